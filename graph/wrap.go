package graph

import (
	"cmp"
	"math"
	"slices"
)

// sheet is the layout of a box's contents: flows in rows below each other. A wire between two rows leaves its row on the
// right, comes back in a lane between rows, and enters the other row from the left.
type sheet struct {
	w, h        float64
	rows        []row
	left, right []pinAt
	nets        []net
	netAt       map[netKey]int
	jumps       []jump
	lead, tail  channel // upright parts of nets on the left and on the right
	leadX       float64 // of the first track of lead
	tailX       float64
}

type row struct {
	flow *flow
	x, y float64
}

// net is a group of wires from one end to others in other rows.
type net struct {
	netKey
	row          int     // of its source
	exit, entry  bool    // leaves its row on the right; enters others on the left
	pins         []end   // pins of the box that it leads to
	rows         []int   // that it enters
	lane         int     // the row above which it comes back, None for none
	laneY        float64 // in the sheet
	sortY        float64
	leadT, tailT int // their trunks
}

type netKey struct {
	from         end
	kind         WireKind
	label, class string
}

// jump is a wire between two rows.
type jump struct {
	link        link
	net         int
	from, to    int // rows
	exit, entry int // edges of their flows, None for a pin of the box
}

// arrange lays out the contents of a box with at least one width and, if possible, at most another.
func (l *layouter) arrange(c contents, least, limit float64) *sheet {
	f := l.flow(c.in, c.out, c.label)
	f.addAll(c.nodes)
	for _, k := range c.links {
		f.link(k)
	}
	f.turn()
	f.rank()
	whole := f.edges
	layers := make([]int, len(f.nodes))
	for i := range f.nodes {
		layers[i] = f.nodes[i].layer
	}
	cuts := f.cuts(limit)
	if len(cuts) == 0 {
		f.finish()
		if extra := least - f.w; extra > 0 {
			f.stretch(extra)
		}
		return f.single()
	}
	s := &sheet{netAt: map[netKey]int{}}
	s.fill(l, c, f, rowsOf(layers, cuts), whole)
	left, right := f.labels()
	s.place(least, left, right)
	return s
}

// flow makes a flow with pins alone, on its borders.
func (l *layouter) flow(in, out []int, label func(int) float64) *flow {
	f := &flow{g: l.g, live: l.o.Live, at: map[key]int{}}
	for _, p := range in {
		f.add(node{key: key{kindIn, p}, h: pinPitch, label: label(p)})
	}
	for _, p := range out {
		f.add(node{key: key{kindOut, p}, h: pinPitch, label: label(p)})
	}
	return f
}

func (f *flow) addAll(ns []node) {
	for _, n := range ns {
		f.add(n)
	}
}

// single makes a sheet of one row.
func (f *flow) single() *sheet {
	s := &sheet{w: f.w, h: f.h, rows: []row{{flow: f}}}
	s.pins()
	return s
}

// pins records the places of the box's pins.
func (s *sheet) pins() {
	s.left, s.right = nil, nil
	for _, r := range s.rows {
		for i := range r.flow.nodes {
			n := &r.flow.nodes[i]
			switch at := (pinAt{n.key.id, r.y + n.y + n.h/2}); n.key.kind {
			case kindIn:
				s.left = append(s.left, at)
			case kindOut:
				s.right = append(s.right, at)
			}
		}
	}
}

// labels returns the widths of the widest labels on both borders.
func (f *flow) labels() (left, right float64) {
	for i := range f.nodes {
		switch n := &f.nodes[i]; n.key.kind {
		case kindIn:
			left = max(left, n.label)
		case kindOut:
			right = max(right, n.label)
		}
	}
	return left, right
}

// fill makes the rows of s from the contents of the whole flow f. A pin of the box goes where it is first read, or last
// written.
func (s *sheet) fill(l *layouter, c contents, f *flow, at []int, edges []edge) {
	n := slices.Max(at) + 1
	placed := make([]bool, len(f.nodes))
	for i := range edges {
		from, to := edges[i].from.node, edges[i].to.node
		a, b := f.nodes[from].key.kind, f.nodes[to].key.kind
		if a == kindIn && !b.right() && (!placed[from] || at[to] < at[from]) {
			at[from], placed[from] = at[to], true
		}
		if b == kindOut && !a.left() && (!placed[to] || at[from] > at[to]) {
			at[to], placed[to] = at[from], true
		}
	}
	for i := range edges { // straight through the box
		from, to := edges[i].from.node, edges[i].to.node
		if f.nodes[from].key.kind == kindIn && f.nodes[to].key.kind == kindOut && !placed[to] {
			at[to], placed[to] = at[from], true
		}
	}
	s.rows = make([]row, n)
	for k := range s.rows {
		s.rows[k].flow = l.flow(nil, nil, nil)
		s.rows[k].flow.loose = true
	}
	for i := range f.nodes {
		m := f.nodes[i]
		k := at[i]
		if m.key.kind.left() || m.key.kind.right() {
			k = min(k, n-1)
		}
		m.layer, m.label = 0, 0
		s.rows[k].flow.add(m)
		at[i] = k
	}
	for i := range edges {
		e := &edges[i]
		a, b := at[e.from.node], at[e.to.node]
		if a == b {
			s.rows[a].flow.link(e.link)
			continue
		}
		s.jump(e.link, a, b)
	}
	s.lanes()
	s.tie()
	for k := range s.rows {
		s.rows[k].flow.run()
	}
	s.pins()
}

