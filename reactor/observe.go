package reactor

// Counters are totals since the start.
type Counters struct {
	Tags, Reactions, Misses uint64
	Skipped                 uint64 // ticks that timers left out
	Lost                    uint64 // values that found no room in a queue
	Dropped                 uint64 // events that were pending when the program ended immediately
}

// Record is passed to an Observer at the end of a tag. Its slices are valid until AtTag returns; Ports holds the ids
// of the source ports that were set, Doors those of the doors through which something came. Their order depends on
// the number of workers; an Observer that needs a fixed order sorts them.
type Record struct {
	Tag    Tag
	Ports  []int32
	Doors  []int32
	Misses []int32 // reactions whose deadline handler ran instead of the body
	Last   bool    // this is the last tag

	Omitted []Omission // what was left out since the previous tag
}

// Observer sees every tag of an enclave after its reactions and before values are cleared, on the enclave's thread.
// It may reorder the record's slices but must not retain them.
type Observer interface{ AtTag(e *Enclave, r Record) }

// Observers are several Observers, called in turn. If one reorders the record's slices, those after it see the new
// order.
type Observers []Observer

// AtTag implements Observer.
func (os Observers) AtTag(e *Enclave, r Record) {
	for _, o := range os {
		o.AtTag(e, r)
	}
}

func (e *Enclave) observe(w *worker, omitted []Omission) {
	r := &e.record
	r.Tag, r.Last = e.tag, e.tag == e.stop
	r.Omitted = omitted
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

// Tag returns the tag that the enclave has reached.
func (e *Enclave) Tag() Tag { return e.tag }

// Stop returns the stop tag.
func (e *Enclave) Stop() Tag { return e.stop }

// Done reports whether the enclave has run its last tag.
func (e *Enclave) Done() bool { return e.done }

// Counters returns totals since the start.
func (e *Enclave) Counters() Counters { return e.count }

// Workers returns the number of workers for which the enclave was built.
func (e *Enclave) Workers() int { return len(e.workers) }

// Reactions returns an upper bound of the places in the enclave's run order.
func (e *Enclave) Reactions() int { return len(e.run) }
