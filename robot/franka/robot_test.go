package franka_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// robot runs a simulated robot on a free port until the test ends. Its cycles wait for their commands: the machine may
// stand still.
func robot(t *testing.T, cfg box.Config) (*box.Server, string) {
	t.Helper()
	r, err := box.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := box.NewServer(box.ServerConfig{Patience: time.Minute}, r, l)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s, l.Addr().String()
}

func dialRobot(t *testing.T, addr string, v franka.Version) *franka.Client {
	t.Helper()
	c, err := franka.Dial(context.Background(), addr, franka.Options{
		Version: v, Timeout: time.Minute, StateTimeout: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// sweep is a smooth step from 0 to 1 in total seconds, and its derivative.
func sweep(t, total float64) (x, v float64) {
	s := min(t/total, 1)
	return s * s * s * (10 - 15*s + 6*s*s), 30 * s * s * (1 - s) * (1 - s) / total
}

const sweepTime = 0.12 // s

// moves runs the five loops, each through a small motion, and returns the first error.
func moves(ctx context.Context, c *franka.Client) error {
	now := 0.0
	var start franka.State
	tick := func(s *franka.State, period time.Duration) (x, v float64, finished bool) {
		if now += period.Seconds(); period == 0 {
			now, start = 0, *s
		}
		x, v = sweep(now, sweepTime)
		return x, v, now >= sweepTime
	}
	loops := []struct {
		name string
		run  func() error
	}{
		{"joint positions", func() error {
			return c.JointPositions(ctx, franka.Loop{}, func(s *franka.State, p time.Duration, q *[7]float64) bool {
				x, _, end := tick(s, p)
				q[3] = start.Qd[3] + 0.005*x
				return end
			})
		}},
		{"joint velocities", func() error {
			return c.JointVelocities(ctx, franka.Loop{}, func(s *franka.State, p time.Duration, dq *[7]float64) bool {
				_, v, end := tick(s, p)
				dq[5] = 0.005 * v
				return end
			})
		}},
		{"Cartesian poses", func() error {
			return c.CartesianPoses(ctx, franka.Loop{Controller: franka.CartesianImpedance},
				func(s *franka.State, p time.Duration, pose *franka.Pose) bool {
					x, _, end := tick(s, p)
					pose[14] = start.OTEEc[14] + 0.002*x
					return end
				})
		}},
		{"Cartesian velocities", func() error {
			return c.CartesianVelocities(ctx, franka.Loop{}, func(s *franka.State, p time.Duration, v *[6]float64) bool {
				_, y, end := tick(s, p)
				v[1] = 0.002 * y
				return end
			})
		}},
		{"torques", func() error {
			return c.Torques(ctx, franka.Loop{}, func(s *franka.State, p time.Duration, tau *[7]float64) bool {
				_, _, end := tick(s, p)
				return end
			})
		}},
	}
	for _, l := range loops {
		if err := l.run(); err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
	}
	return nil
}

// TestAgainstTheSimulatedRobot runs the five loops in every version, with the library's own filter and limiter.
func TestAgainstTheSimulatedRobot(t *testing.T) {
	for v := franka.Version3; v <= franka.Version10; v++ {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			t.Parallel()
			_, addr := robot(t, box.Config{Version: v})
			c := dialRobot(t, addr, v)
			var before, after franka.State
			if err := c.Read(&before); err != nil {
				t.Fatal(err)
			}
			if err := moves(context.Background(), c); err != nil {
				t.Fatal(err)
			}
			if err := c.Read(&after); err != nil {
				t.Fatal(err)
			}
			if after.Mode != franka.ModeIdle || math.Abs(after.OTEE[14]-before.OTEE[14]) < 5e-4 {
				t.Errorf("mode %v; from %v to %v", after.Mode, before.OTEE[12:15], after.OTEE[12:15])
			}
			// What the model says of the robot's own configuration.
			d, err := franka.NewDynamics()
			if err != nil {
				t.Fatal(err)
			}
			d.Use(&after)
			p := d.Pose(franka.EndEffector, &after.Q)
			for i := range p {
				if math.Abs(p[i]-after.OTEE[i]) > 1e-6 {
					t.Fatalf("end effector at %v, the robot says %v", p, after.OTEE)
				}
			}
			if e := franka.ElbowOf(&after.Qd); e != after.ElbowC {
				t.Errorf("elbow %v, the robot says %v", e, after.ElbowC)
			}
		})
	}
}

// TestAbortAndRecovery jumps, reads why the robot stopped, and goes on.
func TestAbortAndRecovery(t *testing.T) {
	ctx := context.Background()
	for _, v := range []franka.Version{franka.Version3, franka.Version5, franka.Version7, franka.Version9, franka.Version10} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			t.Parallel()
			s, addr := robot(t, box.Config{Version: v})
			c := dialRobot(t, addr, 0)
			if c.Version() != v {
				t.Fatalf("version %d", c.Version())
			}
			raw := franka.Loop{NoRateLimit: true, Cutoff: franka.CutoffOff}
			n := 0
			err := c.JointPositions(ctx, raw, func(s *franka.State, _ time.Duration, q *[7]float64) bool {
				if n++; n == 100 {
					q[0] += 5e-3
				}
				return n > 1000
			})
			var e *franka.ControlError
			if !errors.As(err, &e) || e.Status != franka.ReflexAborted || e.Mode != franka.ModeReflex ||
				!e.Reasons.Has(franka.JointMotionGeneratorAccelerationDiscontinuity) {
				t.Fatalf("a jump: %v", err)
			}
			if err := moves(ctx, c); !errors.As(err, &e) || e.Status != franka.NotPossible {
				t.Errorf("a motion in reflex: %v", err)
			}
			if err := c.Recover(ctx); err != nil {
				t.Fatal(err)
			}
			if err := moves(ctx, c); err != nil {
				t.Error(err)
			}
			s.Do(func(r *box.Robot) { r.UserStop(true) })
			err = c.JointPositions(ctx, franka.Loop{}, func(*franka.State, time.Duration, *[7]float64) bool { return false })
			if !errors.As(err, &e) {
				t.Errorf("with the user stop pressed: %v", err)
			}
			s.Do(func(r *box.Robot) { r.UserStop(false) })
		})
	}
}

