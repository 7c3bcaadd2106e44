package gen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/guard"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/system"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/launch"
)

// readings are what comes through a door.
type readings struct {
	at    []time.Duration
	value []relay.Warmth
}

// Next implements reactor.EventSource.
func (r *readings) Next(v unsafe.Pointer) (reactor.Tag, bool) {
	if len(r.at) == 0 {
		return reactor.Tag{}, false
	}
	tag := reactor.Tag{Time: reactor.Time(r.at[0])}
	*(*relay.Warmth)(v) = r.value[0]
	r.at, r.value = r.at[1:], r.value[1:]
	return tag, true
}

// house builds the small system, fed through its doors.
func house(t testing.TB, feed map[string]*readings) *reactor.Program {
	t.Helper()
	main := reactor.NewMain("house")
	if _, err := system.New(main); err != nil {
		t.Fatal(err)
	}
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if w := p.Warnings(); len(w) > 0 {
		t.Log(w)
	}
	for n, d := range p.Doors() {
		if r := feed[strings.TrimPrefix(d.Path, "house.")]; r != nil {
			if err := p.FeedEvents(n, r); err != nil {
				t.Fatal(err)
			}
			delete(feed, strings.TrimPrefix(d.Path, "house."))
		}
	}
	if len(feed) > 0 {
		var doors []string
		for _, d := range p.Doors() {
			doors = append(doors, d.Path)
		}
		t.Fatalf("there are no doors %v among %v", feed, doors)
	}
	return p
}

// seen notes what some ports carry.
type seen struct {
	p     *reactor.Program
	ports []string
	lines []string
}

// AtTag implements reactor.Observer.
func (s *seen) AtTag(e *reactor.Enclave, _ reactor.Record) {
	for _, x := range s.p.Ports() {
		if !slices.ContainsFunc(s.ports, func(name string) bool { return strings.HasSuffix(x.Path, name) }) || !s.p.Present(x.ID) {
			continue
		}
		value := ""
		switch {
		case strings.HasSuffix(x.Path, "report"):
			r := (*relay.Report)(x.Value)
			value = fmt.Sprint(r.Number, " ", r.Level, " ", r.Rows[1][2])
		default:
			value = fmt.Sprint(*(*relay.Warmth)(x.Value))
		}
		s.lines = append(s.lines, fmt.Sprintf("%v %s %s", e.Tag().Time, strings.TrimPrefix(x.Path, "house."), value))
	}
}

// TestRun runs the small system: timers, ports that keep what came, events, doors, and an algorithm that fails.
func TestRun(t *testing.T) {
	ms := time.Millisecond
	p := house(t, map[string]*readings{
		"thermometer.from_read": {[]time.Duration{5 * ms, 15 * ms, 28 * ms, 41 * ms}, []relay.Warmth{20, 30, 40, 200}},
		"display.from_limit":    {[]time.Duration{20 * ms}, []relay.Warmth{35}},
	})
	s := &seen{p: p, ports: []string{"display.report", "thermometer.heat", "rooms.again", "rooms.pair"}}
	p.Observe(s)
	p.Run(reactor.Tag{Time: reactor.Time(400 * ms)})
	got := strings.Join(s.lines, "\n")
	want := strings.TrimSpace(`
5ms rooms.again 20
12ms thermometer.heat 1
12ms display.report 1 low 20
15ms rooms.again 30
20ms rooms.pair 30
22ms thermometer.heat 1
22ms display.report 2 low 30
28ms rooms.again 40
32ms rooms.again -1
32ms display.report 3 too_high 40
41ms rooms.again 200`)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestDesign: the program's graph is the model's, and another model's is not.
func TestDesign(t *testing.T) {
	g := house(t, nil).Graph()
	if _, faults := launch.Compare(small(t), g, "house"); len(faults) > 0 {
		t.Error(faults)
	}
	for _, changes := range [][]string{
		{"Period => 10 ms", "Period => 20 ms"},
		{"            latest: port keep.latest -> watch.warmth;\n", ""},
		{"            keep: thread Keep;", "            keep: thread Keep;\n            more: thread Keep;"},
		{"            alarm: out event port;", "            alarm: out event port;\n            other: out event port;"},
		{"limit: out event data port Warmth", "limit: out event data port Level"},
	} {
		if _, faults := launch.Compare(small(t, changes...), g, "house"); len(faults) == 0 {
			t.Errorf("%q makes no difference", changes)
		}
	}
}

// source sends readings by itself.
type source struct {
	reactor.Reactor
	Read reactor.Out[relay.Warmth]
	tick reactor.Timer
}

// fed is the node of the small system with a source of readings.
func fed(t testing.TB) *reactor.Program {
	t.Helper()
	main := reactor.NewMain("fed")
	s := &source{}
	reactor.Init(main, "source", s)
	s.tick.Set(time.Millisecond, 20*time.Microsecond)
	s.Reaction("send").On(&s.tick).Sets(&s.Read).Do(func() { s.Read.Set(20) })
	n, err := guard.New(main, "guard", guard.Config())
	if err != nil {
		t.Fatal(err)
	}
	reactor.Connect(&s.Read, &n.Read)
	p, err := reactor.Build(main, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	for range 2000 {
		p.Step(nil)
	}
	return p
}

// TestNothingIsAllocated: framework, ports and algorithms allocate nothing.
func TestNothingIsAllocated(t *testing.T) {
	p := fed(t)
	if a := testing.AllocsPerRun(10_000, func() { p.Step(nil) }); a > 0 {
		t.Errorf("a tag allocates %v times", a)
	}
}

// BenchmarkTag is a tag of a node: a message comes and two threads take it, or, at the microstep after it, a third keeps what one
// of them has sent.
func BenchmarkTag(b *testing.B) {
	p := fed(b)
	b.ReportAllocs()
	for b.Loop() {
		p.Step(nil)
	}
}

// BenchmarkFiftyNodes makes a program of 50 nodes, 200 threads, and runs it until all of them are running.
func BenchmarkFiftyNodes(b *testing.B) {
	for b.Loop() {
		main := reactor.NewMain("many")
		var last *guard.Node
		for k := range 50 {
			n, err := guard.New(main, fmt.Sprintf("guard_%d", k), guard.Config())
			if err != nil {
				b.Fatal(err)
			}
			last = n
		}
		p, err := reactor.Build(main, reactor.Options{})
		if err != nil {
			b.Fatal(err)
		}
		p.Start()
		for last.State() != node.Running {
			p.Step(nil)
		}
	}
}
