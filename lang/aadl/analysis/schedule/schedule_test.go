package schedule

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const ms = time.Millisecond

// simulate is the schedule written down tick by tick: all tasks are first dispatched at their offsets, every one after it has
// been due for its whole jitter the first time and as soon as it is due from then on, which is the critical instant.
func simulate(tasks []Task, ticks time.Duration, before func(a, b int, endA, endB time.Duration) bool) []time.Duration {
	return simulated(tasks, ticks, true, before)
}

// simulated is simulate; without preemption what has begun goes on to its end.
func simulated(tasks []Task, ticks time.Duration, preemptive bool, before func(a, b int, endA, endB time.Duration) bool) []time.Duration {
	type dispatch struct{ task, due, end, left time.Duration }
	var ready []dispatch
	worst := make([]time.Duration, len(tasks))
	for now := time.Duration(0); now < ticks; now++ {
		for i, t := range tasks {
			for k := time.Duration(0); ; k++ {
				due := t.Offset + k*t.Period - t.Jitter
				if max(due, t.Offset) > now {
					break
				}
				if max(due, t.Offset) == now && t.Execution > 0 {
					ready = append(ready, dispatch{time.Duration(i), due, due + t.Deadline, t.Execution})
				}
			}
		}
		first := -1
		for i, d := range ready {
			if !preemptive && d.left < tasks[d.task].Execution {
				first = i
				break
			}
			if first < 0 || before(int(d.task), int(ready[first].task), d.end, ready[first].end) {
				first = i
			}
		}
		if first < 0 {
			continue
		}
		d := &ready[first]
		if d.left--; d.left == 0 {
			worst[d.task] = max(worst[d.task], now+1-d.due)
			ready = slices.Delete(ready, first, first+1)
		}
	}
	return worst
}

func hyperperiod(tasks []Task) time.Duration {
	h := time.Duration(1)
	for _, t := range tasks {
		n := h
		for n%t.Period != 0 {
			n += h
		}
		h = n
	}
	return h
}

// drawTasks draws tasks of a few ticks each, with distinct priorities, that fit on a processor.
func drawTasks(r *rapid.T, jitter, offset bool) []Task {
	tasks := make([]Task, rapid.IntRange(1, 5).Draw(r, "tasks"))
	ranks := rapid.Permutation([]int{1, 2, 3, 4, 5}).Draw(r, "priorities")
	for i := range tasks {
		t := &tasks[i]
		t.Period = rapid.SampledFrom([]time.Duration{2, 3, 4, 5, 6, 8, 10, 12, 15}).Draw(r, "period")
		t.Execution = time.Duration(rapid.Int64Range(1, max(1, int64(t.Period)/2)).Draw(r, "execution"))
		t.Deadline = time.Duration(rapid.Int64Range(1, 2*int64(t.Period)).Draw(r, "deadline"))
		t.Priority = ranks[i]
		if jitter {
			t.Jitter = time.Duration(rapid.Int64Range(0, int64(t.Period)).Draw(r, "jitter"))
		}
		if offset {
			t.Offset = time.Duration(rapid.Int64Range(0, 2*int64(t.Period)).Draw(r, "offset"))
		}
	}
	for Utilisation(tasks) > 1 {
		tasks = tasks[:len(tasks)-1]
	}
	return tasks
}

// TestResponsesAreThoseOfTheSchedule: with all tasks dispatched together, each after its whole jitter, the longest response
// in the schedule is what the analysis says; the schedule is looked at for long enough that all of it has been seen.
func TestResponsesAreThoseOfTheSchedule(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tasks := drawTasks(r, rapid.Bool().Draw(r, "jitters"), false)
		byPriority := func(a, b int, endA, endB time.Duration) bool {
			return tasks[a].Priority > tasks[b].Priority || a == b && endA < endB
		}
		got := FixedPriorities(tasks, Whole{}, true)
		want := simulate(tasks, 3*hyperperiod(tasks)+200, byPriority)
		for i := range tasks {
			if !got[i].Bounded || got[i].Worst != want[i] {
				t.Fatalf("%+v: task %d: response %+v, in the schedule %d", tasks, i, got[i], want[i])
			}
		}
	})
}

// TestNoPreemptionIsBounded: without preemption, wherever tasks begin, none responds later than the analysis says.
func TestNoPreemptionIsBounded(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tasks := drawTasks(r, rapid.Bool().Draw(r, "jitters"), true)
		byPriority := func(a, b int, endA, endB time.Duration) bool {
			return tasks[a].Priority > tasks[b].Priority || a == b && endA < endB
		}
		got := FixedPriorities(tasks, Whole{}, false)
		for i, w := range simulated(tasks, 3*hyperperiod(tasks)+200, false, byPriority) {
			if got[i].Bounded && w > got[i].Worst {
				t.Fatalf("%+v: task %d: response %+v, in the schedule %d", tasks, i, got[i], w)
			}
		}
	})
}

