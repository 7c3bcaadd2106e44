package scheme

import (
	"context"
	"errors"
	"math"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

func TestNamed(t *testing.T) {
	for i, s := range Five() {
		if got, err := Named(s.String(), 0, 0); err != nil || got != s || int(got.Manner().Number) != i {
			t.Errorf("%v became %v, %v", s, got, err)
		}
	}
	if s, err := Named("simple", time.Millisecond, 0); err != nil || s != remote.Scheme(Simple{Wait: time.Millisecond}) {
		t.Error(s, err)
	}
	if _, err := Named("async", 0, 0); err == nil || !strings.Contains(err.Error(), "[sync async1 simple async2 async3], or smooth") {
		t.Error(err)
	}
	for _, s := range []remote.Scheme{Sync{Wait: -1}, Simple{Wait: 2 * time.Second}, Async2{Wait: time.Minute}} {
		if _, err := remote.NewInterface(remote.Config{Scheme: s}, &wire{}); err == nil || !strings.Contains(err.Error(), "it must be 0 to 1 s") {
			t.Error(err)
		}
	}
	if _, err := remote.NewApplication(remote.Config{Scheme: Async3{CommandTime: -1}}, &wire{}, &remote.Cartesian{}); err == nil || !strings.Contains(err.Error(), "command time") {
		t.Error(err)
	}
}

// sway is a short motion of the tool: up and back, at rest at both ends.
type sway struct{ start *franka.Pose }

func (m *sway) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if m.start == nil {
		p := s.OTEEc
		m.start = &p
	}
	x := min(1, float64(t)/float64(150*time.Millisecond))
	c.OTEEc = *m.start
	c.OTEEc[14] += 0.0005 * 64 * math.Pow(x*(1-x), 3)
	return x == 1
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

// background runs serve until the test ends.
func background(t *testing.T, serve func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx) }()
	return func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestOverLoopback: the two that wait for their commands complete however long they take; the others come to an
// end, whichever.
func TestOverLoopback(t *testing.T) {
	r, err := box.New(box.Config{})
	if err != nil {
		t.Fatal(err)
	}
	robot, err := box.Listen(box.ServerConfig{Listen: "127.0.0.1:0", Patience: 2 * time.Second}, r)
	if err != nil {
		t.Fatal(err)
	}
	defer background(t, robot.Serve)()
	// What async3 commands has no end but that the robot refuses it.
	for _, s := range []remote.Scheme{Sync{}, Async1{}, Simple{Wait: time.Second}, Async2{}, Async3{CommandTime: 200 * time.Millisecond}} {
		for _, key := range [][]byte{nil, []byte("0123456789abcdef")} {
			reports := make(chan remote.Report, 1)
			c := remote.ServeConfig{Robot: robot.Addr(), Scheme: s, Key: key, Unlimited: s.String() == "async3", Listen: "127.0.0.1:0",
				Report: func(r remote.Report) { reports <- r }}
			a := remote.ConnectConfig{
				Config: remote.Config{Scheme: s, Secrets: remote.Secrets{Key: key}}, Acknowledge: true,
				Motion: &sway{}, Local: "cartesian", Patience: time.Minute,
			}
			if s.Manner().Calls {
				a.Listen = free(t)
				c.Application = a.Listen
			}
			server, err := remote.Listen(c)
			if err != nil {
				t.Fatal(err)
			}
			if !s.Manner().Calls {
				a.Interface = server.Addr()
			}
			stop := background(t, server.Serve)
			_, err = remote.Connect(t.Context(), a)
			var ended *remote.EndedError
			if err != nil && !errors.As(err, &ended) {
				t.Fatalf("%v: %v", s, err)
			}
			r := <-reports
			if waits := s.String() == "simple" || s.String() == "sync"; (err != nil || r.Err != nil) && waits {
				t.Errorf("%v: %v; interface: %v; robot: %+v", s, err, r.Err, robot.Counters())
			}
			if r.Stats.Received.Packets == 0 || r.Stats.T1.N == 0 {
				t.Errorf("%v: %+v", s, r.Stats)
			}
			stop()
		}
	}
}

// wire keeps what is sent, and hands out one datagram to receive, once.
type wire struct {
	now  time.Duration
	sent [][]byte
	b    []byte
}

func (w *wire) Send(b []byte) error {
	w.sent = append(w.sent, append([]byte(nil), b...))
	return nil
}

func (w *wire) Receive(b []byte, _ time.Duration) (int, error) {
	if w.b == nil {
		return 0, remote.ErrTimeout
	}
	n := copy(b, w.b)
	w.b = nil
	return n, nil
}

func (w *wire) Wait(until time.Duration) { w.now = max(w.now, until) }
func (w *wire) Now() time.Duration       { return w.now }

// standing is the state of an arm that stands.
func standing() franka.State {
	s := franka.State{ID: 7, OTEEc: franka.Pose{0: 1, 5: 1, 10: 1, 15: 1, 12: 0.3}, Qd: [7]float64{3: -2}}
	s.Qd[5] = 1.5
	return s
}

// seeds are datagrams of every scheme in both directions.
func seeds(f *testing.F) {
	for k, scheme := range Five() {
		near, far := &wire{}, &wire{}
		c := remote.Config{Scheme: scheme, Unlimited: true}
		i, err := remote.NewInterface(c, near)
		if err != nil {
			f.Fatal(err)
		}
		a, err := remote.NewApplication(c, far, &remote.Cartesian{})
		if err != nil {
			f.Fatal(err)
		}
		s := standing()
		for range 5 {
			var cmd franka.Command
			_, _ = i.Cycle(&s, time.Millisecond, &cmd)
			i.Work()
			for _, b := range near.sent {
				f.Add(uint8(k), b)
				a.Handle(b)
			}
			a.Tick()
			for _, b := range far.sent {
				f.Add(uint8(k), b)
				i.Handle(b)
				near.b = b
			}
			near.sent, far.sent = nil, nil
			s.ID++
			near.now += time.Millisecond
			far.now = near.now
		}
	}
	f.Add(uint8(2), make([]byte, timedPose))
	f.Add(uint8(1), []byte{askTime})
}

// FuzzNear gives any bytes to the interface of any scheme, which must go on to command finite numbers.
func FuzzNear(f *testing.F) {
	seeds(f)
	fuzz.Run(f, func(t *testing.T, scheme uint8, b []byte) {
		w := &wire{b: b}
		i, err := remote.NewInterface(remote.Config{Scheme: Five()[scheme%5]}, w)
		if err != nil {
			t.Fatal(err)
		}
		s := standing()
		var c franka.Command
		for range 3 {
			if _, err := i.Cycle(&s, time.Millisecond, &c); err != nil {
				t.Fatal(err)
			}
			i.Handle(b)
			i.Work()
			s.ID++
		}
		for _, x := range c.OTEEc {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("commanded %v", c.OTEEc)
			}
		}
	})
}

// FuzzFar gives any bytes to the application of any scheme.
func FuzzFar(f *testing.F) {
	seeds(f)
	fuzz.Run(f, func(t *testing.T, scheme uint8, b []byte) {
		w := &wire{}
		a, err := remote.NewApplication(remote.Config{Scheme: Five()[scheme%5]}, w, &remote.Cartesian{})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			a.Handle(b)
			a.Tick()
			w.now += time.Millisecond
		}
		if err := a.Err(); err != nil {
			t.Fatal(err)
		}
	})
}
