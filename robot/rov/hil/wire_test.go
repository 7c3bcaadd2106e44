package hil

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/rov"
)

var testKey = []byte("0123456789abcdef0123456789abcdef")

const page = "../../../docs/format/hil.md"

// sample is a state in which every number differs.
func sample() State {
	s := State{
		Next: math.MaxInt64, Heard: 41, Clock: 2_000_000_123, Stopped: true,
		Truth: rov.State{
			P: spatial.V(1, 2, 3), Q: spatial.Quat{W: 0.5, X: 0.5, Y: -0.5, Z: 0.5},
			Lin: spatial.V(0.1, 0.2, 0.3), Ang: spatial.V(-0.1, -0.2, -0.3),
		},
		Count: 2,
	}
	s.Time = 2 * time.Second
	s.IMU.N, s.IMU.At = 401, 2*time.Second
	s.Loch.N, s.Loch.At = 21, 1900*time.Millisecond
	s.Depth.N, s.Depth.At, s.Depth.Z = 11, 1950*time.Millisecond, 2.25
	for i, v := range s.imu() {
		*v = 0.25 + float64(i)
	}
	for i, v := range s.loch() {
		*v = 20 + float64(i)
	}
	s.Depth.Z = 2.125
	s.Proximeter.N, s.Proximeter.At, s.Proximeter.Range = 12, 1950*time.Millisecond, 4.5
	s.Sonar.N, s.Sonar.At, s.Sonar.Beams = 8, 1850*time.Millisecond, 2
	s.Sonar.Ranges[0], s.Sonar.Ranges[1] = 7.5, 20.5
	s.Near = rov.Near{Altitude: 4.25, Clearance: 3.75}
	s.Forces[0], s.Forces[1] = 12.5, -7.5
	return s
}

type datagram struct {
	name string
	b    []byte
}

// datagrams are one of every kind, and some with a key.
func datagrams(t testing.TB) []datagram {
	t.Helper()
	var asked, answered seal.Nonce
	for i := range asked {
		asked[i], answered[i] = byte(i), byte(16+i)
	}
	ask, err := NewSeal(testKey, "hello")
	if err != nil {
		t.Fatal(err)
	}
	answer, _ := NewSeal(testKey, "welcome", asked)
	to, from, _ := Seals(testKey, asked, answered)
	h := Header{Session: 0x1716151413121110, Seq: 42, Time: int64(2 * time.Second)}
	of := func(k Kind) Header { h := h; h.Kind = k; return h }
	greeting := Hello{Nonce: asked, Mode: LockStep, Thrusters: 2, Vehicle: "jack-like"}
	fresh := Hello{Nonce: asked, Mode: Free, Fresh: true}
	welcomed := Welcome{Answers: asked, Nonce: answered, State: sample(), Peer: Peer{
		Mode: LockStep, Vehicle: "jack-like", Thrusters: 2, Seed: 7, Watchdog: 200 * time.Millisecond,
		IMU: 10 * time.Millisecond, Loch: 200 * time.Millisecond, Depth: 100 * time.Millisecond,
		Proximeter: 100 * time.Millisecond, Sonar: 200 * time.Millisecond,
	}}
	s := sample()
	opened := Header{Session: h.Session, Time: h.Time}
	return []datagram{
		{"hello", AppendHello(nil, &greeting, nil)},
		{"hello with a key", AppendHello(nil, &fresh, ask)},
		{"welcome", AppendWelcome(nil, opened, &welcomed, nil)},
		{"welcome with a key", AppendWelcome(nil, opened, &welcomed, answer)},
		{"refuse", AppendRefusal(nil, &Refusal{asked, Busy, "the simulator serves another controller"})},
		{"step", AppendForces(nil, of(KindStep), []float64{12.5, -7.5}, nil)},
		{"step without forces", AppendForces(nil, of(KindStep), nil, nil)},
		{"step with a key", AppendForces(nil, of(KindStep), []float64{12.5, -7.5}, to)},
		{"reply", AppendState(nil, of(KindReply), &s, nil)},
		{"reply with a key", AppendState(nil, of(KindReply), &s, from)},
		{"thrusters", AppendForces(nil, of(KindThrusters), []float64{12.5, -7.5}, nil)},
		{"sensors", AppendState(nil, of(KindSensors), &s, nil)},
		{"bye", AppendWord(nil, of(KindBye), Ended, "the simulator has ended", nil)},
		{"fault", AppendWord(nil, of(KindFault), BadRequest, "the step goes back", nil)},
	}
}

