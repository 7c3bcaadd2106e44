// Package exec runs built programs: it has the clocks, threads, workers and deadline watchdog that package reactor lacks.
//
// Three clocks can drive the same program. Fast: logical time is the only time. LockStep: logical time also
// drives a World, a simulator or a peer, which is advanced to the time of every tag before the tag runs. Real:
// logical time follows the monotonic clock, on a thread for each enclave.
//
// On the Fast and LockStep clocks physical time is logical time: nothing is late, and a run depends only on the program
// and its World. On the Real clock everything that depends on physical time comes in through the program's doors, where
// an Observer records it.
package exec

import (
	"errors"
	"fmt"
	"runtime/debug"
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
// which are stamped with t. NextEvent returns the next time to which it must be advanced even if the program has no tag there; that must
// be later than the time last advanced to. Forever means never.
type World interface {
	NextEvent() reactor.Time
	AdvanceTo(t reactor.Time) error
}

// Miss is a missed deadline.
type Miss struct {
	Reaction string
	Tag      reactor.Tag
	Deadline time.Duration
	Late     time.Duration // how far physical time was past the deadline when the miss was noticed
	Running  bool          // the reaction itself was running; otherwise it was still waiting
}

// Result sums up a run.
type Result struct {
	Tag      reactor.Tag // the last tag of the furthest enclave
	Counters reactor.Counters
	Expired  uint64   // deadlines noticed as they passed
	Noticed  Lateness // Real: how late they were noticed
	Elapsed  time.Duration
	Lateness Lateness                // Real: how late tags of the main enclave began
	Omitted  []reactor.OmissionTotal // ticks, values and events left out, by source
	Warnings []string                // the program's own, and requests that the operating system refused
}

// Totals returns how many ticks, values or events were left out, by timer, queue or enclave; nil for none.
func (r *Result) Totals(kind reactor.OmissionKind) map[string]uint64 {
	var all map[string]uint64
	for _, o := range r.Omitted {
		if o.Kind != kind {
			continue
		}
		if all == nil {
			all = map[string]uint64{}
		}
		all[o.Path] += o.N
	}
	return all
}

// Notes describes what was left out, in a line for each timer, queue and enclave.
func (r *Result) Notes() []string {
	var lines []string
	for _, o := range r.Omitted {
		lines = append(lines, [...]string{
			reactor.Skipped: fmt.Sprintf("%s skipped %d ticks that had passed: the program was behind", o.Path, o.N),
			reactor.Lost:    fmt.Sprintf("%s lost %d values that found no room in its queue: what reads it is slower than what is sent", o.Path, o.N),
			reactor.Dropped: fmt.Sprintf("%s had %d events before it that were dropped when the program was ended", o.Path, o.N),
		}[o.Kind])
	}
	return lines
}

// PanicError is a panic in a reaction, or in a hook of a deadline. The program was stopped safely: the rest of the tag was dropped and the
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
	found Lateness // how late the watchdog noticed deadlines
	warn  []string
	exp   uint64
	lapse uint64 // rt.Lapses before the start
}

func (r *runner) result() (Result, error) {
	res := Result{Elapsed: time.Duration(rt.Now() - r.begun), Lateness: r.late, Warnings: r.warn, Expired: r.exp, Noticed: r.found,
		Omitted: r.p.Omissions()}
	for _, e := range r.p.Enclaves {
		c := e.Counters()
		res.Counters.Tags += c.Tags
		res.Counters.Reactions += c.Reactions
		res.Counters.Misses += c.Misses
		res.Counters.Skipped += c.Skipped
		res.Counters.Lost += c.Lost
		res.Counters.Dropped += c.Dropped
		if res.Tag.Before(e.Tag()) {
			res.Tag = e.Tag()
		}
	}
	if n := rt.Lapses() - r.lapse; n > 0 {
		res.Warnings = append(res.Warnings, fmt.Sprintf("real-time priorities were taken back %d times for a while: "+
			"a thread of this process ran for longer than its Budget without a wait", n))
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
		if bad == nil { // no tag has begun
			bad = r.p.Enclaves[0]
		}
		pe := &PanicError{Reaction: bad.Running(0), Tag: bad.Tag(), Value: v, Stack: debug.Stack()}
		if wp, ok := v.(workerPanic); ok {
			pe.Reaction, pe.Value, pe.Stack = wp.reaction, wp.value, wp.stack
		}
		if pe.Reaction == "" {
			pe.Reaction = "(none: an observer, a queue or a timer)"
		}
		err = pe
	}()
	f()
	return nil
}
