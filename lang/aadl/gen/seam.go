package gen

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// peer is the name of the other side of a seam.
func peer(s *plan.Seam) string {
	if s.Device {
		return "Driver"
	}
	return "Peer"
}

// emitSeam writes the seam to something that already exists.
func (p *program) emitSeam(f *gogen.File, s *plan.Seam) {
	r := f.Import(reactorPath)
	name, what := s.Component.Classifier.Qualified(), "node"
	if s.Device {
		what = "device"
	}
	if s.Outside {
		what = "outside"
	}
	about := "Package " + s.Dir + " is the seam to the " + what + " " + name + ", which exists already"
	if s.Outside {
		about = "Package " + s.Dir + " is the seam to all that is outside of " + name
	}
	f.Doc(sentence(about, s.Doc),
		"What comes from it enters through doors, which are recorded. In a replay, and on a clock that is not real, it is not there: the recording has what it said.")
	f.Comment("Seam stands for the " + what + " in the program." + listed(s.Ports, func(*plan.Port) string { return "" }) + p.asked(s.Accesses))
	p.emitSeamType(f, s)
	p.emitPeer(f, s, what)
	if fills(s) {
		p.emitFill(f, s)
	}
	f.Comment("New makes the seam, with nothing on its other side.")
	f.P("func New(parent %s.Parent, name string) *Seam {\ns := &Seam{}\n%s.Init(parent, name, s)", r, r)
	for _, q := range s.Ports {
		if !q.In {
			f.P("s.Reaction(%q).On(&s.from%s).Sets(&s.%s).Do(func() { s.%s.Set(s.from%s.Get()) })", "from "+q.Name, q.Field, q.Field, q.Field, q.Field)
		}
	}
	for _, q := range s.Ports {
		switch {
		case !q.In:
		case p.unheard(q):
			f.P("s.%s.Optional() // what sends it is no part of this program", q.Field)
		case s.Device:
			f.P("s.to%s.Bind(driven%s{s})", q.Field, q.Field)
			f.P("s.Reaction(%q).On(&s.%s).Do(func() { s.to%s.Do(s.%s.Get()) })", "to "+q.Name, q.Field, q.Field, q.Field)
		default:
			f.P("s.Reaction(%q).On(&s.%s).Do(func() {\nif s.peer != nil {\ns.peer.Take%s(s.%s.Ref())\n}\n})", "to "+q.Name, q.Field, q.Field, q.Field)
		}
	}
	p.emitNewBeyond(f, s)
	p.emitHand(f, s)
	f.P("return s\n}\n")
	f.Comment("Join puts the " + what + " on the other side of the seam. It must be called before the program starts, and leave when it has ended.")
	f.P("func (s *Seam) Join(p %s) (leave func(), err error) {\nif err := p.Open(s); err != nil {\nreturn nil, err\n}\ns.peer = p\nreturn p.Close, nil\n}", peer(s))
	for _, q := range s.Ports {
		if !q.In {
			f.P("")
			f.Comment("Deliver" + q.Field + " hands the program what comes on " + q.Name + ". Any thread may call it. It reports false when there is no room, or the program is over.")
			f.P("func (s *Seam) Deliver%s(v %s) bool { return s.from%s.Schedule(v, 0) }", q.Field, p.write(f, nil, q.Type), q.Field)
		}
	}
	p.emitSpeak(f, s)
	if !s.Device {
		return
	}
	for _, q := range s.Ports {
		if q.In {
			t := p.write(f, nil, q.Type)
			f.P("")
			f.Comment("driven" + q.Field + " carries " + q.Name + " to the driver, which has the limits.")
			f.P("type driven%s struct{ s *Seam }\n", q.Field)
			f.Comment("Command implements reactor.Driven.")
			f.P("func (d driven%s) Command(v %s) bool {\nd.s.last%s = v\nreturn d.s.peer != nil && d.s.peer.Command%s(&d.s.last%s)\n}\n", q.Field, t, q.Field, q.Field, q.Field)
			f.Comment("Limits implements reactor.Driven.")
			f.P("func (d driven%s) Limits() string {\nif d.s.peer == nil {\nreturn \"no driver: nothing is commanded\"\n}\nreturn d.s.peer.Limits()\n}", q.Field)
		}
	}
}

