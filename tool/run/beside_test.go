package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// counted is a value of a fixed size.
type counted struct {
	N   int32
	Sum float64
}

// count is a process that counts from where its order says, on two threads.
func count(ctx context.Context, in io.Reader, out io.Writer) error {
	return Beside(ctx, in, out, func(from int32, thread func() (undo func())) (*Served, error) {
		if from < 0 {
			return nil, errors.New("it counts upwards only")
		}
		send, wait := Send[counted](out), func(ctx context.Context) error { <-ctx.Done(); return nil }
		counts := func(ctx context.Context) error {
			for v := (counted{from, 0.5}); v.N < from+1000; v.N++ {
				send(v)
			}
			return wait(ctx)
		}
		return &Served{Hello: os.Getpid(), Serve: []func(context.Context) error{counts, wait}}, nil
	})
}

// TestBeCount is that process; in the tests' own it has nothing to do.
func TestBeCount(t *testing.T) {
	if os.Getenv(countRole) != "" {
		_, _ = os.Stderr.WriteString("more\n")
		if err := count(context.Background(), os.Stdin, os.Stdout); err != nil {
			t.Fatal(err)
		}
	}
}

// countRole, in the environment, makes the test binary that process.
const countRole = "SINEW_TEST_COUNT"

// A process gets its order, says its hello and then values, and ends when it is let go: one of its own, and one here.
func TestAProcessBeside(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(countRole, "1")
	for _, argv := range [][]string{nil, {self, "-test.run=^TestBeCount$"}} {
		var a Around
		var pid int
		values, said := make(chan counted, 1000), make(chan string, 9)
		p := Process{Name: "it", Argv: argv, Here: count, Order: 7, Hello: &pid, Rest: Take(func(v counted) { values <- v }), Say: func(l string) { said <- l }}
		if _, err := a.Start(p); err != nil {
			t.Fatal(err)
		}
		for i := range int32(1000) {
			if v := <-values; v != (counted{7 + i, 0.5}) {
				t.Fatalf("value %d is %+v", i, v)
			}
		}
		_ = a.Close() // never fails
		if argv == nil {
			if pid != os.Getpid() {
				t.Errorf("it is process %d", pid)
			}
			continue
		}
		if more := <-said; more != "more" || pid == os.Getpid() || !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			t.Errorf("process %d says %q, or is still there", pid, more)
		}
	}
}

// A process that does not begin says why, and leaves nothing behind.
func TestAProcessThatDoesNotBegin(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	sh := func(script string) Process { return Process{Argv: []string{"sh", "-c", script}} }
	for _, c := range []struct {
		p    Process
		want string
	}{
		{sh("echo first >&2; echo cannot bind: address in use >&2; exit 1"), "it did not begin (sh -c echo first >&2; echo cannot bind: address in use >&2; exit 1): it ended before it said where it listens: cannot bind: address in use"},
		{sh("exit 0"), "without a word"},
		{sh("echo hello; exec cat"), "no hello in JSON: \"hello\": invalid character"},
		{sh(`echo '{"Fault": "no such vehicle"}'; exec cat`), "): no such vehicle"},
		{Process{Here: count, Order: -1}, "(in this process): it counts upwards only"},
		{Process{Here: count, Order: "x"}, "its standard input: "},
		{Process{Here: func(context.Context, io.Reader, io.Writer) error { return nil }}, "without a word"},
	} {
		var a Around
		c.p.Name, c.p.Hello, c.p.Say = "it", new(int), func(string) {}
		if _, err := a.Start(c.p); err == nil || !strings.Contains(err.Error(), c.want) || len(a.held) > 0 {
			t.Errorf("want %q: %v", c.want, err)
		}
	}
	var a Around
	if _, err := a.Start(Process{Name: "it", Argv: []string{"/no/such/program"}, Order: 1}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a program that is not there: %v", err)
	}
}

// FuzzHello: whatever a process says first, that is its hello or a fault.
func FuzzHello(f *testing.F) {
	f.Add([]byte(`{"Hello":"127.0.0.1:4810"}`))
	f.Add([]byte(`{"Hello":7}`))
	f.Add([]byte(`{"Hello":null}`))
	f.Add([]byte(`{"Fault":"there is no vehicle"}`))
	f.Add([]byte("Jack-like, free, at 127.0.0.1:4810\n"))
	fuzz.Run(f, func(t *testing.T, line []byte) {
		addr := "none"
		b := beside{Process: Process{Hello: &addr}}
		if err := b.greeted(line); err == nil && (addr == "none" || !json.Valid(line)) && !bytes.Contains(line, []byte("none")) {
			t.Errorf("%q: %q", line, addr)
		}
	})
}
