package serve

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

func list(m map[string]any, key string) []any { l, _ := m[key].([]any); return l }

// topicOf finds the id of a topic in a hello.
func topicOf(t *testing.T, hello map[string]any, name string) int {
	t.Helper()
	for _, x := range list(hello, "topics") {
		if m := x.(map[string]any); m["name"] == name {
			return int(m["id"].(float64))
		}
	}
	t.Fatalf("no topic %s in %v", name, hello["topics"])
	return 0
}

func TestHelloDescribesTheProgram(t *testing.T) {
	r := run(t, nil)
	h := browse(t, r.srv).until("hello", nil)
	g := h["graph"].(map[string]any)
	if len(list(g, "Reactors")) != 12 || h["clock"] != "lock-step" || h["control"] != false || h["program"] != "follow the lemon" {
		t.Error(g["Reactors"], h["clock"], h["control"], h["program"])
	}
	if c := list(h, "critical"); len(c) < 2 {
		t.Error("the critical path", c)
	}
	ports := list(g, "Ports")
	if p := ports[topicOf(t, h, "plant.place")].(map[string]any); p["Path"] != "main.plant.place" && p["Path"] != "plant.place" {
		t.Error("the topic's id is of", p)
	}
	if p := list(h, "params")[0].(map[string]any); p["path"] != "plant.gain" || p["value"] != 2.0 || p["max"] != 10.0 {
		t.Error(p)
	}
	if o := list(h, "orders"); len(o) != 2 || o[0].(map[string]any)["path"] != "plant.goal" || o[0].(map[string]any)["label"] != "goal" {
		t.Error(o)
	}
	s := h["scene"].(map[string]any)
	if m := list(s, "markers")[2].(map[string]any); m["kind"] != "frustum" || len(list(s, "paths")) != 1 {
		t.Error(m, s["paths"])
	}
}

// TestPlotOfAnyPort: a page asks for a column and gets every value of it, from then on and until it is enough.
func TestPlotOfAnyPort(t *testing.T) {
	r := run(t, nil)
	b, c := browse(t, r.srv), browse(t, r.srv)
	h := b.until("hello", nil)
	place := topicOf(t, h, "plant.place")
	a := b.must(fmt.Sprintf(`"do":"plot","topic":%d,"column":"X"`, place))["data"].(map[string]any)
	if a["name"] != "plant.place X" || a["series"].(float64) < 3 {
		t.Error(a)
	}
	c.must(fmt.Sprintf(`"do":"plot","topic":%d,"column":"Y"`, place)) // another page, another column of the same
	last, n := 0.0, 0
	for n < 100 {
		for _, p := range list(b.until("frame", nil), "points") {
			if p := p.([]any); p[0] == a["series"] {
				for k := 1; k < len(p); k += 2 {
					v := p[k+1].(float64)
					if last != 0 && v != last+1 || math.Abs(p[k].(float64)-0.004*(v-1)) > 1e-9 {
						t.Fatalf("%v at %v after %v", v, p[k], last)
					}
					last = v
					n++
				}
			}
		}
	}
	b.must(fmt.Sprintf(`"do":"unplot","series":%v`, a["series"]))
	if e := b.ask(fmt.Sprintf(`"do":"unplot","series":%v`, a["series"]))["error"]; e == nil {
		t.Error("it went twice")
	}
	c.until("frame", func(m map[string]any) bool { return len(list(m, "points")) > 0 })
	for _, bad := range []string{
		`"do":"plot","topic":99999,"column":"X"`, fmt.Sprintf(`"do":"plot","topic":%d,"column":"Q"`, place), `"do":"unplot","series":0`,
	} {
		if e := b.ask(bad)["error"]; e == nil {
			t.Error(bad, "was done")
		}
	}
	for i := range maxCurves + 1 {
		if e := b.ask(fmt.Sprintf(`"do":"plot","topic":%d,"column":"X"`, place))["error"]; (e != nil) != (i == maxCurves) {
			t.Fatal("curve", i, e)
		}
	}
}

// TestNobodyWatches: once the pages have gone nothing of the program is watched any more.
func TestNobodyWatches(t *testing.T) {
	r := run(t, nil)
	b := browse(t, r.srv)
	h := b.until("hello", nil)
	b.must(fmt.Sprintf(`"do":"plot","topic":%d,"column":"X"`, topicOf(t, h, "plant.place")))
	b.must(fmt.Sprintf(`"do":"print","topic":%d,"on":true`, topicOf(t, h, "plant.place")))
	b.must(`"do":"rates","on":true`)
	if n := r.bus.Watchers(); n != 3 {
		t.Error(n, "watches: want those of the doors, the plot and the print")
	}
	_ = b.c.CloseNow()
	for end := time.Now().Add(time.Minute); r.bus.Watchers() > 0 || r.hub.Watched(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(r.bus.Watchers(), "watches stay open")
		}
	}
	browse(t, r.srv).until("params", nil) // and it begins again
}

