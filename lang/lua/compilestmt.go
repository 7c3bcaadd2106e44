package lua

import "github.com/sinew-robotics/sinew/lang/lua/syntax"

func (f *function) stmts(b *syntax.Block) {
	for i, s := range b.Stmts {
		f.stmt(s, b.Stmts[i+1:])
		f.free = f.level(len(f.actives))
	}
}

func (f *function) block(b *syntax.Block) {
	f.enter()
	f.stmts(b)
	f.at = b.End
	f.leave()
}

// stmt compiles a statement; rest are those that follow it in its block.
func (f *function) stmt(s syntax.Stmt, rest []syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.LocalStmt:
		f.localStmt(s)
	case *syntax.AssignStmt:
		f.assign(s)
	case *syntax.CallStmt:
		f.at = s.Line
		f.call(s.Call, f.free, 1)
	case *syntax.DoStmt:
		f.block(s.Body)
	case *syntax.WhileStmt:
		f.while(s)
	case *syntax.RepeatStmt:
		f.repeat(s)
	case *syntax.IfStmt:
		f.ifStmt(s)
	case *syntax.NumForStmt:
		f.numFor(s)
	case *syntax.GenForStmt:
		f.genFor(s)
	case *syntax.FuncStmt:
		f.funcStmt(s)
	case *syntax.ReturnStmt:
		f.returns(s)
	case *syntax.GotoStmt:
		f.gotoStmt(s)
	case *syntax.LabelStmt:
		f.labelStmt(s, rest)
	}
}

func (f *function) localStmt(s *syntax.LocalStmt) {
	f.at = s.Line
	first := f.free
	f.list(s.Values, len(s.Names))
	f.free = first
	closing := -1
	for i, n := range s.Names {
		r := f.declare(n, s.Attribs[i] != "")
		if s.Attribs[i] == "close" {
			closing = r
		}
	}
	if closing >= 0 {
		f.toClose()
		f.at = s.Line
		f.emit(abc(opTBC, closing, 0, 0))
	}
}

// list puts the values of a list in want registers from the first free one on. want < 0 asks for all of them; then list
// returns how many are certain, and open says that more follow up to the top.
func (f *function) list(values []syntax.Expr, want int) (n int, open bool) {
	for i, e := range values {
		last := i == len(values)-1
		if last && many(e) {
			rest := want - i
			if want < 0 {
				f.multi(e, f.free, 0)
				return i, true
			}
			if rest < 0 {
				rest = 0
			}
			f.multi(e, f.free, rest+1)
			f.reserve(rest)
			return want, false
		}
		if want >= 0 && i >= want { // for its effects only
			keep := f.free
			f.expr(e, f.reserve(1))
			f.free = keep
			continue
		}
		f.next(e)
	}
	if rest := want - len(values); rest > 0 {
		r := f.reserve(rest)
		f.emit(abc(opLoadNil, r, rest-1, 0))
	}
	return len(values), false
}

// next puts a value in the next register.
func (f *function) next(e syntax.Expr) int {
	r := f.reserve(1)
	f.expr(e, r)
	f.free = r + 1
	return r
}

// many reports whether an expression may have any number of values.
func many(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.CallExpr, *syntax.VarargExpr:
		return true
	}
	return false
}

// multi puts want-1 values of a call or of "..." in registers from dst on; want 0 asks for all.
func (f *function) multi(e syntax.Expr, dst, want int) {
	if c, ok := e.(*syntax.CallExpr); ok {
		f.call(c, dst, want)
		return
	}
	f.at = e.(*syntax.VarargExpr).Line
	f.emit(abc(opVararg, dst, 0, want))
}

// place is a target of an assignment whose operands are in registers.
type place struct {
	kind int // an operation that stores, or opMove for a local
	a, b int
}

func (f *function) assign(s *syntax.AssignStmt) {
	f.at = s.Line
	if len(s.Targets) == 1 && len(s.Values) == 1 {
		if n, ok := s.Targets[0].(*syntax.NameExpr); ok {
			if l := f.findLocal(n.Name); l != nil {
				f.assignable(n, l.constant)
				f.expr(s.Values[0], l.reg)
				return
			}
		}
		p := f.place(s.Targets[0], nil)
		v := f.any(s.Values[0])
		f.at = s.Line
		f.store(p, v)
		return
	}
	var places []place
	for _, t := range s.Targets {
		places = append(places, f.place(t, s.Targets))
	}
	first := f.free
	f.list(s.Values, len(places))
	f.at = s.Line
	for i := len(places) - 1; i >= 0; i-- {
		f.store(places[i], first+i)
	}
}

func (f *function) assignable(n *syntax.NameExpr, constant bool) {
	if constant {
		f.fail(n.Line, "attempt to assign to const variable '%s'", n.Name)
	}
}

