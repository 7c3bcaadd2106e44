package live

import (
	"reflect"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// Count is how often a topic has been set, and its last value.
type Count struct {
	Topic int
	N     uint64 // since the counting began
	Last  string // a short text, at most 200 ms old when it was taken; "" before the first
}

// MissCount is how often a reaction's deadline handler ran instead of its body.
type MissCount struct {
	Reaction int32
	N        uint64
}

// Rates counts the events of all topics while it is open. Its methods belong to one goroutine at a time.
type Rates struct {
	b      *Bus
	base   []uint64
	missed []uint64
	counts []Count
	misses []MissCount
	closed bool
}

const (
	sampleEvery = 200 * time.Millisecond
	sampleSize  = 4096 // bytes; larger values are only named
	shortText   = 60   // bytes of a last value
)

// sampler counts for all open Rates. The threads of the enclaves write, each for its own topics.
type sampler struct {
	counts   []atomic.Uint64 // by topic id
	want     []atomic.Bool   // the next value is to be stored
	last     []latest
	misses   []atomic.Uint64 // by reaction id
	enclaves []totals

	// under the bus's lock
	sampled time.Time
	texts   []string
	values  []reflect.Value // to decode into
}

// totals are an enclave's own counters, as of its latest tag.
type totals struct{ tags, reactions, misses atomic.Uint64 }

func newSampler(b *Bus) *sampler {
	n := len(b.index)
	s := &sampler{counts: make([]atomic.Uint64, n), want: make([]atomic.Bool, n), last: make([]latest, n),
		misses: make([]atomic.Uint64, b.p.Reactions()), enclaves: make([]totals, len(b.enclaves)),
		texts: make([]string, n), values: make([]reflect.Value, n)}
	for i := range s.last {
		s.last[i].init()
	}
	return s
}

// count notes one value; called by the enclave's thread.
func (s *sampler) count(b *Bus, en *enclave, id int, at stamp) {
	s.counts[id].Add(1)
	if !s.want[id].Load() {
		return
	}
	s.want[id].Store(false)
	if n := b.topics[b.index[id]].Codec.Size(b.values[id]); n > sampleSize {
		s.last[id].set(at, nil, n)
		return
	}
	if data, ok := b.encode(en, id); ok {
		s.last[id].put(at, data)
	}
}

// tag notes the end of a tag; called by the enclave's thread.
func (s *sampler) tag(e *reactor.Enclave, rec reactor.Record) {
	for _, id := range rec.Misses {
		s.misses[id].Add(1)
	}
	c, t := e.Counters(), &s.enclaves[e.ID]
	t.tags.Store(c.Tags)
	t.reactions.Store(c.Reactions)
	t.misses.Store(c.Misses)
}

// Rates starts counting.
func (b *Bus) Rates() *Rates {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rates == nil {
		b.rates = newSampler(b)
	}
	r := &Rates{b: b, base: make([]uint64, len(b.index)), missed: make([]uint64, len(b.rates.misses))}
	for i := range r.base {
		r.base[i] = b.rates.counts[i].Load()
	}
	for i := range r.missed {
		r.missed[i] = b.rates.misses[i].Load()
	}
	b.rates.ask()
	b.raters++
	b.replan()
	return r
}

// ask requests the next value of every topic.
func (s *sampler) ask() {
	s.sampled = time.Now()
	for i := range s.want {
		s.want[i].Store(true)
	}
}

// Read returns the counts of all topics in the order of Topics. The slice is valid until the next call.
func (r *Rates) Read() []Count {
	r.b.mu.Lock()
	defer r.b.mu.Unlock()
	s := r.b.rates
	if time.Since(s.sampled) >= sampleEvery {
		s.collect(r.b)
		s.ask()
	}
	r.counts = r.counts[:0]
	for i := range r.b.topics {
		id := r.b.topics[i].ID
		r.counts = append(r.counts, Count{id, s.counts[id].Load() - r.base[id], s.texts[id]})
	}
	return r.counts
}

// collect converts the stored values to texts. The caller holds the bus's lock.
func (s *sampler) collect(b *Bus) {
	for i := range b.topics {
		t := &b.topics[i]
		h := s.last[t.ID].take()
		switch {
		case h == nil:
		case h.size > 0:
			s.texts[t.ID] = strconv.Itoa(h.size) + " bytes"
		default:
			s.texts[t.ID] = s.text(t, h.data)
		}
	}
}

func (s *sampler) text(t *Topic, data []byte) string {
	v := s.values[t.ID]
	if !v.IsValid() {
		v = reflect.New(t.Codec.Type())
		s.values[t.ID] = v
	}
	if err := t.Codec.Decode(data, v.UnsafePointer()); err != nil {
		return err.Error()
	}
	return string(t.Codec.AppendShort(nil, v.UnsafePointer(), shortText))
}

// Total is how often a topic has been set while anybody counted.
func (r *Rates) Total(topic int) uint64 { return r.b.rates.counts[topic].Load() }

// TotalMisses calls f with the reactions that have missed deadlines while anybody counted.
func (r *Rates) TotalMisses(f func(MissCount)) {
	for id := range r.b.rates.misses {
		if n := r.b.rates.misses[id].Load(); n > 0 {
			f(MissCount{int32(id), n})
		}
	}
}

// Misses returns the reactions that have missed deadlines since the counting began. The slice is valid until the
// next call.
func (r *Rates) Misses() []MissCount {
	s := r.b.rates
	r.misses = r.misses[:0]
	for id := range s.misses {
		if n := s.misses[id].Load() - r.missed[id]; n > 0 {
			r.misses = append(r.misses, MissCount{int32(id), n})
		}
	}
	return r.misses
}

// Counters returns the program's totals since its start, as of each enclave's latest tag during counting.
func (r *Rates) Counters() (c reactor.Counters) {
	for i := range r.b.rates.enclaves {
		t := &r.b.rates.enclaves[i]
		c.Tags += t.tags.Load()
		c.Reactions += t.reactions.Load()
		c.Misses += t.misses.Load()
	}
	return c
}

// Close ends the counting.
func (r *Rates) Close() {
	r.b.mu.Lock()
	defer r.b.mu.Unlock()
	if !r.closed {
		r.closed = true
		r.b.raters--
		r.b.replan()
	}
}
