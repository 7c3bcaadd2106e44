// Package show is an example to look at, for the tests of hub and page.
package show

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Show is a made-up arm of seven joints that follows a lemon.
type Show struct {
	Hub   *view.Hub
	poses []spatial.Pose
	q     []float64
	plan  [20]spatial.Vec3
}

var lengths = [...]float64{0.267, 0.147, 0.146, 0.17, 0.172, 0.076, 0.097}

// Program describes what it shows.
func Program() view.Program {
	p := view.Program{Name: "follow the lemon", Joints: []string{"J1", "J2", "J3", "J4", "J5", "J6", "J7"}}
	shape := func(k view.ShapeKind, colour uint32, z, a, b float64) view.Shape {
		at := spatial.Identity()
		at.P.Z = z
		return view.Shape{Kind: k, Size: [3]float64{a, b}, At: at, Colour: colour}
	}
	p.Links = append(p.Links, view.Link{Name: "base", Shapes: []view.Shape{shape(view.CylinderShape, 0x8d97a3, 0.03, 0.075, 0.06)}})
	for i, l := range lengths {
		r := 0.052 - 0.004*float64(i)
		p.Links = append(p.Links, view.Link{Name: p.Joints[i], Shapes: []view.Shape{
			shape(view.CapsuleShape, 0xf2f4f7, l/2, r, l), shape(view.SphereShape, 0x5b6675, 0, r*1.15, 0),
		}})
	}
	at := spatial.Identity()
	p.Markers = []view.Marker{
		{Name: "lemon", Shape: view.Shape{Kind: view.SphereShape, Size: [3]float64{0.03}, At: at, Colour: 0xf4cf1c}},
		{Name: "tool", Shape: view.Shape{Size: [3]float64{0.012, 0.012, 0.012}, At: at, Colour: 0x1f6feb}, Trail: 300},
		{Name: "camera", Shape: view.Shape{Size: [3]float64{0.1, 0.08, 0.2}, At: at, Colour: 0x888888}, Kind: view.FrustumMarker},
		{Name: "base", Shape: view.Shape{Size: [3]float64{0.1}, At: at}, Kind: view.FrameMarker},
	}
	p.Paths = []view.Path{{Name: "plan", Colour: 0x22c55e}}
	p.Plots = []view.Plot{
		{Title: "tracking error", Unit: "mm", Series: []string{"error"}, Limits: []view.Limit{{Name: "3 mm", Value: 3}}},
		{Title: "tool speed", Unit: "m/s", Series: []string{"commanded", "measured"}, Limits: []view.Limit{{Name: "limit 0.5", Value: 0.5}}},
	}
	return p
}

// New makes a show on a hub of its own.
func New() *Show {
	h, err := view.NewHub(Program())
	if err != nil {
		panic(err)
	}
	return On(h)
}

// On makes a show on a hub of the same program.
func On(h *view.Hub) *Show {
	return &Show{Hub: h, poses: make([]spatial.Pose, 1+len(lengths)), q: make([]float64, len(lengths))}
}

// Step shows time t.
func (s *Show) Step(t time.Duration) {
	x := t.Seconds()
	pose := spatial.Identity()
	s.poses[0] = pose
	for i := range s.q {
		s.q[i] = 0.25*math.Sin(0.8*x+float64(i)) + [...]float64{0, 0.5, 0, 0.7, 0, 0.9, 0}[i]
		turn := spatial.RotY(s.q[i])
		if i%2 == 0 {
			turn = spatial.RotZ(s.q[i])
		}
		pose = pose.Mul(spatial.Pose{R: turn})
		s.poses[i+1] = pose
		pose = pose.Mul(spatial.Pose{P: spatial.V(0, 0, lengths[i]), R: spatial.IdentityRot()})
	}
	s.Hub.Links(t, s.poses)
	s.Hub.Joints(t, s.q)
	s.Hub.Pose("tool", pose)
	s.Hub.Pose("lemon", spatial.Pose{P: pose.P.Add(spatial.V(0.05, 0.02*math.Sin(3*x), -0.08)), R: spatial.IdentityRot()})
	s.Hub.Pose("camera", pose)
	s.Hub.Pose("base", spatial.Identity())
	for i := range s.plan {
		s.plan[i] = pose.P.Add(spatial.V(0.01*float64(i), 0.02*math.Sin(x+float64(i)/5), 0))
	}
	s.Hub.Path("plan", s.plan[:])
	s.Hub.Point("error", t, 1.4+1.2*math.Sin(2.3*x)+0.2*math.Sin(90*x))
	s.Hub.Point("commanded", t, 0.25+0.2*math.Sin(0.9*x))
	s.Hub.Point("measured", t, 0.25+0.2*math.Sin(0.9*x-0.1)+0.01*math.Sin(70*x))
}