func TestRatesAndMisses(t *testing.T) {
	r := run(t, nil)
	b := browse(t, r.srv)
	h := b.until("hello", nil)
	b.must(`"do":"rates","on":true`)
	place := float64(topicOf(t, h, "plant.place"))
	b.until("rates", func(m map[string]any) bool {
		for _, x := range list(m, "topics") {
			if x := x.([]any); x[0] == place {
				return x[1].(float64) > 249 && x[1].(float64) < 251 && strings.HasPrefix(x[2].(string), `{"X":`)
			}
		}
		return false
	})
	b.tell(`{"id":900,"do":"publish","path":"plant.goal","value":{"X":1,"Y":2,"Z":3}}`)
	r.plant.late.Store(true)
	b.tell(`{"id":901,"do":"publish","path":"plant.goal","value":{"X":1,"Y":2,"Z":3}}`)
	b.until("events", func(m map[string]any) bool {
		for _, e := range list(m, "rows") {
			if e := e.(map[string]any); e["kind"] == "miss" {
				return strings.HasSuffix(e["what"].(string), "plant.hear") && strings.Contains(e["text"].(string), "missed")
			}
		}
		return false
	})
	b.until("rates", func(m map[string]any) bool { return len(list(m, "misses")) == 1 })
	b.must(`"do":"rates","on":false`)
}

