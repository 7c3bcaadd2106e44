package atom

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// Describe returns the definition of an Atom, External or interface given as a pointer to a struct.
func Describe(body any) (*Definition, error) {
	def, _, err := describe(body)
	return def, err
}

// describe reads a struct's fields: the elements and their places. Fields with unreadable tags are part of the result, so
// that one fault does not cause others.
func describe(body any) (*Definition, []cell, error) {
	v := reflect.ValueOf(body)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return &Definition{Name: fmt.Sprintf("%T", body)}, nil, fmt.Errorf("%T is no pointer to a struct", body)
	}
	v = v.Elem()
	def := &Definition{Name: plainName(v.Type().Name()), Physics: v.Type().String()}
	if _, ok := body.(Physics); !ok {
		def.Physics = ""
	}
	var cells []cell
	var faults []string
	for _, field := range fieldsOf(v) {
		f := field.StructField
		fail := func(err error) {
			if err != nil {
				faults = append(faults, fmt.Sprintf("field %s of %v: %v", f.Name, v.Type(), err))
			}
		}
		if f.Name == "_" {
			fail(def.readTags(f.Tag))
		}
		if isBank(f.Type) {
			fail(def.bank(f.Tag.Get("length"), field.value.Len()))
		}
		for at, c := range cellsOf(field.value) {
			e := Element{Name: spelling.Snake(f.Name), Field: f.Name, Role: c.role(), Type: c.typ(), Frame: f.Tag.Get("frame"), Axis: f.Tag.Get("axis")}
			if k := f.Type.Kind(); k == reflect.Array || k == reflect.Slice {
				index := "[" + strconv.Itoa(at) + "]"
				e.Name, e.Field, e.Length = e.Name+index, e.Field+index, f.Tag.Get("length")
			}
			if err := e.readTags(f.Tag); at == 0 {
				fail(err)
			}
			def.names(&e)
			def.Elements, cells = append(def.Elements, e), append(cells, c)
		}
	}
	def.Identity = identity(v.Type(), def.Elements)
	if faults != nil {
		return def, cells, errors.New(strings.Join(faults, "; "))
	}
	return def, cells, nil
}

// names adds the interface parameters that an element's frame and axis refer to.
func (d *Definition) names(e *Element) {
	for k, s := range []string{e.Frame, e.Axis} {
		name, ok := strings.CutPrefix(s, "$")
		if ok && !slices.ContainsFunc(d.Parameters, func(p Parameter) bool { return p.Name == name }) {
			d.Parameters = append(d.Parameters, Parameter{Name: name, Axis: k == 1})
		}
	}
}

// identity returns a unique name of a Go type: the path of its package, its name with the names of its type arguments, and a
// hash of its interface, which also distinguishes states of the source. A type without a name has none.
func identity(t reflect.Type, elements []Element) string {
	if t.Name() == "" {
		return ""
	}
	h := fnv.New32a()
	fmt.Fprint(h, t.Name())
	for _, e := range elements {
		fmt.Fprintf(h, " %d %s %v %s %s", e.Role, e.Name, e.Type, e.Frame, e.Axis)
	}
	name, arguments, generic := strings.Cut(t.Name(), "[")
	if generic {
		var short []string
		for a := range strings.SplitSeq(strings.TrimSuffix(arguments, "]"), ",") {
			short = append(short, a[strings.LastIndexByte(a, '.')+1:])
		}
		name += "[" + strings.Join(short, ",") + "]"
	}
	return fmt.Sprintf("%s.%s~%08x", t.PkgPath(), name, h.Sum32())
}

// plainName turns the name of a generic type into that of a definition: FrameShift[…/unit.Speed] is FrameShiftSpeed. A Ratio
// is omitted: PID[unit.Ratio, unit.Ratio] is PID.
func plainName(s string) string {
	base, arguments, ok := strings.Cut(s, "[")
	if !ok {
		return s
	}
	for a := range strings.SplitSeq(strings.TrimSuffix(arguments, "]"), ",") {
		if a = a[strings.LastIndexByte(a, '.')+1:]; a != "Ratio" {
			base += a
		}
	}
	return base
}

// aField is a field with its place.
type aField struct {
	reflect.StructField
	value reflect.Value
}

