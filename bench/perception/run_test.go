package perception

import (
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

func TestRunQuick(t *testing.T) {
	got := map[string]bench.Result{}
	if err := Run(bench.Options{Quick: true, Seed: 1, Log: t.Output()}, func(r bench.Result) { got[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"seg_640x480_blob1", "seg_640x480_blob20", "seg_640x480_blob80", "seg_growth", "stereo_640x480_64"} {
		if got[name].Value <= 0 {
			t.Errorf("%s is missing: %+v", name, got[name])
		}
	}
	if r, ok := got["seg_allocs"]; !ok || r.Value != 0 {
		t.Errorf("a picture allocates %v times", r.Value)
	}
}
