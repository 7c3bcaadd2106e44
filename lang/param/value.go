package param

import (
	"slices"
	"strconv"

	"github.com/sinew-robotics/sinew/diag"
)

// Value is a value that has been checked against its type: Records have all their members in the type's order, except
// optional ones that are left out; defaults are filled in.
type Value struct {
	Kind  Kind
	Pos   diag.Pos // its place in its text; for a default, where the type gives it
	Text  string   // of a String or Enumeration
	Int   int64
	Real  float64
	Bool  bool
	Parts []Part // members of a Record, the one of a Choice, elements of a List
}

// Part is a member with its name, or an element without one.
type Part struct {
	Name  string
	Value Value
}

// Member finds a member of a Record, or the alternative of a Choice, by its name; nil if it is missing.
func (v *Value) Member(name string) *Value {
	for i := range v.Parts {
		if v.Parts[i].Name == name {
			return &v.Parts[i].Value
		}
	}
	return nil
}

// Equal reports whether two values are the same, wherever they are in texts; nil means no value.
func (v *Value) Equal(w *Value) bool {
	if v == nil || w == nil {
		return v == w
	}
	if v.Kind != w.Kind || v.Text != w.Text || v.Int != w.Int || v.Real != w.Real || v.Bool != w.Bool || len(v.Parts) != len(w.Parts) {
		return false
	}
	for i := range v.Parts {
		if v.Parts[i].Name != w.Parts[i].Name || !v.Parts[i].Value.Equal(&w.Parts[i].Value) {
			return false
		}
	}
	return true
}

// Leaf is a value that is not a Record, Choice or List, or is an empty List.
type Leaf struct {
	Path   string // "gains.kp", "points[2].x"
	Value  *Value
	Type   *Type
	Member *Member // the member that it is, or that it is an element of; nil for none
}

// Leaves calls f for each leaf of a value of a type.
func (v *Value) Leaves(t *Type, f func(Leaf)) { v.leaves(Leaf{Type: t}, f) }

func (v *Value) leaves(at Leaf, f func(Leaf)) {
	at.Value = v
	composite := v.Kind == Record || v.Kind == Choice || v.Kind == List
	if !composite || v.Kind == List && len(v.Parts) == 0 {
		f(at)
		return
	}
	for i := range v.Parts {
		p := &v.Parts[i]
		in := Leaf{Path: below(at.Path, p.Name, i), Type: at.Type.Elem, Member: at.Member}
		if m := at.Type.Member(p.Name); m != nil {
			in.Type, in.Member = m.Type, m
		}
		p.Value.leaves(in, f)
	}
}

// Copy returns a copy that shares nothing with v.
func (v *Value) Copy() Value {
	own := *v
	own.Parts = slices.Clone(v.Parts)
	for i := range own.Parts {
		own.Parts[i].Value = own.Parts[i].Value.Copy()
	}
	return own
}

// below is the path of a member, or of element i if name is "".
func below(path, name string, i int) string {
	switch {
	case name == "":
		return path + "[" + strconv.Itoa(i) + "]"
	case path == "":
		return name
	}
	return path + "." + name
}
