// Package project runs a checked composition of Atoms: it turns an atom.Plan into reactors.
//
// A composition (a Group of the plan) becomes a reactor with a clock at its period, its real-time loops (Stages) become
// reactors in it, which run one after the other at the composition's tag. The first composition runs in the main
// enclave; every other one is an enclave, and so has a thread of its own on the real clock:
//
//	C1                 the composition
//	C1.clock           its cycle; a door takes a new period while running
//	C1.Sensors         a real-time loop, its Atoms in the plan's order
//	C1.Sensors.imu     the door of a periodic External: the driver's values are recorded
//	C1.Sensors.imu_psi a product that another loop reads
//	C2.operator        a sporadic External, whose values come through a physical action
//
// Within a loop, needs point at products. Between loops of a composition, values go over plain connections at the same
// tag. From one composition to another they arrive after the response time of the producing composition (logical
// execution time), and the last value that arrived holds: a sampled connection, which does not depend on the machine's
// speed. Before the first value arrives, a need has the product's initial value. Constant Atoms run once, in Project;
// constants from drivers, and what depends on them, run at the start, before everything else (C1.Constants).
//
// A value that leaves an Atom or an External and is not a number, or not within the range of its interface, is flagged
// and not passed on: the last valid one stays. So is a value outside the range of a need, or of an interface on the way
// to it, if the product does not promise that range: only that reader does not get it. A value that stays flagged stops
// the actuators that depend on it.
//
// A Model is projected once: the program's values are in the structs of its Atoms. Any memory that an Atom needs from
// cycle to cycle belongs in its struct, where a keyframe finds it.
package project

