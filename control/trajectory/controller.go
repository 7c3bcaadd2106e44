package trajectory

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/feedback"
	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/math/motion/spline"
	"github.com/sinew-robotics/sinew/reactor"
)

// Controller executes trajectories; see the package's comment. Parameters lists its parameters.
//
// States read: joint/position and joint/velocity of all joints. Reference: speed_scaling, 0 to 1. Exports of each joint:
// position, velocity, acceleration (of the motion commanded) and error (the path's or command's position minus the
// measured one). Ports: goal and cancel in, status out.
type Controller struct {
	joints, kinds, wrapped       []string
	interpolation, windup        string
	points                       int
	partial                      bool
	velocity, acceleration, jerk []float64
	pathTolerance, goalTolerance []float64
	stopped                      float64
	goalTime                     time.Duration
	p, i, d, clamp, ff           []float64

	goal   reactor.In[Goal]
	cancel reactor.In[Cancel]
	status reactor.Out[Status]
	ported bool

	tolerance [2][]float64 // of joints: path, goal
	limits    []otg.Limit
	wraps     []bool
	effort    bool
	at        []int // scratch: indices of joints in a goal
	motion    *motion
	efforts   *spline.Path
	active    *plan // executed if running
	pending   *plan // waits for its start if waiting
	spare     *plan
	running   bool
	waiting   bool
	after     float64 // s since the end of the path
	measured  []float64
	rate      []float64
	error     []float64
	tau       [3][]float64
	forward   []float64 // of velocities
	gains     []feedback.Gains
	loops     []feedback.PID
	last      Status
	queue     [16]Status
	queued    int
}

// New returns a controller with default parameters.
func New() *Controller {
	return &Controller{kinds: []string{"position"}, interpolation: "splines", windup: "conditional", points: 1000,
		pathTolerance: []float64{0}, goalTolerance: []float64{0.01}, stopped: 0.01, goalTime: time.Second,
		velocity: []float64{0}, acceleration: []float64{0}, jerk: []float64{0},
		p: []float64{0}, i: []float64{0}, d: []float64{0}, clamp: []float64{0}, ff: []float64{-1}}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	most := 1e6
	return []manager.Parameter{
		{Name: "joints", At: &c.joints, Help: "in the order of commands"},
		{Name: "command_interfaces", At: &c.kinds, Help: "position [velocity [acceleration]], velocity, effort, or position and effort"},
		{Name: "interpolation_method", At: &c.interpolation, OneOf: []string{"splines", "none"}},
		{Name: "wraparound_joints", At: &c.wrapped, Help: "joints that turn without end; the description's continuous ones do so anyway"},
		{Name: "max_points", At: &c.points, Min: 1, Max: 100000, Help: "of a trajectory"},
		{Name: "allow_partial_joints_goal", At: &c.partial, Help: "joints that a goal does not name go to, or stay at, where they would have come to rest"},
		{Name: "limits/velocity", At: &c.velocity, Max: most, Unit: "rad/s or m/s", Help: "0: the robot's"},
		{Name: "limits/acceleration", At: &c.acceleration, Max: most, Help: "over s²; 0: the robot's, or 10 times the velocity's without one"},
		{Name: "limits/jerk", At: &c.jerk, Max: 1e9, Help: "over s³; 0: the robot's, or 100 times the acceleration's without one"},
		{Name: "constraints/trajectory", At: &c.pathTolerance, Min: -1, Max: most, Help: "path tolerance, rad or m; 0 or less: not checked"},
		{Name: "constraints/goal", At: &c.goalTolerance, Min: -1, Max: most, Help: "rad or m; 0 or less: not checked"},
		{Name: "constraints/stopped_velocity_tolerance", At: &c.stopped, Max: most, Help: "at the goal; 0: not checked"},
		{Name: "constraints/goal_time", At: &c.goalTime, Max: 3600, Help: "that arriving may take after the end of the path; 0: for ever"},
		{Name: "gains/p", At: &c.p, Max: most, Live: true}, {Name: "gains/i", At: &c.i, Max: most, Live: true},
		{Name: "gains/d", At: &c.d, Max: most, Live: true}, {Name: "gains/i_clamp", At: &c.clamp, Max: most, Live: true, Help: "greatest share of the integral; 0: none"},
		{Name: "gains/ff_velocity_scale", At: &c.ff, Min: -1, Max: most, Live: true, Help: "command for each rad/s or m/s of the trajectory; -1: 1 for velocity commands, 0 for efforts"},
		{Name: "gains/antiwindup", At: &c.windup, OneOf: feedback.Windups()},
	}
}

