package reactor

import (
	"reflect"
	"slices"
	"sort"
	"sync/atomic"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
)

// Options configure a built program.
type Options struct {
	Workers int      // per enclave; 1 when 0
	Replay  bool     // devices and physical sources are silent, recorded inputs are injected
	Cut     []string // ports whose incoming connections carry nothing: each becomes a door of kind "mock", for FeedEvents
}

// Program is a built program: flat arrays indexed by small ids, and the enclaves that run them.
type Program struct {
	Name      string
	Enclaves  []*Enclave
	main      *Main
	reactions []*reaction
	edges     [][]edge
	triggers  []*trigger
	ports     []*portBase
	doors     []Door
	devices   []*deviceBase
	now       func(e *Enclave) Time
	replay    bool
	started   atomic.Bool
}

// Door is an entrance for what the program does not determine: a physical action, a physical connection, a
// sensor or an actuator's answer. Value points at the current value, of type Type.
type Door struct {
	Path    string
	Kind    string // "physical action", "parameter", "physical connection", "sensor", "actuator", "mock"
	Enclave int
	Type    reflect.Type
	Value   unsafe.Pointer
	Command reflect.Type // actuators: the type of the command and where it stands
	Sent    unsafe.Pointer
	Param   *ParamInfo // of a parameter
	trig    *trigger
	device  *deviceBase
}

// PortInfo describes a port of a built program. Ports joined by delay-free connections share one Source, the
// port at whose place the value stands.
type PortInfo struct {
	ID      int
	Path    string
	Source  int
	Enclave int
	Type    reflect.Type
	Value   unsafe.Pointer
	Writers []string // paths of the reactions that set the source
	Level   int      // the greatest of theirs; -1 for a port that only connections write
}

// Build checks the program and makes it ready to run. All faults are returned together, as diag.Faults, in the order of
// the source.
func Build(m *Main, o Options) (*Program, error) {
	if m.built {
		return nil, diag.Faults{{Code: "built", Path: m.name, What: "is built already", Do: "make a new Main for every run"}}
	}
	m.built = true
	p := &Program{Name: m.name, main: m, replay: o.Replay}
	p.cut(o.Cut)
	p.number(m)
	p.checkFields()
	p.checkModes()
	p.link()
	p.checkBorders()
	p.checkWriters()
	p.checkShared()
	levels := p.assignLevels()
	p.checkUse()
	p.checkBounds()
	if err := m.faults.Err(); err != nil {
		return nil, err
	}
	m.faults.Sort()
	p.flatten(levels, max(o.Workers, 1))
	for _, t := range p.triggers { // from now on other threads may schedule
		if t.kind == physicalTrigger {
			t.gate.Store(t.e)
		}
	}
	return p, nil
}

// number gives ids in declaration order and makes the enclaves.
func (p *Program) number(m *Main) {
	names := []string{m.name}
	for _, r := range m.reactors {
		switch {
		case r.parent == nil:
		case r.isolated:
			r.enclave = len(names)
			names = append(names, r.path)
		default:
			r.enclave = r.parent.enclave
		}
		if r.isolated && len(enclosing(r, nil)) > 0 {
			m.faultAt("enclave", r.source, r.path, "isolate the modal reactor instead", "an enclave cannot stand inside a mode")
		}
	}
	for i, name := range names {
		p.Enclaves = append(p.Enclaves, &Enclave{prog: p, ID: i, Name: name, stop: ForeverTag})
	}
	for _, r := range m.reactors {
		e := p.Enclaves[r.enclave]
		e.reactors = append(e.reactors, r)
		r.around = enclosing(r, nil)
		for _, pt := range r.ports {
			pt.id, pt.enclaveID = int32(len(p.ports)), r.enclave
			p.ports = append(p.ports, pt)
		}
		for _, t := range r.triggers {
			p.addTrigger(t, e)
		}
		r.cell.first = int32(len(p.reactions))
		for _, rx := range r.reactions {
			p.addReaction(rx, e)
		}
		for _, d := range r.devices {
			d.e, d.id = e, int32(len(p.doors))
			kind := "sensor"
			if d.cmd != nil {
				kind = "actuator"
			}
			p.doors = append(p.doors, Door{d.path, kind, r.enclave, d.typ, d.ptr, d.cmd, d.cmdPtr, nil, nil, d})
			p.devices = append(p.devices, d)
		}
	}
}

