package reactor

import "sync/atomic"

// postOf carries a connection's values from the thread of one enclave to that of another, without a lock: neither side ever waits for
// the other. Values are in a ring with a place for each value of the connection's capacity.
//
// A letter, which holds a value, is either with the sender (free), in the ring, with the receiver, or on the way back. A place of the
// ring is one word: the letter's index and, to tell a value from one that came a whole round later, the value's number among those
// that entered the ring. The sender publishes a value by exchanging the word; if it gets back a word other than 0, the ring was full,
// the receiver has not taken the oldest value, and that value is lost. The receiver takes a value by changing the word it has read to
// 0; if that fails, the value was lost at that moment. Every value meant for the connection has a number, so the receiver recognises
// losses by the gaps, and records them.
type postOf[T any] struct {
	post
	sheets []*[sheet]letter[T] // letters by index, made when first needed: two more than the ring has places
}

// sheet is the number of letters made at once.
const sheet = 16

// letter returns the letter with an index.
func (p *postOf[T]) letter(index uint32) *letter[T] {
	return &p.sheets[(index-1)/sheet][(index-1)%sheet]
}

// letter is a value with its stamp.
type letter[T any] struct {
	stamp
	next uint32 // the index plus 1 of the letter after it among those that are free or on the way back, 0 for none
	v    T
}

// post is the part of a postOf that does not depend on the type of its values.
type post struct {
	nth  int             // number of the line among those that lead to the receiving enclave
	ring []atomic.Uint64 // by place: number<<letterBits | index + 1, 0 for none
	dues []atomic.Int64  // by place: when the value is due, for the watchdog; empty without a deadline to watch

	_    apart
	tail atomic.Uint64 // values that have entered the ring
	sent atomic.Uint64 // values meant for it, including lost and refused ones
	free uint32        // letters that the sender has; only the sender uses this and the next fields
	made uint32
	next uint64 // number of the next value

	_    apart
	head atomic.Uint64 // values in the ring that the receiver is done with
	back atomic.Uint32 // letters that the receiver has emptied
	seen uint64        // the last number that the receiver knows of; only the receiver uses it
	_    apart
}

// enough is how many letters are made before emptied ones are asked for, so that the sender gets several of those at a time.
const enough = 4

// letterBits are the bits of a word that hold a letter's index.
const (
	letterBits = 24
	letterMask = 1<<letterBits - 1
	maxPost    = letterMask - 2
)

// open gives a line between threads its post. A line has none, and uses the mailbox, in a replay, which repeats recorded losses and
// makes no others, and for values that another process offers.
func (l *lineOf[T]) open() {
	t, c := l.t, l.t.conn
	if e := t.e; int(c.from.owner.enclave) != e.ID && !c.cut && !c.remote && !e.prog.replay && t.capacity <= maxPost {
		l.post = &postOf[T]{post: post{ring: make([]atomic.Uint64, t.capacity), nth: len(e.inbox.lines)}, sheets: make([]*[sheet]letter[T], (t.capacity+2+sheet-1)/sheet)}
		if t.alarm != nil {
			l.post.dues = make([]atomic.Int64, t.capacity)
			t.alarm.post = &l.post.post
		}
		e.inbox.lines = append(e.inbox.lines, l)
		if len(e.inbox.lines) > (len(e.inbox.further)+1)<<6 {
			e.inbox.further = append(e.inbox.further, &atomic.Uint64{})
		}
	}
}

// send posts a value. Only the thread of the sending enclave may call it.
func (p *postOf[T]) send(t *trigger, s *staged, tag Tag, v T) {
	if !p.accepts(t, s) {
		return
	}
	index, l := p.take()
	l.v = v
	if lost := p.post.enter(t, s, tag, index, &l.stamp); lost != 0 {
		p.put(lost)
	}
}

// accepts counts a value, and refuses it if the receiver is closed or has no room.
func (p *post) accepts(t *trigger, s *staged) bool {
	b := &t.e.inbox
	p.next++
	over := b.closed.Load()
	if !over && (t.overflow == DropOldest || int(s.in.Load()) < t.capacity) {
		return true
	}
	t.refused.Add(1)
	p.sent.Store(p.next)
	if !over {
		p.refuse(t)
	}
	return false
}

