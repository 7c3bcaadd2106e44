package lemon

import (
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
)

// figure draws the arm, its camera and the lemon.
type figure struct {
	on    view.Canvas
	h     Hardware
	data  *kinematics.Data
	links []spatial.Pose
	lemon func(time.Duration) spatial.Vec3 // nil where nobody knows
}

func newFigure(on view.Canvas) (figure, error) {
	h, err := Describe()
	if err != nil {
		return figure{}, err
	}
	return figure{on: on, h: h, data: kinematics.NewData(h.Chain), links: make([]spatial.Pose, h.Chain.N()+1)}, nil
}

// robot draws a reading.
func (g *figure) robot(t time.Duration, w *WorldData) {
	if !g.on.Watched() {
		return
	}
	chain := g.h.Chain
	chain.FK(g.data, w.Q[:])
	g.links[0] = spatial.Identity()
	for i := range chain.N() {
		g.links[i+1] = chain.Frame(g.data, i)
	}
	g.on.Links(t, g.links)
	g.on.Joints(t, w.Q[:])
	g.on.Pose("tool", w.Pose)
	g.on.Pose("tool frame", w.Pose)
	g.on.Pose("base", spatial.Identity())
	g.on.Pose("camera", w.Pose.Mul(g.h.Mount))
	if g.lemon != nil {
		g.on.Pose("lemon", spatial.Pose{P: g.lemon(t), R: spatial.IdentityRot()})
	}
}

// goal draws where the tool should be.
func (g *figure) goal(p spatial.Vec3) {
	g.on.Pose("goal", spatial.Pose{P: p, R: spatial.IdentityRot()})
}

const (
	foreseen   = 150 // cycles ahead
	foreseeDt  = 5   // cycles from point to point
	cloudStep  = 4   // of so many pixels in each direction one is a point
	cloudLasts = time.Second
)

// foresee appends where the planner, left to itself, would lead the arm in the next 0.6 s.
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

// servoConfig is that of a planner which foresees.
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
