package box

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

const period = 25 * time.Millisecond

var thrust = []float64{20, 20, 20, 20, 20, 20}

// drive runs a controller that pushes every 25 ms when its readings are good, for so long. It returns in how many of its
// cycles they were.
func (l *line) drive(d time.Duration) (good int) {
	var r rov.Readings
	for range d / period {
		if _, ok := l.c.Latest(&r); ok {
			l.c.Command(thrust)
			good++
		}
		l.pass(period)
	}
	return good
}

// worsen changes the line while it is in use.
func (l *line) worsen(text string) {
	l.t.Helper()
	c, err := impair.Parse(text)
	if err != nil {
		l.t.Fatal(err)
	}
	for i, h := range []*impair.Channel{l.there, l.back} {
		c.Seed += uint64(i)
		if err := h.Set(c); err != nil {
			l.t.Fatal(err)
		}
	}
}

func TestFreeRunning(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free, Key: testKey})
	l := r.line("delay 1ms")
	c := l.mustJoin(hil.ClientConfig{Key: testKey})
	if good := l.drive(2 * time.Second); good != 80 {
		t.Errorf("the readings were good in %d of 80 cycles", good)
	}
	s := c.Stats()
	every := rov.JackLike().IMU.Every
	if want := uint64(2 * time.Second / every); s.Received < want-1 || s.Received > want+1 || s.Lost+s.Old+s.Malformed != 0 || s.Stopped {
		t.Errorf("%+v", s)
	}
	if s.RoundTrip.Min < 2*time.Millisecond || s.RoundTrip.Max > 2*time.Millisecond+every {
		t.Errorf("%+v", s.RoundTrip)
	}
	if n := r.k.n; n.Commands != 80 || n.Missing+n.Old+n.Malformed+n.Stops+n.Stale != 0 {
		t.Errorf("%+v", n)
	}
	var rd rov.Readings
	if age, ok := c.Latest(&rd); !ok || age > every || rd.IMU.N < 2 {
		t.Errorf("age %v, %v, %+v", age, ok, rd)
	}
	if r.still() {
		t.Error("the thrusters do not push")
	}
	if to := c.NextEvent(); c.AdvanceTo(1) != nil || to < 1<<62 {
		t.Errorf("time is the simulator's: %v", to)
	}
}

// TestFaults is the table of what may happen to the link. The vehicle's own time says how long its thrusters pushed.
func TestFaults(t *testing.T) {
	for _, w := range []struct {
		name  string
		line  string
		stops bool // the watchdog must have stopped the thrusters
		sign  func(k Counters, c hil.Stats) bool
	}{
		{"loss", "delay 1ms loss 20% seed 3", false, func(k Counters, c hil.Stats) bool { return k.Missing > 5 && c.Lost > 5 }},
		{"heavy loss", "delay 1ms loss 95% seed 3", true, func(k Counters, c hil.Stats) bool { return k.Missing > 50 }},
		{"reorder", "delay 1ms reorder 30% hold 60ms seed 3", false, func(k Counters, c hil.Stats) bool { return k.Old > 5 && c.Old > 5 }},
		{"duplication", "delay 1ms duplicate 50% seed 3", false, func(k Counters, c hil.Stats) bool { return k.Old > 20 && c.Old > 20 }},
		{"jitter", "delay 30ms 25ms seed 3", false, func(k Counters, c hil.Stats) bool { return k.Old+c.Old > 5 }},
		{"garbage", "delay 1ms corrupt 20% truncate 10% seed 3", false, func(k Counters, c hil.Stats) bool { return k.Malformed > 5 && c.Malformed > 5 }},
		{"delay beyond the watchdog time", "delay 150ms", true, func(k Counters, c hil.Stats) bool { return k.Stale > 50 && k.Commands < 10 }},
		{"delay below it", "delay 70ms", false, func(k Counters, c hil.Stats) bool { return k.Stale == 0 && k.Commands > 100 }},
	} {
		for _, key := range [][]byte{nil, testKey} {
			t.Run(w.name, func(t *testing.T) {
				r := newRig(t, ServerConfig{Mode: hil.Free, Key: key})
				l := r.line("ideal")
				c := l.mustJoin(hil.ClientConfig{Key: key})
				l.worsen(w.line)
				l.drive(4 * time.Second)
				k, s := r.k.n, c.Stats()
				t.Logf("%+v\n%+v", k, s)
				if !w.sign(k, s) {
					t.Errorf("the line was not as bad as it should be: %+v\n%+v", k, s)
				}
				if stopped := k.Stops > 0 || k.Commands == 0; stopped != w.stops {
					t.Errorf("%d stops, %d commands:\n%s", k.Stops, k.Commands, strings.Join(r.log, "\n"))
				}
			})
		}
	}
}

