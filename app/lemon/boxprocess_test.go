package lemon

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/tool/run"
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

// started starts a box beside the test.
func started(around *run.Around, argv []string, p Params, frames func(Frame)) (hello boxHello, err error) {
	err = around.Start(run.Process{Name: "the simulated box", Argv: argv, Here: ServeBox, Order: run.Simulated[Params]{Params: p, Seed: 1}, Hello: &hello, Rest: run.Take(frames)})
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
