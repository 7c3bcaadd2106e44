package planar

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Walk is what a person does: walk from point to point and back again, keeping clear of others as people do.
type Walk struct {
	Way    []nav.Point // in MAP; with a single point the person stays there
	Speed  float64     // m/s, the person's preferred speed; 0 for 1.2
	Radius float64     // m; 0 for 0.25
	Wait   float64     // s, before the person leaves a point, including the first one
	Round  bool        // the first point follows the last
	Heed   float64     // how much the person avoids vehicles: 1 as much as people, 0 not at all
}

// person is a person who walks.
type person struct {
	Walk
	at    nav.Point
	speed nav.Point // m/s
	next  int       // point of the way
	back  bool
	wait  float64
	side  float64 // side on which the person avoids an obstacle: 1 for left, -1 for right, 0 without an obstacle
}

func newPerson(k Walk) (person, error) {
	if k.Speed == 0 {
		k.Speed = 1.2
	}
	if k.Radius == 0 {
		k.Radius = 0.25
	}
	switch {
	case len(k.Way) == 0:
		return person{}, errors.New("has no way: give at least the point where they stand")
	case !(k.Speed > 0 && k.Speed <= 5), !(k.Radius >= 0.05 && k.Radius <= 1), !(k.Wait >= 0 && k.Wait <= 1e6), !(k.Heed >= 0 && k.Heed <= 1):
		return person{}, fmt.Errorf("walks at %g m/s, has a radius of %g m, waits %g s and heeds %g: give up to 5, 0.05 to 1, from 0, 0 to 1", k.Speed, k.Radius, k.Wait, k.Heed)
	}
	for _, p := range k.Way {
		if p.X-p.X != 0 || p.Y-p.Y != 0 {
			return person{}, fmt.Errorf("goes to %v: give finite numbers", p)
		}
	}
	return person{Walk: k, at: k.Way[0], wait: k.Wait, next: min(1, len(k.Way)-1)}, nil
}

// Figure is a person as others see them.
type Figure struct {
	At     nav.Point
	Speed  nav.Point // m/s
	Radius float64
}

// People returns the number of people.
func (w *World) People() int { return len(w.people) }

// Person returns person i.
func (w *World) Person(i int) Figure {
	p := &w.people[i]
	return Figure{p.at, p.speed, p.Radius}
}

// The social forces: accelerations that keep people apart decrease exponentially with the distance between their borders, and
// people return to their preferred speed within a relaxation time (Helbing and Molnár, Social force model for pedestrian
// dynamics, Physical Review E 51, 1995, with its values for strength and range).
const (
	relax    = 0.5  // s
	strength = 2.1  // m/s²
	reach    = 0.3  // m
	shy      = 0.15 // m, that a person keeps from a vehicle
	arrived  = 0.3  // m
)

// walk moves person i for dt seconds.
func (w *World) walk(i int, dt float64) {
	p := &w.people[i]
	if p.wait > 0 {
		p.wait -= dt
		p.speed = nav.Point{}
		return
	}
	to := p.Way[p.next].Sub(p.at)
	far := to.Norm()
	if far < arrived {
		if len(p.Way) > 1 {
			p.turn()
		}
		p.wait = p.Wait
		p.speed = nav.Point{}
		return
	}
	way := w.course(p, nav.Point{X: to.X / far, Y: to.Y / far}, far)
	a := nav.Point{X: (float64(p.Speed*way.X) - p.speed.X) / relax, Y: (float64(p.Speed*way.Y) - p.speed.Y) / relax}
	push := func(from nav.Point, gap, much float64) {
		away := p.at.Sub(from)
		if n := away.Norm(); n > 0 && gap < 3 {
			f := much * strength * math.Exp(-max(gap, 0)/reach) / n
			// A little to the side as well, so that two people who meet head on pass on the right.
			a.X, a.Y = a.X+float64(f*(away.X-float64(0.3*away.Y))), a.Y+float64(f*(away.Y+float64(0.3*away.X)))
		}
	}
	for k := range w.people {
		if o := &w.people[k]; k != i {
			push(o.at, o.at.Sub(p.at).Norm()-o.Radius-p.Radius, 1)
		}
	}
	for _, b := range w.bodies {
		push(b.middle, nav.Outline(b.shape).Distance(p.at)-p.Radius, p.Heed)
	}
	for k := range w.boxes {
		if s := &w.boxes[k]; !s.gone {
			push(s.middle, nav.Outline(s.corners).Distance(p.at)-p.Radius, 1)
		}
	}
	w.wallPush(p, &a)
	p.speed = nav.Point{X: p.speed.X + float64(a.X*dt), Y: p.speed.Y + float64(a.Y*dt)}
	if n := p.speed.Norm(); n > 1.3*p.Speed {
		p.speed.X, p.speed.Y = p.speed.X*1.3*p.Speed/n, p.speed.Y*1.3*p.Speed/n
	}
	w.shift(i, nav.Point{X: p.speed.X * dt, Y: p.speed.Y * dt})
}

// How people pass obstacles.
const (
	looks     = 2.0          // m, how far ahead they look
	looksWall = 0.7          // m, the same for walls, which they walk along
	berth     = 0.05         // m, additional clearance
	veer      = math.Pi / 18 // rad, step between the directions that they consider
	veers     = 13           // directions on each side
	stayOn    = 4            // steps by which the other side must be better for a change of mind
)

