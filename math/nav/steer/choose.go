package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
)

// policy is a way to continue: a share of the path's speed, and an offset in m to the left of the path.
type policy struct{ share, offset float64 }

// The policies, in addition to the last one.
var (
	shares  = [...]float64{1, 0.65, 0.35}
	offsets = [...]float64{0, 0.02, -0.02, 0.05, -0.05, 0.1, -0.1, 0.2, -0.2, 0.35, -0.35, 0.5, -0.5}
)

// An offset is taken back so that the vehicle meets the path's end: over perAside m for each metre of offset, and before the
// last atEnd m.
const (
	atEnd    = 1.0
	perAside = 6.0
)

// law returns the twist that a policy demands of a motion on a lane whose way i was passed last.
func (p *Pilot) law(k *lane, i int, m *motion, pose nav.Pose, o policy) nav.Twist {
	l, lag := &p.p.Limits, p.p.Response.Lag
	dir := 1.0
	if k.kind == route.Backward {
		dir = -1
	}
	x, y, yaw := k.errors(&k.ways[i], pose)
	s := k.ways[i].s + x
	left := k.total - s
	along := dir * m.twist.V
	command := nav.Shaper{V: dir * m.v.V, A: dir * m.v.A}
	s += float64(along * lag) // the way that the lag still adds is used up already
	fast, way := brink(command, planned*l.Accel, l.Jerk)
	forward := dir * keepTo(command, k.speed(i, s, o.share), k.speed(i, s+way, o.share), fast, l.Jerk)
	v := math.Abs(m.twist.V)
	curve := k.ways[k.ahead(i, s+float64(v*0.1))].curve
	// The path is regained within some lengths, each of which takes longer than the response to commands.
	length := 0.3 + float64(0.8*v)
	lead := o.offset * min(max((left-atEnd)/(float64(perAside*math.Abs(o.offset))+1e-9), 0), 1)
	e := min(max((y-lead)/length, -0.5), 0.5)
	pace := math.Abs(m.v.V)
	w := float64(m.v.V*curve) - float64(pace*(float64(dir*e)+float64(2*yaw))/length)
	return nav.Twist{V: forward, W: w}
}

// Costs of deviations from the path.
const (
	lacking   = 0.7  // share of the progress made without any clearance
	besides   = 0.15 // m of progress for each m off the path
	swerving  = 0.2  // m of progress for each m that an offset grows
	jittering = 0.05 // m of progress for each m that an offset changes
	hurrying  = 0.05 // m of progress for a share that changes by 1
)

// foresee returns the outcome of a policy, and its progress along the path. The inner side of a bend gives no more progress
// than the path, so that it does not attract the vehicle.
func (p *Pilot) foresee(m *motion, at *State, near *Near, o policy) (out outlook, far float64) {
	k := &p.lanes[p.leg]
	i := p.at
	out = p.rollOut(m, at.Time, near, func(m *motion) nav.Twist {
		pose := p.fix.Mul(m.at)
		i = k.advance(i, pose)
		far += float64(math.Abs(m.twist.V) * math.Cos(pose.Yaw-k.ways[i].yaw) * stride)
		return p.law(k, i, m, pose, o)
	})
	return out, far
}

// drive chooses a policy for a leg forward or backward.
func (p *Pilot) drive(m *motion, at *State, near *Near, dt float64) Command {
	k := &p.lanes[p.leg]
	p.at = k.advance(p.at, p.fix.Mul(m.at))
	best, taken, most := outlook{}, policy{}, math.Inf(-1)
	moving, any := false, false
	try := func(o policy) {
		r, progress := p.foresee(m, at, near, o)
		if r.blocked {
			moving = moving || r.moving
			return
		}
		worth := progress - lacking*r.lack - besides*math.Abs(o.offset) - swerving*max(math.Abs(o.offset)-math.Abs(p.offset), 0) - jittering*math.Abs(o.offset-p.offset) - hurrying*math.Abs(o.share-p.share)
		if worth > most {
			best, taken, most, any = r, o, worth, true
		}
	}
	for _, share := range shares {
		for _, offset := range offsets {
			try(policy{share, offset})
		}
	}
	try(policy{0.15, p.offset})
	try(policy{0.15, 0})
	out := Command{Left: p.left(), Doing: Following}
	if !any {
		p.share = 0
		p.stuck += dt
		out.Doing, out.Reason, out.Blocked = Waiting, Obstacle, p.stuck
		if moving {
			out.Reason = Moving
		}
		return out
	}
	p.offset, p.share = taken.offset, taken.share
	out.Twist = best.command
	p.creep(m, &out, dt)
	switch {
	case taken.share < 1:
		out.Doing, out.Reason = Slowing, Narrow
		if moving {
			out.Reason = Moving
		}
	case math.Abs(taken.offset) > 0.06:
		out.Doing, out.Reason = Avoiding, Obstacle
	}
	return out
}
