package project_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
)

// story tells events in a line each.
func story(es []project.Event) (all []string) {
	for _, e := range es {
		what := "over"
		if e.Raised {
			what = "begins"
		}
		all = append(all, fmt.Sprintf("%v %s %s %s since %v", e.At.Duration(), e.Path, e.Kind, what, e.Since.Duration()))
	}
	return all
}

// dead lists the times, in ms, at which the thrusters were told to stop.
func (h *hull) dead() (at []int) {
	for _, c := range h.commands {
		if math.IsNaN(c[1]) {
			at = append(at, int(math.Round(c[0]*1e3)))
		}
	}
	return at
}

// TestFlags spoils the compass in every possible way.
func TestFlags(t *testing.T) {
	h := &hull{psi: 0.3, r: 0.1}
	h.spoil = func(at time.Duration, s *project.Sample) {
		switch {
		case at < 50*ms:
			s.OK = 0 // not up yet
		case at >= 200*ms && at < 250*ms:
			s.V[0] = math.NaN()
		case at >= 300*ms && at < 400*ms:
			s.V[0] = 10.5
		case at >= 500*ms && at < 575*ms:
			s.V[0] = math.Inf(-1)
			s.OK &^= 2
		case at >= 1000*ms && at < 1700*ms:
			s.V[1] = 0.25
		}
	}
	r := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Drivers: h.drivers(), Hold: 50 * ms}, reactor.Options{})
	r.run(t, 2*time.Second, offer{700 * ms, 99}, offer{800 * ms, 1})
	want := strings.Split(strings.TrimSpace(`
0s imu.psi missing begins since 0s
0s imu.r missing begins since 0s
0s thruster stopped begins since 0s
50ms imu.psi missing over since 0s
50ms imu.r missing over since 0s
50ms thruster stopped over since 0s
200ms imu.psi nan begins since 200ms
250ms imu.psi nan over since 200ms
300ms imu.psi range begins since 300ms
350ms thruster stopped begins since 350ms
400ms imu.psi range over since 300ms
400ms thruster stopped over since 350ms
500ms imu.psi nan begins since 500ms
500ms imu.r missing begins since 500ms
550ms thruster stopped begins since 550ms
575ms imu.psi nan over since 500ms
575ms imu.r missing over since 500ms
575ms thruster stopped over since 550ms
700ms operator.psi range begins since 700ms
800ms operator.psi range over since 700ms
1.4s imu.r frozen begins since 1.4s
1.45s thruster stopped begins since 1.45s
1.7s imu.r frozen over since 1.4s
1.7s thruster stopped over since 1.45s`), "\n")
	if diff := cmp.Diff(want, story(r.p.Events())); diff != "" {
		t.Error(diff)
	}
	stops := []int{0, 25, 350, 375, 550}
	for at := 1450; at < 1700; at += 25 {
		stops = append(stops, at)
	}
	if diff := cmp.Diff(append(stops, 2000), h.dead()); diff != "" {
		t.Error("stopped at", diff)
	}
	if f := r.p.Flags(); len(f) != 0 {
		t.Error("still raised:", f)
	}
}

// TestReasons tells when a value stays flagged for another reason; the time to hold counts from the first on.
func TestReasons(t *testing.T) {
	h := &hull{psi: 0.3, r: 0.1}
	h.spoil = func(at time.Duration, s *project.Sample) {
		switch {
		case at >= 100*ms && at < 150*ms:
			s.V[1] = 0.25
			if at >= 125*ms {
				s.V[1] = math.NaN()
			}
		case at >= 150*ms && at < 600*ms:
			s.V[1] = 0.25 // the same again: after 400 ms it is frozen, whatever was in between
			if at < 525*ms {
				s.OK &^= 2
			}
		}
	}
	r := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Drivers: h.drivers(), Hold: 60 * ms}, reactor.Options{})
	r.run(t, 700*ms)
	want := strings.Split(strings.TrimSpace(`
125ms imu.r nan begins since 125ms
150ms imu.r nan over since 125ms
150ms imu.r missing begins since 125ms
200ms thruster stopped begins since 200ms
525ms imu.r missing over since 125ms
525ms imu.r frozen begins since 125ms
600ms imu.r frozen over since 125ms
600ms thruster stopped over since 200ms`), "\n")
	if diff := cmp.Diff(want, story(r.p.Events())); diff != "" {
		t.Error(diff)
	}
	if f := r.p.Flags(); len(f) != 0 {
		t.Error("still raised:", f)
	}
}

