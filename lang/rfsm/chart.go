package rfsm

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// Chart is an initialised chart of a script: a machine, and the bodies it calls, which are looked up in the chart's tables
// at each call. Its record in the VM is reachable while the chart runs: as an argument of the script's call, or because it
// is kept for a host.
type Chart struct {
	lib     *Library
	record  lua.Value
	number  number
	model   *chart.Model
	machine *chart.Machine
	bytes   int

	list      lua.Value // the events of a step, in record.step
	listed    uint64    // the step
	ring      int       // index of names for objects that are not events of the model
	rings     int       // how many of these names there are: more than can be queued and handled at once
	counted   int       // steps that counted since steps looked
	running   bool      // steps is under way
	taken     []chart.TransitionID
	conflicts []chart.NodeID
	next      *Chart // the chart that has replaced it
}

// Failure is an error in one of the user's functions.
type Failure struct {
	Message   string // begins with file:line if the function says so itself
	Traceback string
	Where     string // "file:line: " of the innermost Lua function
	Cause     error  // as in lua.Error
}

func (f *Failure) Error() string { return f.Message }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

// Room for what fsm_merge adds.
const mergedNodes, mergedTransitions = 16, 32

// make makes a chart from an initialised table and returns its record, or nil and the error.
func (l *Library) make(vm *lua.VM, _ int) int {
	c := l.chart(vm.Arg(0))
	if vm.Arg(1).Truth() { // a host will make the machine
		vm.Push(c.record)
		return 1
	}
	if err := c.start(); err != nil {
		vm.Push(lua.Nil)
		vm.Push(vm.String(err.Error()))
		return 2
	}
	vm.Push(c.record)
	return 1
}

// chart reads an initialised table into a chart without a machine.
func (l *Library) chart(fsm lua.Value) *Chart {
	vm := l.vm
	r := reader{Library: l}
	c := &Chart{lib: l, model: &chart.Model{Name: "root"}}
	c.model.Root = r.node("root", "state", fsm)
	c.record = vm.NewTable(0, 8)
	vm.Push(c.record)
	lists := [...]struct {
		k    key
		list []lua.Value
	}{{kNodes, r.nodes}, {kTransitions, r.transitions}, {kValues, r.objects}, {kIDs, nil}}
	for _, f := range lists {
		t := vm.NewTable(len(f.list), 0)
		vm.Set(c.record, l.k[f.k], t)
		for i, v := range f.list {
			vm.Set(t, lua.Int(int64(i)+1), v)
		}
	}
	for _, k := range [...]key{kEmpty, kStep} {
		vm.Set(c.record, l.k[k], vm.NewTable(0, 0))
	}
	for i, list := range r.predicates {
		if len(list) > 0 {
			t := vm.NewTable(len(list), 0)
			vm.Set(r.transitions[i], l.k[kPredicates], t)
			for j, f := range list {
				vm.Set(t, lua.Int(int64(j)+1), f)
			}
		}
	}
	l.last++
	c.number = l.last
	vm.Set(c.record, l.k[kHandle], l.handle.New(c.number))
	l.charts[c.number] = c
	return c
}

// start gives a script's chart its machine.
func (c *Chart) start() error {
	l, fsm := c.lib, c.node(0)
	cfg := chart.Config{Queue: l.cfg.Queue, Passes: slice, Nodes: mergedNodes, Transitions: mergedTransitions}
	if n, ok := l.vm.Get(fsm, l.k[kLimit]).AsInt(); ok {
		if n < 1 || n > 1<<16 {
			return fmt.Errorf("root.queue_limit is %d: choose 1 to 65536 events", n)
		}
		cfg.Queue = int(n)
	}
	safe := l.vm.Get(fsm, l.k[kSafe])
	cfg.Literal = !safe.IsNil() && !safe.Truth()
	m, err := c.Machine(cfg)
	if err != nil {
		return err
	}
	c.bytes = m.Memory().Bytes
	if l.used+c.bytes > l.cfg.Memory {
		return fmt.Errorf("the machines of all charts would occupy %d bytes, more than the %d that they may", l.used+c.bytes, l.cfg.Memory)
	}
	l.used += c.bytes
	return nil
}

// prepare notes the events that the machine knows, and makes the fields that it keeps up to date.
func (c *Chart) prepare() error {
	l, vm := c.lib, c.lib.vm
	values, ids := vm.NewTable(64, 0), vm.NewTable(0, 64)
	vm.Push(values)
	vm.Push(ids)
	objects := vm.Get(c.record, l.k[kValues])
	byName := map[string]lua.Value{}
	for i := range vm.Len(objects) {
		v := vm.Get(objects, lua.Int(int64(i)+1))
		byName[objectName(v, i)] = v
	}
	r := reader{Library: l}
	_, n := c.machine.Len()
	for t := range n {
		events := vm.Get(c.transition(chart.TransitionID(t)), l.k[kEvents])
		for i := range vm.Len(events) {
			if v := vm.Get(events, lua.Int(int64(i)+1)); v.Type() != "function" {
				if name := r.plain(v); name != "" {
					byName[name] = v
				}
			}
		}
	}
	for e := chart.Event(0); c.machine.EventName(e) != ""; e++ {
		name := c.machine.EventName(e)
		v, ok := byName[name]
		if !ok {
			v = vm.String(name)
		}
		vm.Set(values, lua.Int(int64(e)+1), v)
		vm.Set(ids, v, lua.Int(int64(e)))
	}
	vm.Set(c.record, l.k[kValues], values)
	vm.Set(c.record, l.k[kIDs], ids)
	vm.Pop(2)
	c.show()
	return nil
}

