package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// taken are the names that every reactor or node already has.
var taken = []string{"Advance", "Answer", "Base", "Beat", "Dropped", "Loop", "More", "Period", "Configure", "End", "Fail", "Idle", "Kill", "Node", "Notice", "Now", "Params", "Path", "Name", "Prepare", "Reaction", "Reactor", "Recover",
	"Request", "Revive", "Running", "Setup", "Shutdown", "Startup", "State", "System", "Tag", "TearDown", "Vars", "Elapsed", "Isolate", "Document", "Declare", "RequestStop", "ResetTrigger", "Fault",
	"Changes", "Earlier", "Later", "Parameters", "Variables"}

// claimed are the names of the parts of every node.
var claimed = []string{"Advance", "Answer", "Beat", "End", "Idle", "Kill", "Loop", "Notice", "Request", "Revive", "Running", "System"}

// Read reads a system. Warnings report what is left out.
func Read(i *instance.Instance) (*Program, diag.Faults) {
	p := &Program{Instance: i, told: map[diag.Fault]bool{}, classes: map[*aadl.Classifier]Type{}, Ports: map[*instance.Feature]*Port{}, Outs: map[*instance.Feature]*Port{},
		At: map[*instance.Component]*Part{}, Wires: map[*instance.Component][]Wire{}, Links: map[*instance.Component][]Link{},
		Accesses: map[*instance.Feature]*Access{}, Owners: map[*instance.Component]*Access{}, services: map[*aadl.Classifier]*Service{}, accessed: map[*instance.Component]bool{}, Starts: map[*instance.Component]Start{},
		dirs: gogen.NewNames("system", "main", "internal", "vendor", "testdata", "node", "reactor", "time", "errors", "run", "part", "cli", "exec", "strconv", "context", "diag", "align", "access", "outside")}
	p.lookAt(i)
	p.Top = p.readGroup(i.Root)
	p.connect()
	p.link()
	p.faults.Sort()
	return p, p.faults
}

// runs reports whether a component is a part of a program.
func (p *Program) runs(c *instance.Component) bool {
	switch c.Category {
	case syntax.ProcessCategory:
		return true
	case syntax.SystemCategory, syntax.AbstractCategory:
		return slices.ContainsFunc(c.Children, p.runs)
	}
	return p.driven(c)
}

// driven reports whether a component is a device with a driver.
func (p *Program) driven(c *instance.Component) bool {
	name, ok := p.stated(c)
	return c.Category == syntax.DeviceCategory && ok && name != ""
}

const programName = "Sinew::Program_Name"

// stated is the Program_Name of an object.
func (p *Program) stated(o instance.Object) (string, bool) {
	if _, ok := p.Stated(o, programName, nil); !ok {
		return "", false
	}
	return p.Word(o, programName, nil)
}

// called is the name of a component in the program, where indices count from 0.
func (p *Program) called(c *instance.Component) string {
	if name, ok := p.stated(c); ok {
		if strings.Contains(name, ".") || name == "" {
			p.fault(c, diag.Error, "gen-part", fmt.Sprintf("its name in the program is %q, which leads further in or nowhere: that is for programs written by hand", name), "give it a simple name, or none")
		}
		return name
	}
	name, _, _ := strings.Cut(c.Name, "[")
	for _, i := range c.Indices {
		name += fmt.Sprintf("[%d]", i-1)
	}
	return name
}

// readGroup reads a system with everything in it.
func (p *Program) readGroup(c *instance.Component) *Group {
	g := &Group{Component: c, Doc: Of(c)}
	fields := gogen.NewNames(taken...)
	if c.Parent != nil {
		g.Ports, g.Accesses = p.features(c, fields)
	}
	g.Cells = p.cells(c, fields)
	for _, child := range c.Children {
		if child.Category == syntax.SubprogramCategory && p.accessed[child] {
			p.fault(child, diag.Error, "gen-part", "the subprogram "+child.Name+" of a system has no node that runs it", "put it into a process")
		}
		if !p.runs(child) {
			continue
		}
		x := &Part{Name: p.called(child), Parent: c, Field: fields.Local(child.Name)}
		p.At[child] = x
		switch {
		case child.Category == syntax.DeviceCategory:
			x.Seam = p.readSeam(child)
		case child.Category == syntax.ProcessCategory && !implemented(child):
			x.Seam = p.readSeam(child)
		case child.Category == syntax.ProcessCategory:
			x.Node = p.readNode(child)
		default:
			x.Group = p.readGroup(child)
		}
		g.Parts = append(g.Parts, x)
	}
	if s := p.outside(c); s != nil {
		g.Parts = append(g.Parts, &Part{Name: s.Dir, Field: fields.Local(s.Dir), Parent: c, Seam: s})
	}
	return g
}

// implemented reports whether a process has an implementation.
func implemented(c *instance.Component) bool {
	return c.Classifier != nil && c.Classifier.Syntax.Form == syntax.ComponentImplementation
}

// notifies reports whether a feature reports a node's state to its overseer, which every node does anyway.
func (p *Program) notifies(f *instance.Feature) bool {
	return f.Kind == syntax.SubprogramAccess && f.Classifier != nil && extends(f.Classifier, "Notify_State")
}

