package project_test

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// dial is a clock that runs on by a step at each reading.
type dial struct {
	at, step int64
	slow     func() bool
}

func (d *dial) now() int64 {
	d.at += d.step
	if d.slow != nil && d.slow() {
		d.at += 10 * d.step
	}
	return d.at
}

// TestTimes checks the figures of loops and compositions on a clock that is known.
func TestTimes(t *testing.T) {
	d := &dial{step: 1000}
	h := &hull{}
	r := build(t, check(t, heading(), atom.Target{}), project.Options{Drivers: h.drivers(), Now: d.now, Ring: 4}, reactor.Options{})
	d.at = 5000
	r.p.Started(5000)
	r.Run(reactor.Tag{Time: reactor.Time(260 * ms)})
	var names []string
	for _, l := range r.p.Loops() {
		names = append(names, l.Composition+"."+l.Name)
		if l.Period != map[string]time.Duration{"C1": 25 * ms, "C2": 50 * ms}[l.Composition] {
			t.Errorf("%s: period %v", l.Name, l.Period)
		}
		c := l.Cycles()
		if len(c) != 4 || l.Count() != uint64(11)/(uint64(l.Period/(25*ms))) && l.Count() != 6 && l.Count() != 5 {
			t.Errorf("%s: %d cycles of %d", l.Name, len(c), l.Count())
		}
	}
	if diff := cmp.Diff([]string{"C1.Sensors", "C1.Navigation", "C1.MDynamic", "C1.Actuators", "C2.Control"}, names); diff != "" {
		t.Error(diff)
	}
	first := r.p.Loops()[0].Cycles()[0]
	if first.At != reactor.Time(175*ms) || first.Computation != 1000 || first.Communication != 2000 {
		t.Errorf("%+v", first)
	}
	// Every loop reads the clock at its start, after taking, after its Atom and at its end; the next one 1 µs later.
	c := r.p.Compositions()[0].Cycles()[0]
	if c.At != reactor.Time(175*ms) || c.Computation != 4000 || c.Communication != 4*2000+3*1000 || c.Duration() != 15*time.Microsecond {
		t.Errorf("%+v", c)
	}
	for _, x := range r.p.Timings() {
		if x.Stated != 100*time.Microsecond || x.Last != 1000 || x.Max != 1000 || x.Mean != 1000 || x.Over != 0 {
			t.Errorf("%+v", x)
		}
	}
}

// TestLate computes the delay against the theoretical start.
func TestLate(t *testing.T) {
	h := &hull{}
	d := &dial{step: 10}
	r := build(t, check(t, heading(), atom.Target{}), project.Options{Drivers: h.drivers(), Now: d.now}, reactor.Options{})
	d.at = 700
	r.p.Started(700)
	r.Start()
	for range 3 { // the tags of C1 and C2 at 0
		r.Step(nil)
	}
	var late []time.Duration
	for _, l := range r.p.Loops()[:4] {
		late = append(late, l.Cycles()[0].Late)
	}
	if diff := cmp.Diff([]time.Duration{10, 50, 90, 130}, late); diff != "" {
		t.Error(diff)
	}
}

// TestOverrun reports an Atom that is slow once an episode.
func TestOverrun(t *testing.T) {
	h := &hull{}
	d := &dial{step: 20_000}
	var heard []project.Event
	var slow bool
	d.slow = func() bool { return slow }
	h.spoil = func(at time.Duration, _ *project.Sample) {
		slow = at >= 100*ms && at < 300*ms || at >= 4*time.Second
	}
	o := project.Options{Drivers: h.drivers(), Now: d.now, Alarm: func(e project.Event) { heard = append(heard, e) }}
	r := build(t, check(t, heading(), atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(5 * time.Second)})
	var of []string
	for _, e := range heard {
		if e.Path == "smooth" {
			of = append(of, strings.Join(story([]project.Event{e}), "")+" "+e.Stated.String()+" "+e.Measured.String())
		}
	}
	want := []string{
		"100ms smooth overrun begins since 100ms 100µs 220µs",
		"1.275s smooth overrun over since 100ms 100µs 20µs",
		"4s smooth overrun begins since 4s 100µs 220µs",
	}
	if diff := cmp.Diff(want, of); diff != "" {
		t.Error(diff)
	}
}

