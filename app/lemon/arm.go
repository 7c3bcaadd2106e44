package lemon

import (
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// XArmInterface talks to the robot: each cycle it reads the robot's data, and later at the same tag it sends the
// command that comes back from the motion planning network.
//
// A successful power-up makes the robot ready and begins a new epoch. A lost link, an error of the control box, or an
// emergency stop that has brought the arm to rest (the box is told to stop then) makes it unready, until the operator
// resets it. With AutoResume it recovers automatically, though never from an emergency stop. A reset has an effect
// only while the robot is not ready, answers and is at rest, so that the arm moves only when the operator can see it
// move.
//
//	timer     cycle
//	in        next_position_checked, operator, safety (of the cycle before)
//	out       world_data
//	sensor    reading
//	actuators servo, power, power_off
type XArmInterface struct {
	reactor.Reactor
	Cycle               reactor.Timer
	NextPositionChecked reactor.In[Command]
	Operator            reactor.In[OperatorCommand]
	Safety              reactor.In[SafetyState]
	WorldData           reactor.Out[WorldData]
	Reading             reactor.Sensor[WorldData]
	Servo               reactor.Actuator[Command, xarm.Fault]
	Power               reactor.Actuator[bool, xarm.PowerAnswer]
	PowerOff            reactor.Actuator[bool, xarm.PowerAnswer] // at the end: an actuator of its own, because the end may come at the tag of a Power

	auto  bool
	last  WorldData
	epoch uint32
	ready bool
	held  bool // by an emergency stop, which only the operator can end
	reset bool // the operator has asked for it since the last reading
	down  int  // cycles since the robot was ready
	rests int  // readings at rest since the last one in motion
	still int  // how many of these show that it rests

	Late    uint64 // commands sent after their deadlines
	Unready uint64 // cycles in which the robot was not ready
	Ignored uint64 // resets that came when there was nothing to reset, or the robot moved
}

// restSpeed is the joint speed (rad/s) below which a joint rests, according to the box's readings.
const restSpeed = 0.01

// retryAfter is how many cycles pass between attempts to make a robot ready.
const retryAfter = 250

// newXArmInterface makes the interface of arm.
func newXArmInterface(parent reactor.Parent, name string, arm *XArm, p *Params) *XArmInterface {
	x := &XArmInterface{auto: p.AutoResume, still: 5 + 2*int(p.StalePeriod/p.Period)}
	reactor.Init(parent, name, x)
	x.Cycle.Set(p.StartAfter, p.Period)
	if arm != nil {
		x.Reading.Bind(arm.Read)
		power := hw.Still("switches the motors; the arm rests before and after", arm.Power)
		x.Servo.Bind(arm.Servo())
		x.Power.Bind(power)
		x.PowerOff.Bind(power)
	}
	x.Reaction("start").On(x.Startup()).Do(func() { x.powerUp() })
	x.Reaction("order").On(&x.Operator).Do(x.order)
	x.Reaction("fetch").On(&x.Cycle).Uses(&x.Safety).Sets(&x.WorldData).Do(x.fetch)
	x.Reaction("servo").On(&x.NextPositionChecked).Deadline(p.Deadline, x.late).Do(x.servo)
	x.Reaction("stop").On(x.Shutdown()).Do(func() { x.PowerOff.Do(false) })
	return x
}

func (x *XArmInterface) powerUp() {
	a := x.Power.Do(true)
	x.ready, x.down = a.Fault == xarm.FaultNone && a.Error == 0, 0
	if x.ready {
		x.epoch++
		x.held = false
	}
}

// order takes the operator's orders. The stop itself is the SanityChecker's.
func (x *XArmInterface) order() {
	switch x.Operator.Get() {
	case OperatorStop:
		x.held, x.reset = true, false
	case OperatorReset:
		x.reset = true
	}
}

// fetch reads the robot and decides whether it is ready.
func (x *XArmInterface) fetch() {
	d := x.Reading.Read()
	if d.Fault != xarm.FaultNone {
		f := d.Fault
		d = x.last
		d.Fault = f
	} else {
		x.last = d
	}
	x.watch(&d)
	if s := x.Safety.Ref(); x.ready && s != nil && s.Stopped && s.Rest {
		x.Power.Do(false)
		x.ready, x.held = false, true
	}
	if d.Fault == xarm.FaultLost || d.Error != 0 {
		x.ready = false
	}
	x.recover(&d)
	d.Ready, d.Epoch = x.ready, x.epoch
	x.WorldData.Set(d)
}

// watch counts the readings that show the robot at rest.
func (x *XArmInterface) watch(d *WorldData) {
	switch d.Fault {
	case xarm.FaultNone:
		x.rests++
		for _, v := range d.DQ {
			if !(v < restSpeed && v > -restSpeed) {
				x.rests = 0
			}
		}
	case xarm.FaultLost:
		x.rests = 0
	}
}

// recover makes a robot ready again, if that is allowed.
func (x *XArmInterface) recover(d *WorldData) {
	asked := x.reset
	x.reset = false
	can := !x.ready && d.Fault == xarm.FaultNone && x.rests >= x.still
	if asked && !can {
		x.Ignored++
	}
	if x.ready {
		return
	}
	x.Unready++
	x.down++
	if can && (asked || x.auto && !x.held && x.down%retryAfter == 0) {
		x.powerUp()
	}
}

func (x *XArmInterface) servo() {
	c := x.NextPositionChecked.Get()
	if !x.ready || c.Epoch != x.epoch {
		return
	}
	if f := x.Servo.Do(c); f == xarm.FaultLost || f == xarm.FaultNotReady {
		x.ready = false
	}
}

// late sends a command although it has missed its deadline: the limits hold between consecutive commands, so omitting
// one would double the next step.
func (x *XArmInterface) late() {
	x.Late++
	x.servo()
}
