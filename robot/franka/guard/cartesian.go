package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// cartesian limits poses and twists first in space and then with the tool's guard.
type cartesian struct {
	rate  safety.PoseRate
	tool  *toolGuard
	reach *reach
	path  elbowPath

	pose  spatial.Pose // the robot's last command
	v, a  spatial.Twist
	elbow [3]float64 // and its differences
	sent  franka.Command
}

func (x *cartesian) see(s *franka.State) {
	x.tool.See(s)
	if rounded(s) {
		x.tool.sharpen(s, &x.sent)
	}
	x.pose, x.v, x.a = x.tool.pose, x.tool.twist, x.tool.acc
	x.elbow = [3]float64{s.ElbowC[0], s.DelbowC[0], s.DDelbowC[0]}
}

// toPose limits a pose with its elbow; own is the robot's own last command.
func (x *cartesian) toPose(c, own *franka.Command, plain bool) safety.Verdict {
	p, verdict := x.rate.Pose(dt, franka.SpatialPose(&c.OTEEc), x.pose, x.v, x.a)
	elbow, v := x.elbow[0], safety.Pass
	if c.ValidElbow {
		elbow, v = x.rate.Elbow.Position(dt, c.ElbowC[0], elbow, x.elbow[1], x.elbow[2])
	}
	verdict = max(verdict, v)
	if plain && verdict == safety.Pass && !c.ValidElbow && x.tool.Calm() && !x.jerks(&p) {
		return verdict
	}
	p, v = x.limit(p, elbow, c, own)
	if verdict = max(verdict, v); verdict != safety.Pass {
		c.OTEEc = franka.PoseOf(p)
	}
	return verdict
}

// twist limits a twist with its elbow, which is a position here too and is led by elbowPath; own is the robot's own
// last command.
func (x *cartesian) twist(c, own *franka.Command, plain bool) safety.Verdict {
	v0, a0 := x.v, x.a
	out, verdict := x.rate.Twist(dt, franka.SpatialTwist(&c.ODPEEc), v0, a0)
	elbow, v := x.elbow[0], safety.Pass
	if c.ValidElbow {
		elbow, v = x.path.next(&x.rate.Elbow, c.ElbowC[0], &x.elbow)
	}
	verdict = max(verdict, v)
	j := franka.SpatialTwist(&c.ODPEEc).Add(v0.Scale(-1)).Scale(1 / dt).Add(a0.Scale(-1)).Scale(1 / dt)
	if plain && verdict == safety.Pass && !c.ValidElbow && x.tool.Calm() && !x.rough(j.Lin, j.Ang.Norm()) {
		return verdict
	}
	p := spatial.Pose{P: x.pose.P.Add(out.Lin.Scale(dt)), R: spatial.Exp(out.Ang.Scale(dt)).Mul(x.pose.R)}
	to, v := x.limit(p, elbow, c, own)
	if v != safety.Pass {
		d := spatial.Delta(x.pose, to)
		out = spatial.Twist{Lin: d.Lin.Scale(1 / dt), Ang: d.Ang.Scale(1 / dt)}
	}
	if verdict = max(verdict, v); verdict != safety.Pass {
		c.ODPEEc = [6]float64{out.Lin.X, out.Lin.Y, out.Lin.Z, out.Ang.X, out.Ang.Y, out.Ang.Z}
	}
	return verdict
}

// jerks reports whether p deviates from constant acceleration so much that the joints may notice.
func (x *cartesian) jerks(p *spatial.Pose) bool {
	const dt3 = dt * dt * dt
	lin := x.v.Lin.Add(x.a.Lin.Scale(dt)).Scale(dt)
	j := p.P.Sub(x.pose.P).Sub(lin)
	turn := x.v.Ang.Add(x.a.Ang.Scale(dt)).Scale(dt)
	worst := 0.0
	for i := range 3 { // the axes turned, to second order in the angle
		axis := x.pose.R.Col(i)
		first := turn.Cross(axis)
		d := p.R.Col(i).Sub(axis).Sub(first).Sub(turn.Cross(first).Scale(0.5))
		worst = max(worst, d.Norm())
	}
	return x.rough(j.Scale(1/dt3), worst/dt3)
}

// rough reports whether a jerk of the tool, m/s³ and rad/s³, may be demanding for the joints.
func (x *cartesian) rough(lin spatial.Vec3, ang float64) bool {
	share := muchUsed * x.reach.j
	t, r := share*x.reach.rates[0].J, share*x.reach.rates[3].J
	return !(math.Abs(lin.X) < t && math.Abs(lin.Y) < t && math.Abs(lin.Z) < t && ang < r)
}

// limit returns the pose to command, and writes the elbow to c.
func (x *cartesian) limit(p spatial.Pose, elbow float64, c, last *franka.Command) (spatial.Pose, safety.Verdict) {
	to, elbow, led, verdict := x.tool.Limit(p, elbow, c.ValidElbow)
	if led != c.ValidElbow || led && c.ElbowC[1] != last.ElbowC[1] {
		verdict = max(verdict, safety.Limited)
	}
	if c.ValidElbow = led; led {
		c.ElbowC = [2]float64{elbow, last.ElbowC[1]}
	}
	return to, verdict
}
