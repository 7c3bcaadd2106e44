package gen

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/expr"
)

// field is a field of a struct that holds interface elements; numbered ones, f[0], f[1] …, make an array.
type field struct {
	name  string
	n     int // of an array; 0 is none
	first *atom.Port
}

// record lays out a struct for ports, and returns the expression after the dot for each.
func record(ps []*atom.Port) (fields []field, at map[*atom.Port]string) {
	at = map[*atom.Port]string{}
	names := gogen.NewNames()
	for k := 0; k < len(ps); {
		base, n := ps[k].Array()
		if n == 0 {
			f := field{name: names.Exported(ps[k].Element.Name), first: ps[k]}
			fields, at[ps[k]] = append(fields, f), f.name
			k++
			continue
		}
		f := field{name: names.Exported(base), n: n, first: ps[k]}
		fields = append(fields, f)
		for i := range n {
			at[ps[k+i]] = fmt.Sprintf("%s[%d]", f.name, i)
		}
		k += n
	}
	return fields, at
}

// emitFields writes the fields of a record.
func emitFields(f *gogen.File, fields []field, note func(p *atom.Port) string) {
	for _, x := range fields {
		t := typeOf(f, x.first)
		if x.n > 0 {
			t = fmt.Sprintf("[%d]%s", x.n, t)
		}
		f.P("%s %s // %s", x.name, t, oneLine(note(x.first)))
	}
}

var index = regexp.MustCompile(`\[(\d+)\]`)

// loops writes lines; consecutive lines that differ only in an index become a loop, and consecutive loops of the same
// length become one.
func loops(f *gogen.File, lines []string) {
	at := func(line string) (shape string, n int) {
		for k, m := range index.FindAllStringSubmatch(line, -1) {
			i, err := strconv.Atoi(m[1])
			if err != nil || k > 0 && i != n {
				return line, -1
			}
			n = i
		}
		if shape = index.ReplaceAllString(line, "[i]"); shape == line {
			n = -1
		}
		return shape, n
	}
	open := 0 // the length of the loop that is being written
	closed := func() {
		if open > 0 {
			f.P("}")
		}
		open = 0
	}
	for k := 0; k < len(lines); {
		shape, n := at(lines[k])
		run := 1
		for n == 0 && k+run < len(lines) {
			if s, m := at(lines[k+run]); s != shape || m != run {
				break
			}
			run++
		}
		if run < 3 {
			closed()
			f.P("%s", lines[k])
			k++
			continue
		}
		if run != open {
			closed()
			f.P("for i := range %d {", run)
		}
		f.P("%s", shape)
		open = run
		k += run
	}
	closed()
}

// declare writes fields; consecutive fields of the same type share a line of at most 110 letters.
func declare(f *gogen.File, names, types []string) {
	for k := 0; k < len(names); {
		line := names[k]
		n := k + 1
		for ; n < len(names) && types[n] == types[k] && len(line)+len(names[n])+len(types[k]) < 108; n++ {
			line += ", " + names[n]
		}
		f.P("%s %s", line, types[k])
		k = n
	}
}

// body is the Go struct of an Atom: its type, the fields of its ports and, if it has banks, how it is made.
type body struct {
	typ, made string
	at        map[*atom.Port]string
}

// bodyOf finds the struct of an Atom: from the library or another package, or the one written for its expression.
func (p *program) bodyOf(f *gogen.File, i *atom.Instance) body {
	b := body{at: map[*atom.Port]string{}}
	if x := p.formulaOf(i); x != nil {
		for _, port := range i.Ports {
			b.at[port] = expr.Field(port.Element.Name)
		}
		b.typ = x.typ
		return b
	}
	b.typ = goType(f, reflect.TypeOf(i.Body).Elem())
	for _, port := range i.Ports {
		b.at[port] = port.Element.Field
	}
	var lengths []string
	for _, x := range i.Def.Parameters {
		if x.Length {
			lengths = append(lengths, x.Default)
		}
	}
	if lengths != nil {
		b.made = fmt.Sprintf("*%s.Sized[%s](%s)", f.Import(atomPath), b.typ, strings.Join(lengths, ", "))
	}
	return b
}

var qualified = regexp.MustCompile(`[\w./\-]+\.(\w+)`)

// goType writes a Go type as source, type arguments included.
func goType(f *gogen.File, t reflect.Type) string {
	name, args, generic := strings.Cut(t.Name(), "[")
	name = f.Import(t.PkgPath()) + "." + name
	if !generic {
		return name
	}
	args = qualified.ReplaceAllStringFunc(args, func(s string) string {
		dot := strings.LastIndexByte(s, '.')
		return f.Import(s[:dot]) + s[dot:]
	})
	return name + "[" + strings.ReplaceAll(args, ",", ", ")
}
