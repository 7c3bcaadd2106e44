package nav

import (
	"errors"
	"fmt"
	"math"
)

// Limits bound the commanded motion of a vehicle, for the comfort of the person on it. Only an emergency stop exceeds them.
type Limits struct {
	V, Back float64 // m/s, forward and backward
	W       float64 // rad/s
	Accel   float64 // m/s², of BASE along the vehicle
	Alpha   float64 // rad/s²
	Jerk    float64 // m/s³, of BASE along the vehicle
	Angular float64 // rad/s³
	Lateral float64 // m/s², V·W: the acceleration to the side in a curve
	Seat    Point   // in BASE, where the person sits
}

// Comfort are limits for a person in a wheelchair, who sits 0.35 m in front of the axle: even if several limits are reached
// at the same time, acceleration at the seat stays below 1 m/s² and jerk below 2 m/s³.
func Comfort() Limits {
	return Limits{V: 0.9, Back: 0.3, W: 0.8, Accel: 0.55, Alpha: 0.7, Jerk: 1, Angular: 1.8, Lateral: 0.385, Seat: Point{X: 0.35}}
}

// Check reports every fault of the limits.
func (l *Limits) Check() error {
	var errs []error
	for _, f := range []struct {
		name string
		x    float64
		most float64
	}{
		{"V", l.V, 5}, {"Back", l.Back, 5}, {"W", l.W, 5}, {"Accel", l.Accel, 10}, {"Alpha", l.Alpha, 20},
		{"Jerk", l.Jerk, 100}, {"Angular", l.Angular, 200}, {"Lateral", l.Lateral, 10},
	} {
		if !(f.x >= 0.01 && f.x <= f.most) {
			errs = append(errs, fmt.Errorf("nav: limit %s is %g: give 0.01 to %g", f.name, f.x, f.most))
		}
	}
	if !(l.Seat.Norm() <= 5) {
		errs = append(errs, fmt.Errorf("nav: limit Seat is %v: give a place within 5 m of BASE", l.Seat))
	}
	return errors.Join(errs...)
}

// Speed returns the greatest forward speed in m/s on a way with a curvature in 1/m.
func (l *Limits) Speed(curvature float64) float64 {
	k := max(math.Abs(curvature), 1e-9)
	return min(l.V, l.W/k, math.Sqrt(l.Lateral/k))
}

// Shaper brings one velocity to another in the shortest time in which its acceleration and its jerk stay within bounds.
type Shaper struct {
	V, A float64 // present values
}

// Toward moves for dt seconds toward velocity v, with bounded acceleration and jerk.
func (s *Shaper) Toward(v, most, jerk, dt float64) {
	e, step := v-s.V, jerk*dt
	if math.Abs(e/dt-s.A) <= step && math.Abs(e/dt) <= min(step, most) { // reaches v in this cycle, and is at rest there in the next
		s.V, s.A = v, 0
		return
	}
	// From acceleration n·step, taken back by a step each cycle, the velocity still gains step·dt·n(n+1)/2: the largest n
	// with which it does not overshoot.
	n := (math.Sqrt(1+8*math.Abs(e)/(step*dt)) - 1) / 2
	a := math.Copysign(min(n*step, most, math.Abs(e)/dt), e)
	s.A = min(max(a, s.A-step), s.A+step)
	s.V += s.A * dt
}
