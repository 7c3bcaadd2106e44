package lemon

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
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
	switch os.Getenv(boxRole) {
	case "nonsense":
		fmt.Println("hello")
	case "serve":
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

func TestBoxProcessThatDoesNotBegin(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	bad := DefaultParams()
	bad.Lemon = "nowhere"
	for _, c := range []struct {
		role, want string
		order      boxOrder
	}{
		{"nonsense", "invalid character", boxOrder{Params: DefaultParams(), Seed: 1}},
		{"gone", "invalid character", boxOrder{Params: DefaultParams(), Seed: 1}},
		{"serve", "nowhere", boxOrder{Params: bad, Seed: 1}},
	} {
		_, err := startBox(&run.Around{}, boxCommand(t, c.role), c.order, func(Frame) {})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", c.role, err, c.want)
		}
	}
	if _, err := startBox(&run.Around{}, []string{"/nonexistent/box"}, boxOrder{}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a command that does not exist: %v", err)
	}
}

func TestBoxProcessEndsWithItsParent(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	frames := make(chan Frame, 100)
	var around run.Around
	hello, err := startBox(&around, boxCommand(t, "serve"), boxOrder{Params: DefaultParams(), Seed: 1}, func(f Frame) { frames <- f })
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

// TestServeBoxInPipes is the process' end in this process: what it says, frame for frame.
func TestServeBoxInPipes(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	line, err := json.Marshal(boxOrder{Params: DefaultParams(), Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	in, order := io.Pipe()
	said, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- ServeBox(t.Context(), in, out); _ = out.Close() }()
	if _, err := order.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
	var hello boxHello
	d := json.NewDecoder(said)
	if err := d.Decode(&hello); err != nil || hello.Command == "" || hello.Begin == 0 || hello.Fault != "" {
		t.Fatalf("%+v, %v", hello, err)
	}
	rest := io.MultiReader(d.Buffered(), said)
	if _, err := io.ReadFull(rest, make([]byte, 1)); err != nil { // the line's end
		t.Fatal(err)
	}
	for i := range uint64(3) {
		var f Frame
		if err := binary.Read(rest, binary.LittleEndian, &f); err != nil || f.Seq != i+1 || f.Shot.Camera.P == f.Shot.Lemon.P {
			t.Fatalf("%+v, %v", f, err)
		}
	}
	_ = order.Close()
	_, _ = io.Copy(io.Discard, rest)
	if err := <-ended; err != nil {
		t.Error(err)
	}
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
