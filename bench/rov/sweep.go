package rov

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// lostRMS is the error at the end, in degrees, above which a run counts as unstable.
const lostRMS = 5.0

// sweep is one row of periods.
type sweep struct {
	name, key string
	list      []int // ms
	periods   func(time.Duration) (t1, t2 time.Duration)
	loop      func(time.Duration) loop
	x         []float64 // ms
	flights   []flight
}

// periods sweeps T2, and both periods together, and compares what the Atoms claim with the results.
func (b *experiments) periods() error {
	v, err := vehicle("none")
	if err != nil {
		return err
	}
	b.Part("Periods", "The control law is designed in continuous time; run at a period it is another one. Each point is a run of the example without noise at periods that "+
		"the check would refuse where the Atoms do not allow them. The ideal limit is that of the sampled loop itself: a double integrator behind thrusters of first order, "+
		"the law held from sample to sample and in force one period T1 after its sample, and the greatest eigenvalue of the step from one sample to the next. "+
		"It has no limits of thrust, nor dead zones, nor damping that is off, and so can be stable for longer than the vehicle.")
	c, err := b.claim(v)
	if err != nil {
		return err
	}
	for _, s := range sweeps(v, b.length(), b.o.Quick) {
		if err := b.sweep(s, c); err != nil {
			return err
		}
	}
	b.margins(v)
	return nil
}

// claims are what the model allows: T_exe of both compositions.
type claims struct{ c1, c2 period.Set }

func (c claims) allow(f *flight) bool { return c.c1.Contains(f.t1) && c.c2.Contains(f.t2) }

// claim reads the claims from the model's plan.
func (b *experiments) claim(v rov.Vehicle) (c claims, err error) {
	plan, faults := heading.Model(v).Check(atom.Target{})
	if len(faults) > 0 {
		return c, faults
	}
	t := book.Table{Name: "claims", Caption: "What the model claims", Columns: []string{"", "allowed periods", "chosen"}}
	for _, i := range plan.Model.Instances {
		if i.Def.Name == "DynamicAngleControl" {
			t.Add(report.Neutral, i.Name+", T_phy", i.Constraint.Periods.String(), "")
		}
	}
	for _, g := range plan.Groups {
		t.Add(report.Neutral, g.Name+", T_exe", g.Allowed.String(), g.Period.String())
		switch g.Name {
		case "C1":
			c.c1 = g.Allowed
		case "C2":
			c.c2 = g.Allowed
		}
	}
	b.Table(t)
	return c, nil
}

// sweeps are the rows. The delay of the ideal loop is one period of C1, which samples before C2 computes and acts on
// C2's result at its next cycle.
func sweeps(v rov.Vehicle, length time.Duration, quick bool) []sweep {
	lag := v.Thrusters[0].Lag
	of := func(p, delay time.Duration) loop {
		return loop{k1: heading.K1, k2: heading.K2, period: p, delay: delay, lag: lag}
	}
	all := []sweep{
		{name: "T2 alone, T1 = 25 ms", key: "t2",
			list:    []int{10, 25, 50, 60, 75, 100, 125, 150, 175, 200, 225, 250, 300, 350, 400},
			periods: func(p time.Duration) (t1, t2 time.Duration) { return min(p, heading.T1), p },
			loop:    func(p time.Duration) loop { return of(p, min(p, heading.T1)) }},
		{name: "T1 alone, T2 = 50 ms", key: "t1",
			list:    []int{5, 10, 25, 50, 60, 70, 80, 90, 100, 110, 120},
			periods: func(p time.Duration) (t1, t2 time.Duration) { return p, heading.T2 },
			loop:    func(p time.Duration) loop { return of(max(p, heading.T2), p) }},
		{name: "T1 and T2 together, T2 = 2·T1", key: "both",
			list:    []int{5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100},
			periods: func(p time.Duration) (t1, t2 time.Duration) { return p, 2 * p },
			loop:    func(p time.Duration) loop { return of(2*p, p) }},
	}
	for i := range all {
		s := &all[i]
		if quick {
			s.list = []int{50}
			if i == 0 {
				s.list = []int{50, 300}
			}
		}
		for _, n := range s.list {
			t1, t2 := s.periods(time.Duration(n) * time.Millisecond)
			s.x = append(s.x, float64(n))
			s.flights = append(s.flights, flight{world: rov.WorldConfig{Vehicle: v}, belief: v, t1: t1, t2: t2, length: length, free: true})
		}
	}
	return all
}

