package atomtest

import (
	"slices"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
)

// compositions is how many with a fault the test checks; every fourth also without.
const compositions = 10000

func TestEveryFaultFoundNoFalseAlarm(t *testing.T) {
	classes, found := Classes(), map[Class]int{}
	for seed := range uint64(compositions) {
		size := 5 + int(seed%18)
		switch {
		case seed%1000 == 0:
			size = 1000
		case seed%100 == 0:
			size = 150
		}
		if seed%4 == 0 {
			if p, faults := Valid(seed, size).Check(atom.Target{}); p == nil {
				t.Errorf("seed %d, size %d: false alarm\n%v", seed, size, faults)
			}
		}
		for k := range classes { // the first class from the seed's on that the composition has a place for
			c, ok := Faulty(seed, size, classes[(int(seed)+k)%len(classes)])
			if !ok {
				continue
			}
			found[c.Class]++
			if _, faults := c.Model.Check(atom.Target{}); c.Wrong(faults) != nil {
				t.Errorf("seed %d, size %d: %v", seed, size, c.Wrong(faults))
			}
			break
		}
		if t.Failed() {
			return
		}
	}
	for _, c := range classes {
		if t.Logf("%s: %d", c, found[c]); found[c] < compositions/200 {
			t.Errorf("only %d compositions with the fault %s", found[c], c)
		}
	}
}

// What is planned holds: every Atom runs once, at a period that it allows, after what it is coupled to.
func TestPlansHold(t *testing.T) {
	for seed := range uint64(compositions / 40) {
		size := 5 + int(seed%120)
		p, faults := Valid(seed, size).Check(atom.Target{Cores: 1 + int(seed%3)})
		if p == nil {
			t.Fatalf("seed %d: %v", seed, faults)
		}
		at, group := map[*atom.Instance]int{}, map[*atom.Instance]int{}
		for k, g := range p.Groups {
			if !g.Allowed.Contains(g.Period) || g.Response > g.Period || g.Offset >= g.Period {
				t.Errorf("seed %d: %s runs every %v of %v, answers in %v", seed, g.Name, g.Period, g.Allowed, g.Response)
			}
			sum := time.Duration(0)
			for _, s := range g.Stages {
				for _, i := range s.Members {
					if at[i] != 0 {
						t.Errorf("seed %d: %s runs twice", seed, i.Path)
					}
					at[i], group[i] = len(at)+1, k
					if i.Constraint.Update == atom.Periodic && !i.Constraint.Periods.Contains(g.Period) {
						t.Errorf("seed %d: %s allows %v, not %v", seed, i.Path, i.Constraint.Periods, g.Period)
					}
					if law, _ := atom.Law(i); law == nil {
						sum += i.Constraint.Worst
					}
				}
			}
			if g.Worst < sum {
				t.Errorf("seed %d: %s takes %v, and its Atoms %v", seed, g.Name, g.Worst, sum)
			}
		}
		for _, w := range p.Wires {
			a, b := w.From.Owner, w.To.Owner
			if w.To.Update.Update == atom.Coupled && b.Constraint.Update == atom.Periodic && (group[a] != group[b] || at[a] >= at[b] || at[a] == 0) {
				t.Errorf("seed %d: %s is coupled to %s, which does not run before it", seed, w.To.Path(), w.From.Path())
			}
			if u := w.To.Update; u.Update == atom.Periodic && !u.Periods.Contains(p.Groups[group[a]].Period) {
				t.Errorf("seed %d: %s is updated every %v, not in %v", seed, w.To.Path(), p.Groups[group[a]].Period, u.Periods)
			}
		}
		for _, i := range p.Model.Instances {
			runs := i.Constraint.Update == atom.Periodic || i.Constraint.Update == atom.Sporadic && i.Kind == atom.Simple
			if i.Kind != atom.Molecule && i.Kind != atom.Composition && runs != (at[i] != 0) {
				t.Errorf("seed %d: %s (%v) is planned: %v", seed, i.Path, i.Constraint.Update, at[i] != 0)
			}
		}
	}
}

// The least time of a check says what it costs where nothing else runs, the median what it costs beside what does.
func BenchmarkCheck(b *testing.B) {
	models := make([]*atom.Model, 10)
	for n := range models {
		models[n] = Valid(uint64(n), 1000)
	}
	b.ReportAllocs()
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		if p, faults := models[len(times)%len(models)].Check(atom.Target{Cores: 2}); p == nil {
			b.Fatal(faults)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[0].Microseconds()), "least-µs/op")
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "median-µs/op")
}
