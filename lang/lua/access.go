package lua

// maxChain bounds chains of __index and __newindex.
const maxChain = 2000

// indexField is o[key] for a constant string key; the key's x remembers where it was found. pushed says that a
// metamethod's frame was begun, which delivers its result to the register of the instruction at vm.pc-1.
func (vm *VM) indexField(o Value, key *Value, dst *Value) (pushed bool) {
	k := Value{v: key.v, t: key.t}
	for range maxChain {
		var f Value
		if o.t == tTable {
			if p := vm.getField(uint32(o.v), k, &key.x); p != nil && p.t != tNil {
				*dst = *p
				return false
			}
			m := vm.meta(uint32(o.v))
			if m == 0 {
				*dst = Nil
				return false
			}
			if f = vm.metaField(m, evIndex); f.t == tNil {
				*dst = Nil
				return false
			}
		} else if o.t == tUser && vm.cells[uint32(o.v)+1].t != 0 {
			return vm.userGet(o, k, &key.x, dst)
		} else if f = vm.metamethod(o, evIndex); f.t == tNil {
			vm.indexFault(o, k)
		}
		if f.t != tTable {
			if vm.callable(f) {
				return vm.callMeta(f, o, k)
			}
		}
		o = f
	}
	vm.fail("'__index' chain too long; possible loop")
	return false
}

func (vm *VM) index(o, k Value, dst *Value) (pushed bool) {
	for range maxChain {
		var f Value
		if o.t == tTable {
			if p := vm.slot(uint32(o.v), k); p != nil && p.t != tNil {
				*dst = *p
				return false
			}
			m := vm.meta(uint32(o.v))
			if m == 0 {
				*dst = Nil
				return false
			}
			if f = vm.metaField(m, evIndex); f.t == tNil {
				*dst = Nil
				return false
			}
		} else if o.t == tUser && vm.cells[uint32(o.v)+1].t != 0 {
			var hint uint32
			return vm.userGet(o, k, &hint, dst)
		} else if f = vm.metamethod(o, evIndex); f.t == tNil {
			vm.indexFault(o, k)
		}
		if f.t != tTable && vm.callable(f) {
			return vm.callMeta(f, o, k)
		}
		o = f
	}
	vm.fail("'__index' chain too long; possible loop")
	return false
}

// setField is o[key] = v for a constant string.
func (vm *VM) setField(o Value, key *Value, v Value) (pushed bool) {
	if o.t == tUser && vm.cells[uint32(o.v)+1].t != 0 {
		vm.epoch = (vm.epoch + 1) & 0xffff
		vm.userSet(o, Value{v: key.v, t: key.t}, v, &key.x)
		return false
	}
	if o.t == tTable {
		t := uint32(o.v)
		k := Value{v: key.v, t: key.t}
		p := vm.getField(t, k, &key.x)
		if p != nil && p.t != tNil {
			*p = v
			vm.guard(t, v)
			return false
		}
		if vm.meta(t) == 0 || vm.metaField(vm.meta(t), evNewIndex).t == tNil {
			vm.epoch = (vm.epoch + 1) & 0xffff
			vm.set(t, k, v)
			if h := vm.cells[t+2]; p == nil && h.t > 0 {
				key.x = h.t - 1
			}
			return false
		}
	}
	return vm.setIndex(o, Value{v: key.v, t: key.t}, v)
}

func (vm *VM) setIndex(o, k, v Value) (pushed bool) {
	for range maxChain {
		var f Value
		if o.t == tTable {
			t := uint32(o.v)
			m := vm.meta(t)
			if m != 0 {
				if p := vm.slot(t, k); p == nil || p.t == tNil {
					f = vm.metaField(m, evNewIndex)
				}
			}
			if f.t == tNil {
				vm.checkKey(k)
				vm.epoch = (vm.epoch + 1) & 0xffff
				vm.set(t, k, v)
				return false
			}
		} else if o.t == tUser && vm.cells[uint32(o.v)+1].t != 0 {
			vm.epoch = (vm.epoch + 1) & 0xffff
			var hint uint32
			vm.userSet(o, k, v, &hint)
			return false
		} else if f = vm.metamethod(o, evNewIndex); f.t == tNil {
			vm.indexFault(o, k)
		}
		if f.t != tTable && vm.callable(f) {
			return vm.callMeta3(f, o, k, v)
		}
		o = f
	}
	vm.fail("'__newindex' chain too long; possible loop")
	return false
}

