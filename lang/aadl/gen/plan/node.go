package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// scope has the names of a node's package.
type scope struct{ types, fields, files *gogen.Names }

// readNode reads a node that is to be generated. Nodes that are alike share one package.
func (p *Program) readNode(c *instance.Component) *Node {
	n := &Node{Component: c, Doc: Of(c), all: []*instance.Component{c}}
	n.Ports, n.Accesses = p.features(c, gogen.NewNames(taken...))
	names := &scope{gogen.NewNames("Node", "New", "Parameters", "Variables"), gogen.NewNames(taken...), gogen.NewNames("node", "main", "doc")}
	n.names = names
	for _, q := range n.Ports {
		names.fields.Exported(q.Field)
	}
	for _, a := range n.Accesses {
		names.fields.Exported(a.Field)
	}
	n.Cells = p.cells(c, names.fields)
	n.Groups = p.inNode(n, nil, c, names)
	p.turning(n)
	n.likeness = p.likeness(n)
	for _, other := range p.Nodes {
		if other.likeness == n.likeness {
			other.all = append(other.all, c)
			return other
		}
	}
	n.Dir = p.dir(c.Classifier)
	p.Nodes = append(p.Nodes, n)
	return n
}

// inNode reads the contents of a process or a thread group: its threads, which become the node's, and its groups.
func (p *Program) inNode(n *Node, g *ThreadGroup, c *instance.Component, names *scope) (groups []*ThreadGroup) {
	fields, before := names.fields, ""
	if g != nil {
		fields, before = g.fields, g.Name+"."
	}
	for _, child := range c.Children {
		if g == nil && p.holds(n, child) {
			continue
		}
		called := &scope{names.types, fields, names.files}
		switch child.Category {
		case syntax.ThreadCategory:
			p.inside(n, g, child, before, called)
		case syntax.ThreadGroupCategory:
			groups = append(groups, p.threadGroup(n, child, before, called))
		case syntax.DataCategory:
			if p.Owners[child] == nil {
				p.fault(child, diag.Warning, "gen-part", "the data "+child.Name+" within a node is not generated", "keep it in the state of a thread")
			}
		case syntax.SubprogramCategory:
			if p.accessed[child] && child.Classifier != nil {
				t := p.server(n, child, child, before+child.Name, p.called(child), p.service(child, child.Classifier), called)
				p.Owners[child] = t.Accesses[0]
				if t.Group = g; g != nil {
					g.Threads = append(g.Threads, t)
				}
				p.At[child] = &Part{Name: t.Called, Field: t.Field, Parent: c, Thread: t}
			}
		default:
			p.fault(child, diag.Error, "gen-part", "the "+child.Category.String()+" "+child.Name+" within a node is not generated", "put its threads into the process itself")
		}
	}
	return groups
}

// inside reads a thread of a node.
func (p *Program) inside(n *Node, g *ThreadGroup, child *instance.Component, before string, names *scope) {
	if name, ok := p.stated(child); ok && name == "" { // every node's main loop replaces it
		n.Loop, _ = p.Duration(child, "Timing_Properties::Period", nil)
		return
	}
	t := p.readThread(n, child)
	t.Name, t.Group = before+t.Name, g
	p.nameThread(t, child, names)
	p.At[child] = &Part{Name: t.Called, Field: t.Field, Parent: child.Parent, Thread: t}
	n.Threads = append(n.Threads, t)
	if g != nil {
		g.Threads = append(g.Threads, t)
	}
}

// nameThread gives a thread its names in source.
func (p *Program) nameThread(t *Thread, of instance.Object, names *scope) {
	if t.Group == nil && slices.Contains(claimed, gogen.Exported(t.Called)) {
		p.fault(of, diag.Error, "gen-part", "the thread "+t.Called+" is called as something that every node has", "give it another name")
	}
	_, last, nested := cutLast(t.Name)
	if !nested {
		last = t.Name
	}
	t.Type, t.Field = names.types.Exported(t.Name), names.fields.Local(last)
	for _, suffix := range []string{"State", "In", "Out"} {
		names.types.Exported(t.Type + suffix)
	}
	t.File = names.files.Local(strings.ToLower(fileName(t.Name)))
}

