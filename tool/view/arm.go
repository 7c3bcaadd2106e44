package view

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// ArmOf returns what there is to show of an arm: its bodies according to the description, first the base and then what
// each joint moves, in two alternating colours; and the names of its joints, J1 and so on.
func ArmOf(u *kinematics.URDF, c *kinematics.Chain, colours [2]uint32) (links []Link, joints []string) {
	for i := range c.N() + 1 {
		l := Link{Name: c.Base()}
		if i > 0 {
			l.Name = c.LinkName(i - 1)
			joints = append(joints, fmt.Sprintf("J%d", i))
		}
		if body := u.Link(l.Name); body != nil {
			for _, s := range body.Visual {
				l.Shapes = append(l.Shapes, shapeOf(s, colours[i%2]))
			}
		}
		links = append(links, l)
	}
	return links, joints
}

// shapeOf is a shape of a description, with a colour.
func shapeOf(s kinematics.Shape, colour uint32) Shape {
	v := Shape{At: s.Origin, Colour: colour}
	switch s.Kind {
	case kinematics.Box:
		v.Kind, v.Size = BoxShape, [3]float64{s.Size.X, s.Size.Y, s.Size.Z}
	case kinematics.Sphere:
		v.Kind, v.Size = SphereShape, [3]float64{s.Radius}
	case kinematics.CapsuleShape:
		v.Kind, v.Size = CapsuleShape, [3]float64{s.Radius, s.Length}
	default:
		v.Kind, v.Size = CylinderShape, [3]float64{s.Radius, s.Length}
	}
	return v
}

// Arm draws the arm of a chain on a canvas whose scene has the links of ArmOf. Drawing does not allocate.
type Arm struct {
	chain *kinematics.Chain
	data  *kinematics.Data
	links []spatial.Pose
}

// NewArm makes the arm of a chain.
func NewArm(c *kinematics.Chain) *Arm {
	return &Arm{chain: c, data: kinematics.NewData(c), links: make([]spatial.Pose, c.N()+1)}
}

// Draw draws the arm with its joints at q (rad), and returns the pose of its end in its base.
func (a *Arm) Draw(on Canvas, t time.Duration, q []float64) spatial.Pose {
	end := a.chain.FK(a.data, q)
	a.links[0] = spatial.Identity()
	for i := range a.chain.N() {
		a.links[i+1] = a.chain.Frame(a.data, i)
	}
	on.Links(t, a.links)
	on.Joints(t, q)
	return end
}
