package aadl

import (
	"fmt"
	"io"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// dump writes what a model says, and where every name of the files leads.
func dump(w io.Writer, m *Model, files []*syntax.File) {
	own := map[*syntax.File]bool{}
	for _, f := range files {
		own[f] = true
	}
	for _, s := range m.Sets {
		if own[s.File] {
			dumpSet(w, s)
		}
	}
	for _, p := range m.Packages {
		if !own[p.File] {
			continue
		}
		fmt.Fprintf(w, "package %s\n", p.Name)
		dumpAssociations(w, "  ", p.Associations)
		for _, c := range p.Classifiers {
			dumpClassifier(w, m, c)
		}
	}
	for _, f := range files {
		fmt.Fprintf(w, "references of %s\n", f.Name)
		line := 0
		for _, r := range m.References(f) {
			if at := position(f, r.Name); at.Line != line {
				if line > 0 {
					fmt.Fprintln(w)
				}
				line = at.Line
				fmt.Fprintf(w, "  %d:", line)
			}
			to := position(r.To.File, r.To.Node)
			fmt.Fprintf(w, " %s→", r.Name.Text)
			if r.To.File != f {
				fmt.Fprintf(w, "%s:", r.To.File.Name)
			}
			fmt.Fprintf(w, "%d:%d", to.Line, to.Column)
		}
		fmt.Fprintln(w)
	}
}

func dumpSet(w io.Writer, s *PropertySet) {
	fmt.Fprintf(w, "property set %s\n", s.Name)
	for _, t := range s.Types {
		fmt.Fprintf(w, "  type %s\n", typeText(t, true))
	}
	for _, k := range s.Constants {
		fmt.Fprintf(w, "  constant %s = %s\n", k.Name, valueText(k.Value))
	}
	for _, p := range s.Properties {
		fmt.Fprintf(w, "  property %s: ", p.Name)
		if p.Inherit {
			fmt.Fprint(w, "inherit ")
		}
		fmt.Fprint(w, typeText(p.Type, false))
		if p.Default != nil {
			fmt.Fprintf(w, " = %s", valueText(*p.Default))
		}
		fmt.Fprintln(w)
	}
}

func typeText(t *Type, whole bool) string {
	if t == nil {
		return "?"
	}
	if t.Name != "" && !whole {
		return t.Name
	}
	s := strings.TrimSpace(t.Name + " " + t.Kind.String())
	if t.Bounds != nil {
		s += " " + valueText(t.Bounds[0]) + " .. " + valueText(t.Bounds[1])
	}
	if t.Units != nil {
		s += fmt.Sprintf(" %v", t.Units.Units)
	}
	if t.Words != nil {
		s += fmt.Sprintf(" %v", t.Words)
	}
	if t.Element != nil {
		s += " of " + typeText(t.Element, false)
	}
	for _, f := range t.Fields {
		s += " " + f.Name + ": " + typeText(f.Type, false) + ";"
	}
	return s
}

func valueText(v Value) string {
	list := func() string {
		var parts []string
		for i, e := range v.Elements {
			text := valueText(e)
			if v.Kind == Record {
				text = v.Names[i] + " => " + text
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, ", ")
	}
	switch v.Kind {
	case Boolean:
		return fmt.Sprint(v.Bool)
	case String:
		return fmt.Sprintf("%q", v.Text)
	case Word:
		return v.Text
	case Integer, Real:
		return strings.TrimSpace(fmt.Sprintf("%v %s", v.Number, v.Unit.Name))
	case Range:
		return "range(" + list() + ")"
	case ClassifierName:
		if v.Classifier == nil {
			return "classifier ?"
		}
		return "classifier " + v.Classifier.Qualified()
	case ReferencePath:
		return "reference " + pathText(v.Path)
	case Record:
		return "[" + list() + "]"
	case List:
		return "(" + list() + ")"
	case Computed:
		return "compute " + v.Text
	case PropertyName:
		return "as " + v.Property.Name
	}
	return "no value"
}

func pathText(p syntax.Path) string {
	var parts []string
	for _, s := range p {
		parts = append(parts, s.Text)
	}
	return strings.Join(parts, ".")
}

func dumpAssociations(w io.Writer, indent string, all []*Association) {
	for _, a := range all {
		name := "?"
		if a.Property != nil {
			name = a.Property.Name
		}
		fmt.Fprint(w, indent, name)
		for _, v := range a.Values {
			fmt.Fprintf(w, " => %s", valueText(v.Value))
			for _, m := range v.Modes {
				fmt.Fprintf(w, " in %s", m.Name.Text)
			}
		}
		for _, p := range a.AppliesTo {
			fmt.Fprintf(w, " for %s", pathText(p))
		}
		fmt.Fprintln(w)
	}
}

func useText(u Use) string {
	s := ""
	switch {
	case u.Prototype != nil:
		s = "prototype " + u.Prototype.Name
	case u.Classifier != nil:
		s = u.Classifier.Qualified()
	}
	for _, b := range u.Bindings {
		formal := "?"
		if b.Formal != nil {
			formal = b.Formal.Owner.Name + "." + b.Formal.Name
		}
		s += " (" + formal + " =>"
		for _, a := range b.Actuals {
			s += " " + useText(a.Use)
		}
		s += ")"
	}
	return s
}

func sizes(m *Model, array []*syntax.Dimension) (s string) {
	for _, d := range array {
		s += fmt.Sprintf("[%d]", m.Size(d))
	}
	return s
}

func dumpClassifier(w io.Writer, m *Model, c *Classifier) {
	fmt.Fprintf(w, "  %s %s", c.Syntax.Category, c.Name)
	if c.Private {
		fmt.Fprint(w, " private")
	}
	if c.Type != nil {
		fmt.Fprintf(w, " of %s", c.Type.Qualified())
	}
	if s := useText(c.Base); s != "" {
		fmt.Fprintf(w, " extends %s", s)
	}
	if c.Inverse != nil {
		fmt.Fprintf(w, " inverse of %s", c.Inverse.Qualified())
	}
	fmt.Fprintln(w)
	line := func(m *Member, format string, args ...any) {
		fmt.Fprintf(w, "    %s %s <%s>\n", m.Name, strings.TrimSpace(fmt.Sprintf(format, args...)), m.Owner.Name)
		dumpAssociations(w, "      ", m.Associations)
	}
	for _, p := range c.Prototypes {
		line(&p.Member, "prototype %s", p.Syntax.Category)
	}
	for _, f := range c.Features {
		inverse := ""
		if f.Inverse {
			inverse = "inverse of "
		}
		line(&f.Member, "%s %s %s%s %s", f.Direction, f.Kind, inverse, useText(f.Use), sizes(m, f.Array))
	}
	for _, s := range c.Subcomponents {
		line(&s.Member, "%s %s %s", s.Category, useText(s.Use), sizes(m, s.Array))
	}
	for _, s := range c.Calls {
		line(&s.Member, "calls")
		for _, k := range s.Calls {
			line(&k.Member, "calls %s", useText(Use{Classifier: k.Subprogram}))
		}
	}
	for _, n := range c.Connections {
		line(&n.Member, "%s %s -> %s", n.Kind, pathText(n.Source), pathText(n.Destination))
	}
	for _, f := range append(append([]*Flow(nil), c.Specs...), c.Flows...) {
		var parts []string
		for _, e := range f.Elements {
			parts = append(parts, pathText(e))
		}
		line(&f.Member, "flow %s %s", f.Kind, strings.Join(parts, " -> "))
	}
	for _, m := range c.Modes {
		line(&m.Member, "mode, initial %v", m.Initial)
	}
	for _, t := range c.Transitions {
		ends := [2]string{"?", "?"}
		for i, m := range [...]*Mode{t.Source, t.Destination} {
			if m != nil {
				ends[i] = m.Name
			}
		}
		line(&t.Member, "%s -> %s", ends[0], ends[1])
	}
	dumpAssociations(w, "    ", c.Associations)
}
