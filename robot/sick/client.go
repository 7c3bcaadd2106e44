package sick

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
)

// Conn is the line to a scanner. *sock.Stream is one, over TCP; the box's Line is one in memory.
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
	ErrTimeout = errors.New("sick: the scanner did not answer: check its address, cable and power")
	ErrClosed  = errors.New("sick: the line to the scanner is closed")
)

// Dial returns a function that connects to a scanner, at an address such as "192.168.0.1:2112".
func Dial(addr string, timeout time.Duration) func() (Conn, error) {
	return func() (Conn, error) {
		s, err := sock.DialStream(addr, timeout)
		if err != nil {
			return nil, fmt.Errorf("sick: %w", err)
		}
		return s, nil
	}
}

// Client is the host's end of a line to a scanner. It is not safe for concurrent use. After the first scan Poll does not
// allocate.
type Client struct {
	Data  Data   // of the newest scan
	Scans uint64 // received
	Bad   uint64 // telegrams that make no sense
	Other uint64 // unexpected telegrams

	conn     Conn
	split    Splitter
	in       [4096]byte
	out      []byte
	want     string // the beginning of the expected answer
	answer   []byte // the rest of it
	answered bool
	refused  Refusal
	patience time.Duration
	closed   bool
}

// NewClient makes a client on a line, which it owns. patience is how long it waits for an answer; 0 for 1 s.
func NewClient(conn Conn, patience time.Duration) *Client {
	if patience <= 0 {
		patience = time.Second
	}
	return &Client{conn: conn, patience: patience}
}

// Close closes the line.
func (c *Client) Close() error {
	c.closed = true
	return c.conn.Close()
}

// Closed reports whether the line is closed.
func (c *Client) Closed() bool { return c.closed }

func (c *Client) fail(err error) error {
	_ = c.Close()
	return fmt.Errorf("%w: %w", ErrClosed, err)
}

