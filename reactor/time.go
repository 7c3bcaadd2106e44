package reactor

import (
	"fmt"
	"math"
	"time"
)

// Time is a point on the logical timeline in nanoseconds since the start of the program.
type Time int64

// The ends of the timeline. Never precedes every event, and Forever follows every event.
const (
	Never   Time = math.MinInt64
	Forever Time = math.MaxInt64
)

// Add returns t + d. It saturates; Never and Forever stay what they are.
func (t Time) Add(d time.Duration) Time {
	if t == Never || t == Forever {
		return t
	}
	s := t + Time(d)
	switch {
	case d > 0 && s < t:
		return Forever
	case d < 0 && s > t:
		return Never
	}
	return s
}

// Duration returns t as the time since the start.
func (t Time) Duration() time.Duration { return time.Duration(t) }

// String prints t in seconds, or never or forever.
func (t Time) String() string {
	switch t {
	case Never:
		return "never"
	case Forever:
		return "forever"
	}
	return time.Duration(t).String()
}

// Tag is a point in superdense time: a time and a microstep, ordered lexicographically.
type Tag struct {
	Time      Time
	Microstep uint32
}

// The first and last tags.
var (
	NeverTag   = Tag{Never, 0}
	ForeverTag = Tag{Forever, math.MaxUint32}
)

// Before reports whether a comes before b.
func (a Tag) Before(b Tag) bool {
	return a.Time < b.Time || a.Time == b.Time && a.Microstep < b.Microstep
}

// Compare returns −1, 0 or 1.
func (a Tag) Compare(b Tag) int {
	switch {
	case a.Before(b):
		return -1
	case b.Before(a):
		return 1
	}
	return 0
}

// After returns the tag d later: the next microstep for d ≤ 0, microstep 0 of the later time for d > 0.
// Times beyond Forever become ForeverTag.
func (a Tag) After(d time.Duration) Tag {
	if a.Time == Forever {
		return ForeverTag
	}
	if d <= 0 {
		return a.next()
	}
	t := a.Time.Add(d)
	if t == Forever {
		return ForeverTag
	}
	return Tag{t, 0}
}

// next returns the next microstep, or the next nanosecond after the last microstep.
func (a Tag) next() Tag {
	if a.Microstep == math.MaxUint32 {
		return Tag{a.Time + 1, 0}
	}
	return Tag{a.Time, a.Microstep + 1}
}

// String prints "(1.5s, 2)".
func (a Tag) String() string { return fmt.Sprintf("(%v, %d)", a.Time, a.Microstep) }
