package grammar

import (
	"encoding"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// decode parses one word into x, a value of the field's type; slices and maps are appended to.
func (v *Value) decode(x reflect.Value, text string) error {
	var err error
	switch {
	case x.Kind() == reflect.Slice && v.Flag:
		for _, part := range v.parts(text, "sep", ',') {
			if err == nil {
				err = v.element(x, part)
			}
		}
	case x.Kind() == reflect.Slice:
		err = v.element(x, text)
	case x.Kind() == reflect.Map:
		if x.IsNil() {
			x.Set(reflect.MakeMap(x.Type()))
		}
		for _, part := range v.parts(text, "mapsep", ';') {
			key, value, ok := strings.Cut(part, "=")
			if !ok {
				return fmt.Errorf("%v: expected \"<key>=<value>\" but got %q", v, part)
			}
			x.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(value))
		}
	default:
		err = v.scalar(x, text)
	}
	if err != nil {
		return fmt.Errorf("%v: %w", v, err)
	}
	return nil
}

// element appends a word to a slice.
func (v *Value) element(to reflect.Value, text string) error {
	e := reflect.New(to.Type().Elem()).Elem()
	err := v.scalar(e, text)
	to.Set(reflect.Append(to, e))
	return err
}

// parts splits a flag's value at its separators, unless its tag says that it has none. A backslash escapes a separator.
func (v *Value) parts(text, tag string, separator rune) (all []string) {
	if v.Tag.Get(tag) == "none" {
		return []string{text}
	}
	var part strings.Builder
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			if r != separator {
				part.WriteByte('\\')
			}
			part.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case r == separator:
			all = append(all, part.String())
			part.Reset()
		default:
			part.WriteRune(r)
		}
	}
	if escaped {
		part.WriteByte('\\')
	}
	if part.Len() > 0 {
		all = append(all, part.String())
	}
	return all
}

// scalar parses a word.
func (v *Value) scalar(x reflect.Value, text string) (err error) {
	if u, ok := x.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch {
	case x.Kind() == reflect.Pointer:
		e := reflect.New(x.Type().Elem())
		x.Set(e)
		return v.scalar(e.Elem(), text)
	case x.Kind() == reflect.String:
		text, err = v.file(text)
		x.SetString(text)
	case x.Kind() == reflect.Bool:
		var is bool
		is, err = truth(text)
		x.SetBool(is)
	case x.Type() == durationType:
		d, bad := time.ParseDuration(text)
		if bad != nil {
			return fmt.Errorf("expected duration but got %q: %w", text, bad)
		}
		x.SetInt(int64(d))
	case x.CanInt():
		n, bad := strconv.ParseInt(text, 0, x.Type().Bits())
		if bad != nil {
			return fmt.Errorf("expected a valid %d bit int but got %q", x.Type().Bits(), text)
		}
		x.SetInt(n)
	case x.CanUint():
		n, bad := strconv.ParseUint(text, 0, x.Type().Bits())
		if bad != nil {
			return fmt.Errorf("expected a valid %d bit uint but got %q", x.Type().Bits(), text)
		}
		x.SetUint(n)
	default: // readable admits no other kinds
		f, bad := strconv.ParseFloat(text, x.Type().Bits())
		if bad != nil {
			return fmt.Errorf("expected a float but got %q (string)", text)
		}
		x.SetFloat(f)
	}
	return err
}

// truth parses a bool.
func truth(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "1", "yes":
		return true, nil
	case "false", "0", "no":
		return false, nil
	}
	return false, fmt.Errorf("bool value must be true, 1, yes, false, 0 or no but got %q", text)
}

// file makes a path absolute and checks that it exists, if the tag says that the text is a path. - is not a path.
func (v *Value) file(text string) (string, error) {
	kind := v.Tag.Get("type")
	if kind == "" || text == "-" {
		return text, nil
	}
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(text, "~/") {
		text = filepath.Join(home, text[2:])
	} else if abs, err := filepath.Abs(text); err == nil {
		text = abs
	}
	if kind == "path" {
		return text, nil
	}
	info, err := os.Stat(text)
	switch {
	case err != nil:
	case kind == "existingfile" && info.IsDir():
		err = fmt.Errorf("%q exists but is a directory", text)
	case kind == "existingdir" && !info.IsDir():
		err = fmt.Errorf("%q exists but is not a directory", text)
	}
	return text, err
}

// word names the kind of a flag's value in messages.
func (v *Value) word() string {
	t := v.Target.Type()
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	switch k := t.Kind(); {
	case v.Tag.Get("type") != "":
		return "file"
	case t == durationType:
		return "duration"
	case k == reflect.Map:
		return "map"
	case k == reflect.String:
		return "string"
	case k >= reflect.Int && k <= reflect.Int64:
		return "int"
	case k >= reflect.Uint && k <= reflect.Uint64:
		return "uint"
	}
	return "float"
}

// missing says that a value is missing.
func (v *Value) missing() string {
	switch {
	case v.Target.Kind() == reflect.Map:
		return `missing value, expecting "<key>=<value>` + v.tail() + `"`
	case v.Target.Kind() == reflect.Slice:
		return `missing value, expecting "<arg>` + v.tail() + `"`
	}
	return "expected " + v.word() + ` value but got "EOL" (<EOL>)`
}

// oneOf checks that a value is one of those allowed by its tag.
func (v *Value) oneOf(x reflect.Value) error {
	if x.Kind() == reflect.Slice {
		for i := range x.Len() {
			if err := v.oneOf(x.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
	is, quoted := fmt.Sprint(x.Interface()), []string{}
	for e := range strings.SplitSeq(v.Enum, ",") {
		if e = strings.TrimSpace(e); e == is {
			return nil
		}
		quoted = append(quoted, strconv.Quote(e))
	}
	return fmt.Errorf("%v must be one of %s but got %q", v, strings.Join(quoted, ","), is)
}
