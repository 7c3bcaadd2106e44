package rov

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Link is the connection to a vehicle, in this process or over a network. *hil.Client is one. Any goroutine may call it.
type Link interface {
	// Latest sets r to the newest readings and returns their age; ok is false if they must not be used.
	Latest(r *Readings) (age time.Duration, ok bool)
	// Command sets the thrusters' forces, N, from now on.
	Command(forces []float64)
}

// GroupThrust is the command group of a Driver: a force for each thruster, N.
const GroupThrust = "thrust"

// StateLen is the length of the slice that Driver.Read fills; see ReadingsOf.
const StateLen = 22 + 6 + MaxBeams

// Driver is a vehicle as a hw.Driver. It implements hw.Stater. Unlike with most drivers, any goroutine may call Read.
// Leaving Active sets all forces to zero.
type Driver struct {
	link Link
	info hw.Info
	zero []float64
	at   hw.LifeCycle

	mu rt.Mutex // guards the following fields; between threads of different priority
	r  Readings // of a Read, to keep it off the heap
}

// NewDriver makes the driver of a vehicle reached by l.
func NewDriver(v *Vehicle, l Link) *Driver {
	d := &Driver{link: l, zero: make([]float64, len(v.Thrusters))}
	d.info = hw.Info{Name: "rov", Period: 25 * time.Millisecond, State: readingHandles()}
	g := hw.Group{Name: GroupThrust}
	for i := range v.Thrusters {
		g.Command = append(g.Command, hw.Handle{Name: "thruster" + strconv.Itoa(i+1) + "/force", Unit: "N", Index: i})
	}
	d.info.Groups = []hw.Group{g}
	return d
}

func readingHandles() (hs []hw.Handle) {
	add := func(unit string, names ...string) {
		for _, n := range names {
			hs = append(hs, hw.Handle{Name: n, Unit: unit, Index: len(hs)})
		}
	}
	add("1", "usable")
	add("s", "age", "time")
	add("1", "imu/samples")
	add("s", "imu/taken")
	add("rad", "imu/roll", "imu/pitch", "imu/yaw")
	add("rad/s", "imu/p", "imu/q", "imu/r")
	add("m/s²", "imu/ax", "imu/ay", "imu/az")
	add("1", "loch/samples")
	add("s", "loch/taken")
	add("m/s", "loch/u", "loch/v", "loch/w")
	add("1", "depth/samples")
	add("s", "depth/taken")
	add("m", "depth/z")
	add("1", "proximeter/samples")
	add("s", "proximeter/taken")
	add("m", "proximeter/range")
	add("1", "sonar/samples")
	add("s", "sonar/taken")
	add("1", "sonar/beams")
	for i := range MaxBeams {
		add("m", "sonar/range"+strconv.Itoa(i))
	}
	return hs
}

// Info implements hw.Driver.
func (d *Driver) Info() hw.Info { return d.info }

// LifeCycle implements hw.Stater.
func (d *Driver) LifeCycle() hw.LifeCycle { return d.at }

// Enter implements hw.Driver.
func (d *Driver) Enter(to hw.LifeCycle) error {
	if err := d.at.Step(d.info.Name, to); err != nil {
		return err
	}
	if d.at == hw.Active && to != hw.Active {
		d.link.Command(d.zero)
	}
	d.at = to
	return nil
}

// Use implements hw.Driver.
func (d *Driver) Use(group string) error {
	if group != GroupThrust {
		return fmt.Errorf("hw: driver %q has no command group %q", d.info.Name, group)
	}
	return nil
}

