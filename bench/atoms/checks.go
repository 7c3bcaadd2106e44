package atoms

import (
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/atomtest"
)

// checks draws random compositions, each without a fault and with one, and counts what Check finds.
func checks(o bench.Options, emit bench.Emit) error {
	n := 10000
	if o.Quick {
		n = 200
	}
	if o.N > 0 {
		n = o.N
	}
	classes := atomtest.Classes()
	seeded, found := map[atomtest.Class]int{}, map[atomtest.Class]int{}
	alarms, missed, drawn := 0, 0, 0
	var first error
	for i := range n {
		seed, size := o.Seed*1e6+uint64(i), 5+i%60
		if plan, faults := atomtest.Valid(seed, size).Check(atom.Target{}); plan == nil {
			if alarms++; first == nil {
				first = fmt.Errorf("bench: seed %d, size %d: false alarm: %w", seed, size, faults)
			}
		}
		for k := range classes {
			c, ok := atomtest.Faulty(seed, size, classes[(i+k)%len(classes)])
			if !ok {
				continue
			}
			drawn++
			seeded[c.Class]++
			_, faults := c.Model.Check(atom.Target{})
			if err := c.Wrong(faults); err == nil {
				found[c.Class]++
			} else if missed++; first == nil {
				first = fmt.Errorf("bench: seed %d, size %d: %w", seed, size, err)
			}
			break
		}
		progress(o.Log, i, n, "compositions checked")
	}
	for _, c := range classes {
		emit(bench.Result{Name: "atoms_check_" + strings.ReplaceAll(string(c), " ", "_"), Value: float64(found[c]), Unit: "found", Note: "and nothing else said"}.
			Against("seeded", float64(seeded[c])))
	}
	emit(bench.Result{Name: "atoms_check_false_alarms", Value: float64(alarms), Unit: "of " + fmt.Sprint(n)})
	emit(bench.Result{Name: "atoms_check_missed", Value: float64(missed), Unit: "of " + fmt.Sprint(drawn), Note: "or not told as the one fault it is"})
	speed(o, emit)
	return first
}

// speed times checks of 1 000 Atoms.
func speed(o bench.Options, emit bench.Emit) {
	models := make([]*atom.Model, 20)
	repeats := 10
	if o.Quick {
		models, repeats = models[:2], 2
	}
	for i := range models {
		models[i] = atomtest.Valid(o.Seed*1000+uint64(i), 1000)
	}
	var ms []float64
	for range repeats {
		for _, m := range models {
			start := time.Now()
			m.Check(atom.Target{Cores: 2})
			ms = append(ms, time.Since(start).Seconds()*1e3)
		}
	}
	emit(bench.Result{Name: "atoms_check_1000", Value: bench.Median(ms), Unit: "ms",
		Note: fmt.Sprintf("p10 %.3g, p99 %.3g; a composition of 1 000 Atoms, bar 1 ms", bench.Quantile(ms, 0.1), bench.Quantile(ms, 0.99))})
}