import (
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// MaxElements is how many values an External can exchange with its driver in either direction.
const MaxElements = 24

// Sample is the values from an External's driver: the products, in declaration order and SI units. A clear bit of OK
// means that there is no value.
type Sample struct {
	N  uint8 // number of values
	OK uint32
	V  [MaxElements]float64
}

// Set sets product i.
func (s *Sample) Set(i int, v float64) { s.V[i], s.OK, s.N = v, s.OK|1<<i, max(s.N, uint8(i+1)) }

// Command is the values for an External's driver: its needs, in declaration order and SI units.
type Command struct {
	N uint8
	V [MaxElements]float64
}

// Driver implements an External Knowledge Atom while the program runs.
type Driver interface {
	// Exchange takes the needs and writes the products to out, which is empty; there may be no needs or no products. It
	// is called on the composition's thread, once per cycle and at the last tag, and must not block in a real-time run.
	// If all needs are NaN, it must stop whatever moves.
	Exchange(tag reactor.Tag, in []float64, out *Sample)
}

// Limited must be implemented by a Driver with needs, because it takes commands.
type Limited interface {
	// Limits says in a few words what keeps the commands within bounds.
	Limits() string
}

// Options say how a plan is projected.
type Options struct {
	// Drivers by Instance.Driver or by the path of the External. A replay needs none.
	Drivers map[string]Driver
	// Now is rt.Now, for measuring times while running; nil: nothing is measured. It has no effect on values.
	Now func() int64
	// Sleep makes the loops of a composition keep to their places in its cycle, which follow from the stated computation
	// times: each begins when those before it are done at the latest, not as soon as they are. Then the loops are
	// punctual, and the way from sensor to actuator takes the same time in every cycle. Sleep gets rt.Now's reading
	// until which to sleep, is called by the compositions' threads, and is for the real clock together with Now. If it
	// is nil, or before Started has been called, loops do not wait. It has no effect on values, because they belong to
	// tags.
	//
	// The price is latency: commands leave the actuators' loop at the worst-case time of everything before it, not
	// earlier. Generous stated times make the latency large, measured ones (sinew bench atoms) make it very small. The
	// gain is that it does not vary, and that every loop has a theoretical start to be compared with (the seed's
	// equation 3).
	Sleep func(until int64)
	// Hold is how long a flagged value may be replaced by its last valid one. Then the actuators that depend on it are
	// told to stop, until it is valid again. 0: at once; less than 0: never. A value that has never been valid stops
	// them at once in either case.
	Hold time.Duration
	// Alarm is called with every event, on the thread on which it happens. It must return quickly.
	Alarm func(Event)
	// Inner gives all products ports, not only those that leave their loop, so that they can be traced and watched.
	Inner bool
	// Ring is how many cycles of every loop are kept if times are measured; 8192 when 0.
	Ring int
	// Patience is how often an Atom must exceed its stated time before Revise makes a new plan, with the time that the
	// Atom has reached that often (the 8 longest runs are kept); 3 when 0.
	Patience int
}

// Projection is a plan that has become part of a program.
type Projection struct {
	mu       rt.Mutex   // guards plan
	plan     *atom.Plan // in effect
	start    *atom.Plan // as first made
	o        Options
	name     string // of the main enclave
	groups   []*group
	inlets   []*Inlet
	log      *log
	started  int64
	running  bool                     // Started has been called
	known    map[string]time.Duration // what Revise has measured
	patience int64
}

// Project makes the reactors of plan in main. The error is diag.Faults: all obstacles, at once.
func Project(main *reactor.Main, plan *atom.Plan, o Options) (*Projection, error) {
	if o.Ring <= 0 {
		o.Ring = 8192
	}
	if o.Patience <= 0 {
		o.Patience = 3
	}
	p := &Projection{plan: plan, start: plan, o: o, name: main.Name(), log: newLog(o.Alarm), patience: int64(o.Patience),
		known: map[string]time.Duration{}}
	b := &builder{p: p, plan: plan, main: main, spots: map[*atom.Instance]spot{}}
	b.build()
	if len(b.faults) > 0 {
		return nil, b.faults
	}
	return p, nil
}

// Started takes rt.Now's reading at logical time 0: pass it as exec.Options.Started if times are measured.
func (p *Projection) Started(at int64) { p.started, p.running = at, true }

// punctual reports whether loops keep to their places in the cycle.
func (p *Projection) punctual() bool { return p.o.Sleep != nil && p.o.Now != nil }

// Threads returns the options of the compositions' threads, for exec.Options.Threads. priority is that of the least
// urgent composition; 0 leaves all under the ordinary scheduler. All else is taken from o. Cores are the plan's if it
// was made for more than one.
func (p *Projection) Threads(priority int, o rt.Options) map[string]rt.Options {
	all := map[string]rt.Options{}
	for g := range p.start.Groups {
		t := o
		if priority > 0 {
			t.Priority = min(priority+max(p.start.Groups[g].Priority, 1)-1, 98)
		}
		if p.start.Target.Cores > 1 {
			t.CPU = rt.OnCPU(p.start.Groups[g].Core)
		}
		name := p.name
		if g > 0 {
			name = p.groups[g].Path()
		}
		all[name] = t
	}
	return all
}

// Inlet returns the inlet of a sporadic External, by its path or driver; nil if there is none.
func (p *Projection) Inlet(name string) *Inlet {
	for _, i := range p.inlets {
		if i.external == name {
			return i
		}
	}
	for _, i := range p.inlets {
		if i.driver == name {
			return i
		}
	}
	return nil
}

// Plan returns the plan in effect: after a re-evaluation the new one, of which only the periods are in effect (see
// Revise).
func (p *Projection) Plan() *atom.Plan {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.plan
}

// Events lists the latest events, oldest first. Any thread may call it.
func (p *Projection) Events() []Event { return p.log.events() }

// Flags lists what is flagged now, by path. Any thread may call it.
func (p *Projection) Flags() []Event { return p.log.raised() }

// State returns pointers to the state that a projection changes in addition to the program's own, for a keyframe.
func (p *Projection) State() []any { return []any{p} }
