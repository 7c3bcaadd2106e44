package dive

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// glance looks at a vehicle once a tag for all sensors.
type glance struct {
	vehicle  hw.Driver
	tag      reactor.Tag
	looked   bool
	state    [rov.StateLen]float64
	readings rov.Readings
	age      time.Duration
	ok       bool
}

// at brings the glance to a tag.
func (g *glance) at(tag reactor.Tag) {
	if !g.looked || g.tag != tag {
		err := g.vehicle.Read(g.state[:])
		g.readings, g.age, g.ok = rov.ReadingsOf(g.state[:])
		g.ok = g.ok && err == nil
		g.tag, g.looked = tag, true
	}
}

// within is a simulated vehicle in this process, driven by logical time: an exec.World.
type within struct {
	world *rov.World
	now   time.Duration
	gone  bool // nobody answers, by a fault
	since time.Duration
	zero  [maxThrusters]float64
}

var _ rov.Link = (*within)(nil)
var _ honest = (*within)(nil)

// watchdog is how long the thrusters go on without a command, as behind a network.
const watchdog = 200 * time.Millisecond

// Latest implements rov.Link.
func (w *within) Latest(r *rov.Readings) (time.Duration, bool) {
	if w.gone {
		return w.now - w.since, false
	}
	*r = *w.world.Readings()
	return w.now - r.Time, true
}

// Command implements rov.Link.
func (w *within) Command(forces []float64) {
	if !w.gone {
		w.world.Command(forces)
	}
}

// NextEvent implements exec.World.
func (w *within) NextEvent() reactor.Time {
	if at := w.since + watchdog; w.gone && w.now < at {
		return reactor.Time(at)
	}
	return w.world.NextEvent()
}

// AdvanceTo implements exec.World.
func (w *within) AdvanceTo(t reactor.Time) error {
	w.now = t.Duration()
	if at := w.since + watchdog; w.gone && w.now >= at {
		if err := w.world.AdvanceTo(reactor.Time(at)); err != nil {
			return err
		}
		w.world.Command(w.zero[:])
	}
	return w.world.AdvanceTo(t)
}

// leave lets the vehicle be gone, or come back.
func (w *within) leave(gone bool) {
	w.gone, w.since = gone, w.now
}

// Truth is the true state of the vehicle, which no sensor knows.
func (w *within) Truth(s *rov.State, forces []float64) int {
	*s = *w.world.Truth()
	w.world.Forces(forces)
	return min(len(forces), len(w.world.Vehicle().Thrusters))
}

// honest is a vehicle whose true state is known: a simulated one.
type honest interface {
	Truth(s *rov.State, forces []float64) int
}

// trueHeading is the yaw of c; NaN where it is not known.
func trueHeading(c rov.Link, s *rov.State) float64 {
	h, ok := c.(honest)
	if !ok {
		return math.NaN()
	}
	if h.Truth(s, nil); s.Q == (rov.State{}).Q {
		return math.NaN() // a vehicle that does not say
	}
	return s.RPY().Yaw
}

// silent is the vehicle of a replay, in which nobody asks.
type silent struct{}

// Latest implements rov.Link.
func (silent) Latest(*rov.Readings) (time.Duration, bool) { return 0, false }

// Command implements rov.Link.
func (silent) Command([]float64) {}
