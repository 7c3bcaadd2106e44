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
)

// Two laws behind one interface, and what tells which is in command.
type (
	steering struct {
		E      atom.Need[unit.Angle] `frame:"WORLD" axis:"z"`
		Select atom.Need[unit.Unsigned]
		U      atom.Product[unit.Torque] `frame:"WORLD" axis:"z"`
		Near   atom.Product[unit.Boolean]
	}
	proportional struct {
		E    atom.Need[unit.Angle]     `frame:"WORLD" axis:"z"`
		U    atom.Product[unit.Torque] `frame:"WORLD" axis:"z"`
		Near atom.Product[unit.Boolean]
		Runs atom.Storage[unit.Unsigned]
	}
	integral struct {
		E      atom.Need[unit.Angle]     `frame:"WORLD" axis:"z"`
		U      atom.Product[unit.Torque] `frame:"WORLD" axis:"z"`
		Near   atom.Product[unit.Boolean]
		I      atom.Storage[unit.Torque] `frame:"WORLD" axis:"z"`
		Tracks atom.Storage[unit.Unsigned]
	}
	blind struct { // the same, without Track
		E    atom.Need[unit.Angle]     `frame:"WORLD" axis:"z"`
		U    atom.Product[unit.Torque] `frame:"WORLD" axis:"z"`
		Near atom.Product[unit.Boolean]
		I    atom.Storage[unit.Torque] `frame:"WORLD" axis:"z"`
	}
	tiller struct {
		E    atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
		Mode atom.Product[unit.Unsigned]
	}
	screw struct {
		U    atom.Need[unit.Torque] `frame:"WORLD" axis:"z"`
		Near atom.Need[unit.Boolean]
	}
)

func (a *proportional) Physics(unit.Time) {
	a.U.Set(unit.Torque(2 * a.E.Get()))
	if a.E.Get() > 5 {
		a.U.Set(unit.Torque(math.NaN())) // cannot cope
	}
	a.Near.Set(0)
	a.Runs.Set(a.Runs.Get() + 1)
}

func (a *integral) Physics(dt unit.Time) {
	a.U.Set(a.I.Get() + unit.Torque(a.E.Get()))
	a.I.Set(a.I.Get() + unit.Torque(float64(a.E.Get())*float64(dt)))
	a.Near.Set(1)
}

func (a *integral) Track(unit.Time) {
	a.I.Set(a.U.Get() - unit.Torque(a.E.Get()))
	a.Tracks.Set(a.Tracks.Get() + 1)
}

func (a *blind) Physics(dt unit.Time) {
	a.U.Set(a.I.Get() + unit.Torque(a.E.Get()))
	a.I.Set(a.I.Get() + unit.Torque(float64(a.E.Get())*float64(dt)))
	a.Near.Set(1)
}

// switched runs an Alternative at 10 ms over (error, law) pairs and returns what the screw was given.
func switched(t *testing.T, tracks bool, fade time.Duration, values [][]float64) (us, nears []float64, r *rig, p *proportional, i *integral) {
	t.Helper()
	m := atom.New("switched")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, iface, out := &tiller{}, &steering{}, &screw{}
	p, i = &proportional{}, &integral{}
	atom.Add(m.Root, "tiller", in, every, atom.By("tiller"))
	alt := atom.AddAlternative(m.Root, "steering", iface, fade, every)
	atom.Add(alt, "p", p, every)
	if tracks {
		atom.Add(alt, "i", i, every)
	} else {
		atom.Add(alt, "i", &blind{}, every)
	}
	atom.Add(m.Root, "screw", out, every, atom.By("screw"))
	atom.Connect(&in.E, &iface.E)
	atom.Connect(&in.Mode, &iface.Select)
	atom.Connect(&iface.U, &out.U)
	atom.Connect(&iface.Near, &out.Near)
	m.Timed("C1", 10*ms)
	hear := &listener{}
	o := project.Options{Hold: -1, Drivers: map[string]project.Driver{"tiller": &script{values}, "screw": hear}}
	r = build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(time.Duration(len(values))*10*ms - 5*ms)})
	for _, h := range hear.heard[:len(hear.heard)-1] {
		us, nears = append(us, h[0]), append(nears, h[1])
	}
	return us, nears, r, p, i
}

// TestSwitch is bumpless because the law that takes over has tracked.
func TestSwitch(t *testing.T) {
	us, nears, _, p, i := switched(t, true, 0, [][]float64{{1, 0}, {1, 0}, {1, 1}, {1, 1}, {1, 0}, {1, 0}})
	if diff := cmp.Diff([]float64{2, 2, 2, 2 + 0.01, 2, 2}, us); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{0, 0, 1, 1, 0, 0}, nears); diff != "" {
		t.Error(diff)
	}
	if p.Runs.Get() != 4 || i.Tracks.Get() != 4 {
		t.Errorf("law 0 ran %v times and law 1 tracked %v times, not 4 and 4", p.Runs.Get(), i.Tracks.Get())
	}
}

