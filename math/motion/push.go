package motion

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// choice is an acceleration and the halt that follows it.
type choice struct {
	accel spatial.Vec3
	halt  Halt
}

// progress is the share of the arm's travel by which its stop point must come nearer to the target each cycle;
// otherwise, for example if it circles the target at the jerk limit, the arm first comes to rest. From rest the path is
// straight, which also proves that it arrives.
const progress = 0.1

// near is the distance in m within which a stop point is on the target.
const near = 1e-10

// steer is one cycle's search for the acceleration that brings the stop point of rel to the origin.
type steer struct {
	law   Law
	rel   State        // in the frame of the target
	drift spatial.Vec3 // the frame's velocity
	dir   spatial.Vec3 // from the present stop point to the target
}

// push chooses the acceleration that moves the stop point of rel, which is now h, toward the origin as fast
// as possible but not past it, with no speed (of V plus drift) over the limit on the way to rest.
func (l Law) push(rel State, drift spatial.Vec3, h Halt, top float64) choice {
	brake := l.Toward(rel, spatial.Vec3{})
	if rel.V.Norm() <= rest && rel.A.Norm() <= l.step {
		brake = spatial.Vec3{}
	}
	stay := choice{brake, h}
	dir, ok := h.P.Neg().Unit()
	if !ok || h.P.Norm() <= near {
		return stay
	}
	s := steer{law: l, rel: rel, drift: drift, dir: dir}
	best := stay
	if h.P.Norm() < 2*top*l.T { // reachable in about a cycle: try to hit it
		if best = s.refine(stay); best.halt.P.Norm() <= max(near, 0.01*h.P.Norm()) {
			return best
		}
	}
	aim := rel.P.Neg() // the direction in which the arm would move straight to the target …
	if dir.Dot(h.P.Sub(rel.P)) < 0 {
		aim = dir // … or back, if the stop is due beyond it
	}
	if aim, ok = aim.Unit(); !ok {
		aim = dir
	}
	c := s.along(stay, l.Toward(rel, aim.Scale(reach(drift, aim, top))))
	if r := c.halt.P.Norm(); r > near && -dir.Dot(c.halt.P) < 0.1*r {
		c = s.refine(c)
	}
	if c.halt.P.Norm() < best.halt.P.Norm() {
		best = c
	}
	if h.P.Norm()-best.halt.P.Norm() < progress*rel.V.Norm()*l.T {
		return stay
	}
	return best
}

// try returns the choice of acceleration a, and how far its stop point falls short of the target along dir; that is
// also negative if a is not allowed.
func (s *steer) try(a spatial.Vec3) (choice, float64) {
	h, ok := s.law.Halt(s.law.After(s.rel, a), s.drift, nil)
	short := -s.dir.Dot(h.P)
	if !ok || h.Peak > s.law.V*(1+1e-9) {
		short = -math.Abs(short) - near
	}
	return choice{a, h}, short
}

// along finds, between braking (short of the target) and the full push (past it), the acceleration whose stop
// point is level with the target, by regula falsi with the Illinois rule. All mixtures keep the limits, which
// are convex.
func (s *steer) along(stay choice, full spatial.Vec3) choice {
	best, short := s.try(full)
	if short >= 0 {
		return best
	}
	lo, flo, hi, fhi := 0.0, stay.halt.P.Norm(), 1.0, short
	best = stay
	for range 24 {
		x := (lo*fhi - hi*flo) / (fhi - flo)
		if !(x > lo && x < hi) {
			x = (lo + hi) / 2
		}
		c, f := s.try(stay.accel.Add(full.Sub(stay.accel).Scale(x)))
		if f < 0 {
			hi, fhi = x, f
			flo /= 2
			continue
		}
		best, lo, flo = c, x, f
		if f < math.Max(near/10, 1e-3*stay.halt.P.Norm()) { // the rest is for refine
			break
		}
		fhi /= 2
	}
	return best
}

// refine moves the stop point of best onto the target in all three directions, within the limits, by Newton's method
// with differences computed once.
func (s *steer) refine(best choice) choice {
	const h = 1e-4 // m/s²
	var col [3]spatial.Vec3
	for i, e := range [3]spatial.Vec3{{X: h}, {Y: h}, {Z: h}} {
		c, _ := s.try(best.accel.Add(e))
		col[i] = c.halt.P.Sub(best.halt.P).Scale(1 / h)
	}
	yz, zx, xy := col[1].Cross(col[2]), col[2].Cross(col[0]), col[0].Cross(col[1])
	det := col[0].Dot(yz)
	if math.Abs(det) < 1e-30 {
		return best
	}
	for range 5 {
		r := best.halt.P
		if r.Norm() <= near/10 {
			break
		}
		step := spatial.V(r.Dot(yz), r.Dot(zx), r.Dot(xy)).Scale(-1 / det)
		a := s.rel.A.Add(best.accel.Add(step).Sub(s.rel.A).Limit(s.law.step)).Limit(s.law.A)
		c, short := s.try(a)
		if !(short >= -near) || c.halt.P.Norm() >= 0.9*r.Norm() {
			break
		}
		best = c
	}
	return best
}

// reach returns the largest s with |drift + s·dir| ≤ top, for a unit vector dir and |drift| ≤ top.
func reach(drift, dir spatial.Vec3, top float64) float64 {
	b := drift.Dot(dir)
	return math.Sqrt(max(0, b*b+top*top-drift.Dot(drift))) - b
}
