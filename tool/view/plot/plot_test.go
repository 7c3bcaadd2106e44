package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/math/nav"
)

// examples are the pictures kept in testdata.
func examples() map[string]func(io.Writer) error {
	n := 5000
	t, err, feed := make([]float64, n), make([]float64, n), make([]float64, n)
	px, py, pz := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		t[i] = 0.004 * float64(i)
		err[i] = 3*math.Sin(2*t[i])*math.Exp(-t[i]/8) + 0.4*math.Sin(170*t[i])
		feed[i] = math.Floor(t[i]) / 10
		px[i], py[i], pz[i] = 0.3+0.1*math.Sin(t[i]), 0.2*math.Cos(0.7*t[i]), 0.25+0.05*math.Sin(2.1*t[i])
	}
	err[2500], err[2501] = math.NaN(), math.NaN()
	space := Space{Title: "Path of the tool", Unit: "m", Paths: []Path{{Name: "tool", X: px, Y: py, Z: pz}},
		Marks: []Mark{{"start", px[0], py[0], pz[0]}}}
	svg := func(p Plot) func(io.Writer) error { return func(w io.Writer) error { return SVG(w, p, 640, 300) } }
	return map[string]func(io.Writer) error{
		"lines.svg": svg(Plot{Title: "Tracking error", XLabel: "time [s]", YLabel: "error [mm]",
			Series: []Series{{Name: "error", Unit: "mm", X: t, Y: err}, {Name: "feed", Unit: "m/s", X: t, Y: feed, Style: Steps}},
			Lines:  []Line{{Name: "limit 3 mm", Value: 3}, {Name: "stop", Value: 15, Vertical: true}}}),
		"histogram.svg": svg(Plot{Title: "Cycle lateness <1 ms>", XLabel: "lateness [s]", YLabel: "cycles", LogY: true,
			Series: []Series{Histogram("late", []float64{1e-5, 1.2e-5, 1.2e-5, 2e-5, 2.1e-5, 2.2e-5, 9e-5, math.NaN()}, 20)},
			Lines:  []Line{{Name: "p99", Value: 9e-5, Vertical: true}}}),
		"octaves.svg": svg(Plot{Title: "Lateness", XLabel: "lateness [µs]", YLabel: "tags", LogX: true, LogY: true,
			Series: []Series{{Name: "tags", Style: Bars, X: []float64{0, 1.5, 3, 6, 12, 24, 48, 96}, Y: []float64{9, 1, 20, 300, 4000, 70, 0, 2}}},
			Lines:  []Line{{Name: "deadline", Value: 200, Vertical: true}, {Name: "nowhere", Value: -1, Vertical: true}}}),
		"limit.svg": svg(Plot{Title: "Acceleration", FromZero: true, Series: []Series{{Name: "a", X: t, Y: feed}}, Lines: []Line{{Name: "limit 2", Value: 2}}}),
		"plane.svg": svg(space.Plane(0, 2)),
		"space.svg": func(w io.Writer) error { return SVGSpace(w, space, 560, 420) },
		"floor.svg": func(w io.Writer) error {
			g, err := nav.NewGrid(30, 20, 0.1, nav.Point{X: -1})
			if err != nil {
				return err
			}
			for i := range g.Cells {
				if x, y := i%30, i/30; x > 1 && y > 1 {
					g.Cells[i] = nav.Free
					if x == 2 || y == 2 || x == 29 || y == 19 || x == 15 && y > 10 {
						g.Cells[i] = nav.Occupied
					}
				}
			}
			way := []nav.Pose{{X: -0.5, Y: 1.5, Yaw: -0.8}, {X: 0, Y: 1, Yaw: -0.8}, {X: 0.6, Y: 0.7}, {X: 1.4, Y: 1.2, Yaw: 0.9}}
			return SVGFloor(w, Floor{Title: "A floor <1>", Map: g, Points: []nav.Point{{X: 1, Y: 1.5}}, Drives: []Drive{
				{Name: "way", Poses: way, Outline: nav.Outline{{X: -0.1, Y: -0.1}, {X: 0.2, Y: -0.1}, {X: 0.2, Y: 0.1}, {X: -0.1, Y: 0.1}}, Every: 0.5}, {Name: "faint", Poses: way[:2], Faint: true},
			}}, 400)
		},
		"empty.svg": svg(Plot{Title: "Nothing yet", Series: []Series{{Name: "none"}}}),
	}
}

