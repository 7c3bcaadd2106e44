package manager

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
)

// Switch asks that controllers be activated and others deactivated, at once. A name may also be that of a group of
// entries.
type Switch struct {
	Activate, Deactivate []string
	// Strict refuses the switch if any part of it is impossible; otherwise that part is left out, provided that the rest
	// claims nothing twice.
	Strict bool
	// Timeout is how long the hardware may take to change its modes, in logical time. 0: 1 s.
	Timeout time.Duration
}

// change is a switch that has been accepted.
type change struct {
	Switch
	start, stop []*loaded
	until       time.Duration
	asked       []asked
}

// asked is a component that must be made ready for a change.
type asked struct {
	k           *component
	from, to    *group
	start, stop []string
	done        bool
}

// members replaces names of groups by the names of their controllers.
func (m *Manager) members(list []string) (out []string) {
	for _, n := range list {
		if m.find(n) == nil {
			before := len(out)
			for _, l := range m.controllers {
				if l.Group == n && n != "" {
					out = append(out, l.Name)
				}
			}
			if len(out) > before {
				continue
			}
		}
		out = append(out, n)
	}
	return out
}

// plan checks a switch as a whole against the active controllers. With ahead, hardware is taken to be in its wanted state
// already.
func (m *Manager) plan(s Switch, ahead bool) (*change, error) {
	if m.halted {
		return nil, errors.New("everything has been stopped: resume first")
	}
	c := &change{Switch: s}
	var why []error
	pick := func(list []string, to *[]*loaded) {
		for _, n := range m.members(list) {
			switch l := m.find(n); {
			case l == nil:
				why = append(why, fmt.Errorf("no controller is called %s: load it first", n))
			case slices.Contains(*to, l):
				why = append(why, fmt.Errorf("%s is named twice", n))
			default:
				*to = append(*to, l)
			}
		}
	}
	pick(s.Activate, &c.start)
	pick(s.Deactivate, &c.stop)
	for {
		before := len(why)
		refused := func(err error) bool {
			if err != nil {
				why = append(why, err)
			}
			return err != nil
		}
		starts := slices.DeleteFunc(slices.Clone(c.start), func(l *loaded) bool { return refused(m.mayStart(c, l, ahead)) })
		stops := slices.DeleteFunc(slices.Clone(c.stop), func(l *loaded) bool { return refused(m.mayStop(c, l)) })
		c.start, c.stop = starts, stops
		if len(why) == before || s.Strict {
			break
		}
	}
	if s.Strict && len(why) > 0 || len(why) > 0 && len(c.start)+len(c.stop) == 0 {
		return nil, errors.Join(why...)
	}
	if err := errors.Join(append(m.conflicts(c), m.ready(c)...)...); err != nil {
		return nil, err
	}
	return c, nil
}

// mayStart returns why a controller cannot be activated.
func (m *Manager) mayStart(c *change, l *loaded, ahead bool) error {
	switch {
	case l.state == Active:
		return fmt.Errorf("%s is active already", l.Name)
	case l.state != Inactive:
		return fmt.Errorf("%s is %v: configure it first", l.Name, l.state)
	}
	check := func(list []*entry, least hw.LifeCycle) error {
		for _, e := range list {
			if o := e.ctrl; o != nil {
				if (o.state != Active || slices.Contains(c.stop, o)) && !slices.Contains(c.start, o) {
					return fmt.Errorf("%s needs %s, but %s would not be active: activate it in the same switch", l.Name, e.Name, o.Name)
				}
				continue
			}
			life := e.comp.life
			if ahead {
				life = e.comp.want
			}
			if life < least || life == hw.Finalized {
				return fmt.Errorf("%s needs %s, but the hardware %s is %v: make it %v first", l.Name, e.Name, e.comp.info.Name, life, least)
			}
		}
		return nil
	}
	if err := check(l.claims, hw.Active); err != nil {
		return err
	}
	return check(l.reads, hw.Inactive)
}

// mayStop returns why a controller cannot be deactivated.
func (m *Manager) mayStop(c *change, l *loaded) error {
	if l.state != Active {
		return fmt.Errorf("%s is not active", l.Name)
	}
	for _, o := range m.order {
		if o != l && o.state == Active && !slices.Contains(c.stop, o) && (uses(o.claims, l) || uses(o.reads, l)) {
			return fmt.Errorf("%s needs %s: deactivate it too", o.Name, l.Name)
		}
	}
	return nil
}