// TestFade is bumpless because the step decays, from exactly where it was to nothing in the time given.
func TestFade(t *testing.T) {
	values := [][]float64{{1, 0}, {1.1, 0}}
	for range 6 {
		values = append(values, []float64{1, 1})
	}
	us, _, _, _, _ := switched(t, false, 40*ms, values)
	if us[2] != us[1] {
		t.Errorf("the output steps from %v to %v at the switch", us[1], us[2])
	}
	integral := 0.0
	for k, left := range []float64{1, 0.75, 0.5, 0.25, 0, 0} {
		y := integral + 1
		integral += 1 * 0.01
		if want := y + left*(2.2-1); math.Abs(us[2+k]-want) > 1e-12 {
			t.Errorf("%d cycles after the switch the output is %v, not %v", k, us[2+k], want)
		}
	}
	us, _, _, _, _ = switched(t, false, 0, values)
	if us[2] != 1 {
		t.Errorf("without a fade the output is %v, not 1", us[2])
	}
	us, _, _, _, _ = switched(t, false, 40*ms, [][]float64{{1, 0}, {1, 1}, {1, 1}, {1, 0}, {1, 0}})
	if us[1] != us[0] || us[3] != us[2] {
		t.Errorf("a switch back during the fade steps: %v", us)
	}
}

// TestSelect refuses laws that do not exist.
func TestSelect(t *testing.T) {
	us, _, r, _, _ := switched(t, true, 0, [][]float64{{1, 0}, {1, 2}, {1, 0.5}, {1, 1}, {1, math.NaN()}, {1, -1}, {1, 1}})
	if diff := cmp.Diff([]float64{2, 2, 2, 2, 2.01, 2.02, 2.03}, us, cmp.Comparer(near)); diff != "" {
		t.Error(diff)
	}
	want := []string{
		"10ms steering.select range begins since 10ms",
		"30ms steering.select range over since 10ms",
		"40ms tiller.mode nan begins since 40ms",
		"50ms tiller.mode nan over since 40ms",
		"50ms steering.select range begins since 50ms",
		"60ms steering.select range over since 50ms",
	}
	if diff := cmp.Diff(want, story(r.p.Events())); diff != "" {
		t.Error(diff)
	}
}

