package schedule

import (
	"cmp"
	"container/heap"
	"slices"
	"time"
)

// Exact returns the longest response of each task if each is dispatched at its offset and then every period, without jitter,
// on a whole processor: by fixed priorities, or by earliest deadline first. It returns false if that would take too many
// dispatches to compute, if a task has jitter, or if tasks need more than the processor.
func Exact(tasks []Task, earliestDeadline bool) ([]Response, bool) {
	end, ok := horizon(tasks)
	if !ok || overloads(tasks, Whole{}) {
		return nil, false
	}
	all := make([]Response, len(tasks))
	if earliestDeadline {
		for i, w := range run(tasks, end, nil) {
			all[i] = Response{Worst: w, Bounded: true}
		}
		return all, true
	}
	order := make([]int, len(tasks)) // rank of each task
	for i, t := range tasks {        // each of several equals is the last one in its own run
		for j, u := range tasks {
			order[j] = -2 * u.Priority
		}
		order[i] = -2*t.Priority + 1
		all[i] = Response{Worst: run(tasks, end, order)[i], Bounded: true}
	}
	return all, true
}

// mostDispatches bounds the dispatches in a schedule, which is computed once per task.
const mostDispatches = 1 << 20

// horizon is the end of the examined dispatches: two hyperperiods after the last offset, after which everything repeats.
func horizon(tasks []Task) (time.Duration, bool) {
	last, hyper := time.Duration(0), cycle(tasks, Whole{})
	for _, t := range tasks {
		if last = max(last, t.Offset); t.Jitter > 0 {
			return 0, false
		}
	}
	end := last + 2*hyper
	dispatches := time.Duration(0)
	for _, t := range tasks {
		if dispatches += min(end/t.Period, mostDispatches); dispatches*time.Duration(len(tasks)) > mostDispatches {
			return 0, false
		}
	}
	return end, true
}

// job is one dispatch of a task.
type job struct {
	task      int
	due, rank time.Duration // rank: its deadline or its priority
	left      time.Duration
}

type queue []job

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(job)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	j := (*q)[last]
	*q = (*q)[:last]
	return j
}
func (q queue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].rank, q[j].rank), cmp.Compare(q[i].due, q[j].due), q[i].task-q[j].task) < 0
}

// run computes the schedule until all dispatches before end are done: by ranks, the least first, or by deadlines if there are
// none.
func run(tasks []Task, end time.Duration, ranks []int) []time.Duration {
	next := make([]time.Duration, len(tasks))
	for i, t := range tasks {
		next[i] = t.Offset
	}
	worst := make([]time.Duration, len(tasks))
	var ready queue
	for now := time.Duration(0); ; {
		for i, t := range tasks {
			for ; next[i] <= now; next[i] += t.Period {
				j := job{task: i, due: next[i], rank: next[i] + t.Deadline, left: t.Execution}
				if ranks != nil {
					j.rank = time.Duration(ranks[i])
				}
				heap.Push(&ready, j)
			}
		}
		soon := slices.Min(next)
		if len(ready) == 0 {
			if soon >= end {
				return worst
			}
			now = soon
			continue
		}
		if !slices.ContainsFunc(ready, func(j job) bool { return j.due < end }) {
			return worst
		}
		j := &ready[0]
		step := min(j.left, soon-now)
		now += step
		if j.left -= step; j.left == 0 {
			if j.due < end {
				worst[j.task] = max(worst[j.task], now-j.due)
			}
			heap.Pop(&ready)
		}
	}
}