// conflicts finds what would have two owners: an interface, or a joint that two controllers would command in different
// ways.
func (m *Manager) conflicts(c *change) (why []error) {
	for i, l := range c.start {
		for _, e := range l.claims {
			for _, o := range m.controllers {
				held := o.state == Active && !slices.Contains(c.stop, o)
				if o == l || !held && !slices.Contains(c.start[:i], o) {
					continue
				}
				at := slices.IndexFunc(o.claims, e.excludes)
				switch {
				case at < 0:
				case held:
					what := "it"
					if o.claims[at] != e {
						what = o.claims[at].Name
					}
					why = append(why, fmt.Errorf("%w: %s wants %s, %s holds %s: deactivate that", hw.ErrConflict, l.Name, e.Name, o.Name, what))
				default:
					why = append(why, fmt.Errorf("%w: %s and %s both want %s: activate one", hw.ErrConflict, o.Name, l.Name, e.Name))
				}
			}
		}
	}
	return why
}

// excludes reports whether two interfaces cannot have two owners, because they are the same or move the same joint.
func (e *entry) excludes(o *entry) bool {
	moves := func(k Kind) bool { return k >= Position && k <= Effort }
	return e == o || e.comp != nil && e.comp == o.comp && moves(e.kind) && moves(o.kind) && joint(e.Name) == joint(o.Name)
}

// ready finds the components that must be made ready, and returns what is impossible.
func (m *Manager) ready(c *change) (why []error) {
	for _, k := range m.components {
		a := asked{k: k, from: k.next, to: k.next}
		claim := func(l *loaded, names *[]string) {
			for _, e := range l.claims {
				if e.comp == k {
					*names = append(*names, e.Name)
				}
			}
		}
		for _, l := range c.stop {
			claim(l, &a.stop)
		}
		var first *entry
		for _, l := range m.controllers {
			if (l.state != Active || slices.Contains(c.stop, l)) && !slices.Contains(c.start, l) {
				continue
			}
			for _, e := range l.claims {
				if e.comp != k {
					continue
				}
				if first == nil {
					first, a.to = e, k.groups[e.group]
				}
				if e.group != first.group {
					why = append(why, fmt.Errorf("%w: %s takes either %s (%s) or %s (%s), not both at once", hw.ErrConflict,
						k.info.Name, first.Name, k.groups[first.group].Name, e.Name, k.groups[e.group].Name))
				}
			}
		}
		for _, l := range c.start {
			claim(l, &a.start)
		}
		if len(a.start)+len(a.stop) == 0 {
			continue
		}
		_, modes := k.Driver.(Moder)
		a.done = !modes
		if modes || a.to != k.next {
			c.asked = append(c.asked, a)
		}
	}
	return why
}

// ask accepts a switch, to be done between two cycles, or refuses it as a whole.
func (m *Manager) ask(s Switch) error {
	if m.pending != nil {
		return errors.New("another switch is under way: ask again when it is done")
	}
	c, err := m.plan(s, false)
	if err != nil {
		return err
	}
	if s.Timeout <= 0 {
		s.Timeout = time.Second
	}
	c.until = m.now + s.Timeout
	for _, a := range c.asked {
		a.k.next = a.to
	}
	m.pending = c
	m.revision++
	return nil
}

// advance carries out the pending switch when the hardware is ready.
func (m *Manager) advance() {
	c := m.pending
	ready := true
	for i := range c.asked {
		a := &c.asked[i]
		if !a.done {
			done, err := a.k.Driver.(Moder).Modes(a.start, a.stop)
			if err != nil {
				m.abandon(fmt.Sprintf("%s refuses its modes: %v", a.k.info.Name, err))
				return
			}
			a.done = done
		}
		ready = ready && a.done && a.k.settled()
	}
	switch {
	case ready:
		again, err := m.plan(c.Switch, false) // its preconditions may have changed while the hardware got ready
		if err != nil {
			m.abandon(err.Error())
			return
		}
		m.pending = nil
		if err := m.perform(again); err != nil {
			m.pending = c
			m.abandon(err.Error())
		}
	case m.now >= c.until:
		m.abandon("the hardware was not ready in time")
	}
}

// abandon gives the pending switch up; the hardware goes back to what it did before.
func (m *Manager) abandon(why string) {
	c := m.pending
	m.pending = nil
	m.refused++
	m.event(Refused, "", "the switch (%s) was given up: %s", c.Switch.text(), why)
	for _, a := range c.asked {
		a.k.next = a.from
		if mo, ok := a.k.Driver.(Moder); ok && !a.k.broken && a.k.use != nil {
			back := slices.Clone(a.stop)
			for _, name := range a.start {
				back = append(back, a.k.use.limit.leading(name))
			}
			if _, err := mo.Modes(back, a.start); err != nil {
				m.hardwareOut(a.k, fmt.Errorf("it does not return to its modes: %w", err))
			}
		}
	}
}

