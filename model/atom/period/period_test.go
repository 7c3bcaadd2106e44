package period

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"[10 ms, 50 ms]":                   "[10 ms, 50 ms]",
		"10 ms..50 ms":                     "[10 ms, 50 ms]",
		"[10..50 ms]":                      "[10 ms, 50 ms]",
		"[80 ms, 100ms] ∪ [10 ms, 50 ms]":  "[10 ms, 50 ms] ∪ [80 ms, 100 ms]",
		"[10 ms, 50 ms] or [40 ms, 60 ms]": "[10 ms, 60 ms]",
		"[1.5 us, ∞)":                      "[1.5 µs, ∞)",
		"25 ms":                            "[25 ms, 25 ms]",
		"40 Hz":                            "[25 ms, 25 ms]",
		"any":                              "any",
		"none":                             "none",
		"[1 ns, 1 ns] u [2 ns, 3 ns]":      "[1 ns, 3 ns]",
		"[10 ms, inf)":                     "[10 ms, ∞)",
	} {
		s, err := Parse(in)
		if err != nil || s.String() != want {
			t.Errorf("%q: %v, %v; want %s", in, s, err, want)
		}
	}
	for in, want := range map[string]string{
		"": "no periods", "[10 ms": "does not end", "[50 ms, 10 ms]": "ends before", "[0 ms, 1 ms]": "above 0", "[-1 ms, 1 ms]": "above 0",
		"5": "unit", "5 parsecs": "no unit of time", "[1 ms, 2 ms)": "open", "9999999999 h": "too long", "[∞, ∞)": "ends", "[,]": "no time",
	} {
		if _, err := Parse(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", in, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[10 ms, 50 ms] ∪ [80 ms, 100 ms]")
	f.Add("10 ms..∞")
	f.Add("1/3 s")
	fuzz.Run(f, func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		if err := s.Check(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		again, err := Parse(s.String())
		if err != nil || !cmp.Equal(s, again) {
			t.Fatalf("%q prints as %v, and reads as %v, %v", text, s, again, err)
		}
	})
}

// small draws a set whose periods are up to limit ns.
func small(limit int) *rapid.Generator[Set] {
	return rapid.Custom(func(t *rapid.T) Set {
		if rapid.IntRange(0, 9).Draw(t, "any") == 0 {
			return nil
		}
		var all []Interval
		for range rapid.IntRange(0, 3).Draw(t, "intervals") {
			a, b := rapid.IntRange(1, limit).Draw(t, "min"), rapid.IntRange(1, limit).Draw(t, "max")
			i := Interval{time.Duration(min(a, b)), time.Duration(max(a, b))}
			if max(a, b) == limit {
				i.Max = Forever
			}
			all = append(all, i)
		}
		return Of(all...)
	})
}

func TestSetsAgainstMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const limit = 20
		a, b := small(limit).Draw(t, "a"), small(limit).Draw(t, "b")
		both, one, p := a.Intersect(b), a.Union(b), time.Duration(rapid.IntRange(1, limit+2).Draw(t, "p"))
		for _, s := range []Set{a, both, one} {
			if err := s.Check(); err != nil {
				t.Fatalf("%v: %v", s, err)
			}
		}
		for q := time.Duration(1); q < limit+5; q++ {
			if both.Contains(q) != (a.Contains(q) && b.Contains(q)) || one.Contains(q) != (a.Contains(q) || b.Contains(q)) {
				t.Fatalf("%v and %v at %v: %v, %v", a, b, q, both, one)
			}
		}
		c := small(limit).Draw(t, "c")
		all := Common(slices.Values([]Set{a, b, nil, c, a, c}))
		if want := both.Intersect(c); !cmp.Equal(want, all) || (want == nil) != (all == nil) {
			t.Fatalf("%v, %v and %v: %v, not %v", a, b, c, all, want)
		}
		first, multiple := time.Duration(0), time.Duration(0)
		for q := time.Duration(3 * limit); q > 0; q-- {
			if a.Contains(q) && q >= p {
				first = q
			}
			if a.Contains(q) && q%p == 0 {
				multiple = q
			}
		}
		if got, ok := a.Next(p); ok != (first > 0) || got != first {
			t.Fatalf("%v from %v: %v, not %v", a, p, got, first)
		}
		if got, ok := a.Multiple(p); ok != (multiple > 0) || got != multiple {
			t.Fatalf("%v, multiples of %v: %v, not %v", a, p, got, multiple)
		}
	})
}

