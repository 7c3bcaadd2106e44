package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-robotics/sinew/follow"
	"github.com/sinew-robotics/sinew/graph"
)

var rewrite = flag.Bool("rewrite", false, "write the diagram in the documents anew")

// TestPictureIsCurrent keeps the diagram in the documents that of the program.
func TestPictureIsCurrent(t *testing.T) {
	prog, err := follow.Build(follow.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := prog.Graph().SVG(&b, graph.Options{Depth: 1}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "docs", "pictures", "demo.svg")
	if *rewrite {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(old, b.Bytes()) {
		t.Errorf("docs/pictures/demo.svg is not the program's diagram any more (%v): go test ./cmd/sinew -run Picture -rewrite", err)
	}
}
