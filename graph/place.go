package graph

import (
	"math"
	"slices"
)

// neighbour is another hook with which a node's hook at dy should be level.
type neighbour struct {
	other hook
	dy    float64
}

// place sets every node's height: sweeps in both directions make each layer's nodes as level with their neighbours as
// order and spacing allow, in the sense of least squares.
func (f *flow) place() {
	left, right := make([][]neighbour, len(f.nodes)), make([][]neighbour, len(f.nodes))
	for _, gap := range f.segments() {
		for _, s := range gap {
			left[s.b.node] = append(left[s.b.node], neighbour{s.a, s.b.dy})
			right[s.a.node] = append(right[s.a.node], neighbour{s.b, s.a.dy})
		}
	}
	for _, l := range f.layers {
		y := 0.0
		for k, i := range l {
			if k > 0 {
				y += f.apart(l[k-1], i)
			}
			f.nodes[i].y = y
		}
	}
	for sweep := range 14 {
		for k := range f.layers {
			if sweep%2 == 0 {
				f.level(f.layers[k], left, right)
			} else {
				f.level(f.layers[len(f.layers)-1-k], right, left)
			}
		}
	}
	top, bottom := math.Inf(1), 0.0
	for i := range f.nodes {
		f.nodes[i].y = math.Round(f.nodes[i].y)
	}
	f.straighten(left, right)
	for i := range f.nodes {
		top = min(top, f.nodes[i].y)
	}
	for i := range f.nodes {
		f.nodes[i].y -= top
		bottom = max(bottom, f.nodes[i].y+f.nodes[i].h)
	}
	f.h = bottom
}

// apart is the least distance of the tops of two neighbours in a layer, a above b.
func (f *flow) apart(a, b int) float64 {
	na, nb := f.nodes[a], f.nodes[b]
	gap := nodeGap
	switch pa, pb := na.key.kind, nb.key.kind; {
	case pa.left() || pa.right():
		gap = 0
	case pa == kindBend && pb == kindBend:
		gap = lineGap
	case pa == kindLabel && pb == kindLabel:
		gap = 2
	}
	return na.h + gap
}

func (f *flow) yOf(h hook) float64 { return f.nodes[h.node].y + h.dy }

// level moves the nodes of one layer towards their neighbours on one side (on the other if there are none),
// keeping order and distances: pooling adjacent violators solves this exactly.
func (f *flow) level(layer []int, near, far [][]neighbour) {
	type pool struct {
		sum, weight float64
		n           int
	}
	var pools []pool
	offset := make([]float64, len(layer))
	for k, i := range layer {
		if k > 0 {
			offset[k] = offset[k-1] + f.apart(layer[k-1], i)
		}
		ns := near[i]
		if len(ns) == 0 {
			ns = far[i]
		}
		want, weight := f.nodes[i].y, 0.05
		if len(ns) > 0 {
			want, weight = 0, 1
			for _, n := range ns {
				want += f.yOf(n.other) - n.dy
			}
			want /= float64(len(ns))
		}
		if f.nodes[i].key.kind == kindBend {
			weight = 4
		}
		pools = append(pools, pool{(want - offset[k]) * weight, weight, 1})
		for m := len(pools) - 1; m > 0 && pools[m-1].sum/pools[m-1].weight > pools[m].sum/pools[m].weight; m-- {
			pools[m-1] = pool{pools[m-1].sum + pools[m].sum, pools[m-1].weight + pools[m].weight, pools[m-1].n + pools[m].n}
			pools = pools[:m]
		}
	}
	k := 0
	for _, p := range pools {
		for range p.n {
			f.nodes[layer[k]].y = p.sum/p.weight + offset[k]
			k++
		}
	}
}

// straighten takes jogs out of wires where there is room: a node moves to be level with its first neighbour on
// a side, unless that bends a wire that is straight.
func (f *flow) straighten(left, right [][]neighbour) {
	for _, side := range [...][][]neighbour{left, right, left} {
		for _, layer := range f.layers {
			for k, i := range layer {
				if len(side[i]) == 0 {
					continue
				}
				n := side[i][0]
				move := f.yOf(n.other) - n.dy - f.nodes[i].y
				if move == 0 || math.Abs(move) > 60 || f.straight(i, left) || f.straight(i, right) {
					continue
				}
				y := f.nodes[i].y + move
				if k > 0 && y < f.nodes[layer[k-1]].y+f.apart(layer[k-1], i)-3 ||
					k+1 < len(layer) && f.nodes[layer[k+1]].y < y+f.apart(i, layer[k+1])-3 {
					continue
				}
				f.nodes[i].y = y
			}
		}
	}
}

// straight reports whether a wire on the given side of node i is straight.
func (f *flow) straight(i int, side [][]neighbour) bool {
	for _, m := range side[i] {
		if f.yOf(m.other) == f.nodes[i].y+m.dy {
			return true
		}
	}
	return false
}

// lanes finds, for every backward edge, the nearest free height below both its ends for the way back.
func (f *flow) lanes() {
	var back []int
	for i := range f.edges {
		if f.edges[i].back {
			back = append(back, i)
		}
	}
	reach := func(i int) (lo, hi int) {
		lo, hi = f.nodes[f.edges[i].to.node].layer, f.nodes[f.edges[i].from.node].layer
		return min(lo, hi), max(lo, hi)
	}
	slices.SortStableFunc(back, func(a, b int) int {
		la, ha := reach(a)
		lb, hb := reach(b)
		return (ha - la) - (hb - lb)
	})
	for done, i := range back {
		e := &f.edges[i]
		lo, hi := reach(i)
		air := 7.0
		if e.link.wire.Label.S != "" {
			air = labelHalf + labelAir
		}
		free := func(y float64) (bool, float64) {
			for k := max(lo-1, 0); k <= min(hi+1, len(f.layers)-1); k++ {
				for _, j := range f.layers[k] {
					if n := f.nodes[j]; y > n.y-air && y < n.y+n.h+air {
						return false, n.y + n.h + air
					}
				}
			}
			for _, j := range back[:done] {
				clear := lineGap
				if f.edges[j].link.wire.Label.S != "" || e.link.wire.Label.S != "" {
					clear = labelH
				}
				if a, b := reach(j); a <= hi+1 && lo <= b+1 && math.Abs(f.edges[j].lane-y) < clear {
					return false, f.edges[j].lane + clear
				}
			}
			return true, y
		}
		u, v := f.nodes[e.from.node], f.nodes[e.to.node]
		y := max(u.y+u.h, v.y+v.h) + air
		for ok := false; !ok; {
			ok, y = free(y)
		}
		e.lane = y
		f.h = max(f.h, y+4)
	}
}
