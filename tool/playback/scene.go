package playback

import (
	"math"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace"
)

// draw shows a message of Foxglove's in the page.
type draw func(h *view.Hub, t time.Duration, data []byte)

// scene is what a recording has for viewers to draw, written by package film: bodies, their poses, and pictures.
type scene struct {
	known   bool // the bodies are known
	links   []view.Link
	markers []view.Marker
	place   map[string]int // of a link, by its frame
	poses   []spatial.Pose // the latest poses of the links
}

// fields accesses the fields of a message by their names; an absent field has the zero value.
type fields struct{ protoreflect.Message }

func (f fields) of(name string) (d protoreflect.FieldDescriptor, v protoreflect.Value) {
	if d = f.Descriptor().Fields().ByName(protoreflect.Name(name)); d != nil {
		v = f.Get(d)
	}
	return d, v
}

func (f fields) text(name string) string {
	if d, v := f.of(name); d != nil && d.Kind() == protoreflect.StringKind {
		return v.String()
	}
	return ""
}

func (f fields) bytes(name string) []byte {
	if d, v := f.of(name); d != nil && d.Kind() == protoreflect.BytesKind {
		return v.Bytes()
	}
	return nil
}

func (f fields) number(name string) float64 {
	if d, v := f.of(name); d != nil && d.Kind() == protoreflect.DoubleKind && !d.IsList() {
		return v.Float()
	}
	return 0
}

// list are the messages of a field.
func (f fields) list(name string) (all []fields) {
	switch d, v := f.of(name); {
	case d == nil || d.Kind() != protoreflect.MessageKind:
	case d.IsList():
		for i := range v.List().Len() {
			all = append(all, fields{v.List().Get(i).Message()})
		}
	default:
		all = []fields{{v.Message()}}
	}
	return all
}

// one is the message in a field.
func (f fields) one(name string) fields {
	if all := f.list(name); len(all) == 1 {
		return all[0]
	}
	return fields{f.Type().Zero()} // it has no such fields, so all are zero
}

func (f fields) vector() spatial.Vec3 { return spatial.V(f.number("x"), f.number("y"), f.number("z")) }

func (f fields) turn() spatial.Rot {
	q := spatial.Quat{X: f.number("x"), Y: f.number("y"), Z: f.number("z"), W: f.number("w")}
	if n := math.Sqrt(q.X*q.X + q.Y*q.Y + q.Z*q.Z + q.W*q.W); !(n > 0.5 && n < 2) {
		return spatial.IdentityRot()
	}
	return q.Rot()
}

func (f fields) pose() spatial.Pose {
	return spatial.Pose{P: f.one("position").vector(), R: f.one("orientation").turn()}
}

func (f fields) colour() (rgb uint32) {
	c := f.one("color")
	for _, name := range []string{"r", "g", "b"} {
		rgb = rgb<<8 | uint32(math.Round(255*min(max(c.number(name), 0), 1)))
	}
	return rgb
}

// reads returns a decoder for the messages of a channel, nil if its schema cannot be read.
func reads(c *trace.Channel) func(data []byte) (fields, bool) {
	d, err := trace.Describe(c.Schema)
	if err != nil {
		return nil
	}
	return func(data []byte) (fields, bool) {
		m := dynamicpb.NewMessage(d)
		return fields{m}, proto.Unmarshal(data, m) == nil
	}
}

// draws returns what shows messages like m, nil for those that are not shown. It takes the bodies from the first
// message that has any.
func (s *scene) draws(m trace.Message) draw {
	switch m.Channel.Topic {
	case film.Image, film.Transforms, film.Log:
	case film.Entities:
		if read := reads(m.Channel); read != nil && !s.known {
			if f, ok := read(m.Data); ok {
				s.bodies(f)
			}
		}
		return nil
	default:
		return nil
	}
	read := reads(m.Channel)
	if read == nil {
		return nil
	}
	topic := m.Channel.Topic
	return func(h *view.Hub, t time.Duration, data []byte) {
		switch f, ok := read(data); {
		case !ok:
		case topic == film.Image:
			h.Image(f.bytes("data"), view.Detection{})
		case topic == film.Log:
			kind, text, ok := strings.Cut(f.text("message"), ": ") // as film.Event composes them
			if !ok || strings.Contains(kind, " ") {                // not an event: a line that the program has logged
				kind, text = "note", f.text("message")
			}
			h.Event(view.Event{Time: int64(t), Kind: kind, What: f.text("name"), Text: text})
		default:
			s.move(h, t, f)
		}
	}
}

// bodies takes links and markers from a SceneUpdate.
func (s *scene) bodies(update fields) {
	s.known, s.place = true, map[string]int{}
	for _, e := range update.list("entities") {
		shapes := shapesOf(e)
		if name, ok := strings.CutPrefix(e.text("id"), "link/"); ok {
			s.place[e.text("frame_id")] = len(s.links)
			s.links = append(s.links, view.Link{Name: name, Shapes: shapes})
			s.poses = append(s.poses, spatial.Identity())
		} else if name, ok := strings.CutPrefix(e.text("id"), "marker/"); ok {
			m := view.Marker{Name: name, Kind: view.FrameMarker, Shape: view.Shape{Size: [3]float64{0.1}, At: spatial.Identity()}}
			if len(shapes) > 0 {
				m.Kind, m.Shape = view.BodyMarker, shapes[0]
			}
			s.markers = append(s.markers, m)
		}
	}
}

// shapesOf are the shapes of an entity.
func shapesOf(e fields) (all []view.Shape) {
	for _, kind := range []struct {
		name string
		kind view.ShapeKind
	}{{"cubes", view.BoxShape}, {"spheres", view.SphereShape}, {"cylinders", view.CylinderShape}} {
		for _, b := range e.list(kind.name) {
			x := b.one("size").vector()
			size := [3]float64{x.X, x.Y, x.Z}
			switch kind.kind {
			case view.SphereShape:
				size = [3]float64{x.X / 2}
			case view.CylinderShape:
				size = [3]float64{x.X / 2, x.Z}
			}
			all = append(all, view.Shape{Kind: kind.kind, Size: size, At: b.one("pose").pose(), Colour: b.colour()})
		}
	}
	return all
}

// move moves links and markers according to a FrameTransforms message.
func (s *scene) move(h *view.Hub, t time.Duration, f fields) {
	moved := false
	for _, x := range f.list("transforms") {
		at := spatial.Pose{P: x.one("translation").vector(), R: x.one("rotation").turn()}
		if i, ok := s.place[x.text("child_frame_id")]; ok {
			s.poses[i], moved = at, true
		} else if name, ok := strings.CutPrefix(x.text("child_frame_id"), "marker/"); ok {
			h.Pose(name, at)
		}
	}
	if moved {
		h.Links(t, s.poses)
	}
}

// program describes what can be shown.
func (s *scene) program(name string) view.Program {
	p := view.Program{Name: name, Links: s.links, Markers: s.markers}
	if p.Validate() != nil { // damaged: without a scene
		p.Links, p.Markers = nil, nil
	}
	return p
}
