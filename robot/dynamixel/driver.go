package dynamixel

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
)

// Command groups of a Driver: one goal for each servo.
const (
	GroupPosition = "position" // rad, over several turns
	GroupVelocity = "velocity" // rad/s
	GroupEffort   = "effort"   // N·m
)

// Servo is one servo.
type Servo struct {
	Name string // of the joint, "joint1"
	ID   uint8
	Zero int     // counts at which the joint's angle is 0; 2048 is the middle of a turn
	Turn float64 // joint's turns per turn of the servo; negative if it turns the other way; 0 for 1
	// Torque is the torque of the servo's output per current, N·m/A; 0 for 1.78, an XM430-W350's (4.1 N·m at 2.3 A).
	Torque float64
	Amp    float64 // unit of current, A; 0 for 0.00269
}

// Config describes a driver. Servos and Dial are required.
type Config struct {
	Name     string // "" for "dynamixel"
	Dial     func() (Conn, error)
	Servos   []Servo
	Baud     int           // of the line, for checking its load; 0 for 1 000 000
	Period   time.Duration // of the cycle; 0 for 4 ms
	Watchdog time.Duration // of the servos for the master's silence, and of the driver for theirs; 0 for 100 ms
	Patience time.Duration // for an answer; 0 for 50 ms
}

// Values of a servo in the slice that Driver.Read fills.
const (
	StatePosition = iota // rad
	StateVelocity        // rad/s
	StateEffort          // N·m, from the current
	StateVolts           // V
	StateDegrees         // °C
	StateHardware        // Hardware
	StateLen
)

// block is what a cycle reads of a servo, from indirect data: hardware, watchdog, current, velocity, position, volts, °C.
const block = 15

// indirect lists the addresses in the block.
func indirect() [block]uint16 {
	return [block]uint16{AddrHardware, AddrWatchdog, AddrCurrent, AddrCurrent + 1, AddrVelocity, AddrVelocity + 1, AddrVelocity + 2, AddrVelocity + 3,
		AddrPosition, AddrPosition + 1, AddrPosition + 2, AddrPosition + 3, AddrVolts, AddrVolts + 1, AddrDegrees}
}

// servo is the state of a Servo.
type servo struct {
	Servo
	count, speed, torque float64 // rad, rad/s and N·m per unit
	hardware             Hardware
	stopped              bool // by its watchdog
	current              int16
	velocity, position   int32
	volts                uint16
	degrees              uint8
	stale                int // reads without an answer
}

// Driver drives servos on one line. It implements hw.Driver and hw.Stater. Inactive means that the servos answer and their
// torque is off; Active that it is on. If a servo reports a hardware fault, or its watchdog has stopped it, the torque of all
// stays on, the others hold still, and the driver falls back to Inactive. If a servo is silent, the driver falls back to
// Unconfigured. Write sends the goals and asks for the states, which the next Read takes.
type Driver struct {
	cfg    Config
	info   hw.Info
	at     hw.LifeCycle
	c      *Client
	servos []servo
	ids    []uint8
	goals  []int32
	group  string
	cause  error
	made   bool
	take   func(*Packet)
}

