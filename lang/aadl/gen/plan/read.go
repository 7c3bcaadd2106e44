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

// taken are the names that every reactor or node has already.
var taken = []string{"Advance", "Answer", "Base", "Beat", "Dropped", "Loop", "More", "Period", "Configure", "End", "Fail", "Idle", "Node", "Notice", "Params", "Path", "Name", "Prepare", "Reaction", "Reactor", "Recover",
	"Request", "Running", "Setup", "Shutdown", "Startup", "State", "System", "Tag", "TearDown", "Vars", "Elapsed", "Isolate", "Document", "Declare", "RequestStop", "ResetTrigger", "Fault"}

// claimed are the names of what is in every node.
var claimed = []string{"Advance", "Answer", "Beat", "End", "Idle", "Loop", "Notice", "Request", "Running", "System"}

// Read reads a system. Warnings tell what of it is left out.
func Read(i *instance.Instance) (*Program, diag.Faults) {
	p := &Program{Instance: i, told: map[diag.Fault]bool{}, classes: map[*aadl.Classifier]Type{}, Ports: map[*instance.Feature]*Port{},
		At: map[*instance.Component]*Part{}, Wires: map[*instance.Component][]Wire{},
		dirs: gogen.NewNames("system", "main", "internal", "vendor", "testdata", "node", "reactor", "time", "errors", "run", "cli", "exec", "strconv", "context", "diag", "align")}
	p.Top = p.readGroup(i.Root)
	for _, f := range i.Root.Features {
		if f.Kind == syntax.DataPort || f.Kind == syntax.EventDataPort || f.Kind == syntax.EventPort {
			p.fault(f, diag.Warning, "gen-outside", "the port "+f.Name+" of the whole system leads outside: nothing of the program is connected to it",
				"let a process without an implementation, or a device, stand for what is outside")
		}
	}
	p.connect()
	p.faults.Sort()
	return p, p.faults
}

// runs reports whether a component is something that a program has.
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

// stated is the Program_Name of something.
func (p *Program) stated(o instance.Object) (string, bool) {
	if _, ok := p.Stated(o, programName, nil); !ok {
		return "", false
	}
	return p.Word(o, programName, nil)
}

// called is the name of a component in the program: indices count from 0 there.
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

// readGroup reads a system with all that is in it.
func (p *Program) readGroup(c *instance.Component) *Group {
	g := &Group{Component: c, Doc: of(c)}
	fields := gogen.NewNames(taken...)
	if c.Parent != nil {
		g.Ports = p.features(c, fields)
	}
	for _, child := range c.Children {
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
	return g
}

// implemented reports whether a process has an implementation.
func implemented(c *instance.Component) bool {
	return c.Classifier != nil && c.Classifier.Syntax.Form == syntax.ComponentImplementation
}

// features reads the ports of a component.
func (p *Program) features(c *instance.Component, names *gogen.Names) (all []*Port) {
	for _, f := range c.Features {
		switch f.Kind {
		case syntax.DataPort, syntax.EventDataPort, syntax.EventPort:
			if f.Direction != syntax.DirectionIn && f.Direction != syntax.DirectionOut {
				p.fault(f, diag.Error, "gen-port", "the port "+f.Name+" is both in and out", "make two of it, one for each direction")
				continue
			}
		case syntax.DataAccess, syntax.SubprogramAccess, syntax.SubprogramGroupAccess:
			if !p.notifies(f) {
				p.fault(f, diag.Warning, "gen-access", "the access "+f.Name+" is not generated", "let a port carry what is shared, or what is asked")
			}
			continue
		case syntax.BusAccess, syntax.VirtualBusAccess:
			continue
		default:
			p.fault(f, diag.Error, "gen-port", "the feature "+f.Name+" is of a kind that is not generated", "declare ports in its place")
			continue
		}
		name := f.Name
		if other, ok := p.stated(f); ok && other != "" {
			name = other
		}
		q := &Port{Feature: f, Field: gogen.Exported(name), In: f.Direction == syntax.DirectionIn, Held: f.Kind == syntax.DataPort, Signal: f.Kind == syntax.EventPort || f.Classifier == nil}
		if got := names.Exported(name); got != q.Field {
			p.fault(f, diag.Error, "gen-port", "the port "+f.Name+" would be called "+q.Field+", as something else of it is", "give it another name")
		}
		q.Type = Type{Name: "struct{}"}
		if !q.Signal {
			q.Type = p.typeOf(f, f.Classifier)
		}
		p.Ports[f] = q
		all = append(all, q)
	}
	return all
}

// notifies reports whether a feature is how a node tells its overseer of its state, which every node does anyhow.
func (p *Program) notifies(f *instance.Feature) bool {
	return f.Kind == syntax.SubprogramAccess && f.Classifier != nil && extends(f.Classifier, "Notify_State")
}

// extends reports whether a classifier is, realises or extends a type of a name.
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

// readSeam reads what exists already. Those of one classifier have one package.
func (p *Program) readSeam(c *instance.Component) *Seam {
	if c.Classifier == nil {
		p.fault(c, diag.Error, "gen-part", "nothing says what "+c.Name+" is", "name its type")
		return &Seam{Component: c}
	}
	for _, s := range p.Seams {
		if s.Component.Classifier == c.Classifier {
			p.features(c, seamNames()) // they are called as the first's
			return s
		}
	}
	s := &Seam{Component: c, Device: c.Category == syntax.DeviceCategory, Doc: of(c)}
	s.Dir = p.dir(c.Classifier)
	s.Ports = p.features(c, seamNames())
	p.Seams = append(p.Seams, s)
	return s
}

// seamNames are the names that a seam has already.
func seamNames() *gogen.Names {
	return gogen.NewNames(slices.Concat(taken, []string{"Peer", "Join"})...)
}

// dir is the name of the package of a classifier.
func (p *Program) dir(c *aadl.Classifier) string {
	name, _, _ := strings.Cut(c.Name, ".")
	return p.folder(name)
}

// folder is a name for a package.
func (p *Program) folder(name string) string {
	return p.dirs.Local(strings.ToLower(strings.ReplaceAll(name, "_", "")))
}

// readNode reads a node of one's own. Those that are alike have one package.
func (p *Program) readNode(c *instance.Component) *Node {
	n := &Node{Component: c, Doc: of(c)}
	n.Ports = p.features(c, gogen.NewNames(taken...))
	types := gogen.NewNames("Node", "New", "Parameters", "Variables")
	fields := gogen.NewNames(taken...)
	files := gogen.NewNames("node", "main", "doc")
	for _, q := range n.Ports {
		fields.Exported(q.Field)
	}
	for _, child := range c.Children {
		if child.Category != syntax.ThreadCategory {
			if child.Category == syntax.DataCategory {
				p.fault(child, diag.Warning, "gen-part", "the data "+child.Name+" within a node is not generated", "keep it in the state of a thread")
			} else {
				p.fault(child, diag.Error, "gen-part", "the "+child.Category.String()+" "+child.Name+" within a node is not generated", "put its threads into the process itself")
			}
			continue
		}
		if name, ok := p.stated(child); ok && name == "" { // the main loop that every node has stands in its place
			n.Loop, _ = p.Duration(child, "Timing_Properties::Period", nil)
			continue
		}
		t := p.readThread(n, child)
		if slices.Contains(claimed, gogen.Exported(t.Called)) {
			p.fault(child, diag.Error, "gen-part", "the thread "+t.Called+" is called as something that every node has", "give it another name")
		}
		t.Type, t.Field = types.Exported(child.Name), fields.Local(child.Name)
		for _, suffix := range []string{"State", "In", "Out"} {
			types.Exported(t.Type + suffix)
		}
		t.File = files.Local(strings.ToLower(fileName(t.Name)))
		p.At[child] = &Part{Name: t.Called, Field: t.Field, Parent: c, Thread: t}
		n.Threads = append(n.Threads, t)
	}
	n.likeness = p.likeness(n)
	for _, other := range p.Nodes {
		if other.likeness == n.likeness {
			return other
		}
	}
	n.Dir = p.dir(c.Classifier)
	p.Nodes = append(p.Nodes, n)
	return n
}

// fileName is a name as files are Called: not as the go command reads tests and systems from.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '[' || r == ']' || r == '_' {
			return -1
		}
		return r
	}, name)
	return name
}

