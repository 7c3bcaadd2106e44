// Package graph describes a program: reactors with their ports, timers, actions and reactions, and the
// connections between them. Every front-end yields a Graph and so does a running program, so that the same
// checks, diagrams and comparisons serve them all. A Graph is plain data: small integer ids index its slices,
// order is declaration order, and nothing in it points to running code.
package graph

import "time"

// Graph is a whole program. The slices are indexed by the ids that refer to them.
type Graph struct {
	Name        string
	Reactors    []Reactor // parents before children; Reactors[0] is the main reactor
	Ports       []Port
	Triggers    []Trigger // timers, actions, startup, shutdown, reset
	Reactions   []Reaction
	Modes       []Mode
	Connections []Connection
	Classes     []Class `json:",omitempty"` // styles for a diagram, in the order of its legend
}

// None marks an absent id.
const None = -1

// Reactor is one instance; banks are expanded.
type Reactor struct {
	Parent                                      int    // reactor id, None for main
	Name                                        string // with the bank index, "arm[2]"
	Path                                        string // from main, "main.planning.planner"; unique
	Type                                        string // Go type or class name
	Enclave                                     int    // number of its enclave; 0 is main's
	Mode                                        int    // mode of an ancestor in which it is active, None for always
	Ports, Triggers, Reactions, Modes, Children []int  // ids, in declaration order
	Doc                                         string
	Picture                                     string `json:",omitempty"` // an SVG of what happens within, see reactor.Reactor.Picture
	Class                                       string `json:",omitempty"` // its look
	Fault                                       string `json:",omitempty"` // what is wrong with it; a reactor with a fault is drawn in red
}

// Direction is the direction of a port.
type Direction uint8

// The directions of a port.
const (
	Input Direction = iota
	Output
)

// Port is one channel of an input or output.
type Port struct {
	Reactor int
	Name    string // with the channel index of a multiport, "out[3]"
	Path    string
	Dir     Direction
	Type    string // of the value
	Merges  bool   `json:",omitempty"` // several writers are allowed
	Fault   string `json:",omitempty"`
}

// TriggerKind is the kind of a trigger.
type TriggerKind uint8

// The kinds of trigger.
const (
	Startup TriggerKind = iota
	Shutdown
	Reset
	Timer
	LogicalAction
	PhysicalAction
)

// String returns the kind's name in Lingua Franca.
func (k TriggerKind) String() string {
	return [...]string{"startup", "shutdown", "reset", "timer", "logical action", "physical action"}[k]
}

// Trigger is a timer, an action, or one of the built-in triggers.
type Trigger struct {
	Reactor    int
	Name, Path string
	Kind       TriggerKind
	Offset     time.Duration // timers
	Period     time.Duration // timers; 0 fires once
	MinDelay   time.Duration // actions
	MinSpacing time.Duration // actions; 0 none
	Policy     string        // "defer", "drop", "replace" when MinSpacing > 0
	Type       string        // of an action's value
	Mode       int
}

// RefKind is the kind of element that a Ref names.
type RefKind uint8

// What a reaction may refer to.
const (
	RefPort RefKind = iota
	RefTrigger
	RefMode
)

// Ref names a port, trigger or mode by id.
type Ref struct {
	Kind RefKind
	ID   int
}

// Reaction is a piece of the program's behaviour.
type Reaction struct {
	Reactor     int
	Name, Path  string
	Number      int // from 1, in declaration order
	Level       int // longest path from a root of the dependency graph; None before levels are assigned
	Triggers    []Ref
	Uses        []Ref
	Effects     []Ref
	Deadline    time.Duration // 0 none
	Mode        int
	HasDeadline bool
}

// Mode is a mode of a modal reactor.
type Mode struct {
	Reactor    int
	Name, Path string
	Initial    bool
}

// Connection carries values from one port to another.
type Connection struct {
	From, To int           // port ids
	Delayed  bool          // `after`
	Delay    time.Duration // meaningful when Delayed (0 is one microstep) or Physical
	Physical bool
	Enclaves bool // it leads from one enclave to another
	Mode     int
	Class    string `json:",omitempty"` // its style, which also replaces the delay's label
	Note     string `json:",omitempty"` // for a tooltip
	Fault    string `json:",omitempty"`
}
