package dive

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// Params are what is needed to repeat a run: the model's text and the changes to it, and the simulated surroundings.
// DefaultParams returns those of the paper's experiment.
type Params struct {
	Model string        `yaml:"model" json:"-"`       // text of an .atoms.yaml file; "" is the heading example as written in Go
	File  string        `yaml:"file" json:"file"`     // the model's name in messages
	Texts Words         `yaml:"texts" json:"-"`       // the files that the model includes, by name
	Set   Words         `yaml:"set" json:"set"`       // what the operator sets, with units: {psi_des: 30 deg}; what is not there is as the model says, or psi_des: 75 deg
	At    time.Duration `yaml:"at" json:"at"`         // when; 0: as the model says, or 1s
	K1    float64       `yaml:"k1" json:"k1"`         // Hz, the constants called K1; 0: as the model has them
	K2    float64       `yaml:"k2" json:"k2"`         // Hz², the constants called K2; 0: as the model has them
	T1    time.Duration `yaml:"t1" json:"t1"`         // period of composition C1; 0: as the model has it
	T2    time.Duration `yaml:"t2" json:"t2"`         // period of composition C2; 0: as the model has it
	Value Words         `yaml:"values" json:"values"` // other constants, with units: {ExpertiseYawControl.r_des: 1 deg/s}
	Cores int           `yaml:"cores" json:"cores"`   // cores that the plan may use; 0: as the model says, or one
	Times Times         `yaml:"times" json:"times"`   // measured worst computation times, by the names of Atoms
	Wake  time.Duration `yaml:"wake" json:"wake"`     // on the real clock: how long before a cycle of the first composition its thread is roused; 0: not
	Hold  time.Duration `yaml:"hold" json:"hold"`     // how long a value may be flagged before the thrusters are told to stop

	Vehicle   string        `yaml:"vehicle" json:"vehicle"`             // jack-like or bluerov2-heavy; "": as the model says, or jack-like
	Noise     string        `yaml:"noise" json:"noise"`                 // none, typical or paper
	Current   float64       `yaml:"current" json:"current"`             // m/s, of the water
	Bearing   float64       `yaml:"bearing" json:"bearing"`             // deg, direction in which the current flows; 0 is north
	Bottom    float64       `yaml:"bottom" json:"bottom"`               // m, depth of the sea bottom; 0: as the model says, or open water
	Relief    float64       `yaml:"relief" json:"relief"`               // m, standard deviation of the bottom's depth, drawn from the seed
	Obstacles int           `yaml:"obstacles" json:"obstacles"`         // pillars from the bottom to the surface, drawn from the seed
	Dropouts  float64       `yaml:"dropouts" json:"dropouts"`           // share of time in which a sensor returns nothing
	Gap       time.Duration `yaml:"gap" json:"gap"`                     // mean length of such a time
	Vary      bool          `yaml:"vary" json:"vary"`                   // the plant differs as in a case of the study, drawn from the seed
	MassScale float64       `yaml:"mass_factor" json:"mass_factor"`     // the plant's mass and inertia, with added ones, over the law's
	DragScale float64       `yaml:"drag_factor" json:"drag_factor"`     // the plant's damping relative to the law's
	Thrust    float64       `yaml:"thrust_factor" json:"thrust_factor"` // the thrusters' force relative to the command
}

// Words are texts by name.
type Words map[string]string

// Times are durations by name.
type Times map[string]time.Duration

// DefaultParams returns those of the paper's experiment (section V-D): T1 = 25 ms and T2 = 50 ms, K1 = 10 Hz, K2 = 10
// Hz², set-point and gains as the model states them, and the paper's noise.
func DefaultParams() Params {
	return Params{File: "heading", Hold: 500 * time.Millisecond,
		Noise: "paper", Gap: time.Second, MassScale: 1, DragScale: 1, Thrust: 1}
}

// latest is the last time at which an order can be given.
const latest = 24 * time.Hour

