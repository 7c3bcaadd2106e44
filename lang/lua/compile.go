package lua

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// function is a function under compilation.
type function struct {
	prototype
	chunk   string
	parent  *function
	known   map[constant]int
	actives []local
	scope   *scope
	gotos   []jump
	shares  bool // locals are captured or to be closed, so returning closes
	free    int  // the first free register
	at      int  // the line that is being compiled
}

type local struct {
	name     string
	reg      int
	constant bool
	info     int // in locals
}

// scope is a block.
type scope struct {
	parent   *scope
	first    int // its first local
	labels   []label
	gotos    int // its first pending jump
	captured bool
	closing  bool // has a variable to be closed
	until    bool // a condition sees its locals
}

type label struct {
	name   string
	pc     int
	locals int
	line   int
}

// jump is a goto whose label is still to come. Two instructions are reserved for it.
type jump struct {
	name   string
	pc     int
	locals int
	line   int
	closes bool
	level  int
}

// compile makes a prototype of a chunk's tree. Faults are *syntax.Error.
func compile(chunk string, tree *syntax.FuncExpr) (p *prototype, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*syntax.Error)
			if !ok {
				panic(r)
			}
			p, err = nil, e
		}
	}()
	f := &function{chunk: chunk, known: map[constant]int{}}
	f.upvalues = []upvalue{{"_ENV", true, 0}}
	f.body(tree)
	return &f.prototype, nil
}

func (f *function) fail(line int, format string, args ...any) {
	panic(&syntax.Error{Chunk: f.chunk, Line: line, What: fmt.Sprintf(format, args...)})
}

func (f *function) limit(n, most int, what string) {
	if n > most {
		where := "main function"
		if f.line > 0 {
			where = fmt.Sprintf("function at line %d", f.line)
		}
		f.fail(f.at, "too many %s (limit is %d) in %s", what, most, where)
	}
}

func (f *function) body(tree *syntax.FuncExpr) {
	f.name, f.line, f.end, f.at = tree.Name, tree.Line, tree.End, tree.Line
	f.vararg, f.params = tree.Vararg, len(tree.Params)
	f.enter()
	for _, p := range tree.Params {
		f.declare(p, false)
	}
	f.stmts(tree.Body)
	f.at = tree.End
	f.leave()
	f.emit(abc(opReturn0, 0, 1, 0))
	if f.shares {
		f.closeAll()
	}
	if len(f.gotos) > 0 {
		g := f.gotos[0]
		if g.name == "break" {
			f.fail(g.line, "break outside a loop at line %d near %s", g.line, "<eof>")
		}
		f.fail(g.line, "no visible label '%s' for goto at line %d", g.name, g.line)
	}
}

func (f *function) emit(i uint32) int {
	f.code = append(f.code, i)
	f.lines = append(f.lines, uint32(f.at))
	return len(f.code) - 1
}

func (f *function) pc() int { return len(f.code) }

// reserve takes n registers and returns the first.
func (f *function) reserve(n int) int {
	r := f.free
	f.free += n
	if f.free > maxRegs {
		f.fail(f.at, "function or expression needs too many registers")
	}
	f.regs = max(f.regs, f.free)
	return r
}

func (f *function) constant(c constant) int {
	if i, ok := f.known[c]; ok {
		return i
	}
	i := len(f.consts)
	f.consts = append(f.consts, c)
	f.known[c] = i
	return i
}

func (f *function) text(s string) int { return f.constant(constant{kind: tString, s: s}) }

func floatConstant(v float64) constant {
	return constant{kind: tFloat, i: int64(math.Float64bits(v))}
}

func (f *function) loadConstant(dst int, c constant) {
	if c.kind == tInt && c.i >= -32768 && c.i < 32768 {
		f.emit(abx(opLoadI, dst, int(uint16(c.i))))
		return
	}
	k := f.constant(c)
	if k < 1<<16 {
		f.emit(abx(opLoadK, dst, k))
		return
	}
	f.emit(abx(opLoadKX, dst, 0))
	f.emit(uint32(k))
}

// jumpOut emits a jump whose target is to be patched.
func (f *function) jumpOut() int { return f.emit(asj(opJmp, 0)) }

func (f *function) patch(pc, target int) {
	d := target - pc - 1
	if d > maxJump || d < -maxJump {
		f.fail(f.at, "control structure too long")
	}
	f.code[pc] = asj(opJmp, d)
}

func (f *function) patchHere(list []int) {
	for _, pc := range list {
		f.patch(pc, f.pc())
	}
}

// Scopes.

func (f *function) enter() {
	f.scope = &scope{parent: f.scope, first: len(f.actives), gotos: len(f.gotos)}
}