// place evaluates the operands of a target. Locals that the same statement assigns to are copied first.
func (f *function) place(t syntax.Expr, all []syntax.Expr) place {
	if n, ok := t.(*syntax.NameExpr); ok {
		if l := f.findLocal(n.Name); l != nil {
			f.assignable(n, l.constant)
			return place{kind: opMove, a: l.reg}
		}
		if u, constant := f.findUpvalue(n.Name); u >= 0 {
			f.assignable(n, constant)
			return place{kind: opSetUp, a: u}
		}
		return f.global(n)
	}
	x := t.(*syntax.IndexExpr)
	return f.indexed(f.operand(x.Table, all), x.Key, all)
}

// operand is like any, but copies a local that is also a target.
func (f *function) operand(e syntax.Expr, targets []syntax.Expr) int {
	if n, ok := e.(*syntax.NameExpr); ok && f.findLocal(n.Name) != nil {
		for _, t := range targets {
			if m, ok := t.(*syntax.NameExpr); ok && m.Name == n.Name {
				return f.next(e)
			}
		}
	}
	return f.any(e)
}

// indexed is the place of a field of the table in a register.
func (f *function) indexed(table int, key syntax.Expr, all []syntax.Expr) place {
	if s, ok := key.(*syntax.StringExpr); ok {
		if k := f.text(s.Value); k < 256 {
			return place{kind: opSetField, a: table, b: k}
		}
	}
	if i, ok := key.(*syntax.IntExpr); ok && i.Value >= 0 && i.Value < 256 {
		return place{kind: opSetInt, a: table, b: int(i.Value)}
	}
	return place{kind: opSetTable, a: table, b: f.operand(key, all)}
}

// global is the place of a global variable.
func (f *function) global(n *syntax.NameExpr) place {
	key := &syntax.StringExpr{Value: n.Name}
	if l := f.findLocal("_ENV"); l != nil {
		return f.indexed(l.reg, key, nil)
	}
	u, _ := f.findUpvalue("_ENV")
	if k := f.text(n.Name); k < 256 {
		return place{kind: opSetGlobal, a: u, b: k}
	}
	r := f.reserve(1)
	f.emit(abc(opGetUp, r, u, 0))
	return f.indexed(r, key, nil)
}

func (f *function) store(p place, v int) {
	switch p.kind {
	case opMove:
		f.move(p.a, v)
	case opSetUp:
		f.emit(abc(opSetUp, v, p.a, 0))
	default:
		f.emit(abc(p.kind, p.a, p.b, v))
	}
}

func (f *function) move(dst, src int) {
	if dst != src {
		f.emit(abc(opMove, dst, src, 0))
	}
}

func (f *function) while(s *syntax.WhileStmt) {
	f.at = s.Line
	top, n := f.pc(), len(f.gotos)
	out := f.condition(s.Cond, false)
	f.free = f.level(len(f.actives))
	f.block(s.Body)
	f.patch(f.jumpOut(), top)
	f.patchHere(out)
	f.breaks(n)
}

func (f *function) repeat(s *syntax.RepeatStmt) {
	top, n := f.pc(), len(f.gotos)
	f.enter()
	inner := f.scope
	f.enter()
	body := f.scope
	body.until = true
	f.stmts(s.Body)
	f.at = s.Line
	again := f.condition(s.Cond, false)
	if body.captured { // both ways out close the block's variables
		level := f.level(body.first)
		f.leave()
		over := f.jumpOut()
		f.patchHere(again)
		f.emit(abc(opClose, level, 0, 0))
		f.patch(f.jumpOut(), top)
		f.patch(over, f.pc())
	} else {
		f.leave()
		for _, pc := range again {
			f.patch(pc, top)
		}
	}
	inner.captured = false
	f.leave()
	f.breaks(n)
}

func (f *function) ifStmt(s *syntax.IfStmt) {
	var ends []int
	for i, b := range s.Blocks {
		if i == len(s.Conds) {
			f.block(b)
			break
		}
		f.at = s.Lines[i]
		next := f.condition(s.Conds[i], false)
		f.free = f.level(len(f.actives))
		f.block(b)
		if i < len(s.Blocks)-1 {
			ends = append(ends, f.jumpOut())
		}
		f.patchHere(next)
	}
	f.patchHere(ends)
}

func (f *function) numFor(s *syntax.NumForStmt) {
	f.at = s.Line
	n := len(f.gotos)
	f.enter()
	base := f.next(s.Start)
	f.next(s.Stop)
	if s.Step != nil {
		f.next(s.Step)
	} else {
		f.loadConstant(f.reserve(1), constant{kind: tInt, i: 1})
	}
	for i := range 3 {
		f.bind("(for state)", base+i, false)
	}
	f.at = s.Line
	prep := f.emit(0)
	f.enter()
	f.declare(s.Name, false)
	f.stmts(s.Body)
	f.at = s.Body.End
	f.leave()
	f.at = s.Line
	f.loopBack(opForPrep, opForLoop, base, prep)
	f.leave()
	f.breaks(n)
}

