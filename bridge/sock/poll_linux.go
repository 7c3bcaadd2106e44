package sock

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"golang.org/x/sys/unix"
)

// Wait blocks until the socket fd is ready for the events, POLLIN or POLLOUT, or until the given instant, ns of rt.Now,
// when it returns os.ErrDeadlineExceeded. With an instant in the past it only polls. For a socket that is shut down it
// returns net.ErrClosed, unless POLLHUP is among the events, because a stream has an end to read.
func Wait(fd int, events int16, until int64) error {
	for {
		left := max(0, until-rt.Now())
		fds := [1]unix.PollFd{{Fd: int32(fd), Events: events}}
		ts := unix.NsecToTimespec(left)
		n, err := unix.Ppoll(fds[:], &ts, nil)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return err
		case fds[0].Revents&(unix.POLLHUP|unix.POLLNVAL)&^events != 0:
			return net.ErrClosed
		case n > 0:
			return nil
		case left == 0:
			return os.ErrDeadlineExceeded
		}
	}
}

// Own returns a duplicate of a connection's socket, for blocking calls. The caller closes it.
func Own(c syscall.Conn) (fd int, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return -1, err
	}
	var failed error
	if err := raw.Control(func(of uintptr) { fd, failed = unix.FcntlInt(of, unix.F_DUPFD_CLOEXEC, 0) }); err != nil {
		return -1, err
	}
	return fd, failed
}

// poller waits for the datagrams of a socket that Go owns.
type poller struct {
	raw syscall.RawConn

	armed int64 // the read deadline that is set
	until int64
	err   error
	look  func(fd uintptr) // bound once

	out []byte
	put func(fd uintptr) // bound once
}

func newPoller(c *net.UDPConn) (*poller, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, err
	}
	p := &poller{raw: raw}
	p.look, p.put = p.block, p.write
	return p, nil
}

// slice bounds one system call, because a socket that is closed meanwhile stays open until the call returns.
const slice = int64(20e6)

// wait blocks until there is something to receive, or until the given instant, ns of rt.Now.
func (p *poller) wait(_ *net.UDPConn, until int64) error {
	for {
		p.until = min(until, rt.Now()+slice)
		if err := p.raw.Control(p.look); err != nil {
			return net.ErrClosed
		}
		if p.err != os.ErrDeadlineExceeded || rt.Now() >= until {
			return p.err
		}
	}
}

// take reads the datagram that wait has seen. If its checksum is wrong the system drops it after wait has seen it, and
// then the read must not wait for another one. The read deadline is moved only occasionally, not for every datagram,
// and may have passed if the process was suspended; then the second read is decisive.
func (p *poller) take(c *net.UDPConn, b []byte) (n int, from netip.AddrPort, err error) {
	for range 2 {
		if now := rt.Now(); p.armed-now < slice/2 {
			p.armed = now + slice
			if err := c.SetReadDeadline(time.Now().Add(time.Duration(slice))); err != nil {
				return 0, from, err
			}
		}
		if n, from, err = c.ReadFromUDPAddrPort(b); !errors.Is(err, os.ErrDeadlineExceeded) {
			break
		}
	}
	return n, from, err
}

func (p *poller) block(fd uintptr) { p.err = Wait(int(fd), unix.POLLIN, p.until) }

// send writes without blocking. One goroutine at a time.
func (p *poller) send(_ *net.UDPConn, b []byte) {
	p.out = b
	_ = p.raw.Control(p.put)
}

func (p *poller) write(fd uintptr) {
	if _, err := unix.Write(int(fd), p.out); err == unix.ECONNREFUSED { // of an earlier datagram
		_, _ = unix.Write(int(fd), p.out)
	}
}
