package mobile

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// Controller drives a base; see the package's comment.
//
// States read: of the driven wheels position (or velocity), of the steered ones position. Commands: velocity of the driven wheels, position
// of the steered ones. Reference: twist, of which vx, vy (mecanum) and wz are used. Exports: pose and twist of the odometry. Ports: twist
// in, odometry out.
type Controller struct {
	kind                              string // differential, tricycle, ackermann, mecanum
	left, right, steering             []string
	track, base, radius, mostSteer    float64
	trackScale, leftScale, rightScale float64
	feedback                          string
	window                            int
	noise                             Noise
	limits                            [3]limit // of X, Y, W
	timeout                           time.Duration

	twists   reactor.In[spatial.Twist]
	odometry reactor.Out[Odometry]
	ported   bool
	fed      bool
	heard    time.Duration

	drive          drive
	odo            odometer
	shape          [3]nav.Shaper
	wheels, steers []float64 // commands
	turned, angles []float64 // as measured
	was            []float64 // positions a cycle before
	fastest        []float64 // rad/s, of wheels
	slew           []float64 // rad/s, of steers
}

// limit bounds one part of the twist.
type limit struct{ v, back, a, d, j float64 }

func of(kind string) *Controller {
	return &Controller{kind: kind, trackScale: 1, leftScale: 1, rightScale: 1, feedback: "position", window: 10, mostSteer: 0.7,
		noise: Noise{X: 1e-4, Y: 1e-4, Side: 1e-5, Angle: 1e-3, Drift: 1e-4}, timeout: 500 * time.Millisecond,
		limits: [3]limit{{1, 1, 1, 1, 10}, {1, 1, 1, 1, 10}, {1, 1, 2, 2, 20}}}
}

// Differential returns a controller for wheels at the two sides: left_wheels and right_wheels, any number of each.
func Differential() *Controller { return of("differential") }

// Tricycle returns a controller for one driven wheel at each side behind and one steered wheel in front.
func Tricycle() *Controller { return of("tricycle") }

// Ackermann returns a controller for one driven wheel at each side behind and two steered wheels in front: left, right.
func Ackermann() *Controller { return of("ackermann") }

// Mecanum returns a controller for four mecanum wheels: front and rear ones of each side.
func Mecanum() *Controller { return of("mecanum") }

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	ps := []manager.Parameter{
		{Name: "left_wheels", At: &c.left, Help: "driven, from front to rear"}, {Name: "right_wheels", At: &c.right},
		{Name: "wheel_radius", At: &c.radius, Max: 10, Unit: "m"},
		{Name: "wheel_separation", At: &c.track, Max: 10, Unit: "m", Help: "between left and right wheels"},
		{Name: "wheel_separation_multiplier", At: &c.trackScale, Min: 0.5, Max: 2},
		{Name: "left_wheel_radius_multiplier", At: &c.leftScale, Min: 0.5, Max: 2}, {Name: "right_wheel_radius_multiplier", At: &c.rightScale, Min: 0.5, Max: 2},
		{Name: "feedback", At: &c.feedback, OneOf: []string{"position", "velocity", "command"}, Help: "what the odometry adds up"},
		{Name: "velocity_rolling_window_size", At: &c.window, Min: 1, Max: 1000, Help: "cycles"},
		{Name: "cmd_vel_timeout", At: &c.timeout, Min: 0.001, Max: 60, Live: true},
		{Name: "noise/x", At: &c.noise.X, Max: 1, Unit: "m²/m"}, {Name: "noise/y", At: &c.noise.Y, Max: 1, Unit: "m²/m"},
		{Name: "noise/side", At: &c.noise.Side, Max: 1, Unit: "m²/m", Help: "of y, for each m along x"},
		{Name: "noise/angle", At: &c.noise.Angle, Max: 1, Unit: "rad²/rad"}, {Name: "noise/drift", At: &c.noise.Drift, Max: 1, Unit: "rad²/m"},
	}
	if c.kind != "differential" {
		ps = append(ps, manager.Parameter{Name: "wheelbase", At: &c.base, Max: 20, Unit: "m", Help: "between front and rear wheels"})
	}
	if c.steered() > 0 {
		ps = append(ps, manager.Parameter{Name: "steering", At: &c.steering, Help: "joints, from left to right"},
			manager.Parameter{Name: "max_steering", At: &c.mostSteer, Min: 0.01, Max: 1.5, Unit: "rad", Help: "in the middle of the axle"})
	}
	for k, axis := range []string{"linear/x", "linear/y", "angular/z"} {
		if k == 1 && c.kind != "mecanum" {
			continue
		}
		l := &c.limits[k]
		for _, f := range []struct {
			name string
			at   *float64
		}{{"max_velocity", &l.v}, {"max_reverse", &l.back}, {"max_acceleration", &l.a}, {"max_deceleration", &l.d}, {"max_jerk", &l.j}} {
			ps = append(ps, manager.Parameter{Name: axis + "/" + f.name, At: f.at, Min: 0.001, Max: 1000})
		}
	}
	return ps
}