// jump records a link between rows a and b, and its net.
func (s *sheet) jump(k link, a, b int) {
	key := netKey{k.from, k.wire.Kind, k.wire.Label.S, k.wire.Class}
	i, ok := s.netAt[key]
	if !ok {
		i = len(s.nets)
		s.netAt[key] = i
		s.nets = append(s.nets, net{netKey: key, row: a, lane: None})
	}
	n := &s.nets[i]
	n.exit = n.exit || k.from.key.kind != kindIn && k.from.key.kind != kindOut
	switch k.to.key.kind {
	case kindIn, kindOut:
		n.pins = append(n.pins, k.to)
	default:
		n.entry = true
	}
	if !slices.Contains(n.rows, b) {
		n.rows = append(n.rows, b)
	}
	s.jumps = append(s.jumps, jump{link: k, net: i, from: a, to: b, exit: None, entry: None})
}

// sides reports whether a net has a part left of the rows, and whether it has one right of them.
func (n *net) sides() (left, right bool) {
	left = n.entry || n.from.key.kind == kindIn
	right = n.exit || n.from.key.kind == kindOut
	for _, p := range n.pins {
		left, right = left || p.key.kind == kindIn, right || p.key.kind == kindOut
	}
	return left, right
}

// lanes chooses, for every net with parts on both sides, the row nearest to its source above which it comes back.
func (s *sheet) lanes() {
	for i := range s.nets {
		n := &s.nets[i]
		if left, right := n.sides(); !left || !right {
			continue
		}
		below, above := math.MaxInt, None
		for _, r := range n.rows {
			if r > n.row {
				below = min(below, r)
			} else {
				above = max(above, r)
			}
		}
		if n.lane = below; below == math.MaxInt {
			n.lane = above + 1
		}
	}
}

// tie adds the pieces of the wires between rows to the rows. A label is in the lane, or else before the wire's end.
func (s *sheet) tie() {
	for i := range s.jumps {
		j := &s.jumps[i]
		n := &s.nets[j.net]
		k := j.link
		k.wire.Arrow = false
		if n.lane != None {
			k.wire.Label.S = ""
		}
		if n.exit {
			f := s.rows[j.from].flow
			out := end{f.pin(kindExit, j.net), None}
			if f.link(link{from: k.from, to: out, wire: k.wire}) {
				j.exit = len(f.edges) - 1
				f.edges[j.exit].part = true
			}
			k.wire.Label.S = ""
		}
		if to := k.to.key.kind; to != kindIn && to != kindOut {
			f := s.rows[j.to].flow
			in := end{f.pin(kindEntry, j.net), None}
			if f.link(link{from: in, to: k.to, wire: k.wire}) {
				j.entry = len(f.edges) - 1
				f.edges[j.entry].part = true
			}
		}
	}
}

// pin adds the pin of a net to a row if it is missing.
func (f *flow) pin(of kind, net int) key {
	k := key{of, net}
	if _, ok := f.at[k]; !ok {
		f.add(node{key: k, h: lineGap + 1})
	}
	return k
}

// yOfNet returns the height of a net's pin within its row.
func (f *flow) yOfNet(k key) float64 {
	n := &f.nodes[f.at[k]]
	return n.y + n.h/2
}

// place puts the rows below each other, with the lanes between them and the upright parts of the nets at their sides.
func (s *sheet) place(least float64, left, right float64) {
	for i := range s.nets {
		n := &s.nets[i]
		for _, r := range n.rows {
			if _, ok := s.rows[r].flow.at[key{kindEntry, i}]; ok {
				n.sortY = s.rows[r].flow.yOfNet(key{kindEntry, i})
				break
			}
		}
	}
	y := 0.0
	for c := 0; c <= len(s.rows); c++ {
		y = s.channel(c, y)
		if c < len(s.rows) {
			s.rows[c].y = y
			y += s.rows[c].flow.h
		}
	}
	s.h = y
	s.trunks()
	s.lead.assign()
	s.tail.assign()
	s.leadX = max(left+12, 12)
	x := s.leadX + s.lead.width() + 6
	inner := 0.0
	for k := range s.rows {
		s.rows[k].x = x
		inner = max(inner, s.rows[k].flow.w)
	}
	s.tailX = x + inner + 6
	s.w = s.tailX + s.tail.width() + max(right+12, 12)
	if extra := least - s.w; extra > 0 {
		s.tailX, s.w = s.tailX+extra, s.w+extra
	}
	s.pins()
}

