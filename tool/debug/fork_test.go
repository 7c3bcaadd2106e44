package debug

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/run"
)

func TestASetPortIsReadInsteadOfTheWritersValue(t *testing.T) {
	s := open(t, params{Step: 1}, Options{Every: 3})
	do(t, s, "goto 0.05", "set src.n 500", "step")
	for path, want := range map[string]string{"src.n": "500", "a.out": "501", "b.out": "1000"} {
		if a := do(t, s, "print "+path); !strings.HasSuffix(a.Text, want) || !strings.Contains(a.Text, "now") {
			t.Errorf("%s: %s", path, a.Text)
		}
	}
	if !s.Status().Forked {
		t.Error("not forked")
	}
	if a := do(t, s, "why a.out"); !strings.Contains(a.Text, "src.n = 500 [set by hand]") {
		t.Error(a.Text)
	}
}

func TestWhatWasSetIsSetAgain(t *testing.T) {
	s := open(t, params{Step: 1}, Options{Every: 3})
	do(t, s, "goto 0.05", "set join.sum {\"Bag\": 99}", "goto 0.07", "set src.gain 5", "stepr", "set src.flow 8", "goto 0.2")
	want := state(s)
	for _, back := range []string{"goto 0.01", "back 40", "goto 0.06", "goto 0.0712", "goto 0"} {
		do(t, s, back, "goto 0.2")
		if d := cmp.Diff(want, state(s)); d != "" {
			t.Fatalf("after %s: %s", back, d)
		}
	}
	do(t, s, "undo", "undo", "undo", "goto 0.2")
	if s.Status().Forked {
		t.Error("still forked")
	}
	plain := open(t, params{Step: 1}, Options{})
	do(t, plain, "goto 0.2")
	if d := cmp.Diff(state(plain), state(s)); d != "" {
		t.Fatal(d)
	}
	if _, err := try(s, "undo"); err == nil {
		t.Error("undo of nothing")
	}
}

func TestUndoStandsWhereItWasSet(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	do(t, s, "goto 0.05", "stepr", "stepr")
	do(t, s, "set join.x 1")
	was := placeOf(s)
	do(t, s, "run 0.3", "undo")
	if got := placeOf(s); got != was {
		t.Fatalf("at %v, it was set at %v", got, was)
	}
}