// TestStopsAndSettings stops motions from beside and by the context, and sets what can be set.
func TestStopsAndSettings(t *testing.T) {
	_, addr := robot(t, box.Config{Version: franka.Version5})
	c := dialRobot(t, addr, franka.Version5)
	back := context.Background()
	hold := func(at int, do func()) func(*franka.State, time.Duration, *[7]float64) bool {
		n := 0
		return func(*franka.State, time.Duration, *[7]float64) bool {
			if n++; n == at {
				do()
			}
			return false
		}
	}
	stopped := make(chan error, 1)
	err := c.JointVelocities(back, franka.Loop{}, hold(20, func() { go func() { stopped <- c.Stop(back) }() }))
	var e *franka.ControlError
	if !errors.As(err, &e) || e.Status != franka.Preempted {
		t.Errorf("stopped from beside: %v", err)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(back)
	defer cancel()
	if err := c.JointVelocities(ctx, franka.Loop{}, hold(20, cancel)); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped by the context: %v", err)
	}
	if err := c.SetLoad(back, franka.Load{Mass: 0.5, FxCload: [3]float64{0, 0, 0.05}, Inertia: [9]float64{0: 1e-3, 4: 1e-3, 8: 1e-3}}); err != nil {
		t.Error(err)
	}
	if err := c.SetJointImpedance(back, [7]float64{3000, 3000, 3000, 2500, 2500, 2000, 2000}); err != nil {
		t.Error(err)
	}
	if _, err := c.CartesianLimit(back, 0); err != nil {
		t.Error(err)
	}
	var s franka.State
	if err := c.Read(&s); err != nil || s.MLoad != 0.5 || math.Abs(s.MTotal-s.MEE-0.5) > 1e-12 {
		t.Errorf("load %g of %g kg, %v", s.MLoad, s.MTotal, err)
	}
	asked := false
	o := franka.Loop{Realtime: &rt.Options{Priority: 10}, Report: func(r rt.Report) { asked = len(r.Steps) > 0 }}
	if err := c.JointPositions(back, o, func(*franka.State, time.Duration, *[7]float64) bool { return true }); err != nil || !asked {
		t.Errorf("at real-time priority: %v, system asked %v", err, asked)
	}
	refused := franka.CommandError{Kind: franka.SetJointImpedance, Status: franka.InvalidArgument}
	if err := c.SetJointImpedance(back, [7]float64{-1}); !errors.Is(err, refused) {
		t.Error(err)
	}
	if err := moves(back, c); err != nil {
		t.Error(err)
	}
}
