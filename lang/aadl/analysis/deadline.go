package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/analysis/schedule"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// policy says which task goes first.
type policy uint8

const (
	anyOrder policy = iota // none is stated: the best order is assumed
	rateMonotonic
	deadlineMonotonic
	byPriority
	earliestDeadline
	otherPolicy // deadlines are not computed for it
)

// policyOf has the names of AS5506's protocols, and those that older models use.
func policyOf(protocol string) policy {
	switch syntax.Fold(protocol) {
	case "":
		return anyOrder
	case "rms", "rm", "rma", "rate_monotonic", "rate_monotonic_protocol":
		return rateMonotonic
	case "dms", "dm", "dma", "deadline_monotonic", "deadline_monotonic_protocol":
		return deadlineMonotonic
	case "posix_1003_highest_priority_first_protocol", "hpf", "fixed_priority", "highest_priority_first", "sched_fifo":
		return byPriority
	case "edf", "earliest_deadline_first", "earliest_deadline_first_protocol":
		return earliestDeadline
	}
	return otherPolicy
}

// bench is a processor or virtual processor with the tasks that share its time.
type bench struct {
	*work
	on       *instance.Component
	policy   policy
	supply   schedule.Supply
	who      []*instance.Component // of each task
	tasks    []schedule.Task
	stated   []bool // the task's priority
	row      []int  // of each task in the report's threads; negative: a virtual processor
	sporadic bool   // some task is dispatched at arbitrary times
	offsets  bool
	load     *ProcessorLoad
}

// schedule checks the deadlines of a processor's threads. It reports whether they take more time than there is.
func (w *work) schedule(c *instance.Component, l *ProcessorLoad) (over bool) {
	threads := slices.ContainsFunc(w.homes[c], func(t *instance.Component) bool { return !isVirtual(t) })
	supply := w.supply(c, threads)
	if isVirtual(c) && supply == nil {
		return false // its threads are its processor's
	}
	b := &bench{work: w, on: c, supply: supply, load: l}
	if supply == nil {
		b.supply = schedule.Whole{}
	}
	if v, ok := w.Value(c, "Deployment_Properties::Scheduling_Protocol", w.mode); ok {
		l.Protocol = v.Text
		if len(v.Elements) > 0 {
			l.Protocol = v.Elements[0].Text
		}
	}
	b.policy = policyOf(l.Protocol)
	windows := w.windows(c)
	b.gather(c, len(windows) > 0, nil)
	if len(windows) > 0 {
		w.frame(c, windows)
		l.Method = "windows of partitions"
		if len(b.tasks) > 0 {
			l.Method += "; deadlines of threads outside of them are not computed"
		}
		return false
	}
	if len(b.tasks) == 0 {
		return false
	}
	l.Utilisation = schedule.Utilisation(b.tasks)
	if share := schedule.Share(b.supply); exceeds(l.Utilisation, share) {
		l.Method = "utilisation"
		there := ""
		if share < 1 {
			there = fmt.Sprintf(", of which it has %s %%", figure(100*share))
		}
		w.fault(diag.Error, "aadl-cpu-load", c, fmt.Sprintf("its threads take %s %% of a processor's time%s", figure(100*l.Utilisation), there),
			"give them longer periods or less to do, or bind some to another processor")
		return true
	}
	b.check()
	return false
}

// supply is a virtual processor's part of its processor: windows in a schedule, or a budget of time in each period. It
// is nil if unknown.
func (w *work) supply(c *instance.Component, used bool) schedule.Supply {
	if !isVirtual(c) {
		return nil
	}
	if m := cmp.Or(w.module(c), w.processor(c)); m != nil { // the latter if it is bound to a core, which is a virtual processor too
		all := w.windows(m)
		end, frame := 0.0, w.time(m, "ARINC653::Module_Major_Frame")
		var mine []schedule.Window
		for _, p := range all {
			if w := (schedule.Window{Start: nanos(p.start, true), Length: nanos(p.length, false)}); p.partition == c && w.Length > 0 {
				mine = append(mine, w)
			}
			end = p.start + p.length
		}
		if len(mine) > 0 && (frame == 0 || frame >= end) {
			return schedule.Windows{Frame: nanos(max(frame, end), false), Windows: mine}
		}
		if len(all) > 0 && len(mine) == 0 && used {
			w.fault(diag.Error, "aadl-partition", c, "it is not in the schedule of "+m.Path()+": nothing in it ever runs",
				"give it a window in ARINC653::Module_Schedule")
		}
		if len(all) > 0 {
			return nil
		}
	}
	s := schedule.Server{Budget: nanos(w.time(c, "Timing_Properties::Execution_Time"), false), Period: nanos(w.time(c, period), true)}
	if s.Budget > 0 && s.Period >= s.Budget {
		return s
	}
	return nil
}

