package view

import (
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Tree draws a whole robot from a description: arms, grippers and bases as they are attached to each other.
type Tree struct {
	u      *kinematics.URDF
	joints []tied // those nearer to the root first
	poses  []spatial.Pose
}

// tied is a joint with the indices of its links.
type tied struct {
	*kinematics.Joint
	parent, child int
}

// NewTree makes the tree of a description.
func NewTree(u *kinematics.URDF) *Tree {
	t := &Tree{u: u, poses: make([]spatial.Pose, len(u.Links))}
	links := map[string]int{}
	for i := range u.Links {
		links[u.Links[i].Name] = i
	}
	reached := map[string]bool{u.Root(): true}
	for more := true; more; {
		more = false
		for i := range u.Joints {
			if j := &u.Joints[i]; reached[j.Parent] && !reached[j.Child] {
				reached[j.Child], more = true, true
				t.joints = append(t.joints, tied{j, links[j.Parent], links[j.Child]})
			}
		}
	}
	for i := range t.poses {
		t.poses[i] = spatial.Identity()
	}
	return t
}

// Links are the bodies according to the description, in two alternating colours. A link without shapes, or with meshes
// only, is a rod from its frame to the joints that it carries.
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

// rod is a capsule from a frame's origin to a point in it, or nothing if the point is at the origin.
func rod(to spatial.Vec3, colour uint32) (shapes []Shape) {
	const radius = 0.025
	z, ok := to.Unit()
	n := to.Norm()
	if !ok || n < 1e-3 {
		return nil
	}
	return []Shape{{Kind: CapsuleShape, Size: [3]float64{min(radius, n/3), n}, At: spatial.Pose{P: to.Scale(0.5), R: spatial.ZTo(z)}, Colour: colour}}
}

// Draw draws the robot with its joints where position says: rad or m; NaN counts as zero. It does not allocate.
func (t *Tree) Draw(on Canvas, at time.Duration, position func(joint string) float64) {
	for _, j := range t.joints {
		p := t.poses[j.parent].Mul(j.Origin)
		if q := position(j.Name); j.Type != kinematics.Fixed && q == q {
			move := spatial.Identity()
			if j.Type == kinematics.Prismatic {
				move.P = j.Axis.Scale(q)
			} else {
				move.R = spatial.Exp(j.Axis.Scale(q))
			}
			p = p.Mul(move)
		}
		t.poses[j.child] = p
	}
	on.Links(at, t.poses)
}
