package franka_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// patient is a client at a robot, with what the tests of limits do to it.
type patient struct {
	t *testing.T
	*franka.Client
	robot *box.Server
	total float64 // s, of a motion
}

func newPatient(t *testing.T, cfg box.Config) *patient {
	s, addr := robot(t, cfg)
	return &patient{t, dialRobot(t, addr, cfg.Version), s, 0.2}
}

// turn moves the joints by d in p.total.
func (p *patient) turn(d [7]float64) error {
	total, at := p.total, 0.0
	return p.JointVelocities(context.Background(), franka.Loop{}, func(s *franka.State, dt time.Duration, v *[7]float64) bool {
		at += dt.Seconds()
		_, speed := sweep(at, total)
		for i := range v {
			v[i] = d[i] * speed
		}
		return at >= total
	})
}

// shift moves the end effector by y in p.total.
func (p *patient) shift(y float64) error {
	total, at := p.total, 0.0
	return p.CartesianVelocities(context.Background(), franka.Loop{}, func(s *franka.State, dt time.Duration, v *[6]float64) bool {
		at += dt.Seconds()
		_, speed := sweep(at, total)
		v[1] = y * speed
		return at >= total
	})
}

// aborted wants a motion that was ended by one of the errors.
func (p *patient) aborted(what string, err error, by ...franka.Error) {
	p.t.Helper()
	var c *franka.ControlError
	if !errors.As(err, &c) || c.Status != franka.ReflexAborted {
		p.t.Fatalf("%s: %v", what, err)
	}
	for _, e := range by {
		if c.Reasons.Has(e) {
			return
		}
	}
	p.t.Fatalf("%s: %v", what, err)
}

func (p *patient) recover(what string) {
	p.t.Helper()
	if err := p.Recover(context.Background()); err != nil {
		p.t.Fatalf("recovery %s: %v", what, err)
	}
}

// leaves violates a limit, recovers, tries to go on outwards, recovers, and leaves inwards, whose motions complete; then
// the limit holds as before.
func (p *patient) leaves(out, in func() error, by ...franka.Error) {
	p.t.Helper()
	p.aborted("outwards", out(), by...)
	p.recover("at the limit")
	p.aborted("farther outwards", out(), by...)
	p.recover("beyond the limit")
	for k := range 2 {
		if err := in(); err != nil {
			p.t.Fatalf("inwards, motion %d: %v", k+1, err)
		}
	}
	p.aborted("outwards again", func() error {
		for range 5 {
			if err := out(); err != nil {
				return err
			}
		}
		return nil
	}(), by...)
	p.recover("at the end")
	if err := in(); err != nil {
		p.t.Fatalf("inwards at the end: %v", err)
	}
}

// brink is a pose with joints 1, 5 and 7 short of their limits.
func brink(v franka.Version) [7]float64 {
	l := franka.LimitsOf(v)
	return [7]float64{l.Joints[0].Upper - 2e-3, -math.Pi / 4, 0, -3 * math.Pi / 4, l.Joints[4].Lower + 2e-3, math.Pi / 2, l.Joints[6].Upper - 2e-3}
}

func TestMotionsLeadInFromAPositionLimit(t *testing.T) {
	for name, d := range map[string][7]float64{"one joint": {0.01}, "three joints": {0: 0.01, 4: -0.01, 6: 0.01}} {
		t.Run(name, func(t *testing.T) {
			p := newPatient(t, box.Config{Q0: brink(franka.Version5), Noise: box.DefaultNoise()})
			back := d
			for i := range back {
				back[i] = -d[i]
			}
			p.leaves(func() error { return p.turn(d) }, func() error { return p.turn(back) },
				franka.JointMotionGeneratorPositionLimitsViolation)
		})
	}
}

// TestMotionsLeadInFromWhereHandsLeftTheArm has joints led a little beyond their limits. An FR3's motions never come
// there by themselves, as its speed falls to nothing before.
func TestMotionsLeadInFromWhereHandsLeftTheArm(t *testing.T) {
	for _, v := range []franka.Version{franka.Version5, franka.Version7, franka.Version10} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			l := franka.LimitsOf(v)
			p := newPatient(t, box.Config{Version: v, Q0: brink(v), Noise: box.DefaultNoise()})
			p.guide(0, l.Joints[0].Upper+6e-3)
			p.guide(4, l.Joints[4].Lower-6e-3)
			p.aborted("outwards", p.slide([7]float64{0.01}), franka.JointMotionGeneratorPositionLimitsViolation,
				franka.JointMotionGeneratorVelocityLimitsViolation)
			p.recover("beyond the limits")
			if err := p.slide([7]float64{0: -0.01, 4: 0.01}); err != nil {
				t.Fatalf("positions inwards: %v", err)
			}
			if err := p.turn([7]float64{0: -0.01, 4: 0.01}); err != nil {
				t.Fatalf("velocities inwards: %v", err)
			}
		})
	}
}

// slide moves the joints by d in p.total, by positions and from where they are measured in version 9.
func (p *patient) slide(d [7]float64) error {
	total, at := p.total, 0.0
	var start [7]float64
	o := franka.Loop{NoRateLimit: true, Cutoff: franka.CutoffOff}
	return p.JointPositions(context.Background(), o, func(s *franka.State, dt time.Duration, q *[7]float64) bool {
		if dt == 0 {
			if start = s.Qd; p.Version() >= franka.Version9 {
				start = s.Q
			}
		}
		at += dt.Seconds()
		way, _ := sweep(at, total)
		for i := range q {
			q[i] = start[i] + d[i]*way
		}
		return at >= total
	})
}

