package codec

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
)

// decoder bounds what one Decode may allocate, whatever the data claim.
type decoder struct{ budget int }

// at adds the name of a field to an error.
func at(name string, err error) error {
	if f, ok := err.(diag.Fault); ok {
		f.Path = name + "." + f.Path
		return f
	}
	return diag.Fault{Path: name, What: err.Error()}
}

func (d *decoder) take(n int) error {
	if n < 0 || n > d.budget {
		return fmt.Errorf("wants more memory than its data can fill")
	}
	d.budget -= n
	return nil
}

func (d *decoder) message(m *message, data []byte, p unsafe.Pointer) error {
	var filled []int // elements set so far of each array
	for len(data) > 0 {
		key, n := binary.Uvarint(data)
		if n <= 0 || key>>3 == 0 || key>>3 > 1<<29-1 {
			return fmt.Errorf("%d bytes before the end there is no field", len(data))
		}
		raw, rest, err := value(data[n:], int(key&7))
		num := key >> 3
		if num > uint64(len(m.fields)) {
			if err != nil {
				return fmt.Errorf("unknown field %d: %w", num, err)
			}
			data = rest
			continue
		}
		f := &m.fields[num-1]
		if err == nil && int(f.tag[0]&7) != int(key&7) {
			err = fmt.Errorf("wire type %d where %d belongs: the recording's type differs from the program's", key&7, f.tag[0]&7)
		}
		if err == nil && f.count == array && f.kind != number && f.kind != blob {
			if filled == nil {
				filled = make([]int, len(m.fields))
			}
			if filled[num-1] == f.n {
				err = fmt.Errorf("more than its %d elements", f.n)
			} else {
				err = d.element(f, raw, unsafe.Add(p, f.off+uintptr(filled[num-1])*f.size))
				filled[num-1]++
			}
		} else if err == nil {
			err = d.field(f, raw, unsafe.Add(p, f.off))
		}
		if err != nil {
			return at(f.name, err)
		}
		data = rest
	}
	return nil
}

// value splits the value of a field off data: the bytes of a fixed or length-delimited value, or of a varint.
func value(data []byte, wire int) (raw, rest []byte, err error) {
	n := 0
	switch wire {
	case 0:
		if _, n = binary.Uvarint(data); n <= 0 {
			return nil, nil, fmt.Errorf("its varint is cut short")
		}
	case 1:
		n = 8
	case 5:
		n = 4
	case 2:
		l, k := binary.Uvarint(data)
		if k <= 0 || l > uint64(len(data)-k) {
			return nil, nil, fmt.Errorf("its length goes beyond the data")
		}
		return data[k : k+int(l)], data[k+int(l):], nil
	default:
		return nil, nil, fmt.Errorf("wire type %d is not one of protobuf's that Sinew writes", wire)
	}
	if n > len(data) {
		return nil, nil, fmt.Errorf("its value is cut short")
	}
	return data[:n], data[n:], nil
}

// field sets a single value, packed numbers, bytes, or the next element of a slice; p is the field's address.
func (d *decoder) field(f *field, raw []byte, p unsafe.Pointer) error {
	switch {
	case f.kind == blob && f.count == array:
		if len(raw) != f.n {
			return fmt.Errorf("%d bytes where %d belong", len(raw), f.n)
		}
		copy(unsafe.Slice((*byte)(p), f.n), raw)
	case f.kind == blob:
		if err := d.take(len(raw)); err != nil {
			return err
		}
		s := reflect.MakeSlice(f.typ, len(raw), len(raw))
		copy(unsafe.Slice((*byte)(s.UnsafePointer()), len(raw)), raw)
		reflect.NewAt(f.typ, p).Elem().Set(s)
	case f.kind == number && f.count != one:
		return d.packed(f, raw, p)
	case f.count == list:
		s := reflect.NewAt(f.typ, p).Elem()
		if err := d.grow(s); err != nil {
			return err
		}
		h := (*sliceHeader)(p)
		return d.element(f, raw, unsafe.Add(h.data, uintptr(h.len-1)*f.size))
	default:
		return d.element(f, raw, p)
	}
	return nil
}

// grow adds a zero element.
func (d *decoder) grow(s reflect.Value) error {
	n := s.Len()
	if n == s.Cap() {
		if err := d.take(max(4, 2*n) * int(s.Type().Elem().Size())); err != nil {
			return err
		}
		s.Grow(max(4, n))
	}
	s.SetLen(n + 1)
	return nil
}

func (d *decoder) packed(f *field, raw []byte, p unsafe.Pointer) error {
	w := wireSize[f.width]
	n := len(raw) / w
	if len(raw)%w != 0 {
		return fmt.Errorf("%d bytes are no multiple of %d", len(raw), w)
	}
	first := p
	if f.count == array {
		if n != f.n {
			return fmt.Errorf("%d elements where %d belong", n, f.n)
		}
	} else {
		if err := d.take(n * int(f.size)); err != nil {
			return err
		}
		s := reflect.MakeSlice(f.typ, n, n)
		reflect.NewAt(f.typ, p).Elem().Set(s)
		first = s.UnsafePointer()
	}
	for i := range n {
		if err := get(raw[i*w:(i+1)*w], unsafe.Add(first, uintptr(i)*f.size), f.width); err != nil {
			return err
		}
	}
	return nil
}

// get sets one number from its bytes on the wire.
func get(raw []byte, dst unsafe.Pointer, w width) error {
	if w == w1 {
		v, n := binary.Uvarint(raw)
		if n <= 0 || v > 1 {
			return fmt.Errorf("a bool that is neither 0 nor 1")
		}
		*(*byte)(dst) = byte(v)
		return nil
	}
	if w == w8 {
		*(*uint64)(dst) = binary.LittleEndian.Uint64(raw)
		return nil
	}
	v := binary.LittleEndian.Uint32(raw)
	lo, hi := int64(0), int64(0)
	switch w {
	case w4:
		*(*uint32)(dst) = v
		return nil
	case wu8:
		*(*uint8)(dst), hi = uint8(v), 1<<8-1
	case wu16:
		*(*uint16)(dst), hi = uint16(v), 1<<16-1
	case wi8:
		*(*int8)(dst), lo, hi = int8(v), -1<<7, 1<<7-1
	case wi16:
		*(*int16)(dst), lo, hi = int16(v), -1<<15, 1<<15-1
	}
	x := int64(v)
	if lo < 0 {
		x = int64(int32(v))
	}
	if x < lo || x > hi {
		return fmt.Errorf("%d is outside its range %d to %d", x, lo, hi)
	}
	return nil
}

// element sets one element that is not a packed number.
func (d *decoder) element(f *field, raw []byte, p unsafe.Pointer) error {
	switch f.kind {
	case number:
		return get(raw, p, f.width)
	case text:
		if err := d.take(len(raw)); err != nil {
			return err
		}
		*(*string)(p) = string(raw)
	case group:
		return d.message(f.msg, raw, p)
	case link:
		ptr := *(*unsafe.Pointer)(p)
		if ptr == nil {
			if err := d.take(int(f.elem.Size())); err != nil {
				return err
			}
			v := reflect.New(f.elem)
			ptr = v.UnsafePointer()
			*(*unsafe.Pointer)(p) = ptr
		}
		return d.message(f.msg, raw, ptr)
	case self:
		if err := d.take(len(raw)); err != nil {
			return err
		}
		return tracerAt(f.elem, p).DecodeTrace(raw)
	}
	return nil
}
