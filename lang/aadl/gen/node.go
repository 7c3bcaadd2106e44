package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Packages that generated source uses.
const (
	reactorPath = "github.com/sinew-robotics/sinew/reactor"
	nodePath    = "github.com/sinew-robotics/sinew/control/node"
	runPath     = "github.com/sinew-robotics/sinew/tool/run"
	cliPath     = "github.com/sinew-robotics/sinew/tool/cli"
)

// emitPorts writes fields for ports.
func (p *program) emitPorts(f *gogen.File, ports []*port) {
	r := f.Import(reactorPath)
	for _, q := range ports {
		dir := "Out"
		if q.in {
			dir = "In"
		}
		f.P("%s %s.%s[%s]", q.field, r, dir, p.write(f, nil, q.typ))
	}
}

// listed lists ports for a comment.
func listed(ports []*port, about func(*port) string) string {
	var b strings.Builder
	for _, q := range ports {
		dir := "out"
		if q.in {
			dir = "in "
		}
		fmt.Fprintf(&b, "\n\t%s  %s  %s", dir, q.feature.Name, q.typ.key())
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
func (p *program) emitNode(f *gogen.File, n *node) {
	f.Doc(sentence("Package "+n.dir+" is the node "+n.component.Classifier.Qualified(), n.doc),
		"The files that end in _gen.go run it. Each of the others has the algorithm of one thread, and is yours. A method Prepare, TearDown or Recover of Node "+
			"that you add in a file of yours takes the place of the one that every node has.")
	r, nd := f.Import(reactorPath), f.Import(nodePath)
	f.Names().Exported("Node")
	f.Comment("Parameters are constant once the node has been initialised: the model has none.")
	f.P("type Parameters = %s.None\n", nd)
	f.Comment("Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value.")
	f.P("type Variables struct {")
	for _, t := range n.threads {
		f.P("%s %sState", t.typ, t.typ)
	}
	f.P("}\n")
	f.Comment("Validate reports all that is wrong with them at the end of Init.")
	if len(n.threads) == 0 {
		f.P("func (v Variables) Validate() error { return nil }\n")
	} else {
		var all []string
		for _, t := range n.threads {
			all = append(all, "v."+t.typ+".Validate()")
		}
		f.P("func (v Variables) Validate() error {\nreturn %s.Join(%s)\n}\n", f.Import("errors"), strings.Join(all, ", "))
	}
	f.Comment(sentence("Node is "+n.component.Classifier.Qualified(), n.doc) + listed(n.ports, func(*port) string { return "" }))
	f.P("type Node struct {\n%s.Node[Parameters, Variables]", nd)
	p.emitPorts(f, n.ports)
	f.P("")
	for _, t := range n.threads {
		f.P("%s *%s", t.field, t.typ)
	}
	f.P("}\n")
	f.Comment("Config is how the model wants the node to be run.")
	loop := ""
	if n.loop > 0 {
		loop = "Loop: " + duration(f, n.loop)
	}
	f.P("func Config() %s.Config { return %s.Config{%s} }\n", nd, nd, loop)
	f.Comment("New makes the node.")
	f.P("func New(parent %s.Parent, name string, c %s.Config) (*Node, error) {\nn := &Node{}\n%s.Init(parent, name, n)", r, nd, r)
	f.P("if err := n.Setup(c, Parameters{}, n); err != nil {\nreturn nil, err\n}")
	for _, t := range n.threads {
		f.P("n.%s = new%s(&n.Running, %q, n)", t.field, t.typ, t.called)
	}
	for _, w := range n.wires {
		p.emitWire(f, "n", n.component, w)
	}
	if len(n.threads) > 0 {
		var all []string
		for _, t := range n.threads {
			all = append(all, "&n."+t.field+".Fault")
		}
		f.P("n.Running.Reaction(\"faults\").On(%s).Do(n.faults)", strings.Join(all, ", "))
	}
	f.P("return n, nil\n}")
	if len(n.threads) > 0 {
		f.P("")
		f.Comment("faults tells the main loop what algorithms have returned.")
		f.P("func (n *Node) faults() {")
		for _, t := range n.threads {
			f.P("if x := n.%s.Fault.Ref(); x != nil {\nn.Fail(%s.New(%q + x.Cause))\n}", t.field, f.Import("errors"), t.name+": ")
		}
		f.P("}")
	}
}

// emitWire writes a connection in a component that is called self.
func (p *program) emitWire(f *gogen.File, self string, in *instance.Component, w wire) {
	end := func(e instance.End) string {
		q := p.ports[e.Feature]
		if e.Component == in {
			return "&" + self + "." + q.field
		}
		return "&" + self + "." + p.at[e.Component].field + "." + q.field
	}
	after := ""
	if w.delayed {
		after = ".After(0)"
	}
	f.P("%s.Connect(%s, %s)%s", f.Import(reactorPath), end(w.from), end(w.to), after)
}

// keeps reports whether a thread keeps what comes on a port until it runs.
func (t *thread) keeps(q *port) bool { return q.in && (q.held || t.period > 0) }

// role says what a port of a thread does.
func (t *thread) role(q *port) string {
	switch {
	case !q.in:
		return ""
	case q.held:
		return "the latest is kept"
	case t.period > 0:
		return "the latest is kept until the thread runs"
	}
	if t.sync != nil {
		return "taken together with the others"
	}
	return "it triggers"
}

// when says what makes a thread run.
func (t *thread) when() string {
	switch {
	case t.period > 0:
		return "every " + t.period.String()
	case t.sync != nil:
		return t.together()
	}
	var names []string
	for _, q := range t.events() {
		names = append(names, q.feature.Name)
	}
	return "when something comes on " + strings.Join(names, " or ")
}

// emitThread writes the framework of a thread.
func (p *program) emitThread(f *gogen.File, t *thread) {
	r, nd := f.Import(reactorPath), f.Import(nodePath)
	f.Comment(sentence(t.typ+" runs the algorithm of the thread "+t.name+" "+t.when(), t.doc) + listed(t.ports, t.role))
	f.P("type %s struct {\n%s.Reactor", t.typ, r)
	p.emitPorts(f, t.ports)
	f.P("Fault %s.Out[%s.Notice] // what the algorithm returns\n", r, nd)
	f.P("node *Node\nin %sIn\nout %sOut", t.typ, t.typ)
	switch {
	case t.period > 0:
		f.P("period %s.Timer", r)
	case t.sync != nil:
		p.emitAligned(f, t)
	}
	for _, q := range t.ports {
		if !t.keeps(q) {
			continue
		}
		if !q.signal {
			f.P("last%s %s", q.field, p.write(f, nil, q.typ))
		}
		f.P("has%s bool", q.field)
	}
	f.P("}\n")
	p.emitFrames(f, t)
	p.emitNewThread(f, t)
	p.emitRun(f, t)
}

// emitFrames writes what an algorithm gets and gives.
func (p *program) emitFrames(f *gogen.File, t *thread) {
	f.Comment(t.typ + "In is what the algorithm of " + t.name + " gets. It must neither change nor keep what these point to.")
	f.P("type %sIn struct {", t.typ)
	for _, q := range t.ports {
		if !q.in {
			continue
		}
		note := "what came; nil: nothing on this port"
		switch {
		case q.signal:
			f.P("%s bool // something came", q.field)
			continue
		case q.held:
			note = "the latest; nil: there is none yet"
		case t.period > 0:
			note = "what came last since the thread ran; nil: nothing"
		case t.sync != nil || len(t.events()) == 1:
			note = "what came"
		}
		f.P("%s *%s // %s", q.field, p.write(f, nil, q.typ), note)
	}
	if t.sync != nil {
		f.P("Dropped uint64 // messages so far that no set had, or that found no room")
	}
	f.P("}\n")
	f.Comment(t.typ + "Out is what the algorithm of " + t.name + " gives. What is marked to be sent is sent when it returns; the values stay for the next time.")
	f.P("type %sOut struct {", t.typ)
	for _, q := range t.ports {
		if q.in {
			continue
		}
		if !q.signal {
			f.P("%s %s", q.field, p.write(f, nil, q.typ))
		}
		f.P("Send%s bool", q.field)
	}
	f.P("}\n")
}

// emitNewThread writes a thread's constructor.
func (p *program) emitNewThread(f *gogen.File, t *thread) {
	r := f.Import(reactorPath)
	f.P("func new%s(parent %s.Parent, name string, n *Node) *%s {\nt := &%s{node: n}\n%s.Init(parent, name, t)", t.typ, r, t.typ, t.typ, r)
	var reset []string
	for _, q := range t.ports {
		if t.keeps(q) {
			reset = append(reset, "t.has"+q.field)
		}
	}
	switch {
	case t.period > 0:
		f.P("t.period.Set(%s, %s)", duration(f, t.offset), duration(f, t.period))
	case t.sync != nil:
		f.P("t.align = %s.New(%d, %s)\nt.Reaction(\"forget\").On(t.ResetTrigger()).Do(t.align.Reset)", f.Import(alignPath), len(t.events()), duration(f, t.sync.tolerance))
	}
	if len(reset) > 0 {
		f.P("t.Reaction(\"reset\").On(t.ResetTrigger()).Do(func() { %s = %s })", strings.Join(reset, ", "), strings.TrimSuffix(strings.Repeat("false, ", len(reset)), ", "))
	}
	for _, q := range t.ports {
		switch {
		case t.keeps(q) && q.signal:
			f.P("t.Reaction(%q).On(&t.%s).Do(func() { t.has%s = true })", "keep "+q.feature.Name, q.field, q.field)
		case t.keeps(q):
			f.P("t.Reaction(%q).On(&t.%s).Do(func() { t.last%s, t.has%s = *t.%s.Ref(), true })", "keep "+q.feature.Name, q.field, q.field, q.field, q.field)
		}
	}
	on := []string{"&t.period"}
	if t.period == 0 {
		on = nil
		for _, q := range t.events() {
			on = append(on, "&t."+q.field)
		}
	}
	sets := []string{"&t.Fault"}
	if t.sync != nil {
		on, sets = append(on, "&t.more"), append(sets, "&t.more")
	}
	for _, q := range t.ports {
		if !q.in {
			sets = append(sets, "&t."+q.field)
		}
	}
	f.P("t.Reaction(\"run\").On(%s).Sets(%s).Do(t.run)\nreturn t\n}\n", strings.Join(on, ", "), strings.Join(sets, ", "))
}

// emitRun writes how a thread calls its algorithm.
func (p *program) emitRun(f *gogen.File, t *thread) {
	f.Comment("run calls the algorithm, and sends what it gives.")
	f.P("func (t *%s) run() {", t.typ)
	if t.sync != nil {
		p.emitAlign(f, t)
	}
	for _, q := range t.ports {
		switch {
		case t.sync != nil && q.in && !q.held:
		case !q.in:
			f.P("t.out.Send%s = false", q.field)
		case t.keeps(q) && q.signal:
			f.P("t.in.%s = t.has%s", q.field, q.field)
		case t.keeps(q):
			f.P("t.in.%s = nil\nif t.has%s {\nt.in.%s = &t.last%s\n}", q.field, q.field, q.field, q.field)
		case q.signal:
			f.P("t.in.%s = t.%s.Present()", q.field, q.field)
		default:
			f.P("t.in.%s = t.%s.Ref()", q.field, q.field)
		}
		if t.keeps(q) && !q.held {
			f.P("t.has%s = false", q.field)
		}
	}
	f.P("if err := t.node.Vars().%s.Run(&t.in, &t.out); err != nil {", t.typ)
	f.P("t.Fault.Set(%s.Notice{State: %s.Error, Cause: err.Error()})\nreturn\n}", f.Import(nodePath), f.Import(nodePath))
	for _, q := range t.ports {
		switch {
		case q.in:
		case q.signal:
			f.P("if t.out.Send%s {\nt.%s.Set(struct{}{})\n}", q.field, q.field)
		default:
			f.P("if t.out.Send%s {\nt.%s.Set(t.out.%s)\n}", q.field, q.field, q.field)
		}
	}
	f.P("}")
}

// directive marks an algorithm: by it a later call finds it, wherever it is.
const directive = "//sinew:algorithm "

// emitAlgorithm writes what the developer begins with: an algorithm that passes on what fits, and otherwise sends zero values.
func (p *program) emitAlgorithm(f *gogen.File, t *thread) {
	f.Comment(t.typ + "State is what the algorithm of " + t.name + " keeps from one call to the next. Each Init begins with the zero value.")
	f.P("type %sState struct{}\n", t.typ)
	f.Comment("Validate reports all that is wrong with the state at the end of Init.")
	f.P("func (s *%sState) Validate() error { return nil }\n", t.typ)
	f.Comment(sentence("Run is the algorithm of the thread "+t.name+", which is called "+t.when(), t.doc) + "\n\nAn error that it returns brings the node into its state Error; nothing is sent then.")
	f.P("//\n%s%s", directive, t.name)
	f.P("func (s *%sState) Run(in *%sIn, out *%sOut) error {", t.typ, t.typ, t.typ)
	for _, q := range t.ports {
		if q.in {
			continue
		}
		switch from := t.source(q); {
		case p.commands(q):
			f.Comment("Out." + q.field + " commands a device: nothing is sent until you say what.")
		case q.signal || from == nil:
			f.P("out.Send%s = true", q.field)
		default:
			f.P("if in.%s != nil {\nout.%s, out.Send%s = *in.%s, true\n}", from.field, q.field, q.field, from.field)
		}
	}
	f.P("return nil\n}")
}

// commands reports whether what a thread sends on a port goes to a device.
func (p *program) commands(q *port) bool {
	return slices.ContainsFunc(q.feature.Outgoing, func(c *instance.Connection) bool {
		return c.Destination.Component.Category == syntax.DeviceCategory
	})
}

// source is the input that an algorithm passes on to an output: one of its type, from which a flow leads there if the model has
// flows to it; else one that triggers before one that is kept.
func (t *thread) source(out *port) (best *port) {
	flows := false
	from := map[*instance.Feature]bool{}
	for _, s := range t.component.Specs {
		if s.Out == out.feature && s.In != nil {
			flows, from[s.In] = true, true
		}
	}
	for _, q := range t.ports {
		if !q.in || q.signal || q.typ != out.typ || flows && !from[q.feature] {
			continue
		}
		if best == nil || best.held && !q.held {
			best = q
		}
	}
	return best
}
