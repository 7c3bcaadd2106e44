package wellknown

import (
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// messages lists the Foxglove messages in use and their fields, as name:type=number, with * before a repeated type and
// ? before a type whose absence has a meaning. Viewers rely on the names.
const messages = `
Vector3 x:double=1 y:double=2 z:double=3
Quaternion x:double=1 y:double=2 z:double=3 w:double=4
Point3 x:double=1 y:double=2 z:double=3
Color r:double=1 g:double=2 b:double=3 a:double=4
Pose position:Vector3=1 orientation:Quaternion=2
KeyValuePair key:string=1 value:string=2
PoseInFrame timestamp:Timestamp=1 frame_id:string=2 pose:Pose=3
FrameTransform timestamp:Timestamp=1 parent_frame_id:string=2 child_frame_id:string=3 translation:Vector3=4 rotation:Quaternion=5
FrameTransforms transforms:*FrameTransform=1
PackedElementField name:string=1 offset:fixed32=2 type:NumericType=3
PointCloud timestamp:Timestamp=1 frame_id:string=2 pose:Pose=3 point_stride:fixed32=4 fields:*PackedElementField=5 data:bytes=6
RawImage timestamp:Timestamp=1 frame_id:string=7 width:fixed32=2 height:fixed32=3 encoding:string=4 step:fixed32=5 data:bytes=6
CompressedImage timestamp:Timestamp=1 frame_id:string=4 data:bytes=2 format:string=3
CameraCalibration timestamp:Timestamp=1 frame_id:string=9 width:fixed32=2 height:fixed32=3 distortion_model:string=4 D:*double=5 K:*double=6 R:*double=7 P:*double=8
JointState name:string=1 position:?double=2 velocity:?double=3 acceleration:?double=4 effort:?double=5
JointStates timestamp:Timestamp=1 joints:*JointState=2
Log timestamp:Timestamp=1 level:Level=2 message:string=3 name:string=4 file:string=5 line:fixed32=6
ArrowPrimitive pose:Pose=1 shaft_length:double=2 shaft_diameter:double=3 head_length:double=4 head_diameter:double=5 color:Color=6
CubePrimitive pose:Pose=1 size:Vector3=2 color:Color=3
SpherePrimitive pose:Pose=1 size:Vector3=2 color:Color=3
CylinderPrimitive pose:Pose=1 size:Vector3=2 bottom_scale:double=3 top_scale:double=4 color:Color=5
LinePrimitive type:Type=1 pose:Pose=2 thickness:double=3 scale_invariant:bool=4 points:*Point3=5 color:Color=6 colors:*Color=7 indices:*fixed32=8
TriangleListPrimitive pose:Pose=1 points:*Point3=2 color:Color=3 colors:*Color=4 indices:*fixed32=5
TextPrimitive pose:Pose=1 billboard:bool=2 font_size:double=3 scale_invariant:bool=4 color:Color=5 text:string=6
ModelPrimitive pose:Pose=1 scale:Vector3=2 color:Color=3 override_color:bool=4 url:string=5 media_type:string=6 data:bytes=7
SceneEntityDeletion timestamp:Timestamp=1 type:Type=2 id:string=3
SceneEntity timestamp:Timestamp=1 frame_id:string=2 id:string=3 lifetime:Duration=4 frame_locked:bool=5 metadata:*KeyValuePair=6 arrows:*ArrowPrimitive=7 cubes:*CubePrimitive=8 spheres:*SpherePrimitive=9 cylinders:*CylinderPrimitive=10 lines:*LinePrimitive=11 triangles:*TriangleListPrimitive=12 texts:*TextPrimitive=13 models:*ModelPrimitive=14
SceneUpdate deletions:*SceneEntityDeletion=1 entities:*SceneEntity=2
`

// enums lists the values of enumerations, from 0, within their messages.
const enums = `
PackedElementField NumericType UNKNOWN UINT8 INT8 UINT16 INT16 UINT32 INT32 FLOAT32 FLOAT64
Log Level UNKNOWN DEBUG INFO WARNING ERROR FATAL
LinePrimitive Type LINE_STRIP LINE_LOOP LINE_LIST
SceneEntityDeletion Type MATCHING_ID ALL
`

// Schema describes a message to its readers.
type Schema struct {
	name string
	data []byte
}

// Schema returns the message's full name, the encoding "protobuf" and a serialized FileDescriptorSet.
func (s *Schema) Schema() (name, encoding string, data []byte) { return s.name, "protobuf", s.data }

// For returns the schema of one of the messages, such as "SceneUpdate".
func For(message string) (*Schema, error) {
	file := describe()
	for _, m := range file.MessageType {
		if m.GetName() != message {
			continue
		}
		set := &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
			protodesc.ToFileDescriptorProto(timestamppb.File_google_protobuf_timestamp_proto),
			protodesc.ToFileDescriptorProto(durationpb.File_google_protobuf_duration_proto),
			file,
		}}
		data, err := proto.MarshalOptions{Deterministic: true}.Marshal(set)
		return &Schema{"foxglove." + message, data}, err
	}
	return nil, fmt.Errorf("wellknown: there is no message %s among those that Sinew writes", message)
}

// describe makes a file of all messages and enumerations.
func describe() *descriptorpb.FileDescriptorProto {
	file := &descriptorpb.FileDescriptorProto{
		Name:       proto.String("foxglove/sinew.proto"),
		Package:    proto.String("foxglove"),
		Syntax:     proto.String("proto3"),
		Dependency: []string{"google/protobuf/timestamp.proto", "google/protobuf/duration.proto"},
	}
	byName := map[string]*descriptorpb.DescriptorProto{}
	for line := range strings.Lines(strings.TrimSpace(messages)) {
		words := strings.Fields(line)
		m := &descriptorpb.DescriptorProto{Name: proto.String(words[0])}
		for _, w := range words[1:] {
			addField(m, w)
		}
		byName[words[0]] = m
		file.MessageType = append(file.MessageType, m)
	}
	for line := range strings.Lines(strings.TrimSpace(enums)) {
		words := strings.Fields(line)
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
		panic("wellknown: a field without a number: " + spec)
	}
	f := &descriptorpb.FieldDescriptorProto{
		Name:   proto.String(name),
		Number: proto.Int32(int32(n)),
		Label:  descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
	}
	if t, ok := strings.CutPrefix(typ, "*"); ok {
		typ = t
		f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
	}
	if t, ok := strings.CutPrefix(typ, "?"); ok { // of proto3: a oneof of its own
		typ = t
		f.Proto3Optional, f.OneofIndex = proto.Bool(true), proto.Int32(int32(len(m.OneofDecl)))
		m.OneofDecl = append(m.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: proto.String("_" + name)})
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
