package rt

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// What to do if a step is refused.
const (
	hintSlack    = "sleeps end up to 50 µs later than they need"
	hintCPU      = "the thread may move between processors; choose one that `nproc --all` counts and the container allows"
	hintFIFO     = "other processes will delay this thread; run as root, grant CAP_SYS_NICE, or set rtprio in /etc/security/limits.conf"
	hintLock     = "a page fault may delay a cycle; run as root, grant CAP_IPC_LOCK, or raise memlock in /etc/security/limits.conf"
	hintNice     = "on a busy machine Go's own threads wait behind other processes; run as root, grant CAP_SYS_NICE, or set nice in /etc/security/limits.conf"
	hintLatency  = "idle processors will wake later; run as root or give the user write access to the file"
	latencyFile  = "/dev/cpu_dma_latency"
	schedNoChild = 1 // SCHED_FLAG_RESET_ON_FORK
)

// threadID is the kernel's thread id.
type threadID uint32

func ownID() threadID { return threadID(unix.Gettid()) }

// setup requests o's steps in turn and returns those that were granted.
func setup(o Options, r *Report) (granted []grant) {
	for _, step := range []func(Options, *Report) grant{slack, pin, nice, background, lock, latency, fifo} {
		if g := step(o, r); g.undo != nil {
			granted = append(granted, g)
		}
	}
	return granted
}

// slack asks the kernel not to batch this thread's timers with others. It matters only without SCHED_FIFO. A thread
// from which the setting is taken keeps it, which does no harm.
func slack(_ Options, r *Report) grant {
	old, err := unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0)
	if err == nil {
		err = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
	}
	if !r.add("timer slack 1 ns", err, hintSlack) {
		return grant{}
	}
	set := func(ns uintptr) { _ = unix.Prctl(unix.PR_SET_TIMERSLACK, ns, 0, 0, 0) }
	return grant{undo: func() { set(uintptr(old)) }, give: func(threadID) { set(1) }}
}

// background puts the thread behind the others of its process.
func background(o Options, r *Report) grant {
	if !o.Background || o.Priority > 0 {
		return grant{}
	}
	back := &unix.SchedAttr{Size: unix.SizeofSchedAttr, Nice: BackgroundNice} // with the usual slice
	old, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err == nil {
		err = unix.SchedSetAttr(0, back, 0)
	}
	if !r.add(fmt.Sprintf("nice %d for long work", BackgroundNice), err, hintNice) {
		return grant{}
	}
	usual := func(id threadID) { _ = unix.Setpriority(unix.PRIO_PROCESS, int(id), 20-old) }
	return grant{undo: func() { usual(0) }, give: func(to threadID) { _ = unix.SchedSetAttr(int(to), back, 0) }, take: usual}
}

// pin keeps the thread on one processor.
func pin(o Options, r *Report) grant {
	if o.CPU.n <= 0 {
		return grant{}
	}
	var old, set unix.CPUSet
	err := unix.SchedGetaffinity(0, &old)
	if err == nil {
		set.Set(o.CPU.n - 1)
		err = unix.SchedSetaffinity(0, &set)
	}
	if !r.add(fmt.Sprintf("processor %d", o.CPU.n-1), err, hintCPU) {
		return grant{}
	}
	on := func(cpus *unix.CPUSet) func(threadID) {
		return func(id threadID) { _ = unix.SchedSetaffinity(int(id), cpus) }
	}
	return grant{undo: func() { on(&old)(0) }, give: on(&set), take: on(&old)}
}

// fifo puts the thread before all ordinary ones, under a budget. Its children start as ordinary threads.
func fifo(o Options, r *Report) grant {
	if o.Priority <= 0 {
		return grant{}
	}
	old, err := unix.SchedGetAttr(0, 0)
	var k lent
	if err == nil {
		k, err = priorities.keep(o.Priority, min(max(o.Budget, LeastBudget), MostBudget))
	}
	if !r.add(fmt.Sprintf("SCHED_FIFO %d", o.Priority), err, hintFIFO) {
		return grant{}
	}
	// The kernel forgets for how long a thread has run when it wakes up with a priority, not when it is given one: a thread that had
	// lost one before would otherwise lose the new one at the next tick.
	sleep(Now() + int64(100*time.Microsecond))
	g := guarded(k)
	ordinary := func(id threadID) { _ = unix.SchedSetAttr(int(id), old, 0) }
	return grant{guard: g, undo: func() {
		g.release()
		k.drop()
		ordinary(0)
	}, give: func(to threadID) {
		k.move(int(to))
		g.move(int(to))
	}, take: ordinary}
}

