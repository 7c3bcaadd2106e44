package gen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// goType is a type in Go: of a package that is generated, or the language's own.
type goType struct {
	in   *dataPackage // nil: Go's own
	name string
}

// key tells types apart.
func (t goType) key() string {
	if t.in == nil {
		return t.name
	}
	return t.in.dir + "." + t.name
}

// write is the type as a file calls it.
func (p *program) write(f *gogen.File, from *dataPackage, t goType) string {
	if t.in == nil || t.in == from {
		return t.name
	}
	return f.Import(p.o.Import+"/"+t.in.dir) + "." + t.name
}

// dataPackage has the types of a package of the model.
type dataPackage struct {
	of    *aadl.Package
	dir   string
	names *gogen.Names
	types []*dataType
}

// dataType is a type of messages.
type dataType struct {
	name    string
	model   string // what the model calls it
	doc     string
	kind    dataKind
	of      goType // what a plain one is, or an array's elements
	sizes   []int
	words   []string
	members []member
}

type dataKind uint8

const (
	plainData dataKind = iota // another name for a type
	arrayData
	enumData
	structData
	bytesData // the model says no more than how many bytes it has
)

// member is an element of a struct.
type member struct {
	name, field string
	typ         goType
	doc         string
}

// own are Go's types for those of Base_Types.
var own = map[string]string{"boolean": "bool", "integer": "int", "integer_8": "int8", "integer_16": "int16", "integer_32": "int32", "integer_64": "int64",
	"unsigned_8": "uint8", "unsigned_16": "uint16", "unsigned_32": "uint32", "unsigned_64": "uint64", "natural": "uint", "float": "float64",
	"float_32": "float32", "float_64": "float64", "character": "rune", "string": "string"}

// typeOf gives the type for a data classifier; an implementation's is its type's, as it fits that.
func (p *program) typeOf(o instance.Object, c *aadl.Classifier) goType {
	declared := c
	if c.Type != nil {
		declared = c.Type
	}
	if t, ok := p.types[declared]; ok {
		return t
	}
	if name, ok := own[syntax.Fold(declared.Name)]; ok && syntax.Same(declared.Package.Name, "Base_Types") {
		return goType{name: name}
	}
	var in *dataPackage
	for _, d := range p.data {
		if d.of == c.Package {
			in = d
		}
	}
	if in == nil {
		in = &dataPackage{of: c.Package, names: gogen.NewNames()}
		in.dir = p.folder(strings.ReplaceAll(c.Package.Name, "::", "_"))
		p.data = append(p.data, in)
	}
	d := &dataType{name: in.names.Exported(declared.Name), model: declared.Qualified(), doc: comment(declared.File, declared.Syntax)}
	t := goType{in, d.name}
	p.types[declared] = t // before its parts, which may have it
	in.types = append(in.types, d)
	p.shape(o, c, d)
	return t
}

// property gives the value of a property that a classifier, or what it realises or extends, states.
func (p *program) property(c *aadl.Classifier, name string) (aadl.Value, bool) {
	def := p.Model.Property(name)
	for n := 0; c != nil && def != nil && n < 10_000; n++ {
		for _, a := range c.Associations {
			if a.Property == def && len(a.AppliesTo) == 0 && len(a.Values) > 0 {
				return a.Values[0].Value, true
			}
		}
		if c.Type != nil {
			c = c.Type
		} else {
			c = c.Base.Classifier
		}
	}
	return aadl.Value{}, false
}

// bytes is the Data_Size of a classifier, -1 if none is stated.
func (p *program) bytes(c *aadl.Classifier) int {
	v, ok := p.property(c, "Memory_Properties::Data_Size")
	if !ok {
		return -1
	}
	n := v.In(8) // the least unit is a bit
	if n < 0 || n > math.MaxInt32 || n != math.Trunc(n) {
		return -1
	}
	return int(n)
}

