package torque

import (
	"errors"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/feedback"
	"github.com/sinew-robotics/sinew/math/kinematics"
)

// Controller follows references with torques; see the package's comment.
//
// States read: position and velocity of the chain's joints. Commands: their effort. References: position, velocity and
// acceleration of each joint.
type Controller struct {
	base, tip      string
	law            string
	p, i, d        []float64
	armature       []float64
	handover       time.Duration
	chain          *kinematics.Chain
	data           *kinematics.Data
	n              int
	q, dq, acc, u  []float64
	tau, was, most []float64
	sum            []float64 // ∫e
	ref            []float64 // the last good references
	gains          [3][]float64
	rotor          []float64
	fade           *feedback.Handover
}

// New returns a controller with default parameters.
func New() *Controller {
	return &Controller{law: "computed", p: []float64{400}, i: []float64{0}, d: []float64{40}, armature: []float64{0}, handover: 200 * time.Millisecond}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "base", At: &c.base, Help: "link where the arm begins"}, {Name: "tip", At: &c.tip, Help: "link where it ends"},
		{Name: "law", At: &c.law, OneOf: []string{"computed", "feedforward"}},
		{Name: "gains/p", At: &c.p, Max: 1e6, Live: true, Help: "one or one a joint; 1/s², or N·m/rad with feedforward"},
		{Name: "gains/i", At: &c.i, Max: 1e6, Live: true}, {Name: "gains/d", At: &c.d, Max: 1e5, Live: true},
		{Name: "armature", At: &c.armature, Max: 100, Unit: "kg·m²", Help: "one or one a joint"},
		{Name: "handover", At: &c.handover, Min: 0.001, Max: 10, Help: "in which the torques of before fade"},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (manager.Description, error) {
	chain, joints, err := s.Chain(c.base, c.tip)
	if err != nil {
		return manager.Description{}, err
	}
	c.chain, c.data, c.n = chain, kinematics.NewData(chain), chain.N()
	if err := c.Tune(); err != nil {
		return manager.Description{}, err
	}
	for _, f := range []*[]float64{&c.q, &c.dq, &c.acc, &c.u, &c.tau, &c.was, &c.most, &c.sum} {
		*f = make([]float64, c.n)
	}
	c.ref, c.fade = make([]float64, 3*c.n), feedback.NewHandover(c.n)
	d := manager.Description{States: append(manager.Needs("position", joints...), manager.Needs("velocity", joints...)...),
		Commands: manager.Needs("effort", joints...)}
	for i, j := range joints {
		c.most[i] = min(chain.Limit(i).Effort, s.Limit(j).Effort)
	}
	for _, kind := range []string{"position", "velocity", "acceleration"} {
		for _, j := range joints {
			d.References = append(d.References, manager.Interface{Name: j + "/" + kind})
		}
	}
	return d, nil
}

// Tune implements manager.Tuner.
func (c *Controller) Tune() error {
	var errs []error
	spread := func(name string, xs []float64) []float64 {
		row, err := manager.Each("torque: "+name, xs, c.n)
		errs = append(errs, err)
		return row
	}
	gains := [3][]float64{spread("gains/p", c.p), spread("gains/i", c.i), spread("gains/d", c.d)}
	rotor := spread("armature", c.armature)
	if err := errors.Join(errs...); err != nil {
		return err
	}
	c.gains, c.rotor = gains, rotor
	return nil
}

// Activate implements manager.Controller.
func (c *Controller) Activate(io *manager.IO) error {
	clear(c.sum)
	clear(c.ref)
	for i := range c.n {
		c.ref[i] = io.State(i)
		c.was[i] = io.Command(i)
	}
	for i, x := range c.ref {
		io.SetReference(i, x)
	}
	c.compute(io, 0)
	c.fade.Begin(c.was, c.tau)
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	for i := range c.ref {
		if x := io.Reference(i); math.Abs(x) < 1e6 {
			c.ref[i] = x
		}
	}
	c.compute(io, io.Dt)
	c.fade.Add(c.tau, io.Dt, c.handover.Seconds())
	for i, t := range c.tau {
		io.SetCommand(i, min(max(t, -c.most[i]), c.most[i]))
	}
	return nil
}

// compute sets the torques. The integral of a joint is held while its torque is at its bound.
func (c *Controller) compute(io *manager.IO, dt float64) {
	computed := c.law == "computed"
	for i := range c.n {
		c.q[i], c.dq[i] = io.State(i), io.State(c.n+i)
		e, de := c.ref[i]-c.q[i], c.ref[c.n+i]-c.dq[i]
		if math.Abs(c.tau[i]) < c.most[i] {
			c.sum[i] += float64(e * dt)
		}
		c.u[i] = float64(c.gains[0][i]*e) + float64(c.gains[2][i]*de) + float64(c.gains[1][i]*c.sum[i])
		c.acc[i] = c.ref[2*c.n+i]
		if computed {
			c.acc[i] += c.u[i]
		}
	}
	if computed {
		c.chain.RNEA(c.data, c.q, c.dq, c.acc, c.tau)
	} else {
		c.chain.RNEA(c.data, c.ref[:c.n], c.ref[c.n:2*c.n], c.acc, c.tau)
	}
	for i := range c.tau {
		c.tau[i] += float64(c.rotor[i] * c.acc[i])
		if !computed {
			c.tau[i] += c.u[i]
		}
	}
}
