package lua

import "math"

// Value is a value of Lua, and a cell of the arena: a tag in t and 64 bits in v, which are the number itself or, for
// what lives in the arena, the index of its first cell. x belongs to the place, not the value: a link, a hint or the
// kind of a frame.
type Value struct {
	v    uint64
	t, x uint32
}

// Tags of values and kinds of blocks. From tString on the value lives in the arena.
const (
	tNil = iota
	tFalse
	tTrue
	tInt
	tFloat
	tDead  // the key of a removed entry; its object may be gone
	tGo    // a Go function by its number
	tFrame // on stacks: how the frame above returns
	tLight // a number that the host gave out

	tString
	tTable
	tClosure
	tGoClosure
	tUser
	tThread
	tUpval
	tProto
	tRaw  // part of another object
	tFree // a free block
	tPart // asks take for a tRaw that the sweep can move
)

var typeNames = [...]string{tNil: "nil", tFalse: "boolean", tTrue: "boolean", tInt: "number", tFloat: "number",
	tDead: "dead", tGo: "function", tFrame: "frame", tLight: "userdata", tString: "string", tTable: "table",
	tClosure: "function", tGoClosure: "function", tUser: "userdata", tThread: "thread", tUpval: "upvalue",
	tProto: "prototype", tRaw: "raw", tFree: "free"}

// Nil is nil.
var Nil = Value{}

// Bool returns a boolean.
func Bool(b bool) Value {
	if b {
		return Value{t: tTrue}
	}
	return Value{t: tFalse}
}

// Int returns an integer.
func Int(i int64) Value { return Value{v: uint64(i), t: tInt} }

// Float returns a float.
func Float(f float64) Value { return Value{v: math.Float64bits(f), t: tFloat} }

// Light returns a userdata that is only a number for the host.
func Light(n uint64) Value { return Value{v: n, t: tLight} }

func ref(r uint32, tag uint32) Value { return Value{v: uint64(r), t: tag} }

// IsNil reports whether v is nil.
func (v Value) IsNil() bool { return v.t == tNil }

// Truth reports whether a condition holds for v: all values but nil and false are true.
func (v Value) Truth() bool { return v.t > tFalse }

// Type is the name of v's type.
func (v Value) Type() string { return typeNames[v.t] }

// AsInt returns the integer in v, if v is an integer or a float with the value of one.
func (v Value) AsInt() (int64, bool) {
	switch v.t {
	case tInt:
		return int64(v.v), true
	case tFloat:
		return floatToInt(math.Float64frombits(v.v))
	}
	return 0, false
}

// AsFloat returns the number in v.
func (v Value) AsFloat() (float64, bool) {
	switch v.t {
	case tInt:
		return float64(int64(v.v)), true
	case tFloat:
		return math.Float64frombits(v.v), true
	}
	return 0, false
}

func (v Value) num() float64 { return math.Float64frombits(v.v) }
func (v Value) heaped() bool { return v.t >= tString }
func (v Value) same(w Value) bool {
	return v.v == w.v && v.t == w.t && (v.t != tFloat || v.num() == v.num())
}

// floatToInt converts a float that has an integer's value.
func floatToInt(f float64) (int64, bool) {
	if f >= -0x1p63 && f < 0x1p63 {
		if i := int64(f); float64(i) == f {
			return i, true
		}
	}
	return 0, false
}
