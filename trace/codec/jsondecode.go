package codec

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
)

// DecodeJSON sets the value at p, a pointer to a value of the codec's type, from JSON as AppendJSON writes it.
// Members that are left out keep their values; null sets slices and pointers to nil. Anything that does not fit is an
// error: names that are unknown or given twice, lists of another length than the array, numbers that do not fit,
// anything after the value. The error is diag.Faults, all of them, with lines and columns of data and the field as
// path; the value is then partly set.
func (c *Codec) DecodeJSON(data []byte, p unsafe.Pointer) error {
	r := &jsonReader{data: data, dec: json.NewDecoder(bytes.NewReader(data)), budget: 1<<20 + 1024*len(data)}
	r.dec.UseNumber()
	if r.value(reflect.NewAt(c.typ, p).Elem(), "") {
		r.at = r.start(r.dec.InputOffset())
		if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
			r.fault("", "something follows the value")
		}
	}
	return r.faults.Err()
}

// Bounds of the cost of a faulty text.
const (
	maxFaults = 20
	maxDepth  = 100 // of values that are skipped
)

// jsonReader reads one value token by token. Its methods return false when reading cannot go on.
type jsonReader struct {
	data   []byte
	dec    *json.Decoder
	at     int64 // where the latest token begins
	budget int
	faults diag.Faults
}

// start returns where the next token begins, from where the one before ended.
func (r *jsonReader) start(from int64) int64 {
	for from < int64(len(r.data)) && strings.IndexByte(" \t\r\n,:", r.data[from]) >= 0 {
		from++
	}
	return from
}

func (r *jsonReader) fault(path, format string, args ...any) {
	if len(r.faults) >= maxFaults {
		return
	}
	before := r.data[:r.at]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
	r.faults = append(r.faults, diag.Fault{Pos: diag.Pos{Line: line, Column: column}, Path: cmp.Or(path, "the value"), What: fmt.Sprintf(format, args...)})
}

// token reads the next token.
func (r *jsonReader) token(path string) (json.Token, bool) {
	r.at = r.start(r.dec.InputOffset())
	t, err := r.dec.Token()
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		r.at = int64(len(r.data))
		r.fault(path, "the text ends too early")
	case err != nil:
		r.fault(path, "this is not JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
	default:
		return t, true
	}
	return nil, false
}

// describe names a token for an error.
func describe(t json.Token) string {
	switch t := t.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(t)
	case json.Number:
		return "the number " + short(t.String())
	case string:
		return "the text " + strconv.Quote(short(t))
	case json.Delim:
		if t == '{' {
			return "an object"
		}
		return "a list"
	}
	return "something else"
}

func short(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}

// wrong reports a token of the wrong kind and skips the rest of its value.
func (r *jsonReader) wrong(path, want string, t json.Token) bool {
	r.fault(path, "%s is wanted here, not %s", want, describe(t))
	return r.skip(path, t)
}

// skip reads to the end of the value that begins with t.
func (r *jsonReader) skip(path string, t json.Token) bool {
	depth := 0
	for ok := true; ok; t, ok = r.token(path) {
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > maxDepth {
			r.fault(path, "too deep")
			return false
		}
		if depth <= 0 {
			return true
		}
	}
	return false
}

func (r *jsonReader) value(v reflect.Value, path string) bool {
	t, ok := r.token(path)
	return ok && r.set(v, path, t)
}

