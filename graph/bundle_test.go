package graph

import (
	"testing"

	"pgregory.net/rapid"
)

// drawnWires are the IDs of all that the wires of a drawing stand for.
func drawnWires(d *Drawing) map[string]bool {
	ids := map[string]bool{}
	for _, w := range d.Wires {
		ids[w.ID] = true
		for _, id := range w.Also {
			ids[id] = true
		}
	}
	return ids
}

// TestBundles: in bundles as without them every connection between what is shown is drawn, by no more wires, each port
// stands at one pin at most, and no box becomes taller or wire cuts one.
func TestBundles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := random(t)
		o := Options{Live: rapid.Bool().Draw(t, "live"), Width: rapid.SampledFrom([]float64{0, 300, 900}).Draw(t, "width")}
		for r := range g.Reactors {
			if r > 0 && rapid.Bool().Draw(t, "fold") {
				o.Folded = append(o.Folded, r)
			}
		}
		plain, err := g.Layout(o)
		if err != nil {
			t.Fatal(err)
		}
		o.Bundle = true
		d, err := g.Layout(o)
		if err != nil {
			t.Fatal(err)
		}
		want, got := drawnWires(plain), drawnWires(d)
		for id := range want {
			if !got[id] {
				t.Errorf("%s is not drawn", id)
			}
		}
		if len(got) != len(want) || len(d.Wires) > len(plain.Wires) {
			t.Errorf("%d wires for %d connections, %d wires for %d in bundles", len(plain.Wires), len(want), len(d.Wires), len(got))
		}
		at := map[int]bool{}
		for _, p := range d.Pins {
			for _, q := range append([]int{p.Port}, p.Also...) {
				if at[q] {
					t.Errorf("%s stands at two pins", g.Ports[q].Path)
				}
				at[q] = true
			}
		}
		rs := rects(g, d)
		for _, w := range d.Wires {
			checkWire(t, w, rs)
		}
	})
}

// TestBundlesShowMore: boxes with many connections between them, which nothing shows large enough, are shown larger in bundles,
// and what FitFolded returns for a pane is drawn as large as it can be read.
func TestBundlesShowMore(t *testing.T) {
	b := newBuild("bus")
	var boxes []int
	for range 6 {
		r := b.reactor(0, "node")
		b.reactor(r, "inside")
		boxes = append(boxes, r)
	}
	for i, from := range boxes {
		for k, to := range boxes {
			for n := range 6 {
				if i == k {
					continue
				}
				out, in := b.port(from, Output, "an_output_"+string(rune('a'+n))), b.port(to, Input, "an_input_"+string(rune('a'+n)))
				b.Connections = append(b.Connections, Connection{From: out, To: in, Mode: None, Delayed: i > k})
			}
		}
	}
	d, folded, err := b.FitFolded(Options{Live: true}, 655, 360)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := b.Layout(Options{Live: true, Folded: folded, Width: 900})
	if err != nil {
		t.Fatal(err)
	}
	scale := func(d *Drawing) float64 { return min(655/d.W, 360/d.H) }
	if scale(d) < 2*scale(plain) {
		t.Errorf("in bundles the scale is %.3f, without %.3f", scale(d), scale(plain))
	}
	more := 0
	for _, w := range d.Wires {
		more += len(w.Also)
	}
	if more == 0 || len(d.Wires)+more != len(b.Connections) {
		t.Errorf("%d wires stand for %d connections of %d", len(d.Wires), len(d.Wires)+more, len(b.Connections))
	}
}

// TestDrawsAPart: any reactor can be drawn with what it holds alone.
func TestDrawsAPart(t *testing.T) {
	g := thesis()
	for r := range g.Reactors {
		d, _, err := g.FitFolded(Options{Root: r}, 1200, 900)
		if err != nil || d.Boxes[0].Reactor != r || d.Boxes[0].Depth != 0 {
			t.Fatalf("%s: %v", g.Reactors[r].Path, err)
		}
	}
	if _, err := g.Layout(Options{Root: len(g.Reactors)}); err == nil {
		t.Error("a reactor that there is not was drawn")
	}
}
