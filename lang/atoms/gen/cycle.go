package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/model/atom"
)

// emitCycle writes what runs at a tag.
func (p *program) emitCycle(f *gogen.File, s *stage) {
	f.Comment("cycle takes what has arrived, and runs what is due.")
	l := f.Import(loopPath)
	f.P("func (s *%s) cycle() {\nat := s.Tag().Time", s.typ)
	fresh := p.freshOnes(s)
	for _, in := range s.ins {
		call := fmt.Sprintf("%s.Take(&s.held.%s, &s.%s)", l, s.held[in], p.values[in])
		if fresh[in] != "" {
			call = fresh[in] + " := " + call
		}
		f.P("%s", call)
	}
	if s.follows() {
		f.P("%s.Take(&s.Watch.Before, &s.Before)", l)
	}
	switch abroad := p.abroad(s); {
	case len(abroad) == 1:
		f.P("%s.Take(&s.Watch.Abroad, &s.Halt%s)", l, abroad[0].typ)
	case len(abroad) > 1:
		var all []string
		for _, g := range abroad {
			f.P("%s.Take(&s.held.halt%s, &s.Halt%s)", l, g.typ, g.typ)
			all = append(all, "s.held.halt"+g.typ)
		}
		f.P("s.Watch.Abroad = %s", strings.Join(all, " | "))
	}
	f.P("tick := s.due\ns.due = false")
	ran := p.ranOnes(s)
	for k := 0; k < len(s.members); {
		if sporadic(s.members[k].i) {
			p.emitDue(f, s, s.members[k], fresh, ran)
			k++
			continue
		}
		f.P("if tick {")
		if slices.ContainsFunc(s.members[k:], func(m *member) bool { return m.i.Kind != atom.External && !sporadic(m.i) }) {
			f.P("dt := %s.Time(%sPeriod.Seconds())", f.Import(unitPath), s.group.typ)
		}
		for ; k < len(s.members) && !sporadic(s.members[k].i); k++ {
			p.emitStep(f, s, k)
		}
		f.P("}")
	}
	f.P("s.Watch.Report(&s.Halt, at)\n}\n")
	if len(p.sinksOf(s)) > 0 {
		f.Comment("stop brings the loop's actuators to rest when the program ends.")
		f.P("func (s *%s) stop() {", s.typ)
		for _, m := range p.sinksOf(s) {
			f.P("s.%s.Do(Resting%s())", m.field, p.externs[m.i])
		}
		f.P("s.Watch.Ended = true\n}\n")
	}
}

// emitStep writes the run of periodic member k; a member of a law runs while the law is in command.
func (p *program) emitStep(f *gogen.File, s *stage, k int) {
	m := s.members[k]
	call := fmt.Sprintf("s.%s(dt, at)", m.step)
	if m.i.Kind == atom.External {
		call = fmt.Sprintf("s.%s(at)", m.step)
	}
	alt, n := atom.Law(m.i)
	if alt == nil {
		f.P("%s", call)
		return
	}
	lawOf := func(k int) (*atom.Instance, int) {
		if k < 0 || k >= len(s.members) {
			return nil, -1
		}
		return atom.Law(s.members[k].i)
	}
	choice := s.memberOf(alt)
	before, number := lawOf(k - 1)
	if before != alt {
		f.P("s.pick%s(at)", gogen.Exported(choice.field))
	}
	if before != alt || number != n {
		f.P("if s.%s.Law == %d { // %s", choice.field, n, alt.Children[n].Name)
	}
	f.P("%s", call)
	if after, number := lawOf(k + 1); after != alt || number != n {
		f.P("}")
	}
}

func sporadic(i *atom.Instance) bool { return i.Constraint.Update == atom.Sporadic }

// freshOnes names the variables, where they are needed, that say whether an input has just arrived.
func (p *program) freshOnes(s *stage) map[*atom.Port]string {
	names, out := gogen.NewNames("s", "at", "tick", "dt"), map[*atom.Port]string{}
	for _, m := range s.members {
		for _, w := range p.wakers(m) {
			if p.home[w.Owner] != s && slices.Contains(s.ins, w) && out[w] == "" {
				out[w] = names.Local("new " + pathOf(w))
			}
		}
	}
	return out
}

// ranOnes names the variables, where they are needed, that say whether a sporadic Atom has run.
func (p *program) ranOnes(s *stage) map[*atom.Instance]string {
	names, out := gogen.NewNames("s", "at", "tick", "dt"), map[*atom.Instance]string{}
	for _, m := range s.members {
		for _, w := range p.wakers(m) {
			if p.home[w.Owner] == s && sporadic(w.Owner) && out[w.Owner] == "" {
				out[w.Owner] = names.Local("ran " + w.Owner.Path)
			}
		}
	}
	return out
}

// wakers lists the products whose arrival makes a sporadic member run, or evaluate its condition.
func (p *program) wakers(m *member) (out []*atom.Port) {
	if !sporadic(m.i) {
		return nil
	}
	if c := m.i.Condition; c != nil {
		return []*atom.Port{c}
	}
	for _, need := range ports(m.i, atom.NeedRole) {
		if from := p.sources[need]; from != nil && need.Update.Update == atom.Sporadic && p.constant[from.Owner] == "" {
			out = append(out, from)
		}
	}
	return out
}

// emitDue writes a sporadic member with the condition that makes it run.
func (p *program) emitDue(f *gogen.File, s *stage, m *member, fresh map[*atom.Port]string, ran map[*atom.Instance]string) {
	var when []string
	for _, w := range p.wakers(m) {
		switch {
		case fresh[w] != "":
			when = append(when, fresh[w])
		case ran[w.Owner] != "":
			when = append(when, ran[w.Owner])
		default:
			when = append(when, "tick")
		}
	}
	due := strings.Join(when, " || ")
	if c := m.i.Condition; c != nil {
		value, constant := p.read(f, s, c)
		if constant {
			value = known(value)
		}
		if p.constant[c.Owner] == "" {
			due += " && "
		}
		due += value + ".True()"
	}
	if due == "" {
		due = "false"
	}
	if ran[m.i] != "" {
		f.P("%s := %s", ran[m.i], due)
		due = ran[m.i]
	}
	f.P("if %s {", due)
	if m.i.Kind == atom.External {
		f.P("s.%s(at)\n}", m.step)
		return
	}
	f.P("s.%s(0, at)\n}", m.step)
}
