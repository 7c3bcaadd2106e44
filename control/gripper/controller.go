package gripper

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/feedback"
	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/reactor"
)

// Goal is a position for the joint, m or rad, and the greatest effort to use, N or N·m; 0: max_effort.
type Goal struct {
	Position, Effort float64
}

// Result is the state of a goal.
type Result uint8

// The results.
const (
	Idle Result = iota
	Moving
	Reached
	Stalled // something is held or in the way
	Refused // not finite, outside the limits, or the controller is not active
)

// Status reports on the last goal. OK says that it succeeded.
type Status struct {
	Result                     Result
	OK                         bool
	Position, Effort, Velocity float64
}

// Controller drives a gripper. States read: joint/position, joint/velocity. Commands: joint/interface and, if given,
// effort_interface. References: joint/position and joint/effort, which are a goal whenever they change while another
// controller sets them. Ports: goal in, status out.
type Controller struct {
	joint, kind, effort                                 string
	tolerance, stall, grip, most, velocity, accel, jerk float64
	p, i, d                                             float64
	patience                                            time.Duration
	allow                                               bool
	goal                                                reactor.In[Goal]
	status                                              reactor.Out[Status]
	ported                                              bool
	limit                                               otg.Limit
	sampler                                             *otg.Sampler
	gains                                               feedback.Gains
	loop                                                feedback.PID
	x, zero, at                                         []float64
	want                                                Goal
	still                                               float64 // s
	now, told                                           Status
}

// New returns a controller with default parameters.
func New() *Controller {
	return &Controller{kind: "position", tolerance: 0.01, stall: 0.001, grip: 0.01, most: 10, velocity: 0.1, accel: 1, jerk: 50,
		p: 1000, d: 50, patience: time.Second}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "joint", At: &c.joint}, {Name: "interface", At: &c.kind, OneOf: []string{"position", "effort"}},
		{Name: "effort_interface", At: &c.effort, Help: "a command that takes the greatest effort, \"gripper/max_effort\"; \"\": none"},
		{Name: "goal_tolerance", At: &c.tolerance, Min: 1e-6, Max: 1, Live: true},
		{Name: "stall_velocity", At: &c.stall, Min: 1e-6, Max: 1, Live: true}, {Name: "stall_timeout", At: &c.patience, Min: 0.01, Max: 60, Live: true},
		{Name: "allow_stalling", At: &c.allow, Live: true, Help: "to hold something counts as success"},
		{Name: "grip", At: &c.grip, Min: 1e-5, Max: 1, Live: true, Help: "by how much position commands may be beyond the measured position; no less than what the joint lags in motion"},
		{Name: "max_effort", At: &c.most, Min: 0.01, Max: 1e4, Live: true}, {Name: "max_velocity", At: &c.velocity, Min: 1e-4, Max: 100},
		{Name: "max_acceleration", At: &c.accel, Min: 1e-3, Max: 1000}, {Name: "max_jerk", At: &c.jerk, Min: 1e-2, Max: 1e5},
		{Name: "gains/p", At: &c.p, Max: 1e6, Live: true, Help: "with effort commands"}, {Name: "gains/i", At: &c.i, Max: 1e6, Live: true},
		{Name: "gains/d", At: &c.d, Max: 1e6, Live: true},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (d manager.Description, err error) {
	if c.joint == "" {
		return d, errors.New("gripper: no joint: give the parameter joint")
	}
	l := s.Limit(c.joint)
	c.limit = otg.Limit{Lower: l.Lower, Upper: l.Upper, V: min(l.V, c.velocity), A: min(l.A, l.D, c.accel), J: min(l.J, c.jerk)}
	if c.sampler, err = otg.NewSampler(otg.SamplerConfig{Limits: []otg.Limit{c.limit}, Period: s.Period.Seconds()}); err != nil {
		return d, fmt.Errorf("gripper: joint %s: %w", c.joint, err)
	}
	if err := c.Tune(); err != nil {
		return d, err
	}
	c.x, c.zero, c.at = make([]float64, 1), make([]float64, 1), make([]float64, 1)
	d.States = []manager.Need{{Name: c.joint + "/position"}, {Name: c.joint + "/velocity"}}
	d.Commands = manager.Needs(c.kind, c.joint)
	if c.effort != "" {
		d.Commands = append(d.Commands, manager.Need{Name: c.effort})
	}
	d.References = []manager.Interface{{Name: c.joint + "/position"}, {Name: c.joint + "/effort"}}
	return d, nil
}

