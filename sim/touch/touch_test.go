package touch_test

import (
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim/touch"
)

func TestWallPushesAndNeverPulls(t *testing.T) {
	w := touch.Wall{At: spatial.V(0, 0, 1), Normal: spatial.V(0, 0, 1), Stiffness: 1000, Damping: 10}
	for _, c := range []struct{ z, vz, want float64 }{{1.1, -1, 0}, {1, 0, 0}, {0.99, 0, 10}, {0.99, -0.5, 15}, {0.99, 2, 0}} {
		if f := w.Push(spatial.V(3, 4, c.z), spatial.V(1, 1, c.vz)); f.Dist(spatial.V(0, 0, c.want)) > 1e-9 {
			t.Errorf("at %g with %g m/s: %v, want %g N", c.z, c.vz, f, c.want)
		}
	}
}