func TestGolden(t *testing.T) {
	for name, draw := range examples() {
		var got bytes.Buffer
		if err := draw(&got); err != nil {
			t.Fatal(name, err)
		}
		wellFormed(t, got.Bytes())
		golden.Check(t, "testdata/"+name, got.Bytes())
	}
}

func wellFormed(t interface{ Fatalf(string, ...any) }, svg []byte) {
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		switch _, err := d.Token(); {
		case err == io.EOF:
			return
		case err != nil:
			t.Fatalf("not well-formed: %v\n%.400s", err, svg)
		}
	}
}

// TestAnyNumbers draws whatever numbers come: always well-formed, never a NaN in the picture.
func TestAnyNumbers(t *testing.T) {
	number := rapid.OneOf(rapid.Float64Range(-10, 10), rapid.Float64(), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324}))
	rapid.Check(t, func(t *rapid.T) {
		p := Plot{Title: rapid.String().Draw(t, "title"), Equal: rapid.Bool().Draw(t, "equal"), LogX: rapid.Bool().Draw(t, "log x"), LogY: rapid.Bool().Draw(t, "log")}
		for range rapid.IntRange(0, 3).Draw(t, "series") {
			y := rapid.SliceOfN(number, 0, 50).Draw(t, "y")
			x := rapid.SliceOfN(number, len(y), len(y)).Draw(t, "x")
			p.Series = append(p.Series, Series{Name: "s", X: x, Y: y, Style: Style(rapid.IntRange(0, 3).Draw(t, "style"))})
		}
		p.Lines = []Line{{Name: "a", Value: number.Draw(t, "line"), Vertical: rapid.Bool().Draw(t, "vertical")}}
		var b bytes.Buffer
		if err := SVG(&b, p, 300, 200); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.Bytes())
		if s := b.String(); strings.Contains(s, `="NaN`) || strings.Contains(s, `="Inf`) || strings.Contains(s, `="+Inf`) || strings.Contains(s, `="-Inf`) {
			t.Fatalf("a pixel is not a number:\n%s", s)
		}
	})
}

// TestThinKeepsPeaks: one sample in a million that stands out is still in the picture.
func TestThinKeepsPeaks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 20000
		s := Series{X: make([]float64, n), Y: make([]float64, n)}
		for i := range n {
			s.X[i] = float64(i)
		}
		peak, dip := rapid.IntRange(0, n-1).Draw(t, "peak"), rapid.IntRange(0, n-1).Draw(t, "dip")
		s.Y[peak] = 5
		s.Y[dip] = -5
		x, y := thin(s, axis{lo: 0, hi: float64(n - 1), from: 50, to: 500})
		if len(x) > 5*452 {
			t.Fatalf("%d samples left", len(x))
		}
		seen := false
		for i := range x {
			seen = seen || x[i] == float64(dip) && y[i] == -5
		}
		if !seen {
			t.Fatal("the dip is gone")
		}
		if !rises(x) {
			t.Fatal("the order is lost")
		}
	})
}

func TestFaults(t *testing.T) {
	if err := SVG(io.Discard, Plot{Title: "p", Series: []Series{{Name: "a", X: []float64{1}}, {Name: "b", Y: []float64{1, 2}}}}, 300, 200); err == nil ||
		!strings.Contains(err.Error(), `"a"`) || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("want both faults, got %v", err)
	}
	if err := SVG(io.Discard, Plot{}, 10, 10); err == nil {
		t.Error("a picture of 10 pixels was drawn")
	}
	if err := SVGSpace(io.Discard, Space{Paths: []Path{{X: []float64{1}}}}, 300, 200); err == nil {
		t.Error("a path without y was drawn")
	}
}

func TestTicks(t *testing.T) {
	for _, x := range []float64{9.091e149, -9.091e149, 1e-149} {
		a := axis{from: 170, to: 14}
		a.lo, a.hi = fit(x, x, 0.1)
		ts, _ := a.ticks(2)
		for _, k := range ts {
			if !finite(a.at(k.value)) {
				t.Errorf("at %g the tick %s has no pixel", x, k.label)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e6, 1e6).Draw(t, "lo")
		wide := rapid.Float64Range(1e-3, 1e6).Draw(t, "wide")
		a := axis{lo: lo, hi: lo + wide, from: 0, to: 500}
		ts, _ := a.ticks(6)
		if len(ts) < 2 || len(ts) > 13 {
			t.Fatalf("%d ticks", len(ts))
		}
	})
}

