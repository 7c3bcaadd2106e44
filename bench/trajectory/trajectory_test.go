package trajectory

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/motion/otg"
)

var (
	seed    = flag.Uint64("seed", 1, "seed of the random cases")
	rewrite = flag.Bool("rewrite", false, "write the goldens anew")
)

// restToRest is the well-known duration of a motion from rest to rest over distance d.
func restToRest(d, v, a, j float64) float64 {
	d = math.Abs(d)
	if v*j < a*a { // A is not reached at the top speed
		a = math.Sqrt(v * j)
	}
	if d >= v*(v/a+a/j) {
		return d/v + v/a + a/j
	}
	if d >= 2*a*a*a/(j*j) {
		return a/j + math.Sqrt(a*a/(j*j)+4*d/a)
	}
	return math.Cbrt(32 * d / j)
}

func TestReferenceRestToRest(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 1))
	var s search
	for range 40 {
		q := joint{d: 5 * r.NormFloat64(), vmax: 0.1 + 5*r.Float64(), amax: 0.1 + 5*r.Float64(), j: 0.1 + 20*r.Float64()}
		q.vmin, q.amin = -q.vmax, -q.amax
		want := restToRest(q.d, q.vmax, q.amax, q.j)
		if got := s.shortest(&q, 20); math.Abs(got-want) > 1e-8 {
			t.Errorf("%+v: %.12g s, should be %.12g s", q, got, want)
		}
	}
}

// A motion run backwards takes as long.
func TestReferenceBackwards(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 2))
	var s search
	c := newCase(1)
	for n := 0; n < 20; {
		c.draw(r, Full)
		q := c.joint(0)
		if !q.startsInside() {
			continue
		}
		back := q
		back.d, back.v0, back.a0, back.vf, back.af = q.d, q.vf, -q.af, q.v0, -q.a0
		if !back.startsInside() || !leaves(&q) || !leaves(&back) {
			continue
		}
		n++
		if x, y := s.shortest(&q, 32), s.shortest(&back, 32); math.Abs(x-y) > 1e-8 {
			t.Errorf("%+v: %.12g s, backwards %.12g s", q, x, y)
		}
	}
}

// leaves reports whether the target could have been reached within the limits.
func leaves(q *joint) bool {
	begin := q.vf - q.af*math.Abs(q.af)/(2*q.j)
	return begin >= q.vmin && begin <= q.vmax
}

// What the reference finds together is never shorter than each joint alone, and with one joint the same.
func TestReferenceTogether(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 3))
	var s search
	for n := 0; n < 5; {
		c := newCase(2)
		c.draw(r, Full)
		p, q := c.joint(0), c.joint(1)
		if !p.startsInside() || !q.startsInside() {
			continue
		}
		n++
		alone := max(s.shortest(&p, 20), s.shortest(&q, 20))
		if both := s.together(c, 20); both < alone-1e-9 {
			t.Errorf("%s: %g s together, %g s alone", line(c), both, alone)
		}
		one := newCase(1)
		for k, f := range one.fields() {
			(*f)[0] = (*c.fields()[k])[0]
		}
		if got, want := s.together(one, 20), s.shortest(&p, 20); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %g s, alone %g s", line(one), got, want)
		}
	}
}

// With limits that differ by direction the planner is as quick as brute force, and not quicker.
func TestReferenceAsymmetric(t *testing.T) {
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 6))
	planner, out, c := otg.NewPlanner(1), otg.NewTrajectory(1, 0), newCase(1)
	var s search
	for n := 0; n < 30; {
		c.draw(r, Family(r.IntN(int(families))))
		in, q := c.input(), c.joint(0)
		q.vmin, q.amin = q.vmin*(0.2+0.8*r.Float64()), q.amin*(0.2+0.8*r.Float64())
		in.VMin, in.AMin = []float64{q.vmin}, []float64{q.amin}
		if !q.startsInside() || !leaves(&q) || in.Validate() != nil {
			continue
		}
		n++
		if status := planner.Plan(&in, out); status != otg.OK {
			t.Errorf("%s, at least %g, %g: %v", line(c), q.vmin, q.amin, status)
		}
		if best := s.shortest(&q, 24); math.Abs(out.Duration()-best) > 1e-8 {
			t.Errorf("%s, at least %g, %g: %.12g s, the reference finds %.12g s", line(c), q.vmin, q.amin, out.Duration(), best)
		}
	}
}

func TestRandomCasesAreValid(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 4))
	for f := range families {
		for range 500 {
			c := newCase(1 + r.IntN(7))
			c.draw(r, f)
			in := c.input()
			if err := c.Validate(); err != nil {
				t.Fatalf("%v: %s: %v", f, line(c), err)
			}
			if err := in.Validate(); err != nil {
				t.Fatalf("%v: %s: %v", f, line(c), err)
			}
		}
	}
}

