package atoms

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// text measures the model of a text: each of its Atoms, the communication in its compositions (equation 1), and the cost of
// the whole program compared with its Atoms alone. Stand-ins replace the drivers of its Externals, whose times stay as
// stated.
func text(o Options, beside string, emit bench.Emit) error {
	plan, err := planned(o.File)
	if err != nil {
		return err
	}
	times, empty := map[string]time.Duration{}, clock(emit)
	s := &spoiler{memory: make([]uint64, 512<<10/8)}
	if _, faults := plan.Settle(); len(faults) > 0 {
		return faults
	}
	for _, g := range plan.Groups {
		for _, l := range g.Stages {
			for _, i := range l.Members {
				body, runs := i.Body.(atom.Physics)
				if !runs || i.Kind != atom.Simple {
					continue
				}
				x := rand.New(rand.NewPCG(o.Seed, uint64(i.ID)))
				first := timed(body, empty)
				f := runsOf(i, body, s, o.runs(), empty, x)
				f.first = first
				times[i.Path] = f.stated()
				emit(f.result(i.Path))
			}
		}
	}
	if err := between(o, s, times, emit); err != nil {
		return err
	}
	if err := program(o, emit); err != nil {
		return err
	}
	return o.keep("the Atoms of "+plan.Model.Name, beside, times)
}

// planned reads a text and plans it.
func planned(file string) (*atom.Plan, error) {
	d, _ := atoms.Load(file, atoms.Standard())
	plan, faults := d.Check(atom.Target{})
	if len(faults) > 0 {
		return nil, faults
	}
	if len(plan.Groups) == 0 {
		return nil, fmt.Errorf("bench: nothing of %s runs periodically: there is nothing to measure", file)
	}
	return plan, nil
}

// standIn gives an External's products random values within their ranges, and accepts any needs.
type standIn struct {
	ranges []atom.Validity // of its products
	x      *rand.Rand
}

// Limits implements project.Limited: nothing moves.
func (*standIn) Limits() string { return "none: nothing moves" }

// Exchange implements project.Driver.
func (d *standIn) Exchange(_ reactor.Tag, _ []float64, out *project.Sample) {
	for i, v := range d.ranges {
		out.Set(i, v.Nearest(d.x.NormFloat64()))
	}
}

// standIns makes stand-ins for the drivers of a model's Externals.
func standIns(m *atom.Model, seed uint64) map[string]project.Driver {
	drivers := map[string]project.Driver{}
	for _, i := range m.Instances {
		if i.Kind != atom.External {
			continue
		}
		d := &standIn{x: rand.New(rand.NewPCG(seed, uint64(i.ID)))}
		for _, q := range i.Ports {
			if q.Element.Role == atom.ProductRole {
				d.ranges = append(d.ranges, q.Element.Validity)
			}
		}
		drivers[i.Path] = d
	}
	return drivers
}

// longest is the longest period of a plan.
func longest(plan *atom.Plan) (d time.Duration) {
	for _, g := range plan.Groups {
		d = max(d, g.Period)
	}
	return d
}

// shortest is the shortest period of a plan.
func shortest(plan *atom.Plan) time.Duration {
	d := longest(plan)
	for _, g := range plan.Groups {
		if g.Period > 0 {
			d = min(d, g.Period)
		}
	}
	return d
}

// between measures the communication time of each composition: what its cycles take in addition to Atoms and drivers, with
// caches in the same state as when Atoms are measured.
func between(o Options, s *spoiler, times map[string]time.Duration, emit bench.Emit) error {
	plan, err := planned(o.File)
	if err != nil {
		return err
	}
	cycles := 5 * o.runs()
	p, err := newProjected(plan, project.Options{Drivers: standIns(plan.Model, o.Seed), Now: rt.Now, Ring: cycles})
	if err != nil {
		return err
	}
	for range cycles {
		s.read()
		if err := p.run(shortest(plan)); err != nil {
			return err
		}
	}
	for n, c := range p.proj.Compositions() {
		var ns []float64
		for _, x := range c.Cycles() {
			ns = append(ns, float64(x.Communication))
		}
		if len(ns) == 0 {
			continue // nothing in it is periodic
		}
		f := figuresOf(ns)
		times[atom.Between(c.Name)] = f.stated()
		note := "nothing is stated"
		if d := plan.Groups[n].Between; d > 0 {
			note = fmt.Sprintf("the model states %v", d)
		}
		emit(bench.Result{Name: "atoms_communication_" + c.Name, Value: f.median, Unit: "ns",
			Note: fmt.Sprintf("Δ_com: p99 %.0f, p99.9 %.0f, max %.0f; stated %v; %s", f.p99, f.p999, f.max, f.stated(), note)})
	}
	return nil
}

// program measures a text as a program, with everything that the runtime does, and compares it with its Atoms called in
// turn.
func program(o Options, emit bench.Emit) error {
	plan, err := planned(o.File)
	if err != nil {
		return err
	}
	p, err := newProjected(plan, project.Options{Drivers: standIns(plan.Model, o.Seed)})
	if err != nil {
		return err
	}
	period := longest(plan)
	if err := p.run(2 * period); err != nil {
		return err
	}
	var failed error
	ways := []func(int){func(n int) {
		if err := p.run(time.Duration(n) * period); err != nil {
			failed = err
		}
	}}
	alone, err := planned(o.File) // its values are not those of the program
	if err != nil {
		return err
	}
	d, why := NewDirect(alone)
	if why == nil {
		ways = append(ways, func(n int) {
			for range n {
				for k, g := range alone.Groups {
					d.Sample(k)
					for t := time.Duration(0); t < period && g.Period > 0; t += g.Period {
						d.Cycle(k)
					}
				}
			}
		})
	}
	t := race(o.Options, 10, ways...)
	r := bench.Result{Name: "atoms_program", Value: t[0], Unit: "ns",
		Note: fmt.Sprintf("%v of all compositions: doors, checks of values, connections, scheduling", period)}
	if why == nil {
		r = r.Against("its Atoms called in turn", t[1])
	} else {
		r.Note += "; " + why.Error()
	}
	emit(r)
	return failed
}
