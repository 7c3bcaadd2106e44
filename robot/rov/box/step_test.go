package box

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

func reactorTime(ns int64) reactor.Time { return reactor.Time(ns) }

// alone is the same run in one process, without a protocol.
func alone(t rapid.TB, cfg rov.WorldConfig, n int) []hil.State {
	t.Helper()
	w, err := rov.NewWorld(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var out []hil.State
	for k := range n {
		if err := w.AdvanceTo(reactor.Time(k) * reactor.Time(25*time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		s := hil.State{Next: int64(w.NextEvent()), Readings: *w.Readings(), Truth: *w.Truth(), Count: uint8(len(cfg.Vehicle.Thrusters))}
		w.Forces(s.Forces[:s.Count])
		out = append(out, s)
		w.Command(push(&s.Readings, len(cfg.Vehicle.Thrusters)))
	}
	return out
}

func world(seed uint64) rov.WorldConfig { return rov.WorldConfig{Vehicle: rov.JackLike(), Seed: seed} }

func TestLockStepIsTheSameAsOneProcess(t *testing.T) {
	for _, v := range rov.Vehicles() {
		for _, key := range [][]byte{nil, testKey} {
			cfg := rov.WorldConfig{Vehicle: v, Seed: 3}
			r := newRig(t, ServerConfig{Mode: hil.LockStep, World: cfg, Key: key})
			got := loop(t, r.line("delay 100us").mustJoin(hil.ClientConfig{Vehicle: v.Name, Key: key}), 80)
			if d := cmp.Diff(alone(t, cfg, 80), got); d != "" {
				t.Fatal(d)
			}
		}
	}
}

// badLines are all that a network does.
var badLines = []struct{ name, text string }{
	{"loss", "delay 100us loss 30%"},
	{"bursts", "delay 100us gilbert 5% 30%"},
	{"reorder", "delay 1ms reorder 30% hold 50ms"},
	{"duplication", "delay 1ms duplicate 50%"},
	{"delay", "delay 90ms 30ms"},
	{"garbage", "delay 100us corrupt 30% truncate 10%"},
	{"all", "delay 5ms 4ms loss 20% reorder 10% hold 40ms duplicate 20% corrupt 10% truncate 5%"},
}

func TestABadLineDoesNotChangeALockStepRun(t *testing.T) {
	cfg := world(5)
	want := alone(t, cfg, 50)
	for _, bad := range badLines {
		for _, key := range [][]byte{nil, testKey} {
			t.Run(bad.name, func(t *testing.T) {
				r := newRig(t, ServerConfig{Mode: hil.LockStep, World: cfg, Key: key})
				l := r.line(bad.text + " seed 9")
				c := l.mustJoin(hil.ClientConfig{Key: key})
				if d := cmp.Diff(want, loop(t, c, 50)); d != "" {
					t.Fatal(d)
				}
				t.Logf("%+v\n%+v", c.Stats(), r.k.n)
				if s := c.Stats(); bad.name != "duplication" && s.Retries == 0 && s.Old+s.Malformed == 0 {
					t.Errorf("the line was not bad: %+v", s)
				}
			})
		}
	}
}

func TestAnyBadLineLeavesALockStepRunAsItIs(t *testing.T) {
	cfg := world(6)
	want := alone(t, cfg, 8)
	rapid.Check(t, func(t *rapid.T) {
		share := func(name string, most int) string {
			return name + " " + itoa(rapid.IntRange(0, most).Draw(t, name)) + "%"
		}
		text := "delay " + itoa(rapid.IntRange(0, 60).Draw(t, "delay")) + "ms " + itoa(rapid.IntRange(0, 30).Draw(t, "jitter")) + "ms " +
			share("loss", 40) + " " + share("reorder", 40) + " " + share("duplicate", 60) + " " + share("corrupt", 20) + " " + share("truncate", 10) +
			" seed " + itoa(rapid.IntRange(1, 1000).Draw(t, "seed"))
		r := newRig(t, ServerConfig{Mode: hil.LockStep, World: cfg})
		if d := cmp.Diff(want, loop(t, r.line(text).mustJoin(hil.ClientConfig{Patience: time.Minute}), 8)); d != "" {
			t.Fatalf("%s: %s", text, d)
		}
	})
}

func TestTheSimulatorAnswersASequenceNumberOnce(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep})
	l := r.line("ideal")
	c := l.mustJoin(hil.ClientConfig{})
	var requests [][]byte
	l.wild = append(l.wild, func(b []byte) { requests = append(requests, append([]byte(nil), b...)) })
	loop(t, c, 10)
	var replies [][]byte
	r.k.send = func(b []byte, _ addrPort) { replies = append(replies, append([]byte(nil), b...)) }
	at, steps := r.k.time, r.k.n.Steps
	for range 3 {
		r.k.handle(0, requests[len(requests)-1], l.peer)
	}
	for _, b := range requests[:len(requests)-1] {
		r.k.handle(0, b, l.peer)
	}
	if len(replies) != 3 || !cmp.Equal(replies[0], replies[2]) {
		t.Errorf("%d replies to three repetitions and nine old requests", len(replies))
	}
	if r.k.time != at || r.k.n.Steps != steps || r.k.n.Repeated != 3 || r.k.n.Old != 9 {
		t.Errorf("the world went on: %+v", r.k.n)
	}
}

func TestASilentSimulatorEndsALockStepRun(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep})
	l := r.line("ideal")
	c := l.mustJoin(hil.ClientConfig{Retries: 4})
	loop(t, c, 3)
	l.cut = true
	err := c.AdvanceTo(reactor.Time(time.Second))
	if !errors.Is(err, hil.ErrSilent) || !strings.Contains(err.Error(), "127.0.0.1:4810") || !strings.Contains(err.Error(), "sent 5 times") {
		t.Errorf("%v", err)
	}
	if again := c.AdvanceTo(reactor.Time(2 * time.Second)); again != err {
		t.Errorf("the next step: %v", again)
	}
}

