package node

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/sinew-robotics/sinew/reactor"
)

// setup declares the life cycle. Its reactions come first in the node, so a callback sees the state of its tag.
func (b *Base) setup(c Config, own Behaviour) (err error) {
	b.config, b.own = c, own
	b.machine, err = NewMachine([]Stage[State]{
		{State: Init, Enter: b.enterInit, Initial: true},
		{State: Running, Enter: b.enterRunning},
		{State: Error, Enter: b.enterError},
		{State: Closing, Enter: b.enterClosing},
		{State: Closed, Final: true},
	}, Life())
	if err != nil {
		return err
	}
	b.notice = Notice{Critical: c.Critical, Life: c.Life, Every: c.Notify}
	b.Answer.Optional()
	b.System.Optional()
	b.Revive.Optional()
	b.Idle.Initial()
	b.loop.Set(c.Loop, c.Loop)
	b.loop.In(&b.Running)
	b.Reaction("end").On(&b.End).Sets(&b.advance).Do(b.end)
	b.Reaction("kill").On(&b.Kill).Sets(&b.Notice, &b.Idle).Do(b.kill)
	b.Reaction("revive").On(&b.Revive).Sets(&b.advance, &b.Idle).Do(b.revive)
	b.Reaction("life").On(b.Startup(), &b.advance, &b.loop).Sets(&b.Notice, &b.advance, &b.Idle, &b.Running).Do(b.step)
	if c.Notify > 0 {
		b.beat.Set(c.Notify, c.Notify)
	}
	b.Reaction("beat").On(&b.beat).Sets(&b.Notice).Do(func() {
		if b.config.Notify > 0 && b.told != b.Tag() && !b.killed {
			b.tell()
		}
	})
	b.Reaction("shutdown").On(b.Shutdown()).Sets(&b.Notice).Do(b.shutdown)
	return nil
}

// end notes that the node is to close. The main loop closes it, or this reaction if the node waits in Error.
func (b *Base) end() {
	b.ending = true
	if b.machine.State() == Error && b.machine.Redirect(Closing) == nil {
		b.advance.Schedule(b.notice.Life, 0)
	}
}

// kill ends the node without any further transition.
func (b *Base) kill() {
	if b.killed || b.machine.Ended() {
		return
	}
	b.killed = true
	b.Idle.Resume()
	b.notice.State, b.notice.Cause = Lost, b.Kill.Get()
	b.tell()
	if b.config.Alone {
		b.RequestStop()
	}
}

// revive begins another life, with the parameters that the node was given last. A node that is still alive, although its
// overseer has declared it lost, is torn down first.
func (b *Base) revive() {
	if !b.killed && !b.machine.Ended() {
		b.own.TearDown()
	}
	b.Idle.Resume()
	b.killed, b.ending, b.fault = false, false, nil
	b.machine.Restart()
	b.notice.Life++
	b.advance.Schedule(b.notice.Life, 0)
}

// step takes one transition and schedules the next.
func (b *Base) step() {
	if b.killed || b.machine.Ended() || b.advance.Present() && b.advance.Get() != b.notice.Life {
		return
	}
	b.was = b.machine.State()
	first := !b.machine.Begun()
	if err := b.machine.Step(); err != nil {
		panic("node: " + b.Path() + ": " + err.Error()) // Life lists all transitions that the states below ask for
	}
	state := b.machine.State()
	if state != b.was || first {
		b.notice.State = state
		b.tell()
	}
	switch next := b.machine.Next(); {
	case state == Closed && b.config.Alone:
		b.RequestStop()
	case next == state: // it repeats at the main loop's period, or has ended
	case state == Error && next == Init:
		b.advance.Schedule(b.notice.Life, b.config.Loop)
	default:
		b.advance.Schedule(b.notice.Life, 0)
	}
}

// tell sends a notice, whether or not anybody listens.
func (b *Base) tell() {
	b.notice.Number++
	b.told = b.Tag()
	b.Notice.Set(b.notice)
}

func (b *Base) enterInit() State {
	b.fault, b.notice.Cause = nil, ""
	b.renew()
	var err error
	if b.config.Common != nil {
		err = b.config.Common()
	}
	if err == nil {
		err = b.own.Prepare()
	}
	if err == nil {
		err = b.validate()
	}
	if err = errors.Join(err, b.fault); err != nil {
		b.fault = err
		return Error
	}
	return Running
}

// enterRunning is the main loop.
func (b *Base) enterRunning() State {
	switch b.was {
	case Init:
		b.Running.Reset()
	case Error:
		b.Running.Resume()
	}
	switch {
	case b.fault != nil:
		return Error
	case b.ending:
		return Closing
	}
	return Running
}

func (b *Base) enterError() State {
	b.Idle.Resume()
	fault := b.fault
	b.fault, b.notice.Cause = nil, fault.Error()
	next := b.own.Recover(fault)
	switch {
	case b.ending:
		return Closing
	case next == Init, next == Running && b.prepared():
		return next
	case next != Closing:
		b.notice.Cause += fmt.Sprintf(" (and Recover asked for %v, which cannot follow)", next)
	}
	return Closing
}

// prepared reports whether Init has succeeded since it was last entered; without that a node cannot run.
func (b *Base) prepared() bool { return b.was == Running }

func (b *Base) enterClosing() State {
	b.Idle.Resume()
	b.own.TearDown()
	b.ending = true
	return Closed
}

// shutdown closes a node that is alive when its program ends.
func (b *Base) shutdown() {
	if s := b.machine.State(); s == Closing || s == Closed || b.killed || b.notice.Number == 0 {
		return
	}
	b.own.TearDown()
	b.notice.State = Closed
	b.tell()
}

// Live is a parameter that may be changed while the node runs. A change comes through a door, so it is recorded; a change that
// is out of the described range or that the check refuses has no effect, and its sender learns why.
type Live[T any] struct {
	reactor.Parameter[T]
	value T
}

// Get returns the value in effect: the last that was accepted. Only the node's own reactions may call it.
func (l *Live[T]) Get() T { return l.value }

// Accept declares a live parameter of a node: its initial value, its description, and a check in addition to the range; check
// may be nil. Call it in the constructor, between Setup and the callbacks. An initial value that is refused is an error.
func Accept[T any](b *Base, name string, l *Live[T], value T, info reactor.ParamInfo, check func(T) error) error {
	return accept(b, name, l, value, info, check)
}

// accept is Accept for a parameter whose changes have effects.
func accept[T any](b *Base, name string, l *Live[T], value T, info reactor.ParamInfo, check func(T) error, effects ...reactor.Effect) error {
	refused := func(v T) error {
		if err := inRange(&info, v); err != nil {
			return err
		}
		if check == nil {
			return nil
		}
		return check(v)
	}
	l.Define(value, info)
	l.value = value
	b.Reaction("accept_" + name).On(&l.Parameter).Sets(effects...).Do(func() {
		v := l.Parameter.Get()
		if err := refused(v); err != nil {
			l.Refuse(err.Error())
			return
		}
		l.value = v
	})
	if err := refused(value); err != nil {
		return fmt.Errorf("%s.%s: %w", b.Path(), name, err)
	}
	return nil
}

// inRange checks numbers against the range of a description.
func inRange[T any](info *reactor.ParamInfo, v T) error { return info.Check(reflect.ValueOf(v)) }
