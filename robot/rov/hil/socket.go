package hil

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// socket is a UDP socket. One goroutine at a time receives and one sends, both at the same time if they like.
type socket struct {
	conn *net.UDPConn
	poll *poller
}

// listen opens a socket at an address.
func listen(at netip.AddrPort) (*socket, error) {
	conn, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
	if err != nil {
		return nil, fmt.Errorf("hil: the simulator cannot listen: %w", err)
	}
	return newSocket(conn)
}

// dial opens a socket that hears nobody but the peer.
func dial(peer netip.AddrPort) (*socket, error) {
	conn, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(peer))
	if err != nil {
		return nil, fmt.Errorf("hil: %w", err)
	}
	return newSocket(conn)
}

func newSocket(conn *net.UDPConn) (*socket, error) {
	p, err := newPoller(conn)
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("hil: %w", err)
	}
	return &socket{conn: conn, poll: p}, nil
}

// receive waits for a datagram until the instant given, ns of rt.Now; ok is false when none came. One in the past only
// looks. The error is of a socket that is closed.
func (s *socket) receive(b []byte, until int64) (n int, from netip.AddrPort, ok bool, err error) {
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
		if rt.Now() >= until { // as when nobody listened to an earlier datagram
			return 0, from, false, nil
		}
	}
}

// send sends a datagram to the peer that was dialled. It does not block: what the system has no room for is lost, as on any
// network.
func (s *socket) send(b []byte) { s.poll.send(s.conn, b) }

// sendTo sends a datagram.
func (s *socket) sendTo(b []byte, to netip.AddrPort) { _, _ = s.conn.WriteToUDPAddrPort(b, to) }

func (s *socket) addr() netip.AddrPort {
	a := s.conn.LocalAddr().(*net.UDPAddr).AddrPort()
	return netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
}

func (s *socket) close() { _ = s.conn.Close() }
