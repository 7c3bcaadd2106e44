package mock

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// maxSilence is how many calls in a row may return no event; after that the script is treated as ended.
const maxSilence = 100_000

// scriptDoor feeds one door from a script.
type scriptDoor struct {
	s       *script
	door    place
	command *codec.Codec // of actuators
	base    []byte
	last    []byte // of devices: their last answer
	offset  reactor.Time
	period  reactor.Time // of events
	n       int          // calls so far
	text    []byte
}

// door makes the source of one door. It tries the script's function on a copy of the script, except for actuators,
// whose commands are not known yet.
func (s *script) door(d *place) (source, error) {
	if d.Command == nil {
		trial, err := openScript(s.file)
		if err != nil {
			return nil, err
		}
		x, err := trial.prepare(d)
		if err != nil {
			return nil, err
		}
		if _, err = x.ask(reactor.Tag{Time: x.offset}, reflect.New(d.Type).UnsafePointer(), nil); err != nil {
			return nil, err
		}
	}
	return s.prepare(d)
}

// prepare reads the globals that concern a door.
func (s *script) prepare(d *place) (*scriptDoor, error) {
	x := &scriptDoor{s: s, door: *d}
	fault := func(format string, args ...any) error {
		return s.fault("", fmt.Sprintf(format, args...))
	}
	if d.Command != nil {
		var err error
		if x.command, err = codec.For(d.Command, ""); err != nil {
			return nil, fault("%v", err)
		}
	}
	v := reflect.New(d.Type).UnsafePointer()
	if base := s.vm.Global("base"); !base.IsNil() {
		if err := x.decode(base, v); err != nil {
			return nil, fault("base: %v", err)
		}
	}
	x.base = d.codec.Append(nil, v)
	x.last = slices.Clone(x.base)
	if d.asked() {
		return x, nil
	}
	for _, g := range []struct {
		name string
		to   *reactor.Time
		ok   func(t float64) bool
		want string
	}{
		{"period", &x.period, func(t float64) bool { return t >= 1e-6 }, "seconds between events"},
		{"offset", &x.offset, func(t float64) bool { return t >= 0 }, "the time of the first event, in seconds"},
	} {
		l := s.vm.Global(g.name)
		if l.IsNil() && g.name == "offset" {
			continue
		}
		t, ok := l.AsFloat()
		if !ok || !g.ok(t) || t > 1e9 {
			return nil, fault("the global %s is %s; set it to %s, for %s is sent events", g.name, s.show(l), g.want, d.Path)
		}
		*g.to = reactor.Time(math.Round(t * 1e9))
	}
	return x, nil
}

// Next implements reactor.EventSource.
func (x *scriptDoor) Next(v unsafe.Pointer) (reactor.Tag, bool) {
	for range maxSilence {
		tag := reactor.Tag{Time: x.offset + reactor.Time(x.n)*x.period}
		there, err := x.ask(tag, v, nil)
		if err != nil {
			panic(err)
		}
		if there {
			return tag, true
		}
	}
	return reactor.Tag{}, false
}

// Answer implements reactor.DeviceSource.
func (x *scriptDoor) Answer(tag reactor.Tag, v unsafe.Pointer) bool {
	there, err := x.ask(tag, v, x.door.Sent)
	if err != nil {
		panic(err)
	}
	if there {
		x.last = x.door.codec.Append(x.last[:0], v)
	} else {
		_ = x.door.codec.Decode(x.last, v)
	}
	return true
}

// ask calls the script's function and writes the result to v; it is false for nil.
func (x *scriptDoor) ask(tag reactor.Tag, v, sent unsafe.Pointer) (there bool, err error) {
	s := x.s
	s.mu.Lock()
	defer s.mu.Unlock()
	x.n++
	command, path := lua.Nil, lua.Nil
	err = s.vm.Try(func() {
		path = s.vm.String(x.door.Path)
		if x.command != nil {
			command = s.table(x.command.AppendJSON(nil, sent), x.door.Command)
		}
	})
	if err == nil {
		_, err = s.vm.Call(s.vm.Global("value"), lua.Float(float64(tag.Time)/1e9), lua.Int(int64(x.n)), path, command)
	}
	if err != nil {
		return false, s.wrong(x.door.Path, err)
	}
	result := s.vm.Result(0)
	if result.IsNil() {
		return false, nil
	}
	_ = x.door.codec.Decode(x.base, v)
	if err := x.decode(result, v); err != nil {
		return false, s.fault(x.door.Path, fmt.Sprintf("value(%g, %d) returned something that is no %v: %v", float64(tag.Time)/1e9, x.n, x.door.Type, err))
	}
	if err := x.door.Param.Check(reflect.NewAt(x.door.Type, v).Elem()); err != nil {
		return false, s.fault(x.door.Path, fmt.Sprintf("value(%g, %d): %v", float64(tag.Time)/1e9, x.n, err))
	}
	return true, nil
}

