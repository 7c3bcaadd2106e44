package route

import (
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/math/nav"
)

// draft is a leg that is being improved.
type draft struct {
	Leg
	score float64 // s, its time and the price of its clearance
}

// drafts lays parts one after another, consecutive parts of one kind as one leg, and rates each leg.
func (p *Planner) drafts(from nav.Pose, parts []part, floor float64) []draft {
	var legs []draft
	for i := range parts {
		q := &parts[i]
		ways := p.lay(nil, from, q)
		start := from
		from = p.ends(from, q)
		if q.shape == spin && math.Abs(nav.Angle(from.Yaw-start.Yaw)) < 1e-9 {
			continue
		}
		if n := len(legs); n == 0 || legs[n-1].Kind != q.kind {
			legs = append(legs, draft{Leg: Leg{Kind: q.kind, Ways: ways}})
		} else if last := &legs[n-1]; q.kind == Turn && (spanned(last.Ways) < 0) != (spanned(ways) < 0) {
			last.Ways = p.spun(last.Ways[0].Pose, spanned(last.Ways)+spanned(ways))
		} else {
			last.Ways = joined(last.Ways, ways)
		}
	}
	legs = slices.DeleteFunc(legs, func(d draft) bool { return d.Kind == Turn && d.Length() < 1e-9 })
	for i := range legs {
		p.rate(&legs[i], floor)
	}
	return legs
}

// joined returns the ways of two legs as the ways of one.
func joined(a, b []Way) []Way {
	s := a[len(a)-1].S
	for _, w := range b[1:] {
		w.S += s
		a = append(a, w)
	}
	return a
}

// spanned returns the angle of a turn, in rad.
func spanned(ways []Way) float64 {
	n := len(ways) - 1
	if nav.Angle(ways[1].Yaw-ways[0].Yaw) < 0 {
		return -ways[n].S
	}
	return ways[n].S
}

// spun lays a turn on the spot by an angle in rad.
func (p *Planner) spun(from nav.Pose, angle float64) []Way {
	n := max(int(math.Ceil(math.Abs(angle)*p.space.outer/Spacing-1e-9)), 1)
	ways := make([]Way, 0, n+1)
	for i := range n + 1 {
		u := float64(i) / float64(n)
		ways = append(ways, Way{Pose: nav.Pose{X: from.X, Y: from.Y, Yaw: nav.Angle(from.Yaw + float64(u*angle))}, S: u * math.Abs(angle)})
	}
	return ways
}

// skewed is the additional cost, in s, of a leg that passes narrow gates at an angle: a straight one is preferred if there
// is one.
const skewed = 30

// rate sets a leg's score, and reports whether the leg can be driven with a clearance, and smoothly.
func (p *Planner) rate(d *draft, floor float64) bool {
	_, price, ok := p.check(d.Kind, d.Ways, floor)
	d.score = d.time(&p.p.Limits) + price
	if p.aslant(d.Ways, 1) {
		d.score += skewed
	}
	for i := range d.Ways {
		if k := d.Ways[i].Curvature; math.Abs(k) > 2.5 || math.Abs(k-d.Ways[max(i-1, 0)].Curvature) > steepest {
			return false
		}
	}
	return ok
}

// wishes are the weights tried for each leg, relative to a second.
var wishes = [...]wish{
	{tension: 0.5, bend: 0.2, jerk: 0.05, clear: 0.5},
	{tension: 0.5, bend: 0.6, jerk: 0.3, clear: 1},
	{tension: 0.5, bend: 0.2, jerk: 0.05, clear: 4},
}

// polish makes legs quicker and smoother, and keeps only changes that pass the check and are better.
func (p *Planner) polish(legs []draft) []draft {
	for again := true; again; {
		again = false
		for i := range legs {
			if legs[i].Kind == Turn {
				if next := p.without(legs, i); next != nil {
					legs, again = next, true
					break
				}
			}
		}
	}
	for i := range legs {
		if legs[i].Kind != Turn {
			p.better(legs, i)
		}
	}
	return legs
}

