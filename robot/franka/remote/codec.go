package remote

import (
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Secrets identify a session's packets; they are drawn at the hello, see link.Session.
type Secrets struct {
	Asked, Answered seal.Nonce
	Key             []byte // pre-shared; nil: packets carry no MAC
}

// session opens the link for one end of Smooth.
func (c *Config) session(end link.End) (*link.Session, error) {
	s, _, err := c.open(end)
	return s, err
}

// open is session, with the configuration of the link.
func (c *Config) open(end link.End) (s *link.Session, l link.Config, err error) {
	if l, err = c.link(); err == nil {
		s, err = link.NewSession(end, l, c.Secrets.Asked, c.Secrets.Answered, c.Secrets.Key)
	}
	return s, l, err
}

// link is the configuration that both ends of Smooth share.
func (c *Config) link() (l link.Config, err error) {
	l = link.Config{Compression: c.Compression, NoCRC: c.NoCRC, Redundancy: c.Redundancy, StateQuanta: c.StateQuanta, CommandQuanta: c.CommandQuanta}
	if l.State, err = franka.Layout(c.Version).Select(c.Subscribed()...); err != nil {
		return l, err
	}
	l.Command, err = franka.CommandLayout(c.Version).Select(c.Commanded()...)
	return l, err
}

// ahead is by how many cycles a command's number may be ahead of the robot's: the application predicts cycles for as long
// as bridge allows, and may then be as far ahead again because it gets no news.
const ahead = 400

// mostSamples is the greatest number of a command: enough for 35 000 years.
const mostSamples = 1 << 60

// repeat is the interval at which a notice is sent until it is answered.
const repeat = 20 * time.Millisecond

// nearCodec codes the interface's packets.
type nearCodec struct {
	c       *Config
	count   *counters
	session *link.Session
	image   []byte // of a command
	state   []byte
	out     []byte
	packet  link.Packet
	command franka.Command

	cycles  atomic.Uint64 // of the robot since the motion began; counted by another thread
	heard   uint64        // newest packet, and whether there has been one
	any     bool
	phase   Phase
	notice  []byte // notices to the application, repeated until it answers
	counter uint32 // counter of that notice
	due     time.Duration
}

func newNearCodec(c *Config, count *counters) (*nearCodec, error) {
	s, l, err := c.open(link.Interface)
	return &nearCodec{
		c: c, count: count, session: s, out: make([]byte, 0, MaxDatagram), notice: make([]byte, 0, 512),
		image: make([]byte, l.Command.Of().Size()), state: make([]byte, 0, l.State.Of().Size()),
	}, err
}

// read turns the content of a packet into orders.
func (x *nearCodec) read(b []byte, orders *ring[order]) {
	p := &x.packet
	x.session.Until(x.cycles.Load() + ahead)
	status := x.session.Receive(b, p)
	_, rawCommand := rawSizes(x.c.Version)
	x.count.got(len(b), rawCommand)
	if !x.count.status(status) {
		return
	}
	if p.Notice {
		n := x.session.Notice()
		switch n.Topic {
		case link.Acknowledge:
			if x.phase == Stopped && uint32(n.Seq) == x.counter {
				push(orders, x.count, order{none: true, ack: true})
			}
		case link.Stop, link.Bye:
			push(orders, x.count, order{none: true, quit: true})
		}
		return
	}
	lost := 0
	if x.any && p.Seq > x.heard+1 {
		lost = int(min(p.Seq-x.heard-1, 1<<20))
		x.count.lost.Add(uint64(lost))
	}
	if !x.any || p.Seq > x.heard {
		x.any, x.heard = true, p.Seq
	} else {
		x.count.found()
	}
	fresh := false
	for j := p.Count - 1; j >= 0; j-- {
		if p.New>>j&1 == 0 || p.Seq < uint64(j) {
			continue
		}
		x.session.Sample(j, x.image)
		if franka.ReadCommandMembers(x.image, x.c.Version, &x.command) != nil || !sound(&x.command, x.c.Generator) {
			x.count.damaged.Add(1)
			continue
		}
		fresh = true
		if slot := orders.slot(); slot != nil {
			slot.n, slot.lost, slot.none, slot.ack, slot.quit = int64(p.Seq)-int64(j), lost, false, false, false
			take(x.c.Generator, &slot.c, &x.command)
			orders.push()
		} else {
			x.count.dropped.Add(1)
		}
		lost = 0
	}
	if !fresh {
		push(orders, x.count, order{none: true, lost: lost})
	}
}

// push passes on what a packet contains besides commands.
func push(orders *ring[order], count *counters, o order) {
	slot := orders.slot()
	if slot == nil {
		count.dropped.Add(1)
		return
	}
	slot.n, slot.lost, slot.none, slot.ack, slot.quit = 0, o.lost, o.none, o.ack, o.quit
	orders.push()
}

// sound reports whether a command is usable: finite, and its pose a transform.
func sound(c *franka.Command, g franka.MotionGenerator) bool {
	sum := c.ElbowC[0] * 0
	switch g {
	case franka.GenerateJointPosition:
		for _, x := range c.QC {
			sum += x * 0
		}
	case franka.GenerateJointVelocity:
		for _, x := range c.DQC {
			sum += x * 0
		}
	case franka.GenerateCartesianVelocity:
		for _, x := range c.ODPEEc {
			sum += x * 0
		}
	default:
		r := franka.SpatialPose(&c.OTEEc).R
		if !franka.IsTransform(&c.OTEEc) || r.Col(0).Cross(r.Col(1)).Sub(r.Col(2)).Norm() > 1e-5 {
			return false
		}
	}
	return sum == 0
}

// write returns the packet of a state.
func (x *nearCodec) write(r *report) []byte {
	rawState, _ := rawSizes(x.c.Version)
	held := r.phase == Stopped || r.phase == Stopping && r.latched
	x.state = franka.AppendMembers(x.state[:0], x.c.Version, &r.s)
	x.out = x.session.Send(x.out[:0], r.s.ID, x.state, held)
	x.count.sent(len(x.out), rawState)
	return x.out
}

// snapshot returns the packet of a whole state.
func (x *nearCodec) snapshot(r *report) []byte {
	x.out = x.session.Snapshot(x.out[:0], r.s.ID, x.state)
	x.count.sentBytes.Add(uint64(len(x.out)))
	return x.out
}

// notify returns a notice that the phase asks for, when one is due; nil otherwise.
func (x *nearCodec) notify(phase Phase, at uint64, now time.Duration) []byte {
	if phase != x.phase {
		x.phase, x.notice = phase, x.notice[:0]
		switch phase {
		case Stopped:
			x.counter++ // counts as Notify does
			x.notice = x.session.Notify(x.notice, link.Notice{Topic: link.Latched, Seq: at, Text: "the commands broke off: the arm is at rest until this is acknowledged"})
		case Ended:
			x.counter++
			x.notice = x.session.Notify(x.notice, link.Notice{Topic: link.Finished, Seq: at})
		}
		x.due = now
	}
	if len(x.notice) == 0 || now < x.due {
		return nil
	}
	x.due = now + repeat
	x.count.sentBytes.Add(uint64(len(x.notice)))
	return x.notice
}

// farCodec codes the application's packets.
type farCodec struct {
	c       *Config
	count   *counters
	session *link.Session
	image   []byte // of a state
	command []byte
	out     []byte
	packet  link.Packet

	pace   pace
	heard  uint64
	any    bool
	phase  Phase
	latch  uint64 // counter of the notice to acknowledge
	notice []byte
	due    time.Duration
}

func newFarCodec(c *Config, count *counters) (*farCodec, error) {
	s, l, err := c.open(link.Application)
	return &farCodec{
		c: c, count: count, session: s, pace: pace{first: c.First}, out: make([]byte, 0, MaxDatagram), notice: make([]byte, 0, 512),
		image: make([]byte, l.State.Of().Size()), command: make([]byte, 0, l.Command.Of().Size()),
	}, err
}

// read decodes a state into s. It reports whether there was one, and records what the interface is doing.
func (x *farCodec) read(b []byte, now time.Duration, s *franka.State) (fresh bool) {
	p := &x.packet
	if most, ok := x.pace.until(now); ok {
		x.session.Until(most)
	}
	status := x.session.Receive(b, p)
	rawState, _ := rawSizes(x.c.Version)
	x.count.got(len(b), rawState)
	if !x.count.status(status) {
		return false
	}
	if p.Notice {
		switch n := x.session.Notice(); n.Topic {
		case link.Latched:
			x.phase, x.latch, x.notice = Stopped, uint64(n.Counter), x.notice[:0]
		case link.Finished:
			x.phase = Ended
		}
		return false
	}
	if p.Snapshot {
		return false
	}
	if p.Seq < x.c.First {
		x.count.stale.Add(1)
		return false
	}
	if x.any && p.Seq > x.heard+1 {
		x.count.lost.Add(p.Seq - x.heard - 1)
	}
	if x.any && p.Seq <= x.heard {
		x.count.found()
		return false
	}
	x.any, x.heard = true, p.Seq
	x.pace.see(p.Seq, now)
	switch {
	case p.Mark && x.phase != Stopped:
		x.phase = Stopping
	case !p.Mark && x.phase != Ended:
		x.phase, x.notice = Following, x.notice[:0]
	}
	x.session.Sample(0, x.image)
	if franka.ReadPart(x.image, x.c.Version, s, x.session.Origin) != nil {
		x.count.damaged.Add(1)
		return false
	}
	s.ID = p.Seq
	return true
}

// write returns the packet of command n.
func (x *farCodec) write(n int64, c *franka.Command) []byte {
	_, rawCommand := rawSizes(x.c.Version)
	x.command = franka.AppendCommandMembers(x.command[:0], x.c.Version, c)
	x.out = x.session.Send(x.out[:0], uint64(n), x.command, false)
	x.count.sent(len(x.out), rawCommand)
	return x.out
}

// acknowledge returns the answer to a stop when it is due; nil otherwise.
func (x *farCodec) acknowledge(now time.Duration) []byte {
	if len(x.notice) == 0 {
		x.notice = x.session.Notify(x.notice, link.Notice{Topic: link.Acknowledge, Seq: x.latch})
		x.due = now
	}
	if now < x.due {
		return nil
	}
	x.due = now + repeat
	x.count.sentBytes.Add(uint64(len(x.notice)))
	return x.notice
}

// stop returns a notice that ends the motion, or with bye the session.
func (x *farCodec) stop(topic link.Topic) []byte {
	return x.session.Notify(x.out[:0], link.Notice{Topic: topic})
}
