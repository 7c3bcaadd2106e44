package sick

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/math/nav"
	"pgregory.net/rapid"
)

// sample is a scan of four beams.
func sample() *Data {
	return &Data{
		Version: 1, Device: 1, Serial: 0xB96518, Telegram: 0x99, Counter: 0x9A, Start: 0x13C8E59, Sent: 0x13D5659, Outputs: [2]uint8{8, 0},
		Frequency: 1500, Rate: 162, Scale: 1, First: -450000, Step: 3333, Distances: []uint16{1000, NoEcho, Dazzled, 0xFFFF},
	}
}

// talk is what the page shows of host and scanner.
func talk() map[string]string {
	return map[string]string{
		"ask":    "sRN DeviceIdent",
		"answer": "sRA DeviceIdent 6 TiM561 E V2.60-15.02.17",
		"scan":   string(sample().Append([]byte("sSN LMDscandata"))),
	}
}

// The examples on the page of the format are what the code writes.
func TestFormat(t *testing.T) { golden.Page(t, "../../docs/format/cola.md", talk()) }

// A scan as devices of the family send it, with intensities and a name that has a space, word by word from the listing of
// telegrams.
func TestForeignScan(t *testing.T) {
	text := "1 1 B96518 0 0 99 9A 13C8E59 13C9CBE 0 0 8 0 0 5DC A2 0 1 DIST1 3F800000 00000000 FFF92230 D05 5 2B 0 F 10 1F40 " +
		"1 RSSI1 3F800000 00000000 FFF92230 D05 5 1 2 3 4 5 0 1 A Scipio LRF 0 0 0"
	var d Data
	r := Read([]byte(text))
	if err := d.Parse(&r); err != nil {
		t.Fatal(err)
	}
	if d.Serial != 0xB96518 || d.Counter != 0x9A || d.Frequency != 1500 || d.Rate != 162 || d.First != -450000 || d.Step != 3333 || d.Outputs[0] != 8 ||
		d.Began() != 0x13C8E59*time.Microsecond {
		t.Errorf("%+v", d)
	}
	var s nav.Scan
	d.Scan(&s, nav.Pose{X: 1}, 0.05, 7)
	for i, want := range []float64{0.043, math.Inf(1), math.NaN(), 0.016, math.Inf(1)} {
		if want < 0.05 {
			want = math.NaN() // nearer than the scanner measures
		}
		if got := s.Ranges[i]; got != want && !(got != got && want != want) {
			t.Errorf("beam %d: %g, not %g", i, got, want)
		}
	}
	if math.Abs(s.First+135*math.Pi/180) > 1e-9 || s.Step != math.Pi/540 || math.Abs(s.Turn-4/16200.0) > 1e-12 || s.Mount.X != 1 {
		t.Errorf("%+v", s)
	}
}

// What is written is read again.
func TestScansComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &Data{
			Version: rapid.Uint16().Draw(t, "version"), Serial: rapid.Uint32().Draw(t, "serial"), Counter: rapid.Uint16().Draw(t, "counter"),
			Status: [2]uint8{rapid.Uint8().Draw(t, "status"), 0}, Start: rapid.Uint32().Draw(t, "start"), Sent: rapid.Uint32().Draw(t, "sent"),
			Frequency: rapid.Uint32().Draw(t, "frequency"), Rate: rapid.Uint32Range(1, math.MaxUint32).Draw(t, "rate"),
			Scale: rapid.SampledFrom([]float64{1, 2, 0.5}).Draw(t, "scale"), First: rapid.Int32().Draw(t, "first"), Step: rapid.Uint16Range(1, math.MaxUint16).Draw(t, "step"),
			Distances: rapid.SliceOfN(rapid.Uint16(), 1, 50).Draw(t, "distances"),
		}
		got := Data{Distances: make([]uint16, 3)}
		r := Read(d.Append(nil)[1:])
		if err := got.Parse(&r); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Append(nil), d.Append(nil)) {
			t.Fatalf("%+v, not %+v", got, d)
		}
	})
}

