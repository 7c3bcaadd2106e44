package box

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var testKey = []byte("0123456789abcdef0123456789abcdef")

// rig is a simulator, the lines of its controllers and one clock, all by hand: nothing depends on the machine.
type rig struct {
	t     rapid.TB
	cfg   ServerConfig
	k     *core // nil: the simulator is not running
	time  int64
	start int64 // of the simulator
	lines []*line
	log   []string
	drawn uint64
}

// line is a controller's wire: two channels that may be bad. It is closed by nobody.
type line struct {
	*rig
	peer        netip.AddrPort
	there, back *impair.Channel
	cut         bool
	noise       bool            // garbage comes without end
	sent        int             // since then
	ctx         context.Context // of its client; nil: the background
	c           *hil.Client     // free-running: the client that takes what arrives
	wild        []func(b []byte)
}

func newRig(t rapid.TB, cfg ServerConfig) *rig {
	r := &rig{t: t, cfg: cfg}
	r.boot()
	return r
}

// boot starts the simulator, again if need be.
func (r *rig) boot() {
	r.t.Helper()
	cfg := r.cfg
	cfg.Report = func(l string) { r.log = append(r.log, l) }
	if cfg.World.Vehicle.Name == "" {
		cfg.World.Vehicle = rov.JackLike()
	}
	var err error
	r.k, err = newCore(cfg, r.answer, func() (n seal.Nonce) {
		r.drawn++
		binary.LittleEndian.PutUint64(n[:], r.drawn<<32|uint64(r.time))
		return n
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.start = r.time
}

// rejoin is how often a client looks for what is due, ns.
const rejoin = int64(10e6)

func (r *rig) clock() time.Duration { return time.Duration(r.time - r.start) }

// answer puts what the simulator sends on the line it is for.
func (r *rig) answer(b []byte, to netip.AddrPort) {
	for _, l := range r.lines {
		if l.peer == to && !l.cut {
			l.back.Send(time.Duration(r.time), b)
		}
	}
}

// line adds a controller's wire with the impairment on both ways.
func (r *rig) line(text string) *line {
	r.t.Helper()
	c, err := impair.Parse(text)
	if err != nil {
		r.t.Fatal(err)
	}
	l := &line{rig: r, peer: netip.MustParseAddrPort(fmt.Sprintf("127.0.0.1:%d", 5000+len(r.lines)))}
	for i, h := range []**impair.Channel{&l.there, &l.back} {
		c.Seed += uint64(i)
		if *h, err = impair.New(c); err != nil {
			r.t.Fatal(err)
		}
	}
	r.lines = append(r.lines, l)
	return l
}

// Now implements hil.Wire.
func (r *rig) Now() int64 { return r.time }

// Close implements hil.Wire.
func (r *rig) Close() {}

// Send implements hil.Wire.
func (l *line) Send(b []byte) {
	for _, f := range l.wild {
		f(b)
	}
	if l.noise {
		l.sent++
	} else if !l.cut {
		l.there.Send(time.Duration(l.time), b)
	}
}

// next is the earliest thing that happens until the time given. Of what arrives at clients only that counts which a client
// waits for, or which is for a client that takes whatever comes.
func (r *rig) next(until int64, waits *line) int64 {
	for _, l := range r.lines {
		if at, ok := l.there.Next(); ok {
			until = min(until, int64(at))
		}
		if at, ok := l.back.Next(); ok && (l == waits || l.c != nil) {
			until = min(until, int64(at))
		}
	}
	if r.k != nil && r.k.c.Mode == hil.Free {
		until = min(until, r.start+int64(r.k.next()))
	}
	return max(r.time, until)
}

// turn lets happen what happens now, at the simulator.
func (r *rig) turn() {
	r.free()
	for _, l := range r.lines {
		for {
			b, ok := l.there.Receive(time.Duration(r.time))
			if !ok {
				break
			}
			if r.k != nil {
				r.free()
				r.k.handle(r.clock(), b, l.peer)
			}
		}
	}
	for _, l := range r.lines {
		for l.c != nil {
			b, ok := l.back.Receive(time.Duration(r.time))
			if !ok {
				break
			}
			l.c.Take(b)
		}
	}
}

func (r *rig) free() {
	if r.k != nil && r.k.c.Mode == hil.Free {
		if err := r.k.run(r.clock()); err != nil {
			r.t.Fatal(err)
		}
	}
}

// Receive implements hil.Wire.
func (l *line) Receive(b []byte, until int64) (int, bool, error) {
	if l.noise {
		l.time += int64(100 * time.Microsecond)
		return copy(b, "garbage that never ends"), true, nil
	}
	for {
		l.turn()
		if p, ok := l.back.Receive(time.Duration(l.time)); ok {
			return copy(b, p), true, nil
		}
		if l.time >= until {
			return 0, false, nil
		}
		l.time = l.next(until, l)
	}
}

// pass lets time pass in free-running: every client looks every 10 ms for what is due.
func (r *rig) pass(d time.Duration) {
	for end := r.time + int64(d); ; {
		r.turn()
		for _, l := range r.lines {
			if l.c != nil && r.time%rejoin == 0 {
				l.c.Look()
			}
		}
		if r.time >= end {
			return
		}
		r.time = min(r.next(end, nil), (r.time/rejoin+1)*rejoin)
	}
}

// join opens a session over the line.
func (l *line) join(c hil.ClientConfig) (*hil.Client, error) {
	l.t.Helper()
	report := c.Report
	c.Report = func(s string) {
		l.log = append(l.log, "client: "+s)
		if report != nil {
			report(s)
		}
	}
	if l.ctx == nil {
		l.ctx = context.Background()
	}
	k, err := hil.NewClient(l.ctx, c, l, netip.MustParseAddrPort("127.0.0.1:4810"))
	if err == nil && k.Mode() == hil.Free {
		l.c = k
	}
	return k, err
}

func (l *line) mustJoin(c hil.ClientConfig) *hil.Client {
	l.t.Helper()
	k, err := l.join(c)
	if err != nil {
		l.t.Fatal(err)
	}
	return k
}

// logged reports whether a line of the log has the text.
func (r *rig) logged(text string) bool {
	for _, l := range r.log {
		if strings.Contains(l, text) {
			return true
		}
	}
	return false
}

func (r *rig) wantLog(text string) {
	r.t.Helper()
	if !r.logged(text) {
		r.t.Errorf("no line with %q in:\n%s", text, strings.Join(r.log, "\n"))
	}
}

// still reports whether no thruster gives a force.
func (r *rig) still() bool {
	f := make([]float64, 16)
	r.k.world.Forces(f)
	for _, v := range f {
		if math.Abs(v) > 1e-9 {
			return false
		}
	}
	return true
}

// push is a law that turns the vehicle, and depends on all that is measured.
func push(r *rov.Readings, n int) []float64 {
	f := make([]float64, n)
	for i := range f {
		f[i] = 10*math.Sin(r.IMU.Yaw+float64(i)) + 3*r.IMU.R - 2*r.Loch.U + r.Depth.Z
	}
	return f
}

// loop is a lock-step run of that law at 25 ms: what it measured and what was true.
func loop(t rapid.TB, c *hil.Client, n int) []hil.State {
	t.Helper()
	var out []hil.State
	var r rov.Readings
	for k := range n {
		at := int64(k) * int64(25*time.Millisecond)
		if err := c.AdvanceTo(reactorTime(at)); err != nil {
			t.Fatal(err)
		}
		if _, ok := c.Latest(&r); !ok {
			t.Fatalf("step %d: the readings are not good", k)
		}
		c.Command(push(&r, c.Thrusters()))
		out = append(out, seen(c))
	}
	return out
}

// seen is what a controller in lock-step has been told.
func seen(c *hil.Client) (s hil.State) {
	c.Latest(&s.Readings)
	s.Count = uint8(c.Truth(&s.Truth, s.Forces[:]))
	s.Next, s.Stopped = int64(c.NextEvent()), c.Stats().Stopped
	return s
}

type addrPort = netip.AddrPort

func itoa(n int) string { return fmt.Sprint(n) }
