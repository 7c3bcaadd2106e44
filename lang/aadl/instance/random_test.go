package instance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// node is a component of a random system. Ports are as its type declares them: groups lead both ways.
type node struct {
	name     string
	category string
	parent   *node
	children []*node
	ports    []port
	wires    []wire // connections between its children, and to its own ports
}

type port struct {
	name  string
	out   bool // a group that is no inverse counts as out
	group bool
}

type wire struct {
	from, to *node
	a, b     string
}

// where is a port of a component.
type where struct {
	n    *node
	port string
}

func (n *node) path() string {
	if n.parent == nil || n.parent.parent == nil {
		return n.name
	}
	return n.parent.path() + "." + n.name
}

// port takes a port that is there, or makes one.
func (n *node) port(t *rapid.T, out, group bool) string {
	if n.parent != nil && len(n.ports) > 0 {
		p := n.ports[rapid.IntRange(0, len(n.ports)-1).Draw(t, "port")]
		if p.out == out && p.group == group {
			return p.name
		}
	}
	name := fmt.Sprintf("p%d", len(n.ports))
	n.ports = append(n.ports, port{name, out, group})
	return name
}

func (n *node) wire(w wire) {
	if !slices.Contains(n.wires, w) {
		n.wires = append(n.wires, w)
	}
}

// random draws a tree of components, and connections between its leaves that lead over boundaries; boundary ports are shared,
// so that chains branch and merge.
func random(t *rapid.T) []*node {
	all := []*node{{name: "S"}} // the root
	for k := range rapid.IntRange(2, 14).Draw(t, "components") {
		p := all[rapid.IntRange(0, len(all)-1).Draw(t, "parent")]
		c := &node{name: fmt.Sprintf("n%d", k), parent: p}
		p.children = append(p.children, c)
		all = append(all, c)
	}
	var leaves []*node
	for _, n := range all {
		if n.category = "system"; len(n.children) == 0 {
			n.category = rapid.SampledFrom([]string{"system", "device", "abstract"}).Draw(t, "category")
			leaves = append(leaves, n)
		}
	}
	for range rapid.IntRange(0, 12).Draw(t, "connections") {
		a := leaves[rapid.IntRange(0, len(leaves)-1).Draw(t, "from")]
		b := leaves[rapid.IntRange(0, len(leaves)-1).Draw(t, "to")]
		group := rapid.Bool().Draw(t, "group")
		top := a.parent
		for !inside(b, top) {
			top = top.parent
		}
		from, to := where{a, a.port(t, true, group)}, where{b, b.port(t, false, group)}
		for from.n.parent != top {
			up := where{from.n.parent, from.n.parent.port(t, true, group)}
			up.n.wire(wire{from.n, up.n, from.port, up.port})
			from = up
		}
		for to.n.parent != top {
			down := where{to.n.parent, to.n.parent.port(t, false, group)}
			down.n.wire(wire{down.n, to.n, down.port, to.port})
			to = down
		}
		top.wire(wire{from.n, to.n, from.port, to.port})
	}
	return all
}

func inside(n, top *node) bool {
	for n = n.parent; n != nil && n != top; n = n.parent {
	}
	return n == top
}

// text writes the system, types in the order that is drawn.
func text(t *rapid.T, all []*node) string {
	var b strings.Builder
	b.WriteString("package P\npublic\nfeature group G\nfeatures\n  a: out data port;\n  b: in data port;\nend G;\n")
	for _, n := range rapid.Permutation(slices.Clone(all)).Draw(t, "order") {
		fmt.Fprintf(&b, "%s T%s\n", n.category, n.name)
		if len(n.ports) > 0 {
			b.WriteString("features\n")
		}
		for _, p := range n.ports {
			what := "in data port"
			switch {
			case p.group && p.out:
				what = "feature group G"
			case p.group:
				what = "feature group inverse of G"
			case p.out:
				what = "out data port"
			}
			fmt.Fprintf(&b, "  %s: %s;\n", p.name, what)
		}
		fmt.Fprintf(&b, "end T%s;\n", n.name)
		if len(n.children) > 0 {
			fmt.Fprintf(&b, "system implementation T%s.i\nsubcomponents\n", n.name)
			for _, c := range n.children {
				impl := ""
				if len(c.children) > 0 {
					impl = ".i"
				}
				fmt.Fprintf(&b, "  %s: %s T%s%s;\n", c.name, c.category, c.name, impl)
			}
			n.writeWires(&b)
			fmt.Fprintf(&b, "end T%s.i;\n", n.name)
		}
	}
	b.WriteString("end P;\n")
	return b.String()
}

