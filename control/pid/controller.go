package pid

import (
	"errors"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/feedback"
)

// Controller is a PID for each axis. States read: dof/reference_interface, and dof/rate_interface. Commands:
// dof/command_interface. References: the same as the states. Exports: dof/error.
type Controller struct {
	dofs                          []string
	kind, rate, command, windup   string
	p, i, d, ff, most, imax, dead []float64
	tracking                      float64
	wrap                          bool
	gains                         []feedback.Gains
	forward                       []float64
	loops                         []feedback.PID
	ref                           []float64 // last good ones: values, then rates
	was, turned                   []float64 // last measured, and without the jumps of an angle that wraps
}

// New returns a controller with default parameters.
func New() *Controller {
	zero := []float64{0}
	return &Controller{kind: "position", command: "effort", windup: "conditional", p: zero, i: zero, d: zero, ff: zero, most: zero, imax: zero, dead: zero}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	most := 1e9
	return []manager.Parameter{
		{Name: "dof_names", At: &c.dofs}, {Name: "reference_interface", At: &c.kind}, {Name: "rate_interface", At: &c.rate, Help: "or \"\" for none"},
		{Name: "command_interface", At: &c.command},
		{Name: "gains/p", At: &c.p, Max: most, Live: true, Help: "these: one, or one an axis"}, {Name: "gains/i", At: &c.i, Max: most, Live: true},
		{Name: "gains/d", At: &c.d, Max: most, Live: true}, {Name: "gains/feedforward", At: &c.ff, Min: -most, Max: most, Live: true, Help: "of the reference"},
		{Name: "gains/u_clamp", At: &c.most, Max: most, Live: true, Help: "greatest output; 0: none"},
		{Name: "gains/i_clamp", At: &c.imax, Max: most, Live: true, Help: "greatest share of the integral; 0: none"},
		{Name: "gains/deadband", At: &c.dead, Max: most, Live: true, Help: "of the error, in which the integral rests"},
		{Name: "gains/tracking_time", At: &c.tracking, Max: 1e6, Live: true, Unit: "s", Help: "of back calculation; 0: √(d/i), or p/i"},
		{Name: "gains/antiwindup", At: &c.windup, OneOf: feedback.Windups()},
		{Name: "angle_wraparound", At: &c.wrap},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(*manager.Setup) (d manager.Description, err error) {
	if len(c.dofs) == 0 {
		return d, errors.New("pid: no axes: give dof_names")
	}
	if err := c.Tune(); err != nil {
		return d, err
	}
	c.loops = make([]feedback.PID, len(c.dofs))
	kinds := []string{c.kind}
	if c.rate != "" {
		kinds = append(kinds, c.rate)
	}
	for _, k := range kinds {
		d.States = append(d.States, manager.Needs(k, c.dofs...)...)
	}
	c.ref, c.was, c.turned = make([]float64, len(d.States)), make([]float64, len(c.dofs)), make([]float64, len(c.dofs))
	for _, n := range d.States {
		d.References = append(d.References, manager.Interface{Name: n.Name})
	}
	d.Commands = manager.Needs(c.command, c.dofs...)
	for _, j := range c.dofs {
		d.Exports = append(d.Exports, manager.Interface{Name: j + "/error"})
	}
	return d, nil
}

// Tune implements manager.Tuner.
func (c *Controller) Tune() error {
	var errs []error
	var rows [7][]float64
	for k, f := range [...]struct {
		name string
		xs   []float64
	}{{"p", c.p}, {"i", c.i}, {"d", c.d}, {"feedforward", c.ff}, {"u_clamp", c.most}, {"i_clamp", c.imax}, {"deadband", c.dead}} {
		xs, err := manager.Each("pid: gains/"+f.name, f.xs, len(c.dofs))
		rows[k], errs = xs, append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	gains := make([]feedback.Gains, len(c.dofs))
	for i := range gains {
		gains[i] = feedback.Gains{P: rows[0][i], I: rows[1][i], D: rows[2][i], Min: -rows[4][i], Max: rows[4][i], IMin: -rows[5][i], IMax: rows[5][i],
			Deadband: rows[6][i], Tracking: c.tracking, Windup: feedback.Windup(slices.Index(feedback.Windups(), c.windup))}
		errs = append(errs, gains[i].Check())
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	c.gains, c.forward = gains, rows[3]
	return nil
}

// Activate implements manager.Controller: references are the measured values, and with an integral the output begins where it
// was.
func (c *Controller) Activate(io *manager.IO) error {
	for i := range c.ref {
		c.ref[i] = 0
		if i < len(c.dofs) {
			c.ref[i] = io.State(i)
		}
		io.SetReference(i, c.ref[i])
	}
	for i := range c.loops {
		u := io.Command(i)
		if u-u != 0 {
			u = 0
		}
		c.was[i], c.turned[i] = io.State(i), io.State(i)
		c.loops[i].Begin(&c.gains[i], 0, u-float64(c.forward[i]*c.ref[i]))
	}
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	n := len(c.dofs)
	for i := range c.ref {
		if x := io.Reference(i); math.Abs(x) < 1e12 {
			c.ref[i] = x
		}
	}
	for i := range n {
		is, r := io.State(i), c.ref[i]
		e, step := r-is, is-c.was[i]
		if c.wrap {
			e, step = math.Remainder(e, 2*math.Pi), math.Remainder(step, 2*math.Pi)
		}
		c.was[i] = is
		c.turned[i] += step
		var u float64
		g := &c.gains[i]
		if c.rate != "" {
			u, _ = c.loops[i].Rate(g, e, c.ref[n+i]-io.State(n+i), io.Dt)
		} else {
			u, _ = c.loops[i].Step(g, c.turned[i]+e, 0, c.turned[i], io.Dt)
		}
		u += float64(c.forward[i] * r)
		if g.Max > 0 {
			u = min(max(u, g.Min), g.Max)
		}
		io.SetCommand(i, u)
		io.SetExport(i, e)
	}
	return nil
}
