package expr

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// law is an interface to write blocks for.
func law() *atom.Definition {
	need := func(name string, t unit.Type) atom.Element {
		return atom.Element{Name: name, Role: atom.NeedRole, Type: t}
	}
	return &atom.Definition{Name: "Law", Elements: []atom.Element{
		need("e", unit.TypeAngle), need("de", unit.TypeAngularSpeed), need("k1", unit.TypeFrequency),
		need("k2", unit.TypeFrequencySquared), need("acc_des", unit.TypeAngularAcceleration),
		need("d", unit.TypeLength), need("v", unit.TypeSpeed), need("m", unit.TypeMass), need("on", unit.TypeBoolean),
		need("n", unit.TypeUnsigned), need("f[0]", unit.TypeForce), need("f[1]", unit.TypeForce),
		{Name: "last", Role: atom.StorageRole, Type: unit.TypeAngle, Initial: 0.5},
		{Name: "acc", Role: atom.ProductRole, Type: unit.TypeAngularAcceleration},
		{Name: "out", Role: atom.ProductRole, Type: unit.TypeRatio},
		{Name: "hot", Role: atom.ProductRole, Type: unit.TypeBoolean},
	}}
}

// only keeps of the products those that a block assigns, so that the others need not be.
func only(def *atom.Definition, names ...string) *atom.Definition {
	d := *def
	d.Elements = nil
	for _, e := range def.Elements {
		if e.Role != atom.ProductRole || strings.Contains(" "+strings.Join(names, " ")+" ", " "+e.Name+" ") {
			d.Elements = append(d.Elements, e)
		}
	}
	return &d
}

// use makes an instance of a definition, with a block as its Physics.
func use(t testing.TB, def *atom.Definition, block string) (*atom.Instance, *Law) {
	t.Helper()
	p, err := Compile(def, block)
	if err != nil {
		t.Fatalf("%s\n%v", block, err)
	}
	i := atom.New("test").Root.Enter(atom.Simple, "law", def, nil, diag.Pos{})
	return i, p.Bind(i.Ports)
}

func set(i *atom.Instance, values map[string]float64) {
	for _, p := range i.Ports {
		if v, ok := values[p.Element.Name]; ok {
			*p.At() = v
		}
	}
}

func TestPaper(t *testing.T) {
	i, l := use(t, only(law(), "acc"), "acc = acc_des + k1*de + k2*e")
	set(i, map[string]float64{"acc_des": 0.25, "k1": 10, "k2": 10, "de": -0.3, "e": 1.1})
	l.Physics(0.05)
	if got, want := *i.Port("acc").At(), 0.25+float64(10*-0.3)+float64(10*1.1); got != want {
		t.Errorf("acc = %v, want %v", got, want)
	}
}

