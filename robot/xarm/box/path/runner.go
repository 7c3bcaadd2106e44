package path

import (
	"math"

	"github.com/sinew-robotics/sinew/math/motion/otg"
)

// horizon is how many moves ahead a Runner looks to find the permitted speed at a corner.
const horizon = 16

// Source provides the moves.
type Source interface {
	// Move returns the i-th move that has not ended, from 0; nil when there is none yet.
	Move(i int) *Move
}

// Runner moves along a chain. The zero value is not ready: use New.
type Runner struct {
	planner *otg.Planner
	in      otg.Input
	plan    otg.Trajectory
	arg     [9][1]float64

	progress
	was progress // before the last Step
}

// progress is a Runner's progress along the chain.
type progress struct {
	active   bool
	stopping bool // towards rest anywhere, not towards the leg's end
	whole    leg  // of the present move
	now      leg  // under way: a part of whole, or the corner after it
	next     leg  // the corner after whole
	cut      float64
	joined   bool    // next is taken at speed; otherwise whole ends at rest
	bending  bool    // now is a corner
	t        float64 // s since the plan began
	s, v, a  float64 // on now
	out      float64 // the speed planned for now's end
	from     Place   // place where whole begins
}

// New makes a Runner.
func New() *Runner {
	r := &Runner{planner: otg.NewPlanner(1), plan: *otg.NewTrajectory(1, 0)}
	a := &r.arg
	r.in = otg.Input{P0: a[0][:], V0: a[1][:], A0: a[2][:], PF: a[3][:], VF: a[4][:], AF: a[5][:], VMax: a[6][:], AMax: a[7][:], JMax: a[8][:]}
	return r
}

// Active reports whether a move is under way.
func (r *Runner) Active() bool { return r.active }

// Speed returns the rate of the measure.
func (r *Runner) Speed() float64 { return r.v }

// Clear discards the move under way.
func (r *Runner) Clear() { r.active, r.v, r.a = false, 0, 0 }

// Start sets out on the first move from rest at from. It returns false for a circle whose points lie on a line.
func (r *Runner) Start(from *Place, src Source) bool {
	g, ok := lay(from, src.Move(0))
	if !ok {
		return false
	}
	r.active, r.stopping, r.bending = true, false, false
	r.whole, r.now, r.from = g, g, *from
	r.s, r.v, r.a = 0, 0, 0
	r.look(0, src)
	r.towardsEnd()
	return true
}

// Reconsider must be called when a move was added, because the present one may no longer have to end at rest.
func (r *Runner) Reconsider(src Source) {
	if !r.active || r.bending || r.stopping || r.joined {
		return
	}
	if r.look(0, src); r.joined && !r.towardsEnd() {
		r.alone()
		r.towardsEnd()
	}
}

// alone makes the present move end at rest.
func (r *Runner) alone() {
	r.joined, r.cut, r.out = false, 0, 0
	r.now.length = r.whole.length - r.now.from
}

// look decides how the present move, the i-th, ends.
func (r *Runner) look(i int, src Source) {
	r.alone()
	m, after := src.Move(i), src.Move(i+1)
	if after == nil {
		return
	}
	at := End(&r.from, m)
	b, ok := lay(&at, after)
	if !ok {
		return
	}
	g, cut, ok := corner(&r.whole, &b, m.Blend)
	if !ok || r.now.length-cut < r.s {
		return
	}
	r.next, r.cut, r.joined = g, cut, true
	r.now.length -= cut
	r.out = math.Min(g.speed, entry(&at, &b, cut, i+1, i+horizon, src))
}

// entry returns the speed at which a whole leg b, that of the i-th move, may be entered when cut of it has been removed. It
// ignores moves from last on.
func entry(from *Place, b *leg, cut float64, i, last int, src Source) float64 {
	out, rest := 0.0, b.length-cut
	m, after := src.Move(i), src.Move(i+1)
	if after != nil && i < last {
		at := End(from, m)
		if c, ok := lay(&at, after); ok {
			if g, next, ok := corner(b, &c, m.Blend); ok {
				out = math.Min(g.speed, entry(&at, &c, next, i+1, last, src))
				rest -= next
			}
		}
	}
	return math.Min(b.speed, reach(out, rest, b.acc, b.jerk))
}

// reach returns the greatest speed that a jerk-limited motion over a length may have at one end if it has v at the other end
// and no acceleration at either (the double S of L. Biagiotti, C. Melchiorri, "Trajectory Planning for Automatic Machines
// and Robots", 2008, section 3.4).
func reach(v, length, acc, jerk float64) float64 {
	lo, hi := v, v+math.Sqrt(2*acc*math.Max(length, 0))
	for range 60 {
		w := (lo + hi) / 2
		d := w - v
		t := d/acc + acc/jerk
		if d < acc*acc/jerk {
			t = 2 * math.Sqrt(d/jerk)
		}
		if (v+w)/2*t <= length {
			lo = w
		} else {
			hi = w
		}
	}
	return 0.999*(lo-v) + v
}

