package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// look reads texts and tells all faults of them and of a system.
func look(t *testing.T, texts map[string]string, system string) diag.Faults {
	t.Helper()
	var files []*syntax.File
	var faults diag.Faults
	var names []string
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f, more := syntax.Parse(name, texts[name])
		files, faults = append(files, f), append(faults, more...)
	}
	m, more := aadl.Link(files)
	faults = append(append(faults, more...), Model(m)...)
	if system != "" {
		i, more := instance.Instantiate(m, system)
		if faults = append(faults, more...); i != nil {
			faults = append(faults, Instance(i)...)
		}
	}
	return faults
}

func TestCleanSystems(t *testing.T) {
	for seed := range uint64(200) {
		p := random(seed)
		texts := p.texts("10 sec")
		if faults := look(t, texts, "Main::"+p.root.name+".i"); len(faults) > 0 {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, faults, number(texts["parts.aadl"]), number(texts["main.aadl"]))
		}
	}
}

func number(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = fmt.Sprintf("%4d %s", i+1, lines[i])
	}
	return strings.Join(lines, "\n")
}
