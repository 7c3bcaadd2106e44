package steer

import (
	"fmt"
	"math"
	"os"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/robot/wheelchair"
	"github.com/sinew-robotics/sinew/robot/wheelchair/box"
	"github.com/sinew-robotics/sinew/sim/planar"
)

// rig is a wheelchair in a world, with its kit, its scanners, and what steers it.
type rig struct {
	world  *planar.World
	body   *planar.Body
	kit    *box.Kit
	client *wheelchair.Client
	lidars [2]*planar.Lidar
	seen   [2]uint64
	scans  []nav.Scan
	late   int // ticks that a command takes to the kit
	queue  []nav.Twist

	counts [2]int32
	begun  bool
	state  State
	near   *Eye
	guard  *Guard
	place  *locate.Locator // nil where nobody asks for the place

	blind func(i int, s *nav.Scan) // a fault of the scanners, or nil

	seat   seat
	moved  float64 // m
	ticks  int
	hard   int // emergency stops
	halted bool
	shift  float64
	calm   int // the tick from which on an emergency stop is over
	told   Verdict
	sent   nav.Twist
	cost   time.Duration
}

const tickLength = 20 * time.Millisecond

// params are those of the wheelchair.
func params() Params {
	return Params{Outline: planar.Wheelchair().Outline, Period: tickLength.Seconds(), Response: Response{Delay: 0.045, Lag: 0.12}}
}

func newRig(t testing.TB, world *planar.World, at nav.Pose, seed uint64) *rig {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	r := &rig{world: world, scans: make([]nav.Scan, 2), late: 1}
	var err error
	r.body, err = world.Add(planar.Wheelchair(), at)
	must(err)
	for i, mount := range planar.WheelchairScanners() {
		s := planar.TiM561(mount)
		s.Phase = time.Duration(i) * 31 * time.Millisecond
		r.lidars[i], err = world.AddLidar(r.body, s)
		must(err)
	}
	r.kit, err = box.New(box.Config{Seed: seed}, r.body, world.Now())
	must(err)
	line, err := r.kit.Dial()
	must(err)
	r.client = wheelchair.NewClient(line, 0)
	_, err = r.client.Hello()
	must(err)
	must(r.client.SetMode(wheelchair.Idle))
	must(r.client.SetMode(wheelchair.Remote))
	r.near, err = NewEye(params())
	must(err)
	r.guard, err = NewGuard(params())
	must(err)
	r.state.Doubt = math.Inf(1)
	r.seat.at = nav.Comfort().Seat
	return r
}

// tick lets 20 ms pass, takes what the devices tell, and drives what a driver wants.
func (r *rig) tick(t testing.TB, want func(*State) nav.Twist) {
	t.Helper()
	end := r.world.Now() + tickLength
	for r.world.Now() < end {
		r.world.Step()
		r.kit.Advance(r.world.Now())
		left, right := r.body.Rims() // what slips beyond is noise from one step to the next, which no seat feels
		r.seat.add(nav.Twist{V: (left + right) / 2, W: (right - left) / r.body.Vehicle().Track}, r.world.StepSize().Seconds(), r.halted)
	}
	r.ticks++
	r.moved += math.Abs(r.body.Twist().V) * tickLength.Seconds()
	if err := r.client.Poll(); err != nil {
		t.Fatal(err)
	}
	r.odometry()
	start := time.Now()
	r.look()
	if r.place != nil {
		start = start.Add(r.locate(t))
	}
	var twist nav.Twist
	twist, r.told = r.guard.Check(want(&r.state), &r.state, &r.near.Near)
	r.cost = max(r.cost, time.Since(start))
	if r.told.Doing == Stopping && !r.halted {
		r.hard++
		if os.Getenv("HARD") != "" {
			r.tell(twist)
		}
	}
	if r.told.Doing == Stopping {
		r.calm = r.ticks + 40
	}
	r.halted = r.ticks < r.calm
	r.state.Sent.Add(r.state.Time, twist)
	r.sent = twist
	r.queue = append(r.queue, twist)
	if len(r.queue) > r.late {
		if err := r.client.Drive(r.queue[0].V, r.queue[0].W); err != nil {
			t.Fatal(err)
		}
		r.queue = r.queue[1:]
	}
}

