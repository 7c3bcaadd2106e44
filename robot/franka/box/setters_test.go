package box

import (
	"context"
	"errors"
	"math"
	"net"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/sim"
)

// wild draws numbers of every kind: what clients send by mistake, and what they should.
func wild() *rapid.Generator[float64] {
	odd := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, 1e150, 1e-300,
		math.SmallestNonzeroFloat64, math.MaxFloat64, 1e16}
	return rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64Range(-5, 5), rapid.Float64Range(0, 3000), rapid.Float64())
}

func fill(rt *rapid.T, what string, g *rapid.Generator[float64], xs []float64) {
	for i := range xs {
		xs[i] = g.Draw(rt, what)
	}
}

// wildFrame is nearly always a rotation, because what is no transform at all is refused at once.
func wildFrame(rt *rapid.T) franka.Pose {
	angle := rapid.Float64Range(-3, 3)
	p := franka.PoseOf(spatial.Pose{
		P: spatial.V(wild().Draw(rt, "x"), wild().Draw(rt, "y"), rapid.Float64Range(-1, 1).Draw(rt, "z")),
		R: spatial.RotX(angle.Draw(rt, "roll")).Mul(spatial.RotY(angle.Draw(rt, "pitch"))).Mul(spatial.RotZ(angle.Draw(rt, "yaw"))),
	})
	if rapid.IntRange(0, 3).Draw(rt, "spoil") == 0 {
		p[rapid.IntRange(0, 15).Draw(rt, "at")] = wild().Draw(rt, "with")
	}
	return p
}

// wildLoad mixes masses and inertias of bodies with what are none.
func wildLoad(rt *rapid.T) (l franka.Load) {
	l.Mass = rapid.OneOf(rapid.Float64Range(0, 20), wild()).Draw(rt, "mass")
	fill(rt, "centre", rapid.OneOf(rapid.Float64Range(-2, 2), wild()), l.FxCload[:])
	g := rapid.OneOf(rapid.Float64Range(0, 0.1), rapid.Float64Range(-100, 100), wild())
	i := &l.Inertia
	fill(rt, "inertia", g, i[:])
	if rapid.Bool().Draw(rt, "symmetric") {
		i[3], i[6], i[7] = i[1], i[2], i[5]
	}
	if rapid.Bool().Draw(rt, "diagonal") {
		*i = [9]float64{0: i[0], 4: i[4], 8: i[8]}
	}
	return l
}

func wildRequest(rt *rapid.T) *franka.Request {
	kinds := []franka.Kind{franka.SetCollisionBehavior, franka.SetJointImpedance, franka.SetCartesianImpedance, franka.SetGuidingMode,
		franka.SetEEToK, franka.SetNEToEE, franka.SetLoad, franka.SetLoad, franka.SetFilters}
	q := &franka.Request{Kind: rapid.SampledFrom(kinds).Draw(rt, "kind")}
	c, f := &q.Collision, &q.Filters
	for _, xs := range [][]float64{c.LowerTorqueAcceleration[:], c.LowerTorque[:], c.LowerForceAcceleration[:], c.LowerForce[:]} {
		fill(rt, "lower", wild(), xs)
	}
	for _, xs := range [][]float64{c.UpperTorqueAcceleration[:], c.UpperTorque[:], c.UpperForceAcceleration[:], c.UpperForce[:]} {
		fill(rt, "upper", rapid.OneOf(rapid.Just(math.MaxFloat64), wild()), xs)
	}
	stiff := rapid.OneOf(rapid.Float64Range(0, 14250), wild())
	fill(rt, "joint impedance", stiff, q.JointImpedance[:])
	fill(rt, "Cartesian impedance", rapid.OneOf(rapid.Float64Range(10, 300), wild()), q.CartesianImpedance[:])
	for i := range q.Guiding.Axes {
		q.Guiding.Axes[i] = rapid.Bool().Draw(rt, "axis")
	}
	q.Frame, q.Load = wildFrame(rt), wildLoad(rt)
	hz := rapid.OneOf(rapid.Float64Range(1e-3, 1000), wild())
	for _, x := range []*float64{&f.JointPosition, &f.JointVelocity, &f.CartesianPosition, &f.CartesianVelocity, &f.Controller} {
		*x = hz.Draw(rt, "filter")
	}
	return q
}

// settingsOf is all that setters set.
func settingsOf(r *Robot) [4]any {
	p := &r.plant
	return [4]any{r.conf, [13]float64(append(append([]float64(nil), p.stiffness[:]...), p.tool[:]...)), p.guide, p.axes}
}

