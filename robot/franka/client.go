package franka

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Options of a connection. The zero value is useful.
type Options struct {
	Version      Version       // to speak; 0 for the robot's
	Timeout      time.Duration // of TCP: 0 for 60 s, and for connecting libfranka's default: 1 s from version 9 on
	StateTimeout time.Duration // after which a silent state stream is an error; 0 for 1 s
	connecting   time.Duration
}

func (o Options) withDefaults() Options {
	if o.StateTimeout <= 0 {
		o.StateTimeout = time.Second
	}
	if o.connecting = o.Timeout; o.Timeout <= 0 {
		o.Timeout = 60 * time.Second // a recovery takes some seconds
		o.connecting = o.Timeout
		if o.Version >= Version9 {
			o.connecting = time.Second
		}
	}
	return o
}

// Client is a connection to a robot: commands by TCP, the stream of states and the answers to them by UDP.
//
// One goroutine at a time reads or controls; others get ErrBusy. Stop, Close and the commands may be called from any
// goroutine; while a motion runs the robot refuses all commands but StopMove.
type Client struct {
	version Version
	o       Options
	tcp     *session
	udp     *socket
	asked   atomic.Bool // a command was answered after the last Read

	busy   sync.Mutex // held by the goroutine that reads states
	led    bool       // an asynchronous motion is running; guarded by busy
	closed sync.Once
	last   uint64 // newest message_id
	lost   uint64 // states missed so far
	gap    uint64 // states missed just before the newest
	buf    [2][4096]byte
	out    []byte
}

// Dial connects to the robot at addr, a host with or without a port (DefaultPort), and returns after its first state has
// arrived. A robot of another version leads to a VersionError, unless o leaves the version open.
func Dial(ctx context.Context, addr string, o Options) (*Client, error) {
	open := o.Version == 0
	if open {
		o.Version = Version5
	}
	if err := o.Version.Check(); err != nil {
		return nil, err
	}
	if _, _, err := net.SplitHostPort(addr); err != nil {
		addr = net.JoinHostPort(addr, strconv.Itoa(DefaultPort))
	}
	c, err := redial(ctx, addr, o.withDefaults())
	var other VersionError
	if open && errors.As(err, &other) && other.Server.Supported() {
		o.Version = other.Server
		return redial(ctx, addr, o.withDefaults())
	}
	return c, err
}

// redial dials for a second: a robot takes one client at a time and may not have noticed yet that the last one is gone.
func redial(ctx context.Context, addr string, o Options) (c *Client, err error) {
	for range 50 {
		c, err = dial(ctx, addr, o)
		if !errors.Is(err, ErrLost) {
			return c, err
		}
		again := time.NewTimer(20 * time.Millisecond)
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return nil, ctx.Err()
		}
	}
	return c, fmt.Errorf("%w: does another client hold the robot?", err)
}

func dial(ctx context.Context, addr string, o Options) (*Client, error) {
	d := net.Dialer{Timeout: o.connecting, KeepAliveConfig: net.KeepAliveConfig{
		Enable: true, Idle: time.Second, Interval: time.Second, Count: 3,
	}}
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("franka: no robot at %s: %w", addr, err)
	}
	c := &Client{version: o.Version, o: o, out: make([]byte, 0, 512)}
	var port uint16
	if c.udp, port, err = openSocket(addrPort(conn.LocalAddr()).Addr()); err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("franka: no socket for the robot's states: %w", err)
	}
	c.tcp = newSession(conn, o.Version, o.Timeout, c.udp.shut) // a goroutine that waits for a state learns of the end at once
	if err := c.connect(ctx, addrPort(conn.RemoteAddr()), port); err != nil {
		c.tcp.close()
		_ = c.udp.close()
		return nil, err
	}
	return c, nil
}

// openSocket opens a socket for states at the local address of the connection to the robot.
func openSocket(local netip.Addr) (s *socket, port uint16, err error) {
	udp, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.AddrPortFrom(local, 0)))
	if err != nil {
		return nil, 0, err
	}
	port = addrPort(udp.LocalAddr()).Port()
	s, err = newSocket(udp)
	return s, port, err
}

// connect announces the UDP socket and waits for the first state.
func (c *Client) connect(ctx context.Context, remote netip.AddrPort, port uint16) error {
	r, err := c.tcp.call(ctx, &Request{Kind: Connect, Version: c.version, Port: port})
	switch {
	case err != nil:
		return fmt.Errorf("franka: connecting: %w", err)
	case r.Kind != Connect:
		return fmt.Errorf("%w: %v answered to Connect", ErrMessage, r.Kind)
	case r.Status != Success:
		return VersionError{Server: r.Version, Library: c.version}
	}
	n, err := c.udp.first(c.buf[0][:], remote.Addr().Unmap(), rt.Now()+int64(c.o.StateTimeout))
	if err != nil {
		return c.stateError(err)
	}
	if n != StateSize(c.version) {
		return c.sizeError(n)
	}
	c.last = binary.LittleEndian.Uint64(c.buf[0][:])
	return nil
}