// Tune implements manager.Tuner.
func (c *Controller) Tune() error {
	c.gains = feedback.Gains{P: c.p, I: c.i, D: c.d, Windup: feedback.Conditional}
	return c.gains.Check()
}

// Ports implements manager.Ported.
func (c *Controller) Ports() []manager.Port {
	c.ported = true
	c.goal.Optional()
	return []manager.Port{{Name: "goal", In: &c.goal}, {Name: "status", Out: &c.status}}
}

// Receive implements manager.Ported.
func (c *Controller) Receive(io *manager.IO) {
	if c.goal.Present() {
		c.Go(c.goal.Get(), io)
	}
}

// Go takes a goal, as the port does.
func (c *Controller) Go(g Goal, io *manager.IO) Status {
	ok := io.Active && g.Position >= c.limit.Lower && g.Position <= c.limit.Upper && g.Effort >= 0 && !math.IsInf(g.Effort, 1) && !math.IsInf(g.Position, 0)
	if !ok || !c.sampler.Target(append(c.at[:0], g.Position)).Usable() {
		c.now.Result, c.now.OK = Refused, false
		return c.now
	}
	if g.Effort == 0 || g.Effort > c.most {
		g.Effort = c.most
	}
	c.want, c.still = g, 0
	c.now.Result, c.now.OK = Moving, false
	return c.now
}

// Status reports on the last goal.
func (c *Controller) Status() Status { return c.now }

// Activate implements manager.Controller: the joint stays where it was last commanded to be.
func (c *Controller) Activate(io *manager.IO) error {
	u := io.Command(0)
	c.x[0] = u
	if c.kind == "effort" || u-u != 0 {
		c.x[0] = io.State(0)
	}
	c.want, c.still, c.now, c.told = Goal{Position: c.x[0], Effort: c.most}, 0, Status{}, Status{}
	c.sampler.Continue(c.x, c.zero, c.zero)
	c.sampler.Stop()
	c.loop.Begin(&c.gains, 0, 0)
	if c.kind == "effort" && u-u == 0 { // it goes on holding with the effort that it held with before
		c.want.Position = c.x[0]
		c.loop.Begin(&feedback.Gains{I: 1}, 0, min(max(u, -c.most), c.most))
	}
	io.SetReference(0, c.x[0])
	io.SetReference(1, 0)
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	if io.Chained {
		if g := (Goal{Position: io.Reference(0), Effort: io.Reference(1)}); g.Position != c.want.Position && g.Position-g.Position == 0 {
			c.Go(g, io)
		}
	}
	q, v := io.State(0), io.State(1)
	last := c.x[0]
	c.sampler.Step(c.x)
	c.watch(q, v, io.Dt)
	if c.kind == "position" {
		x := c.x[0]
		if c.now.Result == Moving || c.now.Result == Stalled {
			x = min(max(x, q-c.grip), q+c.grip)
		}
		io.SetCommand(0, min(max(x, c.limit.Lower), c.limit.Upper))
	} else {
		u, _ := c.loop.Rate(&c.gains, c.x[0]-q, (c.x[0]-last)/io.Dt-v, io.Dt)
		io.SetCommand(0, min(max(u, -c.want.Effort), c.want.Effort))
	}
	if c.effort != "" {
		io.SetCommand(1, c.want.Effort)
	}
	c.now.Position, c.now.Velocity, c.now.Effort = q, v, io.Command(0)
	if c.ported && c.now.Result != c.told.Result {
		c.told = c.now
		c.status.Set(c.now)
	}
	return nil
}

// watch ends a goal that is reached or that stalls. A stalled joint stays where it is commanded to be.
func (c *Controller) watch(q, v, dt float64) {
	if c.now.Result != Moving {
		return
	}
	if math.Abs(q-c.want.Position) <= c.tolerance && c.sampler.Left() == 0 {
		c.now.Result, c.now.OK = Reached, true
		return
	}
	if math.Abs(v) >= c.stall {
		c.still = 0
		return
	}
	if c.still += dt; c.still > c.patience.Seconds() {
		c.now.Result, c.now.OK = Stalled, c.allow
	}
}
