package kinematics

import (
	"math"

	"github.com/sinew-robotics/sinew/internal/xmltree"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// ParseURDF reads a robot description (wiki.ros.org/urdf/XML). Links, joints, inertials, visuals and
// collisions are read; other elements (transmissions, simulator extensions) are ignored. The file's name is used only
// in messages. The error is diag.Faults and lists every fault with file:line:column.
func ParseURDF(file string, data []byte) (*URDF, error) {
	r := &reader{xmltree.Reader{File: file}}
	root := r.Tree(data, "robot", `a URDF: <robot name="…">…</robot>`)
	if root == nil {
		return nil, r.Faults
	}
	u := &URDF{File: file, Name: r.Required(root, "name")}
	colours := map[string][4]float64{}
	for _, e := range root.Kids {
		if e.Name == "material" {
			r.material(e, colours)
		}
	}
	for _, e := range root.Kids {
		switch e.Name {
		case "link":
			u.Links = append(u.Links, r.link(e, colours))
		case "joint":
			u.Joints = append(u.Joints, r.joint(e))
		case "xacro:macro", "xacro:include", "xacro:property", "xacro:if", "xacro:unless":
			r.Fault(e.At, "run xacro on it first and give its output", "<%s> is a macro, not URDF", e.Name)
		}
	}
	r.connect(u)
	if len(r.Faults) > 0 {
		r.Faults.Sort()
		return nil, r.Faults
	}
	return u, nil
}

func (r *reader) material(e *element, colours map[string][4]float64) [4]float64 {
	name, _ := e.Attr("name")
	c := e.Child("color")
	if c == nil {
		return colours[name]
	}
	var v [4]float64
	if r.Numbers(c, "rgba", v[:]) && name != "" {
		colours[name] = v
	}
	return v
}

func (r *reader) link(e *element, colours map[string][4]float64) Link {
	l := Link{Name: r.Required(e, "name"), At: e.At}
	for _, k := range e.Kids {
		switch k.Name {
		case "inertial":
			l.Inertial = r.inertial(k, l.Name)
		case "visual", "collision":
			s, ok := r.shape(k)
			if !ok {
				continue
			}
			if m := k.Child("material"); m != nil {
				s.RGBA = r.material(m, colours)
			}
			if k.Name == "visual" {
				l.Visual = append(l.Visual, s)
			} else {
				l.Collision = append(l.Collision, s)
			}
		}
	}
	return l
}

func (r *reader) inertial(e *element, link string) Inertial {
	in := Inertial{Origin: r.origin(e)}
	if m := e.Child("mass"); m == nil {
		r.Fault(e.At, "add <mass value=\"…\"/> in kg", "the inertial of link %q has no mass", link)
	} else if in.Mass = r.Number(m, "value", math.NaN()); !(in.Mass >= 0) {
		r.Fault(m.At, "give value=\"…\" in kg, zero or more", "the mass of link %q is %g", link, in.Mass)
	}
	t := e.Child("inertia")
	if t == nil {
		r.Fault(e.At, "add <inertia ixx=… ixy=… ixz=… iyy=… iyz=… izz=…/> in kg·m²", "the inertial of link %q has no inertia", link)
		return in
	}
	in.Inertia = Tensor{r.Number(t, "ixx", 0), r.Number(t, "ixy", 0), r.Number(t, "ixz", 0),
		r.Number(t, "iyy", 0), r.Number(t, "iyz", 0), r.Number(t, "izz", 0)}
	if !in.Inertia.semidefinite() {
		r.Fault(t.At, "check the signs and the unit (kg·m²)", "the inertia of link %q is no body's: a principal moment is negative", link)
	}
	return in
}

// semidefinite reports whether no principal minor is negative (beyond rounding).
func (t Tensor) semidefinite() bool {
	s := math.Max(math.Max(math.Abs(t.XX), math.Abs(t.YY)), math.Abs(t.ZZ))
	e := 1e-12 * s
	if t.XX < -e || t.YY < -e || t.ZZ < -e {
		return false
	}
	if t.XX*t.YY-t.XY*t.XY < -e*s || t.XX*t.ZZ-t.XZ*t.XZ < -e*s || t.YY*t.ZZ-t.YZ*t.YZ < -e*s {
		return false
	}
	det := t.XX*(t.YY*t.ZZ-t.YZ*t.YZ) - t.XY*(t.XY*t.ZZ-t.YZ*t.XZ) + t.XZ*(t.XY*t.YZ-t.YY*t.XZ)
	return det >= -e*s*s
}

// Possible reports whether t is the inertia of a body about its centre of mass: no principal moment is negative, and none
// is greater than the two others together, beyond a share loose of the sum of all three, which allows for rounded
// numbers.
func (t Tensor) Possible(loose float64) bool {
	sum := t.XX + t.YY + t.ZZ
	half := (0.5 + loose) * sum // second moments of the mass: half the trace on the diagonal, minus the tensor
	return t.semidefinite() && Tensor{half - t.XX, -t.XY, -t.XZ, half - t.YY, -t.YZ, half - t.ZZ}.semidefinite()
}

func (r *reader) shape(e *element) (Shape, bool) {
	g := e.Child("geometry")
	if g == nil || len(g.Kids) == 0 {
		r.Fault(e.At, "add <geometry><box|cylinder|sphere|capsule|mesh …/></geometry>", "<%s> has no geometry", e.Name)
		return Shape{}, false
	}
	s := Shape{Origin: r.origin(e)}
	k := g.Kids[0]
	switch k.Name {
	case "box":
		s.Kind = Box
		s.Size = r.vec(k, "size", spatial.Vec3{})
		if !(s.Size.X > 0 && s.Size.Y > 0 && s.Size.Z > 0) {
			r.Fault(k.At, "give size=\"x y z\" in m, above zero", "the box has size %v", s.Size)
		}
	case "cylinder":
		s.Kind, s.Radius, s.Length = Cylinder, r.Positive(k, "radius"), r.Positive(k, "length")
	case "capsule":
		s.Kind, s.Radius, s.Length = CapsuleShape, r.Positive(k, "radius"), r.Positive(k, "length")
	case "sphere":
		s.Kind, s.Radius = Sphere, r.Positive(k, "radius")
	case "mesh":
		s.Kind, s.File = Mesh, r.Required(k, "filename")
		s.Size = r.vec(k, "scale", spatial.V(1, 1, 1))
	default:
		r.Fault(k.At, "use box, cylinder, sphere, capsule or mesh", "<%s> is no geometry of URDF", k.Name)
		return Shape{}, false
	}
	return s, true
}

func noLimit() Limit { return Limit{math.Inf(-1), math.Inf(1), math.Inf(1), math.Inf(1)} }

func (r *reader) joint(e *element) Joint {
	j := Joint{Name: r.Required(e, "name"), Origin: r.origin(e), Axis: spatial.V(1, 0, 0), Limit: noLimit(), At: e.At}
	word := r.Required(e, "type")
	for t := Fixed; t <= Planar; t++ {
		if t.String() == word {
			j.Type = t
		}
	}
	if j.Type == 0 && word != "" {
		r.Fault(e.At, "use fixed, revolute, continuous, prismatic, floating or planar", "joint %q has type %q", j.Name, word)
	}
	j.Parent, j.Child = r.end(e, j.Name, "parent"), r.end(e, j.Name, "child")
	if a := e.Child("axis"); a != nil {
		u, ok := r.vec(a, "xyz", j.Axis).Unit()
		if !ok && j.Type != Fixed {
			r.Fault(a.At, "give a direction, as xyz=\"0 0 1\"", "the axis of joint %q has no length", j.Name)
		}
		j.Axis = u
	}
	if d := e.Child("dynamics"); d != nil {
		j.Damping, j.Friction = r.Number(d, "damping", 0), r.Number(d, "friction", 0)
		if j.Damping < 0 || j.Friction < 0 {
			r.Fault(d.At, "give zero or more", "joint %q has damping %g and friction %g", j.Name, j.Damping, j.Friction)
		}
	}
	if m := e.Child("mimic"); m != nil {
		j.Mimic = r.Required(m, "joint")
	}
	r.limit(e, &j)
	return j
}

func (r *reader) end(e *element, joint, which string) string {
	k := e.Child(which)
	if k == nil {
		r.Fault(e.At, "add <"+which+" link=\"…\"/>", "joint %q has no %s", joint, which)
		return ""
	}
	return r.Required(k, "link")
}

func (r *reader) limit(e *element, j *Joint) {
	l := e.Child("limit")
	bounded := j.Type == Revolute || j.Type == Prismatic
	if l == nil {
		if bounded {
			r.Fault(e.At, "add <limit lower=… upper=… velocity=… effort=…/> or make it continuous", "joint %q is %s and has no limit", j.Name, j.Type)
		}
		return
	}
	j.Limit.Velocity = r.Number(l, "velocity", math.Inf(1))
	j.Limit.Effort = r.Number(l, "effort", math.Inf(1))
	if bounded {
		j.Limit.Lower, j.Limit.Upper = r.Number(l, "lower", 0), r.Number(l, "upper", 0)
	}
	if j.Limit.Lower > j.Limit.Upper {
		r.Fault(l.At, "exchange them", "joint %q has lower %g above upper %g", j.Name, j.Limit.Lower, j.Limit.Upper)
	}
	if j.Limit.Velocity < 0 || j.Limit.Effort < 0 {
		r.Fault(l.At, "give zero or more", "joint %q has velocity %g and effort %g", j.Name, j.Limit.Velocity, j.Limit.Effort)
	}
}

// connect builds the tree and checks that it is one.
func (r *reader) connect(u *URDF) {
	u.links = make(map[string]int, len(u.Links))
	u.parent = make([]int, len(u.Links))
	u.below = make([][]int, len(u.Links))
	for i := range u.Links {
		l := &u.Links[i]
		u.parent[i] = -1
		if first, dup := u.links[l.Name]; dup {
			r.Fault(l.At, "rename one", "link %q is already on line %d", l.Name, u.Links[first].At.Line)
			continue
		}
		u.links[l.Name] = i
	}
	names := map[string]int{}
	for k := range u.Joints {
		j := &u.Joints[k]
		if first, dup := names[j.Name]; dup {
			r.Fault(j.At, "rename one", "joint %q is already on line %d", j.Name, u.Joints[first].At.Line)
		} else {
			names[j.Name] = k
		}
		r.tie(u, k)
	}
	for k := range u.Joints {
		j := &u.Joints[k]
		if _, ok := names[j.Mimic]; !ok && j.Mimic != "" {
			r.Fault(j.At, "name a joint of this file", "joint %q mimics %q, which does not exist", j.Name, j.Mimic)
		}
	}
	if len(r.Faults) == 0 {
		r.oneRoot(u)
	}
}

func (r *reader) tie(u *URDF, k int) {
	j := &u.Joints[k]
	p, okP := u.links[j.Parent]
	c, okC := u.links[j.Child]
	if !okP && j.Parent != "" {
		r.Fault(j.At, "add <link name=\""+j.Parent+"\"/>", "joint %q hangs on link %q, which does not exist", j.Name, j.Parent)
	}
	if !okC && j.Child != "" {
		r.Fault(j.At, "add <link name=\""+j.Child+"\"/>", "joint %q carries link %q, which does not exist", j.Name, j.Child)
	}
	if !okP || !okC {
		return
	}
	if up := u.parent[c]; up >= 0 {
		r.Fault(j.At, "give each link one parent", "link %q already hangs on joint %q (line %d)", j.Child, u.Joints[up].Name, u.Joints[up].At.Line)
		return
	}
	u.parent[c] = k
	u.below[p] = append(u.below[p], k)
}

func (r *reader) oneRoot(u *URDF) {
	root := -1
	for i := range u.Links {
		switch {
		case u.parent[i] >= 0:
		case root >= 0:
			r.Fault(u.Links[i].At, "tie it with a joint", "link %q hangs on nothing, as does %q (line %d): a robot has one root",
				u.Links[i].Name, u.Links[root].Name, u.Links[root].At.Line)
		default:
			root = i
		}
	}
	if root < 0 {
		r.Fault(r.Begin(), "leave one link without a parent joint", "no link is the root: there is none or the joints form a ring")
		return
	}
	u.rootIdx = root
	seen, todo := make([]bool, len(u.Links)), []int{root}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		seen[i] = true
		for _, k := range u.below[i] {
			todo = append(todo, u.links[u.Joints[k].Child])
		}
	}
	for i := range seen {
		if !seen[i] && u.parent[i] >= 0 {
			r.Fault(u.Links[i].At, "cut the ring", "link %q is its own ancestor: the joints above it form a ring", u.Links[i].Name)
		}
	}
}
