package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Parameters of predictions and their costs.
const (
	horizon     = 2.6  // s
	stride      = 0.1  // s
	wished      = 0.25 // m of clearance, below which there is a cost
	apartRoll   = 0.02 // m that must stay clear, at rest and for each m/s
	apartWay    = 0.03 // s
	polite      = 0.6  // m of clearance from people, below which there is a cost
	apartPeople = 0.2  // s, of clearance from people for each m/s
	arm         = 0.5  // m of driving that a radian of turning is equivalent to
	slowest     = 0.25 // m/s, speed for a place without clearance
	perRoom     = 4.0  // 1/s, increase of that speed with clearance
)

// roomy returns the suitable speed for a clearance in m.
func roomy(clear float64) float64 { return slowest + perRoom*max(clear, 0) }

// outlook is the predicted outcome of a policy.
type outlook struct {
	command nav.Twist // for now
	end     motion    // at the horizon, if it gets that far
	lack    float64   // m driven, weighted by the square of the missing share of clearance, 0 to 1
	blocked bool      // something comes too near
	moving  bool      // and that is a walker
}

// roller rolls out.
type roller struct {
	p Params
	m motion // motion of the predicted vehicle
}

// rollOut predicts, from a motion at t, the outcome of the commands of want. If there is too little clearance at the
// beginning, it may not shrink.
func (r *roller) rollOut(from *motion, t float64, near *Near, want func(m *motion) nav.Twist) outlook {
	r.m = *from
	m := &r.m
	out := outlook{}
	c0 := near.clearance(m.at, wished)
	room := c0
	for step := range int(horizon / stride) {
		twist := want(m)
		if slow := roomy(room); math.Abs(twist.V) > slow {
			// On the same curve.
			twist = nav.Twist{V: math.Copysign(slow, twist.V), W: twist.W * slow / math.Abs(twist.V)}
		}
		if step == 0 {
			out.command = twist
		}
		was := m.at
		m.toward(twist, &r.p.Limits, r.p.Response.Lag, stride)
		t += stride
		v := math.Abs(m.twist.V) + arm*math.Abs(m.twist.W)
		c, people := near.clearance(m.at, wished), near.people(m.at, was, t, polite)
		need := apartRoll + float64(apartWay*v)
		if c < min(need, c0-1e-3) || people < apartRoll+float64(apartPeople*v) {
			out.blocked, out.moving = true, c >= min(need, c0-1e-3)
			return out
		}
		lack := max((wished-c)/wished, (polite-people)/polite)
		out.lack += float64(lack*lack) * math.Abs(m.twist.V) * stride
		c = min(c, people)
		room = c
	}
	out.end = *m
	return out
}
