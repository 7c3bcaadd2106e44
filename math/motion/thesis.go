package motion

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Heading is the choice the thesis leaves open in section 3.3: from where the direction to the target is taken.
type Heading uint8

const (
	// FromLookout takes d_t from p_lo, where the present velocity leads: sharp corrections after a miss.
	FromLookout Heading = iota
	// FromCurrent takes d_t from p_c, which the text prefers near the target.
	FromCurrent
)

// Thesis is the trajectory planner and velocity control of "Lingua Franca in Robotics" (B. Mehnert, TU Dresden
// 2024), sections 3.3 and 3.4. It keeps no state: the velocity is the difference of the last two poses.
//
// It retains its faults, for comparison. With a constant speed (the literal form) it does not brake before the target
// is passed, so the arm overshoots by about v²/2a and then circles the target for ever, because equation 3 always
// accelerates with the full a_max. The [Thesis.Proportional] speed of the Velocity reactor lowers both to millimetres.
// Only the acceleration is limited, and not where the speed is trimmed below |s_min|; there is no jerk limit. Repeated
// readings look like a standstill.
type Thesis struct {
	T       float64 // period, s
	A       float64 // a_max, m/s²
	V       float64 // greatest speed, m/s; m_v = V·T
	Heading Heading
	Gain    float64 // Velocity reactor: speed = Gain·distance, 1/s
	Turn    float64 // share of the remaining roll, pitch and yaw taken each cycle, (0, 1]
}

// DefaultThesis has the parameters of the experiment in the thesis: 4 ms, 2 m/s², 0.5 m/s.
func DefaultThesis() Thesis { return Thesis{T: Period, A: 2, V: 0.5, Gain: 3, Turn: 0.02} }

// ThesisStatus is the outcome of a cycle of the Thesis planner.
type ThesisStatus uint8

const (
	// Planned is the normal case.
	Planned ThesisStatus = iota
	// Coasting means that the lookout point is the target itself, so that d_t has no direction and o is zero.
	Coasting
	// BadPose means that an input was not finite; the result is the current pose if that is finite, else the last one.
	BadPose
)

// Proportional is the Velocity reactor of the thesis: it returns a speed in m/s proportional to the distance to the
// target, at most V.
func (t Thesis) Proportional(current, target spatial.Pose) float64 {
	return min(t.V, t.Gain*current.P.Dist(target.P))
}

// Next returns the pose for the next cycle from the last two readings, the target and the designated speed in
// m/s (the literal form passes V every cycle).
func (t Thesis) Next(last, current, target spatial.Pose, speed float64) (spatial.Pose, ThesisStatus) {
	switch {
	case !current.Finite() && last.Finite():
		return last, BadPose
	case !current.Finite():
		return spatial.Identity(), BadPose
	case !last.Finite() || !target.Finite() || math.IsNaN(speed) || speed < 0:
		return current, BadPose
	}
	c := current.P.Sub(last.P)    // v'[n+1]·T
	lookout := current.P.Add(c)   // p_lo
	d := target.P.Sub(lookout)    // d_t
	if t.Heading == FromCurrent { // the alternative at the end of section 3.3
		d = target.P.Sub(current.P)
	}
	status := Planned
	dir, ok := d.Unit()
	if !ok {
		status = Coasting
	}
	o := dir.Scale(t.A * t.T * t.T) // o = d̂_t·a', a' = a_max·T²
	s := c.Add(o)                   // s_max = p_n − p_c, equation 3
	if n := s.Norm(); n > 0 {
		want := min(speed, t.V) * t.T
		s = s.Scale(min(max(want, ShortestStep(c, o)), n, t.V*t.T) / n)
	}
	next := spatial.Pose{P: current.P.Add(s), R: t.turn(current.R, target.R)}
	if !next.Finite() {
		return current, BadPose
	}
	return next, status
}

// turn moves roll, pitch and yaw by a fixed share of the remaining angles.
func (t Thesis) turn(r, goal spatial.Rot) spatial.Rot {
	a, b := r.RPY(), goal.RPY()
	step := func(from, to float64) float64 { return from + t.Turn*math.Remainder(to-from, 2*math.Pi) }
	return spatial.RPY{Roll: step(a.Roll, b.Roll), Pitch: step(a.Pitch, b.Pitch), Yaw: step(a.Yaw, b.Yaw)}.Rot()
}

// ShortestStep is Algorithm 1: |s_min| in metres, the shortest step along s_max = c + o that stays within
// |o| of c, from the law of sines (equations 12 to 15). c is the step that keeps the present velocity and o
// the offset. The factor T of v', which the text leaves out, is added.
func ShortestStep(c, o spatial.Vec3) float64 {
	a, cn := o.Norm(), c.Norm()
	if cn < a {
		return 0
	}
	if a == 0 {
		return cn
	}
	s := c.Add(o)
	sinA := c.Cross(s).Norm() / (cn * s.Norm()) // sin α, α between p_c→p_min and p_c→p_lo
	if !(sinA > 1e-9) {                         // linearly dependent, or s is zero
		return cn - a
	}
	alpha := math.Atan2(sinA, c.Dot(s)/(cn*s.Norm()))
	gamma := math.Pi - math.Asin(min(1, sinA*cn/a)) // the obtuse one of the two triangles
	beta := math.Pi - gamma - alpha
	return max(0, a*math.Sin(beta)/sinA)
}
