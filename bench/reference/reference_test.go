package reference

import (
	"context"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/against"
	"github.com/sinew-robotics/sinew/tool/run"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// inOrder are the names of the models.
var inOrder = []string{"autoware", "mont-blanc", "sierra-nevada"}

// fast runs a model in logical time.
func fast(t *testing.T, model string, length time.Duration) ran {
	t.Helper()
	r, err := measure(Options{}, Params{Model: model}, exec.Fast, length)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAutoware: 24 nodes, of which as many sensors, commands and nodes that work as in the original, 190 times a second.
func TestAutoware(t *testing.T) {
	i, err := Load("autoware")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, c := range i.Components {
		if c.Category == syntax.ThreadCategory {
			kinds[kindOf(c.Classifier)]++
		}
	}
	for kind, n := range map[string]int{"Sensor": 6, "Transform": 9, "Fusion": 5, "Cyclic": 1, "Intersection": 1, "Command": 2} {
		if kinds[kind] != n {
			t.Errorf("%d nodes of kind %s, not %d", kinds[kind], kind, n)
		}
	}
	if f := fast(t, "autoware", 5*time.Second).figures; f["front_without_estimate"] != 0 || f["hot_path_drops"] != 0 || f["hot_path_samples"] < 35 {
		t.Errorf("in logical time: %v", f)
	}
	const begun, length = 6 * time.Second, 12 * time.Second
	worked := fast(t, "autoware", begun+length).figures["crunches"] - fast(t, "autoware", begun).figures["crunches"]
	if worked != 190*length.Seconds() {
		t.Errorf("nodes work %v times a second, not 190", worked/length.Seconds())
	}
}

// TestRobots: nodes, topics, subscriptions and rates are those that iRobot states, and a run has them.
func TestRobots(t *testing.T) {
	for model, want := range map[string]struct{ nodes, topics, subscriptions, published, delivered int }{
		"sierra-nevada": {10, 13, 17, 654, 1054}, "mont-blanc": {20, 23, 35, 781, 1263},
	} {
		i, err := Load(model)
		if err != nil {
			t.Fatal(err)
		}
		got := want
		got.nodes, got.topics, got.subscriptions = 0, 0, len(i.Connections)
		for _, c := range i.Components {
			if c.Category == syntax.ThreadGroupCategory {
				got.nodes++
			}
			if kindOf(c.Classifier) == "Publisher" {
				got.topics++
			}
		}
		a, b := fast(t, model, 5*time.Second), fast(t, model, 15*time.Second)
		got.delivered = int(b.figures["messages"]-a.figures["messages"]) / 10
		got.published = int(b.Counters.Reactions-a.Counters.Reactions)/10 - got.delivered
		if got != want {
			t.Errorf("%s: %+v, not %+v", model, got, want)
		}
		if b.figures["lost"] != 0 || b.figures["late_percent"] != 0 {
			t.Errorf("%s in logical time: %v", model, b.figures)
		}
	}
}

// TestOrder: which reactions run in which order is as it always was.
func TestOrder(t *testing.T) {
	golden := filepath.Join("testdata", "order.golden")
	var got strings.Builder
	for _, model := range inOrder {
		got.WriteString(model + " " + fast(t, model, 3*time.Second).order + "\n")
	}
	if *rewrite {
		if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != got.String() {
		t.Errorf("%v\n%s\nnot\n%s", err, got.String(), want)
	}
}

// TestSameOrderOnTheRealClock: however late the machine is, the same reactions run in the same order.
func TestSameOrderOnTheRealClock(t *testing.T) {
	for _, model := range inOrder {
		const length = 400 * time.Millisecond
		r, err := measure(Options{}, Params{Model: model, Limit: 500}, exec.Real, length)
		if err != nil {
			t.Fatal(err)
		}
		if want := fast(t, model, length).order; r.order != want {
			t.Errorf("%s: order %s on the real clock, %s in logical time; %v", model, r.order, want, r.Omitted)
		}
	}
}

// TestReplay: a run on the real clock, replayed, gives the same to the bit.
func TestReplay(t *testing.T) {
	for _, model := range inOrder {
		file := filepath.Join(t.TempDir(), "trace.mcap")
		_, err := run.Do(t.Context(), Spec{}, run.Options{Order: run.Order{Real: true, Params: &Params{Model: model, Limit: 100}}, For: 250 * time.Millisecond, File: file})
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Replay(t.Context(), []run.Spec{Spec{}}, file)
		if err != nil || !r.Same() {
			t.Errorf("%s: %+v, %v", model, r, err)
		}
	}
}

// TestNothingIsAllocated: not by a tag, once the system runs.
func TestNothingIsAllocated(t *testing.T) {
	for _, model := range inOrder {
		i, err := Spec{}.Make(run.Order{Params: &Params{Model: model}})
		if err != nil {
			t.Fatal(err)
		}
		p := i.Program
		p.Start()
		for range 300 {
			p.Step(nil)
		}
		if n := testing.AllocsPerRun(300, func() { p.Step(nil) }); n != 0 {
			t.Errorf("%s: %v allocations a tag", model, n)
		}
	}
}

func TestWork(t *testing.T) {
	if n := crunch(native); n != 564 {
		t.Errorf("%d primes up to %d", n, native)
	}
	if n := unsafe.Sizeof(Message{}); n != 4096 {
		t.Errorf("a message has %d bytes", n)
	}
}

// TestHotPath: latency from the later lidar to the estimator, drops of the hot path alone, and the planner's period by its
// sequence numbers, without the first ten messages.
func TestHotPath(t *testing.T) {
	h := newHotPath()
	const ms = time.Millisecond
	for k := range 13 {
		at := time.Duration(k) * 100 * ms
		m := &Message{}
		for _, e := range []struct {
			node    string
			at      time.Duration
			dropped uint32
		}{{"FrontLidarDriver", at, 0}, {"RearLidarDriver", at + ms, 0}, {"PointCloudFusion", at + 2*ms, 1}, {"NDTLocalizer", at, 7},
			{"ObjectCollisionEstimator", at + 9*ms + time.Duration(k)*ms, 0}, {"BehaviorPlanner", at + 50*ms, 0}} {
			m.add(&Entry{Stamp: e.at, Sequence: uint32(2 * k), Dropped: e.dropped, Node: label(e.node)})
		}
		h.add(m)
	}
	h.add(&Message{}) // did not come along the hot path
	if h.Latency.N != 3 || h.Latency.Min != 18 || h.Latency.Max != 20 || h.Dropped != 3 || h.Period.N != 3 || h.Period.Mean() != 50 {
		t.Errorf("%+v", h)
	}
}

// TestSpread: it is what the values say, however they are divided.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Float64Range(-1e6, 1e6)).Draw(t, "values")
		cut := rapid.IntRange(0, len(values)).Draw(t, "cut")
		var a, b Spread
		for i, v := range values {
			if i < cut {
				a.Add(v)
			} else {
				b.Add(v)
			}
		}
		a.merge(&b)
		if len(values) == 0 {
			if !math.IsNaN(a.Mean()) || !math.IsNaN(a.Deviation()) {
				t.Fatal("figures of nothing")
			}
			return
		}
		mean, square := 0.0, 0.0
		for _, v := range values {
			mean += v / float64(len(values))
		}
		for _, v := range values {
			square += (v - mean) * (v - mean) / float64(len(values))
		}
		if math.Abs(a.Mean()-mean) > 1e-6 || math.Abs(a.Deviation()-math.Sqrt(square)) > 1e-3 || a.Min != slices.Min(values) || a.Max != slices.Max(values) {
			t.Fatalf("%+v: mean %v deviation %v", a, mean, math.Sqrt(square))
		}
	})
}

