package lua

import (
	"math"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// binaryOps gives an operator's operation on two registers, and the one with a constant on its right.
var binaryOps = map[string][2]int{"+": {opAdd, opAddK}, "-": {opSub, opSubK}, "*": {opMul, opMulK}, "%": {opMod, opModK},
	"^": {opPow, opPowK}, "/": {opDiv, opDivK}, "//": {opIDiv, opIDivK}, "&": {opBAnd, 0}, "|": {opBOr, 0},
	"~": {opBXor, 0}, "<<": {opShl, 0}, ">>": {opShr, 0}}

var unaryOps = map[string]int{"-": opUnm, "~": opBNot, "not": opNot, "#": opLen}

// any evaluates an expression to some register: a local's own, or the next.
func (f *function) any(e syntax.Expr) int {
	if p, ok := e.(*syntax.ParenExpr); ok {
		return f.any(p.X)
	}
	if n, ok := e.(*syntax.NameExpr); ok {
		if l := f.findLocal(n.Name); l != nil {
			return l.reg
		}
	}
	return f.next(e)
}

// expr evaluates an expression to the register dst, which keeps its old value until all operands are known.
func (f *function) expr(e syntax.Expr, dst int) {
	keep := f.free
	defer func() { f.free = keep }()
	if c, ok := fold(e); ok {
		f.loadConstant(dst, c)
		return
	}
	switch e := e.(type) {
	case *syntax.NilExpr:
		f.emit(abc(opLoadNil, dst, 0, 0))
	case *syntax.BoolExpr:
		f.emit(abc(choose(e.Value, opLoadTrue, opLoadFalse), dst, 0, 0))
	case *syntax.StringExpr:
		f.loadConstant(dst, constant{kind: tString, s: e.Value})
	case *syntax.VarargExpr:
		f.at = e.Line
		f.aside(dst, func(r int) { f.multi(e, r, 2) })
	case *syntax.NameExpr:
		f.variable(e, dst)
	case *syntax.IndexExpr:
		f.index(e, dst)
	case *syntax.CallExpr:
		r := f.free
		f.call(e, r, 2)
		f.move(dst, r)
	case *syntax.FuncExpr:
		f.closure(e, dst)
	case *syntax.BinaryExpr:
		f.binary(e, dst)
	case *syntax.UnaryExpr:
		if e.Op == "not" {
			f.truth(e, dst)
			return
		}
		r := f.any(e.X)
		f.at = e.Line
		f.emit(abc(unaryOps[e.Op], dst, r, 0))
	case *syntax.TableExpr:
		f.aside(dst, func(r int) { f.table(e, r) })
	case *syntax.ParenExpr:
		f.expr(e.X, dst)
	}
}

func choose(b bool, yes, no int) int {
	if b {
		return yes
	}
	return no
}

// aside runs make on dst if no variable has that register, and otherwise on a fresh one that is then moved.
func (f *function) aside(dst int, make func(r int)) {
	if dst >= f.level(len(f.actives)) {
		make(dst)
		return
	}
	keep := f.free
	r := f.reserve(1)
	make(r)
	f.move(dst, r)
	f.free = keep
}

func (f *function) variable(n *syntax.NameExpr, dst int) {
	f.at = n.Line
	if l := f.findLocal(n.Name); l != nil {
		f.move(dst, l.reg)
		return
	}
	if u, _ := f.findUpvalue(n.Name); u >= 0 {
		f.emit(abc(opGetUp, dst, u, 0))
		return
	}
	if f.findLocal("_ENV") == nil {
		u, _ := f.findUpvalue("_ENV")
		if k := f.text(n.Name); k < 256 {
			f.emit(abc(opGetGlobal, dst, u, k))
			return
		}
	}
	f.index(&syntax.IndexExpr{Table: &syntax.NameExpr{Name: "_ENV", Line: n.Line},
		Key: &syntax.StringExpr{Value: n.Name}, Line: n.Line}, dst)
}

func (f *function) index(x *syntax.IndexExpr, dst int) {
	t := f.any(x.Table)
	if s, ok := x.Key.(*syntax.StringExpr); ok {
		if k := f.text(s.Value); k < 256 {
			f.at = x.Line
			f.emit(abc(opGetField, dst, t, k))
			return
		}
	}
	if i, ok := x.Key.(*syntax.IntExpr); ok && i.Value >= 0 && i.Value < 256 {
		f.at = x.Line
		f.emit(abc(opGetInt, dst, t, int(i.Value)))
		return
	}
	k := f.any(x.Key)
	f.at = x.Line
	f.emit(abc(opGetTable, dst, t, k))
}

// fold computes an expression of numbers now, unless that would be an error or give zero or NaN as a float.
func fold(e syntax.Expr) (constant, bool) {
	switch e := e.(type) {
	case *syntax.IntExpr:
		return constant{kind: tInt, i: e.Value}, true
	case *syntax.FloatExpr:
		return floatConstant(e.Value), true
	case *syntax.ParenExpr:
		return fold(e.X)
	case *syntax.UnaryExpr:
		x, ok := fold(e.X)
		if !ok || e.Op != "-" && e.Op != "~" {
			return constant{}, false
		}
		return computed(unaryOps[e.Op], x, x)
	case *syntax.BinaryExpr:
		op, known := binaryOps[e.Op]
		if !known {
			return constant{}, false
		}
		l, ok := fold(e.L)
		r, ok2 := fold(e.R)
		if !ok || !ok2 {
			return constant{}, false
		}
		return computed(op[0], l, r)
	}
	return constant{}, false
}

func computed(op int, l, r constant) (constant, bool) {
	v, ok := arith(op, Value{v: uint64(l.i), t: uint32(l.kind)}, Value{v: uint64(r.i), t: uint32(r.kind)})
	if !ok || v.t == tFloat && (v.num() == 0 || math.IsNaN(v.num())) {
		return constant{}, false
	}
	if (op == opMod || op == opIDiv) && r.kind == tInt && r.i == 0 {
		return constant{}, false
	}
	return constant{kind: int(v.t), i: int64(v.v)}, true
}

func (f *function) binary(e *syntax.BinaryExpr, dst int) {
	switch e.Op {
	case "and", "or":
		f.aside(dst, func(r int) { f.logical(e, r) })
		return
	case "..":
		f.concat(e, dst)
		return
	case "==", "~=", "<", "<=", ">", ">=":
		f.truth(e, dst)
		return
	}
	l := f.any(e.L)
	op := binaryOps[e.Op]
	if c, ok := fold(e.R); ok {
		if n := int(c.i); c.kind == tInt && (e.Op == "+" && n >= 0 && n <= 127 || e.Op == "-" && n > 0 && n <= 127) {
			f.at = e.Line
			f.emit(abc(opAddI, dst, l, int(uint8(int8(choose(e.Op == "+", n, -n))))))
			return
		}
		if k := f.constant(c); op[1] != 0 && k < 256 {
			f.at = e.Line
			f.emit(abc(op[1], dst, l, k))
			return
		}
	}
	r := f.any(e.R)
	f.at = e.Line
	f.emit(abc(op[0], dst, l, r))
}

// logical is "and" and "or" to a register that holds no variable.
func (f *function) logical(e *syntax.BinaryExpr, dst int) {
	f.expr(e.L, dst)
	f.emit(abc(opTest, dst, 0, choose(e.Op == "or", 1, 0)))
	end := f.jumpOut()
	f.expr(e.R, dst)
	f.patch(end, f.pc())
}

// concat joins a whole chain at once.
func (f *function) concat(e *syntax.BinaryExpr, dst int) {
	keep := f.free
	first, n := f.next(e.L), 1
	var rest syntax.Expr = e.R
	for {
		b, ok := rest.(*syntax.BinaryExpr)
		if !ok || b.Op != ".." {
			break
		}
		f.next(b.L)
		n++
		rest = b.R
	}
	f.next(rest)
	f.at = e.Line
	f.emit(abc(opConcat, first, n+1, 0))
	f.move(dst, first)
	f.free = keep
}

// truth turns a condition into a value.
func (f *function) truth(e syntax.Expr, dst int) {
	no := f.condition(e, false)
	f.emit(abc(opLoadTrue, dst, 0, 0))
	over := f.jumpOut()
	f.patchHere(no)
	f.emit(abc(opLoadFalse, dst, 0, 0))
	f.patch(over, f.pc())
}

// condition jumps if the truth of an expression is want and goes on otherwise; the jumps are to be patched.
func (f *function) condition(e syntax.Expr, want bool) []int {
	keep := f.free
	defer func() { f.free = keep }()
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return f.condition(e.X, want)
	case *syntax.NilExpr:
		return f.always(!want)
	case *syntax.BoolExpr:
		return f.always(e.Value == want)
	case *syntax.IntExpr, *syntax.FloatExpr, *syntax.StringExpr:
		return f.always(want)
	case *syntax.UnaryExpr:
		if e.Op == "not" {
			return f.condition(e.X, !want)
		}
	case *syntax.BinaryExpr:
		switch e.Op {
		case "and", "or":
			if (e.Op == "or") == want {
				l := f.condition(e.L, want)
				return append(l, f.condition(e.R, want)...)
			}
			skip := f.condition(e.L, !want)
			l := f.condition(e.R, want)
			f.patchHere(skip)
			return l
		case "==", "~=", "<", "<=", ">", ">=":
			return f.compare(e, want)
		}
	}
	r := f.any(e)
	f.emit(abc(opTest, r, 0, choose(want, 1, 0)))
	return []int{f.jumpOut()}
}

