package lib

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// rig is an Atom by itself: its needs are set by name.
type rig struct {
	t    *testing.T
	body atom.Physics
	i    *atom.Instance
}

func use(t *testing.T, body atom.Physics) *rig {
	t.Helper()
	m := atom.New("test")
	i := atom.Add(m.Root, "it", body)
	for _, f := range m.Faults {
		t.Fatal(f)
	}
	return &rig{t, body, i}
}

func (r *rig) set(nameValue ...any) *rig {
	r.t.Helper()
	for k := 0; k < len(nameValue); k += 2 {
		p := r.i.Port(nameValue[k].(string))
		if p == nil {
			r.t.Fatalf("%s has no %v", r.i.Def.Name, nameValue[k])
		}
		switch v := nameValue[k+1].(type) {
		case float64:
			*p.At() = v
		case int:
			*p.At() = float64(v)
		}
	}
	return r
}

func (r *rig) run(dt float64) *rig {
	r.body.Physics(unit.Time(dt))
	return r
}

func (r *rig) get(name string) float64 {
	r.t.Helper()
	p := r.i.Port(name)
	if p == nil {
		r.t.Fatalf("%s has no %s", r.i.Def.Name, name)
	}
	return *p.At()
}

func (r *rig) want(name string, want, within float64) {
	r.t.Helper()
	if got := r.get(name); !(math.Abs(got-want) <= within) {
		r.t.Errorf("%s of %s is %.12g, want %.12g ± %g", name, r.i.Def.Name, got, want, within)
	}
}

// random draws needs of every kind, and what looks like a direction or a limit as it comes.
func (r *rig) random(x *rand.Rand) {
	for _, p := range r.i.Ports {
		if p.Element.Role == atom.NeedRole {
			*p.At() = x.NormFloat64()
		}
	}
}

func TestAllIsWhatItSays(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range All() {
		if seen[e.Name] {
			t.Errorf("%s is there twice", e.Name)
		}
		seen[e.Name] = true
		d, err := atom.Describe(e.Shape())
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if d.Name != e.Name {
			t.Errorf("%s is called %s", e.Name, d.Name)
		}
		if e.Doc == "" {
			t.Errorf("%s has no line of doc", e.Name)
		}
		names := map[string]bool{}
		for _, x := range d.Elements {
			if names[x.Name] {
				t.Errorf("%s has two elements %s", e.Name, x.Name)
			}
			names[x.Name] = true
		}
	}
}

// Every Physics runs from its zero value and on random numbers without allocating, and twice alike from the same start.
func TestAllRunWithoutAllocating(t *testing.T) {
	for _, e := range All() {
		fresh := func() any { return e.New(slices.Repeat([]int{7}, len(e.Lengths()))...) }
		body, ok := fresh().(atom.Physics)
		if !ok {
			continue
		}
		a, b := use(t, body), use(t, fresh().(atom.Physics))
		a.run(0)
		b.run(0)
		x, y := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
		if n := testing.AllocsPerRun(50, func() {
			a.random(x)
			a.run(0.025)
		}); n != 0 {
			t.Errorf("%s allocates %g times", e.Name, n)
		}
		for range 51 {
			b.random(y)
			b.run(0.025)
		}
		for k, p := range a.i.Ports {
			if q := b.i.Ports[k]; math.Float64bits(*p.At()) != math.Float64bits(*q.At()) {
				t.Errorf("%s: %s is %v and %v from the same inputs", e.Name, p.Element.Name, *p.At(), *q.At())
			}
		}
		if follower, ok := body.(atom.Tracker); ok {
			if n := testing.AllocsPerRun(20, func() { follower.Track(0.025) }); n != 0 {
				t.Errorf("%s allocates %g times when it tracks", e.Name, n)
			}
		}
	}
}
