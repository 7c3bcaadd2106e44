package kag

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/model/atom"
)

// drawing collects boxes and links, and makes a graph of them: links that join the same boxes in the same way become
// one wire, and elements of the same wires one pin.
type drawing struct {
	g      graph.Graph
	used   map[string]bool
	links  []linkage
	faults []faultyPin
	owners map[int]string // the paths of the instances that the boxes show
}

// linkage is a link between boxes.
type linkage struct {
	a, b         int
	from, to     *atom.Port
	class, fault string
	bundle       int
}

type faultyPin struct {
	box  int
	port *atom.Port
	text string
}

// bundle is what links must have in common to be merged.
type bundle struct {
	a, b               int
	class, rate, fault string
}

// end is where a link ends: an element at a box, on its left or right side.
type end struct {
	box  int
	port *atom.Port
	dir  graph.Direction
}

func newDrawing(name string) *drawing {
	d := &drawing{used: map[string]bool{}, owners: map[int]string{}}
	d.g.Name = name
	d.g.Reactors = []graph.Reactor{{Parent: graph.None, Mode: graph.None, Name: name, Path: name}}
	return d
}

// box adds a box to a parent.
func (d *drawing) box(parent int, name, path, class string) int {
	n := len(d.g.Reactors)
	d.g.Reactors = append(d.g.Reactors, graph.Reactor{Parent: parent, Mode: graph.None, Name: name, Path: path, Class: class})
	d.g.Reactors[parent].Children = append(d.g.Reactors[parent].Children, n)
	d.used[class] = true
	return n
}

// fault marks a box as faulty.
func (d *drawing) fault(box int, text string) {
	r := &d.g.Reactors[box]
	r.Fault = strings.Join(lines(r.Fault, text), "\n")
	d.used[faultClass] = true
}

func (d *drawing) link(a, b int, from, to *atom.Port, class, fault string) {
	d.links = append(d.links, linkage{a: a, b: b, from: from, to: to, class: class, fault: fault})
	if fault != "" {
		d.used[faultClass] = true
	}
}

// faultyPort draws an element that may be in no link.
func (d *drawing) faultyPort(box int, p *atom.Port, text string) {
	d.faults = append(d.faults, faultyPin{box, p, text})
	d.used[faultClass] = true
}

// within reports whether box a is inside box b, at any depth.
func (d *drawing) within(a, b int) bool {
	for a = d.g.Reactors[a].Parent; a != graph.None; a = d.g.Reactors[a].Parent {
		if a == b {
			return true
		}
	}
	return false
}

// ends returns the first and the last end of a link: from a box to one inside it by the left side, out of a box to
// one around it by the latter's right side.
func (d *drawing) ends(l *linkage) (from, to end) {
	from, to = end{l.a, l.from, graph.Output}, end{l.b, l.to, graph.Input}
	if d.within(l.b, l.a) {
		from.dir = graph.Input
	}
	if d.within(l.a, l.b) {
		to.dir = graph.Output
	}
	return from, to
}

// graph makes the graph.
func (d *drawing) graph() *graph.Graph {
	bundles, known := []bundle{}, map[bundle]int{}
	takes := map[end][]int{} // the bundles of an end, in order
	var order []end
	for n := range d.links {
		l := &d.links[n]
		k := bundle{l.a, l.b, l.class, l.to.Update.Periods.String(), l.fault}
		if _, ok := known[k]; !ok {
			known[k] = len(bundles)
			bundles = append(bundles, k)
		}
		l.bundle = known[k]
		from, to := d.ends(l)
		for _, e := range []end{from, to} {
			if _, ok := takes[e]; !ok {
				order = append(order, e)
			}
			if !slices.Contains(takes[e], l.bundle) {
				takes[e] = append(takes[e], l.bundle)
			}
		}
	}
	for _, f := range d.faults {
		e := end{f.box, f.port, graph.Input}
		if f.port.Element.Role == atom.ProductRole {
			e.dir = graph.Output
		}
		if _, ok := takes[e]; !ok {
			order = append(order, e)
			takes[e] = []int{-1 - len(order)} // gets a pin of its own
		}
	}
	pins := d.pins(order, takes)
	for _, f := range d.faults {
		for _, dir := range []graph.Direction{graph.Input, graph.Output} {
			if p, ok := pins[end{f.box, f.port, dir}]; ok {
				d.g.Ports[p].Fault = strings.Join(lines(d.g.Ports[p].Fault, f.text), "\n")
			}
		}
	}
	for n := range d.links {
		if l := &d.links[n]; l.fault != "" { // the wrongly linked need is red too
			_, to := d.ends(l)
			if p := &d.g.Ports[pins[to]]; !strings.Contains(p.Fault, l.fault) {
				p.Fault = strings.Join(lines(p.Fault, l.fault), "\n")
			}
		}
	}
	d.wires(pins)
	d.g.Classes = legend(d.used)
	return &d.g
}

