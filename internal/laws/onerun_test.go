package laws

import (
	"fmt"
	"go/ast"
	"strings"
	"testing"
)

// runners are the calls that only package run, and the debugger, which steps by hand, make for whole programs.
var runners = map[string]string{module + "/trace/record": "New", module + "/reactor/exec": "Run"}

// secondRuns finds programs that open a recorder or start the executor themselves.
func (m *tree) secondRuns(s *source) (faults []string) {
	whole := strings.HasPrefix(s.path, "app/") || strings.HasPrefix(s.path, "cmd/") || strings.HasPrefix(s.path, "tool/study/")
	if s.test() || !whole {
		return nil
	}
	ast.Inspect(s.tree, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		pkg, ok := sel.X.(*ast.Ident)
		for _, i := range imports(s.tree) {
			if ok && runners[i] == sel.Sel.Name && strings.HasSuffix(i, "/"+pkg.Name) && !(pkg.Name == "record" && s.path == "tool/study/scenario/check.go") {
				faults = append(faults, fmt.Sprintf("%s: calls %s.%s: give run.Do a Spec, which brings recorder, run folder, page and report", m.at(n), pkg.Name, sel.Sel.Name))
			}
		}
		return true
	})
	return faults
}

func TestOneRun(t *testing.T) {
	m := load(t)
	for _, s := range m.sources {
		report(t, m.secondRuns(s))
	}
	m, _, s := snippet(t, "app/new/a.go", `package a
import (
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace/record"
)
func f() { record.New(nil, nil, record.Options{}); exec.Run(nil, nil, exec.Options{}); record.Tap() }
`)
	wantFaults(t, m.secondRuns(s), "record.New", "exec.Run")
}
