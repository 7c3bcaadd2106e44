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
	return c.compare(emit, func(slowly bool, length time.Duration) (*lemon.Summary, error) {
		args := []string{"--no-web"}
		if slowly {
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
func (c Clock) compare(emit bench.Emit, run func(slowly bool, length time.Duration) (*lemon.Summary, error)) error {
	with, without, err := c.turns("slow pictures", run)
	if err != nil {
		return err
	}
	emit(bench.Result{Name: "demo_slow_pictures_misses", Value: float64(with.misses), Unit: "misses", Note: "image_job 100 ms; " + with.frames()}.
		Against("without", float64(without.misses)))
	emit(bench.Result{Name: "demo_slow_pictures_rms", Value: with.rms(), Unit: "mm"}.Against("without", without.rms()))
	emit(bench.Result{Name: "demo_slow_pictures_worst", Value: with.worst, Unit: "mm"}.Against("without", without.worst))
	return nil
}

// turns runs the demo in two variants, slice by slice, with the order alternating.
func (c Clock) turns(what string, run func(with bool, length time.Duration) (*lemon.Summary, error)) (with, without sums, err error) {
	for done, n := time.Duration(0), 0; done < c.For; n++ {
		length := min(slice, c.For-done)
		done += length
		for k := range 2 {
			first := (n+k)%2 == 0
			sum, err := run(first, length)
			if err != nil {
				return with, without, err
			}
			if first {
				with.add(sum)
			} else {
				without.add(sum)
			}
		}
		if c.Log != nil {
			fmt.Fprintf(c.Log, "%v of %v: %d deadline misses with %s, %d without\n", done, c.For, with.misses, what, without.misses)
		}
	}
	return with, without, nil
}

// browsed runs the demo with its page open in a browser and without a page, slice by slice, and observes the page.
func (c Clock) browsed(ctx context.Context, dir string, emit bench.Emit) error {
	var all seen
	with, without, err := c.turns("a page open", func(watched bool, length time.Duration) (*lemon.Summary, error) {
		if !watched {
			return c.demo(ctx, dir, length, nil, "--no-web")
		}
		profile, err := os.MkdirTemp(dir, "chromium-")
		if err != nil {
			return nil, err
		}
		b, err := c.browse(profile)
		if err != nil {
			return nil, err
		}
		if err := b.settle(ctx); err != nil { // the browser's own start is not a cost of the page
			b.end()
			return nil, err
		}
		looked := make(chan struct{})
		open := func(url string) (done func()) {
			go func() {
				defer close(looked)
				s, err := b.watch(ctx, url, min(slice, c.For)/2)
				if err != nil && c.Log != nil {
					fmt.Fprintln(c.Log, "the page was not measured to its end:", err)
				}
				all.Paint, all.Worst = max(all.Paint, s.Paint), max(all.Worst, s.Worst)
				all.Frames, all.Scene = all.Frames+s.Frames, all.Scene+s.Scene
				all.Time, all.Script = all.Time+s.Time, all.Script+s.Script
			}()
			return func() {
				b.end() // a page that has not appeared by now is given up
				<-looked
			}
		}
		sum, err := c.demo(ctx, dir, length, open, "--no-browser")
		b.end()
		return sum, err
	})
	if err != nil {
		return err
	}
	emit(bench.Result{Name: "demo_browser_rms", Value: with.rms(), Unit: "mm", Note: "page open in a headless Chromium; bar 2.5 mm"}.Against("without", without.rms()))
	emit(bench.Result{Name: "demo_browser_worst", Value: with.worst, Unit: "mm", Note: "bar 10 mm"}.Against("without", without.worst))
	emit(bench.Result{Name: "demo_browser_cycles", Value: float64(with.cycles), Unit: "cycles", Note: "a cycle that is skipped misses no deadline"}.Against("without", float64(without.cycles)))
	emit(bench.Result{Name: "demo_browser_misses", Value: float64(with.misses), Unit: "misses", Note: with.frames()}.Against("without", float64(without.misses)))
	emit(bench.Result{Name: "demo_browser_added_misses", Value: float64(with.misses) - float64(without.misses), Unit: "misses",
		Note: fmt.Sprintf("deadlines missed with the page open less those without, %v each on the real clock; bar 0", c.For)})
	if all.Time == 0 {
		return errors.New("the page was not seen: its runs are too short, give a longer --for")
	}
	all.page(emit)
	return nil
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
