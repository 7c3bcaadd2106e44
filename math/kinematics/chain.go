package kinematics

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Chain is a serial arm: N moving joints from a base frame to a tip frame. It does not change while it is
// used; With… methods return modified copies.
//
// Internally every joint moves about or along z of its own frame; other axes are turned to z when the chain is built,
// and Frame turns them back.
type Chain struct {
	// Gravity is the acceleration of free fall in the base frame, m/s²; Chain sets (0, 0, −9.81).
	// Set it before the chain is used, never during.
	Gravity spatial.Vec3

	base, tip string
	joints    []joint
	end       spatial.Pose // tip in the last joint's frame
}

type joint struct {
	prismatic bool
	turned    bool         // back is not the identity
	rot       spatial.Rot  // joint frame at zero in the joint frame before
	pos       spatial.Vec3 //
	mass      float64      // mass of everything that moves with the joint
	first     spatial.Vec3 // mass times centre of mass, in the joint frame
	com       spatial.Vec3
	central   Tensor      // about the centre of mass
	origin    Tensor      // about the joint frame's origin
	back      spatial.Rot // link frame in joint frame
	limit     Limit
	damping   float64
	friction  float64
	name      string
	link      string
}

// Chain returns the arm from link base to link tip, which must lie on the way from base outwards. Fixed joints are
// merged, with their masses; branches off the chain move with the link to which they are attached, with their own
// joints held at zero. Revolute, continuous and prismatic joints move; others on the way are an error.
func (u *URDF) Chain(base, tip string) (*Chain, error) {
	b, ok := u.links[base]
	if !ok {
		return nil, u.noLink(base)
	}
	t, ok := u.links[tip]
	if !ok {
		return nil, u.noLink(tip)
	}
	var path []int // joints from tip to base
	for i := t; i != b; {
		k := u.parent[i]
		if k < 0 {
			return nil, diag.Fault{Pos: u.Links[t].At, What: fmt.Sprintf("link %s is not below link %s", tip, base), Do: "give a tip that hangs on the base"}
		}
		path = append(path, k)
		i = u.links[u.Joints[k].Parent]
	}
	c := &Chain{Gravity: spatial.V(0, 0, -9.81), base: base, tip: tip}
	onPath := make([]bool, len(u.Joints))
	for _, k := range path {
		onPath[k] = true
	}
	before := spatial.Identity() // from the last joint frame to the link reached so far
	for n := len(path) - 1; n >= 0; n-- {
		uj := &u.Joints[path[n]]
		before = before.Mul(uj.Origin)
		if uj.Type == Fixed {
			continue
		}
		j, err := u.moving(uj)
		if err != nil {
			return nil, err
		}
		j.rot, j.pos = before.R.Mul(j.back.T()), before.P
		u.load(&j, onPath)
		c.joints = append(c.joints, j)
		before = spatial.Pose{R: j.back}
	}
	if len(c.joints) == 0 {
		return nil, fmt.Errorf("%s: no joint moves between %s and %s; a chain needs one", u.File, base, tip)
	}
	c.end = before
	return c, nil
}

func (u *URDF) moving(uj *Joint) (joint, error) {
	fault := diag.Fault{Pos: uj.At, What: fmt.Sprintf("joint %s mimics %s", uj.Name, uj.Mimic), Do: "a chain moves every joint by itself, choose another tip"}
	if uj.Mimic != "" {
		return joint{}, fault
	}
	j := joint{limit: uj.Limit, damping: uj.Damping, friction: uj.Friction, name: uj.Name, link: uj.Child}
	switch uj.Type {
	case Revolute, Continuous:
	case Prismatic:
		j.prismatic = true
	default:
		fault.What, fault.Do = fmt.Sprintf("joint %s is %s", uj.Name, uj.Type), "a chain moves revolute, continuous and prismatic joints, start it below"
		return joint{}, fault
	}
	toAxis := spatial.ZTo(uj.Axis) // joint frame in link frame
	j.back, j.turned = toAxis.T(), toAxis != spatial.IdentityRot()
	return j, nil
}

// load adds the mass of everything that moves with j: its link, and the branches attached to it.
func (u *URDF) load(j *joint, onPath []bool) {
	type at struct {
		link int
		pose spatial.Pose // in the joint frame
	}
	todo := []at{{u.links[j.link], spatial.Pose{R: j.back}}}
	for len(todo) > 0 {
		a := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		in := u.Links[a.link].Inertial
		j.add(in.Mass, in.Inertia, a.pose.Mul(in.Origin))
		for _, k := range u.below[a.link] {
			if uj := &u.Joints[k]; uj.Type == Fixed || !onPath[k] {
				todo = append(todo, at{u.links[uj.Child], a.pose.Mul(uj.Origin)})
			}
		}
	}
}

// add puts a body with its mass, its tensor about its centre and the pose of that centre onto j.
func (j *joint) add(mass float64, t Tensor, pose spatial.Pose) {
	if mass == 0 && t == (Tensor{}) {
		return
	}
	o := t.turn(pose.R).plus(point(mass, pose.P))
	j.origin = j.origin.plus(o)
	j.first = j.first.Add(pose.P.Scale(mass))
	j.mass += mass
	if j.mass > 0 {
		j.com = j.first.Scale(1 / j.mass)
	}
	p := point(j.mass, j.com)
	j.central = j.origin.plus(Tensor{-p.XX, -p.XY, -p.XZ, -p.YY, -p.YZ, -p.ZZ})
}