// likeness says all by which nodes of one classifier may differ.
func (p *Program) likeness(n *Node) string {
	text := n.Component.Classifier.Qualified() + n.Loop.String()
	for _, q := range n.Ports {
		text += " " + q.Field + q.Type.Key()
	}
	for _, t := range n.Threads {
		text += "; " + t.Name + t.Period.String() + t.Offset.String() + t.When()
		for _, q := range t.Ports {
			text += " " + q.Field + q.Type.Key()
		}
	}
	return text
}

// readThread reads a thread.
func (p *Program) readThread(n *Node, c *instance.Component) *Thread {
	t := &Thread{Component: c, Node: n, Name: c.Name, Called: p.called(c), Doc: of(c)}
	t.Ports = p.features(c, gogen.NewNames(taken...))
	protocol, _ := p.Word(c, "Thread_Properties::Dispatch_Protocol", nil)
	switch protocol {
	case "periodic", "":
		t.Period, _ = p.Duration(c, "Timing_Properties::Period", nil)
		t.Offset, _ = p.Duration(c, "Timing_Properties::Dispatch_Offset", nil)
		if t.Period > 0 {
			break
		}
		if protocol != "" || len(t.Events()) == 0 {
			p.fault(c, diag.Error, "gen-thread", "the thread "+c.Name+" has no Period", "say how often it runs, or that it is sporadic and on which ports")
		}
	case "sporadic", "aperiodic":
		if len(t.Events()) == 0 {
			p.fault(c, diag.Error, "gen-thread", "the thread "+c.Name+" is "+protocol+", and has no in event port that triggers it", "give it one, or a Period")
		}
	default:
		p.fault(c, diag.Error, "gen-thread", "threads that are dispatched as "+protocol+" are not generated", "make it periodic, or sporadic")
	}
	t.Sync = p.synchrony(t)
	return t
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
		if p.Ports[k.from] == nil || p.Ports[k.to] == nil || seen[k] || !p.reaches(s.Context, s.From) || !p.reaches(s.Context, s.To) {
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

// late reports whether a connection carries values to the next microstep: to a data port that is sampled, since what a thread reads is what
// was there when it was dispatched, and wherever the model says that it is delayed.
func (p *Program) late(s instance.Segment, timing string) bool {
	q := p.Ports[s.To.Feature]
	return timing == "delayed" || timing != "immediate" && q != nil && q.Held && s.To.Component != s.Context && s.To.Component.Category == syntax.ThreadCategory
}

// reaches reports whether an end is a port of a component, or of a part that it has in the program.
func (p *Program) reaches(in *instance.Component, e instance.End) bool {
	return e.Component == in && in.Parent != nil || p.At[e.Component] != nil && p.At[e.Component].Parent == in
}

// devices tells which device has no driver.
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
