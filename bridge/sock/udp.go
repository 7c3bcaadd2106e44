// Package sock has sockets for control loops. They wait in blocking system calls instead of Go's network poller, which
// would wake a thread that is locked to its loop from another thread, occasionally up to 10 ms late.
package sock

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Local reports whether an address, with or without a port, is a loopback address.
func Local(addr string) bool {
	host := addr
	if h, _, err := net.SplitHostPort(addr); err == nil {
		host = h
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// UDP is a socket for datagrams. One goroutine at a time may receive while another one sends.
type UDP struct {
	conn *net.UDPConn
	poll *poller
}

// Listen opens a socket at an address; the zero value is any port of this machine.
func Listen(at netip.AddrPort) (*UDP, error) {
	var local *net.UDPAddr
	if at.IsValid() {
		local = net.UDPAddrFromAddrPort(at)
	}
	conn, err := net.ListenUDP("udp", local)
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w", err)
	}
	return newUDP(conn)
}

// Dial opens a socket that receives only from the peer.
func Dial(peer netip.AddrPort) (*UDP, error) {
	conn, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(peer))
	if err != nil {
		return nil, err
	}
	return newUDP(conn)
}

func newUDP(conn *net.UDPConn) (*UDP, error) {
	p, err := newPoller(conn)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return &UDP{conn: conn, poll: p}, nil
}

// Receive waits for a datagram until the given instant, ns of rt.Now; ok is false if none came. With an instant in the
// past it only polls. It fails only if the socket is closed.
func (s *UDP) Receive(b []byte, until int64) (n int, from netip.AddrPort, ok bool, err error) {
	for {
		if err := s.poll.wait(s.conn, until); errors.Is(err, os.ErrDeadlineExceeded) {
			return 0, from, false, nil
		} else if err != nil {
			return 0, from, false, err
		}
		n, from, err = s.poll.take(s.conn, b)
		switch {
		case err == nil:
			return n, netip.AddrPortFrom(from.Addr().Unmap(), from.Port()), true, nil
		case errors.Is(err, net.ErrClosed):
			return 0, from, false, err
		}
		if rt.Now() >= until { // for example because nobody listened for an earlier datagram
			return 0, from, false, nil
		}
	}
}

// Send sends a datagram to the peer that was dialled. It does not block: a datagram for which the system has no room is
// lost, as on any network.
func (s *UDP) Send(b []byte) { s.poll.send(s.conn, b) }

// SendTo sends a datagram, which the network may lose. It fails only if the socket is closed.
func (s *UDP) SendTo(b []byte, to netip.AddrPort) error {
	if _, err := s.conn.WriteToUDPAddrPort(b, to); errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Addr is the address of this end.
func (s *UDP) Addr() netip.AddrPort {
	a := s.conn.LocalAddr().(*net.UDPAddr).AddrPort()
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

// Close closes the socket. A waiting call ends within 20 ms.
func (s *UDP) Close() { _ = s.conn.Close() }