// steered returns how many steered wheels the kind has.
func (c *Controller) steered() int {
	return map[string]int{"tricycle": 1, "ackermann": 2}[c.kind]
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (d manager.Description, err error) {
	if err := c.check(); err != nil {
		return d, err
	}
	track := c.track * c.trackScale
	dd := differential{c.radius * c.leftScale, c.radius * c.rightScale, track}
	switch c.kind {
	case "differential":
		c.drive = &dd
	case "mecanum":
		c.drive = &mecanum{c.radius, (c.base + track) / 2}
	default:
		c.drive = &steered{dd, c.base, c.mostSteer}
	}
	driven := append(c.left[:len(c.left):len(c.left)], c.right...)
	n, m := len(driven), len(c.steering)
	c.wheels, c.turned, c.was, c.fastest = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	c.steers, c.angles, c.slew = make([]float64, m), make([]float64, m), make([]float64, m)
	c.odo = odometer{noise: c.noise, ring: make([]Twist, c.window)}
	for i, j := range driven {
		c.fastest[i] = s.Limit(j).V
	}
	for i, j := range c.steering {
		c.slew[i] = s.Limit(j).V
	}
	kind := c.feedback
	if kind == "command" {
		kind = "velocity" // of the commands; no state is read
	} else {
		d.States = manager.Needs(kind, driven...)
	}
	d.States = append(d.States, manager.Needs("position", c.steering...)...)
	d.Commands = append(manager.Needs("velocity", driven...), manager.Needs("position", c.steering...)...)
	d.References = []manager.Interface{{Name: "twist"}}
	d.Exports = []manager.Interface{{Name: "pose"}, {Name: "odometry/twist"}}
	return d, nil
}

func (c *Controller) check() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("mobile: "+format, args...)) }
	most := map[string]int{"differential": 100, "tricycle": 1, "ackermann": 1, "mecanum": 2}[c.kind]
	if n := len(c.left); n == 0 || n != len(c.right) || n > most || c.kind == "mecanum" && n != 2 {
		bad("%d left_wheels and %d right_wheels: a %s drive has as many of each, %d at most", len(c.left), len(c.right), c.kind, most)
	}
	if want := c.steered(); len(c.steering) != want {
		bad("%d steering joints: a %s drive has %d", len(c.steering), c.kind, want)
	}
	for _, f := range []struct {
		name  string
		x     float64
		needs bool
	}{{"wheel_radius", c.radius, true}, {"wheel_separation", c.track, true}, {"wheelbase", c.base, c.kind != "differential"}} {
		if f.needs && !(f.x > 0) {
			bad("%s is %g: give a length above 0", f.name, f.x)
		}
	}
	if tan := math.Tan(c.mostSteer); c.kind == "ackermann" && !(c.track*tan < 2*c.base) {
		bad("max_steering %g rad turns about a point between the wheels: less than %.3g rad is possible", c.mostSteer, math.Atan(2*c.base/c.track))
	}
	return errors.Join(errs...)
}

// Ports implements manager.Ported.
func (c *Controller) Ports() []manager.Port {
	c.ported = true
	c.twists.Optional()
	return []manager.Port{{Name: "twist", In: &c.twists}, {Name: "odometry", Out: &c.odometry}}
}

// Receive implements manager.Ported.
func (c *Controller) Receive(io *manager.IO) {
	if c.twists.Present() {
		c.Move(c.twists.Get(), io)
	}
}

// Move sets the wanted twist until the timeout, as the port does.
func (c *Controller) Move(t spatial.Twist, io *manager.IO) {
	if io.Active && !io.Chained {
		manager.PutTwist(io.References(0), t)
		c.fed, c.heard = true, io.Now
	}
}

// Odometry returns where the base is.
func (c *Controller) Odometry() Odometry { return c.odo.Odometry }