// Conflict finds no more sets than the search over all subsets does.
func TestConflictIsSmallest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sets := rapid.SliceOfN(small(12), 1, 8).Draw(t, "sets")
		fewest := len(sets) + 1
		for subset := range 1 << len(sets) {
			common, n := Set(nil), 0
			for k, s := range sets {
				if subset>>k&1 != 0 {
					common, n = common.Intersect(s), n+1
				}
			}
			if common.Empty() {
				fewest = min(fewest, n)
			}
		}
		got := Conflict(sets)
		if fewest > len(sets) {
			if got != nil {
				t.Fatalf("%v have a period in common, and yet %v conflict", sets, got)
			}
			return
		}
		common := Set(nil)
		for _, k := range got {
			common = common.Intersect(sets[k])
		}
		if !common.Empty() || len(got) != fewest || !slices.IsSorted(got) {
			t.Fatalf("%v: %v conflict in %v, and %d are enough", sets, got, common, fewest)
		}
	})
}

// simulate runs tasks on one core, all released at 0, the most urgent first, ns by ns, and returns worst response times.
func simulate(tasks []Task, slots []Slot, core int, until time.Duration) []time.Duration {
	left, since, worst := make([]time.Duration, len(tasks)), make([]time.Duration, len(tasks)), make([]time.Duration, len(tasks))
	for now := time.Duration(0); now < until; now++ {
		run := -1
		for k, s := range slots {
			if s.Core != core {
				continue
			}
			if now%s.Period == 0 {
				if left[k] > 0 { // overrun
					worst[k] = Forever
				}
				left[k], since[k] = left[k]+tasks[k].Worst, now
			}
			if left[k] > 0 && (run < 0 || s.Priority > slots[run].Priority) {
				run = k
			}
		}
		if run >= 0 {
			if left[run]--; left[run] == 0 {
				worst[run] = max(worst[run], now+1-since[run])
			}
		}
	}
	return worst
}

func TestChoiceHoldsInSimulation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, cores := rapid.IntRange(1, 4).Draw(t, "n"), rapid.IntRange(1, 2).Draw(t, "cores")
		tasks := make([]Task, n)
		for k := range tasks {
			low := rapid.IntRange(4, 30).Draw(t, "low")
			high := low + rapid.IntRange(0, 20).Draw(t, "range")
			tasks[k] = Task{Name: string(rune('A' + k)), Worst: time.Duration(rapid.IntRange(0, 8).Draw(t, "worst")),
				Allowed: Between(time.Duration(low), time.Duration(high))}
			if rapid.IntRange(0, 3).Draw(t, "wish") == 0 {
				tasks[k].Wish = time.Duration(low)
			}
			if k > 0 {
				tasks[k].After = []int{rapid.IntRange(0, k-1).Draw(t, "after")}
			}
		}
		s, err := Choose(tasks, cores)
		if err != nil {
			var why *Unschedulable
			if !errors.As(err, &why) {
				t.Fatal(err)
			}
			if cores == 1 && feasible(tasks) {
				t.Fatalf("%+v can be scheduled with the longest periods, and %v", tasks, err)
			}
			return
		}
		for core := range cores {
			for k, w := range simulate(tasks, s.Slots, core, 1000) {
				slot := s.Slots[k]
				if slot.Core == core && (w > slot.Response || w > slot.Period || tasks[k].Worst > 0 && w != slot.Response) {
					t.Fatalf("%s answers in %v, computed %v, of %v", tasks[k].Name, w, slot.Response, slot.Period)
				}
			}
		}
		for k, slot := range s.Slots {
			if !tasks[k].Allowed.Contains(slot.Period) || tasks[k].Wish != 0 && tasks[k].Wish != slot.Period {
				t.Fatalf("%s runs every %v of %v, asked for %v", tasks[k].Name, slot.Period, tasks[k].Allowed, tasks[k].Wish)
			}
			for o, other := range s.Slots {
				if slot.Period < other.Period && slot.Priority <= other.Priority {
					t.Fatalf("%s is faster than %s, and less urgent", tasks[k].Name, tasks[o].Name)
				}
				if s.Harmonic && slot.Period < other.Period && other.Period%slot.Period != 0 {
					t.Fatalf("%v and %v are not harmonic", slot.Period, other.Period)
				}
			}
		}
	})
}

// feasible tests the longest periods on one core by simulation of the critical instant.
func feasible(tasks []Task) bool {
	slots := make([]Slot, len(tasks))
	for k, t := range tasks {
		slots[k].Period = t.Allowed.Max()
		if t.Wish != 0 {
			slots[k].Period = t.Wish
		}
	}
	for k := range slots {
		for o := range slots {
			if slots[o].Period > slots[k].Period || slots[o].Period == slots[k].Period && o > k {
				slots[k].Priority++
			}
		}
		if tasks[k].Worst > slots[k].Period {
			return false
		}
	}
	for k, w := range simulate(tasks, slots, 0, 200) {
		if w > slots[k].Period || w == 0 && tasks[k].Worst > 0 {
			return false
		}
	}
	return true
}