// TestDemandIsThatOfTheSchedule: the analysis finds a miss where the schedule has one, the first one at the same time.
func TestDemandIsThatOfTheSchedule(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tasks := drawTasks(r, false, false)
		byDeadline := func(a, b int, endA, endB time.Duration) bool { return endA < endB || endA == endB && a < b }
		verdict, miss := EarliestDeadline(tasks, Whole{})
		late := false
		for i, w := range simulate(tasks, 3*hyperperiod(tasks)+60, byDeadline) {
			late = late || w > tasks[i].Deadline
		}
		if (verdict == Misses) != late || verdict == Undecided {
			t.Fatalf("%+v: %v %+v; in the schedule a deadline is missed: %v", tasks, verdict, miss, late)
		}
		if late && (miss.At-tasks[miss.Task].Deadline)%tasks[miss.Task].Period != 0 {
			t.Fatalf("%+v: task %d has no deadline at %d", tasks, miss.Task, miss.At)
		}
	})
}

// TestExactIsTheSchedule: with offsets, under both policies.
func TestExactIsTheSchedule(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tasks := drawTasks(r, false, true)
		for i := range tasks { // over longer deadlines a backlog may take more than two hyperperiods to settle
			tasks[i].Deadline = min(tasks[i].Deadline, tasks[i].Period)
		}
		ticks := 3*hyperperiod(tasks) + 200
		byPriority := func(a, b int, endA, endB time.Duration) bool {
			return tasks[a].Priority > tasks[b].Priority || a == b && endA < endB
		}
		byDeadline := func(a, b int, endA, endB time.Duration) bool { return endA < endB || endA == endB && a < b }
		for _, edf := range []bool{false, true} {
			got, ok := Exact(tasks, edf)
			if !ok {
				t.Fatalf("%+v: not computed", tasks)
			}
			before := byPriority
			if edf {
				before = byDeadline
			}
			meets, want := true, true
			for i, w := range simulate(tasks, ticks, before) {
				meets, want = meets && got[i].Meets(tasks[i]), want && w <= tasks[i].Deadline
				if !edf && got[i].Worst != w {
					t.Fatalf("%+v: task %d: response %d, in the schedule %d", tasks, i, got[i].Worst, w)
				}
			}
			if meets != want { // of tasks with the same deadline any may wait, but whether one misses it is not a matter of choice
				t.Fatalf("%+v: deadlines met %v, in the schedule %v", tasks, meets, want)
			}
		}
		critical := FixedPriorities(tasks, Whole{}, true)
		exact, _ := Exact(tasks, false)
		for i := range tasks {
			if exact[i].Worst > critical[i].Worst {
				t.Fatalf("%+v: task %d: %v with offsets, %v without", tasks, i, exact[i], critical[i])
			}
		}
	})
}

