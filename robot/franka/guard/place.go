package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// place is the arm in one configuration.
type place struct {
	pose   spatial.Pose // of the tool
	lin    [n]spatial.Vec3
	ang    [n]spatial.Vec3
	pivots float64 // the smallest in the elimination of solve: measures the distance from a singular pose
	side   bool    // sign of their product: a singular pose lies between poses of different signs
}

// arm computes places.
type arm struct {
	chain *kinematics.Chain // to the flange
	data  *kinematics.Data
	tip   spatial.Pose // the tool from the flange
	jac   [6 * n]float64
}

// elbow is the joint that does not take part in reaching a pose.
const elbow = 2

// look fills p for joint angles q.
func (m *arm) look(q *vec, p *place) {
	flange := m.chain.Jacobian(m.data, q[:], m.jac[:])
	p.pose = flange.Mul(m.tip)
	arm := p.pose.P.Sub(flange.P)
	for i := range n {
		p.ang[i] = spatial.V(m.jac[3*n+i], m.jac[4*n+i], m.jac[5*n+i])
		p.lin[i] = spatial.V(m.jac[i], m.jac[n+i], m.jac[2*n+i]).Add(p.ang[i].Cross(arm))
	}
}

// times returns the twist of joint velocities.
func (p *place) times(v *vec) (t spatial.Twist) {
	for i, x := range v {
		if x != 0 {
			t.Lin, t.Ang = t.Lin.Add(p.lin[i].Scale(x)), t.Ang.Add(p.ang[i].Scale(x))
		}
	}
	return t
}

// turning returns the tool's acceleration with joints at velocity v that do not accelerate.
func (p *place) turning(v *vec) (t spatial.Twist) {
	var below spatial.Vec3 // angular velocity of the previous link
	for i, x := range v {
		if x == 0 {
			continue
		}
		w := p.ang[i].Scale(x)
		t.Ang = t.Ang.Add(below.Cross(w))
		t.Lin = t.Lin.Add(below.Scale(2).Add(w).Cross(p.lin[i]).Scale(x))
		below = below.Add(w)
	}
	return t
}

// solve finds the step of the joints, the elbow's given, that moves the tool by e, as the robot does: by elimination
// with row pivots. It leaves the smallest pivot in p.pivots and reports whether there is a solution.
func (p *place) solve(e spatial.Twist, turn float64, step *vec) bool {
	var m [6][7]float64
	for c := range 6 {
		i := c
		if c >= elbow {
			i++
		}
		l, w := &p.lin[i], &p.ang[i]
		m[0][c], m[1][c], m[2][c], m[3][c], m[4][c], m[5][c] = l.X, l.Y, l.Z, w.X, w.Y, w.Z
	}
	e.Lin, e.Ang = e.Lin.Sub(p.lin[elbow].Scale(turn)), e.Ang.Sub(p.ang[elbow].Scale(turn))
	m[0][6], m[1][6], m[2][6], m[3][6], m[4][6], m[5][6] = e.Lin.X, e.Lin.Y, e.Lin.Z, e.Ang.X, e.Ang.Y, e.Ang.Z
	p.pivots, p.side = math.Inf(1), false
	for k := range m {
		best := k
		for i := k + 1; i < 6; i++ {
			if math.Abs(m[i][k]) > math.Abs(m[best][k]) {
				best = i
			}
		}
		m[k], m[best] = m[best], m[k]
		pivot := m[k][k]
		p.side = p.side != (pivot < 0) != (best != k)
		if p.pivots = min(p.pivots, math.Abs(pivot)); !(math.Abs(pivot) > 1e-9) {
			p.pivots = 0
			return false
		}
		for i := k + 1; i < 6; i++ {
			f := m[i][k] / pivot
			for j := k + 1; j < 7; j++ {
				m[i][j] -= float64(f * m[k][j])
			}
		}
	}
	for k := 5; k >= 0; k-- {
		for j := k + 1; j < 6; j++ {
			m[k][6] -= float64(m[k][j] * m[j][6])
		}
		m[k][6] /= m[k][k]
	}
	copy(step[:elbow], []float64{m[0][6], m[1][6]})
	step[elbow] = turn
	for c := elbow; c < 6; c++ {
		step[c+1] = m[c][6]
	}
	return true
}

// ball returns the largest s in 0 … 1 for which |p + s·d| ≤ radius. If p itself is outside, motion back is allowed.
func ball(p, d spatial.Vec3, radius float64) float64 {
	dd := d.Dot(d)
	if dd == 0 || p.Add(d).Dot(p.Add(d)) <= radius*radius {
		return 1
	}
	pd, c := p.Dot(d), radius*radius-p.Dot(p)
	if c < 0 {
		return 0
	}
	return min(1, max(0, (math.Sqrt(float64(pd*pd)+float64(dd*c))-pd)/dd))
}
