package safety

import (
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// slack is the relative excess above which a limit is broken. The guarantee holds up to this tolerance.
const slack = motion.Slack

// gate keeps one point viable: the common core of all limiters in this package.
type gate struct {
	law   motion.Law
	space motion.Workspace
	s     motion.State // last commanded
}

// admit moves the point to p if that is within the limits and viable, and otherwise as near to p as possible. It
// reports whether p was taken unchanged.
func (g *gate) admit(p spatial.Vec3) bool {
	if g.take(p) {
		return true
	}
	g.near(p.Sub(g.s.P).Scale(1 / g.law.T))
	return false
}

// take moves the point to p if that is within the limits and viable.
func (g *gate) take(p spatial.Vec3) bool {
	v := p.Sub(g.s.P).Scale(1 / g.law.T)
	a := v.Sub(g.s.V).Scale(1 / g.law.T)
	s := motion.State{P: p, V: v, A: a}
	if !g.within(s) || !g.law.Viable(s, &g.space) {
		return false
	}
	g.s = s
	return true
}

// near moves the point at a velocity as near to v as possible.
func (g *gate) near(v spatial.Vec3) { g.s = g.law.Mix(g.s, g.wish(v), &g.space) }

// coast continues with the present velocity, as far as that is viable.
func (g *gate) coast() { g.near(g.s.V) }

// brake goes one cycle toward rest.
func (g *gate) brake() { g.s = g.law.Stop(g.s) }

// within reports whether s may follow the present state.
func (g *gate) within(s motion.State) bool {
	return s.V.Norm() <= g.law.V*(1+slack) && s.A.Norm() <= g.law.A*(1+slack) &&
		s.A.Sub(g.s.A).Norm() <= g.law.Step()*(1+slack)
}

// wish returns the acceleration, within A and one jerk step, that comes nearest to velocity v in one cycle.
func (g *gate) wish(v spatial.Vec3) spatial.Vec3 {
	a := v.Limit(g.law.V).Sub(g.s.V).Scale(1 / g.law.T).Limit(g.law.A)
	return g.s.A.Add(a.Sub(g.s.A).Limit(g.law.Step()))
}
