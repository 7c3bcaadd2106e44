package motion

import "github.com/sinew-robotics/sinew/math/spatial"

// Trail differentiates a sequence of positions at equal intervals of time, by backward differences.
type Trail struct {
	at [4]spatial.Vec3 // the last ones
	n  int
}

// Reset forgets the positions: the next one starts a new sequence.
func (r *Trail) Reset() { r.n = 0 }

// Whole reports whether there are enough positions for all three differences.
func (r *Trail) Whole() bool { return r.n == len(r.at) }

// Push adds a position, dt seconds after the last, and returns speed (m/s), acceleration (m/s²) and jerk (m/s³); those that need
// more positions than there are so far are 0.
func (r *Trail) Push(p spatial.Vec3, dt float64) (speed, acc, jerk float64) {
	copy(r.at[:], r.at[1:])
	r.at[3] = p
	r.n = min(r.n+1, len(r.at))
	v := func(i int) spatial.Vec3 { return r.at[i].Sub(r.at[i-1]).Scale(1 / dt) }
	if r.n >= 2 {
		speed = v(3).Norm()
	}
	if r.n >= 3 {
		acc = v(3).Sub(v(2)).Norm() / dt
	}
	if r.n >= 4 {
		jerk = v(3).Sub(v(2)).Sub(v(2).Sub(v(1))).Norm() / dt / dt
	}
	return speed, acc, jerk
}