// frame checks that the windows of a schedule fit in its major frame.
func (w *work) frame(c *instance.Component, windows []window) {
	last := windows[len(windows)-1]
	end, frame := last.start+last.length, w.time(c, "ARINC653::Module_Major_Frame")
	if frame > 0 && end > frame {
		w.fault(diag.Error, "aadl-partition", c, fmt.Sprintf("the windows of its schedule take %s ms, its major frame %s ms",
			figure(end/millisecond), figure(frame/millisecond)), "make the frame longer, or windows shorter")
	}
}

// nanos converts picoseconds to a duration: demand is rounded up, supply rounded down. The result is clipped to 0 and ten
// years.
func nanos(ps float64, up bool) time.Duration {
	const most = 10 * 365 * 24 * time.Hour
	ns := math.Floor(ps / nanosecond)
	if up {
		ns = math.Ceil(ps / nanosecond)
	}
	return time.Duration(max(0, min(ns, float64(most))))
}

// gather collects the tasks of a processor: its threads, virtual processors with a budget, and the threads of those without
// one. Virtual processors in a schedule of windows have their own time.
func (b *bench) gather(c *instance.Component, windows bool, path []*instance.Component) {
	if slices.Contains(path, c) {
		return
	}
	path = append(path, c)
	for _, t := range b.homes[c] {
		if !isVirtual(t) {
			b.thread(t)
			continue
		}
		switch s := b.supply0(t).(type) {
		case schedule.Server:
			if !windows {
				b.add(t, schedule.Task{Execution: s.Budget, Period: s.Period, Deadline: min(s.Period, b.deadlineOf(t, s.Period))}, -1)
			}
		case nil:
			if !windows {
				b.gather(t, false, path)
			}
		}
	}
}

// supply0 is supply without a fault.
func (b *bench) supply0(c *instance.Component) schedule.Supply { return b.work.supply(c, false) }

func (b *bench) deadlineOf(c *instance.Component, otherwise time.Duration) time.Duration {
	if b.has(c, deadline) {
		return nanos(b.time(c, deadline), false)
	}
	return otherwise
}

func (b *bench) add(c *instance.Component, t schedule.Task, row int) {
	stated := false
	if row >= 0 {
		if v, ok := b.Stated(c, "Thread_Properties::Priority", b.mode); ok {
			t.Priority, stated = int(v.Number), true
			b.load.Threads[row].Priority = t.Priority
		}
	}
	b.who, b.tasks, b.stated, b.row = append(b.who, c), append(b.tasks, t), append(b.stated, stated), append(b.row, row)
}

// thread adds a thread to the report, and its task if its period and execution time are known.
func (b *bench) thread(c *instance.Component) {
	every := b.time(c, period)
	_, most := b.times(c, executionTime)
	most *= b.speed(c)
	if most == 0 && every > 0 && b.load.Capacity > 0 {
		most = b.threadMIPS(c) / b.load.Capacity * every
	}
	protocol := b.word(c, dispatchProtocol)
	t := schedule.Task{Execution: nanos(most, true), Period: nanos(every, false),
		Jitter: nanos(b.time(c, "Timing_Properties::Dispatch_Jitter"), true), Offset: nanos(b.time(c, "Timing_Properties::Dispatch_Offset"), false)}
	t.Deadline = b.deadlineOf(c, t.Period)
	row := ThreadLoad{Thread: c.Path(), Period: toMS(every), Deadline: asMS(t.Deadline), Execution: toMS(most), Jitter: asMS(t.Jitter),
		Offset: asMS(t.Offset)}
	switch {
	case protocol == "background":
		row.Note = "in the background: it has no deadline, and takes nothing from others"
	case t.Execution == 0:
		row.Note = "no execution time is stated"
	case t.Period == 0:
		row.Note = "no period is stated: nothing bounds how often it runs"
	}
	b.load.Threads = append(b.load.Threads, row)
	if row.Note != "" {
		return
	}
	b.offsets = b.offsets || t.Offset > 0
	b.sporadic = b.sporadic || protocol != "" && protocol != "periodic"
	b.add(c, t, len(b.load.Threads)-1)
}

func asMS(d time.Duration) float64 { return toMS(float64(d) * nanosecond) }

// check computes responses, or demand, and reports which threads may miss their deadlines.
func (b *bench) check() {
	preemptive := true
	if v, ok := b.Stated(b.on, "Deployment_Properties::Preemptive_Scheduler", b.mode); ok && v.Kind == aadl.Boolean {
		preemptive = v.Bool
	}
	_, whole := b.supply.(schedule.Whole)
	exact := b.offsets && !b.sporadic && preemptive && whole
	switch b.policy {
	case rateMonotonic, deadlineMonotonic, byPriority:
		if b.assign(); exact && b.exactly(false) {
			return
		}
		b.load.Method = "response times"
		if !preemptive {
			b.load.Method += " without preemption"
		}
		b.responses(schedule.FixedPriorities(b.tasks, b.supply, preemptive))
	case earliestDeadline, anyOrder:
		if b.policy == anyOrder && slices.Contains(b.stated, true) {
			b.assign() // only for its faults
		}
		if exact && b.exactly(true) {
			return
		}
		b.load.Method = "processor demand"
		if !preemptive {
			b.load.Method += "; that threads wait for one that has begun is not computed"
		}
		b.demand()
	default:
		b.load.Method = "utilisation; deadlines under " + b.load.Protocol + " are not computed"
	}
}

