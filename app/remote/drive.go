package main

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
	at     string // where applications ask
	broken context.CancelCauseFunc
	left   atomic.Bool // the interface has said that the motion is over
}

// serve runs f until the surroundings are closed.
func (s *surroundings) serve(ctx context.Context, f func(context.Context) error) {
	s.live.Go(func() {
		if err := f(ctx); err != nil {
			s.broken(err)
		}
	})
}

// surround starts what o asks for. broken is told what of it ends before its time.
func surround(o *options, f *flight, broken context.CancelCauseFunc) (s *surroundings, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	s = &surroundings{cancel: cancel, over: make(chan Ending, 1), at: o.link, broken: broken}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if o.link != "" {
		return s, nil
	}
	robot := o.robot
	if robot == "" {
		if robot, err = s.simulate(ctx, o); err != nil {
			return s, err
		}
	}
	server, err := remote.Listen(remote.ServeConfig{Robot: robot, Listen: "127.0.0.1:0", Scheme: remote.Smooth, Motions: 1,
		Realtime: o.realtime(2), Key: o.remote.Secrets.Key,
		Watch:  func(i *remote.Interface, x *franka.State) { s.near.Store(i); f.add(x) },
		Report: func(r remote.Report) { s.over <- endingOf(r.Err) }})
	if err != nil {
		return s, err
	}
	s.serve(ctx, server.Serve)
	proxy, err := impair.Listen(impair.ProxyConfig{To: server.Addr().String(), Forward: o.up, Back: o.down})
	if err != nil {
		return s, err
	}
	s.serve(ctx, proxy.Serve)
	s.at = proxy.Addr().String()
	return s, nil
}

// simulate starts a robot and returns its address.
func (s *surroundings) simulate(ctx context.Context, o *options) (string, error) {
	r, err := box.New(box.Config{Version: o.remote.Version, Noise: box.DefaultNoise(), Seed: o.up.Seed})
	if err != nil {
		return "", err
	}
	c := box.ServerConfig{Listen: "127.0.0.1:0", Patience: 50 * time.Millisecond} // all share this machine
	if p := o.realtime(3); p != nil {
		c.Thread = func() func() { _, undo := rt.Setup(*p); return undo }
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
func (o *options) realtime(above int) *rt.Options {
	if o.priority == 0 {
		return nil
	}
	return &rt.Options{Priority: min(99, o.priority+above), LatencyFD: true}
}

// drive runs on the real clock.
func drive(ctx context.Context, o *options) (*Summary, error) {
	if err := o.place().Check(); err != nil {
		return nil, err
	}
	undo := rt.Tune(rt.Tuning{})
	defer undo()
	f := newFlight(franka.LimitsOf(o.remote.Version), roomFor)
	whole, broken := context.WithCancelCause(ctx)
	s, err := surround(o, f, broken)
	if err != nil {
		return nil, err
	}
	defer s.close()
	r := &run{o: o, flight: f}
	defer r.discard()
	var session *remote.Session
	if err := r.build(far{send: func(d Datagrams) bool { return say(session, d) }, beside: s.beside, alone: o.link != ""}, false); err != nil {
		return nil, err
	}
	opt := exec.Options{Clock: exec.Real, Meter: &exec.Meter{}, KeepAlive: true}
	if p := o.realtime(0); p != nil {
		opt.Threads = map[string]rt.Options{r.prog.Name: *p}
	}
	if o.page != "" {
		if o.opened, err = r.open(&opt); err != nil {
			return nil, err
		}
	}
	if err := r.record(); err != nil {
		return nil, err
	}
	if o.opened != nil {
		r.prog.Observe(o.opened.bus)
	}
	session, err = remote.Join(whole, remote.ConnectConfig{Config: o.remote, Interface: s.at})
	if err != nil {
		if cause := context.Cause(whole); cause != nil {
			err = cause // there is no interface, and why
		}
		return nil, err
	}
	defer session.Close()
	if err := r.agree(session.Agreed(o.remote)); err != nil { // from here on the robot waits for commands
		return nil, err
	}
	return r.real(ctx, s, session, opt)
}

// open opens the page.
func (r *run) open(o *exec.Options) (p *page, err error) {
	if r.screen, err = newScreen(); err != nil {
		return nil, err
	}
	if p, err = openPage(r.o.page, r.prog, r.screen, o.Meter); err != nil {
		return nil, err
	}
	o.Started = p.bus.Started
	return p, nil
}

// say sends datagrams.
func say(session *remote.Session, d Datagrams) (ok bool) {
	ok = true
	d.each(func(b []byte) { ok = session.Send(b) == nil && ok })
	return ok
}

// real runs the program.
func (r *run) real(ctx context.Context, s *surroundings, session *remote.Session, opt exec.Options) (*Summary, error) {
	if r.o.began != nil {
		r.o.began()
	}
	hear, quiet := context.WithCancel(context.Background())
	var live sync.WaitGroup
	live.Go(func() { r.hear(hear, s, session) })
	res, err := exec.Run(ctx, r.prog, opt)
	if ctx.Err() != nil {
		r.leave(s, session)
	}
	quiet()
	live.Wait()
	s.close()
	return r.finish(res, err, "real")
}

// hear brings what arrives to the program, until ctx ends.
func (r *run) hear(ctx context.Context, s *surroundings, session *remote.Session) {
	buf := make([]byte, remote.MaxDatagram)
	for ctx.Err() == nil {
		select {
		case e := <-s.over:
			r.link.Over.Schedule(e, 0)
		default:
		}
		n, err := session.Receive(buf, 20*time.Millisecond)
		if reason, over := session.Ended(); over {
			s.left.Store(true)
			r.link.Over.Schedule(Ending{reason}, 0)
			return
		}
		var d Datagrams
		if err == nil && d.add(buf[:n]) {
			r.link.Packet.Schedule(d, 0)
		}
	}
}

// leave asks an interface in another process to stop the arm, until it says that it did, for a second at most. The one
// in this process ends with its surroundings.
func (r *run) leave(s *surroundings, session *remote.Session) {
	if r.o.link == "" {
		return
	}
	sleep := rt.Sleeper{}
	for range 50 {
		r.link.box.used = 0
		r.link.app.Leave()
		say(session, r.link.box)
		sleep.SleepUntil(rt.Now() + int64(20*time.Millisecond))
		if s.left.Load() {
			return
		}
	}
}
