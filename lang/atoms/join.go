package atoms

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom"
)

// join makes the links of one line.
func (w *wiring) join(c connection, from, to []side) {
	whole := true // only instances on the right: equal names belong together
	for _, t := range to {
		whole = whole && t.all
	}
	switch {
	case whole:
		for _, t := range to {
			for _, f := range from {
				w.named(c, f, t)
			}
		}
	case len(from) == 1 && from[0].all:
		for _, t := range to {
			w.fromAll(c, from[0], t)
		}
	case len(from) == 1:
		for _, t := range to {
			if t.all {
				w.named(c, from[0], t)
			} else {
				w.pair(c, from[0], t)
			}
		}
	case len(from) == len(to):
		for k := range from {
			if from[k].all || to[k].all {
				w.named(c, from[k], to[k])
			} else {
				w.pair(c, from[k], to[k])
			}
		}
	default:
		w.r.fault("link", c.at, fmt.Sprintf("%d on the left and %d on the right do not pair", len(from), len(to)),
			"one product goes to any number of needs; several go one by one, or to instances by their names")
		for _, t := range to {
			w.quiet(t)
		}
	}
}

// has reports whether a port is among those meant.
func (s *side) has(p *atom.Port) bool {
	if s.all {
		return p.Element.Role == s.role
	}
	return slices.Contains(s.ports, p)
}

// named links elements of equal names; for whole instances, those needs that no other line links.
func (w *wiring) named(c connection, f, t side) {
	n := 0
	if !w.affords(c, 1+len(f.ports)) {
		return
	}
	for _, p := range f.ports {
		q := w.r.port(t.i, p.Element.Name)
		if q == nil || !t.has(q) {
			continue
		}
		n++
		if !f.all || !t.all || !w.taken[q] {
			w.r.m.Equal(p, q, c.at)
			w.link(p, q, c.at)
		}
	}
	if n == 0 {
		w.r.fault("link", f.at, fmt.Sprintf("no product of %s is called as a need of %s", w.call(f), w.call(t)),
			fmt.Sprintf("the products are %s, the needs %s", list(f.ports), list(t.ports)))
	}
}

// fromAll links the products of an instance that have the names of the named needs.
func (w *wiring) fromAll(c connection, f, t side) {
	if !w.affords(c, len(t.ports)) {
		return
	}
	for _, q := range t.ports {
		p := w.r.port(f.i, q.Element.Name)
		if p == nil || !f.has(p) {
			w.r.fault("name", f.at, fmt.Sprintf("%s has no product %s", w.call(f), q.Element.Name), w.r.near(q.Element.Name, names(f.ports), "products"))
			w.r.d.quiet[q.Path()] = true
			continue
		}
		w.link(p, q, c.at)
	}
}

// affords reports whether n more pairs of elements may be compared.
func (w *wiring) affords(c connection, n int) bool {
	if w.r.full {
		return false
	}
	if w.r.work += n; w.r.work > maxWork {
		w.r.fault("limit", c.at, "these links take too long to read", "link element to element, or fewer instances at once")
		w.r.full = true
	}
	return !w.r.full
}

// pair links one element to another, or arrays of one length.
func (w *wiring) pair(c connection, f, t side) {
	if len(f.ports) > 1 && len(t.ports) > 1 && !w.r.m.Equal(f.ports[0], t.ports[0], c.at) {
		return
	}
	if len(f.ports) != len(t.ports) {
		w.r.fault("link", f.at, fmt.Sprintf("%d elements do not pair with %d", len(f.ports), len(t.ports)), "name one of them: force[0]")
		w.quiet(t)
		return
	}
	if !w.affords(c, len(f.ports)) {
		return
	}
	for k := range f.ports {
		w.link(f.ports[k], t.ports[k], c.at)
	}
}

// link joins two ports; a need about which nothing is known is left alone.
func (w *wiring) link(p, q *atom.Port, at diag.Pos) {
	if w.r.isVague(p.Element) || w.r.isVague(q.Element) {
		w.r.d.vague[q.Path()] = true
	}
	switch {
	case noType(p):
		w.r.d.quiet[q.Path()] = true
	case noType(q):
	case len(p.Owner.Model().Links) >= maxLinks:
		w.r.fault("limit", at, fmt.Sprintf("more than %d links", maxLinks), "")
		w.r.full = true
	default:
		p.Owner.Model().Join(p, q, at)
	}
}

func (w *wiring) call(s side) string {
	if s.i == w.scope {
		return "the Molecule itself"
	}
	return s.i.Name
}

func names(ports []*atom.Port) (all []string) {
	for _, p := range ports {
		all = append(all, p.Element.Name)
	}
	return all
}

func list(ports []*atom.Port) string {
	all := names(ports)
	switch {
	case len(all) == 0:
		return "none"
	case len(all) > 12:
		return fmt.Sprintf("%s and %d more", strings.Join(all[:10], ", "), len(all)-10)
	}
	return strings.Join(all, ", ")
}
