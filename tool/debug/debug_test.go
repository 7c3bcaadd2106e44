package debug

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
)

// golden compares what a script of commands says with a file.
func kept(t *testing.T, s *Session, file string, lines ...string) {
	t.Helper()
	var b strings.Builder
	for _, l := range lines {
		b.WriteString("> " + l + "\n")
		a, err := try(s, l)
		if err != nil {
			b.WriteString("error: " + err.Error() + "\n")
		} else {
			b.WriteString(a.Text + "\n")
		}
	}
	golden.Check(t, file, []byte(b.String()))
}

func TestSteppingAndLooking(t *testing.T) {
	kept(t, openFile(t, recordMill(t, params{Step: 1, Late: true}, time.Second), Options{Every: 4}), "testdata/look.golden",
		"where", "step", "step", "stepr", "stepr 3", "stepr", "stepr", "stepr", "backr", "backr 2", "back", "back 2", "back", "goto 0.084", "where",
		"info ports", "info ports join", "info queue", "info doors", "info modes", "info graph", "info breaks",
		"print join.sum", "print sum", "print src.gain", "print join.gate", "print join.add", "print slow.in", "print nothing", "print out",
		"break port join.sum Grams > 60", "break reaction again", "break miss", "break port join.sum Bags > 3", "break port join.sum > 3", "break miss a.do",
		"run", "run", "run", "reverse", "delete 3", "run", "info breaks", "delete 3", "delete all", "run", "run", "step", "back")
}

func TestWhy(t *testing.T) {
	kept(t, open(t, params{Step: 1}, Options{Every: 5}), "testdata/why.golden",
		"why src.n", "goto 0.12", "why join.sum", "why a.in depth 2", "why join.hint", "why join.gate", "why src.flow", "why join.sum at 0.03",
		"back", "stepr 2", "where", "why src.n", "why join.sum at 0.13", "where")
}

func TestWhyTellsThePageTheSame(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	a := do(t, s, "goto 0.12", "why join.sum")
	text, err := json.Marshal(a.Data)
	if err != nil || !strings.Contains(string(text), `"path":"join.sum","tag":[120000000,0],"reaction":"join.add"`) {
		t.Fatalf("%v %s", err, text)
	}
}

func TestAPanicIsStoodBefore(t *testing.T) {
	s := open(t, params{Step: 1, Panic: 30}, Options{})
	do(t, s, "run")
	if st := s.Status(); st.Reaction != "src.tick" || !strings.Contains(st.Reason, "the stone is broken") || st.Ended {
		t.Fatalf("%+v", st)
	}
	was := placeOf(s)
	do(t, s, "step", "run")
	if !s.Status().Ended {
		t.Fatal("the run goes on behind a panic")
	}
	do(t, s, "back 2", "goto 0.01", "run")
	if !s.Status().Ended {
		t.Fatal("it was known")
	}
	goPlace(t, s, was)
	if st := s.Status(); st.Reaction != "src.tick" {
		t.Fatalf("%+v", st)
	}
}

func TestHiddenStateIsNoticed(t *testing.T) {
	s := open(t, params{Step: 1, Leak: true}, Options{Every: 5})
	plain := open(t, params{Step: 1, Leak: true}, Options{Every: 1 << 30})
	do(t, plain, "goto 0.2")
	do(t, s, "goto 0.3")
	a := do(t, s, "goto 0.2")
	if !strings.Contains(a.Text, "the keyframes do not hold all of the program's state") {
		t.Fatal(a.Text)
	}
	if d := cmp.Diff(state(plain), state(s)); d != "" {
		t.Fatal(d)
	}
	if a = do(t, s, "back 5", "goto 0.2"); strings.Contains(a.Text, "keyframes") {
		t.Fatal("said twice")
	}
	if d := cmp.Diff(state(plain), state(s)); d != "" {
		t.Fatal(d)
	}
}

