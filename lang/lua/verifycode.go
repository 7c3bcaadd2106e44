package lua

import "fmt"

// Kinds of operands of instructions.
const (
	noOperand = iota
	aRegister
	aConstant
	aName // a constant that is a string
	anUpvalue
)

// operands are those of an operation: the kinds of A, B and C, how many registers from A on it uses, and whether it can
// skip the next instruction. Jumps and lists of values are checked separately.
type operands struct {
	a, b, c int
	regs    uint32
	skips   bool
}

var operandsOf = [opCount]operands{
	opMove: {a: aRegister, b: aRegister}, opLoadI: {a: aRegister}, opLoadK: {a: aRegister}, opLoadKX: {a: aRegister},
	opLoadNil: {a: aRegister}, opLoadTrue: {a: aRegister}, opLoadFalse: {a: aRegister}, opFalseSkip: {a: aRegister, skips: true},
	opGetUp: {a: aRegister, b: anUpvalue}, opSetUp: {a: aRegister, b: anUpvalue}, opGetGlobal: {a: aRegister, b: anUpvalue, c: aName},
	opGetTable: {a: aRegister, b: aRegister, c: aRegister}, opGetInt: {a: aRegister, b: aRegister},
	opGetField: {a: aRegister, b: aRegister, c: aName}, opSetGlobal: {a: anUpvalue, b: aName, c: aRegister},
	opSetTable: {a: aRegister, b: aRegister, c: aRegister}, opSetInt: {a: aRegister, c: aRegister},
	opSetField: {a: aRegister, b: aName, c: aRegister}, opNewTable: {a: aRegister}, opSelf: {a: aRegister, b: aRegister, c: aName, regs: 3},
	opAdd: {a: aRegister, b: aRegister, c: aRegister}, opSub: {a: aRegister, b: aRegister, c: aRegister},
	opMul: {a: aRegister, b: aRegister, c: aRegister}, opMod: {a: aRegister, b: aRegister, c: aRegister},
	opPow: {a: aRegister, b: aRegister, c: aRegister}, opDiv: {a: aRegister, b: aRegister, c: aRegister},
	opIDiv: {a: aRegister, b: aRegister, c: aRegister}, opBAnd: {a: aRegister, b: aRegister, c: aRegister},
	opBOr: {a: aRegister, b: aRegister, c: aRegister}, opBXor: {a: aRegister, b: aRegister, c: aRegister},
	opShl: {a: aRegister, b: aRegister, c: aRegister}, opShr: {a: aRegister, b: aRegister, c: aRegister},
	opAddK: {a: aRegister, b: aRegister, c: aConstant}, opSubK: {a: aRegister, b: aRegister, c: aConstant},
	opMulK: {a: aRegister, b: aRegister, c: aConstant}, opModK: {a: aRegister, b: aRegister, c: aConstant},
	opPowK: {a: aRegister, b: aRegister, c: aConstant}, opDivK: {a: aRegister, b: aRegister, c: aConstant},
	opIDivK: {a: aRegister, b: aRegister, c: aConstant}, opAddI: {a: aRegister, b: aRegister}, opUnm: {a: aRegister, b: aRegister},
	opBNot: {a: aRegister, b: aRegister}, opNot: {a: aRegister, b: aRegister}, opLen: {a: aRegister, b: aRegister},
	opConcat: {a: aRegister}, opClose: {}, opTBC: {a: aRegister}, opJmp: {}, opEq: {a: aRegister, b: aRegister, skips: true},
	opLt: {a: aRegister, b: aRegister, skips: true}, opLe: {a: aRegister, b: aRegister, skips: true},
	opEqK: {a: aRegister, b: aConstant, skips: true}, opEqI: {a: aRegister, skips: true}, opLtI: {a: aRegister, skips: true},
	opLeI: {a: aRegister, skips: true}, opGtI: {a: aRegister, skips: true}, opGeI: {a: aRegister, skips: true},
	opTest: {a: aRegister, skips: true}, opCall: {a: aRegister, regs: 2}, opTailCall: {a: aRegister, regs: 2}, opReturn: {},
	opReturn0: {}, opReturn1: {a: aRegister}, opForLoop: {a: aRegister, regs: 4}, opForPrep: {a: aRegister, regs: 4},
	opTForPrep: {a: aRegister, regs: 4}, opTForCall: {a: aRegister, regs: 8}, opTForLoop: {a: aRegister, regs: 5},
	opSetList: {a: aRegister}, opClosure: {a: aRegister}, opVararg: {},
}

