package playback

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

const ms = time.Millisecond

// pose is a value with columns.
type pose struct {
	At   [3]float64
	Wait time.Duration
}

// arm has a sensor, an actuator and ports.
type arm struct {
	reactor.Reactor
	Tick  reactor.Timer
	Eye   reactor.Sensor[int]
	Servo reactor.Actuator[pose, int]
	Again reactor.Action[int]
	Pose  reactor.Out[pose]
	Count reactor.Out[int]
	Never reactor.Out[string]
}

// recorded records 20 ms of an arm within a cell, and returns the file. Two microsteps follow each tick.
func recorded(t *testing.T) string {
	t.Helper()
	m := reactor.NewMain("robot")
	cell := &struct{ reactor.Reactor }{}
	reactor.Init(m, "cell", cell)
	a := &arm{}
	reactor.Init(cell, "arm", a)
	a.Tick.Set(0, ms)
	n := 0
	a.Eye.Bind(func() int { n++; return n })
	a.Servo.Bind(hand[pose, int](func(pose) int { return 7 }))
	a.Reaction("move").On(&a.Tick).Sets(&a.Pose, &a.Again).Do(func() {
		p := pose{[3]float64{float64(a.Eye.Read()), 0, -1}, ms}
		a.Pose.Set(p)
		a.Servo.Do(p)
		a.Again.Schedule(3, 0)
	})
	a.Reaction("count").On(&a.Again).Sets(&a.Count).Do(func() { a.Count.Set(n) })
	a.Reaction("never").On(a.Shutdown()).Sets(&a.Never).Do(func() {})
	prog, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "trace.mcap")
	w, err := trace.Create(file, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(prog, w, record.Options{Trace: []string{"*"}})
	if err == nil {
		err = w.Metadata(trace.MetadataRun, map[string]string{run.KeyProgram: "robot", run.KeyParams: "{}", run.KeySeed: "1"})
	}
	if err == nil {
		_, err = exec.Run(t.Context(), prog, exec.Options{Timeout: 20 * ms})
	}
	if err := errors.Join(err, rec.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	return file
}

func opened(t *testing.T, o debug.Options) *debug.Session {
	t.Helper()
	r, err := Open(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	if r.About().Note != "" {
		t.Errorf("not shown: %s", r.About().Note)
	}
	s, err := debug.Open(r, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func say(t *testing.T, s *debug.Session, line string) string {
	t.Helper()
	a, err := s.Command(t.Context(), line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	b, err := s.Wait(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return a.Text + b.Text
}

// What was recorded is there again at its tags, forwards and backwards, with names, types and columns.
func TestARecordingIsPlayedBack(t *testing.T) {
	s := opened(t, debug.Options{})
	for _, step := range []struct{ line, want string }{
		{"goto 0.003:0", "after 0.003:0"},
		{"print cell.arm.pose", `"At":[4,0,-1]`},
		{"print cell.arm.servo_command", `"Wait":"1ms"`},
		{"print cell.arm.servo", "7"},
		{"print cell.arm.eye", "4"},
		{"step", "after 0.003:1"},
		{"print cell.arm.count", "4"},
		{"back", "after 0.003:0"},
		{"break port cell.arm.pose At[0] > 9", "breakpoint 1"},
		{"run", "at 0.009:0"},
		{"info ports", "cell.arm.never"},
		{"reverse", ""},
		{"run", "at 0.009:0"},
		{"delete all", ""},
		{"run", "the end"},
		{"goto 0:0", "after 0:0"},
		{"print cell.arm.pose", `"At":[1,0,-1]`},
	} {
		if got := say(t, s, step.line); !strings.Contains(got, step.want) {
			t.Errorf("%s: want %q, got %s", step.line, step.want, got)
		}
	}
}

func TestWhatIsPlayedBackIsFixed(t *testing.T) {
	s := opened(t, debug.Options{})
	say(t, s, "goto 0.003:0")
	for _, line := range []string{"set cell.arm.count 3", "fork " + filepath.Join(t.TempDir(), "fork")} {
		if _, err := s.Command(t.Context(), line); err == nil || !strings.Contains(err.Error(), "not compiled in here") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// The page's parts: the graph with the recorded reactions, and a bus with the recorded types.
func TestWhatThePageShows(t *testing.T) {
	var bus *live.Bus
	var prog *reactor.Program
	attach := func(i *run.Instance, _ *record.Recorder) (reactor.Observer, error) {
		if _, err := view.NewHub(i.Scene); err != nil {
			return nil, err
		}
		var err error
		prog = i.Program
		bus, err = live.New(i.Program)
		return bus, err
	}
	s := opened(t, debug.Options{Attach: attach})
	var paths []string
	for _, r := range prog.Graph().Reactions {
		paths = append(paths, r.Path)
	}
	for _, want := range []string{"cell.arm.move", "cell.arm.count", "cell.arm.never"} {
		if !slices.Contains(paths, want) {
			t.Errorf("no reaction %s among %v", want, paths)
		}
	}
	ids := bus.Find("cell.arm.pose")
	if len(ids) != 1 {
		t.Fatal(ids)
	}
	topic, _ := bus.Topic(ids[0])
	if topic.Type != "playback.pose" || !slices.Contains(topic.Columns, "At[2]") || !slices.Equal(topic.Writers, []string{"cell.arm.move"}) {
		t.Errorf("the topic is %+v", topic)
	}
	w := bus.Watch(live.Options{}, ids[0])
	defer w.Close()
	say(t, s, "step 3")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if batch, _, err := w.Next(ctx); err != nil || len(batch) == 0 || batch[0].Time != 0 {
		t.Errorf("%v, %v", batch, err)
	}
}

func TestNames(t *testing.T) {
	for topic, want := range map[string]string{"a.b": "a.b", "arms[1].arm.x": "arms[1].arm.x", "sinew/omitted/0": "sinew.omitted._0",
		"camera/image": "camera.image", "a..b": "a.b", "ä.b": "_.b"} {
		if got := named(topic); got != want {
			t.Errorf("%s is shown as %s, want %s", topic, got, want)
		}
	}
	r := &Recording{}
	for _, name := range []string{"a.b", "door/a.b", "a.b.c", "command/a.b"} {
		r.topics = append(r.topics, &topic{ch: &trace.Channel{Topic: name}})
	}
	r.paths()
	seen := map[string]bool{"a": true, "a.b": true} // reactors
	for _, x := range r.topics {
		if seen[x.path] {
			t.Errorf("%s is shown as %s, which is taken", x.ch.Topic, x.path)
		}
		seen[x.path] = true
	}
}

func TestWhatIsNoRecording(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "nothing.mcap")); err == nil {
		t.Error("a file that is not there is opened")
	}
}

// hand is a device without limits: a test's.
type hand[C, A any] func(C) A

func (h hand[C, A]) Command(c C) A { return h(c) }
func (hand[C, A]) Limits() string  { return "none: a test" }
