package reactor

import (
	"slices"
	"sync/atomic"
)

// Enclave is a part of a program that advances its own logical time: the main enclave, or a reactor with Isolate and
// what it contains. One thread drives it:
//
//	for tag, ok := e.Next(); ok; tag, ok = e.Next() {
//		e.Begin(tag)
//		e.RunLevels(nil)
//		e.End()
//	}
type Enclave struct {
	ID      int
	Name    string
	Watched []*Watch // reactions with deadlines

	prog    *Program
	tag     Tag
	soon    Tag // the next microstep
	stop    Tag
	floor   Tag // the earliest tag for mail that is being collected
	started bool
	open    bool // between Begin and End
	done    bool
	away    bool       // runs in another process
	closing bool       // nothing more will come: an empty queue leads to the stop tag
	next    []*trigger // triggers due at soon
	heap    eventHeap
	beats   []beat
	present []*trigger
	lines   []*trigger
	workers []*worker

	ready   []uint64 // the reactions to run at this tag, a bit for each place in the run order
	enabled []uint64 // reactions whose modes are active
	ever    []uint64 // reactions whose modes have been active at least once
	dirty   []uint64 // the words of ready that are not 0
	shared  []uint64 // reactions that share their level with others
	run     []reactionState
	ends    []int32    // by place: where the reaction's level ends
	more    [][]span   // the rest of sets of reactions that do not fit into one word; the first is empty
	watch   []*Watch   // by place: the reaction's deadline. Empty if no reaction has one
	watches [][]*Watch // by place: the deadlines that wait for a reaction
	level   []int32

	triggers  []*trigger
	shutdowns []*trigger
	modal     modal
	inbox     inbox
	observer  Observer
	record    Record
	missed    missList
	taken     *Receipt     // of events that the tag has taken and whose senders wait for an answer
	omissions []omissionAt // recorded misses, in a replay
	last      Tag          // the previous tag, NeverTag for none
	drops     bool         // the recorded run ended immediately
	dropAfter Tag          // after this tag
	dropping  bool         // the next tag is the last one, for shutdown reactions only
	ghosts    atomic.Int32 // events in the queue whose values were dropped
	alarms    []*alarm
	ring      func(limit Time) // tells the watchdog that a deadline has come into sight
	closes    atomic.Int64     // the stop tag's time, Never when done: for the watchdog
	stopped   func(e *Enclave) // tells the executor that a reaction asked to stop
	count     Counters
}

// size makes room for everything a run needs except events; ports is how many of the enclave's ports may be set.
func (e *Enclave) size(workers, ports int) {
	words := len(e.run)>>6 + 1
	for _, set := range []*[]uint64{&e.ready, &e.enabled, &e.ever, &e.shared} {
		*set = make([]uint64, words)
	}
	room := len(e.triggers) + 2
	e.dirty = make([]uint64, words>>6+1)
	for range workers {
		e.workers = append(e.workers, &worker{e: e, cur: -1, special: len(e.Watched) > 0, ready: e.ready, dirty: e.dirty,
			set: make([]*portBase, 0, ports), omitted: make([]Omission, 0, room)})
	}
	e.record.Ports = make([]int32, 0, ports)
	widest := 0
	for i := range e.run {
		e.run[i].cell.w = e.workers[0]
		if i > 0 && e.ends[i-1] > int32(i) || int(e.ends[i]) > i+1 {
			e.shared[i>>6] |= 1 << (i & 63)
		}
		if i == 0 || e.ends[i-1] == int32(i) {
			widest = max(widest, int(e.ends[i])-i)
		}
	}
	e.level = make([]int32, 0, widest)
	e.soon = ForeverTag
	e.closes.Store(int64(Forever))
}

// makeRoom makes room for the events that can wait at one time: one for every trigger that is not a timer, one for
// every beat of timers, and singles for timers outside beats.
func (e *Enclave) makeRoom(singles int) {
	n := singles + len(e.beats)
	for _, t := range e.triggers {
		if t.kind != timerTrigger || t.stay != nil {
			n++
		}
	}
	e.next = slices.Grow(e.next, n+1)
	e.heap = slices.Grow(e.heap, n+16)
	e.present = slices.Grow(e.present, n)
}

