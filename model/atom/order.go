package atom

import (
	"math/bits"
	"slices"
)

// arc says that to runs after from. A soft arc may be broken.
type arc struct {
	from, to, edge int32 // edge: of the graph, -1 for none
	hard           bool
}

// sorted puts 0…n-1 in an order that the arcs allow, with the smallest number first whenever there is a choice. If only
// soft arcs are in the way, the smallest number comes next. stuck are the numbers in a cycle of hard arcs, or behind one.
func sorted(n int, arcs []arc) (order, stuck []int32) { return new(sorter).sort(n, arcs) }

// sorter sorts one set of arcs after another in the same memory; a result is valid until the next sort.
type sorter struct {
	rows
	counts []int32
	done   []bool
	ready  queue
}

// sort is sorted, and leaves the arcs in rows.
func (s *sorter) sort(n int, arcs []arc) (order, stuck []int32) {
	s.spread(n, arcs, false)
	s.counts, s.done = cleared(s.counts, 3*n), cleared(s.done, n)
	hard, soft, order := s.counts[:n], s.counts[n:2*n], s.counts[2*n:2*n]
	for k := range s.arcs {
		if a := &s.arcs[k]; a.hard {
			hard[a.to]++
		} else {
			soft[a.to]++
		}
	}
	done, ready := s.done, &s.ready
	*ready = queue{waits: cleared(ready.waits, (n+63)/64)}
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
		for _, a := range s.of(k) {
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

// rows are arcs sorted by start, or by end: those of k are arcs[first[k]:first[k+1]].
type rows struct {
	first []int32
	arcs  []arc
}

// of returns the arcs of k.
func (r *rows) of(k int32) []arc { return r.arcs[r.first[k]:r.first[k+1]] }

// spread sorts arcs into rows.
func (r *rows) spread(n int, arcs []arc, ends bool) {
	r.first = cleared(r.first, n+2)
	if cap(r.arcs) < len(arcs) {
		r.arcs = make([]arc, len(arcs))
	}
	r.arcs = r.arcs[:len(arcs)]
	by := func(a *arc) int32 {
		if ends {
			return a.to
		}
		return a.from
	}
	first := r.first
	for k := range arcs {
		first[by(&arcs[k])+2]++
	}
	for k := 2; k < len(first); k++ {
		first[k] += first[k-1]
	}
	for k := range arcs {
		at := &first[by(&arcs[k])+1]
		r.arcs[*at] = arcs[k]
		*at++
	}
}

// cleared returns n zero values, in the memory of s if that suffices.
func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// cycles returns a shortest cycle of hard arcs through the smallest number of every strongly connected set among stuck.
func cycles(n int, arcs []arc, stuck []int32) (all [][]arc) {
	hard := slices.DeleteFunc(slices.Clone(arcs), func(a arc) bool { return !a.hard })
	var out, in rows
	out.spread(n, hard, false)
	covered := make([]bool, n)
	for _, k := range stuck {
		if covered[k] {
			continue
		}
		cycle := shortest(n, out.first, out.arcs, k)
		if cycle == nil {
			continue
		}
		all = append(all, cycle)
		back := make([]arc, len(hard))
		for i, a := range hard {
			back[i] = arc{from: a.to, to: a.from}
		}
		in.spread(n, back, false)
		ahead, behind := reach(n, out.first, out.arcs, k), reach(n, in.first, in.arcs, k)
		for s := range n {
			covered[s] = covered[s] || ahead[s] && behind[s]
		}
	}
	return all
}

// shortest returns a shortest way from k back to k.
func shortest(n int, first []int32, out []arc, k int32) []arc {
	by := make([]int32, n) // the arc that leads to each, counted from 1
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

// queue returns the smallest number first: it has a bit for every waiting number, and the first word that may not be
// empty.
type queue struct {
	waits []uint64
	low   int32
}

func (q *queue) push(k int32) {
	q.waits[k>>6] |= 1 << (k & 63)
	q.low = min(q.low, k>>6)
}

// pop returns -1 if nothing waits.
func (q *queue) pop() int32 {
	for ; int(q.low) < len(q.waits); q.low++ {
		if w := q.waits[q.low]; w != 0 {
			q.waits[q.low] = w & (w - 1)
			return q.low<<6 + int32(bits.TrailingZeros64(w))
		}
	}
	return -1
}