// TestRevise plans anew while running; the run replays to the bit.
func TestRevise(t *testing.T) {
	h := &hull{}
	d := &dial{step: 20_000}
	slow := false
	d.slow = func() bool { return slow }
	m := heading()
	m.Timings = nil // the plan chooses
	o := project.Options{Drivers: h.drivers(), Now: d.now}
	r := build(t, check(t, m, atom.Target{Cores: 1}), o, reactor.Options{})
	if rev, err := r.p.Revise(); rev != nil || err != nil {
		t.Errorf("nothing has run, and the plan is revised: %+v %v", rev, err)
	}
	before := r.p.Plan().Groups[0].Period
	w := &crowd{offers: []offer{{500 * ms, 0}, {1000 * ms, 1}}}
	var rev *project.Revision
	w.do = func(o offer) {
		if o.v == 0 {
			slow, d.step = true, 300_000 // Atoms take 3.3 ms now
			return
		}
		var err error
		if rev, err = r.p.Revise(); err != nil {
			t.Error(err)
		}
	}
	if _, err := exec.Run(t.Context(), r.Program, exec.Options{Clock: exec.LockStep, World: w, Timeout: 3 * time.Second}); err != nil {
		t.Fatal(err)
	}
	if rev == nil || len(rev.Overruns) == 0 || len(rev.Changes) == 0 || len(rev.Reasons) == 0 {
		t.Fatalf("no re-evaluation: %+v", rev)
	}
	after := r.p.Plan().Groups[0].Period
	if after <= before {
		t.Errorf("the period was %v and is %v, with Atoms %v", before, after, rev.Overruns)
	}
	times := []float64{}
	for _, c := range h.commands[:len(h.commands)-1] {
		times = append(times, c[0])
	}
	n := len(times)
	if got := times[n-1] - times[n-2]; !near(got, after.Seconds()) {
		t.Errorf("the last cycles are %v s apart, not %v", got, after)
	}
	if rev, err := r.p.Revise(); rev != nil && len(rev.Changes) > 0 || err != nil {
		t.Errorf("the times are known, and the plan changes again: %+v %v", rev, err)
	}
}

// TestReal runs on the real clock: every loop has its cycles, and their number is that of the periods. A machine that is so
// busy that cycles are skipped gets another try: what was skipped is part of the history, and so of the hash.
func TestReal(t *testing.T) {
	r, res := onTheRealClock(t)
	for try := 1; try < 50 && len(res.Totals(reactor.Skipped)) > 0; try++ {
		r, res = onTheRealClock(t)
	}
	for _, o := range []exec.Options{{}, {Clock: exec.LockStep, World: &crowd{}}} {
		o.Timeout = 310 * ms
		logical := build(t, check(t, heading(), atom.Target{}), project.Options{Drivers: (&hull{}).drivers()}, reactor.Options{})
		if _, err := exec.Run(t.Context(), logical.Program, o); err != nil {
			t.Fatal(err)
		}
		if got, want := r.rec.Hash(), logical.rec.Hash(); got != want {
			t.Errorf("on the real clock the hash is %s, %v it is %s", got, o.Clock, want)
		}
	}
	for _, l := range r.p.Loops() {
		if want := uint64((310*ms-l.Offset-1)/l.Period) + 1; l.Count() != want {
			t.Errorf("%s: %d cycles, not %d", l.Name, l.Count(), want)
		}
		for _, c := range l.Cycles() {
			if c.Late < 0 || c.Duration() <= 0 {
				t.Errorf("%s: %+v", l.Name, c)
			}
		}
	}
}

// onTheRealClock runs the heading control for 310 ms while others look at it.
func onTheRealClock(t *testing.T) (*rig, exec.Result) {
	h := &hull{}
	o := project.Options{Drivers: h.drivers(), Now: rt.Now, Patience: 1 << 40, Sleep: func(until int64) {
		s := rt.Sleeper{}
		s.SleepUntil(until)
	}}
	r := build(t, check(t, heading(), atom.Target{}), o, reactor.Options{})
	var asks sync.WaitGroup
	asks.Go(func() { // others may ask meanwhile
		for range 500 {
			if rev, err := r.p.Revise(); rev != nil || err != nil {
				t.Error(rev, err)
			}
			r.p.Events()
			r.p.Flags()
			r.p.Plan()
			runtime.Gosched()
		}
	})
	defer asks.Wait()
	res, err := exec.Run(t.Context(), r.Program, exec.Options{Clock: exec.Real, Timeout: 310 * ms, Started: r.p.Started,
		Threads: r.p.Threads(0, rt.Options{})})
	if err != nil {
		t.Fatal(err, res.Warnings)
	}
	return r, res
}

