package lua

import "math"

// run executes the running function and those it calls, without recursion, until a frame that Go entered returns or the
// budget pauses it. It is one function because a register machine is a loop around one dense switch: what the
// instructions share lives in locals that each call would have to pass (docs/decisions/0050-one-loop.md). The fast
// paths are here; everything else is a method, and vm.pc is updated before calling it.
func (vm *VM) run() {
	cells, words := vm.cells, vm.words
	var fr struct { // of the running function; in memory, because it is too large for registers (docs/decisions/0050-one-loop.md)
		R, K        *[256]Value
		base, cl, k uint32
	}
	var pc uint32
reload:
	fr.base, pc = vm.base, vm.pc
	fr.cl = uint32(cells[fr.base-2].v)
	fr.R = (*[256]Value)(cells[fr.base : fr.base+256])
	fr.k = uint32(cells[fr.cl+1].v >> 32)
	fr.K = (*[256]Value)(cells[fr.k+1 : fr.k+257])
	for {
		i := words[pc]
		pc++
		switch uint8(i) {
		case opMove:
			fr.R[uint8(i>>8)] = fr.R[uint8(i>>16)]
		case opLoadI:
			r := &fr.R[uint8(i>>8)]
			r.v, r.t = uint64(int64(int16(i>>16))), tInt
		case opLoadK:
			fr.R[uint8(i>>8)] = cells[fr.k+1+i>>16]
		case opLoadKX:
			fr.R[uint8(i>>8)] = cells[fr.k+1+words[pc]]
			pc++
		case opLoadNil:
			for a := i >> 8 & 0xff; a <= i>>8&0xff+i>>16&0xff; a++ {
				fr.R[uint8(a)] = Value{}
			}
		case opLoadTrue:
			fr.R[uint8(i>>8)] = Value{t: tTrue}
		case opLoadFalse:
			fr.R[uint8(i>>8)] = Value{t: tFalse}
		case opFalseSkip:
			fr.R[uint8(i>>8)] = Value{t: tFalse}
			pc++
		case opGetUp:
			u := words[(fr.cl+2)*4+i>>16&0xff]
			fr.R[uint8(i>>8)] = cells[uint32(cells[u+1].v)]
		case opSetUp:
			u := words[(fr.cl+2)*4+i>>16&0xff]
			v := fr.R[uint8(i>>8)]
			cells[uint32(cells[u+1].v)] = v
			if v.t >= tString && cells[u].t&black != 0 {
				vm.guard(u, v)
			}
		case opGetGlobal:
			u := words[(fr.cl+2)*4+i>>16&0xff]
			o, key := &cells[uint32(cells[u+1].v)], &fr.K[uint8(i>>24)]
			if o.t == tTable {
				h := &cells[uint32(o.v)+2]
				if e := key.x; e < h.t {
					n := uint32(h.v) + 1 + 2*e
					if cells[n].v == key.v && cells[n].t == tString && cells[n+1].t != tNil {
						fr.R[uint8(i>>8)] = cells[n+1]
						continue
					}
				}
			}
			vm.pc = pc
			if vm.indexField(*o, key, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opGetField:
			o, key := &fr.R[uint8(i>>16)], &fr.K[uint8(i>>24)]
			if o.t == tTable {
				h := &cells[uint32(o.v)+2]
				if e := key.x; e < h.t {
					n := uint32(h.v) + 1 + 2*e
					if cells[n].v == key.v && cells[n].t == tString && cells[n+1].t != tNil {
						fr.R[uint8(i>>8)] = cells[n+1]
						continue
					}
				}
			} else if o.t == tUser {
				if p := vm.float(uint32(o.v), key); p != nil {
					r := &fr.R[uint8(i>>8)]
					r.v, r.t = *p, tFloat
					continue
				}
			}
			vm.pc = pc
			if vm.indexField(*o, key, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opSelf:
			o, key := fr.R[uint8(i>>16)], &fr.K[uint8(i>>24)]
			fr.R[uint8(i>>8)+2] = o
			vm.pc = pc
			if vm.indexField(o, key, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opGetTable:
			o, key := &fr.R[uint8(i>>16)], &fr.R[uint8(i>>24)]
			if o.t == tTable && key.t == tInt {
				c := &cells[uint32(o.v)+1]
				if n := key.v - 1; n < uint64(c.t) {
					if v := cells[uint32(c.v)+1+uint32(n)]; v.t != tNil {
						fr.R[uint8(i>>8)] = v
						continue
					}
				}
			}
			vm.pc = pc
			if vm.index(*o, *key, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opGetInt:
			o, n := &fr.R[uint8(i>>16)], i>>24-1
			if o.t == tTable {
				c := &cells[uint32(o.v)+1]
				if n < c.t {
					if v := cells[uint32(c.v)+1+n]; v.t != tNil {
						fr.R[uint8(i>>8)] = v
						continue
					}
				}
			}
			vm.pc = pc
			if vm.index(*o, Int(int64(i>>24)), &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opSetGlobal:
			u := words[(fr.cl+2)*4+i>>8&0xff]
			vm.pc = pc
			if vm.setField(cells[uint32(cells[u+1].v)], &fr.K[uint8(i>>16)], fr.R[uint8(i>>24)]) {
				goto reload
			}
		case opSetField:
			o, key, v := &fr.R[uint8(i>>8)], &fr.K[uint8(i>>16)], &fr.R[uint8(i>>24)]
			if o.t == tTable {
				h := &cells[uint32(o.v)+2]
				if e := key.x; e < h.t {
					n := uint32(h.v) + 1 + 2*e
					if cells[n].v == key.v && cells[n].t == tString && cells[n+1].t != tNil {
						cells[n+1] = *v
						if v.t >= tString && cells[uint32(o.v)].t&black != 0 {
							vm.guard(uint32(o.v), *v)
						}
						continue
					}
				}
			} else if o.t == tUser && v.t == tFloat {
				if p := vm.float(uint32(o.v), key); p != nil {
					*p = v.v
					continue
				}
			}
			vm.pc = pc
			if vm.setField(*o, key, *v) {
				goto reload
			}
		case opSetTable:
			o, key, v := &fr.R[uint8(i>>8)], &fr.R[uint8(i>>16)], &fr.R[uint8(i>>24)]
			if o.t == tTable && key.t == tInt && v.t != tNil {
				c := &cells[uint32(o.v)+1]
				if n := key.v - 1; n < uint64(c.t) {
					if p := &cells[uint32(c.v)+1+uint32(n)]; p.t != tNil {
						*p = *v
						if v.t >= tString && cells[uint32(o.v)].t&black != 0 {
							vm.guard(uint32(o.v), *v)
						}
						continue
					}
				}
			}
			vm.pc = pc
			if vm.setIndex(*o, *key, *v) {
				goto reload
			}
		case opSetInt:
			vm.pc = pc
			if vm.setIndex(fr.R[uint8(i>>8)], Int(int64(i>>16&0xff)), fr.R[uint8(i>>24)]) {
				goto reload
			}
		case opNewTable:
			vm.pc = pc
			vm.epoch = (vm.epoch + 1) & 0xffff
			t := vm.newTable(i>>24, i>>16&0xff)
			fr.R[uint8(i>>8)] = Value{v: uint64(t), t: tTable}
			if vm.debt > 0 {
				vm.collectAsDue()
				goto reload
			}

		case opAdd:
			b, c := &fr.R[uint8(i>>16)], &fr.R[uint8(i>>24)]
			if b.t == tInt && c.t == tInt {
				n, r := b.v+c.v, &fr.R[uint8(i>>8)]
				r.v, r.t = n, tInt
				continue
			} else if b.t == tFloat && c.t == tFloat {
				n, r := math.Float64frombits(b.v)+math.Float64frombits(c.v), &fr.R[uint8(i>>8)]
				r.v, r.t = math.Float64bits(n), tFloat
				continue
			}
			vm.pc = pc
			if vm.arithmetic(opAdd, *b, *c, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opSub:
			b, c := &fr.R[uint8(i>>16)], &fr.R[uint8(i>>24)]
			if b.t == tInt && c.t == tInt {
				n, r := b.v-c.v, &fr.R[uint8(i>>8)]
				r.v, r.t = n, tInt
				continue
			} else if b.t == tFloat && c.t == tFloat {
				n, r := math.Float64frombits(b.v)-math.Float64frombits(c.v), &fr.R[uint8(i>>8)]
				r.v, r.t = math.Float64bits(n), tFloat
				continue
			}
			vm.pc = pc
			if vm.arithmetic(opSub, *b, *c, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opMul:
			b, c := &fr.R[uint8(i>>16)], &fr.R[uint8(i>>24)]
			if b.t == tInt && c.t == tInt {
				n, r := b.v*c.v, &fr.R[uint8(i>>8)]
				r.v, r.t = n, tInt
				continue
			} else if b.t == tFloat && c.t == tFloat {
				n, r := math.Float64frombits(b.v)*math.Float64frombits(c.v), &fr.R[uint8(i>>8)]
				r.v, r.t = math.Float64bits(n), tFloat
				continue
			}
			vm.pc = pc
			if vm.arithmetic(opMul, *b, *c, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opDiv:
			b, c := &fr.R[uint8(i>>16)], &fr.R[uint8(i>>24)]
			if b.t == tFloat && c.t == tFloat {
				n, r := math.Float64frombits(b.v)/math.Float64frombits(c.v), &fr.R[uint8(i>>8)]
				r.v, r.t = math.Float64bits(n), tFloat
				continue
			}
			vm.pc = pc
			if vm.arithmetic(opDiv, *b, *c, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opMod, opPow, opIDiv, opBAnd, opBOr, opBXor, opShl, opShr:
			vm.pc = pc
			if vm.arithmetic(int(uint8(i)), fr.R[uint8(i>>16)], fr.R[uint8(i>>24)], &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opAddK, opSubK, opMulK, opDivK:
			b, c := &fr.R[uint8(i>>16)], &fr.K[uint8(i>>24)]
			if b.t == tFloat && c.t == tFloat {
				n, m := math.Float64frombits(b.v), math.Float64frombits(c.v)
				switch uint8(i) {
				case opAddK:
					n += m
				case opSubK:
					n -= m
				case opMulK:
					n *= m
				default:
					n /= m
				}
				r := &fr.R[uint8(i>>8)]
				r.v, r.t = math.Float64bits(n), tFloat
				continue
			}
			vm.pc = pc
			if vm.arithmetic(int(uint8(i))-opAddK+opAdd, *b, *c, &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opModK, opPowK, opIDivK:
			vm.pc = pc
			if vm.arithmetic(int(uint8(i))-opAddK+opAdd, fr.R[uint8(i>>16)], fr.K[uint8(i>>24)], &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opAddI:
			b, r := &fr.R[uint8(i>>16)], &fr.R[uint8(i>>8)]
			if b.t == tInt {
				n := b.v + uint64(int64(int8(i>>24)))
				r.v, r.t = n, tInt
				continue
			} else if b.t == tFloat {
				n := math.Float64frombits(b.v) + float64(int8(i>>24))
				r.v, r.t = math.Float64bits(n), tFloat
				continue
			}
			vm.pc = pc
			if vm.addImmediate(*b, int64(int8(i>>24)), r) {
				goto reload
			}
		case opUnm, opBNot, opLen:
			vm.pc = pc
			if vm.unary(int(uint8(i)), fr.R[uint8(i>>16)], &fr.R[uint8(i>>8)]) {
				goto reload
			}
		case opNot:
			fr.R[uint8(i>>8)] = Bool(fr.R[uint8(i>>16)].t <= tFalse)
		case opConcat:
			vm.pc = pc
			vm.epoch = (vm.epoch + 1) & 0xffff
			if vm.concat(fr.base+i>>8&0xff, i>>16&0xff) {
				goto reload
			}
			if vm.debt > 0 {
				vm.collectAsDue()
				goto reload
			}

		case opClose:
			vm.pc = pc
			vm.closeFrom(fr.base+i>>8&0xff, nil)
			goto reload
		case opTBC:
			vm.pc = pc
			vm.toBeClosed(fr.base + i>>8&0xff)
		case opJmp:
			if j := int32(i) >> 8; j < 0 {
				vm.budget += int64(j)
				if vm.budget < 0 {
					vm.pc = pc + uint32(j)
					if vm.exhausted() {
						return
					}
				}
			}
			pc += uint32(int32(i) >> 8)
		case opEq:
			b, c := &fr.R[uint8(i>>8)], &fr.R[uint8(i>>16)]
			var yes bool
			if b.t == c.t && b.t != tFloat && b.t != tTable && b.t != tUser {
				yes = b.v == c.v || b.t < tInt
			} else {
				vm.pc = pc
				var pushed bool
				if yes, pushed = vm.equals(*b, *c); pushed {
					goto reload
				}
			}
			if yes != (i>>24 != 0) {
				pc++
			}
		case opEqK:
			b, c := &fr.R[uint8(i>>8)], &fr.K[uint8(i>>16)]
			if (b.t == tString && b.v == c.v) != (i>>24 != 0) {
				pc++
			}
		case opEqI:
			b := &fr.R[uint8(i>>8)]
			yes := b.t == tInt && int64(b.v) == int64(int8(i>>16)) ||
				b.t == tFloat && math.Float64frombits(b.v) == float64(int8(i>>16))
			if yes != (i>>24 != 0) {
				pc++
			}
		case opLt, opLe:
			b, c := &fr.R[uint8(i>>8)], &fr.R[uint8(i>>16)]
			var yes bool
			if b.t == tInt && c.t == tInt {
				yes = int64(b.v) < int64(c.v) || uint8(i) == opLe && b.v == c.v
			} else if b.t == tFloat && c.t == tFloat {
				x, y := math.Float64frombits(b.v), math.Float64frombits(c.v)
				yes = x < y || uint8(i) == opLe && x == y
			} else {
				vm.pc = pc
				var pushed bool
				if yes, pushed = vm.less(uint8(i) == opLe, *b, *c); pushed {
					goto reload
				}
			}
			if yes != (i>>24 != 0) {
				pc++
			}
		case opLtI, opLeI, opGtI, opGeI:
			b, n := &fr.R[uint8(i>>8)], int64(int8(i>>16))
			var yes bool
			if b.t == tInt {
				m := int64(b.v)
				switch uint8(i) {
				case opLtI:
					yes = m < n
				case opLeI:
					yes = m <= n
				case opGtI:
					yes = m > n
				default:
					yes = m >= n
				}
			} else {
				vm.pc = pc
				var pushed bool
				if yes, pushed = vm.lessImmediate(int(uint8(i)), *b, n); pushed {
					goto reload
				}
			}
			if yes != (i>>24 != 0) {
				pc++
			}
		case opTest:
			if (fr.R[uint8(i>>8)].t > tFalse) != (i>>24 != 0) {
				pc++
			}

		case opCall:
			a := i >> 8 & 0xff
			f, n := &fr.R[uint8(a)], i>>16&0xff
			nb := fr.base + a + 2
			if n > 0 {
				n--
			} else {
				n = vm.top - nb
			}
			if f.t == tClosure {
				fun := uint32(f.v)
				c := &cells[fun+1]
				if info := c.x; info&varargFlag == 0 && nb+info>>8&0xff <= vm.stackEnd && vm.budget > 0 {
					vm.budget--
					for ; n < info&0xff; n++ {
						cells[nb+n] = Value{}
					}
					cells[nb-1] = Value{v: uint64(pc) | uint64(a+2)<<32, t: tFrame}
					fr.base, fr.cl, pc, fr.k = nb, fun, c.t, uint32(c.v>>32)
					vm.base = nb
					fr.R = (*[256]Value)(cells[fr.base : fr.base+256])
					fr.K = (*[256]Value)(cells[fr.k+1 : fr.k+257])
					continue
				}
			}
			vm.pc = pc
			if f.t == tGo && vm.budget > 0 {
				vm.budget--
				if vm.enterGo(nb-2, n, frCall) {
					return
				}
				if vm.base == fr.base && uint32(cells[fr.base-2].v) == fr.cl { // the usual case: everything is where it was
					pc = vm.pc
					continue
				}
				goto reload
			}
			if vm.callFrom(nb-2, n, frCall) {
				return
			}
			goto reload
		case opTailCall:
			vm.pc = pc
			if vm.tailCall(i) {
				return
			}
			goto reload
		case opReturn1:
			if f := &cells[fr.base-1]; f.x == frCall {
				v := fr.R[uint8(i>>8)]
				f.t = tNil
				pc = uint32(f.v)
				fr.base -= uint32(f.v >> 32)
				vm.base = fr.base
				fr.R = (*[256]Value)(cells[fr.base : fr.base+256])
				i = words[pc-1]
				if uint8(i) == opCall && i>>24 == 2 {
					fr.R[uint8(i>>8)] = v
				} else {
					vm.pc = pc
					vm.give(fr.base, v)
				}
				fr.cl = uint32(cells[fr.base-2].v)
				fr.k = uint32(cells[fr.cl+1].v >> 32)
				fr.K = (*[256]Value)(cells[fr.k+1 : fr.k+257])
				continue
			}
			if vm.ret(fr.base+i>>8&0xff, 1) {
				return
			}
			goto reload
		case opReturn0:
			if f := &cells[fr.base-1]; f.x == frCall {
				if i := words[uint32(f.v)-1]; uint8(i) == opCall && i>>24 == 1 {
					f.t = tNil
					vm.base, vm.pc = fr.base-uint32(f.v>>32), uint32(f.v)
					goto reload
				}
			}
			if vm.ret(fr.base, 0) {
				return
			}
			goto reload
		case opReturn:
			first, n := fr.base+i>>8&0xff, i>>16&0xff
			if n > 0 {
				n--
			} else {
				n = vm.top - first
			}
			if i>>24 != 0 {
				vm.pc = pc
				first = vm.closeReturn(first, n)
			}
			if vm.ret(first, n) {
				return
			}
			goto reload

		case opForLoop:
			c, r := &fr.R[uint8(i>>8)+1], &fr.R[uint8(i>>8)]
			if r.t == tInt && c.t == tInt { // a restored state may have anything there
				if c.v > 0 {
					c.v--
					r.v += fr.R[uint8(i>>8)+2].v
					d := &fr.R[uint8(i>>8)+3]
					d.v, d.t = r.v, tInt
					pc -= i >> 16
					if vm.budget -= int64(i >> 16); vm.budget < 0 {
						vm.pc = pc
						if vm.exhausted() {
							return
						}
					}
				}
			} else if vm.floatLoop(fr.R, uint8(i>>8)) {
				pc -= i >> 16
				if vm.budget -= int64(i >> 16); vm.budget < 0 {
					vm.pc = pc
					if vm.exhausted() {
						return
					}
				}
			}
		case opForPrep:
			vm.pc = pc
			if vm.forPrepare(fr.R, uint8(i>>8)) {
				pc += i>>16 + 1
			}
		case opTForPrep:
			vm.pc = pc
			vm.toBeClosed(fr.base + i>>8&0xff + 3)
			pc += i >> 16
		case opTForCall:
			a := uint8(i >> 8)
			if f := &fr.R[a]; f.t == tGo && f.v == goNext && fr.R[a+1].t == tTable {
				c := &fr.R[a+2]
				if key, v, at, ok := vm.next(uint32(fr.R[a+1].v), *c, c.x); ok {
					key.x = at
					fr.R[a+4] = key
					if n := i >> 24; n > 1 {
						fr.R[a+5] = v
						for j := uint32(2); j < n; j++ {
							fr.R[a+4+uint8(j)] = Value{}
						}
					}
					continue
				}
			}
			fr.R[a+4], fr.R[a+6], fr.R[a+7] = fr.R[a], fr.R[a+1], fr.R[a+2]
			vm.pc = pc
			if vm.callFrom(fr.base+uint32(a)+4, 2, frCall) {
				return
			}
			goto reload
		case opTForLoop:
			a := uint8(i >> 8)
			if fr.R[a+4].t != tNil {
				fr.R[a+2] = fr.R[a+4]
				pc -= i >> 16
				if vm.budget -= int64(i >> 16); vm.budget < 0 {
					vm.pc = pc
					if vm.exhausted() {
						return
					}
				}
			}
		case opSetList:
			vm.pc = pc + 1
			vm.epoch = (vm.epoch + 1) & 0xffff
			vm.setList(fr.base+i>>8&0xff, i>>16&0xff, words[pc])
			pc++
		case opClosure:
			vm.pc = pc
			vm.epoch = (vm.epoch + 1) & 0xffff
			fr.R[uint8(i>>8)] = vm.newClosure(fr.cl, i>>16)
			if vm.debt > 0 {
				vm.collectAsDue()
				goto reload
			}
		case opVararg:
			vm.pc = pc
			vm.varargs(fr.base, i>>8&0xff, i>>24)
			goto reload
		}
	}
}
