package forward

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/reactor"
)

// Command is numbers for all interfaces, in their order.
type Command struct{ Values []float64 }

// Controller passes references on. Commands: each of joints with each of interfaces, joint by joint, or without joints the
// interfaces by their full names. References: of the same names. Port: command in.
type Controller struct {
	joints, interfaces []string
	timeout            time.Duration
	commands           reactor.In[Command]
	needs              []manager.Need
	width              int
	fed                bool
	heard              time.Duration
}

// New returns a controller with default parameters.
func New() *Controller { return &Controller{} }

// Position returns a controller for the positions of a group of joints, see [New].
func Position() *Controller { return &Controller{interfaces: []string{"position"}} }

// Velocity: see [Position]. Velocities from the port stop after half a second.
func Velocity() *Controller {
	return &Controller{interfaces: []string{"velocity"}, timeout: 500 * time.Millisecond}
}

// Effort: see [Position]. Efforts from the port stop after half a second.
func Effort() *Controller {
	return &Controller{interfaces: []string{"effort"}, timeout: 500 * time.Millisecond}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "joints", At: &c.joints},
		{Name: "interfaces", At: &c.interfaces, Help: "kinds, \"position\", of the joints; without joints names, \"gripper/position\""},
		{Name: "timeout", At: &c.timeout, Max: 3600, Live: true, Help: "of commands from the port; 0: none"},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(*manager.Setup) (d manager.Description, err error) {
	c.needs = nil
	for _, j := range c.joints {
		for _, k := range c.interfaces {
			c.needs = append(c.needs, manager.Need{Name: j + "/" + k})
		}
	}
	if len(c.joints) == 0 {
		for _, k := range c.interfaces {
			c.needs = append(c.needs, manager.Need{Name: k})
		}
	}
	if len(c.needs) == 0 {
		return d, errors.New("forward: no interfaces: give interfaces, and joints")
	}
	c.width = 0
	for i, n := range c.needs {
		if slices.Contains(c.needs[:i], n) {
			err = errors.Join(err, fmt.Errorf("forward: %s is given twice", n.Name))
		}
		d.References = append(d.References, manager.Interface{Name: n.Name})
		c.width += manager.KindOf(n.Name, "").Width()
	}
	d.Commands = c.needs
	return d, err
}

// Ports implements manager.Ported.
func (c *Controller) Ports() []manager.Port {
	c.commands.Optional()
	return []manager.Port{{Name: "command", In: &c.commands}}
}

// Receive implements manager.Ported.
func (c *Controller) Receive(io *manager.IO) {
	if c.commands.Present() {
		c.Command(c.commands.Get(), io)
	}
}

// Command takes numbers, as the port does, and reports whether it took them: their count must be right and all must be finite,
// the controller must be active, and no other controller may set its references.
func (c *Controller) Command(k Command, io *manager.IO) bool {
	if !io.Active || io.Chained || len(k.Values) != c.width {
		return false
	}
	for _, x := range k.Values {
		if x-x != 0 {
			return false
		}
	}
	at := 0
	for i := range c.needs {
		at += copy(io.References(i), k.Values[at:])
	}
	c.fed, c.heard = true, io.Now
	return true
}

// Activate implements manager.Controller: the commands stay as they are.
func (c *Controller) Activate(io *manager.IO) error {
	c.fed = false
	for i := range c.needs {
		copy(io.References(i), io.Commands(i))
	}
	return nil
}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	late := c.fed && !io.Chained && c.timeout > 0 && io.Now-c.heard > c.timeout
	for i, n := range c.needs {
		r := io.References(i)
		if late && manager.KindOf(n.Name, "").Safe() == manager.Zero {
			clear(r)
		}
		to := io.Commands(i)
		for k, x := range r {
			if x-x == 0 {
				to[k] = x
			}
		}
	}
	return nil
}

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}
