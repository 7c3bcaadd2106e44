package reactor

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"time"
)

// OmissionKind is what a program has left out.
type OmissionKind uint8

// The kinds: ticks of a timer that had passed, values that found no room in a queue, and what was still pending when
// the program was ended immediately.
const (
	Skipped OmissionKind = iota
	Lost
	Dropped
)

// String names the kind.
func (k OmissionKind) String() string { return [...]string{"skipped", "lost", "dropped"}[k] }

// OmissionKindOf returns the kind with the given name.
func OmissionKindOf(name string) (k OmissionKind, ok bool) {
	for k := Skipped; k <= Dropped; k++ {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

// Omission is something that a program left out because it was behind, a queue was full or it had to end immediately.
// Because it depends on the physical clock, it enters like a deadline miss: it is recorded, and a replay repeats it.
type Omission struct {
	Kind   OmissionKind
	Source int32 // id of the timer, action or connection, for Program.SourcePath; -1 for Dropped
	// From is the tag of the first tick that was skipped, or the last tag before what was dropped, NeverTag for none.
	From  Tag
	First uint64 // the number of the first lost value among all values sent
	N     uint64 // ticks, values or events
}

// omit notes an omission for the record of the tag that is open or comes next.
func (w *worker) omit(o Omission) {
	if n := len(w.omitted); n > 0 {
		last := &w.omitted[n-1]
		if last.Kind == Lost && o.Kind == Lost && last.Source == o.Source && last.First+last.N == o.First {
			last.N += o.N
			return
		}
	}
	w.omitted = append(w.omitted, o)
}

// count adds the tag's omissions to the totals and gives them an order that does not depend on workers.
func (e *Enclave) countOmissions() []Omission {
	all := e.workers[0].omitted
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(a, b Omission) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Source, b.Source), a.From.Compare(b.From), cmp.Compare(a.First, b.First))
	})
	for _, o := range all {
		switch o.Kind {
		case Skipped:
			e.count.Skipped += o.N
		case Lost:
			e.count.Lost += o.N
		case Dropped:
			e.count.Dropped += o.N
		}
		if o.Source >= 0 {
			e.prog.triggers[o.Source].omitted += o.N
		}
	}
	return all
}

// OmissionTotal is the total that a timer, action or connection, or an enclave that was ended immediately, has left
// out.
type OmissionTotal struct {
	Kind OmissionKind
	Path string
	N    uint64
}

// Omissions lists what the program has left out so far, by path. It must not be called while the program runs.
func (p *Program) Omissions() []OmissionTotal {
	var all []OmissionTotal
	for _, t := range p.triggers {
		if t.omitted == 0 {
			continue
		}
		kind := Lost
		if t.kind == timerTrigger {
			kind = Skipped
		}
		all = append(all, OmissionTotal{kind, t.path(), t.omitted})
	}
	for _, e := range p.Enclaves {
		if e.count.Dropped > 0 {
			all = append(all, OmissionTotal{Dropped, e.Name, e.count.Dropped})
		}
	}
	return all
}

// SourcePath names the timer, action or connection with an id; a connection has the path of its receiving port.
func (p *Program) SourcePath(id int32) string { return p.triggers[id].path() }

// Sources returns the number of source ids.
func (p *Program) Sources() int { return len(p.triggers) }

// InjectOmission repeats a recorded omission in a replay: in the record of tag, and in what the program does.
// Omissions may come in any order before the program starts.
func (e *Enclave) InjectOmission(tag Tag, o Omission) {
	switch {
	case o.Kind == Dropped:
		e.dropAfter, e.drops = o.From, true
	case o.Kind == Skipped:
		skips := append(e.prog.skips[o.Source], o)
		sort.SliceStable(skips, func(i, j int) bool { return skips[i].From.Compare(skips[j].From) < 0 })
		e.prog.skips[o.Source] = skips
	case e.prog.triggers[o.Source].determined():
		return // the replay loses it on its own
	default:
		t := e.prog.triggers[o.Source]
		t.losses = append(t.losses, o)
		sort.SliceStable(t.losses, func(i, j int) bool { return t.losses[i].First < t.losses[j].First })
	}
	e.omissions = append(e.omissions, omissionAt{tag, o})
	sort.SliceStable(e.omissions, func(i, j int) bool { return e.omissions[i].tag.Compare(e.omissions[j].tag) < 0 })
}

// omissionAt is a recorded omission and the tag of its record.
type omissionAt struct {
	tag Tag
	Omission
}

