package kinematics_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

const cycle = 0.004

// keeps fails when a cycle from q to next breaks a position, velocity or acceleration limit.
func keeps(t tester, c *kinematics.Chain, q, next, dq []float64, acc float64) {
	t.Helper()
	for i := range q {
		l, v := c.Limit(i), (next[i]-q[i])/cycle
		switch {
		case !(next[i] >= l.Lower && next[i] <= l.Upper) && q[i] >= l.Lower && q[i] <= l.Upper:
			t.Fatal("joint", i, "at", next[i], "leaves its limits", l)
		case !(math.Abs(v) <= l.Velocity*(1+1e-9)):
			t.Fatal("joint", i, "moves at", v, "limit", l.Velocity)
		case acc > 0 && math.Abs(v-dq[i])/cycle > acc*(1+1e-6):
			t.Fatal("joint", i, "accelerates at", (v-dq[i])/cycle, "limit", acc)
		}
	}
}

func TestServoFollowsACircle(t *testing.T) {
	c, _ := xarm7.chain(t)
	d := kinematics.NewData(c)
	q := []float64{0, -0.247, 0, 0.909, 0, 1.15644, 0}
	start, next := c.FK(d, q), make([]float64, 7)
	for k := 1; k <= 5000; k++ {
		s, co := math.Sincos(float64(k) * cycle * 2)
		target := start
		target.P = target.P.Add(spatial.V(0.1*(co-1), 0.1*s, 0.05*s))
		target.R = spatial.RotZ(0.3 * s).Mul(start.R)
		r := c.ServoIK(d, target, q, cycle, next, kinematics.ServoOptions{})
		if r.Status != kinematics.ServoOK || r.Position > 1e-5 || r.Rotation > 1e-5 {
			t.Fatalf("cycle %d: %+v", k, r)
		}
		keeps(t, c, q, next, nil, 0)
		copy(q, next)
	}
}

// The target moves out of the arm's reach, through the stretched pose, and back: the arm stretches towards
// it, stays calm there, and follows again.
func TestServoGoesOnThroughSingularPoses(t *testing.T) {
	c, _ := xarm7.chain(t)
	d := kinematics.NewData(c)
	for _, acc := range []float64{0, 20} {
		q, next, dq := []float64{0, -0.247, 0, 0.909, 0, 1.15644, 0}, make([]float64, 7), make([]float64, 7)
		start := c.FK(d, q)
		degraded := 0
		for k := 1; k <= 4000; k++ {
			target := start
			target.P.X += 0.3 * (1 - math.Cos(float64(k)*cycle*math.Pi/8)) // 0.6 m further and back in 16 s
			r := c.ServoIK(d, target, q, cycle, next, kinematics.ServoOptions{Acceleration: acc, Velocity: dq,
				Twist: spatial.Twist{Lin: spatial.V(0.3*math.Pi/8*math.Sin(float64(k)*cycle*math.Pi/8), 0, 0)}})
			keeps(t, c, q, next, dq, acc)
			if r.Status != kinematics.ServoOK {
				degraded++
			}
			for i := range q {
				v := (next[i] - q[i]) / cycle
				if a := math.Abs(v-dq[i]) / cycle; k > 1100 && k < 2900 && a > 1 {
					t.Fatalf("cycle %d, out of reach: joint %d accelerates at %g rad/s²", k, i, a)
				}
				dq[i] = v
			}
			copy(q, next)
			if k == 2000 && (r.Status != kinematics.ServoDegraded || r.Why == 0) {
				t.Errorf("out of reach: %+v", r)
			}
			if k == 4000 && r.Status != kinematics.ServoOK {
				t.Errorf("back in reach: %+v", r)
			}
		}
		if degraded < 1500 || degraded > 2500 {
			t.Errorf("%d of 4000 cycles degraded", degraded)
		}
	}
}

