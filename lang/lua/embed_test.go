package lua

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// TestHandles: a handle is given back once, whatever ends it.
func TestHandles(t *testing.T) {
	vm, _, _ := hosted(t, Config{})
	var released []camera
	h, err := DescribeHandle(vm, "Camera", func(c camera) { released = append(released, c) })
	if err != nil {
		t.Fatal(err)
	}
	next := camera(0)
	if err := errors.Join(Func0(vm, "open", func() (camera, error) { next++; return next, nil }),
		Func1(vm, "Camera:number", func(c camera) (uint64, error) { return uint64(c), nil })); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"local c = open() return c, type(c), c:number() > 0":                                  "Camera userdata true",
		"local c = open() do local d <close> = c end return c, select(2, pcall(c.number, c))": "Camera (released) bad argument #1 to 'Camera:number' (Camera has been released)",
		"return open().x":                     "!t:1: Camera has no field 'x'",
		"local c = open() c.x = 1":            "!t:1: Camera has no field 'x'",
		"return #open()":                      "!t:1: attempt to get length of a Camera value",
		"return Pose().sum(open())":           "!t:1: bad argument #1 to 'sum' (Pose expected, got Camera)",
		"local c = open() return c == open()": "false",
	} {
		if got := answer(t, vm, text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	if err := vm.Do("=t", "kept = open()"); err != nil {
		t.Fatal(err)
	}
	if n, ok := h.Get(vm.Global("kept")); !ok || n != next {
		t.Error(n, ok)
	}
	if err := vm.Do("=t", "collectgarbage() collectgarbage() setmetatable({}, {__gc = function() error('dropped') end}) setmetatable({}, {__gc = function() setmetatable({}, {__gc = error}) end})"); err != nil {
		t.Fatal(err)
	}
	if len(released) >= int(next) {
		t.Errorf("%d of %d handles given back while one is kept", len(released), next)
	}
	if err := vm.Close(); err != nil {
		t.Fatal(err)
	}
	seen := map[camera]int{}
	for _, c := range released {
		seen[c]++
	}
	if len(seen) != int(next) || len(released) != int(next) {
		t.Errorf("given back: %v of %d", released, next)
	}
	if err := vm.verify(); err != nil {
		t.Error(err)
	}
}

// TestTypedSaved: a state finds its types and functions in a machine that has them in another order, and says what is
// missing in one that has not.
func TestTypedSaved(t *testing.T) {
	machine := func(swap bool) *VM {
		vm, err := New(Config{})
		if err != nil {
			t.Fatal(err)
		}
		parts := []func() error{
			func() error { _, err := Describe[pose](vm, "Pose"); return err },
			func() error { _, err := Describe[joints](vm, "Joints"); return err },
			func() error { return Func1(vm, "one", func(x float64) (float64, error) { return x + 1, nil }) },
			func() error { return Func1(vm, "two", func(x float64) (float64, error) { return x + 2, nil }) },
		}
		if swap {
			parts = []func() error{parts[3], parts[1], parts[0], parts[2]}
		}
		for _, p := range parts {
			if err := p(); err != nil {
				t.Fatal(err)
			}
		}
		return vm
	}
	a, b := machine(false), machine(true)
	if err := a.Do("=t", "p = Pose{frameID = 5} v = p.position j = Joints{links = {p, p}}"); err != nil {
		t.Fatal(err)
	}
	state, err := a.Save(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Restore(state); err != nil {
		t.Fatal(err)
	}
	if got := answer(t, b, "v.x = 3 return p.position.x, j.links[2].frameID, one(1), two(1), Pose{frameID = 1}.frameID"); got != "3.0 5 2.0 3.0 1" {
		t.Error(got)
	}
	if err := b.verify(); err != nil {
		t.Error(err)
	}
	if again, err := b.Save(nil); err != nil || a.Restore(again) != nil {
		t.Error(err)
	}
	bare, _ := New(Config{})
	before, _ := bare.Save(nil)
	err = bare.Restore(state)
	for _, want := range []string{"the type Pose", "the type Joints", "one is missing", "two is missing"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
	if after, _ := bare.Save(nil); !bytes.Equal(before, after) {
		t.Error("a state that was refused has left traces")
	}
	if err := a.Restore(before); err == nil || !strings.Contains(err.Error(), "does not know the type Pose") {
		t.Error(err)
	}
}

// TestHook: a hook is called by counts, may end what it interrupts, and what cannot be had says so.
func TestHook(t *testing.T) {
	for text, want := range map[string]string{
		"local n = 0 debug.sethook(function(e, l) n = n + (e == 'count' and l == nil and 1 or 0) end, '', 1000) for i = 1, 100000 do local x = i * 2 end debug.sethook() local m = n for i = 1, 1e5 do end return m > 50 and m < 500, n == m, debug.gethook()":                                                                "true true nil",
		"debug.sethook(function() error('too long', 0) end, '', 5000) local ok, e = pcall(function() while true do end end) debug.sethook() return ok, e":                                                                                                                                                                     "false too long",
		"debug.sethook(print, '', 7) local f, m, c = debug.gethook() debug.sethook() return f == print, m, c":                                                                                                                                                                                                                 "true  7",
		"local n = 0 debug.sethook(function() n = n + 1 for i = 1, 1e4 do end end, '', 1000) local function f(k) if k > 0 then return f(k - 1) end end f(1e4) debug.sethook() return n > 5 and n < 200":                                                                                                                       "true",
		"local n = 0 debug.sethook(function() n = n + 1 end, '', 100) local t = {} for i = 1, 300 do t[i] = 300 - i end table.sort(t, function(a, b) return a < b end) local co = coroutine.wrap(function() for i = 1, 1000 do coroutine.yield(i) end end) for i = 1, 1000 do co() end debug.sethook() return n > 20, t[300]": "true 299",
		"debug.sethook(print, 'l')":                         "!t:1: debug.sethook: hooks for calls, returns and lines ('l') are not supported: use '' and a count",
		"debug.sethook(coroutine.create(print), print, '')": "!t:1: debug.sethook for one coroutine is not supported: a hook counts in all",
	} {
		vm, _, _ := hosted(t, Config{Budget: 10_000_000})
		if got := answer(t, vm, text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
		if err := vm.verify(); err != nil {
			t.Error(err)
		}
	}
}

// TestHookMoves: hooks come at the same instructions however a run is divided.
func TestHookMoves(t *testing.T) {
	text := "local log = {} debug.sethook(function() log[#log + 1] = #log * 7 + x end, '', 137) x = 0\n" +
		"local function f(k) x = x + 1 if k > 0 then return f(k - 1) end end\n" +
		"for i = 1, 300 do f(5) while x % 7 ~= 0 do x = x + 1 end for k in pairs({1, 2}) do x = x + k end end debug.sethook() print(#log, table.concat(log, ' '))"
	whole, state, _ := stepped(t, text, func() int64 { return 1 << 40 }, func() bool { return false })
	for _, piece := range []int64{1, 2, 3, 17, 1000} {
		got, end, _ := stepped(t, text, func() int64 { return piece }, func() bool { return piece == 3 })
		if got != whole || !bytes.Equal(end, state) {
			t.Errorf("pieces of %d: %s\nwant %s", piece, got, whole)
		}
	}
}

// TestCallback: Go functions that call back: errors come back to them, budgets and contexts go through them, panics of
// the host's reach the host, and the machine goes on.
func TestCallback(t *testing.T) {
	vm, _, _ := hosted(t, Config{Budget: 200_000})
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	if err := errors.Join(
		vm.SetFunction("try", func(vm *VM, n int) int {
			k, err := vm.Call(vm.Arg(0), Int(1), Int(2))
			calls++
			if err != nil {
				vm.Push(vm.String("failed: " + err.Error()))
				return 1
			}
			return k
		}),
		vm.SetFunction("many", func(vm *VM, n int) int {
			for range 20000 {
				k, err := vm.Call(vm.Arg(0))
				if err != nil {
					vm.Fail("%s", err)
				}
				vm.Pop(k)
			}
			return 0
		}),
		vm.SetFunction("panics", func(*VM, int) int { panic("of the host") }),
		vm.SetFunction("cancel", func(*VM, int) int { cancel(); return 0 })); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"return try(function(a, b) return a + b, 'x' end)":                                         "3 x",
		"return try(function() error('inner') end)":                                                "failed: t:1: inner",
		"return try(function() return try(function() local x = nil + 1 end) .. '!' end)":           "failed: t:1: attempt to perform arithmetic on a nil value!",
		"local co = coroutine.wrap(function() return try(coroutine.yield) end) return co()":        "failed: attempt to yield across a Go-call boundary",
		"return pcall(try, function() while true do end end)":                                      "!t:1: instruction budget exhausted",
		"local function f() try(function() while true do end end) return 'lifted' end return f()":  "!t:1: instruction budget exhausted",
		"local n = 0 many(function() n = n + 1 return n, n, n end) return n":                       "20000",
		"local function f() return try(f) end return #f() > 0":                                     "true",
		"setmetatable({}, {__gc = function() while true do end end}) collectgarbage() return 'on'": "!t:1: instruction budget exhausted",
		"return try(5)": "failed: t:1: attempt to call a number value",
	} {
		if got := answer(t, vm, text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
		if err := vm.verify(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	callbackEnds(t, vm, ctx)
}

// callbackEnds ends activations within Go functions that call back.
func callbackEnds(t *testing.T, vm *VM, ctx context.Context) {
	t.Helper()
	func() {
		defer func() {
			if r := recover(); r != "of the host" {
				t.Error(r)
			}
		}()
		_ = vm.Do("=t", "try(function() pcall(panics) end)")
		t.Error("the panic was swallowed")
	}()
	if got := answer(t, vm, "return 1"); got != "1" {
		t.Error(got)
	}
	loop, err := vm.Load("=t", "cancel() local ok = pcall(function() while true do end end) return 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := vm.CallContext(ctx, loop); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got := answer(t, vm, "return 2"); got != "2" {
		t.Error("after a context:", got)
	}
	var exit Exit
	if err := vm.Do("=t", "try(function() pcall(os.exit, 7) end)"); !errors.As(err, &exit) || exit.Status != 7 {
		t.Error(err)
	}
}

// TestTypedNoMemory lets every allocation of a script with typed userdata fail, once and for good.
func TestTypedNoMemory(t *testing.T) {
	text := `local j = Joints{q = {1, 2, 3, 4, 5, 6, 7}} local ps = {}
		for i = 1, 8 do local p = Pose{position = {x = i}, frameID = i} ps[i] = robot.scale(2, p) + p j.links[2] = ps[i] end
		local s = 0 for k, l in pairs(j.links) do s = s + l.position.x * k end
		local a, b, what = halves(70000) j.links[1] = {position = {y = s}}
		return tostring(j.links[1]), s, what, j.links[1] == Pose{position = {y = s}}`
	run := func(at uint64, after bool) (got string, allocs uint64) {
		vm, _, _ := hosted(t, Config{Heap: 256 << 10})
		f, err := vm.Load("=t", text)
		if err != nil {
			t.Fatal(err)
		}
		begin := vm.allocs
		if at > 0 {
			vm.failAt, vm.failAfter = begin+at, after
		}
		n, err := vm.Call(f)
		vm.failAt = 0
		for i := range n {
			got += vm.Text(vm.Result(i)) + vm.Result(i).Type() + " "
		}
		allocs = vm.allocs - begin
		if err != nil && !errors.Is(err, ErrMemory) {
			t.Fatalf("allocation %d: %v", at, err)
		} else if err != nil && !after {
			t.Fatalf("allocation %d failed once: %v", at, err)
		} else if err != nil {
			got = ""
		}
		if err := vm.verify(); err != nil {
			t.Fatalf("allocation %d failed (after: %v): %v", at, after, err)
		}
		return got, allocs
	}
	want, allocs := run(0, false)
	for at := uint64(1); at <= allocs; at++ {
		for _, after := range []bool{false, true} {
			if got, _ := run(at, after); got != want && (got != "" || !after) {
				t.Fatalf("allocation %d failed (after: %v): %s, want %s", at, after, got, want)
			}
		}
	}
	t.Logf("%d allocations: %s", allocs, want)
}
