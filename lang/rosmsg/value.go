package rosmsg

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Value is a value of any message, for tools that learn the types only at run time. It implements wire.Message. Decode
// reuses the memory of the previous value, so a value of a fixed size costs no allocation.
type Value struct {
	Type *Message
	Part
}

// Values decodes messages of any type by their descriptions. It has one value for each type, which it reuses for the
// next message.
type Values map[Named]*Value

// Named is a type by its name and sum.
type Named struct{ Type, MD5 string }

// Decode returns a message's value, which is valid until the next one of the type is decoded.
func (all Values) Decode(d wire.Description, body []byte) (*Value, error) {
	v := all[Named{d.Type, d.MD5}]
	if v == nil {
		m, faults := Full(d.Type, d.Text)
		if err := faults.Err(); err != nil {
			return nil, fmt.Errorf("the definition of %s: %w", d.Type, err)
		}
		if m.MD5 != d.MD5 {
			return nil, fmt.Errorf("the definition of %s gives the md5sum %s, where %s is said", d.Type, m.MD5, d.MD5)
		}
		v = m.New()
		all[Named{d.Type, d.MD5}] = v
	}
	return v, v.Decode(body)
}

// Part is the value of a message, of a field, or of an element of one.
type Part struct {
	f    *Field // nil for a message itself
	m    *Message
	bits uint64 // for a number, a time or a duration: as on the wire
	raw  []byte // text, or the bytes of an array of numbers, times or durations
	list []Part // the fields of a message, the elements of an array of texts or messages
	one  bool   // an element of f's array
}

// New returns the value of m with everything zero or empty.
func (m *Message) New() *Value {
	v := &Value{Type: m}
	v.zero(m)
	return v
}

// zero makes p a message with everything zero.
func (p *Part) zero(m *Message) {
	*p = Part{m: m, list: make([]Part, len(m.Fields))}
	for i := range m.Fields {
		p.list[i] = zero(&m.Fields[i], false)
	}
}

// zero returns the zero value of a field, or of an element of its array.
func zero(f *Field, one bool) (p Part) {
	n := f.Len
	if one || n == One {
		if f.Kind == Nested {
			p.zero(f.Message)
		}
		p.f, p.one = f, one
		return p
	}
	p = Part{f: f}
	switch n = max(n, 0); {
	case f.packed():
		p.raw = make([]byte, n*f.Kind.size())
	default:
		p.list = make([]Part, n)
		for i := range p.list {
			p.list[i] = zero(f, true)
		}
	}
	return p
}

// packed reports whether an array of the field is stored as the bytes on the wire.
func (f *Field) packed() bool { return f.Kind < String }

// array reports whether p has elements.
func (p *Part) array() bool { return p.f != nil && !p.one && p.f.Len != One }

// Describe returns the type of the value.
func (v *Value) Describe() wire.Description { return v.Type.Describe() }

// Append adds the value's bytes to b.
func (v *Value) Append(b []byte) []byte { return v.append(b) }

// Decode sets the value from bytes. After an error it is partly set.
func (v *Value) Decode(b []byte) error {
	r := wire.NewReader(b)
	v.decode(&r)
	return r.End(v.Type.Name)
}

func (p *Part) append(b []byte) []byte {
	switch {
	case p.array():
		if p.f.Len == Any {
			b = wire.AppendCount(b, p.Len())
		}
		if p.f.packed() {
			return append(b, p.raw...)
		}
		fallthrough
	case p.m != nil:
		for i := range p.list {
			b = p.list[i].append(b)
		}
		return b
	case p.f.Kind == String:
		return append(wire.AppendCount(b, len(p.raw)), p.raw...)
	}
	var all [8]byte
	binary.LittleEndian.PutUint64(all[:], p.bits)
	return append(b, all[:p.f.Kind.size()]...)
}

func (p *Part) decode(r *wire.Reader) {
	switch {
	case p.array():
		p.elements(r)
	case p.m != nil:
		for i := range p.list {
			p.list[i].decode(r)
		}
	case p.f.Kind == String:
		p.raw = append(p.raw[:0], r.Bytes(r.Count(1))...)
	default:
		var all [8]byte
		copy(all[:], r.Bytes(p.f.Kind.size()))
		p.bits = binary.LittleEndian.Uint64(all[:])
	}
}

func (p *Part) elements(r *wire.Reader) {
	n, size := p.f.Len, p.f.Kind.size()
	if least, _ := p.f.element(); n == Any {
		n = r.Count(least)
	}
	if p.f.packed() {
		p.raw = append(p.raw[:0], r.Bytes(n*size)...)
		if p.f.Len != Any && r.Failed() {
			p.raw = wire.Sized(p.raw, n*size)
		}
		return
	}
	p.resize(n)
	for i := range p.list {
		if p.list[i].decode(r); r.Failed() {
			return
		}
	}
}

// resize gives p, an array of texts or messages, n elements.
func (p *Part) resize(n int) {
	had := len(p.list)
	for p.list = p.list[:min(n, cap(p.list))]; had < len(p.list); had++ {
		if p.list[had].f == nil {
			p.list[had] = zero(p.f, true)
		}
	}
	for len(p.list) < n {
		p.list = append(p.list, zero(p.f, true))
	}
}

// Len is the number of elements of an array, or of fields of a message.
func (p *Part) Len() int {
	if p.array() && p.f.packed() {
		return len(p.raw) / p.f.Kind.size()
	}
	return len(p.list)
}

// At returns an element of an array, or a field of a message. An element that is a number or time is a copy.
func (p *Part) At(i int) *Part {
	if !p.array() || !p.f.packed() {
		return &p.list[i]
	}
	size := p.f.Kind.size()
	var all [8]byte
	copy(all[:], p.raw[i*size:(i+1)*size])
	return &Part{f: p.f, one: true, bits: binary.LittleEndian.Uint64(all[:])}
}

// Field finds a field of a message; nil if it has none of that name.
func (p *Part) Field(name string) *Part {
	if p.m == nil || p.array() {
		return nil
	}
	for i := range p.m.Fields {
		if p.m.Fields[i].Name == name {
			return &p.list[i]
		}
	}
	return nil
}

// Any returns a single number, text or time as a Go value: bool, int64, uint64, float64, string, wire.Time or
// wire.Duration; the bytes of an array of uint8; nil for a value with parts.
func (p *Part) Any() any {
	if p.array() && p.f.Kind == Uint8 {
		return p.raw
	}
	if p.array() || p.m != nil {
		return nil
	}
	switch b := p.bits; p.f.Kind {
	case Bool:
		return b != 0
	case Int8:
		return int64(int8(b))
	case Int16:
		return int64(int16(b))
	case Int32:
		return int64(int32(b))
	case Int64:
		return int64(b)
	case Float32:
		return float64(math.Float32frombits(uint32(b)))
	case Float64:
		return math.Float64frombits(b)
	case Time:
		return wire.Time{Sec: uint32(b), Nsec: uint32(b >> 32)}
	case Duration:
		return wire.Duration{Sec: int32(b), Nsec: int32(b >> 32)}
	case String:
		return string(p.raw)
	}
	return p.bits
}

// typeName is the name of p's type in definitions.
func (p *Part) typeName() string {
	switch {
	case p.f == nil:
		return p.m.Name
	case p.one:
		return p.f.Base
	}
	return p.f.Type()
}

// setNumber puts a number into a single value, or returns what would fit.
func (p *Part) setNumber(bits uint64, fits bool, x any) error {
	if !fits {
		return fmt.Errorf("%v is no %s", x, p.typeName())
	}
	p.bits = bits
	return nil
}
