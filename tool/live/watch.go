package live

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Options of a watch.
type Options struct {
	Queue  int           // bytes per enclave that wait at most; 0 is 1 MiB
	Poll   time.Duration // how often Next looks for values; 0 is 10 ms
	Latest bool          // only the newest value of each topic; replaced ones do not count as lost
	Bare   bool          // without the values: only topic and time; not together with Latest
}

// Message is one value of a topic.
type Message struct {
	Topic     int
	Time      int64 // logical, ns
	Microstep uint32
	Wall      int64  // when the tag was done, ns since 1970
	Data      []byte // protobuf of the topic's Codec
}

// Watch takes values of some topics as they come. Its methods but Close belong to one goroutine.
type Watch struct {
	b      *Bus
	ids    []int
	bare   bool
	rings  []*ring  // by enclave, nil for those without a topic
	latest []latest // by place in ids
	read   []uint64 // of each ring
	batch  []Message
	poll   time.Duration
	timer  *time.Timer
	once   sync.Once
	done   chan struct{}
}

const (
	defaultQueue = 1 << 20
	// pollEvery is how often a watch looks for values: rarely enough to cost nothing, often enough for the eye.
	pollEvery = 10 * time.Millisecond
	maxBatch  = 1 << 14
)

// ErrClosed is what Next returns after Close.
var ErrClosed = errors.New("live: the watch is closed")

// Watch begins to watch topics, given by their ids; unknown and repeated ids are ignored.
func (b *Bus) Watch(o Options, topics ...int) *Watch {
	w := &Watch{b: b, done: make(chan struct{}), timer: time.NewTimer(0), bare: o.Bare && !o.Latest}
	w.rings, w.read = make([]*ring, len(b.enclaves)), make([]uint64, len(b.enclaves))
	if o.Queue <= 0 {
		o.Queue = defaultQueue
	}
	if w.poll = o.Poll; w.poll <= 0 {
		w.poll = pollEvery
	}
	for _, id := range topics {
		t, ok := b.Topic(id)
		if !ok || slices.Contains(w.ids, id) {
			continue
		}
		w.ids = append(w.ids, id)
		if !o.Latest && w.rings[t.Enclave] == nil {
			w.rings[t.Enclave] = newRing(o.Queue)
		}
	}
	if o.Latest {
		w.latest = make([]latest, len(w.ids))
		for i := range w.latest {
			w.latest[i].init()
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.watches = append(b.watches, w)
	b.replan()
	return w
}

// Next waits for values and returns them with the number lost since the previous call. Those that have arrived are
// ordered by tag; they are valid until the next call. The error is that of ctx, or ErrClosed.
func (w *Watch) Next(ctx context.Context) (batch []Message, lost uint64, err error) {
	for i, r := range w.rings {
		if r != nil {
			r.give(w.read[i])
		}
	}
	for {
		if batch, lost = w.collect(); len(batch) > 0 || lost > 0 {
			return batch, lost, nil
		}
		w.timer.Reset(w.poll)
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-w.done:
			return nil, 0, ErrClosed
		case <-w.timer.C:
		}
	}
}

// collect takes the available values.
func (w *Watch) collect() (batch []Message, lost uint64) {
	w.batch = w.batch[:0]
	sources := 0
	for i, r := range w.rings {
		if r == nil {
			continue
		}
		before := len(w.batch)
		w.batch, w.read[i] = r.read(w.batch, w.read[i], before+maxBatch)
		lost += r.lost.Swap(0)
		if len(w.batch) > before {
			sources++
		}
	}
	for i := range w.latest {
		lost += w.latest[i].lost.Swap(0)
		if h := w.latest[i].take(); h != nil {
			w.batch = append(w.batch, Message{w.ids[i], h.at.time, h.at.microstep, h.at.wall, h.data})
			sources++
		}
	}
	w.b.lost.Add(lost)
	if sources > 1 {
		slices.SortStableFunc(w.batch, func(a, b Message) int {
			return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Microstep, b.Microstep))
		})
	}
	return w.batch, lost
}

// Close ends the watch; a Next that waits returns ErrClosed. It may be called more than once and from any goroutine.
func (w *Watch) Close() {
	w.once.Do(func() {
		close(w.done)
		w.b.mu.Lock()
		defer w.b.mu.Unlock()
		w.b.watches = slices.DeleteFunc(w.b.watches, func(x *Watch) bool { return x == w })
		w.b.replan()
	})
}
