package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

// driver is a made-up debugger: it notes what it is told, and "run" goes on until "pause" or the end of its context.
type driver struct {
	mu      sync.Mutex
	lines   []string
	status  view.Status
	changed chan struct{}
	pause   chan struct{}
	running chan struct{} // a value when run has begun
	ended   sync.WaitGroup
	tick    func() int64 // runs a tag of a program and returns its time; nil for no program
}

func newDriver() *driver {
	return &driver{status: view.Status{Clock: "recorded", Speed: 1, From: 0, To: 10e9}, changed: make(chan struct{}, 1), pause: make(chan struct{}, 1), running: make(chan struct{}, 1)}
}

// Command implements Control.
func (d *driver) Command(ctx context.Context, line string) (view.Answer, error) {
	d.set(func(s *view.Status) { d.lines = append(d.lines, line) })
	verb, _, _ := strings.Cut(line, " ")
	switch verb {
	case "run":
		d.set(func(s *view.Status) { s.Running, s.Reason = true, "" })
		select {
		case d.running <- struct{}{}:
		default:
		}
		if d.tick != nil {
			d.ended.Add(1)
			go d.goOn(ctx)
			break
		}
		select {
		case <-ctx.Done():
		case <-d.pause:
		}
		d.set(func(s *view.Status) { s.Running, s.Reason = false, "paused" })
	case "pause":
		d.pause <- struct{}{}
	case "step":
		d.set(func(s *view.Status) {
			s.Time += 4e6
			if d.tick != nil {
				s.Time = d.tick()
			}
		})
	case "set": // waits for what goes on, as a movement to a place is waited for
		for d.Status().Running {
			select {
			case <-ctx.Done():
				return view.Answer{}, ctx.Err()
			case <-time.After(time.Millisecond):
			}
		}
	case "back":
		d.set(func(s *view.Status) { s.Time -= 4e6 })
	case "break":
		d.set(func(s *view.Status) {
			s.Breaks = append(s.Breaks, view.Break{ID: len(s.Breaks) + 1, Text: strings.TrimPrefix(line, "break ")})
		})
	case "why":
		return view.Answer{Text: "because", Data: map[string]any{"of": "x"}}, nil
	default:
		return view.Answer{}, errors.New("column 1: " + verb + " is no command")
	}
	if verb == "set" {
		return view.Answer{Text: "ok " + line, Tag: &live.Stamp{4, 1}}, nil
	}
	return view.Answer{Text: "ok " + line}, nil
}

// goOn runs tags until it is paused or a breakpoint, every one of which is hit at every tag.
func (d *driver) goOn(ctx context.Context) {
	tick := time.NewTicker(4 * time.Millisecond)
	defer tick.Stop()
	for why := ""; why == ""; {
		select {
		case <-ctx.Done():
			why = "the end"
		case <-d.pause:
			why = "paused"
		case <-tick.C:
		}
		d.set(func(s *view.Status) {
			s.Time = d.tick()
			for i := range s.Breaks {
				s.Breaks[i].Hits++
				why = "breakpoint " + s.Breaks[i].Text
			}
			s.Running, s.Reason = why == "", why
		})
	}
	d.ended.Done()
}

// Status implements Control.
func (d *driver) Status() view.Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.status
}

// Changed implements Control.
func (d *driver) Changed() <-chan struct{} { return d.changed }

func (d *driver) set(f func(s *view.Status)) {
	d.mu.Lock()
	f(&d.status)
	d.mu.Unlock()
	select {
	case d.changed <- struct{}{}:
	default:
	}
}

func TestControl(t *testing.T) {
	d := newDriver()
	r := run(t, func(c *Config) { c.Control = d; c.Clock = "" })
	b := browse(t, r.srv)
	if h := b.until("hello", nil); h["control"] != true || h["clock"] != "recorded" {
		t.Error(h["control"], h["clock"])
	}
	if s := b.until("state", nil); s["running"] != false || s["to"] != 10e9 || s["breaks"] == nil || s["speed"] != 1.0 {
		t.Error(s)
	}
	for i := range 5 {
		b.tell(fmt.Sprintf(`{"id":%d,"do":"command","line":"step %d"}`, 100+i, i))
	}
	for i := range 5 {
		if m := b.until("reply", nil); m["id"] != float64(100+i) || m["text"] != fmt.Sprint("ok step ", i) {
			t.Error(m)
		}
	}
	b.until("state", func(m map[string]any) bool { return m["time"] == 20e6 })
	if m := b.must(`"do":"command","line":"why x"`); m["text"] != "because" || m["data"].(map[string]any)["of"] != "x" {
		t.Error(m)
	}
	if m := b.ask(`"do":"command","line":"fly"`); m["error"] != "column 1: fly is no command" {
		t.Error(m)
	}
	b.must(`"do":"command","line":"break port plant.place"`)
	b.until("state", func(m map[string]any) bool { return len(list(m, "breaks")) == 1 })
	// pause overtakes the run that it ends, and what waits behind the run
	b.tell(`{"id":200,"do":"command","line":"run"}`)
	b.tell(`{"id":201,"do":"command","line":"step"}`)
	b.until("state", func(m map[string]any) bool { return m["running"] == true })
	b.tell(`{"id":202,"do":"command","line":"pause"}`)
	var ids []float64
	for range 3 {
		ids = append(ids, b.until("reply", nil)["id"].(float64))
	}
	if slices.Index(ids, 201) < slices.Index(ids, 200) { // when the pause's own reply comes is open
		t.Error("the replies came as", ids)
	}
	b.until("state", func(m map[string]any) bool { return m["running"] == false && m["time"] == 24e6 })
}

