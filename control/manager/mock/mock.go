// Package mock is simulated hardware: joints, sensors and pins whose states follow the commands, with or without
// dynamics, and that can be made to fail. Its options are those of ros2_control's GenericSystem, but it matches joints by
// their whole names, and adds the offset in every mode.
//
// Every Read advances time by one Period, so the hardware needs no world, and equal calls give equal readings. If the
// manager tells it the time, on a thread of its own, that time counts instead.
package mock

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
)

// Config describes mock hardware.
type Config struct {
	Name   string
	Period time.Duration // 1 ms if 0
	Joints []Joint
	// Pins are states of sensors and pins, "imu/yaw"; see SensorCommands.
	Pins []Pin
	// Dynamics lets velocities and accelerations follow from positions by differences, and positions from velocities,
	// accelerations and efforts by integration. Without Dynamics, states are copies of the commands with their names.
	Dynamics bool
	// Disabled ignores commands.
	Disabled bool
	// SensorCommands offers a command that sets it for each pin that has no command.
	SensorCommands bool
	// Offset is added to the position states, rad or m.
	Offset float64
	// ModeCycles is how many cycles hardware takes to change which of a joint's interfaces is commanded.
	ModeCycles int
}

// Joint is a mock joint.
type Joint struct {
	Name     string
	Sliding  bool     // m instead of rad
	Commands []string // position, velocity, acceleration, effort, stiffness, damping
	States   []string
	Initial  map[string]float64 // of states, by name
	Inertia  float64            // kg·m² or kg, for efforts: 1 if 0
	Damping  float64            // N·m·s/rad or N·s/m
	// Mimic names another joint of this hardware that this one follows: Factor·position + Shift.
	Mimic         string
	Factor, Shift float64
}

// Pin is a number of a sensor or a pin.
type Pin struct {
	Name    string // with its sensor: "tool/force.x"
	Unit    string
	Initial float64
	Command bool // can be commanded
	State   bool // can be read
}

// Failure is a way in which the hardware fails.
type Failure uint8

// The failures.
const (
	None   Failure = iota
	Error          // every call fails
	NaN            // the first state is no number
	Frozen         // readings repeat
	Lost           // readings fail, and commands are lost although the calls to write succeed
	Broken         // the connection breaks: the hardware falls back to Unconfigured, from which it can be brought back
)

// Driver is the hardware. It implements hw.Driver, hw.Stater and the manager's Moder and Halter.
type Driver struct {
	c       Config
	info    hw.Info
	life    hw.LifeCycle
	used    bool
	joints  []joint
	pins    []int // the state of pin i, −1 for none
	values  []float64
	frozen  []float64
	command []float64
	targets []target
	fail    Failure
	halted  atomic.Bool
	modes   int
	jitter  float64
	chance  *rand.PCG
	told    bool          // the manager tells it the time
	now     time.Duration // the last time told
	read    time.Duration // at the last reading,
	wrote   time.Duration // and at the last command
	Writes  uint64
}

type joint struct {
	Joint
	q, v, a, u float64
	mode       string
	master     int
}

// target is the destination of a command.
type target struct {
	joint int // −1 for a pin
	kind  string
	pin   int
}

var units = map[string][2]string{"position": {"rad", "m"}, "velocity": {"rad/s", "m/s"}, "acceleration": {"rad/s²", "m/s²"},
	"effort": {"N·m", "N"}, "stiffness": {"N·m/rad", "N/m"}, "damping": {"N·m·s/rad", "N·s/m"}}

