package lemon

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/guard"
)

// Planner calculates the next position on the way to the target. It has one of two planners: the thesis' (equations 1 to 11
// and Algorithm 1, from readings) and Sinew's motion.Servo (from its own commands).
//
//	in  state, current, last, target, speed, commanded (what the safety check passed a cycle ago)
//	out next
type Planner struct {
	reactor.Reactor
	State     reactor.In[WorldData]
	Current   reactor.In[spatial.Pose]
	Last      reactor.In[spatial.Pose]
	Target    reactor.In[Target]
	Speed     reactor.In[float64]
	Commanded reactor.In[motion.Command]
	Next      reactor.Out[Plan]

	servo  *motion.Servo
	seen   motion.Estimator
	answer motion.Answer
	thesis *motion.Thesis
	lead   bool         // the thesis' planner gets the commands, if the robot follows them
	before spatial.Pose // commanded before the last command
	led    bool         // before is of this epoch
	period float64      // s
	epoch  uint32

	Late, Old uint64 // targets used although they were late, and targets too old to use
}

// NewPlanner makes the reactor with the planner that p names.
func NewPlanner(parent reactor.Parent, name string, p *Params) (*Planner, error) {
	r := &Planner{period: p.Period.Seconds()}
	reactor.Init(parent, name, r)
	if p.Planner == "servo" {
		l := p.Limits()
		c := motion.ServoConfig{Limits: l.Limits, T: p.Period.Seconds(), Workspace: &l.Workspace, Tracker: motion.TrackerConfig{Fresh: oldest.Seconds()}}
		if p.Path == "joint" {
			c.Diverge = 1 // JointServo may lag behind the plan on purpose; the Moderator checks whether the robot follows
		}
		s, err := motion.NewServo(c)
		if err != nil {
			return nil, fmt.Errorf("planner: %w", err)
		}
		r.servo = s
	} else {
		t := motion.DefaultThesis()
		t.T, t.A, t.V = p.Period.Seconds(), p.Acc, p.Speed
		r.thesis, r.lead = &t, p.Moderator && p.Registers == "measured"
	}
	r.Reaction("plan").On(&r.Current).Uses(&r.State, &r.Last, &r.Target, &r.Speed, &r.Commanded).Sets(&r.Next).Do(r.plan)
	return r, nil
}

func (r *Planner) plan() {
	now := r.State.Ref()
	if now == nil || !now.Ready {
		return
	}
	if r.thesis != nil {
		last, current := r.moved(now.Epoch)
		next, _ := r.thesis.Next(last, current, r.Target.Get().Pose, r.Speed.Get())
		r.Next.Set(Plan{next, motion.Following})
		return
	}
	if now.Epoch != r.epoch { // the robot became ready again: start from its pose
		if now.Fault != xarm.FaultNone {
			return
		}
		r.epoch = now.Epoch
		r.servo.Reset(now.Pose)
	} else if c := r.Commanded.Ref(); c != nil {
		r.servo.Adopt(*c)
	}
	if t := r.Target.Ref(); t != nil && t.Fresh {
		r.look(t)
	}
	if c := r.Commanded.Ref(); c != nil && now.Fault == xarm.FaultNone {
		r.answer.See(c.State, r.Current.Get().P, r.period)
	}
	if r.seen.Seen() { // the robot's response to a command is seen later: meet the target at that time
		r.servo.Lead(r.seen.At(r.Tag().Time.Duration().Seconds() + r.answer.Late()))
	}
	next, status := r.servo.Next(motion.Input{Reading: r.Current.Get(), Read: now.Fault == xarm.FaultNone, Speed: r.Speed.Get()})
	r.Next.Set(Plan{next, status})
}

// look takes a target, however late, and extrapolates it by its age, up to a bound.
func (r *Planner) look(t *Target) {
	switch age := (r.Tag().Time - t.Taken).Duration(); {
	case age > oldest:
		r.Old++
		return
	case age > late:
		r.Late++
	}
	s := motion.Sighting{Pose: t.Pose, Vel: t.Vel, Moves: t.Moves, Age: max(0, (r.Tag().Time - t.Taken).Duration().Seconds())}
	if t.Moves || !t.Pose.Finite() { // its motion is known, or the target is invalid
		r.seen.Forget()
	} else {
		r.seen.See(t.Taken.Duration().Seconds(), t.Pose.P)
		c := r.seen.At(r.Tag().Time.Duration().Seconds())
		s.Moves, s.Vel, s.Pose.P = true, c.V, c.P.Sub(c.V.Scale(s.Age))
	}
	r.servo.Target(s)
}

// moved returns the last two positions for the thesis' planner. The registers of the thesis' robot show where it was
// commanded to be (Table 1: each reading is the last planned position, until one is read twice). A robot whose registers
// show its joints lags because of their servos and friction. A planner that takes its speed from such readings loses more of
// it in each cycle than a' = a_max·T² adds when T is 4 ms, and creeps. So while the Moderator confirms the readings, the
// commands that the robot is carrying out are used instead; without it the readings are used as they are.
func (r *Planner) moved(epoch uint32) (last, current spatial.Pose) {
	last, current = r.Last.Get(), r.Current.Get()
	c := r.Commanded.Ref()
	if !r.lead || c == nil {
		return last, current
	}
	if epoch != r.epoch { // earlier commands are void: start at rest from the robot's position
		r.epoch, r.led = epoch, false
		return current, current
	}
	last, current = r.before, c.Pose()
	if !r.led {
		last, r.led = current, true
	}
	r.before = current
	return last, current
}

