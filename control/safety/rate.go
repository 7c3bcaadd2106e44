package safety

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Rate bounds velocity, acceleration and jerk of one commanded value, or their norms for a vector: rad/s (m/s),
// rad/s² and rad/s³. Its methods keep no state: they make one command follow from the last one and its derivatives
// as the robot reports them, which are backward differences with period dt,
//
//	v₀ = (x₀ − x₋₁)/dt,  a₀ = (v₀ − v₋₁)/dt,
//
// so a robot that differentiates its commands in this way, and continues on its own when one is lost, always finds them
// within the limits. FCI requires this of commands, and its clients ensure it before sending: this is libfranka's
// limitRate, reimplemented from its description. If a proposal breaks a limit, the acceleration is cut to
//
//	|a| ≤ A  and  |v₀ + a/k| ≤ V  with k = min(J/A, 1/dt),
//
// so that it falls in proportion as the velocity nears its bound and can be released in time: after any a₀ that
// satisfies this, (1 − k·dt)·a₀ satisfies it again, is within A, and is at most J·dt away. Then, on the straight line
// from there to the proposed acceleration, the point nearest to the proposal within one jerk step of a₀ is taken.
//
// From states that do not satisfy this (commands were lost, the bounds have moved) the jerk limit has precedence, and
// the velocity returns below its bound as soon as that allows. If n commands are lost after a state that satisfied it,
// and the robot continues with a₀, V is exceeded by at most n·dt·A: the margin that [Rate.Tolerant] subtracts.
// (libfranka puts velocity before jerk here.)
type Rate struct{ V, A, J float64 }

// Validate reports every limit that is not a positive number.
func (r Rate) Validate() error {
	var errs []error
	for _, l := range [3]struct {
		name string
		x    float64
	}{{"V", r.V}, {"A", r.A}, {"J", r.J}} {
		if !(l.x > 0) || math.IsInf(l.x, 1) {
			errs = append(errs, fmt.Errorf("safety: rate limit %s is %g: give a positive number", l.name, l.x))
		}
	}
	return errors.Join(errs...)
}

// Tolerant returns r with every bound lowered by eps, and V also by what acceleration A adds in lost cycles of dt
// seconds. FCI's clients take eps = 1e-3 and 3 lost cycles for the Panda, 0 for the FR3.
func (r Rate) Tolerant(eps float64, lost int, dt float64) Rate {
	r.A -= eps
	r.J -= eps
	r.V -= eps + float64(float64(lost)*dt)*r.A
	return r
}

// release returns k, the rate in 1/s at which an acceleration can be reduced to zero: limited by J, and at best in one
// cycle.
func (r Rate) release(dt float64) float64 { return min(r.J/r.A, 1/dt) }

// toward returns the velocity of the next cycle on the way from v0 to v that ends there with acceleration zero.
func (r Rate) toward(dt float64, v, v0, a0 spatial.Vec3) spatial.Vec3 {
	if v == (spatial.Vec3{}) && v0.Norm() <= restTurn && a0.Norm() <= r.J*dt {
		return v
	}
	next, _ := r.VelocityVec(dt, v0.Add(v.Sub(v0).Scale(r.release(dt)*dt)), v0, a0)
	return next
}

// restTurn is the velocity below which a value is at rest.
const restTurn = 1e-12

// Velocity returns the velocity to command when v is proposed. A proposal that is not finite is Rejected and replaced
// by a cycle of braking.
func (r Rate) Velocity(dt, v, v0, a0 float64) (float64, Verdict) {
	return r.VelocityBetween(dt, v, v0, a0, -r.V, r.V)
}

