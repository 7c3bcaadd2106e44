package remote

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// Scheme decides what each end sends, and when. Use Smooth, which nil also selects. Others exist for comparison: they carry Cartesian
// poses only, and their commands then pass the robot's limits.
type Scheme interface {
	fmt.Stringer
	// Manner says how the ends handle the scheme.
	Manner() Manner
	// Near makes the end beside the robot, Far the one away from it.
	Near(e *End) (Near, error)
	Far(e *End) (Far, error)
}

// Manner says how the ends handle a scheme.
type Manner struct {
	// Number identifies the scheme in a hello: see docs/format/link.md.
	Number uint8
	// Threaded schemes get their packets in a thread beside the robot's loop, which calls Interface.Handle. Others receive
	// them themselves, in Near.Cycle.
	Threaded bool
	// Calls says that the interface is the client: it must know the application's address and sends first.
	Calls bool
}

// Near is a scheme's end beside the robot. Cycle answers the robot's state s, period after the one before, with c; Handle takes a
// datagram in the other thread; Work, also there, sends what Cycle left and returns when to call it again.
type Near interface {
	Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error)
	Handle(b []byte)
	Work() (next time.Duration)
}

// Far is a scheme's end away from the robot; the methods of Application call its methods.
type Far interface {
	Handle(b []byte)
	Tick()
	Next() (at time.Duration, ok bool)
	State() *franka.State
}

// Smooth is the scheme described in the package comment.
type Smooth struct{}

// String returns the scheme's name.
func (Smooth) String() string { return "smooth" }

// Manner implements Scheme.
func (Smooth) Manner() Manner { return Manner{Number: 5, Threaded: true} }

// Near implements Scheme.
func (Smooth) Near(e *End) (Near, error) { return newNearSmooth(e) }

// Far implements Scheme.
func (Smooth) Far(e *End) (Far, error) { return newFarSmooth(e) }

// isSmooth distinguishes Smooth from schemes that do not use the link's datagrams.
func isSmooth(s Scheme) bool { return s == nil || s == Scheme(Smooth{}) }

// schemeName returns the name of a scheme by its number in a hello.
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
	Motion Motion // of the application; nil beside the robot
	Done   bool   // of the application: the motion's last command has been made
	Fault  error  // of the application: why the motion cannot continue

	away  bool // from the robot
	count *counters
	at    time.Duration // beside the robot: when the present cycle began
	split bool          // beside the robot: rest follows each Cycle

	phase        Phase // of the interface, with Smooth
	acknowledged bool
}

// Send sends and counts a datagram of a scheme that does not use the link's datagrams.
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

// Got counts an accepted datagram of n bytes.
func (e *End) Got(n int) {
	_, in := e.raw()
	e.count.got(n, in)
}

// Damaged counts a damaged datagram.
func (e *End) Damaged() { e.count.damaged.Add(1) }

// Stale counts a datagram that came twice or too late.
func (e *End) Stale() { e.count.stale.Add(1) }

// Dropped counts a datagram that could not be sent.
func (e *End) Dropped() { e.count.dropped.Add(1) }

// Coasted counts a cycle without a command of its own.
func (e *End) Coasted() { e.count.coasted.Add(1) }

// raw returns the sizes of FCI's own datagrams, for comparison: beside the robot, states go out and commands come in.
func (e *End) raw() (out, in int) {
	state, command := rawSizes(e.Config.Version)
	if e.away {
		return command, state
	}
	return state, command
}
