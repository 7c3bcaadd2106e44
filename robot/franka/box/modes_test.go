package box

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// pass lets n cycles pass.
func (r *rig) pass(n int) *rig {
	for range n {
		r.Step(nil)
	}
	return r
}

func (r *rig) request(g franka.MotionGenerator, c franka.Controller) franka.Status {
	return r.Move(franka.MoveRequest{Generator: g, Controller: c, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation})
}

func TestMovesThatAreRefused(t *testing.T) {
	want := func(r *rig, g franka.MotionGenerator, c franka.Controller, s franka.Status) {
		t.Helper()
		if got := r.request(g, c); got != s {
			t.Errorf("%v with %v: %v, want %v", g, c, got, s)
		}
	}
	want(newRig(t, Config{Version: franka.Version5}), franka.GenerateNone, franka.ExternalController, franka.InvalidArgument)
	want(newRig(t, Config{Version: franka.Version7}), franka.GenerateNone, franka.JointImpedance, franka.InvalidArgument)
	want(newRig(t, Config{Version: franka.Version7}), franka.GenerateNone, franka.ExternalController, franka.MotionStarted)
	want(newRig(t, Config{}), franka.GenerateIdle, franka.JointImpedance, franka.InvalidArgument)
	want(newRig(t, Config{}), franka.GenerateJointPosition, franka.OtherController, franka.InvalidArgument)
	want(newRig(t, Config{Q0: singularPose(t)}), franka.GenerateCartesianPose, franka.JointImpedance, franka.StartAtSingularPose)
	want(newRig(t, Config{Q0: singularPose(t)}), franka.GenerateJointPosition, franka.JointImpedance, franka.MotionStarted)
	r := newRig(t, Config{}).start(franka.GenerateJointVelocity, franka.JointImpedance)
	want(r, franka.GenerateJointVelocity, franka.JointImpedance, franka.NotPossible)
	r.Inject(franka.InstabilityDetected)
	want(r.pass(100), franka.GenerateJointVelocity, franka.JointImpedance, franka.NotPossible)
	d := franka.MoveRequest{Generator: franka.GenerateJointVelocity, Path: franka.Deviation{Rotation: math.NaN()}}
	if s := newRig(t, Config{}).Move(d); s != franka.InvalidArgument {
		t.Errorf("path deviation NaN: %v", s)
	}
}

// singularPose has the wrist above the base, where joint 1 cannot move it.
func singularPose(t *testing.T) [7]float64 {
	t.Helper()
	r := newRig(t, Config{})
	best, at := math.Inf(1), ready()
	for k := range 1700 {
		q := ready()
		q[1] = -1.7 + 1e-3*float64(k)
		r.set.q = q
		r.aim()
		var e [6]float64
		if p := r.solve(&e); p < best {
			best, at = p, q
		}
	}
	if best > singular/2 {
		t.Fatalf("least pivot %g at %v", best, at)
	}
	return at
}

func TestRecovery(t *testing.T) {
	r := newRig(t, Config{}).start(franka.GenerateJointVelocity, franka.JointImpedance)
	if s, done := r.Recover(); s != franka.NotPossible || !done {
		t.Errorf("in a motion: %v %v", s, done)
	}
	r.drive(func(k int, _ *franka.State, c *franka.Command) {
		if c.DQC[0] = 0.4 * cosine(k, 200); k == 200 {
			r.Inject(franka.InstabilityDetected)
		}
	})
	r.Outcome()
	if s, done := r.Recover(); done { // while the arm still brakes
		t.Fatalf("in reflex: %v", s)
	}
	if s := r.pass(1).State(); s.Mode != franka.ModeRecovery || s.DQd[0] < 0.1 || s.CurrentErrors == 0 {
		t.Errorf("recovering: %v at %g rad/s, %v", s.Mode, s.DQd[0], s.CurrentErrors)
	}
	if s := r.SetLoad(franka.Load{}); s != franka.NotPossible {
		t.Errorf("setter while recovering: %v", s)
	}
	r.pass(1000)
	o, ok := r.Outcome()
	if s := r.State(); !ok || o.Kind != franka.AutomaticErrorRecovery || o.Status != franka.Success || s.Mode != franka.ModeIdle || s.CurrentErrors != 0 || s.LastErrors == 0 || s.DQd[0] != 0 {
		t.Errorf("%v %v; %v, %v, last %v", o.Kind, o.Status, s.Mode, s.CurrentErrors, s.LastErrors)
	}
	if s, done := r.Recover(); s != franka.Success || !done {
		t.Errorf("idle: %v %v", s, done)
	}
	r.start(franka.GenerateJointVelocity, franka.JointImpedance)
	if e := r.State().LastErrors; e != 0 {
		t.Errorf("a new motion has errors of the last: %v", e)
	}
}

