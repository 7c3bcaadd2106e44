package rfsm

import (
	"fmt"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// The chart's bodies. Each call continues the activation of the script that steps the chart, or begins one.

// task is a call of a body, and its result.
type task struct {
	chart *Chart
	call  *chart.Call
	event chart.Event // of a predicate
	hook  lua.Value
	do    func(*Chart, lua.Value) error // calls the hook, if this is one
	result
}

// result is the result of a task.
type result struct {
	pass     bool
	progress chart.Progress
	err      error
}

// perform carries out a task for a machine, as part of the activation under way or in a new one.
func (c *Chart) perform(m *chart.Machine, t task) result {
	if err := c.bind(m); err != nil {
		return result{err: err}
	}
	t.chart = c
	if c.lib.inside == 0 {
		return c.lib.begin(&t)
	}
	t.run()
	return t.result
}

// begin runs a task in a new activation.
func (l *Library) begin(t *task) result {
	l.task = *t
	_, err := l.vm.Call(l.enter)
	l.abort = nil // it belonged to the activation
	if err != nil && l.task.err == nil {
		l.task.err = t.chart.fault(err)
	}
	return l.task.result
}

// entered runs in a task's activation.
func (l *Library) entered(*lua.VM, int) int {
	l.task.run()
	return 0
}

func (t *task) run() {
	switch c := t.chart; {
	case t.do != nil:
		t.err = t.do(c, t.hook)
	case t.call.Place == chart.Guard:
		t.pass, t.err = c.guard(t.call)
	case t.call.Place == chart.Predicate:
		t.pass, t.err = c.match(t.call, t.event)
	case t.call.Place == chart.Doo:
		t.progress, t.err = c.doo(t.call)
	default:
		t.err = c.run(t.call)
	}
}

// Run implements chart.Bodies.
func (c *Chart) Run(call *chart.Call) error { return c.perform(call.Machine, task{call: call}).err }

func (c *Chart) run(call *chart.Call) error {
	l := c.lib
	switch call.Place {
	case chart.Entry:
		s := c.node(call.State)
		c.put(s, kMode, l.k[kActive])
		if p := call.Parent(call.State); p != chart.None {
			c.put(c.node(p), kActChild, s)
		}
		return c.act(s, kEntry, kEnter)
	case chart.Exit:
		s := c.node(call.State)
		c.put(s, kMode, l.k[kInactive])
		if p := call.Parent(call.State); p != chart.None {
			c.put(c.node(p), kActChild, lua.Bool(false))
		}
		err := c.act(s, kExit, kLeave)
		if call.Written(call.State).Leaf() {
			c.put(c.node(0), kActLeaf, lua.Bool(false))
		}
		return err
	}
	t := c.transition(call.Transition)
	c.warn(call)
	if c.debugs() {
		c.say(kDbg, l.k[kTake], t)
	}
	f := l.vm.Inherited(t, l.k[kEffect])
	switch {
	case f.IsNil():
		return nil
	case l.vm.Takes(f, 4):
		return c.call(f, c.node(0), t, l.k[kEffect], c.events())
	}
	return c.call(f, c.node(0), t, l.k[kEffect])
}

// act calls a state's entry or exit.
func (c *Chart) act(s lua.Value, k, told key) (err error) {
	l := c.lib
	if f := l.vm.Inherited(s, l.k[k]); !f.IsNil() {
		err = c.call(f, c.node(0), s, l.k[k])
	}
	if c.debugs() {
		c.say(kDbg, l.k[told], l.vm.Get(s, l.k[kFqn]))
	}
	return err
}

// Guard implements chart.Bodies.
func (c *Chart) Guard(call *chart.Call) (bool, error) {
	t := c.perform(call.Machine, task{call: call})
	return t.pass, t.err
}

// guard lets a transition pass unless its guard says false.
func (c *Chart) guard(call *chart.Call) (bool, error) {
	l := c.lib
	t := c.transition(call.Transition)
	f := l.vm.Inherited(t, l.k[kGuard])
	if f.IsNil() {
		return true, nil
	}
	var v lua.Value
	var err error
	if l.vm.Takes(f, 2) {
		v, err = c.ask(f, t, c.events())
	} else {
		v, err = c.ask(f, t)
	}
	return err == nil && (v.Truth() || v.IsNil()), err
}

// HasDoo implements chart.Bodies. It is called when the entry of a leaf has run.
func (c *Chart) HasDoo(call *chart.Call) bool {
	if err := c.bind(call.Machine); err != nil {
		return false
	}
	l := c.lib
	s := c.node(call.State)
	c.put(c.node(0), kActLeaf, s)
	if !l.vm.Inherited(s, l.k[kDoo]).IsNil() {
		return true
	}
	c.put(s, kMode, l.k[kDone])
	return false
}

// Doo implements chart.Bodies.
func (c *Chart) Doo(call *chart.Call) (chart.Progress, error) {
	t := c.perform(call.Machine, task{call: call})
	return t.progress, t.err
}

// doo resumes a state's coroutine, a new one at first.
func (c *Chart) doo(call *chart.Call) (chart.Progress, error) {
	l, vm := c.lib, c.lib.vm
	s := c.node(call.State)
	core := l.core
	if call.First {
		if err := c.call(vm.Get(core, l.k[kStop]), s); err != nil {
			return chart.Done, err
		}
	}
	n, err := c.invoke(vm.Get(core, l.k[kWork]), c.node(0), s, vm.Inherited(s, l.k[kDoo]))
	over, idle, message := true, false, lua.Nil
	if err == nil {
		over, idle, message = vm.Result(0).Truth(), vm.Result(1).Truth(), vm.Result(2)
	}
	if !message.IsNil() {
		f := &Failure{Message: vm.Text(message), Traceback: vm.Text(vm.Result(3))}
		if f.Message == "" {
			f.Message = fmt.Sprintf("(error object is a %s value)", message.Type())
		}
		if f.Message == lua.ErrMemory.Error() {
			f.Cause = lua.ErrMemory
		}
		err = f
	}
	vm.Pop(n)
	switch {
	case over:
		c.put(s, kMode, l.k[kDone])
		return chart.Done, err
	case idle:
		return chart.Idle, nil
	}
	return chart.Busy, nil
}

// Match implements chart.Bodies.
func (c *Chart) Match(call *chart.Call, e chart.Event) (bool, error) {
	t := c.perform(call.Machine, task{call: call, event: e})
	return t.pass, t.err
}

func (c *Chart) match(call *chart.Call, e chart.Event) (bool, error) {
	l := c.lib
	f := l.vm.Get(l.vm.Get(c.transition(call.Transition), l.k[kPredicates]), lua.Int(int64(call.Match)+1))
	v, err := c.ask(f, c.value(e))
	return v.Truth(), err
}

// Hooks.

// hook calls one of the chart's hooks, if it is set.
func (c *Chart) hook(m *chart.Machine, k key, do func(c *Chart, f lua.Value) error) error {
	if err := c.bind(m); err != nil {
		return err
	}
	f := c.lib.vm.Inherited(c.node(0), c.lib.k[k])
	if f.IsNil() {
		return nil
	}
	return c.perform(m, task{hook: f, do: do}).err
}

// collect takes the events that getevents has for the chart.
func (c *Chart) collect(f lua.Value) error {
	list, err := c.ask(f)
	if err != nil {
		return err
	}
	if list.Type() != "table" {
		return &Failure{Message: "getevents gives a " + list.Type() + " value, not a list of events"}
	}
	vm := c.lib.vm
	vm.Push(list)
	for i := 1; i <= maxEvents; i++ {
		v := vm.Get(list, lua.Int(int64(i)))
		if v.IsNil() {
			break
		}
		if e := c.send(v); e != nil {
			err = e
		}
	}
	vm.Pop(1)
	return err
}

// maxEvents is the largest number of events in a list.
const maxEvents = 1 << 16

// count counts the steps that rFSM's step counts, which excludes steps with events that led nowhere.
func (c *Chart) count(m *chart.Machine) {
	c.taken = m.Taken(c.taken[:0])
	if len(m.Events()) == 0 || len(c.taken) > 0 {
		c.counted++
	}
}

// around calls a hook before or after a step.
func (c *Chart) around(f lua.Value) error {
	if !c.lib.vm.Takes(f, 2) {
		return c.call(f, c.node(0))
	}
	return c.call(f, c.node(0), c.events())
}

// idle calls the idle hook, if there is one, and reports whether to go on.
func (c *Chart) idle(m *chart.Machine) (on bool, err error) {
	on = !c.lib.vm.Inherited(c.node(0), c.lib.k[kIdle]).IsNil()
	err = c.hook(m, kIdle, func(c *Chart, f lua.Value) error { return c.call(f, c.node(0)) })
	return on && err == nil && c.lib.abort == nil, err
}

// debugs reports whether the chart's dbg is a function other than the silent one.
func (c *Chart) debugs() bool {
	l := c.lib
	f := l.vm.Get(c.node(0), l.k[kDbg])
	return f.Type() == "function" && !f.Same(l.vm.Get(l.core, l.k[kSilent]))
}

// say calls one of the chart's printers. Its errors are ignored.
func (c *Chart) say(k key, args ...lua.Value) {
	l := c.lib
	f := l.vm.Inherited(c.node(0), l.k[k])
	if f.IsNil() || l.abort != nil {
		return
	}
	n, err := l.vm.CallWithin(l.cfg.Budget, f, args...)
	if err != nil && l.vm.Final(err) {
		l.abort = err
	}
	l.vm.Pop(n)
}

// warn reports the conflict at a transition's source.
func (c *Chart) warn(call *chart.Call) {
	for i, n := range c.conflicts {
		if n == call.State {
			c.conflicts = append(c.conflicts[:i], c.conflicts[i+1:]...)
			c.say(kWarn, c.lib.vm.String("conflicting transitions from src "+call.Path(n)+": the first one is taken"))
			return
		}
	}
}

// failed reports a failure to the chart's err.
func (c *Chart) failed(m *chart.Machine, f *chart.Failure) {
	if c.lib.inside > 0 {
		c.report(m, f)
		return
	}
	c.tell(m, f)
}

// tell reports in a new activation.
func (c *Chart) tell(m *chart.Machine, f *chart.Failure) {
	_ = c.lib.begin(&task{chart: c, do: func(c *Chart, _ lua.Value) error {
		c.report(m, f)
		return nil
	}})
}

func (c *Chart) report(m *chart.Machine, f *chart.Failure) {
	vm := c.lib.vm
	var what string
	switch f.Place {
	case chart.Init:
		c.say(kErr, vm.String("ERROR: "+f.Err.Error()))
		return
	case chart.Predicate:
		if c.literal() {
			return
		}
		fallthrough
	case chart.Guard, chart.Effect:
		t, src, tgt := m.Transition(f.Transition)
		what = fmt.Sprintf("in the transition %s -> %s (%s): ", m.Path(src), m.Path(tgt), t.Pos)
	default:
		what = "in " + m.Path(f.State) + ": "
	}
	kind := vm.String(f.Place.String())
	vm.Push(kind)
	text := vm.String(what)
	vm.Push(text)
	c.say(kErr, kind, text, vm.String(f.Err.Error()))
	vm.Pop(2)
}

func (c *Chart) literal() bool {
	v := c.lib.vm.Get(c.node(0), c.lib.k[kSafe])
	return !v.IsNil() && !v.Truth()
}
