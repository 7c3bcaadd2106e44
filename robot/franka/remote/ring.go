package remote

import "sync/atomic"

// ring passes values from one thread to another through fixed slots, without a lock.
type ring[T any] struct {
	slots      []T // a power of two
	head, tail atomic.Uint64
}

// newRing makes a ring. It writes to the slots, so that the system allocates their memory before they are needed.
func newRing[T any](n int) ring[T] {
	slots := make([]T, n)
	var zero T
	for i := range slots {
		slots[i] = zero
	}
	return ring[T]{slots: slots}
}

// slot returns the slot to fill next, or nil if all are taken. Only the writer calls it and push.
func (r *ring[T]) slot() *T {
	t := r.tail.Load()
	if t-r.head.Load() == uint64(len(r.slots)) {
		return nil
	}
	return &r.slots[t%uint64(len(r.slots))]
}

// push hands the slot to the reader.
func (r *ring[T]) push() { r.tail.Add(1) }

// front returns the oldest value, or nil. Only the reader calls it, pop and waiting.
func (r *ring[T]) front() *T {
	h := r.head.Load()
	if h == r.tail.Load() {
		return nil
	}
	return &r.slots[h%uint64(len(r.slots))]
}

// pop returns the slot to the writer.
func (r *ring[T]) pop() { r.head.Add(1) }

// waiting returns the number of values in transit.
func (r *ring[T]) waiting() int { return int(r.tail.Load() - r.head.Load()) }
