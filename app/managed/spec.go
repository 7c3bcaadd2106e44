package managed

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/latency"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/mock"
	"github.com/sinew-robotics/sinew/control/manager/urdf"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/control/trajectory"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Program is the name under which recordings of this program are known.
const Program = "managed"

// Spec is the program as the tools see it. Its mock hardware needs no world: time advances with its readings. The zero value
// suits robots that need nothing beyond this package; other programs fill the fields in.
type Spec struct {
	// Robot runs if nothing else is requested.
	Robot Params
	// Controllers are types in addition to those of Types.
	Controllers []manager.Type
	// Drivers make the hardware of further plugins, by name. The driver must have the given period. If k has transmissions,
	// its joints are their actuators.
	Drivers map[string]func(k *urdf.Component, period time.Duration) (hw.Driver, error)
}

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Params implements run.Spec.
func (s Spec) Params() any { p := s.Robot; return &p }

// robot is one instance.
type robot struct {
	s       Spec
	p       Params
	f       file
	model   *kinematics.URDF
	r       *manager.Reactor
	prog    *reactor.Program
	drivers []*mock.Driver
	devices []*device
	watches []*mock.Watch
	mu      rt.Mutex              // for the mocks and their watches, which may be on threads of their own
	threads map[string]rt.Options // of components on threads of their own, by enclave
	goals   map[string][]float64  // last goal of each trajectory controller: the joints' positions at its end
	joints  map[string][]string
	worst   float64 // greatest distance from a goal that was reached, NaN for none
	failed  []string
	events  []string
	told    []manager.Event
	curves  *curves
}

// Make implements run.Spec.
func (s Spec) Make(o run.Order) (*run.Instance, error) {
	r := &robot{s: s, worst: math.NaN(), goals: map[string][]float64{}, joints: map[string][]string{}, threads: map[string]rt.Options{}}
	var err error
	if r.p, err = run.Params[Params](s, o); err != nil {
		return nil, err
	}
	if r.p.Text == "" {
		return nil, errors.New("which robot? name a folder with a description and controllers.yaml: sinew run examples/control-arm")
	}
	if err = r.build(o); err != nil {
		return nil, err
	}
	told := &atomic.Pointer[manager.Listing]{} // the newest one
	i := &run.Instance{Program: r.prog, Scene: r.scene(), Orders: orders(), Status: func() run.Words { return words(told.Load()) },
		Watch:   func(rec *record.Recorder, hub *view.Hub) error { return r.watch(rec, hub, told) },
		Measure: r.measure, Result: r.result, Exec: r.exec,
		Describe: func() map[string]string { return run.Described(Program, &r.p, o.Seed, o.Cut) }}
	for _, d := range r.drivers {
		i.State = append(i.State, d)
		for f := mock.Error; f <= mock.Broken; f++ {
			i.Failures = append(i.Failures, run.Failure{Name: d.Info().Name + "." + f.String(), Help: "the mock fails",
				Begin: func() error { d.Fail(f); return nil }, End: func() error { d.Fail(mock.None); return nil }})
		}
	}
	for _, d := range r.devices {
		i.State = append(i.State, d.state...)
	}
	i.State = append(i.State, r)
	if o.Real {
		i.Clock = exec.Real
	}
	return i, nil
}

// build reads both files and makes the program.
func (r *robot) build(o run.Order) error {
	desc, err := urdf.Read(r.p.File, []byte(r.p.URDF))
	f, err2 := r.p.read()
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	r.f, r.model = f, desc.Model
	c, err := desc.Config(func(k *urdf.Component) (hw.Driver, error) { return r.open(desc, k, o.Seed) })
	if err != nil {
		return err
	}
	known := joints(desc.Model)
	limits := c.Limits
	for _, d := range r.devices {
		maps.Copy(limits, d.limits)
	}
	for name, l := range f.Limits { // order: each tightens its own
		if !slices.Contains(known, name) {
			return fmt.Errorf("%s: joint_limits names %q, which is no joint of %s", r.p.Name, name, desc.Model.Name)
		}
		was, ok := limits[name]
		if !ok {
			was = safety.Unlimited()
		}
		limits[name] = was.And(l.axis())
	}
	c.Period, c.Types = f.Period, append(Types(), r.s.Controllers...)
	if c.Controllers, err = f.entries(); err != nil {
		return fmt.Errorf("%s: %w", r.p.Name, err)
	}
	main := reactor.NewMain(Program)
	if r.r, err = manager.NewReactor(main, manages, c, manager.Options{Clock: monotonic, Emergency: r.emergency()}); err != nil {
		return err
	}
	for _, d := range r.drivers {
		r.watches = append(r.watches, mock.Watched(d, r.r.Limit))
	}
	for _, e := range c.Controllers {
		if e.Type == "joint_trajectory" {
			for name := range strings.SplitSeq(e.Parameters["joints"], ", ") {
				r.joints[e.Name] = append(r.joints[e.Name], name)
			}
		}
	}
	if _, err = newOperator(main, "operator", &f, r.r); err != nil {
		return fmt.Errorf("%s: %w", r.p.Name, err)
	}
	r.prog, err = reactor.Build(main, reactor.Options{Replay: o.Replay, Cut: o.Cut, Elsewhere: o.Part.Elsewhere()})
	return err
}