// course returns the direction in which a person walks who wants to walk so many m in the direction of a unit vector: the
// nearest direction without a vehicle, box or wall in the way. Social forces alone would let a person who wants to get to the
// other side of a vehicle stand at its side for good.
func (w *World) course(p *person, to nav.Point, far float64) nav.Point {
	far = min(far, looks)
	if !w.bars(p, to, far) {
		p.side = 0
		return to
	}
	turned := func(angle float64) nav.Point {
		sin, cos := math.Sincos(angle)
		return nav.Point{X: float64(cos*to.X) - float64(sin*to.Y), Y: float64(sin*to.X) + float64(cos*to.Y)}
	}
	var best float64
	least := 2 * veers
	for _, side := range [2]float64{1, -1} {
		more := 0
		if p.side != 0 && p.side != side {
			more = stayOn
		}
		for i := 1; i <= veers && i+more < least; i++ {
			if angle := side * float64(i) * veer; !w.bars(p, turned(angle), far) {
				best, least = angle, i+more
			}
		}
	}
	if best == 0 {
		return to
	}
	p.side = math.Copysign(1, best)
	return turned(best)
}

// bars reports whether something stands in the way of a person in the direction of a unit vector, within so many m. It ignores
// other people, who get out of the way, and vehicles that the person does not heed.
func (w *World) bars(p *person, to nav.Point, far float64) bool {
	const step = 0.1
	shape := func(corners []nav.Point, middle nav.Point, radius, keep float64) bool {
		d := middle.Sub(p.at)
		if along := d.Dot(to); along < -radius-keep || along > far+radius+keep || math.Abs(float64(d.X*to.Y)-float64(d.Y*to.X)) > radius+keep {
			return false
		}
		last := nav.Outline(corners).Distance(p.at)
		for s := step; s <= far; s += step {
			gap := nav.Outline(corners).Distance(nav.Point{X: p.at.X + float64(s*to.X), Y: p.at.Y + float64(s*to.Y)})
			if gap < keep && gap < last-1e-6 {
				return true
			}
			last = gap
		}
		return false
	}
	for _, b := range w.bodies {
		if p.Heed > 0 && shape(b.shape, b.middle, b.around, p.Radius+shy+berth) {
			return true
		}
	}
	for k := range w.boxes {
		if s := &w.boxes[k]; !s.gone && shape(s.corners, s.middle, s.radius, p.Radius+berth) {
			return true
		}
	}
	last := w.walls.field.At(p.at)
	for s := step; s <= min(far, looksWall); s += step {
		gap := w.walls.field.At(nav.Point{X: p.at.X + float64(s*to.X), Y: p.at.Y + float64(s*to.Y)})
		if gap < p.Radius && gap < last-1e-6 {
			return true
		}
		last = gap
	}
	return false
}

// wallPush adds the force of the nearest wall, along the slope of the distance to it.
func (w *World) wallPush(p *person, a *nav.Point) {
	f, h := w.walls.field, w.walls.grid.Cell
	d := f.At(p.at) - p.Radius
	if d > 1 {
		return
	}
	x := (f.At(nav.Point{X: p.at.X + h, Y: p.at.Y}) - f.At(nav.Point{X: p.at.X - h, Y: p.at.Y})) / (2 * h)
	y := (f.At(nav.Point{X: p.at.X, Y: p.at.Y + h}) - f.At(nav.Point{X: p.at.X, Y: p.at.Y - h})) / (2 * h)
	k := strength * math.Exp(-max(d, 0)/0.2)
	a.X, a.Y = a.X+float64(k*x), a.Y+float64(k*y)
}

// shift moves person i if nothing is in the way: fully, or else along one axis, or else not at all.
func (w *World) shift(i int, by nav.Point) {
	p := &w.people[i]
	for _, d := range [3]nav.Point{by, {X: by.X}, {Y: by.Y}} {
		if to := p.at.Add(d); w.mayStand(i, to) {
			p.speed = nav.Point{X: d.X / w.step.Seconds(), Y: d.Y / w.step.Seconds()}
			p.at = to
			return
		}
	}
	p.speed = nav.Point{}
}

// mayStand reports whether person i may go to a place: it is free, or farther from the obstacle than the person is now.
func (w *World) mayStand(i int, to nav.Point) bool {
	p := &w.people[i]
	if d := w.walls.field.At(to); d < p.Radius && d <= w.walls.field.At(p.at) {
		return false
	}
	for _, b := range w.bodies {
		if d := nav.Outline(b.shape).Distance(to); d < p.Radius+shy && d <= nav.Outline(b.shape).Distance(p.at) {
			return false
		}
	}
	for k := range w.boxes {
		s := &w.boxes[k]
		if d := nav.Outline(s.corners).Distance(to); !s.gone && d < p.Radius && d <= nav.Outline(s.corners).Distance(p.at) {
			return false
		}
	}
	for k := range w.people {
		o := &w.people[k]
		if d := o.at.Sub(to).Norm(); k != i && d < p.Radius+o.Radius && d <= o.at.Sub(p.at).Norm() {
			return false
		}
	}
	return true
}

// turn chooses the next point of the way.
func (p *person) turn() {
	last := len(p.Way) - 1
	switch {
	case p.Round:
		p.next = (p.next + 1) % len(p.Way)
	case p.back && p.next == 0, !p.back && p.next == last:
		p.back = !p.back
		fallthrough
	default:
		if p.back {
			p.next--
		} else {
			p.next++
		}
	}
}

func (p *person) hash(h *hasher) {
	h.floats(p.at.X, p.at.Y, p.speed.X, p.speed.Y, p.wait, p.side)
	h.add(uint64(p.next))
	h.flag(p.back)
}
