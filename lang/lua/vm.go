package lua

import (
	"context"
	"errors"
	"fmt"
)

// Function is a Go function that Lua calls. Its n arguments are vm.Arg(0) to vm.Arg(n-1); it pushes its results and
// returns their number. vm.Fail raises an error. Values that it holds while it calls back must be on the stack.
type Function func(vm *VM, n int) int

type goFunction struct {
	name     string
	call     Function
	switches func(vm *VM, n int) bool // changes what runs: pcall, resume, …
}

// Config configures a VM.
type Config struct {
	Heap      int64    // bytes of the arena, which never grows; 1 MiB if 0
	Budget    int64    // instructions per activation; 0 means no bound
	Seed      uint64   // of random numbers
	Allow     []string // directories in which scripts may open and load files
	Path      string   // where require looks, like LUA_PATH; "" for ./?.lua and ./?/init.lua
	Libs      []Lib    // libraries; nil means the standard ones
	Stdout    func([]byte)
	Warn      func([]byte)                   // receives warnings of scripts that have turned them on with warn("@on")
	Now       func() (sec int64, nsec int64) // the host's clock; without one os.time and os.clock say 0
	LowAt     int64                          // OnLow is called, where the collector could work, when fewer bytes than these are free
	OnLow     func(Usage)
	Context   context.Context // when it is done, running scripts fail
	MaxText   int             // bytes of the longest string; 0 means that only the heap bounds it
	NoOffsets bool            // tostring and %p show tables and functions by type only, without offsets
}

// VM is a Lua machine. Only one goroutine at a time may use it.
type VM struct {
	heap
	gc collector

	strings, stringMask uint32 // the string table: where in words, and its size less one
	registry, globals   uint32
	stringMeta          uint32
	main, thread        uint32
	threads             uint32
	base, pc, top       uint32
	stackEnd, maxStack  uint32
	results             uint32 // of the last call from Go
	concatLeft          uint32
	meter
	activation         int64  // the budget of each activation
	floor, floorThread uint32 // the frame of the Go code that called last, as an offset, and its thread
	nested             int    // calls from Go under way
	traced             int    // how many there are below the one whose errors get a traceback
	pausing, paused    bool
	pauseTop           uint32 // how far the top of what Step has paused is above its base
	closing            bool   // Close runs
	handling           bool   // an error's handler runs
	failedHandler      uint32 // the frame of the xpcall whose handler was called for the unwinding error
	broken             bool   // the budget is used up until the host says otherwise
	errv               Value
	outOfMemory        Value
	functions          []goFunction
	types              []*typeInfo
	scratch            []byte
	random             [4]uint64
	config             Config
	trace, place       string // of the error that nobody caught
	cause              error  // what made the machine broken
	low                bool
	warning            bool // warnings are on
	files              []*file
	exit               *Exit
	update             *renewal        // the one under way
	image              image           // of the state before the last one
	context            context.Context // of the activation, in addition to that of the configuration
	spare              []Value         // an arena that was in use before a restore, for the next one
	events             [evCount]Value
	hints              [evCount]uint32
}

// errRaise carries a Lua error through Go's stack; the value is in vm.errv.
var errRaise = errors.New("lua: an error is raised")

// goNext is the number of the function next, which loops recognise.
const goNext = 0

// New makes a VM. It fails if the heap has no room for the libraries.
func New(c Config) (vm *VM, err error) {
	if c.Heap == 0 {
		c.Heap = 1 << 20
	}
	if c.Heap < 64<<10 || c.Heap > 1<<32 { // bytes are counted in 32 bits
		return nil, fmt.Errorf("lua: a heap of %d bytes: choose 64 KiB to 4 GiB", c.Heap)
	}
	vm = &VM{config: c, activation: c.Budget}
	vm.heap = *newHeap(uint32(c.Heap / cellSize))
	vm.gc.pauseBy, vm.gc.stepBy, vm.gc.step = 200, 200, 64
	vm.maxStack = vm.end / 4
	defer func() {
		if r := recover(); r != nil {
			if r != any(errRaise) {
				panic(r)
			}
			vm, err = nil, fmt.Errorf("lua: a heap of %d bytes is too small for the libraries", c.Heap)
		}
	}()
	vm.grant(0)
	vm.boot()
	vm.gc.threshold = vm.used + vm.headroom()
	vm.seed(c.Seed, 0)
	return vm, nil
}

