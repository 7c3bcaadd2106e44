package codec

import (
	"encoding/binary"
	"unsafe"
)

// plan lays out the encoding steps of a message whose fields are known.
func (m *message) plan() {
	m.fixed = 0
	for i := range m.fields {
		f := &m.fields[i]
		lit, moves, ok := f.template()
		if !ok {
			m.steps = append(m.steps, step{field: f})
			m.fixed = -1
			continue
		}
		n := len(m.steps)
		if n == 0 || m.steps[n-1].field != nil || len(m.steps[n-1].lit)+len(lit) > maxTemplate {
			m.steps = append(m.steps, step{})
			n++
		}
		s := &m.steps[n-1]
		s.merge(lit, moves, 0)
		if m.fixed >= 0 {
			m.fixed += len(lit)
		}
	}
}

func (s *step) merge(lit []byte, moves []move, src uintptr) {
	base := uint32(len(s.lit))
	s.lit = append(s.lit, lit...)
	for _, v := range moves {
		v.dst += base
		v.src += src
		s.moves = append(s.moves, v)
	}
}

// template returns the bytes of a field of fixed size and the moves that fill its holes.
func (f *field) template() ([]byte, []move, bool) {
	var s step
	switch {
	case f.kind == number && f.count == one:
		s.lit = append(s.lit, f.tag...)
		s.hole(f, f.off)
	case f.kind == number && f.count == array && f.n*wireSize[f.width] <= maxTemplate/2:
		s.lit = appendVarint(append(s.lit, f.tag...), f.n*wireSize[f.width])
		if f.asIs() {
			n := uint32(f.n * wireSize[f.width])
			s.moves = append(s.moves, move{dst: uint32(len(s.lit)), n: n, src: f.off, block: true})
			s.lit = append(s.lit, make([]byte, n)...)
			break
		}
		for i := range f.n {
			s.hole(f, f.off+uintptr(i)*f.size)
		}
	case f.kind == blob && f.count == array && f.n <= maxTemplate/2:
		s.lit = appendVarint(append(s.lit, f.tag...), f.n)
		s.moves = append(s.moves, move{dst: uint32(len(s.lit)), n: uint32(f.n), src: f.off, block: true})
		s.lit = append(s.lit, make([]byte, f.n)...)
	case f.kind == group && f.count != list && f.msg.fixed >= 0 && len(f.msg.steps) <= 1 &&
		f.n*(f.msg.fixed+4) <= maxTemplate/2:
		for i := range f.n {
			s.lit = appendVarint(append(s.lit, f.tag...), f.msg.fixed)
			if len(f.msg.steps) == 1 {
				s.merge(f.msg.steps[0].lit, f.msg.steps[0].moves, f.off+uintptr(i)*f.size)
			}
		}
	default:
		return nil, nil, false
	}
	return s.lit, s.moves, true
}

// asIs reports whether numbers have the same bytes in memory and on the wire.
func (f *field) asIs() bool { return f.width == w1 || f.width == w4 || f.width == w8 }

func (s *step) hole(f *field, src uintptr) {
	s.moves = append(s.moves, move{dst: uint32(len(s.lit)), src: src, op: f.width})
	s.lit = append(s.lit, make([]byte, wireSize[f.width])...)
}

func (m *message) append(dst []byte, p unsafe.Pointer) []byte {
	for i := range m.steps {
		s := &m.steps[i]
		if s.field != nil {
			dst = s.field.append(dst, unsafe.Add(p, s.field.off))
			continue
		}
		base := len(dst)
		dst = append(dst, s.lit...)
		fill(dst[base:], s.moves, p)
	}
	return dst
}

func fill(b []byte, moves []move, p unsafe.Pointer) {
	for i := range moves {
		m := &moves[i]
		src := unsafe.Add(p, m.src)
		if m.block {
			copy(b[m.dst:], unsafe.Slice((*byte)(src), m.n))
			continue
		}
		put(b[m.dst:], src, m.op)
	}
}

// put writes one number in its wire form.
func put(b []byte, src unsafe.Pointer, w width) {
	switch w {
	case w8:
		binary.LittleEndian.PutUint64(b, *(*uint64)(src))
	case w4:
		binary.LittleEndian.PutUint32(b, *(*uint32)(src))
	case w1:
		b[0] = *(*byte)(src)
	case wu8:
		binary.LittleEndian.PutUint32(b, uint32(*(*uint8)(src)))
	case wi8:
		binary.LittleEndian.PutUint32(b, uint32(int32(*(*int8)(src))))
	case wu16:
		binary.LittleEndian.PutUint32(b, uint32(*(*uint16)(src)))
	case wi16:
		binary.LittleEndian.PutUint32(b, uint32(int32(*(*int16)(src))))
	}
}

