package project_test

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/keyframe"
	"github.com/sinew-robotics/sinew/trace/record"
)

// double is a constant Atom behind the gains.
type double struct {
	K   atom.Need[unit.Frequency] `update:"constant"`
	Out atom.Product[unit.Frequency]
}

func (a *double) Physics(unit.Time) { a.Out.Set(2 * a.K.Get()) }

// filed is the heading model with gains that a driver gives at the start.
func filed() *atom.Model {
	m := heading()
	for _, i := range m.Instances {
		if i.Path == "gains" {
			i.Values, i.Driver = nil, "file"
		}
	}
	d := &double{}
	atom.Add(m.Root, "double", d, atom.Once())
	for n := range m.Links {
		if l := &m.Links[n]; l.From.Owner.Path == "gains" && l.From.Element.Name == "k1" {
			l.From = m.Instances[len(m.Instances)-1].Port("out")
			m.Join(m.Instances[3].Port("k1"), m.Instances[len(m.Instances)-1].Port("k"), diag.Pos{})
		}
	}
	return m
}

// once counts its calls.
type once struct{ calls int }

func (o *once) Exchange(_ reactor.Tag, _ []float64, out *project.Sample) {
	o.calls++
	out.Set(0, 1)
	out.Set(1, 3)
}

// TestConstants lets a driver give constants, which are there before anything runs, in both compositions.
func TestConstants(t *testing.T) {
	var want [][]float64
	for _, from := range []string{"model", "driver"} {
		h, file := &hull{}, &once{}
		d := h.drivers()
		m := heading()
		if from == "driver" {
			m = filed()
			d["file"] = file
		}
		r := build(t, check(t, m, atom.Target{Cores: 1}), project.Options{Drivers: d}, reactor.Options{})
		r.run(t, 2*time.Second, offers[0])
		if from == "model" {
			want = h.commands
			continue
		}
		if file.calls != 1 {
			t.Errorf("the file is read %d times", file.calls)
		}
		if diff := cmp.Diff(want, h.commands, cmp.Comparer(same)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestRevisedReplay records a run in which Revise changes the periods, and replays it with neither drivers nor a clock.
func TestRevisedReplay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.mcap")
	w, err := trace.Create(file, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	slow := false
	d := &dial{step: 1000, slow: func() bool { return slow }}
	model := func() *atom.Model {
		m := filed()
		m.Timings = nil
		return m
	}
	h := &hull{}
	drivers := h.drivers()
	drivers["file"] = &once{}
	r := build(t, check(t, model(), atom.Target{Cores: 1}), project.Options{Drivers: drivers, Now: d.now}, reactor.Options{})
	if r.rec, err = record.New(r.Program, w, record.Options{}); err != nil {
		t.Fatal(err)
	}
	changes := 0
	world := &crowd{offers: []offer{{100 * ms, 0}, {500 * ms, 1}, {900 * ms, 1}}, do: func(o offer) {
		if o.v == 0 {
			d.step, slow = 900_000, true
			return
		}
		rev, err := r.p.Revise()
		if err != nil {
			t.Error(err)
		}
		if rev != nil {
			changes += len(rev.Changes)
		}
	}}
	if _, err := exec.Run(t.Context(), r.Program, exec.Options{Clock: exec.LockStep, World: world, Timeout: 2 * time.Second}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.rec.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	if changes == 0 {
		t.Fatal("nothing changed: the test shows nothing")
	}
	in, err := record.ReadInputs(file)
	if err != nil {
		t.Fatal(err)
	}
	b := build(t, check(t, model(), atom.Target{Cores: 1}), project.Options{}, reactor.Options{Replay: true})
	if err := in.Inject(b.Program); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), b.Program, exec.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := b.rec.Hash(); got != in.Hash {
		t.Errorf("the replay's hash is %s, the recorded one %s", got, in.Hash)
	}
}

// TestReviseRefused measures times that no period fits.
func TestReviseRefused(t *testing.T) {
	h := &hull{}
	d := &dial{step: 700_000_000}
	r := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Drivers: h.drivers(), Now: d.now}, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(time.Second)})
	rev, err := r.p.Revise()
	if err == nil || rev == nil || len(rev.Changes) != 0 {
		t.Fatalf("Atoms of 700 ms fit: %+v", rev)
	}
	var faults diag.Faults
	if !errors.As(err, &faults) || !strings.Contains(err.Error(), "do not fit") {
		t.Error(err)
	}
	if r.p.Plan().Groups[0].Period != 25*ms {
		t.Error("the plan in force is not the old one")
	}
}

// bomb panics at its third run.
type bomb struct {
	In  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
	Out atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
	n   int
}

func (a *bomb) Physics(unit.Time) {
	if a.n++; a.n == 3 {
		panic("a fault in an Atom")
	}
	a.Out.Set(a.In.Get())
}

