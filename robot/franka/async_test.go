package franka_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// TestAsyncMotion leads a simulated robot by a target now and then: it goes to each, and ends at the last.
func TestAsyncMotion(t *testing.T) {
	ctx := context.Background()
	_, addr := robot(t, box.Config{Version: franka.Version10})
	c := dialRobot(t, addr, franka.Version10)
	a, err := c.MoveAsync(ctx, franka.Loop{}, [7]float64{1, 1, 1, 1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	var s franka.State
	if err := c.Read(&s); !errors.Is(err, franka.ErrBusy) {
		t.Errorf("another reader: %v", err)
	}
	if err := a.Read(ctx, &s); err != nil {
		t.Fatal(err)
	}
	home := s.Qd
	goal := home
	if err := a.Target([7]float64{math.NaN()}); !errors.Is(err, franka.ErrCommand) {
		t.Errorf("no number: %v", err)
	}
	for n := range 3 {
		goal[0], goal[3] = home[0]+0.02*float64(n+1), home[3]-0.02*float64(n+1)
		if err := a.Target(goal); err != nil {
			t.Fatal(err)
		}
		for range 40 { // silence of twice what ends other motions
			if err := a.Read(ctx, &s); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := a.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	if err := a.Target(goal); !errors.Is(err, franka.ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
	if err := c.Read(&s); err != nil || s.Mode != franka.ModeIdle || math.Abs(s.Qd[0]-goal[0]) > 1e-6 || math.Abs(s.Qd[3]-goal[3]) > 1e-6 {
		t.Errorf("%v, %v, at %v, not %v", err, s.Mode, s.Qd, goal)
	}
}

// TestAsyncMotionEnds: by an error of the robot, which Read tells, by Close, and when the client goes.
func TestAsyncMotionEnds(t *testing.T) {
	ctx := context.Background()
	server, addr := robot(t, box.Config{Version: franka.Version10})
	c := dialRobot(t, addr, franka.Version10)
	start := func() (*franka.Async, franka.State) {
		t.Helper()
		a, err := c.MoveAsync(ctx, franka.Loop{Controller: franka.CartesianImpedance}, [7]float64{})
		var s franka.State
		if err == nil {
			err = a.Read(ctx, &s)
		}
		if err != nil {
			t.Fatal(err)
		}
		return a, s
	}
	a, s := start()
	q := s.Qd
	q[3] = 0.5
	err := a.Target(q)
	for err == nil {
		err = a.Read(ctx, &s)
	}
	var ended *franka.ControlError
	if !errors.As(err, &ended) || ended.Reasons != franka.Errors(0).With(franka.JointViaMotionGeneratorPlanningJointLimitViolation) {
		t.Errorf("beyond a limit: %v", err)
	}
	a.Close()
	if err := c.Recover(ctx); err != nil {
		t.Fatal(err)
	}
	a, _ = start()
	a.Close()
	if err := c.Read(&s); err != nil || s.Mode != franka.ModeIdle {
		t.Errorf("closed: %v, %v", s.Mode, err)
	}
	start()
	_ = c.Close()
	c = dialRobot(t, addr, franka.Version10)
	for range 1000 {
		if err := c.Read(&s); err != nil {
			t.Fatal(err)
		}
		if s.Mode == franka.ModeReflex {
			break
		}
	}
	if s.LastErrors != franka.Errors(0).With(franka.CommunicationConstraintsViolation) {
		t.Errorf("client gone: %v, %v", s.Mode, s.LastErrors)
	}
	if n := server.Counters(); n.Dropped != 0 {
		t.Errorf("%+v", n)
	}
}

// TestAsyncWants: the version, one of the robot's controllers, and nobody else.
func TestAsyncWants(t *testing.T) {
	ctx := context.Background()
	_, addr := robot(t, box.Config{Version: franka.Version9})
	c := dialRobot(t, addr, 0)
	if _, err := c.MoveAsync(ctx, franka.Loop{}, [7]float64{}); !errors.Is(err, franka.ErrMode) {
		t.Error(err)
	}
	_, addr = robot(t, box.Config{Version: franka.Version10})
	c = dialRobot(t, addr, 0)
	if _, err := c.MoveAsync(ctx, franka.Loop{Controller: franka.ExternalController}, [7]float64{}); !errors.Is(err, franka.ErrMode) {
		t.Error(err)
	}
	if _, err := c.MoveAsync(ctx, franka.Loop{}, [7]float64{9}); err == nil {
		t.Error("a speed that no joint has is taken")
	}
	a, err := c.MoveAsync(ctx, franka.Loop{}, [7]float64{})
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
}
