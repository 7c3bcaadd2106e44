//go:build linux && (amd64 || arm64)

package rt

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// This file keeps threads of real-time priority from running for ever: the kernel counts how long a thread has run
// since it last slept (RLIMIT_RTTIME, getrlimit(2)) and sends SIGXCPU when that exceeds the budget. The handler,
// lapsed, is a few system calls in assembly: it makes the thread an ordinary one immediately, without Go's runtime,
// which may be the very thing the thread waits for. The keeper, an ordinary goroutine, returns the priority later.
// A guard's timer sends the same signal.

// lapsed is the handler of SIGXCPU. Only the kernel calls it.
//
//lint:ignore U1000 its address is lapsedPC
func lapsed()

// restore returns from a signal handler, as the kernel requires on some processors.
//
//lint:ignore U1000 its address is restorePC
func restore()

// lapsedPC and restorePC are the addresses of lapsed and restore.
var lapsedPC, restorePC uintptr

// shared is what lapsed reads, at offsets that it knows.
type shared struct {
	limit unix.Rlimit // RLIMIT_RTTIME, which the kernel raises by a second whenever it sends the signal
	bell  int64       // an eventfd that wakes the keeper
	tick  uint64      // the value written to the bell
	//lint:ignore U1000 lapsed reads it
	param uint64 // struct sched_param of SCHED_OTHER
	//lint:ignore U1000 lapsed reads it
	again unix.ItimerSpec // how long a guard waits once more
}

// forHandler is the data lapsed reads. A process has one handler for a signal, so there is one.
var forHandler = &shared{bell: -1, tick: 1, again: unix.ItimerSpec{Value: unix.NsecToTimespec(int64(wakeAgain))}}

// The keeper's pauses: a thread that has lost its priority gets it back once it has slept, after a pause that doubles
// with every loss and is reset after a calm period.
const (
	leastPause = 4 * time.Millisecond
	mostPause  = time.Second
	calm       = 10 * time.Second
)

// keeper returns priorities that were lost.
type keeper struct {
	mu      sync.Mutex
	shared  *shared
	threads []*kept
	bell    *os.File
	was     unix.Rlimit // the process's limit before
	lapses  atomic.Uint64
	gone    chan struct{}
}

// kept is a thread with a priority.
type kept struct {
	tid    int
	attr   unix.SchedAttr
	budget time.Duration
	lost   bool
	at     int64 // when the latest loss was noticed, 0 for none
	slept  int64 // how often it had slept by then
	pause  time.Duration
}

// priorities is the keeper of this process: signal handlers and resource limits belong to the process.
var priorities = &keeper{shared: forHandler}

// Lapses returns how often threads of this process have lost their real-time priority by running for longer than their budget
// without a wait.
func Lapses() uint64 { return priorities.lost() }

func (k *keeper) lost() uint64 { return k.lapses.Load() }

// lent is a priority that a thread has from a keeper.
type lent struct {
	k *keeper
	t *kept
}

// keep gives the calling thread a priority under a budget.
func (k *keeper) keep(priority int, budget time.Duration) (lent, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.threads) == 0 {
		if err := k.open(); err != nil {
			return lent{}, err
		}
	}
	t := &kept{tid: unix.Gettid(), budget: budget, attr: unix.SchedAttr{Size: unix.SizeofSchedAttr,
		Policy: unix.SCHED_FIFO, Flags: schedNoChild, Priority: uint32(priority)}}
	k.threads = append(k.threads, t)
	err := k.limit()
	if err == nil {
		err = unix.SchedSetAttr(t.tid, &t.attr, 0)
	}
	if err != nil {
		k.remove(t)
		return lent{}, err
	}
	return lent{k, t}, nil
}

// drop ends the loan and leaves the thread as it is. A loss that nobody has noticed counts.
func (l lent) drop() {
	l.k.mu.Lock()
	if l.t.hasLost(Now()) {
		l.k.lapses.Add(1)
	}
	gone := l.k.remove(l.t)
	l.k.mu.Unlock() // the keeper may be about to check
	<-gone
}

// move lends the priority to another thread. If it is known to be lost, the keeper returns it to the new thread once that has
// slept. A loss of the old thread since, in others' work, is ignored.
func (l lent) move(to int) {
	l.k.mu.Lock()
	defer l.k.mu.Unlock()
	if l.t.tid = to; l.t.lost {
		l.t.slept = l.t.sleeps()
		return
	}
	_ = unix.SchedSetAttr(to, &l.t.attr, 0)
}

// still calls f, in which no priority is given back.
func (k *keeper) still(f func() error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return f()
}

// regain gives the calling thread the priority that its guard has ended, unless the keeper has to.
func (l lent) regain() {
	l.k.mu.Lock()
	defer l.k.mu.Unlock()
	if !l.t.lost {
		_ = unix.SchedSetAttr(0, &l.t.attr, 0)
	}
}

