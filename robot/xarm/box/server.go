package box

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
)

// Clock paces a Server. Now never goes back; Wait returns after d, or early with ctx's error.
type Clock interface {
	Now() time.Duration
	Wait(ctx context.Context, d time.Duration) error
}

// ServerConfig says where a simulated box listens.
type ServerConfig struct {
	// Command is the address of port 502; "" for 127.0.0.1:502, which needs privileges, port 0 for any free
	// one. The vendor's SDKs insist on the standard ports.
	Command string
	// Second is the address of port 503, where the SDKs may open a connection for RS-485 in addition to the first; "" for
	// none.
	Second string
	// Reports are the addresses of ports 30000…30003, in this order; "" for none. Use ReportAddrs to fill it.
	Reports [xarm.ReportKinds]string
	// Exposed allows addresses beyond loopback. The protocol has neither passwords nor encryption: anyone who
	// reaches the port can move the arm. Leave it off and use a tunnel.
	Exposed bool
	// Clock paces the server; nil for the monotonic clock, which Keep can hold.
	Clock Clock
	// Thread, if set, is called on the threads that answer commands and send reports before they begin; each calls the
	// returned function when it ends. A box that must be punctual raises their priority here, all to the same one, since
	// they wait for each other.
	Thread func() (undo func())
	// MaxClients is how many connections for commands, and how many for reports, are held at once; 0 for 32, at most 64.
	// When all places are taken, a new command connection replaces one that hangs: the one that has gone longest without a
	// whole first request, with a part of a request, or in silence for more than 30 s. An address beyond loopback gets half
	// of the places.
	MaxClients int
	// Frame is how long a frame may take from its first byte to its last; 0 for 2 s.
	Frame time.Duration
	Log   *slog.Logger // nil for none
}

// ReportAddrs are the report addresses on host from port base on, as in ReportAddrs("127.0.0.1", 30000); base
// 0 makes all of them any free port.
func ReportAddrs(host string, base int) (a [xarm.ReportKinds]string) {
	for i := range a {
		port := 0
		if base != 0 {
			port = base + i
		}
		a[i] = net.JoinHostPort(host, strconv.Itoa(port))
	}
	return a
}

// Server serves a Box over TCP and advances its time with a clock.
type Server struct {
	cfg     ServerConfig
	command net.Listener
	second  net.Listener // nil for none
	reports [xarm.ReportKinds]net.Listener
	wg      sync.WaitGroup

	mu     sync.Mutex // guards the following fields
	box    *Box
	offset time.Duration // box time minus clock time
	frames [xarm.ReportKinds][]byte
	due    [xarm.ReportKinds]time.Duration
	conns  []*serverConn
	closed bool
	broken error // error that ended the simulation
	n      ServerCounters
}

// ServerCounters count what happened on a Server.
type ServerCounters struct {
	Accepted uint64
	Turned   uint64        // connections that were refused because all places were taken
	Evicted  uint64        // hanging connections ended because others waited for a place
	Dropped  uint64        // connections that were silent for 90 s, too slow within a frame, or out of step
	Reports  uint64        // sent
	Missed   uint64        // reports that a reader did not get because it was slow
	Skipped  time.Duration // box time skipped because the process was suspended
}

// Limits of a Server.
const (
	serverLag     = 5 * time.Second        // a box that is further behind skips time
	serverSilence = 90 * time.Second       // after which a command connection is dropped
	serverBeat    = 30 * time.Second       // within which a client with the heartbeat protocol must speak
	serverFrame   = 2 * time.Second        // from a frame's first byte to its last
	serverGrace   = 100 * time.Millisecond // that a connection has before it is considered hanging
	serverWrite   = time.Second            // for a reply
	reportBuffer  = 64 << 10               // bytes
	idleTick      = 100 * time.Millisecond // without reports, time passes on requests, and at least this often
	lockSpins     = 20000                  // tries of a lock: some tens of microseconds
	maxClients    = 64
)

// Listen opens a server's ports. Serve answers on them; Close gives them up if Serve is never called. From now on the box
// belongs to the server: use Do to reach it.
func Listen(cfg ServerConfig, box *Box) (*Server, error) {
	if cfg.Command == "" {
		cfg.Command = "127.0.0.1:502"
	}
	if cfg.MaxClients <= 0 {
		cfg.MaxClients = 32
	}
	cfg.MaxClients = min(cfg.MaxClients, maxClients)
	if cfg.Frame <= 0 {
		cfg.Frame = serverFrame
	}
	if cfg.Clock == nil {
		cfg.Clock = newMonotonic()
	}
	if cfg.Thread == nil {
		cfg.Thread = func() func() { return func() {} }
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{cfg: cfg, box: box, offset: box.Now() - cfg.Clock.Now()}
	var faults []error
	open := func(addr, what string) net.Listener {
		l, err := listenAt(addr, what, cfg.Exposed)
		if err != nil {
			faults = append(faults, err)
		}
		return l
	}
	s.command = open(cfg.Command, "command")
	if cfg.Second != "" {
		s.second = open(cfg.Second, "second command")
	}
	for i, a := range cfg.Reports {
		if a != "" {
			s.reports[i] = open(a, "report "+strconv.Itoa(xarm.ReportKind(i).Port()))
			s.frames[i] = make([]byte, 0, xarm.MaxReport)
			s.due[i] = box.Now()
		}
	}
	if err := errors.Join(faults...); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// listenAt listens on addr, only on loopback unless exposed.
func listenAt(addr, what string, exposed bool) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, fmt.Errorf("xarm: %s address %q: %w: write it as 127.0.0.1:502", what, addr, err)
	}
	if !exposed && !sock.Local(addr) {
		return nil, fmt.Errorf("xarm: %s address %q is not on loopback: the protocol has no password; use 127.0.0.1 and a tunnel, or set Exposed", what, addr)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("xarm: the simulated box cannot listen for its %s port: %w (choose another port)", what, err)
	}
	return l, nil
}

