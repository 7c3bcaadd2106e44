package dive

import (
	"cmp"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/model/atom/project"
)

// result sums a run up, as far as the session knows it.
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
	slices.SortStableFunc(r.Events, func(a, b Event) int { return cmp.Compare(a.T, b.T) })
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
		if step, ok := Figures(s.flight.points, s.noise(), gain(s.model, "k1"), gain(s.model, "k2")); ok {
			r.take(step)
		}
	}
	return r
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

func us(d time.Duration) float64 { return float64(d) / 1e3 }

// noise is the greatest error of the measured heading, as the parameters say it; -1 where they do not.
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

// trackOf turns measured cycles into figures. Delays are theoretical minus real start, as in equation 3.
func trackOf(name, composition string, period time.Duration, cycles []project.Cycle) Track {
	t := Track{Name: name, Composition: composition, Period: period.Seconds()}
	for _, c := range cycles {
		t.Start = append(t.Start, c.At.Duration().Seconds())
		t.Delay = append(t.Delay, -c.Late.Seconds())
		t.Duration = append(t.Duration, c.Duration().Seconds())
	}
	return t
}
