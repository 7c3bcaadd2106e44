package period

import (
	"math/bits"
	"slices"
	"time"
)

// branches bounds the search for the smallest conflict, and crossings its table of sets and segments. The sets of control
// laws need few of either.
const branches, crossings = 1 << 17, 1 << 22

// Conflict returns the numbers of the fewest sets that have no period in common, in ascending order; nil if all have one
// in common. For sets of one interval each, two are always enough (Helly's theorem in one dimension). For unions it is the
// smallest cover of all periods by the sets' complements, found by branch and bound; if that takes too long, the result is
// an irreducible conflict.
func Conflict(sets []Set) []int {
	all := Set(nil)
	for _, s := range sets {
		all = all.Intersect(s)
	}
	if !all.Empty() {
		return nil
	}
	if few := chain(sets); few != nil {
		return few
	}
	c := newCover(sets)
	best := c.irreducible()
	for size := 1; size < len(best); size++ {
		c.left = branches
		if found := c.search(size, make([]uint64, c.words), nil); found != nil {
			best = found
			break
		}
		if c.left <= 0 {
			break
		}
	}
	out := make([]int, len(best))
	for k, i := range best {
		out[k] = c.number[i]
	}
	slices.Sort(out)
	return out
}

// chain returns an irreducible conflict if the sets are too many to search for the smallest one, otherwise nil. Each round
// adds the set with which those before it, and those already found, have nothing in common.
func chain(sets []Set) (found []int) {
	intervals := 1
	for _, s := range sets {
		intervals += 2 * len(s)
	}
	if intervals*len(sets) <= crossings {
		return nil
	}
	held := Set(nil)
	for end := len(sets); !held.Empty(); {
		all := held
		for k := range end {
			if all = all.Intersect(sets[k]); all.Empty() {
				found, end, held = append(found, k), k, held.Intersect(sets[k])
				break
			}
		}
	}
	slices.Sort(found)
	return found
}

// cover is the question of which sets together exclude every period: periods are cut at all ends of intervals into
// segments, some of which a set excludes.
type cover struct {
	segments, words int
	out             [][]uint64 // per distinct set: bits of the segments it excludes
	number          []int      // per distinct set: the first of the equal sets
	left            int        // branches that remain
}

func newCover(sets []Set) *cover {
	var starts []time.Duration
	for _, s := range sets {
		for _, i := range s {
			starts = append(starts, i.Min)
			if i.Max != Forever {
				starts = append(starts, i.Max+1)
			}
		}
	}
	starts = append(starts, 1)
	slices.Sort(starts)
	starts = slices.Compact(starts)
	c := &cover{segments: len(starts), words: (len(starts) + 63) / 64}
	for n, s := range sets {
		out := make([]uint64, c.words)
		for k, p := range starts {
			if !s.Contains(p) {
				out[k/64] |= 1 << (k % 64)
			}
		}
		c.add(n, out)
	}
	return c
}

// add keeps a set unless another one excludes as much; it removes sets that become superfluous.
func (c *cover) add(n int, out []uint64) {
	for _, o := range c.out {
		if within(out, o) {
			return
		}
	}
	k := 0
	for i, o := range c.out {
		if !within(o, out) {
			c.out[k], c.number[k] = o, c.number[i]
			k++
		}
	}
	c.out, c.number = append(c.out[:k], out), append(c.number[:k], n)
}

func within(a, b []uint64) bool {
	for k := range a {
		if a[k]&^b[k] != 0 {
			return false
		}
	}
	return true
}

// open returns an uncovered segment that the fewest sets exclude; -1 if all are covered.
func (c *cover) open(covered []uint64) int {
	best, fewest := -1, 0
	for k := range c.segments {
		if covered[k/64]&(1<<(k%64)) != 0 {
			continue
		}
		n := 0
		for _, o := range c.out {
			n += int(o[k/64] >> (k % 64) & 1)
		}
		if best < 0 || n < fewest {
			best, fewest = k, n
		}
	}
	return best
}

// search returns at most size further sets that exclude what is not covered.
func (c *cover) search(size int, covered []uint64, chosen []int) []int {
	if c.left--; c.left <= 0 {
		return nil
	}
	k := c.open(covered)
	if k < 0 {
		return slices.Clone(chosen)
	}
	missing, most := 0, 0
	for _, o := range c.out {
		gain := 0
		for w := range o {
			gain += bits.OnesCount64(o[w] &^ covered[w])
		}
		most = max(most, gain)
	}
	for w := range covered {
		missing += bits.OnesCount64(covered[w])
	}
	if missing = c.segments - missing; missing > size*most {
		return nil
	}
	next := make([]uint64, c.words)
	for i, o := range c.out {
		if o[k/64]&(1<<(k%64)) == 0 {
			continue
		}
		for w := range next {
			next[w] = covered[w] | o[w]
		}
		if found := c.search(size-1, next, append(chosen, i)); found != nil {
			return found
		}
	}
	return nil
}

// irreducible returns a conflict from which no set can be omitted: chosen greedily, then thinned.
func (c *cover) irreducible() []int {
	var chosen []int
	covered := make([]uint64, c.words)
	for c.open(covered) >= 0 {
		best, most := 0, 0
		for i, o := range c.out {
			gain := 0
			for w := range o {
				gain += bits.OnesCount64(o[w] &^ covered[w])
			}
			if gain > most {
				best, most = i, gain
			}
		}
		for w := range covered {
			covered[w] |= c.out[best][w]
		}
		chosen = append(chosen, best)
	}
	for n := 0; n < len(chosen); {
		rest := make([]uint64, c.words)
		for m, i := range chosen {
			if m != n {
				for w := range rest {
					rest[w] |= c.out[i][w]
				}
			}
		}
		if c.open(rest) < 0 {
			chosen = slices.Delete(chosen, n, n+1)
		} else {
			n++
		}
	}
	return chosen
}
