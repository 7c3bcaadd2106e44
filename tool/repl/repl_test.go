package repl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/lua"
)

// said runs lines that come from a file, and gives what is shown and what is complained of.
func said(t *testing.T, c lua.Config, lines string) (out, faults string, err error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var o, f strings.Builder
	c.Stdout = func(b []byte) { o.Write(b) }
	vm, err := lua.New(c)
	if err != nil {
		t.Fatal(err)
	}
	err = Run(Config{VM: vm, In: in, Faults: &f, Explain: func(e error) string {
		if errors.Is(e, lua.ErrBudget) {
			return ": too long"
		}
		return ""
	}})
	return o.String(), f.String(), err
}

// TestLines: what does not come from a terminal is run line by line, and a fault is not forgotten.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		in, out, faults string
		err             error
	}{
		{"", "", "", nil},
		{"1\n\n = 2\r\nx = 3\nx", "1\n2\n3\n", "", nil},
		{"nil\nprint(1)\nreturn\n::a::\n", "nil\n1\n", "", nil},
		{"if true then\n\n-- not yet\nprint(4)\nend\n", "4\n", "", nil},
		{"print('a\nb')\n", "", "stdin:1: unfinished string near ''a'\n", ErrLines},
		{"print [[a\nb]]\n", "a\nb\n", "", nil},
		{"while true do end\n5\n", "5\n", "stdin:1: instruction budget exhausted: too long\nstack traceback:\n\tstdin:1: in main chunk\n", ErrLines},
		{"if x then\n", "", "the input ends in the middle of a statement\n", ErrLines},
		{"error({})\nerror(setmetatable({}, {__tostring = function() return 'e' end}))\n", "", "(error object is a table value)", ErrLines},
		{"print(2)\nos.exit(3)\nprint(4)\n", "2\n", "", lua.Exit{Status: 3}},
		{":memory", "", "", nil},
		{"package.loaded.repl = nil\n1\n", "", "attempt to call a nil value", ErrLines},
	} {
		out, faults, err := said(t, lua.Config{Budget: 100_000}, c.in)
		if out != c.out && !strings.HasPrefix(c.in, ":") || !strings.HasPrefix(faults, c.faults) || faults != "" && c.faults == "" || fmt.Sprint(err) != fmt.Sprint(c.err) {
			t.Errorf("%q: shown %q, complained %q, %v", c.in, out, faults, err)
		}
	}
}

// TestComplete: what can follow what.
func TestComplete(t *testing.T) {
	vm, err := lua.New(lua.Config{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	s := Config{VM: vm, In: in, Faults: os.Stderr}
	if err := Run(s); err != nil {
		t.Fatal(err)
	}
	if s.Machine, err = newLocal(vm); err != nil {
		t.Fatal(err)
	}
	type vec struct{ X, Y float64 }
	if _, err := lua.Describe[vec](vm, "Vec"); err != nil {
		t.Fatal(err)
	}
	if err := vm.Do("=t", `v = {at = Vec(), ["a b"] = 1, ["end"] = 2, [3] = 4, ["ärm"] = 1}
		o = setmetatable({own = 1}, {__index = setmetatable({far = 1}, {__index = {further = print}})})
		bad = setmetatable({}, {__index = error, __pairs = error}) loop = {} setmetatable(loop, {__index = loop})`); err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"coro|":             "coroutine|",
		"x = coroutine.wr|": "x = coroutine.wrap|",
		"coroutine.w| (f)":  "coroutine.wrap| (f)",
		"v.|":               "v.at|",
		"v.at.|":            "v.at.| x y",
		"v.at:|":            "v.at:| x y",
		"o.fa|":             "o.far|",
		"o.f|":              "o.f| far further",
		"o:|":               "o:further|",
		"bad.x|":            "bad.x|",
		"loop.x.|":          "loop.x.|",
		"f().x|":            "f().x|",
		"|":                 "",
		"nothing.at.all|":   "nothing.at.all|",
		"('x'):re|":         "('x'):re|",
		"_VERSION:re|":      "_VERSION:re| rep reverse",
		"unt|":              "until|",
	} {
		pos := strings.IndexByte(in, '|')
		line, at, choices := (&session{Config: s}).complete(in[:pos]+in[pos+1:], pos)
		got := strings.TrimSuffix(line[:at]+"|"+line[at:]+" "+strings.Join(choices, " "), " ")
		if in == "|" {
			if len(choices) < 20 {
				t.Errorf("of all names there are %v", choices)
			}
			continue
		}
		if got != want {
			t.Errorf("%s becomes %s, not %s", in, got, want)
		}
	}
}

// TestHistory: the newest lines stay, a file that is too long is cut, and one that cannot be written is said once.
func TestHistory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "h")
	var faults []string
	h := remember(file, func(s string) { faults = append(faults, s) })
	for i := range mostLines + 500 {
		h.Add(fmt.Sprint("line ", i))
		h.Add(fmt.Sprint("line ", i))
		h.Add("  ")
	}
	if h.Len() != mostLines || h.At(0) != fmt.Sprint("line ", mostLines+499) || h.At(mostLines-1) != "line 500" {
		t.Errorf("%d lines from %q to %q", h.Len(), h.At(0), h.At(h.Len()-1))
	}
	again := remember(file, func(s string) { faults = append(faults, s) })
	text, err := os.ReadFile(file)
	if err != nil || again.Len() != mostLines || again.At(0) != h.At(0) || strings.Count(string(text), "\n") != mostLines {
		t.Errorf("%d lines of %d, %v", again.Len(), strings.Count(string(text), "\n"), err)
	}
	if len(faults) > 0 {
		t.Error(faults)
	}
	h = remember(filepath.Join(file, "below a file"), func(s string) { faults = append(faults, s) })
	h.Add("a")
	h.Add("b")
	if len(faults) != 1 || h.Len() != 2 {
		t.Errorf("%d lines, faults %q", h.Len(), faults)
	}
	t.Setenv("XDG_STATE_HOME", "/s")
	if f, err := StateFile("n"); f != "/s/sinew/n" || err != nil {
		t.Error(f, err)
	}
}
