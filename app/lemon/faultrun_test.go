package lemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace"
)

// fullDisk is a file on a disk that fills up.
type fullDisk struct {
	left int
	cut  bool // a write that does not fit is done in part
}

var errFull = fmt.Errorf("write trace.mcap: %w", syscall.ENOSPC)

func (d *fullDisk) Write(b []byte) (int, error) {
	n := min(len(b), d.left)
	if n == len(b) {
		d.left -= n
		return n, nil
	}
	if !d.cut {
		return 0, errFull
	}
	d.left = 0
	return n, errFull
}

// A disk that fills up while recording changes nothing in control; the error comes at the end, and run.json is
// written all the same.
func TestDiskFull(t *testing.T) {
	whole := newTrial(3 * time.Second)
	whole.out = t.TempDir()
	whole.safe(t)
	for _, cut := range []bool{false, true} {
		r := newTrial(3 * time.Second)
		r.out = t.TempDir()
		r.sink = &fullDisk{left: 40 << 10, cut: cut}
		r.run(t)
		var loss *trace.LossError
		if !errors.As(r.err, &loss) || !errors.Is(r.err, syscall.ENOSPC) || loss.Messages == 0 {
			t.Fatalf("the run ended with %v", r.err)
		}
		if r.sum == nil || r.sum.OutputHash != whole.sum.OutputHash || r.sum.Violations != 0 || r.sum.StoppedCycles != 0 {
			t.Fatalf("control was disturbed: %+v", r.sum)
		}
		var sum Summary
		b, err := os.ReadFile(filepath.Join(r.out, "run.json"))
		if err == nil {
			err = json.Unmarshal(b, &sum)
		}
		if err != nil || sum.OutputHash != whole.sum.OutputHash {
			t.Fatalf("run.json: %v, hash %q", err, sum.OutputHash)
		}
		if !strings.Contains(sum.Error, "no space") {
			t.Errorf("run.json says %q of the error", sum.Error)
		}
	}
}

// A disk that is full from the start is an error before anything moves.
func TestDiskFullFromTheStart(t *testing.T) {
	r := newTrial(time.Second)
	r.out = t.TempDir()
	r.sink = &fullDisk{}
	if r.run(t); !errors.Is(r.err, syscall.ENOSPC) || r.sum != nil {
		t.Fatalf("%v, %+v", r.err, r.sum)
	}
}

// childFolder is set in the process that TestKilledRecorderLeavesAReadableTrace kills.
const childFolder = "FOLLOW_TEST_RUN_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		killed(dir)
		return
	}
	os.Exit(m.Run())
}

// killed records a run, says at 4.5 s of its time that it is there, and waits for its end.
func killed(dir string) {
	o := options{Params: DefaultParams(), Fast: true, For: time.Minute, Seed: 3, Out: dir, Trace: []string{"*"}}
	o.hooks.script = []event{{4500 * ms, func(*session) {
		fmt.Println("there")
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
	}}}
	_, _, err := ran(context.Background(), o)
	fmt.Println("the run ended", err)
}

// kill -9 in the middle of a run: what was recorded can be read to the last chunk, and its replay is identical as
// far as it goes.
func TestKilledRecorderLeavesAReadableTrace(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childFolder+"="+dir)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "there\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it says that it was killed
	file := filepath.Join(dir, "trace.mcap")
	last := lastMessage(t, file)
	if last < 3*time.Second {
		t.Errorf("the recording ends at %v, the run was killed at 4.5s and writes every second", last)
	}
	rep, err := run.Replay(context.Background(), []run.Spec{Spec{}}, file)
	if err != nil {
		t.Fatal(err)
	}
	if !rep.Same() || rep.Recorded != "" || rep.Report == "" {
		t.Fatalf("same %v, recorded hash %q, report %q, %+v", rep.Same(), rep.Recorded, rep.Report, *rep.Diff.First)
	}
	t.Logf("readable to %v: %s", last, rep.Report)
}

// lastMessage reads a recording to its end.
func lastMessage(t *testing.T, file string) (last time.Duration) {
	t.Helper()
	f, err := trace.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for {
		m, err := f.Next()
		if errors.Is(err, io.EOF) {
			return last
		}
		if err != nil {
			t.Fatal(err)
		}
		last = max(last, time.Duration(m.Time))
	}
}

// Control reads no wall clock: the same program at another pace gives the same run. (That nothing in the packages
// of control calls time.Now is a law test's.)
func TestPaceChangesNothing(t *testing.T) {
	var hashes []string
	for _, speed := range []float64{0, 3, 8} {
		p := DefaultParams()
		p.FrameRate = 15
		sum, _, err := ran(context.Background(), options{Params: p, Fast: true, Speed: speed, For: 1200 * ms, Seed: 2})
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, sum.OutputHash)
	}
	if len(slices.Compact(hashes)) != 1 {
		t.Fatalf("hashes %v", hashes)
	}
}

var soak = flag.Duration("soak", 30*time.Second, "simulated time of TestSoak")

// A long run: no limit violation, no miss, memory that does not grow, and no allocation in the control cycle.
func TestSoak(t *testing.T) {
	p := DefaultParams()
	if *soak < time.Minute {
		p.FrameRate = 5
	}
	var heap []uint64
	var mallocs []uint64
	o := options{Params: p, Fast: true, For: *soak, Seed: 1}
	every := *soak / 10
	for at := every; at <= *soak; at += every {
		o.hooks.script = append(o.hooks.script, event{at, func(*session) {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			mallocs = append(mallocs, m.Mallocs)
			runtime.GC()
			runtime.ReadMemStats(&m)
			heap = append(heap, m.HeapAlloc)
		}})
	}
	sum, _, err := ran(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Violations != 0 || sum.DeadlineMisses != 0 || sum.StoppedCycles != 0 || sum.UnreadyCycles != 0 {
		t.Errorf("%+v", sum)
	}
	grown := int64(heap[len(heap)-1]) - int64(heap[1])
	if grown > 256<<10 {
		t.Errorf("the heap grew by %d KiB: %v", grown>>10, heap)
	}
	perCycle := float64(mallocs[len(mallocs)-1]-mallocs[1]) / (float64(len(mallocs)-2) * every.Seconds() / p.Period.Seconds())
	t.Logf("%v: heap %d KiB, grown by %d bytes; %.4f allocations a cycle; rms %.2f mm, worst %.2f mm; %.1f s", *soak,
		heap[len(heap)-1]>>10, grown, perCycle, *sum.TrackingRMS, *sum.TrackingMax, sum.WallSeconds)
	if perCycle > 0.02 {
		t.Errorf("%.4f allocations a cycle", perCycle)
	}
}
