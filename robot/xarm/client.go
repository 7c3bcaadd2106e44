package xarm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Conn is the connection of a Client: a byte stream with a limit on how long a Read or Write may take, counted
// from the call of SetTimeout. After that, Read returns an error that is os.ErrDeadlineExceeded. TCP wraps a
// net.Conn; box.MemNet connects a Client to a simulated box in memory.
type Conn interface {
	io.ReadWriteCloser
	SetTimeout(d time.Duration) error
}

// Errors of a Client.
var (
	// ErrTimeout says that no answer came in time. The command may have been carried out.
	ErrTimeout = errors.New("xarm: the box did not answer in time")
	// ErrClosed says that the connection is gone; a Session can make a new one.
	ErrClosed = errors.New("xarm: the connection to the box is closed")
	// ErrCommand says that a command is not finite or far out of range; nothing was sent.
	ErrCommand = errors.New("xarm: command not sent: a number is not finite or absurd")
)

// ClientConfig holds a Client's settings. The zero value is suitable for a real box.
type ClientConfig struct {
	Timeout time.Duration // for each call; 0 for 2 s. Control loops set it near their period
	Retries int           // how often a call that reads or sets up, not one that moves, is sent again after a timeout
}

// Counters count the events of a Client since it was made.
type Counters struct {
	Calls         uint64 // calls made
	Timeouts      uint64 // attempts without an answer in time
	Retransmits   uint64 // calls sent again
	Stale         uint64 // replies to other transactions, thrown away
	Rejected      uint64 // malformed replies: length, NaN, absurd numbers
	SkippedBytes  uint64 // bytes outside frames
	Refused       uint64 // commands answered with a refusing status
	NotSent       uint64 // commands refused here, before sending
	Heartbeats    uint64
	AsyncMessages uint64 // unsolicited frames (register 255, standard Modbus)
}

// Client is the host's end of a connection to port 502. It makes one call at a time and is not safe for
// concurrent use. Calls do not allocate, except those that return text or build an error outside the control
// cycle.
type Client struct {
	conn     Conn
	cfg      ClientConfig
	info     Info
	protocol uint16
	id       uint16
	status   Status
	closed   bool
	n        Counters

	out  []byte // request under construction
	args []byte // its parameters
	in   []byte // bytes received and not yet taken
	read [MaxFrame]byte
}

// NewClient makes a client on conn, which it owns. It sends nothing: Handshake does.
func NewClient(conn Conn, cfg ClientConfig) *Client {
	if cfg.Timeout <= 0 {
		cfg.Timeout = 2 * time.Second
	}
	return &Client{
		conn: conn, cfg: cfg, protocol: ProtocolPrivate,
		out: make([]byte, 0, MaxFrame), args: make([]byte, 0, MaxFrame), in: make([]byte, 0, 4*MaxFrame),
	}
}

// Counters returns the counts so far.
func (c *Client) Counters() Counters { return c.n }

// Status is the status byte of the last good reply.
func (c *Client) Status() Status { return c.status }

// Protocol is the identifier in use: ProtocolPrivate or ProtocolHeartbeat.
func (c *Client) Protocol() uint16 { return c.protocol }

// Close closes the connection.
func (c *Client) Close() error {
	c.closed = true
	return c.conn.Close()
}

// Handshake asks for the version and changes to the heartbeat protocol if the firmware supports it (1.8.6 and
// later).
func (c *Client) Handshake() (Info, error) {
	p, err := c.ask(RegVersion)
	if err != nil {
		return Info{}, err
	}
	in, err := parseVersion(p)
	if err != nil {
		c.n.Rejected++
		return Info{}, err
	}
	if in.Axes != Joints {
		return in, fmt.Errorf("xarm: the box reports an arm of %d axes, this driver is for %d: check the address", in.Axes, Joints)
	}
	c.info = in
	if in.AtLeast(1, 8, 6) {
		c.protocol = ProtocolHeartbeat
	}
	return in, nil
}

// Info returns what Handshake found out.
func (c *Client) Info() Info { return c.info }

// ask makes a call that only reads and has no parameters. The reply's parameters are valid until the next call.
func (c *Client) ask(r Register) ([]byte, error) {
	c.args = c.args[:0]
	return c.query(r)
}

// query makes a call that only reads, with the parameters in c.args, again after each timeout as configured.
func (c *Client) query(r Register) ([]byte, error) { return c.repeat(r, c.cfg.Timeout) }

