package run

import (
	"context"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Around is what an instance has around its program and lets go when it is closed: servers in this process, other
// processes, settings of the system. It lets go in reverse order. The zero value holds nothing. It belongs to one
// goroutine.
type Around struct {
	held   []func()
	broken context.Context // ends when a server fails, with its error as the cause; nil without servers
	breaks context.CancelCauseFunc
	needed context.Context // the same for servers without which the program cannot go on
	ends   context.CancelCauseFunc
}

// Keep adds a function that is called when everything is let go.
func (a *Around) Keep(undo func()) { a.held = append(a.held, undo) }

// Go runs a server on a new goroutine, until everything is let go.
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

// Need is Go for a server without which the program cannot go on: if it ends with an error, so does the run.
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

// within is ctx, which also ends when a needed server fails. lost returns that server's error.
func (a *Around) within(ctx context.Context) (_ context.Context, end func(), lost func() error) {
	if a.needed == nil {
		return ctx, func() {}, func() error { return nil }
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(a.needed, cancel)
	return ctx, func() { stop(); cancel() }, func() error { return context.Cause(a.needed) }
}

// Server listens at an address.
type Server interface {
	Addr() string
	Serve(context.Context) error
}

// Serve runs an opened server as Go does and returns its address. It returns err if that says that opening failed.
func (a *Around) Serve(s Server, err error) (addr string, _ error) {
	if err != nil {
		return "", err
	}
	a.Go(s.Serve)
	return s.Addr(), nil
}

// Await calls wait with a context that ends with ctx, or when a server fails. In that case it returns the server's error
// instead of wait's.
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

// Thread returns a function that applies o to the calling goroutine's thread, if the system grants that.
func Thread(o rt.Options) func() (undo func()) {
	return func() func() {
		if o.Priority == 0 {
			return func() {}
		}
		_, thread := rt.Setup(o)
		return thread.Release
	}
}

// Thread is what a thread outside the program asks the system for: a priority that is above higher than the program's. It
// is nothing if the program asks for no priority, or if the system refuses, which the program's own threads report.
func (o *Order) Thread(above int) rt.Options {
	if o.Priority == 0 || !granted(o.Priority) {
		return rt.Options{}
	}
	return rt.Options{Priority: min(99, max(0, o.Priority+above))}
}

// granted reports whether the system grants a SCHED_FIFO priority.
func granted(priority int) bool {
	answer := make(chan bool)
	go func() {
		report, thread := rt.Setup(rt.Options{Priority: priority})
		thread.Release()
		answer <- report.OK()
	}()
	return <-answer
}
