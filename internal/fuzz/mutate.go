package fuzz

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"reflect"
)

// mutator mutates inputs.
type mutator struct {
	r   *rand.Rand
	buf [][]byte // of each argument
}

// most is the greatest length of an input, unless its entry is longer.
const most = 256

// change makes in a mutation of entry, with parts of other.
func (m *mutator) change(in, entry, other []any) {
	which := m.r.IntN(len(in))
	for i, x := range entry {
		if i != which && m.r.IntN(3) > 0 {
			in[i] = x
			continue
		}
		switch v := x.(type) {
		case []byte:
			m.buf[i] = m.bytes(append(m.buf[i][:0], v...), other[i].([]byte), len(v)+most)
			in[i] = m.buf[i]
		case string:
			m.buf[i] = m.bytes(append(m.buf[i][:0], v...), []byte(other[i].(string)), len(v)+most)
			in[i] = string(m.buf[i])
		default:
			in[i] = m.scalar(v)
		}
	}
}

// scalar changes a number or a bool.
func (m *mutator) scalar(x any) any {
	v := reflect.New(reflect.TypeOf(x)).Elem()
	v.Set(reflect.ValueOf(x))
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(m.r.IntN(2) == 0)
	case v.CanInt():
		v.SetInt(int64(m.whole(uint64(v.Int()))))
	case v.CanUint():
		v.SetUint(m.whole(v.Uint()))
	case v.CanFloat():
		f := v.Float()
		v.SetFloat([...]float64{-f, f + m.r.NormFloat64(), f * math.Exp(m.r.NormFloat64()), math.Float64frombits(m.whole(bits(f))),
			[...]float64{0, 1, math.NaN(), math.Inf(1), math.MaxFloat64, 5e-324}[m.r.IntN(6)]}[m.r.IntN(5)])
	}
	return v.Interface()
}

func (m *mutator) whole(x uint64) uint64 {
	return [...]uint64{x ^ 1<<m.r.IntN(64), x + uint64(m.r.IntN(33)) - 16, m.r.Uint64() >> m.r.IntN(64), uint64(m.r.IntN(8)), -uint64(m.r.IntN(8))}[m.r.IntN(5)]
}

// bytes changes b up to four times.
func (m *mutator) bytes(b, other []byte, most int) []byte {
	for n := 1 + m.r.IntN(4)*m.r.IntN(2); n > 0; n-- {
		if len(b) == 0 {
			b = append(b, byte(m.r.IntN(256)))
			continue
		}
		at := m.r.IntN(len(b))
		switch m.r.IntN(10) {
		case 0, 1:
			b[at] ^= 1 << m.r.IntN(8)
		case 2:
			b[at] = [...]byte{0, 1, 127, 128, 255, ' ', '\n', '0', '"', byte(m.r.IntN(256))}[m.r.IntN(10)]
		case 3:
			m.number(b[at:])
		case 4: // without a part
			b = append(b[:at], b[at+m.length(len(b)-at):]...)
		case 5: // cut off
			b = b[:at]
		case 6, 7: // with a part of itself or of another entry
			from := other
			if len(from) == 0 || m.r.IntN(2) == 0 {
				from = b
			}
			k := m.r.IntN(len(from))
			b = insert(b, at, from[k:k+m.length(len(from)-k)], most)
		case 8: // a part over another
			k := m.r.IntN(len(b))
			copy(b[at:at+m.length(len(b)-at)], b[k:])
		case 9:
			b = insert(b, at, []byte{byte(m.r.IntN(256)), byte(m.r.IntN(256))}[:1+m.r.IntN(2)], most)
		}
	}
	return b
}

// length draws 1 to n, mostly small.
func (m *mutator) length(n int) int {
	if m.r.IntN(4) > 0 {
		n = min(n, 8)
	}
	return 1 + m.r.IntN(n)
}

// number writes a whole number of 2 to 8 bytes over the beginning of b: a little more or less than the present one, or
// a limit.
func (m *mutator) number(b []byte) {
	var order binary.AppendByteOrder = binary.LittleEndian
	if m.r.IntN(2) == 0 {
		order = binary.BigEndian
	}
	var at [8]byte
	var full []byte
	size := 2 << m.r.IntN(3)
	copy(at[:], b[:min(size, len(b))])
	x := m.r.Uint64() >> m.r.IntN(64)
	switch m.r.IntN(3) {
	case 0:
		x = 1<<m.r.IntN(64) - uint64(m.r.IntN(3))
	case 1:
		x = uint64(m.r.IntN(33)) - 16
		if order == binary.LittleEndian {
			x += binary.LittleEndian.Uint64(at[:])
		} else {
			x += binary.BigEndian.Uint64(at[:]) >> (64 - 8*size)
		}
	}
	full = order.AppendUint64(at[:0], x)
	if order == binary.BigEndian {
		full = full[8-size:]
	}
	copy(b, full[:size])
}

// insert puts part into b at a place if there is room; part may be a part of b.
func insert(b []byte, at int, part []byte, most int) []byte {
	if len(b)+len(part) > most {
		return b
	}
	var own [64]byte
	part = append(own[:0], part...)
	n := len(b)
	b = append(b, part...)
	copy(b[at+len(part):], b[at:n])
	copy(b[at:], part)
	return b
}

func bits(f float64) uint64 { return math.Float64bits(f) }
