package codec

import (
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/sinew-robotics/sinew/math/spatial"
)

type picture struct {
	W, H, Stride int
	Pix          []byte
}

type depth struct {
	W, H int
	Pix  []uint16
}

type arm struct {
	Position, Velocity [2]float64
	Mode               int
}

type longArm struct{ Position, Effort []float64 }

// TestViews decodes each view with its own schema, as a viewer does.
func TestViews(t *testing.T) {
	pose := spatial.Pose{R: spatial.RotZ(math.Pi / 2), P: spatial.V(1, 2, 3)}
	for _, k := range []struct {
		name string
		v    any // a pointer
		want string
	}{
		{"PoseInFrame", &pose, `timestamp:{seconds:3 nanos:500} frame_id:"base" pose:{position:{x:1 y:2 z:3} orientation:{z:0.7071067811865475 w:0.7071067811865475}}`},
		{"Vector3", &spatial.Vec3{X: 1, Z: -1}, `x:1 z:-1`},
		{"PointCloud", &[]spatial.Vec3{{X: 1}}, `timestamp:{seconds:3 nanos:500} frame_id:"base" pose:{position:{} orientation:{w:1}} point_stride:24 ` +
			`fields:{name:"x" type:FLOAT64} fields:{name:"y" offset:8 type:FLOAT64} fields:{name:"z" offset:16 type:FLOAT64} ` +
			`data:"\x00\x00\x00\x00\x00\x00\xf0?` + strings.Repeat(`\x00`, 16) + `"`},
		{"Log", &Log{slog.LevelWarn, "late", "planner", "plan.go", 12}, `timestamp:{seconds:3 nanos:500} level:WARNING message:"late" name:"planner" file:"plan.go" line:12`},
		{"RawImage", &picture{2, 1, 6, []byte("abcdef")}, `timestamp:{seconds:3 nanos:500} width:2 height:1 encoding:"rgb8" step:6 data:"abcdef" frame_id:"base"`},
		{"RawImage", &picture{2, 1, 4, []byte("abcd")}, `timestamp:{seconds:3 nanos:500} width:2 height:1 encoding:"mono8" step:4 data:"abcd" frame_id:"base"`},
		{"RawImage", &depth{1, 1, []uint16{0x6261}}, `timestamp:{seconds:3 nanos:500} width:1 height:1 encoding:"16UC1" step:2 data:"ab" frame_id:"base"`},
		{"JointStates", &arm{[2]float64{1, 2}, [2]float64{3, 4}, 0}, `timestamp:{seconds:3 nanos:500} joints:{name:"shoulder" position:1 velocity:3} joints:{name:"joint2" position:2 velocity:4}`},
		{"JointStates", &longArm{[]float64{1, 2}, []float64{5}}, `timestamp:{seconds:3 nanos:500} joints:{name:"shoulder" position:1 effort:5} joints:{name:"joint2" position:2}`},
	} {
		v, ok := Display(reflect.TypeOf(k.v).Elem(), Scene{Frame: "base", Joints: []string{"shoulder"}})
		if !ok {
			t.Errorf("%T has no view", k.v)
			continue
		}
		if name, _, _ := v.Schema(); name != "foxglove."+k.name {
			t.Errorf("%T is %s", k.v, name)
		}
		p := reflect.ValueOf(k.v).UnsafePointer()
		m := dynamicpb.NewMessage(descriptor(t, v))
		buf := v.Append(nil, 3_000_000_500, p)
		if err := proto.Unmarshal(buf, m); err != nil {
			t.Fatal(err)
		}
		if len(m.GetUnknown()) > 0 {
			t.Errorf("%s: fields that are not in its schema", k.name)
		}
		want := dynamicpb.NewMessage(m.Descriptor())
		if err := prototext.Unmarshal([]byte(k.want), want); err != nil {
			t.Fatal(err)
		}
		if !proto.Equal(m, want) {
			t.Errorf("%s:\n%v, want\n%v", k.name, m, want)
		}
		if n := testing.AllocsPerRun(20, func() { buf = v.Append(buf[:0], 3_000_000_500, p) }); n != 0 {
			t.Errorf("%s: %v allocations", k.name, n)
		}
	}
}

func TestNoView(t *testing.T) {
	for _, v := range []any{1.5, struct{ W, H int }{}, struct{ Position string }{}, struct{ W, H, Pix string }{}, []float64{}} {
		if _, ok := Display(reflect.TypeOf(v), Scene{}); ok {
			t.Errorf("%s has a view", fmt.Sprintf("%T", v))
		}
	}
}

func BenchmarkView(b *testing.B) {
	v, _ := Display(reflect.TypeFor[spatial.Pose](), Scene{Frame: "base"})
	p := spatial.Identity()
	var buf []byte
	for b.Loop() {
		buf = v.Append(buf[:0], 1e9, unsafe.Pointer(&p))
	}
}
