package gen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// emitStage writes a real-time loop: its struct, its constructor, its cycle, and a method for each Atom.
func (p *program) emitStage(f *gogen.File, s *stage) {
	p.emitStageType(f, s)
	p.emitStageNew(f, s)
	p.emitCycle(f, s)
	for _, m := range s.members {
		switch m.i.Kind {
		case atom.External:
			p.emitExchange(f, s, m)
		case atom.Alternative:
			p.emitPick(f, s, m)
			p.emitGive(f, s, m)
		default:
			p.emitRun(f, s, m)
		}
	}
	p.emitKnown(f, s)
	p.emitGuards(f, s)
}

func (p *program) emitStageType(f *gogen.File, s *stage) {
	r, l := f.Import(reactorPath), f.Import(loopPath)
	var names []string
	for _, m := range s.members {
		names = append(names, m.i.Path)
	}
	f.Comment(fmt.Sprintf("%s is the real-time loop %s of composition %s, every %s: %s.", s.typ, s.name, s.group.Name, period.Duration(s.group.Period), list(names)))
	f.P("type %s struct {\n%s.Reactor\ntick %s.Timer\ndue bool // the timer has fired at this tag\nWatch %s.Watch // what is flagged, and which actuators must come to rest for it\n", s.typ, r, r, l)
	if len(s.ins) > 0 {
		f.P("// What other loops produce.")
		for _, in := range s.ins {
			f.P("%s %s.In[%s] // %s: %s", p.values[in], r, typeOf(f, in), pathOf(in), about(in))
		}
	}
	if len(s.outs) > 0 {
		f.P("\n// What other loops read.")
		for _, out := range s.outs {
			f.P("%s %s.Out[%s] // %s: %s", p.values[out], r, typeOf(f, out), pathOf(out), about(out))
		}
	}
	f.P("\n// Actuators that must come to rest: as far as the loops before know, and as far as is known here.")
	if s.follows() {
		f.P("Before %s.In[%s.Halt]", r, l)
	}
	f.P("Halt %s.Out[%s.Halt]", r, l)
	for _, g := range p.abroad(s) {
		f.P("Halt%s %s.In[%s.Halt] // what composition %s knows", g.typ, r, l, g.Name)
	}
	p.emitMembers(f, s)
	abroad := p.abroad(s)
	if len(s.ins) > 0 || len(abroad) > 1 {
		f.P("\nheld struct { // the last value of each input")
		var names, types []string
		for _, in := range s.ins {
			names, types = append(names, s.held[in]), append(types, typeOf(f, in))
		}
		for n := range abroad {
			if len(abroad) > 1 {
				names, types = append(names, "halt"+abroad[n].typ), append(types, l+".Halt")
			}
		}
		declare(f, names, types)
		f.P("}")
	}
	if guarded := p.guarded(s); len(guarded) > 0 {
		f.P("\nguards struct { // what each value may be")
		var names []string
		for _, g := range guarded {
			names = append(names, s.guards[g])
		}
		declare(f, names, slices.Repeat([]string{l + ".Guard"}, len(names)))
		f.P("}")
	}
	if p.remembers(s) {
		f.P("known *Knowledge")
	}
	f.P("}\n")
}

// emitMembers writes the fields of a loop's members.
func (p *program) emitMembers(f *gogen.File, s *stage) {
	r := f.Import(reactorPath)
	f.P("\n// What runs, in this order.")
	for _, m := range s.members {
		if m.i.Kind == atom.Alternative {
			p.emitChoiceType(f, m)
			continue
		}
		if m.i.Kind != atom.External {
			f.P("%s %s", m.field, p.bodyOf(f, m.i).typ)
			continue
		}
		name := p.externs[m.i]
		if len(ports(m.i, atom.NeedRole)) == 0 {
			f.P("%s %s.Sensor[%sSample]", m.field, r, name)
		} else {
			f.P("%s %s.Actuator[%sCommand, %s]", m.field, r, name, p.answer(m.i))
		}
		if len(ports(m.i, atom.ProductRole)) > 0 {
			f.P("%sNow %sSample // that is passed on", m.field, name)
		}
	}
}

// answer is the type of an actuator driver's answer.
func (p *program) answer(i *atom.Instance) string {
	if len(ports(i, atom.ProductRole)) > 0 {
		return p.externs[i] + "Sample"
	}
	return "struct{}"
}

