package convert

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// shape is a message's type in ROS and in protobuf, with the same fields in the same order.
type shape struct {
	ros   *rosmsg.Message
	proto protoreflect.MessageDescriptor
}

// kindOf returns, for a protobuf kind, its name in definitions and the ROS kinds that fit it.
func kindOf(k protoreflect.Kind) (name string, fit []rosmsg.Kind) {
	switch k {
	case protoreflect.BoolKind:
		return "bool", []rosmsg.Kind{rosmsg.Bool}
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind, protoreflect.EnumKind:
		return "int32", []rosmsg.Kind{rosmsg.Int32, rosmsg.Int16, rosmsg.Int8}
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return "uint32", []rosmsg.Kind{rosmsg.Uint32, rosmsg.Uint16, rosmsg.Uint8}
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return "int64", []rosmsg.Kind{rosmsg.Int64}
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return "uint64", []rosmsg.Kind{rosmsg.Uint64}
	case protoreflect.FloatKind:
		return "float32", []rosmsg.Kind{rosmsg.Float32}
	case protoreflect.DoubleKind:
		return "float64", []rosmsg.Kind{rosmsg.Float64}
	case protoreflect.StringKind:
		return "string", []rosmsg.Kind{rosmsg.String}
	}
	return "", nil
}

// letters is a name without what the languages write differently: case and underscores.
func letters(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// definition finds the definition for a schema: a known one with its name and fields, or a new one.
func definition(d protoreflect.MessageDescriptor, known *rosmsg.Set) (*rosmsg.Message, error) {
	pkg, short, dotted := strings.Cut(string(d.FullName()), ".")
	if !dotted {
		pkg, short = "sinew", pkg
	}
	if known != nil {
		for _, name := range known.Messages() {
			if m, err := known.Type(name); err == nil && letters(m.Package()) == letters(pkg) && m.Short() == short && fits(m, d, true) {
				return m, nil
			}
		}
	}
	w := &definitions{pkg: plain(pkg), names: map[protoreflect.FullName]string{}}
	text, err := w.text(d, plain(short), 0)
	if err != nil {
		return nil, err
	}
	m, faults := rosmsg.Full(w.pkg+"/"+plain(short), text+w.others.String())
	return m, faults.Err()
}

// plain turns a name into one that ROS allows.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
	if name == "" || !(name[0] >= 'a' && name[0] <= 'z' || name[0] >= 'A' && name[0] <= 'Z') {
		name = "x" + name
	}
	return name
}

// maxNested is the greatest depth of messages within messages of a schema.
const maxNested = 256

// definitions writes the definitions of nested messages.
type definitions struct {
	pkg    string
	names  map[protoreflect.FullName]string
	others strings.Builder
}

// text writes the fields of a message.
func (w *definitions) text(d protoreflect.MessageDescriptor, name string, depth int) (string, error) {
	w.names[d.FullName()] = name
	if len(w.names) > maxNested || depth > maxNested {
		return "", fmt.Errorf("%s has more than %d messages in it", d.FullName(), maxNested)
	}
	var b strings.Builder
	used := map[string]bool{}
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		typ, _ := kindOf(f.Kind())
		switch m := f.Message(); {
		case f.IsMap(), f.Kind() == protoreflect.GroupKind, f.Kind() == protoreflect.BytesKind && f.IsList():
			return "", fmt.Errorf("the field %s is a map, a group or a list of bytes, which ROS does not have", f.FullName())
		case f.Kind() == protoreflect.BytesKind:
			typ = "uint8[]"
		case m != nil && isTime(m):
			typ = "time"
		case m != nil:
			nested, known := w.names[m.FullName()]
			if !known {
				nested = plain(string(m.Name()))
				text, err := w.text(m, nested, depth+1)
				if err != nil {
					return "", err
				}
				w.others.WriteString("\n" + strings.Repeat("=", 80) + "\nMSG: " + w.pkg + "/" + nested + "\n" + text)
			}
			typ = w.pkg + "/" + nested
		}
		if f.IsList() {
			typ += "[]"
		}
		field := plain(spelling.Snake(string(f.Name())))
		for used[field] {
			field += "_"
		}
		used[field] = true
		fmt.Fprintf(&b, "%s %s\n", typ, field)
	}
	return b.String(), nil
}

// isTime reports whether a message is ROS's time as it is in recordings.
func isTime(d protoreflect.MessageDescriptor) bool {
	return strings.HasSuffix(string(d.Name()), "Time") && isPair(d) && d.Fields().Get(0).Kind() == protoreflect.Fixed32Kind
}

// isPair reports whether a message is a time or a duration of ROS: seconds and nanoseconds.
func isPair(d protoreflect.MessageDescriptor) bool {
	if d == nil || d.Fields().Len() != 2 {
		return false
	}
	a, b := d.Fields().Get(0), d.Fields().Get(1)
	return a.Name() == "Sec" && b.Name() == "Nsec" && a.Kind() == b.Kind() && !a.IsList() && !b.IsList() &&
		(a.Kind() == protoreflect.Fixed32Kind || a.Kind() == protoreflect.Sfixed32Kind)
}

