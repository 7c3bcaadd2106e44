package link

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/klauspost/compress/zstd"
)

// zipper makes or reads Zstandard frames (RFC 8878) without allocating. It has its own encoder, because general ones
// look for text and take longer: 8-byte numbers repeat whole 8-byte numbers, and what does not repeat is noise that no
// entropy code shortens. Any decoder reads the frames.
type zipper struct {
	lengths, matches, offsets table
	heads                     [1 << zipBits]uint16 // by hash: the last word with it, counted from 1
	found                     []sequence
	bits                      bitWriter
	dec                       *zstd.Decoder
	buf                       []byte
}

// sequence is some literal bytes, then a repetition.
type sequence struct{ literals, length, offset int }

const (
	zipBits  = 9
	zipMagic = 0xFD2FB528
	codes    = 53
)

// newZipper makes a zipper of images of up to size bytes.
func newZipper(encoder bool, size int) (*zipper, error) {
	z := &zipper{}
	if encoder {
		z.lengths = newTable(6, []int{4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1})
		z.matches = newTable(6, []int{1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1})
		z.offsets = newTable(5, []int{1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1})
		z.found = make([]sequence, 0, size/8+1)
		z.buf = make([]byte, 8*(size/8)+64)
		return z, nil
	}
	var err error
	z.buf = make([]byte, 0, size)
	if z.dec, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<16), zstd.WithDecodeAllCapLimit(true)); err != nil {
		return nil, errors.Join(errors.New("link: zstd cannot be set up"), err)
	}
	return z, nil
}

// read fills dst from a frame, which must contain exactly as many bytes.
func (z *zipper) read(dst, src []byte) bool {
	b, err := z.dec.DecodeAll(src, z.buf[:0])
	return err == nil && copy(dst, b) == len(dst) && len(b) == len(dst)
}

// append appends a frame with src, at most 32767 bytes: one block, raw literals, the predefined codes.
func (z *zipper) append(dst, src []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, zipMagic)
	if len(src) < 256 {
		dst = append(dst, 1<<5, byte(len(src)))
	} else {
		dst = append(dst, 1<<6|1<<5)
		dst = binary.LittleEndian.AppendUint16(dst, uint16(len(src)-256))
	}
	start := len(dst)
	dst = append(dst, 0, 0, 0)
	dst = z.block(dst, src)
	kind, size := 2, len(dst)-start-3
	if size >= len(src) {
		kind, size = 0, len(src)
		dst = append(dst[:start+3], src...)
	}
	h := 1 | kind<<1 | size<<3
	dst[start], dst[start+1], dst[start+2] = byte(h), byte(h>>8), byte(h>>16)
	return dst
}

// block appends the literals and the sequences of src.
func (z *zipper) block(dst, src []byte) []byte {
	end := z.search(src)
	literals := len(src) - end
	for _, s := range z.found {
		literals += s.literals
	}
	switch {
	case literals < 32:
		dst = append(dst, byte(literals<<3))
	case literals < 4096:
		dst = append(dst, byte(literals<<4|1<<2), byte(literals>>4))
	default:
		dst = append(dst, byte(literals<<4|3<<2), byte(literals>>4), byte(literals>>12))
	}
	at := 0
	for _, s := range z.found {
		dst = append(dst, src[at:at+s.literals]...)
		at += s.literals + s.length
	}
	dst = append(dst, src[end:]...)
	switch n := len(z.found); {
	case n == 0:
		return append(dst, 0)
	case n < 128:
		dst = append(dst, byte(n), 0)
	default:
		dst = append(dst, byte(n>>8+128), byte(n), 0)
	}
	return z.sequences(dst)
}

// search fills found with repetitions of words of 8 bytes and returns where the last one ends.
func (z *zipper) search(src []byte) int {
	z.found = z.found[:0]
	clear(z.heads[:])
	end := 0
	for i := 0; i+8 <= len(src); {
		v := binary.LittleEndian.Uint64(src[i:])
		h := v * 0x9e3779b97f4a7c15 >> (64 - zipBits)
		from := (int(z.heads[h]) - 1) * 8
		z.heads[h] = uint16(i/8 + 1)
		if from < 0 || binary.LittleEndian.Uint64(src[from:]) != v {
			i += 8
			continue
		}
		at := i
		for at > end && from > 0 && src[at-1] == src[from-1] {
			at, from = at-1, from-1
		}
		n := i - at + 8
		n += same(src[at+n:], src[from+n:])
		z.found = append(z.found, sequence{at - end, n, at - from})
		end = at + n
		i = (end + 7) &^ 7
	}
	return end
}

// same is the length of the common beginning of a and b; b is the longer one.
func same(a, b []byte) int {
	n := 0
	for ; n+8 <= len(a); n += 8 {
		if d := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); d != 0 {
			return n + bits.TrailingZeros64(d)/8
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// sequences appends the bits of found, from the last to the first, because decoders read them backwards.
func (z *zipper) sequences(dst []byte) []byte {
	w := &z.bits
	w.start(z.buf)
	var l, m, o state
	for i := len(z.found) - 1; i >= 0; i-- {
		s := z.found[i]
		lc, le := literalCodes.code(s.literals)
		mc, me := matchCodes.code(s.length - 3)
		oc := bits.Len(uint(s.offset+3)) - 1
		if i == len(z.found)-1 {
			m, o, l = z.matches.first(mc), z.offsets.first(oc), z.lengths.first(lc)
		} else {
			o = z.offsets.next(w, o, oc)
			m = z.matches.next(w, m, mc)
			l = z.lengths.next(w, l, lc)
		}
		w.put(uint64(s.literals)&(1<<le-1), le)
		w.put(uint64(s.length-3)&(1<<me-1), me)
		w.put(uint64(s.offset+3)&(1<<oc-1), uint(oc))
	}
	w.put(uint64(m)&63, 6)
	w.put(uint64(o)&31, 5)
	w.put(uint64(l)&63, 6)
	w.put(1, 1)
	return append(dst, w.bytes()...)
}
