package kinematics

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// URDF is a robot description: a tree of links connected by joints. ParseURDF guarantees that it is a tree with one
// root, that names are unique and that every number is finite.
type URDF struct {
	File   string // the name given to ParseURDF
	Name   string // of the robot
	Links  []Link // in the order of the file
	Joints []Joint

	links   map[string]int
	parent  []int   // index of the joint above link i, or -1
	below   [][]int // indices of the joints under link i, in the order of the file
	rootIdx int
}

// Link is a rigid body.
type Link struct {
	Name      string
	Inertial  Inertial // zero if the file gives none
	Visual    []Shape
	Collision []Shape
	At        diag.Pos
}

// Inertial is the mass of a body.
type Inertial struct {
	Origin  spatial.Pose // centre of mass and axes of the tensor, in the link frame
	Mass    float64      // kg
	Inertia Tensor       // about the centre of mass, along the axes of Origin, kg·m²
}

// Tensor is a symmetric inertia tensor in kg·m². XY, XZ and YZ are the elements of the matrix.
type Tensor struct{ XX, XY, XZ, YY, YZ, ZZ float64 }

// Geometry is the kind of a shape.
type Geometry uint8

// The geometries of URDF, and the capsule of its 2024 revision.
const (
	Box Geometry = iota + 1
	Cylinder
	Sphere
	CapsuleShape
	Mesh
)

// Shape is the geometry of a visual or a collision.
type Shape struct {
	Kind   Geometry
	Origin spatial.Pose // of the shape's centre in the link frame; cylinders and capsules lie along z
	Size   spatial.Vec3 // Box: edges, m. Mesh: scale
	Radius float64      // Cylinder, Sphere, CapsuleShape: m
	Length float64      // Cylinder: height; CapsuleShape: height without the caps, m
	File   string       // Mesh
	RGBA   [4]float64   // colour, zero if the file gives none
}

// JointType is the kind of motion that a joint allows.
type JointType uint8

// The joint types of URDF.
const (
	Fixed JointType = iota + 1
	Revolute
	Continuous
	Prismatic
	Floating
	Planar
)

// String returns the joint type's name in URDF.
func (t JointType) String() string {
	switch t {
	case Fixed:
		return "fixed"
	case Revolute:
		return "revolute"
	case Continuous:
		return "continuous"
	case Prismatic:
		return "prismatic"
	case Floating:
		return "floating"
	case Planar:
		return "planar"
	}
	return "no joint type"
}

// Joint ties a child link to its parent.
type Joint struct {
	Name          string
	Type          JointType
	Parent, Child string
	Origin        spatial.Pose // child frame in the parent link frame with the joint at zero
	Axis          spatial.Vec3 // unit, in the child frame
	Limit         Limit        // infinite where the file gives none
	Damping       float64      // N·m·s/rad or N·s/m
	Friction      float64      // N·m or N
	Mimic         string       // name of the joint this one copies, or ""
	At            diag.Pos
}

// Limit bounds one joint: position in rad or m, velocity in rad/s or m/s, effort in N·m or N.
type Limit struct{ Lower, Upper, Velocity, Effort float64 }

// Root returns the name of the link without a parent.
func (u *URDF) Root() string { return u.Links[u.rootIdx].Name }

// Link returns the link with a name, or nil.
func (u *URDF) Link(name string) *Link {
	if i, ok := u.links[name]; ok {
		return &u.Links[i]
	}
	return nil
}

// Pose returns the pose of link to in the frame of link from with every joint at zero, for instance of a camera in the
// link that carries it. It is an error if the two are not rigidly connected, because movable joints between them would
// make the pose meaningless.
func (u *URDF) Pose(from, to string) (spatial.Pose, error) {
	a, err := u.toAnchor(from)
	if err != nil {
		return spatial.Pose{}, err
	}
	b, err := u.toAnchor(to)
	if err != nil {
		return spatial.Pose{}, err
	}
	if a.link != b.link {
		return spatial.Pose{}, fmt.Errorf("%s: %s and %s are not rigidly tied: %s moves with %s and %s with %s; ask a Chain for the pose instead",
			u.File, from, to, from, u.Links[a.link].Name, to, u.Links[b.link].Name)
	}
	return a.pose.Inv().Mul(b.pose), nil
}

type anchored struct {
	link int          // the uppermost link rigidly connected to the requested one
	pose spatial.Pose // of the requested link, in that link
}

func (u *URDF) toAnchor(name string) (anchored, error) {
	i, ok := u.links[name]
	if !ok {
		return anchored{}, u.noLink(name)
	}
	a := anchored{i, spatial.Identity()}
	for u.parent[a.link] >= 0 {
		j := &u.Joints[u.parent[a.link]]
		if j.Type != Fixed {
			break
		}
		a = anchored{u.links[j.Parent], j.Origin.Mul(a.pose)}
	}
	return a, nil
}

func (u *URDF) noLink(name string) error {
	names := make([]string, len(u.Links))
	for i := range u.Links {
		names[i] = u.Links[i].Name
	}
	return fmt.Errorf("%s: no link is called %q; the links are %s", u.File, name, strings.Join(names, ", "))
}
