package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/model/atom/kag"
)

// TestPictureIsCurrent keeps the diagrams in the documents those of the program and of the example.
func TestPictureIsCurrent(t *testing.T) {
	prog, err := lemon.Build(lemon.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	current(t, "demo.svg", prog.Graph(), graph.Options{Depth: 1, Width: 1200})
	d, plan, faults, err := readModel(filepath.Join("..", "..", "examples", "rov-heading", "heading.atoms.yaml"), "", 0)
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	current(t, "heading.svg", kag.Whole(d.Model, kag.Options{Depth: -1}), graph.Options{Width: 1200})
	current(t, "heading-compositions.svg", kag.Simplified(d.Model, plan, kag.Options{}), graph.Options{Width: 1200})
}

// current compares a picture in the documents with what is drawn.
func current(t *testing.T, name string, g *graph.Graph, o graph.Options) {
	t.Helper()
	var b bytes.Buffer
	if err := g.SVG(&b, o); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("..", "..", "docs", "pictures", name), b.Bytes())
}