// point returns the tensor about the origin of a mass at p.
func point(m float64, p spatial.Vec3) Tensor {
	return Tensor{m * (p.Y*p.Y + p.Z*p.Z), -m * p.X * p.Y, -m * p.X * p.Z,
		m * (p.X*p.X + p.Z*p.Z), -m * p.Y * p.Z, m * (p.X*p.X + p.Y*p.Y)}
}

func (t Tensor) plus(o Tensor) Tensor {
	return Tensor{t.XX + o.XX, t.XY + o.XY, t.XZ + o.XZ, t.YY + o.YY, t.YZ + o.YZ, t.ZZ + o.ZZ}
}

// turn returns r·t·rᵀ.
func (t Tensor) turn(r spatial.Rot) Tensor {
	if r == spatial.IdentityRot() {
		return t
	}
	m := r.Mul(spatial.Rot{t.XX, t.XY, t.XZ, t.XY, t.YY, t.YZ, t.XZ, t.YZ, t.ZZ}).Mul(r.T())
	return Tensor{m[0], m[1], m[2], m[4], m[5], m[8]}
}

// N returns the number of moving joints.
func (c *Chain) N() int { return len(c.joints) }

// Base returns the name of the link at which the chain begins.
func (c *Chain) Base() string { return c.base }

// Tip returns the name of the link at which the chain ends.
func (c *Chain) Tip() string { return c.tip }

// Limit returns the limits of joint i.
func (c *Chain) Limit(i int) Limit { return c.joints[i].limit }

// JointName returns the name of joint i in the description.
func (c *Chain) JointName(i int) string { return c.joints[i].name }

// LinkName returns the name of the link that joint i moves.
func (c *Chain) LinkName(i int) string { return c.joints[i].link }

// Damping returns the damping of joint i in N·m·s/rad (N·s/m), as described. RNEA and ABA leave it to the caller.
func (c *Chain) Damping(i int) float64 { return c.joints[i].damping }

// Friction returns the friction of joint i in N·m (N), as described. RNEA and ABA leave it to the caller.
func (c *Chain) Friction(i int) float64 { return c.joints[i].friction }

// Body returns the body that joint i moves, up to the next joint: mass in kg, centre of mass in the link frame and
// the tensor about that centre along the axes of the link frame.
func (c *Chain) Body(i int) (mass float64, com spatial.Vec3, inertia Tensor) {
	j := &c.joints[i]
	return j.mass, j.back.ApplyT(j.com), j.central.turn(j.back.T())
}

// Mount returns the pose of link frame i in link frame i−1 (the base frame for i = 0) with joint i at zero,
// and the joint's axis in the link frame; i = N gives the tip in the last link frame, without axis.
func (c *Chain) Mount(i int) (spatial.Pose, spatial.Vec3) {
	in := spatial.IdentityRot()
	if i > 0 {
		in = c.joints[i-1].back.T()
	}
	if i == len(c.joints) {
		return spatial.Pose{P: in.Apply(c.end.P), R: in.Mul(c.end.R)}, spatial.Vec3{}
	}
	j := &c.joints[i]
	return spatial.Pose{P: in.Apply(j.pos), R: in.Mul(j.rot).Mul(j.back)}, j.back.T().Col(2)
}

// WithLimits returns a copy whose joints have the given position limits, in the order of the chain.
func (c *Chain) WithLimits(lower, upper []float64) *Chain {
	n := *c
	n.joints = slices.Clone(c.joints)
	for i := range n.joints {
		n.joints[i].limit.Lower, n.joints[i].limit.Upper = lower[i], upper[i]
	}
	return &n
}

// WithTip returns a copy whose tip is displaced by tool, a pose in the present tip frame.
func (c *Chain) WithTip(tool spatial.Pose) *Chain {
	n := *c
	n.end = c.end.Mul(tool)
	return &n
}

// WithLoad returns a copy that carries a body at its tip: mass in kg, centre of mass in the tip frame and
// the tensor about that centre along the axes of the tip frame. WithLoad panics if the mass is negative or not finite.
func (c *Chain) WithLoad(mass float64, com spatial.Vec3, inertia Tensor) *Chain {
	if !(mass >= 0) || math.IsInf(mass, 0) || !com.Finite() {
		panic(fmt.Sprintf("kinematics: a load of %g kg at %v", mass, com))
	}
	n := *c
	n.joints = append([]joint(nil), c.joints...)
	n.joints[len(n.joints)-1].add(mass, inertia, c.end.Mul(spatial.Pose{P: com, R: spatial.IdentityRot()}))
	return &n
}

// WithMasses returns a copy with the masses and tensors of the bodies multiplied by factors, one for each joint, and
// the same centres.
func (c *Chain) WithMasses(factors []float64) *Chain {
	n := *c
	n.joints = slices.Clone(c.joints)
	for i := range n.joints {
		j, f := &n.joints[i], factors[i]
		j.mass *= f
		j.first, j.central, j.origin = j.first.Scale(f), j.central.scale(f), j.origin.scale(f)
	}
	return &n
}

func (t Tensor) scale(f float64) Tensor {
	return Tensor{f * t.XX, f * t.XY, f * t.XZ, f * t.YY, f * t.YZ, f * t.ZZ}
}

// Inside reports whether every joint of q is finite and within its limits.
func (c *Chain) Inside(q []float64) bool {
	for i := range c.joints {
		l := &c.joints[i].limit
		if !(q[i] >= l.Lower && q[i] <= l.Upper) {
			return false
		}
	}
	return true
}

// Prismatic reports whether joint i slides instead of turning.
func (c *Chain) Prismatic(i int) bool { return c.joints[i].prismatic }