// guarded lists the ports whose values are checked before they go on, and names the guards.
func (p *program) guarded(s *stage) (out []*atom.Port) {
	names := gogen.NewNames()
	for _, m := range s.members {
		for _, port := range m.i.Ports {
			w := p.narrow[port]
			need := w != nil && p.constant[w.From.Owner] == "" // constants have been checked
			if need || port.Element.Role == atom.ProductRole || port.Element.Role == atom.StorageRole && m.i.Kind == atom.Simple {
				out = append(out, port)
			}
		}
		if m.i.Kind != atom.Alternative {
			continue
		}
		for _, law := range m.i.Children {
			out = append(out, slices.DeleteFunc(ports(law, atom.ProductRole), func(port *atom.Port) bool { return p.narrow[port] == nil })...)
		}
	}
	for _, port := range out {
		if s.guards[port] == "" {
			s.guards[port] = names.Local(port.Path())
		}
	}
	return out
}

// abroad lists the other compositions that may want actuators of s to rest.
func (p *program) abroad(s *stage) (out []*group) {
	if len(p.sinksOf(s)) == 0 {
		return nil
	}
	for _, g := range p.groups {
		if g != s.group && p.halts(g, s.group) {
			out = append(out, g)
		}
	}
	return out
}

// sinksOf lists the Externals with needs in a loop.
func (p *program) sinksOf(s *stage) (out []*member) {
	for _, m := range s.members {
		if slices.Contains(p.sinks, m.i) {
			out = append(out, m)
		}
	}
	return out
}

// halts reports whether a flag in composition from stops actuators of composition to.
func (p *program) halts(from, to *group) bool {
	var reached, has uint64
	for _, s := range from.stages {
		for _, port := range p.guarded(s) {
			reached |= p.dependents(port)
		}
	}
	for _, s := range to.stages {
		for _, m := range p.sinksOf(s) {
			has |= p.bit(m.i)
		}
	}
	return reached&has != 0
}

// bit is the bit of an External with needs.
func (p *program) bit(i *atom.Instance) uint64 {
	if n := slices.Index(p.sinks, i); n >= 0 {
		return 1 << n
	}
	return 0
}

func (p *program) emitStageNew(f *gogen.File, s *stage) {
	r, l := f.Import(reactorPath), f.Import(loopPath)
	f.Comment(fmt.Sprintf("New%s makes the loop in parent.", s.typ))
	declared, _ := p.arguments(f, s)
	f.P("func New%s(parent %s.Parent, %s) *%s {", s.typ, r, declared, s.typ)
	f.P("s := &%s{}\n%s.Init(parent, %q, s)", s.typ, r, s.field)
	f.P("s.tick.Set(%sOffset, %sPeriod)", s.group.typ, s.group.typ)
	for _, in := range s.ins {
		if v := in.Initial(); v != 0 {
			f.P("s.held.%s = %s", s.held[in], literal(f, in.Element.Type, v))
		}
	}
	if p.remembers(s) {
		f.P("s.known = k")
	}
	for _, m := range s.members {
		if m.i.Kind == atom.Simple {
			if made := p.bodyOf(f, m.i).made; made != "" {
				f.P("s.%s = %s", m.field, made)
			}
		}
	}
	if len(p.knows(f, s)) > 0 {
		f.P("s.know(%s)", p.knowing(s))
	}
	if len(s.guards) > 0 {
		f.P("s.guard(o)")
	} else {
		f.P("s.Watch.Over(o)")
	}
	for _, m := range s.members {
		if m.i.Kind != atom.External {
			continue
		}
		name := p.externs[m.i]
		f.P("if d.%s != nil {", name)
		if len(ports(m.i, atom.NeedRole)) == 0 {
			f.P("s.%s.Bind(func() %sSample { return d.%s.Read(s.Tag()) })", m.field, name, name)
		} else if p.answer(m.i) == "struct{}" {
			f.P("s.%s.Bind(%s.Drive(d.%s.Limits(), func(c %sCommand) struct{} { d.%s.Command(s.Tag(), c); return struct{}{} }))", m.field, l, name, name, name)
		} else {
			f.P("s.%s.Bind(%s.Drive(d.%s.Limits(), func(c %sCommand) %sSample { return d.%s.Command(s.Tag(), c) }))", m.field, l, name, name, name, name)
		}
		f.P("}")
	}
	if len(p.sinksOf(s)) > 0 {
		f.P("s.Reaction(\"stop\").On(s.Shutdown()).Do(s.stop)")
	}
	f.P("s.Reaction(\"tick\").On(&s.tick).Do(func() { s.due = true })")
	on := []string{"&s.tick"}
	if s.follows() {
		on = append(on, "&s.Before")
	}
	for _, in := range s.ins {
		on = append(on, "&s."+p.values[in])
	}
	for _, g := range p.abroad(s) {
		on = append(on, "&s.Halt"+g.typ)
	}
	sets := []string{"&s.Halt"}
	for _, out := range s.outs {
		sets = append(sets, "&s."+p.values[out])
	}
	f.P("s.Reaction(\"cycle\").On(%s).\nSets(%s).\nDeadline(%sPeriod, s.late).Do(s.cycle)\nreturn s\n}\n", rows(on), rows(sets), s.group.typ)
	f.Comment("late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late value is better here than none. Change that where it is not.")
	f.P("func (s *%s) late() {\ns.Watch.Late++\ns.cycle()\n}\n", s.typ)
}

