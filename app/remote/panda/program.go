package panda

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Ask asks for the command for time T of a motion, given the newest state.
type Ask struct {
	T     time.Duration
	State franka.State
}

// Traffic counts what has gone over the link so far, as seen at this end.
type Traffic struct {
	StatesIn, StateBytes, StateRaw        uint64
	CommandsOut, CommandBytes, CommandRaw uint64
	StatesLost, Damaged                   uint64
	Phase                                 remote.Phase
	Beside                                Beside
}

// Beside holds the counters of the other end, if it is in this process.
type Beside struct {
	CommandsIn, StatesOut                   uint64 // packets
	Damaged, Coasted, Replans, Stops, Depth uint64
}

// statesLost returns how many states have not arrived, including those under way. If the other end is not here to say
// what it sent, it counts gaps in the sequence and states out of order.
func (t *Traffic) statesLost() uint64 {
	if t.Beside.StatesOut == 0 {
		return t.StatesLost
	}
	return t.Beside.StatesOut - min(t.StatesIn, t.Beside.StatesOut)
}

// commandsLost returns how many commands have not arrived, 0 if the other end does not say.
func (t *Traffic) commandsLost() uint64 {
	if t.Beside.CommandsIn == 0 {
		return 0
	}
	return t.CommandsOut - min(t.Beside.CommandsIn, t.CommandsOut)
}

func (t *Traffic) lost() uint64 { return t.statesLost() + t.commandsLost() }

// Ending is how the motion ended at the robot; an empty text means that it was completed.
type Ending struct{ Text string }

// Link is the application's end of the link: what arrives, what leaves, and when each command is due.
//
//	physical actions packet, over, acknowledge, stop
//	action           due
//	timer            beat
//	in               command (that was asked for at the same tag)
//	out              ask, traffic, angles
//	sensor           beside
//	actuator         send
type Link struct {
	reactor.Reactor
	Packet      reactor.PhysicalAction[Datagrams]
	Over        reactor.PhysicalAction[Ending]
	Acknowledge reactor.PhysicalAction[bool] // lets an arm continue that stopped because the stream broke off
	Stop        reactor.PhysicalAction[bool] // asks for the end of the motion
	Due         reactor.Action[bool]
	Beat        reactor.Timer
	Command     reactor.In[franka.Command]
	Ask         reactor.Out[Ask]
	Traffic     reactor.Out[Traffic]
	Angles      reactor.Out[[franka.Joints]float64] // rad, of the newest state, at most 50 times a second
	Beside      reactor.Sensor[Beside]
	Send        reactor.Actuator[Datagrams, bool]

	app     *remote.Application
	alone   bool          // the other end is in another process and will not report the end
	angled  bool          // states carry angles
	showAt  time.Duration // when Angles is next set
	came    Datagrams
	box     Datagrams
	ready   [64]franka.Command // made and not taken yet
	made    int                // count since the motion's beginning
	taken   int
	armed   time.Duration // the time for which due is scheduled
	over    bool
	leaving bool
	ending  Ending
	err     error
}

// far is what the link of a run needs from outside; a replay calls none of it.
type far struct {
	send   func(Datagrams) bool
	beside func() Beside
	alone  bool
}

// NewLink makes the application's end of a link. Agree must be called with what was agreed on.
func NewLink(parent reactor.Parent, name string, f far) *Link {
	l := &Link{alone: f.alone, armed: -1}
	reactor.Init(parent, name, l)
	l.Beat.Set(0, 100*time.Millisecond)
	if f.send != nil {
		l.Send.Bind(hw.Still("the port beside the robot limits the commands that come out of the link", f.send))
		l.Beside.Bind(f.beside)
	}
	l.Reaction("arrive").On(&l.Packet).Sets(&l.Due, &l.Angles).Do(l.arrive)
	l.Reaction("acknowledge").On(&l.Acknowledge).Do(func() { l.app.Acknowledge() })
	l.Reaction("stop").On(&l.Stop).Sets(&l.Due).Do(func() {
		l.leaving = true
		l.Due.Schedule(true, 0)
	})
	l.Reaction("ask").On(&l.Due).Sets(&l.Ask).Do(l.ask)
	l.Reaction("take").On(&l.Due, &l.Command).Sets(&l.Due).Do(l.take)
	l.Reaction("send").On(&l.Packet, &l.Due, &l.Command).Do(l.flush)
	l.Reaction("count").On(&l.Beat).Sets(&l.Traffic).Do(l.count)
	l.Reaction("end").On(&l.Over).Do(func() {
		l.over, l.ending = true, l.Over.Get()
		l.RequestStop()
	})
	l.Reaction("last").On(l.Shutdown()).Sets(&l.Traffic).Do(l.count)
	return l
}

const showEvery = time.Second / 50

// Agree takes what both ends have agreed on. Call it before the program runs.
func (l *Link) Agree(c remote.Config) (err error) {
	l.angled = slices.Contains(c.Subscribe, "q")
	l.app, err = remote.NewApplication(c, wire{l}, l)
	return err
}

// bring hands a datagram to the program, from any thread.
func (l *Link) bring(b []byte) {
	var d Datagrams
	if d.add(b) {
		l.Packet.Schedule(d, 0)
	}
}

// finish reports to the program that the motion is over, from any thread; "" means that it was completed.
func (l *Link) finish(reason string) { l.Over.Schedule(Ending{reason}, 0) }

