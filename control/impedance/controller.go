package impedance

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/feedback"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Controller is an impedance of joints or of a tip; see the package's comment.
//
// States read: position and velocity of the chain's joints. Commands: their effort. References in joint space: position,
// velocity and effort of each joint; of the tip: pose, twist and wrench. Exports, of the tip: pose, and wrench, the law's.
type Controller struct {
	space, base, tip, frame        string
	stiffness, damping             []float64
	nullStiffness, nullDamping     float64
	contactDamping, contactForce   float64
	mostForce, mostTorque          float64
	handover                       time.Duration
	chain                          *kinematics.Chain
	data                           *kinematics.Data
	inverse                        *kinematics.Inverse
	n                              int
	q, dq, zero, jac, null, h, tau []float64
	rest                           []float64 // q_0
	most                           []float64 // effort
	fade                           *feedback.Handover
	pose                           spatial.Pose // the last good reference
	twist                          spatial.Twist
	wrench                         spatial.Wrench
	ref                            []float64 // joint space: the last good references
	was                            []float64
}

// New returns a controller with default parameters.
func New() *Controller {
	return &Controller{space: "cartesian", frame: "base", stiffness: []float64{600, 600, 600, 30, 30, 30}, damping: []float64{60, 60, 60, 3, 3, 3},
		nullStiffness: 5, nullDamping: 2, contactForce: 1, mostForce: 100, mostTorque: 20, handover: 200 * time.Millisecond}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "space", At: &c.space, OneOf: []string{"joint", "cartesian"}},
		{Name: "base", At: &c.base, Help: "link where the arm begins"}, {Name: "tip", At: &c.tip, Help: "link where it ends"},
		{Name: "frame", At: &c.frame, OneOf: []string{"base", "tip"}, Help: "along whose axes stiffness and damping are given"},
		{Name: "stiffness", At: &c.stiffness, Max: 1e5, Live: true, Help: "x y z rx ry rz, N/m and N·m/rad; in joint space of each joint"},
		{Name: "damping", At: &c.damping, Max: 1e4, Live: true, Help: "likewise, N·s/m and N·m·s/rad"},
		{Name: "nullspace/stiffness", At: &c.nullStiffness, Max: 1e3, Live: true, Unit: "N·m/rad"},
		{Name: "nullspace/damping", At: &c.nullDamping, Max: 1e3, Live: true, Unit: "N·m·s/rad"},
		{Name: "contact/damping", At: &c.contactDamping, Max: 1e5, Live: true, Unit: "N·s/m", Help: "of the tip's own velocity while the spring is loaded; 0: none"},
		{Name: "contact/force", At: &c.contactForce, Min: 0.1, Max: 100, Live: true, Unit: "N", Help: "of the spring, at which contact/damping counts in full"},
		{Name: "limits/force", At: &c.mostForce, Min: 1, Max: 1e4, Live: true, Unit: "N"},
		{Name: "limits/torque", At: &c.mostTorque, Min: 0.1, Max: 1e4, Live: true, Unit: "N·m"},
		{Name: "handover", At: &c.handover, Min: 0.001, Max: 10, Help: "in which the torques of before fade"},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (manager.Description, error) {
	chain, joints, err := s.Chain(c.base, c.tip)
	if err != nil {
		return manager.Description{}, err
	}
	c.chain, c.data, c.inverse, c.n = chain, kinematics.NewData(chain), kinematics.NewInverse(chain), chain.N()
	if err := c.Tune(); err != nil {
		return manager.Description{}, err
	}
	for _, f := range []*[]float64{&c.q, &c.dq, &c.zero, &c.null, &c.h, &c.tau, &c.rest, &c.most, &c.was} {
		*f = make([]float64, c.n)
	}
	c.jac, c.ref, c.fade = make([]float64, 6*c.n), make([]float64, 3*c.n), feedback.NewHandover(c.n)
	for i, j := range joints {
		c.most[i] = min(chain.Limit(i).Effort, s.Limit(j).Effort)
	}
	d := manager.Description{States: append(manager.Needs("position", joints...), manager.Needs("velocity", joints...)...),
		Commands: manager.Needs("effort", joints...)}
	if c.space == "joint" {
		for _, kind := range []string{"position", "velocity", "effort"} {
			for _, j := range joints {
				d.References = append(d.References, manager.Interface{Name: j + "/" + kind})
			}
		}
		return d, nil
	}
	d.References = []manager.Interface{{Name: "pose"}, {Name: "twist"}, {Name: "wrench"}}
	d.Exports = []manager.Interface{{Name: "pose"}, {Name: "wrench"}}
	return d, nil
}

// Tune implements manager.Tuner.
func (c *Controller) Tune() error {
	want := 6
	if c.space == "joint" {
		want = c.n
	}
	var errs []error
	if len(c.stiffness) != want {
		errs = append(errs, fmt.Errorf("impedance: stiffness has %d numbers: give %d", len(c.stiffness), want))
	}
	if len(c.damping) != want {
		errs = append(errs, fmt.Errorf("impedance: damping has %d numbers: give %d", len(c.damping), want))
	}
	return errors.Join(errs...)
}

