package atom

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// setOf is a set of periods and what requires it.
type setOf struct {
	of   *Instance // T_phy of an Atom
	need *Port     // T_Need of a need
	set  period.Set
}

func (s setOf) path() string {
	if s.need != nil {
		return s.need.Path()
	}
	return s.of.Path
}

func (s setOf) place() diag.Pos {
	if s.need != nil {
		return s.need.place()
	}
	return s.of.Place
}

// says describes the set in words.
func (s setOf) says() string {
	if s.need != nil {
		return s.path() + " is to be updated every " + s.set.String() + " (T_Need)"
	}
	return s.path() + " allows " + s.set.String()
}

// time returns the worst computation time of member n: measured, or else as the model states it.
func (p *part) time(n int, measured map[string]time.Duration) time.Duration {
	if len(measured) > 0 {
		if d, ok := measured[p.members[n].Path]; ok {
			return d
		} else if d, ok := measured[p.members[n].Def.Identity]; ok && p.members[n].Def.Identity != "" {
			return d
		}
	}
	return p.physics[n].Worst
}

// communication returns Δ_com of equation 1: measured, or else as the model states it, or else the target's general value.
func (p *part) communication(t Target) time.Duration {
	if len(t.Times) > 0 {
		if d, ok := t.Times[Between(p.name)]; ok {
			return d
		}
	}
	if p.between > 0 {
		return p.between
	}
	return t.Communication
}

// worst is equation 1: the sum of all worst computation times, and the communication. Of an Alternative's laws, those that
// track always add to it; of the others, only the longest.
func (p *part) worst(t Target) (sum time.Duration, unknown int) {
	var laws map[*Instance][]time.Duration
	sum = plus(0, p.communication(t))
	for n, i := range p.members {
		d := p.time(n, t.Times)
		if d <= 0 && i.Kind == Simple {
			unknown++
		}
		if p.laws[n] {
			alt, number := Law(i)
			if _, tracks := i.Body.(Tracker); !tracks {
				if laws == nil {
					laws = map[*Instance][]time.Duration{}
				}
				if laws[alt] == nil {
					laws[alt] = make([]time.Duration, len(alt.Children))
				}
				laws[alt][number] = plus(laws[alt][number], d)
				continue
			}
		}
		sum = plus(sum, d)
	}
	for _, each := range laws { // order: the sum does not depend on it
		sum = plus(sum, slices.Max(each))
	}
	return sum, unknown
}

// plus adds a computation time, up to a limit beyond any schedule.
func plus(sum, d time.Duration) time.Duration {
	const most = period.Forever / 4
	return min(sum+min(max(d, 0), most), most)
}

// plan records the parts and the constants, and diffuses times and periods.
func (c *checker) plan(parts []*part, t Target) *Plan {
	p := &Plan{Model: c.m, Target: t, Wires: c.wires, Constants: c.constants, Groups: make([]Group, len(parts)), parts: parts}
	wishes := make([]time.Duration, len(parts))
	for n, w := range c.m.Timings {
		k := slices.IndexFunc(parts, func(q *part) bool { return q.name == w.Name })
		switch {
		case slices.ContainsFunc(c.m.Timings[:n], func(o Timing) bool { return o.Name == w.Name }):
			c.fault("duplicate", w.Name, w.Place, "its times are stated twice", "leave one of them out")
		case w.Communication < 0:
			c.fault("time", w.Name, w.Place, "a communication time of "+period.Duration(w.Communication), "give a time above 0, or leave it out")
		case w.Period < 0:
			c.fault("time", w.Name, w.Place, "a period of "+period.Duration(w.Period), "give a time above 0, or 0 to have it chosen")
		case k >= 0:
			wishes[k], parts[k].between = w.Period, w.Communication
		case len(c.faults) == 0 || len(parts) == 0:
			names := []string{}
			for _, q := range parts {
				names = append(names, q.name)
			}
			c.fault("name", w.Name, w.Place, "there is no composition "+w.Name, orElse(meant(w.Name, names), "there is "+strings.Join(names, ", ")))
		}
	}
	c.molecules(parts)
	sound := len(c.faults) == 0
	c.faults = append(c.faults, p.diffuse()...)
	for k, w := range wishes {
		q, allowed := parts[k], p.Groups[k].Allowed
		if w == 0 || q.broken || allowed.Empty() || allowed.Contains(w) {
			continue
		}
		n := slices.IndexFunc(c.m.Timings, func(o Timing) bool { return o.Name == q.name })
		c.fault("period", q.name, c.m.Timings[n].Place, fmt.Sprintf("%s is asked to run every %s, and T_exe(%s) = %v: %s", q.name,
			period.Duration(w), q.name, allowed, p.against(q, p.Groups[k].Worst, w)), "ask for a period in T_exe")
	}
	if sound && len(c.faults) == 0 {
		c.faults = append(c.faults, p.choose(wishes)...)
	}
	return p
}

