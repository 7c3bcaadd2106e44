//go:build npm

package film_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/app/remote/panda"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/wellknown"
)

// found is what the official library found in a recording.
type found struct {
	Messages int
	Topics   map[string]struct {
		Type     string
		Messages int
		Derived  bool
	}
	Frames     []string
	Primitives int
	Pictures   int
	Points     float64
	Joints     []string
}

// read has the official MCAP library read recordings and compare their schemas with Foxglove's own.
func read(t *testing.T, files ...string) (all []found) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", append([]string{"check.mjs"}, files...)...)
	cmd.Dir = "official"
	var said, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &faults
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, faults.String())
	}
	for line := range strings.Lines(said.String()) {
		var f found
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, f)
	}
	if len(all) != len(files) {
		t.Fatalf("%d of %d recordings were read", len(all), len(files))
	}
	return all
}

// want complains of what is not there: topics with their types, each with messages.
func (f *found) want(t *testing.T, topics map[string]string) {
	t.Helper()
	for topic, kind := range topics {
		if x := f.Topics[topic]; x.Type != "foxglove."+kind || x.Messages == 0 || !x.Derived {
			t.Errorf("%s: %+v, want foxglove.%s, derived, with messages", topic, x, kind)
		}
	}
}

// TestOfficialReaders makes a recording of each program with its default options and has the official library read it.
func TestOfficialReaders(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name, "trace.mcap") }
	for name, spec := range map[string]run.Spec{"demo": lemon.Spec{Pictures: 5}, "rov": dive.Spec{}, "franka": panda.Spec{}} {
		o := run.Options{Order: run.Order{Seed: 1}, For: 4 * time.Second, Out: folder.Place{Dir: filepath.Join(dir, name)}, Trace: []string{"*"}}
		if _, err := run.Do(t.Context(), spec, o); err != nil {
			t.Fatal(err)
		}
	}
	all := read(t, at("demo"), at("rov"), at("franka"))
	demo, rov, arm := &all[0], &all[1], &all[2]
	demo.want(t, map[string]string{"scene/transforms": "FrameTransforms", "scene/entities": "SceneUpdate", "scene/joints": "JointStates",
		"scene/tool": "PoseInFrame", "scene/goal": "PoseInFrame", "scene/lemon": "PoseInFrame", "scene/path/plan": "SceneUpdate",
		"scene/path/tool": "SceneUpdate", "scene/body/link1": "PointCloud", "camera/image": "CompressedImage",
		"camera/calibration": "CameraCalibration", "camera/points": "PointCloud", "log": "Log"})
	for _, frame := range []string{"link_base", "link1", "link2", "link3", "link4", "link5", "link6", "link7", "marker/camera", "marker/lemon"} {
		if !slices.Contains(demo.Frames, frame) {
			t.Errorf("no frame %s among %v", frame, demo.Frames)
		}
	}
	if demo.Pictures < 15 || demo.Pictures > 21 || demo.Primitives < 40 || demo.Points < 1000 || len(demo.Joints) != 7 {
		t.Errorf("%d pictures, %d primitives, %g points, joints %v", demo.Pictures, demo.Primitives, demo.Points, demo.Joints)
	}
	rov.want(t, map[string]string{"scene/transforms": "FrameTransforms", "scene/entities": "SceneUpdate", "scene/path/set-point": "SceneUpdate", "log": "Log"})
	arm.want(t, map[string]string{"scene/transforms": "FrameTransforms", "scene/entities": "SceneUpdate", "scene/joints": "JointStates",
		"scene/end effector": "PoseInFrame", "scene/path/end effector": "SceneUpdate", "log": "Log"})
}

// TestOfficialReadersCanFail spoils a recording's messages.
func TestOfficialReadersCanFail(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bad.mcap")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	spoil(t, f)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "check.mjs", file)
	cmd.Dir = "official"
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("nothing is wrong: %s", out)
	}
	for _, want := range []string{"foxglove.PoseInFrame.pose is", "a quaternion of length 0", "nothing says where the frame nowhere is",
		"foxglove.Nonesuch is none of Foxglove's messages", "its timestamp is not its time"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not found:\n%s", want, out)
		}
	}
}

// spoil records a pose with an absurd rotation, in a frame that is not there, at another time than it says, by a schema
// whose numbers are wrong, and a message that is none of Foxglove's.
func spoil(t *testing.T, to *os.File) {
	t.Helper()
	w, err := trace.NewWriter(to, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	schema := func(change func(*descriptorpb.DescriptorProto)) trace.Schema {
		s, err := wellknown.For("PoseInFrame")
		if err != nil {
			t.Fatal(err)
		}
		name, encoding, data := s.Schema()
		var set descriptorpb.FileDescriptorSet
		if err := proto.Unmarshal(data, &set); err != nil {
			t.Fatal(err)
		}
		for _, m := range set.File[2].MessageType {
			if "foxglove."+m.GetName() == name {
				change(m)
				name = "foxglove." + m.GetName()
			}
		}
		if data, err = proto.Marshal(&set); err != nil {
			t.Fatal(err)
		}
		return trace.Schema{Name: name, Encoding: encoding, Data: data}
	}
	pose := wellknown.Message(nil).Time(1, 7).Text(2, "nowhere").Part(4, func(m wellknown.Message) wellknown.Message {
		return m.Vector(1, 1, 2, 3).Part(2, func(m wellknown.Message) wellknown.Message { return m.Doubles(1, 0, 0, 0, 0) })
	})
	for _, change := range []func(*descriptorpb.DescriptorProto){
		func(m *descriptorpb.DescriptorProto) { m.Field[2].Number = proto.Int32(4) },
		func(m *descriptorpb.DescriptorProto) { m.Name = proto.String("Nonesuch") },
	} {
		s := schema(change)
		ch, err := w.Channel(s.Name, s, "protobuf", nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Name == "foxglove.PoseInFrame" {
			w.Write(ch, 8, 0, pose)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
