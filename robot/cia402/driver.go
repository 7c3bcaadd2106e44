package cia402

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/control/hw"
)

// Command groups of a Driver: one target for each axis.
const (
	GroupPosition = "position" // rad
	GroupVelocity = "velocity" // rad/s
	GroupEffort   = "effort"   // N·m
)

// Axis is one motor.
type Axis struct {
	Name   string  // of the joint, "joint1"
	Bus    int     // index in Config.Buses
	Node   uint8   // number on it
	Counts float64 // increments of the encoder per turn of the joint, including gears; negative if it turns the other way
	Ratio  float64 // of the gear: turns of the motor per turn of the joint, for effort; 0 for 1
}

// Config describes a driver. Axes and Buses are required.
type Config struct {
	Name     string                        // "" for "cia402"
	Axes     []Axis                        // unique numbers on each bus
	Buses    []func() (canopen.Bus, error) // open the buses
	Rate     int                           // of the buses in bit/s, for checking their load; 0 for 1 000 000
	Period   time.Duration                 // of SYNC; 0 for 1 ms
	Master   uint8                         // the master's node number, for its heartbeat; 0 for 127
	Watchdog time.Duration                 // of the drives for that heartbeat, and of the driver for theirs; 0 for 100 ms
	Patience time.Duration                 // for an answer; 0 for 0.5 s
}

// Values of an axis in the slice that Driver.Read fills.
const (
	StatePosition = iota // rad
	StateVelocity        // rad/s
	StateEffort          // N·m
	StateStatus          // State
	StateError           // object 603F, of the last emergency message
	StateLen
)

// axis is the state of an Axis.
type axis struct {
	Axis
	master  *canopen.Master
	turn    float64 // rad per increment
	torque  float64 // N·m at the joint per thousandth of the rated torque
	status  uint16
	control uint16
	pos     int32
	vel     int32
	tau     int16
	got     uint64 // PDOs with the status
	stale   int    // reads without a new one
	target  int32
	out     canopen.Frame
}

// Driver drives axes by cyclic synchronous position, velocity or torque (modes 8 to 10). It implements hw.Driver and
// hw.Stater. Inactive means that the drives answer and their power is off; Active that all are enabled. If one of them leaves
// that state, all others make a quick stop and the driver falls back to Inactive. If one is silent, all are commanded to stop
// and the driver falls back to Unconfigured. Write sends the commands and then the SYNC, at which the drives measure and
// apply the commands. Read returns what they measured at the previous SYNC, and sends the SYNC itself while Inactive.
type Driver struct {
	cfg      Config
	info     hw.Info
	at       hw.LifeCycle
	axes     []axis
	masters  []*canopen.Master
	group    string
	mode     Mode
	beat     time.Duration
	cause    error
	hold     func(i int) int32 // the target, in the drive's units, at which an axis stays where it is
	targeted func(i int) int32
	made     bool
}

