package chart_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/model/chart"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/keyframe"
	"github.com/sinew-robotics/sinew/trace/record"
)

// crane is a program around a chart: events come through a door, an activity counts ticks, one state's entry fails.
type crane struct {
	reactor.Reactor
	Door  reactor.PhysicalAction[string]
	Event reactor.Out[string]
	Seen  reactor.In[string]
	Fails reactor.In[chart.Report]
	Say   reactor.Out[string]
	log   []string
}

const ms = time.Millisecond

// counting is the activity's state.
type counting struct{ n int }

func (c *counting) doo(*chart.Call) (chart.Progress, error) {
	if c.n++; c.n%5 != 0 {
		return chart.Idle, nil
	}
	return chart.Done, nil
}

func newCrane(t *testing.T, replay bool) (*reactor.Program, *crane, *counting) {
	t.Helper()
	count := &counting{}
	m, err := chart.New(&chart.Model{Root: chart.State("",
		chart.State("work", chart.State("lift").Does(count.doo), chart.State("lower"),
			chart.Trans("initial", "lift"), chart.Trans("lift", "lower", "e_done"), chart.Trans("lower", "lift", "e_again")),
		chart.State("broken").OnEntry(func(*chart.Call) error { return errors.New("brake worn") }), chart.State("safe"),
		chart.Trans("initial", "work"), chart.Trans("work", "broken", "e_break"), chart.Trans("broken", "safe", "e_error@root.broken"),
		chart.Trans("safe", "work", "e_repaired"))}, nil, chart.Config{})
	if err != nil {
		t.Fatal(err)
	}
	main := reactor.NewMain("main")
	c := &crane{}
	reactor.Init(main, "crane", c)
	c.Seen.Optional()
	c.Reaction("pass").On(&c.Door).Sets(&c.Event).Do(func() { c.Event.Set(c.Door.Get()) })
	c.Fails.Optional()
	c.Reaction("say").On(&c.Seen, &c.Fails).Sets(&c.Say).Do(func() {
		what := c.Seen.Get()
		if f := c.Fails.Get(); c.Fails.Present() {
			what = fmt.Sprintf("%d %s %s: %s, in %s", f.Count, f.Kind, f.State, f.Message, what)
		}
		c.log = append(c.log, what)
		c.Say.Set(what)
	})
	r := chart.NewReactor(main, "chart", m, chart.Settings{Period: 10 * ms, Picture: "<svg/>"})
	reactor.Connect(&c.Event, r.Events.At(0))
	reactor.Connect(r.Leaf.At(0), &c.Seen)
	reactor.Connect(&r.Failed, &c.Fails)
	p, err := reactor.Build(main, reactor.Options{Replay: replay})
	if err != nil {
		t.Fatal(err)
	}
	return p, c, count
}

// drive runs the crane for a second and sends events through its door, or replays a recording.
func drive(t *testing.T, file string, from *record.Inputs) string {
	t.Helper()
	p, c, _ := newCrane(t, from != nil)
	if from != nil {
		if err := from.Inject(p); err != nil {
			t.Fatal(err)
		}
	} else {
		for i, e := range []string{"e_again", "e_break", "e_unknown", "e_repaired", "e_again", "e_break", "e_repaired"} {
			c.Door.Schedule(e, time.Duration(i)*103*ms)
		}
	}
	w, err := trace.Create(file, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(p, w, record.Options{Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = exec.Run(context.Background(), p, exec.Options{Timeout: time.Second})
	for _, err := range []error{err, rec.Close(), w.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(c.log, "; "); got != told {
		t.Errorf("got  %s\nwant %s", got, told)
	}
	return rec.Hash()
}

// told is what the chart's ports said.
const told = "root.work.lift; root.work.lower; 1 ENTRY root.broken: brake worn, in root.safe; root.work.lift; root.work.lower; " +
	"root.work.lift; root.work.lower; 1 ENTRY root.broken: brake worn, in root.safe; root.work.lift; root.work.lower"

func TestAChartInAProgramIsReplayedToTheBit(t *testing.T) {
	dir := t.TempDir()
	a, b, c := filepath.Join(dir, "a.mcap"), filepath.Join(dir, "b.mcap"), filepath.Join(dir, "c.mcap")
	hash := drive(t, a, nil)
	if other := drive(t, b, nil); other != hash {
		t.Errorf("hashes %s and %s", hash, other)
	}
	in, err := record.ReadInputs(a)
	if err != nil {
		t.Fatal(err)
	}
	if again := drive(t, c, in); again != hash {
		t.Errorf("recorded %s, replayed %s", hash, again)
	}
	var files [][]byte
	for _, name := range []string{a, b, c} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, text)
	}
	if !bytes.Equal(files[0], files[1]) || !bytes.Equal(files[0], files[2]) {
		t.Error("the files differ")
	}
}

// TestAChartIsPartOfKeyframes: after a step back the program does again what it did.
func TestAChartIsPartOfKeyframes(t *testing.T) {
	p, c, count := newCrane(t, false)
	for i, e := range []string{"e_again", "e_break", "e_repaired", "e_again"} {
		c.Door.Schedule(e, time.Duration(i)*53*ms)
	}
	rec, err := record.New(p, nil, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := exec.NewStepper(p, nil, reactor.Tag{Time: reactor.Time(time.Second)})
	keeper, err := keyframe.NewKeeper(append(append(p.State(), count, rec), s.State()...))
	if err != nil {
		t.Fatal(err)
	}
	run := func(n int) string {
		for range n {
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
		}
		return rec.Hash()
	}
	run(4)
	image := keeper.Take()
	want := []string{run(3), run(5), run(9)}
	keeper.Restore(image)
	if got := []string{run(3), run(5), run(9)}; !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), strings.Join(want, " "))
	}
}

func TestTheGraphHasTheChartsPicture(t *testing.T) {
	p, _, _ := newCrane(t, false)
	for _, r := range p.Graph().Reactors {
		if (r.Picture != "") != (r.Path == "chart") {
			t.Errorf("%+v", r)
		}
	}
}

// TestThePageShowsTheExample: the Go on the page is the example that is run.
func TestThePageShowsTheExample(t *testing.T) {
	text, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "func gripper(force float64) error {\n")
	body, _, _ = strings.Cut(body, "\treturn err\n}\n\nfunc ExampleNew")
	var shown strings.Builder
	for _, line := range strings.SplitAfter(body, "\n") {
		if line != "" {
			shown.WriteString(strings.ReplaceAll(strings.TrimPrefix(line, "\t"), "\t", "    "))
		}
	}
	golden.Page(t, "../../docs/charts.md", map[string]string{"go": strings.TrimSuffix(shown.String(), "\n")})
}

// TestADeepChartIsSoonAReactor: its states are looked at once each.
func TestADeepChartIsSoonAReactor(t *testing.T) {
	s := chart.State("leaf")
	for range 90 {
		s = chart.State("in", s, chart.Trans("initial", s.Name))
	}
	m, err := chart.New(&chart.Model{Root: s}, nil, chart.Config{})
	if err != nil {
		t.Fatal(err)
	}
	main := reactor.NewMain("deep")
	if r := chart.NewReactor(main, "chart", m, chart.Settings{}); r.Leaf.Width() != 1 {
		t.Errorf("%d leaves at once", r.Leaf.Width())
	}
}
