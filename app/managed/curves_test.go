package managed

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestHalved: of two samples the greater stays, whatever is missing, or the later one.
func TestHalved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0, 1), rapid.Just(math.NaN())), 2, 20).Draw(t, "x")
		x = x[:len(x)/2*2]
		greater, later := halved(append([]float64(nil), x...), true), halved(append([]float64(nil), x...), false)
		for i := range greater {
			a, b := x[2*i], x[2*i+1]
			want := math.Max(a, b)
			if math.IsNaN(a) {
				want = b
			} else if math.IsNaN(b) {
				want = a
			}
			if greater[i] != want && !(math.IsNaN(greater[i]) && math.IsNaN(want)) || later[i] != b && !math.IsNaN(b) {
				t.Fatal(x, greater, later)
			}
		}
	})
}
