package xarm

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Command groups of the driver.
const (
	GroupJointPosition = "joint_position" // servo joints, rad
	GroupJointVelocity = "joint_velocity" // rad/s
	GroupTCPPose       = "tcp_pose"       // servo Cartesian: x y z m, roll pitch yaw rad, in the base
	GroupTCPVelocity   = "tcp_velocity"   // m/s and rad/s, in the base
)

// Offsets in the slice that Driver.Read fills.
const (
	StateQ       = 0 // 7 angles, rad
	StateDQ      = 7 // 7 velocities, rad/s
	StateTau     = 14
	StatePose    = 21 // x y z m, roll pitch yaw rad: the TCP in the base
	StateStatus  = 27 // status byte
	StateError   = 28 // ErrorCode
	StateWarning = 29 // WarnCode
	StateLen     = 30
)

// PoseOf returns the pose that six numbers of a state or of a command of GroupTCPPose represent.
func PoseOf(x []float64) spatial.Pose {
	return spatial.Pose{P: spatial.V(x[0], x[1], x[2]), R: spatial.RPY{Roll: x[3], Pitch: x[4], Yaw: x[5]}.Rot()}
}

// PutPose writes a pose as PoseOf reads it.
func PutPose(x []float64, p *spatial.Pose) {
	e := p.R.RPY()
	x[0], x[1], x[2], x[3], x[4], x[5] = p.P.X, p.P.Y, p.P.Z, e.Roll, e.Pitch, e.Yaw
}

// DriverConfig describes a driver. Dial is required.
type DriverConfig struct {
	Name      string        // "" for "xarm7"
	Dial      Dial          //
	Client    ClientConfig  //
	MaxMisses int           // timeouts in a row that end the connection; 0 for 20
	Period    time.Duration // of the cycle; 0 for 4 ms
	DeadMan   time.Duration // after which velocity commands end on their own; 0 for 100 ms
}

// Driver drives an xArm 7 through its control box. It implements hw.Driver and hw.Stater. Inactive means
// connected; Active means motors on, mode set and the box ready. When the connection breaks it falls back to
// Unconfigured, and nothing moves until it has been taken through Inactive and Active again.
type Driver struct {
	cfg   DriverConfig
	info  hw.Info
	sess  *Session
	state hw.LifeCycle
	group string
	n     int // length of the group
}

// NewDriver makes a driver without contacting a box.
func NewDriver(cfg DriverConfig) (*Driver, error) {
	if cfg.Dial == nil {
		return nil, errors.New("xarm: DriverConfig.Dial is missing: use DialTCP or MemNet.Dial")
	}
	cfg.Name = cmp.Or(cfg.Name, "xarm7")
	if cfg.Period <= 0 {
		cfg.Period = 4 * time.Millisecond
	}
	if cfg.DeadMan <= 0 {
		cfg.DeadMan = 100 * time.Millisecond
	}
	d := &Driver{cfg: cfg, sess: NewSession(cfg.Dial, cfg.Client)}
	d.sess.MaxMisses = cfg.MaxMisses
	d.info = hw.Info{Name: cfg.Name, Period: cfg.Period, State: stateHandles(), Groups: commandGroups()}
	return d, nil
}

func stateHandles() []hw.Handle {
	var hs []hw.Handle
	hs = jointHandles(hs, "position", "rad")
	hs = jointHandles(hs, "velocity", "rad/s")
	hs = jointHandles(hs, "effort", "N·m")
	hs = poseHandles(hs, "", "m", "rad")
	for _, n := range []string{"box/status", "box/error", "box/warning"} {
		hs = append(hs, hw.Handle{Name: n, Unit: "1", Index: len(hs)})
	}
	return hs
}

func commandGroups() []hw.Group {
	return []hw.Group{
		{Name: GroupJointPosition, Command: jointHandles(nil, "position", "rad")},
		{Name: GroupJointVelocity, Command: jointHandles(nil, "velocity", "rad/s")},
		{Name: GroupTCPPose, Command: poseHandles(nil, "", "m", "rad")},
		{Name: GroupTCPVelocity, Command: poseHandles(nil, "_velocity", "m/s", "rad/s")},
	}
}

func jointHandles(hs []hw.Handle, what, unit string) []hw.Handle {
	for i := range Joints {
		hs = append(hs, hw.Handle{Name: "joint" + strconv.Itoa(i+1) + "/" + what, Unit: unit, Index: len(hs)})
	}
	return hs
}

func poseHandles(hs []hw.Handle, suffix, length, angle string) []hw.Handle {
	for i, n := range []string{"x", "y", "z", "roll", "pitch", "yaw"} {
		unit := length
		if i >= 3 {
			unit = angle
		}
		hs = append(hs, hw.Handle{Name: "tcp/" + n + suffix, Unit: unit, Index: len(hs)})
	}
	return hs
}

// Info implements hw.Driver.
func (d *Driver) Info() hw.Info { return d.info }

// Session returns the connection, for calls that hw.Driver does not offer. Do not close it.
func (d *Driver) Session() *Session { return d.sess }

