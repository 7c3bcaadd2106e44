package graph

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
)

// source reports whether reactor r may read port p: an own input, or an output of a child.
func (g *Graph) source(r, p int) bool {
	o := g.Ports[p].Reactor
	return o == r && g.Ports[p].Dir == Input || g.Reactors[o].Parent == r && g.Ports[p].Dir == Output
}

// sink reports whether reactor r may write port p: an own output, or an input of a child.
func (g *Graph) sink(r, p int) bool {
	o := g.Ports[p].Reactor
	return o == r && g.Ports[p].Dir == Output || g.Reactors[o].Parent == r && g.Ports[p].Dir == Input
}

// place returns the reactor that may contain a connection because it may read the source and write the destination, or
// None.
func (g *Graph) place(k Connection) int {
	own, parent := g.Ports[k.From].Reactor, g.Reactors[g.Ports[k.From].Reactor].Parent
	if g.source(own, k.From) && g.sink(own, k.To) {
		return own
	}
	if parent != None && g.source(parent, k.From) && g.sink(parent, k.To) {
		return parent
	}
	return None
}

// scopes reports references to ports and triggers out of reach of a reaction or connection.
func (c *checker) scopes() {
	g := c.g
	check := func(n Reaction, refs []Ref, what string, ok func(r, p int) bool, may string) {
		for _, r := range refs {
			if r.Kind == RefPort && !ok(n.Reactor, r.ID) {
				c.add(diag.Error, "scope", n.Path, "its "+what+" "+g.Ports[r.ID].Path+" is out of reach", "a reaction may "+may)
			}
			if r.Kind == RefTrigger && g.Triggers[r.ID].Reactor != n.Reactor {
				c.add(diag.Error, "scope", n.Path, "its "+what+" "+g.Triggers[r.ID].Path+" belongs to another reactor", "use a trigger of its own reactor")
			}
		}
	}
	const reads, writes = "read inputs of its own reactor and outputs of contained ones", "write outputs of its own reactor and inputs of contained ones"
	for _, n := range g.Reactions {
		check(n, n.Triggers, "trigger", g.source, reads)
		check(n, n.Uses, "use", g.source, reads)
		check(n, n.Effects, "effect", g.sink, writes)
		for _, e := range n.Effects {
			if e.Kind == RefTrigger && g.Triggers[e.ID].Kind < LogicalAction {
				c.add(diag.Error, "scope", n.Path, "its effect "+g.Triggers[e.ID].Path+" is a "+g.Triggers[e.ID].Kind.String(), "schedule an action instead")
			}
		}
	}
	for _, k := range g.Connections {
		if g.place(k) == None {
			c.add(diag.Error, "scope", g.Ports[k.To].Path, "no reactor may connect "+g.Ports[k.From].Path+" to it",
				"connect neighbours, or a reactor's ports to those of its children, from source to destination")
		}
	}
}

// writer is a reaction or connection that writes a port.
type writer struct {
	name    string
	mode    int
	reactor int // the reaction's reactor; None for a connection
}

// writers reports ports with several writers and inputs with none. Reactions of one reactor may share a port
// (the last write wins, in declaration order), and so may writers in different modes.
func (c *checker) writers() {
	g := c.g
	w := make([][]writer, len(g.Ports))
	for _, k := range g.Connections {
		w[k.To] = append(w[k.To], writer{"the connection from " + g.Ports[k.From].Path, k.Mode, None})
	}
	for _, n := range g.Reactions {
		for _, e := range n.Effects {
			if e.Kind == RefPort {
				w[e.ID] = append(w[e.ID], writer{"reaction " + n.Path, n.Mode, n.Reactor})
			}
		}
	}
	for p, ws := range w {
		port := g.Ports[p]
		if port.Merges {
			// what arrives is taken one by one
		} else if i, j := clash(ws); i >= 0 {
			c.add(diag.Error, "writers", port.Path, fmt.Sprintf("%d writers: %s and %s", len(ws), ws[i].name, ws[j].name),
				"leave one, or merge them in a reaction")
		}
		if len(ws) == 0 && port.Dir == Input && port.Reactor != 0 {
			c.add(diag.Warning, "detached", port.Path, "nothing writes this input", "connect it, or remove it")
		}
	}
}

// clash returns two writers that may not share a port, or −1.
func clash(ws []writer) (int, int) {
	for i := range ws {
		for j := i + 1; j < len(ws); j++ {
			apart := ws[i].mode != None && ws[j].mode != None && ws[i].mode != ws[j].mode
			same := ws[i].reactor != None && ws[i].reactor == ws[j].reactor
			if !apart && !same {
				return i, j
			}
		}
	}
	return -1, -1
}

