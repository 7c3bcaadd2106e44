package dive

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/tool/run"
)

// The drivers that a model can name.
const (
	driverIMU        = "rov.imu"        // products roll, pitch, yaw (phi, theta, psi), p, q, r (wx, wy, wz), ax, ay, az
	driverLoch       = "rov.loch"       // products u, v, w (vx, vy, vz)
	driverDepth      = "rov.depth"      // product z or depth
	driverProximeter = "rov.proximeter" // product range or distance
	driverSonar      = "rov.sonar"      // products range[0] and on, one per beam, from port to starboard
	driverThrusters  = "rov.thrusters"  // needs: a Force per thruster, in their order
	driverOperator   = "operator"       // products that people set: psi_des
	driverWorld      = "rov.world"      // not an External: its options describe the simulated surroundings
)

// DriverNames lists the drivers of a vehicle, by the names that models bind Externals to.
func DriverNames() []string {
	return []string{driverIMU, driverLoch, driverDepth, driverProximeter, driverSonar, driverThrusters, driverOperator}
}

// field is one value of a sensor, by the names that models give it.
type field struct {
	names string // separated by spaces
	at    func(*rov.Readings) float64
}

// fields returns what a vehicle's sensor measures: nothing if it is not fitted.
func fields(driver string, v *rov.Vehicle) (all []field) {
	switch driver {
	case driverIMU:
		return []field{
			{"phi roll", func(r *rov.Readings) float64 { return r.IMU.Roll }},
			{"theta pitch", func(r *rov.Readings) float64 { return r.IMU.Pitch }},
			{"psi yaw heading", func(r *rov.Readings) float64 { return r.IMU.Yaw }},
			{"p wx", func(r *rov.Readings) float64 { return r.IMU.P }},
			{"q wy", func(r *rov.Readings) float64 { return r.IMU.Q }},
			{"r wz", func(r *rov.Readings) float64 { return r.IMU.R }},
			{"ax force_x", func(r *rov.Readings) float64 { return r.IMU.Ax }},
			{"ay force_y", func(r *rov.Readings) float64 { return r.IMU.Ay }},
			{"az force_z", func(r *rov.Readings) float64 { return r.IMU.Az }},
		}
	case driverLoch:
		return []field{
			{"u vx", func(r *rov.Readings) float64 { return r.Loch.U }},
			{"v vy", func(r *rov.Readings) float64 { return r.Loch.V }},
			{"w vz", func(r *rov.Readings) float64 { return r.Loch.W }},
		}
	case driverDepth:
		return []field{{"z depth", func(r *rov.Readings) float64 { return r.Depth.Z }}}
	case driverProximeter:
		if v.Proximeter.Every > 0 {
			return []field{{"range distance", func(r *rov.Readings) float64 { return r.Proximeter.Range }}}
		}
	case driverSonar:
		for i := range v.Sonar.Beams {
			all = append(all, field{fmt.Sprintf("range[%d]", i), func(r *rov.Readings) float64 { return r.Sonar.Ranges[i] }})
		}
	}
	return all
}

// sensor is the driver of a sensor: it returns the newest sample.
type sensor struct {
	seen   *glance
	taken  func(*rov.Readings) (n uint32, at time.Duration)
	stale  time.Duration // older samples are ignored
	fields []func(*rov.Readings) float64
}

// Exchange implements project.Driver.
func (s *sensor) Exchange(tag reactor.Tag, _ []float64, out *project.Sample) {
	s.seen.at(tag)
	r := &s.seen.readings
	n, at := s.taken(r)
	if !s.seen.ok || n == 0 || s.seen.age+r.Time-at > s.stale {
		return
	}
	for i, f := range s.fields {
		out.Set(i, f(r))
	}
}

// silence is the number of missing samples after which a sensor's last value is no longer used, though never before the second
// cycle that would read it again: a fast sensor behind a hesitating network is not missing.
const (
	silence = 5
	twice   = 2
)

