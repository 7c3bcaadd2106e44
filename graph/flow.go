package graph

import (
	"cmp"
	"slices"
	"sort"
)

// node is an element of a flow. x and y are its top left corner.
type node struct {
	key        key
	w, h, x, y float64
	side       float64 // free space left and right of its symbol
	layer      int
	pos        int // within its layer
	block      *block
	symbol     *Symbol
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
	back     bool   // it runs against the flow, in a lane
	chain    []hook // where it passes the layers in between: bends and its label
	lane     float64
	part     bool // for a wire that goes on in another row
}

// flow lays out the contents of one box, or a row of them: nodes in layers from left to right.
type flow struct {
	g      *Graph
	live   bool // leave room for rates
	loose  bool // the order of the pins on the borders is free
	nodes  []node
	edges  []edge
	at     map[key]int // nodes by key
	layers [][]int
	xs     []float64 // left of each layer
	ws     []float64 // width of each layer
	gaps   []*channel
	w, h   float64
}

func (f *flow) add(n node) int {
	f.at[n.key] = len(f.nodes)
	f.nodes = append(f.nodes, n)
	return len(f.nodes) - 1
}

// link adds a wire whose ends are known nodes; others are left out (Check reports their faults).
func (f *flow) link(k link) bool {
	from, ok := f.hook(k.from, true)
	to, ok2 := f.hook(k.to, false)
	if ok && ok2 {
		f.edges = append(f.edges, edge{from: from, to: to, link: k})
	}
	return ok && ok2
}

// hook finds the hook of an end.
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
	f.finish()
}

// finish does the rest of run once every node has its layer.
func (f *flow) finish() {
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
			if b.left() || a.right() || reach(e.to.node, e.from.node) {
				e.back = true
				continue
			}
			next[e.from.node] = append(next[e.from.node], e.to.node)
		}
	}
}

// rank gives every node its layer: the longest path from the left, then as near to the nodes it feeds as possible.
func (f *flow) rank() {
	ins, outs := f.forward()
	depth := make([]int, len(f.nodes))
	order := f.sorted(ins, outs)
	for _, i := range order {
		if !f.nodes[i].key.kind.left() {
			depth[i] = max(depth[i], 1)
		}
		for _, e := range outs[i] {
			to := f.edges[e].to.node
			depth[to] = max(depth[to], depth[i]+f.edges[e].step())
		}
	}
	last := 1
	for i := range f.nodes {
		if !f.nodes[i].key.kind.right() {
			last = max(last, depth[i])
		}
	}
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		if kind := f.nodes[i].key.kind; kind.left() || kind.right() {
			continue
		}
		n, near := 0, last
		for _, e := range outs[i] {
			if to := f.edges[e].to.node; !f.nodes[to].key.kind.right() {
				n++
				near = min(near, depth[to]-f.edges[e].step())
			}
		}
		if n > len(ins[i]) {
			depth[i] = max(depth[i], near)
		}
	}
	f.layers = make([][]int, last+2)
	for i := range f.nodes {
		n := &f.nodes[i]
		if n.layer = depth[i]; n.key.kind.right() {
			n.layer = last + 1
		}
		f.layers[n.layer] = append(f.layers[n.layer], i)
	}
}

// step returns the least number of layers that an edge spans.
func (e *edge) step() int {
	if e.link.wire.Label.S != "" {
		return 2 // its label is in between
	}
	return 1
}

// forward lists the forward edges into and out of each node.
func (f *flow) forward() (ins, outs [][]int) {
	ins, outs = make([][]int, len(f.nodes)), make([][]int, len(f.nodes))
	for i := range f.edges {
		if e := &f.edges[i]; !e.back {
			ins[e.to.node] = append(ins[e.to.node], i)
			outs[e.from.node] = append(outs[e.from.node], i)
		}
	}
	return ins, outs
}

// sorted lists the nodes so that forward edges lead from earlier ones to later ones.
func (f *flow) sorted(ins, outs [][]int) []int {
	left, order := make([]int, len(f.nodes)), make([]int, 0, len(f.nodes))
	for i := range f.nodes {
		if left[i] = len(ins[i]); left[i] == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		for _, e := range outs[order[k]] {
			to := f.edges[e].to.node
			if left[to]--; left[to] == 0 {
				order = append(order, to)
			}
		}
	}
	return order
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
		if e.link.wire.Label.S != "" {
			label = a + 1
		}
		for layer := a + 1; layer < b; layer++ {
			if layer == label {
				n := node{key: key{kindLabel, i}, layer: layer, w: TextWidth(e.link.wire.Label.S) + 18, h: labelH}
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
	border := 1 // pins of the box keep their order
	if f.loose {
		border = 0
	}
	for sweep := 0; sweep < 12 && least > 0; sweep++ {
		for k := border; k < len(f.layers)-border; k++ {
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
	segs, seen := make([][]segment, len(f.layers)), map[segment]bool{}
	for i := range f.edges {
		if f.edges[i].back {
			continue
		}
		hs := f.edges[i].hooks()
		for k := 1; k < len(hs); k++ {
			if s := (segment{hs[k-1], hs[k]}); !seen[s] {
				seen[s] = true
				layer := f.nodes[s.a.node].layer
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

// rankOf returns a hook's place in its layer, including its height within the node.
func (f *flow) rankOf(h hook) float64 {
	n := f.nodes[h.node]
	if n.h == 0 {
		return float64(n.pos) + 0.5
	}
	return float64(n.pos) + h.dy/(n.h+1)
}

// crossings counts them gap by gap: pieces sorted by their left ends cross where their right ends stand the other way
// round.
func (f *flow) crossings(segs [][]segment) (n int) {
	type ends struct{ a, b float64 }
	for _, gap := range segs {
		all, heights := make([]ends, 0, len(gap)), make([]float64, 0, len(gap))
		for _, s := range gap {
			e := ends{f.rankOf(s.a), f.rankOf(s.b)}
			all, heights = append(all, e), append(heights, e.b)
		}
		sort.Slice(all, func(i, j int) bool {
			return cmp.Or(cmp.Compare(all[i].a, all[j].a), cmp.Compare(all[i].b, all[j].b)) < 0
		})
		slices.Sort(heights)
		heights = slices.Compact(heights)
		below := make([]int, len(heights)+1) // a Fenwick tree: the number of ends at each height so far
		for k, e := range all {
			at, _ := slices.BinarySearch(heights, e.b)
			n += k
			for j := at + 1; j > 0; j -= j & -j {
				n -= below[j]
			}
			for j := at + 1; j < len(below); j += j & -j {
				below[j]++
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
	if gap < 0 || gap == len(f.layers)-1 {
		return // a border without neighbours on that side
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
