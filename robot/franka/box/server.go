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
	Listen string // "" for 127.0.0.1:1337; libfranka requires the port
	// Exposed allows addresses beyond loopback. FCI has neither passwords nor encryption: anyone who reaches the port
	// can move the arm. Leave it off and use a tunnel.
	Exposed bool
	// Patience is how much longer than its millisecond a cycle of a motion waits for a command before it is considered lost:
	// robot time slips instead. Use 0 to behave like a robot; more for tests on machines that cannot keep 1 kHz. While it waits, the
	// server repeats the state every 100 ms, since the client never got it if its socket was full of those before.
	Patience time.Duration
	// Thread, if set, is called on the thread of the 1 kHz cycle before it begins; the function it returns is called at the end.
	// A robot that must be punctual requests its priority here (rt.Setup).
	Thread func() (undo func())
	// Period, if set, returns the time from the present cycle to the next; otherwise it is a millisecond. It is for robots that
	// follow a clock other than this machine's, and is called like the methods of Controlled.
	Period func() time.Duration
	// Report, if set, gets one line when a motion starts, finishes or is aborted. It is called from a separate goroutine and does
	// not hold up the cycle.
	Report func(line string)
	// Library answers LoadModelLibrary: a shared object with the functions of the robot's own libfcimodels for a machine (package
	// fcimodels makes one). It is called on the client's connection and may be slow. If it is nil or fails, the answer is an
	// error, and programs that load a model end.
	Library func(machine franka.Library) ([]byte, error)
	Log     *slog.Logger // of connections; nil for none
}

// Controlled is what a Server puts behind FCI: a Robot, or a stand-in for one elsewhere. The server calls it from one goroutine
// at a time, each millisecond, and its cycle waits for the call: no method may take longer than some microseconds.
type Controlled interface {
	// Handle carries out a request and returns the response; see Robot.Handle.
	Handle(q *franka.Request) (a franka.Response, done bool)
	// Step advances by a millisecond. c is the answer to State, nil if none came; see Robot.Step.
	Step(c *franka.Command)
	// Outcome returns and removes the next answer to a request that took its time. A Move that Handle did not answer has two:
	// MotionStarted first.
	Outcome() (o Outcome, ok bool)
	// State returns the state to send next; nil if there is none.
	State() *franka.State
	// Waits reports whether State must be answered by a command: asynchronous motions accept commands but do not wait for any.
	Waits() bool
}

// Server puts a Robot behind FCI: TCP for requests, and UDP from Connect on, with a state each millisecond. It serves one client
// at a time; like a busy robot, it accepts a second connection and closes it at once. A client that disappears in a motion leaves
// the robot without commands, which ends the motion with communication_constraints_violation.
//
// Cycles come every millisecond of the machine's monotonic clock. If the machine keeps the server from its cycle for a
// millisecond or more, robot time slips: the cycles are not made up for, and a command that is missing then gets one more
// millisecond before it is considered lost. The server waits in the same way for the answer to a state sent late, so that a
// client has 0.9 ms of every cycle.
type Server struct {
	cfg      ServerConfig
	listener net.Listener
	wg       sync.WaitGroup
	done     atomic.Bool
	reports  chan Outcome
	place    chan struct{} // holds one client

	version franka.Version

	mu      rt.Mutex // guards the following fields, with priority inheritance because the cycle takes it
	robot   *Robot   // nil if the robot is elsewhere
	arm     Controlled
	client  *session // the client that has the robot
	session *session // the same after its Connect
	n       ServerCounters

	state   []byte // the datagram
	command franka.Command
	graced  bool  // the present cycle has already had its extra time
	sent    int64 // when its state was sent
}

// ServerCounters count a Server's events.
type ServerCounters struct {
	Accepted  uint64 // clients
	Refused   uint64 // because another client had the robot
	Dropped   uint64 // because of bytes that are not FCI
	States    uint64 // sent
	Commands  uint64 // accepted for their cycle
	Late      uint64 // arrived after their cycle
	Malformed uint64 // datagrams of a wrong size
	Slips     uint64 // times the machine kept the server from its cycle for a millisecond or more
	Slipped   time.Duration
}