// Validate reports all faults at once.
func (p *Params) Validate() error {
	var errs []error
	check := func(ok bool, key, format string, args ...any) {
		if !ok {
			errs = append(errs, errors.New("parameters: "+key+" is "+fmt.Sprintf(format, args...)))
		}
	}
	between := func(key string, v, low, high float64) {
		check(v >= low && v <= high, key, "%g: give %g to %g", v, low, high)
	}
	check(p.At >= 0 && p.At < latest, "at", "%v: give a time above 0s and below %v, or 0s for the model's", p.At, latest)
	between("k1", p.K1, 0, 1e4)
	between("k2", p.K2, 0, 1e6)
	for key, t := range map[string]time.Duration{"t1": p.T1, "t2": p.T2} {
		check(t == 0 || t >= time.Millisecond && t <= 10*time.Second, key, "%v: give 1ms to 10s, or 0s for the model's", t)
	}
	check(p.Cores >= 0 && p.Cores <= 256, "cores", "%d: give 1 to 256, or 0 for the model's", p.Cores)
	check(p.Wake >= 0 && p.Wake <= time.Millisecond, "wake", "%v: give 0s to 1ms", p.Wake)
	check(p.Hold >= 0 && p.Hold <= time.Minute, "hold", "%v: give 0s to 1m", p.Hold)
	if _, err := rov.Named(p.Vehicle); err != nil && p.Vehicle != "" {
		errs = append(errs, fmt.Errorf("parameters: vehicle: %w", err))
	}
	check(slices.Contains(rov.NoiseLevels(), p.Noise), "noise", "%q: give %s", p.Noise, strings.Join(rov.NoiseLevels(), ", "))
	between("current", p.Current, 0, 3)
	between("bearing", p.Bearing, -360, 360)
	between("bottom", p.Bottom, 0, 12000)
	between("relief", p.Relief, 0, 2400)
	check(p.Obstacles >= 0 && p.Obstacles <= rov.MaxPillars, "obstacles", "%d: give 0 to %d", p.Obstacles, rov.MaxPillars)
	between("dropouts", p.Dropouts, 0, 0.9)
	check(p.Gap > 0 && p.Gap <= time.Minute, "gap", "%v: give more than 0s, up to 1m", p.Gap)
	between("mass_factor", p.MassScale, 0.2, 5)
	between("drag_factor", p.DragScale, 0.1, 10)
	between("thrust_factor", p.Thrust, 0.01, 2) // a Gain of 0 would mean 1
	for name, t := range p.Times {
		check(t >= 0, "times: "+name, "%v: give a time from 0s", t)
	}
	sort.Slice(errs, func(i, j int) bool { return errs[i].Error() < errs[j].Error() })
	return errors.Join(errs...)
}

// craftOf returns the vehicle as the law knows it, with its sensors.
func (p *Params) craftOf() (rov.Vehicle, error) {
	v, err := rov.Named(p.Vehicle)
	if err == nil {
		v, err = v.WithNoise(p.Noise)
	}
	if err == nil && p.Dropouts > 0 {
		v = v.WithDropouts(rov.Dropouts{Share: p.Dropouts, Mean: p.Gap})
	}
	return v, err
}

// plant returns the real vehicle, including what the law does not know.
func (p *Params) plant() (rov.Vehicle, error) {
	v, err := p.craftOf()
	if err != nil {
		return v, err
	}
	v.Mass *= p.MassScale
	v.Volume *= p.MassScale // so that it floats as before
	v.Inertia = v.Inertia.Scale(p.MassScale)
	for i := range v.Added {
		v.Added[i] *= p.MassScale
		v.Linear[i] *= p.DragScale
		v.Quadratic[i] *= p.DragScale
	}
	v.Thrusters = slices.Clone(v.Thrusters)
	for i := range v.Thrusters {
		g := v.Thrusters[i].Gain
		if g == 0 {
			g = 1
		}
		v.Thrusters[i].Gain = g * p.Thrust
	}
	return v, nil
}

// world returns the simulated surroundings.
func (p *Params) world(seed uint64) (rov.WorldConfig, error) {
	v, err := p.plant()
	to := p.Bearing * math.Pi / 180
	c := rov.WorldConfig{Vehicle: v, Seed: seed,
		Current: rov.Current{Mean: spatial.V(p.Current*math.Cos(to), p.Current*math.Sin(to), 0)}}
	c.Ground = p.ground(seed)
	if p.Vary {
		c = c.Vary(rov.StudySpread())
	}
	return c, err
}

// ground returns what is under and around the vehicle.
func (p *Params) ground(seed uint64) rov.Ground {
	return rov.Ground{Depth: p.Bottom, Relief: p.Relief, Pillars: rov.Scatter(p.Obstacles, seed)}
}

// surroundings takes the model's values for surroundings that the parameters leave open.
func (p *Params) surroundings(o atoms.Setting) error {
	length := func(into *float64) error {
		v, err := unit.Parse(unit.TypeLength, o.Value)
		*into = cmp.Or(*into, v)
		return err
	}
	switch o.Key {
	case "bottom":
		return length(&p.Bottom)
	case "relief":
		return length(&p.Relief)
	case "obstacles":
		n, err := strconv.Atoi(o.Value)
		p.Obstacles = cmp.Or(p.Obstacles, n)
		return err
	}
	return errors.New("there is no such option: " + driverWorld + " has bottom, relief and obstacles")
}

// What the operator of the paper's experiment sets, and when; for models and parameters that do not say.
const (
	defaultOrder = "psi_des"
	defaultValue = "75 deg"
	defaultAt    = time.Second
)

