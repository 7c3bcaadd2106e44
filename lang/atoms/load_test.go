package atoms

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
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

// TestTimesByIdentity: a measured time is that of the library's Atom, and not of one in the text with its name.
func TestTimesByIdentity(t *testing.T) {
	d := read(t, `
define:
  AngleWrap:
    needs: {in: Angle}
    products: {out: Angle}
    physics: out = wrap(in)
  Mine: {physics: lib.AngleWrap}
instances:
  s: {driver: s, every: 10 ms, worst: 1 ms, products: {out: Angle}}
  own: {is: AngleWrap, every: 10 ms, worst: 1 ms}
  lib: {is: lib.AngleWrap, with: {frame: NOFRAME, axis: NOAXIS}, every: 10 ms, worst: 1 ms}
  named: {is: Mine, with: {frame: NOFRAME, axis: NOAXIS}, every: 10 ms, worst: 1 ms}
links: [s.out -> own.in, s.out -> lib.in, s.out -> named.in]
`)
	def, err := atom.Describe(&lib.AngleWrap{})
	if err != nil {
		t.Fatal(err)
	}
	worst := func(times map[string]time.Duration) string {
		plan, faults := d.Check(atom.Target{Times: times})
		if len(faults) > 0 {
			return faults.Error()
		}
		var all []string
		for _, i := range plan.Groups[0].Stages[0].Members {
			all = append(all, i.Path+" "+plan.Worst(i).String())
		}
		slices.Sort(all)
		return strings.Join(all, ", ")
	}
	if got, want := worst(map[string]time.Duration{def.Identity: 2 * time.Microsecond, "own": 3 * time.Microsecond}),
		"lib 2µs, named 2µs, own 3µs, s 1ms"; got != want {
		t.Errorf("takes %s, want %s", got, want)
	}
	if got, want := worst(map[string]time.Duration{"AngleWrap": 2 * time.Microsecond}), "there is a measured time for AngleWrap, which is the name of its definition"; !strings.Contains(got, want) {
		t.Errorf("by the name alone: %s", got)
	}
	type AngleWrap struct {
		In  atom.Need[unit.Angle]
		Out atom.Product[unit.Angle]
	}
	if own, err := atom.Describe(&AngleWrap{}); err != nil || own.Identity == def.Identity || own.Name != def.Name {
		t.Errorf("%v, %v", own, err)
	}
}
