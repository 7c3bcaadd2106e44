package lua

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// seeds are texts that reach far into the machine, or are wrong.
func seeds(f *testing.F) {
	f.Helper()
	f.Add(everything)
	scripts, _ := filepath.Glob("testdata/conformance/*.lua")
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if len(line) > 40 && len(line) < 400 {
				f.Add(line)
			}
		}
	}
	for _, s := range badInputs {
		f.Add(s)
	}
}

// badInputs must end within the budget, with a result or an error.
var badInputs = []string{
	"local t = setmetatable({}, {__index = function(t, k) return t[k + 1] end}) return t[1]",
	"local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
	"local t = setmetatable({}, {}) getmetatable(t).__newindex = t t.x = 1",
	"local t = setmetatable({}, {}) getmetatable(t).__call = t return t()",
	"local function f() return f() + 1 end return f()", "local function f() return f() end return f()",
	"local function f() return pcall(f) end return f()", "local function f() return xpcall(f, f) end return f()",
	"local m = {} m.__eq = function(a, b) return a == b end return setmetatable({}, m) == setmetatable({}, m)",
	"local m = {} m.__lt = function(a, b) return a < b end return setmetatable({}, m) < setmetatable({}, m)",
	"local m = {} m.__concat = function(a, b) return a .. b end return setmetatable({}, m) .. 'x'",
	"local m = {} m.__len = function(a) return #a end return #setmetatable({}, m)",
	"local m = {} m.__tostring = function(a) return tostring(a) end return tostring(setmetatable({}, m))",
	"local m = {} m.__gc = function(o) setmetatable(o, m) end setmetatable({}, m) for i = 1, 1e9 do local t = {} end",
	"local m = {} m.__gc = function(o) while true do end end setmetatable({}, m) collectgarbage()",
	"local m = {} m.__gc = function(o) error(o) end for i = 1, 100 do setmetatable({}, m) end collectgarbage() collectgarbage()",
	"local m = {} m.__close = function(o) while true do end end local x <close> = setmetatable({}, m)",
	"local m = {} m.__close = function(o) local y <close> = setmetatable({}, m) end local x <close> = setmetatable({}, m)",
	"local m = {} m.__pairs = function(o) return pairs(o) end for k in pairs(setmetatable({}, m)) do end",
	"return ('a'):rep(1e8)", "return (''):rep(1e15)", "return (('a'):rep(300)):find(('a*'):rep(30) .. 'b')", "return (('a'):rep(200)):find(('.-'):rep(20) .. 'b')",
	"return (('('):rep(5000)):find(('%b()'):rep(20))", "return (('a'):rep(5000)):gsub('a', '%0%0%0'):rep(9)", "return ('x'):find(('('):rep(40))",
	"local t = {} for i = 1, 1e9 do t[i] = i end", "local t = {} while true do t = {t} end", "local s = 'x' while true do s = s .. s end", "local s = '' while true do s = s .. 'x' end",
	"while true do end", "::a:: goto a", "repeat until false", "for i = 1, math.huge do end", "for i = 1.0, 1e300, 1e-300 do end", "return string.format('%99.99f', 1e308)",
	"error(setmetatable({}, {__tostring = error}))", "xpcall(error, function() error() end)", "xpcall(error, function(e) return xpcall(error, error, e) end)",
	"xpcall(function() local function f() return f() + 1 end f() end, function(e) local function g() return g() + 1 end g() end)",
	"local x <close> = setmetatable({}, {__close = error}) error()", "pcall(pcall, pcall, pcall, error)",
	"coroutine.wrap(function() coroutine.wrap(coroutine.yield)() error() end)()", "setmetatable({}, {__gc = function() error() end}) collectgarbage()",
	"local co co = coroutine.wrap(function() co() end) co()", "local function f() return coroutine.wrap(f)() end return f()", "return load(string.rep('(', 500))", "return load(('a = a '):rep(5000))",
	"table.sort({3, 2, 1, 4, 5}, function() return true end)", "table.sort({3, 2, 1}, function(a, b) coroutine.yield() end)",
	"local co = coroutine.wrap(function() pcall(coroutine.yield, setmetatable({}, {__index = coroutine.yield}).x) end) co() co() co()",
	"return table.unpack({}, 1, 1e7)", "return table.concat(setmetatable({}, {__len = function() return 1 << 60 end, __index = function() return 'x' end}))", "string.pack('i16', -1)", "local a <const> = 1; a = 2",
	"return #'x' .. {}", "for k in pairs(_G) do _G[k] = nil end", "pcall(string.gsub, 'x', '.', function() error() end)", "return select(-1)", "table.move({}, 1, 1e12, 2)",
	"table.remove(setmetatable({}, {__len = function() return 1 << 60 end}), 1)", "table.insert(setmetatable({}, {__len = function() return 1 << 60 end}), 1, 1)", "return ...", "x = 1 // 0", "return 1 < 'x'", "debug.traceback(coroutine.create(print))",
	"debug.setlocal(1, 1, debug)", "debug.sethook(function() while true do end end, '', 1) for i = 1, 1e9 do end", "load(function() return load(function() error() end) end)",
}