// TestHold tries what Hold can be.
func TestHold(t *testing.T) {
	for _, c := range []struct {
		hold time.Duration
		want []int
	}{{0, []int{100, 125, 150, 175, 300}}, {60 * ms, []int{175, 300}}, {-1, []int{300}}} {
		h := &hull{spoil: func(at time.Duration, s *project.Sample) {
			if at >= 100*ms && at < 200*ms {
				s.V[0] = math.NaN()
			}
		}}
		r := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Drivers: h.drivers(), Hold: c.hold}, reactor.Options{})
		r.run(t, 300*ms)
		if diff := cmp.Diff(c.want, h.dead()); diff != "" {
			t.Errorf("hold %v: stopped at %s", c.hold, diff)
		}
	}
}

// The sums of an Atom that goes wrong by itself.
type (
	divider struct {
		In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
		Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
		Sum atom.Storage[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	angle struct {
		Psi atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	rudder struct {
		A atom.Need[unit.Angle] `frame:"WORLD" axis:"z"`
	}
)

// Physics divides by its input: 0 poisons the sum.
func (a *divider) Physics(unit.Time) {
	a.Sum.Set(a.Sum.Get() + 0/a.In.Get())
	a.Out.Set(1/a.In.Get() + a.Sum.Get())
}

// script plays a list of values, one a cycle.
type script struct{ values [][]float64 }

func (s *script) Exchange(_ reactor.Tag, _ []float64, out *project.Sample) {
	if len(s.values) == 0 {
		return
	}
	for i, v := range s.values[0] {
		out.Set(i, v)
	}
	s.values = s.values[1:]
}

// played makes a script of single values.
func played(vs ...float64) *script {
	s := &script{}
	for _, v := range vs {
		s.values = append(s.values, []float64{v})
	}
	return s
}

// listener keeps what an actuator is given.
type listener struct{ heard [][]float64 }

func (*listener) Limits() string { return "none: a test" }

func (l *listener) Exchange(_ reactor.Tag, in []float64, _ *project.Sample) {
	l.heard = append(l.heard, slices.Clone(in))
}

// first lists the first needs of all commands but the last.
func (l *listener) first() (vs []float64) {
	for _, h := range l.heard[:len(l.heard)-1] {
		vs = append(vs, h[0])
	}
	return vs
}

// TestStorage flags a storage that is no number, and puts it back.
func TestStorage(t *testing.T) {
	m := atom.New("storage")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, div, out := &angle{}, &divider{}, &rudder{}
	atom.Add(m.Root, "in", in, every, atom.By("in"))
	atom.Add(m.Root, "div", div, every)
	atom.Add(m.Root, "out", out, every, atom.By("out"))
	atom.Connect(&in.Psi, &div.In)
	atom.Connect(&div.Out, &out.A)
	m.Timed("C1", 10*ms)
	hear := &listener{}
	o := project.Options{Hold: -1, Drivers: map[string]project.Driver{"in": played(1, 2, 0, 4, 0, 5), "out": hear}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(55 * ms)})
	if diff := cmp.Diff([]float64{1, 0.5, 0.5, 0.25, 0.25, 0.2}, hear.first()); diff != "" {
		t.Error(diff)
	}
	want := strings.Split(strings.TrimSpace(`
20ms div.out nan begins since 20ms
20ms div.sum nan begins since 20ms
30ms div.out nan over since 20ms
30ms div.sum nan over since 20ms
40ms div.out nan begins since 40ms
40ms div.sum nan begins since 40ms
50ms div.out nan over since 40ms
50ms div.sum nan over since 40ms`), "\n")
	if diff := cmp.Diff(want, story(r.p.Events())); diff != "" {
		t.Error(diff)
	}
}

// TestFaults asks for what cannot be projected.
func TestFaults(t *testing.T) {
	m := heading()
	plan := check(t, m, atom.Target{})
	main := reactor.NewMain("test")
	_, err := project.Project(main, plan, project.Options{Drivers: map[string]project.Driver{}})
	if err == nil {
		t.Fatal("no driver, no fault")
	}
	for _, want := range []string{`imu: there is no driver "imu"`, `thruster: there is no driver "thruster"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v: lacks %s", err, want)
		}
	}
}
