package codec

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// sceneMessages lists the messages of Foxglove's package that live viewers get besides wellKnown, as it does.
const sceneMessages = `
Color r:double=1 g:double=2 b:double=3 a:double=4
Point3 x:double=1 y:double=2 z:double=3
KeyValuePair key:string=1 value:string=2
FrameTransform timestamp:Timestamp=1 parent_frame_id:string=2 child_frame_id:string=3 translation:Vector3=4 rotation:Quaternion=5
FrameTransforms transforms:*FrameTransform=1
CompressedImage timestamp:Timestamp=1 frame_id:string=4 data:bytes=2 format:string=3
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

// sceneEnums lists their enumerations, as wellKnownEnums does.
const sceneEnums = `
LinePrimitive Type LINE_STRIP LINE_LOOP LINE_LIST
SceneEntityDeletion Type MATCHING_ID ALL
`

// WellKnown returns the schema of one of Foxglove's messages, such as "SceneUpdate", as a serialized
// FileDescriptorSet, and its full name.
func WellKnown(message string) (name string, schema []byte, err error) {
	file := describeMessages("foxglove/scene.proto", wellKnown+sceneMessages, wellKnownEnums+sceneEnums)
	file.Dependency = append(file.Dependency, "google/protobuf/duration.proto")
	for _, m := range file.MessageType {
		if m.GetName() != message {
			continue
		}
		set := &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
			protodesc.ToFileDescriptorProto(timestamppb.File_google_protobuf_timestamp_proto),
			protodesc.ToFileDescriptorProto(durationpb.File_google_protobuf_duration_proto),
			file,
		}}
		schema, err = proto.MarshalOptions{Deterministic: true}.Marshal(set)
		return "foxglove." + message, schema, err
	}
	return "", nil, fmt.Errorf("codec: there is no message %s among the well-known ones", message)
}