// TestFixedPriorities has tasks whose responses are computed by hand.
func TestFixedPriorities(t *testing.T) {
	task := func(c, p, d time.Duration, priority int) Task {
		return Task{Execution: c * ms, Period: p * ms, Deadline: d * ms, Priority: priority}
	}
	late := func(t Task, jitter time.Duration) Task { t.Jitter = jitter * ms; return t }
	for _, c := range []struct {
		name       string
		tasks      []Task
		supply     Supply
		preemptive bool
		want       []time.Duration // in ms; negative: grows
	}{
		// R1 = 1; R2 = 2+1 = 3; R3: 3 -> 3+1+2 = 6 -> 3+2·1+1·2 = 7 -> 3+2+4 = 9 -> 3+3·1+2·2 = 10 -> 3+3+4 = 10.
		{"Burns and Wellings", []Task{task(1, 4, 4, 3), task(2, 6, 6, 2), task(3, 13, 13, 1)}, Whole{}, true, []time.Duration{1, 3, 10}},
		// The second: w = 2+2 = 4, then within 4+3 of the jitter two dispatches: 2+4 = 6, within 9 two still: R = 6.
		{"jitter of what goes before", []Task{late(task(2, 5, 5, 2), 3), task(2, 10, 10, 1)}, Whole{}, true, []time.Duration{5, 6}},
		// Busy for 10: 5+5. First dispatch of the second: 4+2·3 = 10 -> 4+3·3 …: w0: 4+3=7, 2 dispatches in 7: 10, in 10 two: 10.
		// R = 10. Busy: 4+3=7 -> 4+6=10 -> 8+6=14 (period 8) -> 8+9=17 -> 12+12=24 -> 12+15=27 …: U = 3/5+4/8 > 1: it grows.
		{"too much", []Task{task(3, 5, 5, 2), task(4, 8, 8, 1)}, Whole{}, true, []time.Duration{3, -1}},
		// Lehoczky's: C=26 T=70, C=62 T=100: responses of successive dispatches of the second are 114, 102, 116, 104, 118, 106, 94.
		{"deadline beyond the period", []Task{task(26, 70, 70, 2), task(62, 100, 120, 1)}, Whole{}, true, []time.Duration{26, 118}},
		// Without preemption the first waits for 3 of the last that has begun: 3+1 = 4; the second 3+1+2 = 6; the last begins
		// after 1+2 and no other dispatch of the first by 3: 6, and its next is after all is done.
		{"no preemption", []Task{task(1, 6, 6, 3), task(2, 12, 12, 2), task(3, 12, 12, 1)}, Whole{}, false, []time.Duration{4, 6, 6}},
		// Equal priorities: either may go first.
		{"equals", []Task{task(2, 10, 10, 1), task(3, 10, 10, 1)}, Whole{}, true, []time.Duration{5, 5}},
		// A budget of 2 in 5: nothing for 2·(5-2) = 6, then 2: a task of 1 answers in 7, one of 2 after it with 3 in all:
		// 6+2, a gap of 3, 1 more: 12.
		{"server", []Task{task(1, 20, 20, 2), task(2, 20, 20, 1)}, Server{2 * ms, 5 * ms}, true, []time.Duration{7, 12}},
		// Windows at 0 to 2 and 5 to 6 of 10. One that comes as the first ends waits 3, as the second ends 4: 4+1 = 5. Three in
		// all: after the first 3+1, gap 4, 2: 10; after the second 4+2, gap 3, 1: 10.
		{"windows", []Task{task(1, 30, 30, 2), task(2, 30, 30, 1)},
			Windows{10 * ms, []Window{{0, 2 * ms}, {5 * ms, 1 * ms}}}, true, []time.Duration{5, 10}},
	} {
		for i, r := range FixedPriorities(c.tasks, c.supply, c.preemptive) {
			if r.Bounded != (c.want[i] >= 0) || r.Bounded && r.Worst != c.want[i]*ms {
				t.Errorf("%s: task %d: %+v, want %d ms", c.name, i, r, c.want[i])
			}
		}
	}
}

// TestEarliestDeadline has tasks whose demand is computed by hand.
func TestEarliestDeadline(t *testing.T) {
	task := func(c, p, d time.Duration) Task { return Task{Execution: c * ms, Period: p * ms, Deadline: d * ms} }
	for _, c := range []struct {
		name   string
		tasks  []Task
		supply Supply
		want   Verdict
		miss   Miss
	}{
		{"nothing", nil, Whole{}, Meets, Miss{}},
		{"full", []Task{task(2, 4, 4), task(5, 10, 10)}, Whole{}, Meets, Miss{}},
		// U = 2/4+3/6 = 1; by 3, 2 are due; by 4, 2+3.
		{"deadlines before periods", []Task{task(2, 4, 3), task(3, 6, 4)}, Whole{}, Misses, Miss{1, 4 * ms, 5 * ms}},
		// Jitter 2 brings the first deadline to 1 after the dispatch: 2 do not fit.
		{"jitter", []Task{{Execution: 2 * ms, Period: 5 * ms, Deadline: 3 * ms, Jitter: 2 * ms}}, Whole{}, Misses, Miss{0, 1 * ms, 2 * ms}},
		{"too much", []Task{task(3, 5, 5), task(3, 6, 6)}, Whole{}, Misses, Miss{1, 6 * ms, 6 * ms}},
		// A budget of 2 in 5 gives 2 by 8 at worst, one of deadline 7 misses with 2.
		{"server", []Task{task(2, 10, 7)}, Server{2 * ms, 5 * ms}, Misses, Miss{0, 7 * ms, 2 * ms}},
		{"server in time", []Task{task(2, 10, 8)}, Server{2 * ms, 5 * ms}, Meets, Miss{}},
	} {
		if c.name == "too much" { // by 5: 3; by 6: 6; by 10: 9 ; by 12: 6+6 = 12; by 15: 15; by 18: 9+9; by 20: 21.
			c.miss = Miss{0, 20 * ms, 21 * ms}
		}
		if got, miss := EarliestDeadline(c.tasks, c.supply); got != c.want || miss != c.miss {
			t.Errorf("%s: %v %+v, want %v %+v", c.name, got, miss, c.want, c.miss)
		}
	}
}

