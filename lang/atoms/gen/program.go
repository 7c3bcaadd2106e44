package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// emitProgram writes the package's comment, the times of the plan, and the type that holds the compositions.
func (p *program) emitProgram(f *gogen.File) {
	var names []string
	for _, g := range p.groups {
		names = append(names, g.Name+" every "+period.Duration(g.Period))
	}
	f.Doc(fmt.Sprintf("Package %s is the control law %s on the runtime: %s.", p.o.Package, p.plan.Model.Name, list(names)))
	if d := p.plan.Model.Root.Def.Doc; d != "" {
		f.Doc(oneLine(d))
	}
	f.Doc("A composition is a reactor, a real-time loop in it is one too, and its Atoms are fields of that, run in a fixed order by its cycle. " +
		"Values go from loop to loop at the same tag, and from composition to composition after the response time of the one that produces them; " +
		"there the last one that arrived holds. What leaves an Atom or a driver and is not valid does not go on: see package loop.")
	if len(p.plan.Reasons) > 0 {
		why := "Why these periods:"
		for _, r := range p.plan.Reasons {
			why += "\n  - " + oneLine(r)
		}
		f.Doc(why)
	}
	f.Doc("A program that runs it on the real clock, with drivers to be filled in:\n" + p.mainOf())
	f.P("// The times of the plan.\nconst (")
	for _, g := range p.groups {
		f.P("%sPeriod = %s // allowed: %v; worst computation time: %s", g.typ, duration(f, g.Period), g.Allowed, period.Duration(g.Worst))
		f.P("%sOffset = %s // of its first cycle", g.typ, duration(f, g.Offset))
		f.P("%sResponse = %s // from a cycle's start until its products are there", g.typ, duration(f, g.Response))
	}
	f.P(")\n")
	f.Comment(fmt.Sprintf("%s is the whole control law.", p.name))
	f.P("type %s struct {", p.name)
	for _, g := range p.groups {
		f.P("%s *%s", g.typ, g.typ)
	}
	f.P("}\n")
	r := f.Import(reactorPath)
	f.Comment("New makes the control law in a program. The drivers may be left out for a replay.")
	f.P("func New(parent %s.Parent, d Drivers, k *Knowledge, o %s.Options) *%s {\np := &%s{", r, f.Import(loopPath), p.name, p.name)
	for _, g := range p.groups {
		f.P("%s: New%s(parent, d, k, o),", g.typ, g.typ)
	}
	f.P("}")
	for _, to := range p.groups {
		for _, in := range to.ins {
			from := p.groupOf(in)
			f.P("%s.Connect(&p.%s.%s, &p.%s.%s).After(%sResponse)", r, from.typ, p.values[in], to.typ, p.values[in], from.typ)
		}
		for _, from := range p.callers(to) {
			f.P("%s.Connect(&p.%s.Halt, &p.%s.Halt%s).After(%sResponse)", r, from.typ, to.typ, from.typ, from.typ)
		}
	}
	f.P("return p\n}")
}