// TestPlaces makes the loops keep to their places in the cycle: 100 µs after one another, as their Atoms state.
func TestPlaces(t *testing.T) {
	h := &hull{}
	d := &dial{step: 10}
	var slept []int64
	o := project.Options{Drivers: h.drivers(), Now: d.now, Sleep: func(until int64) {
		slept = append(slept, until-700)
		d.at = until
	}}
	r := build(t, check(t, heading(), atom.Target{}), o, reactor.Options{})
	d.at = 700
	r.p.Started(700)
	r.Start()
	r.Step(nil)
	if diff := cmp.Diff([]int64{100_000, 200_000, 300_000}, slept); diff != "" {
		t.Error(diff)
	}
	for k, l := range r.p.Loops()[:4] {
		c := l.Cycles()[0]
		if l.Place() != time.Duration(k)*100*time.Microsecond || c.Late != 10 || c.Duration() != 30 {
			t.Errorf("%s at %v: %+v", l.Name, l.Place(), c)
		}
	}
	if c := r.p.Compositions()[0].Cycles()[0]; c.Duration() != 4*30+3*10 { // waiting is no work
		t.Errorf("%+v", c)
	}
	slept = nil
	for len(h.commands) < 2 {
		if e, tag := r.Earliest(); e.ID == 0 && tag.Time == reactor.Time(25*ms) {
			d.at = 700 + 25_000_000 + 150_000 // the cycle begins late: the second loop follows at once, the others are in time
		}
		r.Step(nil)
	}
	if diff := cmp.Diff([]int64{25_200_000, 25_300_000}, slept); diff != "" {
		t.Error(diff)
	}
}

// TestNoPlaces waits for nothing while nobody has said when logical time began.
func TestNoPlaces(t *testing.T) {
	d := &dial{step: 10}
	o := project.Options{Drivers: (&hull{}).drivers(), Now: d.now, Sleep: func(int64) { t.Error("a loop waits") }}
	r := build(t, check(t, heading(), atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(60 * ms)})
}

// busy takes as long as it is told.
type busy struct {
	In   atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
	Out  atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	take func() int64
	d    *dial
}

func (a *busy) Physics(unit.Time) {
	a.d.at += a.take()
	a.Out.Set(a.In.Get())
}

// TestReviseAgain counts with times that did not fit before, and says what has to wait for the next start.
func TestReviseAgain(t *testing.T) {
	d := &dial{}
	var takes [2]int64
	m := atom.New("busy")
	every := atom.Every(ms, anyPeriod)
	in, out := &angle{}, &rudder{}
	x, y := &busy{d: d, take: func() int64 { return takes[0] }}, &busy{d: d, take: func() int64 { return takes[1] }}
	atom.Add(m.Root, "in", in, every, atom.By("in"))
	atom.Add(m.Root, "x", x, every)
	atom.Add(m.Root, "y", y, every)
	atom.Add(m.Root, "out", out, every, atom.By("out"))
	atom.Connect(&in.Psi, &x.In)
	atom.Connect(&x.Out, &y.In)
	atom.Connect(&y.Out, &out.A)
	o := project.Options{Now: d.now, Drivers: map[string]project.Driver{"in": eye{&hull{}}, "out": &listener{}}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Start()
	after := func(x, y time.Duration) (*project.Revision, error) {
		takes = [2]int64{int64(x), int64(y)}
		for range 10 {
			r.Step(nil)
		}
		return r.p.Revise()
	}
	if rev, err := after(ms, 20*ms); err != nil || len(rev.Overruns) != 1 || !slices.ContainsFunc(rev.Reasons, func(s string) bool {
		return strings.Contains(s, "4ms after its cycle, as at the start, and it may take 23ms now")
	}) {
		t.Errorf("%+v %v", rev, err)
	}
	if rev, err := after(2*time.Second, ms); err == nil || len(rev.Overruns) != 1 || rev.Overruns[0].Path != "x" {
		t.Errorf("x takes 2 s, and that fits: %+v %v", rev, err)
	}
	if rev, err := after(ms, 30*ms); err == nil || len(rev.Overruns) != 1 || rev.Overruns[0].Path != "y" {
		t.Errorf("x may take 2 s, and that is forgotten: %+v %v", rev, err)
	}
	if rev, err := after(ms, ms); rev != nil || err != nil {
		t.Errorf("nothing is new: %+v %v", rev, err)
	}
}

// TestStall does not take the stalls of a machine for the time of an Atom.
func TestStall(t *testing.T) {
	d := &dial{}
	runs := []time.Duration{ms, 500 * ms, 6 * ms, 5 * ms, ms, 7 * ms, 800 * ms, ms, ms, ms}
	m := atom.New("busy")
	every := atom.Every(ms, anyPeriod)
	in, out := &angle{}, &rudder{}
	n := 0
	x := &busy{d: d, take: func() int64 { n++; return int64(runs[min(n, len(runs))-1]) }}
	atom.Add(m.Root, "in", in, every, atom.By("in"))
	atom.Add(m.Root, "x", x, every)
	atom.Add(m.Root, "out", out, every, atom.By("out"))
	atom.Connect(&in.Psi, &x.In)
	atom.Connect(&x.Out, &out.A)
	o := project.Options{Now: d.now, Drivers: map[string]project.Driver{"in": eye{&hull{}}, "out": &listener{}}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Start()
	for n < len(runs) {
		r.Step(nil)
	}
	rev, err := r.p.Revise()
	if err != nil || rev == nil || len(rev.Overruns) != 1 || rev.Overruns[0].Max != 7*ms || rev.Overruns[0].Over != 5 {
		t.Errorf("%+v %v", rev, err)
	}
}
