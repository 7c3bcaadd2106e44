package graph

import "slices"

// node is a thing to be placed in a flow. X and y are its top left corner.
type node struct {
	key        key
	w, h, x, y float64
	side       float64 // free space left and right of its symbol
	layer      int
	pos        int // within its layer
	block      *block
	symbol     *Symbol
	text       string  // of a label
	label      float64 // width of a border pin's label
}

// hook is an end of a wire at a node: dy below the node's top.
type hook struct {
	node int
	dy   float64
}

// edge is a wire between two nodes of a flow.
type edge struct {
	from, to hook
	link     link
	back     bool   // runs against the flow, in a lane
	chain    []hook // where it passes the layers between: bends and its label
	lane     float64
}

// flow lays out the contents of one box: nodes in layers from left to right.
type flow struct {
	g      *Graph
	nodes  []node
	edges  []edge
	at     map[key]int // nodes by key
	layers [][]int
	xs     []float64 // left of each layer
	ws     []float64 // width of each layer
	gaps   []*channel
	w, h   float64
}

func newFlow(g *Graph) *flow { return &flow{g: g, at: map[key]int{}} }

func (f *flow) add(n node) int {
	f.at[n.key] = len(f.nodes)
	f.nodes = append(f.nodes, n)
	return len(f.nodes) - 1
}

// borders adds the pins of both borders.
func (f *flow) borders(in, out []int, label func(int) float64) {
	for _, p := range in {
		f.add(node{key: key{kindIn, p}, h: pinPitch, label: label(p)})
	}
	for _, p := range out {
		f.add(node{key: key{kindOut, p}, h: pinPitch, label: label(p)})
	}
}

// link adds a wire whose ends are known nodes; others are left out (their faults are Check's to report).
func (f *flow) link(k link) {
	from, ok := f.hook(k.from, true)
	to, ok2 := f.hook(k.to, false)
	if ok && ok2 {
		f.edges = append(f.edges, edge{from: from, to: to, link: k})
	}
}

// hook finds where an end is attached.
func (f *flow) hook(e end, out bool) (hook, bool) {
	i, ok := f.at[e.key]
	if !ok {
		return hook{}, false
	}
	n := f.nodes[i]
	if n.block == nil {
		if n.symbol != nil {
			return hook{i, n.symbol.H / 2}, true
		}
		return hook{i, n.h / 2}, true
	}
	pins := n.block.left
	if out {
		pins = n.block.right
	}
	for _, p := range pins {
		if p.id == e.pin {
			return hook{i, p.y}, true
		}
	}
	return hook{i, titleH / 2}, e.pin == None
}

// run places the nodes and routes the wires.
func (f *flow) run() {
	f.turn()
	f.rank()
	f.chains()
	f.order()
	f.place()
	f.lanes()
	f.route()
}

// turn marks as backward the edges that would close a cycle, considering them in the order of f.edges, edges out of
// sources first.
func (f *flow) turn() {
	next := make([][]int, len(f.nodes))
	reach := func(from, to int) bool {
		seen := make([]bool, len(f.nodes))
		stack := []int{from}
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if v == to {
				return true
			}
			if !seen[v] {
				seen[v] = true
				stack = append(stack, next[v]...)
			}
		}
		return false
	}
	for pass := range 2 {
		for i := range f.edges {
			e := &f.edges[i]
			if e.link.delayed != (pass == 1) {
				continue
			}
			a, b := f.nodes[e.from.node].key.kind, f.nodes[e.to.node].key.kind
			if b == kindIn || a == kindOut || reach(e.to.node, e.from.node) {
				e.back = true
				continue
			}
			next[e.from.node] = append(next[e.from.node], e.to.node)
		}
	}
}

