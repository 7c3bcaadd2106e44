package deploy

import (
	"errors"
	"fmt"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/rfsm"
)

// enterState takes a transition of the life cycle and reports it.
func (c *Component) enterState(to State) error {
	if err := c.life.Redirect(to); err != nil {
		return fmt.Errorf("%s is %v, from where nothing leads to %v", c.name, c.life.State(), to)
	}
	if err := c.life.Step(); err != nil {
		return err
	}
	c.state.Set(to.String())
	return nil
}

// note reports an error of a hook.
func (c *Component) note(hook string, err error) { c.noteAt(hook, hook, err) }

// noteAt reports an error of a hook or of a chart's body, at a place that the event names.
func (c *Component) noteAt(hook, place string, err error) {
	c.failed++
	f := Failure{Hook: hook, What: err.Error()}
	var e *lua.Error
	var b *rfsm.Failure
	if errors.As(err, &e) {
		f.Trace = e.Traceback
	} else if errors.As(err, &b) {
		f.Trace = b.Traceback
	}
	c.failures.Set(f)
	c.raise("e_error")
	c.raise("e_error@" + place)
}

// fail leads from Running to Error.
func (c *Component) fail(hook string, err error) {
	c.note(hook, err)
	if c.life.State() == Running {
		c.fault = err
		_ = c.enterState(Error)
	}
}

// step runs a hook that must succeed, and then takes the transition.
func (c *Component) step(hook string, do func() error, to State) error {
	if !c.life.May(to) {
		return fmt.Errorf("%s is %v: it cannot %s", c.name, c.life.State(), hook)
	}
	if err := do(); err != nil {
		c.note(hook, err)
		return fmt.Errorf("%s: %s: %w", c.name, hook, err)
	}
	return c.enterState(to)
}

// configure leads from PreOperational to Stopped.
func (c *Component) configure() error {
	if c.life.State() != PreOperational {
		return fmt.Errorf("%s is %v: it is configured when it is %v; clean it up first", c.name, c.life.State(), PreOperational)
	}
	return c.step("configure", c.body.Configure, Stopped)
}

// start leads from Stopped to Running; the first activation is at this tag.
func (c *Component) start() error {
	if c.life.State() != Stopped {
		return fmt.Errorf("%s is %v: it starts from %v", c.name, c.life.State(), Stopped)
	}
	if err := c.step("start", c.body.Start, Running); err != nil {
		return err
	}
	c.due, c.woken = c.d.beat(c.Tag().Time), false
	if _, chart := c.body.(*chartBody); c.activity.Period == 0 && (chart || c.waiting()) {
		c.wake()
	}
	return nil
}

// waiting reports whether an event port holds a value from before the start.
func (c *Component) waiting() bool {
	for _, i := range c.inputs {
		if w, ok := i.(interface{ Waiting() int }); ok && i.at().Event && w.Waiting() > 0 {
			return true
		}
	}
	return false
}

// stop leads from Running or Error to Stopped.
func (c *Component) stop() error {
	if s := c.life.State(); s != Running && s != Error {
		return fmt.Errorf("%s is %v: only what runs can be stopped", c.name, s)
	}
	if err := c.body.Stop(); err != nil {
		c.note("stop", err)
	}
	c.fault = nil
	return c.enterState(Stopped)
}

// cleanup leads from Stopped to PreOperational.
func (c *Component) cleanup() error {
	if c.life.State() != Stopped {
		return fmt.Errorf("%s is %v: stop it first", c.name, c.life.State())
	}
	if err := c.body.Cleanup(); err != nil {
		c.note("cleanup", err)
	}
	return c.enterState(PreOperational)
}

// reset leads from Exception to PreOperational.
func (c *Component) reset() error {
	if c.life.State() != Exception {
		return fmt.Errorf("%s is %v: only %v is reset", c.name, c.life.State(), Exception)
	}
	c.fault = nil
	return c.enterState(PreOperational)
}

// toward takes a component as far as a plan says: to configured or to running.
func (c *Component) toward(to State) error {
	if c.life.State() == PreOperational && to != PreOperational {
		if err := c.configure(); err != nil {
			return err
		}
	}
	if c.life.State() == Stopped && to == Running {
		return c.start()
	}
	return nil
}

// halt takes a component to PreOperational from any state.
func (c *Component) halt() {
	switch c.life.State() {
	case Running, Error:
		_ = c.stop()
		_ = c.cleanup()
	case Stopped:
		_ = c.cleanup()
	case Exception:
		_ = c.reset()
	}
}

// exchange replaces the body by another with the same ports. If the new one cannot be configured or started, the old one is
// taken back to where it was.
func (c *Component) exchange(x *change, fresh []*Operation) (err error) {
	was, body, operations := c.life.State(), c.body, c.operations
	c.halt()
	c.body, c.operations = x.fresh, fresh
	if m, ok := c.body.(interface{ belong(c *Component) }); ok {
		m.belong(c)
	}
	target := was
	if was == Error || was == Exception {
		target = Running
	}
	if err = c.toward(target); err == nil {
		c.kind = x.kind.Name
		return nil
	}
	c.halt()
	c.body, c.operations = body, operations
	return errors.Join(err, c.toward(target))
}