// decode sets the value at v from a Lua value.
func (x *scriptDoor) decode(l lua.Value, v unsafe.Pointer) error {
	text, err := x.s.appendLua(x.text[:0], l, x.door.Type, 0)
	if err != nil {
		return err
	}
	x.text = text
	err = x.door.codec.DecodeJSON(text, v)
	var faults diag.Faults
	if errors.As(err, &faults) {
		return errors.New(strings.ReplaceAll(faults.Unplaced().Error(), "\n", "; "))
	}
	return err
}

// appendLua writes a Lua value as JSON; t decides whether an empty table is a list.
func (s *script) appendLua(b []byte, l lua.Value, t reflect.Type, depth int) ([]byte, error) {
	if len(b) > 1<<20 || depth > 50 {
		return b, errors.New("the table is too large")
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch l.Type() {
	case "boolean":
		return strconv.AppendBool(b, l.Truth()), nil
	case "string":
		text, err := json.Marshal(s.vm.Text(l))
		return append(b, text...), err
	case "number":
		return appendNumber(b, l), nil
	case "table":
		if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) || t == nil && s.vm.Len(l) > 0 {
			return s.appendList(b, l, t, depth)
		}
		return s.appendObject(b, l, t, depth)
	case "nil":
		return append(b, "null"...), nil
	}
	return b, fmt.Errorf("a %s is no value", l.Type())
}

func appendNumber(b []byte, l lua.Value) []byte {
	x, _ := l.AsFloat()
	i, whole := l.AsInt()
	switch {
	case whole:
		return strconv.AppendInt(b, i, 10)
	case math.IsNaN(x):
		return append(b, `"NaN"`...)
	case math.IsInf(x, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(x, -1):
		return append(b, `"-Infinity"`...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

func (s *script) appendList(b []byte, l lua.Value, t reflect.Type, depth int) (_ []byte, err error) {
	var of reflect.Type
	if t != nil {
		of = t.Elem()
	}
	n := 0
	for range s.vm.Pairs(l) {
		n++
	}
	if n != s.vm.Len(l) {
		return b, errors.New("a list has gaps or names in it")
	}
	b = append(b, '[')
	for i := 1; i <= n; i++ {
		if i > 1 {
			b = append(b, ',')
		}
		if b, err = s.appendLua(b, s.vm.Get(l, lua.Int(int64(i))), of, depth+1); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

func (s *script) appendObject(b []byte, l lua.Value, t reflect.Type, depth int) (_ []byte, err error) {
	var names []string
	for k := range s.vm.Pairs(l) {
		if k.Type() != "string" {
			return b, fmt.Errorf("a table with the key %s is no value", s.show(k))
		}
		names = append(names, s.vm.Text(k))
	}
	slices.Sort(names)
	b = append(b, '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		text, err := json.Marshal(name)
		if err != nil {
			return b, err
		}
		if b, err = s.appendLua(append(append(b, text...), ':'), s.vm.Get(l, s.vm.String(name)), typeOf(t, name), depth+1); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// typeOf is the type of a struct's field, nil if it is not known.
func typeOf(t reflect.Type, name string) reflect.Type {
	if t != nil && t.Kind() == reflect.Struct {
		if f, ok := t.FieldByName(name); ok {
			return f.Type
		}
	}
	return nil
}

// show is a value in the words of an error.
func (s *script) show(l lua.Value) string {
	switch l.Type() {
	case "boolean":
		return strconv.FormatBool(l.Truth())
	case "string":
		return s.vm.Text(l)
	case "number":
		if i, ok := l.AsInt(); ok {
			return strconv.FormatInt(i, 10)
		}
		x, _ := l.AsFloat()
		return fmt.Sprint(x)
	case "nil":
		return "nil"
	}
	return "a " + l.Type()
}

// table makes a Lua value from the JSON of a value of a type.
func (s *script) table(text []byte, t reflect.Type) lua.Value {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return lua.Nil
	}
	return s.lua(v, t)
}

// lua makes a Lua value. A number is an integer if its field is one, so that floats with whole values stay floats.
func (s *script) lua(v any, t reflect.Type) lua.Value {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch v := v.(type) {
	case bool:
		return lua.Bool(v)
	case json.Number:
		if t != nil && t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr {
			if i, err := v.Int64(); err == nil {
				return lua.Int(i)
			}
		}
		x, _ := v.Float64()
		return lua.Float(x)
	case string:
		switch v {
		case "NaN":
			return lua.Float(math.NaN())
		case "Infinity":
			return lua.Float(math.Inf(1))
		case "-Infinity":
			return lua.Float(math.Inf(-1))
		}
		return s.vm.String(v)
	case []any:
		var of reflect.Type
		if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
			of = t.Elem()
		}
		l := s.vm.NewTable(len(v), 0)
		for i, e := range v {
			s.vm.Set(l, lua.Int(int64(i)+1), s.lua(e, of))
		}
		return l
	case map[string]any:
		l := s.vm.NewTable(0, len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) { // so that pairs has the same order in every run
			s.vm.Set(l, s.vm.String(name), s.lua(v[name], typeOf(t, name)))
		}
		return l
	}
	return lua.Nil
}
