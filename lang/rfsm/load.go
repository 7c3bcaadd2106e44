package rfsm

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// Load runs a text that returns a state, as rfsm.load does, and makes a chart from it without a machine, for a host
// that checks, draws or steps it. The name is as in Lua: that of a file begins with @. The error has all faults of the
// model (diag.Faults), and then there is a chart to draw; or it says how the text failed. The chart lives until Close.
func Load(l *Library, name, text string) (*Chart, error) {
	f, err := l.vm.Load(name, text)
	if err != nil {
		return nil, err
	}
	return l.run(name, f)
}

// LoadCode is like Load, for a text that is already compiled.
func LoadCode(l *Library, name string, code *lua.Code) (*Chart, error) {
	f, err := l.vm.LoadCode(code)
	if err != nil {
		return nil, err
	}
	return l.run(name, f)
}

// run makes a chart from what a text's function returns.
func (l *Library) run(name string, f lua.Value) (*Chart, error) {
	n, err := l.vm.Call(f)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, fmt.Errorf("%s returns nothing: end it with 'return rfsm.state{…}'", strings.TrimPrefix(name, "@"))
	}
	template := l.vm.Result(0)
	var c *Chart
	var fault error
	err = l.within(func() {
		l.vm.Push(template)
		c, fault = l.loaded(strings.TrimPrefix(name, "@"), template)
	})
	if err == nil {
		err = fault
	}
	return c, err
}

// loaded makes a chart from a template.
func (l *Library) loaded(name string, template lua.Value) (*Chart, error) {
	vm := l.vm
	if l.kind(template) != "state" {
		return nil, fmt.Errorf("%s returns a %s that is no state: end it with 'return rfsm.state{…}'", name, template.Type())
	}
	n, err := vm.CallWithin(0, vm.Get(l.core, vm.String("init")), template, lua.Bool(true))
	if err == nil && (n < 2 || vm.Result(0).Type() != "table") {
		err = errors.New(vm.Text(vm.Result(1)))
		vm.Pop(n)
	}
	if err != nil {
		if vm.Final(err) {
			vm.Pass(err)
		}
		return l.refused(name, template, err)
	}
	h, _ := l.handle.Get(vm.Get(vm.Result(1), l.k[kHandle]))
	c := l.charts[h]
	c.model.Name = name
	c.record = vm.Result(1)
	if err := c.model.Check().Err(); err != nil {
		vm.Pop(n)
		return &Chart{lib: l, model: c.model}, err
	}
	vm.Keep(c.keptAs(), c.record)
	vm.Pop(n)
	return c, nil
}

// refused handles a template that init has refused: if the template itself is at fault, it returns a chart that can be drawn
// but makes no machine.
func (l *Library) refused(name string, template lua.Value, fault error) (*Chart, error) {
	raw := chart.Model{Name: name, Root: (&reader{Library: l}).node("root", "state", template)}
	if err := raw.Check().Err(); err != nil {
		return &Chart{lib: l, model: &raw}, err
	}
	return nil, fault
}

// keptAs is the name under which the VM keeps one of the host's charts.
func (c *Chart) keptAs() string { return kept + " chart " + strconv.FormatUint(uint64(c.number), 10) }

// Model is the chart as the engine sees it, after plug-ins have translated events. It must not be changed.
func (c *Chart) Model() *chart.Model { return c.model }

// Close releases a chart that Load has made.
func (c *Chart) Close() error {
	return c.lib.vm.Try(func() { c.lib.vm.Keep(c.keptAs(), lua.Nil) })
}

// Hooks are what a machine of the chart needs besides its bodies: they call the hooks in the chart's table and report
// failures to its err.
func (c *Chart) Hooks() chart.Hooks {
	return chart.Hooks{
		Events:  func(m *chart.Machine) error { return c.seat().hook(m, kGetEvents, (*Chart).collect) },
		PreStep: func(m *chart.Machine) error { return c.seat().hook(m, kPre, (*Chart).around) },
		PostStep: func(m *chart.Machine) error {
			c := c.seat()
			c.count(m)
			return c.hook(m, kPost, (*Chart).around)
		},
		Idle:     func(m *chart.Machine) (bool, error) { return c.seat().idle(m) },
		Failed:   func(m *chart.Machine, f *chart.Failure) { c.seat().failed(m, f) },
		Conflict: func(_ *chart.Machine, n chart.NodeID) { c := c.seat(); c.conflicts = append(c.conflicts, n) },
	}
}

// Machine makes the machine of a chart. It calls the chart's bodies and hooks, which replace those of cfg, and the chart's
// own functions send events to it.
func (c *Chart) Machine(cfg chart.Config) (*chart.Machine, error) {
	cfg.Hooks = c.Hooks()
	m, err := chart.New(c.model, c, cfg)
	if err != nil {
		return nil, err
	}
	return m, c.bind(m)
}

// Replace replaces this chart with another one in its machine, between two steps; chart.Machine.Replace says what stays
// and when it is refused. Fields of states that are not functions stay as in the new chart's text.
func (c *Chart) Replace(next *Chart) error {
	c = c.seat()
	m := c.machine
	if m == nil {
		return errors.New("the chart has no machine yet")
	}
	was := *m
	if err := m.Replace(next.model, next); err != nil {
		return err
	}
	c.next = next
	if err := next.bind(m); err != nil { // there is no memory for its tables
		*m, c.next = was, nil
		return err
	}
	return nil
}

// seat is the chart that has replaced this one, or this one.
func (c *Chart) seat() *Chart {
	if c.next == nil {
		return c
	}
	for c.next.next != nil { // the chain stays short, however many there have been
		c.next = c.next.next
	}
	return c.next
}

// bind notes the machine that calls the chart, at its first call.
func (c *Chart) bind(m *chart.Machine) error {
	if c.machine == m {
		return nil
	}
	c.machine, c.rings = m, 2*m.Memory().Slots+1
	c.taken = make([]chart.TransitionID, 0, 64)
	var err error
	fault := c.lib.within(func() { err = c.prepare() })
	return errors.Join(err, fault)
}
