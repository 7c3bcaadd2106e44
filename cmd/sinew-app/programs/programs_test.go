package programs

import (
	"slices"
	"testing"

	"github.com/sinew-robotics/sinew/tool/cli/clitest"
)

func TestEveryNumberHasARange(t *testing.T)    { clitest.EveryNumberHasARange(t, Tool()) }
func TestAbsurdNumbersAreRefused(t *testing.T) { clitest.AbsurdNumbersAreRefused(t, Tool()) }

func TestTheProgramsNameGoesFirst(t *testing.T) {
	tool := Tool()
	for _, c := range []struct{ line, want []string }{
		{[]string{"run", "--seed", "2", "examples/wheelchair", "-q"}, []string{"run", "wheelchair", "--seed", "2", "-q"}},
		{[]string{"run", "../examples/wheelchair/"}, []string{"run", "wheelchair"}},
		{[]string{"sim", "wheelchair", "--json"}, []string{"sim", "wheelchair", "--json"}},
		{[]string{"trace", "replay", "runs/wheelchair"}, []string{"trace", "replay", "runs/wheelchair"}},
		{[]string{"run", "--out", "runs/wheelchair"}, []string{"run", "--out", "runs/wheelchair"}},
	} {
		if got := tool.Named(c.line); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v", c.line, got)
		}
	}
}
