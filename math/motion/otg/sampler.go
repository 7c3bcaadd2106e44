package otg

import (
	"errors"
	"fmt"
	"math"
)

// Sampler plans and samples trajectories for a robot that checks each command against the ones before it by backward
// differences with its period dt,
//
//	v[k] = (x[k] − x[k−1])/dt,  a[k] = (v[k] − v[k−1])/dt,  j[k] = (a[k] − a[k−1])/dt,
//
// and that goes on with constant a where a command is missing. The last three positions lie on a parabola, whose state at
// the last one is (x, v + a·dt/2, a); a trajectory planned from there continues it without a step in acceleration. Since
// backward differences are means of the derivatives, a continuous motion within the limits has them within the limits
// too, and at rest at its end it is at rest for the robot.
//
// A sampler plans only when it is told to, and otherwise follows its trajectory, so that its own motion adds no
// error. It has no clock: Step yields the next command. It allocates nothing after it was made.
type Sampler struct {
	dt      float64
	sync    Sync
	limits  []Limit // to plan with
	planner *Planner
	run     *Trajectory // what is being followed
	spare   *Trajectory
	in      Input
	k       int // cycles of run sampled
	last    int // cycle at which the target of run is reached
	wish    wish
	p, v, a []float64 // continuous state at the last command
	x, dx   []float64 // the last command and its backward differences …
	ddx     []float64
	goal    [3][]float64 // position, velocity and acceleration of what run reaches
	past    []float64    // jerk before the robot's state, where that is fresh
	fresh   bool         // no command since Resume
}

// wish is what the sampler has been told.
type wish uint8

const (
	rest     wish = iota // stand, or stop
	reach                // a position, at rest
	meet                 // a state in motion, to be followed up by another wish
	velocity             // a velocity
)

// SamplerConfig describes a [Sampler].
type SamplerConfig struct {
	Limits []Limit // of the robot, one for each joint
	Period float64 // of the robot, s. 0: 1e-3
	Lost   int     // missing commands in a row after which the limits must still hold; see [Margin]
	Apart  int     // commands at least between such gaps. 0: 1
	Sync   Sync
}

// NewSampler returns a sampler that stands at 0 until Resume tells it where the robot is. All faults of c are reported.
func NewSampler(c SamplerConfig) (*Sampler, error) {
	if c.Period == 0 {
		c.Period = 1e-3
	}
	n := len(c.Limits)
	if n == 0 {
		return nil, errors.New("otg: sampler without joints: give a limit for each")
	}
	limits, err := Margin(c.Limits, c.Lost, max(1, c.Apart), c.Period)
	if c.Sync > None {
		err = errors.Join(err, fmt.Errorf("otg: sampler: sync %d: unknown", c.Sync))
	}
	if err != nil {
		return nil, err
	}
	s := &Sampler{dt: c.Period, limits: limits, planner: NewPlanner(n), run: NewTrajectory(n, 0), spare: NewTrajectory(n, 0)}
	for _, f := range []*[]float64{&s.in.P0, &s.in.V0, &s.in.A0, &s.in.PF, &s.in.VF, &s.in.AF, &s.in.VMax, &s.in.AMax, &s.in.JMax,
		&s.in.PMin, &s.in.PMax, &s.p, &s.v, &s.a, &s.x, &s.dx, &s.ddx, &s.past,
		&s.goal[0], &s.goal[1], &s.goal[2]} {
		*f = make([]float64, n)
	}
	s.sync = c.Sync
	for i, l := range limits {
		s.in.VMax[i], s.in.AMax[i], s.in.JMax[i], s.in.PMin[i], s.in.PMax[i] = l.V, l.A, l.J, l.Lower, l.Upper
	}
	return s, nil
}

// Limits returns the limits that the sampler plans with.
func (s *Sampler) Limits() []Limit { return append([]Limit(nil), s.limits...) }

// State puts the last command and its backward differences, as the robot should report them, into x, v and a, each of
// them nil or one element a joint.
func (s *Sampler) State(x, v, a []float64) {
	copy(x, s.x)
	copy(v, s.dx)
	copy(a, s.ddx)
}

