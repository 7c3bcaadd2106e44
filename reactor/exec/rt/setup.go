package rt

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// CPU is a processor for a thread to stay on; the zero value lets it run on any.
type CPU struct{ n int }

// OnCPU returns the processor with a number, counted from 0.
func OnCPU(n int) CPU { return CPU{n + 1} }

// Options are what Setup requests from the operating system.
type Options struct {
	// Priority is the thread's SCHED_FIFO priority, 1–99; 0 leaves it under the ordinary scheduler. It is lent: a
	// thread that runs for longer than Budget without waiting continues as an ordinary thread until it has waited.
	Priority int
	Budget   time.Duration // how long it may run without waiting; 0 means LeastBudget, MostBudget is the maximum
	// Nice, −20–19, applies to all ordinary threads of the process, including future ones; 0 means UsualNice with a
	// Priority, and no change without. If several threads ask, the lowest holds. A locked goroutine that Go's scheduler
	// takes off its thread is brought back by the runtime's other threads, so these should not wait behind other programs.
	// They get no real-time priority, because all their work, the collector's included, would then keep every other
	// program from running.
	Nice int
	CPU  CPU  // the processor to stay on, as OnCPU(2); the zero value leaves the thread free
	Lock bool // keep the process's pages in memory (mlockall)
	// Touched makes Lock keep only pages that are touched: Go maps some 100 MB, of which a small process uses a tenth,
	// and filling them takes a tenth of a second.
	Touched   bool
	LatencyFD bool // hold /dev/cpu_dma_latency at 0: processors that idle stay quick to wake, and use more power
	// Background is for threads with long work, such as perception: behind the process's other threads (BackgroundNice),
	// before other programs. It excludes Priority.
	Background bool
}

// Budgets. The kernel counts in ticks (1 to 10 ms, 4 as Debian builds it) and notices one tick late at most, so a
// budget of one tick ends within two.
const (
	LeastBudget = time.Millisecond
	MostBudget  = 20 * time.Millisecond
)

// UsualNice is the niceness of the ordinary threads of a process in which a thread has a Priority; BackgroundNice is
// for threads with long work.
const (
	UsualNice      = -2
	BackgroundNice = -1
)

// Validate reports everything that is wrong with o on any system.
func (o Options) Validate() error {
	var errs []error
	for _, p := range []struct {
		name     string
		n        int
		min, max int
	}{{"Priority", o.Priority, 0, 99}, {"Nice", o.Nice, -20, 19}} {
		if p.n < p.min || p.n > p.max {
			errs = append(errs, fmt.Errorf("%s is %d: give one from %d to %d", p.name, p.n, p.min, p.max))
		}
	}
	if o.Budget < 0 || o.Budget > MostBudget {
		errs = append(errs, fmt.Errorf("the Budget is %v: give a time up to %v, or 0 for %v", o.Budget, MostBudget, LeastBudget))
	}
	if o.CPU.n < 0 {
		errs = append(errs, fmt.Errorf("CPU is %d: processors are counted from 0; leave it out for any", o.CPU.n-1))
	}
	if o.Background && o.Priority > 0 {
		errs = append(errs, fmt.Errorf("the option Background does not go with Priority %d: leave one of them out", o.Priority))
	}
	return errors.Join(errs...)
}

// Step is one request.
type Step struct {
	What string // the setting and its value
	OK   bool   // whether it was granted
	Hint string // if it was refused: the consequence and what to do
}

// Report lists the requests in order.
type Report struct{ Steps []Step }

// Warnings returns the refused steps, a readable line each.
func (r Report) Warnings() []string {
	var lines []string
	for _, s := range r.Steps {
		if !s.OK {
			lines = append(lines, s.What+" refused: "+s.Hint)
		}
	}
	return lines
}

// OK reports whether every request was granted.
func (r Report) OK() bool { return len(r.Warnings()) == 0 }

// String returns the report in one line: granted steps, then refused ones.
func (r Report) String() string {
	var got, not []string
	for _, s := range r.Steps {
		if s.OK {
			got = append(got, s.What)
		} else {
			not = append(not, s.What)
		}
	}
	line := strings.Join(got, ", ")
	if len(not) > 0 {
		line += "; refused: " + strings.Join(not, ", ")
	}
	return line
}

func (r *Report) add(what string, err error, hint string) bool {
	if err == nil {
		r.Steps = append(r.Steps, Step{What: what, OK: true})
		return true
	}
	r.Steps = append(r.Steps, Step{What: what, Hint: err.Error() + ": " + hint})
	return false
}

// Tuning is the settings of the whole process that help one of its threads to be punctual. Measured in bench/wakeup.
type Tuning struct {
	// Procs is the least GOMAXPROCS: with more Ps than cores, a thread that wakes finds a free one even while the
	// collector works on every core. 0 means 8.
	Procs int
	// GCPercent is the least GOGC: collections become rarer by the factor by which it is raised, at the cost of that
	// much memory. 0 means 400. A collector that is off stays off.
	GCPercent int
}

// Tune applies t where the process's settings are lower, and returns a function that restores them.
func Tune(t Tuning) (undo func()) {
	if t.Procs == 0 {
		t.Procs = 8
	}
	if t.GCPercent == 0 {
		t.GCPercent = 400
	}
	procs := runtime.GOMAXPROCS(0)
	if procs < t.Procs {
		runtime.GOMAXPROCS(t.Procs)
	}
	percent := debug.SetGCPercent(t.GCPercent)
	if percent < 0 || percent > t.GCPercent {
		debug.SetGCPercent(percent)
	}
	return func() {
		debug.SetGCPercent(percent)
		if procs < t.Procs {
			runtime.GOMAXPROCS(procs)
		}
	}
}
