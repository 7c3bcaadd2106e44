package canopen

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// station is a node that lives on a Net.
type station struct{ *Node }

// rig is a master and a node on a bus.
func rig(t testing.TB, objects ...Object) (*Net, *Master, *Node) {
	t.Helper()
	net, err := NewNet(1_000_000, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var port *Port
	node, err := NewNode(7, 0, objects, func(f *Frame) { _ = port.Send(f) })
	if err != nil {
		t.Fatal(err)
	}
	port = net.Attach(station{node})
	return net, NewMaster(net.Port(), 0, nil), node
}

// TestBits holds lengths against frames whose bits were counted by hand: SYNC is 0, 00010000000, 000, 0000 and a CRC.
func TestBits(t *testing.T) {
	for _, c := range []struct {
		f    Frame
		want int
	}{
		{Frame{ID: 0x555, N: 0}, 47 + 1}, // 0 10101010101 000 0000: the seven zeros take one bit
		{Frame{ID: 0x555, N: 8, Data: [8]byte{85, 85, 85, 85, 85, 85, 85, 85}}, 111 + 0}, // the CRC may add some
	} {
		got := c.f.Bits()
		if got < c.want || got > c.want+3 {
			t.Errorf("%+v: %d bits, want %d to %d", c.f, got, c.want, c.want+3)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := Frame{ID: rapid.Uint16Range(0, 0x7ff).Draw(t, "id"), N: rapid.Uint8Range(0, 8).Draw(t, "n")}
		copy(f.Data[:], rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "data"))
		least := 47 + 8*int(f.N)
		if got := f.Bits(); got < least || got > least+(34+8*int(f.N)-1)/4 {
			t.Fatalf("%d bits", got)
		}
	})
}

// TestFrames: SocketCAN's bytes, there and back, and what is none of CANopen's.
func TestFrames(t *testing.T) {
	f, back := Frame{ID: 0x181, N: 3, Data: [8]byte{1, 2, 3}}, Frame{}
	var b [frameSize]byte
	f.encode(&b)
	if !bytes.Equal(b[:], []byte{0x81, 1, 0, 0, 3, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0}) || !back.decode(b[:]) || back != f {
		t.Errorf("% x, %+v", b, back)
	}
	for _, bad := range [][]byte{b[:8], {0x81, 1, 0, 0x80, 3, 15: 0}, {0x81, 1, 0, 0x40, 0, 15: 0}, {0x81, 1, 0, 0x20, 0, 15: 0}, {1, 0, 0, 0, 9, 15: 0}} {
		if back.decode(bad) {
			t.Errorf("% x is taken", bad)
		}
	}
}

// TestSDO: numbers and texts of any length come through, in one frame or many.
func TestSDO(t *testing.T) {
	_, m, node := rig(t, Object{Index: 0x2000, Size: 1, Access: ReadWrite}, Object{Index: 0x2001, Size: 2, Access: ReadWrite},
		Object{Index: 0x2002, Size: 4, Access: ReadWrite}, Object{Index: 0x2003, Access: ReadWrite})
	if err := m.Boot(7); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{1, 2, 4}).Draw(t, "size")
		v := rapid.Uint32().Draw(t, "value") & (1<<(8*size) - 1)
		index := map[int]uint16{1: 0x2000, 2: 0x2001, 4: 0x2002}[size]
		if err := m.Set(7, index, 0, size, v); err != nil {
			t.Fatal(err)
		}
		if got, err := m.Number(7, index, 0); err != nil || got != v {
			t.Fatal(got, err)
		}
		text := rapid.SliceOfN(rapid.Byte(), 0, maxObject).Draw(t, "text")
		if len(text) > 0 && len(text) <= 4 {
			return // such a short one would be a number
		}
		if err := m.Download(7, 0x2003, 0, text); err != nil {
			t.Fatal(err)
		}
		var b [maxObject]byte
		if n, err := m.Upload(7, 0x2003, 0, b[:]); err != nil || !bytes.Equal(b[:n], text) {
			t.Fatal(n, err)
		}
	})
	if node.Object(0x2003, 0) == nil || node.Object(0x2004, 0) != nil {
		t.Error("objects are not found")
	}
}

// TestRefusals: what a node cannot do it says, with the standard's code and the object's number.
func TestRefusals(t *testing.T) {
	_, m, _ := rig(t, Object{Index: 0x2000, Size: 1}, Object{Index: 0x2001, Size: 2, Access: ReadWrite, Check: func(v uint32) error {
		if v > 10 {
			return AbortValue
		}
		return nil
	}}, Object{Index: 0x2002, Size: 4, Access: MappedToSend})
	if err := m.Boot(7); err != nil {
		t.Fatal(err)
	}
	var small [2]byte
	_, short := m.Upload(7, 0x2002, 0, small[:])
	for _, c := range []struct {
		err  error
		want Abort
	}{
		{m.Set(7, 0x2000, 0, 1, 1), AbortReadOnly}, {m.Set(7, 0x3000, 0, 1, 1), AbortMissing}, {m.Set(7, 0x2000, 3, 1, 1), AbortSub},
		{m.Set(7, 0x2001, 0, 1, 1), AbortLength}, {m.Set(7, 0x2001, 0, 2, 11), AbortValue}, {m.Download(7, 0x2001, 0, make([]byte, maxObject+1)), AbortMemory},
		{m.Map(7, true, 1, 1, 0x20000008), AbortMapping}, {m.Map(7, false, 1, 1, 0x20020020), AbortMapping},
		{m.Map(7, true, 2, 1, 0x20020020, 0x20020020, 0x20020020), AbortTooLong}, {short, AbortLength},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%v, want %v", c.err, c.want)
		}
	}
	if err := m.Set(9, 0x2000, 0, 1, 1); !errors.Is(err, ErrSilent) || !strings.Contains(err.Error(), "node 9, object 2000:00") {
		t.Error(err)
	}
}

