// Package box simulates drives of CiA 402 on a CANopen bus: object dictionary, state machine, modes 8 to 10, a motor with
// inertia, friction and a holding brake, and possible failures.
package box

import (
	"errors"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/robot/cia402"
)

// Motor describes a drive with its motor and load, seen at the joint.
type Motor struct {
	Counts  float64 // increments of the encoder in one turn
	Inertia float64 // kg·m²
	Rated   float64 // torque, N·m; three times as much for a short time
	Viscous float64 // friction, N·m·s/rad
	Coulomb float64 // friction, N·m
	Window  float64 // following error that causes a fault, rad
	Stop    float64 // of a quick stop, rad/s²
}

// Usual is a motor of an arm's size: 2¹⁹ increments, 0.5 kg·m², 60 N·m.
func Usual() Motor {
	return Motor{Counts: 1 << 19, Inertia: 0.5, Rated: 60, Viscous: 2, Coulomb: 1.5, Window: 0.1, Stop: 20}
}

// Drive is a simulated drive. It is a canopen.Device and belongs to one goroutine.
type Drive struct {
	Node *canopen.Node

	m      Motor
	state  cia402.State
	last   uint32 // control word
	mode   cia402.Mode
	angle  float64 // rad
	speed  float64
	torque float64 // of the motor
	from   float64 // rad, previous target
	to     float64 // present target
	since  time.Duration
	cycle  time.Duration
	stop   float64 // speed of a quick stop's ramp
	lag    time.Duration
	mute   bool
	stuck  bool
	now    time.Duration
	starts time.Duration // until it is ready
	synced bool
	object objects
}

// objects of the dictionary that are used in each step.
type objects struct {
	control, status, code, shown, position, velocity, torque, positionTo, velocityTo, torqueTo *canopen.Object
}

// startUp is the time from a drive's boot to the state Disabled.
const startUp = 20 * time.Millisecond

// New makes a drive. It sends frames with send and boots with the first Tick.
func New(id uint8, m Motor, send func(*canopen.Frame)) (*Drive, error) {
	if !(m.Counts >= 1 && m.Inertia > 0 && m.Rated > 0 && m.Viscous >= 0 && m.Coulomb >= 0 && m.Window > 0 && m.Stop > 0) {
		return nil, errors.New("cia402: a motor has counts, inertia, torque, window and stop above 0, and friction that is not negative")
	}
	d := &Drive{m: m, cycle: time.Millisecond}
	oneOf := func(values ...uint32) func(uint32) error {
		return func(v uint32) error {
			for _, x := range values {
				if v == x {
					return nil
				}
			}
			return canopen.AbortValue
		}
	}
	const r, w, rw = canopen.MappedToSend, canopen.MappedToWrite, canopen.ReadWrite
	var err error
	d.Node, err = canopen.NewNode(id, cia402.DeviceType|1<<17, []canopen.Object{
		{Index: 0x1008, Text: "Simulated drive"},
		{Index: cia402.ObjError, Size: 2, Access: r}, {Index: cia402.ObjControl, Size: 2, Access: w}, {Index: cia402.ObjStatus, Size: 2, Access: r},
		{Index: cia402.ObjQuickStop, Size: 2, Access: rw, Value: 2, Check: oneOf(2, 6)},
		{Index: cia402.ObjMode, Size: 1, Access: w, Check: oneOf(0, 8, 9, 10)}, {Index: cia402.ObjModeShown, Size: 1, Access: r},
		{Index: cia402.ObjPosition, Size: 4, Access: r}, {Index: cia402.ObjWindow, Size: 4, Access: rw, Value: uint32(m.Window / (2 * math.Pi) * m.Counts)},
		{Index: cia402.ObjVelocity, Size: 4, Access: r}, {Index: cia402.ObjTorqueTo, Size: 2, Access: w},
		{Index: cia402.ObjRated, Size: 4, Value: uint32(m.Rated * 1e3)}, {Index: cia402.ObjTorque, Size: 2, Access: r},
		{Index: cia402.ObjPositionTo, Size: 4, Access: w}, {Index: cia402.ObjStopRate, Size: 4, Access: rw, Value: uint32(m.Stop / (2 * math.Pi) * m.Counts)},
		{Index: cia402.ObjPeriod, Size: 1, Value: 2}, {Index: cia402.ObjPeriod, Sub: 1, Size: 1, Access: rw, Value: 1}, {Index: cia402.ObjPeriod, Sub: 2, Size: 1, Access: rw, Value: 253},
		{Index: cia402.ObjVelocityTo, Size: 4, Access: w}, {Index: cia402.ObjModes, Size: 4, Value: 1<<7 | 1<<8 | 1<<9},
	}, func(f *canopen.Frame) {
		if !d.mute {
			send(f)
		}
	})
	if err != nil {
		return nil, err
	}
	at := func(index uint16) *canopen.Object { return d.Node.Object(index, 0) }
	d.object = objects{at(cia402.ObjControl), at(cia402.ObjStatus), at(cia402.ObjError), at(cia402.ObjModeShown), at(cia402.ObjPosition),
		at(cia402.ObjVelocity), at(cia402.ObjTorque), at(cia402.ObjPositionTo), at(cia402.ObjVelocityTo), at(cia402.ObjTorqueTo)}
	d.Node.Synced = d.take
	d.Node.Changed = d.changed
	d.Node.Lost = func() { d.Fail(0x8130) }
	return d, nil
}