// fits reports whether a definition has the fields of a schema, and their names.
func fits(m *rosmsg.Message, d protoreflect.MessageDescriptor, named bool) bool {
	if len(m.Fields) != d.Fields().Len() {
		return false
	}
	for i := range m.Fields {
		f, g := &m.Fields[i], d.Fields().Get(i)
		_, numbers := kindOf(g.Kind())
		array := f.Len != rosmsg.One
		switch {
		case named && letters(f.Name) != letters(string(g.Name())), g.IsMap(), g.Kind() == protoreflect.GroupKind:
			return false
		case g.Kind() == protoreflect.BytesKind:
			if g.IsList() || f.Kind != rosmsg.Uint8 || !array {
				return false
			}
		case array != g.IsList():
			return false
		case f.Kind == rosmsg.Nested:
			if g.Message() == nil || !fits(f.Message, g.Message(), named) {
				return false
			}
		case f.Kind == rosmsg.Time || f.Kind == rosmsg.Duration:
			if !isPair(g.Message()) {
				return false
			}
		case !slices.Contains(numbers, f.Kind):
			return false
		}
	}
	return true
}

// toROS appends the ROS encoding of a protobuf message to b.
func (s *shape) toROS(b, data []byte) ([]byte, error) {
	v := dynamicpb.NewMessage(s.proto)
	if err := proto.Unmarshal(data, v); err != nil {
		return b, err
	}
	return appendROS(b, s.ros, v)
}

func appendROS(b []byte, m *rosmsg.Message, v protoreflect.Message) (_ []byte, err error) {
	for i := range m.Fields {
		f, g := &m.Fields[i], v.Descriptor().Fields().Get(i)
		x := v.Get(g)
		n := 1
		if g.Kind() == protoreflect.BytesKind {
			n = len(x.Bytes())
		} else if g.IsList() {
			n = x.List().Len()
		}
		switch f.Len {
		case rosmsg.One:
		case rosmsg.Any:
			b = wire.AppendCount(b, n)
		default:
			if n != f.Len {
				return b, fmt.Errorf("%s has %d elements, not %d", f.Name, n, f.Len)
			}
		}
		if g.Kind() == protoreflect.BytesKind {
			b = append(b, x.Bytes()...)
			continue
		}
		for k := range n {
			one := x
			if g.IsList() {
				one = x.List().Get(k)
			}
			if b, err = appendOne(b, f, one); err != nil {
				return b, fmt.Errorf("%s: %w", f.Name, err)
			}
		}
	}
	return b, nil
}

// appendOne adds a single value.
func appendOne(b []byte, f *rosmsg.Field, x protoreflect.Value) ([]byte, error) {
	var bits uint64
	switch v := x.Interface().(type) {
	case protoreflect.Message:
		if f.Kind == rosmsg.Nested {
			return appendROS(b, f.Message, v)
		}
		for i := range 2 { // of a time
			p, err := number(v.Get(v.Descriptor().Fields().Get(i)))
			if err != nil {
				return b, err
			}
			b = wire.AppendUint32(b, uint32(p))
		}
		return b, nil
	case string:
		return wire.AppendText(b, v), nil
	default:
		var err error
		if bits, err = number(x); err != nil {
			return b, err
		}
	}
	size := sizes[f.Kind]
	if back := widened(bits&(1<<(8*size)-1), f.Kind); size < 4 && back != bits {
		return b, fmt.Errorf("%d is no %v", int64(bits), f.Kind)
	}
	var all [8]byte
	binary.LittleEndian.PutUint64(all[:], bits)
	return append(b, all[:size]...), nil
}

// sizes are the sizes of numbers in ROS, in bytes.
var sizes = [...]int{rosmsg.Bool: 1, rosmsg.Int8: 1, rosmsg.Uint8: 1, rosmsg.Int16: 2, rosmsg.Uint16: 2, rosmsg.Int32: 4, rosmsg.Uint32: 4, rosmsg.Int64: 8, rosmsg.Uint64: 8,
	rosmsg.Float32: 4, rosmsg.Float64: 8}

// number returns the bits of a number; a negative one is sign-extended to 64 bits.
func number(x protoreflect.Value) (uint64, error) {
	switch v := x.Interface().(type) {
	case bool:
		if v {
			return 1, nil
		}
		return 0, nil
	case int32:
		return uint64(int64(v)), nil
	case int64:
		return uint64(v), nil
	case uint32:
		return uint64(v), nil
	case uint64:
		return v, nil
	case float32:
		return uint64(math.Float32bits(v)), nil
	case float64:
		return math.Float64bits(v), nil
	case protoreflect.EnumNumber:
		return uint64(int64(v)), nil
	}
	return 0, fmt.Errorf("%v is no number", x)
}