// shape finds out what a type consists of.
func (p *program) shape(o instance.Object, c *aadl.Classifier, d *dataType) {
	word := func(name string) string {
		v, ok := p.property(c, name)
		if !ok {
			return ""
		}
		return syntax.Fold(v.Text)
	}
	cannot := func(what, do string) {
		f := diag.Fault{Code: "gen-data", Path: c.Qualified(), Pos: place(aadl.Declared{File: c.File, Node: c.Syntax}), What: what, Do: do}
		if !p.told[f] {
			p.told[f] = true
			p.faults = append(p.faults, f)
		}
	}
	size := p.bytes(c)
	switch kind := word("Data_Model::Data_Representation"); kind {
	case "boolean":
		d.of.name = "bool"
	case "character":
		d.of.name = "rune"
	case "string":
		d.of.name = "string"
	case "integer":
		sign := ""
		if word("Data_Model::Number_Representation") == "unsigned" {
			sign = "u"
		}
		if d.of.name = sign + "int"; size > 0 {
			d.of.name += fmt.Sprint(size * 8)
		}
		if !slices.Contains([]int{-1, 1, 2, 4, 8}, size) {
			cannot(fmt.Sprintf("Go has no integer of %d bytes", size), "give it a Data_Size of 1, 2, 4 or 8 Bytes")
		}
	case "float":
		switch {
		case size == 4 || size < 0 && word("Data_Model::IEEE754_Precision") == "simple":
			d.of.name = "float32"
		case size == 8 || size < 0:
			d.of.name = "float64"
		default:
			cannot(fmt.Sprintf("Go has no number of %d bytes with a point", size), "give it a Data_Size of 4 or 8 Bytes")
		}
	case "enum":
		d.kind = enumData
		v, _ := p.property(c, "Data_Model::Enumerators")
		for _, e := range v.Elements {
			d.words = append(d.words, e.Text)
		}
		if len(d.words) == 0 {
			cannot("it is an enumeration of nothing", "say Data_Model::Enumerators")
		}
	case "array":
		p.array(o, c, d, cannot)
	case "struct":
		p.structure(o, c, d, cannot)
	case "":
		switch {
		case slices.ContainsFunc(c.Subcomponents, func(s *aadl.Subcomponent) bool { return s.Category == syntax.DataCategory }):
			p.structure(o, c, d, cannot)
		case size >= 0:
			d.kind, d.sizes = bytesData, []int{size}
		default:
			cannot("nothing says what is in "+c.Name, "say its Data_Model::Data_Representation, or at least its Data_Size")
		}
	default:
		cannot("data represented as "+kind+" is not generated", "choose another Data_Model::Data_Representation")
	}
}

// bases are the classifiers of Base_Type.
func (p *program) bases(c *aadl.Classifier) (all []*aadl.Classifier) {
	v, _ := p.property(c, "Data_Model::Base_Type")
	for _, e := range v.Elements {
		if e.Classifier != nil {
			all = append(all, e.Classifier)
		}
	}
	return all
}

// array reads an array of fixed size.
func (p *program) array(o instance.Object, c *aadl.Classifier, d *dataType, cannot func(what, do string)) {
	d.kind = arrayData
	bases := p.bases(c)
	v, _ := p.property(c, "Data_Model::Dimension")
	total := 1.0
	for _, e := range v.Elements {
		d.sizes = append(d.sizes, int(e.Number))
		total *= e.Number
	}
	switch {
	case len(bases) != 1:
		cannot("nothing says what it is an array of", "say one Data_Model::Base_Type")
	case len(d.sizes) == 0 || total < 1 || total > 1<<28:
		cannot("nothing says how many elements it has, or there are more than 2^28 of them", "say its Data_Model::Dimension: messages have a fixed size")
	case p.within(bases[0], c, 0):
		cannot("it contains itself", "let it have something else")
	default:
		d.of = p.typeOf(o, bases[0])
	}
}

// within reports whether a data type contains another.
func (p *program) within(c, other *aadl.Classifier, depth int) bool {
	if sameType(c, other) || depth > 100 {
		return true
	}
	for _, b := range p.bases(c) {
		if p.within(b, other, depth+1) {
			return true
		}
	}
	return slices.ContainsFunc(c.Subcomponents, func(s *aadl.Subcomponent) bool {
		return s.Use.Classifier != nil && p.within(s.Use.Classifier, other, depth+1)
	})
}