func TestValues(t *testing.T) {
	values := map[string]float64{"e": 1.5, "de": -2, "k1": 4, "k2": 9, "acc_des": 0.5, "d": 3, "v": 2, "m": 7, "on": 1, "n": 5, "f[0]": 6, "f[1]": -8}
	for block, want := range map[string]float64{
		"out = 1 + 2*3":                    7,
		"out = (1 + 2)*3":                  9,
		"out = 2^3^2":                      512,
		"out = -2^2":                       -4,
		"out = 2^-1":                       0.5,
		"out = 7 - 2 - 1":                  4,
		"out = 8/2/2":                      2,
		"out = e/2 rad":                    0.75,
		"out = 90 deg":                     90 * (math.Pi / 180),
		"out = d/v * 10 Hz":                15,
		"out = d^2/(2 m)^2":                2.25,
		"out = sqrt(d*d)/d":                1,
		"out = hypot(f[0], f[1])/10 N":     1,
		"out = on ? 1 : 2":                 1,
		"out = !on ? 1 : 2":                2,
		"out = if(d > 4 m, 1, 2)":          2,
		"out = d > 2 m && v > 1 m/s ? 3:4": 3,
		"out = d > 4 m || v > 1 m/s ? 3:4": 3,
		"out = n == 5 && n >= 5 ? 1 : 0":   1,
		"out = number(n) / 2":              2.5,
		"out = number(whole(3.9)) ":        3,
		"out = number(d > v * 1 s)":        1,
		"out = min(3, 1, 2) + max(1, 5)":   6,
		"out = clamp(e, -1, 1)":            1,
		"out = sign(de)":                   -1,
		"out = wrap(4 rad)":                4 - 2*math.Pi,
		"out = mod(-1, 3)":                 2,
		"out = floor(1.7) + ceil(1.2)":     3,
		"out = abs(de) / 1 rad/s":          2,
		"out = dt * 2 Hz":                  0.1,
		"out = pi":                         math.Pi,
		"out = 1/0 ":                       math.Inf(1),
		"a = 2\nb = a*a # twice\nout = b":  4,
		"a = 2; out = a +\n  1":            3,
		"out = last":                       0.5,
		"last = last + e // new\nout=last": 2,
		"out = 20 °C / 293.15 K":           1,
		"out = -20 °C / 253.15 K":          1,
		"out = (300 K - 20 °C) / 6.85 K":   1,
		"out = v/1 km/h":                   7.2,
		"out = (2 m)/d*3":                  2,
		"out = f[0]*d/(6 N*m)":             3,
	} {
		i, l := use(t, only(law(), "out"), block)
		set(i, values)
		l.Physics(0.05)
		if got := *i.Port("out").At(); math.Abs(got-want) > 1e-12 || math.IsInf(want, 0) && got != want {
			t.Errorf("%s: %v, want %v", block, got, want)
		}
	}
}

