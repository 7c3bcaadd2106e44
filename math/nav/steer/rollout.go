package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
)

// errors returns where a pose is seen from a way: x m farther, y m to the left of it, and turned by yaw. Farther is the way
// the lane is driven.
func (k *lane) errors(w *step, pose nav.Pose) (x, y, yaw float64) {
	dx, dy := pose.X-w.x, pose.Y-w.y
	x, y = float64(w.cos*dx)+float64(w.sin*dy), float64(w.cos*dy)-float64(w.sin*dx)
	if k.kind == route.Backward {
		x = -x
	}
	return x, y, nav.Angle(pose.Yaw - w.yaw)
}

// advance returns the last way, from a certain one on, that a pose has passed.
func (k *lane) advance(i int, pose nav.Pose) int {
	for i+1 < len(k.ways) {
		if x, _, _ := k.errors(&k.ways[i+1], pose); x < 0 {
			break
		}
		i++
	}
	return i
}

// ahead returns the way that is so many metres farther.
func (k *lane) ahead(i int, s float64) int {
	for i+1 < len(k.ways) && k.ways[i+1].s <= s {
		i++
	}
	return i
}

// policy is how to go on: at a share of the path's speed, an offset in m to the left of the path. A share below zero goes back.
type policy struct{ share, offset float64 }

// The policies, apart from that taken last.
var (
	shares  = [...]float64{1, 0.65, 0.35}
	offsets = [...]float64{0, 0.02, -0.02, 0.05, -0.05, 0.1, -0.1, 0.2, -0.2, 0.35, -0.35, 0.5, -0.5}
)

// How policies are judged.
const (
	horizon   = 2.6  // s
	stride    = 0.1  // s
	wished    = 0.25 // m of clearance, less of which costs
	lacking   = 0.7  // of the progress made without any clearance, that the lack of it costs
	besides   = 0.15 // m of progress for each m beside the path
	swerving  = 0.25 // m of progress for each m that an offset changes
	hurrying  = 0.05 // m of progress for a share that changes by 1
	apartRoll = 0.02 // m, that must stay clear, and for each m/s
	apartWay  = 0.03 // s
)

// outlook is what comes of a policy.
type outlook struct {
	command  nav.Twist // for now
	progress float64   // m along the path
	lack     float64   // of clearance, 0 to 1
	least    float64   // m of clearance
	blocked  bool
	moving   bool // by somebody who walks
}

// law returns the twist that a policy wants of a motion on a lane, of which way i was passed last.
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
	signed := o.share * l.Back
	if o.share >= 0 {
		s += float64(along * lag) // what the lag still adds is gone already
		v, way := brink(command, planned*l.Accel, l.Jerk)
		signed = dir * keepTo(command, k.speed(i, s, o.share), k.speed(i, s+way, o.share), v, l.Jerk)
	} else {
		signed *= dir
		dir = -dir
	}
	v := math.Abs(m.twist.V)
	curve := k.ways[k.ahead(i, s+float64(v*0.1))].curve
	// The path is regained within some lengths, each of which takes longer than commands to act.
	length := 0.3 + float64(0.8*v)
	lead := o.offset * min(max(left-0.2, 0), 1)
	e := min(max((y-lead)/length, -0.5), 0.5)
	pace := math.Abs(m.v.V)
	w := float64(m.v.V*curve) - float64(pace*(float64(dir*e)+float64(2*yaw))/length)
	return nav.Twist{V: signed, W: w}
}

// rollOut foresees what comes of a policy. It gives up where progress falls behind what another one has.
func (p *Pilot) rollOut(m motion, at *State, near *Near, o policy) outlook {
	k := &p.lanes[p.leg]
	out := outlook{least: wished}
	i := p.at
	t := at.Time
	pose := p.fix.Mul(m.at)
	x, _, _ := k.errors(&k.ways[i], pose)
	begin := k.ways[i].s + x
	c0, _ := near.clearance(m.at, t, wished)
	room := c0
	n := int(horizon / stride)
	for step := range n {
		want := p.law(k, i, &m, pose, o)
		slow := roomy(room)
		want.V = min(max(want.V, -slow), slow)
		if step == 0 {
			out.command = want
		}
		m.toward(want, &p.p.Limits, p.p.Response.Lag, stride)
		t += stride
		pose = p.fix.Mul(m.at)
		if i = k.advance(i, pose); o.share < 0 {
			i = k.retreat(i, pose)
		}
		c, moving := near.clearance(m.at, t, wished)
		out.least = min(out.least, c)
		lack := (wished - c) / wished
		out.lack += float64(lack*lack) * math.Abs(m.twist.V) * stride
		room = c
		if c < min(apartRoll+float64(apartWay*math.Abs(m.twist.V)), c0-1e-3) {
			out.blocked, out.moving = true, moving
			return out
		}
	}
	x, _, _ = k.errors(&k.ways[i], pose)
	out.progress = k.ways[i].s + x - begin
	return out
}

// retreat returns the last way up to a certain one that a pose has passed.
func (k *lane) retreat(i int, pose nav.Pose) int {
	for i > 0 {
		if x, _, _ := k.errors(&k.ways[i], pose); x >= 0 {
			break
		}
		i--
	}
	return i
}

// drive chooses a policy for a leg forward or backward.
func (p *Pilot) drive(m *motion, at *State, near *Near, dt float64) Command {
	k := &p.lanes[p.leg]
	p.at = k.advance(p.at, p.fix.Mul(m.at))
	best, taken, most := outlook{}, policy{}, math.Inf(-1)
	moving, any := false, false
	try := func(o policy) {
		r := p.rollOut(*m, at, near, o)
		if r.blocked {
			moving = moving || r.moving
			return
		}
		worth := r.progress - lacking*r.lack - besides*math.Abs(o.offset) - swerving*math.Abs(o.offset-p.offset) - hurrying*math.Abs(o.share-p.share)
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
	if math.Abs(m.twist.V) > 0.03 {
		p.stuck = 0
	} else {
		p.stuck += dt
	}
	out.Blocked = p.stuck
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
