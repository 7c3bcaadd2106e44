package reactor

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/sinew-robotics/sinew/diag"
)

// Parent is what a reactor is made in: the main reactor, another reactor, or a mode of one.
type Parent interface{ scope() (*Reactor, *Mode) }

// Reactor is embedded in every reactor; Init prepares it. Its methods Tag, RequestStop and Elapsed are for
// reactions, the others for constructors.
type Reactor struct {
	main      *Main
	parent    *Reactor
	mode      *Mode // of the parent
	id        int
	enclave   int
	isolated  bool // root of an enclave
	name      string
	path      string
	typ       string
	ports     []*portBase
	triggers  []*trigger
	reactions []*reaction
	modes     []*Mode
	children  []*Reactor
	startup   *trigger
	shutdown  *trigger
	resetIn   *trigger // fires when a mode around the reactor is reset
	initial   *Mode
	current   *Mode
	around    []*Mode // enclosing modes, innermost first
	source    string  // where Init was called
	devices   []*deviceBase
	names     map[string]string
	cell      cell
	self      any // pointer to the struct that embeds it; nil for main
	doc       string
}

// cell says which worker executes a reactor's reactions, and which of them is running.
type cell struct {
	w     *worker
	runs  uint64 // the bit of the reaction that runs, 0 while none does
	first int32  // id of the reactor's first reaction
}

func (r *Reactor) scope() (*Reactor, *Mode) { return r, nil }

// Main is a program under construction and its outermost reactor.
type Main struct {
	Reactor
	reactors []*Reactor
	conns    []connection
	faults   diag.Faults
	built    bool
	idle     worker // stands in for the workers until the program is built
}

// NewMain starts a program.
func NewMain(name string) *Main {
	m := &Main{idle: worker{cur: -1}}
	m.main = m
	m.enter(m, nil, nil, name, "Main")
	return m
}

// fault notes something wrong with what is being declared right now.
func (m *Main) fault(code, path, do, format string, args ...any) {
	m.faultAt(code, caller(), path, do, format, args...)
}

// faultAt notes something wrong with what was declared at source.
func (m *Main) faultAt(code, source, path, do, format string, args ...any) {
	file, line, _ := strings.Cut(source, ":")
	f := diag.Fault{Code: code, What: fmt.Sprintf(format, args...), Do: do, Pos: diag.Pos{File: file}, Path: cmp.Or(path, m.name)}
	f.Line, _ = strconv.Atoi(line)
	m.faults = append(m.faults, f)
}

// warnAt notes what is suspicious about what was declared at source, but allowed.
func (m *Main) warnAt(code, source, path, do, format string, args ...any) {
	m.faultAt(code, source, path, do, format, args...)
	m.faults[len(m.faults)-1].Severity = diag.Warning
}

// caller returns file:line of the innermost caller outside of this package (its tests count as outside).
func caller() string {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	self, _ := frames.Next()
	dir := self.File[:strings.LastIndexByte(self.File, '/')+1]
	for {
		f, more := frames.Next()
		name, inside := strings.CutPrefix(f.File, dir)
		if !inside || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/") {
			return f.File[strings.LastIndexByte(f.File, '/')+1:] + ":" + strconv.Itoa(f.Line)
		}
		if !more {
			return ""
		}
	}
}

// Init makes self, a pointer to a struct that embeds Reactor, a reactor called name inside parent, and declares
// its fields: ports, multiports, timers, actions, modes, sensors and actuators are named after their fields in
// snake case (WorldData becomes world_data). Those of an embedded struct are the reactor's own; what stands elsewhere
// needs Declare. Init must come first in a constructor.
func Init(parent Parent, name string, self interface{ scope() (*Reactor, *Mode) }) {
	owner, mode := parent.scope()
	v := reflect.ValueOf(self).Elem()
	r, _ := self.scope()
	if owner == nil || owner.main == nil {
		panic("reactor: " + name + ": its parent was not made by Init or NewMain")
	}
	if owner.main.built {
		panic("reactor: " + name + ": the program is built already")
	}
	r.enter(owner.main, owner, mode, name, v.Type().Name())
	r.self = self
	r.declareFields(v)
}

