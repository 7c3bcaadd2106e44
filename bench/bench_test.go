package bench_test

import (
	"context"
	"errors"
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
		if !errors.Is(err, bench.ErrStopped) || len(got) != 1 || took > 20*time.Second {
			t.Errorf("deaf %v: %v after %v, %v", deaf, err, took, got)
		}
	}
	if err := bench.Run(bench.Options{}, func(bench.Options, bench.Emit) error { return nil }, nil); err != nil {
		t.Error(err)
	}
}
