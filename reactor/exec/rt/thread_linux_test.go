package rt

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// crowd gives Go's scheduler work for the calling thread, which it does first when the goroutine yields, until stop.
func crowd() (stop func()) {
	var over atomic.Bool
	for range 4 {
		go func() {
			for end := Now() + int64(2*time.Millisecond); !over.Load() && Now() < end; {
			}
		}()
	}
	return func() { over.Store(true) }
}

// displace has the goroutine yield until it is on another thread.
func displace(t *testing.T, thread *Thread) (from, to int) {
	t.Helper()
	from = unix.Gettid()
	for end := Now() + int64(time.Minute); unix.Gettid() == from; {
		if Now() > end {
			t.Fatal("the goroutine always comes back to its thread")
		}
		stop := crowd()
		thread.Yield()
		stop()
	}
	return from, unix.Gettid()
}

// back waits, without a yield, until the thread has its priority again.
func back(t *testing.T, thread *Thread, o Options) {
	t.Helper()
	w := NewWaiter(Deep)
	for start := Now(); o.Priority > 0 && policy(t, int(thread.id)) != unix.SCHED_FIFO; w.WaitUntil(Now() + int64(500*time.Microsecond)) {
		if Now()-start > int64(time.Minute) {
			t.Fatal("it has waited, and its priority was not given back")
		}
	}
}

// TestYieldMovesSettings: a goroutine that goes on on another thread finds there what Setup has given it, and the thread that it
// was on has it no longer.
func TestYieldMovesSettings(t *testing.T) {
	settings := func(tid int) (policy uint32, cpus int, nice int) {
		a, err := unix.SchedGetAttr(tid, 0)
		if err != nil {
			t.Fatal(err)
		}
		var set unix.CPUSet
		if err := unix.SchedGetaffinity(tid, &set); err != nil {
			t.Fatal(err)
		}
		return a.Policy, set.Count(), int(a.Nice)
	}
	for _, o := range []Options{{Priority: 10, CPU: OnCPU(0)}, {Background: true}, {CPU: OnCPU(0)}} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			r, thread := Setup(o)
			if !r.OK() {
				t.Logf("%+v: no privilege: %v", o, r.Warnings())
			}
			if !r.OK() {
				o.Priority = 0
			}
			policy, cpus, nice := settings(0)
			for range 3 {
				from, to := displace(t, thread)
				if thread.id != threadID(to) {
					t.Errorf("%+v: it is taken for thread %d, not %d", o, thread.id, to)
				}
				back(t, thread, o) // what others made of the thread before may have cost the priority
				if p, c, n := settings(to); p != policy || c != cpus || n != nice {
					t.Errorf("%+v: policy %d, %d processors, niceness %d on the next thread, not %d, %d, %d", o, p, c, n, policy, cpus, nice)
				}
				p, c, n := settings(from)
				if o.Priority > 0 && p != unix.SCHED_NORMAL || o.CPU != (CPU{}) && c < min(2, runtime.NumCPU()) || o.Background && r.OK() && n == nice {
					t.Errorf("%+v: policy %d, %d processors, niceness %d are left on the thread before", o, p, c, n)
				}
				var m Mutex
				m.LockAs(thread)
				m.UnlockAs(thread)
			}
			thread.Release()
			if p, c, n := settings(0); p != unix.SCHED_NORMAL || c < min(2, runtime.NumCPU()) || n == BackgroundNice {
				t.Errorf("%+v: policy %d, %d processors, niceness %d after Release", o, p, c, n)
			}
		}()
		<-done
	}
}

// seat is a thread of its own that does nothing until leave, which is called once.
func seat() (id threadID, leave func()) {
	ids, over := make(chan threadID), make(chan struct{})
	go func() {
		runtime.LockOSThread() // it ends with its goroutine
		ids <- ownID()
		<-over
	}()
	return <-ids, func() { close(over) }
}

// TestMovesInAChain: a goroutine comes to a thread that another has left but that has not yet been taken from; or two change places.
// Each has its own settings afterwards, and the free thread none.
func TestMovesInAChain(t *testing.T) {
	var ids [3]threadID
	for i := range ids {
		id, leave := seat()
		defer leave()
		ids[i] = id
	}
	for _, to := range [][2]threadID{{ids[1], ids[2]}, {ids[1], ids[0]}} {
		movesTo(t, ids, to)
	}
}

