package franka

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestTorquesAlone controls by torques without a motion generator, as versions from 7 on can.
func TestTorquesAlone(t *testing.T) {
	for _, v := range []Version{Version7, Version8, Version9} {
		p := newPeer(t, v)
		var asked MoveRequest
		p.request = func(r Request) bool {
			if r.Kind == Move {
				asked = r.Move
			}
			return false
		}
		p.command = func(n int, _ Command) {
			if n < 6 { // sees the end late
				p.send()
				return
			}
			p.answer(Response{Kind: Move, ID: p.move, Status: Success})
			p.idle()
			p.state.MotionGenerator = GenerateNone // counts as idle, now that the controller is the robot's own
			p.send()
		}
		c := p.dial(Options{Version: v})
		o := raw
		o.Generator, o.Controller = GenerateNone, ExternalController
		n := 0
		err := c.Control(context.Background(), o, func(s *State, _ time.Duration, x *Command) bool {
			if s.MotionGenerator != GenerateNone || s.Controller != ExternalController {
				t.Errorf("%v, %v", s.MotionGenerator, s.Controller)
			}
			x.TauJd[2], x.QC[0], x.DQC[0] = float64(n), 1, 1 // only the torques count
			n++
			return n == 4
		})
		if err != nil || n != 4 {
			t.Fatalf("version %d: %d cycles, %v", v, n, err)
		}
		if want := (MoveRequest{Generator: GenerateNone, Controller: ExternalController, Path: DefaultDeviation, Goal: DefaultDeviation}); asked != want {
			t.Errorf("%+v", asked)
		}
		for i, x := range p.commands() {
			want := Command{ID: x.ID, TauJd: [Joints]float64{2: min(float64(i), 3)}, TorqueFinished: i >= 3}
			if x != want {
				t.Errorf("version %d, command %d: %s", v, i, cmp.Diff(want, x))
			}
		}
	}
}

// TestEndBeforeTheBeginning lets the robot say that a motion went well which no state has shown.
func TestEndBeforeTheBeginning(t *testing.T) {
	p := newPeer(t, Version5)
	started, over := make(chan struct{}), make(chan struct{})
	p.request = func(r Request) bool {
		if r.Kind != Move {
			return false
		}
		p.move = r.ID
		p.answer(Response{Kind: Move, ID: r.ID, Status: MotionStarted})
		p.answer(Response{Kind: Move, ID: r.ID, Status: Success})
		close(started)
		return true
	}
	p.work.Go(func() { // states go on, as a robot's do: the first may be there before the answers
		select {
		case <-started:
		case <-over:
			return
		}
		for beat := time.NewTicker(time.Millisecond); ; <-beat.C {
			select {
			case <-over:
				beat.Stop()
				return
			default:
			}
			p.mu.Lock()
			p.send()
			p.mu.Unlock()
		}
	})
	defer close(over)
	c := p.dial(Options{})
	c.o.StateTimeout = time.Minute
	err := c.JointPositions(context.Background(), raw, func(*State, time.Duration, *[7]float64) bool {
		t.Error("a command is asked for")
		return true
	})
	if !errors.Is(err, ErrMessage) {
		t.Error(err)
	}
}

// TestNothingOfABadState keeps numbers that a robot's state does not have out of the commands.
func TestNothingOfABadState(t *testing.T) {
	for g := GenerateJointPosition; g <= GenerateCartesianVelocity; g++ {
		s, c := &State{OTEEc: IdentityPose()}, &Command{OTEEc: IdentityPose()}
		p := newShaper(Version5, false, DefaultCutoff)
		if err := p.Shape(g, ExternalController, s, c); err != nil {
			t.Error(g, err)
		}
		s.Qd[1], s.DQd[1], s.OTEEc[13], s.ODPEEc[4] = math.NaN(), math.NaN(), math.NaN(), math.Inf(1)
		if err := p.Shape(g, ExternalController, s, c); !errors.Is(err, ErrCommand) {
			t.Errorf("%v: %v, %+v", g, err, c)
		}
	}
}
