package fig7

import (
	"math"
	"os"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/math/nav"
)

const models = "../../examples/wheelchair"

// TestFaults finds what is wrong with the hand-written architecture, and nothing that is wrong with the generated one.
func TestFaults(t *testing.T) {
	both := sides()
	for _, s := range both {
		if err := s.look(models); err != nil {
			t.Fatal(err)
		}
	}
	if len(both[0].faults) != 8 || len(both[1].faults) != 0 || len(both[0].graph.Reactors) < 15 || len(both[1].graph.Reactors) < 30 {
		t.Errorf("%v\n%v", both[0].faults, both[1].faults)
	}
}

// TestOff measures from a path that turns on the spot.
func TestOff(t *testing.T) {
	path := []nav.Pose{{}, {X: 1}, {X: 1, Yaw: 1}, {X: 1, Y: 1, Yaw: 1.5}}
	for _, x := range []struct {
		at     nav.Pose
		d, yaw float64
	}{{nav.Pose{X: 0.5, Y: 0.1}, 0.1, 0}, {nav.Pose{X: 1, Yaw: 1}, 0, 0}, {nav.Pose{X: 2, Yaw: 0.2}, 1, 0.2}} {
		if d, yaw := off(path, x.at); math.Abs(d-x.d) > 1e-9 || math.Abs(yaw-x.yaw) > 1e-9 {
			t.Errorf("%v is %g m and %g rad off", x.at, d, yaw)
		}
	}
}

// TestRun drives a trip with both.
func TestRun(t *testing.T) {
	if os.Getenv("SINEW_LONG") == "" {
		t.Skip("SINEW_LONG=1 drives")
	}
	figures := map[string]float64{}
	err := Run(Options{Options: bench.Options{Quick: true, Seed: 1, Context: t.Context()}, Out: t.TempDir(), Models: models}, func(r bench.Result) { figures[r.Name] = r.Value })
	if err != nil || figures["fig7_deviation_rms"] > 0.1 || figures["fig7_reached"] != 1 {
		t.Error(err, figures)
	}
}
