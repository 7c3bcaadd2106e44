package wakeup

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
)

// findPeers returns the C programs that this machine has, cyclictest first, and logs those it lacks.
func findPeers(priority int, log io.Writer) (peers []*peer) {
	if _, err := exec.LookPath(cyclictest); err != nil {
		fmt.Fprintln(log, "no cyclictest: install rt-tests (make deps) for the comparison")
	} else {
		peers = append(peers, &peer{name: cyclictest, run: func(period time.Duration, loops int) ([]float64, error) {
			return Cyclictest(context.Background(), priority, period, loops)
		}})
	}
	if loop, err := BuildLoop(); err != nil {
		fmt.Fprintln(log, err)
	} else {
		peers = append(peers, &peer{name: "c_loop", run: func(period time.Duration, loops int) ([]float64, error) {
			return loop.Lateness(context.Background(), priority, period, 0, loops)
		}, remove: loop.Remove})
	}
	return peers
}

const cyclictest = "cyclictest"

// Cyclictest runs rt-tests' program as its makers advise, and returns how late each wake-up was in µs, truncated to whole
// ones.
func Cyclictest(ctx context.Context, priority int, period time.Duration, loops int) ([]float64, error) {
	args := []string{"-t1", "-m", "-q", "-h5000", "-i" + micros(period), "-l" + strconv.Itoa(loops)}
	if priority > 0 {
		args = append(args, "-p"+strconv.Itoa(priority))
	}
	var errs strings.Builder
	cmd := exec.CommandContext(ctx, cyclictest, args...)
	cmd.Stderr = &errs
	out, err := child.Output(cmd)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", cyclictest, err, strings.TrimSpace(errs.String()))
	}
	late, err := histogram(string(out))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cyclictest, err)
	}
	return late, nil
}

// histogram expands lines of "microseconds count". Overflows are put into the largest bucket.
func histogram(out string) (late []float64, err error) {
	for line := range strings.Lines(out) {
		if after, ok := strings.CutPrefix(line, "# Histogram Overflows:"); ok {
			n, err := strconv.Atoi(strings.TrimSpace(after))
			if err != nil {
				return nil, fmt.Errorf("histogram overflows %q: %w", after, err)
			}
			for range n {
				late = append(late, 5000)
			}
		}
		fields := strings.Fields(line)
		if len(fields) != 2 || strings.HasPrefix(line, "#") {
			continue
		}
		us, err1 := strconv.Atoi(fields[0])
		n, err2 := strconv.Atoi(fields[1])
		if err1 != nil || err2 != nil {
			continue
		}
		for range n {
			late = append(late, float64(us))
		}
	}
	if len(late) == 0 {
		return nil, errNoFigures
	}
	return late, nil
}

// Loop is a periodic thread in C with the system calls of package rt.
type Loop struct{ bench.Peer }

// BuildLoop compiles it.
func BuildLoop() (Loop, error) {
	p, err := bench.BuildPeer("loop.c", loopSource)
	return Loop{p}, err
}

// Lateness runs the loop and returns how late each wake-up was in µs. It sleeps in one call or, with a nap, in two, like
// rt.Approach's Light.
func (l Loop) Lateness(ctx context.Context, priority int, period, nap time.Duration, loops int) ([]float64, error) {
	late, err := l.Numbers(ctx, micros(period), strconv.Itoa(loops), strconv.Itoa(priority), micros(nap))
	if err != nil {
		return nil, err
	}
	if len(late) == 0 {
		return nil, fmt.Errorf("%s: %w", l.Peer, errNoFigures)
	}
	for i := range late {
		late[i] /= 1000
	}
	return late, nil
}

func micros(d time.Duration) string { return strconv.FormatInt(d.Microseconds(), 10) }
