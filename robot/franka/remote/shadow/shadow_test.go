package shadow

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// background runs f until the test ends.
func background(t *testing.T, f func(ctx context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// scene is a simulated robot, an interface beside it, a line, and a shadow at its end with FCI.
type scene struct {
	robot   *box.Server
	at      string // FCI of the shadow
	notices chan string
	face    string // the interface's address
	restart func()
}

// stage sets a scene up on which a machine without time for it only takes longer.
func stage(t *testing.T, line impair.Config) *scene {
	t.Helper()
	const patient = time.Minute
	x := &scene{notices: make(chan string, 4096)}
	var err error
	if x.robot, err = box.Simulate(box.ServerConfig{Listen: "127.0.0.1:0", Patience: patient}, box.Config{}); err != nil {
		t.Fatal(err)
	}
	background(t, x.robot.Serve)
	serve := func(listen string) (stop func(), at string) {
		s, err := remote.Listen(remote.ServeConfig{Robot: x.robot.Addr(), Listen: listen})
		if err != nil {
			t.Fatal(err)
		}
		return background(t, s.Serve), s.Addr()
	}
	stop, face := serve("127.0.0.1:0")
	x.face = face
	x.restart = func() { stop(); serve(face) }
	proxy, err := impair.Listen(impair.ProxyConfig{To: face, Forward: line, Back: line})
	if err != nil {
		t.Fatal(err)
	}
	background(t, proxy.Serve)
	s, err := New(t.Context(), Config{
		Interface: proxy.Addr(), Link: remote.Config{Compression: link.Delta, StopAfter: 1000, Resume: true}, Patience: patient,
		Notice: func(text string) { x.notices <- text },
	})
	if err != nil {
		t.Fatal(err)
	}
	background(t, s.Run)
	fci, err := box.ListenFor(box.ServerConfig{Listen: "127.0.0.1:0", Patience: patient, Period: s.Period}, franka.Version5, s)
	if err != nil {
		t.Fatal(err)
	}
	background(t, fci.Serve)
	x.at = fci.Addr()
	return x
}

func dial(t *testing.T, at string) *franka.Client {
	t.Helper()
	c, err := franka.Dial(t.Context(), at, franka.Options{StateTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// joints are where the simulated arm is.
func (x *scene) joints() (q [franka.Joints]float64) {
	x.robot.Do(func(r *box.Robot) { q, _ = r.Joints() })
	return q
}

// swing turns joint 4 by 0.1 rad within 400 ms.
func swing(c *franka.Client, t *testing.T, o franka.Loop) error {
	var at time.Duration
	var from float64
	return c.JointPositions(t.Context(), o, func(s *franka.State, period time.Duration, q *[franka.Joints]float64) bool {
		if at == 0 {
			from = s.Qd[3]
		}
		at += max(period, time.Millisecond)
		x := min(1, at.Seconds()/0.4)
		q[3] = from + float64(0.1*x*x*x*(10+float64(x*(float64(6*x)-15))))
		return x == 1
	})
}

// TestForeignMotion: a client of FCI moves a robot behind a bad line, and reads of it what it commanded.
func TestForeignMotion(t *testing.T) {
	for _, line := range []impair.Config{{}, {Seed: 3, Delay: 8 * time.Millisecond, Jitter: 2 * time.Millisecond, Loss: 0.05, Duplicate: 0.02}} {
		x := stage(t, line)
		c := dial(t, x.at)
		before := x.joints()
		if err := swing(c, t, franka.Loop{}); err != nil {
			t.Fatalf("%+v: %v", line, err)
		}
		after := x.joints()
		if d := after[3] - before[3]; math.Abs(d-0.1) > 2e-3 {
			t.Errorf("%+v: joint 4 moved by %v rad, not 0.1", line, d)
		}
		var s franka.State
		if err := c.Read(&s); err != nil || s.Mode != franka.ModeIdle || s.CurrentErrors != 0 {
			t.Errorf("after the motion: %v, mode %v, errors %v", err, s.Mode, s.CurrentErrors)
		}
	}
}

// TestForeignGenerators: the three other generators run as on the spot.
func TestForeignGenerators(t *testing.T) {
	x := stage(t, impair.Config{})
	c := dial(t, x.at)
	n := 0
	wave := func(period time.Duration, top float64) (v float64, last bool) {
		n++
		s := math.Sin(math.Pi * float64(n) / 300)
		return top * s * s, n == 300
	}
	q := x.joints()
	err := c.JointVelocities(t.Context(), franka.Loop{}, func(_ *franka.State, p time.Duration, dq *[franka.Joints]float64) (last bool) {
		dq[6], last = wave(p, 0.3)
		return last
	})
	if d := x.joints()[6] - q[6]; err != nil || d < 0.03 || d > 0.09 { // 0.045; where the machine has no time, a velocity lasts longer
		t.Errorf("velocities of joints: moved by %v rad, %v", d, err)
	}
	n = 0
	pose := func() (p franka.Pose) { x.robot.Do(func(r *box.Robot) { p = r.State().OTEE }); return p }
	p := pose()
	err = c.CartesianVelocities(t.Context(), franka.Loop{Controller: franka.CartesianImpedance}, func(_ *franka.State, d time.Duration, v *[6]float64) (last bool) {
		v[2], last = wave(d, 0.1)
		return last
	})
	if d := pose()[14] - p[14]; err != nil || d < 0.01 || d > 0.03 { // 0.015
		t.Errorf("velocities of the tool: moved by %v m, %v", d, err)
	}
	n, p = 0, pose()
	var from, up float64
	err = c.CartesianPoses(t.Context(), franka.Loop{}, func(s *franka.State, d time.Duration, to *franka.Pose) bool {
		if n == 0 {
			from = s.OTEEc[14]
		}
		v, last := wave(d, 0.1)
		up += float64(v * 1e-3)
		to[14] = from + up
		return last
	})
	if d := pose()[14] - p[14]; err != nil || math.Abs(d-0.015) > 2e-3 {
		t.Errorf("poses: moved by %v m, %v", d, err)
	}
}

// TestForeignRequests: settings reach the robot; what a link cannot do is refused.
func TestForeignRequests(t *testing.T) {
	x := stage(t, impair.Config{})
	c := dial(t, x.at)
	if err := c.SetLoad(t.Context(), franka.Load{Mass: 0.5, Inertia: [9]float64{0: 0.01, 4: 0.01, 8: 0.01}}); err != nil {
		t.Error(err)
	}
	var refused franka.CommandError
	if err := c.SetJointImpedance(t.Context(), [7]float64{-1}); !errors.As(err, &refused) || refused.Status != franka.InvalidArgument {
		t.Error(err)
	}
	if _, err := c.CartesianLimit(t.Context(), 1); err != nil {
		t.Error(err)
	}
	var ended *franka.ControlError
	err := c.Torques(t.Context(), franka.Loop{}, func(*franka.State, time.Duration, *[franka.Joints]float64) bool { return true })
	if !errors.As(err, &ended) || ended.Status != franka.InvalidArgument {
		t.Error(err)
	}
	if text := <-x.notices; text != remote.ErrTorque.Error() {
		t.Error(text)
	}
	var m float64
	x.robot.Do(func(r *box.Robot) { m = r.State().MLoad })
	if m != 0.5 {
		t.Errorf("the robot carries %v kg", m)
	}
}

// TestForeignStop: a client stops its motion and begins another; a robot whose user stop is pressed takes none.
func TestForeignStop(t *testing.T) {
	x := stage(t, impair.Config{})
	c := dial(t, x.at)
	var once sync.Once
	var ended *franka.ControlError
	err := c.JointPositions(t.Context(), franka.Loop{}, func(*franka.State, time.Duration, *[franka.Joints]float64) bool {
		once.Do(func() {
			go func() {
				if err := c.Stop(context.Background()); err != nil {
					t.Error(err)
				}
			}()
		})
		return false
	})
	if !errors.As(err, &ended) || ended.Status != franka.Preempted {
		t.Error(err)
	}
	if err := swing(c, t, franka.Loop{}); err != nil {
		t.Error(err)
	}
	x.robot.Do(func(r *box.Robot) { r.UserStop(true) })
	var s franka.State
	for s.Mode != franka.ModeUserStopped {
		if err := c.Read(&s); err != nil {
			t.Fatal(err)
		}
	}
	if err := swing(c, t, franka.Loop{}); !errors.As(err, &ended) || ended.Status != franka.NotPossible {
		t.Error(err)
	}
}

// TestForeignRejoins: the client stays connected while the interface is started again, and moves the arm after a recovery.
func TestForeignRejoins(t *testing.T) {
	x := stage(t, impair.Config{})
	c := dial(t, x.at)
	x.restart()
	for text := range x.notices {
		if text == "the interface is back" {
			break
		}
	}
	var s franka.State
	if err := c.Read(&s); err != nil {
		t.Fatal(err)
	}
	if err := swing(c, t, franka.Loop{}); err != nil {
		t.Error(err)
	}
}
