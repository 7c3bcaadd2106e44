package motion

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Limits bound a Cartesian motion by the norms of its derivatives.
type Limits struct {
	V    float64 // speed, m/s
	A    float64 // acceleration, m/s²
	J    float64 // jerk, m/s³; 0 or +Inf: no limit
	AngV float64 // angular speed, rad/s
	AngA float64 // angular acceleration, rad/s²
}

// DefaultLimits are the limits of the experiments in the thesis (0.5 m/s, 2 m/s²) and a jerk limit of 100 m/s³.
func DefaultLimits() Limits { return Limits{V: 0.5, A: 2, J: 100, AngV: 1.5, AngA: 8} }

// Validate reports every limit that is not a positive number.
func (l Limits) Validate() error {
	var errs []error
	check := func(name string, x float64) {
		if !(x > 0) || math.IsInf(x, 1) {
			errs = append(errs, fmt.Errorf("motion: limit %s is %g: give a positive number", name, x))
		}
	}
	check("V", l.V)
	check("A", l.A)
	check("AngV", l.AngV)
	check("AngA", l.AngA)
	if math.IsNaN(l.J) || l.J < 0 {
		errs = append(errs, fmt.Errorf("motion: limit J is %g: give a positive number, or 0 for no limit", l.J))
	}
	return errors.Join(errs...)
}

// State is a point's motion after a cycle: position m, velocity m/s and acceleration m/s², the last two being
// backward differences over one period.
type State struct{ P, V, A spatial.Vec3 }

// rest is the speed in m/s below which a point is at rest: in one cycle it moves less than a float resolves at arm's
// length.
const rest = 1e-12

// Moving reports whether the state has any velocity or acceleration left.
func (s State) Moving() bool { return s.V != spatial.Vec3{} || s.A != spatial.Vec3{} }

// Law is a discrete-time control law under a speed, an acceleration and a jerk limit for period T: it reaches a
// velocity, and hence stops, exactly within those limits.
type Law struct {
	T, V, A float64
	step    float64 // J·T, the largest change of acceleration in one cycle; +Inf without a jerk limit
	hold    float64 // the speed down to which full deceleration may continue, m/s
}

// NewLaw prepares the law for limits l and period t in seconds.
func NewLaw(l Limits, t float64) Law {
	step := l.J * t
	if l.J == 0 || math.IsInf(l.J, 1) {
		step = math.Inf(1)
	}
	law := Law{T: t, V: l.V, A: l.A, step: step, hold: l.A * t}
	if !math.IsInf(step, 1) {
		law.hold = step * t * sum(l.A/step)
	}
	return law
}

// Step returns the largest change of acceleration in one cycle, J·T, in m/s².
func (l Law) Step() float64 { return l.step }

// After returns the state one cycle later when that cycle's acceleration is a.
func (l Law) After(s State, a spatial.Vec3) State {
	v := s.V.Add(a.Scale(l.T))
	return State{P: s.P.Add(v.Scale(l.T)), V: v, A: a}
}

// stairs inverts x = y + (y−1) + (y−2) + …, the sum running while its terms are positive. It is the exact
// discrete counterpart of √(2x): a quantity lowered by one each cycle, starting at y, sums to x. The speed from which
// braking takes a given distance and the acceleration whose release takes a given speed are both stairs, in units of
// one cycle's change.
func stairs(x float64) float64 {
	m := math.Floor(math.Sqrt(0.25+2*x) - 0.5)
	return x/(m+1) + m/2
}

// sum is the inverse of stairs: y + (y−1) + (y−2) + … over the positive terms.
func sum(y float64) float64 {
	m := math.Max(0, math.Ceil(y)-1)
	return (m + 1) * (y - m/2)
}

// SpeedFor returns the greatest speed from which a point that brakes by dv m/s each cycle of t seconds, this
// cycle's travel included, comes to rest exactly after d metres.
func SpeedFor(d, dv, t float64) float64 {
	if !(d > 0) {
		return 0
	}
	return dv * stairs(d/(dv*t))
}

// Toward returns the next acceleration on the quickest path to velocity v that ends there with acceleration zero: in
// the direction of the velocity difference, as strong as A and the time needed to release it again allow, and within
// one jerk step of the present acceleration. In one dimension this is the time-optimal law, exact to the cycle: it
// never overshoots v unless the present acceleration makes that unavoidable.
func (l Law) Toward(s State, v spatial.Vec3) spatial.Vec3 {
	e := v.Sub(s.V)
	n := e.Norm()
	if math.IsInf(l.step, 1) {
		if n <= l.A*l.T {
			return e.Scale(1 / l.T)
		}
		return e.Scale(l.A / n)
	}
	want := spatial.Vec3{}
	if n > 0 {
		want = e.Scale(min(l.A, l.step*stairs(n/(l.step*l.T))) / n)
	}
	d := want.Sub(s.A)
	if n := d.Norm(); n > l.step {
		return s.A.Add(d.Scale(l.step / n))
	}
	return want
}

// Stop returns the state one cycle later on the way to rest.
func (l Law) Stop(s State) State {
	if s.V.Norm() <= rest && s.A.Norm() <= l.step {
		return State{P: s.P}
	}
	return l.After(s, l.Toward(s, spatial.Vec3{}))
}
