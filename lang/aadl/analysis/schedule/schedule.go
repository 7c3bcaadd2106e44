// Package schedule reports whether tasks on one processor meet their deadlines: response times under fixed priorities, processor
// demand under earliest deadline first, and an exact schedule over the hyperperiod if tasks have offsets.
//
// Sources: Joseph and Pandya, Finding response times in a real-time system (1986); Tindell, Burns and Wellings, An extendible
// approach for analysing fixed priority hard real-time tasks (1994), for jitter and deadlines beyond periods; Baruah, Rosier
// and Howell (1990) for processor demand; Leung and Whitehead (1982) and Leung and Merrill (1980) for offsets; Shin and Lee,
// Periodic resource model (2003), for tasks that have the processor only part of the time.
package schedule

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"time"
)

// Task is dispatched at most once per period. A response is measured from when the task is due and includes jitter, waiting and
// execution.
type Task struct {
	Execution time.Duration // in the worst case
	Period    time.Duration // positive; the least time between two dispatches
	Deadline  time.Duration // from when it is due
	Jitter    time.Duration // how long after it is due it may be dispatched
	Offset    time.Duration // of the first dispatch; only Exact heeds it
	Priority  int           // greater ones go first; equal ones in either order
}

// Response is the longest response of a task.
type Response struct {
	Worst     time.Duration
	Bounded   bool // Worst is the longest response; otherwise responses grow beyond Worst
	Undecided bool // it would take too long to find out
}

// Meets reports whether the task always meets its deadline.
func (r Response) Meets(t Task) bool { return r.Bounded && r.Worst <= t.Deadline }

// bound is the most times that the executions of a task, or of tasks that are dispatched alike, are added up: enough for all
// but contrived tasks, and in a time proportional to their number.
func bound(tasks []Task) int { return 1<<24 + 4096*len(tasks) }

// Utilisation is the share of a processor's time that tasks take.
func Utilisation(tasks []Task) (u float64) {
	for _, t := range tasks {
		u += float64(t.Execution) / float64(t.Period)
	}
	return u
}

// utilisation is Utilisation without rounding.
func utilisation(tasks []Task) *big.Rat {
	u := new(big.Rat)
	for _, t := range tasks {
		u.Add(u, big.NewRat(int64(t.Execution), int64(t.Period)))
	}
	return u
}

// overloads reports whether tasks need more than a supply gives in the long run. If rounding would decide, it computes exactly.
func overloads(tasks []Task, s Supply) bool {
	const close = 1e-9
	switch more := Utilisation(tasks) - Share(s); {
	case more > close:
		return true
	case more < -close:
		return false
	}
	return utilisation(tasks).Cmp(s.share()) > 0
}

// FixedPriorities returns the longest response of each task, dispatched at whatever times its period and jitter allow. Without
// preemption a running task continues to its end.
func FixedPriorities(tasks []Task, s Supply, preemptive bool) []Response {
	order := make([]int, len(tasks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(tasks[j].Priority, tasks[i].Priority) })
	longest := make([]time.Duration, len(tasks)+1) // execution of those from here on in order
	for n := len(order) - 1; n >= 0; n-- {
		longest[n] = max(longest[n+1], tasks[order[n]].Execution)
	}
	all := make([]Response, len(tasks))
	var l level
	steps := bound(tasks)
	for n := 0; n < len(order); {
		end := n // of those with this priority
		for ; end < len(order) && tasks[order[end]].Priority == tasks[order[n]].Priority; end++ {
			l.add(tasks[order[end]], Task{Period: tasks[order[end]].Period, Jitter: tasks[order[end]].Jitter})
		}
		blocked := time.Duration(0)
		if !preemptive {
			blocked = longest[end] // it has just begun
		}
		for ; n < end; n++ {
			all[order[n]] = l.response(tasks[order[n]], blocked, s, preemptive, &steps)
		}
	}
	return all
}

// level has the tasks that may go before others. Tasks that are dispatched alike are one entry, so that many tasks with
// few periods are few entries.
type level struct {
	tasks []Task
	found map[Task]int
}

// add adds a task to those dispatched alike.
func (l *level) add(t, alike Task) {
	n, ok := l.found[alike]
	if !ok {
		if l.found == nil {
			l.found = map[Task]int{}
		}
		n = len(l.tasks)
		l.found[alike], l.tasks = n, append(l.tasks, alike)
	}
	l.tasks[n].Execution += t.Execution
}

