package lua

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// stepped runs a script in pieces; where goes says so it goes on in another machine, restored from a saved state.
func stepped(t *testing.T, text string, piece func() int64, goes func() bool) (out string, state []byte, moves int) {
	t.Helper()
	var b strings.Builder
	c := Config{Heap: 192 << 10, Stdout: func(p []byte) { b.Write(p) }}
	var vms [2]*VM
	for i := range vms {
		vm, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		vms[i] = vm
	}
	vm := vms[0]
	f, err := vm.Load("=saved", text)
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Start(f); err != nil {
		t.Fatal(err)
	}
	var buf []byte
	for {
		done, err := vm.Step(piece())
		if err != nil {
			t.Fatal(err)
		}
		if done {
			break
		}
		if goes() {
			if buf, err = vm.Save(buf[:0]); err != nil {
				t.Fatal(err)
			}
			moves++
			vm = vms[moves%2]
			if err := vm.Restore(buf); err != nil {
				t.Fatal(err)
			}
			if moves%500 == 1 {
				if err := vm.verify(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if state, err = vm.Save(nil); err != nil {
		t.Fatal(err)
	}
	return b.String(), state, moves
}

// TestSave moves a run from machine to machine at thousands of random points (10 000 with SINEW_LONG=1), in the middle of coroutines, pcalls and
// collections, and holds output and final heap against the run that was not interrupted.
func TestSave(t *testing.T) {
	rounds, least := "10", 3000
	if os.Getenv("SINEW_LONG") != "" {
		rounds, least = "80", 10_000
	}
	text := strings.Replace(everything, "print(#s", "local function again() print(#s", 1) + " end again()\n" +
		"local function work() " + everything + " end for i = 1, " + rounds + " do work() end\n" +
		"local co = coroutine.wrap(function() for i = 1, 3000 do local t = {i} coroutine.yield(#t + i) end end)\n" +
		"local sum = 0 for i = 1, 3000 do sum = sum + co() end print(sum, math.random(1000))"
	want, whole, _ := stepped(t, text, func() int64 { return 1 << 40 }, func() bool { return false })
	seed := fuzz.Seed()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	got, state, moves := stepped(t, text, func() int64 { return r.Int64N(20) }, func() bool { return true })
	t.Logf("%d moves", moves)
	if got != want {
		t.Errorf("the moved run printed\n%s\nwant\n%s", got, want)
	}
	if !bytes.Equal(state, whole) {
		t.Error("the heap at the end of the moved run is another")
	}
	if moves < least {
		t.Errorf("only %d moves of %d", moves, least)
	}
}

// TestDamagedState: what is no state of this machine is refused, and said so.
func TestDamagedState(t *testing.T) {
	vm, _ := New(Config{Heap: 128 << 10})
	state, err := vm.Save(nil)
	if err != nil {
		t.Fatal(err)
	}
	other, _ := New(Config{Heap: 256 << 10})
	fewer, _ := New(Config{Heap: 128 << 10, Libs: []Lib{libBase()}})
	damaged := bytes.Clone(state)
	damaged[len(damaged)/2] ^= 1
	for what, c := range map[string]struct {
		vm    *VM
		state []byte
		want  string
	}{
		"cut":     {vm, state[:100], "checksum"},
		"empty":   {vm, nil, "not a saved state"},
		"damaged": {vm, damaged, "checksum"},
		"size":    {other, state, "heap of"},
		"library": {fewer, state, "other Go functions"},
	} {
		if err := c.vm.Restore(c.state); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := vm.Restore(state); err != nil {
		t.Error(err)
	}
}

// TestCallsBetweenPieces: what a host does while a run has paused, errors included, leaves the run as it was.
func TestCallsBetweenPieces(t *testing.T) {
	const text = `function double(x) local t = {} for i = 1, 30 do t[i] = {x} end return x * 2 end function bad() error("bad") end
		local function work(n) local parts = {} for i = 1, n do parts[#parts + 1] = table.concat({i, i .. "", (select("#", table.unpack({1, 2, i})))}, "-") end return parts end
		local co = coroutine.wrap(function() for i = 1, 40 do coroutine.yield(#work(20) + i) end end)
		function run() local s = "" for i = 1, 40 do s = s .. co() .. " " end result = s end`
	results := map[bool]string{}
	for _, calls := range []bool{false, true} {
		vm, err := New(Config{Heap: 128 << 10})
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.Do("=t", text); err != nil {
			t.Fatal(err)
		}
		if err := vm.Start(vm.Global("run")); err != nil {
			t.Fatal(err)
		}
		for i := int64(0); ; i++ {
			if done, err := vm.Step(7); err != nil {
				t.Fatal(err)
			} else if done {
				break
			}
			if !calls {
				continue
			}
			if n, err := vm.Call(vm.Global("double"), Int(i)); err != nil || n != 1 || vm.Result(0) != Int(2*i) {
				t.Fatal(n, err)
			}
			if _, err := vm.Call(vm.Global("bad")); err == nil {
				t.Fatal("no error")
			}
			if err := vm.SetGlobal("seen.last", Int(i)); err != nil {
				t.Fatal(err)
			}
			if i%64 == 0 {
				if err := vm.verify(); err != nil {
					t.Fatal(err)
				}
			}
		}
		results[calls] = vm.Text(vm.Global("result"))
	}
	if results[true] != results[false] || len(results[true]) < 100 {
		t.Errorf("with calls %q, without %q", results[true], results[false])
	}
}

// TestAnErrorLeavesNoResults: a run that an error ended after inner calls had returned many values has no results, and its machine
// can be saved and restored.
func TestAnErrorLeavesNoResults(t *testing.T) {
	vm, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Do("=many", "local function f() return xpcall(f, f) end return -f()"); err == nil {
		t.Fatal("nothing failed")
	}
	if v := vm.Result(0); !v.IsNil() {
		t.Errorf("a result of %s", v.Type())
	}
	state, err := vm.Save(nil)
	if err == nil {
		err = vm.Restore(state)
	}
	if err != nil {
		t.Error(err)
	}
}
