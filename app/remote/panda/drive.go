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

// surround builds the program, and starts what a run on the real clock needs.
func (s *session) surround() error {
	s.flight = newFlight(franka.LimitsOf(s.remote.Version), roomFor)
	s.at = s.Link
	err := s.build(far{send: s.say, beside: s.beside, alone: s.Link != ""})
	if err == nil && s.Link == "" {
		err = s.serve()
	}
	return err
}

// serve starts the interface, the impaired link and, if there is no other, a robot.
func (s *session) serve() (err error) {
	robot := s.Robot
	if robot == "" {
		robot, err = s.around.Serve(simulated(&s.setup, run.Thread(s.order.Thread(3))))
	}
	if err != nil {
		return err
	}
	c := remote.ServeConfig{Robot: robot, Listen: "127.0.0.1:0", Motions: 1, Key: s.Key,
		Watch:  func(i *remote.Interface, state *franka.State) { s.near.Store(i); s.flight.add(state) },
		Report: func(r remote.Report) { s.link.Over.Schedule(endingOf(r.Err), 0) }}
	if o := s.order.Thread(2); o.Priority > 0 {
		c.Realtime = &o
	}
	near, err := s.around.Serve(remote.Listen(c))
	if err == nil {
		s.at, err = s.around.Serve(impair.Listen(impair.ProxyConfig{To: near, Forward: s.up, Back: s.down}))
	}
	return err
}

// simulated makes a robot; thread makes its thread punctual.
func simulated(o *setup, thread func() (undo func())) (*box.Server, error) {
	return box.Simulate(box.ServerConfig{Listen: "127.0.0.1:0", Patience: 50 * time.Millisecond, Thread: thread}, // all share this machine
		box.Config{Version: o.remote.Version, Noise: box.DefaultNoise(), Seed: o.up.Seed})
}

// endingOf describes how a motion ended.
func endingOf(err error) Ending {
	if err == nil {
		return Ending{}
	}
	return Ending{err.Error()}
}

// beside returns the interface's counters, if it is in this process.
func (s *session) beside() Beside {
	if i := s.near.Load(); i != nil {
		return besideOf(i)
	}
	return Beside{}
}

// begin joins the link: from then on the robot waits for commands. An interrupt makes the program leave.
func (s *session) begin(ctx context.Context, live *run.Around) error {
	if err := s.around.Await(ctx, s.join); err != nil {
		return err
	}
	live.Keep(func() {
		if ctx.Err() != nil && s.Link != "" { // the interface in this process ends with its surroundings
			s.session.Leave(func() { s.link.box.used = 0; s.link.app.Leave(); s.say(s.link.box) })
		}
		_ = s.around.Close() // never fails
	})
	live.Go(func(ctx context.Context) error { return s.session.Hear(ctx, s.link.bring, s.link.finish) })
	return nil
}

// join asks the interface to begin the motion.
func (s *session) join(ctx context.Context) (err error) {
	if s.session, s.remote, err = remote.Join(ctx, remote.ConnectConfig{Config: s.remote, Interface: s.at}); err != nil {
		return err
	}
	s.around.Keep(s.session.Close)
	return s.link.Agree(s.remote)
}

// say sends datagrams.
func (s *session) say(d Datagrams) (ok bool) {
	ok = true
	d.each(func(b []byte) { ok = s.session.Send(b) == nil && ok })
	return ok
}
