package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

const accessPath = "github.com/sinew-robotics/sinew/control/access"

// messages are the types that an access carries up and down.
func (p *program) messages(f *gogen.File, a *plan.Access) (up, down string) {
	if a.Service == nil {
		return p.write(f, nil, a.Data), ""
	}
	return p.write(f, nil, a.Service.Request), p.write(f, nil, a.Service.Reply)
}

// accessType is the type of an access's field.
func (p *program) accessType(f *gogen.File, a *plan.Access) string {
	pkg := f.Import(accessPath)
	up, down := p.messages(f, a)
	side := "Asks"
	if a.Gives {
		side = "Gives"
	}
	switch {
	case a.Ends && a.Service == nil:
		return fmt.Sprintf("%s.Data[%s]", pkg, up)
	case a.Ends:
		return fmt.Sprintf("%s.%s[%s, %s]", pkg, map[string]string{"Asks": "Client", "Gives": "Server"}[side], up, down)
	case a.Service == nil:
		return fmt.Sprintf("%s.%s[%s.Write[%s], %s.Change]", pkg, side, pkg, up, pkg)
	}
	return fmt.Sprintf("%s.%s[%s.Request[%s], %s.Reply[%s]]", pkg, side, pkg, up, pkg, down)
}

// used are the accesses that are used to ask for something.
func used(all []*plan.Access) []*plan.Access {
	return slices.DeleteFunc(slices.Clone(all), func(a *plan.Access) bool { return a.Width == 0 })
}

// asked lists accesses for a comment.
func (p *program) asked(all []*plan.Access) string {
	var b strings.Builder
	for _, a := range used(all) {
		what := "asks "
		if a.Gives {
			what = "gives"
		}
		if a.Service != nil {
			fmt.Fprintf(&b, "\n\t%s  %s  the service %s", what, a.Name, a.Service.Name)
		} else {
			fmt.Fprintf(&b, "\n\t%s  %s  %s, shared", what, a.Name, a.Data.Key())
		}
	}
	if b.Len() > 0 {
		return "\n" + b.String()
	}
	return ""
}

// emitAccesses writes their fields.
func (p *program) emitAccesses(f *gogen.File, all []*plan.Access) {
	for _, a := range used(all) {
		f.P("%s %s", a.Field, p.accessType(f, a))
	}
}

// emitInit declares the ports of accesses.
func (p *program) emitInit(f *gogen.File, self string, all []*plan.Access) {
	for _, a := range used(all) {
		at := fmt.Sprintf("%s.%s.Init(&%s.Reactor, ", self, a.Field, self)
		switch {
		case a.Ends && a.Service == nil:
			f.P("%s%q)", at, a.Name)
		case a.Ends && a.Gives:
			f.P("%s%q, %d)", at, a.Name, a.Width)
		case a.Ends:
			f.P("%s%q, %s)", at, a.Name, duration(f, a.Timeout))
		case a.Service == nil:
			f.P("%s%q, %q, %d)", at, a.Name+"_set", a.Name+"_change", a.Width)
		default:
			f.P("%s%q, %q, %d)", at, a.Name+"_request", a.Name+"_reply", a.Width)
		}
	}
}

// emitCells writes the fields of shared data.
func (p *program) emitCells(f *gogen.File, cells []*plan.Access) {
	for _, c := range cells {
		f.P("%s *%s.Cell[%s] // shared", c.Field, f.Import(accessPath), p.write(f, nil, c.Data))
	}
}

// emitNewCells makes shared data.
func (p *program) emitNewCells(f *gogen.File, self, parent string, cells []*plan.Access) {
	for _, c := range cells {
		f.P("%s.%s = %s.NewCell[%s](%s, %q, %d)", self, c.Field, f.Import(accessPath), p.write(f, nil, c.Data), parent, c.Name, c.Width)
	}
}