// sweep runs one row and returns where the loop becomes unstable.
func (b *experiments) sweep(s sweep, c claims) error {
	all := runAll(len(s.flights), b.workers(), func(i int) flight { return s.flights[i] }, func(int) {})
	t := book.Table{Name: "sweep_" + s.key, Caption: s.name, Columns: []string{"T1, ms", "T2, ms", "eigenvalue of the ideal loop", "overshoot, %", "rms at the end, deg", "allowed", ""}}
	radius, rms := make([]float64, len(all)), make([]float64, len(all))
	found := edge{limit: s.limit()}
	for i := range all {
		if all[i].Fault != "" {
			return fmt.Errorf("%s at %g ms: %s", s.name, s.x[i], all[i].Fault)
		}
		f := &s.flights[i]
		radius[i], rms[i] = s.loop(time.Duration(s.x[i]*1e6)).radius(), all[i].RMS
		allowed, stable := c.allow(f), all[i].RMS <= lostRMS
		word, mark := "stable", report.Good
		switch {
		case !stable && allowed:
			word, mark = "lost, and allowed", report.Bad
			found.wrong = append(found.wrong, fmt.Sprintf("%v/%v", f.t1, f.t2))
		case !stable:
			word, mark = "lost", report.Neutral
		}
		switch {
		case !stable && found.lost == 0:
			found.lost = s.x[i]
		case found.lost == 0:
			found.stable = s.x[i]
		}
		if allowed {
			found.claimed = max(found.claimed, s.x[i])
		}
		t.Add(mark, ms(f.t1), ms(f.t2), radius[i], all[i].Overshoot, all[i].RMS, fmt.Sprint(allowed), word)
	}
	b.Table(t)
	b.sweepPlots(s, radius, rms, found.limit)
	b.sweepFigures(s, found)
	return nil
}

// edge is where a row becomes unstable.
type edge struct {
	limit        time.Duration // of the ideal loop
	stable, lost float64       // ms: the last period before the first unstable one, and that one
	claimed      float64       // ms: the longest period that the model allows
	wrong        []string      // T1/T2 that the model allows and that are unstable
}

// limit is the period at which the ideal loop becomes unstable: the first such period on a grid of 2 ms, then to a
// microsecond.
func (s *sweep) limit() time.Duration {
	const step, most = 2 * time.Millisecond, time.Second
	lost := step
	for lost < most && s.loop(lost).radius() < 1 {
		lost += step
	}
	stable := lost - step
	for lost-stable > time.Microsecond && lost < most {
		if mid := (stable + lost) / 2; s.loop(mid).radius() < 1 {
			stable = mid
		} else {
			lost = mid
		}
	}
	return stable
}

// ms is a duration in milliseconds.
func ms(d time.Duration) float64 { return float64(d) / 1e6 }

func (b *experiments) sweepPlots(s sweep, radius, rms []float64, limit time.Duration) {
	shown := make([]float64, len(rms))
	for i, x := range rms {
		shown[i] = math.Min(x, 180)
	}
	line := []plot.Line{{Name: "ideal limit", Value: ms(limit), Vertical: true}}
	b.Plot(plot.Plot{Title: s.name + ": error at the end", XLabel: s.key + ", ms", YLabel: "rms, deg (cut at 180)", FromZero: true,
		Series: []plot.Series{{Name: "rms", Unit: "deg", X: s.x, Y: shown}}, Lines: append(line, plot.Line{Name: "lost", Value: lostRMS})})
	b.Plot(plot.Plot{Title: s.name + ": ideal loop", XLabel: s.key + ", ms", YLabel: "greatest eigenvalue",
		Series: []plot.Series{{Name: "eigenvalue", X: s.x, Y: radius}}, Lines: append(line, plot.Line{Name: "limit of stability", Value: 1})})
	b.CSV("sweep_"+s.key+".csv", []string{s.key + "_ms", "eigenvalue", "rms_deg"}, s.x, radius, rms)
}

func (b *experiments) sweepFigures(s sweep, e edge) {
	b.Figure(bench.Result{Name: "rov_limit_" + s.key, Value: ms(e.limit), Unit: "ms", Note: "the ideal sampled loop is stable up to here: " + s.name})
	b.Figure(bench.Result{Name: "rov_lost_" + s.key, Value: e.lost, Unit: "ms",
		Note: fmt.Sprintf("the simulated vehicle is stable up to %g ms and not here; 0: with none of those tried", e.stable)})
	if len(e.wrong) > 0 {
		b.Figure(bench.Result{Name: "rov_claim_" + s.key, Unit: "x", Note: "the Atoms allow periods at which the loop is lost: " + strings.Join(e.wrong, " ")})
		b.Fact("T_phy against stability, "+s.name, "allows what is lost", false)
		return
	}
	if e.claimed == 0 {
		return
	}
	margin := min(ms(e.limit), e.stable) / e.claimed
	b.Figure(bench.Result{Name: "rov_claim_" + s.key, Value: margin, Unit: "x",
		Note: fmt.Sprintf("what is stable, ideal and simulated, over the longest period of those tried that the Atoms allow, %g ms; bar 1", e.claimed)})
	b.Fact("T_phy against stability, "+s.name, fmt.Sprintf("margin %.2f×", margin), margin >= 1)
}

// margins reports how much more gain than in the law's model the loop tolerates at the experiment's periods.
func (b *experiments) margins(v rov.Vehicle) {
	l := loop{k1: heading.K1, k2: heading.K2, period: heading.T2, delay: heading.T1, lag: v.Thrusters[0].Lag}
	b.Figure(bench.Result{Name: "rov_gain_margin", Value: l.most(), Unit: "x", Note: "thrust over inertia, relative to the law's model, that the ideal loop tolerates at 25/50 ms"})
}
