package remote

import (
	"sync/atomic"

	"github.com/sinew-robotics/sinew/bridge/link"
)

// Traffic counts the datagrams of one direction.
type Traffic struct {
	Packets uint64
	Bytes   uint64 // payload of UDP
	Raw     uint64 // size of the same packets as FCI's own datagrams
}

// Stats are the counters of one end.
type Stats struct {
	Cycles  uint64 // of the robot's loop, at the interface; samples made, at the application
	Skipped uint64 // cycles of the robot of which the interface got no state

	Sent, Received Traffic
	Lost           uint64 // packets missing in the sequence
	Damaged        uint64 // wrong checksum, size or key
	Stale          uint64 // doubled, or too late
	Undecodable    uint64 // coded against packets that were lost
	Dropped        uint64 // not sent or taken because a buffer was full

	Coasted uint64 // cycles without a command of their own
	Replans uint64 // trajectories back onto the stream
	Stops   uint64 // stops because the stream broke off
	Limited uint64 // commands changed by the limiter …
	Held    uint64 // … of those, commands after which the arm could not have stopped within its limits: out of reach
	Depth   uint64 // commands now in the jitter buffer
	Phase   Phase  // of Smooth now

	T1 Summary // time spent inside the robot's cycle, from a state to its command
	T2 Summary // time of a packet in the other thread, from its arrival to the answer or the store
}

// counters are Stats while other threads count. Those of the robot's loop have one writer and are placed apart from
// the others, so that they need not be fetched from another processor in each cycle.
type counters struct {
	cycles, skipped, coasted, replans, stops, limited, held, depth atomic.Uint64 // the robot's loop; samples, at the application
	dropped                                                        atomic.Uint64 // both ends
	phase                                                          atomic.Uint32
	_                                                              [128]byte

	sentPackets, sentBytes, sentRaw   atomic.Uint64
	gotPackets, gotBytes, gotRaw      atomic.Uint64
	lost, damaged, stale, undecodable atomic.Uint64
}

// bump adds to a counter with a single writer.
func bump(c *atomic.Uint64, n uint64) { c.Store(c.Load() + n) }

func (c *counters) sent(n, raw int) {
	c.sentPackets.Add(1)
	c.sentBytes.Add(uint64(n))
	c.sentRaw.Add(uint64(raw))
}

func (c *counters) got(n, raw int) {
	c.gotPackets.Add(1)
	c.gotBytes.Add(uint64(n))
	c.gotRaw.Add(uint64(raw))
}

func (c *counters) stats(t1, t2 *Times) Stats {
	return Stats{
		Cycles: c.cycles.Load(), Skipped: c.skipped.Load(),
		Sent:     Traffic{c.sentPackets.Load(), c.sentBytes.Load(), c.sentRaw.Load()},
		Received: Traffic{c.gotPackets.Load(), c.gotBytes.Load(), c.gotRaw.Load()},
		Lost:     c.lost.Load(), Damaged: c.damaged.Load(), Stale: c.stale.Load(), Dropped: c.dropped.Load(), Undecodable: c.undecodable.Load(),
		Coasted: c.coasted.Load(), Replans: c.replans.Load(), Stops: c.stops.Load(), Limited: c.limited.Load(), Held: c.held.Load(),
		Depth: c.depth.Load(), Phase: Phase(c.phase.Load()), T1: t1.Summary(), T2: t2.Summary(),
	}
}

// found takes back a loss: the packet came after all, after others.
func (c *counters) found() {
	if c.lost.Load() > 0 {
		c.lost.Add(^uint64(0))
	}
}

// status counts the result of a packet and reports whether it is of use.
func (c *counters) status(s link.Status) bool {
	switch s {
	case link.OK:
		return true
	case link.Duplicate, link.Stale:
		c.stale.Add(1)
	case link.Undecodable:
		c.undecodable.Add(1)
	default:
		c.damaged.Add(1)
	}
	return false
}
