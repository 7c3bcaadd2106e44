package remote

import (
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/guard"
)

// Interface is the end beside the robot. Cycle belongs to the thread of the robot's loop; Handle and Work to one
// other thread, in schemes that have one (Manner.Threaded). Nothing here allocates once it has been made.
type Interface struct {
	end    End
	scheme Near
	t1, t2 *Times
	limit  *guard.Commands // behind schemes that have no guard of their own; nil: none
}

// NewInterface prepares a session that has been agreed on. All faults of c are reported.
func NewInterface(c Config, w Wire) (*Interface, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	i := &Interface{end: End{Config: c.filled(), Wire: w, count: new(counters)}, t1: newTimes(c.Samples), t2: newTimes(c.Samples)}
	var err error
	if !isSmooth(c.Scheme) && !c.Unlimited {
		if i.limit, err = guard.New(i.end.Config.Limits, i.end.Config.Generator, i.end.Config.Margin); err != nil {
			return nil, err
		}
	}
	i.scheme, err = i.end.Config.Scheme.Near(&i.end)
	return i, err
}

// Cycle answers the robot's state s, period after the state before, with c: it is the callback of
// franka.Client.Control. It writes the member of c that the generator needs.
func (i *Interface) Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	e := &i.end
	e.at = e.Wire.Now()
	period = max(0, min(period, mostMissed)) // of a robot that counts on
	finished, err = i.scheme.Cycle(s, period, c)
	if i.limit != nil && err == nil {
		finished, err = i.guarded(s, c, finished)
	}
	i.t1.add(e.Wire.Now() - e.at)
	bump(&e.count.cycles, 1)
	if n := period / time.Millisecond; n > 1 {
		bump(&e.count.skipped, uint64(n-1))
	}
	return finished, err
}

// guarded lets c pass the limits of the robot.
func (i *Interface) guarded(s *franka.State, c *franka.Command, finished bool) (done bool, err error) {
	if done, err = i.limit.Limit(s, c, finished); err != nil {
		return false, errOutside
	}
	if verdict, short := i.limit.Verdict(); verdict != safety.Pass {
		bump(&i.end.count.limited, 1)
		if short {
			bump(&i.end.count.held, 1)
		}
	}
	if !done {
		i.limit.Look(s)
	}
	return done, nil
}

// mostMissed is the most that one cycle can come after another: a robot whose states break off for so long has ended the
// motion.
const mostMissed = time.Second

// apart lets rest follow each Cycle, and warm come before it.
func (i *Interface) apart() (err error) {
	i.end.split = true
	if x, ok := i.scheme.(*nearSmooth); ok {
		x.dry, err = newDryRun(&i.end.Config)
	}
	return err
}

// rest does what Cycle leaves until the command for s has left.
func (i *Interface) rest(s *franka.State) {
	if x, ok := i.scheme.(*nearSmooth); ok {
		x.rest(s)
	}
}

// warm touches what the next Cycle will need: memory and code that others have displaced in the millisecond between.
func (i *Interface) warm() {
	if x, ok := i.scheme.(*nearSmooth); ok {
		x.warm()
	}
}

// Handle takes a datagram that arrived in the other thread.
func (i *Interface) Handle(b []byte) {
	at := i.end.Wire.Now()
	i.scheme.Handle(b)
	i.t2.add(i.end.Wire.Now() - at)
}

// Work sends what Cycle left for the other thread, and returns when it wants to be called again at the latest.
func (i *Interface) Work() (next time.Duration) { return i.scheme.Work() }

// Stats returns what has been counted.
func (i *Interface) Stats() Stats { return i.end.count.stats(i.t1, i.t2) }

// T1 are the times spent inside the robot's cycle, T2 those of packets in the other thread.
func (i *Interface) T1() *Times { return i.t1 }

// T2 is described at T1.
func (i *Interface) T2() *Times { return i.t2 }

// Outcome says why a motion that Cycle has finished did not come to its own end: ErrStopped, ErrApart, ErrAbandoned or ErrQuit,
// and nil for one that did.
func (i *Interface) Outcome() error {
	if x, ok := i.scheme.(*nearSmooth); ok {
		return x.track.outcome
	}
	return nil
}
