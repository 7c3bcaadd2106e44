package wheelchair

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/nav"
)

// GroupTwist is the command group of a Driver: v in m/s and w in rad/s.
const GroupTwist = "twist"

// Offsets in the slice that Driver.Read fills.
const (
	StateLeft    = iota // rad, turned by the left wheel since the connection was made
	StateRight          // rad
	StateRimL           // m/s
	StateRimR           // m/s
	StateV              // m/s, of BASE, from the wheels
	StateW              // rad/s
	StateX              // of the stick on board, forward
	StateY              // to the left
	StateButtons        // of the stick on board
	StateVolts          // V
	StateCharge         // share
	StateMode           // Mode
	StateFaults         // Fault
	StateTime           // s, since the kit was switched on
	StateAge            // s, since the last motion arrived
	StateLen
)

// DriverConfig describes a driver. Dial is required.
type DriverConfig struct {
	Name     string // "" for "wheelchair"
	Dial     func() (Conn, error)
	Patience time.Duration // for an answer; 0 for 0.5 s
	Limits   Limits        // for the kit; the zero value leaves the kit's own
	Mute     time.Duration // of reading nothing new after which Read fails; 0 for 200 ms. After five times that the line is closed
}

// Driver drives a wheelchair through its kit. It implements hw.Driver and hw.Stater. Inactive means connected, with the
// kit in any mode but Remote; Active means mode Remote. If the kit leaves that mode, because of an emergency stop or a
// stuck wheel, the driver falls back to Inactive; if the line breaks, to Unconfigured.
type Driver struct {
	cfg   DriverConfig
	info  hw.Info
	c     *Client
	at    hw.LifeCycle
	used  bool
	made  bool // a connection has been made before
	count [2]int32
	angle [2]float64
	seen  uint64 // motions
	quiet int    // reads without a new one
}

// NewDriver makes a driver without contacting a kit.
func NewDriver(cfg DriverConfig) (*Driver, error) {
	if cfg.Dial == nil {
		return nil, errors.New("pmk: DriverConfig.Dial is missing: use Dial, or the box's")
	}
	if cfg.Limits != (Limits{}) {
		if err := cfg.Limits.Check(); err != nil {
			return nil, err
		}
	}
	if cfg.Mute <= 0 {
		cfg.Mute = 200 * time.Millisecond
	}
	d := &Driver{cfg: cfg}
	d.info = hw.Info{Name: cmp.Or(cfg.Name, "wheelchair"), Period: Period}
	for _, h := range [StateLen][2]string{
		{"left/angle", "rad"}, {"right/angle", "rad"}, {"left/rim", "m/s"}, {"right/rim", "m/s"}, {"base/v", "m/s"}, {"base/w", "rad/s"},
		{"stick/x", "1"}, {"stick/y", "1"}, {"stick/buttons", "1"}, {"battery/voltage", "V"}, {"battery/charge", "1"},
		{"kit/mode", "1"}, {"kit/faults", "1"}, {"kit/time", "s"}, {"kit/age", "s"},
	} {
		d.info.State = append(d.info.State, hw.Handle{Name: h[0], Unit: h[1], Index: len(d.info.State)})
	}
	d.info.Groups = []hw.Group{{Name: GroupTwist, Command: []hw.Handle{{Name: "base/v", Unit: "m/s", Index: 0}, {Name: "base/w", Unit: "rad/s", Index: 1}}}}
	return d, nil
}

// Info implements hw.Driver.
func (d *Driver) Info() hw.Info { return d.info }

// Client returns the present line's client, for calls that hw.Driver does not offer, such as the mode Native; nil without
// a line.
func (d *Driver) Client() *Client { return d.c }

// LifeCycle implements hw.Stater.
func (d *Driver) LifeCycle() hw.LifeCycle {
	if d.at == hw.Inactive || d.at == hw.Active {
		if d.c == nil || d.c.Closed() {
			d.at = hw.Unconfigured
		} else if d.at == hw.Active && d.c.Motion.Mode != Remote {
			d.at = hw.Inactive
		}
	}
	return d.at
}

// Enter implements hw.Driver.
func (d *Driver) Enter(to hw.LifeCycle) error {
	from := d.LifeCycle()
	if err := from.Step(d.info.Name, to); err != nil {
		return err
	}
	switch {
	case from == to:
		return nil
	case to == hw.Inactive && from == hw.Active:
		if err := d.c.SetMode(Idle); err != nil {
			return err
		}
	case to == hw.Inactive:
		if err := d.connect(); err != nil {
			return err
		}
	case to == hw.Active:
		if !d.used {
			return fmt.Errorf("%w: driver %q has no command group in use: Use one first", hw.ErrState, d.info.Name)
		}
		if err := d.ready(); err != nil {
			return err
		}
	default:
		if from == hw.Active {
			_ = d.c.SetMode(Idle) // without an answer the kit's watchdog stops the wheels
		}
		if d.c != nil {
			_ = d.c.Close()
		}
		d.c = nil
	}
	d.at = to
	return nil
}

// connect makes a line and greets the kit.
func (d *Driver) connect() error {
	conn, err := d.cfg.Dial()
	if err != nil {
		return err
	}
	c := NewClient(conn, d.cfg.Patience)
	if _, err := c.Hello(); err != nil {
		_ = c.Close()
		return err
	}
	if d.cfg.Limits != (Limits{}) {
		if err := c.SetLimits(d.cfg.Limits); err != nil {
			_ = c.Close()
			return err
		}
	}
	if !d.made {
		d.count = [2]int32{c.Motion.Left, c.Motion.Right}
	}
	d.c, d.made, d.seen, d.quiet = c, true, 0, 0
	return nil
}

