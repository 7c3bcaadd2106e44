package remote

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// ServeConfig describes the interface as a program beside the robot.
type ServeConfig struct {
	Robot       string          // address of the robot
	Version     franka.Version  // of its protocol; 0: the robot's
	Listen      string          // address at which applications ask
	Application string          // in schemes in which the interface is the client: address to ask
	Scheme      Scheme          // nil: Smooth
	Key         []byte          // pre-shared; needed beyond loopback, or if the robot is beyond it
	NoKey       bool            // instead of a key, if Listen is on loopback: any user of this machine can move the robot
	Unlimited   bool            // see Config
	Unguarded   bool            // serve applications of Smooth whose packets have neither CRC nor MAC
	Motions     int             // end after this many; 0: never
	Samples     int             // number of T1 and T2 to store in each Report
	Realtime    *rt.Options     // for the robot's loop and the thread beside it; nil: none
	Granted     func(rt.Report) // gets what the system granted of Realtime, once; may be nil
	// Spin is how long before the robot's next state the loop stops sleeping, to keep its caches warm: see franka.Loop. 0:
	// 100 µs with Realtime, none without; negative: none.
	Spin   time.Duration
	Notice func(text string) // gets a line about each event; may be nil
	Report func(Report)      // gets every motion's outcome; may be nil
	// Watch is called with every state of a motion, after the cycle was answered and on its thread; may be nil.
	Watch func(i *Interface, s *franka.State)
}

// Report is the result of a motion.
type Report struct {
	Number    int
	Scheme    Scheme
	Generator franka.MotionGenerator
	Peer      netip.AddrPort
	Length    time.Duration // counted by the robot's cycles
	Err       error         // nil: it completed
	Stats     Stats
	Robot     franka.Stats
	T1, T2    []time.Duration
}

// Server is an interface that listens.
type Server struct {
	c       ServeConfig
	port    *sock.UDP
	robot   *franka.Client
	stopped bool // the last motion ended with a stop that has not been acknowledged
	number  int
	first   uint64 // robot's state before the motion
	buf     [MaxDatagram]byte
	ended   map[netip.AddrPort][]byte // message for applications that have not learnt of the end
	used    map[seal.Nonce]bool       // nonces of hellos that began a motion: none may begin a second one
	turned  netip.AddrPort            // the last one refused because another was served
	readers *readers
	state   franka.State // between motions
	again   int64        // when to look again for a robot that is gone
}

// maxSpin leaves processor time to others: the loop spins for at most twice as long.
const maxSpin = 400 * time.Microsecond

