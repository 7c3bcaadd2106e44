// Package dbc reads CAN signals in the notation of DBC files, after the identifier of their frame, such as "0x181
// 0|16@1- (0.01,0)", and reads and writes their values in frames.
package dbc

import (
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
)

// MaxID is the greatest identifier of 11 bits.
const MaxID = 0x7ff

// Signal is a number in the data of a frame. Bit n is bit n%8 of byte n/8, counted from the lowest.
type Signal struct {
	ID     uint16
	Length uint8 // bytes of the frame; 0: as many as its signals need
	Start  int   // the lowest bit, or with Big the highest one
	Bits   int
	Big    bool // the first byte is the most significant one (Motorola, @0), not the last one (Intel, @1)
	Signed bool

	Scale, Offset float64 // the value is Scale times the number, plus Offset
}

// form is the notation of a signal: identifier, length, start, bits, order, sign, scale, offset.
var form = regexp.MustCompile(`^(0[xX][0-9a-fA-F]+|[0-9]+)(?:\[([0-9]+)\])?\s+([0-9]+)\|([0-9]+)@([01])([-+])\s*(?:\(([^,()]*),([^,()]*)\))?`)

// Parse reads a signal. What follows it, without quotation marks, is its unit.
func Parse(text string) (s Signal, unit string, err error) {
	text = strings.TrimSpace(text)
	m := form.FindStringSubmatch(text)
	if m == nil {
		return s, "", fmt.Errorf("%q is no signal: write the frame's identifier, and the signal as a DBC file does, such as 0x181 0|16@1- (0.01,0)", text)
	}
	id, err := strconv.ParseUint(m[1], 0, 32)
	if err != nil || id > MaxID {
		return s, "", fmt.Errorf("%s is no identifier of 11 bits: give 0 to 0x7ff", m[1])
	}
	length, _ := strconv.Atoi(m[2]) // digits, or nothing
	start, far := strconv.Atoi(m[3])
	size, long := strconv.Atoi(m[4])
	s = Signal{ID: uint16(id), Start: start, Bits: size, Big: m[5] == "0", Signed: m[6] == "-", Scale: 1}
	for n, to := range []*float64{&s.Scale, &s.Offset} {
		if word := strings.TrimSpace(m[7+n]); m[7] != "" || m[8] != "" {
			if *to, err = strconv.ParseFloat(word, 64); err != nil || math.IsInf(*to, 0) || math.IsNaN(*to) {
				return s, "", fmt.Errorf("%q is no number: write (SCALE,OFFSET)", word)
			}
		}
	}
	switch {
	case s.Scale == 0:
		return s, "", fmt.Errorf("a scale of 0 leaves no value: write (SCALE,OFFSET)")
	case far != nil || long != nil || size < 1 || size > 64 || s.last() < 0 || s.last() > 63:
		return s, "", fmt.Errorf("a signal of %s bits from bit %s is not within the 64 bits of a frame", m[4], m[3])
	case length > 8:
		return s, "", fmt.Errorf("a frame of %d bytes: CAN has at most 8", length)
	}
	if s.Length = uint8(length); length > 0 && length < s.Bytes() {
		return s, "", fmt.Errorf("the signal ends in byte %d of a frame of %d", s.Bytes(), length)
	}
	rest := strings.TrimSpace(text[len(m[0]):])
	if strings.HasPrefix(rest, "[") {
		return s, "", fmt.Errorf("%s: the range of a value belongs to the interface; leave it out here", rest)
	}
	return s, strings.Trim(rest, `"`), nil
}

// last is the bit at the other end from Start, counted in Intel's order or, with Big, in the order in which the frame's bits are
// sent; it is outside 0 to 63 if the signal is.
func (s *Signal) last() int {
	if s.Start > 63 {
		return -1
	}
	if s.Big {
		return s.sent() + s.Bits - 1
	}
	return s.Start + s.Bits - 1
}

// sent is how many bits of the data are sent before Start.
func (s *Signal) sent() int { return s.Start/8*8 + 7 - s.Start%8 }

// Bytes is how many bytes a frame must have to contain the signal.
func (s *Signal) Bytes() int { return s.last()/8 + 1 }

// Mask is the signal's bits: bit n of it is bit n of the frame.
func (s *Signal) Mask() uint64 {
	ones := ^uint64(0) >> (64 - s.Bits)
	if s.Big {
		return bits.ReverseBytes64(ones << (63 - s.last()))
	}
	return ones << s.Start
}

// shift is the position of the signal's lowest bit in word.
func (s *Signal) shift() int {
	if s.Big {
		return 63 - s.last()
	}
	return s.Start
}

// word returns the data as one number, in the signal's byte order; unword converts it back.
func (s *Signal) word(data *[8]byte) (w uint64) {
	for n, b := range data {
		w |= uint64(b) << (8 * n)
	}
	if s.Big {
		return bits.ReverseBytes64(w)
	}
	return w
}

// Get returns the value in a frame's data.
func (s *Signal) Get(data *[8]byte) float64 {
	raw := s.word(data) >> s.shift() << (64 - s.Bits)
	number := float64(raw >> (64 - s.Bits))
	if s.Signed {
		number = float64(int64(raw) >> (64 - s.Bits))
	}
	return float64(number*s.Scale) + s.Offset
}

// Put writes the nearest value that the signal can have into a frame's data. NaN becomes 0.
func (s *Signal) Put(data *[8]byte, x float64) {
	number := math.RoundToEven((x - s.Offset) / s.Scale)
	least, most := 0.0, math.Ldexp(1, s.Bits) // most itself is one too many
	if s.Signed {
		most = math.Ldexp(1, s.Bits-1)
		least = -most
	}
	var raw uint64
	switch top := ^uint64(0) >> (64 - s.Bits); {
	case math.IsNaN(number):
	case number >= most && s.Signed:
		raw = top >> 1
	case number >= most:
		raw = top
	case number <= least && s.Signed:
		raw = top>>1 + 1
	case number <= least:
	case s.Signed:
		raw = uint64(int64(number)) & top
	default:
		raw = uint64(number)
	}
	w := s.word(data)&^(^uint64(0)>>(64-s.Bits)<<s.shift()) | raw<<s.shift()
	if s.Big {
		w = bits.ReverseBytes64(w)
	}
	for n := range data {
		data[n] = byte(w >> (8 * n))
	}
}
