// Package controllertest checks that a controller keeps what every controller promises the manager: Run takes a Subject and tests
// it without hardware, on an IO of its own.
package controllertest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
)

// Param is a parameter's value, of the type that its At points to.
type Param struct {
	Name  string
	Value any
}

// Setup returns a setup for 1 kHz with the model's limits, or 2 rad/s, 10 rad/s², 500 rad/s³ and 100 N·m where the model gives
// none.
func Setup(model *kinematics.URDF) *manager.Setup {
	return &manager.Setup{Name: "subject", Period: time.Millisecond, Model: model, Limit: func(joint string) safety.AxisLimit {
		l := safety.Unlimited()
		l.V, l.A, l.D, l.J, l.Effort = 2, 10, 10, 500, 100
		if model == nil {
			return l
		}
		for _, j := range model.Joints {
			if j.Name == joint {
				l.Lower, l.Upper = j.Limit.Lower, j.Limit.Upper
				l.V, l.Effort = min(l.V, j.Limit.Velocity), min(l.Effort, j.Limit.Effort)
			}
		}
		return l
	}}
}

// Begin sets parameters and configures c; its IO is active, and all its numbers are 0, so quaternions are not valid yet.
func Begin(c manager.Controller, s *manager.Setup, params ...Param) (d manager.Description, io *manager.IO, err error) {
	for _, p := range params {
		if err := Set(c, p); err != nil {
			return d, nil, err
		}
	}
	if d, err = c.Configure(s); err != nil {
		return d, nil, err
	}
	io = manager.NewIO(d, s.Period)
	io.Active = true
	return d, io, nil
}

// Configure is Begin for tests.
func Configure(t testing.TB, c manager.Controller, s *manager.Setup, params ...Param) (manager.Description, *manager.IO) {
	t.Helper()
	d, io, err := Begin(c, s, params...)
	if err != nil {
		t.Fatal(err)
	}
	return d, io
}

// Set sets a parameter.
func Set(c manager.Controller, p Param) error {
	for _, q := range c.Parameters() {
		if q.Name != p.Name {
			continue
		}
		ok := true
		switch at := q.At.(type) {
		case *float64:
			*at, ok = p.Value.(float64)
		case *int:
			*at, ok = p.Value.(int)
		case *bool:
			*at, ok = p.Value.(bool)
		case *string:
			*at, ok = p.Value.(string)
		case *time.Duration:
			*at, ok = p.Value.(time.Duration)
		case *[]float64:
			*at, ok = p.Value.([]float64)
		case *[]string:
			*at, ok = p.Value.([]string)
		default:
			ok = false
		}
		if !ok {
			return fmt.Errorf("controllertest: parameter %s is a %T, not a %T", p.Name, q.At, p.Value)
		}
		return nil
	}
	return fmt.Errorf("controllertest: no parameter %q", p.Name)
}

// Subject is a controller under test.
type Subject struct {
	New    func() manager.Controller
	Setup  *manager.Setup
	Params []Param
	// States puts plausible states of a robot at rest, and its last commands, into io.
	States func(rnd *rand.Rand, io *manager.IO)
	// Jump is how much the first command after activation may differ from the last one before, for a robot at rest.
	Jump float64
	// Input sends the controller something through its ports' methods, good or bad; nil: it has only references.
	Input func(rnd *rand.Rand, c manager.Controller, io *manager.IO)
}

// Run tests the subject.
func Run(t *testing.T, s Subject) {
	t.Run("parameters", s.parameters)
	t.Run("bumpless", s.bumpless)
	t.Run("finite", s.finite)
	t.Run("missing", s.missing)
	t.Run("replay", s.replay)
	t.Run("allocations", s.allocations)
}

// made is an activated controller.
type made struct {
	manager.Controller
	manager.Description
	io *manager.IO
}

func (s *Subject) begin(t testing.TB, rnd *rand.Rand) made {
	c := s.New()
	d, io := Configure(t, c, s.Setup, s.Params...)
	m := made{c, d, io}
	s.States(rnd, io)
	if err := c.Activate(io); err != nil {
		t.Fatalf("activation: %v", err)
	}
	return m
}

// step updates the controller once.
func (m *made) step(t testing.TB) {
	m.io.Now += m.io.Period
	if err := m.Update(m.io); err != nil {
		t.Fatalf("update: %v", err)
	}
}

// numbers lists all numbers that the controller sets.
func (m *made) numbers() (xs []float64) {
	for i := range m.Commands {
		xs = append(xs, m.io.Commands(i)...)
	}
	for i := range m.Exports {
		xs = append(xs, m.io.Exports(i)...)
	}
	return xs
}

