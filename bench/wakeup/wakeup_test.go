package wakeup

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/bench"
)

func TestRunReportsEverySeries(t *testing.T) {
	got := map[string]bench.Result{}
	if err := Run(bench.Options{Quick: true}, func(r bench.Result) { got[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	for _, rate := range []string{"wakeup_1khz", "wakeup_2khz"} {
		names := []string{"sleep", "spin", "deep", "wait"}
		if rate == "wakeup_1khz" {
			names = append(names, "garbage_sleep", "garbage_spin", "garbage_untuned")
		}
		for _, n := range names {
			for _, q := range []string{"_p50", "_p99", "_p99.9"} {
				r, ok := got[rate+"_"+n+q]
				if !ok || r.Value < 0 || r.Unit != "µs" {
					t.Errorf("%s_%s%s: got %+v, %v", rate, n, q, r, ok)
				}
			}
		}
	}
	for _, q := range []string{"_p50", "_p99", "_max"} {
		if r, ok := got["expired_late"+q]; !ok || r.Value <= 0 || r.Unit != "µs" {
			t.Errorf("expired_late%s: got %+v, %v", q, r, ok)
		}
	}
	if note := got["wakeup_1khz_garbage_sleep_p50"].Note; !strings.Contains(note, "MB/s") {
		t.Errorf("the garbage maker says %q", note)
	}
}

func TestHistogram(t *testing.T) {
	got, err := histogram("# /dev/cpu_dma_latency set to 0us\n# Histogram\n000000 000000\n000012 000002\n000031 000001\n" +
		"# Total: 000000003\n# Histogram Overflows: 00001\n# Thread 0: 3\n")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if d := cmp.Diff([]float64{12, 12, 31, 5000}, got); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{"", "no such option\n", "# Histogram Overflows: many\n"} {
		if _, err := histogram(bad); err == nil {
			t.Errorf("%q gave no error", bad)
		}
	}
}