func TestThePeerIsGoneAndComesBack(t *testing.T) {
	for _, w := range []struct {
		name string
		away time.Duration
	}{{"for a moment", 300 * time.Millisecond}, {"for seconds", 3 * time.Second}, {"for long", 15 * time.Second}} {
		for _, key := range [][]byte{nil, testKey} {
			t.Run(w.name, func(t *testing.T) {
				r := newRig(t, ServerConfig{Mode: hil.Free, Key: key})
				l := r.line("delay 1ms")
				c := l.mustJoin(hil.ClientConfig{Key: key})
				l.drive(time.Second)
				last := r.k.valid
				l.cut = true
				for ; time.Duration(r.k.time) < last+DefaultWatchdog; l.pass(time.Millisecond) {
					if r.k.off {
						t.Fatalf("stopped at %v, the last command came at %v", time.Duration(r.k.time), last)
					}
				}
				if !r.k.off || r.k.n.Stops != 1 || time.Duration(r.k.time) != last+DefaultWatchdog {
					t.Fatalf("at %v, %v after the last command: off %v", time.Duration(r.k.time), time.Duration(r.k.time)-last, r.k.off)
				}
				r.wantLog("no valid command for 200ms: thrusters to zero")
				if good := l.drive(w.away); good > 1 {
					t.Errorf("the controller took its readings for good %d times", good)
				}
				if w.away >= 3*time.Second && !r.still() {
					t.Error("the thrusters still push")
				}
				var rd rov.Readings
				if age, ok := c.Latest(&rd); ok || age < w.away {
					t.Errorf("age %v, %v", age, ok)
				}
				l.cut = false
				if good := l.drive(2 * time.Second); good < 60 {
					t.Errorf("good in %d of 80 cycles after it came back", good)
				}
				r.wantLog("commands are back after")
				if r.k.off || r.still() || c.Stats().Stopped {
					t.Error("it has not recovered")
				}
				if w.away > forget {
					r.wantLog("no more readings until it is heard again")
				}
				if w.away >= time.Second {
					r.wantLog("client: nothing from the simulator at 127.0.0.1:4810 for")
					r.wantLog("client: simulator at 127.0.0.1:4810, ") // back, or with a new session
				}
			})
		}
	}
}

func TestTheSimulatorIsRestarted(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		r := newRig(t, ServerConfig{Mode: hil.Free, Key: key})
		l := r.line("delay 1ms")
		c := l.mustJoin(hil.ClientConfig{Key: key})
		l.drive(time.Second)
		r.k = nil
		if good := l.drive(2 * time.Second); good > 9 {
			t.Errorf("good in %d cycles without a simulator", good)
		}
		r.boot()
		if good := l.drive(2 * time.Second); good < 60 {
			t.Errorf("good in %d of 80 cycles after it came back", good)
		}
		if s := c.Stats(); s.Sessions != 2 || s.Stopped || r.still() {
			t.Errorf("%+v", s)
		}
		r.k = nil
		l.drive(time.Second)
		r.cfg.World = rov.WorldConfig{Vehicle: rov.BlueROV2Heavy()}
		r.boot()
		if good := l.drive(2 * time.Second); good != 0 {
			t.Errorf("good in %d cycles with another vehicle", good)
		}
		r.wantLog("client: hil: the simulator refuses: the simulated vehicle is bluerov2-heavy")
		refusals := 0
		for _, s := range r.log {
			if strings.Contains(s, "client: hil: the simulator refuses") {
				refusals++
			}
		}
		if refusals != 1 {
			t.Errorf("%d lines about it", refusals)
		}
	}
}