// begin sets an interface's command to what the hardware does at this moment, for the controller that is about to claim it.
func (e *entry) begin() {
	if e.comp == nil {
		return
	}
	g := e.comp.groups[e.group]
	for i, o := range g.entries {
		if o == e {
			g.wanted[i] = g.limit.begin(i)
		}
	}
}

// text describes a switch.
func (s *Switch) text() string {
	var parts []string
	if len(s.Activate) > 0 {
		parts = append(parts, "activate "+strings.Join(s.Activate, ", "))
	}
	if len(s.Deactivate) > 0 {
		parts = append(parts, "deactivate "+strings.Join(s.Deactivate, ", "))
	}
	return strings.Join(parts, "; ")
}

// perform does a planned switch at once. If a controller cannot be activated, nothing changes.
func (m *Manager) perform(c *change) error {
	var begun []*loaded
	var was [][]float64                      // what the present claim holders had set
	for i := len(m.order) - 1; i >= 0; i-- { // those nearest to the hardware first
		l := m.order[i]
		if !slices.Contains(c.start, l) {
			continue
		}
		for _, e := range l.claims {
			was = append(was, slices.Clone(e.values))
			e.begin()
		}
		l.io.Now, l.io.Active = m.now, true
		err := l.call(l.c.Activate)
		if err == nil && !(allFinite(l.io.commands) && allFinite(l.io.references)) {
			err = errors.New("it begins with commands or references that are no finite numbers")
		}
		begun = append(begun, l)
		if err != nil {
			revoke(begun, was)
			return fmt.Errorf("%s cannot be activated: %w", l.Name, err)
		}
	}
	var keep [][]float64 // what the new controllers begin with; the ending ones must not change it
	for _, l := range begun {
		for _, e := range l.claims {
			keep = append(keep, slices.Clone(e.values))
		}
	}
	for _, l := range m.order {
		if slices.Contains(c.stop, l) {
			m.leave(l)
		}
	}
	for _, l := range begun {
		l.state, l.fault = Active, ""
		for _, e := range l.claims {
			e.by = l
			copy(e.values, keep[0])
			keep = keep[1:]
		}
	}
	m.chain()
	m.switches++
	m.event(Switched, "", "%s", c.Switch.text())
	return nil
}

// revoke deactivates the controllers that a failed switch activated, and restores what was set before.
func revoke(begun []*loaded, was [][]float64) {
	for _, l := range begun {
		_ = l.call(func(io *IO) error { l.c.Deactivate(io); return nil })
		l.io.Active = false
		for _, e := range l.claims {
			copy(e.values, was[0])
			was = was[1:]
		}
	}
}

func allFinite(lists [][]float64) bool {
	return !slices.ContainsFunc(lists, func(l []float64) bool { return !finite(l) })
}

// fallBack activates the fallbacks of controllers that have failed, after the controllers that hold what they need. A
// controller that failed in this cycle cannot be a fallback.
func (m *Manager) fallBack(failed []*loaded) {
	for _, l := range failed {
		if len(l.Fallbacks) == 0 || m.halted {
			continue
		}
		s := Switch{Strict: true}
		for _, n := range l.Fallbacks {
			f := m.find(n)
			if f == nil || f.state == Active || slices.Contains(m.failed, f) || slices.Contains(s.Activate, n) {
				continue
			}
			s.Activate = append(s.Activate, n)
			for _, e := range f.claims {
				if e.by != nil && !slices.Contains(s.Deactivate, e.by.Name) {
					s.Deactivate = append(s.Deactivate, e.by.Name)
				}
			}
		}
		if len(s.Activate) == 0 {
			continue
		}
		if m.pending != nil {
			m.abandon(l.Name + " failed, and its fallback comes first")
		}
		c, err := m.plan(s, false)
		if err == nil {
			err = m.atOnce(c, s)
		}
		if err != nil {
			m.event(Refused, l.Name, "the fallback of %s cannot be activated: %v", l.Name, err)
			m.refused++
		}
	}
}

// atOnce performs a change now if the hardware needs no preparation, and otherwise as soon as it is ready.
func (m *Manager) atOnce(c *change, s Switch) error {
	for i := range c.asked {
		a := &c.asked[i]
		if mo, ok := a.k.Driver.(Moder); ok {
			var err error
			if a.done, err = mo.Modes(a.start, a.stop); err != nil {
				return err
			}
		}
		if !a.done || a.to != a.k.use {
			return m.ask(s)
		}
	}
	return m.perform(c)
}
