package gen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// program is a system as it is written: who is in it, by Go's names.
type program struct {
	*instance.Instance
	o      Options
	faults diag.Faults
	told   map[diag.Fault]bool
	dirs   *gogen.Names

	data  []*dataPackage
	types map[*aadl.Classifier]goType
	nodes []*node
	seams []*seam
	root  *group

	ports map[*instance.Feature]*port
	at    map[*instance.Component]*part
	wires map[*instance.Component][]wire
}

// port is a port of a thread, node, seam or group.
type port struct {
	feature *instance.Feature
	field   string
	local   string
	typ     goType
	in      bool
	held    bool // a data port: what came last is kept
	signal  bool // it carries no data
}

// part is a component that a program has: one of these is not nil.
type part struct {
	name   string // in the program
	field  string
	parent *instance.Component
	node   *node
	seam   *seam
	group  *group
	thread *thread
}

// thread is a thread of a node.
type thread struct {
	component *instance.Component
	node      *node
	name      string // as the model has it
	called    string // in the program
	file      string
	typ       string
	field     string
	doc       string
	period    time.Duration // 0: messages trigger it
	offset    time.Duration
	ports     []*port
	sync      *synchrony
}

// node is a process with an implementation: all of one classifier that are alike have one package.
type node struct {
	component *instance.Component // the first
	likeness  string
	dir       string
	doc       string
	loop      time.Duration // period of the main loop, 0 where the model has none
	ports     []*port
	threads   []*thread
	wires     []wire
}

// seam is where something that exists already is joined: a node, or a device with its driver.
type seam struct {
	component *instance.Component
	dir       string
	doc       string
	device    bool
	ports     []*port
}

// group is a system.
type group struct {
	component *instance.Component
	typ       string
	doc       string
	ports     []*port
	parts     []*part
}

// wire is a connection in a component.
type wire struct {
	from, to instance.End
	delayed  bool
}

// taken are the names that every reactor or node has already.
var taken = []string{"Advance", "Answer", "Base", "Beat", "Dropped", "Loop", "More", "Period", "Configure", "End", "Fail", "Idle", "Node", "Notice", "Params", "Path", "Name", "Prepare", "Reaction", "Reactor", "Recover",
	"Request", "Running", "Setup", "Shutdown", "Startup", "State", "System", "Tag", "TearDown", "Vars", "Elapsed", "Isolate", "Document", "Declare", "RequestStop", "ResetTrigger", "Fault"}

// claimed are the names of what is in every node.
var claimed = []string{"Advance", "Answer", "Beat", "End", "Idle", "Loop", "Notice", "Request", "Running", "System"}

func read(i *instance.Instance, o Options) *program {
	p := &program{Instance: i, o: o, told: map[diag.Fault]bool{}, types: map[*aadl.Classifier]goType{}, ports: map[*instance.Feature]*port{},
		at: map[*instance.Component]*part{}, wires: map[*instance.Component][]wire{},
		dirs: gogen.NewNames("system", "main", "internal", "vendor", "testdata", "node", "reactor", "time", "errors", "run", "cli", "exec", "strconv", "context", "diag", "align")}
	p.root = p.group(i.Root)
	for _, f := range i.Root.Features {
		if f.Kind == syntax.DataPort || f.Kind == syntax.EventDataPort || f.Kind == syntax.EventPort {
			p.fault(f, diag.Warning, "gen-outside", "the port "+f.Name+" of the whole system leads outside: nothing of the program is connected to it",
				"let a process without an implementation, or a device, stand for what is outside")
		}
	}
	p.connect()
	return p
}

// runs reports whether a component is something that a program has.
func (p *program) runs(c *instance.Component) bool {
	switch c.Category {
	case syntax.ProcessCategory:
		return true
	case syntax.SystemCategory, syntax.AbstractCategory:
		return slices.ContainsFunc(c.Children, p.runs)
	}
	return p.driven(c)
}

// driven reports whether a component is a device with a driver.
func (p *program) driven(c *instance.Component) bool {
	name, ok := p.stated(c)
	return c.Category == syntax.DeviceCategory && ok && name != ""
}

const programName = "Sinew::Program_Name"

// stated is the Program_Name of something.
func (p *program) stated(o instance.Object) (string, bool) {
	if _, ok := p.Stated(o, programName, nil); !ok {
		return "", false
	}
	return p.Word(o, programName, nil)
}