// show brings the fields of all states up to date.
func (c *Chart) show() {
	l, m := c.lib, c.machine
	nodes, _ := m.Len()
	for i := range nodes {
		n := chart.NodeID(i)
		if m.Written(n).Kind != chart.StateNode {
			continue
		}
		t := c.node(n)
		c.put(t, kMode, l.k[kInactive+key(m.Mode(n))])
		if m.Written(n).Composite() {
			child := lua.Bool(false)
			if a := m.Child(n); a != chart.None {
				child = c.node(a)
			}
			c.put(t, kActChild, child)
		}
	}
	leaf := lua.Bool(false)
	if n := m.Leaf(); n != chart.None {
		leaf = c.node(n)
	}
	c.put(c.node(0), kActLeaf, leaf)
}

// put sets a field of one of the chart's tables.
func (c *Chart) put(t lua.Value, k key, v lua.Value) {
	if t.Type() == "table" {
		c.lib.vm.Set(t, c.lib.k[k], v)
	}
}

// node is a node's table.
func (c *Chart) node(n chart.NodeID) lua.Value {
	return c.lib.vm.Get(c.lib.vm.Get(c.record, c.lib.k[kNodes]), lua.Int(int64(n)+1))
}

// transition is a transition's table.
func (c *Chart) transition(t chart.TransitionID) lua.Value {
	return c.lib.vm.Get(c.lib.vm.Get(c.record, c.lib.k[kTransitions]), lua.Int(int64(t)+1))
}

// value is the script's value for an event.
func (c *Chart) value(e chart.Event) lua.Value {
	return c.lib.vm.Get(c.lib.vm.Get(c.record, c.lib.k[kValues]), lua.Int(int64(e)+1))
}

// send queues an event, which may be any value. An event that the machine does not know occupies a slot while it is
// queued.
func (c *Chart) send(v lua.Value) error {
	l, vm := c.lib, c.lib.vm
	if id, ok := vm.Get(vm.Get(c.record, l.k[kIDs]), v).AsInt(); ok {
		return c.machine.Send(chart.Event(id))
	}
	l.text = l.appendPlain(l.text[:0], v)
	if len(l.text) == 0 || len(l.text) > nameLength {
		c.ring = (c.ring + 1) % c.rings
		l.text = fmt.Appendf(l.text[:0], "(%s #%d)", v.Type(), c.ring)
	}
	if err := c.machine.SendName(unsafe.String(&l.text[0], len(l.text))); err != nil { // which copies the name
		return err
	}
	queue := c.machine.Queued()
	vm.Set(vm.Get(c.record, l.k[kValues]), lua.Int(int64(queue[len(queue)-1])+1), v)
	return nil
}

// nameLength is the length of the longest name of an unknown event that a machine holds, chart.Config's default.
const nameLength = 64

// events is the list of the step's events, made when a function first needs it.
func (c *Chart) events() lua.Value {
	l, vm, set := c.lib, c.lib.vm, c.machine.Events()
	if len(set) == 0 {
		if t := vm.Get(c.record, l.k[kEmpty]); t.Type() == "table" && vm.Len(t) == 0 {
			return t
		}
		vm.Set(c.record, l.k[kEmpty], vm.NewTable(0, 0))
		return vm.Get(c.record, l.k[kEmpty])
	}
	if step := c.machine.Counts().Steps; c.listed != step {
		t := vm.NewTable(len(set), 0)
		vm.Set(c.record, l.k[kStep], t)
		for i, e := range set {
			vm.Set(t, lua.Int(int64(i)+1), c.value(e))
		}
		c.list, c.listed = t, step
	}
	return c.list
}

var errAborted = errors.New("the activation ends")

// invoke calls one of the user's functions and returns how many results are on the stack, for vm.Pop.
func (c *Chart) invoke(f lua.Value, args ...lua.Value) (results int, err error) {
	l := c.lib
	if l.abort != nil {
		return 0, errAborted
	}
	if results, err = l.vm.CallWithin(l.cfg.Budget, f, args...); err != nil {
		return 0, c.fault(err)
	}
	return results, nil
}

// call calls a function for its effects.
func (c *Chart) call(f lua.Value, args ...lua.Value) error {
	n, err := c.invoke(f, args...)
	c.lib.vm.Pop(n)
	return err
}

// ask calls a function for its first result, which the collector does not see.
func (c *Chart) ask(f lua.Value, args ...lua.Value) (lua.Value, error) {
	n, err := c.invoke(f, args...)
	v := lua.Nil
	if n > 0 {
		v = c.lib.vm.Result(0)
	}
	c.lib.vm.Pop(n)
	return v, err
}

// fault makes a failure from an error of the VM.
func (c *Chart) fault(err error) error {
	l := c.lib
	if l.vm.Final(err) {
		l.abort = err
	}
	f := &Failure{Message: err.Error()}
	var e *lua.Error
	if errors.As(err, &e) {
		f.Traceback, f.Where, f.Cause = e.Traceback, e.Where, e.Cause
	}
	if errors.Is(err, lua.ErrBudget) && l.cfg.Budget > 0 {
		f.Message = fmt.Sprintf("%s: a function may run %d instructions", f.Message, l.cfg.Budget)
	}
	return f
}