// open installs the handler and starts the keeper.
func (k *keeper) open() error {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return fmt.Errorf("eventfd: %w", err)
	}
	if err := unix.Getrlimit(unix.RLIMIT_RTTIME, &k.was); err != nil {
		unix.Close(fd)
		return fmt.Errorf("RLIMIT_RTTIME: %w", err)
	}
	k.shared.bell = int64(fd)
	if err := handle(lapsedPC); err != nil {
		unix.Close(fd)
		return err
	}
	k.bell, k.gone = os.NewFile(uintptr(fd), "priorities"), make(chan struct{})
	go k.run(k.bell, k.gone)
	return nil
}

// handle sets the handler of SIGXCPU. The handler of Go's runtime, which ends the program, is not put back because a signal
// may still be on its way. The signal may interrupt its own handler: a tick between the handler's first call and its second
// raises the limit once more.
func handle(pc uintptr) error {
	action := struct{ handler, flags, restorer, mask uintptr }{pc, saSigInfo | saOnStack | saRestart | saRestorer | saNoDefer, restorePC,
		^(uintptr(1) << (unix.SIGXCPU - 1))}
	if _, _, e := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(unix.SIGXCPU), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0); e != 0 {
		return fmt.Errorf("SIGXCPU: %w", e)
	}
	return nil
}

// Flags of sigaction(2).
const (
	saSigInfo  = 0x00000004
	saRestorer = 0x04000000
	saOnStack  = 0x08000000
	saRestart  = 0x10000000
	saNoDefer  = 0x40000000
)

// limit requests the largest budget of the existing threads: the kernel has one for all.
func (k *keeper) limit() error {
	l := k.was
	if len(k.threads) > 0 {
		most := time.Duration(0)
		for _, t := range k.threads {
			most = max(most, t.budget)
		}
		l.Cur = min(uint64(most.Microseconds()), k.was.Max)
	}
	k.shared.limit = l
	if err := unix.Setrlimit(unix.RLIMIT_RTTIME, &l); err != nil {
		return fmt.Errorf("RLIMIT_RTTIME: %w", err)
	}
	return nil
}

// remove forgets a thread, and with the last one ends the keeper: gone is closed when there is nothing to wait for.
func (k *keeper) remove(t *kept) (gone <-chan struct{}) {
	for i := range k.threads {
		if k.threads[i] == t {
			k.threads = append(k.threads[:i], k.threads[i+1:]...)
			break
		}
	}
	_ = k.limit()
	if len(k.threads) > 0 {
		none := make(chan struct{})
		close(none)
		return none
	}
	k.shared.bell = -1 // a signal that is still on its way must not write to the next file with this number
	_ = k.bell.Close()
	return k.gone
}

// run waits for the bell and gives back what was lost, until the bell is closed.
func (k *keeper) run(f *os.File, gone chan struct{}) {
	defer close(gone)
	var rung [8]byte
	for {
		if _, err := f.Read(rung[:]); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return
		}
		_ = f.SetReadDeadline(time.Time{})
		if again := k.look(Now()); again > 0 {
			_ = f.SetReadDeadline(time.Now().Add(again))
		}
	}
}

// look notes lost priorities and gives back those it may. It returns how long to wait before the next look; 0 means until the
// next bell.
func (k *keeper) look(now int64) (again time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, t := range k.threads {
		if t.hasLost(now) {
			k.lapses.Add(1)
		}
		if wait := t.giveBack(now); wait > 0 && (again == 0 || wait < again) {
			again = wait
		}
	}
	return again
}

// hasLost notes and reports whether the thread has lost its priority since the last look.
func (t *kept) hasLost(now int64) bool {
	if t.lost {
		return false
	}
	is, err := unix.SchedGetAttr(t.tid, 0)
	if err != nil || is.Policy == t.attr.Policy {
		return false
	}
	if t.pause *= 2; t.at == 0 || time.Duration(now-t.at) > calm {
		t.pause = leastPause
	}
	t.pause = min(t.pause, mostPause)
	t.lost, t.at, t.slept = true, now, t.sleeps()
	return true
}

// giveBack gives the thread its priority back if it may have it, or returns how long to wait before trying again.
func (t *kept) giveBack(now int64) (again time.Duration) {
	left := t.pause - time.Duration(now-t.at)
	switch {
	case !t.lost:
		return 0
	case left > 0:
		return left
	case t.sleeps() == t.slept:
		return t.pause // it still runs, or waits indefinitely: it needs no priority yet
	case unix.SchedSetAttr(t.tid, &t.attr, 0) != nil:
		return mostPause
	}
	t.lost = false
	return 0
}

// sleeps is how often the thread has slept so far; yielding (sched_yield) does not count.
func (t *kept) sleeps() int64 {
	b, err := os.ReadFile("/proc/self/task/" + strconv.Itoa(t.tid) + "/status")
	if err != nil {
		return -1
	}
	_, after, _ := strings.Cut(string(b), "\nvoluntary_ctxt_switches:")
	n, _, _ := strings.Cut(after, "\n")
	v, err := strconv.ParseInt(strings.TrimSpace(n), 10, 64)
	if err != nil {
		return -1
	}
	return v
}
