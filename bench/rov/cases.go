package rov

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// caseOf is the case for a seed. It depends on nothing else, so that a single case can be run again.
func caseOf(v rov.Vehicle, seed uint64, s rov.Spread, length time.Duration) flight {
	return flight{world: rov.WorldConfig{Vehicle: v, Seed: seed}.Vary(s), belief: v, t1: heading.T1, t2: heading.T2, length: length}
}

// vehicle is the vehicle for everything in this file, with the paper's noise.
func vehicle(level string) (rov.Vehicle, error) { return rov.JackLike().WithNoise(level) }

// outcome is a case that was run.
type outcome struct {
	verdict
	psi []float64
}

// runAll runs n cases on all workers. The results are in the order of their numbers and do not depend on the workers,
// to the bit. progress is called for one case at a time, with a rising count.
func runAll(n, workers int, f func(int) flight, progress func(done int)) []outcome {
	all := make([]outcome, n)
	var next atomic.Int64
	var done int
	var said sync.Mutex
	var wait sync.WaitGroup
	for range max(1, workers) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				fl := f(i)
				t, err := fl.fly()
				all[i] = outcome{verdict: judge(t, fl.world.Seed), psi: t.psi}
				all[i].Gain = yawGain(&fl)
				if err != nil {
					all[i].Fault, all[i].Settling = err.Error(), -1
				}
				said.Lock()
				done++
				progress(done)
				said.Unlock()
			}
		})
	}
	wait.Wait()
	return all
}

// yawGain is the angular acceleration about z that the thrusters cause, relative to the law's model.
func yawGain(f *flight) float64 {
	thrust, arms := 0.0, 0.0
	for i := range f.world.Vehicle.Thrusters {
		t := &f.world.Vehicle.Thrusters[i]
		arm := t.Position.Cross(t.Direction).Z
		gain := t.Gain
		if gain == 0 {
			gain = 1
		}
		thrust += gain * arm * arm
		arms += arm * arm
	}
	inertia := func(v *rov.Vehicle) float64 { return v.Inertia.Z + v.Added[5] }
	return thrust / arms * inertia(&f.belief) / inertia(&f.world.Vehicle)
}

// monteCarlo runs the heading step with vehicles that differ from the law's model.
func (b *experiments) monteCarlo() error {
	n := b.o.N
	switch {
	case n <= 0 && b.o.Quick:
		n = 2
	case n <= 0:
		n = 1000
	}
	v, err := vehicle("paper")
	if err != nil {
		return err
	}
	s := rov.StudySpread()
	b.Part("Vehicles that are other than the law believes", fmt.Sprintf("%d runs of the heading example, %v each: a step to 75° at 1 s, T1 = %v, T2 = %v, the experiment's "+
		"noise. The law believes in the %s; in every run each of mass, inertias, added masses, dampings and thruster gains is off by up to "+
		"±%.0f %%, independently, a current of up to %g m/s comes and goes, and each sensor is silent for up to %.0f %% of the time. A case is its seed: "+
		"`sinew run examples/rov-heading --fast --vary --seed SEED` runs one again.", n, b.length(), heading.T1, heading.T2, v.Title, s.Parameters*100, s.Current, s.Dropouts*100))
	step := max(1, n/20)
	all := runAll(n, b.workers(), func(i int) flight { return caseOf(v, b.o.Seed+uint64(i), s, b.length()) }, func(done int) {
		if done%step == 0 {
			b.Say("%d of %d runs", done, n)
		}
	})
	for i := range all {
		if all[i].Fault != "" {
			return fmt.Errorf("seed %d: %s", all[i].Seed, all[i].Fault)
		}
	}
	if err := b.nominal(v); err != nil {
		return err
	}
	b.summary(all)
	b.envelope("Heading, all runs", all)
	b.histograms(all)
	b.gains(all)
	b.worst(all, func(seed uint64) flight { return caseOf(v, seed, s, b.length()) })
	for i := range all {
		b.runs = append(b.runs, all[i].verdict)
	}
	return b.causes(v, n)
}

func (b *experiments) length() time.Duration {
	if b.o.Quick {
		return brief
	}
	return length
}

func (b *experiments) workers() int {
	if b.o.Workers > 0 {
		return b.o.Workers
	}
	return runtime.NumCPU()
}

