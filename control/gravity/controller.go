package gravity

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/feedback"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Controller makes an arm float. States read: position and velocity of the chain's joints. Commands: their
// effort.
type Controller struct {
	base, tip   string
	mass        float64
	com         []float64
	damping     float64
	handover    time.Duration
	chain       *kinematics.Chain
	data        *kinematics.Data
	q, dq, zero []float64
	tau, was    []float64
	most        []float64
	fade        *feedback.Handover
}

// New returns a controller with default parameters.
func New() *Controller {
	return &Controller{com: []float64{0, 0, 0}, damping: 0.5, handover: 200 * time.Millisecond}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "base", At: &c.base, Help: "link where the arm begins"}, {Name: "tip", At: &c.tip, Help: "link where it ends"},
		{Name: "load/mass", At: &c.mass, Max: 100, Unit: "kg"},
		{Name: "load/com", At: &c.com, Min: -10, Max: 10, Unit: "m", Help: "centre of mass in the tip's frame, x y z"},
		{Name: "damping", At: &c.damping, Max: 100, Live: true, Unit: "N·m·s/rad"},
		{Name: "handover", At: &c.handover, Min: 0.001, Max: 10, Help: "in which the torques of before fade"},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (manager.Description, error) {
	chain, joints, err := s.Chain(c.base, c.tip)
	if err != nil {
		return manager.Description{}, err
	}
	if len(c.com) != 3 {
		return manager.Description{}, fmt.Errorf("gravity: load/com has %d numbers: give x, y and z", len(c.com))
	}
	c.chain = chain.WithLoad(c.mass, spatial.V(c.com[0], c.com[1], c.com[2]), kinematics.Tensor{})
	c.data = kinematics.NewData(c.chain)
	n := len(joints)
	for _, f := range []*[]float64{&c.q, &c.dq, &c.zero, &c.tau, &c.was, &c.most} {
		*f = make([]float64, n)
	}
	c.fade = feedback.NewHandover(n)
	for i, j := range joints {
		c.most[i] = min(chain.Limit(i).Effort, s.Limit(j).Effort)
	}
	return manager.Description{States: append(manager.Needs("position", joints...), manager.Needs("velocity", joints...)...),
		Commands: manager.Needs("effort", joints...)}, nil
}

// law computes the torques.
func (c *Controller) law(io *manager.IO) {
	for i := range c.q {
		c.q[i], c.dq[i] = io.State(i), io.State(len(c.q)+i)
	}
	c.chain.RNEA(c.data, c.q, c.zero, c.zero, c.tau)
	for i, v := range c.dq {
		c.tau[i] -= float64(c.damping * v)
	}
}

// Activate implements manager.Controller.
func (c *Controller) Activate(io *manager.IO) error {
	for i := range c.was {
		c.was[i] = io.Command(i)
	}
	c.law(io)
	c.fade.Begin(c.was, c.tau)
	return nil
}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	c.law(io)
	c.fade.Add(c.tau, io.Dt, c.handover.Seconds())
	for i, t := range c.tau {
		io.SetCommand(i, min(max(t, -c.most[i]), c.most[i]))
	}
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}