func (p *Program) addTrigger(t *trigger, e *Enclave) {
	t.id, t.e = int32(len(p.triggers)), e
	t.modes = enclosing(t.owner, t.mode)
	p.triggers = append(p.triggers, t)
	e.triggers = append(e.triggers, t)
	if t.mode != nil && t.mode.owner != t.owner {
		p.main.faultAt("scope", t.source, t.path, "name a mode of its own reactor", "is put into a mode of another reactor")
	}
	if t.kind == resetTrigger && len(t.modes) == 0 && len(t.rx) > 0 {
		p.main.faultAt("mode", t.source, t.path, "use it in a mode or in a reactor that stands in one", "is triggered by a reset, and no mode is around it")
	}
	if t.kind == physicalTrigger {
		t.door = int32(len(p.doors))
		p.doors = append(p.doors, Door{Path: t.path, Kind: t.kindName(), Enclave: e.ID, Type: t.typ,
			Value: t.vals.current(), Param: t.param, trig: t})
	}
}

func (p *Program) addReaction(rx *reaction, e *Enclave) {
	rx.id = int32(len(p.reactions))
	p.reactions = append(p.reactions, rx)
	e.reactions = append(e.reactions, rx.id)
	if !rx.declared {
		p.main.faultAt("reaction", rx.source, rx.path, "end the declaration with Do(body)", "the reaction has no body")
	}
	if len(rx.on)+len(rx.ports)+rx.named == 0 {
		p.main.faultAt("reaction", rx.source, rx.path, "name at least one trigger with On", "the reaction has no trigger and would never run")
	}
}

func (p *Program) checkModes() {
	for _, r := range p.main.reactors {
		if len(r.modes) > 0 && r.initial == nil {
			p.main.faultAt("mode", r.source, r.path, "call Initial on one of its modes", "none of its %d modes is initial", len(r.modes))
			r.initial = r.modes[0]
		}
	}
}

// link resolves connections: direct ones alias, delayed ones get delay lines, those that a mode gates a copying
// reaction.
func (p *Program) link() {
	for _, c := range p.main.conns {
		b := c.base()
		b.to.upstream = append(b.to.upstream, c)
		p.placeInMode(b)
	}
	for _, c := range p.main.conns {
		b := c.base()
		fe, te := p.Enclaves[b.from.enclaveID], p.Enclaves[b.to.enclaveID]
		if fe != te {
			p.checkBorder(b)
		}
		switch {
		case b.delayed || b.physical || b.cut:
			p.addLine(c, te)
		case b.copied():
			p.addCopy(c, fe)
		}
	}
	p.alias()
}

func (p *Program) checkBorder(b *connBase) {
	if !b.delayed && !b.physical && !b.cut {
		p.main.faultAt("enclave", b.source, b.from.path, "add After(delay) or Physical()", "the connection to %s crosses enclaves without a delay", b.to.path)
	}
	if b.mode != nil {
		p.main.faultAt("enclave", b.source, b.from.path, "put a reactor with the modes into one of the enclaves", "the connection to %s crosses enclaves inside a mode", b.to.path)
	}
}

// checkBorders applies: reactions touch ports of their own enclave only.
func (p *Program) checkBorders() {
	for _, rx := range p.reactions {
		if rx.copies {
			continue
		}
		check := func(pts []*portBase, does string) {
			for _, pt := range pts {
				if pt.enclaveID != rx.owner.enclave {
					p.main.faultAt("enclave", rx.source, rx.path, "connect the port with a delay to one of the reaction's own reactor",
						"%s %s of another enclave", does, pt.path)
				}
			}
		}
		check(rx.ports, "reads")
		check(rx.uses, "reads")
		check(rx.sets, "sets")
	}
}

