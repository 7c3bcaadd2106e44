package route

import (
	"math"
	"slices"
	"sort"

	"github.com/sinew-robotics/sinew/math/nav"
)

// gate is a narrow place of the map, with the straight line on which the outline passes with the most clearance.
type gate struct {
	mid  nav.Point // between the walls
	yaw  float64   // direction of the way through, one of two
	wide float64   // m, between the walls
	// through are the lines there and back, from where the vehicle must be straight to where it may turn again. They are found
	// when first needed, without seen points.
	asked   bool
	through [2]passage
}

// passage is a straight line through a gate, for one direction.
type passage struct {
	ok       bool
	mid      nav.Pose // on it, between the walls
	begin    float64  // m along it from mid: where the vehicle should be straight, and where it may turn again
	must     float64  // m along it from which to end it must be straight, its outline between the walls
	end      float64
	from, to nav.Pose // at begin and end
	clear    float64  // m, least clearance on the line between the walls
}

// gates finds the narrow places of a map, where the shortest line from wall to wall exceeds the vehicle's width by less than
// Room on both sides. Of gates near each other the narrowest remains.
func (p *Planner) gates() []gate {
	s, g := p.space, p.grid
	left, right := 0.0, 0.0
	for _, c := range s.corners {
		left, right = max(left, c.Y), max(right, -c.Y)
	}
	least, most := left+right, left+right+2*p.p.Room
	p.width = least
	caster := nav.NewCaster(g, !s.unknown)
	var found []gate
	for y := range g.Height {
		for x := range g.Width {
			c := g.Centre(x, y)
			if d := s.field.At(c); d < least/2-g.Cell || d > most/2+g.Cell || s.blocked(x, y) {
				continue
			}
			if n, ok := neck(caster, c, most, g.Cell, s.field.At(c)-g.Cell/4); ok && n.wide > least-g.Cell {
				found = append(found, n)
			}
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].wide < found[j].wide })
	var kept []gate
	for _, f := range found {
		if !slices.ContainsFunc(kept, func(k gate) bool {
			turned := math.Abs(nav.Angle(2*(k.yaw-f.yaw))) / 2
			return k.mid.Sub(f.mid).Norm() < 0.5 && turned < 0.6
		}) {
			kept = append(kept, f)
		}
		if len(kept) == mostGates {
			break
		}
	}
	return kept
}

// mostGates is the greatest number of gates; the narrowest are remembered.
const mostGates = 2000

// directions is the number of directions, over half a turn, in which neck looks for walls.
var directions = func() (all [16]struct{ yaw, sin, cos float64 }) {
	for i := range all {
		all[i].yaw = math.Pi * float64(i) / float64(len(all))
		all[i].sin, all[i].cos = math.Sincos(all[i].yaw)
	}
	return all
}()

// neck finds the shortest line from wall to wall through a place, if the place is near its middle. No wall is nearer than free.
func neck(c *nav.Caster, at nav.Point, most, cell, free float64) (gate, bool) {
	best := gate{wide: most}
	ok := false
	for i := range directions {
		a, sin, cos := directions[i].yaw, directions[i].sin, directions[i].cos
		d := c.Along(at, nav.Point{X: cos, Y: sin}, best.wide-free+1e-9) // from a farther wall on the line would be longer
		if d >= best.wide {
			continue
		}
		e := c.Along(at, nav.Point{X: -cos, Y: -sin}, best.wide-d)
		if d+e < best.wide-1e-9 {
			m := (d - e) / 2
			best = gate{mid: nav.Point{X: at.X + m*cos, Y: at.Y + m*sin}, yaw: a - math.Pi/2, wide: d + e}
			ok = math.Abs(m) <= cell
		}
	}
	return best, ok
}

// passages finds the lines through a gate. It must be called without seen points.
func (p *Planner) passages(g *gate) {
	if g.asked {
		return
	}
	g.asked = true
	for i := range g.through {
		g.through[i] = p.passage(nav.Pose{X: g.mid.X, Y: g.mid.Y, Yaw: nav.Angle(g.yaw + float64(i)*math.Pi)})
	}
}