// NewDriver makes a driver without contacting the servos. It refuses more servos than the line can carry in a period.
func NewDriver(cfg Config) (*Driver, error) {
	cfg.Baud, cfg.Period = cmp.Or(cfg.Baud, 1_000_000), cmp.Or(cfg.Period, 4*time.Millisecond)
	cfg.Watchdog, cfg.Patience = cmp.Or(cfg.Watchdog, 100*time.Millisecond), cmp.Or(cfg.Patience, 50*time.Millisecond)
	d := &Driver{cfg: cfg, info: hw.Info{Name: cmp.Or(cfg.Name, "dynamixel"), Period: cfg.Period}}
	var errs []error
	if cfg.Dial == nil {
		errs = append(errs, errors.New("dynamixel: Config.Dial is missing: use serial.Open, or the box's line"))
	}
	if len(cfg.Servos) == 0 {
		errs = append(errs, errors.New("dynamixel: there are no servos"))
	}
	if cfg.Watchdog < 20*time.Millisecond || cfg.Watchdog > 127*20*time.Millisecond {
		errs = append(errs, fmt.Errorf("dynamixel: a watchdog of %v: give 20ms to 2.54s", cfg.Watchdog))
	}
	seen := map[uint8]string{}
	for _, s := range cfg.Servos {
		switch {
		case s.ID > MaxID:
			errs = append(errs, fmt.Errorf("dynamixel: servo %s: number %d: give 0 to %d", s.Name, s.ID, MaxID))
		case seen[s.ID] != "":
			errs = append(errs, fmt.Errorf("dynamixel: servo %s: number %d is servo %s already", s.Name, s.ID, seen[s.ID]))
		case s.Turn-s.Turn != 0 || s.Torque-s.Torque != 0 || s.Torque < 0 || s.Amp-s.Amp != 0 || s.Amp < 0:
			errs = append(errs, fmt.Errorf("dynamixel: servo %s: gear %g, torque %g N·m/A, unit %g A: give finite numbers, the last two not negative", s.Name, s.Turn, s.Torque, s.Amp))
		}
		seen[s.ID] = s.Name
		s.Turn, s.Torque, s.Amp = cmp.Or(s.Turn, 1), cmp.Or(s.Torque, 1.78), cmp.Or(s.Amp, 0.00269)
		d.servos = append(d.servos, servo{Servo: s, count: 2 * math.Pi / CountsPerTurn * s.Turn, speed: SpeedUnit * 2 * math.Pi / 60 * s.Turn,
			torque: s.Amp * s.Torque / s.Turn})
		d.ids = append(d.ids, s.ID)
		for _, h := range [StateLen][2]string{{"position", "rad"}, {"velocity", "rad/s"}, {"effort", "N·m"}, {"voltage", "V"}, {"temperature", "°C"}, {"hardware", "1"}} {
			d.info.State = append(d.info.State, hw.Handle{Name: s.Name + "/" + h[0], Unit: h[1], Index: len(d.info.State)})
		}
	}
	for _, g := range [][2]string{{GroupPosition, "rad"}, {GroupVelocity, "rad/s"}, {GroupEffort, "N·m"}} {
		group := hw.Group{Name: g[0]}
		for i, s := range cfg.Servos {
			group.Command = append(group.Command, hw.Handle{Name: s.Name + "/" + g[0], Unit: g[1], Index: i})
		}
		d.info.Groups = append(d.info.Groups, group)
	}
	d.goals = make([]int32, len(cfg.Servos))
	d.take = d.answer
	if load := d.Load(); load > 1 {
		errs = append(errs, fmt.Errorf("dynamixel: the line would carry %.0f %% of what it can at %d baud every %v: raise the baud rate, take a longer period, or distribute the servos over lines", load*100, cfg.Baud, cfg.Period))
	}
	if err := errors.Join(append(errs, d.info.Validate())...); err != nil {
		return nil, err
	}
	return d, nil
}

// turnaround is the time a servo takes to answer, with its return delay at 0, and the line to change direction.
const turnaround = 40 * time.Microsecond

// Load returns the share of the line's time that a cycle takes: a sync write, a sync read and an answer of each servo, without
// stuffed bytes.
func (d *Driver) Load() float64 {
	n := len(d.cfg.Servos)
	bytes := overhead + 4 + 5*n + overhead + 4 + n + n*(overhead+1+block)
	return (float64(bytes)*10/float64(d.cfg.Baud) + float64(n)*turnaround.Seconds()) / d.cfg.Period.Seconds()
}

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
	if d.c != nil {
		_ = d.c.Close()
	}
	d.c = nil
}

