package lua

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// loadModule puts a module in place as require does, by package.preload.
func loadModule(t testing.TB, vm *VM, name, text string) {
	t.Helper()
	f, err := vm.Load("@"+name, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.SetGlobal("package.preload."+name, f); err != nil {
		t.Fatal(err)
	}
	if err := vm.Do("=require", name+" = require '"+name+"'"); err != nil {
		t.Fatal(err)
	}
}

// value runs an expression and shows what it gives.
func value(t testing.TB, vm *VM, text string) string {
	t.Helper()
	if err := vm.Do("=value", "shown = "+text); err != nil {
		return "!" + err.Error()
	}
	v := vm.Global("shown")
	if s := vm.Text(v); s != "" {
		return s
	}
	return fmt.Sprint(v.Type(), " ", v.Truth())
}

// TestUpdate: what an update replaces and what it keeps. Each case has the old text, what runs then, the new text, and
// what an expression gives afterwards.
func TestUpdate(t *testing.T) {
	for name, c := range map[string]struct{ old, run, fresh, want, is, kept string }{
		"a function":                       {"local M = {} function M.f() return 1 end return M", "", "local M = {} function M.f() return 2 end return M", "m.f()", "2", ""},
		"a field":                          {"return {n = 1}", "m.n = 7", "return {n = 2, more = 3}", "m.n .. m.more", "73", "m.n"},
		"a field that is nil":              {"return {}", "", "return {n = 2}", "m.n", "2", ""},
		"an inner table":                   {"return {gains = {kp = 1, f = function() return 1 end}}", "m.gains.kp = 5 g = m.gains", "return {gains = {kp = 2, ki = 3, f = function() return 2 end}}", "g.kp .. g.ki .. g.f() .. tostring(g == m.gains)", "532true", "m.gains.kp"},
		"a variable that is set":           {"local n = 0 return {step = function() n = n + 1 return n end}", "m.step() m.step()", "local n = 0 return {step = function() n = n + 10 return n end}", "m.step()", "12", "m.step: n"},
		"a constant":                       {"local k = 1 return {get = function() return k end}", "", "local k = 2 return {get = function() return k end}", "m.get()", "2", ""},
		"a variable that a helper sets":    {"local n = 0 local function inc() n = n + 1 end return {step = function() inc() return n end}", "m.step()", "local n = 0 local function inc() n = n + 10 end return {step = function() inc() return n end}", "m.step()", "11", "m.step: n"},
		"a variable set in an inner one":   {"local n = 0 return {make = function() return function() n = n + 1 return n end end, get = function() return n end}", "f = m.make() f()", "local n = 0 return {make = function() return function() n = n + 10 return n end end, get = function() return n end}", "f() .. m.make()() .. m.get()", "21212", "m.make: n"},
		"a table in a variable":            {"local s = {} return {put = function(x) s[#s + 1] = x return #s end}", "m.put(1) m.put(1)", "local s = {} return {put = function(x) s[#s + 1] = x return -#s end}", "m.put(1)", "-3", ""},
		"a class and its objects":          {"local C = {} C.__index = C function C:f() return 1 end return {new = function() return setmetatable({n = 4}, C) end}", "o = m.new()", "local C = {} C.__index = C function C:f() return self.n end return {new = function() return setmetatable({}, C) end}", "o:f() .. tostring(getmetatable(o) == getmetatable(m.new()))", "4true", ""},
		"a function held elsewhere":        {"local M = {} function M.f() return 1 end return M", "held = {m.f, [m.f] = 'key'} local f = m.f up = function() return f() end", "local M = {} function M.f() return 2 end return M", "held[1]() .. up() .. held[m.f]", "22key", ""},
		"a function removed":               {"local M = {} function M.f() return 1 end function M.g() return 3 end return M", "held = m.g", "local M = {} function M.f() return 2 end return M", "tostring(m.g) .. held()", "nil3", ""},
		"a function without a name":        {"return {f = function() return 1 end, g = function() end, put = function(m) m.h = function() return 3 end end}", "m:put()", "return {f = function() return 2 end}", "m.f() .. tostring(m.g) .. m.h()", "2nil3", ""},
		"a function of others":             {"return {on = false}", "m.on = function() return 9 end", "return {on = false}", "m.on()", "9", "m.on"},
		"a state that is a function":       {"local M = {} function M.idle() return 'idle' end function M.busy() return 'busy' end M.state = M.idle return M", "m.state = m.busy", "local M = {} function M.idle() return 'Idle' end function M.busy() return 'Busy' end M.state = M.idle return M", "m.state()", "Busy", "m.state"},
		"itself in a table":                {"local M = {} M.all = {M} function M.f() return M.n end return M", "m.n = 4", "local M = {} M.all = {M} M.new = {of = M} function M.f() return M.n + 1 end return M", "m.f() .. tostring(m.all[1] == m) .. tostring(m.new.of == m)", "5truetrue", ""},
		"globals":                          {"count = 0 function tick() count = count + 1 end return {}", "tick() tick()", "count = 0 function tick() count = count + 10 end function late() return count end return {}", "tick() or late()", "12", "count"},
		"a module in a coroutine":          {"local M = {n = 0} function M.loop() while true do M.n = M.n + 1 coroutine.yield(M.f()) end end function M.f() return 'old' end return M", "co = coroutine.wrap(m.loop) co()", "local M = {n = 0} function M.loop() return 'new' end function M.f() return 'new' end return M", "co() .. m.n .. coroutine.wrap(m.loop)()", "new2new", "m.n"},
		"a local function in a coroutine":  {"local function f() return 'old' end return {loop = function() local g = f while true do coroutine.yield(g() .. f()) end end}", "co = coroutine.wrap(m.loop) co()", "local function f() return 'new' end return {loop = function() return f() end}", "co()", "oldnew", ""},
		"a coroutine that the text starts": {"return {x = 1}", "m.x = 2", "local M = {x = 1} M.co = coroutine.wrap(function() local own = M while true do coroutine.yield(own.x) end end) M.co() return M", "m.co()", "2", "m.x"},
		"a metatable":                      {"return setmetatable({}, {__call = function() return 1 end})", "", "return setmetatable({}, {__call = function() return 2 end, __len = function() return 5 end})", "m() .. #m", "25", ""},
		"a module that is a function":      {"return function() return 1 end", "f = m", "return function() return 2 end", "f() .. require 'm'()", "22", ""},
		"two of one name":                  {"local n = 1 local M = {f = function() n = n + 1 return n end} do local n = 10 function M.g() n = n + 1 return n end end return M", "m.f() m.g()", "local n = 1 local M = {f = function() n = n + 1 return n end} do local n = 10 function M.g() n = n + 1 return n end end return M", "m.f() .. m.g()", "312", "m.f: n m.g: n"},
		"a check that agrees":              {"local M = {} return M", "", "local M = {f = function() return 3 end} function M.__check(m) return m.f() == 3 end return M", "m.f()", "3", ""},
		"many keys":                        {"local M = {} for i = 1, 20 do M['f' .. i] = function() return i end end return M", "held = {} for k, f in pairs(m) do held[f] = k end", "local M = {} for i = 1, 20 do M['f' .. i] = function() return -i end end return M", "m.f7() .. held[m.f7] .. held[m.f20]", "-7f7f20", ""},
	} {
		t.Run(name, func(t *testing.T) {
			vm, err := New(Config{})
			if err != nil {
				t.Fatal(err)
			}
			loadModule(t, vm, "m", c.old)
			if err := vm.Do("=run", c.run); err != nil {
				t.Fatal(err)
			}
			changes, err := vm.Update(Update{Module: "m", Chunk: "@m", Text: c.fresh})
			if err != nil {
				t.Fatal(err)
			}
			if got := value(t, vm, c.want); got != c.is {
				t.Errorf("%s is %s, not %s", c.want, got, c.is)
			}
			if got := strings.Join(changes.Kept, " "); got != c.kept {
				t.Errorf("kept %q, not %q", got, c.kept)
			}
			if err := vm.verify(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestUpdateSays: the lists of what has been done.
func TestUpdateSays(t *testing.T) {
	vm, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	loadModule(t, vm, "job", "local M = {gains = {kp = 1}} function M.step() end function M.old() end return M")
	got, err := vm.Update(Update{Module: "job", Chunk: "@job", Text: "local M = {gains = {kp = 2, ki = 0}} function M.step() end function M.fresh() end function extra() end return M"})
	want := Changes{Replaced: []string{"job.step"}, Added: []string{"extra", "job.fresh", "job.gains.ki"}, Removed: []string{"job.old"}, Kept: []string{"job.gains.kp"}}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
}

// refused are updates that fail, and what is said of them.
var refused = map[string]struct {
	u    Update
	want string
}{
	"syntax":          {Update{Text: "return {"}, "m:1: unexpected symbol near <eof>"},
	"an error":        {Update{Text: "x = 1 m.n = 99 rawset(_G, 'y', 2) setmetatable(m, {}) table.insert(list, 1) error('no')"}, "m:1: no"},
	"no table":        {Update{Text: "m.n = 99"}, "module 'm' is a table, but the new text returns a nil"},
	"its own check":   {Update{Text: "return {n = 5, f = function() end, __check = function(m) m.n = 6 return nil, 'too fast' end}"}, "__check has refused the update: too fast"},
	"the host's":      {Update{Text: "return {n = 5, f = function() return 8 end}", Check: "probe"}, "probe has refused the update"},
	"no such check":   {Update{Text: "return {}", Check: "none.such"}, "there is no global function none.such"},
	"a check's error": {Update{Text: "return {__check = function(m) local x = nil + 1 end}"}, "m:1: attempt to perform arithmetic on a nil value"},
	"an endless text": {Update{Text: "m.n = 5 pcall(function() while true do end end) while true do end", Budget: 5000}, "m:1: instruction budget exhausted"},
	"an endless check": {Update{Text: "return {__check = function() while true do end end}"},
		"m:1: instruction budget exhausted"},
	"memory":         {Update{Text: "local t = {} for i = 1, 1e9 do t[i] = {i} end"}, "not enough memory"},
	"os.exit":        {Update{Text: "m.n = 5 os.exit(3)"}, "lua: the script ended itself with status 3"},
	"an error value": {Update{Text: "error({})"}, "(error object is a table value)"},
	"not loaded":     {Update{Module: "other", Text: "return {}"}, "module 'other' is not loaded, so there is nothing to update: require it first"},
	"a cycle":        {Update{Text: "collectgarbage() collectgarbage() m.n = nil m = nil error('late')"}, "m:1: late"},
}

// busy is a machine with a module, a coroutine in the middle of it, and objects of all kinds.
func busy(t testing.TB, heap int64) *VM {
	t.Helper()
	vm, err := New(Config{Heap: heap, Budget: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	loadModule(t, vm, "m", "local n, M = 0, {n = 1, log = {}} function M.f() n = n + 1 M.log[#M.log % 20 + 1] = 'x' .. n return n end return M")
	if err := vm.Do("=busy", `list, weak = {}, setmetatable({}, {__mode = "k"}) function probe(m) return m.f() ~= 8 end
		for i = 1, 50 do list[i] = {i, k = "v" .. i} weak[list[i]] = i end
		co = coroutine.wrap(function() while true do coroutine.yield(m.f() + #list) end end) co()
		setmetatable({}, {__gc = function() end})
		function load1() local s = 0 for i = 1, 20 do s = s + co() + m.f() + #tostring({i}) end return s end`); err != nil {
		t.Fatal(err)
	}
	return vm
}

// saved is a machine's state.
func saved(t testing.TB, vm *VM) []byte {
	t.Helper()
	b, err := vm.Save(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// serves checks that two machines are in the same state and go on alike.
func serves(t testing.TB, vm, twin *VM) {
	t.Helper()
	if !bytes.Equal(saved(t, vm), saved(t, twin)) {
		t.Fatal("the state is not as before")
	}
	if err := vm.verify(); err != nil {
		t.Fatal(err)
	}
	for _, v := range []*VM{vm, twin} {
		if _, err := v.Call(v.Global("load1")); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := vm.Result(0), twin.Result(0); a != b || !bytes.Equal(saved(t, vm), saved(t, twin)) {
		t.Fatalf("it goes on to %v, the twin to %v", a, b)
	}
}

// TestUpdateRefused: after a failed update the machine is the same, to the byte, and says why.
func TestUpdateRefused(t *testing.T) {
	for name, c := range refused {
		t.Run(name, func(t *testing.T) {
			vm, twin := busy(t, 256<<10), busy(t, 256<<10)
			u := c.u
			u.Chunk = "@m"
			if u.Module == "" {
				u.Module = "m"
			}
			for range 3 {
				if _, err := vm.Update(u); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Fatalf("%v, want %s", err, c.want)
				}
				serves(t, vm, twin)
			}
		})
	}
}

// TestUpdateAgain: random programs are put in place of a module, most of which fail in the middle, among them by memory
// that has run out at a random allocation. Whoever fails leaves everything as it was.
func TestUpdateAgain(t *testing.T) {
	seed := fuzz.Seed()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	vm, twin := busy(t, 512<<10), busy(t, 512<<10)
	rounds := 60
	if os.Getenv("SINEW_LONG") != "" {
		rounds = 2000
	}
	failed := 0
	for range rounds {
		text := "local M = {n = 2} function M.f() return m.n + #M.log + 5 end\n" + (&programs{r: r}).write(1+r.IntN(3)) + "M.late = {m} return M"
		u := Update{Module: "m", Chunk: "@m", Text: text, Check: "probe", Budget: 1 + r.Int64N(40000)}
		if r.IntN(2) == 0 {
			vm.failAt, vm.failAfter = vm.allocs+1+r.Uint64N(600), true
		}
		_, err := vm.Update(u)
		vm.failAt = 0
		if err == nil {
			if _, err := twin.Update(u); err != nil {
				t.Fatal(err)
			}
		} else {
			failed++
		}
		serves(t, vm, twin)
	}
	t.Logf("%d of %d failed", failed, rounds)
	if failed == 0 || failed == rounds {
		t.Error("all updates end alike")
	}
}

// TestUpdateEveryAllocation: memory runs out at each allocation of an update in turn.
func TestUpdateEveryAllocation(t *testing.T) {
	vm, twin := busy(t, 256<<10), busy(t, 256<<10)
	u := Update{Module: "m", Chunk: "@m", Check: "probe", Text: `local n, M = 0, {n = 1, log = {}, more = {a = {}, b = {}}} for i = 1, 9 do M["k" .. i] = i end
		function M.f() n = n + 2 return n end M.co = coroutine.create(M.f) collectgarbage("step") g = {} return setmetatable(M, {__len = M.f})`}
	for at := uint64(1); ; at++ {
		vm.failAt, vm.failAfter = vm.allocs+at, true
		_, err := vm.Update(u)
		vm.failAt = 0
		if err == nil {
			t.Logf("%d allocations", at-1)
			if at < 50 {
				t.Errorf("only %d allocations", at)
			}
			return
		}
		if !errors.Is(err, ErrMemory) {
			t.Fatal(err)
		}
		serves(t, vm, twin)
	}
}

// TestUpdatePhases: the collector may be anywhere when a text has been run, also in the middle of freeing what the text has
// made and dropped, or the module itself.
func TestUpdatePhases(t *testing.T) {
	vm := busy(t, 192<<10)
	text := `collectgarbage("stop") local n, M = 0, {n = 1, log = {}} package.loaded.m = nil
		for i = 1, 60 do load("local a = 1 function b() a = a + 1 return {a} end")() local f = function() n = n + i end end b = nil
		function M.f() n = n + 1 return n end for i = 1, steps do collectgarbage("step", 20) end collectgarbage("restart") return M`
	for steps := 0; steps < 400; steps += 3 {
		if err := vm.SetGlobal("steps", Int(int64(steps))); err != nil {
			t.Fatal(err)
		}
		if _, err := vm.Update(Update{Module: "m", Chunk: "@m", Text: text}); err != nil {
			t.Fatal(steps, err)
		}
		if err := vm.verify(); err != nil {
			t.Fatal(steps, err)
		}
		if err := vm.Do("=t", "assert(package.loaded.m == m) load1()"); err != nil {
			t.Fatal(steps, err)
		}
	}
	if got := value(t, vm, "m.f() > 5000"); got != "boolean true" {
		t.Errorf("the count was lost: %s", value(t, vm, "m.f()"))
	}
}

// TestUpdateFlat: a thousand updates under load do not take more memory, of the arena or of Go, and the machine can be
// saved and restored.
func TestUpdateFlat(t *testing.T) {
	vm := busy(t, 256<<10)
	var used int64
	for i := range 1000 {
		text := fmt.Sprintf("local n, M = 0, {n = %d, log = {}} local C = {} C.__index = C function C:get() return n end function M.f() n = n + 1 M.log[1] = setmetatable({}, C) return M.log[1]:get() end return M", i)
		if i%3 == 2 {
			text += " .. nil"
		}
		if _, err := vm.Update(Update{Module: "m", Chunk: "@m", Text: text}); (err != nil) != (i%3 == 2) {
			t.Fatal(i, err)
		}
		if _, err := vm.Call(vm.Global("load1")); err != nil {
			t.Fatal(i, err)
		}
		if i%100 == 99 {
			if err := vm.Do("=gc", "collectgarbage()"); err != nil {
				t.Fatal(err)
			}
			if err := vm.verify(); err != nil {
				t.Fatal(i, err)
			}
			if u := vm.Usage().Used; used == 0 {
				used = u
			} else if u > used+512 {
				t.Fatalf("after %d updates %d bytes are in use, after 100 it was %d", i+1, u, used)
			}
		}
	}
	twin := busy(t, 256<<10)
	if err := twin.Restore(saved(t, vm)); err != nil {
		t.Fatal(err)
	}
	serves(t, vm, twin)
	if got := value(t, vm, "m.f() > 20000"); got != "boolean true" {
		t.Errorf("the count was lost: %s", value(t, vm, "m.f()"))
	}
}

// TestUpdatePaused: where Step has paused, also in a coroutine, a module is updated and the rest runs on with it.
func TestUpdatePaused(t *testing.T) {
	vm, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	loadModule(t, vm, "m", "local M = {n = 0} function M.f() M.n = M.n + 1 return 1 end return M")
	f, err := vm.Load("=main", "local co = coroutine.wrap(function() local s = 0 while true do for i = 1, 10 do s = s + m.f() end coroutine.yield(s) end end) for i = 1, 99 do co() end return co()")
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Start(f); err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		done, err := vm.Step(37)
		if err != nil {
			t.Fatal(err)
		}
		if done {
			break
		}
		text := "local M = {n = 0} function M.f() M.n = M.n + 1 return " + fmt.Sprint(1+i%2) + " end return M"
		if i%5 == 4 {
			text += "{" // does not compile
		}
		if _, err := vm.Update(Update{Module: "m", Chunk: "@m", Text: text}); (err != nil) != (i%5 == 4) {
			t.Fatal(err)
		}
		if err := vm.verify(); err != nil {
			t.Fatal(err)
		}
	}
	if got, n := vm.Result(0), value(t, vm, "m.n"); n != "1000" || got.Type() != "number" {
		t.Errorf("%v after %s calls", vm.Text(got), n)
	}
}

type device uint64

// TestUpdateOutside: devices that a failed update has opened are given back, and those that it has released stay open.
// What else it does outside the machine stays done.
func TestUpdateOutside(t *testing.T) {
	dir := t.TempDir()
	vm, err := New(Config{Allow: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	open := map[device]int{}
	next := device(0)
	if _, err := DescribeHandle(vm, "Device", func(d device) { open[d]-- }); err != nil {
		t.Fatal(err)
	}
	if err := Func0(vm, "open", func() (device, error) { next++; open[next]++; return next, nil }); err != nil {
		t.Fatal(err)
	}
	if err := Func1(vm, "Device:use", func(d device) (bool, error) { return open[d] == 1, nil }); err != nil {
		t.Fatal(err)
	}
	loadModule(t, vm, "m", "return {d = open()}")
	text := "local d <close> = m.d local e = open() local f <close> = open() m.d = nil collectgarbage() io.open('" + filepath.Join(dir, "x") + "', 'w'):write('x') "
	if _, err := vm.Update(Update{Module: "m", Chunk: "@m", Text: text + "error('no')"}); err == nil {
		t.Fatal("no error")
	}
	if got := value(t, vm, "tostring(m.d:use())"); got != "true" || open[2] != 0 || open[3] != 0 || len(vm.files) != 0 {
		t.Errorf("use: %s, open: %v, files: %d", got, open, len(vm.files))
	}
	if _, err := vm.Update(Update{Module: "m", Chunk: "@m", Text: text + "return {d = e}"}); err != nil {
		t.Fatal(err)
	}
	if got := value(t, vm, "tostring(m.d:use())"); got != "true" || open[1] != 0 || open[4] != 1 || open[5] != 0 {
		t.Errorf("use: %s, open: %v", got, open)
	}
}

// TestReload: a script updates its own modules, in the middle of their work, and goes on when that fails.
func TestReload(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "job.lua")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	vm, err := New(Config{Allow: []string{dir}, Path: filepath.Join(dir, "?.lua"), Stdout: func(b []byte) { out.Write(b) }})
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"local n = 0 return {step = function() n = n + 1 return 'a' .. n end}", "local n = 0 return {step = function() n = n + 1 return 'b' .. n end}",
		"nonsense", "error('bad')", "package.reload('job')", "return {}"}
	write(texts[0])
	if err := setText(vm, "rewrite", func(i int) { write(texts[i]) }); err != nil {
		t.Fatal(err)
	}
	err = vm.Do("=main", `local job = require "job" local step = job.step
		local co = coroutine.wrap(function() while true do coroutine.yield(job.step() .. step()) end end)
		print(co()) rewrite(1) print(package.reload("job")) print(co())
		print(pcall(function() local keep <close> = setmetatable({}, {__close = function() print("closed") end}) rewrite(2) return package.reload("job") end))
		rewrite(3) print(package.reload("job")) rewrite(4) print(package.reload("job"))
		rewrite(5) print(package.reload("job", function(m) return m.step ~= nil, "no step" end)) print(co(), job.step())
		local inner = coroutine.wrap(function() local t = setmetatable({}, {__index = function(_, k) return package.reload(k) end})
			rewrite(3) coroutine.yield(t.job) rewrite(0) coroutine.yield(t.job) return job.step() end) print(inner(), inner(), inner())
		print(pcall(package.reload, "none"), pcall(package.reload, "job", 1))`)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(out.String(), dir, "")
	want := "a1a2\ntrue\nb3a4\nclosed\ntrue\tnil\t/job.lua:1: syntax error near <eof>\nnil\t/job.lua:1: bad\n" +
		"nil\tmodule 'job' is a table, but the new text returns a nil\nnil\tthe check has refused the update: no step\nb5a6\tb7\nnil\ttrue\ta8\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
	if err := vm.verify(); err != nil {
		t.Error(err)
	}
}

// setText gives a script a function of a number.
func setText(vm *VM, name string, f func(int)) error {
	return Func1(vm, name, func(i int) (struct{}, error) { f(i); return struct{}{}, nil })
}

// TestUpdateBroken: a context that is done ends an update and then the script; a panic of the host's goes to the host.
func TestUpdateBroken(t *testing.T) {
	vm, twin := busy(t, 256<<10), busy(t, 256<<10)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for i, v := range []*VM{vm, twin} {
		if err := errors.Join(Func0(v, "cancel", func() (struct{}, error) { cancel(); return struct{}{}, nil }),
			Func0(v, "crash", func() (struct{}, error) { panic("crash") }),
			Func1(v, "update", func(text string) (string, error) {
				_, err := v.Update(Update{Module: "m", Chunk: "@m", Text: text})
				return fmt.Sprint(err), nil
			})); err != nil {
			t.Fatal(i, err)
		}
	}
	func() {
		defer func() {
			if r := recover(); r != "crash" {
				t.Errorf("recovered %v", r)
			}
		}()
		_, _ = vm.Update(Update{Module: "m", Chunk: "@m", Text: "m.n = 5 crash()"})
		t.Error("no panic")
	}()
	serves(t, vm, twin)
	f, err := vm.Load("=t", "local s = update('m.n = 5 cancel() while true do end') while true do s = s .. '' end")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := vm.CallContext(ctx, f); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got := value(t, vm, "m.n .. ' ' .. update('error(1)') .. update('m.n = 7 update(\"\") error(update(\"\"))')"); got != "1 1m:1: lua: an update is under way: wait for its end" {
		t.Error(got)
	}
}

// BenchmarkUpdate is an update of a small module in a heap of 1 MiB that is half full.
func BenchmarkUpdate(b *testing.B) {
	vm := busy(b, 1<<20)
	if err := vm.Do("=fill", "fill = {} for i = 1, 5000 do fill[i] = {i, x = i} end collectgarbage()"); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := range b.N {
		text := fmt.Sprintf("local M = {n = %d} function M.f() M.n = M.n + 1 return M.n end return M", i)
		if _, err := vm.Update(Update{Module: "m", Chunk: "@m", Text: text}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(vm.Usage().Used), "bytes-used")
}

// TestUpdateLeavesGlobalsPlain: after an update of the program itself a global that there is not is nil, as before.
func TestUpdateLeavesGlobalsPlain(t *testing.T) {
	vm, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Do("@p.lua", "x = 1"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := vm.Update(Update{Chunk: "@p.lua", Text: "x = 1 function f() return nothing end"}); err != nil {
			t.Fatal(err)
		}
		if err := vm.Do("=t", "assert(nothing == nil and getmetatable(_G) == nil and f() == nil)"); err != nil {
			t.Fatal(err)
		}
	}
}
