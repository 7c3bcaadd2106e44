package motion

import "github.com/sinew-robotics/sinew/math/spatial"

const (
	comeNear, comeSlow = 0.002, 0.03 // m and m/s: within this of the target's motion smooth following begins …
	goFar, goFast      = 0.010, 0.2  // … and beyond this it ends

	hasty  = 30.0 // rad/s, bandwidth in which the push's acceleration is worked off when smooth following begins …
	settle = 0.15 // s: … and the time in which the haste goes

	arrived, slow, faint = 1e-5, 2e-6, 4e-4 // m, m/s, m/s²: within this of a standing target the command comes to rest
)

// smooth follows a target with a known course for a cycle, and reports whether it could: the command must be close to the target, and
// able to stop in time afterwards.
//
// On each axis it minimises the integral of e² + (j/ω³)², where e is the distance to the target, j the jerk beyond the target's own
// and ω the course's bandwidth. For three integrators the optimal gains are ω³, 2·ω² and 2·ω, which give the closed loop the poles of a
// Butterworth filter (Anderson and Moore, "Optimal Control: Linear Quadratic Methods", 1990, section 6.2). The time-optimal push would
// pass every correction of the estimate to the robot as quickly as the limits allow.
func (s *Servo) smooth(top float64) bool {
	t := s.c.T
	v := s.cmd.V.Add(s.cmd.A.Scale(t)) // where the command goes on its own
	e := s.lead.P.Sub(s.cmd.P.Add(v.Scale(t)))
	ev := s.lead.V.Sub(v)
	d, dv := e.Norm(), ev.Norm()
	if s.near && (d > goFar || dv > goFast) || !s.near && (d > comeNear || dv > comeSlow) {
		return false
	}
	if s.lead.State.Moving() || s.cmd.P.Dist(s.lead.P) > arrived || s.cmd.V.Norm() > slow || s.cmd.A.Norm() > faint {
		if !s.near {
			s.haste = hasty
		}
		s.haste -= s.haste * t / settle
		ea, w, h := s.lead.A.Sub(s.cmd.A), s.lead.Band, s.haste
		j := s.lead.J.Add(spatial.V(pull(max(w.X, h), e.X, ev.X, ea.X), pull(max(w.Y, h), e.Y, ev.Y, ea.Y), pull(max(w.Z, h), e.Z, ev.Z, ea.Z)))
		next := s.law.After(s.cmd.State, s.cmd.A.Add(j.Scale(t).Limit(s.law.step)).Limit(s.law.A))
		if next.V.Norm() > top || !s.law.Viable(next, s.c.Workspace) {
			return false
		}
		s.cmd.State = next
		return true
	}
	s.cmd.State = State{P: s.cmd.P}
	return true
}

// pull is the optimal jerk beyond the target's for a distance, its rate and that rate's on one axis.
func pull(w, e, ev, ea float64) float64 { return w * (float64(w*(float64(w*e)+2*ev)) + 2*ea) }

// there is the distance in m within which the command has arrived.
func (s *Servo) there() float64 {
	if s.near {
		return arrived
	}
	return 1e-9
}
