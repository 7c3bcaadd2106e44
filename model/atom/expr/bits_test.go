package expr_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/expr"
)

// TestBits runs the Go source that is rendered of blocks, as the compiler made it, and the blocks themselves.
func TestBits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	atoms := renderedAtoms()
	runs := 0
	expr.Rendered(func(k int, block string, def *atom.Definition, physics func(map[string]float64) map[string]float64) {
		if k >= len(atoms) {
			t.Fatal("rendered_test.go is short: go test -rewrite")
		}
		for range 50 {
			values := map[string]float64{}
			i := atom.New("test").Root.Enter(atom.Simple, "a", describe(t, atoms[k]), atoms[k], diag.Pos{})
			for _, p := range i.Ports {
				v := 8*r.Float64() - 4
				switch p.Element.Type {
				case unit.TypeBoolean:
					v = expr.Number(v > 0)
				case unit.TypeUnsigned:
					v = expr.Whole(v)
				}
				values[p.Element.Name] = v
				*p.At() = v
			}
			out := physics(values)
			atoms[k].Physics(0.05)
			runs++
			for _, p := range i.Ports {
				got, want := *p.At(), out[p.Element.Name]
				if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
					t.Fatalf("%s\n%s = %v as Go source, %v as an expression", block, p.Element.Name, got, want)
				}
			}
		}
	})
	if runs != 50*len(atoms) {
		t.Errorf("%d runs", runs)
	}
}

func describe(t *testing.T, body any) *atom.Definition {
	d, err := atom.Describe(body)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
