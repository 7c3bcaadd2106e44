package mock

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/keyframe"
	"github.com/sinew-robotics/sinew/trace/record"
)

const ms = time.Millisecond

// reading is what the robot's sensor says.
type reading struct {
	X     float64
	Q     [2]float64
	Count int
	Ok    bool
	Names []string
}

// Clone gives the copy that waits in a delayed connection.
func (r reading) Clone() reading {
	r.Names = slices.Clone(r.Names)
	return r
}

// order is what the robot is commanded, ack its answer.
type order struct {
	V    float64
	Mark []int
}
type ack struct{ Got float64 }

// robot has every kind of door.
type robot struct {
	reactor.Reactor
	Tick    reactor.Timer
	Reading reactor.Sensor[reading]
	Servo   reactor.Actuator[order, ack]
	Bump    reactor.PhysicalAction[float64]
	Gain    reactor.Parameter[float64]
	Seen    reactor.Out[reading]
}

type brain struct {
	reactor.Reactor
	In reactor.In[reading]
}

// program is a robot, and a brain behind two connections: planner.in at once, memory.in 1 ms later.
type program struct {
	p    *reactor.Program
	log  []string
	real int // calls of the real devices
}

func build(t testing.TB, cut []string, replay bool) *program {
	t.Helper()
	x := &program{}
	note := func(tag reactor.Tag, format string, args ...any) {
		x.log = append(x.log, fmt.Sprintf("%v %s", tag, fmt.Sprintf(format, args...)))
	}
	m := reactor.NewMain("main")
	r := &robot{}
	reactor.Init(m, "robot", r)
	r.Tick.Set(0, 10*ms)
	r.Gain.Define(1, reactor.ParamInfo{Min: 0, Max: 8})
	r.Reading.Bind(func() reading { x.real++; return reading{X: -1} })
	r.Servo.Bind(hand[order, ack](func(o order) ack { x.real++; return ack{-o.V} }))
	r.Reaction("tick").On(&r.Tick).Sets(&r.Seen).Do(func() {
		v := r.Reading.Read()
		a := r.Servo.Do(order{v.X * r.Gain.Get(), []int{v.Count}})
		note(r.Tag(), "read %+v got %v", v, a.Got)
		r.Seen.Set(v)
	})
	r.Reaction("bump").On(&r.Bump).Do(func() { note(r.Tag(), "bump %v", r.Bump.Get()) })
	for _, name := range []string{"planner", "memory"} {
		b := &brain{}
		reactor.Init(m, name, b)
		b.Reaction("think").On(&b.In).Do(func() { note(b.Tag(), "%s %v", name, b.In.Get().X) })
		if c := reactor.Connect(&r.Seen, &b.In); name == "memory" {
			c.After(1 * ms)
		}
	}
	var err error
	if x.p, err = reactor.Build(m, reactor.Options{Cut: cut, Replay: replay}); err != nil {
		t.Fatal(err)
	}
	return x
}

// mocked builds the program with mocks.
func mocked(t testing.TB, specs ...string) (*program, []string, error) {
	t.Helper()
	mocks, err := ParseAll(specs)
	if err != nil {
		return nil, nil, err
	}
	cut, err := Cuts(build(t, nil, false).p, mocks)
	if err != nil {
		return nil, nil, err
	}
	x := build(t, cut, false)
	return x, cut, Install(x.p, mocks)
}

