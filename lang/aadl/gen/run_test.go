package gen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

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
	s := &seen{p: p, ports: []string{"display.report", "thermometer.heat", "rooms.again"}}
	p.Observe(s)
	p.Run(reactor.Tag{Time: reactor.Time(400 * ms)})
	got := strings.Join(s.lines, "\n")
	want := strings.TrimSpace(`
5ms rooms.again 20
12ms thermometer.heat 1
12ms display.report 1 low 20
15ms rooms.again 30
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

// TestNothingIsAllocated: a step of the framework, its ports and its algorithms allocates nothing.
func TestNothingIsAllocated(t *testing.T) {
	n := 4000
	r := &readings{}
	for k := range n {
		r.at, r.value = append(r.at, time.Duration(k+1)*3*time.Millisecond), append(r.value, 20)
	}
	p := house(t, map[string]*readings{"thermometer.from_read": r})
	p.Start()
	for range 200 {
		p.Step(nil)
	}
	if a := testing.AllocsPerRun(1000, func() { p.Step(nil) }); a > 0 {
		t.Errorf("a tag allocates %v times", a)
	}
}

// BenchmarkMessage is a message through a seam, two nodes' threads and what they keep.
func BenchmarkMessage(b *testing.B) {
	r := &readings{}
	for k := range b.N + 10 {
		r.at, r.value = append(r.at, time.Duration(k+1)*20*time.Microsecond), append(r.value, 20)
	}
	p := house(b, map[string]*readings{"thermometer.from_read": r})
	p.Start()
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		p.Step(nil)
	}
}