// TestPDO: what is mapped is sent at every n-th SYNC, and what is received is taken on at the next one.
func TestPDO(t *testing.T) {
	net, m, node := rig(t, Object{Index: 0x2000, Size: 2, Access: MappedToSend, Value: 0xABCD}, Object{Index: 0x2001, Size: 4, Access: MappedToWrite})
	var got []Frame
	m.pdo = func(f *Frame) bool { got = append(got, *f); return true }
	for _, err := range []error{m.Boot(7), m.Map(7, true, 2, 3, 0x20000010), m.Map(7, false, 1, 1, 0x20010020), m.Command(Start, 7)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	out := Frame{ID: ReceivedPDO(7, 1), N: 4, Data: [8]byte{1, 2, 3, 4}}
	for i := range 9 {
		if i == 4 {
			_ = m.Send(&out)
		}
		if node.Object(0x2001, 0).Value != 0 && i < 5 {
			t.Error("it is taken on before its SYNC")
		}
		_ = m.Sync()
		net.Advance(time.Millisecond)
		if err := m.Poll(); err != nil {
			t.Fatal(err)
		}
	}
	if v := node.Object(0x2001, 0).Value; v != 0x04030201 {
		t.Errorf("%x", v)
	}
	if len(got) != 3 || got[0] != (Frame{ID: 0x287, N: 2, Data: [8]byte{0xCD, 0xAB}}) {
		t.Errorf("%+v", got)
	}
	if n := testing.AllocsPerRun(100, func() {
		got = got[:0]
		_ = m.Send(&out)
		_ = m.Sync()
		net.Advance(time.Millisecond)
		_ = m.Poll()
	}); n != 0 {
		t.Errorf("%g allocations a cycle", n)
	}
}

// TestArbitration: of frames that wait the one with the lowest number goes first, and each takes its time.
func TestArbitration(t *testing.T) {
	net, err := NewNet(1_000_000, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := net.Port(), net.Port(), net.Port()
	for _, s := range []struct {
		from *Port
		id   uint16
	}{{a, 0x300}, {a, 0x100}, {b, 0x200}, {b, 0x80}} {
		if err := s.from.Send(&Frame{ID: s.id}); err != nil {
			t.Fatal(err)
		}
	}
	var ids []uint16
	var f Frame
	net.Advance(200 * time.Microsecond)
	for ok, _ := c.Take(&f); ok; ok, _ = c.Take(&f) {
		ids = append(ids, f.ID)
	}
	if len(ids) != 3 || ids[0] != 0x200 || ids[1] != 0x80 || ids[2] != 0x300 {
		t.Errorf("%x", ids) // the fourth would have ended later than 200 µs
	}
	if net.Busy < 190*time.Microsecond || net.Busy > 230*time.Microsecond {
		t.Errorf("busy for %v", net.Busy)
	}
}

// TestHeartbeats: both ends notice that the other is silent.
func TestHeartbeats(t *testing.T) {
	net, m, node := rig(t)
	lost := 0
	node.Lost = func() { lost++ }
	for _, err := range []error{m.Boot(7), m.Set(7, 0x1017, 0, 2, 10), m.Set(7, 0x1016, 1, 4, 127<<16|50), m.Command(Start, 0)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	net.Advance(200 * time.Millisecond)
	if err := m.Poll(); err != nil || m.Nodes[7].State != Operational || m.Nodes[7].Beats < 19 {
		t.Errorf("%+v, %v", m.Nodes[7], err)
	}
	if lost != 0 {
		t.Error("a master that never spoke is missed")
	}
	_ = m.Beat(127)
	net.Advance(45 * time.Millisecond)
	_ = m.Beat(127)
	net.Advance(45 * time.Millisecond)
	if lost != 0 {
		t.Error("missed too early")
	}
	if net.Advance(10 * time.Millisecond); lost != 1 {
		t.Errorf("missed %d times", lost)
	}
}

// FuzzNode gives a node any frames: it answers or does not, and stays alive.
func FuzzNode(f *testing.F) {
	f.Add([]byte{0x07, 0x06, 8, 0x40, 0x08, 0x10, 0, 0, 0, 0, 0, 0x80, 0, 0})
	f.Add([]byte{0x07, 0x06, 8, 0x23, 0, 0x14, 1, 7, 2, 0, 0, 0, 0, 2, 1, 7})
	var sent int
	var wrong *Frame
	n, err := NewNode(7, 0, []Object{{Index: 0x1008, Text: "a rather long name"}, {Index: 0x2000, Size: 4, Access: MappedToWrite}, {Index: 0x2001, Access: ReadWrite}}, func(f *Frame) {
		if sent++; f.N > 8 || f.ID > 0x7ff {
			x := *f
			wrong = &x
		}
	})
	if err != nil {
		f.Fatal(err)
	}
	objects := slices.Clone(n.objects)
	fuzz.Run(f, func(t *testing.T, b []byte) {
		copy(n.objects, objects) // with Boot, all that a node has: it is as new
		sent, wrong = 0, nil
		n.Boot()
		received := 0
		for len(b) >= 3 {
			x := Frame{ID: (uint16(b[0]) | uint16(b[1])<<8) & 0x7ff, N: min(b[2], 8)}
			b = b[3:]
			k := copy(x.Data[:x.N], b)
			b = b[k:]
			n.Receive(&x)
			n.Tick(time.Millisecond)
			received++
		}
		if wrong != nil {
			t.Fatalf("%+v", wrong)
		}
		if most := 2 + received*(pdos+2); sent > most {
			t.Fatalf("%d frames for %d", sent, received)
		}
	})
}