// boot makes what every machine has.
func (vm *VM) boot() {
	buckets := uint32(64)
	for buckets*16 < vm.end {
		buckets *= 2
	}
	table := vm.alloc(buckets/4, tRaw)
	clear(vm.cells[table+1 : table+1+buckets/4])
	vm.strings, vm.stringMask = (table+1)*4, buckets-1
	keep := func(s string) Value {
		v := vm.String(s)
		vm.cells[uint32(v.v)].t |= fixed
		return v
	}
	vm.outOfMemory = keep("not enough memory")
	for i, n := range eventNames {
		vm.events[i] = keep(n)
	}
	vm.main = vm.newThread(firstStack * 4)
	vm.cells[vm.main+1].x = thRunning
	vm.wake(vm.main)
	vm.registry = vm.newTable(0, 4)
	vm.globals = vm.newTable(0, 32)
	libs := vm.config.Libs
	if libs == nil {
		libs = Standard()
	}
	for _, l := range libs {
		vm.open(l)
	}
}

// register gives a Go function a number.
func (vm *VM) register(f goFunction) Value {
	vm.functions = append(vm.functions, f)
	return Value{v: uint64(len(vm.functions) - 1), t: tGo}
}

// maxNested bounds nested calls from Go into Lua, which use Go's stack.
const maxNested = 195

// callGo calls the function at slot with n arguments from Go code; vm.results results then stand from slot on.
func (vm *VM) callGo(slot, n uint32) {
	if vm.nested++; vm.nested > maxNested {
		vm.nested--
		if vm.nested > maxNested+20 {
			vm.errv = vm.String("error in error handling")
			panic(errRaise)
		}
		vm.fail("C stack overflow")
	}
	e := vm.goIn()
	defer vm.goOut(e)
	vm.exec(slot, n)
}

// entry is what a call from Go restores.
type entry struct{ th, floor, floorThread uint32 }

// goIn begins a call from Go.
func (vm *VM) goIn() entry {
	e := entry{vm.thread, vm.floor, vm.floorThread}
	vm.floor, vm.floorThread = vm.base-uint32(vm.cells[e.th+1].v), e.th
	vm.cells[e.th+3].t++
	return e
}

// goOut ends it.
func (vm *VM) goOut(e entry) {
	vm.nested--
	vm.cells[e.th+3].t--
	vm.floor, vm.floorThread = e.floor, e.floorThread
}

// outermost is Call between activations. The path without errors is short, because it usually runs with cold caches:
// filling them is most of the cost of a callback once a millisecond.
func (vm *VM) outermost(f Value, args []Value) error {
	vm.refill()
	vm.trace, vm.top, vm.nested = "", vm.base, 1
	e := vm.goIn()
	failed := vm.straight(e, f, args)
	if !failed && !vm.hookDue {
		vm.goOut(e)
		return nil
	}
	err := vm.protect(func() {
		defer vm.goOut(e)
		if !failed || !vm.recovered(errRaise) {
			vm.exec(0, 0)
		}
	})
	if err != nil {
		vm.reset()
	}
	return err
}

