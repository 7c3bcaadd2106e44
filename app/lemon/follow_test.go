package lemon

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func mustRun(t *testing.T, o RunOptions) *Summary {
	t.Helper()
	sum, _, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestFastRunsAreTheSameToTheByte(t *testing.T) {
	var files [2][]byte
	var hash [2]string
	for i := range 2 {
		dir := t.TempDir()
		sum := mustRun(t, RunOptions{Params: DefaultParams(), Fast: true, For: 4 * time.Second, Seed: 1, Out: dir, Trace: []string{"*"}})
		b, err := os.ReadFile(filepath.Join(dir, "trace.mcap"))
		if err != nil {
			t.Fatal(err)
		}
		files[i], hash[i] = b, sum.OutputHash
		t.Logf("%+v", *sum)
		t.Logf("rms %v max %v, %d bytes", *sum.TrackingRMS, *sum.TrackingMax, len(b))
	}
	if hash[0] != hash[1] || string(files[0]) != string(files[1]) {
		t.Fatalf("hashes %v", hash)
	}
}
