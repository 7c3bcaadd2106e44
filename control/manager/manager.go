package manager

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/diag"
)

// Manager is a robot's components and controllers. It is stepped by its caller: Cycle once per period, Do between cycles. It
// is not safe for concurrent use.
type Manager struct {
	Config
	limits jointLimits

	components  []*component
	controllers []*loaded // in the order in which they were loaded
	order       []*loaded // the configured ones, in the order of the data flow
	states      map[string]*entry
	commands    map[string]*entry // of hardware, and references of controllers
	stateList   []*entry
	commandList []*entry
	prepared    map[string]Controller // made when the program was built, because these have ports

	started  bool
	cycle    uint64
	now      time.Duration
	pending  *change
	starting *Switch // at the beginning, when the hardware is ready
	halted   bool
	failed   []*loaded // in this cycle; their fallbacks are due
	revision uint64
	events   []Event
	switches uint64
	refused  uint64

	clock func() time.Duration
	late  LateSet

	// Late returns, after the updates of a cycle, which of the updated controllers exceeded their budgets. nil: budgets are
	// not watched.
	Late func() LateSet
}

// LateSet says which controllers exceeded their budgets in a cycle: bit i%64 of number i/64 is for the i-th of Listing.Order.
type LateSet [4]uint64

// mostBudgets is the greatest number of controllers in a LateSet.
const mostBudgets = 64 * len(LateSet{})

func (s *LateSet) has(i int) bool { return i < mostBudgets && s[i/64]&(1<<(i%64)) != 0 }
func (s *LateSet) add(i int)      { s[i/64] |= 1 << (i % 64) }

// Event is something that happened in the manager.
type Event struct {
	Time  time.Duration // since the program began
	Cycle uint64
	Kind  EventKind
	Name  string // of the controller or component
	Text  string // in one line
}

// EventKind says what happened.
type EventKind uint8

// The kinds of events.
const (
	Switched      EventKind = iota // a switch has taken place
	Refused                        // an accepted switch was given up
	ControllerOut                  // a controller was taken out
	HardwareOut                    // a component failed
	Stopped                        // an order brought everything to rest
)

// String returns the kind's name.
func (k EventKind) String() string {
	return [...]string{"switched", "refused", "controller-out", "hardware-out", "stopped"}[k%5]
}

// New checks a configuration and reports all its faults at once, or returns a manager that has not begun.
func New(c Config) (*Manager, error) {
	if c.Period == 0 {
		c.Period = time.Millisecond
	}
	return build(c, nil)
}

func build(c Config, prepared map[string]Controller) (*Manager, error) {
	m := &Manager{Config: c, states: map[string]*entry{}, commands: map[string]*entry{}, prepared: prepared}
	f := &faults{}
	m.limits = c.limits(f)
	for i := range c.Components {
		k := &c.Components[i]
		name := k.Driver.Info().Name
		if slices.ContainsFunc(m.components, func(o *component) bool { return o.info.Name == name }) {
			f.add("control-name", "component "+name, "give each a name of its own", "two components are called %s", name)
			continue
		}
		if k := newComponent(*k, m, f); k != nil {
			m.components = append(m.components, k)
		}
	}
	for _, mim := range c.Mimics {
		for _, kind := range []string{"position", "velocity", "acceleration", "effort"} {
			if _, ok := m.commands[mim.Joint+"/"+kind]; ok {
				f.add("control-interface", mim.Joint, "command "+mim.Of+" alone", "it mimics %s and can be commanded its %s", mim.Of, kind)
			}
		}
	}
	for _, name := range names(c.Safe) {
		if _, ok := m.commands[name]; !ok {
			f.add("control-interface", name, "name a command interface of the hardware", "it has a safe value, but no component has it")
		}
	}
	m.loadAll(f)
	if err := f.list.Err(); err != nil {
		return nil, err
	}
	m.started = true
	return m, nil
}

