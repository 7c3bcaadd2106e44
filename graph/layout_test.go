package graph

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type rect struct {
	x0, y0, x1, y1 float64
	what           string
	box            bool
}

func (r rect) meets(s rect) bool {
	return r.x0 < s.x1 && s.x0 < r.x1 && r.y0 < s.y1 && s.y0 < r.y1
}

func (r rect) holds(s rect) bool {
	return r.x0 <= s.x0 && r.y0 <= s.y0 && s.x1 <= r.x1 && s.y1 <= r.y1
}

func rects(g *Graph, d *Drawing) (rs []rect) {
	for _, b := range d.Boxes {
		name := "mode"
		if b.Reactor != None {
			name = g.Reactors[b.Reactor].Path
		}
		rs = append(rs, rect{b.X, b.Y, b.X + b.W, b.Y + b.H, name, true})
	}
	for _, s := range d.Symbols {
		rs = append(rs, rect{s.X - s.W/2, s.Y - s.H/2, s.X + s.W/2, s.Y + s.H/2, "symbol", false})
	}
	return rs
}

// TestLayoutLaws: in any program boxes are nested or disjoint, everything is inside main, wires run along the axes,
// stay out of boxes they do not belong to, and a second run gives the same bytes.
func TestLayoutLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		o := Options{Width: rapid.SampledFrom([]float64{0, 0, 200, 500, 900}).Draw(t, "width"), Live: rapid.Bool().Draw(t, "live")}
		d, err := g.Layout(o)
		if err != nil {
			t.Fatal(err)
		}
		rs := rects(g, d)
		for i, r := range rs {
			if !rs[0].holds(r) {
				t.Fatalf("%s lies outside main", r.what)
			}
			for _, s := range rs[i+1:] {
				if r.meets(s) && !(r.box && r.holds(s)) && !(s.box && s.holds(r)) {
					t.Fatalf("%v and %v overlap", r, s)
				}
			}
		}
		for _, w := range d.Wires {
			checkWire(t, w, rs)
		}
		var a, b bytes.Buffer
		if g.SVG(&a, o) != nil || g.SVG(&b, o) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Fatal("two runs differ")
		}
		wellFormed(t, a.Bytes())
	})
}

// checkWire: a piece of wire may lie inside a box that contains it completely or touch its border, but never cross one.
func checkWire(t *rapid.T, w Wire, rs []rect) {
	for i := 1; i < len(w.Points); i++ {
		p, q := w.Points[i-1], w.Points[i]
		if p.X != q.X && p.Y != q.Y {
			t.Fatalf("%s → %s runs aslant from %v to %v", w.From, w.To, p, q)
		}
		line := rect{min(p.X, q.X), min(p.Y, q.Y), max(p.X, q.X), max(p.Y, q.Y), "", false}
		for _, r := range rs {
			touches := line.x0 < r.x1 && line.x1 > r.x0 && line.y0 < r.y1 && line.y1 > r.y0
			ends := !r.box && (i == 1 || i == len(w.Points)-1)
			if touches && !r.holds(line) && !ends {
				t.Fatalf("%s → %s cuts %s: piece %v of %v in %v", w.From, w.To, r.what, i, w.Points, r)
			}
		}
	}
}

// TestAllIsDrawn: every visible element of the program is in the drawing, each connection as a wire.
func TestAllIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		d, err := g.Layout(Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Boxes) != len(g.Reactors)+len(g.Modes) || len(d.Symbols) != len(g.Reactions)+len(g.Triggers) || len(d.Pins) != len(g.Ports) {
			t.Fatalf("%d boxes, %d symbols, %d pins for %d reactors, %d modes, %d reactions, %d triggers, %d ports", len(d.Boxes), len(d.Symbols),
				len(d.Pins), len(g.Reactors), len(g.Modes), len(g.Reactions), len(g.Triggers), len(g.Ports))
		}
		n := 0
		for _, w := range d.Wires {
			if w.Kind == Carries || w.Kind == Physical {
				n++
			}
		}
		if n != len(g.Connections) {
			t.Fatalf("%d wires for %d connections", n, len(g.Connections))
		}
	})
}

func TestLayoutRefusesBrokenGraphs(t *testing.T) {
	g := modal()
	g.Connections[0].To = 77
	g.Reactors[1].Mode = 12
	_, err := g.Layout(Options{})
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Fatalf("want both faults, got %v", err)
	}
	if _, err := (&Graph{Name: "empty"}).Layout(Options{}); err == nil {
		t.Fatal("a program without reactors was drawn")
	}
}

