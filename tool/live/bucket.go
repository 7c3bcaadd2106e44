package live

import (
	"sync"
	"time"
)

// Bucket limits events to a number per second, with a burst. Its methods may be called from any goroutine.
type Bucket struct {
	mu          sync.Mutex
	rate, burst float64
	left        float64
	at          time.Time
}

// NewBucket makes a full bucket: burst at once, then rate a second.
func NewBucket(rate, burst float64) *Bucket { return &Bucket{rate: rate, burst: burst, left: burst} }

// Take reports whether one more event may pass at a time. A time before the last one is treated as the last one.
func (b *Bucket) Take(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.at.IsZero() {
		b.left = min(b.burst, b.left+max(0, now.Sub(b.at).Seconds())*b.rate)
	}
	b.at = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}
