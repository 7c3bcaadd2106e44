package laws

import (
	"fmt"
	"slices"
	"testing"
)

// ownChildren start processes without package child: the user's browser, which is not the command's.
var ownChildren = []string{"tool/cli/page.go", "internal/child/child_linux.go"}

// orphans finds files that start processes which may outlive this one.
func orphans(s *source) []string {
	all := imports(s.tree)
	if s.test() || !slices.Contains(all, "os/exec") || slices.Contains(all, module+"/internal/child") ||
		s.dir() == "internal/child" || slices.Contains(ownChildren, s.path) {
		return nil
	}
	return []string{fmt.Sprintf("%s: imports os/exec and not internal/child: start processes with child.Start, so that they end with this one", s.path)}
}

func TestNoChildOutlivesItsParent(t *testing.T) {
	for _, s := range load(t).sources {
		report(t, orphans(s))
	}
	_, _, s := snippet(t, "bench/a.go", "package a\nimport _ \"os/exec\"\n")
	wantFaults(t, orphans(s), "child.Start")
}
