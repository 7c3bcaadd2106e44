package gen

import (
	"go/token"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/expr"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// formula is an Atom with an expression as its Physics; it becomes a Go Atom.
type formula struct {
	def     *atom.Definition
	typ     string
	program *expr.Program
	track   *expr.Program // nil: it does not track
	ports   []*atom.Port  // of the first instance
}

// formulas finds the Atoms with expressions as Physics, and refuses Atoms that source cannot name.
func (p *program) formulas() {
	for _, i := range p.plan.Model.Instances {
		if i.Kind != atom.Simple || p.home[i] == nil && p.constant[i] == "" || p.formulaOf(i) != nil {
			continue
		}
		t := reflect.TypeOf(i.Body)
		if t == nil || t.Kind() != reflect.Pointer {
			p.fault(i, "it has no Go struct", "make it a struct with a Physics")
			continue
		}
		if l, ok := i.Body.(interface{ Program() *expr.Program }); ok {
			x := &formula{def: i.Def, typ: p.names.Exported(i.Def.Name), program: l.Program(), ports: i.Ports}
			if l, ok := i.Body.(interface{ Tracker() *expr.Program }); ok {
				x.track = l.Tracker()
			}
			p.atoms = append(p.atoms, x)
			continue
		}
		t = t.Elem()
		if t.PkgPath() == "main" || t.Name() == "" || slices.ContainsFunc(i.Ports, func(port *atom.Port) bool { return !token.IsExported(port.Element.Field) }) {
			p.fault(i, t.String()+" cannot be used from another package", "move it into a package of its own, with exported fields")
		}
	}
}

// formulaOf returns the formula of an instance, nil if it has its own Go struct.
func (p *program) formulaOf(i *atom.Instance) *formula {
	for _, x := range p.atoms {
		if x.def == i.Def {
			return x
		}
	}
	return nil
}

// emitAtoms writes the Atoms with expressions as Physics.
func (p *program) emitAtoms(f *gogen.File) {
	a := f.Import(atomPath)
	for _, x := range p.atoms {
		doc := x.typ + " is an Atom whose Physics is an expression:"
		if x.def.Doc != "" {
			doc = x.typ + ": " + oneLine(x.def.Doc)
		}
		f.Comment(doc)
		f.P("//")
		for line := range strings.SplitSeq(strings.TrimSpace(x.def.Physics), "\n") {
			f.Comment("\t" + strings.TrimSpace(line))
		}
		f.P("type %s struct {", x.typ)
		for k := 0; k < len(x.ports); {
			e := x.ports[k].Element
			name, size, n := expr.Field(e.Name), "", 1
			if base, count := x.ports[k].Array(); count > 0 {
				name, size, n = expr.Field(base), "["+number(float64(count))+"]", count
			}
			f.P("%s %s%s.%s[%s] %s", name, size, a, gogen.Exported(e.Role.String()), typeOf(f, x.ports[k]), tags(e))
			k += n
		}
		f.P("}\n")
		f.Comment("Physics computes the Atom's products" + rounding(x.program) + ".")
		p.emitPhysics(f, x, "Physics", x.program)
		if x.track != nil {
			f.Comment("Track follows along while another law is in command, and the products have what that one gives" + rounding(x.track) + ".")
			p.emitPhysics(f, x, "Track", x.track)
		}
	}
}

// rounding explains the float64(…) around products.
func rounding(x *expr.Program) string {
	if strings.Contains(x.Go(expr.Fields("a")), "float64(float64(") {
		return "; float64(x*y) is rounded before it goes on, so that every machine gives the same bits"
	}
	return ""
}

// emitPhysics writes an expression as a method: first what it reads, then the formula in these names.
func (p *program) emitPhysics(f *gogen.File, x *formula, method string, body *expr.Program) {
	f.P("func (a *%s) %s(dt %s.Time) {", x.typ, method, f.Import(unitPath))
	for _, path := range body.Imports() {
		f.Import(path)
	}
	taken := []string{"a", "dt", "math", "expr", "lib", "unit", "atom"}
	fields := expr.Fields("a")
	read, local := map[string]bool{}, map[string]string{}
	body.Go(expr.Names{Read: func(e *atom.Element) string { read[e.Name] = true; return "x" }, Assign: fields.Assign})
	for word := range strings.FieldsFuncSeq(body.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		if !slices.ContainsFunc(x.ports, func(port *atom.Port) bool { return port.Element.Name == word }) {
			taken = append(taken, word)
		}
	}
	names := gogen.NewNames(taken...)
	for _, port := range x.ports {
		if e := port.Element; read[e.Name] {
			local[e.Name] = names.Local(e.Name)
			f.P("%s := %s", local[e.Name], fields.Read(e))
		}
	}
	f.P("%s}\n", body.Go(expr.Names{
		Read: func(e *atom.Element) string { return local[e.Name] },
		Assign: func(e *atom.Element, v string) string {
			if v = bare(v); local[e.Name] == "" {
				return fields.Assign(e, v)
			}
			return local[e.Name] + " = " + v + "\n" + fields.Assign(e, local[e.Name])
		},
	}))
}

// bare removes the parentheses around a whole expression.
func bare(v string) string {
	if !strings.HasPrefix(v, "(") || !strings.HasSuffix(v, ")") {
		return v
	}
	depth := 0
	for n, c := range v {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && n < len(v)-1 {
			return v
		}
	}
	return v[1 : len(v)-1]
}

// tags writes what the interface says beyond types, so that models can use the Atom too.
func tags(e *atom.Element) string {
	var all []string
	if e.Frame != "" {
		all = append(all, `frame:"`+e.Frame+`"`)
	}
	if e.Axis != "" {
		all = append(all, `axis:"`+e.Axis+`"`)
	}
	if e.Role == atom.NeedRole && e.Update.Update != atom.Unstated && e.Update.Update != atom.Coupled {
		all = append(all, `update:"`+e.Update.Update.String()+`"`)
	}
	if v := e.Validity; v.Min < v.Max {
		valid := ".."
		if !math.IsInf(v.Min, 0) {
			valid = quantity(e.Type, v.Min) + " .."
		}
		if !math.IsInf(v.Max, 0) {
			valid += " " + quantity(e.Type, v.Max)
		}
		all = append(all, "valid:"+strconv.Quote(valid))
	}
	if d := e.Validity.Frozen; d > 0 {
		all = append(all, `frozen:"`+period.Duration(d)+`"`)
	}
	if all == nil {
		return ""
	}
	return "`" + strings.Join(all, " ") + "`"
}
