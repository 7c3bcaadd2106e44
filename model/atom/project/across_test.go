package project_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// moody gives no number while it is told to.
type moody struct {
	In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z" update:"periodic"`
	Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	bad func() bool
}

func (a *moody) Physics(unit.Time) {
	a.Out.Set(a.In.Get())
	if a.bad() {
		a.Out.Set(unit.Angle(math.NaN()))
	}
}

// helm is an actuator that reads from another composition.
type helm struct {
	A atom.Need[unit.Angle] `frame:"WORLD" axis:"z" update:"periodic"`
}

// TestStopAcross stops an actuator for what is flagged in another composition, which it depends on.
func TestStopAcross(t *testing.T) {
	m := atom.New("across")
	every := atom.Every(time.Millisecond, anyPeriod)
	now := time.Duration(0)
	in, mo, out := &angle{}, &moody{bad: func() bool { return now >= 100*ms && now < 160*ms }}, &helm{}
	atom.Add(m.Root, "in", in, every, atom.By("in"), atom.In("A"))
	atom.Add(m.Root, "moody", mo, every, atom.In("B"))
	atom.Add(m.Root, "out", out, every, atom.By("out"), atom.In("A"))
	atom.Connect(&in.Psi, &mo.In)
	atom.Connect(&mo.Out, &out.A)
	m.Loop("A", "C1")
	m.Loop("B", "C2")
	m.Timed("C1", 10*ms)
	m.Timed("C2", 20*ms)
	hear := &diary{}
	o := project.Options{Hold: 0, Drivers: map[string]project.Driver{"in": clockwork{&now}, "out": hear}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	if _, err := exec.Run(t.Context(), r.Program, exec.Options{Clock: exec.LockStep, World: &crowd{}, Timeout: 205 * ms}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"102ms moody.out nan begins since 102ms",
		"110ms out stopped begins since 110ms",
		"162ms moody.out nan over since 102ms",
		"170ms out stopped over since 110ms",
	}
	if diff := cmp.Diff(want, story(r.p.Events())); diff != "" {
		t.Error(diff)
	}
	var dead []string
	for _, l := range hear.lines {
		if l[len(l)-5:] == "[NaN]" {
			dead = append(dead, l)
		}
	}
	if diff := cmp.Diff([]string{"110ms [NaN]", "120ms [NaN]", "130ms [NaN]", "140ms [NaN]", "150ms [NaN]", "160ms [NaN]", "205ms [NaN]"}, dead); diff != "" {
		t.Error(diff)
	}
}

// clockwork gives the time.
type clockwork struct{ now *time.Duration }

func (c clockwork) Exchange(tag reactor.Tag, _ []float64, out *project.Sample) {
	*c.now = tag.Time.Duration()
	out.Set(0, tag.Time.Duration().Seconds())
}

// feedback is a sporadic Atom in an early loop that a later loop's sporadic Atom sets off.
type (
	counter struct {
		Again atom.Need[unit.Angle]    `frame:"WORLD" axis:"z" update:"sporadic"`
		Runs  atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
	asking struct {
		In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
		Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	}
)

func (a *counter) Physics(unit.Time) { a.Runs.Set(a.Runs.Get() + 1) }
func (a *asking) Physics(unit.Time)  { a.Out.Set(a.In.Get()) }

// TestSporadicBack lets a loop set off a sporadic Atom in a loop that runs before it: it runs when that is done.
func TestSporadicBack(t *testing.T) {
	m := atom.New("back")
	every := atom.Every(time.Millisecond, anyPeriod)
	in, tr, as, co, out := &angle{}, &trigger{}, &asking{}, &counter{}, &rudder{}
	atom.Add(m.Root, "in", in, every, atom.By("in"), atom.In("A"))
	atom.Add(m.Root, "counter", co, atom.When(nil), atom.In("A"))
	due := atom.Add(m.Root, "trigger", tr, every, atom.In("B"))
	atom.Add(m.Root, "asking", as, atom.When(due), atom.In("B"))
	atom.Add(m.Root, "out", out, every, atom.By("out"), atom.In("B"))
	atom.Connect(&in.Psi, &tr.In)
	atom.Connect(&in.Psi, &as.In)
	atom.Connect(&as.Out, &co.Again)
	atom.Connect(&in.Psi, &out.A)
	m.Loop("A", "C1")
	m.Loop("B", "C1")
	m.Timed("C1", 10*ms)
	o := project.Options{Drivers: map[string]project.Driver{"in": played(0.1, 0.6, 0.7, 1.2, 1.3, 1.4), "out": &listener{}}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(45 * ms)})
	if co.Runs.Get() != 2 {
		t.Errorf("the counter ran %v times, not 2", co.Runs.Get())
	}
}

// TestUntimed runs compositions that state no times, so that what crosses between them takes a microstep. On the real
// clock a busy machine may leave ticks out; such a run is another one.
func TestUntimed(t *testing.T) {
	want := untimed(t, exec.Options{}).hash
	if got := untimed(t, exec.Options{Clock: exec.LockStep, World: &crowd{}}); got.hash != want {
		t.Errorf("in lock-step: hash %s, before %s", got.hash, want)
	}
	for range 100 {
		switch got := untimed(t, exec.Options{Clock: exec.Real}); {
		case got.late:
		case got.hash != want:
			t.Fatalf("on the real clock: hash %s, before %s", got.hash, want)
		default:
			return
		}
	}
	t.Log("this machine is too busy: none of 100 runs on the real clock had every tick")
}

// ended is the hash of a run, and whether it had to leave something out.
type ended struct {
	hash string
	late bool
}

func untimed(t *testing.T, o exec.Options) ended {
	m := heading()
	for _, i := range m.Instances {
		i.Constraint.Worst = 0
	}
	m.Timings = nil
	m.Timed("C1", 5*ms)
	m.Timed("C2", 10*ms)
	h := &hull{}
	r := build(t, check(t, m, atom.Target{}), project.Options{Drivers: h.drivers()}, reactor.Options{})
	o.Timeout = 60 * time.Millisecond
	result, err := exec.Run(t.Context(), r.Program, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.p.Plan().Groups[0].Response != 0 {
		t.Fatal("the response is not 0")
	}
	return ended{r.rec.Hash(), len(result.Omitted) > 0}
}
