package reactor

import (
	"slices"
	"time"
)

// Mode is one of the modes of a modal reactor: exactly one is active at a time. Timers, actions, connections,
// reactions and contained reactors put into a mode act only while it is active, and their local time stands
// still otherwise. A Mode is also a Parent: reactors made in it belong to it.
type Mode struct {
	owner   *Reactor
	name    string
	id      int
	startup *trigger // fires at the first activation of the mode
	reset   *trigger // fires when the mode is entered by reset
	fresh   bool     // entered by reset, while modes switch
}

func (m *Mode) declare(r *Reactor, f *field) {
	m.owner, m.name, m.id = r, f.name, len(r.modes)
	r.claims(f, "mode")
	r.more().modes = append(r.modes, m)
}

func (m *Mode) path() string { return m.owner.join(m.name) }

func (m *Mode) scope() (*Reactor, *Mode) { return m.owner, m }

func (m *Mode) affectedBy(rx *reaction) {
	if m.owner == nil {
		rx.owner.main.fault("undeclared", rx.path(), "use a field of an initialised reactor", "switches to a mode that is not declared")
		return
	}
	if m.owner != rx.owner {
		rx.owner.main.fault("scope", rx.path(), "a reaction switches modes of its own reactor", "cannot switch to mode %s", m.path())
		return
	}
	rx.some().modes = append(rx.few.modes, m)
}

// Initial makes m the mode in which its reactor starts. A reactor with modes has exactly one.
func (m *Mode) Initial() {
	if m.owner.initial != nil {
		m.owner.main.fault("mode", m.path(), "mark one mode as initial", "a second initial mode beside %s", m.owner.initial.name)
	}
	m.owner.more().initial = m
}

// Reaction declares the next reaction of the mode's reactor; it runs only while the mode is active.
func (m *Mode) Reaction(name string) *ReactionDecl { return m.owner.newReaction(name, m) }

// ResetTrigger triggers when the mode is entered by Reset.
func (m *Mode) ResetTrigger() Trigger {
	if m.reset == nil {
		m.reset = m.owner.newTrigger(resetTrigger, &field{name: m.name + "_reset"})
		m.reset.in(m)
	}
	return m.reset
}

// StartupTrigger triggers at the first activation of the mode.
func (m *Mode) StartupTrigger() Trigger {
	if m.startup == nil {
		m.startup = m.owner.newTrigger(startupTrigger, &field{name: m.name + "_startup"})
		m.startup.in(m)
	}
	return m.startup
}

// Active reports whether the mode is its reactor's current mode. Any reaction of the mode's reactor may call it.
func (m *Mode) Active() bool {
	if c := m.owner.cell; c.runs == 0 {
		c.checkOwn("mode "+m.path()+" is read", true)
	}
	return m.owner.current == m
}

// Reset switches to the mode at the end of the tag, and its contents start afresh: pending events are discarded,
// timers begin at their offset, modal reactors inside return to their initial modes. The last switch of a tag
// counts.
func (m *Mode) Reset() { m.enter(true) }

// Resume switches to the mode at the end of the tag, and its contents continue where they were when it was left.
func (m *Mode) Resume() { m.enter(false) }

func (m *Mode) enter(reset bool) {
	w := m.owner.cell.w
	if w.cur < 0 {
		panic("reactor: mode " + m.path() + " is entered outside of a reaction that declares it with Sets")
	}
	rx := w.e.prog.reactions[w.cur]
	if rx.few != nil && slices.Contains(rx.few.modes, m) {
		w.switches = append(w.switches, modeSwitch{m, reset})
		return
	}
	panic("reactor: mode " + m.path() + " is entered by reaction " + rx.path() + ", which does not declare it with Sets")
}

type modeSwitch struct {
	to    *Mode
	reset bool
}

// exclusive reports whether two lists of enclosing modes name different modes of one reactor, so that their contents
// never act at the same tag.
func exclusive(a, b []*Mode) bool {
	for _, x := range a {
		for _, y := range b {
			if x.owner == y.owner && x != y {
				return true
			}
		}
	}
	return false
}

// enclosing lists the modes around something in mode m of a reactor with modes around it, innermost first.
func enclosing(around []*Mode, m *Mode) []*Mode {
	if m == nil {
		return around
	}
	return append([]*Mode{m}, around...)
}

func allActive(ms []*Mode) bool {
	for _, m := range ms {
		if m.owner.current != m {
			return false
		}
	}
	return true
}

func anyFresh(ms []*Mode) bool {
	for _, m := range ms {
		if m.fresh {
			return true
		}
	}
	return false
}

// modal lists the parts of an enclave that mode switches affect.
type modal struct {
	reactors  []*Reactor // with modes; parents come before children
	triggers  []*trigger
	reactions []*reaction
}