// nominal runs the vehicle of the law's model, with the noise and without.
func (b *experiments) nominal(v rov.Vehicle) error {
	still, err := v.WithNoise("none")
	if err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		v    rov.Vehicle
	}{{"nominal", v}, {"nominal_without_noise", still}} {
		o := runAll(1, 1, func(int) flight { return caseOf(c.v, b.o.Seed, rov.Spread{}, b.length()) }, func(int) {})[0]
		if o.Fault != "" {
			return fmt.Errorf("%s: %s", c.name, o.Fault)
		}
		b.Figure(bench.Result{Name: "rov_" + c.name + "_settling", Value: o.Settling, Unit: "s", Note: fmt.Sprintf("to 5 %%; the gains' own equation %.2f s", ideal(heading.K1, heading.K2).Settling)})
		b.Figure(bench.Result{Name: "rov_" + c.name + "_overshoot", Value: o.Overshoot, Unit: "%", Note: "bar 5 %"})
		b.Figure(bench.Result{Name: "rov_" + c.name + "_steady_error", Value: o.Steady, Unit: "deg"})
		b.Figure(bench.Result{Name: "rov_" + c.name + "_rms", Value: o.RMS, Unit: "deg", Note: "of the true heading in the last quarter"})
		if c.name == "nominal" {
			b.Fact("overshoot, the vehicle as believed", fmt.Sprintf("%.1f %%", o.Overshoot), o.Overshoot <= 5)
		}
	}
	return nil
}

// columns of a verdict whose distributions are of interest.
func columns() []struct {
	name, unit string
	of         func(*outcome) float64
} {
	return []struct {
		name, unit string
		of         func(*outcome) float64
	}{
		{"settling", "s", func(o *outcome) float64 { return o.Settling }},
		{"overshoot", "%", func(o *outcome) float64 { return o.Overshoot }},
		{"steady_error", "deg", func(o *outcome) float64 { return math.Abs(o.Steady) }},
		{"rms", "deg", func(o *outcome) float64 { return o.RMS }},
	}
}

// summary returns the distribution of every column.
func (b *experiments) summary(all []outcome) {
	share, lost := settledShare(all)
	b.Figure(bench.Result{Name: "rov_runs", Value: float64(len(all)), Unit: "runs"})
	b.Figure(bench.Result{Name: "rov_settled", Value: share, Unit: "%", Note: "of the runs stay within 5 % of the step at the end"})
	b.Figure(bench.Result{Name: "rov_lost", Value: float64(lost), Unit: "runs", Note: fmt.Sprintf("with an rms error above %g deg at the end", lostRMS)})
	b.Plain(report.Fact{Name: "runs that settle, vehicles ±50 %", Value: fmt.Sprintf("%.1f %%", share)})
	t := book.Table{Name: "distribution", Caption: "Distribution over all runs (settling: over those that settle; steady error: its size)", Columns: []string{"", "5 %", "50 %", "95 %", "worst"}}
	for _, c := range columns() {
		xs := make([]float64, 0, len(all))
		for i := range all {
			if x := c.of(&all[i]); x >= 0 {
				xs = append(xs, x)
			}
		}
		if len(xs) == 0 {
			continue
		}
		q := []float64{plot.Quantile(xs, 0.05), plot.Quantile(xs, 0.5), plot.Quantile(xs, 0.95), slices.Max(xs)}
		t.Add(report.Neutral, c.name+", "+c.unit, q[0], q[1], q[2], q[3])
		for k, name := range []string{"p5", "p50", "p95", "max"} {
			b.Figure(bench.Result{Name: "rov_" + c.name + "_" + name, Value: q[k], Unit: c.unit})
		}
	}
	b.Table(t)
}

// settledShare is the share of runs that settle, in per cent, and the number of lost runs.
func settledShare(all []outcome) (share float64, lost int) {
	for i := range all {
		if all[i].Settling >= 0 {
			share += 100 / float64(len(all))
		}
		if all[i].RMS > lostRMS {
			lost++
		}
	}
	return share, lost
}

// causes repeats some of the seeds with one cause at a time.
func (b *experiments) causes(v rov.Vehicle, n int) error {
	n = max(1, n/5)
	t := book.Table{Name: "causes", Caption: fmt.Sprintf("One cause at a time, %d runs each", n), Columns: []string{"", "settled, %", "lost", "overshoot 95 %, %", "rms 50 %, deg", "rms 95 %, deg"}}
	s := rov.StudySpread()
	for _, c := range []struct {
		name string
		s    rov.Spread
	}{{"parameters", rov.Spread{Parameters: s.Parameters}}, {"current", rov.Spread{Current: s.Current}}, {"dropouts", rov.Spread{Dropouts: s.Dropouts}}} {
		all := runAll(n, b.workers(), func(i int) flight { return caseOf(v, b.o.Seed+uint64(i), c.s, b.length()) }, func(int) {})
		var over, rms []float64
		for i := range all {
			if all[i].Fault != "" {
				return fmt.Errorf("%s, seed %d: %s", c.name, all[i].Seed, all[i].Fault)
			}
			over, rms = append(over, all[i].Overshoot), append(rms, all[i].RMS)
		}
		share, lost := settledShare(all)
		t.Add(report.Neutral, c.name+" alone", share, lost, plot.Quantile(over, 0.95), plot.Quantile(rms, 0.5), plot.Quantile(rms, 0.95))
		b.Figure(bench.Result{Name: "rov_settled_" + c.name, Value: share, Unit: "%", Note: fmt.Sprintf("of %d runs with nothing else off than that", n)})
	}
	b.Table(t)
	return nil
}

