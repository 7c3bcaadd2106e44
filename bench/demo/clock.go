package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
)

// Clock describes runs of the demo on the real clock, as `sinew demo` in other processes.
type Clock struct {
	bench.Options
	Sinew   []string      // the command that is sinew
	For     time.Duration // total time of each variant in a comparison, in slices; 0 is 10 s
	Browser bool          // with its page open in a headless Chromium, instead of the comparison
	Chrome  string        // the browser's command; "" for chromium
}

// slice is the greatest length of one run in a comparison. The runs take turns, so that the machine's other load affects
// both.
const slice = 20 * time.Second

// slow is work for every picture that must not affect control.
const slow = "image_job: 100ms\n"

// Run emits the figures.
func (c Clock) Run(ctx context.Context, emit bench.Emit) error {
	if c.For <= 0 && c.Quick {
		c.For = time.Second
	} else if c.For <= 0 {
		c.For = 10 * time.Second
	}
	dir, err := os.MkdirTemp("", "sinew-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if c.Browser {
		return c.browsed(ctx, dir, emit)
	}
	params := filepath.Join(dir, "slow.yaml")
	if err := os.WriteFile(params, []byte(slow), 0o600); err != nil {
		return err
	}
	return c.compare(emit, func(variant int, length time.Duration) (*lemon.Summary, error) {
		args := []string{"--no-web"}
		if variant == 0 {
			args = append(args, "--params", params)
		}
		return c.demo(ctx, dir, length, nil, args...)
	})
}

// sums accumulates the results of the slices.
type sums struct {
	cycles, misses, late, skipped, old uint64
	square, worst                      float64 // mm², mm
	counted                            float64
}

func (s *sums) add(r *lemon.Summary) {
	s.cycles, s.misses = s.cycles+r.Cycles, s.misses+r.DeadlineMisses
	s.late, s.skipped, s.old = s.late+r.FramesLate, s.skipped+r.FramesSkipped, s.old+r.FramesOld+r.FramesRefused
	if r.TrackingRMS != nil && r.TrackingMax != nil {
		n := float64(r.Cycles)
		s.square, s.counted = s.square+n*(*r.TrackingRMS)*(*r.TrackingRMS), s.counted+n
		s.worst = max(s.worst, *r.TrackingMax)
	}
}

func (s *sums) rms() float64 { return math.Sqrt(s.square / max(1, s.counted)) }

func (s *sums) frames() string {
	return fmt.Sprintf("%d cycles; frames: %d used after 100 ms, %d passed over for newer ones, %d too old or refused", s.cycles, s.late, s.skipped, s.old)
}

// compare runs the demo with slow pictures and without.
func (c Clock) compare(emit bench.Emit, run func(variant int, length time.Duration) (*lemon.Summary, error)) error {
	all, err := c.turns(run, "with slow pictures", "without")
	if err != nil {
		return err
	}
	with, without := all[0], all[1]
	emit(bench.Result{Name: "demo_slow_pictures_misses", Value: float64(with.misses), Unit: "misses", Note: "image_job 100 ms; " + with.frames()}.
		Against("without", float64(without.misses)))
	emit(bench.Result{Name: "demo_slow_pictures_rms", Value: with.rms(), Unit: "mm"}.Against("without", without.rms()))
	emit(bench.Result{Name: "demo_slow_pictures_worst", Value: with.worst, Unit: "mm"}.Against("without", without.worst))
	return nil
}

// turns runs the demo in variants, slice by slice, each time beginning with the next one.
func (c Clock) turns(run func(variant int, length time.Duration) (*lemon.Summary, error), variants ...string) ([]sums, error) {
	all := make([]sums, len(variants))
	for done, n := time.Duration(0), 0; done < c.For; n++ {
		length := min(slice, c.For-done)
		done += length
		for k := range variants {
			v := (n + k) % len(variants)
			sum, err := run(v, length)
			if err != nil {
				return nil, err
			}
			all[v].add(sum)
		}
		if c.Log != nil {
			var missed []string
			for v, name := range variants {
				missed = append(missed, fmt.Sprintf("%d %s", all[v].misses, name))
			}
			fmt.Fprintf(c.Log, "%v of %v: deadline misses: %s\n", done, c.For, strings.Join(missed, ", "))
		}
	}
	return all, nil
}

// demo runs `sinew demo` and reads its outcome. open, if not nil, opens the address of its page and returns a function that
// closes it.
func (c Clock) demo(ctx context.Context, dir string, length time.Duration, open func(url string) func(), args ...string) (*lemon.Summary, error) {
	out, err := os.MkdirTemp(dir, "run-")
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(out, "run")
	all := append(append([]string(nil), c.Sinew[1:]...), "demo", "--for", length.String(), "--seed", fmt.Sprint(c.Seed), "--out", folder,
		"--priority", fmt.Sprint(c.Priority), "--quiet")
	cmd := exec.CommandContext(ctx, c.Sinew[0], append(all, args...)...)
	cmd.Cancel, cmd.WaitDelay, cmd.SysProcAttr = func() error { return cmd.Process.Signal(os.Interrupt) }, 5*time.Second, attributes()
	said, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	wait, err := child.Start(cmd)
	if err != nil {
		return nil, err
	}
	text, err := attend(said, open)
	if err = errors.Join(err, wait()); err != nil {
		return nil, fmt.Errorf("sinew demo: %w: %s", err, text)
	}
	b, err := os.ReadFile(filepath.Join(folder, "run.json"))
	if err != nil {
		return nil, err
	}
	sum := &lemon.Summary{}
	if err := json.Unmarshal(b, sum); err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	if sum.Cycles == 0 {
		return nil, fmt.Errorf("sinew demo: no cycle was run: %d reading faults, %d cycles in which the robot was not ready: %s",
			sum.ReadingFaults, sum.UnreadyCycles, text)
	}
	return sum, os.RemoveAll(out)
}

// address matches a page's address in a program's output.
var address = regexp.MustCompile(`https?://127\.0\.0\.1:\S+`)

// attend reads a demo's output until it ends, and opens its page as soon as the address is printed.
func attend(said io.Reader, open func(url string) func()) (text string, err error) {
	for lines := bufio.NewScanner(said); lines.Scan(); {
		text += lines.Text() + "\n"
		if url := address.FindString(lines.Text()); url != "" && open != nil {
			defer open(url)()
			open = nil
		}
	}
	if open != nil {
		err = errors.New("it did not print the address of its page")
	}
	return text, err
}
