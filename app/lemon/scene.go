package lemon

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"log/slog"
	"time"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Orders lists what a person can order the program to do.
func Orders() []view.Order {
	return []view.Order{
		{Path: "operator.order", Label: "e-stop", Example: fmt.Sprint(OperatorStop), Kind: "stop"},
		{Path: "operator.order", Label: "reset", Example: fmt.Sprint(OperatorReset), Kind: "release"},
		{Path: "operator.retarget", Label: "retarget", Example: `{"On": true, "X": 0.45, "Y": 0, "Z": 0.3}`,
			Kind: "point", Fields: []string{"X", "Y", "Z"}, Marker: "goal"},
		{Path: "operator.retarget", Label: "follow the lemon", Example: `{"On": false, "X": 0, "Y": 0, "Z": 0}`},
	}
}

// sceneOf describes what is shown of the program.
func sceneOf(p *Params) (view.Program, error) {
	h, err := data()
	if err != nil {
		return view.Program{}, err
	}
	u, err := xarm.Description()
	if err != nil {
		return view.Program{}, err
	}
	ball := func(radius float64, colour uint32) view.Shape {
		return view.Shape{Kind: view.SphereShape, Size: [3]float64{radius}, At: spatial.Identity(), Colour: colour}
	}
	const far = 0.15 // m: distance at which the camera's view is drawn
	eye := perception.D435iColor()
	links, joints := view.ArmOf(u, h.Chain, [2]uint32{0x9aa0a6, 0xe8eaed})
	return view.Program{
		Name:   "xArm 7 follows a lemon",
		Links:  links,
		Joints: joints,
		Markers: []view.Marker{
			{Name: "tool", Shape: ball(0.008, 0x3b82f6), Trail: 600},
			{Name: "goal", Shape: ball(0.01, 0x22c55e)},
			{Name: "lemon", Shape: ball(0.032, 0xf5c518), Trail: 300},
			{Name: "base", Kind: view.FrameMarker, Shape: view.Shape{Size: [3]float64{0.15}, At: spatial.Identity()}},
			{Name: "tool frame", Kind: view.FrameMarker, Shape: view.Shape{Size: [3]float64{0.06}, At: spatial.Identity()}},
			{Name: "camera", Kind: view.FrustumMarker, Shape: view.Shape{Colour: 0xa855f7, At: spatial.Identity(),
				Size: [3]float64{far * float64(eye.W) / 2 / eye.Fx, far * float64(eye.H) / 2 / eye.Fy, far}}},
		},
		Paths: []view.Path{{Name: "plan", Colour: 0x22c55e}},
		Plots: []view.Plot{
			{Title: "Tracking error", Unit: "mm", Series: []string{"error"}},
			{Title: "Speed", Unit: "m/s", Series: []string{"speed"}, Limits: []view.Limit{{Name: "limit", Value: p.Speed}}},
			{Title: "Acceleration", Unit: "m/s²", Series: []string{"acceleration"}, Limits: []view.Limit{{Name: "limit", Value: p.Acc}}},
		},
	}, nil
}

// figure draws the arm, its camera and the lemon.
type figure struct {
	on    view.Canvas
	h     Hardware
	arm   *view.Arm
	lemon func(time.Duration) spatial.Vec3 // nil if unknown
}

func newFigure(on view.Canvas) (figure, error) {
	h, err := data()
	if err != nil {
		return figure{}, err
	}
	return figure{on: on, h: h, arm: view.NewArm(h.Chain)}, nil
}

// robot draws a reading.
func (g *figure) robot(t time.Duration, w *WorldData) {
	if !g.on.Watched() {
		return
	}
	g.arm.Draw(g.on, t, w.Q[:])
	g.on.Pose("tool", w.Pose)
	g.on.Pose("tool frame", w.Pose)
	g.on.Pose("base", spatial.Identity())
	g.on.Pose("camera", w.Pose.Mul(g.h.Mount))
	if g.lemon != nil {
		g.on.Pose("lemon", spatial.Pose{P: g.lemon(t), R: spatial.IdentityRot()})
	}
}

// goal draws the tool's true goal.
func (g *figure) goal(p spatial.Vec3) {
	g.on.Pose("goal", spatial.Pose{P: p, R: spatial.IdentityRot()})
}

const (
	foreseen   = 150 // cycles ahead
	foreseeDt  = 5   // cycles from point to point
	cloudStep  = 4   // every so many pixels in each direction there is a point
	cloudLasts = time.Second
)

// foresee appends the path on which the planner alone would lead the arm in the next 0.6 s.
func foresee(points []spatial.Vec3, c motion.ServoConfig, cmd *motion.Command, target *Target) []spatial.Vec3 {
	s, err := motion.NewServo(c)
	if err != nil {
		return points
	}
	s.Reset(cmd.Pose())
	s.Adopt(*cmd)
	s.Target(motion.Sighting{Pose: target.Pose, Vel: target.Vel, Moves: true})
	points = append(points, cmd.P)
	for i := 1; i <= foreseen; i++ {
		pose, _ := s.Next(motion.Input{})
		if i%foreseeDt == 0 {
			points = append(points, pose.P)
		}
	}
	return points
}

