// Package film writes what a program shows as Foxglove's well-known messages, so that Foxglove, Lichtblick and Rerun
// draw it without a plug-in: the robot's bodies, frames and joints, markers and paths, pictures, points and a log. The
// live bridge sends these messages; a Film adds them to a recording, derived from what is recorded.
//
// Lengths are metres, angles radians, poses seen from the frame "world", Z up, times nanoseconds of logical time.
package film

import (
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
	"github.com/sinew-robotics/sinew/trace/wellknown"
)

// The shortest intervals at which things are written. What does not move is repeated once a second, so that every chunk
// has it.
const (
	poses  = time.Second / 30
	stills = time.Second
	trails = time.Second / 10 // from place to place
	trail  = 100              // places
)

// Options say what a film has in addition to poses, paths and a log. A rate is the greatest number per second of logical
// time; 0 leaves them out.
type Options struct {
	Pictures float64
	Clouds   float64
	Camera   perception.Intrinsics // of the pictures; the zero value says that they are not known
}

// Film is a view.Canvas that adds what is drawn to a recording. At must be called before anything is drawn, by functions
// that follow recorded topics: record.Follow.
type Film struct {
	w       *trace.Writer
	p       view.Program
	camera  perception.Intrinsics
	now     int64
	drawn   int64 // when poses were drawn last
	buf     wellknown.Message
	ch      channels
	poses   pace
	bodies  pace
	picture pace
	cloud   pace
	lens    pace
	begun   bool
	markers []track
	paths   []drawnPath
	flat    []float64
}

type channels struct {
	transforms, entities, joints, image, lens, points, log uint16
	bodies, markers, paths, trails                         []uint16
}

// track is where a marker was last, and before.
type track struct {
	at    spatial.Pose
	said  pace
	step  pace
	tell  pace
	trail []float64 // x, y, z, …
}

// drawnPath is a path as it was drawn last.
type drawnPath struct {
	said   pace
	points []float64
}

// pace limits how often something happens.
type pace struct {
	every, next int64
}

// due reports whether it is time. Times lie on a grid, so that the mean rate is right.
func (p *pace) due(now int64) bool {
	if p.every <= 0 || now < p.next {
		return false
	}
	p.next = now - now%p.every + p.every
	return true
}

func every(d time.Duration) pace { return pace{every: int64(d)} }

func rate(hz float64) pace {
	if hz <= 0 {
		return pace{}
	}
	return every(time.Duration(1e9 / hz))
}

// Follow has draw called, after At, with every value that is recorded under a topic. If the topic is not recorded, draw
// is never called.
func Follow[T any](f *Film, rec *record.Recorder, topic string, draw func(*T)) error {
	_, err := record.Follow(rec, topic, func(tag reactor.Tag, v *T) {
		f.At(tag.Time.Duration())
		draw(v)
	})
	return err
}

// FollowMisses logs every deadline miss.
func (f *Film) FollowMisses(rec *record.Recorder) error {
	return Follow(f, rec, record.TopicMiss, func(m *record.Miss) { f.Log(slog.LevelWarn, m.Reaction, "missed its deadline") })
}

// New adds the channels for p to a recording. from names the recorded topics from which the film is made.
func New(w *trace.Writer, p view.Program, from string, o Options) (*Film, error) {
	f := &Film{w: w, p: p, camera: o.Camera, drawn: -1, poses: every(poses), bodies: every(stills), picture: rate(o.Pictures),
		cloud: rate(o.Clouds), lens: every(stills)}
	var errs []error
	add := func(topic, message string) uint16 {
		s, err := wellknown.For(message)
		if err != nil {
			errs = append(errs, err)
			return 0
		}
		ch, err := w.ChannelOf(topic, s, map[string]string{trace.MetadataDerived: from})
		errs = append(errs, err)
		return ch
	}
	f.ch.transforms, f.ch.entities, f.ch.log = add(Transforms, "FrameTransforms"), add(Entities, "SceneUpdate"), add(Log, "Log")
	if len(p.Joints) > 0 {
		f.ch.joints = add(Joints, "JointStates")
	}
	if o.Pictures > 0 {
		f.ch.image, f.ch.lens = add(Image, "CompressedImage"), add(Calibration, "CameraCalibration")
	}
	if o.Clouds > 0 {
		f.ch.points = add(Points, "PointCloud")
	}
	for _, l := range p.Links {
		f.ch.bodies = append(f.ch.bodies, add(Body(l.Name), "PointCloud"))
	}
	for _, m := range p.Markers {
		f.ch.markers = append(f.ch.markers, add(Marker(m.Name), "PoseInFrame"))
		t := track{said: every(stills), step: every(trails), tell: every(stills)}
		if m.Trail > 0 {
			f.ch.trails = append(f.ch.trails, add(Path(m.Name), "SceneUpdate"))
		} else {
			f.ch.trails = append(f.ch.trails, 0)
		}
		f.markers = append(f.markers, t)
	}
	for _, l := range p.Paths {
		f.paths = append(f.paths, drawnPath{said: every(stills)})
		f.ch.paths = append(f.ch.paths, add(Path(l.Name), "SceneUpdate"))
	}
	return f, errors.Join(errs...)
}