// rows breaks a list of arguments into lines.
func rows(list []string) string {
	var b strings.Builder
	length := 0
	for n, a := range list {
		if length += len(a) + 2; length > 100 {
			b.WriteString("\n")
			length = len(a)
		}
		b.WriteString(a)
		if n < len(list)-1 {
			b.WriteString(", ")
		}
	}
	return b.String()
}

// emitKnown writes the method that gives the loop's Atoms their constants.
func (p *program) emitKnown(f *gogen.File, s *stage) {
	lines := p.knows(f, s)
	if len(lines) == 0 {
		return
	}
	declared := ""
	if p.knowing(s) != "" {
		declared = "k *Knowledge"
	}
	f.Comment("know gives the Atoms what is constant, and their storages and products what they begin with.")
	f.P("func (s *%s) know(%s) {", s.typ, declared)
	loops(f, lines)
	f.P("}\n")
}

// knows are the lines that give the Atoms of a loop their constants and initial values.
func (p *program) knows(f *gogen.File, s *stage) (lines []string) {
	add := func(line string, args ...any) { lines = append(lines, fmt.Sprintf(line, args...)) }
	for _, m := range s.members {
		switch m.i.Kind {
		case atom.External:
			_, at := record(ports(m.i, atom.ProductRole))
			for _, port := range ports(m.i, atom.ProductRole) {
				if v := port.Initial(); v != 0 {
					add("s.%sNow.%s = %s", m.field, at[port], literal(f, port.Element.Type, v))
				}
			}
			continue
		case atom.Alternative:
			lines = append(lines, p.choiceKnows(f, s, m)...)
			continue
		}
		b := p.bodyOf(f, m.i)
		for _, port := range m.i.Ports {
			v, from := port.Initial(), p.sources[port]
			switch {
			case port.Element.Role != atom.NeedRole && v != 0:
				add("s.%s.%s.Set(%s)", m.field, b.at[port], literal(f, port.Element.Type, v))
			case port.Element.Role == atom.NeedRole && from == nil:
				add("s.%s.%s.Put(%s)", m.field, b.at[port], literal(f, port.Element.Type, v))
			case port.Element.Role == atom.NeedRole:
				if text, constant := p.read(f, s, from); constant {
					add("s.%s.%s.Put(%s)", m.field, b.at[port], text)
				}
			}
		}
	}
	return lines
}

// knowing is the argument of know: the Knowledge, if a line needs it.
func (p *program) knowing(s *stage) string {
	for _, line := range p.knows(gogen.New(p.o.Package), s) {
		if strings.Contains(line, "(k.") {
			return "k"
		}
	}
	return ""
}