func (n *node) writeWires(b *strings.Builder) {
	if len(n.wires) > 0 {
		b.WriteString("connections\n")
	}
	for k, w := range n.wires {
		end := func(c *node, port string) string {
			if c == n {
				return port
			}
			return c.name + "." + port
		}
		kind, arrow := "port", "->"
		if p := w.from.ports[slices.IndexFunc(w.from.ports, func(p port) bool { return p.name == w.a })]; p.group {
			kind, arrow = "feature group", "<->"
		}
		fmt.Fprintf(b, "  c%d: %s %s %s %s;\n", k, kind, end(w.from, w.a), arrow, end(w.to, w.b))
	}
}

// expected are the connections that there must be, by following the wires from every port of a leaf.
func expected(all []*node) []string {
	next := map[where][]where{}
	for _, n := range all {
		for _, w := range n.wires {
			next[where{w.from, w.a}] = append(next[where{w.from, w.a}], where{w.to, w.b})
		}
	}
	var names []string
	for _, n := range all {
		for _, p := range n.ports {
			if len(n.children) > 0 || !p.out {
				continue
			}
			var follow func(at where)
			follow = func(at where) {
				if len(next[at]) == 0 {
					from, to := n.path()+"."+p.name, at.n.path()+"."+at.port
					if p.group {
						names = append(names, from+".a -> "+to+".a", to+".b -> "+from+".b")
					} else {
						names = append(names, from+" -> "+to)
					}
				}
				for _, k := range next[at] {
					follow(k)
				}
			}
			follow(where{n, p.name})
		}
	}
	slices.Sort(names)
	return names
}

// A random system has the components that were drawn, and the connections that following its wires by hand gives, none
// detached; building it again gives the same, whatever the order of its classifiers.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := random(t)
		src := text(t, all)
		i := instantiate(t, src)
		var names []string
		for _, c := range i.Connections {
			names = append(names, c.Name)
		}
		slices.Sort(names)
		if diff := cmp.Diff(expected(all), names); diff != "" || len(i.Components) != len(all) || len(i.Partial) > 0 {
			t.Fatalf("%d components for %d, %d chains that are none; connections (-want +got):\n%s\n%s", len(i.Components), len(all), len(i.Partial), diff, src)
		}
		again, other := instantiate(t, src), instantiate(t, text(t, all))
		if dump(i) != dump(again) {
			t.Fatal("twice the same text, two systems")
		}
		a, _ := json.Marshal(i.Graph())
		if b, _ := json.Marshal(again.Graph()); string(a) != string(b) {
			t.Fatal("twice the same text, two graphs")
		}
		if len(other.Connections) != len(i.Connections) {
			t.Fatal("another order of the classifiers, other connections")
		}
		if err := i.Graph().Check().Err(); err != nil {
			t.Fatal(err)
		}
	})
}

func instantiate(t *rapid.T, src string) *Instance {
	f, faults := syntax.Parse("a.aadl", src)
	if len(faults) > 0 {
		t.Fatal(faults, src)
	}
	m, faults := aadl.Link([]*syntax.File{f})
	if len(faults) > 0 {
		t.Fatal(faults, src)
	}
	i, faults := Instantiate(m, "P::TS.i")
	if len(faults) > 0 {
		t.Fatal(faults, src)
	}
	return i
}