// optionAt is the option of the operator's driver that says when the others are set.
const optionAt = "at"

// operator fills in what the operator sets, and when: what the parameters leave open comes from the model's driver
// options, or from the paper's experiment. It returns the places of the model's options, by name.
func (p *Params) operator(m *atom.Model, drivers []atoms.Driver) (places map[string]diag.Pos, faults diag.Faults) {
	set, at := Words{}, time.Duration(0)
	places = map[string]diag.Pos{}
	bad := func(o atoms.Setting, message, hint string) {
		faults = append(faults, diag.Fault{Code: "driver", What: message, Do: hint, Path: "drivers", Pos: o.Place})
	}
	for _, d := range drivers {
		if d.Kind() != "" {
			continue // its options were checked when they were read
		}
		if d.Name != driverWorld && !slices.Contains(DriverNames(), d.Name) {
			bad(atoms.Setting{Place: d.Place}, "no driver is called \""+d.Name+"\"", nearDriver(d.Name))
			continue
		}
		for _, o := range d.Options {
			var err error
			switch {
			case d.Name == driverWorld:
				if err := p.surroundings(o); err != nil {
					bad(o, driverWorld+"."+o.Key+" is "+o.Value+": "+err.Error(), "give lengths such as bottom: 6 m and relief: 0.4 m, and obstacles: 6")
				}
			case d.Name != driverOperator:
				bad(o, "the driver "+d.Name+" has no option "+o.Key, "leave it out: only "+driverOperator+" and "+driverWorld+" have options")
			case o.Key == optionAt:
				if at, err = period.ParseDuration(o.Value); err != nil || at <= 0 || at >= latest {
					bad(o, driverOperator+"."+optionAt+" is "+o.Value, fmt.Sprintf("give a time above 0 and below %v, such as 1 s", latest))
				}
			default:
				set[o.Key], places[o.Key] = o.Value, o.Place
			}
		}
	}
	if len(set)+len(p.Set) == 0 && hasOperator(m, defaultOrder) {
		set[defaultOrder] = defaultValue
	}
	for name := range p.Set { // the parameters override the model
		maps.DeleteFunc(set, func(k, _ string) bool { return strings.EqualFold(k, name) })
		delete(places, name)
	}
	maps.Copy(set, p.Set)
	p.Set, p.At = set, cmp.Or(p.At, at, defaultAt)
	return places, faults
}

// hasOperator reports whether people can set a product with this name.
func hasOperator(m *atom.Model, name string) bool {
	return slices.ContainsFunc(operators(m), func(i *atom.Instance) bool {
		return slices.ContainsFunc(i.Ports, func(e *atom.Port) bool { return e.Element.Role == atom.ProductRole && e.Element.Name == name })
	})
}

// change applies the parameters to a model: gains, other constants, periods. It reports all faults.
func (p *Params) change(m *atom.Model) (faults diag.Faults) {
	bad := func(what, message, hint string) {
		faults = append(faults, diag.Fault{Code: "parameter", What: "parameter " + what + ": " + message, Do: hint})
	}
	for _, k := range []struct {
		name  string
		value float64
	}{{"k1", p.K1}, {"k2", p.K2}} {
		if k.value == 0 {
			continue
		}
		ports := constants(m, k.name)
		for _, c := range ports {
			c.Owner.Values[c.Element.Name] = k.value
		}
		if len(ports) == 0 {
			bad(k.name, "the model has no constant of that name", "leave it out")
		}
	}
	for _, name := range sorted(p.Value) {
		ports := constants(m, name)
		if len(ports) == 0 {
			bad("values: "+name, "the model has no constant of that name", "give the path of a product of a Constant External, or its name where only one has it")
		}
		for _, c := range ports {
			v, err := unit.Parse(c.Element.Type, p.Value[name])
			if err != nil {
				bad("values: "+name, err.Error(), "")
				continue
			}
			c.Owner.Values[c.Element.Name] = v
		}
	}
	for _, t := range []atom.Timing{{Name: "C1", Period: p.T1}, {Name: "C2", Period: p.T2}} {
		if t.Period == 0 {
			continue
		}
		found := false
		for i := range m.Timings {
			if m.Timings[i].Name == t.Name {
				m.Timings[i].Period, found = t.Period, true
			}
		}
		if !found {
			m.Timings = append(m.Timings, t)
		}
	}
	return faults
}

// constants returns the products with fixed values that a name refers to: a path, or the name of elements, case ignored.
func constants(m *atom.Model, name string) (found []*atom.Port) {
	for _, i := range m.Instances {
		if i.Kind != atom.External || i.Constraint.Update != atom.Constant || i.Values == nil {
			continue
		}
		for _, p := range i.Ports {
			if _, ok := i.Values[p.Element.Name]; !ok || p.Element.Role != atom.ProductRole {
				continue
			}
			if strings.EqualFold(p.Element.Name, name) || strings.EqualFold(i.Path+"."+p.Element.Name, name) {
				found = append(found, p)
			}
		}
	}
	return found
}