// TestExactNeedsBounds: what cannot be laid out is not.
func TestExactNeedsBounds(t *testing.T) {
	long := []Task{{Execution: 1, Period: 999983 * ms}, {Execution: 1, Period: 999979 * ms}, {Execution: 1, Period: 7}}
	if _, ok := Exact(long, false); ok {
		t.Error("a hyperperiod of years was laid out")
	}
	if _, ok := Exact([]Task{{Execution: 1, Period: 2, Jitter: 1}}, false); ok {
		t.Error("jitter was left out")
	}
	if _, ok := Exact([]Task{{Execution: 3, Period: 2}}, true); ok {
		t.Error("too much was laid out")
	}
	// Offsets 0 and 5 of period 10 never meet: each answers in its own 4, together they would in 8.
	apart := []Task{{Execution: 4, Period: 10, Deadline: 5, Priority: 1}, {Execution: 4, Period: 10, Deadline: 5, Offset: 5, Priority: 1}}
	got, ok := Exact(apart, false)
	if !ok || got[0].Worst != 4 || got[1].Worst != 4 {
		t.Errorf("apart: %+v %v", got, ok)
	}
}

// TestUndecided: what would take forever to find out is not said to be either. Two tasks of long coprime periods leave a
// processor idle for less than a billionth of its time.
func TestUndecided(t *testing.T) {
	tasks := []Task{
		{Execution: 499_999_968, Period: 999_999_937, Deadline: 999_999_937, Priority: 2},
		{Execution: 500_000_003, Period: 1_000_000_007, Deadline: 2_000_000_000, Priority: 1},
	}
	if u := Utilisation(tasks); u >= 1 || u < 1-1e-8 {
		t.Fatal(u)
	}
	if r := FixedPriorities(tasks, Whole{}, true); !r[0].Meets(tasks[0]) || r[1].Bounded || !r[1].Undecided {
		t.Errorf("%+v", r)
	}
	if v, m := EarliestDeadline(tasks, Whole{}); v != Undecided {
		t.Errorf("%v %+v", v, m)
	}
}

// TestMany: tasks of few periods are few, however many there are.
func TestMany(t *testing.T) {
	tasks := make([]Task, 20_000)
	for i := range tasks {
		p := time.Duration(1+i%10) * 10 * ms
		tasks[i] = Task{Execution: 1000, Period: p, Deadline: p, Priority: i % 100}
	}
	for i, r := range FixedPriorities(tasks, Whole{}, true) {
		if !r.Bounded {
			t.Fatalf("task %d: %+v", i, r)
		}
	}
	if v, _ := EarliestDeadline(tasks, Whole{}); v != Meets {
		t.Error(v)
	}
}

// TestWindowsAreThoseOfTheFrame: the longest that work takes, over all ticks at which it may come.
func TestWindowsAreThoseOfTheFrame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var s Windows
		var open []bool // whether each tick of the frame is in a window
		for range rapid.IntRange(1, 4).Draw(r, "windows") {
			gap, length := rapid.IntRange(0, 4).Draw(r, "gap"), rapid.IntRange(1, 4).Draw(r, "length")
			s.Windows = append(s.Windows, Window{time.Duration(len(open) + gap), time.Duration(length)})
			open = append(append(open, make([]bool, gap)...), slices.Repeat([]bool{true}, length)...)
		}
		open = append(open, make([]bool, rapid.IntRange(0, 4).Draw(r, "rest"))...)
		s.Frame = time.Duration(len(open))
		work := rapid.IntRange(1, 20).Draw(r, "work")
		longest := 0
		for from := range open {
			left, ticks := work, 0
			for ; left > 0; ticks++ {
				if open[(from+ticks)%len(open)] {
					left--
				}
			}
			longest = max(longest, ticks)
		}
		if got := s.until(time.Duration(work)); got != time.Duration(longest) {
			t.Fatalf("%+v: %d takes %d, in the frame %d", s, work, got, longest)
		}
	})
}

// TestServerIsTheWorstOfItsPeriods: no windows of a budget in each of several periods make work take longer, and some do as long.
func TestServerIsTheWorstOfItsPeriods(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		period := rapid.IntRange(1, 8).Draw(r, "period")
		s := Server{time.Duration(rapid.IntRange(1, period).Draw(r, "budget")), time.Duration(period)}
		w := Windows{Frame: 40 * s.Period} // the first budget at once, the others as late as can be, or anywhere
		late := rapid.Bool().Draw(r, "late")
		for k := range time.Duration(40) {
			slack := s.Period - s.Budget
			switch {
			case late && k == 0:
				slack = 0
			case !late:
				slack = time.Duration(rapid.Int64Range(0, int64(slack)).Draw(r, "at"))
			}
			w.Windows = append(w.Windows, Window{k*s.Period + slack, s.Budget})
		}
		work := time.Duration(rapid.IntRange(1, 20).Draw(r, "work"))
		if got, most := w.until(work), s.until(work); got > most || late && got != most {
			t.Fatalf("%+v: %d takes %d, by its windows %d", s, work, most, got)
		}
	})
}
