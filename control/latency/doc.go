// Package latency measures how long hardware takes from a command to the reading that shows it, by a small motion of one joint after
// another:
//
//	c(t) = c0 + A·sin²(π·t/T)·sin(2π·f·t)    0 ≤ t < T
//
// with A in rad or m. A is reduced if the motion would take more than a quarter of the joint's limits of velocity and acceleration, and a
// joint without that much room to either side is refused. Then the readings s are compared with what was sent, after limits, n cycles
// before: s(t) = a + b·c(t − n·Dt), a and b by least squares, for every n up to the search's end, one per cycle. The delay is the n with the
// least sum of squares, refined to a fraction of a cycle by a parabola through it and its neighbours. The variation of the readings that
// remains says how well a delay explains them; b is the share of the motion that was made.
//
// Hardware with a lag instead of a delay (a first-order response, or an internal jerk limit) gets the delay that comes nearest.
package latency
