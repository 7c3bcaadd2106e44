package remote

import (
	"math"

	"github.com/sinew-robotics/sinew/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/safety"
	"github.com/sinew-robotics/sinew/spatial"
)

// toolGate keeps the joints within their limits while the tool is commanded. The robot checks both, and its joints
// reach theirs first in most places. It solves the inverse kinematics as the robot does, with joint 3 as the elbow's,
// by one step of Newton's method from where constant acceleration leads: that is within 1 nrad.
type toolGate struct {
	joints *jointGate
	chain  *kinematics.Chain
	data   *kinematics.Data
	tip    spatial.Pose // the tool from the flange
	back   spatial.Pose // and the reverse
	begun  bool
	reach  *reach
	near   bool // the joints use much of their limits already
	jac    [6 * franka.Joints]float64
	m      [6][7]float64
}

// muchUsed is the part of a joint's limits beyond which even a stream without gaps is looked at.
const muchUsed = 0.6

func newToolGate(c *Config, r *reach) (*toolGate, error) {
	joints, err := newJointGate(c.Limits, c.Margin)
	if err != nil {
		return nil, err
	}
	chain, err := flangeChain()
	if err != nil {
		return nil, err
	}
	return &toolGate{joints: joints, reach: r, chain: chain, data: kinematics.NewData(chain)}, nil
}

// flangeChain is the arm from base to flange. The FR3's joints are where the Panda's are.
func flangeChain() (*kinematics.Chain, error) {
	u, err := kinematics.ParseURDF("panda.urdf", franka.URDF())
	if err != nil {
		return nil, err
	}
	return u.Chain("panda_link0", "panda_link8")
}

func (g *toolGate) follow(s *franka.State) {
	before := g.joints.ddq
	g.joints.follow(s)
	if !g.begun {
		g.begun, g.tip = true, franka.SpatialPose(&s.FTEE)
		g.back = g.tip.Inv()
		before = g.joints.ddq
	}
	g.near = false
	for i := range g.joints.q {
		l := &g.joints.limits.Joints[i]
		g.near = g.near || math.Abs(s.DDQd[i]) > muchUsed*l.A || math.Abs(s.DQd[i]) > muchUsed*l.V ||
			math.Abs(s.DDQd[i]-before[i]) > muchUsed*l.J*franka.Period ||
			s.Qd[i] > l.Upper-nearEnd || s.Qd[i] < l.Lower+nearEnd
	}
}

// nearEnd is the distance from the end of a joint's range within which it is looked at, rad.
const nearEnd = 0.4

// rough reports whether a jerk of the tool, m/s³ and rad/s³, may ask much of the joints.
func (g *toolGate) rough(lin spatial.Vec3, ang float64) bool {
	share := muchUsed * g.reach.j
	t, r := share*g.reach.rates[0].J, share*g.reach.rates[3].J
	return !(math.Abs(lin.X) < t && math.Abs(lin.Y) < t && math.Abs(lin.Z) < t && ang < r)
}

// limit returns the pose for the tool, and the verdict. Where the inverse has no answer, near a singular pose, the pose
// passes as it is.
func (g *toolGate) limit(p spatial.Pose, elbow float64) (spatial.Pose, safety.Verdict) {
	q := g.joints.q
	for i := range q {
		q[i] += float64((g.joints.dq[i] + float64(g.joints.ddq[i]*franka.Period)) * franka.Period)
	}
	q[2] = elbow
	flange := p.Mul(g.back)
	at := g.chain.Jacobian(g.data, q[:], g.jac[:])
	d := spatial.Delta(at, flange)
	if !g.solve([6]float64{d.Lin.X, d.Lin.Y, d.Lin.Z, d.Ang.X, d.Ang.Y, d.Ang.Z}) {
		return p, safety.Pass
	}
	for row := range 6 {
		q[joint(row)] += g.m[row][6]
	}
	verdict := g.joints.position(&q)
	if verdict == safety.Pass {
		return p, verdict
	}
	return g.chain.FK(g.data, q[:]).Mul(g.tip), verdict
}

// solve leaves the steps of the six joints in the last column of m (Gauss and Jordan).
func (g *toolGate) solve(e [6]float64) bool {
	for row := range 6 {
		for c := range 6 {
			g.m[row][c] = g.jac[row*franka.Joints+joint(c)]
		}
		g.m[row][6] = e[row]
	}
	for c := range 6 {
		p := c
		for i := c + 1; i < 6; i++ {
			if math.Abs(g.m[i][c]) > math.Abs(g.m[p][c]) {
				p = i
			}
		}
		g.m[c], g.m[p] = g.m[p], g.m[c]
		if !(math.Abs(g.m[c][c]) > 1e-6) {
			return false
		}
		by := 1 / g.m[c][c]
		for k := c; k < 7; k++ {
			g.m[c][k] *= by
		}
		for i := range 6 {
			if x := g.m[i][c]; i != c && x != 0 {
				for k := c; k < 7; k++ {
					g.m[i][k] -= x * g.m[c][k]
				}
			}
		}
	}
	return true
}
