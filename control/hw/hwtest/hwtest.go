// Package hwtest checks that a hw.Driver keeps the promises of the interface. It runs without hardware: the driver
// under test talks to a simulation whose time the test advances.
package hwtest

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
)

// Rig is a driver with its simulated hardware.
type Rig struct {
	Driver hw.Driver
	// Pass lets the hardware's time pass.
	Pass func(d time.Duration)
	// Speed returns how fast the hardware moves, in any unit; 0 at rest.
	Speed func() float64
	// Hold fills command, for a group, with values that keep the hardware where state says it is.
	Hold func(group string, state, command []float64)
	// Move fills command with values that move it a little from where state says it is, in cycle i of a slow motion.
	Move func(group string, i int, state, command []float64)
	// Break cuts the connection; nil if there is none to cut.
	Break func()
	// Lossy says that single calls may fail because frames get lost.
	Lossy bool
}

// TestDriver runs the whole suite; open makes a new rig, with the driver Unconfigured.
func TestDriver(t *testing.T, open func(t testing.TB) Rig) {
	checks := []struct {
		name string
		f    func(*suite)
	}{
		{"info", (*suite).info}, {"life cycle", (*suite).lifeCycle}, {"wrong order", (*suite).wrongOrder},
		{"reads", (*suite).reads}, {"bad commands", (*suite).badCommands}, {"inactive moves nothing", (*suite).inactive},
		{"every group moves and stops", (*suite).groups}, {"switch of groups", (*suite).switches},
		{"broken connection", (*suite).broken}, {"no allocation", (*suite).allocations},
	}
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			r := open(t)
			s := &suite{T: t, Rig: r, state: make([]float64, len(r.Driver.Info().State))}
			c.f(s)
			if err := s.Driver.Enter(hw.Finalized); err != nil {
				t.Errorf("to finalized: %v", err)
			}
		})
	}
}

type suite struct {
	*testing.T
	Rig
	state []float64
}

// try repeats a call that may fail on a lossy wire.
func (s *suite) try(what string, f func() error) {
	s.Helper()
	var err error
	for range 50 {
		if err = f(); err == nil {
			return
		}
		if !s.Lossy {
			break
		}
		s.Pass(s.Driver.Info().Period)
	}
	s.Fatalf("%s: %v", what, err)
}

// up takes the driver to a state, one step at a time.
func (s *suite) up(to hw.LifeCycle, group string) {
	s.Helper()
	if group != "" {
		s.try("use "+group, func() error { return s.Driver.Use(group) })
	}
	s.try("to inactive", func() error { return s.Driver.Enter(hw.Inactive) })
	if to == hw.Active {
		s.try("to active", func() error {
			if l, ok := s.Driver.(hw.Stater); ok && l.LifeCycle() == hw.Unconfigured {
				_ = s.Driver.Enter(hw.Inactive)
			}
			return s.Driver.Enter(hw.Active)
		})
	}
}

func (s *suite) read() { s.Helper(); s.try("read", func() error { return s.Driver.Read(s.state) }) }

func (s *suite) firstGroup() hw.Group { return s.Driver.Info().Groups[0] }

func (s *suite) info() {
	in := s.Driver.Info()
	if err := in.Validate(); err != nil {
		s.Error(err)
	}
	if len(in.State) == 0 || len(in.Groups) == 0 {
		s.Error("a driver without state or commands")
	}
	for _, g := range in.Groups {
		if _, ok := in.Group(g.Name); !ok {
			s.Errorf("group %q is not found by its name", g.Name)
		}
	}
}

func (s *suite) lifeCycle() {
	g := s.firstGroup().Name
	for range 2 {
		s.up(hw.Active, g)
		s.try("to inactive", func() error { return s.Driver.Enter(hw.Inactive) })
		s.try("to unconfigured", func() error { return s.Driver.Enter(hw.Unconfigured) })
	}
	s.try("to finalized", func() error { return s.Driver.Enter(hw.Finalized) })
	if err := s.Driver.Enter(hw.Inactive); !errors.Is(err, hw.ErrState) {
		s.Errorf("a finalized driver came back: %v", err)
	}
	if err := s.Driver.Read(s.state); !errors.Is(err, hw.ErrState) {
		s.Errorf("a finalized driver reads: %v", err)
	}
}

func (s *suite) wrongOrder() {
	if err := s.Driver.Enter(hw.Active); !errors.Is(err, hw.ErrState) {
		s.Errorf("unconfigured to active in one step: %v", err)
	}
	if err := s.Driver.Read(s.state); !errors.Is(err, hw.ErrState) {
		s.Errorf("read while unconfigured: %v", err)
	}
	if err := s.Driver.Use("no such group"); err == nil {
		s.Error("a group that does not exist is used")
	}
	s.up(hw.Inactive, "")
	if err := s.Driver.Enter(hw.Active); !errors.Is(err, hw.ErrState) {
		s.Errorf("active without a group: %v", err)
	}
}

func (s *suite) reads() {
	s.up(hw.Inactive, "")
	s.read()
	for i, x := range s.state {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			s.Errorf("%s reads %g", s.Driver.Info().State[i].Name, x)
		}
	}
	if err := s.Driver.Read(s.state[1:]); err == nil {
		s.Error("a slice of a wrong length is filled")
	}
}

