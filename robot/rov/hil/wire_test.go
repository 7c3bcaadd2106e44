package hil

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/rov"
)

var rewrite = flag.Bool("rewrite", false, "write testdata and the examples of docs/format/hil.md anew")

const (
	page   = "../../../docs/format/hil.md"
	golden = "testdata/datagrams.txt"
)

// sample is a state in which every number differs.
func sample() state {
	s := state{
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
	ask, err := newSeal(testKey, "hello")
	if err != nil {
		t.Fatal(err)
	}
	answer, _ := newSeal(testKey, "welcome", asked)
	to, from, _ := seals(testKey, asked, answered)
	h := header{session: 0x1716151413121110, seq: 42, time: int64(2 * time.Second)}
	of := func(k kind) header { h := h; h.kind = k; return h }
	greeting := hello{nonce: asked, mode: LockStep, thrusters: 2, vehicle: "jack-like"}
	fresh := hello{nonce: asked, mode: Free, fresh: true}
	welcomed := welcome{answers: asked, nonce: answered, state: sample(), peer: Peer{
		Mode: LockStep, Vehicle: "jack-like", Thrusters: 2, Seed: 7, Watchdog: 200 * time.Millisecond,
		IMU: 10 * time.Millisecond, Loch: 200 * time.Millisecond, Depth: 100 * time.Millisecond,
	}}
	s := sample()
	opened := header{session: h.session, time: h.time}
	return []datagram{
		{"hello", appendHello(nil, &greeting, nil)},
		{"hello with a key", appendHello(nil, &fresh, ask)},
		{"welcome", appendWelcome(nil, opened, &welcomed, nil)},
		{"welcome with a key", appendWelcome(nil, opened, &welcomed, answer)},
		{"refuse", appendRefuse(nil, &refuse{asked, Busy, "the simulator serves another controller"})},
		{"step", appendForces(nil, of(kindStep), []float64{12.5, -7.5}, nil)},
		{"step without forces", appendForces(nil, of(kindStep), nil, nil)},
		{"step with a key", appendForces(nil, of(kindStep), []float64{12.5, -7.5}, to)},
		{"reply", appendState(nil, of(kindReply), &s, nil)},
		{"reply with a key", appendState(nil, of(kindReply), &s, from)},
		{"thrusters", appendForces(nil, of(kindThrusters), []float64{12.5, -7.5}, nil)},
		{"sensors", appendState(nil, of(kindSensors), &s, nil)},
		{"bye", appendWord(nil, of(kindBye), Ended, "the simulator has ended", nil)},
		{"fault", appendWord(nil, of(kindFault), BadRequest, "the step goes back", nil)},
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
	if *rewrite {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("the codec writes other bytes (-rewrite keeps them):\n%s", d)
	}
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
	for k := kindHello; k < kindEnd; k++ {
		found := false
		for _, d := range datagrams(t) {
			found = found || kind(d.b[5]) == k && seen[d.name]
		}
		if !found {
			t.Errorf("the page shows no example of kind %d", k)
		}
	}
	if *rewrite {
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
		"hello": 256, "welcome": 385 + 16 + len("jack-like"), "refuse": 50 + 39, "step": 33 + 16, "step without forces": 33,
		"reply": 310 + 16, "thrusters": 33 + 16, "sensors": 310 + 16, "bye": 34 + 23, "fault": 34 + 18,
	}
	for _, d := range datagrams(t) {
		if want, ok := sizes[d.name]; ok && len(d.b) != want+sizeCRC {
			t.Errorf("%s has %d bytes, not %d", d.name, len(d.b)-sizeCRC, want)
		}
		if len(d.b) > maxDatagram {
			t.Errorf("%s has %d bytes", d.name, len(d.b))
		}
	}
	big := sample()
	big.Count = maxThrusters
	w := welcome{state: big, peer: Peer{Vehicle: strings.Repeat("x", maxText)}}
	if n := len(appendWelcome(nil, header{}, &w, nil)) + seal.Size; n > maxDatagram {
		t.Errorf("the largest welcome has %d bytes", n)
	}
}

// decode reads a datagram and writes it again.
func decode(b []byte, s *seal.Seal) ([]byte, error) {
	h, body, err := open(b, s)
	if err != nil {
		return nil, err
	}
	switch h.kind {
	case kindHello:
		var v hello
		err = readHello(body, &v)
		b = appendHello(nil, &v, s)
	case kindWelcome:
		var v welcome
		if err = readWelcome(body, &v); err == nil {
			b = appendWelcome(nil, h, &v, s)
		}
	case kindRefuse:
		var v refuse
		err = readRefuse(body, &v)
		b = appendRefuse(nil, &v)
	case kindStep, kindThrusters:
		var f [maxThrusters]float64
		n, e := readForces(body, f[:])
		err = e
		b = appendForces(nil, h, f[:n], s)
	case kindReply, kindSensors:
		var v state
		if err = readState(body, &v); err == nil {
			b = appendState(nil, h, &v, s)
		}
	case kindBye, kindFault:
		code, text, e := readWord(body)
		err = e
		b = appendWord(nil, h, code, text, s)
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
	h := header{kind: kindStep}
	bad := sample()
	bad.Next = -1
	var state state
	for name, b := range map[string][]byte{
		"NaN force":      appendForces(nil, h, []float64{math.NaN()}, nil),
		"infinite force": appendForces(nil, h, []float64{math.Inf(-1)}, nil),
		"too many":       appendForces(nil, h, make([]float64, maxThrusters+1), nil),
		"mode":           appendHello(nil, &hello{mode: Free + 1}, nil),
		"event":          appendState(nil, header{kind: kindReply}, &bad, nil),
		"welcome's mode": appendWelcome(nil, header{}, &welcome{state: state, peer: Peer{Mode: Any}}, nil),
		"negative time":  appendWelcome(nil, header{}, &welcome{state: state, peer: Peer{Mode: Free, IMU: -1}}, nil),
		"code":           appendWord(nil, header{kind: kindBye}, codeEnd, "", nil),
		"no code":        appendRefuse(nil, &refuse{}),
		"kind":           finish(appendHeader(nil, header{kind: kindEnd}), 0, nil),
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
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, err := decode(b, nil); err == nil && !bytes.Equal(got, b) {
			t.Errorf("%x\nbecomes %x", b, got)
		}
		if len(b) >= sizeHeader+sizeCRC { // the same with guards that hold, to get behind them
			b = bytes.Clone(b[:len(b)-sizeCRC])
			copy(b, magic+"\x01")
			b[offFlags], b[7] = 0, 0
			b = finish(b, 0, nil)
			if got, err := decode(b, nil); err == nil && !bytes.Equal(got, b) {
				t.Errorf("%x\nbecomes %x", b, got)
			}
		}
	})
}

// guarded gives any bytes guards that hold.
func guarded(b []byte, session uint64, s *seal.Seal) []byte {
	h := appendHeader(nil, header{kind: 1, session: session})
	if len(b) > 0 {
		h[5] = b[0]
		b = b[1:]
	}
	n := copy(h[16:], b)
	return finish(append(h, b[n:]...), 0, s)
}

// FuzzSimulator gives any bytes to a simulator in a session: it goes on, and its world stays finite.
func FuzzSimulator(f *testing.F) {
	for _, d := range datagrams(f) {
		f.Add(d.b[5:], true)
		f.Add(append([]byte{d.b[5]}, d.b[16:]...), false)
	}
	f.Fuzz(func(t *testing.T, b []byte, free bool) {
		mode := LockStep
		if free {
			mode = Free
		}
		r := newRig(t, ServerConfig{Mode: mode})
		l := r.line("ideal")
		l.mustJoin(ClientConfig{})
		for _, b := range [][]byte{b, guarded(b, r.k.s.id, nil), guarded(b, 0, nil)} {
			if len(b) > 32 && b[5] == byte(kindStep) && mode == LockStep {
				b[28], b[29], b[30], b[31] = 0, 0, 0, 0 // four seconds at most
				b = finish(b[:len(b)-sizeCRC], 0, nil)
			}
			r.k.handle(r.clock(), b, l.peer)
			r.turn()
		}
		if !r.k.world.Truth().Finite() {
			t.Error("the world is not finite")
		}
	})
}

// FuzzClient gives any bytes to a controller in a session.
func FuzzClient(f *testing.F) {
	for _, d := range datagrams(f) {
		f.Add(d.b)
		f.Add(append([]byte{d.b[5]}, d.b[16:]...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := newRig(t, ServerConfig{Mode: Free})
		c := r.line("ideal").mustJoin(ClientConfig{})
		_ = c.join(false)
		for _, b := range [][]byte{b, guarded(b, c.session, nil), guarded(b, 0, nil)} {
			c.take(b)
			c.look()
		}
		var rd rov.Readings
		c.Latest(&rd)
		c.Command(thrust)
	})
}
