package box

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// TestLostCommandsCostJerk reproduces the table of the protocol notes, section 8: commands of constant jerk J, n of
// them lost, and the greatest jerk that the robot finds when they go on, over J.
func TestLostCommandsCostJerk(t *testing.T) {
	const jerk, first = 10.0, 50
	for _, row := range []struct {
		lost int
		want float64
	}{{0, 1}, {1, 4}, {2, 10}, {3, 25}, {5, 84}, {10, 494}, {19, 2849}} {
		r := newRig(t, Config{})
		for i := range r.limits.Joints {
			r.limits.Joints[i].A, r.limits.Joints[i].J = math.Inf(1), math.Inf(1)
		}
		r.start(franka.GenerateJointPosition, franka.JointImpedance)
		start, peak := r.State().Qd, 0.0
		for k := range 150 {
			last := r.State().DDQd[3]
			c := franka.Command{ID: r.State().ID, QC: start}
			x := float64(k) * dt
			c.QC[3] += jerk * x * x * x / 6
			if k >= first && k < first+row.lost {
				r.Step(nil)
			} else {
				r.Step(&c)
			}
			if k > 3 {
				peak = max(peak, math.Abs(r.State().DDQd[3]-last)/dt/jerk)
			}
		}
		if r.State().CurrentErrors != 0 || math.Abs(peak-row.want) > 0.6 {
			t.Errorf("%d lost: %.4g times the jerk, want %g; errors %v", row.lost, peak, row.want, r.State().CurrentErrors)
		}
	}
}

func TestLostCommandsKeepTheAcceleration(t *testing.T) {
	r := newRig(t, Config{}).start(franka.GenerateCartesianPose, franka.JointImpedance)
	start := r.State().OTEEc
	for k := range 300 {
		c := franka.Command{ID: r.State().ID, OTEEc: start}
		c.OTEEc[13] += 0.02 * cosine(k, 1000)
		r.Step(&c)
	}
	s := *r.State()
	for n := 1; n <= 15; n++ {
		r.Step(nil)
		x := float64(n) * dt
		want := s.OTEEc[13] + s.ODPEEc[1]*x + s.ODDPEEc[1]*dt*dt*float64(n*(n+1))/2
		if got := r.State(); math.Abs(got.OTEEc[13]-want) > 1e-12 || math.Abs(got.ODDPEEc[1]-s.ODDPEEc[1]) > 1e-6 {
			t.Fatalf("%d lost: at %.9g, want %.9g; acceleration %g, want %g", n, got.OTEEc[13], want, got.ODDPEEc[1], s.ODDPEEc[1])
		}
	}
	if m := r.Motion(); m.Missed != 15 || math.Abs(r.State().SuccessRate-0.85) > 1e-12 {
		t.Errorf("%d missed, success rate %g", m.Missed, r.State().SuccessRate)
	}
}

func TestTwentyLostCommandsEndTheMotion(t *testing.T) {
	r := newRig(t, Config{}).start(franka.GenerateJointVelocity, franka.JointImpedance)
	late := franka.Command{ID: r.State().ID - 1}
	for n := 1; n <= maxMisses; n++ {
		if r.State().CurrentErrors != 0 {
			t.Fatalf("aborted after %d lost commands", n-1)
		}
		r.Step(&late)
	}
	o, ok := r.Outcome()
	want := franka.Errors(0).With(franka.CommunicationConstraintsViolation)
	if s := r.State(); !ok || o.Status != franka.ReflexAborted || s.CurrentErrors != want || s.LastErrors != want || s.Mode != franka.ModeReflex {
		t.Errorf("outcome %v %v, errors %v, mode %v", ok, o.Status, s.CurrentErrors, s.Mode)
	}
	if o.Motion.Late != maxMisses || o.Motion.Waited != maxMisses || o.Motion.Missed != 0 {
		t.Errorf("%d late, %d waited, %d missed", o.Motion.Late, o.Motion.Waited, o.Motion.Missed)
	}
}

