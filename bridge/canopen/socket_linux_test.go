package canopen

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// kernel is the other end of a Socket, in the kernel's place: what it writes is a packet that the Socket reads.
type kernel struct {
	t  testing.TB
	fd int
}

// socket is a Socket on a pair of packet sockets.
func socket(t testing.TB) (*Socket, *kernel) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	k := &kernel{t, fds[1]}
	t.Cleanup(func() {
		_ = unix.Close(fds[0])
		if k.fd >= 0 {
			_ = unix.Close(k.fd)
		}
	})
	return &Socket{fd: fds[0]}, k
}

// gives writes a struct can_frame (linux/can.h): can_id with its flags, len, three bytes that are padding or reserved, data.
func (k *kernel) gives(id uint32, n byte, data ...byte) {
	k.t.Helper()
	b := make([]byte, 16)
	binary.NativeEndian.PutUint32(b, id)
	b[4] = n
	copy(b[8:], data)
	k.packet(b)
}

func (k *kernel) packet(b []byte) {
	k.t.Helper()
	if n, err := unix.Write(k.fd, b); err != nil || n != len(b) {
		k.t.Fatal(n, err)
	}
}

func (k *kernel) gets() []byte {
	k.t.Helper()
	b := make([]byte, 64)
	n, err := unix.Read(k.fd, b)
	if err != nil {
		k.t.Fatal(err)
	}
	return b[:n]
}

// TestSocketSends: each frame is one packet of the kernel's layout, and a queue that is full is no other error.
func TestSocketSends(t *testing.T) {
	s, k := socket(t)
	rapid.Check(t, func(t *rapid.T) {
		f := Frame{ID: rapid.Uint16Range(0, 0x7ff).Draw(t, "id"), N: rapid.Uint8Range(0, 8).Draw(t, "n")}
		copy(f.Data[:f.N], rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "data"))
		if err := s.Send(&f); err != nil {
			t.Fatal(err)
		}
		b := k.gets()
		if len(b) != 16 || binary.NativeEndian.Uint32(b) != uint32(f.ID) || b[4] != f.N || string(b[5:8]) != "\x00\x00\x00" || string(b[8:]) != string(f.Data[:]) {
			t.Fatalf("%+v is sent as % x", f, b)
		}
	})
	var err error
	sent := 0
	for ; err == nil && sent < 1e6; sent++ {
		err = s.Send(&Frame{ID: 0x201, N: 1, Data: [8]byte{byte(sent)}})
	}
	if !errors.Is(err, ErrFull) {
		t.Fatalf("after %d frames that nobody reads: %v", sent, err)
	}
	for i := range sent - 1 {
		if b := k.gets(); b[8] != byte(i) {
			t.Fatalf("frame %d is % x", i, b)
		}
	}
	if err := s.Send(&Frame{ID: 0x201}); err != nil {
		t.Error("with room again:", err)
	}
}

// TestSocketTakes: frames of CANopen come out in their order, and what stands between them and is none is passed over.
func TestSocketTakes(t *testing.T) {
	s, k := socket(t)
	var f Frame
	if ok, err := s.Take(&f); ok || err != nil {
		t.Errorf("from an empty queue: %v, %v", ok, err)
	}
	foreign := []func(){
		func() { k.gives(unix.CAN_EFF_FLAG|0x12345, 8, 1, 2) },
		func() { k.gives(unix.CAN_EFF_FLAG|0x181, 8, 1, 2) },
		func() { k.gives(unix.CAN_RTR_FLAG|0x181, 8) },
		func() { k.gives(unix.CAN_ERR_FLAG|0x40, 8) },                               // bus off
		func() { k.gives(unix.CAN_ERR_FLAG|0x04, 8, 0, 0x20) },                      // passive: errors of receiving
		func() { k.gives(0x181, 9, 1) },                                             // longer than a frame can be
		func() { k.packet(make([]byte, 8)) },                                        // cut
		func() { k.packet([]byte{1}) },                                              // cut
		func() { k.packet(append([]byte{0x81, 1, 0, 0, 64}, make([]byte, 67)...)) }, // of CAN FD
	}
	for i, send := range foreign {
		send()
		if ok, err := s.Take(&f); ok || err != nil {
			t.Errorf("foreign frame %d: taken %v as %+v, %v", i, ok, f, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var want []Frame
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, 2*len(foreign)), 0, 20).Draw(t, "frames") {
			if i < len(foreign) {
				foreign[i]()
				continue
			}
			w := Frame{ID: rapid.Uint16Range(0, 0x7ff).Draw(t, "id"), N: rapid.Uint8Range(0, 8).Draw(t, "n")}
			copy(w.Data[:w.N], rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "data"))
			k.gives(uint32(w.ID), w.N, w.Data[:]...)
			want = append(want, w)
		}
		for _, w := range want {
			if ok, err := s.Take(&f); !ok || err != nil || f != w {
				t.Fatalf("%v, %v: %+v, want %+v", ok, err, f, w)
			}
		}
		if ok, err := s.Take(&f); ok || err != nil {
			t.Fatalf("after the last: %v, %v: %+v", ok, err, f)
		}
	})
	if n := testing.AllocsPerRun(100, func() {
		k.gives(0x181, 2, 1, 2)
		if ok, err := s.Take(&f); !ok || err != nil || s.Send(&f) != nil {
			t.Error(ok, err)
		}
	}); n > 1 { // the one is that of gives
		t.Errorf("a frame in and out allocates %v times", n)
	}
}

