package franka

import (
	"context"
	"errors"
	"fmt"
)

// Async is a motion whose positions come whenever the program has one: the robot itself leads the joints to the newest
// position and brings them to rest there. It needs protocol 10. One goroutine uses it; Client.Stop ends it from another.
type Async struct {
	m    *motion
	over bool
}

// MoveAsync starts such a motion. speed is the greatest velocity of each joint, rad/s; zero means the joint's own limit. It
// uses only Controller, Path and Goal of o. Until Finish or Close nobody else may read states of c or control.
func (c *Client) MoveAsync(ctx context.Context, o Loop, speed [Joints]float64) (a *Async, err error) {
	if !c.version.hasAsync() {
		return nil, fmt.Errorf("%w: version %d has no asynchronous motions", ErrMode, c.version)
	}
	if o.Controller > CartesianImpedance {
		return nil, fmt.Errorf("%w: an asynchronous motion under %v: take one of the robot's own controllers", ErrMode, o.Controller)
	}
	limits := LimitsOf(c.version)
	for i := range speed {
		if speed[i] == 0 {
			speed[i] = limits.Joints[i].V
		}
	}
	if !c.take() {
		return nil, ErrBusy
	}
	defer c.busy.Unlock()
	o.Generator = GenerateJointPosition
	a = &Async{m: &motion{c: c, o: o.withDefaults(), async: true, speed: speed}}
	if err = a.m.start(ctx); err == nil {
		if err = a.m.await(ctx); err == nil {
			c.led = true
			return a, nil
		}
		a.lost(err)
	}
	return nil, err
}

// Target makes the robot lead the joints to q, rad, from where they are.
func (a *Async) Target(q [Joints]float64) error {
	if !a.enter() {
		return ErrClosed
	}
	defer a.m.c.busy.Unlock()
	if !allFinite(q[:]) {
		return fmt.Errorf("%w: q_c is %v: nothing was sent, and the motion goes on", ErrCommand, q)
	}
	a.m.out = Command{ID: a.m.state.ID, QC: q}
	return a.m.c.sendCommand(&a.m.out)
}

// Read waits for the next state and reads it into s. If the robot has ended the motion, Read returns the reason, and the
// motion is over.
func (a *Async) Read(ctx context.Context, s *State) error {
	if !a.enter() {
		return ErrClosed
	}
	defer a.m.c.busy.Unlock()
	err := a.m.next(ctx)
	if *s = a.m.state; err != nil {
		return err
	}
	a.m.rate = s.SuccessRate
	if a.m.in() {
		return nil
	}
	err = a.m.aborted()
	a.release()
	return err
}

// Finish ends the motion at the last target, once the robot has reached it.
func (a *Async) Finish(ctx context.Context) error {
	if !a.enter() {
		return ErrClosed
	}
	defer a.m.c.busy.Unlock()
	defer a.release()
	m := a.m
	if m.out.ID == 0 { // no target was set: stay here
		m.out.QC = m.state.Qd
	}
	m.out.Finished = true
	for {
		m.out.ID = m.state.ID
		err := m.c.sendCommand(&m.out)
		if err == nil {
			err = m.next(ctx)
		}
		switch {
		case err != nil:
			a.lost(err)
			return err
		case m.idle():
			return m.finish()
		}
	}
}

// Close stops the motion where it is, if it is still running.
func (a *Async) Close() {
	if a.enter() {
		defer a.m.c.busy.Unlock()
		a.m.stop()
		a.release()
	}
}

// lost stops a motion whose end the robot does not know of.
func (a *Async) lost(err error) {
	var ended *ControlError
	if !errors.As(err, &ended) {
		a.m.stop()
	}
}

// enter takes the client for a call, unless the motion is over. Between calls nobody holds the client, so that Client.Close
// need not wait for a motion, but led reserves it.
func (a *Async) enter() bool {
	if a.over {
		return false
	}
	a.m.c.busy.Lock()
	return true
}

func (a *Async) release() { a.over, a.m.c.led = true, false }
