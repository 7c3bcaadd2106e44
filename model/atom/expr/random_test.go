package expr

import (
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

var rewrite = flag.Bool("rewrite", false, "write rendered_test.go again")

// chooser is what random expressions are drawn from.
type chooser func(n int) int

// grower grows random expressions that have a type.
type grower struct {
	choose chooser
	names  []string
}

func (g *grower) pick(of ...string) string { return of[g.choose(len(of))] }

// ratio grows a number without a unit.
func (g *grower) ratio(depth int) string {
	if depth <= 0 {
		return g.pick(append([]string{"e", "last", "0", "1", "2.5", "-3", "1e-3", "0.1", "30 deg", "pi", "1e300", "7"}, g.names...)...)
	}
	d := depth - 1
	switch g.choose(22) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", g.ratio(d), g.ratio(d))
	case 2, 3:
		return fmt.Sprintf("(%s - %s)", g.ratio(d), g.ratio(d))
	case 4, 5:
		return fmt.Sprintf("(%s * %s)", g.ratio(d), g.ratio(d))
	case 6:
		return fmt.Sprintf("(%s / %s)", g.ratio(d), g.ratio(d))
	case 7:
		return fmt.Sprintf("(%s * %s)", g.speed(d), g.pick("dt", "1 s", "100 ms", "(1 / k1)"))
	case 8:
		return fmt.Sprintf("(%s / %s)", g.speed(d), g.speed(d))
	case 9:
		return fmt.Sprintf("(%s ? %s : %s)", g.truth(d), g.ratio(d), g.ratio(d))
	case 10:
		return fmt.Sprintf("%s(%s)", g.pick("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "sqrt", "abs", "wrap", "floor", "ceil", "round"), g.ratio(d))
	case 11:
		return fmt.Sprintf("%s(%s, %s)", g.pick("min", "max", "hypot", "mod", "atan2"), g.ratio(d), g.ratio(d))
	case 12:
		return fmt.Sprintf("clamp(%s, %s, %s)", g.ratio(d), g.ratio(d), g.ratio(d))
	case 13:
		return fmt.Sprintf("sign(%s)", g.speed(d))
	case 14:
		return fmt.Sprintf("(%s ^ %s)", g.ratio(d), g.pick("2", "3", "-1", "0", "-2", "16", "0.5", "e"))
	case 15:
		return fmt.Sprintf("number(%s)", g.truth(d))
	case 16:
		return fmt.Sprintf("number(%s)", g.whole(d))
	case 17:
		return fmt.Sprintf("-%s", g.ratio(d))
	case 18:
		return fmt.Sprintf("if(%s, %s, %s)", g.truth(d), g.ratio(d), g.ratio(d))
	case 19:
		return fmt.Sprintf("max(%s, %s, %s)", g.ratio(d), g.ratio(d), g.ratio(d))
	}
	return g.ratio(d)
}

// speed grows an angular speed.
func (g *grower) speed(depth int) string {
	if depth <= 0 {
		return g.pick("de", "k1", "0.5 rad/s", "10 Hz", "-20 deg/s")
	}
	d := depth - 1
	switch g.choose(6) {
	case 0:
		return fmt.Sprintf("(%s + %s)", g.speed(d), g.speed(d))
	case 1:
		return fmt.Sprintf("(%s * %s)", g.speed(d), g.ratio(d))
	case 2:
		return fmt.Sprintf("clamp(%s, %s, %s)", g.speed(d), g.speed(d), g.speed(d))
	case 3:
		return fmt.Sprintf("sqrt(%s * k2 / k1)", g.speed(d))
	case 4:
		return fmt.Sprintf("(%s ? %s : %s)", g.truth(d), g.speed(d), g.speed(d))
	}
	return fmt.Sprintf("-%s", g.speed(d))
}

// whole grows an Unsigned.
func (g *grower) whole(depth int) string {
	if depth <= 0 {
		return "n"
	}
	return g.pick(fmt.Sprintf("whole(%s)", g.ratio(depth-1)), fmt.Sprintf("(n + %s)", g.whole(depth-1)), "max(n, 3)")
}

// truth grows a Boolean.
func (g *grower) truth(depth int) string {
	if depth <= 0 {
		return g.pick("on", "true", "false", "(e > 0)", "(n == 3)")
	}
	d := depth - 1
	switch g.choose(5) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.ratio(d), g.pick("<", "<=", ">", ">=", "==", "!="), g.ratio(d))
	case 1:
		return fmt.Sprintf("(%s %s %s)", g.truth(d), g.pick("&&", "||", "==", "!="), g.truth(d))
	case 2:
		return fmt.Sprintf("!(%s)", g.truth(d))
	case 3:
		return fmt.Sprintf("finite(%s)", g.ratio(d))
	}
	return fmt.Sprintf("(%s <= %s)", g.speed(d), g.speed(d))
}

