package rfsm

import (
	"errors"
	"math"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// The functions that lib/rfsm.lua calls. Their first argument is a chart's record.

// argument is the chart whose record is the first argument. The record stays on the stack while the function runs.
func (l *Library) argument(vm *lua.VM) *Chart {
	n, ok := l.handle.Get(vm.Get(vm.Arg(0), l.k[kHandle]))
	c := l.charts[n]
	if !ok || c == nil || c.machine == nil {
		vm.Fail("this is no chart that runs")
	}
	c.record = vm.Arg(0)
	return c
}

// settle raises the error that ends the activation, once no machine is within a step.
func (l *Library) settle() {
	if err := l.abort; err != nil {
		l.abort = nil
		l.vm.Pass(err)
	}
}

// step steps a chart a number of times.
func (l *Library) step(vm *lua.VM, _ int) int {
	c := l.argument(vm)
	f, ok := vm.Arg(1).AsFloat()
	if !ok || math.IsNaN(f) {
		vm.Fail("the number of steps is a %s value", vm.Arg(1).Type())
	}
	n := math.MaxInt
	if f < 1<<52 {
		n = int(max(f, 0))
	}
	idle := c.steps(n)
	l.settle()
	vm.Push(lua.Bool(idle))
	return 1
}

// slice is how many steps a machine makes before the VM checks its budget and context.
const slice = 256

// steps steps until n steps have counted or the chart is idle, which it returns.
func (c *Chart) steps(n int) (idle bool) {
	l := c.lib
	if c.running { // a body steps its own chart, which is an error of the body
		return c.machine.Step(1)
	}
	c.running = true
	defer func() { c.running = false }()
	for {
		k := min(n, slice)
		c.counted = 0
		idle = c.machine.Step(k)
		n -= c.counted
		switch {
		case l.abort != nil, n < 1, c.machine.Mode(0) == chart.Inactive:
			return idle
		case idle && c.counted < k:
			return true
		case idle:
			if on, err := c.idle(c.machine); !on || err != nil {
				return true
			}
		}
		if err := c.call(l.vm.Get(l.core, l.k[kTick]), lua.Int(slice)); err != nil {
			return false
		}
	}
}

// send queues events for a chart, up to the first nil.
func (l *Library) send(vm *lua.VM, n int) int {
	c := l.argument(vm)
	if c.debugs() {
		c.say(kDbg, l.k[kRaised], vm.Arg(1))
	}
	var err error
	for i := 1; i < n && !vm.Arg(i).IsNil(); i++ {
		if e := c.send(vm.Arg(i)); e != nil {
			err = e
		}
	}
	if err != nil {
		vm.Push(lua.Bool(false))
		vm.Push(vm.String(err.Error()))
		return 2
	}
	return 0
}

// check takes the events from getevents and returns the number of waiting events.
func (l *Library) check(vm *lua.VM, _ int) int {
	c := l.argument(vm)
	err := c.hook(c.machine, kGetEvents, (*Chart).collect)
	l.settle()
	if err != nil {
		vm.Pass(err)
	}
	vm.Push(lua.Int(int64(len(c.machine.Queued()))))
	return 1
}

// reset makes a chart inactive; if the second argument is true, its states are left first.
func (l *Library) reset(vm *lua.VM, _ int) int {
	c := l.argument(vm)
	if vm.Arg(1).Truth() {
		c.leave()
	}
	c.machine.Reset()
	if !c.running {
		nodes, _ := c.machine.Len()
		for n := range nodes {
			if c.machine.Written(chart.NodeID(n)).Leaf() {
				if err := c.call(vm.Get(l.core, l.k[kStop]), c.node(chart.NodeID(n))); err != nil {
					break
				}
			}
		}
		c.show()
	}
	l.settle()
	return 0
}

// leave calls the exit functions of the active states, the innermost first.
func (c *Chart) leave() {
	active := c.machine.Active(nil)
	for i := len(active) - 1; i >= 0; i-- {
		s := c.node(active[i])
		c.put(s, kMode, c.lib.k[kInactive])
		if err := c.act(s, kExit, kLeave); err != nil {
			c.report(c.machine, &chart.Failure{Place: chart.Exit, State: active[i], Transition: -1, Err: err})
		}
	}
}

// failures returns a list of the failures before the current step: kind, state, message, where, traceback.
func (l *Library) failures(vm *lua.VM, _ int) int {
	c := l.argument(vm)
	list := vm.NewTable(0, 0)
	vm.Push(list)
	for i, f := range c.machine.Failures() {
		t := vm.NewTable(0, 5)
		vm.Set(list, lua.Int(int64(i)+1), t)
		fields := [][2]string{{"kind", f.Place.String()}, {"state", c.machine.Path(f.State)}, {"message", f.Err.Error()}}
		var fault *Failure
		if errors.As(f.Err, &fault) {
			fields = append(fields, [2]string{"where", fault.Where}, [2]string{"traceback", fault.Traceback})
		}
		for _, field := range fields {
			k := vm.String(field[0])
			vm.Push(k)
			vm.Set(t, k, vm.String(field[1]))
			vm.Pop(1)
		}
	}
	return 1
}

// leaf returns the active leaf, or false.
func (l *Library) leaf(vm *lua.VM, _ int) int {
	c := l.argument(vm)
	if n := c.machine.Leaf(); n != chart.None {
		vm.Push(c.node(n))
	} else {
		vm.Push(lua.Bool(false))
	}
	return 1
}

// queued returns how many events wait or, with a number, that event.
func (l *Library) queued(vm *lua.VM, n int) int {
	c := l.argument(vm)
	queue := c.machine.Queued()
	if n < 2 {
		vm.Push(lua.Int(int64(len(queue))))
		return 1
	}
	v := lua.Nil
	if i, ok := vm.Arg(1).AsInt(); ok && i >= 1 && int(i) <= len(queue) {
		v = c.value(queue[i-1])
	}
	vm.Push(v)
	return 1
}

// merge adds an element to a chart: its record, the composite, the element. It returns true, or false and the error.
func (l *Library) merge(vm *lua.VM, _ int) int {
	c := l.argument(vm)
	into, v := vm.Arg(1), vm.Arg(2)
	r := reader{Library: l}
	var part chart.Part
	list, count := kTransitions, 0
	nodes, transitions := c.machine.Len()
	if kind := l.kind(v); kind == "transition" {
		part, count = r.transition(v), transitions
	} else {
		part, list, count = r.node(vm.Text(vm.Get(v, l.k[kID])), kind, v), kNodes, nodes
	}
	err := c.machine.Merge(vm.Text(vm.Get(into, l.k[kFqn])), part)
	c.show() // Merge has asked whether the composite has a doo
	if err != nil {
		vm.Push(lua.Bool(false))
		vm.Push(vm.String(err.Error()))
		return 2
	}
	vm.Set(vm.Get(c.record, l.k[list]), lua.Int(int64(count)+1), v)
	if err := c.prepare(); err != nil {
		vm.Pass(err)
	}
	vm.Push(lua.Bool(true))
	return 1
}
