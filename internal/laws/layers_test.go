package laws

import (
	"fmt"
	"strings"
	"testing"
)

// rows are the layers, lowest first. A package belongs to the longest row that is a prefix of its path and imports
// from this module only its own row and those before it.
var rows = []string{
	"internal/whole",
	"internal/spelling",
	"internal/child",
	"internal/golden",
	"internal/fuzz",
	"diag",
	"internal/yamltree",
	"internal/xmltree",
	"lang/aadl/syntax",
	"math",
	"graph",
	"reactor",
	"reactor/exec",
	"reactor/fed",
	"trace",
	"model",
	"lang",
	"control",
	"sim",
	"bridge/sock",
	"bridge/seal",
	"bridge",
	"robot",
	"tool/live",
	"tool/view",
	"tool/mock",
	"tool/run",
	"tool/debug",
	"tool/study",
	"tool",
	"bridge/foxglove",
	"tool/cli",
	"internal",
	"app",
	"bench",
	"examples",
	"cmd",
}

// families are rows whose members stand alone: robot/a does not import robot/b.
var families = map[string]bool{"robot": true, "bridge": true, "app": true}

// rowOf returns the row of a package, and the member of the row it belongs to ("" for the row itself).
func rowOf(p string) (row int, member string) {
	row = -1
	for i, r := range rows {
		if (p == r || strings.HasPrefix(p, r+"/")) && (row < 0 || len(r) > len(rows[row])) {
			row = i
		}
	}
	if row >= 0 {
		member, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimPrefix(p, rows[row]), "/"), "/")
	}
	return row, member
}

// layering finds the imports of s that go up or sideways. Tests may import what they like.
func layering(s *source) (faults []string) {
	from := s.dir()
	row, member := rowOf(from)
	if row < 0 {
		return []string{fmt.Sprintf("%s: package %s has no layer: add it to rows where it belongs", s.path, from)}
	}
	for _, i := range imports(s.tree) {
		to, ok := inModule(i)
		if !ok || s.test() {
			continue
		}
		switch r, m := rowOf(to); {
		case r < 0:
			faults = append(faults, fmt.Sprintf("%s: imports %s, which has no layer: add it to rows", s.path, to))
		case r > row:
			faults = append(faults, fmt.Sprintf("%s: %s imports %s, a higher layer: let %s declare the interface it calls",
				s.path, from, to, from))
		case r == row && families[rows[row]] && m != member && m != "" && member != "":
			faults = append(faults, fmt.Sprintf("%s: %s imports its sibling %s: move what they share to a lower layer",
				s.path, from, to))
		}
	}
	return faults
}

func TestLayers(t *testing.T) {
	for _, s := range load(t).sources {
		report(t, layering(s))
	}
}

func TestLayersCanFail(t *testing.T) {
	for _, c := range []struct{ file, imports, want string }{
		{"graph/a.go", "reactor", "higher layer"},
		{"reactor/a.go", "reactor/exec", "higher layer"},
		{"robot/xarm/a.go", "robot/franka", "sibling"},
		{"app/lemon/a.go", "app/dive/inner", "sibling"},
		{"robot/xarm/a.go", "tool/live", "higher layer"},
		{"tool/live/a.go", "tool/view", "higher layer"},
		{"misc/a.go", "graph", "no layer"},
		{"cmd/sinew/a.go", "misc", "no layer"},
		{"reactor/exec/a.go", "reactor/exec/rt", ""},
		{"control/pid/a.go", "control/hw", ""},
		{"bridge/foxglove/a.go", "tool/live", ""},
		{"robot/xarm/inner/a.go", "robot/xarm", ""},
		{"robot/xarm/a.go", "math/kinematics", ""},
		{"graph/a_test.go", "reactor", ""},
		{"lang/aadl/syntax/a.go", "graph", "higher layer"},
		{"lang/aadl/a.go", "lang/aadl/syntax", ""},
	} {
		_, _, s := snippet(t, c.file, fmt.Sprintf("package a\nimport _ %q\n", module+"/"+c.imports))
		if c.want == "" {
			wantFaults(t, layering(s))
		} else {
			wantFaults(t, layering(s), c.want)
		}
	}
}