// TestFaults has blocks with their faults, line and column first.
func TestFaults(t *testing.T) {
	for block, want := range map[string][]string{
		"out = e + de":               {"1:9: 1/s (AngularSpeed, Frequency) cannot be added to a number without a unit (Ratio, Angle); a factor of s (Time) is missing"},
		"out = v - d":                {"1:9: m (Length) cannot be subtracted from m/s (Speed); a factor of 1/s (AngularSpeed, Frequency) is missing"},
		"out = v":                    {"1:7: out is Ratio, and what it is assigned is m/s (Speed); a factor of s/m is missing"},
		"out = on":                   {"1:7: out is Ratio, and what it is assigned is Boolean; number(…) makes a number of it"},
		"out = on + 1":               {"1:10: a number without a unit (Ratio, Angle) cannot be added to Boolean; number(…) makes a number of a Boolean or an Unsigned"},
		"out = n":                    {"1:7: out is Ratio, and what it is assigned is Unsigned; number(…) makes a number of it"},
		"out = n - n":                {"1:9: a difference of Unsigned could be negative; number(a) - number(b) is a number"},
		"out = on < on ? 1 : 2":      {"1:10: Booleans have no order: < cannot compare them; use == or !="},
		"out = e ? 1 : 2":            {"1:7: a condition takes a Boolean, not a number without a unit (Ratio, Angle); compare it: x != 0"},
		"out = on ? e : d":           {"1:10: the two values are of two kinds: a number without a unit (Ratio, Angle) and m (Length); a factor of 1/m is missing"},
		"out = sin(d)":               {"1:11: sin takes a number without a unit, or an angle, not m (Length); divide it by a quantity of the same kind"},
		"out = max(d, v)":            {"1:14: max takes values of one kind: m (Length) and m/s (Speed) are two; a factor of s (Time) is missing"},
		"n2 = hypot(n, n)\nout = 1":  {"1:12: hypot takes a number, not a value of type Unsigned; number(…) makes one", "1:1: n2 is assigned and never used"},
		"out = e^2 + (on ? d : 0)":   {"1:11: m (Length) cannot be added to a number without a unit (Ratio, Angle); a factor of 1/m is missing"},
		"out = (d^2)^0.5/d":          {"1:13: the exponent of m² must be a whole number from -16 to 16 that is written out; sqrt(…) gives a root"},
		"out = dt":                   {"1:7: out is Ratio, and what it is assigned is s (Time); a factor of 1/s (AngularSpeed, Frequency) is missing"},
		"out = on * 2":               {"1:7: * takes a number, not a value of type Boolean; number(…) makes one"},
		"out = clamp(d, 0, 1)":       {"1:19: clamp takes values of one kind: m (Length) and a number without a unit (Ratio, Angle) are two; a factor of m (Length) is missing"},
		"out = sqrt(d)":              {"1:12: m (Length) has no square root among quantities"},
		"out = d^e":                  {"1:9: the exponent of m (Length) must be a whole number from -16 to 16 that is written out; sqrt(…) gives a root"},
		"out = sine(e)":              {"1:7: there is no function sine; did you mean sin?"},
		"out = k1(e)":                {"1:7: there is no function k1; write * to multiply"},
		"out = sin":                  {"1:7: sin is not known here; sin is a function: it needs ( )"},
		"out = atan2(e)":             {"1:7: atan2 takes 2 arguments, not 1"},
		"out = acc_dse/acc_des":      {"1:7: acc_dse is not known here; did you mean acc_des?"},
		"out = 2 x":                  {`1:9: "x" is no unit; write * to multiply; units are as in 75 deg, 0.5 m/s, 10 Hz^2`},
		"out = 2 (3)":                {`1:9: "(" does not belong here; write an operator between two values, such as *`},
		"out = (1 + 2":               {"1:7: this ( is never closed"},
		"out = 1 + ":                 {"1:11: a value is missing before the end; give a number, a name or something in parentheses"},
		"out = 1 < 2 < 3":            {`1:13: "<" does not belong here; join comparisons with &&`},
		"out = 1 @ ":                 {`1:9: "@" does not belong into an expression; an expression has names, numbers, + - * / ^, comparisons, && || !, ?: and parentheses`},
		"out = 1\nout = 2":           {"2:1: out is assigned a second time; give each value a name of its own"},
		"e = 1 rad\nout = 1":         {"1:1: e is a need: it cannot be assigned; a need gets its value from the product it is linked to"},
		"out = out + 1":              {"1:7: the product out is used before it is assigned; keep what is needed from the last run in a storage"},
		"otu = 1":                    {"1:1: the product out is never assigned; did you mean otu?", "1:1: otu is assigned and never used; did you mean out?"},
		"":                           {`1:1: there is nothing to compute; write "product = …"`},
		"e + 1":                      {`1:1: a statement begins with a name and =, not with "e"; write "acc = acc_des + K1*de"`, "1:1: the product out is never assigned"},
		"pi = 3\nout = e +* 2; x = ": {"1:1: pi cannot be assigned", `2:10: a value is missing before "*"; give a number, a name or something in parentheses`, "2:19: a value is missing before the end; give a number, a name or something in parentheses"},
	} {
		_, err := Compile(only(law(), "out"), block)
		var fs diag.Faults
		if !errors.As(err, &fs) {
			t.Errorf("%s: no faults", block)
			continue
		}
		var got []string
		for _, f := range fs {
			got = append(got, f.Error())
		}
		if d := cmp.Diff(sorted(want), sorted(got)); d != "" {
			t.Errorf("%s: (-want +got)\n%s", block, d)
		}
	}
}

func sorted(s []string) map[string]bool {
	m := map[string]bool{}
	for _, x := range s {
		m[x] = true
	}
	return m
}