func TestCollisionIsLatchedAndRecoveredFrom(t *testing.T) {
	r := newRig(t, Config{}).pass(100)
	r.Push(spatial.Wrench{Force: spatial.V(0, 0, -15)})
	if s := r.pass(200).State(); s.CartesianContact != [6]float64{} || s.Mode != franka.ModeIdle || math.Abs(s.OFExtHatK[2]-15) > 0.5 {
		t.Errorf("15 N downwards: contact %v, %v, felt %v", s.CartesianContact, s.Mode, s.OFExtHatK)
	}
	r.Push(spatial.Wrench{Force: spatial.V(0, 0, -40)})
	if s := r.pass(100).State(); s.CartesianContact[2] != 1 || s.CartesianCollision[2] != 1 || s.Mode != franka.ModeReflex {
		t.Errorf("40 N: contact %v, collision %v, %v", s.CartesianContact, s.CartesianCollision, s.Mode)
	}
	r.Push(spatial.Wrench{})
	if s := r.pass(1).State(); s.CartesianCollision[2] != 1 {
		t.Error("the collision is forgotten before recovery")
	}
	if _, done := r.Recover(); done {
		t.Error("no recovery")
	}
	if s := r.pass(400).State(); s.Mode != franka.ModeIdle || s.CartesianCollision != [6]float64{} {
		t.Errorf("recovered: %v, %v", s.Mode, s.CartesianCollision)
	}
	c := r.conf.collision
	c.UpperForce[2], c.UpperForceAcceleration[2] = 100, 100
	if s := r.SetCollisionBehavior(c); s != franka.Success {
		t.Fatal(s)
	}
	r.Push(spatial.Wrench{Force: spatial.V(0, 0, -30)})
	if s := r.pass(200).State(); s.CartesianContact[2] != 1 || s.Mode != franka.ModeIdle {
		t.Errorf("higher threshold: contact %v, %v", s.CartesianContact, s.Mode)
	}
}

func TestUserStop(t *testing.T) {
	r := newRig(t, Config{}).start(franka.GenerateJointVelocity, franka.JointImpedance)
	r.drive(func(k int, _ *franka.State, c *franka.Command) {
		if c.DQC[0] = 0.4 * cosine(k, 200); k == 200 {
			r.UserStop(true)
		}
	})
	o, _ := r.Outcome()
	if s := r.pass(1000).State(); o.Status != franka.EmergencyAborted || s.Mode != franka.ModeUserStopped || s.DQ[0] > 1e-3 {
		t.Errorf("%v, %v, %g rad/s", o.Status, s.Mode, s.DQ[0])
	}
	if s := r.request(franka.GenerateJointVelocity, franka.JointImpedance); s != franka.NotPossible {
		t.Errorf("Move: %v", s)
	}
	if r.UserStop(false); r.pass(1).State().Mode != franka.ModeIdle {
		t.Errorf("released: %v", r.State().Mode)
	}
}

func TestGuiding(t *testing.T) {
	r := newRig(t, Config{}).pass(10)
	if !r.Guide(true) || r.Guide(true) {
		t.Fatal("guiding is not to be had, or twice")
	}
	before := r.State().OTEE
	r.Push(spatial.Wrench{Force: spatial.V(0, 15, 0)})
	r.pass(1000)
	r.Push(spatial.Wrench{})
	s := r.pass(10).State()
	if s.Mode != franka.ModeGuiding || math.Abs(s.OTEE[13]-before[13]) < 0.02 {
		t.Errorf("%v, the hand moved %g m", s.Mode, s.OTEE[13]-before[13])
	}
	if r.request(franka.GenerateJointVelocity, franka.JointImpedance) != franka.NotPossible {
		t.Error("a motion while guided")
	}
	r.pass(3000)
	if !r.Guide(false) || r.pass(200).State().Mode != franka.ModeIdle {
		t.Errorf("after guiding: %v", r.State().Mode)
	}
	if d := r.deviation(); d.Translation > 1e-3 {
		t.Errorf("the arm is %g m from where it was left", d.Translation)
	}
}