// mainOf writes a program that runs the law, indented as in a comment.
func (p *program) mainOf() string {
	path := p.o.Import
	if path == "" {
		path = "example.org/robot/" + p.o.Package
	}
	var types, drivers strings.Builder
	for _, i := range p.drivers() {
		name, needs := p.externs[i], len(ports(i, atom.NeedRole)) > 0
		typ := "my" + name
		fmt.Fprintf(&drivers, "%s: %s{}, ", name, typ)
		body := "Read(reactor.Tag) (s law." + name + "Sample) { return s } // ask the sensor here"
		if needs {
			body = "Command(_ reactor.Tag, c law." + name + "Command) {} // drive the actuators here; NaN: come to rest"
			if len(ports(i, atom.ProductRole)) > 0 {
				body = "Command(_ reactor.Tag, c law." + name + "Command) (s law." + name + "Sample) { return s } // drive the actuators here; NaN: come to rest"
			}
		}
		fmt.Fprintf(&types, "type %s struct{}\n\nfunc (%s) %s\n\n", typ, typ, body)
		if needs {
			fmt.Fprintf(&types, "func (%s) Limits() string { return \"…\" } // what keeps the commands within bounds, as a hw.Commander does\n\n", typ)
		}
	}
	hold, offer := "", ""
	for _, in := range p.inlets {
		if hold == "" {
			hold, offer = "l := ", "\t_ = l\n"
		}
		offer += fmt.Sprintf("\t// l.%s.%s.Offer(law.%sSample{}) when there is news, from any thread\n", in.group.typ, in.typ, p.externs[in.i])
	}
	text := "package main\n\nimport (\n\t\"context\"\n\t\"log\"\n\t\"os\"\n\t\"os/signal\"\n\t\"time\"\n\n\tlaw \"" + path + "\"\n" +
		"\t\"" + loopPath + "\"\n\t\"" + reactorPath + "\"\n\t\"" + reactorPath + "/exec\"\n)\n\n" + types.String() +
		"func main() {\n\tctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)\n\tdefer stop()\n" +
		fmt.Sprintf("\tmain := reactor.NewMain(%q)\n", p.plan.Model.Name) +
		"\t" + hold + "law.New(main, law.Drivers{" + strings.TrimSuffix(drivers.String(), ", ") + "}, law.Known(), loop.Options{\n" +
		"\t\tHold: 500 * time.Millisecond, Alarm: func(e loop.Event) { log.Printf(\"%+v\", e) },\n\t})\n" + offer +
		"\tprogram, err := reactor.Build(main, reactor.Options{})\n\tif err == nil {\n" +
		"\t\t_, err = exec.Run(ctx, program, exec.Options{Clock: exec.Real})\n\t}\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n}"
	return "\t" + strings.ReplaceAll(text, "\n", "\n\t")
}

// emitValues writes the values of a constant External.
func emitValues(f *gogen.File, to string, i *atom.Instance, fields []field) {
	for _, x := range fields {
		e := x.first.Element
		if x.n == 0 {
			f.P("%s.%s = %s", to, x.name, literal(f, e.Type, i.Values[e.Name]))
			continue
		}
		base, _, _ := strings.Cut(e.Name, "[")
		all := make([]string, x.n)
		for k := range all {
			all[k] = literal(f, e.Type, i.Values[fmt.Sprintf("%s[%d]", base, k)])
		}
		f.P("%s.%s = [%d]%s{%s}", to, x.name, x.n, typeOf(f, x.first), rows(all))
	}
}

// groupOf is the composition that makes a product.
func (p *program) groupOf(port *atom.Port) *group {
	if s := p.home[port.Owner]; s != nil {
		return s.group
	}
	return p.arrives[port.Owner].group
}

// callers lists the compositions that may stop actuators of g.
func (p *program) callers(g *group) (out []*group) {
	for _, s := range g.stages {
		for _, from := range p.abroad(s) {
			if !slices.Contains(out, from) {
				out = append(out, from)
			}
		}
	}
	return out
}

