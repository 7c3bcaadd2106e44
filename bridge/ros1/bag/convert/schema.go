package convert

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/trace"
)

// schema makes a schema for a definition of ROS, with its names; nested messages of other packages have both package
// and name in theirs.
func schema(m *rosmsg.Message) (*trace.Schema, error) {
	s := &schemas{pkg: m.Package(), done: map[string]bool{}, file: &descriptorpb.FileDescriptorProto{
		Name: proto.String(m.Name + ".proto"), Package: proto.String(m.Package()), Syntax: proto.String("proto2")}}
	s.message(m.Short(), m)
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{s.file}})
	return &trace.Schema{Name: m.Package() + "." + m.Short(), Encoding: "protobuf", Data: data}, err
}

// schemas writes the messages of a file.
type schemas struct {
	pkg  string
	file *descriptorpb.FileDescriptorProto
	done map[string]bool
}

// kinds are the kinds of protobuf fields, of fixed width where recordings have that.
var kinds = [...]descriptorpb.FieldDescriptorProto_Type{
	rosmsg.Bool: descriptorpb.FieldDescriptorProto_TYPE_BOOL,
	rosmsg.Int8: descriptorpb.FieldDescriptorProto_TYPE_SFIXED32, rosmsg.Int16: descriptorpb.FieldDescriptorProto_TYPE_SFIXED32,
	rosmsg.Int32: descriptorpb.FieldDescriptorProto_TYPE_SFIXED32, rosmsg.Int64: descriptorpb.FieldDescriptorProto_TYPE_SFIXED64,
	rosmsg.Uint8: descriptorpb.FieldDescriptorProto_TYPE_FIXED32, rosmsg.Uint16: descriptorpb.FieldDescriptorProto_TYPE_FIXED32,
	rosmsg.Uint32: descriptorpb.FieldDescriptorProto_TYPE_FIXED32, rosmsg.Uint64: descriptorpb.FieldDescriptorProto_TYPE_FIXED64,
	rosmsg.Float32: descriptorpb.FieldDescriptorProto_TYPE_FLOAT, rosmsg.Float64: descriptorpb.FieldDescriptorProto_TYPE_DOUBLE,
	rosmsg.Time: descriptorpb.FieldDescriptorProto_TYPE_MESSAGE, rosmsg.Duration: descriptorpb.FieldDescriptorProto_TYPE_MESSAGE,
	rosmsg.String: descriptorpb.FieldDescriptorProto_TYPE_STRING, rosmsg.Nested: descriptorpb.FieldDescriptorProto_TYPE_MESSAGE,
}

// message adds a message to the file, and returns its name there.
func (s *schemas) message(name string, m *rosmsg.Message) string {
	if s.done[name] {
		return name
	}
	s.done[name] = true
	d := &descriptorpb.DescriptorProto{Name: proto.String(name)}
	s.file.MessageType = append(s.file.MessageType, d)
	for i := range m.Fields {
		f := &m.Fields[i]
		g := field(f.Name, i+1, kinds[f.Kind])
		switch {
		case f.Kind == rosmsg.Uint8 && f.Len != rosmsg.One:
			g.Type = descriptorpb.FieldDescriptorProto_TYPE_BYTES.Enum()
		case f.Len != rosmsg.One:
			g.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
			if f.Kind < rosmsg.Time {
				g.Options = &descriptorpb.FieldOptions{Packed: proto.Bool(true)}
			}
		}
		switch nested := f.Message; {
		case f.Kind == rosmsg.Time:
			s.stamp(g, "ros_Time", descriptorpb.FieldDescriptorProto_TYPE_FIXED32)
		case f.Kind == rosmsg.Duration:
			s.stamp(g, "ros_Duration", descriptorpb.FieldDescriptorProto_TYPE_SFIXED32)
		case nested != nil && nested.Package() == s.pkg:
			g.TypeName = proto.String("." + s.pkg + "." + s.message(nested.Short(), nested))
		case nested != nil:
			g.TypeName = proto.String("." + s.pkg + "." + s.message(nested.Package()+"_"+nested.Short(), nested))
		}
		d.Field = append(d.Field, g)
	}
	return name
}

// stamp gives a field the type of a time or duration.
func (s *schemas) stamp(g *descriptorpb.FieldDescriptorProto, name string, k descriptorpb.FieldDescriptorProto_Type) {
	g.TypeName = proto.String("." + s.pkg + "." + name)
	if !s.done[name] {
		s.done[name] = true
		s.file.MessageType = append(s.file.MessageType, &descriptorpb.DescriptorProto{Name: proto.String(name),
			Field: []*descriptorpb.FieldDescriptorProto{field("Sec", 1, k), field("Nsec", 2, k)}})
	}
}

func field(name string, number int, k descriptorpb.FieldDescriptorProto_Type) *descriptorpb.FieldDescriptorProto {
	return &descriptorpb.FieldDescriptorProto{Name: proto.String(name), JsonName: proto.String(name), Number: proto.Int32(int32(number)),
		Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(), Type: k.Enum()}
}
