package reactor

import (
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

func TestQuickRunEmitsEverything(t *testing.T) {
	var got []bench.Result
	if err := Run(bench.Options{Quick: true}, func(r bench.Result) { got = append(got, r) }); err != nil {
		t.Fatal(err)
	}
	names := map[string]bench.Result{}
	for _, r := range got {
		t.Logf("%-28s %8.4g %-9s %5.3g  %s", r.Name, r.Value, r.Unit, r.Ratio, r.Note)
		if r.Value <= 0 {
			t.Errorf("%+v", r)
		}
		names[r.Name] = r
	}
	for _, want := range []string{"pingpong", "pingpong_1M", "counting", "threadring", "forkjoin", "timers", "workers2", "pingpong_2workers"} {
		if names["reactor/"+want].Unit == "" {
			t.Errorf("no figure for %s", want)
		}
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
