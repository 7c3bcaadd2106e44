package franka

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"
)

// TestClosedClientLeavesFilesAlone opens other sockets after Close, one of which gets the number of the client's. A loop
// must not read from it.
func TestClosedClientLeavesFilesAlone(t *testing.T) {
	c := newPeer(t, Version5).dial(Options{})
	was := c.udp.fd
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		other, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		raw, err := other.SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		fd := -1
		if err := raw.Control(func(n uintptr) { fd = int(n) }); err != nil {
			t.Fatal(err)
		}
		if fd != was {
			continue
		}
		if _, err := other.WriteTo([]byte{7}, other.LocalAddr()); err != nil {
			t.Fatal(err)
		}
		err = c.JointPositions(context.Background(), Loop{}, nil)
		if !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		b := make([]byte, 10)
		_ = other.SetReadDeadline(time.Now().Add(time.Minute))
		if n, err := other.Read(b); n != 1 || err != nil {
			t.Errorf("another's datagram is gone: %d bytes, %v", n, err)
		}
		return
	}
	t.Log("no socket got the same number")
}
