package scenario

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/tool/run"
)

// paramFields lists the fields of a program's parameters by their YAML names.
func paramFields(params any) (names []string, fields map[string]reflect.Value) {
	v := reflect.ValueOf(params).Elem()
	fields = map[string]reflect.Value{}
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		names, fields[name] = append(names, name), v.Field(i)
	}
	return names, fields
}

// fill returns a program's parameters with the settings given. bad is told of each setting that does not fit.
func fill(spec run.Spec, set []Setting, bad func(name, text string)) any {
	params := spec.Params()
	names, fields := paramFields(params)
	for _, s := range set {
		f, ok := fields[s.Name]
		if !ok {
			bad(s.Name, fmt.Sprintf("the program %s has no parameter %q: %s", spec.Name(), s.Name, near(s.Name, names)))
			continue
		}
		if want := assign(f, s.Value); want != "" {
			bad(s.Name, fmt.Sprintf("%s is %s: give %s", s.Name, s.Value.Text, want))
		}
	}
	return params
}

// assign sets a field; when that fails it says what should stand there.
func assign(f reflect.Value, v Value) string {
	if f.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(v.Text)
		if err != nil || !v.Word {
			return "a time with its unit such as 4ms"
		}
		f.SetInt(int64(d))
		return ""
	}
	switch f.Kind() {
	case reflect.Bool:
		if v.Word || v.Text != "true" && v.Text != "false" {
			return "true or false"
		}
		f.SetBool(v.Text == "true")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(v.Text, 10, f.Type().Bits())
		if err != nil || v.Word {
			return "a whole number"
		}
		f.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(v.Text, 10, f.Type().Bits())
		if err != nil || v.Word {
			return "a whole number from 0"
		}
		f.SetUint(n)
	case reflect.Float32, reflect.Float64:
		x, err := strconv.ParseFloat(v.Text, f.Type().Bits())
		if err != nil || v.Word {
			return "a number"
		}
		f.SetFloat(x)
	case reflect.String:
		if !v.Word && (strings.HasPrefix(v.Text, "[") || strings.HasPrefix(v.Text, "{")) {
			return "a word"
		}
		f.SetString(v.Text)
	default:
		return assignMany(f, v)
	}
	return ""
}

// assignMany sets a field that holds several values.
func assignMany(f reflect.Value, v Value) string {
	if f.Kind() == reflect.Array {
		var items []json.RawMessage
		if json.Unmarshal([]byte(v.Text), &items) != nil || len(items) != f.Len() {
			return fmt.Sprintf("a list of %d within a list, such as [%s]", f.Len(), example(f.Len()))
		}
	}
	if v.Word || run.Decode([]byte(v.Text), f.Addr().Interface()) != nil {
		return "a value such as " + strings.TrimSpace(sample(f))
	}
	return ""
}

func example(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("0, ", n), ", ") + "]" }

// sample is the field's value so far, as YAML.
func sample(f reflect.Value) string {
	b, err := yaml.MarshalWithOptions(f.Interface(), yaml.Flow(true))
	if err != nil {
		return f.Type().String()
	}
	return string(b)
}

// validate calls the parameters' own check, if they have one.
func validate(params any) []error {
	v, ok := params.(interface{ Validate() error })
	if !ok {
		return nil
	}
	return split(v.Validate())
}

// split takes joined errors apart.
func split(err error) (all []error) {
	if j, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range j.Unwrap() {
			all = append(all, split(e)...)
		}
		return all
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// canonical writes all parameters with their values.
func canonical(params any) (string, error) {
	b, err := yaml.Marshal(params)
	return string(b), err
}