// response examines every dispatch of a task in the longest time during which the processor is busy with the level.
func (l *level) response(t Task, blocked time.Duration, s Supply, preemptive bool, steps *int) Response {
	if overloads(l.tasks, s) {
		return Response{Worst: t.Jitter + t.Execution}
	}
	again := cycle(l.tasks, s) // from then on responses repeat, even if the processor is never idle
	busy, ok := l.fixedPoint(t.Execution, again+t.Jitter, s, steps, func(w time.Duration) time.Duration { return blocked + work(l.tasks, w) })
	if !ok {
		return Response{Worst: t.Jitter + t.Execution, Undecided: true}
	}
	r := Response{Bounded: true}
	var w time.Duration
	for q := time.Duration(0); q == 0 || q*t.Period-t.Jitter < busy && q*t.Period < again; q++ {
		own := blocked + (q+1)*t.Execution
		demand := func(w time.Duration) time.Duration {
			if !preemptive { // once it runs nothing interrupts it: only what is dispatched up to its start counts
				w = max(w-t.Execution, 0) + 1
			}
			return own + work(l.tasks, w) - t.within(w)
		}
		if w, ok = l.fixedPoint(max(w, own), math.MaxInt64, s, steps, demand); !ok {
			return Response{Worst: max(r.Worst, t.Jitter+w-q*t.Period), Undecided: true}
		}
		r.Worst = max(r.Worst, t.Jitter+w-q*t.Period)
	}
	return r
}

// within is the time that a task needs if it is dispatched as early and as often as possible within w.
func (t *Task) within(w time.Duration) time.Duration {
	return (w + t.Jitter + t.Period - 1) / t.Period * t.Execution
}

// work is the sum of within over all tasks.
func work(tasks []Task, w time.Duration) (sum time.Duration) {
	for i := range tasks {
		sum += tasks[i].within(w)
	}
	return sum
}

// cycle is when everything repeats: the least common multiple of the periods, at most a quarter of the largest time.
func cycle(tasks []Task, s Supply) time.Duration {
	all := s.frame()
	for _, t := range tasks {
		a, b := all, t.Period
		for b > 0 {
			a, b = b, a%b
		}
		if all/a > math.MaxInt64/4/t.Period {
			return math.MaxInt64 / 4
		}
		all = all / a * t.Period
	}
	return all
}

// fixedPoint is the least time from w on in which a supply gives what is demanded in that time, or one beyond enough.
func (l *level) fixedPoint(w, enough time.Duration, s Supply, steps *int, demand func(time.Duration) time.Duration) (time.Duration, bool) {
	for ; *steps > 0; *steps -= len(l.tasks) {
		next := s.until(demand(w))
		if next <= w || w > enough {
			return w, true
		}
		w = next
	}
	return w, false
}

// Miss is a deadline that is missed under earliest deadline first.
type Miss struct {
	Task   int
	At     time.Duration // the deadline, from when all tasks are dispatched together
	Demand time.Duration // that is due by then
}

// Verdict says what is known about deadlines.
type Verdict uint8

// The verdicts.
const (
	Meets Verdict = iota
	Misses
	Undecided // too many deadlines to check
)

// EarliestDeadline reports whether tasks meet their deadlines if the earliest always goes first, dispatched at whatever times
// their periods and jitter allow. No order is better, so tasks that miss deadlines here miss them in any order.
func EarliestDeadline(tasks []Task, s Supply) (Verdict, Miss) {
	var l level
	var one []int             // of tasks dispatched alike
	var longest time.Duration // deadline: after it and a cycle, everything repeats
	for i, t := range tasks {
		if l.add(t, Task{Period: t.Period, Deadline: t.Deadline, Jitter: t.Jitter}); len(l.tasks) > len(one) {
			one = append(one, i)
		}
		longest = max(longest, t.Deadline)
		if t.Execution > 0 && t.Deadline < t.Jitter+t.Execution {
			return Misses, Miss{i, max(0, t.Deadline-t.Jitter), t.Execution}
		}
	}
	if len(tasks) == 0 {
		return Meets, Miss{}
	}
	steps := bound(tasks)
	over := overloads(l.tasks, s)
	busy, ok := time.Duration(0), true
	if !over {
		busy, ok = l.fixedPoint(1, cycle(l.tasks, s)+longest, s, &steps, func(w time.Duration) time.Duration { return work(l.tasks, w) })
	}
	next := make([]time.Duration, len(l.tasks)) // deadlines
	for i, t := range l.tasks {
		next[i] = t.Deadline - t.Jitter
	}
	var due time.Duration
	for ; steps > 0; steps -= len(l.tasks) {
		first := 0
		for i := range next {
			if next[i] < next[first] {
				first = i
			}
		}
		at := next[first]
		if !over && ok && at > busy {
			return Meets, Miss{}
		}
		miss := first
		for i, t := range l.tasks {
			if next[i] == at {
				due += t.Execution
				next[i] += t.Period
				if t.Execution > 0 {
					miss = i
				}
			}
		}
		if s.until(due) > at {
			return Misses, Miss{one[miss], at, due}
		}
	}
	return Undecided, Miss{}
}
