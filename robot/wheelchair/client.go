package wheelchair

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
)

// Conn is the line to a kit. *sock.Stream is one, over TCP to a serial server; the box's Line is one in memory.
type Conn interface {
	Write(p []byte) (int, error)
	// Take reads the received bytes without waiting: 0 and nil when there are none.
	Take(p []byte) (int, error)
	// Wait returns when bytes have arrived, or after d.
	Wait(d time.Duration) error
	Close() error
}

// Errors of a Client.
var (
	ErrTimeout = errors.New("pmk: the kit did not answer: check cable and power")
	ErrMute    = errors.New("pmk: the kit says nothing any more")
	ErrClosed  = errors.New("pmk: the line to the kit is closed")
	ErrCommand = errors.New("pmk: command not sent: a number is not finite, or absurd")
)

// Dial returns a function that connects to a kit's line over TCP, through a serial server or to the simulated kit.
func Dial(addr string, timeout time.Duration) func() (Conn, error) {
	return func() (Conn, error) {
		s, err := sock.DialStream(addr, timeout)
		if err != nil {
			return nil, fmt.Errorf("pmk: %w", err)
		}
		return s, nil
	}
}

// Client is the master's end of the line. It is not safe for concurrent use. Drive and Poll do not allocate.
type Client struct {
	Motion  Motion // the newest
	Status  Status // the newest
	Motions uint64 // received
	Others  uint64 // frames that make no sense here

	conn     Conn
	split    Splitter
	welcome  Welcome
	seq      uint8
	frame    Frame
	out      []byte
	in       [256]byte
	answer   Frame // the last
	answered bool
	greeted  bool
	patience time.Duration
	closed   bool
}

// NewClient makes a client on a line, which it owns. patience is how long it waits for an answer; 0 for 0.5 s.
func NewClient(conn Conn, patience time.Duration) *Client {
	if patience <= 0 {
		patience = 500 * time.Millisecond
	}
	return &Client{conn: conn, patience: patience, out: make([]byte, 0, MaxFrame)}
}

// Close closes the line.
func (c *Client) Close() error {
	c.closed = true
	return c.conn.Close()
}

// Damaged returns the number of frame beginnings with a wrong CRC, and the number of bytes outside frames.
func (c *Client) Damaged() (frames, bytes uint64) { return c.split.Damaged, c.split.Skipped }

// Welcome returns the kit's description of itself.
func (c *Client) Welcome() Welcome { return c.welcome }

// Hello asks the kit for its identity, and waits for its first measurements.
func (c *Client) Hello() (Welcome, error) {
	c.greeted = false
	nonce := uint16(c.seq)<<8 | 0x51
	err := c.ask(func(f *Frame) { f.SetHello(nonce) }, func() bool {
		return c.greeted && c.welcome.Nonce == nonce && c.Motions > 0 && c.Status.Battery > 0
	})
	switch w := &c.welcome; {
	case err != nil:
		return Welcome{}, err
	case w.Version != Version:
		return *w, fmt.Errorf("pmk: the kit speaks version %d of the protocol, this is version %d: use the same release at both ends", w.Version, Version)
	case w.Counts == 0 || w.Track <= 0 || w.Radius <= 0:
		return *w, fmt.Errorf("pmk: the kit says its encoders have %d counts, its track is %g m and its wheels' radius %g m: check its settings", w.Counts, w.Track, w.Radius)
	}
	return c.welcome, nil
}

// SetMode changes the mode and waits for the answer.
func (c *Client) SetMode(m Mode) error {
	err := c.request(func(f *Frame) { f.SetMode(m) })
	if err == nil {
		c.Motion.Mode, c.Status.Mode = m, m
	}
	return err
}

// SetLimits changes the limits of the mode Remote.
func (c *Client) SetLimits(l Limits) error {
	if err := l.Check(); err != nil {
		return err
	}
	return c.request(func(f *Frame) { f.SetLimits(l) })
}

// Stop stops the wheels and waits for the answer; after AtOnce the mode is Halted.
func (c *Client) Stop(s Stop) error { return c.request(func(f *Frame) { f.SetStop(s) }) }

// Drive commands velocities from now on. The kit obeys in the mode Remote, and does not answer.
func (c *Client) Drive(v, w float64) error {
	if !(v <= 10 && v >= -10 && w <= 10 && w >= -10) {
		return ErrCommand
	}
	c.frame.SetDrive(v, w)
	return c.send()
}

// send sends c.frame.
func (c *Client) send() error {
	if c.closed {
		return ErrClosed
	}
	c.seq++
	c.frame.Seq = c.seq
	c.out = c.frame.Append(c.out[:0])
	if _, err := c.conn.Write(c.out); err != nil {
		return c.fail(err)
	}
	return nil
}

// fail closes the line, because nothing can be received any longer.
func (c *Client) fail(err error) error {
	_ = c.Close()
	return fmt.Errorf("%w: %w", ErrClosed, err)
}

// Closed reports whether the line is closed.
func (c *Client) Closed() bool { return c.closed }

// request sends a frame until its answer comes.
func (c *Client) request(set func(*Frame)) error {
	c.answered = false
	if err := c.ask(set, func() bool { return c.answered }); err != nil {
		return err
	}
	if _, _, code, _ := c.answer.Answer(); code != OK {
		return code
	}
	return nil
}

// ask sends a frame, repeatedly after each fifth of the patience, until done.
func (c *Client) ask(set func(*Frame), done func() bool) error {
	const tries, looks = 5, 10
	for range tries {
		set(&c.frame)
		if err := c.send(); err != nil {
			return err
		}
		for range looks {
			if err := c.Poll(); err != nil || done() {
				return err
			}
			if err := c.conn.Wait(c.patience / (tries * looks)); err != nil {
				return c.fail(err)
			}
		}
		if err := c.Poll(); err != nil || done() {
			return err
		}
	}
	return ErrTimeout
}

// Poll takes the received frames.
func (c *Client) Poll() error {
	if c.closed {
		return ErrClosed
	}
	for {
		n, err := c.conn.Take(c.in[:])
		for b := c.in[:n]; len(b) > 0; {
			b = b[c.split.Put(b):]
			for c.split.Next(&c.frame) {
				c.handle(&c.frame)
			}
		}
		if err != nil {
			return c.fail(err)
		}
		if n == 0 {
			return nil
		}
	}
}

// handle takes a frame.
func (c *Client) handle(f *Frame) {
	switch {
	case f.Motion(&c.Motion):
		c.Motions++
	case f.Status(&c.Status):
	case f.Welcome(&c.welcome):
		c.greeted = true
	default:
		seq, t, code, ok := f.Answer()
		switch {
		case !ok || code > Unknown:
			c.Others++
		case seq == c.seq && t != TypeDrive:
			c.answer, c.answered = *f, true
		}
	}
}