// TestLate: what is late, too late and lost.
func TestLate(t *testing.T) {
	d := Delivered{period: 10 * time.Millisecond}
	for _, p := range []struct {
		number uint64
		late   time.Duration
	}{{0, 0}, {1, 2 * time.Millisecond}, {2, 2*time.Millisecond + 1}, {5, 11 * time.Millisecond}, {6, time.Millisecond}} {
		d.add(&Payload{Number: p.number}, p.late)
	}
	if d.Messages != 5 || d.Late != 1 || d.TooLate != 1 || d.Lost != 2 {
		t.Errorf("%+v", d)
	}
}

// TestUnusable: a model that cannot be run says what is wrong with it, and where.
func TestUnusable(t *testing.T) {
	const text = `package P
public
    with Reference_Kinds;
    thread Odd
        features
            x: in event port;
        properties
            Dispatch_Protocol => Sporadic;
    end Odd;
    process Q end Q;
    process implementation Q.i
        subcomponents
            a: thread Reference_Kinds::Sensor;
            b: thread Reference_Kinds::Transform;
        connections
            c: port a.topic -> b.input;
    end Q.i;
    process implementation Q.j
        subcomponents
            a: thread Odd;
    end Q.j;
    system S end S;
    system implementation S.i
        subcomponents
            q: process Q.i;
    end S.i;
    system implementation S.j
        subcomponents
            q: process Q.j;
    end S.j;
end P;
`
	kinds, err := models.ReadFile("models/kinds.aadl")
	if err != nil {
		t.Fatal(err)
	}
	for system, want := range map[string]string{
		"P::S.i": "p.aadl:13:13: q.a: it has no period; give it a Period (aadl-run)",
		"P::S.j": "p.aadl:6:13: q.a.x: it is no data port and no event data port; only these can be run (aadl-run)\n" +
			"p.aadl:20:13: q.a: its type is none of the kinds of nodes in Reference_Kinds; let it be of one, or extend one (aadl-run)",
	} {
		p, faults := syntax.Parse("p.aadl", text)
		k, more := syntax.Parse("kinds.aadl", string(kinds))
		i, linked := instantiate([]*syntax.File{p, k}, system)
		if err := append(append(faults, more...), linked...).Err(); err != nil {
			t.Fatal(err)
		}
		if _, err := newSystem(i, Params{Model: "autoware"}, run.Order{}); err == nil || err.Error() != want {
			t.Errorf("%v\nnot\n%s", err, want)
		}
	}
	if _, err := Load("yellowstone"); err == nil || !strings.Contains(err.Error(), "give autoware, sierra-nevada or mont-blanc") {
		t.Error(err)
	}
}