// remembers reports whether a loop reads the Knowledge while it runs.
func (p *program) remembers(s *stage) bool {
	constant := func(port *atom.Port) bool { return port != nil && p.constant[port.Owner] != "" }
	for _, m := range s.members {
		if constant(m.i.Condition) || m.i.Kind == atom.Alternative && constant(p.sources[m.i.Choice.Select]) {
			return true
		}
		if m.i.Kind == atom.External && slices.ContainsFunc(ports(m.i, atom.NeedRole), func(need *atom.Port) bool { return constant(p.sources[need]) }) {
			return true
		}
	}
	return false
}

// follows reports whether other loops of the composition run before s.
func (s *stage) follows() bool { return s.group.stages[0] != s }

// arguments are the parameters, after the parent, of a loop's constructor, and what to pass for them.
func (p *program) arguments(f *gogen.File, s *stage) (declared, passed string) {
	var names, args []string
	if slices.ContainsFunc(s.members, func(m *member) bool { return m.i.Kind == atom.External }) {
		names, args = append(names, "d Drivers"), append(args, "d")
	}
	if p.remembers(s) || p.knowing(s) != "" {
		names, args = append(names, "k *Knowledge"), append(args, "k")
	}
	names, args = append(names, "o "+f.Import(loopPath)+".Options"), append(args, "o")
	return strings.Join(names, ", "), strings.Join(args, ", ")
}

// emitGuards writes the method that sets what each value may be.
func (p *program) emitGuards(f *gogen.File, s *stage) {
	all := p.guarded(s)
	if len(all) == 0 {
		return
	}
	f.Comment("guard says what each value may be, and which actuators depend on it.")
	f.P("func (s *%s) guard(o %s.Options) {\ng := &s.guards\ns.Watch.Over(o,", s.typ, f.Import(loopPath))
	for _, port := range all {
		f.P("%s,", p.guardOf(f, port, "&g."+s.guards[port], p.haltNames(p.dependents(port))))
	}
	f.P(")\n}\n")
}

// guardOf writes what the value of an element may be.
func (p *program) guardOf(f *gogen.File, port *atom.Port, at, halts string) string {
	e, l := port.Element, f.Import(loopPath)
	valid, begins := e.Validity, port.Initial()
	if w := p.narrow[port]; w != nil {
		valid, begins = w.Narrow(), w.Narrow().Nearest(w.From.Initial())
	}
	low, high := valid.Min, valid.Max
	if e.Role != atom.StorageRole { // infinite values go nowhere
		low, high = max(low, -math.MaxFloat64), min(high, math.MaxFloat64)
	}
	text := fmt.Sprintf("%s.Finite(%s, %q, %s)", l, at, pathOf(port), halts)
	switch {
	case low != 0 || high != 0:
		text = fmt.Sprintf("%s.Between(%s, %q, %s, %s, %s)", l, at, pathOf(port), literal(f, e.Type, low), literal(f, e.Type, high), halts)
	case e.Role == atom.StorageRole:
		text = fmt.Sprintf("%s.Number(%s, %q, %s)", l, at, pathOf(port), halts)
	}
	if d := valid.Frozen; d > 0 {
		text += ".Freezes(" + duration(f, d) + ")"
	}
	if begins != 0 {
		text += ".Begins(float64(" + literal(f, e.Type, begins) + "))"
	}
	return text
}

// haltNames writes a set of actuators.
func (p *program) haltNames(mask uint64) string {
	var names []string
	for _, i := range p.sinks {
		if mask&p.bit(i) != 0 {
			names = append(names, "Halts"+p.externs[i])
		}
	}
	if names == nil {
		return "0"
	}
	return strings.Join(names, "|")
}

// dependents are the actuators that depend on an element, as bits.
func (p *program) dependents(port *atom.Port) (mask uint64) {
	if w := p.narrow[port]; w != nil {
		if p.arrives[w.From.Owner] != nil {
			return 0 // from outside, at unknown times: the previous value stays in force
		}
		if port = w.To; port.Element.Role == atom.NeedRole {
			return p.reach[port.Owner] | p.bit(port.Owner)
		}
	}
	if port.Element.Role != atom.ProductRole {
		return p.reach[port.Owner]
	}
	for _, w := range p.plan.Wires {
		if w.From == port {
			mask |= p.reach[w.To.Owner] | p.bit(w.To.Owner)
		}
	}
	for _, i := range p.plan.Model.Instances {
		if i.Condition == port {
			mask |= p.reach[i] | p.bit(i)
		}
	}
	return mask
}
