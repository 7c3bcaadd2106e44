package virtual

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

func generators() []franka.MotionGenerator {
	return []franka.MotionGenerator{
		franka.GenerateJointPosition, franka.GenerateJointVelocity, franka.GenerateCartesianPose, franka.GenerateCartesianVelocity,
	}
}

// smooth is a random motion of half a robot's limits, watched.
func smooth(g franka.MotionGenerator, length time.Duration, seed uint64) (Setup, *differences) {
	d := newDifferences()
	return Setup{
		Config: remote.Config{Generator: g, Compression: link.Delta},
		Motion: newWander(g, 0.45, length, seed), Seed: seed, Cycles: int(length/time.Millisecond) + 8000,
		Watch: func(s *franka.State, _ *franka.Command) { d.add(s) },
	}, d
}

// TestSmoothBearsIt: whatever the link does short of a burst of 20, the motion completes and no limit is broken.
func TestSmoothBearsIt(t *testing.T) {
	const ms = time.Millisecond
	links := map[string]impair.Config{
		"ideal":      {},
		"far":        {Delay: 100 * ms},
		"jitter":     {Delay: 5 * ms, Jitter: 3 * ms, Loss: 0.01},
		"five":       {Delay: 2 * ms, Loss: 0.05},
		"twenty":     {Delay: 2 * ms, Loss: 0.2},
		"bursts":     {Delay: 2 * ms, Bursts: impair.Bursts{Length: 19, Every: 150}},
		"everything": {Delay: 5 * ms, Jitter: 2 * ms, Loss: 0.05, Reorder: 0.02, Duplicate: 0.02, Corrupt: 0.02, Truncate: 0.01, Bursts: impair.Bursts{Length: 10, Every: 300}},
	}
	for name, l := range links {
		for _, g := range generators() {
			t.Run(fmt.Sprintf("%s/%v", name, g), func(t *testing.T) {
				t.Parallel()
				u, d := smooth(g, time.Second, 5)
				u.Up, u.Down = l, l
				u.Up.Seed, u.Down.Seed = 1, 2
				r := run(t, u)
				if !r.Completed || len(d.faults) > 0 {
					t.Errorf("%v\n%v\n%+v", r, d.faults, r.Interface)
				}
				if name == "bursts" && r.Interface.Coasted == 0 || name == "everything" && r.Interface.Damaged == 0 {
					t.Errorf("the link did no harm: %+v", r.Interface)
				}
			})
		}
	}
}

// TestSmoothOverABadLeg: datagrams between robot and interface are lost too, and the arm goes on by itself.
func TestSmoothOverABadLeg(t *testing.T) {
	for _, g := range generators() {
		u, d := smooth(g, 2*time.Second, 9)
		u.Up = impair.Config{Delay: 3 * time.Millisecond, Loss: 0.05, Seed: 3}
		u.Leg = Leg{States: 0.01, Commands: 0.01}
		r := run(t, u)
		if !r.Completed || len(d.faults) > 0 || r.Missed == 0 || r.Interface.Skipped == 0 {
			t.Errorf("%v: %v\n%v", g, r, d.faults)
		}
	}
}

// TestSmoothDoesNotMindClocks: an application whose clock is off by 1000 ppm and whose thread is late.
func TestSmoothDoesNotMindClocks(t *testing.T) {
	for _, skew := range []float64{-1e-3, 1e-3} {
		u, d := smooth(franka.GenerateJointPosition, 6*time.Second, 2)
		u.Skew, u.Tick = skew, skewed(0, 300*us, 3*time.Millisecond)
		u.Up = impair.Config{Delay: 2 * time.Millisecond}
		r := run(t, u)
		if !r.Completed || len(d.faults) > 0 || r.Interface.Stops > 0 {
			t.Errorf("%v: %v\n%v\n%+v", skew, r, d.faults, r.Interface)
		}
	}
}

