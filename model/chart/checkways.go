package chart

import (
	"fmt"
	"slices"
	"strings"
)

// next lists the connectors that a way may pass after an arc, and whether the way may end with it. A way that enters
// regions is followed into all of them.
func (c *checker) next(path string) []string {
	n := c.node[path]
	switch {
	case n.Kind == Junction:
		return []string{path}
	case n.Kind != StateNode: // history, which may also enter what was active
		ways := []string{path}
		for _, child := range c.node[parentPath(path)].Nodes {
			if child.Composite() {
				ways = append(ways, c.next(parentPath(path)+"."+child.Name)...)
			}
		}
		return ways
	case n.Orthogonal:
		var ways []string
		for _, r := range n.Nodes {
			if r.Composite() {
				ways = append(ways, c.next(path+"."+r.Name)...)
			}
		}
		return ways
	case n.Composite() && c.node[path+"."+initialName] != nil:
		return []string{path + "." + initialName}
	}
	return nil
}

// circles reports circles of connectors, and whether there are none.
func (c *checker) circles() bool {
	const open, closed = 1, 2
	state, none := map[string]int{}, true
	var trail []string
	var visit func(path string)
	visit = func(path string) {
		switch state[path] {
		case closed:
			return
		case open:
			at := slices.Index(trail, path)
			circle := append(slices.Clone(trail[at:]), path)
			c.fault("chart-cycle", c.node[path].Pos, path, "connectors lead in a circle: "+strings.Join(circle, " → "), "put a state between them")
			none = false
			return
		}
		state[path] = open
		trail = append(trail, path)
		for _, a := range c.out[path] {
			for _, next := range c.next(c.arcs[a].tgt) {
				visit(next)
			}
		}
		trail = trail[:len(trail)-1]
		state[path] = closed
	}
	for _, path := range c.order {
		if c.node[path].Kind != StateNode {
			visit(path)
		}
	}
	return none
}

// ways counts the ways from each node on, all of which a step would have to examine. There are no circles.
func (c *checker) ways() {
	counted := map[string]int{}
	var count func(path string) int
	count = func(path string) int {
		n, ok := counted[path]
		if ok {
			return n
		}
		for _, a := range c.out[path] {
			n++
			for _, next := range c.next(c.arcs[a].tgt) {
				n = min(n+count(next), 2*maxWays)
			}
		}
		counted[path] = n
		return n
	}
	for _, path := range c.order {
		if n := count(path); n > maxWays {
			c.fault("chart-ways", c.node[path].Pos, path, fmt.Sprintf("more than %d ways lead through connectors from here", maxWays), "put states between the connectors")
			return
		}
	}
}

// reachable finds unreachable nodes.
func (c *checker) reachable() {
	reached := map[string]bool{}
	var reach func(path string)
	reach = func(path string) {
		for up := path; up != ""; up = parentPath(up) {
			if reached[up] {
				continue
			}
			reached[up] = true
			if c.node[up].Orthogonal {
				for _, r := range c.node[up].Nodes {
					if r.Kind == StateNode {
						reach(up + "." + r.Name)
					}
				}
			}
			for _, a := range c.out[up] {
				reach(c.arcs[a].tgt)
			}
		}
		if c.node[path].Kind != StateNode {
			return
		}
		for _, next := range c.next(path) {
			reach(next)
		}
	}
	reach(rootName)
	if !c.model.Root.Orthogonal && c.node[rootName+"."+initialName] != nil {
		reach(rootName + "." + initialName)
	}
	for _, path := range c.order {
		if !reached[path] && (path == rootName || reached[parentPath(path)]) {
			n := c.node[path]
			if n.Kind == Junction && n.Name == initialName && len(c.out[path]) > 0 {
				continue // of a composite that is never entered by default
			}
			c.warn("chart-unreachable", n.Pos, path, fmt.Sprintf("no transition reaches this %s", n.Kind), "lead a transition to it, or remove it")
		}
	}
}

// deadEnds finds nodes that are never left.
func (c *checker) deadEnds() {
	for _, path := range c.order {
		n := c.node[path]
		if n.Kind != StateNode && len(c.out[path]) == 0 && !c.node[parentPath(path)].Orthogonal {
			what := "this " + n.Kind.String() + " leads nowhere: no transition to it is ever taken"
			if n.Kind != Junction {
				what = "this history leads nowhere as long as nothing was active"
			}
			c.warn("chart-dead-end", n.Pos, path, what, "add a transition that starts at it")
		}
		if !n.Leaf() {
			continue
		}
		left := false
		for up := path; up != ""; up = parentPath(up) {
			for _, a := range c.out[up] {
				left = left || c.arcs[a].t.Tgt != ""
			}
		}
		if !left {
			c.warn("chart-dead-end", n.Pos, path, "this state is never left", "add a transition that starts at it or around it, unless the chart is to end here")
		}
	}
}

// doubles finds transitions that are always preceded by another one.
func (c *checker) doubles() {
	for _, path := range c.order {
		arcs := c.out[path]
		for i, a := range arcs {
			for _, b := range arcs[:i] {
				s, t := c.arcs[a].t, c.arcs[b].t
				if s.Guard != nil || t.Guard != nil || s.Priority != t.Priority || len(s.Matches)+len(t.Matches) > 0 {
					continue
				}
				common, ok := commonEvent(s.Events, t.Events)
				if !ok {
					continue
				}
				c.warn("chart-conflict", s.Pos, path, fmt.Sprintf("transitions to %s and to %s have no guards, the same priority and %s: the first written is taken",
					strings.TrimPrefix(c.arcs[b].tgt, rootName+"."), strings.TrimPrefix(c.arcs[a].tgt, rootName+"."), common),
					"give one a guard, or a priority that says which is meant")
				break
			}
		}
	}
}

// commonEvent returns an event that triggers both, in words.
func commonEvent(a, b []string) (string, bool) {
	if len(a) == 0 && len(b) == 0 {
		return "no events of their own", true
	}
	for _, e := range a {
		if slices.Contains(b, e) {
			return "the event " + e, true
		}
	}
	return "", false
}