// New makes hardware, or returns all that is wrong with c.
func New(c Config) (*Driver, error) {
	if c.Period == 0 {
		c.Period = time.Millisecond
	}
	d := &Driver{c: c, info: hw.Info{Name: c.Name, Period: c.Period}}
	var errs []error
	var commands []hw.Handle
	for i, j := range c.Joints {
		if j.Inertia == 0 {
			j.Inertia = 1
		}
		own := joint{Joint: j, master: -1, q: j.Initial["position"], v: j.Initial["velocity"], u: j.Initial["effort"]}
		if j.Mimic != "" {
			own.master = slices.IndexFunc(c.Joints, func(o Joint) bool { return o.Name == j.Mimic })
			if own.master < 0 || len(j.Commands) > 0 {
				errs = append(errs, fmt.Errorf("mock: %s mimics %q: name a joint of the same hardware, and give the mimic no commands", j.Name, j.Mimic))
			}
		}
		unit := func(kind string) string {
			u := units[kind]
			if u[0] == "" {
				return "1"
			}
			if j.Sliding {
				return u[1]
			}
			return u[0]
		}
		for _, k := range j.States {
			d.info.State = append(d.info.State, hw.Handle{Name: j.Name + "/" + k, Unit: unit(k), Index: len(d.info.State)})
			d.values = append(d.values, j.Initial[k])
		}
		for _, k := range j.Commands {
			commands = append(commands, hw.Handle{Name: j.Name + "/" + k, Unit: unit(k), Index: len(commands)})
			d.targets = append(d.targets, target{joint: i, kind: k})
		}
		if len(j.Commands) > 0 {
			own.mode = j.Commands[0]
		}
		d.joints = append(d.joints, own)
	}
	for i, p := range c.Pins {
		d.pins = append(d.pins, -1)
		if p.State {
			d.pins[i] = len(d.info.State)
			d.info.State = append(d.info.State, hw.Handle{Name: p.Name, Unit: p.Unit, Index: len(d.info.State)})
			d.values = append(d.values, p.Initial)
		}
		if p.Command || c.SensorCommands && p.State {
			commands = append(commands, hw.Handle{Name: p.Name, Unit: p.Unit, Index: len(commands)})
			d.targets = append(d.targets, target{joint: -1, pin: i})
		}
	}
	if len(commands) > 0 {
		d.info.Groups = []hw.Group{{Name: "all", Command: commands}}
	}
	d.command, d.frozen = make([]float64, len(commands)), make([]float64, len(d.values))
	for i := range d.command {
		d.command[i] = math.NaN()
	}
	d.put()
	return d, errors.Join(append(errs, d.info.Validate())...)
}

// Info implements hw.Driver.
func (d *Driver) Info() hw.Info { return d.info }

// LifeCycle implements hw.Stater.
func (d *Driver) LifeCycle() hw.LifeCycle { return d.life }

// Enter implements hw.Driver.
func (d *Driver) Enter(to hw.LifeCycle) error {
	if err := d.life.Step(d.c.Name, to); err != nil {
		return err
	}
	if d.fail == Error && to > d.life && to != hw.Finalized {
		return fmt.Errorf("mock: %s does not answer", d.c.Name)
	}
	if to == hw.Active && !d.used {
		return fmt.Errorf("%w: no group of commands is in use", hw.ErrState)
	}
	if to != d.life {
		d.rest()
	}
	if to == hw.Active {
		d.halted.Store(false)
	}
	d.life = to
	return nil
}

// rest stops all joints where they are.
func (d *Driver) rest() {
	for i := range d.joints {
		j := &d.joints[i]
		j.v, j.a, j.u = 0, 0, 0
	}
	for i := range d.command {
		d.command[i] = math.NaN()
	}
	d.put()
}

// Use implements hw.Driver.
func (d *Driver) Use(group string) error {
	if len(d.info.Groups) == 0 || group != "all" {
		return fmt.Errorf("mock: %s has no group %q", d.c.Name, group)
	}
	if d.life == hw.Active {
		d.rest()
	}
	d.used = true
	return nil
}

// Modes implements the manager's Moder: a joint follows the first started of position, velocity, acceleration and effort.
func (d *Driver) Modes(start, stop []string) (done bool, err error) {
	if d.modes++; d.modes <= d.c.ModeCycles {
		return false, nil
	}
	d.modes = 0
	for i := range d.joints {
		j := &d.joints[i]
		for _, kind := range [...]string{"position", "velocity", "acceleration", "effort"} {
			if slices.Contains(start, j.Name+"/"+kind) {
				j.mode = kind
				break
			}
		}
	}
	return true, nil
}

// Halt implements the manager's Halter: every joint stops, and the next command returns an error.
func (d *Driver) Halt() error {
	d.halted.Store(true)
	return nil
}

// At implements the manager's Timed: now is when the next reading and command take place.
func (d *Driver) At(now time.Duration) {
	if !d.told {
		d.told, d.read = true, now-d.c.Period
	}
	d.now = now
}

// SetPeriod sets the period, before the hardware is used.
func (d *Driver) SetPeriod(p time.Duration) { d.c.Period, d.info.Period = p, p }

// Jitter takes position readings up to most too early or too late, at random; equal seeds give equal readings.
func (d *Driver) Jitter(most time.Duration, seed uint64) {
	d.jitter, d.chance = most.Seconds(), rand.NewPCG(seed, 0x6d6f636b)
}

// Scatter moves the joints by up to size to either side of their initial positions, rad or m, before the hardware is
// used; equal seeds give equal positions.
func (d *Driver) Scatter(size float64, seed uint64) {
	chance := rand.NewPCG(seed, 0x706c6163)
	for i := range d.joints {
		d.joints[i].q += size * (float64(chance.Uint64()>>11)/(1<<52) - 1)
	}
	d.put()
}

// String returns the failure's name.
func (f Failure) String() string {
	return [...]string{"none", "error", "nan", "frozen", "lost", "broken"}[f%6]
}