// A restart so short that the client did not notice: without a key the simulator's word is enough to ask at once, with one
// its silence is.
func TestAShortRestartIsNoticed(t *testing.T) {
	for _, w := range []struct {
		key   []byte
		least int // good cycles of 40
	}{{nil, 30}, {testKey, 20}} {
		r := newRig(t, ServerConfig{Mode: hil.Free, Key: w.key})
		l := r.line("delay 1ms")
		c := l.mustJoin(hil.ClientConfig{Key: w.key})
		l.drive(time.Second)
		r.boot()
		if good := l.drive(time.Second); good < w.least || c.Stats().Sessions != 2 || r.k.off {
			t.Errorf("good in %d of 40 cycles, %+v", good, c.Stats())
		}
	}
}

// A welcome that comes late, because the first was lost, has the world as it is by then.
func TestALateWelcomeIsOfItsTime(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free})
	l := r.line("ideal")
	send, n := r.k.send, 0
	r.k.send = func(b []byte, to addrPort) {
		if n++; hil.Kind(b[5]) == hil.KindWelcome && n > 20 {
			send(b, to)
		}
	}
	c := l.mustJoin(hil.ClientConfig{Mode: hil.Free})
	var rd rov.Readings
	if age, ok := c.Latest(&rd); !ok || age != 0 || rd.Time != time.Duration(r.k.time) || rd.Time < 50*time.Millisecond {
		t.Errorf("at %v the readings are of %v, age %v, %v", time.Duration(r.k.time), rd.Time, age, ok)
	}
	r.k.send = send
	if good := l.drive(time.Second); good != 40 || r.k.n.Sessions != 1 {
		t.Errorf("good in %d of 40 cycles, %+v", good, r.k.n)
	}
}

func TestForcesThatAnswerToNothing(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free})
	l := r.line("ideal")
	l.mustJoin(hil.ClientConfig{})
	r.pass(time.Second)
	for i, at := range []int64{math.MinInt64, -1, int64(r.k.time) + 1} {
		b := hil.AppendForces(nil, hil.Header{Kind: hil.KindThrusters, Session: r.k.s.id, Seq: r.k.s.seq + 1, Time: at}, thrust, nil)
		if r.k.handle(r.clock(), b, l.peer); r.k.n.Commands != 0 || r.k.n.Malformed != uint64(i)+1 {
			t.Errorf("time %d: %+v", at, r.k.n)
		}
	}
}

func TestTheSimulatorEnds(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free, Key: testKey})
	l := r.line("delay 1ms")
	c := l.mustJoin(hil.ClientConfig{Key: testKey})
	l.drive(time.Second)
	r.k.end()
	r.pass(2 * time.Millisecond)
	var rd rov.Readings
	if age, ok := c.Latest(&rd); ok {
		t.Errorf("readings of age %v are good after the simulator has ended", age)
	}
	r.wantLog("client: the simulator at 127.0.0.1:4810 ends the session: the simulator has ended")
}

func TestALineThatGetsSlow(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free})
	l := r.line("delay 1ms")
	c := l.mustJoin(hil.ClientConfig{})
	l.drive(time.Second)
	l.worsen("delay 300ms")
	l.drive(2 * time.Second)
	var rd rov.Readings
	if age, ok := c.Latest(&rd); ok || age < 290*time.Millisecond {
		t.Errorf("age %v, %v: what is 300 ms on its way is not fresh", age, ok)
	}
	if !r.k.off {
		t.Error("the thrusters were not stopped")
	}
	l.worsen("delay 1ms")
	l.drive(time.Second)
	if _, ok := c.Latest(&rd); !ok || r.k.off {
		t.Error("it has not recovered")
	}
}

func TestTheMachineStandsStill(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free})
	l := r.line("delay 1ms")
	c := l.mustJoin(hil.ClientConfig{})
	l.drive(time.Second)
	before := r.k.time
	r.time += int64(5 * time.Second) // both ends
	l.drive(100 * time.Millisecond)
	if r.k.n.Slips != 1 || r.k.n.Slipped < 4900*time.Millisecond || time.Duration(r.k.time-before) > 200*time.Millisecond {
		t.Errorf("%v passed, %+v", time.Duration(r.k.time-before), r.k.n)
	}
	l.drive(time.Second)
	var rd rov.Readings
	if age, ok := c.Latest(&rd); !ok || age > 20*time.Millisecond || r.k.n.Stops != 0 {
		t.Errorf("age %v, %v, %+v\n%s", age, ok, r.k.n, strings.Join(r.log, "\n"))
	}
}