// unheard reports whether everything sent to a port comes from devices outside the program.
func (p *program) unheard(q *plan.Port) bool {
	for _, c := range q.Feature.Incoming {
		if c.Source.Component.Category != syntax.DeviceCategory || p.At[c.Source.Component] != nil {
			return false
		}
	}
	return len(q.Feature.Incoming) > 0
}

// emitSeamType writes the type of a seam.
func (p *program) emitSeamType(f *gogen.File, s *plan.Seam) {
	r := f.Import(reactorPath)
	f.P("type Seam struct {\n%s.Reactor", r)
	p.emitPorts(f, s.Ports)
	p.emitBeyond(f, s)
	f.P("")
	for _, q := range s.Ports {
		switch {
		case !q.In:
			f.P("from%s %s.PhysicalAction[%s]", q.Field, r, p.write(f, nil, q.Type))
		case s.Device:
			f.P("to%s %s.Actuator[%s, bool]\nlast%s %s", q.Field, r, p.write(f, nil, q.Type), q.Field, p.write(f, nil, q.Type))
		}
	}
	for _, a := range s.Accesses {
		if a.Service == nil && a.Writes {
			f.P("from%s %s.PhysicalAction[%s]", a.Field, r, p.write(f, nil, a.Data))
		}
	}
	f.P("peer %s\n}\n", peer(s))
}

// emitPeer writes the interface to implement.
func (p *program) emitPeer(f *gogen.File, s *plan.Seam, what string) {
	if s.Device {
		f.Comment("Driver speaks with the device. It keeps its commands within the device's limits. It is yours to write.")
	} else {
		f.Comment("Peer joins the node, wherever it runs, on a thread of its own. A bridge is one.")
	}
	f.P("type %s interface {", peer(s))
	f.Comment("Open begins. What comes from the " + what + " is handed over with the seam's Deliver methods.")
	f.P("Open(s *Seam) error")
	if s.Device {
		f.Comment("Communicate speaks with the device, on a thread of its own, until the context ends. An error ends the program, whose nodes are torn down.")
		f.P("Communicate(ctx %s.Context) error", f.Import("context"))
	}
	commands := false
	for _, q := range s.Ports {
		switch {
		case !q.In:
		case s.Device:
			commands = true
			f.Comment("Command" + q.Field + " carries out what came on " + q.Name + ", as far as the limits let it, and reports whether it did. It must not keep v.")
			f.P("Command%s(v *%s) bool", q.Field, p.write(f, nil, q.Type))
		default:
			f.Comment("Take" + q.Field + " passes on what came on " + q.Name + ". It must not wait, nor keep v.")
			f.P("Take%s(v *%s)", q.Field, p.write(f, nil, q.Type))
		}
	}
	p.emitHeard(f, s)
	if commands {
		f.Comment("Limits says in a few words what bounds the commands.")
		f.P("Limits() string")
	}
	f.Comment("Close ends.")
	f.P("Close()\n}\n")
}

// emitBeyond writes the fields of services and shared data that the other side of a seam has, or asks for.
func (p *program) emitBeyond(f *gogen.File, s *plan.Seam) {
	for _, a := range s.Accesses {
		up, down := p.messages(f, a)
		switch {
		case a.Service == nil:
			f.P("%s %s.Data[%s]", a.Field, f.Import(accessPath), up)
		case a.Gives:
			f.P("%s %s.RemoteServer[%s, %s]", a.Field, f.Import(accessPath), up, down)
		default:
			f.P("%s %s.RemoteClient[%s, %s]", a.Field, f.Import(accessPath), up, down)
		}
	}
}

// emitNewBeyond writes how they are made.
func (p *program) emitNewBeyond(f *gogen.File, s *plan.Seam) {
	for _, a := range s.Accesses {
		up, down := p.messages(f, a)
		pkg := f.Import(accessPath)
		switch {
		case a.Service != nil && a.Gives:
			f.P("s.%s.Init(&s.Reactor, %q, %d, func(t %s.Ticket, request *%s) {\nif s.peer != nil {\ns.peer.Ask%s(t, request)\n}\n})", a.Field, a.Name, a.Width, pkg, up, a.Field)
		case a.Service != nil:
			f.P("s.%s.Init(&s.Reactor, %q, func(number uint64, answer *%s.Answer[%s]) {\nif s.peer != nil {\ns.peer.Told%s(number, answer)\n}\n})", a.Field, a.Name, pkg, down, a.Field)
		default:
			f.P("s.%s.Init(&s.Reactor, %q)", a.Field, a.Name)
		}
	}
}