// NewDriver makes a driver without contacting the drives. It refuses more axes than the buses can carry in a period.
func NewDriver(cfg Config) (*Driver, error) {
	cfg.Rate, cfg.Period = cmp.Or(cfg.Rate, 1_000_000), cmp.Or(cfg.Period, time.Millisecond)
	cfg.Master, cfg.Watchdog = cmp.Or(cfg.Master, canopen.MaxNode), cmp.Or(cfg.Watchdog, 100*time.Millisecond)
	d := &Driver{cfg: cfg, info: hw.Info{Name: cmp.Or(cfg.Name, "cia402"), Period: cfg.Period}}
	d.hold = func(i int) int32 {
		if d.mode == Position {
			return d.axes[i].pos
		}
		return 0
	}
	d.targeted = func(i int) int32 { return d.axes[i].target }
	var errs []error
	seen := map[[2]int]string{}
	for _, a := range cfg.Axes {
		place := [2]int{a.Bus, int(a.Node)}
		switch {
		case a.Bus < 0 || a.Bus >= len(cfg.Buses):
			errs = append(errs, fmt.Errorf("cia402: axis %s: there is no bus %d: there are %d", a.Name, a.Bus, len(cfg.Buses)))
		case a.Node == 0 || a.Node > canopen.MaxNode || a.Node == cfg.Master:
			errs = append(errs, fmt.Errorf("cia402: axis %s: node %d: give a number from 1 to %d that is not the master's, %d", a.Name, a.Node, canopen.MaxNode, cfg.Master))
		case seen[place] != "":
			errs = append(errs, fmt.Errorf("cia402: axis %s: node %d of bus %d is axis %s already", a.Name, a.Node, a.Bus, seen[place]))
		case a.Counts == 0 || a.Counts-a.Counts != 0 || a.Ratio < 0 || a.Ratio-a.Ratio != 0:
			errs = append(errs, fmt.Errorf("cia402: axis %s: %g counts in a turn, gear %g: give numbers, counts other than 0", a.Name, a.Counts, a.Ratio))
		}
		seen[place] = a.Name
		a.Ratio = cmp.Or(a.Ratio, 1)
		d.axes = append(d.axes, axis{Axis: a, turn: 2 * math.Pi / a.Counts})
		for _, h := range [StateLen][2]string{{"position", "rad"}, {"velocity", "rad/s"}, {"effort", "N·m"}, {"status", "1"}, {"error", "1"}} {
			d.info.State = append(d.info.State, hw.Handle{Name: a.Name + "/" + h[0], Unit: h[1], Index: len(d.info.State)})
		}
	}
	for _, g := range [][2]string{{GroupPosition, "rad"}, {GroupVelocity, "rad/s"}, {GroupEffort, "N·m"}} {
		group := hw.Group{Name: g[0]}
		for i, a := range cfg.Axes {
			group.Command = append(group.Command, hw.Handle{Name: a.Name + "/" + g[0], Unit: g[1], Index: i})
		}
		d.info.Groups = append(d.info.Groups, group)
	}
	if len(cfg.Axes) == 0 {
		errs = append(errs, errors.New("cia402: there are no axes"))
	}
	for i := range cfg.Buses {
		if load := d.Load(i); load > 1 {
			errs = append(errs, fmt.Errorf("cia402: bus %d would carry %.0f %% of what it can at %d bit/s every %v: distribute the axes over more buses, or take a longer period", i, load*100, cfg.Rate, cfg.Period))
		}
	}
	if err := errors.Join(append(errs, d.info.Validate())...); err != nil {
		return nil, err
	}
	return d, nil
}

// Load returns the share of a bus's time that a cycle takes, with the greatest possible number of stuffed bits: SYNC, and for
// each axis a PDO of 6 bytes each way, every fourth cycle one of 6 bytes with velocity and torque, and heartbeats. At 1
// Mbit/s and 1 kHz a bus carries three axes for certain, and a fourth only as long as few bits are stuffed.
func (d *Driver) Load(bus int) float64 {
	const bare, worst = 47, 4 // bits of a frame without data; up to every fourth one of the data and of the 34 bits before may be stuffed
	frame := func(n int) float64 { return float64(bare + 8*n + (34+8*n-1)/worst) }
	beats := 4 * d.cfg.Period.Seconds() / d.cfg.Watchdog.Seconds()
	bits := frame(0) + beats*frame(1)
	for i := range d.cfg.Axes {
		if d.cfg.Axes[i].Bus == bus {
			bits += 2*frame(6) + frame(6)/slow + beats*frame(1)
		}
	}
	return bits / (float64(d.cfg.Rate) * d.cfg.Period.Seconds())
}

// slow is the number of cycles between two PDOs with velocity and torque. Between them the velocity is derived from
// positions.
const slow = 4

// Info implements hw.Driver.
func (d *Driver) Info() hw.Info { return d.info }

// LifeCycle implements hw.Stater.
func (d *Driver) LifeCycle() hw.LifeCycle { return d.at }

// Cause returns the reason for the driver's last fallback; nil if there was none.
func (d *Driver) Cause() error { return d.cause }

// Enter implements hw.Driver.
func (d *Driver) Enter(to hw.LifeCycle) (err error) {
	d.at, err = hw.Steps{Connect: d.connect, Disconnect: d.disconnect, Enable: d.enable, Rest: d.rest}.Move(d.info.Name, d.at, to)
	return err
}

func (d *Driver) disconnect() {
	for _, m := range d.masters {
		_ = m.Command(canopen.PreOperation, 0)
		_ = m.Close()
	}
	d.masters = nil
}

