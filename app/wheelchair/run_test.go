package wheelchair

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
)

// drive runs the program in memory.
func drive(t *testing.T, p Params, seed uint64, long time.Duration) *Summary {
	t.Helper()
	out, err := run.Do(t.Context(), Spec{}, run.Options{Order: run.Order{Params: &p, Seed: seed, Say: func(string) {}}, For: long})
	if err != nil {
		t.Fatal(err)
	}
	return out.Value.(*Summary)
}

func TestAuto(t *testing.T) {
	v := drive(t, DefaultParams(), 1, 90*time.Second)
	v.print(t.Output())
	for _, l := range v.Said {
		t.Log(l)
	}
	t.Logf("%+v", v.Figures)
}
