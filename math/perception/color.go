package perception

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// HSVRange is a set of colours: those whose 8-bit hue, saturation and value all lie in the closed intervals
// given. The scales are OpenCV's: hue in steps of 2° from 0 to 179, saturation and value 0 to 255. The test
// equals cvtColor(COLOR_RGB2HSV) followed by inRange, bit for bit, for every one of the 2^24 colours. With HLo > HHi
// the hue wraps: HLo..179 and 0..HHi, as needed for red.
type HSVRange struct {
	HLo, HHi uint8 // hue, 2° a step, 0..179
	SLo, SHi uint8 // saturation, 0..255
	VLo, VHi uint8 // value, 0..255
}

// Yellow returns the colours of a lemon in indoor light: hue 40° to 70°, saturation and value above 100/255.
func Yellow() HSVRange { return HSVRange{HLo: 20, HHi: 35, SLo: 100, SHi: 255, VLo: 100, VHi: 255} }

// Check reports every fault of the range, nil if there is none.
func (q HSVRange) Check() error {
	var errs []error
	if q.HLo > 179 || q.HHi > 179 {
		errs = append(errs, fmt.Errorf("perception: hue range %d..%d: hues are 0 to 179, in steps of 2°", q.HLo, q.HHi))
	}
	if q.SLo > q.SHi {
		errs = append(errs, fmt.Errorf("perception: saturation range %d..%d is empty: swap its ends", q.SLo, q.SHi))
	}
	if q.VLo > q.VHi {
		errs = append(errs, fmt.Errorf("perception: value range %d..%d is empty: swap its ends", q.VLo, q.VHi))
	}
	return errors.Join(errs...)
}

// Contains reports whether the colour lies in the range.
func (q HSVRange) Contains(r, g, b uint8) bool {
	return q.holds(hsv(int32(r), int32(g), int32(b), nil))
}

func (q HSVRange) hue(h int32) bool {
	if q.HLo > q.HHi {
		return h >= int32(q.HLo) || h <= int32(q.HHi)
	}
	return h >= int32(q.HLo) && h <= int32(q.HHi)
}

func (q HSVRange) holds(h, s, v int32) bool {
	return q.hue(h) && s >= int32(q.SLo) && s <= int32(q.SHi) && v >= int32(q.VLo) && v <= int32(q.VHi)
}

// HSV returns the hue (0..179), saturation and value (0..255) of a colour, rounded as OpenCV's 8-bit
// conversion rounds: both divisions are multiplications by a 12-bit fixed-point reciprocal.
func HSV(r, g, b uint8) (h, s, v uint8) {
	hh, ss, vv := hsv(int32(r), int32(g), int32(b), nil)
	return uint8(hh), uint8(ss), uint8(vv)
}

// hsv converts; reciprocals of v and diff come from f, or are computed when f is nil.
func hsv(r, g, b int32, f *reciprocals) (h, s, v int32) {
	v = max(r, g, b)
	diff := v - min(r, g, b)
	if diff == 0 {
		return 0, 0, v
	}
	switch v {
	case r:
		h = g - b
	case g:
		h = b - r + 2*diff
	default:
		h = r - g + 4*diff
	}
	var perV, perDiff int32
	if f != nil {
		perV, perDiff = f.sat[v&255], f.hue[diff&255]
	} else {
		perV, perDiff = reciprocal(255<<12, v), reciprocal(30<<12, diff)
	}
	const half = 1 << 11
	s = (diff*perV + half) >> 12
	h = (h*perDiff + half) >> 12
	if h < 0 {
		h += 180
	}
	return h, s, v
}

// reciprocals save the divisions when many colours are converted.
type reciprocals struct{ sat, hue [256]int32 }

func newReciprocals() *reciprocals {
	f := &reciprocals{}
	for i := int32(1); i < 256; i++ {
		f.sat[i], f.hue[i] = reciprocal(255<<12, i), reciprocal(30<<12, i)
	}
	return f
}

// reciprocal returns n/d rounded to the nearest integer, halves to even.
func reciprocal(n, d int32) int32 {
	q, rest := n/d, n%d
	if 2*rest > d || (2*rest == d && q&1 == 1) {
		q++
	}
	return q
}

// colorTable answers HSVRange.Contains from one look-up. For fixed red and green, the blues in a range are
// nearly always one interval on the circle 0..255, so the table holds that interval for each of the 2^16
// pairs: 256 KB instead of 2^24 answers. The few columns that rounding splits into several intervals are marked, and
// their pixels computed, so the answer is exact for all colours.
//
// An entry is laid out for the test in add: with a pixel w = b<<16 | g<<8 | r (the byte above is its
// neighbour's) and an entry s = n<<24 | lo<<16, the number (w-s)<<8, modulo 2^32, is (b-lo)<<24 | rest where
// rest is below 2^24 and starts with g. It is less than s when b-lo < n, or when b-lo = n and rest < lo<<16,
// which holds exactly if g < lo. So n is the length of the interval, minus one where g < lo.
type colorTable struct {
	rng   HSVRange
	rec   *reciprocals
	col   [1 << 16]uint32 // by g<<8 | r
	least [256]uint32     // least difference of the parts of a colour in the range, by the largest part
	most  bool            // blue may be the largest part of a colour in the range
	mid   [2]bool         // blue may be between the others, of which red or green is the larger
}

