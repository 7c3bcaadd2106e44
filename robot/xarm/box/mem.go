package box

import (
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Failures is the faults that a MemNet applies to frames. Probabilities are per each frame and direction. The
// zero value is a perfect wire.
type Failures struct {
	Seed      uint64
	Drop      float64 // the frame is lost
	Duplicate float64 // it arrives twice
	Reorder   float64 // a reply changes places with the next one
	Delay     float64 // a reply waits until DelayFrames more have been sent
	// DelayFrames is for Delay; 0 means 1.
	DelayFrames int
	Corrupt     float64   // one bit of it is flipped
	Silence     []Silence // nothing arrives
	// Resets are times at which the connection breaks.
	Resets []time.Duration
}

// Silence is an interval on the box's clock.
type Silence struct{ From, To time.Duration }

// MemNet connects clients to a simulated box without sockets, goroutines or a clock. Write answers a request at
// the box's present time, and Read fails at once, as if its timeout had passed, when there is no reply. Time
// passes when the box is advanced. With equal seeds and calls, a MemNet behaves the same to the bit.
type MemNet struct {
	box      *Box
	failures Failures
	rng      *rand.Rand
	wire     *memConn
	resets   int // number of Failures.Resets that have happened
}

// NewMemNet makes a connection to box.
func NewMemNet(box *Box, f Failures) *MemNet {
	if f.DelayFrames <= 0 {
		f.DelayFrames = 1
	}
	return &MemNet{box: box, failures: f, rng: rand.New(rand.NewPCG(f.Seed, 0xD1B54A32D192ED03))}
}

// Dial makes a connection and breaks an earlier one. It fails while the net is silent.
func (m *MemNet) Dial() (xarm.Conn, error) {
	if m.silent() {
		return nil, fmt.Errorf("xarm: no answer to the connection request: %w", os.ErrDeadlineExceeded)
	}
	if m.wire != nil {
		m.wire.broken = true
	}
	for m.resets < len(m.failures.Resets) && m.failures.Resets[m.resets] <= m.box.Now() {
		m.resets++
	}
	m.wire = &memConn{net: m, link: NewLink()}
	return m.wire, nil
}

// Break resets the present connection, as when the box's process dies or the cable's far end restarts.
func (m *MemNet) Break() {
	if m.wire != nil {
		m.wire.broken = true
	}
}

// SetFailures changes what happens to frames from now on; the random generator is not reset.
func (m *MemNet) SetFailures(f Failures) {
	if f.DelayFrames <= 0 {
		f.DelayFrames = 1
	}
	m.failures, m.resets = f, 0
}

func (m *MemNet) silent() bool {
	for _, s := range m.failures.Silence {
		if m.box.Now() >= s.From && m.box.Now() < s.To {
			return true
		}
	}
	return false
}

// chance draws whether a fault of probability p happens; it draws nothing when p is zero.
func (m *MemNet) chance(p float64) bool { return p > 0 && m.rng.Float64() < p }

// memFrame is one reply on its way.
type memFrame struct {
	b    [xarm.MaxFrame]byte
	n    int
	off  int // bytes of it already read
	wait int // frames that must be sent before it arrives
}

// memConn is one connection. Frames are in a fixed ring; the oldest is lost when it is full.
type memConn struct {
	net    *MemNet
	link   *Link
	broken bool
	ring   [16]memFrame
	order  [16]uint8 // slots in order of arrival
	n      int
	sent   [xarm.MaxFrame]byte
}

// SetTimeout implements Conn; time is the box's here.
func (c *memConn) SetTimeout(time.Duration) error { return c.alive() }

// Close implements Conn.
func (c *memConn) Close() error {
	c.broken = true
	return nil
}

// alive reports whether the connection works, and breaks it when its time has come.
func (c *memConn) alive() error {
	m := c.net
	if m.resets < len(m.failures.Resets) && m.box.Now() >= m.failures.Resets[m.resets] {
		m.resets++
		c.broken = true
	}
	if c.broken {
		return syscall.ECONNRESET
	}
	return nil
}

// Write implements Conn: each call is one request frame.
func (c *memConn) Write(p []byte) (int, error) {
	if err := c.alive(); err != nil {
		return 0, err
	}
	m := c.net
	for i := range c.n {
		if f := &c.ring[c.order[i]]; f.wait > 0 {
			f.wait--
		}
	}
	if m.silent() || m.chance(m.failures.Drop) || len(p) > xarm.MaxFrame {
		return len(p), nil
	}
	sent := c.sent[:copy(c.sent[:], p)]
	c.spoil(sent)
	times := 1
	if m.chance(m.failures.Duplicate) {
		times = 2
	}
	for range times {
		if reply := m.box.Handle(c.link, sent); len(reply) > 0 {
			c.deliver(reply)
		}
	}
	return len(p), nil
}

// spoil flips one bit, by chance.
func (c *memConn) spoil(b []byte) {
	if m := c.net; len(b) > 0 && m.chance(m.failures.Corrupt) {
		bit := m.rng.IntN(8 * len(b))
		b[bit/8] ^= 1 << (bit % 8)
	}
}

// deliver sends a reply back.
func (c *memConn) deliver(reply []byte) {
	m := c.net
	if m.chance(m.failures.Drop) {
		return
	}
	wait := 0
	if m.chance(m.failures.Delay) {
		wait = m.failures.DelayFrames
	}
	f := c.push(reply, wait)
	c.spoil(f.b[:f.n])
	if m.chance(m.failures.Duplicate) {
		c.push(f.b[:f.n], wait)
	}
	if c.n >= 2 && m.chance(m.failures.Reorder) {
		c.order[c.n-1], c.order[c.n-2] = c.order[c.n-2], c.order[c.n-1]
	} else if m.chance(m.failures.Reorder) {
		f.wait++ // the next reply overtakes it
	}
}

// push adds a frame to the ring.
func (c *memConn) push(b []byte, wait int) *memFrame {
	if c.n == len(c.ring) {
		c.pop(0)
	}
	slot := c.free()
	f := &c.ring[slot]
	f.n, f.off, f.wait = copy(f.b[:], b), 0, wait
	c.order[c.n] = slot
	c.n++
	return f
}

// free finds a slot that no pending frame uses.
func (c *memConn) free() uint8 {
	var used [16]bool
	for i := range c.n {
		used[c.order[i]] = true
	}
	for i := range used {
		if !used[i] {
			return uint8(i)
		}
	}
	return 0
}

// pop removes the i-th frame in order of arrival.
func (c *memConn) pop(i int) {
	copy(c.order[i:], c.order[i+1:c.n])
	c.n--
}

// Read implements Conn: the first reply that is due, as much of it as fits.
func (c *memConn) Read(p []byte) (int, error) {
	if err := c.alive(); err != nil {
		return 0, err
	}
	if c.net.silent() {
		return 0, os.ErrDeadlineExceeded
	}
	next := -1
	for i := c.n - 1; i >= 0; i-- {
		if f := &c.ring[c.order[i]]; f.off > 0 || f.wait == 0 && (next < 0 || c.ring[c.order[next]].off == 0) {
			next = i
		}
	}
	if next < 0 {
		return 0, os.ErrDeadlineExceeded
	}
	f := &c.ring[c.order[next]]
	n := copy(p, f.b[f.off:f.n])
	if f.off += n; f.off == f.n {
		c.pop(next)
	}
	return n, nil
}
