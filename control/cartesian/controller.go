package cartesian

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Controller is Cartesian motion and force; see the package's comment.
//
// States read: position of the chain's joints and, with a sensor, sensor/wrench, exerted by the surroundings on it, along the tip's
// axes at its origin. Commands: position of the joints. References: pose, in the base frame, and wrench, along the axes of frame.
// Exports: pose, as commanded, and wrench, the compensated F along the axes of frame.
type Controller struct {
	base, tip, sensor, frame     string
	limits                       motion.Limits
	acceleration                 float64
	axes                         []float64
	mass, damping                []float64
	contactDamping, contactForce float64
	approach                     []float64 // m/s, rad/s
	toolMass                     float64
	toolCom, bias                []float64
	mostForce, mostTorque        float64
	chain                        *kinematics.Chain
	data                         *kinematics.Data
	n                            int
	q, dq, next                  []float64
	plan                         *motion.Servo
	planned, target              spatial.Pose // of the motion, and of the tip
	reference                    spatial.Pose // the last good one
	want, force                  spatial.Wrench
	v                            [6]float64 // along the force axes
	held                         bool       // the joints did not reach the target
	tool                         kinematics.Tool
	options                      kinematics.ServoOptions
}

// near is how far, in m and rad, the tip may lag behind its target before motion and force wait for it.
const near = 0.005

// New returns a controller with default parameters, for motion alone.
func New() *Controller {
	return &Controller{frame: "base", limits: motion.Limits{V: 0.25, A: 1, J: 20, AngV: 0.5, AngA: 2}, acceleration: 15,
		axes: make([]float64, 6), mass: []float64{0.5, 0.5, 0.5, 0.2, 0.2, 0.2}, damping: []float64{100, 100, 100, 5, 5, 5}, contactDamping: 2000, contactForce: 1,
		approach: []float64{0.05, 0.2}, toolCom: make([]float64, 3), bias: make([]float64, 6), mostForce: 200, mostTorque: 40}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "base", At: &c.base, Help: "link where the arm begins"}, {Name: "tip", At: &c.tip, Help: "link where it ends, and the sensor is"},
		{Name: "sensor", At: &c.sensor, Help: "whose state sensor/wrench is read; none without force axes"},
		{Name: "frame", At: &c.frame, OneOf: []string{"base", "tip"}, Help: "along whose axes forces are given"},
		{Name: "force_axes", At: &c.axes, Max: 1, Help: "x y z rx ry rz: 1 for a force, 0 for motion"},
		{Name: "linear/velocity", At: &c.limits.V, Min: 0.001, Max: 10, Unit: "m/s"},
		{Name: "linear/acceleration", At: &c.limits.A, Min: 0.01, Max: 100, Unit: "m/s²"},
		{Name: "linear/jerk", At: &c.limits.J, Min: 0.1, Max: 1e4, Unit: "m/s³"},
		{Name: "angular/velocity", At: &c.limits.AngV, Min: 0.001, Max: 20, Unit: "rad/s"},
		{Name: "angular/acceleration", At: &c.limits.AngA, Min: 0.01, Max: 200, Unit: "rad/s²"},
		{Name: "joint_acceleration", At: &c.acceleration, Min: 0.1, Max: 1000, Unit: "rad/s² or m/s²"},
		{Name: "mass", At: &c.mass, Min: 0.001, Max: 1000, Live: true, Help: "of each axis, kg and kg·m²"},
		{Name: "damping", At: &c.damping, Min: 0.001, Max: 1e5, Live: true, Help: "of each axis in free motion, N·s/m and N·m·s/rad"},
		{Name: "contact/damping", At: &c.contactDamping, Max: 1e5, Live: true, Unit: "N·s/m", Help: "along axes of translation; no less than damping"},
		{Name: "contact/force", At: &c.contactForce, Min: 0.1, Max: 100, Live: true, Unit: "N", Help: "at which it counts in full"},
		{Name: "approach/velocity", At: &c.approach, Min: 0.0001, Max: 2, Live: true, Help: "along force axes at most: m/s, rad/s"},
		{Name: "tool/mass", At: &c.toolMass, Max: 100, Unit: "kg", Help: "beyond the sensor"},
		{Name: "tool/com", At: &c.toolCom, Min: -10, Max: 10, Unit: "m", Help: "in the tip's frame"},
		{Name: "sensor_bias", At: &c.bias, Min: -1e4, Max: 1e4, Live: true, Help: "fx fy fz tx ty tz in the tip's frame, N, N·m"},
		{Name: "limits/force", At: &c.mostForce, Min: 1, Max: 1e4, Unit: "N", Help: "more than that counts as that"},
		{Name: "limits/torque", At: &c.mostTorque, Min: 0.1, Max: 1e4, Unit: "N·m"},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (manager.Description, error) {
	chain, joints, err := s.Chain(c.base, c.tip)
	if err = errors.Join(err, c.Tune()); err != nil {
		return manager.Description{}, err
	}
	if slices.Max(c.axes) > 0 && c.sensor == "" {
		return manager.Description{}, errors.New("cartesian: force axes without a sensor: give the parameter sensor")
	}
	if c.plan, err = motion.NewServo(motion.ServoConfig{Limits: c.limits, T: s.Period.Seconds(), Tracker: motion.TrackerConfig{Jump: 1e9}}); err != nil {
		return manager.Description{}, err
	}
	c.chain, c.data, c.n = chain, kinematics.NewData(chain), chain.N()
	c.q, c.dq, c.next = make([]float64, c.n), make([]float64, c.n), make([]float64, c.n)
	d := manager.Description{States: manager.Needs("position", joints...), Commands: manager.Needs("position", joints...),
		References: []manager.Interface{{Name: "pose"}, {Name: "wrench"}}, Exports: []manager.Interface{{Name: "pose"}, {Name: "wrench"}}}
	if c.sensor != "" {
		d.States = append(d.States, manager.Need{Name: c.sensor + "/wrench"})
	}
	return d, nil
}