// without replaces a turn on the spot by driving on without a stop: the legs before and after it become one, if both have
// the same direction of travel. It returns nil if that is not better.
func (p *Planner) without(legs []draft, i int) []draft {
	turn := &legs[i]
	if turn.Length() > 2.2 {
		return nil
	}
	var merged Leg
	first, last := i, i+1
	before := turn.score
	if i > 0 {
		first--
		merged = Leg{legs[first].Kind, slices.Clone(legs[first].Ways)}
		before += legs[first].score
	}
	if last < len(legs) {
		next := &legs[last]
		last++
		before += next.score
		if merged.Ways == nil {
			merged = Leg{next.Kind, slices.Clone(next.Ways)}
			merged.Ways[0].Yaw = turn.Ways[0].Yaw
		} else {
			if next.Kind != merged.Kind {
				return nil
			}
			merged.Ways = joined(merged.Ways, next.Ways)
		}
	} else if merged.Ways != nil {
		merged.Ways[len(merged.Ways)-1].Yaw = turn.Ways[len(turn.Ways)-1].Yaw
	}
	if merged.Ways == nil {
		return nil
	}
	var best *draft
	for l := range p.smoothed(&merged, [2]bool{}) {
		d := draft{Leg: *l}
		if p.rate(&d, p.floor()) && d.score < before {
			best, before = &d, d.score
		}
	}
	if best == nil {
		return nil
	}
	return slices.Concat(legs[:first], []draft{*best}, legs[last:])
}

// better replaces a driven leg and the adjacent turns by better ones, if there are any.
func (p *Planner) better(legs []draft, i int) {
	l := &legs[i]
	score := l.score
	free := [2]bool{i > 0 && legs[i-1].Kind == Turn, i+1 < len(legs) && legs[i+1].Kind == Turn}
	if free[0] {
		score += legs[i-1].score
	}
	if free[1] {
		score += legs[i+1].score
	}
	var best [3]draft
	for _, f := range [2][2]bool{{}, free} {
		for next := range p.smoothed(&l.Leg, f) {
			row := [3]draft{1: {Leg: *next}}
			ok := p.rate(&row[1], p.floor())
			sum := row[1].score
			for side := range 2 {
				if ok && free[side] {
					row[2*side], ok = p.beside(&legs[i-1+2*side], next, side, f[side])
					sum += row[2*side].score
				}
			}
			if ok && sum < score {
				best, score = row, sum
			}
		}
		if free == f {
			break
		}
	}
	if best[1].Ways == nil {
		return
	}
	legs[i] = best[1]
	for side := range 2 {
		if free[side] {
			legs[i-1+2*side] = best[2*side]
		}
	}
}

// beside returns the turn before (0) or after (1) a leg as it must be for another leg, and whether it can be driven.
func (p *Planner) beside(turn *draft, l *Leg, side int, changed bool) (draft, bool) {
	if !changed {
		return *turn, true
	}
	ways, by := turn.Ways, spanned(turn.Ways)
	from := ways[0].Pose
	if side == 0 {
		by += nav.Angle(l.Ways[0].Yaw - ways[len(ways)-1].Yaw)
	} else {
		from.Yaw = l.Ways[len(l.Ways)-1].Yaw
		by += nav.Angle(ways[0].Yaw - from.Yaw)
	}
	d := draft{Leg: Leg{Turn, p.spun(from, by)}}
	ok := p.rate(&d, p.floor())
	return d, ok
}

// smoothed yields versions of a leg smoothed in several ways.
func (p *Planner) smoothed(l *Leg, free [2]bool) func(func(*Leg) bool) {
	lines := p.crossed(l)
	firm := slices.DeleteFunc(slices.Clone(lines), func(s straight) bool { return s.clear >= narrow })
	return func(yield func(*Leg) bool) {
		for _, w := range wishes {
			if s := p.smooth(l, firm, free, w); s != nil && !yield(s) {
				return
			}
		}
		if len(firm) < len(lines) {
			if s := p.smooth(l, lines, free, wishes[0]); s != nil && !yield(s) {
				return
			}
		}
	}
}
