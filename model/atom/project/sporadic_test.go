package project_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// Event-triggered control: a law that runs when the error has changed enough, and one that runs on request.
type (
	trigger struct {
		In   atom.Need[unit.Angle] `frame:"WORLD" axis:"z"`
		Due  atom.Product[unit.Boolean]
		Last atom.Storage[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	holder struct {
		In  atom.Need[unit.Angle]     `frame:"WORLD" axis:"z"`
		Out atom.Product[unit.Torque] `frame:"WORLD" axis:"z"`
		DT  atom.Storage[unit.Time]
	}
	wish struct {
		Psi atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
		Rel atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	plan struct {
		Psi atom.Need[unit.Angle]    `frame:"WORLD" axis:"z" update:"sporadic"`
		Rel atom.Need[unit.Angle]    `frame:"WORLD" axis:"z" update:"sporadic"`
		Sum atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	logger struct {
		Sum atom.Need[unit.Angle] `frame:"WORLD" axis:"z" update:"sporadic"`
	}
	wheel struct {
		U   atom.Need[unit.Torque] `frame:"WORLD" axis:"z" update:"sporadic"`
		Sum atom.Need[unit.Angle]  `frame:"WORLD" axis:"z" update:"sporadic"`
	}
)

func (a *trigger) Physics(unit.Time) {
	due := math.Abs(float64(a.In.Get()-a.Last.Get())) >= 0.5
	a.Due.Set(0)
	if due {
		a.Due.Set(1)
		a.Last.Set(a.In.Get())
	}
}

func (a *holder) Physics(dt unit.Time) {
	a.Out.Set(unit.Torque(a.In.Get()))
	a.DT.Set(a.DT.Get() + dt)
}

func (a *plan) Physics(unit.Time) { a.Sum.Set(a.Psi.Get() + a.Rel.Get()) }

// diary keeps what it is given and when.
type diary struct{ lines []string }

func (*diary) Limits() string { return "none: a test" }

func (d *diary) Exchange(tag reactor.Tag, in []float64, _ *project.Sample) {
	d.lines = append(d.lines, fmt.Sprintf("%v %v", tag.Time.Duration(), in))
}

// TestSporadic runs Atoms when they are due only, in one loop and in several.
func TestSporadic(t *testing.T) {
	for _, loops := range [][]string{{"A", "A", "A"}, {"A", "B", "C"}, {"A", "A", "B"}} {
		m := atom.New("sporadic")
		every := atom.Every(time.Microsecond, anyPeriod)
		in, tr, ho, wi, pl, lo, wh := &angle{}, &trigger{}, &holder{}, &wish{}, &plan{}, &logger{}, &wheel{}
		atom.Add(m.Root, "in", in, every, atom.By("in"), atom.In(loops[0]))
		due := atom.Add(m.Root, "trigger", tr, every, atom.In(loops[0]))
		atom.Add(m.Root, "holder", ho, atom.When(due), atom.In(loops[1]))
		atom.Add(m.Root, "wish", wi, atom.When(nil))
		atom.Add(m.Root, "plan", pl, atom.When(nil), atom.In(loops[1]))
		atom.Add(m.Root, "logger", lo, atom.When(nil), atom.By("logger"), atom.In(loops[2]))
		atom.Add(m.Root, "wheel", wh, every, atom.By("wheel"), atom.In(loops[2]))
		atom.Connect(&in.Psi, &tr.In)
		atom.Connect(&in.Psi, &ho.In)
		atom.Connect(&wi.Psi, &pl.Psi)
		atom.Connect(&wi.Rel, &pl.Rel)
		atom.Connect(&pl.Sum, &lo.Sum)
		atom.Connect(&ho.Out, &wh.U)
		atom.Connect(&pl.Sum, &wh.Sum)
		for _, l := range []string{"A", "B", "C"} {
			if l == loops[1] || l == loops[2] || l == "A" {
				m.Loop(l, "C1")
			}
		}
		m.Timed("C1", 10*ms)
		log, hear := &diary{}, &listener{}
		o := project.Options{Drivers: map[string]project.Driver{"in": played(0.1, 0.6, 0.7, 1.0, 1.2, 1.3), "logger": log, "wheel": hear}}
		r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
		w := &crowd{offers: []offer{{12 * ms, 1}, {30 * ms, 2}}, do: func(o offer) { r.p.Inlet("wish").Offer(o.v, 0.5) }}
		if _, err := exec.Run(t.Context(), r.Program, exec.Options{Clock: exec.LockStep, World: w, Timeout: 55 * ms}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"12ms [1.5]", "30ms [2.5]", "55ms [NaN]"}, log.lines); diff != "" {
			t.Error(loops, diff)
		}
		want := [][]float64{{0, 0}, {0.6, 0}, {0.6, 1.5}, {0.6, 2.5}, {1.2, 2.5}, {1.2, 2.5}}
		if diff := cmp.Diff(want, hear.heard[:len(hear.heard)-1]); diff != "" {
			t.Error(loops, diff)
		}
		if ho.DT.Get() != 0 {
			t.Error("a sporadic Physics has a dt")
		}
		if r.p.Inlet("wish").Offer(1) || r.p.Inlet("nobody") != nil {
			t.Error("an offer of one value for two is taken, or there is an inlet for nobody")
		}
	}
}

// TestSampled looks when values cross from one composition to the other.
func TestSampled(t *testing.T) {
	h := &hull{psi: 0.25, r: 0.125}
	p := check(t, heading(), atom.Target{Cores: 1})
	r := build(t, p, project.Options{Drivers: h.drivers(), Inner: true}, reactor.Options{})
	if len(p.Groups) != 2 || p.Groups[0].Response <= 0 || p.Groups[0].Response >= 25*ms {
		t.Fatalf("groups %+v", p.Groups)
	}
	first := map[string]reactor.Time{}
	ports := r.Ports()
	r.Start()
	r.Observe(watch(func(e *reactor.Enclave, rec reactor.Record) {
		for _, id := range rec.Ports {
			if _, ok := first[ports[id].Path]; !ok {
				first[ports[id].Path] = rec.Tag.Time
			}
		}
	}))
	for range 200 {
		r.Step(nil)
	}
	at := reactor.Time(p.Groups[0].Response)
	back := reactor.Time(p.Groups[1].Offset + p.Groups[1].Response)
	for path, want := range map[string]reactor.Time{"C1.Navigation.smooth_out": 0, "C2.smooth_out": at, "C2.imu_r": at,
		"C2.Control.law_acc": reactor.Time(p.Groups[1].Offset), "C1.law_acc": back} { // order: each stands alone
		if got, ok := first[path]; !ok || got != want {
			t.Errorf("%s has its first value at %v, not at %v", path, got, want)
		}
	}
	if !strings.Contains(r.Graph().Reactors[1].Doc, "period 25ms") {
		t.Error(r.Graph().Reactors[1].Doc)
	}
}

type watch func(e *reactor.Enclave, r reactor.Record)

func (w watch) AtTag(e *reactor.Enclave, r reactor.Record) { w(e, r) }
