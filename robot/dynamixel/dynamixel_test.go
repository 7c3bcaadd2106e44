package dynamixel_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/bridge/serial"
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/hw/hwtest"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/robot/dynamixel"
	"github.com/sinew-robotics/sinew/robot/dynamixel/box"
)

// TestGolden holds packets against the examples of the maker's page on the protocol.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		p    dynamixel.Packet
		want []byte
	}{
		{dynamixel.Packet{ID: 1, Instruction: dynamixel.Ping}, []byte{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x03, 0x00, 0x01, 0x19, 0x4E}},
		{dynamixel.Packet{ID: 1, Instruction: dynamixel.ReadData, Params: []byte{0x84, 0, 4, 0}}, []byte{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x07, 0x00, 0x02, 0x84, 0x00, 0x04, 0x00, 0x1D, 0x15}},
		{dynamixel.Packet{ID: 1, Instruction: dynamixel.Status, Params: []byte{0, 6, 4, 0x26}}, []byte{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x07, 0x00, 0x55, 0x00, 0x06, 0x04, 0x26, 0x65, 0x5D}},
	} {
		if got := c.p.Append(nil); !bytes.Equal(got, c.want) {
			t.Errorf("% X, want % X", got, c.want)
		}
	}
}

// TestSplitter: whatever parameters a packet has, and whatever stands around it, it comes through whole.
func TestSplitter(t *testing.T) {
	some := rapid.SampledFrom([]byte{0xFF, 0xFD, 0x00, 0x55, 1})
	rapid.Check(t, func(t *rapid.T) {
		var line []byte
		var sent [][]byte
		for range rapid.IntRange(1, 5).Draw(t, "packets") {
			noise := rapid.SliceOfN(rapid.SampledFrom([]byte{1, 2, 0xFD, 0x42}), 0, 9).Draw(t, "noise")
			params := rapid.SliceOfN(some, 0, 40).Draw(t, "params")
			line = append(line, noise...)
			p := dynamixel.Packet{ID: 3, Instruction: dynamixel.Status, Params: params}
			line = p.Append(line)
			sent = append(sent, params)
		}
		var s dynamixel.Splitter
		var got [][]byte
		var p dynamixel.Packet
		for len(line) > 0 {
			n := rapid.IntRange(1, len(line)).Draw(t, "chunk")
			for b := line[:n]; len(b) > 0; {
				b = b[s.Put(b):]
				for s.Next(&p) {
					got = append(got, slices.Clone(p.Params))
				}
			}
			line = line[n:]
		}
		if len(got) != len(sent) {
			t.Fatalf("%d of %d packets", len(got), len(sent))
		}
		for i := range got {
			if !bytes.Equal(got[i], sent[i]) {
				t.Fatalf("% X, want % X", got[i], sent[i])
			}
		}
	})
}

// FuzzSplitter: any bytes give packets, or none; each is as it would be sent.
func FuzzSplitter(f *testing.F) {
	for _, params := range [][]byte{nil, {0xFF, 0xFF, 0xFD}, {0, 1, 2, 0xFF, 0xFF, 0xFD, 0xFD}} {
		p := dynamixel.Packet{ID: 1, Instruction: dynamixel.Status, Params: params}
		f.Add(p.Append([]byte{0xFF}))
	}
	var s dynamixel.Splitter
	fuzz.Run(f, func(t *testing.T, b []byte) {
		s = dynamixel.Splitter{}
		var p dynamixel.Packet
		for len(b) > 0 {
			n := s.Put(b)
			b = b[n:]
			found := false
			for s.Next(&p) {
				if found = true; len(p.Params) > dynamixel.MaxPacket {
					t.Fatal(len(p.Params))
				}
			}
			if n == 0 && !found {
				t.Fatal("it takes nothing any more")
			}
		}
	})
}