// placeInMode puts a connection at a reactor that stands in a mode into that mode.
func (p *Program) placeInMode(b *connBase) {
	owner := connOwner(b)
	for _, end := range []*Reactor{b.from.owner, b.to.owner} {
		switch m := end.mode; {
		case m == nil || end.parent != owner:
		case b.mode == nil:
			b.mode = m
		case b.mode != m:
			p.main.faultAt("mode", b.source, b.from.path, "leave out In, or put both reactors into one mode",
				"the connection to %s belongs to the modes %s and %s", b.to.path, b.mode.name, m.name)
		}
	}
}

// addLine makes the delay line of a delayed or physical connection, in the receiving enclave.
func (p *Program) addLine(c connection, to *Enclave) {
	if path := c.base().to.path; c.base().cut && slices.ContainsFunc(p.doors, func(d Door) bool { return d.Kind == "mock" && d.Path == path }) {
		return // one door, however many connections lead to the port
	}
	b, t := c.base(), c.line()
	t.conn, t.kind, t.owner, t.mode = b, lineTrigger, connOwner(b), b.mode
	t.name, t.path, t.delay, t.bounds = b.from.name+"_after", b.to.path, b.delay, b.bounds
	if t.owner == nil || b.mode != nil && b.mode.owner != t.owner {
		t.owner, t.mode = b.to.owner, nil // a fault has been reported
	}
	p.addTrigger(t, to)
	if b.physical || b.cut {
		kind := "physical connection"
		if b.cut {
			kind, t.delay = "mock", 0
			t.fed.Store(true)
		}
		t.door = int32(len(p.doors))
		p.doors = append(p.doors, Door{Path: b.to.path, Kind: kind, Enclave: to.ID,
			Type: b.to.typ, Value: t.vals.current(), trig: t})
	}
}

// connOwner is the reactor in which a connection is made, nil for one that leads nowhere.
func connOwner(b *connBase) *Reactor {
	if b.from.input {
		return b.from.owner
	}
	return b.from.owner.parent
}

// direct says that the receiving port is just another name of the sending one.
func (b *connBase) direct() bool { return !b.delayed && !b.physical && !b.cut && !b.copied() }

// copied says that a connection without delay must copy: it belongs to a mode and is not the only one to its port,
// or neither of its ends falls silent with the mode.
func (b *connBase) copied() bool {
	if b.mode == nil || b.delayed || b.physical || b.cut {
		return false
	}
	inside := b.from.owner.mode == b.mode || b.to.owner.mode == b.mode
	return !inside || len(b.to.upstream)+len(b.to.setBy) > 1
}

// addCopy makes the reaction that carries values through a connection that belongs to a mode.
func (p *Program) addCopy(c connection, e *Enclave) {
	b := c.base()
	rx := &reaction{owner: connOwner(b), mode: b.mode, name: "copy", path: b.from.path + " -> " + b.to.path, declared: true, copies: true,
		source: b.source}
	rx.around = enclosing(rx.owner, rx.mode)
	rx.ports, rx.sets = []*portBase{b.from}, []*portBase{b.to}
	rx.copyCell = &cell{w: &p.main.idle}
	rx.body = c.copy(rx.copyCell)
	b.from.triggersR = append(b.from.triggersR, rx)
	b.to.copiedBy = append(b.to.copiedBy, rx)
	p.addReaction(rx, e)
}