// burst is a link that loses n packets from cycle 1000 on.
func burst(u *Setup, n int, each func(c *Control)) {
	u.Up = impair.Config{Delay: 500 * us}
	u.Script = func(c *Control) {
		l := impair.Config{Delay: 500 * us}
		if c.Cycle >= 1000 && c.Cycle < 1000+n {
			l.Loss = 1
		}
		_ = c.Up.Set(l)
		each(c)
	}
}

// TestBursts: up to 19 lost packets are bridged; from 20 on a stop begins with the twentieth at the latest, ends at
// rest within the limits, and lasts until it is acknowledged. Then the motion goes on.
func TestBursts(t *testing.T) {
	for _, g := range generators() {
		for _, n := range []int{19, 20, 300} {
			t.Run(fmt.Sprintf("%v/%d", g, n), func(t *testing.T) {
				t.Parallel()
				u, d := smooth(g, 1200*time.Millisecond, 4)
				began, rested, early := 0, 0, false
				burst(&u, n, func(c *Control) {
					switch p := c.Interface.Stats().Phase; {
					case p == remote.Stopping && began == 0:
						began = c.Cycle
					case p == remote.Stopped && rested == 0:
						rested = c.Cycle
					case rested > 0 && c.Cycle < rested+500:
						early = early || p != remote.Stopped
					}
					if rested > 0 && c.Cycle >= rested+500 {
						c.Application.Acknowledge()
					}
				})
				r := run(t, u)
				if !r.Completed || len(d.faults) > 0 || early {
					t.Errorf("%v, left early %v\n%v\n%+v", r, early, d.faults, r.Interface)
				}
				switch {
				case n < 20 && began > 0:
					t.Errorf("a stop began in cycle %d", began)
				case n >= 20 && (began == 0 || began > 1021 || rested == 0 || rested > began+500):
					t.Errorf("a stop began in cycle %d, the arm rested in %d", began, rested)
				}
			})
		}
	}
}

// TestNobodyAcknowledges: the motion ends after a while, with the arm at rest, and says why.
func TestNobodyAcknowledges(t *testing.T) {
	u, d := smooth(franka.GenerateCartesianPose, 5*time.Second, 4)
	burst(&u, 30, func(*Control) {})
	r := run(t, u)
	if r.Completed || !errors.Is(r.Err, remote.ErrStopped) || r.Status != franka.Success || len(d.faults) > 0 {
		t.Error(r, d.faults)
	}
}

// TestResume acknowledges by itself.
func TestResume(t *testing.T) {
	u, d := smooth(franka.GenerateCartesianPose, 5*time.Second, 4)
	u.Config.Resume = true
	burst(&u, 200, func(*Control) {})
	if r := run(t, u); !r.Completed || r.Interface.Stops != 1 || len(d.faults) > 0 {
		t.Errorf("%v %v %+v", r, d.faults, r.Interface)
	}
}

// TestApplicationDies: the arm stops within the limits and stays.
func TestApplicationDies(t *testing.T) {
	for _, g := range generators() {
		u, d := smooth(g, 5*time.Second, 6)
		u.Script = func(c *Control) { c.AppDead = c.Cycle >= 1500 }
		r := run(t, u)
		if r.Completed || !errors.Is(r.Err, remote.ErrStopped) || r.Errors != 0 || len(d.faults) > 0 {
			t.Error(g, r, d.faults)
		}
	}
}

// TestInterfaceDies: the robot stops the arm itself after 20 cycles.
func TestInterfaceDies(t *testing.T) {
	u, _ := smooth(franka.GenerateJointPosition, 5*time.Second, 6)
	var c0 *Control
	u.Script = func(c *Control) { c.NearDead, c0 = c.Cycle >= 1500, c }
	r := run(t, u)
	if !r.Errors.Has(franka.CommunicationConstraintsViolation) || r.Cycles < 1519 || r.Cycles > 1521 {
		t.Error(r)
	}
	for range 1000 {
		c0.Robot.Step(nil)
	}
	if _, dq := c0.Robot.Joints(); dq[0] > 1e-3 || dq[0] < -1e-3 {
		t.Errorf("the arm moves: %v", dq)
	}
}

