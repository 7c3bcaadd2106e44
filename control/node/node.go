package node

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
)

// State is a node's state in its life cycle.
type State uint8

// The states. Unknown and Lost are an overseer's view of a node: nothing received yet, and silent for too long.
const (
	Unknown State = iota
	Init
	Running
	Error
	Closing
	Closed
	Lost
)

// states is how many there are.
const states = int(Lost) + 1

// String returns the state's name in lower case.
func (s State) String() string {
	if int(s) >= states {
		return fmt.Sprintf("state %d", uint8(s))
	}
	return [states]string{"unknown", "init", "running", "error", "closing", "closed", "lost"}[s]
}

// Valid reports whether s is a state.
func (s State) Valid() bool { return int(s) < states }

// Life is the life cycle of a node.
func Life() []Transition[State] {
	return []Transition[State]{
		{Init, Running}, {Init, Error},
		{Running, Running}, {Running, Error}, {Running, Closing},
		{Error, Closing}, {Error, Init}, {Error, Running},
		{Closing, Closed},
	}
}

// Notice is what a node says about itself: at every change of state, and at every notification period.
type Notice struct {
	State    State
	Critical bool
	Life     uint64        // Config.Life
	Number   uint64        // of the notice, from 1
	Every    time.Duration // the notification period, 0 for none
	Cause    string        // the fault that led to Error, until Init is entered again
}

// Config says how a node takes part in the system.
type Config struct {
	// Loop is the period of the main loop: the longest time that a fault or a request to end waits, and the time that the
	// node waits in Error before it tries Init again. 100 ms when 0.
	Loop time.Duration
	// Notify is the notification period. 0 means that only changes of state are reported.
	Notify time.Duration
	// Critical says that the system is not safe without this node, which must then have a notification period.
	Critical bool
	// Life distinguishes this life of the node from the one before a restart. It is set by what starts the node.
	Life uint64
	// Alone says that the program ends when this node has closed.
	Alone bool
	// Common is the first step of Init, which all nodes of a program share; nil does nothing.
	Common func() error
}

// Validate returns all that is wrong.
func (c Config) Validate() error {
	var faults diag.Faults
	fault := func(path, what, do string) {
		faults = append(faults, diag.Fault{Code: "node-config", Path: path, What: what, Do: do})
	}
	if c.Loop < 0 {
		fault("loop", "the period of the main loop is negative", "give a positive time, or 0 for 100 ms")
	}
	if c.Notify < 0 {
		fault("notify", "the notification period is negative", "give a positive time, or 0 for none")
	}
	if c.Critical && c.Notify <= 0 {
		fault("notify", "a critical node has no notification period, so its loss could not be noticed", "give a positive time")
	}
	return faults.Err()
}

// Validator is implemented by parameters and variables. Validate returns all that is wrong with them, as diag.Faults or as
// joined errors.
type Validator interface{ Validate() error }

// None stands for no parameters, or no variables.
type None struct{}

// Validate finds nothing.
func (None) Validate() error { return nil }

// Behaviour is the part of a node that its developer writes. [Base] has default versions of all three methods.
type Behaviour interface {
	// Prepare is the second step of Init: it prepares what the callbacks need. It may call Configure.
	Prepare() error
	// TearDown runs first when the node closes, even after a failed Init.
	TearDown()
	// Recover handles a fault and says where to go on: Init, Running or Closing.
	Recover(fault error) State
}

// Base is the part of a [Node] that does not depend on its parameters and variables.
//
//	out    notice   what the node says about itself
//	out    request  a transition of the whole system that the node asks for
//	in     answer   to the request
//	in     system   the state of the whole system
//	in     revive   the overseer restarts the node
//	action end      a door: a signal, or another request to end the node
//	action kill     a door: the node ends at once, like a killed process. It tears nothing down; its last notice says
//	                that it is lost, as a supervisor says of a process
//	mode   idle, running
type Base struct {
	reactor.Reactor
	Notice  reactor.Out[Notice]
	Request reactor.Out[Request]
	Answer  reactor.In[Answer]
	System  reactor.In[System]
	Revive  reactor.In[Order]
	End     reactor.PhysicalAction[string]
	Kill    reactor.PhysicalAction[string]
	Idle    reactor.Mode
	Running reactor.Mode

	loop, beat reactor.Timer
	advance    reactor.Action[uint64] // of a life

	config   Config
	own      Behaviour
	machine  *Machine[State]
	renew    func()       // the common step of Init: parameters and variables as given
	validate func() error // of both
	was      State        // before the step that is being taken
	fault    error        // the first one since the main loop last checked
	ending   bool
	killed   bool
	notice   Notice
	told     reactor.Tag // of the last notice
}

// Prepare does nothing.
func (b *Base) Prepare() error { return nil }

// TearDown does nothing.
func (b *Base) TearDown() {}

