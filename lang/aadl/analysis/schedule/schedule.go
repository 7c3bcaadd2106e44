// Package schedule says whether tasks on one processor meet their deadlines: response times under fixed priorities, processor
// demand under earliest deadline first, and an exact schedule over the hyperperiod where tasks have offsets.
//
// Sources: Joseph and Pandya, Finding response times in a real-time system (1986); Tindell, Burns and Wellings, An extendible
// approach for analysing fixed priority hard real-time tasks (1994), for jitter and deadlines beyond periods; Baruah, Rosier
// and Howell (1990) for processor demand; Leung and Whitehead (1982) and Leung and Merrill (1980) for offsets; Shin and Lee,
// Periodic resource model (2003), for tasks that get the processor only part of the time.
package schedule

import (
	"math"
	"math/big"
	"slices"
	"time"
)

// Task is dispatched once a period at most. A response counts from when it is due: jitter, waiting and execution.
type Task struct {
	Execution time.Duration // in the worst case
	Period    time.Duration // more than zero; the least time between two dispatches
	Deadline  time.Duration // from when it is due
	Jitter    time.Duration // how much later than due it may be dispatched
	Offset    time.Duration // of the first dispatch; only Exact heeds it
	Priority  int           // the greater goes first; of equal ones, either may
}

// Response is the longest response of a task.
type Response struct {
	Worst   time.Duration
	Bounded bool // Worst is it; otherwise responses grow beyond Worst
}

// Meets tells whether the task always meets its deadline.
func (r Response) Meets(t Task) bool { return r.Bounded && r.Worst <= t.Deadline }

// bound is the most that is looked at to find out about one task: dispatches, or sums of their executions.
const bound = 1 << 20

// Utilisation is the share of its time that tasks take of a processor.
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

// overloads tells whether tasks want more than a supply gives in the long run. Where a rounding would decide, it is exact.
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

// FixedPriorities gives the longest response of each task, dispatched at whatever times its period and jitter allow. Without
// preemption a task that runs goes on to its end.
func FixedPriorities(tasks []Task, s Supply, preemptive bool) []Response {
	all := make([]Response, len(tasks))
	for i, t := range tasks {
		var before []Task // what may go before it
		var longest time.Duration
		for j, u := range tasks {
			switch {
			case j == i:
			case u.Priority >= t.Priority:
				before = append(before, u)
			case !preemptive:
				longest = max(longest, u.Execution) // it has just begun
			}
		}
		all[i] = response(t, before, longest, s, preemptive)
	}
	return all
}

// response looks at every dispatch in the longest time in which the processor is busy with t and what goes before it.
func response(t Task, before []Task, blocked time.Duration, s Supply, preemptive bool) Response {
	level := append(slices.Clip(before), t)
	if overloads(level, s) {
		return Response{Worst: t.Jitter + t.Execution}
	}
	steps := bound / len(level)
	again := cycle(level, s) // from then on responses repeat, even where the processor is never idle
	busy, ok := fixedPoint(t.Execution, again+t.Jitter, s, &steps, func(w time.Duration) time.Duration { return blocked + work(level, w) })
	if !ok {
		return Response{Worst: max(t.Jitter+t.Execution, busy)}
	}
	r := Response{Bounded: true}
	var w time.Duration
	for q := time.Duration(0); q == 0 || q*t.Period-t.Jitter < busy && q*t.Period < again; q++ {
		own := blocked + (q+1)*t.Execution
		demand := func(w time.Duration) time.Duration { return own + work(before, w) }
		if !preemptive { // once it runs nothing comes between: what is dispatched up to its start counts
			demand = func(w time.Duration) time.Duration {
				return own + work(before, max(w-t.Execution, 0)+1)
			}
		}
		if w, ok = fixedPoint(max(w, own), math.MaxInt64, s, &steps, demand); !ok {
			return Response{Worst: max(r.Worst, t.Jitter+w-q*t.Period)}
		}
		r.Worst = max(r.Worst, t.Jitter+w-q*t.Period)
	}
	return r
}

// work is what tasks want of the processor that are dispatched as early and often as they can within w.
func work(tasks []Task, w time.Duration) (sum time.Duration) {
	for _, t := range tasks {
		sum += (w + t.Jitter + t.Period - 1) / t.Period * t.Execution
	}
	return sum
}

// cycle is when everything comes again: the least common multiple of the periods, or a quarter of all time.
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
func fixedPoint(w, enough time.Duration, s Supply, steps *int, demand func(time.Duration) time.Duration) (time.Duration, bool) {
	for ; *steps > 0; *steps-- {
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

// Verdict says what is known of deadlines.
type Verdict uint8

// The verdicts.
const (
	Meets Verdict = iota
	Misses
	Undecided // too many deadlines to look at
)

// EarliestDeadline tells whether tasks meet their deadlines if the earliest always goes first, dispatched at whatever times
// their periods and jitter allow. As no order is better, tasks that miss theirs here miss them in any.
func EarliestDeadline(tasks []Task, s Supply) (Verdict, Miss) {
	var longest time.Duration // deadline: after it and a cycle, all comes again
	for i, t := range tasks {
		longest = max(longest, t.Deadline)
		if t.Execution > 0 && t.Deadline < t.Jitter+t.Execution {
			return Misses, Miss{i, max(0, t.Deadline-t.Jitter), t.Execution}
		}
	}
	if len(tasks) == 0 {
		return Meets, Miss{}
	}
	steps := bound / len(tasks)
	over := overloads(tasks, s)
	busy, ok := time.Duration(0), true
	if !over {
		busy, ok = fixedPoint(1, cycle(tasks, s)+longest, s, &steps, func(w time.Duration) time.Duration { return work(tasks, w) })
	}
	next := make([]time.Duration, len(tasks)) // deadlines
	for i, t := range tasks {
		next[i] = t.Deadline - t.Jitter
	}
	var due time.Duration
	for ; steps > 0; steps-- {
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
		for i, t := range tasks {
			if next[i] == at {
				due += t.Execution
				next[i] += t.Period
				if t.Execution > 0 {
					miss = i
				}
			}
		}
		if s.until(due) > at {
			return Misses, Miss{miss, at, due}
		}
	}
	return Undecided, Miss{}
}