// arrive takes a datagram.
func (l *Link) arrive() {
	l.came = l.Packet.Get()
	l.came.each(l.app.Handle)
	if now, s := l.Elapsed(), l.app.State(); l.angled && s != nil && now >= l.showAt {
		l.showAt = now - now%showEvery + showEvery
		l.Angles.Set(s.Q)
	}
	l.arm()
	if l.alone && l.app.Done() {
		l.RequestStop()
	}
}

// ask requests a command if one is missing.
func (l *Link) ask() {
	if !l.leaving && l.made-l.taken < l.app.Wanted() {
		l.Ask.Set(Ask{time.Duration(l.made) * time.Millisecond, *l.app.State()})
	}
}

// take keeps the requested command. When all due commands are there, they are sent.
func (l *Link) take() {
	if l.leaving { // a single datagram may get lost
		l.app.Leave()
		l.Due.Schedule(true, 20*time.Millisecond)
		return
	}
	if l.Command.Present() {
		l.ready[l.made%len(l.ready)] = l.Command.Get()
		l.made++
	}
	if n := l.made - l.taken; n < l.app.Wanted() && n < len(l.ready) {
		l.Due.Schedule(true, 0)
		return
	}
	l.app.Tick()
	if err := l.app.Err(); err != nil && l.err == nil {
		l.err = err
		l.RequestStop()
	}
	l.arm()
}

// arm schedules the next time at which something is due.
func (l *Link) arm() {
	if at, ok := l.app.Next(); ok && at != l.armed && !l.leaving {
		l.armed = at
		l.Due.Schedule(true, max(0, at-l.Elapsed()))
	}
}

// flush sends what has been collected.
func (l *Link) flush() {
	if l.box.used > 0 {
		l.Send.Do(l.box)
		l.box.used = 0
	}
}

// count sets the traffic counters.
func (l *Link) count() {
	s := l.app.Stats()
	l.Traffic.Set(Traffic{
		StatesIn: s.Received.Packets, StateBytes: s.Received.Bytes, StateRaw: s.Received.Raw,
		CommandsOut: s.Sent.Packets, CommandBytes: s.Sent.Bytes, CommandRaw: s.Sent.Raw,
		StatesLost: s.Lost, Damaged: s.Damaged, Phase: l.app.Phase(), Beside: l.Beside.Read(),
	})
}

// Next implements remote.Motion with the commands that were asked for.
func (l *Link) Next(_ time.Duration, _ *franka.State, c *franka.Command) (finished bool) {
	if l.taken == l.made { // never reached, because take ensures it
		panic("franka-remote: the link wants a command that it did not ask for")
	}
	*c = l.ready[l.taken%len(l.ready)]
	l.taken++
	return c.Finished
}

// wire is the link's remote.Wire. Its time is logical time; datagrams are sent at the end of the tag.
type wire struct{ l *Link }

// Now implements remote.Wire.
func (w wire) Now() time.Duration { return w.l.Elapsed() }

// Send implements remote.Wire.
func (w wire) Send(b []byte) error {
	if !w.l.box.add(b) {
		return errFull
	}
	return nil
}

// Receive implements remote.Wire: datagrams come through the door instead.
func (w wire) Receive([]byte, time.Duration) (int, error) { return 0, remote.ErrTimeout }

// Wait implements remote.Wire: nothing here waits.
func (w wire) Wait(time.Duration) {}

var errFull = errors.New("franka-remote: more datagrams at once than there is room for")

// Generator makes the commands of a motion, one per request.
//
//	in  ask
//	out command
type Generator struct {
	reactor.Reactor
	Ask     reactor.In[Ask]
	Command reactor.Out[franka.Command]

	motion remote.Motion
	next   franka.Command
}

// newGenerator makes the generator of a motion.
func newGenerator(parent reactor.Parent, name string, m remote.Motion) *Generator {
	g := &Generator{motion: m}
	reactor.Init(parent, name, g)
	g.Reaction("next").On(&g.Ask).Sets(&g.Command).Do(func() {
		a := g.Ask.Ref()
		g.next = franka.Command{}
		g.next.Finished = g.motion.Next(a.T, &a.State, &g.next)
		g.Command.Set(g.next)
	})
	return g
}

// Datagrams holds several datagrams, each preceded by its length in two bytes.
type Datagrams struct {
	used  int
	bytes [4096]byte
}

// add appends a datagram and reports whether there was room.
func (d *Datagrams) add(b []byte) bool {
	if len(b) > math.MaxUint16 || d.used+2+len(b) > len(d.bytes) {
		return false
	}
	binary.LittleEndian.PutUint16(d.bytes[d.used:], uint16(len(b)))
	d.used += 2 + copy(d.bytes[d.used+2:], b)
	return true
}

// each calls f with every datagram.
func (d *Datagrams) each(f func(b []byte)) {
	for at := 0; at+2 <= d.used; {
		n := int(binary.LittleEndian.Uint16(d.bytes[at:]))
		f(d.bytes[at+2 : min(at+2+n, d.used)])
		at += 2 + n
	}
}

// AppendTrace implements codec.Tracer: it records only the used part.
func (d *Datagrams) AppendTrace(dst []byte) []byte { return append(dst, d.bytes[:d.used]...) }

// DecodeTrace implements codec.Tracer.
func (d *Datagrams) DecodeTrace(b []byte) error {
	if len(b) > len(d.bytes) {
		return fmt.Errorf("%d bytes of datagrams: there is room for %d", len(b), len(d.bytes))
	}
	d.used = copy(d.bytes[:], b)
	return nil
}
