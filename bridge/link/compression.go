package link

import (
	"crypto/subtle"
	"fmt"
	"strings"
)

// Compression is how the packed images in a packet become its payload.
type Compression uint8

// The compressions.
const (
	None  Compression = iota // as they are
	RLE                      // zero runs, the thesis's
	XOR                      // the bits that differ from an acknowledged sample, then zero runs
	Delta                    // residuals of whole numbers against acknowledged samples, see Quanta; the only one that rounds
	Zstd                     // a Zstandard frame, for large selections
)

func compressions() []string { return []string{"none", "rle", "xor", "delta", "zstd"} }

func (c Compression) String() string {
	if names := compressions(); int(c) < len(names) {
		return names[c]
	}
	return fmt.Sprintf("compression(%d)", uint8(c))
}

// ParseCompression is the reverse of String.
func ParseCompression(s string) (Compression, error) {
	for i, name := range compressions() {
		if strings.EqualFold(s, name) {
			return Compression(i), nil
		}
	}
	return 0, fmt.Errorf("link: there is no compression %q: take one of %s", s, strings.Join(compressions(), ", "))
}

// blocks codes packed images byte by byte, with any compression but Delta. One value serves one direction at one end.
type blocks struct {
	compression Compression
	size, most  int
	rows        [][]byte // the last samples: a power of two of them
	fresh       [mostSamples][]byte
	joined      []byte
	zip         *zipper
	streak      int
	lastSeq     uint64
	any         bool
}

func newBlocks(c Compression, size, most int, encoder bool) (*blocks, error) {
	b := &blocks{compression: c, size: size, most: most, joined: make([]byte, most*size)}
	if most*size > maxImage {
		return nil, fmt.Errorf("link: %d samples of %d bytes in a packet: %d bytes are the most; select fewer members or lower the redundancy", most, size, maxImage)
	}
	keeps := mostSamples // as many as fit into a packet
	if c == XOR {
		keeps = history // as far back as a packet can refer
	}
	b.rows = make([][]byte, keeps)
	all := make([]byte, keeps*size)
	for i := range b.rows {
		b.rows[i] = all[i*size:][:size:size]
	}
	for i := range most {
		b.fresh[i] = make([]byte, size)
	}
	if c != Zstd {
		return b, nil
	}
	var err error
	b.zip, err = newZipper(encoder, most*size)
	return b, err
}

// row is where sample seq is stored.
func (b *blocks) row(seq uint64) *[]byte { return &b.rows[seq&uint64(len(b.rows)-1)] }

func (b *blocks) measure(seq uint64, packed []byte) {
	copy(*b.row(seq), packed)
	if b.any && seq == b.lastSeq+1 {
		b.streak++
	} else {
		b.streak = 1
	}
	b.lastSeq, b.any = seq, true
}

// encode appends sample seq, which was measured last, and the earlier samples that belong into its packet. age 0
// means no reference.
func (b *blocks) encode(dst []byte, seq, age uint64) []byte {
	count := min(b.most, b.streak)
	if age > 0 {
		count = min(count, int(age))
	}
	if b.most > 1 {
		dst = append(dst, byte(count))
	}
	if b.compression == XOR && age > 0 {
		dst = append(dst, byte(age))
	}
	all := b.joined[:count*b.size]
	for j := range count {
		out, x := all[j*b.size:(j+1)*b.size], *b.row(seq - uint64(j))
		switch {
		case b.compression != XOR || j == 0 && age == 0:
			copy(out, x)
		case j == 0:
			subtle.XORBytes(out, x, *b.row(seq - age))
		default:
			subtle.XORBytes(out, x, *b.row(seq - uint64(j) + 1))
		}
	}
	switch b.compression {
	case RLE, XOR:
		return AppendZeroRuns(dst, all)
	case Zstd:
		return b.zip.append(dst, all)
	}
	return append(dst, all...)
}

// decode reads a payload into fresh.
func (b *blocks) decode(p []byte, win *window, seq uint64, long bool) (int, Status) {
	count := 1
	if b.most > 1 {
		if len(p) < 1 {
			return 0, Malformed
		}
		count, p = int(p[0]), p[1:]
	}
	if count < 1 || count > b.most || uint64(count-1) > seq {
		return 0, Malformed
	}
	age := uint64(0)
	if b.compression == XOR && !long {
		if len(p) < 1 || int(p[0]) < count {
			return 0, Malformed
		}
		age, p = uint64(p[0]), p[1:]
		if age > seq || !win.holds(seq-age) {
			return 0, Undecodable
		}
	}
	all := b.joined[:count*b.size]
	if !b.unpack(all, p) {
		return 0, Malformed
	}
	for j := range count {
		x := b.fresh[j]
		copy(x, all[j*b.size:])
		switch {
		case b.compression != XOR || j == 0 && age == 0:
		case j == 0:
			subtle.XORBytes(x, x, *b.row(seq - age))
		default:
			subtle.XORBytes(x, x, b.fresh[j-1])
		}
	}
	return count, OK
}

func (b *blocks) unpack(all, p []byte) bool {
	switch b.compression {
	case RLE, XOR:
		n, ok := ReadZeroRuns(all, p)
		return ok && n == len(p)
	case Zstd:
		return b.zip.read(all, p)
	}
	return copy(all, p) == len(all) && len(p) == len(all)
}

func (b *blocks) keep(seq uint64, j int) {
	at := b.row(seq)
	*at, b.fresh[j] = b.fresh[j], *at
}
