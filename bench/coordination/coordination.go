// Package coordination repeats the four experiments of "Hard real-time Control and Coordination of Robot Tasks using Lua":
// a Lua cyclictest, the round trip of an event between two threads, a Cartesian position tracker, and the statechart that
// coordinates a grasp. Each runs in C or C++, in Go, and in Lua on package lang/lua, in turns within each round, so that
// disturbances of the machine affect all alike; Options.Seed shuffles the order of each round. A fifth experiment, which
// the paper does not have, replaces texts of a script and of a chart while a loop of 1 kHz runs.
//
// Figures are in µs. An average, a median or a p99 is the median of the rounds' values; the worst is that of all rounds.
// The experiments that sleep, cyclictest and the round trip, are compared in more and shorter rounds: see versus. Run
// writes a report with the paper's tables and ours, plots and the bars.
package coordination

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bench/wakeup"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// Options say how the experiments run. N is the number of rounds; 0 is 4, or 20 for cyclictest and the round trip.
type Options struct {
	bench.Options
	Out  string        // folder for report.html, coordination.json and the samples as CSV files; "" for none
	For  time.Duration // total time for each way; 0: 3 s, cyclictest 1.8 s, the round trip 4 s; with Quick 60 ms
	Only []string      // experiments by their names; nil for all
	RFSM string        // folder with the source of rFSM and uutils, to run the chart with them; "" uses only the seed's figures

	tiny bool // for a test: just enough of everything to show that it works
}

// Names of the experiments, in their order.
const (
	Cyclictest = "cyclictest"
	RoundTrip  = "roundtrip"
	Tracker    = "tracker"
	Chart      = "chart"
	Update     = "update"
)

// Run does the experiments. What is missing on this machine, such as a peer or a privilege, is reported in the log and in
// the report.
func Run(o Options, emit bench.Emit) error {
	if o.Log == nil {
		o.Log = io.Discard
	}
	x := &experiments{o: o, refused: map[string]bool{},
		Book: book.Book{Name: "coordination", Title: "Coordination in real time: C, Go and Lua", Log: o.Log, Emit: emit}}
	x.rounds, x.length = cmp.Or(o.N, 4), cmp.Or(o.For, 3*time.Second)
	if o.Quick {
		x.rounds, x.length = cmp.Or(o.N, 1), cmp.Or(o.For, 60*time.Millisecond)
	}
	x.length /= time.Duration(x.rounds)
	var all []book.Experiment
	for _, e := range []book.Experiment{{Name: Cyclictest, Run: x.cyclictest}, {Name: RoundTrip, Run: x.roundTrip}, {Name: Tracker, Run: x.tracker}, {Name: Chart, Run: x.chart}, {Name: Update, Run: x.update}} {
		if o.Only == nil || slices.Contains(o.Only, e.Name) {
			all = append(all, e)
		}
	}
	return x.all(all)
}

// all does the experiments and measures the bars. If one fails, the others and the report are not affected.
func (x *experiments) all(parts []book.Experiment) error {
	var failed []error
	for i, e := range parts {
		parts[i].Run = func() error {
			err := e.Run()
			if err == nil || x.o.Stopped() != nil {
				return err
			}
			err = fmt.Errorf("%s: %w", e.Name, err)
			failed = append(failed, err)
			x.Part("Not done", err.Error())
			return nil
		}
	}
	err := x.Do(x.o.Options, x.o.Out, nil, append(parts, book.Experiment{Name: "bars", Run: x.sum})...)
	return errors.Join(append(failed, err)...)
}

// experiments runs the experiments one after another and collects their findings in one book.
type experiments struct {
	book.Book
	o       Options
	rounds  int
	length  time.Duration // of a round
	bars    []bar
	refused map[string]bool // what the system has not granted
	watch   *wakeup.Watch   // for processors that stand still; nil without
}

// way is one of the ways to do an experiment.
type way struct {
	name    string
	measure func(ctx context.Context) ([][]float64, error) // columns of samples in µs, of one round
	columns [][]float64                                    // of all rounds, joined
	each    [][]stats                                      // by round and column
}

// stats are of one column.
type stats struct{ avg, p50, p99, p999, worst float64 }

func statsOf(v []float64) stats {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	if len(v) == 0 {
		return stats{}
	}
	v = slices.Sorted(slices.Values(v))
	return stats{sum / float64(len(v)), bench.Quantile(v, 0.5), bench.Quantile(v, 0.99), bench.Quantile(v, 0.999), v[len(v)-1]}
}

// stats are the medians over the rounds of a column, and the worst of all.
func (w *way) stats(column int) (s stats) {
	over := func(of func(s stats) float64) float64 {
		var all []float64
		for _, r := range w.each {
			all = append(all, of(r[column]))
		}
		return middle(all)
	}
	s.avg = over(func(s stats) float64 { return s.avg })
	s.p50 = over(func(s stats) float64 { return s.p50 })
	s.p99 = over(func(s stats) float64 { return s.p99 })
	s.p999 = over(func(s stats) float64 { return s.p999 })
	for _, r := range w.each {
		s.worst = max(s.worst, r[column].worst)
	}
	return s
}

