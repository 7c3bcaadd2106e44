package project

import (
	"slices"
	"sort"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// What an Event is about.
const (
	NaN     = "nan"     // the value is NaN or infinite
	Range   = "range"   // it is outside the range of its interface
	Frozen  = "frozen"  // it has been equal to the bit for too long
	Missing = "missing" // the driver has no value
	Stopped = "stopped" // an actuator is told to stop because something that it depends on has been flagged for too long
	Overrun = "overrun" // an Atom took longer than stated
	Retimed = "retimed" // a composition runs at a new period: Value, in seconds
)

// Event is something that happened in a composition.
type Event struct {
	At     reactor.Time
	Path   string       // of the interface element, the External, the Atom or the composition
	Kind   string       // NaN, Range, …
	Raised bool         // it begins; otherwise it ends
	Value  float64      // the value that was not passed on, or that is valid again
	Unit   string       // symbol of Value's unit, "" if there is none
	Since  reactor.Time // when it began
	// Of an Overrun.
	Stated, Measured time.Duration
}

// Flags is a loop's report at a tag at which something begins or ends. Events is valid only at that tag.
type Flags struct {
	Raised uint32 // elements that are flagged
	Total  uint64 // how often something has been flagged since the start
	Events []Event
}

// keep is the greatest number of events in the log.
const keep = 1024

// log keeps the latest events. Any thread may use it.
type log struct {
	mu    rt.Mutex // shared by threads of different priority
	alarm func(Event)
	ring  []Event
	n     uint64
	now   []Event // what is flagged now
}

func newLog(alarm func(Event)) *log {
	return &log{alarm: alarm, ring: make([]Event, 0, keep), now: make([]Event, 0, 64)}
}

func (l *log) add(e Event) {
	l.mu.Lock()
	if len(l.ring) < keep {
		l.ring = append(l.ring, e)
	} else {
		l.ring[l.n%keep] = e
	}
	l.n++
	if at := slices.IndexFunc(l.now, func(o Event) bool { return o.Path == e.Path && o.Kind == e.Kind }); at >= 0 {
		l.now = slices.Delete(l.now, at, at+1)
	}
	if e.Raised && e.Kind != Retimed {
		l.now = append(l.now, e)
	}
	l.mu.Unlock()
	if l.alarm != nil {
		l.alarm(e)
	}
}

func (l *log) events() []Event {
	l.mu.Lock()
	all := make([]Event, 0, len(l.ring))
	for i := range l.ring {
		all = append(all, l.ring[(l.n+uint64(i))%uint64(len(l.ring))])
	}
	l.mu.Unlock()
	sort.SliceStable(all, func(i, j int) bool { return all[i].At < all[j].At })
	return all
}

func (l *log) raised() []Event {
	l.mu.Lock()
	all := slices.Clone(l.now)
	l.mu.Unlock()
	sort.SliceStable(all, func(i, j int) bool {
		return all[i].Path < all[j].Path || all[i].Path == all[j].Path && all[i].Kind < all[j].Kind
	})
	return all
}
