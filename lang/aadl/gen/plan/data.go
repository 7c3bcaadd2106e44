package plan

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Type is a type of data: from a generated package, or a built-in one under its Go name.
type Type struct {
	In   *DataPackage // nil: a built-in type, unless From is set
	From *Source
	Name string
	Go   string // of a type that Go already has: its package's import path, a dot, and its name
}

// Key tells types apart.
func (t Type) Key() string {
	switch {
	case t.From != nil:
		return t.From.Dir + "." + t.Name
	case t.In == nil:
		return t.Name
	}
	return t.In.Dir + "." + t.Name
}

// DataPackage has the types of a package of the model.
type DataPackage struct {
	Of    *aadl.Package
	Dir   string // its folder, and package
	names *gogen.Names
	Types []*DataType
}

// DataType is a type of messages.
type DataType struct {
	Name    string
	Model   string // its name in the model
	Go      string // its Sinew::Go_Type
	Source  string // its Type_Source_Name: its original name, such as geometry_msgs/Twist in ROS
	Doc     string
	Pos     diag.Pos
	Kind    DataKind
	Of      Type     // a plain one's type, or the type of an array's elements
	Sizes   []int    // an array's dimensions, or the number of bytes
	Words   []string // literals of an enumeration, as the model spells them
	Members []Member // of a struct
}

// DataKind is the kind of a data type.
type DataKind uint8

// The kinds of data.
const (
	PlainData  DataKind = iota // another name for a type
	ArrayData                  // a number of elements of one type
	EnumData                   // one of several words
	StructData                 // members of various types
	BytesData                  // the model only says how many bytes it has
)

// Member is an element of a struct.
type Member struct {
	Name, Field string
	Type        Type
	Doc         string
}

// own are Go's types for the types of Base_Types.
var own = map[string]string{"boolean": "bool", "integer": "int", "integer_8": "int8", "integer_16": "int16", "integer_32": "int32", "integer_64": "int64",
	"unsigned_8": "uint8", "unsigned_16": "uint16", "unsigned_32": "uint32", "unsigned_64": "uint64", "natural": "uint", "float": "float64",
	"float_32": "float32", "float_64": "float64", "character": "rune", "string": "string"}

// typeOf returns the type for a data classifier; an implementation has that of its type, because it must fit it.
func (p *Program) typeOf(o instance.Object, c *aadl.Classifier) Type {
	declared := c
	if c.Type != nil {
		declared = c.Type
	}
	if t, ok := p.classes[declared]; ok {
		return t
	}
	if name, ok := own[syntax.Fold(declared.Name)]; ok && syntax.Same(declared.Package.Name, "Base_Types") {
		return Type{Name: name}
	}
	if k, from, ok := p.described(c); ok {
		t := Type{Name: "struct{}"} // after a fault
		if k != nil {
			t = from.sourced(p, c, k)
		}
		p.classes[declared] = t
		return t
	}
	in := p.packageOf(c.Package)
	d := &DataType{Name: in.names.Exported(declared.Name), Model: declared.Qualified(), Doc: Comment(declared.File, declared.Syntax), Pos: Place(aadl.Declared{File: c.File, Node: c.Syntax})}
	if v, ok := p.property(c, "Programming_Properties::Type_Source_Name"); ok {
		d.Source = v.Text
	}
	if v, ok := p.property(c, "Sinew::Go_Type"); ok {
		if d.Go = v.Text; !goType.MatchString(d.Go) {
			p.cannot(c, fmt.Sprintf("%q is no type of Go", d.Go), "give the path of its package, a point, and its name, such as example.org/arm/joint.Angles")
		}
	}
	t := Type{In: in, Name: d.Name, Go: d.Go}
	p.classes[declared] = t // before its parts, which may contain it
	in.Types = append(in.Types, d)
	p.shape(o, c, d)
	return t
}

// goType matches a Go type as models name it: exported, from an imported package.
var goType = regexp.MustCompile(`^[A-Za-z0-9_.~/-]+\.[A-Z][A-Za-z0-9_]*$`)

// packageOf returns the types of a package of the model.
func (p *Program) packageOf(of *aadl.Package) *DataPackage {
	for _, d := range p.Data {
		if d.Of == of {
			return d
		}
	}
	in := &DataPackage{Of: of, names: gogen.NewNames()}
	in.Dir = p.folder(strings.ReplaceAll(of.Name, "::", "_"))
	p.Data = append(p.Data, in)
	return in
}

