package guard

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// rig is a simulated robot that is led by a guard alone: no trajectory stands before it.
type rig struct {
	t      testing.TB
	robot  *box.Robot
	tool   *toolGuard
	joints *jointGuard
	c      franka.Command
}

func newRig(t testing.TB, v franka.Version, g franka.MotionGenerator) *rig {
	t.Helper()
	robot, err := box.New(box.Config{Version: v})
	if err != nil {
		t.Fatal(err)
	}
	l := franka.LimitsOf(v)
	arm := func() *kinematics.Chain {
		chain, err := franka.Model()
		if err != nil {
			t.Fatal(err)
		}
		return chain
	}
	r := &rig{t: t, robot: robot, tool: newToolGuard(&l, arm(), 3), joints: newJointGuard(&l, arm(), 3)}
	robot.Move(franka.MoveRequest{Generator: g, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation})
	for robot.State().Mode != franka.ModeMove {
		robot.Step(nil)
	}
	return r
}

// step sends the command that was limited, and reports what the robot finds wrong with it.
func (r *rig) step() franka.Errors {
	r.c.ID = r.robot.State().ID
	r.robot.Step(&r.c)
	return r.robot.State().CurrentErrors | r.robot.State().LastErrors
}

// toward asks for a pose at once.
func (r *rig) toward(p spatial.Pose, turn float64, led bool) (safety.Verdict, franka.Errors) {
	s := r.robot.State()
	r.tool.See(s)
	to, turn, led, verdict := r.tool.Limit(p, turn, led)
	r.c.OTEEc, r.c.ElbowC, r.c.ValidElbow = franka.PoseOf(to), [2]float64{turn, s.ElbowC[1]}, led
	return verdict, r.step()
}

// TestOutOfReach: an arm that is asked for a pose out of its reach rests as near as it can be stopped, says so, and goes
// back when what is asked for comes back.
func TestOutOfReach(t *testing.T) {
	for _, v := range []franka.Version{franka.Version5, franka.Version7} {
		r := newRig(t, v, franka.GenerateCartesianPose)
		start := franka.SpatialPose(&r.robot.State().OTEEc)
		out := start
		out.P = spatial.V(1.2, 0.2, 0.6)
		held := false
		for range 4000 {
			verdict, errs := r.toward(out, 0, false)
			if errs != 0 {
				t.Fatal(v, errs)
			}
			held = verdict == safety.Limited && r.tool.Short()
		}
		at := franka.SpatialPose(&r.robot.State().OTEEc)
		if !held || at.P.Dist(start.P) < 0.05 {
			t.Errorf("protocol %d: held %v at %v, from %v", v, held, at.P, start.P)
		}
		for _, x := range r.robot.State().DQd {
			if math.Abs(x) > 0.02 {
				t.Errorf("protocol %d: still moving: %v", v, r.robot.State().DQd)
			}
		}
		before := at.P.Dist(start.P)
		for k := range 4000 { // the path comes back at 0.1 m/s
			back := at
			back.P = at.P.Add(start.P.Sub(at.P).Limit(min(before, 1e-4*float64(k))))
			if _, errs := r.toward(back, 0, false); errs != 0 {
				t.Fatal(v, errs)
			}
		}
		if d := franka.SpatialPose(&r.robot.State().OTEEc).P.Dist(start.P); d > before-0.3 {
			t.Errorf("protocol %d: %g m away, %g m before", v, d, before)
		}
	}
}

// TestNothingBreaksALimit: poses, elbows and joints that jump and are no numbers.
func TestNothingBreaksALimit(t *testing.T) {
	wild := rapid.OneOf(rapid.Float64Range(-0.3, 0.3), rapid.Float64Range(-5, 5), rapid.Float64(), rapid.Just(math.NaN()),
		rapid.Just(math.Inf(1)))
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom([]franka.Version{franka.Version5, franka.Version7}).Draw(t, "version")
		g := rapid.SampledFrom([]franka.MotionGenerator{franka.GenerateCartesianPose, franka.GenerateJointPosition,
			franka.GenerateJointVelocity}).Draw(t, "generator")
		r := newRig(lent(t), v, g)
		led := rapid.Bool().Draw(t, "elbow")
		start := franka.SpatialPose(&r.robot.State().OTEEc)
		q0 := r.robot.State().Qd
		for range rapid.IntRange(1, 6).Draw(t, "wishes") {
			x := rapid.SliceOfN(wild, 7, 7).Draw(t, "x")
			p := spatial.Pose{P: start.P.Add(spatial.V(x[0], x[1], x[2])), R: spatial.Exp(spatial.V(x[3], x[4], x[5])).Mul(start.R)}
			for range rapid.IntRange(1, 150).Draw(t, "cycles") {
				var errs franka.Errors
				r.joints.See(r.robot.State())
				switch g {
				case franka.GenerateCartesianPose:
					_, errs = r.toward(p, x[6], led)
				case franka.GenerateJointPosition:
					for i := range r.c.QC {
						r.c.QC[i] = q0[i] + x[i]
					}
					r.joints.Position(&r.c.QC)
					errs = r.step()
				default:
					copy(r.c.DQC[:], x)
					r.joints.Velocity(&r.c.DQC)
					errs = r.step()
				}
				if errs != 0 {
					t.Fatalf("%v asked for %v", errs, x)
				}
			}
		}
	})
}

// lent lends a rapid test to what wants a testing.TB.
func lent(t *rapid.T) testing.TB { return fatal{T: t} }

type fatal struct {
	testing.TB
	T *rapid.T
}

func (f fatal) Helper()           {}
func (f fatal) Fatal(args ...any) { f.T.Fatal(args...) }

// TestNothingAllocates, where commands pass and where they are limited.
func TestNothingAllocates(t *testing.T) {
	r := newRig(t, franka.Version7, franka.GenerateCartesianPose)
	out := franka.SpatialPose(&r.robot.State().OTEEc)
	out.P = spatial.V(1.2, 0, 0.6)
	q := [franka.Joints]float64{3, 3, 3, 3, 3, 3, 3}
	if n := testing.AllocsPerRun(500, func() {
		r.toward(out, 1, true)
		r.tool.Look()
		r.joints.See(r.robot.State())
		x := q
		r.joints.Position(&x)
		r.joints.Look()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
