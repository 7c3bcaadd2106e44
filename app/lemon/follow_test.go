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
	Sink     io.Writer
	hooks    hooks
}

// hooks are what a test does to the program and within a run of it.
type hooks struct {
	rig    func(*Rig)        // before the program is built
	extend func(*Network)    // then
	ready  func(*session)    // before it runs
	film   func(*Frame) bool // on every frame; false loses it
	script []event           // of lock-step runs
}

// event is something that happens to the simulated surroundings at a time of theirs.
type event struct {
	at time.Duration
	do func(*session)
}

// hooked is the program with a test's hooks.
type hooked struct {
	Spec
	hooks
}

// Make implements run.Spec.
func (x hooked) Make(o run.Order) (*run.Instance, error) {
	s, err := x.prepare(o)
	if err != nil {
		return nil, err
	}
	if x.rig != nil {
		x.rig(s.rig)
	}
	if x.extend != nil {
		x.extend(s.net)
	}
	if x.film != nil {
		pass := s.rig.frames
		s.rig.frames = func(f Frame) {
			if x.film(&f) {
				pass(f)
			}
		}
	}
	i, err := s.instance()
	if err != nil {
		return nil, err
	}
	if len(x.script) > 0 {
		var events []run.Event
		for _, e := range x.script {
			events = append(events, run.Event{At: e.at, Do: func() error { e.do(s); return nil }})
		}
		i.Script(events...)
	}
	i.Begin = func(context.Context, *run.Around) error { x.ready(s); return nil }
	return i, nil
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
	out, err := run.Do(ctx, hooked{Spec{Robot: o.Robot, Sim: o.Sim, Pictures: o.Pictures}, o.hooks},
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

// A run that is ended before its first tag starts and stops at one tag, and still switches the robot off.
func TestEndAtTheFirstTag(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var rig *Rig
	sum, _, err := ran(ctx, options{Params: DefaultParams(), Fast: true, Seed: 1, hooks: hooks{rig: func(r *Rig) { rig = r }}})
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
