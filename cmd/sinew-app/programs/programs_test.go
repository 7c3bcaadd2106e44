package programs

import (
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/cmd/sinew-app/names"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/cli/clitest"
	"github.com/sinew-robotics/sinew/tool/cli/grammar"
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

// TestNames: what sinew knows of this command is what there is.
func TestNames(t *testing.T) {
	var have []string
	for _, p := range Tool().Programs {
		have = append(have, p.Name())
		if f, ok := p.(cli.FileProgram); ok {
			for _, word := range []string{"cell.yaml", "a/cell.yml", "cell.lua", "law.atoms.yaml", "demo", "trace.mcap", ""} {
				if f.Takes(word) != (names.Program(word) == p.Name()) {
					t.Errorf("%q: is it a %s?", word, p.Name())
				}
			}
		}
	}
	slices.Sort(have)
	want := names.Programs()
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("there are %v, and sinew knows %v", have, want)
	}
	tool := Tool()
	g, err := tool.Grammar()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range names.Commands() {
		if got, err := g.Parse(append(strings.Fields(c), "-h")); err != grammar.ErrHelp || got.FullPath() != "sinew "+c {
			t.Errorf("%s: %v, %v", c, got, err)
		}
	}
	if p := names.Program("../../../examples/control-arm"); p != "managed" {
		t.Errorf("a robot's folder is for %q", p)
	}
}

func TestFilesHaveTheirProgram(t *testing.T) {
	for _, c := range []struct{ line, want []string }{
		{[]string{"run", "--fast", "../../../examples/control-arm"}, []string{"run", "managed", "--fast", "../../../examples/control-arm"}},
		{[]string{"run", "cell.yaml", "--attach"}, []string{"run", "deployment", "cell.yaml", "--attach"}},
		{[]string{"run", "grasp", "--params", "p.yaml"}, []string{"run", "grasp", "--params", "p.yaml"}},
		{[]string{"debug", "cell.yaml"}, []string{"debug", "cell.yaml"}},
	} {
		if got := named(c.line); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v", c.line, got)
		}
	}
}
