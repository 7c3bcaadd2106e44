package wheelchair

import "math"

// Shaper brings one velocity to another in the shortest time in which its acceleration stays within A and its jerk within J:
// the kit's ramps, and the limits before it.
type Shaper struct {
	V, A float64 // as they are now
}

// Toward moves for dt seconds toward velocity v.
func (s *Shaper) Toward(v, most, jerk, dt float64) {
	e, step := v-s.V, jerk*dt
	if math.Abs(e/dt-s.A) <= step && math.Abs(e/dt) <= min(step, most) { // there within this cycle, and at rest in the next
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
