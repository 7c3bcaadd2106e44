package box

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// Counters count a simulator's events.
type Counters struct {
	Sessions  uint64 // sessions opened
	Refused   uint64 // hellos
	Steps     uint64 // lock-step: made
	Repeated  uint64 // lock-step: repeated requests that got the same reply
	Commands  uint64 // accepted
	Missing   uint64 // sequence numbers that were skipped
	Old       uint64 // commands that came after newer ones, or twice
	Stale     uint64 // commands computed from readings older than the watchdog time, which are ignored
	Sensors   uint64 // free-running: datagrams of readings sent
	Malformed uint64 // datagrams that are not of this protocol, or are damaged
	Foreign   uint64 // datagrams of a session that is not open, or from another address
	Stops     uint64 // times that the watchdog set the thrusters to zero
	Slips     uint64 // free-running: times that simulated time stood still because the machine did
	Slipped   time.Duration
}

const (
	catchUp  = 50 * time.Millisecond // free-running: how much time is made up for after the machine stood still; the rest slips
	forget   = 10 * time.Second      // free-running: silence after which readings are no longer sent
	keptUsed = 1024                  // nonces of hellos that have begun a session
)

// core is the simulator without a clock, sockets or threads: its caller passes it datagrams and the time, which is
// that of the simulator's monotonic clock since its start.
type core struct {
	c        ServerConfig
	greeting *seal.Seal
	send     func(b []byte, to netip.AddrPort)
	draw     func() seal.Nonce

	world *rov.World
	time  reactor.Time // time of the world
	slip  time.Duration
	due   time.Duration // free-running: simulated time of the next readings
	tick  time.Duration // free-running: commands take effect at multiples of it
	wake  bool          // a command has been accepted, so the watchdog runs
	valid time.Duration // simulated time of the last valid command
	off   bool          // the watchdog has set the thrusters to zero

	s      *session
	used   [keptUsed]seal.Nonce // of hellos that have begun a session, none of which may begin a second one
	nextly int                  // the next place in used
	turned netip.AddrPort       // the last one refused
	n      Counters

	failed error         // error that ended the simulation, in lock-step
	since  time.Duration // its time

	zeros  []float64
	forces [hil.MaxThrusters]float64
	state  hil.State
	out    []byte
}

// session is the session of the served controller.
type session struct {
	id      uint64
	peer    netip.AddrPort
	asked   seal.Nonce // by the controller
	drawn   seal.Nonce // in answer
	guard   *seal.Seal // of the welcome
	welcome []byte     // sent again when the hello is repeated
	in, out *seal.Seal
	seq     uint64 // newest accepted
	reply   []byte // to the controller, in lock-step
	sent    uint64 // free-running: sequence number of the readings
	heard   time.Duration
	quiet   bool // the controller has been silent for so long that it gets no more readings
}

func newCore(c ServerConfig, send func(b []byte, to netip.AddrPort), draw func() seal.Nonce) (*core, error) {
	if err := c.fill(); err != nil {
		return nil, err
	}
	k := &core{c: c, send: send, draw: draw, zeros: make([]float64, len(c.World.Vehicle.Thrusters)), out: make([]byte, 0, hil.MaxDatagram)}
	if k.tick = c.World.Step; k.tick == 0 {
		k.tick = time.Millisecond
	}
	k.greeting, _ = hil.NewSeal(c.Key, "hello") // fill has tried
	return k, k.restart()
}

// restart begins with a new World at time 0.
func (k *core) restart() (err error) {
	if k.world, err = rov.NewWorld(k.c.World); err != nil {
		return err
	}
	k.time, k.valid, k.wake, k.off, k.due = 0, 0, false, false, 0
	return nil
}

// advance brings the world to t, setting the thrusters to zero if the watchdog time passes on the way.
func (k *core) advance(t reactor.Time) error {
	for k.time < t {
		to, trip := t, false
		if end := reactor.Time(k.valid + k.c.Watchdog); k.wake && !k.off && end <= to {
			to, trip = end, true
		}
		if next := k.world.NextEvent(); next > k.time && next < to {
			to, trip = next, false
		}
		if err := k.world.AdvanceTo(to); err != nil {
			return err
		}
		k.time = to
		if trip {
			k.stop(fmt.Sprintf("no valid command for %v: thrusters to zero", k.c.Watchdog))
			k.n.Stops++
		}
	}
	return nil
}

// stop sets the thrusters to zero until the next command.
func (k *core) stop(why string) {
	k.world.Command(k.zeros)
	k.off = true
	k.report("%s", why)
}

// command sets new forces of the thrusters.
func (k *core) command(forces []float64) {
	k.world.Command(forces)
	if k.off && k.wake {
		k.report("commands are back after %v", time.Duration(k.time)-k.valid)
	}
	k.off, k.valid = false, time.Duration(k.time)
	k.wake = true
	k.n.Commands++
}

// report reports a line with the simulated time.
func (k *core) report(format string, args ...any) {
	k.c.Report(fmt.Sprintf("%8.3f s  ", time.Duration(k.time).Seconds()) + fmt.Sprintf(format, args...))
}