// TestOtherThreadStalls: the interface's thread gets no time for a while; commands wait for it.
func TestOtherThreadStalls(t *testing.T) {
	for _, n := range []int{5, 15, 60} {
		u, d := smooth(franka.GenerateJointPosition, 3*time.Second, 6)
		u.Config.Resume = true
		u.Script = func(c *Control) { c.Deaf = c.Cycle >= 1500 && c.Cycle < 1500+n }
		if r := run(t, u); !r.Completed || len(d.faults) > 0 {
			t.Errorf("%d: %v\n%v\n%+v", n, r, d.faults, r.Interface)
		}
	}
}

// TestApplicationStalls: its machine has no time for it, or its clock steps, which looks the same.
func TestApplicationStalls(t *testing.T) {
	for _, stall := range []time.Duration{10 * time.Millisecond, 200 * time.Millisecond, 3 * time.Second} {
		u, d := smooth(franka.GenerateJointPosition, 3*time.Second, 6)
		u.Config.Resume, u.Cycles = true, 20000
		ticks := 0
		u.Tick = func(*rand.Rand) time.Duration {
			if ticks++; ticks == 1000 {
				return stall
			}
			return 0
		}
		if r := run(t, u); !r.Completed && stall < time.Second || len(d.faults) > 0 {
			t.Errorf("%v: %v\n%v\n%+v", stall, r, d.faults, r.Interface)
		}
	}
}

// TestStatesBreakOff: an application that has gone blind ends its stream, and the arm stops.
func TestStatesBreakOff(t *testing.T) {
	u, d := smooth(franka.GenerateJointPosition, 4*time.Second, 6)
	u.Script = func(c *Control) {
		l := impair.Config{}
		if c.Cycle >= 1500 {
			l.Loss = 1
		}
		_ = c.Down.Set(l)
	}
	if r := run(t, u); r.Completed || !errors.Is(r.Err, remote.ErrStopped) || len(d.faults) > 0 {
		t.Error(r, d.faults)
	}
}

// TestNoCommands: an application that never begins.
func TestNoCommands(t *testing.T) {
	u, _ := smooth(franka.GenerateJointPosition, time.Second, 6)
	u.Script = func(c *Control) { c.AppDead = true }
	if r := run(t, u); !errors.Is(r.Err, remote.ErrAbandoned) || r.At < 2*time.Second || r.At > 2100*time.Millisecond {
		t.Error(r)
	}
}

// jumper is a motion whose stream jumps.
type jumper struct {
	remote.Motion
	at time.Duration
	by float64
}

func (j jumper) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	finished := j.Motion.Next(t, s, c)
	if t >= j.at {
		for i := range c.QC {
			c.QC[i] += j.by
		}
		c.OTEEc[12] += j.by
	}
	return finished
}

// TestJumps: a stream that jumps is met smoothly if it is near, and refused if it is far.
func TestJumps(t *testing.T) {
	for _, g := range []franka.MotionGenerator{franka.GenerateJointPosition, franka.GenerateCartesianPose} {
		for by, want := range map[float64]bool{0.001: true, 0.05: true, 0.9: false} {
			u, d := smooth(g, 3*time.Second, 8)
			u.Motion = jumper{u.Motion, time.Second, by}
			r := run(t, u)
			if r.Completed != want || r.Errors != 0 || len(d.faults) > 0 {
				t.Errorf("%v, jump of %g: %v\n%v", g, by, r, d.faults)
			}
		}
	}
}

// TestOverTheLimits: a stream that uses more than the robot bears is limited, and met again where it does not; if it
// gets far away the arm stops.
func TestOverTheLimits(t *testing.T) {
	for i, g := range generators() {
		u, d := smooth(g, 3*time.Second, 8)
		u.Motion = newWander(g, []float64{1.1, 1.3, 2.5, 2.5}[i], 3*time.Second, 8)
		u.Up.Loss = 0.05
		r := run(t, u)
		if !r.Completed && !errors.Is(r.Err, remote.ErrApart) || r.Interface.Limited == 0 || len(d.faults) > 0 {
			t.Errorf("%v: %v\n%v\n%+v", g, r, d.faults, r.Interface)
		}
	}
}
