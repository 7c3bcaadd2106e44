package kag

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// Simplified draws the graph by which the periods are found: only periodic parts, with links of equal constraints
// merged, and separated into compositions (Figure 10). p has their periods; it is nil for a model with faults.
func Simplified(m *atom.Model, p *atom.Plan, o Options) *graph.Graph {
	g := m.Graph().Simplify().Separate()
	d := newDrawing(m.Name)
	fs := sortFaults(m, o.Faults)
	frames := make([]int, len(g.Parts))
	for n, name := range g.Parts {
		frames[n] = d.box(0, name, m.Name+"."+name, compositionClass)
		if group := groupOf(p, name); group != nil {
			d.g.Reactors[frames[n]].Name += " · " + period.Duration(group.Period) + " of " + group.Allowed.String()
			d.g.Reactors[frames[n]].Doc = groupText(group)
		}
	}
	type place struct {
		box  int
		loop string
	}
	loops := map[place]int{}
	at := make([]int, len(g.Nodes))
	boxes := map[*atom.Instance]int{}
	for n, node := range g.Nodes {
		inside := 0
		if node.Part >= 0 {
			inside = frames[node.Part]
		}
		if loop := loopOf(p, node.Instance); o.Loops && loop != "" {
			key := place{inside, loop}
			if _, ok := loops[key]; !ok {
				loops[key] = d.box(inside, loop, d.g.Reactors[inside].Path+"."+loop, loopClass)
			}
			inside = loops[key]
		}
		at[n] = d.box(inside, node.Instance.Path, d.g.Reactors[inside].Path+"."+node.Instance.Path, class(node.Instance))
		boxes[node.Instance] = at[n]
		d.describe(at[n], node.Instance)
	}
	drawn := map[int]bool{}
	for _, e := range g.Edges {
		for _, w := range e.Wires {
			fault := ""
			for _, l := range w.Links() {
				fault = strings.Join(lines(fault, fs.links[l]), "\n")
				drawn[l] = true
			}
			d.link(at[e.From], at[e.To], w.From, w.To, constraint(w.From, w.To), fault)
		}
	}
	d.rest(m, fs, boxes, drawn)
	if p != nil {
		d.g.Reactors[0].Doc = strings.Join(p.Reasons, "\n")
	}
	return d.graph()
}

// rest marks the faulty instances and elements, or the whole if they are not drawn.
func (d *drawing) rest(m *atom.Model, fs *sorted, boxes map[*atom.Instance]int, drawn map[int]bool) {
	for _, i := range m.Instances {
		if text := fs.at(i.ID); text != "" {
			box := boxes[i] // the whole, if there is none
			if box == 0 {
				text = i.Path + ": " + text
			}
			d.fault(box, text)
		}
	}
	for n, l := range m.Links {
		if fs.links[n] != "" && !drawn[n] {
			where := ""
			if l.To != nil {
				where = portPath(l.To) + ": "
			}
			d.fault(0, where+fs.links[n])
		}
	}
	for _, p := range fs.ports {
		if box := boxes[p.port.Owner]; box != 0 {
			d.faultyPort(box, p.port, p.text)
		} else {
			d.fault(0, portPath(p.port)+": "+p.text)
		}
	}
	for _, text := range fs.other {
		d.fault(0, text)
	}
}

// groupOf finds a composition of the plan, nil if there is none.
func groupOf(p *atom.Plan, name string) *atom.Group {
	if p != nil {
		for n := range p.Groups {
			if p.Groups[n].Name == name {
				return &p.Groups[n]
			}
		}
	}
	return nil
}

// loopOf returns the name of the real-time loop that an instance runs in.
func loopOf(p *atom.Plan, i *atom.Instance) string {
	if p != nil {
		for _, g := range p.Groups {
			for _, s := range g.Stages {
				for _, m := range s.Members {
					if m == i {
						return s.Name
					}
				}
			}
		}
	}
	return i.Loop
}

// groupText describes what diffusion found for a composition.
func groupText(g *atom.Group) string {
	return strings.Join([]string{
		"period " + period.Duration(g.Period) + ", offset " + period.Duration(g.Offset),
		"T_exe = " + g.Allowed.String(),
		"t_comp_max = " + period.Duration(g.Worst),
		fmt.Sprintf("core %d, priority %d, response %s", g.Core, g.Priority, period.Duration(g.Response)),
	}, "\n")
}
