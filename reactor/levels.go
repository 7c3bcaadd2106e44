package reactor

import "strings"

// edge leads from a reaction to one that must run later at the same tag; via names the port, "" for the order
// of declaration.
type edge struct {
	to  int32
	via string
}

// meet reports whether two reactions may run at the same tag: not when they stand in different modes of one
// reactor, except at shutdown.
func meet(a, b *reaction) bool {
	return !exclusive(a.around, b.around) || a.onShutdown() && b.onShutdown()
}

func (rx *reaction) onShutdown() bool {
	for _, t := range rx.on {
		if t.kind == shutdownTrigger {
			return true
		}
	}
	return false
}

// dependencies lists the edges out of every reaction.
func (p *Program) dependencies() [][]edge {
	out := make([][]edge, len(p.reactions))
	for _, r := range p.main.reactors {
		modal := len(r.modes) > 0
		for i, rx := range r.reactions {
			for j := i - 1; j >= 0; j-- {
				if was := r.reactions[j]; meet(was, rx) {
					out[was.id] = append(out[was.id], edge{rx.id, ""})
					if !modal {
						break
					}
				}
			}
		}
	}
	readers := map[*portBase][]*reaction{}
	for _, pt := range p.ports {
		readers[pt.root] = append(append(readers[pt.root], pt.triggersR...), pt.usedBy...)
	}
	for _, pt := range p.ports {
		for _, set := range [][]*reaction{pt.setBy, pt.copiedBy} {
			for _, rx := range set {
				p.orderReaders(out, pt, rx, readers[pt.root])
			}
		}
	}
	return out
}

// orderReaders adds the edges from a writer of a port to its readers.
func (p *Program) orderReaders(out [][]edge, pt *portBase, rx *reaction, readers []*reaction) {
	for _, reader := range readers {
		switch {
		case reader == rx:
			p.main.faultAt("cycle", rx.source, rx.path, "read it from a variable of the reactor instead", "reads port %s, which it sets", pt.path)
		case meet(rx, reader):
			out[rx.id] = append(out[rx.id], edge{reader.id, pt.path})
		}
	}
}

// assignLevels returns the longest path from a root for every reaction, or records a fault per causality cycle.
func (p *Program) assignLevels() []int32 {
	out := p.dependencies()
	p.edges = out
	in := make([]int, len(out))
	for _, es := range out {
		for _, e := range es {
			in[e.to]++
		}
	}
	levels := make([]int32, len(out))
	var queue []int32
	for id, n := range in {
		if n == 0 {
			queue = append(queue, int32(id))
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, e := range out[queue[i]] {
			levels[e.to] = max(levels[e.to], levels[queue[i]]+1)
			if in[e.to]--; in[e.to] == 0 {
				queue = append(queue, e.to)
			}
		}
	}
	if len(queue) < len(out) {
		p.reportCycles(out, in)
	}
	return levels
}

// reportCycles finds one cycle in every knot of the graph and prints its whole path.
func (p *Program) reportCycles(out [][]edge, in []int) {
	state := make([]uint8, len(out)) // 0 new, 1 on the path, 2 done
	var path []edge                  // path[i].via leads to path[i].to
	var visit func(id int32) bool
	visit = func(id int32) bool {
		state[id] = 1
		for _, e := range out[id] {
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
	for id := range out {
		if in[id] > 0 && state[id] == 0 {
			path = append(path[:0], edge{int32(id), ""})
			if visit(int32(id)) {
				for i := range state { // one report per knot: what hangs on this one is done
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
	b.WriteString(p.reactions[last].path)
	for _, e := range path[start+1:] {
		if e.via == "" {
			b.WriteString(" → (declared before) → ")
		} else {
			b.WriteString(" → " + e.via + " → ")
		}
		b.WriteString(p.reactions[e.to].path)
	}
	p.main.faultAt("cycle", p.reactions[last].source, p.reactions[last].path, "delay a connection on the path with After(0), or change the order of the reactions",
		"causality cycle: %s", b.String())
}