// allowed returns the sets of command interfaces.
func allowed() []string {
	return []string{"position", "position velocity", "position velocity acceleration", "velocity", "effort", "position effort"}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (manager.Description, error) {
	n := len(c.joints)
	var errs []error
	if n == 0 {
		errs = append(errs, errors.New("trajectory: no joints: give the parameter joints"))
	}
	if sets := allowed(); !slices.Contains(sets, strings.Join(c.kinds, " ")) {
		errs = append(errs, fmt.Errorf("trajectory: command_interfaces %v: give one of %q", c.kinds, sets))
	}
	c.effort = slices.Contains(c.kinds, "effort")
	c.gains = nil // of other joints
	errs = append(errs, c.Tune())
	var rows [5][]float64
	for k, f := range [...]struct {
		name string
		xs   []float64
	}{{"limits/velocity", c.velocity}, {"limits/acceleration", c.acceleration}, {"limits/jerk", c.jerk},
		{"constraints/trajectory", c.pathTolerance}, {"constraints/goal", c.goalTolerance}} {
		xs, err := manager.Each("trajectory: "+f.name, f.xs, n)
		rows[k], errs = xs, append(errs, err)
	}
	c.tolerance = [2][]float64(rows[3:])
	if err := errors.Join(errs...); err != nil {
		return manager.Description{}, err
	}
	if err := c.setLimits(s, [3][]float64(rows[:3])); err != nil {
		return manager.Description{}, err
	}
	var err error
	if c.motion, err = newMotion(c.limits, c.points, s.Period.Seconds()); err != nil {
		return manager.Description{}, err
	}
	c.reserve(n)
	return c.describe(), nil
}

// reserve allocates everything that is needed later.
func (c *Controller) reserve(n int) {
	c.active, c.pending, c.spare = newPlan(n, c.points), newPlan(n, c.points), newPlan(n, c.points)
	c.at = make([]int, n)
	if c.effort {
		c.efforts = spline.NewPath(n, c.points)
	}
	for _, f := range []*[]float64{&c.measured, &c.rate, &c.error, &c.tau[0], &c.tau[1], &c.tau[2]} {
		*f = make([]float64, n)
	}
	c.loops = make([]feedback.PID, n)
}

func (c *Controller) describe() (d manager.Description) {
	d.States = append(manager.Needs("position", c.joints...), manager.Needs("velocity", c.joints...)...)
	for _, k := range c.kinds {
		d.Commands = append(d.Commands, manager.Needs(k, c.joints...)...)
	}
	d.References = []manager.Interface{{Name: "speed_scaling", Unit: "1"}}
	for _, j := range c.joints {
		for _, k := range []string{"position", "velocity", "acceleration"} {
			d.Exports = append(d.Exports, manager.Interface{Name: j + "/" + k})
		}
		d.Exports = append(d.Exports, manager.Interface{Name: j + "/error", Unit: "rad"})
	}
	return d
}

// setLimits combines the robot's limits with the parameters: velocities, accelerations and jerks of the joints.
func (c *Controller) setLimits(s *manager.Setup, given [3][]float64) error {
	c.limits, c.wraps = nil, nil
	var errs []error
	for i, j := range c.joints {
		r := s.Limit(j)
		l := otg.Limit{Lower: r.Lower, Upper: r.Upper, V: tighter(r.V, given[0][i]), A: tighter(min(r.A, r.D), given[1][i]), J: tighter(r.J, given[2][i])}
		if math.IsInf(l.V, 1) {
			errs = append(errs, fmt.Errorf("trajectory: joint %s has no velocity limit: give it in the description or as limits/velocity", j))
		}
		if math.IsInf(l.A, 1) {
			l.A = 10 * l.V
		}
		if math.IsInf(l.J, 1) {
			l.J = 100 * l.A
		}
		wraps := slices.Contains(c.wrapped, j)
		if s.Model != nil {
			for k := range s.Model.Joints {
				wraps = wraps || s.Model.Joints[k].Name == j && s.Model.Joints[k].Type.String() == "continuous"
			}
		}
		if wraps {
			l.Lower, l.Upper = math.Inf(-1), math.Inf(1)
		}
		c.limits, c.wraps = append(c.limits, l), append(c.wraps, wraps)
	}
	for _, j := range c.wrapped {
		if !slices.Contains(c.joints, j) {
			errs = append(errs, fmt.Errorf("trajectory: wraparound joint %q is not one of joints %v", j, c.joints))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	c.gains = make([]feedback.Gains, len(c.joints))
	for i, j := range c.joints {
		most := c.limits[i].V
		if c.effortOnly() {
			most = s.Limit(j).Effort
		}
		if !math.IsInf(most, 1) {
			c.gains[i].Min, c.gains[i].Max = -most, most
		}
	}
	return c.Tune()
}

func tighter(robot, given float64) float64 {
	if given > 0 {
		return min(robot, given)
	}
	return robot
}

func (c *Controller) effortOnly() bool { return c.kinds[0] == "effort" }

// Tune implements manager.Tuner: gains may change at any time.
func (c *Controller) Tune() error {
	var errs []error
	var rows [5][]float64
	for k, f := range [...]struct {
		name string
		xs   []float64
	}{{"gains/p", c.p}, {"gains/i", c.i}, {"gains/d", c.d}, {"gains/i_clamp", c.clamp}, {"gains/ff_velocity_scale", c.ff}} {
		xs, err := manager.Each("trajectory: "+f.name, f.xs, len(c.joints))
		rows[k], errs = xs, append(errs, err)
	}
	for i := range c.gains {
		g := &c.gains[i]
		g.P, g.I, g.D, g.IMin, g.IMax = rows[0][i], rows[1][i], rows[2][i], -rows[3][i], rows[3][i]
		g.Windup = feedback.Windup(slices.Index(feedback.Windups(), c.windup))
		errs = append(errs, g.Check())
	}
	c.forward = rows[4]
	for i, f := range c.forward {
		if f < 0 && !c.effort {
			c.forward[i] = 1
		}
		c.forward[i] = max(c.forward[i], 0)
	}
	return errors.Join(errs...)
}

// Ports implements manager.Ported.
func (c *Controller) Ports() []manager.Port {
	c.ported = true
	c.goal.Optional()
	c.cancel.Optional()
	return []manager.Port{{Name: "goal", In: &c.goal}, {Name: "cancel", In: &c.cancel}, {Name: "status", Out: &c.status}}
}

// Receive implements manager.Ported.
func (c *Controller) Receive(io *manager.IO) {
	if c.cancel.Present() {
		c.Cancel(c.cancel.Get())
	}
	if c.goal.Present() {
		g := c.goal.Get()
		c.Execute(&g, io)
	}
}
