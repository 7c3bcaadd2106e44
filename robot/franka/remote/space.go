package remote

import (
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// dofs is the greatest number of values in a command: seven joints, or translation, rotation and elbow.
const dofs = franka.Joints

type vec = [dofs]float64

// space is the difference between the four motion generators. A value is what a command gives: joint angles or pose (order 3:
// the robot bounds three differences of them) or joint velocities or twist (order 2).
type space interface {
	// apart returns the difference of a from b: what shift must add to b.
	apart(a, b *franka.Command) vec
	// shift writes b moved by e to out. out may be b.
	shift(b *franka.Command, e *vec, out *franka.Command)
}

// spaceOf returns the space of a generator that guard.New has taken.
func spaceOf(g franka.MotionGenerator) space {
	switch g {
	case franka.GenerateJointPosition:
		return joints{func(c *franka.Command) *vec { return &c.QC }}
	case franka.GenerateJointVelocity:
		return joints{func(c *franka.Command) *vec { return &c.DQC }}
	case franka.GenerateCartesianVelocity:
		return twists{}
	}
	return poses{}
}

// joints are joint angles or velocities.
type joints struct{ of func(c *franka.Command) *vec }

func (x joints) apart(a, b *franka.Command) (e vec) {
	p, q := x.of(a), x.of(b)
	for i := range e {
		e[i] = p[i] - q[i]
	}
	return e
}

func (x joints) shift(b *franka.Command, e *vec, out *franka.Command) {
	from, to := x.of(b), x.of(out)
	for i := range e {
		to[i] = from[i] + e[i]
	}
}

// poses are poses of the tool with the elbow if b commands it. Otherwise the robot places the elbow, and a command's elbow is
// zero wherever joint 3 is.
type poses struct{}

func (poses) apart(a, b *franka.Command) (e vec) {
	if b.ValidElbow {
		e[6] = a.ElbowC[0] - b.ElbowC[0]
	}
	if a.OTEEc == b.OTEEc {
		return e
	}
	p, q := franka.SpatialPose(&a.OTEEc), franka.SpatialPose(&b.OTEEc)
	d, w := p.P.Sub(q.P), p.R.Mul(q.R.T()).Log()
	return vec{d.X, d.Y, d.Z, w.X, w.Y, w.Z, e[6]}
}

func (poses) shift(b *franka.Command, e *vec, out *franka.Command) {
	if *e == (vec{}) {
		out.OTEEc, out.ElbowC, out.ValidElbow = b.OTEEc, b.ElbowC, b.ValidElbow
		return
	}
	p := franka.SpatialPose(&b.OTEEc)
	p.P = p.P.Add(spatial.V(e[0], e[1], e[2]))
	if w := spatial.V(e[3], e[4], e[5]); w != (spatial.Vec3{}) {
		p.R = spatial.Exp(w).Mul(p.R).Quat().Rot()
	}
	out.OTEEc = franka.PoseOf(p)
	out.ElbowC = [2]float64{b.ElbowC[0] + e[6], b.ElbowC[1]}
	out.ValidElbow = b.ValidElbow
}

// twists are twists of the tool. Here, too, the elbow is a position.
type twists struct{}

func (twists) apart(a, b *franka.Command) (e vec) {
	for i := range a.ODPEEc {
		e[i] = a.ODPEEc[i] - b.ODPEEc[i]
	}
	return e
}

func (twists) shift(b *franka.Command, e *vec, out *franka.Command) {
	for i := range b.ODPEEc {
		out.ODPEEc[i] = b.ODPEEc[i] + e[i]
	}
	out.ElbowC, out.ValidElbow = b.ElbowC, b.ValidElbow
}