// open makes the driver of a component: the one that its plugin names, or a mock.
func (r *robot) open(desc *urdf.Robot, k *urdf.Component, seed uint64) (hw.Driver, error) {
	period := max(r.f.Period, urdf.Period(k.Rate))
	if k.Async {
		period = cmp.Or(urdf.Period(k.Rate), r.f.Period)
		r.thread(k)
	}
	real, err := r.s.open(k, period)
	if err != nil {
		return nil, err
	}
	if real != nil {
		r.devices = append(r.devices, real)
		return real, nil
	}
	d, err := desc.Mock(k)
	if err != nil {
		return nil, err
	}
	if d.Info().Period != r.f.Period && k.Rate == 0 {
		d.SetPeriod(r.f.Period)
	}
	d.Scatter(r.f.Scatter, seed+uint64(len(r.drivers)))
	d.Jitter(r.f.Jitter, seed+uint64(len(r.drivers)))
	r.drivers = append(r.drivers, d)
	return watched{d, r, len(r.drivers) - 1}, nil
}

// thread sets how the thread of a component runs on the real clock: a priority of 0 is the program's, less one.
func (r *robot) thread(k *urdf.Component) {
	t := rt.Options{Priority: k.Priority}
	if len(k.Affinity) > 0 {
		t.CPU = rt.OnCPU(k.Affinity[0])
	}
	r.threads[manages+"_"+k.Name] = t
}

// manages is the name of the manager's reactor.
const manages = "robot"

// exec sets how the threads run.
func (r *robot) exec(o *exec.Options) {
	if o.Clock != exec.Real || len(r.threads) == 0 {
		return
	}
	most := o.Threads[r.prog.Name].Priority
	if o.Threads == nil {
		o.Threads = map[string]rt.Options{}
	}
	for name, t := range r.threads { // order: each has its own
		if t.Priority == 0 {
			t.Priority = max(most-1, 0)
		}
		o.Threads[name] = t
	}
}

// usualEmergency is how long a cycle may hang before hardware that is not simulated in this process is halted, if
// controllers.yaml does not say.
const usualEmergency = 100 * time.Millisecond

// emergency returns how long a cycle may hang; 0: forever, because simulated hardware hangs with it.
func (r *robot) emergency() time.Duration {
	if r.f.Emergency == 0 && slices.ContainsFunc(r.devices, func(d *device) bool { return d.pass == nil }) {
		return max(usualEmergency, 2*r.f.Period)
	}
	return r.f.Emergency
}

// monotonic is the clock for budgets: only controllers with a budget read it, and never in a replay.
func monotonic() time.Duration { return time.Duration(rt.Now()) }

// watched is mock hardware whose motion is checked once per reading.
type watched struct {
	*mock.Driver
	r *robot
	i int
}

// Read implements hw.Driver.
func (w watched) Read(state []float64) error {
	w.r.mu.Lock()
	defer w.r.mu.Unlock()
	err := w.Driver.Read(state)
	w.r.watches[w.i].Look()
	return err
}

// Position returns a joint's position.
func (w watched) Position(joint string) float64 {
	w.r.mu.Lock()
	defer w.r.mu.Unlock()
	return w.Driver.Position(joint)
}

// watch follows goals and events, and shows the robot on a hub.
func (r *robot) watch(rec *record.Recorder, hub *view.Hub, told *atomic.Pointer[manager.Listing]) error {
	show := newScreen(hub, r)
	r.curves = newCurves(r)
	r.prog.Observe(r.curves)
	errs := []error{record.Tap(rec, "robot.event", func(tag reactor.Tag, list *manager.Events) {
		for _, e := range *list {
			r.events = append(r.events, fmt.Sprintf("%v %v: %s", e.Time, e.Kind, e.Text))
			r.told = append(r.told, e)
			r.curves.event(e)
			show.event(e)
		}
	}), record.Tap(rec, "robot.listing", func(_ reactor.Tag, l **manager.Listing) { told.Store(*l); show.listing(*l) })}
	if show != nil {
		r.prog.Observe(show)
	}
	for name := range r.joints { // order: each has its own port
		if slices.ContainsFunc(r.f.Script, func(s step) bool { return s.Goal != nil && s.Goal.Controller == name }) {
			errs = append(errs, record.Tap(rec, "operator."+name+"_goal", func(_ reactor.Tag, g *trajectory.Goal) {
				if n := len(g.Points); n > 0 {
					r.goals[name] = slices.Clone(g.Points[n-1].Position)
				}
			}))
		}
		errs = append(errs, record.Tap(rec, "robot."+name+"_status", func(t reactor.Tag, s *trajectory.Status) { r.status(name, s); show.goal(t, name, s) }))
	}
	for _, e := range r.f.Controllers {
		if e.Type == "latency" {
			errs = append(errs, record.Tap(rec, "robot."+e.Name+"_result", func(tag reactor.Tag, m *latency.Result) {
				r.events = append(r.events, fmt.Sprintf("%v measured: %v", tag.Time.Duration(), m))
			}))
		}
	}
	return errors.Join(errs...)
}