// gain returns the value of the only constant with a name, 0 if there is none or there are several that differ.
func gain(m *atom.Model, name string) float64 {
	v := 0.0
	for n, p := range constants(m, name) {
		x := p.Owner.Values[p.Element.Name]
		if n > 0 && x != v {
			return 0
		}
		v = x
	}
	return v
}

// order is something that the operator sets.
type order struct {
	instance *atom.Instance
	port     *atom.Port
	value    float64
}

// operators returns the sporadic Externals that people set.
func operators(m *atom.Model) (all []*atom.Instance) {
	for _, i := range m.Instances {
		if i.Kind == atom.External && i.Constraint.Update == atom.Sporadic && (i.Driver == driverOperator || i.Driver == "") {
			all = append(all, i)
		}
	}
	return all
}

// orders reads what the operator sets; places are those of the names in the model's text.
func (p *Params) orders(m *atom.Model, places map[string]diag.Pos) (all []order, faults diag.Faults) {
	for _, name := range sorted(p.Set) {
		bad := func(path, message, hint string) {
			faults = append(faults, diag.Fault{Code: "parameter", Path: path, What: message, Do: hint, Pos: places[name]})
		}
		n := len(all)
		for _, i := range operators(m) {
			for _, e := range i.Ports {
				if e.Element.Role != atom.ProductRole || !strings.EqualFold(e.Element.Name, name) && !strings.EqualFold(i.Path+"."+e.Element.Name, name) {
					continue
				}
				v, err := unit.Parse(e.Element.Type, p.Set[name])
				if err != nil {
					bad(e.Path(), fmt.Sprintf("set %s=%q: %v", name, p.Set[name], err), "")
				} else if r := e.Element.Validity; (r.Min != 0 || r.Max != 0) && !(v >= r.Min && v <= r.Max) {
					bad(e.Path(), fmt.Sprintf("set %s=%q is out of its valid range", name, p.Set[name]),
						"give "+unit.Format(e.Element.Type, r.Min)+" to "+unit.Format(e.Element.Type, r.Max))
				}
				all = append(all, order{i, e, v})
			}
		}
		if len(all) == n {
			bad("", fmt.Sprintf("set %s: no operator of the model has such a product", name), "give one of "+settable(m))
		}
	}
	return all, faults
}

func settable(m *atom.Model) string {
	var names []string
	for _, i := range operators(m) {
		for _, e := range i.Ports {
			if e.Element.Role == atom.ProductRole {
				names = append(names, e.Element.Name)
			}
		}
	}
	if len(names) == 0 {
		return "none: the model has no sporadic External without a driver of its own"
	}
	return strings.Join(names, ", ")
}

// compared finds the operator's first Angle, which is the heading's set-point, and what it is compared with: the other
// Angle of the Atom that needs it, upstream of Separators. Both are nil if the model controls no angle.
func compared(plan *atom.Plan) (measured, wanted *atom.Port) {
	for _, w := range plan.Wires {
		if w.From.Owner.Kind != atom.External || w.From.Owner.Constraint.Update != atom.Sporadic || w.From.Element.Type != unit.TypeAngle {
			continue
		}
		for _, other := range plan.Wires {
			if other.To.Owner == w.To.Owner && other.To != w.To && other.From.Element.Type == unit.TypeAngle {
				return upstream(plan, other.From), w.From
			}
		}
	}
	return nil, nil
}

// upstream follows an Angle backwards through Separators: Atoms that take no other Angle and have sampled needs.
func upstream(plan *atom.Plan, p *atom.Port) *atom.Port {
	for range plan.Wires {
		var from *atom.Port
		n := 0
		for _, w := range plan.Wires {
			if w.To.Owner == p.Owner {
				n++
				if w.Periodic && w.From.Element.Type == unit.TypeAngle {
					from = w.From
				}
			}
		}
		if n != 1 || from == nil {
			return p
		}
		p = from
	}
	return p
}

// sorted returns a map's keys in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Find returns the text model at a path: a file, or the only *.atoms.yaml of a folder.
func Find(path string) (file string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return path, nil
	}
	files, err := filepath.Glob(filepath.Join(path, "*.atoms.yaml"))
	switch {
	case err != nil:
		return "", err
	case len(files) == 0:
		return "", fmt.Errorf("%s holds no *.atoms.yaml file: give the folder of a model, or the file", path)
	case len(files) > 1:
		return "", fmt.Errorf("%s holds %d *.atoms.yaml files: give one of them, such as %s", path, len(files), files[0])
	}
	return files[0], nil
}