// newSensor makes the driver of one External that is read once per cycle.
func newSensor(i *atom.Instance, v *rov.Vehicle, seen *glance, cycle time.Duration) (*sensor, error) {
	s := &sensor{seen: seen}
	var every time.Duration
	switch i.Driver {
	case driverIMU:
		s.taken = func(r *rov.Readings) (uint32, time.Duration) { return r.IMU.N, r.IMU.At }
		every = v.IMU.Every
	case driverLoch:
		s.taken = func(r *rov.Readings) (uint32, time.Duration) { return r.Loch.N, r.Loch.At }
		every = v.Loch.Every
	case driverDepth:
		s.taken = func(r *rov.Readings) (uint32, time.Duration) { return r.Depth.N, r.Depth.At }
		every = v.Depth.Every
	case driverProximeter:
		s.taken = func(r *rov.Readings) (uint32, time.Duration) { return r.Proximeter.N, r.Proximeter.At }
		every = v.Proximeter.Every
	case driverSonar:
		s.taken = func(r *rov.Readings) (uint32, time.Duration) { return r.Sonar.N, r.Sonar.At }
		every = v.Sonar.Every
	}
	s.stale = max(silence*every, twice*cycle)
	known := fields(i.Driver, v)
	if len(known) == 0 {
		return nil, fault(i, "", fmt.Sprintf("the vehicle %s has no such sensor as %s", v.Name, i.Driver), "leave it out, or run the model with a vehicle that has one")
	}
	for _, p := range i.Ports {
		if p.Element.Role != atom.ProductRole {
			continue
		}
		at := slices.IndexFunc(known, func(f field) bool { return slices.Contains(strings.Fields(f.names), p.Element.Name) })
		if at < 0 {
			return nil, fault(i, p.Element.Name, fmt.Sprintf("the driver %s has no value %q", i.Driver, p.Element.Name), "give one of "+allNames(known))
		}
		s.fields = append(s.fields, known[at].at)
	}
	return s, nil
}

func allNames(fs []field) string {
	var names []string
	for _, f := range fs {
		names = append(names, strings.Fields(f.names)...)
	}
	return strings.Join(names, ", ")
}

// fault makes a fault of a model that appears only when it is bound to a vehicle.
func fault(i *atom.Instance, element, message, hint string) diag.Fault {
	path := i.Path
	if element != "" {
		path += "." + element
	}
	return diag.Fault{Code: "driver", What: message, Do: hint, Path: path, Pos: i.Place}
}

// thrusters is the driver of all thrusters: what the law requests passes the limits of a claimed handle, which is the only way
// to a thruster. The emergency stop and the end of a run set the forces to zero at once.
type thrusters struct {
	brake
	limits *rov.ThrustLimits
	out    *hw.Commander
	wish   []float64
	before reactor.Time
	count  Thrusters
	still  bool // told to stop in the previous cycle
	begun  bool // that was the first cycle of a stop, which is counted unless the run ended with it
}

// newThrusters makes the driver, with as many needs as the vehicle has thrusters.
func newThrusters(i *atom.Instance, v *rov.Vehicle, driver hw.Driver) (*thrusters, error) {
	d := &thrusters{limits: rov.NewThrustLimits(v), wish: make([]float64, len(v.Thrusters)), before: -1}
	d.brake.init()
	n := 0
	for _, p := range i.Ports {
		if p.Element.Role != atom.NeedRole {
			return nil, fault(i, p.Element.Name, "thrusters produce nothing", "leave it out")
		}
		if n++; p.Element.Type != unit.TypeForce {
			return nil, fault(i, p.Element.Name, fmt.Sprintf("a thruster takes a Force, not a value of type %v", p.Element.Type), "link a Force")
		}
	}
	if n != len(v.Thrusters) || n > maxThrusters {
		return nil, fault(i, "", fmt.Sprintf("%d forces for the %d thrusters of %s", n, len(v.Thrusters), v.Name), "give one Force a thruster, in their order, and the values of that vehicle; or leave out --vehicle to run the model with the one that it is written for")
	}
	claims, err := hw.NewClaims(driver.Info())
	if err == nil {
		d.out, err = claims.Command(i.Path, driver, rov.GroupThrust, d.limits)
	}
	if err == nil {
		err = d.out.Enter(hw.Active)
	}
	if err != nil {
		return nil, fault(i, "", err.Error(), "command the thrusters from one place, of a vehicle that answers")
	}
	return d, nil
}

