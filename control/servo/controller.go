package servo

import (
	"errors"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// Controller moves a tip by twists; see the package's comment.
//
// States read: position of the chain's joints. Commands: their position. Reference: twist. Exports: pose, the tip's as
// commanded; twist, as commanded, in the base frame; scale, of the last slowing down; sigma. Port: twist in.
type Controller struct {
	base, tip, frame   string
	linear, angular    motion.Limits // V, A and J of each
	soft, hard, margin float64
	acceleration       float64
	pull               float64
	timeout            time.Duration
	twists             reactor.In[spatial.Twist]
	fed                bool
	heard              time.Duration
	laws               [2]motion.Law
	moves              [2]motion.State // velocity and acceleration of the tip, and of its rotation
	chain              *kinematics.Chain
	data               *kinematics.Data
	gauge              gauge
	n                  int
	q, dq, next, try   []float64
	target             spatial.Pose
	v                  spatial.Twist
	options            kinematics.ServoOptions
	restraint          restraint
}

// New returns a controller with default parameters.
func New() *Controller {
	return &Controller{frame: "base", linear: motion.Limits{V: 0.5, A: 2, J: 50}, angular: motion.Limits{V: 1, A: 5, J: 100},
		soft: 0.08, hard: 0.03, margin: 0.1, acceleration: 10, pull: 1, timeout: 100 * time.Millisecond}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "base", At: &c.base, Help: "link where the arm begins"}, {Name: "tip", At: &c.tip, Help: "link where it ends"},
		{Name: "frame", At: &c.frame, OneOf: []string{"base", "tip"}, Help: "along whose axes twists are given"},
		{Name: "linear/velocity", At: &c.linear.V, Min: 0.001, Max: 10, Unit: "m/s"},
		{Name: "linear/acceleration", At: &c.linear.A, Min: 0.01, Max: 100, Unit: "m/s²"},
		{Name: "linear/jerk", At: &c.linear.J, Min: 0.1, Max: 1e4, Unit: "m/s³"},
		{Name: "angular/velocity", At: &c.angular.V, Min: 0.001, Max: 20, Unit: "rad/s"},
		{Name: "angular/acceleration", At: &c.angular.A, Min: 0.01, Max: 200, Unit: "rad/s²"},
		{Name: "angular/jerk", At: &c.angular.J, Min: 0.1, Max: 2e4, Unit: "rad/s³"},
		{Name: "singularity/soft", At: &c.soft, Min: 0.001, Max: 1, Live: true, Help: "σ from which on the tip slows"},
		{Name: "singularity/hard", At: &c.hard, Min: 0.0001, Max: 1, Live: true, Help: "σ at which it stops"},
		{Name: "joint_margin", At: &c.margin, Min: 0.001, Max: 1, Live: true, Unit: "rad or m", Help: "distance of a limit from which on the tip slows"},
		{Name: "joint_acceleration", At: &c.acceleration, Min: 0.1, Max: 1000, Unit: "rad/s² or m/s²"},
		{Name: "nullspace/pull", At: &c.pull, Min: 0.001, Max: 10, Live: true, Unit: "1/s", Help: "toward the middle of the joints' ranges"},
		{Name: "timeout", At: &c.timeout, Min: 0.001, Max: 10, Live: true},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (manager.Description, error) {
	chain, joints, err := s.Chain(c.base, c.tip)
	if err = errors.Join(err, c.Tune()); err != nil {
		return manager.Description{}, err
	}
	c.chain, c.data, c.gauge, c.n, c.restraint = chain, kinematics.NewData(chain), newGauge(chain), chain.N(), restraint{}
	for _, f := range []*[]float64{&c.q, &c.dq, &c.next, &c.try} {
		*f = make([]float64, c.n)
	}
	c.laws = [2]motion.Law{motion.NewLaw(c.linear, s.Period.Seconds()), motion.NewLaw(c.angular, s.Period.Seconds())}
	d := manager.Description{States: manager.Needs("position", joints...), Commands: manager.Needs("position", joints...),
		References: []manager.Interface{{Name: "twist"}},
		Exports:    []manager.Interface{{Name: "pose"}, {Name: "twist"}, {Name: "scale", Unit: "1"}, {Name: "sigma", Unit: "1"}}}
	return d, nil
}

// Tune implements manager.Tuner.
func (c *Controller) Tune() error {
	c.options = kinematics.ServoOptions{Acceleration: c.acceleration, Pull: c.pull}
	if !(c.hard < c.soft) {
		return errors.New("servo: singularity/hard must be below singularity/soft")
	}
	return nil
}

// Ports implements manager.Ported.
func (c *Controller) Ports() []manager.Port {
	c.twists.Optional()
	return []manager.Port{{Name: "twist", In: &c.twists}}
}

// Receive implements manager.Ported.
func (c *Controller) Receive(io *manager.IO) {
	if c.twists.Present() {
		c.Move(c.twists.Get(), io)
	}
}

// Move sets the wanted twist from now on until the timeout, as the port does.
func (c *Controller) Move(t spatial.Twist, io *manager.IO) {
	if io.Active && !io.Chained {
		manager.PutTwist(io.References(0), t)
		c.fed, c.heard = true, io.Now
	}
}

// Tip returns the tip's commanded pose, in the base frame.
func (c *Controller) Tip() spatial.Pose { return c.target }

// Activate implements manager.Controller: the tip rests where the joints were last commanded to be.
func (c *Controller) Activate(io *manager.IO) error {
	for i := range c.q {
		c.q[i] = io.Command(i)
		if c.q[i]-c.q[i] != 0 {
			c.q[i] = io.State(i)
		}
	}
	clear(c.dq)
	c.fed, c.v, c.moves, c.restraint = false, spatial.Twist{}, [2]motion.State{}, restraint{}
	c.target = c.chain.FK(c.data, c.q)
	manager.PutTwist(io.References(0), c.v)
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	if c.fed && !io.Chained && io.Now-c.heard > c.timeout {
		manager.PutTwist(io.References(0), spatial.Twist{})
	}
	want, ok := manager.TwistOf(io.References(0))
	if !ok {
		want = spatial.Twist{}
	}
	if c.frame == "tip" {
		want.Lin, want.Ang = c.target.R.Apply(want.Lin), c.target.R.Apply(want.Ang)
	}
	want.Lin, want.Ang = want.Lin.Limit(c.linear.V), want.Ang.Limit(c.angular.V)
	scale, sigma := c.slow(want)
	for k, v := range [2]spatial.Vec3{want.Lin, want.Ang} {
		m, law := &c.moves[k], &c.laws[k]
		*m = law.After(*m, law.Toward(*m, v.Scale(scale)))
		m.P = spatial.Vec3{} // the target has the position
	}
	c.v = spatial.Twist{Lin: c.moves[0].V, Ang: c.moves[1].V}
	c.step(io)
	for i, q := range c.q {
		io.SetCommand(i, q)
	}
	manager.PutPose(io.Exports(0), c.target)
	manager.PutTwist(io.Exports(1), c.v)
	io.SetExport(2, scale)
	io.SetExport(3, sigma)
	return nil
}

// slow returns how much slower than wanted a twist must be, the reason, and the least singular value.
func (c *Controller) slow(want spatial.Twist) (scale, sigma float64) {
	sigma = c.gauge.sigma(c.q)
	c.restraint = restraint{}
	c.gauge.inverse.Joints([6]float64{want.Lin.X, want.Lin.Y, want.Lin.Z, 0.3 * want.Ang.X, 0.3 * want.Ang.Y, 0.3 * want.Ang.Z}, c.next)
	size := 0.0
	for _, v := range c.next {
		size = max(size, math.Abs(v))
	}
	if size == 0 {
		return 1, sigma
	}
	scale = 1
	for i, v := range c.next {
		l := c.chain.Limit(i)
		room := l.Upper - c.q[i]
		if v < 0 {
			room = c.q[i] - l.Lower
		}
		if s := max(0, room/c.margin); math.Abs(v) > 1e-3*size && s < scale {
			scale, c.restraint = s, restraint{kind: byLimit, joint: i, upper: v >= 0}
		}
		c.try[i] = c.q[i] + float64(1e-3*v/size)
	}
	if sigma < c.soft && c.gauge.sigma(c.try) < sigma {
		if s := max(0, (sigma-c.hard)/(c.soft-c.hard)); s < scale {
			scale, c.restraint = s, restraint{kind: bySingularity}
		}
	}
	c.restraint.scale = scale
	return scale, sigma
}

// step moves target and joints by the twist. If the joints cannot follow, the target becomes where they got to.
func (c *Controller) step(io *manager.IO) {
	c.target.P = c.target.P.Add(c.v.Lin.Scale(io.Dt))
	c.target.R = spatial.Exp(c.v.Ang.Scale(io.Dt)).Mul(c.target.R)
	c.options.Velocity, c.options.Twist = c.dq, c.v
	r := c.chain.ServoIK(c.data, c.target, c.q, io.Dt, c.next, c.options)
	for i, x := range c.next {
		c.dq[i] = (x - c.q[i]) / io.Dt
	}
	copy(c.q, c.next)
	if r.Status != kinematics.ServoOK {
		c.target = c.chain.FK(c.data, c.q)
	}
}