func (s *suite) badCommands() {
	for _, g := range s.Driver.Info().Groups {
		s.up(hw.Active, g.Name)
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e308} {
			s.read()
			c := make([]float64, len(g.Command))
			s.Hold(g.Name, s.state, c)
			c[len(c)-1] = x
			if err := s.Driver.Write(c); !errors.Is(err, hw.ErrCommand) {
				s.Errorf("%s: command %g: %v", g.Name, x, err)
			}
		}
		if err := s.Driver.Write(make([]float64, len(g.Command)+1)); !errors.Is(err, hw.ErrCommand) {
			s.Errorf("%s: command of a wrong length: %v", g.Name, err)
		}
		s.Pass(50 * time.Millisecond)
		if v := s.Speed(); v > 1e-6 {
			s.Errorf("%s: it moves at %g after nothing but bad commands", g.Name, v)
		}
		s.try("to inactive", func() error { return s.Driver.Enter(hw.Inactive) })
	}
}

func (s *suite) inactive() {
	g := s.firstGroup()
	s.up(hw.Inactive, g.Name)
	s.read()
	c := make([]float64, len(g.Command))
	s.Move(g.Name, 1, s.state, c)
	if err := s.Driver.Write(c); !errors.Is(err, hw.ErrState) {
		s.Errorf("write while inactive: %v", err)
	}
	s.Pass(100 * time.Millisecond)
	if v := s.Speed(); v != 0 {
		s.Errorf("it moves at %g", v)
	}
}

// run moves for n cycles; on a lossy wire single failures are accepted.
func (s *suite) run(g hw.Group, n int) (top float64) {
	s.Helper()
	s.read()
	start := append([]float64(nil), s.state...)
	c := make([]float64, len(g.Command))
	failed := 0
	for i := range n {
		s.Move(g.Name, i, start, c)
		if err := s.Driver.Write(c); err != nil {
			failed++
			if !s.Lossy {
				s.Fatalf("%s: cycle %d: %v", g.Name, i, err)
			}
		}
		s.Pass(s.Driver.Info().Period)
		if err := s.Driver.Read(s.state); err != nil {
			failed++
		}
		top = max(top, s.Speed())
	}
	if failed > n {
		s.Errorf("%s: %d of %d calls failed", g.Name, failed, 2*n)
	}
	return top
}

func (s *suite) groups() {
	for _, g := range s.Driver.Info().Groups {
		s.up(hw.Active, g.Name)
		if top := s.run(g, 60); top == 0 {
			s.Errorf("%s: it did not move", g.Name)
		}
		s.try("to inactive", func() error { return s.Driver.Enter(hw.Inactive) })
		s.Pass(time.Second)
		if v := s.Speed(); v > 1e-6 {
			s.Errorf("%s: it still moves at %g after leaving active", g.Name, v)
		}
		s.try("to unconfigured", func() error { return s.Driver.Enter(hw.Unconfigured) })
	}
}

func (s *suite) switches() {
	groups := s.Driver.Info().Groups
	s.up(hw.Active, groups[0].Name)
	for _, g := range groups {
		s.run(groups[0], 10)
		s.try("switch to "+g.Name, func() error { return s.Driver.Use(g.Name) })
		s.try("active again", func() error { return s.Driver.Enter(hw.Active) })
		s.Pass(500 * time.Millisecond)
		if v := s.Speed(); v > 1e-6 {
			s.Errorf("it moves at %g after a switch to %s", v, g.Name)
		}
		s.run(g, 10)
		s.try("switch back", func() error { return s.Driver.Use(groups[0].Name) })
		s.try("active again", func() error { return s.Driver.Enter(hw.Active) })
		s.Pass(500 * time.Millisecond)
	}
}

func (s *suite) broken() {
	if s.Break == nil {
		return
	}
	g := s.firstGroup()
	s.up(hw.Active, g.Name)
	s.run(g, 20)
	s.Break()
	c := make([]float64, len(g.Command))
	s.Hold(g.Name, s.state, c)
	old := append([]float64(nil), s.state...)
	for range 3 {
		if err := s.Driver.Write(c); err == nil {
			s.Error("a write over a broken connection succeeds")
		}
		if err := s.Driver.Read(s.state); err == nil {
			s.Error("a read over a broken connection succeeds")
		}
	}
	for i := range old {
		if old[i] != s.state[i] {
			s.Fatal("a failed read changed the state")
		}
	}
	if l, ok := s.Driver.(hw.Stater); ok && l.LifeCycle() != hw.Unconfigured {
		s.Errorf("after a break the driver is %v, want unconfigured", l.LifeCycle())
	}
	s.Pass(time.Second)
	s.try("back to inactive", func() error { return s.Driver.Enter(hw.Inactive) })
	s.Pass(100 * time.Millisecond)
	if v := s.Speed(); v > 1e-6 {
		s.Errorf("it moves at %g after it was reconnected, before it was told to", v)
	}
	s.try("back to active", func() error { return s.Driver.Enter(hw.Active) })
	s.run(g, 20)
}

func (s *suite) allocations() {
	g := s.firstGroup()
	s.up(hw.Active, g.Name)
	s.read()
	c := make([]float64, len(g.Command))
	s.Hold(g.Name, s.state, c)
	if n := testing.AllocsPerRun(200, func() {
		_ = s.Driver.Write(c)
		s.Pass(s.Driver.Info().Period)
		_ = s.Driver.Read(s.state)
	}); n != 0 {
		s.Errorf("%g allocations a cycle", n)
	}
}
