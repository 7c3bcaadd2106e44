package dive

import (
	"context"
	"fmt"
	"io"
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
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/record"
)

// watch follows a run from outside, through taps on its ports, in a live run, a replay or the debugger.
type watch struct {
	wanted  atomic.Uint64 // bits of the set-point, set by the thread of another composition
	turned  atomic.Uint64 // bits of the heading, for the progress line
	cycles  atomic.Uint64
	screen  *screen
	alarms  alarms
	presses presses
}

// alarms are the events of a projection that have not been reported yet. Any thread may use them.
type alarms struct {
	mu    rt.Mutex // shared by threads of different priority
	fresh []project.Event
	spare []project.Event // last returned by take
	total uint64
}

// mostAlarms is how many can wait to be reported; any more are only counted.
const mostAlarms = 1024

// keep makes room for events, once; until then they are only counted.
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

// take returns what has come since the last call, valid until the next.
func (a *alarms) take() []project.Event {
	a.mu.Lock()
	a.fresh, a.spare = a.spare[:0], a.fresh
	a.mu.Unlock()
	return a.spare
}

// count returns how many events there have been.
func (a *alarms) count() uint64 {
	a.mu.Lock()
	n := a.total
	a.mu.Unlock()
	return n
}

// tap sets the taps: one for a point of the flight per cycle of the composition that measures the heading, and one for
// changes of the set-point.
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

// shown returns the ports that carry the heading and its set-point; "" for one that leaves no loop.
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
	f.soil.cycle(t, s.craft)
	f.cycle(t.Seconds())
	if w.screen != nil {
		w.screen.cycle(t, s)
	}
}

// compass returns the heading from a sensor, for a model that does not control it; nil if there is none.
func (s *session) compass() *atom.Port {
	for _, i := range s.model.Instances {
		if i.Driver != driverIMU {
			continue
		}
		for _, p := range i.Ports {
			if e := p.Element; e.Role == atom.ProductRole && e.Type == unit.TypeAngle && strings.Contains(fields(driverIMU, &s.vehicle)[2].names, e.Name) {
				return p
			}
		}
	}
	return nil
}

// recordedForces finds the forces that the thrusters were commanded in a replay: the driver's answer.
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

// portOf finds the port that carries a product; ok is false if the product leaves no loop.
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

// anyPort returns a port with a value that the first composition produces in every cycle.
func (s *session) anyPort() (string, bool) {
	for _, i := range s.prog.Ports() {
		if len(i.Writers) > 0 && i.Enclave == 0 && i.Type.String() == "float64" {
			return i.Path, true
		}
	}
	return "", false
}

// plain keeps letters and digits, in lower case.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// flight remembers the cycles of a run. It allocates all its room at the start: of a longer run it keeps every second,
// fourth … cycle.
type flight struct {
	now    Point
	forces [maxThrusters]float64
	n      int // thrusters
	soil   soil

	points  []Point
	thrusts []float64 // n per point
	stride  uint64
	cycles  uint64
}

const (
	maxThrusters = 16
	keepPoints   = 40000
)

// newFlight makes room for a run of a given length with cycles of period; a run without an end gets the maximum.
func newFlight(length, period time.Duration, thrusters int) *flight {
	room := keepPoints
	if length > 0 && period > 0 {
		room = int(min(keepPoints, int64(length/period)+16))
	}
	nan := math.NaN()
	return &flight{now: Point{Measured: nan, Truth: nan, SetPoint: nan, Altitude: nan}, n: thrusters, stride: 1,
		points: make([]Point, 0, room), thrusts: make([]float64, 0, room*thrusters)}
}

// cycle ends a cycle and keeps the present values.
func (f *flight) cycle(t float64) {
	f.cycles++
	if (f.cycles-1)%f.stride != 0 {
		return
	}
	if len(f.points) == cap(f.points) {
		f.thin()
		if (f.cycles-1)%f.stride != 0 {
			return
		}
	}
	f.now.T = t
	if f.soil.n > 0 {
		f.now.Altitude = f.soil.altitude
	}
	f.points = append(f.points, f.now)
	f.thrusts = append(f.thrusts, f.forces[:f.n]...)
}

// thin drops every second point.
func (f *flight) thin() {
	keep := 0
	for i := 0; i < len(f.points); i += 2 {
		f.points[keep] = f.points[i]
		copy(f.thrusts[keep*f.n:(keep+1)*f.n], f.thrusts[i*f.n:(i+1)*f.n])
		keep++
	}
	f.points, f.thrusts = f.points[:keep], f.thrusts[:keep*f.n]
	f.stride *= 2
}

// times returns the points' times.
func (f *flight) times() []float64 {
	v := make([]float64, len(f.points))
	for i := range v {
		v[i] = f.points[i].T
	}
	return v
}

// force returns the series of one thruster.
func (f *flight) force(thruster int) []float64 {
	v := make([]float64, len(f.points))
	for i := range v {
		v[i] = f.thrusts[i*f.n+thruster]
	}
	return v
}