// Limits implements project.Limited.
func (d *thrusters) Limits() string { return d.out.String() }

// Exchange implements project.Driver.
func (d *thrusters) Exchange(tag reactor.Tag, in []float64, out *project.Sample) {
	if d.before >= 0 {
		d.limits.After((tag.Time - d.before).Duration())
	}
	d.before = tag.Time
	d.counted()
	clear(d.wish)
	if d.on(tag.Time) {
		d.limits.Cut()
		d.write()
		d.stopped(true)
	} else {
		copy(d.wish, in)
		d.write()
		d.sum()
	}
	d.count.Commands++
	for i, f := range d.limits.Last { // what was commanded: not a product of the law, but recorded
		out.Set(i, f)
	}
}

// write commands the wish within the limits. The limited forces are finite, and a vehicle accepts them.
func (d *thrusters) write() { _ = d.out.Write(d.wish) }

// sum counts what the limits did to a command of the law.
func (d *thrusters) sum() {
	for _, f := range d.limits.Last {
		d.count.Greatest = max(d.count.Greatest, math.Abs(f))
	}
	if d.limits.Limited {
		d.count.Limited++
	}
	stop := d.limits.Wrong == len(d.wish)
	if d.limits.Wrong > 0 && !stop {
		d.count.Rejected++
	}
	d.stopped(stop)
}

// stopped notes whether the thrusters are told to stop in this cycle.
func (d *thrusters) stopped(stop bool) {
	d.begun = stop && !d.still
	d.still = stop
}

// counted counts a stop that began in the previous cycle. The end of a run, which no cycle follows, is not counted.
func (d *thrusters) counted() {
	if d.begun {
		d.count.Stops++
	}
}

// stop sets the thrusters to rest at the end of a run.
func (d *thrusters) stop() {
	d.limits.Cut()
	_ = d.out.Enter(hw.Inactive) // which sets the forces to zero
}

// cycleOf returns the period of the composition that i is in; 0 if there is none.
func cycleOf(groups []atom.Group, i *atom.Instance) time.Duration {
	for _, g := range groups {
		for _, s := range g.Stages {
			if slices.Contains(s.Members, i) {
				return g.Period
			}
		}
	}
	return 0
}

// bind makes the drivers of all periodic Externals of a model by their paths, except those that its text names by kind. groups
// are those of its plan.
func bind(m *atom.Model, doc *atoms.Document, groups []atom.Group, v *rov.Vehicle, l rov.Link) (drivers map[string]project.Driver, t *thrusters, faults diag.Faults) {
	drivers = map[string]project.Driver{}
	vehicle := rov.NewDriver(v, l)
	_ = vehicle.Enter(hw.Inactive) // one step up from its initial state
	looks := map[string]*glance{}  // one per loop: loops on other threads read for themselves
	for _, i := range m.Instances {
		if i.Kind != atom.External || i.Constraint.Update != atom.Periodic || named(doc, i) != nil {
			continue
		}
		look := looks[i.Loop]
		if look == nil || i.Loop == "" {
			look = &glance{vehicle: vehicle}
			looks[i.Loop] = look
		}
		var err error
		switch i.Driver {
		case driverIMU, driverLoch, driverDepth, driverProximeter, driverSonar:
			drivers[i.Path], err = newSensor(i, v, look, cycleOf(groups, i))
		case driverThrusters:
			if t != nil {
				err = fault(i, "", "a second instance commands the thrusters", "leave one")
				break
			}
			t, err = newThrusters(i, v, vehicle)
			drivers[i.Path] = t
		default:
			err = fault(i, "", fmt.Sprintf("no driver is called %q", i.Driver), nearDriver(i.Driver))
		}
		if f, ok := err.(diag.Fault); ok {
			faults = append(faults, f)
		}
	}
	return drivers, t, faults
}

// nearDriver suggests the name that may have been meant.
func nearDriver(name string) string {
	if n := spelling.Nearest(name, DriverNames()); n != "" {
		return fmt.Sprintf("did you mean %q?", n)
	}
	return "give one of " + strings.Join(DriverNames(), ", ") + ", or say under drivers of which kind it is"
}