// set sets v from the value that begins with token t.
func (r *jsonReader) set(v reflect.Value, path string, t json.Token) bool {
	typ := v.Type()
	switch {
	case isTracer(typ):
		data, ok, goOn := r.base64(path, t)
		if ok {
			if err := tracerAt(typ, v.Addr().UnsafePointer()).DecodeTrace(data); err != nil {
				r.fault(path, "%v", err)
			}
		}
		return goOn
	case typ == durationType:
		return r.duration(v, path, t)
	case v.CanInt():
		return r.integer(v, path, t)
	case v.CanUint():
		return r.unsigned(v, path, t)
	case v.CanFloat():
		f, ok, goOn := r.float(path, t, typ.Bits())
		if ok {
			v.SetFloat(f)
		}
		return goOn
	}
	switch v.Kind() {
	case reflect.Bool:
		b, ok := t.(bool)
		if !ok {
			return r.wrong(path, "true or false", t)
		}
		v.SetBool(b)
		return true
	case reflect.String:
		s, ok := t.(string)
		if !ok {
			return r.wrong(path, "text", t)
		}
		v.SetString(s)
		return true
	case reflect.Complex64, reflect.Complex128:
		return r.complex(v, path, t)
	case reflect.Pointer:
		if t == nil {
			v.SetZero()
			return true
		}
		if v.IsNil() {
			if !r.take(path, int(typ.Elem().Size())) {
				return false
			}
			v.Set(reflect.New(typ.Elem()))
		}
		return r.set(v.Elem(), path, t)
	case reflect.Slice, reflect.Array:
		return r.list(v, path, t)
	}
	return r.object(v, path, t)
}

func (r *jsonReader) take(path string, n int) bool {
	if n > r.budget {
		r.fault(path, "too large")
		return false
	}
	r.budget -= n
	return true
}

func (r *jsonReader) integer(v reflect.Value, path string, t json.Token) bool {
	s, ok := t.(json.Number)
	if !ok {
		return r.wrong(path, "a whole number", t)
	}
	n, err := strconv.ParseInt(s.String(), 10, v.Type().Bits())
	if err != nil {
		r.fault(path, "%s is no whole number from %d to %d", short(s.String()), -1<<(v.Type().Bits()-1), int64(1)<<(v.Type().Bits()-1)-1)
		return true
	}
	v.SetInt(n)
	return true
}

func (r *jsonReader) unsigned(v reflect.Value, path string, t json.Token) bool {
	s, ok := t.(json.Number)
	if !ok {
		return r.wrong(path, "a whole number", t)
	}
	n, err := strconv.ParseUint(s.String(), 10, v.Type().Bits())
	if err != nil {
		r.fault(path, "%s is no whole number from 0 to %d", short(s.String()), uint64(math.MaxUint64)>>(64-v.Type().Bits()))
		return true
	}
	v.SetUint(n)
	return true
}

func (r *jsonReader) float(path string, t json.Token, bits int) (f float64, ok, goOn bool) {
	switch t {
	case "NaN":
		return math.NaN(), true, true
	case "Infinity":
		return math.Inf(1), true, true
	case "-Infinity":
		return math.Inf(-1), true, true
	}
	s, isNumber := t.(json.Number)
	if !isNumber {
		return 0, false, r.wrong(path, "a number", t)
	}
	f, err := strconv.ParseFloat(s.String(), bits)
	if err != nil {
		r.fault(path, "%s is beyond a float%d", short(s.String()), bits)
		return 0, false, true
	}
	return f, true, true
}

func (r *jsonReader) duration(v reflect.Value, path string, t json.Token) bool {
	switch t := t.(type) {
	case string:
		d, err := time.ParseDuration(t)
		if err != nil {
			r.fault(path, "%q is no duration: write 20ms, 1.5s or nanoseconds", short(t))
			return true
		}
		v.SetInt(int64(d))
		return true
	case json.Number:
		return r.integer(v, path, t)
	}
	return r.wrong(path, `a duration such as "20ms", or nanoseconds,`, t)
}

func (r *jsonReader) complex(v reflect.Value, path string, t json.Token) bool {
	if t != json.Delim('[') {
		return r.wrong(path, "[real, imaginary]", t)
	}
	var parts [2]float64
	pair := reflect.ValueOf(&parts).Elem()
	goOn := r.elements(path, 2, func(i int, path string) bool { return r.value(pair.Index(i), path) })
	v.SetComplex(complex(parts[0], parts[1]))
	return goOn
}

