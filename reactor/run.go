package reactor

import "math/bits"

// span is a set of reactions of one enclave: bits of one word of its ready set. A port or trigger has one span, and
// more if the reactions it triggers do not fit.
type span struct {
	bits uint64
	word int32
	more int32 // index of the others in Enclave.more, 0 for none
}

func (s *span) empty() bool { return s.bits == 0 }

// join adds the reaction at a place of the run order.
func (e *Enclave) join(s *span, place int32) {
	word, bit := place>>6, uint64(1)<<(place&63)
	if s.bits == 0 || s.word == word {
		s.word, s.bits = word, s.bits|bit
		return
	}
	if s.more == 0 {
		s.more, e.more = int32(len(e.more)), append(e.more, nil)
	}
	more := e.more[s.more]
	for i := len(more) - 1; i >= 0; i-- {
		if more[i].word == word {
			more[i].bits |= bit
			return
		}
	}
	e.more[s.more] = append(more, span{bits: bit, word: word})
}

// each calls f with every part of a set.
func (e *Enclave) each(s *span, f func(s *span)) {
	if s.bits == 0 {
		return
	}
	f(s)
	if s.more > 0 {
		for i := range e.more[s.more] {
			f(&e.more[s.more][i])
		}
	}
}

// reactionState is exactly what running a reaction needs. Its index is the reaction's place in the run order of its
// enclave: by level, within a level by deadline (its own and those that depend on it), then by id.
type reactionState struct {
	body  func()
	cell  *cell
	id    int32
	bit   uint8 // its bit in cell.runs
	timed bool  // whether it has a deadline
}

// worker holds what one thread collects during a level.
type worker struct {
	e        *Enclave
	cur      int32 // id of the reaction that runs, or −1
	special  bool  // parallel, or deadlines are watched
	parallel bool  // effects are collected until the level is done
	stop     bool  // a reaction has asked for the end
	ready    []uint64
	dirty    []uint64
	set      []*portBase
	trig     []span
	sched    []scheduled
	devices  []int32
	misses   []int32
	switches []modeSwitch
	omitted  []Omission
	ran      uint64
}

// scheduled is an event that a worker holds until its level is done.
type scheduled struct {
	tag Tag
	t   *trigger
}

// LevelRunner runs the reactions of one level, which are independent of each other, by calling e.Invoke for each
// and returning when all are done. The numbers are places in the enclave's run order, below e.Reactions().
type LevelRunner interface {
	RunLevel(e *Enclave, places []int32)
}

// marked notes that p is present and triggers the reactions that depend on it.
func (w *worker) marked(p *portBase) {
	w.set = append(w.set, p)
	if p.far != nil && p.far.calls != nil {
		announce(p, w.e.tag)
	}
	if w.special || p.down.more != 0 {
		w.rouseMore(&p.down)
		return
	}
	w.enter(&p.down)
}

// rouse makes reactions ready to run at this tag.
func (w *worker) rouse(s *span) {
	if w.special || s.more != 0 {
		w.rouseMore(s)
		return
	}
	w.enter(s)
}

// enter adds to the ready set.
func (w *worker) enter(s *span) {
	w.ready[s.word] |= s.bits
	w.dirty[s.word>>6] |= 1 << (s.word & 63)
}

func (w *worker) rouseMore(s *span) {
	if w.special {
		if w.parallel {
			w.trig = append(w.trig, *s)
			return
		}
		w.e.each(s, w.e.await)
	}
	w.e.each(s, w.enter)
}

func (w *worker) schedule(tag Tag, t *trigger) {
	if w.parallel {
		if t.alarm != nil {
			w.e.expect(t.alarm, &t.alarm.queued, tag.Time)
		}
		w.sched = append(w.sched, scheduled{tag, t})
		return
	}
	w.e.enqueue(tag, t)
}

// RunLevels runs the tag's reactions level by level; run takes levels with more than one reaction and may be
// nil. Ready reactions run in the order of their places; what a reaction triggers comes after it.
func (e *Enclave) RunLevels(run LevelRunner) {
	w := e.workers[0]
	for d := range e.dirty {
		for e.dirty[d] != 0 {
			i := d<<6 + bits.TrailingZeros64(e.dirty[d])
			word, on, shared := &e.ready[i], e.enabled[i], uint64(0)
			if run != nil {
				shared = e.shared[i]
			}
			for *word&on != 0 {
				b := bits.TrailingZeros64(*word & on)
				if shared>>(b&63)&1 != 0 {
					e.runLevel(w, int32(i<<6+b), run)
					continue
				}
				*word &^= 1 << (b & 63)
				rx := &e.run[i<<6+b]
				w.cur = rx.id
				rx.cell.runs = 1 << (rx.bit & 63)
				w.ran++
				if !rx.timed {
					rx.body()
				} else {
					e.invokeTimed(w, int32(i<<6+b))
				}
				rx.cell.runs = 0
			}
			*word = 0 // the remaining reactions are disabled
			e.dirty[d] &^= 1 << (i & 63)
		}
	}
	w.cur = -1
}

