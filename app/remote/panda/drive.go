package panda

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// surroundings are what a run on the real clock has around its program: a simulated robot where there is no other, the
// interface beside the robot, and what impairs the link.
type surroundings struct {
	cancel context.CancelFunc
	live   sync.WaitGroup
	near   atomic.Pointer[remote.Interface]
	over   chan Ending
	at     string      // where applications ask
	left   atomic.Bool // the interface has said that the motion is over

	mu     sync.Mutex
	broken context.CancelCauseFunc // is told what ends before its time; nil as long as nobody listens
	why    error                   // something has ended
}

// breaks says who is told what ends before its time.
func (s *surroundings) breaks(told context.CancelCauseFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = told
	if s.why != nil {
		told(s.why)
	}
}

// fail is something that has ended before its time.
func (s *surroundings) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.why == nil {
		s.why = err
	}
	if s.broken != nil {
		s.broken(err)
	}
}

// serve runs f until the surroundings are closed.
func (s *surroundings) serve(ctx context.Context, f func(context.Context) error) {
	s.live.Go(func() {
		if err := f(ctx); err != nil {
			s.fail(err)
		}
	})
}

// surround starts what the run asks for, and builds the program within it.
func (s *session) surround() error {
	s.undo = rt.Tune(rt.Tuning{})
	s.flight = newFlight(franka.LimitsOf(s.remote.Version), roomFor)
	ctx, cancel := context.WithCancel(context.Background())
	x := &surroundings{cancel: cancel, over: make(chan Ending, 1), at: s.Link}
	s.around = x
	if s.Link == "" {
		if err := s.serve(ctx, x); err != nil {
			return err
		}
	}
	return s.build(far{send: func(d Datagrams) bool { return say(s.session, d) }, beside: x.beside, alone: s.Link != ""})
}

// serve starts the interface, what impairs the link, and a robot where there is no other.
func (s *session) serve(ctx context.Context, x *surroundings) (err error) {
	robot := s.Robot
	if robot == "" {
		if robot, err = x.simulate(ctx, &s.setup, realtime(s.order.Priority, 3)); err != nil {
			return err
		}
	}
	server, err := remote.Listen(remote.ServeConfig{Robot: robot, Listen: "127.0.0.1:0", Motions: 1,
		Realtime: realtime(s.order.Priority, 2), Key: s.Key,
		Watch:  func(i *remote.Interface, state *franka.State) { x.near.Store(i); s.flight.add(state) },
		Report: func(r remote.Report) { x.over <- endingOf(r.Err) }})
	if err != nil {
		return err
	}
	x.serve(ctx, server.Serve)
	proxy, err := impair.Listen(impair.ProxyConfig{To: server.Addr().String(), Forward: s.up, Back: s.down})
	if err != nil {
		return err
	}
	x.serve(ctx, proxy.Serve)
	x.at = proxy.Addr().String()
	return nil
}

// simulate starts a robot and returns its address.
func (s *surroundings) simulate(ctx context.Context, o *setup, thread *rt.Options) (string, error) {
	r, err := box.New(box.Config{Version: o.remote.Version, Noise: box.DefaultNoise(), Seed: o.up.Seed})
	if err != nil {
		return "", err
	}
	c := box.ServerConfig{Listen: "127.0.0.1:0", Patience: 50 * time.Millisecond} // all share this machine
	if thread != nil {
		c.Thread = func() func() { _, undo := rt.Setup(*thread); return undo }
	}
	b, err := box.Listen(c, r)
	if err != nil {
		return "", err
	}
	s.serve(ctx, b.Serve)
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
func (s *surroundings) beside() Beside {
	if i := s.near.Load(); i != nil {
		return besideOf(i)
	}
	return Beside{}
}

// close ends everything.
func (s *surroundings) close() {
	s.cancel()
	s.live.Wait()
}

// realtime is what a thread asks the system for, above the least important one of this program; nil for nothing.
func realtime(priority, above int) *rt.Options {
	if priority == 0 {
		return nil
	}
	return &rt.Options{Priority: min(99, priority+above), LatencyFD: true}
}

// exec says how the program runs.
func (s *session) exec(o *exec.Options) {
	o.KeepAlive = true
	if p := realtime(s.order.Priority, 0); p != nil {
		o.Threads = map[string]rt.Options{s.prog.Name: *p}
	}
}

// say sends datagrams.
func say(session *remote.Session, d Datagrams) (ok bool) {
	ok = true
	d.each(func(b []byte) { ok = session.Send(b) == nil && ok })
	return ok
}

// hear brings what arrives to the program, until ctx ends.
func (s *session) hear(ctx context.Context) {
	buf := make([]byte, remote.MaxDatagram)
	for ctx.Err() == nil {
		select {
		case e := <-s.around.over:
			s.link.Over.Schedule(e, 0)
		default:
		}
		n, err := s.session.Receive(buf, 20*time.Millisecond)
		if reason, over := s.session.Ended(); over {
			s.around.left.Store(true)
			s.link.Over.Schedule(Ending{reason}, 0)
			return
		}
		var d Datagrams
		if err == nil && d.add(buf[:n]) {
			s.link.Packet.Schedule(d, 0)
		}
	}
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
		if s.around.left.Load() {
			return
		}
	}
}