// wishes are what all Setups together have asked of the process. Setup and Release change them under settling.
type wishes struct {
	usual int   // the niceness without any
	nice  []int // each Setup's; the lowest holds
	locks int   // of its pages
}

// process is what this one was asked.
var process = &wishes{}

// begin notes what the niceness is while nobody has asked.
func (w *wishes) begin() error {
	if len(w.nice) > 0 {
		return nil
	}
	is, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	w.usual = 20 - is // the system call counts from 40 down to 1
	return err
}

func (w *wishes) ask(nice int) { w.nice = append(w.nice, nice) }

// drop forgets one wish for a niceness.
func (w *wishes) drop(nice int) {
	i := slices.Index(w.nice, nice)
	w.nice = slices.Delete(w.nice, i, i+1)
}

// least is the niceness that holds.
func (w *wishes) least() int {
	if len(w.nice) == 0 {
		return w.usual
	}
	return slices.Min(w.nice)
}

// locked counts threads that ask for locked pages, and returns how many there are now.
func (w *wishes) locked(more int) int {
	w.locks += more
	return w.locks
}

// nice sets the niceness of all existing threads except those with long work; future ones inherit it.
func nice(o Options, r *Report) grant {
	if o.Nice == 0 && o.Priority > 0 {
		o.Nice = UsualNice
	}
	if o.Nice == 0 {
		return grant{}
	}
	err := process.begin()
	if err == nil {
		process.ask(o.Nice)
		if err = niceAll(process.least()); err != nil {
			process.drop(o.Nice)
		}
	}
	if !r.add(fmt.Sprintf("nice %d", o.Nice), err, hintNice) {
		return grant{}
	}
	return grant{undo: func() {
		process.drop(o.Nice)
		_ = niceAll(process.least())
	}}
}

func niceAll(value int) error {
	return eachThread(func(tid int) error {
		if is, err := unix.Getpriority(unix.PRIO_PROCESS, tid); err == nil && 20-is == BackgroundNice {
			return nil
		}
		if err := unix.Setpriority(unix.PRIO_PROCESS, tid, value); err != nil {
			return err
		}
		return priorities.still(func() error { return short(tid, value) })
	})
}

// short requests a short slice for an ordinary thread, if the kernel (6.12 and later) supports it: when it wakes up, it
// then runs before threads with long slices, such as those with long work. Without a niceness the slice is the usual
// one.
func short(tid, nice int) error {
	is, err := unix.SchedGetAttr(tid, 0)
	if err != nil || is.Policy != unix.SCHED_NORMAL {
		return err
	}
	a := unix.SchedAttr{Size: unix.SizeofSchedAttr, Flags: is.Flags, Nice: int32(nice)}
	if nice < 0 {
		a.Runtime = uint64(shortSlice)
	}
	return unix.SchedSetAttr(tid, &a, 0)
}

// shortSlice is the shortest slice that the kernel grants.
const shortSlice = 100 * time.Microsecond

// eachThread calls f for every thread of the process.
func eachThread(f func(tid int) error) error {
	const tasks = "/proc/self/task"
	threads, err := os.ReadDir(tasks)
	if err != nil {
		return err
	}
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			return fmt.Errorf("%s has %q", tasks, t.Name())
		}
		// A thread may have ended since it was listed.
		if err := f(id); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

// lock keeps the process's pages in memory and loads missing ones.
func lock(o Options, r *Report) grant {
	if !o.Lock {
		return grant{}
	}
	flags := lockFlags
	if o.Touched {
		flags |= unix.MCL_ONFAULT
	}
	if !r.add("mlockall", unix.Mlockall(flags), hintLock) {
		return grant{}
	}
	process.locked(1)
	return grant{undo: func() {
		if process.locked(-1) == 0 {
			_ = unix.Munlockall()
		}
	}}
}

// latency keeps processors out of deep idle states while the file is open (the kernel's PM QoS interface).
func latency(o Options, r *Report) grant {
	if !o.LatencyFD {
		return grant{}
	}
	f, err := os.OpenFile(latencyFile, os.O_WRONLY, 0)
	if err == nil {
		if _, err = f.Write(make([]byte, 4)); err != nil {
			_ = f.Close()
		}
	}
	if !r.add(latencyFile+" at 0", err, hintLatency) {
		return grant{}
	}
	return grant{undo: func() { _ = f.Close() }}
}
