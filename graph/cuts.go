package graph

import (
	"math"
	"slices"
)

// cuts chooses the layers before which rows begin, so that every row has at most the given width, unless a single layer
// exceeds it, and the rows together are low.
func (f *flow) cuts(limit float64) []int {
	last := len(f.layers) - 2
	wide, high, gap, over := f.sizes()
	left, right := f.labels()
	room := limit - left - right - 60
	total := 0.0
	for k := 1; k <= last; k++ {
		total += wide[k] + gap[k]
	}
	if total <= room || last < 2 {
		return nil
	}
	best, from := make([]float64, last+2), make([]int, last+2)
	for b := 1; b <= last; b++ {
		best[b+1] = math.Inf(1)
		w, h := 0.0, 0.0
		for a := b; a >= 1; a-- {
			w, h = w+wide[a]+gap[a], max(h, high[a])
			if a < b && w > room {
				break
			}
			cost := best[a] + h + 24
			if a > 1 {
				cost += float64(over[a]) * (lineGap + 14)
			}
			if cost < best[b+1] {
				best[b+1], from[b+1] = cost, a
			}
		}
	}
	var cuts []int
	for b := last + 1; from[b] > 1; b = from[b] {
		cuts = append(cuts, from[b])
	}
	slices.Reverse(cuts)
	return cuts
}

// sizes estimates, before wires are laid, each layer's width and height, the width of the gap right of it, and the number of
// nets that come in from layers left of it.
func (f *flow) sizes() (wide, high, gap []float64, over []int) {
	n := len(f.layers)
	wide, high, gap, over = make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	for k, l := range f.layers {
		gap[k] = 20
		for _, i := range l {
			wide[k] = max(wide[k], f.nodes[i].w)
			high[k] += f.nodes[i].h + nodeGap
			if b := f.nodes[i].block; f.live && b != nil && len(b.right) > 0 {
				gap[k] = 10 + rateW
			}
		}
	}
	far := map[hook]int{}
	for i := range f.edges {
		if e := &f.edges[i]; !e.back {
			far[e.from] = max(far[e.from], f.nodes[e.to.node].layer)
			if a := f.nodes[e.from.node].layer + 1; e.link.wire.Label.S != "" && a < n-1 {
				wide[a] = max(wide[a], TextWidth(e.link.wire.Label.S)+18)
			}
		}
	}
	seen := map[hook]bool{}
	for i := range f.edges {
		e := &f.edges[i]
		if e.back || seen[e.from] {
			continue
		}
		seen[e.from] = true
		a, b := f.nodes[e.from.node].layer, far[e.from]
		if f.nodes[e.from.node].key.kind.left() { // moves to the row of its first use
			continue
		}
		gap[a] += lineGap / 2
		for k := a + 1; k <= min(b, n-2); k++ {
			over[k]++
		}
	}
	return wide, high, gap, over
}

// rowsOf returns the row of each layer's nodes.
func rowsOf(layers, cuts []int) []int {
	rows := make([]int, len(layers))
	for i, k := range layers {
		for _, c := range cuts {
			if k >= c {
				rows[i]++
			}
		}
	}
	return rows
}
