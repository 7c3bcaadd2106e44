package reactor

import (
	"cmp"
	"reflect"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
)

// Options configure a built program.
type Options struct {
	Workers int      // per enclave; 1 when 0
	Replay  bool     // devices and physical sources are silent, recorded inputs are injected
	Cut     []string // ports whose incoming connections are cut: each becomes a door of kind "mock", for FeedEvents
	// Elsewhere gives the paths of reactors that run, with all they contain, in other processes. Each is an enclave
	// that is left out, as by Without. Connections to and from it are physical, and those from it are doors for Offer.
	Elsewhere []string
}

// Program is a built program: flat arrays indexed by small ids, and the enclaves that run them.
type Program struct {
	Name      string
	Enclaves  []*Enclave
	main      *Main
	reactions []*reaction
	triggers  []*trigger
	ports     []*portBase
	doors     []Door
	devices   []*deviceBase
	now       func(e *Enclave) Time
	replay    bool
	started   atomic.Bool
	skips     map[int32][]Omission // recorded skips of timers in the run that is replayed, by the first tick
}

// Door is an entrance for what the program does not determine: a physical action, a parameter, a physical connection, a
// sensor, an actuator's answer or a mock. Value points at the current value, of type Type.
type Door struct {
	Path    string
	Kind    string // "physical action", "parameter", "physical connection", "sensor", "actuator", "mock"
	Enclave int
	Type    reflect.Type
	Value   unsafe.Pointer
	Command reflect.Type // actuators: the type of the command and where it is
	Sent    unsafe.Pointer
	Param   *ParamInfo // parameters only
	From    string     // physical connections from a reactor that runs elsewhere: the sending port
	trig    *trigger
	device  *deviceBase
}

// PortInfo describes a port of a built program. Ports joined by delay-free connections share one Source, the port that
// stores the value.
type PortInfo struct {
	ID      int
	Path    string
	Source  int
	Enclave int
	Type    reflect.Type
	Value   unsafe.Pointer
	Writers []string // paths of the reactions that set the source
	Level   int      // the greatest level of the writers; -1 for a port that only connections write
}

// Build checks the program and makes it ready to run. All faults are returned together, as diag.Faults, in the order of
// the source.
func Build(m *Main, o Options) (*Program, error) {
	if m.built {
		return nil, diag.Faults{{Code: "built", Path: m.name, What: "is built already", Do: "make a new Main for every run"}}
	}
	m.built = true
	p := &Program{Name: m.name, main: m, replay: o.Replay, skips: map[int32][]Omission{}}
	p.cut(o.Cut)
	p.setApart(o.Elsewhere)
	p.number(m)
	for _, e := range p.Enclaves[1:] {
		e.away = slices.Contains(o.Elsewhere, e.Name)
	}
	p.checkFields()
	p.checkModes()
	p.link()
	p.checkBorders()
	u := p.uses()
	p.checkWriters(u)
	p.checkShared()
	out := p.dependencies(u)
	levels := p.assignLevels(out)
	p.checkUse(u)
	p.checkBounds()
	if err := m.faults.Err(); err != nil {
		return nil, err
	}
	m.faults.Sort()
	p.flatten(levels, out, max(o.Workers, 1))
	for _, e := range p.Enclaves {
		if e.away {
			e.finish()
		}
	}
	m.declared, m.known = declared{}, nil
	for _, t := range p.triggers { // from now on other threads may schedule
		if t.kind == physicalTrigger {
			t.gate.Store(t.e)
		}
	}
	return p, nil
}

