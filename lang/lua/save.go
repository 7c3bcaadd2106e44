package lua

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/zeebo/xxh3"
)

// A saved state is the arena and the machine's registers. It holds everything except Go functions, which it names, and
// open files, which it must not have.
const stateMagic = "sinew.lua.3\n"

// ErrBusy means that a state cannot be saved while Go code runs in the middle of a script.
var ErrBusy = errors.New("lua: a state is saved between activations or where Step has paused")

// codec writes registers to a slice, or reads them from it.
type codec struct {
	b     []byte
	at    int
	write bool
}

func (c *codec) u64(p *uint64) {
	if c.write {
		c.b = binary.LittleEndian.AppendUint64(c.b, *p)
		return
	}
	if c.at+8 <= len(c.b) {
		*p = binary.LittleEndian.Uint64(c.b[c.at:])
	}
	c.at += 8
}

func (c *codec) u32s(list ...*uint32) {
	for _, p := range list {
		v := uint64(*p)
		c.u64(&v)
		*p = uint32(v)
	}
}

func (c *codec) bools(list ...*bool) {
	for _, p := range list {
		v := uint64(0)
		if *p {
			v = 1
		}
		c.u64(&v)
		*p = v != 0
	}
}

func (c *codec) values(list ...*Value) {
	for _, p := range list {
		c.u64(&p.v)
		c.u32s(&p.t, &p.x)
	}
}

// lists transfers the heads of free blocks.
func (c *codec) lists(l *fit) {
	c.u32s(&l.free, &l.firsts)
	for f := range l.heads {
		c.u32s(&l.lists[f])
		if l.lists[f] == 0 && c.write {
			continue
		}
		for s := range l.heads[f] {
			if l.lists[f]>>uint(s)&1 != 0 {
				c.u32s(&l.heads[f][s])
			} else {
				l.heads[f][s] = 0
			}
		}
	}
}

// transfer writes or reads all registers.
func (vm *VM) transfer(c *codec) {
	h, g := &vm.heap, &vm.gc
	c.u32s(&h.used, &h.most, &h.reserve, &h.current, &h.epoch, &h.sweeping, &h.mid, &h.border)
	c.u64(&h.allocs)
	debt := uint64(h.debt)
	c.u64(&debt)
	h.debt = int64(debt)
	c.lists(&h.low)
	c.lists(&h.high)
	c.u32s(&g.state, &g.mode, &g.grey, &g.again, &g.weak, &g.ephemerons, &g.scan, &g.scanAt, &g.threshold, &g.pauseBy, &g.stepBy,
		&g.step, &g.finals, &g.pending, &g.nFinals, &g.nPending, &g.sweepEnd, &g.rate,
		&g.stage, &g.table, &g.tableAt, &g.pass, &g.passAt, &g.finalAt, &g.finalsKept, &g.pendingAt, &g.pendingOld,
		&g.weakOld, &g.keysOld, &g.ephemeronsOld, &g.tableEnd, &g.passEnd)
	c.u64(&g.cycles)
	c.u32s(&vm.strings, &vm.stringMask, &vm.registry, &vm.globals, &vm.stringMeta, &vm.main, &vm.thread, &vm.threads, &vm.base,
		&vm.pc, &vm.top, &vm.stackEnd, &vm.maxStack, &vm.results)
	c.bools(&g.moving, &g.scanKeys, &g.keyMarked, &vm.paused, &vm.broken, &vm.low, &vm.warning)
	every, untilHook := uint64(vm.every), uint64(vm.untilHook)
	c.u64(&every)
	c.u64(&untilHook)
	vm.every, vm.untilHook = int64(every), int64(untilHook)
	c.values(&vm.errv, &vm.outOfMemory)
	for i := range vm.events {
		c.values(&vm.events[i])
		c.u32s(&vm.hints[i])
	}
	for i := range vm.random {
		c.u64(&vm.random[i])
	}
}

// names is the list of Go functions and of types by number, one a line.
func (vm *VM) names(b []byte) []byte {
	for i := range vm.functions {
		b = append(append(b, vm.functions[i].name...), '\n')
	}
	for _, t := range vm.types {
		b = t.layout(b)
	}
	return b
}

// Save appends the state to dst.
func (vm *VM) Save(dst []byte) ([]byte, error) {
	if vm.nested > 0 {
		return dst, ErrBusy
	}
	for _, f := range vm.files {
		if f != nil {
			return dst, errors.New("lua: a state with open files cannot be saved: close them first")
		}
	}
	begin := len(dst)
	c := codec{b: append(dst, stateMagic...), write: true}
	size := uint64(vm.end)
	c.u64(&size)
	at := len(c.b)
	c.b = append(c.b, make([]byte, 8)...)
	c.b = vm.names(c.b)
	binary.LittleEndian.PutUint64(c.b[at:], uint64(len(c.b)-at-8))
	top := vm.top
	if vm.paused {
		vm.top = vm.base + vm.pauseTop
	}
	vm.transfer(&c)
	vm.top = top
	c.b = append(c.b, vm.bytes[:(vm.end+1)*cellSize]...)
	return binary.LittleEndian.AppendUint64(c.b, xxh3.Hash(c.b[begin:])), nil
}