// Numbers as hosts and scanners write them.
func TestNumbers(t *testing.T) {
	r := Read([]byte("FF +255 0000ff -450000 FFF92230 +12 41200000 3 a b"))
	if a, b, c := r.Uint(8), r.Uint(8), r.Uint(16); a != 255 || b != 255 || c != 255 {
		t.Errorf("%d %d %d", a, b, c)
	}
	if a, b, c := r.Int32(), r.Int32(), r.Int32(); a != -450000 || b != -450000 || c != 12 {
		t.Errorf("%d %d %d", a, b, c)
	}
	if f, s := r.Float(), r.Text(); f != 10 || string(s) != "a b" || r.More() || r.Err() != nil {
		t.Errorf("%g %q %v", f, s, r.Err())
	}
	for _, bad := range []string{"", "G", "+", "-1", "100", "12345678123456781", "1 2"} {
		r := Read([]byte(bad))
		r.Uint(8)
		if bad == "1 2" {
			r.Word()
			r.Word()
		}
		if r.Err() == nil {
			t.Errorf("%q is a number", bad)
		}
	}
	for _, bad := range []string{"5 abc", "2 abc", "7F800000"} {
		r := Read([]byte(bad))
		if bad == "7F800000" {
			r.Float()
		} else {
			r.Text()
		}
		if r.Err() == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// Telegrams are found whatever stands between them and in whatever pieces they come; one that is too long is skipped.
func TestSplitter(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("sRNA 019F")), 1, 20, -1)
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		var want []string
		for range rapid.IntRange(0, 6).Draw(t, "telegrams") {
			stream = append(stream, word.Draw(t, "junk")...)
			if rapid.Bool().Draw(t, "cut") {
				stream = append(append(stream, STX), word.Draw(t, "half")...)
			}
			want = append(want, word.Draw(t, "text"))
			stream = Frame(stream, want[len(want)-1])
		}
		var s Splitter
		var got []string
		for piece := rapid.IntRange(1, 50).Draw(t, "piece"); len(stream) > 0; {
			for b := stream[:min(piece, len(stream))]; len(b) > 0; {
				n, text := s.Put(b)
				if b, stream = b[n:], stream[n:]; text != nil {
					got = append(got, string(text))
				}
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("%q, not %q", got, want)
		}
	})
	var s Splitter
	if _, text := s.Put(Frame(nil, strings.Repeat("x", MaxTelegram+1))); text != nil {
		t.Error("a telegram that is too long is taken")
	}
	if _, text := s.Put(Frame(nil, "sRN x")); string(text) != "sRN x" {
		t.Errorf("%q after it", text)
	}
}

// A clock that runs evenly is followed within what telegrams are held up, over its wrapping around; drift is followed too, and
// a jump is told.
func TestClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Clock
		base := rapid.Uint32().Draw(t, "base")
		skew := rapid.Float64Range(-2e-4, 2e-4).Draw(t, "skew")
		late := time.Duration(0)
		for i := range 200 {
			at := time.Duration(i) * 66_667 * time.Microsecond // when it was sent, on the host's clock
			sent := base + uint32(float64(at.Microseconds())*(1+skew))
			late = time.Duration(rapid.IntRange(0, 20).Draw(t, "late")) * time.Millisecond
			got := c.Host(sent-60_000, sent, at+late)
			if off := got - (at - 60*time.Millisecond); off < -4*time.Millisecond || off > 21*time.Millisecond {
				t.Fatalf("scan %d is %v off", i, off)
			}
		}
		if c.Jumps != 0 {
			t.Fatalf("%d jumps", c.Jumps)
		}
		at := 200 * 66_667 * time.Microsecond
		sent := base + uint32(at.Microseconds()) + 3_000_000
		if got := c.Host(sent-60_000, sent, at); c.Jumps != 1 || got != at-60*time.Millisecond {
			t.Fatalf("after a jump: %v, %d", got, c.Jumps)
		}
	})
}

// FuzzScan: any text; what is read can be written and is then the same.
func FuzzScan(f *testing.F) {
	f.Add(sample().Append(nil)[1:])
	f.Add([]byte("1 1 B96518 0 0 99 9A 13C8E59 13C9CBE 0 0 8 0 0 5DC A2 1 5 6 2 RSSI1 3F800000 0 0 1 1 5 DIST1 3F800000 00000000 FFF92230 D05 2 2B 0"))
	var d, again Data
	fuzz.Run(f, func(t *testing.T, text []byte) {
		r := Read(text)
		if d.Parse(&r) != nil {
			return
		}
		b := d.Append(nil)
		r = Read(b[1:])
		if err := again.Parse(&r); err != nil || !bytes.Equal(again.Append(nil), b) {
			t.Fatalf("%q: %v", b, err)
		}
		var s nav.Scan
		d.Scan(&s, nav.Pose{}, 0.05, 10)
		for _, x := range s.Ranges {
			if x < 0.05 || x > 10 && !math.IsInf(x, 1) {
				t.Fatalf("a distance of %g", x)
			}
		}
	})
}

// wire is a Conn that gives a stream of bytes and takes anything.
type wire struct{ rest []byte }

func (w *wire) Write(p []byte) (int, error) { return len(p), nil }
func (w *wire) Take(p []byte) (int, error) {
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}
func (w *wire) Wait(time.Duration) error { return nil }
func (w *wire) Close() error             { return nil }

// FuzzClient: a scanner that says anything; the client stays as it is.
func FuzzClient(f *testing.F) {
	for _, s := range talk() { // order: seeds of a corpus
		f.Add(Frame(nil, s))
	}
	f.Add(append(Frame(nil, "sFA 5"), Frame(Frame(nil, "sEA LMDscandata 1"), "sSN LMDscandata")...))
	fuzz.Run(f, func(t *testing.T, b []byte) {
		c := NewClient(&wire{b}, 0)
		if _, _, err := c.Ident(); err == nil && !bytes.Contains(b, []byte("DeviceIdent")) {
			t.Fatal("an answer that nobody gave")
		}
		if err := c.Poll(); err != nil {
			t.Fatal(err)
		}
	})
}
