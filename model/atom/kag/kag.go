// Package kag draws the Knowledge Association Graph of a model: the directed multigraph whose nodes are the instances
// and whose edges are the links ("Atoms based control of mobile robots", IROS 2015, section V-A, Figures 5 and 7 to 10).
// It makes a graph.Graph, so that programs and control laws share one layout. Links that join the same instances under
// the same constraint are merged, as in the paper's figures; a tooltip lists them. Models with faults are drawn too,
// with the faulty parts in red.
package kag

import (
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Options select what is drawn.
type Options struct {
	Depth  int         // levels of Molecules and Alternatives to open; 0: all, below 0: none
	Loops  bool        // frame the real-time loops, if compositions are separated
	Faults diag.Faults // what Check found; drawn in red, as tooltips
}

// The looks: the paper's legend (Figure 5), and additions of this program.
const (
	atomClass        = "atom"
	moleculeClass    = "molecule"
	externalClass    = "external"
	separatorClass   = "separator"
	alternativeClass = "alternative"
	compositionClass = "composition"
	loopClass        = "loop"
	coupledClass     = "coupled"
	periodicClass    = "periodic"
	sporadicClass    = "sporadic"
	constantClass    = "constant"
	faultClass       = "fault"
)

// legend lists the looks that are always explained, and those that are explained if used.
func legend(used map[string]bool) (classes []graph.Class) {
	for _, c := range []graph.Class{
		{Name: atomClass, Text: "Atom", Tint: graph.Blue},
		{Name: moleculeClass, Text: "Molecule", Double: true},
		{Name: externalClass, Text: "External Knowledge Atom", Shape: graph.Cut, Tint: graph.Green},
		{Name: separatorClass, Text: "Separator", Shape: graph.Pill, Tint: graph.Violet},
		{Name: alternativeClass, Text: "Alternative", Double: true, Dash: "6 3", Tint: graph.Amber},
		{Name: compositionClass, Text: "Composition", Shape: graph.Square, Dash: "8 4", Tint: graph.Grey},
		{Name: loopClass, Text: "Real-time loop", Dash: "2 3", Tint: graph.Grey},
		{Name: coupledClass, Text: "Coupled link", Wire: true},
		{Name: periodicClass, Text: "Periodic link", Wire: true, Dash: "9 4", Heavy: true, Tint: graph.Violet},
		{Name: sporadicClass, Text: "Sporadic link", Wire: true, Dash: "9 3 2 3", Tint: graph.Amber},
		{Name: constantClass, Text: "Constant link", Wire: true, Dash: "2 3", Tint: graph.Green},
		{Name: faultClass, Text: "Fault", Wire: true, Heavy: true, Tint: graph.Red},
	} {
		switch c.Name {
		case alternativeClass, compositionClass, loopClass, faultClass:
			if !used[c.Name] {
				continue
			}
		}
		classes = append(classes, c)
	}
	return classes
}

// Whole draws every instance and every link: Figures 7 to 9.
func Whole(m *atom.Model, o Options) *graph.Graph {
	d := newDrawing(m.Name)
	at := make([]int, len(m.Instances)) // the box that shows an instance
	depth := make([]int, len(m.Instances))
	hides := make([]bool, len(m.Instances))
	fs := sortFaults(m, o.Faults)
	for n, i := range m.Instances {
		if n == 0 {
			d.g.Reactors[0].Doc = i.Def.Doc
			if len(fs.other) > 0 { // about nothing that is drawn
				d.fault(0, strings.Join(fs.other, "\n"))
			}
			continue
		}
		parent := i.Parent.ID
		depth[n] = depth[parent] + 1
		if hides[parent] {
			at[n], hides[n] = at[parent], true
			if fault := fs.at(n); fault != "" {
				d.fault(at[n], i.Path+": "+fault)
			}
			continue
		}
		hides[n] = len(i.Children) > 0 && (o.Depth < 0 || o.Depth > 0 && depth[n] > o.Depth)
		name := i.Name
		if hides[n] {
			name += " ⋯"
		}
		at[n] = d.box(at[parent], name, i.Path, class(i))
		d.describe(at[n], i)
		if fault := fs.at(n); fault != "" {
			d.fault(at[n], fault)
		}
	}
	for n, l := range m.Links {
		if l.From == nil || l.To == nil {
			continue
		}
		from, to := at[l.From.Owner.ID], at[l.To.Owner.ID]
		if from == to && (hides[l.From.Owner.ID] || hides[l.To.Owner.ID]) {
			if fs.links[n] != "" {
				d.fault(from, portPath(l.To)+": "+fs.links[n])
			}
			continue
		}
		d.link(from, to, l.From, l.To, constraint(l.From, l.To), fs.links[n])
	}
	for _, p := range fs.ports {
		if box := at[p.port.Owner.ID]; d.owners[box] == p.port.Owner.Path {
			d.faultyPort(box, p.port, p.text)
		} else {
			d.fault(box, portPath(p.port)+": "+p.text)
		}
	}
	return d.graph()
}

// class returns an instance's look.
func class(i *atom.Instance) string {
	switch i.Kind {
	case atom.External:
		return externalClass
	case atom.Molecule:
		return moleculeClass
	case atom.Alternative:
		return alternativeClass
	}
	if separates(i) {
		return separatorClass
	}
	return atomClass
}

// separates reports whether i is a Separator: an Atom that only passes on what it samples (section V-A).
func separates(i *atom.Instance) bool {
	var needs, products []atom.Datatype
	for _, p := range i.Ports {
		switch p.Element.Role {
		case atom.NeedRole:
			if p.Update.Update != atom.Periodic {
				return false
			}
			needs = append(needs, datatype(p))
		case atom.ProductRole:
			products = append(products, datatype(p))
		default:
			return false
		}
	}
	if len(needs) == 0 || len(needs) != len(products) {
		return false
	}
	for n := range needs {
		if needs[n] != products[n] {
			return false
		}
	}
	return true
}

// constraint returns a link's look: that of its need or, if it leads out of a Molecule, that of the Physics from which
// it comes.
func constraint(from, to *atom.Port) string {
	u := to.Update.Update
	if to.Element.Role != atom.NeedRole {
		u = from.Owner.Constraint.Update
		if u == atom.Periodic {
			u = atom.Coupled
		}
	}
	switch u {
	case atom.Constant:
		return constantClass
	case atom.Sporadic:
		return sporadicClass
	case atom.Periodic:
		return periodicClass
	}
	return coupledClass
}