// emitLinks connects the clients in a component with the servers in it.
func (p *program) emitLinks(f *gogen.File, self string, in *instance.Component) {
	side := func(e instance.End, a *plan.Access) string {
		switch {
		case e.Component == in && in.Parent == nil:
			return self + "." + p.beyond() + "." + a.Field
		case e.Feature == nil && a.Service == nil:
			return self + "." + a.Field
		case e.Feature == nil && e.Component == in: // a thread that only serves
			return self + "." + p.alone(in, a) + "." + a.Field
		case e.Component == in:
			return self + "." + a.Field
		}
		return self + "." + p.At[e.Component].Field + "." + a.Field
	}
	for _, l := range p.Links[in] {
		if l.Asks.Width == 0 {
			continue
		}
		part := ""
		if l.Asks.Width != l.Gives.Width {
			part = fmt.Sprintf(".Part(%d, %d)", l.First, l.Asks.Width)
		}
		f.P("%s.Join(%s.Lines(), %s.Lines()%s)", f.Import(accessPath), side(l.AsksEnd, l.Asks), side(l.GivesEnd, l.Gives), part)
	}
}

// alone is the field of a node's thread that serves an access.
func (p *program) alone(in *instance.Component, a *plan.Access) string {
	for _, n := range p.Nodes {
		for _, t := range n.Threads {
			if n.Component == in && slices.Contains(t.Accesses, a) {
				return t.Field
			}
		}
	}
	return ""
}

// beyond is the field of the seam to everything outside the system.
func (p *program) beyond() string {
	for _, x := range p.Top.Parts {
		if x.Seam != nil && x.Seam.Outside {
			return x.Field
		}
	}
	return ""
}

// emitGets writes what an algorithm gets through accesses.
func (p *program) emitGets(f *gogen.File, t *plan.Thread) {
	for _, a := range t.Accesses {
		up, down := p.messages(f, a)
		switch {
		case a.Gives:
		case a.Service != nil:
			f.P("%s *%s.Call[%s, %s] // the service: Ask and Answer", a.Field, f.Import(accessPath), up, down)
		case a.Reads:
			f.P("%s *%s // shared, as it was before; there always is one", a.Field, up)
		}
	}
}

// emitGives writes what an algorithm gives through accesses.
func (p *program) emitGives(f *gogen.File, t *plan.Thread) {
	for _, a := range t.Accesses {
		if a.Service == nil && a.Writes {
			f.P("%s %s // shared\nSet%s bool", a.Field, p.write(f, nil, a.Data), a.Field)
		}
	}
}

// emitHears writes the reactions of accesses that come before the algorithm.
func (p *program) emitHears(f *gogen.File, t *plan.Thread) {
	for _, a := range t.Accesses {
		switch {
		case a.Service == nil:
		case a.Gives:
			f.P("t.Reaction(%q).On(&t.%s.Up).Sets(&t.%s.Down).Do(t.serve%s)", "serve "+a.Name, a.Field, a.Field, a.Field)
		default:
			f.P("t.in.%s = t.%s.Call()", a.Field, a.Field)
			f.P("t.Reaction(%q).On(t.ResetTrigger()).Do(t.%s.Forget)", "forget "+a.Name, a.Field)
			f.P("t.Reaction(%q).On(&t.%s.Reply, &t.%s.Expired).Do(t.%s.Hear)", "hear "+a.Name, a.Field, a.Field, a.Field)
		}
	}
}

// answered reports whether the answers of services make a thread run.
func answered(t *plan.Thread) bool {
	return t.Period == 0 && t.Sync == nil && slices.ContainsFunc(t.Accesses, asks)
}

// asks reports whether an access asks for a service.
func asks(a *plan.Access) bool { return a.Service != nil && !a.Gives }

// accessing is what accesses add to the declaration of a thread's reaction.
func (p *program) accessing(t *plan.Thread) (on, uses, sets []string) {
	for _, a := range t.Accesses {
		at := "&t." + a.Field
		switch {
		case a.Gives:
		case a.Service != nil:
			if answered(t) {
				on = append(on, at+".Reply", at+".Expired")
			}
			sets = append(sets, at+".Request", at+".Expired")
		default:
			if a.Reads {
				uses = append(uses, at+".Change")
			}
			if a.Writes {
				sets = append(sets, at+".Write")
			}
		}
	}
	return on, uses, sets
}

