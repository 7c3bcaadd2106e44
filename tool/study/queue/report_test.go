package queue

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// TestReadable: figures are named with their units.
func TestReadable(t *testing.T) {
	for name, want := range map[string]string{"tracking_rms_mm": "tracking rms [mm]", "limit_violations": "limit violations", "latency_us": "latency [µs]",
		"steady_error_deg": "steady error [°]", "mean": "mean", "s": "s"} {
		if got := labelled(name); got != want {
			t.Errorf("%s is called %q instead of %q", name, got, want)
		}
	}
	if got := spelled("steady_error_deg < 2 && k_s > 1", []string{"steady_error_deg"}); got != "steady error [°] < 2 && k_s > 1" {
		t.Errorf("%q", got)
	}
}

// TestUnfinished: nothing of a study is called good while runs are missing, and how many there are to be is said.
func TestUnfinished(t *testing.T) {
	s := parse(t, gains)
	runs, err := s.Plan(specs, "test")
	if err != nil {
		t.Fatal(err)
	}
	p := &pages{s: s, varied: s.Varied()}
	for _, r := range runs {
		p.rows = append(p.rows, Row{Run: *r, Outcome: scenario.Outcome{Status: scenario.Passed, Figures: map[string]scenario.Figure{"mean": 1}}})
	}
	said := func() string {
		var all strings.Builder
		for _, f := range append(p.head(), p.facts()...) {
			fmt.Fprintf(&all, "%s: %s %d\n", f.Name, f.Value, f.Verdict)
		}
		return all.String()
	}
	if got, want := said(), fmt.Sprintf("passed: 24 of 24 runs %d", report.Good); !strings.Contains(got, want) || !strings.Contains(got, fmt.Sprintf("mean < 2: holds in 24 of 24 runs %d", report.Good)) {
		t.Errorf("all passed:\n%s", got)
	}
	for i := range 14 {
		p.rows[i].Outcome = scenario.Outcome{Status: scenario.Open}
	}
	got := said()
	for _, want := range []string{"passed: 10 of 24 runs %d", "not run yet: 14 of 24 runs %d", "mean < 2: holds in 10 of 10 runs so far; 14 have no figures %d"} {
		if want = fmt.Sprintf(want, report.Neutral); !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if strings.Contains(got, fmt.Sprintf(" %d\n", report.Good)) {
		t.Errorf("something is called good:\n%s", got)
	}
}
