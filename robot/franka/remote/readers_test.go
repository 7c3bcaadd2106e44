package remote

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// reading is a reader at work, and what it got.
type reading struct {
	*Reader
	states     atomic.Uint64
	state      atomic.Pointer[franka.State] // the newest
	moving     atomic.Uint64                // of those, in a motion
	last       atomic.Uint64
	backwards  atomic.Uint64
	came       chan struct{} // a state
	lost, back chan struct{}
}

func reads(t *testing.T, c ReadConfig) *reading {
	t.Helper()
	x := &reading{came: make(chan struct{}, 1), lost: make(chan struct{}, 8), back: make(chan struct{}, 8)}
	c.Patience = time.Minute
	c.Lost = func(error) { x.lost <- struct{}{} }
	c.Back = func() { x.back <- struct{}{} }
	c.Take = func(s *franka.State) {
		if s.ID <= x.last.Swap(s.ID) {
			x.backwards.Add(1)
		}
		if s.Mode == franka.ModeMove {
			x.moving.Add(1)
		}
		y := *s
		x.state.Store(&y)
		x.states.Add(1)
		select {
		case x.came <- struct{}{}:
		default:
		}
	}
	var err error
	if x.Reader, err = NewReader(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- x.Read(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return x
}

// until waits for n more states.
func (x *reading) until(t *testing.T, n uint64) {
	t.Helper()
	for want := x.states.Load() + n; x.states.Load() < want; {
		<-x.came
	}
}

// TestReaders: several applications read one robot at rest and while one moves it.
func TestReaders(t *testing.T) {
	for _, key := range [][]byte{nil, []byte("0123456789abcdef")} {
		addr, _, _ := simulated(t, "127.0.0.1:0")
		s := serving(t, ServeConfig{Robot: addr, Key: key})
		all := reads(t, ReadConfig{Interface: s.addr, Key: key, Compression: link.Delta})
		some := reads(t, ReadConfig{Interface: s.addr, Key: key, Subscribe: []string{"q", "robot_mode"}})
		all.until(t, 20)
		some.until(t, 20)
		c := asking(s, franka.GenerateJointPosition, 300*time.Millisecond)
		c.Config.Secrets.Key = key
		if _, err := Connect(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		all.until(t, 20)
		some.until(t, 20)
		for _, x := range []*reading{all, some} {
			if x.moving.Load() < 20 || x.backwards.Load() > 0 || len(x.lost) > 0 {
				t.Errorf("%d states, %d of them in a motion, %d backwards, lost %d times", x.states.Load(), x.moving.Load(), x.backwards.Load(), len(x.lost))
			}
		}
	}
}

// TestReadersMarkWhatTheyDoNotRead: a state says which members never came.
func TestReadersMarkWhatTheyDoNotRead(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr})
	x := reads(t, ReadConfig{Interface: s.addr, Subscribe: []string{"q", "robot_mode"}})
	x.until(t, 20)
	got := x.state.Load()
	want := franka.MembersOf(franka.Version5, "q", "robot_mode", "time")
	if all := franka.Members(1)<<47 - 1; got.Absent != all&^want || got.Kept != 0 {
		t.Errorf("absent %v, kept %v", got.Absent.Names(franka.Version5), got.Kept.Names(franka.Version5))
	}
	if !math.IsNaN(got.TauJ[0]) || !math.IsNaN(got.OTEE[15]) || !math.IsNaN(got.MEE) || got.Q[3] > -1 || got.Mode != franka.ModeIdle {
		t.Errorf("tau_J %v, m_ee %v, q %v, mode %v", got.TauJ, got.MEE, got.Q, got.Mode)
	}
}

// TestReadersJoinLate: states of a robot that has gone on for long since the last motion began are news, not damage.
func TestReadersJoinLate(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr})
	c := asking(s, franka.GenerateJointPosition, 2*time.Second)
	far, once := make(chan struct{}), sync.Once{}
	c.Watch = func(a *Application) {
		if a.end.count.cycles.Load() > 600 {
			once.Do(func() { close(far) })
		}
	}
	done := make(chan error, 1)
	go func() { _, err := Connect(t.Context(), c); done <- err }()
	<-far
	within := reads(t, ReadConfig{Interface: s.addr, Silence: time.Minute})
	within.until(t, 5)
	if within.moving.Load() == 0 {
		t.Error("it read nothing of the motion")
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// TestRequests: what a reader asks of the robot reaches it, and the robot's answer comes back.
func TestRequests(t *testing.T) {
	addr, robot, _ := simulated(t, "127.0.0.1:0")
	s := serving(t, ServeConfig{Robot: addr, Key: []byte("0123456789abcdef")})
	x := reads(t, ReadConfig{Interface: s.addr, Key: []byte("0123456789abcdef")})
	load := franka.Load{Mass: 1.25, Inertia: [9]float64{0: 0.01, 4: 0.01, 8: 0.01}}
	a, err := x.Ask(t.Context(), &franka.Request{Kind: franka.SetLoad, Load: load})
	if err != nil || a.Status != franka.Success {
		t.Errorf("%+v %v", a, err)
	}
	for end := time.Now().Add(time.Minute); loadOf(robot) != 1.25; { // its state says so from the next cycle on
		if time.Now().After(end) {
			t.Fatal("the robot does not know of its load")
		}
	}
	load.Mass = -1
	if a, err = x.Ask(t.Context(), &franka.Request{Kind: franka.SetLoad, Load: load}); err != nil || a.Status != franka.InvalidArgument {
		t.Errorf("%+v %v", a, err)
	}
	if _, err = x.Ask(t.Context(), &franka.Request{Kind: franka.StopMove}); err == nil {
		t.Error("a reader stopped the motion of another")
	}
	var refused *link.Refused
	if err := readersRefused(s, "fedcba9876543210"); !errors.As(err, &refused) {
		t.Errorf("a reader with another key: %v", err)
	}
}

// loadOf is the mass that a robot was told it carries.
func loadOf(s *box.Server) (m float64) {
	s.Do(func(r *box.Robot) { m = r.State().MLoad })
	return m
}

// readersRefused is why a reader with another key is.
func readersRefused(s *served, key string) error {
	_, err := NewReader(context.Background(), ReadConfig{Interface: s.addr, Key: []byte(key), Patience: time.Minute})
	return err
}

// TestRejoin: an application begins its motion anew when its interface, stopped within it, has been started again.
func TestRejoin(t *testing.T) {
	addr, robot, _ := simulated(t, "127.0.0.1:0")
	at := free(t)
	s := serving(t, ServeConfig{Robot: addr, Listen: at})
	c, on := started(asking(s, franka.GenerateJointPosition, time.Hour))
	back := make(chan struct{})
	c.Again = func(err error) Motion {
		if !away(err) {
			t.Error(err)
		}
		<-back
		return &sway{g: franka.GenerateJointPosition, for_: 100 * time.Millisecond}
	}
	done := make(chan error, 1)
	go func() { _, err := Connect(t.Context(), c); done <- err }()
	<-on
	s.stop()
	again := serving(t, ServeConfig{Robot: addr, Listen: at})
	close(back)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if r := <-again.reports; r.Err != nil || r.Number != 1 {
		t.Errorf("%+v", r)
	}
	robot.Do(func(r *box.Robot) {
		if r.Moving() {
			t.Error("the arm still moves")
		}
	})
}

// TestReaderRejoins: a reader goes on when its interface has been started again.
func TestReaderRejoins(t *testing.T) {
	addr, _, _ := simulated(t, "127.0.0.1:0")
	at := free(t)
	s := serving(t, ServeConfig{Robot: addr, Listen: at})
	x := reads(t, ReadConfig{Interface: at})
	x.until(t, 10)
	s.stop()
	<-x.lost
	serving(t, ServeConfig{Robot: addr, Listen: at})
	<-x.back
	x.until(t, 10)
	if x.backwards.Load() > 0 {
		t.Error("states went backwards")
	}
}
