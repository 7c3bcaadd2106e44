package instance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// bounds are the largest numbers of parts of an instance.
type bounds struct {
	components, features, connections, flows int
	modes                                    int // system operation modes
	steps                                    int // all flows together
}

// usual are the bounds of every instance.
var usual = bounds{components: 1_000_000, features: 4_000_000, connections: 4_000_000, flows: 100_000, modes: 4096, steps: 10_000_000}

// maxDepth bounds how deeply components contain components.
const maxDepth = 10_000

// Rules are the codes of the faults that Instantiate reports.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "aadl-system", Text: "a system to be instantiated that is not there, or not the only one"},
		{Code: "aadl-recursion", Text: "a component or feature group that contains itself"},
		{Code: "aadl-size", Text: "a system with more components, features, connections, flows or system operation modes than Sinew takes"},
		{Code: "aadl-array", Text: "an array whose size is not known, or indices that it does not have"},
		{Code: "aadl-pattern", Text: "a connection between arrays whose sizes or pattern do not fit"},
		{Code: "aadl-flow-chain", Text: "an end to end flow that no connections bear"},
		{Code: "aadl-instance-path", Text: "a contained property whose path leads to nothing in the system"},
	}
}

// builder builds an instance.
type builder struct {
	*Instance
	faults   diag.Faults
	told     map[diag.Fault]bool // without their paths: a fault in a declaration is reported once
	full     bool                // a bound has been reached: nothing is added
	features []*Feature          // by their ids
	contacts lists[half]         // the edges at components and features
	during   [][]bool            // when declared connections exist, by their ids
	edges    []edge
	modal    []*modal
	trigger  map[*Feature]bool         // features that make components change their modes
	lost     map[*aadl.Connection]bool // declared ones with an end that leads nowhere
	most     bounds
	shallow  bool // only what the root declares is built
	crowded  bool // there are more system operation modes than fit
}

// declared is a declaration in a component: of a connection, a flow or a mode.
type declared struct {
	in *Component
	of any
}

// Instantiate builds a system: the implementation P::S.i. The instance is nil if there is none, or if it would be infinite
// or exceed the bounds. An empty name stands for the only system implementation that is not part of another.
func Instantiate(m *aadl.Model, system string) (*Instance, diag.Faults) {
	c, faults := choose(m, system)
	if c == nil {
		return nil, faults
	}
	return build(m, c, false, usual)
}

// build builds a system, or only what its root declares.
func build(m *aadl.Model, root *aadl.Classifier, shallow bool, most bounds) (*Instance, diag.Faults) {
	i := &Instance{Model: m, names: map[*aadl.Classifier]map[string]any{}}
	b := &builder{Instance: i, told: map[diag.Fault]bool{}, lost: map[*aadl.Connection]bool{}, shallow: shallow, most: most}
	b.component(root)
	if b.full {
		return nil, b.faults
	}
	b.index()
	b.operationModes()
	b.connect()
	if !b.full {
		b.flows()
		b.contain()
	}
	if b.full {
		return nil, b.faults
	}
	return b.Instance, b.faults
}

