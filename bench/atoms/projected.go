package atoms

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
)

// craft replaces the sensors and thrusters of a projected program: it returns random readings and compares the forces
// with those of the law by hand.
type craft struct {
	readings []heading.Reading
	values   [][11]float64 // of the readings
	cycle    int           // of C1
	hand     *heading.ByHand
	own      []float64
	compared int
	err      error
}

func (c *craft) now() *heading.Reading { return &c.readings[c.cycle%len(c.readings)] }

// sense gives some values of the reading.
type sense struct {
	c           *craft
	first, last int
}

func (s sense) Exchange(_ reactor.Tag, _ []float64, out *project.Sample) {
	v := &s.c.values[s.c.cycle%len(s.c.values)]
	for i, x := range v[s.first:s.last] {
		out.Set(i, x)
	}
}

type thrust struct{ c *craft }

// Limits implements project.Limited: nothing moves.
func (thrust) Limits() string { return "none: nothing moves" }

func (t thrust) Exchange(tag reactor.Tag, in []float64, _ *project.Sample) {
	c := t.c
	if c.hand != nil && c.err == nil && !math.IsNaN(in[0]) {
		c.hand.Step(c.now(), c.own, 0.025, c.cycle%2 == 0)
		for i := range in {
			if math.Float64bits(in[i]) != math.Float64bits(c.own[i]) {
				c.err = fmt.Errorf("bench: at %v thruster %d gets %v from the program and %v by hand", tag, i, in[i], c.own[i])
			}
		}
		c.compared++
	}
	c.cycle++
}

// projected is a plan as a program, stepped by its caller.
type projected struct {
	proj *project.Projection
	step *exec.Stepper
	main *reactor.Enclave
	at   reactor.Time
}

func newProjected(plan *atom.Plan, o project.Options) (*projected, error) {
	o.Hold = -1
	main := reactor.NewMain("bench")
	proj, err := project.Project(main, plan, o)
	if err != nil {
		return nil, err
	}
	program, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		return nil, err
	}
	return &projected{proj: proj, step: exec.NewStepper(program, nil, reactor.Tag{Time: reactor.Forever - 1}), main: program.Enclaves[0]}, nil
}

// run runs for a time.
func (p *projected) run(d time.Duration) error {
	p.at += reactor.Time(d)
	for p.main.Tag().Time < p.at {
		if err := p.step.Step(); err != nil {
			return err
		}
	}
	return nil
}

// stepped is the example as a program.
type stepped struct {
	*craft
	*projected
}

func newStepped(m *atom.Model, v rov.Vehicle, compare bool, seed uint64) (*stepped, error) {
	plan, faults := m.Check(atom.Target{Cores: 1})
	if len(faults) > 0 {
		return nil, faults
	}
	x := rand.New(rand.NewPCG(seed, 12))
	s := &stepped{craft: &craft{readings: make([]heading.Reading, 1024), own: make([]float64, len(v.Thrusters))}}
	for i := range s.readings {
		s.readings[i] = reading(x)
		s.readings[i].PsiDes = 0 // the operator says nothing
		s.values = append(s.values, values(&s.readings[i]))
	}
	if compare {
		s.hand = heading.NewByHand(v)
	}
	var err error
	if s.projected, err = newProjected(plan, project.Options{Drivers: map[string]project.Driver{
		heading.DriverIMU: sense{s.craft, 0, 6}, heading.DriverLoch: sense{s.craft, 6, 9}, heading.DriverDepth: sense{s.craft, 9, 10},
		heading.DriverThrusters: thrust{s.craft},
	}}); err != nil {
		return nil, err
	}
	return s, s.periods(2)
}

// periods runs n periods of C2.
func (s *stepped) periods(n int) error { return s.run(time.Duration(n) * heading.T2) }

// runtimes measures the example as a program of reactors: every value passes doors, checks and sampled connections. The
// forces must equal those of the law by hand, to the bit.
func runtimes(o bench.Options, emit bench.Emit) error {
	v := rov.JackLike()
	cycles := 2000
	if o.Quick {
		cycles = 200
	}
	compared := 0
	for _, m := range []*atom.Model{heading.Model(v), single(v)} {
		s, err := newStepped(m, v, true, o.Seed)
		if err != nil {
			return err
		}
		if err := s.periods(cycles); err != nil {
			return err
		}
		if s.err != nil {
			return s.err
		}
		compared += s.compared
	}
	emit(bench.Result{Name: "atoms_program_equal", Value: float64(compared), Unit: "cycles",
		Note: "of C1, stepped, in two programs: forces equal to the law by hand to the bit"})
	s, err := newStepped(heading.Model(v), v, false, o.Seed)
	if err != nil {
		return err
	}
	one, err := newStepped(single(v), v, false, o.Seed)
	if err != nil {
		return err
	}
	l, err := newLaw(v)
	if err != nil {
		return err
	}
	var failed error
	run := func(s *stepped) func(int) {
		return func(n int) {
			if err := s.periods(n); err != nil {
				failed = err
			}
		}
	}
	bare := func(f func(a, b *heading.Reading)) func(int) {
		return func(n int) {
			for i := range n {
				f(&s.readings[2*i%1024], &s.readings[(2*i+1)%1024])
			}
		}
	}
	t := race(o, 10, run(s), run(one), bare(l.composed), bare(l.byHand))
	emit(bench.Result{Name: "atoms_loop", Value: t[1], Unit: "ns",
		Note: "two cycles of the law by hand as one Atom in one loop, with four drivers, checks of values, scheduling; bar: 3 times the bare function"}.
		Against("the bare function", t[3]))
	emit(bench.Result{Name: "atoms_program", Value: t[0], Unit: "ns",
		Note: "two cycles of C1 and one of C2 as six loops in two enclaves: doors, checks of values, connections, scheduling"}.
		Against("its Atoms called in turn", t[2]))
	allocs := testing.AllocsPerRun(50, func() { failed = s.periods(1) })
	emit(bench.Result{Name: "atoms_program_allocs", Unit: "allocs", Value: allocs})
	return failed
}