// look fills in the present state.
func (k *core) look(heard uint64, clock time.Duration) *hil.State {
	w, s := k.world, &k.state
	s.Next, s.Heard, s.Clock, s.Stopped = int64(w.NextEvent()), heard, int64(clock), k.off
	s.Readings, s.Truth, s.Near = *w.Readings(), *w.Truth(), w.Near()
	s.Count = uint8(len(k.zeros))
	w.Forces(s.Forces[:s.Count])
	return s
}

// handle takes a datagram that arrived at the time now.
func (k *core) handle(now time.Duration, b []byte, from netip.AddrPort) {
	h, err := hil.ReadHeader(b)
	switch {
	case err == nil && h.Kind == hil.KindHello, err == hil.ErrVersion && hil.Kind(b[5]) == hil.KindHello:
		k.greeted(now, b, from, err)
		return
	case err != nil:
		k.n.Malformed++
		return
	case h.Kind != hil.KindStep && h.Kind != hil.KindThrusters && h.Kind != hil.KindBye:
		k.n.Malformed++
		return
	case k.s == nil || h.Session != k.s.id || from != k.s.peer:
		k.n.Foreign++
		if h.Kind != hil.KindBye {
			k.out = hil.AppendWord(k.out[:0], hil.Header{Kind: hil.KindBye, Session: h.Session, Seq: h.Seq}, hil.NoSession, "", nil)
			k.send(k.out, from)
		}
		return
	}
	_, body, err := hil.Open(b, k.s.in)
	if err != nil {
		k.n.Malformed++
		return
	}
	switch h.Kind {
	case hil.KindBye:
		k.bye(body)
	case hil.KindStep:
		k.stepped(now, h, body)
	case hil.KindThrusters:
		k.thrust(now, h, body)
	}
}

// bye ends the session at the controller's request.
func (k *core) bye(body []byte) {
	if _, _, err := hil.ReadWord(body); err != nil {
		k.n.Malformed++
		return
	}
	k.stop(fmt.Sprintf("the controller at %v has ended: thrusters to zero", k.s.peer))
	k.s, k.wake = nil, false
}

// end tells the controller that the simulator ends.
func (k *core) end() {
	if k.s == nil {
		return
	}
	k.out = hil.AppendWord(k.out[:0], hil.Header{Kind: hil.KindBye, Session: k.s.id, Time: int64(k.time)}, hil.Ended, "the simulator has ended", k.s.out)
	k.send(k.out, k.s.peer)
}

// stepped takes a lock-step request: one reply for each sequence number.
func (k *core) stepped(now time.Duration, h hil.Header, body []byte) {
	s := k.s
	if k.c.Mode != hil.LockStep {
		k.n.Malformed++
		return
	}
	switch {
	case h.Seq < s.seq, h.Seq == s.seq && len(s.reply) == 0: // 0 before the first request
		k.n.Old++
		return
	case h.Seq == s.seq:
		s.heard = now
		k.n.Repeated++
		k.send(s.reply, s.peer)
		return
	}
	n, err := hil.ReadForces(body, k.forces[:])
	if err != nil {
		k.n.Malformed++
		return
	}
	s.heard = now
	k.n.Missing += h.Seq - s.seq - 1
	s.seq = h.Seq
	code, text := k.step(h, n)
	if code == hil.WorldFailed && k.failed == nil {
		k.failed, k.since = errors.New(text), now
	}
	answer := hil.Header{Kind: hil.KindReply, Session: s.id, Seq: h.Seq, Time: int64(k.time)}
	if code != 0 {
		answer.Kind = hil.KindFault
		s.reply = hil.AppendWord(s.reply[:0], answer, code, text, s.out)
	} else {
		s.reply = hil.AppendState(s.reply[:0], answer, k.look(h.Seq, 0), s.out)
		k.n.Steps++
	}
	k.send(s.reply, s.peer)
}

// over says why a simulation in lock-step ends on its own: it has failed, and its controller has said goodbye or has
// had time to learn of it.
func (k *core) over(now time.Duration) error {
	if k.failed != nil && (k.s == nil || now-k.since > forget) {
		return k.failed
	}
	return nil
}

// farthest is the longest step: a damaged clock must not keep the simulator busy for a year.
const farthest = reactor.Time(time.Hour)

// step makes one lock-step step: forces from now on, then time.
func (k *core) step(h hil.Header, n int) (hil.Code, string) {
	to := reactor.Time(h.Time)
	switch {
	case n != 0 && n != len(k.zeros):
		return hil.BadRequest, fmt.Sprintf("the step has %d forces, %s has %d thrusters", n, k.c.World.Vehicle.Name, len(k.zeros))
	case to < k.time:
		return hil.BadRequest, fmt.Sprintf("the step goes back from %v to %v", time.Duration(k.time), time.Duration(to))
	case to-k.time > farthest:
		return hil.BadRequest, fmt.Sprintf("the step goes from %v to %v: an hour is the most", time.Duration(k.time), time.Duration(to))
	}
	if n != 0 {
		k.command(k.forces[:n])
	}
	if err := k.advance(to); err != nil {
		k.report("the simulation has failed: %v", err)
		return hil.WorldFailed, err.Error()
	}
	return 0, ""
}
