package instance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// modal is a component with modes.
type modal struct {
	*Component
	at        int    // in OperationMode.Modes
	reachable []bool // those of its modes that it may reach
	derived   bool   // requires modes: the containing component's mode decides
	when      []condition
}

// condition requires that a component is in one of some modes.
type condition struct {
	of *modal
	in []*syntax.InMode
}

// operationModes builds the system operation modes: every combination of the modes that components may reach, from their
// initial ones over transitions. A component that declares no transitions between its modes may be in any of them:
// something outside the model chooses, as with configurations.
func (b *builder) operationModes() {
	for _, c := range b.Components {
		if len(c.Modes) == 0 {
			continue
		}
		m := &modal{Component: c, at: len(b.modal), derived: c.Parent != nil && c.Modes[0].Declaration.Owner.Syntax.RequiresModes}
		m.reachable = reachable(c.Classifier)
		m.when = conditions(c)
		c.modal = m
		b.modal = append(b.modal, m)
	}
	if len(b.modal) == 0 {
		b.Modes = []*OperationMode{{Initial: true}}
	} else {
		b.combine(make([]*Mode, len(b.modal)), 0)
		first := max(0, slices.IndexFunc(b.Modes, (*OperationMode).initial))
		b.Modes[first].Initial = true
	}
	b.initial = b.Modes[max(0, slices.IndexFunc(b.Modes, func(m *OperationMode) bool { return m.Initial }))]
	always := make([]bool, len(b.Modes))
	for i := range always {
		always[i] = true
	}
	for _, c := range b.Components {
		c.Active = always
		if c.Parent == nil {
			continue
		}
		c.Active = c.Parent.during(c.Parent.Active, c.Declaration.Modes, b.Modes)
	}
}

// initial reports whether all components that choose their modes are in the initial ones.
func (m *OperationMode) initial() bool {
	for _, mode := range m.Modes {
		if mode != nil && !mode.Declaration.Initial && !mode.Component.modal.derived && mode.Component.hasInitial() {
			return false
		}
	}
	return true
}

func (c *Component) hasInitial() bool {
	return slices.ContainsFunc(c.Modes, func(m *Mode) bool { return m.Declaration.Initial })
}

// combine adds the combinations of the modes of components from the i-th on.
func (b *builder) combine(now []*Mode, i int) {
	if i == len(now) {
		if len(b.Modes) == b.most.modes || len(b.Modes)*len(now) > b.most.features {
			b.tooManyModes(len(b.Modes))
			return
		}
		b.Modes = append(b.Modes, &OperationMode{Name: combination(now), Modes: slices.Clone(now)})
		return
	}
	m := b.modal[i]
	some := false
	for k, mode := range m.Modes {
		if m.reachable[k] && m.there(now) && m.mapped(now, mode) && !b.crowded {
			now[i], some = mode, true
			b.combine(now, i+1)
		}
	}
	if now[i] = nil; !some && !b.crowded {
		b.combine(now, i+1)
	}
}

// tooManyModes reports, once, that not all system operation modes are built.
func (b *builder) tooManyModes(n int) {
	b.crowded = true
	c := b.Root.Classifier
	b.report(c.File, c.Syntax.Name, diag.Fault{Code: "aadl-size", Path: b.Root.Path(), Severity: diag.Warning,
		What: fmt.Sprintf("the system has more than %d system operation modes: the others are left out", n),
		Do:   "instantiate a part of it, or give components modes in common by requires modes"})
}

// combination names a combination of modes.
func combination(modes []*Mode) string {
	var names []string
	for _, m := range modes {
		if m != nil {
			names = append(names, m.Declaration.Name)
		}
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// there reports whether the component exists in modes, which are chosen for all components before it.
func (m *modal) there(now []*Mode) bool {
	for _, k := range m.when {
		if mode := now[k.of.at]; mode == nil || !among(k.in, mode.Declaration.Name) {
			return false
		}
	}
	return true
}

// mapped reports whether the component may be in a mode in modes: any, unless the containing component's modes decide.
func (m *modal) mapped(now []*Mode, mode *Mode) bool {
	outer := m.Parent
	if !m.derived || outer.modal == nil || now[outer.modal.at] == nil {
		return true
	}
	current := now[outer.modal.at].Declaration.Name
	for _, in := range m.Declaration.Modes {
		if in.Inner.Text != "" && syntax.Same(in.Name.Text, current) {
			return syntax.Same(in.Inner.Text, mode.Declaration.Name)
		}
	}
	return syntax.Same(current, mode.Declaration.Name)
}

// conditions returns the conditions under which a component exists.
func conditions(c *Component) []condition {
	var all []condition
	for ; c.Parent != nil; c = c.Parent {
		if in := c.Declaration.Modes; len(in) > 0 && c.Parent.modal != nil {
			all = append(all, condition{c.Parent.modal, in})
		}
	}
	return all
}

// reachable says which modes of a classifier its transitions reach from the initial one: all of them if it has none.
func reachable(c *aadl.Classifier) []bool {
	reached := make([]bool, len(c.Modes))
	index := map[*aadl.Mode]int{}
	var todo []*aadl.Mode
	for i, m := range c.Modes {
		index[m] = i
		reached[i] = len(c.Transitions) == 0
		if m.Initial {
			reached[i] = true
			todo = append(todo, m)
		}
	}
	if len(todo) == 0 { // none is initial: a fault, or the modes are the containing component's
		for i := range reached {
			reached[i] = true
		}
		return reached
	}
	next := map[*aadl.Mode][]*aadl.Mode{}
	for _, t := range c.Transitions {
		next[t.Source] = append(next[t.Source], t.Destination)
	}
	for len(todo) > 0 {
		m := todo[0]
		todo = todo[1:]
		for _, n := range next[m] {
			if i, ok := index[n]; ok && !reached[i] {
				reached[i] = true
				todo = append(todo, n)
			}
		}
	}
	return reached
}

// among reports whether a mode is one of some.
func among(in []*syntax.InMode, mode string) bool {
	return slices.ContainsFunc(in, func(m *syntax.InMode) bool { return syntax.Same(m.Name.Text, mode) || syntax.Same(m.Name.Text, "all") })
}

// during restricts when something in the component exists to modes of the component; none means no restriction. If it
// always exists in both, the slice is shared.
func (c *Component) during(active []bool, in []*syntax.InMode, modes []*OperationMode) []bool {
	if len(in) == 0 || c.modal == nil {
		return active
	}
	some := slices.Clone(active)
	for i, m := range modes {
		mode := m.Modes[c.modal.at]
		some[i] = some[i] && mode != nil && among(in, mode.Declaration.Name)
	}
	return some
}

// inBoth is when both of two things exist.
func inBoth(a, b []bool) []bool {
	if &a[0] == &b[0] || !slices.Contains(b, false) {
		return a
	}
	if !slices.Contains(a, false) {
		return b
	}
	some := slices.Clone(a)
	for i := range some {
		some[i] = some[i] && b[i]
	}
	return some
}