// widened is a number of ROS, sign-extended.
func widened(bits uint64, k rosmsg.Kind) uint64 {
	switch k {
	case rosmsg.Int8:
		return uint64(int64(int8(bits)))
	case rosmsg.Int16:
		return uint64(int64(int16(bits)))
	case rosmsg.Int32:
		return uint64(int64(int32(bits)))
	}
	return bits
}

// toProto appends the protobuf encoding of a ROS message to b.
func (s *shape) toProto(b, body []byte) ([]byte, error) {
	r := wire.NewReader(body)
	b, err := appendProto(b, s.ros, s.proto, &r)
	return b, errors.Join(err, r.End(s.ros.Name))
}

func appendProto(b []byte, m *rosmsg.Message, d protoreflect.MessageDescriptor, r *wire.Reader) (_ []byte, err error) {
	for i := range m.Fields {
		f, g := &m.Fields[i], d.Fields().Get(i)
		n := 1
		switch f.Len {
		case rosmsg.One:
		case rosmsg.Any:
			n = r.Count(1)
		default:
			n = f.Len
		}
		switch {
		case g.Kind() == protoreflect.BytesKind:
			if n > 0 {
				b = protowire.AppendBytes(protowire.AppendTag(b, g.Number(), protowire.BytesType), r.Bytes(n))
			}
			continue
		case g.IsPacked():
			var all []byte
			for k := 0; k < n && !r.Failed(); k++ {
				all = appendNumber(all, g.Kind(), take(r, f.Kind))
			}
			if n > 0 {
				b = protowire.AppendBytes(protowire.AppendTag(b, g.Number(), protowire.BytesType), all)
			}
			continue
		}
		for range n {
			if r.Failed() {
				return b, nil
			}
			b = protowire.AppendTag(b, g.Number(), types[g.Kind()])
			switch f.Kind {
			case rosmsg.String:
				b = protowire.AppendBytes(b, r.Bytes(r.Count(1)))
			case rosmsg.Nested:
				var in []byte
				if in, err = appendProto(nil, f.Message, g.Message(), r); err != nil {
					return b, err
				}
				b = protowire.AppendBytes(b, in)
			case rosmsg.Time, rosmsg.Duration:
				var in []byte
				for k := range 2 {
					h := g.Message().Fields().Get(k)
					in = appendNumber(protowire.AppendTag(in, h.Number(), types[h.Kind()]), h.Kind(), uint64(r.Uint32()))
				}
				b = protowire.AppendBytes(b, in)
			default:
				b = appendNumber(b, g.Kind(), take(r, f.Kind))
			}
		}
	}
	return b, nil
}

// take reads a number.
func take(r *wire.Reader, k rosmsg.Kind) uint64 {
	switch sizes[k] {
	case 1:
		return widened(uint64(r.Uint8()), k)
	case 2:
		return widened(uint64(r.Uint16()), k)
	case 4:
		return widened(uint64(r.Uint32()), k)
	}
	return r.Uint64()
}

// types are the wire types of protobuf.
var types = map[protoreflect.Kind]protowire.Type{
	protoreflect.BoolKind: protowire.VarintType, protoreflect.EnumKind: protowire.VarintType,
	protoreflect.Int32Kind: protowire.VarintType, protoreflect.Sint32Kind: protowire.VarintType, protoreflect.Uint32Kind: protowire.VarintType,
	protoreflect.Int64Kind: protowire.VarintType, protoreflect.Sint64Kind: protowire.VarintType, protoreflect.Uint64Kind: protowire.VarintType,
	protoreflect.Sfixed32Kind: protowire.Fixed32Type, protoreflect.Fixed32Kind: protowire.Fixed32Type, protoreflect.FloatKind: protowire.Fixed32Type,
	protoreflect.Sfixed64Kind: protowire.Fixed64Type, protoreflect.Fixed64Kind: protowire.Fixed64Type, protoreflect.DoubleKind: protowire.Fixed64Type,
	protoreflect.StringKind: protowire.BytesType, protoreflect.BytesKind: protowire.BytesType, protoreflect.MessageKind: protowire.BytesType,
}

// appendNumber appends a number in protobuf's encoding.
func appendNumber(b []byte, k protoreflect.Kind, bits uint64) []byte {
	switch {
	case k == protoreflect.BoolKind:
		return protowire.AppendVarint(b, protowire.EncodeBool(bits != 0))
	case k == protoreflect.Sint32Kind, k == protoreflect.Sint64Kind:
		return protowire.AppendVarint(b, protowire.EncodeZigZag(int64(bits)))
	case types[k] == protowire.Fixed32Type:
		return protowire.AppendFixed32(b, uint32(bits))
	case types[k] == protowire.Fixed64Type:
		return protowire.AppendFixed64(b, bits)
	}
	return protowire.AppendVarint(b, bits)
}
