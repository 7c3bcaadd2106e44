package franka

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// ErrCommand reports a command that must not be sent; it is wrapped with the reason.
var ErrCommand = errors.New("franka: command refused")

// Cut-off frequencies of the low-pass filter in Hz: the default of libfranka from 0.5 on, and the one from which on it
// is off.
const (
	DefaultCutoff = 100.0
	CutoffOff     = 1000.0
)

// limitMargin is the margin of libfranka's rate limiter to every limit.
const limitMargin = 1e-3

// shaper processes a command before it is sent, as libfranka's control does: check, low-pass filter, rate limiter.
// Each starts from the state's own last commands, so it keeps nothing from one cycle to the next, and lost packets do
// not disturb it. It has no clock and allocates only errors.
type shaper struct {
	limits Limits
	joints [Joints]safety.Rate
	pose   safety.PoseRate
	limit  bool
	gain   float64 // of the low-pass: 1 for none
}

// newShaper returns a shaper for the arm that speaks v. cutoff is in Hz; from CutoffOff on there is no filter.
func newShaper(v Version, limitRate bool, cutoff float64) *shaper {
	p := &shaper{limits: LimitsOf(v), limit: limitRate, gain: LowPassGain(cutoff)}
	for i := range p.joints {
		p.joints[i] = p.limits.Rate(i).Tolerant(limitMargin, p.limits.Lost, Period)
	}
	p.pose = p.limits.Cartesian
	if v.FR3() {
		p.pose.Elbow.V = 1.5 // libfranka's, under the robot's own
	}
	p.pose = p.pose.Tolerant(limitMargin, p.limits.Lost, Period)
	return p
}

// LowPassGain returns the share of the new value that a first-order filter with this cut-off frequency takes each
// Period: dt/(dt + 1/(2π·f)); 1 from CutoffOff on.
func LowPassGain(cutoff float64) float64 {
	if cutoff >= CutoffOff {
		return 1
	}
	return Period / (Period + 1/(2*math.Pi*cutoff))
}

// Shape turns c, the user's answer to s, into the command to send: only the members that g and ctl use. An error
// (ErrCommand) means that c must not be sent because of c itself or of s: numbers that are not finite, a pose that is
// no transform, an elbow without a sign.
func (p *shaper) Shape(g MotionGenerator, ctl Controller, s *State, c *Command) error {
	if err := check(g, ctl, c); err != nil {
		return err
	}
	switch g {
	case GenerateJointPosition:
		p.jointPosition(s, c)
	case GenerateJointVelocity:
		p.jointVelocity(s, c)
	case GenerateCartesianPose:
		p.cartesianPose(s, c)
		p.elbow(s, c)
	case GenerateCartesianVelocity:
		p.cartesianVelocity(s, c)
		p.elbow(s, c)
	}
	if ctl == ExternalController {
		p.torque(s, c)
	}
	return check(g, ctl, c) // a state may contain any numbers
}

// check refuses the same commands as libfranka.
func check(g MotionGenerator, ctl Controller, c *Command) error {
	bad := func(what string, x any) error {
		return fmt.Errorf("%w: %s is %v: nothing was sent, and the motion stops", ErrCommand, what, x)
	}
	switch {
	case g == GenerateJointPosition && !allFinite(c.QC[:]):
		return bad("q_c", c.QC)
	case g == GenerateJointVelocity && !allFinite(c.DQC[:]):
		return bad("dq_c", c.DQC)
	case g == GenerateCartesianPose && !IsTransform(&c.OTEEc):
		return bad("O_T_EE_c is no homogeneous transform in columns: it", c.OTEEc)
	case g == GenerateCartesianVelocity && !allFinite(c.ODPEEc[:]):
		return bad("O_dP_EE_c", c.ODPEEc)
	case ctl == ExternalController && !allFinite(c.TauJd[:]):
		return bad("tau_J_d", c.TauJd)
	}
	if cartesian(g) && c.ValidElbow {
		if !allFinite(c.ElbowC[:]) || math.Abs(c.ElbowC[1]) != 1 {
			return bad("elbow_c must be an angle and a sign, ±1: it", c.ElbowC)
		}
	}
	return nil
}