// fieldsOf lists the fields of a struct, including those of embedded structs; an embedded struct's tag holds for what their
// own tags do not say.
func fieldsOf(v reflect.Value) (fields []aField) {
	for n := range v.NumField() {
		f := aField{v.Type().Field(n), v.Field(n)}
		if f.Anonymous && f.Type.Kind() == reflect.Struct && cellsOf(f.value) == nil {
			for _, inner := range fieldsOf(f.value) {
				inner.Tag += " " + f.Tag
				fields = append(fields, inner)
			}
			continue
		}
		fields = append(fields, f)
	}
	return fields
}

// cellsOf returns the interface elements in a field: one element, those of an array or a bank, or none.
func cellsOf(v reflect.Value) (cells []cell) {
	if v.Kind() == reflect.Array || isBank(v.Type()) {
		for i := range v.Len() {
			cells = append(cells, cellsOf(v.Index(i))...)
		}
		return cells
	}
	if c, ok := reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Interface().(cell); ok {
		return []cell{c}
	}
	return nil
}

// tagged reads the tag with a key, if there is one.
func tagged[T any](t reflect.StructTag, key string, to *T, parse func(string) (T, error)) error {
	s, ok := t.Lookup(key)
	if !ok {
		return nil
	}
	v, err := parse(s)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	*to = v
	return nil
}

// readTags reads the tags of a field other than frame and axis.
func (e *Element) readTags(t reflect.StructTag) error {
	if s, ok := t.Lookup("update"); ok {
		if e.Update.Update, ok = ParseUpdate(s); !ok {
			return fmt.Errorf("update:%q: give constant, sporadic, coupled or periodic", s)
		}
		if e.Role != NeedRole {
			return fmt.Errorf("update:%q: only Needs have one, what a Product has is the Physics'", s)
		}
	}
	return cmp.Or(
		tagged(t, "periods", &e.Update.Periods, period.Parse),
		tagged(t, "valid", &e.Validity, func(s string) (v Validity, err error) {
			v.Min, v.Max, err = ParseRange(e.Type, s)
			return v, err
		}),
		tagged(t, "frozen", &e.Validity.Frozen, period.ParseDuration),
		tagged(t, "initial", &e.Initial, func(s string) (float64, error) { return unit.Parse(e.Type, s) }),
	)
}

// readTags reads the tags of a field _ struct{}, which describe the whole: the Constraint on the Physics, and its purpose.
func (d *Definition) readTags(t reflect.StructTag) error {
	d.Doc = t.Get("doc")
	if s, ok := t.Lookup("update"); ok {
		if d.Constraint.Update, ok = ParseUpdate(s); !ok || d.Constraint.Update == Coupled {
			return fmt.Errorf("update:%q: give constant, sporadic or periodic", s)
		}
	}
	return cmp.Or(tagged(t, "periods", &d.Constraint.Periods, period.Parse), tagged(t, "worst", &d.Constraint.Worst, period.ParseDuration))
}

// ParseUpdate finds an update by its name: "constant", "sporadic", "periodic" or "coupled".
func ParseUpdate(s string) (Update, bool) {
	for u := Constant; u <= Coupled; u++ {
		if u.String() == s {
			return u, true
		}
	}
	return Unstated, false
}

// ParseRange parses a range of values of a type: "-90 deg .. 90 deg"; an end that is omitted is open.
func ParseRange(t unit.Type, s string) (low, high float64, err error) {
	first, last, ok := strings.Cut(s, "..")
	if !ok {
		return 0, 0, fmt.Errorf("%q is no range: give something like %s .. %s", s, unit.Format(t, 0), unit.Format(t, 1))
	}
	low, high = math.Inf(-1), math.Inf(1)
	if first = strings.TrimSpace(first); first != "" {
		if low, err = unit.Parse(t, first); err != nil {
			return 0, 0, err
		}
	}
	if last = strings.TrimSpace(last); last != "" {
		if high, err = unit.Parse(t, last); err != nil {
			return 0, 0, err
		}
	}
	if low >= high {
		return 0, 0, fmt.Errorf("%q: no value is in there", s)
	}
	return low, high, nil
}
