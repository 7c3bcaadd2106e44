package param

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
)

// maxElements is the largest length of a list with elements that may change individually.
const maxElements = 64

// Alive returns the leaves that paths, or paths to what contains them, name as parameters that change while a program
// runs. Each leaf is true if it can change: it is in every value and is neither a list nor a choice. The faults are the
// leaves that cannot, and paths that lead nowhere.
func (t *Type) Alive(paths []string) (leaves map[string]bool, faults diag.Faults) {
	a := &alive{paths: paths, found: make([]bool, len(paths)), leaves: map[string]bool{}}
	if len(paths) > 0 {
		a.within(t, "", true)
	}
	for i, p := range paths {
		if !a.found[i] {
			a.faults = append(a.faults, diag.Fault{Path: p, What: p + " is to change while the program runs, and there is no such parameter", Do: "name one that the type has"})
		}
	}
	return a.leaves, a.faults
}

// alive looks for leaves.
type alive struct {
	paths  []string
	found  []bool // by path
	leaves map[string]bool
	faults diag.Faults
}

// within examines the type at path; always says that it is in every value.
func (a *alive) within(t *Type, path string, always bool) {
	switch {
	case t.Kind == Record:
		for i := range t.Members {
			m := &t.Members[i]
			a.within(m.Type, below(path, m.Name, i), always && !m.Optional)
		}
		return
	case t.Kind == List && t.Size != nil && t.Size.Min == t.Size.Max && t.Size.Min <= maxElements:
		for i := range t.Size.Min {
			a.within(t.Elem, below(path, "", i), always)
		}
		return
	}
	for i, p := range a.paths {
		if p == path || strings.HasPrefix(path, p+".") || strings.HasPrefix(path, p+"[") {
			a.found[i], a.leaves[path] = true, always && t.Kind != List && t.Kind != Choice
		}
	}
	if can, ok := a.leaves[path]; ok && !can {
		a.faults = append(a.faults, diag.Fault{Path: path, What: fmt.Sprintf("%s cannot change while the program runs: it may be left out, or is %v", path, t),
			Do: "make it a member that is always there, or a list of a fixed length"})
	}
}