// TestMissesBeforePages: a page that opens late is told how many deadlines were missed before, once, and of which it sees itself.
func TestMissesBeforePages(t *testing.T) {
	r := run(t, nil)
	miss := func() {
		sent, err := r.bus.Send(t.Context(), "plant.goal", []byte(`{"X":1,"Y":2,"Z":3}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sent.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	r.plant.late.Store(true)
	miss()
	miss()
	b := browse(t, r.srv)
	b.until("hello", nil)
	var said []string
	hear := func(want string) {
		b.until("events", func(m map[string]any) bool {
			for _, e := range list(m, "rows") {
				if e := e.(map[string]any); e["kind"] == "miss" {
					said = append(said, strings.TrimSpace(fmt.Sprint(e["what"], " ", e["text"])))
				}
			}
			return slices.Contains(said, want)
		})
	}
	hear("2 deadlines missed while no page was open")
	miss()
	hear("plant.hear deadline missed")
	_ = b.c.CloseNow()
	for end := time.Now().Add(time.Minute); r.bus.Watchers() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the page is still served")
		}
	}
	miss()
	miss()
	miss()
	said, b = nil, browse(t, r.srv)
	hear("3 deadlines missed while no page was open")
	if len(said) != 3 { // events are kept for pages to come
		t.Errorf("%q", said)
	}
}

// TestPublishAndParam: what a page sends comes in through the doors, and all pages hear of it.
func TestPublishAndParam(t *testing.T) {
	r := run(t, nil)
	b, c := browse(t, r.srv), browse(t, r.srv)
	h := b.until("hello", nil)
	tag := list(b.must(`"do":"publish","path":"plant.goal","value":{"X":1,"Y":2,"Z":3}`), "tag")
	r.mu.Lock()
	if len(r.plant.goals) != 1 || r.plant.goals[0] != spatial.V(1, 2, 3) || len(tag) != 2 {
		t.Error("answered at", tag, "and taken are", r.plant.goals)
	}
	r.mu.Unlock()
	row := c.until("events", nil)["rows"].([]any)[0].(map[string]any)
	if row["kind"] != "door" || row["what"] != "plant.goal" || row["text"] != `{"X":1,"Y":2,"Z":3}` {
		t.Error(row)
	}
	e := browse(t, r.srv)
	e.until("hello", nil)
	b.must(`"do":"param","path":"plant.gain","value":7.5`)
	e.until("events", func(m map[string]any) bool {
		for _, row := range list(m, "rows") {
			if row := row.(map[string]any); row["what"] == "plant.gain" {
				return row["text"] == "7.5 1/s"
			}
		}
		return false
	})
	c.until("params", func(m map[string]any) bool { return fmt.Sprint(m["values"]) == "[[plant.gain 7.5]]" })
	if p := list(browse(t, r.srv).until("hello", nil), "params")[0].(map[string]any); p["value"] != 7.5 {
		t.Error("a page that opens later is told", p)
	}
	y := b.must(fmt.Sprintf(`"do":"plot","topic":%d,"column":"Y"`, topicOf(t, h, "plant.place")))["data"].(map[string]any)["series"]
	b.until("frame", func(m map[string]any) bool {
		for _, p := range list(m, "points") {
			if p := p.([]any); p[0] == y {
				return p[len(p)-1] == 7.5
			}
		}
		return false
	})
	for _, bad := range []string{
		`"do":"param","path":"plant.gain","value":11`, `"do":"param","path":"plant.gain","value":"much"`, `"do":"param","path":"plant.goal","value":{}`,
		`"do":"publish","path":"plant.gain","value":1`, `"do":"publish","path":"plant.film","value":""`, `"do":"publish","path":"plant.goal","value":{"W":1}`,
		`"do":"publish","path":"*","value":{}`, `"do":"command","line":"step"`,
	} {
		if e := b.ask(bad)["error"]; e == nil {
			t.Error(bad, "was done")
		}
	}
}

func TestPrint(t *testing.T) {
	r := run(t, nil)
	b := browse(t, r.srv)
	place := topicOf(t, b.until("hello", nil), "plant.place")
	b.must(fmt.Sprintf(`"do":"print","topic":%d,"on":true`, place))
	var last float64
	for n := 0; n < 30; {
		for _, e := range list(b.until("events", nil), "rows") {
			e := e.(map[string]any)
			var x float64
			if _, err := fmt.Sscanf(e["text"].(string), `{"X":%f,"Y":2,"Z":0}`, &x); err != nil || e["kind"] != "print" || e["what"] != "plant.place" {
				t.Fatal(err, e)
			}
			if last != 0 && x != last+1 || e["t"] != 4e6*(x-1) {
				t.Fatal(e, "after", last)
			}
			last = x
			n++
		}
	}
	b.must(fmt.Sprintf(`"do":"print","topic":%d,"on":false`, place))
	if b.ask(`"do":"print","topic":77777,"on":true`)["error"] == nil {
		t.Error("a topic that is not there is printed")
	}
}

func TestEventTable(t *testing.T) {
	const kept = 512 // rows, by the hub
	s := show.New()
	srv := serve(t, s.Hub)
	for i := range 2 * kept {
		s.Hub.Event(view.Event{Time: int64(i), Kind: "note", What: "main", Text: strings.Repeat("ä", 512)})
	}
	b := browse(t, srv)
	rows := list(b.until("events", nil), "rows")
	if len(rows) != kept/2 || rows[len(rows)-1].(map[string]any)["t"] != float64(2*kept-1) {
		t.Fatal(len(rows), rows[len(rows)-1])
	}
	if x := rows[0].(map[string]any)["text"].(string); x != strings.Repeat("ä", 512/2)+"…" {
		t.Error(x)
	}
	for i := range kept + 100 {
		s.Hub.Event(view.Event{Time: int64(i), Kind: "note"})
	}
	total := 0
	b.until("events", func(m map[string]any) bool {
		total += len(list(m, "rows"))
		return total >= kept
	})
}

func TestCloud(t *testing.T) {
	s := show.New()
	asked := make(chan struct{}, 1000)
	s.Hub.Cloud(func() []view.Point {
		asked <- struct{}{}
		return []view.Point{{X: 1, Y: 2, Z: 3, Colour: 0xFF123456}, {X: 4, Y: 5, Z: 6, Colour: 7}}
	})
	b := browse(t, serve(t, s.Hub))
	s.Step(time.Second)
	b.until("frame", nil)
	if len(asked) > 0 {
		t.Error("the cloud was made while nobody wanted it")
	}
	b.must(`"do":"cloud","on":true`)
	b.until("cloud", nil)
	if m := b.until("bytes", nil); m["n"] != 32 {
		t.Error(m)
	}
	b.must(`"do":"cloud","on":false`)
}

func TestOrdersOfConfig(t *testing.T) {
	_, p := newPlant(t)
	bus, err := live.New(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []view.Order{{Path: "plant.tick"}, {Path: "plant.goal", Example: "{"}, {Path: "plant.goal", Kind: "line"},
		{Path: "plant.goal", Kind: "point"}, {Path: "plant.goal", Kind: "point", Fields: []string{"X", "Y", "W"}}} {
		if s, err := Serve(Config{Bus: bus, Program: p, Addr: "127.0.0.1:0", Orders: []view.Order{o}}); err == nil {
			_ = s.Close()
			t.Error(o, "was offered")
		}
	}
	s, err := Serve(Config{Bus: bus, Program: p, Addr: "127.0.0.1:0", Orders: []view.Order{{Path: "plant.film", Label: "show", Example: `"aGk="`},
		{Path: "plant.goal", Kind: "point", Fields: []string{"X", "Y", "Z"}}}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	h := browse(t, s).until("hello", nil)
	if o := list(h, "orders"); len(o) != 2 || o[1].(map[string]any)["kind"] != "point" || o[0].(map[string]any)["label"] != "show" || o[0].(map[string]any)["example"] != "aGk=" || h["program"] != "main" {
		t.Error(o, h["program"])
	}
}

// TestTook: what reactions took is said, and makes the critical path.
func TestTook(t *testing.T) {
	slow := -1
	r := run(t, func(c *Config) {
		for i, x := range c.Program.Graph().Reactions {
			if strings.HasSuffix(x.Path, "wave7.swing") {
				slow = i
			}
		}
		c.Took = func(reaction int) float64 {
			if reaction == slow {
				return 12.5
			}
			return 0
		}
	})
	b := browse(t, r.srv)
	if c := list(b.until("hello", nil), "critical"); len(c) != 1 || c[0] != float64(slow) {
		t.Error(c)
	}
	b.must(`"do":"rates","on":true`)
	if m := b.until("rates", nil); fmt.Sprint(m["took"]) != fmt.Sprintf("[[%d 12.5]]", slow) {
		t.Error(m["took"])
	}
}
