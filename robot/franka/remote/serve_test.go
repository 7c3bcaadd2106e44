package remote

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patient is how long the simulated robot waits for a machine that has no time for us.
const patient = time.Minute

// simulated serves a robot on loopback until the test ends or stop is called.
func simulated(t *testing.T, listen string) (addr string, robot *box.Server, stop func()) {
	t.Helper()
	s, err := box.Simulate(box.ServerConfig{Listen: listen, Patience: patient}, box.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(ctx) }()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(stop)
	return s.Addr(), s, stop
}

// served is an interface at work.
type served struct {
	addr    string
	reports chan Report
	notices chan string
	stop    func()
}

func serving(t *testing.T, c ServeConfig) *served {
	t.Helper()
	s := &served{reports: make(chan Report, 16), notices: make(chan string, 256)}
	if c.Listen == "" {
		c.Listen = "127.0.0.1:0"
	}
	c.Report = func(r Report) { s.reports <- r }
	c.Notice = func(text string) { s.notices <- text }
	server, err := Listen(c)
	if err != nil {
		t.Fatal(err)
	}
	s.addr = server.Addr()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(s.stop)
	return s
}

// sway is a short motion for every generator: there and back, at rest at both ends.
type sway struct {
	g     franka.MotionGenerator
	for_  time.Duration
	start *franka.State
}

func (m *sway) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if m.start == nil {
		x := *s
		m.start = &x
	}
	x := min(1, float64(t)/float64(m.for_))
	at, v := 64*x*x*x*(1-x)*(1-x)*(1-x), 192*x*x*(1-x)*(1-x)*(1-2*x)
	c.QC, c.OTEEc = m.start.Qd, m.start.OTEEc
	c.QC[3] += 0.002 * at
	c.OTEEc[14] += 0.0005 * at
	c.DQC[5] = 0.001 * v
	c.ODPEEc[0] = 0.0005 * v
	return x == 1
}

// asking is an application that bears a machine without time for it.
func asking(s *served, g franka.MotionGenerator, length time.Duration) ConnectConfig {
	return ConnectConfig{
		Config:    Config{Generator: g, Compression: link.Delta, StopAfter: 1000, Resume: true},
		Interface: s.addr, Motion: &sway{g: g, for_: length}, Patience: time.Minute,
	}
}

func TestSmoothOverLoopback(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	key := []byte("0123456789abcdef")
	for _, k := range [][]byte{nil, key} {
		var watched atomic.Uint64
		s := serving(t, ServeConfig{
			Robot: addr, Key: k, Samples: 10, Spin: 100 * time.Microsecond,
			Watch: func(i *Interface, _ *franka.State) { watched.Store(i.end.count.cycles.Load()) },
		})
		for _, g := range []franka.MotionGenerator{
			franka.GenerateJointPosition, franka.GenerateJointVelocity, franka.GenerateCartesianPose, franka.GenerateCartesianVelocity,
		} {
			c := asking(s, g, 200*time.Millisecond)
			c.Config.Secrets.Key, c.Config.Subscribe = k, []string{"tau_J", "dq"}
			c.Watch = func(a *Application) {
				if s := a.State(); s != nil && s.TauJ == ([7]float64{}) {
					t.Error("a state without what was asked for")
				}
			}
			stats, err := Connect(t.Context(), c)
			if err != nil {
				t.Fatalf("%v: %v", g, err)
			}
			r := <-s.reports
			if r.Err != nil || r.Generator != g || watched.Swap(0) == 0 || r.Stats.T1.N == 0 || len(r.T1) != 10 || stats.Sent.Packets == 0 || r.Stats.Received.Packets == 0 {
				t.Errorf("%v: %+v\n%+v", g, r, stats)
			}
		}
		s.stop()
	}
}

// free finds a UDP port that nobody has.
func free(t *testing.T) string {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.LocalAddr().String()
}

// started returns a configuration and a channel that closes when commands flow.
func started(c ConnectConfig) (ConnectConfig, chan struct{}) {
	on := make(chan struct{})
	var once sync.Once
	c.Watch = func(a *Application) {
		if a.end.count.cycles.Load() > 20 {
			once.Do(func() { close(on) })
		}
	}
	return c, on
}