// TestGuidingHoldsWhatIsNotFree pushes the hand along x and y and turns it, with y alone free.
func TestGuidingHoldsWhatIsNotFree(t *testing.T) {
	r := newRig(t, Config{}).pass(10)
	if s := r.SetGuidingMode(franka.GuidingMode{Axes: [6]bool{1: true}}); s != franka.Success {
		t.Fatal(s)
	}
	r.Guide(true)
	before := r.plant.pose
	r.Push(spatial.Wrench{Force: spatial.V(0, 15, 15), Torque: spatial.V(1, 0, 0)})
	r.pass(800)
	d := spatial.Delta(before, r.plant.pose)
	at := before.R.ApplyT(d.Lin) // along the hand's axes
	if math.Abs(at.Y) < 0.02 || math.Abs(at.X) > 0.01 || math.Abs(at.Z) > 0.01 || d.Ang.Norm() > 0.05 || math.Abs(r.plant.q[2]) > 0.05 {
		t.Errorf("the hand moved by %v, %v; joint 3 is at %g", at, d.Ang, r.plant.q[2])
	}
	r.Push(spatial.Wrench{})
	if v := r.pass(1000).State().DQ; math.Abs(v[0])+math.Abs(v[3]) > 0.02 {
		t.Errorf("the arm does not come to rest: %v", v)
	}
}

