package gen

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/param"
)

// read writes the function that reads a record from a text, and the type that it checks.
func (w *writer) read(t *param.Type) {
	name := w.goTypes[t]
	p, d := w.f.Import(module+"lang/param"), w.f.Import(module+"diag")
	w.f.P("// Read%s reads a text of values and checks it; what it leaves out has its default. The faults have their places in\n// the text, which is called file.", name)
	w.f.P("func Read%s(n %s.Notation, file string, text []byte) (%s, %s.Faults) {", name, p, name, d)
	w.f.P("v, faults := %s.Read(%sType(), n, file, text)\nif len(faults) > 0 {\nreturn %s{}, faults\n}\nreturn %sOf(&v), nil\n}\n", p, name, name, name)
	w.f.P("// %sOf takes a value that has been checked against %sType.\nfunc %sOf(v *%s.Value) (x %s) {\nx.set(v)\nreturn x\n}\n", name, name, name, p, name)
	w.f.P("// %sType describes %s.\nfunc %sType() *%s.Type {\nreturn &%s\n}\n", name, name, name, p, w.literal(t))
}

// kind is the constant of a kind.
func kind(k param.Kind) string {
	return [...]string{"NoKind", "Record", "Choice", "List", "Enumeration", "Integer", "Real", "Boolean", "String"}[k]
}

// literal is a type as a Go literal.
func (w *writer) literal(t *param.Type) string {
	p, m := w.f.Import(module+"lang/param"), func() string { return w.f.Import("math") }
	s := fmt.Sprintf("%s.Type{Kind: %s.%s", p, p, kind(t.Kind))
	for _, x := range []struct{ name, text string }{{"Name", t.Name}, {"Doc", t.Doc}, {"Unit", t.Unit}} {
		if x.text != "" {
			s += fmt.Sprintf(", %s: %q", x.name, x.text)
		}
	}
	if t.Elem != nil {
		s += ", Elem: &" + w.literal(t.Elem)
	}
	if t.Size != nil {
		s += ", Size: " + w.size(t.Size)
	}
	if r := t.Ints; r != nil {
		s += fmt.Sprintf(", Ints: &%s.IntRange{Min: %d, Max: %d}", p, r.Min, r.Max)
	}
	if r := t.Reals; r != nil {
		end := func(x float64) string {
			if math.IsInf(x, 0) {
				return fmt.Sprintf("%s.Inf(%d)", m(), int(math.Copysign(1, x)))
			}
			return float(x)
		}
		open := map[bool]string{true: ", MinOpen: true"}[r.MinOpen] + map[bool]string{true: ", MaxOpen: true"}[r.MaxOpen]
		s += fmt.Sprintf(", Reals: &%s.RealRange{Min: %s, Max: %s%s}", p, end(r.Min), end(r.Max), open)
	}
	if t.Alphabet != param.UTF8 {
		s += ", Alphabet: " + w.alphabet(t)
	}
	if len(t.Items) > 0 {
		s += ", Items: []" + p + ".Item{"
		for _, i := range t.Items {
			if s += fmt.Sprintf("{Name: %q", i.Name); i.Doc != "" {
				s += fmt.Sprintf(", Doc: %q", i.Doc)
			}
			s += "},"
		}
		s += "}"
	}
	if len(t.Members) > 0 {
		s += ", Members: []" + p + ".Member{\n"
		for i := range t.Members {
			s += w.member(&t.Members[i]) + ",\n"
		}
		s += "}"
	}
	return s + "}"
}

func (w *writer) member(m *param.Member) string {
	s := fmt.Sprintf("{Name: %q, Type: &%s", m.Name, w.literal(m.Type))
	if m.Doc != "" {
		s += fmt.Sprintf(", Doc: %q", m.Doc)
	}
	if m.Optional {
		s += ", Optional: true"
	}
	if m.Default != nil {
		s += ", Default: &" + w.value(m.Default)
	}
	return s + "}"
}

// value is a value as a Go literal.
func (w *writer) value(v *param.Value) string {
	p := w.f.Import(module + "lang/param")
	s := fmt.Sprintf("%s.Value{Kind: %s.%s", p, p, kind(v.Kind))
	switch {
	case v.Text != "":
		s += fmt.Sprintf(", Text: %q", v.Text)
	case v.Int != 0:
		s += ", Int: " + strconv.FormatInt(v.Int, 10)
	case v.Real != 0 || math.Signbit(v.Real):
		s += ", Real: " + w.real(&param.Type{}, v.Real)
	case v.Bool:
		s += ", Bool: true"
	case len(v.Parts) > 0:
		s += ", Parts: []" + p + ".Part{"
		for i := range v.Parts {
			x := &v.Parts[i]
			if s += "{"; x.Name != "" {
				s += fmt.Sprintf("Name: %q, ", x.Name)
			}
			s += "Value: " + w.value(&x.Value) + "},"
		}
		s += "}"
	}
	return s + "}"
}

