package kinematics_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

func TestGravityTorqueOfThePanda(t *testing.T) {
	c, _ := panda.chain(t)
	tau, zero := make([]float64, 7), make([]float64, 7)
	c.RNEA(kinematics.NewData(c), []float64{0, 0, 0, -1.57079, 0, 1.57079, -0.7853}, zero, zero, tau)
	for i, want := range []float64{0, -21.59, 0, 15.42, 0.819, 1.184, 0} {
		if math.Abs(tau[i]-want) > 0.005 {
			t.Errorf("joint %d: %g N·m, want %g", i+1, tau[i], want)
		}
	}
}

func TestABAInvertsRNEA(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		c, _ := randomChain(t, seed)
		c.Gravity = spatial.V(1, -2, -9)
		r, d, n := seeded(seed+1), kinematics.NewData(c), c.N()
		q, dq, ddq := make([]float64, n), make([]float64, n), make([]float64, n)
		tau, arm, got := make([]float64, n), make([]float64, n), make([]float64, n)
		fill(r, q, 3)
		fill(r, dq, 3)
		fill(r, ddq, 20)
		c.RNEA(d, q, dq, ddq, tau)
		size := 1.0
		for i := range arm {
			arm[i] = r.Float64()
			tau[i] += arm[i] * ddq[i]
			size = math.Max(size, math.Abs(tau[i]))
		}
		c.ABA(d, q, dq, tau, arm, got)
		for i := range got {
			if math.Abs(got[i]-ddq[i]) > 1e-9*size {
				t.Fatalf("joint %d: %g, want %g", i, got[i], ddq[i])
			}
		}
	})
}

// energy of the moving bodies by summing them up one by one.
func energy(c *kinematics.Chain, d *kinematics.Data, q, dq []float64) float64 {
	const h = 1e-5
	n := c.N()
	here, plus, minus := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range q {
		here[i], plus[i], minus[i] = q[i], q[i]+h*dq[i], q[i]-h*dq[i]
	}
	var sum float64
	for i := range q {
		mass, com, in := c.Body(i)
		at := func(q []float64) spatial.Pose {
			c.FK(d, q)
			f := c.Frame(d, i)
			return spatial.Pose{P: f.Apply(com), R: f.R}
		}
		v := spatial.Delta(at(minus), at(plus)).Scale(1 / (2 * h))
		p := at(here)
		w := p.R.ApplyT(v.Ang)
		iw := spatial.V(in.XX*w.X+in.XY*w.Y+in.XZ*w.Z, in.XY*w.X+in.YY*w.Y+in.YZ*w.Z, in.XZ*w.X+in.YZ*w.Y+in.ZZ*w.Z)
		sum += mass*v.Lin.Dot(v.Lin)/2 + w.Dot(iw)/2 - mass*c.Gravity.Dot(p.P)
	}
	return sum
}

// Torques do work: the change of kinetic and potential energy is τ·dq, for every state and acceleration.
func TestRNEAKeepsEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		c, _ := randomChain(t, seed)
		r, d, n := seeded(seed+1), kinematics.NewData(c), c.N()
		q, dq, ddq, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		fill(r, q, 3)
		fill(r, dq, 1)
		fill(r, ddq, 2)
		c.RNEA(d, q, dq, ddq, tau)
		power, size := 0.0, 1.0
		for i := range tau {
			power += tau[i] * dq[i]
			size += math.Abs(tau[i] * dq[i])
		}
		const h = 1e-4
		move := func(s float64) float64 {
			p, v := make([]float64, n), make([]float64, n)
			for i := range p {
				p[i], v[i] = q[i]+s*dq[i]+s*s*ddq[i]/2, dq[i]+s*ddq[i]
			}
			return energy(c, d, p, v)
		}
		if got := (move(h) - move(-h)) / (2 * h); math.Abs(got-power) > 1e-4*size {
			t.Fatalf("energy changes by %g W, torques give %g W", got, power)
		}
	})
}

func TestLoadIsCarried(t *testing.T) {
	c, _ := xarm7.chain(t)
	d := kinematics.NewData(c)
	q, zero := []float64{0.3, -0.2, 0.1, 0.9, 0.4, 1.1, 0.2}, make([]float64, 7)
	empty, loaded, jac := make([]float64, 7), make([]float64, 7), make([]float64, 42)
	c.RNEA(d, q, zero, zero, empty)
	com := spatial.V(0.01, -0.02, 0.08)
	l := c.WithLoad(1.5, com, kinematics.Tensor{XX: 1e-3, YY: 1e-3, ZZ: 1e-3})
	l.RNEA(d, q, zero, zero, loaded)
	c.WithTip(spatial.Pose{P: com, R: spatial.IdentityRot()}).Jacobian(d, q, jac)
	for i := range q {
		if want := empty[i] + 1.5*9.81*jac[14+i]; math.Abs(loaded[i]-want) > 1e-12*(1+math.Abs(want)) {
			t.Errorf("joint %d: %g N·m, want %g", i+1, loaded[i], want)
		}
	}
	if m, _, _ := c.Body(6); m != 0.17 {
		t.Errorf("WithLoad changed the chain it was called on: %g kg", m)
	}
}
