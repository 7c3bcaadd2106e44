package mock

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	lua "github.com/yuin/gopher-lua"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// maxSilence is how many calls in a row may bring no event; then the script has ended.
const maxSilence = 100_000

// scriptDoor feeds one door from a script.
type scriptDoor struct {
	s       *script
	door    place
	command *codec.Codec // of actuators
	base    []byte
	last    []byte // of devices: what they answered last
	offset  reactor.Time
	period  reactor.Time // of events
	n       int          // calls so far
	text    []byte
}

// door makes the source of one door. But for actuators, whose commands nobody knows yet, the script's function is
// tried on a copy of the script.
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
	if base := s.state.GetGlobal("base"); base != lua.LNil {
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
		l := s.state.GetGlobal(g.name)
		if l == lua.LNil && g.name == "offset" {
			continue
		}
		t, ok := l.(lua.LNumber)
		if !ok || !g.ok(float64(t)) || t > 1e9 {
			return nil, fault("the global %s is %s; set it to %s, for %s is sent events", g.name, l, g.want, d.Path)
		}
		*g.to = reactor.Time(math.Round(float64(t) * 1e9))
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

// ask calls the script's function and writes what it returns to v; there is false for nil.
func (x *scriptDoor) ask(tag reactor.Tag, v, sent unsafe.Pointer) (there bool, err error) {
	s := x.s
	s.mu.Lock()
	defer s.mu.Unlock()
	x.n++
	command := lua.LValue(lua.LNil)
	if x.command != nil {
		command = s.table(x.command.AppendJSON(nil, sent))
	}
	if err := s.call(s.value, 1, lua.LNumber(float64(tag.Time)/1e9), lua.LNumber(x.n), lua.LString(x.door.Path), command); err != nil {
		return false, s.fault(x.door.Path, err.Error())
	}
	result := s.state.Get(-1)
	s.state.Pop(1)
	if result == lua.LNil {
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
func (x *scriptDoor) decode(l lua.LValue, v unsafe.Pointer) error {
	text, err := appendLua(x.text[:0], l, x.door.Type, 0)
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

// appendLua writes a Lua value as JSON; t says whether an empty table is a list.
func appendLua(b []byte, l lua.LValue, t reflect.Type, depth int) ([]byte, error) {
	if len(b) > 1<<20 || depth > 50 {
		return b, errors.New("the table is too large")
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch l := l.(type) {
	case lua.LBool:
		return strconv.AppendBool(b, bool(l)), nil
	case lua.LString:
		text, err := json.Marshal(string(l))
		return append(b, text...), err
	case lua.LNumber:
		return appendNumber(b, float64(l)), nil
	case *lua.LTable:
		if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) || t == nil && l.Len() > 0 {
			return appendList(b, l, t, depth)
		}
		return appendObject(b, l, t, depth)
	case *lua.LNilType:
		return append(b, "null"...), nil
	}
	return b, fmt.Errorf("a %s is no value", l.Type())
}

func appendNumber(b []byte, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return append(b, `"NaN"`...)
	case math.IsInf(x, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(x, -1):
		return append(b, `"-Infinity"`...)
	case x == math.Trunc(x) && math.Abs(x) < 1e18:
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

func appendList(b []byte, l *lua.LTable, t reflect.Type, depth int) (_ []byte, err error) {
	var of reflect.Type
	if t != nil {
		of = t.Elem()
	}
	n := 0
	l.ForEach(func(k, _ lua.LValue) { n++ })
	if n != l.Len() {
		return b, errors.New("a list has gaps or names in it")
	}
	b = append(b, '[')
	for i := 1; i <= n; i++ {
		if i > 1 {
			b = append(b, ',')
		}
		if b, err = appendLua(b, l.RawGetInt(i), of, depth+1); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

func appendObject(b []byte, l *lua.LTable, t reflect.Type, depth int) (_ []byte, err error) {
	var names []string
	l.ForEach(func(k, _ lua.LValue) {
		if name, ok := k.(lua.LString); ok {
			names = append(names, string(name))
		} else if err == nil {
			err = fmt.Errorf("a table with the key %s is no value", k)
		}
	})
	if err != nil {
		return b, err
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
		var of reflect.Type
		if t != nil && t.Kind() == reflect.Struct {
			if f, ok := t.FieldByName(name); ok {
				of = f.Type
			}
		}
		if b, err = appendLua(append(append(b, text...), ':'), l.RawGetString(name), of, depth+1); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// table makes a Lua value of JSON.
func (s *script) table(text []byte) lua.LValue {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return lua.LNil
	}
	return s.lua(v)
}

func (s *script) lua(v any) lua.LValue {
	switch v := v.(type) {
	case bool:
		return lua.LBool(v)
	case float64:
		return lua.LNumber(v)
	case string:
		switch v {
		case "NaN":
			return lua.LNumber(math.NaN())
		case "Infinity":
			return lua.LNumber(math.Inf(1))
		case "-Infinity":
			return lua.LNumber(math.Inf(-1))
		}
		return lua.LString(v)
	case []any:
		t := s.state.NewTable()
		for _, e := range v {
			t.Append(s.lua(e))
		}
		return t
	case map[string]any:
		t := s.state.NewTable()
		var names []string
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names) // so that pairs is the same in every run
		for _, name := range names {
			t.RawSetString(name, s.lua(v[name]))
		}
		return t
	}
	return lua.LNil
}
