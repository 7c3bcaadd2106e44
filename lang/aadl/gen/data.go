package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// write is the type as written in a file.
func (p *program) write(f *gogen.File, from *plan.DataPackage, t plan.Type) string {
	switch {
	case t.Go != "":
		dot := strings.LastIndexByte(t.Go, '.')
		return f.Import(t.Go[:dot]) + t.Go[dot:]
	case t.From != nil:
		return f.Import(p.o.Import+"/"+t.From.Dir) + "." + t.Name
	case t.In == nil || t.In == from:
		return t.Name
	}
	return f.Import(p.o.Import+"/"+t.In.Dir) + "." + t.Name
}

// emitData writes the types of a package of the model.
func (p *program) emitData(f *gogen.File, in *plan.DataPackage) {
	f.Doc("Package "+in.Dir+" has the types of messages of the model's package "+in.Of.Name+".", plan.Comment(in.Of.File, in.Of.Syntax))
	own := owned(in)
	for _, d := range own {
		f.Names().Exported(d.Name)
	}
	for _, d := range own {
		f.Comment(sentence(d.Name+" is "+d.What(), d.Doc))
		switch d.Kind {
		case plan.PlainData:
			f.P("type %s %s\n", d.Name, p.write(f, in, d.Of))
		case plan.ArrayData:
			dims := ""
			for _, n := range d.Sizes {
				dims += fmt.Sprintf("[%d]", n)
			}
			f.P("type %s %s%s\n", d.Name, dims, p.write(f, in, d.Of))
		case plan.BytesData:
			f.P("type %s [%d]byte\n", d.Name, d.Sizes[0])
		case plan.EnumData:
			emitEnum(f, d)
		case plan.StructData:
			f.P("type %s struct {", d.Name)
			for _, m := range d.Members {
				if m.Doc != "" {
					f.Comment(m.Doc)
				}
				f.P("%s %s", m.Field, p.write(f, in, m.Type))
			}
			f.P("}\n")
		}
	}
}

// owned are the types of a package to write: those that Go does not already have.
func owned(in *plan.DataPackage) []*plan.DataType {
	return slices.DeleteFunc(slices.Clone(in.Types), func(d *plan.DataType) bool { return d.Go != "" })
}

// emitEnum writes an enumeration with its literals, whose names begin with its own.
func emitEnum(f *gogen.File, d *plan.DataType) {
	kind := "uint8"
	if len(d.Words) > 256 {
		kind = "uint32"
	}
	f.P("type %s %s\n", d.Name, kind)
	f.Comment("The values of " + d.Name + ".")
	f.P("const (")
	names := gogen.NewNames()
	for k, w := range d.Words {
		name := f.Names().Exported(d.Name + names.Exported(w))
		if k == 0 {
			f.P("%s %s = iota", name, d.Name)
		} else {
			f.P("%s", name)
		}
	}
	f.P(")\n")
	words := make([]string, len(d.Words))
	for k, w := range d.Words {
		words[k] = quoted(w)
	}
	f.Comment("String is the value as the model spells it.")
	f.P("func (v %s) String() string {\nif int(v) >= %d {\nreturn %q + %s.Itoa(int(v))\n}\nreturn [...]string{%s}[v]\n}\n", d.Name, len(d.Words), d.Name+" ", f.Import("strconv"), strings.Join(words, ", "))
}
