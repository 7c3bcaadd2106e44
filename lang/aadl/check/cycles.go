package check

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// waits says what waits for what: components, and the ports of components with flows that say which output comes from which
// input.
type waits struct {
	components []*instance.Component // of the nodes
	from       [][]wait
	nodes      map[any]int // of a component, or a port
}

// wait is an edge: over a connection, or nil within a component.
type wait struct {
	to   int
	over *instance.Connection
}

// node returns the number in the graph of a feature, or of a component as a whole.
func (w *waits) node(of any, c *instance.Component) int {
	n, ok := w.nodes[of]
	if !ok {
		n = len(w.components)
		w.nodes[of], w.components, w.from = n, append(w.components, c), append(w.from, nil)
	}
	return n
}

// cycles reports components that wait for each other because values go round over ports without a delay. Delayed
// connections, and threads that sample a data port, wait for nothing. A device outputs what it measures, independently of
// its inputs, unless it declares a flow path; in any other component without flows every output depends on every input.
//
// Each system operation mode is checked separately; if there are very many, all are checked as one.
func (s *system) cycles() {
	const many = 64
	n := len(s.Modes)
	if n > many {
		n = 1
	}
	for m := range n {
		w := &waits{nodes: map[any]int{}}
		for _, n := range s.Connections {
			from, to := n.Source.Feature, n.Destination.Feature
			if from == nil || to == nil || !from.Kind.IsPort() || !to.Kind.IsPort() || s.breaks(n) ||
				from.Component == to.Component || from.Component == s.Root || to.Component == s.Root { // not waiting for itself
				continue
			}
			if m < len(n.Active) && !n.Active[m] && (len(s.Modes) <= many || !slices.Contains(n.Active, true)) {
				continue
			}
			a, b := s.outlet(w, from), s.inlet(w, to)
			w.from[a] = append(w.from[a], wait{b, n})
		}
		for _, group := range w.strong() {
			s.cycle(w, group)
		}
	}
}

// breaks reports whether a connection's reader does not wait for its writer: it is delayed, or samples a data port when time
// or another event dispatches it. Readers wait for queued items, and a reader that says nothing about its dispatch may wait
// for everything.
func (s *system) breaks(n *instance.Connection) bool {
	timing, _ := s.Word(n, "Communication_Properties::Timing", nil)
	switch timing {
	case "delayed":
		return true
	case "immediate":
		return false
	}
	to := n.Destination.Feature
	_, stated := s.Stated(to.Component, "Thread_Properties::Dispatch_Protocol", nil)
	return to.Kind == syntax.DataPort && (s.isPeriodic(to.Component) || stated)
}

// outlet is the node from which the values of an out port come, and inlet the node to which those of an in port go: the
// port itself if flows say what comes from what, else one node for all inputs of a component and one for all outputs.
func (s *system) outlet(w *waits, f *instance.Feature) int {
	c := f.Component
	if c.Category == syntax.DeviceCategory || slices.ContainsFunc(c.Specs, func(p *instance.FlowSpec) bool { return groups(p.Out, f) }) {
		return w.node(f, c)
	}
	return w.node(outputsOf{c}, c)
}

func (s *system) inlet(w *waits, f *instance.Feature) int {
	c := f.Component
	from, known := w.nodes[f]
	named := slices.ContainsFunc(c.Specs, func(p *instance.FlowSpec) bool { return groups(p.In, f) })
	switch {
	case known:
		return from
	case !named && c.Category == syntax.DeviceCategory:
		return w.node(f, c)
	case !named:
		return s.inputs(w, c)
	}
	from = w.node(f, c)
	for _, p := range c.Specs {
		if p.Out != nil && groups(p.In, f) {
			s.leads(w, from, p.Out)
		}
	}
	return from
}

// outputsOf and inputsOf stand for the ports of a component that are not in flows.
type outputsOf struct{ *instance.Component }

type inputsOf struct{ *instance.Component }

