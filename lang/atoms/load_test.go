package atoms

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/atom"
)

// BenchmarkExample reads and checks the paper's example.
func BenchmarkExample(b *testing.B) {
	src, err := os.ReadFile(examples + "heading.atoms.yaml")
	if err != nil {
		b.Fatal(err)
	}
	l := Standard()
	for b.Loop() {
		d, _ := ReadDocument("heading.atoms.yaml", src, Options{Library: l})
		if p, faults := d.Check(atom.Target{}); p == nil {
			b.Fatal(faults)
		}
	}
}

// BenchmarkThousand reads a text with 1 000 Atoms and as many links.
func BenchmarkThousand(b *testing.B) {
	var s strings.Builder
	s.WriteString("define: {A: {needs: {x: Length}, products: {y: Length}, physics: y = x}}\ninstances:\n")
	for k := range 1000 {
		fmt.Fprintf(&s, "  a%d: {is: A, every: 10 ms .. 20 ms, worst: 1 us}\n", k)
	}
	s.WriteString("links:\n")
	for k := range 999 {
		fmt.Fprintf(&s, "  - a%d.y -> a%d.x\n", k, k+1)
	}
	src := s.String()
	for b.Loop() {
		if _, faults := ReadDocument("x.atoms.yaml", []byte(src), Options{}); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}
