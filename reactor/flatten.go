package reactor

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// flatten fills the arrays that running needs.
func (p *Program) flatten(levels []int32, out *edges, workers int) {
	watch := p.watches(levels)
	var waiting [][]*Watch
	if watch != nil {
		waiting = p.spreadWatches(watch, out)
	}
	for _, e := range p.Enclaves {
		p.order(e, levels, watch, waiting)
	}
	places := make([]int, len(p.Enclaves)) // number of values
	for _, pt := range p.ports {
		if pt.root == pt {
			places[pt.owner.enclave]++
		}
	}
	p.share()
	for i, e := range p.Enclaves {
		e.size(workers, places[i])
	}
	for _, r := range p.main.reactors {
		e := p.Enclaves[r.enclave]
		r.cell.w = e.workers[0]
		if len(r.modes) > 0 {
			e.modal.reactors = append(e.modal.reactors, r)
		}
	}
	for _, rx := range p.reactions {
		p.join(rx)
	}
	for _, c := range p.main.conns {
		if b := c.base(); b.sends != nil && !b.cut {
			far := further(b.from.root)
			far.outs = append(far.outs, b.sends.line)
		}
	}
	p.setAlarms()
	for _, t := range p.triggers {
		if t.kind == lineTrigger {
			t.line.open()
		}
	}
}

// share gives every enclave its triggers.
func (p *Program) share() {
	if len(p.Enclaves) == 1 {
		p.Enclaves[0].triggers = p.triggers
		return
	}
	for _, t := range p.triggers {
		t.e.triggers = append(t.e.triggers, t)
	}
}

// watches makes the watches of the reactions that have deadlines, by id, or none at all.
func (p *Program) watches(levels []int32) (watch []*Watch) {
	for i, rx := range p.reactions {
		rx.level = levels[i]
		if rx.late() == nil {
			continue
		}
		if watch == nil {
			watch = make([]*Watch, len(p.reactions))
		}
		watch[i] = &Watch{Reaction: int32(i), After: rx.few.deadline, Path: rx.path(), Expired: rx.few.expired, told: Never}
		e := p.Enclaves[rx.owner.enclave]
		e.Watched = append(e.Watched, watch[i])
	}
	return watch
}

// join registers a reaction with everything it names: with its triggers, and with the ports it may read and set.
func (p *Program) join(rx *reaction) {
	e := p.Enclaves[rx.owner.enclave]
	bit := uint64(1) << rx.bit() &^ (1 << 63) // the last bit is shared, so readers do not set it
	for _, x := range rx.ports {
		if x.how == triggers {
			e.join(&x.port.root.down, rx.place)
		}
		switch {
		case rx.copies: // a copying reaction reads the port's memory directly
		case x.how == sets:
			x.port.writer = oneMore(x.port.writer, rx.id)
		default:
			x.port.bits |= bit
		}
	}
	for _, x := range rx.events {
		if x.how == triggers {
			e.join(&x.t.down, rx.place)
		}
		if x.how == sets {
			x.t.sched = oneMore(x.t.sched, rx.id)
		} else {
			x.t.bits |= bit
		}
	}
}

// order lays out the enclave's reactions in the order in which they run.
func (p *Program) order(e *Enclave, levels []int32, watch []*Watch, waiting [][]*Watch) {
	deepest, own := int32(-1), []*reaction{}
	if len(p.Enclaves) == 1 {
		own = p.reactions
	}
	at := make([]int32, 0, len(levels))
	for id, rx := range p.reactions {
		if int(rx.owner.enclave) != e.ID {
			continue
		}
		if len(p.Enclaves) > 1 {
			own = append(own, rx)
		}
		at = append(at, levels[id])
		deepest = max(deepest, levels[id])
	}
	rxs, first := gather(own, at, int(deepest)+1)
	if watch != nil {
		p.hurry(rxs, first, waiting)
		e.watch, e.watches = make([]*Watch, len(rxs)), make([][]*Watch, len(rxs))
	}
	e.run, e.ends = make([]reactionState, len(rxs)), make([]int32, len(rxs))
	for i, rx := range rxs {
		rx.place = int32(i)
		s := reactionState{body: rx.body, cell: rx.owner.cell, id: rx.id, bit: rx.bit()}
		if rx.copies {
			s.cell = rx.few.cell
		}
		if watch != nil {
			e.watch[i], e.watches[i] = watch[rx.id], waiting[rx.id]
			s.timed = watch[rx.id] != nil
		}
		e.run[i], e.ends[i] = s, first[rx.level+1]
	}
}

// hurry sorts the reactions of each level by the most urgent deadline that depends on them.
func (p *Program) hurry(rxs []*reaction, first []int32, waiting [][]*Watch) {
	urgent := make([]time.Duration, len(p.reactions))
	for _, rx := range rxs {
		urgent[rx.id] = math.MaxInt64
		for _, x := range waiting[rx.id] {
			urgent[rx.id] = min(urgent[rx.id], x.After)
		}
	}
	for i := 1; i < len(first); i++ {
		slices.SortStableFunc(rxs[first[i-1]:first[i]], func(a, b *reaction) int { return cmp.Compare(urgent[a.id], urgent[b.id]) })
	}
}

// spreadWatches lists, for every reaction, the deadlines that depend on it, including its own.
func (p *Program) spreadWatches(watch []*Watch, out *edges) [][]*Watch {
	in := tabulate(len(p.reactions), func(enter func(at, what int32)) {
		for from := range p.reactions {
			for _, e := range out.of(int32(from)) {
				if e.via != none {
					enter(e.to, int32(from))
				}
			}
		}
	})
	waiting := make([][]*Watch, len(p.reactions))
	for i, x := range watch {
		if x == nil {
			continue
		}
		seen := make([]bool, len(p.reactions))
		seen[i] = true
		for todo := []int32{int32(i)}; len(todo) > 0; {
			id := todo[0]
			todo = todo[1:]
			waiting[id] = append(waiting[id], x)
			for _, before := range in.of(id) {
				if !seen[before] {
					seen[before] = true
					todo = append(todo, before)
				}
			}
		}
	}
	return waiting
}
