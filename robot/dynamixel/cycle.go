package dynamixel

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/hw"
)

var errLost = fmt.Errorf("%w: %w", hw.ErrState, ErrClosed)

// unready is the error of a call that the life cycle forbids.
func (d *Driver) unready() error {
	if d.at == hw.Unconfigured && d.made {
		return errLost
	}
	return hw.ErrState
}

// Read implements hw.Driver. It does not wait.
func (d *Driver) Read(state []float64) error {
	if d.at != hw.Inactive && d.at != hw.Active {
		return d.unready()
	}
	if len(state) != len(d.info.State) {
		return hw.ErrCommand
	}
	err := d.c.Collect(d.take)
	if err == nil && d.at == hw.Inactive {
		err = d.ask()
	}
	if err != nil {
		return d.lose(err)
	}
	if err := d.watch(); err != nil {
		return err
	}
	for i := range d.servos {
		s, to := &d.servos[i], state[i*StateLen:]
		to[StatePosition], to[StateVelocity] = float64(int(s.position)-s.Zero)*s.count, float64(s.velocity)*s.speed
		to[StateEffort], to[StateVolts] = float64(s.current)*s.torque, float64(s.volts)/10
		to[StateDegrees], to[StateHardware] = float64(s.degrees), float64(s.hardware)
	}
	return nil
}

// watch checks that all servos are as they should be.
func (d *Driver) watch() error {
	var silent, fallen *servo
	for i := range d.servos {
		s := &d.servos[i]
		s.stale++
		if s.stale > int(d.cfg.Watchdog/d.cfg.Period) {
			silent = s
		}
		if d.at == hw.Active && (s.hardware != 0 || s.stopped) {
			fallen = s
		}
	}
	switch {
	case silent != nil:
		return d.lose(fmt.Errorf("dynamixel: servo %s, number %d, says nothing any more: check its power and cable", silent.Name, silent.ID))
	case fallen != nil:
		why := "fault of its hardware: " + fallen.hardware.String()
		if fallen.hardware == 0 {
			why = "its watchdog has stopped it, as the master was silent for longer than " + d.cfg.Watchdog.String()
		}
		d.cause = fmt.Errorf("dynamixel: servo %s: %s: all servos stop", fallen.Name, why)
		d.at = hw.Inactive
		d.stopAll()
		return d.cause
	}
	return nil
}

// stopAll makes the servos that still obey hold still.
func (d *Driver) stopAll() {
	for i := range d.servos {
		if d.goals[i] = 0; d.group == GroupPosition {
			d.goals[i] = d.servos[i].position
		}
	}
	_ = d.goal() // a servo that is not reached is stopped by its own watchdog
}

// lose closes the line.
func (d *Driver) lose(why error) error {
	d.cause = why
	d.stopAll()
	d.disconnect()
	d.at = hw.Unconfigured
	return why
}

// Write implements hw.Driver.
func (d *Driver) Write(command []float64) error {
	if d.at != hw.Active {
		return d.unready()
	}
	if len(command) != len(d.servos) {
		return hw.ErrCommand
	}
	for i, x := range command {
		if n := d.units(i, x); !(math.Abs(n) < math.MaxInt32) || d.group == GroupEffort && math.Abs(n) > math.MaxInt16 {
			return hw.ErrCommand
		}
	}
	for i, x := range command {
		d.goals[i] = int32(math.Round(d.units(i, x)))
	}
	err := d.goal()
	if err == nil {
		err = d.ask()
	}
	if err != nil {
		return d.lose(err)
	}
	return nil
}

// units returns a command in the servo's units.
func (d *Driver) units(i int, x float64) float64 {
	switch s := &d.servos[i]; d.group {
	case GroupPosition:
		return x/s.count + float64(s.Zero)
	case GroupVelocity:
		return x / s.speed
	default:
		return x / s.torque
	}
}