// writeCSV writes the points as a table.
func (f *flight) writeCSV(w io.Writer) error {
	line := "time_s,measured_deg,true_deg,set_point_deg"
	for i := range f.n {
		line += fmt.Sprintf(",thruster_%d_n", i+1)
	}
	if _, err := fmt.Fprintln(w, line); err != nil {
		return err
	}
	deg := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return fmt.Sprintf("%.4f", x*180/math.Pi)
	}
	for i, p := range f.points {
		line := fmt.Sprintf("%.6f,%s,%s,%s", p.T, deg(p.Measured), deg(p.Truth), deg(p.SetPoint))
		for _, v := range f.thrusts[i*f.n : (i+1)*f.n] {
			line += fmt.Sprintf(",%.4f", v)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// writeCSV writes the cycles of a loop as a table.
func (l *Track) writeCSV(w io.Writer) error {
	if _, err := fmt.Fprintln(w, "start_s,delay_ms,duration_ms"); err != nil {
		return err
	}
	for i := range l.Delay {
		took := math.NaN()
		if i < len(l.Duration) {
			took = l.Duration[i]
		}
		if _, err := fmt.Fprintf(w, "%.6f,%.6f,%.6f\n", l.Start[i], l.Delay[i]*1e3, took*1e3); err != nil {
			return err
		}
	}
	return nil
}

// news returns what has not been reported yet: events of the law, the emergency stop.
func (s *session) news() (lines []string) {
	for _, e := range s.watch.alarms.take() {
		lines = append(lines, fmt.Sprintf("%7.3f s: %s", e.At.Duration().Seconds(), words(e)))
	}
	presses := s.watch.presses.list()
	for _, e := range presses[s.pressed:] {
		lines = append(lines, fmt.Sprintf("%7.3f s: %s", e.T, e.Text))
	}
	s.pressed = len(presses)
	return lines
}

// trouble returns why the thrusters are at rest, "" if they are not.
func (s *session) trouble() string {
	if s.thrust != nil && s.thrust.held() {
		return estopText
	}
	for _, e := range s.proj.Flags() {
		if e.Kind == project.Stopped {
			return words(e)
		}
	}
	return ""
}

// status implements run.Instance.Status.
func (s *session) status() run.Words {
	w := &s.watch
	w.alarms.keep()
	var parts []string
	heading := ""
	if h := math.Float64frombits(w.turned.Load()); !math.IsNaN(h) {
		heading = fmt.Sprintf("heading %.1f°", h*180/math.Pi)
	}
	if h := math.Float64frombits(w.wanted.Load()); !math.IsNaN(h) {
		heading += fmt.Sprintf(" of %.1f°", wrap(h)*180/math.Pi)
	}
	if heading != "" {
		parts = append(parts, strings.TrimSpace(heading))
	}
	if n := len(s.proj.Flags()); n > 0 {
		parts = append(parts, fmt.Sprintf("%d flagged", n))
	}
	return run.Words{Cycles: w.cycles.Load(), Long: strings.Join(parts, " · "), Alarm: s.trouble(), News: s.news()}
}

// words describes an event in words.
func words(e project.Event) string {
	since := (e.At - e.Since).Duration()
	switch {
	case e.Kind == project.Retimed:
		return fmt.Sprintf("%s runs every %v from now on", e.Path, time.Duration(math.Round(e.Value*1e9)))
	case e.Kind == project.Overrun && e.Raised:
		return fmt.Sprintf("%s took %v, more than the %v stated", e.Path, e.Measured, e.Stated)
	case e.Kind == project.Overrun:
		return fmt.Sprintf("%s keeps to its time again, after %v", e.Path, since)
	case e.Kind == project.Stopped && e.Raised:
		return fmt.Sprintf("%s is told to stop: what it depends on has been flagged for too long", e.Path)
	case e.Kind == project.Stopped:
		return fmt.Sprintf("%s goes on after %v", e.Path, since)
	case !e.Raised:
		return fmt.Sprintf("%s is valid again after %v: %s", e.Path, since, valued(e))
	}
	what := map[string]string{project.NaN: "is no number", project.Range: "is out of its range", project.Frozen: "is frozen",
		project.Missing: "is missing"}[e.Kind]
	if e.Kind == project.Range || e.Kind == project.Frozen {
		what += ": " + valued(e)
	}
	return fmt.Sprintf("%s %s; the last valid value stays", e.Path, what)
}

// valued formats the value of an event with its unit.
func valued(e project.Event) string {
	return strings.TrimSpace(fmt.Sprintf("%.6g %s", e.Value, e.Unit))
}

// revising re-evaluates the plan five times a second, until ctx ends.
func (s *session) revising(ctx context.Context) error {
	for tick := time.Tick(200 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
			s.revise()
		}
	}
}

// revise re-evaluates the plan if Atoms took longer than stated.
func (s *session) revise() {
	rev, err := s.proj.Revise()
	if rev == nil {
		return
	}
	for _, t := range rev.Overruns {
		s.order.Say(fmt.Sprintf("re-evaluation: %s took up to %v, %v were stated", t.Path, t.Max, t.Stated))
	}
	for _, c := range rev.Changes {
		s.order.Say(fmt.Sprintf("re-evaluation: %s goes from %v to %v", c.Composition, c.From, c.To))
	}
	if len(rev.Changes) > 0 {
		for _, why := range rev.Reasons {
			s.order.Say("re-evaluation: " + why)
		}
	}
	if err != nil {
		s.order.Say("re-evaluation: " + err.Error() + "; the periods stay")
	}
}
