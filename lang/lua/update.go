package lua

import (
	"errors"
	"fmt"
)

// Update is new text for a module that is in use. VM.Update installs it: functions are replaced, tables and the
// variables that functions set are kept. docs/lua.md says what happens to everything else.
type Update struct {
	Module string // as require knows it; "" for the program itself, whose functions are globals
	Chunk  string // the text's name, as Load takes it; the same as that of the previous text, by which the module's functions are known
	Text   string
	Code   *Code  // the same text, compiled beforehand so that the update takes less time; nil to compile it now
	Check  string // a global function (robot.selftest) that is called when everything is in place, and may refuse; "" for none
	Budget int64  // instructions for the text and the checks together; 0 for as many as an activation has left

	check Value // of package.reload
}

// Changes lists what an update has done. Names are paths: job.gains.kp is a field, job.step: n a variable of a function.
type Changes struct {
	Replaced, Added, Removed []string
	Kept                     []string // what stays although the text gives it another value
}

// ErrUpdating means that an update was requested in the middle of another.
var ErrUpdating = errors.New("lua: an update is under way: wait for its end")

// Update replaces the text of a module. If the new text does not compile, fails, runs out of memory or instructions, or
// if a check refuses it, the whole machine is again as it was before, to the byte, and the error says why. Update works
// between activations, where Step has paused, and in Go functions. It is not for control cycles: its time is
// proportional to the heap and, the first time, it needs as much of Go's memory as the heap has.
func (vm *VM) Update(u Update) (Changes, error) {
	if u.Module == "" {
		u.Module = "_G"
	}
	r := &renewal{vm: vm}
	if err := vm.undoing(r, func() error { return vm.attempt(u.Budget, func() { r.run(u) }) }); err != nil {
		return Changes{}, err
	}
	return r.changes, nil
}

// Undoing runs Go code that calls the machine, between activations. If the code returns an error, the whole machine is again
// as it was before, to the byte; values of the machine that the code has obtained are then invalid.
func (vm *VM) Undoing(do func() error) error {
	if vm.nested > 0 {
		return ErrBusy
	}
	return vm.undoing(&renewal{vm: vm}, do)
}

// undoing runs do for the renewal r and undoes its changes if it fails.
func (vm *VM) undoing(r *renewal, do func() error) error {
	if vm.update != nil {
		return ErrUpdating
	}
	vm.update = r
	vm.charge()
	vm.keepImage()
	done := false
	defer func() {
		if !done {
			vm.takeBack()
		}
		vm.update = nil
		r.settleOutside(done)
	}()
	err := do()
	var fault *Error
	if errors.As(err, &fault) && fault.Value.heaped() {
		fault.Value = Nil // the restored machine does not have it
	}
	done = err == nil
	return err
}

// attempt runs Go code above everything live, with its own budget, and returns any error that it raises. Only what the
// stack holds below stays.
func (vm *VM) attempt(budget int64, do func()) (err error) {
	vm.charge()
	left, bounded, pausing := vm.left, vm.bounded, vm.pausing
	if vm.nested == 0 {
		left, bounded = vm.activation, vm.activation > 0
	}
	if n := left; bounded && (budget <= 0 || n < budget) {
		budget = max(n, 1)
	}
	vm.pausing, vm.broken, vm.cause, vm.trace = false, false, nil, ""
	vm.grant(max(budget, 0))
	top, pc, results := vm.top-vm.base, vm.pc, vm.results
	vm.top = max(vm.top, vm.liveFloor())
	defer func() {
		vm.charge()
		vm.left, vm.bounded, vm.pausing = left-(max(budget, 0)-vm.left), bounded, pausing
		if !bounded {
			vm.left = 0
		}
		vm.nextPart()
		if r := recover(); r == any(errRaise) {
			err = vm.asError()
			vm.broken = false
			return
		} else if r != nil {
			panic(r)
		}
		vm.top, vm.pc, vm.results = vm.base+top, pc, results
	}()
	do()
	return nil
}

// image is the state before an update.
type image struct {
	cells            []Value
	registers        []byte
	functions, files int
	gaps3, gaps8     bitTree
}

func (vm *VM) keepImage() {
	m := &vm.image
	if m.cells == nil {
		m.cells = make([]Value, len(vm.cells))
		m.gaps3, m.gaps8 = newBitTree(vm.end), newBitTree(vm.end)
	}
	for i := range vm.gaps3 {
		copy(m.gaps3[i], vm.gaps3[i])
		copy(m.gaps8[i], vm.gaps8[i])
	}
	copy(m.cells, vm.cells)
	c := codec{b: m.registers[:0], write: true}
	vm.transfer(&c)
	m.registers, m.functions, m.files = c.b, len(vm.functions), len(vm.files)
}

