package live

import (
	"testing"
	"time"
)

func TestBucket(t *testing.T) {
	b := NewBucket(10, 5)
	now := time.Unix(1000, 0)
	count := func() (n int) {
		for range 100 {
			if b.Take(now) {
				n++
			}
		}
		return n
	}
	for i, want := range []int{5, 2, 5, 0} {
		if got := count(); got != want {
			t.Errorf("draw %d let %d through, want %d", i, got, want)
		}
		now = now.Add([]time.Duration{250 * time.Millisecond, time.Hour, -time.Hour, 0}[i])
	}
}