// TestStandingRun: a page that is opened while the run stands still sees where the robot stands, and at what time.
func TestStandingRun(t *testing.T) {
	d := newDriver()
	s := show.New()
	srv, err := Serve(Config{Hub: s.Hub, Control: d, Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close() })
	s.Step(3 * time.Second)
	d.set(func(s *view.Status) { s.Time = 3e9 })
	b := browse(t, srv)
	links := 0 // they come once, perhaps with a time that was told before that of the run
	b.until("frame", func(m map[string]any) bool {
		links = max(links, len(list(m, "links")))
		return m["t"] == 3.0 && links == 56
	})
	d.set(func(s *view.Status) { s.Time = 2e9 }) // back at a keyframe: no reaction has run
	b.until("frame", func(m map[string]any) bool { return m["t"] == 2.0 })
	if err := srv.Close(); err != nil {
		t.Error(err)
	}
	if s.Hub.Watched() {
		t.Error("it is still watched")
	}
}

// TestNewestValue: while a run stands still the last values are those of its last tag.
func TestNewestValue(t *testing.T) {
	d := newDriver()
	d.tick = func() int64 { return 0 }
	r := run(t, func(c *Config) { c.Control = d })
	b := browse(t, r.srv)
	place := float64(topicOf(t, b.until("hello", nil), "plant.place"))
	b.must(`"do":"rates","on":true`)
	b.tell(`{"id":1000,"do":"command","line":"run"}`)
	b.until("rates", func(m map[string]any) bool { return m["t"].(float64) > 0.1 })
	b.must(`"do":"command","line":"pause"`)
	b.until("state", func(m map[string]any) bool { return m["running"] == false })
	b.until("rates", func(m map[string]any) bool {
		for _, x := range list(m, "topics") {
			if x := x.([]any); x[0] == place {
				r.mu.Lock()
				defer r.mu.Unlock()
				return x[2] == fmt.Sprintf(`{"X":%d,"Y":2,"Z":0}`, r.plant.n)
			}
		}
		return false
	})
}

// TestRunOutlivesThePage: a run goes on when the page that started it is closed, and ends with the server.
func TestRunOutlivesThePage(t *testing.T) {
	d := newDriver()
	r := run(t, func(c *Config) { c.Control = d })
	b := browse(t, r.srv)
	b.tell(`{"id":1,"do":"command","line":"run"}`)
	<-d.running
	_ = b.c.CloseNow()
	c := browse(t, r.srv)
	c.until("state", func(m map[string]any) bool { return m["running"] == true })
	for i := range maxCommands + 1 {
		c.tell(fmt.Sprintf(`{"id":%d,"do":"command","line":"step"}`, i+10))
	}
	c.must(`"do":"command","line":"pause"`)
	deadline := time.Now().Add(time.Minute)
	for d.Status().Running {
		if time.Now().After(deadline) {
			t.Fatal("it cannot be paused from another page")
		}
		c.until("frame", nil)
	}
}

// TestEventDuringAMovement: what is sent while the debugger is at work waits for it, and the pause behind it does not.
func TestEventDuringAMovement(t *testing.T) {
	d := newDriver()
	r := run(t, func(c *Config) { c.Control = d })
	r.bus.Through(func(ctx context.Context, path string, value []byte) (reactor.Tag, error) {
		a, err := d.Command(t.Context(), "set "+path+" "+string(value))
		return a.Tag.Tag(), err
	})
	b := browse(t, r.srv)
	b.tell(`{"id":1,"do":"command","line":"run"}`)
	<-d.running
	b.tell(`{"id":2,"do":"publish","path":"plant.goal","value":{"X":1}}`)
	b.tell(`{"id":3,"do":"param","path":"plant.gain","value":3}`)
	b.tell(`{"id":4,"do":"param","path":"plant.gain","value":33}`)
	b.tell(`{"id":5,"do":"command","line":"pause"}`)
	failed := map[float64]bool{}
	for range 5 {
		m := b.until("reply", nil)
		failed[m["id"].(float64)] = m["error"] != nil
	}
	if diff := cmp.Diff(map[float64]bool{1: false, 2: false, 3: false, 4: true, 5: false}, failed); diff != "" {
		t.Error(diff)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	slices.Sort(d.lines)
	want := []string{"pause", "run", "set plant.gain 3", `set plant.goal {"X":1,"Y":0,"Z":0}`}
	if diff := cmp.Diff(want, d.lines); diff != "" {
		t.Error(diff)
	}
}

// TestPagesForkBelow: a page cannot make the debugger write wherever it likes.
func TestPagesForkBelow(t *testing.T) {
	d := newDriver()
	r := run(t, func(c *Config) { c.Control = d })
	b := browse(t, r.srv)
	for _, line := range []string{"fork /x", "fork  ../x", "fork\\t/x", "fork \u00a0/x", "\u2003fork\u2003/x", "fork a/../../b", "fork a b/../../c", "fork C:/../.."} {
		if e, _ := b.ask(`"do":"command","line":"` + line + `"`)["error"].(string); !strings.Contains(e, "give a relative path") {
			t.Errorf("%s: %s", line, e)
		}
	}
	b.ask(`"do":"command","line":"fork runs/two"`)
	b.ask(`"do":"command","line":"fork two"`)
	d.mu.Lock()
	defer d.mu.Unlock()
	if diff := cmp.Diff([]string{"fork runs/two", "fork two"}, d.lines); diff != "" {
		t.Error(diff)
	}
}