// enter stamps the letter of the value that was accepted last, puts it into the ring and signals. lost is the letter that it
// displaced, 0 for none.
func (p *post) enter(t *trigger, s *staged, tag Tag, index uint32, stamped *stamp) (lost uint32) {
	b, number := &t.e.inbox, p.next-1
	if now := t.e.prog.now; !t.conn.physical {
		*stamped = stamp{Tag: tag, number: number}
	} else {
		b.sending.Add(1) // until the value is there, Quiet must not say that nothing can come before now
		defer b.sending.Add(-1)
		if now != nil {
			tag.Time = max(now(t.e), tag.Time, 0)
		}
		*stamped = stamp{Tag: Tag{Time: tag.Time.Add(t.conn.delay)}, number: number}
	}
	due := stamped.Tag.Time // the letter is the receiver's as soon as it is in the ring
	s.in.Add(1)
	at := p.tail.Load()
	place := at % uint64(len(p.ring))
	if len(p.dues) > 0 {
		p.dues[place].Store(int64(due))
	}
	if w := p.ring[place].Swap(at<<letterBits | uint64(index)); w != 0 { // the oldest value is lost
		lost = uint32(w & letterMask)
		s.in.Add(-1)
	}
	p.tail.Store(at + 1)
	p.sent.Store(p.next)
	if len(p.dues) > 0 && t.e.ring != nil {
		t.e.ring(due.Add(t.alarm.first))
	}
	b.signal(p.nth)
	return lost
}

// refuse tells the receiver about a value that found no room.
func (p *post) refuse(t *trigger) {
	b := &t.e.inbox
	if t.overflow == StopOnOverflow {
		b.mu.Lock()
		b.over = t
		b.locked.Store(true)
		b.mu.Unlock()
	}
	b.signal(p.nth)
}

// take gives the sender a free letter. There always is one: the ring has two places fewer than there are letters, and the receiver
// holds one letter at a time.
func (p *postOf[T]) take() (index uint32, l *letter[T]) {
	if p.free == 0 && int(p.made) >= min(enough, len(p.ring)) {
		p.free = p.back.Swap(0)
	}
	if p.free == 0 {
		if p.made%sheet == 0 {
			p.sheets[p.made/sheet] = &[sheet]letter[T]{}
		}
		p.made++
		return p.made, p.letter(p.made)
	}
	index = p.free
	l = p.letter(index)
	p.free = l.next
	return index, l
}

// put frees the letter of a lost value.
func (p *postOf[T]) put(index uint32) {
	var zero T
	l := p.letter(index)
	l.v, l.next, p.free = zero, p.free, index
}

// giveBack returns an empty letter to the sender. It retries if the sender has meanwhile taken the earlier ones, which it does once
// for each letter that it needs.
func (p *postOf[T]) giveBack(index uint32) {
	for {
		l, first := p.letter(index), p.back.Load()
		l.next = first
		if p.back.CompareAndSwap(first, index) {
			return
		}
	}
}

// gather moves the values in the ring into the receiver's own queue. Only the thread of the receiving enclave may call it.
func (l *lineOf[T]) gather() {
	sent := l.post.sent.Load() // read before the tail: a value sent is in the ring, or lost
	l.gatherUpTo(sent, l.post.tail.Load())
}

// gatherUpTo takes what had entered the ring when its tail was read. The sender goes on meanwhile.
func (l *lineOf[T]) gatherUpTo(sent, tail uint64) {
	p, t := l.post, l.t
	at := p.head.Load()
	if n := uint64(len(p.ring)); tail-at > n {
		at = tail - n
	}
	var zero T
	for ; at < tail; at++ {
		place := &p.ring[at%uint64(len(p.ring))]
		w := place.Load()
		if w&letterMask == 0 || w>>letterBits != at&(1<<(64-letterBits)-1) || !place.CompareAndSwap(w, 0) {
			continue // lost
		}
		x := p.letter(uint32(w & letterMask))
		p.missing(t, x.number)
		p.seen = x.number + 1
		t.sent = p.seen
		if q, how := l.box.place(t.e, t, &x.stamp); how == insert {
			q.slot = l.box.q.put(x.v)
			t.e.enqueue(q.tag, t)
		}
		x.v = zero
		p.giveBack(uint32(w & letterMask))
	}
	p.missing(t, sent)
	p.seen = max(p.seen, sent)
	t.sent = p.seen
	p.head.Store(tail)
	t.trim()
}

// missing notes that the values up to a number were lost.
func (p *post) missing(t *trigger, number uint64) {
	if number > p.seen {
		t.e.workers[0].omit(Omission{Kind: Lost, Source: t.id, First: p.seen, N: number - p.seen})
	}
}

// due returns when the earliest value in the ring is due, Forever if there is none. Any thread may call it.
func (p *post) due() Time {
	for {
		head, tail := p.head.Load(), p.tail.Load()
		if head == tail {
			return Forever
		}
		n := uint64(len(p.ring))
		first := max(head, tail-min(tail, n))
		at := Time(p.dues[first%n].Load())
		if p.head.Load() == head && p.tail.Load() == tail {
			return at
		}
	}
}

// signal notes that a value has come over line nth.
func (b *inbox) signal(nth int) {
	b.signals(nth).Or(1 << (nth & 63))
	b.mail.Store(true)
	if b.wake != nil {
		b.wake()
	}
}
