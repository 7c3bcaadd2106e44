package reactor

import "unsafe"

// lineOf is the delay line of a connection: values under way, in the order of their tags.
type lineOf[T any] struct {
	queueOf[T]
	staged[T]
	src  *Port[T] // where the value that it sends is stored
	dst  *Port[T]
	t    *trigger
	last Tag // of the latest value sent to another enclave
}

func (c *conn[T]) line() *trigger {
	l := &lineOf[T]{src: portOf[T](c.from), dst: portOf[T](c.to), last: NeverTag}
	l.t = &trigger{kind: lineTrigger, door: -1, sched: none, source: c.source, queue: &queue{vals: l, arrive: l.arrive, conn: &c.connBase}}
	l.of(l.t)
	c.own().sends = l.t
	return l.t
}

func (l *lineOf[T]) collect(e *Enclave) { l.staged.collect(e, l.t, &l.queueOf) }

func (l *lineOf[T]) take(slot int32) {
	l.queueOf.take(slot)
	l.left()
}

func (l *lineOf[T]) drop(slot int32) {
	l.queueOf.drop(slot)
	l.left()
}

// left notes that a value from another thread no longer waits.
func (l *lineOf[T]) left() {
	if !l.t.own && !l.t.fed.Load() && !l.t.e.prog.replay {
		l.in.Add(-1)
	}
}

// arrive puts the current value on the receiving port.
func (l *lineOf[T]) arrive(w *worker) {
	p := l.dst
	p.value = l.value
	if !p.present {
		p.present = true
		w.marked(&p.portBase)
	}
}

// deliver takes the source's value at the end of a tag and sends it on.
func (l *lineOf[T]) deliver(from *Enclave) {
	t, e := l.t, l.t.e
	v := &portOf[T](l.src.root).value
	switch b := t.conn; {
	case b.physical:
		if !e.prog.replay && !t.fed.Load() {
			stage(e, t, &l.staged, from.tag, true, b.delay, l.own(*v), nil)
		}
	case e == from:
		if !t.active {
			return
		}
		if p, how := t.place(from.tag.After(b.delay), from.soon); how == insert {
			p.slot = l.put(l.own(*v))
			e.enqueue(p.tag, t)
		}
	default:
		tag := from.tag.After(b.delay)
		if !l.last.Before(tag) { // two values at the same time: decided here, so that the second has its tag even if the first is lost
			tag = l.last.After(0)
		}
		l.last = tag
		stage(e, t, &l.staged, tag, false, 0, l.own(*v), nil)
	}
}

// offer brings a value that was sent in another process.
func (l *lineOf[T]) offer(set func(v unsafe.Pointer), r *Receipt) Refusal {
	if !l.t.conn.remote {
		return NotADoor
	}
	var v T
	set(unsafe.Pointer(&v))
	return stage(l.t.e, l.t, &l.staged, NeverTag, true, l.t.delay, l.own(v), r)
}

// copy is the body of the reaction that implements a connection in a mode.
func (c *conn[T]) copy(own *cell) func() {
	src, dst := portOf[T](c.from), portOf[T](c.to)
	return func() {
		dst.value = portOf[T](src.root).value
		if !dst.present {
			dst.present = true
			own.w.marked(&dst.portBase)
		}
	}
}
