package box

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// provocation makes a robot find an error, and no other where alone is set.
type provocation struct {
	error franka.Error
	alone bool
	cfg   Config
	do    func(r *rig)
}

// drive answers states by f until the motion ends or 5 s have passed.
func (r *rig) drive(f func(k int, s *franka.State, c *franka.Command)) {
	for k := range 5000 {
		if !r.Moving() {
			return
		}
		s := r.State()
		c := franka.Command{QC: s.Qd, OTEEc: s.OTEEc, ElbowC: s.ElbowC}
		f(k, s, &c)
		c.ID = s.ID
		r.Step(&c)
	}
}

// ramp is a speed that grows by constant jerk to an acceleration a and then at that to v, which both the cycle's
// derivatives keep.
func ramp(k int, v, a, jerk float64) float64 {
	x := 0.0
	for n := 1; n <= k; n++ {
		x += min(a, jerk*dt*float64(n)) * dt
	}
	return min(v, x)
}

// about is the twist of a tool that turns with the arm's base at w rad/s.
func about(s *franka.State, w float64) [6]float64 {
	return [6]float64{-w * s.OTEEc[13], w * s.OTEEc[12], 0, 0, 0, w}
}

func provocations(t *testing.T) []provocation {
	var all []provocation
	all = append(all, jointProvocations()...)
	all = append(all, toolProvocations()...)
	return append(all, armProvocations(t)...)
}

func jointProvocations() []provocation {
	position := func(f func(k int, c *franka.Command)) func(*rig) {
		return func(r *rig) {
			r.start(franka.GenerateJointPosition, franka.JointImpedance)
			r.drive(func(k int, _ *franka.State, c *franka.Command) { f(k, c) })
		}
	}
	velocity := func(joint int, v func(k int) float64) func(*rig) {
		return func(r *rig) {
			r.start(franka.GenerateJointVelocity, franka.JointImpedance)
			r.drive(func(k int, _ *franka.State, c *franka.Command) { c.DQC[joint] = v(k) })
		}
	}
	near := ready()
	near[0] = 2.89
	return []provocation{
		{franka.JointPositionMotionGeneratorStartPoseInvalid, true, Config{}, position(func(_ int, c *franka.Command) { c.QC[2] += 1e-3 })},
		{franka.JointMotionGeneratorPositionLimitsViolation, true, Config{Q0: near}, velocity(0, func(k int) float64 { return ramp(k, 0.1, 1, 500) })},
		{franka.JointMotionGeneratorVelocityLimitsViolation, true, Config{}, velocity(0, func(k int) float64 { return ramp(k, 3, 14, 5000) })},
		{franka.JointMotionGeneratorVelocityDiscontinuity, true, Config{}, velocity(0, func(k int) float64 { return ramp(k, 2, 20, 5000) })},
		{franka.JointMotionGeneratorAccelerationDiscontinuity, true, Config{}, velocity(0, func(k int) float64 { return ramp(k, 2, 10, 10000) })},
		{franka.CommunicationConstraintsViolation, true, Config{}, func(r *rig) {
			r.start(franka.GenerateJointVelocity, franka.JointImpedance)
			for range maxMisses {
				r.Step(nil)
			}
		}},
	}
}