// loadAll loads, configures and prepares to activate the controllers that the program begins with.
func (m *Manager) loadAll(f *faults) {
	var wait []*loaded
	s := &Switch{Strict: true}
	for _, e := range m.Controllers {
		if err := m.load(e); err != nil {
			code := "control-start"
			if _, ok := divide(e.Period, m.Period); !ok {
				code = "control-period"
			}
			f.add(code, "controller "+e.Name, "mend its entry", "%v", err)
			continue
		}
		if e.Start >= Inactive {
			wait = append(wait, m.find(e.Name))
		}
		if e.Start == Active {
			s.Activate = append(s.Activate, e.Name)
		}
	}
	for len(wait) > 0 { // a chained controller needs a configured one, whose references it claims
		left := slices.DeleteFunc(slices.Clone(wait), func(l *loaded) bool { return m.configure(l) == nil })
		if len(left) == len(wait) {
			for _, l := range left {
				list, others := diag.Of(m.configure(l))
				f.list = append(f.list, list...)
				if len(others) > 0 {
					f.add("control-start", "controller "+l.Name, "mend its entry", "%v", errors.Join(others...))
				}
			}
			return
		}
		wait = left
	}
	for _, l := range m.controllers {
		for _, b := range l.Fallbacks {
			if m.find(b) == nil || b == l.Name {
				f.add("control-start", "controller "+l.Name, "name another controller of the program", "its fallback %s is none", b)
			}
		}
	}
	if len(s.Activate) > 0 {
		if _, err := m.plan(*s, true); err != nil {
			f.add("control-start", "controllers", "mend which of them begin active", "%v", err)
		}
		m.starting = s
	}
}

// event notes what happened.
func (m *Manager) event(kind EventKind, name, format string, a ...any) {
	m.revision++
	m.events = append(m.events, Event{Time: m.now, Cycle: m.cycle, Kind: kind, Name: name, Text: fmt.Sprintf(format, a...)})
}

// Events returns what happened in the last cycle and in the orders since; the events are valid until the next cycle.
func (m *Manager) Events() []Event { return m.events }

// Cycle reads, carries out a due switch, updates, limits and writes. now is the time since the program began.
func (m *Manager) Cycle(now time.Duration) {
	m.now = now
	m.events = m.events[:0]
	m.read()
	m.steps()
	if m.pending != nil {
		m.advance()
	}
	m.update()
	m.write()
	m.cycle++
}

// read reads the components that are due.
func (m *Manager) read() {
	for _, k := range m.components {
		k.broken = false
		if k.life < hw.Inactive || k.life == hw.Finalized || !k.due(m.cycle) {
			continue
		}
		if err := k.read(); err != nil {
			m.hardwareOut(k, err)
		}
	}
}

// steps brings the components nearer to their wanted states.
func (m *Manager) steps() {
	settled := true
	for _, k := range m.components {
		if !k.settled() && k.due(m.cycle) {
			life, use := k.life, k.use
			if err := k.step(); err != nil {
				m.hardwareOut(k, err)
			}
			if k.life != life || k.use != use {
				m.revision++
			}
		}
		settled = settled && k.settled()
	}
	if settled && m.starting != nil && m.pending == nil {
		s := *m.starting
		m.starting = nil
		if err := m.ask(s); err != nil {
			m.event(Refused, "", "the controllers cannot be started: %v", err)
			m.refused++
		}
	}
}

// update updates the controllers in the order of the data flow.
func (m *Manager) update() {
	m.failed = m.failed[:0]
	m.late = LateSet{}
	for _, l := range m.order {
		l.updated = false
	}
	m.run()
	if m.Late != nil {
		if late := m.Late(); late != (LateSet{}) {
			for i, l := range m.order {
				if l.updated && l.state == Active && late.has(i) {
					l.slow++
					m.controllerOut(l, fmt.Errorf("an update took longer than its budget of %v", l.Budget))
				}
			}
		}
	}
	for done := 0; done < len(m.failed); { // a fallback may fail in its first update and have fallbacks too; each is updated once
		failed := m.failed[done:]
		done = len(m.failed)
		m.fallBack(failed)
		m.run()
	}
}

// run updates the active controllers that have not been updated in this cycle.
func (m *Manager) run() {
	for i := 0; i < len(m.order); i++ {
		l := m.order[i]
		if l.state != Active || l.updated || !l.due(m.cycle) {
			continue
		}
		l.updated = true
		l.io.Now = m.now
		var begun time.Duration
		if m.clock != nil {
			begun = m.clock()
		}
		err := l.update()
		if m.clock != nil && l.Budget > 0 {
			if l.took = m.clock() - begun; l.took > l.Budget && i < mostBudgets {
				m.late.add(i)
			}
		}
		l.updates++
		if err != nil {
			m.controllerOut(l, err)
			continue
		}
		if r, ok := l.c.(Restrained); ok {
			m.restrain(l, r.Restraint())
		}
		if f, ok := l.c.(Finisher); ok && f.Finished() {
			if o, ok := l.c.(Concluder); ok {
				m.event(ControllerOut, l.Name, "%s has finished: %s", l.Name, o.Outcome())
			} else {
				m.event(ControllerOut, l.Name, "%s has finished", l.Name)
			}
			m.drop(l)
			m.failed = append(m.failed, l)
		}
	}
}

