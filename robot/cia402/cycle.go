package cia402

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/hw"
)

var errLost = fmt.Errorf("%w: the drives were lost", hw.ErrState)

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
	for _, m := range d.masters {
		if err := m.Poll(); err != nil {
			return d.lose(err)
		}
	}
	if d.at == hw.Inactive {
		if err := d.cycle(d.hold); err != nil {
			return d.lose(err)
		}
	}
	if err := d.watch(); err != nil {
		return err
	}
	for i := range d.axes {
		a, to := &d.axes[i], state[i*StateLen:]
		s, _ := StateOf(a.status)
		to[StatePosition], to[StateVelocity] = float64(a.pos)*a.turn, float64(a.vel)*a.turn
		to[StateEffort], to[StateStatus], to[StateError] = float64(a.tau)*a.torque, float64(s), float64(d.cry(a))
	}
	return nil
}

// watch checks that all axes are as they should be.
func (d *Driver) watch() error {
	var silent, fallen *axis
	for i := range d.axes {
		a := &d.axes[i]
		a.stale++
		if s, ok := StateOf(a.status); d.at == hw.Active && (!ok || s != Enabled) {
			fallen = a
		}
		if a.stale > int(d.cfg.Watchdog/d.cfg.Period) {
			silent = a
		}
	}
	switch {
	case silent != nil:
		return d.lose(fmt.Errorf("cia402: axis %s, node %d of bus %d, says nothing any more: check its power and cable", silent.Name, silent.Node, silent.Bus))
	case fallen != nil:
		s, _ := StateOf(fallen.status)
		d.cause = fmt.Errorf("cia402: axis %s is %v: error %s: all axes stop", fallen.Name, s, Cause(d.cry(fallen)))
		d.at = hw.Inactive
		d.stopAll()
		return d.cause
	}
	return nil
}

// stopAll commands a quick stop to every axis.
func (d *Driver) stopAll() {
	for i := range d.axes {
		d.axes[i].control = StopQuickly
	}
	_ = d.cycle(d.hold) // an axis that is not reached is stopped by its own watchdog
}

// lose disconnects the drives.
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
	if len(command) != len(d.axes) {
		return hw.ErrCommand
	}
	for i, x := range command {
		if n := d.units(i, x); !(math.Abs(n) < math.MaxInt32) || d.mode == Torque && math.Abs(n) > math.MaxInt16 {
			return hw.ErrCommand
		}
	}
	for i, x := range command {
		d.axes[i].target = int32(math.Round(d.units(i, x)))
	}
	if err := d.cycle(d.targeted); err != nil {
		return d.lose(err)
	}
	return nil
}

// units returns a command in the drive's units.
func (d *Driver) units(i int, x float64) float64 {
	if d.mode == Torque {
		return x / d.axes[i].torque
	}
	return x / d.axes[i].turn
}
