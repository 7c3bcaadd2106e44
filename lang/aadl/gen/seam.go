package gen

import (
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// peer is what the other side of a seam is called.
func peer(s *plan.Seam) string {
	if s.Device {
		return "Driver"
	}
	return "Peer"
}

// emitSeam writes the seam to something that exists already.
func (p *program) emitSeam(f *gogen.File, s *plan.Seam) {
	r := f.Import(reactorPath)
	name, what := s.Component.Classifier.Qualified(), "node"
	if s.Device {
		what = "device"
	}
	f.Doc(sentence("Package "+s.Dir+" is the seam to the "+what+" "+name+", which exists already", s.Doc),
		"What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is not there: the recording has what it said.")
	f.Comment("Seam stands for the " + what + " in the program." + listed(s.Ports, func(*plan.Port) string { return "" }))
	f.P("type Seam struct {\n%s.Reactor", r)
	p.emitPorts(f, s.Ports)
	f.P("")
	for _, q := range s.Ports {
		switch {
		case !q.In:
			f.P("from%s %s.PhysicalAction[%s]", q.Field, r, p.write(f, nil, q.Type))
		case s.Device:
			f.P("to%s %s.Actuator[%s, bool]\nlast%s %s", q.Field, r, p.write(f, nil, q.Type), q.Field, p.write(f, nil, q.Type))
		}
	}
	f.P("peer %s\n}\n", peer(s))
	p.emitPeer(f, s, what)
	f.Comment("New makes the seam, with nothing on its other side.")
	f.P("func New(parent %s.Parent, name string) *Seam {\ns := &Seam{}\n%s.Init(parent, name, s)", r, r)
	for _, q := range s.Ports {
		if !q.In {
			f.P("s.Reaction(%q).On(&s.from%s).Sets(&s.%s).Do(func() { s.%s.Set(s.from%s.Get()) })", "from "+q.Feature.Name, q.Field, q.Field, q.Field, q.Field)
		}
	}
	for _, q := range s.Ports {
		switch {
		case !q.In:
		case s.Device:
			f.P("s.to%s.Bind(driven%s{s})", q.Field, q.Field)
			f.P("s.Reaction(%q).On(&s.%s).Do(func() { s.to%s.Do(s.%s.Get()) })", "to "+q.Feature.Name, q.Field, q.Field, q.Field)
		default:
			f.P("s.Reaction(%q).On(&s.%s).Do(func() {\nif s.peer != nil {\ns.peer.Take%s(s.%s.Ref())\n}\n})", "to "+q.Feature.Name, q.Field, q.Field, q.Field)
		}
	}
	f.P("return s\n}\n")
	f.Comment("Join puts the " + what + " on the other side of the seam. It must be called before the program starts, and leave when it has ended.")
	f.P("func (s *Seam) Join(p %s) (leave func(), err error) {\nif err := p.Open(s); err != nil {\nreturn nil, err\n}\ns.peer = p\nreturn p.Close, nil\n}", peer(s))
	for _, q := range s.Ports {
		if !q.In {
			f.P("")
			f.Comment("Deliver" + q.Field + " hands the program what comes on " + q.Feature.Name + ". Any thread may call it. It reports false when there is no room, or the program is over.")
			f.P("func (s *Seam) Deliver%s(v %s) bool { return s.from%s.Schedule(v, 0) }", q.Field, p.write(f, nil, q.Type), q.Field)
		}
	}
	if !s.Device {
		return
	}
	for _, q := range s.Ports {
		if q.In {
			t := p.write(f, nil, q.Type)
			f.P("")
			f.Comment("driven" + q.Field + " carries " + q.Feature.Name + " to the driver, which has the limits.")
			f.P("type driven%s struct{ s *Seam }\n", q.Field)
			f.Comment("Command implements reactor.Driven.")
			f.P("func (d driven%s) Command(v %s) bool {\nd.s.last%s = v\nreturn d.s.peer != nil && d.s.peer.Command%s(&d.s.last%s)\n}\n", q.Field, t, q.Field, q.Field, q.Field)
			f.Comment("Limits implements reactor.Driven.")
			f.P("func (d driven%s) Limits() string {\nif d.s.peer == nil {\nreturn \"no driver: nothing is commanded\"\n}\nreturn d.s.peer.Limits()\n}", q.Field)
		}
	}
}

// emitPeer writes the interface that is to be filled.
func (p *program) emitPeer(f *gogen.File, s *plan.Seam, what string) {
	if s.Device {
		f.Comment("Driver speaks with the device on a thread of its own. It keeps its commands within the device's limits. It is yours to write.")
	} else {
		f.Comment("Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.")
	}
	f.P("type %s interface {", peer(s))
	f.Comment("Open begins. What comes from the " + what + " is handed over with the seam's Deliver methods.")
	f.P("Open(s *Seam) error")
	commands := false
	for _, q := range s.Ports {
		switch {
		case !q.In:
		case s.Device:
			commands = true
			f.Comment("Command" + q.Field + " carries out what came on " + q.Feature.Name + ", as far as the limits let it, and reports whether it did. It must not keep v.")
			f.P("Command%s(v *%s) bool", q.Field, p.write(f, nil, q.Type))
		default:
			f.Comment("Take" + q.Field + " passes on what came on " + q.Feature.Name + ". It must not wait, nor keep v.")
			f.P("Take%s(v *%s)", q.Field, p.write(f, nil, q.Type))
		}
	}
	if commands {
		f.Comment("Limits says in a few words what bounds the commands.")
		f.P("Limits() string")
	}
	f.Comment("Close ends.")
	f.P("Close()\n}\n")
}
