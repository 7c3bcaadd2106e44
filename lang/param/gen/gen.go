// Package gen writes types of parameters as Go: structs with quantities of package unit, documented, with defaults, a
// Validate method, and a function that reads a checked value without reflection. The same types give the same bytes.
package gen

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/math/unit"
)

const module = "github.com/sinew-robotics/sinew/"

// maxArray is the largest length of a list of fixed length that becomes an array.
const maxArray = 64

// Write adds the types to a file, with all that they consist of. Each must have its own name, which is also its name in Go. A
// record gets functions that return its defaults and that read it; a list, number, truth or text becomes another name for its
// Go type.
func Write(f *gogen.File, types ...*param.Type) error {
	w := &writer{f: f, goTypes: map[*param.Type]string{}, fields: map[*param.Type][]string{}, constants: map[*param.Type][]string{}}
	for _, t := range types {
		name := gogen.Exported(t.Name)
		if t.Name == "" || w.f.Names().Exported(name) != name {
			return fmt.Errorf("%v: the type %q has no name, or that of another", t.Pos, t.Name)
		}
		w.goTypes[t] = name
	}
	for _, t := range types {
		w.declare(t, t.Name)
	}
	for k := 0; k < len(w.order); k++ { // it grows
		w.emit(w.order[k])
	}
	for _, t := range types {
		switch t.Kind {
		case param.Record:
			w.read(t)
		case param.Choice, param.Enumeration:
		default:
			name := w.goTypes[t]
			w.f.Comment(documented(name, t, "is "+t.String()+"."))
			w.f.P("type %s = %s\n", name, w.goType(t))
		}
	}
	return nil
}

// writer writes the types of a file.
type writer struct {
	f         *gogen.File
	order     []*param.Type
	goTypes   map[*param.Type]string   // names of Records, Choices and Enumerations
	fields    map[*param.Type][]string // names of members
	constants map[*param.Type][]string // of the items of an Enumeration; of a Choice: the type of its alternatives, then the alternatives
}

// declare names a type and everything in it that needs a name; above is the name of what contains it.
func (w *writer) declare(t *param.Type, above string) {
	switch t.Kind {
	case param.List:
		w.declare(t.Elem, above)
		return
	case param.Record, param.Choice, param.Enumeration:
	default:
		return
	}
	if w.fields[t] != nil || w.constants[t] != nil {
		return
	}
	if t.Name != "" {
		above = t.Name
	}
	if w.goTypes[t] == "" {
		w.goTypes[t] = w.f.Names().Exported(above)
	}
	w.fields[t] = []string{}
	w.order = append(w.order, t)
	switch t.Kind {
	case param.Record: // so that no type takes the name of a function
		for _, of := range []string{"Default" + w.goTypes[t], "Read" + w.goTypes[t], w.goTypes[t] + "Type", w.goTypes[t] + "Of"} {
			w.f.Names().Exported(of)
		}
	case param.Choice:
		which := w.f.Names().Exported(w.goTypes[t] + "Choice")
		w.constants[t] = []string{which}
		for _, m := range t.Members {
			w.constants[t] = append(w.constants[t], w.f.Names().Exported(which+" "+m.Name))
		}
	}
	for _, i := range t.Items {
		w.constants[t] = append(w.constants[t], w.f.Names().Exported(w.goTypes[t]+" "+i.Name))
	}
	taken := gogen.NewNames("Validate", "Clone", "Which")
	for _, m := range t.Members {
		name := taken.Exported(m.Name)
		if m.Optional {
			name = strings.TrimPrefix(taken.Exported("Has "+m.Name), "Has")
		}
		w.fields[t] = append(w.fields[t], name)
		w.declare(m.Type, w.goTypes[t]+" "+m.Name)
	}
}

