package run

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

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

const ms = time.Millisecond

// counter counts, and hears of the other counter.
type counter struct {
	reactor.Reactor
	Tick  reactor.Timer
	Heard reactor.In[int]
	Eye   reactor.Sensor[int]
	Out   reactor.Out[int]
	n     int
}

func newCounter(m *reactor.Main, name string, eye func() int) *counter {
	c := &counter{}
	reactor.Init(m, name, c)
	c.Tick.Set(0, ms)
	if eye != nil {
		c.Eye.Bind(eye)
	}
	c.Reaction("hear").On(&c.Heard).Do(func() { c.n += c.Heard.Get() })
	c.Reaction("count").On(&c.Tick).Sets(&c.Out).Do(func() {
		c.n += c.Eye.Read()
		c.Out.Set(c.n)
	})
	return c
}

// duo is two counters, the second in an enclave of its own.
type duo struct{ broken bool }

func (duo) Name() string { return "duo" }

type duoParams struct {
	Step int `yaml:"step"`
}

func (p *duoParams) Validate() error {
	if p.Step < 0 {
		return errors.New("step is negative: give 0 or more")
	}
	return nil
}

func (duo) Params() any { return &duoParams{Step: 1} }

func (d duo) Make(o Order) (*Instance, error) {
	p := duoParams{Step: 1}
	if o.Params != nil {
		p = *o.Params.(*duoParams)
	}
	if d.broken {
		p.Step++
	}
	var eye func() int
	if !o.Replay {
		eye = func() int { return p.Step }
	}
	m := reactor.NewMain("duo")
	a, b := newCounter(m, "a", eye), newCounter(m, "b", eye)
	b.Isolate()
	if d.broken {
		a.Reaction("more").On(&a.Tick).Do(func() { a.n++ })
	}
	reactor.Connect(&b.Out, &a.Heard).Physical()
	reactor.Connect(&a.Out, &b.Heard).After(ms)
	prog, err := reactor.Build(m, reactor.Options{Replay: o.Replay, Cut: o.Cut})
	return &Instance{Program: prog}, err
}

