package link

import (
	"encoding/binary"
	"math/bits"
)

// slack is how far a writer and a reader touch their buffer beyond the last byte in use.
const slack = 8

// bitWriter puts bits into buf, lowest first. Fewer than eight wait in acc.
type bitWriter struct {
	buf  []byte
	at   int
	acc  uint64
	n    uint
	full bool
}

func (w *bitWriter) start(buf []byte) { *w = bitWriter{buf: buf} }

// put writes the n lowest bits of v, which has no others; n is at most 56.
func (w *bitWriter) put(v uint64, n uint) {
	w.acc |= v << (w.n & 63)
	w.n += n
	if w.at+slack > len(w.buf) {
		w.full, w.at = true, 0
		if len(w.buf) < slack {
			return
		}
	}
	binary.LittleEndian.PutUint64(w.buf[w.at:], w.acc)
	w.at += int(w.n >> 3)
	w.acc >>= w.n &^ 7 & 63
	w.n &= 7
}

// put64 writes n bits of v, at most 64.
func (w *bitWriter) put64(v uint64, n uint) {
	if n <= 56 {
		w.put(v, n)
		return
	}
	w.put(v&0xffffffff, 32)
	w.put(v>>32, n-32)
}

// bytes ends the writing and pads the last byte with zeros. It is nil if the buffer was too small.
func (w *bitWriter) bytes() []byte {
	if w.full {
		return nil
	}
	return w.buf[:w.at+int(w.n+7)>>3]
}

// bitReader takes bits from the first size bytes of buf, which has slack more.
type bitReader struct {
	buf []byte
	at  uint // in bits
	end uint
	bad bool // more was read than there is, or something invalid
}

func (r *bitReader) start(buf []byte, size int) { *r = bitReader{buf: buf, end: uint(size) * 8} }

func (r *bitReader) peek() uint64 {
	return binary.LittleEndian.Uint64(r.buf[r.at>>3:]) >> (r.at & 7)
}

func (r *bitReader) skip(n uint) {
	r.at += n
	if r.at > r.end {
		r.at, r.bad = r.end, true
	}
}

// get reads n bits, at most 56.
func (r *bitReader) get(n uint) uint64 {
	v := r.peek() & (1<<n - 1)
	r.skip(n)
	return v
}

// get64 reads n bits, at most 64.
func (r *bitReader) get64(n uint) uint64 {
	if n <= 56 {
		return r.get(n)
	}
	v := r.get(32)
	return v | r.get(n-32)<<32
}

// done reports whether everything was read successfully: fewer than eight bits are left, all zero.
func (r *bitReader) done() bool {
	return !r.bad && r.end-r.at < 8 && r.peek()&(1<<(r.end-r.at)-1) == 0
}

// zigzag folds the sign into the lowest bit.
func zigzag(v int64) uint64 { return uint64(v)<<1 ^ uint64(v>>63) }

func unzigzag(z uint64) int64 { return int64(z>>1) ^ -int64(z&1) }

// Residuals of a group share one parameter of five bits. k to maxRice: Rice code, the part above k bits as ones
// followed by a zero; longest ones in a row are followed by the whole value in 64 bits. wide: six bits hold the width
// less one, and each value has that width.
const (
	riceBits = 5
	maxRice  = 30
	wide     = 31
	longest  = 20
)

// shares are 1/n, because division is slow.
var shares = [...]float64{0, 1, 1. / 2, 1. / 3, 1. / 4, 1. / 5, 1. / 6, 1. / 7, 1. / 8, 1. / 9}

// putResiduals writes the zigzag values of a group, whose sum is given (only as a hint).
func (w *bitWriter) putResiduals(values []uint64, sum uint64) {
	share := 1 / float64(len(values))
	if len(values) < len(shares) {
		share = shares[len(values)]
	}
	// The best parameter for geometrically distributed numbers: 0.4812 is −ln((√5−1)/2).
	k := uint(bits.Len64(uint64(0.4812 * (float64(float64(sum)*share) + 0.5))))
	const worth = 12 // below this, one width for all is hardly ever better
	width := uint(1)
	if k > worth {
		var all uint64
		for _, v := range values {
			all |= v
		}
		width = uint(max(1, bits.Len64(all)))
	}
	if k > maxRice || sum >= 1<<62 || k > worth && 6+width*uint(len(values)) < riceCost(values, k) {
		w.put(wide, riceBits)
		w.put(uint64(width-1), 6)
		for _, v := range values {
			w.put64(v, width)
		}
		return
	}
	w.put(uint64(k), riceBits)
	w.putRice(values, k)
}

// putRice keeps the writer's state in registers: it is where an encoder spends its time.
func (w *bitWriter) putRice(values []uint64, k uint) {
	const each = (longest + 64 + 7) / 8
	if w.at+each*len(values)+slack > len(w.buf) {
		w.full, w.at = true, 0
		return
	}
	buf, at, acc, n := w.buf, w.at, w.acc, w.n
	low := uint64(1)<<(k&63) - 1
	for _, v := range values {
		q := uint(min(v>>(k&63), longest))
		if q == longest {
			w.at, w.acc, w.n = at, acc, n
			w.put(1<<longest-1, longest)
			w.put64(v, 64)
			at, acc, n = w.at, w.acc, w.n
			continue
		}
		acc |= (1<<(q&63) - 1 | (v&low)<<((q+1)&63)) << (n & 63)
		n += q + 1 + k
		binary.LittleEndian.PutUint64(buf[at:], acc)
		at += int(n >> 3)
		acc >>= n &^ 7 & 63
		n &= 7
	}
	w.at, w.acc, w.n = at, acc, n
}

func riceCost(values []uint64, k uint) uint {
	n := uint(0)
	for _, v := range values {
		n += 1 + k
		if q := uint(v >> k); q < longest {
			n += q
		} else {
			n += longest + 63 - k
		}
	}
	return n
}

// getResiduals reads a group.
func (r *bitReader) getResiduals(values []uint64) {
	k := uint(r.get(riceBits))
	if k == wide {
		width := uint(r.get(6)) + 1
		for i := range values {
			values[i] = r.get64(width)
		}
		return
	}
	buf, at, end := r.buf, r.at, r.end
	low := uint64(1)<<k - 1
	for i := range values {
		word := binary.LittleEndian.Uint64(buf[at>>3:]) >> (at & 7)
		q := uint(bits.TrailingZeros64(^word))
		if q >= longest {
			r.at = at
			r.skip(longest)
			values[i] = r.get64(64)
			at = r.at
			continue
		}
		values[i] = uint64(q)<<k | word>>((q+1)&63)&low
		if at += q + 1 + k; at > end {
			at, r.bad = end, true
		}
	}
	r.at = at
}