// Attach adds drives to a bus in memory, with node numbers from first on.
func Attach(n *canopen.Net, first uint8, motors ...Motor) ([]*Drive, error) {
	var all []*Drive
	for i, m := range motors {
		var port *canopen.Port
		d, err := New(first+uint8(i), m, func(f *canopen.Frame) { _ = port.Send(f) }) // a full bus loses frames
		if err != nil {
			return nil, err
		}
		port = n.Attach(d)
		all = append(all, d)
	}
	return all, nil
}

// State returns the drive's state.
func (d *Drive) State() cia402.State { return d.state }

// Angle returns the joint's angle, rad.
func (d *Drive) Angle() float64 { return d.angle }

// Speed returns the joint's speed, rad/s.
func (d *Drive) Speed() float64 { return d.speed }

// Torque returns the motor's torque, N·m at the joint.
func (d *Drive) Torque() float64 { return d.torque }

// Mute makes the drive send and hear nothing, as with a broken cable.
func (d *Drive) Mute(mute bool) { d.mute = mute }

// Jam blocks the joint.
func (d *Drive) Jam(stuck bool) { d.stuck = stuck }

// Fail makes the drive fail with an error code.
func (d *Drive) Fail(code uint16) {
	if d.state == cia402.Fault || d.state == cia402.FaultReaction {
		return
	}
	d.object.code.Value = uint32(code)
	d.stop = d.speed
	d.enter(cia402.FaultReaction)
	d.Node.Cry(canopen.Emergency{Code: code, Register: 1})
}

func (d *Drive) enter(s cia402.State) {
	d.state = s
	d.lag = 0
}

// changed follows network management: a drive stops when it is no longer operational.
func (d *Drive) changed(s canopen.NodeState) {
	switch {
	case s == canopen.Booting:
		d.enter(cia402.NotReady)
		d.starts, d.last, d.object.control.Value, d.object.code.Value = d.now+startUp, 0, 0, 0
	case s != canopen.Operational && d.state == cia402.Enabled:
		d.stop = d.speed
		d.enter(cia402.QuickStop)
	}
}

// Receive implements canopen.Device.
func (d *Drive) Receive(f *canopen.Frame) {
	if d.mute {
		return
	}
	before := d.object.control.Value
	d.Node.Receive(f)
	if !d.synced && d.object.control.Value != before { // by SDO
		d.obey()
	}
	d.synced = false
}

// take handles a SYNC.
func (d *Drive) take() {
	d.synced = true
	d.obey()
	d.from, d.since = d.reference(), 0
	exponent := int(int8(d.Node.Object(cia402.ObjPeriod, 2).Value))
	period := float64(d.Node.Object(cia402.ObjPeriod, 1).Value) * math.Pow(10, float64(min(max(exponent, -6), 0)))
	d.cycle = time.Duration(min(max(period, 1e-4), 1) * float64(time.Second))
	if d.mode == cia402.Position && d.state == cia402.Enabled {
		d.to = float64(int32(d.object.positionTo.Value)) / d.m.Counts * 2 * math.Pi
	}
}

// obey applies the control word and the mode.
func (d *Drive) obey() {
	word := d.object.control.Value
	stays := d.Node.Object(cia402.ObjQuickStop, 0).Value == 6
	before := d.state
	for { // "ready" and "enable operation" pass two transitions
		s, transition := d.state.Obey(uint16(word), uint16(d.last), stays)
		if transition == 0 {
			break
		}
		if s == cia402.QuickStop {
			d.stop = d.speed
		}
		d.enter(s)
		if transition == 15 {
			d.object.code.Value = 0
			d.Node.Cry(canopen.Emergency{})
		}
	}
	d.last = word
	if m := cia402.Mode(int8(d.Node.Object(cia402.ObjMode, 0).Value)); d.state != cia402.Enabled || before != cia402.Enabled {
		d.mode = m
	}
	if d.state == cia402.Enabled && before != cia402.Enabled {
		d.from, d.to = d.angle, d.angle
	}
}

