package grasp

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/guard"
)

// Motion turns the chart's wish into the next pose of the flange, by the velocity that the wish asks for: towards a place, down
// at a speed, or by the error of a force (an admittance without mass). The velocity is reached within the limits on acceleration and
// jerk. The safety check has the last word: it passes only poses from which the arm can stop.
//
//	in  reading, felt, wish
//	out command, state
type Motion struct {
	reactor.Reactor
	Reading reactor.In[Reading]
	Felt    reactor.In[Felt]
	Wish    reactor.In[Wish]
	Command reactor.Out[Command]
	State   reactor.Out[State]

	law   motion.Law
	k     *safety.Checker
	arm   *guard.Tool
	dog   safety.Watchdog
	dt    float64
	epoch uint32
	ok    bool // the arm stood inside the workspace when the epoch began
	state State
	wish  Wish // the last one
}

// Gains of the force control: the tool's speed per missing newton.
const (
	pressGain  = 4e-4 // m/s per newton, along the vertical
	yieldGain  = 2e-3 // m/s per newton, sideways
	yieldFrom  = 0.3  // N: less is friction or noise
	mostPress  = 0.01 // m/s
	mostYield  = 0.03 // m/s
	arrived    = 5e-4 // m
	turned     = 2e-3 // rad
	turnSpeed  = 1.0  // rad/s
	turnAcc    = 4.0  // rad/s²
	gain       = 12.0 // 1/s, near the goal
	softly     = 6e-3 // m: this near to a possible contact, the tool descends softly
	slowing    = 4.0  // 1/s: rate of slowing down on the way there
	mostFaults = 3    // consecutive failed readings during which the motion goes on
)

func newMotion(parent reactor.Parent, name string, p *Params, chain *kinematics.Chain, collider *kinematics.Collider) (*Motion, error) {
	dt := p.Period.Seconds()
	r := &Motion{law: motion.NewLaw(p.limits().Limits, dt), arm: guard.NewTool(chain, collider, dt), dt: dt,
		dog: safety.Watchdog{HoldAfter: mostFaults * p.Period, HaltAfter: 25 * p.Period}}
	var err error
	if r.k, err = safety.NewChecker(safety.Config{Limits: p.limits(), T: dt, Arm: r.arm}); err != nil {
		return nil, fmt.Errorf("safety: %w", err)
	}
	reactor.Init(parent, name, r)
	r.Reaction("move").On(&r.Reading).Uses(&r.Felt, &r.Wish).Sets(&r.Command, &r.State).Do(r.move)
	return r, nil
}

func (r *Motion) move() {
	d := r.Reading.Ref()
	if w := r.Wish.Ref(); w != nil {
		r.wish = *w
	}
	if !d.Ready {
		return
	}
	if d.Epoch != r.epoch {
		if d.Fault != xarm.FaultNone {
			return
		}
		r.epoch = d.Epoch
		r.arm.Begin(d.Q[:])
		r.ok = r.k.Reset(d.Pose) == nil
		r.dog.Reset(r.Elapsed())
		r.state = State{Stopped: !r.ok}
	}
	if !r.ok {
		r.State.Set(r.state)
		return
	}
	if d.Fault == xarm.FaultNone {
		r.dog.Feed(r.Elapsed())
		r.arm.See(d.Q[:])
	}
	level := r.dog.Look(r.Elapsed())
	if level == safety.Halt {
		r.k.Stop()
	}
	var pose spatial.Pose
	if level == safety.Alive {
		pose, _ = r.k.Check(r.next())
	} else {
		pose, _ = r.k.Missing()
	}
	r.Command.Set(Command{Pose: pose, Epoch: r.epoch})
	r.tell()
}

// next returns the pose to which the wish leads.
func (r *Motion) next() spatial.Pose {
	c := r.k.Command()
	w := &r.wish
	v, yaw := spatial.Vec3{}, yawOf(c.R)
	turn := 0.0
	switch w.Way {
	case Move:
		away := w.To.Sub(c.P.Sub(spatial.V(0, 0, reach)))
		if u, ok := away.Unit(); ok {
			v = u.Scale(min(w.Speed, toward(away.Norm(), gain, r.law.A/2)))
		}
		turn = min(turnSpeed, toward(math.Abs(angle(w.Yaw-yaw)), gain, turnAcc/2))
		turn = math.Copysign(turn, angle(w.Yaw-yaw))
	case Descend:
		v = spatial.V(0, 0, -r.careful(c.P.Z-reach))
	case Press:
		f := r.Felt.Get().Force
		v = spatial.V(f.X, f.Y, 0)
		if n := v.Norm(); n > yieldFrom {
			v = v.Scale(yieldGain * (n - yieldFrom) / n).Limit(mostYield)
		} else {
			v = spatial.Vec3{}
		}
		v.Z = -min(max(pressGain*(w.Force-f.Z), -mostPress), mostPress)
	}
	s := r.law.After(c.State, r.law.Toward(c.State, v))
	turn = min(max(turn, c.W.Z-turnAcc*r.dt), c.W.Z+turnAcc*r.dt)
	return spatial.Pose{P: s.P, R: down(yaw + turn*r.dt)}
}

// careful returns how fast to descend at a height: slower near the table, and where the fingertips or the palm may meet something.
func (r *Motion) careful(z float64) float64 {
	w := &r.wish
	gap := min(z, math.Abs(z-w.Top), math.Abs(z+2*padZ-w.Top))
	return min(w.Speed, w.Soft+slowing*max(gap-softly, 0))
}

// toward returns how fast to go to something x away: gain·x nearby; farther away, as fast as braking at the rate acc still allows.
func toward(x, gain, acc float64) float64 {
	near := acc / (gain * gain)
	if x > near {
		return math.Sqrt(2 * acc * (x - near/2))
	}
	return gain * x
}

// angle brings an angle to ±π/2, because half a turn makes no difference to a gripper.
func angle(a float64) float64 { return math.Remainder(a, math.Pi) }

// tell sets the state of the command.
func (r *Motion) tell() {
	c, w := r.k.Command(), &r.wish
	s := State{P: c.P.Sub(spatial.V(0, 0, reach)), V: c.V, Yaw: yawOf(c.R), Number: w.Number, Stopped: r.k.Stopped()}
	switch w.Way {
	case Move:
		s.Reached = s.P.Dist(w.To) < arrived && math.Abs(angle(w.Yaw-s.Yaw)) < turned
	case Halt:
		s.Reached = !c.Moving()
	}
	r.state = s
	r.State.Set(s)
}

// limits returns the limits of the commands.
func (p *Params) limits() safety.Limits {
	return safety.Limits{
		Limits: motion.Limits{V: p.Speed, A: p.Acc, J: p.Jerk, AngV: 1.5, AngA: 8},
		Workspace: motion.Workspace{Low: spatial.V(0.2, -0.45, reach-p.Below), High: spatial.V(0.6, 0.45, 0.5),
			Shells: []motion.Shell{{Center: spatial.V(0, 0, 0.267), Max: 0.66}}},
		Floor: reach - p.Below,
	}
}

// settled is how long contact is ignored after a motion begins, because starting shakes the sensor.
const settled = 120 * time.Millisecond
