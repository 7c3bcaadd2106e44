package playback

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/wellknown"
)

// channel is one of Foxglove's messages on a topic.
func channel(t *testing.T, topic, message string) *trace.Channel {
	t.Helper()
	s, err := wellknown.For(message)
	if err != nil {
		t.Fatal(err)
	}
	name, encoding, data := s.Schema()
	return &trace.Channel{Topic: topic, Schema: &trace.Schema{Name: name, Encoding: encoding, Data: data}}
}

// What a film has written of bodies, places and pictures is shown again.
func TestASceneIsShownAgain(t *testing.T) {
	at := spatial.Pose{P: spatial.V(0.1, 0.2, 0.3), R: spatial.Quat{X: 0.6, W: 0.8}.Rot()}
	box := view.Shape{Size: [3]float64{1, 2, 3}, At: at, Colour: 0x102030}
	ball := view.Shape{Kind: view.SphereShape, Size: [3]float64{0.5}, At: spatial.Identity(), Colour: 0xff0000}
	pipe := view.Shape{Kind: view.CylinderShape, Size: [3]float64{0.2, 0.7}, At: spatial.Identity(), Colour: 0xffffff}
	want := view.Program{Name: "arm", Links: []view.Link{{Name: "base", Shapes: []view.Shape{box, ball}}, {Name: "tool", Shapes: []view.Shape{pipe}}},
		Markers: []view.Marker{{Name: "goal", Shape: ball}}}
	s := &scene{}
	if s.draws(trace.Message{Channel: channel(t, film.Entities, "SceneUpdate"), Data: film.Bodies(nil, &want, 0)}) != nil {
		t.Error("bodies are not drawn at times of their own")
	}
	got := s.program("arm")
	if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); d != "" {
		t.Fatalf("the scene (-want +got):\n%s", d)
	}
	hub, err := view.NewHub(got)
	if err != nil {
		t.Fatal(err)
	}
	r := hub.Read()
	defer r.Close()
	move := s.draws(trace.Message{Channel: channel(t, film.Transforms, "FrameTransforms")})
	move(hub, time.Second, wellknown.Message(nil).Transform(0, film.World, film.LinkFrame("tool"), at).Transform(0, film.World, film.MarkerFrame("goal"), at))
	poses := make([]spatial.Pose, 2)
	if !r.Links(poses) || !cmp.Equal(poses, []spatial.Pose{spatial.Identity(), at}, cmpopts.EquateApprox(0, 1e-12)) {
		t.Errorf("the links stand at %v", poses)
	}
	if p, fresh := r.Marker(0); !fresh || !cmp.Equal(p, at, cmpopts.EquateApprox(0, 1e-12)) {
		t.Errorf("the marker stands at %v", p)
	}
	show := s.draws(trace.Message{Channel: channel(t, film.Image, "CompressedImage")})
	show(hub, time.Second, wellknown.Message(nil).CompressedImage(0, "eye", "jpeg", []byte("a picture")))
	if jpeg, _, fresh := r.Image(); !fresh || string(jpeg) != "a picture" {
		t.Errorf("the picture is %q", jpeg)
	}
	show(hub, time.Second, []byte{0xff}) // damage shows nothing
	row := view.Event{Time: int64(time.Second), Kind: "miss", What: "robot.servo", Text: "late by 2 ms"}
	s.draws(trace.Message{Channel: channel(t, film.Log, "Log")})(hub, time.Second, film.Event(nil, row.Time, row))
	if rows, _ := r.Events(); len(rows) != 1 || rows[0] != row {
		t.Errorf("the events are %+v", rows)
	}
}