// alias makes every port at the end of delay-free connections read the port at their beginning.
func (p *Program) alias() {
	down := map[*portBase][]connection{}
	for _, c := range p.main.conns {
		if c.base().direct() {
			down[c.base().from] = append(down[c.base().from], c)
		}
	}
	seen := map[*portBase]bool{}
	var walk func(pt *portBase)
	walk = func(pt *portBase) {
		for _, c := range down[pt] {
			if to := c.base().to; !seen[to] {
				seen[to] = true
				c.alias()
				walk(to)
			}
		}
	}
	for _, pt := range p.ports {
		fed := false
		for _, c := range pt.upstream {
			fed = fed || c.base().direct()
		}
		if !fed {
			seen[pt] = true
			walk(pt)
		}
	}
	for _, pt := range p.ports {
		if !seen[pt] {
			p.main.faultAt("cycle", pt.upstream[0].base().source, pt.path, "break the circle with After", "connections without delay lead in a circle through this port")
			seen[pt] = true
			walk(pt)
		}
	}
}

// writer is one that may set a port: a connection or a reaction.
type writer struct {
	name, source string
	modes        []*Mode
	owner        *Reactor // of a reaction
}

// checkWriters applies: one writer per port, except in different modes of one reactor.
func (p *Program) checkWriters() {
	for _, pt := range p.ports {
		var ws []writer
		for _, c := range pt.upstream {
			b := c.base()
			modes := b.to.owner.around
			if o := connOwner(b); o != nil {
				modes = enclosing(o, b.mode)
			}
			ws = append(ws, writer{"connection from " + b.from.path, b.source, modes, nil})
		}
		for _, rx := range pt.setBy {
			ws = append(ws, writer{"reaction " + rx.path, rx.source, rx.around, rx.owner})
		}
		for i := range ws {
			for j := range i {
				same := ws[i].owner != nil && ws[i].owner == ws[j].owner
				if !same && !exclusive(ws[i].modes, ws[j].modes) {
					p.main.faultAt("writers", ws[i].source, pt.path, "leave one of the two, or merge them in a reactor of their own",
						"has two writers: %s and %s", ws[j].name, ws[i].name)
				}
			}
		}
	}
}

// checkUse looks for what is surely a mistake: devices without a function, and commands without limits.
func (p *Program) checkUse() {
	if p.replay {
		return
	}
	for _, d := range p.devices {
		if fault, do := d.bound(); fault != "" {
			p.main.faultAt("device", d.owner.source, d.path, do, "%s", fault)
		}
	}
	for _, pt := range p.ports {
		if pt.input && !pt.optional && len(pt.upstream) == 0 && len(pt.setBy) == 0 && (len(pt.triggersR) > 0 || len(pt.usedBy) > 0) {
			p.main.warnAt("detached", pt.owner.source, pt.path, "connect it, or declare it Optional", "input is read but nothing is connected to it")
		}
	}
}

// Warnings lists what is suspicious but allowed: unconnected channels, inputs nobody feeds that are not
// Optional. A run by package exec has them in its Result.
func (p *Program) Warnings() diag.Faults { return p.main.faults }

// Doors lists the program's doors by id.
func (p *Program) Doors() []Door { return p.doors }

// Ports lists all ports by id.
func (p *Program) Ports() []PortInfo {
	var all []PortInfo
	for _, pt := range p.ports {
		info := PortInfo{int(pt.id), pt.path, int(pt.root.id), pt.root.enclaveID, pt.typ, pt.root.ptr, nil, -1}
		for _, rx := range pt.root.setBy {
			info.Writers, info.Level = append(info.Writers, rx.path), max(info.Level, rx.level)
		}
		for _, c := range pt.root.upstream {
			info.Writers = append(info.Writers, c.base().from.path)
		}
		sort.Strings(info.Writers)
		all = append(all, info)
	}
	return all
}

// ReactionPath names a reaction by its id.
func (p *Program) ReactionPath(id int32) string { return p.reactions[id].path }

// EnclaveOf returns the enclave that runs a reaction.
func (p *Program) EnclaveOf(reaction int32) *Enclave {
	return p.Enclaves[p.reactions[reaction].owner.enclave]
}

// Reactions is the number of reactions.
func (p *Program) Reactions() int { return len(p.reactions) }
