//go:build mujoco

package lemon

import (
	"testing"
	"time"
)

// The thesis' simulator drives the same program through the same box, in lock-step with logical time.
func TestMuJoCoInLockStep(t *testing.T) {
	p := DefaultParams()
	p.Plant = "mujoco"
	var hash string
	for range 2 {
		sum, _, err := ran(t.Context(), options{Params: p, Fast: true, For: 8 * time.Second, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if sum.Violations != 0 || sum.StoppedCycles != 0 || *sum.TrackingRMS > 6 {
			t.Fatalf("%d violations, %d stopped cycles, tracking %.2f mm rms", sum.Violations, sum.StoppedCycles, *sum.TrackingRMS)
		}
		if hash != "" && hash != sum.OutputHash {
			t.Fatalf("two runs differ: %s, %s", hash, sum.OutputHash)
		}
		hash = sum.OutputHash
	}
}