// At sets the time of what is drawn next: the time of the recorded message that it is derived from.
func (f *Film) At(t time.Duration) { f.now = int64(t) }

// Watched implements view.Canvas: it reports whether it is time to draw poses again.
func (f *Film) Watched() bool {
	if f.now != f.drawn && !f.poses.due(f.now) {
		return false
	}
	f.drawn = f.now
	return true
}

// add writes what the message holds.
func (f *Film) add(ch uint16, m wellknown.Message) {
	f.buf = m[:0]
	f.w.Derive(ch, m)
}

// Links implements view.Canvas.
func (f *Film) Links(_ time.Duration, at []spatial.Pose) {
	m := f.buf
	for i := range min(len(at), len(f.p.Links)) {
		m = m.Transform(f.now, World, LinkFrame(f.p.Links[i].Name), at[i])
	}
	f.add(f.ch.transforms, m)
	if f.bodies.due(f.now) {
		f.add(f.ch.entities, Bodies(f.buf, &f.p, f.now))
	}
	if !f.begun {
		f.begun = true
		f.Log(slog.LevelInfo, "", f.p.Name)
		for i, l := range f.p.Links {
			if points := surface(l); len(points) > 0 {
				f.add(f.ch.bodies[i], Cloud(f.buf, LinkFrame(l.Name), f.now, points))
			}
		}
	}
}

// Joints implements view.Canvas.
func (f *Film) Joints(_ time.Duration, q []float64) {
	if len(f.p.Joints) > 0 {
		f.add(f.ch.joints, Angles(f.buf, f.p.Joints, f.now, q))
	}
}

// Pose implements view.Canvas. A marker that does not move is written once a second.
func (f *Film) Pose(name string, p spatial.Pose) {
	for i := range f.p.Markers {
		if f.p.Markers[i].Name != name {
			continue
		}
		k := &f.markers[i]
		if moved := p != k.at; k.said.due(f.now) || moved {
			k.at = p
			f.add(f.ch.transforms, f.buf.Transform(f.now, World, MarkerFrame(name), p))
			f.add(f.ch.markers[i], f.buf.PoseInFrame(f.now, World, p))
		}
		f.follow(i, p.P)
	}
}

// follow extends a marker's trail, and draws it.
func (f *Film) follow(i int, p spatial.Vec3) {
	k, m := &f.markers[i], &f.p.Markers[i]
	if m.Trail == 0 || !k.step.due(f.now) {
		return
	}
	if len(k.trail) == 3*trail {
		k.trail = k.trail[:copy(k.trail, k.trail[3:])]
	}
	k.trail = append(k.trail, p.X, p.Y, p.Z)
	if k.tell.due(f.now) {
		f.add(f.ch.trails[i], Line(f.buf, view.Path{Name: m.Name, Colour: m.Shape.Colour}, f.now, k.trail))
	}
}

// Path implements view.Canvas. A path that does not change is written once a second.
func (f *Film) Path(name string, points []spatial.Vec3) {
	for i := range f.p.Paths {
		if f.p.Paths[i].Name != name {
			continue
		}
		f.flat = f.flat[:0]
		for _, p := range points {
			f.flat = append(f.flat, p.X, p.Y, p.Z)
		}
		if k := &f.paths[i]; k.said.due(f.now) || !slices.Equal(k.points, f.flat) {
			k.points = append(k.points[:0], f.flat...)
			f.add(f.ch.paths[i], Line(f.buf, f.p.Paths[i], f.now, f.flat))
		}
	}
}

// PictureDue reports whether it is time for a picture.
func (f *Film) PictureDue() bool { return f.picture.due(f.now) }

// Picture adds a JPEG.
func (f *Film) Picture(jpeg []byte) {
	frame, c := CameraFrame(&f.p), &f.camera
	f.add(f.ch.image, f.buf.CompressedImage(f.now, frame, "jpeg", jpeg))
	if c.W > 0 && f.lens.due(f.now) {
		f.add(f.ch.lens, f.buf.Calibration(f.now, frame, c.W, c.H, c.Fx, c.Fy, c.Cx, c.Cy))
	}
}

// CloudDue reports whether it is time for points.
func (f *Film) CloudDue() bool { return f.cloud.due(f.now) }

// Cloud adds points in the world frame.
func (f *Film) Cloud(points []view.Point) { f.add(f.ch.points, Cloud(f.buf, World, f.now, points)) }

// Log adds a line to the log; name is the path of what it is about.
func (f *Film) Log(level slog.Level, name, text string) {
	f.add(f.ch.log, f.buf.Log(f.now, level, name, text))
}

var _ view.Canvas = (*Film)(nil)
