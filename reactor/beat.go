package reactor

import (
	"cmp"
	"slices"
)

// beat is several timers that always tick together: they have the same period and first tick and are outside modes.
// They share one event in the queue, and the reactions they trigger form one set.
type beat struct {
	timers []int32 // ids, in order
	spans  []span
}

// first is the trigger of event ev; for a beat, the first of its timers.
func (e *Enclave) first(ev event) *trigger {
	if ev.trig < 0 {
		return e.prog.triggers[e.beats[^ev.trig].timers[0]]
	}
	return e.prog.triggers[ev.trig]
}

// members calls f with every trigger of event ev.
func (e *Enclave) members(ev event, f func(t *trigger)) {
	if ev.trig >= 0 {
		f(e.prog.triggers[ev.trig])
		return
	}
	for _, id := range e.beats[^ev.trig].timers {
		f(e.prog.triggers[id])
	}
}

// rhythm is what the timers of a beat have in common.
type rhythm struct {
	at      Tag
	period  Time
	overrun Overrun
}

// startTimers enters the first ticks of timers that are active.
func (e *Enclave) startTimers(timers []*trigger) {
	beats := map[rhythm]int{}
	of := make([]int, len(timers))
	size := []int{}
	for i, t := range timers {
		k := rhythm{t.tick(Tag{Time: Time(t.offset)}), Time(t.period), t.overrun}
		of[i] = -1
		if t.stay == nil && t.alarm == nil && len(e.prog.skips) == 0 {
			b, ok := beats[k]
			if !ok {
				b = len(size)
				beats[k], size = b, append(size, 0)
			}
			of[i] = b
			size[b]++
		}
	}
	number := make([]int, len(size)) // of the beats with more than one timer
	for b, n := range size {
		if n > 1 {
			number[b] = len(e.beats)
			e.beats = append(e.beats, beat{timers: make([]int32, 0, n)})
		}
	}
	single := 0
	for i, t := range timers {
		if b := of[i]; b >= 0 && size[b] > 1 {
			x := &e.beats[number[b]]
			x.timers = append(x.timers, t.id)
			continue
		}
		single++
	}
	e.makeRoom(single)
	for i, t := range timers {
		at := t.tick(Tag{Time: Time(t.offset)})
		if b := of[i]; b < 0 || size[b] == 1 {
			e.enqueue(at, t)
		} else if x := &e.beats[number[b]]; x.spans == nil {
			x.spans = e.union(x.timers)
			e.heap.push(event{at.Time, at.Microstep, ^int32(number[b])})
		}
	}
}

// union is the set of all reactions that timers trigger.
func (e *Enclave) union(timers []int32) []span {
	var all []span
	for _, id := range timers {
		e.each(&e.prog.triggers[id].down, func(s *span) { all = append(all, span{bits: s.bits, word: s.word}) })
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.word, b.word) })
	set := all[:0]
	for _, s := range all {
		if n := len(set); n > 0 && set[n-1].word == s.word {
			set[n-1].bits |= s.bits
		} else {
			set = append(set, s)
		}
	}
	return slices.Clone(set)
}
