package codec

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/reactor"
)

// kind is the form of one element of a field on the wire.
type kind uint8

const (
	number kind = iota
	text
	blob
	group // a message in place
	link  // a pointer to a message
	self  // a Tracer
)

// count is the kind of number of elements of a field.
type count uint8

const (
	one   count = iota
	array       // n elements in place
	list        // a slice
)

// width of a number in memory and how it is widened on the wire.
type width uint8

const (
	w1  width = iota // bool: one byte on both sides
	w4               // 4 bytes on both sides
	w8               // 8 bytes on both sides
	wu8              // widened to 4 bytes
	wi8
	wu16
	wi16
)

var wireSize = [...]int{w1: 1, w4: 4, w8: 8, wu8: 4, wi8: 4, wu16: 4, wi16: 4}

// field is one field of a message.
type field struct {
	name  string // on the wire's schema
	num   int
	kind  kind
	count count
	n     int // elements of an array
	width width
	proto reflect.Kind // of a number: its type in the schema
	off   uintptr
	typ   reflect.Type // of the field
	elem  reflect.Type // of one element; what a link points to
	size  uintptr      // of one element in memory
	msg   *message
	tag   []byte
}

// message is the plan of one type: a struct, or another type wrapped as the only field.
type message struct {
	name   string
	fields []field
	steps  []step
	fixed  int // bytes on the wire, -1 if they depend on the value
}

// step writes a template with holes filled from memory, or one field of variable size.
type step struct {
	lit   []byte
	moves []move
	field *field // nil for a template
}

// move fills one hole of a template.
type move struct {
	dst, n uint32
	src    uintptr
	op     width
	block  bool // n bytes unchanged
}

// maxTemplate bounds the size of one template.
const maxTemplate = 2048

type compiler struct {
	messages []*message // in the order of the schema's file
	files    map[reflect.Type]*message
	names    map[string]bool
	open     []reflect.Type // types being compiled, outermost first
	faults   []string
}

func (cc *compiler) err(t reflect.Type) error {
	if len(cc.faults) == 0 {
		return nil
	}
	errs := make([]error, len(cc.faults))
	for i, f := range cc.faults {
		errs[i] = fmt.Errorf("codec: %v: %s", t, f)
	}
	return errors.Join(errs...)
}

func (cc *compiler) root(t reflect.Type, name string) *message {
	short := name[strings.LastIndexByte(name, '.')+1:]
	cc.names[short] = true
	if t.Kind() == reflect.Struct && !isTracer(t) && !excluded(t) {
		return cc.structure(t, short, "")
	}
	return cc.wrap(t, short, "value", "")
}

// structure compiles a struct type once.
func (cc *compiler) structure(t reflect.Type, name, path string) *message {
	if m := cc.files[t]; m != nil {
		return m
	}
	if name == "" {
		name = cc.unique(t)
	}
	m := &message{name: name}
	cc.messages = append(cc.messages, m)
	cc.open = append(cc.open, t)
	used := map[string]bool{}
	for i := range t.NumField() {
		sf := t.Field(i)
		if sf.Name == "_" {
			continue
		}
		n := identifier(sf.Name)
		if elementOf(sf.Type) == durationType {
			n += "_ns"
		}
		for used[n] {
			n += "_"
		}
		used[n] = true
		cc.field(m, n, sf.Type, sf.Offset, join(path, sf.Name))
	}
	cc.open = cc.open[:len(cc.open)-1]
	m.plan()
	cc.files[t] = m
	return m
}

// wrap compiles a message whose only field is the value itself.
func (cc *compiler) wrap(t reflect.Type, name, fieldName, path string) *message {
	if name == "" {
		name = cc.unique(t)
	}
	m := &message{name: name}
	cc.messages = append(cc.messages, m)
	cc.open = append(cc.open, t)
	cc.field(m, fieldName, t, 0, path)
	cc.open = cc.open[:len(cc.open)-1]
	m.plan()
	return m
}

func (cc *compiler) field(m *message, name string, t reflect.Type, off uintptr, path string) {
	f := field{name: name, num: len(m.fields) + 1, off: off, typ: t, elem: t, n: 1}
	if f.num >= 19000 {
		cc.fault(path, "has more than 19 000 fields before it, which protobuf cannot number")
		return
	}
	if !isTracer(t) {
		switch t.Kind() {
		case reflect.Array:
			f.count = array
			for f.elem.Kind() == reflect.Array && !isTracer(f.elem) {
				f.n *= f.elem.Len()
				f.elem = f.elem.Elem()
			}
		case reflect.Slice:
			f.count, f.elem = list, t.Elem()
		}
		if f.count != one && f.elem.Kind() == reflect.Uint8 && !isTracer(f.elem) {
			f.kind, f.size = blob, 1
			cc.add(m, f, 2)
			return
		}
	}
	f.size = f.elem.Size()
	cc.element(m, &f, path)
}

