package trace

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strconv"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/sinew-robotics/sinew/trace/codec"
)

// Bounds on the shown part of a message: depth of nesting, elements of a repeated field, and bytes in full.
const (
	maxDepth    = 32
	maxElements = 64
	maxBytes    = 64
)

// decoders decodes messages with the schemas in the file.
type decoders map[*Schema]*dynamicType

type dynamicType struct {
	desc protoreflect.MessageDescriptor
	err  error
}

func (d decoders) decode(m Message) (protoreflect.Message, error) {
	s := m.Channel.Schema
	t := d[s]
	if t == nil {
		t = &dynamicType{}
		if t.desc, t.err = Describe(s); t.err != nil {
			t.err = fmt.Errorf("trace: %s: %w", m.Channel.Topic, t.err)
		}
		d[s] = t
	}
	if t.err != nil {
		return nil, t.err
	}
	v := dynamicpb.NewMessage(t.desc)
	if err := proto.Unmarshal(m.Data, v); err != nil {
		return nil, fmt.Errorf("trace: %s at %s: the message does not fit its schema %s: %w", m.Channel.Topic, stamp(m.Time, m.Microstep), s.Name, err)
	}
	return v, nil
}

// Describe returns the descriptor of the messages of a protobuf schema.
func Describe(s *Schema) (protoreflect.MessageDescriptor, error) {
	if s.Encoding != "protobuf" {
		return nil, fmt.Errorf("its schema %q is in %q; only protobuf can be shown", s.Name, s.Encoding)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(s.Data, &set); err != nil {
		return nil, fmt.Errorf("its schema %s is damaged: %w", s.Name, err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return nil, fmt.Errorf("its schema %s is not valid: %w", s.Name, err)
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(s.Name))
	if err != nil {
		return nil, fmt.Errorf("its schema does not describe %s", s.Name)
	}
	m, ok := d.(protoreflect.MessageDescriptor)
	if !ok {
		return nil, fmt.Errorf("its schema's %s is no message", s.Name)
	}
	return m, nil
}

// shown reports whether a field is shown: all are, except absent optional ones.
func shown(m protoreflect.Message, f protoreflect.FieldDescriptor) bool {
	return m.Has(f) || !f.HasPresence() && f.ContainingOneof() == nil
}

// appendJSON writes a message as JSON, its fields in the order and by the names of the schema. NaN and infinities are
// strings; of long bytes only the number is given.
func appendJSON(b []byte, m protoreflect.Message, depth int) []byte {
	if depth > maxDepth {
		return append(b, `"…"`...)
	}
	b = append(b, '{')
	first := true
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if !shown(m, f) {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendQuoted(b, string(f.Name())), ':')
		b = appendField(b, f, m.Get(f), depth)
	}
	return append(b, '}')
}

func appendField(b []byte, f protoreflect.FieldDescriptor, v protoreflect.Value, depth int) []byte {
	switch {
	case f.IsMap():
		b = append(b, '{')
		for i, k := range sortedKeys(v.Map()) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendQuoted(b, k.String()), ':')
			b = appendScalar(b, f.MapValue(), v.Map().Get(k), depth)
		}
		return append(b, '}')
	case f.IsList():
		b = append(b, '[')
		l := v.List()
		for i := range l.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			if i == maxElements {
				b = fmt.Appendf(b, `"… %d more"`, l.Len()-i)
				break
			}
			b = appendScalar(b, f, l.Get(i), depth)
		}
		return append(b, ']')
	}
	return appendScalar(b, f, v, depth)
}

func appendScalar(b []byte, f protoreflect.FieldDescriptor, v protoreflect.Value, depth int) []byte {
	switch f.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return appendJSON(b, v.Message(), depth+1)
	case protoreflect.BytesKind:
		if d := v.Bytes(); len(d) <= maxBytes {
			b = append(b, '"')
			b = base64.StdEncoding.AppendEncode(b, d)
			return append(b, '"')
		}
		return fmt.Appendf(b, `"%d bytes"`, len(v.Bytes()))
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		if x := v.Float(); math.IsNaN(x) || math.IsInf(x, 0) {
			return append(append(append(b, '"'), number(f, v)...), '"')
		}
		return append(b, number(f, v)...)
	case protoreflect.StringKind:
		return appendQuoted(b, v.String())
	case protoreflect.EnumKind:
		return appendQuoted(b, enumName(f, v))
	}
	return append(b, v.String()...)
}

func appendQuoted(b []byte, s string) []byte {
	q, err := json.Marshal(s)
	if err != nil { // never: a string always has a form
		return strconv.AppendQuote(b, s)
	}
	return append(b, q...)
}

func enumName(f protoreflect.FieldDescriptor, v protoreflect.Value) string {
	if d := f.Enum().Values().ByNumber(v.Enum()); d != nil {
		return string(d.Name())
	}
	return strconv.Itoa(int(v.Enum()))
}

func number(f protoreflect.FieldDescriptor, v protoreflect.Value) string {
	if f.Kind() == protoreflect.FloatKind {
		return strconv.FormatFloat(v.Float(), 'g', -1, 32)
	}
	return strconv.FormatFloat(v.Float(), 'g', -1, 64)
}

// cell is one scalar of a message.
type cell struct {
	name  string
	text  string  // as in CSV
	value float64 // NaN if it is not a number
}

// flatten appends the scalars of a message, named as codec.Columns names them; for bytes it appends the length.
func flatten(cells []cell, m protoreflect.Message, path string, depth int) []cell {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.IsMap() || depth > maxDepth || len(cells) >= codec.MaxColumns || !shown(m, f) {
			continue
		}
		name := string(f.Name())
		if path != "" {
			name = path + "." + name
		}
		if !f.IsList() {
			cells = flattenOne(cells, f, m.Get(f), name, depth)
			continue
		}
		for l, j := m.Get(f).List(), 0; j < min(l.Len(), maxElements); j++ {
			cells = flattenOne(cells, f, l.Get(j), name+"["+strconv.Itoa(j)+"]", depth)
		}
	}
	return cells
}

func flattenOne(cells []cell, f protoreflect.FieldDescriptor, v protoreflect.Value, name string, depth int) []cell {
	c := cell{name: name, value: math.NaN()}
	switch f.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return flatten(cells, v.Message(), name, depth+1)
	case protoreflect.BytesKind:
		c.name, c.value = name+".len", float64(len(v.Bytes()))
		c.text = strconv.Itoa(len(v.Bytes()))
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		c.text, c.value = number(f, v), v.Float()
	case protoreflect.StringKind:
		c.text = v.String()
	case protoreflect.EnumKind:
		c.text, c.value = enumName(f, v), float64(v.Enum())
	case protoreflect.BoolKind:
		c.text, c.value = strconv.FormatBool(v.Bool()), 0
		if v.Bool() {
			c.value = 1
		}
	case protoreflect.Uint32Kind, protoreflect.Uint64Kind, protoreflect.Fixed32Kind, protoreflect.Fixed64Kind:
		c.text, c.value = strconv.FormatUint(v.Uint(), 10), float64(v.Uint())
	default:
		c.text, c.value = strconv.FormatInt(v.Int(), 10), float64(v.Int())
	}
	if len(cells) >= codec.MaxColumns {
		return cells
	}
	return append(cells, c)
}

func sortedKeys(m protoreflect.Map) (keys []protoreflect.MapKey) {
	m.Range(func(k protoreflect.MapKey, _ protoreflect.Value) bool {
		keys = append(keys, k)
		return true
	})
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	return keys
}
