package manager

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/control/safety"
)

var arm6 = []string{"j1", "j2", "j3", "j4", "j5", "j6"}

// swing moves joints to and fro from where they are, and fails as it is told.
type swing struct {
	joints []string
	kind   string
	out    string // prefix of the references that it claims instead of joints
	offers bool
	speed  float64
	phase  []float64
	start  []float64
	fail   string // error, nan, panic, done
	refuse bool
}

func (s *swing) Parameters() []Parameter {
	return []Parameter{
		{Name: "joints", At: &s.joints},
		{Name: "speed", At: &s.speed, Unit: "rad/s", Min: 0.01, Max: 2, Live: true},
		{Name: "out", At: &s.out},
	}
}

func (s *swing) Tune() error {
	if s.speed == 1.5 {
		return errors.New("this speed resonates")
	}
	return nil
}

func (s *swing) Configure(*Setup) (Description, error) {
	s.phase, s.start = make([]float64, len(s.joints)), make([]float64, len(s.joints))
	d := Description{States: Needs("position", s.joints...)}
	for _, n := range Needs(s.kind, s.joints...) {
		d.Commands = append(d.Commands, Need{Name: s.out + n.Name})
		if s.offers {
			d.References = append(d.References, Interface{Name: n.Name})
		}
	}
	return d, nil
}

func (s *swing) Activate(io *IO) error {
	if s.refuse {
		return errors.New("it does not want to")
	}
	for i := range s.joints {
		s.start[i], s.phase[i] = io.Command(i), 0
		if s.offers {
			io.SetReference(i, io.Command(i))
		}
	}
	return nil
}

func (s *swing) Update(io *IO) error {
	switch s.fail {
	case "error":
		return errors.New("it has lost its way")
	case "panic":
		panic("index out of range")
	case "nan":
		io.SetCommand(0, math.NaN())
		return nil
	}
	for i := range s.joints {
		if s.offers {
			io.SetCommand(i, io.Reference(i))
			continue
		}
		s.phase[i] += s.speed * io.Dt
		io.SetCommand(i, s.start[i]+0.3*(1-math.Cos(s.phase[i])))
	}
	return nil
}

func (s *swing) Deactivate(*IO) {}
func (s *swing) Finished() bool { return s.fail == "done" }

// limit is what the tests' joints have.
func limit() safety.AxisLimit {
	l := safety.Unlimited()
	l.Lower, l.Upper, l.V, l.A, l.D, l.J = -2.5, 2.5, 2, 10, 10, 500
	return l
}

func limits(joints ...string) map[string]safety.AxisLimit {
	m := map[string]safety.AxisLimit{}
	for _, j := range joints {
		m[j] = limit()
	}
	return m
}

