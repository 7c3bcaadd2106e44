package gen

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/gogen"
	paramgen "github.com/sinew-robotics/sinew/lang/param/gen"
)

// paramPath is the package of initial values of programs.
const paramPath = "github.com/sinew-robotics/sinew/lang/param"

// emitSource writes the types that a text describes.
func (p *program) emitSource(f *gogen.File, s *plan.Source) error {
	f.Doc("Package " + s.Dir + " has the types that " + strings.Join(s.Names, ", ") + " describes.")
	return paramgen.Write(f, s.Types...)
}

// source is something in the package of a type, such as its function Of.
func (p *program) source(f *gogen.File, h *plan.Held, what string) string {
	return f.Import(p.o.Import+"/"+h.Type.From.Dir) + "." + h.Type.Name + what
}

// emitParameters writes the type of a node's parameters.
func (p *program) emitParameters(f *gogen.File, n *plan.Node) {
	h := n.Parameters
	if h == nil {
		f.Comment("Parameters are constant once the node has been initialised: the model has none.")
		f.P("type Parameters = %s.None\n", f.Import(nodePath))
		return
	}
	text := "Parameters are constant once the node has been initialised"
	if len(h.Live) > 0 {
		text += ", but for " + strings.Join(h.Live, ", ") + ". A method Tune(Parameters) error of Node is told before one changes, and may refuse it"
	}
	f.Comment(sentence(text, h.Doc))
	f.P("type Parameters = %s\n", p.source(f, h, ""))
}

// keeping is the comment on a node's variables.
func keeping(n *plan.Node) string {
	if n.Variables == nil {
		return "Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value."
	}
	return "Variables are what the algorithms keep from one call to the next. Each Init begins with the zero value, and for Shared with what New got."
}

// making is the comment on New.
func making(n *plan.Node) string {
	switch {
	case n.Parameters != nil && n.Variables != nil:
		return "New makes the node, with parameters and variables that have been checked against their types."
	case n.Parameters != nil:
		return "New makes the node, with parameters that have been checked against their type."
	case n.Variables != nil:
		return "New makes the node, with variables that have been checked against their type."
	}
	return "New makes the node."
}

// emitShared writes the field of the variables that a node's algorithms share.
func (p *program) emitShared(f *gogen.File, n *plan.Node) {
	if h := n.Variables; h != nil {
		f.P("Shared %s // what all algorithms share", p.source(f, h, ""))
	}
}

// beginning are the parameters of a node's New for its initial values.
func (p *program) beginning(f *gogen.File, n *plan.Node) string {
	s := ""
	if n.Parameters != nil {
		s += ", parameters"
	}
	if n.Variables != nil {
		s += ", variables"
	}
	if s == "" {
		return ""
	}
	return s + " " + f.Import(paramPath) + ".Value"
}

// emitDescribe writes how a node gets its parameters and variables, once it has its threads.
func (p *program) emitDescribe(f *gogen.File, n *plan.Node) {
	if h := n.Parameters; h != nil {
		nd := f.Import(nodePath)
		live, before := "", ""
		for k, name := range h.Live {
			live += map[bool]string{true: ", "}[k > 0] + quoted(name)
		}
		if live != "" {
			live = ", Live: []string{" + live + "}"
			for _, t := range n.Turns() {
				before += ", &n." + t.Field + ".changes"
			}
		}
		f.P("err := n.Describe(%s.Described[Parameters]{Type: %s(), Value: parameters, Of: %s%s}%s)\nif err != nil {\nreturn nil, err\n}",
			nd, p.source(f, h, "Type"), p.source(f, h, "Of"), live, before)
	}
	if h := n.Variables; h != nil {
		f.P("n.Begin(func() Variables { return Variables{Shared: %s(&variables)} })", p.source(f, h, "Of"))
		turns := n.Turns()
		for k := 1; k < len(turns); k++ { // one after the other
			f.P("%s.Connect(&n.%s.later, &n.%s.earlier)", f.Import(reactorPath), turns[k-1].Field, turns[k].Field)
		}
	}
}

