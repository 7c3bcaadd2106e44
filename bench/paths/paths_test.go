package paths

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

func figures(t *testing.T, dir string) map[string]bench.Result {
	t.Helper()
	got := map[string]bench.Result{}
	if err := Run(bench.Options{Quick: true, Seed: 7, N: 200}, dir, func(r bench.Result) { got[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	got := figures(t, dir)
	if got["paths servo: arrived"].Value != 1 || got["paths servo: limits broken"].Value != 0 || got["safety: hostile proposals that broke a limit"].Value != 0 {
		t.Errorf("figures: %v", got)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.csv"))
	if len(files) != 200 {
		t.Fatalf("%d files", len(files))
	}
	f, err := os.Open(files[17])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if rows, err := csv.NewReader(f).ReadAll(); err != nil || len(rows) < 10 || len(rows[0]) != 11 {
		t.Errorf("%d rows: %v", len(rows), err)
	}
}

func TestSameFiguresOnAnyNumberOfProcessors(t *testing.T) {
	a, errA := all(t.Context(), 3, 60, "", true, func() Planner { return &Servo{} })
	before := runtime.GOMAXPROCS(5)
	b, errB := all(t.Context(), 3, 60, "", true, func() Planner { return &Servo{} })
	runtime.GOMAXPROCS(before)
	if errA != nil || errB != nil || hash(a) != hash(b) {
		t.Errorf("%v %v, hashes %x and %x", errA, errB, hash(a), hash(b))
	}
}

// reckless jumps: the property check must notice what the safety check would otherwise hide.
func TestFaultsAreFound(t *testing.T) {
	o := Outcome{V: 1.1, A: 2, J: 3, Outside: 0.1, FromRest: true, Over: 0.01}
	if f := o.Faults(true); len(f) != 6 {
		t.Errorf("found %v", f)
	}
	if f := (Outcome{V: 1, A: 1, J: 1, Arrived: true}).Faults(true); len(f) != 0 {
		t.Errorf("found %v", f)
	}
}
