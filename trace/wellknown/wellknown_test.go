package wellknown

import (
	"log/slog"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/sinew-robotics/sinew/math/spatial"
)

func descriptor(t *testing.T, message string) protoreflect.MessageDescriptor {
	t.Helper()
	s, err := For(message)
	if err != nil {
		t.Fatal(err)
	}
	name, encoding, data := s.Schema()
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(data, &set); err != nil || encoding != "protobuf" {
		t.Fatal(encoding, err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		t.Fatal(err)
	}
	return d.(protoreflect.MessageDescriptor)
}

// TestMessages decodes messages by their own schema, as a viewer does, and sees that writing them allocates nothing.
func TestMessages(t *testing.T) {
	const at = 3_000_000_500
	pose := spatial.Pose{P: spatial.V(1, 2, 3), R: spatial.IdentityRot()}
	const stamp, turned = `timestamp:{seconds:3 nanos:500}`, `position:{x:1 y:2 z:3} orientation:{w:1}`
	long := strings.Repeat("x", 300) // a length of two bytes
	for _, c := range []struct {
		message, want string
		write         func(Message) Message
	}{
		{"PoseInFrame", stamp + ` frame_id:"base" pose:{` + turned + `}`, func(m Message) Message { return m.PoseInFrame(at, "base", pose) }},
		{"FrameTransforms", `transforms:{` + stamp + ` parent_frame_id:"a" child_frame_id:"` + long + `" translation:{x:1 y:2 z:3} rotation:{w:1}}`,
			func(m Message) Message { return m.Transform(at, "a", long, pose) }},
		{"JointStates", stamp + ` joints:{name:"J1" position:0}`, func(m Message) Message {
			return m.Time(1, at).Joint("J1", func(m Message) Message { return m.Doubles(2, 0) })
		}},
		{"Log", stamp + ` level:WARNING message:"late" name:"planner"`, func(m Message) Message { return m.Log(at, slog.LevelWarn, "planner", "late") }},
		{"CompressedImage", stamp + ` frame_id:"eye" format:"jpeg" data:"abc"`, func(m Message) Message { return m.CompressedImage(at, "eye", "jpeg", []byte("abc")) }},
		{"CameraCalibration", stamp + ` frame_id:"eye" width:4 height:3 K:[5,0,2,0,6,1,0,0,1] R:[1,0,0,0,1,0,0,0,1] P:[5,0,2,0,0,6,1,0,0,0,1,0]`,
			func(m Message) Message { return m.Calibration(at, "eye", 4, 3, 5, 6, 2, 1) }},
		{"PointCloud", stamp + ` frame_id:"base" pose:{position:{} orientation:{w:1}} point_stride:8 fields:{name:"x" offset:4 type:FLOAT32} data:"abcdefgh"`,
			func(m Message) Message {
				return m.Cloud(at, "base", 8).Element("x", 4, Float32).Bytes(6, []byte("abcdefgh"))
			}},
		{"Color", `r:1 g:0.5019607843137255 a:1`, func(m Message) Message {
			return m.Doubles(1, 1, 128./255, 0, 1)
		}},
	} {
		d := descriptor(t, c.message)
		got, want := dynamicpb.NewMessage(d), dynamicpb.NewMessage(d)
		buf := c.write(nil)
		if err := proto.Unmarshal(buf, got); err != nil || len(got.GetUnknown()) > 0 {
			t.Errorf("%s: %v, unknown %x", c.message, err, got.GetUnknown())
		}
		if err := prototext.Unmarshal([]byte(c.want), want); err != nil {
			t.Fatal(c.message, err)
		}
		if !proto.Equal(got, want) {
			t.Errorf("%s:\n%v, want\n%v", c.message, got, want)
		}
		if n := testing.AllocsPerRun(20, func() { buf = c.write(buf[:0]) }); n != 0 {
			t.Errorf("%s: %v allocations", c.message, n)
		}
	}
}

func TestSchemas(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(messages)) {
		name, _, _ := strings.Cut(line, " ")
		if d := descriptor(t, name); d.Fields().Len() == 0 {
			t.Errorf("%s has no fields", name)
		}
	}
	if _, err := For("Nonesuch"); err == nil || !strings.Contains(err.Error(), "no message Nonesuch") {
		t.Error(err)
	}
	if f := descriptor(t, "JointState").Fields().ByName("position"); !f.HasPresence() {
		t.Error("a joint's position of 0 is like none")
	}
}
