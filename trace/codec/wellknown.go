package codec

import (
	"strconv"
	"strings"
	"unsafe"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// wellKnown lists the messages of Foxglove's protobuf package that views use: a field is name:type=number,
// with * before a repeated type. Viewers go by the names.
const wellKnown = `
Vector3 x:double=1 y:double=2 z:double=3
Quaternion x:double=1 y:double=2 z:double=3 w:double=4
Pose position:Vector3=1 orientation:Quaternion=2
PoseInFrame timestamp:Timestamp=1 frame_id:string=2 pose:Pose=3
PackedElementField name:string=1 offset:fixed32=2 type:NumericType=3
PointCloud timestamp:Timestamp=1 frame_id:string=2 pose:Pose=3 point_stride:fixed32=4 fields:*PackedElementField=5 data:bytes=6
RawImage timestamp:Timestamp=1 frame_id:string=7 width:fixed32=2 height:fixed32=3 encoding:string=4 step:fixed32=5 data:bytes=6
JointState name:string=1 position:double=2 velocity:double=3 effort:double=4
JointStates timestamp:Timestamp=1 joints:*JointState=2
Log timestamp:Timestamp=1 level:Level=2 message:string=3 name:string=4 file:string=5 line:fixed32=6
`

// wellKnownEnums lists the values of enumerations, from 0, within the message they belong to.
const wellKnownEnums = `
PackedElementField NumericType UNKNOWN UINT8 INT8 UINT16 INT16 UINT32 INT32 FLOAT32 FLOAT64
Log Level UNKNOWN DEBUG INFO WARNING ERROR FATAL
`

func view(message string, write func([]byte, int64, unsafe.Pointer) []byte) *View {
	set := &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
		protodesc.ToFileDescriptorProto(timestamppb.File_google_protobuf_timestamp_proto),
		describeMessages("foxglove/sinew.proto", wellKnown, wellKnownEnums),
	}}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(set)
	if err != nil {
		panic("codec: the well-known messages cannot be described: " + err.Error())
	}
	return &View{name: "foxglove." + message, schema: data, write: write}
}

// describeMessages makes a file of messages and enumerations in the form of wellKnown and wellKnownEnums.
func describeMessages(name, messages, enums string) *descriptorpb.FileDescriptorProto {
	file := &descriptorpb.FileDescriptorProto{
		Name:       proto.String(name),
		Package:    proto.String("foxglove"),
		Syntax:     proto.String("proto3"),
		Dependency: []string{"google/protobuf/timestamp.proto"},
	}
	byName := map[string]*descriptorpb.DescriptorProto{}
	for line := range strings.Lines(strings.TrimSpace(messages)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		m := &descriptorpb.DescriptorProto{Name: proto.String(words[0])}
		for _, w := range words[1:] {
			addField(m, w)
		}
		byName[words[0]] = m
		file.MessageType = append(file.MessageType, m)
	}
	for line := range strings.Lines(strings.TrimSpace(enums)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		e := &descriptorpb.EnumDescriptorProto{Name: proto.String(words[1])}
		for i, v := range words[2:] {
			e.Value = append(e.Value, &descriptorpb.EnumValueDescriptorProto{Name: proto.String(v), Number: proto.Int32(int32(i))})
		}
		m := byName[words[0]]
		m.EnumType = append(m.EnumType, e)
	}
	return file
}

func addField(m *descriptorpb.DescriptorProto, spec string) {
	name, rest, _ := strings.Cut(spec, ":")
	typ, number, _ := strings.Cut(rest, "=")
	n, err := strconv.Atoi(number)
	if err != nil {
		panic("codec: a well-known field without a number: " + spec)
	}
	f := &descriptorpb.FieldDescriptorProto{
		Name:   proto.String(name),
		Number: proto.Int32(int32(n)),
		Label:  descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
	}
	if strings.HasPrefix(typ, "*") {
		typ = typ[1:]
		f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
	}
	switch typ {
	case "double":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_DOUBLE.Enum()
	case "string":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum()
	case "bytes":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_BYTES.Enum()
	case "fixed32":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_FIXED32.Enum()
	case "bool":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_BOOL.Enum()
	case "Timestamp", "Duration":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
		f.TypeName = proto.String(".google.protobuf." + typ)
	case "NumericType", "Level", "Type":
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_ENUM.Enum()
		f.TypeName = proto.String(".foxglove." + m.GetName() + "." + typ)
	default:
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
		f.TypeName = proto.String(".foxglove." + typ)
	}
	m.Field = append(m.Field, f)
}
