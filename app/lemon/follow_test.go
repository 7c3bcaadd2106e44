package lemon

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// options are those of a test's run.
type options struct {
	Params   Params
	Fast     bool
	Speed    float64
	For      time.Duration
	Seed     uint64
	Out      string
	Robot    string
	Sim      []string
	Trace    []string
	Pictures float64
	Rig      func(*Rig)
	Sink     io.Writer
	hooks    hooks
}

// ran runs the program.
func ran(ctx context.Context, o options) (*Summary, *Report, error) {
	var s *session
	ready := o.hooks.ready
	o.hooks.ready = func(x *session) {
		if s = x; ready != nil {
			ready(x)
		}
	}
	out, err := run.Do(ctx, Spec{Robot: o.Robot, Sim: o.Sim, Pictures: o.Pictures, Rig: o.Rig, hooks: o.hooks},
		run.Options{Order: run.Order{Params: &o.Params, Seed: o.Seed, Real: !o.Fast}, Speed: o.Speed, For: o.For,
			Out: folder.Place{Dir: o.Out}, Trace: o.Trace, Sink: o.Sink})
	if out == nil {
		return nil, nil, err
	}
	return out.Value.(*Summary), &Report{Metrics: s.m}, err
}

func demonstrate(t *testing.T, o options) *Summary {
	t.Helper()
	sum, _, err := ran(context.Background(), o)
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
		sum := demonstrate(t, options{Params: DefaultParams(), Fast: true, For: 4 * time.Second, Seed: 1, Out: dir, Trace: []string{"*"}})
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
