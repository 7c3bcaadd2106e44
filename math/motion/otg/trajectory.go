package otg

import "math"

// maxPhases is the largest number of phases of one joint and one leg: two of braking, a stop of six, a blend of 13,
// a start of six.
const maxPhases = 28

// Segment is a piece of constant jerk.
type Segment struct {
	Start, Duration float64 // s, from the beginning of the trajectory
	P, V, A         float64 // at its beginning
	J               float64
}

// Trajectory is a planned motion. The zero value is an empty one that Plan fills; it grows to its final size at the
// first use and can be reused.
type Trajectory struct {
	n        int
	legs     int // 1, plus one for each waypoint
	duration float64
	segments []Segment // joint by joint, legs·maxPhases each
	count    []int     // segments in use, by joint
	ends     []end     // by joint
}

// end is a joint's target state and the time at which it is reached.
type end struct{ t, p, v, a float64 }

// NewTrajectory returns a trajectory with room for n joints and the given number of waypoints.
func NewTrajectory(n, vias int) *Trajectory {
	t := &Trajectory{}
	t.reset(n, vias+1)
	return t
}

// reset empties the trajectory and makes room.
func (t *Trajectory) reset(n, legs int) {
	if size := n * legs * maxPhases; cap(t.segments) < size {
		t.segments = make([]Segment, size)
	}
	if cap(t.count) < n {
		t.count, t.ends = make([]int, n), make([]end, n)
	}
	t.n, t.legs, t.duration = n, legs, 0
	t.segments = t.segments[:n*legs*maxPhases]
	t.count, t.ends = t.count[:n], t.ends[:n]
	clear(t.count)
	clear(t.ends)
}

// Joints returns the number of joints.
func (t *Trajectory) Joints() int { return t.n }

// Duration returns the time in seconds at which the last joint is at its target.
func (t *Trajectory) Duration() float64 { return t.duration }

// JointDuration returns the time in seconds at which joint i is at its target.
func (t *Trajectory) JointDuration(i int) float64 { return t.ends[i].t }

// Phases returns the pieces of constant jerk of joint i. They belong to the trajectory.
func (t *Trajectory) Phases(i int) []Segment {
	k := i * t.legs * maxPhases
	return t.segments[k : k+t.count[i]]
}

// At puts position, velocity and acceleration of all joints at a time in seconds into p, v and a, each of them nil or
// of n elements. Before 0 it is the start. After its end a joint continues with its target state: it stays at rest,
// or keeps the target velocity or acceleration.
func (t *Trajectory) At(time float64, p, v, a []float64) {
	for i := range t.n {
		pi, vi, ai, _ := t.Joint(i, time)
		if p != nil {
			p[i] = pi
		}
		if v != nil {
			v[i] = vi
		}
		if a != nil {
			a[i] = ai
		}
	}
}

// Joint returns position, velocity, acceleration and jerk of joint i at a time in seconds, as At.
func (t *Trajectory) Joint(i int, time float64) (p, v, a, j float64) {
	e, s := &t.ends[i], t.Phases(i)
	if time >= e.t || len(s) == 0 {
		time = max(time, e.t)
		p, v, a = travel(e.p, e.v, e.a, 0, time-e.t)
		return p, v, a, 0
	}
	k := len(s) - 1
	for k > 0 && s[k].Start > time {
		k--
	}
	p, v, a = travel(s[k].P, s[k].V, s[k].A, s[k].J, max(0, time-s[k].Start))
	return p, v, a, s[k].J
}

// Peak returns the lowest and the highest position of joint i from its start to its target.
func (t *Trajectory) Peak(i int) (low, high float64) {
	e := &t.ends[i]
	low, high = e.p, e.p
	for _, s := range t.Phases(i) {
		l, h := s.reach()
		low, high = min(low, l), max(high, h)
	}
	return low, high
}

// travel integrates constant jerk j over t.
func travel(p, v, a, j, t float64) (float64, float64, float64) {
	p += float64(t * (v + float64(t*(a/2+float64(t*(j/6))))))
	v += float64(t * (a + float64(t*(j/2))))
	return p, v, a + float64(t*j)
}

// reach returns the lowest and highest position within the segment.
func (s *Segment) reach() (low, high float64) {
	low, high = s.P, s.P
	see := func(t float64) {
		if t > 0 && t <= s.Duration {
			p, _, _ := travel(s.P, s.V, s.A, s.J, t)
			low, high = min(low, p), max(high, p)
		}
	}
	see(s.Duration)
	// v + a·t + j·t²/2 = 0
	if d := s.A*s.A - 2*s.J*s.V; d >= 0 {
		q := -(s.A + math.Copysign(math.Sqrt(d), s.A))
		if s.J != 0 {
			see(q / s.J)
		}
		if q != 0 {
			see(2 * s.V / q)
		}
	}
	return low, high
}