// TestAnAbortedArmBrakesWithinItsLimits aborts motions at random moments.
func TestAnAbortedArmBrakesWithinItsLimits(t *testing.T) {
	first := newRig(t, Config{})
	rapid.Check(t, func(rt *rapid.T) {
		r := first.again(Config{}).start(franka.GenerateJointVelocity, franka.JointImpedance)
		at := rapid.IntRange(1, 400).Draw(rt, "aborted at")
		var top [7]float64
		for i := range top {
			top[i] = rapid.Float64Range(-0.5, 0.5).Draw(rt, "speed")
		}
		for k := range at {
			c := franka.Command{ID: r.State().ID}
			for i := range top {
				c.DQC[i] = top[i] * cosine(k, 400)
			}
			r.Step(&c)
		}
		r.Inject(franka.InstabilityDetected)
		last := *r.State()
		r.Step(nil)
		for n := 0; *r.State() != last; n++ {
			s := r.State()
			for i, l := range r.limits.Joints {
				v, a := (s.Qd[i]-last.Qd[i])/dt, (s.DQd[i]-last.DQd[i])/dt
				j := (s.DDQd[i] - last.DDQd[i]) / dt
				if math.Abs(v-s.DQd[i]) > 1e-9 || math.Abs(a) > l.A*(1+1e-6) || math.Abs(j) > l.J*(1+1e-6) {
					rt.Fatalf("joint %d: acceleration %g, jerk %g", i+1, a, j)
				}
			}
			if s.DQd == [7]float64{} {
				return
			}
			if n > 1000 {
				rt.Fatal("the set-point does not come to rest")
			}
			last = *s
			r.Step(nil)
		}
	})
}

// TestARefusedCommandBrakesAtOnce: q_d has no step in its velocity where a command ends a motion.
func TestARefusedCommandBrakesAtOnce(t *testing.T) {
	for g := franka.GenerateJointPosition; g <= franka.GenerateCartesianVelocity; g++ {
		r := newRig(t, Config{}).start(g, franka.JointImpedance)
		f := exampleMotions()[g-1]()
		for k := range 500 {
			var c franka.Command
			f(k, r.State(), &c)
			c.ID = r.State().ID
			r.Step(&c)
		}
		last := *r.State()
		r.Step(&franka.Command{ID: last.ID}) // zeros
		for s := r.State(); ; {
			for i, l := range r.limits.Joints {
				v := (s.Qd[i] - last.Qd[i]) / dt
				if math.Abs(v-last.DQd[i]) > l.A*dt*(1+1e-6) || math.Abs(s.DDQd[i]-last.DDQd[i]) > l.J*dt*(1+1e-6) {
					t.Fatalf("%v, joint %d: from %g to %g rad/s, %g to %g rad/s²", g, i+1, last.DQd[i], v, last.DDQd[i], s.DDQd[i])
				}
			}
			if s.Mode != franka.ModeReflex {
				t.Fatalf("%v: %v", g, s.Mode)
			}
			if s.DQd == [7]float64{} {
				break
			}
			last = *s
			r.Step(nil)
		}
	}
}