// goType is how Go writes the type of a field.
func (w *writer) goType(t *param.Type) string {
	switch t.Kind {
	case param.List:
		if fixed(t) {
			return fmt.Sprintf("[%d]%s", t.Size.Min, w.goType(t.Elem))
		}
		return "[]" + w.goType(t.Elem)
	case param.Integer, param.Real:
		if quantity, _, ok := unitOf(t); ok {
			return w.f.Import(module+"math/unit") + "." + quantity.String()
		}
		return map[param.Kind]string{param.Integer: "int64", param.Real: "float64"}[t.Kind]
	case param.Boolean:
		return "bool"
	case param.String:
		return "string"
	}
	return w.goTypes[t]
}

// fixed reports whether a list becomes an array.
func fixed(t *param.Type) bool {
	return t.Size != nil && t.Size.Min == t.Size.Max && t.Size.Min <= maxArray
}

func unitOf(t *param.Type) (unit.Type, unit.Unit, bool) {
	if t.Unit == "" {
		return unit.NoType, unit.Unit{}, false
	}
	return unit.Find(t.Unit)
}

// constant is a number as Go writes it for a type.
func (w *writer) constant(t *param.Type, x string) string {
	if _, u, ok := unitOf(t); ok {
		return w.f.Import(module+"math/unit") + "." + u.Name + "(" + x + ")"
	}
	return x
}

