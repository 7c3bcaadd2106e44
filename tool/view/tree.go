package view

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Tree draws a whole robot of a description: arms, grippers and bases as they are tied to each other.
type Tree struct {
	u     *kinematics.URDF
	order []int // joints, those nearer to the root first
	links map[string]int
	poses []spatial.Pose
}

// NewTree makes the tree of a description.
func NewTree(u *kinematics.URDF) *Tree {
	t := &Tree{u: u, links: map[string]int{}, poses: make([]spatial.Pose, len(u.Links))}
	for i := range u.Links {
		t.links[u.Links[i].Name] = i
	}
	reached := map[string]bool{u.Root(): true}
	for more := true; more; {
		more = false
		for i := range u.Joints {
			if j := &u.Joints[i]; reached[j.Parent] && !reached[j.Child] {
				reached[j.Child], more = true, true
				t.order = append(t.order, i)
			}
		}
	}
	for i := range t.poses {
		t.poses[i] = spatial.Identity()
	}
	return t
}

// Links are the bodies as the description has them, in two colours by turns. One that has no shape, or only meshes, is a rod
// from its frame to the joints that it carries.
func (t *Tree) Links(colours [2]uint32) (links []Link) {
	for i := range t.u.Links {
		l := Link{Name: t.u.Links[i].Name}
		for _, s := range t.u.Links[i].Visual {
			if s.Kind != kinematics.Mesh {
				l.Shapes = append(l.Shapes, shapeOf(s, colours[i%2]))
			}
		}
		shapeless := len(l.Shapes) == 0
		for k := range t.u.Joints {
			if j := &t.u.Joints[k]; j.Parent == l.Name && shapeless {
				l.Shapes = append(l.Shapes, rod(j.Origin.P, colours[i%2])...)
			}
		}
		links = append(links, l)
	}
	return links
}

// rod is a capsule from a frame's origin to a point in it, none where that is no way off.
func rod(to spatial.Vec3, colour uint32) (shapes []Shape) {
	const radius = 0.025
	n := to.Norm()
	if n < 1e-3 {
		return nil
	}
	z := to.Scale(1 / n)
	axis, angle := spatial.V(-z.Y, z.X, 0), math.Acos(max(-1, min(1, z.Z)))
	if s := axis.Norm(); s > 1e-9 {
		axis = axis.Scale(angle / s)
	} else {
		axis = spatial.V(angle, 0, 0)
	}
	return []Shape{{Kind: CapsuleShape, Size: [3]float64{min(radius, n/3), n}, At: spatial.Pose{P: to.Scale(0.5), R: spatial.Exp(axis)}, Colour: colour}}
}

// Draw draws the robot with its joints where position says: rad or m; NaN counts as zero. It does not allocate.
func (t *Tree) Draw(on Canvas, at time.Duration, position func(joint string) float64) {
	for _, i := range t.order {
		j := &t.u.Joints[i]
		p := t.poses[t.links[j.Parent]].Mul(j.Origin)
		if q := position(j.Name); j.Type != kinematics.Fixed && q == q {
			move := spatial.Identity()
			if j.Type == kinematics.Prismatic {
				move.P = j.Axis.Scale(q)
			} else {
				move.R = spatial.Exp(j.Axis.Scale(q))
			}
			p = p.Mul(move)
		}
		t.poses[t.links[j.Child]] = p
	}
	on.Links(at, t.poses)
}
