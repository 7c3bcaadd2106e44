package dive

import (
	"math"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/trace/record"
)

// watch follows a run from outside, through taps on its ports: live, in a replay and in the debugger alike.
type watch struct {
	wanted  atomic.Uint64 // bits of the set-point, set by the thread of another composition
	turned  atomic.Uint64 // bits of the heading, for the progress line
	cycles  atomic.Uint64
	screen  *screen
	alarms  alarms
	presses presses
}

// alarms are the events of a projection that have not been told yet, for all threads.
type alarms struct {
	mu    rt.Mutex // shared by threads of different priority
	fresh []project.Event
	spare []project.Event // handed out by take last
	total uint64
}

// mostAlarms is how many wait to be told; more within a moment are only counted.
const mostAlarms = 1024

// keep makes room for events once; before, they are only counted.
func (a *alarms) keep() {
	a.mu.Lock()
	if cap(a.fresh) == 0 {
		a.fresh, a.spare = make([]project.Event, 0, mostAlarms), make([]project.Event, 0, mostAlarms)
	}
	a.mu.Unlock()
}

// add takes an event, on the thread on which it happens.
func (a *alarms) add(e project.Event) {
	a.mu.Lock()
	a.total++
	if len(a.fresh) < cap(a.fresh) {
		a.fresh = append(a.fresh, e)
	}
	a.mu.Unlock()
}

// take gives what has come since the last time, valid until the next.
func (a *alarms) take() []project.Event {
	a.mu.Lock()
	a.fresh, a.spare = a.spare[:0], a.fresh
	a.mu.Unlock()
	return a.spare
}

// count is how many events there have been.
func (a *alarms) count() uint64 {
	a.mu.Lock()
	n := a.total
	a.mu.Unlock()
	return n
}

// tap sets the taps: a point of the flight per cycle of the composition that measures the heading, and the set-point
// when it changes.
func (s *session) tap(rec *record.Recorder) error {
	w := &s.watch
	nan := math.Float64bits(math.NaN())
	w.wanted.Store(nan)
	w.turned.Store(nan)
	heading, wanted := s.shown()
	if wanted != "" {
		err := record.Tap(rec, wanted, func(_ reactor.Tag, v *float64) { w.wanted.Store(math.Float64bits(*v)) })
		if err != nil {
			return err
		}
	}
	if heading == "" {
		path, ok := s.anyPort()
		if !ok {
			return nil
		}
		return record.Tap(rec, path, func(tag reactor.Tag, _ *float64) { s.cycle(tag.Time.Duration(), math.NaN()) })
	}
	return record.Tap(rec, heading, func(tag reactor.Tag, v *float64) { s.cycle(tag.Time.Duration(), *v) })
}

// shown are the ports that carry the heading and its set-point; "" for what leaves no loop.
func (s *session) shown() (heading, wanted string) {
	measured, setPoint := compared(s.plan)
	if measured == nil {
		measured = s.compass()
	}
	heading, _ = s.portOf(measured)
	wanted, _ = s.portOf(setPoint)
	return heading, wanted
}

// cycle is called at the end of every cycle of the composition that measures the heading, on its thread.
func (s *session) cycle(t time.Duration, heading float64) {
	w := &s.watch
	w.turned.Store(math.Float64bits(heading))
	w.cycles.Add(1)
	f := s.flight
	if f == nil {
		return
	}
	f.now.Measured, f.now.Truth, f.now.SetPoint = heading, trueHeading(s.craft, &s.truth), math.Float64frombits(w.wanted.Load())
	switch {
	case s.answer != nil:
		copy(f.forces[:], s.answer.V[:])
	case s.thrust != nil:
		copy(f.forces[:], s.thrust.limits.Last)
	}
	f.cycle(t.Seconds())
	if w.screen != nil {
		w.screen.cycle(t, s)
	}
}

// compass is the heading as a sensor has it, for a model that does not control it; nil where there is none.
func (s *session) compass() *atom.Port {
	for _, i := range s.model.Instances {
		if i.Driver != driverIMU {
			continue
		}
		for _, p := range i.Ports {
			if e := p.Element; e.Role == atom.ProductRole && e.Type == unit.TypeAngle && strings.Contains(fields(driverIMU)[2].names, e.Name) {
				return p
			}
		}
	}
	return nil
}

// recordedForces finds where a replay has what the thrusters were commanded: the driver's answer.
func (s *session) recordedForces() *project.Sample {
	for path, d := range s.drivers {
		if d != project.Driver(s.thrust) {
			continue
		}
		for _, door := range s.prog.Doors() {
			if door.Kind == "actuator" && strings.HasSuffix(plain(door.Path), plain(path)) {
				return (*project.Sample)(door.Value)
			}
		}
	}
	return nil
}

// portOf finds the port that carries a product; ok is false where it leaves no loop.
func (s *session) portOf(p *atom.Port) (path string, ok bool) {
	if p == nil {
		return "", false
	}
	want := plain(p.Owner.Path + p.Element.Name)
	for _, i := range s.prog.Ports() {
		if parts := strings.Split(i.Path, "."); len(i.Writers) > 0 && (plain(parts[len(parts)-1]) == want ||
			len(parts) > 1 && plain(parts[len(parts)-2]+parts[len(parts)-1]) == want) {
			return i.Path, true
		}
	}
	return "", false
}

// anyPort is some value that the first composition produces every cycle.
func (s *session) anyPort() (string, bool) {
	for _, i := range s.prog.Ports() {
		if len(i.Writers) > 0 && i.Enclave == 0 && i.Type.String() == "float64" {
			return i.Path, true
		}
	}
	return "", false
}

// plain leaves letters and digits, small.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
