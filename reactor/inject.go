package reactor

import (
	"slices"
	"sort"
	"unsafe"
)

// Inject enters a recorded input of door id at tag into a program built for replay. set writes the value. It may
// be called before Start, and later by the enclave's thread. Tags of one door must come in order, and before the
// enclave passes them. A replay ends at the tag given with StopAt, whether or not anything remains to be done.
func (e *Enclave) Inject(door int, tag Tag, set func(value unsafe.Pointer)) {
	d := &e.prog.doors[door]
	if d.device != nil {
		d.device.replays = append(d.device.replays, tag)
		d.device.inject(set)
		return
	}
	t := d.trig
	at := len(t.pend)
	for at > t.head && tag.Before(t.pend[at-1].tag) { // after the event that a source has sent ahead
		at--
	}
	t.pend = slices.Insert(t.pend, at, pending{tag: tag, slot: t.inject(set)})
	e.enqueue(tag, t)
}

// InjectMiss makes the deadline handler of a reaction run at tag in a replay. Misses may come in any order, before
// the enclave passes them.
func (e *Enclave) InjectMiss(reaction int32, tag Tag) { e.missed.add(missedDeadline{tag, reaction}) }

// missedDeadline is a recorded deadline miss.
type missedDeadline struct {
	tag Tag
	rx  int32
}

// missList holds recorded misses by tag; those before next are past.
type missList struct {
	all      []missedDeadline
	next     int
	unsorted bool
}

func (l *missList) add(m missedDeadline) {
	if n := len(l.all); n > 0 && m.tag.Before(l.all[n-1].tag) {
		l.unsorted = true
	}
	l.all = append(l.all, m)
}

// advance drops misses before tag.
func (l *missList) advance(tag Tag) {
	if l.unsorted {
		l.all = l.all[:copy(l.all, l.all[l.next:])]
		l.next, l.unsorted = 0, false
		sort.SliceStable(l.all, func(i, j int) bool { return l.all[i].tag.Before(l.all[j].tag) })
	}
	for l.next < len(l.all) && l.all[l.next].tag.Before(tag) {
		l.next++
	}
}

// has reports whether rx missed its deadline at tag. Several threads may ask.
func (l *missList) has(rx int32, tag Tag) bool {
	for _, m := range l.all[l.next:] {
		if m.tag != tag {
			return false
		}
		if m.rx == rx {
			return true
		}
	}
	return false
}