// rig is a line in memory with a driver.
func rig(t testing.TB, n int, watchdog time.Duration) (*box.Line, *dynamixel.Driver, []float64) {
	t.Helper()
	cfg := dynamixel.Config{Watchdog: watchdog}
	var ids []uint8
	for i := range n {
		ids = append(ids, uint8(i+1))
		cfg.Servos = append(cfg.Servos, dynamixel.Servo{Name: fmt.Sprint("joint", i+1), ID: uint8(i + 1), Zero: 2048, Turn: float64(1 - 2*(i%2))})
	}
	l, err := box.NewLine(1_000_000, ids...)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Dial = l.Dial
	d, err := dynamixel.NewDriver(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return l, d, make([]float64, len(d.Info().State))
}

func up(t testing.TB, d *dynamixel.Driver, group string) {
	t.Helper()
	for _, err := range []error{d.Use(group), d.Enter(hw.Inactive), d.Enter(hw.Active)} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func top(l *box.Line) (v float64) {
	for _, s := range l.Servos {
		v = max(v, math.Abs(s.Speed()))
	}
	return v
}

func TestDriver(t *testing.T) {
	hwtest.TestDriver(t, func(t testing.TB) hwtest.Rig {
		l, d, _ := rig(t, 4, 2*time.Second)
		position := func(state []float64, i int) float64 { return state[i*dynamixel.StateLen] }
		return hwtest.Rig{Driver: d, Pass: l.Advance, Speed: func() float64 { return top(l) },
			Hold: func(group string, state, command []float64) {
				for i := range command {
					if command[i] = 0; group == dynamixel.GroupPosition {
						command[i] = position(state, i)
					}
				}
			},
			Move: func(group string, n int, state, command []float64) {
				for i := range command {
					switch s := float64(n) * 4e-3; group {
					case dynamixel.GroupPosition:
						command[i] = position(state, i) + s
					case dynamixel.GroupVelocity:
						command[i] = 4 * s
					default:
						command[i] = 0.5
					}
				}
			},
			Break: func() { _ = l.Close() },
		}
	})
}

// TestSixServos: they follow at 250 Hz, and the line carries what the driver says it does.
func TestSixServos(t *testing.T) {
	l, d, state := rig(t, 6, 0)
	up(t, d, dynamixel.GroupPosition)
	command := make([]float64, 6)
	busy, worst := l.Busy, 0.0
	const cycles = 1000
	for n := range cycles {
		for i := range command {
			command[i] = 0.5 * (1 - math.Cos(float64(n)*4e-3*(1+0.1*float64(i))))
		}
		if err := d.Write(command); err != nil {
			t.Fatal(err)
		}
		l.Advance(4 * time.Millisecond)
		if err := d.Read(state); err != nil {
			t.Fatal(n, err)
		}
		for i, s := range l.Servos {
			angle := s.Angle() * float64(1-2*(i%2))
			if worst = max(worst, math.Abs(command[i]-angle)); math.Abs(state[i*dynamixel.StateLen]-angle) > 0.01 {
				t.Fatalf("cycle %d, servo %d: it reads %g and is at %g", n, i, state[i*dynamixel.StateLen], angle)
			}
		}
	}
	if worst > 0.1 {
		t.Errorf("a servo was %g rad from its goal", worst)
	}
	load := float64(l.Busy-busy) / float64(cycles*4*time.Millisecond)
	t.Logf("the line is busy for %.1f %%, at most %.1f %%; %.3f rad from the goal", load*100, d.Load()*100, worst)
	if load > d.Load() || load < 0.8*d.Load()-0.1 {
		t.Errorf("load %g, computed %g", load, d.Load())
	}
}

// TestFailures: whatever happens to one servo, all come to rest, and the cause is told in a line.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		fail func(l *box.Line)
		want string
		at   hw.LifeCycle
	}{
		"hot":     {func(l *box.Line) { l.Servos[1].Fail(1 << 2) }, "servo joint2: fault of its hardware: too hot", hw.Inactive},
		"jammed":  {func(l *box.Line) { l.Servos[2].Jam(true) }, "servo joint3: fault of its hardware: overload", hw.Inactive},
		"cable":   {func(l *box.Line) { l.Servos[0].Mute(true) }, "servo joint1, number 1, says nothing any more", hw.Unconfigured},
		"line":    {func(l *box.Line) { _ = l.Close() }, "the line is closed", hw.Unconfigured},
		"stalled": {func(l *box.Line) { l.Advance(300 * time.Millisecond) }, "its watchdog has stopped it", hw.Inactive},
		"noise": {func(l *box.Line) {
			l.Damage = func(b []byte) { b[len(b)/2] ^= 0x10 }
		}, "says nothing any more", hw.Unconfigured},
	} {
		t.Run(name, func(t *testing.T) {
			l, d, state := rig(t, 3, 0)
			up(t, d, dynamixel.GroupVelocity)
			var err error
			for n := 0; n < 500 && err == nil; n++ {
				if n == 100 {
					c.fail(l)
				}
				if err = d.Write([]float64{3, 3, 3}); err == nil {
					l.Advance(4 * time.Millisecond)
					err = d.Read(state)
				}
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Fatal(err)
			}
			if d.LifeCycle() != c.at {
				t.Errorf("the driver is %v", d.LifeCycle())
			}
			l.Advance(500 * time.Millisecond)
			if v := top(l); v > 0.02 {
				t.Errorf("a servo moves at %g rad/s", v)
			}
		})
	}
}

// TestRefused: what cannot be is refused before anything is sent.
func TestRefused(t *testing.T) {
	_, err := dynamixel.NewDriver(dynamixel.Config{Baud: 57600, Servos: []dynamixel.Servo{{Name: "a", ID: 3}, {Name: "b", ID: 3}, {Name: "c", ID: 253}, {Name: "d", ID: 4, Turn: math.NaN()}}})
	for _, want := range []string{"Dial is missing", "servo b: number 3 is servo a already", "servo c: number 253", "servo d: gear NaN", "raise the baud rate"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not said: %v", want, err)
		}
	}
}

// TestTerminal drives simulated servos through a pseudo-terminal, as a serial port is driven.
func TestTerminal(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("ports are opened on Linux alone")
	}
	end, path, err := serial.Pair()
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	l, err := box.NewLine(1_000_000, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- l.Serve(ctx, end) }()
	d, err := dynamixel.NewDriver(dynamixel.Config{Watchdog: 2 * time.Second, Patience: 5 * time.Second, Servos: []dynamixel.Servo{{Name: "a", ID: 1, Zero: 2048}, {Name: "b", ID: 2, Zero: 2048}},
		Dial: func() (dynamixel.Conn, error) { return serial.Open(path, 1_000_000) }})
	if err != nil {
		t.Fatal(err)
	}
	up(t, d, dynamixel.GroupVelocity)
	state := make([]float64, len(d.Info().State))
	tick := time.NewTicker(4 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(time.Minute); state[0] < 0.1 || state[dynamixel.StateLen] > -0.1; <-tick.C {
		if time.Now().After(end) {
			t.Fatalf("they do not turn: %v", state)
		}
		if err := d.Write([]float64{0.5, -0.5}); err != nil {
			t.Fatal(err)
		}
		if err := d.Read(state); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Enter(hw.Finalized); err != nil {
		t.Error(err)
	}
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
