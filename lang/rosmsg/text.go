package rosmsg

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// MarshalJSON writes the value with its fields in order; a time or duration is an object of secs and nsecs, an infinite
// number or NaN a text. Arrays of uint8 are arrays of numbers.
func (v *Value) MarshalJSON() ([]byte, error) { return v.json(nil), nil }

func (p *Part) json(b []byte) []byte {
	switch {
	case p.array():
		b = append(b, '[')
		for i := range p.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			b = p.At(i).json(b)
		}
		return append(b, ']')
	case p.m != nil:
		b = append(b, '{')
		for i := range p.list {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(strconv.AppendQuote(b, p.m.Fields[i].Name), ':')
			b = p.list[i].json(b)
		}
		return append(b, '}')
	case p.f.Kind == String:
		s, _ := json.Marshal(string(p.raw)) // a text has no faults
		return append(b, s...)
	}
	return p.scalar(b, true)
}

// scalar writes a single number or time.
func (p *Part) scalar(b []byte, quoted bool) []byte {
	switch x := p.Any().(type) {
	case bool:
		return strconv.AppendBool(b, x)
	case int64:
		return strconv.AppendInt(b, x, 10)
	case uint64:
		return strconv.AppendUint(b, x, 10)
	case float64:
		bits := 8 * p.f.Kind.size()
		if quoted && (math.IsInf(x, 0) || math.IsNaN(x)) {
			return strconv.AppendQuote(b, strconv.FormatFloat(x, 'g', -1, bits))
		}
		return strconv.AppendFloat(b, x, 'g', -1, bits)
	case wire.Time:
		return fmt.Appendf(b, `{"secs":%d,"nsecs":%d}`, x.Sec, x.Nsec)
	case wire.Duration:
		return fmt.Appendf(b, `{"secs":%d,"nsecs":%d}`, x.Sec, x.Nsec)
	}
	return b
}

// String writes the value as YAML for people, one field per line, as rostopic does.
func (v *Value) String() string { return string(v.yaml(nil, "")) }

func (p *Part) yaml(b []byte, indent string) []byte {
	for i := range p.list {
		f := &p.list[i]
		b = append(append(append(b, indent...), p.m.Fields[i].Name...), ':')
		switch {
		case f.array() && f.f.Kind == Nested:
			if f.Len() == 0 {
				b = append(b, " []\n"...)
				continue
			}
			b = append(b, '\n')
			for k := range f.list {
				b = append(append(b, indent...), "  -\n"...)
				b = f.list[k].yaml(b, indent+"    ")
			}
		case f.m != nil:
			b = append(b, '\n')
			b = f.yaml(b, indent+"  ")
		default:
			b = append(f.json(append(b, ' ')), '\n')
		}
	}
	return b
}