func TestQuantile(t *testing.T) {
	v := []float64{4, 1, math.NaN(), 3, 2}
	for q, want := range map[float64]float64{0: 1, 0.25: 1, 0.5: 2, 0.75: 3, 1: 4} {
		if got := Quantile(v, q); got != want {
			t.Errorf("Quantile(%v) = %v, want %v", q, got, want)
		}
	}
	if !math.IsNaN(Quantile(nil, 0.5)) {
		t.Error("the quantile of nothing is a number")
	}
}

// TestSpaceLabelsHaveRoom: however thin the box in space is, the numbers of no axis lie on each other.
func TestSpaceLabelsHaveRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := func(name string) (lo, hi float64) {
			lo = rapid.Float64Range(-2, 2).Draw(t, name)
			return lo, lo + rapid.Float64Range(0.01, 1).Draw(t, name+" long")
		}
		x0, x1 := side("x")
		y0, y1 := side("y")
		z0, z1 := side("z")
		v := newView(Space{Paths: []Path{{X: []float64{x0, x1}, Y: []float64{y0, y1}, Z: []float64{z0, z1}}}}, 620, 440)
		for k := range 3 {
			ts, _ := v.ticks(k)
			for i := 1; i < len(ts); i++ {
				a, b := v.lo, v.lo
				a[k], b[k] = ts[i-1].value, ts[i].value
				ax, ay := v.at(a[0], a[1], a[2])
				bx, by := v.at(b[0], b[1], b[2])
				if math.Abs(by-ay) < 11 && math.Abs(bx-ax) < max(graph.TextWidth(ts[i-1].label), graph.TextWidth(ts[i].label)) {
					t.Errorf("axis %d from %v to %v: %s lies on %s", k, v.lo[k], v.hi[k], ts[i].label, ts[i-1].label)
				}
			}
		}
	})
}

// TestBand: a series that goes to and fro within the pixel columns of a part of the picture has a band, even if it rests elsewhere;
// one that only goes far from column to column is a line.
func TestBand(t *testing.T) {
	for _, c := range []struct {
		name string
		at   func(k int) float64 // sample k of 12000
		want bool
	}{
		{"low noise in a third", func(k int) float64 {
			if k < 4000 {
				return 0.05 * float64(k%2)
			}
			return math.Sin(math.Pi * float64(k-4000) / 8000)
		}, true},
		{"noise throughout", func(k int) float64 { return float64(k % 2) }, true},
		{"a few bursts", func(k int) float64 { return float64(k%2) * float64(min(1, max(0, 40-k%3000))) }, false},
		{"steep waves", func(k int) float64 { return math.Sin(2 * math.Pi * float64(k) / 600) }, false},
		{"rest", func(int) float64 { return 1 }, false},
	} {
		x, y := make([]float64, 12000), make([]float64, 12000)
		for k := range x {
			x[k], y[k] = float64(k)/1000, c.at(k)
		}
		var b bytes.Buffer
		if err := SVG(&b, Plot{Series: []Series{{Name: "a", X: x, Y: y}}}, 640, 300); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), `<path class="b"`); got != c.want {
			t.Errorf("%s: a band is %v, want %v", c.name, got, c.want)
		}
	}
}

// TestGoalsAreDashed: a goal is dashed and above the others in space as on a plane, in the legend too; a single point is one there.
func TestGoalsAreDashed(t *testing.T) {
	line := []float64{0, 1}
	s := Space{Unit: "m", Paths: []Path{{Name: "goal", X: line, Y: line, Z: line, Goal: true}, {Name: "tool", X: line, Y: line, Z: line}},
		Marks: []Mark{{Name: "start"}}}
	var space, plane bytes.Buffer
	if err := errors.Join(SVGSpace(&space, s, 400, 300), SVG(&plane, s.Plane(0, 1), 400, 300)); err != nil {
		t.Fatal(err)
	}
	for name, svg := range map[string]string{"space": space.String(), "plane": plane.String()} {
		if n := strings.Count(svg, `class="l o c0"`); n != 1 {
			t.Errorf("%s: %d dashed keys", name, n)
		}
		if goal, tool := strings.Index(svg, "<title>goal"), strings.Index(svg, "<title>tool"); goal < tool {
			t.Errorf("%s: the goal lies below the tool", name)
		}
	}
	if !strings.Contains(space.String(), `class="l c0 o"`) {
		t.Error("in space the goal is not dashed")
	}
	if !strings.Contains(plane.String(), `<circle class="p c2" cx=`) {
		t.Error("the start is no point in the legend")
	}
}
