package gen

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Import paths of packages that generated source uses.
const (
	reactorPath = "github.com/sinew-robotics/sinew/reactor"
	nodePath    = "github.com/sinew-robotics/sinew/control/node"
	partPath    = "github.com/sinew-robotics/sinew/tool/part"
	runPath     = "github.com/sinew-robotics/sinew/tool/run"
	cliPath     = "github.com/sinew-robotics/sinew/tool/cli"
)

// emitPorts writes fields for ports.
func (p *program) emitPorts(f *gogen.File, ports []*plan.Port) {
	r := f.Import(reactorPath)
	for _, q := range ports {
		dir := "Out"
		if q.In {
			dir = "In"
		}
		f.P("%s %s.%s[%s]", q.Field, r, dir, p.write(f, nil, q.Type))
	}
}

// listed lists ports for a comment.
func listed(ports []*plan.Port, about func(*plan.Port) string) string {
	var b strings.Builder
	for _, q := range ports {
		dir := "out"
		if q.In {
			dir = "in "
		}
		fmt.Fprintf(&b, "\n\t%s  %s  %s", dir, q.Name, q.Type.Key())
		if text := about(q); text != "" {
			b.WriteString(", " + text)
		}
	}
	if b.Len() > 0 {
		return "\n" + b.String()
	}
	return ""
}

// emitNode writes the framework of a node.
func (p *program) emitNode(f *gogen.File, n *plan.Node) {
	f.Doc(sentence("Package "+n.Dir+" is the node "+n.Component.Classifier.Qualified(), n.Doc),
		"The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method Prepare, TearDown or Recover of Node "+
			"that you add in a file of yours takes the place of the one that every node has.")
	r, nd := f.Import(reactorPath), f.Import(nodePath)
	f.Names().Exported("Node")
	p.emitParameters(f, n)
	f.Comment(keeping(n))
	f.P("type Variables struct {")
	p.emitShared(f, n)
	for _, t := range n.Threads {
		f.P("%s %sState", t.Type, t.Type)
	}
	f.P("}\n")
	f.Comment("Validate reports all that is wrong with them at the end of Init.")
	if len(n.Threads) == 0 && n.Variables == nil {
		f.P("func (v Variables) Validate() error { return nil }\n")
	} else {
		var all []string
		if n.Variables != nil {
			all = append(all, "v.Shared.Validate()")
		}
		for _, t := range n.Threads {
			all = append(all, "v."+t.Type+".Validate()")
		}
		f.P("func (v Variables) Validate() error {\nreturn %s.Join(%s)\n}\n", f.Import("errors"), strings.Join(all, ", "))
	}
	in := p.inside(n)
	f.Comment(sentence("Node is "+n.Component.Classifier.Qualified(), n.Doc) + listed(n.Ports, func(*plan.Port) string { return "" }) + p.asked(n.Accesses))
	f.P("type Node struct {\n%s.Node[Parameters, Variables]", nd)
	p.emitPorts(f, n.Ports)
	p.emitAccesses(f, n.Accesses)
	f.P("")
	p.emitParts(f, in)
	f.P("}\n")
	f.Comment("Config is how the model wants the node to be run.")
	loop := ""
	if n.Loop > 0 {
		loop = "Loop: " + duration(f, n.Loop)
	}
	f.P("func Config() %s.Config { return %s.Config{%s} }\n", nd, nd, loop)
	f.Comment(making(n))
	f.P("func New(parent %s.Parent, name string, c %s.Config%s) (*Node, error) {\nn := &Node{}\n%s.Init(parent, name, n)", r, nd, p.beginning(f, n), r)
	f.P("if err := n.Setup(c, Parameters{}, n); err != nil {\nreturn nil, err\n}")
	p.emitInside(f, in)
	f.P("return n, nil\n}")
	p.emitFaults(f, in)
	for _, g := range n.Groups {
		p.emitThreadGroup(f, g)
	}
}

// emitWire writes a connection in a component that is called self.
func (p *program) emitWire(f *gogen.File, self string, in *instance.Component, w plan.Wire) {
	end := func(e instance.End, from bool) string {
		q := p.PortAt(in, e, from)
		if e.Component == in && in.Parent == nil {
			return "&" + self + "." + p.beyond() + "." + q.Field
		}
		if e.Component == in {
			return "&" + self + "." + q.Field
		}
		return "&" + self + "." + p.At[e.Component].Field + "." + q.Field
	}
	after := ""
	if w.Delayed {
		after = ".After(0)"
	}
	f.P("%s.Connect(%s, %s)%s", f.Import(reactorPath), end(w.From, true), end(w.To, false), after)
}

