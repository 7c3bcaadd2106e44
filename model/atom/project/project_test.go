package project_test

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/keyframe"
	"github.com/sinew-robotics/sinew/trace/record"
)

var offers = []offer{{110 * ms, 1.3}, {160 * ms, math.NaN()}, {1203 * ms, -0.4}, {1210 * ms, 7}, {3 * time.Second, 1}}

// TestHistory runs the same model in many ways.
func TestHistory(t *testing.T) {
	var want string
	var commands [][]float64
	for name, c := range map[string]struct { // order: all must come to the same
		workers int
		now     bool
	}{"plain": {1, false}, "workers": {2, false}, "timed": {1, true}} {
		h := &hull{}
		o := project.Options{Drivers: h.drivers()}
		if c.now {
			var at int64
			o.Now = func() int64 { at += 1234; return at }
		}
		r := build(t, check(t, heading(), atom.Target{Cores: 1}), o, reactor.Options{Workers: c.workers})
		r.run(t, 5*time.Second, offers...)
		if want == "" {
			want, commands = r.rec.Hash(), h.commands
		}
		if got := r.rec.Hash(); got != want {
			t.Errorf("%s: hash %s, other runs %s", name, got, want)
		}
		if diff := cmp.Diff(commands, h.commands, cmp.Comparer(same)); diff != "" {
			t.Error(name, diff)
		}
		if math.Abs(h.psi-1) > 0.2 {
			t.Errorf("%s: the heading is %v, not near 1", name, h.psi)
		}
	}
	if n := len(commands); n != 201 {
		t.Errorf("%d commands, not 200 and the last", n)
	}
	if last := commands[len(commands)-1]; !math.IsNaN(last[1]) {
		t.Errorf("the last command is %v, not to stop", last)
	}
}

func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// TestReplay records a run, with a period that changes while it runs, and replays it without drivers.
func TestReplay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.mcap")
	w, err := trace.Create(file, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := &hull{spoil: spoil}
	r := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Drivers: h.drivers(), Hold: 200 * ms}, reactor.Options{})
	if r.rec, err = record.New(r.Program, w, record.Options{Trace: []string{"*"}}); err != nil {
		t.Fatal(err)
	}
	again := &crowd{offers: offers}
	again.do = func(o offer) {
		r.p.Inlet("link").Offer(o.v)
		if o.at == 1203*ms {
			r.retime(t, "C1.clock.period", 40*ms)
		}
	}
	if _, err := exec.Run(t.Context(), r.Program, exec.Options{Clock: exec.LockStep, World: again, Timeout: 5 * time.Second}); err != nil {
		t.Fatal(err)
	}
	if err := r.rec.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	in, err := record.ReadInputs(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2} {
		b := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Hold: 200 * ms}, reactor.Options{Replay: true, Workers: workers})
		if err := in.Inject(b.Program); err != nil {
			t.Fatal(err)
		}
		if _, err := exec.Run(t.Context(), b.Program, exec.Options{}); err != nil {
			t.Fatal(err)
		}
		if got := b.rec.Hash(); got != in.Hash {
			t.Errorf("%d workers: the replay's hash is %s, the recorded one %s", workers, got, in.Hash)
		}
		if diff := cmp.Diff(fmt.Sprint(r.p.Events()), fmt.Sprint(b.p.Events())); diff != "" {
			t.Error("events differ:", diff)
		}
	}
}

// retime sends a new period through a door.
func (r *rig) retime(t testing.TB, path string, d time.Duration) {
	t.Helper()
	for id, door := range r.Doors() {
		if door.Path == path {
			if !r.Offer(id, func(v unsafe.Pointer) { *(*time.Duration)(v) = d }) {
				t.Error(path, "does not take", d)
			}
			return
		}
	}
	t.Error("there is no door", path)
}

// spoil spoils the compass now and then.
func spoil(at time.Duration, s *project.Sample) {
	switch {
	case at >= 500*ms && at < 600*ms:
		s.V[0] = math.NaN()
	case at >= 800*ms && at < 1300*ms:
		s.OK &^= 2
	case at >= 1500*ms && at < 1550*ms:
		s.V[0] = 11
	}
}

// TestRetime changes the period while running and looks when the drivers are called.
func TestRetime(t *testing.T) {
	h := &hull{}
	r := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Drivers: h.drivers()}, reactor.Options{})
	w := &crowd{offers: []offer{{60 * ms, 40}, {200 * ms, 10}, {230 * ms, -1}}, do: func(o offer) {
		r.retime(t, "C1.clock.period", time.Duration(o.v)*ms)
	}}
	if _, err := exec.Run(t.Context(), r.Program, exec.Options{Clock: exec.LockStep, World: w, Timeout: 250 * ms}); err != nil {
		t.Fatal(err)
	}
	var at []int
	for _, c := range h.commands {
		at = append(at, int(math.Round(c[0]*1e3)))
	}
	want := []int{0, 25, 50, 75, 115, 155, 195, 235, 245, 250}
	if diff := cmp.Diff(want, at); diff != "" {
		t.Error(diff)
	}
	var events []string
	for _, e := range r.p.Events() {
		if e.Kind == project.Retimed {
			events = append(events, fmt.Sprintf("%v %s %v", e.At.Duration(), e.Path, e.Value))
		}
	}
	if diff := cmp.Diff([]string{"60ms C1 0.04", "200ms C1 0.01"}, events); diff != "" {
		t.Error(diff)
	}
}

