package rt

import (
	"context"
	"math"
	"sync/atomic"
	"time"
)

// Span says how time passes: it is Now less Start, but never before From nor after To.
type Span struct{ Start, From, To int64 }

// at is the time when Now reads so.
func (s Span) at(now int64) int64 { return min(max(now-s.Start, s.From), s.To) }

// Shift is the same span for a clock that reads d more.
func (s Span) Shift(d int64) Span {
	s.Start -= d
	s.From += d
	if s.To != Forever {
		s.To += d
	}
	return s
}

// Stopwatch is a clock in ns that can be held. It never goes back, whichever threads read it while it is held or goes on,
// and it has no lock: a punctual thread waits for no other. The zero value stands at 0; only the first span may begin before that.
// Calls of Follow come one after the other; any goroutine may call the other methods.
type Stopwatch struct{ lap atomic.Pointer[lap] }

// lap is a span that began to be followed when somebody first looked at it.
type lap struct {
	Span
	before atomic.Pointer[lap] // nil once floor is set
	floor  atomic.Int64        // the time at which it began, before which it never is
}

// unset is the floor of a lap at which nobody has looked yet.
const unset = math.MinInt64

// Follow lets time pass as a span says from now on. Where the span is behind, time stands until it has caught up; where it is
// ahead, time jumps there.
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

// Now reads the time.
func (w *Stopwatch) Now() int64 {
	for {
		l := w.lap.Load()
		if l == nil {
			return 0
		}
		if t := l.now(); w.lap.Load() == l { // it was the present one when it read the clock
			return t
		}
	}
}

// When returns what Now reads when the time comes, which may have passed; Forever while time is held before it.
func (w *Stopwatch) When(t int64) int64 {
	l := w.lap.Load()
	if l == nil || t == Forever || t > l.To {
		return Forever
	}
	return l.Start + t
}

// Every calls do whenever a period has passed by this clock, until ctx ends. Periods that are over when it comes to them are
// left out.
func (w *Stopwatch) Every(ctx context.Context, period time.Duration, do func()) {
	bell := NewWaiter(Deep)
	defer context.AfterFunc(ctx, bell.Wake)()
	for next := w.Now() + int64(period); ctx.Err() == nil; {
		if w.Now() < next { // while time is held it looks after it once a period
			bell.WaitUntil(min(w.When(next), Now()+int64(period)))
			continue
		}
		do()
		next = max(next+int64(period), w.Now())
	}
}

// Held says whether time stands until another span is followed.
func (w *Stopwatch) Held() bool {
	l := w.lap.Load()
	return l == nil || l.now() >= l.To
}

// now is the lap's time. Where nobody has looked at the lap yet, it begins at what the one before says at this moment: that
// is later than whatever has been read of that one while it was the present one.
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
