package motion

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// TestTrail measures x = t³, whose backward differences are known, and begins afresh after a gap.
func TestTrail(t *testing.T) {
	const dt = 0.5
	var r Trail
	for begin := range 2 {
		r.Reset()
		for i := range 6 {
			at := float64(10*begin+i) * dt
			speed, acc, jerk := r.Push(spatial.V(at*at*at, 0, 0), dt)
			want := [3]float64{3*at*at - 3*at*dt + dt*dt, 6*at - 6*dt, 6}
			for k := range want {
				if i < k+1 {
					want[k] = 0
				}
			}
			for k, got := range [...]float64{speed, acc, jerk} {
				if math.Abs(got-math.Abs(want[k])) > 1e-9 {
					t.Errorf("from %d, position %d: difference %d is %g, want %g", begin, i, k+1, got, want[k])
				}
			}
			if r.Whole() != (i >= 3) {
				t.Errorf("from %d, position %d: whole %v", begin, i, r.Whole())
			}
		}
	}
}
