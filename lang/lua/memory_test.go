package lua

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// everything uses each kind of object, and what allocates.
const everything = `
local t = {} for i = 1, 20 do t[i] = {i, name = "n" .. i} t["k" .. i] = i end
local s = {} for k, v in pairs(t) do s[#s + 1] = tostring(type(k)) .. type(v) end
local fs = {} for i = 1, 5 do fs[i] = function() i = i + 1 return i end end
local co = coroutine.wrap(function(a) for i = 1, 5 do a = a .. coroutine.yield(i .. a) end return a end)
local r = {co("x")} for i = 1, 5 do r[#r + 1] = co("y" .. i) end
local m = setmetatable({}, {__index = function(_, k) return k .. "!" end, __concat = function(a, b) return "c" end, __close = function() r[#r + 1] = "closed" end})
do local c <close> = m r[#r + 1] = m.foo .. (m .. "x") end
r[#r + 1] = select(2, pcall(error, "e" .. #r)) r[#r + 1] = select(2, xpcall(function() error({}) end, function() return "h" .. #r end))
r[#r + 1] = ("a,b,c"):gsub("%w", {a = "1", b = "2"}) r[#r + 1] = string.format("%5.2f %s %q", 1.5, "x", "y") r[#r + 1] = ("x"):rep(50, "-")
for w in ("one two three"):gmatch("%a+") do r[#r + 1] = w:upper() end
r[#r + 1] = load("local a = ... return function() return a + 1 end")(4)()
local u = table.pack(table.unpack({1, 2, 3})) table.sort(u, function(a, b) return a > b end) r[#r + 1] = table.concat(u, ",")
r[#r + 1] = fs[1]() + fs[1]() + fs[2]() local function va(...) return select("#", ...) .. table.concat({...}) end r[#r + 1] = va(1, 2, 3)
local function deep(n) if n == 0 then return 0 end local x = {n} return deep(n - 1) + #x end r[#r + 1] = deep(60)
print(#s, table.concat(r, " "), collectgarbage("count") > 0)`

// inject runs a script whose allocation number at fails, and all after it if so asked, and checks the heap.
func inject(t *testing.T, heap int64, name, text string, at uint64, after bool) (out string, allocs uint64, err error) {
	t.Helper()
	var b strings.Builder
	vm, err := New(Config{Heap: heap, Stdout: func(p []byte) { b.Write(p) }})
	if err != nil {
		t.Fatal(err)
	}
	if at > 0 {
		vm.failAt, vm.failAfter = vm.allocs+at, after
	}
	begin := vm.allocs
	err = vm.Do(name, text)
	if e := vm.verify(); e != nil {
		t.Fatalf("%s: allocation %d failed (after: %v): the heap afterwards: %v", name, at, after, e)
	}
	vm.failAt = 0
	if e := vm.Do("=again", "local t = {} for i = 1, 100 do t[i] = {i .. ''} end assert(#t == 100) collectgarbage()"); e != nil {
		t.Fatalf("%s: allocation %d failed (after: %v): the machine does not work any more: %v", name, at, after, e)
	}
	if e := vm.verify(); e != nil {
		t.Fatalf("%s: allocation %d failed (after: %v): the heap after a collection: %v", name, at, after, e)
	}
	return b.String(), vm.allocs - begin, err
}