// pins gives every end its pin: ends at one box and side that have the same bundles share one.
func (d *drawing) pins(order []end, takes map[end][]int) map[end]int {
	type key struct {
		box  int
		dir  graph.Direction
		take string
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := &order[i], &order[j]
		return a.box < b.box || a.box == b.box && a.port.Index < b.port.Index
	})
	members, keys := map[key][]end{}, []key{}
	for _, e := range order {
		k := key{e.box, e.dir, fmt.Sprint(takes[e])}
		if members[k] == nil {
			keys = append(keys, k)
		}
		members[k] = append(members[k], e)
	}
	pins := map[end]int{}
	for _, k := range keys {
		var names, types []string
		for _, e := range members[k] {
			name := e.port.Element.Name
			if e.port.Owner.Path != d.owners[k.box] {
				name = e.port.Owner.Name + "." + name
			}
			names, types = append(names, name), append(types, name+": "+typeText(e.port))
		}
		p := d.pin(k.box, k.dir, short(names), strings.Join(names, ","))
		d.g.Ports[p].Type = strings.Join(types, "; ")
		for _, e := range members[k] {
			pins[e] = p
		}
	}
	return pins
}

// pin adds a port to a box.
func (d *drawing) pin(box int, dir graph.Direction, name, path string) int {
	p := len(d.g.Ports)
	r := &d.g.Reactors[box]
	d.g.Ports = append(d.g.Ports, graph.Port{Reactor: box, Name: name, Path: r.Path + "." + path, Dir: dir})
	r.Ports = append(r.Ports, p)
	return p
}

// wires draws the links from pin to pin, through the frames between them.
func (d *drawing) wires(pins map[end]int) {
	type piece struct {
		from, to int
		class    string
		fault    string
	}
	type crossing struct {
		box, from int
		dir       graph.Direction
		class     string
	}
	at := map[piece]int{}
	through := map[crossing]int{}
	join := func(from, to int, l *linkage) {
		k := piece{from, to, l.class, l.fault}
		n, ok := at[k]
		if !ok {
			n = len(d.g.Connections)
			at[k] = n
			d.g.Connections = append(d.g.Connections, graph.Connection{From: from, To: to, Mode: graph.None, Class: l.class, Fault: l.fault,
				Delayed: l.class == periodicClass, Note: l.class})
		}
		d.g.Connections[n].Note += "\n" + linkText(l.from, l.to)
	}
	for n := range d.links {
		l := &d.links[n]
		from, to := d.ends(l)
		last := pins[from]
		for _, f := range d.frames(l) {
			k := crossing{f.box, pins[from], f.dir, l.class}
			p, ok := through[k]
			if !ok {
				src := d.g.Ports[pins[from]]
				p = d.pin(f.box, f.dir, src.Name, src.Path)
				through[k] = p
			}
			join(last, p, l)
			last = p
		}
		join(last, pins[to], l)
	}
}

// frames lists the sides of boxes that a link crosses between its ends.
func (d *drawing) frames(l *linkage) (out []end) {
	if l.a != l.b && !d.within(l.b, l.a) {
		for x := d.g.Reactors[l.a].Parent; x != l.b && x != 0 && x != graph.None && !d.within(l.b, x); x = d.g.Reactors[x].Parent {
			out = append(out, end{box: x, dir: graph.Output})
		}
	}
	if l.a != l.b && !d.within(l.a, l.b) {
		n := len(out)
		for x := d.g.Reactors[l.b].Parent; x != l.a && x != 0 && x != graph.None && !d.within(l.a, x); x = d.g.Reactors[x].Parent {
			out = slices.Insert(out, n, end{box: x, dir: graph.Input})
		}
	}
	return out
}

// short writes the names of a pin's elements as a label: "u, v, w", "f[0…5]", "phi, theta +4".
func short(names []string) string {
	if len(names) > 2 {
		stem, _, ok := strings.Cut(names[0], "[")
		for n, name := range names {
			ok = ok && name == fmt.Sprintf("%s[%d]", stem, n)
		}
		if ok {
			return fmt.Sprintf("%s[0…%d]", stem, len(names)-1)
		}
	}
	const most = 22
	s := names[0]
	for n, name := range names[1:] {
		if len(s)+2+len(name) > most {
			return fmt.Sprintf("%s +%d", s, len(names)-1-n)
		}
		s += ", " + name
	}
	return s
}