// Left returns the number of cycles until the target is reached or, after Stop, the joints are at rest.
func (s *Sampler) Left() int { return max(0, s.last-s.k) }

// Resume continues from what the robot says was commanded last, with its backward differences: at the beginning, and after
// commands were lost. A motion under way is planned again to where it was going; where that is not possible any more,
// or the target was in motion, it becomes a stop. With numbers that are not finite nothing changes.
func (s *Sampler) Resume(x, v, a []float64) Status {
	for i := range s.x {
		if bad(x[i]) || bad(v[i]) || bad(a[i]) {
			return Invalid
		}
	}
	copy(s.x, x)
	copy(s.dx, v)
	copy(s.ddx, a)
	s.fresh = true
	if s.wish == reach || s.wish == velocity {
		copy(s.in.PF, s.goal[0])
		copy(s.in.VF, s.goal[1])
		copy(s.in.AF, s.goal[2])
		if status := s.plan(s.wish, 0); status.Usable() {
			return status
		}
	}
	return s.Stop()
}

// settle takes the continuous state from the robot's, whose last periods had jerk past.
func (s *Sampler) settle() {
	for i, l := range s.limits {
		j := s.past[i]
		if math.Abs(s.ddx[i]+j*s.dt) > l.A {
			j = 0
		}
		s.a[i] = s.ddx[i] + float64(j*s.dt)
		s.v[i] = s.dx[i] + float64(s.ddx[i]*s.dt/2) + float64(j*s.dt*s.dt/3)
		s.p[i] = s.x[i]
	}
}

// Follow calls Resume if the robot's last command is not the sampler's, and reports whether it was: a robot that missed
// none of them says what was commanded.
func (s *Sampler) Follow(x, v, a []float64) (followed bool, status Status) {
	for i, l := range s.limits {
		step := same * l.J * s.dt
		if !(math.Abs(a[i]-s.ddx[i]) <= step && math.Abs(v[i]-s.dx[i]) <= step*s.dt && math.Abs(x[i]-s.x[i]) <= step*s.dt*s.dt) {
			return false, s.Resume(x, v, a)
		}
	}
	copy(s.x, x) // to the last bit
	copy(s.dx, v)
	copy(s.ddx, a)
	return true, OK
}

// same is the part of what the jerk limit changes in one cycle that two equal commands may differ by.
const same = 1e-8

// near is the part of a cycle that is no time at all.
const near = 1e-6

// Target plans to come to rest at p, from the present command. If that is not possible the motion under way goes
// on: [Unreachable] says that p is outside the position limits.
func (s *Sampler) Target(p []float64) Status {
	for i := range s.x {
		s.in.PF[i], s.in.VF[i], s.in.AF[i] = p[i], 0, 0
	}
	return s.begin(reach, 0)
}

// Meet plans to be in state (p, v, a), which is of the continuous motion to be met, exactly after the given number of
// cycles. If that is too early, or would leave the limits then or in a stop from there, nothing changes and ok is
// false. Unless another wish is told by then, the sampler stops from there.
func (s *Sampler) Meet(cycles int, p, v, a []float64) (ok bool) {
	copy(s.in.PF, p)
	copy(s.in.VF, v)
	copy(s.in.AF, a)
	return cycles > 0 && s.begin(meet, cycles).Usable()
}

// TargetVelocity plans to reach velocities v with acceleration zero, each joint as soon as it can, and to keep them until
// the position limits ask for a stop. Velocities beyond the planning limits are lowered to them.
func (s *Sampler) TargetVelocity(v []float64) Status {
	for i, l := range s.limits {
		s.in.VF[i], s.in.AF[i] = max(-l.V, min(l.V, v[i])), 0
	}
	return s.begin(velocity, 0)
}

// Stop plans to come to rest as fast as the limits allow.
func (s *Sampler) Stop() Status { return s.plan(rest, 0) }

// begin plans toward w if the target lies within the position limits.
func (s *Sampler) begin(w wish, cycles int) Status {
	for i := range s.x {
		if w != velocity && (s.in.PF[i] > s.in.PMax[i] || s.in.PF[i] < s.in.PMin[i]) {
			return Unreachable
		}
	}
	if w == meet && !s.stops(s.in.PF, s.in.VF, s.in.AF) {
		return Unreachable
	}
	return s.plan(w, cycles)
}

