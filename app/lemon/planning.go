package lemon

import (
	"time"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Interface connects the network with the robot, a simulation or a test: it passes world data on.
//
//	in  in
//	out out
type Interface struct {
	reactor.Reactor
	In  reactor.In[WorldData]
	Out reactor.Out[WorldData]
}

// NewInterface makes the reactor.
func NewInterface(parent reactor.Parent, name string) *Interface {
	r := &Interface{}
	reactor.Init(parent, name, r)
	r.Reaction("pass").On(&r.In).Sets(&r.Out).Do(func() { r.Out.Set(r.In.Get()) })
	return r
}

// Row is a line of the world data's CSV file.
type Row struct {
	X, Y, Z          float64 // m
	Roll, Pitch, Yaw float64 // rad
	Q                [Joints]float64
	DQ               [Joints]float64
}

// CSVWorldData turns world data into the rows of a CSV file, which the recorder writes off the control thread.
//
//	in  in
//	out row
type CSVWorldData struct {
	reactor.Reactor
	In  reactor.In[WorldData]
	Row reactor.Out[Row]
}

// newCSVWorldData makes the reactor.
func newCSVWorldData(parent reactor.Parent, name string) *CSVWorldData {
	r := &CSVWorldData{}
	reactor.Init(parent, name, r)
	r.Reaction("write").On(&r.In).Sets(&r.Row).Do(func() {
		d := r.In.Ref()
		e := d.Pose.R.RPY()
		r.Row.Set(Row{d.Pose.P.X, d.Pose.P.Y, d.Pose.P.Z, e.Roll, e.Pitch, e.Yaw, d.Q, d.DQ})
	})
	return r
}

// Moderator validates the robot's data: it repairs readings that the control box repeated because its registers are refreshed
// more slowly than they are read (section 4.1 of the thesis), and reports a real standstill.
//
//	in        in, commanded (the command of the cycle before)
//	parameter repair
//	out       out, alarm
type Moderator struct {
	reactor.Reactor
	Repair    reactor.Parameter[bool]
	In        reactor.In[WorldData]
	Commanded reactor.In[Command]
	Out       reactor.Out[WorldData]
	Alarm     reactor.Out[motion.Verdict]

	m     *motion.Moderator
	cfg   motion.ModeratorConfig
	last  spatial.Pose
	sent  bool
	on    bool
	epoch uint32
	Stale int // readings repaired so far
	seen  spatial.Pose
}

// newModerator makes the reactor. If it does not repair, it passes everything on unchanged, which shows the thesis' bug.
func newModerator(parent reactor.Parent, name string, p *Params) *Moderator {
	r := &Moderator{cfg: motion.ModeratorConfig{T: p.Period.Seconds(), Refresh: max(p.StalePeriod.Seconds(), p.Period.Seconds())}}
	reactor.Init(parent, name, r)
	r.Repair.Define(p.Moderator, reactor.ParamInfo{Help: "repair readings that the box repeats; off shows the thesis' bug"})
	r.Reaction("moderate").On(&r.In).Uses(&r.Commanded).Sets(&r.Out, &r.Alarm).Do(r.moderate)
	return r
}

func (r *Moderator) moderate() {
	d := r.In.Get()
	if on := r.Repair.Get(); r.m == nil || d.Epoch != r.epoch || on != r.on {
		r.epoch, r.sent, r.on = d.Epoch, false, on
		r.m, _ = motion.NewModerator(r.cfg) // the configuration was checked with the parameters
	}
	if c := r.Commanded.Ref(); c != nil && c.Epoch == d.Epoch {
		r.last, r.sent = c.Pose, true
	}
	repeated := d.Fault == xarm.FaultNone && r.sent && d.Pose == r.seen
	r.seen = d.Pose
	switch {
	case !r.on:
		if repeated {
			r.Stale++
		}
	case r.sent && d.Ready:
		pose, verdict := r.m.Step(d.Pose, r.last)
		if verdict == motion.Repeated {
			r.Stale++
		}
		d.Repaired = pose != d.Pose
		d.Pose = pose
		if verdict == motion.Standing || verdict == motion.Deviating {
			r.Alarm.Set(verdict)
		}
	}
	r.Out.Set(d)
}

// Decoder extracts the position from the world data.
//
//	in  in
//	out position (every cycle), state
type Decoder struct {
	reactor.Reactor
	In       reactor.In[WorldData]
	Position reactor.Out[spatial.Pose]
	State    reactor.Out[WorldData]
}

// NewDecoder makes the reactor.
func NewDecoder(parent reactor.Parent, name string) *Decoder {
	r := &Decoder{}
	reactor.Init(parent, name, r)
	r.Reaction("decode").On(&r.In).Sets(&r.Position, &r.State).Do(func() {
		d := r.In.Get()
		r.State.Set(d)
		if d.Epoch > 0 && d.Pose.Finite() && d.Pose.R != (spatial.Rot{}) {
			r.Position.Set(d.Pose)
		}
	})
	return r
}

// LastPositionHolder holds the position of the previous cycle.
//
//	in  current
//	out last
type LastPositionHolder struct {
	reactor.Reactor
	Current reactor.In[spatial.Pose]
	Last    reactor.Out[spatial.Pose]

	last spatial.Pose
	has  bool
}

// newLastPositionHolder makes the reactor.
func newLastPositionHolder(parent reactor.Parent, name string) *LastPositionHolder {
	r := &LastPositionHolder{}
	reactor.Init(parent, name, r)
	r.Reaction("hold").On(&r.Current).Sets(&r.Last).Do(func() {
		if !r.has {
			r.last, r.has = r.Current.Get(), true
		}
		r.Last.Set(r.last)
		r.last = r.Current.Get()
	})
	return r
}

// Instructor knows the overall target: it takes new ones from the camera's network and gives the current one to the planner
// each cycle. A place given by the operator replaces the camera's targets until the operator withdraws it.
//
//	in  current, target, place
//	out target_position
type Instructor struct {
	reactor.Reactor
	Current        reactor.In[spatial.Pose]
	Target         reactor.In[Target]
	Place          reactor.In[Retarget]
	TargetPosition reactor.Out[Target]

	target Target
	has    bool
	manual bool
}

// newInstructor makes the reactor.
func newInstructor(parent reactor.Parent, name string, w motion.Workspace) *Instructor {
	r := &Instructor{}
	reactor.Init(parent, name, r)
	r.Reaction("go").On(&r.Place).Do(func() {
		t := r.Place.Get()
		p, ok := w.Project(spatial.V(t.X, t.Y, t.Z))
		if r.manual = t.On && ok && r.has; r.manual {
			r.target = Target{Pose: spatial.Pose{P: p, R: r.target.Pose.R}, Taken: r.Tag().Time, Fresh: true, Moves: true}
		}
	})
	r.Reaction("retarget").On(&r.Target).Do(func() {
		if r.manual {
			return
		}
		t := r.Target.Get()
		if t.Hold && r.has && !r.target.Hold { // keep the last target until the lemon is seen again
			r.target.Hold, r.target.Fresh = true, false
			return
		}
		r.target, r.has = t, true
	})
	r.Reaction("instruct").On(&r.Current).Sets(&r.TargetPosition).Do(func() {
		if !r.has {
			r.target, r.has = Target{Pose: r.Current.Get(), Taken: r.Tag().Time, Hold: true}, true
		}
		r.TargetPosition.Set(r.target)
		r.target.Fresh = false
	})
	return r
}

// Velocity sets the speed for the next cycle: for the thesis' planner it is proportional to the distance (or, in the literal
// form, always the greatest speed), for Sinew's a cap.
//
//	in        current, target
//	parameter cap
//	out       speed
type Velocity struct {
	reactor.Reactor
	Current reactor.In[spatial.Pose]
	Target  reactor.In[Target]
	Cap     reactor.Parameter[float64]
	Speed   reactor.Out[float64]
}

// NewVelocity makes the reactor.
func NewVelocity(parent reactor.Parent, name string, p *Params) *Velocity {
	r := &Velocity{}
	reactor.Init(parent, name, r)
	law := motion.DefaultThesis()
	law.T, law.V, law.A = p.Period.Seconds(), p.Speed, p.Acc
	r.Cap.Define(p.Speed, reactor.ParamInfo{Unit: "m/s", Help: "greatest speed of the tool", Min: 0, Max: p.Speed})
	proportional := p.Planner == "thesis-proportional"
	r.Reaction("control").On(&r.Current).Uses(&r.Target).Sets(&r.Speed).Do(func() {
		v := law.V
		if t := r.Target.Ref(); proportional && t != nil {
			v = law.Proportional(r.Current.Get(), t.Pose)
		}
		r.Speed.Set(min(v, max(r.Cap.Get(), 0)))
	})
	return r
}

// OperatorCommand is an order from outside.
type OperatorCommand uint8

// The operator's orders.
const (
	OperatorStop  OperatorCommand = iota + 1 // emergency stop: brake along the path, and stay stopped
	OperatorReset                            // continue after a stop or an error, once the robot rests
)

// Retarget sends the tool to a place instead of the lemon.
type Retarget struct {
	On      bool    // false: follow the lemon again
	X, Y, Z float64 // m, of the tool in the base frame; a place outside the workspace is moved to its border
}

// Operator is the door for orders from people: keys, buttons, a page.
//
//	physical actions order, retarget
//	out              command, place
type Operator struct {
	reactor.Reactor
	Order    reactor.PhysicalAction[OperatorCommand]
	Retarget reactor.PhysicalAction[Retarget]
	Command  reactor.Out[OperatorCommand]
	Place    reactor.Out[Retarget]

	stopped bool
}

// newOperator makes the operator's door.
func newOperator(parent reactor.Parent, name string) *Operator {
	o := &Operator{}
	reactor.Init(parent, name, o)
	o.Order.MinSpacing(time.Millisecond, reactor.Defer)
	o.Reaction("pass").On(&o.Order).Sets(&o.Command).Do(func() {
		switch c := o.Order.Get(); c {
		case OperatorStop, OperatorReset:
			o.stopped = c == OperatorStop
			o.Command.Set(c)
		default:
			o.Order.Refuse("there are two orders: 1 stops, 2 goes on")
		}
	})
	o.Reaction("send").On(&o.Retarget).Sets(&o.Place).Do(func() {
		switch r := o.Retarget.Get(); {
		case !spatial.V(r.X, r.Y, r.Z).Finite():
			o.Retarget.Refuse("a place is three finite numbers")
		case r.On && o.stopped:
			o.Retarget.Refuse("the emergency stop is held: reset it first")
		default:
			o.Place.Set(r)
		}
	})
	return o
}