// TestNoMemory lets every single allocation of a script fail: once, which a whole collection mends, so the result is
// the same; and for good, which is an error.
func TestNoMemory(t *testing.T) {
	want, allocs, err := inject(t, 256<<10, "=everything", everything, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	for at := uint64(1); at <= allocs; at++ {
		got, _, err := inject(t, 256<<10, "=everything", everything, at, false)
		if err != nil || got != want {
			t.Fatalf("allocation %d failed once: %v\n%s\nwant\n%s", at, err, got, want)
		}
		got, _, err = inject(t, 256<<10, "=everything", everything, at, true)
		if err == nil && got != want {
			t.Fatalf("allocation %d and all after it failed: no error, and\n%s\nwant\n%s", at, got, want)
		}
		if err != nil && !strings.Contains(err.Error(), "not enough memory") {
			t.Fatalf("allocation %d and all after it failed: %v", at, err)
		}
	}
	t.Logf("%d allocations", allocs)
}

// TestNoMemoryConformance does the same at random places of the conformance scripts, where errors may be caught, and with
// SINEW_LONG=1 at every single allocation.
func TestNoMemoryConformance(t *testing.T) {
	seed := fuzz.Seed()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	scripts, _ := filepath.Glob("testdata/conformance/*.lua")
	for _, script := range scripts {
		t.Run(filepath.Base(script), func(t *testing.T) {
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			name := "@" + filepath.Base(script)
			want, allocs, _ := inject(t, 4<<20, name, string(text), 0, false)
			places := []uint64{1 + r.Uint64N(allocs), 1 + r.Uint64N(allocs), 1 + r.Uint64N(allocs), 1 + r.Uint64N(allocs)}
			if os.Getenv("SINEW_LONG") != "" {
				places = nil
				for at := range allocs {
					places = append(places, at+1)
				}
			}
			for _, at := range places {
				if got, _, _ := inject(t, 4<<20, name, string(text), at, false); got != want {
					t.Fatalf("allocation %d failed once, and the result is another", at)
				}
				inject(t, 4<<20, name, string(text), at, true)
			}
			t.Logf("%d of %d allocations", len(places), allocs)
		})
	}
}

// TestPatterns runs the bench's random allocation patterns: the heap stays whole while the sweep moves parts about, in
// steps and when memory has run out, and where objects of all kinds live and die the free memory stays in one piece.
func TestPatterns(t *testing.T) {
	text, err := os.ReadFile("../../bench/lua/patterns.lua")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		live   float64
		shifts bool
		most   float64 // of what is free, outside its largest block
	}{{0.25, true, 0.2}, {0.5, false, 0.2}, {0.5, true, 0.2}} {
		vm, err := New(Config{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		f, err := vm.Load("=patterns", string(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.Start(f, Int(int64(c.live*float64(vm.Usage().Size))), Bool(c.shifts)); err != nil {
			t.Fatal(err)
		}
		for i := range 150 {
			if done, err := vm.Step(9973); done || err != nil {
				t.Fatal("it ended", err)
			}
			if i%10 == 0 {
				if err := vm.verify(); err != nil {
					t.Fatal(err)
				}
			}
			if f := vm.Usage().Fragmentation(); i > 50 && f > c.most {
				t.Errorf("live %g: %.1f %% of the free memory is outside its largest block", c.live, f*100)
			}
		}
	}
}

// TestCollectorFinds holds what weak tables and finalisers must show after collections.
func TestCollectorFinds(t *testing.T) {
	got := outputOf(t, Config{}, "=weak", `
local log = {}
do local o = setmetatable({}, {__gc = function(o) log[#log + 1] = "one" end}) local p = setmetatable({}, {__gc = function(o) log[#log + 1] = "two" end}) end
local values, keys, both = setmetatable({}, {__mode = "v"}), setmetatable({}, {__mode = "k"}), setmetatable({}, {__mode = "kv"})
local kept = {}
values[1], values[2], values.s = {}, kept, "string" keys[{}] = 1 keys[kept] = 2 both[{}] = kept both[kept] = {}
local e = setmetatable({}, {__mode = "k"}) do local k = {} e[k] = {k} end local live = {} e[live] = {live, "reached"}
collectgarbage() collectgarbage()
local function count(t) local n = 0 for _ in pairs(t) do n = n + 1 end return n end
print(table.concat(log, " "), values[1], values[2] == kept, values.s, count(keys), count(both), count(e), e[live][2])
local back do local o = setmetatable({}, {__gc = function(o) back = o end}) end collectgarbage() print(back ~= nil) back = nil collectgarbage()
setmetatable({}, {__gc = function() error("dropped") end}) collectgarbage() print("after an error")
local before = collectgarbage("count") for i = 1, 20000 do local t = {i, {}} end print(collectgarbage("count") < before + 600)
collectgarbage("stop") print(collectgarbage("isrunning")) collectgarbage("restart") print(collectgarbage("isrunning"))
collectgarbage("stop") local n = 0 repeat n = n + 1 until collectgarbage("step", 100) print(n > 3)
`)
	want := "two one\tnil\ttrue\tstring\t1\t0\t1\treached\ntrue\nafter an error\ntrue\nfalse\ntrue\ntrue\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSteps makes garbage of all kinds between default steps: objects with finalisers that come at the end of a marking too.
func TestSteps(t *testing.T) {
	vm, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	err = vm.Do("=steps", `collectgarbage("stop")
		local live, both, at = {}, {__gc = function(o) o.x = nil end}, 0
		local weak, ephemerons = setmetatable({}, {__mode = "v"}), setmetatable({}, {__mode = "k"})
		for n = 1, 1500 do live[n] = setmetatable({x = n}, n % 8 == 0 and both or nil) weak[n], ephemerons[live[n]] = live[n], {n} end
		function churn()
			for i = 1, 20 do local t = {i} weak[i] = t ephemerons[t] = t end
			at = at % #live + 1
			setmetatable({x = at}, both)
			live[at] = {x = at}
			collectgarbage("step")
		end`)
	if err != nil {
		t.Fatal(err)
	}
	churn := vm.Global("churn")
	for i := range 4000 {
		if _, err := vm.Call(churn); err != nil {
			t.Fatal(err)
		}
		if i%20 == 0 {
			if err := vm.verify(); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
		}
	}
}
