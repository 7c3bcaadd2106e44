package instance

import (
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// role is a role of a feature or component: a port that is both out and in is two ports in a graph.
type role struct {
	of  any // *Feature or *Component
	dir graph.Direction
}

// drawer builds a graph.
type drawer struct {
	*Instance
	g        *graph.Graph
	ports    map[role]int
	modes    map[*aadl.Mode]map[*Component]int
	declared bool // flow specifications are drawn
	used     map[string]bool
}

// Graph returns the system in the form that all front-ends use for programs: components as reactors, features as ports, timers for
// periods, and connections. A feature that is used as both in and out is two ports. A component that is accessed has a port for that.
func (i *Instance) Graph() *graph.Graph { return i.draw(false) }

// Diagram draws a component type, a component implementation or a feature group type P::T as declared: its features and flow
// specifications and, for an implementation, its subcomponents with theirs and its connections. The graph is nil if there is no
// such classifier.
func Diagram(m *aadl.Model, classifier string) (*graph.Graph, diag.Faults) {
	c := m.Classifier(classifier)
	if c == nil {
		var names []string
		for _, p := range m.Packages {
			for _, k := range p.Classifiers {
				names = append(names, k.Qualified())
			}
		}
		return nil, diag.Faults{{Code: "aadl-system", Path: classifier, What: "there is no classifier " + classifier,
			Do: nearest(classifier, names, "name one with its package, P::T or P::T.i")}}
	}
	i, faults := build(m, c, true, usual)
	if i == nil {
		return nil, faults
	}
	return i.draw(true), faults
}

func (i *Instance) draw(declared bool) *graph.Graph {
	d := &drawer{Instance: i, g: &graph.Graph{Name: i.Root.title()}, ports: map[role]int{}, modes: map[*aadl.Mode]map[*Component]int{},
		declared: declared, used: map[string]bool{}}
	uses := map[role]bool{}
	for s := range i.segments {
		from, to := s.roles()
		uses[from], uses[to] = true, true
	}
	for _, c := range i.Components {
		d.component(c, uses)
	}
	for _, m := range i.modal() {
		d.transitions(m)
	}
	d.connections()
	d.classes()
	return d.g
}

// title is the root's name in a graph: that of its type, which has no dot.
func (c *Component) title() string {
	name, _, _ := strings.Cut(c.Name, ".")
	return name
}

// segments yields the segments of all connections and of incomplete chains.
func (i *Instance) segments(yield func(Segment) bool) {
	for _, c := range i.Connections {
		for _, s := range c.Segments {
			if !yield(s) {
				return
			}
		}
	}
	for _, p := range i.Partial {
		for _, s := range p.Segments {
			if !yield(s) {
				return
			}
		}
	}
}

// roles are the roles of the ends of a segment in a graph: the component's own port is an input if it is the source.
func (s Segment) roles() (from, to role) {
	at := func(e End, own, other graph.Direction) role {
		if e.Feature == nil {
			return role{e.Component, other}
		}
		if e.Component == s.Context {
			return role{e.Feature, own}
		}
		return role{e.Feature, other}
	}
	return at(s.From, graph.Input, graph.Output), at(s.To, graph.Output, graph.Input)
}

// component adds a component with its ports, modes and timers.
func (d *drawer) component(c *Component, uses map[role]bool) {
	id := len(d.g.Reactors)
	r := graph.Reactor{Parent: graph.None, Name: c.title(), Path: d.path(c), Mode: graph.None, Class: c.Category.String(), Doc: d.doc(c)}
	if c.Classifier != nil {
		r.Type = c.Classifier.Qualified()
	}
	if c.Parent != nil {
		r.Name, r.Parent = c.Name, c.Parent.index
		d.g.Reactors[c.Parent.index].Children = append(d.g.Reactors[c.Parent.index].Children, id)
		r.Mode = d.mode(c.Parent, c.Declaration.Modes)
	}
	d.used[r.Class] = true
	d.g.Reactors = append(d.g.Reactors, r)
	for _, m := range c.Modes {
		if d.modes[m.Declaration] == nil {
			d.modes[m.Declaration] = map[*Component]int{}
		}
		d.modes[m.Declaration][c] = len(d.g.Modes)
		d.g.Reactors[id].Modes = append(d.g.Reactors[id].Modes, len(d.g.Modes))
		d.g.Modes = append(d.g.Modes, graph.Mode{Reactor: id, Name: m.Declaration.Name, Path: r.Path + "." + m.Declaration.Name,
			Initial: m.Declaration.Initial || m == c.Modes[0] && !c.hasInitial()})
	}
	for _, f := range c.Features {
		d.feature(f, "", uses)
	}
	for _, dir := range [...]graph.Direction{graph.Input, graph.Output} {
		if at := (role{c, dir}); uses[at] {
			d.port(at, c, [...]string{"written", "access"}[dir], typeOf(c.Classifier))
		}
	}
	if period, ok := d.Duration(c, "Timing_Properties::Period", nil); ok && period > 0 && dispatched(c.Category) {
		switch protocol, _ := d.Word(c, "Thread_Properties::Dispatch_Protocol", nil); protocol {
		case "", "periodic", "hybrid", "timed":
			d.timer(c, period)
		}
	}
	if d.declared {
		d.specs(c)
	}
}

// dispatched reports whether components of a category are dispatched by time.
func dispatched(c syntax.Category) bool {
	return c == syntax.ThreadCategory || c == syntax.DeviceCategory || c == syntax.AbstractCategory
}

// timer adds the timer of a periodic component.
func (d *drawer) timer(c *Component, period time.Duration) {
	name := "period"
	for len(c.featured(name)) > 0 || len(c.children(name)) > 0 || d.declares(c, name) != nil {
		name += "'"
	}
	offset, _ := d.Duration(c, "Timing_Properties::Dispatch_Offset", nil)
	r := &d.g.Reactors[c.index]
	r.Triggers = append(r.Triggers, len(d.g.Triggers))
	d.g.Triggers = append(d.g.Triggers, graph.Trigger{Reactor: c.index, Name: name, Path: r.Path + "." + name, Kind: graph.Timer,
		Period: period, Offset: offset, Mode: graph.None})
}

// path is the path of a component in a graph, which begins with the root.
func (d *drawer) path(c *Component) string {
	if c.Parent == nil {
		return c.title()
	}
	return d.Root.title() + "." + c.Path()
}

// mode is the only mode of a component in which something in it exists; None for none or several.
func (d *drawer) mode(c *Component, in []*syntax.InMode) int {
	if len(in) != 1 || c.modal == nil {
		return graph.None
	}
	for _, m := range c.Modes {
		if syntax.Same(m.Declaration.Name, in[0].Name.Text) {
			return d.modes[m.Declaration][c]
		}
	}
	return graph.None
}

// modal are the components with modes.
func (i *Instance) modal() []*Component {
	var some []*Component
	for _, c := range i.Components {
		if c.modal != nil {
			some = append(some, c)
		}
	}
	return some
}

// transitions adds a reaction for each transition between the modes of a component.
func (d *drawer) transitions(c *Component) {
	for _, t := range c.Classifier.Transitions {
		from, ok := d.modes[t.Source][c]
		to, fine := d.modes[t.Destination][c]
		if !ok || !fine {
			continue
		}
		r := &d.g.Reactors[c.index]
		n := graph.Reaction{Reactor: c.index, Name: t.Name, Number: len(r.Reactions) + 1, Level: graph.None, Mode: from,
			Effects: []graph.Ref{{Kind: graph.RefMode, ID: to}}}
		if n.Name == "" {
			n.Name = t.Source.Name + "-[" + strconv.Itoa(n.Number) + "]->" + t.Destination.Name
		}
		n.Path = r.Path + "." + n.Name
		for _, path := range t.Syntax.Triggers {
			some, steps, _ := c.components(path)
			for _, s := range some {
				features, _ := s.featuresAt(path[steps:])
				for _, f := range features {
					dir := graph.Output
					if s == c {
						dir = graph.Input
					}
					if p, ok := d.ports[role{f, dir}]; ok {
						n.Triggers = append(n.Triggers, graph.Ref{Kind: graph.RefPort, ID: p})
					}
				}
			}
		}
		r.Reactions = append(r.Reactions, len(d.g.Reactions))
		d.g.Reactions = append(d.g.Reactions, n)
	}
}

// doc describes a component: its category, and notable properties.
func (d *drawer) doc(c *Component) string {
	text := c.Category.String()
	if v, ok := d.Duration(c, "Timing_Properties::Period", nil); ok && v > 0 {
		text += "\nperiod " + v.String()
	}
	if v, ok := d.Word(c, "Thread_Properties::Dispatch_Protocol", nil); ok {
		text += "\ndispatch " + v
	}
	for _, name := range bindings {
		var to []string
		for _, o := range d.References(c, name, nil) {
			to = append(to, o.Path())
		}
		if len(to) > 0 {
			text += "\nbound to " + strings.Join(to, ", ")
		}
	}
	return text
}

// feature adds the ports of a feature, or of its members.
func (d *drawer) feature(f *Feature, group string, uses map[role]bool) {
	for _, m := range f.Members {
		d.feature(m, group+f.Name+".", uses)
	}
	in, out := role{f, graph.Input}, role{f, graph.Output}
	takes, gives := uses[in], uses[out]
	if len(f.Members) > 0 && !takes && !gives {
		return
	}
	switch f.Direction {
	case syntax.DirectionIn, syntax.DirectionRequires:
		takes = takes || !gives
	case syntax.DirectionOut, syntax.DirectionProvides:
		gives = gives || !takes
	default:
		takes = takes || !gives
	}
	name, kind := group+f.Name, typeOf(f.Classifier)
	if takes {
		d.port(in, f.Component, name, kind)
	}
	if gives && takes {
		name += " out"
	}
	if gives {
		d.port(out, f.Component, name, kind)
	}
}

// typeOf names the type of a classifier; for an implementation, that of its type.
func typeOf(c *aadl.Classifier) string {
	switch {
	case c == nil:
		return ""
	case c.Type != nil:
		return c.Type.Qualified()
	}
	return c.Qualified()
}

// port adds a port.
func (d *drawer) port(at role, c *Component, name, kind string) {
	r := &d.g.Reactors[c.index]
	d.ports[at] = len(d.g.Ports)
	r.Ports = append(r.Ports, len(d.g.Ports))
	d.g.Ports = append(d.g.Ports, graph.Port{Reactor: c.index, Name: name, Path: r.Path + "." + name, Dir: at.dir, Type: kind, Merges: true})
}

// connections adds the declared connections that exist, element by element.
func (d *drawer) connections() {
	type pair struct{ from, to int }
	seen := map[pair]int{}
	for _, c := range d.Connections {
		across := c.across()
		timing, _ := d.Word(c, "Communication_Properties::Timing", nil)
		for _, s := range c.Segments {
			from, to := s.roles()
			p := pair{d.ports[from], d.ports[to]}
			k, ok := seen[p]
			if !ok {
				k = len(d.g.Connections)
				seen[p] = k
				d.g.Connections = append(d.g.Connections, d.wire(s, p.from, p.to))
			}
			if s == across && timing == "delayed" {
				d.g.Connections[k].Delayed, d.g.Connections[k].Class = true, "delayed"
				d.used["delayed"] = true
			}
		}
	}
	for _, part := range d.Partial {
		for _, s := range part.Segments {
			from, to := s.roles()
			p := pair{d.ports[from], d.ports[to]}
			if _, ok := seen[p]; !ok {
				seen[p] = len(d.g.Connections)
				d.g.Connections = append(d.g.Connections, d.wire(s, p.from, p.to))
			}
		}
	}
}

// wire is one declared connection between two ports.
func (d *drawer) wire(s Segment, from, to int) graph.Connection {
	k := graph.Connection{From: from, To: to, Mode: d.mode(s.Context, s.Declaration.Modes), Note: s.Declaration.Kind.String() + " " + s.Declaration.Name}
	if isAccess(s.Declaration.Kind) {
		k.Class = "access"
		d.used[k.Class] = true
	}
	return k
}

// specs adds the flow specifications of a component, with their features.
func (d *drawer) specs(c *Component) {
	for n, s := range c.Specs {
		r := &d.g.Reactors[c.index]
		flow := graph.Reaction{Reactor: c.index, Name: s.Declaration.Name, Path: r.Path + "." + s.Declaration.Name,
			Number: n + 1, Level: graph.None, Mode: graph.None}
		end := func(f *Feature, dirs ...graph.Direction) []graph.Ref {
			for _, dir := range dirs {
				if p, ok := d.ports[role{f, dir}]; f != nil && ok {
					return []graph.Ref{{Kind: graph.RefPort, ID: p}}
				}
			}
			return nil
		}
		flow.Triggers, flow.Effects = end(s.In, graph.Input), end(s.Out, graph.Output)
		r.Reactions = append(r.Reactions, len(d.g.Reactions))
		d.g.Reactions = append(d.g.Reactions, flow)
	}
}

// looks are the styles of categories and connections, similar to AADL's symbols: processes and threads are slanted, virtual or
// undecided parts are dashed.
var looks = [...]graph.Class{
	{Name: "system", Text: "system", Heavy: true},
	{Name: "process", Text: "process", Shape: graph.Slanted},
	{Name: "thread group", Text: "thread group", Shape: graph.Slanted, Dash: "2 3"},
	{Name: "thread", Text: "thread", Shape: graph.Slanted, Dash: "6 3"},
	{Name: "subprogram group", Text: "subprogram group", Shape: graph.Pill, Dash: "6 3"},
	{Name: "subprogram", Text: "subprogram", Shape: graph.Pill},
	{Name: "data", Text: "data", Shape: graph.Square},
	{Name: "device", Text: "device", Shape: graph.Square, Double: true},
	{Name: "processor", Text: "processor", Shape: graph.Cut, Tint: graph.Blue},
	{Name: "virtual processor", Text: "virtual processor", Shape: graph.Cut, Tint: graph.Blue, Dash: "6 3"},
	{Name: "memory", Text: "memory", Shape: graph.Pill, Tint: graph.Amber},
	{Name: "bus", Text: "bus", Shape: graph.Square, Tint: graph.Green, Heavy: true},
	{Name: "virtual bus", Text: "virtual bus", Shape: graph.Square, Tint: graph.Green, Dash: "6 3"},
	{Name: "abstract", Text: "abstract", Dash: "6 3"},
	{Name: "feature group", Text: "feature group", Shape: graph.Pill, Dash: "2 3"},
	{Name: "access", Text: "access", Wire: true, Dash: "6 3", Tint: graph.Green},
	{Name: "delayed", Text: "delayed", Wire: true, Tint: graph.Violet},
}

// classes adds the styles that are used.
func (d *drawer) classes() {
	for _, look := range looks {
		if d.used[look.Name] {
			d.g.Classes = append(d.g.Classes, look)
		}
	}
}
