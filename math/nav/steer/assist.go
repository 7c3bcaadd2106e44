package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Assist follows a person's command as far as it is safe. If nothing is near, the command passes unchanged. If it leads close
// to an obstacle, Assist slows and steers: it rolls out lines parallel to the person's, or curves wider or narrower than the
// person's, and takes the one that deviates least. It never goes faster than told or in the opposite direction, and a person
// who only turns is only slowed.
type Assist struct {
	roller
	line nav.Pose // the line on which the person goes straight on, in the frame of odometry
	on   bool     // whether there is such a line
	took deviation
	last float64 // s, time of the last step
	held float64 // s, how long there has been no progress
}

// NewAssist makes an Assist.
func NewAssist(p Params) (*Assist, error) {
	p = p.filled()
	if err := p.Check(); err != nil {
		return nil, err
	}
	return &Assist{roller: roller{p: p}, last: never}, nil
}

// deviation is a deviation from a command: a share of the speed, the distance in m to the left of the line on which the person
// went straight on, or the rad/s by which to turn more to the left.
type deviation struct{ share, offset, turn float64 }

// The deviations that are rolled out, in addition to the last one.
var (
	paces   = [...]float64{1, 0.6, 0.3}
	asides  = [...]float64{0.03, -0.03, 0.07, -0.07, 0.12, -0.12, 0.2, -0.2, 0.35, -0.35}
	steered = [...]float64{0.06, -0.06, 0.15, -0.15, 0.3, -0.3}
)

// Costs of deviations, in m of the commanded way.
const (
	aidLack   = 0.9  // for each m driven without any clearance
	aidAside  = 0.8  // for each m
	aidTurn   = 0.5  // for each rad/s
	aidChange = 0.2  // for each m or rad/s from the last deviation
	straight  = 0.06 // rad/s, below which a person goes straight on
	pace      = 0.03 // m/s, below which a person only turns
	askew     = 0.03 // rad, by which an Assist has turned from the person's line
)

// Step returns the command for a person's wish.
func (a *Assist) Step(want nav.Twist, at *State, near *Near) Command {
	dt := min(max(at.Time-a.last, 0), 0.2)
	a.last = at.Time
	if want.V-want.V != 0 || want.W-want.W != 0 {
		a.on = false
		return Command{Doing: Waiting, Reason: Unordinary}
	}
	m := foresee(&a.p, at, near)
	a.hold(want, m.at)
	if want == (nav.Twist{}) {
		a.held = 0
		return Command{Doing: Resting}
	}
	plain := a.deviate(&m, at, near, want, deviation{share: 1})
	skew := a.on && math.Abs(nav.Angle(m.at.Yaw-a.line.Yaw)) > askew && a.took != (deviation{share: 1})
	if !plain.blocked && plain.lack == 0 && !skew {
		a.took, a.held = deviation{share: 1}, 0
		return Command{Twist: want, Doing: Following}
	}
	best, took, ok, moving := a.choose(&m, at, near, want, plain)
	out := Command{Doing: Waiting, Reason: Obstacle}
	if moving {
		out.Reason = Moving
	}
	if ok {
		a.took = took
		out.Twist = best.command
		switch {
		case took.offset != a.aside(m.at) || took.turn != 0:
			out.Doing = Avoiding
		case took.share < 1 || math.Abs(out.V) < 0.98*math.Abs(want.V):
			out.Doing = Slowing
		default:
			out.Doing, out.Reason = Following, Free
		}
	}
	if math.Abs(m.twist.V) > 0.03 || math.Abs(m.twist.W) > 0.05 {
		a.held = 0
	} else {
		a.held += dt
	}
	out.Blocked = a.held
	return out
}

// hold keeps the line on which a person goes straight on.
func (a *Assist) hold(want nav.Twist, at nav.Pose) {
	switch {
	case math.Abs(want.V) < pace || math.Abs(want.W) > straight:
		a.on = false
		a.took.offset = 0
	case !a.on:
		a.on, a.line, a.took = true, at, deviation{share: 1}
	}
}

// aside returns the distance in m of a pose to the left of the person's line.
func (a *Assist) aside(at nav.Pose) float64 {
	if !a.on {
		return 0
	}
	return a.line.Inv().Apply(at.Point()).Y
}

// deviate predicts the outcome of a deviation.
func (a *Assist) deviate(m *motion, at *State, near *Near, want nav.Twist, d deviation) outlook {
	steer := a.on && (d.offset != 0 || d.share < 1 || a.took != (deviation{share: 1}))
	return a.rollOut(m, at.Time, near, func(m *motion) nav.Twist {
		twist := nav.Twist{V: d.share * want.V, W: d.share*want.W + d.turn}
		if steer {
			// Back to the person's line, or to a parallel one, within some lengths.
			dir := math.Copysign(1, want.V)
			v := math.Abs(m.v.V)
			length := 0.3 + float64(0.6*v)
			e := min(max((a.aside(m.at)-d.offset)/length, -0.4), 0.4)
			twist.W = -v * (float64(dir*e) + 2*nav.Angle(m.at.Yaw-a.line.Yaw)) / length
		}
		return twist
	})
}

// choose takes the deviation with the least cost; ok is false if all are blocked, and moving reports whether a walker blocks
// one.
func (a *Assist) choose(m *motion, at *State, near *Near, want nav.Twist, plain outlook) (best outlook, took deviation, ok, moving bool) {
	least := math.Inf(1)
	told := max(math.Abs(want.V), 0.3*math.Abs(want.W)) * horizon
	side := a.aside(m.at)
	try := func(d deviation) {
		if !a.on && d.turn != 0 && (want.W+d.turn)*want.W < 0 {
			return // never in the opposite direction
		}
		r := a.deviate(m, at, near, want, d)
		if r.blocked {
			moving = moving || r.moving
			return
		}
		cost := (1-d.share)*told + aidLack*r.lack + aidAside*math.Abs(d.offset-side) + aidTurn*math.Abs(d.turn) +
			aidChange*(math.Abs(d.offset-a.took.offset)+math.Abs(d.turn-a.took.turn))
		if cost < least {
			best, took, least, ok = r, d, cost, true
		}
	}
	for _, share := range paces {
		try(deviation{share: share, offset: side})
		switch {
		case a.on:
			try(deviation{share: share, offset: a.took.offset})
			for _, o := range asides {
				try(deviation{share: share, offset: side + o})
			}
		case math.Abs(want.V) >= pace:
			for _, w := range steered {
				try(deviation{share: share, turn: w})
			}
		}
	}
	try(deviation{share: 0.12, offset: side})
	return best, took, ok, moving
}
