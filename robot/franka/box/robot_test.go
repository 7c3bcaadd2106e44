package box

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// rig is a robot under test with a command at hand.
type rig struct {
	t *testing.T
	*Robot
}

func newRig(t *testing.T, cfg Config) *rig {
	t.Helper()
	r, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &rig{t, r}
}

// again is another robot of the same arm; reading the arm's description takes most of New.
func (r *rig) again(cfg Config) *rig {
	r.t.Helper()
	cfg, err := cfg.filled()
	if err != nil {
		r.t.Fatal(err)
	}
	return &rig{r.t, assemble(cfg, r.bare)}
}

// start begins a motion and returns when states show it.
func (r *rig) start(g franka.MotionGenerator, c franka.Controller) *rig {
	r.t.Helper()
	if s := r.Move(franka.MoveRequest{Generator: g, Controller: c, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation}); s != franka.MotionStarted {
		r.t.Fatalf("Move: %v", s)
	}
	for range 10 {
		if r.State().Mode == franka.ModeMove {
			return r
		}
		r.Step(nil)
	}
	r.t.Fatal("the motion does not begin")
	return r
}

// run answers every state by f until f is done and the motion has ended, or is lost; it returns the outcome.
func (r *rig) run(f func(k int, s *franka.State, c *franka.Command) (finished bool)) Outcome {
	r.t.Helper()
	var c franka.Command
	done := false
	for k := range 1_000_000 {
		if o, ok := r.Outcome(); ok {
			return o
		}
		s := r.State()
		if c.ID = s.ID; !done {
			done = f(k, s, &c)
			c.Finished = done
			c.ID = s.ID
		}
		r.Step(&c)
	}
	r.t.Fatal("the motion does not end")
	return Outcome{}
}

// cosine is a smooth way from 0 to 1 in n cycles.
func cosine(k, n int) float64 {
	return (1 - math.Cos(math.Pi*float64(min(k, n))/float64(n))) / 2
}

func TestEachGeneratorCompletes(t *testing.T) {
	for v, ctl := range map[franka.Version]franka.Controller{
		franka.Version5: franka.JointImpedance, franka.Version9: franka.CartesianImpedance, franka.Version10: franka.JointImpedance,
	} {
		for g, f := range exampleMotions() {
			r := newRig(t, Config{Version: v}).start(franka.MotionGenerator(g+1), ctl)
			o := r.run(f())
			if o.Status != franka.Success || o.Motion.Errors != 0 {
				t.Errorf("version %d, %v under %v: %v %v after %d cycles", v, franka.MotionGenerator(g+1), ctl, o.Status, o.Motion.Errors, o.Motion.Cycles)
			}
			r.Step(nil)
			if s := r.State(); s.Mode != franka.ModeIdle || s.MotionGenerator != franka.GenerateIdle || s.DQd != [7]float64{} {
				t.Errorf("after the motion: %v, %v", s.Mode, s.MotionGenerator)
			}
		}
	}
}

// exampleMotions are motions of the shape of libfranka's examples, by generator.
func exampleMotions() []func() func(int, *franka.State, *franka.Command) bool {
	type step = func(int, *franka.State, *franka.Command) bool
	return []func() step{
		func() step { // generate_joint_position_motion
			var start [7]float64
			return func(k int, s *franka.State, c *franka.Command) bool {
				if k == 0 {
					start = s.Qd
				}
				t := float64(k) * dt
				d := math.Pi / 8 * (1 - math.Cos(math.Pi/2.5*t))
				c.QC = start
				c.QC[3] += d
				c.QC[4] += d
				c.QC[6] += d
				return t >= 5
			}
		},
		func() step { // generate_joint_velocity_motion
			return func(k int, _ *franka.State, c *franka.Command) bool {
				t := float64(k) * dt
				cycle := math.Floor(math.Pow(-1, (t-math.Mod(t, 1))/1))
				w := cycle * 1.0 / 2 * (1 - math.Cos(2*math.Pi*t))
				c.DQC = [7]float64{0, 0, 0, w, w, w, w}
				return t >= 2
			}
		},
		func() step { // generate_cartesian_pose_motion
			var start franka.Pose
			return func(k int, s *franka.State, c *franka.Command) bool {
				if k == 0 {
					start = s.OTEEc
				}
				t := float64(k) * dt
				angle := math.Pi / 4 * (1 - math.Cos(math.Pi/5*t))
				c.OTEEc = start
				c.OTEEc[12] += 0.3 * math.Sin(angle)
				c.OTEEc[14] += 0.3 * (math.Cos(angle) - 1)
				return t >= 10
			}
		},
		func() step { // generate_cartesian_velocity_motion
			return func(k int, _ *franka.State, c *franka.Command) bool {
				t := float64(k) * dt
				cycle := math.Floor(math.Pow(-1, (t-math.Mod(t, 4))/4))
				v := cycle * 0.1 / 2 * (1 - math.Cos(2*math.Pi/4*t))
				c.ODPEEc = [6]float64{0: math.Cos(math.Pi/4) * v, 2: -math.Sin(math.Pi/4) * v}
				return t >= 8
			}
		},
	}
}
