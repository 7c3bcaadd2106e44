package lua

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// someStates returns saved states of a run with objects of all kinds, taken in all states of the collector.
func someStates(t testing.TB) [][]byte {
	t.Helper()
	vm, err := New(Config{Heap: 96 << 10, Libs: []Lib{libBase(), libCoroutine(), libString(), libTable()}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := vm.Load("=state", `local kept, weak, eph = {}, setmetatable({}, {__mode = "v"}), setmetatable({}, {__mode = "k"})
		local mt = {__index = function(t, k) return k end, __concat = function(a, b) local c = 0 for i = 1, 3 do c = c + i end return "c" end, __gc = function(o) o[1] = nil end, __close = function() end}
		local function va(...) local a, b = ... return select("#", ...), a, ... end
		local co = coroutine.wrap(function(a) while true do local c <close> = setmetatable({}, mt) a = coroutine.yield(a) pcall(coroutine.yield, 1) end end)
		for i = 1, 1e9 do
			local t = setmetatable({i, name = "n" .. i % 50, f = function() i = i + 1 return i end}, mt)
			kept[i % 20 + 1], weak[i % 7], eph[t] = t, t, {t, t.name}
			co(t) co()
			local s = t.x .. (t .. "y") .. t.f() .. va(1, nil, i)
			for k, v in pairs(kept) do s = s .. k if k > 3 then break end end
			xpcall(function(...) for w in s:gmatch("%a") do if i % 3 == 0 then error(w) end end end, function(m) return m end, i)
			t[i % 3 + 1], t["k" .. i % 12] = s, {s}
		end`)
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Start(f); err != nil {
		t.Fatal(err)
	}
	var states [][]byte
	for i := range 40 {
		if done, err := vm.Step(int64(37 + 61*i)); done || err != nil {
			t.Fatal(done, err)
		}
		state, err := vm.Save(nil)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, state)
	}
	return states
}

// forge changes words of a state as patches say, 7 bytes each, and gives it the right checksum.
func forge(state, patches []byte) []byte {
	state = append([]byte(nil), state...)
	n := len(state) - 8
	for ; len(patches) >= 7; patches = patches[7:] {
		at := int(binary.LittleEndian.Uint32(patches)&0xffffff) % (n/4 - 1) * 4
		w := state[at:]
		v, d := binary.LittleEndian.Uint32(w), uint32(int32(int16(binary.LittleEndian.Uint16(patches[4:]))))
		switch patches[6] % 4 {
		case 0:
			v += d
		case 1:
			v = d
		case 2:
			v ^= 1 << (d % 32)
		default:
			v = binary.LittleEndian.Uint32(state[int(d)&0xffff%(n/4-1)*4:])
		}
		binary.LittleEndian.PutUint32(w, v)
	}
	binary.LittleEndian.PutUint64(state[n:], xxh3.Hash(state[:n]))
	return state
}

// runForged gives a machine a state: it is refused, and the machine is as before, or it runs and its heap stays sound.
func runForged(t *testing.T, vm *VM, state []byte) (refused bool) {
	t.Helper()
	if err := vm.Restore(state); err != nil {
		return true
	}
	var fault *Error
	for range 4 {
		if done, err := vm.Step(500); err != nil && !errors.As(err, &fault) {
			t.Fatal(err)
		} else if done {
			break
		}
	}
	if err := vm.Try(func() { vm.fullCycle() }); err != nil && !errors.As(err, &fault) {
		t.Fatal(err)
	}
	if err := vm.verify(); err != nil {
		t.Fatalf("after it has run: %v", err)
	}
	return false
}

func stateMachine(t testing.TB) *VM {
	t.Helper()
	vm, err := New(Config{Heap: 96 << 10, Libs: []Lib{libBase(), libCoroutine(), libString(), libTable()}})
	if err != nil {
		t.Fatal(err)
	}
	return vm
}

// TestForgedStates changes states at random. What is refused leaves the machine as it was.
func TestForgedStates(t *testing.T) {
	states := someStates(t)
	seed := fuzz.Seed()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	vm := stateMachine(t)
	refused := 0
	n := 1500
	if os.Getenv("SINEW_LONG") != "" {
		n = 200_000
	}
	for range n {
		patch := make([]byte, 7*(1+r.IntN(2)))
		for i := range patch {
			patch[i] = byte(r.Uint32())
		}
		if runForged(t, vm, forge(states[r.IntN(len(states))], patch)) {
			refused++
		}
	}
	t.Logf("%d of %d were refused", refused, n)
	for _, s := range states {
		if runForged(t, vm, s) {
			t.Fatal("a state that nobody changed is refused")
		}
	}
	before, err := vm.Save(nil)
	if err != nil {
		t.Fatal(err)
	}
	bad := append([]byte(nil), states[0]...)
	copy(bad[len(bad)-9000:], strings.Repeat("\xff", 64))
	if vm.Restore(forge(bad, nil)) == nil {
		t.Fatal("a state with a part overwritten is not refused")
	}
	if after, err := vm.Save(nil); err != nil || string(after) != string(before) {
		t.Errorf("a state that was refused has changed the machine: %v", err)
	}
}

// FuzzState changes words of a state: it is refused, or it runs in its arena and leaves a heap that is sound.
func FuzzState(f *testing.F) {
	states := someStates(f)
	vm := stateMachine(f) // one for all: each state replaces all of it
	for i := range byte(20) {
		f.Add(i, []byte{i * 13, i * 7, 0, i, 0, i, 1})
		f.Add(i, []byte{i, i * 31, 0, 1, 0, 0, 0, 99, i * 3, 0, 0, 1, 0, 3})
	}
	fuzz.Run(f, func(t *testing.T, which byte, patches []byte) {
		runForged(t, vm, forge(states[int(which)%len(states)], patches[:min(len(patches), 70)]))
	})
}