func TestAControllerThatOnlyWatchesKeepsItsPlace(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free})
	l := r.line("delay 1ms")
	c := l.mustJoin(hil.ClientConfig{})
	r.pass(15 * time.Second)
	var rd rov.Readings
	if _, ok := c.Latest(&rd); !ok || r.k.n.Commands != 0 || r.k.n.Stops != 0 || c.Stats().Sessions != 1 {
		t.Errorf("%v, %+v", ok, r.k.n)
	}
	if _, err := r.line("ideal").join(hil.ClientConfig{Patience: time.Millisecond}); err == nil {
		t.Error("another controller got its place")
	}
}

func TestAFreshSessionBeginsAnew(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free})
	l := r.line("ideal")
	c := l.mustJoin(hil.ClientConfig{})
	l.drive(2 * time.Second)
	_ = c.Close()
	r.pass(time.Millisecond)
	r.wantLog(" 2.000 s  the controller at 127.0.0.1:5000 has ended: thrusters to zero")
	l.c = nil
	c = l.mustJoin(hil.ClientConfig{})
	var rd rov.Readings
	if c.Latest(&rd); rd.Time < 2*time.Second {
		t.Errorf("the vehicle went back to %v", rd.Time)
	}
	_ = c.Close()
	l.c = nil
	c = l.mustJoin(hil.ClientConfig{Fresh: true})
	l.drive(time.Second)
	if c.Latest(&rd); rd.Time > 1100*time.Millisecond || r.k.n.Commands < 100 {
		t.Errorf("the vehicle is at %v", rd.Time)
	}
}

func TestOnlyTheNewestForcesCount(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.Free})
	l := r.line("delay 1ms reorder 30% hold 60ms seed 5")
	c := l.mustJoin(hil.ClientConfig{})
	newest := uint64(0)
	for n := range 400 {
		c.Command([]float64{float64(n), math.NaN(), math.Inf(1)})
		r.pass(5 * time.Millisecond)
		if r.k.s.seq < newest {
			t.Fatalf("back from %d to %d", newest, r.k.s.seq)
		}
		newest = r.k.s.seq
	}
	if r.k.n.Old < 50 || r.k.n.Malformed != 0 {
		t.Errorf("%+v", r.k.n)
	}
}

func TestAnythingMayComeIn(t *testing.T) {
	seed := fuzz.Seed()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	r := newRig(t, ServerConfig{Mode: hil.Free})
	l := r.line("delay 1ms")
	c := l.mustJoin(hil.ClientConfig{})
	var kept [][]byte
	l.wild = append(l.wild, func(b []byte) { kept = append(kept, append([]byte(nil), b...)) })
	l.drive(500 * time.Millisecond)
	for range 5000 {
		b := append([]byte(nil), kept[rnd.IntN(len(kept))]...)
		switch rnd.IntN(3) {
		case 0:
			b = b[:rnd.IntN(len(b)+1)]
		case 1:
			b[rnd.IntN(len(b))] ^= 1 << rnd.IntN(8)
		case 2:
			for i := range b {
				b[i] = byte(rnd.Uint32())
			}
		}
		r.k.handle(r.clock(), b, l.peer)
		c.Take(b)
	}
	if good := l.drive(time.Second); good != 40 || r.k.off {
		t.Errorf("good in %d of 40 cycles afterwards, %+v", good, r.k.n)
	}
}

func TestAFreeRunningCycleDoesNotAllocate(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		r := newRig(t, ServerConfig{Mode: hil.Free, Key: key})
		l := r.line("delay 1ms")
		c := l.mustJoin(hil.ClientConfig{Key: key})
		l.drive(time.Second)
		var rd rov.Readings
		var s rov.State
		f := make([]float64, 6)
		n := testing.AllocsPerRun(100, func() {
			c.Latest(&rd)
			c.Truth(&s, f)
			c.Command(f)
			r.pass(period)
		})
		if n != 0 {
			t.Errorf("key %v: %v allocations in a cycle of both ends", key != nil, n)
		}
	}
}