// element describes one element of the field and adds the field to m.
func (cc *compiler) element(m *message, f *field, path string) {
	if f.count != one {
		path += "[]"
	}
	t := f.elem
	if why := unsupported(t); why != "" {
		cc.fault(path, why)
		return
	}
	if cc.cyclic(t, path) {
		return
	}
	wire := 2
	switch k := t.Kind(); {
	case isTracer(t):
		f.kind = self
	case numberWidth(t) >= 0:
		f.kind, f.width, f.proto = number, width(numberWidth(t)), k
		if k == reflect.Complex64 || k == reflect.Complex128 {
			if f.count == list {
				f.kind, f.msg = group, cc.wrap(t, "", "v", path)
				break
			}
			f.count, f.n, f.size = array, 2*f.n, t.Size()/2
		}
		if f.count == one {
			wire = [...]int{w1: 0, w4: 5, w8: 1, wu8: 5, wi8: 5, wu16: 5, wi16: 5}[f.width]
		}
	case k == reflect.String:
		f.kind = text
	case k == reflect.Struct:
		f.kind, f.msg = group, cc.structure(t, "", path)
	case k == reflect.Pointer && f.count == one && !isTracer(t.Elem()) && t.Elem().Kind() == reflect.Struct && !excluded(t.Elem()):
		f.elem, f.kind = t.Elem(), link
		if cc.cyclic(f.elem, path) {
			return
		}
		f.msg = cc.structure(f.elem, "", path)
	case k == reflect.Pointer && f.count == one:
		f.elem, f.kind = t.Elem(), link
		f.msg = cc.wrap(f.elem, "", "v", path)
	default: // a slice or pointer within a slice or array
		f.kind, f.msg = group, cc.wrap(t, "", "v", path)
	}
	cc.add(m, *f, wire)
}

// cyclic reports a type met while it is being compiled. A wrapped type may be on top of the open ones itself, once.
func (cc *compiler) cyclic(t reflect.Type, path string) bool {
	open := cc.open
	if t.Kind() != reflect.Struct {
		open = open[:len(open)-1]
	}
	if isTracer(t) || !slices.Contains(open, t) {
		return false
	}
	cc.fault(path, fmt.Sprintf("type %v contains itself, so its size has no bound; record the parts that matter", t))
	return true
}

func (cc *compiler) add(m *message, f field, wire int) {
	f.tag = appendVarint(nil, f.num<<3|wire)
	m.fields = append(m.fields, f)
}

func (cc *compiler) fault(path, why string) {
	if path == "" {
		path = "the value"
	}
	cc.faults = append(cc.faults, path+": "+why)
}

// unique returns an unused message name for t.
func (cc *compiler) unique(t reflect.Type) string {
	base := reactor.TypeName(t)
	base = identifier(base[strings.IndexByte(base, '.')+1:])
	name := base
	for i := 2; cc.names[name]; i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	cc.names[name] = true
	return name
}

var (
	durationType = reflect.TypeFor[time.Duration]()
	timeType     = reflect.TypeFor[time.Time]()
)

func elementOf(t reflect.Type) reflect.Type {
	for (t.Kind() == reflect.Array || t.Kind() == reflect.Slice) && !isTracer(t) {
		t = t.Elem()
	}
	return t
}

func excluded(t reflect.Type) bool { return t == timeType }

func unsupported(t reflect.Type) string {
	if isTracer(t) {
		return ""
	}
	if excluded(t) {
		return "a time.Time depends on the place it is read at; record a time.Duration since the start, or nanoseconds as an int64"
	}
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.Map, reflect.Interface, reflect.UnsafePointer, reflect.Uintptr:
		return fmt.Sprintf("a %v cannot be recorded; use plain data, or give the type AppendTrace and DecodeTrace", t)
	}
	return ""
}

// numberWidth returns the width of a number's type, -1 for other types.
func numberWidth(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Bool:
		return int(w1)
	case reflect.Uint8:
		return int(wu8)
	case reflect.Int8:
		return int(wi8)
	case reflect.Uint16:
		return int(wu16)
	case reflect.Int16:
		return int(wi16)
	case reflect.Int32, reflect.Uint32, reflect.Float32, reflect.Complex64:
		return int(w4)
	case reflect.Int64, reflect.Uint64, reflect.Float64, reflect.Complex128:
		return int(w8)
	case reflect.Int, reflect.Uint:
		if t.Size() == 4 {
			return int(w4)
		}
		return int(w8)
	}
	return -1
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// identifier makes a protobuf identifier of a Go one.
func identifier(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r < utf8.RuneSelf && (r == '_' || unicode.IsLetter(r) || (unicode.IsDigit(r) && i > 0)):
			b.WriteRune(r)
		case r < utf8.RuneSelf:
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "u%x", r)
		}
	}
	if b.Len() == 0 || s[0] >= '0' && s[0] <= '9' {
		return "x" + b.String()
	}
	return b.String()
}

// qualify makes a dotted protobuf name.
func qualify(s string) string {
	if i := strings.IndexAny(s, "[{ *"); i >= 0 { // type arguments, or a type without a name
		dot := strings.LastIndexByte(s[:i], '.')
		s = s[:dot+1] + identifier(s[dot+1:])
	}
	parts := strings.Split(s, ".")
	for i, p := range parts {
		parts[i] = identifier(p)
	}
	return strings.Join(parts, ".")
}
