package gen_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/system"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/launch"
)

// site is the depot, with changes to its text.
func site(t testing.TB, changes ...string) *instance.Instance {
	t.Helper()
	text, err := os.ReadFile("testdata/depot.aadl")
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(changes...).Replace(string(text))
	if len(changes) > 0 && changed == string(text) {
		t.Fatalf("%q changes nothing", changes)
	}
	return read(t, "Depot::Site.impl", map[string]string{"depot.aadl": changed}, "depot.aadl")
}

func siteOptions() gen.Options {
	return gen.Options{Import: "github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot", Origin: "Depot::Site.impl", Models: []string{"../depot.aadl"}}
}

// said is what comes through a door.
type said[T any] struct {
	at    []time.Duration
	value []T
}

// Next implements reactor.EventSource.
func (s *said[T]) Next(v unsafe.Pointer) (reactor.Tag, bool) {
	if len(s.at) == 0 {
		return reactor.Tag{}, false
	}
	tag := reactor.Tag{Time: reactor.Time(s.at[0])}
	*(*T)(v) = s.value[0]
	s.at, s.value = s.at[1:], s.value[1:]
	return tag, true
}

// depotProgram is the depot, fed through its doors.
func depotProgram(t testing.TB, workers int, feed map[string]reactor.EventSource) *reactor.Program {
	t.Helper()
	main := reactor.NewMain("site")
	if _, err := system.New(main); err != nil {
		t.Fatal(err)
	}
	p, err := reactor.Build(main, reactor.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	fed := 0
	for n, d := range p.Doors() {
		if s := feed[d.Path]; s != nil {
			if fed++; p.FeedEvents(n, s) != nil {
				t.Fatal(d.Path)
			}
		}
	}
	if fed < len(feed) {
		t.Fatalf("%d doors of %v", fed, p.Doors())
	}
	return p
}

// heard notes what some ports carry.
type heard struct {
	p     *reactor.Program
	lines []string
}

// AtTag implements reactor.Observer.
func (h *heard) AtTag(e *reactor.Enclave, _ reactor.Record) {
	for _, x := range h.p.Ports() {
		if !h.p.Present(x.ID) {
			continue
		}
		switch x.Path {
		case "outside.first_told", "people.panel_told", "outside.filled":
			h.lines = append(h.lines, fmt.Sprintf("%v %s %d", e.Tag(), x.Path, *(*depot.Boxes)(x.Value)))
		case "gate.value":
			h.lines = append(h.lines, fmt.Sprintf("%v %s %v", e.Tag(), x.Path, *(*depot.Gate)(x.Value)))
		case "gate.unseen":
			h.lines = append(h.lines, fmt.Sprintf("%v %s %d", e.Tag(), x.Path, *(*uint64)(x.Value)))
		case "scales.fetch_reply":
			r := (*access.Reply[depot.FetchReply])(x.Value)
			h.lines = append(h.lines, fmt.Sprintf("%v %s %d %d %q", e.Tag(), x.Path, r.Number, r.Value.Left, r.Why))
		}
	}
}

// TestDepot: nodes ask each other and what exists already, are refused, wait in vain, and share, whatever the number of workers.
func TestDepot(t *testing.T) {
	ms := time.Millisecond
	weighed := func(caller int32, number uint64, weight float64) access.Spoken[depot.WeighReply] {
		return access.Spoken[depot.WeighReply]{Ticket: access.Ticket{Caller: caller, Number: number},
			Reply: access.Reply[depot.WeighReply]{Number: number, Value: depot.WeighReply{Weight: weight}}}
	}
	for _, workers := range []int{1, 3} {
		p := depotProgram(t, workers, map[string]reactor.EventSource{
			"outside.from_first_order": &said[depot.Boxes]{[]time.Duration{2 * ms, 16 * ms, 24 * ms}, []depot.Boxes{1, 3, 9}},
			"people.from_panel_order":  &said[depot.Boxes]{[]time.Duration{16 * ms}, []depot.Boxes{2}},
			"scales.weigh_answers":     &said[access.Spoken[depot.WeighReply]]{[]time.Duration{18 * ms}, []access.Spoken[depot.WeighReply]{weighed(0, 1, 42)}},
			"scales.fetch_calls": &said[access.Request[depot.FetchRequest]]{[]time.Duration{26 * ms, 27 * ms}, []access.Request[depot.FetchRequest]{
				{Number: 70, Value: depot.FetchRequest{Wanted: 4}}, {Number: 71, Value: depot.FetchRequest{Wanted: 4}}}},
			"scales.from_gate": &said[depot.Gate]{[]time.Duration{28 * ms}, []depot.Gate{depot.GateClosed}},
		})
		h := &heard{p: p}
		p.Observe(h)
		p.Run(reactor.Tag{Time: reactor.Time(29 * ms)})
		want := strings.TrimSpace(`
(0s, 2) outside.filled 0
(2ms, 0) outside.first_told -1
(7ms, 1) gate.value open
(7ms, 1) gate.unseen 1
(10ms, 0) outside.filled 1
(18ms, 1) outside.first_told 42
(20ms, 0) outside.filled 2
(21ms, 0) people.panel_told -3
(24ms, 2) outside.first_told -2
(26ms, 2) scales.fetch_reply 70 1 ""
(27ms, 2) scales.fetch_reply 71 0 "there are 1 boxes, not 4"
(28ms, 1) gate.value closed`)
		if got := strings.Join(h.lines, "\n"); got != want {
			t.Errorf("%d workers: got\n%s\nwant\n%s", workers, got, want)
		}
	}
}

// TestDepotDesign: the program's graph is the model's, with its groups of features and threads; others are not.
func TestDepotDesign(t *testing.T) {
	g := depotProgram(t, 1, nil).Graph()
	if _, faults := launch.Compare(site(t), g, "site"); len(faults) > 0 {
		t.Error(faults)
	}
	for _, changes := range [][]string{
		{"            levels: port fill.level <-> count.level;\n", ""},
		{"            levels: port fill.level <-> count.level;\n", "            levels: port fill.level -> count.level;\n"},
		{"            told: in event data port Boxes;", "            told: in event data port Boxes;\n            more: in event data port Boxes;"},
		{"shift: thread group Shift.night;", "turn: thread group Shift.night;", "shift.filled", "turn.filled", "-> shift.boxes", "-> turn.boxes"},
		{"            second_desk: feature group people.panel <-> second_cart.desk;\n", ""},
		{"            boxes_count: data access boxes -> count.boxes;\n", ""},
		{"store.fetch -> second_cart.fetch", "scales.fetch -> second_cart.fetch", "scales: process Scales;", "scales: process Scales;\n            other: process Store.impl;"},
		{"            second_weigh: subprogram access scales.weigh -> second_cart.weigh;\n", ""},
		{"            gate_scales: data access gate -> scales.gate;\n", ""},
	} {
		if _, faults := launch.Compare(site(t, changes...), g, "site"); len(faults) == 0 {
			t.Errorf("%q makes no difference", changes)
		}
	}
}

// TestDepotAllocates: calls, answers and shared data allocate nothing.
func TestDepotAllocates(t *testing.T) {
	p := depotProgram(t, 1, nil)
	p.Start()
	for range 500 {
		p.Step(nil)
	}
	if a := testing.AllocsPerRun(5000, func() { p.Step(nil) }); a > 0 {
		t.Errorf("a tag allocates %v times", a)
	}
}