// prototype checks a prototype: its parts, and then its code.
func (v *verifier) prototype(r uint32) {
	v.all(v.size(r) >= 5, "prototype %d has %d cells", r, v.size(r))
	p := v.cells[r+1 : r+5]
	code, consts := uint32(p[0].v), uint32(p[0].v>>32)
	inner, lines := uint32(p[1].v), uint32(p[1].v>>32)
	ups, locals := uint32(p[3].v), uint32(p[3].v>>32)
	n := p[0].t
	v.all(n > 0 && n <= 4*v.end && p[0].x <= v.end && p[1].t <= 4*v.end && p[3].t == p[1].x>>24 && p[3].x <= v.end, "prototype %d has no code", r)
	v.part(code, 0, (n+3)/4)
	v.part(consts, 0, p[0].x)
	v.part(inner, 0, (p[1].t+3)/4)
	v.part(lines, 0, (n+3)/4)
	v.part(ups, 0, p[3].t)
	v.part(locals, 0, p[3].x)
	v.keeps(uint32(p[2].v), tString, r)
	v.keeps(uint32(p[2].v>>32), tString, r)
	for _, k := range v.cells[consts+1 : consts+1+p[0].x] {
		v.all(k.t == tInt || k.t == tFloat || k.t == tString, "prototype %d has a constant with tag %d", r, k.t)
		v.strong(k, r)
	}
	for _, l := range v.cells[locals+1 : locals+1+p[3].x] {
		v.keeps(uint32(l.v), tString, r)
	}
	for _, u := range v.cells[ups+1 : ups+1+p[3].t] {
		v.keeps(uint32(u.v), tString, r)
	}
	regs, params := p[1].x>>8&0xff, p[1].x&0xff
	v.all(params <= regs, "prototype %d has %d parameters in %d registers", r, params, regs)
	for i := range p[1].t {
		q := v.words[(inner+1)*4+i]
		v.keeps(q, tProto, r)
		w := v.cells[q+4]
		v.part0(uint32(w.v), w.t, q)
		for _, u := range v.cells[uint32(w.v)+1 : uint32(w.v)+1+w.t] {
			most := p[3].t
			if u.t&1 != 0 {
				most = regs
			}
			v.all(u.t>>1 < most, "prototype %d takes the upvalue %d of %d", q, u.t>>1, r)
		}
	}
	v.code(r, v.words[(code+1)*4:(code+1)*4+n], v.cells[consts+1:consts+1+p[0].x], regs)
}

// part0 checks that a part has room, whatever its owner.
func (v *verifier) part0(r, n, owner uint32) {
	v.all(r != 0 && r < v.end && has(v.starts, r) && v.kind(r) == tRaw && v.size(r)-1 >= n, "object %d has a part of %d cells at %d, which is none", owner, n, r)
}