// exactly computes the schedule itself, by deadlines or by priorities, if it is short enough.
func (b *bench) exactly(byDeadline bool) bool {
	all, ok := schedule.Exact(b.tasks, byDeadline)
	if ok {
		b.load.Method = "schedule from offsets over the hyperperiod"
		b.responses(all)
	}
	return ok
}

// assign gives the tasks their threads' priorities if all state one, else those of the policy.
func (b *bench) assign() {
	key := func(i int) time.Duration { return b.tasks[i].Period }
	what := "period"
	if b.policy == deadlineMonotonic {
		key, what = func(i int) time.Duration { return b.tasks[i].Deadline }, "deadline"
	}
	order := make([]int, len(b.tasks))
	missing := 0
	for i := range order {
		order[i] = i
		if !b.stated[i] && b.row[i] >= 0 {
			missing++
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(key(i), key(j)) })
	if missing < len(order) && missing > 0 && slices.Contains(b.stated, true) {
		for i, c := range b.who {
			if !b.stated[i] && b.row[i] >= 0 {
				b.fault(diag.Warning, "aadl-priority", c, "it states no priority, others on "+b.on.Path()+" do", "state Priority of all of them, or of none")
			}
		}
	}
	if slices.Contains(b.stated, false) || len(order) == 0 {
		rank := len(order)
		for n, i := range order {
			if n > 0 && key(i) != key(order[n-1]) {
				rank--
			}
			b.tasks[i].Priority = rank
		}
		return
	}
	if b.policy != byPriority {
		b.inversions(order, key, what)
	}
}

// inversions reports threads with priority over others that have a shorter period or deadline.
func (b *bench) inversions(order []int, key func(int) time.Duration, what string) {
	lowest, group := -1, -1 // the least urgent of all shorter ones, and of those equal to this one
	for n, i := range order {
		if n > 0 && key(i) != key(order[n-1]) && (lowest < 0 || b.tasks[group].Priority < b.tasks[lowest].Priority) {
			lowest = group
		}
		if n == 0 || key(i) != key(order[n-1]) || b.tasks[i].Priority < b.tasks[group].Priority {
			group = i
		}
		if lowest >= 0 && b.tasks[i].Priority >= b.tasks[lowest].Priority {
			b.fault(diag.Warning, "aadl-priority", b.who[i], fmt.Sprintf("its %s of %s ms is longer than that of %s, %s ms, but its priority %d is not below %d",
				what, figure(asMS(key(i))), b.who[lowest].Path(), figure(asMS(key(lowest))), b.tasks[i].Priority, b.tasks[lowest].Priority),
				"give what is dispatched more often the greater priority")
		}
	}
}

// responses reports the responses.
func (b *bench) responses(all []schedule.Response) {
	for i, r := range all {
		if b.row[i] >= 0 && b.policy != anyOrder {
			b.load.Threads[b.row[i]].Response = asMS(r.Worst)
		}
		if r.Meets(b.tasks[i]) {
			continue
		}
		if r.Undecided && r.Worst <= b.tasks[i].Deadline {
			b.undecided()
			continue
		}
		if b.policy == anyOrder {
			b.misses(i, fmt.Sprintf("its deadline of %s ms is missed in whatever order threads run", figure(asMS(b.tasks[i].Deadline))))
			continue
		}
		takes := "up to "
		if !r.Bounded {
			takes = "more than "
		}
		b.misses(i, fmt.Sprintf("it takes %s%s ms to respond; its deadline is %s ms", takes, figure(asMS(r.Worst)), figure(asMS(b.tasks[i].Deadline))))
	}
}

// demand reports whether more work is due by some time than can be done until then.
func (b *bench) demand() {
	switch verdict, m := schedule.EarliestDeadline(b.tasks, b.supply); verdict {
	case schedule.Misses:
		what := fmt.Sprintf("%s ms of work are due within %s ms, when its deadline of %s ms ends", figure(asMS(m.Demand)), figure(asMS(m.At)),
			figure(asMS(b.tasks[m.Task].Deadline)))
		if _, whole := b.supply.(schedule.Whole); !whole {
			what += ", while " + b.on.Path() + " may have less of its processor"
		}
		if b.policy == anyOrder {
			what += ", in whatever order threads run"
		}
		b.misses(m.Task, what)
	case schedule.Undecided:
		b.undecided()
	}
}

func (b *bench) undecided() {
	b.fault(diag.Warning, "aadl-deadline", b.on, "there are too many deadlines before all comes again to find out whether all are met",
		"choose periods that are multiples of each other")
}

func (b *bench) misses(i int, what string) {
	if b.row[i] >= 0 {
		b.load.Threads[b.row[i]].Misses = true
	}
	b.fault(diag.Error, "aadl-deadline", b.who[i], what, "give it or what goes before it less to do, a later deadline, or another processor")
}