// Listen opens the port. Serve answers on it.
func Listen(c ServeConfig) (*Server, error) {
	var errs []error
	if c.Scheme == nil {
		c.Scheme = Smooth{}
	}
	if c.Robot == "" {
		errs = append(errs, errors.New("remote: no robot: give its address"))
	}
	if c.Key == nil && !c.NoKey && c.Robot != "" && !sock.Local(c.Robot) {
		errs = append(errs, fmt.Errorf("remote: the robot at %s is no simulator of this machine, and without a key whoever can use this machine moves it: give both ends a key (--key FILE), or say that there is none (--no-key)", c.Robot))
	}
	if c.Spin > maxSpin {
		errs = append(errs, fmt.Errorf("remote: spin %v: it must be at most %v of the robot's millisecond", c.Spin, maxSpin))
	}
	if c.Scheme.Manner().Calls && c.Application == "" {
		errs = append(errs, fmt.Errorf("remote: with scheme %v the interface is the client: give the application's address", c.Scheme))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.Notice == nil {
		c.Notice = func(string) {}
	}
	if c.Spin == 0 && c.Realtime != nil {
		c.Spin = 100 * time.Microsecond
	}
	if c.Report == nil {
		c.Report = func(Report) {}
	}
	p, err := listen(c.Listen, c.Key != nil)
	if err != nil {
		return nil, err
	}
	s := &Server{c: c, port: p, ended: map[netip.AddrPort][]byte{}, used: map[seal.Nonce]bool{}}
	s.readers = newReaders(s)
	return s, nil
}

// Addr returns the address at which applications ask.
func (s *Server) Addr() string { return s.port.Addr().String() }

// Close closes a port on which Serve was not called.
func (s *Server) Close() { s.port.Close() }

// Serve runs the motions that applications request, one after the other, until ctx ends. It returns an error if the robot
// cannot be reached at first; later it tries again.
func (s *Server) Serve(ctx context.Context) error {
	defer s.port.Close()
	if err := s.dial(ctx); err != nil {
		return err
	}
	defer func() { s.robot.Close() }()
	var target netip.AddrPort
	if s.c.Scheme.Manner().Calls {
		var err error
		if target, err = resolve(s.c.Application); err != nil {
			return err
		}
	}
	due := rt.Now()
	for ctx.Err() == nil && (s.c.Motions == 0 || s.number < s.c.Motions) {
		if target.IsValid() && rt.Now() >= due {
			_ = s.port.SendTo(call(s.c.Scheme), target)
			due = rt.Now() + int64(200*time.Millisecond)
		}
		until := rt.Now() + int64(20*time.Millisecond)
		if len(s.readers.all) > 0 && s.watch(ctx) {
			until = 0 // only what has arrived: the next state must not wait
		}
		for k, motions := 0, s.number; k < mostStrays && s.number == motions; k, until = k+1, 0 {
			n, from, ok, err := s.port.Receive(s.buf[:], until)
			if err != nil {
				return err
			}
			if !ok {
				break
			}
			s.packet(ctx, s.buf[:n], from)
		}
	}
	s.readers.gone(leaves)
	return nil
}

// watch waits for the robot's next state and passes it to the readers; false: there is none.
func (s *Server) watch(ctx context.Context) bool {
	if rt.Now() < s.again {
		return false
	}
	v := s.robot.Version()
	err := s.look(ctx, &s.state)
	if err == nil && s.robot.Version() != v {
		s.readers.gone(fmt.Sprintf("the robot that has come back speaks protocol %d, not %d", s.robot.Version(), v))
		return false
	}
	if err != nil {
		s.c.Notice(err.Error())
		s.again = rt.Now() + int64(time.Second)
		return false
	}
	s.readers.feed(&s.state)
	return true
}

// look reads the robot's next state, after reconnecting to a robot that has come back if necessary.
func (s *Server) look(ctx context.Context, state *franka.State) error {
	if s.robot.Read(state) == nil {
		return nil
	}
	_ = s.robot.Close()
	if err := s.dial(ctx); err != nil {
		return fmt.Errorf("the robot cannot be reached: %w", err)
	}
	if err := s.robot.Read(state); err != nil {
		return fmt.Errorf("the robot sends no states: %w", err)
	}
	return nil
}

// dial connects to the robot.
func (s *Server) dial(ctx context.Context) error {
	robot, err := franka.Dial(ctx, s.c.Robot, franka.Options{Version: s.c.Version})
	if err == nil {
		s.robot = robot
		s.c.Notice(fmt.Sprintf("robot at %s, protocol %d", s.c.Robot, s.robot.Version()))
	}
	return err
}

// packet handles a datagram outside a session.
func (s *Server) packet(ctx context.Context, b []byte, from netip.AddrPort) {
	if s.readers.take(b, from) {
		return
	}
	if !isHello(b) {
		if told, ok := s.ended[from]; ok {
			_ = s.port.SendTo(told, from)
		}
		return
	}
	var h link.Hello
	if err := link.ReadHello(b, &h, s.c.Key); err != nil {
		s.refuse(&h, b, from, err)
		return
	}
	if asksStates(&h) {
		s.readers.greet(&h, b, from)
		return
	}
	if s.used[h.Nonce] { // delayed or repeated, by the network or by an attacker who recorded it
		if told, ok := s.ended[from]; ok {
			_ = s.port.SendTo(told, from)
		}
		return
	}
	c, e, err := s.agree(&h)
	if err == nil {
		err = s.ready(ctx, e.acknowledge)
	}
	if err == nil && c.Version != s.robot.Version() {
		err = fmt.Errorf("the robot that has come back speaks protocol %d, not %d", s.robot.Version(), c.Version)
	}
	if err != nil {
		s.refuse(&h, b, from, err)
		return
	}
	c.Samples, c.Unlimited = s.c.Samples, s.c.Unlimited
	clear(s.ended)
	s.used[h.Nonce], s.turned = true, netip.AddrPort{}
	s.session(ctx, c, append([]byte(nil), b...), from)
}

// agree makes the configuration that a hello requests, with the secrets of its session.
func (s *Server) agree(h *link.Hello) (Config, extra, error) {
	c, e, err := accept(h, s.c.Scheme, s.robot.Version())
	if err == nil && isSmooth(s.c.Scheme) && c.NoCRC && s.c.Key == nil && !s.c.Unguarded {
		err = errors.New("the application's packets carry neither CRC nor MAC: start it without --no-crc, give both ends a --key, or start this interface with --no-crc")
	}
	c.Secrets = Secrets{Asked: h.Nonce, Answered: seal.NewNonce(), Key: s.c.Key}
	return c, e, err
}

// answer accepts a hello. first is the robot's state before the session's, 0 for any. It returns the mark that authenticates
// the session's other datagrams.
func answer(k *Secrets, first uint64) (b []byte, proof *mark, err error) {
	if proof, err = newMark(*k, true); err != nil {
		return nil, nil, err
	}
	b, err = link.AppendAccept(nil, &link.Accept{Answers: k.Asked, Nonce: k.Answered, Extra: binary.LittleEndian.AppendUint64(nil, first)}, k.Key)
	return b, proof, err
}

// refuse says why there is no session.
func (s *Server) refuse(h *link.Hello, b []byte, to netip.AddrPort, why error) {
	s.c.Notice(fmt.Sprintf("%v refused: %v", to, why))
	s.deny(h, b, to, why)
}

// deny sends the refusal.
func (s *Server) deny(h *link.Hello, b []byte, to netip.AddrPort, why error) {
	if h.Nonce == (seal.Nonce{}) && len(b) >= 38 { // not authenticated: repeat the nonce so that the application recognizes the answer
		copy(h.Nonce[:], b[22:])
	}
	_ = s.port.SendTo(link.AppendRefuse(nil, &link.Refuse{Answers: h.Nonce, Reason: why.Error()}), to)
}

// ready brings the robot into a state in which it accepts motions.
func (s *Server) ready(ctx context.Context, acknowledged bool) error {
	if s.stopped && !acknowledged {
		return errors.New("the last motion was stopped because the commands broke off: look after the arm, then acknowledge (--acknowledge)")
	}
	var state franka.State
	if err := s.look(ctx, &state); err != nil {
		return err
	}
	if state.Mode == franka.ModeReflex {
		if !acknowledged {
			return fmt.Errorf("the robot has stopped with errors %v: look after the arm, then acknowledge (--acknowledge)", state.LastErrors)
		}
		if err := s.robot.Recover(ctx); err != nil {
			return fmt.Errorf("the robot does not recover: %w", err)
		}
	}
	s.stopped, s.first = false, state.ID
	return nil
}

// session runs one motion.
func (s *Server) session(ctx context.Context, c Config, hello []byte, from netip.AddrPort) {
	s.number++
	r := Report{Number: s.number, Scheme: c.Scheme, Generator: c.Generator, Peer: from}
	accepted, proof, err := answer(&c.Secrets, s.first)
	if err != nil {
		s.c.Notice(err.Error())
		return
	}
	bad := 0
	w := &peerWire{port: s.port, peer: from, out: make([]byte, 0, MaxDatagram), bad: func() { bad++ }}
	if !isSmooth(c.Scheme) {
		w.mark = proof
	}
	w.over = func(b []byte) bool {
		if sameHello(b, hello) || isCall(b) { // our answer was lost, or the application has received nothing for long
			_ = s.port.SendTo(accepted, from)
			return true
		}
		return isHello(b) && s.busy(b, from, from)
	}
	w.foreign = func(b []byte, other netip.AddrPort) {
		var h link.Hello
		switch {
		case s.readers.take(b, other) || !isHello(b):
		case link.ReadHello(b, &h, s.c.Key) == nil && asksStates(&h):
			s.readers.greet(&h, b, other)
		default:
			s.busy(b, other, from)
		}
	}
	i, err := NewInterface(c, w)
	if err != nil {
		s.refuse(&link.Hello{Nonce: c.Secrets.Asked}, nil, from, err)
		return
	}
	_ = s.port.SendTo(accepted, from)
	s.c.Notice(fmt.Sprintf("motion %d: %v by %v for %v", r.Number, c.Generator, c.Scheme, from))
	r.Err = s.move(ctx, c, i, w, &r)
	r.Stats = i.Stats()
	r.Stats.Damaged += uint64(bad)
	r.Length = time.Duration(r.Stats.Cycles+r.Stats.Skipped) * time.Millisecond
	r.T1, r.T2 = i.T1().Samples(), i.T2().Samples()
	text := ""
	switch {
	case ctx.Err() != nil:
		text = leaves
	case r.Err != nil:
		text = r.Err.Error()
	}
	told := over(text, proof)
	s.ended[from] = told
	for range 3 {
		_ = s.port.SendTo(told, from)
	}
	s.c.Report(r)
	s.bid(ctx, told, from)
}

// bid repeats the end to an application that is busy: after the interface has ended, nobody can answer it.
func (s *Server) bid(ctx context.Context, told []byte, to netip.AddrPort) {
	var pause rt.Sleeper
	for n := 0; n < 10 && ctx.Err() != nil; n++ {
		pause.SleepUntil(rt.Now() + int64(repeat))
		_ = s.port.SendTo(told, to)
	}
}

// busy refuses a second application while one is served. Only the first of its hellos is worth a notice.
func (s *Server) busy(b []byte, to, peer netip.AddrPort) bool {
	why := fmt.Errorf("the interface serves the application at %v: wait until its motion has ended", peer)
	if s.turned != to {
		s.turned = to
		s.c.Notice(fmt.Sprintf("%v refused: %v", to, why))
	}
	s.deny(&link.Hello{}, b, to, why)
	return true
}

// move runs the robot's loop and the thread beside it to the end of the motion.
func (s *Server) move(ctx context.Context, c Config, i *Interface, w *peerWire, r *Report) error {
	if err := i.apart(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		beside sync.WaitGroup
		done   = make(chan struct{})
		fault  error
		ended  bool // Cycle has finished the motion, and
		over   bool // Watch has been called
	)
	if c.Scheme.Manner().Threaded {
		beside.Add(1)
		go func() {
			defer beside.Done()
			s.beside(i, w, done)
		}()
	}
	loop := franka.Loop{
		Generator: c.Generator, Controller: c.Controller, Path: c.Path, Goal: c.Goal, NoRateLimit: true, Cutoff: franka.CutoffOff, Realtime: s.c.Realtime, Report: s.granted, Stats: &r.Robot,
		Spin: s.c.Spin, Ready: i.warm,
		After: func(st *franka.State) {
			i.rest(st)
			s.readers.pass(st)
			if s.c.Watch != nil && !over {
				s.c.Watch(i, st)
			}
			over = ended
		},
	}
	err := s.robot.Control(ctx, loop, func(st *franka.State, period time.Duration, x *franka.Command) bool {
		finished, err := i.Cycle(st, period, x)
		if err != nil && fault == nil {
			fault = err
			cancel()
		}
		ended = finished
		return finished
	})
	close(done)
	beside.Wait()
	s.readers.passed() // before they learn of the end, not with the next motion
	if fault != nil {
		return fault
	}
	if err == nil {
		err = i.Outcome()
	}
	s.stopped = errors.Is(err, ErrStopped) || errors.Is(err, ErrApart)
	return err
}

// granted passes the first grant on.
func (s *Server) granted(r rt.Report) {
	if s.c.Granted != nil {
		s.c.Granted(r)
		s.c.Granted = nil
	}
}

// beside runs the other thread of the interface.
func (s *Server) beside(i *Interface, w *peerWire, done <-chan struct{}) {
	if s.c.Realtime != nil {
		o := *s.c.Realtime
		o.Priority = max(0, o.Priority-1)
		_, thread := rt.Setup(o)
		defer thread.Release()
	}
	var buf [MaxDatagram]byte
	for {
		select {
		case <-done:
			return
		default:
		}
		next, now := i.Work(), w.Now()
		s.readers.passed()
		next = min(max(next, now+100*time.Microsecond), now+10*time.Millisecond)
		n, err := w.Receive(buf[:], next)
		switch {
		case err == nil:
			i.Handle(buf[:n])
		case err != ErrTimeout:
			return
		}
	}
}

// resolve finds a peer's address.
func resolve(addr string) (netip.AddrPort, error) {
	p, err := netip.ParseAddrPort(addr)
	if err == nil {
		return netip.AddrPortFrom(p.Addr().Unmap(), p.Port()), nil
	}
	u, err := resolveUDP(addr)
	if err != nil {
		return p, fmt.Errorf("remote: address %q: %w: write it as 127.0.0.1:4000", addr, err)
	}
	return u, nil
}
