package wakeup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Soak configures the soak test.
type Soak struct {
	bench.Options
	Sinew []string      // the command that is sinew
	For   time.Duration // on each set of processors; 0 for 20 s
}

// programs is the number of programs in the soak: two control programs that make garbage, and two simulated robots with a
// client each that connects, reads 20 states and leaves, repeatedly. They collect garbage whenever the heap has grown by
// 1 %.
const programs = 4

// patience is how much longer than requested a program may take to end.
const patience = time.Second

// Run lets four programs of real-time priority run at 1 kHz with their collectors busy, on one processor and then on two,
// together with a canary on each: a thread of ordinary priority that wants to run every 5 ms. Figures: how long a canary
// had to wait at most, how late the programs woke, how long they took to end after their time and after an interrupt.
func (s Soak) Run(ctx context.Context, emit bench.Emit) error {
	if s.Log == nil {
		s.Log = io.Discard
	}
	if s.For <= 0 {
		s.For = 20 * time.Second
	}
	var errs []error
	for _, cores := range [][]int{{0}, {0, 1}} {
		if err := s.part(ctx, cores, emit); err != nil {
			errs = append(errs, fmt.Errorf("on %d processors: %w", len(cores), err))
		}
	}
	return errors.Join(errs...)
}

// part is the soak on some processors: first for its full time, then a short one that is interrupted.
func (s Soak) part(ctx context.Context, cores []int, emit bench.Emit) error {
	name := fmt.Sprintf("soak_%d_cores", len(cores))
	fmt.Fprintf(s.Log, "%s: %d programs for %v, load %s\n", name, programs, s.For, Load())
	stop, worst := canaries(cores)
	ended, err := s.together(ctx, cores, s.For, false)
	stop()
	for i, w := range worst {
		emit(bench.Result{Name: fmt.Sprintf("%s_canary%d_max", name, cores[i]), Value: float64(w.max) / 1e6, Unit: "ms",
			Note: fmt.Sprintf("of %d wake-ups, %d later than 10 ms", w.n, w.late)})
	}
	interrupted, err2 := s.together(ctx, cores, 5*time.Second, true)
	emit(bench.Result{Name: name + "_end_after_for_max", Value: longest(ended), Unit: "s"})
	emit(bench.Result{Name: name + "_end_after_interrupt_max", Value: longest(interrupted), Unit: "s"})
	for _, e := range ended {
		if e.said.Tags == 0 {
			continue
		}
		n := fmt.Sprintf("%s_%s", name, e.name)
		emit(bench.Result{Name: n + "_p50", Value: e.said.P50, Unit: "µs", Note: e.said.String()})
		emit(bench.Result{Name: n + "_p99", Value: e.said.P99, Unit: "µs"})
	}
	return errors.Join(err, err2)
}

func longest(all []ending) float64 {
	most := time.Duration(0)
	for _, e := range all {
		most = max(most, e.after)
	}
	return most.Seconds()
}

// ending is how a program ended.
type ending struct {
	name  string
	after time.Duration // later than requested
	said  Said
}

// together runs the programs in parallel for d, and then waits for their end or, with interrupt, requests it.
func (s Soak) together(ctx context.Context, cores []int, d time.Duration, interrupt bool) ([]ending, error) {
	ctx, cancel := context.WithTimeout(ctx, d+30*time.Second)
	defer cancel()
	var clients sync.WaitGroup
	defer clients.Wait()
	all := make([]ending, programs)
	errs := make([]error, programs)
	var running sync.WaitGroup
	for i := range all {
		running.Go(func() {
			all[i].name = fmt.Sprintf("%s%d", [...]string{"program", "robot"}[i%2], i)
			args := []string{"bench", "wakeup", "--program"}
			if i%2 == 1 {
				addr := fmt.Sprintf("127.0.0.%d:1337", 81+i)
				args = []string{"sim", "franka", "--protocol", "5", "--listen", addr}
				clients.Go(func() { visit(ctx, addr) })
			}
			all[i].after, all[i].said, errs[i] = s.program(ctx, cores, args, d, interrupt)
		})
	}
	running.Wait()
	cancel()
	return all, errors.Join(errs...)
}

// program runs one of them and returns how much later than requested it ended, and what it printed.
func (s Soak) program(ctx context.Context, cores []int, args []string, d time.Duration, interrupt bool) (late time.Duration, said Said, err error) {
	if !interrupt {
		args = append(args, "--for", d.String())
	}
	args = slices.Concat(s.Sinew[1:], args, []string{"--priority", fmt.Sprint(s.Priority)})
	cmd := exec.CommandContext(ctx, s.Sinew[0], args...)
	cmd.Env = append(os.Environ(), "GOGC=1")
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	wait, err := startOn(cmd, cores)
	if err != nil {
		return 0, said, err
	}
	due := time.Now().Add(d)
	if interrupt {
		time.AfterFunc(d, func() { _ = cmd.Process.Signal(os.Interrupt) })
	}
	err = wait()
	late = time.Since(due)
	what := strings.Join(args, " ")
	switch {
	case err != nil && ctx.Err() != nil:
		err = fmt.Errorf("%s did not end %v after its time and was killed", what, late.Round(time.Second))
	case err != nil:
		err = fmt.Errorf("%s: %w: %s", what, err, strings.TrimSpace(errs.String()))
	case late > patience:
		err = fmt.Errorf("%s ended %v after its time", what, late.Round(time.Millisecond))
	case late < -patience:
		err = fmt.Errorf("%s ended %v before its time: %s", what, -late.Round(time.Millisecond), strings.TrimSpace(errs.String()))
	}
	_ = json.Unmarshal([]byte(out.String()), &said) // a robot prints nothing of this kind
	return late, said, err
}

// visit connects to a robot, reads 20 states and leaves, until ctx ends.
func visit(ctx context.Context, addr string) {
	for ctx.Err() == nil {
		c, err := franka.Dial(ctx, addr, franka.Options{Timeout: time.Second})
		if err != nil {
			select {
			case <-ctx.Done():
			case <-time.After(20 * time.Millisecond): // not started yet, or gone
			}
			continue
		}
		var state franka.State
		for range 20 {
			if c.Read(&state) != nil {
				break
			}
		}
		_ = c.Close()
	}
}

// startOn starts cmd on some processors only.
func startOn(cmd *exec.Cmd, cores []int) (wait func() error, err error) {
	return child.StartIn(cmd, func(start func() error) error { return onCores(cores, start) })
}