func (vm *VM) checkKey(k Value) {
	if k.t == tNil {
		vm.fail("table index is nil")
	}
	if isNaN(k) {
		vm.fail("table index is NaN")
	}
}

// Events of metamethods, in the order of the operations they serve.
const (
	evIndex = iota
	evNewIndex
	evGC
	evMode
	evLen
	evEq
	evAdd
	evSub
	evMul
	evMod
	evPow
	evDiv
	evIDiv
	evBAnd
	evBOr
	evBXor
	evShl
	evShr
	evUnm
	evBNot
	evLt
	evLe
	evConcat
	evCall
	evClose
	evToString
	evName
	evPairs
	evMetatable
	evCount
)

var eventNames = [evCount]string{"__index", "__newindex", "__gc", "__mode", "__len", "__eq", "__add", "__sub", "__mul",
	"__mod", "__pow", "__div", "__idiv", "__band", "__bor", "__bxor", "__shl", "__shr", "__unm", "__bnot", "__lt", "__le",
	"__concat", "__call", "__close", "__tostring", "__name", "__pairs", "__metatable"}

// eventOf is the name of the metamethod that an operation may call, without the underscores.
func eventOf(op int) string {
	ev := -1
	switch {
	case op >= opGetGlobal && op <= opGetField, op == opSelf:
		ev = evIndex
	case op >= opSetGlobal && op <= opSetField:
		ev = evNewIndex
	case op >= opAdd && op <= opShr:
		ev = evAdd + op - opAdd
	case op >= opAddK && op <= opIDivK:
		ev = evAdd + op - opAddK
	case op == opAddI:
		ev = evAdd
	case op >= opUnm && op <= opConcat && op != opNot:
		ev = [...]int{evUnm, evBNot, 0, evLen, evConcat}[op-opUnm]
	case op == opEq:
		ev = evEq
	case op == opLt || op == opLtI || op == opGtI:
		ev = evLt
	case op == opLe || op == opLeI || op == opGeI:
		ev = evLe
	case op == opClose || op == opReturn:
		ev = evClose
	default:
		return ""
	}
	return eventNames[ev][2:]
}

// metaField is the field of a metatable for an event; absence is remembered in the table.
func (vm *VM) metaField(m uint32, ev int) Value {
	h := &vm.cells[m+2]
	if h.v>>32&(1<<uint(ev)) != 0 {
		return Nil
	}
	if p := vm.getField(m, vm.events[ev], &vm.hints[ev]); p != nil && p.t != tNil {
		return *p
	}
	h.v |= 1 << uint(ev+32)
	return Nil
}

// metatable returns the metatable of any value, or 0.
func (vm *VM) metatable(v Value) uint32 {
	switch v.t {
	case tTable, tUser:
		return vm.cells[uint32(v.v)+1].x
	case tString:
		return vm.stringMeta
	}
	return 0
}

func (vm *VM) metamethod(v Value, ev int) Value {
	if m := vm.metatable(v); m != 0 {
		return vm.metaField(m, ev)
	}
	return Nil
}

func (vm *VM) binaryMeta(a, b Value, ev int) Value {
	if f := vm.metamethod(a, ev); f.t != tNil {
		return f
	}
	return vm.metamethod(b, ev)
}

func (vm *VM) callable(f Value) bool { return f.t == tClosure || f.t == tGo || f.t == tGoClosure }

// concat joins the n values from the cell first on into that cell. Intermediate results stand at the end of the run.
func (vm *VM) concat(first, n uint32) (pushed bool) {
	for n > 1 {
		x, y := vm.cells[first+n-2], vm.cells[first+n-1]
		if !joins(x) || !joins(y) {
			f := vm.binaryMeta(x, y, evConcat)
			if f.t == tNil {
				if joins(x) {
					x = y
				}
				vm.typeFault(x, "concatenate")
			}
			vm.concatLeft = n - 1
			return vm.callMeta(f, x, y)
		}
		k := uint32(2)
		for k < n && joins(vm.cells[first+n-k-1]) {
			k++
		}
		vm.cells[first+n-k] = vm.join(first+n-k, k)
		n -= k - 1
	}
	return false
}

func joins(v Value) bool { return v.t == tString || isNumeric(v) }

