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

// field is a field of a struct that holds interface elements; those that are numbered, f[0], f[1] …, make an array.
type field struct {
	name  string
	n     int // of an array; 0 is none
	first *atom.Port
}

// record lays out a struct for ports, and gives the expression behind the dot for each.
func record(ps []*atom.Port) (fields []field, at map[*atom.Port]string) {
	at = map[*atom.Port]string{}
	names := gogen.NewNames()
	for k := 0; k < len(ps); {
		base, n := array(ps[k:])
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

// array counts the ports that follow each other as base[0], base[1] … with one datatype.
func array(ps []*atom.Port) (base string, n int) {
	base, _, ok := strings.Cut(ps[0].Element.Name, "[")
	if !ok {
		return "", 0
	}
	for n < len(ps) && ps[n].Element.Name == fmt.Sprintf("%s[%d]", base, n) && ps[n].Element.Type == ps[0].Element.Type && ps[n].Element.Role == ps[0].Element.Role {
		n++
	}
	return base, n
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

// loops writes lines, those that follow each other and differ in an index only as a loop.
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
			f.P("%s", lines[k])
			k++
			continue
		}
		f.P("for i := range %d {\n%s\n}", run, shape)
		k += run
	}
}

// body is the Go struct of an Atom: its type and the fields of its ports.
type body struct {
	typ string
	at  map[*atom.Port]string
}

// bodyOf finds the struct of an Atom: of the library or another package, or one that is written for its expression.
func (p *program) bodyOf(f *gogen.File, i *atom.Instance) body {
	b := body{at: map[*atom.Port]string{}}
	if x := p.formulaOf(i); x != nil {
		for _, port := range i.Ports {
			b.at[port] = expr.Field(port.Element.Name)
		}
		b.typ = x.typ
		return b
	}
	t := reflect.TypeOf(i.Body).Elem()
	b.typ = goType(f, t)
	names := fieldNames(t)
	for k, port := range i.Ports {
		b.at[port] = names[k]
	}
	return b
}

// fieldNames lists the fields of a Go Atom that are interface elements, in the order of its definition.
func fieldNames(t reflect.Type) (names []string) {
	for k := range t.NumField() {
		f := t.Field(k)
		ft, n := f.Type, 0
		if ft.Kind() == reflect.Array {
			ft, n = ft.Elem(), ft.Len()
		}
		kind, _, _ := strings.Cut(ft.Name(), "[")
		if f.Anonymous && f.Type.Kind() == reflect.Struct && f.Type.PkgPath() != atomPath {
			names = append(names, fieldNames(f.Type)...) // promoted
			continue
		}
		if ft.PkgPath() != atomPath || kind != "Need" && kind != "Product" && kind != "Storage" {
			continue
		}
		if f.Type.Kind() != reflect.Array {
			names = append(names, f.Name)
			continue
		}
		for x := range n {
			names = append(names, fmt.Sprintf("%s[%d]", f.Name, x))
		}
	}
	return names
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
