package run

import (
	"context"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Around is what an instance has around its program and lets go when it is closed: servers in this process, processes
// beside it, settings of the system. What came last goes first. The zero value holds nothing. It belongs to one goroutine.
type Around struct {
	held   []func()
	broken context.Context // ends, with the cause, when a server does before its time; nil without servers
	breaks context.CancelCauseFunc
	needed context.Context // the same of those without which the program does not go on
	ends   context.CancelCauseFunc
}

// Keep has undo called when everything is let go.
func (a *Around) Keep(undo func()) { a.held = append(a.held, undo) }

// Go runs a server on a goroutine of its own, until it is let go.
func (a *Around) Go(serve func(context.Context) error) {
	if a.broken == nil {
		a.broken, a.breaks = context.WithCancelCause(context.Background())
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := serve(ctx); err != nil {
			a.breaks(err)
		}
	}()
	a.Keep(func() { cancel(); <-done })
}

// Need runs a server as Go does, without which the program cannot go on: when it ends with an error, so does the run.
func (a *Around) Need(serve func(context.Context) error) {
	if a.needed == nil {
		a.needed, a.ends = context.WithCancelCause(context.Background())
	}
	ends := a.ends
	a.Go(func(ctx context.Context) error {
		err := serve(ctx)
		if err != nil {
			ends(err)
		}
		return err
	})
}

// within is ctx until a server ends that is needed. The second function says with which error one has.
func (a *Around) within(ctx context.Context) (_ context.Context, end func(), lost func() error) {
	if a.needed == nil {
		return ctx, func() {}, func() error { return nil }
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(a.needed, cancel)
	return ctx, func() { stop(); cancel() }, func() error { return context.Cause(a.needed) }
}

// Server is what listens at an address.
type Server interface {
	Addr() string
	Serve(context.Context) error
}

// Serve runs a server that has been opened, as Go does, unless err says that it was not, and returns where it listens.
func (a *Around) Serve(s Server, err error) (addr string, _ error) {
	if err != nil {
		return "", err
	}
	a.Go(s.Serve)
	return s.Addr(), nil
}

// Await calls wait with a context that ends with ctx, and when a server has ended with an error. That error takes the place
// of what wait returns then.
func (a *Around) Await(ctx context.Context, wait func(context.Context) error) error {
	if a.broken == nil {
		return wait(ctx)
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(a.broken, func() { cancel(context.Cause(a.broken)) })()
	err := wait(within)
	if cause := context.Cause(within); err != nil && cause != nil {
		err = cause
	}
	return err
}

// Close lets everything go. It never fails; an Instance takes it as its Close.
func (a *Around) Close() error {
	for i := len(a.held) - 1; i >= 0; i-- {
		a.held[i]()
	}
	a.held = nil
	return nil
}

// Thread returns what makes the calling goroutine's thread as o says, as far as the system grants it.
func Thread(o rt.Options) func() (undo func()) {
	return func() func() {
		if o.Priority == 0 {
			return func() {}
		}
		_, thread := rt.Setup(o)
		return thread.Release
	}
}

// Thread is what a thread beside the program's asks the system for: a priority so much above the program's. It is nothing
// where the program asks for none, or the system refuses: of that the program's own threads tell.
func (o *Order) Thread(above int) rt.Options {
	if o.Priority == 0 || !granted(o.Priority) {
		return rt.Options{}
	}
	return rt.Options{Priority: min(99, max(0, o.Priority+above))}
}

// granted tells whether the system grants a SCHED_FIFO priority.
func granted(priority int) bool {
	answer := make(chan bool)
	go func() {
		report, thread := rt.Setup(rt.Options{Priority: priority})
		thread.Release()
		answer <- report.OK()
	}()
	return <-answer
}