// code checks that the instructions of a prototype use what it has, and that there is an instruction wherever it goes
// on.
func (v *verifier) code(r uint32, code []uint32, consts []Value, regs uint32) {
	p := v.cells[r+1 : r+5]
	first := make([]bool, len(code)) // where instructions begin
	for pc := 0; pc < len(code); pc++ {
		first[pc] = true
		if op := uint8(code[pc]); op == opLoadKX || op == opSetList {
			pc++
		}
	}
	lands := make([]bool, len(code))
	for pc, i := range code {
		if !first[pc] {
			continue
		}
		bad := func(what string) {
			v.fault("prototype %d: instruction %d, %s: %s", r, pc, fmt.Sprintf("%08x", i), what)
		}
		op := uint8(i)
		if op >= opCount {
			bad("there is no such operation")
		}
		o := operandsOf[op]
		for k, what := range [...]int{o.a, o.b, o.c} {
			x := i >> (8 * uint(k+1)) & 0xff
			switch {
			case what == aRegister && x >= regs, what == anUpvalue && x >= p[3].t, what >= aConstant && what <= aName && x >= uint32(len(consts)),
				what == aName && consts[x].t != tString:
				bad("an operand is out of range")
			}
		}
		if o.a == aRegister && getA(i)+o.regs > regs {
			bad("a register is out of range")
		}
		next := pc + 1
		if op == opLoadKX || op == opSetList {
			next++
		}
		ends := op == opReturn || op == opReturn0 || op == opReturn1 || op == opJmp
		if next >= len(code) && !ends {
			bad("the code ends")
		}
		if o.skips && (next+1 >= len(code) || !first[next+1]) {
			bad("what it skips to is no instruction")
		}
		if what := v.operand(p, code, consts, regs, pc); what != "" {
			bad(what)
		}
		if to, jumps := target(i, pc); jumps {
			if to < 0 || to >= len(code) || !first[to] {
				bad("what it jumps to is no instruction")
			}
			lands[to] = true
		}
		if o.skips {
			lands[next+1] = true
		}
	}
	for pc, i := range code { // what takes values up to the top follows what makes them
		if first[pc] && takesOpen(i) && (lands[pc] || pc == 0 || !first[pc-1] || !givesOpen(code[pc-1]) || getA(code[pc-1]) < getA(i)+openFrom(i)) {
			v.fault("prototype %d: instruction %d takes values that are not there", r, pc)
		}
	}
}

// target is where an instruction may jump.
func target(i uint32, pc int) (to int, jumps bool) {
	switch uint8(i) {
	case opJmp:
		return pc + 1 + int(int32(i)>>8), true
	case opForLoop, opTForLoop:
		return pc + 1 - int(i>>16), true
	case opForPrep:
		return pc + 2 + int(i>>16), true
	case opTForPrep:
		return pc + 1 + int(i>>16), true
	}
	return 0, false
}

// operand checks what is specific to one operation, and returns what is wrong.
func (v *verifier) operand(p []Value, code []uint32, consts []Value, regs uint32, pc int) string {
	i := code[pc]
	a, b, c, ok := getA(i), getB(i), getC(i), true
	switch uint8(i) {
	case opLoadK:
		ok = i>>16 < uint32(len(consts))
	case opLoadKX:
		ok = pc+1 < len(code) && code[pc+1] < uint32(len(consts))
	case opLoadNil:
		ok = a+b < regs
	case opConcat:
		ok = b >= 2 && a+b <= regs
	case opClose:
		ok = a <= regs
	case opCall:
		ok = a+2+max(b, 1)-1 <= regs && a+max(c, 1)-1 <= regs
	case opTailCall:
		ok = a+2+max(b, 1)-1 <= regs
	case opReturn:
		ok = a+max(b, 1)-1 <= regs
	case opTForCall:
		ok = a+4+c <= regs
	case opSetList:
		ok = pc+1 < len(code) && a+b < regs && code[pc+1] < maxEntries
	case opClosure:
		ok = i>>16 < p[1].t
	case opVararg:
		ok = a+max(c, 1)-1 <= regs && a <= regs
	}
	if !ok {
		return "an operand is out of range"
	}
	return ""
}

// takesOpen reports whether an instruction takes values up to the top of the stack; openFrom is where they begin after
// A.
func takesOpen(i uint32) bool {
	switch uint8(i) {
	case opCall, opTailCall, opReturn, opSetList:
		return getB(i) == 0
	}
	return false
}

func openFrom(i uint32) uint32 {
	switch uint8(i) {
	case opCall, opTailCall:
		return 2
	case opSetList:
		return 1
	}
	return 0
}

// givesOpen reports whether an instruction leaves values up to the top of the stack.
func givesOpen(i uint32) bool {
	switch uint8(i) {
	case opCall, opVararg:
		return getC(i) == 0
	case opTailCall:
		return true
	}
	return false
}