func TestEqualRunsGiveEqualBits(t *testing.T) {
	run := func(seed uint64) (all []franka.State) {
		r := newRig(t, Config{Noise: DefaultNoise(), Seed: seed}).start(franka.GenerateCartesianPose, franka.CartesianImpedance)
		f := exampleMotions()[2]()
		for k := range 700 {
			c := franka.Command{}
			f(k, r.State(), &c)
			if c.ID = r.State().ID; k%37 == 5 {
				c.ID = 0
			}
			if k == 500 {
				r.Push(spatial.Wrench{Force: spatial.V(0, 0, 60)})
			}
			r.Step(&c)
			all = append(all, *r.State())
		}
		return all
	}
	a, b, other := run(1), run(1), run(2)
	if !slices.Equal(a, b) {
		t.Error("equal seeds give other bits")
	}
	if slices.Equal(a, other) {
		t.Error("another seed gives the same noise")
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	for g := range exampleMotions() {
		r := newRig(t, Config{Noise: DefaultNoise()}).start(franka.MotionGenerator(g+1), franka.CartesianImpedance)
		f, k := exampleMotions()[g](), 0
		var c franka.Command
		n := testing.AllocsPerRun(500, func() {
			f(k, r.State(), &c)
			if c.ID = r.State().ID; k == 400 {
				c.ID, c.DQC[0], c.QC[0], c.OTEEc[12], c.ODPEEc[0] = r.State().ID, 9, 9, 9, 9 // aborts
			}
			k++
			r.Step(&c)
			r.Outcome()
		})
		if n != 0 {
			t.Errorf("%v: %g allocations a step", franka.MotionGenerator(g+1), n)
		}
		if r.State().CurrentErrors == 0 {
			t.Errorf("%v: no abort", franka.MotionGenerator(g+1))
		}
	}
}

// TestBodiesKeepTheirEnergy lets the arm swing freely, without motors, friction or stops: kinetic and potential energy
// together stay what they were, but for the integrator.
func TestBodiesKeepTheirEnergy(t *testing.T) {
	r := newRig(t, Config{Q0: [7]float64{0.3, -0.5, 0.2, -1.8, 0.1, 1.9, 0.5}})
	p := &r.plant
	for i := range p.stops {
		p.stops[i] = [2]float64{-100, 100}
	}
	// Kinetic energy is half of dq·M·dq, with M·dq the torques of an acceleration of that number without gravity;
	// potential energy comes from the bodies' heights.
	energy := func() (kinetic, potential float64) {
		var m [7]float64
		g := p.chain.Gravity
		p.chain.Gravity = spatial.Vec3{}
		p.chain.RNEA(p.data, p.q[:], p.zero[:], p.dq[:], m[:])
		p.chain.Gravity = g
		p.chain.FK(p.data, p.q[:])
		for i, v := range p.dq {
			kinetic += v * (m[i] + rotor*v) / 2
			mass, com, _ := p.chain.Body(i)
			potential += mass * 9.81 * p.chain.Frame(p.data, i).Apply(com).Z
		}
		return kinetic, potential
	}
	_, first := energy()
	worst, most := 0.0, 0.0
	for range 2000 {
		p.step(withoutHelp, &r.set, &r.tau)
		k, u := energy()
		worst, most = max(worst, math.Abs(k+u-first)), max(most, k)
	}
	if most < 5 || worst > 0.03*most {
		t.Errorf("energy drifts by %.3g J while up to %.3g J are kinetic", worst, most)
	}
}

// TestImpedanceIsStable holds the arm with every stiffness in many poses and knocks it.
func TestImpedanceIsStable(t *testing.T) {
	first := newRig(t, Config{})
	rapid.Check(t, func(rt *rapid.T) {
		limits := franka.PandaLimits()
		var q0, k [7]float64
		for i, l := range limits.Joints {
			q0[i] = rapid.Float64Range(l.Lower+0.1, l.Upper-0.1).Draw(rt, "q")
			k[i] = rapid.SampledFrom([]float64{0, 100, 3000, 14250}).Draw(rt, "k")
		}
		r := first.again(Config{Q0: q0})
		r.SetJointImpedance(k)
		c := rapid.SampledFrom([]control{byJoints, byTool}).Draw(rt, "control")
		r.plant.tool = [6]float64{3000, 3000, 3000, 300, 300, 300}
		for i := range r.plant.dq {
			r.plant.dq[i] = rapid.Float64Range(-0.3, 0.3).Draw(rt, "dq")
		}
		r.aim()
		for range 500 {
			r.plant.step(c, &r.set, &r.tau)
		}
		for i, v := range r.plant.dq {
			if math.Abs(v) > 0.1 && k[i] > 0 || math.IsNaN(v) {
				rt.Errorf("joint %d still moves at %g rad/s", i+1, v)
			}
		}
	})
}

func TestStateIsFilled(t *testing.T) {
	r := newRig(t, Config{})
	s := r.State()
	chain, err := chainOf(Panda)
	if err != nil || chain.N() != 7 {
		t.Fatal(err)
	}
	for range 500 {
		r.Step(nil)
	}
	// Flange of the ready pose (protocol notes, section 10), and the hand below it.
	if math.Abs(s.OTEE[12]-0.30689) > 1e-4 || math.Abs(s.OTEE[13]) > 1e-9 || math.Abs(s.OTEE[14]-(0.59028-0.1034)) > 1e-4 {
		t.Errorf("end effector at %.5f %.5f %.5f", s.OTEE[12], s.OTEE[13], s.OTEE[14])
	}
	if s.OTEEc != s.OTEEd || s.MTotal != 0.73 || s.ODDPO != [3]float64{0, 0, -9.81} || math.Abs(s.Elbow[0]) > 1e-9 || s.Elbow[1] != -1 {
		t.Errorf("commanded %v\ndesired %v\nmass %g, base %v, elbow %v", s.OTEEc, s.OTEEd, s.MTotal, s.ODDPO, s.Elbow)
	}
	for i := range s.Q {
		if math.Abs(s.Q[i]-s.Qd[i]) > 1e-6 || math.Abs(s.TauJd[i]) > 1e-2 || math.Abs(s.Theta[i]-s.Q[i]-s.TauJ[i]/gear(i)) > 1e-12 {
			t.Errorf("joint %d: q %g of %g, tau_J_d %g, theta %g", i+1, s.Q[i], s.Qd[i], s.TauJd[i], s.Theta[i])
		}
	}
	if math.Abs(s.TauJ[3]-18.76) > 0.01 || s.ID != 501 || s.Mode != franka.ModeIdle || s.Controller != franka.OtherController {
		t.Errorf("tau_J %v, id %d, %v, %v", s.TauJ, s.ID, s.Mode, s.Controller)
	}
}

func TestFollowingIsClose(t *testing.T) {
	r := newRig(t, Config{}).start(franka.GenerateCartesianPose, franka.JointImpedance)
	f, worst := exampleMotions()[2](), 0.0
	r.run(func(k int, s *franka.State, c *franka.Command) bool {
		worst = max(worst, r.deviation().Translation)
		return f(k, s, c)
	})
	if worst > 5e-4 {
		t.Errorf("the arm is up to %.3g m behind", worst)
	}
}

func TestFR3IsItself(t *testing.T) {
	// At the same pose the FR3's model and the simulated arm bear the same torques, other than the Panda's.
	d, err := franka.DynamicsOf(franka.Version9)
	if err != nil {
		t.Fatal(err)
	}
	bare := newRig(t, Config{Version: franka.Version9, Bare: true}).pass(50).State()
	g := d.Gravity(&bare.Q, franka.Earth())
	panda := newRig(t, Config{Bare: true}).pass(50).State()
	for _, i := range []int{1, 3} {
		if math.Abs(g[i]-bare.TauJ[i]) > 0.05 || math.Abs(g[i]-panda.TauJ[i]) < 0.5 {
			t.Errorf("joint %d: %g Nm, model %g, Panda %g", i+1, bare.TauJ[i], g[i], panda.TauJ[i])
		}
	}
	r := newRig(t, Config{Version: franka.Version9})
	a, done := r.Handle(&franka.Request{Kind: franka.GetRobotModel})
	if !done || a.Status != franka.Success || !strings.Contains(string(a.Data), `<joint name="joint1"`) {
		t.Errorf("GetRobotModel: %v", a.Status)
	}
}
