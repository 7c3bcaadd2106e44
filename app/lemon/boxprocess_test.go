package lemon

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// boxRole, in the environment, makes the test binary the process that a demo would start.
const boxRole = "SINEW_TEST_BOX"

// TestBeBox is that process; in the tests' own it has nothing to do.
func TestBeBox(t *testing.T) {
	if os.Getenv(boxRole) == "serve" {
		if err := ServeBox(context.Background(), os.Stdin, os.Stdout); err != nil {
			t.Fatal(err)
		}
	}
}

// boxCommand is the command of such a process.
func boxCommand(t *testing.T, role string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(boxRole, role)
	return []string{self, "-test.run=^TestBeBox$"}
}

func TestRealRunBesideABoxProcessReplaysToTheBit(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	dir := t.TempDir()
	sum, _, err := ran(t.Context(), options{Params: DefaultParams(), For: 1500 * time.Millisecond, Seed: 2, Out: dir,
		Trace: []string{"*"}, Sim: boxCommand(t, "serve")})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Cycles == 0 || sum.Frames == 0 { // how many is up to the machine
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

// TestAPausedRunReplaysToTheBit: the demo on the real clock, beside a box of its own, is paused, stepped, let go on for a while
// and to its end. While it stands the program and the arm do; no limit is violated and no command jumps, and the recording replays.
func TestAPausedRunReplaysToTheBit(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	dir, steered := t.TempDir(), make(chan struct{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := run.Do(ctx, Spec{Sim: boxCommand(t, "serve")}, run.Options{Order: run.Order{Real: true, Seed: 2}, For: 1500 * time.Millisecond,
		Out: folder.Place{Dir: dir}, Trace: []string{"*"}, Page: func(s *run.Stage) (reactor.Observer, error) {
			if s.Control == nil {
				t.Fatal(s.Unable)
			}
			go func() { defer close(steered); steer(ctx, t, s.Control) }()
			return nil, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	<-steered
	sum := out.Value.(*Summary)
	if sum.Violations > 0 {
		t.Errorf("%d limit violations", sum.Violations)
	}
	r, err := run.Replay(t.Context(), []run.Spec{Spec{}}, filepath.Join(dir, "trace.mcap"))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Same() || r.Hash != sum.OutputHash {
		t.Fatalf("recorded %s, replayed %s: %+v", sum.OutputHash, r.Hash, r.Diff)
	}
}

// steer pauses a run, steps it, and lets it go on.
func steer(ctx context.Context, t *testing.T, c view.Control) {
	do := func(line string) view.Status {
		if _, err := c.Command(ctx, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		return c.Status()
	}
	for c.Status().Time < int64(200*time.Millisecond) && ctx.Err() == nil {
		runtime.Gosched()
	}
	was := do("pause")
	if was.Running || was.Reason != "paused" || c.Status().Time != was.Time {
		t.Errorf("paused: %+v, then %+v", was, c.Status())
	}
	for range 5 {
		s := do("step")
		if s.Running || s.Time <= was.Time || s.Time > was.Time+int64(4*time.Millisecond) {
			t.Errorf("a step from %v led to %v", was.Time, s.Time)
		}
		was = s
	}
	do("run +50ms")
	for c.Status().Running && ctx.Err() == nil {
		select {
		case <-c.Changed():
		case <-ctx.Done():
		}
	}
	if s := c.Status(); s.Time != was.Time+int64(50*time.Millisecond) {
		t.Errorf("it stands at %v, not 50 ms after %v", s.Time, was.Time)
	}
	if _, err := c.Command(ctx, "speed 2"); err == nil {
		t.Error("the real clock has another speed")
	}
	do("run")
}

// TestARobotIsNotPaused: with a robot, which has a time of its own, the page says why the run cannot be paused.
func TestARobotIsNotPaused(t *testing.T) {
	var around run.Around
	defer around.Close()
	hello, err := started(&around, nil, DefaultParams(), func(Frame) {})
	if err != nil {
		t.Fatal(err)
	}
	_, err = run.Do(t.Context(), Spec{Robot: hello.Command}, run.Options{Order: run.Order{Real: true}, For: 20 * time.Millisecond,
		Page: func(s *run.Stage) (reactor.Observer, error) {
			if s.Control != nil || !strings.Contains(s.Unable, hello.Command) || strings.Contains(s.Unable, "--") {
				t.Errorf("control %v, because %q", s.Control, s.Unable)
			}
			return nil, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
}

// started starts a box beside the test.
func started(around *run.Around, argv []string, p Params, frames func(Frame)) (hello boxHello, err error) {
	_, err = around.Start(run.Process{Name: "the simulated box", Argv: argv, Here: ServeBox, Order: run.Simulated[Params]{Params: p, Seed: 1}, Hello: &hello, Rest: run.Take(frames)})
	return hello, err
}

func TestABoxThatDoesNotBegin(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	p := DefaultParams()
	p.Lemon = "nowhere"
	for _, argv := range [][]string{nil, boxCommand(t, "serve")} {
		if _, err := started(&run.Around{}, argv, p, func(Frame) {}); err == nil || !strings.Contains(err.Error(), "nowhere") {
			t.Errorf("%q: %v", argv, err)
		}
	}
}

func TestBoxProcessEndsWithItsParent(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	frames := make(chan Frame, 100)
	var around run.Around
	hello, err := started(&around, boxCommand(t, "serve"), DefaultParams(), func(f Frame) { frames <- f })
	if err != nil {
		t.Fatal(err)
	}
	if a, b := <-frames, <-frames; a.Seq != 1 || b.Seq != 2 || b.Shot.Time <= a.Shot.Time || a.Shot.Seq != 1 {
		t.Errorf("frames %+v, %+v", a, b)
	}
	c, err := xarm.DialTCP(hello.Command, time.Second)()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = around.Close() // never fails
	if c, err := xarm.DialTCP(hello.Command, time.Second)(); err == nil {
		c.Close()
		t.Error("the box still answers")
	}
}

// TestABoxInThisProcess speaks as one in a process of its own does.
func TestABoxInThisProcess(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var around run.Around
	frames := make(chan Frame, 100)
	hello, err := started(&around, nil, DefaultParams(), func(f Frame) { frames <- f })
	if err != nil || hello.Command == "" || hello.Begin == 0 {
		t.Fatalf("%+v, %v", hello, err)
	}
	for i := range uint64(3) {
		if f := <-frames; f.Seq != i+1 || f.Shot.Camera.P == f.Shot.Lemon.P {
			t.Errorf("%+v", f)
		}
	}
	_ = around.Close() // never fails
	if err := ServeBox(t.Context(), strings.NewReader("{"), io.Discard); err == nil {
		t.Error("half a line makes a box")
	}
}

// TestFrameOnTheWire pins down a frame's bytes: every field comes back.
func TestFrameOnTheWire(t *testing.T) {
	f := Frame{Seq: 3, Shot: sim.Shot{Seq: 3, Time: time.Second, Visible: true, Fault: sim.Frozen, Seed: 1 << 63}}
	f.Shot.Camera.P.X, f.Shot.Lemon.R[8] = 0.1, -1
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, &f); err != nil || b.Len() != 234 {
		t.Fatalf("%d bytes, %v", b.Len(), err)
	}
	var g Frame
	if err := binary.Read(&b, binary.LittleEndian, &g); err != nil || g != f {
		t.Fatalf("%+v, %v", g, err)
	}
}