// A target that jumps at random, at any dt-long cycle, with every option: no limit is ever broken.
func TestServoNeverBreaksALimit(t *testing.T) {
	c, _ := xarm7.chain(t)
	k := xarmCollider(c)
	d := kinematics.NewData(c)
	rapid.Check(t, func(t *rapid.T) {
		r := seeded(rapid.Uint64().Draw(t, "seed"))
		o := kinematics.ServoOptions{Linear: 1}
		if r.IntN(2) == 0 {
			o.Acceleration = between(r, 5, 20)
		}
		if r.IntN(2) == 0 {
			o.Collider = k
		}
		q, next, dq, far := make([]float64, 7), make([]float64, 7), make([]float64, 7), make([]float64, 7)
		inLimits(r, c, q)
		var target spatial.Pose
		for n := range 300 {
			if n%60 == 0 {
				inLimits(r, c, far)
				target = c.FK(d, far)
			}
			o.Velocity = dq
			before, _, _ := k.Closest(d, q)
			res := c.ServoIK(d, target, q, cycle, next, o)
			keeps(t, c, q, next, dq, o.Acceleration)
			if o.Collider != nil && o.Acceleration == 0 && res.Distance < math.Min(0.01, before)-1e-6 {
				t.Fatalf("the links come from %g m to %g m: %+v", before, res.Distance, res)
			}
			for i := range q {
				dq[i] = (next[i] - q[i]) / cycle
			}
			copy(q, next)
		}
	})
}

// The target lies inside the base column: without a collider the arm would go there.
func TestServoKeepsTheLinksApart(t *testing.T) {
	c, _ := xarm7.chain(t)
	k, d := xarmCollider(c), kinematics.NewData(c)
	run := func(with *kinematics.Collider) (least float64, last kinematics.ServoResult) {
		q, next := []float64{0, -0.247, 0, 0.909, 0, 1.15644, 0}, make([]float64, 7)
		start := c.FK(d, q)
		least = math.Inf(1)
		for n := range 1500 {
			target := start
			target.P = start.P.Add(spatial.V(0, 0, 0.1).Sub(start.P).Scale(math.Min(float64(n)/1000, 1)))
			last = c.ServoIK(d, target, q, cycle, next, kinematics.ServoOptions{Collider: with})
			keeps(t, c, q, next, nil, 0)
			copy(q, next)
			dist, _, _ := k.Closest(d, q)
			least = math.Min(least, dist)
		}
		return least, last
	}
	if least, _ := run(nil); least > -0.01 {
		t.Errorf("without collider the links keep %g m: the test shows nothing", least)
	}
	least, last := run(k)
	if least < 0.01-1e-6 {
		t.Errorf("with collider the links come to %g m", least)
	}
	if last.Status == kinematics.ServoOK || last.Why&kinematics.NearCollision == 0 {
		t.Errorf("the last cycle: %+v", last)
	}
}

func TestServoRefusesBadInput(t *testing.T) {
	c, _ := xarm7.chain(t)
	d, q, next := kinematics.NewData(c), make([]float64, 7), make([]float64, 7)
	good := c.FK(d, q)
	nan := math.NaN()
	bad := good
	bad.P.Y = nan
	var o kinematics.ServoOptions
	try := func(name string, target spatial.Pose, q []float64, dt float64) {
		r := c.ServoIK(d, target, q, dt, next, o)
		if r.Status != kinematics.ServoHeld || r.Why != kinematics.BadInput {
			t.Errorf("%s: %+v", name, r)
		}
	}
	try("target", bad, q, cycle)
	try("no rotation", spatial.Pose{}, q, cycle)
	try("dt", good, q, nan)
	try("no dt", good, q, 0)
	try("joints", good, []float64{0, 0, 0, math.Inf(-1), 0, 0, 0}, cycle)
	o.Rest = []float64{0, 0, 0, nan, 0, 0, 0}
	try("rest", good, q, cycle)
	o = kinematics.ServoOptions{Velocity: []float64{0, 0, 0, nan, 0, 0, 0}}
	try("velocity", good, q, cycle)
	o = kinematics.ServoOptions{Twist: spatial.Twist{Ang: spatial.V(0, nan, 0)}}
	try("twist", good, q, cycle)
	// A lost target while moving is braked for, not jumped to a stop.
	dq := []float64{1, 0, 0, 0.5, 0, 0, -0.02}
	o = kinematics.ServoOptions{Acceleration: 20, Velocity: dq}
	try("target while moving", bad, q, cycle)
	for i, want := range []float64{0.92, 0, 0, 0.42, 0, 0, 0} {
		if v := (next[i] - q[i]) / cycle; math.Abs(v-want) > 1e-9 {
			t.Errorf("joint %d brakes from %g to %g, want %g", i+1, dq[i], v, want)
		}
	}
}

