package route

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// deep is the overlap at the start, in m, beyond which it is no longer a touch: the pose or the map is wrong by that
// much.
const deep = 0.1

// fault returns an error about a pose.
func (p *Planner) fault(why Why, at nav.Pose, do string) *NoWay {
	e := &NoWay{Why: why, At: at, Do: do}
	e.Clear, e.Near = p.space.clear(at, Far)
	e.Clear = min(e.Clear, Far)
	return e
}

// admit takes the seen points and checks both ends. It returns the least clearance that ways from the start may have.
func (p *Planner) admit(from, to nav.Pose, seen []nav.Point) (floor float64, no *NoWay) {
	for i, at := range [2]nav.Pose{from, to} {
		what := [2]string{"start", "goal"}[i]
		if !at.Finite() {
			return 0, &NoWay{Why: Invalid, At: at, Clear: Far, Do: "give a " + what + " of finite numbers"}
		}
		if !p.grid.Has(p.grid.CellOf(at.Point())) {
			g := p.grid
			return 0, &NoWay{Why: Outside, At: at, Clear: Far, Do: fmt.Sprintf("give a %s on the map, which has x from %.2f to %.2f and y from %.2f to %.2f", what,
				g.Origin.X, g.Origin.X+float64(g.Width)*g.Cell, g.Origin.Y, g.Origin.Y+float64(g.Height)*g.Cell)}
		}
	}
	p.space.see(seen)
	if over := p.space.overlap(from); over > deep || p.space.blocked(p.grid.CellOf(from.Point())) {
		return 0, p.fault(StartWall, from, "the pose or the map is wrong: find the place on the map anew")
	} else if over > 0 {
		no := p.fault(StartTouch, from, "nothing leads away from what is touched: have the vehicle moved by hand, or find its place anew")
		if no.Escape = p.escape(from); no.Escape != nil {
			no.Do = fmt.Sprintf("drive %v along Escape, slowly and by what scanners see, and plan again", no.Escape.Legs[0].Kind)
		}
		return 0, no
	}
	switch clear, _ := p.space.clear(to, p.floor()); {
	case p.space.overlap(to) > 0:
		return 0, p.fault(GoalWall, to, "choose a free place"+p.nearby(to))
	case clear < p.floor():
		return 0, p.fault(GoalTight, to, fmt.Sprintf("choose a place with %.3f m around the outline%s", p.floor(), p.nearby(to)))
	}
	clear, _ := p.space.clear(from, p.floor())
	if clear >= p.floor() {
		return p.floor(), nil
	}
	return max(clear-0.001, clear/2), nil
}

// nearby names the nearest pose with the same yaw that has room, if there is one within 1.5 m.
func (p *Planner) nearby(at nav.Pose) string {
	const step, rings = 0.05, 30
	best, nearest := at, math.Inf(1)
	for j := -rings; j <= rings; j++ {
		for i := -rings; i <= rings; i++ {
			q := nav.Pose{X: at.X + float64(i)*step, Y: at.Y + float64(j)*step, Yaw: at.Yaw}
			d := q.Dist(at)
			if d >= nearest || d > rings*step || p.space.blocked(p.grid.CellOf(q.Point())) {
				continue
			}
			if c, _ := p.space.clear(q, p.floor()); c >= p.floor() {
				best, nearest = q, d
			}
		}
	}
	if nearest > rings*step {
		return ""
	}
	return fmt.Sprintf(", such as %.2f, %.2f, %.3f", best.X, best.Y, best.Yaw)
}

// escape returns the quickest leg away from the touched obstacle on which the overlap never grows, or nil.
func (p *Planner) escape(from nav.Pose) *Path {
	var best *Path
	try := func(q part, cut bool) {
		ways := p.lay(nil, from, &q)
		deepest := p.space.overlap(from)
		for i := range ways {
			over := p.space.overlap(ways[i].Pose)
			if over > deepest+1e-4 {
				return
			}
			deepest = min(deepest, over)
			if clear, _ := p.space.clear(ways[i].Pose, p.floor()); i > 0 && clear >= p.floor() && (cut || i == len(ways)-1) {
				path := p.path([]draft{{Leg: Leg{q.kind, ways[:i+1]}}})
				if best == nil || path.Time < best.Time {
					best = path
				}
				return
			}
		}
	}
	try(part{kind: Backward, shape: line, to: from.Mul(nav.Pose{X: -1})}, true)
	try(part{kind: Forward, shape: line, to: from.Mul(nav.Pose{X: 1})}, true)
	for _, a := range [2]float64{1.2, -1.2} {
		try(part{kind: Turn, shape: spin, to: nav.Pose{Yaw: nav.Angle(from.Yaw + a)}}, true)
	}
	for i, s := range swerves {
		kind := Forward
		if s.length < 0 {
			kind = Backward
		}
		try(part{kind: kind, shape: swerve, prim: uint8(i)}, false)
	}
	return best
}

// cut returns where the way to the goal is cut off: the narrowest place of the widest way.
func (p *Planner) cut(from nav.Pose) *NoWay {
	g, a := p.grid, &ahead{least: p.ahead.least}
	// Cells in the order of the least distance to walls on the widest way to each, the widest first.
	width := make([]float32, len(g.Cells))
	worst := make([]int32, len(g.Cells)) // by cell: the place of that distance
	for i := range width {
		width[i] = float32(math.Inf(-1))
	}
	room := make([]float32, len(g.Cells)) // from each cell's middle to the nearest obstacle
	for i := range room {
		room[i] = float32(p.space.field.At(g.Centre(i%g.Width, i/g.Width)))
	}
	for _, q := range p.space.seen {
		x, y := g.CellOf(q)
		n := int(p.space.outer/g.Cell) + 1
		for j := max(y-n, 0); j <= min(y+n, g.Height-1); j++ {
			for i := max(x-n, 0); i <= min(x+n, g.Width-1); i++ {
				room[j*g.Width+i] = min(room[j*g.Width+i], float32(g.Centre(i, j).Sub(q).Norm()))
			}
		}
	}
	x, y := g.CellOf(from.Point())
	first := int32(y*g.Width + x)
	width[first], worst[first] = room[first], first
	a.heap = append(a.heap[:0], place{-width[first], first})
	for len(a.heap) > 0 {
		at := a.pop()
		if -at.cost < width[at.cell] {
			continue
		}
		if !math.IsInf(float64(a.least[at.cell]), 1) {
			c := g.Centre(int(worst[at.cell])%g.Width, int(worst[at.cell])/g.Width)
			if at.cost >= 0 {
				return p.fault(Unreachable, nav.Pose{X: c.X, Y: c.Y, Yaw: from.Yaw}, "walls lie between the start and the goal: choose another goal, or mend the map")
			}
			return p.fault(Unreachable, nav.Pose{X: c.X, Y: c.Y, Yaw: from.Yaw}, fmt.Sprintf(
				"the widest way leads through here, where there is about %.2f m, and it takes %.2f: choose another goal, or make room", -2*at.cost, p.width+2*p.floor()))
		}
		x, y := int(at.cell)%g.Width, int(at.cell)/g.Width
		for i, d := range around {
			if i >= 8 || !g.Has(x+d.x, y+d.y) { // neighbours only
				continue
			}
			next := at.cell + int32(d.y*g.Width+d.x)
			w, here := -at.cost, worst[at.cell]
			if v := room[next]; v < w {
				w, here = v, next
			}
			if w > width[next] {
				width[next], worst[next] = w, here
				a.push(place{-w, next})
			}
		}
	}
	return p.fault(Unreachable, from, "nothing leads to the goal")
}
