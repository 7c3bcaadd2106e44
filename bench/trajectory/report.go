package trajectory

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// measure is a figure of a distribution of times, in µs.
type measure struct {
	name string
	of   func(*clock) float64
	goal bool // it must not exceed Ruckig's
}

func measures() []measure {
	return []measure{
		{"mean", (*clock).mean, true},
		{"median", func(c *clock) float64 { return c.quantile(0.5) }, false},
		{"p99", func(c *clock) float64 { return c.quantile(0.99) }, true},
		{"max", func(c *clock) float64 { return c.max / 1e3 }, false},
	}
}

// singles are the values of a measure in each turn, sorted; relative to Ruckig's if that ran, too.
func (r *run) singles(m measure) []float64 {
	var all []float64
	for i, t := range r.turns {
		v := m.of(t)
		if r.others[i].n > 0 {
			v /= m.of(r.others[i])
		}
		all = append(all, v)
	}
	slices.Sort(all)
	return all
}

// goal is the greatest time of a plan relative to Ruckig's, on average and at p99. For several joints it is less, because
// they share some of the search.
func (r *run) goal() float64 {
	if r.dofs >= 7 {
		return 0.75
	}
	return 1
}

// lines are the goals in a plot of ratios.
func lines() []plot.Line {
	return []plot.Line{{Name: "no slower than Ruckig", Value: 1}, {Name: "goal for 7 joints", Value: 0.75}}
}

// joints says for how many joints the run is.
func (r *run) joints() string {
	if r.dofs == 1 {
		return "1 joint"
	}
	return fmt.Sprintf("%d joints", r.dofs)
}

// write fills the book's report with the findings of the runs; peer is "" without one.
func write(b *book.Book, o bench.Options, peer string, runs []*run) {
	if len(runs) == 0 {
		return
	}
	writeGoals(b, o, peer, runs)
	for _, r := range runs {
		text := fmt.Sprintf("%d random cases, each planned %d times; the shortest counts. Half of them take %s µs or less, one of a hundred takes more than %s µs.",
			r.times.n, turns, book.Number(r.times.quantile(0.5)), book.Number(r.times.quantile(0.99)))
		b.Part("Times for "+r.joints(), text)
		b.Plot(r.histogram(peer))
		b.Plot(r.tail(peer))
		r.keep(b, peer)
	}
	writeFaults(b, peer, runs)
}

// writeGoals writes the part with the times relative to Ruckig's.
func writeGoals(b *book.Book, o bench.Options, peer string, runs []*run) {
	where := fmt.Sprintf("Measured on %s, in %d turns; the seed is %d.", bench.Machine(), turns, o.Seed)
	if peer == "" {
		b.Part("Times", where+" Ruckig was not asked: --ruckig names its source tree.")
		t := book.Table{Name: "times", Caption: "Times of planning, µs", Columns: []string{"joints", "mean", "median", "p99", "max"}}
		for _, r := range runs {
			cells := []any{fmt.Sprint(r.dofs)}
			for _, m := range measures() {
				cells = append(cells, m.of(r.times))
			}
			t.Add(report.Neutral, cells...)
			b.Plain(report.Fact{Name: "mean for " + r.joints(), Value: book.Number(r.times.mean()) + " µs"})
		}
		b.Table(t)
		return
	}
	b.Part("Beside "+peer, where+" Both planned the same cases, a thousand at a time and in turns. A plan is to take no longer than Ruckig's, on the average and at p99, and three quarters of it at most for seven joints.")
	t := book.Table{Name: "ratios", Caption: "Times of planning, and their ratio to Ruckig's",
		Columns: []string{"joints", "of the times", "Sinew [µs]", "Ruckig [µs]", "ratio", "of single turns", "at most"}}
	met, bars := 0, 0
	p := plot.Plot{Title: "ratio to Ruckig's time", YLabel: "ratio", FromZero: true, Lines: lines()}
	marks := map[string]*plot.Series{}
	for i, r := range runs {
		p.Categories = append(p.Categories, r.joints())
		for k, m := range measures() {
			ours, theirs, single := m.of(r.times), m.of(r.theirs), r.singles(m)
			ratio, v, most := ours/theirs, report.Neutral, any("–")
			if m.goal {
				bars++
				if v, most = report.Bad, r.goal(); ratio <= r.goal() {
					v, met = report.Good, met+1
				}
			}
			t.Add(v, fmt.Sprint(r.dofs), m.name, ours, theirs, fixed(ratio), fmt.Sprintf("%s to %s", fixed(single[0]), fixed(single[len(single)-1])), most)
			if m.name == "max" { // of one plan: the machine's other load
				continue
			}
			if marks[m.name] == nil {
				marks[m.name] = &plot.Series{Name: m.name, Style: plot.Points}
			}
			s := marks[m.name]
			s.X, s.Y = append(s.X, float64(i+1)+0.12*float64(k-1)), append(s.Y, ratio)
		}
		b.Fact(fmt.Sprintf("of Ruckig's time for %s, mean and p99", r.joints()), fixed(r.times.mean()/r.theirs.mean())+" and "+
			fixed(r.times.quantile(0.99)/r.theirs.quantile(0.99)), r.times.mean() <= r.goal()*r.theirs.mean() && r.times.quantile(0.99) <= r.goal()*r.theirs.quantile(0.99))
	}
	for _, m := range measures() {
		if s := marks[m.name]; s != nil {
			p.Series = append(p.Series, *s)
		}
	}
	b.Table(t)
	b.Plot(p)
	b.Plot(byQuantile(runs))
	b.Fact("bars of time reached", fmt.Sprintf("%d of %d", met, bars), met == bars)
}

