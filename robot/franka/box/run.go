package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Motion describes a motion up to its present cycle.
type Motion struct {
	Number     int // from 1
	Generator  franka.MotionGenerator
	Controller franka.Controller
	Cycles     uint64 // cycles shown as moving
	Waited     uint64 // cycles before the first command
	Missed     uint64 // cycles after it without a command in time
	Late       uint64 // commands for states that had already passed
	Errors     franka.Errors
	Farthest   Way // greatest distance from the arm's place when the motion was accepted
	Now        Way // the same at present or at its end
}

// Way is a distance of the arm, without the sensors' noise.
type Way struct {
	Joint float64 // rad, the greatest of the joints
	Tool  float64 // m, of the end effector's origin
}

// Outcome is an answer some time after its request.
type Outcome struct {
	Kind   franka.Kind // of a Robot: Move, StopMove or AutomaticErrorRecovery
	Status franka.Status
	Motion Motion                // Move: the motion that ended
	Limit  franka.CartesianLimit // GetCartesianLimit
}

// run is the present or last motion.
type run struct {
	Motion
	path, goal franka.Deviation
	q0         [joints]float64 // the arm's place when it was accepted
	p0         spatial.Vec3
	last       franka.Command // at its end: the positions of rest, no velocities
	fresh      bool           // no command has come yet
	misses     int            // in a row
	counted    uint64         // cycles since the first command
	hits       [100]bool
	hit        int  // number of those cycles with a command
	on         bool // its Move has not been answered yet
	async      bool // a Leader leads it
	stopping   bool // StopMove waits for rest
}

// maxMisses is the number of consecutive lost commands that ends a motion.
const maxMisses = 20

// Motion returns the present or last motion.
func (r *Robot) Motion() Motion { return r.run.Motion }

// Moving reports whether a motion was accepted and has not ended.
func (r *Robot) Moving() bool { return r.run.on }

// Waits reports whether State belongs to a motion and must be answered by a command.
func (r *Robot) Waits() bool { return r.phase == moving && !r.run.async }

// Outcome returns and removes the next answer to a request that took its time.
func (r *Robot) Outcome() (o Outcome, ok bool) {
	if r.waiting == 0 {
		return o, false
	}
	o = r.answers[0]
	copy(r.answers[:], r.answers[1:])
	r.waiting--
	return o, true
}

// answer stores an outcome; it drops the oldest if they are not fetched.
func (r *Robot) answer(k franka.Kind, s franka.Status) {
	if r.waiting == len(r.answers) {
		copy(r.answers[:], r.answers[1:])
		r.waiting--
	}
	r.answers[r.waiting] = Outcome{Kind: k, Status: s, Motion: r.run.Motion}
	r.waiting++
}

// Move asks for a motion. MotionStarted accepts it: two cycles later states show it and need commands, and Outcome returns
// another answer to Move when it ends. Other statuses refuse it.
func (r *Robot) Move(m franka.MoveRequest) franka.Status {
	switch {
	case r.mode != franka.ModeIdle || r.phase != holding:
		return franka.NotPossible
	case !r.knows(m.Generator, m.Controller) || !m.Path.Possible() || !m.Goal.Possible():
		return franka.InvalidArgument
	case r.cartesian(m.Generator) && r.singular():
		return franka.StartAtSingularPose
	case m.Async && !r.moveAsync(&m):
		return franka.InvalidArgument
	}
	r.run = run{
		Motion: Motion{Number: r.run.Number + 1, Generator: m.Generator, Controller: m.Controller},
		path:   m.Path, goal: m.Goal, q0: r.plant.q, p0: r.plant.pose.P, fresh: true, on: true, async: m.Async,
	}
	r.reason = 0
	r.phase, r.left = starting, startCycles
	r.permit()
	r.place()
	return franka.MotionStarted
}

// travel records how far a motion has taken the arm.
func (r *Robot) travel() {
	if !r.run.on {
		return
	}
	now := Way{Tool: r.plant.pose.P.Dist(r.run.p0)}
	for i, q := range r.plant.q {
		now.Joint = max(now.Joint, math.Abs(q-r.run.q0[i]))
	}
	far := &r.run.Farthest
	r.run.Now, far.Joint, far.Tool = now, max(far.Joint, now.Joint), max(far.Tool, now.Tool)
}

func (r *Robot) knows(g franka.MotionGenerator, c franka.Controller) bool {
	switch {
	case c > franka.ExternalController || g == franka.GenerateIdle || g > franka.GenerateNone:
		return false
	case g == franka.GenerateNone:
		return r.cfg.Version >= franka.Version7 && c == franka.ExternalController
	}
	return true
}

