package xarm

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/hw"
)

// The maker's two-finger gripper, which is a Modbus slave on the line in the arm (vendor's user manual of the gripper and its
// SDKs), and the force-torque sensor between flange and tool (registers 200, 201). Both answer through the box, so their
// drivers share the arm's Session and are used from the arm's goroutine.

// GripperStroke is the distance between the fingers of the open gripper, m.
const GripperStroke = 0.084

const (
	gripperPulses = 850.0 // of the whole stroke
	gripperForce  = 30.0  // N, at the setting of 100 per cent
	hostTool      = 9     // the line in the arm
	unitGripper   = 8

	gripperStatus   = 0x0000
	gripperEnable   = 0x0100
	gripperMode     = 0x0101
	gripperSpeed    = 0x0303
	gripperStrength = 0x0506
	gripperGoal     = 0x0700
	gripperAt       = 0x0702
)

// Offsets in the slice that Gripper.Read fills.
const (
	GripperWidth = 0 // m between the fingers
	GripperState = 1 // 0 at rest, 1 moving, 2 something is caught
	GripperLen   = 2
)

// GroupGrip is the gripper's only group: the width to go to (m), the speed (m/s), and the greatest force (N).
const GroupGrip = "grip"

// NewEffectors makes the drivers of the devices at the flange of d's arm. Without a connection to the arm they are Unconfigured.
func NewEffectors(d *Driver) (*Gripper, *ForceSensor) {
	grip, sensor := &Gripper{effector: effector{sess: d.sess}}, &ForceSensor{effector{sess: d.sess}}
	grip.info = hw.Info{Name: d.info.Name + "_gripper", Period: d.info.Period,
		State: []hw.Handle{{Name: "gripper/width", Unit: "m", Index: 0}, {Name: "gripper/state", Unit: "1", Index: 1}},
		Groups: []hw.Group{{Name: GroupGrip, Command: []hw.Handle{{Name: "gripper/width", Unit: "m", Index: 0},
			{Name: "gripper/speed", Unit: "m/s", Index: 1}, {Name: "gripper/force", Unit: "N", Index: 2}}}}}
	sensor.info = hw.Info{Name: d.info.Name + "_force", Period: d.info.Period}
	for i, n := range [...]string{"x", "y", "z"} {
		sensor.info.State = append(sensor.info.State, hw.Handle{Name: "flange/force_" + n, Unit: "N", Index: i})
	}
	for i, n := range [...]string{"x", "y", "z"} {
		sensor.info.State = append(sensor.info.State, hw.Handle{Name: "flange/torque_" + n, Unit: "N·m", Index: 3 + i})
	}
	return grip, sensor
}

// effector is the part that the drivers at the flange share.
type effector struct {
	info  hw.Info
	sess  *Session
	made  int // connection on which it was configured
	state hw.LifeCycle
}

// Info implements hw.Driver.
func (e *effector) Info() hw.Info { return e.info }

// LifeCycle implements hw.Stater.
func (e *effector) LifeCycle() hw.LifeCycle {
	if e.state != hw.Finalized && e.state != hw.Unconfigured && (!e.sess.Connected() || e.made != e.sess.Connections()) {
		e.state = hw.Unconfigured
	}
	return e.state
}

// enter goes one step; switched is called on the way to Active.
func (e *effector) enter(to hw.LifeCycle, switched func(c *Client) error) error {
	from := e.LifeCycle()
	if err := from.Step(e.info.Name, to); err != nil {
		return err
	}
	switch {
	case to == hw.Inactive && from == hw.Unconfigured:
		if !e.sess.Connected() {
			return ErrLost
		}
		e.made = e.sess.Connections()
	case to == hw.Active && from == hw.Inactive:
		if err := e.sess.Note(switched(e.sess.Client())); err != nil {
			return err
		}
	}
	e.state = to
	return nil
}

// ForceSensor is the force-torque sensor at the flange. It implements hw.Driver and commands nothing.
type ForceSensor struct{ effector }

// Enter implements hw.Driver; Active switches the sensor on, and it measures.
func (s *ForceSensor) Enter(to hw.LifeCycle) error {
	return s.enter(to, func(c *Client) error {
		c.args = append(c.args[:0], 1)
		return c.setting(RegForceEnable, c.cfg.Timeout)
	})
}

// Use implements hw.Driver: there are no groups.
func (s *ForceSensor) Use(group string) error {
	return fmt.Errorf("hw: driver %q has no command group %q", s.info.Name, group)
}

// Write implements hw.Driver.
func (s *ForceSensor) Write([]float64) error { return hw.ErrState }

// Read implements hw.Driver: the wrench on the tool, including its weight, in the flange's frame: three forces in N, three torques
// in N·m about the middle of the flange.
func (s *ForceSensor) Read(state []float64) error {
	if s.LifeCycle() != hw.Active {
		return hw.ErrState
	}
	if len(state) != 6 {
		return hw.ErrCommand
	}
	c := s.sess.Client()
	c.args = append(c.args[:0], 1)
	p, err := c.query(RegForceData)
	if err != nil {
		return s.sess.Note(err)
	}
	if len(p) != 24 {
		c.n.Rejected++
		return s.sess.Note(ErrBadLength)
	}
	var v [6]float64
	if err := c.numbers(p, v[:], 1e4); err != nil {
		return s.sess.Note(err)
	}
	copy(state, v[:])
	return s.sess.Note(nil)
}

