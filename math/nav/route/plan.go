package route

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Planner finds ways on one map. It is for one goroutine, and caches data for later searches.
type Planner struct {
	grid    *nav.Grid
	p       Params
	space   *space
	swerves *table
	all     []gate
	width   float64             // m, of the outline
	prices  [shades + 1]float32 // by index in ahead.near
	bare    []uint16            // ahead.near without seen points
	ahead   ahead
	search  search
	body    []nav.Point // of the outline's border
	here    known       // the state that was expanded last, where many parts begin
	end     known       // of the last part
}

// known is a pose and what space.clear says of it, up to Room.
type known struct {
	at    nav.Pose
	clear float64
}

// New makes a planner on a map. It retains the grid, which must not change afterwards.
func New(g *nav.Grid, p Params) (*Planner, error) {
	if g == nil {
		return nil, errors.New("route: there is no map")
	}
	if p.Room == 0 {
		p.Room = 0.2
	}
	if p.Tight == 0 {
		p.Tight = 0.03
	}
	if p.Work == 0 {
		p.Work = 20_000
	}
	if err := p.check(g.Cell); err != nil {
		return nil, err
	}
	r := &Planner{grid: g, p: p, space: newSpace(g, p.Outline, p.Unknown, p.Room), swerves: curves(), body: border(p.Outline)}
	r.prices = r.shadow()
	r.all = r.gates()
	return r, nil
}

// check finds all that is wrong with parameters.
func (p *Params) check(cell float64) error {
	var faults []error
	wrong := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf("route: "+format, args...))
		}
	}
	n := len(p.Outline)
	wrong(n < 3 || n > 32, "an outline of %d corners: give 3 to 32", n)
	for i, a := range p.Outline {
		d, e := p.Outline[(i+1)%n].Sub(a), p.Outline[(i+2)%n].Sub(p.Outline[(i+1)%n])
		wrong(!(float64(d.X*e.Y)-float64(d.Y*e.X) > 0), "the outline is not convex and counterclockwise at corner %d", i)
	}
	if len(faults) == 0 {
		inner, outer := p.Outline.Radii()
		wrong(!(inner >= cell && inner > 0.02 && outer < 5), "an outline between %.3g and %.3g m from BASE: give one that has BASE in it, by more than 0.02 m and a cell (%g m), and is within 5 m", inner, outer, cell)
	}
	wrong(!(p.Tight >= 0.005 && p.Tight <= 1), "Tight is %g m: give 0.005 to 1", p.Tight)
	wrong(!(p.Room >= p.Tight && p.Room <= 1), "Room is %g m: give %g (Tight) to 1", p.Room, p.Tight)
	wrong(p.Work < 1 || p.Work > 10_000_000, "Work is %d states: give 1 to 10 000 000", p.Work)
	return errors.Join(append(faults, p.Limits.Check())...)
}

// slack is the clearance in m beyond Tight that the search demands, because the ways of a finished leg are checked again at
// other places.
const slack = 0.002

// floor is the least clearance that the search accepts.
func (p *Planner) floor() float64 { return p.p.Tight + slack }

// Plan finds a way from one pose to another in MAP. seen are points in MAP where scans saw obstacles that the map lacks;
// leave out points at walls of the map, because a point a few centimetres before a door jamb closes the door. The error is a
// *NoWay. The same map, parameters, poses and points give the same path.
//
// If the clearance at the start is less than Tight, the path begins there all the same, and the clearance falls less than a
// millimetre below that at the start until it has exceeded Tight.
func (p *Planner) Plan(from, to nav.Pose, seen []nav.Point) (*Path, error) {
	from.Yaw, to.Yaw = nav.Angle(from.Yaw), nav.Angle(to.Yaw)
	floor, no := p.admit(from, to, seen)
	if no != nil {
		return nil, no
	}
	p.flood(&p.ahead, from.Point(), to.Point())
	if p.from(from.Point()) == math.Inf(1) {
		return nil, p.cut(from)
	}
	p.relevant(from, seen)
	s := &p.search
	goal, all := p.seek(s, from, to, floor)
	if goal < 0 {
		at := s.nodes[s.near].at
		if all {
			return nil, p.fault(Unreachable, at, fmt.Sprintf("from here on it is too narrow for a clearance of %.3f m: choose another goal, or make room", p.p.Tight))
		}
		return nil, p.fault(Bound, at, fmt.Sprintf("the search came so near with %d states: raise Work, or go by way of a nearer goal", p.p.Work))
	}
	legs := p.drafts(from, s.row(goal), floor)
	if floor == p.floor() {
		legs = p.polish(legs)
	}
	return p.path(legs), nil
}

// relevant takes the gates that may lie on a good way.
func (p *Planner) relevant(from nav.Pose, seen []nav.Point) {
	s := &p.search
	s.gates, s.narrow = s.gates[:0], s.narrow[:0]
	p.here.at.X, p.end.at.X = math.NaN(), math.NaN() // known with the points seen before
	p.space.see(nil)                                 // lines through gates depend on the map alone
	most := 1.5*p.from(from.Point()) + 8
	for i := range p.all {
		g := &p.all[i]
		if from.Point().Sub(g.mid).Norm()/p.p.Limits.V+p.from(g.mid) < most {
			p.passages(g)
			s.gates = append(s.gates, g)
			for k := range g.through {
				if t := &g.through[k]; t.ok && t.clear < narrow {
					s.narrow = append(s.narrow, t)
				}
			}
		}
	}
	p.space.see(seen)
}

// path makes a path from legs.
func (p *Planner) path(legs []draft) *Path {
	path := &Path{}
	for _, d := range legs {
		l := d.Leg
		for k := range l.Ways {
			d, _ := p.space.clear(l.Ways[k].Pose, Far)
			l.Ways[k].Clear = min(d, Far)
		}
		if l.Kind != Turn {
			path.Length += l.Length()
		}
		path.Time += l.time(&p.p.Limits)
		path.Legs = append(path.Legs, l)
	}
	return path
}