// inputs is the node of the inputs that are not in flows: every output may wait for them, except those at which a flow begins.
func (s *system) inputs(w *waits, c *instance.Component) int {
	from, known := w.nodes[inputsOf{c}]
	if known {
		return from
	}
	from = w.node(inputsOf{c}, c)
	to := w.node(outputsOf{c}, c)
	w.from[from] = append(w.from[from], wait{to: to})
	for _, p := range c.Specs {
		if p.Out != nil && p.In != nil {
			s.leads(w, from, p.Out)
		}
	}
	return from
}

// leads adds the edges from a node to the ports through which a flow leaves.
func (s *system) leads(w *waits, from int, f *instance.Feature) {
	for _, out := range ports(nil, []*instance.Feature{f}, func(*instance.Feature) bool { return true }) {
		w.from[from] = append(w.from[from], wait{to: w.node(out, out.Component)})
	}
}

// groups reports whether a feature is another one, or a member of it at any depth.
func groups(g, f *instance.Feature) bool {
	for f != nil && f != g {
		f = f.Group
	}
	return g != nil && f == g
}

// strong finds the strongly connected groups of nodes, by Tarjan's algorithm without recursion.
func (w *waits) strong() [][]int {
	n := len(w.components)
	index, low, next := make([]int, n), make([]int, n), make([]int, n)
	on := make([]bool, n)
	var groups [][]int
	var stack, path []int
	count := 0
	for root := range n {
		if index[root] != 0 {
			continue
		}
		path = append(path[:0], root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == 0 {
				count++
				index[v], low[v], on[v] = count, count, true
				stack = append(stack, v)
			}
			if next[v] < len(w.from[v]) {
				to := w.from[v][next[v]].to
				next[v]++
				if index[to] == 0 {
					path = append(path, to)
				} else if on[to] {
					low[v] = min(low[v], index[to])
				}
				continue
			}
			if path = path[:len(path)-1]; len(path) > 0 {
				up := path[len(path)-1]
				low[up] = min(low[up], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			at := len(stack) - 1
			for stack[at] != v {
				at--
			}
			group := slices.Clone(stack[at:])
			for _, member := range group {
				on[member] = false
			}
			stack = stack[:at]
			if len(group) > 1 || slices.ContainsFunc(w.from[v], func(e wait) bool { return e.to == v }) {
				slices.Sort(group)
				groups = append(groups, group)
			}
		}
	}
	sort.Slice(groups, func(i, j int) bool { return groups[i][0] < groups[j][0] })
	return groups
}

// shortest returns a shortest cycle within a group of nodes, through its first.
func (w *waits) shortest(group []int) (round []wait) {
	start := group[0]
	came := map[int]int{} // previous node
	over := map[int]wait{}
	todo := []int{start}
	for len(todo) > 0 {
		v := todo[0]
		todo = todo[1:]
		for _, e := range w.from[v] {
			if e.to == start {
				round = append(round, e)
				for v != start {
					round = append(round, over[v])
					v = came[v]
				}
				slices.Reverse(round)
				return round
			}
			if _, seen := came[e.to]; !seen {
				if _, in := slices.BinarySearch(group, e.to); in {
					came[e.to], over[e.to] = v, e
					todo = append(todo, e.to)
				}
			}
		}
	}
	return nil
}

// cycle reports a group of components that wait for each other, with a shortest cycle.
func (s *system) cycle(w *waits, group []int) {
	var over []*instance.Connection
	for _, e := range w.shortest(group) {
		if e.over != nil {
			over = append(over, e.over)
		}
	}
	if len(over) == 0 {
		return // a flow from a port back to itself
	}
	ways := make([]string, len(over))
	names := []string{over[0].Source.Feature.Component.Path()}
	for i, n := range over {
		ways[i] = n.Name
		names = append(names, n.Destination.Feature.Component.Path())
	}
	what := fmt.Sprintf("%s: each waits for the one before, over %s", strings.Join(names, " -> "), strings.Join(ways, ", "))
	d := over[0].Declared()
	s.faultAt("aadl-circular", at(d.File, d.Node), over[0].Source.Feature.Component, what,
		"let a periodic thread sample one of the values over a data port, delay a connection with Timing => delayed, or say by flows which output comes from which input")
}
