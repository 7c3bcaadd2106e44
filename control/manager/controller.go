package manager

import (
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/reactor"
)

// Controller computes commands from states, once a cycle of its own. The manager calls its methods one at a time and in
// this order: Parameters, then Configure (again after each cleanup), then Activate, Update any number of times, Deactivate,
// Activate … A controller has no clock and keeps nothing that another one sees; Activate, Update and Deactivate do not
// allocate. It may implement [Tuner], [Ported] and [Finisher] besides.
//
// States that are read are finite while the controller is active: hardware whose readings are not is taken out, and what
// reads them with it. An Update that returns an error, panics, exceeds its budget, or leaves a number that is not finite in
// a command, reference or exported state takes the controller out in the same cycle; nothing that it set in it is used.
// Input that a controller cannot use (a goal with NaN) is no error of Update: it refuses the input where it comes in.
type Controller interface {
	// Parameters lists the parameters with pointers to their values, which are the defaults. It is called once, when the
	// controller is loaded; then the manager sets what the program gave.
	Parameters() []Parameter
	// Configure checks the parameters together, reserves all memory, and says what the controller needs and offers.
	Configure(s *Setup) (Description, error)
	// Activate begins from what is: io.State is what was read in this cycle, io.Command what each claimed interface was
	// last commanded (what it measures, where nothing was commanded). Without an input a controller that has been activated
	// keeps the robot as it is: it is bumpless. A chainable one sets its references to what keeps things as they are. An
	// error refuses the whole switch.
	Activate(io *IO) error
	// Update computes one cycle of the controller's own period. A command that it does not set keeps its value.
	Update(io *IO) error
	// Deactivate ends. The interfaces that nobody claims afterwards get their safe values.
	Deactivate(io *IO)
}

// Tuner is a controller that derives something from its live parameters. Tune is called between two cycles, after one of
// them has got a value within its range; an error puts the old value back, after which Tune is called
// again, and refuses the change.
type Tuner interface{ Tune() error }

// Restrained is a controller that may do less than it is told to, and then says why. Listings show it.
type Restrained interface {
	// Restraint tells which reason there is after the last Update: another number for another one, 0 for none.
	Restraint() int
	// Explain says the present reason and what to do, for people; "" without one. It changes nothing, and may allocate.
	Explain() string
}

// Ported is a controller with ports, doors or outputs of its own, as fields of reactor's types.
type Ported interface {
	// Ports lists them; it is called once, while the program is built. The manager declares each as
	// "<controller>_<name>".
	Ports() []Port
	// Receive is called at each tag at which one of the inputs is present, in any state of the life cycle, with io's
	// Active telling whether it is updated, and before Update of the same tag. It reads the ports (Present, Get) and
	// refuses what it cannot use. It sets no output.
	Receive(io *IO)
}

// Port is a port or door of a controller. In is what Receive reads, Out what Update, Activate and Deactivate may set;
// exactly one of them is given.
type Port struct {
	Name string // "goal"
	In   reactor.Trigger
	Out  reactor.Effect
}

// Finisher is a controller that ends by itself, for example when its motion is done: the manager deactivates it in the
// cycle in which Finished is true after Update, and activates its fallback, if it has one.
type Finisher interface{ Finished() bool }

// Concluder is a Finisher that says in one line what came of it; the event that tells of its end has it.
type Concluder interface{ Outcome() string }

// Parameter describes one parameter of a controller.
type Parameter struct {
	Name  string // "gains/p"
	At    any    // *float64, *int, *bool, *string, *time.Duration, *[]float64 or *[]string: where its value is
	Unit  string // "" for none
	Help  string
	Min   float64 // both 0: no range. It holds for each number of a list; seconds for a duration
	Max   float64
	Live  bool     // may be changed while the controller is active; others only before it is configured
	OneOf []string // texts that are allowed; none: any
}

// Setup is what a controller is configured for.
type Setup struct {
	Name   string        // of the controller
	Period time.Duration // of its updates
	// Model is the robot's description, nil if there is none.
	Model *kinematics.URDF
	// Limit gives the limits of a joint after all sources have been put together; infinite where there are none.
	Limit func(joint string) safety.AxisLimit
	// States and Commands list what the robot has, references and exported states included.
	States, Commands []Interface
}

// Description is what a controller needs and offers. Its interfaces are counted in the order in which they stand here:
// io.State(i) is that of States[i].
type Description struct {
	States     []Need      // read; any number of controllers may read one
	Commands   []Need      // claimed while active, by this controller alone: of hardware, or another controller's references
	References []Interface // offered to other controllers as commands "<controller>/<name>"
	Exports    []Interface // offered as states "<controller>/<name>"
}

// Need names an interface, "joint1/position". Unit "" takes any unit of the kind that the name says; another unit must be
// the interface's own.
type Need struct{ Name, Unit string }

// Needs are the interfaces of one kind of several joints: Needs("position", "joint1", "joint2").
func Needs(kind string, joints ...string) []Need {
	out := make([]Need, len(joints))
	for i, j := range joints {
		out[i] = Need{Name: j + "/" + kind}
	}
	return out
}

// IO is what a controller sees of the robot, valid while the controller is configured. An index counts the interfaces of the
// controller's Description; one that is out of range panics, which takes the controller out. An interface of several
// numbers (pose, twist, wrench) is read and set as a slice.
type IO struct {
	// Now is the logical time of the cycle since the program began.
	Now time.Duration
	// Period is the time from the controller's last update to this one: its own period, always the same.
	Period time.Duration
	// Dt is Period in seconds.
	Dt float64
	// Active says that the controller is active.
	Active bool
	// Chained says that another active controller claims the references of this one and sets them before each Update;
	// otherwise only the controller itself does, from its ports.
	Chained bool

	states, commands, sent, references, exports [][]float64 // each interface's numbers, within flat slices
}

// State is the first number of state i.
func (io *IO) State(i int) float64 { return io.states[i][0] }

// States are all numbers of state i, not to be changed.
func (io *IO) States(i int) []float64 { return io.states[i] }

// Sent is the first number of command i as it went out last, after limits; of a reference, as it was set.
func (io *IO) Sent(i int) float64 { return io.sent[i][0] }

// Command is the first number of command i as the controller set it last. When it is activated it is what was sent last.
func (io *IO) Command(i int) float64 { return io.commands[i][0] }

// Commands are all numbers of command i, to be read or set.
func (io *IO) Commands(i int) []float64 { return io.commands[i] }

// SetCommand sets the first number of command i.
func (io *IO) SetCommand(i int, v float64) { io.commands[i][0] = v }

// Reference is the first number of the controller's own reference i.
func (io *IO) Reference(i int) float64 { return io.references[i][0] }

// References are all numbers of reference i.
func (io *IO) References(i int) []float64 { return io.references[i] }

// SetReference sets the first number of reference i: in Activate, and while it is not Chained.
func (io *IO) SetReference(i int, v float64) { io.references[i][0] = v }

// SetExport sets the first number of exported state i.
func (io *IO) SetExport(i int, v float64) { io.exports[i][0] = v }

// Exports are all numbers of exported state i, to be set.
func (io *IO) Exports(i int) []float64 { return io.exports[i] }
