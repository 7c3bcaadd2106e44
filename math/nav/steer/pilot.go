package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
)

// Pilot drives along a path. In each step it rolls out some tens of policies: to follow the path at a share of the speed that
// the path allows and at some offset from it, and to stop. Each policy runs in closed loop through a model of the shaping of
// commands and of the wheels' lag, from where the vehicle will be when the next command takes effect, and is checked against
// the surroundings. The pilot takes the policy that makes the most progress, with room and without hasty changes of side.
type Pilot struct {
	roller
	lanes []lane
	leg   int
	at    int // the last way that was passed
	trim  bool
	done  bool

	fix    nav.Pose // the frame of odometry in MAP, smoothed
	fixed  bool
	last   float64 // s, time of the last step
	known  float64 // s, when the place was last known
	offset float64 // of the last policy
	share  float64
	stuck  float64   // s, how long there has been no progress
	aside  nav.Twist // the command with which it makes room
	room   float64   // s, how much longer it does so
	again  float64   // s without progress after which it makes room
	off    bool      // it has made room, and is off the path
}

// NewPilot makes a Pilot without a path.
func NewPilot(p Params) (*Pilot, error) {
	p = p.filled()
	if err := p.Check(); err != nil {
		return nil, err
	}
	return &Pilot{roller: roller{p: p}, done: true, last: never, known: never}, nil
}

// Follow takes a path, which must begin near the vehicle.
func (p *Pilot) Follow(path *route.Path) error {
	lanes, err := newLanes(path, &p.p.Limits)
	if err != nil {
		return err
	}
	p.lanes, p.leg, p.at = lanes, 0, 0
	p.done, p.trim = len(lanes) == 0, false
	p.offset, p.share, p.stuck, p.room, p.again, p.off = 0, 1, 0, 0, insisting, false
	return nil
}

// Bounds of a Pilot's assumptions.
const (
	aside      = 0.7  // m from the path, beyond which it needs a new one
	jump       = 0.3  // m, change of the place up to which it is smoothed
	settling   = 0.3  // s, time constant of smoothing
	unknownFor = 2.0  // s for which odometry alone is trusted
	doubted    = 0.25 // m of uncertainty, above which the place is not known
)

// Step returns the command that drives on along the path.
func (p *Pilot) Step(at *State, near *Near) Command {
	dt := min(max(at.Time-p.last, 0), 0.2)
	p.last = at.Time
	p.place(at, near, dt)
	switch {
	case p.done:
		return Command{Doing: Arrived}
	case !p.fixed || at.Time-p.known > unknownFor:
		p.stuck += dt
		return Command{Doing: Waiting, Reason: Lost, Blocked: p.stuck}
	}
	m := foresee(&p.p, at, near)
	pose := p.fix.Mul(m.at)
	if p.room > 0 || p.stuck > p.again {
		return p.makeRoom(&m, at, near, dt)
	}
	if !p.off && p.arrive(&m, pose) {
		return Command{Doing: Arrived}
	}
	k := &p.lanes[p.leg]
	if p.off {
		p.stuck += dt
		return Command{Doing: Waiting, Reason: OffPath, Left: p.left(), Blocked: p.stuck}
	}
	if k.kind == route.Turn || p.trim {
		return p.turn(&m, pose, at, near, dt)
	}
	if _, y, _ := k.errors(&k.ways[p.at], pose); math.Abs(y) > aside {
		p.stuck += dt
		return Command{Doing: Waiting, Reason: OffPath, Left: p.left(), Blocked: p.stuck}
	}
	return p.drive(&m, at, near, dt)
}

// place updates the frame of odometry in MAP.
func (p *Pilot) place(at *State, near *Near, dt float64) {
	if !(at.Doubt <= doubted) || !at.Pose.Finite() || !at.Odometry.Finite() {
		return
	}
	p.known = at.Time
	odometry := near.Frame.Mul(at.Odometry)
	seen := at.Pose
	if p.fixed {
		was := p.fix.Mul(odometry)
		if e := seen.Dist(was); e < jump {
			k := min(dt/settling, 1)
			seen = nav.Pose{X: was.X + float64(k*(seen.X-was.X)), Y: was.Y + float64(k*(seen.Y-was.Y)), Yaw: nav.Angle(was.Yaw + float64(k*nav.Angle(seen.Yaw-was.Yaw)))}
		}
	}
	p.fix, p.fixed = seen.Mul(odometry.Inv()), true
}

// Distances from the end of a leg within which it ends, in m and rad.
const (
	closeBy  = 0.02
	closeYaw = 0.02
	missed   = 0.09 // m, greatest distance from the path's end on arrival
)