// TestCartesianMotionsLeadInFromAPositionLimit turns the base by moving the end effector sideways.
func TestCartesianMotionsLeadInFromAPositionLimit(t *testing.T) {
	q := brink(franka.Version5)
	q[4], q[6] = 0, math.Pi/4
	p := newPatient(t, box.Config{Q0: q}) // the arm points along −x: −y is towards greater angles of joint 1
	p.leaves(func() error { return p.shift(-0.01) }, func() error { return p.shift(0.01) },
		franka.CartesianMotionGeneratorJointPositionLimitsViolation, franka.CartesianMotionGeneratorElbowLimitViolation)
}

func TestMotionsLeadOutOfASelfCollision(t *testing.T) {
	near := [7]float64{0, 0.5, 0, -3.05, 0, 0.1, 0} // the hand in the base
	start := [7]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
	var d, back [7]float64
	for i := range d {
		d[i] = (near[i] - start[i]) / 4
		back[i] = -d[i]
	}
	p := newPatient(t, box.Config{})
	p.total = 0.6
	var err error
	for range 4 {
		if err = p.turn(d); err != nil {
			break
		}
	}
	p.aborted("into itself", err, franka.SelfCollisionAvoidanceViolation)
	p.recover("in collision")
	p.aborted("deeper", p.turn(d), franka.SelfCollisionAvoidanceViolation)
	p.recover("deeper in collision")
	if err := p.turn(back); err != nil {
		t.Fatalf("out of the collision: %v", err)
	}
	for range 4 {
		if err = p.turn(d); err != nil {
			break
		}
	}
	p.aborted("into itself again", err, franka.SelfCollisionAvoidanceViolation)
}

func TestMotionsLeadInThroughAWall(t *testing.T) {
	wall := franka.CartesianLimit{Size: [3]float64{2, 0.03, 2}, Frame: franka.IdentityPose(), Active: true}
	p := newPatient(t, box.Config{Wall: wall})
	p.leaves(func() error { return p.shift(0.02) }, func() error { return p.shift(-0.012) }, franka.CartesianPositionLimitsViolation)
}

// TestFarBeyondALimit: automatic recovery does not help there; hands do, and so do the brakes.
func TestFarBeyondALimit(t *testing.T) {
	far := func() (*patient, float64) {
		p := newPatient(t, box.Config{Q0: brink(franka.Version5)})
		limit := franka.PandaLimits().Joints[0].Upper
		p.guide(0, limit+0.02)
		var s franka.State
		p.until("a reflex", func(s *franka.State) bool { return s.Mode == franka.ModeReflex })
		if err := p.Read(&s); err != nil || s.CurrentErrors != franka.Errors(0).With(franka.JointPositionLimitsViolation) {
			t.Fatalf("beyond the limit: %v, %v", s.CurrentErrors, err)
		}
		var c franka.CommandError
		if err := p.Recover(context.Background()); !errors.As(err, &c) || c.Status != franka.ManualRecoveryRequired {
			t.Fatalf("recovery: %v", err)
		}
		return p, limit
	}
	t.Run("guiding", func(t *testing.T) {
		p, limit := far()
		p.guide(0, limit-0.01)
		p.recover("after guiding")
		if err := p.turn([7]float64{-0.01}); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("brakes", func(t *testing.T) {
		p, _ := far()
		p.lock()
		var c *franka.ControlError
		if err := p.turn([7]float64{-0.01}); !errors.As(err, &c) || c.Status != franka.NotPossible {
			t.Errorf("a motion with the brakes closed: %v", err)
		}
		p.unlock()
		p.aborted("outwards", p.turn([7]float64{0.01}), franka.JointMotionGeneratorPositionLimitsViolation)
		p.lock()
		p.unlock()
		if err := p.turn([7]float64{-0.03}); err != nil {
			t.Fatalf("inwards: %v", err)
		}
		p.aborted("outwards at the end", p.turn([7]float64{0.03}), franka.JointMotionGeneratorPositionLimitsViolation)
	})
}

// guide leads a joint to q by hand.
func (p *patient) guide(joint int, q float64) {
	p.t.Helper()
	p.robot.Do(func(r *box.Robot) {
		if !r.Guide(true) || !r.Lead(joint, q) {
			p.t.Errorf("joint %d is not led to %g", joint+1, q)
		}
	})
	p.until("the joint led there", func(s *franka.State) bool { return math.Abs(s.Q[joint]-q) < 2e-3 })
	p.robot.Do(func(r *box.Robot) { r.Guide(false) })
}

// lock closes the brakes when the arm is at rest.
func (p *patient) lock() {
	p.t.Helper()
	p.until("brakes closed", func(*franka.State) (done bool) {
		p.robot.Do(func(r *box.Robot) { done = r.Lock() })
		return done
	})
	p.until("locked", func(s *franka.State) bool { return s.Mode == franka.ModeOther })
}

func (p *patient) unlock() {
	p.t.Helper()
	p.robot.Do(func(r *box.Robot) {
		if !r.Unlock() {
			p.t.Error("the brakes do not open")
		}
	})
	p.until("idle", func(s *franka.State) bool { return s.Mode == franka.ModeIdle && s.CurrentErrors == 0 })
}

// until reads states until one is as wanted.
func (p *patient) until(what string, ok func(*franka.State) bool) {
	p.t.Helper()
	var s franka.State
	for range 20000 {
		if err := p.Read(&s); err != nil {
			p.t.Fatal(err)
		}
		if ok(&s) {
			return
		}
	}
	p.t.Fatalf("never %s: mode %v, errors %v, q %v", what, s.Mode, s.CurrentErrors, s.Q)
}