// addrPort returns the zero value for anything but TCP and UDP addresses.
func addrPort(a net.Addr) netip.AddrPort {
	switch a := a.(type) {
	case *net.TCPAddr:
		return a.AddrPort()
	case *net.UDPAddr:
		return a.AddrPort()
	}
	return netip.AddrPort{}
}

// Version returns the protocol version of the connection.
func (c *Client) Version() Version { return c.version }

// Err returns why the connection ended, or nil while it is open.
func (c *Client) Err() error { return c.tcp.failed() }

// Close ends the connection; a moving robot stops. It waits for goroutines that read or control, so no callback may call it.
func (c *Client) Close() error {
	c.closed.Do(func() {
		c.tcp.close()
		c.udp.shut()
		c.busy.Lock()
		defer c.busy.Unlock()
		_ = c.udp.close()
	})
	return nil
}

// take locks the client for a goroutine that reads states or controls, unless another one has it or an asynchronous motion
// is running.
func (c *Client) take() bool {
	if !c.busy.TryLock() {
		return false
	}
	if c.led {
		c.busy.Unlock()
		return false
	}
	return true
}

// Read waits for the next state and reads it into s: the newest, if several have arrived, and after a command one that shows
// its effect. It does not allocate.
func (c *Client) Read(s *State) error {
	if !c.take() {
		return ErrBusy
	}
	defer c.busy.Unlock()
	if err := c.tcp.failed(); err != nil {
		return err
	}
	if c.asked.Swap(false) {
		if _, err := c.drain(); err != nil {
			return err
		}
	}
	for {
		drained, err := c.receive(s)
		if err != nil || drained < stale {
			return err
		}
	}
}

// drain drops the waiting states.
func (c *Client) drain() (n int, err error) {
	for ; ; n++ {
		_, ok, err := c.udp.pending(c.buf[0][:])
		if err != nil {
			return n, c.stateError(err)
		}
		if !ok {
			return n, nil
		}
	}
}

// Lost returns the number of states since Dial that never came or were skipped in favour of a newer one. Only the goroutine
// that reads or controls may call it.
func (c *Client) Lost() uint64 { return c.lost }

// stale is the number of waiting datagrams from which on the receive buffer may have overflowed: then even the newest is
// old.
const stale = 16

// receive waits for a state that is newer than the last and decodes it. Older ones, out of order, are dropped. It returns
// how many came with it.
func (c *Client) receive(s *State) (drained int, err error) {
	until := rt.Now() + int64(c.o.StateTimeout)
	for {
		n, err := c.udp.receive(c.buf[0][:], until)
		if err != nil {
			return 0, c.stateError(err)
		}
		newest, id, others := 0, c.last, 0
		for here := 0; ; others++ {
			if n != StateSize(c.version) {
				return 0, c.sizeError(n)
			}
			if x := binary.LittleEndian.Uint64(c.buf[here][:]); x > id {
				newest, id = here, x
			}
			here = 1 - newest
			var ok bool
			if n, ok, err = c.udp.pending(c.buf[here][:]); err != nil {
				return 0, c.stateError(err)
			}
			if !ok {
				break
			}
		}
		if id == c.last {
			continue
		}
		c.gap = id - c.last - 1
		c.lost += c.gap
		c.last = id
		return others, ReadState(c.buf[newest][:StateSize(c.version)], c.version, s)
	}
}

func (c *Client) sizeError(n int) error {
	return fmt.Errorf("%w: a state of protocol %d has %d bytes, this datagram %d: the robot speaks another version "+
		"or something else sends here", ErrSize, c.version, StateSize(c.version), n)
}

func (c *Client) stateError(err error) error {
	if why := c.tcp.failed(); why != nil {
		return why
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w: no state by UDP in %v: look at the network and its firewall", ErrTimeout, c.o.StateTimeout)
	}
	return fmt.Errorf("%w: UDP: %w", ErrLost, err)
}

// sendCommand sends x.
func (c *Client) sendCommand(x *Command) error {
	c.out = AppendCommand(c.out[:0], c.version, x)
	if err := c.udp.send(c.out); err != nil {
		return c.stateError(err)
	}
	return nil
}
