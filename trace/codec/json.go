package codec

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"time"
	"unicode/utf8"
	"unsafe"
)

// The JSON of a value, for people and pages, as AppendJSON writes and DecodeJSON reads it:
//
//	bool, numbers              as JSON has them; NaN and infinities are "NaN", "Infinity", "-Infinity"
//	time.Duration              "20ms"; read also from a number of nanoseconds
//	complex                    [real, imaginary]
//	string                     text; bytes that are not UTF-8 become U+FFFD
//	[]byte, [n]byte, Tracer    base64
//	slices and arrays          lists; null is a nil slice
//	pointers                   null, or what they point to
//	struct                     an object with a member per field, by its Go name; embedded ones by their type's name
//
// Unexported fields are left out, unless a struct has no others.

// AppendJSON appends the value at p, a pointer to a value of the codec's type, to dst.
func (c *Codec) AppendJSON(dst []byte, p unsafe.Pointer) []byte {
	w := jsonWriter{digits: -1}
	return w.value(dst, reflect.NewAt(c.typ, p).Elem())
}

// AppendShort appends the value at p in about max bytes: floats have five digits, and the text is cut off with
// "…".
func (c *Codec) AppendShort(dst []byte, p unsafe.Pointer, max int) []byte {
	start := len(dst)
	w := jsonWriter{digits: 5, limit: start + max}
	dst = w.value(dst, reflect.NewAt(c.typ, p).Elem())
	if len(dst)-start <= max {
		return dst
	}
	cut := start + max
	for cut > start && !utf8.RuneStart(dst[cut]) {
		cut--
	}
	return append(dst[:cut], "…"...)
}

// Size returns the bytes that Append writes for the value at p, not counting what a Tracer writes.
func (c *Codec) Size(p unsafe.Pointer) int {
	if c.root == nil {
		return 0
	}
	return c.root.size(p)
}

// jsonWriter writes JSON; past limit, if there is one, it leaves out the rest.
type jsonWriter struct {
	digits int
	limit  int
}

func (w *jsonWriter) full(dst []byte) bool { return w.limit > 0 && len(dst) > w.limit }

func (w *jsonWriter) value(dst []byte, v reflect.Value) []byte {
	t := v.Type()
	switch {
	case isTracer(t):
		return appendBase64(dst, tracerAt(t, v.Addr().UnsafePointer()).AppendTrace(nil))
	case t == durationType:
		return w.text(dst, time.Duration(v.Int()).String())
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.Float32:
		return w.float(dst, v.Float(), 32)
	case reflect.Float64:
		return w.float(dst, v.Float(), 64)
	case reflect.Complex64, reflect.Complex128:
		bits := t.Bits() / 2
		dst = append(w.float(append(dst, '['), real(v.Complex()), bits), ',')
		return append(w.float(dst, imag(v.Complex()), bits), ']')
	case reflect.String:
		return w.text(dst, v.String())
	case reflect.Pointer:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return w.value(dst, v.Elem())
	case reflect.Slice, reflect.Array:
		return w.list(dst, v)
	}
	return w.object(dst, v)
}

func (w *jsonWriter) float(dst []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(dst, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(dst, `"-Infinity"`...)
	}
	return strconv.AppendFloat(dst, f, 'g', w.digits, bits)
}

func (w *jsonWriter) text(dst []byte, s string) []byte {
	if w.limit > 0 && len(s) > w.limit {
		s = s[:w.limit]
	}
	b, err := json.Marshal(s)
	if err != nil { // no string fails
		return append(dst, `""`...)
	}
	return append(dst, b...)
}

func appendBase64(dst, data []byte) []byte {
	return append(base64.StdEncoding.AppendEncode(append(dst, '"'), data), '"')
}

// bytesOf reports whether t is a slice or array of bytes.
func bytesOf(t reflect.Type) bool {
	return (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem().Kind() == reflect.Uint8 && !isTracer(t.Elem())
}

func (w *jsonWriter) list(dst []byte, v reflect.Value) []byte {
	switch {
	case v.Kind() == reflect.Slice && v.IsNil():
		return append(dst, "null"...)
	case bytesOf(v.Type()):
		n := v.Len()
		if w.limit > 0 {
			n = min(n, w.limit)
		}
		return appendBase64(dst, v.Slice(0, n).Bytes())
	}
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		if w.full(dst) {
			break
		}
		dst = w.value(dst, v.Index(i))
	}
	return append(dst, ']')
}

// shown lists the fields of a struct that JSON includes.
func shown(t reflect.Type) []int {
	var open, hidden []int
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case f.Name == "_":
		case f.IsExported():
			open = append(open, i)
		default:
			hidden = append(hidden, i)
		}
	}
	if len(open) == 0 {
		return hidden
	}
	return open
}

func (w *jsonWriter) object(dst []byte, v reflect.Value) []byte {
	dst = append(dst, '{')
	for k, i := range shown(v.Type()) {
		if k > 0 {
			dst = append(dst, ',')
		}
		if w.full(dst) {
			break
		}
		f := v.Type().Field(i)
		dst = append(w.text(dst, f.Name), ':')
		// an unexported field is reached by its address
		dst = w.value(dst, reflect.NewAt(f.Type, v.Field(i).Addr().UnsafePointer()).Elem())
	}
	return append(dst, '}')
}