func hexed(b []byte, indent string) string {
	var s strings.Builder
	for len(b) > 0 {
		n := min(24, len(b))
		fmt.Fprintf(&s, "%s% x\n", indent, b[:n])
		b = b[n:]
	}
	return s.String()
}

// TestGolden compares every kind of datagram with the bytes that are kept.
func TestGolden(t *testing.T) {
	var got strings.Builder
	for _, d := range datagrams(t) {
		fmt.Fprintf(&got, "%s, %d bytes\n%s\n", d.name, len(d.b), hexed(d.b, "  "))
	}
	golden.Check(t, "testdata/datagrams.txt", []byte(got.String()))
}

// TestFormat compares the examples of the format's page with what the code writes.
func TestFormat(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want, seen := map[string][]byte{}, map[string]bool{}
	for _, d := range datagrams(t) {
		want[d.name] = d.b
	}
	mark := regexp.MustCompile(`(?m)<!-- example: (.*) -->\n(?:\n((?:    .*\n)*))?`)
	got := mark.ReplaceAllFunc(text, func(b []byte) []byte {
		name := string(mark.FindSubmatch(b)[1])
		if want[name] == nil {
			t.Errorf("there is no example %q", name)
		}
		seen[name] = true
		tail := ""
		if !bytes.Contains(b, []byte("    ")) { // not filled in yet: the blank line behind it is used up
			tail = "\n"
		}
		return fmt.Appendf(nil, "<!-- example: %s -->\n\n%s%s", name, hexed(want[name], "    "), tail)
	})
	for k := KindHello; k < kindEnd; k++ {
		found := false
		for _, d := range datagrams(t) {
			found = found || Kind(d.b[5]) == k && seen[d.name]
		}
		if !found {
			t.Errorf("the page shows no example of kind %d", k)
		}
	}
	if golden.Rewrite() {
		if err := os.WriteFile(page, got, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(got, text) {
		t.Errorf("the page's examples are not what the code writes (-rewrite writes them anew):\n%s", cmp.Diff(string(text), string(got)))
	}
}

// TestSizes compares the sizes of the page's first table.
func TestSizes(t *testing.T) {
	sizes := map[string]int{
		"hello": 256, "welcome": 450 + 2*8 + 16 + len("jack-like"), "refuse": 50 + 39, "step": 33 + 16, "step without forces": 33,
		"reply": 359 + 2*8 + 16, "thrusters": 33 + 16, "sensors": 359 + 2*8 + 16, "bye": 34 + 23, "fault": 34 + 18,
	}
	for _, d := range datagrams(t) {
		if want, ok := sizes[d.name]; ok && len(d.b) != want+SizeCRC {
			t.Errorf("%s has %d bytes, not %d", d.name, len(d.b)-SizeCRC, want)
		}
		if len(d.b) > MaxDatagram {
			t.Errorf("%s has %d bytes", d.name, len(d.b))
		}
	}
	big := sample()
	big.Count, big.Sonar.Beams = MaxThrusters, rov.MaxBeams
	w := Welcome{State: big, Peer: Peer{Vehicle: strings.Repeat("x", MaxText)}}
	if n := len(AppendWelcome(nil, Header{}, &w, nil)) + seal.Size; n > MaxDatagram {
		t.Errorf("the largest welcome has %d bytes", n)
	}
}

// decode reads a datagram and writes it again.
func decode(b []byte, s *seal.Seal) ([]byte, error) {
	h, body, err := Open(b, s)
	if err != nil {
		return nil, err
	}
	switch h.Kind {
	case KindHello:
		var v Hello
		err = ReadHello(body, &v)
		b = AppendHello(nil, &v, s)
	case KindWelcome:
		var v Welcome
		if err = readWelcome(body, &v); err == nil {
			b = AppendWelcome(nil, h, &v, s)
		}
	case KindRefuse:
		var v Refusal
		err = ReadRefusal(body, &v)
		b = AppendRefusal(nil, &v)
	case KindStep, KindThrusters:
		var f [MaxThrusters]float64
		n, e := ReadForces(body, f[:])
		err = e
		b = AppendForces(nil, h, f[:n], s)
	case KindReply, KindSensors:
		var v State
		if err = readState(body, &v); err == nil {
			b = AppendState(nil, h, &v, s)
		}
	case KindBye, KindFault:
		code, text, e := ReadWord(body)
		err = e
		b = AppendWord(nil, h, code, text, s)
	}
	return b, err
}

func TestRoundTrip(t *testing.T) {
	for _, d := range datagrams(t) {
		if strings.Contains(d.name, "key") {
			continue
		}
		got, err := decode(d.b, nil)
		if err != nil || !bytes.Equal(got, d.b) {
			t.Errorf("%s: %v\n%s", d.name, err, cmp.Diff(hexed(d.b, ""), hexed(got, "")))
		}
		for n := range d.b {
			if _, err := decode(d.b[:n], nil); err == nil {
				t.Errorf("%s: cut to %d bytes it is read", d.name, n)
			}
			b := bytes.Clone(d.b)
			b[n] ^= 0x10
			if _, err := decode(b, nil); err == nil {
				t.Errorf("%s: damaged at byte %d it is read", d.name, n)
			}
		}
	}
}

func TestContentsThatMakeNoSense(t *testing.T) {
	h := Header{Kind: KindStep}
	bad := sample()
	bad.Next = -1
	for name, b := range map[string][]byte{
		"NaN force":      AppendForces(nil, h, []float64{math.NaN()}, nil),
		"infinite force": AppendForces(nil, h, []float64{math.Inf(-1)}, nil),
		"too many":       AppendForces(nil, h, make([]float64, MaxThrusters+1), nil),
		"mode":           AppendHello(nil, &Hello{Mode: Free + 1}, nil),
		"event":          AppendState(nil, Header{Kind: KindReply}, &bad, nil),
		"welcome's mode": AppendWelcome(nil, Header{}, &Welcome{Peer: Peer{Mode: Any}}, nil),
		"negative time":  AppendWelcome(nil, Header{}, &Welcome{Peer: Peer{Mode: Free, IMU: -1}}, nil),
		"code":           AppendWord(nil, Header{Kind: KindBye}, codeEnd, "", nil),
		"no code":        AppendRefusal(nil, &Refusal{}),
		"kind":           Finish(appendHeader(nil, Header{Kind: kindEnd}), 0, nil),
	} {
		if _, err := decode(b, nil); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
}

// FuzzDecode reads any bytes: what can be read is written back as it was.
func FuzzDecode(f *testing.F) {
	for _, d := range datagrams(f) {
		f.Add(d.b)
	}
	fuzz.Run(f, func(t *testing.T, b []byte) {
		if got, err := decode(b, nil); err == nil && !bytes.Equal(got, b) {
			t.Errorf("%x\nbecomes %x", b, got)
		}
		if len(b) >= SizeHeader+SizeCRC { // the same with guards that hold, to get behind them
			b = bytes.Clone(b[:len(b)-SizeCRC])
			copy(b, magic+"\x01")
			b[offFlags], b[7] = 0, 0
			b = Finish(b, 0, nil)
			if got, err := decode(b, nil); err == nil && !bytes.Equal(got, b) {
				t.Errorf("%x\nbecomes %x", b, got)
			}
		}
	})
}
