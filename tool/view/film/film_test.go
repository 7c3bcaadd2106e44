package film_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/foxglove/mcap/go/mcap"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace"
)

func shape(k view.ShapeKind, size ...float64) view.Shape {
	s := view.Shape{Kind: k, At: spatial.Identity(), Colour: 0x336699}
	copy(s.Size[:], size)
	return s
}

func scene() view.Program {
	return view.Program{Name: "plant", Joints: []string{"J1", "J2"},
		Links: []view.Link{{Name: "base", Shapes: []view.Shape{shape(view.BoxShape, 1, 2, 3), shape(view.CapsuleShape, 0.1, 0.5)}},
			{Name: "arm", Shapes: []view.Shape{shape(view.CylinderShape, 0.1, 1), shape(view.SphereShape, 0.2)}}, {Name: "bare"}},
		Markers: []view.Marker{{Name: "goal", Shape: shape(view.SphereShape, 0.1), Trail: 5}, {Name: "eye", Shape: shape(view.BoxShape, 1, 1, 1), Kind: view.FrustumMarker},
			{Name: "axes", Shape: shape(view.BoxShape, 1), Kind: view.FrameMarker}},
		Paths: []view.Path{{Name: "plan", Colour: 0xff0000}}}
}

// record films so long a run at 250 Hz.
func record(t *testing.T, span time.Duration) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := trace.NewWriter(&b, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	from, err := w.Channel("door/reading", trace.Schema{Name: "x"}, "json", nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := film.New(w, scene(), "door/reading", film.Options{Pictures: 5, Clouds: 1, Camera: perception.Intrinsics{W: 4, H: 3, Fx: 5, Fy: 5, Cx: 2, Cy: 1}})
	if err != nil {
		t.Fatal(err)
	}
	w.Follow(from, func(at int64, _ uint32, _ []byte) {
		x := time.Duration(at).Seconds()
		f.At(time.Duration(at))
		if f.Watched() {
			f.Links(0, []spatial.Pose{spatial.Identity(), {P: spatial.V(x, 0, 0), R: spatial.RotZ(x)}, spatial.Identity()})
			f.Joints(0, []float64{x, -x})
			f.Pose("goal", spatial.Pose{P: spatial.V(0, x, 0), R: spatial.IdentityRot()})
			f.Pose("axes", spatial.Identity())
			f.Pose("eye", spatial.Pose{P: spatial.V(0, 0, 1), R: spatial.IdentityRot()})
			f.Pose("nobody", spatial.Identity())
			f.Path("plan", []spatial.Vec3{{X: 1}, {X: 2}})
		}
		if f.PictureDue() {
			f.Picture([]byte("jpeg"))
		}
		if f.CloudDue() {
			f.Cloud([]view.Point{{X: 1, Colour: 0x010203}})
		}
		if at == 0 {
			f.Log(slog.LevelWarn, "planner", "late")
		}
	})
	for at := time.Duration(0); at <= span; at += 4 * time.Millisecond {
		w.Write(from, int64(at), 0, nil)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// decode gives a message by the schema in the file.
func decode(t *testing.T, s *mcap.Schema, data []byte) *dynamicpb.Message {
	t.Helper()
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(s.Data, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(s.Name))
	if err != nil {
		t.Fatal(err)
	}
	m := dynamicpb.NewMessage(d.(protoreflect.MessageDescriptor))
	if err := proto.Unmarshal(data, m); err != nil || len(m.GetUnknown()) > 0 {
		t.Fatalf("%s: %v, %x unknown", s.Name, err, m.GetUnknown())
	}
	return m
}

// TestFilm reads a film with the official library of the container's makers.
func TestFilm(t *testing.T) {
	file := record(t, 2*time.Second)
	r, err := mcap.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	it, err := r.Messages()
	if err != nil {
		t.Fatal(err)
	}
	counts, first, last := map[string]int{}, map[string]string{}, uint64(0)
	for {
		s, c, m, err := it.NextInto(nil)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if m.LogTime < last {
			t.Errorf("%s goes back to %d", c.Topic, m.LogTime)
		}
		last = m.LogTime
		if counts[c.Topic]++; s.Encoding == "protobuf" {
			d := decode(t, s, m.Data)
			if first[c.Topic] == "" {
				first[c.Topic] = s.Name + " " + strings.ReplaceAll(fmt.Sprint(d), "  ", " ")
			}
			if c.Metadata[trace.MetadataDerived] != "door/reading" {
				t.Errorf("%s is derived from %q", c.Topic, c.Metadata[trace.MetadataDerived])
			}
		}
	}
	want := map[string][2]int{"door/reading": {501, 501}, "scene/joints": {60, 61}, "scene/entities": {3, 3}, "scene/goal": {60, 61}, "scene/axes": {3, 3},
		"scene/eye": {3, 3}, "scene/path/plan": {3, 3}, "scene/path/goal": {3, 3}, "scene/body/base": {1, 1}, "scene/body/arm": {1, 1}, "log": {2, 2},
		"camera/image": {11, 11}, "camera/points": {3, 3}, "camera/calibration": {3, 3}, "scene/transforms": {120, 130}}
	for topic, n := range want {
		if c := counts[topic]; c < n[0] || c > n[1] {
			t.Errorf("%d messages of %s, want %d to %d", c, topic, n[0], n[1])
		}
	}
	if len(counts) != len(want) {
		t.Errorf("topics %v", counts)
	}
	for topic, part := range map[string]string{"scene/joints": "foxglove.JointStates", "camera/image": `frame_id:"marker/eye"`, "camera/points": `frame_id:"world"`,
		"scene/body/arm": `frame_id:"arm"`, "scene/path/plan": `id:"path/plan"`, "scene/axes": "foxglove.PoseInFrame", "log": `message:"plant"`} {
		if !strings.Contains(first[topic], part) {
			t.Errorf("%s begins with %s, want %s in it", topic, first[topic], part)
		}
	}
}

func TestFilmIsTheSameEachTime(t *testing.T) {
	if !bytes.Equal(record(t, 3*time.Second), record(t, 3*time.Second)) {
		t.Error("two films of one run differ")
	}
}

// TestTopics: a program without camera, joints and markers has no channels for them.
func TestTopics(t *testing.T) {
	var b bytes.Buffer
	w, err := trace.NewWriter(&b, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := film.New(w, view.Program{Links: []view.Link{{Name: "hull"}}}, "x", film.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := trace.NewReader("x", &b)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, _ = r.Next()
	var topics []string
	for _, c := range r.Channels() {
		topics = append(topics, c.Topic)
	}
	slices.Sort(topics)
	if strings.Join(topics, " ") != "log scene/body/hull scene/entities scene/transforms" {
		t.Error(topics)
	}
}
