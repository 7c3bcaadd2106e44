package link

import "math/bits"

// The codes of Zstandard's sequences: RFC 8878, sections 3.1.1.3.2.1.1 and 4.1.1.

// lengthCode is the code of a number of literals, below 65536.
func lengthCode(n int) int {
	switch {
	case n < 16:
		return n
	case n < 24:
		return 16 + (n-16)/2
	case n < 32:
		return 20 + (n-24)/4
	case n < 48:
		return 22 + (n-32)/8
	case n < 64:
		return 24
	}
	return bits.Len(uint(n)) + 18
}

func lengthExtra(code int) uint {
	switch {
	case code < 16:
		return 0
	case code < 20:
		return 1
	case code < 22:
		return 2
	case code < 24:
		return 3
	case code == 24:
		return 4
	}
	return uint(code - 19)
}

// matchCode is the code of a repetition's length, 3 to 65538. Up to 34 it is the length less 3.
func matchCode(n int) int {
	switch n -= 3; {
	case n < 32:
		return n
	case n < 40:
		return 32 + (n-32)/2
	case n < 48:
		return 36 + (n-40)/4
	case n < 64:
		return 38 + (n-48)/8
	case n < 96:
		return 40 + (n-64)/16
	case n < 128:
		return 42
	}
	return bits.Len(uint(n)) + 35
}

func matchExtra(code int) uint {
	switch {
	case code < 32:
		return 0
	case code < 36:
		return 1
	case code < 38:
		return 2
	case code < 40:
		return 3
	case code < 42:
		return 4
	case code == 42:
		return 5
	}
	return uint(code - 36)
}

// table encodes symbols by finite state entropy with a fixed distribution.
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

// next writes what leads from a state that a decoder reaches later to that of s before it.
func (t *table) next(w *bitWriter, x state, s int) state {
	n := uint((int32(x) + t.delta[s]) >> 16)
	w.put(uint64(x)&(1<<n-1), n)
	return state(t.states[int32(x>>n)+t.base[s]])
}
