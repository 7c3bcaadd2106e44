package shadow

import (
	"context"
	"errors"
	"math"
	"runtime"
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
	shadow  *Shadow
	at      string // FCI of the shadow
	notices chan string
	face    string // the interface's address
	restart func()
}

// stage sets a scene up on which a machine without time for it only takes longer.
func stage(t *testing.T, line impair.Config) *scene { return stageFor(t, line, franka.Version5) }

// stageFor is stage with a robot of a protocol.
func stageFor(t *testing.T, line impair.Config, v franka.Version) *scene {
	t.Helper()
	const patient = time.Minute
	x := &scene{notices: make(chan string, 4096)}
	var err error
	if x.robot, err = box.Simulate(box.ServerConfig{Listen: "127.0.0.1:0", Patience: patient}, box.Config{Version: v}); err != nil {
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
		Interface: proxy.Addr(), Link: remote.Config{Version: v, Compression: link.Delta, StopAfter: 1000, Resume: true}, Patience: patient,
		Notice: func(text string) { x.notices <- text },
	})
	if err != nil {
		t.Fatal(err)
	}
	background(t, s.Run)
	x.shadow = s
	fci, err := box.ListenFor(box.ServerConfig{Listen: "127.0.0.1:0", Patience: patient, Period: s.Period}, v, s)
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

// starved tells whether a motion ended as there were no commands for the second that is the most a link can bridge, for which
// a machine without time suffices.
func starved(err error) bool {
	var ended *franka.ControlError
	return errors.As(err, &ended) && ended.Reasons == late()
}

// fed makes a motion again if the machine has starved it.
func fed(t *testing.T, c *franka.Client, move func() error) error {
	t.Helper()
	err := move()
	for n := 0; n < 4 && starved(err); n++ {
		if err := c.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		err = move()
	}
	return err
}

