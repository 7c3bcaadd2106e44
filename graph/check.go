package graph

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/diag"
)

// Check returns every structural fault of g: ids that lead nowhere, a broken tree, references out of scope,
// paths used twice, ports with several writers, inputs without a writer, connected ports of different types,
// impossible times and modes, and zero-delay cycles over reactions, each with its whole path. If ids dangle or the tree
// is broken only those faults are returned, because nothing else can be trusted.
func (g *Graph) Check() diag.Faults {
	c := checker{g: g}
	c.ids()
	if len(c.faults) == 0 {
		c.tree()
	}
	if len(c.faults) > 0 {
		return c.faults
	}
	c.paths()
	c.scopes()
	c.times()
	c.modes()
	c.writers()
	c.types()
	c.cycles()
	return c.faults
}

type checker struct {
	g      *Graph
	faults diag.Faults
}

func (c *checker) add(s diag.Severity, code, path, what, do string) {
	c.faults = append(c.faults, diag.Fault{Code: code, Path: path, What: what, Do: do, Severity: s})
}

// need reports an id outside 0…n−1; None is allowed where optional.
func (c *checker) need(id, n int, optional bool, path, what string) {
	if id >= 0 && id < n || optional && id == None {
		return
	}
	c.add(diag.Error, "dangling", path, fmt.Sprintf("%s %d does not exist (there are %d)", what, id, n), "correct the id or add the element")
}

func (c *checker) needAll(ids []int, n int, path, what string) {
	for _, id := range ids {
		c.need(id, n, false, path, what)
	}
}

func (c *checker) ids() {
	g := c.g
	if len(g.Reactors) == 0 {
		c.add(diag.Error, "tree", g.Name, "the program has no reactor", "add a main reactor")
	}
	for _, r := range g.Reactors {
		c.need(r.Parent, len(g.Reactors), true, r.Path, "parent reactor")
		c.need(r.Mode, len(g.Modes), true, r.Path, "mode")
		c.needAll(r.Ports, len(g.Ports), r.Path, "port")
		c.needAll(r.Triggers, len(g.Triggers), r.Path, "trigger")
		c.needAll(r.Reactions, len(g.Reactions), r.Path, "reaction")
		c.needAll(r.Modes, len(g.Modes), r.Path, "mode")
		c.needAll(r.Children, len(g.Reactors), r.Path, "child reactor")
	}
	for _, p := range g.Ports {
		c.need(p.Reactor, len(g.Reactors), false, p.Path, "reactor")
	}
	for _, t := range g.Triggers {
		c.need(t.Reactor, len(g.Reactors), false, t.Path, "reactor")
		c.need(t.Mode, len(g.Modes), true, t.Path, "mode")
	}
	for _, m := range g.Modes {
		c.need(m.Reactor, len(g.Reactors), false, m.Path, "reactor")
	}
	for _, n := range g.Reactions {
		c.need(n.Reactor, len(g.Reactors), false, n.Path, "reactor")
		c.need(n.Mode, len(g.Modes), true, n.Path, "mode")
		c.refs(n.Triggers, n.Path, "trigger")
		c.refs(n.Uses, n.Path, "use")
		c.refs(n.Effects, n.Path, "effect")
	}
	for i, k := range g.Connections {
		path := fmt.Sprintf("%s connection %d", g.Name, i)
		c.need(k.From, len(g.Ports), false, path, "source port")
		c.need(k.To, len(g.Ports), false, path, "destination port")
		c.need(k.Mode, len(g.Modes), true, path, "mode")
	}
}

func (c *checker) refs(refs []Ref, path, what string) {
	for _, r := range refs {
		switch r.Kind {
		case RefPort:
			c.need(r.ID, len(c.g.Ports), false, path, what+" port")
		case RefTrigger:
			c.need(r.ID, len(c.g.Triggers), false, path, what+" trigger")
		case RefMode:
			c.need(r.ID, len(c.g.Modes), false, path, what+" mode")
		default:
			c.add(diag.Error, "dangling", path, fmt.Sprintf("%s has the unknown kind %d", what, r.Kind), "use RefPort, RefTrigger or RefMode")
		}
	}
}

