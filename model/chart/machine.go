package chart

import (
	"cmp"
	"errors"
	"unsafe"
)

// Machine is a running chart. It belongs to one thread, has no clock and starts no goroutine.
type Machine struct {
	tables
	names names
	model *Model
	body  Bodies
	cfg   Config
	hook  Hooks
	watch func(*Machine)

	act   []NodeID // a composite's active child
	last  []NodeID // a composite's last active child
	mode  []Mode
	begun []bool // leaves whose activity has been called
	leafN NodeID // the active leaf

	queue, set []Event
	seen       []uint64 // by event: the last step that had it
	stamp      uint64   // of the step

	path      []int32  // what a step executes: transitions, and ^n for entering node n
	scopes    []NodeID // of the paths of several regions
	conflicts []NodeID // connectors on the path from which several ways were open
	dry       int      // searching ways that are not taken
	regions   int      // orthogonal states
	hash      uint64   // of what the saved numbers refer to
	quiet     bool     // searching without events, right after a step with only failure events
	busy      bool

	failures, failing []Failure
	latest            Failure
	failed, lost      int
	most              int // events queued at once
	call              Call
}

// Mode says what a node is doing.
type Mode uint8

// The modes.
const (
	Inactive Mode = iota
	Active
	Finished // of an active leaf: its activity is done, or there is none
)

// String returns rFSM's words: inactive, active, done.
func (m Mode) String() string { return [...]string{"inactive", "active", "done"}[m] }

// Place is where in the model a body is.
type Place uint8

// The places, and two in which the machine itself fails.
const (
	Entry Place = iota
	Exit
	Effect
	Guard
	Doo
	Predicate
	Hook // one of Hooks
	Init // no way leads from the root's initial connector to a leaf
	Use  // a body has stepped, reset or replaced the machine that called it
)

// String returns rFSM's words for kinds of errors: ENTRY, EXIT, EFFECT, GUARD, DOO; and EVENT, HOOK, INIT, USE.
func (p Place) String() string {
	return [...]string{"ENTRY", "EXIT", "EFFECT", "GUARD", "DOO", "EVENT", "HOOK", "INIT", "USE"}[p]
}

// Progress is what an activity reports of itself.
type Progress uint8

// What an activity may report.
const (
	Busy Progress = iota // call again as soon as there are no events
	Idle                 // nothing to do until the next step or run
	Done                 // finished: e_done@ follows
)

// Call says on whose behalf a body is called. It is valid during the call. The methods of Machine can be called on it,
// except those that step, reset, replace or merge.
type Call struct {
	*Machine
	Place      Place
	State      NodeID       // for a transition's body: its source
	Transition TransitionID // -1 for a state's body
	Match      int          // which of the transition's predicates
	First      bool         // of an activity: the first call since its state was entered
}

// Bodies is the user's code. It must not allocate if the machine must not, and must not step, reset, replace or merge the
// machine that calls it.
type Bodies interface {
	// Run executes entry, exit or effect, if there is one.
	Run(c *Call) error
	// Guard reports whether the transition may be taken: true if it has no guard.
	Guard(c *Call) (bool, error)
	// HasDoo reports whether a leaf that is being entered has an activity.
	HasDoo(c *Call) bool
	// Doo continues the activity of an active leaf, or starts it if c.First.
	Doo(c *Call) (Progress, error)
	// Match reports whether a predicate accepts an event.
	Match(c *Call, e Event) (bool, error)
}

// Hooks are called by a machine as it steps; any may be nil. An error of a hook is a failure at the place Hook in the
// root.
type Hooks struct {
	Events   func(m *Machine) error         // rFSM's getevents: sends further events; called once or twice per step
	PreStep  func(m *Machine) error         // with the step's events in m.Events
	PostStep func(m *Machine) error         // after it
	Idle     func(m *Machine) (bool, error) // called before returning idle; true continues
	Failed   func(m *Machine, f *Failure)   // at every failure, immediately
	Conflict func(m *Machine, c NodeID)     // several ways were open at a connector; the first is taken
}