// movesTo sets up two threads on the first two ids and moves them, one after the other.
func movesTo(t *testing.T, ids [3]threadID, to [2]threadID) {
	settings := [2]Options{{Priority: 11, Budget: MostBudget}, {Priority: 12, Budget: MostBudget, CPU: OnCPU(0)}}
	var threads [2]*Thread
	for i, o := range settings {
		r, thread := Setup(o)
		defer thread.Release()
		if !r.OK() {
			t.Logf("no privilege: %v", r.Warnings())
			return
		}
		threads[i] = thread
		thread.move(ids[i]) // so that the next one finds this thread as it was
	}
	threads[0].move(to[0])
	threads[1].move(to[1])
	for _, id := range ids {
		a, err := unix.SchedGetAttr(int(id), 0)
		if err != nil {
			t.Fatal(err)
		}
		var cpus unix.CPUSet
		if err := unix.SchedGetaffinity(int(id), &cpus); err != nil {
			t.Fatal(err)
		}
		var want Options
		for i := range threads {
			if to[i] == id {
				want = settings[i]
			}
		}
		if int(a.Priority) != want.Priority || (want.CPU != CPU{}) != (cpus.Count() == 1) && runtime.NumCPU() > 1 {
			t.Errorf("moves to %v: thread %d has priority %d and %d processors, want %+v", to, id, a.Priority, cpus.Count(), want)
		}
	}
	for _, thread := range threads {
		thread.move(ownID())
	}
}

// TestMovesAtOnce: many goroutines with a priority move at once, and each still has it in the end.
func TestMovesAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			o := Options{Priority: 10 + i, Budget: MostBudget}
			r, thread := Setup(o)
			defer thread.Release()
			if !r.OK() {
				t.Logf("no privilege: %v", r.Warnings())
				return
			}
			for range 20 {
				stop := crowd()
				thread.Yield()
				stop()
				back(t, thread, o)
			}
		})
	}
	wg.Wait()
}

// TestLockedTogether: pages stay locked until the last thread that asked has been released.
func TestLockedTogether(t *testing.T) {
	locked := func() bool {
		b, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		_, after, ok := strings.Cut(string(b), "\nVmLck:")
		if !ok {
			t.Fatal("the kernel does not say what is locked")
		}
		return strings.Fields(after)[0] != "0"
	}
	r, first := Setup(Options{Lock: true, Touched: true})
	_, second := Setup(Options{Lock: true, Touched: true})
	if !r.OK() {
		t.Logf("no privilege: %v", r.Warnings())
	}
	second.Release()
	if r.OK() && !locked() {
		t.Error("the first thread's pages are not locked any more")
	}
	first.Release()
	if locked() {
		t.Error("pages are still locked")
	}
}

// TestAskedTogether: of several threads' niceness the lowest holds.
func TestAskedTogether(t *testing.T) {
	usual := niceness(t, unix.Getpid())
	setups := []struct {
		o     Options
		nice  int // while it and those before it hold
		after int // and after it, though not the first, is released
	}{{Options{Nice: 5}, 5, usual}, {Options{Nice: 3}, 3, 5}, {Options{Nice: 7}, 3, 3}}
	var threads []*Thread
	for _, s := range setups {
		r, thread := Setup(s.o)
		threads = append(threads, thread)
		if n := niceness(t, unix.Getpid()); r.OK() && n != s.nice {
			t.Errorf("niceness %d with %+v, want %d", n, s.o, s.nice)
		}
		if !r.OK() {
			t.Logf("no privilege: %v", r.Warnings())
			setups = nil
		}
	}
	for i, order := range []int{2, 1, 0} {
		threads[order].Release()
		if n := niceness(t, unix.Getpid()); len(setups) > 0 && n != setups[order].after {
			t.Errorf("niceness %d after %d are released, want %d", n, i+1, setups[order].after)
		}
	}
}

// TestMovedPriorityIsTakenBack: the budget follows the goroutine to its next thread.
func TestMovedPriorityIsTakenBack(t *testing.T) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		r, thread := Setup(Options{Priority: 10})
		defer thread.Release()
		if !r.OK() {
			t.Logf("no privilege: %v", r.Warnings())
			return
		}
		_, to := displace(t, thread)
		back(t, thread, Options{Priority: 10})
		for start := Now(); policy(t, to) == unix.SCHED_FIFO; {
			if Now()-start > int64(time.Minute) {
				t.Error("it spins with its priority")
				return
			}
		}
		back(t, thread, Options{Priority: 10})
	}()
	<-done
}

// TestLockedOnceMoreStays: who depends on a thread locks itself to it, and no yield takes it away.
func TestLockedOnceMoreStays(t *testing.T) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, thread := Setup(Options{})
		defer thread.Release()
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		at := unix.Gettid()
		for range 50 {
			stop := crowd()
			thread.Yield()
			stop()
			if now := unix.Gettid(); now != at {
				t.Errorf("from thread %d to %d", at, now)
				return
			}
		}
	}()
	<-done
}

// TestYieldDoesNotAllocate, with what it does when nobody is in its way.
func TestYieldDoesNotAllocate(t *testing.T) {
	_, thread := Setup(Options{})
	defer thread.Release()
	if n := testing.AllocsPerRun(200, thread.Yield); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
