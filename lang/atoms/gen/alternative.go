package gen

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// alternatives refuses Alternatives that cannot be written as source.
func (p *program) alternatives() {
	for _, i := range p.plan.Model.Instances {
		alt, _ := atom.Law(i)
		switch {
		case i.Kind == atom.Alternative && sporadic(i):
			p.fault(i, "a sporadic Alternative cannot be written as source", "make it periodic")
		case alt != nil && sporadic(i):
			p.fault(i, "a sporadic Atom in an Alternative cannot be written as source", "make it periodic")
		}
	}
}

// memberOf finds the member of a loop that runs an instance.
func (s *stage) memberOf(i *atom.Instance) *member {
	for _, m := range s.members {
		if m.i == i {
			return m
		}
	}
	return nil
}

// emitChoiceType writes the fields of an Alternative.
func (p *program) emitChoiceType(f *gogen.File, m *member) {
	fields, _ := record(ports(m.i, atom.ProductRole))
	f.P("%s %s.Choice // which law of the Alternative %s is in command", m.field, f.Import(loopPath), m.i.Path)
	f.P("%sNow struct { // what it gives", m.field)
	emitFields(f, fields, about)
	f.P("}")
}

// choiceKnows are the lines that set the initial state of an Alternative.
func (p *program) choiceKnows(f *gogen.File, s *stage, m *member) (lines []string) {
	products := ports(m.i, atom.ProductRole)
	lines = []string{fmt.Sprintf("s.%s.Between(%s, %d,", m.field, duration(f, m.i.Choice.Fade), len(products))}
	for n, law := range m.i.Children {
		var guards []string
		for _, l := range s.members {
			alt, k := atom.Law(l.i)
			for _, port := range l.i.Ports {
				if g := s.guards[port]; g != "" && alt == m.i && k == n {
					guards = append(guards, "&s.guards."+g)
				}
			}
		}
		if law.Kind == atom.Molecule {
			for _, port := range law.Ports {
				if g := s.guards[port]; g != "" {
					guards = append(guards, "&s.guards."+g)
				}
			}
		}
		lines = append(lines, fmt.Sprintf("[]*%s.Guard{%s}, // of %s", f.Import(loopPath), strings.Join(guards, ", "), law.Name))
	}
	lines = append(lines, ")")
	_, at := record(products)
	for k, port := range products {
		if v := port.Initial(); v != 0 {
			lines = append(lines, fmt.Sprintf("s.%s.Begins(%d, float64(%s))", m.field, k, literal(f, port.Element.Type, v)),
				fmt.Sprintf("s.%sNow.%s = %s", m.field, at[port], literal(f, port.Element.Type, v)))
		}
	}
	return lines
}

// emitPick writes the method that chooses the law in command.
func (p *program) emitPick(f *gogen.File, s *stage, m *member) {
	var laws []string
	for n, l := range m.i.Children {
		laws = append(laws, fmt.Sprintf("%d is %s", n, l.Name))
	}
	text, constant := "0", true
	if from := p.sources[m.i.Choice.Select]; from != nil {
		if text, constant = p.read(f, s, from); constant {
			text = known(text)
		}
	}
	f.Comment(fmt.Sprintf("pick%s chooses the law of %s that is in command: %s. What is none of these changes nothing.", gogen.Exported(m.field), m.i.Path, list(laws)))
	f.P("func (s *%s) pick%s(at %s.Time) { s.%s.Pick(float64(%s), at) }\n", s.typ, gogen.Exported(m.field), f.Import(reactorPath), m.field, p.take(f, s, m.i.Choice.Select, text))
}

// lawProduct is a law's product for a product of its Alternative.
func (p *program) lawProduct(port *atom.Port, law int) *atom.Port {
	for _, w := range p.plan.Wires {
		if w.To != port {
			continue
		}
		if alt, n := atom.Law(w.From.Owner); alt == port.Owner && n == law {
			return w.From
		}
	}
	return nil
}

