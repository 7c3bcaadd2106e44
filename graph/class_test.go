package graph

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/golden"
)

// TestClasses draws every shape, tint and line with a legend, and what is at fault.
func TestClasses(t *testing.T) {
	b, main := newBuild("classes"), 0
	b.Classes = []Class{
		{Name: "a", Text: "Rounded", Tint: Blue}, {Name: "b", Text: "Square, two frames", Shape: Square, Double: true, Tint: Green},
		{Name: "c", Text: "Cut <&>", Shape: Cut, Tint: Amber, Dash: "6 3"}, {Name: "d", Text: "Pill", Shape: Pill, Tint: Violet},
		{Name: "plain", Text: "Plain", Wire: true}, {Name: "dashed", Text: "Dashed", Wire: true, Dash: "9 4", Heavy: true, Tint: Grey},
		{Name: "hidden", Wire: true},
	}
	var last int
	for n, class := range []string{"a", "b", "c", "d"} {
		r := b.reactor(main, class)
		b.Reactors[r].Class = class
		in, out := b.port(r, Input, "in"), b.port(r, Output, "out")
		if n > 0 {
			b.Connections = append(b.Connections, Connection{From: last, To: in, Mode: None, Class: [...]string{"", "plain", "dashed", "dashed"}[n],
				Note: "a note", Delayed: n == 2})
		}
		last = out
	}
	b.Reactors[2].Fault, b.Ports[0].Fault, b.Connections[2].Fault = "wrong box", "wrong <pin>", "wrong wire"
	var s, d bytes.Buffer
	if err := b.SVG(&s, Options{}); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, s.Bytes())
	golden.Check(t, "testdata/classes.svg", s.Bytes())
	if err := b.DOT(&d); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/classes.dot", d.Bytes())
	for _, want := range []string{"wrong box", "wrong &lt;pin&gt;", "wrong wire", "a note", "Cut &lt;&amp;&gt;"} {
		if !strings.Contains(s.String(), want) {
			t.Errorf("%q is not in the picture", want)
		}
	}
	if strings.Contains(s.String(), "after") {
		t.Error("a delay is written on a wire whose class stands for it")
	}
}
