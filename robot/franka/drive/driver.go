package drive

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Command groups of the driver.
const (
	GroupJointPosition = "joint_position" // where to come to rest, rad
	GroupJointVelocity = "joint_velocity" // rad/s
)

// Offsets in the slice that Driver.Read fills.
const (
	StateQ       = 0  // 7 angles, measured, rad
	StateDQ      = 7  // 7 velocities, measured, rad/s
	StateTau     = 14 // 7 torques, gravity included, Nm
	StateQd      = 21 // 7 angles, commanded last, rad
	StateDQd     = 28 // their velocities, rad/s
	StatePose    = 35 // x y z m, roll pitch yaw rad: the end effector in the base
	StateMode    = 41 // franka.Mode
	StateErrors  = 42 // franka.Errors as a number
	StateSuccess = 43 // share of the last 100 cycles with a command in time
	StateLen     = 44
)

// Config describes a driver. Dial is required.
type Config struct {
	Name    string                                            // "" for "franka"
	Dial    func(ctx context.Context) (*franka.Client, error) // connects to the robot
	Loop    franka.Loop                                       // uses Controller, Path, Goal, Realtime, Report and Stats
	Period  time.Duration                                     // of the program's cycle; 0 for 1 ms
	DeadMan time.Duration                                     // after which velocity commands end on their own; 0 for 100 ms
	// Speed is the share of the joints' velocity limits to use, up to 1; 0 for 0.3. The robot also bounds the velocity of
	// the end effector, which several joints moving together reach sooner.
	Speed float64
}

// Driver drives the arm. It implements hw.Driver and hw.Stater. Inactive means connected; Active means in a motion that
// holds or moves the arm. Entering Active clears errors that allow automatic recovery. If the robot aborts the motion,
// the driver falls back to Inactive and Write says why; if the connection breaks, it falls back to Unconfigured.
type Driver struct {
	cfg    Config
	info   hw.Info
	client *franka.Client
	dials  int
	state  hw.LifeCycle
	group  string
	run    *motion // while Active, and after an abort
	last   franka.State
}

// New makes a driver without contacting a robot.
func New(cfg Config) (*Driver, error) {
	if cfg.Dial == nil {
		return nil, errors.New("franka: Config.Dial is missing: give a function that calls franka.Dial")
	}
	if cfg.Name == "" {
		cfg.Name = "franka"
	}
	if cfg.Period <= 0 {
		cfg.Period = time.Millisecond
	}
	if cfg.Speed == 0 {
		cfg.Speed = 0.3
	}
	if !(cfg.Speed > 0 && cfg.Speed <= 1) {
		return nil, fmt.Errorf("franka: Config.Speed is %g: give a share, over 0 to 1", cfg.Speed)
	}
	if cfg.DeadMan <= 0 {
		cfg.DeadMan = 100 * time.Millisecond
	}
	return &Driver{cfg: cfg, info: hw.Info{
		Name: cfg.Name, Period: cfg.Period, State: stateHandles(), Groups: []hw.Group{
			{Name: GroupJointPosition, Command: joints(nil, "position", "rad")},
			{Name: GroupJointVelocity, Command: joints(nil, "velocity", "rad/s")},
		},
	}}, nil
}

func stateHandles() []hw.Handle {
	hs := joints(nil, "position", "rad")
	hs = joints(hs, "velocity", "rad/s")
	hs = joints(hs, "effort", "N·m")
	hs = joints(hs, "commanded_position", "rad")
	hs = joints(hs, "commanded_velocity", "rad/s")
	for i, n := range []string{
		"tcp/x", "tcp/y", "tcp/z", "tcp/roll", "tcp/pitch", "tcp/yaw", "robot/mode", "robot/errors", "robot/success_rate",
	} {
		unit := "1"
		switch {
		case i < 3:
			unit = "m"
		case i < 6:
			unit = "rad"
		}
		hs = append(hs, hw.Handle{Name: n, Unit: unit, Index: len(hs)})
	}
	return hs
}

func joints(hs []hw.Handle, what, unit string) []hw.Handle {
	for i := range franka.Joints {
		hs = append(hs, hw.Handle{Name: "joint" + strconv.Itoa(i+1) + "/" + what, Unit: unit, Index: len(hs)})
	}
	return hs
}

// Info implements hw.Driver.
func (d *Driver) Info() hw.Info { return d.info }

// Client returns the connection, for calls that hw.Driver does not offer, or nil without one. Do not close it.
func (d *Driver) Client() *franka.Client { return d.client }

// LifeCycle implements hw.Stater.
func (d *Driver) LifeCycle() hw.LifeCycle {
	if d.state == hw.Active && d.run.over() {
		d.state = hw.Inactive
	}
	if d.state != hw.Unconfigured && d.state != hw.Finalized && d.client.Err() != nil {
		d.state = hw.Unconfigured // the loop may still be about to end
	}
	return d.state
}

