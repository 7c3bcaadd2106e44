package lua

import "github.com/sinew-robotics/sinew/lang/lua/syntax"

// A prototype is a header and four cells: code and constants (v), how many of them (t, x); inner prototypes and the
// lines of the instructions (v), how many (t), sizes (x); source and name, which are strings (v), first and last line
// (t, x); upvalues and local names (v), how many (t, x). The parts are raw blocks.

// install puts a compiled function in the arena.
func (vm *VM) install(p *prototype, source Value) uint32 {
	r := vm.alloc(4, tProto)
	for i := range uint32(4) {
		vm.cells[r+1+i] = Value{}
	}
	c := vm.cells[r+1 : r+5]
	flags := uint32(0)
	if p.vararg {
		flags = varargFlag
	}
	c[1].x = uint32(p.params) | uint32(p.regs+2)<<8 | flags | uint32(len(p.upvalues))<<24
	c[2] = Value{v: source.v, t: uint32(p.line), x: uint32(p.end)}
	c[2].v |= vm.String(p.name).v << 32
	c[0].v = uint64(vm.wordBlock(p.code))
	k := vm.alloc(uint32(len(p.consts)), tRaw)
	clear(vm.cells[k+1 : k+1+uint32(len(p.consts))])
	c[0].v |= uint64(k) << 32
	c[0].x = uint32(len(p.consts))
	for i, q := range p.consts {
		v := Value{v: uint64(q.i), t: uint32(q.kind)}
		if q.kind == tString {
			v = vm.String(q.s)
		}
		vm.cells[k+1+uint32(i)] = v
	}
	c[1].v = uint64(vm.wordBlock(p.lines)) << 32
	vm.installNames(r, p)
	inner := vm.wordBlock(make([]uint32, len(p.protos)))
	c[1].v |= uint64(inner)
	for i, q := range p.protos {
		n := vm.install(q, source)
		vm.words[(inner+1)*4+uint32(i)] = n
		if p.line == 0 {
			vm.cells[n+2].x |= outerFlag
		}
		c[1].t++
	}
	c[0].t = uint32(len(p.code)) // now it is whole
	return r
}

func (vm *VM) wordBlock(w []uint32) uint32 {
	b := vm.alloc(uint32(len(w)+3)/4, tRaw)
	copy(vm.words[(b+1)*4:], w)
	return b
}

func (vm *VM) installNames(r uint32, p *prototype) {
	c := &vm.cells[r+4]
	ups := vm.alloc(uint32(len(p.upvalues)), tRaw)
	c.v = uint64(ups)
	for i, u := range p.upvalues {
		in := uint32(0)
		if u.inStack {
			in = 1
		}
		name := vm.String(u.name)
		vm.cells[ups+1+uint32(i)] = Value{v: name.v, t: in | uint32(u.index)<<1}
		c.t++
	}
	locals := vm.alloc(uint32(len(p.locals)), tRaw)
	c.v |= uint64(locals) << 32
	for i, l := range p.locals {
		name := vm.String(l.name)
		vm.cells[locals+1+uint32(i)] = Value{v: name.v | uint64(l.reg)<<32, t: uint32(l.from), x: uint32(l.to)}
		c.x++
	}
}

// closureOf makes a closure for a prototype, with room for its upvalues.
func (vm *VM) closureOf(p uint32) uint32 {
	info := vm.cells[p+2].x
	n := info >> 24
	r := vm.alloc(1+(n+3)/4, tClosure)
	code, k := uint32(vm.cells[p+1].v), uint32(vm.cells[p+1].v>>32)
	vm.cells[r+1] = Value{v: uint64(p) | uint64(k)<<32, t: (code + 1) * 4, x: info}
	clear(vm.cells[r+2 : r+2+(n+3)/4])
	return r
}

// newClosure makes a closure for an inner prototype of the running function.
func (vm *VM) newClosure(cl, index uint32) Value {
	outer := uint32(vm.cells[cl+1].v)
	p := vm.words[(uint32(vm.cells[outer+2].v)+1)*4+index]
	ups := uint32(vm.cells[p+4].v) + 1
	for i := range vm.cells[p+4].t { // before the closure, so that no closure lacks them if memory runs out
		if d := vm.cells[ups+i].t; d&1 != 0 {
			vm.findUpvalue(vm.base + d>>1)
		}
	}
	r := vm.closureOf(p)
	for i := range vm.cells[p+4].t {
		d := vm.cells[ups+i].t
		if d&1 != 0 {
			vm.words[(r+2)*4+i] = vm.findUpvalue(vm.base + d>>1)
		} else {
			vm.words[(r+2)*4+i] = vm.words[(cl+2)*4+d>>1]
		}
	}
	return ref(r, tClosure)
}

// Code is a compiled chunk that belongs to no machine yet. It is immutable, so several machines may load it.
type Code struct {
	name string
	main *prototype
}

// Compile compiles a chunk outside any machine. The name is as in Lua: @ before a file. Faults are *syntax.Error.
func Compile(name, text string) (*Code, error) {
	tree, err := syntax.Parse(syntax.Quote(name), text)
	if err != nil {
		return nil, err
	}
	p, err := compile(syntax.Quote(name), tree)
	if err != nil {
		return nil, err
	}
	return &Code{name, p}, nil
}

// load compiles a chunk and returns it as a function with the globals env.
func (vm *VM) load(name, text string, env Value) (Value, error) {
	c, err := Compile(name, text)
	if err != nil {
		return Nil, err
	}
	return vm.takeIn(c, env), nil
}

// takeIn makes a compiled chunk a function with the globals env.
func (vm *VM) takeIn(c *Code, env Value) Value {
	u := vm.alloc(2, tUpval)
	vm.cells[u+1], vm.cells[u+2] = Value{v: uint64(u + 2)}, env
	r := vm.closureOf(vm.install(c.main, vm.String(c.name)))
	vm.words[(r+2)*4] = u
	return ref(r, tClosure)
}