// takeBack restores the state of the image. Frames of Go code below hold nothing newer. Instructions counted for the
// activation stay counted.
func (vm *VM) takeBack() {
	m := &vm.image
	copy(vm.cells, m.cells)
	for i := range vm.gaps3 {
		copy(vm.gaps3[i], m.gaps3[i])
		copy(vm.gaps8[i], m.gaps8[i])
	}
	vm.transfer(&codec{b: m.registers})
	vm.functions = vm.functions[:m.functions]
	for _, f := range vm.files[m.files:] {
		if f != nil {
			f.f.Close()
		}
	}
	vm.files, vm.concatLeft = vm.files[:m.files], 0
	vm.nextPart()
}

// handed is a handle that came into being or was given back while an update ran.
type handed struct {
	info *typeInfo
	n    uint64
}

// giveBack releases a handle of the host, or notes it until an update under way has ended.
func (vm *VM) giveBack(info *typeInfo, n uint64) {
	switch {
	case info.release == nil:
	case vm.update != nil:
		vm.update.released = append(vm.update.released, handed{info, n})
	default:
		info.release(n)
	}
}

// settleOutside gives back the handles that the machine no longer knows: those released or, if the update was undone, those
// made.
func (r *renewal) settleOutside(done bool) {
	list := r.released
	if !done {
		list = r.made
	}
	for _, h := range list {
		h.info.release(h.n)
	}
}

// run does the update; a Lua error ends it.
func (r *renewal) run(u Update) {
	vm := r.vm
	key := vm.String(u.Module)
	vm.Push(key)
	old := vm.get(vm.loaded(), key)
	if old.t == tNil {
		vm.fail("module '%s' is not loaded, so there is nothing to update: require it first", u.Module)
	}
	vm.Push(old) // keeps it, whatever the text does with the list of modules
	r.source = vm.String(u.Chunk)
	vm.Push(r.source)
	r.mark(settled)
	env := vm.NewTable(0, 8) // what the text assigns to globals, until all is put in place
	vm.Push(env)
	meta := vm.NewTable(0, 1)
	vm.Push(meta)
	vm.set(uint32(meta.v), vm.events[evIndex], ref(vm.globals, tTable))
	vm.setMeta(uint32(env.v), meta)
	if u.Code == nil {
		var fault error
		if u.Code, fault = Compile(u.Chunk, u.Text); fault != nil {
			vm.cause = fault
			vm.failValue(vm.String(fault.Error()))
		}
	}
	f := vm.takeIn(u.Code, env)
	vm.Push(f)
	fresh := vm.invoke(f, key, r.source)
	vm.Push(fresh)
	vm.setMeta(uint32(env.v), Nil) // it served only the text's reads and must not become that of the globals
	if old.t == tTable && uint32(old.v) != vm.globals && fresh.t != tTable {
		vm.failValue(vm.String(fmt.Sprintf("module '%s' is a table, but the new text returns a %s", u.Module, fresh.Type())))
	}
	r.renew(u.Module, old, fresh, env)
	if fresh.t != tNil && old.t != tTable {
		old = fresh
	}
	vm.set(vm.loaded(), key, old)
	if old.t == tTable {
		r.judge("__check", vm.get(uint32(old.v), vm.String("__check")), old)
	}
	if u.Check != "" {
		f := vm.Global(u.Check)
		if !vm.callable(f) {
			vm.failValue(vm.String(fmt.Sprintf("there is no global function %s to check the update of '%s'", u.Check, u.Module)))
		}
		r.judge(u.Check, f, old)
	}
	r.judge("the check", u.check, old)
}

// judge calls a check with the module. It refuses by an error, by false, or by nil and a reason.
func (r *renewal) judge(name string, f, module Value) {
	vm := r.vm
	if !vm.callable(f) {
		return
	}
	slot := vm.room(vm.top, 8)
	vm.cells[slot], vm.cells[slot+1], vm.cells[slot+2] = f, Nil, module
	vm.top = slot + 3
	vm.callGo(slot, 1)
	verdict, why := Bool(true), Nil
	if vm.results > 0 {
		verdict = vm.cells[vm.top-vm.results]
	}
	if vm.results > 1 {
		why = vm.cells[vm.top-vm.results+1]
	}
	if verdict.t == tFalse || verdict.t == tNil && why.t != tNil {
		text := name + " has refused the update"
		if why.t == tString {
			text += ": " + vm.Text(why)
		}
		vm.failValue(vm.String(text))
	}
}
