package control

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/wakeup"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// cycle is the manager's period, asking the interval of the switches.
const (
	cycle  = time.Millisecond
	asking = 5 * time.Millisecond
)

// operator requests random switches.
type operator struct {
	reactor.Reactor
	Tick   reactor.Timer
	Order  reactor.Out[manager.Order]
	chance *rand.Rand
	asked  int
	most   int
	asks   asks
	active []string // the latest requested set, of the possible ones
}

// asks says what an operator requests.
type asks int

const (
	anything asks = iota // mostly impossible switches, which are refused
	possible
	nothing
)

// sets are the sets of controllers that can be active together.
var sets = [][]string{{"all"}, {"left"}, {"right"}, {"left", "right"}, {"quick"}, {}}

func newOperator(parent reactor.Parent, name string, seed uint64, most int, what asks) *operator {
	p := &operator{chance: rand.New(rand.NewPCG(seed, 1)), most: most, asks: what, active: sets[0]}
	reactor.Init(parent, name, p)
	p.Tick.Set(20*time.Millisecond, asking)
	p.Reaction("ask").On(&p.Tick).Sets(&p.Order).Do(func() {
		if p.asked == p.most {
			p.RequestStop()
			return
		}
		p.asked++
		switch p.asks {
		case anything:
			p.Order.Set(manager.Order{Verb: "switch", Activate: p.some(2), Deactivate: p.some(3), Strict: p.chance.IntN(2) == 0})
		case possible:
			p.Order.Set(p.next())
		}
	})
	return p
}

// next changes to another set.
func (p *operator) next() manager.Order {
	was := p.active
	for slices.Equal(p.active, was) {
		p.active = sets[p.chance.IntN(len(sets))]
	}
	without := func(list, other []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(other, name) })
	}
	return manager.Order{Verb: "switch", Activate: without(p.active, was), Deactivate: without(was, p.active), Strict: true}
}

func (p *operator) some(n int) (list []string) {
	for range p.chance.IntN(n + 1) {
		list = append(list, []string{"left", "right", "all", "quick", "nobody"}[p.chance.IntN(5)])
	}
	return list
}

// looked is mock hardware that is checked at every reading.
type looked struct {
	*mock.Driver
	w    *mock.Watch
	used time.Duration
	cost []float64 // processor time of the thread from each reading to the next, µs
}

func (l *looked) Read(state []float64) error {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // which fails for no thread that asks about itself
	used := time.Duration(t.Nano())
	l.cost = append(l.cost, float64(used-l.used)/1e3)
	l.used = used
	err := l.Driver.Read(state)
	l.w.Look()
	return err
}

// trial is the result of a run.
type trial struct {
	*looked
	note   string
	done   uint64 // switches that took place
	missed uint64 // cycles
	stalls uint64
	late   exec.Lateness
}

// try runs a robot on the real clock while n switches are requested, or nothing for the same time.
func try(o bench.Options, n int, what asks) (*trial, error) {
	d, names, c, err := robot(7)
	if err != nil {
		return nil, err
	}
	t := &trial{looked: &looked{Driver: d, w: mock.Watched(d, limit), cost: make([]float64, 0, n*int(asking/cycle)+1000)}}
	c.Components[0].Driver = t
	add(&c, "left", names[:3], 3, manager.Inactive)
	add(&c, "right", names[3:], 4, manager.Inactive)
	add(&c, "all", names, 2, manager.Active)
	add(&c, "quick", names[2:5], 40, manager.Inactive)
	main := reactor.NewMain("switches")
	r, err := manager.NewReactor(main, "robot", c, manager.Options{})
	if err != nil {
		return nil, err
	}
	op := newOperator(main, "operator", o.Seed, n, what)
	reactor.Connect(&op.Order, &r.Ask)
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		return nil, err
	}
	res, err := exec.Run(o.Until(), p, exec.Options{Clock: exec.Real, Approach: rt.Light,
		Threads: map[string]rt.Options{p.Name: {Priority: o.Priority, Lock: o.Priority > 0, LatencyFD: o.Priority > 0}}})
	if err != nil {
		return nil, err
	}
	t.stalls, t.late = r.Missed(), res.Lateness
	t.missed = t.stalls + res.Totals(reactor.Skipped)["robot.tick"]
	done, given := r.Switches()
	t.done = done
	t.note = fmt.Sprintf("real clock, 1 kHz; %d took place, %d given up, the others refused as a whole", done, given)
	t.cost = t.cost[1:] // the first value includes what the thread did before
	return t, nil
}