// join makes one string of k strings and numbers.
func (vm *VM) join(at, k uint32) Value {
	b, total := vm.scratch[:0], 0
	for i := range k {
		if v := vm.cells[at+i]; v.t == tString {
			total += int(vm.cells[uint32(v.v)+1].v)
		}
	}
	vm.checkText(total)
	for i := range k {
		b = vm.appendString(b, vm.cells[at+i])
	}
	vm.scratch = b
	return vm.intern(b)
}

// checkRoom raises the out-of-memory error for a value that can never fit, before Go's memory is used for it.
func (vm *VM) checkRoom(bytes int) {
	if bytes < 0 || bytes > int(vm.end)*cellSize {
		vm.noMemory()
	}
}

// setList stores the n values that follow the table in the cell at under the keys from+1 on; n = 0: up to the top.
func (vm *VM) setList(at, n, from uint32) {
	if n == 0 {
		n = vm.top - at - 1
	}
	if vm.cells[at].t != tTable {
		vm.indexFault(vm.cells[at], Int(int64(from)))
	}
	t := uint32(vm.cells[at].v)
	if c := vm.cells[t+1]; from+n > uint32(c.v>>32) && from == c.t {
		vm.resizeArray(t, from+n)
	}
	c := &vm.cells[t+1]
	if from == c.t && n > 0 {
		copy(vm.cells[uint32(c.v)+1+from:uint32(c.v)+1+from+n], vm.cells[at+1:at+1+n])
		c.t += n
		for i := range n {
			vm.guard(t, vm.cells[at+1+i])
		}
		vm.shrink(t)
		if vm.cells[t+2].t > 0 {
			vm.adopt(t, from)
		}
		return
	}
	for i := range n {
		vm.set(t, Int(int64(from+i)+1), vm.cells[at+1+i])
	}
}

// adopt removes the entries of a table whose keys its array has just taken over.
func (vm *VM) adopt(t, from uint32) {
	for i := from; i < vm.cells[t+1].t; i++ {
		if e := vm.entry(t, Int(int64(i)+1)); e >= 0 {
			vm.bury(t, e)
		}
	}
	vm.migrate(t)
}

// Inherited returns what a table, or a table in its chain of __index, holds under a key. An __index function is not called.
// It allocates nothing.
func (vm *VM) Inherited(t, k Value) Value {
	for range maxChain {
		if t.t != tTable {
			break
		}
		if v := vm.get(uint32(t.v), k); v.t != tNil {
			return v
		}
		t = vm.metamethod(t, evIndex)
	}
	return Nil
}

// Metatable returns the metatable of a table, or nil.
func (vm *VM) Metatable(t Value) Value {
	if t.t == tTable {
		if m := vm.meta(uint32(t.v)); m != 0 {
			return ref(m, tTable)
		}
	}
	return Nil
}

// Keep holds a value for the host under a name that scripts do not see, so that it is not collected; nil releases it. It
// may raise a Lua error, as Set does.
func (vm *VM) Keep(name string, v Value) { vm.set(vm.registry, vm.String("host."+name), v) }

// Kept returns what Keep holds, also after Restore.
func (vm *VM) Kept(name string) Value { return vm.get(vm.registry, vm.known("host."+name)) }

// Takes reports whether a function uses its n-th argument (from 1): a Lua function with fewer parameters does not.
func (vm *VM) Takes(f Value, n int) bool {
	if f.t != tClosure {
		return f.t != tNil
	}
	c := vm.cells[uint32(f.v)+1]
	return c.x&varargFlag != 0 || c.x&0xff >= uint32(n)
}

// AppendText appends the bytes of a string, or of a number as Lua writes it, to dst.
func (vm *VM) AppendText(dst []byte, v Value) []byte {
	if v.t == tString || isNumeric(v) {
		return vm.appendString(dst, v)
	}
	return dst
}

// Where returns "file:line" of the definition of a Lua function, and "" for other values.
func (vm *VM) Where(f Value) (file string, line int) {
	if f.t != tClosure {
		return "", 0
	}
	p := uint32(vm.cells[uint32(f.v)+1].v)
	return vm.sourceName(p), int(vm.cells[p+3].t)
}

// Same reports whether two values are the same, as rawequal does for values of one type.
func (v Value) Same(w Value) bool { return v.same(w) }