func mustMock(t testing.TB, specs ...string) *program {
	t.Helper()
	x, _, err := mocked(t, specs...)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// run runs for a time and returns what happened after its beginnings' words.
func (x *program) run(t testing.TB, until time.Duration) []string {
	t.Helper()
	if _, err := exec.Run(t.Context(), x.p, exec.Options{Timeout: until}); err != nil {
		t.Fatal(err)
	}
	return x.log
}

func write(t testing.TB, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func only(log []string, what string) (found []string) {
	for _, l := range log {
		if strings.Contains(l, what) {
			found = append(found, l)
		}
	}
	return found
}

func TestTable(t *testing.T) {
	csv := write(t, "r.csv", "# a comment\ntime,X,Q[1],Count,Names.len,Names[0]\n0.005,1,0.5,7,1,a\n0.010,2,,8,,\n0.025,3,0.1,9,0,\n")
	x := mustMock(t, `robot.reading=csv:`+csv+`;base={"Ok":true,"Q":[9,8]}`, "robot.servo=const:{\"Got\":5}")
	want := []string{
		"(0s, 0) read {X:1 Q:[9 0.5] Count:7 Ok:true Names:[a]} got 5",
		"(10ms, 0) read {X:2 Q:[9 8] Count:8 Ok:true Names:[]} got 5",
		"(20ms, 0) read {X:2 Q:[9 8] Count:8 Ok:true Names:[]} got 5",
		"(30ms, 0) read {X:3 Q:[9 0.1] Count:9 Ok:true Names:[]} got 5",
	}
	if diff := cmp.Diff(want, only(x.run(t, 30*ms), "read")); diff != "" {
		t.Error(diff)
	}
	if x.real != 0 {
		t.Errorf("real devices were asked %d times", x.real)
	}
}

func TestEvents(t *testing.T) {
	csv := write(t, "b.csv", "time,microstep,value\n0.003,0,1.5\n0.003,2,2.5\n0.025,0,3.5\n")
	x := mustMock(t, "bump=csv:"+csv, "gain=const:4@15ms", "robot.servo=const:{}")
	log := x.run(t, 30*ms)
	if diff := cmp.Diff([]string{"(3ms, 0) bump 1.5", "(3ms, 2) bump 2.5", "(25ms, 0) bump 3.5"}, only(log, "bump")); diff != "" {
		t.Error(diff)
	}
}

func TestCut(t *testing.T) {
	csv := write(t, "p.csv", "time_s,X\n0.004,1\n0.010,2\n")
	for _, c := range []struct {
		pattern string
		cut     []string
		want    []string
	}{
		{"planner.in", []string{"planner.in"}, []string{"(4ms, 0) planner 1", "(10ms, 0) planner 2"}},
		{"memory.*", []string{"memory.in"}, []string{"(0s, 0) planner -1", "(4ms, 0) memory 1", "(10ms, 0) planner -1", "(10ms, 0) memory 2"}},
		{"robot.seen", []string{"planner.in", "memory.in"}, []string{"(4ms, 0) planner 1", "(4ms, 0) memory 1", "(10ms, 0) planner 2", "(10ms, 0) memory 2"}},
	} {
		x, cut, err := mocked(t, c.pattern+"=csv:"+csv)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.cut, cut); diff != "" {
			t.Error(c.pattern, diff)
		}
		var got []string
		for _, l := range x.run(t, 12*ms) {
			if strings.Contains(l, "planner") || strings.HasPrefix(l, "(4ms") || strings.Contains(l, "(10ms, 0) memory") {
				got = append(got, l)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(c.pattern, diff)
		}
	}
}

// recordTo runs a program with a recording of everything.
func recordTo(t *testing.T, x *program, file string, until time.Duration) string {
	t.Helper()
	w, err := trace.Create(file, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(x.p, w, record.Options{Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	x.run(t, until)
	hash := rec.Hash()
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return hash
}

// TestReplay: a mocked run replays without the mock's files, and gives the topics of another mocked run.
func TestReplay(t *testing.T) {
	lua := write(t, "robot.lua", `
		local x = 0
		function value(t, n, path, command)
			if path == "robot.servo" then x = x + command.V + command.Mark[1] return {Got = x} end
			return {X = 1 + x / 8, Count = n, Names = {"a", "b"}, Ok = math.random() < 0.5}
		end`)
	bumps := write(t, "b.csv", "time,value\n0.003,1.5\n0.025,2\n")
	specs := []string{"robot.*=lua:" + lua, "robot.bump=csv:" + bumps, "memory.in=const:{\"X\":7}@20ms"}
	dir := t.TempDir()
	x, cut, err := mocked(t, specs...)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "trace.mcap")
	hash := recordTo(t, x, file, 100*ms)
	if x.real != 0 || len(only(x.log, "Names:[a b]")) == 0 {
		t.Errorf("the script did not stand in: %v", x.log)
	}
	if err := os.Remove(lua); err != nil {
		t.Fatal(err)
	}
	in, err := record.ReadInputs(file)
	if err != nil {
		t.Fatal(err)
	}
	again := build(t, cut, true)
	rec, err := record.New(again.p, nil, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Inject(again.p); err != nil {
		t.Fatal(err)
	}
	again.run(t, 0)
	if rec.Hash() != hash || rec.Hash() != in.Hash {
		t.Errorf("the replay's hash is %s, the run's %s", rec.Hash(), hash)
	}
	if diff := cmp.Diff(x.log, again.log); diff != "" {
		t.Error(diff)
	}
	third := mustMock(t, "robot.*=topic:"+dir, "memory.in=topic:"+file)
	if diff := cmp.Diff(x.log, third.run(t, 100*ms)); diff != "" {
		t.Error("fed by the recording's topics:", diff)
	}
	fourth := mustMock(t, "planner.in=topic:"+dir+"#robot.seen")
	if diff := cmp.Diff(only(x.log, "planner"), only(fourth.run(t, 100*ms), "planner")); diff != "" {
		t.Error("fed by another topic:", diff)
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"robot.reading.csv": "time,X\n0,4\n", "door_robot.servo.csv": "time,Got\n0,6\n", "robot.bump.csv": "time,value\n0.001,1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	x := mustMock(t, "robot.*=csv:"+dir)
	if got := x.run(t, 5*ms); len(only(got, "read {X:4 ")) != 1 || len(only(got, "got 6")) != 1 || len(only(got, "bump 1")) != 1 {
		t.Error(got)
	}
}

// TestKeyframes: mocks go on from where an image was taken, also after another past.
func TestKeyframes(t *testing.T) {
	// The interpreter has numbers in arrays of its own, 32 of them: here one past must not show in another.
	few := write(t, "few.lua", `
		hist = {}
		function value(t, n, path, command)
			hist[n] = t * 1000.5 + command.V
			for i = 1, 3 do local waste = t * i + 0.5 end
			return {Got = hist[2] or 0}
		end`)
	keyframes(t, "robot.servo=lua:"+few)
	many := write(t, "robot.lua", `
		period = 0.003
		hist = {}
		function value(t, n, path, command)
			hist[#hist + 1] = t * 1000.5 + math.random(1000) + (command and command.V or 0)
			if path == "robot.bump" then return #hist + hist[#hist] / 1e6 end
			if path == "robot.servo" then return {Got = hist[#hist]} end
			local sum = 0.25
			for i, x in ipairs(hist) do sum = sum * 0.75 + x end
			return {X = sum, Count = n}
		end`)
	csv := write(t, "m.csv", "time,X\n0.001,1\n0.017,2\n0.055,3\n0.085,4\n")
	keyframes(t, "robot.*=lua:"+many, "planner.in=csv:"+csv)
}

func keyframes(t *testing.T, specs ...string) {
	t.Helper()
	x := mustMock(t, specs...)
	s := exec.NewStepper(x.p, nil, reactor.Tag{Time: reactor.Time(time.Second)})
	k, err := keyframe.NewKeeper(append(append(x.p.State(), s.State()...), &x.log))
	if err != nil {
		t.Fatal(err)
	}
	run := func(to time.Duration) {
		for {
			_, tag, ok, err := s.Next()
			if err != nil {
				t.Fatal(err)
			}
			if !ok || tag.Time > reactor.Time(to) {
				return
			}
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	var images []*keyframe.Image
	for i := range 6 {
		run(time.Duration(i) * 20 * ms)
		images = append(images, k.Take())
	}
	run(120 * ms)
	want := strings.Join(x.log, "\n")
	for _, i := range []int{3, 0, 5, 1, 4, 2} {
		k.Restore(images[0])
		for id, d := range x.p.Doors() {
			if d.Path == "robot.gain" && !x.p.Offer(id, func(v unsafe.Pointer) { *(*float64)(v) = float64(2 + i) }) {
				t.Error("the parameter is refused")
			}
		}
		run(120 * ms)
		if strings.Join(x.log, "\n") == want {
			t.Error("another past is the same")
		}
		k.Restore(images[i])
		run(120 * ms)
		if got := strings.Join(x.log, "\n"); got != want {
			t.Errorf("from image %d on: %s", i, cmp.Diff(want, got))
		}
	}
}

// hand is a device without limits: a test's.
type hand[C, A any] func(C) A

func (h hand[C, A]) Command(c C) A { return h(c) }
func (hand[C, A]) Limits() string  { return "none: a test" }