// Joints found outside their limits come back, no faster than they may move.
func TestServoComesBackInside(t *testing.T) {
	c, _ := xarm7.chain(t)
	d, q, next := kinematics.NewData(c), []float64{0, 2.3, 0, -0.4, 0, 1.2, 0}, make([]float64, 7)
	target := c.FK(d, []float64{0, -0.2, 0, 0.9, 0, 1.1, 0})
	for range 200 {
		c.ServoIK(d, target, q, cycle, next, kinematics.ServoOptions{})
		keeps(t, c, q, next, nil, 0)
		if (q[1] > 2.0944 && next[1] >= q[1]) || (q[3] < -0.19198 && next[3] <= q[3]) {
			t.Fatalf("from %v to %v", q, next)
		}
		copy(q, next)
	}
	if !c.Inside(q) {
		t.Errorf("still outside: %v", q)
	}
}

// What a Data was used for before leaves no trace: equal arguments, equal bits.
func TestScratchMemoryLeavesNoTrace(t *testing.T) {
	c, _ := xarm7.chain(t)
	k, used, r := xarmCollider(c), kinematics.NewData(c), seeded(9)
	q, a, b, dq := make([]float64, 7), make([]float64, 7), make([]float64, 7), make([]float64, 7)
	for range 300 {
		inLimits(r, c, q)
		target := c.FK(used, q)
		target.P.X += 0.01
		for i := range q {
			q[i] += between(r, -0.01, 0.01)
			dq[i] = between(r, -1, 1)
		}
		o := kinematics.ServoOptions{Collider: k, Acceleration: between(r, 1, 20), Velocity: dq}
		ra, rb := c.ServoIK(used, target, q, cycle, a, o), c.ServoIK(kinematics.NewData(c), target, q, cycle, b, o)
		if ra != rb || !slices.Equal(a, b) {
			t.Fatalf("%+v %v\n%+v %v", ra, a, rb, b)
		}
		ia, ib := c.IK(used, target, q, a, kinematics.IKOptions{}), c.IK(kinematics.NewData(c), target, q, b, kinematics.IKOptions{})
		if ia != ib || !slices.Equal(a, b) {
			t.Fatalf("%+v %v\n%+v %v", ia, a, ib, b)
		}
	}
}

// At rest on the target, the arm uses its freedom to leave the limits, and the tip stays.
func TestServoPullsAwayFromLimits(t *testing.T) {
	c, _ := xarm7.chain(t)
	d, q, next := kinematics.NewData(c), []float64{0.4, 1.9, 0.9, 1.0, -0.8, 1.2, 0.3}, make([]float64, 7) // joint 2 near its end
	target := c.FK(d, q)
	for n := range 2000 {
		if r := c.ServoIK(d, target, q, cycle, next, kinematics.ServoOptions{}); r.Status != kinematics.ServoOK {
			t.Fatalf("cycle %d: %+v", n, r)
		}
		copy(q, next)
	}
	if q[1] > 1.8 {
		t.Errorf("joint 2 stays at %g", q[1])
	}
}
