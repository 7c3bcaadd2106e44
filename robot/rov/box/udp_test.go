package box

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// station is a simulator on a socket, and what it reported.
type station struct {
	*Server
	mu   sync.Mutex
	log  []string
	stop func()
}

func serve(t *testing.T, cfg ServerConfig) *station {
	t.Helper()
	st := &station{}
	cfg.Report = st.note
	if cfg.Listen == "" {
		cfg.Listen = "127.0.0.1:0"
	}
	if cfg.World.Vehicle.Name == "" {
		cfg.World = world(4)
	}
	var err error
	if st.Server, err = Listen(cfg); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- st.Serve(ctx) }()
	st.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(st.stop)
	return st
}

func (st *station) note(line string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.log = append(st.log, line)
}

func (st *station) logged(text string) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	return strings.Contains(strings.Join(st.log, "\n"), text)
}

// until looks again and again until cond holds, for as long as a slow machine may need.
func until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	limit := time.After(time.Minute)
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	for !cond() {
		select {
		case <-again.C:
		case <-limit:
			t.Fatalf("not within 30 s: %s", what)
		}
	}
}

func dialTest(t *testing.T, st string, c hil.ClientConfig) *hil.Client {
	t.Helper()
	c.Addr, c.Patience = st, time.Minute
	k, err := hil.Dial(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	return k
}

func TestLockStepOverUDP(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		st := serve(t, ServerConfig{Mode: hil.LockStep, Key: key})
		c := dialTest(t, st.Addr().String(), hil.ClientConfig{Key: key, Mode: hil.LockStep, Vehicle: "jack", Thrusters: 6})
		if d := cmp.Diff(alone(t, world(4), 100), loop(t, c, 100)); d != "" {
			t.Fatal(d)
		}
		if n := st.Counters(); n.Steps != 100 || n.Malformed != 0 {
			t.Errorf("%+v", n)
		}
		if _, err := hil.Dial(t.Context(), hil.ClientConfig{Addr: st.Addr().String(), Key: key, Patience: time.Millisecond}); err == nil {
			t.Error("a second controller was let in")
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if err := c.AdvanceTo(1 << 40); !errors.Is(err, hil.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
		until(t, "the simulator hears that the controller has ended", func() bool { return st.logged("has ended") })
	}
}

// A bad line between real sockets: the run is the one of a good line.
func TestLockStepOverABadLine(t *testing.T) {
	st := serve(t, ServerConfig{Mode: hil.LockStep, Key: testKey})
	bad, err := impair.Parse("delay 500us 400us loss 10% reorder 10% hold 3ms duplicate 10% corrupt 5% truncate 2% seed 5")
	if err != nil {
		t.Fatal(err)
	}
	p, err := impair.Listen(impair.ProxyConfig{Listen: "127.0.0.1:0", To: st.Addr().String(), Forward: bad, Back: bad})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Serve(ctx) }()
	defer func() { cancel(); <-done }()
	c := dialTest(t, p.Addr(), hil.ClientConfig{Key: testKey, Retries: 3000})
	if d := cmp.Diff(alone(t, world(4), 100), loop(t, c, 100)); d != "" {
		t.Fatal(d)
	}
	if s := c.Stats(); s.Retries == 0 {
		t.Errorf("the line was not bad: %+v", s)
	}
}

func TestFreeRunningOverUDP(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		st := serve(t, ServerConfig{Mode: hil.Free, Key: key})
		at := st.Addr().String()
		var mu sync.Mutex
		var lines []string
		c := dialTest(t, at, hil.ClientConfig{Key: key, Report: func(l string) {
			mu.Lock()
			defer mu.Unlock()
			lines = append(lines, l)
		}})
		var rd rov.Readings
		good := func() bool { _, ok := c.Latest(&rd); return ok && rd.IMU.N > 5 }
		until(t, "readings", good)
		until(t, "commands are taken", func() bool { c.Command(thrust); return st.Counters().Commands > 5 })
		until(t, "the watchdog stops the thrusters", func() bool { return st.Counters().Stops > 0 && c.Stats().Stopped })
		until(t, "the watchdog's line", func() bool { return st.logged("no valid command for 200ms: thrusters to zero") })
		until(t, "commands are back", func() bool { c.Command(thrust); return st.logged("commands are back after") })
		st.stop()
		until(t, "the client notices the end", func() bool { return !good() })
		st = serve(t, ServerConfig{Mode: hil.Free, Key: key, Listen: at})
		until(t, "readings of the new simulator", func() bool { return c.Stats().Sessions == 2 && good() })
		until(t, "commands are taken by the new simulator", func() bool { c.Command(thrust); return st.Counters().Commands > 5 })
		mu.Lock()
		if text := strings.Join(lines, "\n"); !strings.Contains(text, "the simulator has ended") || !strings.Contains(text, "session 2 after") {
			t.Errorf("lines:\n%s", text)
		}
		mu.Unlock()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if c.Command(thrust); c.Close() != nil {
			t.Error("the second Close failed")
		}
		until(t, "the thrusters stop when the controller has ended", func() bool { return st.logged("thrusters to zero") })
	}
}

