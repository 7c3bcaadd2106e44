package box

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/sim"
)

// ServerConfig says where a simulated robot listens and how it keeps time.
type ServerConfig struct {
	Listen string // "" for 127.0.0.1:1337; libfranka insists on the port
	// Exposed allows addresses beyond loopback. FCI has neither passwords nor encryption: anyone who reaches the port
	// can move the arm. Leave it off and use a tunnel.
	Exposed bool
	// Patience is how much longer than its millisecond a cycle of a motion waits for a command before it counts as
	// lost: robot time slips instead. 0 as on a robot; more for tests on machines that cannot keep 1 kHz.
	Patience time.Duration
	// Thread, where it is set, is called on the thread of the 1 kHz cycle before it begins; what it returns is called
	// at the end. A robot that must be punctual asks for priority here (rt.Setup).
	Thread func() (undo func())
	// Period, where it is set, is asked for the time from the present cycle to the next; a millisecond where it is not. It is
	// for robots that follow another clock than this machine's, and called like them.
	Period func() time.Duration
	// Report, where it is set, is given one line when a motion starts, finishes or is aborted. It is called from a
	// goroutine of its own and does not hold up the cycle.
	Report func(line string)
	// Library answers LoadModelLibrary: a shared object with the functions of the robot's own libfcimodels for a machine
	// (package fcimodels makes one). It is called on the client's connection and may take its time. Where it is nil or fails, the
	// answer is an error, and programs that load a model end.
	Library func(machine franka.Library) ([]byte, error)
	Log     *slog.Logger // of connections; nil for none
}

// Controlled is what a Server puts behind FCI: a Robot, or what stands for one that is elsewhere. The server calls it from one
// goroutine at a time, each millisecond, and while it does its cycle waits: none of the methods may take longer than some
// microseconds.
type Controlled interface {
	// Handle carries out a request and returns the response; see Robot.Handle.
	Handle(q *franka.Request) (a franka.Response, done bool)
	// Step lets a millisecond pass. c is the answer to State, nil when none came; see Robot.Step.
	Step(c *franka.Command)
	// Outcome returns the next answer to a request that took its time, and forgets it. A Move that was not answered by Handle
	// has two: MotionStarted first.
	Outcome() (o Outcome, ok bool)
	// State is the state that goes out next; nil where there is none.
	State() *franka.State
	// Waits reports whether State is to be answered by a command: asynchronous motions take commands, but wait for none.
	Waits() bool
}

// Server puts a Robot behind FCI: TCP for requests, and UDP from the moment of Connect on, a state a millisecond. One
// client at a time: a second connection is accepted and closed at once, as a busy robot does. A client that
// disappears in a motion leaves the robot without commands, which ends the motion by communication_constraints_violation.
//
// Cycles come every millisecond of the machine's monotonic clock. When the machine keeps the server from its cycle for
// a millisecond or more, robot time slips: the cycles are not made up for, and a command that is missing then gets one
// more millisecond before it counts as lost. The command that answers a state sent late is waited for likewise, so that a
// client has 0.9 ms of every cycle.
type Server struct {
	cfg      ServerConfig
	listener net.Listener
	wg       sync.WaitGroup
	done     atomic.Bool
	reports  chan Outcome
	place    chan struct{} // holds one client

	version franka.Version

	mu      rt.Mutex // guards what follows, with priority inheritance because the cycle takes it
	robot   *Robot   // nil where it is elsewhere
	arm     Controlled
	client  *session // the one that has the robot
	session *session // the same once it has greeted
	n       ServerCounters

	state   []byte // the datagram
	command franka.Command
	graced  bool  // the present cycle has had its extra time
	sent    int64 // when its state went out
}

// ServerCounters count what a Server has seen.
type ServerCounters struct {
	Accepted  uint64 // clients
	Refused   uint64 // because there was one already
	Dropped   uint64 // because of bytes that are not FCI
	States    uint64 // sent
	Commands  uint64 // taken for their cycle
	Late      uint64 // arrived when their cycle had passed
	Malformed uint64 // datagrams of a wrong size
	Slips     uint64 // times the machine kept the server from its cycle for a millisecond or more
	Slipped   time.Duration
}

const (
	cycleTime   = int64(time.Millisecond)
	window      = cycleTime * 9 / 10 // the least that a client has for its command
	patientStep = int64(50 * time.Microsecond)
	yieldEvery  = 4                      // cycles
	changeover  = 300 * time.Millisecond // that a new client waits for the last one's end to be noticed
)

// Simulate makes a robot and opens its ports.
func Simulate(c ServerConfig, robot Config) (*Server, error) {
	r, err := New(robot)
	if err != nil {
		return nil, err
	}
	return Listen(c, r)
}