// emitGroup writes a composition.
func (p *program) emitGroup(f *gogen.File, g *group) {
	r, l := f.Import(reactorPath), f.Import(loopPath)
	f.Comment(fmt.Sprintf("%s is the composition %s, every %s.", g.typ, g.Name, period.Duration(g.Period)))
	f.P("type %s struct {\n%s.Reactor\n", g.typ, r)
	for _, in := range g.ins {
		f.P("%s %s.In[%s] // %s: %s", p.values[in], r, typeOf(f, in), pathOf(in), about(in))
	}
	for _, out := range g.outs {
		f.P("%s %s.Out[%s] // %s: %s", p.values[out], r, typeOf(f, out), pathOf(out), about(out))
	}
	for _, from := range p.callers(g) {
		f.P("Halt%s %s.In[%s.Halt] // actuators that must come to rest, as far as %s knows", from.typ, r, l, from.Name)
	}
	f.P("Halt %s.Out[%s.Halt] // the same, as far as is known here\n", r, l)
	for _, s := range g.stages {
		f.P("%s *%s", gogen.Exported(s.field), s.typ)
	}
	for _, in := range p.inlets {
		if in.group == g {
			f.P("%s *%s", in.typ, in.typ)
		}
	}
	f.P("}\n")
	f.Comment(fmt.Sprintf("New%s makes the composition in parent.", g.typ))
	f.P("func New%s(parent %s.Parent, d Drivers, k *Knowledge, o %s.Options) *%s {\nc := &%s{}\n%s.Init(parent, %q, c)", g.typ, r, l, g.typ, g.typ, r, g.Name)
	if g.isolate {
		f.P("c.Isolate() // an enclave: on the real clock it has a thread of its own")
	}
	for _, in := range p.inlets {
		if in.group == g {
			f.P("c.%s = new%s(c, o)", in.typ, in.typ)
		}
	}
	for _, s := range g.stages {
		_, passed := p.arguments(gogen.New(p.o.Package), s)
		f.P("c.%s = New%s(c, %s)", gogen.Exported(s.field), s.typ, passed)
	}
	f.P("c.connect()\nreturn c\n}\n")
	p.emitConnect(f, g)
	for _, in := range p.inlets {
		if in.group == g {
			p.emitInlet(f, in)
		}
	}
}

// emitConnect writes the connections between the loops of a composition.
func (p *program) emitConnect(f *gogen.File, g *group) {
	r := f.Import(reactorPath)
	f.P("// connect joins the loops.\nfunc (c *%s) connect() {", g.typ)
	out := func(port *atom.Port) string {
		if s := p.home[port.Owner]; s != nil {
			return "c." + gogen.Exported(s.field) + "." + p.values[port]
		}
		return "c." + p.arrives[port.Owner].typ + "." + p.values[port]
	}
	for n, s := range g.stages {
		for _, in := range s.ins {
			name := p.values[in]
			if p.groupOf(in) != g {
				f.P("%s.Connect(&c.%s, &c.%s.%s)", r, name, gogen.Exported(s.field), name)
				continue
			}
			after := ""
			if home := p.home[in.Owner]; home != nil && slices.Index(g.stages, home) > n {
				after = ".After(" + g.typ + "Response) // periodic, and against the order of the loops"
			}
			f.P("%s.Connect(&%s, &c.%s.%s)%s", r, out(in), gogen.Exported(s.field), name, after)
		}
		if n > 0 {
			f.P("%s.Connect(&c.%s.Halt, &c.%s.Before)", r, gogen.Exported(g.stages[n-1].field), gogen.Exported(s.field))
		}
		for _, from := range p.abroad(s) {
			f.P("%s.Connect(&c.Halt%s, &c.%s.Halt%s)", r, from.typ, gogen.Exported(s.field), from.typ)
		}
	}
	for _, o := range g.outs {
		f.P("%s.Connect(&%s, &c.%s)", r, out(o), p.values[o])
	}
	f.P("%s.Connect(&c.%s.Halt, &c.Halt)\n}\n", r, gogen.Exported(g.stages[len(g.stages)-1].field))
}

