package safety

import "math"

// AxisLimit bounds one joint, whatever it is commanded by: positions in rad or m and their derivatives, efforts in N·m or N.
// What has no bound is infinite; see [Unlimited].
type AxisLimit struct {
	Lower, Upper float64    // hard: positions that are never commanded
	Soft         [2]float64 // within Lower and Upper: motions stop here, but a joint may stand beyond and come back
	V            float64    // speed
	A, D         float64    // speeding up, slowing down
	J            float64    // jerk
	Effort       float64
}

// Unlimited bounds nothing.
func Unlimited() AxisLimit {
	inf := math.Inf(1)
	return AxisLimit{Lower: -inf, Upper: inf, Soft: [2]float64{-inf, inf}, V: inf, A: inf, D: inf, J: inf, Effort: inf}
}

// And is what keeps both limits.
func (l AxisLimit) And(m AxisLimit) AxisLimit {
	return AxisLimit{
		Lower: max(l.Lower, m.Lower), Upper: min(l.Upper, m.Upper),
		Soft: [2]float64{max(l.Soft[0], m.Soft[0]), min(l.Soft[1], m.Soft[1])},
		V:    min(l.V, m.V), A: min(l.A, m.A), D: min(l.D, m.D), J: min(l.J, m.J), Effort: min(l.Effort, m.Effort),
	}
}
