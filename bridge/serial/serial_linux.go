// Package serial opens serial ports, and pairs of pseudo-terminals that represent a cable. It is for loops that poll for
// input instead of waiting for it.
package serial

import (
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Port is an open serial port. It must be used by one goroutine.
type Port struct {
	fd     int
	closed bool
}

// Open opens a port, such as /dev/ttyUSB0, with 8 data bits and no parity, at any rate in baud.
func Open(path string, baud int) (*Port, error) {
	if baud < 50 || baud > 12_000_000 {
		return nil, fmt.Errorf("serial: %s: %d baud: give 50 to 12000000", path, baud)
	}
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, unix.EACCES):
		return nil, fmt.Errorf("serial: %s: %w: add the user to the group that owns it, often dialout", path, err)
	case err != nil:
		return nil, fmt.Errorf("serial: %s: %w: check the cable and the name", path, err)
	}
	p := &Port{fd: fd}
	if err := p.raw(baud); err != nil {
		_ = p.Close()
		return nil, fmt.Errorf("serial: %s takes no %d baud: %w", path, baud, err)
	}
	return p, nil
}

// raw puts the terminal into raw mode.
func (p *Port) raw(baud int) error {
	t, err := unix.IoctlGetTermios(p.fd, unix.TCGETS2)
	if err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | unix.BOTHER
	t.Ispeed, t.Ospeed = uint32(baud), uint32(baud)
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 0, 0
	return errors.Join(unix.IoctlSetTermios(p.fd, unix.TCSETS2, t), unix.IoctlSetInt(p.fd, unix.TCFLSH, unix.TCIOFLUSH))
}

// Pair makes a pseudo-terminal: what is written to one end comes out at the other. Open opens the other end, at path.
func Pair() (end *Port, path string, err error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, "", fmt.Errorf("serial: no pseudo-terminal: %w", err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		_ = unix.Close(fd)
		return nil, "", fmt.Errorf("serial: no pseudo-terminal: %w", err)
	}
	return &Port{fd: fd}, fmt.Sprintf("/dev/pts/%d", n), nil
}

// Write writes all of p.
func (p *Port) Write(b []byte) (n int, err error) {
	if p.closed {
		return 0, net.ErrClosed
	}
	until := rt.Now() + int64(time.Second)
	for n < len(b) {
		k, err := unix.Write(p.fd, b[n:])
		switch {
		case err == unix.EAGAIN:
			if err := sock.Wait(p.fd, unix.POLLOUT, until); err != nil {
				return n, err
			}
		case err != nil && err != unix.EINTR:
			return n, err
		default:
			n += max(k, 0)
		}
	}
	return n, nil
}

// Take reads the bytes received so far, without waiting: 0 and nil if there are none.
func (p *Port) Take(b []byte) (int, error) {
	if p.closed {
		return 0, net.ErrClosed
	}
	n, err := unix.Read(p.fd, b)
	switch {
	case err == unix.EAGAIN || err == unix.EINTR || err == unix.EIO: // EIO: the other end of a pair is not open
		return 0, nil
	case err != nil:
		return 0, err
	}
	return n, nil
}

// Wait returns when bytes have been received, or after d.
func (p *Port) Wait(d time.Duration) error {
	if p.closed {
		return net.ErrClosed
	}
	until := rt.Now() + int64(d)
	err := sock.Wait(p.fd, unix.POLLIN, until)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil
	case errors.Is(err, net.ErrClosed): // the other end of a pair is not open; what it sent may still be there
		left := []unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLIN}}
		if _, err := unix.Poll(left, 0); err == nil && left[0].Revents&unix.POLLIN == 0 {
			time.Sleep(time.Duration(until - rt.Now()))
		}
		return nil
	}
	return err
}

// Close closes the port.
func (p *Port) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	return unix.Close(p.fd)
}