// Activate implements manager.Controller: the base continues at the commanded velocity and slows down from there. The odometry starts anew.
func (c *Controller) Activate(io *manager.IO) error {
	c.fed = false
	c.measure(io)
	copy(c.was, c.turned)
	n := len(c.wheels)
	for i := range c.wheels {
		c.wheels[i] = io.Command(i)
		if c.wheels[i]-c.wheels[i] != 0 {
			c.wheels[i] = 0
		}
	}
	for i := range c.steers {
		c.steers[i] = io.Command(n + i)
		if c.steers[i]-c.steers[i] != 0 {
			c.steers[i] = c.angles[i]
		}
	}
	t := c.drive.motion(c.wheels, c.steers)
	c.shape = [3]nav.Shaper{{V: t.X}, {V: t.Y}, {V: t.W}}
	c.odo.begin()
	manager.PutTwist(io.References(0), spatial.Twist{Lin: spatial.V(t.X, t.Y, 0), Ang: spatial.V(0, 0, t.W)})
	c.fed, c.heard = true, io.Now
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}

// measure reads wheels and steers.
func (c *Controller) measure(io *manager.IO) {
	n := 0
	if c.feedback != "command" {
		n = len(c.turned)
		for i := range c.turned {
			c.turned[i] = io.State(i)
		}
	}
	for i := range c.angles {
		c.angles[i] = io.State(n + i)
	}
}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	c.measure(io)
	c.odo.add(c.moved(io.Dt), io.Dt)
	if c.fed && !io.Chained && io.Now-c.heard > c.timeout {
		manager.PutTwist(io.References(0), spatial.Twist{})
	}
	want, ok := manager.TwistOf(io.References(0))
	if !ok {
		want = spatial.Twist{}
	}
	for k, v := range [3]float64{want.Lin.X, want.Lin.Y, want.Ang.Z} {
		l := &c.limits[k]
		if k == 1 && c.kind != "mecanum" {
			v = 0
		}
		v = min(max(v, -l.back), l.v)
		s := &c.shape[k]
		most := l.a
		if math.Abs(v) < math.Abs(s.V) || v*s.V < 0 {
			most = l.d
		}
		s.Toward(v, most, l.j, io.Dt)
	}
	c.command(Twist{c.shape[0].V, c.shape[1].V, c.shape[2].V}, io)
	p := c.odo.Pose
	manager.PutPose(io.Exports(0), spatial.Pose{P: spatial.V(p.X, p.Y, 0), R: spatial.RotZ(p.Yaw)})
	t := c.odo.Twist
	manager.PutTwist(io.Exports(1), spatial.Twist{Lin: spatial.V(t.X, t.Y, 0), Ang: spatial.V(0, 0, t.W)})
	if c.ported {
		c.odometry.Set(c.odo.Odometry)
	}
	return nil
}

// moved returns the motion of the last period.
func (c *Controller) moved(dt float64) Twist {
	switch c.feedback {
	case "command":
		return c.drive.motion(c.wheels, c.angles).scale(dt)
	case "velocity":
		return c.drive.motion(c.turned, c.angles).scale(dt)
	}
	for i, x := range c.turned {
		c.was[i], c.turned[i] = x, x-c.was[i]
	}
	return c.drive.motion(c.turned, c.angles)
}

// command sets wheels and steers for a feasible twist.
func (c *Controller) command(t Twist, io *manager.IO) {
	n := len(c.wheels)
	copy(c.angles, c.steers) // from here on what was last commanded
	measured := n
	if c.feedback == "command" {
		measured = 0
	}
	c.drive.wheels(t, c.wheels, c.steers)
	share := 1.0
	for i := range c.steers {
		step := c.slew[i] * io.Dt
		off := math.Abs(c.steers[i] - io.State(measured+i))
		c.steers[i] = min(max(c.steers[i], c.angles[i]-step), c.angles[i]+step)
		if off > math.Pi/6 {
			share = min(share, max(0, math.Cos(min(off, 1.5608))/math.Cos(math.Pi/6)))
		}
	}
	for i, w := range c.wheels {
		if f := c.fastest[i]; math.Abs(w*share) > f {
			share = f / math.Abs(w)
		}
	}
	for i := range c.wheels {
		c.wheels[i] *= share
		io.SetCommand(i, c.wheels[i])
	}
	for i, a := range c.steers {
		io.SetCommand(n+i, a)
	}
}
