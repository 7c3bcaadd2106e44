package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// How what is foreseen is judged.
const (
	horizon     = 2.6  // s
	stride      = 0.1  // s
	wished      = 0.25 // m of clearance, less of which costs
	apartRoll   = 0.02 // m, that must stay clear, and for each m/s
	apartWay    = 0.03 // s
	polite      = 0.6  // m of clearance from people, less of which costs
	apartPeople = 0.2  // s, of clearance from people for each m/s
	arm         = 0.5  // m, at which a turn counts as driving
	slowest     = 0.25 // m/s, that suits a place without any clearance
	perRoom     = 4.0  // 1/s, of speed by clearance
)

// roomy is the speed that suits a clearance in m.
func roomy(clear float64) float64 { return slowest + perRoom*max(clear, 0) }

// outlook is what comes of a way to go on.
type outlook struct {
	command nav.Twist // for now
	end     motion    // at the horizon, where it gets so far
	lack    float64   // m driven, weighted by the square of how much clearance was lacking, 0 to 1
	blocked bool      // something comes too near
	moving  bool      // and that walks
}

// roller rolls out.
type roller struct {
	p Params
	m motion // of the vehicle that is foreseen
}

// rollOut foresees, from a motion at t on, what comes of what want wants. Where there is too little clearance at the beginning
// it may not become less.
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