// cutLast splits off the last part of a path.
func cutLast(path string) (before, last string, nested bool) {
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

// threadGroup reads a thread group of a node.
func (p *Program) threadGroup(n *Node, c *instance.Component, before string, names *scope) *ThreadGroup {
	g := &ThreadGroup{Component: c, Name: before + c.Name, Called: p.called(c), Doc: Of(c), fields: gogen.NewNames(taken...)}
	g.Ports, g.Accesses = p.features(c, gogen.NewNames(taken...))
	for _, q := range g.Ports {
		g.fields.Exported(q.Field)
	}
	for _, a := range g.Accesses {
		g.fields.Exported(a.Field)
	}
	g.Type, g.Field = names.types.Exported(g.Name), names.fields.Local(c.Name)
	g.Cells = p.cells(c, g.fields)
	p.At[c] = &Part{Name: g.Called, Field: g.Field, Parent: c.Parent, ThreadGroup: g}
	g.Groups = p.inNode(n, g, c, names)
	return g
}

// fileName turns a name into a file name without the underscores by which the go command recognises tests and systems.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '[' || r == ']' || r == '_' || r == '.' {
			return -1
		}
		return r
	}, name)
}

// likeness describes everything in which nodes of one classifier may differ.
func (p *Program) likeness(n *Node) string {
	var b strings.Builder
	b.WriteString(n.Component.Classifier.Qualified() + n.Loop.String() + n.Parameters.likeness() + n.Variables.likeness())
	has := func(ports []*Port, accesses, cells []*Access) {
		for _, q := range ports {
			b.WriteString(" " + q.Field + q.Type.Key())
		}
		for _, a := range slices.Concat(accesses, cells) {
			fmt.Fprint(&b, " ", a.Field, a.Gives, a.Reads, a.Writes, a.Timeout, a.Data.Key())
			if a.Service != nil {
				b.WriteString(a.Service.Request.Key())
			}
		}
	}
	has(n.Ports, n.Accesses, n.Cells)
	for _, t := range n.Threads {
		b.WriteString("; " + t.Name + t.Period.String() + t.Offset.String() + t.When())
		has(t.Ports, t.Accesses, nil)
	}
	var groups func(all []*ThreadGroup)
	groups = func(all []*ThreadGroup) {
		for _, g := range all {
			b.WriteString("; " + g.Name)
			has(g.Ports, g.Accesses, g.Cells)
			groups(g.Groups)
		}
	}
	groups(n.Groups)
	return b.String()
}

// readThread reads a thread.
func (p *Program) readThread(n *Node, c *instance.Component) *Thread {
	t := &Thread{Component: c, Node: n, Name: c.Name, Called: p.called(c), Doc: Of(c)}
	t.Ports, t.Accesses = p.features(c, gogen.NewNames(taken...))
	protocol, _ := p.Word(c, "Thread_Properties::Dispatch_Protocol", nil)
	serves := len(t.Ports) == 0 && len(t.Accesses) > 0 && !slices.ContainsFunc(t.Accesses, func(a *Access) bool { return !a.Gives })
	switch protocol {
	case "periodic", "":
		t.Period, _ = p.Duration(c, "Timing_Properties::Period", nil)
		t.Offset, _ = p.Duration(c, "Timing_Properties::Dispatch_Offset", nil)
		if t.Period > 0 {
			break
		}
		if protocol != "" || len(t.Events()) == 0 && !serves {
			p.fault(c, diag.Error, "gen-thread", "the thread "+c.Name+" has no Period", "say how often it runs, or that it is sporadic and on which ports")
		}
	case "sporadic", "aperiodic":
		if len(t.Events()) == 0 && !serves {
			p.fault(c, diag.Error, "gen-thread", "the thread "+c.Name+" is "+protocol+", and has no in event port that triggers it", "give it one, or a Period")
		}
	default:
		p.fault(c, diag.Error, "gen-thread", "threads that are dispatched as "+protocol+" are not generated", "make it periodic, or sporadic")
	}
	t.Sync = p.synchrony(t)
	p.calls(t)
	return t
}

// calls reports which calls of a thread are left to its algorithm; calls of services are its requests.
func (p *Program) calls(t *Thread) {
	for _, s := range t.Component.Calls {
		for _, x := range s.Calls {
			if x.Subprogram != nil {
				p.fault(t.Component, diag.Warning, "gen-call", "the call "+x.Name+" of the subprogram "+x.Subprogram.Name+" in the thread "+t.Name+" is not generated",
					"call it in the algorithm, or let the thread require access to a subprogram that is elsewhere")
			}
		}
	}
}
