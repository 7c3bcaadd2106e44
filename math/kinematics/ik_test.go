package kinematics_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// solveMany sends the tip to n random reachable poses from mid-range and returns how many were reached and
// a hash over the bits of every answer.
func solveMany(t *testing.T, c *kinematics.Chain, n int) (solved int, hash uint64) {
	r, d := seeded(1), kinematics.NewData(c)
	q, mid, got := make([]float64, c.N()), make([]float64, c.N()), make([]float64, c.N())
	for i := range mid {
		mid[i] = (c.Limit(i).Lower + c.Limit(i).Upper) / 2
	}
	h := fnv.New64a()
	for range n {
		inLimits(r, c, q)
		target := c.FK(d, q)
		res := c.IK(d, target, mid, got, kinematics.IKOptions{Seed: 1})
		if res.Status == kinematics.IKSolved {
			solved++
			e := spatial.Delta(c.FK(d, got), target)
			if e.Lin.Norm() > 1e-5 || e.Ang.Norm() > 1e-5 {
				t.Fatalf("called solved, but off by %g m and %g rad", e.Lin.Norm(), e.Ang.Norm())
			}
		}
		if !c.Inside(got) {
			t.Fatalf("%v is outside the limits", got)
		}
		for _, v := range got {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
			h.Write(b[:])
		}
	}
	return solved, h.Sum64()
}

func TestIKReachesWhatIsReachable(t *testing.T) {
	for _, r := range []robot{xarm7, panda} {
		c, _ := r.chain(t)
		const n = 4000
		solved, hash := solveMany(t, c, n)
		if solved < n*999/1000 {
			t.Errorf("%s: %d of %d solved", r.name, solved, n)
		}
		if _, again := solveMany(t, c, n); again != hash {
			t.Errorf("%s: the second run gives other bits", r.name)
		}
	}
}

func TestIKNearTheSeedTakesThreeIterations(t *testing.T) {
	c, _ := xarm7.chain(t)
	d, r := kinematics.NewData(c), seeded(3)
	q := []float64{0, -0.247, 0, 0.909, 0, 1.15644, 0}
	for range 1000 {
		target := c.FK(d, q)
		target.P = target.P.Add(spatial.V(between(r, -4e-3, 4e-3), between(r, -4e-3, 4e-3), between(r, -4e-3, 4e-3)))
		target.R = spatial.Exp(spatial.V(between(r, -0.01, 0.01), 0, between(r, -0.01, 0.01))).Mul(target.R)
		got := make([]float64, 7)
		res := c.IK(d, target, q, got, kinematics.IKOptions{Restarts: -1})
		if res.Status != kinematics.IKSolved || res.Iterations > 3 {
			t.Fatalf("%+v", res)
		}
	}
}

func TestIKOfWhatCannotBeReached(t *testing.T) {
	c, _ := panda.chain(t)
	d := kinematics.NewData(c)
	seed := []float64{0, 0, 0, -1.5, 0, 1.5, 0}
	q := make([]float64, 7)
	far := spatial.Pose{P: spatial.V(2, 0.1, 0.5), R: spatial.IdentityRot()}
	res := c.IK(d, far, seed, q, kinematics.IKOptions{Restarts: 20})
	if res.Status != kinematics.IKNotReached || !c.Inside(q) || res.Starts != 21 || !(res.Position > 0.9 && res.Position < 1.6) {
		t.Errorf("%+v at %v", res, q)
	}
	nan := math.NaN()
	for _, bad := range []spatial.Pose{
		{P: spatial.V(nan, 0, 0), R: spatial.IdentityRot()},
		{P: spatial.V(0, math.Inf(1), 0), R: spatial.IdentityRot()},
		{P: spatial.V(0.3, 0, 0.3)},
		{P: spatial.V(0.3, 0, 0.3), R: spatial.Rot{1, 0, 0, 0, 1, 0, 0, 0, -1}},
	} {
		if res := c.IK(d, bad, seed, q, kinematics.IKOptions{}); res.Status != kinematics.IKNotPossible {
			t.Errorf("%v: %v", bad, res.Status)
		}
	}
	if res := c.IK(d, far, []float64{0, 0, nan, 0, 0, 0, 0}, q, kinematics.IKOptions{}); res.Status != kinematics.IKNotPossible {
		t.Errorf("a seed that is not a number: %v", res.Status)
	}
	if res := c.IK(d, spatial.Pose{P: spatial.V(1e308, 1e308, 0), R: spatial.IdentityRot()}, seed, q, kinematics.IKOptions{Restarts: 3}); res.Status != kinematics.IKNotReached || !c.Inside(q) {
		t.Errorf("a target as far as numbers go: %+v %v", res, q)
	}
}

// Chains of any build, with limits or without: what FK reaches, IK finds, and never leaves the limits.
func TestIKOnAnyChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		c, _ := randomChain(t, seed)
		r, d := seeded(seed+1), kinematics.NewData(c)
		q, got := make([]float64, c.N()), make([]float64, c.N())
		fill(r, q, 2.9)
		target := c.FK(d, q)
		for i := range got {
			got[i] = q[i] + between(r, -0.02, 0.02)
		}
		res := c.IK(d, target, got, got, kinematics.IKOptions{Seed: seed})
		if res.Status != kinematics.IKSolved || !c.Inside(got) {
			t.Fatalf("%+v", res)
		}
	})
}

func TestIKAllocatesNothing(t *testing.T) {
	c, _ := xarm7.chain(t)
	d, r := kinematics.NewData(c), seeded(5)
	q, got := make([]float64, 7), make([]float64, 7)
	if n := testing.AllocsPerRun(50, func() {
		inLimits(r, c, q)
		c.IK(d, c.FK(d, q), make([]float64, 7), got, kinematics.IKOptions{})
		c.ServoIK(d, c.FK(d, q), got, 0.004, got, kinematics.ServoOptions{})
	}); n != 0 {
		t.Fatalf("%g allocations", n)
	}
}

func BenchmarkFK(b *testing.B) {
	c, _ := xarm7.chain(b)
	d, q := kinematics.NewData(c), []float64{.1, .2, .3, .8, .5, .6, .7}
	for b.Loop() {
		c.FK(d, q)
	}
}

func BenchmarkServoIK(b *testing.B) {
	c, _ := xarm7.chain(b)
	d, q, next := kinematics.NewData(c), []float64{.1, .2, .3, .8, .5, .6, .7}, make([]float64, 7)
	target := c.FK(d, q)
	target.P.X += 0.001
	for b.Loop() {
		c.ServoIK(d, target, q, 0.004, next, kinematics.ServoOptions{})
	}
}