func (r *jsonReader) base64(path string, t json.Token) (data []byte, ok, goOn bool) {
	s, isText := t.(string)
	if !isText {
		return nil, false, r.wrong(path, "base64 text", t)
	}
	data, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil {
		r.fault(path, "this is not base64: %v", err)
		return nil, false, true
	}
	return data, true, true
}

func (r *jsonReader) list(v reflect.Value, path string, t json.Token) bool {
	slice := v.Kind() == reflect.Slice
	switch {
	case t == nil && slice:
		v.SetZero()
		return true
	case bytesOf(v.Type()):
		return r.blob(v, path, t)
	case t != json.Delim('['):
		return r.wrong(path, "a list", t)
	case !slice:
		return r.elements(path, v.Len(), func(i int, path string) bool { return r.value(v.Index(i), path) })
	}
	out := reflect.New(v.Type()).Elem()
	out.Set(reflect.MakeSlice(v.Type(), 0, 0))
	goOn := r.elements(path, -1, func(i int, path string) bool {
		if !r.take(path, int(v.Type().Elem().Size())) {
			return false
		}
		if out.Len() == out.Cap() {
			out.Grow(max(4, out.Len()))
		}
		out.SetLen(i + 1)
		return r.value(out.Index(i), path)
	})
	v.Set(out)
	return goOn
}

func (r *jsonReader) blob(v reflect.Value, path string, t json.Token) bool {
	data, ok, goOn := r.base64(path, t)
	switch {
	case !ok:
	case v.Kind() == reflect.Array && len(data) != v.Len():
		r.fault(path, "%d bytes where %d belong", len(data), v.Len())
	case v.Kind() == reflect.Array:
		copy(v.Slice(0, v.Len()).Bytes(), data)
	default:
		v.SetBytes(data)
	}
	return goOn
}

// elements reads a list whose bracket has been read: want elements, any number when want is −1.
func (r *jsonReader) elements(path string, want int, read func(i int, path string) bool) bool {
	i, open := 0, r.at
	for r.dec.More() {
		if want >= 0 && i >= want {
			t, ok := r.token(path)
			if !ok || !r.skip(path, t) {
				return false
			}
		} else if !read(i, indexed(path, i)) {
			return false
		}
		i++
	}
	if _, ok := r.token(path); !ok {
		return false
	}
	if want >= 0 && i != want {
		r.at = open
		r.fault(path, "%d elements where %d belong", i, want)
	}
	return true
}

func (r *jsonReader) object(v reflect.Value, path string, t json.Token) bool {
	if t != json.Delim('{') {
		return r.wrong(path, "an object", t)
	}
	fields := shown(v.Type())
	given := make([]bool, v.NumField())
	for r.dec.More() {
		key, ok := r.token(path)
		if !ok {
			return false
		}
		name, _ := key.(string)
		found := -1
		for _, i := range fields {
			if v.Type().Field(i).Name == name {
				found = i
			}
		}
		if found >= 0 && !given[found] {
			given[found] = true
			f := reflect.NewAt(v.Type().Field(found).Type, v.Field(found).Addr().UnsafePointer()).Elem()
			if !r.value(f, join(path, name)) {
				return false
			}
			continue
		}
		if found >= 0 {
			r.fault(join(path, name), "given twice")
		} else {
			r.fault(join(path, short(name)), "there is no such field; there are %s", strings.Join(names(v.Type(), fields), ", "))
		}
		if t, ok := r.token(path); !ok || !r.skip(path, t) {
			return false
		}
	}
	_, ok := r.token(path)
	return ok
}

func names(t reflect.Type, fields []int) []string {
	var all []string
	for _, i := range fields {
		all = append(all, t.Field(i).Name)
	}
	if len(all) == 0 {
		return []string{"none"}
	}
	return all
}
