package grasp

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/guard"
)

// device is arm, gripper and sensor behind one connection. Its answers are plain values, so that they can be recorded.
type device struct {
	arm, grip *hw.Commander
	sensor    *xarm.ForceSensor
	state     [xarm.StateLen]float64
	wrench    [6]float64
	hand      [xarm.GripperLen]float64
	last      Reading
	calls     uint64
}

const (
	redialEvery = 25 // readings between attempts to restore a lost connection
	gripEvery   = 5  // readings between two of the gripper
	misses      = 5  // unanswered calls that end a connection
)

// newDevice connects, and claims the arm and the gripper.
func newDevice(dial xarm.Dial, p *Params) (*device, error) {
	d, err := xarm.NewDriver(xarm.DriverConfig{Dial: dial, Client: xarm.ClientConfig{Timeout: p.Period}, MaxMisses: misses, Period: p.Period})
	if err != nil {
		return nil, err
	}
	grip, sensor := xarm.NewEffectors(d)
	poses, err1 := guard.NewPoses(guard.Box(), p.Period.Seconds(), nil)
	claims, err2 := hw.NewClaims(d.Info(), grip.Info())
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	x := &device{sensor: sensor}
	x.arm, err1 = claims.Command(Program, d, xarm.GroupTCPPose, poses)
	x.grip, err2 = claims.Command(Program, grip, xarm.GroupGrip, fingers{})
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if err := x.connect(); err != nil {
		return nil, fmt.Errorf("connecting to the control box: %w", err)
	}
	return x, nil
}

// connect brings all three into contact, and the sensor and the gripper into use.
func (x *device) connect() error {
	if err := x.arm.Enter(hw.Inactive); err != nil {
		return err
	}
	return errors.Join(use(x.sensor), use(x.grip))
}

// entering is a driver with a life cycle.
type entering interface {
	hw.Stater
	Enter(hw.LifeCycle) error
}

// use takes a driver to Active.
func use(d entering) error {
	if d.LifeCycle() == hw.Unconfigured {
		if err := d.Enter(hw.Inactive); err != nil {
			return err
		}
	}
	return d.Enter(hw.Active)
}

// fingers limits the gripper's commands. It implements hw.Limiter.
type fingers struct{}

// Begin implements hw.Limiter.
func (fingers) Begin([]float64) error { return nil }

// Limit implements hw.Limiter.
func (fingers) Limit(c []float64) (v safety.Verdict) {
	for i, most := range [3]float64{xarm.GripperStroke, maxGripSpeed, maxGripForce} {
		if x := min(max(c[i], 0), most); x != c[i] {
			c[i], v = x, safety.Limited
		}
	}
	return v
}

// String implements hw.Limiter.
func (fingers) String() string { return "width, speed and force of the fingers" }

const (
	maxGripSpeed = 0.08 // m/s
	maxGripForce = 30.0 // N
)

// read takes a reading.
func (x *device) read() Reading {
	x.calls++
	if x.arm.LifeCycle() == hw.Unconfigured && x.calls%redialEvery == 0 {
		_ = x.connect() // if it fails, the next attempt follows
	}
	if err := x.arm.Read(x.state[:]); err != nil {
		x.last.Fault, x.last.Feels = xarm.FaultOf(err), false
		return x.last
	}
	s, w := &x.state, &x.last
	w.Fault, w.Error = xarm.FaultNone, uint8(s[xarm.StateError])
	copy(w.Q[:], s[xarm.StateQ:])
	w.Pose = xarm.PoseOf(s[xarm.StatePose:])
	if w.Feels = x.sensor.Read(x.wrench[:]) == nil; w.Feels {
		w.Wrench = x.wrench
	}
	if x.calls%gripEvery == 0 && x.grip.Read(x.hand[:]) == nil {
		w.Width, w.Grip = x.hand[xarm.GripperWidth], uint8(x.hand[xarm.GripperState])
		w.Fingers++
	}
	return *w
}

// servo returns the device that takes poses of the flange.
func (x *device) servo() reactor.Driven[spatial.Pose, xarm.Fault] {
	return hw.NewDrive(x.arm, func(c *spatial.Pose, to []float64) { xarm.PutPose(to, c) }, xarm.FaultOf)
}

// fingers returns the device that takes commands for the gripper.
func (x *device) fingers() reactor.Driven[Hand, xarm.Fault] {
	return hw.NewDrive(x.grip, func(c *Hand, to []float64) { to[0], to[1], to[2] = c.Width, c.Speed, c.Force }, xarm.FaultOf)
}

// power makes the robot ready, or not: on clears errors and switches everything on, off stops the arm.
func (x *device) power(on bool) xarm.PowerAnswer {
	a := xarm.Power(x.arm, on)
	if on && a == (xarm.PowerAnswer{}) {
		_, _ = use(x.sensor), use(x.grip) // readings show if they do not answer
	}
	return a
}

// yawOf returns the yaw of a flange that points down.
func yawOf(r spatial.Rot) float64 {
	x := r.Col(0)
	return math.Atan2(x.Y, x.X)
}
