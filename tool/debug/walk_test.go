package debug

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/view"
)

// goPlace brings a session to a place.
func goPlace(t tb, s *Session, p place) {
	t.Helper()
	_, err := s.start(context.Background(), true, time.Minute, func() (view.Answer, error) {
		err := s.moveTo(p)
		if panicked := (*exec.PanicError)(nil); errors.As(err, &panicked) {
			err = s.moveTo(p) // on through the end of the program
		}
		return view.Answer{}, err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func placeOf(s *Session) place {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.e.at()
}

// moves are lines that a walk may take; %d is a number.
var moves = []string{"step %d", "stepr %d", "back %d", "backr %d", "goto 0.%03d", "goto 0.%02d:0", "run 0.%03d", "run +0.0%02d", "reverse", "run",
	"why join.sum", "why slow.out at 0.%02d", "pause"}

func TestAnyWalkEndsWhereAFreshRunDoes(t *testing.T) {
	file := recordMill(t, params{Step: 3, Late: true}, 300*ms)
	rapid.Check(t, func(r *rapid.T) {
		o := Options{Every: rapid.SampledFrom([]int{0, 1, 3, 10, 1000}).Draw(r, "every"), Frames: rapid.SampledFrom([]int{0, 4, 20}).Draw(r, "frames")}
		p := params{Step: 3, Panic: rapid.SampledFrom([]int{0, 90}).Draw(r, "panic")}
		again := func(o Options) *Session { return open(r, p, o) }
		if rapid.Bool().Draw(r, "recorded") {
			again = func(o Options) *Session { return openFile(r, file, o) }
		}
		s := again(o)
		if rapid.Bool().Draw(r, "breaks") {
			do(r, s, "break port join.sum Grams > 60", "break reaction join.again", "break port src.n changes", "break miss")
		}
		for i := range rapid.IntRange(1, 12).Draw(r, "moves") {
			line := rapid.SampledFrom(moves).Draw(r, fmt.Sprint("move", i))
			if fmt.Sprintf(line, 1) != line+"%!(EXTRA int=1)" {
				line = fmt.Sprintf(line, rapid.IntRange(1, 60).Draw(r, "n"))
			}
			_, _ = try(s, line) // it may say that there is nothing further
		}
		fresh := again(Options{Every: 1 << 30})
		goPlace(r, fresh, placeOf(s))
		if d := cmp.Diff(state(fresh), state(s)); d != "" {
			r.Fatalf("at %v:\n%s", placeOf(s), d)
		}
		for _, n := range s.notes {
			r.Fatalf("note: %s", n)
		}
	})
}

func TestBreakpointsHitTheSameBackwards(t *testing.T) {
	file := recordMill(t, params{Step: 3, Late: true}, 300*ms)
	rapid.Check(t, func(r *rapid.T) {
		o := Options{Every: rapid.SampledFrom([]int{1, 7, 1000}).Draw(r, "every")}
		var s *Session
		if rapid.Bool().Draw(r, "recorded") {
			s = openFile(r, file, o)
		} else {
			s = open(r, params{Step: rapid.IntRange(1, 5).Draw(r, "step")}, o)
		}
		all := []string{"port join.sum Grams > 60", "port src.n changes", "reaction join.again", "miss", "miss join.add", "port join.hint", "port slow.in == 12",
			"port join.sum Bag changes", "reaction join.sleep"}
		for _, b := range rapid.SliceOfN(rapid.SampledFrom(all), 1, 3).Draw(r, "breaks") {
			do(r, s, "break "+b)
		}
		var forth, back []string
		for range 500 {
			a := do(r, s, "run 0.3")
			if s.Status().Reason == "" {
				break
			}
			forth = append(forth, a.Text)
		}
		for range 500 {
			a := do(r, s, "reverse")
			if placeOf(s) == (place{}) {
				break
			}
			back = append([]string{a.Text}, back...)
		}
		if d := cmp.Diff(forth, back); d != "" {
			r.Fatal(d)
		}
	})
}