func toolProvocations() []provocation {
	pose := func(f func(k int, c *franka.Command)) func(*rig) {
		return func(r *rig) {
			r.start(franka.GenerateCartesianPose, franka.JointImpedance)
			r.drive(func(k int, _ *franka.State, c *franka.Command) { f(k, c) })
		}
	}
	lift := func(v, a, j float64) func(*rig) {
		return func(r *rig) {
			r.start(franka.GenerateCartesianVelocity, franka.JointImpedance)
			r.drive(func(k int, _ *franka.State, c *franka.Command) { c.ODPEEc[0] = ramp(k, v, a, j) })
		}
	}
	spin := func(v, a, j float64) func(*rig) {
		return func(r *rig) {
			r.start(franka.GenerateCartesianVelocity, franka.JointImpedance)
			r.drive(func(k int, s *franka.State, c *franka.Command) { c.ODPEEc = about(s, ramp(k, v, a, j)) })
		}
	}
	near := ready()
	near[0] = 2.89
	far := [7]float64{0, 1.2, 0, -0.6, 0, 3, 0.8}
	return []provocation{
		{franka.CartesianPositionMotionGeneratorStartPoseInvalid, true, Config{}, pose(func(_ int, c *franka.Command) { c.OTEEc[12] += 1e-3 })},
		{franka.CartesianPositionMotionGeneratorInvalidFrameFlag, true, Config{}, pose(func(_ int, c *franka.Command) { c.OTEEc[0] = math.NaN() })},
		{franka.CartesianMotionGeneratorVelocityLimitsViolation, false, Config{Q0: far}, spin(2.15, 8, 4000)},
		{franka.CartesianMotionGeneratorVelocityDiscontinuity, true, Config{}, func(r *rig) { // joints 1 and 7 together
			r.start(franka.GenerateCartesianVelocity, franka.JointImpedance)
			r.drive(func(k int, s *franka.State, c *franka.Command) {
				c.ODPEEc = about(s, ramp(k, 1, 12, 4000))
				c.ODPEEc[5] += ramp(k, 1, 16, 5000)
			})
		}},
		{franka.CartesianMotionGeneratorAccelerationDiscontinuity, true, Config{}, lift(1, 8, 8000)},
		{franka.CartesianMotionGeneratorElbowLimitViolation, true, Config{}, pose(func(k int, c *franka.Command) {
			c.ValidElbow = true
			if k > 0 {
				c.ElbowC[0] += 1e-3
			}
		})},
		{franka.CartesianMotionGeneratorElbowSignInconsistent, true, Config{}, pose(func(k int, c *franka.Command) {
			if c.ValidElbow = true; k > 5 {
				c.ElbowC[1] = 1
			}
		})},
		{franka.CartesianMotionGeneratorStartElbowInvalid, true, Config{}, pose(func(_ int, c *franka.Command) { c.ValidElbow, c.ElbowC[0] = true, 0.1 })},
		{franka.StartElbowSignInconsistent, true, Config{}, pose(func(_ int, c *franka.Command) { c.ValidElbow, c.ElbowC[1] = true, 1 })},
		{franka.CartesianMotionGeneratorJointPositionLimitsViolation, true, Config{Q0: near}, spin(0.1, 1, 500)},
		{franka.CartesianMotionGeneratorJointVelocityLimitsViolation, true, Config{}, spin(2.4, 12, 5000)},
		{franka.CartesianMotionGeneratorJointVelocityDiscontinuity, true, Config{}, spin(2, 20, 5000)},
		{franka.CartesianMotionGeneratorJointAccelerationDiscontinuity, true, Config{}, spin(2, 11, 11000)},
	}
}

// tight is a fast turn of joint 1 with bounds on the deviation in m.
func tight(path, goal float64) func(*rig) {
	return func(r *rig) {
		d := franka.DefaultDeviation
		m := franka.MoveRequest{Generator: franka.GenerateJointVelocity, Path: d, Goal: d}
		m.Path.Translation, m.Goal.Translation = path, goal
		if s := r.Move(m); s != franka.MotionStarted {
			r.t.Fatal(s)
		}
		for r.State().Mode != franka.ModeMove {
			r.Step(nil)
		}
		r.drive(func(k int, _ *franka.State, c *franka.Command) {
			c.DQC[0] = 0.5 * (1 - math.Cos(2*math.Pi*min(1, float64(k)/500)))
			c.Finished = k >= 500
		})
	}
}

// push has the arm pushed in a motion.
func push(w spatial.Wrench) func(*rig) {
	return func(r *rig) {
		r.start(franka.GenerateJointVelocity, franka.JointImpedance)
		r.drive(func(k int, _ *franka.State, c *franka.Command) {
			if k == 100 {
				r.Push(w)
			}
		})
	}
}

