//go:build linux

package rt

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func monotonic(t *testing.T) int64 {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
		t.Fatal(err)
	}
	return ts.Nano()
}

// TestNowIsTheSystemsClock brackets Now with the system's own readings.
func TestNowIsTheSystemsClock(t *testing.T) {
	for range 1000 {
		before := monotonic(t)
		if now := Now(); now < before {
			t.Fatalf("Now %d, and it was %d already", now, before)
		}
	}
	narrow := int64(1 << 62)
	for range 1000 {
		now := Now()
		narrow = min(narrow, monotonic(t)-now)
	}
	if narrow < -10_000 {
		t.Fatalf("Now is %d ns ahead of the system", -narrow)
	}
}

// TestSignalsDoNotEndAWait sends the thread a signal that the runtime ignores, many times while it waits.
func TestSignalsDoNotEndAWait(t *testing.T) {
	for name, a := range approaches {
		t.Run(name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			tid, stop, stopped := unix.Gettid(), make(chan struct{}), make(chan int)
			go func() {
				n := 0
				for {
					select {
					case <-stop:
						stopped <- n
						return
					default:
						_ = unix.Tgkill(unix.Getpid(), tid, unix.SIGURG)
						n++
						runtime.Gosched()
					}
				}
			}()
			s, w := Sleeper{Approach: a}, NewWaiter(a)
			for range 5 {
				until := Now() + int64(2*time.Millisecond)
				if got := s.SleepUntil(until); got < until {
					t.Errorf("Sleeper: %d ns early", until-got)
				}
				until = Now() + int64(2*time.Millisecond)
				if got, woken := w.WaitUntil(until); woken || got < until {
					t.Errorf("Waiter: %d ns early, woken %v", until-got, woken)
				}
			}
			close(stop)
			if n := <-stopped; n == 0 {
				t.Error("no signal was sent")
			}
		})
	}
}

// TestSetupIsUndone compares the thread's attributes before and after.
func TestSetupIsUndone(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	read := func() (unix.SchedAttr, unix.CPUSet, int) {
		var set unix.CPUSet
		if err := unix.SchedGetaffinity(0, &set); err != nil {
			t.Fatal(err)
		}
		attr, err := unix.SchedGetAttr(0, 0)
		if err != nil {
			t.Fatal(err)
		}
		slack, err := unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		return *attr, set, slack
	}
	attr, set, slackNs := read()
	usual := niceness(t, unix.Getpid())
	r, thread := Setup(Options{Priority: 10, Budget: MostBudget, CPU: OnCPU(0), Lock: true, LatencyFD: true, Nice: 5})
	during, pinned, _ := read()
	for _, s := range r.Steps {
		switch {
		case s.What == "SCHED_FIFO 10" && s.OK != (during.Policy == unix.SCHED_FIFO && during.Priority == 10):
			t.Errorf("%+v, but the thread has %+v", s, during)
		case s.What == "processor 0" && s.OK != (pinned.Count() == 1 && pinned.IsSet(0)):
			t.Errorf("%+v, but the thread has %v", s, pinned)
		}
	}
	if other := niceness(t, unix.Getpid()); r.OK() && other != 5 {
		t.Errorf("the main thread has niceness %d, want 5", other)
	}
	thread.Release()
	if other := niceness(t, unix.Getpid()); r.OK() && other != usual {
		t.Errorf("the main thread has niceness %d after Release, want %d", other, usual)
	}
	attr2, set2, slack2 := read()
	if attr != attr2 || set != set2 || slackNs != slack2 {
		t.Errorf("before %+v %v %d, after %+v %v %d", attr, set, slackNs, attr2, set2, slack2)
	}
}

func niceness(t *testing.T, tid int) int {
	n, err := unix.Getpriority(unix.PRIO_PROCESS, tid)
	if err != nil {
		t.Fatal(err)
	}
	return 20 - n
}

// TestMutexLendsPriority lets a FIFO thread wait for a lock whose holder is ordinary, and looks at the holder.
func TestMutexLendsPriority(t *testing.T) {
	var m Mutex
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m.Lock()
	got := make(chan bool)
	entered := 0
	var ended sync.WaitGroup
	defer ended.Wait() // the thread is ordinary again before another test looks
	ended.Add(1)
	go func() {
		defer ended.Done()
		r, thread := Setup(Options{Priority: 10})
		defer thread.Release()
		got <- r.OK()
		m.Lock()
		entered++
		m.Unlock()
		got <- true
	}()
	if !<-got {
		m.Unlock()
		<-got
		t.Log("no privilege to wait with: only the order was checked")
		return
	}
	for deadline := time.Now().Add(time.Minute); priorityOf(t) > -10; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("the holder runs at %d while a thread of SCHED_FIFO 10 waits", priorityOf(t))
		}
	}
	m.Unlock()
	<-got
	if p := priorityOf(t); p < 0 {
		t.Errorf("the holder kept priority %d", p)
	}
}

// priorityOf is the thread's effective priority as the kernel counts it: below −1 for real-time threads.
func priorityOf(t *testing.T) int {
	t.Helper()
	b, err := os.ReadFile("/proc/thread-self/stat")
	if err != nil {
		t.Fatal(err)
	}
	f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	n, err := strconv.Atoi(f[15])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
