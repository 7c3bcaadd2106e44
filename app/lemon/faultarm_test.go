package lemon

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/sim"
)

// push presses on the tip with a force in N for a time.
func (r *trial) push(from, to time.Duration, f spatial.Vec3) {
	set := func(w spatial.Wrench) func(*session) {
		return func(s *session) { s.rig.Plant.(*sim.Arm).SetWrench(w) }
	}
	r.at(from, set(spatial.Wrench{Force: f}))
	r.at(to, set(spatial.Wrench{}))
}

// A blow makes the box report collision, error 31. It stays until the operator resets it, and nothing moves before.
func TestCollision(t *testing.T) {
	t.Parallel()
	r := newTrial(7 * time.Second)
	r.push(2*time.Second, 2020*ms, spatial.V(0, 150, 0))
	r.settle = 500 * ms             // the servos swing after the blow
	r.order(2012*ms, OperatorReset) // too early: the arm still moves
	r.order(4*time.Second, OperatorReset)
	if r.run(t); r.err != nil || r.sum.Violations != 0 {
		t.Fatalf("%d violations, %v", r.sum.Violations, r.err)
	}
	r.stillWhenUnready(t)
	seen := uint8(0)
	for _, d := range r.data {
		seen = max(seen, d.v.Error)
	}
	if seen != uint8(xarm.ErrorCollision) {
		t.Fatalf("the box reported error %d, want %d", seen, xarm.ErrorCollision)
	}
	r.readyAt(t, 2100*ms, false)
	r.readyAt(t, 3990*ms, false)
	r.rests(t, 2600*ms, 4*time.Second)
	r.readyAt(t, 4010*ms, true)
	r.follows(t, r.length)
	if r.s.net.Robot.Ignored != 1 {
		t.Errorf("%d resets ignored, want 1", r.s.net.Robot.Ignored)
	}
	r.again(t)
}

// The emergency stop button of the box: while it is pressed no reset helps.
func TestBoxButton(t *testing.T) {
	t.Parallel()
	r := newTrial(7 * time.Second)
	r.at(2*time.Second, func(s *session) { s.rig.Box.EmergencyStop() })
	r.order(3*time.Second, OperatorReset)
	r.at(3500*ms, func(s *session) { s.rig.Box.ReleaseEmergencyStop() })
	r.order(4*time.Second, OperatorReset)
	r.safe(t)
	r.readyAt(t, 2010*ms, false)
	r.readyAt(t, 3990*ms, false)
	r.rests(t, 2300*ms, 4*time.Second)
	r.readyAt(t, 4010*ms, true)
	r.follows(t, r.length)
}

// Somebody else stops the box, without an error: commands are refused, the moderator notices that the arm stands,
// and the program stops and stays.
func TestBoxStoppedBySomebodyElse(t *testing.T) {
	t.Parallel()
	r := newTrial(6 * time.Second)
	r.at(2*time.Second, func(s *session) {
		frame := xarm.AppendRequest(nil, xarm.Request{ID: 1, Protocol: xarm.ProtocolPrivate, Register: xarm.RegSetState, Params: []byte{4}})
		s.rig.Box.Handle(xarmbox.NewLink(), frame)
	})
	r.order(4*time.Second, OperatorReset)
	r.safe(t)
	r.readyAt(t, 3*time.Second, false)
	r.rests(t, 2500*ms, 4*time.Second)
	r.follows(t, r.length)
}

// stopFrom is a trial in which the lemon leaps 0.18 m, so that the arm hurries after it, and the operator stops it
// somewhere on the way.
func stopFrom(at time.Duration, jerk float64) *trial {
	r := newTrial(at + 900*ms)
	r.p.Jerk = jerk
	c := spatial.V(0.45, -0.09, 0.08)
	r.hooks.rig = lemon(jump{c, c.Add(spatial.V(0, 0.18, 0)), 1200 * ms})
	r.order(at, OperatorStop)
	r.order(at+20*ms, OperatorReset) // while it brakes: nothing
	return r
}

// An emergency stop in any state ends within v²/2a, what the jerk limit adds, and one cycle of travel, along the
// path, and is latched.
func TestEmergencyStopInAnyState(t *testing.T) {
	t.Parallel()
	fastest := 0.0
	for _, c := range []struct {
		jerk float64
		at   []time.Duration
	}{
		{20, []time.Duration{1260 * ms, 1400 * ms, 1620 * ms}},
		{100, []time.Duration{50 * ms, 201 * ms, 1000 * ms, 1320 * ms, 1453 * ms, 1540 * ms, 1700 * ms}},
		{2000, []time.Duration{1403 * ms, 1453 * ms, 1540 * ms}},
	} {
		for _, at := range c.at {
			t.Run(fmt.Sprintf("%v jerk %g", at, c.jerk), func(t *testing.T) {
				r := stopFrom(at, c.jerk)
				var box xarm.State
				r.at(at+800*ms, func(s *session) { box, _, _, _ = s.rig.Box.State() })
				r.safe(t)
				if at > r.p.StartAfter && box != xarm.StateStopped {
					t.Errorf("at rest the box is in state %d, want stopped", box)
				}
				v := r.stopTravel(t, at)
				fastest = max(fastest, v)
				r.readyAt(t, r.length, false)
				r.rests(t, at+800*ms, r.length)
			})
		}
	}
	if fastest < 0.45 {
		t.Errorf("the fastest stop began at %.3g m/s: the test does not try what it says", fastest)
	}
}

