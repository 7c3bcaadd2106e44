package dive

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/plot"
)

// Result is the outcome of a run: the contents of run.json.
type Result struct {
	run.Summary
	Model      string     `json:"model"`
	File       string     `json:"file,omitempty"`
	Vehicle    string     `json:"vehicle"`
	Link       string     `json:"link"`       // how the vehicle is reached
	Settling   *float64   `json:"settling_s"` // null without a step of the set-point, or if it did not settle
	Overshoot  *float64   `json:"overshoot_percent"`
	Steady     *float64   `json:"steady_error_deg"`
	Heading    *Step      `json:"heading"`
	Ground     *Ground    `json:"ground,omitempty"` // if there is a bottom
	Loops      []Row      `json:"loops"`            // Table I
	Groups     []Group    `json:"compositions"`
	Atoms      []Timing   `json:"atoms,omitempty"` // how long each took
	Thrusters  Thrusters  `json:"thrusters"`
	Events     []Event    `json:"events"` // flags, times exceeded, new periods
	LostEvents uint64     `json:"events_lost,omitempty"`
	Reasons    []string   `json:"reasons"`         // why these periods were chosen
	Notes      []string   `json:"notes,omitempty"` // of the link
	LinkStats  *hil.Stats `json:"link_stats,omitempty"`

	flight *flight
	tracks []Track
	groups map[string]Track // execution durations of whole compositions
	graph  *graph.Graph
	other  *plot.Series // heading of another run
}

// Group is one composition as it ran.
type Group struct {
	Name     string  `json:"name"`
	Period   float64 `json:"period_ms"`
	Allowed  string  `json:"allowed"`       // T_exe
	Worst    float64 `json:"t_comp_max_ms"` // as stated or measured before the run
	Core     int     `json:"core"`
	Priority int     `json:"priority"`
	Response float64 `json:"response_ms"` // by response-time analysis
	Offset   float64 `json:"offset_ms"`
	Duration float64 `json:"average_duration_ms"`
	P99      float64 `json:"duration_p99_ms"`
	Max      float64 `json:"duration_max_ms"`
}

// Timing is the durations of the runs of one Atom, or of a driver.
type Timing struct {
	Path   string  `json:"path"`
	Loop   string  `json:"loop"`
	Stated float64 `json:"stated_us"` // the worst, 0: not stated
	Mean   float64 `json:"mean_us"`
	Max    float64 `json:"max_us"`
	Over   int64   `json:"over"` // runs longer than stated
}

// Thrusters counts what happened between the law and the thrusters.
type Thrusters struct {
	Commands uint64  `json:"commands"`
	Limited  uint64  `json:"limited"`  // cycles in which a force was cut to the thruster's limits or its rate of change
	Rejected uint64  `json:"rejected"` // cycles in which a force was NaN: zero instead
	Stops    uint64  `json:"stops"`    // how often all were told to stop, however briefly, except at the end of the run
	Greatest float64 `json:"greatest_n"`
}

// Event is something that people should know about a run.
type Event struct {
	T    float64 `json:"t_s"`
	Text string  `json:"text"`
}

// take fills in the step of the heading.
func (r *Result) take(s Step) {
	r.Heading, r.Overshoot, r.Steady = &s, &s.Overshoot, &s.Steady
	if s.Settling >= 0 {
		r.Settling = &s.Settling
	}
}

