package mock

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// concatName is the function called for the operator ..; no script can use this name.
const concatName = "\x00concat"

// libraries opens the libraries a script may use: no function that reads files, the clock, other programs or addresses,
// and none whose time or text is unbounded.
func (s *script) libraries() {
	l := s.state
	for name, open := range map[string]lua.LGFunction{lua.BaseLibName: lua.OpenBase, lua.TabLibName: lua.OpenTable,
		lua.StringLibName: lua.OpenString, lua.MathLibName: lua.OpenMath} {
		l.Push(l.NewFunction(open))
		l.Push(lua.LString(name))
		l.Call(1, 0)
	}
	for _, name := range []string{"collectgarbage", "dofile", "getfenv", "load", "loadfile", "loadstring", "print", "_printregs",
		"setfenv", "module", "require", "newproxy"} {
		l.SetGlobal(name, lua.LNil)
	}
	l.SetGlobal("tostring", l.NewFunction(toString))
	l.SetGlobal(concatName, l.NewFunction(concat))
	text := l.GetGlobal("string").(*lua.LTable)
	for _, name := range []string{"dump", "find", "gmatch", "gfind", "gsub", "match"} {
		text.RawSetString(name, lua.LNil)
	}
	text.RawSetString("rep", l.NewFunction(repeat))
	text.RawSetString("format", l.NewFunction(bounded(text.RawGetString("format").(*lua.LFunction))))
	table := l.GetGlobal("table").(*lua.LTable)
	table.RawSetString("concat", l.NewFunction(join))
	numbers := l.GetGlobal("math").(*lua.LTable)
	numbers.RawSetString("random", l.NewFunction(s.draw))
	numbers.RawSetString("randomseed", l.NewFunction(func(l *lua.LState) int {
		s.random.Seed(uint64(l.CheckInt64(1)), 0)
		return 0
	}))
}

// toString is tostring without addresses, which differ from run to run.
func toString(l *lua.LState) int {
	v := l.CheckAny(1)
	switch v.Type() {
	case lua.LTTable, lua.LTFunction, lua.LTUserData, lua.LTThread:
		l.Push(lua.LString(v.Type().String()))
	default:
		l.Push(lua.LString(v.String()))
	}
	return 1
}

// put returns a text that is within its bound.
func put(l *lua.LState, text string) int {
	if len(text) > maxText {
		l.RaiseError("the text is longer than %d KiB", maxText>>10)
	}
	l.Push(lua.LString(text))
	return 1
}

// concat is the operator ..
func concat(l *lua.LState) int {
	for i := 1; i <= 2; i++ {
		if !lua.LVCanConvToString(l.Get(i)) {
			l.RaiseError("cannot join a %s to a text", l.Get(i).Type())
		}
	}
	return put(l, lua.LVAsString(l.Get(1))+lua.LVAsString(l.Get(2)))
}

// repeat is string.rep.
func repeat(l *lua.LState) int {
	text, n := l.CheckString(1), l.CheckInt(2)
	if n <= 0 || text == "" {
		return put(l, "")
	}
	if n > maxText/len(text) {
		l.RaiseError("the text is longer than %d KiB", maxText>>10)
	}
	return put(l, strings.Repeat(text, n))
}

// join is table.concat.
func join(l *lua.LState) int {
	t, sep := l.CheckTable(1), l.OptString(2, "")
	var b strings.Builder
	for i, end := l.OptInt(3, 1), min(l.OptInt(4, t.Len()), t.Len()); i <= end; i++ {
		v := t.RawGetInt(i)
		if !lua.LVCanConvToString(v) {
			l.RaiseError("element %d is a %s, no text", i, v.Type())
		}
		b.WriteString(lua.LVAsString(v))
		if i < end {
			b.WriteString(sep)
		}
		if b.Len() > maxText {
			break
		}
	}
	return put(l, b.String())
}

// bounded is string.format without widths of more than two digits.
func bounded(format *lua.LFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		digits := 0
		for _, c := range l.CheckString(1) {
			if digits++; c < '0' || c > '9' {
				digits = 0
			}
			if digits > 2 {
				l.RaiseError("a format has a width of more than two digits")
			}
		}
		n := l.GetTop()
		l.Push(format)
		for i := 1; i <= n; i++ {
			v := l.Get(i)
			if t := v.Type(); t == lua.LTTable || t == lua.LTFunction {
				v = lua.LString(t.String())
			}
			l.Push(v)
		}
		l.Call(n, 1)
		return put(l, l.CheckString(-1))
	}
}

// draw is math.random.
func (s *script) draw(l *lua.LState) int {
	r := rand.New(&s.random)
	low, high := 1.0, 0.0
	switch l.GetTop() {
	case 0:
		l.Push(lua.LNumber(r.Float64()))
		return 1
	case 1:
		high = float64(l.CheckNumber(1))
	default:
		low, high = float64(l.CheckNumber(1)), float64(l.CheckNumber(2))
	}
	low, high = math.Floor(low), math.Floor(high)
	if !(high >= low && high-low < 1<<53) {
		l.RaiseError("there is no number from %v to %v", low, high)
	}
	l.Push(lua.LNumber(low + float64(r.Uint64N(uint64(high-low)+1))))
	return 1
}

var (
	exprType   = reflect.TypeFor[ast.Expr]()
	concatType = reflect.TypeFor[*ast.StringConcatOpExpr]()
)

// boundConcat makes every .. in a program a call of concat, whose result has a bound.
func boundConcat(chunk []ast.Stmt) { rewrite(reflect.ValueOf(chunk)) }

func rewrite(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		rewrite(v.Elem())
		if v.Elem().Type() == concatType && v.Type() == exprType {
			op := v.Interface().(*ast.StringConcatOpExpr)
			name, call := &ast.IdentExpr{Value: concatName}, &ast.FuncCallExpr{Args: []ast.Expr{op.Lhs, op.Rhs}, AdjustRet: true}
			call.Func = name
			name.SetLine(op.Line())
			call.SetLine(op.Line())
			call.SetLastLine(op.Line())
			v.Set(reflect.ValueOf(call))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			rewrite(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				rewrite(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			rewrite(v.Index(i))
		}
	}
}
