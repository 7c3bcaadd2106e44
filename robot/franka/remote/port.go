package remote

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// port is a UDP socket. Sending and receiving may go on at the same time; each by one goroutine at a time.
type port struct {
	conn *net.UDPConn
	poll *poller
}

// listen opens a socket at addr. Without a key only loopback is allowed.
func listen(addr string, keyed bool) (*port, error) {
	at, err := net.ResolveUDPAddr("udp", addr)
	if err != nil {
		return nil, fmt.Errorf("remote: address %q: %w: write it as 127.0.0.1:4000", addr, err)
	}
	if !keyed && !at.IP.IsLoopback() {
		return nil, fmt.Errorf("remote: address %q is not on loopback: whoever reaches it moves the arm; use 127.0.0.1, or give both ends a key (--key FILE)", addr)
	}
	return open("udp", at)
}

// OnLoopback reports whether an address, with or without a port, is one of this machine's loopback.
func OnLoopback(addr string) bool {
	host := addr
	if h, _, err := net.SplitHostPort(addr); err == nil {
		host = h
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

func open(network string, at *net.UDPAddr) (*port, error) {
	conn, err := net.ListenUDP(network, at)
	if err != nil {
		return nil, fmt.Errorf("remote: %w", err)
	}
	p, err := newPoller(conn)
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("remote: %w", err)
	}
	return &port{conn: conn, poll: p}, nil
}

// receive waits for a datagram until the instant given, ns of rt.Now.
func (p *port) receive(b []byte, until int64) (n int, from netip.AddrPort, err error) {
	for {
		if err := p.poll.wait(p.conn, until); errors.Is(err, os.ErrDeadlineExceeded) {
			return 0, from, ErrTimeout
		} else if err != nil {
			return 0, from, err
		}
		n, from, err = p.conn.ReadFromUDPAddrPort(b)
		switch {
		case err == nil:
			return n, netip.AddrPortFrom(from.Addr().Unmap(), from.Port()), nil
		case errors.Is(err, net.ErrClosed):
			return 0, from, err
		case errors.Is(err, os.ErrDeadlineExceeded):
			return 0, from, ErrTimeout
		}
		if rt.Now() >= until { // as when an earlier datagram was refused
			return 0, from, ErrTimeout
		}
	}
}

// send sends a datagram. What the network does with it is its own affair.
func (p *port) send(b []byte, to netip.AddrPort) error {
	if _, err := p.conn.WriteToUDPAddrPort(b, to); errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

func (p *port) addr() netip.AddrPort {
	a := p.conn.LocalAddr().(*net.UDPAddr).AddrPort()
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

func (p *port) close() { _ = p.conn.Close() }

// peerWire is a Wire over UDP to one peer, on the monotonic clock. Datagrams of others go to foreign.
type peerWire struct {
	port    *port
	peer    netip.AddrPort
	seal    *seal // of schemes whose datagrams are not the link's; nil: none
	foreign func(b []byte, from netip.AddrPort)
	over    func(b []byte) bool // takes what is about the session, not the scheme
	sleep   rt.Sleeper
	out     []byte
	bad     func()
}

// Now implements Wire.
func (w *peerWire) Now() time.Duration { return time.Duration(rt.Now()) }

// Wait implements Wire.
func (w *peerWire) Wait(until time.Duration) { w.sleep.SleepUntil(int64(until)) }

// Send implements Wire.
func (w *peerWire) Send(b []byte) error {
	if w.seal != nil {
		w.out = w.seal.append(w.out[:0], b)
		b = w.out
	}
	return w.port.send(b, w.peer)
}

// Receive implements Wire.
func (w *peerWire) Receive(b []byte, until time.Duration) (int, error) {
	for strays := 0; strays < mostStrays || w.Now() < until; strays++ {
		n, from, err := w.port.receive(b, int64(until))
		switch {
		case err != nil:
			return 0, err
		case from != w.peer:
			w.foreign(b[:n], from)
			continue
		case w.over(b[:n]):
			continue
		case w.seal == nil:
			return n, nil
		}
		if n, ok := w.seal.open(b[:n]); ok {
			return n, nil
		}
		w.bad()
	}
	return 0, ErrTimeout
}

// mostStrays is how many datagrams that are not the scheme's Receive passes over when its time is up: a flood of them
// must not hold up the robot's loop.
const mostStrays = 64