// TestPanic stops the actuators when an Atom panics.
func TestPanic(t *testing.T) {
	m := atom.New("bomb")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, bo, out := &angle{}, &bomb{}, &rudder{}
	atom.Add(m.Root, "in", in, every, atom.By("in"))
	atom.Add(m.Root, "bomb", bo, every)
	atom.Add(m.Root, "out", out, every, atom.By("out"))
	atom.Connect(&in.Psi, &bo.In)
	atom.Connect(&bo.Out, &out.A)
	m.Timed("C1", 10*ms)
	hear := &listener{}
	o := project.Options{Drivers: map[string]project.Driver{"in": played(1, 2, 3, 4, 5), "out": hear}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	var p *exec.PanicError
	if _, err := exec.Run(t.Context(), r.Program, exec.Options{Timeout: time.Second}); !errors.As(err, &p) {
		t.Fatal("no panic:", err)
	}
	if n := len(hear.heard); n != 3 || !math.IsNaN(hear.heard[n-1][0]) {
		t.Errorf("the rudder was given %v", hear.heard)
	}
}

// TestEvents keeps the latest events when there are too many.
func TestEvents(t *testing.T) {
	h := &hull{}
	n := 0
	h.spoil = func(_ time.Duration, s *project.Sample) {
		if n++; n%2 == 0 {
			s.V[0] = math.NaN()
		}
	}
	heard := 0
	o := project.Options{Drivers: h.drivers(), Hold: -1, Alarm: func(project.Event) { heard++ }}
	r := build(t, check(t, heading(), atom.Target{Cores: 1}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(39990 * ms)})
	es := r.p.Events()
	if len(es) != 1024 || heard != 1599 || !slices.IsSortedFunc(es, func(a, b project.Event) int { return int(a.At - b.At) }) {
		t.Errorf("%d events of %d, from %v to %v", len(es), heard, es[0].At, es[len(es)-1].At)
	}
	if f := r.p.Flags(); len(f) != 1 || f[0].Path != "imu.psi" || f[0].Kind != project.NaN {
		t.Errorf("raised: %v", f)
	}
}

// box takes a value and answers with one, in one exchange.
type box struct {
	A atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
	B atom.Product[unit.Angle] `frame:"WORLD" axis:"z"`
}

type inverter struct{ last float64 }

func (*inverter) Limits() string { return "none: a test" }

func (v *inverter) Exchange(_ reactor.Tag, in []float64, out *project.Sample) {
	v.last = in[0]
	out.Set(0, -in[0])
}

// TestExchange passes values through an External with needs and products, and starts with values that are given.
func TestExchange(t *testing.T) {
	m := atom.New("exchange")
	every := atom.Every(time.Microsecond, anyPeriod)
	op, in, sub, bo, out := &operator{}, &angle{}, &subtractor{}, &box{}, &rudder{}
	atom.Add(m.Root, "operator", op, atom.When(nil), atom.Valued("psi", 2))
	atom.Add(m.Root, "in", in, every, atom.By("in"))
	atom.Add(m.Root, "sub", sub, every)
	atom.Add(m.Root, "box", bo, every, atom.By("box"))
	atom.Add(m.Root, "out", out, every, atom.By("out"))
	atom.Connect(&op.Psi, &sub.A)
	atom.Connect(&in.Psi, &sub.B)
	atom.Connect(&sub.Out, &bo.A)
	atom.Connect(&bo.B, &out.A)
	m.Timed("C1", 10*ms)
	hear, v := &listener{}, &inverter{}
	o := project.Options{Drivers: map[string]project.Driver{"in": played(1, 2, 3), "out": hear, "box": v}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(25 * ms)})
	if diff := cmp.Diff([]float64{-1, 0, 1}, hear.first()); diff != "" {
		t.Error(diff)
	}
	if !math.IsNaN(v.last) {
		t.Error("the box is not told to stop")
	}
}

// TestHeadingKeyframe goes back in time with the Atoms of the library.
func TestHeadingKeyframe(t *testing.T) {
	p, proj := headed(t, project.Options{Hold: -1, Now: func() int64 { return 0 }})
	rec, err := record.New(p, nil, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	keeper, err := keyframe.NewKeeper(append(append(p.State(), proj.State()...), rec))
	if err != nil {
		t.Fatal(err)
	}
	to := func(n int) string {
		for range n {
			p.Step(nil)
		}
		return rec.Hash()
	}
	to(57)
	im := keeper.Take()
	t.Logf("an image has %d bytes", im.Bytes())
	want := to(301)
	for range 3 {
		keeper.Restore(im)
		if got := to(301); got != want {
			t.Fatalf("from the keyframe on the hash is %s, it was %s", got, want)
		}
	}
}

// recorder is an External that keeps something of its own.
type recorder struct {
	Kept atom.Storage[unit.Angle] `frame:"WORLD" axis:"z"`
	Sum  atom.Need[unit.Angle]    `frame:"WORLD" axis:"z"`
}

// TestStart begins with the storages that the model gives instances, and hands drivers needs and nothing else.
func TestStart(t *testing.T) {
	m := atom.New("start")
	every := atom.Every(time.Microsecond, anyPeriod)
	in, div, rec := &angle{}, &divider{}, &recorder{}
	atom.Add(m.Root, "in", in, every, atom.By("in"))
	atom.Add(m.Root, "div", div, every, atom.Valued("sum", 7))
	atom.Add(m.Root, "rec", rec, every, atom.By("rec"), atom.Valued("kept", 9))
	atom.Connect(&in.Psi, &div.In)
	atom.Connect(&div.Out, &rec.Sum)
	m.Timed("C1", 10*ms)
	hear := &listener{}
	o := project.Options{Drivers: map[string]project.Driver{"in": played(1, 2), "rec": hear}}
	r := build(t, check(t, m, atom.Target{}), o, reactor.Options{})
	r.Run(reactor.Tag{Time: reactor.Time(15 * ms)})
	if diff := cmp.Diff([][]float64{{8}, {7.5}}, hear.heard[:2]); diff != "" {
		t.Error(diff)
	}
}