// Activate implements manager.Controller.
func (c *Controller) Activate(io *manager.IO) error {
	c.read(io)
	copy(c.rest, c.q)
	for i := range c.was {
		c.was[i] = io.Command(i)
	}
	clear(c.ref)
	copy(c.ref, c.q)
	c.pose, c.twist, c.wrench = c.chain.FK(c.data, c.q), spatial.Twist{}, spatial.Wrench{}
	if c.space == "joint" {
		for i, x := range c.ref {
			io.SetReference(i, x)
		}
	} else {
		manager.PutPose(io.References(0), c.pose)
		manager.PutTwist(io.References(1), c.twist)
		manager.PutWrench(io.References(2), c.wrench)
	}
	c.law(io)
	c.fade.Begin(c.was, c.tau)
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}

func (c *Controller) read(io *manager.IO) {
	for i := range c.n {
		c.q[i], c.dq[i] = io.State(i), io.State(c.n+i)
	}
}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	c.read(io)
	c.references(io)
	c.law(io)
	c.fade.Add(c.tau, io.Dt, c.handover.Seconds())
	for i, t := range c.tau {
		io.SetCommand(i, min(max(t, -c.most[i]), c.most[i]))
	}
	return nil
}

// references takes the usable references, and leaves the others as they were.
func (c *Controller) references(io *manager.IO) {
	if c.space == "joint" {
		for i := range c.ref {
			if x := io.Reference(i); math.Abs(x) < 1e6 {
				c.ref[i] = x
			}
		}
		return
	}
	if p, ok := manager.PoseOf(io.References(0)); ok && p.P.Norm() < 1e3 {
		c.pose = p
	}
	if t, ok := manager.TwistOf(io.References(1)); ok && t.Lin.Norm() < 1e3 && t.Ang.Norm() < 1e3 {
		c.twist = t
	}
	if w, ok := manager.WrenchOf(io.References(2)); ok && w.Force.Norm() < 1e6 && w.Torque.Norm() < 1e6 {
		c.wrench = w
	}
}

// law computes the torques.
func (c *Controller) law(io *manager.IO) {
	c.chain.RNEA(c.data, c.q, c.dq, c.zero, c.h)
	if c.space == "joint" {
		for i := range c.tau {
			e, de := c.ref[i]-c.q[i], c.ref[c.n+i]-c.dq[i]
			c.tau[i] = float64(c.stiffness[i]*e) + float64(c.damping[i]*de) + c.ref[2*c.n+i] + c.h[i]
		}
		return
	}
	at := c.chain.Jacobian(c.data, c.q, c.jac)
	w := c.spring(at)
	c.inverse.Set(c.jac, 1e-4)
	for i := range c.null {
		c.null[i] = float64(c.nullStiffness*(c.rest[i]-c.q[i])) - float64(c.nullDamping*c.dq[i])
	}
	c.inverse.Null(c.null)
	f := [6]float64{w.Force.X, w.Force.Y, w.Force.Z, w.Torque.X, w.Torque.Y, w.Torque.Z}
	for i := range c.tau {
		c.tau[i] = c.null[i] + c.h[i]
		for r, x := range f {
			c.tau[i] += float64(c.jac[r*c.n+i] * x)
		}
	}
	manager.PutPose(io.Exports(0), at)
	manager.PutWrench(io.Exports(1), w)
}

// spring returns the wrench of spring, damper and reference, in the base frame.
func (c *Controller) spring(at spatial.Pose) spatial.Wrench {
	r := spatial.IdentityRot()
	if c.frame == "tip" {
		r = at.R
	}
	e, is := spatial.Delta(at, c.pose), kinematics.Velocity(c.jac, c.dq)
	lin := c.along(r.ApplyT(e.Lin), r.ApplyT(c.twist.Lin), r.ApplyT(is.Lin), 0)
	ang := c.along(r.ApplyT(e.Ang), r.ApplyT(c.twist.Ang), r.ApplyT(is.Ang), 3)
	return spatial.Wrench{Force: r.Apply(lin).Add(c.wrench.Force).Limit(c.mostForce), Torque: r.Apply(ang).Add(c.wrench.Torque).Limit(c.mostTorque)}
}

// along is the law along the three axes that start at the given index.
func (c *Controller) along(e, want, is spatial.Vec3, from int) spatial.Vec3 {
	one := func(k int, e, want, is float64) float64 {
		k += from
		f := c.stiffness[k] * e
		d := c.damping[k] * (want - is)
		if c.contactDamping > 0 && from == 0 {
			s := min(1, math.Abs(f)/c.contactForce)
			d = float64((1-s)*d) - float64(s*c.contactDamping*is)
		}
		return f + d
	}
	return spatial.V(one(0, e.X, want.X, is.X), one(1, e.Y, want.Y, is.Y), one(2, e.Z, want.Z, is.Z))
}
