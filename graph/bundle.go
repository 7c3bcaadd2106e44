package graph

import (
	"fmt"
	"slices"
	"strings"
)

// bundle says which ports the pins of a closed box stand for while wires run in bundles.
type bundle struct {
	in, out []int         // the ports that are drawn, each with those that share its pin
	more    map[int][]int // the ports that share a pin, by the port that is drawn
}

// bundled merges the connections among ks between the same closed boxes, and notes the remaining pins of those boxes. Ports
// of a closed box share a pin if the far ends of their connections are drawn alike.
func (l *layouter) bundled(r int, ks []link) []link {
	outer := func(e end) bool { return e.key.kind == kindBox && l.shut(e.key.id) }
	to := map[int][]string{} // where a port of a closed box leads
	for _, k := range ks {
		if outer(k.from) {
			far := k.to
			if outer(far) && k.wire.carries() {
				far.pin = None
			}
			to[k.from.pin] = append(to[k.from.pin], k.far(far))
		}
	}
	source := l.alike(to)
	for i, k := range ks {
		if outer(k.from) {
			ks[i].from.pin = source[k.from.pin]
		}
	}
	from := map[int][]string{} // where a port's values come from
	for _, k := range ks {
		if outer(k.to) {
			from[k.to.pin] = append(from[k.to.pin], k.far(k.from))
		}
	}
	sink := l.alike(from)
	for i, k := range ks {
		if outer(k.to) {
			ks[i].to.pin = sink[k.to.pin]
		}
	}
	for _, c := range l.g.Reactors[r].Children {
		if l.shut(c) {
			l.bundles[c] = l.pinsOf(c, source, sink)
		}
	}
	return merged(ks)
}

// carries reports whether a wire stands for a connection.
func (w *Wire) carries() bool { return w.Kind == Carries || w.Kind == Physical }

// far distinguishes far ends of wires that look different.
func (k *link) far(e end) string {
	s := fmt.Sprint(e, k.delayed, k.wire.Kind, k.wire.Label.S, k.wire.Class, k.wire.Fault)
	if !k.wire.carries() {
		s += k.wire.ID // a reaction's wire stays as it is
	}
	return s
}

// shut reports whether the box of r is drawn closed, or is empty.
func (l *layouter) shut(r int) bool { return l.closes(r, l.depth(r)) || !l.g.holds(r) && !l.through[r] }

// depth returns the level of r in the picture.
func (l *layouter) depth(r int) (n int) {
	for ; r != l.o.Root && r != None; r = l.g.Reactors[r].Parent {
		n++
	}
	return n
}

// alike finds for every port the first one of its reactor with equal far ends.
func (l *layouter) alike(ends map[int][]string) map[int]int {
	ports := make([]int, 0, len(ends))
	for p := range ends { // order: sorted below
		ports = append(ports, p)
	}
	slices.Sort(ports)
	first, is := map[string]int{}, make(map[int]int, len(ends))
	for _, p := range ports {
		slices.Sort(ends[p])
		k := fmt.Sprint(l.g.Ports[p].Reactor, l.g.Ports[p].Fault, strings.Join(slices.Compact(ends[p]), ","))
		if _, ok := first[k]; !ok {
			first[k] = p
		}
		is[p] = first[k]
	}
	return is
}

// pinsOf lists the pins of the closed box c.
func (l *layouter) pinsOf(c int, source, sink map[int]int) *bundle {
	b := &bundle{more: map[int][]int{}}
	for _, p := range l.g.Reactors[c].Ports {
		list, of := &b.in, sink
		if l.g.Ports[p].Dir == Output {
			list, of = &b.out, source
		}
		first, ok := of[p]
		switch {
		case !ok: // no connection leads to it
		case first == p:
			*list = append(*list, p)
		default:
			b.more[first] = append(b.more[first], p)
		}
	}
	return b
}

// merged returns the links without those that look like an earlier one.
func merged(ks []link) []link {
	type look struct {
		from, to end
		s        string
	}
	out, at := ks[:0:0], map[look]int{}
	for _, k := range ks {
		id := look{k.from, k.to, k.far(end{})}
		if i, ok := at[id]; ok && k.wire.carries() {
			out[i].wire.Also = append(out[i].wire.Also, k.wire.ID)
			continue
		}
		at[id] = len(out)
		out = append(out, k)
	}
	return out
}

// label returns the text next to a port of a closed box: its name, and how many others share its pin.
func (l *layouter) label(port int) string {
	p := &l.g.Ports[port]
	if b := l.bundles[p.Reactor]; b != nil {
		if n := len(b.more[port]); n > 0 {
			return fmt.Sprintf("%s +%d", p.Name, n)
		}
	}
	return p.Name
}

// bundling draws wires in bundles if boxes can then be shown larger than at the present scale k.
func (l *layouter) bundling(b *block, k, enough float64, again func() (*block, float64)) *block {
	if l.o.Bundle || k >= enough {
		return b
	}
	folded := slices.Clone(l.folded)
	l.o.Bundle = true
	l.forget()
	if better, scale := again(); scale > 1.1*k {
		return better
	}
	l.o.Bundle, l.folded = false, folded
	l.forget()
	return b
}