// channel places the lanes above row c from y on, and returns where they end.
func (s *sheet) channel(c int, y float64) float64 {
	var lanes []int
	for i := range s.nets {
		if s.nets[i].lane == c {
			lanes = append(lanes, i)
		}
	}
	slices.SortStableFunc(lanes, func(a, b int) int { return -cmp.Compare(s.nets[a].sortY, s.nets[b].sortY) })
	switch {
	case len(lanes) > 0:
		y += 10
	case c > 0 && c < len(s.rows):
		return y + nodeGap
	}
	for k, i := range lanes {
		step := lineGap
		if s.nets[i].label != "" || k > 0 && s.nets[lanes[k-1]].label != "" {
			step = labelH
		}
		if k == 0 {
			step = 0
			if s.nets[i].label != "" {
				step = 4
			}
		}
		y += step
		s.nets[i].laneY = y
	}
	if len(lanes) > 0 {
		y += 12
	}
	return y
}

// width returns the width of a channel's tracks.
func (c *channel) width() float64 {
	if c.tracks == 0 {
		return 0
	}
	return float64(c.tracks-1) * lineGap
}

// trunks gathers the heights that each net joins on both sides.
func (s *sheet) trunks() {
	s.lead, s.tail = channel{}, channel{}
	at := func(k key) (y float64) {
		for r := range s.rows {
			if _, ok := s.rows[r].flow.at[k]; ok {
				return s.rows[r].y + s.rows[r].flow.yOfNet(k)
			}
		}
		return 0
	}
	for i := range s.nets {
		n := &s.nets[i]
		lead, tail := trunk{}, trunk{}
		if n.lane != None {
			lead.rights, tail.lefts = append(lead.rights, n.laneY), append(tail.lefts, n.laneY)
		}
		if n.exit {
			tail.lefts = append(tail.lefts, at(key{kindExit, i}))
		}
		for _, p := range append(n.pins, n.from) {
			switch p.key.kind {
			case kindIn:
				lead.lefts = append(lead.lefts, at(p.key))
			case kindOut:
				tail.rights = append(tail.rights, at(p.key))
			}
		}
		for _, r := range n.rows {
			if _, ok := s.rows[r].flow.at[key{kindEntry, i}]; ok {
				lead.rights = append(lead.rights, s.rows[r].y+s.rows[r].flow.yOfNet(key{kindEntry, i}))
			}
		}
		n.leadT, n.tailT = None, None
		if len(lead.lefts)+len(lead.rights) > 0 {
			n.leadT = len(s.lead.trunks)
			s.lead.trunks = append(s.lead.trunks, lead)
		}
		if len(tail.lefts)+len(tail.rights) > 0 {
			n.tailT = len(s.tail.trunks)
			s.tail.trunks = append(s.tail.trunks, tail)
		}
	}
}

// wire returns the corners of a wire between rows, relative to the sheet.
func (s *sheet) wire(j *jump) (ps []Point, label Point) {
	n := &s.nets[j.net]
	piece := func(r, e int) {
		if e == None {
			return
		}
		own, at := s.rows[r].flow.wire(e)
		for _, p := range own {
			ps = append(ps, Point{p.X + s.rows[r].x, p.Y + s.rows[r].y})
		}
		if at != (Point{}) {
			label = Point{at.X + s.rows[r].x, at.Y + s.rows[r].y}
		}
	}
	pin := func(k key, r int) {
		x := 0.0
		if k.kind == kindOut {
			x = s.w
		}
		ps = append(ps, Point{x, s.rows[r].y + s.rows[r].flow.yOfNet(k)})
	}
	if j.exit != None {
		piece(j.from, j.exit)
	} else {
		pin(j.link.from.key, j.from)
	}
	rest := ps
	ps = nil
	if j.entry != None {
		piece(j.to, j.entry)
	} else {
		pin(j.link.to.key, j.to)
	}
	first, last := rest[len(rest)-1], ps[0]
	leadX, tailX := 0.0, 0.0
	if n.leadT != None {
		leadX = s.leadX + float64(s.lead.trunks[n.leadT].track)*lineGap
	}
	if n.tailT != None {
		tailX = s.tailX + float64(s.tail.trunks[n.tailT].track)*lineGap
	}
	fromRight := j.exit != None || j.link.from.key.kind == kindOut
	toRight := j.entry == None && j.link.to.key.kind == kindOut
	x := map[bool]float64{false: leadX, true: tailX}
	rest = append(rest, Point{x[fromRight], first.Y})
	if fromRight != toRight {
		rest = append(rest, Point{x[fromRight], n.laneY}, Point{x[toRight], n.laneY})
		if n.label != "" {
			label = Point{(leadX + tailX) / 2, n.laneY}
		}
	}
	rest = append(rest, Point{x[toRight], last.Y})
	return tidy(append(rest, ps...)), label
}

// tidy removes points at which a wire does not turn.
func tidy(ps []Point) []Point {
	out := ps[:0:0]
	for _, p := range ps {
		if n := len(out); n > 0 && out[n-1] == p {
			continue
		}
		if n := len(out); n > 1 && (out[n-2].X == out[n-1].X && out[n-1].X == p.X || out[n-2].Y == out[n-1].Y && out[n-1].Y == p.Y) {
			out[n-1] = p
			continue
		}
		out = append(out, p)
	}
	return out
}
