package reactor

import (
	"slices"
	"strings"
)

// edge leads from a reaction to one that must run later at the same tag; via is the port's id, or none if the edge
// comes from the order of declaration.
type edge struct{ to, via int32 }

// edges lists the edges out of every reaction.
type edges struct {
	first []int32
	all   []edge
}

func (es *edges) of(id int32) []edge { return es.all[es.first[id]:es.first[id+1]] }

// meet reports whether two reactions may run at the same tag. Reactions in different modes of one reactor may not,
// except at shutdown.
func meet(a, b *reaction) bool {
	return !exclusive(a.around(), b.around()) || a.onShutdown() && b.onShutdown()
}

func (rx *reaction) onShutdown() bool {
	return slices.ContainsFunc(rx.events, func(x eventUse) bool { return x.how == triggers && x.t.kind == shutdownTrigger })
}

// dependencies lists the edges out of every reaction.
func (p *Program) dependencies(u *uses) *edges {
	from, all := make([]int32, 0, 2*len(p.reactions)), make([]edge, 0, 2*len(p.reactions))
	enter := func(a, b *reaction, via int32) {
		from, all = append(from, a.id), append(all, edge{b.id, via})
	}
	for _, rx := range p.reactions {
		if rx.copies {
			continue
		}
		for was := rx.before; was != nil; was = was.before {
			if meet(was, rx) {
				enter(was, rx, none)
				if len(rx.owner.modes) == 0 {
					break
				}
			}
		}
	}
	same := tabulate(len(p.ports), func(enter func(at, what int32)) { // ports that share one place
		for _, pt := range p.ports {
			enter(pt.root.id, pt.id)
		}
	})
	for _, pt := range p.ports {
		for _, set := range [...][]int32{u.sets.of(pt.id), u.copied.of(pt.id)} {
			for _, id := range set {
				rx := p.reactions[id]
				for _, at := range same.of(pt.root.id) {
					for _, reader := range u.reads.of(at) {
						p.orderReader(pt, rx, p.reactions[reader], enter)
					}
				}
			}
		}
	}
	es := &edges{}
	es.all, es.first = gather(all, from, len(p.reactions))
	return es
}

// orderReader adds the edge from a writer of a port to a reader.
func (p *Program) orderReader(pt *portBase, rx, reader *reaction, enter func(a, b *reaction, via int32)) {
	switch {
	case reader == rx:
		p.main.faultAt("cycle", rx.source, rx.path(), "read it from a variable of the reactor instead", "reads port %s, which it sets", pathOf(pt))
	case meet(rx, reader):
		enter(rx, reader, pt.id)
	}
}

// assignLevels returns the longest path from a root for every reaction, or records a fault per causality cycle.
func (p *Program) assignLevels(out *edges) []int32 {
	n := len(p.reactions)
	in := make([]int32, n)
	for _, e := range out.all {
		in[e.to]++
	}
	levels, queue := make([]int32, n), make([]int32, 0, n)
	for id, before := range in {
		if before == 0 {
			queue = append(queue, int32(id))
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, e := range out.of(queue[i]) {
			levels[e.to] = max(levels[e.to], levels[queue[i]]+1)
			if in[e.to]--; in[e.to] == 0 {
				queue = append(queue, e.to)
			}
		}
	}
	if len(queue) < n {
		p.reportCycles(out, in)
	}
	return levels
}

// reportCycles finds one cycle in every strongly connected part of the graph and reports its whole path.
func (p *Program) reportCycles(out *edges, in []int32) {
	state := make([]uint8, len(in)) // 0 new, 1 on the path, 2 done
	var path []edge                 // path[i].via leads to path[i].to
	var visit func(id int32) bool
	visit = func(id int32) bool {
		state[id] = 1
		for _, e := range out.of(id) {
			if in[e.to] == 0 || state[e.to] == 2 {
				continue
			}
			path = append(path, e)
			if state[e.to] == 1 {
				p.reportCycle(path)
				return true
			}
			if visit(e.to) {
				return true
			}
			path = path[:len(path)-1]
		}
		state[id] = 2
		return false
	}
	for id := range in {
		if in[id] > 0 && state[id] == 0 {
			path = append(path[:0], edge{int32(id), none})
			if visit(int32(id)) {
				for i := range state { // one report per part: it is done, with everything reached from it
					if state[i] == 1 {
						state[i] = 2
					}
				}
			}
		}
	}
}

func (p *Program) reportCycle(path []edge) {
	last := path[len(path)-1].to
	start := len(path) - 2
	for path[start].to != last {
		start--
	}
	var b strings.Builder
	b.WriteString(p.reactions[last].path())
	for _, e := range path[start+1:] {
		if e.via == none {
			b.WriteString(" → (declared before) → ")
		} else {
			b.WriteString(" → " + pathOf(p.ports[e.via]) + " → ")
		}
		b.WriteString(p.reactions[e.to].path())
	}
	p.main.faultAt("cycle", p.reactions[last].source, p.reactions[last].path(), "delay a connection on the path with After(0), or change the order of the reactions",
		"causality cycle: %s", b.String())
}
