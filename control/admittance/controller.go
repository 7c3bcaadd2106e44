package admittance

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Controller is an admittance; see the package's comment.
//
// States read: position of the chain's joints, and sensor/wrench, exerted by the surroundings on the sensor, along the tip's
// axes at its origin. Commands: position of the joints. References: position of each joint, and wrench, the wanted F_d in the
// base frame. Exports: wrench, the compensated F in the base frame, and displacement, a twist's six numbers, m and rad.
type Controller struct {
	base, tip, sensor, frame       string
	selected                       []float64
	mass, damping, stiffness       []float64
	contactDamping, contactForce   float64
	toolMass                       float64
	toolCom, bias                  []float64
	filter                         time.Duration
	mostForce, mostTorque          float64
	decay                          float64
	chain                          *kinematics.Chain
	data                           *kinematics.Data
	inverse                        *kinematics.Inverse
	n                              int
	q, ref, last, delta, d, z, jac []float64
	sent                           []float64 // last commands
	speed                          []float64 // of joints, at most
	v                              [6]float64
	force                          spatial.Wrench // filtered, in the tip's frame
	want                           spatial.Wrench
	tool                           kinematics.Tool
}

// New returns a controller with default parameters.
func New() *Controller {
	return &Controller{frame: "base", selected: []float64{1, 1, 1, 1, 1, 1}, mass: []float64{5, 5, 5, 0.2, 0.2, 0.2},
		damping: []float64{200, 200, 200, 8, 8, 8}, stiffness: []float64{500, 500, 500, 20, 20, 20}, contactForce: 1,
		toolCom: []float64{0, 0, 0}, bias: []float64{0, 0, 0, 0, 0, 0}, mostForce: 200, mostTorque: 40, decay: 1}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "base", At: &c.base, Help: "link where the arm begins"}, {Name: "tip", At: &c.tip, Help: "link where it ends, and the sensor is"},
		{Name: "sensor", At: &c.sensor, Help: "whose state sensor/wrench is read"},
		{Name: "frame", At: &c.frame, OneOf: []string{"base", "tip"}, Help: "along whose axes the following are given, x y z rx ry rz"},
		{Name: "selected_axes", At: &c.selected, Max: 1, Live: true, Help: "1: gives way, 0: does not"},
		{Name: "mass", At: &c.mass, Min: 0.001, Max: 1000, Live: true, Help: "kg, kg·m²"},
		{Name: "damping", At: &c.damping, Max: 1e5, Live: true, Help: "N·s/m, N·m·s/rad"},
		{Name: "stiffness", At: &c.stiffness, Max: 1e5, Live: true, Help: "N/m, N·m/rad"},
		{Name: "contact/damping", At: &c.contactDamping, Max: 1e5, Live: true, Unit: "N·s/m", Help: "of the tip's own velocity in contact; 0: none"},
		{Name: "contact/force", At: &c.contactForce, Min: 0.1, Max: 100, Live: true, Unit: "N", Help: "at which contact/damping counts in full"},
		{Name: "tool/mass", At: &c.toolMass, Max: 100, Unit: "kg", Help: "beyond the sensor"},
		{Name: "tool/com", At: &c.toolCom, Min: -10, Max: 10, Unit: "m", Help: "in the tip's frame"},
		{Name: "sensor_bias", At: &c.bias, Min: -1e4, Max: 1e4, Live: true, Help: "fx fy fz tx ty tz in the tip's frame, N, N·m"},
		{Name: "filter", At: &c.filter, Max: 1, Live: true, Help: "time constant of the readings' filter; 0: none"},
		{Name: "limits/force", At: &c.mostForce, Min: 1, Max: 1e4, Unit: "N", Help: "more than that counts as that"},
		{Name: "limits/torque", At: &c.mostTorque, Min: 0.1, Max: 1e4, Unit: "N·m"},
		{Name: "nullspace/decay", At: &c.decay, Max: 100, Live: true, Unit: "1/s", Help: "of a displacement of joints that does not move the tip"},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (manager.Description, error) {
	chain, joints, err := s.Chain(c.base, c.tip)
	if err = errors.Join(err, c.Tune()); err != nil {
		return manager.Description{}, err
	}
	if c.sensor == "" {
		return manager.Description{}, errors.New("admittance: no sensor: give the parameter sensor")
	}
	c.chain, c.data, c.inverse, c.n = chain, kinematics.NewData(chain), kinematics.NewInverse(chain), chain.N()
	for _, f := range []*[]float64{&c.q, &c.ref, &c.last, &c.delta, &c.d, &c.z, &c.speed, &c.sent} {
		*f = make([]float64, c.n)
	}
	c.jac = make([]float64, 6*c.n)
	d := manager.Description{States: append(manager.Needs("position", joints...), manager.Need{Name: c.sensor + "/wrench"}),
		Commands: manager.Needs("position", joints...), Exports: []manager.Interface{{Name: "wrench"}, {Name: "displacement/twist"}}}
	for i, j := range joints {
		c.speed[i] = min(chain.Limit(i).Velocity, s.Limit(j).V)
		d.References = append(d.References, manager.Interface{Name: j + "/position"})
	}
	d.References = append(d.References, manager.Interface{Name: "wrench"})
	return d, nil
}

