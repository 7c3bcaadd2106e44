package rt

import (
	"context"
	"math"
	"sync/atomic"
	"time"
)

// Span is a rule for the passing of time: time is Now minus Start, but not before From nor after To. All are in ns.
type Span struct{ Start, From, To int64 }

// at returns the time when Now reads now.
func (s Span) at(now int64) int64 { return min(max(now-s.Start, s.From), s.To) }

// Shift returns the same span for a clock that is d ns ahead.
func (s Span) Shift(d int64) Span {
	s.Start -= d
	s.From += d
	if s.To != Forever {
		s.To += d
	}
	return s
}

// Stopwatch is a clock in ns that can be held. It never goes back, whichever threads read it, and it has no lock, so that a
// punctual thread waits for no other. The zero value stands at 0; only the first span may begin before that. Calls of Follow must
// not be concurrent; any goroutine may call the other methods.
type Stopwatch struct{ lap atomic.Pointer[lap] }

// lap is a span that takes effect when it is first read.
type lap struct {
	Span
	before atomic.Pointer[lap] // nil once floor is set
	floor  atomic.Int64        // the time at which it began; it never reads less
}

// unset is the floor of a lap that has not been read yet.
const unset = math.MinInt64

// Follow makes time pass as a span says from now on. If the span is behind, time stands until the span has caught up; if it is
// ahead, time jumps to it.
func (w *Stopwatch) Follow(s Span) {
	l := &lap{Span: s}
	old := w.lap.Load()
	if old == nil {
		l.floor.Store(min(s.From, 0))
	} else {
		l.floor.Store(unset)
		l.before.Store(old)
	}
	w.lap.Store(l)
	w.Now()
	l.before.Store(nil)
}

// Now returns the time in ns.
func (w *Stopwatch) Now() int64 {
	for {
		l := w.lap.Load()
		if l == nil {
			return 0
		}
		if t := l.now(); w.lap.Load() == l { // it was still current when it read the clock
			return t
		}
	}
}

// When returns the reading of the package's Now at time t, which may have passed; Forever while time is held before t.
func (w *Stopwatch) When(t int64) int64 {
	l := w.lap.Load()
	if l == nil || t == Forever || t > l.To {
		return Forever
	}
	return l.Start + t
}

// Every calls do whenever a period has passed by this clock, until ctx ends. It skips periods that are already over.
func (w *Stopwatch) Every(ctx context.Context, period time.Duration, do func()) {
	bell := NewWaiter(Deep)
	defer context.AfterFunc(ctx, bell.Wake)()
	for next := w.Now() + int64(period); ctx.Err() == nil; {
		if w.Now() < next { // while time is held it checks once a period
			bell.WaitUntil(min(w.When(next), Now()+int64(period)))
			continue
		}
		do()
		next = max(next+int64(period), w.Now())
	}
}

// Held reports whether time stands until another span is followed.
func (w *Stopwatch) Held() bool {
	l := w.lap.Load()
	return l == nil || l.now() >= l.To
}

// now returns the lap's time. The first read starts the lap at the previous lap's time at this moment, which is no earlier than
// any time read from that lap while it was current.
func (l *lap) now() int64 {
	floor := l.floor.Load()
	if floor == unset {
		if b := l.before.Load(); b != nil {
			l.floor.CompareAndSwap(unset, max(b.floor.Load(), b.at(Now())))
		}
		floor = l.floor.Load()
	}
	return max(floor, l.at(Now()))
}
