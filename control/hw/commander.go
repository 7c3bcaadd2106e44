package hw

import (
	"fmt"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/reactor"
)

// Limiter keeps the commands of a group within limits.
type Limiter interface {
	// Begin takes the state in which the hardware rests, as Driver.Read returns it. Limits apply from that state on.
	Begin(state []float64) error
	// Limit changes command, which has the group's length, to be within the limits. The result is sent.
	Limit(command []float64) safety.Verdict
	// String says in a few words which limits these are.
	String() string
}

// Commander is the only way to command a driver: it has claimed a group for its owner and sends commands after a
// Limiter has limited them. It is a Driver itself, for use from one goroutine; its owner must not use the underlying
// driver directly.
type Commander struct {
	d      Driver
	claims *Claims
	owner  string
	group  Group
	limits Limiter
	at     LifeCycle
	state  []float64
	out    []float64

	Count [safety.EStop + 1]uint64 // commands, by the limiter's verdict
}

// Command claims a group of d for owner and selects it. d must be one of the drivers for which the claims were made.
func (c *Claims) Command(owner string, d Driver, group string, l Limiter) (*Commander, error) {
	info := d.Info()
	g, ok := info.Group(group)
	if !ok {
		return nil, fmt.Errorf("hw: %s claims the group %q, which driver %q does not have", owner, group, info.Name)
	}
	if l == nil {
		return nil, fmt.Errorf("hw: %s commands %s/%s without limits: give a Limiter", owner, info.Name, group)
	}
	var names []string
	for _, h := range g.Command {
		names = append(names, info.Name+"/"+h.Name)
	}
	if err := c.Claim(owner, names...); err != nil {
		return nil, err
	}
	if err := d.Use(group); err != nil {
		c.Release(owner)
		return nil, err
	}
	return &Commander{d: d, claims: c, owner: owner, group: g, limits: l,
		state: make([]float64, len(info.State)), out: make([]float64, len(g.Command))}, nil
}

// Info implements Driver; it lists only the claimed group.
func (c *Commander) Info() Info {
	in := c.d.Info()
	in.Groups = []Group{c.group}
	return in
}

// LifeCycle implements Stater. If the driver does not, it returns the state entered last.
func (c *Commander) LifeCycle() LifeCycle {
	if s, ok := c.d.(Stater); ok {
		return s.LifeCycle()
	}
	return c.at
}

// Enter implements Driver. On the way to Active the limits begin where the hardware rests; if they cannot, for example
// outside a workspace, the driver does not become Active.
func (c *Commander) Enter(to LifeCycle) error {
	if to == Active && c.LifeCycle() == Inactive {
		if err := c.d.Read(c.state); err != nil {
			return err
		}
		if err := c.limits.Begin(c.state); err != nil {
			return err
		}
	}
	err := c.d.Enter(to)
	if err == nil {
		c.at = to
	}
	return err
}

// Use implements Driver: it accepts only the claimed group.
func (c *Commander) Use(group string) error {
	if group != c.group.Name {
		return fmt.Errorf("%w: %s has claimed the group %q, not %q", ErrConflict, c.owner, c.group.Name, group)
	}
	return c.d.Use(group)
}

// Read implements Driver.
func (c *Commander) Read(state []float64) error { return c.d.Read(state) }

// Write implements Driver. A command that the limits changed is not an error, see Count.
func (c *Commander) Write(command []float64) error {
	if len(command) != len(c.out) {
		return ErrCommand
	}
	if c.LifeCycle() != Active {
		return c.d.Write(nil) // returns the reason; the limits have not begun
	}
	copy(c.out, command)
	c.Count[c.limits.Limit(c.out)]++
	return c.d.Write(c.out)
}

// Release stops the hardware and gives up the claims. Nothing may be written after that.
func (c *Commander) Release() error {
	var err error
	if c.LifeCycle() == Active {
		err = c.Enter(Inactive)
	}
	c.claims.Release(c.owner)
	c.out = nil
	return err
}

// String says what is commanded, by whom and within which limits.
func (c *Commander) String() string {
	return fmt.Sprintf("%s/%s, claimed by %s: %v", c.d.Info().Name, c.group.Name, c.owner, c.limits)
}

// Drive adapts a Commander to a reactor.Actuator: it converts a command to numbers and the result to an answer.
type Drive[C, A any] struct {
	c      *Commander
	put    func(cmd *C, to []float64)
	answer func(error) A
	cmd    C
	buf    []float64
}

// NewDrive makes a device from c: put fills in a command of the group, answer converts the result of Write.
func NewDrive[C, A any](c *Commander, put func(cmd *C, to []float64), answer func(error) A) *Drive[C, A] {
	return &Drive[C, A]{c: c, put: put, answer: answer, buf: make([]float64, len(c.group.Command))}
}

// Command implements reactor.Driven.
func (d *Drive[C, A]) Command(cmd C) A {
	d.cmd = cmd
	d.put(&d.cmd, d.buf)
	return d.answer(d.c.Write(d.buf))
}

// Limits implements reactor.Driven.
func (d *Drive[C, A]) Limits() string { return d.c.String() }

// still is an actuator's device that moves nothing.
type still[C, A any] struct {
	why  string
	call func(C) A
}

// Still makes an actuator's device from a function whose commands move nothing, such as switching a robot's motors, or
// are limited at the other end of a network. why replaces the description of limits.
func Still[C, A any](why string, call func(C) A) reactor.Driven[C, A] {
	return still[C, A]{why, call}
}

func (s still[C, A]) Command(c C) A  { return s.call(c) }
func (s still[C, A]) Limits() string { return s.why }
