package remote

import (
	"net"
	"os"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"golang.org/x/sys/unix"
)

// poller waits for datagrams by a blocking system call instead of Go's network poller: a thread that is locked to its
// loop would otherwise be woken by way of another thread, now and then milliseconds late.
type poller struct {
	fd  int
	fds [1]unix.PollFd
}

func newPoller(c *net.UDPConn) (*poller, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, err
	}
	p := &poller{}
	return p, raw.Control(func(fd uintptr) { p.fd = int(fd) })
}

// wait blocks until there is something to receive, or until the instant given, ns of rt.Now.
func (p *poller) wait(_ *net.UDPConn, until int64) error {
	for {
		left := max(0, until-rt.Now())
		p.fds[0] = unix.PollFd{Fd: int32(p.fd), Events: unix.POLLIN}
		ts := unix.NsecToTimespec(left)
		n, err := unix.Ppoll(p.fds[:], &ts, nil)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return err
		case n > 0:
			return nil
		case left == 0:
			return os.ErrDeadlineExceeded
		}
	}
}
