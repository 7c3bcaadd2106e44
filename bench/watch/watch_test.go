package watch

import (
	"slices"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

func TestQuickRun(t *testing.T) {
	var names []string
	err := Run(bench.Options{Quick: true, Seed: 1}, func(r bench.Result) {
		names = append(names, r.Name)
		t.Logf("%-32s %8.4g %-4s %s", r.Name, r.Value, r.Unit, r.Note)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"watch/tag_unwatched_1", "watch/tag_watched_40", "watch/hz_100kHz", "watch/hz_100kHz_real"} {
		if !slices.Contains(names, want) {
			t.Errorf("no figure %s", want)
		}
	}
}