// TestSecondApplication is refused while the first is served, and served afterwards.
func TestSecondApplication(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr})
	first, on := started(asking(s, franka.GenerateJointPosition, time.Hour))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { _, err := Connect(ctx, first); done <- err }()
	<-on
	_, err := Connect(t.Context(), asking(s, franka.GenerateJointPosition, 100*time.Millisecond))
	var refused *link.Refused
	if !errors.As(err, &refused) || !strings.Contains(refused.Reason, "serves the application at 127.0.0.1:") {
		t.Error(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if r := <-s.reports; !errors.Is(r.Err, ErrQuit) {
		t.Error(r.Err)
	}
	if _, err := Connect(t.Context(), asking(s, franka.GenerateJointPosition, 100*time.Millisecond)); err != nil {
		t.Error(err)
	}
}

// TestApplicationKilled: the arm stops, and the next application is refused until one acknowledges.
func TestApplicationKilled(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr})
	c := asking(s, franka.GenerateJointPosition, time.Hour)
	c.Config.StopAfter, c.Config.Resume = 20, false
	a, err := newClient(c)
	if err != nil {
		t.Fatal(err)
	}
	a.c.Watch = func(app *Application) {
		if app.end.count.cycles.Load() > 50 {
			a.port.Close() // as when the process is killed
		}
	}
	if err := a.greet(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.run(t.Context()); err == nil {
		t.Fatal("the application lived on")
	}
	if r := <-s.reports; !errors.Is(r.Err, ErrStopped) || r.Stats.Stops == 0 {
		t.Errorf("%v %+v", r.Err, r.Stats)
	}
	next := asking(s, franka.GenerateJointPosition, 100*time.Millisecond)
	if _, err := Connect(t.Context(), next); err == nil || !strings.Contains(err.Error(), "--acknowledge") {
		t.Error(err)
	}
	next.Acknowledge = true
	if _, err := Connect(t.Context(), next); err != nil {
		t.Error(err)
	}
}

// session runs a motion of c whose application hears of its end only from over number lost + 1 on.
func session(t *testing.T, c ConnectConfig, lost int) *client {
	t.Helper()
	a, err := newClient(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.greet(t.Context()); err != nil {
		t.Fatal(err)
	}
	over := a.wire.over
	a.wire.over = func(b []byte) bool {
		if _, ok := readOver(b, a.mark); ok && lost > 0 {
			lost--
			return true
		}
		return over(b)
	}
	if _, err := a.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestLostEnd: an application asks when it hears nothing, also where the interface looks for another motion already.
func TestLostEnd(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr})
	session(t, asking(s, franka.GenerateJointPosition, 100*time.Millisecond), 3).port.Close()
	if r := <-s.reports; r.Err != nil {
		t.Error(r.Err)
	}
	s.stop()
	at := free(t)
	s = serving(t, ServeConfig{Robot: addr, Scheme: &asks{}, Application: at})
	session(t, ConnectConfig{
		Config: Config{Scheme: &asks{}}, Listen: at, Patience: time.Minute, Acknowledge: true,
		Motion: &sway{g: franka.GenerateCartesianPose, for_: 100 * time.Millisecond},
	}, 3).port.Close()
	if r := <-s.reports; r.Err != nil {
		t.Error(r.Err)
	}
}

// TestHelloTwice: a hello that comes again after its motion, held up or recorded, begins no other one.
func TestHelloTwice(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr, Key: []byte("0123456789abcdef")})
	c := asking(s, franka.GenerateJointPosition, 100*time.Millisecond)
	c.Config.Secrets.Key = []byte("0123456789abcdef")
	a := session(t, c, 0)
	<-s.reports
	for heard := false; !heard; { // the ends of the session before may still be there
		if err := a.port.SendTo(a.hello, a.peer); err != nil {
			t.Fatal(err)
		}
		n, from, ok, err := a.port.Receive(a.buf[:], rt.Now()+int64(20*time.Millisecond))
		heard = err == nil && ok && from == a.peer && isOver(a.buf[:n])
	}
	a.port.Close()
	if _, err := Connect(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if r := <-s.reports; r.Number != 2 {
		t.Errorf("motion %d came second", r.Number)
	}
}

func isOver(b []byte) bool { return len(b) > 5 && b[0] == overByte }

// TestStrays: datagrams of others do not keep a receiver beyond its time.
func TestStrays(t *testing.T) {
	at, err := listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	other, err := listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	strays := 0
	w := &peerWire{port: at, foreign: func([]byte, netip.AddrPort) { strays++ }}
	for range 2 * mostStrays {
		if err := other.SendTo([]byte("stray"), at.Addr()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Receive(make([]byte, 100), 0); err != ErrTimeout || strays != mostStrays {
		t.Errorf("%v after %d strays", err, strays)
	}
}

// TestRobotGone: the connection to the robot breaks during the motion; when the robot is back the next one runs.
func TestRobotGone(t *testing.T) {
	addr, _, stop := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr})
	c, on := started(asking(s, franka.GenerateJointPosition, time.Hour))
	done := make(chan error, 1)
	go func() { _, err := Connect(t.Context(), c); done <- err }()
	<-on
	stop()
	var ended *EndedError
	if err := <-done; !errors.As(err, &ended) || !strings.Contains(err.Error(), "robot") {
		t.Error(err)
	}
	if r := <-s.reports; r.Err == nil {
		t.Error("no error")
	}
	next := asking(s, franka.GenerateJointPosition, 100*time.Millisecond)
	if _, err := Connect(t.Context(), next); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Error(err)
	}
	simulated(t, addr)
	if _, err := Connect(t.Context(), next); err != nil {
		t.Error(err)
	}
}

