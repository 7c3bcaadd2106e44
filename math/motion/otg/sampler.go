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
// and that continues with constant a when a command is missing. The last three positions lie on a parabola, whose state
// at the last one is (x, v + a·dt/2, a); a trajectory planned from there continues it without a step in acceleration.
// Because backward differences are means of the derivatives, those of a continuous motion within the limits are within
// the limits too, and when the motion ends at rest the robot sees it at rest.
//
// A sampler plans only when one of its methods asks for it, and otherwise follows its trajectory, so that its own
// motion adds no error. It has no clock: Step yields the next command. Only NewSampler allocates.
type Sampler struct {
	dt      float64
	sync    Sync
	limits  []Limit // for planning
	planner *Planner
	run     *Trajectory // the trajectory being followed
	spare   *Trajectory
	in      Input
	k       int // cycles of run sampled
	last    int // cycle at which the target of run is reached
	wish    wish
	p, v, a []float64 // continuous state at the last command
	x, dx   []float64 // the last command and its backward differences …
	ddx     []float64
	goal    [3][]float64 // position, velocity and acceleration that run reaches
	past    []float64    // jerk before the robot's state, if that is fresh
	fresh   bool         // no command since Resume
}

// wish is the last request.
type wish uint8

const (
	rest     wish = iota // stay at rest, or stop
	reach                // a position, at rest
	meet                 // a state in motion, to be followed by another wish
	velocity             // a velocity
)

// SamplerConfig describes a [Sampler].
type SamplerConfig struct {
	Limits []Limit // of the robot, one for each joint
	Period float64 // of the robot, s. 0: 1e-3
	Lost   int     // missing commands in a row through which the limits must hold; see [Margin]
	Apart  int     // least number of commands between such gaps. 0: 1
	Sync   Sync
}

// NewSampler returns a sampler at rest at 0 until Resume tells it where the robot is. All faults of c are reported.
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

// Limits returns the limits with which the sampler plans.
func (s *Sampler) Limits() []Limit { return append([]Limit(nil), s.limits...) }

// Left returns the number of cycles until the target is reached or, after Stop, until the joints are at rest.
func (s *Sampler) Left() int { return max(0, s.last-s.k) }

// Resume continues from the last command that the robot reports, with its backward differences: at the beginning, and
// after commands were lost. A motion under way is planned again to its target; if that is no longer possible, or the
// target was in motion, it becomes a stop. If a number is not finite, nothing changes.
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

// Continue takes over from another motion that ended in command x with backward differences v and a: the next plan
// begins on the parabola through the last three commands. Unlike [Sampler.Resume] it assumes no earlier jerk, so
// [Sampler.Stop] plans a stop that is within limits from (x, v + a·dt/2, a). The caller must request a plan before the
// next Step.
func (s *Sampler) Continue(x, v, a []float64) {
	copy(s.x, x)
	copy(s.dx, v)
	copy(s.ddx, a)
	clear(s.past)
	s.settle()
	s.fresh = false
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
// no command reports the sampler's last one.
func (s *Sampler) Follow(x, v, a []float64) (followed bool, status Status) {
	for i, l := range s.limits {
		step := same * l.J * s.dt
		if !(math.Abs(a[i]-s.ddx[i]) <= step && math.Abs(v[i]-s.dx[i]) <= step*s.dt && math.Abs(x[i]-s.x[i]) <= step*s.dt*s.dt) {
			return false, s.Resume(x, v, a)
		}
	}
	copy(s.x, x) // exactly
	copy(s.dx, v)
	copy(s.ddx, a)
	return true, OK
}

// same is the tolerance for equal commands, as a share of the change that the jerk limit allows in one cycle.
const same = 1e-8

// near is the share of a cycle that is treated as no time.
const near = 1e-6

// Target plans to come to rest at p, from the present command. If that is not possible, the motion under way continues;
// [Unreachable] means that p is outside the position limits.
func (s *Sampler) Target(p []float64) Status {
	for i := range s.x {
		s.in.PF[i], s.in.VF[i], s.in.AF[i] = p[i], 0, 0
	}
	return s.begin(reach, 0)
}

// Meet plans to be in state (p, v, a), a state of the continuous motion to be met, after exactly the given number of
// cycles. If that is too early, or would leave the limits by then or in a stop from there, nothing changes and ok is
// false. Without another request by then the sampler stops from there.
func (s *Sampler) Meet(cycles int, p, v, a []float64) (ok bool) {
	copy(s.in.PF, p)
	copy(s.in.VF, v)
	copy(s.in.AF, a)
	return cycles > 0 && s.begin(meet, cycles).Usable()
}

// TargetVelocity plans to reach velocities v with acceleration zero, each joint as soon as it can, and to keep them
// until the position limits require a stop. Velocities beyond the planning limits are lowered to them.
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
// just reported by the robot it plans twice: the jerk with which the first plan begins is then the past one.
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
	case velocity: // joints that waited for each other could exceed their limits
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
		if math.Abs(s.a[i]) > l.A && math.Abs(s.a[i]) < l.A*(1+1e-9) { // rounding of the differences from which it was computed
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

// stops reports whether a stop from the state stays within the position limits or, from beyond them, goes no farther
// out.
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

// Step stores the next command in x, one element per joint, and reports whether it still moves the robot.
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
