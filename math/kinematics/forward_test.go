package kinematics_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// The makers' own numbers: the xArm's developer notes and the Panda's flange in its usual home pose.
func TestFKKnownPoses(t *testing.T) {
	for _, tt := range []struct {
		robot
		q    []float64
		want spatial.Vec3
		tol  float64
	}{
		{xarm7, []float64{0, 0, 0, 0, 0, 0, 0}, spatial.V(0.206, 0, 0.1205), 1e-12},
		{xarm7, []float64{.1, .2, .3, .8, .5, .6, .7}, spatial.V(0.408937, 0.169615, 0.210989), 6e-7},
		{panda, []float64{0, 0, 0, -math.Pi / 2, 0, math.Pi / 2, -math.Pi / 4}, spatial.V(0.5545, 0, 0.6245), 1e-12},
	} {
		c, _ := tt.chain(t)
		got := c.FK(kinematics.NewData(c), tt.q)
		if got.P.Dist(tt.want) > tt.tol {
			t.Errorf("%s at %v: %v, want %v", tt.name, tt.q, got.P, tt.want)
		}
		if z := got.R.Col(2); tt.q[0] == 0 && z.Dist(spatial.V(0, 0, -1)) > 1e-12 {
			t.Errorf("%s at %v: the tool points along %v, not down", tt.name, tt.q, z)
		}
	}
}

// walk is forward kinematics straight from the description, joint by joint.
func walk(u *kinematics.URDF, c *kinematics.Chain, tip string, q map[string]float64) spatial.Pose {
	if tip == c.Base() {
		return spatial.Identity()
	}
	for _, j := range u.Joints {
		if j.Child != tip {
			continue
		}
		p := walk(u, c, j.Parent, q).Mul(j.Origin)
		if j.Type == kinematics.Prismatic {
			return p.Mul(spatial.Pose{P: j.Axis.Scale(q[j.Name]), R: spatial.IdentityRot()})
		}
		return p.Mul(spatial.Pose{R: spatial.Exp(j.Axis.Scale(q[j.Name]))})
	}
	panic("no way to " + tip)
}

func TestFKIsTheProductOfTheDescription(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		c, u := randomChain(t, seed)
		r, d := seeded(seed+1), kinematics.NewData(c)
		q, named := make([]float64, c.N()), map[string]float64{}
		fill(r, q, 3)
		for i := range q {
			named[c.JointName(i)] = q[i]
		}
		if e := poseDiff(c.FK(d, q), walk(u, c, c.Tip(), named)); e > 1e-12 {
			t.Fatalf("tip is off by %g", e)
		}
		for i := range q {
			if e := poseDiff(c.Frame(d, i), walk(u, c, c.LinkName(i), named)); e > 1e-12 {
				t.Fatalf("frame of %s is off by %g", c.LinkName(i), e)
			}
		}
		if e := poseDiff(mounted(c, q), c.FK(d, q)); e > 1e-12 {
			t.Fatalf("the product of Mount is off by %g", e)
		}
		tool := spatial.Pose{P: spatial.V(0.1, 0.2, 0.3), R: spatial.RotX(0.4)}
		if e := poseDiff(c.WithTip(tool).FK(d, q), c.FK(d, q).Mul(tool)); e > 1e-12 {
			t.Fatalf("WithTip is off by %g", e)
		}
	})
}

// mounted is forward kinematics from Mount's values.
func mounted(c *kinematics.Chain, q []float64) spatial.Pose {
	p := spatial.Identity()
	for i := range q {
		m, axis := c.Mount(i)
		p = p.Mul(m)
		if c.Prismatic(i) {
			p.P = p.Apply(axis.Scale(q[i]))
		} else {
			p.R = p.R.Mul(spatial.Exp(axis.Scale(q[i])))
		}
	}
	end, _ := c.Mount(c.N())
	return p.Mul(end)
}

func TestJacobianIsTheDerivative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		c, _ := randomChain(t, seed)
		r, d, n := seeded(seed+1), kinematics.NewData(c), c.N()
		q, jac := make([]float64, n), make([]float64, 6*n)
		fill(r, q, 3)
		if e := poseDiff(c.Jacobian(d, q, jac), c.FK(d, q)); e != 0 {
			t.Fatalf("Jacobian returns another pose than FK: %g", e)
		}
		const h = 1e-6
		for i := range q {
			at := q[i]
			q[i] = at + h
			plus := c.FK(d, q)
			q[i] = at - h
			minus := c.FK(d, q)
			q[i] = at
			v := spatial.Delta(minus, plus).Scale(1 / (2 * h))
			for k, want := range []float64{v.Lin.X, v.Lin.Y, v.Lin.Z, v.Ang.X, v.Ang.Y, v.Ang.Z} {
				if got := jac[k*n+i]; math.Abs(got-want) > 1e-8 {
					t.Fatalf("row %d, joint %d: %g, by differences %g", k, i, got, want)
				}
			}
		}
	})
}

func TestForwardAllocatesNothing(t *testing.T) {
	c, _ := xarm7.chain(t)
	d := kinematics.NewData(c)
	q, jac, tau := make([]float64, 7), make([]float64, 42), make([]float64, 7)
	if n := testing.AllocsPerRun(100, func() {
		c.FK(d, q)
		c.Frame(d, 3)
		c.Jacobian(d, q, jac)
		c.RNEA(d, q, q, q, tau)
		c.ABA(d, q, q, tau, q, tau)
	}); n != 0 {
		t.Fatalf("%g allocations", n)
	}
}