func float(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// emit writes a declared type.
func (w *writer) emit(t *param.Type) {
	name := w.goTypes[t]
	w.f.Comment(documented(name, t, map[param.Kind]string{param.Record: "is a record of the parameters.", param.Choice: "is a choice.", param.Enumeration: "is one of several names."}[t.Kind]))
	switch t.Kind {
	case param.Record:
		w.structure(t, name)
		w.defaults(t, name)
	case param.Choice:
		w.choice(t, name)
	case param.Enumeration:
		w.enumeration(t, name)
		return
	}
	w.setter(t, name)
	w.validate(t, name)
	w.clone(t, name)
}

// documented is the doc comment of a type.
func documented(name string, t *param.Type, otherwise string) string {
	doc := strings.TrimSpace(t.Doc)
	switch {
	case doc == "":
		return name + " " + otherwise
	case strings.HasPrefix(doc, name+" "):
		return doc
	}
	return name + ": " + doc
}

// said is the doc comment of a field.
func said(m *param.Member) string {
	b := m.Type.String()
	about := strings.ToUpper(b[:1]) + b[1:]
	if m.Type.Kind == param.Record {
		about = ""
	}
	if m.Default != nil {
		line, err := param.FormatLine(m.Default, param.ASN1)
		if err != nil {
			line, _ = param.FormatLine(m.Default, param.JSON) // its names may be anything
		}
		if _, u, ok := unitOf(m.Type); ok {
			line += " " + u.Symbol
		}
		about = strings.TrimPrefix(about+"; "+line+" by default", "; ")
	}
	if about != "" {
		about += "."
	}
	return strings.TrimSpace(strings.TrimSpace(m.Doc) + "\n" + about)
}

// members writes the fields of a struct.
func (w *writer) members(t *param.Type) {
	for i := range t.Members {
		m := &t.Members[i]
		if s := said(m); s != "" {
			w.f.Comment(s)
		}
		w.f.P("%s %s", w.fields[t][i], w.goType(m.Type))
		if m.Optional {
			w.f.P("Has%s bool // whether %s is there", w.fields[t][i], w.fields[t][i])
		}
	}
	w.f.P("}\n")
}

func (w *writer) structure(t *param.Type, name string) {
	w.f.P("type %s struct {", name)
	w.members(t)
}

func (w *writer) choice(t *param.Type, name string) {
	which := w.constants[t][0]
	w.f.P("type %s struct {", name)
	w.f.P("Which %s // of the alternatives", which)
	w.members(t)
	w.f.P("// %s says which alternative of %s is chosen.\ntype %s uint16\n", which, name, which)
	w.f.P("// The alternatives of %s.\nconst (", name)
	for i := range t.Members {
		w.f.P("%s%s", w.which(t, i), first(i, which))
	}
	w.f.P(")\n")
}

// first is what follows the name of constant i.
func first(i int, of string) string {
	if i == 0 {
		return " " + of + " = iota"
	}
	return ""
}

// which is the constant of an alternative of a Choice.
func (w *writer) which(t *param.Type, i int) string {
	return w.constants[t][i+1]
}

func (w *writer) enumeration(t *param.Type, name string) {
	w.f.P("type %s uint16\n", name)
	w.f.P("// The names of %s.\nconst (", name)
	var all []string
	for i, item := range t.Items {
		if item.Doc != "" {
			w.f.Comment(item.Doc)
		}
		w.f.P("%s%s", w.constants[t][i], first(i, name))
		all = append(all, strconv.Quote(item.Name))
	}
	w.f.P(")\n")
	w.f.P("// String is the name as texts of values have it; \"\" for none.\nfunc (x %s) String() string {\nnames := [...]string{%s}\nif int(x) >= len(names) {\nreturn \"\"\n}\nreturn names[x]\n}\n", name, strings.Join(all, ", "))
	w.f.P("// set finds a name.\nfunc (x *%s) set(name string) {\nswitch name {", name)
	for i := range t.Items {
		w.f.P("case %s:\n*x = %s", all[i], w.constants[t][i])
	}
	w.f.P("}\n}\n")
}

// defaults writes the function that returns a record's defaults.
func (w *writer) defaults(t *param.Type, name string) {
	w.f.P("// Default%s gives the defaults; what has none is zero.\nfunc Default%s() %s {", name, name, name)
	if !slices.ContainsFunc(t.Members, func(m param.Member) bool { return m.Default != nil || m.Type.Kind == param.Record && !m.Optional }) {
		w.f.P("return %s{}\n}\n", name)
		return
	}
	w.f.P("var p %s", name)
	for i := range t.Members {
		m := &t.Members[i]
		switch to := "p." + w.fields[t][i]; {
		case m.Default != nil:
			w.assign(to, m.Type, m.Default)
		case m.Type.Kind == param.Record && !m.Optional:
			w.f.P("%s = Default%s()", to, w.goTypes[m.Type])
		}
	}
	w.f.P("return p\n}\n")
}

// assign writes statements that give a variable a value.
func (w *writer) assign(to string, t *param.Type, v *param.Value) {
	switch t.Kind {
	case param.Record, param.Choice:
		for i, m := range t.Members {
			x := v.Member(m.Name)
			if x == nil {
				continue
			}
			switch {
			case t.Kind == param.Choice:
				w.f.P("%s.Which = %s", to, w.which(t, i))
			case m.Optional:
				w.f.P("%s.Has%s = true", to, w.fields[t][i])
			}
			w.assign(to+"."+w.fields[t][i], m.Type, x)
		}
	case param.List:
		if !fixed(t) {
			w.f.P("%s = make(%s, %d)", to, w.goType(t), len(v.Parts))
		}
		for i := range v.Parts {
			w.assign(fmt.Sprintf("%s[%d]", to, i), t.Elem, &v.Parts[i].Value)
		}
	case param.Enumeration:
		for i, item := range t.Items {
			if item.Name == v.Text {
				w.f.P("%s = %s", to, w.constants[t][i])
			}
		}
	case param.Integer:
		w.f.P("%s = %s", to, w.constant(t, strconv.FormatInt(v.Int, 10)))
	case param.Real:
		w.f.P("%s = %s", to, w.real(t, v.Real))
	case param.Boolean:
		w.f.P("%s = %v", to, v.Bool)
	case param.String:
		w.f.P("%s = %q", to, v.Text)
	}
}

// real is a floating-point number; a negative zero has no constant.
func (w *writer) real(t *param.Type, x float64) string {
	if x == 0 && math.Signbit(x) {
		return w.constant(t, w.f.Import("math")+".Copysign(0, -1)")
	}
	return w.constant(t, float(x))
}