// The check finds what is wrong with a trajectory of another task.
func TestCheckCanFail(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 5))
	c := newCase(3)
	c.draw(r, Full)
	for i := range c.DOFs {
		c.V0[i], c.A0[i] = 0, 0
	}
	in, out := c.input(), otg.NewTrajectory(3, 0)
	if status := otg.NewPlanner(3).Plan(&in, out); status != otg.OK {
		t.Fatal(status)
	}
	var k check
	if k.run(c, out); k.broken || k.final > 1e-8 || k.excess > 1e-12 {
		t.Errorf("%s: final error %g, excess %g, broken %v", line(c), k.final, k.excess, k.broken)
	}
	c.PF[2]++
	if k.run(c, out); k.final < 0.9 {
		t.Error("another target is not seen")
	}
	for _, f := range [][]float64{c.VMax, c.AMax, c.JMax} {
		f[1] /= 50
		if k.run(c, out); k.excess < 0.01 {
			t.Error("a limit passed is not seen")
		}
		f[1] *= 50
	}
	c.P0 = append([]float64(nil), c.P0...)
	if c.P0[0] += 1e-7; !(func() float64 { k.run(c, out); return k.final }() > 9e-8) {
		t.Error("another start is not seen")
	}
}

func TestAnswer(t *testing.T) {
	in, err := os.ReadFile(filepath.Join("testdata", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	got := Answer(bytes.NewReader(in), "cases.jsonl", &out)
	if got == nil {
		t.Fatal("bad lines are not reported")
	}
	text := out.String() + "---\n" + got.Error() + "\n"
	golden := filepath.Join("testdata", "answers.golden")
	if *rewrite {
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rounded(string(want)), rounded(text)); d != "" {
		t.Errorf("answers differ (-want +got), -rewrite writes them anew:\n%s", d)
	}
}

// rounded takes off digits that differ between machines.
func rounded(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		var a Answered
		d := json.NewDecoder(strings.NewReader(l))
		d.DisallowUnknownFields()
		if d.Decode(&a) != nil {
			continue
		}
		a.Duration = round(a.Duration)
		for _, f := range [][]float64{a.Final.P, a.Final.V, a.Final.A} {
			for k := range f {
				f[k] = round(f[k])
			}
		}
		b, _ := json.Marshal(a)
		lines[i] = string(b)
	}
	return strings.Join(lines, "\n")
}

func round(x float64) float64 { return math.Round(x*1e8)/1e8 + 0 }

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{
		`{"dofs":1,"p0":[0],"v0":[0],"a0":[0],"pf":[1],"vf":[0],"af":[0],"vmax":[1],"amax":[1],"jmax":[1]}`,
		`{"dofs":1,"p0":[1e308],"v0":[0],"a0":[0],"pf":[-1e308],"vf":[0],"af":[0],"vmax":[1e-300],"amax":[1e300],"jmax":[5e-324]}`,
		`{"dofs":-1}`, `[]`, "\n\n{", `{"dofs":1000000000}`, `{} {}`,
	} {
		f.Add([]byte(s))
	}
	fuzz.Run(f, func(t *testing.T, in []byte) {
		var out bytes.Buffer
		_ = Answer(bytes.NewReader(in), "x", &out)
		lines := 0
		for l := range bytes.Lines(in) {
			if len(bytes.TrimSpace(l)) > 0 {
				lines++
			}
		}
		if got := bytes.Count(out.Bytes(), []byte("\n")); got != lines {
			t.Errorf("%d answers to %d lines:\n%s", got, lines, out.String())
		}
		for l := range bytes.Lines(out.Bytes()) {
			if !json.Valid(l) {
				t.Errorf("not JSON: %s", l)
			}
		}
	})
}

// The bench runs in its quick form and keeps the bars that do not hang on the machine's load.
func TestRun(t *testing.T) {
	seen := map[string]bench.Result{}
	if err := Run(Options{Options: bench.Options{Quick: true, Seed: *seed, N: 200}}, func(r bench.Result) { seen[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	for _, dofs := range []string{"1", "3", "7"} {
		for _, c := range []struct {
			name string
			most float64
		}{{"failed", 0}, {"final_error", 1e-8}, {"limit_excess", 1e-12}, {"over_reference", 1e-8}, {"allocs", 0}} {
			r, ok := seen["trajectory_"+dofs+"_"+c.name]
			if !ok || !(r.Value <= c.most) {
				t.Errorf("%+v, at most %g", r, c.most)
			}
		}
		if r := seen["trajectory_"+dofs+"_p99"]; !(r.Value > 0) {
			t.Errorf("no time: %+v", r)
		}
	}
	if err := Run(Options{Options: bench.Options{Quick: true}, Ruckig: t.TempDir()}, nil); err == nil || !strings.Contains(err.Error(), "no Ruckig in") {
		t.Errorf("an empty folder is taken for Ruckig: %v", err)
	}
}