// TestEscape switches away from a law that goes wrong: its flag goes with it, and the screw turns again.
func TestEscape(t *testing.T) {
	us, _, r, _, _ := switched(t, true, 0, [][]float64{{1, 0}, {6, 0}, {6, 0}, {6, 1}, {6, 1}, {1, 0}})
	if diff := cmp.Diff([]float64{2, 2, 2, 2, 2.06, 2}, us, cmp.Comparer(near)); diff != "" {
		t.Error(diff)
	}
	want := []string{"10ms steering.p.u nan begins since 10ms", "30ms steering.p.u nan over since 10ms"}
	if diff := cmp.Diff(want, story(r.p.Events())); diff != "" {
		t.Error(diff)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// pair is the interface of a Molecule that is a law.
type pair struct {
	E    atom.Need[unit.Angle]     `frame:"WORLD" axis:"z"`
	U    atom.Product[unit.Torque] `frame:"WORLD" axis:"z"`
	Near atom.Product[unit.Boolean]
}

// TestMoleculeLaw puts a law into a Molecule: its Atoms run, or track, together.
func TestMoleculeLaw(t *testing.T) {
	m := atom.New("molecule")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, iface, out, inside := &tiller{}, &steering{}, &screw{}, &pair{}
	p, i, sm := &proportional{}, &integral{}, &smooth{}
	atom.Add(m.Root, "tiller", in, every, atom.By("tiller"), atom.In("A"))
	alt := atom.AddAlternative(m.Root, "steering", iface, 0, every, atom.In("B"))
	atom.Add(alt, "p", p, every)
	law := atom.AddMolecule(alt, "slow", inside, atom.Every(2*time.Microsecond, anyPeriod))
	atom.Add(law, "smooth", sm, every)
	atom.Add(law, "i", i, every)
	atom.Add(m.Root, "screw", out, every, atom.By("screw"), atom.In("A2"))
	atom.Feed(&inside.E, &sm.In)
	atom.Connect(&sm.Out, &i.E)
	atom.Expose(&i.U, &inside.U)
	atom.Expose(&i.Near, &inside.Near)
	atom.Connect(&in.E, &iface.E)
	atom.Connect(&in.Mode, &iface.Select)
	atom.Connect(&iface.U, &out.U)
	atom.Connect(&iface.Near, &out.Near)
	for _, l := range []string{"A", "B", "A2"} {
		m.Loop(l, "C1")
	}
	m.Timed("C1", 10*ms)
	hear := &listener{}
	o := project.Options{Hold: -1, Drivers: map[string]project.Driver{
		"tiller": &script{[][]float64{{1, 0}, {1, 0}, {1, 1}, {1, 1}, {1, 0}}}, "screw": hear}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(45 * ms)})
	// The filter stands still while it is not in command; the integral tracks 2 with the error that it had last, 0.
	want := []float64{2, 2, 2.2, 2.2 + 0.16 + 0.002, 2}
	if diff := cmp.Diff(want, hear.first(), cmp.Comparer(near)); diff != "" {
		t.Error(diff)
	}
}

// TestSwitchedPlaces gives loops behind an Alternative the place that equation 1 gives them: of its laws one runs, and
// those that track.
func TestSwitchedPlaces(t *testing.T) {
	m := atom.New("places")
	every := atom.Every(time.Millisecond, anyPeriod)
	in, iface, out := &tiller{}, &steering{}, &screw{}
	atom.Add(m.Root, "tiller", in, every, atom.By("tiller"), atom.In("A"))
	alt := atom.AddAlternative(m.Root, "steering", iface, 0, atom.Every(0, anyPeriod), atom.In("A"))
	atom.Add(alt, "p", &proportional{}, every)
	atom.Add(alt, "q", &blind{}, atom.Every(2*time.Millisecond, anyPeriod))
	atom.Add(alt, "i", &integral{}, every)
	atom.Add(m.Root, "screw", out, every, atom.By("screw"), atom.In("B"))
	atom.Connect(&in.E, &iface.E)
	atom.Connect(&in.Mode, &iface.Select)
	atom.Connect(&iface.U, &out.U)
	atom.Connect(&iface.Near, &out.Near)
	m.Loop("A", "C1")
	m.Loop("B", "C1")
	m.Timed("C1", 10*ms)
	plan := check(t, m, atom.Target{Communication: 200 * time.Microsecond})
	o := project.Options{Now: func() int64 { return 0 }, Sleep: func(int64) {},
		Drivers: map[string]project.Driver{"tiller": &script{}, "screw": &listener{}}}
	r := build(t, plan, o, reactor.Options{})
	got := r.p.Loops()[1].Place()
	if want := 4*ms + 100*time.Microsecond; got != want {
		t.Errorf("the loop behind the laws begins at %v, not at %v", got, want)
	}
	if rest := plan.Groups[0].Worst - got; rest != ms+100*time.Microsecond {
		t.Errorf("the plan leaves %v for the last loop", rest)
	}
}

// tight is a law whose output has bounds that the other law's does not have.
type tight struct {
	E    atom.Need[unit.Angle]     `frame:"WORLD" axis:"z"`
	U    atom.Product[unit.Torque] `frame:"WORLD" axis:"z" valid:"-3 N·m .. 3 N·m"`
	Near atom.Product[unit.Boolean]
}

func (a *tight) Physics(unit.Time) { a.U.Set(unit.Torque(a.E.Get())) }
func (a *tight) Track(unit.Time)   {}

// TestTrackBounds does not take for valid what a law has from tracking another that has other bounds.
func TestTrackBounds(t *testing.T) {
	m := atom.New("tight")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, iface, out := &tiller{}, &steering{}, &screw{}
	atom.Add(m.Root, "tiller", in, every, atom.By("tiller"))
	alt := atom.AddAlternative(m.Root, "steering", iface, 0, every)
	atom.Add(alt, "p", &proportional{}, every)
	atom.Add(alt, "tight", &tight{}, every)
	atom.Add(m.Root, "screw", out, every, atom.By("screw"))
	atom.Connect(&in.E, &iface.E)
	atom.Connect(&in.Mode, &iface.Select)
	atom.Connect(&iface.U, &out.U)
	atom.Connect(&iface.Near, &out.Near)
	m.Timed("C1", 10*ms)
	hear := &listener{}
	o := project.Options{Hold: -1, Drivers: map[string]project.Driver{"tiller": &script{[][]float64{{1, 1}, {2, 0}, {5, 1}}}, "screw": hear}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(25 * ms)})
	if diff := cmp.Diff([]float64{1, 4, 1}, hear.first()); diff != "" {
		t.Error(diff)
	}
}