// plan plans from the present state to the target in the input and takes the trajectory if there is one. From a state
// just told by the robot it plans twice: the jerk with which the first plan begins is then the past one.
func (s *Sampler) plan(w wish, cycles int) Status {
	if !s.fresh {
		return s.take(w, s.try(w, cycles))
	}
	clear(s.past)
	s.settle()
	first := s.try(w, cycles)
	for i := range s.past {
		if f := s.spare.Phases(i); len(f) > 0 {
			s.past[i] = f[0].J
		}
	}
	s.settle()
	if second := s.try(w, cycles); second.Usable() || !first.Usable() {
		return s.take(w, second)
	}
	clear(s.past)
	s.settle()
	return s.take(w, s.try(w, cycles))
}

// try plans into spare.
func (s *Sampler) try(w wish, cycles int) Status {
	s.start()
	s.in.Interface, s.in.Sync, s.in.MinDuration = Position, s.sync, 0
	switch w {
	case rest:
		return s.planner.Stop(&s.in, s.spare)
	case velocity: // waiting for each other, joints could pass their limits
		s.in.Interface, s.in.Sync = Velocity, None
	case meet:
		s.in.MinDuration = float64(cycles) * s.dt
	}
	status := s.planner.Plan(&s.in, s.spare)
	if status.Usable() && w == meet && (s.spare.Duration() > s.in.MinDuration+near*s.dt || status == Beyond) {
		return Unreachable
	}
	return status
}

// start makes the present state that of the input.
func (s *Sampler) start() {
	copy(s.in.P0, s.p)
	copy(s.in.V0, s.v)
	copy(s.in.A0, s.a)
	for i, l := range s.limits {
		if math.Abs(s.a[i]) > l.A && math.Abs(s.a[i]) < l.A*(1+1e-9) { // rounding of the differences it was taken from
			s.in.A0[i] = math.Copysign(l.A, s.a[i])
		}
	}
}

// take follows the trajectory just planned if it is usable.
func (s *Sampler) take(w wish, status Status) Status {
	if status.Usable() {
		s.run, s.spare = s.spare, s.run
		s.wish, s.k = w, 0
		copy(s.goal[0], s.in.PF)
		copy(s.goal[1], s.in.VF)
		copy(s.goal[2], s.in.AF)
		s.last = int(math.Ceil(s.run.Duration()/s.dt - near))
	}
	return status
}

// stops reports whether a stop from the state stays within the position limits or, from beyond them, goes no farther.
func (s *Sampler) stops(p, v, a []float64) bool {
	copy(s.in.P0, p)
	copy(s.in.V0, v)
	copy(s.in.A0, a)
	if !s.planner.Stop(&s.in, s.spare).Usable() {
		return false
	}
	for i := range s.x {
		low, high := s.spare.Peak(i)
		if low < min(s.in.PMin[i], p[i]) || high > max(s.in.PMax[i], p[i]) {
			return false
		}
	}
	return true
}

// Step puts the next command into x, one element a joint, and reports whether the robot still moves by it.
func (s *Sampler) Step(x []float64) (moving bool) {
	if s.run.Joints() == 0 { // never planned
		copy(x, s.x)
		return false
	}
	if s.wish == meet && s.k >= s.last {
		s.Stop()
	}
	if s.wish == velocity {
		s.run.At(float64(s.k+1)*s.dt, s.p, s.v, s.a)
		if !s.stops(s.p, s.v, s.a) {
			s.run.At(float64(s.k)*s.dt, s.p, s.v, s.a)
			s.Stop()
		}
	}
	s.k++
	s.fresh = false
	s.run.At(float64(s.k)*s.dt, s.p, s.v, s.a)
	for i := range s.x {
		v := (s.p[i] - s.x[i]) / s.dt
		s.x[i], s.dx[i], s.ddx[i] = s.p[i], v, (v-s.dx[i])/s.dt
		x[i] = s.x[i]
		moving = moving || s.v[i] != 0 || s.a[i] != 0
	}
	return moving
}