// start enters the first events.
func (e *Enclave) start() {
	e.startModes()
	var timers []*trigger
	for _, t := range e.triggers {
		if !t.active {
			continue
		}
		if t.stay != nil {
			t.stay.started = true
		}
		if t.kind == timerTrigger && !t.down.empty() {
			timers = append(timers, t)
		}
	}
	e.startTimers(timers)
	for _, t := range e.triggers {
		if t.kind == startupTrigger && t.active && !t.down.empty() {
			e.enqueue(Tag{}, t)
		}
	}
}

// enqueue enters a trigger's event: into the list of the next microstep, or the heap.
func (e *Enclave) enqueue(tag Tag, t *trigger) {
	if t.alarm != nil {
		e.expect(t.alarm, &t.alarm.queued, tag.Time)
	}
	if tag == e.soon {
		e.next = append(e.next, t)
		return
	}
	e.heap.push(eventAt(tag, t))
}

// Next returns the tag of the earliest event, or the stop tag if that is earlier. ok is false when there is nothing to
// do now: either events may still come through a door, or the program is over.
func (e *Enclave) Next() (tag Tag, ok bool) {
	if e.inbox.mail.Load() {
		e.collectMail()
	}
	if e.ghosts.Load() > 0 {
		e.clearGhosts()
	}
	if e.drops && (e.dropAfter == NeverTag || e.started && !e.tag.Before(e.dropAfter)) {
		e.dropping = true
	}
	switch {
	case e.done:
		return ForeverTag, false
	case e.dropping:
		return e.stop, e.stop != ForeverTag
	case len(e.next) > 0 && (!e.stop.Before(e.soon) || e.ticks()):
		tag = e.soon
	case len(e.heap) > 0 && (!e.stop.Before(e.heap[0].tag()) || e.ticks()):
		tag = e.heap[0].tag()
	case e.closing:
		return e.stop, e.stop != ForeverTag
	default:
		return ForeverTag, false
	}
	if e.stop.Before(tag) {
		tag = e.stop
	}
	return tag, true
}

// ticks reports whether a timer keeps the enclave running until a stop tag before which there is nothing else to do.
// Values due after the stop tag do not keep it running.
func (e *Enclave) ticks() bool {
	timer := func(t *trigger) bool { return !t.queued() }
	return slices.ContainsFunc(e.next, timer) ||
		slices.ContainsFunc(e.heap, func(ev event) bool { return timer(e.first(ev)) })
}

// Close tells the enclave that nothing more will come from outside: once its queue is empty its next tag is the stop
// tag, which is no later than stop.
func (e *Enclave) Close(stop Tag) {
	e.StopAt(stop)
	e.closing = true
}

// Step runs the enclave's earliest tag, and reports whether there was one.
func (e *Enclave) Step(run LevelRunner) bool {
	tag, ok := e.Next()
	if ok {
		e.Begin(tag)
		e.RunLevels(run)
		e.End()
	}
	return ok
}

// Begin advances to tag and makes its events present.
func (e *Enclave) Begin(tag Tag) {
	due := e.next
	if tag != e.soon {
		due = nil
	}
	if e.last = e.tag; !e.started {
		e.last = NeverTag
	}
	e.tag, e.started, e.open = tag, true, true
	e.soon = tag.next()
	e.count.Tags++
	if e.dropping {
		due = nil
		e.discard()
	}
	if len(due) > 0 {
		e.next = e.next[:0] // firing adds nothing to the next microstep
		for _, t := range due {
			if t.timed() { // its mode was entered
				e.heap.push(eventAt(t.tick(Tag{tag.Time.Add(t.period), 0}), t))
			}
			e.fire(t)
		}
	}
	for len(e.heap) > 0 && !tag.Before(e.heap[0].tag()) {
		ev := e.heap[0]
		t := e.first(ev)
		if t.timed() {
			at := t.tick(Tag{tag.Time.Add(t.period), 0})
			e.heap.replace(event{at.Time, at.Microstep, ev.trig})
		} else {
			e.heap.pop()
		}
		if ev.trig >= 0 {
			e.fire(t)
			continue
		}
		w, b := e.workers[0], &e.beats[^ev.trig]
		for i := range b.spans {
			w.rouse(&b.spans[i])
		}
	}
	if e.prog.replay {
		e.missed.advance(tag)
		e.repeatOmissions(tag)
	}
	if tag == e.stop {
		e.fireShutdown()
	}
	if len(e.lines) > 0 {
		for _, t := range e.lines {
			t.line.arrive(e.workers[0])
		}
		e.lines = e.lines[:0]
	}
	if len(e.alarms) > 0 {
		for _, t := range e.present {
			if t.alarm != nil {
				t.rearm(tag)
			}
		}
	}
}

