package link

import "math/bits"

// ladder describes the codes of Zstandard's lengths: RFC 8878, section 3.1.1.3.2.1.1. From each rung on a code stands for
// 1<<extra lengths, from top on for those with as many bits.
type ladder struct {
	rungs []rung
	top   int
	above int // of the code over the bits
}

type rung struct {
	from, code int
	extra      uint
}

var (
	// literalCodes are the codes of the number of literals, below 65536.
	literalCodes = ladder{[]rung{{48, 24, 4}, {32, 22, 3}, {24, 20, 2}, {16, 16, 1}, {0, 0, 0}}, 64, 18}
	// matchCodes are the codes of a repetition's length minus 3, below 65536.
	matchCodes = ladder{[]rung{{96, 42, 5}, {64, 40, 4}, {48, 38, 3}, {40, 36, 2}, {32, 32, 1}, {0, 0, 0}}, 128, 35}
)

// code returns the code of n, and how many of n's last bits distinguish it from others with that code.
func (l ladder) code(n int) (code int, extra uint) {
	if n >= l.top {
		length := bits.Len(uint(n))
		return length + l.above, uint(length - 1)
	}
	i := 0
	for l.rungs[i].from > n {
		i++
	}
	r := l.rungs[i]
	return r.code + (n-r.from)>>r.extra, r.extra
}

// table encodes symbols by finite state entropy with a fixed distribution: section 4.1.1.
type table struct {
	states [64]uint16
	delta  [codes]int32 // number of bits for a state: (state+delta)>>16
	base   [codes]int32 // where a symbol's states begin
}

type state uint32

// newTable spreads the symbols over 1<<log states as a decoder does; −1 is "less than one".
func newTable(log uint, shares []int) table {
	var t table
	size := 1 << log
	var symbols [64]int
	high := size - 1
	for s, n := range shares {
		if n < 0 {
			symbols[high] = s
			high--
		}
	}
	at, step := 0, size>>1+size>>3+3
	for s, n := range shares {
		for range max(0, n) {
			symbols[at] = s
			for at = (at + step) & (size - 1); at > high; at = (at + step) & (size - 1) {
			}
		}
	}
	var next [codes]int
	total := 0
	for s, n := range shares {
		next[s] = total
		n = max(1, n)
		most := int(log)
		if n > 1 {
			most -= bits.Len(uint(n-1)) - 1
		}
		t.delta[s] = int32(most<<16 - n<<most)
		t.base[s] = int32(total - n)
		total += n
	}
	for u := range size {
		s := symbols[u]
		t.states[next[s]] = uint16(size + u)
		next[s]++
	}
	return t
}

// first is the state that ends in a symbol, the first to be written.
func (t *table) first(s int) state {
	n := (t.delta[s] + 1<<15) >> 16
	v := n<<16 - t.delta[s]
	return state(t.states[v>>n+t.base[s]])
}

// next writes the transition from a state that a decoder reaches later to the state of s before it.
func (t *table) next(w *bitWriter, x state, s int) state {
	n := uint((int32(x) + t.delta[s]) >> 16)
	w.put(uint64(x)&(1<<n-1), n)
	return state(t.states[int32(x>>n)+t.base[s]])
}
