package rt

import (
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var approaches = map[string]Approach{
	"deep": Deep, "light": Light, "spin": Spin,
	"all":    {Light: 100 * time.Microsecond, Spin: 50 * time.Microsecond},
	"linger": {Light: 100 * time.Microsecond, Linger: 50 * time.Microsecond},
	"expect": {Light: 100 * time.Microsecond, Linger: 50 * time.Microsecond},
}

// waiter returns a Waiter with one of the approaches; with "expect", it expects a wake at some time or other.
func waiter(name string) *Waiter {
	w := NewWaiter(approaches[name])
	if name == "expect" {
		turn := 0
		ahead := []int64{-1 << 40, -60_000, -1, 0, 20_000, 300_000, int64(time.Hour)}
		w.Expect = func() int64 {
			turn++
			if i := turn % (len(ahead) + 1); i < len(ahead) {
				return Now() + ahead[i]
			}
			return Forever
		}
	}
	return w
}

func TestNowNeverGoesBack(t *testing.T) {
	last := Now()
	for range 100_000 {
		n := Now()
		if n < last {
			t.Fatalf("%d after %d", n, last)
		}
		last = n
	}
}

func TestSleeperNeverEarly(t *testing.T) {
	for name, a := range approaches {
		t.Run(name, func(t *testing.T) {
			s := Sleeper{Approach: a}
			rapid.Check(t, func(t *rapid.T) {
				until := Now() + rapid.Int64Range(-1000, 600_000).Draw(t, "ahead")
				got := s.SleepUntil(until)
				if after := Now(); got < until || got > after {
					t.Fatalf("woke at %d for %d, and it is %d", got, until, after)
				}
			})
		})
	}
}

func TestSleeperReturnsAtOnceForThePast(t *testing.T) {
	s := Sleeper{Approach: Light}
	for _, ns := range []int64{-1 << 62, 0, Now() - 1} {
		before := Now()
		if got := s.SleepUntil(ns); got < before {
			t.Errorf("SleepUntil(%d) = %d, before %d", ns, got, before)
		}
	}
}

func TestWaiterNeverEarlyWithoutWake(t *testing.T) {
	for name := range approaches {
		t.Run(name, func(t *testing.T) {
			w := waiter(name)
			for i := range int64(40) {
				until := Now() + i*20_000 - 1000
				got, woken := w.WaitUntil(until)
				if woken || got < until {
					t.Fatalf("woke at %d for %d, woken %v", got, until, woken)
				}
			}
		})
	}
}

func TestWakeBeforeWaitCountsOnce(t *testing.T) {
	for name := range approaches {
		t.Run(name, func(t *testing.T) {
			w := waiter(name)
			w.Wake()
			w.Wake()
			if _, woken := w.WaitUntil(Forever); !woken {
				t.Fatal("the wake was lost")
			}
			if _, woken := w.WaitUntil(Now() + 1000); woken {
				t.Fatal("two wakes before a wait count as one")
			}
			w.Wake()
			if _, woken := w.WaitUntil(0); !woken {
				t.Fatal("a deadline in the past must still take the wake")
			}
		})
	}
}

// TestWakeEndsEveryWait plays ping-pong between two threads: one lost wake and it never ends.
func TestWakeEndsEveryWait(t *testing.T) {
	for name := range approaches {
		t.Run(name, func(t *testing.T) {
			const rounds = 500
			there, back := waiter(name), waiter(name)
			turn := 0 // handed over by the wakes, so the race detector checks their ordering
			go func() {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				for i := range rounds {
					until := Forever
					if i%3 == 0 {
						until = Now() + int64(time.Minute)
					}
					if _, woken := there.WaitUntil(until); !woken {
						return
					}
					turn++
					back.Wake()
				}
			}()
			for i := range rounds {
				turn++
				there.Wake()
				if _, woken := back.WaitUntil(Now() + int64(time.Minute)); !woken {
					t.Fatalf("round %d: no answer", i)
				}
				if turn != 2*i+2 {
					t.Fatalf("round %d: turn %d", i, turn)
				}
			}
		})
	}
}

// TestExpectedWakes: a Waiter is awake a little before the wake that it expects, and as long after it as it lingers; what it does not
// know, or is over, does not keep it awake.
func TestExpectedWakes(t *testing.T) {
	w := &Waiter{linger: 100_000}
	if from, to := w.expected(0); from != Forever || to != Forever {
		t.Errorf("awake from %d to %d, and nothing is expected", from, to)
	}
	var at int64
	w.Expect = func() int64 { return at }
	for _, c := range []struct{ at, now, from, to int64 }{
		{5_000_000, 0, 4_975_000, 5_100_000},
		{5_000_000, 4_980_000, 4_975_000, 5_100_000},
		{5_000_000, 5_099_999, 4_975_000, 5_100_000},
		{5_000_000, 5_100_000, Forever, Forever},
		{Forever, 0, Forever, Forever},
	} {
		at = c.at
		if from, to := w.expected(c.now); from != c.from || to != c.to {
			t.Errorf("expects a wake at %d, it is %d: awake from %d to %d, want %d to %d", c.at, c.now, from, to, c.from, c.to)
		}
	}
	w.linger = 0
	if from, _ := w.expected(5_000_000); from != Forever {
		t.Error("a waiter that may not linger is awake because it expects a wake")
	}
}

// TestLingerIsBounded asks for more than a waiter may linger, and for none.
func TestLingerIsBounded(t *testing.T) {
	most := int64(MostLinger)
	if runtime.NumCPU() == 1 {
		most = 0
	}
	if got := NewWaiter(Approach{Linger: time.Hour}).linger; got != most {
		t.Errorf("a waiter that may linger for an hour lingers for %d ns, want %d", got, most)
	}
	if got := NewWaiter(Deep).linger; got != 0 {
		t.Errorf("a waiter that was not asked to lingers for %d ns", got)
	}
}

// TestWakersTogether lets many goroutines wake one waiter; it must see all that was counted before.
func TestWakersTogether(t *testing.T) {
	w := NewWaiter(Light)
	var sum atomic.Int64
	const wakers, each = 8, 200
	for range wakers {
		go func() {
			for range each {
				sum.Add(1)
				w.Wake()
				runtime.Gosched()
			}
		}()
	}
	for sum.Load() < wakers*each {
		if _, woken := w.WaitUntil(Now() + int64(time.Minute)); !woken {
			t.Fatal("a wake was lost")
		}
	}
}

// TestCollectionsPassThroughWaits runs the collector against a thread that is always in a light wait. Were the
// wait to keep the collector out, this would take as long as the deadline.
func TestCollectionsPassThroughWaits(t *testing.T) {
	defer Tune(Tuning{Procs: 4})()
	a := Approach{Light: time.Hour}
	w := NewWaiter(a)
	done := make(chan bool)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		_, woken := w.WaitUntil(Now() + int64(50*time.Minute))
		done <- woken
	}()
	for w.word.Load() != asleep {
		runtime.Gosched()
	}
	for range 3 {
		runtime.GC()
	}
	w.Wake()
	if !<-done {
		t.Fatal("the wait ended without the wake")
	}
}

