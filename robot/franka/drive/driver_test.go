package drive

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"runtime"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/hw/hwtest"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var _ hw.Stater = (*Driver)(nil)

// rig is a driver on a simulated robot whose cycles wait for their commands.
type rig struct {
	t      testing.TB
	server *box.Server
	d      *Driver
	look   func(*box.Robot)
	id     uint64
	speed  float64
}

func newRig(t testing.TB, v franka.Version) *rig {
	t.Helper()
	b, err := box.New(box.Config{Version: v})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, server: box.NewServer(box.ServerConfig{Patience: time.Minute}, b, l)}
	r.look = func(b *box.Robot) {
		s := b.State()
		r.id, r.speed = s.ID, 0
		for _, v := range s.DQd {
			r.speed = max(r.speed, math.Abs(v))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.server.Serve(ctx) }()
	r.d, err = New(Config{Dial: func(ctx context.Context) (*franka.Client, error) {
		return franka.Dial(ctx, l.Addr().String(), franka.Options{
			Version: v, Timeout: time.Minute, StateTimeout: time.Minute,
		})
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.d.Enter(hw.Finalized)
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return r
}

// pass waits until the robot has lived through d.
func (r *rig) pass(d time.Duration) {
	r.server.Do(r.look)
	for until := r.id + uint64(d/time.Millisecond); r.id < until; r.server.Do(r.look) {
		time.Sleep(100 * time.Microsecond)
	}
}

func (r *rig) speedNow() float64 {
	r.server.Do(r.look)
	return r.speed
}

func (r *rig) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) up(group string) {
	r.t.Helper()
	r.must(r.d.Use(group))
	r.must(r.d.Enter(hw.Inactive))
	r.must(r.d.Enter(hw.Active))
}

// holdOrMove commands 0.5 mrad a cycle, or a velocity, after cycle 0.
func holdOrMove(group string, i int, state, command []float64) {
	clear(command)
	if group == GroupJointPosition {
		copy(command, state[StateQd:StateDQd])
		command[0] += 5e-4 * float64(i)
	} else {
		command[0] = min(float64(i), 1) * 0.1
	}
}

func TestDriverConforms(t *testing.T) {
	hwtest.TestDriver(t, func(t testing.TB) hwtest.Rig {
		r := newRig(t, franka.Version5)
		return hwtest.Rig{
			Driver: r.d, Pass: r.pass, Speed: r.speedNow, Break: func() { _ = r.d.Client().Close() },
			Hold: func(group string, state, command []float64) { holdOrMove(group, 0, state, command) },
			Move: holdOrMove,
		}
	})
}

// TestDriverGoesWhereItIsTold jumps with the target, and looks where the arm comes to rest.
func TestDriverGoesWhereItIsTold(t *testing.T) {
	t.Parallel()
	for v, near := range map[franka.Version]float64{franka.Version5: 1e-9, franka.Version10: 1e-6} { // states of 10 have 24 bits
		rest := 10 * near // rad/s: rounding to 24 bits never lets a joint rest entirely
		r := newRig(t, v)
		r.up(GroupJointPosition)
		state, q := make([]float64, StateLen), make([]float64, franka.Joints)
		r.must(r.d.Read(state))
		copy(q, state[StateQd:StateDQd])
		q[0], q[3] = 0.3, q[3]+0.2
		r.must(r.d.Write(q))
		for range 3000 {
			r.must(r.d.Read(state))
			if math.Abs(state[StateQd]-0.3) < near && math.Abs(state[StateDQd]) < rest {
				break
			}
			r.pass(time.Millisecond)
		}
		r.pass(50 * time.Millisecond)
		r.must(r.d.Read(state))
		if math.Abs(state[StateQd]-0.3) > near || math.Abs(state[StateQd+3]-q[3]) > near ||
			franka.Mode(state[StateMode]) != franka.ModeMove {
			t.Errorf("version %d: at %v, mode %v", v, state[StateQd:StateDQd], franka.Mode(state[StateMode]))
		}
		q[1] = 3
		if err := r.d.Write(q); !errors.Is(err, hw.ErrCommand) {
			t.Errorf("a target out of reach: %v", err)
		}
	}
}

// TestMotionsKeepTheRobotsLimits drives joints to both ends of their ranges, an FR3's with their bounds on velocity,
// and loses commands on the way. The robot, stepped by hand, must not object.
func TestMotionsKeepTheRobotsLimits(t *testing.T) {
	t.Parallel()
	for v, joints := range map[franka.Version][]int{franka.Version5: {3, 1}, franka.Version9: {4, 5, 0}} {
		b, err := box.New(box.Config{Version: v})
		if err != nil {
			t.Fatal(err)
		}
		cfg := Config{Speed: 0.45, DeadMan: time.Second} // of the last joints, as much as the end effector may turn
		m, err := newMotion(v, &cfg, false)
		if err != nil {
			t.Fatal(err)
		}
		if s := b.Move(franka.MoveRequest{
			Generator: franka.GenerateJointPosition, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation,
		}); s != franka.MotionStarted {
			t.Fatal(s)
		}
		for b.State().Mode != franka.ModeMove {
			b.Step(nil)
		}
		q, random := b.State().Qd, rand.New(rand.NewPCG(1, uint64(v)))
		for _, joint := range joints {
			high := m.limits[joint].Upper
			if joint == 1 {
				high = 0.2 // farther on the bent arm meets its base
			}
			for _, to := range []float64{m.limits[joint].Lower, high} {
				q[joint] = to
				m.write(q[:])
				drive(t, v, b, m, joint, to, random)
			}
		}
	}
}

// drive steps the robot until a joint has come to rest at q.
func drive(t *testing.T, v franka.Version, b *box.Robot, m *motion, joint int, q float64, random *rand.Rand) {
	t.Helper()
	gap, answered := 0, 0
	for n := range 60000 {
		s := b.State()
		if s.Mode != franka.ModeMove {
			t.Fatalf("version %d, joint %d at %g, to %g: %v", v, joint+1, s.Qd[joint], q, s.LastErrors)
		}
		if n > 1 && math.Abs(s.Qd[joint]-q) < 1e-9 && m.sampler.Left() == 0 {
			return
		}
		if answered++; answered > apart && random.IntN(50) == 0 {
			gap, answered = 1+random.IntN(lost), 0
		}
		if gap--; gap >= 0 {
			b.Step(nil)
			continue
		}
		var c franka.Command
		m.cycle(s, time.Millisecond, &c)
		c.ID = s.ID
		b.Step(&c)
	}
	t.Fatalf("version %d, joint %d at %g, to %g", v, joint+1, b.State().Qd[joint], q)
}

// TestDriverTellsWhyAMotionEnded aborts one and goes on after it.
func TestDriverTellsWhyAMotionEnded(t *testing.T) {
	t.Parallel()
	r := newRig(t, franka.Version5)
	r.up(GroupJointVelocity)
	command := make([]float64, franka.Joints)
	r.must(r.d.Write(command))
	r.server.Do(func(b *box.Robot) { b.Inject(franka.PowerLimitViolation) })
	for r.d.LifeCycle() == hw.Active {
		r.pass(time.Millisecond)
	}
	var e *franka.ControlError
	if err := r.d.Write(command); !errors.As(err, &e) || !e.Reasons.Has(franka.PowerLimitViolation) || !errors.Is(err, hw.ErrState) {
		t.Error(err)
	}
	if r.d.LifeCycle() != hw.Inactive {
		t.Errorf("it is %v", r.d.LifeCycle())
	}
	r.must(r.d.Enter(hw.Active))
	before := make([]float64, StateLen)
	r.must(r.d.Read(before))
	command[6] = 0.1
	r.must(r.d.Write(command))
	r.pass(400 * time.Millisecond) // nobody feeds the dead man's handle
	if v := r.speedNow(); v != 0 {
		t.Errorf("it still moves at %g", v)
	}
	state := make([]float64, StateLen)
	if r.must(r.d.Read(state)); math.Abs(state[StateQd+6]-before[StateQd+6]) < 5e-3 {
		t.Errorf("it moved by %g rad", state[StateQd+6]-before[StateQd+6])
	}
}

// TestBrokenConnectionIsSeenAtOnce breaks the connection while the loop still works on its last cycle.
func TestBrokenConnectionIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t, franka.Version5)
	r.up(GroupJointPosition)
	closed := make(chan error, 1)
	r.d.run.mu.Lock() // the loop waits here
	go func() { closed <- r.d.client.Close() }()
	for r.d.client.Err() == nil {
		runtime.Gosched()
	}
	if l := r.d.LifeCycle(); l != hw.Unconfigured {
		t.Errorf("the driver is %v", l)
	} else if err := r.d.Write(make([]float64, franka.Joints)); !errors.Is(err, hw.ErrState) || !errors.Is(err, franka.ErrClosed) {
		t.Error(err)
	}
	r.d.run.mu.Unlock()
	r.must(<-closed)
}
