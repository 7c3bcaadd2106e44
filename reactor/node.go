package reactor

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unsafe"

	"github.com/sinew-robotics/sinew/diag"
)

// Parent is what contains a new reactor: the main reactor, another reactor, or a mode.
type Parent interface{ scope() (*Reactor, *Mode) }

// Reactor is embedded in every reactor; Init prepares it. Reactions may call its methods Tag, RequestStop and Elapsed;
// the others belong in constructors.
type Reactor struct {
	*extras  // rare parts; Main's empty ones until the reactor gets its own
	main     *Main
	parent   *Reactor
	kind     *kind          // describes the struct that embeds it; nil for main
	self     unsafe.Pointer // that struct
	name     string
	cell     *cell
	last     *reaction // the latest to be declared
	id       int32
	enclave  int32
	source   origin // where Init was called
	isolated bool   // root of an enclave
}

// extras are the parts that few reactors have.
type extras struct {
	mode     *Mode // the parent's
	modes    []*Mode
	initial  *Mode
	current  *Mode
	around   []*Mode // enclosing modes, innermost first
	startup  *trigger
	shutdown *trigger
	resetIn  *trigger // fires when a mode around the reactor is reset
	devices  []*deviceBase
	names    map[string]string // taken names other than the fields of its kind
	banks    []bank            // the same
	passing  []Element         // ports that ConnectThrough has declared
	doc      string
	picture  string
}

// cell holds the worker that executes a reactor's reactions, and which of them is running.
type cell struct {
	w    *worker
	runs uint64 // the bit of the reaction that runs, 0 while none does
}

func (r *Reactor) scope() (*Reactor, *Mode) { return r, nil }

// more gives the reactor its own extras, which may be changed.
func (r *Reactor) more() *extras {
	if r.extras == &r.main.bare {
		r.extras = &extras{}
	}
	return r.extras
}

// Main is a program under construction and its outermost reactor.
type Main struct {
	Reactor
	declared
	reactors []*Reactor
	conns    []connection
	faults   diag.Faults
	built    bool

	constants []Constant
	carried   []carried
	builtin   [3]field // startup, shutdown and reset
	idle      worker   // replaces the workers until the program is built
	bare      extras   // shared by reactors without any
	straight  way      // shared by connections without options
	origins
}

// declared is the input of Build: everything in the order of its declaration, with its place in the source.
type declared struct {
	ports     []*portBase
	triggers  []*trigger
	reactions []*reaction
	kinds     map[reflect.Type]*kind
	taken     map[*kind]map[string]string // names that the fields of a kind use
	cells     slab[cell]
	timers    slab[trigger]
	decls     slab[ReactionDecl]
	portUses  slab[portUse]
	eventUses slab[eventUse]
}

// NewMain starts a program.
func NewMain(name string) *Main {
	m := &Main{idle: worker{cur: -1}}
	m.kinds, m.taken = map[reflect.Type]*kind{}, map[*kind]map[string]string{}
	m.builtin = [...]field{{name: "startup"}, {name: "shutdown"}, {name: "reset"}}
	m.open()
	m.enter(m, nil, nil, name)
	return m
}

// fault reports something wrong with the declaration in progress.
func (m *Main) fault(code, path, do, format string, args ...any) {
	m.faultAt(code, m.caller(), path, do, format, args...)
}

// faultAt reports something wrong with the declaration at source.
func (m *Main) faultAt(code string, source origin, path, do, format string, args ...any) {
	file, line, _ := strings.Cut(m.text(source), ":")
	f := diag.Fault{Code: code, What: fmt.Sprintf(format, args...), Do: do, Pos: diag.Pos{File: file}, Path: cmp.Or(path, m.name)}
	f.Line, _ = strconv.Atoi(line)
	m.faults = append(m.faults, f)
}

// warnAt reports something suspicious, but allowed, about the declaration at source.
func (m *Main) warnAt(code string, source origin, path, do, format string, args ...any) {
	m.faultAt(code, source, path, do, format, args...)
	m.faults[len(m.faults)-1].Severity = diag.Warning
}

