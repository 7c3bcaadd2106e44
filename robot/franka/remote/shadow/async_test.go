package shadow

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// led is a motion at up to 1 rad/s of each joint, and where it begins.
func led(t *testing.T, c *franka.Client) (a *franka.Async, home [franka.Joints]float64) {
	t.Helper()
	a, err := c.MoveAsync(t.Context(), franka.Loop{}, [franka.Joints]float64{1, 1, 1, 1, 1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	var s franka.State
	if err := a.Read(t.Context(), &s); err != nil {
		t.Fatal(err)
	}
	return a, s.Qd
}

// follow sends three targets, each followed by a silence that would end other motions, and finishes.
func follow(t *testing.T, c *franka.Client) (goal [franka.Joints]float64, err error) {
	a, goal := led(t, c)
	defer a.Close()
	var s franka.State
	for range 3 {
		goal[0] += 0.02
		goal[3] -= 0.02
		if err := a.Target(goal); err != nil {
			return goal, err
		}
		for range 2 * missesMost {
			if err := a.Read(t.Context(), &s); err != nil {
				return goal, err
			}
		}
	}
	return goal, a.Finish(t.Context())
}

// TestForeignAsync: a client sends a position now and then, and a robot behind a bad line comes to rest at the last.
func TestForeignAsync(t *testing.T) {
	for _, line := range []impair.Config{{}, {Seed: 5, Delay: 8 * time.Millisecond, Jitter: 2 * time.Millisecond, Loss: 0.05, Duplicate: 0.02}} {
		x := stageFor(t, line, franka.Version10)
		c := dial(t, x.at)
		goal, err := follow(t, c)
		for n := 0; n < 4 && starved(err); n++ {
			if err := c.Recover(t.Context()); err != nil {
				t.Fatal(err)
			}
			goal, err = follow(t, c)
		}
		if err != nil {
			t.Fatalf("%+v: %v", line, err)
		}
		for i, q := range x.joints() {
			if math.Abs(q-goal[i]) > 2e-3 {
				t.Errorf("%+v: joint %d at %v rad, not %v", line, i+1, q, goal[i])
			}
		}
	}
}

// rests waits until the robot stands still, outside a motion.
func (x *scene) rests(t *testing.T) {
	t.Helper()
	until(t, func() (there bool) {
		x.robot.Do(func(r *box.Robot) { there = !r.Moving() && r.State().DQd == [franka.Joints]float64{} })
		return there
	})
}

// outside sends a position that no joint may be at and returns how the motion ends.
func outside(t *testing.T, c *franka.Client) error {
	a, goal := led(t, c)
	goal[1] = 3
	err := a.Target(goal)
	var s franka.State
	for err == nil {
		err = a.Read(t.Context(), &s)
	}
	return err
}

// TestForeignAsyncOutside: a position that no joint may be at ends a motion, by that error alone.
func TestForeignAsyncOutside(t *testing.T) {
	x := stageFor(t, impair.Config{}, franka.Version10)
	c := dial(t, x.at)
	err := outside(t, c)
	for n := 0; n < 4 && starved(err); n++ {
		if err := c.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		err = outside(t, c)
	}
	var ended *franka.ControlError
	if want := franka.Errors(0).With(franka.JointViaMotionGeneratorPlanningJointLimitViolation); !errors.As(err, &ended) || ended.Reasons != want {
		t.Errorf("a position beyond a joint's range: %v", err)
	}
	x.rests(t)
}

// TestForeignAsyncEnds when the client stops it and when the client goes; each time the arm comes to rest.
func TestForeignAsyncEnds(t *testing.T) {
	x := stageFor(t, impair.Config{}, franka.Version10)
	c := dial(t, x.at)
	a, goal := led(t, c)
	goal[0] += 0.5
	if err := a.Target(goal); err != nil {
		t.Fatal(err)
	}
	if err := c.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	a.Close()
	x.rests(t)
	a, goal = led(t, c)
	goal[0] -= 0.5
	if err := a.Target(goal); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	x.rests(t)
	if q := x.joints(); math.Abs(q[0]-goal[0]) < 0.01 {
		t.Error("without its client the arm went on to the goal")
	}
	until(t, func() bool { // the link has told this end, too
		x.shadow.mu.Lock()
		defer x.shadow.mu.Unlock()
		return !x.shadow.run.on
	})
	c = dial(t, x.at) // the next client clears what the last one left
	if err := c.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := swing(c, t, franka.Loop{}); err != nil && !starved(err) {
		t.Error(err)
	}
}

// TestForeignAsyncRefuses what a robot refuses.
func TestForeignAsyncRefuses(t *testing.T) {
	x := stageFor(t, impair.Config{}, franka.Version10)
	c := dial(t, x.at)
	for _, speed := range []float64{-1, 50} {
		var ended *franka.ControlError
		_, err := c.MoveAsync(t.Context(), franka.Loop{}, [franka.Joints]float64{speed, 1, 1, 1, 1, 1, 1})
		if !errors.As(err, &ended) || ended.Status != franka.InvalidArgument {
			t.Errorf("%v rad/s: %v", speed, err)
		}
	}
}