// fire makes a trigger present.
func (e *Enclave) fire(t *trigger) {
	q := t.queue
	if t.present || q != nil && q.ghosts > 0 && t.ghost(e.tag) {
		return
	}
	t.present = true
	e.present = append(e.present, t)
	if q != nil {
		slot := q.pend[q.head].slot
		if q.head++; q.head == len(q.pend) {
			q.pend, q.head = q.pend[:0], 0
		}
		t.take(slot)
		if q.feed != nil {
			t.pull()
		}
		if q.line != nil {
			e.lines = append(e.lines, t) // several may lead to the same port: they arrive in order
			return
		}
	}
	e.workers[0].rouse(&t.down)
}

// fireShutdown runs the shutdown reactions whose modes have been active at least once, active or not.
func (e *Enclave) fireShutdown() {
	for _, t := range e.shutdowns {
		if t.present || t.down.empty() {
			continue
		}
		t.present = true
		e.present = append(e.present, t)
		e.each(&t.down, func(s *span) { e.enabled[s.word] |= s.bits & e.ever[s.word] })
		e.workers[0].rouse(&t.down)
	}
}

// End finishes the tag: values are sent on, presence is cleared, modes switch, and the stop tag takes effect.
func (e *Enclave) End() {
	w := e.workers[0]
	e.count.Reactions += w.ran
	w.ran = 0
	omitted := e.countOmissions()
	if e.observer != nil {
		w.cur = observing
		e.observe(w, omitted)
		w.cur = idle
	}
	w.omitted = w.omitted[:0]
	if len(w.devices) > 0 {
		w.devices = w.devices[:0]
	}
	if len(e.Watched) > 0 {
		e.count.Misses += uint64(len(w.misses))
		w.misses = w.misses[:0]
		e.restWatches()
	}
	last := e.tag == e.stop
	e.open = false
	for _, p := range w.set {
		if p.far != nil {
			if !last {
				for _, o := range p.far.outs {
					o.deliver(e)
				}
			}
			hush(p)
		}
		p.present = false
	}
	w.set = w.set[:0]
	for _, t := range e.present {
		t.present = false
	}
	e.present = e.present[:0]
	if len(w.switches) > 0 {
		e.switchModes(w.switches)
		w.switches = w.switches[:0]
	}
	if last {
		e.finish()
	} else if w.stop {
		w.stop = false
		switch {
		case e.stopped != nil:
			e.stopped(e) // enclaves on threads of their own agree on a tag
		case e.prog.replay && len(e.prog.Enclaves) > 1 && e.stop != ForeverTag: // they have agreed on the recorded tag
		default:
			e.Close(e.soon)
		}
	}
	if e.taken != nil {
		e.acknowledge("")
	}
}

func (e *Enclave) finish() {
	e.done = true
	e.closes.Store(int64(Never))
	e.next, e.heap = e.next[:0], e.heap[:0]
	e.inbox.mu.Lock()
	e.inbox.closed.Store(true)
	e.disown()
	e.inbox.mu.Unlock()
}

// Abort drops what is left of the current tag after a panic in a reaction, and moves the stop tag to the next
// microstep, where only shutdown reactions run.
func (e *Enclave) Abort() {
	for _, w := range e.workers {
		for _, p := range w.set {
			if p.far != nil {
				hush(p)
			}
			p.present = false
		}
		w.set, w.trig, w.sched, w.switches = w.set[:0], w.trig[:0], w.sched[:0], w.switches[:0]
		w.devices, w.misses = w.devices[:0], w.misses[:0]
		w.parallel, w.special, w.stop, w.cur = false, len(e.Watched) > 0, false, -1
	}
	e.acknowledge(Panicked)
	for _, t := range e.present {
		t.present = false
	}
	e.present, e.lines = e.present[:0], e.lines[:0]
	for i := range e.run {
		e.run[i].cell.w, e.run[i].cell.runs = e.workers[0], 0
	}
	clear(e.ready)
	clear(e.dirty)
	e.restWatches()
	e.silence()
	e.next, e.heap, e.closing, e.open = e.next[:0], e.heap[:0], true, false
	if e.tag == e.stop {
		e.finish()
		return
	}
	e.StopAt(e.tag.After(0))
}

// StopAt lowers the stop tag to tag; the stop tag never rises.
func (e *Enclave) StopAt(tag Tag) {
	if tag.Before(e.stop) {
		e.stop = tag
		e.closes.Store(int64(tag.Time))
	}
}