// Recover closes the node.
func (b *Base) Recover(error) State { return Closing }

// State returns the node's state. It may be called by the node's own reactions, or by tests while the program stands
// still.
func (b *Base) State() State {
	if b.killed {
		return Lost
	}
	return b.machine.State()
}

// Watched returns the node's row in an overseer's table, as configured, under its path in the program.
func (b *Base) Watched(r Restart) Watched {
	return Watched{Name: b.Path(), Critical: b.config.Critical, Every: b.config.Notify, Restart: r}
}

// Relive sets Config.Life, before the program is built: a restarted node gets another number.
func (b *Base) Relive(life uint64) { b.config.Life, b.notice.Life = life, life }

// Fail reports a fault from a reaction of the node. The main loop finds it and the node enters Error. If there are
// several, the first counts.
func (b *Base) Fail(fault error) {
	if b.fault == nil {
		b.fault = fault
	}
}

// Node is a base node with parameters of type P and variables of type V. A node's type embeds it:
//
//	type Sonar struct {
//		node.Node[SonarParameters, SonarVariables]
//		Range reactor.Out[float64]
//	}
//
// Its constructor calls reactor.Init, then Setup, and then declares the callbacks as reactions of the mode Running.
type Node[P, V Validator] struct {
	Base
	given, params P
	revision      uint64 // of params
	vars          V
	fresh         func() V  // makes the variables with which each Init begins; nil for the zero value
	clone         func(P) P // nil if an assignment copies
	described     *described[P]
}

// Setup makes the node ready to be built, with its parameters and its developer's Behaviour: own is the node itself, or
// nil for the methods of Base. It returns all faults of c and of the parameters' type at once.
func (n *Node[P, V]) Setup(c Config, params P, own Behaviour) error {
	faults, _ := diag.Of(c.Validate())
	n.clone = cloner[P]()
	if what := shares(reflect.TypeFor[P]()); what != "" && n.clone == nil {
		faults = append(faults, diag.Fault{Code: "node-parameters", Path: "parameters",
			What: fmt.Sprintf("%v holds %s, through which parameters could be changed after Init", reflect.TypeFor[P](), what),
			Do:   "use arrays, or give the type a method Clone that returns a copy"})
	}
	if own == nil {
		own = &n.Base
	}
	if c.Loop == 0 {
		c.Loop = 100 * time.Millisecond
	}
	n.given = n.copied(params)
	n.renew = func() {
		var zero V
		n.params, n.vars = n.given, zero
		if n.fresh != nil {
			n.vars = n.fresh()
		}
		n.revision++
	}
	n.validate = func() error { return errors.Join(n.params.Validate(), n.vars.Validate()) }
	if err := n.setup(c, own); err != nil {
		return err
	}
	for i := range faults {
		faults[i].Path = n.Path() + "." + faults[i].Path
	}
	return faults.Err()
}

// Params returns a copy of the parameters. A type with a method Clone is cloned, so a callback that runs often should keep
// what it needs in the variables.
func (n *Node[P, V]) Params() P { return n.copied(n.params) }

// Vars returns the node's variables, which its own reactions may change. Each Init begins with those of Begin.
func (n *Node[P, V]) Vars() *V { return &n.vars }

// Begin sets the function that makes the variables with which each Init begins, instead of the zero value. Call it in the
// constructor.
func (n *Node[P, V]) Begin(fresh func() V) { n.fresh = fresh }

// Configure sets the parameters. Only Prepare and Config.Common may call it: it panics after Init, and if Describe has set
// the parameters.
func (n *Node[P, V]) Configure(p P) {
	if n.described != nil {
		panic("node: the parameters of " + n.Path() + " are those of its description: tools would show others")
	}
	if s := n.machine.State(); s != Init {
		panic(fmt.Sprintf("node: the parameters of %s are set in state %v, but they are constant after Init: declare what must change as a node.Live", n.Path(), s))
	}
	n.params = n.copied(p)
	n.revision++
}

func (n *Node[P, V]) copied(p P) P {
	if n.clone == nil {
		return p
	}
	return n.clone(p)
}

// cloner returns the method Clone of P if its values share memory and it has one.
func cloner[P any]() func(P) P {
	type clones interface{ Clone() P }
	if t := reflect.TypeFor[P](); shares(t) == "" || !t.Implements(reflect.TypeFor[clones]()) {
		return nil
	}
	return func(p P) P { return any(p).(clones).Clone() }
}

// shares names what an assignment of type t would not copy; it is empty if there is nothing.
func shares(t reflect.Type) string {
	if t.Implements(reflect.TypeFor[reactor.Immutable]()) {
		return ""
	}
	switch t.Kind() {
	case reflect.Array:
		return shares(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if what := shares(t.Field(i).Type); what != "" {
				return what
			}
		}
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return "a " + t.String()
	}
	return ""
}