// TestBadInputs runs them in a small and in a smaller heap.
func TestBadInputs(t *testing.T) {
	for _, text := range badInputs {
		for _, heap := range []int64{96 << 10, 1 << 20} {
			runAny(t, text, heap, 100_000)
		}
	}
}

// made is a machine and how it was at first. To set it back to that takes less time than to make another.
type made struct {
	vm           *VM
	first        VM
	cells        []Value
	gaps3, gaps8 bitTree
}

func asMade(vm *VM) *made {
	vm.functions, vm.types = slices.Clip(vm.functions), slices.Clip(vm.types) // what is added goes elsewhere
	m := &made{vm: vm, first: *vm, cells: slices.Clone(vm.cells)}
	for i := range vm.gaps3 {
		m.gaps3, m.gaps8 = append(m.gaps3, slices.Clone(vm.gaps3[i])), append(m.gaps8, slices.Clone(vm.gaps8[i]))
	}
	return m
}

// again sets everything back.
func (m *made) again() *VM {
	*m.vm = m.first
	copy(m.vm.cells, m.cells)
	for i := range m.gaps3 {
		copy(m.vm.gaps3[i], m.gaps3[i])
		copy(m.vm.gaps8[i], m.gaps8[i])
	}
	return m.vm
}

// TestAgain: whatever has run, the machine is then as a new one.
func TestAgain(t *testing.T) {
	c := Config{Heap: 96 << 10, Budget: 5000}
	fresh, err1 := New(c)
	used, err2 := New(c)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	m := asMade(used)
	want, err := fresh.Save(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(badInputs, everything) {
		vm := m.again()
		if got, err := vm.Save(nil); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("before %s: it differs from a new one: %v", text, err)
		}
		if err := vm.verify(); err != nil {
			t.Fatal(err)
		}
		if err := Func0(vm, "added", func() (int, error) { return 1, nil }); err != nil {
			t.Fatal(err)
		}
		_ = vm.Do("=t", text)
		if state, err := vm.Save(nil); err == nil { // Restore exchanges the arena
			if err := vm.Restore(state); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// runAny runs any text: whatever it is, it ends, with a result or an error of Lua's, and leaves a heap that is sound.
func runAny(t *testing.T, text string, heap, budget int64) {
	t.Helper()
	vm, err := New(Config{Heap: heap, Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	runOn(t, vm, text)
}

func runOn(t *testing.T, vm *VM, text string) {
	t.Helper()
	err := vm.Do("=fuzz", text)
	var fault *Error
	var exit Exit
	if err != nil && !errors.As(err, &fault) && !errors.As(err, &exit) {
		t.Fatalf("%T: %v", err, err)
	}
	if err := vm.verify(); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
}

// FuzzScript runs any text in a small heap with a small budget.
func FuzzScript(f *testing.F) {
	seeds(f)
	vm, err := New(Config{Heap: 96 << 10, Budget: 5000})
	if err != nil {
		f.Fatal(err)
	}
	p := asMade(vm)
	fuzz.Run(f, func(t *testing.T, text string) { runOn(t, p.again(), text) })
}

// FuzzCompile compiles any text: what it makes of it passes the checks of code.
func FuzzCompile(f *testing.F) {
	seeds(f)
	vm, err := New(Config{Heap: 128 << 10, Libs: []Lib{}})
	if err != nil {
		f.Fatal(err)
	}
	p := asMade(vm)
	fuzz.Run(f, func(t *testing.T, text string) {
		vm := p.again()
		var fault *Error
		if _, err := vm.Load("=fuzz", text); err != nil && !errors.As(err, &fault) {
			t.Fatalf("%T: %v", err, err)
		}
		if err := vm.verify(); err != nil {
			t.Fatal(err)
		}
	})
}

// hostText is what the host of FuzzAPI calls.
const hostText = `function work(a, b) local t = {a, b, name = tostring(b)} for i = 1, 20 do t[i] = {i, t} end return t, #t end
		function co(n) return coroutine.wrap(function() for i = 1, n or 3 do coroutine.yield(i) end end) end function bad() error({}) end
		function run(n) for i = 1, 1e6 do local c = co(3) keep = work(i, c()) end end`

// hosting is a machine that has run the host's text.
func hosting(t testing.TB, host *Code) *VM {
	vm, err := New(Config{Heap: 96 << 10, Budget: 3000})
	if err != nil {
		t.Fatal(err)
	}
	main, err := vm.LoadCode(host)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := vm.Call(main); err != nil {
		t.Fatal(err)
	}
	return vm
}

// FuzzAPI does what a host does, in any order: tables, calls, pieces, states, collections.
func FuzzAPI(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add([]byte("\x09\x05\x0a\x05\x0b\x05\x06\x05\x07\x05\x0c\x05\x08"))
	f.Add([]byte{3, 9, 3, 200, 10, 9, 9, 1, 10, 77, 11, 11, 5, 12, 0, 10, 250, 13, 4, 4, 4})
	host, err := Compile("=api", hostText)
	if err != nil {
		f.Fatal(err)
	}
	p := asMade(hosting(f, host))
	fuzz.Run(f, func(t *testing.T, ops []byte) {
		vm := p.again()
		var state []byte
		var fault *Error
		values := []Value{Nil, Int(1), Float(0.5), Bool(true), Light(7)}
		for i := 0; i+1 < len(ops) && i < 200; i += 2 {
			n := int(ops[i+1])
			v := values[n%len(values)]
			var err error
			switch ops[i] % 14 {
			case 0:
				err = vm.Try(func() { v = vm.NewTable(n%40, n%17) })
			case 1:
				err = vm.Try(func() { v = vm.String(strings.Repeat("x", n)) })
			case 2:
				err = vm.SetGlobal("keep", v)
			case 3:
				_, err = vm.Call(vm.Global("work"), v, Int(int64(n)))
				v = vm.Result(n % 3)
			case 4:
				_, err = vm.Call(vm.Global([]string{"co", "bad", "keep", "nothing", "string.rep"}[n%5]), v)
			case 5:
				err = vm.Try(func() { vm.Set(vm.Global("keep"), v, Int(int64(n))) })
			case 6:
				v = vm.Get(vm.Global("keep"), Int(int64(n)))
			case 7:
				for k := range vm.Pairs(vm.Global("keep")) {
					v = k
				}
			case 8:
				vm.Len(v)
			case 9:
				err = vm.Start(vm.Global("run"), v)
				fault = nil
			case 10:
				_, err = vm.Step(int64(n) * 7)
			case 11:
				state, err = vm.Save(state[:0])
			case 12:
				if len(state) > 0 {
					err = vm.Restore(state)
				}
			case 13:
				err = vm.Do("=api", "collectgarbage('step', 200) keep = nil")
			}
			if err != nil && !errors.As(err, &fault) && err.Error() != "lua: Start takes a Lua function" {
				t.Fatal(err)
			}
			if !v.heaped() { // what is kept between calls must be in a global
				values = append(values, v)
			} else if err := vm.SetGlobal("last", v); err != nil && !errors.As(err, &fault) {
				t.Fatal(err)
			}
		}
		if err := vm.verify(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestErrors holds what is said of texts and runs that are wrong.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"x = = 1":                   "t:1: unexpected symbol near '='",
		"for i = 1 do end":          "t:1: ',' expected near 'do'",
		"\n\nif x then":             "t:3: 'end' expected near <eof>",
		"x = 'abc":                  "t:1: unfinished string near <eof>",
		"goto nowhere":              "t:1: no visible label 'nowhere' for goto at line 1",
		"break":                     "t:1: break outside a loop at line 1 near <eof>",
		"x = 0x":                    "t:1: malformed number near '0x'",
		"local x <const> = 1 x = 2": "t:1: attempt to assign to const variable 'x'",
		"return " + strings.Repeat("(", 300) + "1": "t:1: chunk has too many syntax levels (limit is 200) near '('",
		"\nerror('x')":           "t:2: x",
		"local t = {} t.a.b = 1": "t:1: attempt to index a nil value (field 'a')",
		"error({})":              "(error object is a table value)",
		"string.rep()":           "t:1: bad argument #1 to 'rep' (string expected, got no value)",
		"('x'):rep({})":          "t:1: bad argument #1 to 'rep' (number expected, got table)",
	} {
		vm, err := New(Config{})
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.Do("=t", text); err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
	var e *syntax.Error
	if _, err := syntax.Parse("t", "x ="); !errors.As(err, &e) || e.Line != 1 {
		t.Errorf("%v", e)
	}
}

// TestNoGoMemory: once a script runs, Go allocates nothing, whatever it does with tables, closures, strings and
// coroutines.
func TestNoGoMemory(t *testing.T) {
	vm, err := New(Config{Heap: 512 << 10})
	if err != nil {
		t.Fatal(err)
	}
	err = vm.Do("=steady", `local co = coroutine.wrap(function() while true do coroutine.yield({}) end end)
		function work(n)
			local t = {x = n, y = {n}} local s = "k" .. n % 100 t[s] = function() return t end
			for i = 1, 10 do t[i] = i * 0.5 + (co() and 1 or 2) end
			for k, v in pairs(t) do if k == s then v() end end
			return #t + #s
		end`)
	if err != nil {
		t.Fatal(err)
	}
	f, n := vm.Global("work"), int64(0)
	call := func() {
		n++
		if _, err := vm.Call(f, Int(n)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2000 {
		call()
	}
	if a := testing.AllocsPerRun(2000, call); a != 0 {
		t.Errorf("%g allocations of Go's memory a call", a)
	}
	if err := vm.verify(); err != nil {
		t.Error(err)
	}
	if u := vm.Usage(); u.Fragmentation() > 0.5 || u.High > u.Size {
		t.Errorf("%+v", u)
	}
}