// glance reads a vehicle once per tag, for all sensors.
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

// within is a simulated vehicle in this process that is driven by logical time: an exec.World.
type within struct {
	world *rov.World
	now   time.Duration
	gone  bool // a failure: nothing answers
	since time.Duration
	zero  [maxThrusters]float64
}

var _ rov.Link = (*within)(nil)
var _ honest = (*within)(nil)

// watchdog is how long the thrusters continue without a command, as they would behind a network.
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

// leave makes the vehicle unreachable, or reachable again.
func (w *within) leave(gone bool) {
	w.gone, w.since = gone, w.now
}

// Truth stores the true state of the vehicle, which no sensor knows.
func (w *within) Truth(s *rov.State, forces []float64) int {
	*s = *w.world.Truth()
	w.world.Forces(forces)
	return min(len(forces), len(w.world.Vehicle().Thrusters))
}

// Near returns how near the ground is to the vehicle.
func (w *within) Near() rov.Near { return w.world.Near() }

// honest is a vehicle with a known true state: a simulated one.
type honest interface {
	Truth(s *rov.State, forces []float64) int
	Near() rov.Near
}

// trueHeading returns the yaw of c; NaN if it is unknown.
func trueHeading(c rov.Link, s *rov.State) float64 {
	h, ok := c.(honest)
	if !ok {
		return math.NaN()
	}
	if h.Truth(s, nil); s.Q == (rov.State{}).Q {
		return math.NaN() // a vehicle that does not report it
	}
	return s.RPY().Yaw
}

// silent is the vehicle of a replay, which is never asked.
type silent struct{}

// Latest implements rov.Link.
func (silent) Latest(*rov.Readings) (time.Duration, bool) { return 0, false }

// Command implements rov.Link.
func (silent) Command([]float64) {}

// failures lists the possible failures of the simulated surroundings.
func (s *session) failures() (all []run.Failure) {
	w := s.in
	for _, p := range []rov.Part{rov.IMUPart, rov.LochPart, rov.DepthPart, rov.ProximeterPart, rov.SonarPart} {
		for _, k := range []rov.FailureKind{rov.Dropout, rov.NotANumber, rov.Frozen, rov.OutOfRange, rov.Noisy} {
			all = append(all, w.failure(fmt.Sprintf("%v.%v", p, k), helpOf(p, k), rov.Failure{Part: p, Kind: k}))
		}
	}
	for i, t := range s.vehicle.Thrusters {
		for _, k := range []rov.FailureKind{rov.Dead, rov.Stuck} {
			all = append(all, w.failure(fmt.Sprintf("thruster%d.%v", i+1, k), helpOf(rov.ThrusterPart, k)+", "+t.Name,
				rov.Failure{Part: rov.ThrusterPart, Index: i, Kind: k}))
		}
	}
	return append(all, run.Failure{Name: "peer.gone", Help: "the vehicle does not answer any more; its watchdog stops the thrusters",
		Begin: func() error { w.leave(true); return nil }, End: func() error { w.leave(false); return nil }})
}

// helpOf describes a failure.
func helpOf(p rov.Part, k rov.FailureKind) string {
	switch k {
	case rov.Dropout:
		return fmt.Sprintf("the %v gives no samples", p)
	case rov.NotANumber:
		return fmt.Sprintf("the %v gives values that are no numbers", p)
	case rov.Frozen:
		return fmt.Sprintf("the %v repeats its last sample", p)
	case rov.OutOfRange:
		return fmt.Sprintf("the %v gives absurd values", p)
	case rov.Noisy:
		return fmt.Sprintf("the %v's values have much noise", p)
	case rov.Dead:
		return "the thruster gives no force"
	}
	return "the thruster's force stays as it is"
}

// failure makes a failure from which the simulated vehicle can recover.
func (w *within) failure(name, help string, f rov.Failure) run.Failure {
	return run.Failure{Name: name, Help: help, Begin: func() error {
		f.From = w.world.Now()
		return w.world.Inject(f)
	}, End: func() error {
		if !w.world.Mend(f.Part, f.Index, f.Kind) {
			return errors.New("the failure has not begun")
		}
		return nil
	}}
}
