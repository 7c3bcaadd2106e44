package lua

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// TestHostTables: what a host builds is what a script sees, and the other way round.
func TestHostTables(t *testing.T) {
	vm, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Do("=t", "function swap(a) local r = {z = a.list[2], a = #a.list} r[1] = a.name .. a.x return r end"); err != nil {
		t.Fatal(err)
	}
	var a Value
	if err := vm.Try(func() {
		list := vm.NewTable(2, 0)
		vm.Set(list, Int(1), Float(0.5))
		vm.Set(list, Float(2), Bool(true))
		a = vm.NewTable(0, 3)
		vm.Set(a, vm.String("list"), list)
		vm.Set(a, vm.String("name"), vm.String("n"))
		vm.Set(a, vm.String("x"), Int(7))
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := vm.Call(vm.Global("swap"), a); err != nil {
		t.Fatal(err)
	}
	r := vm.Result(0)
	got := ""
	for k, v := range vm.Pairs(r) {
		got += vm.Text(k) + "=" + vm.Text(v) + v.Type() + " "
	}
	if want := "1=n7string z=boolean a=2number "; got != want || vm.Len(r) != 1 || vm.Text(vm.Get(r, Int(1))) != "n7" {
		t.Errorf("%q with %d in the list, want %q", got, vm.Len(r), want)
	}
	for range vm.Pairs(r) {
		break
	}
	for range vm.Pairs(Int(1)) {
		t.Error("a number has an element")
	}
	if vm.Len(Nil) != 0 || !vm.Get(Int(1), Int(1)).IsNil() {
		t.Error("what is no table has elements")
	}
	for _, f := range []func(){func() { vm.Set(Int(1), Int(1), Nil) }, func() { vm.Set(r, Nil, Int(1)) }, func() {
		for {
			vm.Set(r, Int(int64(vm.Len(r))+1), vm.NewTable(1000, 0))
		}
	}} {
		if err := vm.Try(f); err == nil {
			t.Error("no error")
		}
	}
	if err := vm.verify(); err != nil {
		t.Error(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		for k, v := range vm.Pairs(a) {
			_, _ = k, v
		}
		vm.Set(a, Int(3), vm.Get(a, Int(2)))
	}); n != 0 {
		t.Errorf("%v allocations of Go", n)
	}
}

// TestCauses: an error tells what stopped the script, and where.
func TestCauses(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		text, where, message string
		cause                error
		context              context.Context
	}{
		{"local a = 1\nwhile true do a = a + 1 end", "t:2: ", "t:2: instruction budget exhausted", ErrBudget, nil},
		{"\nlocal t = {} while true do t[#t + 1] = {t} end", "t:2: ", "not enough memory", ErrMemory, nil},
		{"\nstring.rep('x', 1e6)", "t:2: ", "t:2: the text is longer than 1000 bytes", nil, nil},
		{"local s = 'xx' for i = 1, 20 do s = s .. s end", "t:1: ", "t:1: the text is longer than 1000 bytes", nil, nil},
		{"\n\nerror({})", "t:3: ", "(error object is a table value)", nil, nil},
		{"error('word', 0)", "t:1: ", "word", nil, nil},
		{"while true do end", "t:1: ", "t:1: context canceled", context.Canceled, done},
	} {
		vm, err := New(Config{Heap: 256 << 10, Budget: 100_000, MaxText: 1000, Context: c.context})
		if err != nil {
			t.Fatal(err)
		}
		var e *Error
		if err := vm.Do("=t", c.text); !errors.As(err, &e) || e.Message != c.message || e.Where != c.where || !errors.Is(err, c.cause) && c.cause != nil || e.Cause != c.cause {
			t.Errorf("%q: %#v", c.text, err)
		}
		if err := vm.Do("=t", "error('x', 0)"); c.context == nil && (!errors.As(err, &e) || e.Cause != nil) {
			t.Errorf("the next error is %#v", e)
		}
	}
}

// TestColumns: faults of the text have columns where they are of one token.
func TestColumns(t *testing.T) {
	vm, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]int{
		"function value( return 1 end": {1, 17},
		"local x = 1\n  x = = 2":       {2, 7},
		"x = ":                         {1, 5},
		"x =\n '\\q'":                  {2, 2},
		"x = [[\n\n":                   {3, 1},
		"goto nowhere":                 {1, 0},
	} {
		var bad *syntax.Error
		if err := vm.Do("=t", text); !errors.As(err, &bad) || bad.Line != want[0] || bad.Column != want[1] {
			t.Errorf("%q: %+v, want %v", text, bad, want)
		}
	}
}

// TestNoOffsets: where things lie in the heap does not show.
func TestNoOffsets(t *testing.T) {
	var out strings.Builder
	vm, err := New(Config{NoOffsets: true, Stdout: func(b []byte) { out.Write(b) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Do("=t", "print({}, print, function() end, string.format('%s %p', {}, {}))"); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "table\tfunction\tfunction\ttable table\n" {
		t.Errorf("%q", got)
	}
}

// TestPanicOfTheHost panics in a Go function that a script calls: the host's recover sees where, and the machine goes on.
func TestPanicOfTheHost(t *testing.T) {
	vm, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.SetFunction("bad", hostsFault); err != nil {
		t.Fatal(err)
	}
	if err := vm.Do("=test", "function f() bad() end function g() return 7 end"); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if r := recover(); r != "of the host" {
				t.Errorf("recovered %v", r)
			}
			if stack := string(debug.Stack()); !strings.Contains(stack, "hostsFault") {
				t.Errorf("the stack does not show where it was:\n%s", stack)
			}
		}()
		_, _ = vm.Call(vm.Global("f"))
	}()
	if n, err := vm.Call(vm.Global("g")); n != 1 || err != nil || vm.Result(0) != Int(7) {
		t.Errorf("after the panic g gave %d results, %v", n, err)
	}
}

func hostsFault(*VM, int) int { panic("of the host") }
