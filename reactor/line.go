package reactor

// lineOf is the delay line of a connection: values under way, in the order of their tags.
type lineOf[T any] struct {
	box   mailbox[T]
	post  *postOf[T] // instead of the mailbox's staged values, if the line leads from one thread to another
	value T          // the value that arrives
	src   *Port[T]   // where the value to send is stored
	dst   *Port[T]
	t     *trigger
	last  Tag // tag of the latest value sent to another enclave
}

// delayLine is a lineOf, whatever the type of its values.
type delayLine interface {
	deliverer
	arrive(w *worker)
	open()   // once the program is built
	gather() // takes what has come over a post
}

func (c *conn[T]) line() *trigger {
	l := &lineOf[T]{src: portOf[T](c.from), dst: portOf[T](c.to), last: NeverTag}
	l.t = &trigger{kind: lineTrigger, door: -1, sched: none, source: c.source,
		queue: &queue{vals: &l.box.q, mail: &l.box, staged: &l.box.staged, line: l, conn: &c.connBase}}
	l.box.q.of(l.t, &l.value)
	c.own().sends = l.t
	return l.t
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
	t := l.t
	tag, ok := t.departs(from, &l.last)
	if !ok {
		return
	}
	here := l.post == nil && t.e == from && !t.conn.physical
	var p *pending
	if here {
		var how placing
		if p, how = t.place(tag, from.soon); how != insert {
			return
		}
	}
	v := l.box.q.own(portOf[T](l.src.root).value)
	switch {
	case here:
		p.slot = l.box.q.put(v)
		t.e.enqueue(p.tag, t)
	case l.post != nil:
		l.post.send(t, &l.box.staged, tag, v)
	default:
		l.box.stage(t.e, t, tag, t.conn.physical, t.conn.delay, v, nil)
	}
}

// departs gives the tag of a value that leaves now; a physical connection adds its delay later. last is the tag of the
// latest value sent to another enclave. It reports false if the value is not sent.
func (t *trigger) departs(from *Enclave, last *Tag) (tag Tag, ok bool) {
	switch b := t.conn; {
	case b.physical:
		return from.tag, !t.e.prog.replay && !t.fed.Load()
	case t.e == from:
		return from.tag.After(b.delay), t.active
	default:
		tag = from.tag.After(b.delay)
		if !last.Before(tag) { // two values at the same time: decided here, so that the second keeps its tag even if the first is lost
			tag = last.After(0)
		}
		*last = tag
		return tag, true
	}
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