// parameters checks that ranges are ranges, that defaults and values are within them, and that a list of a wrong length is
// refused.
func (s *Subject) parameters(t *testing.T) {
	c := s.New()
	names := map[string]bool{}
	for _, p := range c.Parameters() {
		if names[p.Name] {
			t.Errorf("parameter %s is listed twice", p.Name)
		}
		names[p.Name] = true
		if p.Min > p.Max {
			t.Errorf("parameter %s: from %g to %g", p.Name, p.Min, p.Max)
		}
		var xs []float64
		switch at := p.At.(type) {
		case *float64:
			xs = []float64{*at}
		case *int:
			xs = []float64{float64(*at)}
		case *time.Duration:
			xs = []float64{at.Seconds()}
		case *[]float64:
			xs = *at
		}
		for _, x := range xs {
			if p.Max != p.Min && !(x >= p.Min && x <= p.Max) {
				t.Errorf("parameter %s: the default %g is not within %g to %g", p.Name, x, p.Min, p.Max)
			}
		}
	}
	for _, p := range s.New().Parameters() {
		if _, list := p.At.(*[]float64); !list {
			continue
		}
		c := s.New()
		for _, q := range append(s.Params[:len(s.Params):len(s.Params)], Param{p.Name, make([]float64, 77)}) {
			if err := Set(c, q); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Configure(s.Setup); err == nil {
			t.Errorf("parameter %s with 77 numbers is not refused", p.Name)
		}
	}
}

// bumpless checks that the first update after activation of a robot at rest commands what was commanded before.
func (s *Subject) bumpless(t *testing.T) {
	for seed := range uint64(20) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		m := s.begin(t, rnd)
		var before []float64
		for i := range m.Commands {
			before = append(before, m.io.Commands(i)...)
		}
		m.step(t)
		k := 0
		for i, need := range m.Commands {
			for _, x := range m.io.Commands(i) {
				if !(math.Abs(x-before[k]) <= s.Jump) {
					t.Fatalf("seed %d: %s jumps from %g to %g", seed, need.Name, before[k], x)
				}
				k++
			}
		}
	}
}

// bad lists invalid references and readings.
var bad = [...]float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, 0}

// finite checks that no reference, however wrong, makes a command or an exported state NaN or infinite.
func (s *Subject) finite(t *testing.T) {
	for seed := range uint64(30) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		m := s.begin(t, rnd)
		for range 20 {
			for i := range m.References {
				for k := range m.io.References(i) {
					if rnd.IntN(3) == 0 {
						m.io.References(i)[k] = bad[rnd.IntN(len(bad))]
					}
				}
			}
			if s.Input != nil {
				s.Input(rnd, m.Controller, m.io)
			}
			m.step(t)
			for k, x := range m.numbers() {
				if x-x != 0 {
					t.Fatalf("seed %d: number %d of commands and exports is %g", seed, k, x)
				}
			}
		}
	}
}

// missing checks that a controller without any input for 2 s keeps its commands finite, can be deactivated and activated again,
// and is then bumpless as before.
func (s *Subject) missing(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 3))
	m := s.begin(t, rnd)
	for range 2000 {
		m.step(t)
	}
	m.Deactivate(m.io)
	before := m.numbers()
	for _, x := range before {
		if x-x != 0 {
			t.Fatalf("after 2 s without input: %v", before)
		}
	}
	s.States(rnd, m.io)
	if err := m.Activate(m.io); err != nil {
		t.Fatalf("activation again: %v", err)
	}
	m.step(t)
}

// replay checks that equal inputs give equal bits.
func (s *Subject) replay(t *testing.T) {
	run := func() (sum []uint64) {
		rnd := rand.New(rand.NewPCG(5, 4))
		m := s.begin(t, rnd)
		for k := range 300 {
			if s.Input != nil && k%50 == 10 {
				s.Input(rnd, m.Controller, m.io)
			}
			for i := range m.References {
				for j := range m.io.References(i) {
					m.io.References(i)[j] += 1e-4 * rnd.NormFloat64()
				}
			}
			m.step(t)
			for _, x := range m.numbers() {
				sum = append(sum, math.Float64bits(x))
			}
		}
		return sum
	}
	a, b := run(), run()
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("number %d differs: %x and %x", i, a[i], b[i])
		}
	}
}

// allocations checks that activation, updates and deactivation allocate nothing.
func (s *Subject) allocations(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	m := s.begin(t, rnd)
	if s.Input != nil {
		s.Input(rnd, m.Controller, m.io)
	}
	if n := testing.AllocsPerRun(100, func() {
		m.io.Now += m.io.Period
		if err := m.Update(m.io); err != nil {
			panic(err)
		}
	}); n != 0 {
		t.Errorf("Update: %g allocations", n)
	}
	if n := testing.AllocsPerRun(10, func() {
		m.Deactivate(m.io)
		if err := m.Activate(m.io); err != nil {
			panic(err)
		}
	}); n != 0 {
		t.Errorf("Deactivate and Activate: %g allocations", n)
	}
}
