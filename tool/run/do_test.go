package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/report"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// stepper is the plain program of a user: what it reads is different each time.
func stepper() Spec {
	n := 0
	return New("stepper", duoParams{Step: 2}, func(m *reactor.Main, p *duoParams) error {
		if p.Step == 99 {
			return errors.New("99 is too much")
		}
		newCounter(m, "a", func() int { n++; return n * p.Step })
		return nil
	})
}

// A program of its own records and replays by one option each, in memory and on the real clock, with its parameters.
func TestAPlainProgram(t *testing.T) {
	for _, real := range []bool{false, true} {
		dir := t.TempDir()
		out, err := Do(t.Context(), stepper(), Options{Order: Order{Params: &duoParams{Step: 5}, Seed: 7, Real: real}, For: 20 * ms,
			Out: folder.Place{Dir: dir}, Trace: []string{"*"}, CSV: []string{"a.out"}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Replay(t.Context(), []Spec{stepper()}, dir)
		if err != nil || !r.Same() || r.Hash != out.Summary.OutputHash {
			t.Errorf("%+v, %v", r, err)
		}
		again, err := Open([]Spec{stepper()}, dir)
		if err != nil || again.Order.Params.(*duoParams).Step != 5 || again.Order.Seed != 7 || again.Order.Run[KeyClock] != map[bool]string{true: "real", false: "fast"}[real] {
			t.Errorf("%+v, %v", again.Order, err)
		}
		for _, name := range []string{"trace.mcap", "run.json", "report.html", "a.out.csv"} {
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
		var sum Summary
		text, err := os.ReadFile(filepath.Join(dir, "run.json"))
		if err == nil {
			err = json.Unmarshal(text, &sum)
		}
		if err != nil || sum.Program != "stepper" || sum.Seed != 7 || sum.OutputHash != r.Hash || sum.Tags < 5 || sum.Seconds != 0.02 {
			t.Errorf("%+v, %v", sum, err)
		}
	}
	file := filepath.Join(t.TempDir(), "a.mcap")
	if _, err := Do(t.Context(), stepper(), Options{For: 5 * ms, File: file}); err != nil {
		t.Fatal(err)
	}
	if r, err := Replay(t.Context(), []Spec{stepper()}, file); err != nil || !r.Same() {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := stepper().Make(Order{Params: &Order{}}); err == nil || !strings.Contains(err.Error(), "takes *run.duoParams, not *run.Order") {
		t.Error(err)
	}
}

// parts is a program that tells in which order it is asked for its parts.
type parts struct {
	duo
	log  *[]string
	fail string
}

func (p parts) say(what string) error {
	*p.log = append(*p.log, what)
	if what == p.fail {
		return errors.New(what + " fails")
	}
	return nil
}

func (p parts) Check(*Options) error { return p.say("check") }

func (p parts) Make(o Order) (*Instance, error) {
	if err := p.say("make"); err != nil {
		return nil, err
	}
	i, err := p.duo.Make(o)
	if err != nil {
		return nil, err
	}
	i.Watch = func(*record.Recorder, *view.Hub) error { return p.say("watch") }
	i.Film = func(*trace.Writer, *record.Recorder) error { return p.say("film") }
	i.Begin = func(_ context.Context, live *Around) error {
		live.Keep(func() { _ = p.say("over") })
		return p.say("begin")
	}
	i.Exec = func(o *exec.Options) { _ = p.say("exec") }
	i.Result = func(e *Ended) *Result {
		err := p.say("result")
		v := &struct {
			Summary
			Own int `json:"own"`
		}{e.Summary, 3}
		return &Result{Summary: &v.Summary, Value: v, Err: err,
			Report: func() (report.Report, error) { return report.Report{}, p.say("report") },
			Tables: map[string]func(io.Writer) error{"own.csv": func(w io.Writer) error { fmt.Fprintln(w, "x"); return p.say("table") }}}
	}
	i.Close = func() error { return p.say("close") }
	return i, nil
}

// Everything is asked for in one order, and a run that does not begin leaves nothing behind.
func TestTheOrderOfARun(t *testing.T) {
	all := []string{"check", "make", "page", "film", "watch", "tap", "begin", "exec", "over", "result", "report", "table", "close"}
	for k, fail := range append([]string{""}, all...) {
		var log []string
		dir := filepath.Join(t.TempDir(), "new", "run")
		p := parts{log: &log, fail: fail}
		out, err := Do(t.Context(), p, Options{For: 5 * ms, Out: folder.Place{Dir: dir}, Page: func(st *Stage) (reactor.Observer, error) {
			if _, err := os.Stat(filepath.Dir(dir)); err == nil {
				t.Error("there is a folder before the page is open")
			}
			if st.Hub == nil || st.Program == nil || st.Meter == nil || st.Clock != "fast" {
				t.Errorf("%+v", st)
			}
			return nil, p.say("page")
		}, Tap: func(*record.Recorder) error { return p.say("tap") }})
		want := all
		began := fail == "" || k > 7
		if !began {
			want = append(append([]string{}, all[:k]...), "close")
			if fail == "check" || fail == "make" {
				want = all[:k]
			}
			if fail == "begin" { // what it has begun is let go
				want = append(append([]string{}, all[:k]...), "over", "close")
			}
		}
		if strings.Join(log, " ") != strings.Join(want, " ") {
			t.Errorf("%s fails: %v, want %v", fail, log, want)
		}
		fails := fail != "" && fail != "exec" && fail != "over" && fail != "report" // the last is a warning
		if began != (out != nil) || fails != (err != nil) {
			t.Errorf("%s fails: %v, %v", fail, out, err)
		}
		if _, err := os.Stat(filepath.Dir(dir)); began != (err == nil) {
			t.Errorf("%s fails: the folder: %v", fail, err)
		}
		if out == nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, "run.json"))
		if err != nil || !strings.Contains(string(text), `"own": 3`) || strings.Contains(string(text), "no report") != (fail == "report") ||
			strings.Contains(string(text), `"error"`) != (fail == "result" || fail == "table") {
			t.Errorf("%s fails: %v, %s", fail, err, text)
		}
	}
}

// What is wrong with what is asked for is found before anything is made.
func TestNothingIsTouchedBeforeItIsChecked(t *testing.T) {
	full := t.TempDir()
	taken := filepath.Join(full, "taken.csv")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var log []string
	_, err := Do(t.Context(), parts{log: &log, fail: "check"}, Options{Out: folder.Place{Dir: full}, Taps: []mock.Tap{{Pattern: "x", File: taken}}})
	for _, want := range []string{"check fails", "is not empty", "tap x"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	if _, err := Do(t.Context(), stepper(), Options{Trace: []string{"nothing.there"}, For: ms}); err == nil || !strings.Contains(err.Error(), "nothing.there") {
		t.Error(err)
	}
	if _, err := Do(t.Context(), stepper(), Options{Order: Order{Params: &duoParams{Step: 99}}, For: ms}); err == nil || err.Error() != "99 is too much" {
		t.Error(err)
	}
}

// Mocks replace what a program reads, and connections.
func TestDoInstallsMocks(t *testing.T) {
	mocks, err := mock.ParseAll([]string{"a.eye=const:10", "b.heard=const:0"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := Do(t.Context(), duo{}, Options{For: 3 * ms, Mocks: mocks, Out: folder.Place{Dir: dir}, Trace: []string{"*"}}); err != nil {
		t.Fatal(err)
	}
	r, err := Open(specs(false), dir)
	if err != nil || len(r.Order.Cut) != 1 {
		t.Errorf("%v, %v", r, err)
	}
}

// The progress line fits narrow terminals, tells why the program does not do its work, and says when time runs otherwise.
func TestProgressLine(t *testing.T) {
	w := Words{Cycles: 1, Long: "error 1.4 mm", Short: "1.4 mm"}
	l := worded(&w, pace{time.Second, 123 * time.Second, 1000}, pace{2 * time.Second, 131 * time.Second, 3000}, 0)
	if got := l.in(120); got != "131.0 s · 2000 Hz (8.0× real time) · error 1.4 mm · 0 deadline misses " {
		t.Errorf("%q", got)
	}
	if got := l.in(40); utf8.RuneCountInString(got) > 40 {
		t.Errorf("%q is too long", got)
	}
	w.Alarm = "stopped"
	if l = worded(&w, pace{}, pace{time.Second, time.Second, 250}, 2); !strings.Contains(l.in(120), "2 deadline misses · stopped") || l.alarm != "stopped" {
		t.Errorf("%+v", l)
	}
	if l = worded(&Words{}, pace{}, pace{time.Second, time.Second, 0}, 1); l.long != "  1.0 s · 1 deadline miss" {
		t.Errorf("%q", l.long)
	}
	if l = worded(&Words{}, pace{}, pace{time.Second, time.Second, 0}, 0); l.long != "  1.0 s · 0 deadline misses" {
		t.Errorf("%+v", l)
	}
}

// What is new is told once, and the page learns of the status.
func TestTelling(t *testing.T) {
	hub, err := view.NewHub(view.Program{})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	n := 0
	d := &doing{Options: Options{Progress: &text}, hub: hub, inst: &Instance{Status: func() Words {
		n++
		return Words{News: []string{fmt.Sprint("news ", n)}, Alarm: "late"}
	}}}
	d.tell().end()
	if got := text.String(); !strings.HasPrefix(got, "news 1\n") || strings.Count(got, "news") != n {
		t.Errorf("asked %d times: %q", n, got)
	}
	if got, _ := hub.Read().Alarm(); got != "late" {
		t.Errorf("%q", got)
	}
}

// Every tag is in the histogram of the report.
func TestLatenessPartCountsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := &Ended{}
		for _, d := range rapid.SliceOfN(rapid.Int64Range(0, 1e9), 1, 50).Draw(t, "lateness") {
			e.Exec.Lateness.Add(time.Duration(d))
		}
		sum := 0.0
		for _, n := range e.LatenessPart(ms).Plots[0].Series[0].Y {
			sum += n
		}
		if sum != float64(e.Exec.Lateness.N()) {
			t.Fatalf("%v of %d tags", sum, e.Exec.Lateness.N())
		}
	})
}

// Figures that are none stay none.
func TestFigures(t *testing.T) {
	i := &Instance{Measure: func() map[string]float64 { return map[string]float64{"x": math.NaN(), "deadline_misses": 1} }}
	if f := i.Figures(3); len(f) != 2 || f["deadline_misses"] != 1 || !math.IsNaN(f["x"]) {
		t.Errorf("%v", f)
	}
}

// TestThePriorityIsThatOfTheProgramsThread, on the real clock, which alone has threads.
func TestThePriorityIsThatOfTheProgramsThread(t *testing.T) {
	for _, o := range []Order{{Real: true, Priority: 40}, {Real: true}, {Priority: 40}} {
		i, err := stepper().Make(o)
		if err != nil {
			t.Fatal(err)
		}
		d := doing{Options: Options{Order: o}, inst: i}
		if got := d.exec().Threads[i.Program.Name].Priority; (got == 40) != (o.Real && o.Priority == 40) {
			t.Errorf("%+v: a thread of priority %d", o, got)
		}
	}
}

// TestTheReasonNamesWhatIsOffered: why a run cannot be paused ends with what its command offers, and with nothing where it offers none.
func TestTheReasonNamesWhatIsOffered(t *testing.T) {
	for _, c := range []struct {
		why, way string
		script   bool
		want     string
	}{
		{"", "", false, "what this program is connected with does not stand still"},
		{"the robot goes on", "", false, "the robot goes on"},
		{"the robot goes on", "with --fast", false, "the robot goes on: with --fast, a run can be paused and stepped"},
		{"", "", true, "a script goes by the machine's clock beside this run: without it, a run can be paused and stepped"},
		{"", "with --fast", true, "a script goes by the machine's clock beside this run: without it, or with --fast, a run can be paused and stepped"},
	} {
		d := &doing{Options: Options{Pausable: c.way}, inst: &Instance{Unable: c.why}}
		if c.script {
			d.inst.Keep, d.inst.events = func(rt.Span) {}, make([]Event, 1)
		}
		if got := d.unable(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
