package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Rules says what the codes of faults in charts mean.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "chart-root", Text: "a chart whose root is no composite state"},
		{Code: "chart-name", Text: "a name of a state or connector that cannot be part of a path, or that has a meaning of its own (a warning)"},
		{Code: "chart-duplicate", Text: "two states or connectors of one name in a composite"},
		{Code: "chart-initial", Text: "a composite that is entered and has no initial connector, or whose initial is none"},
		{Code: "chart-path", Text: "a transition without source or target, or with a path that leads nowhere"},
		{Code: "chart-body", Text: "code where it would never run: an activity of a composite, bodies of a connector, transitions in a leaf"},
		{Code: "chart-cycle", Text: "connectors in a circle"},
		{Code: "chart-ways", Text: "more ways through connectors than a step may look at"},
		{Code: "chart-internal", Text: "a transition that is to stay within its source and leads elsewhere"},
		{Code: "chart-regions", Text: "a transition between regions, out of a region from one of its connectors, or to a root of regions; an orthogonal state without two regions (a warning)"},
		{Code: "chart-unreachable", Text: "a state or connector that no transition reaches (a warning)"},
		{Code: "chart-dead-end", Text: "a state that is never left, or a connector that leads nowhere (a warning)"},
		{Code: "chart-conflict", Text: "transitions of one source, priority and event without guards: only the first is ever taken (a warning)"},
		{Code: "chart-event", Text: "an event of a state's that never comes, because there is no such state or it raises none (a warning)"},
		{Code: "chart-replace", Text: "a state that is active in a running chart and that a new chart lacks"},
	}
}

// maxWays is how many ways from one node may lead through connectors to leaves, because a step examines all
// of them.
const maxWays = 4096

// checker knows a model by its paths.
type checker struct {
	model  *Model
	faults diag.Faults
	order  []string // paths of nodes in the order of their numbers
	node   map[string]*Node
	arcs   []arc
	out    map[string][]int // arcs by source
}

// arc is a transition whose paths resolve.
type arc struct {
	t        *Transition
	src, tgt string // tgt: for a composite, its initial connector
	holder   string
}

// Check finds the faults of a model, all at once. New refuses a model with faults of severity diag.Error.
func (m *Model) Check() diag.Faults {
	c := &checker{model: m, node: map[string]*Node{}, out: map[string][]int{}}
	if m.Root == nil || m.Root.Kind != StateNode || len(m.Root.Nodes) == 0 {
		var pos diag.Pos
		if m.Root != nil {
			pos = m.Root.Pos
		}
		c.fault("chart-root", pos, rootName, "the chart's root has no states", "give it at least one state and a transition from initial")
		return c.faults
	}
	m.eachTransition(c.visit, c.resolve)
	c.initials()
	if c.circles() {
		c.ways()
	}
	if c.faults.Err() == nil { // otherwise other faults may be the reason
		c.reachable()
	}
	c.deadEnds()
	c.doubles()
	c.faults.Sort()
	return c.faults
}

func (c *checker) fault(code string, pos diag.Pos, path, what, do string) {
	c.faults = append(c.faults, diag.Fault{Code: code, What: what, Do: do, Pos: pos, Path: path})
}

func (c *checker) warn(code string, pos diag.Pos, path, what, do string) {
	c.faults = append(c.faults, diag.Fault{Code: code, What: what, Do: do, Pos: pos, Path: path, Severity: diag.Warning})
}

// visit checks one node.
func (c *checker) visit(n *Node, path string, parent *Node) {
	if c.node[path] != nil {
		c.fault("chart-duplicate", n.Pos, path, fmt.Sprintf("%s has a second %s", parentPath(path), n.Name), "rename one")
		return
	}
	c.node[path] = n
	c.order = append(c.order, path)
	c.name(n, path, parent)
	if n.Kind != StateNode && (n.Entry != nil || n.Exit != nil || n.Doo != nil || len(n.Nodes)+len(n.Transitions) > 0) {
		c.fault("chart-body", n.Pos, path, fmt.Sprintf("a %s has neither code nor parts", n.Kind), "make it a state, or move them to one")
	}
	if n.Doo != nil && n.Composite() {
		c.fault("chart-body", n.Pos, path, "a composite has an activity (doo)", "move it into its leaves")
	}
	if n.Leaf() && len(n.Transitions) > 0 {
		c.fault("chart-body", n.Transitions[0].Pos, path, "a leaf holds transitions, which nothing would see", "move them to the composite around it")
	}
	if n.Orthogonal {
		c.orthogonal(n, path)
	}
	if parent == nil || n.Name != initialName || n.Kind == Junction {
		return
	}
	c.fault("chart-initial", n.Pos, path, fmt.Sprintf("initial is a %s", n.Kind), "make it a connector, or rename it")
}

