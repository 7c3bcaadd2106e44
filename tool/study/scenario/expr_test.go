package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func TestExpr(t *testing.T) {
	values := map[string]float64{"a": 1, "b.c": 2, "nan": math.NaN()}
	for text, want := range map[string]bool{
		"a == 1": true, "a + b.c * 3 == 7": true, "(a + b.c) * 3 == 9": true, "-a < 0": true, "a - -a == 2": true,
		"a < b.c && b.c < 3": true, "a > 1 || b.c >= 2": true, "!(a > 1)": true, "a != 1": false, "1 / 4 == .25": true,
		"nan == nan": false, "nan != 0": false, "nan < 1": false, "!(nan < 1)": true, "1e3 == 1000": true, "8 - 4 - 2 == 2": true,
		"a == 1 || a == 2 && a == 3": true, "8/4/2 == 1": true,
	} {
		e, err := ParseExpr(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := e.Holds(func(n string) float64 { return values[n] }); got != want {
			t.Errorf("%s is %v", text, got)
		}
	}
}

func TestExprFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                "column 1: something is missing here: a number, a name or a (",
		"a":               "column 1: this is a number: compare it with something, as in x < 3",
		"a = 3":           "column 3: '=' has no meaning here: write == to compare",
		"a < 3 &":         "column 7: '&' has no meaning here: write &&",
		"a < b < c":       "column 7: \"<\" does not belong here: join two assertions by && or ||",
		"a < (b":          "column 7: a ) is missing",
		"a < 3 + (b < 2)": "column 10: this is true or false, and a number is needed here",
		"1.2.3 < 1":       "column 1: \"1.2.3\" is no number",
		"a < é":           "column 5: 'é' has no meaning here: write + - * / == != < <= > >= && || ! ( ), numbers and names",
		"a && b":          "column 1: this is a number: compare it with something, as in x < 3",
		"a < 3)":          "column 6: \")\" does not belong here: join two assertions by && or ||",
	} {
		_, err := ParseExpr(text)
		f, _ := err.(diag.Fault)
		if got := fmt.Sprintf("column %d: %s", f.Column, f.What); got != want || f.Line != 1 {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// node is a random expression as text and its value.
type exprNode struct {
	text string
	x    float64
}

func drawNumber(t *rapid.T, depth int) exprNode {
	if depth == 0 || rapid.Bool().Draw(t, "leaf") {
		x := float64(rapid.IntRange(0, 9).Draw(t, "x"))
		return exprNode{fmt.Sprint(x), x}
	}
	a, b := drawNumber(t, depth-1), drawNumber(t, depth-1)
	switch rapid.IntRange(0, 3).Draw(t, "op") {
	case 0:
		return exprNode{"(" + a.text + "+" + b.text + ")", a.x + b.x}
	case 1:
		return exprNode{"(" + a.text + " - " + b.text + ")", a.x - b.x}
	case 2:
		return exprNode{a.text + "*" + b.text, a.x * b.x}
	default:
		return exprNode{"(-" + a.text + ")", -a.x}
	}
}

func TestExprValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawNumber(t, 4), drawNumber(t, 4)
		e, err := ParseExpr(a.text + " < " + b.text)
		if err != nil {
			t.Fatal(err)
		}
		if e.Holds(nil) != (a.x < b.x) {
			t.Fatalf("%v: %g and %g", e, a.x, b.x)
		}
	})
}

func FuzzExpr(f *testing.F) {
	for _, s := range []string{"a < 3", "!(a.b != 1e3) && c >= -2/x || 1 == 1", "((((", "1e+", "a && !!b", "\x80 < 1"} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, text string) {
		e, err := ParseExpr(text)
		if err != nil {
			if x := err.(diag.Fault); x.Column < 1 || x.Column > len(text)+1 {
				t.Fatalf("column %d of %q", x.Column, text)
			}
			return
		}
		e.Holds(func(string) float64 { return 1 })
		for _, n := range e.Names() {
			if n.Text != text[n.Column-1:n.Column-1+len(n.Text)] {
				t.Fatalf("%q is not at column %d of %q", n.Text, n.Column, text)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("program: toy\nfor: 1s\nparams: {gain: [0.1, 0.2], period: {from: 1ms, to: 5ms, step: 1ms}}\nassert: [mean < 3]")
	f.Add("program: toy\nfor: ${t}\nvars: {t: [1s, 2s]}\nseeds: [1..3, 7]\nfaults:\n- at: ${t}\n  do: noise.dead")
	f.Add("a: &x [*x]\n<<: *x")
	fuzz.Run(f, func(t *testing.T, text string) {
		s, err := Parse("x.yaml", []byte(text))
		if err == nil && len(s.Params)+len(s.Vars) < 4 && len(s.Seeds) < 100 {
			readsBack2(t, s)
		}
	})
}

// FuzzRun makes runs of what a queue might deliver.
func FuzzRun(f *testing.F) {
	f.Add([]byte(`{"n":1,"id":"a","program":"toy","params":[{"name":"gain","value":{"text":"0.3"}}],"seed":1,"for":1000000000}`))
	f.Add([]byte(`{"program":"toy","faults":[{"at":-5,"do":"noise.dead","for":3}],"set":[{"at":1,"door":"control.order","value":{"Bias":1}}],"assert":["x <"]}`))
	fuzz.Run(f, func(t *testing.T, b []byte) {
		var r Run
		if json.Unmarshal(b, &r) != nil {
			return
		}
		r.Mocks = nil // they read files
		if inst, err := Make(&r, specs); (inst == nil) == (err == nil) {
			t.Fatalf("instance %v, error %v", inst, err)
		}
		r.Judge(nil)
		r.Alone(".").YAML()
	})
}

func readsBack2(t *testing.T, s *Scenario) {
	if _, err := Parse("again.yaml", s.YAML()); err != nil {
		t.Fatalf("%v\n%s", err, s.YAML())
	}
}

func FuzzINI(f *testing.F) {
	f.Add("[General]\nprogram = toy\nsim-time-limit = 1s\n**.gain = ${g=0.1, 0.2..0.5 step 0.1}\nrepeat = 3\nseed-set = ${repetition}")
	f.Add("[Config A]\nextends = B\n[Config B]\n**.kind = ${\"plain\", \"double\" ! g} # c\\\n")
	fuzz.Run(f, func(t *testing.T, text string) {
		if s, err := ParseINI("x.ini", []byte(text), ""); err == nil {
			readsBack2(t, s)
		}
	})
}