// TestAWrongLoadIsFelt: 1.5 kg that the robot does not know of press on its estimates and bend its stiffness, and are
// gone when it is told.
func TestAWrongLoadIsFelt(t *testing.T) {
	load := franka.Load{Mass: 1.5, FxCload: [3]float64{0, 0, 0.1}, Inertia: [9]float64{0: 0.001, 4: 0.001, 8: 0.001}}
	r := newRig(t, Config{Load: &load}).pass(1500)
	s := r.State()
	if s.Mode != franka.ModeIdle || s.MLoad != 0 || math.Abs(s.OFExtHatK[2]-1.5*9.81) > 0.5 || s.Qd[3]-s.Q[3] < 1e-3 {
		t.Errorf("unknown: %v, %g kg, felt %.4g, joint 4 is off by %g", s.Mode, s.MLoad, s.OFExtHatK, s.Qd[3]-s.Q[3])
	}
	if got := r.SetLoad(load); got != franka.Success {
		t.Fatal(got)
	}
	if r.pass(1500); s.MLoad != 1.5 || math.Abs(s.OFExtHatK[2]) > 0.1 || math.Abs(s.Qd[3]-s.Q[3]) > 1e-4 {
		t.Errorf("known: %g kg, felt %.4g, joint 4 is off by %g", s.MLoad, s.OFExtHatK, s.Qd[3]-s.Q[3])
	}
	if n := testing.AllocsPerRun(100, func() { r.Step(nil) }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
	if _, err := New(Config{Load: &franka.Load{Mass: -1}}); err == nil {
		t.Error("a load of less than nothing")
	}
}

func TestStopMove(t *testing.T) {
	r := newRig(t, Config{})
	if s, done := r.Stop(); s != franka.Success || !done {
		t.Errorf("at rest: %v %v", s, done)
	}
	r.start(franka.GenerateCartesianVelocity, franka.JointImpedance)
	r.drive(func(k int, _ *franka.State, c *franka.Command) {
		if c.ODPEEc[1] = 0.1 * cosine(k, 300); k == 400 {
			if s, done := r.Stop(); done {
				t.Errorf("in a motion: %v", s)
			}
			if s, done := r.Stop(); s != franka.NotPossible || !done {
				t.Errorf("twice: %v %v", s, done)
			}
		}
	})
	first, _ := r.Outcome()
	second, ok := r.Outcome()
	if first.Kind != franka.Move || first.Status != franka.Preempted || !ok || second.Kind != franka.StopMove || second.Status != franka.Success {
		t.Errorf("%v %v, then %v %v", first.Kind, first.Status, second.Kind, second.Status)
	}
	if s := r.State(); s.Mode != franka.ModeIdle || s.DQd != [7]float64{} || s.CurrentErrors != 0 {
		t.Errorf("%v, %v, %v", s.Mode, s.DQd, s.CurrentErrors)
	}
}

func TestStoppingAbruptlyIsADiscontinuity(t *testing.T) {
	for g, want := range map[franka.MotionGenerator]franka.Error{
		franka.GenerateJointPosition:     franka.JointMotionGeneratorVelocityDiscontinuity,
		franka.GenerateJointVelocity:     franka.JointMotionGeneratorVelocityDiscontinuity,
		franka.GenerateCartesianPose:     franka.CartesianMotionGeneratorVelocityDiscontinuity,
		franka.GenerateCartesianVelocity: franka.CartesianMotionGeneratorVelocityDiscontinuity,
	} {
		r := newRig(t, Config{}).start(g, franka.JointImpedance)
		start := *r.State()
		o := r.run(func(k int, _ *franka.State, c *franka.Command) bool {
			const n = 400
			x, v := 0.05*cosine(k, n), 0.05*math.Pi/2/(n*dt)*math.Sin(math.Pi*float64(k)/n)
			c.QC, c.OTEEc = start.Qd, start.OTEEc
			c.QC[0] += x
			c.OTEEc[13] += x
			c.DQC[0], c.ODPEEc[1] = v, v
			return k == n/2
		})
		if o.Status != franka.ReflexAborted || !o.Motion.Errors.Has(want) {
			t.Errorf("%v: %v %v", g, o.Status, o.Motion.Errors)
		}
	}
}

// TestTorqueControl holds the arm by its own torques: none beside gravity's, then a spring that moves joint 4.
func TestTorqueControl(t *testing.T) {
	for _, row := range []struct {
		v franka.Version
		g franka.MotionGenerator
	}{{franka.Version5, franka.GenerateJointVelocity}, {franka.Version7, franka.GenerateNone}, {franka.Version9, franka.GenerateNone}} {
		r := newRig(t, Config{Version: row.v}).start(row.g, franka.ExternalController)
		start := r.State().Q
		var o Outcome
		var c franka.Command
		for k := range 4000 {
			s := r.State()
			for i := range c.TauJd {
				goal := start[i]
				if i == 3 {
					goal += 0.2 * cosine(k, 2000)
				}
				c.TauJd[i] = 200*(goal-s.Q[i]) - 20*s.DQ[i]
			}
			c.ID = s.ID
			c.Finished = k >= 3000 && row.g != franka.GenerateNone
			c.TorqueFinished = k >= 3000 && row.g == franka.GenerateNone
			r.Step(&c)
			if got, ok := r.Outcome(); ok {
				o = got
				break
			}
		}
		if o.Status != franka.Success || math.Abs(r.State().Q[3]-start[3]-0.2) > 0.01 || r.State().Mode != franka.ModeIdle {
			t.Errorf("version %d: %v %v, joint 4 moved by %g", row.v, o.Status, o.Motion.Errors, r.State().Q[3]-start[3])
		}
		if d := r.pass(300).deviation(); d.Translation > 1e-4 {
			t.Errorf("version %d: the arm is %g m from its set-point", row.v, d.Translation)
		}
	}
}

func TestElbowMotion(t *testing.T) { // generate_elbow_motion
	r := newRig(t, Config{}).start(franka.GenerateCartesianPose, franka.CartesianImpedance)
	start := *r.State()
	o := r.run(func(k int, s *franka.State, c *franka.Command) bool {
		x := float64(k) * dt
		c.OTEEc, c.ElbowC, c.ValidElbow = start.OTEEc, start.ElbowC, true
		c.ElbowC[0] += math.Pi / 10 * (1 - math.Cos(math.Pi/5*x))
		if math.Abs(s.ElbowD[0]-s.ElbowC[0]) > 1e-12 || math.Abs(s.OTEEd[12]-start.OTEEd[12]) > 1e-12 {
			t.Fatalf("elbow %v of %v", s.ElbowD, s.ElbowC)
		}
		return x >= 10
	})
	if o.Status != franka.Success {
		t.Errorf("%v %v", o.Status, o.Motion.Errors)
	}
}

func TestSettersCheckTheirValues(t *testing.T) {
	r := newRig(t, Config{})
	bad := franka.IdentityPose()
	bad[0] = 1.1
	mirror := franka.IdentityPose()
	mirror[0] = -1
	crossed := r.conf.collision
	crossed.LowerForce[1] = 50
	tool := franka.PoseOf(spatial.Pose{P: spatial.V(0, 0, 0.1), R: spatial.RotZ(0.3)})
	for name, row := range map[string]struct{ got, want franka.Status }{
		"joint impedance":     {r.SetJointImpedance([7]float64{3000, 3000, 3000, 3000, 3000, 3000, math.NaN()}), franka.InvalidArgument},
		"Cartesian impedance": {r.SetCartesianImpedance([6]float64{}), franka.InvalidArgument},
		"thresholds crossed":  {r.SetCollisionBehavior(crossed), franka.InvalidArgument},
		"no transform":        {r.SetNEToEE(bad), franka.InvalidArgument},
		"a mirror":            {r.SetEEToK(mirror), franka.InvalidArgument},
		"negative mass":       {r.SetLoad(franka.Load{Mass: -1}), franka.InvalidArgument},
		"filters":             {r.SetFilters(franka.Filters{}), franka.InvalidArgument},
		"a tool":              {r.SetNEToEE(tool), franka.Success},
	} {
		if row.got != row.want {
			t.Errorf("%s: %v, want %v", name, row.got, row.want)
		}
	}
	s := r.pass(1).State()
	if s.NETEE != tool || math.Abs(s.FTEE[14]-0.2034) > 1e-12 || math.Abs(s.OTEE[14]-(0.59028-0.2034)) > 1e-4 {
		t.Errorf("NE_T_EE %v\nF_T_EE %v", s.NETEE, s.FTEE)
	}
	old := newRig(t, Config{Version: franka.Version3})
	old.SetNEToEE(tool)
	if s := old.pass(1).State(); s.FTEE != tool || s.NETEE != (franka.Pose{}) {
		t.Errorf("version 3: F_T_EE %v, NE_T_EE %v", s.FTEE, s.NETEE)
	}
	if _, err := New(Config{Version: 99, Arm: 9, Q0: [7]float64{3: 1}, Noise: Noise{Torque: -1}}); err == nil {
		t.Error("a configuration of faults passes")
	}
}

func TestFiltersOfTheRobotSmooth(t *testing.T) {
	r := newRig(t, Config{})
	if s := r.SetFilters(franka.Filters{JointPosition: 100, JointVelocity: 10, CartesianPosition: 100, CartesianVelocity: 100, Controller: 1000}); s != franka.Success {
		t.Fatal(s)
	}
	r.start(franka.GenerateJointVelocity, franka.JointImpedance)
	c := franka.Command{ID: r.State().ID, DQC: [7]float64{0.04}} // 40 rad/s² without a filter
	r.Step(&c)
	if s := r.State(); s.CurrentErrors != 0 || s.DQd[0] <= 0 || s.DQd[0] > 0.003 {
		t.Errorf("errors %v, %g rad/s", s.CurrentErrors, s.DQd[0])
	}
}

// TestFiltersOfTheRobotSettle: what lags at the end of a motion by the robot's own filters is no discontinuity.
func TestFiltersOfTheRobotSettle(t *testing.T) {
	for g := franka.GenerateJointPosition; g <= franka.GenerateCartesianVelocity; g++ {
		r := newRig(t, Config{})
		if s := r.SetFilters(franka.Filters{JointPosition: 10, JointVelocity: 10, CartesianPosition: 10, CartesianVelocity: 10, Controller: 1000}); s != franka.Success {
			t.Fatal(s)
		}
		start := *r.start(g, franka.JointImpedance).State()
		o := r.run(func(k int, _ *franka.State, c *franka.Command) bool {
			x, v := 0.05*cosine(k, 400), 0.05*cosine(2*k, 400)*cosine(800-2*k, 400)
			c.QC, c.OTEEc = start.Qd, start.OTEEc
			c.QC[0] += x
			c.OTEEc[13] += x
			c.DQC[0], c.ODPEEc[1] = v, v
			return k == 400
		})
		s := r.State()
		if o.Status != franka.Success || g == franka.GenerateJointPosition && math.Abs(s.Qd[0]-start.Qd[0]-0.05) > 1e-5 {
			t.Errorf("%v: %v %v, joint 1 at %g", g, o.Status, o.Motion.Errors, s.Qd[0])
		}
	}
}

// TestProtocol9IsStrictAfterTheFirstCommand: only that may be off the set-point.
func TestProtocol9IsStrictAfterTheFirstCommand(t *testing.T) {
	const step = 1e-4 // rad, m: far over every jerk
	for g, want := range map[franka.MotionGenerator]franka.Error{
		franka.GenerateJointPosition:     franka.JointMotionGeneratorAccelerationDiscontinuity,
		franka.GenerateJointVelocity:     franka.JointMotionGeneratorAccelerationDiscontinuity,
		franka.GenerateCartesianPose:     franka.CartesianMotionGeneratorAccelerationDiscontinuity,
		franka.GenerateCartesianVelocity: franka.CartesianMotionGeneratorAccelerationDiscontinuity,
	} {
		r := newRig(t, Config{Version: franka.Version9}).start(g, franka.JointImpedance)
		start := *r.State()
		o := r.run(func(k int, _ *franka.State, c *franka.Command) bool {
			if c.QC, c.OTEEc = start.Qd, start.OTEEc; k == 1 {
				c.QC[0] += step
				c.OTEEc[13] += step
				c.DQC[0], c.ODPEEc[1] = step/dt, step/dt
			}
			return k == 100
		})
		if o.Status != franka.ReflexAborted || !o.Motion.Errors.Has(want) || o.Motion.Cycles > 3 {
			t.Errorf("%v: %v %v after %d cycles", g, o.Status, o.Motion.Errors, o.Motion.Cycles)
		}
	}
}

// TestProtocol9HasOneErrorForJointLimits: libfranka 0.15 says that the motion generators' own are not set any more.
func TestProtocol9HasOneErrorForJointLimits(t *testing.T) {
	for v, want := range map[franka.Version]franka.Error{
		franka.Version7: franka.JointMotionGeneratorPositionLimitsViolation,
		franka.Version9: franka.JointPositionLimitsViolation,
	} {
		near := ready()
		near[0] = 2.74
		r := newRig(t, Config{Version: v, Q0: near}).start(franka.GenerateJointVelocity, franka.JointImpedance)
		r.limits.Brake = [joints]franka.VelocityBound{}
		r.drive(func(k int, _ *franka.State, c *franka.Command) { c.DQC[0] = ramp(k, 0.1, 1, 500) })
		if e := r.State().LastErrors; e != franka.Errors(0).With(want) {
			t.Errorf("version %d: %v", v, e)
		}
		if _, done := r.Recover(); done {
			t.Errorf("version %d: no recovery at the limit", v)
		}
	}
}

// TestMotionsMayBeginAtMeasuredValues: from protocol 9 on, with noise and with the client's filter; not before.
func TestMotionsMayBeginAtMeasuredValues(t *testing.T) {
	begin := func(v franka.Version, g franka.MotionGenerator, off float64) Outcome {
		r := newRig(t, Config{Version: v, Noise: DefaultNoise()}).pass(50).start(g, franka.JointImpedance)
		var q [7]float64
		var p franka.Pose
		gain := franka.LowPassGain(100)
		return r.run(func(k int, s *franka.State, c *franka.Command) bool {
			if k == 0 {
				q, p = s.Q, s.OTEE
				q[1] += off
				p[14] += off
			}
			c.QC, c.OTEEc = q, p
			c.QC[3] += 0.01 * cosine(k, 300)
			c.OTEEc[12] += 0.005 * cosine(k, 300)
			if k > 0 { // libfranka's filter passes the first command as it is
				for i := range q {
					c.QC[i] = s.Qd[i] + gain*(c.QC[i]-s.Qd[i])
				}
				c.OTEEc[12] = s.OTEEc[12] + gain*(c.OTEEc[12]-s.OTEEc[12])
			}
			return k == 400
		})
	}
	for _, g := range []franka.MotionGenerator{franka.GenerateJointPosition, franka.GenerateCartesianPose} {
		if o := begin(franka.Version9, g, 5e-4); o.Status != franka.Success {
			t.Errorf("version 9, %v: %v %v", g, o.Status, o.Motion.Errors)
		}
		for _, v := range []franka.Version{franka.Version5, franka.Version7} {
			if o := begin(v, g, 5e-4); o.Status != franka.ReflexAborted {
				t.Errorf("version %d, %v: %v", v, g, o.Status)
			}
		}
		if o := begin(franka.Version9, g, 0.02); o.Status != franka.ReflexAborted {
			t.Errorf("version 9, %v, 20 mm or mrad off: %v", g, o.Status)
		}
	}
}