func sameType(a, b *aadl.Classifier) bool {
	return a == b || a.Type != nil && a.Type == b || b.Type != nil && b.Type == a || a.Type != nil && a.Type == b.Type
}

// structure reads a struct: its subcomponents, or else its Element_Names with their Base_Types.
func (p *program) structure(o instance.Object, c *aadl.Classifier, d *dataType, cannot func(what, do string)) {
	d.kind = structData
	names := gogen.NewNames()
	add := func(name string, k *aadl.Classifier, doc string) {
		if k == nil || p.within(k, c, 0) {
			cannot("its element "+name+" has no type, or it contains itself", "name a data type for it")
			return
		}
		d.members = append(d.members, member{name, names.Exported(name), p.typeOf(o, k), doc})
	}
	for _, s := range c.Subcomponents {
		if s.Category == syntax.DataCategory {
			add(s.Name, s.Use.Classifier, comment(s.Owner.File, s.Syntax))
		}
	}
	if len(d.members) > 0 {
		return
	}
	v, _ := p.property(c, "Data_Model::Element_Names")
	bases := p.bases(c)
	if len(v.Elements) == 0 || len(v.Elements) != len(bases) {
		cannot(fmt.Sprintf("it is a struct with %d names and %d types of elements", len(v.Elements), len(bases)), "say Data_Model::Element_Names, and as many types in Data_Model::Base_Type")
		return
	}
	for k, e := range v.Elements {
		add(e.Text, bases[k], "")
	}
}

// emitData writes the types of a package of the model.
func (p *program) emitData(f *gogen.File, in *dataPackage) {
	f.Doc("Package "+in.dir+" has the types of messages of the model's package "+in.of.Name+".", comment(in.of.File, in.of.Syntax))
	for _, d := range in.types {
		f.Names().Exported(d.name)
	}
	for _, d := range in.types {
		f.Comment(sentence(d.name+" is "+d.what(), d.doc))
		switch d.kind {
		case plainData:
			f.P("type %s %s\n", d.name, p.write(f, in, d.of))
		case arrayData:
			dims := ""
			for _, n := range d.sizes {
				dims += fmt.Sprintf("[%d]", n)
			}
			f.P("type %s %s%s\n", d.name, dims, p.write(f, in, d.of))
		case bytesData:
			f.P("type %s [%d]byte\n", d.name, d.sizes[0])
		case enumData:
			emitEnum(f, d)
		case structData:
			f.P("type %s struct {", d.name)
			for _, m := range d.members {
				if m.doc != "" {
					f.Comment(m.doc)
				}
				f.P("%s %s", m.field, p.write(f, in, m.typ))
			}
			f.P("}\n")
		}
	}
}

// what says what a type is.
func (d *dataType) what() string {
	switch d.kind {
	case enumData:
		return "one of " + strings.Join(d.words, ", ")
	case bytesData:
		return fmt.Sprintf("%d bytes, of which the model says no more", d.sizes[0])
	}
	return d.model + " of the model"
}

// emitEnum writes an enumeration with its literals, which are called as it is.
func emitEnum(f *gogen.File, d *dataType) {
	kind := "uint8"
	if len(d.words) > 256 {
		kind = "uint32"
	}
	f.P("type %s %s\n", d.name, kind)
	f.Comment("The values of " + d.name + ".")
	f.P("const (")
	names := gogen.NewNames()
	for k, w := range d.words {
		name := f.Names().Exported(d.name + names.Exported(w))
		if k == 0 {
			f.P("%s %s = iota", name, d.name)
		} else {
			f.P("%s", name)
		}
	}
	f.P(")\n")
	words := make([]string, len(d.words))
	for k, w := range d.words {
		words[k] = quoted(w)
	}
	f.Comment("String is the value as the model spells it.")
	f.P("func (v %s) String() string {\nif int(v) >= %d {\nreturn %q + %s.Itoa(int(v))\n}\nreturn [...]string{%s}[v]\n}\n", d.name, len(d.words), d.name+" ", f.Import("strconv"), strings.Join(words, ", "))
}