// middle is the median; for an even number of values it is the mean of the two in the middle.
func middle(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	if len(v) == 0 {
		return 0
	}
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// turns measures all ways round by round.
func (x *experiments) turns(what string, ways []*way) ([]*way, error) {
	return x.rotate(what, ways, x.rounds)
}

// rotate measures all ways in some rounds, each in a random order from the seed. A way that fails is left out, with a
// remark.
func (x *experiments) rotate(what string, ways []*way, rounds int) ([]*way, error) {
	name := fnv.New64a()
	_, _ = name.Write([]byte(what)) // this never fails
	order := rand.New(rand.NewPCG(x.o.Seed, name.Sum64()))
	for round := range rounds {
		for _, k := range order.Perm(len(ways)) {
			if err := x.o.Stopped(); err != nil {
				return nil, err
			}
			w := ways[k]
			if w.measure == nil {
				continue
			}
			columns, err := w.measure(x.o.Until())
			if err != nil {
				if stopped := x.o.Stopped(); stopped != nil {
					return nil, stopped
				}
				x.Say("%s: without %s: %v", what, w.name, err)
				x.Text("Without %s: %v.", w.name, err)
				w.measure = nil
				continue
			}
			w.add(columns)
		}
		x.Say("%s, round %d of %d, load %s", what, round+1, rounds, wakeup.Load())
	}
	return slices.DeleteFunc(ways, func(w *way) bool { return len(w.each) == 0 }), nil
}

// add stores the columns of a round.
func (w *way) add(columns [][]float64) {
	var all []stats
	for i, c := range columns {
		if len(w.columns) <= i {
			w.columns = append(w.columns, nil)
		}
		w.columns[i] = append(w.columns[i], c...)
		all = append(all, statsOf(c))
	}
	w.each = append(w.each, all)
}

// named finds a way; nil if it was not measured.
func named(ways []*way, name string) *way {
	if i := slices.IndexFunc(ways, func(w *way) bool { return w.name == name }); i >= 0 {
		return ways[i]
	}
	return nil
}

// slug is a name for programs.
func slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r != '+' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }), "-")
}

// samples stores the columns of all ways as a CSV file.
func (x *experiments) samples(file string, ways []*way, columns []string) {
	var heads []string
	var all [][]float64
	for _, w := range ways {
		for i, c := range w.columns {
			head := slug(w.name)
			if columns[i] != "" {
				head += "_" + columns[i]
			}
			heads, all = append(heads, head+"_us"), append(all, c)
		}
	}
	x.CSV(file, heads, all...)
}

// bar is what a figure has to reach.
type bar struct {
	what         string
	value, limit float64
	unit         string
}

func (b bar) met() bool { return b.value <= b.limit }

// reached reports whether it has.
func (b bar) reached() string {
	switch {
	case math.IsNaN(b.value):
		return "not measured"
	case b.met():
		return "met"
	}
	return "not met"
}

// quotient is a/b, or NaN if b was not measured.
func quotient(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// bar compares a value with its bar.
func (x *experiments) bar(name, what string, value, limit float64, unit string) {
	b := bar{what, value, limit, unit}
	x.bars = append(x.bars, b)
	x.Figure(bench.Result{Name: "coordination/" + name, Value: value, Unit: unit, Note: fmt.Sprintf("%s; at most %.4g: %s", what, limit, b.reached())})
}

// sum writes the table of bars.
func (x *experiments) sum() error {
	x.Part("Bars", "What was to be reached, and whether it was. "+strings.Join(x.circumstances(), " "))
	t := book.Table{Name: "bars", Caption: "Bars", Columns: []string{"what", "measured", "at most", "unit", "reached"}}
	met := 0
	for _, b := range x.bars {
		v := report.Bad
		if b.met() {
			v, met = report.Good, met+1
		}
		t.Add(v, b.what, b.value, b.limit, b.unit, b.reached())
	}
	x.Table(t)
	x.Fact("bars reached", fmt.Sprintf("%d of %d", met, len(x.bars)), met == len(x.bars))
	return nil
}

// circumstances describes the machine, and what the system did not grant.
func (x *experiments) circumstances() []string {
	all := []string{fmt.Sprintf("Measured on %s, %d rounds of %v in turns, in an order shuffled by the seed %d; priority %d.", bench.Machine(), x.rounds, x.length, x.o.Seed, x.o.Priority)}
	var refused []string
	for r := range x.refused {
		refused = append(refused, r)
	}
	slices.Sort(refused)
	for _, r := range refused {
		all = append(all, "Warning: "+r+".")
	}
	return all
}

// warn notes once what the system has refused.
func (x *experiments) warn(warnings []string) {
	for _, w := range warnings {
		if !x.refused[w] {
			x.refused[w] = true
			x.Say("warning: %s", w)
		}
	}
}

// histogram draws a histogram of durations with 20 bins for each power of ten, from 10 ns on.
func histogram(title string, ways []*way, column int) plot.Plot {
	p := plot.Plot{Title: title, XLabel: "µs", YLabel: "samples", LogX: true, LogY: true}
	for _, w := range ways {
		if column >= len(w.columns) || len(w.columns[column]) == 0 {
			continue
		}
		counts := map[int]float64{}
		for _, v := range w.columns[column] {
			counts[int(math.Floor(20*math.Log10(max(v, 0.01))))]++
		}
		s := plot.Series{Name: w.name, Style: plot.Steps}
		edge := func(bin int) float64 { return math.Pow(10, float64(bin)/20) }
		for _, b := range slices.Sorted(maps.Keys(counts)) {
			s.X, s.Y = append(s.X, edge(b)), append(s.Y, counts[b])
			if counts[b+1] == 0 { // a gap
				s.X, s.Y = append(s.X, edge(b+1), edge(b+1)), append(s.Y, counts[b], math.NaN())
			}
		}
		p.Series = append(p.Series, s)
	}
	return p
}