// straight calls f and reports whether an error was raised.
func (vm *VM) straight(e entry, f Value, args []Value) (failed bool) {
	defer func() {
		r := recover()
		if failed = r != nil; failed && r != any(errRaise) { // a panic of the host's Go code: the machine can go on
			vm.goOut(e)
			vm.reset()
			panic(r)
		}
	}()
	n := uint32(len(args))
	slot := vm.room(vm.top, n+4)
	vm.cells[slot], vm.cells[slot+1] = f, Nil
	for i, v := range args {
		vm.cells[slot+2+uint32(i)] = v
	}
	vm.top = slot + 2 + n
	if !vm.call(slot, n, frEntry) {
		vm.run()
	}
	return false
}

// exec begins the call of the function at slot, or goes on if slot is 0, until the frame that Go entered returns or pauses.
func (vm *VM) exec(slot, n uint32) {
	for over := vm.shielded(slot, n); !over; {
		over = vm.shielded(0, 0)
	}
}

// shielded is exec until an error has been unwound, or the hook is due.
func (vm *VM) shielded(slot, n uint32) (over bool) {
	defer func() {
		if r := recover(); r != nil {
			over = vm.recovered(r)
		}
	}()
	switch {
	case slot != 0 && vm.call(slot, n, frEntry):
		return true
	case vm.hookDue:
		vm.callHook()
	}
	vm.run()
	return !vm.hookDue
}

// recovered unwinds to the next handler; without one in this call from Go the error goes on through Go's stack.
func (vm *VM) recovered(r any) (over bool) {
	if r != any(errRaise) {
		panic(r)
	}
	if vm.nested == vm.traced+1 && vm.trace == "" && !vm.caught() {
		vm.trace, vm.place = vm.traceback(vm.thread, 0), vm.nearest()
	}
	for {
		handled, exit, again := vm.unwindShielded()
		if again {
			continue
		}
		if !handled {
			panic(errRaise)
		}
		return exit
	}
}

// caught reports whether a handler below the running function will take the error.
func (vm *VM) caught() bool {
	if vm.broken {
		return false
	}
	for th := vm.thread; th != 0; th = uint32(vm.cells[th+3].v) {
		for l := vm.topLevel(th); ; {
			f := vm.cells[l.base-1]
			if kind := f.x & kindMask4; kind == frPcall || kind == frXpcall || kind == frThread && th != vm.main && vm.cells[th+3].x == 0 {
				return true
			} else if kind == frThread || kind == frEntry {
				break
			}
			l.base -= uint32(f.v >> 32)
		}
	}
	return false
}

// unwindShielded unwinds; an error in a closing method replaces the one that unwinds.
func (vm *VM) unwindShielded() (handled, exit, again bool) {
	defer func() {
		if r := recover(); r != nil {
			if r != any(errRaise) {
				panic(r)
			}
			again = true
		}
	}()
	handled, exit = vm.unwind()
	return handled, exit, false
}

// Values on the stack of the running Go function.

// Arg returns an argument of the running Go function, or nil after the last.
func (vm *VM) Arg(i int) Value {
	if at := vm.base + uint32(i); i >= 0 && at < vm.top {
		return vm.cells[at]
	}
	return Nil
}

// Push adds a value to the stack of the running Go function. It is not inlined: the libraries call it in hundreds of places.
//
//go:noinline
func (vm *VM) Push(v Value) {
	if vm.top >= vm.stackEnd {
		vm.growStack(stackSlack)
	}
	vm.cells[vm.top] = v
	vm.top++
}

// Fail raises an error with a message that begins with the place of the call.
func (vm *VM) Fail(format string, args ...any) { vm.fail(format, args...) }

// Usage returns the current use of the heap.
func (vm *VM) Usage() Usage { return vm.usage() }

// lowMemory calls the host once when memory runs low, and again only after there has been enough.
func (vm *VM) lowMemory() {
	free := int64(vm.end-vm.used) * cellSize
	if vm.config.OnLow == nil || vm.config.LowAt == 0 {
		return
	}
	if free < vm.config.LowAt && !vm.low {
		vm.low = true
		vm.config.OnLow(vm.usage())
	} else if free > vm.config.LowAt+vm.config.LowAt/4 {
		vm.low = false
	}
}
