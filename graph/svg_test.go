package graph

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *rewrite {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from the golden file: look at both, then run with -rewrite", file)
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

func TestDiagrams(t *testing.T) {
	for _, c := range []struct {
		name string
		g    *Graph
		o    Options
	}{
		{"thesis", thesis(), Options{}},
		{"thesis-closed", thesis(), Options{Depth: 1, Types: true}},
		{"modal", modal(), Options{}},
	} {
		var b bytes.Buffer
		if err := c.g.SVG(&b, c.o); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.Bytes())
		golden(t, c.name+".svg", b.Bytes())
		b.Reset()
		if err := c.g.DOT(&b); err != nil {
			t.Fatal(err)
		}
		if c.o.Depth == 0 {
			golden(t, c.name+".dot", b.Bytes())
		}
	}
}