func TestAForkIsWrittenAndOpenedAgain(t *testing.T) {
	file := recordMill(t, params{Step: 1}, 300*ms)
	for name, s := range map[string]*Session{"simulated": open(t, params{Step: 1}, Options{}), "recorded": openFile(t, file, Options{})} {
		do(t, s, "goto 0.05", "set join.sum {\"Grams\": 77}", "goto 0.08", "set src.flow 12", "run")
		dir := t.TempDir() + "/fork"
		a := do(t, s, "fork "+dir)
		if !strings.Contains(a.Text, "output hash") {
			t.Fatal(a.Text)
		}
		hash, _, _ := strings.Cut(strings.TrimPrefix(a.Text, "output hash "), "\n")
		if _, err := try(s, "fork "+dir); err == nil {
			t.Error("a fork over a fork")
		}
		again := openFile(t, dir, Options{})
		if !again.Status().Forked {
			t.Errorf("%s: not forked", name)
		}
		do(t, again, "run")
		if again.e.rec.Hash() != hash || again.about.Hash != hash {
			t.Errorf("%s: hash %s, again %s", name, hash, again.e.rec.Hash())
		}
		do(t, again, "goto 0.15")
		do(t, s, "goto 0.15")
		for _, path := range []string{"src.n", "join.sum", "slow.out", "src.flow"} {
			if d := cmp.Diff(do(t, s, "print "+path).Text, do(t, again, "print "+path).Text); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
}

func TestSetFaults(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	do(t, s, "goto 0.05")
	for line, want := range map[string]string{
		"set src.nn 1":           "is src.n meant?",
		"set src.n x":            "1:1",
		"set join.sum {\"A\":1}": "A",
		"set src.gain 11":        "out of range; give a number from 0 to 10",
		"set src.depth 3":        "src.depth is a sensor",
		"set out 1":              "write more of the path of a.out or b.out or slow.out",
	} {
		if _, err := try(s, line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	if s.Status().Forked {
		t.Error("forked by faults")
	}
	do(t, s, "goto 0.06", "back", "stepr", "stepr", "stepr")
	if _, err := try(s, "set src.n 1"); err == nil || !strings.Contains(err.Error(), "has read src.n at this tag already") {
		t.Errorf("set behind its reader: %v", err)
	}
	do(t, s, "run")
	if _, err := try(s, "set src.flow 1"); err == nil || !strings.Contains(err.Error(), "the run is over") {
		t.Errorf("set behind the end: %v", err)
	}
}

// An event that is sent while the run goes on reaches it at once, and it goes on to where it was going.
func TestSetWhileTheRunGoesOn(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	for _, line := range []string{"speed 0.01", "run 0.9"} { // far longer than this test takes
		if _, err := s.Command(t.Context(), line); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Command(t.Context(), "set src.gain 5"); err != nil {
		t.Fatal(err)
	}
	if st := s.Status(); !st.Forked || !st.Running {
		t.Fatalf("after the event: %+v", st)
	}
	if _, err := s.Command(t.Context(), "speed 0"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := placeOf(s); s.Status().Time < 0.88e9 {
		t.Fatalf("it stands at %v, not at 0.9 s", got)
	}
	if a := do(t, s, "print src.gain"); !strings.HasSuffix(a.Text, "5") {
		t.Error(a.Text)
	}
}

// What is refused while a run goes on does not change where it is going, and a time from now is not begun anew.
func TestARunGoesOnToWhereItWasGoing(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	for _, line := range []string{"goto 0.2", "speed 0.01", "run +0.5"} {
		if _, err := s.Command(t.Context(), line); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Command(t.Context(), "run 0.3"); err == nil {
		t.Error("a second run was taken")
	}
	for _, line := range []string{"set src.gain 5", "speed 0"} {
		if _, err := s.Command(t.Context(), line); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if at := s.Status().Time; at < 0.69e9 || at > 0.7e9 {
		t.Errorf("it stands at %d ns, not at 0.7 s", at)
	}
}

// To take back what lies ahead moves nothing.
func TestUndoOfWhatLiesAhead(t *testing.T) {
	s := open(t, params{Step: 1}, Options{Every: 3})
	do(t, s, "goto 0.5", "set src.gain 5", "goto 0.1")
	was := placeOf(s)
	do(t, s, "undo")
	if got := placeOf(s); got != was {
		t.Errorf("undo moved the run from %v to %v", was, got)
	}
}

// spell is a value that can run scripts.
type spell struct{ Text string }

func (spell) Scripted() {}

// speaker does what it is told, and says it on.
type speaker struct {
	reactor.Reactor
	Tick  reactor.Timer
	Order reactor.PhysicalAction[spell]
	Next  reactor.Out[spell]
	said  string
}

// TestSetOfScriptsNeedsTheRight: the debugger is no way around the guard of what runs scripts, by a door or by a port.
func TestSetOfScriptsNeedsTheRight(t *testing.T) {
	spec := run.New("speaker", struct{}{}, func(main *reactor.Main, _ *struct{}) error {
		r := &speaker{}
		reactor.Init(main, "speaker", r)
		r.Tick.Set(0, 10*ms)
		r.Reaction("tick").On(&r.Tick).Sets(&r.Next).Do(func() {})
		r.Reaction("say").On(&r.Order).Do(func() { r.said += r.Order.Get().Text })
		return nil
	})
	s := openMaker(t, Simulated(spec, run.Order{Seed: 1}, reactor.Tag{Time: reactor.Time(time.Second)}, nil), Options{})
	do(t, s, "step")
	for _, path := range []string{"speaker.order", "speaker.next"} {
		for _, ctx := range []context.Context{t.Context(), live.Allow(t.Context())} {
			if _, err := s.Command(ctx, "set "+path+` {"Text": "os.exit()"}`); !errors.Is(err, live.ErrMayNotScript) {
				t.Errorf("set %s: %v", path, err)
			}
		}
	}
	if s.Status().Forked {
		t.Error("a refused value has made a fork")
	}
	if _, err := s.Command(live.AllowScripts(t.Context()), `set speaker.order {"Text": "hello"}`); err != nil {
		t.Fatal(err)
	}
	do(t, s, "step")
	if a := do(t, s, "print speaker.order"); !strings.Contains(a.Text, "hello") {
		t.Error(a.Text)
	}
}