// number gives ids in declaration order, reactor by reactor, and makes the enclaves.
func (p *Program) number(m *Main) {
	names := []string{m.name}
	for _, r := range m.reactors {
		switch {
		case r.parent == nil:
		case r.isolated:
			r.enclave = int32(len(names))
			names = append(names, r.path())
		default:
			r.enclave = r.parent.enclave
		}
		if r.parent != nil && (r.mode != nil || r.parent.around != nil) {
			r.more().around = enclosing(r.parent.around, r.mode)
		}
		if r.isolated && len(r.around) > 0 {
			m.faultAt("enclave", r.source, r.path(), "isolate the modal reactor instead", "an enclave cannot be inside a mode")
		}
	}
	for i, name := range names {
		p.Enclaves = append(p.Enclaves, &Enclave{prog: p, ID: i, Name: name, stop: ForeverTag, more: make([][]span, 1)})
	}
	m.reactors = slices.Clip(slices.Clone(m.reactors))
	m.conns = slices.Clip(slices.Clone(m.conns))
	reactor := make([]int32, 0, max(len(m.ports), len(m.triggers), len(m.reactions)))
	for _, pt := range m.ports {
		reactor = append(reactor, pt.owner.id)
	}
	p.ports, _ = gather(m.ports, reactor, len(m.reactors))
	for i, pt := range p.ports {
		pt.id = int32(i)
		if pt.owner.isolated && !pt.input { // its parent, in another enclave, reads it only through a connection
			pt.reader = pt.owner.cell
		}
	}
	reactor = reactor[:0]
	for _, t := range m.triggers {
		reactor = append(reactor, t.owner.id)
	}
	triggers, firstTrigger := gather(m.triggers, reactor, len(m.reactors))
	reactor = reactor[:0]
	for _, rx := range m.reactions {
		reactor = append(reactor, rx.owner.id)
	}
	reactions, firstReaction := gather(m.reactions, reactor, len(m.reactors))
	p.triggers, p.reactions = triggers[:0], reactions[:0]
	for i, r := range m.reactors {
		e := p.Enclaves[r.enclave]
		if r.extras != &m.bare {
			r.names, r.banks = nil, nil
			builtinFirst(triggers[firstTrigger[i]:firstTrigger[i+1]], r)
		}
		for _, t := range triggers[firstTrigger[i]:firstTrigger[i+1]] {
			p.addTrigger(t, e)
		}
		for _, rx := range reactions[firstReaction[i]:firstReaction[i+1]] {
			p.addReaction(rx)
		}
		p.addDevices(r, e)
	}
}

