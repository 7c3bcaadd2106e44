package codec

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/sinew-robotics/sinew/reactor"
)

// Bounds of a recorded type: nesting of messages, total number of fields, and bytes of a value.
const (
	maxNesting  = 32
	maxRecorded = 10_000
	maxSize     = 1 << 20
)

// builder makes types from schemas.
type builder struct{ fields int }

// TypeOf makes a Go type for the messages of a schema that For made in another program. Its codec reads and writes the
// same bytes, and its fields have the same names. reactor.TypeName returns the schema's name for it. Arrays get the
// lengths that they have in example, a message; if example is nil they become slices. The error says what in the
// schema cannot come from For.
func TypeOf(name string, schema, example []byte) (reflect.Type, error) {
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(schema, &set); err != nil {
		return nil, fmt.Errorf("codec: the schema of %s is damaged: %w", name, err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return nil, fmt.Errorf("codec: the schema of %s is not valid: %w", name, err)
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(name))
	m, ok := d.(protoreflect.MessageDescriptor)
	if err != nil || !ok {
		return nil, fmt.Errorf("codec: the schema does not describe %s", name)
	}
	var v protoreflect.Message
	if example != nil {
		x := dynamicpb.NewMessage(m)
		if err := proto.Unmarshal(example, x); err != nil {
			return nil, fmt.Errorf("codec: a message does not fit its schema %s: %w", name, err)
		}
		v = x
	}
	t, err := (&builder{}).message(m, v, 0)
	if err != nil {
		return nil, fmt.Errorf("codec: %s: %w", name, err)
	}
	if fs := m.Fields(); fs.Len() == 1 && fs.Get(0).Name() == "value" { // the wrapper of a type that is not a struct
		t = t.Field(0).Type
	}
	return t, nil
}

// message makes the type of a message; v is an example, or nil.
func (b *builder) message(d protoreflect.MessageDescriptor, v protoreflect.Message, depth int) (reflect.Type, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("messages are nested more than %d deep", maxNesting)
	}
	var fields []reflect.StructField
	size := uintptr(0)
	for i := range d.Fields().Len() {
		if b.fields++; b.fields > maxRecorded {
			return nil, fmt.Errorf("it has more than %d fields", maxRecorded)
		}
		f := d.Fields().Get(i)
		if int(f.Number()) != i+1 {
			return nil, fmt.Errorf("field %s has number %d where %d belongs", f.Name(), f.Number(), i+1)
		}
		t, err := b.field(f, v, depth)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		if size += t.Size(); size > maxSize {
			return nil, fmt.Errorf("%s: a value takes more than %d bytes", f.Name(), maxSize)
		}
		x := reflect.StructField{Name: string(f.Name()), Type: t}
		if elementOf(t) == durationType {
			x.Name = strings.TrimSuffix(x.Name, "_ns")
		}
		if c := x.Name[0]; c < 'A' || c > 'Z' {
			x.PkgPath = "recorded"
		}
		if i == 0 {
			x.Tag = reflect.StructTag(fmt.Sprintf("%s:%q", reactor.RecordedTag, d.FullName()))
		}
		fields = append(fields, x)
	}
	return reflect.StructOf(fields), nil
}

// field makes the type of a field of message v, which may be nil.
func (b *builder) field(f protoreflect.FieldDescriptor, v protoreflect.Message, depth int) (t reflect.Type, err error) {
	var list protoreflect.List
	if f.IsList() && v != nil {
		list = v.Get(f).List()
	}
	switch f.Kind() {
	case protoreflect.BoolKind:
		t = reflect.TypeFor[bool]()
	case protoreflect.Sfixed32Kind:
		t = reflect.TypeFor[int32]()
	case protoreflect.Fixed32Kind:
		t = reflect.TypeFor[uint32]()
	case protoreflect.Sfixed64Kind:
		if t = reflect.TypeFor[int64](); isDuration(f) {
			t = durationType
		}
	case protoreflect.Fixed64Kind:
		t = reflect.TypeFor[uint64]()
	case protoreflect.FloatKind:
		t = reflect.TypeFor[float32]()
	case protoreflect.DoubleKind:
		t = reflect.TypeFor[float64]()
	case protoreflect.StringKind:
		t = reflect.TypeFor[string]()
	case protoreflect.BytesKind:
		t = reflect.TypeFor[[]byte]()
	case protoreflect.MessageKind:
		var inner protoreflect.Message
		switch {
		case list != nil && list.Len() > 0:
			inner = list.Get(0).Message()
		case !f.IsList() && v != nil && v.Has(f):
			inner = v.Get(f).Message()
		}
		t, err = b.message(f.Message(), inner, depth+1)
	default:
		return nil, fmt.Errorf("its kind %v is not written here", f.Kind())
	}
	switch {
	case f.IsMap():
		return nil, errors.New("maps are not written here")
	case err != nil:
		return nil, err
	case f.IsList() && list != nil && list.Len() > 0 && list.Len() <= MaxColumns && uintptr(list.Len())*t.Size() <= maxSize:
		return reflect.ArrayOf(list.Len(), t), nil
	case f.IsList():
		return reflect.SliceOf(t), nil
	}
	return t, nil
}

// isDuration reports whether a field's name is that of a duration, and of nothing else in the message.
func isDuration(f protoreflect.FieldDescriptor) bool {
	name, ok := strings.CutSuffix(string(f.Name()), "_ns")
	return ok && name != "" && f.ContainingMessage().Fields().ByName(protoreflect.Name(name)) == nil
}
