package folder

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// notFinite is the member that lists the numbers that JSON cannot represent.
const notFinite = "not_finite"

// JSON encodes a struct like encoding/json, but also numbers that JSON cannot represent: NaN and infinities become
// null, and the member not_finite lists them by path, as in {"tracking_max_mm": "+Inf"}.
func JSON(v any) ([]byte, error) {
	b, err := Line(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, b, "", "  ")
	return out.Bytes(), err
}

// Line is like JSON, but on one line.
func Line(v any) ([]byte, error) {
	e := &encoder{odd: map[string]string{}}
	if err := e.value(reflect.ValueOf(v), ""); err != nil {
		return nil, err
	}
	if len(e.odd) > 0 {
		if !bytes.HasSuffix(e.b, []byte("}")) {
			return nil, errors.New("a number is not finite outside any struct")
		}
		e.b = bytes.TrimSuffix(e.b, []byte("}"))
		e.separate('{')
		e.b = append(e.b, `"`+notFinite+`":`...)
		if err := e.plain(e.odd); err != nil {
			return nil, err
		}
		e.b = append(e.b, '}')
	}
	return append(e.b, '\n'), nil
}

type encoder struct {
	b   []byte
	odd map[string]string // numbers that are not finite, by path
}

// plain writes a value without such numbers.
func (e *encoder) plain(v any) error {
	var b bytes.Buffer
	j := json.NewEncoder(&b)
	j.SetEscapeHTML(false)
	if err := j.Encode(v); err != nil {
		return err
	}
	e.b = append(e.b, bytes.TrimSpace(b.Bytes())...)
	return nil
}

// separate writes a comma unless the last byte is opened.
func (e *encoder) separate(opened byte) {
	if e.b[len(e.b)-1] != opened {
		e.b = append(e.b, ',')
	}
}

func (e *encoder) value(v reflect.Value, path string) error {
	if !v.IsValid() {
		e.b = append(e.b, "null"...)
		return nil
	}
	switch v.Interface().(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return e.plain(v.Interface())
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if x := v.Float(); math.IsNaN(x) || math.IsInf(x, 0) {
			e.odd[path] = strconv.FormatFloat(x, 'g', -1, 64)
			e.b = append(e.b, "null"...)
			return nil
		}
	case reflect.Pointer, reflect.Interface:
		return e.value(v.Elem(), path) // a nil one has no value and becomes null
	case reflect.Struct:
		e.b = append(e.b, '{')
		if err := e.fields(v, path); err != nil {
			return err
		}
		e.b = append(e.b, '}')
		return nil
	case reflect.Map:
		return e.table(v, path)
	case reflect.Slice, reflect.Array:
		return e.list(v, path)
	}
	return e.plain(v.Interface())
}

func (e *encoder) list(v reflect.Value, path string) error {
	if v.Kind() == reflect.Slice && v.IsNil() || v.Type().Elem().Kind() == reflect.Uint8 {
		return e.plain(v.Interface())
	}
	e.b = append(e.b, '[')
	for i := range v.Len() {
		e.separate('[')
		if err := e.value(v.Index(i), path+"["+strconv.Itoa(i)+"]"); err != nil {
			return err
		}
	}
	e.b = append(e.b, ']')
	return nil
}

func (e *encoder) table(v reflect.Value, path string) error {
	if v.IsNil() || v.Type().Key().Kind() != reflect.String {
		return e.plain(v.Interface())
	}
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	e.b = append(e.b, '{')
	for _, k := range keys {
		if err := e.member(k.String(), v.MapIndex(k), path); err != nil {
			return err
		}
	}
	e.b = append(e.b, '}')
	return nil
}

func (e *encoder) member(name string, v reflect.Value, path string) error {
	e.separate('{')
	if err := e.plain(name); err != nil {
		return err
	}
	e.b = append(e.b, ':')
	if path != "" {
		name = path + "." + name
	}
	return e.value(v, name)
}

func (e *encoder) fields(v reflect.Value, path string) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch options := strings.Split(rest, ","); {
		case name == "-" || !f.IsExported() && !f.Anonymous,
			slices.Contains(options, "omitempty") && vacant(v.Field(i)), slices.Contains(options, "omitzero") && v.Field(i).IsZero():
			continue
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			if err := e.fields(v.Field(i), path); err != nil {
				return err
			}
			continue
		case slices.Contains(options, "string") || f.Anonymous && name == "":
			return fmt.Errorf("the field %s has a form that is not written here", f.Name)
		case name == "":
			name = f.Name
		}
		if err := e.member(name, v.Field(i), path); err != nil {
			return err
		}
	}
	return nil
}

// vacant reports whether omitempty leaves v out.
func vacant(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