// arrive goes on to the next leg when one ends, and reports whether all have ended.
func (p *Pilot) arrive(m *motion, pose nav.Pose) bool {
	for p.leg < len(p.lanes) {
		k := &p.lanes[p.leg]
		last := p.leg == len(p.lanes)-1
		calm := math.Abs(m.v.V) < 0.02 && math.Abs(m.w.V) < 0.03
		turned := nav.Angle(k.end - pose.Yaw)
		switch {
		case !calm:
			return false
		case k.kind == route.Turn || p.trim:
			if math.Abs(turned) > closeYaw {
				return false
			}
		default:
			p.at = k.advance(p.at, pose)
			x, _, _ := k.errors(&k.ways[p.at], pose)
			if k.total-k.ways[p.at].s-x > closeBy {
				return false
			}
			if (last || p.lanes[p.leg+1].kind != route.Turn) && math.Abs(turned) > 2*closeYaw {
				p.trim = true
				return false
			}
		}
		p.leg, p.at, p.trim = p.leg+1, 0, false
		p.offset, p.share = 0, 1
	}
	k := &p.lanes[len(p.lanes)-1]
	end := &k.ways[len(k.ways)-1]
	if pose.Point().Sub(nav.Point{X: end.x, Y: end.y}).Norm() > missed {
		p.leg, p.off = len(p.lanes)-1, true
		return false
	}
	p.done = true
	return true
}

// How a Pilot makes room after a long time without progress or a new path.
const (
	insisting = 3.5 // s
	resting   = 4.0 // s, before it makes room again
	roomTime  = 3.0 // s
)

// sidesteps are the ways of making room.
var sidesteps = [...]nav.Twist{{V: -0.2}, {V: 0.2}, {V: -0.2, W: 0.25}, {V: -0.2, W: -0.25}, {V: 0.2, W: 0.25}, {V: 0.2, W: -0.25}, {W: 0.4}, {W: -0.4}}

// makeRoom goes about half a metre to where there is most room: the obstacle may then get by, and another path may lead on
// from there.
func (p *Pilot) makeRoom(m *motion, at *State, near *Near, dt float64) Command {
	p.stuck += dt
	out := Command{Doing: Waiting, Reason: Obstacle, Left: p.left(), Blocked: p.stuck}
	step := func(twist nav.Twist) outlook {
		return p.rollOut(m, at.Time, near, func(*motion) nav.Twist { return twist })
	}
	if p.room <= 0 {
		most := math.Inf(-1)
		for _, twist := range sidesteps {
			r := step(twist)
			if r.blocked {
				continue
			}
			if room := near.clearance(r.end.at, 1); room > most {
				p.aside, most = twist, room
			}
		}
		if math.IsInf(most, -1) {
			return out
		}
		p.room = roomTime
	}
	if r := step(p.aside); !r.blocked {
		out.Twist, out.Doing = r.command, Avoiding
	} else {
		p.room = 0
	}
	if p.room -= dt; p.room <= 0 {
		p.off, p.again = true, p.stuck+resting
	}
	return out
}

// left returns the remaining metres of the path.
func (p *Pilot) left() float64 {
	sum := 0.0
	for i := p.leg; i < len(p.lanes); i++ {
		if k := &p.lanes[i]; k.kind != route.Turn {
			sum += k.total
			if i == p.leg {
				sum -= k.ways[p.at].s
			}
		}
	}
	return sum
}

// turn turns on the spot to the end of the leg, as far as nobody is in the way.
func (p *Pilot) turn(m *motion, pose nav.Pose, at *State, near *Near, dt float64) Command {
	out := Command{Doing: Following, Left: p.left()}
	for _, share := range [...]float64{1, 0.5, 0.2} {
		r := p.rollOut(m, at.Time, near, func(m *motion) nav.Twist {
			return nav.Twist{W: p.spin(m, p.fix.Mul(m.at), share)}
		})
		if !r.blocked {
			out.Twist = r.command
			p.creep(m, &out, dt)
			return out
		}
		out.Doing, out.Reason = Slowing, Obstacle
		if r.moving {
			out.Reason = Moving
		}
	}
	out.Doing = Waiting
	p.creep(m, &out, dt)
	return out
}

// creep counts the time without progress.
func (p *Pilot) creep(m *motion, out *Command, dt float64) {
	if math.Abs(m.twist.V) > 0.03 || math.Abs(m.twist.W) > 0.05 {
		p.stuck = 0
	} else {
		p.stuck += dt
	}
	out.Blocked = p.stuck
}

// spin returns the angular velocity of a turn on the spot, at a share of the limits.
func (p *Pilot) spin(m *motion, pose nav.Pose, share float64) float64 {
	k := &p.lanes[p.leg]
	left := nav.Angle(k.end - pose.Yaw)
	if k.kind == route.Turn && !p.trim {
		// The leg determines the direction unless it is nearly done.
		way := nav.Angle(k.ways[1].yaw - k.ways[0].yaw)
		if left*way < 0 && math.Abs(left) > 0.5 {
			left += math.Copysign(2*math.Pi, way)
		}
	}
	l := &p.p.Limits
	sign := math.Copysign(1, left)
	c := nav.Shaper{V: sign * m.w.V, A: sign * m.w.A}
	return sign * min(share*l.W, toEnd(math.Abs(left), sign*m.twist.W, c, l.Alpha, l.Angular, p.p.Response.Lag))
}
