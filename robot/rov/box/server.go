package box

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// Server is a simulator that listens. It serves one controller at a time.
type Server struct {
	sock   *sock.UDP
	start  int64
	report func(line string)
	lines  chan string
	buf    [hil.MaxDatagram + 1]byte

	mu rt.Mutex // guards k
	k  *core
}

// Listen opens a simulator's socket. Serve runs the simulator; Close closes the socket if Serve is never called.
func Listen(c ServerConfig) (*Server, error) {
	s := &Server{lines: make(chan string, 256), report: c.Report}
	c.Report = s.note
	if err := c.fill(); err != nil {
		return nil, err
	}
	at, err := hil.Resolve(c.Listen, c.Key != nil)
	if err != nil {
		return nil, err
	}
	k, err := newCore(c, nil, seal.NewNonce)
	if err != nil {
		return nil, err
	}
	if s.sock, err = sock.Listen(at); err != nil {
		return nil, fmt.Errorf("hil: the simulator %w", err)
	}
	k.send, s.k = func(b []byte, to netip.AddrPort) { _ = s.sock.SendTo(b, to) }, k
	return s, nil
}

// Addr returns the address at which the simulator listens.
func (s *Server) Addr() netip.AddrPort { return s.sock.Addr() }

// Close closes a socket on which Serve was not called.
func (s *Server) Close() { s.sock.Close() }

// Counters returns the counts so far.
func (s *Server) Counters() Counters {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.k.n
}

// Serve simulates until ctx ends, then informs the controller, closes the socket and returns nil. It returns an error if
// the simulation fails.
func (s *Server) Serve(ctx context.Context) error {
	told := make(chan struct{})
	go s.tell(told)
	defer func() {
		s.sock.Close()
		close(s.lines)
		<-told
	}()
	undo := s.k.c.Thread()
	defer undo()
	s.start = rt.Now()
	for ctx.Err() == nil {
		if err := s.turn(idling); err != nil {
			return err
		}
	}
	if err := s.turn(0); err != nil { // hear a controller that has already ended
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.k.end()
	return nil
}

const (
	idling  = int64(20e6) // ns between checks of the context
	atATime = 64          // datagrams accepted before the world advances: a flood must not hold it up
)

// turn waits until a datagram arrives or the next readings are due, at most so many ns, and takes the datagrams.
func (s *Server) turn(most int64) error {
	now := rt.Now()
	until := now + most
	s.mu.Lock()
	if s.k.c.Mode == hil.Free {
		if err := s.run(now); err != nil {
			s.mu.Unlock()
			return err
		}
		until = min(until, s.start+int64(s.k.next()))
	}
	over := s.k.over(s.clock(now))
	s.mu.Unlock()
	if over != nil {
		return over
	}
	for range atATime {
		n, from, ok, err := s.sock.Receive(s.buf[:], until)
		if err != nil || !ok {
			return err
		}
		now, until = rt.Now(), 0
		s.mu.Lock()
		if s.k.c.Mode == hil.Free {
			err = s.run(now)
		}
		if err == nil {
			s.k.handle(s.clock(now), s.buf[:n], from)
			err = s.k.over(s.clock(now))
		}
		s.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// run advances the free-running world to the present.
func (s *Server) run(now int64) error { return s.k.run(s.clock(now)) }

// clock returns the time since the start.
func (s *Server) clock(now int64) time.Duration { return time.Duration(now - s.start) }

// note stores a line for tell; if nobody reads the lines, it drops them rather than wait.
func (s *Server) note(line string) {
	select {
	case s.lines <- line:
	default:
	}
}

// tell passes the lines on.
func (s *Server) tell(done chan struct{}) {
	defer close(done)
	for l := range s.lines {
		if s.report != nil {
			s.report(l)
		}
	}
}