// result summarises a run, as far as the session knows it.
func (s *session) result() *Result {
	r := &Result{Model: s.model.Name, File: s.p.File, Vehicle: s.vehicle.Title,
		Reasons: s.proj.Plan().Reasons, flight: s.flight, groups: map[string]Track{}, graph: s.prog.Graph()}
	if s.doc != nil && s.doc.Meta.Name != "" {
		r.Model = s.doc.Meta.Name
	}
	if s.thrust != nil {
		r.Thrusters = s.thrust.count
	}
	events := s.proj.Events()
	for _, e := range events {
		r.Events = append(r.Events, Event{e.At.Duration().Seconds(), words(e)})
	}
	r.LostEvents = s.watch.alarms.count() - uint64(len(events))
	r.Events = append(r.Events, s.watch.presses.list()...)
	sort.SliceStable(r.Events, func(i, j int) bool { return r.Events[i].T < r.Events[j].T })
	for _, l := range s.proj.Loops() {
		t := trackOf(l.Name, l.Composition, l.Period, l.Cycles())
		t.Phase = l.Place().Seconds()
		r.tracks = append(r.tracks, t)
	}
	for i := range r.tracks {
		r.Loops = append(r.Loops, r.tracks[i].row())
	}
	for _, c := range s.proj.Compositions() {
		r.groups[c.Name] = trackOf(c.Name, c.Name, c.Period, c.Cycles())
	}
	for _, g := range s.proj.Plan().Groups {
		row := Group{Name: g.Name, Period: ms(g.Period), Allowed: g.Allowed.String(), Worst: ms(g.Worst), Core: g.Core, Priority: g.Priority,
			Response: ms(g.Response), Offset: ms(g.Offset)}
		if t, ok := r.groups[g.Name]; ok && len(t.Duration) > 0 {
			took := slices.Sorted(slices.Values(t.Duration))
			row.Duration, row.P99, row.Max = mean(took)*1e3, quantile(took, 0.99)*1e3, took[len(took)-1]*1e3
		}
		r.Groups = append(r.Groups, row)
	}
	for _, t := range s.proj.Timings() {
		r.Atoms = append(r.Atoms, Timing{Path: t.Path, Loop: t.Loop, Stated: us(t.Stated), Mean: us(t.Mean), Max: us(t.Max), Over: t.Over})
	}
	if s.flight != nil {
		r.Ground = s.flight.soil.figures()
		if step, ok := Figures(s.flight.points, s.noise(), gain(s.model, "k1"), gain(s.model, "k2")); ok {
			r.take(step)
		}
	}
	return r
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

func us(d time.Duration) float64 { return float64(d) / 1e3 }

// noise returns the greatest error of the measured heading that the parameters state; -1 if they state none.
func (s *session) noise() float64 {
	if s.strange {
		return -1
	}
	n := s.vehicle.IMU.Attitude[2]
	if n.Max > 0 {
		return n.Max
	}
	return 3 * n.Sigma
}

// trackOf converts measured cycles to figures. Delays are theoretical minus real start, as in equation 3.
func trackOf(name, composition string, period time.Duration, cycles []project.Cycle) Track {
	t := Track{Name: name, Composition: composition, Period: period.Seconds()}
	for _, c := range cycles {
		t.Start = append(t.Start, c.At.Duration().Seconds())
		t.Delay = append(t.Delay, -c.Late.Seconds())
		t.Duration = append(t.Duration, c.Duration().Seconds())
	}
	return t
}

// Print prints how the run went, with Table I.
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
	if r.Ground != nil {
		p("%v\n", r.Ground)
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
				paper = fmt.Sprintf("%.3f", x.Percent)
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

// other returns the heading of another run, in degrees, from its folder.
func other(dir string) (s plot.Series, err error) {
	f, err := os.Open(filepath.Join(dir, "heading.csv"))
	if err != nil {
		return s, fmt.Errorf("the run to compare with: %w", err)
	}
	defer f.Close()
	if s, err = headings(f); err != nil {
		return s, fmt.Errorf("the run to compare with: %w", err)
	}
	s.Name, s.Faint = "heading of "+filepath.Base(dir), true
	return s, nil
}

// headings reads the table of a run's headings: the true ones if given, otherwise the measured ones.
func headings(table io.Reader) (s plot.Series, err error) {
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil {
		return s, err
	}
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

// compare returns the greatest difference in degrees, the short way round, of two headings at the times of the first while
// both last; and the second one without jumps, shifted to the turn of the first at their common start.
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