func (f *function) always(jump bool) []int {
	if jump {
		return []int{f.jumpOut()}
	}
	return nil
}

func (f *function) compare(e *syntax.BinaryExpr, want bool) []int {
	op, l, r := e.Op, e.L, e.R
	if op == "~=" {
		op, want = "==", !want
	}
	if _, ok := l.(*syntax.StringExpr); op == "==" && ok || op == "==" && isNumber(l) {
		l, r = r, l
	}
	k := choose(want, 1, 0)
	a := f.any(l)
	if c, ok := fold(r); ok && c.kind == tInt && c.i >= -128 && c.i < 128 {
		f.at = e.Line
		f.emit(abc(map[string]int{"==": opEqI, "<": opLtI, "<=": opLeI, ">": opGtI, ">=": opGeI}[op], a, int(uint8(c.i)), k))
		return []int{f.jumpOut()}
	}
	if s, ok := r.(*syntax.StringExpr); ok && op == "==" {
		if c := f.text(s.Value); c < 256 {
			f.at = e.Line
			f.emit(abc(opEqK, a, c, k))
			return []int{f.jumpOut()}
		}
	}
	b := f.any(r)
	f.at = e.Line
	switch op {
	case "==":
		f.emit(abc(opEq, a, b, k))
	case "<":
		f.emit(abc(opLt, a, b, k))
	case "<=":
		f.emit(abc(opLe, a, b, k))
	case ">":
		f.emit(abc(opLt, b, a, k))
	case ">=":
		f.emit(abc(opLe, b, a, k))
	}
	return []int{f.jumpOut()}
}