// servoConfig returns the configuration of a planner that foresees.
func servoConfig(p *Params) motion.ServoConfig {
	l := p.Limits()
	return motion.ServoConfig{Limits: l.Limits, T: p.Period.Seconds(), Workspace: &l.Workspace}
}

// deproject appends what a depth camera sees from eye, every step-th pixel in each direction, in the base frame.
func deproject(points []view.Point, in perception.Intrinsics, eye spatial.Pose, d *perception.Depth, color *perception.Image, step int) []view.Point {
	scale := d.Scale
	if scale == 0 {
		scale = perception.DefaultDepthScale
	}
	for v := 0; v < d.H; v += step {
		for u := 0; u < d.W; u += step {
			raw := d.Pix[v*d.Stride+u]
			if raw == 0 {
				continue
			}
			at := eye.Apply(in.Deproject(float64(u), float64(v), float64(raw)*scale))
			x := view.Point{X: float32(at.X), Y: float32(at.Y), Z: float32(at.Z), Colour: 0x808080}
			if u < color.W && v < color.H {
				rgb := color.Row(v)[3*u:]
				x.Colour = uint32(rgb[0])<<16 | uint32(rgb[1])<<8 | uint32(rgb[2])
			}
			points = append(points, x)
		}
	}
	return points
}

// filming adds to a recording what viewers draw without a plug-in. All of it follows from data that is recorded in any
// case (readings, frames and targets), except the planned path, which requires the planner's ports to be recorded. It
// is made on the goroutine that writes the recording, including the pictures: the frames are rendered again, at a lower
// rate.
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
	aims   bool // there is a target
	path   []spatial.Vec3
	plans  int // commands since the last path
}

const (
	filmedStep  = 12 // every so many pixels in each direction there is a point of the recorded cloud
	filmedPlans = 50 // commands from path to path
	jpegQuality = 80
)

// The topics of which a film is always made.
const (
	filmedReading = record.DoorPrefix + "robot.reading"
	filmedFrame   = record.DoorPrefix + "vision.camera.frame"
	filmedTarget  = record.DoorPrefix + "planning.target"
)

// addFilm makes the recorder film the run.
func (s *session) addFilm(w *trace.Writer, rec *record.Recorder) error {
	scene, err := sceneOf(&s.p)
	if err != nil {
		return err
	}
	o := film.Options{Camera: s.h.Camera}
	if s.rig != nil { // only a simulated camera's frames can be rendered again
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
		if f.eye, err = newRenderedEye(); err != nil {
			return err
		}
	}
	return f.follow(rec)
}

func (f *filming) follow(rec *record.Recorder) error {
	return errors.Join(
		film.Follow(f.Film, rec, filmedReading, f.reading),
		film.Follow(f.Film, rec, filmedFrame, f.frame),
		film.Follow(f.Film, rec, filmedTarget, func(t *Target) { f.goal(t.Pose.P) }),
		film.Follow(f.Film, rec, "planning.instructor.target_position", func(t *Target) { f.target, f.aims = *t, true }),
		film.Follow(f.Film, rec, "planning.safety.command", f.command),
		film.Follow(f.Film, rec, record.DoorPrefix+"operator.order", func(o *OperatorCommand) {
			text := "reset"
			if *o == OperatorStop {
				text = "emergency stop"
			}
			f.Log(slog.LevelInfo, "operator", text)
		}),
		f.FollowMisses(rec))
}

// reading draws the robot, and reports when it stops or starts answering.
func (f *filming) reading(w *WorldData) {
	if r := (robotState{ready: w.Fault == xarm.FaultNone && w.Error == 0, fault: w.Fault, code: w.Error}); r != f.state {
		f.state = r
		if text := r.words(true, false); text != "" {
			f.Log(slog.LevelError, "robot", text)
		} else {
			f.Log(slog.LevelInfo, "robot", "the robot answers again, without an error")
		}
	}
	if w.Fault == xarm.FaultNone {
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
	if jpeg.Encode(&f.jpg, f.pixels, &jpeg.Options{Quality: jpegQuality}) == nil { // a buffer accepts everything
		f.Picture(f.jpg.Bytes())
	}
	if f.CloudDue() {
		f.points = deproject(f.points[:0], f.h.Camera, x.Shot.Camera, depth, color, filmedStep)
		f.Cloud(f.points)
	}
}

// command draws from time to time where the planner leads, if the target is recorded.
func (f *filming) command(c *motion.Command) {
	if f.plans++; f.plans < filmedPlans || !f.aims {
		return
	}
	f.plans = 0
	f.path = foresee(f.path[:0], f.config, c, &f.target)
	f.Path("plan", f.path)
}