// sliceHeader is the memory layout of a slice of any element type.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// elements returns where the field's elements begin and how many there are; isNil is true for a nil slice.
func (f *field) elements(p unsafe.Pointer) (first unsafe.Pointer, n int, isNil bool) {
	switch f.count {
	case list:
		h := (*sliceHeader)(p)
		return h.data, h.len, h.data == nil
	case array:
		return p, f.n, false
	}
	return p, 1, false
}

// append writes a field whose size depends on the value, or which is too large for a template; p is the
// field's address.
func (f *field) append(dst []byte, p unsafe.Pointer) []byte {
	first, n, isNil := f.elements(p)
	if isNil {
		return dst
	}
	switch f.kind {
	case number:
		return f.appendPacked(dst, first, n)
	case blob:
		dst = appendVarint(append(dst, f.tag...), n)
		return append(dst, unsafe.Slice((*byte)(first), n)...)
	}
	for i := range n {
		e := unsafe.Add(first, uintptr(i)*f.size)
		switch f.kind {
		case text:
			s := *(*string)(e)
			dst = appendVarint(append(dst, f.tag...), len(s))
			dst = append(dst, s...)
		case link:
			if e = *(*unsafe.Pointer)(e); e != nil {
				dst = f.appendMessage(dst, e)
			}
		case group:
			dst = f.appendMessage(dst, e)
		case self:
			dst = append(append(dst, f.tag...), 0)
			start := len(dst)
			dst = tracerAt(f.elem, e).AppendTrace(dst)
			dst = fixLength(dst, start, 1)
		}
	}
	return dst
}

func (f *field) appendPacked(dst []byte, first unsafe.Pointer, n int) []byte {
	w := wireSize[f.width]
	dst = appendVarint(append(dst, f.tag...), n*w)
	if f.asIs() {
		return append(dst, unsafe.Slice((*byte)(first), n*w)...)
	}
	for i := range n {
		dst = append(dst, 0, 0, 0, 0)
		put(dst[len(dst)-4:], unsafe.Add(first, uintptr(i)*f.size), f.width)
	}
	return dst
}

func (f *field) appendMessage(dst []byte, p unsafe.Pointer) []byte {
	size := f.msg.size(p)
	dst = appendVarint(append(dst, f.tag...), size)
	start := len(dst)
	dst = f.msg.append(dst, p)
	if len(dst)-start != size { // it contains a Tracer
		dst = fixLength(dst, start, varintLen(size))
	}
	return dst
}

// fixLength rewrites the length, of was bytes before start, to match what follows start.
func fixLength(dst []byte, start, was int) []byte {
	n := len(dst) - start
	grow := varintLen(n) - was
	for range grow {
		dst = append(dst, 0)
	}
	if grow != 0 {
		copy(dst[start+grow:], dst[start:start+n])
	}
	appendVarint(dst[:start-was], n)
	return dst
}

// size returns the bytes of the message for the value at p, without those of a Tracer.
func (m *message) size(p unsafe.Pointer) int {
	if m.fixed >= 0 {
		return m.fixed
	}
	total := 0
	for i := range m.steps {
		if f := m.steps[i].field; f != nil {
			total += f.bytes(unsafe.Add(p, f.off))
		} else {
			total += len(m.steps[i].lit)
		}
	}
	return total
}

func (f *field) bytes(p unsafe.Pointer) int {
	first, n, isNil := f.elements(p)
	if isNil {
		return 0
	}
	switch f.kind {
	case number:
		n *= wireSize[f.width]
		return len(f.tag) + varintLen(n) + n
	case blob:
		return len(f.tag) + varintLen(n) + n
	case group:
		if f.msg.fixed >= 0 {
			return n * (len(f.tag) + varintLen(f.msg.fixed) + f.msg.fixed)
		}
	}
	total := 0
	for i := range n {
		e := unsafe.Add(first, uintptr(i)*f.size)
		k := 0
		switch f.kind {
		case text:
			k = len(*(*string)(e))
		case link:
			if e = *(*unsafe.Pointer)(e); e == nil {
				continue
			}
			k = f.msg.size(e)
		case group:
			k = f.msg.size(e)
		}
		total += len(f.tag) + varintLen(k) + k
	}
	return total
}
