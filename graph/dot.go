package graph

import (
	"fmt"
	"io"
	"strings"
)

// DOT writes g in Graphviz's language: a cluster per reactor and mode, a node per port, reaction and trigger.
// It fails if ids of g dangle or its tree is broken.
func (g *Graph) DOT(w io.Writer) error {
	c := checker{g: g}
	c.ids()
	if len(c.faults) == 0 {
		c.tree()
	}
	if err := c.faults.Err(); err != nil {
		return err
	}
	d := dot{g: g}
	d.line(0, "digraph %s {", quote(g.Name))
	d.line(1, `rankdir=LR; compound=true; fontname="sans-serif"; node [fontname="sans-serif" fontsize=10]; edge [fontname="sans-serif" fontsize=9];`)
	d.reactor(0, 1)
	d.edges()
	d.legend()
	d.line(0, "}")
	_, err := io.WriteString(w, d.b.String())
	return err
}

type dot struct {
	b strings.Builder
	g *Graph
}

func (d *dot) line(depth int, format string, args ...any) {
	d.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&d.b, format, args...)
	d.b.WriteByte('\n')
}

// quote quotes a string for DOT.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

func (d *dot) reactor(r, depth int) {
	re := d.g.Reactors[r]
	style := "rounded"
	if re.Parent != None && d.g.Reactors[re.Parent].Enclave != re.Enclave {
		style = "rounded,dashed"
	}
	d.line(depth, "subgraph %s {", quote("cluster_"+re.Path))
	d.line(depth+1, "label=%s; style=%s;%s", quote(re.Name), quote(style), d.g.class(re.Class).dotBox(re.Fault))
	for _, p := range re.Ports {
		red := ""
		if f := d.g.Ports[p].Fault; f != "" {
			red = fmt.Sprintf(" color=%s tooltip=%s", quote(Red.dot()), quote(f))
		}
		d.line(depth+1, "p%d [label=%s shape=cds%s];", p, quote(d.g.Ports[p].Name), red)
	}
	d.inside(r, None, depth+1)
	for _, m := range re.Modes {
		d.line(depth+1, "subgraph %s {", quote("cluster_"+d.g.Modes[m].Path))
		d.line(depth+2, `label=%s; style="rounded,dotted";`, quote(d.g.Modes[m].Name))
		d.line(depth+2, `m%d [label="" shape=point];`, m)
		d.inside(r, m, depth+2)
		d.line(depth+1, "}")
	}
	d.line(depth, "}")
}

// inside writes the contents of reactor r that are in mode m, or with None those outside all modes.
func (d *dot) inside(r, m, depth int) {
	g, re := d.g, d.g.Reactors[r]
	for _, t := range re.Triggers {
		if g.Triggers[t].Mode == m {
			d.line(depth, "t%d [label=%s shape=%s];", t, quote(g.Triggers[t].Name), [...]string{"circle", "diamond", "circle", "doublecircle", "triangle", "invtriangle"}[g.Triggers[t].Kind])
		}
	}
	for _, n := range re.Reactions {
		if g.Reactions[n].Mode == m {
			d.line(depth, "n%d [label=%s shape=cds style=filled];", n, quote(fmt.Sprint(g.Reactions[n].Number)))
		}
	}
	for _, c := range re.Children {
		mode := g.Reactors[c].Mode
		if mode != None && g.Modes[mode].Reactor != r {
			mode = None
		}
		if mode == m {
			d.reactor(c, depth)
		}
	}
}

func (d *dot) edges() {
	name := func(r Ref) string { return fmt.Sprintf("%c%d", "ptm"[r.Kind], r.ID) }
	for i, n := range d.g.Reactions {
		for _, t := range n.Triggers {
			d.line(1, "%s -> n%d [style=dashed];", name(t), i)
		}
		for _, u := range n.Uses {
			d.line(1, "%s -> n%d [style=dotted];", name(u), i)
		}
		for _, e := range n.Effects {
			d.line(1, "n%d -> %s [style=dashed];", i, name(e))
		}
	}
	for _, k := range d.g.Connections {
		style := "solid"
		if k.Physical {
			style = "bold,dashed"
		}
		c := d.g.class(k.Class)
		if c != nil {
			style = c.dotStyle()
		}
		d.line(1, "p%d -> p%d [style=%s label=%s%s];", k.From, k.To, quote(style), quote(delayLabel(k)), c.dotWire(k))
	}
}
