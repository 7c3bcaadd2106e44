package manager

import (
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/reactor"
)

// Controller computes commands from states, once per period of its own. The manager calls its methods one at a time and in
// this order: Parameters, then Configure (again after each cleanup), then Activate, Update any number of times, Deactivate,
// Activate … A controller has no clock and keeps nothing that another controller sees; Activate, Update and Deactivate do
// not allocate. It may implement [Tuner], [Ported] and [Finisher] besides.
//
// The states that it reads are finite while it is active: hardware with other readings is taken out of use, together with
// the controllers that read it. An Update that returns an error, panics, exceeds its budget, or leaves a number that is not
// finite in a command, reference or exported state takes the controller out in the same cycle, and nothing that it set in
// this cycle is used. Input that a controller cannot use (a goal with NaN) is no error of Update: the controller refuses the
// input when it arrives.
type Controller interface {
	// Parameters lists the parameters with pointers to their values, which are the defaults. It is called once, when the
	// controller is loaded; then the manager sets what the program gave.
	Parameters() []Parameter
	// Configure checks the parameters together, reserves all memory, and says what the controller needs and offers.
	Configure(s *Setup) (Description, error)
	// Activate begins from the present situation: io.State is the reading of this cycle, io.Command the last command to each
	// claimed interface (or what it measures, if there was none). A controller without input keeps the robot as it is after
	// activation: it is bumpless. A chainable controller sets its references to values that keep things as they are. An
	// error refuses the whole switch.
	Activate(io *IO) error
	// Update computes one cycle of the controller's own period. Commands that it does not set keep their values.
	Update(io *IO) error
	// Deactivate ends the controller's work. Interfaces that nobody claims afterwards get their safe values.
	Deactivate(io *IO)
}

// Tuner is a controller that derives something from its live parameters. Tune is called between two cycles, after one of
// them was set to a value within its range. An error refuses the change: the old value is put back, and Tune is called
// again.
type Tuner interface{ Tune() error }

// Restrained is a controller that may do less than asked, and then says why. Listings show the reason.
type Restrained interface {
	// Restraint returns a number for the reason after the last Update: different numbers for different reasons, 0 for none.
	Restraint() int
	// Explain says for people what the present reason is and what to do; "" if there is none. It changes nothing, and may
	// allocate.
	Explain() string
}

// Ported is a controller that has ports or doors, as fields of reactor's types.
type Ported interface {
	// Ports lists them; it is called once, while the program is built. The manager declares each as
	// "<controller>_<name>".
	Ports() []Port
	// Receive is called at each tag at which one of the inputs is present, in any state of the life cycle, before Update at
	// the same tag. io.Active says whether the controller is being updated. It reads the ports (Present, Get) and refuses
	// what it cannot use. It sets no output.
	Receive(io *IO)
}

// Port is a port or door of a controller. In is read by Receive, Out may be set by Update, Activate and Deactivate; exactly
// one of them is set.
type Port struct {
	Name string // "goal"
	In   reactor.Trigger
	Out  reactor.Effect
}

// Finisher is a controller that ends on its own, for example when its motion is done: the manager deactivates it in the
// cycle in which Finished is true after Update, and activates its fallbacks if it has any.
type Finisher interface{ Finished() bool }

// Concluder is a Finisher that states its outcome in one line; the event of its end has this line.
type Concluder interface{ Outcome() string }

// Parameter describes one parameter of a controller.
type Parameter struct {
	Name  string // "gains/p"
	At    any    // pointer to its value: *float64, *int, *bool, *string, *time.Duration, *[]float64 or *[]string
	Unit  string // "" for none
	Help  string
	Min   float64 // both 0: no range. Applies to each number of a list; seconds for a duration
	Max   float64
	Live  bool     // may be changed while the controller is active; others only before it is configured
	OneOf []string // allowed texts; none: any
}

// Setup is the surroundings that a controller is configured for.
type Setup struct {
	Name   string        // of the controller
	Period time.Duration // of its updates
	// Model is the robot's description, nil if there is none.
	Model *kinematics.URDF
	// Limit returns the limits of a joint after all sources are combined; infinite if there are none.
	Limit func(joint string) safety.AxisLimit
	// States and Commands list what the robot has, including references and exported states.
	States, Commands []Interface
}

// Description is what a controller needs and offers. Its interfaces are counted in the order given here: io.State(i) is the
// value of States[i].
type Description struct {
	States     []Need      // read; any number of controllers may read one
	Commands   []Need      // claimed exclusively while active: of hardware, or another controller's references
	References []Interface // offered to other controllers as commands "<controller>/<name>"
	Exports    []Interface // offered as states "<controller>/<name>"
}

// Need names an interface, "joint1/position". Unit "" accepts any unit of the kind that the name implies; another unit must
// be that of the interface.
type Need struct{ Name, Unit string }

// Needs returns the interfaces of one kind of several joints: Needs("position", "joint1", "joint2").
func Needs(kind string, joints ...string) []Need {
	out := make([]Need, len(joints))
	for i, j := range joints {
		out[i] = Need{Name: j + "/" + kind}
	}
	return out
}

// IO is what a controller sees of the robot, valid while the controller is configured. An index counts the interfaces of the
// controller's Description; an index out of range panics, which takes the controller out. An interface of several numbers
// (pose, twist, wrench) is read and set as a slice.
type IO struct {
	// Now is the logical time of the cycle since the program began.
	Now time.Duration
	// Period is the time from the controller's last update to this one: its own period, always the same.
	Period time.Duration
	// Dt is Period in seconds.
	Dt float64
	// Active reports whether the controller is active.
	Active bool
	// Chained reports whether another active controller claims this one's references and sets them before each Update;
	// otherwise only the controller itself sets them, from its ports.
	Chained bool

	states, commands, sent, references, exports [][]float64 // each interface's numbers, within flat slices
}

// State returns the first number of state i.
func (io *IO) State(i int) float64 { return io.states[i][0] }

// States returns all numbers of state i, which must not be changed.
func (io *IO) States(i int) []float64 { return io.states[i] }

// Sent returns the first number of command i as last sent, after limits; for a reference, as it was set.
func (io *IO) Sent(i int) float64 { return io.sent[i][0] }

// Command returns the first number of command i as the controller last set it. At activation it is what was last sent.
func (io *IO) Command(i int) float64 { return io.commands[i][0] }

// Commands returns all numbers of command i, to be read or set.
func (io *IO) Commands(i int) []float64 { return io.commands[i] }

// SetCommand sets the first number of command i.
func (io *IO) SetCommand(i int, v float64) { io.commands[i][0] = v }

// Reference returns the first number of the controller's own reference i.
func (io *IO) Reference(i int) float64 { return io.references[i][0] }

// References returns all numbers of reference i.
func (io *IO) References(i int) []float64 { return io.references[i] }

// SetReference sets the first number of reference i: for use in Activate and while Chained is false.
func (io *IO) SetReference(i int, v float64) { io.references[i][0] = v }

// SetExport sets the first number of exported state i.
func (io *IO) SetExport(i int, v float64) { io.exports[i][0] = v }

// Exports returns all numbers of exported state i, to be set.
func (io *IO) Exports(i int) []float64 { return io.exports[i] }