// manyPieces marks an entry whose blues are not one interval, or one too long to encode.
const manyPieces = 1

// ColorTable is the test for a range of colours, precomputed for every possible pixel. Making one takes some
// milliseconds; it never changes, so segmenters may share one.
type ColorTable struct{ t *colorTable }

// NewColorTable computes the table of a range.
func NewColorTable(q HSVRange) *ColorTable { return &ColorTable{newColorTable(q)} }

// Range returns the range that the table tests.
func (c *ColorTable) Range() HSVRange { return c.t.rng }

func newColorTable(q HSVRange) *colorTable {
	t := &colorTable{rng: q, rec: newReciprocals()}
	t.bound()
	for i := range t.col {
		t.col[i] = t.column(uint32(i&255), uint32(i>>8))
	}
	return t
}

// bound finds colours that need not be tested: hue and saturation are monotonic in what they are computed from, rounding
// included.
func (t *colorTable) bound() {
	const half = 1 << 11
	for v := range int32(256) {
		d := int32(0)
		for d <= v && (d*t.rec.sat[v]+half)>>12 < int32(t.rng.SLo) {
			d++
		}
		t.least[v] = uint32(d)
	}
	meets := func(from, to int32) bool { // in units of 60°
		for d := int32(1); d < 256; d++ {
			for h := (from*d*t.rec.hue[d] + half) >> 12; h <= (to*d*t.rec.hue[d]+half)>>12; h++ {
				if t.rng.hue((h + 180) % 180) {
					return true
				}
			}
		}
		return false
	}
	t.most, t.mid = meets(3, 5), [2]bool{meets(-1, 0), meets(2, 3)}
}

// end returns a number that is greater than all blues in the range with a red and a green.
func (t *colorTable) end(r, g uint32) uint32 {
	top, low := max(r, g), min(r, g)
	mid := t.mid[0]
	if g > r {
		mid = t.mid[1]
	}
	switch {
	case top > uint32(t.rng.VHi):
		return 0
	case t.most:
		return 256
	case top < uint32(t.rng.VLo):
		return 0
	case mid && top-low >= t.least[top]:
		return top + 1
	}
	return min(low, top-min(top, t.least[top])) + 1
}

func (t *colorTable) contains(r, g, b uint32) bool {
	return t.rng.holds(hsv(int32(r), int32(g), int32(b), t.rec))
}

func (t *colorTable) column(r, g uint32) uint32 {
	var lo, n, pieces uint32
	end := t.end(r, g)
	last := end == 256 && t.contains(r, g, 255)
	for b := range end {
		in := t.contains(r, g, b)
		if in {
			n++
			if !last {
				lo = b
				pieces++
			}
		}
		last = in
	}
	if n == 256 {
		lo = 255 // any start works; this one is above nearly every green
	}
	if lo > g {
		n-- // lo > 0, so the column is not empty
	}
	if pieces > 1 || n == 256 {
		return manyPieces
	}
	return n<<24 | lo<<16
}

// mask sets bit x%64 of out[x/64] where pixel x is in the range, and clears all others. The pixels of the row
// start pix, which holds at least 3*w bytes; out has (w+63)/64 words.
func (t *colorTable) mask(pix []byte, w int, out []uint64) {
	for i := range out {
		rest := pix[192*i:]
		if w >= 64*i+64 && len(rest) > 192 {
			out[i] = t.word((*[193]byte)(rest))
			continue
		}
		var m uint64
		for x := range min(w-64*i, 64) {
			p := rest[3*x : 3*x+3]
			if t.contains(uint32(p[0]), uint32(p[1]), uint32(p[2])) {
				m |= 1 << x
			}
		}
		out[i] = m
	}
}

// word answers for 64 pixels, the first in the lowest bit. It reads pixels as words of four bytes and so one
// byte past the last.
func (t *colorTable) word(p *[193]byte) (m uint64) {
	for k := 64 - 8; k >= 0; k -= 8 {
		q := (*[25]byte)(p[3*k:])
		m0, marks := m, uint32(0)
		m, marks = t.add(m, marks, q[21:])
		m, marks = t.add(m, marks, q[18:])
		m, marks = t.add(m, marks, q[15:])
		m, marks = t.add(m, marks, q[12:])
		m, marks = t.add(m, marks, q[9:])
		m, marks = t.add(m, marks, q[6:])
		m, marks = t.add(m, marks, q[3:])
		m, marks = t.add(m, marks, q[0:])
		if marks&manyPieces != 0 {
			m = m0<<8 | t.eightExact(q)
		}
	}
	return m
}

// add shifts the answer for one pixel into m and its entry's mark into marks.
func (t *colorTable) add(m uint64, marks uint32, p []byte) (uint64, uint32) {
	w := binary.LittleEndian.Uint32(p)
	s := t.col[uint16(w)]
	_, in := bits.Sub64(uint64((w-s)<<8), uint64(s), 0)
	m, _ = bits.Add64(m, m, in)
	return m, marks | s
}

func (t *colorTable) eightExact(p *[25]byte) (m uint64) {
	for k := range 8 {
		if t.contains(uint32(p[3*k]), uint32(p[3*k+1]), uint32(p[3*k+2])) {
			m |= 1 << k
		}
	}
	return m
}