// Enter implements hw.Driver.
func (d *Driver) Enter(to hw.LifeCycle) (err error) {
	from := d.LifeCycle()
	if err := from.Step(d.info.Name, to); err != nil || from == to {
		return err
	}
	if from == hw.Active {
		err = d.run.stop()
		d.run = nil
	}
	switch to {
	case hw.Unconfigured, hw.Finalized:
		if d.client != nil {
			_ = d.client.Close()
		}
		err = nil // an arm whose stop was not seen is on its own, as when a cable breaks
	case hw.Inactive:
		if from == hw.Unconfigured {
			err = d.connect()
		}
	case hw.Active:
		err = d.activate()
	}
	if err == nil {
		d.state = to
	}
	return err
}

func (d *Driver) connect() error {
	if d.client != nil {
		_ = d.client.Close()
	}
	c, err := d.cfg.Dial(context.Background())
	if err != nil {
		return err
	}
	d.client, d.run = c, nil
	d.dials++
	return nil
}

// activate clears errors and begins the motion that holds the arm.
func (d *Driver) activate() error {
	if d.group == "" {
		return fmt.Errorf("%w: driver %q has no command group in use: Use one first", hw.ErrState, d.info.Name)
	}
	if err := d.client.Read(&d.last); err != nil {
		return err
	}
	if d.last.Mode == franka.ModeReflex {
		if err := d.client.Recover(context.Background()); err != nil {
			return err
		}
	}
	run, err := begin(d.client, &d.cfg, d.group == GroupJointVelocity)
	if err == nil {
		d.run = run
	}
	return err
}

// Use implements hw.Driver.
func (d *Driver) Use(group string) error {
	if _, ok := d.info.Group(group); !ok {
		return fmt.Errorf("hw: driver %q has no command group %q", d.info.Name, group)
	}
	switch was := d.LifeCycle(); {
	case was == hw.Finalized:
		return fmt.Errorf("%w: driver %q is finalized", hw.ErrState, d.info.Name)
	case was == hw.Active && group != d.group:
		if err := d.Enter(hw.Inactive); err != nil {
			return err
		}
		d.group = group
		return d.Enter(hw.Active)
	}
	d.group = group
	return nil
}

// Read implements hw.Driver. While Active it does not wait; before that it waits for the robot's next state.
func (d *Driver) Read(state []float64) error {
	at := d.LifeCycle()
	if at != hw.Inactive && at != hw.Active {
		return d.unready()
	}
	if len(state) != StateLen {
		return hw.ErrCommand
	}
	if at == hw.Active {
		d.run.look(&d.last)
	} else if err := d.client.Read(&d.last); err != nil {
		return err
	}
	s := &d.last
	copy(state[StateQ:], s.Q[:])
	copy(state[StateDQ:], s.DQ[:])
	copy(state[StateTau:], s.TauJ[:])
	copy(state[StateQd:], s.Qd[:])
	copy(state[StateDQd:], s.DQd[:])
	p := franka.SpatialPose(&s.OTEE)
	e := p.R.RPY()
	for i, x := range [...]float64{p.P.X, p.P.Y, p.P.Z, e.Roll, e.Pitch, e.Yaw} {
		state[StatePose+i] = x
	}
	state[StateMode], state[StateErrors], state[StateSuccess] = float64(s.Mode), float64(s.CurrentErrors), s.SuccessRate
	return nil
}

// unready is the error of a call that the life cycle forbids: why the motion or the connection ended, if it did.
func (d *Driver) unready() error {
	if d.run != nil && d.run.over() && d.run.ended != nil {
		return d.run.ended
	}
	if d.client != nil && d.state == hw.Unconfigured {
		if err := d.client.Err(); err != nil {
			return fmt.Errorf("%w: %w", hw.ErrState, err)
		}
	}
	return hw.ErrState
}

// Write implements hw.Driver. Positions outside the joints' limits and velocities beyond them are refused with
// hw.ErrCommand, and the last command written remains in effect.
func (d *Driver) Write(command []float64) error {
	if d.LifeCycle() != hw.Active {
		return d.unready()
	}
	if len(command) != franka.Joints {
		return hw.ErrCommand
	}
	for i, x := range command {
		if !d.run.takes(i, x) {
			return hw.ErrCommand
		}
	}
	d.run.write(command)
	return nil
}

// takes reports whether joint i accepts x.
func (m *motion) takes(i int, x float64) bool {
	l := &m.limits[i]
	if m.velocity {
		return math.Abs(x) <= l.V
	}
	return x >= l.Lower && x <= l.Upper
}