// block grows several statements.
func (g *grower) block() string {
	var b strings.Builder
	for k := range g.choose(3) {
		name := fmt.Sprintf("t%d", k)
		fmt.Fprintf(&b, "%s = %s\n", name, g.ratio(3))
		g.names = append(g.names, name)
	}
	use := "0"
	for _, n := range g.names {
		use = "(" + use + " + " + n + ")"
	}
	if g.choose(2) == 0 {
		fmt.Fprintf(&b, "last = %s\n", g.ratio(2))
	}
	fmt.Fprintf(&b, "hot = %s\n", g.truth(3))
	fmt.Fprintf(&b, "acc = %s * %s\n", g.speed(3), g.speed(2))
	fmt.Fprintf(&b, "out = %s * %s", g.ratio(4), use)
	return b.String()
}

// reference computes an expression by walking the tree, with Go's operators and functions.
func reference(n *node, names map[string]float64) float64 {
	x := make([]float64, len(n.args))
	for i, a := range n.args {
		x[i] = reference(a, names)
	}
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	switch n.op {
	case "number":
		return n.value
	case "name":
		return names[n.name]
	case "+":
		return x[0] + x[1]
	case "-":
		return x[0] - x[1]
	case "*":
		return float64(x[0] * x[1])
	case "/":
		return x[0] / x[1]
	case "neg":
		return -x[0]
	case "==":
		return is(x[0] == x[1])
	case "!=":
		return is(x[0] != x[1])
	case "<":
		return is(x[0] < x[1])
	case "<=":
		return is(x[0] <= x[1])
	case ">":
		return is(x[0] > x[1])
	case ">=":
		return is(x[0] >= x[1])
	case "&&":
		return is(x[0] != 0 && x[1] != 0)
	case "||":
		return is(x[0] != 0 || x[1] != 0)
	case "!":
		return is(x[0] == 0)
	case "if":
		return map[bool]float64{true: x[1], false: x[2]}[x[0] != 0]
	case "^":
		if e := n.args[1]; e.op == "number" && e.value == math.Trunc(e.value) && math.Abs(e.value) <= 16 {
			v := 1.0
			for range int(math.Abs(e.value)) {
				v = float64(v * x[0])
			}
			if e.value < 0 {
				v = 1 / v
			}
			return v
		}
		return math.Pow(x[0], x[1])
	}
	return referenceCall(n.name, x, is)
}

func referenceCall(name string, x []float64, is func(bool) float64) float64 {
	one := map[string]func(float64) float64{"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos,
		"atan": math.Atan, "exp": math.Exp, "log": math.Log, "sqrt": math.Sqrt, "abs": math.Abs, "floor": math.Floor, "ceil": math.Ceil,
		"round": math.Round, "sign": Sign, "whole": Whole, "number": func(x float64) float64 { return x }}
	if f, ok := one[name]; ok {
		return f(x[0])
	}
	switch name {
	case "wrap":
		if x[0] > -math.Pi && x[0] <= math.Pi {
			return x[0]
		}
		if v := math.Remainder(x[0], 2*math.Pi); v > -math.Pi || v != v {
			return v
		}
		return math.Pi
	case "finite":
		return is(!math.IsNaN(x[0]) && !math.IsInf(x[0], 0))
	case "min", "max":
		v := x[0]
		for _, y := range x[1:] {
			if name == "min" {
				v = min(v, y) // as Go's: what is no number stays none, beside an infinite one, too
			} else {
				v = max(v, y)
			}
		}
		return v
	case "hypot":
		return math.Hypot(x[0], x[1])
	case "atan2":
		return math.Atan2(x[0], x[1])
	case "mod":
		return Mod(x[0], x[1])
	case "clamp":
		return max(x[1], min(x[0], x[2]))
	case "if":
		return map[bool]float64{true: x[1], false: x[2]}[x[0] != 0]
	}
	panic("the reference does not know " + name)
}

// same reports equal bits; all that is not a number is the same.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

// inputs are values to run a block on.
func inputs(draw func() float64) map[string]float64 {
	return map[string]float64{"e": draw(), "de": draw(), "k1": draw(), "k2": draw(), "on": Number(draw() > 0), "n": Whole(draw()), "last": draw()}
}