// TestSettersRefuseOrTheArmStaysFinite: Step panics with sim.NotFinite otherwise.
func TestSettersRefuseOrTheArmStaysFinite(t *testing.T) {
	first := newRig(t, Config{})
	rapid.Check(t, func(rt *rapid.T) {
		r := first.again(Config{Noise: DefaultNoise()})
		for range rapid.IntRange(1, 4).Draw(rt, "setters") {
			before := settingsOf(r.Robot)
			a, done := r.Handle(wildRequest(rt))
			if !done || a.Status != franka.Success && a.Status != franka.InvalidArgument {
				rt.Fatalf("%v: %v", a.Kind, a.Status)
			}
			if a.Status != franka.Success && settingsOf(r.Robot) != before {
				rt.Fatalf("%v was refused and changed something", a.Kind)
			}
		}
		c := rapid.SampledFrom([]franka.Controller{franka.JointImpedance, franka.CartesianImpedance, franka.ExternalController}).Draw(rt, "controller")
		g := rapid.SampledFrom([]franka.MotionGenerator{franka.GenerateJointVelocity, franka.GenerateCartesianPose}).Draw(rt, "generator")
		r.pass(100)
		r.request(g, c) // a singular pose may refuse it, a load that is felt as a push too
		r.drive(func(k int, s *franka.State, c *franka.Command) {
			c.DQC[1] = 0.2 * cosine(k, 200)
			if c.Finished = k > 250; c.Finished {
				c.DQC[1] = 0
			}
		})
		r.Guide(true)
		r.Lead(3, -2)
		r.pass(200)
		r.Guide(false)
		r.pass(50)
		if err := r.Push(spatial.Wrench{Force: spatial.V(wild().Draw(rt, "push"), 0, 0)}); err {
			r.pass(50)
		}
		for i, v := range r.State().DQ {
			if !(math.Abs(v) < 1e3) {
				rt.Errorf("joint %d at %g rad/s", i+1, v)
			}
		}
	})
}

// TestLoadsThatAreNoBodies are refused; what a body can have, rounded, is taken.
func TestLoadsThatAreNoBodies(t *testing.T) {
	r := newRig(t, Config{})
	diagonal := func(x, y, z float64) [9]float64 { return [9]float64{0: x, 4: y, 8: z} }
	mixed := func(x, y, z, xy float64) [9]float64 { return [9]float64{0: x, 1: xy, 3: xy, 4: y, 8: z} }
	skew := diagonal(0.1, 0.1, 0.1)
	skew[1] = 0.01
	for name, row := range map[string]struct {
		i    [9]float64
		want franka.Status
	}{
		"nothing":                {[9]float64{}, franka.Success},
		"a ball":                 {diagonal(0.01, 0.01, 0.01), franka.Success},
		"a rod":                  {diagonal(0.01, 0.01, 0), franka.Success},
		"a plate, rounded":       {diagonal(0.0010, 0.0006, 0.00162), franka.Success},
		"turned":                 {mixed(0.02, 0.02, 0.03, 0.005), franka.Success},
		"indefinite":             {mixed(0.01, 0.01, 0.01, 0.02), franka.InvalidArgument},
		"far indefinite":         {mixed(1, 1, 1, 90), franka.InvalidArgument},
		"negative":               {diagonal(-0.01, 0.01, 0.01), franka.InvalidArgument},
		"one moment too great":   {diagonal(0.01, 0.01, 0.03), franka.InvalidArgument},
		"not symmetric":          {skew, franka.InvalidArgument},
		"beyond what is carried": {diagonal(1e3, 1e3, 1e3), franka.InvalidArgument},
		"not a number":           {diagonal(math.NaN(), 1, 1), franka.InvalidArgument},
	} {
		if got := r.SetLoad(franka.Load{Mass: 1, Inertia: row.i}); got != row.want {
			t.Errorf("%s: %v, want %v", name, got, row.want)
		}
	}
	far := franka.IdentityPose()
	far[12] = 1e300
	if a, b := r.SetNEToEE(far), r.SetEEToK(far); a != franka.InvalidArgument || b != franka.InvalidArgument {
		t.Errorf("frames 1e300 m away: %v, %v", a, b)
	}
}

// TestABrokenSimulationEndsItsServer with an error that says what and when, and no state with it is sent.
func TestABrokenSimulationEndsItsServer(t *testing.T) {
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(ServerConfig{}, r, l)
	done := make(chan error, 1)
	go func() { done <- s.Serve(context.Background()) }()
	s.Do(func(r *Robot) { r.plant.dq[2] = math.NaN() })
	select {
	case err = <-done:
	case <-time.After(time.Minute):
		t.Fatal("it goes on")
	}
	var broken sim.NotFinite
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), "NaN after") || !strings.Contains(err.Error(), "of simulated time") {
		t.Errorf("%v", err)
	}
	for _, q := range r.State().Q {
		if q-q != 0 {
			t.Errorf("a state with %g", q)
		}
	}
}