// TestInterrupted: a bench that is told to end does so.
func TestInterrupted(t *testing.T) {
	o := Options{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.Context = ctx
	if _, err := measure(o, Params{Model: "autoware"}, exec.Fast, time.Second); err == nil {
		t.Error("it goes on")
	}
}

// TestGraphs: the program is the model's, which graph.Check finds sound.
func TestGraphs(t *testing.T) {
	for _, model := range inOrder {
		i, err := Spec{}.Make(run.Order{Params: &Params{Model: model}})
		if err != nil {
			t.Fatal(err)
		}
		g := i.Program.Graph()
		if err := g.Check().Err(); err != nil {
			t.Error(err)
		}
		if _, err := json.Marshal(g); err != nil {
			t.Error(err)
		}
	}
}

// recorded runs a system and gives what a model can be held against.
func recorded(t *testing.T, s run.Spec, o run.Order, length time.Duration) *against.Run {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace.mcap")
	if _, err := run.Do(t.Context(), s, run.Options{Order: o, For: length, File: file, Trace: []string{"*"}}); err != nil {
		t.Fatal(err)
	}
	r, err := against.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAgainst: every system that runs is as its model says.
func TestAgainst(t *testing.T) {
	for _, model := range inOrder {
		i, err := Load(model)
		if err != nil {
			t.Fatal(err)
		}
		report, faults := against.Compare(i, recorded(t, Spec{}, run.Order{Params: &Params{Model: model}}, 2*time.Second), nil)
		if len(faults) > 0 || report.Connections != len(i.Connections) || len(report.Latencies) != len(i.Flows) {
			t.Errorf("%s: %+v\n%v", model, report, faults)
		}
	}
}

// TestSlowed: work that takes longer than the model says makes the hot path late.
func TestSlowed(t *testing.T) {
	i, err := Load("autoware")
	if err != nil {
		t.Fatal(err)
	}
	r := recorded(t, Spec{}, run.Order{Real: true, Params: &Params{Model: "autoware", Limit: 4 * native}}, 500*time.Millisecond)
	_, faults := against.Compare(i, r, nil)
	late := slices.DeleteFunc(faults, func(f diag.Fault) bool { return f.Code != "run-late" })
	if len(late) != 2 || late[0].Path != "hot_path_front" || late[1].Path != "hot_path_rear" {
		t.Error(late)
	}
}

// without is the reference system without a connection.
type without struct {
	Spec
	connection string
}

func (w without) Make(o run.Order) (*run.Instance, error) {
	var files []*syntax.File
	for _, name := range []string{"kinds.aadl", "autoware.aadl"} {
		text, err := models.ReadFile("models/" + name)
		if err != nil {
			return nil, err
		}
		f, _ := syntax.Parse(name, strings.ReplaceAll(string(text), w.connection, ""))
		files = append(files, f)
	}
	i, faults := instantiate(files, systems["autoware"])
	if err := faults.Err(); err != nil {
		return nil, err
	}
	s, err := newSystem(i, Params{Model: "autoware"}, o)
	if err != nil {
		return nil, err
	}
	return s.instance, nil
}

// TestConnectionRemoved: a connection that a system does not have is told, and nothing else.
func TestConnectionRemoved(t *testing.T) {
	i, err := Load("autoware")
	if err != nil {
		t.Fatal(err)
	}
	r := recorded(t, without{connection: "lanes_to_lane: port Lanelet2MapLoader.topic -> LanePlanner.input;"}, run.Order{}, time.Second)
	_, faults := against.Compare(i, r, nil)
	const want = "the connection to other.LanePlanner.input is in the design, but not in the system"
	if len(faults) != 1 || faults[0].Path != "other.Lanelet2MapLoader.topic" || faults[0].What != want {
		t.Error(faults)
	}
}
