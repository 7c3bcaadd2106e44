package reactor

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// Counters are totals since the start.
type Counters struct {
	Tags, Reactions, Misses uint64
}

// Record is what an Observer gets at the end of a tag. Its slices are valid until AtTag returns; Ports holds the
// ids of the source ports that were set, Doors those of the doors that something came through. Their order
// depends on the number of workers: an Observer that must not sorts them.
type Record struct {
	Tag    Tag
	Ports  []int32
	Doors  []int32
	Misses []int32 // reactions whose deadline handler ran instead of the body
	Last   bool    // this is the last tag
}

// Observer sees every tag of an enclave after its reactions and before values are cleared, on the enclave's
// thread. It may reorder the record's slices and must not keep them.
type Observer interface{ AtTag(e *Enclave, r Record) }

// Observers are several Observers, called in turn. What the first does to the record's slices the others see.
type Observers []Observer

// AtTag implements Observer.
func (os Observers) AtTag(e *Enclave, r Record) {
	for _, o := range os {
		o.AtTag(e, r)
	}
}

// What a reaction with a deadline is doing, as a Watch shows it. Noticed is added when the watchdog has reported it.
const (
	Resting int32 = 0
	Waiting int32 = 1
	Running int32 = 2
	Noticed int32 = 4
)

// Watch lets the executor's watchdog follow a reaction with a deadline: it is Waiting from the moment something
// that must come before it begins in a tag that can trigger it.
type Watch struct {
	Reaction int32
	After    time.Duration
	Path     string
	Expired  func()
	State    atomic.Int32
}

// await marks the deadlines that wait for reactions that have been triggered.
func (e *Enclave) await(down []span) {
	for _, s := range down {
		for m := s.bits & e.enabled[s.word]; m != 0; m &= m - 1 {
			for _, x := range e.watches[s.word<<6+bits.TrailingZeros64(m)] {
				if x.State.Load() == Resting {
					x.State.Store(Waiting)
				}
			}
		}
	}
}

func (e *Enclave) restWatches() {
	for _, x := range e.Watched {
		if x.State.Load() != Resting {
			x.State.Store(Resting)
		}
	}
}

func (e *Enclave) observe(w *worker) {
	r := &e.record
	r.Tag, r.Last = e.tag, e.tag == e.stop
	r.Ports, r.Doors, r.Misses = r.Ports[:0], r.Doors[:0], w.misses
	for _, p := range w.set {
		r.Ports = append(r.Ports, p.id)
	}
	r.Doors = append(r.Doors, w.devices...)
	for _, t := range e.present {
		if t.door >= 0 {
			r.Doors = append(r.Doors, t.door)
		}
	}
	e.observer.AtTag(e, *r)
}

// Tag returns the tag the enclave has reached.
func (e *Enclave) Tag() Tag { return e.tag }

// Stop returns the stop tag.
func (e *Enclave) Stop() Tag { return e.stop }

// Done reports whether the enclave has run its last tag.
func (e *Enclave) Done() bool { return e.done }

// Counters returns totals since the start.
func (e *Enclave) Counters() Counters { return e.count }

// Workers is the number of workers the enclave was built for.
func (e *Enclave) Workers() int { return len(e.workers) }

// Reactions bounds the places of the enclave's reactions in its run order from above.
func (e *Enclave) Reactions() int { return len(e.run) }