// emitHand writes the reactions that pass shared data over the seam.
func (p *program) emitHand(f *gogen.File, s *plan.Seam) {
	for _, a := range s.Accesses {
		if a.Service == nil && a.Reads {
			f.P("s.Reaction(%q).On(&s.%s.Change).Do(func() {\nif s.peer != nil {\ns.peer.Take%s(s.%s.Get())\n}\n})", "to "+a.Name, a.Field, a.Field, a.Field)
		}
		if a.Service == nil && a.Writes {
			f.P("s.Reaction(%q).On(&s.from%s).Sets(&s.%s.Write).Do(func() { s.%s.Set(s.from%s.Get()) })", "from "+a.Name, a.Field, a.Field, a.Field, a.Field)
		}
	}
}

// fills reports whether reactors of the program itself may replace the other side of a seam, which must be a node that already
// exists.
func fills(s *plan.Seam) bool {
	return !s.Device && !s.Outside && !slices.ContainsFunc(s.Accesses, func(a *plan.Access) bool { return a.Service != nil })
}

// emitFill writes a seam's other constructor.
func (p *program) emitFill(f *gogen.File, s *plan.Seam) {
	r := f.Import(reactorPath)
	f.Comment("Fill makes the seam with reactors of this program, or reactions, in the place of the node, which by connects with its ports; " +
		"they are part of the program, so nothing passes a door. With nil it is New.")
	f.P("func Fill(parent %s.Parent, name string, by func(*Seam) error) (*Seam, error) {\nif by == nil {\nreturn New(parent, name), nil\n}\ns := &Seam{}\n%s.Init(parent, name, s)", r, r)
	p.emitNewBeyond(f, s)
	f.P("return s, by(s)\n}\n")
}

// emitSpeak writes the methods with which the other side answers, asks and writes.
func (p *program) emitSpeak(f *gogen.File, s *plan.Seam) {
	const any = " Any thread may call it. It reports false when there is no room, or the program is over."
	for _, a := range s.Accesses {
		up, down := p.messages(f, a)
		pkg := f.Import(accessPath)
		switch {
		case a.Service != nil && a.Gives:
			f.P("")
			f.Comment("Answer" + a.Field + " hands the program the answer to a call of " + a.Service.Name + ", or why there is none." + any)
			f.P("func (s *Seam) Answer%s(t %s.Ticket, reply %s, err error) bool {\nreturn s.%s.Answer(t, reply, err)\n}", a.Field, pkg, down, a.Field)
		case a.Service != nil:
			f.P("")
			f.Comment("Call" + a.Field + " asks the program for " + a.Service.Name + ". The answer is told with the same number; a node that is not running gives none." + any)
			f.P("func (s *Seam) Call%s(number uint64, request %s) bool {\nreturn s.%s.Ask(number, request)\n}", a.Field, up, a.Field)
		case a.Writes:
			f.P("")
			f.Comment("Deliver" + a.Field + " gives the shared " + a.Name + " another value." + any)
			f.P("func (s *Seam) Deliver%s(v %s) bool { return s.from%s.Schedule(v, 0) }", a.Field, up, a.Field)
		}
	}
}

// emitHeard writes the methods through which the other side is called.
func (p *program) emitHeard(f *gogen.File, s *plan.Seam) {
	for _, a := range s.Accesses {
		up, down := p.messages(f, a)
		pkg := f.Import(accessPath)
		switch {
		case a.Service != nil && a.Gives:
			f.Comment("Ask" + a.Field + " passes on a call of " + a.Service.Name + ". Its answer goes to Answer" + a.Field + ", with the ticket. It must not wait, nor keep request.")
			f.P("Ask%s(t %s.Ticket, request *%s)", a.Field, pkg, up)
		case a.Service != nil:
			f.Comment("Told" + a.Field + " passes on the answer to what Call" + a.Field + " asked with a number. It must not wait, nor keep answer.")
			f.P("Told%s(number uint64, answer *%s.Answer[%s])", a.Field, pkg, down)
		case a.Reads:
			f.Comment("Take" + a.Field + " passes on what the shared " + a.Name + " is now. It must not wait, nor keep v.")
			f.P("Take%s(v *%s)", a.Field, up)
		}
	}
}
