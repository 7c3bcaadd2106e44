package mock

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

func open(file string) (io.WriteCloser, error) { return os.Create(file) }

func TestTap(t *testing.T) {
	dir := t.TempDir()
	sent := filepath.Join(dir, "sent.csv")
	tap, err := parseTap("servo=" + sent)
	if err != nil {
		t.Fatal(err)
	}
	x := mustMock(t, "reading=const:{\"X\":2.5,\"Count\":4}")
	var out bytes.Buffer
	rec, err := record.New(x.p, nil, record.Options{CSV: []string{tap.Topics()}, Create: Create([]Tap{tap}, open, nil),
		Print: []string{"door/servo"}, Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	x.run(t, 10*ms)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(sent)
	if err != nil {
		t.Fatal(err)
	}
	want := "time_s,microstep,V,Mark.len,Mark[0],Mark[1],Mark[2],Mark[3],Mark[4],Mark[5],Mark[6],Mark[7]\n" +
		"0.000000000,0,2.5,1,4,,,,,,,\n0.010000000,0,2.5,1,4,,,,,,,\n"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("    0.000000 0 door/robot.servo -2.5\n    0.010000 0 door/robot.servo -2.5\n", out.String()); diff != "" {
		t.Error(diff)
	}
}

// TestTapAgain: what a tap and the door's own table say can be played back.
func TestTapAgain(t *testing.T) {
	dir := t.TempDir()
	x := mustMock(t, "reading=const:{\"X\":0.1}")
	rec, err := record.New(x.p, nil, record.Options{CSV: []string{"door/reading", "door/servo", "command/*"},
		Create: Create([]Tap{{"servo", filepath.Join(dir, "sent.csv")}}, open, tables(dir))})
	if err != nil {
		t.Fatal(err)
	}
	want := x.run(t, 30*ms)
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	again := mustMock(t, "reading=csv:"+dir, "servo=csv:"+dir)
	if diff := cmp.Diff(want, again.run(t, 30*ms)); diff != "" {
		t.Error(diff)
	}
}

func TestTapFaults(t *testing.T) {
	for _, spec := range []string{"", "a=", "=x", "a b"} {
		_, err := parseTap(spec)
		wants(t, err, "PATTERN=FILE.csv")
	}
	x := build(t, nil, false)
	_, err := record.New(x.p, nil, record.Options{CSV: []string{"command/reading", "door/servo"}, Create: Create(nil, open, tables(t.TempDir()))})
	wants(t, err, `--csv "command/reading" matches no port`)
	create := Create([]Tap{{"*", filepath.Join(t.TempDir(), "all.csv")}}, open, nil)
	f, err := create("command/a")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err = create("command/b")
	wants(t, err, "command/a and command/b would both go to")
}

// tables opens files in a folder, as a run folder has them.
func tables(dir string) func(topic string) (io.WriteCloser, error) {
	return func(topic string) (io.WriteCloser, error) {
		return os.Create(filepath.Join(dir, trace.FileName(topic)+".csv"))
	}
}
