package exec

import (
	"math/bits"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Meter shows the state of a run to other threads.
type Meter struct {
	tags    atomic.Uint64
	misses  atomic.Uint64
	expired atomic.Uint64
	skipped atomic.Uint64
	lost    atomic.Uint64
	dropped atomic.Uint64
	time    atomic.Int64
}

// Tags returns the number of tags so far.
func (m *Meter) Tags() uint64 { return m.tags.Load() }

// Misses returns the number of deadline handlers that have run so far.
func (m *Meter) Misses() uint64 { return m.misses.Load() }

// Expired returns the number of deadlines that the watchdog saw pass.
func (m *Meter) Expired() uint64 { return m.expired.Load() }

// Skipped returns the number of ticks that timers left out because they had passed.
func (m *Meter) Skipped() uint64 { return m.skipped.Load() }

// Lost returns the number of values that found no room in a queue.
func (m *Meter) Lost() uint64 { return m.lost.Load() }

// Dropped returns the number of events that were pending when the program ended immediately.
func (m *Meter) Dropped() uint64 { return m.dropped.Load() }

// count adds what an enclave has counted since the last call.
func (m *Meter) count(now reactor.Counters, seen *reactor.Counters) {
	if now.Misses != seen.Misses {
		m.misses.Add(now.Misses - seen.Misses)
	}
	if now.Skipped != seen.Skipped {
		m.skipped.Add(now.Skipped - seen.Skipped)
	}
	if now.Lost != seen.Lost {
		m.lost.Add(now.Lost - seen.Lost)
	}
	if now.Dropped != seen.Dropped {
		m.dropped.Add(now.Dropped - seen.Dropped)
	}
	*seen = now
}

// Time returns the logical time of the main enclave's latest tag.
func (m *Meter) Time() reactor.Time { return reactor.Time(m.time.Load()) }

// Lateness counts how late tags began, in buckets an eighth of an octave wide.
type Lateness struct {
	counts [512]uint64
	n      uint64
	max    time.Duration
}

// Add counts one tag.
func (l *Lateness) Add(d time.Duration) {
	if d < 0 {
		d = 0
	}
	l.n++
	l.max = max(l.max, d)
	l.counts[bucket(uint64(d))]++
}

// bucket maps ns to 8 buckets an octave; values below 8 have a bucket each.
func bucket(v uint64) int {
	if v < 8 {
		return int(v)
	}
	o := bits.Len64(v) - 4
	return o<<3 + int(v>>o)
}

func bucketFloor(b int) uint64 {
	if b < 16 {
		return uint64(b)
	}
	o := b>>3 - 1
	return uint64(b-o<<3) << o
}

// Merge adds the counts of o.
func (l *Lateness) Merge(o *Lateness) {
	for i, c := range o.counts {
		l.counts[i] += c
	}
	l.n += o.n
	l.max = max(l.max, o.max)
}

// N returns the number of tags counted.
func (l *Lateness) N() uint64 { return l.n }

// Max returns the greatest lateness.
func (l *Lateness) Max() time.Duration { return l.max }

// Quantile returns the lateness that a share q of the tags does not exceed, to an eighth of an
// octave.
func (l *Lateness) Quantile(q float64) time.Duration {
	want := uint64(q * float64(l.n))
	var sum uint64
	for i, c := range l.counts {
		if sum += c; sum > want {
			return time.Duration(bucketFloor(i))
		}
	}
	return l.max
}

// Each calls f for every bucket that is not empty, in order, with its lower bound and its count.
func (l *Lateness) Each(f func(from time.Duration, n uint64)) {
	for i, c := range l.counts {
		if c > 0 {
			f(time.Duration(bucketFloor(i)), c)
		}
	}
}
