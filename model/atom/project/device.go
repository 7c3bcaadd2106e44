package project

import (
	"math"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/reactor"
)

// device is an External with a driver, in a loop: a sensor's or an actuator's door.
type device struct {
	s        *stage
	driver   Driver
	path     string
	sensor   reactor.Sensor[Sample]
	actuator reactor.Actuator[Command, Sample]
	needs    []*float64 // the places of its needs' values
	products []*float64
	elements []element // of its products
	bit      uint64    // among the actuators
	stopped  bool
	since    reactor.Time // when it was stopped
	cmd      Command
}

// read is the sensor's function.
func (d *device) read(out *Sample) { d.exchange(nil, out) }

// Command implements reactor.Driven.
func (d *device) Command(c Command) (answer Sample) {
	d.Carry(&c, &answer)
	return answer
}

// Carry implements reactor.Carrier.
func (d *device) Carry(c *Command, answer *Sample) { d.exchange(c.V[:c.N], answer) }

// Limits implements reactor.Driven.
func (d *device) Limits() string {
	if l, ok := d.driver.(Limited); ok {
		return l.Limits()
	}
	return ""
}

// exchange calls the driver, after clearing what it set the last time.
func (d *device) exchange(in []float64, out *Sample) {
	clear(out.V[:max(len(d.products), int(min(out.N, MaxElements)))])
	out.N, out.OK = 0, 0
	d.driver.Exchange(d.s.Tag(), in, out)
}

// Physics exchanges values with the driver.
func (d *device) Physics(unit.Time) {
	if len(d.needs) == 0 {
		d.take(d.sensor.Ref())
		return
	}
	if d.s.last {
		return // it has been told to stop
	}
	at := d.s.Tag().Time
	mask := d.s.before | d.s.abroad | d.s.halts(at)
	stop := mask&d.bit != 0
	if stop != d.stopped {
		if d.stopped = stop; stop {
			d.since = at
		}
		d.s.tell(Event{At: at, Path: d.path, Kind: Stopped, Raised: stop, Since: d.since})
	}
	d.send(stop)
}

// send commands the actuator: its needs, or to stop.
func (d *device) send(stop bool) {
	c := &d.cmd // values beyond its needs stay 0
	c.N = uint8(len(d.needs))
	for i, n := range d.needs {
		c.V[i] = *n
		if stop {
			c.V[i] = math.NaN()
		}
	}
	d.take(d.actuator.Send(c))
}

// take copies the driver's values to the products.
func (d *device) take(s *Sample) {
	for i, p := range d.products {
		e := &d.elements[i]
		if s.OK>>i&1 == 0 || i >= int(s.N) {
			e.absent, e.watch = true, true
			continue
		}
		*p = s.V[i]
	}
}
