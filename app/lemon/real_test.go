package lemon

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
)

// A run on the real clock, over TCP, is replayed to the bit from what came in through its doors, deadline misses of
// this machine included. A machine that does much else skips cycles: the run takes as long as is needed for a hundred.
func TestRealRunReplaysToTheBit(t *testing.T) {
	var dir string
	var sum *Summary
	for length := 1500 * time.Millisecond; sum == nil || sum.Cycles < 100 || sum.Frames == 0; length *= 2 {
		if length > time.Minute {
			t.Fatalf("%d cycles, %d frames", sum.Cycles, sum.Frames)
		}
		var err error
		dir = t.TempDir()
		if sum, _, err = ran(t.Context(), options{Params: DefaultParams(), For: length, Seed: 2, Out: dir, Trace: []string{"*"}}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := run.Replay(t.Context(), []run.Spec{Spec{}}, filepath.Join(dir, "trace.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Same() || r.Hash != sum.OutputHash {
		t.Fatalf("recorded %s, replayed %s: %+v", sum.OutputHash, r.Hash, r.Diff)
	}
}
