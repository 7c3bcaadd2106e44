package bench_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bench"
)

// A bench that never looks at its context is left all the same, with what it had measured.
func TestAnInterruptedBenchEnds(t *testing.T) {
	for _, deaf := range []bool{true, false} {
		ctx, cancel := context.WithCancel(context.Background())
		release := make(chan struct{})
		var got []bench.Result
		begun := time.Now()
		err := bench.Run(bench.Options{Context: ctx}, func(o bench.Options, emit bench.Emit) error {
			emit(bench.Result{Name: "first"})
			cancel()
			if deaf {
				<-release
			}
			<-o.Until().Done()
			return o.Stopped()
		}, func(r bench.Result) { got = append(got, r) })
		took := time.Since(begun)
		close(release)
		if !errors.Is(err, bench.ErrStopped) || len(got) != 1 || took > time.Minute {
			t.Errorf("deaf %v: %v after %v, %v", deaf, err, took, got)
		}
	}
	if err := bench.Run(bench.Options{}, func(bench.Options, bench.Emit) error { return nil }, nil); err != nil {
		t.Error(err)
	}
}

// A peer's figure of 0 is a figure.
func TestJSON(t *testing.T) {
	var b strings.Builder
	emit := bench.JSON(&b)
	emit(bench.Result{Name: "a", Value: 2, Unit: "misses"}.Against("without", 0))
	emit(bench.Result{Name: "b", Value: 2, Unit: "ms"})
	emit(bench.Result{Name: "c", Value: 2, Unit: "ms"}.Against("it", 4))
	want := `{"name":"a","value":2,"unit":"misses","peer":"without","peer_value":0}
{"name":"b","value":2,"unit":"ms"}
{"name":"c","value":2,"unit":"ms","peer":"it","peer_value":4,"ratio":0.5}
`
	if b.String() != want {
		t.Error(b.String())
	}
}