// LifeCycle implements hw.Stater.
func (d *Driver) LifeCycle() hw.LifeCycle {
	if d.state == hw.Inactive || d.state == hw.Active {
		if !d.sess.Connected() {
			d.state = hw.Unconfigured
		}
	}
	return d.state
}

// Enter implements hw.Driver. Active clears errors, switches the motors on, sets the mode of the group in use
// and makes the box ready; an error that persists is returned as an ErrorCode.
func (d *Driver) Enter(to hw.LifeCycle) (err error) {
	d.state, err = hw.Steps{Connect: d.sess.Connect, Disconnect: d.sess.Close, Enable: d.ready, Rest: d.stop}.Move(d.info.Name, d.LifeCycle(), to)
	return err
}

// stop asks the box to stop.
func (d *Driver) stop() error {
	c := d.sess.Client()
	if c == nil {
		return ErrLost
	}
	return d.sess.Note(c.SetState(StateStopped))
}

// ready takes the box to the group's mode, ready to move.
func (d *Driver) ready() error {
	if d.group == "" {
		return fmt.Errorf("%w: driver %q has no command group in use: Use one first", hw.ErrState, d.info.Name)
	}
	if err := d.sess.Prepare(d.mode()); err != nil {
		return err
	}
	return d.sess.Resume()
}

func (d *Driver) mode() Mode {
	switch d.group {
	case GroupJointVelocity:
		return ModeJointVelocity
	case GroupTCPVelocity:
		return ModeCartVelocity
	}
	return ModeServo
}

// Use implements hw.Driver.
func (d *Driver) Use(group string) error {
	g, ok := d.info.Group(group)
	if !ok {
		return fmt.Errorf("hw: driver %q has no command group %q", d.info.Name, group)
	}
	if d.LifeCycle() == hw.Finalized {
		return fmt.Errorf("%w: driver %q is finalized", hw.ErrState, d.info.Name)
	}
	if d.state == hw.Active && group != d.group {
		if err := d.stop(); err != nil {
			return err
		}
		d.state = hw.Inactive
		d.group, d.n = group, len(g.Command)
		return d.Enter(hw.Active)
	}
	d.group, d.n = group, len(g.Command)
	return nil
}

// Read implements hw.Driver: the pose, the joint states and, if the status byte announces one, the error and
// warning. It takes two round trips, or three if there is one.
func (d *Driver) Read(state []float64) error {
	if d.LifeCycle() != hw.Inactive && d.state != hw.Active {
		return d.unready()
	}
	if len(state) != StateLen {
		return hw.ErrCommand
	}
	var v [StateLen]float64
	c := d.sess.Client()
	w, err := c.WirePosition()
	if err != nil {
		return d.sess.Note(err)
	}
	if err := c.JointStates(v[StateQ:StateDQ], v[StateDQ:StateTau], v[StateTau:StatePose]); err != nil {
		return d.sess.Note(err)
	}
	for i := range w {
		v[StatePose+i] = w[i]
		if i < 3 {
			v[StatePose+i] /= 1000
		}
	}
	status := c.Status()
	if status&(StatusError|StatusWarning) != 0 {
		code, warn, err := c.ErrWarn()
		if err != nil {
			return d.sess.Note(err)
		}
		v[StateError], v[StateWarning] = float64(code), float64(warn)
	}
	v[StateStatus] = float64(status)
	copy(state, v[:])
	return d.sess.Note(nil)
}

// unready is the error of a call that the life cycle forbids; after a lost connection it is ErrLost.
func (d *Driver) unready() error {
	if d.state == hw.Unconfigured && d.sess.Connections() > 0 {
		return errLostState
	}
	return hw.ErrState
}

var errLostState = fmt.Errorf("%w: %w", hw.ErrState, ErrLost)

// Write implements hw.Driver. A Refused error says that the box did not accept the command; the state from the
// next Read says why.
func (d *Driver) Write(command []float64) error {
	if d.LifeCycle() != hw.Active {
		return d.unready()
	}
	if len(command) != d.n {
		return hw.ErrCommand
	}
	for _, x := range command {
		if x-x != 0 {
			return hw.ErrCommand
		}
	}
	c := d.sess.Client()
	var err error
	switch d.group {
	case GroupJointPosition:
		err = c.ServoJoint(command)
	case GroupJointVelocity:
		err = c.JointVelocity(command, d.cfg.DeadMan)
	case GroupTCPPose:
		err = c.servoWire(WirePose{
			command[0] * 1000, command[1] * 1000, command[2] * 1000, command[3], command[4], command[5],
		})
	case GroupTCPVelocity:
		err = c.CartesianVelocity(spatial.Twist{
			Lin: spatial.V(command[0], command[1], command[2]),
			Ang: spatial.V(command[3], command[4], command[5]),
		}, d.cfg.DeadMan)
	}
	if err == ErrCommand {
		return hw.ErrCommand
	}
	return d.sess.Note(err)
}