// declare makes the next register, which holds its value, a local variable.
func (f *function) declare(name string, constant bool) int {
	f.limit(len(f.actives)+1, maxLocals, "local variables")
	reg := f.reserve(1)
	f.bind(name, reg, constant)
	return reg
}

// bind makes a register that is already taken a local variable.
func (f *function) bind(name string, reg int, constant bool) {
	f.actives = append(f.actives, local{name, reg, constant, len(f.locals)})
	f.locals = append(f.locals, localName{name: name, reg: reg, from: f.pc()})
}

// level is the first register above the first n locals.
func (f *function) level(n int) int {
	if n == 0 {
		return 0
	}
	return f.actives[n-1].reg + 1
}

// leave ends a scope: it closes what closures have captured and settles its jumps.
func (f *function) leave() {
	s := f.scope
	bottom := f.level(s.first)
	if s.captured && s.parent != nil {
		f.emit(abc(opClose, bottom, 0, 0))
	}
	for _, l := range f.actives[s.first:] {
		f.locals[l.info].to = f.pc()
	}
	for i := s.gotos; i < len(f.gotos); i++ {
		f.gotos[i] = f.raise(f.gotos[i], s)
	}
	f.actives = f.actives[:s.first]
	f.free = bottom
	f.scope = s.parent
}

// raise moves a pending jump out of a scope.
func (f *function) raise(g jump, s *scope) jump {
	if g.locals > s.first {
		g.locals = s.first
		if s.captured {
			g.closes, g.level = true, f.level(s.first)
		}
	}
	return g
}

func (s *scope) find(name string) *label {
	for i := range s.labels {
		if s.labels[i].name == name {
			return &s.labels[i]
		}
	}
	return nil
}

// settle gives a pending jump its target.
func (f *function) settle(g jump, l label) {
	if g.locals < l.locals {
		f.fail(g.line, "<goto %s> at line %d jumps into the scope of local '%s'", g.name, g.line, f.actives[g.locals].name)
	}
	if g.closes {
		f.code[g.pc] = abc(opClose, g.level, 0, 0)
		f.patch(g.pc+1, l.pc)
		return
	}
	f.patch(g.pc, l.pc)
}

// breaks settles the breaks of the loop that began with n pending jumps; they go to here.
func (f *function) breaks(n int) {
	rest := f.gotos[:n:n]
	for _, g := range f.gotos[n:] {
		if g.name == "break" {
			f.settle(g, label{pc: f.pc(), locals: len(f.actives)})
		} else {
			rest = append(rest, g)
		}
	}
	f.gotos = rest
}

// Names.

func (f *function) findLocal(name string) *local {
	for i := len(f.actives) - 1; i >= 0; i-- {
		if f.actives[i].name == name {
			return &f.actives[i]
		}
	}
	return nil
}

// capture notes that a local is an upvalue of an inner function.
func (f *function) capture(l *local) {
	s := f.scope
	for s.first > 0 && f.level(s.first) > l.reg && s.parent != nil {
		s = s.parent
	}
	s.captured, f.shares = true, true
}

// toClose notes that the scope has a variable to be closed.
func (f *function) toClose() {
	f.scope.captured, f.scope.closing, f.shares = true, true, true
}

// closeAll makes every return close what is open.
func (f *function) closeAll() {
	for i := 0; i < len(f.code); i++ {
		c := f.code[i]
		switch op := int(c & 0xff); op {
		case opLoadKX, opSetList:
			i++ // the next word is not an instruction
		case opReturn0, opReturn1, opReturn:
			f.code[i] = abc(opReturn, int(getA(c)), int(getB(c)), 1)
		case opTailCall:
			f.code[i] = abc(opTailCall, int(getA(c)), int(getB(c)), 1)
		}
	}
}

// findUpvalue returns the number of the upvalue of a name, and whether it is constant, or -1.
func (f *function) findUpvalue(name string) (int, bool) {
	if f.parent == nil {
		for i, u := range f.upvalues {
			if u.name == name {
				return i, false
			}
		}
		return -1, false
	}
	l := f.parent.findLocal(name)
	for i, u := range f.upvalues {
		if u.name == name {
			return i, f.parent.constantName(name)
		}
	}
	u := upvalue{name: name, inStack: true}
	if l != nil {
		f.parent.capture(l)
		u.index = l.reg
	} else {
		i, _ := f.parent.findUpvalue(name)
		if i < 0 {
			return -1, false
		}
		u.inStack, u.index = false, i
	}
	f.limit(len(f.upvalues)+1, 255, "upvalues")
	f.upvalues = append(f.upvalues, u)
	return len(f.upvalues) - 1, f.parent.constantName(name)
}

func (f *function) constantName(name string) bool {
	for ; f != nil; f = f.parent {
		if l := f.findLocal(name); l != nil {
			return l.constant
		}
	}
	return false
}