func (c *checker) name(n *Node, path string, parent *Node) {
	switch {
	case parent == nil:
	case n.Name == "" || strings.ContainsAny(n.Name, ".\\@"):
		c.fault("chart-name", n.Pos, path, fmt.Sprintf("%q cannot be a name", n.Name), `leave out ".", "\" and "@", which separate parts of paths and events`)
	case n.Name == rootName:
		c.fault("chart-name", n.Pos, path, "root is the name of the chart's root alone", "rename it")
	case strings.HasPrefix(n.Name, "_"), parent == c.model.Root && slices.Contains([]string{"err", "warn", "info", "dbg", "getevents"}, n.Name):
		c.warn("chart-name", n.Pos, path, n.Name+" has a meaning of its own in rFSM, which would not take it for a state", "rename it")
	}
}

func (c *checker) orthogonal(n *Node, path string) {
	regions := 0
	for _, r := range n.Nodes {
		switch r.Kind {
		case StateNode:
			regions++
		case Junction:
			c.fault("chart-regions", r.Pos, path+"."+r.Name, "an orthogonal state has a connector among its regions", "remove it: the regions are entered together")
		}
	}
	if regions < 2 {
		c.warn("chart-regions", n.Pos, path, "an orthogonal state has less than two regions", "add regions, or make it an ordinary state")
	}
}

// parentPath returns the full name of the composite around a node.
func parentPath(path string) string {
	up, _, _ := cutLast(path)
	return up
}

// resolve finds a transition's source and target.
func (c *checker) resolve(t *Transition, holder string) {
	if t.Src == "" || t.Tgt == "" && !t.Internal {
		c.fault("chart-path", t.Pos, holder, "a transition "+describe(t)+" lacks its source or target", "give src and tgt")
		return
	}
	src, ok := c.lookUp(t, t.Src, holder, "source")
	if !ok {
		return
	}
	tgt := src
	if t.Tgt == "internal" && c.node[holder+".internal"] == nil {
		c.fault("chart-internal", t.Pos, holder, "rFSM reserves the target internal for later", "name a node, or mark the transition as internal instead")
		return
	}
	if t.Tgt != "" {
		if tgt, ok = c.lookUp(t, t.Tgt, holder, "target"); !ok {
			return
		}
	}
	if !c.inside(t, src, tgt, holder) {
		return
	}
	if n := c.node[tgt]; n.Composite() && !n.Orthogonal && t.Tgt != "" {
		if tgt += "." + initialName; c.node[tgt] == nil {
			c.fault("chart-initial", t.Pos, parentPath(tgt), "a transition "+describe(t)+" leads to this composite, which has no initial connector",
				"add a transition that starts at initial, or name a state in it as target")
			return
		}
	}
	c.events(t, src, holder)
	c.out[src] = append(c.out[src], len(c.arcs))
	c.arcs = append(c.arcs, arc{t, src, tgt, holder})
}

// lookUp resolves a path.
func (c *checker) lookUp(t *Transition, path, holder, what string) (string, bool) {
	full := Resolve(path, holder)
	if c.node[full] != nil {
		return full, true
	}
	up := parentPath(full)
	do := fmt.Sprintf("there is no %s either", up)
	if n := c.node[up]; n != nil {
		var names []string
		for _, child := range n.Nodes {
			names = append(names, child.Name)
		}
		if do = up + " has no states"; len(names) > 0 {
			_, name, _ := cutLast(full)
			do = spelling.Suggest(name, names)
		}
	}
	c.fault("chart-path", t.Pos, holder, fmt.Sprintf("the %s of a transition %s leads nowhere: there is no %s", what, describe(t), full), do)
	return "", false
}

