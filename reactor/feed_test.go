package reactor

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// source feeds numbers at tags.
type source struct {
	at []Tag
	n  int
}

func (s *source) Next(v unsafe.Pointer) (Tag, bool) {
	if s.n == len(s.at) {
		return Tag{}, false
	}
	s.n++
	*(*int)(v) = 100 + s.n
	return s.at[s.n-1], true
}

// Answer answers with the time in ms, and nothing from 3 ms on.
func (s *source) Answer(tag Tag, v unsafe.Pointer) bool {
	*(*int)(v) = int(tag.Time / Time(ms))
	return tag.Time < Time(3*ms)
}

// fed has every kind of door.
type fed struct {
	Reactor
	Tick Timer
	In   In[int]
	Out  Out[int]
	Far  In[int]
	Act  PhysicalAction[int]
	Gain Parameter[int]
	Eye  Sensor[int]
	log  []string
}

func newFed(m *Main, name string) *fed {
	r := &fed{}
	Init(m, name, r)
	note := func(what string, v int) { r.log = append(r.log, fmt.Sprintf("%v %s %d", r.Tag(), what, v)) }
	r.Tick.Set(0, 1*ms)
	r.Gain.Define(2, ParamInfo{Unit: "m", Min: 0, Max: 5})
	r.Eye.Bind(func() int { return -1 })
	r.Reaction("tick").On(&r.Tick).Sets(&r.Out).Do(func() { r.Out.Set(r.Eye.Read() * r.Gain.Get()) })
	r.Reaction("in").On(&r.In).Do(func() { note("in", r.In.Get()) })
	r.Reaction("far").On(&r.Far).Do(func() { note("far", r.Far.Get()) })
	r.Reaction("act").On(&r.Act).Do(func() { note("act", r.Act.Get()) })
	return r
}