// Config says how much room a machine has and how it behaves. Numbers that are 0 have defaults.
type Config struct {
	Queue       int      // events that wait for a step; 64
	Events      []string // known in addition to those in the model
	NameLength  int      // bytes of an event's name that is not known; 64
	Nodes       int      // room for merged ones; 0
	Transitions int      // room for merged ones, each with four events; 0
	Failures    int      // failures of a step that are kept; 8
	Passes      int      // bound on the loop of one Step or Run, so that an activity that never rests does not hang it; 10000

	// Literal selects rFSM's public behaviour: failures are reported to Hooks.Failed and kept, but raise no events.
	Literal bool
	Hooks   Hooks
}

// Failure is a body that returned an error.
type Failure struct {
	Place      Place
	State      NodeID // for a transition's body: its source
	Transition TransitionID
	Step       uint64
	Err        error
}

// New checks the model and makes a machine, inactive, with e_init_fsm queued. If bodies is nil, the functions in the model
// are used. The error has all faults of the model.
func New(model *Model, bodies Bodies, cfg Config) (*Machine, error) {
	if err := model.Check().Err(); err != nil {
		return nil, err
	}
	if bodies == nil {
		bodies = Functions{}
	}
	cfg.Queue, cfg.NameLength = cmp.Or(cfg.Queue, 64), cmp.Or(cfg.NameLength, 64)
	cfg.Failures, cfg.Passes = cmp.Or(cfg.Failures, 8), cmp.Or(cfg.Passes, 10000)
	m := &Machine{model: model, body: bodies, cfg: cfg, hook: cfg.Hooks}
	nodes, transitions, events, depth := 0, 0, 0, 0
	model.Walk(func(n *Node, path string, _ *Node) {
		nodes++
		depth = max(depth, count(path, '.')+1)
	}, func(t *Transition, _ *Node, _ string) {
		transitions++
		events += len(t.Events)
	})
	nodes, transitions, events = nodes+cfg.Nodes, transitions+cfg.Transitions, events+4*cfg.Transitions
	m.nodes = make([]flatNode, 0, nodes)
	m.transitions = make([]flatTransition, 0, transitions)
	m.enter = make([]NodeID, 0, transitions*depth)
	m.tables.events = make([]Event, 0, events)
	m.byPath = make(map[string]NodeID, nodes)
	m.names = newNames(3+2*nodes+events+len(cfg.Events), 2*cfg.Queue+2, cfg.NameLength)
	for _, e := range cfg.Events {
		m.names.fixed(e)
	}
	if err := m.flatten(model); err != nil {
		return nil, err
	}
	m.reserve()
	m.hash = m.shape()
	m.Reset()
	return m, nil
}

// count counts the occurrences of a byte in a text.
func count(text string, b byte) (n int) {
	for i := range len(text) {
		if text[i] == b {
			n++
		}
	}
	return n
}

// reserve allocates what a machine changes, at its final size.
func (m *Machine) reserve() {
	nodes := cap(m.nodes)
	m.act, m.last = make([]NodeID, nodes), make([]NodeID, nodes)
	m.mode, m.begun = make([]Mode, nodes), make([]bool, nodes)
	m.queue, m.set = make([]Event, 0, m.cfg.Queue+1), make([]Event, 0, m.cfg.Queue+1)
	m.seen = make([]uint64, m.names.room+len(m.names.slots))
	m.path = make([]int32, 0, nodes+cap(m.transitions))
	m.scopes, m.conflicts = make([]NodeID, 0, nodes), make([]NodeID, 0, nodes)
	m.failures, m.failing = make([]Failure, 0, m.cfg.Failures), make([]Failure, 0, m.cfg.Failures)
	for i := range m.nodes {
		if m.nodes[i].orthogonal {
			m.regions++
		}
	}
}