// tell prints what there is to know of an emergency stop.
func (r *rig) tell(twist nav.Twist) {
	p := r.body.Pose()
	d, what := r.world.Clearance(r.body)
	fmt.Printf("  hard at %.2f s %.2f %.2f %.2f moves %.2f %.2f sent %.2f %.2f why %v near %.3f true %.3f %v", r.state.Time, p.X, p.Y, p.Yaw, r.body.Twist().V, r.body.Twist().W, twist.V, twist.W, r.told.Reason, r.told.Clear, d, what.Kind)
	k := p.Mul(r.near.track.Frame(r.state.Odometry).Inv())
	for _, m := range r.near.movers {
		if m.person {
			q := p.Inv().Apply(k.Apply(m.at))
			v := nav.Pose{Yaw: k.Yaw - p.Yaw}.Apply(m.vel)
			fmt.Printf(" [person at %.2f %.2f v %.2f %.2f r %.2f]", q.X, q.Y, v.X, v.Y, m.radius)
		}
	}
	fmt.Println()
}

// odometry takes the kit's newest motion.
func (r *rig) odometry() {
	m := r.client.Motion
	v := r.body.Vehicle()
	if r.begun {
		way := func(i int, n int32) float64 {
			return float64(n-r.counts[i]) / float64(v.Counts) * 2 * math.Pi * v.Radius
		}
		left, right := way(0, m.Left), way(1, m.Right)
		r.state.Odometry = r.state.Odometry.Mul(nav.Twist{V: (left + right) / 2, W: (right - left) / v.Track}.Over(1))
	}
	r.begun, r.counts = true, [2]int32{m.Left, m.Right}
	r.state.Twist = nav.Twist{V: (m.Rims[0] + m.Rims[1]) / 2, W: (m.Rims[1] - m.Rims[0]) / v.Track}
	r.state.Time, r.state.Since = r.world.Now().Seconds(), m.Time.Seconds()
	_ = r.near.Move(r.state.Since, r.state.Odometry)
}

// look takes the scans that have ended.
func (r *rig) look() bool {
	fresh := false
	for i, l := range r.lidars {
		r.scans[i] = nav.Scan{}
		var s nav.Scan
		if n, _ := l.Latest(&s); n > r.seen[i] && s.Time <= r.state.Since {
			r.seen[i], r.scans[i], fresh = n, s, true
			if r.blind != nil {
				r.blind(i, &r.scans[i])
			}
		}
	}
	if fresh {
		r.near.See(r.scans)
		r.shift = max(r.shift, r.near.shift)
	}
	return fresh
}

// locate asks for the place on the map, and returns how long that took.
func (r *rig) locate(t testing.TB) time.Duration {
	start := time.Now()
	if err := r.place.Move(r.state.Since, r.state.Odometry); err != nil {
		t.Fatal(err)
	}
	if len(r.scans[0].Ranges)+len(r.scans[1].Ranges) > 0 {
		r.place.See(r.scans)
	}
	e := r.place.Estimate()
	r.state.Pose, r.state.Doubt = e.Pose, math.Inf(1)
	if e.State == locate.Converged {
		r.state.Doubt = math.Sqrt(max(e.Cov[0][0], e.Cov[1][1]))
	}
	return time.Since(start)
}

// seat measures what a person feels, but for emergency stops: acceleration and jerk at the seat, of means over 40 ms.
type seat struct {
	at          nav.Point
	last        nav.Twist
	past        []nav.Point // accelerations
	accel, jerk float64
}

func (s *seat) add(t nav.Twist, dt float64, skip bool) {
	dv, dw := (t.V-s.last.V)/dt, (t.W-s.last.W)/dt
	s.last = t
	a := nav.Point{X: dv - t.W*t.W*s.at.X, Y: t.V*t.W + dw*s.at.X}
	const n = 8
	if s.past = append(s.past, a); len(s.past) > 2*n {
		s.past = s.past[1:]
	}
	if skip {
		s.past = s.past[:0]
	}
	if len(s.past) < 2*n {
		return
	}
	var early, late nav.Point
	for i := range n {
		early, late = early.Add(s.past[i]), late.Add(s.past[n+i])
	}
	s.accel = max(s.accel, late.Norm()/n)
	j := late.Sub(early)
	s.jerk = max(s.jerk, j.Norm()/n/(n*dt))
}
