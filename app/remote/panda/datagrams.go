package panda

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Datagrams are some datagrams, each behind its length in two bytes.
type Datagrams struct {
	used  int
	bytes [4096]byte
}

// add appends a datagram and reports whether there was room.
func (d *Datagrams) add(b []byte) bool {
	if len(b) > math.MaxUint16 || d.used+2+len(b) > len(d.bytes) {
		return false
	}
	binary.LittleEndian.PutUint16(d.bytes[d.used:], uint16(len(b)))
	d.used += 2 + copy(d.bytes[d.used+2:], b)
	return true
}

// each calls f with every datagram.
func (d *Datagrams) each(f func(b []byte)) {
	for at := 0; at+2 <= d.used; {
		n := int(binary.LittleEndian.Uint16(d.bytes[at:]))
		f(d.bytes[at+2 : min(at+2+n, d.used)])
		at += 2 + n
	}
}

// AppendTrace implements codec.Tracer: only what is used is recorded.
func (d *Datagrams) AppendTrace(dst []byte) []byte { return append(dst, d.bytes[:d.used]...) }

// DecodeTrace implements codec.Tracer.
func (d *Datagrams) DecodeTrace(b []byte) error {
	if len(b) > len(d.bytes) {
		return fmt.Errorf("%d bytes of datagrams: there is room for %d", len(b), len(d.bytes))
	}
	d.used = copy(d.bytes[:], b)
	return nil
}