func TestUnderHoldASilentSimulatorsReadingsAge(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep})
	l := r.line("ideal")
	c := l.mustJoin(hil.ClientConfig{Retries: 1, Policy: hil.Hold})
	loop(t, c, 3) // to 50 ms
	var rd rov.Readings
	l.cut = true
	for _, w := range []struct {
		to  time.Duration
		age time.Duration
		ok  bool
	}{{100 * time.Millisecond, 50 * time.Millisecond, true}, {260 * time.Millisecond, 210 * time.Millisecond, false}} {
		if err := c.AdvanceTo(reactor.Time(w.to)); err != nil {
			t.Fatal(err)
		}
		if age, ok := c.Latest(&rd); age != w.age || ok != w.ok {
			t.Errorf("at %v: age %v, %v", w.to, age, ok)
		}
	}
	outages := func() (n int) {
		for _, s := range r.log {
			if strings.Contains(s, "holding the last readings") {
				n++
			}
		}
		return n
	}
	if n := outages(); n != 1 {
		t.Errorf("%d lines about it", n)
	}
	l.cut = false
	c.Command([]float64{5, 5, 5, 5})
	if err := c.AdvanceTo(reactor.Time(300 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if age, ok := c.Latest(&rd); age != 0 || !ok || rd.Time != 300*time.Millisecond || c.Stats().Held != 2 {
		t.Errorf("back: age %v, %v, readings of %v, %+v", age, ok, rd.Time, c.Stats())
	}
	r.wantLog("client: the simulator at 127.0.0.1:4810 replies again")
	l.cut = true
	if err := c.AdvanceTo(reactor.Time(time.Second)); err != nil || outages() != 2 {
		t.Errorf("%v, %d lines about two outages", err, outages())
	}
}

// Ending a run does not mean waiting for a silent simulator.
func TestTheEndOfARunIsNotHeldUp(t *testing.T) {
	for _, p := range []hil.Policy{hil.Fail, hil.Hold} {
		r := newRig(t, ServerConfig{Mode: hil.LockStep})
		l := r.line("ideal")
		ctx, cancel := context.WithCancel(t.Context())
		l.ctx = ctx
		c := l.mustJoin(hil.ClientConfig{Policy: p})
		if err := c.AdvanceTo(0); err != nil {
			t.Fatal(err)
		}
		cancel()
		if err := c.AdvanceTo(reactor.Time(period)); err != nil {
			t.Errorf("what gets a reply is still done: %v", err)
		}
		l.cut = true
		begun := r.time
		err := c.AdvanceTo(reactor.Time(2 * period))
		if waited := time.Duration(r.time - begun); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "127.0.0.1:4810") || waited > 20*time.Millisecond {
			t.Errorf("after %v: %v", waited, err)
		}
	}
}

func TestGarbageWithoutEndDoesNotHoldARequestUp(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep})
	l := r.line("ideal")
	c := l.mustJoin(hil.ClientConfig{Retries: 4})
	l.noise = true
	if err := c.AdvanceTo(reactor.Time(period)); !errors.Is(err, hil.ErrSilent) || l.sent != 5 {
		t.Errorf("sent %d times, %v", l.sent, err)
	}
}