// TestServeEnds: the interface is interrupted during a motion; application and robot learn of it.
func TestServeEnds(t *testing.T) {
	addr, robot, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr})
	c, on := started(asking(s, franka.GenerateJointPosition, time.Hour))
	done := make(chan error, 1)
	go func() { _, err := Connect(t.Context(), c); done <- err }()
	<-on
	s.stop()
	var ended *EndedError
	if err := <-done; !errors.As(err, &ended) {
		t.Error(err)
	}
	for moving := true; moving; {
		robot.Do(func(r *box.Robot) { moving = r.Moving() })
	}
}

// other is a scheme that is said to be number 0.
type other struct{ asks }

func (other) Manner() Manner              { return Manner{} }
func (o other) String() string            { return o.asks.String() }
func (o other) Near(e *End) (Near, error) { return o.asks.Near(e) }
func (o other) Far(e *End) (Far, error)   { return o.asks.Far(e) }

// TestRefusals lists what is refused, and why.
func TestRefusals(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	key := []byte("0123456789abcdef")
	s := serving(t, ServeConfig{Robot: addr, Key: key})
	for name, x := range map[string]struct {
		change func(c *ConnectConfig)
		want   string
	}{
		"scheme":   {func(c *ConnectConfig) { c.Config.Scheme = other{}; c.Config.Compression = 0 }, "serves scheme smooth, not sync"},
		"protocol": {func(c *ConnectConfig) { c.Config.Version = 7 }, "speaks protocol 5"},
		"no key":   {func(c *ConnectConfig) { c.Config.Secrets.Key = nil }, "key"},
		"key":      {func(c *ConnectConfig) { c.Config.Secrets.Key = []byte("fedcba9876543210") }, "key"},
	} {
		c := asking(s, franka.GenerateCartesianPose, time.Second)
		c.Config.Secrets.Key = key
		x.change(&c)
		if _, err := Connect(t.Context(), c); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := asking(s, franka.GenerateCartesianPose, time.Second)
	c.Config.Generator = franka.GenerateNone
	if _, err := Connect(t.Context(), c); !errors.Is(err, ErrTorque) {
		t.Error(err)
	}
	c = asking(s, franka.GenerateCartesianPose, time.Second)
	c.Config.Subscribe = []string{"O_T_EE_d", "q_x"}
	if _, err := Connect(t.Context(), c); err == nil || !strings.Contains(err.Error(), `"q_x"`) {
		t.Error(err)
	}
	c = asking(s, franka.GenerateCartesianPose, time.Second)
	c.Interface = "192.0.2.1:4000"
	if _, err := Connect(t.Context(), c); err == nil || !strings.Contains(err.Error(), "--key") {
		t.Error(err)
	}
	for _, robot := range []string{"192.0.2.1", "192.0.2.1:1337", "fr3.example", "[2001:db8::1]:1337"} {
		if _, err := Listen(ServeConfig{Robot: robot, Listen: "127.0.0.1:0"}); err == nil || !strings.Contains(err.Error(), "whoever can use this machine moves it") {
			t.Errorf("%s: %v", robot, err)
		}
		s, err := Listen(ServeConfig{Robot: robot, Listen: "127.0.0.1:0", NoKey: true})
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
	for _, robot := range []string{"localhost", "LOCALHOST:1337", "127.0.0.81:1337", "[::1]:1337", "::1"} {
		if !sock.Local(robot) {
			t.Error(robot, "is on loopback")
		}
	}
	if _, err := Listen(ServeConfig{Robot: addr, Listen: "0.0.0.0:0"}); err == nil || !strings.Contains(err.Error(), "--key") {
		t.Error(err)
	}
	if _, err := Listen(ServeConfig{Scheme: &asks{}, Listen: "127.0.0.1:0"}); err == nil || !strings.Contains(err.Error(), "no robot") || !strings.Contains(err.Error(), "application's address") {
		t.Error(err)
	}
}