// startModes enters the initial modes.
func (e *Enclave) startModes() {
	for _, r := range e.modal.reactors {
		r.more().current = r.initial
	}
	for _, t := range e.triggers {
		given := t.queued() && (t.fed.Load() || e.prog.replay && t.door >= 0) // recorded inputs come at their recorded tags
		t.active = given || allActive(t.modes())
		if len(t.modes()) > 0 && !given {
			e.modal.triggers = append(e.modal.triggers, t)
		}
	}
	for i := range e.run {
		rx := e.prog.reactions[e.run[i].id]
		if len(rx.around()) > 0 {
			e.modal.reactions = append(e.modal.reactions, rx)
		} else {
			e.setEnabled(rx, true)
		}
	}
	e.enableModal()
}

func (e *Enclave) setEnabled(rx *reaction, on bool) {
	if e.run[rx.place].timed {
		e.watch[rx.place].off.Store(!on)
	}
	word, bit := rx.place>>6, uint64(1)<<(rx.place&63)
	e.enabled[word] &^= bit
	if on {
		e.enabled[word] |= bit
		e.ever[word] |= bit
	}
}

func (e *Enclave) enableModal() {
	for _, rx := range e.modal.reactions {
		e.setEnabled(rx, allActive(rx.around()))
	}
}

// switchModes applies the tag's mode switches: the last one of each reactor. It runs after all reactions of the tag.
// All reactors that switch were active at the tag, so their order does not matter.
func (e *Enclave) switchModes(ss []modeSwitch) {
	for i, s := range ss {
		last := true
		for _, t := range ss[i+1:] {
			last = last && t.to.owner != s.to.owner
		}
		if last {
			s.to.owner.current, s.to.fresh = s.to, s.reset
		}
	}
	for _, r := range e.modal.reactors { // parents come before children
		if anyFresh(r.around) {
			r.current, r.initial.fresh = r.initial, true
		}
	}
	e.leaveModes()
	e.enterModes()
	e.enableModal()
	for _, r := range e.modal.reactors {
		for _, m := range r.modes {
			m.fresh = false
		}
	}
}

func (t *trigger) isLeaving() bool { return t.stay != nil && t.stay.leaving }

// leaveModes takes the pending events of modes that are left, or entered afresh, out of the queues.
func (e *Enclave) leaveModes() {
	any := false
	for _, t := range e.modal.triggers {
		if s := t.stay; t.active && (!allActive(s.modes) || anyFresh(s.modes)) {
			s.leaving, s.leftAt, s.due = true, e.tag, NeverTag
			if t.alarm != nil {
				t.alarm.queued.Store(int64(Forever))
			}
			any = true
		}
	}
	if !any {
		return
	}
	kept := e.heap[:0]
	for _, ev := range e.heap {
		if t := e.first(ev); t.isLeaving() {
			t.stay.due = ev.tag()
			continue
		}
		kept = append(kept, ev)
	}
	e.heap = kept
	e.heap.init()
	soon := e.next[:0]
	for _, t := range e.next {
		if t.isLeaving() {
			t.stay.due = e.soon
			continue
		}
		soon = append(soon, t)
	}
	e.next = soon
}

// enterModes brings the triggers in line with the current modes.
func (e *Enclave) enterModes() {
	for _, t := range e.modal.triggers {
		s := t.stay
		active, fresh := allActive(s.modes), anyFresh(s.modes)
		was := t.active && !s.leaving
		t.active, s.leaving = active, false
		if fresh {
			t.forget()
			s.renew = true
		}
		if active && !was {
			e.wake(t, fresh)
		}
	}
}

// wake reactivates a trigger of a newly entered mode: from the beginning, or from where it was left.
func (e *Enclave) wake(t *trigger, reset bool) {
	s := t.stay
	first := !s.started
	again := first || s.renew
	s.started, s.renew = true, false
	if t.queued() {
		e.resume(t)
		return
	}
	if t.down.empty() {
		return
	}
	switch {
	case t.kind == startupTrigger && first, t.kind == resetTrigger && reset:
		e.enqueue(e.soon, t)
	case t.kind == timerTrigger && again:
		e.enqueue(t.tick(e.in(t.offset)), t)
	case t.kind == timerTrigger && s.due != NeverTag:
		e.enqueue(t.tick(e.in((s.due.Time - s.leftAt.Time).Duration())), t)
	}
	s.due = NeverTag
}

// resume gives the events that were suspended with their mode new tags, as far ahead as they were then.
func (e *Enclave) resume(t *trigger) {
	last, leftAt := t.last, t.stay.leftAt
	t.last.Time = t.last.Time.Add((e.tag.Time - leftAt.Time).Duration())
	for i := t.head; i < len(t.pend); i++ {
		p := &t.pend[i]
		was := p.tag
		p.tag = e.in((was.Time - leftAt.Time).Duration())
		if i > t.head && !t.pend[i-1].tag.Before(p.tag) {
			p.tag = t.pend[i-1].tag.After(0)
		}
		if was == last {
			t.last = p.tag
		}
		e.enqueue(p.tag, t)
	}
}

// in returns the tag d from now, at least the next microstep.
func (e *Enclave) in(d time.Duration) Tag { return e.tag.After(d) }
