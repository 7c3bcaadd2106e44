package run

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/reactor/exec"
)

// What came last goes first, and a server that ends before its time ends what waits for it.
func TestWhatIsAroundIsLetGo(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var a Around
	within, stop := a.Within(t.Context())
	stop()
	if !errors.Is(context.Cause(within), context.Canceled) {
		t.Errorf("without servers: %v", context.Cause(within))
	}
	var log []string
	a.Keep(func() { log = append(log, "first") })
	a.Go(func(ctx context.Context) error { <-ctx.Done(); log = append(log, "server"); return ctx.Err() })
	a.Keep(func() { log = append(log, "last") })
	fault := errors.New("torn")
	a.Go(func(context.Context) error { return fault })
	within, stop = a.Within(t.Context())
	<-within.Done()
	if !errors.Is(context.Cause(within), fault) {
		t.Errorf("it ended by %v", context.Cause(within))
	}
	stop()
	for range 2 {
		if err := a.Close(); err != nil || !slices.Equal(log, []string{"last", "server", "first"}) {
			t.Errorf("%v, %v", log, err)
		}
	}
}

// A process gets its order, says that it is there, and ends when its input does, or by SIGTERM where it has none.
func TestAProcessBeside(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for script, order := range map[string]any{
		`read x; echo $$; echo "$x"; echo more >&2; exec cat`:   map[string]int{"n": 7},
		`echo $$; echo '{"n":7}'; echo more >&2; exec sleep 60`: nil,
	} {
		var a Around
		var pid int
		said, rest := make(chan string, 9), make(chan string, 1)
		err := a.Start(Process{Name: "it", Argv: []string{"sh", "-c", script}, Order: order, Say: func(l string) { said <- l },
			Hello: func(line []byte) error { _, err := fmt.Sscan(string(line), &pid); return err },
			Rest: func(r io.Reader) {
				line, _ := bufio.NewReader(r).ReadString('\n')
				rest <- line
			}})
		if err != nil {
			t.Fatal(err)
		}
		if line, more := <-rest, <-said; line != "{\"n\":7}\n" || more != "more" {
			t.Errorf("it says %q and %q", line, more)
		}
		_ = a.Close() // never fails
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("process %d is still there: %v", pid, err)
		}
	}
}

// A process that does not begin says why, and leaves nothing behind.
func TestAProcessThatDoesNotBegin(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for script, want := range map[string]string{
		"echo first >&2; echo cannot bind: address in use >&2; exit 1": "it did not begin (sh -c echo first >&2; echo cannot bind: address in use >&2; exit 1): it ended before it said where it listens: cannot bind: address in use",
		"exit 0":                    "without a word",
		"echo hello; exec sleep 60": "no number",
	} {
		var a Around
		err := a.Start(Process{Name: "it", Argv: []string{"sh", "-c", script}, Say: func(string) {},
			Hello: func([]byte) error { return errors.New("no number") }})
		if err == nil || !strings.Contains(err.Error(), want) || len(a.held) > 0 {
			t.Errorf("%s: %v", script, err)
		}
	}
	var a Around
	if err := a.Start(Process{Name: "it", Argv: []string{"/no/such/program"}, Order: 1}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a program that is not there: %v", err)
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