// Poll takes the received telegrams.
func (c *Client) Poll() error {
	if c.closed {
		return ErrClosed
	}
	for {
		n, err := c.conn.Take(c.in[:])
		for b := c.in[:n]; len(b) > 0; {
			used, text := c.split.Put(b)
			if b = b[used:]; text != nil {
				c.handle(text)
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

// handle takes a telegram.
func (c *Client) handle(text []byte) {
	r := Read(text)
	kind := r.Word()
	name := r
	what := name.Word()
	switch {
	case string(kind) == "sFA":
		if c.refused = Refusal(r.Uint(16)); r.Err() != nil {
			c.Bad++
			return
		}
		c.answered = true
	case string(what) == "LMDscandata" && (string(kind) == "sSN" || string(kind) == "sRA"):
		if err := c.Data.Parse(&name); err != nil {
			c.Bad++
			return
		}
		c.Scans++
		if c.want == "sRA LMDscandata" {
			c.answered = true
		}
	case c.want != "" && bytes.HasPrefix(text, []byte(c.want)) && (len(text) == len(c.want) || text[len(c.want)] == ' '):
		c.answer = append(c.answer[:0], text[min(len(c.want)+1, len(text)):]...)
		c.answered = true
	default:
		c.Other++
	}
}

// ask sends a request, whose first two words are kind and name, waits for its answer and returns the answer's words after
// these.
func (c *Client) ask(request string) (Reader, error) {
	if c.closed {
		return Reader{}, ErrClosed
	}
	kind, rest, _ := strings.Cut(request, " ")
	name, _, _ := strings.Cut(rest, " ")
	c.want = map[string]string{"sRN": "sRA", "sWN": "sWA", "sMN": "sAN", "sEN": "sEA"}[kind] + " " + name
	c.answer, c.answered, c.refused = c.answer[:0], false, 0
	defer func() { c.want = "" }()
	c.out = Frame(c.out[:0], request)
	if _, err := c.conn.Write(c.out); err != nil {
		return Reader{}, c.fail(err)
	}
	const looks = 50
	for i := 0; ; i++ {
		if err := c.Poll(); err != nil {
			return Reader{}, err
		}
		switch {
		case c.answered && c.refused != 0:
			return Reader{}, fmt.Errorf("%s: %w", name, c.refused)
		case c.answered:
			return Read(c.answer), nil
		case i == looks:
			return Reader{}, fmt.Errorf("%s: %w", name, ErrTimeout)
		}
		if err := c.conn.Wait(c.patience / looks); err != nil {
			return Reader{}, c.fail(err)
		}
	}
}

// Ident asks for the scanner's name and version.
func (c *Client) Ident() (name, version string, err error) {
	r, err := c.ask("sRN DeviceIdent")
	if err != nil {
		return "", "", err
	}
	name, version = string(r.Text()), string(r.Text())
	return name, version, r.Err()
}

// States of a scanner.
const (
	Busy  = 0
	Ready = 1
	Error = 2
)

// State asks for the scanner's state.
func (c *Client) State() (uint8, error) {
	r, err := c.ask("sRN SCdevicestate")
	if err != nil {
		return 0, err
	}
	n := uint8(r.Uint(8))
	return n, r.Err()
}

// ok makes a call that answers 1 on success.
func (c *Client) ok(request string, good uint64) error {
	r, err := c.ask(request)
	if err != nil {
		return err
	}
	n := r.Uint(8)
	if err := r.Err(); err != nil {
		return err
	}
	if n != good {
		return fmt.Errorf("sick: %q is answered with %d: the scanner did not do it", request, n)
	}
	return nil
}

// Login logs in as the "authorised client", who may change settings. hash is that of the password: 0xF4724744 is the maker's.
func (c *Client) Login(hash uint32) error {
	return c.ok(string(Hex([]byte("sMN SetAccessMode 03"), uint64(hash))), 1)
}

// DefaultPassword is the hash of the maker's default password.
const DefaultPassword = 0xF4724744

// Run ends a login and makes the scanner measure.
func (c *Client) Run() error { return c.ok("sMN Run", 1) }

// Config is the scan configuration of a scanner.
type Config struct {
	Frequency   uint32 // 1/100 Hz
	Step        uint32 // 1/10000°
	First, Last int32  // 1/10000°, in SICK's frame
}

// ScanConfig asks for the scan configuration.
func (c *Client) ScanConfig() (Config, error) {
	r, err := c.ask("sRN LMPscancfg")
	if err != nil {
		return Config{}, err
	}
	k := Config{Frequency: uint32(r.Uint(32))}
	r.Uint(16) // sectors
	k.Step, k.First, k.Last = uint32(r.Uint(32)), r.Int32(), r.Int32()
	return k, r.Err()
}

// SetScanConfig changes the scan configuration. It needs a login.
func (c *Client) SetScanConfig(k Config) error {
	b := Hex([]byte("sMN mLMPsetscancfg"), uint64(k.Frequency))
	b = Hex(Hex(b, 1), uint64(k.Step))
	b = Hex(Hex(b, uint64(uint32(k.First))), uint64(uint32(k.Last)))
	return c.ok(string(b), 0)
}

// SetOutputRange selects the part of each scan that is sent: angles in SICK's frame, rad. It needs a login.
func (c *Client) SetOutputRange(step, first, last float64) error {
	unit := func(a float64) uint64 { return uint64(uint32(int32(math.Round(a / tenThousandths)))) }
	_, err := c.ask(string(Hex(Hex(Hex([]byte("sWN LMPoutputRange 1"), unit(step)), unit(first)), unit(last))))
	return err
}

// Stream makes the scanner send every scan, or stop.
func (c *Client) Stream(on bool) error {
	if on {
		return c.ok("sEN LMDscandata 1", 1)
	}
	return c.ok("sEN LMDscandata 0", 0)
}

// Once asks for the newest scan, which Data then returns.
func (c *Client) Once() error {
	_, err := c.ask("sRN LMDscandata")
	return err
}