// Listen opens a server's port. Serve answers on it; Close gives it up if Serve is never called. From now on the robot
// belongs to the server: use Do.
func Listen(cfg ServerConfig, r *Robot) (*Server, error) {
	l, err := listen(&cfg)
	if err != nil {
		return nil, err
	}
	return NewServer(cfg, r, l), nil
}

// listen opens the port.
func listen(cfg *ServerConfig) (net.Listener, error) {
	if cfg.Listen == "" {
		cfg.Listen = net.JoinHostPort("127.0.0.1", strconv.Itoa(franka.DefaultPort))
	}
	if _, _, err := net.SplitHostPort(cfg.Listen); err != nil {
		return nil, fmt.Errorf("box: listen address %q: %w: write it as 127.0.0.1:1337", cfg.Listen, err)
	}
	if !cfg.Exposed && !sock.Local(cfg.Listen) {
		return nil, fmt.Errorf("box: listen address %q is not on loopback: FCI has no password, whoever reaches the port moves the arm; use 127.0.0.1 and a tunnel, or set Exposed (--exposed)", cfg.Listen)
	}
	l, err := net.Listen("tcp", cfg.Listen)
	if err != nil {
		return nil, fmt.Errorf("box: the simulated robot cannot listen: %w (choose another port)", err)
	}
	return l, nil
}

// NewServer is Listen for a listener that is open already.
func NewServer(cfg ServerConfig, r *Robot, l net.Listener) *Server {
	s := newServer(cfg, r.cfg.Version, r, l)
	s.robot = r
	return s
}

// ListenFor opens a port for a robot that is elsewhere and speaks version v. There is no Do for it.
func ListenFor(cfg ServerConfig, v franka.Version, arm Controlled) (*Server, error) {
	l, err := listen(&cfg)
	if err != nil {
		return nil, err
	}
	return newServer(cfg, v, arm, l), nil
}

func newServer(cfg ServerConfig, v franka.Version, arm Controlled, l net.Listener) *Server {
	if cfg.Thread == nil {
		cfg.Thread = func() func() { return func() {} }
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{
		cfg: cfg, listener: l, version: v, arm: arm, reports: make(chan Outcome, 64), place: make(chan struct{}, 1),
		state: make([]byte, 0, franka.StateSize(v)),
	}
}

// Addr is the address of the TCP port.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Do calls f with the robot while nothing else uses it. f must be short: the cycle waits.
func (s *Server) Do(f func(*Robot)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.robot)
}

// Counters returns the counts so far.
func (s *Server) Counters() ServerCounters {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// Close closes the port and the connection.
func (s *Server) Close() {
	s.done.Store(true)
	_ = s.listener.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client != nil {
		s.client.end()
	}
}

// Serve runs the robot until ctx ends, then closes everything, waits for its goroutines and returns nil. A simulation
// that breaks down (sim.NotFinite) ends it with that error.
func (s *Server) Serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, s.Close)
	defer stop()
	s.wg.Add(2)
	go s.accept()
	told := make(chan struct{})
	go s.tell(told)
	var broken error
	go func() {
		defer s.wg.Done()
		if broken = sim.Broken(s.cycles); broken != nil {
			s.Close()
		}
	}()
	s.wg.Wait()
	close(s.reports)
	<-told
	if broken != nil {
		return fmt.Errorf("box: %w", broken)
	}
	if ctx.Err() == nil {
		return errors.New("box: the port was closed")
	}
	return nil
}

// cycles is the robot's own thread. Its yields cost little and save much: Go's monitor thread takes the processor of a
// goroutine that has not yielded for 10 ms, even from its sleep, and is then kept busy itself by giving it back. With
// them a robot at 1 kHz takes 4.4 % of a core here, 6.4 % without.
func (s *Server) cycles() {
	undo := s.cfg.Thread()
	defer undo()
	sleep := rt.Sleeper{Approach: rt.Deep}
	next := rt.Now()
	for k := 0; !s.done.Load(); k++ {
		if k%yieldEvery == 0 {
			runtime.Gosched()
		}
		next += s.period()
		now := sleep.SleepUntil(next)
		late := now - next
		if late >= cycleTime {
			next = now
		}
		for until := now + int64(s.cfg.Patience); s.cfg.Patience > 0 && now < until && s.wanting(); next = now {
			now = sleep.SleepUntil(now + patientStep)
		}
		if again := s.cycle(now, late); again > 0 {
			next = again - cycleTime
		}
	}
}