// Tune implements manager.Tuner.
func (c *Controller) Tune() error {
	var errs []error
	for _, f := range []struct {
		name string
		xs   []float64
		n    int
	}{{"force_axes", c.axes, 6}, {"mass", c.mass, 6}, {"damping", c.damping, 6}, {"approach/velocity", c.approach, 2},
		{"tool/com", c.toolCom, 3}, {"sensor_bias", c.bias, 6}} {
		if len(f.xs) != f.n {
			errs = append(errs, fmt.Errorf("cartesian: %s has %d numbers: give %d", f.name, len(f.xs), f.n))
		}
	}
	if len(errs) == 0 {
		bias, _ := manager.WrenchOf(c.bias)
		c.tool = kinematics.Tool{Mass: c.toolMass, Com: spatial.V(c.toolCom[0], c.toolCom[1], c.toolCom[2]), Bias: bias}
		c.options.Acceleration = c.acceleration
	}
	return errors.Join(errs...)
}

// Activate implements manager.Controller: the tip rests where the joints were last commanded to be.
func (c *Controller) Activate(io *manager.IO) error {
	for i := range c.q {
		c.q[i] = io.Command(i)
		if c.q[i]-c.q[i] != 0 {
			c.q[i] = io.State(i)
		}
	}
	clear(c.dq)
	c.target = c.chain.FK(c.data, c.q)
	c.planned, c.reference = c.target, c.target
	c.v, c.want, c.held = [6]float64{}, spatial.Wrench{}, false
	c.plan.Reset(c.target)
	manager.PutPose(io.References(0), c.target)
	manager.PutWrench(io.References(1), c.want)
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	if p, ok := manager.PoseOf(io.References(0)); ok && p.P.Norm() < 1e3 {
		c.reference = p
	}
	if w, ok := manager.WrenchOf(io.References(1)); ok {
		c.want = spatial.Wrench{Force: w.Force.Limit(c.mostForce), Torque: w.Torque.Limit(c.mostTorque)}
	}
	frame := spatial.IdentityRot()
	if c.frame == "tip" {
		frame = c.target.R
	}
	c.sense(io, frame)
	c.plan.Target(motion.Sighting{Pose: c.reference, Moves: true})
	if c.held {
		c.v = [6]float64{}
	} else {
		c.advance(frame, io.Dt)
	}
	c.options.Velocity = c.dq
	r := c.chain.ServoIK(c.data, c.target, c.q, io.Dt, c.next, c.options)
	c.held = r.Position > near || r.Rotation > near
	for i, x := range c.next {
		c.dq[i] = (x - c.q[i]) / io.Dt
		c.q[i] = x
		io.SetCommand(i, x)
	}
	manager.PutPose(io.Exports(0), c.target)
	manager.PutWrench(io.Exports(1), c.force)
	return nil
}

// sense computes what the surroundings exert, along the axes of a frame.
func (c *Controller) sense(io *manager.IO, frame spatial.Rot) {
	if c.sensor == "" {
		return
	}
	if w, ok := manager.WrenchOf(io.States(c.n)); ok {
		w = c.tool.Net(w, c.target.R, c.chain.Gravity)
		c.force = spatial.Wrench{Force: frame.ApplyT(c.target.R.Apply(w.Force.Limit(c.mostForce))),
			Torque: frame.ApplyT(c.target.R.Apply(w.Torque.Limit(c.mostTorque)))}
	}
}

// advance moves the target for one period: by the planned motion, and along the force axes by the force.
func (c *Controller) advance(frame spatial.Rot, dt float64) {
	p, _ := c.plan.Next(motion.Input{})
	d := spatial.Delta(c.planned, p)
	c.planned = p
	if slices.Max(c.axes) == 0 {
		c.target = p
		return
	}
	lin := c.mix(0, frame.ApplyT(d.Lin), c.force.Force, c.want.Force, c.contactDamping, c.approach[0], dt)
	ang := c.mix(3, frame.ApplyT(d.Ang), c.force.Torque, c.want.Torque, 0, c.approach[1], dt)
	c.target.P = c.target.P.Add(frame.Apply(lin))
	c.target.R = spatial.Exp(frame.Apply(ang)).Mul(c.target.R)
}

// mix returns the step along the three axes that start at the given index: d of the motion, or by the forces f and want.
func (c *Controller) mix(from int, d, f, want spatial.Vec3, contact, most, dt float64) spatial.Vec3 {
	one := func(k int, d, f, want float64) float64 {
		k += from
		if c.axes[k] == 0 {
			return d
		}
		s := min(1, math.Abs(f)/c.contactForce)
		damping := c.damping[k]
		damping += s * max(0, contact-damping)
		v := (c.v[k] + float64(dt*(f+want)/c.mass[k])) / (1 + float64(dt*damping/c.mass[k]))
		c.v[k] = min(max(v, -most), most)
		return c.v[k] * dt
	}
	return spatial.V(one(0, d.X, f.X, want.X), one(1, d.Y, f.Y, want.Y), one(2, d.Z, f.Z, want.Z))
}
