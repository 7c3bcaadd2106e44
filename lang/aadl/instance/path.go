package instance

import (
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// join is the path of something in something else.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// prefix is the beginning of the paths of what is in a component: the component's path without the root's name.
func (c *Component) prefix() string {
	if c.Parent == nil {
		return ""
	}
	return c.Path()
}

// Path is the path from the root: a.b[2]; for the root itself, its name.
func (c *Component) Path() string {
	if c.Parent == nil {
		return c.Name
	}
	n := len(c.Name)
	for p := c.Parent; p.Parent != nil; p = p.Parent {
		n += len(p.Name) + 1
	}
	path := make([]byte, n)
	for p := c; p.Parent != nil; p = p.Parent {
		n -= copy(path[n-len(p.Name):], p.Name)
		if n > 0 {
			n--
			path[n] = '.'
		}
	}
	return string(path)
}

// Path is the path of the component, followed by the names of the groups that contain the feature and its own.
func (f *Feature) Path() string {
	name := f.Name
	for g := f.Group; g != nil; g = g.Group {
		name = g.Name + "." + name
	}
	return join(f.Component.prefix(), name)
}

// Path is the connection's name.
func (c *Connection) Path() string { return c.Name }

// Path is the path of the component with the flow's name.
func (f *FlowSpec) Path() string { return join(f.Component.prefix(), f.Declaration.Name) }

// Path is the path of the component with the flow's name.
func (f *Flow) Path() string { return join(f.Component.prefix(), f.Name) }

// Path is the path of the component with the mode's name.
func (m *Mode) Path() string { return join(m.Component.prefix(), m.Declaration.Name) }

// Path is the path of the feature, or else of the component.
func (e End) Path() string {
	if e.Feature != nil {
		return e.Feature.Path()
	}
	return e.Component.Path()
}

// Declared is where the subcomponent is declared; for the root, its implementation.
func (c *Component) Declared() aadl.Declared {
	if c.Declaration == nil {
		return aadl.Declared{File: c.Classifier.File, Node: c.Classifier.Syntax}
	}
	return aadl.Declared{File: c.Declaration.Owner.File, Node: c.Declaration.Syntax}
}

// Declared is where the feature is declared, or last refined.
func (f *Feature) Declared() aadl.Declared {
	return aadl.Declared{File: f.Decl.Owner.File, Node: f.Decl.Syntax}
}

// Declared is the place of the first declared connection that crosses from one component to another.
func (c *Connection) Declared() aadl.Declared {
	s := c.across()
	return aadl.Declared{File: s.Declaration.Owner.File, Node: s.Declaration.Syntax}
}

// across is the segment in the component that contains all others.
func (c *Connection) across() Segment {
	top := c.Segments[0]
	for _, s := range c.Segments[1:] {
		if s.Context.depth < top.Context.depth {
			top = s
		}
	}
	return top
}

// Declared is where the specification is declared.
func (f *FlowSpec) Declared() aadl.Declared {
	return aadl.Declared{File: f.Declaration.Owner.File, Node: f.Declaration.Syntax}
}

// Declared is where the flow is declared.
func (f *Flow) Declared() aadl.Declared {
	return aadl.Declared{File: f.Declaration.Owner.File, Node: f.Declaration.Syntax}
}

// Declared is where the mode is declared.
func (m *Mode) Declared() aadl.Declared {
	return aadl.Declared{File: m.Declaration.Owner.File, Node: m.Declaration.Syntax}
}

// components returns the components that a path leads to from a component, how many of its steps are subcomponents, and
// whether their indices fit.
func (c *Component) components(path syntax.Path) (found []*Component, steps int, ok bool) {
	found = []*Component{c}
	for i, step := range path {
		var next []*Component
		for _, p := range found {
			some, ok := chosen(p.children(step.Text), func(c *Component) []int { return c.Indices }, step.Indices)
			if !ok {
				return nil, i, false
			}
			next = append(next, some...)
		}
		if len(next) == 0 {
			return found, i, true
		}
		found = next
	}
	return found, len(path), true
}

// featuresAt returns the features that the rest of a path leads to in a component: a feature or members of it.
func (c *Component) featuresAt(path syntax.Path) (found []*Feature, ok bool) {
	for i, step := range path {
		var next []*Feature
		if i == 0 {
			next, ok = chosen(c.featured(step.Text), (*Feature).at, step.Indices)
		}
		for _, f := range found {
			var some []*Feature
			some, ok = chosen(f.member(step.Text), (*Feature).at, step.Indices)
			next = append(next, some...)
		}
		if found = next; len(found) == 0 || !ok {
			return nil, false
		}
	}
	return found, len(found) > 0
}