func fedPair(t *testing.T, o Options) (*Program, *fed, *fed) {
	t.Helper()
	m := NewMain("main")
	a, b := newFed(m, "a"), newFed(m, "b")
	Connect(&a.Out, &b.In)
	Connect(&a.Out, &b.Far).After(1 * ms)
	p, err := Build(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return p, a, b
}

func doorOf(t *testing.T, p *Program, path string) int {
	t.Helper()
	for id, d := range p.Doors() {
		if d.Path == path {
			return id
		}
	}
	t.Fatalf("no door %s", path)
	return 0
}

func TestMocksStandInForDoorsAndConnections(t *testing.T) {
	p, _, b := fedPair(t, Options{Cut: []string{"b.in", "b.far"}})
	ticks := []Tag{{Time(1 * ms), 0}, {Time(1 * ms), 0}, {Time(2 * ms), 3}}
	for _, path := range []string{"b.in", "b.act"} {
		if err := p.FeedEvents(doorOf(t, p, path), &source{at: ticks}); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.FeedDevice(doorOf(t, p, "a.eye"), &source{}); err != nil {
		t.Fatal(err)
	}
	if !b.Act.Schedule(7, 0) {
		t.Error("the world's event at a mocked door is refused, and not ignored")
	}
	if kind := p.Doors()[doorOf(t, p, "b.far")].Kind; kind != "mock" {
		t.Errorf("a cut connection is a door of kind %q", kind)
	}
	p.Run(Tag{Time(2 * ms), 9})
	want := []string{"(1ms, 0) in 101", "(1ms, 0) act 101", "(1ms, 1) in 102", "(1ms, 1) act 102", "(2ms, 3) in 103", "(2ms, 3) act 103"}
	if d := cmp.Diff(want, b.log); d != "" {
		t.Error(d)
	}
}

func TestAMockThatHasNothingToSayStopsTheReaction(t *testing.T) {
	p, _, _ := fedPair(t, Options{})
	if err := p.FeedDevice(doorOf(t, p, "a.eye"), &source{}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		var re ReplayError
		if err, _ := recover().(error); !errors.As(err, &re) || re.Tag.Time != Time(3*ms) {
			t.Errorf("got %v, want a ReplayError at 3 ms", err)
		}
	}()
	p.Run(Tag{Time(9 * ms), 0})
	t.Error("the program went on")
}

func TestFeedingFaults(t *testing.T) {
	p, _, _ := fedPair(t, Options{})
	if err := p.FeedEvents(doorOf(t, p, "a.eye"), &source{}); err == nil || !strings.Contains(err.Error(), "FeedDevice") {
		t.Errorf("events for a sensor: %v", err)
	}
	if err := p.FeedDevice(doorOf(t, p, "b.act"), &source{}); err == nil || !strings.Contains(err.Error(), "FeedEvents") {
		t.Errorf("answers for an action: %v", err)
	}
	if err := p.Without("vision"); err == nil {
		t.Error("an enclave that is not there was left out")
	}
	m := NewMain("main")
	newFed(m, "a")
	if _, err := Build(m, Options{Cut: []string{"a.in", "nobody.in"}}); err == nil || strings.Count(err.Error(), "no connection leads to it") != 2 {
		t.Errorf("two cuts of nothing: %v", err)
	}
}

func TestParametersChangeThroughTheirDoor(t *testing.T) {
	p, a, b := fedPair(t, Options{})
	if err := p.FeedDevice(doorOf(t, p, "a.eye"), &source{}); err != nil {
		t.Fatal(err)
	}
	if err := p.FeedDevice(doorOf(t, p, "b.eye"), &source{}); err != nil {
		t.Fatal(err)
	}
	gain := doorOf(t, p, "a.gain")
	if d := p.Doors()[gain]; d.Kind != "parameter" || d.Param.Max != 5 || d.Param.Unit != "m" {
		t.Errorf("the parameter's door is %+v", d)
	}
	p.Start()
	p.Enclaves[0].StopAt(Tag{Time(2 * ms), 0})
	for p.Enclaves[0].Tag().Time < Time(1*ms) {
		p.Step(nil)
	}
	if !p.Offer(gain, func(v unsafe.Pointer) { *(*int)(v) = 4 }) {
		t.Fatal("refused")
	}
	if p.Offer(doorOf(t, p, "a.eye"), func(unsafe.Pointer) {}) {
		t.Error("a sensor took an event")
	}
	for p.Step(nil) {
	}
	if a.Gain.Get() != 4 {
		t.Errorf("gain %d", a.Gain.Get())
	}
	want := []string{"(0s, 0) in 0", "(1ms, 0) in 2", "(1ms, 0) far 0", "(2ms, 0) in 8", "(2ms, 0) far 2"}
	if d := cmp.Diff(want, b.log); d != "" {
		t.Error(d)
	}
}

func TestQueueModesAndForce(t *testing.T) {
	p, _, b := fedPair(t, Options{})
	for _, path := range []string{"a.eye", "b.eye"} {
		if err := p.FeedDevice(doorOf(t, p, path), &source{}); err != nil {
			t.Fatal(err)
		}
	}
	p.Start()
	e := p.Enclaves[0]
	p.Step(nil)
	var queue []string
	for _, q := range p.Queue() {
		s := fmt.Sprintf("%v %s %s", q.Tag, q.Kind, q.Path)
		if q.Value != nil {
			s += fmt.Sprintf(" %d", *(*int)(q.Value))
		}
		queue = append(queue, s)
	}
	want := []string{"(1ms, 0) timer a.tick", "(1ms, 0) connection b.far 0", "(1ms, 0) timer b.tick"}
	if d := cmp.Diff(want, queue); d != "" {
		t.Error(d)
	}
	port := -1
	for _, info := range p.Ports() {
		if info.Path == "b.in" {
			port = info.ID
		}
	}
	if err := p.Force(port, nil); err == nil {
		t.Error("a port was forced between tags")
	}
	tag, _ := e.Next()
	e.Begin(tag)
	if err := p.Force(port, func(v unsafe.Pointer) { *(*int)(v) = 55 }); err != nil {
		t.Fatal(err)
	}
	if !p.Present(port) {
		t.Error("a forced port is absent")
	}
	for place, ok := e.Pop(); ok; place, ok = e.Pop() {
		if p.ReactionPath(e.Reaction(place)) != "a.tick" { // would set the port again
			e.Invoke(0, place)
		}
	}
	e.End()
	p.FinishTag()
	if got := strings.Join(b.log, ", "); got != "(0s, 0) in 0, (1ms, 0) in 55, (1ms, 0) far 0" {
		t.Errorf("log %s", got)
	}
}

// split is an enclave and what it sends to.
type split struct {
	Reactor
	T   Timer
	In  In[int]
	Out Out[int]
	got []Tag
}

func newSplit(m *Main, name string) *split { return newSplitIn(m, name) }

func newSplitIn(parent Parent, name string) *split {
	s := &split{}
	Init(parent, name, s)
	s.T.Set(0, 1*time.Millisecond)
	s.Reaction("send").On(&s.T).Sets(&s.Out).Do(func() { s.Out.Set(1) })
	s.Reaction("take").On(&s.In).Do(func() { s.got = append(s.got, s.Tag()) })
	return s
}

func TestAnEnclaveLeftOut(t *testing.T) {
	m := NewMain("main")
	a, b := newSplit(m, "a"), newSplit(m, "b")
	b.Isolate()
	Connect(&a.Out, &b.In).After(1 * ms)
	Connect(&b.Out, &a.In).Physical()
	p, err := Build(m, Options{Replay: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Without("b"); err != nil {
		t.Fatal(err)
	}
	if err := p.FeedEvents(doorOf(t, p, "a.in"), &source{at: []Tag{{Time(2 * ms), 0}}}); err != nil {
		t.Fatal(err)
	}
	p.Run(Tag{Time(5 * ms), 0})
	if len(b.got) != 0 || len(a.got) != 1 || p.Enclaves[1].Counters().Tags != 0 {
		t.Errorf("the enclave left out took %d and ran %d tags; the other took %d", len(b.got), p.Enclaves[1].Counters().Tags, len(a.got))
	}
}

// shift has a worker by day and one by night, which use the same door.
type shift struct {
	Reactor
	Day, Night Mode
	Out        Out[int]
}

func TestACutPortIsOneDoor(t *testing.T) {
	m := NewMain("main")
	s, to := &shift{}, newFed(m, "to")
	Init(m, "s", s)
	s.Day.Initial()
	day, night := newSplitIn(&s.Day, "early"), newSplitIn(&s.Night, "late")
	Connect(&day.Out, &s.Out)
	Connect(&night.Out, &s.Out)
	Connect(&s.Out, &to.In)
	p, err := Build(m, Options{Cut: []string{"s.out"}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, d := range p.Doors() {
		if d.Path == "s.out" {
			n++
		}
	}
	if n != 1 {
		t.Fatalf("%d doors called s.out", n)
	}
	if err := p.FeedDevice(doorOf(t, p, "to.eye"), &source{}); err != nil {
		t.Fatal(err)
	}
	if err := p.FeedEvents(doorOf(t, p, "s.out"), &source{at: []Tag{{Time(1 * ms), 0}}}); err != nil {
		t.Fatal(err)
	}
	p.Run(Tag{Time(2 * ms), 0})
	if d := cmp.Diff([]string{"(1ms, 0) in 101"}, to.log); d != "" {
		t.Error(d)
	}
}
