package dive

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// virtualPort begins the name of a bus in memory, which the drivers of a program share.
const virtualPort = "virtual:"

// virtualRate is the bit rate of such a bus, in bit/s.
const virtualRate = 1_000_000

// virtual is a bus in memory, driven by logical time.
type virtual struct {
	mu  rt.Mutex // drivers of several compositions use it
	net *canopen.Net
}

// virtualEnd is a driver's end of a virtual bus.
type virtualEnd struct {
	*canopen.Port
	bus *virtual
}

// Send implements canopen.Bus.
func (e *virtualEnd) Send(f *canopen.Frame) error {
	e.bus.mu.Lock()
	defer e.bus.mu.Unlock()
	return e.Port.Send(f)
}

// Take implements canopen.Bus.
func (e *virtualEnd) Take(f *canopen.Frame) (bool, error) {
	e.bus.mu.Lock()
	defer e.bus.mu.Unlock()
	return e.Port.Take(f)
}

// until transmits frames until a time.
func (e *virtualEnd) until(t time.Duration) {
	e.bus.mu.Lock()
	defer e.bus.mu.Unlock()
	if t > e.bus.net.Now {
		e.bus.net.Advance(t - e.bus.net.Now)
	}
}

// openCAN opens the driver of an External on a bus: SocketCAN's, or one in memory.
func (s *session) openCAN(d *atoms.Driver, i *atom.Instance) (*can, error) {
	name, memory := strings.CutPrefix(d.Option("port"), virtualPort)
	if !memory {
		bus, err := canopen.Open(d.Option("port"))
		if err != nil {
			return nil, err
		}
		return newCAN(d, i, bus)
	}
	v := s.buses[name]
	if v == nil {
		net, err := canopen.NewNet(virtualRate, time.Millisecond)
		if err != nil {
			return nil, err
		}
		if v = (&virtual{net: net}); s.buses == nil {
			s.buses = map[string]*virtual{}
		}
		s.buses[name] = v
	}
	return newCAN(d, i, &virtualEnd{v.net.Port(), v})
}

// can exchanges frames of CAN: it uses the latest value of each signal unless that is too old, and sends the frames of the
// needs in each cycle.
type can struct {
	beyond
	bus    canopen.Bus
	ahead  func(time.Duration) // transmits frames on a bus in memory; nil for another bus
	age    time.Duration
	zero   bool // to stop, zeros are sent rather than nothing
	in     []received
	needs  []atoms.Signal
	frames []canopen.Frame // frames of the needs
	of     []int           // per need, its frame
	frame  canopen.Frame
	unsent uint64
	err    error // the first one
}

// received is a product and its latest value.
type received struct {
	atoms.Signal
	v    float64
	at   reactor.Time
	came bool
}

func newCAN(d *atoms.Driver, i *atom.Instance, bus canopen.Bus) (*can, error) {
	c := &can{bus: bus, age: ageOf(d), zero: d.Option("stop") == "zero"}
	if e, ok := bus.(*virtualEnd); ok {
		c.ahead = e.until
	}
	for _, p := range i.Ports {
		if p.Element.Role != atom.ProductRole && p.Element.Role != atom.NeedRole {
			continue
		}
		s, err := atoms.ReadSignal(p, d.Option(p.Element.Name))
		if err != nil {
			return nil, errors.Join(err, bus.Close())
		}
		if p.Element.Role == atom.ProductRole {
			c.in = append(c.in, received{Signal: s})
			continue
		}
		n := 0
		for n < len(c.frames) && c.frames[n].ID != s.ID {
			n++
		}
		if n == len(c.frames) {
			c.frames = append(c.frames, canopen.Frame{ID: s.ID})
		}
		c.frames[n].N = max(c.frames[n].N, s.Length, uint8(s.Bytes()))
		c.needs, c.of = append(c.needs, s), append(c.of, n)
	}
	return c, nil
}

// Exchange implements project.Driver.
func (c *can) Exchange(tag reactor.Tag, in []float64, out *project.Sample) {
	if c.ahead != nil {
		c.ahead(tag.Time.Duration())
	}
	for {
		ok, err := c.bus.Take(&c.frame)
		if err != nil && c.err == nil {
			c.err = err
		}
		if !ok || err != nil {
			break
		}
		c.take(tag.Time)
	}
	for k := range c.in {
		if h := &c.in[k]; h.came && (tag.Time-h.at).Duration() <= c.age {
			out.Set(k, h.v)
		}
	}
	if len(in) > 0 && (c.zero || !math.IsNaN(in[0])) {
		c.send(in)
	}
}

// take extracts the signals from a frame.
func (c *can) take(at reactor.Time) {
	for k := range c.in {
		h := &c.in[k]
		if h.ID == c.frame.ID && int(c.frame.N) >= h.Bytes() && (h.Length == 0 || h.Length == c.frame.N) {
			h.v, h.at, h.came = h.Unit.SI(h.Get(&c.frame.Data)), at, true
		}
	}
}

// send sends the frames of the needs, with zero in the unit of the signal if they must stop.
func (c *can) send(in []float64) {
	for k := range c.needs {
		s, x := &c.needs[k], 0.0
		if !math.IsNaN(in[k]) {
			x = s.Unit.Of(in[k])
		}
		s.Put(&c.frames[c.of[k]].Data, x)
	}
	for k := range c.frames {
		if err := c.bus.Send(&c.frames[k]); err != nil {
			if c.unsent++; c.err == nil {
				c.err = err
			}
		}
	}
}

// Close releases the bus, and returns its first error.
func (c *can) Close() error {
	err := c.err
	if c.unsent > 0 {
		err = fmt.Errorf("%d frames were not sent: %w", c.unsent, c.err)
	}
	return errors.Join(err, c.bus.Close())
}
