package atom

import (
	"math/bits"
	"slices"
)

// arc says that to runs after from. One that is not hard may be broken.
type arc struct {
	from, to, edge int32 // edge: of the graph, -1 for none
	hard           bool
}

// sorted puts 0…n-1 in an order that the arcs allow, the smallest number first wherever there is a choice. Where only soft
// arcs stand in the way, the smallest number comes next. stuck are the numbers in a cycle of hard arcs, or behind one.
func sorted(n int, arcs []arc) (order, stuck []int32) {
	first, out := spread(n, arcs, false)
	return follow(n, first, out)
}

// follow is sorted for arcs that are spread.
func follow(n int, first []int32, out []arc) (order, stuck []int32) {
	counts := make([]int32, 3*n)
	hard, soft, order := counts[:n], counts[n:2*n], counts[2*n:2*n]
	for k := range out {
		if a := &out[k]; a.hard {
			hard[a.to]++
		} else {
			soft[a.to]++
		}
	}
	done, ready := make([]bool, n), newQueue(n)
	for k := range int32(n) {
		if hard[k] == 0 && soft[k] == 0 {
			ready.push(k)
		}
	}
	for len(order) < n {
		k := ready.pop()
		for s := int32(0); k < 0 && s < int32(n); s++ {
			if !done[s] && hard[s] == 0 {
				k = s
			}
		}
		if k < 0 {
			for s := range int32(n) {
				if !done[s] {
					stuck = append(stuck, s)
				}
			}
			return order, stuck
		}
		done[k] = true
		order = append(order, k)
		for _, a := range out[first[k]:first[k+1]] {
			if a.hard {
				hard[a.to]--
			} else {
				soft[a.to]--
			}
			if hard[a.to] == 0 && soft[a.to] == 0 && !done[a.to] {
				ready.push(a.to)
			}
		}
	}
	return order, nil
}

// spread sorts arcs by where they start, or by where they end: those of k are out[first[k]:first[k+1]].
func spread(n int, arcs []arc, ends bool) (first []int32, out []arc) {
	first, out = make([]int32, n+2), make([]arc, len(arcs))
	by := func(a *arc) int32 {
		if ends {
			return a.to
		}
		return a.from
	}
	for k := range arcs {
		first[by(&arcs[k])+2]++
	}
	for k := 2; k < len(first); k++ {
		first[k] += first[k-1]
	}
	for k := range arcs {
		at := &first[by(&arcs[k])+1]
		out[*at] = arcs[k]
		*at++
	}
	return first, out
}

// cycles returns a shortest cycle of hard arcs through the smallest number of every strongly connected set among stuck.
func cycles(n int, arcs []arc, stuck []int32) (all [][]arc) {
	hard := slices.DeleteFunc(slices.Clone(arcs), func(a arc) bool { return !a.hard })
	first, out := spread(n, hard, false)
	covered := make([]bool, n)
	for _, k := range stuck {
		if covered[k] {
			continue
		}
		cycle := shortest(n, first, out, k)
		if cycle == nil {
			continue
		}
		all = append(all, cycle)
		back := make([]arc, len(hard))
		for i, a := range hard {
			back[i] = arc{from: a.to, to: a.from}
		}
		bFirst, bOut := spread(n, back, false)
		ahead, behind := reach(n, first, out, k), reach(n, bFirst, bOut, k)
		for s := range n {
			covered[s] = covered[s] || ahead[s] && behind[s]
		}
	}
	return all
}

// shortest is a shortest way from k back to k.
func shortest(n int, first []int32, out []arc, k int32) []arc {
	by := make([]int32, n) // the arc that leads there, counted from 1
	queue := []int32{k}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for i := first[at]; i < first[at+1]; i++ {
			to := out[i].to
			if by[to] == 0 {
				by[to] = i + 1
				queue = append(queue, to)
			}
			if to != k {
				continue
			}
			var way []arc
			for s := out[i]; ; s = out[by[s.from]-1] {
				way = append(way, s)
				if s.from == k {
					slices.Reverse(way)
					return way
				}
			}
		}
	}
	return nil
}

func reach(n int, first []int32, out []arc, k int32) []bool {
	seen, queue := make([]bool, n), []int32{k}
	seen[k] = true
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, a := range out[first[at]:first[at+1]] {
			if !seen[a.to] {
				seen[a.to] = true
				queue = append(queue, a.to)
			}
		}
	}
	return seen
}

// queue gives the smallest number first: a bit for every number that waits, and the word that the smallest is not before.
type queue struct {
	waits []uint64
	low   int32
}

func newQueue(n int) queue { return queue{waits: make([]uint64, (n+63)/64)} }

func (q *queue) push(k int32) {
	q.waits[k>>6] |= 1 << (k & 63)
	q.low = min(q.low, k>>6)
}

// pop returns -1 when nothing waits.
func (q *queue) pop() int32 {
	for ; int(q.low) < len(q.waits); q.low++ {
		if w := q.waits[q.low]; w != 0 {
			q.waits[q.low] = w & (w - 1)
			return q.low<<6 + int32(bits.TrailingZeros64(w))
		}
	}
	return -1
}