// Fail makes the hardware fail from now on; None repairs it.
func (d *Driver) Fail(f Failure) {
	copy(d.frozen, d.values)
	d.fail = f
}

// Read implements hw.Driver. A period passes.
func (d *Driver) Read(state []float64) error {
	switch {
	case d.life < hw.Inactive || d.life == hw.Finalized || len(state) != len(d.values):
		return hw.ErrState
	case d.fail == Broken:
		return d.fallBack()
	}
	d.step()
	switch d.fail {
	case Error:
		return fmt.Errorf("mock: %s does not answer", d.c.Name)
	case Lost:
		return fmt.Errorf("mock: the connection with %s is lost", d.c.Name)
	case Frozen:
		copy(state, d.frozen)
	default:
		copy(state, d.values)
	}
	if d.fail == NaN && len(state) > 0 {
		state[0] = math.NaN()
	}
	return nil
}

// Write implements hw.Driver.
func (d *Driver) Write(command []float64) error {
	if d.life != hw.Active {
		return hw.ErrState
	}
	if len(command) != len(d.command) {
		return hw.ErrCommand
	}
	for i, c := range command {
		if !(math.Abs(c) < 1e12) { // absurd, infinite or no number
			return fmt.Errorf("%w: %s is commanded %g", hw.ErrCommand, d.info.Groups[0].Command[i].Name, c)
		}
	}
	switch d.fail {
	case Error:
		return fmt.Errorf("mock: %s does not answer", d.c.Name)
	case Broken:
		return d.fallBack()
	}
	if d.halted.Load() {
		d.rest()
		d.life = hw.Unconfigured
		return fmt.Errorf("mock: %s was halted from outside the program", d.c.Name)
	}
	if d.fail != Lost && !d.c.Disabled {
		copy(d.command, command)
		d.Writes++
		d.wrote = d.now
	}
	return nil
}

// fallBack handles a broken connection.
func (d *Driver) fallBack() error {
	d.rest()
	d.life, d.fail = hw.Unconfigured, None
	return fmt.Errorf("mock: the connection with %s broke", d.c.Name)
}

// step advances time by a period, or to the time that was told.
func (d *Driver) step() {
	dt := d.c.Period
	if d.told {
		dt, d.read = d.now-d.read, d.now
	}
	if d.life == hw.Active && dt > 0 {
		for i, t := range d.targets {
			c := d.command[i]
			switch {
			case math.IsNaN(c):
			case t.joint < 0:
				if at := d.pins[t.pin]; at >= 0 {
					d.values[at] = c
				}
			case !d.c.Dynamics:
				d.joints[t.joint].mirror(t.kind, c)
			case t.kind == d.joints[t.joint].mode:
				d.joints[t.joint].follow(t.kind, c, dt.Seconds(), d.halted.Load())
			}
		}
	}
	for i := range d.joints {
		if j := &d.joints[i]; j.master >= 0 {
			m := &d.joints[j.master]
			j.q, j.v, j.a = float64(j.Factor*m.q)+j.Shift, j.Factor*m.v, j.Factor*m.a
		}
	}
	d.put()
}

// mirror copies a command to the state with its name.
func (j *joint) mirror(kind string, c float64) {
	switch kind {
	case "position":
		j.q = c
	case "velocity":
		j.v = c
	case "acceleration":
		j.a = c
	case "effort":
		j.u = c
	}
}

// follow moves the joint for dt seconds as its command says.
func (j *joint) follow(kind string, c, dt float64, halted bool) {
	v := j.v
	switch {
	case halted:
		j.v = 0
	case kind == "position":
		j.v = (c - j.q) / dt
		j.q = c
	case kind == "velocity":
		j.v = c
		j.q += float64(c * dt)
	case kind == "acceleration":
		j.v += float64(c * dt)
		j.q += float64(j.v * dt)
	case kind == "effort":
		j.u = c
		j.v += float64((c - float64(j.Damping*j.v)) / j.Inertia * dt)
		j.q += float64(j.v * dt)
	}
	j.a = (j.v - v) / dt
}

// put writes the joints' states where they are read.
func (d *Driver) put() {
	at := 0
	for i := range d.joints {
		j := &d.joints[i]
		for _, k := range j.States {
			switch k {
			case "position":
				d.values[at] = j.q + d.c.Offset
				if d.jitter > 0 {
					d.values[at] += j.v * d.jitter * (float64(d.chance.Uint64()>>11)/(1<<52) - 1)
				}
			case "velocity":
				d.values[at] = j.v
			case "acceleration":
				d.values[at] = j.a
			case "effort":
				d.values[at] = j.u
			}
			at++
		}
	}
}

// Sent returns the commands that arrived last, NaN for those that never did.
func (d *Driver) Sent() []float64 { return d.command }