// arm is mock hardware with joints that have all of some commands.
func arm(t testing.TB, name string, joints []string, commands ...string) *mock.Driver {
	c := mock.Config{Name: name, Dynamics: true}
	for _, j := range joints {
		c.Joints = append(c.Joints, mock.Joint{Name: j, Commands: commands, States: []string{"position", "velocity", "effort"}})
	}
	d, err := mock.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// types are those of the tests: the fields of c are the defaults.
func types(made map[string]*swing) []Type {
	of := func(name string, c swing) Type {
		return Type{Name: name, New: func() Controller {
			s := c
			made[name] = &s
			return &s
		}}
	}
	base := swing{joints: arm6, kind: "position", speed: 0.5}
	inner, fast, spare := base, base, base
	inner.offers = true
	fast.speed = 1
	return []Type{of("swing", base), of("inner", inner), of("fast", fast), of("spare", spare)}
}

type bench struct {
	*Manager
	t    testing.TB
	hw   *mock.Driver
	made map[string]*swing
	now  time.Duration
	log  []string
}

func start(t testing.TB, change func(*Config)) *bench {
	b := &bench{t: t, hw: arm(t, "arm", arm6, "position"), made: map[string]*swing{}}
	c := Config{Components: []Component{{Driver: b.hw, Start: hw.Active}}, Limits: limits(arm6...), Types: types(b.made)}
	if change != nil {
		change(&c)
	}
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	b.Manager = m
	b.cycles(6)
	return b
}

func (b *bench) cycles(n int) {
	for range n {
		b.Cycle(b.now)
		b.now += b.Period
		for _, e := range b.Events() {
			b.log = append(b.log, fmt.Sprintf("%v: %s", e.Kind, e.Text))
		}
	}
}

func (b *bench) do(o Order) {
	b.t.Helper()
	if err := b.Do(o); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) refused(o Order, want string) {
	b.t.Helper()
	if err := b.Do(o); err == nil || !strings.Contains(err.Error(), want) {
		b.t.Fatalf("%+v: error %v, want one with %q", o, err, want)
	}
}

func (b *bench) said(want string) {
	b.t.Helper()
	if all := strings.Join(b.log, "\n"); !strings.Contains(all, want) {
		b.t.Fatalf("nothing said %q, but:\n%s", want, all)
	}
}

func (b *bench) state(name string, want State) {
	b.t.Helper()
	if l := b.find(name); l == nil || l.state != want {
		b.t.Fatalf("%s is not %v: %+v\n%s", name, want, l, strings.Join(b.log, "\n"))
	}
}

func TestLife(t *testing.T) {
	b := start(t, nil)
	b.refused(Order{Verb: "load", Name: "a", Type: "swin"}, `no type "swin"`)
	b.do(Order{Verb: "load", Name: "a", Type: "swing"})
	b.refused(Order{Verb: "load", Name: "a", Type: "swing"}, "loaded already")
	b.refused(Order{Verb: "switch", Activate: []string{"a"}, Strict: true}, "configure it first")
	b.refused(Order{Verb: "set", Name: "a", Parameter: "speed", Value: "3"}, "outside 0.01 to 2")
	b.refused(Order{Verb: "set", Name: "a", Parameter: "speed", Value: "x"}, "no number")
	b.do(Order{Verb: "activate", Name: "a"})
	b.cycles(400)
	b.state("a", Active)
	b.refused(Order{Verb: "set", Name: "a", Parameter: "joints", Value: "j1"}, "before the controller is configured")
	b.refused(Order{Verb: "set", Name: "a", Parameter: "speed", Value: "1.5"}, "resonates")
	b.do(Order{Verb: "set", Name: "a", Parameter: "speed", Value: "0.6"})
	if b.made["swing"].speed != 0.6 {
		t.Fatalf("speed is %g", b.made["swing"].speed)
	}
	if q := b.List().Controllers[0]; q.Updates < 390 || q.State != "active" || len(q.Claims) != 6 {
		t.Fatalf("%+v", q)
	}
	b.refused(Order{Verb: "unload", Name: "a"}, "active")
	b.refused(Order{Verb: "hardware", Name: "arm", State: "inactive"}, "a commands it")
	b.do(Order{Verb: "deactivate", Name: "a"})
	b.cycles(300)
	if v := b.components[0].state[1]; v != 0 {
		t.Fatalf("j1 still moves at %g", v)
	}
	b.do(Order{Verb: "unload", Name: "a"})
	b.do(Order{Verb: "hardware", Name: "arm", State: "unconfigured"})
	b.cycles(3)
	b.do(Order{Verb: "hardware", Name: "arm", State: "active"})
	b.cycles(4)
	if h := b.List().Hardware[0]; h.State != "active" {
		t.Fatalf("%+v", h)
	}
	b.refused(Order{Verb: "actvate", Name: "a"}, "did you mean activate?")
}

func TestSwitches(t *testing.T) {
	b := start(t, func(c *Config) {
		c.Controllers = []Entry{{Name: "a", Type: "swing", Start: Active}, {Name: "b", Type: "fast", Start: Inactive},
			{Name: "c", Type: "spare", Start: Inactive}}
	})
	b.cycles(50)
	b.state("a", Active)
	b.refused(Order{Verb: "switch", Activate: []string{"b"}, Strict: true}, "b wants j1/position, a holds it")
	b.refused(Order{Verb: "switch", Activate: []string{"b"}}, "a holds it")
	b.refused(Order{Verb: "switch", Activate: []string{"b", "c"}, Deactivate: []string{"a"}, Strict: true}, "both want")
	b.refused(Order{Verb: "switch", Activate: []string{"b", "x"}, Deactivate: []string{"a"}, Strict: true}, "no controller is called x")
	b.do(Order{Verb: "switch", Activate: []string{"b", "x"}, Deactivate: []string{"a", "c"}}) // best effort
	b.refused(Order{Verb: "switch", Activate: []string{"a"}, Deactivate: []string{"b"}, Strict: true}, "under way")
	b.cycles(1)
	b.state("a", Inactive)
	b.state("b", Active)
	// One that does not want to leaves everything as it was.
	b.made["spare"].refuse = true
	was := b.components[0].use.wanted[0]
	b.do(Order{Verb: "switch", Activate: []string{"c"}, Deactivate: []string{"b"}, Strict: true})
	b.cycles(1)
	b.state("b", Active)
	b.state("c", Inactive)
	b.said("given up: c cannot be activated: it does not want to")
	if now := b.components[0].use.wanted[0]; math.Abs(now-was) > 0.01 {
		t.Fatalf("the command jumped from %g to %g", was, now)
	}
}

func TestChain(t *testing.T) {
	b := start(t, func(c *Config) {
		c.Controllers = []Entry{{Name: "outer", Type: "swing", Parameters: map[string]string{"out": "in/"}, Start: Inactive},
			{Name: "in", Type: "inner", Start: Inactive}}
	})
	if got := fmt.Sprint(b.List().Order); got != "[outer in]" {
		t.Fatalf("the order is %s", got)
	}
	b.refused(Order{Verb: "switch", Activate: []string{"outer"}, Strict: true}, "in would not be active")
	b.do(Order{Verb: "switch", Activate: []string{"outer", "in"}, Strict: true})
	b.cycles(500)
	if q := b.components[0].state[0]; !(q > 0.005) {
		t.Fatalf("j1 is at %g: the reference does not arrive", q)
	}
	if !b.find("in").io.Chained {
		t.Fatal("in does not know that it is chained")
	}
	b.refused(Order{Verb: "switch", Deactivate: []string{"in"}, Strict: true}, "outer needs in")
	b.refused(Order{Verb: "cleanup", Name: "in"}, "active")
	b.made["inner"].fail = "error"
	b.cycles(1)
	b.state("in", Inactive)
	b.state("outer", Inactive)
	b.said("in was taken out: it has lost its way")
	b.said("outer was taken out: it needs in")
}

func TestCycleOfControllers(t *testing.T) {
	b := start(t, func(c *Config) {
		c.Types = append(c.Types, Type{Name: "loop", New: func() Controller { return &looping{} }})
	})
	b.do(Order{Verb: "load", Name: "x", Type: "loop"})
	b.do(Order{Verb: "set", Name: "x", Parameter: "of", Value: ""})
	b.do(Order{Verb: "configure", Name: "x"})
	b.do(Order{Verb: "load", Name: "y", Type: "loop"})
	b.do(Order{Verb: "set", Name: "y", Parameter: "of", Value: "x"})
	b.do(Order{Verb: "set", Name: "y", Parameter: "reads", Value: "x"})
	b.refused(Order{Verb: "configure", Name: "y"}, "wait for each other: x → y → x")
	b.do(Order{Verb: "set", Name: "y", Parameter: "reads", Value: ""})
	b.do(Order{Verb: "configure", Name: "y"})
	if got := fmt.Sprint(b.List().Order); got != "[y x]" {
		t.Fatalf("the order is %s", got)
	}
}

// looping claims a reference of one controller and reads an exported state of another.
type looping struct{ of, reads string }

func (l *looping) Parameters() []Parameter {
	return []Parameter{{Name: "of", At: &l.of}, {Name: "reads", At: &l.reads}}
}
func (l *looping) Configure(*Setup) (d Description, err error) {
	d.References, d.Exports = []Interface{{Name: "r/velocity"}}, []Interface{{Name: "e/velocity"}}
	if l.of != "" {
		d.Commands = []Need{{Name: l.of + "/r/velocity", Unit: "rad/s"}}
	}
	if l.reads != "" {
		d.States = []Need{{Name: l.reads + "/e/velocity"}}
	}
	return d, nil
}
func (l *looping) Activate(*IO) error { return nil }
func (l *looping) Update(*IO) error   { return nil }
func (l *looping) Deactivate(*IO)     {}

func TestFaultyControllersAreTakenOutInTheCycle(t *testing.T) {
	for fail, why := range map[string]string{"error": "it has lost its way", "nan": "it commands j1/position [NaN", "panic": "it panicked: index out of range",
		"done": "has finished", "slow": "longer than its budget of 100µs"} {
		b := start(t, func(c *Config) {
			c.Controllers = []Entry{{Name: "a", Type: "swing", Start: Active, Fallbacks: []string{"b"}, Budget: 100 * time.Microsecond},
				{Name: "b", Type: "fast", Start: Inactive}}
		})
		b.cycles(100)
		b.made["swing"].fail = fail
		if fail == "slow" {
			b.Late = func() (late LateSet) {
				if b.find("a").updated {
					late.add(slices.Index(b.order, b.find("a")))
				}
				return late
			}
		}
		b.cycles(1)
		b.state("a", Inactive)
		b.state("b", Active)
		b.said(why)
		if !b.find("b").updated {
			t.Fatal("the fallback was not updated in the cycle in which it took over")
		}
	}
}

func TestHardwareThatFailsBringsTheRobotToRest(t *testing.T) {
	for fail, why := range map[mock.Failure]string{mock.Error: "does not answer", mock.NaN: "reads NaN", mock.Frozen: "have been the same", mock.Lost: "is lost"} {
		left, right := arm(t, "left", []string{"j1", "j2", "j3"}, "position"), arm(t, "right", []string{"j4", "j5", "j6"}, "position")
		b := start(t, func(c *Config) {
			c.Components = []Component{{Driver: left, Start: hw.Active, Frozen: 5}, {Driver: right, Start: hw.Active}}
			c.Controllers = []Entry{{Name: "a", Type: "swing", Parameters: map[string]string{"joints": "j1, j2, j3"}, Start: Active},
				{Name: "b", Type: "fast", Parameters: map[string]string{"joints": "j4, j5, j6"}, Start: Active}}
		})
		b.cycles(200)
		left.Fail(fail)
		b.cycles(8)
		b.said(why)
		b.state("a", Inactive)
		b.state("b", Inactive)
		b.cycles(300)
		if v := b.components[1].state[1]; v != 0 {
			t.Fatalf("j4 still moves at %g", v)
		}
		b.refused(Order{Verb: "activate", Name: "a"}, "the hardware left is unconfigured")
		left.Fail(mock.None)
		b.do(Order{Verb: "hardware", Name: "left", State: "active"})
		b.cycles(5)
		b.do(Order{Verb: "switch", Activate: []string{"a", "b"}, Strict: true})
		b.cycles(2)
		b.state("a", Active)
	}
}

// TestFallbacksHaveFallbacks lets b fail in the update in which it takes over from a: c takes over in the same cycle. Where
// c would be a again, nobody does.
func TestFallbacksHaveFallbacks(t *testing.T) {
	for _, last := range []string{"c", "a"} {
		b := start(t, func(c *Config) {
			c.Controllers = []Entry{{Name: "a", Type: "swing", Start: Active, Fallbacks: []string{"b"}},
				{Name: "b", Type: "fast", Start: Inactive, Fallbacks: []string{last}}, {Name: "c", Type: "spare", Start: Inactive}}
		})
		b.cycles(100)
		b.made["swing"].fail, b.made["fast"].fail = "error", "nan"
		b.cycles(1)
		b.state("a", Inactive)
		b.state("b", Inactive)
		if last == "a" {
			b.state("c", Inactive)
			continue
		}
		b.state("c", Active)
		if !b.find("c").updated {
			t.Error("c was not updated in the cycle in which it took over")
		}
	}
}

// mute is hardware that can be read but not commanded.
type mute struct {
	*mock.Driver
	lost int // commands that are still lost
}

func (m *mute) Write(command []float64) error {
	if m.lost > 0 {
		m.lost--
		return errors.New("it takes no commands")
	}
	return m.Driver.Write(command)
}

func TestCommandsThatFailInARowAreCountedBesideReadings(t *testing.T) {
	d := &mute{Driver: arm(t, "arm", arm6, "position")}
	b := start(t, func(c *Config) {
		c.Components = []Component{{Driver: d, Start: hw.Active, Lost: 3}}
		c.Controllers = []Entry{{Name: "a", Type: "swing", Start: Active}}
	})
	for range 5 { // each time no more than may fail
		d.lost = 3
		b.cycles(4)
	}
	b.state("a", Active)
	d.lost = 4
	b.cycles(4)
	b.said("it takes no commands")
	b.state("a", Inactive)
}

func TestConfigurationsAreChecked(t *testing.T) {
	d := arm(t, "arm", arm6, "position")
	bad := limit()
	bad.Lower = 3
	c := Config{
		Components: []Component{{Driver: d, Start: hw.Active, Period: 1500 * time.Microsecond}, {Driver: d}},
		Types:      types(map[string]*swing{}),
		Limits:     map[string]safety.AxisLimit{"j1": bad, "j2": limit(), "j3": limit(), "j4": limit(), "j5": limit()},
		Controllers: []Entry{{Name: "a", Type: "swing", Start: Active}, {Name: "b", Type: "fast", Start: Active, Fallbacks: []string{"z"}},
			{Name: "c", Type: "swing", Period: 2500 * time.Microsecond}, {Name: "d", Type: "spare", Parameters: map[string]string{"joints": "j9"}, Start: Inactive}},
		Mimics: []Mimic{{Joint: "j2", Of: "j1", Factor: 1}},
	}
	_, err := New(c)
	if err == nil {
		t.Fatal("it was accepted")
	}
	for _, want := range []string{"no multiple of the manager's 1ms; give 2ms", "two components are called arm", "from 3 to 2.5",
		"j6 has no limits", "its period of 2.5ms", "no state interface is called j9/position", "it mimics j1"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in:\n%v", want, err)
		}
	}
	c.Components = []Component{{Driver: d, Start: hw.Active}}
	c.Limits, c.Mimics, c.Controllers = limits(arm6...), nil, c.Controllers[:2]
	if _, err = New(c); err == nil || !strings.Contains(err.Error(), "a and b both want j1/position") || !strings.Contains(err.Error(), "fallback z is none") {
		t.Fatalf("error %v", err)
	}
}

