package franka

import (
	"errors"
	"net"
	"net/netip"
	"os"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"golang.org/x/sys/unix"
)

// socket receives states and sends commands with blocking system calls instead of Go's network poller: the poller
// would wake a control loop that is locked to its thread through another thread, sometimes 10 ms late.
type socket struct{ fd int }

// newSocket takes over c's socket; c itself is closed.
func newSocket(c *net.UDPConn) (*socket, error) {
	defer c.Close()
	fd, err := sock.Own(c)
	if err != nil {
		return nil, err
	}
	return &socket{fd}, nil
}

// first waits for the first datagram from ip and connects the socket to its sender: datagrams from others are ignored.
func (s *socket) first(b []byte, ip netip.Addr, until int64) (n int, err error) {
	for {
		if err := s.wait(until); err != nil {
			return 0, err
		}
		n, from, err := unix.Recvfrom(s.fd, b, unix.MSG_DONTWAIT)
		switch {
		case retry(err):
			continue
		case err != nil:
			return 0, err
		case from == nil:
			return 0, net.ErrClosed // shut down
		}
		if addrOf(from) != ip {
			continue
		}
		return n, unix.Connect(s.fd, from)
	}
}

func addrOf(a unix.Sockaddr) netip.Addr {
	switch a := a.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrFrom4(a.Addr)
	case *unix.SockaddrInet6:
		return netip.AddrFrom16(a.Addr).Unmap()
	}
	return netip.Addr{}
}

// retry are errors after which a call is repeated. A refusal means that nobody received an earlier command.
func retry(err error) bool {
	return errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.ECONNREFUSED)
}

// wait blocks until there is something to receive.
func (s *socket) wait(until int64) error {
	if until <= rt.Now() {
		return os.ErrDeadlineExceeded
	}
	return sock.Wait(s.fd, unix.POLLIN, until)
}

// poll waits until there is something to receive, or until the given instant; with an instant in the past it only
// checks.
func (s *socket) poll(until int64) bool {
	return !errors.Is(sock.Wait(s.fd, unix.POLLIN, until), os.ErrDeadlineExceeded)
}

// receive waits for a datagram until the given instant, ns of rt.Now.
func (s *socket) receive(b []byte, until int64) (n int, err error) {
	for {
		if err := s.wait(until); err != nil {
			return 0, err
		}
		switch n, ok, err := s.pending(b); {
		case err != nil:
			return 0, err
		case ok:
			return n, nil
		}
	}
}

// pending takes a datagram if there is one.
func (s *socket) pending(b []byte) (n int, ok bool, err error) {
	for {
		n, err := unix.Read(s.fd, b)
		switch {
		case err == unix.EINTR || err == unix.ECONNREFUSED:
		case err == unix.EAGAIN:
			return 0, false, nil
		case err != nil:
			return 0, false, err
		case n == 0:
			return 0, false, net.ErrClosed // shut down, or an empty datagram, which no robot sends
		default:
			return n, true, nil
		}
	}
}

// send sends a datagram; if the system has no room for it, it is lost, as on any network.
func (s *socket) send(b []byte) error {
	for {
		switch _, err := unix.Write(s.fd, b); {
		case err == unix.EINTR:
		case retry(err) || err == unix.ENOBUFS:
			return nil
		default:
			return err
		}
	}
}

// shut ends a call that waits here.
func (s *socket) shut() { _ = unix.Shutdown(s.fd, unix.SHUT_RDWR) }

func (s *socket) close() error { return unix.Close(s.fd) }