// emitThread writes the framework of a thread.
func (p *program) emitThread(f *gogen.File, t *plan.Thread) {
	r := f.Import(reactorPath)
	does := " runs the algorithm of the thread " + t.Name + " " + t.When()
	if !t.Runs() {
		does = " has the services of " + t.Name
	}
	f.Comment(sentence(t.Type+does, t.Doc) + listed(t.Ports, t.Role) + p.asked(t.Accesses))
	f.P("type %s struct {\n%s.Reactor", t.Type, r)
	p.emitPorts(f, t.Ports)
	p.emitAccesses(f, t.Accesses)
	if t.Runs() {
		f.P("Fault %s.Out[%s.Notice] // what the algorithm returns\n", r, f.Import(nodePath))
		f.P("node *Node\nin %sIn\nout %sOut", t.Type, t.Type)
		p.emitHolding(f, t)
	} else {
		f.P("\nnode *Node")
	}
	switch {
	case t.Period > 0:
		f.P("period %s.Timer", r)
	case t.Sync != nil:
		p.emitAligned(f, t)
	}
	for _, q := range t.Ports {
		if !t.Keeps(q) {
			continue
		}
		if !q.Signal {
			f.P("last%s %s", q.Field, p.write(f, nil, q.Type))
		}
		f.P("has%s bool", q.Field)
	}
	f.P("}\n")
	if t.Runs() {
		p.emitFrames(f, t)
	}
	p.emitNewThread(f, t)
	if t.Runs() {
		p.emitRun(f, t)
	}
	p.emitServes(f, t)
}

// emitFrames writes the input and output structs of an algorithm.
func (p *program) emitFrames(f *gogen.File, t *plan.Thread) {
	f.Comment(t.Type + "In is what the algorithm of " + t.Name + " gets. It must neither change nor keep what these point to.")
	f.P("type %sIn struct {\nNow %s.Duration // since the program's start, by its own time", t.Type, f.Import("time"))
	for _, q := range t.Ports {
		if !q.In {
			continue
		}
		note := "what came; nil: nothing on this port"
		switch {
		case q.Signal:
			f.P("%s bool // something came", q.Field)
			continue
		case q.Held:
			note = "the latest; nil: there is none yet"
		case t.Period > 0:
			note = "what came last since the thread ran; nil: nothing"
		case t.Sync != nil || len(t.Events()) == 1:
			note = "what came"
		}
		f.P("%s *%s // %s", q.Field, p.write(f, nil, q.Type), note)
	}
	if t.Sync != nil {
		f.P("Dropped uint64 // messages so far that no set had, or that found no room")
	}
	p.emitGets(f, t)
	p.emitGiven(f, t)
	f.P("}\n")
	f.Comment(t.Type + "Out is what the algorithm of " + t.Name + " gives. What is marked to be sent is sent when it returns; the values stay for the next time.")
	f.P("type %sOut struct {", t.Type)
	for _, q := range t.Ports {
		if q.In {
			continue
		}
		if !q.Signal {
			f.P("%s %s", q.Field, p.write(f, nil, q.Type))
		}
		f.P("Send%s bool", q.Field)
	}
	p.emitGives(f, t)
	f.P("}\n")
}

// emitNewThread writes a thread's constructor.
func (p *program) emitNewThread(f *gogen.File, t *plan.Thread) {
	r := f.Import(reactorPath)
	f.P("func new%s(parent %s.Parent, name string, n *Node) *%s {\nt := &%s{node: n}\n%s.Init(parent, name, t)", t.Type, r, t.Type, t.Type, r)
	p.emitInit(f, "t", t.Accesses)
	var reset []string
	for _, q := range t.Ports {
		if t.Keeps(q) {
			reset = append(reset, "t.has"+q.Field)
		}
	}
	switch {
	case t.Period > 0:
		f.P("t.period.Set(%s, %s)", duration(f, t.Offset), duration(f, t.Period))
	case t.Sync != nil:
		f.P("t.align = %s.New(%d, %s)\nt.Reaction(\"forget\").On(t.ResetTrigger()).Do(t.align.Reset)", f.Import(alignPath), len(t.Events()), duration(f, t.Sync.Tolerance))
	}
	if len(reset) > 0 {
		f.P("t.Reaction(\"reset\").On(t.ResetTrigger()).Do(func() { %s = %s })", strings.Join(reset, ", "), strings.TrimSuffix(strings.Repeat("false, ", len(reset)), ", "))
	}
	for _, q := range t.Ports {
		switch {
		case t.Keeps(q) && q.Signal:
			f.P("t.Reaction(%q).On(&t.%s).Do(func() { t.has%s = true })", "keep "+q.Name, q.Field, q.Field)
		case t.Keeps(q):
			f.P("t.Reaction(%q).On(&t.%s).Do(func() { t.last%s, t.has%s = *t.%s.Ref(), true })", "keep "+q.Name, q.Field, q.Field, q.Field, q.Field)
		}
	}
	p.emitHears(f, t)
	if !t.Runs() {
		f.P("return t\n}\n")
		return
	}
	on := []string{"&t.period"}
	if t.Period == 0 {
		on = nil
		for _, q := range t.Events() {
			on = append(on, "&t."+q.Field)
		}
	}
	sets := []string{"&t.Fault"}
	if t.Sync != nil {
		on, sets = append(on, "&t.more"), append(sets, "&t.more")
	}
	for _, q := range t.Ports {
		if !q.In {
			sets = append(sets, "&t."+q.Field)
		}
	}
	more, uses, effects := p.accessing(t)
	before, after := p.orders(t)
	for _, name := range before {
		uses = append(uses, "&t."+name)
	}
	for _, name := range after {
		effects = append(effects, "&t."+name)
	}
	if on, sets = append(on, more...), append(sets, effects...); len(uses) > 0 {
		f.P("t.Reaction(\"run\").On(%s).Uses(%s).Sets(%s).Do(t.run)\nreturn t\n}\n", strings.Join(on, ", "), strings.Join(uses, ", "), strings.Join(sets, ", "))
		return
	}
	f.P("t.Reaction(\"run\").On(%s).Sets(%s).Do(t.run)\nreturn t\n}\n", strings.Join(on, ", "), strings.Join(sets, ", "))
}