// orders are the fields of a thread that make its algorithm run after changes of parameters, and in turn with others that share
// variables: those that its reaction names with Uses and with Sets.
func (p *program) orders(t *plan.Thread) (uses, sets []string) {
	n := t.Node
	if n.Parameters != nil && len(n.Parameters.Live) > 0 {
		uses = append(uses, "changes")
	}
	if n.Variables != nil {
		turns := n.Turns()
		if turns[0] != t {
			uses = append(uses, "earlier")
		}
		if turns[len(turns)-1] != t {
			sets = append(sets, "later")
		}
	}
	return uses, sets
}

// emitHolding writes the fields of a thread for its node's parameters and variables.
func (p *program) emitHolding(f *gogen.File, t *plan.Thread) {
	r, nd := f.Import(reactorPath), f.Import(nodePath)
	uses, sets := p.orders(t)
	for _, name := range uses {
		f.P("%s %s.In[%s.None] // nothing comes: it is for the order of reactions", name, r, nd)
	}
	for _, name := range sets {
		f.P("%s %s.Out[%s.None]", name, r, nd)
	}
	if t.Node.Parameters != nil {
		f.P("revision uint64 // of the parameters that the algorithm gets")
	}
}

// emitGiven writes the fields of what an algorithm gets from its node.
func (p *program) emitGiven(f *gogen.File, t *plan.Thread) {
	if t.Node.Parameters != nil {
		f.P("Params Parameters // the node's")
	}
	if h := t.Node.Variables; h != nil {
		f.P("Vars *%s // the node's, which all its algorithms may change", p.source(f, h, ""))
	}
}

// emitGive writes how the algorithm gets it.
func (p *program) emitGive(f *gogen.File, t *plan.Thread) {
	if t.Node.Parameters != nil {
		f.P("if r := t.node.Revision(); r != t.revision {\nt.in.Params, t.revision = t.node.Params(), r\n}")
	}
	if t.Node.Variables != nil {
		f.P("t.in.Vars = &t.node.Vars().Shared")
	}
}

// part has a node's initial values, under the name that files give it.
type part struct {
	name, start string
	held        *plan.Held
}

// begun lists the initial values of nodes, in the order of the model.
func (p *program) begun(g *plan.Group) (all []part) {
	for _, c := range g.Component.Children {
		switch x := p.At[c]; {
		case x == nil:
		case x.Group != nil:
			all = append(all, p.begun(x.Group)...)
		case x.Node != nil:
			if h := x.Node.Parameters; h != nil {
				all = append(all, part{c.Path(), p.Starts[c].Parameters, h})
			}
			if h := x.Node.Variables; h != nil {
				all = append(all, part{c.Path() + ".variables", p.Starts[c].Variables, h})
			}
		}
	}
	return all
}

// emitParams writes the parameters of the program, and reports whether it has any.
func (p *program) emitParams(f *gogen.File) {
	all := p.begun(p.Top)
	if len(all) == 0 {
		f.Comment("Params are the program's parameters: the model has none.")
		f.P("type Params struct{}\n")
		return
	}
	rn := f.Import(runPath)
	f.Comment("Params are the parameters and variables of the nodes, with the values that the program begins with.")
	f.P("type Params = %s.Values\n", rn)
	f.Comment("NewParams are those that the model names, and otherwise the defaults of their types.")
	f.P("func NewParams() Params {\nreturn %s.NewValues(", rn)
	for _, x := range all {
		start := ""
		if x.start != "" {
			if start = ", Start: `" + x.start + "`"; strings.ContainsAny(x.start, "`\r") {
				start = fmt.Sprintf(", Start: %q", x.start)
			}
		}
		f.P("%s.Group{Name: %q, Type: %s()%s},", rn, x.name, p.source(f, x.held, "Type"), start)
	}
	f.P(")\n}\n")
}

// params is how source refers to the program's parameters: in the parentheses of a function that takes them, in those of a call,
// and the expression that makes them.
func (p *program) params() (takes, passes, made string) {
	if len(p.begun(p.Top)) == 0 {
		return "", "", "Params{}"
	}
	return ", p *Params", ", p", "NewParams()"
}

// began are the arguments for a node's initial values.
func (p *program) began(x *plan.Part) string {
	s := ""
	for c, y := range p.At { // order: one has it
		if y != x {
			continue
		}
		if x.Node.Parameters != nil {
			s += fmt.Sprintf(", p.Of(%q)", c.Path())
		}
		if x.Node.Variables != nil {
			s += fmt.Sprintf(", p.Of(%q)", c.Path()+".variables")
		}
	}
	return s
}
