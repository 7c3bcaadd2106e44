package gen

import "github.com/sinew-robotics/sinew/lang/gogen"

// peer is what the other side of a seam is called.
func (s *seam) peer() string {
	if s.device {
		return "Driver"
	}
	return "Peer"
}

// emitSeam writes the seam to something that exists already.
func (p *program) emitSeam(f *gogen.File, s *seam) {
	r := f.Import(reactorPath)
	name, what := s.component.Classifier.Qualified(), "node"
	if s.device {
		what = "device"
	}
	f.Doc(sentence("Package "+s.dir+" is the seam to the "+what+" "+name+", which exists already", s.doc),
		"What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is not there: the recording has what it said.")
	f.Comment("Seam stands for the " + what + " in the program." + listed(s.ports, func(*port) string { return "" }))
	f.P("type Seam struct {\n%s.Reactor", r)
	p.emitPorts(f, s.ports)
	f.P("")
	for _, q := range s.ports {
		switch {
		case !q.in:
			f.P("from%s %s.PhysicalAction[%s]", q.field, r, p.write(f, nil, q.typ))
		case s.device:
			f.P("to%s %s.Actuator[%s, bool]\nlast%s %s", q.field, r, p.write(f, nil, q.typ), q.field, p.write(f, nil, q.typ))
		}
	}
	f.P("peer %s\n}\n", s.peer())
	p.emitPeer(f, s, what)
	f.Comment("New makes the seam, with nothing on its other side.")
	f.P("func New(parent %s.Parent, name string) *Seam {\ns := &Seam{}\n%s.Init(parent, name, s)", r, r)
	for _, q := range s.ports {
		if !q.in {
			f.P("s.Reaction(%q).On(&s.from%s).Sets(&s.%s).Do(func() { s.%s.Set(s.from%s.Get()) })", "from "+q.feature.Name, q.field, q.field, q.field, q.field)
		}
	}
	for _, q := range s.ports {
		switch {
		case !q.in:
		case s.device:
			f.P("s.to%s.Bind(driven%s{s})", q.field, q.field)
			f.P("s.Reaction(%q).On(&s.%s).Do(func() { s.to%s.Do(s.%s.Get()) })", "to "+q.feature.Name, q.field, q.field, q.field)
		default:
			f.P("s.Reaction(%q).On(&s.%s).Do(func() {\nif s.peer != nil {\ns.peer.Take%s(s.%s.Ref())\n}\n})", "to "+q.feature.Name, q.field, q.field, q.field)
		}
	}
	f.P("return s\n}\n")
	f.Comment("Join puts the " + what + " on the other side of the seam. It must be called before the program starts, and leave when it has ended.")
	f.P("func (s *Seam) Join(p %s) (leave func(), err error) {\nif err := p.Open(s); err != nil {\nreturn nil, err\n}\ns.peer = p\nreturn p.Close, nil\n}", s.peer())
	for _, q := range s.ports {
		if !q.in {
			f.P("")
			f.Comment("Deliver" + q.field + " hands the program what comes on " + q.feature.Name + ". Any thread may call it. It reports false when there is no room, or the program is over.")
			f.P("func (s *Seam) Deliver%s(v %s) bool { return s.from%s.Schedule(v, 0) }", q.field, p.write(f, nil, q.typ), q.field)
		}
	}
	if !s.device {
		return
	}
	for _, q := range s.ports {
		if q.in {
			t := p.write(f, nil, q.typ)
			f.P("")
			f.Comment("driven" + q.field + " carries " + q.feature.Name + " to the driver, which has the limits.")
			f.P("type driven%s struct{ s *Seam }\n", q.field)
			f.Comment("Command implements reactor.Driven.")
			f.P("func (d driven%s) Command(v %s) bool {\nd.s.last%s = v\nreturn d.s.peer != nil && d.s.peer.Command%s(&d.s.last%s)\n}\n", q.field, t, q.field, q.field, q.field)
			f.Comment("Limits implements reactor.Driven.")
			f.P("func (d driven%s) Limits() string {\nif d.s.peer == nil {\nreturn \"no driver: nothing is commanded\"\n}\nreturn d.s.peer.Limits()\n}", q.field)
		}
	}
}

// emitPeer writes the interface that is to be filled.
func (p *program) emitPeer(f *gogen.File, s *seam, what string) {
	if s.device {
		f.Comment("Driver speaks with the device on a thread of its own. It keeps its commands within the device's limits. It is yours to write.")
	} else {
		f.Comment("Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.")
	}
	f.P("type %s interface {", s.peer())
	f.Comment("Open begins. What comes from the " + what + " is handed over with the seam's Deliver methods.")
	f.P("Open(s *Seam) error")
	commands := false
	for _, q := range s.ports {
		switch {
		case !q.in:
		case s.device:
			commands = true
			f.Comment("Command" + q.field + " carries out what came on " + q.feature.Name + ", as far as the limits let it, and reports whether it did. It must not keep v.")
			f.P("Command%s(v *%s) bool", q.field, p.write(f, nil, q.typ))
		default:
			f.Comment("Take" + q.field + " passes on what came on " + q.feature.Name + ". It must not wait, nor keep v.")
			f.P("Take%s(v *%s)", q.field, p.write(f, nil, q.typ))
		}
	}
	if commands {
		f.Comment("Limits says in a few words what bounds the commands.")
		f.P("Limits() string")
	}
	f.Comment("Close ends.")
	f.P("Close()\n}\n")
}
