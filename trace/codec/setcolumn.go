package codec

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// SetColumn sets the scalar called name by Columns, in the value at p, from the text of a CSV cell as AppendCSV writes
// it. Nil pointers on the path are allocated, and slices grow as needed, up to SliceColumns elements. The error says
// what the cell should hold.
func (c *Codec) SetColumn(p unsafe.Pointer, name, text string) error {
	if !slices.ContainsFunc(c.cols, func(x column) bool { return x.name == name }) {
		return fmt.Errorf("%v has no column %s", c.typ, name)
	}
	v := reflect.NewAt(c.typ, p).Elem()
	if name == "value" && c.cols[0].name == name && v.Kind() != reflect.Struct {
		name = ""
	}
	return setColumn(v, name, strings.TrimSpace(text))
}

// setColumn goes down into v along path.
func setColumn(v reflect.Value, path, text string) error {
	path = strings.TrimPrefix(path, ".")
	v = reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem() // unexported fields too
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return setColumn(v.Elem(), path, text)
	case reflect.Struct:
		name, rest := path, ""
		if i := strings.IndexAny(path, ".["); i >= 0 {
			name, rest = path[:i], path[i:]
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Name == name && elementOf(f.Type) != durationType || f.Name+"_ns" == name && elementOf(f.Type) == durationType {
				return setColumn(v.Field(i), rest, text)
			}
		}
	case reflect.Slice:
		if path == "len" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > SliceColumns {
				return fmt.Errorf("%q is no length from 0 to %d", short(text), SliceColumns)
			}
			resize(v, n)
			return nil
		}
		return setElement(v, path, text)
	case reflect.Array:
		return setElement(v, path, text)
	}
	return setScalar(v, path, text)
}

func setElement(v reflect.Value, path, text string) error {
	number, rest, _ := strings.Cut(strings.TrimPrefix(path, "["), "]")
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || v.Kind() == reflect.Array && i >= v.Len() || i >= MaxColumns {
		return fmt.Errorf("there is no element %s", short(path))
	}
	if v.Kind() == reflect.Slice && i >= v.Len() {
		resize(v, i+1)
	}
	return setColumn(v.Index(i), rest, text)
}

func resize(v reflect.Value, n int) {
	s := reflect.MakeSlice(v.Type(), n, n)
	reflect.Copy(s, v)
	v.Set(s)
}

func setScalar(v reflect.Value, path, text string) error {
	bits := 64
	if k := v.Kind(); k != reflect.Bool && k != reflect.String {
		bits = v.Type().Bits()
	}
	switch {
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", short(text))
		}
		v.SetBool(b)
	case v.CanInt():
		n, ok := parseWhole(text, bits)
		if !ok {
			return fmt.Errorf("%q is no whole number of %d bits", short(text), bits)
		}
		v.SetInt(n)
	case v.CanUint():
		n, err := strconv.ParseUint(text, 10, bits)
		if err != nil {
			return fmt.Errorf("%q is no whole number from 0 on of %d bits", short(text), bits)
		}
		v.SetUint(n)
	default:
		if v.CanComplex() {
			bits /= 2
		}
		x, err := strconv.ParseFloat(text, bits)
		if err != nil {
			return fmt.Errorf("%q is no number", short(text))
		}
		switch {
		case v.CanFloat():
			v.SetFloat(x)
		case path == "re":
			v.SetComplex(complex(x, imag(v.Complex())))
		default:
			v.SetComplex(complex(real(v.Complex()), x))
		}
	}
	return nil
}

// parseWhole also accepts whole numbers with decimals, which spreadsheets write.
func parseWhole(text string, bits int) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, bits)
	if err == nil {
		return n, true
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) > 1<<53 || math.Abs(x) >= math.Ldexp(1, bits-1) {
		return 0, false
	}
	return int64(x), true
}