func cartesian(g MotionGenerator) bool {
	return g == GenerateCartesianPose || g == GenerateCartesianVelocity
}

// mix is the low-pass filter.
func (p *shaper) mix(x, last float64) float64 {
	if p.gain == 1 {
		return x
	}
	return float64(p.gain*x) + float64((1-p.gain)*last)
}

// bounds of the velocity of joint i in this cycle.
func (p *shaper) bounds(i int, q float64) (low, high float64) {
	if p.limits.Brake[i].Deceleration == 0 {
		return -p.joints[i].V, p.joints[i].V
	}
	low, high = p.limits.Velocity(i, q)
	return min(0, low+limitMargin), max(0, high-limitMargin)
}

func (p *shaper) jointPosition(s *State, c *Command) {
	for i := range c.QC {
		x := p.mix(c.QC[i], s.Qd[i])
		if p.limit {
			low, high := p.bounds(i, s.Qd[i])
			x, _ = p.joints[i].PositionBetween(Period, x, s.Qd[i], s.DQd[i], s.DDQd[i], low, high)
		}
		c.QC[i] = x
	}
}

func (p *shaper) jointVelocity(s *State, c *Command) {
	for i := range c.DQC {
		x := p.mix(c.DQC[i], s.DQd[i])
		if p.limit {
			low, high := p.bounds(i, s.Qd[i])
			x, _ = p.joints[i].VelocityBetween(Period, x, s.DQd[i], s.DDQd[i], low, high)
		}
		c.DQC[i] = x
	}
}

func (p *shaper) cartesianPose(s *State, c *Command) {
	if p.gain != 1 {
		x, last := SpatialPose(&c.OTEEc), SpatialPose(&s.OTEEc)
		turn := x.R.Mul(last.R.T()).Log()
		x.P = spatial.V(p.mix(x.P.X, last.P.X), p.mix(x.P.Y, last.P.Y), p.mix(x.P.Z, last.P.Z))
		x.R = spatial.Exp(turn.Scale(p.gain)).Mul(last.R).Quat().Rot()
		c.OTEEc = PoseOf(x)
	}
	if p.limit {
		x, verdict := p.pose.Pose(Period, SpatialPose(&c.OTEEc), SpatialPose(&s.OTEEc),
			SpatialTwist(&s.ODPEEc), SpatialTwist(&s.ODDPEEc))
		if verdict != safety.Pass {
			c.OTEEc = PoseOf(x)
		}
	}
}

func (p *shaper) cartesianVelocity(s *State, c *Command) {
	for i := range c.ODPEEc {
		c.ODPEEc[i] = p.mix(c.ODPEEc[i], s.ODPEEc[i])
	}
	if p.limit {
		x, verdict := p.pose.Twist(Period, SpatialTwist(&c.ODPEEc), SpatialTwist(&s.ODPEEc), SpatialTwist(&s.ODDPEEc))
		if verdict != safety.Pass {
			c.ODPEEc = TwistOf(x)
		}
	}
}

func (p *shaper) elbow(s *State, c *Command) {
	if !c.ValidElbow {
		return
	}
	x := p.mix(c.ElbowC[0], s.ElbowC[0])
	if p.limit {
		x, _ = p.pose.Elbow.Position(Period, x, s.ElbowC[0], s.DelbowC[0], s.DDelbowC[0])
	}
	c.ElbowC[0] = x
}

func (p *shaper) torque(s *State, c *Command) {
	for i := range c.TauJd {
		x := p.mix(c.TauJd[i], s.TauJd[i])
		if p.limit {
			x, _ = safety.Slew(Period, p.limits.TorqueRate[i]-limitMargin, x, s.TauJd[i])
		}
		c.TauJd[i] = x
	}
}
