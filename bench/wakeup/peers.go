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

// findPeers returns the C programs this machine has, cyclictest first, and logs those it lacks.
func findPeers(log io.Writer) (peers []*peer) {
	if path, err := exec.LookPath("cyclictest"); err != nil {
		fmt.Fprintln(log, "no cyclictest: install rt-tests (make deps) for the comparison")
	} else {
		peers = append(peers, &peer{name: "cyclictest", run: func(period time.Duration, loops int) ([]float64, error) {
			return cyclictest(path, period, loops)
		}})
	}
	if loop, err := bench.BuildPeer("loop.c", loopSource); err != nil {
		fmt.Fprintln(log, err)
	} else {
		peers = append(peers, &peer{name: "c_loop", run: func(period time.Duration, loops int) ([]float64, error) {
			return cLoop(loop, period, loops)
		}, remove: loop.Remove})
	}
	return peers
}

// cyclictest runs rt-tests' program as its makers advise and reads its histogram of whole microseconds.
func cyclictest(path string, period time.Duration, loops int) ([]float64, error) {
	var errs strings.Builder
	cmd := exec.Command(path, "-t1", "-p80", "-m", "-q", "-h5000", "-i"+micros(period), "-l"+strconv.Itoa(loops))
	cmd.Stderr = &errs
	out, err := child.Output(cmd)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", path, err, strings.TrimSpace(errs.String()))
	}
	late, err := histogram(string(out))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return late, nil
}

// histogram expands lines of "microseconds count". What overflowed counts as the largest bucket.
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

// cLoop runs the C loop, which prints how many ns each wake-up was late.
func cLoop(loop bench.Peer, period time.Duration, loops int) ([]float64, error) {
	late, err := loop.Numbers(context.Background(), micros(period), strconv.Itoa(loops))
	if err != nil {
		return nil, err
	}
	if len(late) == 0 {
		return nil, fmt.Errorf("%s: %w", loop, errNoFigures)
	}
	for i := range late {
		late[i] /= 1000
	}
	return late, nil
}

func micros(d time.Duration) string { return strconv.FormatInt(d.Microseconds(), 10) }
