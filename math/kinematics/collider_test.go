package kinematics_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// xarmCollider reads the capsules out of the xArm's own description: cylinders with their end balls.
func xarmCollider(c *kinematics.Chain) *kinematics.Collider {
	caps := []kinematics.Capsule{{Link: -1, A: spatial.V(0, 0, 0.06), B: spatial.V(0, 0, 0.13), Radius: 0.06}}
	_, u := xarm7.chain(fataler{})
	for i := range c.N() {
		for _, s := range u.Link(c.LinkName(i)).Collision {
			if s.Kind == kinematics.Cylinder {
				z := s.Origin.R.Col(2).Scale(s.Length / 2)
				caps = append(caps, kinematics.Capsule{Link: i, A: s.Origin.P.Sub(z), B: s.Origin.P.Add(z), Radius: s.Radius})
			}
		}
	}
	return kinematics.NewCollider(c, caps, nil)
}

type fataler struct{}

func (fataler) Helper()           {}
func (fataler) Fatal(args ...any) { panic(args) }

// Against a search over both segments: nothing is nearer than Closest says.
func TestClosestIsTheLeast(t *testing.T) {
	c, _ := panda.chain(t)
	d := kinematics.NewData(c)
	rapid.Check(t, func(t *rapid.T) {
		r := seeded(rapid.Uint64().Draw(t, "seed"))
		v := func() spatial.Vec3 { return spatial.V(between(r, -.2, .2), between(r, -.2, .2), between(r, -.2, .2)) }
		a := kinematics.Capsule{Link: -1, A: v(), B: v(), Radius: 0.03}
		b := kinematics.Capsule{Link: 4, A: v(), B: v(), Radius: 0.05}
		switch r.IntN(4) {
		case 0:
			a.B = a.A
		case 1:
			b.B = b.A
		}
		q := make([]float64, 7)
		inLimits(r, c, q)
		got, i, j := kinematics.NewCollider(c, []kinematics.Capsule{a, b}, nil).Closest(d, q)
		if i != -1 || j != 4 {
			t.Fatalf("links %d and %d", i, j)
		}
		f := c.Frame(d, 4)
		least := math.Inf(1)
		const n = 60
		for x := 0; x <= n; x++ {
			p := a.A.Add(a.B.Sub(a.A).Scale(float64(x) / n))
			for y := 0; y <= n; y++ {
				least = math.Min(least, p.Dist(f.Apply(b.A.Add(b.B.Sub(b.A).Scale(float64(y)/n)))))
			}
		}
		least -= a.Radius + b.Radius
		if got > least+1e-12 || got < least-0.02 {
			t.Fatalf("distance %g, by search %g", got, least)
		}
	})
}

func TestColliderPassesOverNeighboursAndIgnored(t *testing.T) {
	c, _ := panda.chain(t)
	d, q := kinematics.NewData(c), make([]float64, 7)
	ball := func(link int) kinematics.Capsule { return kinematics.Capsule{Link: link, Radius: 0.1} }
	caps := []kinematics.Capsule{ball(-1), ball(0), ball(1), ball(2)}
	k := kinematics.NewCollider(c, caps, [][2]int{{1, -1}, {-1, 2}})
	if _, i, j := k.Closest(d, q); i != 0 || j != 2 {
		t.Errorf("nearest are %d and %d, want 0 and 2", i, j)
	}
	if dist, _, _ := kinematics.NewCollider(c, caps[:2], nil).Closest(d, q); !math.IsInf(dist, 1) {
		t.Errorf("neighbours are %g m apart, want not looked at", dist)
	}
	if n := testing.AllocsPerRun(20, func() { k.Closest(d, q) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestColliderWantsItsLinks(t *testing.T) {
	c, _ := panda.chain(t)
	defer func() {
		if recover() == nil {
			t.Error("a capsule on link 9 of 7 is taken")
		}
	}()
	kinematics.NewCollider(c, []kinematics.Capsule{{Link: 9}}, nil)
}
