package check

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
)

// modes checks that transitions lead from the initial mode to every other.
func (c *declared) modes(k *aadl.Classifier) {
	if k.Syntax.RequiresModes || len(k.Syntax.Modes) == 0 && len(k.Syntax.Transitions) == 0 {
		return // the containing component's, or reported where they are declared
	}
	next := map[*aadl.Mode][]*aadl.Mode{}
	for _, t := range k.Transitions {
		if t.Source != nil && t.Destination != nil {
			next[t.Source] = append(next[t.Source], t.Destination)
		}
	}
	reached := map[*aadl.Mode]bool{}
	var todo []*aadl.Mode
	for _, m := range k.Modes {
		if m.Initial {
			reached[m], todo = true, append(todo, m)
		}
	}
	if len(todo) != 1 || len(k.Transitions) == 0 {
		return // a missing initial mode has been reported; without transitions it is open how modes change
	}
	for len(todo) > 0 {
		m := todo[0]
		todo = todo[1:]
		for _, n := range next[m] {
			if !reached[n] {
				reached[n], todo = true, append(todo, n)
			}
		}
	}
	for _, m := range k.Modes {
		if reached[m] {
			continue
		}
		from := "; none leads to it"
		for _, t := range k.Transitions {
			if t.Destination == m && t.Source != nil && t.Source != m {
				from = fmt.Sprintf("; one leads to it from %s, which is not reached either", t.Source.Name)
			}
		}
		c.faults = append(c.faults, diag.Fault{Code: "aadl-mode-unreachable", Severity: diag.Warning, Pos: at(m.Owner.File, m.Syntax),
			What: fmt.Sprintf("no transitions lead from the initial mode to %s%s", m.Name, from), Do: "add a transition, or leave out the mode",
			Path: k.Qualified() + "." + m.Name})
	}
}

// unreachable reports connections and end to end flows that exist in no system operation mode, because what they lead over
// never exists at the same time.
func (s *system) unreachable() {
	for _, n := range s.Connections {
		if len(n.Active) == 0 || slices.Contains(n.Active, true) {
			continue
		}
		d := n.Declared()
		s.warnAt("aadl-unreachable", at(d.File, d.Node), n, "no system operation mode has this connection: what it leads over is never there at the same time",
			"change its in modes, or that of what it connects, or leave it out")
	}
	for _, f := range s.Flows {
		if len(f.Active) > 0 && !slices.Contains(f.Active, true) {
			d := f.Declared()
			s.warnAt("aadl-unreachable", at(d.File, d.Node), f, "no system operation mode has this flow: what it leads over is never there at the same time",
				"change its in modes, or that of what it leads over, or leave it out")
		}
	}
}
