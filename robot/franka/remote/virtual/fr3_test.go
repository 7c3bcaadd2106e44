package virtual

import (
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// harm is a link that does a little of everything.
func harm() impair.Config {
	return impair.Config{
		Delay: 5 * time.Millisecond, Jitter: 2 * time.Millisecond, Loss: 0.05, Reorder: 0.02, Duplicate: 0.02, Seed: 4,
		Bursts: impair.Bursts{Length: 15, Every: 200},
	}
}

// far turns joint 4 close to the end of its range, where an FR3 may only be slow, and back.
type far struct{ start *franka.State }

func (m *far) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if m.start == nil {
		x := *s
		m.start = &x
	}
	const length = 3.0
	x := math.Min(1, t.Seconds()/length)
	c.QC = m.start.Qd
	c.QC[3] -= 0.6 * 64 * x * x * x * (1 - x) * (1 - x) * (1 - x)
	return x == 1
}

// raised swings the elbow while the tool stays where it is, by pose or by twist.
type raised struct{ start *franka.State }

func (m *raised) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if m.start == nil {
		x := *s
		m.start = &x
	}
	c.OTEEc, c.ElbowC, c.ValidElbow = m.start.OTEEc, m.start.ElbowC, true
	c.ElbowC[0] += 0.2 * (1 - math.Cos(2*math.Pi/2*t.Seconds()))
	return t >= 2*time.Second
}

// TestSmoothMovesAnFR3 by the motions of libfranka's examples and close to the end of a joint's range.
func TestSmoothMovesAnFR3(t *testing.T) {
	for _, name := range append(remote.Motions(), "far") {
		var m remote.Motion = &far{}
		g := franka.GenerateJointPosition
		if name != "far" {
			var err error
			if m, g, err = remote.NewMotion(name); err != nil {
				t.Fatal(err)
			}
		}
		u := Setup{
			Config: remote.Config{Version: franka.Version7, Generator: g, Compression: link.Delta},
			Robot:  box.Config{Version: franka.Version7}, Motion: m, Cycles: 25000, Up: harm(), Down: harm(),
		}
		if r := run(t, u); !r.Completed {
			t.Errorf("%s: %v\n%+v", name, r, r.Interface)
		}
	}
}

// TestSmoothMovesTheElbow over a link that loses commands.
func TestSmoothMovesTheElbow(t *testing.T) {
	for _, g := range []franka.MotionGenerator{franka.GenerateCartesianPose, franka.GenerateCartesianVelocity} {
		u := Setup{
			Config: remote.Config{Generator: g, Compression: link.Delta, Subscribe: []string{"O_T_EE_c", "elbow_c"}},
			Motion: &raised{}, Cycles: 15000, Up: harm(), Down: harm(),
		}
		if r := run(t, u); !r.Completed {
			t.Errorf("%v: %v\n%+v", g, r, r.Interface)
		}
	}
}
