package graph

// emit adds a block and its contents to d, with its corner at x, y.
func (b *block) emit(l *layouter, d *Drawing, x, y float64) {
	b.box.X, b.box.Y, b.box.W, b.box.H = x, y, b.w, b.h
	b.box.Title = Text{X: x + b.w/2, Y: y + 17, S: l.name(b.box), Anchor: Middle}
	d.Boxes = append(d.Boxes, b.box)
	if b.box.Reactor != None {
		for _, p := range b.left {
			d.Pins = append(d.Pins, l.pin(p.id, x, y+p.y, b.sheet != nil))
		}
		for _, p := range b.right {
			d.Pins = append(d.Pins, l.pin(p.id, x+b.w, y+p.y, b.sheet != nil))
		}
	}
	if b.sheet == nil {
		return
	}
	s, oy := b.sheet, y+b.dy
	for _, r := range s.rows {
		r.flow.emit(l, d, x+r.x, oy+r.y, x, x+s.w)
	}
	for i := range s.jumps {
		ps, at := s.wire(&s.jumps[i])
		d.Wires = append(d.Wires, s.jumps[i].link.wire.at(ps, at, x, oy))
	}
}

// name is the title of a box.
func (l *layouter) name(b Box) string {
	if b.Reactor == None {
		return l.g.Modes[b.Mode].Name
	}
	return l.title(b.Reactor, b.Closed)
}

// pin adds a port with its name.
func (l *layouter) pin(port int, x, y float64, open bool) Pin {
	p := l.g.Ports[port]
	t := Text{X: x + 8, Y: y + 4, S: p.Name, Anchor: Start}
	var also []int
	if open {
		t.Y = y - 6 // an underscore is not on the wire
	} else if b := l.bundles[p.Reactor]; b != nil {
		t.S, also = l.label(port), b.more[port]
	}
	if p.Dir == Output {
		t.X, t.Anchor = x-8, End
	}
	return Pin{Port: port, X: x, Y: y, Open: open, Label: t, Also: also}
}

// emit adds the contents of a row; the box around it reaches from left to right.
func (f *flow) emit(l *layouter, d *Drawing, x, y, left, right float64) {
	for i := range f.nodes {
		n := &f.nodes[i]
		if n.block != nil {
			n.block.emit(l, d, x+n.x, y+n.y)
		}
		if n.symbol != nil {
			s := *n.symbol
			s.X, s.Y = x+n.x+n.w/2, y+n.y+s.H/2
			s.Lines = make([]Text, len(n.symbol.Lines))
			for k, t := range n.symbol.Lines {
				t.X, t.Y = s.X, s.Y+t.Y
				s.Lines[k] = t
			}
			d.Symbols = append(d.Symbols, s)
		}
	}
	for i := range f.edges {
		if f.edges[i].part {
			continue
		}
		ps, at := f.wire(i)
		for _, p := range [...]struct {
			at   *Point
			node int
		}{{&ps[0], f.edges[i].from.node}, {&ps[len(ps)-1], f.edges[i].to.node}} {
			switch f.nodes[p.node].key.kind {
			case kindIn:
				p.at.X = left - x
			case kindOut:
				p.at.X = right - x
			}
		}
		d.Wires = append(d.Wires, f.edges[i].link.wire.at(ps, at, x, y))
	}
}

// at returns w moved from coordinates relative to x and y.
func (w Wire) at(ps []Point, label Point, x, y float64) Wire {
	for k := range ps {
		ps[k].X, ps[k].Y = ps[k].X+x, ps[k].Y+y
	}
	w.Points, w.Label.X, w.Label.Y = ps, label.X+x, label.Y+y
	return w
}
