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

// Client is a controller's end. In lock-step it is the exec.World that the controller's logical time drives; in
// free-running it has a thread that receives, and no method waits for the network. Latest and Command, and what
// only looks, may be called by any goroutine; AdvanceTo and NextEvent belong to the one that drives.
type Client struct {
	c         ClientConfig
	w         Wire
	at        netip.AddrPort
	mode      Mode // of the first session, and so of all
	vehicle   string
	thrusters int
	ended     func() error  // why nobody waits for the simulator any more; nil while somebody does
	done      chan struct{} // closed when the receiving thread has ended

	buf  [MaxDatagram + 1]byte // of the thread that receives
	next State                 // what it decodes into

	mu      rt.Mutex // guards what follows
	peer    Peer
	session uint64
	in, out *seal.Seal
	joining joining
	seq     uint64 // of the newest datagram sent
	heard   uint64 // of the newest state taken
	state   State
	reached int64 // simulated time of the state
	forces  [MaxThrusters]float64
	fresh   bool  // lock-step: the simulator does not have them yet
	time    int64 // lock-step: logical time
	arrived int64 // when the state came, on the wire's clock
	offset  int64 // free-running: of the wire's clock to the simulator's
	sent    int64 // when the newest datagram went out
	ring    [256]int64
	echoed  uint64
	gone    bool // the simulator has said that it ends
	silent  bool // it has been silent for so long that a new session is asked for
	closed  bool
	lost    error  // lock-step: why nothing can be done any more
	doubted bool   // lock-step: somebody says, without a MAC, that the simulator does not know the session
	held    bool   // lock-step: the last step was given up under policy Hold
	refusal string // the last that was reported
	req     []byte
	n       Stats
}

// Stats count what a Client has seen.
type Stats struct {
	Sessions  uint64 // opened: more than one after the simulator was lost
	Sent      uint64 // steps or thrusters
	Received  uint64 // replies or sensors, taken
	Lost      uint64 // free-running: sequence numbers that were passed over
	Old       uint64 // that came after newer ones, or twice
	Malformed uint64 // that are none of this protocol, or damaged
	Foreign   uint64 // of another session
	Retries   uint64 // lock-step: requests sent again
	Held      uint64 // lock-step: steps given up under policy Hold
	Stopped   bool   // the simulator's watchdog has the thrusters at zero
	// RoundTrip is, in lock-step, from a request to its reply; in free-running from forces to the first readings that know
	// of them, which wait for their turn.
	RoundTrip RoundTrip
}

// RoundTrip are times there and back.
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

// Mode is how the simulator runs.
func (c *Client) Mode() Mode { return c.mode }

// Vehicle is the name of the simulated vehicle, as rov.Named takes it.
func (c *Client) Vehicle() string { return c.vehicle }

// Thrusters is how many there are.
func (c *Client) Thrusters() int { return c.thrusters }

// Peer is what the simulator said of itself when the session opened.
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

// Latest copies the newest readings. Age is how old they are: by logical time in lock-step, otherwise by the clocks of both
// ends, time on the way included as far as it exceeds the shortest seen. ok is false where they must not be used: too old,
// or the simulator has ended. It waits for nothing.
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

// Truth copies the true state of the simulated vehicle and the forces that its thrusters give, and returns how many. It is
// for recordings and figures: no control law knows it.
func (c *Client) Truth(s *rov.State, forces []float64) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	*s = c.state.Truth
	return copy(forces, c.state.Forces[:c.state.Count])
}

// Near is how near the ground is to the simulated vehicle, which no control law knows either.
func (c *Client) Near() rov.Near {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state.Near
}

// Command gives the thrusters forces in N, from the present time on. What is not finite or not given is 0. In free-running
// they are sent at once, without waiting for anything; in lock-step with the next AdvanceTo.
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

// NextEvent implements exec.World: in lock-step when the simulated World wants to be advanced, otherwise never.
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
	for range 3 { // for none is answered
		c.w.Send(bye)
	}
	c.mu.Unlock()
	c.w.Close()
	if c.done != nil {
		<-c.done
	}
	return nil
}