// emitInlet writes the reactor through which a sporadic External's values enter.
func (p *program) emitInlet(f *gogen.File, in *inlet) {
	r, l, name := f.Import(reactorPath), f.Import(loopPath), p.externs[in.i]
	products := ports(in.i, atom.ProductRole)
	_, at := record(products)
	f.Comment(p.introduce(in.i, in.typ+" is the way in of the sporadic External Knowledge Atom "+in.i.Path))
	f.P("type %s struct {\n%s.Reactor\nOffered %s.PhysicalAction[%sSample]", in.typ, r, r, name)
	for _, port := range products {
		f.P("%s %s.Out[%s] // %s", p.values[port], r, typeOf(f, port), about(port))
	}
	f.P("Watch %s.Watch // what is flagged\nnow %sSample\nguards [%d]%s.Guard\n}\n", l, name, len(products), l)
	f.P("func new%s(parent %s.Parent, o %s.Options) *%s {\ni := &%s{}\n%s.Init(parent, %q, i)", in.typ, r, l, in.typ, in.typ, r, in.field)
	sets, guards := make([]string, len(products)), make([]string, len(products))
	for k, port := range products {
		guards[k] = p.guardOf(f, port, fmt.Sprintf("&i.guards[%d]", k), "0")
		if port.Initial() != 0 {
			f.P("i.now.%s = %s", at[port], literal(f, port.Element.Type, port.Initial()))
		}
		sets[k] = "&i." + p.values[port]
	}
	f.P("i.Watch.Over(o,\n%s,\n)", strings.Join(guards, ",\n"))
	f.P("i.Reaction(\"arrive\").On(&i.Offered).Sets(%s).Do(i.arrive)\nreturn i\n}\n", rows(sets))
	f.Comment("Offer hands over values, from any thread. It reports false when the program is over or too many wait. One that is not valid is not passed on.")
	f.P("func (i *%s) Offer(x %sSample) bool { return i.Offered.Schedule(x, 0) }\n", in.typ, name)
	f.P("func (i *%s) arrive() {\nx, at := i.Offered.Get(), i.Tag().Time", in.typ)
	for k, port := range products {
		f.P("i.now.%s = %s.Pass(&i.guards[%d], x.%s, at)", at[port], l, k, at[port])
		f.P("i.%s.Set(i.now.%s)", p.values[port], at[port])
	}
	f.P("}\n")
}

// emitDrivers writes the interfaces of the drivers.
func (p *program) emitDrivers(f *gogen.File) {
	periodic := p.drivers()
	f.Comment("Drivers stand for the External Knowledge Atoms that exchange values with the law in every cycle: implement them.")
	f.P("type Drivers struct {")
	for _, i := range periodic {
		f.P("%s %sDriver", p.externs[i], p.externs[i])
	}
	f.P("}\n")
	for _, i := range periodic {
		p.emitDriver(f, i)
	}
	for _, in := range p.inlets {
		p.emitSample(f, in.i)
	}
	if len(p.sinks) > 0 {
		f.P("// The actuators that can be told to come to rest.\nconst (")
		for n, i := range p.sinks {
			if n == 0 {
				f.P("Halts%s %s.Halt = 1 << iota", p.externs[i], f.Import(loopPath))
			} else {
				f.P("Halts%s", p.externs[i])
			}
		}
		f.P(")")
	}
}

func (p *program) emitDriver(f *gogen.File, i *atom.Instance) {
	name, r := p.externs[i], f.Import(reactorPath)
	f.Comment(p.introduce(i, name+"Driver stands for "+i.Path))
	f.P("type %sDriver interface {", name)
	if len(ports(i, atom.NeedRole)) == 0 {
		f.P("// Read gives what the sensor says now, NaN for what is missing. It must not block.\nRead(tag %s.Tag) %sSample\n}\n", r, name)
	} else {
		answer := ""
		if len(ports(i, atom.ProductRole)) > 0 {
			answer = " " + name + "Sample"
		}
		f.P("// Command drives the actuators. NaN everywhere means: come to rest. It must not block.\nCommand(tag %s.Tag, c %sCommand)%s\n// Limits says in a few words what keeps the commands within bounds.\nLimits() string\n}\n", r, name, answer)
		fields, at := record(ports(i, atom.NeedRole))
		f.Comment(fmt.Sprintf("%sCommand is what %s needs.", name, i.Path))
		f.P("type %sCommand struct {", name)
		emitFields(f, fields, about)
		f.P("}\n")
		f.Comment(fmt.Sprintf("Resting%s is the command to come to rest.", name))
		f.P("func Resting%s() (c %sCommand) {", name, name)
		var lines []string
		for _, port := range ports(i, atom.NeedRole) {
			lines = append(lines, fmt.Sprintf("c.%s = %s.None[%s]()", at[port], f.Import(loopPath), typeOf(f, port)))
		}
		loops(f, lines)
		f.P("return c\n}\n")
	}
	if len(ports(i, atom.ProductRole)) > 0 {
		p.emitSample(f, i)
	}
}

