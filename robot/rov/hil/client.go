package hil

import (
	"math"
	"net/netip"
	"time"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// Wire carries datagrams between a client and its simulator, and has a clock, in ns.
type Wire interface {
	Now() int64
	Send(b []byte) // does not block
	Receive(b []byte, until int64) (n int, ok bool, err error)
	Close()
}

// udp is the wire over a socket, on the monotonic clock.
type udp struct{ *sock.UDP }

func (udp) Now() int64 { return rt.Now() }

func (u udp) Send(b []byte) { u.UDP.Send(b) }

func (u udp) Receive(b []byte, until int64) (int, bool, error) {
	n, _, ok, err := u.UDP.Receive(b, until)
	return n, ok, err
}

// Client is a controller's end. In lock-step it is the exec.World that the controller's logical time drives. In
// free-running it has a receiving thread, and no method waits for the network. Any goroutine may call Latest, Command and
// the methods that only return values; AdvanceTo and NextEvent belong to the goroutine that drives the world.
type Client struct {
	c         ClientConfig
	w         Wire
	at        netip.AddrPort
	mode      Mode // of the first session, and therefore of all
	vehicle   string
	thrusters int
	ended     func() error  // why nobody waits for the simulator any longer; nil while somebody does
	done      chan struct{} // closed when the receiving thread has ended

	buf  [MaxDatagram + 1]byte // of the receiving thread
	next State                 // destination of decoding

	mu      rt.Mutex // guards the following fields
	peer    Peer
	session uint64
	in, out *seal.Seal
	joining joining
	seq     uint64 // of the newest datagram sent
	heard   uint64 // of the newest state taken
	state   State
	reached int64 // simulated time of the state
	forces  [MaxThrusters]float64
	fresh   bool  // lock-step: not yet sent to the simulator
	time    int64 // lock-step: logical time
	arrived int64 // when the state came, on the wire's clock
	offset  int64 // free-running: difference of the wire's clock to the simulator's
	sent    int64 // when the newest datagram went out
	ring    [256]int64
	echoed  uint64
	gone    bool // the simulator has announced its end
	silent  bool // silent for so long that the client asks for a new session
	closed  bool
	lost    error  // lock-step: why nothing works any longer
	doubted bool   // lock-step: a datagram without a MAC says that the simulator does not know the session
	held    bool   // lock-step: the last step was abandoned under policy Hold
	refusal string // the last one that was reported
	req     []byte
	n       Stats
}

// Stats count a Client's events.
type Stats struct {
	Sessions  uint64 // opened: more than one if the simulator was lost
	Sent      uint64 // steps or thrusters
	Received  uint64 // accepted replies or sensors
	Lost      uint64 // free-running: sequence numbers that were skipped
	Old       uint64 // that came after newer ones, or twice
	Malformed uint64 // not of this protocol, or damaged
	Foreign   uint64 // of another session
	Retries   uint64 // lock-step: requests sent again
	Held      uint64 // lock-step: steps abandoned under policy Hold
	Stopped   bool   // the simulator's watchdog holds the thrusters at zero
	// RoundTrip is, in lock-step, the time from a request to its reply; in free-running, from forces to the first readings
	// computed with them, which are sent at their own times.
	RoundTrip RoundTrip
}

// RoundTrip summarizes round-trip times.
type RoundTrip struct {
	N              uint64
	Min, Mean, Max time.Duration
	sum            time.Duration
}

func (r *RoundTrip) add(d time.Duration) {
	if r.N++; r.N == 1 || d < r.Min {
		r.Min = d
	}
	r.Max = max(r.Max, d)
	r.sum += d
	r.Mean = r.sum / time.Duration(r.N)
}

// Mode returns the simulator's mode.
func (c *Client) Mode() Mode { return c.mode }

// Vehicle returns the name of the simulated vehicle, as rov.Named takes it.
func (c *Client) Vehicle() string { return c.vehicle }

// Thrusters returns the number of thrusters.
func (c *Client) Thrusters() int { return c.thrusters }

// Peer returns the simulator's description of itself from the opening of the session.
func (c *Client) Peer() Peer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.peer
}

// Stats returns the counts so far.
func (c *Client) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.n
	s.Stopped = c.state.Stopped
	return s
}

// Latest copies the newest readings. Their age is by logical time in lock-step, otherwise by the clocks of both ends,
// including the transmission time beyond the shortest one seen. ok is false if they must not be used: too old, or the
// simulator has ended. It does not wait.
func (c *Client) Latest(r *rov.Readings) (age time.Duration, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*r = c.state.Readings
	age = c.age()
	return age, !c.closed && !c.gone && age < c.c.Stale
}

func (c *Client) age() time.Duration {
	if c.mode == LockStep {
		return time.Duration(c.time - c.reached)
	}
	return max(0, time.Duration(c.w.Now()-c.state.Clock-c.offset))
}

// Truth copies the true state of the simulated vehicle and the forces that its thrusters produce, and returns how many. It
// is for recordings and figures; a control law cannot know it.
func (c *Client) Truth(s *rov.State, forces []float64) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	*s = c.state.Truth
	return copy(forces, c.state.Forces[:c.state.Count])
}

// Near returns the simulated vehicle's true distance from the ground, which a control law cannot know either.
func (c *Client) Near() rov.Near {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state.Near
}

// Command sets the thrusters' forces, N, from the present time on. Forces that are not finite or missing become 0. In
// free-running they are sent at once, without waiting; in lock-step with the next AdvanceTo.
func (c *Client) Command(forces []float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	for i := range c.thrusters {
		f := 0.0
		if i < len(forces) && !math.IsNaN(forces[i]) && !math.IsInf(forces[i], 0) {
			f = forces[i]
		}
		c.forces[i] = f
	}
	if c.mode == Free {
		c.thrust(c.forces[:c.thrusters])
		return
	}
	c.fresh = true
}

// NextEvent implements exec.World: in lock-step it returns the time until which the simulated World wants to be advanced,
// otherwise never.
func (c *Client) NextEvent() reactor.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.mode == Free || c.state.Next <= c.time {
		return reactor.Forever
	}
	return reactor.Time(c.state.Next)
}

// Close tells the simulator that the controller ends, and closes the socket. The simulator sets the thrusters to zero.
func (c *Client) Close() error {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil
	}
	c.closed = true
	c.seq++
	bye := AppendWord(nil, Header{Kind: KindBye, Session: c.session, Seq: c.seq, Time: c.reached}, Ended, "", c.out)
	for range 3 { // because none is acknowledged
		c.w.Send(bye)
	}
	c.mu.Unlock()
	c.w.Close()
	if c.done != nil {
		<-c.done
	}
	return nil
}