// status measures how far from a goal the hardware is when the goal is reported as reached.
func (r *robot) status(name string, s *trajectory.Status) {
	switch s.Phase {
	case trajectory.Refused, trajectory.Aborted:
		r.failed = append(r.failed, fmt.Sprintf("%s: goal %d was %v: %s", name, s.ID, s.Phase, s.Why))
	case trajectory.Succeeded:
		for i, want := range r.goals[name] {
			for _, d := range r.placed() {
				if q := d.Position(r.joints[name][i]); q == q {
					if e := math.Abs(q - want); !(e <= r.worst) {
						r.worst = e
					}
				}
			}
		}
	}
}

// placed returns the drivers that know their joints' positions.
func (r *robot) placed() (list []interface{ Position(joint string) float64 }) {
	for i, d := range r.drivers {
		list = append(list, watched{d, r, i})
	}
	for _, d := range r.devices {
		list = append(list, d)
	}
	return list
}

// measure implements run.Instance.
func (r *robot) measure() map[string]float64 {
	done, given := r.r.Switches()
	m := map[string]float64{"limit_violations": 0, "switches": float64(done), "switches_given_up": float64(given),
		"missed_cycles": float64(r.r.Missed()), "goal_error_rad": r.worst, "goals_failed": float64(len(r.failed))}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.watches {
		m["limit_violations"] += float64(w.Count)
	}
	return m
}

// Summary is the contents of run.json.
type Summary struct {
	run.Summary
	LimitViolations int      `json:"limit_violations"` // cycles in which a joint of the hardware was outside its limits
	Switches        uint64   `json:"switches"`
	GivenUp         uint64   `json:"switches_given_up"`
	MissedCycles    uint64   `json:"missed_cycles"`
	GoalError       *float64 `json:"goal_error_rad"` // greatest distance from goals that were reached; null for none
	GoalsFailed     []string `json:"goals_failed,omitempty"`
	First           string   `json:"first_violation,omitempty"`
	Events          []string `json:"events"`
}

// result summarises a run.
func (r *robot) result(e *run.Ended) *run.Result {
	v := &Summary{Summary: e.Summary, MissedCycles: r.r.Missed(), GoalsFailed: r.failed, Events: r.events}
	v.Switches, v.GivenUp = r.r.Switches()
	for _, n := range e.Skipped { // order: a sum
		v.MissedCycles += n
	}
	for _, w := range r.watches {
		v.LimitViolations += w.Count
		if v.First == "" {
			v.First = w.First
		}
	}
	if r.worst == r.worst {
		v.GoalError = &r.worst
	}
	return &run.Result{Summary: &v.Summary, Value: v, Print: v.print, Report: func() (report.Report, error) { return r.report(e, v), nil }}
}

// report makes the page of a run.
func (r *robot) report(e *run.Ended, v *Summary) report.Report {
	count := func(name string, n uint64) report.Fact {
		return report.Fact{Name: name, Value: fmt.Sprint(n), Verdict: run.None(n)}
	}
	page := report.Report{Title: r.model.Name + ", a managed robot", Subtitle: fmt.Sprintf("%.1f s, seed %d", v.Seconds, v.Seed), Diagram: e.Graph(),
		Head: []report.Fact{count("cycles outside the limits", uint64(v.LimitViolations)), count("missed cycles", v.MissedCycles),
			{Name: "switches", Value: fmt.Sprint(v.Switches)}, count("switches given up", v.GivenUp), count("goals failed", uint64(len(v.GoalsFailed)))}}
	if v.GoalError != nil {
		page.Facts = append(page.Facts, report.Fact{Name: "goals reached within", Value: fmt.Sprintf("%.3g rad", *v.GoalError)})
	}
	for _, f := range v.GoalsFailed {
		page.Facts = append(page.Facts, report.Fact{Name: "goal failed", Value: f, Verdict: report.Bad})
	}
	page.Facts = append(page.Facts, v.Facts()...)
	motion := r.curves.part()
	if len(r.told) > 0 {
		motion.Tables = append(motion.Tables, eventTable(r.told))
	}
	page.Parts = append(page.Parts, motion)
	return page
}

// print prints how the run went.
func (v *Summary) print(w io.Writer) {
	for _, e := range v.Events {
		fmt.Fprintln(w, e)
	}
	fmt.Fprintf(w, "%d switches, %d given up; %d cycles missed, %d outside the limits", v.Switches, v.GivenUp, v.MissedCycles, v.LimitViolations)
	if v.GoalError != nil {
		fmt.Fprintf(w, "; goals reached within %.2g rad", *v.GoalError)
	}
	fmt.Fprintln(w)
	for _, f := range v.GoalsFailed {
		fmt.Fprintln(w, f)
	}
	v.PrintEnd(w)
}