func (w *writer) size(s *param.Size) string {
	most := strconv.Itoa(s.Max)
	if s.Max == math.MaxInt {
		most = w.f.Import("math") + ".MaxInt"
	}
	return fmt.Sprintf("&%s.Size{Min: %d, Max: %s}", w.f.Import(module+"lang/param"), s.Min, most)
}

func (w *writer) alphabet(t *param.Type) string {
	return w.f.Import(module+"lang/param") + "." + [...]string{"UTF8", "IA5", "Printable", "Visible", "Numeric"}[t.Alphabet]
}

// setter writes the method that sets a record from a checked value.
func (w *writer) setter(t *param.Type, name string) {
	w.f.P("// set takes a value that has been checked.\nfunc (p *%s) set(v *%s.Value) {", name, w.f.Import(module+"lang/param"))
	for i := range t.Members {
		m := &t.Members[i]
		w.f.P("if x := v.Member(%q); x != nil {", m.Name)
		switch {
		case t.Kind == param.Choice:
			w.f.P("p.Which = %s", w.which(t, i))
		case m.Optional:
			w.f.P("p.Has%s = true", w.fields[t][i])
		}
		w.set("p."+w.fields[t][i], "x", m.Type, 0)
		w.f.P("}")
	}
	w.f.P("}\n")
}

// empty reports whether a list never has elements to set.
func empty(t *param.Type) bool {
	return t.Kind == param.List && fixed(t) && (t.Size.Min == 0 || empty(t.Elem))
}

// loop is the variable of a nested loop.
func loop(depth int) string {
	if depth < 3 {
		return string(rune('i' + depth))
	}
	return fmt.Sprintf("i%d", depth)
}

// set writes statements that set a variable from the value called v.
func (w *writer) set(to, v string, t *param.Type, depth int) {
	switch t.Kind {
	case param.Record, param.Choice:
		if v == "x" {
			w.f.P("%s.set(%s)", to, v)
			return
		}
		w.f.P("%s.set(&%s)", to, v)
	case param.Enumeration:
		w.f.P("%s.set(%s.Text)", to, v)
	case param.List:
		i := loop(depth)
		if !fixed(t) {
			w.f.P("%s = make(%s, len(%s.Parts))", to, w.goType(t), v)
		}
		if empty(t) || empty(t.Elem) {
			return
		}
		w.f.P("for %s := range %s.Parts {", i, v)
		w.set(to+"["+i+"]", v+".Parts["+i+"].Value", t.Elem, depth+1)
		w.f.P("}")
	case param.Integer:
		if _, _, ok := unitOf(t); ok {
			w.f.P("%s = %s", to, w.constant(t, "float64("+v+".Int)"))
			return
		}
		w.f.P("%s = %s.Int", to, v)
	case param.Real:
		w.f.P("%s = %s", to, w.constant(t, v+".Real"))
	case param.Boolean:
		w.f.P("%s = %s.Bool", to, v)
	case param.String:
		w.f.P("%s = %s.Text", to, v)
	}
}

// validate writes the methods that check a value in a program.
func (w *writer) validate(t *param.Type, name string) {
	d := w.f.Import(module + "diag")
	w.f.P("// Validate reports all that is not as the type wants it, as diag.Faults.\nfunc (p %s) Validate() error { return p.faults(\"\").Err() }\n", name)
	w.f.P("// faults are what is wrong; path leads to p.\nfunc (p *%s) faults(path string) (fs %s.Faults) {", name, d)
	if t.Kind == param.Choice {
		w.f.P("switch p.Which {")
	}
	for i := range t.Members {
		m := &t.Members[i]
		if t.Kind == param.Choice {
			w.f.P("case %s:", w.which(t, i))
		} else if !w.checked(m.Type) {
			continue
		}
		if m.Optional {
			w.f.P("if p.Has%s {", w.fields[t][i])
		}
		w.check("p."+w.fields[t][i], fmt.Sprintf("path+%q", m.Name), m.Type, 0)
		if m.Optional {
			w.f.P("}")
		}
	}
	if t.Kind == param.Choice {
		w.f.P("default:\nfs = append(fs, %s.Wrong(%s.Kinds, path+\"Which\", p.Which, %q))\n}", w.f.Import(module+"lang/param"), w.f.Import(module+"lang/param"), t.String())
	}
	w.f.P("return fs\n}\n")
}

// shared reports whether an assignment does not copy everything of a type.
func shared(t *param.Type) bool {
	return t.Kind == param.List && (!fixed(t) || shared(t.Elem)) || slices.ContainsFunc(t.Members, func(m param.Member) bool { return shared(m.Type) })
}