// Set sets the value from YAML or JSON: an object of fields (those not named are zero), an array of all fields in order
// or, for a message with one field, its value alone. The error has a line for each fault, with the path of the field.
func (v *Value) Set(text string) error {
	var x any
	if err := yaml.Unmarshal([]byte(text), &x); err != nil {
		return fmt.Errorf("%s: %s", v.Type.Name, strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	v.zero(v.Type)
	var all []error
	if x == nil {
		return nil
	}
	_, object := x.(map[string]any)
	_, array := x.([]any)
	if len(v.list) == 1 && !object && !(array && !v.list[0].array()) {
		if fs, ok := x.([]any); !ok || !v.list[0].array() || len(fs) != 1 || !isArray(fs[0]) {
			x = []any{x}
		}
	}
	v.set(v.Type.Name, x, &all)
	return errors.Join(all...)
}

func isArray(x any) bool { _, ok := x.([]any); return ok }

// set puts x, as read by package yaml, into p; faults are added to all.
func (p *Part) set(path string, x any, all *[]error) {
	wrong := func(format string, args ...any) {
		*all = append(*all, fmt.Errorf("%s: %w", path, fmt.Errorf(format, args...)))
	}
	switch x := x.(type) {
	case map[string]any:
		switch {
		case p.m != nil && !p.array():
			p.setFields(path, x, all)
		case !p.array() && (p.f.Kind == Time || p.f.Kind == Duration):
			p.setTime(path, x, all)
		default:
			wrong("an object is no %s", p.typeName())
		}
	case []any:
		switch {
		case p.array():
			p.setElements(path, x, all)
		case p.m != nil:
			if len(x) != len(p.list) {
				wrong("%d values for the %d fields of %s", len(x), len(p.list), p.typeName())
				return
			}
			for i := range x {
				p.list[i].set(path+"."+p.m.Fields[i].Name, x[i], all)
			}
		default:
			wrong("an array is no %s", p.typeName())
		}
	default:
		switch {
		case p.array() && p.f.Kind == Uint8 && p.f.Len == Any:
			s, _ := x.(string)
			b, err := base64.StdEncoding.DecodeString(s)
			if err != nil || s == "" {
				wrong("%v is no %s: write an array of numbers, or its bytes in base64", spelling.Clip(fmt.Sprint(x)), p.typeName())
				return
			}
			p.raw = b
		case p.array() || p.m != nil:
			wrong("%v is no %s", spelling.Clip(fmt.Sprint(x)), p.typeName())
		default:
			if err := p.setScalar(x); err != nil {
				wrong("%w", err)
			}
		}
	}
}

func (p *Part) setFields(path string, x map[string]any, all *[]error) {
	names := make([]string, len(p.m.Fields))
	for i := range p.m.Fields {
		names[i] = p.m.Fields[i].Name
		if y, ok := x[names[i]]; ok {
			p.list[i].set(path+"."+names[i], y, all)
		}
	}
	var unknown []string
	for n := range x {
		if p.Field(n) == nil {
			unknown = append(unknown, n)
		}
	}
	slices.Sort(unknown)
	for _, n := range unknown {
		*all = append(*all, fmt.Errorf("%s: %s has no field %s: %s", path, p.m.Name, spelling.Clip(n), spelling.Suggest(n, names)))
	}
}

func (p *Part) setElements(path string, x []any, all *[]error) {
	if n := p.f.Len; n != Any && len(x) != n {
		*all = append(*all, fmt.Errorf("%s: %d values for %s", path, len(x), p.f.Type()))
		return
	}
	if !p.f.packed() {
		p.resize(len(x))
	}
	p.raw = p.raw[:0]
	for i := range x {
		at := fmt.Sprintf("%s[%d]", path, i)
		if !p.f.packed() {
			p.list[i].set(at, x[i], all)
			continue
		}
		e := zero(p.f, true)
		e.set(at, x[i], all)
		p.raw = e.append(p.raw)
	}
}

func (p *Part) setTime(path string, x map[string]any, all *[]error) {
	var parts [2]uint32
	for i, names := range [][]string{{"secs", "sec"}, {"nsecs", "nsec", "nanosec"}} {
		for _, n := range names {
			y, ok := x[n]
			if !ok {
				continue
			}
			delete(x, n)
			k := Uint32
			if p.f.Kind == Duration {
				k = Int32
			}
			e := Part{f: &Field{Kind: k, Base: k.String(), Len: One}}
			if err := e.setScalar(y); err != nil {
				*all = append(*all, fmt.Errorf("%s.%s: %w", path, n, err))
			}
			parts[i] = uint32(e.bits)
		}
	}
	if len(x) > 0 {
		n := slices.Sorted(maps.Keys(x))[0]
		*all = append(*all, fmt.Errorf("%s: a %s has no %s: it has secs and nsecs", path, p.f.Kind, spelling.Clip(n)))
	}
	p.bits = uint64(parts[0]) | uint64(parts[1])<<32
}

// setScalar puts a single number, text or time into p.
func (p *Part) setScalar(x any) error {
	k := p.f.Kind
	bits := 8 * k.size()
	switch {
	case k == String:
		switch x := x.(type) {
		case string:
			p.raw = []byte(x)
		case nil:
			p.raw = nil
		default:
			p.raw = fmt.Append(nil, x)
		}
		return nil
	case k == Bool:
		b, ok := x.(bool)
		n, number := whole(x)
		if !ok && number && n.small() {
			b, ok = n.bits == 1, n.bits <= 1
		}
		return p.setNumber(uint64(wire.AppendBool(nil, b)[0]), ok, x)
	case k == Float32 || k == Float64:
		f, ok := float(x)
		if k == Float32 {
			return p.setNumber(uint64(math.Float32bits(float32(f))), ok && (math.IsInf(f, 0) || !math.IsInf(float64(float32(f)), 0)), x)
		}
		return p.setNumber(math.Float64bits(f), ok, x)
	case k == Time || k == Duration:
		return p.setSeconds(x)
	}
	n, ok := whole(x)
	signed := k == Int8 || k == Int16 || k == Int32 || k == Int64
	switch {
	case signed && n.negative:
		ok = ok && int64(n.bits) >= math.MinInt64>>(64-bits)
	case signed:
		ok = ok && n.bits <= math.MaxInt64>>(64-bits)
	default:
		ok = ok && !n.negative && n.bits <= math.MaxUint64>>(64-bits)
	}
	return p.setNumber(n.bits&(math.MaxUint64>>(64-bits)), ok, x)
}

// setSeconds takes a number of seconds for a time or duration.
func (p *Part) setSeconds(x any) error {
	f, ok := float(x)
	sec := math.Floor(f)
	nsec := math.Round((f - sec) * 1e9)
	if nsec == 1e9 {
		sec, nsec = sec+1, 0
	}
	if p.f.Kind == Duration {
		return p.setNumber(uint64(uint32(int32(sec)))|uint64(nsec)<<32, ok && sec >= math.MinInt32 && sec <= math.MaxInt32, x)
	}
	return p.setNumber(uint64(uint32(sec))|uint64(nsec)<<32, ok && sec >= 0 && sec <= math.MaxUint32, x)
}

// integer reads a whole number of 64 bits, signed or unsigned.
type integer struct {
	bits     uint64
	negative bool
}

func (n integer) small() bool { return !n.negative && n.bits <= 1 }

func whole(x any) (n integer, ok bool) {
	switch x := x.(type) {
	case uint64:
		return integer{x, false}, true
	case int64:
		return integer{uint64(x), x < 0}, true
	case int:
		return integer{uint64(x), x < 0}, true
	case float64:
		if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			return integer{uint64(int64(x)), x < 0}, true
		}
	}
	return n, false
}

func float(x any) (float64, bool) {
	switch x := x.(type) {
	case float64:
		return x, true
	case string:
		f, err := strconv.ParseFloat(x, 64) // also NaN and +Inf, as MarshalJSON writes them, and 1e-45, a text to YAML
		return f, err == nil && !strings.ContainsAny(x, "xX_")
	}
	n, ok := whole(x)
	if n.negative {
		return float64(int64(n.bits)), ok
	}
	return float64(n.bits), ok
}