// repeat makes a call that may be made twice without harm.
func (c *Client) repeat(r Register, timeout time.Duration) ([]byte, error) {
	for try := 0; ; try++ {
		p, err := c.call(r, timeout)
		if err != ErrTimeout || try >= c.cfg.Retries {
			return p, err
		}
		c.n.Retransmits++
	}
}

// command makes a call that acts, with the parameters in c.args, and turns a refusing status into Refused.
// It is never repeated: the next cycle's command replaces it.
func (c *Client) command(r Register, timeout time.Duration) error {
	if _, err := c.call(r, timeout); err != nil {
		return err
	}
	if bad := c.status & (StatusError | StatusInvalid | StatusNotReady); bad != 0 {
		c.n.Refused++
		return Refused(c.status)
	}
	return nil
}

// setting is command for calls that may be made while the box is not ready and that only an invalid parameter
// makes the box refuse. They may be repeated, because they set the same thing again.
func (c *Client) setting(r Register, timeout time.Duration) error {
	if _, err := c.repeat(r, timeout); err != nil {
		return err
	}
	if c.status&StatusInvalid != 0 {
		c.n.Refused++
		return Refused(c.status)
	}
	return nil
}

// call sends one request and waits for its reply.
func (c *Client) call(r Register, timeout time.Duration) ([]byte, error) {
	if c.closed {
		return nil, ErrClosed
	}
	c.n.Calls++
	c.id++
	if c.id == 0 {
		c.id = 1
	}
	c.out = AppendRequest(c.out[:0], Request{ID: c.id, Protocol: c.protocol, Register: r, Params: c.args})
	if err := c.conn.SetTimeout(timeout); err != nil {
		return nil, c.fail(err)
	}
	if _, err := c.conn.Write(c.out); err != nil {
		return nil, c.fail(err)
	}
	return c.await(r)
}

// await reads until the reply to the present call arrives, discarding replies to earlier calls.
func (c *Client) await(r Register) ([]byte, error) {
	for {
		off := 0 // bytes of c.in that have been processed
		for off < len(c.in) {
			reply, n, err := ParseReply(c.in[off:])
			if err == ErrShort {
				break
			}
			if err != nil {
				off++
				c.n.SkippedBytes++
				continue
			}
			off += n
			if c.mine(&reply, r) {
				c.status = reply.Status
				n = copy(c.read[:], reply.Params)
				c.drop(off)
				return c.read[:n], nil
			}
		}
		c.drop(off)
		n, err := c.conn.Read(c.read[:])
		c.in = append(c.in, c.read[:min(n, cap(c.in)-len(c.in))]...)
		if err != nil && n == 0 {
			return nil, c.fail(err)
		}
	}
}

// mine reports whether a reply answers the present call, and counts those that do not.
func (c *Client) mine(reply *Reply, r Register) bool {
	switch {
	case reply.Protocol == ProtocolModbus || reply.Register == 0xFF:
		c.n.AsyncMessages++
	case reply.ID != c.id:
		c.n.Stale++
	case reply.Protocol != c.protocol || reply.Register != r:
		c.n.Rejected++
	default:
		return true
	}
	return false
}

// drop removes the first n received bytes.
func (c *Client) drop(n int) { c.in = c.in[:copy(c.in, c.in[n:])] }

// fail turns a connection's error into the client's. After a timeout, it discards a partial frame.
func (c *Client) fail(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.n.Timeouts++
		c.in = c.in[:0]
		return ErrTimeout
	}
	c.closed = true
	_ = c.conn.Close()
	return fmt.Errorf("%w: %w", ErrClosed, err)
}

// numbers reads a reply's leading floats into dst, refusing numbers out of bounds.
func (c *Client) numbers(p []byte, dst []float64, bound float64) error {
	if err := ParseFloats(dst, p); err != nil {
		c.n.Rejected++
		return err
	}
	if !Within(dst, bound) {
		c.n.Rejected++
		return ErrNotFinite
	}
	return nil
}

// bytes checks that a reply has n bytes of parameters.
func (c *Client) bytes(p []byte, n int) error {
	if len(p) != n {
		c.n.Rejected++
		return ErrBadLength
	}
	return nil
}

// count16 reads a big-endian count.
func (c *Client) count16(p []byte) (int, error) {
	if err := c.bytes(p, 2); err != nil {
		return 0, err
	}
	return int(binary.BigEndian.Uint16(p)), nil
}
