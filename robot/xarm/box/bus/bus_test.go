package bus

import (
	"bytes"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func lineWith(d ...Device) *Line { return &Line{Baud: d[0].Baud(), Devices: d} }

// ask sends a request and returns the answer without its unit.
func ask(t *testing.T, l *Line, request ...byte) []byte {
	t.Helper()
	a, ok := l.Ask(request, nil)
	if !ok || a[0] != request[0] {
		t.Fatalf("% x: % x, %v", request, a, ok)
	}
	return a[1:]
}

func TestModbus(t *testing.T) {
	l := lineWith(&Slave{Address: 1, Rate: 115200})
	for _, c := range []struct{ ask, want []byte }{
		{[]byte{1, 6, 0, 10, 0x12, 0x34}, []byte{6, 0, 10, 0x12, 0x34}},
		{[]byte{1, 16, 0, 11, 0, 2, 4, 1, 2, 3, 4}, []byte{16, 0, 11, 0, 2}},
		{[]byte{1, 3, 0, 10, 0, 3}, []byte{3, 6, 0x12, 0x34, 1, 2, 3, 4}},
		{[]byte{1, 4, 0, 10, 0, 1}, []byte{4, 2, 0x12, 0x34}},
		{[]byte{1, 3, 0x10, 0, 0, 1}, []byte{0x83, illegalAddress}},
		{[]byte{1, 3, 0, 0, 0, 0}, []byte{0x83, illegalValue}},
		{[]byte{1, 3, 0, 0}, []byte{0x83, illegalValue}},
		{[]byte{1, 16, 0, 0, 0, 2, 4, 1}, []byte{0x90, illegalValue}},
		{[]byte{1, 43, 0, 0, 0, 1}, []byte{0xAB, illegalFunction}},
	} {
		if got := ask(t, l, c.ask...); !bytes.Equal(got, c.want) {
			t.Errorf("% x: % x, want % x", c.ask, got, c.want)
		}
	}
	if _, ok := l.Ask([]byte{2, 3, 0, 0, 0, 1}, nil); ok {
		t.Error("an answer from nobody")
	}
	l.Baud = 9600
	if _, ok := l.Ask([]byte{1, 3, 0, 0, 0, 1}, nil); ok {
		t.Error("an answer at another rate")
	}
	// The frame that the Modbus guide has as an example of a checksum: 02 07 41 12.
	if c := Checksum([]byte{2, 7}); c != 0x1241 {
		t.Errorf("checksum %#x", c)
	}
}

func TestRobotiqIsActivatedAndCloses(t *testing.T) {
	g := &Robotiq{}
	l := lineWith(g)
	status := func() []byte { return ask(t, l, 9, 3, 0x07, 0xD0, 0, 3)[2:] }
	ask(t, l, 9, 16, 0x03, 0xE8, 0, 3, 6, 1, 0, 0, 0, 0, 0)
	if s := status(); s[0]>>4&3 != 1 {
		t.Errorf("status % x while it wakes", s)
	}
	l.Step(1.1)
	if s := status(); s[0]>>4&3 != 3 {
		t.Errorf("status % x when it is awake", s)
	}
	ask(t, l, 9, 16, 0x03, 0xE8, 0, 3, 6, 9, 0, 0, 0xFF, 0xFF, 0xFF)
	l.Step(0.1)
	if s := status(); s[0]>>6 != 0 || s[3] != 0xFF || s[4] == 0 || s[4] == 0xFF {
		t.Errorf("status % x while it closes", s)
	}
	for range 20 {
		l.Step(0.1)
	}
	if s := status(); s[0]>>6 != 3 || s[4] != 0xFF {
		t.Errorf("status % x when it is closed", s)
	}
}

func TestAGripperThatIsOffStays(t *testing.T) {
	for _, bio := range []bool{false, true} {
		g := NewGripper(bio)
		l := lineWith(g)
		begin := g.Position()
		ask(t, l, 8, 16, 7, 0, 0, 2, 4, 0, 0, 0, 80)
		l.Step(5)
		if g.Position() != begin {
			t.Errorf("bio %v: it moves to %g", bio, g.Position())
		}
		ask(t, l, 8, 6, 1, 0, 0, 1)
		ask(t, l, 8, 16, 7, 0, 0, 2, 4, 0, 0, 0, 80)
		l.Step(5)
		if g.Position() != 80 {
			t.Errorf("bio %v: at %g", bio, g.Position())
		}
		a, _ := l.Ask([]byte{8, 3, 0x0B, 0x10, 0, 16}, nil)
		if (a[1] == 3) != bio { // only the one for biology tells its number
			t.Errorf("bio %v: % x", bio, a)
		}
	}
}

// FuzzAsk: whatever is on the line, an answer fits into a frame and devices stay within their ways.
func FuzzAsk(f *testing.F) {
	for _, b := range [][]byte{{8, 3, 7, 2, 0, 2}, {8, 16, 7, 0, 0, 2, 4, 0, 0, 1, 0}, {1, 6, 10, 10, 0, 1}, {9, 16, 3, 0xE8, 0, 3, 6, 9, 0, 0, 9, 9, 9}, {1, 3, 0, 0, 0, 123}} {
		f.Add(b, b)
	}
	fuzz.Run(f, func(t *testing.T, a, b []byte) {
		track, gripper := NewTrack(), NewGripper(false)
		l := &Line{Baud: 2000000, Devices: []Device{track, gripper}}
		for _, request := range [][]byte{a, b, a} {
			if answer, ok := l.Ask(request, nil); ok && len(answer) > 256 {
				t.Fatalf("%d bytes", len(answer))
			}
			l.Step(0.5)
		}
		if p := track.Position(); !(p >= 0 && p <= 700) {
			t.Fatalf("track at %g mm", p)
		}
		if p := gripper.Position(); !(p >= -10 && p <= 850) {
			t.Fatalf("gripper at %g", p)
		}
	})
}
