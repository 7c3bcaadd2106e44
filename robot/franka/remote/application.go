package remote

import (
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// Application is the end away from the robot, which runs a motion. It belongs to one thread: Handle takes what
// arrives, Tick does what is due at the time that Next returns.
type Application struct {
	c      Config
	wire   Wire
	motion Motion
	scheme far
	count  *counters
	turn   *Times
	done   bool
	fault  error

	phase        Phase // of the interface, with Smooth
	acknowledged bool
}

// far is one scheme away from the robot.
type far interface {
	handle(b []byte)
	tick()
	next() (at time.Duration, ok bool)
	state() *franka.State
}

// NewApplication prepares a session that has been agreed on. All faults of c are reported.
func NewApplication(c Config, w Wire, m Motion) (*Application, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c = c.filled()
	a := &Application{c: c, wire: w, motion: m, count: new(counters), turn: newTimes(c.Samples)}
	var err error
	a.scheme, err = newFar(a)
	return a, err
}

// Handle takes a datagram.
func (a *Application) Handle(b []byte) {
	at := a.wire.Now()
	a.scheme.handle(b)
	a.turn.add(a.wire.Now() - at)
}

// Tick does what is due by now.
func (a *Application) Tick() { a.scheme.tick() }

// Next returns when Tick is due; without ok only a datagram goes on.
func (a *Application) Next() (at time.Duration, ok bool) { return a.scheme.next() }

// State is the newest state that arrived, with the members that the scheme carries; nil before the first.
func (a *Application) State() *franka.State { return a.scheme.state() }

// Done reports whether the motion's last command has been sent (and, with Smooth, has reached the interface).
func (a *Application) Done() bool { return a.done }

// Err says why the motion cannot go on: nil as long as it does.
func (a *Application) Err() error { return a.fault }

// Phase is what the interface of Smooth is doing, as far as the states that arrived tell.
func (a *Application) Phase() Phase { return a.phase }

// Acknowledge lets an arm go on that has come to rest because the stream broke off (phase Stopped): from here the
// motion continues with the next command. At other times it does nothing.
func (a *Application) Acknowledge() { a.acknowledged = a.phase == Stopped }

// Stats returns what has been counted; T2 is the time of a packet here.
func (a *Application) Stats() Stats { return a.count.stats(new(Times), a.turn) }

// command sends one of the motion's commands and counts it.
func (a *Application) command(b []byte) {
	if a.fault = a.wire.Send(b); a.fault == nil {
		_, raw := rawSizes(a.c.Version)
		a.count.cycles.Add(1)
		a.count.sent(len(b), raw)
	}
}