// clone writes the method that also copies what an assignment does not.
func (w *writer) clone(t *param.Type, name string) {
	if !shared(t) {
		return
	}
	w.f.P("// Clone returns a copy that shares nothing with p.\nfunc (p %s) Clone() %s {", name, name)
	for i := range t.Members {
		w.own("p."+w.fields[t][i], t.Members[i].Type, 0)
	}
	w.f.P("return p\n}\n")
}

// own writes statements that give a variable its own memory.
func (w *writer) own(x string, t *param.Type, depth int) {
	switch {
	case !shared(t):
	case t.Kind == param.List:
		if !fixed(t) {
			w.f.P("%s = %s.Clone(%s)", x, w.f.Import("slices"), x)
		}
		if i := loop(depth); shared(t.Elem) && !empty(t) {
			w.f.P("for %s := range %s {", i, x)
			w.own(x+"["+i+"]", t.Elem, depth+1)
			w.f.P("}")
		}
	default:
		w.f.P("%s = %s.Clone()", x, x)
	}
}

// checked reports whether the Go type has values that the type does not allow.
func (w *writer) checked(t *param.Type) bool {
	switch t.Kind {
	case param.Boolean:
		return false
	case param.Integer:
		return t.Ints != nil || t.Unit != ""
	case param.List:
		return t.Size != nil && !fixed(t) || w.checked(t.Elem)
	}
	return true
}

// check writes statements that find what is wrong with a variable; path is the expression of its path.
func (w *writer) check(x, path string, t *param.Type, depth int) {
	p := w.f.Import(module + "lang/param")
	wrong := func(condition, code, is string) {
		w.f.P("if %s {\nfs = append(fs, %s.Wrong(%s.%s, %s, %s, %q))\n}", condition, p, p, code, path, is, t.String())
	}
	switch t.Kind {
	case param.Record, param.Choice:
		w.f.P("fs = append(fs, %s.faults(%s)...)", x, strings.TrimSuffix(path, `"`)+dot(path))
	case param.Enumeration:
		wrong(fmt.Sprintf("%s.String() == \"\"", x), "Kinds", "uint16("+x+")")
	case param.String:
		size := "nil"
		if t.Size != nil {
			size = w.size(t.Size)
		}
		w.f.P("fs = append(fs, %s.TextFaults(%s, %s, %s, %s)...)", p, path, x, w.alphabet(t), size)
	case param.List:
		if t.Size != nil && !fixed(t) {
			wrong(fmt.Sprintf("!(%s).Has(len(%s))", w.size(t.Size), x), "Sizes", fmt.Sprintf("%s.Sprint(len(%s), \" long\")", w.f.Import("fmt"), x))
		}
		if i := loop(depth); w.checked(t.Elem) {
			w.f.P("for %s := range %s {", i, x)
			w.check(x+"["+i+"]", fmt.Sprintf("%s.Sprintf(\"%%s[%%d]\", %s, %s)", w.f.Import("fmt"), path, i), t.Elem, depth+1)
			w.f.P("}")
		}
	case param.Integer, param.Real:
		if c := w.within(x, t); c != "" {
			is := x
			if _, u, ok := unitOf(t); ok {
				is = fmt.Sprintf("%s.Sprint(%s.%s(), %q)", w.f.Import("fmt"), x, u.Name, " "+u.Symbol)
			}
			wrong("!("+c+")", "Ranges", is)
		}
	}
}

// dot extends a path's expression by a dot for what is below it.
func dot(path string) string {
	if strings.HasSuffix(path, `"`) {
		return `."`
	}
	return `+"."`
}

// within is the condition that a number is allowed; "" if it always is.
func (w *writer) within(x string, t *param.Type) string {
	var all []string
	low, high := "", ""
	_, _, quantity := unitOf(t)
	if r := t.Ints; t.Kind == param.Integer && r != nil {
		if r.Min != math.MinInt64 {
			low = x + " >= " + w.constant(t, strconv.FormatInt(r.Min, 10))
		}
		if r.Max != math.MaxInt64 {
			high = x + " <= " + w.constant(t, strconv.FormatInt(r.Max, 10))
		}
	}
	if r := t.Reals; t.Kind == param.Real && r != nil {
		if !math.IsInf(r.Min, 0) {
			low = x + map[bool]string{true: " > ", false: " >= "}[r.MinOpen] + w.constant(t, float(r.Min))
		}
		if !math.IsInf(r.Max, 0) {
			high = x + map[bool]string{true: " < ", false: " <= "}[r.MaxOpen] + w.constant(t, float(r.Max))
		}
	}
	finite := t.Kind == param.Real || quantity
	if low == "" && finite {
		low = x + " >= -" + w.f.Import("math") + ".MaxFloat64"
	}
	if high == "" && finite {
		high = x + " <= " + w.f.Import("math") + ".MaxFloat64"
	}
	for _, c := range []string{low, high} {
		if c != "" {
			all = append(all, c)
		}
	}
	return strings.Join(all, " && ")
}
