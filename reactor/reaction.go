package reactor

import (
	"reflect"
	"slices"
	"time"
)

// Trigger is what makes a reaction run: an own input, a contained reactor's output, a timer, an action, startup,
// shutdown or reset.
type Trigger interface{ triggered(rx *reaction) }

// Use is a port or action that a reaction reads without being triggered by it.
type Use interface{ usedIn(rx *reaction) }

// Effect is what a reaction may set, schedule or switch to: an own output, a contained reactor's input, an own action,
// a mode.
type Effect interface{ affectedBy(rx *reaction) }

// use says how a reaction uses what it names.
type use uint8

const (
	triggers use = iota // it is triggered by it
	reads               // it reads it without being triggered
	sets                // it sets or schedules it
)

// A portUse or eventUse is a port or trigger that a reaction names in its declaration; they are in the order of the
// declaration.
type portUse struct {
	port *portBase
	how  use
}

type eventUse struct {
	t   *trigger
	how use
}

// reaction is a reaction as declared; its runtime part is reactionState.
type reaction struct {
	owner    *Reactor
	name     string
	body     func()
	before   *reaction // the reaction declared before it in its reactor
	ports    []portUse
	events   []eventUse
	few      *few
	source   origin // where it was declared
	number   int32  // in the reactor, from 1
	id       int32
	place    int32 // in the run order of its enclave
	level    int32
	named    bool // it names triggers, valid or not
	declared bool
	copies   bool // it implements a connection in a mode: not ordered with its reactor's reactions
}

// few is the parts that few reactions have.
type few struct {
	mode     *Mode
	around   []*Mode // enclosing modes, innermost first
	modes    []*Mode // modes that it may switch to
	deadline time.Duration
	late     func()
	expired  func()
	cell     *cell // copying reactions only
}

func (rx *reaction) path() string {
	if rx.copies {
		return pathOf(rx.ports[0].port) + " -> " + pathOf(rx.ports[1].port)
	}
	return rx.owner.join(rx.name)
}

// some gives the reaction its own few, which may be changed.
func (rx *reaction) some() *few {
	if rx.few == nil {
		rx.few = &few{}
	}
	return rx.few
}

// mode returns the mode in which the reaction was declared.
func (rx *reaction) mode() *Mode {
	if rx.few == nil {
		return nil
	}
	return rx.few.mode
}

// around returns the enclosing modes, innermost first.
func (rx *reaction) around() []*Mode {
	if rx.few != nil && rx.few.mode != nil {
		return rx.few.around
	}
	return rx.owner.around
}

// late returns the handler of the reaction's deadline.
func (rx *reaction) late() func() {
	if rx.few == nil {
		return nil
	}
	return rx.few.late
}

// ties notes what the reaction does with a port.
func (rx *reaction) ties(p *portBase, how use) {
	rx.ports = rx.owner.main.portUses.add(rx.ports, portUse{p, how})
}

// names notes what the reaction does with a trigger.
func (rx *reaction) names(t *trigger, how use) {
	rx.events = rx.owner.main.eventUses.add(rx.events, eventUse{t, how})
}

// tied reports whether the reaction has declared one of several uses of a port.
func (rx *reaction) tied(p *portBase, how ...use) bool {
	return !rx.copies && slices.ContainsFunc(rx.ports, func(u portUse) bool { return u.port == p && slices.Contains(how, u.how) })
}

// has reports whether the reaction has declared one of several uses of a trigger.
func (rx *reaction) has(t *trigger, how ...use) bool {
	return slices.ContainsFunc(rx.events, func(u eventUse) bool { return u.t == t && slices.Contains(how, u.how) })
}

// Reaction declares the next reaction of r. The order of declaration is the order in which reactions of one
// reactor run at a tag. Do must end the declaration.
//
//go:noinline
func (r *Reactor) Reaction(name string) *ReactionDecl {
	// It must not be inlined, so that origins.look finds its callers' places. Otherwise origins.learn would have to,
	// which takes a third of the time to build a small program.
	return r.newReaction(name, nil)
}

func (r *Reactor) newReaction(name string, mode *Mode) *ReactionDecl {
	m := r.main
	if m.built {
		panic("reactor: " + r.join(name) + ": the program is built already")
	}
	d := m.decls.new()
	d.reaction = reaction{owner: r, name: name, before: r.last, number: 1, source: m.caller()}
	rx := &d.reaction
	if mode != nil {
		rx.some().mode = mode
	}
	if was := r.last; was != nil {
		rx.number = was.number + 1
	}
	for was := r.last; was != nil; was = was.before {
		if was.name == name {
			m.fault("duplicate", rx.path(), "rename one of the two", "the name is taken by a reaction")
			break
		}
	}
	r.last = rx
	m.reactions = longer(m.reactions, rx)
	return d
}