// Systems returns the system implementations that are not part of another, in the order of the texts.
func Systems(m *aadl.Model) []*aadl.Classifier {
	var all []*aadl.Classifier
	part := map[*aadl.Classifier]bool{}
	for _, p := range m.Packages {
		for _, c := range p.Classifiers {
			if c.Syntax.Form != syntax.ComponentImplementation {
				continue
			}
			if c.Syntax.Category == syntax.SystemCategory {
				all = append(all, c)
			}
			for _, s := range c.Subcomponents {
				uses(s.Use, part)
				for _, u := range s.Implementations {
					uses(u, part)
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(c *aadl.Classifier) bool { return part[c] })
}

// uses notes the classifiers in a use.
func uses(u aadl.Use, part map[*aadl.Classifier]bool) {
	part[u.Classifier] = true
	for _, b := range u.Bindings {
		for _, a := range b.Actuals {
			uses(a.Use, part)
		}
	}
}

// choose finds the implementation to instantiate.
func choose(m *aadl.Model, system string) (*aadl.Classifier, diag.Faults) {
	fault := diag.Fault{Code: "aadl-system", Path: system}
	if system == "" {
		roots := Systems(m)
		switch len(roots) {
		case 0:
			fault.What, fault.Do = "the model has no system implementation to instantiate", "declare one, or name another component implementation: P::C.i"
		case 1:
			return roots[0], nil
		default:
			names := make([]string, len(roots))
			for i, c := range roots {
				names[i] = c.Qualified()
			}
			fault.What, fault.Do = fmt.Sprintf("the model has %d systems: %s", len(roots), strings.Join(names, ", ")), "name one of them"
		}
		return nil, diag.Faults{fault}
	}
	c := m.Classifier(system)
	if c != nil && c.Syntax.Form == syntax.ComponentImplementation {
		return c, nil
	}
	var names []string
	for _, p := range m.Packages {
		for _, k := range p.Classifiers {
			if k.Syntax.Form == syntax.ComponentImplementation {
				names = append(names, k.Qualified())
			}
		}
	}
	if c != nil {
		fault.Pos = place(c.File, c.Syntax.Name)
		fault.What, fault.Do = system+" is a type, which has no parts", "name an implementation: "+c.Qualified()+".i"
	} else {
		fault.What, fault.Do = "there is no component implementation "+system, nearest(system, names, "name one with its package, P::S.i")
	}
	return nil, diag.Faults{fault}
}

// nearest suggests an existing name that resembles an unknown one, or else says what to do.
func nearest(name string, among []string, otherwise string) string {
	if like := spelling.Nearest(name, among); like != "" {
		return "did you mean " + like + "?"
	}
	return otherwise
}

// place is the place of a part of a text.
func place(f *syntax.File, n syntax.Node) diag.Pos {
	if at := int(n.Tokens().From); at < len(f.Tokens) {
		return f.Position(f.Tokens[at].Start)
	}
	return diag.Pos{File: f.Name}
}

// report notes a fault of a declaration, once for all instances.
func (b *builder) report(f *syntax.File, n syntax.Node, fault diag.Fault) {
	fault.Pos = place(f, n)
	key := fault
	key.Path = ""
	if !b.told[key] {
		b.told[key] = true
		b.faults = append(b.faults, fault)
	}
}

// limit notes that a bound is reached.
func (b *builder) limit(f *syntax.File, n syntax.Node, path string, bound int, what string) {
	if !b.full {
		b.report(f, n, diag.Fault{Code: "aadl-size", Path: path, What: fmt.Sprintf("the system has more than %d %s", bound, what),
			Do: "make arrays smaller, or instantiate a part of it"})
	}
	b.full = true
}

// component builds the root and everything in it.
func (b *builder) component(root *aadl.Classifier) {
	var outside *environment
	b.Root = &Component{Name: root.Name, Category: root.Syntax.Category, Classifier: root}
	b.Root.within = outside.resolve(aadl.Use{Classifier: root}, 0).within
	todo := []*Component{b.Root} // depth first without recursion: containment may be deep
	for len(todo) > 0 && !b.full {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		c.index = len(b.Components)
		b.Components = append(b.Components, c)
		if c.Classifier == nil {
			continue
		}
		b.featuresOf(c)
		b.declarations(c.Classifier)
		for _, m := range c.Classifier.Modes {
			c.Modes = append(c.Modes, &Mode{Component: c, Declaration: m})
		}
		c.Calls = c.Classifier.Calls
		for _, s := range c.Classifier.Specs {
			c.Specs = append(c.Specs, &FlowSpec{Component: c, Declaration: s})
		}
		if b.shallow && c.Parent != nil {
			continue
		}
		for _, s := range c.Classifier.Subcomponents {
			if b.subcomponent(c, s, len(todo)); b.full {
				return
			}
		}
		todo = append(todo, c.Children...)
		slices.Reverse(todo[len(todo)-len(c.Children):])
	}
}

// subcomponent builds the elements of a subcomponent; the insides of pending components are still to be built.
func (b *builder) subcomponent(parent *Component, s *aadl.Subcomponent, pending int) {
	sizes, n := b.sizes(parent, s.Owner.File, s.Array, s.Name)
	if n < 0 || len(b.Components)+pending+len(parent.Children)+n > b.most.components || parent.depth >= maxDepth {
		b.limit(s.Owner.File, s.Syntax, join(parent.Path(), s.Name), b.most.components, "components")
		return
	}
	for element := range n {
		c := &Component{Name: s.Name, Parent: parent, Category: s.Category, Declaration: s, depth: parent.depth + 1}
		use := s.Use
		if len(s.Implementations) > 0 {
			use = s.Implementations[min(element, len(s.Implementations)-1)]
		}
		m := parent.within.resolve(use, element)
		c.Classifier, c.within, c.bindings = m.classifier, m.within, m.bindings
		open := c.Category == syntax.AbstractCategory || c.Category == syntax.NoCategory
		if open && c.Classifier != nil && c.Classifier.Syntax.Form != syntax.FeatureGroupType {
			c.Category = c.Classifier.Syntax.Category
		}
		if len(sizes) > 0 {
			c.Indices = indices(element, sizes)
			c.Name = indexed(s.Name, c.Indices)
		}
		if m.endless || b.recursive(c) {
			return
		}
		parent.Children = append(parent.Children, c)
	}
}

// recursive reports whether a component is within itself, by the same declaration with the same bindings.
func (b *builder) recursive(c *Component) bool {
	if c.Classifier == nil || c.Classifier.Syntax.Form != syntax.ComponentImplementation {
		return false
	}
	repeats := func(p *Component) bool {
		return p.Classifier == c.Classifier && p.bindings == c.bindings && (p.Declaration == c.Declaration || p.Declaration == nil)
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if !repeats(p) {
			continue
		}
		names := []string{c.Classifier.Name}
		for q := c.Parent; q != p; q = q.Parent {
			if q.Classifier != nil {
				names = append(names, q.Classifier.Name)
			}
		}
		names = append(names, p.Classifier.Name)
		slices.Reverse(names)
		b.report(c.Declaration.Owner.File, c.Declaration.Syntax, diag.Fault{Code: "aadl-recursion", Path: c.Path(),
			What: strings.Join(names, " contains "), Do: "take it out of one of them: such a system has no end"})
		b.full = true
		return true
	}
	return false
}

// sizes returns the sizes of an array and how many elements it has: 1 if it is not an array, -1 if there are too many.
func (b *builder) sizes(c *Component, f *syntax.File, array []*syntax.Dimension, name string) (sizes []int, n int) {
	n = 1
	for _, d := range array {
		size := b.Model.Size(d)
		if size == 0 {
			if size = 1; d.Size == nil { // any other fault has been reported
				b.report(f, d, diag.Fault{Code: "aadl-array", Path: join(c.prefix(), name),
					What: "the array " + name + " is open: nothing says how many elements it has", Do: "refine it, and give an integer or a constant"})
			}
		}
		if size > b.most.features || n*size > b.most.features {
			return nil, -1
		}
		sizes, n = append(sizes, size), n*size
	}
	return sizes, n
}

// indices are the indices of an element of an array, from 1.
func indices(element int, sizes []int) []int {
	at := make([]int, len(sizes))
	for i := len(sizes) - 1; i >= 0; i-- {
		at[i] = element%sizes[i] + 1
		element /= sizes[i]
	}
	return at
}

// indexed writes indices after a name.
func indexed(name string, at []int) string {
	text := []byte(name)
	for _, i := range at {
		text = append(strconv.AppendInt(append(text, '['), int64(i), 10), ']')
	}
	return string(text)
}