func TestARestartedSimulatorEndsALockStepRun(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		r := newRig(t, ServerConfig{Mode: hil.LockStep, Key: key})
		c := r.line("ideal").mustJoin(hil.ClientConfig{Key: key, Retries: 3})
		loop(t, c, 3)
		r.boot()
		err := c.AdvanceTo(reactor.Time(time.Second))
		if err == nil || key == nil && !strings.Contains(err.Error(), "it was restarted") ||
			key != nil && (!errors.Is(err, hil.ErrSilent) || !strings.Contains(err.Error(), "does not know this session: was it restarted? then start the run again")) {
			t.Errorf("%v", err)
		}
	}
}

func TestTheEndOfTheSimulatorEndsALockStepRun(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep, Key: testKey})
	c := r.line("ideal").mustJoin(hil.ClientConfig{Key: testKey})
	loop(t, c, 3)
	r.k.end()
	r.k = nil
	if err := c.AdvanceTo(reactor.Time(time.Second)); err == nil || !strings.Contains(err.Error(), "the simulator has ended") {
		t.Errorf("%v", err)
	}
}

func TestStepsThatCannotBeMade(t *testing.T) {
	for _, w := range []struct {
		to   time.Duration
		want string
	}{{time.Millisecond, "goes back"}, {3 * time.Hour, "an hour is the most"}} {
		r := newRig(t, ServerConfig{Mode: hil.LockStep})
		c := r.line("ideal").mustJoin(hil.ClientConfig{})
		loop(t, c, 3)
		err := c.AdvanceTo(reactor.Time(w.to))
		if f := (*hil.Refused)(nil); !errors.As(err, &f) || f.Code != hil.BadRequest || !strings.Contains(f.Reason, w.want) {
			t.Errorf("%v: %v", w.to, err)
		}
	}
}

func TestTheWatchdogCountsSimulatedTimeInLockStep(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep, Watchdog: 100 * time.Millisecond})
	c := r.line("ideal").mustJoin(hil.ClientConfig{})
	c.Command([]float64{20, 20, 20, 20, 20, 20})
	for _, w := range []struct {
		at      time.Duration
		stopped bool
	}{{50 * time.Millisecond, false}, {99 * time.Millisecond, false}, {3 * time.Second, true}} {
		if err := c.AdvanceTo(reactor.Time(w.at)); err != nil {
			t.Fatal(err)
		}
		if c.Stats().Stopped != w.stopped {
			t.Errorf("at %v stopped is %v", w.at, !w.stopped)
		}
	}
	r.wantLog("   0.100 s  no valid command for 100ms: thrusters to zero")
	if !r.still() {
		t.Error("the thrusters still push after three seconds")
	}
	c.Command([]float64{20, 20, 20, 20, 20, 20})
	if err := c.AdvanceTo(reactor.Time(3050 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if c.Stats().Stopped || r.still() {
		t.Error("the thrusters do not push again")
	}
	r.wantLog("commands are back after 3s")
}

func TestEveryLockStepSessionBeginsAnew(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep, World: world(8)})
	a := r.line("ideal").mustJoin(hil.ClientConfig{})
	first := loop(t, a, 50)
	_ = a.Close()
	r.turn()
	second := loop(t, r.line("ideal").mustJoin(hil.ClientConfig{}), 50)
	if d := cmp.Diff(first, second); d != "" {
		t.Error(d)
	}
	r.wantLog("has ended")
}

func TestALockStepCycleDoesNotAllocate(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		r := newRig(t, ServerConfig{Mode: hil.LockStep, Key: key})
		l := r.line("ideal")
		c := l.mustJoin(hil.ClientConfig{Key: key})
		var rd rov.Readings
		f := make([]float64, 6)
		at := reactor.Time(0)
		cycle := func() {
			at += reactor.Time(25 * time.Millisecond)
			if err := c.AdvanceTo(at); err != nil {
				t.Fatal(err)
			}
			c.Latest(&rd)
			c.Command(f)
		}
		for range 10 {
			cycle()
		}
		if n := testing.AllocsPerRun(100, cycle); n != 0 {
			t.Errorf("key %v: %v allocations in a cycle of both ends", key != nil, n)
		}
	}
}

// TestNoStepHasTheNumberZero: it is that of what came before the first one, so nothing answers it.
func TestNoStepHasTheNumberZero(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep, World: world(1)})
	l := r.line("delay 100us")
	l.mustJoin(hil.ClientConfig{})
	r.k.send = func(b []byte, _ netip.AddrPort) { t.Errorf("%d bytes in answer", len(b)) }
	r.k.handle(r.clock(), hil.AppendForces(nil, hil.Header{Kind: hil.KindStep, Session: r.k.s.id, Time: 1}, nil, nil), l.peer)
	if n := &r.k.n; n.Old != 1 || n.Repeated != 0 || n.Missing != 0 || r.k.time != 0 {
		t.Errorf("%+v at %d", n, r.k.time)
	}
}
