package remote

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// Scheme decides what each end sends, and when. Smooth is the one to use, and what nil stands for. Others are there to be compared with
// it: they carry Cartesian poses only, and what they command passes the robot's limits behind them.
type Scheme interface {
	fmt.Stringer
	// Manner says how the ends deal with the scheme.
	Manner() Manner
	// Near makes the end beside the robot, Far the one away from it.
	Near(e *End) (Near, error)
	Far(e *End) (Far, error)
}

// Manner is how the ends deal with a scheme.
type Manner struct {
	// Number stands for the scheme in a hello: see docs/format/link.md.
	Number uint8
	// Threaded schemes get their packets in a thread beside the robot's loop, which calls Interface.Handle. Others receive
	// them themselves, in Near.Cycle.
	Threaded bool
	// Calls says that the interface is the client: it must know the application's address and sends first.
	Calls bool
}

// Near is a scheme's end beside the robot. Cycle answers the robot's state s, period after the one before, with c; Handle
// takes a datagram in the other thread, and Work sends there what Cycle left, and returns when it is to be called again.
type Near interface {
	Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error)
	Handle(b []byte)
	Work() (next time.Duration)
}

// Far is a scheme's end away from the robot: as Application, whose methods call these.
type Far interface {
	Handle(b []byte)
	Tick()
	Next() (at time.Duration, ok bool)
	State() *franka.State
}

// Smooth is the scheme that the package's comment describes.
type Smooth struct{}

// String returns the scheme's name.
func (Smooth) String() string { return "smooth" }

// Manner implements Scheme.
func (Smooth) Manner() Manner { return Manner{Number: 5, Threaded: true} }

// Near implements Scheme.
func (Smooth) Near(e *End) (Near, error) { return newNearSmooth(e) }

// Far implements Scheme.
func (Smooth) Far(e *End) (Far, error) { return newFarSmooth(e) }

// isSmooth tells Smooth from schemes whose datagrams are not the link's own.
func isSmooth(s Scheme) bool { return s == nil || s == Scheme(Smooth{}) }

// schemeName is the name of a scheme by its number in a hello.
func schemeName(n uint8) string {
	names := [...]string{"sync", "async1", "simple", "async2", "async3", "smooth"}
	if int(n) < len(names) {
		return names[n]
	}
	return fmt.Sprintf("scheme %d", n)
}

// End is one end of a link as its scheme sees it.
type End struct {
	Config Config // with its defaults
	Wire   Wire
	Motion Motion // the application's; nil beside the robot
	Done   bool   // the application's: the motion's last command has been made
	Fault  error  // the application's: why the motion cannot go on

	away  bool // from the robot
	count *counters
	at    time.Duration // beside the robot: when the present cycle began
	split bool          // beside the robot: rest follows each Cycle

	phase        Phase // of the interface, with Smooth
	acknowledged bool
}

// Send sends a datagram of a scheme that is not the link's own, and counts it.
func (e *End) Send(b []byte) error {
	err := e.Wire.Send(b)
	if err == nil {
		out, _ := e.raw()
		e.count.sent(len(b), out)
	}
	return err
}

// Command makes the command for time t and counts it; it reports whether it is the last.
func (e *End) Command(t time.Duration, s *franka.State, c *franka.Command) (last bool) {
	e.count.cycles.Add(1)
	last = e.Motion.Next(t, s, c)
	e.Done = e.Done || last
	return last
}

// Got counts a datagram of n bytes that was taken, Damaged and Stale one that was not, Dropped one that could not be sent,
// and Coasted a cycle without a command of its own.
func (e *End) Got(n int) {
	_, in := e.raw()
	e.count.got(n, in)
}

// Damaged is described at Got.
func (e *End) Damaged() { e.count.damaged.Add(1) }

// Stale is described at Got.
func (e *End) Stale() { e.count.stale.Add(1) }

// Dropped is described at Got.
func (e *End) Dropped() { e.count.dropped.Add(1) }

// Coasted is described at Got.
func (e *End) Coasted() { e.count.coasted.Add(1) }

// raw are the sizes of FCI's own datagrams, which the traffic is compared with: beside the robot states go out and commands
// come in.
func (e *End) raw() (out, in int) {
	state, command := rawSizes(e.Config.Version)
	if e.away {
		return command, state
	}
	return state, command
}