// fill sets a plan's input from s, v, a of the present leg to its end.
func (r *Runner) fill(s, v, a float64) {
	for i, x := range [...]float64{s, v, a, r.now.length, r.out, 0, math.Max(r.now.speed, math.Max(r.out, 1e-6)), r.now.acc, r.now.jerk} {
		r.arg[i][0] = x
	}
	r.in.Interface = otg.Position
}

// towardsEnd plans the rest of the present leg, with a lower speed at its end if the wanted one cannot be met. It returns
// false if the leg's end cannot be reached without going back.
func (r *Runner) towardsEnd() bool {
	r.stopping, r.t = false, 0
	if r.a == 0 {
		r.out = math.Min(r.out, reach(r.v, r.now.length-r.s, r.now.acc, r.now.jerk))
	}
	for range 6 {
		r.fill(r.s, r.v, r.a)
		if r.planner.Plan(&r.in, &r.plan).Usable() {
			if low, high := r.plan.Peak(0); low >= r.s-1e-9 && high <= r.now.length+1e-9 {
				return true
			}
		}
		if r.out /= 2; r.out < 1e-3 {
			r.out = 0
		}
	}
	return false
}

// Pause brakes along the chain.
func (r *Runner) Pause() {
	if !r.active || r.stopping {
		return
	}
	r.stopping, r.t = true, 0
	r.fill(r.s, r.v, r.a)
	r.arg[4][0] = 0
	r.in.Interface = otg.Velocity
	r.planner.Plan(&r.in, &r.plan)
}

// Resume continues after a Pause, even one that has not come to rest yet.
func (r *Runner) Resume(src Source) {
	if !r.active || !r.stopping {
		return
	}
	if r.bending {
		r.out = r.now.speed
	} else {
		r.look(0, src)
	}
	if r.towardsEnd() {
		return
	}
	if !r.bending {
		r.alone()
	}
	if r.out = 0; !r.towardsEnd() {
		r.Pause() // it is too fast for the rest of the leg: it stops, and the next Resume finds it at rest
	}
}

// Step advances time by dt seconds. It returns the new place and the number of moves that have ended on the way; a move ends
// where its corner begins. Active is false after the end of the chain, where it is at rest.
func (r *Runner) Step(dt float64, src Source) (at Place, ended int) {
	r.was = r.progress
	r.t += dt
	for {
		p, v, a, _ := r.plan.Joint(0, r.t)
		past := r.t - r.plan.Duration()
		if r.stopping && p < r.now.length || !r.stopping && past < -1e-12 {
			r.s, r.v, r.a = math.Min(math.Max(p, 0), r.now.length), v, a
			return r.now.at(r.s), ended
		}
		over := 0.0
		if r.stopping {
			over = p - r.now.length
		} else {
			r.t, v, a = math.Max(past, 0), r.out, 0
		}
		r.v, r.a = v, a
		if !r.bending {
			ended++
		}
		if at = r.now.at(r.now.length); !r.onward(over, ended, src) {
			r.Clear()
			return at, ended
		}
	}
}

// Again takes the last Step back and repeats it at the given part of the previous speed. The moves that ended in it must
// still be the source's first.
func (r *Runner) Again(part, dt float64, src Source) (at Place, ended int) {
	r.progress = r.was
	r.v, r.a = part*r.v, 0
	if r.stopping {
		r.stopping = false
		r.Pause()
	} else {
		r.towardsEnd()
	}
	return r.Step(dt, src)
}

// onward goes to the next leg, of which a length of over has already been passed; it returns false if there is none. The
// first ended moves of the source have ended in this step.
func (r *Runner) onward(over float64, ended int, src Source) bool {
	stopping, t := r.stopping, r.t
	switch {
	case !r.bending && !r.joined:
		return false
	case !r.bending && r.next.length > 0:
		r.now, r.bending = r.next, true
		r.out = math.Min(r.now.speed, r.v)
		if stopping {
			r.out = 0
		}
	default:
		m := src.Move(ended)
		if m == nil {
			return false
		}
		r.from = r.whole.at(r.whole.length)
		g, ok := lay(&r.from, m)
		if !ok {
			return false
		}
		r.whole, r.now, r.bending = g, g, false
		r.now.from = r.cut
		r.s = over
		r.look(ended, src)
	}
	r.s = over
	if stopping {
		r.stopping = false
		r.Pause()
		r.t = 0
		return true
	}
	r.towardsEnd()
	r.t = t
	return true
}
