package draw

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/model/chart"
)

func nothing(*chart.Call) error                { return nil }
func yes(*chart.Call) (bool, error)            { return true, nil }
func idle(*chart.Call) (chart.Progress, error) { return chart.Idle, nil }

// grasping is the seed's chart with everything that a picture can show.
func grasping() *chart.Model {
	return &chart.Model{Name: "grasping", Root: chart.State("",
		chart.State("operational",
			chart.State("approach").OnEntry(nothing).Does(idle),
			chart.State("grasp").OnEntry(nothing).OnExit(nothing),
			chart.State("lift"),
			chart.Trans("initial", "approach"),
			chart.Trans("approach", "grasp", "e_contact").If(yes).Run(nothing),
			chart.Trans("grasp", "approach", "e_released", "e_slipped"),
			chart.Trans("grasp", "lift", "e_closed"),
			chart.Trans("lift", "root.finished", "e_done"),
			chart.Trans("lift", "lift", "e_again").WithPriority(3),
		),
		chart.State("mem_low"), chart.State("finished"), chart.Connector("which"),
		chart.Trans("initial", "operational"),
		chart.Trans("operational", "mem_low", "e_mem_low"),
		chart.Trans("mem_low", "which", "e_mem_ok"),
		chart.Trans("which", "operational").If(yes), chart.Trans("which", "operational.lift"),
	)}
}

func media() *chart.Model {
	return &chart.Model{Name: "player", Root: chart.State("",
		chart.Regions("on",
			chart.State("sound", chart.State("loud"), chart.State("mute"), chart.Trans("initial", "loud"), chart.Trans("loud", "mute", "e_mute"), chart.Trans("mute", "loud", "e_mute")),
			chart.State("tape", chart.State("stop"), chart.State("play"), chart.Trans("initial", "stop"), chart.Trans("stop", "play", "e_play"), chart.Trans("play", "stop", "e_stop")),
			chart.History("h", true)),
		chart.State("off"), chart.Trans("initial", "off"), chart.Trans("on", "off", "e_power"), chart.Trans("off", ".on.h", "e_power"),
		chart.Trans("on", "", "e_tick").Inside().Run(nothing))}
}

func TestPictures(t *testing.T) {
	for _, c := range []struct {
		m   *chart.Model
		lit []string
	}{{grasping(), []string{"root.operational.grasp"}}, {media(), []string{"root.on.sound.mute", "root.on.tape.play"}}} {
		s, err := SVG(c.m, Options{Lit: c.lit})
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/"+c.m.Name+".svg", []byte(s))
		if err := xml.Unmarshal([]byte(s), new(struct{})); err != nil {
			t.Error(err)
		}
	}
}

// TestATransitionToTheRootIsDrawn to its initial connector, where the engine takes it.
func TestATransitionToTheRootIsDrawn(t *testing.T) {
	parts := func(tgt string) *chart.Model {
		return &chart.Model{Root: chart.State("", chart.State("on", chart.State("a"), chart.Trans("initial", "a"), chart.Trans("a", tgt, "e_again")), chart.Trans("initial", "on"))}
	}
	got, err := SVG(parts("root.root"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := SVG(parts("root.initial"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(got, "root.root", "root.initial") != want {
		t.Error("the pictures differ")
	}
}

// TestFaultyChartsAreDrawn: what does not resolve is left out, and states at fault are red.
func TestFaultyChartsAreDrawn(t *testing.T) {
	m := &chart.Model{Root: chart.State("", chart.State("a"), chart.State("a"), chart.State("b"), chart.Trans("a", "nowhere", "e"), chart.Trans("initial", "a"))}
	s, err := SVG(m, Options{Faults: m.Check()})
	if err != nil || strings.Count(s, "bad\"") != 3 {
		t.Errorf("%v\n%s", err, s)
	}
	if _, err := SVG(&chart.Model{}, Options{}); err == nil {
		t.Error("drew nothing")
	}
}

// randomModel makes a chart of states within states, with transitions between any of them.
func randomModel(t *rapid.T) *chart.Model {
	n := 0
	var paths []string
	var grow func(path string, depth int) []chart.Part
	grow = func(path string, depth int) (parts []chart.Part) {
		for range rapid.IntRange(1, 4).Draw(t, "states") {
			n++
			name := fmt.Sprint("state_", n)
			paths = append(paths, path+"."+name)
			var inner []chart.Part
			if depth < 2 && rapid.IntRange(0, 2).Draw(t, "composite") == 0 {
				inner = grow(path+"."+name, depth+1)
			}
			s := chart.State(name, inner...)
			if rapid.Bool().Draw(t, "entry") {
				s.OnEntry(nothing)
			}
			parts = append(parts, s)
		}
		_, first, _ := strings.Cut(strings.TrimPrefix(paths[len(paths)-1], path), ".")
		first, _, _ = strings.Cut(first, ".")
		return append(parts, chart.Trans("initial", first))
	}
	parts := grow("root", 0)
	for i := range rapid.IntRange(0, 12).Draw(t, "transitions") {
		tr := chart.Trans(rapid.SampledFrom(paths).Draw(t, "from"), rapid.SampledFrom(paths).Draw(t, "to"), fmt.Sprint("e_event_", i))
		if rapid.Bool().Draw(t, "guard") {
			tr.If(yes)
		}
		parts = append(parts, tr)
	}
	return &chart.Model{Root: chart.State("", parts...)}
}

type box struct {
	x0, y0, x1, y1 float64
	what           string
}

// TestNoTextOverAnother: in pictures of random charts labels, names and connectors have places of their own, and each
// label stands in the box that it belongs to.
func TestNoTextOverAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		if err := m.Check().Err(); err != nil {
			t.Fatal(err)
		}
		s := newScheme(m)
		d, err := s.Layout(graph.Options{Width: rapid.SampledFrom([]float64{400, 800, 1200}).Draw(t, "width")})
		if err != nil {
			t.Fatal(err)
		}
		var texts []box
		add := func(x graph.Text) {
			if w := graph.TextWidth(x.S); w > 0 {
				texts = append(texts, box{x.X - w/2, x.Y - 9, x.X + w/2, x.Y + 3, x.S})
			}
		}
		for _, b := range d.Boxes {
			add(b.Title)
			if has := bodies(s.nodes[s.names[b.Reactor]]); s.nodes[s.names[b.Reactor]].Leaf() {
				add(graph.Text{X: b.X + b.W/2, Y: b.Y + 34, S: has})
			}
		}
		for _, y := range d.Symbols {
			for _, line := range y.Lines {
				if y.Reaction != graph.None {
					line = lower(line)
				}
				add(line)
			}
		}
		for i, a := range texts {
			for _, b := range texts[:i] {
				if a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 {
					t.Errorf("%q stands over %q", a.what, b.what)
				}
			}
		}
	})
}