func TestTrack(t *testing.T) {
	def := only(law(), "out")
	physics, err := Compile(def, "last = last + e*dt*k1\nout = last")
	if err != nil {
		t.Fatal(err)
	}
	track, err := CompileTrack(def, "last = out - e")
	if err != nil {
		t.Fatal(err)
	}
	i := atom.New("test").Root.Enter(atom.Simple, "law", def, nil, diag.Pos{})
	l := physics.Tracking(i.Ports, track)
	var _ atom.Physics = l
	var _ atom.Tracker = l
	set(i, map[string]float64{"e": 2, "k1": 10, "out": 7})
	l.Track(0.1)
	if got := *i.Port("last").At(); got != 5 {
		t.Errorf("last = %v, want 5", got)
	}
	l.Physics(0.1)
	if got := *i.Port("out").At(); got != 7 {
		t.Errorf("out = %v, want 7", got)
	}
	if _, err := CompileTrack(def, "out = 1"); err == nil {
		t.Error("a product may not be assigned while another law is in command")
	}
}

func TestNoAllocations(t *testing.T) {
	i, l := use(t, only(law(), "acc", "hot"), "a = acc_des + k1*de + k2*e\nacc = clamp(a, -1 rad/s^2, 1 rad/s^2)\nlast = wrap(last + e)\nhot = abs(e) > 3 deg && on")
	set(i, map[string]float64{"acc_des": 0.25, "k1": 10, "k2": 10, "de": -0.3, "e": 1.1})
	if n := testing.AllocsPerRun(100, func() { l.Physics(0.05) }); n != 0 {
		t.Errorf("%v allocations a run", n)
	}
}

func TestBounds(t *testing.T) {
	def := only(law(), "out")
	for _, block := range []string{
		"out = " + strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000),
		"out = " + strings.Repeat("-", 10_000) + "1",
		"out = " + strings.Repeat("1?", 10_000),
		"out = " + strings.Repeat("2^", 10_000) + "1",
		"out = " + strings.Repeat("1+", 20_000) + "1",
		"out = " + strings.Repeat("sin(", 10_000),
		strings.Repeat("x", maxSource+1),
		"out = " + strings.Repeat("d*", 100) + "d",
		"out = 1e999",
	} {
		if _, err := Compile(def, block); err == nil {
			t.Errorf("%.20s… is accepted", block)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{"out = 1", "acc = acc_des + k1*de + k2*e\nout = on ? 1 : 2\nhot = e > 3 deg && !on", "out = min(f[0], f[1])/1 N # x",
		"last = last + e; out = 2 m/s^2 / 3", "out = ((((", "out = 1 °C^2^-3", "out = number(n + whole(1e300)) + number(n + whole(0/0))", "ψ = 75°; out = ψ"} {
		f.Add(s)
	}
	defs := []*atom.Definition{law(), only(law(), "out")}
	fuzz.Run(f, func(t *testing.T, s string) {
		for _, def := range defs {
			p, err := Compile(def, s)
			if err != nil {
				for _, x := range err.(diag.Faults) {
					if x.Line < 1 || x.Column < 1 || x.What == "" {
						t.Fatalf("a fault without its place: %v", x)
					}
				}
				continue
			}
			i := atom.New("test").Root.Enter(atom.Simple, "law", def, nil, diag.Pos{})
			p.Bind(i.Ports).Physics(0.05)
			q, err := Compile(def, p.String())
			if err != nil {
				t.Fatalf("%q is printed as %q: %v", s, p.String(), err)
			}
			if a, b := p.String(), q.String(); a != b && len(a) < 1000 {
				if r, err := Compile(def, b); err != nil || r.String() != b {
					t.Fatalf("%q is printed as %q, then as %q", s, a, b)
				}
			}
		}
	})
}

func BenchmarkPaper(b *testing.B) {
	i, l := use(b, only(law(), "acc"), "acc = acc_des + k1*de + k2*e")
	set(i, map[string]float64{"acc_des": 0.25, "k1": 10, "k2": 10, "de": -0.3, "e": 1.1})
	b.ReportAllocs()
	for b.Loop() {
		l.Physics(0.05)
	}
}
