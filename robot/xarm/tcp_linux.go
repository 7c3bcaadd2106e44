package xarm

import (
	"errors"
	"io"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// blockingConn reads and writes its socket with blocking system calls instead of Go's network poller. A control
// loop is locked to its thread. If the poller woke it, the polling thread would hand over to it, and nobody would
// poll until the runtime's monitor does, up to 10 ms later. The simulated box answers the same way.
type blockingConn struct {
	fd   int
	dead int64 // of the present call, ns of rt.Now
}

// Blocking returns a Conn over a duplicate of c's socket. The owner of c must still close it; shutting c down ends
// a call that waits here.
func Blocking(c net.Conn) (Conn, error) {
	t, ok := c.(*net.TCPConn)
	if !ok {
		return TCP(c), nil
	}
	fd, err := sock.Own(t)
	if err != nil {
		return nil, err
	}
	return &blockingConn{fd: fd}, nil
}

// SetTimeout implements Conn.
func (c *blockingConn) SetTimeout(d time.Duration) error {
	if c.fd < 0 {
		return net.ErrClosed
	}
	c.dead = rt.Now() + int64(d)
	return nil
}

// wait blocks until the socket is ready for events or the time is over.
func (c *blockingConn) wait(events int16) error {
	if c.dead <= rt.Now() {
		return os.ErrDeadlineExceeded
	}
	return sock.Wait(c.fd, events|unix.POLLHUP, c.dead)
}

// Read implements Conn.
func (c *blockingConn) Read(b []byte) (int, error) {
	if c.fd < 0 {
		return 0, net.ErrClosed
	}
	for {
		if err := c.wait(unix.POLLIN); err != nil {
			return 0, err
		}
		n, err := unix.Read(c.fd, b)
		switch {
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(b) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// Write implements Conn. The requests are far smaller than the socket's buffer.
func (c *blockingConn) Write(b []byte) (int, error) {
	if c.fd < 0 {
		return 0, net.ErrClosed
	}
	done := 0
	for done < len(b) {
		if err := c.wait(unix.POLLOUT); err != nil {
			return done, err
		}
		n, err := unix.SendmsgN(c.fd, b[done:], nil, nil, unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT)
		if err != nil && !errors.Is(err, unix.EINTR) && !errors.Is(err, unix.EAGAIN) {
			return done, err
		}
		done += max(n, 0)
	}
	return done, nil
}

// Close implements Conn.
func (c *blockingConn) Close() error {
	if c.fd < 0 {
		return nil
	}
	err := unix.Close(c.fd)
	c.fd = -1
	return err
}