func (r *Robot) cartesian(g franka.MotionGenerator) bool {
	return g == franka.GenerateCartesianPose || g == franka.GenerateCartesianVelocity
}

// Stop is StopMove: the arm brakes. When it is at rest, the motion is answered by Preempted and then StopMove by Success,
// both as outcomes. done is true if nothing moves and s is the answer.
func (r *Robot) Stop() (s franka.Status, done bool) {
	switch {
	case r.run.stopping || r.mode == franka.ModeUserStopped:
		return franka.NotPossible, true
	case !r.run.on:
		return franka.Success, true
	}
	r.leave()
	r.run.stopping = true
	return 0, false
}

// leave ends the control by commands: the set-point brakes from here on. After external torques it begins where the arm is.
func (r *Robot) leave() {
	if (r.phase == moving || r.phase == settling) && r.run.Controller == franka.ExternalController {
		r.set = setpoint{q: r.plant.q, v: r.plant.dq}
	}
	r.phase = braking
}

// rested continues when the braked set-point has come to rest.
func (r *Robot) rested() {
	r.phase = holding
	switch {
	case r.mode == franka.ModeRecovery:
		r.phase, r.left = recovering, recoveryCycles
	case !r.run.on:
	case r.run.stopping:
		r.run.on, r.run.stopping, r.mode = false, false, franka.ModeIdle
		r.answer(franka.Move, franka.Preempted)
		r.answer(franka.StopMove, franka.Success)
	default: // external torques have finished
		r.finish()
	}
}

// finish ends a motion as requested by its client.
func (r *Robot) finish() {
	r.run.on, r.mode, r.phase = false, franka.ModeIdle, holding
	r.set.v, r.set.a = [joints]float64{}, [joints]float64{}
	r.place()
	r.answer(franka.Move, franka.Success)
}

// settle brings the set-point to rest at the last command, at once or, if the robot's own filters are on, as fast as they
// allow. The checks continue: a last command that was not at rest is a discontinuity.
func (r *Robot) settle() {
	r.generate(&r.run.last)
	if r.left--; r.fault != 0 || r.left > 0 || r.creeps() && r.left > -mostSettling {
		return
	}
	if off := r.deviation(); beyond(off, r.run.goal) {
		r.found(franka.MaxGoalPoseDeviationViolation)
		return
	}
	r.finish()
}

// creeps reports whether the set-point still moves faster than a filter's remainder.
func (r *Robot) creeps() bool {
	for _, v := range r.set.v {
		if math.Abs(v) > 1e-5 {
			return true
		}
	}
	return false
}

// abort ends a motion and holds the robot in reflex because of the errors found.
func (r *Robot) abort() {
	r.errors |= r.fault
	if r.phase == guided {
		r.letGo()
	}
	r.end(franka.ReflexAborted)
	r.leave()
	if r.mode != franka.ModeUserStopped {
		r.mode = franka.ModeReflex
	}
}

// end answers the Move of an aborted motion and the requests that wait with it.
func (r *Robot) end(s franka.Status) {
	if r.mode == franka.ModeRecovery {
		r.answer(franka.AutomaticErrorRecovery, s)
	}
	if !r.run.on {
		return
	}
	r.run.on = false
	r.run.Errors, r.reason = r.errors, r.errors
	r.answer(franka.Move, s)
	if r.run.stopping {
		r.run.stopping = false
		r.answer(franka.StopMove, s)
	}
}

// Recover is AutomaticErrorRecovery. done is true if s is already the answer; otherwise Outcome returns it after the
// recovery. An arm that is outside its joints' limits by more than 0.01 rad must be guided back by hand, or its brakes
// closed and opened (Lock).
func (r *Robot) Recover() (s franka.Status, done bool) {
	switch {
	case r.mode == franka.ModeIdle && !r.run.on && r.errors == 0:
		return franka.Success, true
	case r.mode != franka.ModeReflex:
		return franka.NotPossible, true
	case r.outside() >= 0:
		return franka.ManualRecoveryRequired, true
	}
	r.mode = franka.ModeRecovery
	if r.phase != braking {
		r.phase, r.left = recovering, recoveryCycles
	}
	return 0, false
}

// recovered clears the errors and relaxes the arm where it is; motions from beyond a limit may only lead back in.
func (r *Robot) recovered() {
	r.phase = holding
	r.relax()
	r.answer(franka.AutomaticErrorRecovery, franka.Success)
}
