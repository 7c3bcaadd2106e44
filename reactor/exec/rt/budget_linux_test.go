package rt

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// lend runs f on a thread with SCHED_FIFO 10, on the first processor when pinned, and returns when f has and all is
// undone. It reports whether the priority was granted and hands f the thread's id.
func lend(t *testing.T, pinned bool, f func(tid int)) (granted bool) {
	t.Helper()
	done := make(chan bool)
	go func() {
		o := Options{Priority: 10}
		if pinned {
			o.CPU = OnCPU(0)
		}
		r, thread := Setup(o)
		if r.OK() {
			f(unix.Gettid())
		}
		thread.Release()
		done <- r.OK()
	}()
	granted = <-done
	if !granted {
		t.Log("no privilege: the priority was refused, and nothing had to be taken back")
	}
	return granted
}

func policy(t *testing.T, tid int) uint32 {
	t.Helper()
	a, err := unix.SchedGetAttr(tid, 0)
	if err != nil {
		t.Fatal(err)
	}
	return a.Policy
}

// TestSpinnerLosesItsPriority lets a thread with a priority spin until it has seen itself become an ordinary one,
// and then wait until it has its priority back.
func TestSpinnerLosesItsPriority(t *testing.T) {
	before := Lapses()
	if !lend(t, false, func(tid int) {
		start := Now()
		for policy(t, tid) == unix.SCHED_FIFO {
			if Now()-start > int64(time.Minute) {
				t.Error("it spins with its priority")
				return
			}
		}
		t.Logf("an ordinary thread after %v", time.Duration(Now()-start))
		w := NewWaiter(Deep)
		for policy(t, tid) != unix.SCHED_FIFO {
			if Now()-start > int64(2*time.Minute) {
				t.Error("it has waited, and its priority was not given back")
				return
			}
			w.WaitUntil(Now() + int64(time.Millisecond))
		}
	}) {
		return
	}
	if Lapses() == before {
		t.Error("the loss was not counted")
	}
}

// TestSpinAtTheEndOfASleep: a thread whose goroutine does not go on in time after a sleep becomes an ordinary one long before its
// budget is used up, and has its priority back at once when the goroutine does go on. That is no lapse.
func TestSpinAtTheEndOfASleep(t *testing.T) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		r, thread := Setup(Options{Priority: 10, Budget: MostBudget})
		defer thread.Release()
		if !r.OK() {
			t.Logf("no privilege: %v", r.Warnings())
			return
		}
		self := unix.Gettid()
		for i := range 50 {
			if i == 25 { // the guard follows the goroutine to another thread
				_, self = displace(t, thread)
				back(t, thread, Options{Priority: 10})
			}
			before, began := Lapses(), Now()
			thread.sleeps(began)
			for policy(t, self) == unix.SCHED_FIFO {
				if Now()-began > int64(time.Minute) {
					t.Error("it spins with its priority")
					return
				}
			}
			took := time.Duration(Now() - began)
			thread.wakes()
			if Lapses() == before && took < 300*time.Microsecond {
				t.Errorf("it is an ordinary thread after %v, when it may only be late", took)
			}
			if Lapses() != before || policy(t, self) != unix.SCHED_FIFO {
				back(t, thread, Options{Priority: 10}) // a machine that stands still may use up the budget
				t.Logf("it lost its priority for longer after %v", time.Duration(Now()-began))
				continue
			}
			thread.sleeps(Now())
			thread.wakes()
			for late := Now() + int64(400*time.Microsecond); Now() < late; { // twice what a guard allows
			}
			if Lapses() == before && policy(t, self) != unix.SCHED_FIFO {
				t.Error("it was awake in time and has lost its priority")
			}
		}
	}()
	<-done
}

// TestTwoSpinnersLoseTheirPriorities pins two threads to one processor, where both spin. When the first has lost its
// priority the second has the processor at once: the budget must be its own by then, not the second more that the
// kernel grants the process with its signal.
func TestTwoSpinnersLoseTheirPriorities(t *testing.T) {
	var rounds [25]time.Duration // what the longer one of them ran for
	for r := range rounds {
		var ready, done sync.WaitGroup
		var ran [2]time.Duration
		ready.Add(len(ran))
		for i := range ran {
			done.Go(func() {
				if !lend(t, true, func(tid int) {
					ready.Done()
					ready.Wait()
					NewWaiter(Deep).WaitUntil(Now() + int64(5*time.Millisecond)) // both are asleep before one spins
					for began := used(t); policy(t, tid) == unix.SCHED_FIFO && ran[i] < 10*time.Second; ran[i] = used(t) - began {
						for start := Now(); Now()-start < int64(time.Millisecond); {
						}
					}
				}) {
					ready.Done()
				}
			})
		}
		done.Wait()
		rounds[r] = max(ran[0], ran[1])
	}
	slices.Sort(rounds[:])
	t.Logf("with their priority they ran for %v", rounds)
	if m := rounds[len(rounds)*4/5]; m > 24*time.Millisecond { // two ticks are 20 ms at most
		t.Errorf("in a fifth of the rounds one of them ran for %v or longer, the budget is %v", m, LeastBudget)
	}
}