const (
	cycleTime   = int64(time.Millisecond)
	window      = cycleTime * 9 / 10 // the least time that a client has for its command
	patientStep = int64(50 * time.Microsecond)
	repeatState = int64(100 * time.Millisecond)
	yieldEvery  = 4                      // cycles
	changeover  = 300 * time.Millisecond // how long a new client waits until the last one's end is noticed
)

// Simulate makes a robot and opens its ports.
func Simulate(c ServerConfig, robot Config) (*Server, error) {
	r, err := New(robot)
	if err != nil {
		return nil, err
	}
	return Listen(c, r)
}

// Listen opens a server's port. Serve answers on it; Close gives it up if Serve is never called. From now on the robot belongs to
// the server: use Do to reach it.
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

// NewServer is Listen for an open listener.
func NewServer(cfg ServerConfig, r *Robot, l net.Listener) *Server {
	s := newServer(cfg, r.cfg.Version, r, l)
	s.robot = r
	return s
}

// ListenFor opens a port for a robot elsewhere that speaks version v. Such a server has no Do.
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

// Serve runs the robot until ctx ends, then closes everything, waits for its goroutines and returns nil. If the simulation breaks
// down (sim.NotFinite), it returns that error.
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

// cycles is the robot's own thread. Its yields are cheap and useful: Go's monitor thread takes the processor from a goroutine
// that has not yielded for 10 ms, even while it sleeps, and is then kept busy by giving it back. With yields a robot at 1 kHz
// takes 4.4 % of a core here, without them 6.4 %.
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
			s.repeat(now)
		}
		if again := s.cycle(now, late); again > 0 {
			next = again - cycleTime
		}
	}
}

// period returns the time to the next cycle.
func (s *Server) period() int64 {
	if s.cfg.Period == nil {
		return cycleTime
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return int64(s.cfg.Period())
}

// cycle steps the robot and sends the next state. If it gives the client more time instead, it returns when to come again.
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
		case late >= cycleTime: // the client may have stood still too
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
		return 0 // a motion begins after its MotionStarted has been sent
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

// repeat sends the state again that has not been answered for long.
func (s *Server) repeat(now int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session != nil && now-s.sent >= repeatState {
		s.session.udp.send(s.state)
		s.sent = now
	}
}

// id returns the id of the state that was sent, 0 for none.
func (s *Server) id() uint64 {
	if state := s.arm.State(); state != nil {
		return state.ID
	}
	return 0
}

// wanting reports whether a motion's cycle still waits for its command, after reading what has arrived.
func (s *Server) wanting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.arm.Waits() || s.session == nil || s.done.Load() {
		return false
	}
	c := s.collect()
	return c == nil || c.ID != s.id()
}

// collect takes all datagrams that have arrived and returns the command for this cycle, or else the last of the others; nil if
// there is none. It remembers the result until the next Step.
func (s *Server) collect() *franka.Command {
	id := s.id()
	if s.session == nil {
		return nil
	}
	waits := s.arm.Waits() // if not, the newest command is used, whichever state it answers
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

// conclude hands an outcome to the client that waits for it, and reports it.
func (s *Server) conclude(o Outcome) {
	if o.Kind == franka.Move {
		s.note(o)
	}
	if s.session != nil {
		s.session.conclude(o)
	}
}

// note reports a motion; if the reports are not read for long, it drops lines rather than hold up cycles.
func (s *Server) note(o Outcome) {
	select {
	case s.reports <- o:
	default:
	}
}

// tell passes the reports on.
func (s *Server) tell(done chan struct{}) {
	defer close(done)
	for o := range s.reports {
		if s.cfg.Report != nil {
			s.cfg.Report(s.line(o))
		}
	}
}

// line describes in one line how a motion ended.
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
	if s.robot != nil { // a robot elsewhere does not say
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
