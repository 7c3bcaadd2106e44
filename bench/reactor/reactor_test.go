package reactor

import (
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

func TestQuickRunEmitsEverything(t *testing.T) {
	var got []bench.Result
	if err := Run(Options{Options: bench.Options{Quick: true}}, func(r bench.Result) { got = append(got, r) }); err != nil {
		t.Fatal(err)
	}
	names := map[string]bench.Result{}
	for _, r := range got {
		t.Logf("%-28s %8.4g %-9s %5.3g  %s", r.Name, r.Value, r.Unit, r.Ratio, r.Note)
		if allocs := strings.HasSuffix(r.Name, "_allocs"); r.Value <= 0 && !allocs || r.Value > 0.01 && allocs {
			t.Errorf("%+v", r)
		}
		names[r.Name] = r
	}
	for _, want := range []string{"pingpong", "pingpong_1M", "counting", "threadring", "forkjoin", "timers", "workers2", "pingpong_2workers"} {
		if names["reactor/"+want].Unit == "" {
			t.Errorf("no figure for %s", want)
		}
	}
	for _, want := range []string{"reactor_scale_10_ns", "reactor_scale_100_bytes", "reactor_scale_1000_build_us", "reactor_scale_1000_allocs",
		"reactor/pingpong_allocs"} {
		if names[want].Unit == "" {
			t.Errorf("no figure for %s", want)
		}
	}
	if bytes := names["reactor_scale_1000_bytes"].Value; bytes > 1500 {
		t.Errorf("a reactor occupies %g bytes", bytes)
	}
}

// TestProgramsCountRight compares what a program announces with the reactions that run.
func TestProgramsCountRight(t *testing.T) {
	for _, p := range programs() {
		m, n := p.build(2400)
		if n != 2400 {
			t.Errorf("%s announces %d of 2400", p.name, n)
		}
		if _, err := measure(bench.Options{}, m, 1); err != nil {
			t.Error(err)
		}
	}
}