// Tune implements manager.Tuner.
func (c *Controller) Tune() error {
	var errs []error
	for _, f := range []struct {
		name string
		xs   []float64
		n    int
	}{{"selected_axes", c.selected, 6}, {"mass", c.mass, 6}, {"damping", c.damping, 6}, {"stiffness", c.stiffness, 6},
		{"tool/com", c.toolCom, 3}, {"sensor_bias", c.bias, 6}} {
		if len(f.xs) != f.n {
			errs = append(errs, fmt.Errorf("admittance: %s has %d numbers: give %d", f.name, len(f.xs), f.n))
		}
	}
	if len(errs) == 0 {
		bias, _ := manager.WrenchOf(c.bias)
		c.tool = kinematics.Tool{Mass: c.toolMass, Com: spatial.V(c.toolCom[0], c.toolCom[1], c.toolCom[2]), Bias: bias}
	}
	return errors.Join(errs...)
}

// Activate implements manager.Controller: the reference is the last commanded positions.
func (c *Controller) Activate(io *manager.IO) error {
	for i := range c.n {
		x := io.Command(i)
		if x-x != 0 {
			x = io.State(i)
		}
		c.ref[i], c.last[i], c.q[i], c.sent[i], c.delta[i] = x, x, x, x, 0
		io.SetReference(i, x)
	}
	c.v, c.want = [6]float64{}, spatial.Wrench{}
	manager.PutWrench(io.References(c.n), c.want)
	c.force = c.measured(io, c.chain.FK(c.data, c.q))
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}

// measured returns the wrench on the tip in the tip's frame, without the tool's weight and the bias.
func (c *Controller) measured(io *manager.IO, at spatial.Pose) spatial.Wrench {
	w, ok := manager.WrenchOf(io.States(c.n))
	if !ok {
		return c.force
	}
	w = c.tool.Net(w, at.R, c.chain.Gravity)
	return spatial.Wrench{Force: w.Force.Limit(c.mostForce), Torque: w.Torque.Limit(c.mostTorque)}
}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	c.references(io)
	ref := c.chain.FK(c.data, c.ref)
	for i, x := range c.ref {
		c.q[i] = x + c.delta[i]
		c.d[i] = (x - c.last[i]) / io.Dt
		c.last[i] = x
	}
	at := c.chain.Jacobian(c.data, c.q, c.jac)
	own := kinematics.Velocity(c.jac, c.d) // of the reference
	m := c.measured(io, at)
	a := 1.0
	if t := c.filter.Seconds(); t > 0 {
		a = io.Dt / (t + io.Dt)
	}
	c.force.Force = c.force.Force.Add(m.Force.Sub(c.force.Force).Scale(a))
	c.force.Torque = c.force.Torque.Add(m.Torque.Sub(c.force.Torque).Scale(a))
	c.yield(spatial.Delta(ref, at), own, at.R, io.Dt)
	c.move(io)
	manager.PutWrench(io.Exports(0), spatial.Wrench{Force: at.R.Apply(c.force.Force), Torque: at.R.Apply(c.force.Torque)})
	manager.PutTwist(io.Exports(1), spatial.Delta(ref, at))
	return nil
}

