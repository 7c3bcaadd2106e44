package sim

import "math"

// Interpolator turns the references that reach a servo every few milliseconds into a motion without steps: it moves to
// a new reference in a straight line, over the time that passed since the previous one. Controllers of real arms do the
// same; this adds a lag of one command period. References at the rate of the servo's own steps pass with a lag of one
// step.
type Interpolator struct {
	at, rate []float64
	step     []float64 // rad, of the coming step
	goal     []float64
	left     float64 // s, to the goal
	since    float64 // s, since the goal last changed
	span     float64 // s, between the last two changes
}

const (
	firstSpan   = 0.004 // s: 250 Hz, until a rate has been observed
	longestSpan = 0.020 // s: references farther apart are a new start, not a rate
)

// NewInterpolator returns an interpolator for n joints at zero.
func NewInterpolator(n int) *Interpolator {
	in := &Interpolator{at: make([]float64, n), rate: make([]float64, n), step: make([]float64, n), goal: make([]float64, n)}
	in.Reset(in.goal)
	return in
}

// Reset sets the reference to q, at rest.
func (in *Interpolator) Reset(q []float64) {
	copy(in.at, q)
	copy(in.goal, q)
	clear(in.step)
	clear(in.rate)
	in.left, in.since, in.span = 0, longestSpan, firstSpan
}

// Set sets the reference. A joint whose number is not finite retains its old reference.
func (in *Interpolator) Set(ref []float64) {
	ref = ref[:len(in.goal)]
	changed := false
	for i, r := range ref {
		if r-r == 0 && r != in.goal[i] {
			in.goal[i] = r
			changed = true
		}
	}
	if !changed {
		return
	}
	if in.since < longestSpan {
		in.span = in.since
	}
	in.left, in.since = in.span, 0
}

// Next returns the reference now and its rate (rad, rad/s) over the coming h seconds, which must be
// positive, and advances by h. The slices belong to the interpolator and are valid until the next call.
func (in *Interpolator) Next(h float64) (at, rate []float64) {
	part := 1.0
	if in.left > h*(1+1e-9) {
		part = h / in.left
	}
	for i := range in.at {
		in.at[i] += in.step[i] // result of the last call
		in.step[i] = (in.goal[i] - in.at[i]) * part
		in.rate[i] = in.step[i] / h
	}
	in.left = math.Max(0, in.left-h)
	in.since += h
	return in.at, in.rate
}