// Addr is the address of the command port.
func (s *Server) Addr() string { return s.command.Addr().String() }

// Begin returns the reading of the monotonic clock, as rt.Now returns it, at the box's time zero; 0 with another clock.
func (s *Server) Begin() int64 {
	if m, ok := s.cfg.Clock.(*monotonic); ok {
		return m.begin - int64(s.offset)
	}
	return 0
}

// Keep makes the box's time follow of, which can be held: clients then find a box that answers and does not move. It does
// nothing with a clock other than the monotonic one.
func (s *Server) Keep(of rt.Span) {
	if m, ok := s.cfg.Clock.(*monotonic); ok {
		m.Follow(of.Shift(-int64(s.offset)))
	}
}

// Every calls do at each period of the clock until ctx ends.
func (s *Server) Every(ctx context.Context, period time.Duration, do func()) {
	if m, ok := s.cfg.Clock.(*monotonic); ok {
		m.Every(ctx, period, do)
		return
	}
	for s.cfg.Clock.Wait(ctx, period) == nil {
		do()
	}
}

// ReportAddr is the address of a report port, "" when it is not served.
func (s *Server) ReportAddr(k xarm.ReportKind) string {
	if int(k) >= len(s.reports) || s.reports[k] == nil {
		return ""
	}
	return s.reports[k].Addr().String()
}

// Do calls f with the box at its present time, while nothing else uses it. It does not call f if the simulation has broken
// down, which ends Serve.
func (s *Server) Do(f func(*Box)) {
	s.lock()
	defer s.mu.Unlock()
	if s.advance() == nil {
		f(s.box)
	}
}

// lock takes mu. It is held for some microseconds, so a short spin is nearly always enough; Go's mutex would put a goroutine
// to sleep and wake it through ordinary threads of the runtime, whatever the priority of its own thread.
func (s *Server) lock() {
	for range lockSpins {
		if s.mu.TryLock() {
			return
		}
	}
	s.mu.Lock()
}

// Counters returns the counts so far.
func (s *Server) Counters() ServerCounters {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// advance makes the box catch up with the clock; mu is held. An error says that the simulation has broken down.
func (s *Server) advance() error {
	if s.broken != nil {
		return s.broken
	}
	now := s.cfg.Clock.Now() + s.offset
	if lag := now - s.box.Now(); lag > serverLag {
		s.n.Skipped += lag
		s.box.Skip(now)
	}
	s.broken = sim.Broken(func() { s.box.Advance(now) })
	return s.broken
}

// Serve answers clients until ctx ends, then closes everything, waits for its goroutines and returns nil. If the simulation
// breaks down (sim.NotFinite), it returns that error.
func (s *Server) Serve(ctx context.Context) error {
	undo := s.cfg.Thread()
	defer undo()
	s.accept(ctx, s.command, -1)
	if s.second != nil {
		s.accept(ctx, s.second, -1)
	}
	every := idleTick
	for i, l := range s.reports {
		if l != nil {
			s.accept(ctx, l, i)
			every = tick
		}
	}
	var err error
	for err == nil {
		if err = s.tick(); err == nil {
			err = s.cfg.Clock.Wait(ctx, every)
		}
	}
	s.Close()
	s.wg.Wait()
	switch {
	case s.broken != nil:
		return fmt.Errorf("xarm box: %w", s.broken)
	case ctx.Err() != nil:
		return nil
	}
	return err
}

// Close closes the listeners and all connections.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.command != nil {
		_ = s.command.Close()
	}
	if s.second != nil {
		_ = s.second.Close()
	}
	for _, l := range s.reports {
		if l != nil {
			_ = l.Close()
		}
	}
	for _, c := range s.conns {
		c.end()
	}
}

// tick advances the box and sends the reports that are due. An error says that the simulation has broken down.
func (s *Server) tick() error {
	s.lock()
	if err := s.advance(); err != nil {
		s.mu.Unlock()
		return err
	}
	var send [xarm.ReportKinds]bool
	var targets [maxClients]*serverConn
	n := 0
	now := s.box.Now()
	for i := range s.frames {
		if s.frames[i] == nil || now < s.due[i] {
			continue
		}
		send[i] = true
		s.frames[i] = s.box.AppendReport(s.frames[i][:0], xarm.ReportKind(i))
		if s.due[i] += xarm.ReportKind(i).Period(); s.due[i] <= now {
			s.due[i] = now + xarm.ReportKind(i).Period()
		}
	}
	for _, c := range s.conns {
		if c.news != nil && len(c.link.unasked) > 0 {
			select {
			case c.news <- struct{}{}:
			default: // last report it knows
			}
		}
		if c.kind >= 0 && send[c.kind] && n < len(targets) {
			targets[n] = c
			n++
		}
	}
	s.mu.Unlock()
	sent := uint64(0)
	for _, c := range targets[:n] { // only tick writes frames, so reading them needs no lock
		took, err := c.report(s.frames[c.kind], now)
		if took {
			sent++
		}
		if err != nil {
			s.drop(c, err)
		}
	}
	if n > 0 {
		s.lock()
		s.n.Reports += sent
		s.n.Missed += uint64(n) - sent
		s.mu.Unlock()
	}
	return nil
}

// drop ends a client's connection.
func (s *Server) drop(c *serverConn, err error) {
	s.mu.Lock()
	s.n.Dropped++
	s.mu.Unlock()
	s.cfg.Log.Info("xarm box: client dropped", "client", c.RemoteAddr().String(), "port", c.LocalAddr().String(), "why", err)
	c.end()
}
