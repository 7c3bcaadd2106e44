package lemon

import (
	"context"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Lemons of the planners' comparison.
var (
	aside  = sim.Still{P: spatial.V(0.45, 0.15, 0.08)}
	swings = sim.Sine{Center: spatial.V(0.45, 0, 0.08), Amplitude: spatial.V(0, 0.1, 0), Period: 2 * time.Second}
)

// demo runs the whole program after a lemon on a path.
func demo(t *testing.T, p Params, path sim.Path, long time.Duration, ready func(*session)) (*Summary, *Report) {
	t.Helper()
	sum, rep, err := ran(context.Background(), options{Params: p, Fast: true, For: long, Seed: 1,
		hooks: hooks{rig: func(r *Rig) { r.World.Lemon().Path = path }, ready: ready}})
	if err != nil {
		t.Fatal(err)
	}
	return sum, rep
}

// beyond is the overshoot past a lemon that stands aside, and swing the greatest error behind time t, both in m.
func beyond(rep *Report, t float64) (over, swing float64) {
	for _, s := range rep.Metrics.Samples {
		over = max(over, s.P.Y-s.Goal.Y)
		if s.T > t {
			swing = max(swing, s.Error)
		}
	}
	return over, swing
}

// The thesis' planner keeps its known faults in the network, and the safety check keeps the limits.
func TestPlannersAtAStillLemon(t *testing.T) {
	for _, c := range []struct {
		planner                   string
		over1, over2, swing1, to2 float64 // mm
	}{
		{"servo", 0, 12, 0, 5}, // Initialization first leads it to its default position, whence the 10 mm
		{"thesis", 40, 80, 30, 120},
		{"thesis-proportional", 0, 1, 0, 4},
	} {
		p := DefaultParams()
		p.Planner = c.planner
		sum, rep := demo(t, p, aside, 6*time.Second, nil)
		over, swing := beyond(rep, 4)
		t.Logf("%s: overshoot %.1f mm, error from 4 s on at most %.1f mm", c.planner, over*1000, swing*1000)
		if over < c.over1/1000 || over > c.over2/1000 || swing < c.swing1/1000 || swing > c.to2/1000 {
			t.Errorf("%s: overshoot %.1f mm (want %g to %g), error from 4 s on %.1f mm (want %g to %g)",
				c.planner, over*1000, c.over1, c.over2, swing*1000, c.swing1, c.to2)
		}
		if sum.Violations != 0 || sum.StoppedCycles != 0 {
			t.Errorf("%s: %d limit violations, stopped for %d cycles", c.planner, sum.Violations, sum.StoppedCycles)
		}
	}
}

// A lemon that swings 0.1 m at 0.5 Hz, seen 30 times a second: ours follows to 3 mm, perception's error included.
func TestPlannersAtASwingingLemon(t *testing.T) {
	for _, c := range []struct {
		planner, path string
		from, to      float64 // mm rms
	}{
		{"servo", "cartesian", 0, 3}, {"servo", "joint", 0, 3},
		{"thesis", "cartesian", 8, 57}, {"thesis-proportional", "cartesian", 18, 65},
	} {
		p := DefaultParams()
		p.Planner, p.Path = c.planner, c.path
		sum, _ := demo(t, p, swings, 7*time.Second, nil)
		rms := *sum.TrackingRMS
		t.Logf("%s, %s: %.2f mm rms, %.2f mm at most", c.planner, c.path, rms, *sum.TrackingMax)
		if rms < c.from || rms > c.to {
			t.Errorf("%s, %s: %.2f mm rms, want %g to %g", c.planner, c.path, rms, c.from, c.to)
		}
		if sum.Violations != 0 || sum.StoppedCycles != 0 {
			t.Errorf("%s, %s: %d limit violations, stopped for %d cycles", c.planner, c.path, sum.Violations, sum.StoppedCycles)
		}
	}
}

// far goes 0.3 m to the side.
func far(b *bare, _ time.Duration) spatial.Pose {
	return spatial.Pose{P: b.home.P.Add(spatial.V(0, 0.3, 0)), R: b.home.R}
}

// The thesis' bug (Figure 16 and Table 1): a cycle a little quicker than the registers' refresh reads one value
// twice, now and then, and the planner takes that for a standstill.
func TestRegisterReadTwice(t *testing.T) {
	for _, moderator := range []bool{false, true} {
		p := DefaultParams()
		p.Planner, p.Moderator = "thesis", moderator
		p.Period, p.Deadline, p.StalePeriod = 10*time.Millisecond, 5*time.Millisecond, 10300*time.Microsecond
		b := newBare(t, p, nil, far)
		var now, last, before spatial.Vec3
		twice, collapses, n := 0, 0, 0
		tap(t, b, "planning.decoder.position", func(_ time.Duration, q *spatial.Pose) { last, now = now, q.P })
		tap(t, b, "robot.world_data", func(_ time.Duration, w *WorldData) {
			if n++; n > 2 && w.Pose.P == before && last.Dist(now) > 0.0003 {
				twice++
			}
			before = w.Pose.P
		})
		var speed, was float64
		tap(t, b, "planning.planner.next", func(_ time.Duration, plan *Plan) {
			from := now
			if moderator { // the plan goes on from the last command
				from = b.commanded.P
			}
			was, speed = speed, plan.Pose.P.Dist(from)/p.Period.Seconds()
			if was > 0.05 && was < 1 && speed < p.Acc*p.Period.Seconds()*1.01 { // it plans as if from rest: a' is all there is
				collapses++
			}
		})
		tap(t, b, "planning.safety.checked", func(_ time.Duration, c *Command) { b.commanded = c.Pose })
		b.run(t, 1500*time.Millisecond)
		t.Logf("moderator %v: %d readings twice under way, planned speed collapsed %d times", moderator, twice, collapses)
		if twice == 0 || moderator && collapses > 0 || !moderator && collapses < twice {
			t.Errorf("moderator %v: %d readings twice, planned speed collapsed %d times", moderator, twice, collapses)
		}
		if stale := b.net.Moderator.Stale; stale < twice {
			t.Errorf("moderator %v: counted %d stale readings of %d", moderator, stale, twice)
		}
	}
}

// braked checks a stop: along its line, and no longer than the limits need from the speed at which it began.
func braked(t *testing.T, name string, at, rest spatial.Vec3, v float64, p *Params) {
	t.Helper()
	way := v*v/(2*p.Acc) + v*p.Period.Seconds()
	if p.Jerk > 0 {
		way += v * p.Acc / (2 * p.Jerk)
	}
	t.Logf("%s: %.1f mm from %.3f m/s, %.1f mm allowed", name, at.Dist(rest)*1000, v, way*1000)
	if at.Dist(rest) > way*(1+1e-6) || v < 0.1 {
		t.Errorf("%s: %.2f mm from %.3f m/s, want %.2f at most", name, at.Dist(rest)*1000, v, way*1000)
	}
}

// The Moderator repairs readings, and yet sees an arm that really stops or is pushed aside.
func TestModeratorSeesCollisions(t *testing.T) {
	const when = 700 * time.Millisecond
	var held spatial.Pose
	for name, change := range map[string]func(time.Duration, *spatial.Pose){
		"stuck": func(now time.Duration, p *spatial.Pose) {
			if now < when {
				held = *p
			}
			*p = held
		},
		"pushed aside": func(now time.Duration, p *spatial.Pose) {
			if now >= when {
				p.P = p.P.Add(spatial.V(0, 0, 0.03))
			}
		},
	} {
		p := DefaultParams()
		b := newBare(t, p, change, far)
		var alarm time.Duration
		var verdict motion.Verdict
		tap(t, b, "planning.moderator.alarm", func(now time.Duration, v *motion.Verdict) {
			if alarm == 0 {
				alarm, verdict = now, *v
			}
		})
		s := watchStop(t, b)
		b.run(t, 1500*time.Millisecond)
		t.Logf("%s: %v after %v", name, verdict, alarm-when)
		if alarm < when || alarm > when+100*time.Millisecond {
			t.Errorf("%s: alarm at %v, want within 0.1 s of %v", name, alarm, when)
		}
		if !s.state.Stopped || !s.state.Rest {
			t.Errorf("%s: at the end %+v, want an emergency stop at rest", name, s.state)
		}
		braked(t, name, s.at, s.now, s.speed, &p)
	}
}

// stopWatch remembers where and at what speed the commands were when an emergency stop began.
type stopWatch struct {
	at, now, last spatial.Vec3
	speed         float64
	state         SafetyState
}

func watchStop(t *testing.T, b *bare) *stopWatch {
	t.Helper()
	s := &stopWatch{}
	tap(t, b, "planning.safety.checked", func(_ time.Duration, c *Command) { s.last, s.now = s.now, c.Pose.P })
	tap(t, b, "planning.safety.verdict", func(_ time.Duration, v *SafetyState) {
		if s.state = *v; !v.Stopped {
			s.at, s.speed = s.now, v.Speed
		}
	})
	return s
}

// A push that the control box itself notices ends in its error 31; nothing moves afterwards.
func TestBoxSeesCollision(t *testing.T) {
	p := DefaultParams()
	b := newBare(t, p, nil, far)
	b.do[700*time.Millisecond] = func() {
		b.rig.Plant.(*sim.Arm).SetWrench(spatial.Wrench{Force: spatial.V(0, -250, 0)})
	}
	b.do[900*time.Millisecond] = func() { b.rig.Plant.(*sim.Arm).SetWrench(spatial.Wrench{}) }
	var ready bool
	tap(t, b, "robot.world_data", func(_ time.Duration, w *WorldData) { ready = w.Ready })
	b.run(t, 2*time.Second)
	var q, dq [Joints]float64
	b.rig.Box.Joints(q[:], dq[:])
	if b.error() != xarm.ErrorCollision || ready {
		t.Errorf("%v, ready %v", b.error(), ready)
	}
	for i, v := range dq {
		if math.Abs(v) > 1e-3 {
			t.Errorf("joint %d still turns at %g rad/s", i, v)
		}
	}
}

func TestEmergencyStopDistance(t *testing.T) {
	for _, path := range []string{"cartesian", "joint"} {
		for _, jerk := range []float64{1e5, 20} {
			p := DefaultParams()
			p.Path, p.Jerk, p.Low[1], p.High[1] = path, jerk, -0.45, 0.45
			b := newBare(t, p, nil, func(b *bare, now time.Duration) spatial.Pose {
				side := -0.3
				if now > 1500*time.Millisecond {
					side = 0.4
				}
				return spatial.Pose{P: spatial.V(b.home.P.X, side, b.home.P.Z), R: b.home.R}
			})
			b.do[2200*time.Millisecond] = func() { b.net.Operator.Order.Schedule(OperatorStop, 0) }
			s := watchStop(t, b)
			var tip spatial.Vec3
			tap(t, b, "planning.safety.verdict", func(_ time.Duration, v *SafetyState) {
				if s.state = *v; !v.Stopped {
					s.at, s.speed, tip = s.now, v.Speed, b.rig.Box.Pose().P
				}
			})
			b.run(t, 3200*time.Millisecond)
			name := path + ", jerk " + map[float64]string{1e5: "unlimited", 20: "20 m/s³"}[jerk]
			if s.speed < 0.499 || !s.state.Rest {
				t.Errorf("%s: stopped from %.4f m/s, at the end %+v", name, s.speed, s.state)
			}
			braked(t, name, s.at, s.now, s.speed, &p)
			end := b.rig.Box.Pose().P
			t.Logf("%s: the arm itself %.1f mm, %.2f mm from the last command", name, tip.Dist(end)*1000, end.Dist(s.now)*1000)
			if end.Dist(s.now) > 0.001 || tip.Dist(end) > s.at.Dist(s.now)+0.012 {
				t.Errorf("%s: the arm went %.1f mm and stands %.1f mm from the last command", name, tip.Dist(end)*1000, end.Dist(s.now)*1000)
			}
		}
	}
}

// jointWatch measures the joint commands by differences, and the arm's own speeds.
type jointWatch struct {
	q            [4][Joints]float64
	n            int
	v, a, j      float64 // the greatest share of each limit
	speed, angle float64 // of the arm itself: the greatest share of the speed limit, and of the range
}

func (w *jointWatch) see(p *Params, b *Rig, n *Network, c *Command) {
	copy(w.q[:], w.q[1:])
	w.q[3] = c.Q
	w.n++
	dt := p.Period.Seconds()
	var q, dq [Joints]float64
	b.Box.Joints(q[:], dq[:])
	for i := range Joints {
		l := n.Joints.chain.Limit(i)
		d := func(k int) float64 { return (w.q[k][i] - w.q[k-1][i]) / dt }
		if w.n > 3 {
			w.v = max(w.v, math.Abs(d(3))/l.Velocity)
			w.a = max(w.a, math.Abs(d(3)-d(2))/dt/xarm.JointAcc)
			w.j = max(w.j, math.Abs(d(3)-2*d(2)+d(1))/dt/dt/xarm.JointJerk)
		}
		w.speed = max(w.speed, math.Abs(dq[i])/l.Velocity)
		w.angle = max(w.angle, math.Abs(2*q[i]-l.Upper-l.Lower)/(l.Upper-l.Lower))
	}
}

func (w *jointWatch) check(t *testing.T, name string) {
	t.Helper()
	t.Logf("%s: joint speed at %.3f, acceleration at %.3f, jerk at %.3f of the limits; the arm's speed at %.3f", name, w.v, w.a, w.j, w.speed)
	const tol = 1 + 1e-5
	if w.v > tol || w.a > tol || w.j > tol || w.speed > 1.05 || w.angle > 1 || w.n < 10 {
		t.Errorf("%s: shares of the limits %+v", name, *w)
	}
}

func TestJointPathKeepsJointLimits(t *testing.T) {
	for _, jerk := range []float64{100, 1000} {
		p := DefaultParams()
		p.Path, p.Jerk, p.Lemon = "joint", jerk, "wander"
		var w jointWatch
		path, err := sim.NamedPath(p.Lemon, 1)
		if err != nil {
			t.Fatal(err)
		}
		sum, _ := demo(t, p, path, 5*time.Second, func(s *session) {
			if err := record.Tap(s.rec, "planning.joints.command", func(_ reactor.Tag, c *Command) { w.see(&p, s.rig, s.net, c) }); err != nil {
				t.Fatal(err)
			}
		})
		w.check(t, "demo")
		if *sum.TrackingRMS > 4 || sum.StoppedCycles != 0 || sum.ReadingFaults != 0 {
			t.Errorf("jerk %g: %.2f mm rms, %d cycles stopped, %d faults", jerk, *sum.TrackingRMS, sum.StoppedCycles, sum.ReadingFaults)
		}
	}
}

// halt is a motion at which the box halts if nothing foresees it: out to a place, and home again.
type halt struct {
	name  string
	out   func(home spatial.Pose, now time.Duration) spatial.Pose
	speed float64
	back  time.Duration // when the target is home again
}

// place is a target that stands still, turned from the home orientation by a rotation vector.
func place(p, turn spatial.Vec3) func(spatial.Pose, time.Duration) spatial.Pose {
	return func(home spatial.Pose, _ time.Duration) spatial.Pose {
		return spatial.Pose{P: p, R: spatial.Exp(turn).Mul(home.R)}
	}
}

// Where the box's inverse kinematics would halt the arm, ours goes on, as near as the joints let it, and comes back; with
// the box's the arm is held before it gets there.
func TestBothPathsGoOn(t *testing.T) {
	screw := func(home spatial.Pose, now time.Duration) spatial.Pose { // more turns than the last joint has
		a := 0.9 * now.Seconds()
		return spatial.Pose{P: home.P, R: spatial.Exp(spatial.V(0, 0, max(0, min(a, 14.4-a)))).Mul(home.R)}
	}
	for _, c := range []halt{
		{"singular, arm stretched", place(spatial.V(0.33, -0.04, 0.79), spatial.Vec3{}), 0.5, 4 * time.Second},
		{"singular, slowly", place(spatial.V(0.38827, -0.28136, 0.68038), spatial.Vec3{}), 0.15, 7 * time.Second},
		{"joint limit", screw, 0.5, 16 * time.Second},
		{"self-collision", place(spatial.V(0.15902, -0.04837, 0.04836), spatial.V(0, 0, -1.2)), 0.15, 7 * time.Second},
	} {
		for _, path := range []string{"cartesian", "joint"} {
			goesOn(t, c, path)
		}
	}
}

func goesOn(t *testing.T, c halt, path string) {
	p := DefaultParams()
	p.Path, p.Speed = path, c.speed
	if c.speed < 0.5 {
		p.AngSpeed = 0.3
	}
	p.Low, p.High = [3]float64{-0.7, -0.7, 0.02}, [3]float64{0.7, 0.7, 0.95}
	b := newBare(t, p, nil, func(b *bare, now time.Duration) spatial.Pose {
		if now < time.Second/2 || now > c.back {
			return b.home
		}
		return c.out(b.home, now)
	})
	stopped := 0
	tap(t, b, "planning.safety.verdict", func(_ time.Duration, s *SafetyState) {
		if s.Stopped {
			stopped++
		}
	})
	var w jointWatch
	if path == "joint" {
		tap(t, b, "planning.joints.command", func(_ time.Duration, c *Command) { w.see(&p, b.rig, b.net, c) })
	}
	b.run(t, min(2*c.back, c.back+5*time.Second))
	way := spatial.Delta(b.rig.Box.Pose(), b.home)
	t.Logf("%s, %s: error %d, stopped for %d cycles, at the end %.1f mm and %.3f rad from home", c.name, path, b.error(), stopped, way.Lin.Norm()*1000, way.Ang.Norm())
	degraded := uint64(b.net.Safety.k.Count[safety.Limited])
	if path == "joint" {
		degraded = b.net.Joints.Degraded
		w.check(t, c.name)
	}
	if b.error() != 0 || stopped != 0 || way.Lin.Norm() > 0.005 || degraded == 0 {
		t.Errorf("%s, %s: error %d, stopped for %d cycles, %.1f mm from home, degraded %d", c.name, path, b.error(), stopped, way.Lin.Norm()*1000, degraded)
	}
}

// A cycle of the planning network, the driver, the wire and the simulated box allocates nothing.
func TestPlanningCycleDoesNotAllocate(t *testing.T) {
	for _, path := range []string{"cartesian", "joint"} {
		p := DefaultParams()
		p.Path = path
		b := newBare(t, p, nil, func(b *bare, now time.Duration) spatial.Pose {
			return spatial.Pose{P: b.home.P.Add(spatial.V(0, 0.1*math.Sin(3*now.Seconds()), 0)), R: b.home.R}
		})
		var from, to runtime.MemStats
		b.do[1000*time.Millisecond] = func() { runtime.ReadMemStats(&from) }
		b.do[2000*time.Millisecond] = func() { runtime.ReadMemStats(&to) }
		b.run(t, 2100*time.Millisecond)
		per := float64(to.Mallocs-from.Mallocs) / 250
		if per > 0.02 {
			t.Errorf("%s: %.3f allocations per cycle", path, per)
		}
	}
}
