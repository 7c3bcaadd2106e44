package syntax

import (
	"fmt"
	"reflect"
	"strings"
)

// dumper writes a tree as text, a part on a line.
type dumper struct {
	strings.Builder
	f      *File
	places bool
	within Span // of the part that is written
}

// dump gives the tree of a file; with places, or as it is whatever its layout.
func dump(f *File, places bool) string {
	d := &dumper{f: f, places: places}
	for _, k := range f.Packages {
		d.node("", "", reflect.ValueOf(k))
	}
	for _, s := range f.Sets {
		d.node("", "", reflect.ValueOf(s))
	}
	return d.String()
}

// node writes a part and what belongs to it.
func (d *dumper) node(indent, field string, v reflect.Value) {
	d.WriteString(indent)
	if field != "" {
		d.WriteString(field + ": ")
	}
	d.WriteString(v.Elem().Type().Name())
	span := v.Interface().(Node).Tokens()
	d.place(span)
	outer := d.within
	d.within = span
	defer func() { d.within = outer }()
	var inner []func()
	for i := range v.Elem().NumField() {
		name, f := v.Elem().Type().Field(i).Name, v.Elem().Field(i)
		if name == "Span" {
			continue
		}
		switch x := f.Interface().(type) {
		case Name:
			if x.Text != "" {
				fmt.Fprintf(d, " %s=%s", name, x.Text)
				d.place(x.Span)
			}
			continue
		case Ref:
			if s := x.String(); s != "" {
				fmt.Fprintf(d, " %s=%s", name, s)
				d.place(x.Tokens())
			}
			continue
		case Path:
			d.path(name, x)
			continue
		case Expr:
			inner = append(inner, func() { d.node(indent+"  ", name, reflect.ValueOf(x)) })
			continue
		case fmt.Stringer:
			if f.Kind() == reflect.Uint8 && x.String() != "" {
				fmt.Fprintf(d, " %s=%s", name, x)
			}
			continue
		}
		if f.Kind() == reflect.Slice {
			for k := range f.Len() {
				inner = append(inner, func() { d.element(indent+"  ", name, f.Index(k)) })
			}
		} else if f.Kind() == reflect.Pointer && !f.IsNil() {
			inner = append(inner, func() { d.node(indent+"  ", name, f) })
		} else if !f.IsZero() {
			fmt.Fprintf(d, " %s=%s", name, unixLines.Replace(fmt.Sprint(f.Interface())))
		}
	}
	d.WriteByte('\n')
	for _, more := range inner {
		more()
	}
}

// element writes an element of a list.
func (d *dumper) element(indent, field string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case Path:
		d.WriteString(indent + field + ":")
		d.path("", x)
	case Ref:
		d.WriteString(indent + field + ": " + x.String())
		d.place(x.Tokens())
	case Name:
		d.WriteString(indent + field + ": " + x.Text)
		d.place(x.Span)
	case Node:
		d.node(indent, field, reflect.ValueOf(x))
		return
	}
	d.WriteByte('\n')
}

// path writes a path.
func (d *dumper) path(field string, p Path) {
	if len(p) == 0 {
		return
	}
	d.WriteString(" " + field)
	if field != "" {
		d.WriteByte('=')
	}
	for i, s := range p {
		if i > 0 {
			d.WriteByte('.')
		}
		d.WriteString(s.Text)
		for _, i := range s.Indices {
			fmt.Fprintf(d, "[%s..%s]", i.Low, i.High)
		}
	}
	d.place(p.Tokens())
}

// place writes where something begins and ends.
func (d *dumper) place(s Span) {
	if !d.places || s.To <= s.From {
		return
	}
	if d.within.To > 0 && (s.From < d.within.From || s.To > d.within.To) {
		d.WriteString("!outside") // of what it belongs to
	}
	from, to := d.f.Position(d.f.Tokens[s.From].Start), d.f.Position(d.f.Tokens[s.To-1].End)
	fmt.Fprintf(d, "@%d:%d-", from.Line, from.Column)
	if to.Line != from.Line {
		fmt.Fprintf(d, "%d:", to.Line)
	}
	fmt.Fprint(d, to.Column)
}