// Restore loads a saved state. The heap size must be the same, and the state must have been made with the Go functions and
// types of this machine, in any order; an error names what is missing. The whole state is checked before it is loaded: one
// that this machine cannot have written, or that has been changed since, is refused with the reason, and the machine stays
// as it is.
func (vm *VM) Restore(state []byte) error {
	if vm.nested > 0 {
		return ErrBusy
	}
	head := len(stateMagic) + 16
	n := len(state) - 8
	if n < head || string(state[:len(stateMagic)]) != stateMagic {
		return errors.New("lua: not a saved state of this version")
	}
	if xxh3.Hash(state[:n]) != binary.LittleEndian.Uint64(state[n:]) {
		return errors.New("lua: the saved state is damaged: its checksum is wrong")
	}
	if size := binary.LittleEndian.Uint64(state[len(stateMagic):]); size != uint64(vm.end) {
		return fmt.Errorf("lua: the state is of a heap of %d bytes, this one has %d", (size+1)*cellSize, (vm.end+1)*cellSize)
	}
	names := binary.LittleEndian.Uint64(state[len(stateMagic)+8:])
	arena := int(vm.end+1) * cellSize
	if names > uint64(n-head) || n-head-int(names) < arena {
		return errors.New("lua: the saved state is cut short")
	}
	functions, types, err := vm.match(string(state[head : head+int(names)]))
	if err != nil {
		return err
	}
	next := *vm
	next.settleIn(vm.spare)
	c := codec{b: state[:n], at: head + int(names)}
	next.transfer(&c)
	if c.at != n-arena {
		return errors.New("lua: the saved state is cut short")
	}
	copy(next.bytes, state[n-arena:n])
	next.functions, next.types = functions, types
	if err := newVerifier(&next).run((*verifier).whole); err != nil {
		vm.spare = next.cells
		return fmt.Errorf("lua: the saved state cannot be taken on: %w", err)
	}
	next.spare = vm.cells
	*vm = next
	if vm.paused {
		vm.hold()
	}
	vm.rebind()
	vm.files, vm.exit, vm.cause, vm.trace, vm.place = nil, nil, nil, "", ""
	return nil
}

// Start prepares a call of a Lua function, which Step then runs piece by piece.
func (vm *VM) Start(f Value, args ...Value) error {
	if vm.nested > 0 {
		return ErrBusy
	}
	if f.t != tClosure {
		return errors.New("lua: Start takes a Lua function")
	}
	vm.reset()
	return vm.protect(func() {
		slot := vm.room(vm.base, uint32(len(args))+4)
		vm.cells[slot] = f
		copy(vm.cells[slot+2:], args)
		vm.top = slot + 2 + uint32(len(args))
		vm.call(slot, uint32(len(args)), frEntry)
		vm.paused = true
		vm.hold()
	})
}

// hold keeps the top of what has paused. Until it goes on, what the host makes stands above everything live.
func (vm *VM) hold() {
	vm.pauseTop = vm.top - vm.base
	vm.top = max(vm.top, vm.liveFloor())
}

// reset makes the main thread's bottom the running frame. Coroutines in which a run is abandoned are then dead; functions
// keep the variables that they share with what was abandoned, and variables to be closed are not closed.
func (vm *VM) reset() {
	for vm.thread != vm.main {
		th := vm.thread
		vm.closeUpvalues(uint32(vm.cells[th+1].v) + 1)
		vm.touch(th)
		vm.thread = uint32(vm.cells[th+3].v)
		vm.cells[th+3] = Value{}
		vm.dropStack(th)
	}
	vm.closeUpvalues(uint32(vm.cells[vm.main+1].v) + 1)
	vm.cells[vm.main+1].x, vm.cells[vm.main+2].x = thRunning, 0
	vm.wake(vm.main)
	stack := uint32(vm.cells[vm.main+1].v)
	vm.base, vm.top, vm.results = stack+3, stack+3, 0
	vm.cells[vm.main+3].t = 0
	vm.trace, vm.paused = "", false
}

// Step runs what was started for about n instructions and reports whether it is over; then Result gives its results.
// Between steps the state may be saved, and restored in another machine.
func (vm *VM) Step(n int64) (done bool, err error) {
	if !vm.paused {
		return true, nil
	}
	if vm.nested > 0 {
		return false, ErrBusy
	}
	vm.paused, vm.pausing, vm.broken, vm.cause = false, true, false, nil
	vm.top = vm.base + vm.pauseTop
	vm.grant(max(n, 1))
	vm.nested, vm.floor, vm.floorThread = 1, 3, vm.main
	vm.cells[vm.main+3].t = 1
	defer func() {
		vm.charge()
		vm.nested, vm.pausing = 0, false
		vm.cells[vm.main+3].t = 0
		if vm.paused {
			vm.hold()
		}
	}()
	if err := vm.protect(func() { vm.exec(0, 0) }); err != nil {
		vm.reset()
		return true, err
	}
	return !vm.paused, nil
}
