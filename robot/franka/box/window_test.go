package box

import (
	"context"
	"net"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka"
)

func TestSilentClientEndsAMotion(t *testing.T) {
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Listen(ServerConfig{Listen: "127.0.0.1:0"}, r) // not patient
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	defer func() { cancel(); <-done }()
	p := dial(t, &station{t: t, Server: s}, franka.Version5).connect()
	// The motion is over in 20 ms: states that show it may be lost where this test stands still.
	d := franka.DefaultDeviation
	if a := p.ask(franka.Request{Kind: franka.Move, Move: franka.MoveRequest{Generator: franka.GenerateJointVelocity, Path: d, Goal: d}}); a.Status != franka.MotionStarted {
		t.Fatalf("Move: %v", a.Status)
	}
	if a := p.answer(); a.Kind != franka.Move || a.Status != franka.ReflexAborted {
		t.Errorf("%v answered by %v", a.Kind, a.Status)
	}
	for p.read().Mode != franka.ModeReflex {
	}
	if want := franka.Errors(0).With(franka.CommunicationConstraintsViolation); p.s.LastErrors != want {
		t.Errorf("ended by %v", p.s.LastErrors)
	}
}

// TestWindowOfACommand steps the server's cycle by hand: a client has 0.9 ms from the moment when a state went out,
// once, and a millisecond after the machine stood still.
func TestWindowOfACommand(t *testing.T) {
	r := newRig(t, Config{}).start(franka.GenerateJointVelocity, franka.JointImpedance)
	s := NewServer(ServerConfig{}, r.Robot, nil)
	client, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := net.DialUDP("udp4", nil, client.LocalAddr().(*net.UDPAddr))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c := &session{}
	if c.udp, err = newDatagrams(conn, franka.CommandSize(franka.Version5)+1); err != nil {
		t.Fatal(err)
	}
	s.session = c
	const ms, begun = cycleTime, 7 * cycleTime
	answer := func() {
		b := franka.AppendCommand(nil, franka.Version5, &franka.Command{ID: r.State().ID})
		if _, err := client.WriteToUDP(b, conn.LocalAddr().(*net.UDPAddr)); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		name                string
		answer              bool
		now, late           int64 // after the state went out; after the cycle was due
		again, then, missed int64 // the second look, and whether a command is found then
	}{
		{"answered", true, ms / 4, ms * 3 / 4, 0, 0, 0},
		{"silent", false, ms, 0, 0, 0, 1},
		{"silent, state out late", false, ms / 4, 0, window, 0, 1},
		{"answered late, state out late", false, ms / 4, 0, window, 1, 0},
		{"silent, machine stood still", false, 50 * ms, 49 * ms, 51 * ms, 0, 1},
		{"answered late, machine stood still", false, 50 * ms, 49 * ms, 51 * ms, 1, 0},
	} {
		if r.Robot.run.fresh {
			answer()
			s.cycle(0, 0)
		}
		id, missed := r.State().ID, r.Motion().Missed
		if s.sent = begun; row.answer {
			answer()
		}
		again := s.cycle(begun+row.now, row.late)
		if again != 0 {
			again -= begun
		}
		if again != row.again || (again == 0) != (r.State().ID == id+1) {
			t.Errorf("%s: again after %d ns, want %d; %d cycles", row.name, again, row.again, r.State().ID-id)
		}
		if again != 0 {
			if row.then != 0 {
				answer()
			}
			if more := s.cycle(begun+again, 0); more != 0 || r.State().ID != id+1 {
				t.Errorf("%s: the second look is not the last", row.name)
			}
		}
		if n := r.Motion().Missed - missed; n != uint64(row.missed) {
			t.Errorf("%s: %d missed", row.name, n)
		}
	}
}

// TestALostStateIsSentAgain: a client that has lost a state in a motion gets it again, so it does not wait for a state while the robot waits
// for its command.
func TestALostStateIsSentAgain(t *testing.T) {
	st := serve(t, Config{})
	p := dial(t, st, franka.Version5).connect()
	p.move(franka.GenerateJointVelocity)
	for range 2 {
		lost := p.s.ID
		if p.datagram(); p.s.ID != lost {
			t.Fatalf("state %d comes after state %d, which was not answered", p.s.ID, lost)
		}
		p.write(&franka.Command{ID: lost})
		p.read()
	}
	if p.s.Mode != franka.ModeMove || p.s.SuccessRate != 1 {
		t.Errorf("mode %v, success rate %v", p.s.Mode, p.s.SuccessRate)
	}
}
