package xarm

import (
	"errors"
	"fmt"
	"net"
	"time"
)

// Dial makes a connection to port 502 of a box.
type Dial func() (Conn, error)

// TCP wraps a net.Conn as a Conn.
func TCP(c net.Conn) Conn { return tcpConn{c} }

type tcpConn struct{ net.Conn }

// SetTimeout implements Conn.
func (c tcpConn) SetTimeout(d time.Duration) error { return c.SetDeadline(time.Now().Add(d)) }

// DialTCP returns a Dial for an address such as "192.168.1.212:502". The kernel's delay of small packets
// (Nagle's algorithm) is off.
func DialTCP(addr string, timeout time.Duration) Dial {
	return func() (Conn, error) {
		c, err := net.DialTimeout("tcp", addr, timeout)
		if err != nil {
			return nil, fmt.Errorf("xarm: no connection to the box at %s: %w (check cable, address and that the box is on)", addr, err)
		}
		b, err := Blocking(c)
		if _, kept := b.(tcpConn); !kept || err != nil {
			_ = c.Close() // the duplicate stays open
		}
		return b, err
	}
}

// Session maintains a connection to a box: it makes one, detects its loss and makes a new one, in the mode
// last set. It never starts motion: after Connect the box waits in StateReset until Resume.
type Session struct {
	dial   Dial
	cfg    ClientConfig
	client *Client
	mode   Mode
	misses int
	old    Counters
	made   int

	// MaxMisses is the number of timeouts in a row after which a connection is considered lost; 0 for 20.
	MaxMisses int
}

// ErrLost says that a session has no connection.
var ErrLost = errors.New("xarm: no connection to the box: Connect")

// NewSession makes a session without a connection.
func NewSession(dial Dial, cfg ClientConfig) *Session { return &Session{dial: dial, cfg: cfg} }

// Connect makes a connection, replacing an old one, and shakes hands. If no mode was set yet, it changes
// nothing in the box; otherwise it prepares the box for that mode, and the box waits for Resume.
func (s *Session) Connect() error {
	s.Close()
	conn, err := s.dial()
	if err != nil {
		return err
	}
	c := NewClient(conn, s.cfg)
	if _, err := c.Handshake(); err != nil {
		_ = c.Close()
		return err
	}
	s.client, s.misses, s.made = c, 0, s.made+1
	if s.mode == ModePosition {
		return nil
	}
	if err := c.Prepare(s.mode); err != nil {
		s.Close()
		return err
	}
	return nil
}

// Prepare clears errors, enables the joints and sets the mode, which Connect will set again. Nothing moves.
func (s *Session) Prepare(m Mode) error {
	if s.client == nil {
		return ErrLost
	}
	s.mode = m
	return s.Note(s.client.Prepare(m))
}

// Resume lets the box move again; an error that persists, such as a pressed emergency stop, is returned as an
// ErrorCode.
func (s *Session) Resume() error {
	if s.client == nil {
		return ErrLost
	}
	return s.Note(s.client.Recover(s.mode))
}

// Client returns the present connection's client, nil when there is none.
func (s *Session) Client() *Client { return s.client }

// Note records the outcome of a call on Client and returns it. A closed connection, or MaxMisses timeouts in a
// row, end the connection.
func (s *Session) Note(err error) error {
	switch {
	case s.client == nil:
	case err == ErrTimeout:
		limit := s.MaxMisses
		if limit <= 0 {
			limit = 20
		}
		if s.misses++; s.misses >= limit {
			s.Close()
		}
	case s.client.closed:
		s.Close()
	default:
		s.misses = 0
	}
	return err
}

// Connected reports whether there is a connection.
func (s *Session) Connected() bool { return s.client != nil }

// Connections returns the number of connections made so far.
func (s *Session) Connections() int { return s.made }

// Counters returns the sums over all connections so far.
func (s *Session) Counters() Counters {
	n := s.old
	if s.client != nil {
		n.add(s.client.n)
	}
	return n
}

// Close closes the connection.
func (s *Session) Close() {
	if s.client != nil {
		_ = s.client.Close()
		s.old.add(s.client.n)
		s.client = nil
	}
}

func (c *Counters) add(o Counters) {
	c.Calls += o.Calls
	c.Timeouts += o.Timeouts
	c.Retransmits += o.Retransmits
	c.Stale += o.Stale
	c.Rejected += o.Rejected
	c.SkippedBytes += o.SkippedBytes
	c.Refused += o.Refused
	c.NotSent += o.NotSent
	c.Heartbeats += o.Heartbeats
	c.AsyncMessages += o.AsyncMessages
}