// rank gives every node its layer: the longest path from the left, then as near to the nodes it feeds as possible.
func (f *flow) rank() {
	depth := make([]int, len(f.nodes))
	for i := range f.nodes {
		if f.nodes[i].key.kind != kindIn {
			depth[i] = 1
		}
	}
	step := func(e *edge) int {
		if e.link.wire.Label != "" {
			return 2 // its label is in between
		}
		return 1
	}
	for changed := true; changed; {
		changed = false
		for i := range f.edges {
			if e := &f.edges[i]; !e.back && depth[e.to.node] < depth[e.from.node]+step(e) {
				depth[e.to.node], changed = depth[e.from.node]+step(e), true
			}
		}
	}
	last := 1
	for i := range f.nodes {
		if f.nodes[i].key.kind != kindOut {
			last = max(last, depth[i])
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range f.nodes {
			if k := f.nodes[i].key.kind; k == kindIn || k == kindOut {
				continue
			}
			ins, outs, near := 0, 0, last
			for j := range f.edges {
				e := &f.edges[j]
				if !e.back && e.to.node == i {
					ins++
				}
				if !e.back && e.from.node == i && f.nodes[e.to.node].key.kind != kindOut {
					outs++
					near = min(near, depth[e.to.node]-step(e))
				}
			}
			if outs > ins && near > depth[i] {
				depth[i], changed = near, true
			}
		}
	}
	f.layers = make([][]int, last+2)
	for i := range f.nodes {
		n := &f.nodes[i]
		if n.layer = depth[i]; n.key.kind == kindOut {
			n.layer = last + 1
		}
		f.layers[n.layer] = append(f.layers[n.layer], i)
	}
}

// chains puts a bend into every layer an edge passes, and its label into one of them. Edges of one kind from
// one hook share their bends.
func (f *flow) chains() {
	type bendKey struct {
		from  hook
		kind  WireKind
		layer int
	}
	bends := map[bendKey]int{}
	for i := range f.edges {
		e := &f.edges[i]
		if e.back {
			continue
		}
		a, b := f.nodes[e.from.node].layer, f.nodes[e.to.node].layer
		label := None
		if e.link.wire.Label != "" {
			label = a + 1
		}
		for layer := a + 1; layer < b; layer++ {
			if layer == label {
				n := node{key: key{kindLabel, i}, layer: layer, text: e.link.wire.Label, w: textWidth(e.link.wire.Label, 10) + 14, h: labelH}
				e.chain = append(e.chain, hook{f.push(n), labelH / 2})
				continue
			}
			k := bendKey{e.from, e.link.wire.Kind, layer}
			j, ok := bends[k]
			if !ok || label != None {
				j = f.push(node{key: key{kindBend, i}, layer: layer})
				if label == None {
					bends[k] = j
				}
			}
			e.chain = append(e.chain, hook{j, 0})
		}
	}
}

func (f *flow) push(n node) int {
	f.nodes = append(f.nodes, n)
	j := len(f.nodes) - 1
	f.layers[n.layer] = append(f.layers[n.layer], j)
	return j
}

// hooks returns every hook of a forward edge from left to right.
func (e *edge) hooks() []hook {
	return append(append([]hook{e.from}, e.chain...), e.to)
}

// order sorts each layer by the barycentre of its neighbours, in both directions, and keeps the order with the fewest
// crossings. Border pins keep their order.
func (f *flow) order() {
	segs := f.segments()
	f.number()
	best, least := f.clone(), f.crossings(segs)
	for sweep := 0; sweep < 12 && least > 0; sweep++ {
		for k := 1; k < len(f.layers)-1; k++ {
			layer := k
			if sweep%2 == 1 {
				layer = len(f.layers) - 1 - k
			}
			f.sortLayer(layer, segs, sweep%2 == 0)
		}
		if n := f.crossings(segs); n < least {
			best, least = f.clone(), n
		}
	}
	f.layers = best
	f.number()
}

// segment is a piece of a forward edge between neighbouring layers.
type segment struct{ a, b hook }

// segments lists the pieces per gap; pieces that share both ends count once.
func (f *flow) segments() [][]segment {
	segs := make([][]segment, len(f.layers))
	for i := range f.edges {
		if f.edges[i].back {
			continue
		}
		hs := f.edges[i].hooks()
		for k := 1; k < len(hs); k++ {
			s := segment{hs[k-1], hs[k]}
			if layer := f.nodes[hs[k-1].node].layer; !slices.Contains(segs[layer], s) {
				segs[layer] = append(segs[layer], s)
			}
		}
	}
	return segs
}

func (f *flow) number() {
	for _, l := range f.layers {
		for pos, i := range l {
			f.nodes[i].pos = pos
		}
	}
}

func (f *flow) clone() [][]int {
	c := make([][]int, len(f.layers))
	for i, l := range f.layers {
		c[i] = slices.Clone(l)
	}
	return c
}

// rankOf is a hook's place in its layer, the hook's height within the node included.
func (f *flow) rankOf(h hook) float64 {
	n := f.nodes[h.node]
	if n.h == 0 {
		return float64(n.pos) + 0.5
	}
	return float64(n.pos) + h.dy/(n.h+1)
}

func (f *flow) crossings(segs [][]segment) (n int) {
	for _, gap := range segs {
		for i, s := range gap {
			for _, t := range gap[i+1:] {
				if (f.rankOf(s.a)-f.rankOf(t.a))*(f.rankOf(s.b)-f.rankOf(t.b)) < 0 {
					n++
				}
			}
		}
	}
	return n
}

// sortLayer orders one layer by its neighbours on the left or right.
func (f *flow) sortLayer(layer int, segs [][]segment, fromLeft bool) {
	sum, count := map[int]float64{}, map[int]float64{}
	gap := layer
	if fromLeft {
		gap = layer - 1
	}
	for _, s := range segs[gap] {
		mine, other := s.a, s.b
		if fromLeft {
			mine, other = s.b, s.a
		}
		sum[mine.node] += f.rankOf(other)
		count[mine.node]++
	}
	l := f.layers[layer]
	bary := func(i int) float64 {
		if count[i] == 0 {
			return float64(f.nodes[i].pos)
		}
		return sum[i] / count[i]
	}
	slices.SortStableFunc(l, func(a, b int) int {
		switch x, y := bary(a), bary(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	for pos, i := range l {
		f.nodes[i].pos = pos
	}
}