func (c *checker) types() {
	for _, k := range c.g.Connections {
		a, b := c.g.Ports[k.From], c.g.Ports[k.To]
		if a.Type != "" && b.Type != "" && a.Type != b.Type {
			c.add(diag.Error, "type", b.Path, fmt.Sprintf("it takes %s but %s gives %s", b.Type, a.Path, a.Type), "convert the value in a reactor between them")
		}
	}
}

// dependencies returns, for every reaction and port, the reactions and ports that must wait for it within one tag:
// element i is reaction i, element len(Reactions)+p is port p. Edges follow Lingua Franca: a reaction precedes the
// next one of its reactor unless their modes exclude each other, a writer precedes the port it writes, a port its
// readers; delayed and physical connections break the chain.
func (g *Graph) dependencies() [][]int {
	n := len(g.Reactions)
	next := make([][]int, n+len(g.Ports))
	for _, r := range g.Reactors {
		for i, a := range r.Reactions {
			for _, b := range r.Reactions[i+1:] {
				ma, mb := g.Reactions[a].Mode, g.Reactions[b].Mode
				if ma == None || mb == None || ma == mb {
					next[a] = append(next[a], b)
					if ma == mb {
						break
					}
				}
			}
		}
	}
	for i, r := range g.Reactions {
		for _, refs := range [...][]Ref{r.Triggers, r.Uses} {
			for _, t := range refs {
				if t.Kind == RefPort {
					next[n+t.ID] = append(next[n+t.ID], i)
				}
			}
		}
		for _, e := range r.Effects {
			if e.Kind == RefPort {
				next[i] = append(next[i], n+e.ID)
			}
		}
	}
	for _, k := range g.Connections {
		if !k.Delayed && !k.Physical {
			next[n+k.From] = append(next[n+k.From], n+k.To)
		}
	}
	return next
}

// cycles reports a shortest cycle through each group of reactions that wait for each other.
func (c *checker) cycles() {
	next := c.g.dependencies()
	group, size := components(next)
	done := make([]bool, len(size))
	for v := range next {
		k := group[v]
		if done[k] || size[k] == 1 && !has(next[v], v) {
			continue
		}
		done[k] = true
		path := shortestCycle(next, group, v)
		names := make([]string, len(path))
		for i, u := range path {
			names[i] = c.nodePath(u)
		}
		c.add(diag.Error, "cycle", names[0], "a cycle without delay: "+strings.Join(names, " → "),
			"add a delay (after 0 is one microstep) to a connection on it, or reorder the reactions of a reactor on it")
	}
}

func (c *checker) nodePath(v int) string {
	if n := len(c.g.Reactions); v >= n {
		return c.g.Ports[v-n].Path
	}
	return c.g.Reactions[v].Path
}

func has(list []int, v int) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// components returns the strongly connected component of every node and the sizes of the components
// (Tarjan 1972, without recursion).
func components(next [][]int) (group, size []int) {
	n := len(next)
	index, low, group := make([]int, n), make([]int, n), make([]int, n)
	for i := range group {
		group[i] = -1
	}
	at, edge := 0, make([]int, n)
	var stack, call []int
	for root := range n {
		if index[root] != 0 {
			continue
		}
		call = append(call, root)
		for len(call) > 0 {
			v := call[len(call)-1]
			if index[v] == 0 {
				at++
				index[v], low[v] = at, at
				stack = append(stack, v)
			}
			if edge[v] < len(next[v]) {
				u := next[v][edge[v]]
				edge[v]++
				if index[u] == 0 {
					call = append(call, u)
				} else if group[u] < 0 {
					low[v] = min(low[v], index[u])
				}
				continue
			}
			call = call[:len(call)-1]
			if len(call) > 0 {
				p := call[len(call)-1]
				low[p] = min(low[p], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			k := 0
			for done := false; !done; k++ {
				u := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				group[u], done = len(size), u == v
			}
			size = append(size, k)
		}
	}
	return group, size
}

// shortestCycle returns the shortest path from v back to v inside its component, including both ends.
func shortestCycle(next [][]int, group []int, v int) []int {
	from := map[int]int{}
	queue := []int{v}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, w := range next[u] {
			if w == v {
				path := []int{v, u}
				for u != v {
					u = from[u]
					path = append(path, u)
				}
				if path[1] == v { // a self-loop
					return []int{v, v}
				}
				for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
					path[i], path[j] = path[j], path[i]
				}
				return path
			}
			if _, seen := from[w]; !seen && group[w] == group[v] {
				from[w] = u
				queue = append(queue, w)
			}
		}
	}
	return []int{v}
}
