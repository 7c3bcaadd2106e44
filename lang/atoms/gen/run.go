package gen

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/model/atom"
)

// read writes how a loop reads a product, and reports whether it never changes.
func (p *program) read(f *gogen.File, s *stage, from *atom.Port) (text string, constant bool) {
	if name := p.constant[from.Owner]; name != "" {
		_, at := record(ports(from.Owner, atom.ProductRole))
		return "k." + name + "." + at[from], true
	}
	if name, ok := s.held[from]; ok {
		return "s.held." + name, false
	}
	for _, m := range s.members {
		if m.i != from.Owner {
			continue
		}
		if m.i.Kind != atom.Simple {
			_, at := record(ports(m.i, atom.ProductRole))
			return "s." + m.field + "Now." + at[from], false
		}
		return "s." + m.field + "." + p.bodyOf(f, m.i).at[from] + ".Get()", false
	}
	return literal(f, from.Element.Type, from.Initial()), true
}

// take writes how a loop takes what it reads for a port: as it is, or only if valid.
func (p *program) take(f *gogen.File, s *stage, port *atom.Port, text string) string {
	if p.narrow[port] == nil || s.guards[port] == "" {
		return text
	}
	return fmt.Sprintf("%s.Pass(&s.guards.%s, %s, at)", f.Import(loopPath), s.guards[port], text)
}

// known turns a constructor's way of reading the Knowledge into a loop's.
func known(text string) string {
	if rest, ok := strings.CutPrefix(text, "k."); ok {
		return "s.known." + rest
	}
	return text
}

// emitRun writes the method that runs an Atom.
func (p *program) emitRun(f *gogen.File, s *stage, m *member) {
	b := p.bodyOf(f, m.i)
	alt, _ := atom.Law(m.i)
	fed := alt != nil && p.tracks(m.i)
	if fed {
		f.Comment(m.feed + " gives the needs of " + m.i.Path + " their values, to run or to track.")
		f.P("func (s *%s) %s {\na := &s.%s", s.typ, p.feeding(f, s, m, "at "+f.Import(reactorPath)+".Time, runs bool"), m.field)
		loops(f, p.puts(f, s, m, b, "Admit", ", runs"))
		f.P("}\n")
	}
	f.Comment(p.introduce(m.i, m.step+" runs "+m.i.Path))
	f.P("func (s *%s) %s(dt %s.Time, at %s.Time) {\na := &s.%s", s.typ, m.step, f.Import(unitPath), f.Import(reactorPath), m.field)
	if fed {
		f.P("s.%s", p.feeding(f, s, m, "at, true"))
	} else {
		loops(f, p.puts(f, s, m, b, "Pass", ""))
	}
	f.P("a.Physics(dt)")
	var keeps []string
	for _, port := range m.i.Ports {
		if g := s.guards[port]; g != "" && port.Element.Role != atom.NeedRole {
			keeps = append(keeps, fmt.Sprintf("%s.Keep(&s.guards.%s, &a.%s, at)", f.Import(loopPath), g, b.at[port]))
		}
	}
	loops(f, keeps)
	for _, out := range s.outs {
		if out.Owner == m.i {
			f.P("s.%s.Set(a.%s.Get())", p.values[out], b.at[out])
		}
	}
	f.P("}\n")
}

// feeding writes the call, or the head, of the method that sets the values of an Atom that tracks.
func (p *program) feeding(f *gogen.File, s *stage, m *member, args string) string {
	for _, need := range ports(m.i, atom.NeedRole) {
		if s.guards[need] != "" {
			return m.feed + "(" + args + ")"
		}
	}
	return m.feed + "()"
}

// puts are the lines that set an Atom's needs; checked values go through a function of package loop.
func (p *program) puts(f *gogen.File, s *stage, m *member, b body, pass, more string) (puts []string) {
	for _, need := range ports(m.i, atom.NeedRole) {
		from := p.sources[need]
		if from == nil {
			continue
		}
		if text, constant := p.read(f, s, from); !constant {
			if g := s.guards[need]; g != "" {
				text = fmt.Sprintf("%s.%s(&s.guards.%s, %s, at%s)", f.Import(loopPath), pass, g, text, more)
			}
			puts = append(puts, fmt.Sprintf("a.%s.Put(%s)", b.at[need], text))
		}
	}
	return puts
}

// introduce describes an instance.
func (p *program) introduce(i *atom.Instance, begin string) string {
	s := begin
	if i.Def.Name != i.Path && i.Def.Name != "" {
		s += ", " + article(i.Def.Name) + " " + i.Def.Name
	}
	var with []string
	for _, x := range i.Def.Parameters {
		if v := parameter(i, x.Name); v != "" {
			with = append(with, x.Name+" "+v)
		}
	}
	if len(with) > 0 {
		s += " with " + list(with)
	}
	if i.Def.Doc != "" {
		s += ": " + oneLine(i.Def.Doc)
	}
	return strings.TrimSuffix(s, ".") + "."
}

// emitExchange writes the method that exchanges values with a driver.
func (p *program) emitExchange(f *gogen.File, s *stage, m *member) {
	needs, products := ports(m.i, atom.NeedRole), ports(m.i, atom.ProductRole)
	name := p.externs[m.i]
	verb := "takes a sample of " + m.i.Path + " and passes on what is valid"
	if len(needs) > 0 {
		verb = "commands " + m.i.Path + ", or tells it to come to rest when what it depends on has been flagged for too long"
	}
	f.Comment(m.step + " " + verb + ".")
	f.P("func (s *%s) %s(at %s.Time) {", s.typ, m.step, f.Import(reactorPath))
	take := ""
	if len(products) > 0 {
		take = "x := "
	}
	if len(needs) == 0 {
		f.P("%ss.%s.Read()", take, m.field)
	} else {
		f.P("if s.Watch.Ended {\nreturn\n}\nvar c %sCommand", name)
		_, at := record(needs)
		var sets []string
		for _, need := range needs {
			if from := p.sources[need]; from != nil {
				text, constant := p.read(f, s, from)
				if constant {
					text = known(text)
				}
				sets = append(sets, fmt.Sprintf("c.%s = %s", at[need], p.take(f, s, need, text)))
			}
		}
		loops(f, sets)
		f.P("if s.Watch.Halts(at)&Halts%s != 0 {\nc = Resting%s()\n}\n%ss.%s.Do(c)", name, name, take, m.field)
	}
	_, at := record(products)
	for _, port := range products {
		f.P("s.%sNow.%s = %s.Pass(&s.guards.%s, x.%s, at)", m.field, at[port], f.Import(loopPath), s.guards[port], at[port])
	}
	for _, out := range s.outs {
		if out.Owner == m.i {
			f.P("s.%s.Set(s.%sNow.%s)", p.values[out], m.field, at[out])
		}
	}
	f.P("}\n")
}
