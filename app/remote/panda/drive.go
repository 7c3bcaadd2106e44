package panda

import (
	"context"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/run"
)

// surround starts what a run on the real clock asks for, and builds the program within it.
func (s *session) surround() error {
	s.around.Keep(rt.Tune(rt.Tuning{}))
	s.flight = newFlight(franka.LimitsOf(s.remote.Version), roomFor)
	s.at, s.over = s.Link, make(chan Ending, 1)
	if s.Link == "" {
		if err := s.serve(); err != nil {
			return err
		}
	}
	return s.build(far{send: func(d Datagrams) bool { return say(s.session, d) }, beside: s.beside, alone: s.Link != ""})
}

// serve starts the interface, what impairs the link, and a robot where there is no other.
func (s *session) serve() (err error) {
	robot := s.Robot
	if robot == "" {
		if robot, err = simulated(&s.around, &s.setup, run.Thread(realtime(s.order.Priority, 3))); err != nil {
			return err
		}
	}
	c := remote.ServeConfig{Robot: robot, Listen: "127.0.0.1:0", Motions: 1, Key: s.Key,
		Watch:  func(i *remote.Interface, state *franka.State) { s.near.Store(i); s.flight.add(state) },
		Report: func(r remote.Report) { s.over <- endingOf(r.Err) }}
	if o := realtime(s.order.Priority, 2); o.Priority > 0 {
		c.Realtime = &o
	}
	server, err := remote.Listen(c)
	if err != nil {
		return err
	}
	s.around.Go(server.Serve)
	proxy, err := impair.Listen(impair.ProxyConfig{To: server.Addr().String(), Forward: s.up, Back: s.down})
	if err != nil {
		return err
	}
	s.around.Go(proxy.Serve)
	s.at = proxy.Addr().String()
	return nil
}

// simulated starts a robot and returns its address; thread, unless nil, makes its thread punctual.
func simulated(around *run.Around, o *setup, thread func() (undo func())) (string, error) {
	r, err := box.New(box.Config{Version: o.remote.Version, Noise: box.DefaultNoise(), Seed: o.up.Seed})
	if err != nil {
		return "", err
	}
	b, err := box.Listen(box.ServerConfig{Listen: "127.0.0.1:0", Patience: 50 * time.Millisecond, Thread: thread}, r) // all share this machine
	if err != nil {
		return "", err
	}
	around.Go(b.Serve)
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

// realtime is what a thread asks the system for, above the least important one of this program; its zero value is nothing.
func realtime(priority, above int) rt.Options {
	if priority == 0 {
		return rt.Options{}
	}
	return rt.Options{Priority: min(99, priority+above), LatencyFD: true}
}

// exec says how the program runs.
func (s *session) exec(o *exec.Options) {
	o.KeepAlive = true
	if p := realtime(s.order.Priority, 0); p.Priority > 0 {
		o.Threads = map[string]rt.Options{s.prog.Name: p}
	}
}

// begin joins the link: from then on the robot waits for commands. Whoever interrupts the program has it leave.
func (s *session) begin(ctx context.Context, live *run.Around) error {
	whole, stop := s.around.Within(ctx)
	defer stop()
	var err error
	if s.session, err = remote.Join(whole, remote.ConnectConfig{Config: s.remote, Interface: s.at}); err != nil {
		if cause := context.Cause(whole); cause != nil {
			err = cause // there is no interface, and why
		}
		return err
	}
	s.around.Keep(s.session.Close)
	s.remote = s.session.Agreed(s.remote)
	if err := s.link.Agree(s.remote); err != nil {
		return err
	}
	live.Keep(func() { _ = s.around.Close() }) // never fails
	live.Go(s.hear)
	live.Keep(func() {
		if ctx.Err() != nil {
			s.leave()
		}
	})
	return nil
}

// say sends datagrams.
func say(session *remote.Session, d Datagrams) (ok bool) {
	ok = true
	d.each(func(b []byte) { ok = session.Send(b) == nil && ok })
	return ok
}

// hear brings what arrives to the program, until ctx ends.
func (s *session) hear(ctx context.Context) error {
	buf := make([]byte, remote.MaxDatagram)
	for ctx.Err() == nil {
		select {
		case e := <-s.over:
			s.link.Over.Schedule(e, 0)
		default:
		}
		n, err := s.session.Receive(buf, 20*time.Millisecond)
		if reason, over := s.session.Ended(); over {
			s.left.Store(true)
			s.link.Over.Schedule(Ending{reason}, 0)
			return nil
		}
		var d Datagrams
		if err == nil && d.add(buf[:n]) {
			s.link.Packet.Schedule(d, 0)
		}
	}
	return nil
}

// leave asks an interface in another process to stop the arm, until it says that it did, for a second at most. The one
// in this process ends with its surroundings.
func (s *session) leave() {
	if s.Link == "" {
		return
	}
	sleep := rt.Sleeper{}
	for range 50 {
		s.link.box.used = 0
		s.link.app.Leave()
		say(s.session, s.link.box)
		sleep.SleepUntil(rt.Now() + int64(20*time.Millisecond))
		if s.left.Load() {
			return
		}
	}
}
