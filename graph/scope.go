package graph

import "fmt"

// kind is the kind of element that a node of a flow represents.
type kind uint8

const (
	kindBox      kind = iota // a child reactor; id of the reactor
	kindTrigger              // id of the trigger
	kindReaction             // id of the reaction
	kindMode                 // id of the mode
	kindIn                   // a pin on the left border; a port, or the index of a mode's pin
	kindOut                  // a pin on the right border
	kindEntry                // where a wire comes into a row from another; id of the net
	kindExit                 // where a wire leaves a row for another
	kindLabel                // a delay on a wire
	kindBend                 // a wire passing a layer
)

// left and right are the borders of a row where a pin may be.
func (k kind) left() bool  { return k == kindIn || k == kindEntry }
func (k kind) right() bool { return k == kindOut || k == kindExit }

// key identifies what a node represents.
type key struct {
	kind kind
	id   int
}

// end is one end of a link: a node and one of its port or mode pins (None for the node itself).
type end struct {
	key key
	pin int
}

// link is a future wire between two ends of one scope.
type link struct {
	from, to end
	wire     Wire
	delayed  bool
}

// scope is the direct contents of a reactor, or of one of its modes.
type scope struct {
	items []key
	links []link
	pins  []modePin // modes only
}

// modePin is a place where wires cross a mode's frame.
type modePin struct {
	outer end  // the end outside
	inner end  // the end inside
	in    bool // leads into the mode
}

// collect gathers the items and links of reactor r: those outside of all modes and those of each mode.
func (l *layouter) collect(r int) (root *scope, modes []*scope) {
	g, re := l.g, l.g.Reactors[r]
	root, modes = &scope{}, make([]*scope, len(re.Modes))
	for i := range modes {
		modes[i] = &scope{}
	}
	into := func(mode int) *scope {
		for i, m := range re.Modes {
			if m == mode {
				return modes[i]
			}
		}
		return root
	}
	for _, t := range re.Triggers {
		s := into(g.Triggers[t].Mode)
		s.items = append(s.items, key{kindTrigger, t})
	}
	for _, n := range re.Reactions {
		s := into(g.Reactions[n].Mode)
		s.items = append(s.items, key{kindReaction, n})
	}
	for _, c := range re.Children {
		s := into(g.Reactors[c].Mode)
		s.items = append(s.items, key{kindBox, c})
	}
	ks := l.links(r)
	if l.o.Bundle {
		ks = l.bundled(r, ks)
	}
	for _, k := range ks {
		a, b := l.modeOf(r, k.from), l.modeOf(r, k.to)
		if a == b {
			into(a).links = append(into(a).links, k)
			continue
		}
		if a != None { // out of mode a through a pin
			outer, inner := k, k
			pin := into(a).pin(k.to, k.from, false)
			inner.to, inner.wire.Arrow = end{key{kindOut, pin}, None}, false
			outer.from = end{key{kindMode, a}, pin}
			into(a).links = append(into(a).links, inner)
			k = outer
		}
		if b != None { // into mode b through a pin
			inner := k
			pin := into(b).pin(k.from, k.to, true)
			inner.from = end{key{kindIn, pin}, None}
			k.to, k.wire.Arrow = end{key{kindMode, b}, pin}, false
			into(b).links = append(into(b).links, inner)
		}
		root.links = append(root.links, k)
	}
	return root, modes
}

// pin returns the index of the pin by which a link enters or leaves the mode; links with the same outer end
// share one.
func (s *scope) pin(outer, inner end, in bool) int {
	for i, p := range s.pins {
		if p.outer == outer && p.in == in {
			return i
		}
	}
	s.pins = append(s.pins, modePin{outer, inner, in})
	return len(s.pins) - 1
}