// tell emits the missed cycles, and the cost of the most expensive ones: beyond a period, they delay the next cycle
// themselves.
func (t *trial) tell(name, why string, emit bench.Emit) {
	emit(bench.Result{Name: name + ": missed cycles", Value: float64(t.missed), Unit: "cycles", Note: fmt.Sprintf("in %d stalls; late p99 %.1f µs, worst %.0f µs%s",
		t.stalls, float64(t.late.Quantile(0.99))/1e3, float64(t.late.Max())/1e3, why)})
	over := 0
	for _, us := range t.cost {
		if us > float64(cycle.Microseconds()) {
			over++
		}
	}
	emit(bench.Result{Name: name + ": processor time of a cycle, p99", Value: bench.Quantile(t.cost, 0.99), Unit: "µs",
		Note: fmt.Sprintf("of the thread, from one reading to the next; p99.9 %.1f µs, worst %.0f µs, %d beyond a period", bench.Quantile(t.cost, 0.999), bench.Quantile(t.cost, 1), over)})
}

// switches requests random switches on the real clock, then only possible ones, and then none.
func switches(o bench.Options, emit bench.Emit) error {
	n := o.N
	switch {
	case n > 0:
	case o.Quick:
		n = 200
	default:
		n = 10_000
	}
	for what, name := range []string{anything: "random switches", possible: "possible switches"} {
		beside := newBeside(o, n*int(asking/cycle))
		t, err := try(o, n, asks(what))
		beside.end()
		if err != nil {
			return err
		}
		emit(bench.Result{Name: name + ": asked for", Value: float64(n), Unit: "switches", Note: t.note})
		emit(bench.Result{Name: name + ": took place", Value: float64(t.done), Unit: "switches", Note: "the first activates the initial controllers"})
		t.tell(name, "", emit)
		beside.tell(name, emit)
		emit(bench.Result{Name: name + ": outside the limits", Value: float64(t.w.Count), Unit: "cycles", Note: "position, velocity, acceleration, jerk of the hardware; a jump would be one"})
	}
	t, err := try(o, n, nothing)
	if err == nil {
		t.tell("no switches", "; the same program for as long: its misses are not due to switches", emit)
	}
	return err
}

// beside are bare loops of the same period and priority that run at the same time. What they miss, too, is due to the
// machine, and what only the one in Go misses is due to the Go runtime.
type beside struct {
	over   atomic.Bool
	done   sync.WaitGroup
	c, own []float64 // how late the cycles began, µs
	err    error     // of the loop in C
}

// newBeside starts loops with the given number of cycles.
func newBeside(o bench.Options, cycles int) *beside {
	b := &beside{own: make([]float64, 0, 2*cycles+1000)}
	loop, err := wakeup.BuildLoop()
	if b.err = err; err == nil {
		b.done.Go(func() {
			defer loop.Remove()
			b.c, b.err = loop.Lateness(o.Until(), o.Priority, cycle, rt.Light.Light, cycles)
		})
	}
	begun := make(chan struct{})
	b.done.Go(func() {
		wakeup.OnThread(o.Priority, 0, func(t *rt.Thread) {
			close(begun)
			s := rt.Sleeper{Approach: rt.Light, Thread: t}
			due := rt.Now() + int64(cycle/2)
			for !b.over.Load() && len(b.own) < cap(b.own) {
				due += int64(cycle)
				b.own = append(b.own, float64(s.SleepUntil(due)-due)/1000)
			}
		})
	})
	<-begun
	return b
}

// end ends them.
func (b *beside) end() {
	b.over.Store(true)
	b.done.Wait()
}

// tell emits what the loops missed.
func (b *beside) tell(what string, emit bench.Emit) {
	say := func(name string, late []float64, more string) {
		missed, stalls := 0, 0
		for i, x := range late {
			if x <= float64(cycle.Microseconds()) {
				continue
			}
			if missed++; i == 0 || late[i-1] <= float64(cycle.Microseconds()) {
				stalls++
			}
		}
		emit(bench.Result{Name: what + ": missed by a bare loop in " + name, Value: float64(missed), Unit: "cycles",
			Note: fmt.Sprintf("in %d stalls; late p99 %.1f µs, worst %.0f µs; of the same period and priority, meanwhile%s", stalls, bench.Quantile(late, 0.99), bench.Quantile(late, 1), more)})
	}
	if b.err != nil {
		say("Go", b.own, fmt.Sprintf("; none in C: %v", b.err))
		return
	}
	say("Go", b.own, "")
	say("C", b.c, "")
}
