package lemon

import (
	"context"
	"testing"
)

// A run that is ended before its first tag starts and stops at one tag, and still switches the robot off.
func TestEndAtTheFirstTag(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var rig *Rig
	sum, _, err := ran(ctx, options{Params: DefaultParams(), Fast: true, Seed: 1, Rig: func(r *Rig) { rig = r }})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Seconds != 0 || sum.Cycles != 0 {
		t.Fatalf("%g s, %d cycles", sum.Seconds, sum.Cycles)
	}
	if state, _, _, _ := rig.Box.State(); state != 4 {
		t.Fatalf("the box is in state %v, not stopped", state)
	}
}