// runLevel runs the ready reactions from a place to the end of its level, in parallel if there are several.
func (e *Enclave) runLevel(w *worker, first int32, run LevelRunner) {
	places := e.takeLevel(first, e.ends[first])
	if len(places) > 1 {
		run.RunLevel(e, places)
		return
	}
	e.invoke(w, first)
}

// takeLevel empties the ready set between two places and lists what was in it.
func (e *Enclave) takeLevel(from, to int32) []int32 {
	e.level = e.level[:0]
	for i := from >> 6; i<<6 < to; i++ {
		m := e.ready[i] & e.enabled[i]
		if low := i << 6; low < from {
			m &= ^uint64(0) << (from - low)
		}
		if high := (i + 1) << 6; high > to {
			m &= ^uint64(0) >> (high - to)
		}
		e.ready[i] &^= m
		for ; m != 0; m &= m - 1 {
			e.level = append(e.level, i<<6+int32(bits.TrailingZeros64(m)))
		}
	}
	return e.level
}

// Invoke runs the reaction at a place of the run order as worker w. For worker 0 it is what RunLevels does
// itself; a LevelRunner calls it from several threads between BeginParallel and EndParallel.
func (e *Enclave) Invoke(w int, place int32) { e.invoke(e.workers[w], place) }

func (e *Enclave) invoke(w *worker, at int32) {
	rx := &e.run[at]
	rx.cell.w, rx.cell.runs = w, 1<<(rx.bit&63)
	w.cur = rx.id
	w.ran++
	if !rx.timed {
		rx.body()
	} else {
		e.invokeTimed(w, at)
	}
	rx.cell.w, rx.cell.runs = e.workers[0], 0 // where reactions of other levels find it
}

func (e *Enclave) invokeTimed(w *worker, at int32) {
	rx, x := &e.run[at], e.watch[at]
	x.run(e.tag.Time)
	if e.isLate(rx.id, x) {
		w.misses = append(w.misses, rx.id)
		e.prog.reactions[rx.id].few.late()
	} else {
		rx.body()
	}
	x.rest()
}

// isLate reports whether the reaction starts after its deadline. A replay repeats the recorded answer.
func (e *Enclave) isLate(rx int32, x *Watch) bool {
	if e.prog.replay {
		return e.missed.has(rx, e.tag)
	}
	return e.prog.now != nil && e.prog.now(e) > e.tag.Time.Add(x.After)
}

// BeginParallel makes every worker collect its effects separately, until EndParallel merges them.
func (e *Enclave) BeginParallel() {
	for _, w := range e.workers {
		w.parallel, w.special = true, true
	}
}

// EndParallel merges what the workers collected.
func (e *Enclave) EndParallel() {
	w0 := e.workers[0]
	for _, w := range e.workers {
		w.parallel, w.special = false, len(e.Watched) > 0
	}
	for i, w := range e.workers {
		for k := range w.trig {
			w0.rouse(&w.trig[k])
		}
		for _, s := range w.sched {
			e.enqueue(s.tag, s.t)
		}
		w.trig, w.sched = w.trig[:0], w.sched[:0]
		if i == 0 {
			continue
		}
		w0.set = append(w0.set, w.set...)
		w0.devices = append(w0.devices, w.devices...)
		w0.misses = append(w0.misses, w.misses...)
		w0.switches = append(w0.switches, w.switches...)
		w0.omitted = append(w0.omitted, w.omitted...)
		w0.stop = w0.stop || w.stop
		w0.ran += w.ran
		w.set, w.devices, w.misses, w.switches = w.set[:0], w.devices[:0], w.misses[:0], w.switches[:0]
		w.omitted = w.omitted[:0]
		w.stop, w.ran, w.cur = false, 0, -1
	}
}

// Running names the reaction that worker w ran last: the one that panicked.
func (e *Enclave) Running(w int) string {
	if id := e.workers[w].cur; id >= 0 {
		return e.prog.reactions[id].path()
	}
	return ""
}
