// Package bench measures what Sinew promises, and compares each figure with a peer's from the same run. Its subpackages
// contain the measurements; bench/peers contains the C and C++ programs to compare with, which are built when first
// needed, with the machine's compiler and Debian's libraries.
package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/trace/folder"
)

// Result is one figure. Peer, PeerValue and Ratio (Value/PeerValue) are set if a peer ran, too.
type Result struct {
	Name      string  `json:"name"`
	Value     float64 `json:"value"`
	Unit      string  `json:"unit"`
	Peer      string  `json:"peer,omitempty"`
	PeerValue float64 `json:"peer_value,omitempty"`
	Ratio     float64 `json:"ratio,omitempty"`
	Note      string  `json:"note,omitempty"`
	Machine   string  `json:"machine,omitempty"` // where it was measured
}

// Against adds a peer's figure to r.
func (r Result) Against(peer string, value float64) Result {
	r.Peer, r.PeerValue = peer, value
	if value != 0 {
		r.Ratio = r.Value / value
	}
	return r
}

// Options are common to all benches.
type Options struct {
	Quick bool // a run of a few seconds at most, for tests: figures are rough
	Seed  uint64
	N     int // cases, 0 for the bench's own default
	// Priority is the SCHED_FIFO priority of loops on the real clock; 0 for none.
	Priority int
	Log      io.Writer // progress and remarks for people
	// Context ends the bench when it is cancelled: loops call Stopped, programs are run with Until. nil never ends it.
	Context context.Context
}

// Until is the context in which to run programs.
func (o Options) Until() context.Context {
	if o.Context == nil {
		return context.Background()
	}
	return o.Context
}

// Stopped returns an error if the bench is to end.
func (o Options) Stopped() error {
	if o.Until().Err() != nil {
		return ErrStopped
	}
	return nil
}

// ErrStopped says that a bench was interrupted. It has emitted the figures that it had measured by then.
var ErrStopped = errors.New("interrupted: the figures above are all that was measured")

// patience is how long a bench that is interrupted has to clean up.
const patience = 300 * time.Millisecond

// Run runs a bench until it ends or is interrupted. After an interrupt Run returns soon, even if the bench does not; so
// the process must end. Figures that the bench emits after that are dropped.
func Run(o Options, run func(Options, Emit) error, emit Emit) error {
	var mu sync.Mutex
	over := false
	done := make(chan error, 1)
	go func() {
		done <- run(o, func(r Result) {
			mu.Lock()
			defer mu.Unlock()
			if !over {
				emit(r)
			}
		})
	}()
	select {
	case err := <-done:
		return err
	case <-o.Until().Done():
	}
	defer func() {
		mu.Lock()
		over = true
		mu.Unlock()
	}()
	select {
	case err := <-done:
		if errors.Is(err, context.Canceled) {
			return ErrStopped
		}
		return cmp.Or(err, error(ErrStopped))
	case <-time.After(patience):
		return ErrStopped
	}
}

// Emit receives figures as they are measured.
type Emit func(Result)

// line is a Result whose peer's value is 0.
type line struct {
	Result
	Zero float64 `json:"peer_value"`
}

// JSON prints one object per line. A figure that is not finite is null, and named.
func JSON(w io.Writer) Emit {
	return func(r Result) {
		var l any = r
		if r.Peer != "" && r.PeerValue == 0 {
			l = line{r, 0}
		}
		if b, err := folder.Line(l); err == nil { // numbers and words cannot fail
			_, _ = w.Write(b) // the caller's writer remembers an error
		}
	}
}

// Text prints one aligned line per figure.
func Text(w io.Writer) Emit {
	return func(r Result) {
		fmt.Fprintf(w, "%-44s %12.5g %-10s", r.Name, r.Value, r.Unit)
		if r.Peer != "" {
			fmt.Fprintf(w, " %.3f× of %s (%.5g)", r.Ratio, r.Peer, r.PeerValue)
		}
		if r.Note != "" {
			fmt.Fprintf(w, "  %s", r.Note)
		}
		fmt.Fprintln(w)
	}
}

// Machine describes this machine: its processors, system and Go.
func Machine() string {
	model := "unknown processor"
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if _, after, ok := strings.Cut(string(info), "model name\t: "); ok {
			model, _, _ = strings.Cut(after, "\n")
		}
	}
	return fmt.Sprintf("%d × %s, %s/%s, %s", runtime.NumCPU(), model, runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// Median returns the median of xs, which it sorts.
func Median(xs []float64) float64 { return Quantile(xs, 0.5) }

// Quantile returns the q-quantile (nearest rank) of xs, which it sorts.
func Quantile(xs []float64, q float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	slices.Sort(xs)
	return xs[min(len(xs)-1, int(q*float64(len(xs))))]
}
