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

// Planner calculates the next position on the way to the target. Two planners stand behind its ports: the thesis'
// (equations 1 to 11 and Algorithm 1, from readings) and Sinew's motion.Servo (from its own commands).
//
//	in  state, current, last, target, speed, commanded (what the safety check let out a cycle ago)
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
	lead   bool         // the thesis' planner is given commands where the robot follows them
	before spatial.Pose // commanded before the last command …
	led    bool         // … if it is of this epoch
	period float64      // s
	epoch  uint32

	Late, Old uint64 // targets used although they were late, and targets too old to be used
}

// NewPlanner makes the reactor with the planner that p names.
func NewPlanner(parent reactor.Parent, name string, p *Params) (*Planner, error) {
	r := &Planner{period: p.Period.Seconds()}
	reactor.Init(parent, name, r)
	if p.Planner == "servo" {
		l := p.Limits()
		c := motion.ServoConfig{Limits: l.Limits, T: p.Period.Seconds(), Workspace: &l.Workspace, Tracker: motion.TrackerConfig{Fresh: oldest.Seconds()}}
		if p.Path == "joint" {
			c.Diverge = 1 // JointServo may lag behind the plan on purpose; the Moderator watches whether the robot follows
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
	if now.Epoch != r.epoch { // the robot was made ready anew: begin where it stands
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
	if r.seen.Seen() { // what the robot does in answer to a command is seen later: the target is met there
		r.servo.Lead(r.seen.At(r.Tag().Time.Duration().Seconds() + r.answer.Late()))
	}
	next, status := r.servo.Next(motion.Input{Reading: r.Current.Get(), Read: now.Fault == xarm.FaultNone, Speed: r.Speed.Get()})
	r.Next.Set(Plan{next, status})
}

// look takes a target, however late, and leads it on by its age, up to a bound.
func (r *Planner) look(t *Target) {
	switch age := (r.Tag().Time - t.Taken).Duration(); {
	case age > oldest:
		r.Old++
		return
	case age > late:
		r.Late++
	}
	s := motion.Sighting{Pose: t.Pose, Vel: t.Vel, Moves: t.Moves, Age: max(0, (r.Tag().Time - t.Taken).Duration().Seconds())}
	if t.Moves || !t.Pose.Finite() { // its motion is told, or makes no sense
		r.seen.Forget()
	} else {
		r.seen.See(t.Taken.Duration().Seconds(), t.Pose.P)
		c := r.seen.At(r.Tag().Time.Duration().Seconds())
		s.Moves, s.Vel, s.Pose.P = true, c.V, c.P.Sub(c.V.Scale(s.Age))
	}
	r.servo.Target(s)
}

// moved returns the last two positions for the thesis' planner. The registers of the thesis' robot show where it was told
// to be (Table 1: each reading is the last planned position, until one is read twice). A robot whose registers show its
// joints lags by their servos and friction. A planner that takes its speed from such readings loses more of it in each
// cycle than a' = a_max·T² adds when T is 4 ms, and creeps. So where the Moderator vouches for the readings, the commands
// that the robot is carrying out stand in for them; without it they are taken as they come.
func (r *Planner) moved(epoch uint32) (last, current spatial.Pose) {
	last, current = r.Last.Get(), r.Current.Get()
	c := r.Commanded.Ref()
	if !r.lead || c == nil {
		return last, current
	}
	if epoch != r.epoch { // earlier commands are void: begin at rest where the robot stands
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

// SafetyState says what the SanityChecker did in a cycle.
type SafetyState struct {
	Verdict safety.Verdict
	Stopped bool         // emergency stop: latched until the operator resets it
	Cause   safety.Level // of the watchdog
	Speed   float64      // m/s, of the command
	Rest    bool         // the command stands still
}

// SanityChecker verifies the planned motion before it leaves the network: speed, acceleration, jerk and workspace.
// It brings the robot to rest along its path when the robot does not follow, when an input fails to come, or when the
// operator says so. Only a new epoch, in which the robot has been made ready again, ends such a stop, and a stop that the
// operator ordered needs the operator's reset as well.
//
//	in  state, current, next, alarm, operator, takeover
//	out checked, command (the checked motion's state), state_out
type SanityChecker struct {
	reactor.Reactor
	State    reactor.In[WorldData]
	Next     reactor.In[Plan]
	Alarm    reactor.In[motion.Verdict]
	Operator reactor.In[OperatorCommand]
	Takeover reactor.In[motion.Command] // a motion already under way, where a test begins in one
	Checked  reactor.Out[Command]
	Command  reactor.Out[motion.Command]
	Verdict  reactor.Out[SafetyState]

	k     *safety.Checker
	arm   *guard.Tool // what the box makes of poses; nil where the robot is sent joints
	dog   safety.Watchdog
	epoch uint32
	ok    bool // the robot stood inside the workspace when the epoch began
	stop  bool // ordered by the operator
	down  bool // the robot is not ready: the operator's reset counts
}

// NewSanityChecker makes the reactor. arm foresees what the robot's joints would have to do; nil where that does not matter.
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
	if !r.ok { // the robot stands where it must not move: wait for the operator
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

// begin starts an epoch from the place where the robot stands.
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
	oldest = 300 * time.Millisecond // an older one is not used: it no longer says where the lemon is
)
