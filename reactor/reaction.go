package reactor

import (
	"reflect"
	"time"
)

// Trigger is what makes a reaction run: an own input, a contained reactor's output, a timer, an action, startup,
// shutdown or reset.
type Trigger interface{ triggered(rx *reaction) }

// Use is what a reaction reads without being triggered by it.
type Use interface{ usedIn(rx *reaction) }

// Effect is what a reaction may cause: an own output, a contained reactor's input, an own action, a mode.
type Effect interface{ affectedBy(rx *reaction) }

// reaction is a reaction as declared; its runtime part is reactionState.
type reaction struct {
	owner    *Reactor
	mode     *Mode
	name     string
	path     string
	source   string // where it was declared
	number   int    // in the reactor, from 1
	id       int32
	place    int32 // in the run order of its enclave
	level    int
	body     func()
	deadline time.Duration
	late     func()
	expired  func()
	on       []*trigger
	ports    []*portBase // triggering ports
	uses     []*portBase
	reads    []*trigger // actions read without being triggered by them
	sets     []*portBase
	acts     []*trigger
	modes    []*Mode // that it may switch to
	around   []*Mode // enclosing modes, innermost first
	named    int     // triggers named, valid or not
	declared bool
	copies   bool // stands for a connection in a mode: not ordered with its reactor's reactions
	copyCell *cell
}

// Reaction declares the next reaction of r. The order of declaration is the order in which reactions of one
// reactor run at a tag. Do must end the declaration.
func (r *Reactor) Reaction(name string) *ReactionDecl { return r.newReaction(name, nil) }

func (r *Reactor) newReaction(name string, mode *Mode) *ReactionDecl {
	rx := &reaction{owner: r, mode: mode, name: name, path: r.join(name), number: len(r.reactions) + 1,
		source: caller(), around: enclosing(r, mode)}
	if r.main.built {
		panic("reactor: " + rx.path + ": the program is built already")
	}
	r.claim("reaction "+name, "reaction")
	r.reactions = append(r.reactions, rx)
	return &ReactionDecl{rx}
}

// ReactionDecl is a reaction being declared.
type ReactionDecl struct{ rx *reaction }

// On names the triggers: the reaction runs, once, at every tag at which at least one of them is present.
func (d *ReactionDecl) On(triggers ...Trigger) *ReactionDecl {
	d.rx.named += len(triggers)
	for _, t := range triggers {
		if d.names(t) {
			t.triggered(d.rx)
		}
	}
	return d
}

// names reports whether what a declaration names is there at all.
func (d *ReactionDecl) names(what any) bool {
	m := d.rx.owner.main
	switch v := reflect.ValueOf(what); {
	case m.built:
		panic("reactor: " + d.rx.path + ": the program is built already")
	case !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() && v.Type() != reflect.TypeFor[*trigger]():
		m.fault("undeclared", d.rx.path, "pass a pointer to a field of an initialised reactor", "names nil")
		return false
	}
	return true
}

// Uses names ports and actions that the reaction reads without being triggered by them.
func (d *ReactionDecl) Uses(uses ...Use) *ReactionDecl {
	for _, u := range uses {
		if d.names(u) {
			u.usedIn(d.rx)
		}
	}
	return d
}

// Sets names the effects.
func (d *ReactionDecl) Sets(effects ...Effect) *ReactionDecl {
	for _, e := range effects {
		if d.names(e) {
			e.affectedBy(d.rx)
		}
	}
	return d
}

// Deadline makes late run instead of the body when the reaction would start more than after behind its tag in
// physical time. late may do whatever the body may. The miss is recorded and repeats in a replay.
func (d *ReactionDecl) Deadline(after time.Duration, late func()) *ReactionDecl {
	if d.rx.late != nil {
		d.rx.owner.main.fault("deadline", d.rx.path, "leave one of the two", "a second deadline, %v beside %v", after, d.rx.deadline)
	}
	d.rx.deadline, d.rx.late = after, late
	if after < 0 {
		d.rx.owner.main.fault("time", d.rx.path, "give a deadline of 0 or more", "negative deadline %v", after)
	}
	if late == nil {
		d.rx.owner.main.fault("deadline", d.rx.path, "pass the handler", "a deadline without handler")
	}
	return d
}

// Expired adds a function that is called on the watchdog's thread at the moment the deadline passes while the
// reaction is still waiting or running. It must not touch the reactor: it may schedule a physical action, or
// stop a machine by a call that is safe from any thread.
func (d *ReactionDecl) Expired(now func()) *ReactionDecl {
	if now == nil {
		d.rx.owner.main.fault("deadline", d.rx.path, "pass the function", "Expired without a function")
	}
	d.rx.expired = now
	return d
}

// Do sets the body and ends the declaration.
func (d *ReactionDecl) Do(body func()) {
	rx := d.rx
	if rx.declared {
		rx.owner.main.fault("reaction", rx.path, "call Do once, at the end", "a second body")
	}
	rx.body, rx.declared = body, body != nil
	if rx.expired != nil && rx.late == nil {
		rx.owner.main.fault("deadline", rx.path, "declare a Deadline", "Expired without a deadline")
	}
}

func (p *portBase) triggered(rx *reaction) {
	if p.readable(rx) {
		rx.ports = append(rx.ports, p)
		p.triggersR = append(p.triggersR, rx)
	}
}

func (p *portBase) usedIn(rx *reaction) {
	if p.readable(rx) {
		rx.uses = append(rx.uses, p)
		p.usedBy = append(p.usedBy, rx)
	}
}

// readable checks that p is an own input or a contained output of rx's reactor.
func (p *portBase) readable(rx *reaction) bool {
	m := rx.owner.main
	switch {
	case p.owner == nil:
		m.fault("undeclared", rx.path, "pass a pointer to the field of an initialised reactor", "reads a port that is not declared")
		return false
	case p.input && p.owner == rx.owner, !p.input && p.owner.parent == rx.owner:
		return true
	}
	m.fault("scope", rx.path, "a reaction reads its reactor's inputs and the outputs of reactors contained in it", "cannot read port %s", p.path)
	return false
}

func (p *portBase) affectedBy(rx *reaction) {
	m := rx.owner.main
	switch {
	case p.owner == nil:
		m.fault("undeclared", rx.path, "pass a pointer to the field of an initialised reactor", "sets a port that is not declared")
	case !p.input && p.owner == rx.owner, p.input && p.owner.parent == rx.owner:
		rx.sets = append(rx.sets, p)
		p.setBy = append(p.setBy, rx)
	default:
		m.fault("scope", rx.path, "a reaction sets its reactor's outputs and the inputs of reactors contained in it", "cannot set port %s", p.path)
	}
}