// used is the processor time of the calling thread.
func used(t *testing.T) time.Duration {
	t.Helper()
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ts.Nano())
}

// TestPriorityEndsAsItIsLost undoes a thread's setup in the moment in which the keeper is told of a loss: neither may
// wait for the other.
func TestPriorityEndsAsItIsLost(t *testing.T) {
	for range 200 {
		if !lend(t, false, func(tid int) {
			for start := Now(); policy(t, tid) == unix.SCHED_FIFO && Now()-start < int64(10*time.Second); {
			}
		}) {
			return
		}
	}
}

// TestNobodyWaitsForASpinner pins a thread with a priority to one processor, where it spins until an ordinary thread
// on the same processor has run: what Go's runtime does when the collector holds a goroutine's status. Without a
// budget the ordinary thread would have to wait for what the kernel leaves to such threads, if it leaves anything.
func TestNobodyWaitsForASpinner(t *testing.T) {
	var ran atomic.Int64
	var began int64
	lend(t, true, func(int) {
		go func() {
			_, thread := Setup(Options{CPU: OnCPU(0)})
			defer thread.Release()
			w := NewWaiter(Deep)
			w.WaitUntil(Now() + int64(20*time.Millisecond))
			ran.Store(Now())
		}()
		w := NewWaiter(Deep)
		w.WaitUntil(Now() + int64(10*time.Millisecond))
		began = Now()
		for ran.Load() == 0 && Now()-began < int64(time.Minute) {
		}
	})
	if began == 0 {
		return
	}
	if ran.Load() == 0 {
		t.Fatal("the ordinary thread has not run in 30 s")
	}
	t.Logf("the ordinary thread ran after %v, %d losses so far", time.Duration(ran.Load()-began), Lapses())
}

// TestNewPriorityHasItsWholeBudget gives a thread a priority after it has lost one: what it ran for before does not count.
func TestNewPriorityHasItsWholeBudget(t *testing.T) {
	const budget = MostBudget // 20 ms; a tick is 10 at most
	lasted := make(chan time.Duration, 4)
	go func() { // its thread ends with it
		defer close(lasted)
		runtime.LockOSThread()
		for range cap(lasted) {
			start := Now()
			r, thread := Setup(Options{Priority: 10, Budget: budget})
			if !r.OK() {
				thread.Release()
				return
			}
			for policy(t, unix.Gettid()) == unix.SCHED_FIFO {
			}
			lasted <- time.Duration(Now() - start)
			thread.Release()
		}
	}()
	n := 0
	for d := range lasted {
		if n++; d < budget*3/4 {
			t.Errorf("priority %d was lost after %v, the budget is %v", n, d, budget)
		}
	}
	t.Logf("%d priorities granted", n)
}

// TestPunctualThreadKeepsItsPriority waits as a control loop does: nothing is taken back. Only where more than its budget has passed
// since it last slept it may be, as on a busy machine on which Go's runtime spins until another of its threads has run.
func TestPunctualThreadKeepsItsPriority(t *testing.T) {
	lend(t, false, func(tid int) {
		w, next, woke, slept := NewWaiter(Deep), Now(), Now(), int64(0)
		for range 100 {
			next = max(next+int64(time.Millisecond), Now()+int64(100*time.Microsecond)) // always ahead, so that it sleeps
			if policy(t, tid) != unix.SCHED_FIFO {
				awake := time.Duration(Now() - woke)
				if t.Logf("lost, %v after its last sleep", awake); awake < LeastBudget {
					t.Errorf("a thread that waits every millisecond has lost its priority %v after its last sleep", awake)
				}
				return
			}
			w.WaitUntil(next)
			var use unix.Rusage
			if err := unix.Getrusage(unix.RUSAGE_THREAD, &use); err != nil {
				t.Fatal(err)
			}
			if n := int64(use.Nvcsw); n != slept { // not where the host has stopped the machine until next
				woke, slept = Now(), n
			}
		}
	})
}

// TestLimitIsPutBack compares the resource limit before a thread had a priority and after.
func TestLimitIsPutBack(t *testing.T) {
	read := func() (l unix.Rlimit) {
		if err := unix.Getrlimit(unix.RLIMIT_RTTIME, &l); err != nil {
			t.Fatal(err)
		}
		return l
	}
	before := read()
	if lend(t, false, func(int) {
		if l := read(); l.Cur != uint64(LeastBudget.Microseconds()) {
			t.Errorf("RLIMIT_RTTIME is %d µs, want %v", l.Cur, LeastBudget)
		}
	}) {
		if after := read(); after != before {
			t.Errorf("RLIMIT_RTTIME was %+v and is %+v", before, after)
		}
	}
}