// connect opens the buses and sets up the drives.
func (d *Driver) connect() error {
	for i, open := range d.cfg.Buses {
		bus, err := open()
		if err != nil {
			return fmt.Errorf("cia402: bus %d: %w", i, err)
		}
		d.masters = append(d.masters, canopen.NewMaster(bus, d.cfg.Patience, func(f *canopen.Frame) bool { return d.pdo(i, f) }))
	}
	var errs []error
	for i := range d.axes {
		a := &d.axes[i]
		a.master = d.masters[a.Bus]
		if err := d.setUp(a); err != nil {
			errs = append(errs, fmt.Errorf("cia402: axis %s: %w", a.Name, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, m := range d.masters {
		if err := m.Command(canopen.Start, 0); err != nil {
			return err
		}
	}
	d.made, d.cause = true, nil
	return d.until(func(a *axis) bool { return a.got > 0 }, "sends no PDO")
}

// setUp prepares a drive for the cycle. The group in use determines the contents of PDO 1 in each direction.
func (d *Driver) setUp(a *axis) error {
	m, n := a.master, a.Node
	if err := m.Boot(n); err != nil {
		return err
	}
	kind, err := m.Number(n, 0x1000, 0)
	if err == nil && kind&0xffff != DeviceType {
		err = fmt.Errorf("node %d is a device of profile %d: give the number of a drive, whose profile is %d", n, kind&0xffff, DeviceType)
	}
	if err != nil {
		return err
	}
	rated, err := m.Number(n, ObjRated, 0)
	if err != nil {
		return err
	}
	a.torque = float64(rated) * 1e-6 * a.Ratio * sign(a.Counts)
	ms := uint32(d.cfg.Watchdog.Milliseconds())
	us := uint32(d.cfg.Period.Microseconds() / 100)
	errs := []error{
		m.Set(n, 0x1016, 1, 4, uint32(d.cfg.Master)<<16|ms), m.Set(n, 0x1017, 0, 2, max(ms/4, 1)),
		m.Set(n, ObjPeriod, 1, 1, us), m.Set(n, ObjPeriod, 2, 1, uint32(uint8(256-4))), // in units of 10⁻⁴ s
		m.Map(n, true, 1, 1, mapped(ObjStatus, 16), mapped(ObjPosition, 32)),
		m.Map(n, true, 2, slow, mapped(ObjVelocity, 32), mapped(ObjTorque, 16)),
	}
	a.got, a.stale, a.status, a.control = 0, 0, 0, 0
	return errors.Join(append(errs, d.mean(a))...)
}

// mapped is an object in a mapping.
func mapped(index uint16, bits uint32) uint32 { return uint32(index)<<16 | bits }

func sign(x float64) float64 { return math.Copysign(1, x) }

// mean sets an axis to the mode of the group in use.
func (d *Driver) mean(a *axis) error {
	target := mapped(ObjPositionTo, 32)
	mode := Position
	switch d.group {
	case GroupVelocity:
		mode, target = Velocity, mapped(ObjVelocityTo, 32)
	case GroupEffort:
		mode, target = Torque, mapped(ObjTorqueTo, 16)
	}
	d.mode = mode
	have, err := a.master.Number(a.Node, ObjModes, 0)
	if err == nil && have>>(mode-1)&1 == 0 {
		err = fmt.Errorf("the drive has no mode %d: use another group", mode)
	}
	if err != nil {
		return err
	}
	return errors.Join(a.master.Map(a.Node, false, 1, 1, mapped(ObjControl, 16), target), a.master.Set(a.Node, ObjMode, 0, 1, uint32(mode)))
}

// Use implements hw.Driver.
func (d *Driver) Use(group string) error {
	if _, ok := d.info.Group(group); !ok {
		return fmt.Errorf("hw: driver %q has no command group %q", d.info.Name, group)
	}
	if d.at == hw.Active {
		if err := d.Enter(hw.Inactive); err != nil {
			return err
		}
	}
	d.group = group
	if d.at != hw.Inactive {
		return nil
	}
	var errs []error
	for i := range d.axes {
		if err := d.mean(&d.axes[i]); err != nil {
			errs = append(errs, fmt.Errorf("cia402: axis %s: %w", d.axes[i].Name, err))
		}
	}
	return errors.Join(errs...)
}

// enable takes all drives to the state Enabled, with commands that hold their positions.
func (d *Driver) enable() error {
	if d.group == "" {
		return fmt.Errorf("%w: driver %q has no command group in use: Use one first", hw.ErrState, d.info.Name)
	}
	d.cause = nil
	return d.walk(true, Enabled)
}

// rest brings all drives to rest by a quick stop, then switches their power off.
func (d *Driver) rest() error {
	for i := range d.axes {
		d.axes[i].control = StopQuickly
	}
	err := d.cycles(func() bool {
		for i := range d.axes {
			if s, _ := StateOf(d.axes[i].status); s == Enabled || s == QuickStop {
				return false
			}
		}
		return true
	})
	return errors.Join(err, d.walk(false, Disabled))
}

// walk takes all drives to a state.
func (d *Driver) walk(enabled bool, to State) error {
	err := d.cycles(func() bool {
		there := true
		for i := range d.axes {
			a := &d.axes[i]
			s, _ := StateOf(a.status)
			if s == to {
				if enabled {
					a.control = EnableOn
				}
				continue
			}
			there = false
			word := s.Toward(enabled)
			if word == ResetFault && a.control == ResetFault {
				word = NoVoltage // the bit must rise
			}
			a.control = word
		}
		return there
	})
	if err == nil {
		return nil
	}
	for i := range d.axes {
		if s, _ := StateOf(d.axes[i].status); s != to {
			return fmt.Errorf("cia402: axis %s is %v and does not get to %v: error %s: %w", d.axes[i].Name, s, to, Cause(d.cry(&d.axes[i])), err)
		}
	}
	return err
}

// cry returns the code of an axis' last emergency message.
func (d *Driver) cry(a *axis) uint16 { return a.master.Nodes[a.Node].Emergency.Code }

// cycles makes cycles that hold the drives where they are until a condition holds, for the patience at most. On a real bus,
// waiting gives them their duration.
func (d *Driver) cycles(so func() bool) error {
	patience := cmp.Or(d.cfg.Patience, 500*time.Millisecond)
	for range int(4*patience/d.cfg.Period) + 1 {
		for i := range d.axes {
			d.axes[i].stale = 0
		}
		if err := d.cycle(d.hold); err != nil {
			return err
		}
		for range 20 {
			for _, m := range d.masters {
				if err := m.Wait(d.cfg.Period / 20); err != nil {
					return err
				}
				if err := m.Poll(); err != nil {
					return err
				}
			}
			if d.fresh() {
				break
			}
		}
		if so() {
			return nil
		}
	}
	return canopen.ErrSilent
}

// fresh reports whether every axis has sent a PDO since its count was 0.
func (d *Driver) fresh() bool {
	for i := range d.axes {
		if d.axes[i].stale >= 0 {
			return false
		}
	}
	return true
}

// until makes cycles until all axes fulfil a condition.
func (d *Driver) until(so func(*axis) bool, otherwise string) error {
	err := d.cycles(func() bool {
		for i := range d.axes {
			if !so(&d.axes[i]) {
				return false
			}
		}
		return true
	})
	for i := range d.axes {
		if err != nil && !so(&d.axes[i]) {
			return fmt.Errorf("cia402: axis %s %s: %w", d.axes[i].Name, otherwise, err)
		}
	}
	return err
}

// cycle sends targets, the master's heartbeat when it is due, and the SYNC.
func (d *Driver) cycle(target func(i int) int32) error {
	for i := range d.axes {
		a := &d.axes[i]
		x := target(i)
		a.out = canopen.Frame{ID: canopen.ReceivedPDO(a.Node, 1), N: 6, Data: [8]byte{byte(a.control), byte(a.control >> 8), byte(x), byte(x >> 8), byte(x >> 16), byte(x >> 24)}}
		if d.mode == Torque {
			a.out.N = 4
		}
		if err := a.master.Send(&a.out); err != nil {
			return err
		}
	}
	d.beat += d.cfg.Period
	beat := d.beat >= d.cfg.Watchdog/4
	for _, m := range d.masters {
		if err := m.Sync(); err != nil {
			return err
		}
		if beat {
			d.beat = 0
			if err := m.Beat(d.cfg.Master); err != nil {
				return err
			}
		}
	}
	return nil
}

// pdo takes a PDO from a bus.
func (d *Driver) pdo(bus int, f *canopen.Frame) bool {
	for i := range d.axes {
		a := &d.axes[i]
		switch {
		case a.Bus != bus:
		case f.ID == canopen.SentPDO(a.Node, 1) && f.N == 6:
			pos := int32(uint32(f.Data[2]) | uint32(f.Data[3])<<8 | uint32(f.Data[4])<<16 | uint32(f.Data[5])<<24)
			if a.got > 0 {
				a.vel = int32(float64(pos-a.pos) / d.cfg.Period.Seconds())
			}
			a.pos, a.status = pos, uint16(f.Data[0])|uint16(f.Data[1])<<8
			a.got++
			a.stale = -1
			return true
		case f.ID == canopen.SentPDO(a.Node, 2) && f.N == 6:
			a.vel = int32(uint32(f.Data[0]) | uint32(f.Data[1])<<8 | uint32(f.Data[2])<<16 | uint32(f.Data[3])<<24)
			a.tau = int16(uint16(f.Data[4]) | uint16(f.Data[5])<<8)
			return true
		}
	}
	return false
}