// Init makes self, a pointer to a struct that embeds Reactor, a reactor called name inside parent, and declares
// its fields: ports, multiports, timers, actions, modes, sensors and actuators are named after their fields in
// snake case (WorldData becomes world_data). The fields of an embedded struct are the reactor's own; elements elsewhere need Declare.
// Init must come first in a constructor.
func Init(parent Parent, name string, self interface{ scope() (*Reactor, *Mode) }) {
	owner, mode := parent.scope()
	v := reflect.ValueOf(self)
	r, _ := self.scope()
	if owner == nil || owner.main == nil {
		panic("reactor: " + name + ": its parent was not made by Init or NewMain")
	}
	if owner.main.built {
		panic("reactor: " + name + ": the program is built already")
	}
	r.enter(owner.main, owner, mode, name)
	r.self = v.UnsafePointer()
	r.declareFields(r.main.kindOf(v.Type().Elem()))
}

func (r *Reactor) enter(m *Main, parent *Reactor, mode *Mode, name string) {
	r.main, r.parent, r.name, r.extras = m, parent, name, &m.bare
	r.id = int32(len(m.reactors))
	r.cell, r.source = m.cells.new(), m.caller()
	r.cell.w = &m.idle
	m.reactors = longer(m.reactors, r)
	if mode != nil {
		r.more().mode = mode
	}
	if parent != nil {
		parent.claim(name, "reactor")
	}
	if !validName(name) {
		m.fault("name", r.path(), "use letters, digits, '_' and a bank index like [3]", "%q is not a name", name)
	}
}

func validName(s string) bool {
	for i, c := range s {
		if !(unicode.IsLetter(c) || c == '_' || i > 0 && (unicode.IsDigit(c) || c == '[' || c == ']' || c == '-')) {
			return false
		}
	}
	return s != ""
}

// claim takes a name in r's scope.
func (r *Reactor) claim(name, as string) {
	x := r.more()
	was, taken := x.names[name]
	if !taken && r.kind != nil {
		was, taken = r.main.taken[r.kind][name]
	}
	base, i, indexed := member(name)
	if indexed && !taken {
		at := slices.IndexFunc(x.banks, func(b bank) bool { return b.base == base })
		if at < 0 && i == 0 {
			x.banks = append(x.banks, bank{base, as, 0})
			return
		}
		if at >= 0 && i == x.banks[at].last+1 && as == x.banks[at].as {
			x.banks[at].last = i
			return
		}
		if at >= 0 && i <= x.banks[at].last {
			was, taken = x.banks[at].as, true
		}
	}
	if taken {
		r.main.fault("duplicate", r.join(name), "rename one of the two", "the name is taken by a %s", was)
	}
	if x.names == nil {
		x.names = map[string]string{}
	}
	x.names[name] = as
}

// bank is the names base[0] to base[last], taken in order; a million names need no more room than one.
type bank struct {
	base, as string
	last     int
}

// member splits the name base[i] of a member of a bank.
func member(name string) (base string, i int, ok bool) {
	open := strings.LastIndexByte(name, '[')
	if open < 0 || open == len(name)-2 || len(name)-open > 10 || name[len(name)-1] != ']' {
		return "", 0, false
	}
	for _, c := range []byte(name[open+1 : len(name)-1]) {
		if c < '0' || c > '9' {
			return "", 0, false
		}
		i = 10*i + int(c-'0')
	}
	return name[:open], i, name[open+1] != '0' || open == len(name)-3
}

// claims takes the name of an element, unless all reactors of the kind use it anyway.
func (r *Reactor) claims(f *field, as string) {
	if !f.claimed {
		r.claim(f.name, as)
	}
}

func (r *Reactor) path() string {
	if r.parent == nil {
		return ""
	}
	return r.parent.join(r.name)
}

func (r *Reactor) join(name string) string {
	if path := r.path(); path != "" {
		return path + "." + name
	}
	return name
}

// Name returns the reactor's own name.
func (r *Reactor) Name() string { return r.name }