// reference returns the joint's present set-point in mode Position: between the targets of the last two SYNCs.
func (d *Drive) reference() float64 {
	return d.from + (d.to-d.from)*min(float64(d.since)/float64(d.cycle), 1)
}

// Tick implements canopen.Device.
func (d *Drive) Tick(dt time.Duration) {
	d.now += dt
	if d.Node.State == canopen.Booting && d.starts == 0 {
		d.starts = d.now + startUp
		d.Node.Boot()
	}
	if d.state == cia402.NotReady && d.now >= d.starts {
		d.enter(cia402.Disabled)
	}
	d.since += dt
	d.move(dt.Seconds())
	d.supervise(dt)
	d.show()
	d.Node.Tick(dt)
}

// move advances the motor by dt seconds.
func (d *Drive) move(dt float64) {
	m := &d.m
	k := 1e4 // 1/s², of the position controller
	drag := func(speed float64) float64 { return m.Viscous*speed + m.Coulomb*math.Tanh(speed/0.01) }
	servo := func(angle, speed float64) float64 { // position controller
		return m.Inertia*(k*(angle-d.angle)+2*math.Sqrt(k)*(speed-d.speed)) + drag(speed)
	}
	pace := func(speed float64) float64 { return m.Inertia*80*(speed-d.speed) + drag(speed) }
	switch d.state {
	case cia402.Enabled:
		switch d.mode {
		case cia402.Position:
			speed := 0.0
			if d.since < d.cycle*3/2 { // the next target may be a little late
				speed = (d.to - d.from) / d.cycle.Seconds()
			}
			d.torque = servo(d.reference(), speed)
		case cia402.Velocity:
			d.torque = pace(float64(int32(d.object.velocityTo.Value)) / m.Counts * 2 * math.Pi)
		case cia402.Torque:
			d.torque = float64(int16(d.object.torqueTo.Value)) * m.Rated / 1000
		default:
			d.torque = pace(0)
		}
	case cia402.QuickStop, cia402.FaultReaction:
		rate := float64(d.Node.Object(cia402.ObjStopRate, 0).Value) / m.Counts * 2 * math.Pi
		d.stop = math.Copysign(max(math.Abs(d.stop)-rate*dt, 0), d.stop)
		d.torque = pace(d.stop)
	default:
		d.torque = 0
	}
	d.torque = min(max(d.torque, -3*m.Rated), 3*m.Rated)
	braked := d.state < cia402.Enabled || d.state == cia402.Fault
	switch {
	case d.stuck:
		d.speed = 0
		return
	case braked:
		grip := 2 * m.Rated / m.Inertia * dt
		d.speed = math.Copysign(max(math.Abs(d.speed)-grip, 0), d.speed)
	default: // implicit in the friction, so that a high friction does not cause oscillation
		d.speed += dt * d.torque / m.Inertia
		d.speed /= 1 + dt*m.Viscous/m.Inertia
		d.speed = math.Copysign(max(math.Abs(d.speed)-dt*m.Coulomb/m.Inertia, 0), d.speed)
	}
	d.angle += dt * d.speed
}

// supervise makes the drive's own transitions, 12 to 14, and checks the following error.
func (d *Drive) supervise(dt time.Duration) {
	switch d.state {
	case cia402.QuickStop:
		if math.Abs(d.speed) < 1e-3 && d.stop == 0 && d.Node.Object(cia402.ObjQuickStop, 0).Value == 2 {
			d.enter(cia402.Disabled)
		}
	case cia402.FaultReaction:
		if d.lag += dt; math.Abs(d.speed) < 1e-3 && d.stop == 0 || d.lag > time.Second {
			d.enter(cia402.Fault)
		}
	case cia402.Enabled:
		window := float64(d.Node.Object(cia402.ObjWindow, 0).Value) / d.m.Counts * 2 * math.Pi
		if d.mode == cia402.Position && math.Abs(d.reference()-d.angle) > window {
			if d.lag += dt; d.lag > 10*time.Millisecond {
				d.Fail(0x8611)
			}
		} else {
			d.lag = 0
		}
	}
}

// show updates the dictionary.
func (d *Drive) show() {
	o := &d.object
	status := uint32(d.state.Status()) | cia402.StatusRemote
	if d.state != cia402.NotReady {
		status |= cia402.StatusVoltage
	}
	if d.state == cia402.Enabled {
		status |= cia402.StatusFollows
	}
	o.status.Value = status
	o.shown.Value = uint32(uint8(d.mode))
	o.position.Value = uint32(int32(int64(math.Round(d.angle / (2 * math.Pi) * d.m.Counts))))
	o.velocity.Value = uint32(int32(math.Round(d.speed / (2 * math.Pi) * d.m.Counts)))
	o.torque.Value = uint32(uint16(int16(math.Round(d.torque / d.m.Rated * 1000))))
}
