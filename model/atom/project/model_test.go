package project_test

import (
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace/record"
)

const ms = time.Millisecond

// The Atoms of a heading control, small.
type (
	compass struct {
		Psi atom.Product[unit.Angle]        `frame:"WORLD" axis:"z" valid:"-10 rad .. 10 rad"`
		R   atom.Product[unit.AngularSpeed] `frame:"WORLD" axis:"z" frozen:"400 ms"`
	}
	operator struct {
		Psi atom.Product[unit.Angle] `frame:"WORLD" axis:"z" initial:"0.5 rad" valid:"-3 rad .. 3 rad"`
	}
	gains struct {
		K1 atom.Product[unit.Frequency]
		K2 atom.Product[unit.FrequencySquared]
	}
	smooth struct {
		In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
		Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
		X   atom.Storage[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	separator struct {
		In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z" update:"periodic"`
		Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	rateSeparator struct {
		In  atom.Need[unit.AngularSpeed]    `frame:"WORLD" axis:"z" update:"periodic"`
		Out atom.Product[unit.AngularSpeed] `frame:"WORLD" axis:"z"`
	}
	subtractor struct {
		A   atom.Need[unit.Angle]    `frame:"WORLD" axis:"z" update:"sporadic"`
		B   atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
		Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	law struct {
		E   atom.Need[unit.Angle]                  `frame:"WORLD" axis:"z"`
		DE  atom.Need[unit.AngularSpeed]           `frame:"WORLD" axis:"z"`
		K1  atom.Need[unit.Frequency]              `update:"constant"`
		K2  atom.Need[unit.FrequencySquared]       `update:"constant"`
		Acc atom.Product[unit.AngularAcceleration] `frame:"WORLD" axis:"z"`
	}
	dynamics struct {
		Acc    atom.Need[unit.AngularAcceleration] `frame:"WORLD" axis:"z" update:"periodic"`
		R      atom.Need[unit.AngularSpeed]        `frame:"WORLD" axis:"z"`
		Heat   atom.Need[unit.Angle]               `frame:"WORLD" axis:"z"`
		Torque atom.Product[unit.Torque]           `frame:"WORLD" axis:"z"`
	}
	thruster struct {
		Torque atom.Need[unit.Torque] `frame:"WORLD" axis:"z"`
	}
)

func (a *smooth) Physics(dt unit.Time) {
	x := float64(a.X.Get()) + float64(min(1, float64(dt)/0.05)*(float64(a.In.Get())-float64(a.X.Get())))
	a.X.Set(unit.Angle(x))
	a.Out.Set(unit.Angle(x))
}
func (a *separator) Physics(unit.Time)     { a.Out.Set(a.In.Get()) }
func (a *rateSeparator) Physics(unit.Time) { a.Out.Set(a.In.Get()) }
func (a *subtractor) Physics(unit.Time)    { a.Out.Set(a.A.Get() - a.B.Get()) }
func (a *law) Physics(unit.Time) {
	a.Acc.Set(unit.AngularAcceleration(float64(float64(a.K2.Get())*float64(a.E.Get())) - float64(float64(a.K1.Get())*float64(a.DE.Get()))))
}
func (a *dynamics) Physics(unit.Time) {
	a.Torque.Set(unit.Torque(float64(0.6*float64(a.Acc.Get())) + float64(0.2*float64(a.R.Get())) + float64(1e-3*float64(a.Heat.Get()))))
}

var anyPeriod = period.Between(ms, time.Second)

// heading is a model like the seed's: C1 at 25 ms in four loops, C2 at 50 ms in one.
func heading() *atom.Model {
	m := atom.New("heading")
	for _, l := range [][2]string{{"Sensors", "C1"}, {"Navigation", "C1"}, {"MDynamic", "C1"}, {"Actuators", "C1"}, {"Control", "C2"}} {
		m.Loop(l[0], l[1])
	}
	m.Timed("C1", 25*ms)
	m.Timed("C2", 50*ms)
	every := func(loop string) []atom.Option {
		return []atom.Option{atom.Every(100*time.Microsecond, anyPeriod), atom.In(loop)}
	}
	im, op, ga, sm, se, rs := &compass{}, &operator{}, &gains{}, &smooth{}, &separator{}, &rateSeparator{}
	su, la, dy, th := &subtractor{}, &law{}, &dynamics{}, &thruster{}
	atom.Add(m.Root, "imu", im, append(every("Sensors"), atom.By("imu"))...)
	atom.Add(m.Root, "operator", op, atom.When(nil), atom.By("link"))
	atom.Add(m.Root, "gains", ga, atom.Once(), atom.Valued("k1", 2), atom.Valued("k2", 3))
	atom.Add(m.Root, "smooth", sm, every("Navigation")...)
	atom.Add(m.Root, "separator", se, every("Control")...)
	atom.Add(m.Root, "rate_separator", rs, every("Control")...)
	atom.Add(m.Root, "subtractor", su, every("Control")...)
	atom.Add(m.Root, "law", la, every("Control")...)
	atom.Add(m.Root, "dynamics", dy, every("MDynamic")...)
	atom.Add(m.Root, "thruster", th, append(every("Actuators"), atom.By("thruster"))...)
	atom.Connect(&im.Psi, &sm.In)
	atom.Connect(&sm.Out, &se.In)
	atom.Connect(&im.R, &rs.In)
	atom.Connect(&op.Psi, &su.A)
	atom.Connect(&se.Out, &su.B)
	atom.Connect(&su.Out, &la.E)
	atom.Connect(&rs.Out, &la.DE)
	atom.Connect(&ga.K1, &la.K1)
	atom.Connect(&ga.K2, &la.K2)
	atom.Connect(&la.Acc, &dy.Acc)
	atom.Connect(&im.R, &dy.R)
	atom.Connect(&sm.Out, &dy.Heat)
	atom.Connect(&dy.Torque, &th.Torque)
	return m
}

// check plans a model.
func check(t testing.TB, m *atom.Model, o atom.Target) *atom.Plan {
	t.Helper()
	plan, faults := m.Check(o)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return plan
}

// hull is a vehicle that turns: both drivers, on the tags' time.
type hull struct {
	psi, r, torque float64
	at             reactor.Time
	last           []float64 // the latest command
	commands       [][]float64
	spoil          func(at time.Duration, s *project.Sample)
}

func (h *hull) advance(to reactor.Time) {
	dt := (to - h.at).Duration().Seconds()
	h.at = to
	h.r += float64(dt * (h.torque - float64(0.2*h.r)) / 0.6)
	h.psi += float64(dt * h.r)
}

type (
	eye  struct{ h *hull }
	hand struct{ h *hull }
)

func (e eye) Exchange(tag reactor.Tag, _ []float64, out *project.Sample) {
	e.h.advance(tag.Time)
	out.Set(0, e.h.psi)
	out.Set(1, e.h.r)
	if e.h.spoil != nil {
		e.h.spoil(tag.Time.Duration(), out)
	}
}

func (hand) Limits() string { return "none: a test" }

func (a hand) Exchange(tag reactor.Tag, in []float64, _ *project.Sample) {
	a.h.commands = append(a.h.commands, append([]float64{tag.Time.Duration().Seconds()}, in...))
	a.h.last = append(a.h.last[:0], in...)
	a.h.torque = 0
	if !math.IsNaN(in[0]) {
		a.h.torque = in[0]
	}
}

func (h *hull) drivers() map[string]project.Driver {
	return map[string]project.Driver{"imu": eye{h}, "thruster": hand{h}}
}

// rig is a program made of a model.
type rig struct {
	*reactor.Program
	p    *project.Projection
	plan *atom.Plan
	rec  *record.Recorder
}

func build(t testing.TB, plan *atom.Plan, o project.Options, r reactor.Options) *rig {
	t.Helper()
	main := reactor.NewMain("test")
	p, err := project.Project(main, plan, o)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := reactor.Build(main, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range prog.Warnings() {
		t.Error("warning:", w)
	}
	rec, err := record.New(prog, nil, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &rig{prog, p, plan, rec}
}

// crowd is a World that offers set points at given times.
type crowd struct {
	offers []offer
	next   int
	do     func(o offer)
}

type offer struct {
	at time.Duration
	v  float64
}

func (c *crowd) NextEvent() reactor.Time {
	if c.next < len(c.offers) {
		return reactor.Time(c.offers[c.next].at)
	}
	return reactor.Forever
}

func (c *crowd) AdvanceTo(to reactor.Time) error {
	for c.next < len(c.offers) && reactor.Time(c.offers[c.next].at) <= to {
		c.do(c.offers[c.next])
		c.next++
	}
	return nil
}

// run runs a rig in lock-step with set points.
func (r *rig) run(t testing.TB, d time.Duration, offers ...offer) {
	t.Helper()
	w := &crowd{offers: offers, do: func(o offer) {
		if !r.p.Inlet("operator").Offer(o.v) {
			t.Error("an offer is refused")
		}
	}}
	if _, err := exec.Run(t.Context(), r.Program, exec.Options{Clock: exec.LockStep, World: w, Timeout: d}); err != nil {
		t.Fatal(err)
	}
}
