package guard

import (
	"errors"
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Commands guards the commands of one motion with any generator. It is a franka.Guard.
type Commands struct {
	generator franka.MotionGenerator
	rates     [n]safety.Rate // of the single values of a command
	joints    *jointGuard    // of joint positions and velocities; nil with other generators
	*cartesian

	own    franka.Command // the robot's own last command
	d1, d2 vec            // its first and second difference

	verdict safety.Verdict
	looked  int // cycles since New
	last    int // cycles since the motion's last command came
	rests   int // of those at the end, cycles at rest
}

// New returns the guard of a motion with generator g of an arm with limits l. margin is the number of consecutive commands
// that may be lost between this program and the robot while the velocity limits hold.
func New(l *franka.Limits, g franka.MotionGenerator, margin int) (*Commands, error) {
	c := &Commands{generator: g}
	chain, err := franka.Model()
	if err != nil {
		return nil, err
	}
	switch g {
	case franka.GenerateJointPosition, franka.GenerateJointVelocity:
		c.joints = newJointGuard(l, chain, margin)
		for i := range c.rates {
			c.rates[i] = l.Rate(i).Tolerant(slack, margin, dt)
		}
		return c, nil
	case franka.GenerateCartesianPose, franka.GenerateCartesianVelocity:
	default:
		return nil, errors.New("franka: torques have no guard: it is for motions by positions and velocities")
	}
	r := l.Cartesian.Tolerant(slack, margin, dt)
	for i := range 3 { // three values share the limit of their norm
		c.rates[i], c.rates[3+i] = third(r.Translation), third(r.Rotation)
	}
	c.rates[6] = r.Elbow
	c.cartesian = &cartesian{rate: r, tool: newToolGuard(l, chain, margin), reach: newReach(l, chain, c.rates)}
	return c, nil
}

func third(r safety.Rate) safety.Rate {
	return safety.Rate{V: r.V / math.Sqrt(3), A: r.A / math.Sqrt(3), J: r.J / math.Sqrt(3)}
}

// Rates are the limits of the single values of a command: seven joints, or translation, rotation and elbow.
func (g *Commands) Rates() [franka.Joints]safety.Rate { return g.rates }

// Order is the order of the highest difference that the robot bounds: 3 for positions, 2 for velocities.
func (g *Commands) Order() int {
	if g.generator == franka.GenerateJointVelocity || g.generator == franka.GenerateCartesianVelocity {
		return 2
	}
	return 3
}

// See takes the robot's own last command and its differences from a state.
func (g *Commands) See(s *franka.State) {
	switch g.generator {
	case franka.GenerateJointPosition:
		g.own.QC, g.d1, g.d2 = s.Qd, s.DQd, s.DDQd
		g.joints.See(s)
	case franka.GenerateJointVelocity:
		g.own.DQC, g.d1 = s.DQd, s.DDQd
		g.joints.See(s)
	case franka.GenerateCartesianVelocity:
		g.own.ODPEEc, g.own.ElbowC = s.ODPEEc, s.ElbowC
		copy(g.d1[:6], s.ODDPEEc[:])
		g.cartesian.see(s)
	default:
		g.own.OTEEc, g.own.ElbowC = s.OTEEc, s.ElbowC
		copy(g.d1[:6], s.ODPEEc[:])
		copy(g.d2[:6], s.ODDPEEc[:])
		g.d1[6], g.d2[6] = s.DelbowC[0], s.DDelbowC[0]
		g.cartesian.see(s)
	}
}

// Own returns the robot's own last command and its first and second difference; for velocities the second is zero.
func (g *Commands) Own() (c *franka.Command, d1, d2 *[franka.Joints]float64) {
	return &g.own, (*[n]float64)(&g.d1), (*[n]float64)(&g.d2)
}

// Command makes c follow the robot's own last command within the limits. plain says that c belongs to a stream being
// followed, or is a command to rest; then a calm arm need not be checked.
func (g *Commands) Command(c *franka.Command, plain bool) safety.Verdict {
	switch g.generator {
	case franka.GenerateJointPosition:
		g.verdict = g.joints.Position(&c.QC)
	case franka.GenerateJointVelocity:
		g.verdict = g.joints.Velocity(&c.DQC)
	case franka.GenerateCartesianVelocity:
		g.verdict = g.twist(c, &g.own, plain)
	default:
		g.verdict = g.toPose(c, &g.own, plain)
		g.sent = *c
	}
	return g.verdict
}

// Verdict tells what became of the last command. For a changed command, Short says that the arm could not have stopped
// after it.
func (g *Commands) Verdict() (v safety.Verdict, short bool) {
	if g.joints != nil {
		return g.verdict, g.joints.Short()
	}
	return g.verdict, g.tool.Short()
}

// ErrOutside says that no motion may begin.
var ErrOutside = errors.New("franka: a joint is out of its range: move the arm back by hand")

const (
	arrive = 2000 // cycles for reaching the last command; after that the arm comes to rest where it is
	settle = 20   // cycles at rest after which it will come no nearer
)

// Limit implements franka.Guard: the motion ends when the arm rests at the last command, or as near to it as possible.
func (g *Commands) Limit(s *franka.State, c *franka.Command, finished bool) (done bool, err error) {
	g.See(s)
	if finished || g.last > 0 {
		g.last++
	}
	if g.last > arrive || g.last > 0 && g.Order() == 2 {
		g.stay(c)
	}
	if g.rests++; g.last == 0 || !g.Rests() {
		g.rests = 0
	}
	if g.rests > settle || g.rests > 0 && g.there(c) {
		g.stay(c)
		g.verdict = safety.Pass
		return true, nil
	}
	if g.Command(c, false) == safety.EStop {
		return false, ErrOutside
	}
	return false, nil
}

// Look implements franka.Guard: every few cycles it looks ahead.
func (g *Commands) Look(s *franka.State) {
	if g.looked++; g.looked%lookEvery != 0 {
		return
	}
	g.Measure(s)
	if g.joints != nil {
		g.joints.Look()
	} else {
		g.tool.Look()
	}
}

// Measure updates Reach, if commands are Cartesian.
func (g *Commands) Measure(s *franka.State) {
	if g.cartesian != nil {
		g.reach.look(s)
	}
}

// Reach returns the shares of the tool's velocity, acceleration and jerk at which the first joint reaches its limits;
// false if commands are the joints'.
func (g *Commands) Reach() (v, a, j float64, ok bool) {
	if g.cartesian == nil {
		return 0, 0, 0, false
	}
	return g.reach.v, g.reach.a, g.reach.j, true
}

// Rests reports whether the robot's last command is one of rest.
func (g *Commands) Rests() bool {
	still := func(xs []float64, most float64) bool {
		for _, x := range xs {
			if math.Abs(x) > most {
				return false
			}
		}
		return true
	}
	return still(g.d1[:], 1e-8) && still(g.d2[:], 1e-4) && (g.Order() == 3 || still(g.own.DQC[:], 1e-9) && still(g.own.ODPEEc[:], 1e-9))
}

// stay makes c keep the arm where it was last commanded.
func (g *Commands) stay(c *franka.Command) {
	c.QC, c.OTEEc = g.own.QC, g.own.OTEEc
	c.DQC, c.ODPEEc = [n]float64{}, [6]float64{}
	if c.ValidElbow {
		c.ElbowC = g.own.ElbowC
	}
}

// there reports whether the robot's last command was c.
func (g *Commands) there(c *franka.Command) bool {
	switch {
	case g.Order() == 2:
		return true
	case g.joints != nil:
		return g.own.QC == c.QC
	}
	return g.own.OTEEc == c.OTEEc
}
