package lemon

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
)

// A run on the real clock, over TCP, is replayed to the bit from what came in through its doors, deadline misses of
// this machine included.
func TestRealRunReplaysToTheBit(t *testing.T) {
	dir := t.TempDir()
	sum, _, err := ran(t.Context(), options{Params: DefaultParams(), For: 1500 * time.Millisecond, Seed: 2, Out: dir, Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Cycles < 20 || sum.Frames == 0 {
		t.Fatalf("%d cycles, %d frames", sum.Cycles, sum.Frames)
	}
	r, err := run.Replay(t.Context(), []run.Spec{Spec{}}, filepath.Join(dir, "trace.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Same() || r.Hash != sum.OutputHash {
		t.Fatalf("recorded %s, replayed %s: %+v", sum.OutputHash, r.Hash, r.Diff)
	}
}
