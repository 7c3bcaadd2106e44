package link

import (
	"encoding/binary"
	"math/bits"
)

// AppendZeroRuns appends the zero-run code of src, at most 32767 bytes, to dst, byte for byte as in the thesis's
// section 2.3.1. It begins with its own length, 2 bytes. A run of zeros is 0 and its length in one byte, or in two
// from 128 on: length%128|0x80, length/128. As in the thesis's program, the length is one too large unless src ends in
// a run of fewer than 128 zeros; the extra byte is zero here.
func AppendZeroRuns(dst, src []byte) []byte {
	start := len(dst)
	dst = append(dst, 0, 0)
	extra := true
	for i := 0; i < len(src); {
		extra = true
		n := filled(src[i:])
		dst = append(dst, src[i:i+n]...)
		if i += n; i == len(src) {
			break
		}
		n = zeros(src[i:])
		if n < 128 {
			dst = append(dst, 0, byte(n))
			extra = i+n < len(src)
		} else {
			dst = append(dst, 0, byte(n%128)|0x80, byte(n/128))
		}
		i += n
	}
	if extra {
		dst = append(dst, 0)
	}
	binary.LittleEndian.PutUint16(dst[start:], uint16(len(dst)-start))
	return dst
}

// filled counts the bytes before the first zero in b. A word has a zero byte where subtracting one from each byte
// borrows.
func filled(b []byte) int {
	n := 0
	for ; n+8 <= len(b); n += 8 {
		const ones = 0x0101010101010101
		v := binary.LittleEndian.Uint64(b[n:])
		if z := (v - ones) &^ v & (ones << 7); z != 0 {
			return n + bits.TrailingZeros64(z)/8
		}
	}
	for n < len(b) && b[n] != 0 {
		n++
	}
	return n
}

// zeros counts the leading zeros of b.
func zeros(b []byte) int {
	n := 0
	for ; n+8 <= len(b); n += 8 {
		if v := binary.LittleEndian.Uint64(b[n:]); v != 0 {
			return n + bits.TrailingZeros64(v)/8
		}
	}
	for n < len(b) && b[n] == 0 {
		n++
	}
	return n
}

// ReadZeroRuns fills dst from the zero-run code at the beginning of src and returns the code's number of bytes, or
// false if the code is cut short, does not fill dst or overfills it. The thesis's decoder counts tokens instead of
// bytes and so reads beyond the end of most codes; this one does not.
func ReadZeroRuns(dst, src []byte) (int, bool) {
	if len(src) < 2 {
		return 0, false
	}
	size := int(binary.LittleEndian.Uint16(src))
	if size < 2 || size > len(src) {
		return 0, false
	}
	at, extra := 0, true
	i := 2
	for i < size && at < len(dst) {
		if n := min(filled(src[i:size]), len(dst)-at); n > 0 {
			copy(dst[at:], src[i:i+n])
			at, i, extra = at+n, i+n, true
			continue
		}
		if i+1 >= size {
			return 0, false
		}
		n, wide := int(src[i+1]), src[i+1] >= 128
		i += 2
		if wide {
			if i >= size {
				return 0, false
			}
			n += 128*int(src[i]) - 128
			i++
		}
		if n == 0 || n > len(dst)-at {
			return 0, false
		}
		clear(dst[at : at+n])
		at, extra = at+n, wide
	}
	if extra {
		i++
	}
	return size, at == len(dst) && i == size
}
