package against

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/analysis"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/serve"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Pose is what the program's ports carry.
type Pose struct{ X float64 }

// source, stage and sink are the program's reactors.
type source struct {
	reactor.Reactor
	Tick  reactor.Timer
	Out   reactor.Out[Pose]
	Clock reactor.Sensor[time.Duration]
}

type stage struct {
	reactor.Reactor
	In  reactor.In[Pose]
	Out reactor.Out[Pose]
}

type sink struct {
	reactor.Reactor
	In    reactor.In[Pose]
	Clock reactor.Sensor[time.Duration]
}

// box passes on what is in it.
type box struct {
	reactor.Reactor
	In  reactor.In[Pose]
	Out reactor.Out[Pose]
}

// sut are the parameters of the program under test: sense.sensor gives a pose every Period, control.filter passes it on and
// control.arm takes it; the connection between sense and control takes 2 ms. The sensor's clock runs Drift times as fast,
// and the arm begins Late after its tag.
type sut struct {
	Period, Late time.Duration
	Drift        float64
	Extra        bool // the arm takes poses from another sensor too
}

func build(m *reactor.Main, p *sut) error {
	sense, control := &box{}, &box{}
	reactor.Init(m, "sense", sense)
	reactor.Init(m, "control", control)
	sense.In.Optional()
	s, f, a := &source{}, &stage{}, &sink{}
	reactor.Init(sense, "sensor", s)
	reactor.Init(control, "filter", f)
	reactor.Init(control, "arm", a)
	s.Tick.Set(0, p.Period)
	s.Clock.Bind(func() time.Duration { return time.Duration(float64(s.Elapsed()) * p.Drift) })
	s.Reaction("sense").On(&s.Tick).Sets(&s.Out).Do(func() { s.Clock.Read(); s.Out.Set(Pose{1}) })
	f.Reaction("filter").On(&f.In).Sets(&f.Out).Do(func() { f.Out.Set(f.In.Get()) })
	a.Clock.Bind(func() time.Duration { return a.Elapsed() + p.Late })
	a.Reaction("move").On(&a.In).Do(func() { a.Clock.Read() })
	reactor.Connect(&s.Out, &sense.Out)
	reactor.Connect(&sense.Out, &control.In).After(2 * time.Millisecond)
	reactor.Connect(&control.In, &f.In)
	reactor.Connect(&f.Out, &a.In)
	if p.Extra {
		other := &source{}
		reactor.Init(control, "spare", other)
		other.Reaction("idle").On(other.Startup()).Sets(&other.Out).Do(func() {})
		other.Clock.Bind(func() time.Duration { return 0 })
	}
	return nil
}

// ideal is the program that the model describes.
func ideal() sut { return sut{Period: 10 * time.Millisecond, Late: time.Millisecond, Drift: 1} }

// recorded runs the program for 200 ms.
func recorded(t *testing.T, p sut, traced ...string) *Run {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace.mcap")
	if _, err := run.Do(t.Context(), run.New("sut", p, build), run.Options{For: 200 * time.Millisecond, File: file, Trace: traced}); err != nil {
		t.Fatal(err)
	}
	r, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	r.Name = "run"
	return r
}

// modelled instantiates the model in testdata after replacements, pairs of texts.
func modelled(t *testing.T, replace ...string) *instance.Instance {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "arm.aadl"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(string(text), replace[i]) {
			t.Fatalf("the model has no %q", replace[i])
		}
	}
	f, faults := syntax.Parse("arm.aadl", strings.NewReplacer(replace...).Replace(string(text)))
	m, more := aadl.Link([]*syntax.File{f})
	i, last := instance.Instantiate(m, "Arm::Whole.i")
	if err := append(append(faults, more...), last...).Err(); err != nil {
		t.Fatal(err)
	}
	return i
}