// references takes the usable references, no faster than the joints can move, and leaves the others as they were.
func (c *Controller) references(io *manager.IO) {
	for i := range c.n {
		if x := io.Reference(i); x-x == 0 {
			l := c.chain.Limit(i)
			step := c.speed[i] * io.Dt
			c.ref[i] += min(max(min(max(x, l.Lower), l.Upper)-c.ref[i], -step), step)
		}
	}
	if w, ok := manager.WrenchOf(io.References(c.n)); ok {
		c.want = spatial.Wrench{Force: w.Force.Limit(c.mostForce), Torque: w.Torque.Limit(c.mostTorque)}
	}
}

// yield advances the displacement's velocity, in the base frame, by the law for one period: x is the displacement, own the
// velocity of the reference, and r the tip's orientation.
func (c *Controller) yield(x, own spatial.Twist, r spatial.Rot, dt float64) {
	frame := spatial.IdentityRot()
	if c.frame == "tip" {
		frame = r
	}
	for k := range 2 {
		f, w, d, u := r.Apply(c.force.Force).Add(c.want.Force), r.Apply(c.force.Force), x.Lin, own.Lin
		if k == 1 {
			f, w, d, u = r.Apply(c.force.Torque).Add(c.want.Torque), spatial.Vec3{}, x.Ang, own.Ang
		}
		f, w, d, u = frame.ApplyT(f), frame.ApplyT(w), frame.ApplyT(d), frame.ApplyT(u)
		v := frame.ApplyT(spatial.V(c.v[3*k], c.v[3*k+1], c.v[3*k+2]))
		v = spatial.V(c.axis(3*k, f.X, w.X, d.X, v.X, u.X, dt), c.axis(3*k+1, f.Y, w.Y, d.Y, v.Y, u.Y, dt), c.axis(3*k+2, f.Z, w.Z, d.Z, v.Z, u.Z, dt))
		v = frame.Apply(v)
		c.v[3*k], c.v[3*k+1], c.v[3*k+2] = v.X, v.Y, v.Z
	}
}

// axis is the law along axis k for force f, of which the surroundings exert w, displacement x with velocity v, and the
// reference's velocity u.
func (c *Controller) axis(k int, f, w, x, v, u, dt float64) float64 {
	if c.selected[k] == 0 {
		return 0
	}
	s := c.contactDamping * min(1, math.Abs(w)/c.contactForce)
	f -= float64(c.stiffness[k]*x) + float64(s*u)
	return (v + float64(dt*f/c.mass[k])) / (1 + float64(dt*(c.damping[k]+s)/c.mass[k]))
}

// move passes the displacement's velocity to the joints, within their limits of position and speed, and commands them.
func (c *Controller) move(io *manager.IO) {
	c.inverse.Set(c.jac, 1e-4)
	c.inverse.Joints(c.v, c.d)
	copy(c.z, c.delta)
	c.inverse.Null(c.z)
	for i := range c.delta {
		c.delta[i] += io.Dt * (c.d[i] - float64(c.decay*c.z[i]))
		l := c.chain.Limit(i)
		last := c.sent[i]
		step := c.speed[i] * io.Dt
		q := min(max(c.ref[i]+c.delta[i], min(l.Lower, last)), max(l.Upper, last))
		q = min(max(q, last-step), last+step)
		c.delta[i] = q - c.ref[i]
		c.sent[i] = q
		io.SetCommand(i, q)
	}
}
