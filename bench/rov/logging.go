package rov

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/box"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// logged is one way to run the paper's example on the real clock.
type logged struct {
	name, title string
	record      bool
	rows        []dive.Row // of all runs
}

// disturbed is the length of a run in this experiment. Without a priority, on a shared machine, the thread scheduler
// dominates a run's p99, which then differs by a factor of several from one run to the next; hence there are several runs,
// and medians.
const disturbed = 8 * time.Second

// logging runs the heading law on the real clock as in section V-D, alternately without a recorder and with one that writes
// every port into a file, and compares when its loops start. Runs without a recorder take two turns: the effect of the
// recorder is compared with how much these differ from each other. The paper's log was written by calls in the loops
// themselves; here another thread writes.
func (b *experiments) logging() error {
	b.Part("Schedules and logging", "The paper's example on the real clock (section V-D, Table I), its vehicle simulated by another thread of this process: "+
		"alternately without a recorder, with every port recorded to a file, and once more without, to tell how far equal runs differ. A delay is the theoretical start less the real one.")
	ways := []*logged{{name: "quiet", title: "not recorded"}, {name: "recorded", title: "recorded", record: true}, {name: "again", title: "not recorded, again"}}
	each, turns := disturbed, 5
	if b.o.Quick {
		each, turns = 1500*time.Millisecond, 1
	}
	dir, err := os.MkdirTemp("", "logging")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for n := range turns {
		for k := range ways {
			w := ways[(k+n)%len(ways)]
			if err := b.o.Stopped(); err != nil {
				return err
			}
			out := ""
			if w.record {
				out = filepath.Join(dir, fmt.Sprint(n))
			}
			r, err := b.timed(each, out)
			if err != nil {
				return fmt.Errorf("%s: %w", w.title, err)
			}
			w.rows = append(w.rows, r.Loops...)
		}
	}
	b.delays(ways, turns)
	return nil
}

// timed is one run; out is its folder, "" for no folder and no recording.
func (b *experiments) timed(each time.Duration, out string) (*dive.Result, error) {
	ctx, cancel := context.WithCancel(b.o.Until())
	p := dive.DefaultParams()
	v, err := rov.JackLike().WithNoise(p.Noise)
	if err != nil {
		cancel()
		return nil, err
	}
	s, err := box.Listen(box.ServerConfig{Listen: "127.0.0.1:0", Mode: hil.Free, World: rov.WorldConfig{Vehicle: v, Seed: b.o.Seed},
		Report: func(string) {}})
	if err != nil {
		cancel()
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	o := run.Options{Order: run.Order{Params: &p, Seed: b.o.Seed, Real: true, Priority: b.o.Priority}, For: each, Out: folder.Place{Dir: out}}
	if out != "" {
		o.Trace = []string{"*"}
	}
	done, err := run.Do(ctx, dive.Spec{HIL: s.Addr().String()}, o)
	cancel()
	<-ended
	if done == nil {
		return nil, err
	}
	return done.Value.(*dive.Result), err
}

// delays reports every loop's start, compared with the paper's.
func (b *experiments) delays(ways []*logged, turns int) {
	t := book.Table{Name: "logging", Caption: fmt.Sprintf("Delays of the loops' starts, %d runs each", turns),
		Columns: []string{"loop", "", "period, ms", "average delay, ms", "paper's, ms", "of the period, %", "p99, ms (median of the runs)", "greatest, ms", "average duration, ms"}}
	for _, paper := range dive.PaperTable() {
		p99 := make([]float64, len(ways))
		for k, w := range ways {
			var mean, greatest, took, n float64
			var each []float64
			for _, r := range w.rows {
				if r.Name != paper.Name || r.Composition != paper.Composition {
					continue
				}
				c := float64(r.Cycles)
				mean, took, n = mean+r.Delay*c, took+r.Duration*c, n+c
				each, greatest = append(each, r.P99), max(greatest, r.Max)
			}
			if n == 0 {
				continue
			}
			mean, took, p99[k] = mean/n, took/n, bench.Median(each)
			t.Add(report.Neutral, paper.Composition+" "+paper.Name, w.title, paper.Period, mean, paper.Delay, math.Abs(mean)/paper.Period*100, p99[k], greatest, took)
			b.Figure(bench.Result{Name: "rov_delay_" + paper.Name + "_" + w.name, Value: mean, Unit: "ms",
				Note: fmt.Sprintf("p99 %.4f, greatest %.4f, of %.0f cycles; later is negative", p99[k], greatest, n)}.Against("paper, logging", paper.Delay))
		}
		if slices.Min(p99) > 0 {
			b.Figure(bench.Result{Name: "rov_logging_p99_" + paper.Name, Value: p99[1], Unit: "ms",
				Note: fmt.Sprintf("of |delay|, median of %d runs with the recorder, compared with those without; once more without: %.4f", turns, p99[2])}.Against("not recorded", p99[0]))
		}
	}
	b.Table(t)
}