// period is the time to the next cycle.
func (s *Server) period() int64 {
	if s.cfg.Period == nil {
		return cycleTime
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return int64(s.cfg.Period())
}

// cycle steps the robot and sends the next state. Where it gives the client more time instead, it returns when to come
// again.
func (s *Server) cycle(now, late int64) (again int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if late >= cycleTime {
		s.n.Slips++
		s.n.Slipped += time.Duration(late)
	}
	c := s.collect()
	missing := s.arm.Waits() && (c == nil || c.ID != s.id())
	if missing && !s.graced {
		switch {
		case late >= cycleTime: // the client may have stood still as well
			again = now + cycleTime
		case now < s.sent+window:
			again = s.sent + window
		}
		if s.graced = again > 0; s.graced {
			return again
		}
	}
	s.graced = false
	if s.session != nil && s.session.owed.Load() {
		return 0 // a motion begins after its MotionStarted has gone out
	}
	s.arm.Step(c)
	for {
		o, ok := s.arm.Outcome()
		if !ok {
			break
		}
		s.conclude(o)
	}
	if state := s.arm.State(); s.session != nil && state != nil {
		s.state = franka.AppendState(s.state[:0], s.version, state)
		s.session.udp.send(s.state)
		s.sent = rt.Now()
		s.n.States++
	}
	return 0
}

// id is the number of the state that is out, 0 for none.
func (s *Server) id() uint64 {
	if state := s.arm.State(); state != nil {
		return state.ID
	}
	return 0
}

// wanting reports whether a motion's cycle still waits for its command; it takes what has arrived.
func (s *Server) wanting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.arm.Waits() || s.session == nil || s.done.Load() {
		return false
	}
	c := s.collect()
	return c == nil || c.ID != s.id()
}

// collect takes all datagrams that have arrived and returns the command for this cycle, or else the last of the others;
// nil where there is none. What it found stays until the next Step.
func (s *Server) collect() *franka.Command {
	id := s.id()
	if s.session == nil {
		return nil
	}
	waits := s.arm.Waits() // where it does not, the newest command counts, whatever it answers
	found := waits && s.session.held == id && id != 0
	var last *franka.Command
	if found {
		last = &s.command
	}
	for {
		b, ok := s.session.udp.receive()
		if !ok {
			return last
		}
		if found {
			continue // a second answer to the same state
		}
		if franka.ReadCommand(b, s.version, &s.command) != nil {
			s.n.Malformed++
			last = nil
			continue
		}
		if last = &s.command; !waits {
			continue
		}
		if s.command.ID != id {
			s.n.Late++
			continue
		}
		found, s.session.held = true, id
		s.n.Commands++
	}
}

// conclude hands an outcome to the client that waits for it, and to the report.
func (s *Server) conclude(o Outcome) {
	if o.Kind == franka.Move {
		s.note(o)
	}
	if s.session != nil {
		s.session.conclude(o)
	}
}

// note reports a motion; if the reports go unread for long, lines are lost rather than cycles.
func (s *Server) note(o Outcome) {
	select {
	case s.reports <- o:
	default:
	}
}

// tell writes the reports.
func (s *Server) tell(done chan struct{}) {
	defer close(done)
	for o := range s.reports {
		if s.cfg.Report != nil {
			s.cfg.Report(s.line(o))
		}
	}
}

// line says in one line how a motion ended.
func (s *Server) line(o Outcome) string {
	m := o.Motion
	head := fmt.Sprintf("motion %d: %v", m.Number, m.Generator)
	if m.Controller != franka.JointImpedance {
		head += " with " + m.Controller.String()
	}
	var tail string
	switch {
	case m.Waited == m.Cycles:
		tail = " (no command came)"
	case m.Missed > 0:
		tail = fmt.Sprintf(" (%d of %d commands lost, %d of them late)", m.Missed, m.Cycles-m.Waited, min(m.Late, m.Missed))
	}
	after := fmt.Sprintf("after %.3f s", float64(m.Cycles)*dt)
	if s.robot != nil { // one that is elsewhere does not tell
		after += fmt.Sprintf(", up to %.3f rad and %.3f m from its start, at the end %.3f rad and %.3f m", m.Farthest.Joint, m.Farthest.Tool, m.Now.Joint, m.Now.Tool)
	}
	switch o.Status {
	case franka.MotionStarted:
		return head + " started"
	case franka.Success:
		return head + " finished " + after + tail
	case franka.Preempted:
		return head + " stopped by the client " + after + tail
	case franka.EmergencyAborted:
		return head + " aborted " + after + ": user stop" + tail
	}
	return head + " aborted " + after + ": " + strings.Join(m.Errors.Names(), ", ") + tail
}