func TestARunThatIsNotTheSameTwiceIsNoticed(t *testing.T) {
	seed := uint64(0)
	m := &maker{About{Clock: "lock-step", Stop: reactor.Tag{Time: reactor.Time(time.Second)}}, func() (*run.Instance, error) {
		seed++
		return mill{}.Make(run.Order{Params: &params{Step: 1, Leak: true}, Seed: seed})
	}}
	s := openMaker(t, m, Options{Every: 5})
	if a := do(t, s, "goto 0.3", "goto 0.2"); !strings.Contains(a.Text, "does not do the same twice") {
		t.Fatal(a.Text)
	}
}

func TestPauseAndLookWhileItRuns(t *testing.T) {
	s := openMaker(t, Simulated(mill{}, run.Order{Seed: 1}, reactor.ForeverTag, nil), Options{Frames: 8})
	ctx := context.Background()
	if _, err := s.Command(ctx, "run"); err != nil {
		t.Fatal(err)
	}
	if !s.Status().Running {
		t.Fatal("not running")
	}
	for _, l := range []string{"print src.n", "info queue", "where", "break port join.late == -5", "speed 1000000"} {
		if _, err := s.Command(ctx, l); err != nil {
			t.Fatal(l, err)
		}
	}
	for _, l := range []string{"step", "goto 1", "undo", "why src.n"} {
		if _, err := s.Command(ctx, l); err != errRunning {
			t.Fatal(l, err)
		}
	}
	if a, err := s.Command(ctx, "pause"); err != nil || !strings.HasSuffix(a.Text, "paused") {
		t.Fatal(a, err)
	}
	if s.Status().Running {
		t.Fatal("running")
	}
	at := placeOf(s)
	do(t, s, "step")
	if got := placeOf(s); got.n != at.n+1 {
		t.Fatal(at, got)
	}
}

// TestForeseeing: a run is looked at beforehand, and stands at its beginning, as if nothing had been.
func TestForeseeing(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	want := do(t, s, "where").Text
	asked := 0
	if err := s.Foresee(t.Context(), func() bool { asked++; return asked == 5 }); err != nil || asked != 5 {
		t.Fatal(asked, err)
	}
	if at := placeOf(s); at != (place{}) {
		t.Fatal("it stands at", at)
	}
	if got := do(t, s, "where").Text; got != want {
		t.Errorf("it says %q, and said %q", got, want)
	}
	if err := s.Foresee(t.Context(), func() bool { return false }); err != nil || placeOf(s) != (place{}) {
		t.Fatal("with nothing to see:", placeOf(s), err)
	}
}

func TestSpeed(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	do(t, s, "speed 5")
	begun := time.Now()
	do(t, s, "run 0.25")
	if took := time.Since(begun); took < 45*ms {
		t.Fatalf("0.25 s at 5 times real time took %v", took)
	}
}

func TestChangedIsTold(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	for len(s.Changed()) > 0 {
		<-s.Changed()
	}
	do(t, s, "step")
	select {
	case <-s.Changed():
	default:
		t.Fatal("nothing said")
	}
}

func TestKeyframesAreThinnedOut(t *testing.T) {
	s := open(t, params{Step: 1}, Options{Every: 2, Frames: 40})
	do(t, s, "run")
	f := &s.frames
	if len(f.all) != 40 || f.all[0].n != 0 {
		t.Fatalf("%d keyframes, the first at %d", len(f.all), f.all[0].n)
	}
	for i := 1; i < len(f.all); i++ {
		if f.all[i-1].n >= f.all[i].n {
			t.Fatal("out of order")
		}
	}
	s.o.Memory = 1
	do(t, s, "goto 0.9", "run")
	if len(f.all) > 40 {
		t.Fatal(len(f.all))
	}
}

func TestASessionThatIsClosed(t *testing.T) {
	s := open(t, params{Step: 1}, Options{})
	ctx := context.Background()
	if _, err := s.Command(ctx, "run"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Command(ctx, "step"); err != errClosed {
		t.Fatal(err)
	}
}
