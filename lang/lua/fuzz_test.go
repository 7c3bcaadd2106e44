package lua

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// FuzzScript runs any text in a small heap with a small budget: whatever it is, it ends, with a result or an error of
// Lua's, and leaves a heap that is whole.
func FuzzScript(f *testing.F) {
	f.Add(everything)
	for _, s := range []string{
		"local t = setmetatable({}, {__index = function(t, k) return t[k + 1] end}) return t[1]",
		"local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
		"local function f() return f() + 1 end return f()",
		"return ('a'):rep(1e8)", "return (('a'):rep(300)):find(('a*'):rep(30) .. 'b')",
		"local t = {} for i = 1, 1e9 do t[i] = i end", "while true do end", "::a:: goto a", "return string.format('%99.99f', 1e308)",
		"error(setmetatable({}, {__tostring = error}))", "xpcall(error, function() error() end)", "local x <close> = setmetatable({}, {__close = error}) error()",
		"coroutine.wrap(function() coroutine.wrap(coroutine.yield)() error() end)()", "setmetatable({}, {__gc = function() error() end}) collectgarbage()",
		"local co co = coroutine.wrap(function() co() end) co()", "return load(string.rep('(', 500))", "table.sort({3, 2, 1, 4, 5}, function() return true end)",
		"return table.unpack({}, 1, 1e7)", "string.pack('i16', -1)", "local a <const> = 1; a = 2", "return #'x' .. {}", "for k in pairs(_G) do _G[k] = nil end",
		"pcall(string.gsub, 'x', '.', function() error() end)", "return select(-1)", "table.move({}, 1, 1e12, 2)", "table.remove(setmetatable({}, {__len = function() return 1 << 60 end}), 1)", "return ...", "x = 1 // 0", "return 1 < 'x'", "debug.traceback(coroutine.create(print))",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		vm, err := New(Config{Heap: 128 << 10, Budget: 20000})
		if err != nil {
			t.Fatal(err)
		}
		err = vm.Do("=fuzz", text)
		var fault *Error
		var exit Exit
		if err != nil && !errors.As(err, &fault) && !errors.As(err, &exit) {
			t.Fatalf("%T: %v", err, err)
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
