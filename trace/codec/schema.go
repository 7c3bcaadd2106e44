package codec

import (
	"fmt"
	"reflect"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
)

// descriptorSet describes the messages, of which the first has the given dotted name, in one file.
func descriptorSet(name string, messages []*message) ([]byte, error) {
	pkg := ""
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		pkg = name[:i]
	}
	file := &descriptorpb.FileDescriptorProto{
		Name:    proto.String(strings.ReplaceAll(name, ".", "/") + ".proto"),
		Package: proto.String(pkg),
		Syntax:  proto.String("proto2"),
	}
	for _, m := range messages {
		d := &descriptorpb.DescriptorProto{Name: proto.String(m.name)}
		for i := range m.fields {
			d.Field = append(d.Field, m.fields[i].descriptor(pkg))
		}
		file.MessageType = append(file.MessageType, d)
	}
	if _, err := protodesc.NewFile(file, nil); err != nil {
		return nil, fmt.Errorf("its schema is not valid: %w", err)
	}
	set := &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{file}}
	return proto.MarshalOptions{Deterministic: true}.Marshal(set)
}

func (f *field) descriptor(pkg string) *descriptorpb.FieldDescriptorProto {
	d := &descriptorpb.FieldDescriptorProto{
		Name:     proto.String(f.name),
		JsonName: proto.String(f.name),
		Number:   proto.Int32(int32(f.num)),
		Label:    descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
		Type:     f.protoType().Enum(),
	}
	if f.count != one && f.kind != blob {
		d.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		if f.kind == number {
			d.Options = &descriptorpb.FieldOptions{Packed: proto.Bool(true)}
		}
	}
	if f.msg != nil {
		if pkg != "" {
			pkg = "." + pkg
		}
		d.TypeName = proto.String(pkg + "." + f.msg.name)
	}
	return d
}

func (f *field) protoType() descriptorpb.FieldDescriptorProto_Type {
	switch f.kind {
	case text:
		return descriptorpb.FieldDescriptorProto_TYPE_STRING
	case blob, self:
		return descriptorpb.FieldDescriptorProto_TYPE_BYTES
	case group, link:
		return descriptorpb.FieldDescriptorProto_TYPE_MESSAGE
	}
	switch f.proto {
	case reflect.Bool:
		return descriptorpb.FieldDescriptorProto_TYPE_BOOL
	case reflect.Float32, reflect.Complex64:
		return descriptorpb.FieldDescriptorProto_TYPE_FLOAT
	case reflect.Float64, reflect.Complex128:
		return descriptorpb.FieldDescriptorProto_TYPE_DOUBLE
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return descriptorpb.FieldDescriptorProto_TYPE_FIXED32
	case reflect.Int8, reflect.Int16, reflect.Int32:
		return descriptorpb.FieldDescriptorProto_TYPE_SFIXED32
	case reflect.Uint, reflect.Uint64:
		return descriptorpb.FieldDescriptorProto_TYPE_FIXED64
	}
	return descriptorpb.FieldDescriptorProto_TYPE_SFIXED64
}
