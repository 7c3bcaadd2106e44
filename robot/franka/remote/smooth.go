package remote

import (
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// order is a numbered command on its way from the thread that receives to the robot's loop.
type order struct {
	n    int64
	lost int  // packets missing before the one that brought the command
	none bool // the packet brought nothing new
	ack  bool // it acknowledges a stop
	quit bool // it ends the motion
	c    franka.Command
}

// report is a state on its way from the robot's loop to the thread that sends.
type report struct {
	s       franka.State
	phase   Phase
	latched bool
	whole   bool // all members, not only the subscribed ones
	play    int64
}

// nearSmooth is the interface of Smooth. The robot's loop only exchanges fixed slots with the thread that decodes
// commands and encodes states; its computations are in tracker.
type nearSmooth struct {
	e       *End
	track   *tracker
	orders  ring[order]
	reports ring[report]
	last    atomic.Int64 // time of the last cycle
	codec   *nearCodec
	part    part
	cycles  int
	first   uint64  // id of the first state
	owed    bool    // rest is still to follow the last cycle
	dry     *dryRun // for warm; nil until apart
}

// snapshotEvery is the number of cycles after which the whole state is sent again, for the members that are not
// subscribed.
const snapshotEvery = 5000

// workAfter is how long after a robot's cycle its state is sent: by then the command was sent.
const workAfter = 50 * time.Microsecond

func newNearSmooth(e *End) (Near, error) {
	track, err := newTracker(&e.Config, e.count)
	if err != nil {
		return nil, err
	}
	codec, err := newNearCodec(&e.Config, e.count)
	if err != nil {
		return nil, err
	}
	return &nearSmooth{e: e, track: track, codec: codec, part: newPart(e.Config.Subscribed()), orders: newRing[order](256), reports: newRing[report](4)}, nil
}

// Cycle implements Near.
func (x *nearSmooth) Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	for o := x.orders.front(); o != nil; o = x.orders.front() {
		x.track.heard(o.lost)
		if !o.none {
			x.track.put(o.n, &o.c)
		}
		if o.ack {
			x.track.acknowledge()
		}
		x.track.quit = x.track.quit || o.quit
		x.orders.pop()
	}
	finished, err = x.track.next(s, int(period/time.Millisecond), c)
	x.owed = true
	if x.first == 0 {
		x.first = s.ID
	}
	x.codec.cycles.Store(min(s.ID-min(x.first, s.ID), mostSamples))
	if !x.e.split {
		x.rest(s)
	}
	return finished, err
}

// rest passes the state on to the other thread and runs the guard's look ahead.
func (x *nearSmooth) rest(s *franka.State) {
	if !x.owed {
		return
	}
	x.owed = false
	x.e.count.depth.Store(uint64(max(0, x.track.newest-x.track.play)))
	x.e.count.phase.Store(uint32(x.track.phase))
	if r := x.reports.slot(); r != nil {
		r.whole = x.cycles == 0 || x.cycles == 100 || x.cycles%snapshotEvery == snapshotEvery-1
		if r.whole {
			r.s = *s
		} else {
			x.part.copy(&r.s, s)
		}
		r.phase, r.latched, r.play = x.track.phase, x.track.latched, x.track.play
		x.reports.push()
	} else {
		x.e.count.dropped.Add(1)
	}
	x.cycles++
	x.last.Store(int64(x.e.at))
	x.track.guard.Look(s)
}

// Handle implements Near.
func (x *nearSmooth) Handle(b []byte) { x.codec.read(b, &x.orders) }

// Work sends the newest state and drops older ones, which are no longer needed.
func (x *nearSmooth) Work() time.Duration {
	for x.reports.waiting() > 1 {
		x.reports.pop()
		x.e.count.dropped.Add(1)
	}
	if r := x.reports.front(); r != nil {
		x.send(x.codec.write(r))
		if r.whole {
			x.send(x.codec.snapshot(r))
		}
		x.send(x.codec.notify(r.phase, uint64(max(0, r.play)), x.e.Wire.Now()))
		x.reports.pop()
	}
	return time.Duration(x.last.Load()) + time.Millisecond + workAfter
}

func (x *nearSmooth) send(b []byte) {
	if b == nil {
		return
	}
	if err := x.e.Wire.Send(b); err != nil {
		x.e.count.dropped.Add(1)
	}
}
