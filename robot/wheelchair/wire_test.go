package wheelchair

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/internal/golden"
	"pgregory.net/rapid"
)

// slowCRC is CRC-16/CCITT-FALSE bit by bit, as its definition goes.
func slowCRC(b []byte) uint16 {
	c := uint16(0xFFFF)
	for _, x := range b {
		for bit := 7; bit >= 0; bit-- {
			top := c >> 15
			c <<= 1
			if top != uint16(x>>bit&1) {
				c ^= 0x1021
			}
		}
	}
	return c
}

func TestCRC(t *testing.T) {
	if c := crc([]byte("123456789")); c != 0x29B1 {
		t.Errorf("the check value is %#x", c)
	}
	rapid.Check(t, func(t *rapid.T) {
		if b := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes"); crc(b) != slowCRC(b) {
			t.Errorf("%#x, not %#x", crc(b), slowCRC(b))
		}
	})
}

// samples are one frame of every type.
func samples() map[string]*Frame {
	fs := map[string]*Frame{}
	add := func(name string, seq uint8, set func(f *Frame)) {
		f := &Frame{Seq: seq}
		set(f)
		fs[name] = f
	}
	add("hello", 1, func(f *Frame) { f.SetHello(0x1234) })
	add("drive", 2, func(f *Frame) { f.SetDrive(0.5, -0.25) })
	add("stop", 3, func(f *Frame) { f.SetStop(AtOnce) })
	add("mode", 4, func(f *Frame) { f.SetMode(Remote) })
	add("limits", 5, func(f *Frame) { f.SetLimits(KitLimits()) })
	add("welcome", 1, func(f *Frame) {
		f.SetWelcome(&Welcome{Version: 1, Nonce: 0x1234, Firmware: 0x0102, Track: 0.56, Radius: 0.17, Counts: 1024, Top: 1.6})
	})
	add("answer", 2, func(f *Frame) { f.SetAnswer(&Frame{Seq: 4, Type: TypeMode}, BadMode) })
	add("motion", 3, func(f *Frame) {
		f.SetMotion(&Motion{Time: 61_020 * time.Millisecond, Left: 1000, Right: -2, Rims: [2]float64{0.5, -0.0001}, Mode: Remote})
	})
	add("status", 4, func(f *Frame) {
		f.SetStatus(&Status{Time: 61_020 * time.Millisecond, X: 1, Y: -0.5, Buttons: 3, Mode: Remote, Faults: Silent | BatteryLow, Battery: 25.65, Charge: 0.9, Driven: 2, Bad: 7})
	})
	return fs
}

// The examples on the page of the format are what the code writes.
func TestFormat(t *testing.T) {
	want := map[string]string{}
	for name, f := range samples() { // order: each has a place of its own on the page
		want[name] = fmt.Sprintf("% x", f.Append(nil))
	}
	golden.Page(t, "../../docs/format/pmk.md", want)
}

// A drive, its bytes written down by hand from the format, its CRC by definition.
func TestDriveByHand(t *testing.T) {
	b := []byte{0xA5, 0x5A, 8, 2, 0x02, 0x20, 0xA1, 0x07, 0x00, 0x70, 0x2F, 0xFC, 0xFF} // 500000 µm/s, −250000 µrad/s
	c := slowCRC(b[2:])
	b = append(b, byte(c), byte(c>>8))
	f := samples()["drive"]
	if got := f.Append(nil); !bytes.Equal(got, b) {
		t.Errorf("% x, not % x", got, b)
	}
	if v, w, ok := f.Drive(); v != 0.5 || w != -0.25 || !ok {
		t.Errorf("%g, %g, %v", v, w, ok)
	}
}

// What is written is read again, to the line's resolution; other types and lengths are not taken for it.
func TestPayloads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		real := rapid.Float64Range(-3, 3)
		m := Motion{time.Duration(rapid.Uint32().Draw(t, "time")) * time.Millisecond, rapid.Int32().Draw(t, "left"), rapid.Int32().Draw(t, "right"),
			[2]float64{real.Draw(t, "rim"), real.Draw(t, "rim")}, Mode(rapid.IntRange(0, 3).Draw(t, "mode"))}
		var f Frame
		f.SetMotion(&m)
		var got Motion
		if !f.Motion(&got) {
			t.Fatal("a motion is not read")
		}
		for i := range m.Rims {
			if math.Abs(m.Rims[i]-got.Rims[i]) > tenth {
				t.Fatalf("%g, not %g", got.Rims[i], m.Rims[i])
			}
		}
		if got.Rims = m.Rims; got != m {
			t.Fatalf("%+v, not %+v", got, m)
		}
		s := Status{Time: m.Time, X: real.Draw(t, "x") / 3, Y: real.Draw(t, "y") / 3, Buttons: 7, Mode: m.Mode, Faults: Fault(rapid.Uint16().Draw(t, "faults")),
			Battery: 24.5, Charge: float64(rapid.IntRange(0, 100).Draw(t, "charge")) / 100, Driven: 200, Bad: 3}
		f.SetStatus(&s)
		var back Status
		if !f.Status(&back) || math.Abs(back.X-s.X) > milli || math.Abs(back.Y-s.Y) > milli || math.Abs(back.Battery-24.5) > milli {
			t.Fatalf("%+v, not %+v", back, s)
		}
		if back.X, back.Y, back.Battery = s.X, s.Y, s.Battery; back != s || f.Motion(&got) {
			t.Fatalf("%+v, not %+v", back, s)
		}
	})
	var f Frame
	f.SetDrive(math.NaN(), 1e9)
	if v, w, _ := f.Drive(); v != 0 || math.Abs(w-math.MaxInt32*micro) > 1e-6 {
		t.Errorf("%g, %g", v, w)
	}
	f.SetMotion(&Motion{})
	f.P[16] = 9
	if f.Motion(&Motion{}) {
		t.Error("a mode that does not exist is read")
	}
}