// emitGive writes the method that sets an Alternative's products and lets the other laws track.
func (p *program) emitGive(f *gogen.File, s *stage, m *member) {
	products := ports(m.i, atom.ProductRole)
	_, at := record(products)
	f.Comment(p.introduce(m.i, m.step+" gives what the law of "+m.i.Path+" in command gives, without a bump after a switch, and lets the others track"))
	f.P("func (s *%s) %s(dt %s.Time, at %s.Time) {\nc := &s.%s\nc.Begin(at)\nswitch c.Law {", s.typ, m.step, f.Import(unitPath), f.Import(reactorPath), m.field)
	for n, law := range m.i.Children {
		f.P("case %d:", n)
		for k, port := range products {
			if from := p.lawProduct(port, n); from != nil {
				call := "Blend"
				switch port.Element.Type {
				case unit.TypeBoolean, unit.TypeUnsigned:
					call = "Set"
				case unit.TypeAngle:
					call = "Turn"
				}
				f.P("s.%sNow.%s = %s(c.%s(%d, float64(%s)))", m.field, at[port], typeOf(f, port), call, k,
					p.take(f, s, law.Port(port.Element.Name), p.value(f, s, from)))
			}
		}
	}
	f.P("}")
	for n := range m.i.Children {
		p.emitTrack(f, s, m, n)
	}
	for _, port := range products {
		f.P("s.%sNow.%s = %s.Pass(&s.guards.%s, s.%sNow.%s, at)", m.field, at[port], f.Import(loopPath), s.guards[port], m.field, at[port])
	}
	for _, out := range s.outs {
		if out.Owner == m.i {
			f.P("s.%s.Set(s.%sNow.%s)", p.values[out], m.field, at[out])
		}
	}
	f.P("}\n")
}

// value writes a product of an Atom in the same loop.
func (p *program) value(f *gogen.File, s *stage, from *atom.Port) string {
	text, _ := p.read(f, s, from)
	return text
}

// emitTrack writes how law n of an Alternative tracks while it is not in command, if it can.
func (p *program) emitTrack(f *gogen.File, s *stage, m *member, n int) {
	var track, settle []string
	for _, l := range s.members {
		if alt, k := atom.Law(l.i); alt != m.i || k != n {
			continue
		}
		b := p.bodyOf(f, l.i)
		if p.tracks(l.i) {
			track = append(track, fmt.Sprintf("s.%s\ns.%s.Track(dt)", p.feeding(f, s, l, "at, false"), l.field))
		}
		for _, port := range l.i.Ports {
			if g := s.guards[port]; g != "" && port.Element.Role != atom.NeedRole {
				settle = append(settle, fmt.Sprintf("%s.Settle(&s.guards.%s, &s.%s.%s)", f.Import(loopPath), g, l.field, b.at[port]))
			}
		}
	}
	if len(track) == 0 {
		return
	}
	f.P("if c.Law != %d {", n)
	for k, port := range ports(m.i, atom.ProductRole) {
		if from := p.lawProduct(port, n); from != nil {
			owner := s.memberOf(from.Owner)
			f.P("s.%s.%s.Set(%s(c.Out(%d)))", owner.field, p.bodyOf(f, from.Owner).at[from], typeOf(f, from), k)
		}
	}
	for _, port := range m.i.Children[n].Ports { // its products are checked, if it is a Molecule that says so
		if from := p.narrow[port]; from != nil && s.guards[port] != "" && port.Element.Role == atom.ProductRole {
			settle = append(settle, fmt.Sprintf("%s.Admit(&s.guards.%s, %s, at, false)", f.Import(loopPath), s.guards[port], p.value(f, s, from.From)))
		}
	}
	f.P("%s\n%s\n}", strings.Join(track, "\n"), strings.Join(settle, "\n"))
}

// tracks reports whether an Atom can follow along while another law is in command.
func (p *program) tracks(i *atom.Instance) bool {
	if x := p.formulaOf(i); x != nil {
		return x.track != nil
	}
	_, ok := i.Body.(atom.Tracker)
	return ok
}
