package exec

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Options configure a run. The zero value runs fast until nothing is left to do.
type Options struct {
	Clock     Clock
	World     World         // LockStep
	Speed     float64       // LockStep: the greatest multiple of the monotonic clock's speed; 0 for no limit
	Timeout   time.Duration // logical time at which the program stops; 0 none
	KeepAlive bool          // do not stop when the queue is empty; physical actions imply it on the Real clock
	// Grace is how long after the end an enclave on the Real clock may still process what was pending before the end. The rest
	// is dropped, which is recorded. 0 means DefaultGrace. After a cancelled context or a fault there is no grace period if
	// there are several enclaves: their shutdown reactions run immediately.
	Grace time.Duration
	// Hold is called on the Fast and LockStep clocks before every tag and may delay it by not returning; time stands still
	// meanwhile. It returns true if events from outside must be taken first, and is then called again. Once the context is
	// cancelled it must not wait.
	Hold func(reactor.Tag) (again bool)

	// Pause holds the Real clock; nil for a run that is never held.
	Pause *Pause

	Threads  map[string]rt.Options // Real: requests for the enclaves' threads, by name; main has the program's name
	Approach rt.Approach           // Real: how the threads approach a tag
	// Expired is called, on the Real clock, on the watchdog's thread at the moment a deadline passes, once for each reaction
	// and time at which it is due. It delays the watchdog, so it must be short.
	Expired func(Miss)
	Meter   *Meter         // filled while running, unless nil
	Started func(at int64) // Real: called before the first tag with the reading of rt.Now at logical time 0

	// Split runs every level with more than one reaction in parallel, whether or not it pays. The result is the same; the
	// race detector sees more.
	Split bool
}

// DefaultGrace is the grace period if Options.Grace is 0.
const DefaultGrace = 500 * time.Millisecond

// Validate reports everything that is wrong with the options for a run of p.
func (o Options) Validate(p *reactor.Program) error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("exec: "+format, args...)) }
	switch {
	case o.Clock > Real:
		bad("there is no clock %d: set Options.Clock to Fast, LockStep or Real", uint8(o.Clock))
	case o.Clock == LockStep && o.World == nil:
		bad("the lock-step clock needs a World to drive: set Options.World, or use Fast")
	case o.Clock != LockStep && o.World != nil:
		bad("the %v clock drives no World: leave out Options.World, or use LockStep", o.Clock)
	}
	if o.Speed < 0 || math.IsNaN(o.Speed) || math.IsInf(o.Speed, 0) {
		bad("Options.Speed is %v: give a number above 0, or 0 for no limit", o.Speed)
	}
	if o.Timeout < 0 {
		bad("Options.Timeout is %v: give a time above 0, or 0 for none", o.Timeout)
	}
	if o.Grace < 0 {
		bad("Options.Grace is %v: give a time above 0, or 0 for %v", o.Grace, DefaultGrace)
	}
	if o.Hold != nil && o.Clock == Real {
		bad("Options.Hold is given on the real clock, which does not ask: give Options.Pause, or use LockStep")
	}
	if o.Pause != nil && o.Clock != Real {
		bad("Options.Pause is given on the %v clock, which has Options.Hold: leave it out, or use Real", o.Clock)
	}
	if len(o.Threads) > 0 && o.Clock != Real {
		bad("Options.Threads is given on the %v clock, which has no threads: leave it out, or use Real", o.Clock)
	}
	var names []string
	for _, e := range p.Enclaves {
		names = append(names, e.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Threads)) {
		if !slices.Contains(names, name) {
			bad("Options.Threads names %q, and the program has no such enclave: it has %s", name, strings.Join(names, ", "))
		}
		if err := o.Threads[name].Validate(); err != nil {
			errs = append(errs, fmt.Errorf("exec: Options.Threads[%q]: %w", name, err))
		}
	}
	if p.Started() {
		bad("the program %s has been run already: build it anew for every run", p.Name)
	}
	return errors.Join(errs...)
}

// Run runs a program until it ends, or until ctx is cancelled, which ends it like RequestStop; on the Real clock, enclaves
// that lag behind then drop their unfinished work. A program runs once. The error lists all faults of the Options, or is the
// World's, or holds a PanicError for every reaction or hook that panicked.
func Run(ctx context.Context, p *reactor.Program, o Options) (Result, error) {
	if err := o.Validate(p); err != nil {
		return Result{}, err
	}
	if o.Meter == nil {
		o.Meter = &Meter{}
	}
	if o.Grace == 0 {
		o.Grace = DefaultGrace
	}
	r := &runner{p: p, o: o, stop: reactor.ForeverTag, begun: rt.Now(), lapse: rt.Lapses()}
	for _, f := range p.Warnings() {
		r.warn = append(r.warn, f.Error())
	}
	if o.Timeout > 0 {
		r.stop = reactor.Tag{Time: reactor.Time(o.Timeout)}
	}
	if ctx.Err() != nil {
		r.cancel() // before the first tag, not whenever a goroutine happens to run
	}
	release := context.AfterFunc(ctx, r.cancel)
	defer release()
	for _, e := range p.Enclaves {
		pl := newPool(e)
		pl.always = o.Split
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
