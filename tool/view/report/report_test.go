package report

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/tool/view/plot"
)

var out = flag.String("out", "", "file to write the example report to, for people to look at")

// example is the report of a made-up run of 30 s at 250 Hz.
func example() Report {
	n := 7500
	col := func(f func(t float64) float64) []float64 {
		y := make([]float64, n)
		for i := range y {
			y[i] = f(0.004 * float64(i))
		}
		return y
	}
	t := col(func(t float64) float64 { return t })
	x := col(func(t float64) float64 { return 0.35 + 0.1*math.Sin(0.5*t) })
	y := col(func(t float64) float64 { return 0.2 * math.Sin(0.83*t) })
	z := col(func(t float64) float64 { return 0.3 + 0.06*math.Cos(1.1*t) })
	noise := func(t float64) float64 { return math.Sin(1234.5 * t * t) }
	late := col(func(t float64) float64 { return 60 + 18*noise(t) + 300*math.Pow(math.Abs(noise(t+1)), 40) })
	m := image.NewRGBA(image.Rect(0, 0, 320, 240))
	for py := range 240 {
		for px := range 320 {
			c := color.RGBA{uint8(90 + px/4), 100, uint8(110 + py/4), 255}
			if dx, dy := float64(px-180)/40, float64(py-110)/28; dx*dx+dy*dy < 1 {
				c = color.RGBA{240, 205, 40, 255}
			}
			m.SetRGBA(px, py, c)
		}
	}
	var pic bytes.Buffer
	if err := jpeg.Encode(&pic, m, nil); err != nil {
		panic(err)
	}
	one := func(title, unit, name string, y []float64, lines ...plot.Line) plot.Plot {
		return plot.Plot{Title: title, XLabel: "time [s]", YLabel: unit, Series: []plot.Series{{Name: name, X: t, Y: y}}, Lines: lines}
	}
	g := &graph.Graph{
		Name: "follow",
		Reactors: []graph.Reactor{{Parent: graph.None, Mode: graph.None, Name: "follow", Path: "follow", Children: []int{1, 2}},
			{Parent: 0, Mode: graph.None, Name: "camera", Path: "follow.camera", Ports: []int{0}, Reactions: []int{0}, Triggers: []int{0}},
			{Parent: 0, Mode: graph.None, Name: "planner", Path: "follow.planner", Ports: []int{1}, Reactions: []int{1}}},
		Ports:    []graph.Port{{Reactor: 1, Name: "target", Path: "follow.camera.target", Dir: graph.Output}, {Reactor: 2, Name: "target", Path: "follow.planner.target"}},
		Triggers: []graph.Trigger{{Reactor: 1, Name: "frame", Path: "follow.camera.frame", Kind: graph.Timer, Period: 33 * time.Millisecond, Mode: graph.None}},
		Reactions: []graph.Reaction{
			{Reactor: 1, Name: "locate", Path: "follow.camera.locate", Number: 1, Mode: graph.None, Triggers: []graph.Ref{{Kind: graph.RefTrigger}}, Effects: []graph.Ref{{Kind: graph.RefPort}}},
			{Reactor: 2, Name: "plan", Path: "follow.planner.plan", Number: 1, Mode: graph.None, Triggers: []graph.Ref{{Kind: graph.RefPort, ID: 1}}}},
		Connections: []graph.Connection{{From: 0, To: 1, Mode: graph.None}},
	}
	return Report{
		Title: "An xArm 7 follows a lemon", Subtitle: "30 s simulated, fast clock, seed 1",
		Head: []Fact{{Name: "tracking error, rms", Value: "1.42 mm", Verdict: Good}, {Name: "deadline misses", Value: "0", Verdict: Good}, {Name: "limit violations", Value: "2", Verdict: Bad}, {Name: "stale readings repaired", Value: "4 497", Verdict: Neutral}},
		Facts: []Fact{{Name: "program", Value: "follow", Verdict: Neutral}, {Name: "seed", Value: "1", Verdict: Neutral}, {Name: "output hash", Value: "9f86d081884c7d65", Verdict: Neutral}, {Name: "cycles", Value: "7500", Verdict: Neutral}, {Name: "replay", Value: "identical", Verdict: Good},
			{Name: "run 3", Value: "not so: error < 2 mm", Verdict: Bad, Link: "runs/3/run.yaml"}},
		Parts: []Part{
			{Title: "Path in space", Spaces: []plot.Space{{Title: "Tool and target", Unit: "m", Paths: []plot.Path{{Name: "tool", X: x, Y: y, Z: z}},
				Marks: []plot.Mark{{Name: "start", X: x[0], Y: y[0], Z: z[0]}}}}},
			{Title: "Over time", Text: "The limits are those the safety layer enforces.", Plots: []plot.Plot{
				one("Tracking error", "error [mm]", "error", col(func(t float64) float64 { return 1.4 + 0.8*math.Sin(t) + 0.2*noise(t) }), plot.Line{Name: "3 mm", Value: 3}),
				one("Speed", "speed [m/s]", "speed", col(func(t float64) float64 { return 0.2 + 0.15*math.Sin(0.7*t) }), plot.Line{Name: "limit 0.5 m/s", Value: 0.5}),
				one("Acceleration", "acceleration [m/s²]", "acceleration", col(func(t float64) float64 { return math.Cos(0.7*t) + 0.1*noise(t) }), plot.Line{Name: "limit", Value: 2}, plot.Line{Name: "", Value: -2}),
				{Title: "Cycle lateness", XLabel: "lateness [µs]", YLabel: "cycles", LogY: true, Series: []plot.Series{plot.Histogram("lateness", late, 60)},
					Lines: []plot.Line{{Name: "p50", Value: plot.Quantile(late, 0.5), Vertical: true}, {Name: "p99", Value: plot.Quantile(late, 0.99), Vertical: true}}},
			}},
			{Title: "What the camera saw", Pictures: []Picture{{"t = 12.4 s: the lemon at 0.31 m", "image/jpeg", pic.Bytes()}, {"t = 24.8 s", "image/jpeg", pic.Bytes()}}},
		},
		Diagram: g,
	}
}