// ReactionDecl is a reaction being declared.
type ReactionDecl struct{ reaction }

// On names the triggers: the reaction runs, once, at every tag at which at least one of them is present.
func (d *ReactionDecl) On(triggers ...Trigger) *ReactionDecl {
	d.named = d.named || len(triggers) > 0
	for _, t := range triggers {
		if d.given(t) {
			t.triggered(&d.reaction)
		}
	}
	return d
}

// given reports whether what a declaration names is not nil.
func (d *ReactionDecl) given(what any) bool {
	m := d.owner.main
	switch v := reflect.ValueOf(what); {
	case m.built:
		panic("reactor: " + d.path() + ": the program is built already")
	case !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() && v.Type() != reflect.TypeFor[*trigger]():
		m.fault("undeclared", d.path(), "pass a pointer to a field of an initialised reactor", "names nil")
		return false
	}
	return true
}

// Uses names ports and actions that the reaction reads without being triggered by them.
func (d *ReactionDecl) Uses(uses ...Use) *ReactionDecl {
	for _, u := range uses {
		if d.given(u) {
			u.usedIn(&d.reaction)
		}
	}
	return d
}

// Sets names the effects.
func (d *ReactionDecl) Sets(effects ...Effect) *ReactionDecl {
	for _, e := range effects {
		if d.given(e) {
			e.affectedBy(&d.reaction)
		}
	}
	return d
}

// Deadline makes late run instead of the body when the reaction would start more than after behind its tag in
// physical time. late may do whatever the body may. The miss is recorded, and a replay repeats it.
func (d *ReactionDecl) Deadline(after time.Duration, late func()) *ReactionDecl {
	x := d.some()
	if x.late != nil {
		d.owner.main.fault("deadline", d.path(), "leave one of the two", "a second deadline, %v beside %v", after, x.deadline)
	}
	x.deadline, x.late = after, late
	if after < 0 {
		d.owner.main.fault("time", d.path(), "give a deadline of 0 or more", "negative deadline %v", after)
	}
	if late == nil {
		d.owner.main.fault("deadline", d.path(), "pass the handler", "a deadline without handler")
	}
	return d
}

// Expired adds a function that is called on the watchdog's thread at the moment the deadline passes while the
// reaction is still waiting or running. It must not touch the reactor, but may schedule a physical action, or stop a
// machine by a call that is safe from any thread.
func (d *ReactionDecl) Expired(now func()) *ReactionDecl {
	if now == nil {
		d.owner.main.fault("deadline", d.path(), "pass the function", "Expired without a function")
	}
	d.some().expired = now
	return d
}

// Do sets the body and ends the declaration.
func (d *ReactionDecl) Do(body func()) {
	rx := &d.reaction
	if rx.declared {
		rx.owner.main.fault("reaction", rx.path(), "call Do once, at the end", "a second body")
	}
	rx.body, rx.declared = body, body != nil
	if rx.few != nil && rx.few.expired != nil && rx.few.late == nil {
		rx.owner.main.fault("deadline", rx.path(), "declare a Deadline", "Expired without a deadline")
	}
}

func (p *portBase) triggered(rx *reaction) {
	if readable(p, rx) {
		rx.ties(p, triggers)
	}
}

func (p *portBase) usedIn(rx *reaction) {
	if readable(p, rx) {
		rx.ties(p, reads)
	}
}

// readable checks that p is an own input or a contained output of rx's reactor.
func readable(p *portBase, rx *reaction) bool {
	m := rx.owner.main
	switch {
	case p.owner == nil:
		m.fault("undeclared", rx.path(), "pass a pointer to the field of an initialised reactor", "reads a port that is not declared")
		return false
	case p.input && p.owner == rx.owner, !p.input && p.owner.parent == rx.owner:
		return true
	}
	m.fault("scope", rx.path(), "a reaction reads its reactor's inputs and the outputs of reactors contained in it", "cannot read port %s", pathOf(p))
	return false
}

func (p *portBase) affectedBy(rx *reaction) {
	m := rx.owner.main
	switch {
	case p.owner == nil:
		m.fault("undeclared", rx.path(), "pass a pointer to the field of an initialised reactor", "sets a port that is not declared")
	case !p.input && p.owner == rx.owner, p.input && p.owner.parent == rx.owner:
		rx.ties(p, sets)
	default:
		m.fault("scope", rx.path(), "a reaction sets its reactor's outputs and the inputs of reactors contained in it", "cannot set port %s", pathOf(p))
	}
}