// Memory is what a machine occupies. It is fixed when the machine is made, and does not include the bodies.
type Memory struct {
	Bytes       int `json:"bytes"`       // of all tables, states, queues and names
	Nodes       int `json:"nodes"`       // capacity for states and connectors
	Transitions int `json:"transitions"` // capacity
	Queue       int `json:"queue"`       // greatest number of waiting events
	Names       int `json:"names"`       // capacity for names of known events
	Slots       int `json:"slots"`       // for events that are not known
}

// Memory returns the machine's memory.
func (m *Machine) Memory() Memory {
	bytes := int(unsafe.Sizeof(*m)) + size(m.nodes) + size(m.transitions) + size(m.enter) + size(m.tables.events) +
		size(m.act) + size(m.last) + size(m.mode) + size(m.begun) + size(m.queue) + size(m.set) + size(m.seen) +
		size(m.path) + size(m.scopes) + size(m.conflicts) + size(m.failures) + size(m.failing) + size(m.names.slots)
	for i := range m.nodes { // in a map: the name's header, the number, and a control byte, at most 7/8 full
		bytes += len(m.nodes[i].path) + 32
	}
	for _, name := range m.names.known {
		bytes += len(name) + 2*16 + 32
	}
	bytes += len(m.names.slots) * m.cfg.NameLength
	return Memory{bytes, cap(m.nodes), cap(m.transitions), m.cfg.Queue, m.names.room, len(m.names.slots)}
}

func size[T any](s []T) int {
	var t T
	return cap(s) * int(unsafe.Sizeof(t))
}

// Reset makes the machine inactive with e_init_fsm queued, without calling a body. Events, history and failures are gone.
func (m *Machine) Reset() {
	if m.refuse() {
		return
	}
	for i := range m.act {
		m.act[i], m.last[i], m.mode[i], m.begun[i] = None, None, Inactive, false
	}
	for _, list := range [...][]Event{m.queue, m.set} {
		for _, e := range list {
			m.names.use(e, -1)
		}
	}
	m.queue, m.set, m.path = m.queue[:0], m.set[:0], m.path[:0]
	m.failures, m.failing = m.failures[:0], m.failing[:0]
	m.leafN = None
	m.stamp++
	m.enqueue(EventInit)
}

// ErrUse is the failure of a body that steps, resets, replaces or merges the machine that calls it.
var ErrUse = errors.New("the chart is within a step: send an event and let the caller act on it afterwards")

// refuse refuses and reports a call that must not come from a body.
func (m *Machine) refuse() bool {
	if m.busy {
		m.fail(Use, max(m.call.State, 0), -1, ErrUse)
	}
	return m.busy
}

// Functions are the bodies in Go in a model.
type Functions struct{}

// Run implements Bodies.
func (Functions) Run(c *Call) error {
	var b *Body
	switch c.Place {
	case Entry:
		b = c.nodes[c.State].from.Entry
	case Exit:
		b = c.nodes[c.State].from.Exit
	default:
		b = c.transitions[c.Transition].from.Effect
	}
	if b == nil || b.Act == nil {
		return nil
	}
	return b.Act(c)
}

// Guard implements Bodies.
func (Functions) Guard(c *Call) (bool, error) {
	b := c.transitions[c.Transition].from.Guard
	if b == nil || b.Test == nil {
		return true, nil
	}
	return b.Test(c)
}

// HasDoo implements Bodies.
func (Functions) HasDoo(c *Call) bool { return c.nodes[c.State].from.Doo != nil }

// Doo implements Bodies.
func (Functions) Doo(c *Call) (Progress, error) {
	b := c.nodes[c.State].from.Doo
	if b == nil || b.Work == nil {
		return Done, nil
	}
	return b.Work(c)
}

// Match implements Bodies.
func (Functions) Match(c *Call, e Event) (bool, error) {
	b := c.transitions[c.Transition].from.Matches[c.Match]
	if b.Match == nil {
		return false, nil
	}
	return b.Match(c, e)
}