// Read implements hw.Driver. It does not wait; readings that must not be used say so.
func (d *Driver) Read(state []float64) error {
	if d.at != hw.Inactive && d.at != hw.Active {
		return hw.ErrState
	}
	if len(state) != StateLen {
		return hw.ErrCommand
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	age, ok := d.link.Latest(&d.r)
	d.r.put(state, age, ok)
	return nil
}

// Write implements hw.Driver.
func (d *Driver) Write(forces []float64) error {
	if d.at != hw.Active {
		return hw.ErrState
	}
	if len(forces) != len(d.zero) || slices.ContainsFunc(forces, func(f float64) bool { return f-f != 0 }) {
		return hw.ErrCommand
	}
	d.link.Command(forces)
	return nil
}

// put writes readings as Driver.Read gives them.
func (r *Readings) put(state []float64, age time.Duration, ok bool) {
	usable, m, l, z := 0.0, &r.IMU, &r.Loch, &r.Depth
	if ok {
		usable = 1
	}
	copy(state, []float64{
		usable, age.Seconds(), r.Time.Seconds(),
		float64(m.N), m.At.Seconds(), m.Roll, m.Pitch, m.Yaw, m.P, m.Q, m.R, m.Ax, m.Ay, m.Az,
		float64(l.N), l.At.Seconds(), l.U, l.V, l.W,
		float64(z.N), z.At.Seconds(), z.Z,
		float64(r.Proximeter.N), r.Proximeter.At.Seconds(), r.Proximeter.Range,
		float64(r.Sonar.N), r.Sonar.At.Seconds(), float64(r.Sonar.Beams),
	})
	copy(state[StateLen-MaxBeams:], r.Sonar.Ranges[:])
}

// ReadingsOf returns what Driver.Read has written, to the bit.
func ReadingsOf(state []float64) (r Readings, age time.Duration, ok bool) {
	s := (*[StateLen]float64)(state)
	d := func(x float64) time.Duration { return time.Duration(math.Round(x * 1e9)) }
	m, l, z := &r.IMU, &r.Loch, &r.Depth
	r.Time = d(s[2])
	m.N, m.At, m.Roll, m.Pitch, m.Yaw, m.P, m.Q, m.R = uint32(s[3]), d(s[4]), s[5], s[6], s[7], s[8], s[9], s[10]
	m.Ax, m.Ay, m.Az = s[11], s[12], s[13]
	l.N, l.At, l.U, l.V, l.W = uint32(s[14]), d(s[15]), s[16], s[17], s[18]
	z.N, z.At, z.Z = uint32(s[19]), d(s[20]), s[21]
	p, e := &r.Proximeter, &r.Sonar
	p.N, p.At, p.Range = uint32(s[22]), d(s[23]), s[24]
	e.N, e.At, e.Beams = uint32(s[25]), d(s[26]), uint8(s[27])
	copy(e.Ranges[:], s[StateLen-MaxBeams:])
	return r, d(s[1]), s[0] == 1
}

// thrustRate is the greatest change of force for a vehicle that does not state one, N/s.
const thrustRate = 400

// ThrustLimits limits the commands of GroupThrust: forces are kept within the range of each thruster, and every change,
// including that to zero, within its rate. NaN becomes zero. It implements hw.Limiter.
type ThrustLimits struct {
	Last    []float64 // N, last output
	Limited bool      // a force of the last command was changed
	Wrong   int       // NaNs in the last command

	limits []Thruster
	dt     float64 // s, from the previous command to the next
}

// NewThrustLimits makes the limits of a vehicle's thrusters.
func NewThrustLimits(v *Vehicle) *ThrustLimits {
	l := &ThrustLimits{limits: slices.Clone(v.Thrusters), Last: make([]float64, len(v.Thrusters))}
	for i := range l.limits {
		if t := &l.limits[i]; t.Rate == 0 {
			t.Rate = thrustRate
		}
	}
	return l
}

// Rate returns the greatest rate of change of thruster i's force, N/s.
func (l *ThrustLimits) Rate(i int) float64 { return l.limits[i].Rate }

// Begin implements hw.Limiter: the thrusters are at rest.
func (l *ThrustLimits) Begin([]float64) error {
	l.Cut()
	return nil
}

// After sets the time until the next command. Without it no time passes, and no force changes.
func (l *ThrustLimits) After(d time.Duration) { l.dt = d.Seconds() }

// Cut sets all forces to zero at once, for an emergency stop and at the end of a run.
func (l *ThrustLimits) Cut() { clear(l.Last) }

// Limit implements hw.Limiter.
func (l *ThrustLimits) Limit(forces []float64) safety.Verdict {
	l.Limited, l.Wrong = false, 0
	for i, wish := range forces {
		if math.IsNaN(wish) || math.IsInf(wish, 0) {
			wish = 0
			l.Wrong++
		}
		most := min(max(wish, -l.limits[i].Backward), l.limits[i].Forward)
		f, verdict := safety.Slew(l.dt, l.limits[i].Rate, most, l.Last[i])
		l.Limited = l.Limited || most != wish || verdict != safety.Pass
		l.Last[i], forces[i] = f, f
	}
	l.dt = 0
	switch {
	case l.Wrong > 0:
		return safety.Rejected
	case l.Limited:
		return safety.Limited
	}
	return safety.Pass
}

// String implements hw.Limiter.
func (l *ThrustLimits) String() string {
	return "forces within what the thrusters can do, and their rates"
}