// connect opens the line and sets up the servos.
func (d *Driver) connect() error {
	conn, err := d.cfg.Dial()
	if err != nil {
		return err
	}
	d.c = NewClient(conn, d.cfg.Patience)
	var errs []error
	for i := range d.servos {
		s := &d.servos[i]
		_, _, err := d.c.Ping(s.ID)
		for _, w := range [][2]uint32{{AddrWatchdog, 0}, {AddrTorque, 0}, {AddrStatusReturn, 2}, {AddrReturnDelay, 0}} {
			if err == nil {
				err = d.c.Write(s.ID, Reg(uint16(w[0])), w[1])
			}
		}
		for k, a := range indirect() {
			if err == nil {
				err = d.c.Write(s.ID, Reg(AddrIndirect+2*uint16(k)), uint32(a))
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("dynamixel: servo %s: %w", s.Name, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	d.made, d.cause = true, nil
	if d.group != "" {
		if err := d.mean(); err != nil {
			return err
		}
	}
	return d.see()
}

// mean sets the servos, whose torque is off, to the mode of the group in use.
func (d *Driver) mean() error {
	mode := map[string]uint32{GroupPosition: ModeExtended, GroupVelocity: ModeVelocity, GroupEffort: ModeCurrent}[d.group]
	for i := range d.servos {
		s := &d.servos[i]
		err := d.c.Write(s.ID, Reg(AddrTorque), 0)
		if err == nil {
			err = d.c.Write(s.ID, Reg(AddrMode), mode)
		}
		if err != nil {
			return fmt.Errorf("dynamixel: servo %s: %w", s.Name, err)
		}
	}
	return nil
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
	return d.mean()
}

// see asks for the states and waits for all of them.
func (d *Driver) see() error {
	for range 3 {
		for i := range d.servos {
			d.servos[i].stale = 0
		}
		if err := d.ask(); err != nil {
			return err
		}
		for range 50 {
			if err := d.c.Collect(d.take); err != nil {
				return err
			}
			if d.missing() == nil {
				return nil
			}
			if err := d.c.conn.Wait(d.cfg.Patience / 50); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("dynamixel: servo %s: %w", d.missing().Name, ErrTimeout)
}

// missing returns a servo that has not answered since its count was 0; nil if all have.
func (d *Driver) missing() *servo {
	for i := range d.servos {
		if d.servos[i].stale >= 0 {
			return &d.servos[i]
		}
	}
	return nil
}

// ask asks for the states.
func (d *Driver) ask() error { return d.c.Ask(Register{AddrIndirectData, block}, block, d.ids) }

// answer takes a servo's state.
func (d *Driver) answer(p *Packet) {
	if len(p.Params) != 1+block {
		return
	}
	for i := range d.servos {
		s, b := &d.servos[i], p.Params[1:]
		if s.ID != p.ID {
			continue
		}
		s.stale = -1
		s.hardware, s.stopped = Hardware(b[0]), b[1] == 255
		s.current = int16(binary.LittleEndian.Uint16(b[2:]))
		s.velocity, s.position = int32(binary.LittleEndian.Uint32(b[4:])), int32(binary.LittleEndian.Uint32(b[8:]))
		s.volts, s.degrees = binary.LittleEndian.Uint16(b[12:]), b[14]
	}
}

// enable switches the torque on, with goals that hold the servos' positions.
func (d *Driver) enable() error {
	if d.group == "" {
		return fmt.Errorf("%w: driver %q has no command group in use: Use one first", hw.ErrState, d.info.Name)
	}
	d.cause = nil
	err := d.see()
	for i := range d.servos {
		s := &d.servos[i]
		if err == nil && s.hardware != 0 {
			err = fmt.Errorf("dynamixel: servo %s has a fault: %v: reboot it when its cause is gone", s.Name, s.hardware)
		}
		goal, at := uint32(0), uint16(AddrGoalVelocity)
		switch d.group {
		case GroupPosition:
			goal, at = uint32(s.position), AddrGoalPosition
		case GroupEffort:
			at = AddrGoalCurrent
		}
		for _, w := range [][2]uint32{{AddrWatchdog, 0}, {AddrTorque, 1}, {uint32(at), goal}, {AddrWatchdog, uint32(d.cfg.Watchdog / (20 * time.Millisecond))}} {
			if err == nil {
				err = d.c.Write(s.ID, Reg(uint16(w[0])), w[1])
			}
		}
		d.goals[i] = int32(goal)
	}
	if err != nil {
		for i := range d.servos {
			_ = d.c.Write(d.servos[i].ID, Reg(AddrTorque), 0)
		}
	}
	return err
}

// rest brings the servos to rest and switches their torque off.
func (d *Driver) rest() error {
	for i := range d.servos {
		if d.goals[i] = 0; d.group == GroupPosition {
			d.goals[i] = d.servos[i].position
		}
	}
	for range 100 {
		if err := d.goal(); err != nil {
			return err
		}
		if err := d.see(); err != nil {
			return err
		}
		still := true
		for i := range d.servos {
			v := d.servos[i].velocity
			still = still && v >= -1 && v <= 1
		}
		if still {
			break
		}
	}
	var errs []error
	for i := range d.servos {
		errs = append(errs, d.c.Write(d.servos[i].ID, Reg(AddrWatchdog), 0), d.c.Write(d.servos[i].ID, Reg(AddrTorque), 0))
	}
	return errors.Join(errs...)
}

// goal sends the goals.
func (d *Driver) goal() error {
	switch d.group {
	case GroupPosition:
		return d.c.SyncWrite(Reg(AddrGoalPosition), d.ids, d.goals)
	case GroupVelocity:
		return d.c.SyncWrite(Reg(AddrGoalVelocity), d.ids, d.goals)
	}
	return d.c.SyncWrite(Reg(AddrGoalCurrent), d.ids, d.goals)
}