// TestStandsAlone: one file, nothing from elsewhere, no script, equal bytes each time, and not too big.
func TestStandsAlone(t *testing.T) {
	var a, b bytes.Buffer
	if err := Write(&a, example()); err != nil {
		t.Fatal(err)
	}
	if err := Write(&b, example()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two writings differ")
	}
	s := a.String()
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]{0,40})|url\(([^)]{0,40})|@import|<script`).FindAllString(s, -1) {
		if !strings.HasPrefix(m, `src="data:`) && !strings.HasPrefix(m, `href="data:`) && m != `href="runs/3/run.yaml` { // a link to follow

			t.Errorf("it needs something from elsewhere: %s", m)
		}
	}
	for _, want := range []string{"An xArm 7 follows a lemon", "✗ 2", "from the side", "follow.planner.plan", "data:image/jpeg;base64,", "p99"} {
		if !strings.Contains(s, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if len(s) > 1_500_000 {
		t.Errorf("%d bytes for a run of 30 s", len(s))
	}
	if *out != "" {
		if err := os.WriteFile(*out, a.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTextIsNotMarkup(t *testing.T) {
	var b bytes.Buffer
	evil := `</title><script>alert("x")</script>`
	r := Report{Title: evil, Subtitle: evil, Head: []Fact{{evil, evil, Good, ""}}, Facts: []Fact{{evil, evil, Bad, `"><script>`}},
		Parts: []Part{{Title: evil, Text: evil, Plots: []plot.Plot{{Title: evil, XLabel: evil, YLabel: evil, Lines: []plot.Line{{Name: evil}}, Series: []plot.Series{{Name: evil, Unit: evil}, {Name: "b"}}}},
			Pictures: []Picture{{evil, "image/png", []byte{1}}}}}}
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script") {
		t.Error("text became markup")
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	var b bytes.Buffer
	err := Write(&b, Report{Title: "r", Parts: []Part{{
		Plots:    []plot.Plot{{Title: "p", Series: []plot.Series{{Name: "s", X: []float64{1}}}}},
		Spaces:   []plot.Space{{Title: "q", Paths: []plot.Path{{X: []float64{1}}}}},
		Pictures: []Picture{{"film", "video/mp4", []byte("ftyp")}, {"none", "image/png", nil}},
	}}, Diagram: &graph.Graph{Name: "g"}})
	if err == nil || b.Len() > 0 {
		t.Fatal("a faulty report was written")
	}
	for _, want := range []string{`"p"`, `"q"`, "film", "none", "no reactor"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s is not named in: %v", want, err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	r := example()
	for b.Loop() {
		if err := Write(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}

// TestDiagramFits: a program whose reactors, all opened, are wider than the page is drawn with some of them closed.
func TestDiagramFits(t *testing.T) {
	g := &graph.Graph{Name: "wide", Reactors: []graph.Reactor{{Parent: graph.None, Name: "wide", Path: "wide", Mode: graph.None}}}
	add := func(parent int, name string) int {
		id := len(g.Reactors)
		g.Reactors = append(g.Reactors, graph.Reactor{Parent: parent, Name: name, Path: g.Reactors[parent].Path + "." + name, Mode: graph.None})
		g.Reactors[parent].Children = append(g.Reactors[parent].Children, id)
		return id
	}
	for parent := add(0, "outer"); ; { // boxes in boxes, which no rows make narrower
		if parent = add(parent, "a_reactor_with_quite_a_long_name_that_takes_some_room"); len(g.Reactors) > 5 {
			g.Reactors[parent].Ports = []int{0}
			g.Ports = []graph.Port{{Reactor: parent, Name: strings.Repeat("an_input_", 30), Path: "in"}}
			break
		}
	}
	all, err := g.Layout(graph.Options{Width: diagramWidth})
	if err != nil || all.W <= diagramWidth {
		t.Fatal("the test's graph is no test:", all, err)
	}
	var b bytes.Buffer
	if err := Write(&b, Report{Title: "wide", Diagram: g}); err != nil {
		t.Fatal(err)
	}
	drawn := regexp.MustCompile(`<svg xmlns="http://www.w3.org/2000/svg" class="sng" viewBox="0 0 ([0-9.]+) `).FindAllStringSubmatch(b.String(), -1)
	if w, err := strconv.ParseFloat(drawn[0][1], 64); err != nil || w > diagramWidth {
		t.Error("the program is drawn as wide as", w, err)
	}
	for _, r := range g.Reactors {
		if !strings.Contains(b.String(), `data-path="`+r.Path+`"`) {
			t.Error(r.Path, "is in no diagram")
		}
	}
}

// TestNoHalfRows: a plot without another beside it has the whole width, and so has a drawing, whose text is to be read.
func TestNoHalfRows(t *testing.T) {
	one := plot.Plot{Title: "one", Series: []plot.Series{{X: []float64{0, 1}, Y: []float64{0, 1}}}}
	drawing := Picture{Caption: "a chart", MIME: "image/svg+xml", Bytes: []byte("<svg/>")}
	for n, want := range []string{"", "w", "..", "..w"} {
		var b bytes.Buffer
		if err := Write(&b, Report{Title: "t", Parts: []Part{{Title: "p", Plots: []plot.Plot{one, one, one}[:n]}, {Title: "q", Pictures: []Picture{drawing}}}}); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, m := range regexp.MustCompile(`<figure( class="wide")?><svg`).FindAllStringSubmatch(b.String(), -1) {
			got += map[bool]string{true: "w", false: "."}[m[1] != ""]
		}
		if got != want || !strings.Contains(b.String(), `<figure class="picture drawing">`) {
			t.Errorf("%d plots stand as %q instead of %q", n, got, want)
		}
	}
}