// TestKeyframe goes back and forth in time.
func TestKeyframe(t *testing.T) {
	h := &hull{spoil: spoil}
	r := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Drivers: h.drivers(), Hold: 100 * ms}, reactor.Options{})
	step := exec.NewStepper(r.Program, nil, reactor.Tag{Time: reactor.Time(time.Minute)})
	roots := append(append(r.State(), step.State()...), r.p.State()...)
	keeper, err := keyframe.NewKeeper(append(roots, r.rec, h))
	if err != nil {
		t.Fatal(err)
	}
	to := func(at time.Duration) string {
		for {
			_, tag, ok, err := step.Next()
			if err != nil {
				t.Fatal(err)
			}
			if !ok || tag.Time > reactor.Time(at) {
				return r.rec.Hash() + fmt.Sprint(r.p.Events())
			}
			if err := step.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	to(520 * ms)
	early := keeper.Take()
	want := []string{to(560 * ms), to(900 * ms)}
	late := keeper.Take()
	want = append(want, to(2*time.Second))
	for range 3 {
		keeper.Restore(early)
		if diff := cmp.Diff(want, []string{to(560 * ms), to(900 * ms), to(2 * time.Second)}); diff != "" {
			t.Fatal(diff)
		}
		keeper.Restore(late)
		if got := to(2 * time.Second); got != want[2] {
			t.Fatal(cmp.Diff(want[2], got))
		}
	}
}

// quiet drivers allocate nothing.
type still struct{}

func (still) Limits() string { return "none: a test" }

func (still) Exchange(tag reactor.Tag, in []float64, out *project.Sample) {
	if len(in) == 0 {
		out.Set(0, math.Sin(float64(tag.Time)*1e-9))
		out.Set(1, math.Cos(float64(tag.Time)*1e-9))
	}
}

func stillDrivers() map[string]project.Driver {
	return map[string]project.Driver{"imu": still{}, "thruster": still{}}
}

func stepped(t testing.TB, o project.Options) *reactor.Program {
	main := reactor.NewMain("test")
	if _, err := project.Project(main, check(t, heading(), atom.Target{Cores: 1}), o); err != nil {
		t.Fatal(err)
	}
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	return p
}

// TestAllocs steps a program, with times measured and values flagged.
func TestAllocs(t *testing.T) {
	var at int64
	p := stepped(t, project.Options{Drivers: stillDrivers(), Now: func() int64 { at += 200_000; return at }, Alarm: func(project.Event) {}})
	for range 3000 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(3000, func() { p.Step(nil) }); n != 0 {
		t.Errorf("%v allocations a tag", n)
	}
	h := map[string]project.Driver{"imu": wild{}, "thruster": still{}}
	p = stepped(t, project.Options{Drivers: h, Alarm: func(project.Event) {}, Inner: true})
	for range 3000 {
		p.Step(nil)
	}
	if n := testing.AllocsPerRun(3000, func() { p.Step(nil) }); n != 0 {
		t.Errorf("%v allocations a tag with flags", n)
	}
}

// wild gives a bad value every other time.
type wild struct{}

func (wild) Exchange(tag reactor.Tag, in []float64, out *project.Sample) {
	out.Set(0, math.Sin(float64(tag.Time)*1e-9))
	out.Set(1, float64(tag.Time%7))
	if tag.Time/25e6%2 == 0 {
		out.V[0] = math.NaN()
	}
}

// BenchmarkCycle measures a whole cycle of C1 and half a one of C2, with the runtime's part.
func BenchmarkCycle(b *testing.B) {
	for name, o := range map[string]project.Options{"plain": {}, "timed": {Now: rt.Now}} { // order: benchmarks stand alone
		b.Run(name, func(b *testing.B) {
			o.Drivers = stillDrivers()
			p := stepped(b, o)
			e := p.Enclaves[0]
			var next reactor.Time
			b.ReportAllocs()
			for b.Loop() {
				next += reactor.Time(25 * ms)
				for e.Tag().Time < next {
					p.Step(nil)
				}
			}
		})
	}
}

// TestNames holds the names that people see.
func TestNames(t *testing.T) {
	r := build(t, check(t, heading(), atom.Target{Cores: 1}), project.Options{Drivers: stillDrivers()}, reactor.Options{})
	var b bytes.Buffer
	g := r.Graph()
	for _, x := range g.Reactors {
		fmt.Fprintf(&b, "%d %s: %s\n", x.Enclave, x.Path, x.Doc)
		for _, p := range x.Ports {
			fmt.Fprintf(&b, "\t%s %s\n", g.Ports[p].Path, g.Ports[p].Type)
		}
	}
	for _, d := range r.Doors() {
		fmt.Fprintln(&b, "door", d.Kind, d.Path)
	}
	for _, c := range g.Connections {
		fmt.Fprintf(&b, "%s -> %s", g.Ports[c.From].Path, g.Ports[c.To].Path)
		if c.Delayed {
			fmt.Fprintf(&b, " after %v", c.Delay)
		}
		fmt.Fprintln(&b)
	}
	golden.Check(t, "testdata/names.txt", b.Bytes())
}