// molecules checks the worst computation times that Molecules state against their contents.
func (c *checker) molecules(parts []*part) {
	for n, i := range c.m.Instances {
		if c.about[n].kind != Molecule || i.Constraint.Worst <= 0 {
			continue
		}
		var inside part
		for _, p := range parts {
			for n, a := range p.members {
				if a.in(i) {
					inside.add(a, p.physics[n], p.laws[n])
				}
			}
		}
		if sum, _ := inside.worst(Target{}); sum > i.Constraint.Worst {
			c.fault("time", i.Path, i.Place, "its worst computation time of "+period.Duration(i.Constraint.Worst)+
				" is less than that of the Atoms in it, "+period.Duration(sum)+" together", "give no less than they take, or leave it out")
		}
	}
}

// in reports whether i is inside m.
func (i *Instance) in(m *Instance) bool {
	for i = i.Parent; i != nil && i != m; i = i.Parent {
	}
	return i == m
}

// against names what does not allow a period.
func (p *Plan) against(q *part, worst, w time.Duration) string {
	for _, s := range q.sets() {
		if !s.set.Contains(w) {
			return s.says()
		}
	}
	return "its Atoms take " + period.Duration(worst) + " together"
}

// diffuse computes t_comp_max and T_exe of every part: equations 1 and 2. An empty set is a fault that names the
// smallest set of Atoms that conflict.
func (p *Plan) diffuse() (faults diag.Faults) {
	p.Reasons = nil
	for k, q := range p.parts {
		g := &p.Groups[k]
		worst, unknown := q.worst(p.Target)
		*g = Group{Name: q.name, Stages: q.stages, Worst: worst, Between: q.communication(p.Target)}
		if worst > 0 {
			g.Allowed = period.From(worst)
		}
		g.Allowed = q.allowed(g.Allowed)
		wanted := common(g.Allowed, q.wanted)
		if !q.broken && g.Allowed.Empty() {
			faults = append(faults, p.conflict(q, q.sets(), worst))
		} else if !q.broken && wanted.Empty() {
			faults = append(faults, p.conflict(q, append(q.sets(), q.wanted...), worst))
		}
		p.Reasons = append(p.Reasons, fmt.Sprintf("t_comp_max(%s) = %s, the sum over %d Atoms and %s", q.name,
			period.Duration(worst), len(q.members), g.between()), fmt.Sprintf("T_exe(%s) = %v", q.name, g.Allowed))
		if unknown > 0 {
			p.Reasons = append(p.Reasons, fmt.Sprintf("the computation times of %d Atoms of %s are not known: sinew bench atoms measures them", unknown, q.name))
		}
	}
	return faults
}

// between describes what is known about the communication.
func (g *Group) between() string {
	if g.Between <= 0 {
		return "the communication, of which nothing is stated"
	}
	return "Δ_com = " + period.Duration(g.Between) + " of communication"
}

// common intersects a set with others.
func common(s period.Set, sets []setOf) period.Set {
	return period.Common(func(yield func(period.Set) bool) {
		more := yield(s)
		for n := 0; more && n < len(sets); n++ {
			more = yield(sets[n].set)
		}
	})
}

// conflict explains why T_exe is empty.
func (p *Plan) conflict(q *part, sets []setOf, worst time.Duration) diag.Fault {
	bare := make([]period.Set, 0, len(sets)+1)
	for _, s := range sets {
		bare = append(bare, s.set)
	}
	bare = append(bare, period.From(worst))
	var parts []string
	var first *setOf
	for _, n := range period.Conflict(bare) {
		if n == len(sets) {
			parts = append(parts, "its Atoms take "+period.Duration(worst)+" together (t_comp_max)")
			continue
		}
		if s := &sets[n]; first == nil || s.need != nil {
			first = s
		}
		parts = append(parts, sets[n].says())
	}
	f := diag.Fault{Code: "period", Path: q.name, What: "no period suits " + q.name + ": " + strings.Join(parts, ", "),
		Do: "widen one of these sets, make the Atoms faster, or part them with a periodic link"}
	if first != nil {
		f.Path, f.Pos = first.path(), first.place()
	}
	return f
}