// Whoever floods the socket with garbage does not keep the simulator from its controller.
func TestAFlood(t *testing.T) {
	st := serve(t, ServerConfig{Mode: hil.Free})
	c := dialTest(t, st.Addr().String(), hil.ClientConfig{})
	conn, err := net.Dial("udp", st.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	garbage := make([]byte, 1400)
	for n := 0; st.Counters().Malformed < 2000; n++ {
		_, _ = conn.Write(garbage[:n%len(garbage)])
	}
	var rd rov.Readings
	until(t, "readings", func() bool { _, ok := c.Latest(&rd); return ok && rd.IMU.N > 5 })
	until(t, "commands are taken", func() bool { c.Command(thrust); return st.Counters().Commands > 5 })
}

// What has come before the simulator is told to end is heard: that the controller has ended, say.
func TestTheLastWordIsHeard(t *testing.T) {
	st := &station{}
	s, err := Listen(ServerConfig{Listen: "127.0.0.1:0", Mode: hil.Free, World: world(1), Report: st.note})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("udp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write(hil.AppendHello(nil, &hil.Hello{Nonce: seal.NewNonce()}, nil)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Serve(ctx); err != nil || s.Counters().Sessions != 1 || !st.logged("controller at") {
		t.Errorf("%v, %+v", err, s.Counters())
	}
}

func TestThePortIsTaken(t *testing.T) {
	st := serve(t, ServerConfig{Mode: hil.Free})
	if _, err := Listen(ServerConfig{Listen: st.Addr().String(), Mode: hil.Free, World: world(1)}); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("%v", err)
	}
	s, err := Listen(ServerConfig{Listen: "127.0.0.1:0", Mode: hil.Free, World: world(1)})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

func TestCommandAndLatestOverUDPDoNotAllocate(t *testing.T) {
	st := serve(t, ServerConfig{Mode: hil.Free, Key: testKey})
	c := dialTest(t, st.Addr().String(), hil.ClientConfig{Key: testKey})
	var rd rov.Readings
	until(t, "readings", func() bool { _, ok := c.Latest(&rd); return ok })
	if n := testing.AllocsPerRun(1000, func() { c.Latest(&rd); c.Command(thrust) }); n != 0 { // of all threads
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkLockStepOverUDP(b *testing.B) {
	s, err := Listen(ServerConfig{Listen: "127.0.0.1:0", Mode: hil.LockStep, World: world(1)})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	defer func() { cancel(); <-done }()
	c, err := hil.Dial(ctx, hil.ClientConfig{Addr: s.Addr().String()})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	var rd rov.Readings
	at := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		at += int64(25 * time.Millisecond)
		if err := c.AdvanceTo(reactorTime(at)); err != nil {
			b.Fatal(err)
		}
		c.Latest(&rd)
		c.Command(thrust)
	}
}

// TestAFailedSimulationEndsItsServer, once its controller knows.
func TestAFailedSimulationEndsItsServer(t *testing.T) {
	cfg := stiff()
	s, err := Listen(ServerConfig{Listen: "127.0.0.1:0", Mode: hil.LockStep, World: cfg})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(context.Background()) }()
	c := dialTest(t, s.Addr().String(), hil.ClientConfig{})
	for at := time.Duration(0); err == nil && at < time.Minute; at += 100 * time.Millisecond {
		c.Command([]float64{30, -30, 30, -30, 30, 30})
		err = c.AdvanceTo(reactor.Time(at))
	}
	if f := (*hil.Refused)(nil); !errors.As(err, &f) || f.Code != hil.WorldFailed {
		t.Errorf("the controller hears: %v", err)
	}
	_ = c.Close()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "no finite value any more after") {
			t.Errorf("the server ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("the server goes on")
	}
}
