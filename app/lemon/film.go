package lemon

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"log/slog"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// filming adds to a recording what viewers draw without a plug-in. All of it follows from what is recorded in any case,
// the readings, frames and targets, but the planned path, which needs the planner's ports to be recorded. It is made on
// the goroutine that writes the recording, pictures included: the frames are rendered again, at a lower rate.
type filming struct {
	*film.Film
	figure
	eye    *RenderedEye
	pixels *image.RGBA
	jpg    bytes.Buffer
	points []view.Point
	state  robotState
	config motion.ServoConfig
	target Target
	path   []spatial.Vec3
	plans  int // commands since the last path
}

const (
	filmedStep  = 12 // of so many pixels in each direction one is a point of the recorded cloud
	filmedPlans = 50 // commands from path to path
	jpegQuality = 80
)

// filmed names the topics that a film is made of.
const (
	filmedReading = record.DoorPrefix + "robot.reading"
	filmedFrame   = record.DoorPrefix + "vision.camera.frame"
	filmedTarget  = record.DoorPrefix + "planning.target"
)

// addFilm has the recorder film the run.
func (s *session) addFilm(w *trace.Writer, rec *record.Recorder) error {
	scene, err := sceneOf(&s.p)
	if err != nil {
		return err
	}
	o := film.Options{Camera: s.h.Camera}
	if s.rig != nil { // only a simulated camera's frames can be looked at again
		o.Pictures, o.Clouds = s.Pictures, min(s.Pictures, 1)
	}
	f := &filming{config: servoConfig(&s.p), state: robotState{ready: true}}
	if f.Film, err = film.New(w, scene, filmedReading+" "+filmedFrame+" "+filmedTarget, o); err != nil {
		return err
	}
	if f.figure, err = newFigure(f.Film); err != nil {
		return err
	}
	if o.Pictures > 0 {
		if f.eye, err = NewRenderedEye(); err != nil {
			return err
		}
	}
	return f.follow(rec)
}

func (f *filming) follow(rec *record.Recorder) error {
	for _, err := range []error{
		followed(f, rec, filmedReading, f.reading),
		followed(f, rec, filmedFrame, f.frame),
		followed(f, rec, filmedTarget, func(t *Target) { f.goal(t.Pose.P) }),
		followed(f, rec, "planning.instructor.target_position", func(t *Target) { f.target = *t }),
		followed(f, rec, "planning.safety.command", f.command),
		followed(f, rec, record.DoorPrefix+"operator.order", func(o *OperatorCommand) {
			text := "reset"
			if *o == OperatorStop {
				text = "emergency stop"
			}
			f.Log(slog.LevelInfo, "operator", text)
		}),
		followed(f, rec, record.TopicMiss, func(m *record.Miss) { f.Log(slog.LevelWarn, m.Reaction, "missed its deadline") }),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// followed calls draw with every value of a topic, where it is recorded.
func followed[T any](f *filming, rec *record.Recorder, topic string, draw func(*T)) error {
	_, err := record.Follow(rec, topic, func(tag reactor.Tag, v *T) {
		f.At(tag.Time.Duration())
		draw(v)
	})
	return err
}

// reading draws the robot, and tells when it stops and goes on answering.
func (f *filming) reading(w *WorldData) {
	if r := (robotState{w.Fault == NoFault && w.Error == 0, w.Fault, w.Error}); r != f.state {
		f.state = r
		if text := r.words(true, false); text != "" {
			f.Log(slog.LevelError, "robot", text)
		} else {
			f.Log(slog.LevelInfo, "robot", "the robot answers again, without an error")
		}
	}
	if w.Fault == NoFault {
		f.robot(0, w)
	}
}

// frame draws the lemon and what the camera sees.
func (f *filming) frame(x *Frame) {
	if x.Shot.Visible {
		f.Pose("lemon", x.Shot.Lemon)
	}
	if f.eye == nil || !f.PictureDue() {
		return
	}
	color, depth, err := f.eye.Look(x)
	if err != nil {
		f.Log(slog.LevelError, "vision.camera", fmt.Sprintf("frame %d: %v", x.Seq, err))
		return
	}
	if f.pixels == nil {
		f.pixels = &image.RGBA{}
	}
	f.pixels = copyPixels(f.pixels, color)
	f.jpg.Reset()
	if jpeg.Encode(&f.jpg, f.pixels, &jpeg.Options{Quality: jpegQuality}) == nil { // a buffer takes all
		f.Picture(f.jpg.Bytes())
	}
	if f.CloudDue() {
		f.points = deproject(f.points[:0], f.h.Camera, x.Shot.Camera, depth, color, filmedStep)
		f.Cloud(f.points)
	}
}

// command draws where the planner leads now and then.
func (f *filming) command(c *motion.Command) {
	if f.plans++; f.plans < filmedPlans {
		return
	}
	f.plans = 0
	f.path = foresee(f.path[:0], f.config, c, &f.target)
	f.Path("plan", f.path)
}
