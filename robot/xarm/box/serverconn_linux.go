package box

import (
	"errors"
	"net"

	"golang.org/x/sys/unix"
)

// eager returns a function that writes to a TCP connection as much as its socket accepts at once, which may be
// nothing.
func eager(c net.Conn) func(b []byte) (n int, err error) {
	t, ok := c.(*net.TCPConn)
	if !ok {
		return hasty(c)
	}
	raw, err := t.SyscallConn()
	if err != nil {
		return hasty(c)
	}
	var b []byte
	var n int
	var failed error
	try := func(fd uintptr) bool {
		n, failed = unix.SendmsgN(int(fd), b, nil, nil, unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT)
		return true
	}
	return func(data []byte) (int, error) {
		b = data
		if err := raw.Write(try); err != nil {
			return 0, err
		}
		if errors.Is(failed, unix.EAGAIN) || errors.Is(failed, unix.EINTR) {
			return 0, nil
		}
		return max(n, 0), failed
	}
}