func (r *Reactor) enter(m *Main, parent *Reactor, mode *Mode, name, typ string) {
	r.main, r.parent, r.mode, r.name, r.typ = m, parent, mode, name, typ
	r.id = len(m.reactors)
	r.names = map[string]string{}
	m.reactors = append(m.reactors, r)
	if parent != nil {
		r.path = name
		if parent.parent != nil {
			r.path = parent.path + "." + name
		}
		parent.claim(name, "reactor")
		parent.children = append(parent.children, r)
	}
	if !validName(name) {
		m.fault("name", r.path, "use letters, digits, '_' and a bank index like [3]", "%q is not a name", name)
	}
	r.startup = r.newTrigger(startupTrigger, "startup")
	r.shutdown = r.newTrigger(shutdownTrigger, "shutdown")
	r.cell.w, r.source = &m.idle, caller()
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
func (r *Reactor) claim(name, kind string) {
	if was, ok := r.names[name]; ok {
		r.main.fault("duplicate", r.join(strings.TrimPrefix(name, "reaction ")), "rename one of the two", "the name is taken by a %s", was)
	}
	r.names[name] = kind
}

func (r *Reactor) join(name string) string {
	if r.path == "" {
		return name
	}
	return r.path + "." + name
}

// snake turns WorldData into world_data and IKError into ik_error.
func snake(s string) string {
	var b strings.Builder
	rs := []rune(s)
	for i, c := range rs {
		if unicode.IsUpper(c) && i > 0 && (unicode.IsLower(rs[i-1]) || unicode.IsDigit(rs[i-1]) ||
			i+1 < len(rs) && unicode.IsLower(rs[i+1]) && unicode.IsUpper(rs[i-1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// Name returns the reactor's own name.
func (r *Reactor) Name() string { return r.name }

// Path returns the dotted path from the main reactor, which is not part of it.
func (r *Reactor) Path() string { return r.path }

// Document says what r is, for people who look at the program's graph.
func (r *Reactor) Document(text string) { r.doc = text }

// Isolate makes r and all it contains an enclave: it advances its own logical time on its own workers.
// Connections that cross its border must be delayed or physical.
func (r *Reactor) Isolate() {
	if r.parent == nil {
		r.main.fault("enclave", r.path, "isolate a contained reactor", "the main reactor cannot be an enclave")
		return
	}
	r.isolated = true
}

// Tag returns the tag at which the calling reaction runs, which must be one of r's own.
func (r *Reactor) Tag() Tag {
	if r.cell.runs == 0 {
		r.cell.checkOwn("Tag of "+r.called()+" is called", r.cell.w.e != nil)
	}
	return r.cell.w.e.tag
}

// Elapsed returns the logical time since the start of the program. Only r's own reactions may ask.
func (r *Reactor) Elapsed() time.Duration { return r.Tag().Time.Duration() }

// RequestStop ends the program: the current tag is finished, then the next microstep runs the shutdown
// reactions together with the events already due at it. Only r's own reactions may call it: another thread
// cancels the context of the run, or schedules a physical action whose reaction calls it.
func (r *Reactor) RequestStop() {
	if r.cell.runs == 0 {
		r.cell.checkOwn("RequestStop of "+r.called()+" is called", false)
	}
	r.cell.w.stop = true
}

func (r *Reactor) called() string {
	if r.path == "" {
		return r.name
	}
	return r.path
}

// Startup triggers at the first tag, or at the first activation of the mode the reaction is in.
func (r *Reactor) Startup() Trigger { return r.startup }

// Shutdown triggers at the last tag. A reaction in a mode has it when the mode has been active at least once,
// whether or not it is active at the end.
func (r *Reactor) Shutdown() Trigger { return r.shutdown }

// ResetTrigger triggers when a mode that the reaction stands in, or that is around its reactor, is entered by
// Reset.
func (r *Reactor) ResetTrigger() Trigger {
	if r.resetIn == nil {
		r.resetIn = r.newTrigger(resetTrigger, "reset")
	}
	return r.resetIn
}

// Bank makes n reactors with make, which gets the bank index and the name with the index.
func Bank[R any](name string, n int, make func(i int, name string) R) []R {
	bank := []R{}
	for i := range n {
		bank = append(bank, make(i, name+"["+strconv.Itoa(i)+"]"))
	}
	return bank
}