// called is the name of a component in the program: indices count from 0 there.
func (p *program) called(c *instance.Component) string {
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

// group reads a system with all that is in it.
func (p *program) group(c *instance.Component) *group {
	g := &group{component: c, doc: of(c)}
	fields := gogen.NewNames(taken...)
	if c.Parent != nil {
		g.ports = p.features(c, fields)
	}
	for _, child := range c.Children {
		if !p.runs(child) {
			continue
		}
		x := &part{name: p.called(child), parent: c, field: fields.Local(child.Name)}
		p.at[child] = x
		switch {
		case child.Category == syntax.DeviceCategory:
			x.seam = p.seam(child)
		case child.Category == syntax.ProcessCategory && !implemented(child):
			x.seam = p.seam(child)
		case child.Category == syntax.ProcessCategory:
			x.node = p.node(child)
		default:
			x.group = p.group(child)
		}
		g.parts = append(g.parts, x)
	}
	return g
}

// implemented reports whether a process has an implementation.
func implemented(c *instance.Component) bool {
	return c.Classifier != nil && c.Classifier.Syntax.Form == syntax.ComponentImplementation
}

// features reads the ports of a component.
func (p *program) features(c *instance.Component, names *gogen.Names) (all []*port) {
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
		q := &port{feature: f, field: gogen.Exported(name), in: f.Direction == syntax.DirectionIn, held: f.Kind == syntax.DataPort, signal: f.Kind == syntax.EventPort || f.Classifier == nil}
		if got := names.Exported(name); got != q.field {
			p.fault(f, diag.Error, "gen-port", "the port "+f.Name+" would be called "+q.field+", as something else of it is", "give it another name")
		}
		q.local, q.typ = gogen.Local(name), goType{name: "struct{}"}
		if !q.signal {
			q.typ = p.typeOf(f, f.Classifier)
		}
		p.ports[f] = q
		all = append(all, q)
	}
	return all
}

// notifies reports whether a feature is how a node tells its overseer of its state, which every node does anyhow.
func (p *program) notifies(f *instance.Feature) bool {
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

// seam reads what exists already. Those of one classifier have one package.
func (p *program) seam(c *instance.Component) *seam {
	if c.Classifier == nil {
		p.fault(c, diag.Error, "gen-part", "nothing says what "+c.Name+" is", "name its type")
		return &seam{component: c}
	}
	for _, s := range p.seams {
		if s.component.Classifier == c.Classifier {
			p.features(c, seamNames()) // they are called as the first's
			return s
		}
	}
	s := &seam{component: c, device: c.Category == syntax.DeviceCategory, doc: of(c)}
	s.dir = p.dir(c.Classifier)
	s.ports = p.features(c, seamNames())
	p.seams = append(p.seams, s)
	return s
}

// seamNames are the names that a seam has already.
func seamNames() *gogen.Names {
	return gogen.NewNames(slices.Concat(taken, []string{"Peer", "Join"})...)
}

// dir is the name of the package of a classifier.
func (p *program) dir(c *aadl.Classifier) string {
	name, _, _ := strings.Cut(c.Name, ".")
	return p.folder(name)
}

// folder is a name for a package.
func (p *program) folder(name string) string {
	return p.dirs.Local(strings.ToLower(strings.ReplaceAll(name, "_", "")))
}

// node reads a node of one's own. Those that are alike have one package.
func (p *program) node(c *instance.Component) *node {
	n := &node{component: c, doc: of(c)}
	n.ports = p.features(c, gogen.NewNames(taken...))
	types := gogen.NewNames("Node", "New", "Parameters", "Variables")
	fields := gogen.NewNames(taken...)
	files := gogen.NewNames("node", "main", "doc")
	for _, q := range n.ports {
		fields.Exported(q.field)
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
			n.loop, _ = p.Duration(child, "Timing_Properties::Period", nil)
			continue
		}
		t := p.thread(n, child)
		if slices.Contains(claimed, gogen.Exported(t.called)) {
			p.fault(child, diag.Error, "gen-part", "the thread "+t.called+" is called as something that every node has", "give it another name")
		}
		t.typ, t.field = types.Exported(child.Name), fields.Local(child.Name)
		for _, suffix := range []string{"State", "In", "Out"} {
			types.Exported(t.typ + suffix)
		}
		t.file = files.Local(strings.ToLower(fileName(t.name)))
		p.at[child] = &part{name: t.called, field: t.field, parent: c, thread: t}
		n.threads = append(n.threads, t)
	}
	n.likeness = p.likeness(n)
	for _, other := range p.nodes {
		if other.likeness == n.likeness {
			return other
		}
	}
	n.dir = p.dir(c.Classifier)
	p.nodes = append(p.nodes, n)
	return n
}

