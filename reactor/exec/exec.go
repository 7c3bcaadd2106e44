// Package exec runs built programs: it owns the clocks, the threads, the deadlines' watchdog and the workers that
// package reactor does without.
//
// Three clocks drive one and the same program. Fast: logical time is the only time. LockStep: logical time also
// drives a World, a simulator or a peer, which is advanced to the time of every tag before the tag runs. Real:
// logical time chases the monotonic clock on threads of their own, one per enclave.
//
// On the Fast and LockStep clocks physical time is logical time: nothing is late, and a run depends on nothing
// but the program and its World. On the Real clock what depends on physical time comes in through the program's
// doors, where an Observer records it.
package exec

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Clock is one of the three clocks.
type Clock uint8

// The clocks.
const (
	Fast Clock = iota
	LockStep
	Real
)

// String names the clock.
func (c Clock) String() string { return [...]string{"fast", "lock-step", "real"}[c] }

// World is what logical time drives in a LockStep run. AdvanceTo brings it to t and may schedule physical actions,
// which are stamped with t. NextEvent is the next time at which it wants to be advanced whether or not the program
// has a tag there; it must lie behind the time last advanced to. Forever stands for never.
type World interface {
	NextEvent() reactor.Time
	AdvanceTo(t reactor.Time) error
}

// Miss is a deadline that has passed.
type Miss struct {
	Reaction string
	Tag      reactor.Tag
	Deadline time.Duration
	Late     time.Duration // physical time behind the deadline when it was noticed
	Running  bool          // the reaction itself was running; otherwise it was still waiting
}

// Options configure a run. The zero value runs fast until nothing is left to do.
type Options struct {
	Clock     Clock
	World     World         // LockStep
	Speed     float64       // LockStep: at most so many times as fast as the monotonic clock; 0 without limit
	Timeout   time.Duration // logical time at which the program stops; 0 none
	KeepAlive bool          // do not stop when the queue is empty; implied on the Real clock by physical actions

	Threads  map[string]rt.Options // Real: what to ask for the thread of an enclave, by name; main's is the program's
	Approach rt.Approach           // Real: how the threads approach a tag
	Expired  func(Miss)            // Real: called on the watchdog's thread at the moment a deadline passes
	Meter    *Meter                // filled while running, when given
	Started  func(at int64)        // Real: called before the first tag with rt.Now's reading at logical time 0

	split bool // every level with more than one reaction runs in parallel, whether or not it pays: for tests
}

// Result is what a run comes to.
type Result struct {
	Tag      reactor.Tag // the last tag of the enclave that got furthest
	Counters reactor.Counters
	Expired  uint64 // deadlines noticed as they passed
	Elapsed  time.Duration
	Lateness Lateness // Real: how late tags of the main enclave began
	Warnings []string // the program's own, and what the operating system refused
}

// PanicError is a panic in a reaction. The program was stopped safely: the rest of the tag was dropped and the
// shutdown reactions ran.
type PanicError struct {
	Reaction string
	Tag      reactor.Tag
	Value    any
	Stack    []byte
}

// Error names the reaction and the tag.
func (e *PanicError) Error() string {
	return fmt.Sprintf("exec: reaction %s panicked at %v: %v", e.Reaction, e.Tag, e.Value)
}

// Unwrap returns the panic's value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Run runs a program until it ends, or until ctx is cancelled, which ends it like RequestStop. The error is that
// of the World, or a PanicError for every reaction that panicked.
func Run(ctx context.Context, p *reactor.Program, o Options) (Result, error) {
	if o.Clock == LockStep && o.World == nil {
		return Result{}, errors.New("exec: the lock-step clock needs a World to drive: set Options.World, or use Fast")
	}
	if o.Meter == nil {
		o.Meter = &Meter{}
	}
	r := &runner{p: p, o: o, stop: reactor.ForeverTag, begun: rt.Now(), warn: slices.Clone(p.Warnings())}
	if o.Timeout > 0 {
		r.stop = reactor.Tag{Time: reactor.Time(o.Timeout)}
	}
	if ctx.Err() != nil {
		r.cancel() // before the first tag, not whenever a goroutine gets its turn
	}
	release := context.AfterFunc(ctx, r.cancel)
	defer release()
	for _, e := range p.Enclaves {
		pl := newPool(e)
		pl.always = o.split
		defer pl.close()
		r.pools = append(r.pools, pl)
	}
	p.Start()
	for _, e := range p.Enclaves {
		e.StopAt(r.stop)
	}
	if o.Clock == Real {
		r.real()
	} else {
		r.logical()
	}
	return r.result()
}

// runner is one run.
type runner struct {
	p     *reactor.Program
	o     Options
	pools []*pool
	stop  reactor.Tag
	begun int64
	asked asked
	errs  []error
	late  Lateness
	warn  []string
	exp   uint64
}

func (r *runner) result() (Result, error) {
	res := Result{Elapsed: time.Duration(rt.Now() - r.begun), Lateness: r.late, Warnings: r.warn, Expired: r.exp}
	for _, e := range r.p.Enclaves {
		c := e.Counters()
		res.Counters.Tags += c.Tags
		res.Counters.Reactions += c.Reactions
		res.Counters.Misses += c.Misses
		if res.Tag.Before(e.Tag()) {
			res.Tag = e.Tag()
		}
	}
	return res, errors.Join(r.errs...)
}

// guard runs f and turns a panic in a reaction of e into an error and a safe stop.
func (r *runner) guard(e **reactor.Enclave, f func()) (err error) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		bad := *e
		if bad == nil {
			panic(v)
		}
		pe := &PanicError{Reaction: bad.Running(0), Tag: bad.Tag(), Value: v, Stack: debug.Stack()}
		if wp, ok := v.(workerPanic); ok {
			pe.Reaction, pe.Value, pe.Stack = wp.reaction, wp.value, wp.stack
		}
		if pe.Reaction == "" {
			pe.Reaction = "(none: an observer or a connection)"
		}
		err = pe
	}()
	f()
	return nil
}
