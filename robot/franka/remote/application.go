package remote

import (
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Application is the end away from the robot, which runs a motion. It belongs to one thread: Handle takes arriving
// datagrams, Tick does what is due at the time that Next returns.
type Application struct {
	end    End
	scheme Far
	turn   *Times
}

// NewApplication prepares a session that has been agreed on. The error lists every fault of c.
func NewApplication(c Config, w Wire, m Motion) (*Application, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	a := &Application{end: End{Config: c.filled(), Wire: w, Motion: m, away: true, count: new(counters)}, turn: newTimes(c.Samples)}
	var err error
	a.scheme, err = a.end.Config.Scheme.Far(&a.end)
	return a, err
}

// Handle takes a datagram.
func (a *Application) Handle(b []byte) {
	at := a.end.Wire.Now()
	a.scheme.Handle(b)
	a.turn.add(a.end.Wire.Now() - at)
}

// Tick does what is due by now.
func (a *Application) Tick() { a.scheme.Tick() }

// Next returns when Tick is due; if ok is false, only a datagram makes progress.
func (a *Application) Next() (at time.Duration, ok bool) { return a.scheme.Next() }

// State returns the newest state that arrived, with the members that the scheme carries; nil before the first.
func (a *Application) State() *franka.State { return a.scheme.State() }

// Done reports whether the motion's last command has been sent (and, with Smooth, has reached the interface).
func (a *Application) Done() bool { return a.end.Done }

// Err says why the motion cannot continue; nil as long as it does.
func (a *Application) Err() error { return a.end.Fault }

// Phase returns what the interface of Smooth is doing, according to the states that arrived.
func (a *Application) Phase() Phase { return a.end.phase }

// Acknowledge lets an arm continue that has come to rest because the stream broke off (phase Stopped): the motion
// resumes with the next command. At other times it does nothing.
func (a *Application) Acknowledge() { a.end.acknowledged = a.end.phase == Stopped }

// Leave asks the interface of Smooth to stop the arm and end the motion. The request may get lost: repeat it.
func (a *Application) Leave() {
	if s, ok := a.scheme.(*farSmooth); ok {
		s.send(s.codec.stop(link.Stop))
	}
}

// Wanted returns the number of commands that Tick, called now, would request from the motion. A program that cannot
// compute a command on request can compute that many beforehand, so that Tick does not wait. Only Smooth says; with
// other schemes it is 0.
func (a *Application) Wanted() int {
	if s, ok := a.scheme.(*farSmooth); ok {
		return s.wanted()
	}
	return 0
}

// Stats returns the counters; T2 is the processing time of a packet here.
func (a *Application) Stats() Stats { return a.end.count.stats(new(Times), a.turn) }
