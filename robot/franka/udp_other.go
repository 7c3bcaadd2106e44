//go:build !linux

package franka

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// socket takes states and sends commands.
type socket struct {
	conn *net.UDPConn
	peer netip.AddrPort
}

func newSocket(c *net.UDPConn) (*socket, error) { return &socket{conn: c}, nil }

// first waits for the first datagram from ip and connects the socket to its sender: datagrams from others are ignored.
func (s *socket) first(b []byte, ip netip.Addr, until int64) (n int, err error) {
	for {
		n, from, err := s.read(b, until)
		if err != nil {
			return 0, err
		}
		if from.Addr().Unmap() == ip {
			s.peer = from
			return n, nil
		}
	}
}

func (s *socket) read(b []byte, until int64) (n int, from netip.AddrPort, err error) {
	if err := s.conn.SetReadDeadline(time.Now().Add(time.Duration(until - rt.Now()))); err != nil {
		return 0, from, err
	}
	return s.conn.ReadFromUDPAddrPort(b)
}

// receive waits for a datagram until the given instant, ns of rt.Now.
func (s *socket) receive(b []byte, until int64) (n int, err error) {
	for {
		n, from, err := s.read(b, until)
		if err != nil || from == s.peer {
			return n, err
		}
	}
}

// poll tells its caller to block instead.
func (s *socket) poll(int64) bool { return true }

// pending takes a datagram if there is one.
func (s *socket) pending(b []byte) (n int, ok bool, err error) {
	n, err = s.receive(b, rt.Now()+int64(50*time.Microsecond))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return 0, false, nil
	}
	return n, err == nil, err
}

// send sends a datagram.
func (s *socket) send(b []byte) error {
	_, err := s.conn.WriteToUDPAddrPort(b, s.peer)
	return err
}

// shut ends a call that waits here.
func (s *socket) shut() { _ = s.conn.Close() }

func (s *socket) close() error { return s.conn.Close() }