// repeatOmissions notes the recorded omissions of a tag.
func (e *Enclave) repeatOmissions(tag Tag) {
	i, _ := slices.BinarySearchFunc(e.omissions, tag, func(o omissionAt, tag Tag) int { return o.tag.Compare(tag) })
	for ; i < len(e.omissions) && e.omissions[i].tag == tag; i++ {
		e.workers[0].omitted = append(e.workers[0].omitted, e.omissions[i].Omission)
	}
}

// Overrun says what a timer does on the real clock when the program is so late that whole periods have passed since a
// tick was due. On the other clocks no tick is ever late.
type Overrun struct{ ticks int }

// SkipTicks, the zero value, leaves out ticks that are late by a whole period or more, and counts them. The remaining
// ticks keep their times. StopLate ends the program instead, with an OverrunError.
var (
	SkipTicks = Overrun{}
	StopLate  = Overrun{-1}
)

// CatchUp runs up to n of the late ticks, one right after the other, and leaves out the earlier ones.
func CatchUp(n int) Overrun { return Overrun{max(n, 0)} }

// OnOverrun says what to do with ticks that are late by a whole period or more. Without it they are skipped.
func (t *Timer) OnOverrun(o Overrun) {
	t.t.declaring("OnOverrun")
	t.t.overrun = o
}

// OverrunError reports a late timer with the policy StopLate.
type OverrunError struct {
	Timer string
	Tag   Tag
	Late  time.Duration
}

// Error names the timer and what to do.
func (e OverrunError) Error() string {
	return fmt.Sprintf("reactor: timer %s is %v late at %v: make its reactions shorter or its period longer, or let it skip ticks", e.Timer, e.Late, e.Tag)
}

// Skip applies OnOverrun to timers whose next ticks are whole periods before the physical time now. An executor with a
// real clock calls it before Next, on the enclave's thread.
func (e *Enclave) Skip(now Time) {
	for len(e.heap) > 0 && len(e.next) == 0 && !e.stop.Before(e.heap[0].tag()) {
		ev := e.heap[0]
		t := e.first(ev)
		if !t.timed() || ev.microstep != 0 || now-ev.time < Time(t.period) {
			return
		}
		n := int64(now-ev.time) / int64(t.period)
		if t.overrun.ticks < 0 {
			panic(OverrunError{t.path(), ev.tag(), (now - ev.time).Duration()})
		}
		if n -= int64(t.overrun.ticks); n <= 0 {
			return
		}
		n = min(n, int64(e.stop.Time-ev.time)/int64(t.period)+1) // after the stop there is nothing to skip
		at := Tag{Time: ev.time + Time(n)*Time(t.period)}
		e.heap.replace(event{at.Time, 0, ev.trig})
		e.members(ev, func(t *trigger) {
			e.workers[0].omit(Omission{Kind: Skipped, Source: t.id, From: ev.tag(), N: uint64(n)})
		})
		if t.alarm != nil {
			t.alarm.queued.Store(int64(Forever))
			e.expect(t.alarm, &t.alarm.queued, at.Time)
		}
	}
}

// tick is the tag of a timer's tick that is due at tag: tag itself, or in a replay the first after those that were
// skipped.
func (t *trigger) tick(tag Tag) Tag {
	if len(t.e.prog.skips) == 0 {
		return tag
	}
	for skips := t.e.prog.skips[t.id]; ; {
		i, ok := slices.BinarySearchFunc(skips, tag, func(o Omission, tag Tag) int { return o.From.Compare(tag) })
		if !ok {
			return tag
		}
		tag.Time += Time(skips[i].N) * Time(t.period)
	}
}

// Drop makes the enclave's next tag its stop tag, at which only shutdown reactions run: everything pending until then
// is left out. This is recorded, and a replay drops the same events. Only the enclave's own thread may call it, or a
// thread that has stopped that one.
func (e *Enclave) Drop() {
	if !e.done {
		e.dropping = true
	}
}

// discard drops everything pending, at the stop tag of an enclave for which Drop was called. In an enclave that has
// never begun, startup runs together with shutdown.
func (e *Enclave) discard() {
	n := uint64(0)
	for _, t := range e.triggers {
		if t.queued() {
			n += uint64(len(t.pend) - t.head)
			for _, p := range t.pend[t.head:] {
				t.release(p.slot).settle(IsOver)
			}
			t.forget()
		}
	}
	begin := func(t *trigger) {
		if t.kind == startupTrigger {
			e.fire(t)
		}
	}
	for _, t := range e.next {
		begin(t)
	}
	for _, ev := range e.heap {
		begin(e.first(ev))
	}
	e.next, e.heap = e.next[:0], e.heap[:0]
	e.silence()
	if !e.prog.replay {
		e.workers[0].omit(Omission{Kind: Dropped, Source: -1, From: e.last, N: n})
	}
}