// stopTravel checks how far the commands went after an order to stop at a time, and returns their speed at it.
func (r *trial) stopTravel(t *testing.T, at time.Duration) float64 {
	t.Helper()
	i := 0
	for i < len(r.commands) && r.commands[i].at < at {
		i++
	}
	if i < 3 || i == len(r.commands) {
		return 0 // it had not begun
	}
	dt := r.p.Period.Seconds()
	p := func(k int) spatial.Vec3 { return r.commands[k].v.Pose.P }
	v := p(i-1).Dist(p(i-2)) / dt
	acc := math.Min(p(i-1).Sub(p(i-2)).Sub(p(i-2).Sub(p(i-3))).Norm()/dt/dt, r.p.Acc) // wherever it points
	travel := 0.0
	for k := i; k < len(r.commands); k++ {
		travel += p(k).Dist(p(k - 1))
	}
	// First the acceleration goes, then the stop is a trapezoid of deceleration: v²/2a and v·a/2j for its flanks.
	j, up := r.p.Jerk, acc
	top := v + up*up/(2*j)
	most := v*up/j + up*up*up/(3*j*j) + top*top/(2*r.p.Acc) + top*r.p.Acc/(2*j) + top*dt + 1e-4
	if travel > most {
		t.Errorf("from %.3g m/s and %.3g m/s² the stop took %.2f mm, at most %.2f mm are allowed", v, acc, 1000*travel, 1000*most)
	}
	end := r.commands[len(r.commands)-1].v.Pose.P
	if v > 0.1 && j >= 1000 {
		u, _ := p(i - 1).Sub(p(i - 2)).Unit()
		d := end.Sub(p(i - 1))
		if off := d.Sub(u.Scale(d.Dot(u))).Norm(); off > 0.002 {
			t.Errorf("the stop left the path by %.2f mm", 1000*off)
		}
	}
	t.Logf("v %.3f m/s, a %.2f m/s²: %.2f mm of at most %.2f mm", v, acc, 1000*travel, 1000*most)
	return v
}

// An emergency stop holds until the operator resets it, also where the program may resume by itself from other
// faults, and also when it is given while the robot is not ready.
func TestEmergencyStopIsLatched(t *testing.T) {
	t.Parallel()
	r := newTrial(9 * time.Second)
	r.p.AutoResume = true
	r.order(2*time.Second, OperatorStop)
	r.order(5*time.Second, OperatorReset)
	r.at(6*time.Second, func(s *session) { s.rig.Net.Break() })
	r.order(6100*ms, OperatorStop)
	r.safe(t)
	r.readyAt(t, 3*time.Second, false)
	r.readyAt(t, 4990*ms, false)
	r.readyAt(t, 5010*ms, true)
	r.readyAt(t, r.length, false)
	r.rests(t, 2500*ms, 5*time.Second)
	r.rests(t, 6300*ms, r.length)
	if r.sum.PowerUps != 2 {
		t.Errorf("made ready %d times, want 2", r.sum.PowerUps)
	}
}

func TestEmergencyStopReplays(t *testing.T) {
	t.Parallel()
	r := stopFrom(1453*ms, 100)
	r.order(2400*ms, OperatorReset)
	r.length = 4 * time.Second
	r.safe(t)
	r.readyAt(t, 2390*ms, false)
	r.follows(t, r.length)
	r.again(t)
}

// bomb is a reactor that panics at its n-th value.
type bomb struct {
	reactor.Reactor
	In reactor.In[WorldData]
	n  int
}

func bombAt(n int) func(*Network) {
	return func(net *Network) {
		b := &bomb{}
		reactor.Init(net.Main, "bomb", b)
		b.Reaction("tick").On(&b.In).Do(func() {
			if b.n++; b.n == n {
				panic("boom")
			}
		})
		reactor.Connect(&net.Robot.WorldData, &b.In)
	}
}

// A panic in a reaction ends the program, names the reaction, and the robot is told to stop.
func TestPanicStopsTheRobot(t *testing.T) {
	t.Parallel()
	r := newTrial(4 * time.Second)
	r.hooks.extend = bombAt(600)
	r.run(t)
	var p *exec.PanicError
	if !errors.As(r.err, &p) || !strings.Contains(p.Reaction, "bomb") {
		t.Fatalf("the run ended with %v", r.err)
	}
	if state, _, code, _ := r.s.rig.Box.State(); state != xarm.StateStopped && state != xarm.StateDecelerating || code != 0 {
		t.Fatalf("the box is in state %d with error %d: it was not told to stop", state, code)
	}
	if r.sum == nil || r.sum.Error == "" || r.sum.Violations != 0 {
		t.Fatalf("summary %+v", r.sum)
	}
	s := r.s.rig
	s.Box.Advance(s.Box.Now() + 500*ms)
	var q, dq, tau [Joints]float64
	s.World.State(q[:], dq[:], tau[:])
	for _, v := range dq {
		if math.Abs(v) > 0.01 {
			t.Errorf("half a second later a joint moves at %.3g rad/s", v)
		}
	}
}
