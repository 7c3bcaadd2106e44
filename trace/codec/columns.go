package codec

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// Bounds of the flat view of a value: at most MaxColumns columns; for a slice, its length and its first SliceColumns
// elements.
const (
	MaxColumns   = 256
	SliceColumns = 8
)

// column finds one scalar in a value.
type column struct {
	name string
	hops []hop
	off  uintptr
	kind reflect.Kind // of the scalar; Slice means a slice's length
}

// hop adds off, then follows a pointer, or goes to an element of a slice.
type hop struct {
	off   uintptr
	slice bool
	index int
	size  uintptr
}

// Columns names the scalars of a value, flattened: "P.X", "R[4]", "Q.len", "Delay_ns". A value that is
// itself a scalar is called "value".
func (c *Codec) Columns() []string {
	names := make([]string, len(c.cols))
	for i := range c.cols {
		names[i] = c.cols[i].name
	}
	return names
}

// AppendCSV appends the scalars of the value at p in the order of Columns, separated by commas, to dst. A cell is
// empty if a nil pointer or a short slice has no value there.
func (c *Codec) AppendCSV(dst []byte, p unsafe.Pointer) []byte {
	for i := range c.cols {
		if i > 0 {
			dst = append(dst, ',')
		}
		if e := c.cols[i].find(p); e != nil {
			dst = c.cols[i].text(dst, e)
		}
	}
	return dst
}

// Numbers appends the scalars of the value at p in the order of Columns to dst: bools as 0 and 1, NaN for text and for
// absent values.
func (c *Codec) Numbers(dst []float64, p unsafe.Pointer) []float64 {
	for i := range c.cols {
		x := math.NaN()
		if e := c.cols[i].find(p); e != nil {
			x = c.cols[i].number(e)
		}
		dst = append(dst, x)
	}
	return dst
}

func (c *column) find(p unsafe.Pointer) unsafe.Pointer {
	for i := range c.hops {
		h := &c.hops[i]
		p = unsafe.Add(p, h.off)
		if !h.slice {
			if p = *(*unsafe.Pointer)(p); p == nil {
				return nil
			}
			continue
		}
		s := (*sliceHeader)(p)
		if h.index >= s.len {
			return nil
		}
		p = unsafe.Add(s.data, uintptr(h.index)*h.size)
	}
	return unsafe.Add(p, c.off)
}

func (c *column) number(p unsafe.Pointer) float64 {
	switch c.kind {
	case reflect.Float64:
		return *(*float64)(p)
	case reflect.Float32:
		return float64(*(*float32)(p))
	case reflect.Uint64:
		return float64(*(*uint64)(p))
	case reflect.String:
		return math.NaN()
	}
	return float64(c.integer(p))
}

func (c *column) integer(p unsafe.Pointer) int64 {
	switch c.kind {
	case reflect.Bool, reflect.Uint8:
		return int64(*(*uint8)(p))
	case reflect.Int8:
		return int64(*(*int8)(p))
	case reflect.Int16:
		return int64(*(*int16)(p))
	case reflect.Uint16:
		return int64(*(*uint16)(p))
	case reflect.Int32:
		return int64(*(*int32)(p))
	case reflect.Uint32:
		return int64(*(*uint32)(p))
	case reflect.Slice:
		return int64((*sliceHeader)(p).len)
	}
	return *(*int64)(p)
}

func (c *column) text(dst []byte, p unsafe.Pointer) []byte {
	switch c.kind {
	case reflect.Float64:
		return strconv.AppendFloat(dst, *(*float64)(p), 'g', -1, 64)
	case reflect.Float32:
		return strconv.AppendFloat(dst, float64(*(*float32)(p)), 'g', -1, 32)
	case reflect.Uint64:
		return strconv.AppendUint(dst, *(*uint64)(p), 10)
	case reflect.Bool:
		return strconv.AppendBool(dst, *(*bool)(p))
	case reflect.String:
		return AppendCell(dst, *(*string)(p))
	}
	return strconv.AppendInt(dst, c.integer(p), 10)
}

// AppendCell appends s as one CSV cell (RFC 4180), quoted if it contains a comma, a quote or a line break.
func AppendCell(dst []byte, s string) []byte {
	if !strings.ContainsAny(s, ",\"\r\n") {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	for i := range len(s) {
		if s[i] == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, s[i])
	}
	return append(dst, '"')
}

// columnsOf flattens a type that has been compiled, so all its parts are supported.
func columnsOf(t reflect.Type) []column {
	f := &flattener{}
	f.walk(t, "", nil, 0)
	for i := range f.cols {
		if f.cols[i].name == "" {
			f.cols[i].name = "value"
		}
	}
	return f.cols
}

type flattener struct{ cols []column }

func (f *flattener) add(name string, hops []hop, off uintptr, k reflect.Kind) {
	if len(f.cols) < MaxColumns {
		f.cols = append(f.cols, column{name, hops, off, k})
	}
}

func (f *flattener) walk(t reflect.Type, name string, hops []hop, off uintptr) {
	if isTracer(t) || len(f.cols) >= MaxColumns {
		return
	}
	via := func(h hop) []hop { return append(hops[:len(hops):len(hops)], h) }
	switch k := t.Kind(); k {
	case reflect.Struct:
		for i := range t.NumField() {
			sf := t.Field(i)
			if sf.Name == "_" {
				continue
			}
			n := sf.Name
			if elementOf(sf.Type) == durationType {
				n += "_ns"
			}
			f.walk(sf.Type, join(name, n), hops, off+sf.Offset)
		}
	case reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range min(t.Len(), MaxColumns) {
			f.walk(t.Elem(), indexed(name, i), hops, off+uintptr(i)*t.Elem().Size())
		}
	case reflect.Slice:
		f.add(strings.TrimPrefix(name+".len", "."), hops, off, k)
		if t.Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range SliceColumns {
			f.walk(t.Elem(), indexed(name, i), via(hop{off, true, i, t.Elem().Size()}), 0)
		}
	case reflect.Pointer:
		f.walk(t.Elem(), name, via(hop{off: off}), 0)
	case reflect.Complex64:
		f.add(join(name, "re"), hops, off, reflect.Float32)
		f.add(join(name, "im"), hops, off+4, reflect.Float32)
	case reflect.Complex128:
		f.add(join(name, "re"), hops, off, reflect.Float64)
		f.add(join(name, "im"), hops, off+8, reflect.Float64)
	case reflect.Int, reflect.Uint:
		f.add(name, hops, off, sized(t))
	default:
		f.add(name, hops, off, k)
	}
}

// sized returns the kind of fixed size that an int or uint has on this machine.
func sized(t reflect.Type) reflect.Kind {
	switch {
	case t.Kind() == reflect.Int && t.Size() == 4:
		return reflect.Int32
	case t.Kind() == reflect.Int:
		return reflect.Int64
	case t.Size() == 4:
		return reflect.Uint32
	}
	return reflect.Uint64
}

func indexed(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }
