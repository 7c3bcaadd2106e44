package canopen

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Socket is an end of a bus through SocketCAN.
type Socket struct {
	fd  int
	in  [frameSize]byte
	out [frameSize]byte
}

// Open opens an interface of SocketCAN, such as can0 or vcan0, which must be up: `ip link set can0 up type can bitrate
// 1000000`.
func Open(name string) (Bus, error) {
	link, err := net.InterfaceByName(name)
	if err != nil {
		return nil, fmt.Errorf("canopen: %s: %w: `ip link show type can` lists those there are", name, err)
	}
	fd, err := unix.Socket(unix.AF_CAN, unix.SOCK_RAW|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, unix.CAN_RAW)
	if err != nil {
		return nil, fmt.Errorf("canopen: this kernel has no SocketCAN (CONFIG_CAN): %w", err)
	}
	// Only frames of CANopen: data frames with short identifiers.
	filter := []unix.CanFilter{{Id: 0, Mask: flagLong | flagRemote}}
	err = errors.Join(unix.SetsockoptCanRawFilter(fd, unix.SOL_CAN_RAW, unix.CAN_RAW_FILTER, filter),
		unix.Bind(fd, &unix.SockaddrCAN{Ifindex: link.Index}))
	if err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("canopen: %s is no interface of SocketCAN, or is down: %w", name, err)
	}
	return &Socket{fd: fd}, nil
}

// Send implements Bus.
func (s *Socket) Send(f *Frame) error {
	f.encode(&s.out)
	_, err := unix.Write(s.fd, s.out[:])
	if err == unix.ENOBUFS || err == unix.EAGAIN {
		return ErrFull
	}
	return err
}

// Take implements Bus.
func (s *Socket) Take(f *Frame) (bool, error) {
	for {
		n, err := unix.Read(s.fd, s.in[:])
		switch {
		case err == unix.EAGAIN || err == unix.EINTR:
			return false, nil
		case err != nil:
			return false, err
		case n == 0:
			return false, io.EOF
		case f.decode(s.in[:n]):
			return true, nil
		}
	}
}

// Wait implements Bus.
func (s *Socket) Wait(d time.Duration) error {
	err := sock.Wait(s.fd, unix.POLLIN, rt.Now()+int64(d))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil
	}
	return err
}

// Close implements Bus.
func (s *Socket) Close() error { return unix.Close(s.fd) }
