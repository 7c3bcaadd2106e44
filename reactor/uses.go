package reactor

import "sort"

// gather sorts declarations by reactor, preserving their order within a reactor; reactor gives the reactor of
// each. first[i] is where those of reactor i begin.
func gather[E any](all []E, reactor []int32, reactors int) (sorted []E, first []int32) {
	first = make([]int32, reactors+1)
	for _, r := range reactor {
		first[r+1]++
	}
	for i := range reactors {
		first[i+1] += first[i]
	}
	sorted = make([]E, len(all))
	for i, r := range reactor {
		sorted[first[r]] = all[i]
		first[r]++
	}
	copy(first[1:], first)
	first[0] = 0
	return sorted, first
}

// table lists, for each of n things, the numbers that belong to it.
type table struct{ first, all []int32 }

// tabulate makes a table of the entries that each makes, in that order.
func tabulate(n int, each func(enter func(at, what int32))) table {
	t := table{first: make([]int32, n+2)}
	each(t.count)
	t.add()
	each(t.enter)
	return t
}

func (t *table) count(at, _ int32) { t.first[at+2]++ }

func (t *table) add() {
	for i := 2; i < len(t.first); i++ {
		t.first[i] += t.first[i-1]
	}
	t.all = make([]int32, t.first[len(t.first)-1])
}

func (t *table) enter(at, what int32) {
	t.all[t.first[at+1]] = what
	t.first[at+1]++
}

func (t *table) of(i int32) []int32 { return t.all[t.first[i]:t.first[i+1]] }

// uses lists by port the connections and reactions that use it: numbers of connections and ids of reactions.
type uses struct {
	into   table // connections that lead into it
	sets   table // reactions that set it
	copied table // reactions that implement connections into it
	reads  table // reactions that it triggers, then those that only read it
}

func (p *Program) uses() *uses {
	u := &uses{}
	n := len(p.ports) + 2
	u.sets.first, u.copied.first, u.reads.first = make([]int32, n), make([]int32, n), make([]int32, n)
	of := func(rx *reaction, how use) *table {
		switch {
		case how != sets:
			return &u.reads
		case rx.copies:
			return &u.copied
		}
		return &u.sets
	}
	besides := false
	for _, rx := range p.reactions {
		for _, x := range rx.ports {
			of(rx, x.how).count(x.port.id, rx.id)
			besides = besides || x.how == reads
		}
	}
	u.sets.add()
	u.copied.add()
	u.reads.add()
	enter := func(later bool) {
		for _, rx := range p.reactions {
			for _, x := range rx.ports {
				if (x.how == reads) == later {
					of(rx, x.how).enter(x.port.id, rx.id)
				}
			}
		}
	}
	if enter(false); besides {
		enter(true)
	}
	u.into = tabulate(len(p.ports), func(enter func(at, what int32)) {
		for i, c := range p.main.conns {
			enter(c.base().to.id, int32(i))
		}
	})
	return u
}

// alias makes every port at the end of delay-free connections read the port at their beginning.
func (p *Program) alias() {
	conns := p.main.conns
	down := tabulate(len(p.ports), func(enter func(at, what int32)) {
		for i, c := range conns {
			if b := c.base(); b.direct() {
				enter(b.from.id, int32(i))
			}
		}
	})
	fed, seen := make([]bool, len(p.ports)), make([]bool, len(p.ports))
	for _, c := range conns {
		if b := c.base(); b.direct() {
			fed[b.to.id] = true
		}
	}
	var walk func(pt *portBase)
	walk = func(pt *portBase) {
		for _, i := range down.of(pt.id) {
			if to := conns[i].base().to; !seen[to.id] {
				seen[to.id] = true
				to.root = pt.root
				walk(to)
			}
		}
	}
	for i, pt := range p.ports {
		if !fed[i] {
			seen[i] = true
			walk(pt)
		}
	}
	var u *uses // only in a program with a cycle
	for i, pt := range p.ports {
		if !seen[i] {
			if u == nil {
				u = p.uses()
			}
			into := u.into.of(pt.id)
			p.main.faultAt("cycle", conns[into[0]].base().source, pathOf(pt), "break the circle with After", "connections without delay lead in a circle through this port")
			seen[i] = true
			walk(pt)
		}
	}
}

// Ports lists all ports by id.
func (p *Program) Ports() []PortInfo {
	var all []PortInfo
	u := p.uses()
	for _, pt := range p.ports {
		root := pt.root
		info := PortInfo{int(pt.id), pathOf(pt), int(root.id), int(root.owner.enclave), pt.field.values, valueOf(root), nil, -1}
		for _, id := range u.sets.of(root.id) {
			rx := p.reactions[id]
			info.Writers, info.Level = append(info.Writers, rx.path()), max(info.Level, int(rx.level))
		}
		for _, i := range u.into.of(root.id) {
			info.Writers = append(info.Writers, pathOf(p.main.conns[i].base().from))
		}
		sort.Strings(info.Writers)
		all = append(all, info)
	}
	return all
}