// Gripper is the maker's two-finger gripper. It implements hw.Driver. A command takes a few round trips, so send one when
// something changes, not every cycle.
type Gripper struct {
	effector
	used bool // its group is in use
}

// Enter implements hw.Driver; Active enables the gripper, in position mode. The fingers stop where they are when it leaves Active.
func (g *Gripper) Enter(to hw.LifeCycle) error {
	switch from := g.LifeCycle(); {
	case to == hw.Active && from == hw.Inactive && !g.used:
		return fmt.Errorf("%w: driver %q has no command group in use: Use one first", hw.ErrState, g.info.Name)
	case from == hw.Active && from.Next(to) && to != hw.Active:
		if err := g.sess.Note(g.stop(g.sess.Client())); err != nil && to != hw.Finalized {
			return err
		}
	}
	return g.enter(to, func(c *Client) error {
		if err := c.gripperSet(gripperMode, 0); err != nil {
			return err
		}
		return c.gripperSet(gripperEnable, 1)
	})
}

// Use implements hw.Driver.
func (g *Gripper) Use(group string) error {
	if group != GroupGrip {
		return fmt.Errorf("hw: driver %q has no command group %q", g.info.Name, group)
	}
	g.used = true
	return nil
}

// stop makes the fingers' present place their goal.
func (g *Gripper) stop(c *Client) error {
	at, err := c.gripperGet(gripperAt, 2)
	if err != nil {
		return err
	}
	return c.gripperSet(gripperGoal, uint16(at>>16), uint16(at))
}

// Read implements hw.Driver. A broken gripper may return anything, so check the values.
func (g *Gripper) Read(state []float64) error {
	if at := g.LifeCycle(); at != hw.Inactive && at != hw.Active {
		return hw.ErrState
	}
	if len(state) != GripperLen {
		return hw.ErrCommand
	}
	c := g.sess.Client()
	at, err := c.gripperGet(gripperAt, 2)
	if err != nil {
		return g.sess.Note(err)
	}
	status, err := c.gripperGet(gripperStatus, 1)
	if err != nil {
		return g.sess.Note(err)
	}
	state[GripperWidth] = float64(int32(at)) / gripperPulses * GripperStroke
	state[GripperState] = float64(status & 3)
	return g.sess.Note(nil)
}

// Write implements hw.Driver.
func (g *Gripper) Write(command []float64) error {
	if g.LifeCycle() != hw.Active {
		return hw.ErrState
	}
	if len(command) != 3 || !Within(command, 1e3) {
		return hw.ErrCommand
	}
	c := g.sess.Client()
	speed := math.Round(command[1] / GripperStroke * gripperPulses * 6) // r/min: see the simulated box
	for _, w := range [...]struct {
		addr uint16
		v    float64
	}{{gripperSpeed, speed}, {gripperStrength, math.Round(100 * command[2] / gripperForce)}} {
		if err := c.gripperSet(w.addr, uint16(min(max(w.v, 0), 5000))); err != nil {
			return g.sess.Note(err)
		}
	}
	goal := int32(math.Round(command[0] / GripperStroke * gripperPulses))
	return g.sess.Note(c.gripperSet(gripperGoal, uint16(uint32(goal)>>16), uint16(goal)))
}

// gripperSet writes registers of the gripper (function 16 of Modbus).
func (c *Client) gripperSet(addr uint16, values ...uint16) error {
	c.args = append(c.args[:0], hostTool, unitGripper, 16)
	c.args = binary.BigEndian.AppendUint16(c.args, addr)
	c.args = binary.BigEndian.AppendUint16(c.args, uint16(len(values)))
	c.args = append(c.args, byte(2*len(values)))
	for _, v := range values {
		c.args = binary.BigEndian.AppendUint16(c.args, v)
	}
	_, err := c.gripperAnswer(16, 5)
	return err
}

// gripperGet reads one register of the gripper, or two that are a number (function 3 of Modbus).
func (c *Client) gripperGet(addr uint16, n int) (uint32, error) {
	c.args = append(c.args[:0], hostTool, unitGripper, 3)
	c.args = binary.BigEndian.AppendUint16(c.args, addr)
	c.args = binary.BigEndian.AppendUint16(c.args, uint16(n))
	p, err := c.gripperAnswer(3, 2+2*n)
	if err != nil {
		return 0, err
	}
	v := uint32(0)
	for _, b := range p[2:] {
		v = v<<8 | uint32(b)
	}
	return v, nil
}

// gripperAnswer makes the call in c.args and returns the answer from its function on, n bytes.
func (c *Client) gripperAnswer(function byte, n int) ([]byte, error) {
	p, err := c.query(RegModbus)
	if err != nil {
		return nil, err
	}
	if len(p) != 2+n || p[0] != hostTool || p[1] != unitGripper || p[2] != function {
		if c.status&StatusError != 0 { // no device answered, which the box latches as an error
			c.n.Refused++
			return nil, Refused(c.status)
		}
		c.n.Rejected++
		return nil, ErrBadLength
	}
	return p[2:], nil
}