// gains shows that the loop's gain is what matters in the parameters.
func (b *experiments) gains(all []outcome) {
	var x, y []float64
	for i := range all {
		x, y = append(x, all[i].Gain), append(y, all[i].Overshoot)
	}
	b.Plot(plot.Plot{Title: "Overshoot against the gain of the vehicle", XLabel: "thrust over inertia about z, relative to the law's model", YLabel: "overshoot, %",
		FromZero: true, Series: []plot.Series{{Name: "run", Unit: "%", X: x, Y: y, Style: plot.Points}}})
}

// envelope plots the curves below which 5, 50 and 95 % of all runs stay.
func (b *experiments) envelope(title string, all []outcome) {
	samples := len(all[0].psi)
	x := make([]float64, samples)
	bands := [3][]float64{}
	at := make([]float64, len(all))
	for k := range samples {
		x[k] = float64(k) * grid.Seconds()
		for i := range all {
			at[i] = all[i].psi[k] * 180 / math.Pi
		}
		for j, q := range []float64{0.05, 0.5, 0.95} {
			bands[j] = append(bands[j], plot.Quantile(at, q))
		}
	}
	b.Plot(plot.Plot{Title: title, XLabel: "time, s", YLabel: "true heading, deg", FromZero: true,
		Series: []plot.Series{
			{Name: "5 %", Unit: "deg", X: x, Y: bands[0]}, {Name: "50 %", Unit: "deg", X: x, Y: bands[1]},
			{Name: "95 %", Unit: "deg", X: x, Y: bands[2]},
		},
		Lines: []plot.Line{{Name: "ordered", Value: 75}, {Name: "order", Value: ordered.Seconds(), Vertical: true}}})
	b.CSV("envelope.csv", []string{"time_s", "p5_deg", "p50_deg", "p95_deg"}, x, bands[0], bands[1], bands[2])
}

func (b *experiments) histograms(all []outcome) {
	for _, c := range columns()[:2] {
		var xs []float64
		for i := range all {
			if x := c.of(&all[i]); x >= 0 {
				xs = append(xs, x)
			}
		}
		if len(xs) == 0 {
			continue
		}
		h := plot.Histogram("runs", xs, min(40, max(5, len(xs)/10)))
		p := plot.Plot{Title: "Distribution of " + c.name, XLabel: c.name + ", " + c.unit, YLabel: "runs", Series: []plot.Series{h}, FromZero: true}
		if c.name == "overshoot" {
			p.Lines = []plot.Line{{Name: "bar", Value: 5, Vertical: true}}
		}
		b.Plot(p)
	}
}

// worst lists the runs with the greatest errors, so that they can be repeated.
func (b *experiments) worst(all []outcome, again func(seed uint64) flight) {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(x, y outcome) int {
		switch {
		case x.RMS > y.RMS:
			return -1
		case x.RMS < y.RMS:
			return 1
		}
		return 0
	})
	t := book.Table{Name: "worst", Caption: "The worst runs by the error at the end", Columns: []string{"seed", "settling, s", "overshoot, %", "steady error, deg", "rms, deg", "cycles stopped", "gain in yaw", "current, m/s", "IMU silent, %"}}
	p := plot.Plot{Title: "The worst runs", XLabel: "time, s", YLabel: "true heading, deg", FromZero: true, Lines: []plot.Line{{Name: "ordered", Value: 75}}}
	for i := range min(10, len(sorted)) {
		o := &sorted[i]
		f := again(o.Seed)
		settling := any(o.Settling)
		if o.Settling < 0 {
			settling = "never"
		}
		t.Add(report.Neutral, fmt.Sprint(o.Seed), settling, o.Overshoot, o.Steady, o.RMS, o.Stops, o.Gain,
			f.world.Current.Mean.Norm(), 100*f.world.Vehicle.IMU.Dropouts.Share)
		if i < 5 {
			x, y := make([]float64, len(o.psi)), make([]float64, len(o.psi))
			for k := range o.psi {
				x[k], y[k] = float64(k)*grid.Seconds(), o.psi[k]*180/math.Pi
			}
			p.Series = append(p.Series, plot.Series{Name: fmt.Sprintf("seed %d", o.Seed), Unit: "deg", X: x, Y: y})
			b.CSV(fmt.Sprintf("seed_%d.csv", o.Seed), []string{"time_s", "heading_deg"}, x, y)
		}
	}
	b.Table(t)
	b.Plot(p)
	b.Figure(bench.Result{Name: "rov_worst_seed", Value: float64(sorted[0].Seed), Unit: "seed",
		Note: fmt.Sprintf("rms %.3g deg; again: sinew run examples/rov-heading --fast --vary --seed %d", sorted[0].RMS, sorted[0].Seed)})
}
