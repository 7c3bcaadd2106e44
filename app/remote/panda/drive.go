package panda

import (
	"context"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/run"
)

// surround builds the program, and starts what a run on the real clock asks for.
func (s *session) surround() error {
	s.flight = newFlight(franka.LimitsOf(s.remote.Version), roomFor)
	s.at = s.Link
	err := s.build(far{send: func(d Datagrams) bool { return say(s.session, d) }, beside: s.beside, alone: s.Link != ""})
	if err == nil && s.Link == "" {
		err = s.serve()
	}
	return err
}

// serve starts the interface, what impairs the link, and a robot where there is no other.
func (s *session) serve() (err error) {
	robot := s.Robot
	if robot == "" {
		if robot, err = simulated(&s.around, &s.setup, run.Thread(s.order.Thread(3))); err != nil {
			return err
		}
	}
	c := remote.ServeConfig{Robot: robot, Listen: "127.0.0.1:0", Motions: 1, Key: s.Key,
		Watch:  func(i *remote.Interface, state *franka.State) { s.near.Store(i); s.flight.add(state) },
		Report: func(r remote.Report) { s.link.Over.Schedule(endingOf(r.Err), 0) }}
	if o := s.order.Thread(2); o.Priority > 0 {
		c.Realtime = &o
	}
	server, err := remote.Listen(c)
	if err = s.around.Serve(server, err); err != nil {
		return err
	}
	proxy, err := impair.Listen(impair.ProxyConfig{To: server.Addr().String(), Forward: s.up, Back: s.down})
	if err = s.around.Serve(proxy, err); err == nil {
		s.at = proxy.Addr().String()
	}
	return err
}

// simulated starts a robot and returns its address; thread makes its thread punctual.
func simulated(around *run.Around, o *setup, thread func() (undo func())) (string, error) {
	b, err := box.Simulate(box.ServerConfig{Listen: "127.0.0.1:0", Patience: 50 * time.Millisecond, Thread: thread}, // all share this machine
		box.Config{Version: o.remote.Version, Noise: box.DefaultNoise(), Seed: o.up.Seed})
	if err = around.Serve(b, err); err != nil {
		return "", err
	}
	return b.Addr(), nil
}

// endingOf puts how a motion ended into words.
func endingOf(err error) Ending {
	if err == nil {
		return Ending{}
	}
	return Ending{err.Error()}
}

// beside tells of the interface, where it is here.
func (s *session) beside() Beside {
	if i := s.near.Load(); i != nil {
		return besideOf(i)
	}
	return Beside{}
}

// begin joins the link: from then on the robot waits for commands. Whoever interrupts the program has it leave.
func (s *session) begin(ctx context.Context, live *run.Around) error {
	if err := s.around.Await(ctx, s.join); err != nil {
		return err
	}
	live.Keep(func() {
		if ctx.Err() != nil && s.Link != "" { // the interface in this process ends with its surroundings
			s.session.Leave(func() { s.link.box.used = 0; s.link.app.Leave(); say(s.session, s.link.box) })
		}
		_ = s.around.Close() // never fails
	})
	live.Go(func(ctx context.Context) error { return s.session.Hear(ctx, s.hear) })
	return nil
}

// join asks the interface for the motion.
func (s *session) join(ctx context.Context) (err error) {
	if s.session, s.remote, err = remote.Join(ctx, remote.ConnectConfig{Config: s.remote, Interface: s.at}); err != nil {
		return err
	}
	s.around.Keep(s.session.Close)
	return s.link.Agree(s.remote)
}

// say sends datagrams.
func say(session *remote.Session, d Datagrams) (ok bool) {
	ok = true
	d.each(func(b []byte) { ok = session.Send(b) == nil && ok })
	return ok
}

// hear brings to the program what has arrived, and that the motion is over.
func (s *session) hear(b []byte) {
	var d Datagrams
	if reason, over := s.session.Ended(); over {
		s.link.Over.Schedule(Ending{reason}, 0)
	} else if len(b) > 0 && d.add(b) {
		s.link.Packet.Schedule(d, 0)
	}
}