// lasting is how long a listing shows a restraint at least, because each change of one makes a listing.
const lasting = 250 * time.Millisecond

// restrain notes the controller's present reason for doing less than asked.
func (m *Manager) restrain(l *loaded, reason int) {
	if reason != l.restraint && m.now-l.since >= lasting {
		l.restraint, l.since = reason, m.now
		m.revision++
	}
}

// write sends the commands of the components that are due.
func (m *Manager) write() {
	for _, k := range m.components {
		if k.life != hw.Active || k.use == nil || !k.due(m.cycle) {
			continue
		}
		if err := k.write(); err != nil {
			m.hardwareOut(k, err)
		}
	}
}

// controllerOut takes out a controller that failed.
func (m *Manager) controllerOut(l *loaded, why error) {
	l.fault = why.Error()
	m.event(ControllerOut, l.Name, "%s was taken out: %v", l.Name, why)
	m.drop(l)
	m.failed = append(m.failed, l)
}

// drop deactivates a controller and all that need it, and restores what it had set since commands were last sent.
func (m *Manager) drop(l *loaded) {
	for i := 0; i < len(m.order); i++ {
		if o := m.order[i]; o != l && o.state == Active && (uses(o.claims, l) || uses(o.reads, l)) {
			m.event(ControllerOut, o.Name, "%s was taken out: it needs %s", o.Name, l.Name)
			m.drop(o)
		}
	}
	m.leave(l)
	for _, e := range l.claims {
		copy(e.values, e.sent)
	}
}

// leave deactivates a controller and releases its claims.
func (m *Manager) leave(l *loaded) {
	if l.state != Active {
		return
	}
	l.state, l.io.Active, l.restraint = Inactive, false, 0
	if err := l.call(func(io *IO) error { l.c.Deactivate(io); return nil }); err != nil {
		l.fault = err.Error()
	}
	for _, e := range l.claims {
		if e.by != l {
			continue
		}
		e.by = nil
		if e.ctrl != nil && (e.Safe == Zero || !finite(e.values)) {
			clear(e.values)
		}
	}
	m.chain()
	m.revision++
}

// chain notes for each controller whether its references are claimed.
func (m *Manager) chain() {
	for _, l := range m.controllers {
		l.io.Chained = slices.ContainsFunc(l.own, func(e *entry) bool { return e.by != nil })
	}
}

// hardwareOut takes out a component that failed, those of its group, and the controllers that use them; the rest of the
// robot is brought to rest.
func (m *Manager) hardwareOut(k *component, why error) {
	for _, o := range m.components {
		if o != k && (k.Group == "" || o.Group != k.Group) || o.broken || o.life == hw.Finalized {
			continue
		}
		if o == k {
			o.fail(why)
			m.event(HardwareOut, o.info.Name, "%s failed: %v", o.info.Name, why)
		} else {
			o.fail(fmt.Errorf("%s, of the same group %s, failed: %w", k.info.Name, k.Group, why))
			m.event(HardwareOut, o.info.Name, "%s", o.fault)
		}
	}
	lost := func(e *entry) bool { return e.comp != nil && e.comp.broken }
	for _, l := range slices.Clone(m.order) {
		if l.state != Active {
			continue
		}
		needs := slices.ContainsFunc(l.claims, lost) || slices.ContainsFunc(l.reads, lost)
		if needs || !m.KeepOthers && slices.ContainsFunc(l.claims, func(e *entry) bool { return e.comp != nil }) {
			l.fault = "the hardware failed: " + k.info.Name
			m.drop(l)
		}
	}
	if m.pending != nil {
		m.abandon("hardware failed: " + k.info.Name)
	}
}

// Halt brings everything to rest, within limits, and keeps it there until Resume.
func (m *Manager) Halt(why string) {
	m.event(Stopped, "", "everything is brought to rest: %s", why)
	m.setHalt(true)
	for _, l := range slices.Clone(m.order) {
		if l.state == Active && len(l.claims) > 0 {
			l.fault = "stopped: " + why
			m.drop(l)
		}
	}
	if m.pending != nil {
		m.abandon("stopped: " + why)
	}
}

func (m *Manager) setHalt(on bool) {
	m.halted = on
	m.revision++
	for _, k := range m.components {
		for _, g := range k.groups {
			g.limit.halt = on
		}
	}
}