// modeOf returns the mode of r that contains an end, None for none.
func (l *layouter) modeOf(r int, e end) int {
	mode := None
	switch e.key.kind {
	case kindBox:
		mode = l.g.Reactors[e.key.id].Mode
	case kindTrigger:
		mode = l.g.Triggers[e.key.id].Mode
	case kindReaction:
		mode = l.g.Reactions[e.key.id].Mode
	}
	if mode != None && l.g.Modes[mode].Reactor != r {
		return None
	}
	return mode
}

// links lists every wire that reactor r draws, in the order for breaking cycles: the last of a cycle runs
// backwards.
func (l *layouter) links(r int) (ks []link) {
	g := l.g
	reactions := g.Reactors[r].Reactions
	for _, n := range reactions {
		to := end{key{kindReaction, n}, None}
		for i, refs := range [...][]Ref{g.Reactions[n].Triggers, g.Reactions[n].Uses} {
			for _, ref := range refs {
				if from, path, ok := l.end(r, ref); ok {
					ks = append(ks, link{from: from, to: to, wire: Wire{ID: refID("tu"[i], n, ref), Kind: Fires + WireKind(i), From: path, To: g.Reactions[n].Path}})
				}
			}
		}
	}
	var late []link
	for i, k := range g.Connections {
		if g.place(k) != r {
			continue
		}
		from, pa, _ := l.end(r, Ref{RefPort, k.From})
		to, pb, _ := l.end(r, Ref{RefPort, k.To})
		n := link{from: from, to: to, delayed: k.Delayed || k.Physical, wire: Wire{ID: fmt.Sprint("C", i), Kind: Carries, From: pa, To: pb, Label: Text{S: delayLabel(k), Anchor: Middle},
			Class: k.Class, Note: k.Note, Fault: k.Fault}}
		if k.Physical {
			n.wire.Kind = Physical
		}
		if n.delayed {
			late = append(late, n)
		} else {
			ks = append(ks, n)
		}
	}
	for _, n := range reactions {
		from := end{key{kindReaction, n}, None}
		for _, ref := range g.Reactions[n].Effects {
			to, path, ok := l.end(r, ref)
			if !ok {
				continue
			}
			k := link{from: from, to: to, wire: Wire{ID: refID('e', n, ref), Kind: Sets, From: g.Reactions[n].Path, To: path}}
			switch ref.Kind {
			case RefMode:
				k.wire.Kind, k.wire.Arrow = Switches, true
			case RefTrigger:
				k.wire.Arrow = true
			}
			ks = append(ks, k)
		}
	}
	return append(ks, late...)
}

// refID returns the ID of the wire between a reaction and an element to which it refers.
func refID(kind byte, reaction int, ref Ref) string {
	return fmt.Sprintf("%c%d.%d.%d", kind, reaction, ref.Kind, ref.ID)
}

func delayLabel(k Connection) string {
	switch {
	case k.Class != "":
		return ""
	case k.Physical && k.Delay > 0:
		return "~ " + span(k.Delay)
	case k.Physical:
		return "~"
	case k.Delayed:
		return "after " + span(k.Delay)
	}
	return ""
}

// end finds the node and pin that a reference of reactor r means.
func (l *layouter) end(r int, ref Ref) (e end, path string, ok bool) {
	g := l.g
	switch ref.Kind {
	case RefTrigger:
		t := g.Triggers[ref.ID]
		return end{key{kindTrigger, ref.ID}, None}, t.Path, t.Reactor == r
	case RefMode:
		m := g.Modes[ref.ID]
		return end{key{kindMode, ref.ID}, None}, m.Path, m.Reactor == r
	}
	p := g.Ports[ref.ID]
	switch {
	case p.Reactor == r && p.Dir == Input:
		return end{key{kindIn, ref.ID}, None}, p.Path, true
	case p.Reactor == r:
		return end{key{kindOut, ref.ID}, None}, p.Path, true
	}
	return end{key{kindBox, p.Reactor}, ref.ID}, p.Path, g.Reactors[p.Reactor].Parent == r
}