// fastest returns the shortest period for a group without stated periods: the shortest of all stated ones, but at least
// 1 ms, or 10 ms if there are none.
func (p *Plan) fastest(wishes []time.Duration) time.Duration {
	least := period.Forever
	for k, q := range p.parts {
		if wishes[k] != 0 {
			least = min(least, wishes[k])
		} else if q.limited || len(q.wanted) > 0 {
			least = min(least, p.Groups[k].Allowed.Min())
		}
	}
	if least == period.Forever {
		return 10 * time.Millisecond
	}
	return max(least, time.Millisecond)
}

// choose gives every group its period, core and priority. A wish of 0 leaves the choice to the plan.
func (p *Plan) choose(wishes []time.Duration) (faults diag.Faults) {
	tasks := make([]period.Task, len(p.parts))
	var free []string
	for k, q := range p.parts {
		g := &p.Groups[k]
		allowed := common(g.Allowed, q.wanted)
		if !q.limited && len(q.wanted) == 0 && wishes[k] == 0 {
			fastest := p.fastest(wishes)
			allowed = allowed.Intersect(period.From(fastest))
			free = append(free, "nothing says how often "+q.name+" has to run: not faster than every "+period.Duration(fastest))
		}
		tasks[k] = period.Task{Name: q.name, Worst: g.Worst, Allowed: allowed, Wish: wishes[k], After: q.after}
	}
	s, err := period.Choose(tasks, p.Target.Cores)
	if err != nil {
		var why *period.Unschedulable
		message := err.Error()
		if errors.As(err, &why) {
			message = strings.Join(why.Reasons, "; ")
		}
		return diag.Faults{{Code: "schedule", Path: p.Model.Name, Pos: p.Model.Root.Place, What: "these compositions cannot be scheduled: " + message,
			Do: "allow longer periods, make Atoms faster, or give more cores"}}
	}
	for k, slot := range s.Slots {
		g := &p.Groups[k]
		g.Period, g.Offset, g.Core, g.Priority, g.Response = slot.Period, slot.Offset, slot.Core, slot.Priority, slot.Response
	}
	p.Reasons = slices.Concat(p.Reasons, free, s.Reasons)
	return nil
}

// Revise plans again with other computation times, by path or by the identity of a definition, while the program runs. The
// structure stays, and so do periods that still fit; others are replaced, even those that were requested. Equal times give
// equal plans. If nothing fits, it returns faults and no plan.
func (p *Plan) Revise(times map[string]time.Duration) (*Plan, diag.Faults) {
	next := *p
	next.Target.Times = maps.Clone(p.Target.Times)
	if next.Target.Times == nil {
		next.Target.Times = map[string]time.Duration{}
	}
	maps.Copy(next.Target.Times, times)
	next.Groups = make([]Group, len(p.Groups))
	if faults := next.diffuse(); faults != nil {
		return nil, faults
	}
	keep, some := make([]time.Duration, len(p.Groups)), make([]time.Duration, len(p.Groups))
	changed := ""
	for k, g := range p.Groups {
		keep[k] = g.Period
		if next.Groups[k].Allowed.Contains(g.Period) {
			some[k] = g.Period
		} else {
			changed += fmt.Sprintf("; %s no longer allows %s", g.Name, period.Duration(g.Period))
		}
	}
	faults := diag.Faults(nil)
	for n, wishes := range [][]time.Duration{keep, some, make([]time.Duration, len(p.Groups))} {
		if faults = next.choose(wishes); faults == nil {
			why := []string{"with the times as they are now, all periods stay", "with the times as they are now, periods that no longer fit are chosen anew",
				"with the times as they are now, all periods are chosen anew"}[n]
			next.Reasons = append([]string{why + changed}, next.Reasons...)
			return &next, nil
		}
	}
	return nil, faults
}