func armProvocations(t *testing.T) []provocation {
	torques := func(f func(k int, s *franka.State, c *franka.Command)) func(*rig) {
		return func(r *rig) {
			r.start(franka.GenerateJointVelocity, franka.ExternalController)
			r.drive(f)
		}
	}
	joint := func(i int, most float64) func(*rig) {
		return torques(func(k int, _ *franka.State, c *franka.Command) { c.TauJd[i] = min(most, 0.5*float64(k)) })
	}
	nearLimit, far := ready(), [7]float64{0, 1.2, 0, -0.6, 0, 3, 0.8}
	nearLimit[0] = 2.88
	free, hit := collision(t)
	wall := franka.CartesianLimit{Size: [3]float64{1, 0.02, 2}, Frame: franka.IdentityPose(), Active: true}
	return []provocation{
		{franka.JointPositionLimitsViolation, true, Config{Q0: nearLimit}, joint(0, 5)},
		{franka.CartesianPositionLimitsViolation, true, Config{Wall: wall}, tight(10, 10)},
		{franka.SelfCollisionAvoidanceViolation, true, Config{Q0: free}, func(r *rig) {
			r.start(franka.GenerateJointPosition, franka.JointImpedance)
			r.drive(func(k int, _ *franka.State, c *franka.Command) {
				for i := range c.QC {
					c.QC[i] = free[i] + (hit[i]-free[i])*cosine(k, 4000)
				}
			})
		}},
		{franka.JointVelocityViolation, false, Config{}, joint(6, 8)},
		{franka.CartesianVelocityViolation, true, Config{Q0: far}, func(r *rig) { // flung by hand
			r.start(franka.GenerateJointVelocity, franka.ExternalController)
			r.plant.dq[0] = 2.4
			r.Step(nil)
		}},
		{franka.JointReflex, false, Config{}, push(spatial.Wrench{Torque: spatial.V(0, 0, 20)})},
		{franka.CartesianReflex, true, Config{}, push(spatial.Wrench{Force: spatial.V(0, 0, -35)})},
		{franka.MaxGoalPoseDeviationViolation, true, Config{}, tight(10, 1e-9)},
		{franka.MaxPathPoseDeviationViolation, true, Config{}, tight(1e-6, 10)},
		{franka.PowerLimitViolation, false, Config{}, func(r *rig) { // four joints at speed, all pushed on
			r.start(franka.GenerateJointVelocity, franka.ExternalController)
			for i := range 4 {
				r.plant.dq[i], r.tau[i] = 2.4, 65
			}
			r.Step(nil)
		}},
		{franka.ControllerTorqueDiscontinuity, true, Config{}, torques(func(k int, s *franka.State, c *franka.Command) {
			if c.TauJd = s.TauJd; k == 10 {
				c.TauJd[1] += 1.1
			}
		})},
		{franka.TauJRangeViolation, true, Config{}, joint(4, 20)},
	}
}

// collision returns a pose without and one with a collision of the arm with itself, a short way apart.
func collision(t *testing.T) (free, hit [7]float64) {
	t.Helper()
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	near := func(q [7]float64) float64 {
		d, _, _ := r.collider.Closest(r.data, q[:])
		return d
	}
	hit = [7]float64{0, 0.5, 0, -3.05, 0, 0.1, 0}
	free = ready()
	if near(hit) >= 0 || near(free) <= 0 {
		t.Fatalf("distances %g and %g", near(free), near(hit))
	}
	for range 5 {
		var mid [7]float64
		for i := range mid {
			mid[i] = (free[i] + hit[i]) / 2
		}
		if near(mid) > 0 {
			free = mid
		} else {
			hit = mid
		}
	}
	return free, hit
}

func TestEveryErrorCanBeHad(t *testing.T) {
	var done franka.Errors
	first := newRig(t, Config{})
	check := func(p provocation) {
		r := first.again(p.cfg)
		p.do(r)
		var o Outcome
		for range 5 { // what was left of settling
			if got, ok := r.Outcome(); ok {
				o = got
			}
			r.Step(nil)
		}
		s := r.State()
		if !s.LastErrors.Has(p.error) || p.alone && s.LastErrors != franka.Errors(0).With(p.error) {
			t.Errorf("%v: the motion ended after %d cycles by %v", p.error, r.Motion().Cycles, s.LastErrors)
		}
		if o.Kind != franka.Move || o.Status != franka.ReflexAborted || s.Mode != franka.ModeReflex || s.CurrentErrors != s.LastErrors || o.Motion.Errors != s.LastErrors {
			t.Errorf("%v: %v %v, mode %v, errors %v", p.error, o.Kind, o.Status, s.Mode, s.CurrentErrors)
		}
		done = done.With(p.error)
	}
	for _, p := range provocations(t) {
		check(p)
	}
	injected := 0
	for e := franka.Error(0); int(e) < franka.Version5.Errors(); e++ {
		if done.Has(e) {
			continue
		}
		injected++
		check(provocation{e, true, Config{}, func(r *rig) {
			r.start(franka.GenerateJointVelocity, franka.JointImpedance)
			if !r.Inject(e) {
				t.Errorf("%v cannot be injected", e)
			}
			r.Step(nil)
		}})
	}
	if injected != 10 {
		t.Errorf("%d errors have no source but Inject, its comment lists 10", injected)
	}
	if newRig(t, Config{Version: franka.Version3}).Inject(franka.CartesianSplineMotionGeneratorViolation) {
		t.Error("version 3 took an error that it does not have")
	}
}