func TestCyclesDoNotAllocate(t *testing.T) {
	m, now := loadOf(t, 7, 5)
	if n := testing.AllocsPerRun(200, func() { m.Cycle(now); now += m.Period }); n != 0 {
		t.Fatalf("%g allocations a cycle", n)
	}
}

// loadOf is a manager of joints with three interfaces each way, and as many controllers, all active.
func loadOf(t testing.TB, joints, controllers int) (*Manager, time.Duration) {
	var names []string
	for i := range joints {
		names = append(names, fmt.Sprintf("j%d", i))
	}
	c := Config{Components: []Component{{Driver: arm(t, "arm", names, "position", "velocity", "effort"), Start: hw.Active}}, Limits: limits(names...)}
	for k := range controllers {
		var mine []string
		for i := k * joints / controllers; i < (k+1)*joints/controllers; i++ {
			mine = append(mine, names[i])
		}
		for _, kind := range []string{"position"} {
			name := fmt.Sprintf("%s%d", kind, k)
			c.Types = append(c.Types, Type{Name: name, New: func() Controller { return &swing{joints: mine, kind: kind, speed: 0.5} }})
			c.Controllers = append(c.Controllers, Entry{Name: name, Type: name, Start: Active})
		}
	}
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Duration(0)
	for range 20 {
		m.Cycle(now)
		now += m.Period
	}
	for _, l := range m.controllers {
		if l.state != Active {
			t.Fatalf("%s is %v", l.Name, l.state)
		}
	}
	return m, now
}

func BenchmarkCycle(b *testing.B) {
	for _, n := range [][2]int{{7, 5}, {100, 20}} {
		b.Run(fmt.Sprintf("%djoints%dcontrollers", n[0], n[1]), func(b *testing.B) {
			m, now := loadOf(b, n[0], n[1])
			b.ReportAllocs()
			for b.Loop() {
				m.Cycle(now)
				now += m.Period
			}
		})
	}
}
