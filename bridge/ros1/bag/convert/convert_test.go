package convert

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// reading has fields of every kind.
type reading struct {
	A       int8
	B       uint16
	C       [3]float64
	D       time.Duration
	Names   []string
	Bytes   []byte
	Fixed   [4]byte
	Float   float32
	Inner   inner
	More    []inner
	Stamp   wire.Time
	Ok      bool
	Big     uint64
	Complex complex128
	Maybe   *inner
}

// Clone gives a copy that shares nothing with r.
func (r reading) Clone() reading {
	r.Names, r.Bytes, r.More = slices.Clone(r.Names), slices.Clone(r.Bytes), slices.Clone(r.More)
	if r.Maybe != nil {
		m := *r.Maybe
		r.Maybe = &m
	}
	return r
}

type inner struct {
	X  int
	Ys [2]int16
}

// source sends values of several types, at one time also at several microsteps.
type source struct {
	reactor.Reactor
	Tick    reactor.Timer
	Again   reactor.Action[int]
	Outside reactor.PhysicalAction[float64]
	Out     reactor.Out[reading]
	Log     reactor.Out[rosgraphmsgs.Log]
	Bytes   reactor.Out[stdmsgs.UInt8MultiArray]
	n       int
}

func (s *source) tick() {
	s.n++
	r := reading{A: int8(-s.n), B: uint16(s.n), C: [3]float64{1, float64(s.n), -2}, D: -time.Duration(s.n), Fixed: [4]byte{1, 2, 3, byte(s.n)}, Float: 0.5,
		Inner: inner{-s.n, [2]int16{-7, 7}}, Stamp: wire.Time{Sec: uint32(s.n), Nsec: 5}, Ok: s.n%2 == 0, Big: 1<<63 + uint64(s.n), Complex: complex(1, float64(s.n))}
	if s.n%2 == 0 {
		r.Maybe = &inner{X: 9}
	}
	for i := range s.n % 4 {
		r.Names, r.Bytes, r.More = append(r.Names, fmt.Sprint("é", i)), append(r.Bytes, byte(i)), append(r.More, inner{X: i})
	}
	s.Out.Set(r)
	s.Log.Set(rosgraphmsgs.Log{Header: stdmsgs.Header{Seq: uint32(s.n), FrameId: "f"}, Level: 8, Msg: fmt.Sprint(s.n), Topics: r.Names})
	if s.n%3 == 0 {
		s.Bytes.Set(stdmsgs.UInt8MultiArray{Data: r.Bytes})
		s.Again.Schedule(s.n, 0)
	}
}