// property returns the value of a property from a classifier, or from what it realises or extends.
func (p *Program) property(c *aadl.Classifier, name string) (aadl.Value, bool) {
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
func (p *Program) bytes(c *aadl.Classifier) int {
	v, ok := p.property(c, "Memory_Properties::Data_Size")
	if !ok {
		return -1
	}
	n := v.In(8) // the smallest unit is a bit
	if n < 0 || n > math.MaxInt32 || n != math.Trunc(n) {
		return -1
	}
	return int(n)
}

// shape determines what a type consists of.
func (p *Program) shape(o instance.Object, c *aadl.Classifier, d *DataType) {
	word := func(name string) string {
		v, ok := p.property(c, name)
		if !ok {
			return ""
		}
		return syntax.Fold(v.Text)
	}
	cannot := func(what, do string) {
		f := diag.Fault{Code: "gen-data", Path: c.Qualified(), Pos: d.Pos, What: what, Do: do}
		if !p.told[f] {
			p.told[f] = true
			p.faults = append(p.faults, f)
		}
	}
	size := p.bytes(c)
	switch kind := word("Data_Model::Data_Representation"); kind {
	case "boolean":
		d.Of.Name = "bool"
	case "character":
		d.Of.Name = "rune"
	case "string":
		d.Of.Name = "string"
	case "integer":
		sign := ""
		if word("Data_Model::Number_Representation") == "unsigned" {
			sign = "u"
		}
		if d.Of.Name = sign + "int"; size > 0 {
			d.Of.Name += fmt.Sprint(size * 8)
		}
		if !slices.Contains([]int{-1, 1, 2, 4, 8}, size) {
			cannot(fmt.Sprintf("Go has no integer of %d bytes", size), "give it a Data_Size of 1, 2, 4 or 8 Bytes")
		}
	case "float":
		switch {
		case size == 4 || size < 0 && word("Data_Model::IEEE754_Precision") == "simple":
			d.Of.Name = "float32"
		case size == 8 || size < 0:
			d.Of.Name = "float64"
		default:
			cannot(fmt.Sprintf("Go has no number of %d bytes with a point", size), "give it a Data_Size of 4 or 8 Bytes")
		}
	case "enum":
		d.Kind = EnumData
		v, _ := p.property(c, "Data_Model::Enumerators")
		for _, e := range v.Elements {
			d.Words = append(d.Words, e.Text)
		}
		if len(d.Words) == 0 {
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
			d.Kind, d.Sizes = BytesData, []int{size}
		default:
			cannot("nothing says what is in "+c.Name, "say its Data_Model::Data_Representation, or at least its Data_Size")
		}
	default:
		cannot("data represented as "+kind+" is not generated", "choose another Data_Model::Data_Representation")
	}
}

// bases are the classifiers of Base_Type.
func (p *Program) bases(c *aadl.Classifier) (all []*aadl.Classifier) {
	v, _ := p.property(c, "Data_Model::Base_Type")
	for _, e := range v.Elements {
		if e.Classifier != nil {
			all = append(all, e.Classifier)
		}
	}
	return all
}

// array reads an array of fixed size.
func (p *Program) array(o instance.Object, c *aadl.Classifier, d *DataType, cannot func(what, do string)) {
	d.Kind = ArrayData
	bases := p.bases(c)
	v, _ := p.property(c, "Data_Model::Dimension")
	total := 1.0
	for _, e := range v.Elements {
		d.Sizes = append(d.Sizes, int(e.Number))
		total *= e.Number
	}
	switch {
	case len(bases) != 1:
		cannot("nothing says what it is an array of", "say one Data_Model::Base_Type")
	case len(d.Sizes) == 0 || total < 1 || total > 1<<28:
		cannot("nothing says how many elements it has, or there are more than 2^28 of them", "say its Data_Model::Dimension: messages have a fixed size")
	case p.within(bases[0], c, 0):
		cannot("it contains itself", "let it have something else")
	default:
		d.Of = p.typeOf(o, bases[0])
	}
}

// within reports whether a data type contains another.
func (p *Program) within(c, other *aadl.Classifier, depth int) bool {
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
func (p *Program) structure(o instance.Object, c *aadl.Classifier, d *DataType, cannot func(what, do string)) {
	d.Kind = StructData
	names := gogen.NewNames()
	add := func(name string, k *aadl.Classifier, doc string) {
		if k == nil || p.within(k, c, 0) {
			cannot("its element "+name+" has no type, or it contains itself", "name a data type for it")
			return
		}
		d.Members = append(d.Members, Member{name, names.Exported(name), p.typeOf(o, k), doc})
	}
	for _, s := range c.Subcomponents {
		if s.Category == syntax.DataCategory {
			add(s.Name, s.Use.Classifier, Comment(s.Owner.File, s.Syntax))
		}
	}
	if len(d.Members) > 0 {
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

// What describes a type.
func (d *DataType) What() string {
	switch d.Kind {
	case EnumData:
		return "one of " + strings.Join(d.Words, ", ")
	case BytesData:
		return fmt.Sprintf("%d bytes, of which the model says no more", d.Sizes[0])
	}
	return d.Model + " of the model"
}
