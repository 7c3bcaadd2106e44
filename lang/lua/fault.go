package lua

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// Error is an error that no handler of the script has caught.
type Error struct {
	Message   string
	Traceback string
	Where     string // "file:line: " of the script's innermost function, "" if none ran
	Value     Value  // valid until the VM runs again
	Cause     error  // ErrBudget, ErrMemory, the context's error or a *syntax.Error; nil if the script itself failed
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

var (
	// ErrBudget means that an activation has used up its instructions.
	ErrBudget = errors.New("instruction budget exhausted")
	// ErrMemory means that the arena has no room.
	ErrMemory = errors.New("not enough memory")
)

// fail raises an error; its message begins with the place of the running instruction, or of the call of the running Go
// function.
func (vm *VM) fail(format string, args ...any) {
	vm.failValue(vm.String(vm.where(vm.callerLevel()) + fmt.Sprintf(format, args...)))
}

// failValue raises any value.
func (vm *VM) failValue(v Value) {
	vm.errv = v
	panic(errRaise)
}

// callerLevel is the level of the nearest function that errors name: 0 for a Lua function, 1 in a Go function.
func (vm *VM) callerLevel() int {
	if vm.cells[vm.base-2].t == tClosure {
		return 0
	}
	return 1
}

// level is a function on a stack.
type level struct {
	th, base, pc uint32
	kind         uint32
}

// levelAt finds the function n levels below the running one of a thread.
func (vm *VM) levelAt(th uint32, n int) (level, bool) {
	l := vm.topLevel(th)
	stack := uint32(vm.cells[th+1].v)
	for ; ; n-- {
		if stack == 0 || l.base <= stack+3 {
			return l, false
		}
		f := vm.cells[l.base-1]
		l.kind = f.x & kindMask4
		if n == 0 {
			return l, true
		}
		l.base -= uint32(f.v >> 32)
		l.pc = uint32(f.v)
		if l.kind == frThread {
			return l, false
		}
	}
}

func (vm *VM) topLevel(th uint32) level {
	if th == vm.thread {
		return level{th: th, base: vm.base, pc: vm.pc}
	}
	c := vm.cells[th+2]
	return level{th: th, base: uint32(vm.cells[th+1].v) + uint32(c.v), pc: c.t}
}

// where is "file:line: " of a level, or "".
func (vm *VM) where(n int) string {
	l, ok := vm.levelAt(vm.thread, n)
	if !ok {
		return ""
	}
	p, at := vm.protoOf(l)
	if p == 0 {
		return ""
	}
	return vm.sourceName(p) + ":" + strconv.Itoa(vm.lineAt(p, at)) + ": "
}

// nearest is where for the innermost running Lua function.
func (vm *VM) nearest() string {
	for n := 0; ; n++ {
		l, ok := vm.levelAt(vm.thread, n)
		if !ok {
			return ""
		}
		if p, _ := vm.protoOf(l); p != 0 {
			return vm.where(n)
		}
	}
}

// protoOf returns the prototype of a level and the number of its instruction; 0 for a Go function.
func (vm *VM) protoOf(l level) (proto uint32, at int) {
	f := vm.cells[l.base-2]
	if f.t != tClosure {
		return 0, 0
	}
	p := uint32(vm.cells[uint32(f.v)+1].v)
	return p, int(l.pc) - int(uint32(vm.cells[p+1].v)+1)*4 - 1
}

func (vm *VM) sourceName(p uint32) string {
	return syntax.Quote(string(vm.text(uint32(vm.cells[p+3].v))))
}

func (vm *VM) lineAt(p uint32, at int) int {
	if at < 0 || at >= int(vm.cells[p+1].t) {
		return 0
	}
	return int(vm.words[(uint32(vm.cells[p+2].v>>32)+1)*4+uint32(at)])
}

// typeName is a value's type, or the name that its metatable gives it.
func (vm *VM) typeName(v Value) string {
	if v.t == tTable || v.t == tUser {
		if n := vm.metamethod(v, evName); n.t == tString {
			return string(vm.text(uint32(n.v)))
		}
	}
	return v.Type()
}

func (vm *VM) typeFault(v Value, what string) {
	vm.fail("attempt to %s a %s value%s", what, vm.typeName(v), vm.describe(v))
}

func (vm *VM) callFault(slot uint32, f Value) {
	what := ""
	if vm.cells[vm.base-2].t == tClosure {
		p, at := vm.protoOf(level{base: vm.base, pc: vm.pc})
		i := vm.words[vm.pc-1]
		switch uint8(i) {
		case opCall, opTailCall:
			if slot == vm.base+getA(i) {
				what = vm.registerName(p, at, getA(i))
			}
		case opTForCall:
			what = " (for iterator 'for iterator')"
		default:
			if event := eventOf(int(uint8(i))); event != "" {
				what = " (metamethod '" + event + "')"
			}
		}
	}
	vm.fail("attempt to call a %s value%s", vm.typeName(f), what)
}

func (vm *VM) indexFault(o, k Value) {
	vm.fail("attempt to index a %s value%s", vm.typeName(o), vm.describe(o))
}

// describe says which variable of the running instruction holds a value.
func (vm *VM) describe(v Value) string {
	if vm.cells[vm.base-2].t != tClosure {
		return ""
	}
	p, at := vm.protoOf(level{base: vm.base, pc: vm.pc})
	i := vm.words[vm.pc-1]
	regs := []uint32{getB(i), getC(i)}
	switch op := uint8(i); {
	case op == opGetGlobal:
		return " (upvalue '" + vm.upvalueName(p, getB(i)) + "')"
	case op == opSetGlobal:
		return " (upvalue '" + vm.upvalueName(p, getA(i)) + "')"
	case op == opSetTable || op == opSetField || op == opSetInt:
		regs = []uint32{getA(i)}
	case op == opGetField || op == opSelf || op == opGetInt || op >= opAddK && op <= opLen || op == opGetTable:
		regs = regs[:1]
	case op == opConcat:
		regs = regs[:0]
		for r := getA(i); r < getA(i)+getB(i); r++ {
			regs = append(regs, r)
		}
	case op < opAdd || op > opShr:
		return ""
	}
	for _, r := range regs {
		if vm.cells[vm.base+r].same(v) {
			return vm.registerName(p, at, r)
		}
	}
	return ""
}

func (vm *VM) upvalueName(p, i uint32) string {
	ups := uint32(vm.cells[p+4].v) + 1
	if i >= vm.cells[p+4].t {
		return "?"
	}
	if r := uint32(vm.cells[ups+i].v); r != 0 {
		return string(vm.text(r))
	}
	return "?"
}

// activeName is the local variable that a register holds at an instruction, or "".
func (vm *VM) activeName(p uint32, at int, reg uint32) string {
	locals := uint32(vm.cells[p+4].v>>32) + 1
	name := ""
	for i := range vm.cells[p+4].x {
		c := vm.cells[locals+i]
		if uint32(c.v>>32) == reg && int(c.t) <= at && at < int(c.x) {
			name = string(vm.text(uint32(c.v)))
		}
	}
	return name
}

// localName is the variable at a cell of the running function.
func (vm *VM) localName(at uint32) string {
	p, pc := vm.protoOf(level{base: vm.base, pc: vm.pc})
	if p == 0 {
		return "?"
	}
	if n := vm.activeName(p, pc+1, at-vm.base); n != "" {
		return n
	}
	return vm.activeName(p, pc, at-vm.base)
}

// registerName says what a register holds at an instruction, for example " (local 'x')".
func (vm *VM) registerName(p uint32, at int, reg uint32) string {
	if n := vm.activeName(p, at, reg); n != "" {
		return " (local '" + n + "')"
	}
	code := (uint32(vm.cells[p+1].v) + 1) * 4
	set := vm.setter(code, at, reg)
	if set < 0 {
		return ""
	}
	i := vm.words[code+uint32(set)]
	konst := func(k uint32) string {
		c := vm.cells[uint32(vm.cells[p+1].v>>32)+1+k]
		if c.t != tString {
			return "?"
		}
		return string(vm.text(uint32(c.v)))
	}
	switch uint8(i) {
	case opMove:
		if getB(i) < getA(i) {
			return vm.registerName(p, set, getB(i))
		}
	case opGetGlobal:
		if vm.upvalueName(p, getB(i)) != "_ENV" {
			return " (field '" + konst(getC(i)) + "')"
		}
		return " (global '" + konst(getC(i)) + "')"
	case opGetField:
		return " (field '" + konst(getC(i)) + "')"
	case opSelf:
		return " (method '" + konst(getC(i)) + "')"
	case opGetUp:
		return " (upvalue '" + vm.upvalueName(p, getB(i)) + "')"
	case opLoadK:
		if k := konst(i >> 16); k != "?" {
			return " (constant '" + k + "')"
		}
	case opGetInt:
		return " (field 'integer index')"
	case opGetTable:
		if key := vm.registerName(p, set, getC(i)); strings.HasPrefix(key, " (constant ") {
			return " (field " + strings.TrimPrefix(key, " (constant ")
		}
		return " (field '?')"
	}
	return ""
}

// setter returns the last instruction before a given one that certainly sets a register, or -1.
func (vm *VM) setter(code uint32, last int, reg uint32) int {
	set, target := -1, 0
	for pc := 0; pc < last; pc++ {
		i := vm.words[code+uint32(pc)]
		a, changes := getA(i), false
		switch op := uint8(i); op {
		case opLoadNil:
			changes = a <= reg && reg <= a+getB(i)
		case opTForCall:
			changes = reg >= a+4
		case opCall, opTailCall, opVararg:
			changes = reg >= a
		case opSelf:
			changes = reg == a || reg == a+2
		case opJmp:
			if to := pc + 1 + int(int32(i)>>8); to <= last && to > target {
				target = to
			}
		case opLoadKX, opSetList:
			changes = op == opLoadKX && a == reg
			if changes {
				set = pc
			}
			pc++
			continue
		default:
			changes = a == reg && setsA(int(op))
		}
		if changes {
			if pc < target {
				set = -1
			} else {
				set = pc
			}
		}
	}
	return set
}

func setsA(op int) bool {
	switch op {
	case opSetUp, opSetGlobal, opSetTable, opSetInt, opSetField, opClose, opTBC, opEq, opLt, opLe, opEqK, opEqI, opLtI,
		opLeI, opGtI, opGeI, opTest, opReturn, opReturn0, opReturn1, opTForPrep:
		return false
	}
	return true
}

// unwind looks for a handler of the error in vm.errv within the running call from Go. If there is none, it leaves the
// caller's frame running and says so. exit says that run must return.
func (vm *VM) unwind() (handled, exit bool) {
	b := vm.base
	for {
		stack := uint32(vm.cells[vm.thread+1].v)
		if vm.thread == vm.floorThread && b-stack == vm.floor { // the function called from Go has not even been entered
			vm.base = b
			return false, false
		}
		f := vm.cells[b-1]
		below := b - uint32(f.v>>32)
		switch kind := f.x & kindMask4; {
		case kind == frEntry:
			vm.closeAbove(below)
			stack = uint32(vm.cells[vm.thread+1].v) - stack // how far it has moved
			clear(vm.cells[b+stack-2 : max(vm.base, b+stack-2)])
			vm.base, vm.pc = below+stack, uint32(f.v)
			return false, false
		case (kind == frPcall || kind == frXpcall) && !vm.broken:
			at := below - stack
			if kind == frXpcall && vm.failedHandler != at { // an error in the handler takes the error's place
				vm.handle(vm.cells[below], at)
			}
			vm.failedHandler = 0
			vm.closeAbove(uint32(vm.cells[vm.thread+1].v) + at)
			base := uint32(vm.cells[vm.thread+1].v) + at
			clear(vm.cells[base:max(vm.base, base)]) // the frames above
			vm.base = base
			vm.cells[base], vm.cells[base+1] = Bool(false), vm.errv
			vm.top = base + 2
			return true, vm.ret(base, 2)
		case kind == frThread:
			if done, exit := vm.killThread(); done {
				return true, exit
			}
			b = vm.base
			continue
		}
		b = below
	}
}

// killThread ends the running coroutine with the error. coroutine.resume below it gets the error; otherwise the error
// goes on in the thread below.
func (vm *VM) killThread() (done, exit bool) {
	th := vm.thread
	vm.closeAbove(uint32(vm.cells[th+1].v) + 1)
	vm.top = max(vm.top, vm.liveFloor()) + 1
	vm.cells[vm.top-1] = vm.errv // for coroutine.close
	vm.park()
	vm.cells[th+1].x = thDead
	wrapped := vm.cells[th+3].x != 0
	first, n := vm.handBack(th, vm.base, 0, false)
	if wrapped {
		if vm.errv.t == tString {
			vm.errv = vm.String(vm.where(1) + string(vm.text(uint32(vm.errv.v))))
		}
		return false, false
	}
	if vm.broken {
		return false, false
	}
	vm.Push(vm.errv)
	return true, vm.ret(first, n+1)
}

// handle calls the handler of xpcall, on top of the stack that failed, and takes its result as the error. frame
// is the offset of xpcall's frame.
func (vm *VM) handle(f Value, frame uint32) {
	vm.handling = true
	defer func() { vm.handling, vm.failedHandler = false, frame }()
	slot := vm.room(max(vm.top, vm.liveFloor()), 8)
	vm.cells[slot], vm.cells[slot+2] = f, vm.errv
	vm.top = slot + 3
	vm.callGo(slot, 1)
	vm.errv = Nil
	if vm.results > 0 {
		vm.errv = vm.cells[vm.top-vm.results]
	}
}

// traceback describes the calls of a thread, innermost first.
func (vm *VM) traceback(th uint32, from int) string {
	var b strings.Builder
	b.WriteString("stack traceback:")
	total := 0
	for ; ; total++ {
		if _, ok := vm.levelAt(th, total); !ok {
			break
		}
	}
	for n := from; n < total; n++ {
		if total-from > 22 && n == from+10 {
			skip := total - from - 21
			fmt.Fprintf(&b, "\n\t...\t(skipping %d levels)", skip)
			n += skip - 1
			continue
		}
		l, _ := vm.levelAt(th, n)
		b.WriteString("\n\t" + vm.describeLevel(l))
	}
	return b.String()
}

func (vm *VM) describeLevel(l level) string {
	p, at := vm.protoOf(l)
	if p == 0 {
		return "[Go]: in " + vm.levelName(l, "function <Go>")
	}
	source, line := vm.sourceName(p), vm.cells[p+3].t
	name := "main chunk"
	if line > 0 {
		name = vm.levelName(l, fmt.Sprintf("function <%s:%d>", source, line))
	}
	return fmt.Sprintf("%s:%d: in %s", source, vm.lineAt(p, at), name)
}

// levelName is a function's name as its caller knows it.
func (vm *VM) levelName(l level, otherwise string) string {
	v := vm.cells[l.base-2]
	if v.t == tGo {
		name := vm.functions[v.v].name
		return "function '" + name[strings.LastIndexByte(name, ' ')+1:] + "'" // "package. require" is global
	}
	kind, name := vm.callName(l)
	switch kind {
	case "":
		return otherwise
	case "global", "method", "field":
		return fmt.Sprintf("function '%s'", name)
	}
	return fmt.Sprintf("%s '%s'", kind, name)
}

// callName says how the caller of a level names it.
func (vm *VM) callName(l level) (kind, name string) {
	f := vm.cells[l.base-1]
	if f.x&kindMask4 != frCall {
		return "", ""
	}
	below := level{base: l.base - uint32(f.v>>32), pc: uint32(f.v)}
	p, at := vm.protoOf(below)
	if p == 0 {
		return "", ""
	}
	i := vm.words[below.pc-1]
	if uint8(i) == opTForCall {
		return "for iterator", "for iterator"
	}
	text := vm.registerName(p, at, getA(i))
	if kind, name, ok := strings.Cut(strings.Trim(text, " ()"), " "); ok {
		return kind, strings.Trim(name, "'")
	}
	return "", ""
}
