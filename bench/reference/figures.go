package reference

import (
	"math"
	"time"
)

// dismissed is how many messages the figures of a hot path leave out at the start.
const dismissed = 10

// HotPath accumulates the figures of the Autoware reference system's commands: how long data takes from the lidars to
// the collision estimator, how many messages were dropped on the way, and how regular the planner is.
type HotPath struct {
	Latency, Period Spread
	Dropped         uint64 // messages, on the hot path

	front, rear, end, planner [48]byte
	path                      [len(hot)][48]byte
	seen                      int
	stamp                     time.Duration
	sequence                  uint32
	planned                   bool
}

// newHotPath makes an empty HotPath.
func newHotPath() *HotPath {
	h := &HotPath{front: label(hot[0]), rear: label(hot[1]), end: label(hot[len(hot)-1]), planner: label("BehaviorPlanner")}
	for i, name := range hot {
		h.path[i] = label(name)
	}
	return h
}

// add evaluates the history of a message, if it came along the hot path.
func (h *HotPath) add(m *Message) {
	end := m.find(&h.end)
	if end == nil {
		return
	}
	front, rear, planner := m.find(&h.front), m.find(&h.rear), m.find(&h.planner)
	if h.seen++; h.seen > dismissed {
		for i := range h.path {
			if e := m.find(&h.path[i]); e != nil {
				h.Dropped += uint64(e.Dropped)
			}
		}
		if front != nil && rear != nil {
			h.Latency.Add(float64(end.Stamp-max(front.Stamp, rear.Stamp)) / 1e6)
		}
		if planner != nil && h.planned && planner.Sequence > h.sequence {
			h.Period.Add(float64(planner.Stamp-h.stamp) / 1e6 / float64(planner.Sequence-h.sequence))
		}
	}
	if planner != nil {
		h.stamp, h.sequence, h.planned = planner.Stamp, planner.Sequence, true
	}
}

// Spread accumulates the least, the greatest, the mean and the standard deviation of values (Welford's algorithm).
type Spread struct {
	N         int
	Min, Max  float64
	mean, sum float64
}

// Add adds a value.
func (s *Spread) Add(v float64) {
	if s.N == 0 {
		s.Min, s.Max = v, v
	}
	s.N++
	s.Min, s.Max = min(s.Min, v), max(s.Max, v)
	d := v - s.mean
	s.mean += d / float64(s.N)
	s.sum += d * (v - s.mean)
}

// merge adds the values of another Spread.
func (s *Spread) merge(o *Spread) {
	switch {
	case o.N == 0:
		return
	case s.N == 0:
		*s = *o
		return
	}
	n, m, d := float64(s.N), float64(o.N), o.mean-s.mean
	s.mean += d * m / (n + m)
	s.sum += o.sum + d*d*n*m/(n+m)
	s.N, s.Min, s.Max = s.N+o.N, min(s.Min, o.Min), max(s.Max, o.Max)
}

// Mean is NaN without values, like Deviation.
func (s *Spread) Mean() float64 {
	if s.N == 0 {
		return math.NaN()
	}
	return s.mean
}

// Deviation is the standard deviation.
func (s *Spread) Deviation() float64 {
	if s.N == 0 {
		return math.NaN()
	}
	return math.Sqrt(s.sum / float64(s.N))
}
