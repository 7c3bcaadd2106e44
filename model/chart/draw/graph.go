// Package draw makes pictures of statecharts: nested boxes, transitions with their events, guards and effects, and active
// states lit. The layout is that of package graph, so that a chart and the program around it look alike.
package draw

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/model/chart"
)

// scheme is a chart as package graph lays it out: states are reactors, connectors are triggers, and each transition is a
// reaction in the composite around its source, whose name is the label. A transition has a port where it crosses the
// border of a composite.
type scheme struct {
	graph.Graph
	state   map[string]int // reactors by full name
	conn    map[string]int // triggers by full name
	nodes   map[string]*chart.Node
	names   []string            // full names of reactors
	arcs    []*chart.Transition // by reaction; nil for a continued line
	arrives map[string]bool     // ports at which a transition ends, by path
}

func newScheme(m *chart.Model) *scheme {
	s := &scheme{state: map[string]int{}, conn: map[string]int{}, nodes: map[string]*chart.Node{}, arrives: map[string]bool{}}
	s.Name = m.Name
	m.Walk(func(n *chart.Node, path string, parent *chart.Node) { s.node(n, path) }, nil)
	m.Walk(nil, func(t *chart.Transition, _ *chart.Node, holder string) { s.transition(t, holder) })
	return s
}

// around returns the full name of the composite around a node.
func around(path string) string { return path[:max(strings.LastIndexByte(path, '.'), 0)] }

func (s *scheme) node(n *chart.Node, path string) {
	if s.nodes[path] != nil {
		return // a second one with that name
	}
	s.nodes[path] = n
	parent, inner := s.state[around(path)]
	if n.Kind != chart.StateNode {
		t := graph.Trigger{Reactor: parent, Name: n.Name, Path: path, Kind: graph.LogicalAction, Mode: graph.None}
		if n.Name == "initial" {
			t.Kind = graph.Startup
		}
		s.conn[path] = len(s.Triggers)
		s.Reactors[parent].Triggers = append(s.Reactors[parent].Triggers, len(s.Triggers))
		s.Triggers = append(s.Triggers, t)
		return
	}
	r := graph.Reactor{Parent: graph.None, Name: n.Name, Path: path, Mode: graph.None}
	id := len(s.Reactors)
	if inner {
		r.Parent = parent
		s.Reactors[parent].Children = append(s.Reactors[parent].Children, id)
	} else if r.Name = s.Name; r.Name == "" {
		r.Name = path
	}
	s.state[path] = id
	s.names = append(s.names, path)
	s.Reactors = append(s.Reactors, r)
}

// port adds a port to a state.
func (s *scheme) port(state string, d graph.Direction) int {
	id, r := len(s.Ports), s.state[state]
	p := graph.Port{Reactor: r, Path: fmt.Sprint(state, ":", id), Dir: d}
	if n := s.nodes[state]; n.Leaf() && len(s.Reactors[r].Ports) == 0 {
		p.Name = bodies(n) // so that there is room for it
	}
	s.Ports = append(s.Ports, p)
	s.Reactors[r].Ports = append(s.Reactors[r].Ports, id)
	return id
}

// bodies lists the kinds of code that a state has.
func bodies(n *chart.Node) string {
	var has []string
	for _, b := range [...]struct {
		name string
		body *chart.Body
	}{{"entry", n.Entry}, {"doo", n.Doo}, {"exit", n.Exit}} {
		if b.body != nil {
			has = append(has, b.name)
		}
	}
	return strings.Join(has, " · ")
}

// reaction adds a line with a label to a composite.
func (s *scheme) reaction(in, label string, t *chart.Transition, from graph.Ref) int {
	id, r := len(s.Reactions), s.state[in]
	s.Reactions = append(s.Reactions, graph.Reaction{Reactor: r, Name: label, Path: fmt.Sprint(in, "#", id), Number: -1 - id, Level: graph.None,
		Mode: graph.None, Triggers: []graph.Ref{from}})
	s.Reactors[r].Reactions = append(s.Reactors[r].Reactions, id)
	s.arcs = append(s.arcs, t)
	return id
}