func program(t *testing.T, replay bool) *reactor.Program {
	t.Helper()
	m := reactor.NewMain("main")
	s := &source{}
	reactor.Init(m, "s", s)
	s.Tick.Set(0, 10*time.Millisecond)
	s.Reaction("tick").On(&s.Tick).Sets(&s.Out, &s.Log, &s.Bytes, &s.Again).Do(s.tick)
	s.Reaction("again").On(&s.Again).Sets(&s.Log).Do(func() { s.Log.Set(rosgraphmsgs.Log{Msg: "again"}) })
	s.Reaction("outside").On(&s.Outside).Sets(&s.Log).Do(func() { s.Log.Set(rosgraphmsgs.Log{Msg: fmt.Sprint(s.Outside.Get())}) })
	p, err := reactor.Build(m, reactor.Options{Replay: replay})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run records a program, and gives the hash of what it did.
func run(t *testing.T, p *reactor.Program, file string) string {
	t.Helper()
	w, err := trace.Create(file, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.New(p, w, record.Options{Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), p, exec.Options{Timeout: 300 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	if r.Close() != nil || w.Close() != nil {
		t.Fatal("the recording cannot be ended")
	}
	return r.Hash()
}

// known are definitions of ROS for some of the types.
func known(t *testing.T) *rosmsg.Set {
	t.Helper()
	set, faults := rosmsg.Load("../../definitions")
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

// toBag converts a recording.
func toBag(t *testing.T, from, to string, o Options) *Report {
	t.Helper()
	w, err := bag.Create(to, bag.WriterOptions{Compression: bag.LZ4, ChunkSize: 3000})
	if err != nil {
		t.Fatal(err)
	}
	o.Start = 1_700_000_000_123_456_789
	report, err := FromTrace(from, w, o)
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return report
}

// back converts a bag.
func back(t *testing.T, from, to string) *Report {
	t.Helper()
	r, err := bag.Open(from, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w, err := trace.Create(to, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	report, err := ToTrace(r, w)
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return report
}

// TestThereAndBack: a recording comes back from a bag with all its messages at their tags, and is replayed as it was; the bag
// has ROS's own types where there are such.
func TestThereAndBack(t *testing.T) {
	dir := t.TempDir()
	a, b, c := filepath.Join(dir, "a.mcap"), filepath.Join(dir, "b.bag"), filepath.Join(dir, "c.mcap")
	p := program(t, false)
	door := slices.IndexFunc(p.Doors(), func(d reactor.Door) bool { return d.Path == "s.outside" })
	if err := p.FeedEvents(door, &events{}); err != nil {
		t.Fatal(err)
	}
	hash := run(t, p, a)
	report := toBag(t, a, b, Options{Known: known(t)})
	if len(report.Left) > 0 || report.Messages < 100 {
		t.Errorf("%+v", report)
	}
	if again := back(t, b, c); again.Messages != report.Messages || len(again.Left) > 0 {
		t.Errorf("%+v", again)
	}
	d, err := trace.Diff(a, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !d.Identical() || d.Equal != int(report.Messages) {
		t.Errorf("%+v of %d", d, report.Messages)
	}
	in, err := record.ReadInputs(c)
	if err != nil {
		t.Fatal(err)
	}
	p = program(t, true)
	if err := in.Inject(p); err != nil {
		t.Fatal(err)
	}
	if again := run(t, p, filepath.Join(dir, "d.mcap")); again != hash || in.Hash != hash {
		t.Errorf("the run has the hash %s, the recording that came back %s, its replay %s", hash, in.Hash, again)
	}
	r, err := bag.Open(b, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	types := map[string]string{}
	for _, c := range r.Connections() {
		types[c.Topic] = c.Type + " " + c.MD5[:8]
	}
	for topic, want := range map[string]string{"/s/log": "rosgraph_msgs/Log acffd30c", "/s/bytes": "std_msgs/UInt8MultiArray 82373f16", "/s/out": "convert/reading ", "/door/s/outside": "sinew/"} {
		if !strings.HasPrefix(types[topic], want) {
			t.Errorf("%s is %q: %v", topic, types[topic], types)
		}
	}
}

// events of the door.
type events struct{ n int }

// TestOtherBags: a bag of other programs becomes a recording, with ROS's names.
func TestOtherBags(t *testing.T) {
	dir := t.TempDir()
	name, to, again := filepath.Join(dir, "a.bag"), filepath.Join(dir, "a.mcap"), filepath.Join(dir, "b.bag")
	w, err := bag.Create(name, bag.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	log := w.Connect(bag.Connection{Topic: "/a/log", Description: (&rosgraphmsgs.Log{}).Describe()})
	bad := w.Connect(bag.Connection{Topic: "/bad", Description: wire.Description{Type: "no/Such", MD5: "x", Text: "Other other\n"}})
	m := &rosgraphmsgs.Log{Header: stdmsgs.Header{Seq: 3, Stamp: wire.Time{Sec: 5, Nsec: 6}, FrameId: "f"}, Level: -3, Msg: "hello", Topics: []string{"/x", "/y"}}
	for i := range 3 {
		m.Line = uint32(i)
		if err := w.Write(log, wire.TimeOf(2e9+int64(i/2)*5e6), m.Append(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Write(bad, wire.TimeOf(2e9), nil); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if r := back(t, name, to); r.Messages != 3 || !strings.Contains(r.Left["/bad"], "Other") {
		t.Errorf("%+v", r)
	}
	var b strings.Builder
	if err := trace.Echo(&b, to, trace.Selection{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`0.000000000 a.log {"header":{"seq":3,"stamp":{"Sec":5,"Nsec":6},"frame_id":"f"},"level":-3,"name":"","msg":"hello"`, "0.000000000+1 a.log", "0.005000000 a.log"} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	toBag(t, to, again, Options{Known: known(t)})
	r, err := bag.Open(again, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x, err := r.Messages(bag.Selection{Topics: []string{"/a/log"}}).Next()
	if m.Line = 0; err != nil || x.Type != "rosgraph_msgs/Log" || string(x.Data) != string(m.Append(nil)) {
		t.Errorf("%+v, %v", x, err)
	}
}

// Next implements reactor.EventSource.
func (e *events) Next(v unsafe.Pointer) (reactor.Tag, bool) {
	e.n++
	*(*float64)(v) = float64(e.n) / 3
	return reactor.Tag{Time: reactor.Time(e.n) * 7e6, Microstep: uint32(e.n % 2)}, e.n < 20
}
