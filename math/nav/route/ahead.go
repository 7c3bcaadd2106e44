package route

import (
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/math/nav"
)

// ahead gives, for every cell, a lower bound of the time to the goal: that of the shortest way of BASE at full speed, with the
// price of the greatest possible clearance there. The true way is never cheaper, because the outline contains a circle around
// BASE.
type ahead struct {
	least   []float32 // s by cell; +Inf without a way to the goal
	arrive  []uint8   // by cell: direction in which the shortest way arrives at the goal, in 256ths of a turn
	near    []uint16  // by cell: nearness of walls and seen points, as an index of prices
	heap    []place
	goal    nav.Point
	seen    []nav.Point
	settled float64 // s: times below are known, others are at least this
}

type place struct {
	cost float32
	cell int32
}

// around are the steps from cell to cell, to all in sight within two cells: ways of such steps are longer than straight ones by
// at most the factor stretch.
var around = [16]struct{ x, y int }{
	{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
	{2, 1}, {2, -1}, {-2, 1}, {-2, -1}, {1, 2}, {1, -2}, {-1, 2}, {-1, -2},
}

const stretch = 1.0275 // 1/cos of half the largest angle between two steps, that of (1,0) and (2,1)

// room returns the free distance in m from walls around the outline's inner circle with BASE in the middle of a cell, at most
// two cells too large.
func (p *Planner) room(x, y int) float64 {
	c := p.grid.Centre(x, y)
	d := p.space.field.At(c) + p.grid.Cell
	return d - p.space.inner
}

// flood computes the times to the goal, until start is reached and some more. If goal and seen points are unchanged, it
// continues where it stopped; the result for any place depends only on start, goal and points.
func (p *Planner) flood(a *ahead, start, goal nav.Point) {
	g := p.grid
	if a.least == nil || a.goal != goal || !slices.Equal(a.seen, p.space.seen) {
		p.drain(a, goal)
	}
	sx, sy := g.CellOf(start)
	from := int32(sy*g.Width + sx)
	var steps [16]float32
	for i, d := range around {
		steps[i] = float32(math.Sqrt(float64(d.x*d.x+d.y*d.y)) * g.Cell / stretch / p.p.Limits.V)
	}
	for len(a.heap) > 0 {
		at := a.heap[0]
		if c := a.least[from]; c < at.cost && at.cost > c*1.3+4 {
			break
		}
		if a.pop(); at.cost > a.least[at.cell] {
			continue
		}
		x, y := int(at.cell)%g.Width, int(at.cell)/g.Width
		for i, d := range around {
			if !g.Has(x+d.x, y+d.y) {
				continue
			}
			next := at.cell + int32(d.y*g.Width+d.x)
			price := p.prices[a.near[next]]
			if cost := at.cost + steps[i]*price; cost < a.least[next] {
				a.least[next] = cost
				a.arrive[next] = a.arrive[at.cell]
				if c := g.Centre(x+d.x, y+d.y).Sub(goal); c.Norm() < arriving {
					a.arrive[next] = uint8(int(math.Round(math.Atan2(-c.Y, -c.X)*(128/math.Pi))) & 255)
				}
				a.push(place{cost, next})
			}
		}
	}
	a.settled = math.Inf(1) // all times are known
	if len(a.heap) > 0 {
		a.settled = float64(a.least[from]*1.3 + 4)
	}
}

// drain starts afresh from a goal.
func (p *Planner) drain(a *ahead, goal nav.Point) {
	g := p.grid
	if a.least == nil {
		a.least = make([]float32, len(g.Cells))
		a.arrive = make([]uint8, len(g.Cells))
	}
	for i := range a.least {
		a.least[i] = float32(math.Inf(1))
	}
	a.goal, a.seen = goal, append(a.seen[:0], p.space.seen...)
	p.shade(a)
	x, y := g.CellOf(goal)
	first := int32(y*g.Width + x)
	a.heap = append(a.heap[:0], place{0, first})
	a.least[first] = 0
}

// shade sets near: prices grow from 1 at index 0 to +Inf at the last index, where BASE cannot be.
func (p *Planner) shade(a *ahead) {
	g := p.grid
	if a.near == nil {
		a.near = make([]uint16, len(g.Cells))
	}
	if p.bare == nil {
		p.bare = make([]uint16, len(g.Cells))
		for i := range p.bare {
			p.bare[i] = p.shadeOf(p.room(i%g.Width, i/g.Width))
		}
		p.toll()
	}
	copy(a.near, p.bare)
	reach := p.space.inner + p.p.Room
	n := int(reach/g.Cell) + 1
	for _, q := range p.space.seen {
		x, y := g.CellOf(q)
		for j := max(y-n, 0); j <= min(y+n, g.Height-1); j++ {
			for i := max(x-n, 0); i <= min(x+n, g.Width-1); i++ {
				at := &a.near[j*g.Width+i]
				*at = max(*at, p.shadeOf(g.Centre(i, j).Sub(q).Norm()+g.Cell-p.space.inner))
			}
		}
	}
}

// toll gives gates the price of driving through them.
func (p *Planner) toll() {
	g := p.grid
	for _, q := range p.all {
		at := nav.Pose{X: q.mid.X, Y: q.mid.Y, Yaw: q.yaw}.Inv()
		shade := p.shadeOf((q.wide - p.width) / 2)
		x, y := g.CellOf(q.mid)
		n := int(max(q.wide/2, gateway)*math.Sqrt2/g.Cell) + 1
		for j := max(y-n, 0); j <= min(y+n, g.Height-1); j++ {
			for i := max(x-n, 0); i <= min(x+n, g.Width-1); i++ {
				if b := at.Apply(g.Centre(i, j)); math.Abs(b.X) < gateway && math.Abs(b.Y) < q.wide/2 {
					p.bare[j*g.Width+i] = max(p.bare[j*g.Width+i], shade)
				}
			}
		}
	}
}

// gateway is the distance in m before and behind a gate over which its clearance applies.
const gateway = 0.5

// shades is the number of steps of the prices of cells.
const shades = 64

// shadeOf returns the index of the price of a clearance.
func (p *Planner) shadeOf(clear float64) uint16 {
	if clear < p.floor() {
		return shades
	}
	return uint16((shades - 1) * (1 - min(clear/p.p.Room, 1)))
}

// shadow returns the prices by index, none higher than that of any clearance with the index.
func (p *Planner) shadow() (prices [shades + 1]float32) {
	for i := range shades {
		prices[i] = float32(1 + p.price(p.p.Room*(1-float64(i)/(shades-1))))
	}
	prices[shades] = float32(math.Inf(1))
	return prices
}

// arriving is the distance from the goal, in m, at which a way's direction of arrival is taken.
const arriving = 1.0

// from returns a lower bound of the time from a place to the goal.
func (p *Planner) from(at nav.Point) float64 {
	x, y := p.grid.CellOf(at)
	if !p.grid.Has(x, y) {
		return math.Inf(1)
	}
	a := &p.ahead
	off := 1.42 * p.grid.Cell / p.p.Limits.V // start and goal are not in the middle of their cells
	return max(min(float64(a.least[y*p.grid.Width+x]), a.settled)-off, 0)
}

// left estimates the time from a state to a goal: that of the shortest way of BASE, and the least additional time if that way
// does not begin in the vehicle's direction or arrive in the goal's.
func (p *Planner) left(at nav.Pose, k Kind, goal nav.Pose) float64 {
	time := p.from(at.Point())
	a, g := &p.ahead, p.grid
	x, y := g.CellOf(at.Point())
	if k == arrived || time > 1e9 || float64(a.least[y*g.Width+x]) >= a.settled {
		return time
	}
	arrive := float64(a.arrive[y*g.Width+x]) * (math.Pi / 128)
	begin := arrive
	if d := at.Dist(goal); d > arriving {
		begin = p.downhill(x, y)
	} else if d < 0.02 {
		return time + min(1, 1e6*math.Abs(nav.Angle(goal.Yaw-at.Yaw)))*p.turning(goal.Yaw-at.Yaw, k)
	} else {
		begin = math.Atan2(goal.Y-at.Y, goal.X-at.X)
		arrive = begin
	}
	lost := min(p.lost(begin-at.Yaw), p.turning(begin-at.Yaw, k))
	return time + lost + min(p.lost(goal.Yaw-arrive), p.turning(goal.Yaw-arrive, Forward))
}

// downhill returns the direction of the shortest way from a cell.
func (p *Planner) downhill(x, y int) float64 {
	a, g := &p.ahead, p.grid
	i, j := x, y
	for range 4 {
		best, to := a.least[j*g.Width+i], -1
		for k, d := range around {
			if g.Has(i+d.x, j+d.y) {
				if v := a.least[(j+d.y)*g.Width+i+d.x]; v < best {
					best, to = v, k
				}
			}
		}
		if to < 0 {
			break
		}
		i, j = i+around[to].x, j+around[to].y
	}
	return math.Atan2(float64(j-y), float64(i-x))
}

// lost is the additional time, over the straight way, of a curve by an angle with the radius tight.
func (p *Planner) lost(angle float64) float64 {
	const tight = 0.6 // m
	a := math.Abs(nav.Angle(angle))
	return max(tight*(a/p.p.Limits.Speed(1/tight)-math.Sin(a)/p.p.Limits.V), 0)
}

// turning is the time of a turn on the spot, in a separate leg unless the vehicle is turning already.
func (p *Planner) turning(angle float64, k Kind) float64 {
	t := math.Abs(nav.Angle(angle)) * p.pace(Turn, 0)
	if k != Turn {
		t += p.begin(Turn)
	}
	return t
}

func (a *ahead) push(n place) {
	h := append(a.heap, n)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if h[up].cost <= n.cost {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = n
	a.heap = h
}

func (a *ahead) pop() place {
	h := a.heap
	top, n := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for 2*i+1 < len(h) {
		c := 2*i + 1
		if c+1 < len(h) && h[c+1].cost < h[c].cost {
			c++
		}
		if n.cost <= h[c].cost {
			break
		}
		h[i] = h[c]
		i = c
	}
	if len(h) > 0 {
		h[i] = n
	}
	a.heap = h
	return top
}