func (s *scheme) transition(t *chart.Transition, holder string) {
	src, tgt := chart.Resolve(t.Src, holder), chart.Resolve(t.Tgt, holder)
	if tgt == "root" { // the root has no border to cross
		tgt = "root.initial"
	}
	if s.nodes[src] == nil || src == "root" || t.Tgt != "" && s.nodes[tgt] == nil {
		return // a fault, which is reported elsewhere
	}
	scope := around(src)
	var from graph.Ref
	switch c, isConn := s.conn[src]; {
	case isConn:
		from = graph.Ref{Kind: graph.RefTrigger, ID: c}
	case t.Internal && t.Tgt != "" && s.nodes[src].Composite():
		scope = src
		from = graph.Ref{Kind: graph.RefPort, ID: s.port(src, graph.Input)}
	default:
		from = graph.Ref{Kind: graph.RefPort, ID: s.port(src, graph.Output)}
	}
	line := s.reaction(scope, Label(t), t, from)
	if t.Tgt != "" {
		s.Reactions[line].Effects = []graph.Ref{s.lead(scope, tgt, t.Internal)}
	}
}

// lead draws the way from a composite to a target: out of composites as far as needed, and into others.
func (s *scheme) lead(scope, tgt string, inside bool) graph.Ref {
	up := scope
	var out []int
	for !strings.HasPrefix(tgt, up+".") || !inside && up == tgt {
		out = append(out, s.port(up, graph.Output))
		up = around(up)
	}
	var in []int
	goal := tgt
	conn, isConn := s.conn[tgt]
	if isConn {
		goal = around(tgt)
	}
	for ; goal != up; goal = around(goal) {
		in = append([]int{s.port(goal, graph.Input)}, in...)
	}
	if !isConn {
		s.arrives[s.Ports[in[len(in)-1]].Path] = true
	}
	ports := append(out, in...)
	for i := 1; i < len(ports); i++ {
		s.Connections = append(s.Connections, graph.Connection{From: ports[i-1], To: ports[i], Mode: graph.None})
	}
	switch {
	case !isConn:
		return graph.Ref{Kind: graph.RefPort, ID: ports[0]}
	case len(in) == 0 && len(out) == 0:
		return graph.Ref{Kind: graph.RefTrigger, ID: conn}
	case len(in) == 0: // out of composites to a connector next to them
		last := s.reaction(up, "", nil, graph.Ref{Kind: graph.RefPort, ID: out[len(out)-1]})
		s.Reactions[last].Effects = []graph.Ref{{Kind: graph.RefTrigger, ID: conn}}
	default:
		last := s.reaction(around(tgt), "", nil, graph.Ref{Kind: graph.RefPort, ID: in[len(in)-1]})
		s.Reactions[last].Effects = []graph.Ref{{Kind: graph.RefTrigger, ID: conn}}
	}
	return graph.Ref{Kind: graph.RefPort, ID: ports[0]}
}

// maxLabel is how many characters of the name of an event, guard or effect a label shows.
const maxLabel = 28

// Label returns the label of a transition: events [guard] / effect, and its priority if it has one.
func Label(t *chart.Transition) string {
	var parts []string
	events := make([]string, 0, len(t.Events))
	for _, e := range t.Events {
		events = append(events, clip(e))
	}
	for _, b := range t.Matches {
		events = append(events, clip(b.Text)+"()")
	}
	if len(events) > 3 {
		events = append(events[:2], fmt.Sprintf("… %d more", len(events)-2))
	}
	if len(events) > 0 {
		parts = append(parts, strings.Join(events, ", "))
	}
	if t.Guard != nil {
		parts = append(parts, "["+clip(t.Guard.Text)+"]")
	}
	if t.Effect != nil {
		parts = append(parts, "/ "+clip(t.Effect.Text))
	}
	if t.Priority != 0 {
		parts = append(parts, fmt.Sprintf("⟨%d⟩", t.Priority))
	}
	return strings.Join(parts, " ")
}

func clip(s string) string {
	if r := []rune(s); len(r) > maxLabel {
		return string(r[:maxLabel-1]) + "…"
	}
	return s
}
