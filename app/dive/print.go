package dive

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/sinew-robotics/sinew/tool/view/plot"
)

// Print says how the run went, with Table I, for a terminal.
func (r *Result) Print(w io.Writer) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format, args...) }
	p("%s on %s: %.1f s of robot time in %.1f s, %s clock, vehicle by %s\n", r.Model, r.Vehicle, r.Seconds, r.WallSeconds, r.Clock, r.Link)
	if s := r.Heading; s != nil {
		settles := fmt.Sprintf("settles to ±%.1f° in %.2f s", s.Band, s.Settling)
		if s.Settling < 0 {
			settles = fmt.Sprintf("does not settle to ±%.1f°", s.Band)
		}
		if s.Ideal >= 0 {
			settles += fmt.Sprintf(" (the gains' own equation: %.2f s)", s.Ideal)
		}
		p("heading %.1f° → %.1f°: %s, overshoot %.1f %%, error at rest %.2f° (rms %.2f°)\n", s.From, s.To, settles, s.Overshoot, s.Steady, s.RMS)
	} else {
		p("heading: no step of the set-point\n")
	}
	for _, g := range r.Groups {
		p("composition %s: every %g ms of T_exe %s, core %d, priority %d", g.Name, g.Period, g.Allowed, g.Core, g.Priority)
		if g.Max > 0 {
			p("; takes %.3f ms, p99 %.3f ms, at most %.3f ms", g.Duration, g.P99, g.Max)
		}
		p("\n")
	}
	if len(r.Loops) > 0 {
		p("\nTable I (paper: BeagleBone Black, Xenomai)\n%-12s %-5s %14s %11s %9s %10s %10s %10s %10s %10s %10s\n", "RT loop", "comp.", "av. delay, ms",
			"period, ms", "error, %", "paper, %", "p50, µs", "p99, µs", "max, µs", "phase, µs", "after, µs")
		for _, l := range r.Loops {
			paper := "–"
			if x, ok := paperOf(l.Name, l.Composition); ok {
				paper = fmt.Sprintf("%.3f", x.percent)
			}
			p("%-12s %-5s %14.4f %11g %9.4f %10s %10.1f %10.1f %10.1f %10.1f %10.1f\n", l.Name, l.Composition, l.Delay, l.Period, l.Error, paper,
				l.P50*1e3, l.P99*1e3, l.Max*1e3, l.Phase*1e3, l.AfterCycle*1e3)
		}
		p("delay = theoretical − real start, from the loop's place in the cycle: phase, when those before it are done at the latest; after: the real start behind the cycle's, on average\n\n")
	}
	t := r.Thrusters
	p("thrusters: %d commands, %d limited, %d with a force that is no number, %d stops, greatest force %.1f N\n", t.Commands, t.Limited, t.Rejected, t.Stops, t.Greatest)
	if n := len(r.Events); n > 0 {
		p("%d flags and alarms, the first: %.3f s: %s\n", n, r.Events[0].T, r.Events[0].Text)
	}
	r.PrintEnd(w)
}

// other is the heading of another run, in degrees, as its folder has it.
func other(dir string) (s plot.Series, err error) {
	f, err := os.Open(filepath.Join(dir, "heading.csv"))
	if err != nil {
		return s, fmt.Errorf("the run to compare with: %w", err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return s, fmt.Errorf("the run to compare with: %w", err)
	}
	s = plot.Series{Name: "heading of " + filepath.Base(dir), Faint: true}
	for i, row := range rows {
		if i == 0 || len(row) < 3 {
			continue
		}
		t, err := strconv.ParseFloat(row[0], 64)
		y, err2 := strconv.ParseFloat(row[2], 64)
		if err2 != nil {
			y, err2 = strconv.ParseFloat(row[1], 64)
		}
		if err == nil && err2 == nil && !math.IsNaN(t+y) && !math.IsInf(t+y, 0) {
			s.X, s.Y = append(s.X, t), append(s.Y, y)
		}
	}
	return s, nil
}

// compare gives the greatest difference in degrees of two headings at the times of the first, as far as both go, the short
// way round; and the second one without jumps, in the turn in which the first one is where both begin.
func compare(a, b plot.Series) (plot.Series, float64) {
	b.Y = slices.Clone(b.Y)
	for i := range b.Y {
		b.Y[i] *= math.Pi / 180
	}
	unwrap(b.Y)
	degrees(b.Y)
	shift, begun, most, k := 0.0, false, 0.0, 0
	for i, t := range a.X {
		for k+1 < len(b.X) && b.X[k+1] <= t {
			k++
		}
		if k+1 >= len(b.X) || b.X[k] > t {
			continue
		}
		share := (t - b.X[k]) / (b.X[k+1] - b.X[k])
		apart := a.Y[i] - (b.Y[k] + share*(b.Y[k+1]-b.Y[k]))
		if !begun {
			shift, begun = apart-math.Remainder(apart, 360), true
		}
		most = max(most, math.Abs(math.Remainder(apart, 360)))
	}
	for i := range b.Y {
		b.Y[i] += shift
	}
	return b, most
}