// VelocityBetween is Velocity with bounds for this cycle, such as the FR3's, which depend on position. V is not used.
func (r Rate) VelocityBetween(dt, v, v0, a0, low, high float64) (float64, Verdict) {
	if !finite(v0) || !finite(a0) {
		return 0, Rejected
	}
	verdict, k := Pass, r.release(dt)
	wish := (v - v0) / dt
	if !finite(wish) {
		wish, verdict = -k*v0, Rejected
	}
	a := max(min(wish, k*(high-v0)), k*(low-v0))
	a = max(min(a, r.A), -r.A)
	a = max(min(a, a0+r.J*dt), a0-r.J*dt)
	if a == wish && verdict == Pass {
		return v, Pass
	}
	return v0 + float64(a*dt), max(verdict, Limited)
}

// Position returns the position to command when x is proposed.
func (r Rate) Position(dt, x, x0, v0, a0 float64) (float64, Verdict) {
	return r.PositionBetween(dt, x, x0, v0, a0, -r.V, r.V)
}

// PositionBetween is Position with bounds on the velocity of this cycle.
func (r Rate) PositionBetween(dt, x, x0, v0, a0, low, high float64) (float64, Verdict) {
	v, verdict := r.VelocityBetween(dt, (x-x0)/dt, v0, a0, low, high)
	if verdict == Pass {
		return x, Pass
	}
	return x0 + float64(v*dt), verdict
}

// Slew returns x, or the value nearest to it within rate·dt of x0: the bound on torques, Nm and Nm/s. If x is not
// finite it is Rejected and x0 is returned.
func Slew(dt, rate, x, x0 float64) (float64, Verdict) {
	step := rate * dt
	switch {
	case !finite(x) || !finite(x0):
		return x0, Rejected
	case x > x0+step:
		return x0 + step, Limited
	case x < x0-step:
		return x0 - step, Limited
	}
	return x, Pass
}

// VelocityVec is Velocity for a vector in space, by norms.
func (r Rate) VelocityVec(dt float64, v, v0, a0 spatial.Vec3) (spatial.Vec3, Verdict) {
	if !v0.Finite() || !a0.Finite() {
		return spatial.Vec3{}, Rejected
	}
	verdict, k := Pass, r.release(dt)
	wish := v.Sub(v0).Scale(1 / dt)
	if !finite(wish.Dot(wish)) {
		wish, verdict = v0.Scale(-k), Rejected
	}
	if wish.Norm() <= r.A && wish.Scale(1/k).Add(v0).Norm() <= r.V && wish.Sub(a0).Norm() <= r.J*dt && verdict == Pass {
		return v, Pass
	}
	a := a0.Add(wish.Sub(a0).Limit(r.J * dt))
	a = r.slowed(a, v0, k)
	if a.Sub(a0).Norm() > r.J*dt {
		from := a0.Scale(1 - k*dt)
		a = from.Add(a.Sub(from).Scale(share(from.Sub(a0), a.Sub(from), r.J*dt)))
		a = a0.Add(a.Sub(a0).Limit(r.J * dt))
	}
	return v0.Add(a.Scale(dt)), max(verdict, Limited)
}

// slowed shortens a until it keeps |a| ≤ A and |v0 + a/k| ≤ V; beyond V it is turned back instead.
func (r Rate) slowed(a, v0 spatial.Vec3, k float64) spatial.Vec3 {
	u, ok := a.Unit()
	if v0.Norm() > r.V || !ok {
		goal := v0.Add(a.Scale(1 / k)).Limit(r.V)
		return goal.Sub(v0).Scale(k).Limit(r.A)
	}
	along := u.Dot(v0)
	room := math.Sqrt(max(0, float64(along*along)-v0.Dot(v0)+float64(r.V*r.V))) - along
	return u.Scale(min(a.Norm(), k*room, r.A))
}

// share returns the largest s in 0…1 with |p + s·d| ≤ radius, 0 if p itself is outside.
func share(p, d spatial.Vec3, radius float64) float64 {
	dd := d.Dot(d)
	if dd == 0 {
		return 1
	}
	pd := p.Dot(d)
	c := max(0, float64(radius*radius)-p.Dot(p))
	return min(1, max(0, (math.Sqrt(float64(pd*pd)+float64(dd*c))-pd)/dd))
}

func finite(x float64) bool { return x-x == 0 }