// TestRandom runs random blocks against a reference, and as they are printed and read again.
func TestRandom(t *testing.T) {
	def := law()
	rapid.Check(t, func(t *rapid.T) {
		g := &grower{choose: func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }}
		block := g.block()
		p, err := Compile(def, block)
		if err != nil {
			t.Fatalf("%s\n%v", block, err)
		}
		q, err := Compile(def, p.String())
		if err != nil {
			t.Fatalf("%s\nis printed as\n%s\n%v", block, p, err)
		}
		m := atom.New("test")
		a, b := m.Root.Enter(atom.Simple, "a", def, nil, diag.Pos{}), m.Root.Enter(atom.Simple, "b", def, nil, diag.Pos{})
		x, y := p.Bind(a.Ports), q.Bind(b.Ports)
		values := inputs(func() float64 { return rapid.Float64Range(-4, 4).Draw(t, "value") })
		set(a, values)
		set(b, values)
		names := values
		names["dt"] = 0.05
		x.Physics(0.05)
		y.Physics(0.05)
		for _, s := range p.block {
			names[s.name] = reference(s.expr, names)
			port := a.Port(s.name)
			if port == nil {
				continue
			}
			if got, want := *port.At(), names[s.name]; !same(got, want) {
				t.Fatalf("%s\n%s = %v, the reference has %v", block, s.name, got, want)
			}
			if got, want := *b.Port(s.name).At(), *port.At(); !same(got, want) {
				t.Fatalf("%s\n%s = %v; printed as\n%s\nit is %v", block, s.name, want, p, got)
			}
		}
	})
}

// samples are the blocks whose Go source is in rendered_test.go.
func samples() (blocks []string) {
	r := rand.New(rand.NewPCG(1, 2))
	blocks = append(blocks, "acc = acc_des + k1*de + k2*e\nhot = on\nout = min(1, -0.0, 1/0) + 0.1 + 0.2")
	for len(blocks) < 60 {
		blocks = append(blocks, (&grower{choose: r.IntN}).block())
	}
	return blocks
}

// TestGo compares the blocks with the Go source that is rendered of them: it is compiled into this test.
func TestGo(t *testing.T) {
	var b strings.Builder
	b.WriteString("// Code generated by go test -rewrite. DO NOT EDIT.\n\npackage expr_test\n\n//lint:file-ignore SA4000,SA4012,SA4013 the expressions are random\n\nimport (\n\"math\"\n\n\"github.com/sinew-robotics/sinew/model/atom\"\n" +
		"\"github.com/sinew-robotics/sinew/model/atom/expr\"\n\"github.com/sinew-robotics/sinew/model/atom/lib\"\n\"github.com/sinew-robotics/sinew/math/unit\"\n)\n\n" +
		"var _, _, _ = math.Pi, expr.Sign, lib.Wrap\n\ntype rendered struct {\n")
	kinds := [...]string{"Need", "Product", "Storage"}
	for _, e := range law().Elements {
		if !strings.Contains(e.Name, "[") {
			fmt.Fprintf(&b, "%s atom.%s[unit.%v]\n", Field(e.Name), kinds[e.Role], e.Type)
		}
	}
	b.WriteString("}\n\n")
	for k, s := range samples() {
		p, err := Compile(law(), s)
		if err != nil {
			t.Fatalf("%s\n%v", s, err)
		}
		fmt.Fprintf(&b, "type rendered%d rendered\n\nfunc (a *rendered%d) Physics(dt unit.Time) {\n%s}\n\n", k, k, p.Go(Fields("a")))
	}
	b.WriteString("func renderedAtoms() []atom.Physics {\nreturn []atom.Physics{\n")
	for k := range samples() {
		fmt.Fprintf(&b, "&rendered%d{},\n", k)
	}
	b.WriteString("}\n}\n")
	want, err := format.Source([]byte(b.String()))
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if *rewrite {
		if err := os.WriteFile("rendered_test.go", want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("rendered_test.go"); err != nil || string(got) != string(want) {
		t.Errorf("rendered_test.go is not what is rendered now: go test -rewrite (%v)", err)
	}
}

// Rendered gives the tests of the rendered source what they compare with.
func Rendered(run func(k int, block string, def *atom.Definition, physics func(values map[string]float64) map[string]float64)) {
	def := law()
	for k, s := range samples() {
		p, err := Compile(def, s)
		if err != nil {
			panic(err)
		}
		run(k, s, def, func(values map[string]float64) map[string]float64 {
			i := atom.New("test").Root.Enter(atom.Simple, "a", def, nil, diag.Pos{})
			set(i, values)
			p.Bind(i.Ports).Physics(unit.Time(0.05))
			out := map[string]float64{}
			for _, p := range i.Ports {
				out[p.Element.Name] = *p.At()
			}
			return out
		})
	}
}