// The textbook case of three tasks (Joseph and Pandya's recurrence by hand): 1 of 4, 2 of 6, 3 of 12.
func TestResponseTimes(t *testing.T) {
	ms := time.Millisecond
	tasks := []Task{{Name: "A", Worst: ms, Wish: 4 * ms}, {Name: "B", Worst: 2 * ms, Wish: 6 * ms}, {Name: "C", Worst: 3 * ms, Wish: 12 * ms}}
	s, err := Choose(tasks, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []time.Duration
	for _, slot := range s.Slots {
		got = append(got, slot.Response)
	}
	if diff := cmp.Diff([]time.Duration{ms, 3 * ms, 10 * ms}, got); diff != "" || s.Margin {
		t.Errorf("response times (-want +got):\n%s margin %v", diff, s.Margin)
	}
}

func TestHarmonicAndOffset(t *testing.T) {
	ms := time.Millisecond
	s, err := Choose([]Task{
		{Name: "C1", Worst: 3 * ms, Allowed: Between(20*ms, 40*ms), After: []int{1}},
		{Name: "C2", Worst: 5 * ms, Allowed: Between(50*ms, 100*ms), After: []int{0}},
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := []Slot{{Period: 20 * ms, Priority: 2, Response: 3 * ms}, {Period: 60 * ms, Offset: 3 * ms, Priority: 1, Response: 8 * ms}}
	if diff := cmp.Diff(want, s.Slots); diff != "" || !s.Harmonic || !s.Margin {
		t.Errorf("slots (-want +got):\n%s%v", diff, s.Reasons)
	}
	if _, err = Choose([]Task{{Name: "C1", Worst: 30 * ms, Allowed: Between(20*ms, 40*ms)}, {Name: "C2", Worst: 20 * ms, Allowed: Between(20*ms, 40*ms)}}, 1); err == nil ||
		!strings.Contains(err.Error(), "125.0 %") {
		t.Errorf("unschedulable: %v", err)
	}
}

// What uses a core to the full is scheduled, also where the sum of fractions is rounded up to more than one.
func TestFullUse(t *testing.T) {
	for n := range 60 {
		var tasks []Task
		for k := range n + 1 {
			tasks = append(tasks, Task{Name: string(rune('A' + k)), Worst: time.Millisecond, Wish: time.Duration(n+1) * time.Millisecond})
		}
		s, err := Choose(tasks, 1)
		if err != nil || s.Slots[n].Response != tasks[n].Wish {
			t.Errorf("%d tasks: %v, %v", n+1, s, err)
		}
	}
}

// The search with a margin, where there is none to be had, does not use up what the one without needs.
func TestManyCores(t *testing.T) {
	var tasks []Task
	for k := range 20 {
		tasks = append(tasks, Task{Name: string(rune('A' + k)), Worst: 288 * time.Microsecond, Wish: time.Millisecond + time.Duration(k)})
	}
	if _, err := Choose(tasks, 8); err != nil {
		t.Error(err)
	}
}

// Absurd times are refused, and none overflows.
func TestAbsurdTimes(t *testing.T) {
	for _, task := range []Task{{Name: "A", Worst: Forever}, {Name: "A", Wish: Forever}, {Name: "A", Worst: Forever / 2, Allowed: From(Forever / 2)}} {
		if s, err := Choose([]Task{task, task}, 2); err == nil || !strings.Contains(err.Error(), "longer than") {
			t.Errorf("%+v: %v, %v", task, s, err)
		}
	}
}

// Thousands of compositions and of sets take no more than a moment.
func TestMany(t *testing.T) {
	ms := time.Millisecond
	tasks, sets := make([]Task, 2000), make([]Set, 2000)
	for k := range tasks {
		tasks[k] = Task{Name: "C", Worst: time.Microsecond, Allowed: From(time.Duration(20+k%7) * ms), After: []int{(k + 1) % len(tasks), 0}}
		sets[k] = Of(Interval{1, time.Duration(5000+k) * ms}, Interval{time.Duration(20000-k) * ms, time.Duration(30000+k) * ms})
	}
	if _, err := Choose(tasks, 2); err != nil {
		t.Error(err)
	}
	for k := range tasks { // too many to fit at any period allowed
		tasks[k].Worst, tasks[k].Allowed = 20*time.Microsecond, Between(10*ms, 11*ms)
	}
	if _, err := Choose(tasks, 2); err == nil || !strings.Contains(err.Error(), "181.8 %") {
		t.Error(err)
	}
	sets[1234], sets[1432] = Between(2*time.Hour, 3*time.Hour), Of(Interval{1, ms}, Interval{time.Hour, 2*time.Hour - 1})
	got := Conflict(sets)
	common := Set(nil)
	for _, k := range got {
		common = common.Intersect(sets[k])
	}
	if !common.Empty() || len(got) != 2 {
		t.Errorf("%v conflict in %v", got, common)
	}
}
