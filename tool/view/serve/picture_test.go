package serve

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/tool/view"
)

// TestPicture: the page gets the diagram for its pane, folded by itself or as it asks, and only for what makes sense.
func TestPicture(t *testing.T) {
	r := run(t, nil)
	b := browse(t, r.srv)
	g := r.p.Graph()
	get := func(fields string) (folded []int, d graph.Drawing) {
		t.Helper()
		m := b.must(fields)
		text, err := json.Marshal(m["data"])
		var p laidOut
		p.Drawing = &d
		if err == nil {
			err = json.Unmarshal(text, &p)
		}
		if err != nil {
			t.Fatal(err)
		}
		return p.Folded, d
	}
	_, open := get(`"do":"layout","width":900,"height":600,"folded":[]`)
	_, shut := get(`"do":"layout","width":900,"height":600,"folded":` + inner(t, g))
	if len(open.Pins) != len(g.Ports) || len(open.Symbols) != len(g.Triggers)+len(g.Reactions) {
		t.Errorf("%d pins and %d symbols are drawn of %d ports and %d things", len(open.Pins), len(open.Symbols), len(g.Ports), len(g.Triggers)+len(g.Reactions))
	}
	if len(shut.Symbols) >= len(open.Symbols) {
		t.Errorf("folded, %d symbols are drawn, and %d otherwise", len(shut.Symbols), len(open.Symbols))
	}
	folded, _ := get(`"do":"layout","width":120,"height":90,"folded":null`)
	if len(folded) == 0 {
		t.Error("in a small pane nothing is folded")
	}
	for _, bad := range []string{`"do":"layout","width":39,"height":600,"folded":[]`, `"do":"layout","width":900,"height":99999,"folded":[]`} {
		if m := b.ask(bad); m["error"] == nil {
			t.Errorf("%s is answered with %v", bad, m)
		}
	}
	b.must(`"do":"layout","width":900,"height":600,"folded":[1000000]`) // of another program: nothing to fold
}

// inner is the list of all reactors but the outermost.
func inner(t *testing.T, g *graph.Graph) string {
	t.Helper()
	all := []int{}
	for i := range g.Reactors {
		if i > 0 {
			all = append(all, i)
		}
	}
	list, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(list)
}

// forwards is a driver that knows no way back.
type forwards struct{ *driver }

func (forwards) Forward() {}

// TestForward: what is sent to a run that only goes forward reaches it with its next tag, and does not wait behind commands.
func TestForward(t *testing.T) {
	d := newDriver()
	r := run(t, func(c *Config) {
		c.Control = forwards{d}
		c.Orders = []view.Order{{Path: "plant.halt", Label: "stop", Kind: "stop", Example: "true"}, {Path: "plant.halt", Label: "go on", Kind: "release", Example: "false"}}
	})
	b := browse(t, r.srv)
	if m := b.until("hello", nil); m["control"] != true || m["forward"] != true {
		t.Error(m["control"], m["forward"])
	}
	b.tell(`{"id":50,"do":"command","line":"run"}`) // which waits for a pause
	if m := b.must(`"do":"publish","path":"plant.halt","value":true`); m["tag"] == nil {
		t.Error(m)
	}
	if !r.plant.halted.Load() {
		t.Error("the order did not reach the program")
	}
	if _, err := d.Command(context.Background(), "pause"); err != nil {
		t.Error(err)
	}
}

// TestPictureAgain: a page that has its answer may ask for the next layout at once, as often as its limit of requests allows.
func TestPictureAgain(t *testing.T) {
	r := run(t, nil)
	b, small := browse(t, r.srv), `"do":"layout","width":120,"height":90,"folded":`+inner(t, r.p.Graph())
	for range 150 {
		b.must(small)
	}
}
