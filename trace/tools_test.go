package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/foxglove/mcap/go/mcap"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/trace/codec"
)

type reading struct {
	Q      []float64
	Name   string
	Fault  bool
	Image  []byte
	Target *spatial.Vec3
	Age    time.Duration
}

// robotRun records a short program; change alters a message on its way, by its number.
func robotRun(t testing.TB, name string, change func(i int, r *reading)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := Create(path, Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	rc, err := codec.For(reflect.TypeFor[reading](), "robot.Reading")
	if err != nil {
		t.Fatal(err)
	}
	in := channel(t, w, "door/robot.reading", rc)
	out, err := w.ChannelOf("planning.planner.next", poseCodec(t), map[string]string{"reaction": "planning.planner.plan"})
	if err != nil {
		t.Fatal(err)
	}
	channel(t, w, "safety.stop", rc)
	if err := w.Metadata(MetadataRun, map[string]string{"program": "follow", "seed": "7"}); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		now := int64(i) * 4e6
		r := reading{Q: make([]float64, 1+i), Name: "a,\"b", Image: make([]byte, 100), Age: 3}
		r.Q[i] = math.Inf(1)
		if i > 1 {
			r.Target = &spatial.Vec3{X: 0.5, Z: math.NaN()}
		}
		if change != nil {
			change(i, &r)
		}
		w.Record(in, now, 0, rc, unsafe.Pointer(&r))
		p := spatial.Identity()
		p.P.X = float64(i) / 4
		w.Record(out, now, 1, poseCodec(t), unsafe.Pointer(&p))
	}
	if err := w.Attach(Attachment{Time: 8e6, Name: "frame.jpg", MediaType: "image/jpeg", Data: []byte("jpg")}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// golden compares what a tool prints, with the folder of the recording left out.
func kept(t *testing.T, name, got, path string) {
	t.Helper()
	got = strings.ReplaceAll(got, filepath.Dir(path)+string(filepath.Separator), "")
	golden.Check(t, "testdata/"+name, []byte(got))
}

// memory is a set of files that CSV creates.
type memory map[string]*memoryFile

type memoryFile struct {
	bytes.Buffer
	closed bool
}

func (f *memoryFile) Close() error {
	f.closed = true
	return nil
}

func (m memory) create(topic string) (io.WriteCloser, error) {
	m[topic] = &memoryFile{}
	return m[topic], nil
}

func TestToolsPrint(t *testing.T) {
	path := robotRun(t, "run.mcap", nil)
	var b bytes.Buffer
	if err := Info(&b, path); err != nil {
		t.Fatal(err)
	}
	kept(t, "info.golden", b.String(), path)
	b.Reset()
	if err := Echo(&b, path, Selection{}); err != nil {
		t.Fatal(err)
	}
	kept(t, "echo.golden", b.String(), path)
	m := memory{}
	topics, err := CSV(path, Selection{Topics: []string{"robot.*"}}, m.create)
	if err != nil || len(topics) != 1 || topics[0] != "door/robot.reading" || !m[topics[0]].closed {
		t.Fatalf("%q %v", topics, err)
	}
	kept(t, "reading.csv", m[topics[0]].String(), path)
	b.Reset()
	c, err := Diff(path, robotRun(t, "other.mcap", func(i int, r *reading) {
		if i == 2 {
			r.Q[1] = 1e-9
		}
	}), nil)
	if err != nil || c.Same() || c.Write(&b) != nil {
		t.Fatalf("%+v %v", c, err)
	}
	kept(t, "diff.golden", strings.ReplaceAll(b.String(), filepath.Dir(c.B)+string(filepath.Separator), ""), path)
}

func TestEchoSelects(t *testing.T) {
	path := robotRun(t, "run.mcap", nil)
	for _, k := range []struct {
		s    Selection
		want int
	}{
		{Selection{Topics: []string{"planner.*"}}, 4},
		{Selection{Topics: []string{"door/*", "next"}, Limit: 3}, 3},
		{Selection{From: 4 * time.Millisecond, To: 8 * time.Millisecond}, 4},
	} {
		var b bytes.Buffer
		if err := Echo(&b, path, k.s); err != nil || strings.Count(b.String(), "\n") != k.want {
			t.Errorf("%+v: %v\n%s", k.s, err, b.String())
		}
	}
	for _, topics := range [][]string{{"nothing"}, {"planner.*", "nothing"}} {
		err := Echo(io.Discard, path, Selection{Topics: topics})
		if err == nil || !strings.Contains(err.Error(), "no topic like nothing;") {
			t.Errorf("%q: %v", topics, err)
		}
		if _, err := CSV(path, Selection{Topics: topics}, func(string) (io.WriteCloser, error) {
			t.Fatal("a table was opened")
			return nil, nil
		}); err == nil {
			t.Errorf("%q: tables", topics)
		}
	}
}

// TestDiffOfNothing: a comparison of nothing does not say that anything is the same.
func TestDiffOfNothing(t *testing.T) {
	a := robotRun(t, "a.mcap", nil)
	empty := filepath.Join(t.TempDir(), "empty.mcap")
	w, err := Create(empty, Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.ChannelOf("planning.planner.next", poseCodec(t), nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.mcap")
	if err := os.WriteFile(cut, data[:len(data)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct {
		a, b   string
		topics []string
		same   bool
		want   string
	}{
		{a, a, []string{"nosuch"}, false, "nothing was compared"},
		{a, a, []string{"planner.*", "nosuch"}, false, "no topic like nosuch"},
		{empty, empty, nil, false, "nothing was compared"},
		{a, empty, []string{"planner.next"}, false, ""},
		{cut, a, nil, true, "identical: "}, // all of it is there but for the file's last bytes
		{a, a, nil, true, "identical: 8 messages"},
	} {
		c, err := Diff(k.a, k.b, k.topics)
		var b bytes.Buffer
		if err != nil || c.Write(&b) != nil || c.Same() != k.same || !strings.Contains(b.String(), k.want) {
			t.Errorf("%s %s %v: %v, %v, %s", k.a, k.b, k.topics, err, c, b.String())
		}
	}
	clear(data[len(data)/3:][:10])
	if err := os.WriteFile(cut, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := Diff(cut, cut, nil); err != nil || c.Identical() {
		t.Errorf("damaged, and identical: %v, %v", c, err)
	}
}

func TestDiff(t *testing.T) {
	a := robotRun(t, "a.mcap", nil)
	if c, err := Diff(a, robotRun(t, "b.mcap", nil), nil); err != nil || !c.Same() || c.Equal != 8 {
		t.Errorf("the same: %+v %v", c, err)
	}
	nan := func(payload uint64) func(int, *reading) {
		return func(i int, r *reading) {
			if i == 3 {
				r.Q[0] = math.Float64frombits(0x7ff8000000000000 | payload)
			}
		}
	}
	c, err := Diff(robotRun(t, "n.mcap", nan(1)), robotRun(t, "m.mcap", nan(2)), nil)
	if err != nil || c.Same() || c.First.Time != 12e6 || !strings.HasPrefix(c.First.Field, "byte ") {
		t.Errorf("NaNs of different bits: %+v %v", c, err)
	}
	c, err = Diff(a, robotRun(t, "t.mcap", func(i int, r *reading) {
		if i == 1 {
			r.Target = &spatial.Vec3{}
		}
	}), []string{"reading"})
	if err != nil || c.First == nil || c.First.Field != "Target.X" || c.First.A != "absent" || c.First.B != "0" {
		t.Errorf("a target where there was none: %+v %+v %v", c, c.First, err)
	}
	if _, err := Diff(a, "no-such.mcap", nil); err == nil {
		t.Error("no file, no error")
	}
}

// runOf records one number at each tag given.
func runOf(t *testing.T, name, topic string, value any, tags ...tag) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := Create(path, Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(value)
	c, err := codec.For(v.Type(), "")
	if err != nil {
		t.Fatal(err)
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	ch, other := channel(t, w, topic, c), channel(t, w, "other", c)
	for _, g := range tags {
		w.Record(ch, g.time, g.microstep, c, p.UnsafePointer())
		w.Record(other, g.time, g.microstep, c, p.UnsafePointer())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDiffOfShapes(t *testing.T) {
	x := runOf(t, "x.mcap", "a", 1.0, tag{1, 0}, tag{2, 0}, tag{2, 1})
	for _, k := range []struct{ name, b, want string }{
		{"a message too few", runOf(t, "y", "a", 1.0, tag{1, 0}, tag{2, 0}), "nothing more"},
		{"a message too many", runOf(t, "y", "a", 1.0, tag{1, 0}, tag{2, 0}, tag{2, 1}, tag{3, 0}), "0.000000003 s in a"},
		{"a message missing", runOf(t, "y", "a", 1.0, tag{1, 0}, tag{2, 1}), "nothing before a at 0.000000002+1 s"},
		{"a message between", runOf(t, "y", "a", 1.0, tag{1, 0}, tag{1, 1}, tag{2, 0}, tag{2, 1}), "0.000000001+1 s in a"},
		{"another type", runOf(t, "y", "a", float32(1), tag{1, 0}), "at its type"},
		{"another topic", runOf(t, "y", "b", 1.0, tag{1, 0}, tag{2, 0}, tag{2, 1}), "only in y: b"},
	} {
		c, err := Diff(x, k.b, nil)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		_ = c.Write(&b)
		if out := strings.ReplaceAll(b.String(), filepath.Dir(k.b)+string(filepath.Separator), ""); c.Same() || !strings.Contains(out, k.want) {
			t.Errorf("%s: no %q in\n%s", k.name, k.want, out)
		}
	}
}

func TestSeriesAndPlot(t *testing.T) {
	path := robotRun(t, "run.mcap", nil)
	s, report, err := ReadSeries(path, Selection{Topics: []string{"next.P.?", "reading.Fault"}})
	if err != nil || report != "" || len(s) != 4 {
		t.Fatalf("%+v %q %v", s, report, err)
	}
	var drawn []string
	err = Plot(io.Discard, path, Selection{Topics: []string{"planner.next.P.X"}}, func(_ io.Writer, title string, s []Series) error {
		drawn = append(drawn, title, s[0].Name, fmt.Sprint(s[0].Time, s[0].Y))
		return nil
	})
	if want := []string{path, "planning.planner.next.P.X", "[0 0.004 0.008 0.012] [0 0.25 0.5 0.75]"}; err != nil || !reflect.DeepEqual(drawn, want) {
		t.Errorf("%q %v", drawn, err)
	}
	for _, topics := range [][]string{{"no.such"}, {"next.P.?", "no.such"}, {"Name"}} {
		if _, _, err := ReadSeries(path, Selection{Topics: topics}); err == nil {
			t.Errorf("no series, no error: %q", topics)
		}
	}
	if s, _, err := ReadSeries(path, Selection{Topics: []string{"next"}}); err != nil || len(s) != 12 {
		t.Errorf("%d numbers of the topic, %v", len(s), err)
	}
	if _, err := CSV(path, Selection{Topics: []string{"no.such"}}, memory{}.create); err == nil {
		t.Error("no topic, no error")
	}
	full := errors.New("disk full")
	if _, err := CSV(path, Selection{}, func(string) (io.WriteCloser, error) { return nil, full }); !errors.Is(err, full) {
		t.Error(err)
	}
}

func TestToolsOnDamagedAndForeignFiles(t *testing.T) {
	path := robotRun(t, "run.mcap", nil)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Echo(&b, path, Selection{}); err != nil || !strings.Contains(b.String(), "# "+path+" stops at byte") {
		t.Errorf("%v\n%s", err, b.String())
	}
	b.Reset()
	if err := Info(&b, path); err != nil || !strings.Contains(b.String(), "damage ") {
		t.Errorf("%v\n%s", err, b.String())
	}
	foreign := filepath.Join(t.TempDir(), "lib.mcap")
	if err := os.WriteFile(foreign, official(t, mcap.WriterOptions{}, 2), 0o644); err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if err := Echo(&b, foreign, Selection{}); err != nil || !strings.Contains(b.String(), "# trace: t: its schema does not describe S") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if _, err := CSV(foreign, Selection{}, memory{}.create); err == nil {
		t.Error("a table of what nobody can read")
	}
}

func TestMatch(t *testing.T) {
	for _, k := range []struct {
		pattern, topic string
		want           bool
	}{
		{"planner.*", "planning.planner.next", true}, {"planner.*", "planner.next", true}, {"planner.*", "replanner.next", false},
		{"*", "", true}, {"*next", "a.next", true}, {"planner", "planner.next", false}, {"p*n*t", "planning.planner.next", true},
		{"robot.state", "door/robot.state", true}, {"door/*", "door/robot.state", true}, {"door/*", "robot.door", false},
		{"a[1].?", "m.a[1].x", true}, {"*.*.*", "a.b", false}, {"next.**", "next.", true},
	} {
		if got := Match([]string{"zzz", k.pattern}, k.topic); got != k.want {
			t.Errorf("%s on %s: %v", k.pattern, k.topic, got)
		}
	}
	if !Match(nil, "x") || FileName("door/robot.state") != "door_robot.state" {
		t.Error("no patterns, or file name")
	}
}

func TestTimesAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Int64Range(0, math.MaxInt64-2e9).Draw(t, "ns")
		if got, ok := Nanoseconds(stamp(want, 0)); !ok || got != want {
			t.Fatalf("%s: %d %v", stamp(want, 0), got, ok)
		}
	})
}