func TestNoAllocation(t *testing.T) {
	for name, a := range approaches {
		s, w := Sleeper{Approach: a}, NewWaiter(a)
		if n := testing.AllocsPerRun(20, func() {
			s.SleepUntil(Now() + 300_000)
			w.WaitUntil(Now() + 300_000)
			w.Wake()
			w.WaitUntil(Forever)
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestReport(t *testing.T) {
	var r Report
	if !r.OK() || r.String() != "" {
		t.Errorf("an empty report: %v %q", r.OK(), r)
	}
	r.add("own thread", nil, "")
	r.add("SCHED_FIFO 80", errRefused{}, "run as root")
	if r.OK() {
		t.Error("a refused step must show")
	}
	if got, want := r.Warnings(), "SCHED_FIFO 80 refused: not permitted: run as root"; len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := r.String(), "own thread; refused: SCHED_FIFO 80"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

type errRefused struct{}

func (errRefused) Error() string { return "not permitted" }

func TestSetupNamesEveryStep(t *testing.T) {
	r, thread := Setup(Options{Priority: 1, CPU: OnCPU(1 << 20), Lock: true, LatencyFD: true, Nice: 1})
	defer thread.Release()
	all := r.String()
	for _, want := range []string{"own thread", "SCHED_FIFO", "mlockall", "processor", "latency", "nice"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in %q", want, all)
		}
	}
	for _, s := range r.Steps {
		if !s.OK && s.Hint == "" {
			t.Errorf("%s was refused without a hint", s.What)
		}
		if strings.HasPrefix(s.What, "processor") && s.OK {
			t.Error("no machine has that many processors")
		}
	}
}

func TestTunePutsBack(t *testing.T) {
	procs, percent := runtime.GOMAXPROCS(0), debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	undo := Tune(Tuning{Procs: procs + 3, GCPercent: 250})
	if got := runtime.GOMAXPROCS(0); got != procs+3 {
		t.Errorf("GOMAXPROCS %d, want %d", got, procs+3)
	}
	if got := debug.SetGCPercent(250); got != 250 {
		t.Errorf("GOGC %d, want 250", got)
	}
	undo()
	if got := runtime.GOMAXPROCS(0); got != procs {
		t.Errorf("GOMAXPROCS %d, want %d", got, procs)
	}
	if got := debug.SetGCPercent(100); got != 100 {
		t.Errorf("GOGC %d, want 100", got)
	}
	debug.SetGCPercent(-1)
	Tune(Tuning{})()
	if got := debug.SetGCPercent(100); got != -1 {
		t.Errorf("a collector that was off is at %d", got)
	}
}

// TestTurn: a thread yields before a wait that has room for it, if it has not lately.
func TestTurn(t *testing.T) {
	var last turn
	start := Now()
	if last.yields(start, start+int64(yieldRoom)) || last != 0 {
		t.Error("it yields before a short wait")
	}
	if !last.yields(start, start+2*int64(yieldRoom)) || int64(last) < start {
		t.Errorf("it did not yield before a long wait, or not now: %d after %d", last, start)
	}
	first := last
	if last.yields(int64(first)+int64(yieldEvery), Forever) || last != first {
		t.Error("it yields again before its turn is over")
	}
	if !last.yields(int64(first)+int64(yieldEvery)+1, Forever) || last == first {
		t.Error("it does not yield in its next turn")
	}
}