// passage searches for the line through a gate with the most clearance, near one that passes its middle.
func (p *Planner) passage(at nav.Pose) passage {
	front, back := 0.0, 0.0
	for _, c := range p.space.corners {
		front, back = max(front, c.X), max(back, -c.X)
	}
	from, to := -front-0.1, back+0.1 // while the outline is between the walls, or nearly so
	best := p.narrowest(at, from, to, 0)
	for side, turn := 0.02, 0.06; turn > 0.003; side, turn = side/2, turn/2 {
		for again := 0; again < 6; again++ {
			before := best
			for _, d := range [...]nav.Pose{{Y: side}, {Y: -side}, {Yaw: turn}, {Yaw: -turn}} {
				if next := at.Mul(d); best < p.p.Room {
					if c := p.narrowest(next, from, to, best+1e-4); c > best+1e-4 {
						at, best = next, c
					}
				}
			}
			if best == before {
				break
			}
		}
	}
	if best < p.floor() {
		return passage{}
	}
	// As long as it is equally narrow, and then as much more on both sides as there is room for.
	more := func(x, step, most float64, same bool) float64 {
		for d := 0.0; d < most-1e-9; d += math.Abs(step) {
			if c := p.narrowest(at, x+step, x+step, 0); c < p.floor() || same && c > best+0.02 {
				break
			}
			x += step
		}
		return x
	}
	must := more(more(from, -0.05, 1, true), -0.05, 0.25, false)
	from, to = more(must, -0.05, 0.3, false), more(more(to, 0.05, 1, true), 0.05, 0.2, false)
	return passage{ok: true, mid: at, begin: from, must: must, end: to, from: at.Mul(nav.Pose{X: from}), to: at.Mul(nav.Pose{X: to}), clear: best}
}

// narrowest returns the least clearance on a straight line along x of a pose, at most Room; if it is below least, any value
// below least.
func (p *Planner) narrowest(at nav.Pose, from, to, least float64) float64 {
	best := p.p.Room
	n := int(math.Ceil((to - from) / 0.05))
	for i := range n + 1 {
		x := from
		if n > 0 {
			x += (to - from) * float64(i) / float64(n)
		}
		c, _ := p.space.clear(at.Mul(nav.Pose{X: x}), best)
		if best = min(best, c); best < least {
			break
		}
	}
	return best
}

// straight is a part of a leg, by s in m, that should stay on a line through a gate.
type straight struct {
	from, to float64
	*passage
}

// crossed finds where a leg passes gates, and the parts of it that should be straight there.
func (p *Planner) crossed(l *Leg) []straight {
	var found []straight
	if l.Kind != Forward {
		return nil
	}
	for _, g := range p.search.gates {
		for k := range g.through {
			t := &g.through[k]
			if !t.ok {
				continue
			}
			at, nearest := -1, 0.25
			for j := range l.Ways {
				if d := l.Ways[j].Dist(t.mid); d < nearest && math.Abs(nav.Angle(l.Ways[j].Yaw-t.mid.Yaw)) < 0.8 {
					at, nearest = j, d
				}
			}
			if at < 0 {
				continue
			}
			s := l.Ways[at].S - t.mid.Inv().Apply(l.Ways[at].Point()).X
			found = append(found, straight{max(s+t.begin, 0), min(s+t.end, l.Length()), t})
		}
	}
	return found
}

// within reports whether a pose is between the walls of a gate, with a part of the outline on either side, and whether it is on
// the line.
func (t *passage) within(at nav.Pose) (in, on bool) {
	if at.Dist(t.mid) > t.end-t.must {
		return false, false
	}
	b := t.mid.Inv().Mul(at)
	if !(b.X > t.must && b.X < t.end && math.Abs(b.Y) < 0.4 && math.Abs(b.Yaw) < 1) {
		return false, false
	}
	return true, math.Abs(b.Y) < 0.002 && math.Abs(b.Yaw) < 0.005
}

// aslant reports whether ways lead through a narrow gate at an angle. It checks the last of them, where the next part begins,
// and from there backward at regular intervals.
func (p *Planner) aslant(ways []Way, stride int) bool {
	for _, t := range p.search.narrow {
		for i := len(ways) - 1; i >= 0; i -= stride {
			if in, on := t.within(ways[i].Pose); in && !on {
				return true
			}
		}
	}
	return false
}
