package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// reach finds where joints reach their limits before the tool does: near a stretched arm, a small motion of the tool is
// a large one of some joints. It uses the inverse of the Jacobian of the six joints that move the tool while joint 3,
// the elbow, is at rest.
type reach struct {
	limits *franka.Limits
	rates  [n]safety.Rate
	chain  *kinematics.Chain
	data   *kinematics.Data
	jac    [6 * n]float64
	m      [6][12]float64

	v, a, j float64 // see look
}

// kept is the share of the joints' limits that trajectories use; the rest allows for the change of the Jacobian.
const kept = 0.8

// leastShare of the Cartesian limits remains near a singular pose.
const leastShare = 0.01

func newReach(l *franka.Limits, chain *kinematics.Chain, rates [n]safety.Rate) *reach {
	return &reach{limits: l, rates: rates, chain: chain, data: kinematics.NewData(chain), v: leastShare, a: leastShare, j: leastShare}
}

// look finds the shares of the tool's limits at which the first joint of the arm of s reaches its limits.
func (r *reach) look(s *franka.State) {
	r.v, r.a, r.j = leastShare, leastShare, leastShare
	if !r.invert(s) {
		return
	}
	v, a, j := 1.0, 1.0, 1.0
	for row := range 6 {
		var sv, sa, sj float64
		for k := range 6 {
			x := math.Abs(r.m[row][6+k])
			sv += x * r.rates[k].V
			sa += x * r.rates[k].A
			sj += x * r.rates[k].J
		}
		l := &r.limits.Joints[joint(row)]
		v, a, j = min(v, kept*l.V/sv), min(a, kept*l.A/sa), min(j, kept*l.J/sj)
	}
	r.v, r.a, r.j = max(v, leastShare), max(a, leastShare), max(j, leastShare)
}

// joint returns the joint of a row of the inverse.
func joint(row int) int {
	if row >= 2 {
		return row + 1
	}
	return row
}

// invert puts the inverse of the Jacobian into the right half of m, by Gauss and Jordan's elimination.
func (r *reach) invert(s *franka.State) bool {
	flange := r.chain.Jacobian(r.data, s.Qd[:], r.jac[:])
	arm := spatial.V(s.OTEEc[12], s.OTEEc[13], s.OTEEc[14]).Sub(flange.P) // from the flange to the tool
	for c := range 6 {
		at := func(row int) float64 { return r.jac[row*n+joint(c)] }
		w := spatial.V(at(3), at(4), at(5))
		v := spatial.V(at(0), at(1), at(2)).Add(w.Cross(arm))
		for row, x := range [6]float64{v.X, v.Y, v.Z, w.X, w.Y, w.Z} {
			r.m[row][c] = x
		}
	}
	for i := range r.m {
		clear(r.m[i][6:])
		r.m[i][6+i] = 1
	}
	for c := range 6 {
		p := c
		for i := c + 1; i < 6; i++ {
			if math.Abs(r.m[i][c]) > math.Abs(r.m[p][c]) {
				p = i
			}
		}
		r.m[c], r.m[p] = r.m[p], r.m[c]
		if !(math.Abs(r.m[c][c]) > 1e-6) {
			return false
		}
		by := 1 / r.m[c][c]
		for k := c; k < 12; k++ {
			r.m[c][k] *= by
		}
		for i := range 6 {
			if x := r.m[i][c]; i != c && x != 0 {
				for k := c; k < 12; k++ {
					r.m[i][k] -= x * r.m[c][k]
				}
			}
		}
	}
	return true
}
