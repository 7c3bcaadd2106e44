package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Properties of a table and of the end effector's foot. 10 N press the table in by a third of a millimetre.
const (
	tableSpring = 3e4    // N/m
	tableDamper = 200    // N·s/m, upwards and along the surface
	tableRub    = 0.3    // coefficient of friction
	mostHeight  = 10     // m
	soleFlange  = 0.0315 // m, radius of the bare flange
	soleHand    = 0.01   // m, of the hand, on its fingers
)

// foot is one of the points on which the end effector stands.
type foot struct {
	down bool
	x, y float64 // where it sticks to the table, m
}

// stand adds the table's forces on an end effector that stands on it: at four points about its origin, in the plane of its
// x and y axes, the table pushes up, never pulls, and holds by friction.
func (p *plant) stand() {
	if p.table == nil {
		return
	}
	var all spatial.Wrench
	for k := range p.feet {
		arm := p.pose.R.Col(k % 2).Scale(p.sole)
		if k > 1 {
			arm = arm.Neg()
		}
		f := p.support(&p.feet[k], arm)
		all.Force, all.Torque = all.Force.Add(f), all.Torque.Add(arm.Cross(f))
	}
	if all != (spatial.Wrench{}) {
		p.through(all, &p.outside)
	}
}

// support returns the table's force on a foot, arm from the end effector's origin. The foot is held by a spring where it
// came down until the force along the table exceeds friction; then it slips.
func (p *plant) support(t *foot, arm spatial.Vec3) (f spatial.Vec3) {
	const n = 4 // feet
	at := p.pose.P.Add(arm)
	v := p.twist.Lin.Add(p.twist.Ang.Cross(arm))
	f.Z = (float64(tableSpring*(*p.table-at.Z)) - float64(tableDamper*v.Z)) / n
	if at.Z >= *p.table || f.Z <= 0 {
		t.down = false
		return spatial.Vec3{}
	}
	if !t.down {
		*t = foot{true, at.X, at.Y}
	}
	f.X = (float64(tableSpring*(t.x-at.X)) - float64(tableDamper*v.X)) / n
	f.Y = (float64(tableSpring*(t.y-at.Y)) - float64(tableDamper*v.Y)) / n
	if rub, most := math.Hypot(f.X, f.Y), tableRub*f.Z; rub > most {
		f.X, f.Y = f.X*most/rub, f.Y*most/rub
		t.x, t.y = at.X+float64(n/tableSpring*f.X), at.Y+float64(n/tableSpring*f.Y)
	}
	return f
}

// Table puts a rigid, level surface at a height in the base frame, m, that supports the end effector; nil removes it. It
// refuses a height that is not finite or beyond 10 m and returns false.
func (r *Robot) Table(height *float64) bool {
	if height != nil {
		z := *height
		if !(math.Abs(z) <= mostHeight) {
			return false
		}
		height = &z // the caller's may change
	}
	r.plant.table, r.plant.feet = height, [4]foot{}
	return true
}

// Wall sets the box in which the end effector's origin must stay (Config.Wall), or removes it if the given one is not
// active. An end effector outside it may come back. It refuses a box without a size or place and returns false.
func (r *Robot) Wall(w franka.CartesianLimit) bool {
	if w.Active && !validWall(&w) {
		return false
	}
	r.cfg.Wall = w
	r.permitTool()
	return true
}

// Between returns the wall with two opposite corners, m, of which to has the greater numbers.
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