// fileName is a name as files are called: not as the go command reads tests and systems from.
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
func (p *program) likeness(n *node) string {
	text := n.component.Classifier.Qualified() + n.loop.String()
	for _, q := range n.ports {
		text += " " + q.field + q.typ.key()
	}
	for _, t := range n.threads {
		text += "; " + t.name + t.period.String() + t.offset.String() + t.when()
		for _, q := range t.ports {
			text += " " + q.field + q.typ.key()
		}
	}
	return text
}

// thread reads a thread.
func (p *program) thread(n *node, c *instance.Component) *thread {
	t := &thread{component: c, node: n, name: c.Name, called: p.called(c), doc: of(c)}
	t.ports = p.features(c, gogen.NewNames(taken...))
	protocol, _ := p.Word(c, "Thread_Properties::Dispatch_Protocol", nil)
	switch protocol {
	case "periodic", "":
		t.period, _ = p.Duration(c, "Timing_Properties::Period", nil)
		t.offset, _ = p.Duration(c, "Timing_Properties::Dispatch_Offset", nil)
		if t.period > 0 {
			break
		}
		if protocol != "" || len(t.events()) == 0 {
			p.fault(c, diag.Error, "gen-thread", "the thread "+c.Name+" has no Period", "say how often it runs, or that it is sporadic and on which ports")
		}
	case "sporadic", "aperiodic":
		if len(t.events()) == 0 {
			p.fault(c, diag.Error, "gen-thread", "the thread "+c.Name+" is "+protocol+", and has no in event port that triggers it", "give it one, or a Period")
		}
	default:
		p.fault(c, diag.Error, "gen-thread", "threads that are dispatched as "+protocol+" are not generated", "make it periodic, or sporadic")
	}
	t.sync = p.synchrony(t)
	return t
}

// events are the ports that trigger a thread without a period.
func (t *thread) events() (all []*port) {
	for _, q := range t.ports {
		if q.in && !q.held {
			all = append(all, q)
		}
	}
	return all
}

// connect collects the connections in each component, in the order in which they are first met.
func (p *program) connect() {
	type key struct {
		in       *instance.Component
		from, to *instance.Feature
	}
	seen := map[key]bool{}
	add := func(s instance.Segment, delayed bool) {
		k := key{s.Context, s.From.Feature, s.To.Feature}
		if p.ports[k.from] == nil || p.ports[k.to] == nil || seen[k] || !p.reaches(s.Context, s.From) || !p.reaches(s.Context, s.To) {
			return
		}
		seen[k] = true
		for _, w := range p.wires[s.Context] {
			if w.to == s.To {
				p.fault(k.to, diag.Error, "gen-fan-in", "several connections lead to "+k.to.Path(), "give it a port for each")
				return
			}
		}
		p.wires[s.Context] = append(p.wires[s.Context], wire{s.From, s.To, delayed})
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
	for _, n := range p.nodes {
		n.wires = p.wires[n.component]
	}
}

// late reports whether a connection carries values to the next microstep: to a data port that is sampled, since what a thread reads is what
// was there when it was dispatched, and wherever the model says that it is delayed.
func (p *program) late(s instance.Segment, timing string) bool {
	q := p.ports[s.To.Feature]
	return timing == "delayed" || timing != "immediate" && q != nil && q.held && s.To.Component != s.Context && s.To.Component.Category == syntax.ThreadCategory
}

// reaches reports whether an end is a port of a component, or of a part that it has in the program.
func (p *program) reaches(in *instance.Component, e instance.End) bool {
	return e.Component == in && in.Parent != nil || p.at[e.Component] != nil && p.at[e.Component].parent == in
}

// devices tells which device has no driver.
func (p *program) devices(c *instance.Connection) {
	for _, e := range []instance.End{c.Source, c.Destination} {
		other := c.Source
		if e == c.Source {
			other = c.Destination
		}
		if e.Component.Category == syntax.DeviceCategory && !p.driven(e.Component) && other.Component.Parent != nil && implemented(other.Component.Parent) && p.at[other.Component] != nil && p.at[other.Component].thread != nil {
			p.fault(e.Component, diag.Warning, "gen-device", "no driver is generated for the device "+e.Component.Name+": "+other.Component.Parent.Path()+" is not connected to it",
				`state Sinew::Program_Name => "`+strings.ToLower(e.Component.Name)+`" for it`)
		}
	}
}