// TestCompare: the model that describes the program is without a fault; each change in one of them is told as that, at its
// place in the model.
func TestCompare(t *testing.T) {
	all := []string{"*"}
	for name, c := range map[string]struct {
		model  []string
		change func(*sut)
		trace  []string
		want   []string
	}{
		"as designed": {trace: all},
		"a thread is missing": {model: []string{"arm: thread Arm;", "arm: thread Arm; logger: thread Logger;"}, trace: all,
			want: []string{"arm.aadl:79:30: control.logger: missing"}},
		"a reactor is extra": {change: func(p *sut) { p.Extra = true }, trace: all, want: []string{"arm.aadl:96:13: control.spare: extra"}},
		"a type is another": {model: []string{`"against.Pose"`, `"against.Joints"`}, trace: all,
			want: []string{"arm.aadl:12:13: sense.sensor.pose: mistyped", "arm.aadl:44:13: control.filter.smooth: mistyped"}},
		"a connection is missing": {model: []string{"raw_in: port pose -> filter.raw;", "raw_in: port pose -> filter.raw; past: port pose -> arm.pose;"}, trace: all,
			want: []string{"arm.aadl:99:13: sense.sensor.pose: missing"}},
		"a connection is extra": {model: []string{"smooth: port filter.smooth -> arm.pose;", "", "-> smooth -> arm.move", "", "Latency => 0 ms .. 8 ms;", ""}, trace: all,
			want: []string{"arm.aadl:78:13: control.filter.out: extra"}},
		"it runs less often than designed": {change: func(p *sut) { p.Period = 20 * time.Millisecond }, trace: all,
			want: []string{"arm.aadl:32:13: sense.sensor.Period: slower"}},
		"it runs more often than designed": {change: func(p *sut) { p.Period = 5 * time.Millisecond }, trace: all,
			want: []string{"arm.aadl:32:13: sense.sensor.Period: faster"}},
		"its clock goes on":          {change: func(p *sut) { p.Drift = 1.5 }, trace: all, want: []string{"arm.aadl:32:13: sense.sensor: run-slower"}},
		"a step takes long":          {change: func(p *sut) { p.Late = 7 * time.Millisecond }, trace: all, want: []string{"arm.aadl:103:13: reaction: run-late"}},
		"ports are unknown":          {want: []string{"warning arm.aadl:103:13: reaction: run-unknown"}},
		"a name is another":          {model: []string{`Sinew::Program_Name => "in";`, ""}, trace: all, want: []string{"arm.aadl:41:13: control.filter.raw: missing", "arm.aadl:56:13: control.arm.pose: missing"}},
		"a thread's name is another": {model: []string{"filter: thread", "smoother: thread", "filter.", "smoother."}, trace: all, want: []string{"arm.aadl:78:13: control.smoother: missing"}},
		"the flow is as told":        {change: func(p *sut) { p.Late = 6 * time.Millisecond }, trace: all},
	} {
		t.Run(name, func(t *testing.T) {
			p := ideal()
			if c.change != nil {
				c.change(&p)
			}
			_, faults := Compare(modelled(t, c.model...), recorded(t, p, c.trace...), nil)
			var got []string
			for _, f := range faults {
				s := f.Pos.String() + ": " + f.Path + ": " + f.Code
				if f.Severity == diag.Warning {
					s = "warning " + s
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%v", diff, faults)
			}
		})
	}
}

// TestMeasured: a flow takes the connection's 2 ms and the arm's lateness of 1 ms, beside what is computed.
func TestMeasured(t *testing.T) {
	i := modelled(t)
	computed, faults := analysis.Analyse(i, analysis.Options{Only: []analysis.Kind{analysis.Latency}})
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	report, faults := Compare(i, recorded(t, ideal(), "*"), computed)
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.Write(&b); err != nil {
		t.Fatal(err)
	}
	const want = `
against run: 5 reactors, 4 ports, 2 connections of the model
flow      samples  min ms  mean ms  max ms  computed ms  expected ms  by
reaction  20       3       3        3       2.3 to 4     8            clocks
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWithoutGraph: of a recording without its program's graph nothing is claimed.
func TestWithoutGraph(t *testing.T) {
	m, p := reactor.NewMain("sut"), ideal()
	if err := build(m, &p); err != nil {
		t.Fatal(err)
	}
	prog, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	w, err := trace.Create(filepath.Join(dir, "trace.mcap"), trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(prog, w, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), prog, exec.Options{Timeout: 50 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir) // the folder will do
	if err != nil {
		t.Fatal(err)
	}
	if _, faults := Compare(modelled(t), r, nil); len(faults) != 1 || faults[0].Code != "run-unknown" {
		t.Error(faults)
	}
}

// TestDamaged: a recording that was cut off is compared as far as it goes, and the cut is told.
func TestDamaged(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.mcap")
	if _, err := run.Do(t.Context(), run.New("sut", ideal(), build), run.Options{For: 5 * time.Second, File: file, Trace: []string{"*"}}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, text[:len(text)*2/3], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, faults := Compare(modelled(t), r, nil); len(faults) != 1 || faults[0].Severity != diag.Warning || !strings.Contains(faults[0].What, "damaged") {
		t.Error(faults)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("nothing is a recording")
	}
}

// TestPage: a running program's page gives its graph.
func TestPage(t *testing.T) {
	i, err := run.New("sut", ideal(), build).Make(run.Order{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := serve.Serve(serve.Config{Program: i.Program, Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := Fetch(t.Context(), s.Address())
	if err != nil {
		t.Fatal(err)
	}
	report, faults := Compare(modelled(t), r, nil)
	if len(faults) > 0 || report.Reactors != 5 || len(report.Latencies) > 0 {
		t.Error(report, faults)
	}
	if _, faults := Compare(modelled(t, "arm: thread Arm;", "arm: thread Arm; logger: thread Logger;"), r, nil); len(faults) != 1 || faults[0].Code != "missing" {
		t.Error(faults)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Fetch(t.Context(), s.Address()); err == nil || !strings.Contains(err.Error(), "no program's page answers there") {
		t.Error(err)
	}
}