func isNumber(e syntax.Expr) bool {
	_, ok := fold(e)
	return ok
}

// call compiles a call whose function stands in dst, the first free register; want-1 results follow, 0 asks for all.
func (f *function) call(c *syntax.CallExpr, dst, want int) {
	keep := f.free
	f.free = dst
	base := f.reserve(2)
	if c.Method != "" {
		f.method(c, base)
	} else {
		f.free = base + 1
		f.expr(c.Func, base)
		f.free = base + 2
	}
	n, open := f.list(c.Args, -1)
	if c.Method != "" {
		n++
	}
	f.at = c.Line
	f.emit(abc(opCall, base, choose(open, 0, n+1), want))
	f.free = keep
}

// method loads a method and its object into registers.
func (f *function) method(c *syntax.CallExpr, base int) {
	f.reserve(1)
	o := f.any(c.Func)
	f.at = c.Line
	if k := f.text(c.Method); k < 256 {
		f.emit(abc(opSelf, base, o, k))
	} else {
		f.move(base+2, o)
		f.free = base + 3
		r := f.reserve(1)
		f.loadConstant(r, constant{kind: tString, s: c.Method})
		f.emit(abc(opGetTable, base, base+2, r))
	}
	f.free = base + 3
}

// anonymous is the name of a function without a name.
const anonymous = "anonymous"

func (f *function) closure(e *syntax.FuncExpr, dst int) {
	g := &function{chunk: f.chunk, parent: f, known: map[constant]int{}}
	if e.Name == "" {
		named := *e
		named.Name = anonymous
		e = &named
	}
	g.body(e)
	f.protos = append(f.protos, &g.prototype)
	f.limit(len(f.protos), 1<<16-1, "functions")
	f.at = e.End
	f.emit(abx(opClosure, dst, len(f.protos)-1))
}

// table makes a table in a register that holds no variable.
func (f *function) table(e *syntax.TableExpr, dst int) {
	f.at = e.Line
	elements, entries := 0, 0
	for i, k := range e.Keys {
		if k != nil {
			entries++
		} else if i < len(e.Keys)-1 || !many(e.Values[i]) {
			elements++
		}
	}
	f.emit(abc(opNewTable, dst, min(entries, 255), min(elements, 255)))
	keep := f.free
	f.free = max(f.free, dst+1)
	base := f.free
	if base != dst+1 { // the elements must follow the table
		base = f.reserve(1)
		f.move(base, dst)
		base++
	}
	done, pending := 0, 0
	for i, v := range e.Values {
		if e.Keys[i] != nil {
			top := f.free
			p := f.indexed(base-1, e.Keys[i], nil)
			r := f.any(v)
			f.at = e.Line
			f.store(p, r)
			f.free = top
			continue
		}
		if i == len(e.Values)-1 && many(v) {
			f.multi(v, f.free, 0)
			f.flush(base-1, done, -1)
			pending = 0
			break
		}
		f.next(v)
		if pending++; pending == listFlush {
			f.flush(base-1, done, pending)
			done, pending = done+pending, 0
			f.free = base
		}
	}
	if pending > 0 {
		f.flush(base-1, done, pending)
	}
	f.free = keep
}

// flush stores n elements that follow the table's register; -1: up to the top.
func (f *function) flush(table, done, n int) {
	f.emit(abc(opSetList, table, max(n, 0), 0))
	f.emit(uint32(done))
}