// TestSocketWaits: a wait ends with a frame, or with its time; an end that is gone is told by all.
func TestSocketWaits(t *testing.T) {
	s, k := socket(t)
	begin := rt.Now()
	if err := s.Wait(5 * time.Millisecond); err != nil || rt.Now()-begin < int64(5*time.Millisecond) {
		t.Errorf("with nothing there: %v after %v", err, time.Duration(rt.Now()-begin))
	}
	k.gives(0x181, 0)
	if err := s.Wait(time.Hour); err != nil {
		t.Error("with a frame there:", err)
	}
	come := make(chan error, 1)
	var f Frame
	if ok, err := s.Take(&f); !ok || err != nil {
		t.Fatal(ok, err)
	}
	go func() { come <- s.Wait(time.Hour) }()
	k.gives(0x182, 0)
	if err := <-come; err != nil {
		t.Error("with a frame that comes:", err)
	}
	if ok, err := s.Take(&f); !ok || err != nil || f.ID != 0x182 {
		t.Fatal(ok, err, f)
	}
	if err := unix.Close(k.fd); err != nil {
		t.Fatal(err)
	}
	k.fd = -1
	if err := s.Wait(time.Hour); !errors.Is(err, net.ErrClosed) {
		t.Error("from an end that is gone:", err)
	}
	if ok, err := s.Take(&f); ok || !errors.Is(err, io.EOF) {
		t.Errorf("from an end that is gone: %v, %v", ok, err)
	}
	if err := s.Send(&f); !errors.Is(err, unix.EPIPE) {
		t.Error("to an end that is gone:", err)
	}
}

// TestSocketServes: a master and a node talk through sockets, frames in pieces and PDOs among them.
func TestSocketServes(t *testing.T) {
	s, k := socket(t)
	far := &Socket{fd: k.fd}
	node, err := NewNode(7, 0, []Object{{Index: 0x2000, Size: 4, Access: ReadWrite | MappedToSend}, {Index: 0x2001, Access: ReadWrite}},
		func(f *Frame) { _ = far.Send(f) })
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- serve(far, node) }()
	pdos := 0
	m := NewMaster(s, 10*time.Second, func(f *Frame) bool {
		pdos++
		return f.ID == SentPDO(7, 1) && binary.LittleEndian.Uint32(f.Data[:]) == 0xdecade
	})
	text := []byte("a text of more than seven bytes goes in segments")
	err = errors.Join(m.Boot(7), m.Set(7, 0x2000, 0, 4, 0xdecade), m.Download(7, 0x2001, 0, text), m.Map(7, true, 1, 1, 0x20000020), m.Command(Start, 7))
	var b [maxObject]byte
	n, failed := m.Upload(7, 0x2001, 0, b[:])
	if err = errors.Join(err, failed, m.Sync()); err != nil || string(b[:n]) != string(text) {
		t.Fatalf("%q, %v", b[:n], err)
	}
	if err = m.until(func() bool { return pdos > 0 }); err != nil || pdos != 1 {
		t.Errorf("%d PDOs after the SYNC, %v", pdos, err)
	}
	if err := unix.Shutdown(s.fd, unix.SHUT_RDWR); err != nil {
		t.Fatal(err)
	}
	if err := <-over; !errors.Is(err, net.ErrClosed) {
		t.Error("the node ends with", err)
	}
}

// serve lets a node answer until its end of the bus is closed.
func serve(s *Socket, n *Node) error {
	for {
		if err := s.Wait(time.Hour); err != nil {
			return err
		}
		var f Frame
		if ok, err := s.Take(&f); err != nil {
			return err
		} else if ok {
			n.Receive(&f)
		}
	}
}

// TestOpenRefuses: what is no CAN interface is told by its name, on kernels with and without CAN.
func TestOpenRefuses(t *testing.T) {
	if _, err := Open("none-such"); err == nil || !strings.Contains(err.Error(), "none-such") || !strings.Contains(err.Error(), "ip link") {
		t.Error(err)
	}
	if _, err := Open("lo"); err == nil || !strings.Contains(err.Error(), "SocketCAN") {
		t.Error(err)
	}
}