// loopBack patches the start of a loop to jump to its end, and emits the end, which jumps back to after the start.
func (f *function) loopBack(opPrep, opLoop, base, prep int) {
	end := f.pc()
	if end-prep >= 1<<16 {
		f.fail(f.at, "control structure too long")
	}
	f.code[prep] = abx(opPrep, base, end-prep-1)
	f.emit(abx(opLoop, base, end-prep))
}

func (f *function) genFor(s *syntax.GenForStmt) {
	f.at = s.Line
	n := len(f.gotos)
	f.enter()
	base := f.free
	f.list(s.Values, 4)
	for i := range 4 {
		f.bind("(for state)", base+i, false)
	}
	f.toClose() // the fourth value
	prep := f.emit(0)
	f.enter()
	for _, name := range s.Names {
		f.declare(name, false)
	}
	f.regs = max(f.regs, base+8)
	f.stmts(s.Body)
	f.at = s.Body.End
	f.leave()
	f.at = s.Line
	end := f.pc()
	if end-prep >= 1<<16 {
		f.fail(f.at, "control structure too long")
	}
	f.code[prep] = abx(opTForPrep, base, end-prep-1)
	f.emit(abc(opTForCall, base, 0, len(s.Names)))
	f.emit(abx(opTForLoop, base, end-prep+1))
	f.leave()
	f.breaks(n)
}

func (f *function) funcStmt(s *syntax.FuncStmt) {
	f.at = s.Line
	if s.Local != "" {
		r := f.declare(s.Local, false)
		f.closure(s.Func, r)
		return
	}
	if n, ok := s.Target.(*syntax.NameExpr); ok {
		if l := f.findLocal(n.Name); l != nil {
			f.assignable(n, l.constant)
			f.closure(s.Func, l.reg)
			return
		}
	}
	p := f.place(s.Target, nil)
	r := f.reserve(1)
	f.closure(s.Func, r)
	f.at = s.Line
	f.store(p, r)
}

func (f *function) returns(s *syntax.ReturnStmt) {
	f.at = s.Line
	closing := false // a variable is to be closed after the values are known, so no call is the last
	for sc := f.scope; sc != nil; sc = sc.parent {
		closing = closing || sc.closing
	}
	if len(s.Values) == 1 {
		if c, ok := s.Values[0].(*syntax.CallExpr); ok && !closing {
			r := f.free
			f.call(c, r, 0)
			f.code[f.pc()-1] = f.code[f.pc()-1]&^0xff | opTailCall
			f.emit(abc(opReturn, r, 0, 0))
			return
		}
		if !many(s.Values[0]) {
			r := f.any(s.Values[0])
			f.at = s.Line
			f.emit(abc(opReturn1, r, 2, 0))
			return
		}
	}
	first := f.free
	n, open := f.list(s.Values, -1)
	f.at = s.Line
	switch {
	case open:
		f.emit(abc(opReturn, first, 0, 0))
	case n == 0:
		f.emit(abc(opReturn0, 0, 1, 0))
	default:
		f.emit(abc(opReturn, first, n+1, 0))
	}
}

func (f *function) gotoStmt(s *syntax.GotoStmt) {
	f.at = s.Line
	for sc := f.scope; sc != nil; sc = sc.parent {
		if l := sc.find(s.Label); l != nil { // backwards
			if len(f.actives) > l.locals {
				f.emit(abc(opClose, f.level(l.locals), 0, 0))
			}
			f.patch(f.jumpOut(), l.pc)
			return
		}
	}
	pc := f.jumpOut()
	f.jumpOut()
	f.gotos = append(f.gotos, jump{name: s.Label, pc: pc, locals: len(f.actives), line: s.Line})
}

func (f *function) labelStmt(s *syntax.LabelStmt, rest []syntax.Stmt) {
	for sc := f.scope; sc != nil; sc = sc.parent {
		if l := sc.find(s.Name); l != nil {
			f.fail(s.Line, "label '%s' already defined on line %d", s.Name, l.line)
		}
	}
	l := label{name: s.Name, pc: f.pc(), locals: len(f.actives), line: s.Line}
	last := true
	for _, r := range rest {
		if _, ok := r.(*syntax.LabelStmt); !ok {
			last = false
		}
	}
	if last && !f.scope.until { // what is declared before it is out of scope here
		l.locals = f.scope.first
	}
	f.scope.labels = append(f.scope.labels, l)
	kept := f.gotos[:f.scope.gotos]
	for _, g := range f.gotos[f.scope.gotos:] {
		if g.name == s.Name {
			f.settle(g, l)
		} else {
			kept = append(kept, g)
		}
	}
	f.gotos = kept
}