// extends reports whether a classifier is, realises or extends a type with a name.
func extends(c *aadl.Classifier, name string) bool {
	for n := 0; c != nil && n < 10_000; n++ {
		if syntax.Same(c.Name, name) {
			return true
		}
		if c.Type != nil {
			c = c.Type
		} else {
			c = c.Base.Classifier
		}
	}
	return false
}

// readSeam reads something that already exists. Seams of one classifier share one package.
func (p *Program) readSeam(c *instance.Component) *Seam {
	if c.Classifier == nil {
		p.fault(c, diag.Error, "gen-part", "nothing says what "+c.Name+" is", "name its type")
		return &Seam{Component: c}
	}
	for _, s := range p.Seams {
		if s.Component.Classifier == c.Classifier {
			p.features(c, seamNames()) // they have the names of the first one's
			s.all = append(s.all, c)
			return s
		}
	}
	s := &Seam{Component: c, Device: c.Category == syntax.DeviceCategory, Doc: Of(c), all: []*instance.Component{c}}
	s.Dir = p.dir(c.Classifier)
	s.Ports, s.Accesses = p.features(c, seamNames())
	p.Seams = append(p.Seams, s)
	return s
}

// seamNames are the names that a seam already has.
func seamNames() *gogen.Names {
	return gogen.NewNames(slices.Concat(taken, []string{"Peer", "Join"})...)
}

// dir is the name of the package of a classifier.
func (p *Program) dir(c *aadl.Classifier) string {
	name, _, _ := strings.Cut(c.Name, ".")
	return p.folder(name)
}

// folder returns a unique name for a package.
func (p *Program) folder(name string) string {
	return p.dirs.Local(strings.ToLower(strings.ReplaceAll(name, "_", "")))
}

// connect collects the connections in each component, in the order in which they are first met.
func (p *Program) connect() {
	type key struct {
		in       *instance.Component
		from, to *instance.Feature
	}
	seen := map[key]bool{}
	add := func(s instance.Segment, delayed bool) {
		k := key{s.Context, s.From.Feature, s.To.Feature}
		if p.PortAt(s.Context, s.From, true) == nil || p.PortAt(s.Context, s.To, false) == nil || seen[k] || !p.reaches(s.Context, s.From) || !p.reaches(s.Context, s.To) {
			return
		}
		seen[k] = true
		for _, w := range p.Wires[s.Context] {
			if w.To == s.To {
				p.fault(k.to, diag.Error, "gen-fan-in", "several connections lead to "+k.to.Path(), "give it a port for each")
				return
			}
		}
		p.Wires[s.Context] = append(p.Wires[s.Context], Wire{s.From, s.To, delayed})
	}
	for _, c := range p.Connections {
		timing, _ := p.Word(c, "Communication_Properties::Timing", nil)
		for k, s := range c.Segments {
			add(s, k == len(c.Segments)-1 && p.late(s, timing))
			if c.Bidirectional {
				s.From, s.To = s.To, s.From
				add(s, k == 0 && p.late(s, timing))
			}
		}
		p.devices(c)
	}
	for _, part := range p.Partial {
		for k, s := range part.Segments {
			add(s, k == len(part.Segments)-1 && p.late(s, ""))
		}
	}
	for _, n := range p.Nodes {
		n.Wires = p.Wires[n.Component]
	}
}

// PortAt is the port at an end of a connection in a component: its source or its destination. A port of the model that is both in and out
// has two.
func (p *Program) PortAt(in *instance.Component, e instance.End, from bool) *Port {
	if q := p.Outs[e.Feature]; q != nil && from != (e.Component == in) {
		return q
	}
	return p.Ports[e.Feature]
}

// late reports whether a connection carries values to the next microstep: to a sampled data port, because a thread reads what was there
// when it was dispatched, and wherever the model says that it is delayed.
func (p *Program) late(s instance.Segment, timing string) bool {
	q := p.PortAt(s.Context, s.To, false)
	return timing == "delayed" || timing != "immediate" && q != nil && q.Held && s.To.Component != s.Context && s.To.Component.Category == syntax.ThreadCategory
}

// reaches reports whether an end is a port of a component, or of one of its parts in the program.
func (p *Program) reaches(in *instance.Component, e instance.End) bool {
	return e.Component == in || p.At[e.Component] != nil && p.At[e.Component].Parent == in
}

// devices reports devices without a driver.
func (p *Program) devices(c *instance.Connection) {
	for _, e := range []instance.End{c.Source, c.Destination} {
		other := c.Source
		if e == c.Source {
			other = c.Destination
		}
		if e.Component.Category == syntax.DeviceCategory && !p.driven(e.Component) && other.Component.Parent != nil && implemented(other.Component.Parent) && p.At[other.Component] != nil && p.At[other.Component].Thread != nil {
			p.fault(e.Component, diag.Warning, "gen-device", "no driver is generated for the device "+e.Component.Name+": "+other.Component.Parent.Path()+" is not connected to it",
				`state Sinew::Program_Name => "`+strings.ToLower(e.Component.Name)+`" for it`)
		}
	}
}