// emitSample writes what an External produces.
func (p *program) emitSample(f *gogen.File, i *atom.Instance) {
	fields, _ := record(ports(i, atom.ProductRole))
	f.Comment(fmt.Sprintf("%sSample is what %s produces. NaN says that there is no value.", p.externs[i], i.Path))
	f.P("type %sSample struct {", p.externs[i])
	emitFields(f, fields, func(port *atom.Port) string {
		s := about(port)
		if v := port.Element.Validity; v.Min != 0 || v.Max != 0 {
			s += "; from " + quantity(port.Element.Type, v.Min) + " to " + quantity(port.Element.Type, v.Max)
		}
		return s
	})
	f.P("}\n")
}

// emitKnowledge writes the constants.
func (p *program) emitKnowledge(f *gogen.File) {
	var all []*atom.Instance
	for _, i := range p.plan.Constants {
		if len(ports(i, atom.ProductRole)) > 0 {
			all = append(all, i)
		}
	}
	f.Comment("Knowledge is what does not change while the law runs: what constant External Knowledge Atoms say, and what is computed of that.")
	f.P("type Knowledge struct {")
	for _, i := range all {
		fields, _ := record(ports(i, atom.ProductRole))
		f.Comment(p.introduce(i, p.constant[i]+" is "+i.Path))
		f.P("%s struct {", p.constant[i])
		emitFields(f, fields, about)
		f.P("}")
	}
	f.P("}\n")
	f.Comment("Known gives the model's values.")
	f.P("func Known() *Knowledge {\nk := &Knowledge{}")
	for _, i := range all {
		f.P("k.know%s()", p.constant[i])
	}
	f.P("return k\n}\n")
	for _, i := range all {
		_, at := record(ports(i, atom.ProductRole))
		f.P("func (k *Knowledge) know%s() {", p.constant[i])
		if i.Kind == atom.External {
			fields, _ := record(ports(i, atom.ProductRole))
			emitValues(f, "k."+p.constant[i], i, fields)
			f.P("}\n")
			continue
		}
		b := p.bodyOf(f, i)
		if f.P("var a %s", b.typ); b.made != "" {
			f.P("a = %s", b.made)
		}
		var lines []string
		for _, port := range i.Ports {
			if port.Element.Role != atom.NeedRole {
				if v := port.Initial(); v != 0 {
					lines = append(lines, fmt.Sprintf("a.%s.Set(%s)", b.at[port], literal(f, port.Element.Type, v)))
				}
				continue
			}
			text := literal(f, port.Element.Type, port.Initial())
			if from := p.sources[port]; from != nil && p.constant[from.Owner] != "" {
				_, fromAt := record(ports(from.Owner, atom.ProductRole))
				text = "k." + p.constant[from.Owner] + "." + fromAt[from]
			}
			lines = append(lines, fmt.Sprintf("a.%s.Put(%s)", b.at[port], text))
		}
		loops(f, lines)
		f.P("a.Physics(0)")
		lines = nil
		for _, port := range ports(i, atom.ProductRole) {
			lines = append(lines, fmt.Sprintf("k.%s.%s = a.%s.Get()", p.constant[i], at[port], b.at[port]))
		}
		loops(f, lines)
		f.P("}\n")
	}
}
