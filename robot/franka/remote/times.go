package remote

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// Times collects durations: a histogram of fixed size, with an error of 3 % at most, and the first samples
// individually. One thread adds; any may read.
type Times struct {
	n       atomic.Int64
	sum     atomic.Int64
	least   atomic.Int64
	most    atomic.Int64
	buckets [60 * 32]atomic.Uint32
	samples []time.Duration
	kept    atomic.Int64
}

// newTimes keeps up to keep samples.
func newTimes(keep int) *Times { return &Times{samples: make([]time.Duration, keep)} }

// bucket returns the number of a duration's bucket: 32 per octave.
func bucket(d time.Duration) int {
	if d < 32 {
		return max(0, int(d))
	}
	e := bits.Len64(uint64(d)) - 6
	return (e+1)*32 + int(d>>e) - 32
}

// floor is the least duration of a bucket.
func floor(b int) time.Duration {
	if b < 32 {
		return time.Duration(b)
	}
	e := b/32 - 1
	return time.Duration(b%32+32) << e
}

// add counts d.
func (t *Times) add(d time.Duration) {
	n := t.n.Load()
	if n == 0 || int64(d) < t.least.Load() {
		t.least.Store(int64(d))
	}
	if int64(d) > t.most.Load() {
		t.most.Store(int64(d))
	}
	t.sum.Add(int64(d))
	t.buckets[bucket(d)].Add(1)
	if n < int64(len(t.samples)) {
		t.samples[n] = d
		t.kept.Store(n + 1)
	}
	t.n.Store(n + 1)
}

// Summary summarizes durations.
type Summary struct {
	N                        int
	Min, Mean, P50, P99, Max time.Duration
}

// Summary returns the summary so far.
func (t *Times) Summary() Summary {
	n := int(t.n.Load())
	if n == 0 {
		return Summary{}
	}
	s := Summary{N: n, Min: time.Duration(t.least.Load()), Mean: time.Duration(t.sum.Load()) / time.Duration(n), Max: time.Duration(t.most.Load())}
	s.P50, s.P99 = t.quantile(0.5, n), t.quantile(0.99, n)
	return s
}

// quantile returns the duration that a share q of n does not exceed.
func (t *Times) quantile(q float64, n int) time.Duration {
	left := int(q*float64(n-1)) + 1
	for b := range t.buckets {
		if left -= int(t.buckets[b].Load()); left <= 0 {
			return max(floor(b), time.Duration(t.least.Load()))
		}
	}
	return time.Duration(t.most.Load())
}

// Samples returns a copy of the samples that were stored.
func (t *Times) Samples() []time.Duration {
	return append([]time.Duration(nil), t.samples[:t.kept.Load()]...)
}
