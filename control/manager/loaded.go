package manager

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
)

// loaded is a controller at work.
type loaded struct {
	Entry
	c      Controller
	state  State
	divide int
	params []Parameter
	desc   Description
	io     IO
	reads  []*entry
	claims []*entry
	own    []*entry  // references, then exported states
	before []*loaded // controllers that it must be updated before
	mark   uint8     // used while controllers are put in order

	updated bool // in this cycle
	updates uint64
	slow    uint64        // updates beyond the budget
	took    time.Duration // duration of the last update if the program has a clock; nothing depends on it
	fault   string

	restraint int           // of a Restrained, as listings show it
	since     time.Duration // when that reason was taken over
}

// load makes a controller and sets its parameters.
func (m *Manager) load(e Entry) error {
	if m.find(e.Name) != nil {
		return fmt.Errorf("%s is loaded already", e.Name)
	}
	if e.Name == "" || strings.ContainsAny(e.Name, "/ ") {
		return fmt.Errorf("a controller cannot be called %q: give it a name without slashes and spaces", e.Name)
	}
	i := slices.IndexFunc(m.Types, func(t Type) bool { return t.Name == e.Type })
	if i < 0 {
		var known []string
		for _, t := range m.Types {
			known = append(known, t.Name)
		}
		return fmt.Errorf("there is no type %q: the program has %s", e.Type, orNone(known))
	}
	watched := func(l *loaded) bool { return l.Budget > 0 }
	if len(m.controllers) >= mostBudgets && (e.Budget > 0 || slices.ContainsFunc(m.controllers, watched)) {
		return fmt.Errorf("there are %d controllers, and no more can be loaded where one has a budget: leave the budgets out", mostBudgets)
	}
	n, ok := divide(e.Period, m.Period)
	if !ok {
		return fmt.Errorf("its period of %v is no multiple of the manager's %v", e.Period, m.Period)
	}
	c, prepared := m.prepared[e.Name]
	if !prepared {
		c = m.Types[i].New()
		if p, ok := c.(Ported); ok && len(p.Ports()) > 0 && m.started {
			return fmt.Errorf("%s has ports, which are there only if the program lists the controller when it is built: add an entry", e.Type)
		}
	}
	l := &loaded{Entry: e, c: c, state: Unconfigured, divide: n}
	if l.Period == 0 {
		l.Period = m.Period
	}
	l.params = l.c.Parameters()
	var errs []error
	for _, name := range names(e.Parameters) {
		errs = append(errs, l.set(name, e.Parameters[name]))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	m.controllers = append(m.controllers, l)
	return nil
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// set parses a parameter's value and sets it.
func (l *loaded) set(name, text string) error {
	i := slices.IndexFunc(l.params, func(p Parameter) bool { return p.Name == name })
	if i < 0 {
		var known []string
		for _, p := range l.params {
			known = append(known, p.Name)
		}
		return fmt.Errorf("%s has no parameter %q: it has %s", l.Name, name, orNone(known))
	}
	p := &l.params[i]
	if l.state > Unconfigured && !p.Live {
		return fmt.Errorf("%s.%s can only be set before the controller is configured: clean it up first", l.Name, name)
	}
	was := p.copied()
	tune := func() error {
		if t, ok := l.c.(Tuner); ok && l.state > Unconfigured {
			return guarded(t.Tune)
		}
		return nil
	}
	err := p.parse(text)
	if err == nil {
		err = tune()
	}
	if err != nil {
		p.restore(was)
		_ = tune() // the refused value may have been taken over in part; the old value was good before
		return fmt.Errorf("%s.%s: %w", l.Name, name, err)
	}
	return nil
}

// configure asks the controller what it needs and offers, and connects it. If that fails the controller is unconfigured,
// even if it was configured before.
func (m *Manager) configure(l *loaded) error {
	if l.state != Inactive {
		return m.setUp(l)
	}
	if err := m.cleanup(l); err != nil {
		return err
	}
	if err := m.setUp(l); err != nil {
		return fmt.Errorf("%w; %s was configured and is %v now", err, l.Name, l.state)
	}
	return nil
}

// setUp configures a controller that is not configured.
func (m *Manager) setUp(l *loaded) error {
	if l.state == Active {
		return fmt.Errorf("%s is active: deactivate it first", l.Name)
	}
	setup := &Setup{Name: l.Name, Period: l.Period, Model: m.Model, Limit: m.limits.of}
	all := func(es []*entry) (out []Interface) {
		for _, e := range es {
			i := e.Interface
			if e.ctrl != nil {
				i.Of = e.ctrl.Name
			}
			out = append(out, i)
		}
		return out
	}
	setup.States, setup.Commands = all(m.stateList), all(m.commandList)
	var d Description
	if err := guarded(func() (err error) { d, err = l.c.Configure(setup); return err }); err != nil {
		return err
	}
	l.desc = d
	l.io = IO{Period: l.Period, Dt: l.Period.Seconds()}
	f := &faults{}
	path := "controller " + l.Name
	l.reads = m.wire(d.States, m.states, &l.io.states, l, "state", f)
	l.claims = m.wire(d.Commands, m.commands, &l.io.commands, l, "command", f)
	l.own = nil
	for _, i := range d.References {
		l.io.references = append(l.io.references, m.export(l, i, m.commands, &m.commandList, f, path))
	}
	for _, i := range d.Exports {
		l.io.exports = append(l.io.exports, m.export(l, i, m.states, &m.stateList, f, path))
	}
	for _, e := range l.claims {
		if e.ctrl == nil {
			l.io.sent = append(l.io.sent, e.sent)
		} else {
			l.io.sent = append(l.io.sent, e.values)
		}
	}
	l.state = Inactive
	if err := f.list.Err(); err != nil {
		m.undo(l)
		return err
	}
	if err := m.arrange(); err != nil {
		m.undo(l)
		return err
	}
	return nil
}

// undo makes a controller unconfigured again after a failure to configure it.
func (m *Manager) undo(l *loaded) {
	m.withdraw(l)
	l.state = Unconfigured
	_ = m.arrange()
}

// wire finds the interfaces that a controller needs.
func (m *Manager) wire(needs []Need, among map[string]*entry, to *[][]float64, l *loaded, role string, f *faults) (list []*entry) {
	for _, n := range needs {
		e, ok := among[n.Name]
		path := "controller " + l.Name
		switch {
		case !ok:
			f.add("control-interface", path, "list-interfaces tells which there are; another controller's are there once it is configured",
				"no %s interface is called %s", role, n.Name)
			continue
		case n.Unit != "" && n.Unit != e.Unit:
			f.add("control-interface", path, "mend the unit", "it needs %s in %s, which is in %s", n.Name, n.Unit, e.Unit)
		case e.ctrl == l:
			f.add("control-cycle", path, "leave it out", "it needs its own %s", n.Name)
		case slices.Contains(list, e):
			f.add("control-interface", path, "leave one out", "it names the %s interface %s twice", role, n.Name)
		}
		list = append(list, e)
		*to = append(*to, e.values)
	}
	return list
}

// export offers a reference or exported state of a controller.
func (m *Manager) export(l *loaded, i Interface, among map[string]*entry, order *[]*entry, f *faults, path string) []float64 {
	k := i.Kind()
	if i.Unit == "" && len(kinds[k].units) > 0 {
		i.Unit = kinds[k].units[0]
	}
	i.Name = l.Name + "/" + i.Name
	checkUnit(i, f, path)
	e := &entry{Interface: i, kind: k, ctrl: l, values: make([]float64, k.Width())}
	e.Safe = i.Safe.of(k)
	if m.offer(among, order, e, f, path) {
		l.own = append(l.own, e)
	}
	return e.values
}

// offer adds an interface to those of the robot.
func (m *Manager) offer(among map[string]*entry, order *[]*entry, e *entry, f *faults, path string) bool {
	if _, ok := among[e.Name]; ok {
		f.add("control-interface", path, "give each a name of its own", "the interface %s is there twice", e.Name)
		return false
	}
	among[e.Name] = e
	*order = append(*order, e)
	return true
}

// cleanup makes an inactive controller unconfigured.
func (m *Manager) cleanup(l *loaded) error {
	if l.state == Active {
		return fmt.Errorf("%s is active: deactivate it first", l.Name)
	}
	for _, o := range m.controllers {
		if o.state >= Inactive && o != l && (uses(o.claims, l) || uses(o.reads, l)) {
			return fmt.Errorf("%s is configured and uses interfaces of %s: clean it up first", o.Name, l.Name)
		}
	}
	m.undo(l)
	return nil
}

// withdraw removes a controller's interfaces from the robot's.
func (m *Manager) withdraw(l *loaded) {
	gone := func(e *entry) bool { return e.ctrl == l }
	m.stateList = slices.DeleteFunc(m.stateList, gone)
	m.commandList = slices.DeleteFunc(m.commandList, gone)
	for _, e := range l.own {
		if m.states[e.Name] == e {
			delete(m.states, e.Name)
		}
		if m.commands[e.Name] == e {
			delete(m.commands, e.Name)
		}
	}
	l.own, l.reads, l.claims, l.desc, l.io = nil, nil, nil, Description{}, IO{}
}

func uses(list []*entry, l *loaded) bool {
	return slices.ContainsFunc(list, func(e *entry) bool { return e.ctrl == l })
}

// unload removes a controller.
func (m *Manager) unload(l *loaded) error {
	if err := m.cleanup(l); err != nil {
		return err
	}
	l.state = Unloaded
	m.controllers = slices.DeleteFunc(m.controllers, func(o *loaded) bool { return o == l })
	return m.arrange()
}

func (m *Manager) find(name string) *loaded {
	for _, l := range m.controllers {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// arrange puts the configured controllers in the order of the data flow: a controller is updated before those whose
// references it claims, and after those whose exported states it reads. Controllers that do not depend on each other keep
// the order in which they were loaded.
func (m *Manager) arrange() error {
	m.order = m.order[:0]
	for _, l := range m.controllers {
		l.before, l.mark = l.before[:0], 0
	}
	for _, l := range m.controllers {
		for _, e := range l.claims {
			if e.ctrl != nil {
				e.ctrl.before = append(e.ctrl.before, l) // l runs first
			}
		}
		for _, e := range l.reads {
			if e.ctrl != nil {
				l.before = append(l.before, e.ctrl)
			}
		}
	}
	var path []string
	for _, l := range m.controllers {
		if l.state >= Inactive && m.visit(l, &path) {
			slices.Reverse(path)
			at := slices.Index(path, path[len(path)-1])
			return diag.Faults{{Code: "control-cycle", Path: "controller " + l.Name, Do: "break the cycle",
				What: "controllers wait for each other: " + strings.Join(path[at:], " → ")}}
		}
	}
	return nil
}

// visit appends l after all controllers that must run before it; it reports a cycle, and leaves its path in path.
func (m *Manager) visit(l *loaded, path *[]string) bool {
	switch l.mark {
	case 1:
		*path = append(*path, l.Name)
		return true
	case 2:
		return false
	}
	l.mark = 1
	for _, o := range l.before {
		if o.state >= Inactive && m.visit(o, path) {
			*path = append(*path, l.Name)
			return true
		}
	}
	l.mark = 2
	m.order = append(m.order, l)
	return false
}

// update updates the controller, or returns what is wrong with what it did.
func (l *loaded) update() error {
	if err := l.call(l.c.Update); err != nil {
		return err
	}
	for i, v := range l.io.commands {
		if !finite(v) {
			return fmt.Errorf("it commands %s %g", l.claims[i].Name, v)
		}
	}
	for i, v := range l.io.exports {
		if !finite(v) {
			return fmt.Errorf("its exported state %s is %g", l.desc.Exports[i].Name, v)
		}
	}
	return nil
}

// guarded calls f and turns a panic into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it panicked: %v", r)
		}
	}()
	return f()
}

// call calls a method of the controller.
func (l *loaded) call(f func(*IO) error) error {
	return guarded(func() error { return f(&l.io) })
}

func finite(list []float64) bool {
	for _, v := range list {
		if math.IsNaN(v - v) {
			return false
		}
	}
	return true
}

// due reports whether the controller is updated in this cycle. All controllers of one period are updated in the same
// cycles.
func (l *loaded) due(cycle uint64) bool { return l.divide == 1 || cycle%uint64(l.divide) == 0 }