// inside checks the target of a transition that is internal or involves regions.
func (c *checker) inside(t *Transition, src, tgt, holder string) bool {
	if t.Internal {
		n := c.node[src]
		switch {
		case n.Kind != StateNode:
			c.fault("chart-internal", t.Pos, holder, "an internal transition "+describe(t)+" starts at a "+n.Kind.String(), "start it at a state")
		case t.Tgt != "" && !strings.HasPrefix(tgt, src+"."):
			c.fault("chart-internal", t.Pos, holder, "an internal transition "+describe(t)+" leads out of its source", "lead it to a state within, or let it be an ordinary one")
		case t.Tgt != "" && n.Orthogonal:
			c.fault("chart-internal", t.Pos, holder, "an internal transition "+describe(t)+" leads into one region of its source", "start it at the region")
		default:
			return true
		}
		return false
	}
	if src == rootName {
		c.fault("chart-path", t.Pos, holder, "a transition starts at the root, which is never left", "let it start at the states within")
		return false
	}
	if tgt == rootName && c.model.Root.Orthogonal {
		c.fault("chart-regions", t.Pos, holder, "a transition "+describe(t)+" leads to the root, whose regions are never left", "lead it to a state within its region")
		return false
	}
	for up := src; up != rootName; up = parentPath(up) {
		if above := parentPath(up); !c.node[above].Orthogonal || strings.HasPrefix(tgt+".", up+".") {
			continue
		} else if strings.HasPrefix(tgt, above+".") {
			if c.node[tgt].Kind == Shallow || c.node[tgt].Kind == Deep {
				continue
			}
			c.fault("chart-regions", t.Pos, holder, "a transition "+describe(t)+" leads from one region of "+above+" to another", "let it start at "+above)
			return false
		} else if c.node[src].Kind != StateNode {
			c.fault("chart-regions", t.Pos, holder, "a transition "+describe(t)+" leads out of a region from one of its connectors", "let it start at a state")
			return false
		}
	}
	return true
}

// events checks the events that states raise.
func (c *checker) events(t *Transition, src, holder string) {
	for _, e := range t.Events {
		prefix, state, ok := strings.Cut(e, "@")
		if e == "e_done" {
			prefix, state, ok = e, src, true
		}
		if !ok || prefix != "e_done" && prefix != "e_error" {
			continue
		}
		switch n := c.node[state]; {
		case n == nil:
			c.warn("chart-event", t.Pos, holder, fmt.Sprintf("%s never comes: there is no %s", e, state), "give the full name of a state, such as "+src)
		case n.Kind != StateNode || prefix == "e_done" && n.Composite():
			what := "connectors raise no events"
			if n.Kind == StateNode {
				what = "only leaves raise e_done"
			}
			c.warn("chart-event", t.Pos, holder, fmt.Sprintf("%s never comes: %s", e, what), "name a leaf")
		}
	}
}

// describe formats a transition for messages.
func describe(t *Transition) string {
	s := t.Src + " → " + t.Tgt
	if len(t.Events) > 0 {
		s += " (" + strings.Join(t.Events, ", ") + ")"
	}
	return s
}

// initials finds composites that are entered by default and cannot be.
func (c *checker) initials() {
	for _, path := range c.order {
		n := c.node[path]
		if !n.Composite() || n.Orthogonal || c.node[path+"."+initialName] != nil {
			continue
		}
		if path == rootName {
			c.fault("chart-initial", n.Pos, path, "the root has no initial connector", "add a transition that starts at initial")
			continue
		}
		parent := c.node[parentPath(path)]
		if parent.Orthogonal {
			c.fault("chart-initial", n.Pos, path, "a region has no initial connector", "add a transition that starts at initial")
			continue
		}
		for _, h := range parent.Nodes {
			if h.Kind == Shallow {
				c.fault("chart-initial", n.Pos, path, "history "+h.Name+" may enter this composite, which has no initial connector", "add a transition that starts at initial, or make the history deep")
				break
			}
		}
	}
}
