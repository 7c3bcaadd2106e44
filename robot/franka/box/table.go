package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// What a table is like that the end effector stands on. 10 N press it in by a third of a millimetre.
const (
	tableSpring = 3e4 // N/m
	tableDamper = 200 // N·s/m, upwards and along the surface
	tableRub    = 0.3 // coefficient of friction
	mostHeight  = 10  // m
)

// stand adds what a table does to an end effector whose origin is below its surface: it pushes up, never pulls, and
// rubs.
func (p *plant) stand() {
	if p.table == nil || p.pose.P.Z >= *p.table {
		return
	}
	v := p.twist.Lin
	up := float64(tableSpring*(*p.table-p.pose.P.Z)) - float64(tableDamper*v.Z)
	if up <= 0 {
		return
	}
	rub := -min(tableDamper, float64(tableRub*up)/max(1e-9, math.Hypot(v.X, v.Y)))
	p.through(spatial.Wrench{Force: spatial.V(rub*v.X, rub*v.Y, up)}, &p.outside)
}

// Table puts a rigid, level surface at a height in the base frame, m, that holds the end effector's origin, and nil takes it
// away. A height that is not finite or beyond 10 m is refused by returning false.
func (r *Robot) Table(height *float64) bool {
	if height == nil {
		r.plant.table = nil
		return true
	}
	if !(math.Abs(*height) <= mostHeight) {
		return false
	}
	z := *height
	r.plant.table = &z
	return true
}

// Wall sets the box that the end effector's origin must stay in (Config.Wall), or with one that is not active takes it
// away. An end effector that is outside may come back. A box without size or place is refused by returning false.
func (r *Robot) Wall(w franka.CartesianLimit) bool {
	if w.Active && !validWall(&w) {
		return false
	}
	r.cfg.Wall = w
	r.permitTool()
	return true
}

// Between is the wall with two opposite corners, m, of which to has the greater numbers.
func Between(from, to [3]float64) franka.CartesianLimit {
	w := franka.CartesianLimit{Frame: franka.IdentityPose(), Active: true}
	for k := range from {
		w.Size[k], w.Frame[12+k] = to[k]-from[k], (from[k]+to[k])/2
	}
	return w
}

func validWall(w *franka.CartesianLimit) bool {
	return validPlace(&w.Frame) && within(w.Size[:], math.SmallestNonzeroFloat64, 2*farthest)
}