// builtinFirst puts a reactor's startup and shutdown before its other triggers, regardless of when they were first
// used.
func builtinFirst(ts []*trigger, r *Reactor) {
	rank := func(t *trigger) int {
		switch t {
		case r.startup:
			return 0
		case r.shutdown:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(ts, func(a, b *trigger) int { return cmp.Compare(rank(a), rank(b)) })
}

func (p *Program) addDevices(r *Reactor, e *Enclave) {
	for _, d := range r.devices {
		d.e, d.id = e, int32(len(p.doors))
		kind := "sensor"
		if d.cmd != nil {
			kind = "actuator"
		}
		p.doors = append(p.doors, Door{Path: d.path(), Kind: kind, Enclave: e.ID, Type: d.typ, Value: d.ptr, Command: d.cmd, Sent: d.cmdPtr, device: d})
		p.devices = append(p.devices, d)
	}
}

func (p *Program) addTrigger(t *trigger, e *Enclave) {
	t.id, t.e = int32(len(p.triggers)), e
	mode := t.mode()
	if mode != nil || t.owner.around != nil {
		t.in(mode)
		t.stay.modes = enclosing(t.owner.around, mode)
	}
	p.triggers = append(p.triggers, t)
	if mode != nil && mode.owner != t.owner {
		p.main.faultAt("scope", t.source, t.path(), "name a mode of its own reactor", "is put into a mode of another reactor")
	}
	switch t.kind {
	case resetTrigger:
		if len(t.modes()) == 0 && p.named(t) {
			p.main.faultAt("mode", t.source, t.path(), "use it in a mode or in a reactor that is in one", "is triggered by a reset, but is not in a mode")
		}
	case shutdownTrigger:
		e.shutdowns = append(e.shutdowns, t)
	case physicalTrigger:
		t.door = int32(len(p.doors))
		p.doors = append(p.doors, Door{Path: t.path(), Kind: t.kindName(), Enclave: e.ID, Type: t.typ,
			Value: t.vals.current(), Param: t.param, trig: t})
	}
}

// named reports whether t triggers a reaction of its reactor.
func (p *Program) named(t *trigger) bool {
	for rx := t.owner.last; rx != nil; rx = rx.before {
		if rx.has(t, triggers) {
			return true
		}
	}
	return false
}

func (p *Program) addReaction(rx *reaction) {
	rx.id = int32(len(p.reactions))
	p.reactions = append(p.reactions, rx)
	if mode := rx.mode(); mode != nil && !rx.copies {
		rx.few.around = enclosing(rx.owner.around, mode)
	}
	if !rx.declared {
		p.main.faultAt("reaction", rx.source, rx.path(), "end the declaration with Do(body)", "the reaction has no body")
	}
	if !rx.named && !rx.copies {
		p.main.faultAt("reaction", rx.source, rx.path(), "name at least one trigger with On", "the reaction has no trigger and would never run")
	}
}

func (p *Program) checkModes() {
	for _, r := range p.main.reactors {
		if len(r.modes) > 0 && r.initial == nil {
			p.main.faultAt("mode", r.source, r.path(), "call Initial on one of its modes", "none of its %d modes is initial", len(r.modes))
			r.initial = r.modes[0]
		}
	}
}

// link resolves connections: direct ones alias, delayed ones get delay lines, those gated by a mode get a copying
// reaction.
func (p *Program) link() {
	modal := false
	for _, c := range p.main.conns {
		b := c.base()
		p.placeInMode(b)
		modal = modal || b.mode != nil
	}
	if modal {
		u := p.uses()
		for _, c := range p.main.conns {
			b := c.base()
			b.copied = b.mustCopy(len(u.into.of(b.to.id)) + len(u.sets.of(b.to.id)))
		}
	}
	for _, c := range p.main.conns {
		b := c.base()
		fe, te := p.Enclaves[b.from.owner.enclave], p.Enclaves[b.to.owner.enclave]
		if fe != te {
			p.checkBorder(b)
		}
		switch {
		case b.delayed || b.physical || b.cut:
			p.addLine(c, te)
		case b.copied:
			p.addCopy(c)
		}
	}
	p.alias()
}

func (p *Program) checkBorder(b *connBase) {
	if !b.delayed && !b.physical && !b.cut {
		p.main.faultAt("enclave", b.source, pathOf(b.from), "add After(delay) or Physical()", "the connection to %s crosses enclaves without a delay", pathOf(b.to))
	}
	if b.mode != nil {
		p.main.faultAt("enclave", b.source, pathOf(b.from), "put a reactor with the modes into one of the enclaves", "the connection to %s crosses enclaves inside a mode", pathOf(b.to))
	}
}

// checkBorders applies the rule that reactions touch only ports of their own enclave.
func (p *Program) checkBorders() {
	if len(p.Enclaves) == 1 {
		return
	}
	for _, rx := range p.reactions {
		if rx.copies {
			continue
		}
		for _, how := range [...]use{triggers, reads, sets} {
			for _, x := range rx.ports {
				if x.how == how && x.port.owner.enclave != rx.owner.enclave {
					p.main.faultAt("enclave", rx.source, rx.path(), "connect the port with a delay to one of the reaction's own reactor",
						"%s %s of another enclave", [...]string{"reads", "reads", "sets"}[how], pathOf(x.port))
				}
			}
		}
	}
}

// placeInMode puts a connection to or from a reactor in a mode into that mode.
func (p *Program) placeInMode(b *connBase) {
	owner := connOwner(b)
	for _, end := range []*Reactor{b.from.owner, b.to.owner} {
		switch m := end.mode; {
		case m == nil || end.parent != owner:
		case b.mode == nil:
			b.own().mode = m
		case b.mode != m:
			p.main.faultAt("mode", b.source, pathOf(b.from), "leave out In, or put both reactors into one mode",
				"the connection to %s belongs to the modes %s and %s", pathOf(b.to), b.mode.name, m.name)
		}
	}
}

// addLine makes the delay line of a delayed or physical connection, in the receiving enclave.
func (p *Program) addLine(c connection, to *Enclave) {
	if path := pathOf(c.base().to); c.base().cut && slices.ContainsFunc(p.doors, func(d Door) bool { return d.Kind == "mock" && d.Path == path }) {
		return // one door for all connections that lead to the port
	}
	b, t := c.base(), c.line()
	t.owner, t.delay, t.bounds = connOwner(b), b.delay, b.bounds
	if mode := b.mode; t.owner == nil || mode != nil && mode.owner != t.owner {
		t.owner = b.to.owner // a fault has been reported
	} else if mode != nil {
		t.in(mode)
	}
	p.addTrigger(t, to)
	if b.physical || b.cut {
		kind := "physical connection"
		if b.cut {
			kind, t.delay = "mock", 0
			t.fed.Store(true)
		}
		from := ""
		if b.remote {
			from = pathOf(b.from)
		}
		t.door = int32(len(p.doors))
		p.doors = append(p.doors, Door{Path: pathOf(b.to), Kind: kind, Enclave: to.ID,
			Type: b.to.field.values, Value: t.vals.current(), From: from, trig: t})
	}
}

// connOwner is the reactor in which a connection is made, or nil if the connection is invalid.
func connOwner(b *connBase) *Reactor {
	if b.from.input {
		return b.from.owner
	}
	return b.from.owner.parent
}

// direct reports whether the receiving port is just another name of the sending one.
func (b *connBase) direct() bool { return !b.delayed && !b.physical && !b.cut && !b.copied }

// mustCopy reports whether a connection without delay must copy: it belongs to a mode, and either its port has other
// writers (writers counts all) or neither of its ends becomes inactive with the mode.
func (b *connBase) mustCopy(writers int) bool {
	if b.mode == nil || b.delayed || b.physical || b.cut {
		return false
	}
	inside := b.from.owner.mode == b.mode || b.to.owner.mode == b.mode
	return !inside || writers > 1
}

// addCopy makes the reaction that carries values through a connection that belongs to a mode.
func (p *Program) addCopy(c connection) {
	b := c.base()
	own := &cell{w: &p.main.idle}
	rx := &reaction{owner: connOwner(b), name: "copy", declared: true, copies: true, source: b.source, body: c.copy(own),
		ports: []portUse{{b.from, triggers}, {b.to, sets}}}
	rx.few = &few{mode: b.mode, around: enclosing(rx.owner.around, b.mode), cell: own}
	p.addReaction(rx)
}

// writer is a connection or reaction that may set a port.
type writer struct {
	name   string
	source origin
	modes  []*Mode
	owner  *Reactor // of a reaction
}

// checkWriters applies the rule of one writer per port, except in different modes of one reactor.
func (p *Program) checkWriters(u *uses) {
	for id, pt := range p.ports {
		into, set := u.into.of(int32(id)), u.sets.of(int32(id))
		if len(into)+len(set) < 2 {
			continue
		}
		var ws []writer
		for _, i := range into {
			b := p.main.conns[i].base()
			modes := b.to.owner.around
			if o := connOwner(b); o != nil {
				modes = enclosing(o.around, b.mode)
			}
			ws = append(ws, writer{"connection from " + pathOf(b.from), b.source, modes, nil})
		}
		for _, i := range set {
			rx := p.reactions[i]
			ws = append(ws, writer{"reaction " + rx.path(), rx.source, rx.around(), rx.owner})
		}
		for i := range ws {
			for j := range i {
				same := ws[i].owner != nil && ws[i].owner == ws[j].owner
				if !same && !exclusive(ws[i].modes, ws[j].modes) {
					p.main.faultAt("writers", ws[i].source, pathOf(pt), "leave one of the two, or merge them in a reactor of their own",
						"has two writers: %s and %s", ws[j].name, ws[i].name)
				}
			}
		}
	}
}

// checkUse looks for certain mistakes: devices without a function, and commands without limits.
func (p *Program) checkUse(u *uses) {
	if p.replay {
		return
	}
	for _, d := range p.devices {
		if fault, do := d.bound(); fault != "" && !d.e.away {
			p.main.faultAt("device", d.owner.source, d.path(), do, "%s", fault)
		}
	}
	for i, pt := range p.ports {
		if id := int32(i); pt.input && !pt.optional && len(u.into.of(id)) == 0 && len(u.sets.of(id)) == 0 && len(u.reads.of(id)) > 0 &&
			!p.Enclaves[pt.owner.enclave].away {
			p.main.warnAt("detached", pt.owner.source, pathOf(pt), "connect it, or declare it Optional", "input is read but nothing is connected to it")
		}
	}
}

// Warnings lists what is suspicious but allowed: unconnected channels, and unconnected inputs that are not Optional.
// Package exec adds them to a run's Result.
func (p *Program) Warnings() diag.Faults { return p.main.faults }

// Doors lists the program's doors by id.
func (p *Program) Doors() []Door { return p.doors }

// ReactionPath names a reaction by its id.
func (p *Program) ReactionPath(id int32) string { return p.reactions[id].path() }

// EnclaveOf returns the enclave that runs a reaction.
func (p *Program) EnclaveOf(reaction int32) *Enclave {
	return p.Enclaves[p.reactions[reaction].owner.enclave]
}

// Reactions returns the number of reactions.
func (p *Program) Reactions() int { return len(p.reactions) }