// byQuantile draws the ratio of the quantiles: the value at 99 % is that of p99.
func byQuantile(runs []*run) plot.Plot {
	p := plot.Plot{Title: "ratio by quantile", XLabel: "quantile, %", YLabel: "ratio", FromZero: true, Lines: lines()}
	for _, r := range runs {
		s := plot.Series{Name: r.joints()}
		for q := 0.5; q < 100; q += 0.5 {
			s.X, s.Y = append(s.X, q), append(s.Y, r.times.quantile(q/100)/r.theirs.quantile(q/100))
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// fixed writes a ratio.
func fixed(x float64) string { return fmt.Sprintf("%.3f", x) }

// drawn are the distributions to draw: ours, and the peer's.
func (r *run) drawn(peer string) (names []string, clocks []*clock) {
	names, clocks = []string{"Sinew"}, []*clock{r.times}
	if peer != "" {
		names, clocks = append(names, peer), append(clocks, r.theirs)
	}
	return names, clocks
}

// histogram draws the distribution of the times, up to where one plan in a thousand is left.
func (r *run) histogram(peer string) plot.Plot {
	p := plot.Plot{Title: "how long a plan takes, " + r.joints(), XLabel: "µs", YLabel: "share of plans, %", FromZero: true}
	names, clocks := r.drawn(peer)
	end := 0.0
	for _, c := range clocks {
		end = max(end, c.quantile(0.999))
	}
	width := max(1, int(math.Ceil(100*end/80))) // in bins of a clock, for at most 80 steps
	for i, c := range clocks {
		p.Series = append(p.Series, c.shares(names[i], width, end))
	}
	return p
}

// tail draws how many plans take longer than a time: a cycle must have room for that.
func (r *run) tail(peer string) plot.Plot {
	p := plot.Plot{Title: "how many take longer, " + r.joints(), XLabel: "µs", YLabel: "share of plans, %", LogX: true, LogY: true,
		Lines: []plot.Line{{Name: "p99", Value: 1}}}
	names, clocks := r.drawn(peer)
	for i, c := range clocks {
		s := c.longer()
		s.Name = names[i]
		p.Series = append(p.Series, s)
	}
	return p
}

// keep stores the distributions as a CSV file.
func (r *run) keep(b *book.Book, peer string) {
	heads, columns := []string{"us"}, [][]float64{nil}
	names, clocks := r.drawn(peer)
	last := 0
	for _, c := range clocks {
		last = max(last, c.last())
	}
	for i := range last + 1 {
		columns[0] = append(columns[0], float64(i)/100)
	}
	for i, c := range clocks {
		var n []float64
		for _, count := range c.bins[:last+1] {
			n = append(n, float64(count))
		}
		heads, columns = append(heads, names[i]), append(columns, n)
	}
	b.CSV(fmt.Sprintf("times-%d.csv", r.dofs), heads, columns...)
}

// writeFaults writes the part about the properties of the trajectories.
func writeFaults(b *book.Book, peer string, runs []*run) {
	b.Part("Trajectories", "Every plan of every family of cases is integrated anew, phase by phase; a part is compared with brute force.")
	t := book.Table{Name: "faults", Caption: "What was found", Columns: []string{"joints", "plans", "failed", "status slower", "largest final error",
		"largest excess over a limit", "longer than the reference by [s]", "allocations a plan"}}
	for _, r := range runs {
		v, bad := report.Good, r.failed+r.broken
		if bad > 0 {
			v = report.Bad
		}
		t.Add(v, fmt.Sprint(r.dofs), r.cases, bad, r.slower, r.final, r.excess, r.overReference, float64(r.allocs)/float64(max(1, r.counted)))
	}
	b.Table(t)
	if peer == "" {
		return
	}
	t = book.Table{Name: "durations", Caption: "Durations beside Ruckig's", Columns: []string{"joints", "compared", "longer by 10 ns", "shorter by 10 ns", "longest beyond Ruckig's [s]", "Ruckig failed", "Ruckig died"}}
	for _, r := range runs {
		t.Add(report.Neutral, fmt.Sprint(r.dofs), r.compared, r.longerPeer, r.shorterPeer, r.overPeer, r.peerFailed-r.peerDied, r.peerDied)
	}
	b.Table(t)
}
