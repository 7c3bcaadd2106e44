package shadow

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// TestBeginsAtMeasured: since protocol 9 the first position commanded is where the robot rests if it is near, so that clients that
// begin at q and O_T_EE, as libfranka's examples do, are not told of a leap; before, and from farther away, it is a step.
func TestBeginsAtMeasured(t *testing.T) {
	home := franka.State{OTEEc: franka.Pose{0: 1, 5: 1, 10: 1, 15: 1}}
	for _, c := range []struct {
		v    franka.Version
		off  float64 // rad and m
		rest bool
	}{{franka.Version10, 1e-3, true}, {franka.Version9, -1e-3, true}, {franka.Version10, 3e-3, false}, {franka.Version7, 1e-3, false}} {
		for _, g := range []franka.MotionGenerator{franka.GenerateJointPosition, franka.GenerateCartesianPose} {
			var x commanded
			x.start(&home, c.v)
			first := franka.Command{OTEEc: home.OTEEc}
			first.QC[3], first.OTEEc[12] = c.off, c.off
			for n, speed := range []float64{math.Abs(c.off) / franka.Period, 0} {
				if c.rest {
					speed = 0
				}
				x.follow(g, &first)
				var s franka.State
				x.show(g, &s)
				at, v := s.Qd[3], s.DQd[3]
				if g == franka.GenerateCartesianPose {
					at, v = s.OTEEc[12], s.ODPEEc[0]
				}
				if math.Abs(at-c.off) > 1e-12 || math.Abs(math.Abs(v)-speed) > 1e-9 {
					t.Errorf("protocol %d, %v, command %d at %v: commanded %v at %v/s, not %v/s", c.v, g, n+1, c.off, at, v, speed)
				}
			}
		}
	}
}

// TestCoastsOn: a cycle without a command goes on with the acceleration, as on a robot, whatever the client commands.
func TestCoastsOn(t *testing.T) {
	home := franka.State{OTEEc: franka.Pose{0: 1, 5: 1, 10: 1, 15: 1}}
	const a = 3.0 // rad/s², m/s²
	for g, of := range map[franka.MotionGenerator]func(s *franka.State) (x, v, a float64){
		franka.GenerateJointPosition:     func(s *franka.State) (x, v, a float64) { return s.Qd[3], s.DQd[3], s.DDQd[3] },
		franka.GenerateJointVelocity:     func(s *franka.State) (x, v, a float64) { return s.Qd[3], s.DQd[3], s.DDQd[3] },
		franka.GenerateCartesianPose:     func(s *franka.State) (x, v, a float64) { return s.OTEEc[12], s.ODPEEc[0], s.ODDPEEc[0] },
		franka.GenerateCartesianVelocity: func(s *franka.State) (x, v, a float64) { return s.OTEEc[12], s.ODPEEc[0], s.ODDPEEc[0] },
	} {
		var x commanded
		x.start(&home, franka.Version10)
		at, v := 0.0, 0.0
		for n := range 30 {
			v += a * franka.Period
			at += v * franka.Period
			c := franka.Command{OTEEc: home.OTEEc, ElbowC: [2]float64{at, -1}, ValidElbow: true}
			c.QC[3], c.DQC[3], c.OTEEc[12], c.ODPEEc[0] = at, v, at, v
			if n >= 20 {
				c = x.coast(g)
			}
			x.follow(g, &c)
		}
		var s franka.State
		x.show(g, &s)
		gotAt, gotV, gotA := of(&s)
		if math.Abs(gotAt-at) > 1e-9 || math.Abs(gotV-v) > 1e-9 || math.Abs(gotA-a) > 1e-5 {
			t.Errorf("%v: %v, %v, %v after ten cycles without a command, not %v, %v, %v", g, gotAt, gotV, gotA, at, v, a)
		}
		if cartesian := g == franka.GenerateCartesianPose || g == franka.GenerateCartesianVelocity; cartesian && math.Abs(s.ElbowC[0]-at) > 1e-9 {
			t.Errorf("%v: the elbow at %v, not %v", g, s.ElbowC[0], at)
		}
	}
}
