package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/model/atom/kag"
)

var rewrite = flag.Bool("rewrite", false, "write the diagram in the documents anew")

// TestPictureIsCurrent keeps the diagrams in the documents those of the program and of the example.
func TestPictureIsCurrent(t *testing.T) {
	prog, err := lemon.Build(lemon.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	current(t, "demo.svg", prog.Graph(), graph.Options{Depth: 1})
	d, plan, faults, err := readModel(filepath.Join("..", "..", "examples", "rov-heading", "heading.atoms.yaml"), "", 0)
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	current(t, "heading.svg", kag.Whole(d.Model, kag.Options{Depth: -1}), graph.Options{})
	current(t, "heading-compositions.svg", kag.Simplified(d.Model, plan, kag.Options{}), graph.Options{})
}

// current compares a picture in the documents with what is drawn.
func current(t *testing.T, name string, g *graph.Graph, o graph.Options) {
	t.Helper()
	var b bytes.Buffer
	if err := g.SVG(&b, o); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "docs", "pictures", name)
	if *rewrite {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(old, b.Bytes()) {
		t.Errorf("docs/pictures/%s is not what is drawn any more (%v): go test ./cmd/sinew -run Picture -rewrite", name, err)
	}
}
