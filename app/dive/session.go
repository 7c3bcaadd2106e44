package dive

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/run"
)

// session is a law bound to a vehicle, and built.
type session struct {
	Spec
	order   run.Order
	p       Params
	seed    uint64      // of sensors and current; the peer's if the vehicle is not ours
	vehicle rov.Vehicle // as the law knows it
	model   *atom.Model
	doc     *atoms.Document // of a model in text form
	plan    *atom.Plan
	orders  []order

	strange bool // the vehicle is not ours: the parameters do not describe it
	craft   rov.Link
	in      *within // craft, if simulated in this process
	thrust  *thrusters
	estop   *estop
	drivers map[string]project.Driver
	buses   map[string]*virtual // of CAN, in memory
	proj    *project.Projection
	prog    *reactor.Program

	client *hil.Client // nil without a vehicle behind a network
	addr   string      // its address
	around run.Around
	clock  exec.Clock // Real, or Fast if not on the real clock

	pressed int // messages of the emergency stop that were reported

	flight *flight
	watch  watch
	answer *project.Sample // of the thrusters' driver, in a replay
	truth  rov.State
}

// build makes the program of a checked model, for the available craft.
func (s *session) build(o project.Options) error {
	var err error
	var faults diag.Faults
	if o.Drivers, s.thrust, faults = bind(s.model, s.doc, s.plan.Groups, &s.vehicle, s.craft); len(faults) > 0 {
		return faults
	}
	if faults = s.outside(o.Drivers); len(faults) > 0 {
		return faults
	}
	s.drivers, o.Hold, o.Alarm = o.Drivers, s.p.Hold, s.watch.alarms.add
	main := reactor.NewMain(Program)
	if s.proj, err = project.Project(main, s.plan, o); err != nil {
		return err
	}
	if g := &s.plan.Groups[0]; s.p.Wake > 0 && s.p.Wake < g.Period {
		newRouse(main, g.Offset+g.Period-s.p.Wake, g.Period)
	}
	if s.thrust != nil {
		s.estop = newEstop(main, &s.thrust.brake, s.watch.presses.add)
	}
	s.prog, err = reactor.Build(main, reactor.Options{Replay: s.order.Replay, Cut: s.order.Cut})
	if err == nil && s.order.Replay && s.thrust != nil {
		s.answer = s.recordedForces()
	}
	return err
}

// simulate makes the vehicle in this process.
func (s *session) simulate() error {
	c, err := s.p.world(s.seed)
	if err != nil {
		return err
	}
	if s.World != nil {
		c = *s.World
	}
	w, err := rov.NewWorld(c)
	if err != nil {
		return err
	}
	s.in = &within{world: w}
	s.craft = s.in
	return nil
}

// read reads the model, determines its vehicle and number of cores, and applies the parameters' changes.
func (s *session) read() (faults diag.Faults, err error) {
	p := &s.p
	if p.Model == "" {
		p.Vehicle, p.Cores = cmp.Or(p.Vehicle, rov.JackLike().Name), max(p.Cores, 1)
		if s.vehicle, err = p.craftOf(); err != nil {
			return nil, err
		}
		s.model = heading.Model(s.vehicle)
	} else {
		var d *atoms.Document
		d, faults = atoms.ReadDocument(p.File, []byte(p.Model), atoms.Options{Library: atoms.Standard(), Open: p.open})
		if len(p.Texts) == 0 && len(d.Texts) > 1 {
			p.Texts = Words{}
			for _, t := range d.Texts[1:] {
				p.Texts[t.Name] = string(t.Text)
			}
		}
		s.model, s.doc = d.Model, d
		if len(faults) == 0 && !s.order.Replay { // a replay opens none
			faults = Topics(d)
		}
		p.Vehicle, p.Cores = cmp.Or(p.Vehicle, d.Meta.Vehicle, rov.JackLike().Name), max(cmp.Or(p.Cores, d.Meta.Cores), 1)
		if s.vehicle, err = p.craftOf(); err != nil {
			return faults, err
		}
	}
	if len(faults) == 0 {
		var drivers []atoms.Driver
		if s.doc != nil {
			drivers = s.doc.Meta.Drivers
		}
		places, bad := p.operator(s.model, drivers)
		var more diag.Faults
		s.orders, more = p.orders(s.model, places)
		faults = slices.Concat(bad, p.change(s.model), more)
		if err := p.Validate(); err != nil { // including the model's surroundings
			faults = append(faults, diag.Fault{Code: "driver", Path: "drivers", What: err.Error(), Do: "change " + driverWorld})
		}
	}
	if s.Edit != nil {
		s.Edit(s.model)
	}
	return faults, nil
}

// open reads what a model's text includes: from the recording, or from disk if there is none.
func (p *Params) open(name string) ([]byte, error) {
	if text, ok := p.Texts[name]; ok {
		return []byte(text), nil
	}
	if len(p.Texts) > 0 {
		return nil, fmt.Errorf("%s is not in the recording", name)
	}
	return os.ReadFile(name)
}

// check reads the model and plans it. The error is diag.Faults with all faults.
func (s *session) check() error {
	if err := s.p.Validate(); err != nil {
		return err
	}
	faults, err := s.read()
	if err != nil {
		return err
	}
	target := atom.Target{Cores: s.p.Cores, Times: s.p.Times}
	var more diag.Faults
	if s.doc != nil {
		s.plan, more = s.doc.Check(target)
	} else {
		s.plan, more = s.model.Check(target)
	}
	if faults = append(faults, more...); len(faults) > 0 {
		return distinct(faults)
	}
	if s.plan == nil || len(s.plan.Groups) == 0 {
		return errors.New("the model has nothing that runs periodically: nothing to run")
	}
	return nil
}

// distinct drops repeated faults: the check repeats those of the text.
func distinct(fs diag.Faults) (all diag.Faults) {
	for _, f := range fs {
		if !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

// period returns the period of the composition that commands the thrusters, or of the first one.
func (s *session) period() time.Duration {
	for _, g := range s.plan.Groups {
		for _, st := range g.Stages {
			for _, i := range st.Members {
				if i.Driver == driverThrusters {
					return g.Period
				}
			}
		}
	}
	return s.plan.Groups[0].Period
}

// give hands an order of the operator to the program: all products of its instance, with the latest values of those that are
// not ordered.
func (s *session) give(o order) error {
	in := s.proj.Inlet(o.instance.Path)
	if in == nil {
		return fmt.Errorf("%s takes no orders", o.instance.Path)
	}
	if !in.Offer(o.values()...) {
		return fmt.Errorf("%s did not take the order: too many wait", o.instance.Path)
	}
	return nil
}

// values returns all products of the order's instance.
func (o *order) values() (all []float64) {
	for _, p := range o.instance.Ports {
		switch {
		case p == o.port:
			all = append(all, o.value)
		case p.Element.Role == atom.ProductRole:
			all = append(all, p.Initial())
		}
	}
	return all
}

// rouse runs an empty tag shortly before a composition's cycles. The thread, which has slept for a period, thereby brings
// code and data into the processor's caches, so that the next cycle need not.
type rouse struct {
	reactor.Reactor
	Soon reactor.Timer
	n    uint64
}

func newRouse(parent reactor.Parent, offset, period time.Duration) {
	r := &rouse{}
	reactor.Init(parent, "rouse", r)
	r.Document("Wakes the thread shortly before a cycle of the first composition.")
	r.Soon.Set(offset, period)
	r.Reaction("rouse").On(&r.Soon).Do(func() { r.n++ })
}