// tree checks that parents come first and that owners list their elements once.
func (c *checker) tree() {
	g := c.g
	for i, r := range g.Reactors {
		if (i == 0) != (r.Parent == None) {
			c.add(diag.Error, "tree", r.Path, "only the first reactor is main, and main has no parent", "put main first and give every other reactor its parent")
		} else if r.Parent >= i {
			c.add(diag.Error, "tree", r.Path, "the reactor comes before its parent", "list parents before children")
		}
	}
	owned := func(n int, owner func(int) int, list func(Reactor) []int, path func(int) string) {
		seen := make([]int, n)
		for i, r := range g.Reactors {
			for _, id := range list(r) {
				if seen[id]++; owner(id) != i {
					c.add(diag.Error, "tree", path(id), "it is listed by "+r.Path+", which does not own it", "list it at its owner")
				}
			}
		}
		for id, k := range seen {
			if k != 1 && owner(id) != None {
				c.add(diag.Error, "tree", path(id), fmt.Sprintf("its owner lists it %d times", k), "list it once")
			}
		}
	}
	owned(len(g.Reactors), func(i int) int { return g.Reactors[i].Parent }, func(r Reactor) []int { return r.Children }, func(i int) string { return g.Reactors[i].Path })
	owned(len(g.Ports), func(i int) int { return g.Ports[i].Reactor }, func(r Reactor) []int { return r.Ports }, func(i int) string { return g.Ports[i].Path })
	owned(len(g.Triggers), func(i int) int { return g.Triggers[i].Reactor }, func(r Reactor) []int { return r.Triggers }, func(i int) string { return g.Triggers[i].Path })
	owned(len(g.Reactions), func(i int) int { return g.Reactions[i].Reactor }, func(r Reactor) []int { return r.Reactions }, func(i int) string { return g.Reactions[i].Path })
	owned(len(g.Modes), func(i int) int { return g.Modes[i].Reactor }, func(r Reactor) []int { return r.Modes }, func(i int) string { return g.Modes[i].Path })
}

// paths reports every path that two elements share. A reaction may have the name of another element of its reactor, such
// as the action that triggers it, because nothing refers to both by path.
func (c *checker) paths() {
	g, seen := c.g, map[string]string{}
	one := func(path, what string) {
		if first, ok := seen[path]; ok {
			c.add(diag.Error, "duplicate", path, "a "+first+" and a "+what+" have this path", "rename one of them")
		} else {
			seen[path] = what
		}
	}
	for _, r := range g.Reactors {
		one(r.Path, "reactor")
	}
	for _, p := range g.Ports {
		one(p.Path, "port")
	}
	for _, t := range g.Triggers {
		one(t.Path, t.Kind.String())
	}
	for _, m := range g.Modes {
		one(m.Path, "mode")
	}
	clear(seen)
	for _, n := range g.Reactions {
		one(n.Path, "reaction")
	}
}

func (c *checker) times() {
	for _, t := range c.g.Triggers {
		for _, d := range [...]struct {
			what  string
			value time.Duration
		}{{"offset", t.Offset}, {"period", t.Period}, {"minimum delay", t.MinDelay}, {"minimum spacing", t.MinSpacing}} {
			if d.value < 0 {
				c.add(diag.Error, "time", t.Path, fmt.Sprintf("the %s %v is negative", d.what, d.value), "give zero or a positive time")
			}
		}
	}
	for _, k := range c.g.Connections {
		if k.Delay < 0 {
			c.add(diag.Error, "time", c.g.Ports[k.To].Path, fmt.Sprintf("the delay %v of its connection is negative", k.Delay), "give zero (one microstep) or a positive time")
		}
	}
	for _, n := range c.g.Reactions {
		if n.HasDeadline && n.Deadline < 0 {
			c.add(diag.Error, "time", n.Path, fmt.Sprintf("the deadline %v is negative", n.Deadline), "give zero or a positive time")
		}
	}
}

func (c *checker) modes() {
	for _, r := range c.g.Reactors {
		initial := 0
		for _, m := range r.Modes {
			if c.g.Modes[m].Initial {
				initial++
			}
		}
		if len(r.Modes) > 0 && initial != 1 {
			c.add(diag.Error, "mode", r.Path, fmt.Sprintf("%d of its %d modes are initial", initial, len(r.Modes)), "mark exactly one mode as initial")
		}
	}
	for _, n := range c.g.Reactions {
		for _, e := range n.Effects {
			if e.Kind == RefMode && c.g.Modes[e.ID].Reactor != n.Reactor {
				c.add(diag.Error, "scope", n.Path, "it sets the mode "+c.g.Modes[e.ID].Path+" of another reactor", "send that reactor a message and let it change its own mode")
			}
		}
	}
}