// Path returns the dotted path from the main reactor, without the main reactor's name.
func (r *Reactor) Path() string { return r.path() }

// Outer returns the reactor that contains r, nil for the main reactor.
func (r *Reactor) Outer() Parent {
	if r.parent == nil {
		return nil
	}
	return r.parent
}

// Document sets a description of r, which is shown with the program's graph.
func (r *Reactor) Document(text string) { r.more().doc = text }

// Picture sets an SVG of what happens within r, for the page. An element with the attribute data-state is lit while an output of r
// named shown, or one of its channels, has that value or one below it (root.a is lit by root.a.b).
func (r *Reactor) Picture(svg string) { r.more().picture = svg }

// Isolate makes r and all it contains an enclave, which advances its own logical time on its own workers. Connections across its
// border must be delayed or physical.
func (r *Reactor) Isolate() {
	if r.parent == nil {
		r.main.fault("enclave", r.path(), "isolate a contained reactor", "the main reactor cannot be an enclave")
		return
	}
	r.isolated = true
}

// Tag returns the tag at which the calling reaction runs. Only r's own reactions may call it.
func (r *Reactor) Tag() Tag {
	if r.cell.runs == 0 {
		r.cell.checkOwn("Tag of "+r.called()+" is called", r.cell.w.e != nil)
	}
	return r.cell.w.e.tag
}

// Elapsed returns the logical time since the start of the program. Only r's own reactions may call it.
func (r *Reactor) Elapsed() time.Duration { return r.Tag().Time.Duration() }

// PhysicalTime returns the program's physical time, which is never before the tag. Only the functions of r's sensors may call it,
// because their answers are recorded; a reaction that called it directly would read something else in a replay.
func (r *Reactor) PhysicalTime() time.Duration {
	at := r.Tag().Time
	if e := r.cell.w.e; e.prog.now != nil {
		at = max(at, e.prog.now(e))
	}
	return at.Duration()
}

// RequestStop ends the program: after the current tag, the next microstep runs the shutdown reactions together with the events
// already due then. Only r's own reactions may call it: another thread cancels the context of the run, or schedules a physical action
// whose reaction calls it.
func (r *Reactor) RequestStop() {
	if r.cell.runs == 0 {
		r.cell.checkOwn("RequestStop of "+r.called()+" is called", false)
	}
	r.cell.w.stop = true
}

func (r *Reactor) called() string { return cmp.Or(r.path(), r.name) }

// Startup triggers at the first tag, or at the first activation of the mode the reaction is in.
func (r *Reactor) Startup() Trigger {
	if r.main == nil {
		return (*trigger)(nil)
	}
	if r.startup == nil {
		r.more().startup = r.newTrigger(startupTrigger, &r.main.builtin[0])
		r.startup.source = r.source
	}
	return r.startup
}

// Shutdown triggers at the last tag. A reaction in a mode is triggered by it if the mode has been active at least once,
// whether or not it is active at the end.
func (r *Reactor) Shutdown() Trigger {
	if r.main == nil {
		return (*trigger)(nil)
	}
	if r.shutdown == nil {
		r.more().shutdown = r.newTrigger(shutdownTrigger, &r.main.builtin[1])
		r.shutdown.source = r.source
	}
	return r.shutdown
}

// ResetTrigger triggers when a mode that contains the reaction or its reactor is entered by Reset.
func (r *Reactor) ResetTrigger() Trigger {
	if r.resetIn == nil {
		r.more().resetIn = r.newTrigger(resetTrigger, &r.main.builtin[2])
	}
	return r.resetIn
}

// Bank makes n reactors by calling each with every bank index and the name with that index.
func Bank[R any](name string, n int, each func(i int, name string) R) []R {
	bank := make([]R, 0, max(n, 0))
	var text []byte
	for i := range n {
		text = append(strconv.AppendInt(append(append(text[:0], name...), '['), int64(i), 10), ']')
		bank = append(bank, each(i, string(text)))
	}
	return bank
}