// emitRun writes the method with which a thread calls its algorithm.
func (p *program) emitRun(f *gogen.File, t *plan.Thread) {
	f.Comment("run calls the algorithm, and sends what it gives.")
	f.P("func (t *%s) run() {", t.Type)
	if t.Sync != nil {
		p.emitAlign(f, t)
	}
	f.P("t.in.Now = t.Elapsed()")
	for _, q := range t.Ports {
		switch {
		case t.Sync != nil && q.In && !q.Held:
		case !q.In:
			f.P("t.out.Send%s = false", q.Field)
		case t.Keeps(q) && q.Signal:
			f.P("t.in.%s = t.has%s", q.Field, q.Field)
		case t.Keeps(q):
			f.P("t.in.%s = nil\nif t.has%s {\nt.in.%s = &t.last%s\n}", q.Field, q.Field, q.Field, q.Field)
		case q.Signal:
			f.P("t.in.%s = t.%s.Present()", q.Field, q.Field)
		default:
			f.P("t.in.%s = t.%s.Ref()", q.Field, q.Field)
		}
		if t.Keeps(q) && !q.Held {
			f.P("t.has%s = false", q.Field)
		}
	}
	p.emitLook(f, t)
	p.emitGive(f, t)
	f.P("if err := t.node.Vars().%s.Run(&t.in, &t.out); err != nil {", t.Type)
	p.emitWithdraw(f, t)
	f.P("t.Fault.Set(%s.Notice{State: %s.Error, Cause: err.Error()})\nreturn\n}", f.Import(nodePath), f.Import(nodePath))
	for _, q := range t.Ports {
		switch {
		case q.In:
		case q.Signal:
			f.P("if t.out.Send%s {\nt.%s.Set(struct{}{})\n}", q.Field, q.Field)
		default:
			f.P("if t.out.Send%s {\nt.%s.Set(t.out.%s)\n}", q.Field, q.Field, q.Field)
		}
	}
	p.emitAsk(f, t)
	f.P("}")
}

// directive marks an algorithm, so that a later call finds it, wherever it is.
const directive = "//sinew:algorithm "

// emitAlgorithm writes the developer's starting point: an algorithm that passes on inputs of the right type, and otherwise
// sends zero values.
func (p *program) emitAlgorithm(f *gogen.File, t *plan.Thread) {
	f.Comment(t.Type + "State is what the algorithm of " + t.Name + " keeps from one call to the next. Each Init begins with the zero value.")
	f.P("type %sState struct{}\n", t.Type)
	f.Comment("Validate reports all that is wrong with the state at the end of Init.")
	f.P("func (s *%sState) Validate() error { return nil }\n", t.Type)
	if t.Runs() {
		p.emitOwnRun(f, t)
	}
	p.emitOwnServes(f, t)
}

// emitOwnRun writes the initial algorithm.
func (p *program) emitOwnRun(f *gogen.File, t *plan.Thread) {
	f.Comment(sentence("Run is the algorithm of the thread "+t.Name+", which is called "+t.When(), t.Doc) + "\n\nAn error that it returns brings the node into its state Error; nothing is sent then.")
	f.P("//\n%s%s", directive, t.Name)
	f.P("func (s *%sState) Run(in *%sIn, out *%sOut) error {", t.Type, t.Type, t.Type)
	for _, q := range t.Ports {
		if q.In {
			continue
		}
		switch from := t.Source(q); {
		case p.Commands(q):
			f.Comment("Out." + q.Field + " commands a device: nothing is sent until you say what.")
		case q.Signal || from == nil:
			f.P("out.Send%s = true", q.Field)
		default:
			f.P("if in.%s != nil {\nout.%s, out.Send%s = *in.%s, true\n}", from.Field, q.Field, q.Field, from.Field)
		}
	}
	f.P("return nil\n}")
}
