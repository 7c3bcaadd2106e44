package grasp

import (
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Command is a cycle's command to the arm.
type Command struct {
	Pose  spatial.Pose // of the flange
	Epoch uint32
}

// Robot talks to the devices: each cycle it reads them, and later at the same tag sends the commands that come back. A lost
// link, an error of the control box or a stop by the safety check makes the arm unready; it becomes ready again at the chart's
// order, once it rests.
//
//	timer     cycle
//	in        command, hand, restart
//	out       reading
//	sensor    devices
//	actuators servo, fingers, power, power_off
type Robot struct {
	reactor.Reactor
	Cycle    reactor.Timer
	Command  reactor.In[Command]
	Hand     reactor.In[Hand]
	Restart  reactor.In[bool]
	Reading  reactor.Out[Reading]
	Devices  reactor.Sensor[Reading]
	Servo    reactor.Actuator[Command, xarm.Fault]
	Fingers  reactor.Actuator[Hand, xarm.Fault]
	Power    reactor.Actuator[bool, xarm.PowerAnswer]
	PowerOff reactor.Actuator[bool, xarm.PowerAnswer] // at the end, which may come at the tag of a Power

	ready bool
	epoch uint32
	last  Reading

	PowerUps uint32
}

// poses sends the pose of a command.
type poses struct {
	to reactor.Driven[spatial.Pose, xarm.Fault]
}

// Command implements reactor.Driven.
func (d poses) Command(c Command) xarm.Fault { return d.to.Command(c.Pose) }

// Limits implements reactor.Driven.
func (d poses) Limits() string { return d.to.Limits() }

func newRobot(parent reactor.Parent, name string, x *device, period time.Duration) *Robot {
	r := &Robot{}
	reactor.Init(parent, name, r)
	r.Cycle.Set(0, period)
	if x != nil {
		r.Devices.Bind(x.read)
		power := hw.Still("switches the motors; the arm rests before and after", x.power)
		r.Servo.Bind(poses{x.servo()})
		r.Fingers.Bind(x.fingers())
		r.Power.Bind(power)
		r.PowerOff.Bind(power)
	}
	r.Reaction("start").On(r.Startup()).Do(r.powerUp)
	r.Reaction("fetch").On(&r.Cycle).Sets(&r.Reading).Do(r.fetch)
	r.Reaction("restart").On(&r.Restart).Do(func() {
		if !r.ready && r.last.Fault == xarm.FaultNone {
			r.powerUp()
		}
	})
	r.Reaction("servo").On(&r.Command).Do(func() {
		c := r.Command.Get()
		if !r.ready || c.Epoch != r.epoch {
			return
		}
		if f := r.Servo.Do(c); f == xarm.FaultLost || f == xarm.FaultNotReady {
			r.ready = false
		}
	})
	r.Reaction("grip").On(&r.Hand).Do(func() { r.Fingers.Do(r.Hand.Get()) })
	r.Reaction("stop").On(r.Shutdown()).Do(func() { r.PowerOff.Do(false) })
	return r
}

func (r *Robot) powerUp() {
	a := r.Power.Do(true)
	if r.ready = a.Fault == xarm.FaultNone && a.Error == 0; r.ready {
		r.epoch++
		r.PowerUps++
	}
}

func (r *Robot) fetch() {
	d := r.Devices.Read()
	if d.Fault == xarm.FaultLost || d.Fault == xarm.FaultNotReady || d.Error != 0 {
		r.ready = false
	}
	d.Ready, d.Epoch = r.ready, r.epoch
	r.last = d
	r.Reading.Set(d)
}
