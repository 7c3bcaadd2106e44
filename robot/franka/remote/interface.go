package remote

import (
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/guard"
)

// Interface is the end beside the robot. Cycle belongs to the thread of the robot's loop; Handle and Work belong to one other
// thread, in schemes that have one (Manner.Threaded). After NewInterface nothing here allocates.
type Interface struct {
	end    End
	scheme Near
	t1, t2 *Times
	limit  *guard.Commands // follows schemes that have no guard; nil: none
}

// NewInterface prepares a session that has been agreed on. The error lists every fault of c.
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
	period = max(0, min(period, mostMissed)) // of a robot that continues counting
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

// guarded limits c to the robot's limits.
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

// mostMissed is the greatest number of cycles between two states: a robot whose states are missing for longer has ended the
// motion.
const mostMissed = time.Second

// apart announces that rest follows each Cycle, and warm precedes it.
func (i *Interface) apart() (err error) {
	i.end.split = true
	if x, ok := i.scheme.(*nearSmooth); ok {
		x.dry, err = newDryRun(&i.end.Config)
	}
	return err
}

// rest does the work of Cycle that can wait until the command for s was sent.
func (i *Interface) rest(s *franka.State) {
	if x, ok := i.scheme.(*nearSmooth); ok {
		x.rest(s)
	}
}

// warm touches what the next Cycle will need: memory and code that other programs have displaced from the caches in the
// meantime.
func (i *Interface) warm() {
	if x, ok := i.scheme.(*nearSmooth); ok {
		x.warm()
	}
}

// Handle takes a datagram in the other thread.
func (i *Interface) Handle(b []byte) {
	at := i.end.Wire.Now()
	i.scheme.Handle(b)
	i.t2.add(i.end.Wire.Now() - at)
}

// Work sends what Cycle left for the other thread, and returns the latest time for its next call.
func (i *Interface) Work() (next time.Duration) { return i.scheme.Work() }

// Stats returns the counters.
func (i *Interface) Stats() Stats { return i.end.count.stats(i.t1, i.t2) }

// T1 returns the times spent inside the robot's cycle, T2 those of packets in the other thread.
func (i *Interface) T1() *Times { return i.t1 }

// T2 returns the times spent on packets in the other thread.
func (i *Interface) T2() *Times { return i.t2 }

// Outcome says why a motion that Cycle has finished did not complete: ErrStopped, ErrApart, ErrAbandoned or ErrQuit; nil if it
// did.
func (i *Interface) Outcome() error {
	if x, ok := i.scheme.(*nearSmooth); ok {
		return x.track.outcome
	}
	return nil
}
