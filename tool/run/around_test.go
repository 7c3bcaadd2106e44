package run

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/reactor/exec"
)

// serving is a server.
type serving func(context.Context) error

func (s serving) Serve(ctx context.Context) error { return s(ctx) }
func (serving) Addr() string                      { return "here" }

// What came last goes first, and a server that ends before its time ends what waits for it.
func TestWhatIsAroundIsLetGo(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var a Around
	alone := errors.New("alone")
	if err := a.Await(t.Context(), func(context.Context) error { return alone }); err != alone {
		t.Errorf("without servers: %v", err)
	}
	var log []string
	a.Keep(func() { log = append(log, "first") })
	a.Go(func(ctx context.Context) error { <-ctx.Done(); log = append(log, "server"); return ctx.Err() })
	a.Keep(func() { log = append(log, "last") })
	if err := a.Await(t.Context(), func(context.Context) error { return alone }); err != alone {
		t.Errorf("beside a server that goes on: %v", err)
	}
	fault := errors.New("torn")
	if _, err := a.Serve(serving(nil), fault); err != fault || len(a.held) != 3 {
		t.Errorf("of a server that could not be opened: %v", err)
	}
	if at, err := a.Serve(serving(func(context.Context) error { return fault }), nil); err != nil || at != "here" {
		t.Error(at, err)
	}
	if err := a.Await(t.Context(), func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }); err != fault {
		t.Errorf("it ended by %v", err)
	}
	if err := a.Await(t.Context(), func(ctx context.Context) error { <-ctx.Done(); return nil }); err != nil {
		t.Errorf("what went well: %v", err)
	}
	for range 2 {
		if err := a.Close(); err != nil || !slices.Equal(log, []string{"last", "server", "first"}) {
			t.Errorf("%v, %v", log, err)
		}
	}
}

func TestLinesOfAProcess(t *testing.T) {
	var got []string
	l := speech{say: func(line string) { got = append(got, line) }}
	for _, part := range []string{"one\ntw", "o\n\n", strings.Repeat("x", 3*longest), "\n\nlast"} {
		if n, err := l.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if len(got) != 3 || got[1] != "two" || len(got[2]) != longest || l.last != got[2] {
		t.Errorf("%q", got)
	}
}

func TestRefusalsAreOneLine(t *testing.T) {
	got := refusals([]string{"SCHED_FIFO 81 refused: operation not permitted: x", "mlockall refused: y", "a page is slow",
		"SCHED_FIFO 81 refused: operation not permitted: x", "a page is slow", "processor 9 refused: z"})
	if len(got) != 3 || !strings.HasPrefix(got[0], "the system refuses SCHED_FIFO 81, mlockall: ") || got[1] != "a page is slow" || got[2] != "processor 9 refused: z" {
		t.Errorf("%q", got)
	}
	if got := refusals(nil); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// scheduled is a program to which something happens at times.
type scheduled struct {
	Spec
	events []Event
	notes  *[]string
}

func (s scheduled) Make(o Order) (*Instance, error) {
	i, err := s.Spec.Make(o)
	if err != nil {
		return nil, err
	}
	i.Exec = func(x *exec.Options) { x.KeepAlive = true }
	i.Script(s.events...)
	i.Result = func(e *Ended) *Result { *s.notes = e.Notes; return e.plain() }
	return i, nil
}

// What happens at times happens on the real clock, too, in its order and no longer than the program runs.
func TestEventsOnTheRealClock(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var log, notes []string
	ctx, cancel := context.WithCancel(t.Context())
	event := func(name string, do func() error) func() error {
		return func() error { log = append(log, name); return do() }
	}
	_, err := Do(ctx, scheduled{stepper(), []Event{{3 * ms, event("c", func() error { cancel(); return nil })},
		{ms, event("a", func() error { return nil })}, {ms, event("b", func() error { return errors.New("torn") })},
		{1e6 * ms, event("d", func() error { return nil })}}, &notes}, Options{Order: Order{Real: true}})
	if err != nil || strings.Join(log, "") != "abc" || !slices.Equal(notes, []string{"torn"}) {
		t.Errorf("%v, %v, %v", log, notes, err)
	}
}