func BenchmarkLayout(b *testing.B) {
	g := thesis()
	for b.Loop() {
		if _, err := g.Layout(Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// wide returns a program of n reactors in one box, each with two inputs and two outputs, with connections to later ones and a few
// back; nested reactors hold as many each.
func wide(n, nested int) *Graph {
	b := newBuild("wide")
	r := rand.New(rand.NewPCG(1, 2))
	var fill func(parent, n, nested int)
	fill = func(parent, n, nested int) {
		first, in := 0, []int{}
		for i := range n {
			c := b.reactor(parent, fmt.Sprint("part", i))
			if i == 0 {
				first = len(b.Ports)
			}
			for _, name := range [...]string{"reading", "wanted"} {
				in = append(in, b.port(c, Input, name))
			}
			b.port(c, Output, "state")
			b.port(c, Output, "next")
		}
		for k, to := range in {
			i := k / 2
			switch {
			case i > 0 && r.IntN(3) > 0:
				b.connect(first+4*(i-1-r.IntN(min(i, 8)))+2+r.IntN(2), to)
			case i+1 < n && r.IntN(12) == 0:
				b.connect(first+4*(i+r.IntN(min(n-i, 20)))+2, to).Delayed = true
			}
		}
		if nested > 0 {
			for i := range n {
				fill(b.Ports[first+4*i].Reactor, nested, 0)
			}
		}
	}
	fill(0, n, nested)
	return &b.Graph
}

// TestLarge: a thousand reactors, in one box or nested, are laid out like small programs: nothing overlaps.
func TestLarge(t *testing.T) {
	for _, g := range []*Graph{wide(300, 0), wide(12, 12)} {
		for _, width := range []float64{0, 1600} {
			d, err := g.Layout(Options{Width: width})
			if err != nil {
				t.Fatal(err)
			}
			rs := rects(g, d)
			for i, r := range rs {
				for _, s := range rs[i+1:] {
					if r.meets(s) && !(r.box && r.holds(s)) && !(s.box && s.holds(r)) {
						t.Fatalf("%v and %v overlap", r, s)
					}
				}
			}
			if width > 0 && d.W > width {
				t.Errorf("%d reactors are drawn %v wide, above %v", len(g.Reactors), d.W, width)
			}
		}
	}
}

func BenchmarkLayoutLarge(b *testing.B) {
	for _, c := range []struct {
		name string
		g    *Graph
	}{{"flat", wide(1000, 0)}, {"nested", wide(31, 31)}} {
		for _, width := range []float64{0, 1600} {
			b.Run(fmt.Sprint(c.name, "/", width), func(b *testing.B) {
				for b.Loop() {
					if _, err := c.g.Layout(Options{Width: width}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestTextStaysInside: in any program titles, names of ports and what stands below symbols stay inside the box that they belong to, and
// wires begin and end at their pins.
func TestTextStaysInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		d, err := g.Layout(Options{Width: rapid.SampledFrom([]float64{0, 300, 700}).Draw(t, "width"), Live: rapid.Bool().Draw(t, "live")})
		if err != nil {
			t.Fatal(err)
		}
		boxes := map[int]rect{}
		inside := func(b rect, x Text, wide float64) {
			left := x.X - [...]float64{0, wide / 2, wide}[x.Anchor]
			if !b.holds(rect{left, x.Y - 9, left + wide, x.Y + 3, "", false}) {
				t.Fatalf("%q from %v to %v at %v leaves %v", x.S, left, left+wide, x.Y, b)
			}
		}
		for _, b := range d.Boxes {
			r := rect{b.X, b.Y, b.X + b.W, b.Y + b.H, "mode", true}
			if b.Reactor != None {
				r.what = g.Reactors[b.Reactor].Path
				boxes[b.Reactor] = r
			}
			inside(r, b.Title, titleWidth(b.Title.S))
		}
		at := map[int]Point{}
		for _, p := range d.Pins {
			inside(boxes[g.Ports[p.Port].Reactor], p.Label, TextWidth(p.Label.S))
			at[p.Port] = Point{p.X, p.Y}
		}
		for _, s := range d.Symbols {
			owner := 0
			if s.Reaction != None {
				owner = g.Reactions[s.Reaction].Reactor
			} else {
				owner = g.Triggers[s.Trigger].Reactor
			}
			for _, l := range s.Lines {
				inside(boxes[owner], l, TextWidth(l.S))
			}
		}
		ends := map[string][2]Point{}
		for _, w := range d.Wires {
			e, ok := ends[w.ID]
			if !ok || !inPieces(g) {
				e = [2]Point{w.Points[0], w.Points[len(w.Points)-1]}
			}
			ends[w.ID] = e
		}
		for i, c := range g.Connections {
			if e, ok := ends[fmt.Sprint("C", i)]; !inPieces(g) && ok && (e[0] != at[c.From] || e[1] != at[c.To]) {
				t.Fatalf("connection %d leads from %v to %v, its ports are at %v and %v", i, e[0], e[1], at[c.From], at[c.To])
			}
		}
	})
}

// inPieces reports whether wires may be in pieces.
func inPieces(g *Graph) bool { return len(g.Modes) > 0 }

// TestFit: a pane is used well: what fills it in rows is shown larger than what is laid out in one, and what is folded by itself can be
// read.
func TestFit(t *testing.T) {
	g := wide(12, 3)
	scale := func(d *Drawing, w, h float64) float64 { return min(w/d.W, h/d.H) }
	for _, pane := range [][2]float64{{1200, 800}, {600, 380}, {300, 900}} {
		one, err := g.Layout(Options{Live: true})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := g.Fit(Options{Live: true}, pane[0], pane[1])
		if err != nil {
			t.Fatal(err)
		}
		if a, b := scale(one, pane[0], pane[1]), scale(rows, pane[0], pane[1]); b < 1.5*a {
			t.Errorf("in %v rows are shown at %.3f, one row at %.3f", pane, b, a)
		}
		d, folded, err := g.FitFolded(Options{Live: true}, pane[0], pane[1])
		if err != nil {
			t.Fatal(err)
		}
		all := make([]int, 0, len(g.Reactors))
		for r := range g.Reactors[1:] {
			all = append(all, r+1)
		}
		least, err := g.Fit(Options{Live: true, Folded: all}, pane[0], pane[1])
		if err != nil {
			t.Fatal(err)
		}
		if k := scale(d, pane[0], pane[1]); k < Readable && k < scale(least, pane[0], pane[1]) {
			t.Errorf("in %v, with %d folded, the scale is %.3f, and %.3f is possible", pane, len(folded), k, scale(least, pane[0], pane[1]))
		}
		again, _, _ := g.FitFolded(Options{Live: true}, pane[0], pane[1])
		if fmt.Sprint(*d) != fmt.Sprint(*again) {
			t.Error("two layouts for one pane differ")
		}
	}
}

func BenchmarkFit(b *testing.B) {
	for _, c := range []struct {
		name string
		g    *Graph
	}{{"thesis", thesis()}, {"nested", wide(31, 31)}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := c.g.FitFolded(Options{Live: true}, 620, 370); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestDelaysAreFree: where a delay lies on another wire, a border or a text, there is no place for it on its piece of wire; and some
// would lie on a wire in the middle of theirs.
func TestDelaysAreFree(t *testing.T) {
	moved := 0
	for n := 3; n < 20; n++ {
		d, err := wide(n, 0).Layout(Options{Live: n%2 == 0})
		if err != nil {
			t.Fatal(err)
		}
		all := d.covers()
		half := func(w Wire) float64 { return TextWidth(w.Label.S)/2 + 7 }
		for i, w := range d.Wires {
			if w.Label.S != "" {
				all = append(all, cover{w.Label.X - half(w), w.Label.Y - 8, w.Label.X + half(w), w.Label.Y + 8, i})
			}
		}
		for i, w := range d.Wires {
			lo, hi, ok := w.level()
			if w.Label.S == "" || !ok {
				continue
			}
			free := func(x float64) bool {
				pill := rect{x - half(w), w.Label.Y - 8, x + half(w), w.Label.Y + 8, "", false}
				return !slices.ContainsFunc(all, func(c cover) bool {
					trunk := c.of != None && c.y0 == c.y1 && c.y0 == w.Label.Y && d.Wires[c.of].From == w.From
					return c.of != i && !trunk && pill.meets(rect{c.x0 - 0.1, c.y0 - 0.1, c.x1 + 0.1, c.y1 + 0.1, "", false})
				})
			}
			if !free((lo + hi) / 2) {
				moved++
			}
			for x := lo + half(w) + 3; x <= hi-half(w)-3 && !free(w.Label.X); x++ {
				around := slices.ContainsFunc([]float64{-3, -2, -1, 0, 1, 2, 3}, func(by float64) bool { return !free(x + by) })
				if !around {
					t.Errorf("%d: %s of %s lies at %v on something, and is free at %v", n, w.Label.S, w.From, w.Label.X, x)
					break
				}
			}
		}
	}
	if moved == 0 {
		t.Error("nothing is in the middle of any wire with a delay")
	}
}