// emitLook gives an algorithm what is shared. Input for a call that is already over does not make it run.
func (p *program) emitLook(f *gogen.File, t *plan.Thread) {
	if answered(t) {
		var none []string
		for _, q := range t.Events() {
			if q.Signal {
				none = append(none, "!t.in."+q.Field)
			} else {
				none = append(none, "t.in."+q.Field+" == nil")
			}
		}
		for _, a := range t.Accesses {
			if asks(a) {
				none = append(none, "t.in."+a.Field+".Answer() == nil")
			}
		}
		f.P("if %s {\nreturn // to a call that is over already\n}", strings.Join(none, " && "))
	}
	for _, a := range t.Accesses {
		if a.Service == nil && a.Reads {
			f.P("t.in.%s = t.%s.Get()", a.Field, a.Field)
		}
		if a.Service == nil && a.Writes {
			f.P("t.out.Set%s = false", a.Field)
		}
	}
}

// emitWithdraw discards the requests of an algorithm that fails.
func (p *program) emitWithdraw(f *gogen.File, t *plan.Thread) {
	for _, a := range t.Accesses {
		if asks(a) {
			f.P("t.%s.Withdraw()", a.Field)
		}
	}
}

// emitAsk sends an algorithm's requests, and sets what it shares.
func (p *program) emitAsk(f *gogen.File, t *plan.Thread) {
	for _, a := range t.Accesses {
		switch {
		case asks(a):
			f.P("t.%s.Send()", a.Field)
		case a.Service == nil && a.Writes:
			f.P("if t.out.Set%s {\nt.%s.Set(t.out.%s)\n}", a.Field, a.Field, a.Field)
		}
	}
}

// emitServes writes how a thread answers requests.
func (p *program) emitServes(f *gogen.File, t *plan.Thread) {
	for _, a := range t.Accesses {
		if a.Service != nil && a.Gives {
			f.P("")
			f.Comment("serve" + a.Field + " answers what others ask of the service " + a.Service.Name + ".")
			f.P("func (t *%s) serve%s() { t.%s.Serve(t.node.Vars().%s.Serve%s) }", t.Type, a.Field, a.Field, t.Type, a.Field)
		}
	}
}

// serving marks the method of a service, so that a later call finds it, wherever it is.
const serving = "//sinew:service "

// emitOwnServes writes the initial services, which refuse all requests.
func (p *program) emitOwnServes(f *gogen.File, t *plan.Thread) {
	for k, a := range t.Accesses {
		if a.Service == nil || !a.Gives {
			continue
		}
		if k > 0 || t.Runs() {
			f.P("")
		}
		up, down := p.messages(f, a)
		f.Comment(sentence("Serve"+a.Field+" is the service "+a.Service.Name+" of the thread "+t.Name, a.Service.Doc) +
			"\n\nAn error that it returns is the caller's. It must neither change nor keep what request points to.")
		f.P("//\n%s%s.%s", serving, t.Name, a.Name)
		f.P("func (s *%sState) Serve%s(request *%s) (%s, error) {", t.Type, a.Field, up, down)
		f.P("return %s{}, %s.New(%q)\n}", down, f.Import("errors"), "the service "+a.Service.Name+" is not written yet")
	}
}

// algorithms are the methods that the developer of a thread writes.
func (p *program) algorithms(t *plan.Thread) (all []Algorithm) {
	if t.Runs() {
		all = append(all, Algorithm{t.Name, t.Type + "State", "Run", "func(*" + t.Type + "In, *" + t.Type + "Out) error"})
	}
	for _, a := range t.Accesses {
		if a.Service != nil && a.Gives {
			all = append(all, Algorithm{t.Name + "." + a.Name, t.Type + "State", "Serve" + a.Field, fmt.Sprintf("func(*%s) (%s, error)", a.Service.Request.Key(), a.Service.Reply.Key())})
		}
	}
	return all
}