// recordDuo records 20 ms and returns the run folder. Without an end the recording is cut off.
func recordDuo(t *testing.T, run map[string]string, end bool) string {
	t.Helper()
	dir := t.TempDir()
	i, err := duo{}.Make(Order{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := trace.Create(filepath.Join(dir, "trace.mcap"), trace.Options{Wait: true, ChunkTime: 4 * ms})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{KeyProgram: "duo", KeyParams: "step: 1\n", KeySeed: "1", KeyTrace: "*"}
	for k, v := range run {
		all[k] = v
	}
	if err := w.Metadata(trace.MetadataRun, all); err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(i.Program, w, record.Options{Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), i.Program, exec.Options{Timeout: 20 * ms}); err != nil {
		t.Fatal(err)
	}
	if end {
		err = rec.Close()
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func specs(broken bool) []Spec { return []Spec{duo{broken}} }

func TestReplayWithAndWithoutAnEnclave(t *testing.T) {
	for _, end := range []bool{true, false} {
		dir := recordDuo(t, nil, end)
		for _, without := range [][]string{nil, {"b"}} {
			r, err := Replay(t.Context(), specs(false), dir, without...)
			if err != nil || !r.Same() {
				t.Errorf("with an end %v, without %v: %+v, %v", end, without, r, err)
			}
		}
	}
}

// What differs is looked for in what ran.
func TestADifferenceIsNamedAmongWhatRan(t *testing.T) {
	dir := recordDuo(t, nil, true)
	r, err := Replay(t.Context(), specs(true), dir, "b")
	if err != nil {
		t.Fatal(err)
	}
	if r.Same() || r.Diff.First == nil || r.Diff.First.Topic != "a.out" || r.Diff.First.Time != 0 && r.Diff.First.Time != int64(ms) {
		t.Fatalf("the first difference is %+v", r.Diff.First)
	}
}

// A gap is told as one: what is before it is compared, and nothing is called identical across it.
func TestReplayOverAGap(t *testing.T) {
	dir := recordDuo(t, nil, true)
	file := filepath.Join(dir, "trace.mcap")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var at []int // of the chunks' compression
	for i := range data {
		if bytes.HasPrefix(data[i:], []byte("zstd")) {
			at = append(at, i)
		}
	}
	for name, bad := range map[string][]byte{
		"overwritten": slices.Concat(data[:at[2]+20], []byte("oops"), data[at[2]+24:]),
		"cut out":     slices.Concat(data[:at[2]+20], data[at[3]+20:]),
	} {
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Replay(t.Context(), specs(false), dir)
		if err != nil || !r.Same() || !r.Gap || r.Recorded != "" || r.Diff.Equal == 0 || r.Last.Time < reactor.Time(4*ms) || r.Last.Time > reactor.Time(12*ms) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if r, err := Replay(t.Context(), specs(true), dir, "b"); err != nil || r.Same() {
			t.Errorf("%s, another program: %+v, %v", name, r, err)
		}
	}
}

// A remnant with nothing in it to compare is not identical to anything.
func TestReplayOfARemnant(t *testing.T) {
	dir := recordDuo(t, nil, true)
	file := filepath.Join(dir, "trace.mcap")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data[:bytes.Index(data, []byte("zstd"))-40], 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := Replay(t.Context(), specs(false), dir); err != nil || r.Same() || !r.Nothing() {
		t.Errorf("%+v, %v", r, err)
	}
	if err := os.WriteFile(file, data[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Replay(t.Context(), specs(false), dir); err == nil || !strings.Contains(err.Error(), "does not say which program it records, or that is lost: ") {
		t.Error(err)
	}
}

// What lies in one folder is of one run.
func TestAMixedFolder(t *testing.T) {
	dir := recordDuo(t, nil, true)
	r, err := Open(specs(false), dir)
	if err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(dir, "run.json")
	for text, want := range map[string]string{
		`{"output_hash":"` + r.Inputs.Hash + `","program":"duo","seed":1}`: "",
		`{}`:                     "",
		`{"output_hash":"12ab"}`: "output_hash is 12ab there and " + r.Inputs.Hash + " here",
		`{"seed":2}`:             "seed is 2 there and 1 here",
		`{"program":"trio"}`:     "program is trio there and duo here",
		``:                       "run.json cannot be read",
	} {
		if err := os.WriteFile(beside, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(specs(false), dir); (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestReplayFaults(t *testing.T) {
	dir := recordDuo(t, nil, true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Replay(ctx, specs(false), dir); err == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted replay says %v", err)
	}
	if _, err := Replay(t.Context(), specs(false), dir, "c"); err == nil || !strings.Contains(err.Error(), "no enclave c") {
		t.Errorf("without an enclave that is not there: %v", err)
	}
	for want, run := range map[string]map[string]string{
		`records the program "trio": this build knows duo`:                                      {KeyProgram: "trio"},
		"the recorded parameters: step is negative":                                             {KeyParams: "step: -1\n"},
		`cannot be read, has the program changed? parameters:1:1: there is no parameter "stop"`: {KeyParams: "stop: 1\n"},
		`the recorded seed "x" is no number`:                                                    {KeySeed: "x"},
	} {
		if _, err := Open(specs(false), recordDuo(t, run, true)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	long := map[string]string{KeyParams: "step: [" + strings.Repeat("1, ", 100_000) + "1]\nother: 1\n"}
	if _, err := Open(specs(false), recordDuo(t, long, true)); err == nil || len(err.Error()) > 1000 || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("long parameters that are wrong: %d bytes, %.300v", len(fmt.Sprint(err)), err)
	}
	if _, err := Open(specs(false), filepath.Join(dir, "nothing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no recording: %v", err)
	}
	fork := recordDuo(t, map[string]string{KeyFork: "2"}, true)
	if _, err := Replay(t.Context(), specs(true), fork); err == nil || !strings.Contains(err.Error(), "2 values were set by hand") {
		t.Errorf("a fork that differs: %v", err)
	}
}

// clock is a world whose events come at given times.
type clock struct {
	at  []reactor.Time
	now reactor.Time
}

func (c *clock) NextEvent() reactor.Time {
	for _, t := range c.at {
		if t > c.now {
			return t
		}
	}
	return reactor.Forever
}

func (c *clock) AdvanceTo(t reactor.Time) error {
	c.now = t
	return nil
}

func TestScriptedEventsComeInTheirOrder(t *testing.T) {
	var log []string
	w := &clock{at: []reactor.Time{3, 9}}
	event := func(at time.Duration, name string, err error) Event {
		return Event{at, func() error {
			log = append(log, name)
			if w.now != reactor.Time(at) {
				t.Errorf("%s happens while the world is at %v", name, w.now)
			}
			return err
		}}
	}
	i := &Instance{World: w}
	i.Script(event(5, "b", nil), event(3, "a", nil), event(5, "c", errors.New("torn")), event(20, "d", nil))
	s := i.World
	var errs []error
	var times []reactor.Time
	for n := s.NextEvent(); n != reactor.Forever; n = s.NextEvent() {
		times = append(times, n)
		errs = append(errs, s.AdvanceTo(n))
	}
	if !slices.Equal(times, []reactor.Time{3, 5, 9, 20}) || strings.Join(log, "") != "abcd" {
		t.Errorf("at %v: %v", times, log)
	}
	if err := errors.Join(errs...); err == nil || err.Error() != "at 5ns: torn" {
		t.Errorf("the fault is reported as %v", err)
	}
	alone := &Instance{}
	if alone.Script(); alone.World.NextEvent() != reactor.Forever || alone.World.AdvanceTo(7) != nil {
		t.Error("nothing happens to no world")
	}
}

// TestListsThatAreTooLong: a damaged list of parameters is an error, not a panic of the YAML library.
func TestListsThatAreTooLong(t *testing.T) {
	var p struct {
		Home [3]float64 `yaml:"home"`
	}
	if err := ReadParams("p.yaml", []byte("home: [1, 2, 3, 4]\n"), &p); err == nil || err.Error() != "p.yaml:1:7: home is [1, 2, 3, 4]: give a list of 3 such as [0, 0, 0] (param-type)" {
		t.Error(err)
	}
}
