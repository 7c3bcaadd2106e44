package lemon

import (
	"fmt"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Orders lists what a person may tell the program.
func Orders() []view.Order {
	return []view.Order{
		{Path: "operator.order", Label: "e-stop", Example: fmt.Sprint(OperatorStop), Kind: "stop"},
		{Path: "operator.order", Label: "reset", Example: fmt.Sprint(OperatorReset)},
		{Path: "operator.retarget", Label: "retarget", Example: `{"On": true, "X": 0.45, "Y": 0, "Z": 0.3}`,
			Kind: "point", Fields: []string{"X", "Y", "Z"}, Marker: "goal"},
		{Path: "operator.retarget", Label: "follow the lemon", Example: `{"On": false, "X": 0, "Y": 0, "Z": 0}`},
	}
}

// sceneOf says what there is to show of the program.
func sceneOf(p *Params) (view.Program, error) {
	h, err := Describe()
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
	const far = 0.15 // m: how far in front of the camera its view is drawn
	eye := perception.D435iColor()
	return view.Program{
		Name:   "xArm 7 follows a lemon",
		Links:  robotLinks(u, h.Chain),
		Joints: jointNames(h.Chain),
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

func jointNames(c *kinematics.Chain) []string {
	names := make([]string, c.N())
	for i := range names {
		names[i] = fmt.Sprintf("J%d", i+1)
	}
	return names
}

// robotLinks takes the bodies to draw from the robot's description: the base, then the moving links.
func robotLinks(u *kinematics.URDF, c *kinematics.Chain) []view.Link {
	names := []string{c.Base()}
	for i := range c.N() {
		names = append(names, c.LinkName(i))
	}
	var ls []view.Link
	for i, n := range names {
		l := view.Link{Name: n}
		if link := u.Link(n); link != nil {
			for _, s := range link.Visual {
				l.Shapes = append(l.Shapes, drawn(s, i))
			}
		}
		ls = append(ls, l)
	}
	return ls
}

func drawn(s kinematics.Shape, i int) view.Shape {
	colours := [...]uint32{0x9aa0a6, 0xe8eaed}
	v := view.Shape{At: s.Origin, Colour: colours[i%2]}
	switch s.Kind {
	case kinematics.Box:
		v.Kind, v.Size = view.BoxShape, [3]float64{s.Size.X, s.Size.Y, s.Size.Z}
	case kinematics.Sphere:
		v.Kind, v.Size = view.SphereShape, [3]float64{s.Radius}
	case kinematics.CapsuleShape:
		v.Kind, v.Size = view.CapsuleShape, [3]float64{s.Radius, s.Length}
	default:
		v.Kind, v.Size = view.CylinderShape, [3]float64{s.Radius, s.Length}
	}
	return v
}