// ready takes the kit to the mode Remote, through Idle, which ends an emergency stop.
func (d *Driver) ready() error {
	if err := d.c.SetMode(Idle); err != nil {
		return err
	}
	return d.c.SetMode(Remote)
}

// Use implements hw.Driver.
func (d *Driver) Use(group string) error {
	if group != GroupTwist {
		return fmt.Errorf("hw: driver %q has no command group %q", d.info.Name, group)
	}
	d.used = true
	return nil
}

// Read implements hw.Driver. It does not wait. If the kit has been silent for long, it fails with ErrMute.
func (d *Driver) Read(state []float64) error {
	if at := d.LifeCycle(); at != hw.Inactive && at != hw.Active {
		return d.unready()
	}
	if len(state) != StateLen {
		return hw.ErrCommand
	}
	if err := d.c.Poll(); err != nil {
		return err
	}
	d.quiet++
	if d.c.Motions != d.seen {
		d.seen, d.quiet = d.c.Motions, 0
	}
	age := time.Duration(d.quiet) * Period
	switch {
	case age > 5*d.cfg.Mute:
		_ = d.c.Close()
		return ErrMute
	case age > d.cfg.Mute:
		return ErrMute
	}
	m, s, k := &d.c.Motion, &d.c.Status, &d.c.welcome
	for i, n := range [2]int32{m.Left, m.Right} {
		d.angle[i] += float64(n-d.count[i]) / float64(k.Counts) * 2 * math.Pi // the difference is right even if counts wrap around
		d.count[i] = n
	}
	state[StateLeft], state[StateRight] = d.angle[0], d.angle[1]
	state[StateRimL], state[StateRimR] = m.Rims[0], m.Rims[1]
	state[StateV], state[StateW] = (m.Rims[0]+m.Rims[1])/2, (m.Rims[1]-m.Rims[0])/k.Track
	state[StateX], state[StateY], state[StateButtons] = s.X, s.Y, float64(s.Buttons)
	state[StateVolts], state[StateCharge] = s.Battery, s.Charge
	state[StateMode], state[StateFaults] = float64(m.Mode), float64(s.Faults)
	state[StateTime], state[StateAge] = m.Time.Seconds(), age.Seconds()
	return nil
}

var errLostState = fmt.Errorf("%w: %w", hw.ErrState, ErrClosed)

// unready is the error of a call that the life cycle forbids.
func (d *Driver) unready() error {
	if d.at == hw.Unconfigured && d.made {
		return errLostState
	}
	return hw.ErrState
}

// Write implements hw.Driver.
func (d *Driver) Write(command []float64) error {
	if d.LifeCycle() != hw.Active {
		return d.unready()
	}
	if len(command) != 2 {
		return hw.ErrCommand
	}
	err := d.c.Drive(command[0], command[1])
	if err == ErrCommand {
		return hw.ErrCommand
	}
	return err
}

// EmergencyStop stops the wheels as fast as the motors can, ignoring all limits. The driver falls back to Inactive.
func (d *Driver) EmergencyStop() error {
	if at := d.LifeCycle(); at != hw.Inactive && at != hw.Active {
		return d.unready()
	}
	err := d.c.Stop(AtOnce)
	if err == nil {
		d.c.Motion.Mode = Halted
	}
	return err
}

// TwistLimits limits the commands of GroupTwist in velocity, acceleration and jerk. NaN is taken as 0. It implements
// hw.Limiter.
type TwistLimits struct {
	limits Limits
	v, w   nav.Shaper
	dt     float64
	fixed  float64
}

// NewTwistLimits makes limits. Commands come every period, unless After says otherwise.
func NewTwistLimits(l Limits, period time.Duration) (*TwistLimits, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	if period <= 0 {
		return nil, fmt.Errorf("pmk: commands every %v: give the period of the loop", period)
	}
	return &TwistLimits{limits: l, fixed: period.Seconds(), dt: period.Seconds()}, nil
}

// Begin implements hw.Limiter: commands begin at the wheels' present velocity.
func (l *TwistLimits) Begin(state []float64) error {
	l.v, l.w = nav.Shaper{V: state[StateV]}, nav.Shaper{V: state[StateW]}
	return nil
}

// After sets the time until the next command.
func (l *TwistLimits) After(d time.Duration) { l.dt = d.Seconds() }

// Limit implements hw.Limiter.
func (l *TwistLimits) Limit(command []float64) safety.Verdict {
	v, w, verdict := command[0], command[1], safety.Pass
	if v-v != 0 || w-w != 0 {
		v, w, verdict = 0, 0, safety.Rejected
	}
	if l.dt > 0 {
		l.v.Toward(min(max(v, -l.limits.Back), l.limits.V), l.limits.A, l.limits.J, l.dt)
		l.w.Toward(min(max(w, -l.limits.W), l.limits.W), l.limits.Alpha, l.limits.Angled, l.dt)
	}
	command[0], command[1] = l.v.V, l.w.V
	l.dt = l.fixed
	if verdict == safety.Pass && (command[0] != v || command[1] != w) {
		verdict = safety.Limited
	}
	return verdict
}

// String implements hw.Limiter.
func (l *TwistLimits) String() string {
	return fmt.Sprintf("forward %g m/s, backward %g m/s, turning %g rad/s; acceleration %g m/s² and %g rad/s², jerk %g m/s³ and %g rad/s³",
		l.limits.V, l.limits.Back, l.limits.W, l.limits.A, l.limits.Alpha, l.limits.J, l.limits.Angled)
}
