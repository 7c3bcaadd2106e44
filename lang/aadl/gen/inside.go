package gen

import (
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// inside is the contents of a node, or of a thread group of one.
type inside struct {
	self      string // its name in the source
	parent    string // the parent of its parts
	typ       string
	component *instance.Component
	group     *plan.ThreadGroup // nil: it is the node
	accesses  []*plan.Access
	cells     []*plan.Access
	threads   []*plan.Thread
	groups    []*plan.ThreadGroup
	node      *plan.Node // nil: it is a thread group
}

// inside returns the contents of a node.
func (p *program) inside(n *plan.Node) *inside {
	return &inside{self: "n", parent: "&n.Running", typ: "Node", component: n.Component, accesses: n.Accesses, cells: n.Cells, threads: within(n.Threads, nil), groups: n.Groups, node: n}
}

// within returns the threads in a group, or in none.
func within(all []*plan.Thread, g *plan.ThreadGroup) (some []*plan.Thread) {
	for _, t := range all {
		if t.Group == g {
			some = append(some, t)
		}
	}
	return some
}

// emitParts writes the fields of the contents.
func (p *program) emitParts(f *gogen.File, in *inside) {
	p.emitCells(f, in.cells)
	for _, t := range in.threads {
		f.P("%s *%s", t.Field, t.Type)
	}
	for _, g := range in.groups {
		f.P("%s *%s", g.Field, g.Type)
	}
}

// emitInside makes the contents and connects them.
func (p *program) emitInside(f *gogen.File, in *inside) {
	p.emitInit(f, in.self, in.accesses)
	p.emitNewCells(f, in.self, in.self, in.cells)
	for _, t := range in.threads {
		f.P("%s.%s = new%s(%s, %q, n)", in.self, t.Field, t.Type, in.parent, t.Called)
	}
	for _, g := range in.groups {
		f.P("%s.%s = new%s(%s, %q, n)", in.self, g.Field, g.Type, in.parent, g.Called)
	}
	if in.node != nil {
		p.emitDescribe(f, in.node)
	}
	for _, w := range p.Wires[in.component] {
		p.emitWire(f, in.self, in.component, w)
	}
	p.emitLinks(f, in.self, in.component)
	var all []string
	for _, field := range in.failing(p) {
		all = append(all, "&"+in.self+"."+field+".Fault")
	}
	switch {
	case len(all) == 0:
	case in.group == nil:
		f.P("n.Running.Reaction(\"faults\").On(%s).Do(n.faults)", strings.Join(all, ", "))
	default:
		f.P("g.Reaction(\"faults\").On(%s).Sets(&g.Fault).Do(g.faults)", strings.Join(all, ", "))
	}
}

// failing returns the fields of parts with algorithms that may fail.
func (in *inside) failing(p *program) (fields []string) {
	for _, t := range in.threads {
		if t.Runs() {
			fields = append(fields, t.Field)
		}
	}
	for _, g := range in.groups {
		if len(p.grouped(g).failing(p)) > 0 {
			fields = append(fields, g.Field)
		}
	}
	return fields
}

// emitFaults writes how the main loop gets the errors that algorithms have returned.
func (p *program) emitFaults(f *gogen.File, in *inside) {
	if len(in.failing(p)) == 0 {
		return
	}
	f.P("")
	names := map[string]string{}
	for _, t := range in.threads {
		names[t.Field] = t.Called
		if in.group == nil {
			names[t.Field] = t.Name
		}
	}
	for _, g := range in.groups {
		names[g.Field] = g.Called
	}
	if in.group == nil {
		f.Comment("faults tells the main loop what algorithms have returned.")
	} else {
		f.Comment("faults passes on what algorithms have returned, the first of them.")
	}
	f.P("func (%s *%s) faults() {", in.self, in.typ)
	for _, field := range in.failing(p) {
		if in.group == nil {
			f.P("if x := n.%s.Fault.Ref(); x != nil {\nn.Fail(%s.New(%q + x.Cause))\n}", field, f.Import("errors"), names[field]+": ")
		} else {
			nd := f.Import(nodePath)
			f.P("if x := g.%s.Fault.Ref(); x != nil {\ng.Fault.Set(%s.Notice{State: %s.Error, Cause: %q + x.Cause})\nreturn\n}", field, nd, nd, names[field]+": ")
		}
	}
	f.P("}")
}

// grouped returns the contents of a thread group.
func (p *program) grouped(g *plan.ThreadGroup) *inside {
	return &inside{self: "g", parent: "g", typ: g.Type, component: g.Component, group: g, accesses: g.Accesses, cells: g.Cells, threads: within(g.Threads, g), groups: g.Groups}
}

// emitThreadGroup writes a thread group of a node, with the groups in it.
func (p *program) emitThreadGroup(f *gogen.File, g *plan.ThreadGroup) {
	in, r := p.grouped(g), f.Import(reactorPath)
	fails := len(in.failing(p)) > 0
	f.P("")
	f.Comment(sentence(g.Type+" is the thread group "+g.Name, g.Doc) + listed(g.Ports, func(*plan.Port) string { return "" }) + p.asked(g.Accesses))
	f.P("type %s struct {\n%s.Reactor", g.Type, r)
	p.emitPorts(f, g.Ports)
	p.emitAccesses(f, g.Accesses)
	if fails {
		f.P("Fault %s.Out[%s.Notice] // what algorithms return", r, f.Import(nodePath))
	}
	f.P("")
	p.emitParts(f, in)
	f.P("}\n")
	n := "_"
	if len(in.threads)+len(in.groups) > 0 {
		n = "n"
	}
	f.P("func new%s(parent %s.Parent, name string, %s *Node) *%s {\ng := &%s{}\n%s.Init(parent, name, g)", g.Type, r, n, g.Type, g.Type, r)
	p.emitInside(f, in)
	f.P("return g\n}")
	p.emitFaults(f, in)
	for _, g := range g.Groups {
		p.emitThreadGroup(f, g)
	}
}
