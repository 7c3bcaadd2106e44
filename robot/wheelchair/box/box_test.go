package box

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/hw/hwtest"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/robot/wheelchair"
	"github.com/sinew-robotics/sinew/sim/planar"
)

var _ hw.Stater = (*wheelchair.Driver)(nil)
var _ hw.Limiter = (*wheelchair.TwistLimits)(nil)

// rig is a wheelchair with its kit in an empty hall.
type rig struct {
	testing.TB
	w    *planar.World
	body *planar.Body
	kit  *Kit
}

func newRig(t testing.TB, c Config) *rig {
	t.Helper()
	g, err := nav.NewGrid(400, 400, 0.05, nav.Point{X: -10, Y: -10})
	if err != nil {
		t.Fatal(err)
	}
	w, err := planar.New(planar.Config{Map: g})
	if err != nil {
		t.Fatal(err)
	}
	v := planar.Wheelchair()
	v.Slip, v.Uneven = 0, 0
	b, err := w.Add(v, nav.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := New(c, b, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &rig{t, w, b, k}
}

func (r *rig) pass(d time.Duration) {
	for end := r.w.Now() + d; r.w.Now() < end; {
		r.kit.Advance(r.w.Now())
		r.w.Step()
	}
	r.kit.Advance(r.w.Now())
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *rig) speed() float64 { return math.Abs(r.body.Twist().V) + math.Abs(r.body.Twist().W) }

// client connects one, in the mode Remote.
func (r *rig) client() *wheelchair.Client {
	r.Helper()
	conn, err := r.kit.Dial()
	r.must(err)
	c := wheelchair.NewClient(conn, 0)
	_, err = c.Hello()
	r.must(err)
	r.must(c.SetMode(wheelchair.Remote))
	return c
}

// drive commands velocities for so long, every 20 ms.
func (r *rig) drive(c *wheelchair.Client, d time.Duration, v, w float64) {
	r.Helper()
	for end := r.w.Now() + d; r.w.Now() < end; {
		r.must(c.Drive(v, w))
		r.pass(wheelchair.Period)
		r.must(c.Poll())
	}
}

func open(t testing.TB, f Faults, lossy bool) hwtest.Rig {
	r := newRig(t, Config{Faults: f})
	d, err := wheelchair.NewDriver(wheelchair.DriverConfig{Dial: r.kit.Dial})
	r.must(err)
	move := func(_ string, i int, _, c []float64) {
		k := min(float64(i), 1)
		c[0], c[1] = 0.04*k, 0.02*k
	}
	return hwtest.Rig{
		Driver: d, Pass: r.pass, Speed: r.speed, Break: r.kit.Break, Lossy: lossy,
		Hold: func(g string, s, c []float64) { move(g, 0, s, c) }, Move: move,
	}
}

func TestDriverConforms(t *testing.T) {
	hwtest.TestDriver(t, func(t testing.TB) hwtest.Rig { return open(t, Faults{}, false) })
	t.Run("junk", func(t *testing.T) {
		hwtest.TestDriver(t, func(t testing.TB) hwtest.Rig { return open(t, Faults{Junk: 0.3}, true) })
	})
	t.Run("garbage", func(t *testing.T) {
		hwtest.TestDriver(t, func(t testing.TB) hwtest.Rig { return open(t, Faults{Garbage: 0.01}, true) })
	})
}

// The kit says what it is, drives as it is told, and measures what it does.
func TestDrives(t *testing.T) {
	r := newRig(t, Config{})
	c := r.client()
	if w := c.Welcome(); w.Track != 0.56 || w.Radius != 0.17 || w.Counts != 1024 || w.Version != wheelchair.Version {
		t.Errorf("%+v", w)
	}
	r.drive(c, 2*time.Second, 0.5, 0.2)
	if s := r.body.Twist(); math.Abs(s.V-0.5) > 0.002 || math.Abs(s.W-0.2) > 0.002 {
		t.Errorf("it does %v", s)
	}
	m := c.Motion
	if math.Abs(m.Rims[0]-(0.5-0.056)) > 0.002 || math.Abs(m.Rims[1]-(0.5+0.056)) > 0.002 || m.Left >= m.Right || m.Mode != wheelchair.Remote {
		t.Errorf("%+v", m)
	}
	if s := c.Status; s.Faults != 0 || s.Battery < 24 || s.Charge < 0.89 || s.Charge > 0.9 {
		t.Errorf("%+v", s)
	}
	// The line is used to less than a quarter.
	if rate := float64(r.kit.Counters().Sent) / r.w.Now().Seconds(); rate > wheelchair.Baud/10/4 {
		t.Errorf("%.0f bytes a second", rate)
	}
	r.must(c.SetLimits(wheelchair.Limits{V: 0.3, Back: 0.1, W: 0.1, A: 1, Alpha: 1, J: 10, Angled: 10}))
	r.drive(c, 2*time.Second, 1, -1)
	if s := r.body.Twist(); math.Abs(s.V-0.3) > 0.002 || math.Abs(s.W+0.1) > 0.002 {
		t.Errorf("with narrower limits it does %v", s)
	}
	var f wheelchair.Frame
	f.SetLimits(wheelchair.Limits{V: 3})
	_, err := r.kit.line.Write(f.Append(nil))
	r.must(err)
	if r.kit.limits.V != 0.3 {
		t.Error("limits beyond what the kit can do are taken")
	}
}

// A silent master stops the wheelchair: the stop begins within 100 ms and a cycle, and ends soon; then the master can go on.
func TestWatchdog(t *testing.T) {
	r := newRig(t, Config{})
	c := r.client()
	r.drive(c, 2*time.Second, 1, 0)
	r.must(c.Drive(1, 0))
	begins, stands := time.Duration(0), time.Duration(0)
	for d := cycle; d < 3*time.Second; d += cycle {
		r.pass(cycle)
		if v, _ := r.kit.Twist(); v < 1-1e-9 && begins == 0 {
			begins = d
		}
		if r.speed() == 0 && stands == 0 {
			stands = d
		}
	}
	if begins == 0 || begins > wheelchair.Watchdog+2*cycle || stands == 0 || stands > 1500*time.Millisecond {
		t.Errorf("the stop begins after %v and ends after %v", begins, stands)
	}
	if r.kit.Faulty() != wheelchair.Silent || r.kit.Counters().Falls != 1 {
		t.Errorf("faults: %v", r.kit.Faulty())
	}
	r.drive(c, time.Second, 0.4, 0)
	if s := r.body.Twist(); math.Abs(s.V-0.4) > 0.01 || r.kit.Faulty() != 0 {
		t.Errorf("after that it does %v, faults: %v", s, r.kit.Faulty())
	}
}

// An emergency stop is as quick as the motors can, and nothing moves until the mode is Idle and Remote again.
func TestEmergencyStop(t *testing.T) {
	r := newRig(t, Config{})
	c := r.client()
	r.drive(c, 2*time.Second, 1, 0)
	x := r.body.Pose().X
	r.must(c.Stop(wheelchair.AtOnce))
	r.pass(time.Second)
	if d := r.body.Pose().X - x; d > 0.25 || r.speed() > 0 {
		t.Errorf("it stops within %.2f m, and does %g", d, r.speed())
	}
	r.drive(c, 500*time.Millisecond, 1, 0)
	if err := c.SetMode(wheelchair.Remote); !errors.Is(err, wheelchair.BadMode) || r.speed() > 0 {
		t.Errorf("%v, speed %g", err, r.speed())
	}
	if c.Status.Faults != wheelchair.Emergency || c.Motion.Mode != wheelchair.Halted {
		t.Errorf("faults: %v, mode %v", c.Status.Faults, c.Motion.Mode)
	}
	r.must(c.SetMode(wheelchair.Idle))
	r.must(c.SetMode(wheelchair.Remote))
	r.drive(c, time.Second, 0.5, 0)
	if r.speed() < 0.4 {
		t.Errorf("it does %g", r.speed())
	}
}

// A wheel that is stuck stops the wheelchair and is told; so do a wall in the way and a broken line.
func TestStuckWheel(t *testing.T) {
	r := newRig(t, Config{})
	c := r.client()
	r.body.Stick(planar.Right, true)
	r.drive(c, 1500*time.Millisecond, 0.3, 0)
	if c.Status.Faults != wheelchair.RightStuck || c.Motion.Mode != wheelchair.Idle || r.speed() > 0 {
		t.Errorf("faults: %v, mode %v, speed %g", c.Status.Faults, c.Motion.Mode, r.speed())
	}
	r.body.Stick(planar.Right, false)
	r.must(c.SetMode(wheelchair.Remote))
	r.drive(c, time.Second, 0.3, 0)
	if r.speed() < 0.25 || c.Status.Faults != 0 {
		t.Errorf("speed %g, faults: %v", r.speed(), c.Status.Faults)
	}
	r.kit.Break()
	if err := c.Drive(0.3, 0); !errors.Is(err, wheelchair.ErrClosed) {
		t.Errorf("over a broken line: %v", err)
	}
	r.pass(2 * time.Second)
	if r.speed() > 0 {
		t.Errorf("with a broken line it does %g", r.speed())
	}
}

// In the mode Native the stick on board drives, whatever the master says, within what a passenger likes at the seat.
func TestNative(t *testing.T) {
	r := newRig(t, Config{})
	c := r.client()
	r.must(c.SetMode(wheelchair.Native))
	const h = 0.02 // s, over which differences are taken
	var last, before nav.Point
	var acceleration, jerk float64
	var seats []nav.Point
	sticks := [][2]float64{{1, 0}, {1, 1}, {0, 1}, {0, -1}, {1, -1}, {-1, 0}, {-1, 1}, {1, 0}, {0, 0}}
	for i := range 9 * 60 {
		s := sticks[i/60]
		r.kit.Stick(s[0], s[1], 3)
		r.must(c.Drive(1, 1))
		r.pass(wheelchair.Period)
		r.must(c.Poll())
		seats = append(seats, r.body.Pose().Apply(nav.Point{X: 0.35}))
	}
	for i := 1; i < len(seats); i++ {
		v := nav.Point{X: (seats[i].X - seats[i-1].X) / h, Y: (seats[i].Y - seats[i-1].Y) / h}
		a := nav.Point{X: (v.X - last.X) / h, Y: (v.Y - last.Y) / h}
		if i > 2 {
			acceleration = max(acceleration, a.Norm())
			jerk = max(jerk, a.Sub(before).Norm()/h)
		}
		last, before = v, a
	}
	t.Logf("at the seat at most %.2f m/s² and %.2f m/s³", acceleration, jerk)
	if acceleration > 1 || jerk > 2 || acceleration < 0.3 {
		t.Errorf("at the seat %.2f m/s² and %.2f m/s³", acceleration, jerk)
	}
	r.kit.Stick(0.5, -0.25, 5)
	r.pass(100 * time.Millisecond)
	r.must(c.Poll())
	if s := c.Status; s.X != 0.5 || s.Y != -0.25 || s.Buttons != 5 || s.Mode != wheelchair.Native {
		t.Errorf("%+v", s)
	}
}

// A driver behind a claimed handle with limits reaches the wheels; what is absurd does not. A mute kit is noticed.
func TestCommander(t *testing.T) {
	r := newRig(t, Config{})
	d, err := wheelchair.NewDriver(wheelchair.DriverConfig{Dial: r.kit.Dial})
	r.must(err)
	claims, err := hw.NewClaims(d.Info())
	r.must(err)
	limits, err := wheelchair.NewTwistLimits(wheelchair.Limits{V: 0.5, Back: 0.2, W: 0.5, A: 0.8, Alpha: 1, J: 2, Angled: 3}, wheelchair.Period)
	r.must(err)
	c, err := claims.Command("test", d, wheelchair.GroupTwist, limits)
	r.must(err)
	r.must(c.Enter(hw.Inactive))
	r.must(c.Enter(hw.Active))
	state := make([]float64, wheelchair.StateLen)
	for range 150 {
		r.must(c.Write([]float64{math.Inf(1), 9}))
		r.pass(wheelchair.Period)
		r.must(c.Read(state))
	}
	if r.speed() > 0 {
		t.Errorf("rejected commands move it: %g", r.speed())
	}
	last, most := 0.0, 0.0
	for range 150 {
		r.must(c.Write([]float64{5, -9}))
		r.pass(wheelchair.Period)
		r.must(c.Read(state))
		v, _ := r.kit.Twist()
		most = max(most, (v-last)/wheelchair.Period.Seconds())
		last = v
	}
	if math.Abs(state[wheelchair.StateV]-0.5) > 0.002 || math.Abs(state[wheelchair.StateW]+0.5) > 0.002 || most > 0.81 {
		t.Errorf("it does %g m/s and %g rad/s, accelerates by %g", state[wheelchair.StateV], state[wheelchair.StateW], most)
	}
	if !strings.Contains(c.String(), "jerk 2 m/s³") {
		t.Error(c.String())
	}
	if l, right := state[wheelchair.StateLeft], state[wheelchair.StateRight]; l <= right {
		t.Errorf("angles %g and %g", l, right)
	}
	r.kit.Faults.Mute = true
	for i := range 80 {
		r.pass(wheelchair.Period)
		if err = c.Read(state); err != nil && i < 10 {
			t.Fatalf("after %d periods: %v", i, err)
		}
	}
	if !errors.Is(err, hw.ErrState) || c.LifeCycle() != hw.Unconfigured {
		t.Errorf("a mute kit: %v, %v", err, c.LifeCycle())
	}
}
