package coordination

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
)

// On a host that shares its processors, how late a thread wakes changes by a factor from one minute to the next. So ways
// that sleep are measured in many short rounds, and each is compared with its peer in the same round, some seconds before
// or after it.
const (
	shortRounds = 20
	wakingFor   = 1800 * time.Millisecond // at the mean of the intervals
	tripsFor    = 4 * time.Second
)

// short returns the number of rounds, and how long each way is measured in one, if all is the total time.
func (x *experiments) short(all time.Duration) (rounds int, length time.Duration) {
	if x.o.Quick {
		return x.rounds, x.length
	}
	rounds = cmp.Or(x.o.N, shortRounds)
	return rounds, cmp.Or(x.o.For, all) / time.Duration(rounds)
}

// versus compares a way with its peer.
type versus struct {
	avg, tail []float64 // the rounds' ratios of averages, and of p99
	ours      float64   // the sum of p99s, each over the samples of all rounds, in µs
	theirs    float64   // the same for the peer
	of        string    // the peer's name
}

// beside compares a column of two ways, round by round.
func beside(w, peer *way, column int) versus {
	v := versus{of: peer.name, ours: w.p99(column), theirs: peer.p99(column)}
	for i := range min(len(w.each), len(peer.each)) {
		a, b := w.each[i][column], peer.each[i][column]
		if b.avg == 0 || b.p99 == 0 { // cyclictest truncates to microseconds
			continue
		}
		v.avg, v.tail = append(v.avg, quotient(a.avg, b.avg)), append(v.tail, quotient(a.p99, b.p99))
	}
	return v
}

// join adds another comparison of the same two ways.
func (v *versus) join(o versus) {
	v.avg, v.tail, v.of = append(v.avg, o.avg...), append(v.tail, o.tail...), o.of
	v.ours, v.theirs = v.ours+o.ours, v.theirs+o.theirs
}

// p99 is the p99 over the samples of all rounds.
func (w *way) p99(column int) float64 { return statsOf(w.columns[column]).p99 }

// average is the median of the rounds' ratios.
func (v versus) average() float64 { return middle(v.avg) }

// late is the ratio of the p99s of all samples.
func (v versus) late() float64 { return quotient(v.ours, v.theirs) }

// withVersus appends the heads of cells.
func withVersus(columns ...string) []string {
	return append(columns, "average / C", "quartiles", "least to most", "p99 / C", "the same by round", "of")
}

// cells are a table's cells for the comparison.
func (v versus) cells() []any {
	if len(v.avg) == 0 {
		return []any{"–", "–", "–", "–", "–", ""}
	}
	low, high := quartiles(v.avg)
	return []any{v.average(), span(low, high), span(slices.Min(v.avg), slices.Max(v.avg)), v.late(), middle(v.tail), v.of}
}

// spread says how much the rounds' ratios differ.
func (v versus) spread() string {
	if len(v.avg) == 0 {
		return "no rounds"
	}
	low, high := quartiles(v.avg)
	return fmt.Sprintf("median of %d rounds' ratios, quartiles %s, range %s", len(v.avg), span(low, high), span(slices.Min(v.avg), slices.Max(v.avg)))
}

func span(low, high float64) string { return fmt.Sprintf("%.3g–%.3g", low, high) }

// quartiles are the medians of the lower and of the upper half; for an odd number the middle belongs to both.
func quartiles(v []float64) (low, high float64) {
	v = slices.Sorted(slices.Values(v))
	half := (len(v) + 1) / 2
	return middle(v[:half]), middle(v[len(v)-half:])
}

// against adds the peer to a figure: its ratio is the median of the rounds' ratios.
func (v versus) against(r bench.Result, peer float64) bench.Result {
	r = r.Against(v.of, peer)
	r.Ratio = v.average()
	r.Note += "; ratio: " + v.spread() + fmt.Sprintf("; p99 / %s %s, by round %s", v.of, book.Number(v.late()), book.Number(middle(v.tail)))
	return r
}

// versusBars compares a way with its peer: the average and the p99, each as the median of the rounds' ratios. The host decides the p99
// of all samples: it stops a processor for milliseconds at a time, and whoever runs then has a few hundred late samples more.
func (x *experiments) versusBars(id, what string, v versus, average, p99 float64) {
	avg, late := v.average(), middle(v.tail)
	if len(v.avg) == 0 {
		avg, late = math.NaN(), math.NaN()
	}
	x.bar(id+"/average-ratio", what+", average ("+v.spread()+")", avg, average, "×")
	x.bar(id+"/p99-ratio", what+fmt.Sprintf(", p99 (median of the rounds' ratios; of all samples %s)", book.Number(v.late())), late, p99, "×")
}
