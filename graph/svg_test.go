package graph

import (
	"bytes"
	"encoding/xml"
	"io"
	"testing"

	"github.com/sinew-robotics/sinew/internal/golden"
)

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
		golden.Check(t, "testdata/"+c.name+".svg", b.Bytes())
		b.Reset()
		if err := c.g.DOT(&b); err != nil {
			t.Fatal(err)
		}
		if c.o.Depth == 0 {
			golden.Check(t, "testdata/"+c.name+".dot", b.Bytes())
		}
	}
}