// TestForeignMotion: a client of FCI moves a robot behind a bad line, and reads of it what it commanded.
func TestForeignMotion(t *testing.T) {
	for _, line := range []impair.Config{{}, {Seed: 3, Delay: 8 * time.Millisecond, Jitter: 2 * time.Millisecond, Loss: 0.05, Duplicate: 0.02}} {
		x := stage(t, line)
		c := dial(t, x.at)
		var before [franka.Joints]float64
		err := fed(t, c, func() error {
			before = x.joints()
			return swing(c, t, franka.Loop{})
		})
		if err != nil {
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

// moved makes a motion until it has moved something by want: where the machine has no time, a robot holds a velocity for longer or
// leaves it out, which makes it inexact.
func moved(t *testing.T, c *franka.Client, what string, want, within float64, at func() float64, move func() error) {
	t.Helper()
	var by []float64
	for range 5 {
		var from float64
		err := fed(t, c, func() error {
			from = at()
			return move()
		})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		by = append(by, at()-from)
		if math.Abs(by[len(by)-1]-want) < within {
			return
		}
	}
	t.Errorf("%s: moved by %v, not %v", what, by, want)
}

// TestForeignGenerators: the three other generators run as on the spot.
func TestForeignGenerators(t *testing.T) {
	x := stage(t, impair.Config{})
	c := dial(t, x.at)
	n := 0
	wave := func(top float64) (v float64, last bool) { // its mean is half of top, for 300 ms
		n++
		s := math.Sin(math.Pi * float64(n) / 300)
		return top * s * s, n == 300
	}
	moved(t, c, "velocities of joints", 0.045, 0.015, func() float64 { return x.joints()[6] }, func() error {
		n = 0
		return c.JointVelocities(t.Context(), franka.Loop{}, func(_ *franka.State, _ time.Duration, dq *[franka.Joints]float64) (last bool) {
			dq[6], last = wave(0.3)
			return last
		})
	})
	height := func() (z float64) { x.robot.Do(func(r *box.Robot) { z = r.State().OTEE[14] }); return z }
	moved(t, c, "velocities of the tool", 0.015, 0.005, height, func() error {
		n = 0
		o := franka.Loop{Controller: franka.CartesianImpedance}
		return c.CartesianVelocities(t.Context(), o, func(_ *franka.State, _ time.Duration, v *[6]float64) (last bool) {
			v[2], last = wave(0.1)
			return last
		})
	})
	var from, up float64
	moved(t, c, "poses", 0.015, 2e-3, height, func() error {
		n, up = 0, 0
		return c.CartesianPoses(t.Context(), franka.Loop{}, func(s *franka.State, _ time.Duration, to *franka.Pose) bool {
			if n == 0 {
				from = s.OTEEc[14]
			}
			v, last := wave(0.1)
			up += float64(v * 1e-3)
			to[14] = from + up
			return last
		})
	})
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

// TestForeignDescription: a client is told of the arm what the robot itself says.
func TestForeignDescription(t *testing.T) {
	for _, v := range []franka.Version{franka.Version9, franka.Version10} {
		x := stageFor(t, impair.Config{}, v)
		q := franka.Request{Kind: franka.GetRobotModel}
		got, done := x.shadow.Handle(&q)
		var want franka.Response
		x.robot.Do(func(r *box.Robot) { want, _ = r.Handle(&q) })
		if !done || len(got.Data) == 0 || string(got.Data) != string(want.Data) {
			t.Errorf("protocol %d: %d bytes, the robot's has %d", v, len(got.Data), len(want.Data))
		}
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

// TestForeignDeviations: what a program's Move allows the arm to be off by reaches the robot, which ends a motion that is off by
// more.
func TestForeignDeviations(t *testing.T) {
	x := stage(t, impair.Config{})
	c := dial(t, x.at)
	tiny := franka.Deviation{Translation: 1e-12, Rotation: 1e-12, Elbow: 1e-12}
	for _, row := range []struct {
		name string
		o    franka.Loop
		want franka.Error
	}{{"on the way", franka.Loop{Path: tiny}, franka.MaxPathPoseDeviationViolation}, {"at the end", franka.Loop{Goal: tiny}, franka.MaxGoalPoseDeviationViolation}} {
		if err := swing(c, t, row.o); err == nil {
			t.Errorf("%s: the motion was not ended", row.name)
		}
		var got franka.Errors // the robot's, to which the end of a motion takes a cycle or two
		until(t, func() (there bool) {
			x.robot.Do(func(r *box.Robot) { got, there = r.State().LastErrors, r.State().Mode == franka.ModeReflex })
			return there
		})
		if got != franka.Errors(0).With(row.want) {
			t.Errorf("%s: the robot says %v", row.name, got)
		}
		if err := c.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		x.robot.Do(func(r *box.Robot) {
			if r.State().Mode != franka.ModeIdle {
				t.Errorf("%s: behind a recovery the robot is in mode %v", row.name, r.State().Mode)
			}
		})
	}
	if err := swing(c, t, franka.Loop{Path: franka.Deviation{Translation: 0.5, Rotation: 1, Elbow: 1}}); err != nil {
		t.Errorf("within what it allows: %v", err)
	}
}

// TestRecoveryReachesTheRobot, though the newest state that has come is older than the motion's end.
func TestRecoveryReachesTheRobot(t *testing.T) {
	x := stage(t, impair.Config{})
	c := dial(t, x.at)
	if err := swing(c, t, franka.Loop{Path: franka.Deviation{Translation: 1e-12, Rotation: 1e-12, Elbow: 1e-12}}); err == nil {
		t.Fatal("the motion was not ended")
	}
	mode := func(want franka.Mode) {
		until(t, func() (there bool) {
			x.robot.Do(func(r *box.Robot) { there = r.State().Mode == want })
			return there
		})
	}
	mode(franka.ModeReflex)
	x.shadow.mu.Lock()
	x.shadow.newest.Mode, x.shadow.reflex = franka.ModeIdle, late()
	x.shadow.mu.Unlock()
	if _, done := x.shadow.Handle(&franka.Request{Kind: franka.AutomaticErrorRecovery}); done {
		t.Fatal("a recovery is answered without the robot")
	}
	mode(franka.ModeIdle)
}

// until waits for a condition; the test ends by its own limit where it never holds.
func until(t *testing.T, there func() bool) {
	t.Helper()
	for !there() {
		if t.Context().Err() != nil {
			t.Fatal(t.Context().Err())
		}
		runtime.Gosched()
	}
}