// SafetyState is what the SanityChecker did in a cycle.
type SafetyState struct {
	Verdict safety.Verdict
	Stopped bool         // emergency stop: latched until the operator resets it
	Cause   safety.Level // of the watchdog
	Speed   float64      // m/s, of the command
	Rest    bool         // the command is at rest
}

// SanityChecker verifies the planned motion before it leaves the network: speed, acceleration, jerk and workspace. It brings
// the robot to rest along its path when the robot does not follow, when an input is missing, or when the operator orders it.
// Only a new epoch, in which the robot has been made ready again, ends such a stop; a stop that the operator ordered also
// needs the operator's reset.
//
//	in  state, current, next, alarm, operator, takeover
//	out checked, command (the checked motion's state), state_out
type SanityChecker struct {
	reactor.Reactor
	State    reactor.In[WorldData]
	Next     reactor.In[Plan]
	Alarm    reactor.In[motion.Verdict]
	Operator reactor.In[OperatorCommand]
	Takeover reactor.In[motion.Command] // a motion in progress, for a test that begins in one
	Checked  reactor.Out[Command]
	Command  reactor.Out[motion.Command]
	Verdict  reactor.Out[SafetyState]

	k     *safety.Checker
	arm   *guard.Tool // predicts what the box does with poses; nil if the robot is sent joints
	dog   safety.Watchdog
	epoch uint32
	ok    bool // the robot was inside the workspace when the epoch began
	stop  bool // ordered by the operator
	down  bool // the robot is not ready, so the operator's reset is effective
}

// NewSanityChecker makes the reactor. arm predicts what the robot's joints would have to do; nil if that does not matter.
func NewSanityChecker(parent reactor.Parent, name string, p *Params, arm *guard.Tool) (*SanityChecker, error) {
	c := safety.Config{Limits: p.Limits(), T: p.Period.Seconds()}
	if arm != nil {
		c.Arm = arm
	}
	k, err := safety.NewChecker(c)
	if err != nil {
		return nil, fmt.Errorf("safety: %w", err)
	}
	r := &SanityChecker{k: k, arm: arm, dog: safety.Watchdog{HoldAfter: 5 * p.Period, HaltAfter: 20 * p.Period}}
	reactor.Init(parent, name, r)
	r.Reaction("order").On(&r.Operator).Do(r.order)
	r.Takeover.Optional()
	r.Reaction("take over").On(&r.Takeover).Do(func() { r.ok = r.k.Start(r.Takeover.Get()) == nil })
	r.Reaction("check").On(&r.State).Uses(&r.Next, &r.Alarm).Sets(&r.Checked, &r.Command, &r.Verdict).Do(r.check)
	return r, nil
}

func (r *SanityChecker) order() {
	switch r.Operator.Get() {
	case OperatorStop:
		r.stop = true
		r.k.Stop()
	case OperatorReset:
		r.stop = r.stop && !r.down
	}
}

func (r *SanityChecker) check() {
	s := r.State.Get()
	if r.down = !s.Ready; r.down {
		return
	}
	if s.Epoch != r.epoch {
		if s.Fault != xarm.FaultNone {
			return
		}
		r.begin(&s)
	}
	if !r.ok { // the robot is where it must not move: wait for the operator
		r.Verdict.Set(SafetyState{Verdict: safety.EStop, Stopped: true, Rest: true})
		return
	}
	if s.Fault == xarm.FaultNone {
		r.dog.Feed(r.Elapsed())
		if r.arm != nil {
			r.arm.See(s.Q[:])
		}
	}
	level := r.dog.Look(r.Elapsed())
	if r.Alarm.Present() || level == safety.Halt {
		r.k.Stop()
	}
	var pose spatial.Pose
	var verdict safety.Verdict
	if r.Next.Present() && level == safety.Alive {
		pose, verdict = r.k.Check(r.Next.Get().Pose)
	} else {
		pose, verdict = r.k.Missing()
	}
	c := r.k.Command()
	r.Checked.Set(Command{Pose: pose, Epoch: s.Epoch})
	r.Command.Set(c)
	r.Verdict.Set(SafetyState{verdict, r.k.Stopped(), level, c.V.Norm(), !c.Moving() && c.W == (spatial.Vec3{})})
}

// begin starts an epoch from the robot's pose.
func (r *SanityChecker) begin(s *WorldData) {
	r.epoch = s.Epoch
	if r.arm != nil {
		r.arm.Begin(s.Q[:])
	}
	r.ok = r.k.Reset(s.Pose) == nil
	r.dog.Reset(r.Elapsed())
	if r.stop {
		r.k.Stop()
	}
}

const (
	late   = 100 * time.Millisecond // a frame this old is used and counted as late
	oldest = 300 * time.Millisecond // an older frame is not used, because it no longer says where the lemon is
)