// split gives bytes to a splitter in pieces.
func split(s *Splitter, b []byte, piece int) (fs []Frame) {
	var f Frame
	for len(b) > 0 {
		p := b[:min(piece, len(b))]
		b = b[len(p):]
		for len(p) > 0 {
			p = p[s.Put(p):]
			for s.Next(&f) {
				fs = append(fs, f)
			}
		}
	}
	return fs
}

// Whatever comes between frames, in whatever pieces it comes, every frame is found that does not begin within bytes which are
// a frame by chance, and nothing is found that is not there, byte for byte.
func TestSplitter(t *testing.T) {
	junk := rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 30),
		rapid.SliceOfN(rapid.SampledFrom([]byte{start0, start1, 0, 1, 8, 17, 255}), 0, 30),
		rapid.Custom(func(t *rapid.T) []byte { // a frame that is cut, or damaged
			b := drawn(t).Append(nil)
			if i := rapid.IntRange(0, len(b)-1).Draw(t, "at"); rapid.Bool().Draw(t, "cut") {
				return b[:i]
			} else {
				b[i] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
			}
			return b
		}),
	)
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		var sent []*Frame
		var places []int
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			stream = append(stream, junk.Draw(t, "junk")...)
			places, sent = append(places, len(stream)), append(sent, drawn(t))
			stream = sent[len(sent)-1].Append(stream)
		}
		size := len(stream)
		stream = append(stream, make([]byte, MaxFrame)...) // whatever began before is over after these
		var s Splitter
		got := split(&s, stream, rapid.IntRange(1, 60).Draw(t, "piece"))
		// Read by definition: where a frame stands, it is taken whole, and everything else is passed by.
		var want []Frame
		chance, taken := 0, map[int]bool{}
		for at := 0; at < size; {
			n := whole(stream[at:])
			if n == 0 {
				at++
				continue
			}
			f := Frame{N: stream[at+2], Seq: stream[at+3], Type: Type(stream[at+4])}
			copy(f.P[:], stream[at+5:at+n-2])
			want, taken[at] = append(want, f), true
			at += n
		}
		if len(got) != len(want) {
			t.Fatalf("%d frames, not %d", len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("frame %d is %+v, not %+v", i, got[i], want[i])
			}
		}
		for at := range taken { // order: they are counted
			if !contains(places, at) {
				chance++
			}
		}
		for i, at := range places {
			if !taken[at] && chance == 0 {
				t.Fatalf("frame %d of those sent is lost, and no bytes were a frame by chance", i)
			}
		}
	})
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// whole returns how many bytes the frame at the start of b has, 0 where there is none.
func whole(b []byte) int {
	if len(b) < Overhead || b[0] != 0xA5 || b[1] != 0x5A || b[2] > MaxPayload || len(b) < Overhead+int(b[2]) {
		return 0
	}
	n := Overhead + int(b[2])
	if c := slowCRC(b[2 : n-2]); b[n-2] != byte(c) || b[n-1] != byte(c>>8) {
		return 0
	}
	return n
}

func drawn(t *rapid.T) *Frame {
	f := &Frame{Seq: rapid.Byte().Draw(t, "seq"), Type: Type(rapid.Byte().Draw(t, "type"))}
	p := rapid.SliceOfN(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte{start0, start1})), 0, MaxPayload).Draw(t, "payload")
	f.N = uint8(copy(f.P[:], p))
	return f
}

// FuzzSplitter: any bytes, in pieces; what is found is there, and no byte is counted twice.
func FuzzSplitter(f *testing.F) {
	for _, s := range samples() { // order: seeds of a corpus
		b := s.Append(nil)
		f.Add(b, uint8(3))
		f.Add(append(append(b[:len(b)-3:len(b)-3], b...), 0xA5, 0x5A), uint8(200))
	}
	fuzz.Run(f, func(t *testing.T, b []byte, piece uint8) {
		var s Splitter
		n := uint64(0)
		for _, x := range split(&s, b, int(piece)+1) {
			raw := x.Append(nil)
			if !bytes.Contains(b, raw) {
				t.Fatalf("% x is not there", raw)
			}
			n += uint64(len(raw))
			var m Motion
			var st Status
			var w Welcome
			var l Limits
			if x.Status(&st) && (math.Abs(st.X) > 1 || st.Charge > 1) || x.Motion(&m) && m.Mode > Halted || x.Welcome(&w) && w.Track < 0 || x.Limits(&l) && l.V < 0 {
				t.Fatalf("%+v is read", x)
			}
		}
		if n+s.Skipped+uint64(s.n) != uint64(len(b)) {
			t.Fatalf("%d bytes of frames, %d skipped, %d kept, of %d", n, s.Skipped, s.n, len(b))
		}
	})
}

// What is wrong with limits is said, all at once.
func TestLimitsCheck(t *testing.T) {
	err := Limits{V: 9, Back: math.NaN(), W: 1, A: 1, Alpha: 1, J: 1}.Check()
	for _, want := range []string{"V is 9", "Back is NaN", "Angled is 0"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: nothing of %q", err, want)
		}
	}
	if err := KitLimits().Check(); err != nil {
		t.Error(err)
	}
	if got := (Silent | RightStuck).String(); got != "master silent, right wheel stuck" {
		t.Error(got)
	}
}
