package managed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// TestReport: the report of a run shows the joints, their tracking error and how much of the limits is used, with the switches.
func TestReport(t *testing.T) {
	p, dir := example(t), filepath.Join(t.TempDir(), "run")
	if _, err := run.Do(t.Context(), Spec{}, run.Options{Order: run.Order{Params: &p, Seed: 3}, For: 10 * time.Second, Out: folder.Place{Dir: dir}}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"tracking error", "joints, measured", "% of the limit", "Diagram of managed", "4.000", "activate servo; deactivate arm"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the report does not show %q", want)
		}
	}
}

// drive runs a robot for ten seconds and replays it.
func drive(t *testing.T, p Params, seed uint64) *Summary {
	t.Helper()
	return driveSpec(t, Spec{}, p, seed)
}

func driveSpec(t *testing.T, s Spec, p Params, seed uint64) *Summary {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	out, err := run.Do(t.Context(), s, run.Options{Order: run.Order{Params: &p, Seed: seed}, For: 10 * time.Second, Out: folder.Place{Dir: dir}})
	if err != nil {
		t.Fatal(err)
	}
	again, err := run.Replay(t.Context(), []run.Spec{s}, filepath.Join(dir, "trace.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	if !again.Same() {
		t.Errorf("the replay differs: %+v", again)
	}
	return out.Value.(*Summary)
}

func example(t *testing.T) Params {
	p, err := Find("../../examples/control-arm")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestArm(t *testing.T) {
	v := drive(t, example(t), 1)
	if v.LimitViolations != 0 || v.MissedCycles != 0 || v.GivenUp != 0 || v.Switches != 3 || len(v.GoalsFailed) > 0 || v.GoalError == nil || *v.GoalError > 1e-3 {
		t.Errorf("%+v", v)
	}
	t.Log(strings.Join(v.Events, "\n"), *v.GoalError)
	if other := drive(t, example(t), 2); other.OutputHash == v.OutputHash {
		t.Error("another seed makes no difference")
	}
}
