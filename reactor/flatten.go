package reactor

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// flatten fills the arrays that running needs.
func (p *Program) flatten(levels []int32, workers int) {
	watch := make([]*Watch, len(p.reactions))
	for i, rx := range p.reactions {
		rx.level = int(levels[i])
		if rx.late != nil {
			watch[i] = &Watch{Reaction: int32(i), After: rx.deadline, Path: rx.path, Expired: rx.expired, told: Never}
			e := p.Enclaves[rx.owner.enclave]
			e.Watched = append(e.Watched, watch[i])
		}
	}
	waiting := p.spreadWatches(watch)
	for _, e := range p.Enclaves {
		p.order(e, watch, waiting)
		e.size(workers)
	}
	p.flattenPorts()
	for _, t := range p.triggers {
		t.down = t.e.spans(places(t.rx))
		t.sched = only(t.setBy)
		t.readers.admit(t.rx, t.usedBy)
	}
	p.setAlarms()
}

// order lays out the enclave's reactions in the order in which they run.
func (p *Program) order(e *Enclave, watch []*Watch, waiting [][]*Watch) {
	urgent := make([]time.Duration, len(p.reactions))
	for _, id := range e.reactions {
		urgent[id] = math.MaxInt64
		for _, x := range waiting[id] {
			urgent[id] = min(urgent[id], x.After)
		}
	}
	ids := slices.Clone(e.reactions)
	slices.SortFunc(ids, func(a, b int32) int {
		return cmp.Or(cmp.Compare(p.reactions[a].level, p.reactions[b].level), cmp.Compare(urgent[a], urgent[b]), cmp.Compare(a, b))
	})
	e.run = make([]reactionState, len(ids))
	e.watches = make([][]*Watch, len(ids))
	end := len(ids)
	for i := len(ids) - 1; i >= 0; i-- {
		rx := p.reactions[ids[i]]
		if i+1 < len(ids) && p.reactions[ids[i+1]].level != rx.level {
			end = i + 1
		}
		rx.place = int32(i)
		s := reactionState{body: rx.body, id: rx.id, bit: rx.bit(), end: int32(end), cell: &rx.owner.cell,
			late: rx.late, watch: watch[rx.id]}
		if rx.copyCell != nil {
			s.cell = rx.copyCell
		}
		e.run[i], e.watches[i] = s, waiting[rx.id]
	}
}

func places(rxs []*reaction) []int32 {
	var ps []int32
	for _, rx := range rxs {
		ps = append(ps, rx.place)
	}
	return ps
}

func (p *Program) flattenPorts() {
	down := make([][]int32, len(p.ports)) // by source port
	for _, pt := range p.ports {
		down[pt.root.id] = append(down[pt.root.id], places(pt.triggersR)...)
		for _, rx := range pt.setBy {
			pt.writers = append(pt.writers, rx.id)
		}
		pt.writer = only(pt.setBy)
		pt.readers.admit(pt.triggersR, pt.usedBy)
	}
	for _, pt := range p.ports {
		pt.down = p.Enclaves[pt.enclaveID].spans(down[pt.id])
	}
	for _, c := range p.main.conns {
		if b := c.base(); (b.delayed || b.physical) && !b.cut {
			b.from.root.outs = append(b.from.root.outs, c.sender())
		}
	}
}

// spreadWatches lists for every reaction the deadlines that wait for it, its own included.
func (p *Program) spreadWatches(watch []*Watch) [][]*Watch {
	in := make([][]int32, len(p.reactions))
	for from, es := range p.edges {
		for _, e := range es {
			if e.via != "" {
				in[e.to] = append(in[e.to], int32(from))
			}
		}
	}
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
			for _, before := range in[id] {
				if !seen[before] {
					seen[before] = true
					todo = append(todo, before)
				}
			}
		}
	}
	return waiting
}
