package motion

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

func newServo(t testing.TB, c ServoConfig) *Servo {
	t.Helper()
	s, err := NewServo(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func withJerk(j float64) Limits {
	l := DefaultLimits()
	l.J = j
	return l
}

func at(x, y, z float64) spatial.Pose {
	p := spatial.Identity()
	p.P = spatial.V(x, y, z)
	return p
}

// differ watches a sequence of positions and fails when its differences break the limits.
type differ struct {
	l    Limits
	T    float64
	p    spatial.Vec3
	v, a spatial.Vec3
	fail func(string, ...any)
}

func (d *differ) see(p spatial.Vec3) {
	v := p.Sub(d.p).Scale(1 / d.T)
	a := v.Sub(d.v).Scale(1 / d.T)
	j := a.Sub(d.a).Norm() / d.T
	const tol = 1 + 1e-6
	if !p.Finite() || v.Norm() > d.l.V*tol || a.Norm() > d.l.A*tol+1e-9 || (d.l.J > 0 && j > d.l.J*tol+1e-6) {
		d.fail("position %v: speed %g, acceleration %g, jerk %g against %+v", p, v.Norm(), a.Norm(), j, d.l)
	}
	d.p, d.v, d.a = p, v, a
}

// Rest to rest over 0.3 m: no overshoot, and arrival within 1 % of the continuous optimum.
func TestServoArrivesOptimally(t *testing.T) {
	for _, j := range []float64{0, 20, 100, 1000} {
		for _, dir := range []spatial.Vec3{{X: 1}, {X: 0.6, Y: -0.8}, {X: 2. / 3, Y: 2. / 3, Z: 1. / 3}} {
			s := newServo(t, ServoConfig{Limits: withJerk(j)})
			s.Reset(at(0.1, 0, 0))
			goal := at(0.1, 0, 0)
			goal.P = goal.P.Add(dir.Scale(0.3))
			d := differ{l: s.c.Limits, T: s.c.T, p: s.cmd.P, fail: t.Fatalf}
			arrived := 0
			for n := 1; n < 500; n++ {
				s.Target(Sighting{Pose: goal})
				p, st := s.Next(Input{})
				d.see(p.P)
				if over := p.P.Sub(goal.P).Dot(dir); over > 1e-12 {
					t.Fatalf("jerk %g: %g m beyond the target", j, over)
				}
				if arrived == 0 && p.P.Dist(goal.P) <= 1e-6 {
					arrived = n
				}
				if n > arrived+2 && arrived > 0 && (st != Arrived || p.P.Dist(goal.P) > 1e-9) {
					t.Fatalf("jerk %g: %v and %g m off after arrival", j, st, p.P.Dist(goal.P))
				}
			}
			best := 0.3/0.5 + 0.5/2.0
			if j > 0 {
				best += 2 / j
			}
			if got := float64(arrived) * s.c.T; arrived == 0 || got > 1.01*best {
				t.Errorf("jerk %g, along %v: arrives after %.3f s, optimum %.3f s", j, dir, got, best)
			}
		}
	}
}

// From any motion to any target: the limits hold, it arrives, and it passes the target only as far as the
// stop that was already due would have.
func TestServoFromAnyStateToAnyTarget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := withJerk(rapid.SampledFrom([]float64{0, 20, 100, 1000}).Draw(t, "J"))
		s, err := NewServo(ServoConfig{Limits: l})
		if err != nil {
			t.Fatal(err)
		}
		start := State{P: drawVec(t, "p", 0.5), V: drawVec(t, "v", 0.5), A: drawVec(t, "a", 2)}
		if !s.law.Viable(start, nil) {
			start.A = spatial.Vec3{}
		}
		goal := spatial.Pose{P: drawVec(t, "goal", 0.5), R: spatial.Exp(drawVec(t, "turn", 3))}
		s.Adopt(Command{State: start, R: spatial.IdentityRot()})
		d := differ{l: l, T: s.c.T, p: start.P, v: start.V, a: start.A, fail: t.Fatalf}
		h, _ := s.law.Halt(start, spatial.Vec3{}, nil)
		reach := math.Max(start.P.Dist(goal.P), h.P.Dist(goal.P)) + 0.5*start.A.Norm()/100 + start.P.Dist(h.P)
		for n := 0; ; n++ {
			s.Target(Sighting{Pose: goal})
			p, st := s.Next(Input{})
			d.see(p.P)
			if x := p.P.Dist(goal.P); x > reach+0.01 {
				t.Fatalf("%g m from the target, %g at the start", x, reach)
			}
			if st == Arrived {
				break
			}
			if n > 1500 {
				t.Fatalf("not there after %d cycles: %v, %g m off, %+v", n, st, p.P.Dist(goal.P), s.cmd)
			}
		}
	})
}

// Near the target a jerk-limited point can circle it for ever, each push only turning it. The servo must see
// that and come to rest instead.
func TestServoDoesNotCircle(t *testing.T) {
	for i := range 24 {
		turn := spatial.RotZ(0.3 * float64(i)).Mul(spatial.RotX(0.7 * float64(i)))
		s := newServo(t, ServoConfig{Limits: withJerk(20)})
		k := 0.5 / math.Sqrt(3)
		s.Adopt(Command{State: State{P: turn.Apply(spatial.V(0, 0, 0.4375*k)), V: turn.Apply(spatial.V(k, k, -k))}, R: spatial.IdentityRot()})
		n := 0
		for st := Following; st != Arrived && n < 500; n++ {
			s.Target(Sighting{Pose: at(0, 0, 0)})
			_, st = s.Next(Input{})
		}
		if n > 400 {
			t.Errorf("case %d: not there after %d cycles", i, n)
		}
	}
}

func sineRMS(t testing.TB, c ServoConfig, noise float64) float64 {
	s := newServo(t, c)
	s.Reset(at(0, 0, 0))
	where := func(tm float64) spatial.Pose { return at(0.1*math.Sin(math.Pi*tm), 0, 0) }
	d := differ{l: s.c.Limits, T: s.c.T, fail: t.Fatalf}
	sum, n := 0.0, 0
	for i, seen := 0, 0; i < 5000; i++ {
		now := float64(i) * s.c.T
		if shot := float64(seen) / 30; now >= shot {
			p := where(shot)
			p.P.Y = noise * math.Sin(1e4*shot*shot)
			s.Target(Sighting{Pose: p, Age: now - shot})
			seen++
		}
		p, _ := s.Next(Input{})
		d.see(p.P)
		if i > 500 {
			e := p.P.Dist(where(now + s.c.T).P)
			sum += e * e
			n++
		}
	}
	return 1000 * math.Sqrt(sum/float64(n))
}

func TestServoFollowsSine(t *testing.T) {
	for _, c := range []struct{ j, noise, mm float64 }{{0, 0, 3}, {100, 0, 3}, {1000, 0, 3}, {20, 0, 6}, {100, 0.0005, 3.5}} {
		if rms := sineRMS(t, ServoConfig{Limits: withJerk(c.j)}, c.noise); rms > c.mm {
			t.Errorf("jerk %g, noise %g m: rms %.3f mm, bound %g", c.j, c.noise, rms, c.mm)
		} else {
			t.Logf("jerk %g, noise %g m: rms %.3f mm", c.j, c.noise, rms)
		}
	}
}

// Readings 12 ms old, repeated and noisy, do not change a single bit of the plan.
func TestReadingsDoNotEnterThePlan(t *testing.T) {
	run := func(read bool) (out []spatial.Pose) {
		s := newServo(t, ServoConfig{Limits: DefaultLimits()})
		s.Reset(at(0, 0, 0))
		for i := range 400 {
			s.Target(Sighting{Pose: at(0.3, 0.1, 0)})
			in := Input{Read: read, Reading: at(0, 0, 0)}
			if i > 3 {
				in.Reading = out[(i-3)/3*3]
				in.Reading.P.Z += 0.001 * math.Sin(float64(i))
			}
			p, st := s.Next(in)
			if st == Diverged {
				t.Fatalf("diverged in cycle %d", i)
			}
			out = append(out, p)
		}
		return out
	}
	a, b := run(true), run(false)
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("cycle %d: %v with readings, %v without", i, a[i], b[i])
		}
	}
}

// A robot that is held fast: the servo notices, stops, yields to where the robot is, and resumes when freed.
func TestDivergence(t *testing.T) {
	s := newServo(t, ServoConfig{Limits: DefaultLimits()})
	s.Reset(at(0, 0, 0))
	d := differ{l: s.c.Limits, T: s.c.T, fail: t.Fatalf}
	robot, since, yielded, resumed := at(0, 0, 0), 0, false, false
	for i := range 2500 {
		s.Target(Sighting{Pose: at(0.3, 0, 0)})
		p, st := s.Next(Input{Reading: robot, Read: true})
		d.see(p.P)
		if held := i > 120 && i < 1200; !held {
			robot = p
		} else if st != Diverged && since == 0 && p.P.Dist(robot.P) > 0.02+16*0.002 {
			t.Fatalf("not noticed %g m off", p.P.Dist(robot.P))
		} else if st == Diverged {
			since++
			yielded = yielded || (since > 100 && p.P.Dist(robot.P) < 0.01)
		}
		resumed = st == Arrived
	}
	if since == 0 || !yielded || !resumed {
		t.Fatalf("diverged for %d cycles, yielded %v, resumed %v", since, yielded, resumed)
	}
	nan := at(math.NaN(), 0, 0)
	if p, st := s.Next(Input{Reading: nan, Read: true}); !p.Finite() || st == Diverged || s.BadRead != 1 {
		t.Fatalf("a reading of NaN gave %v %v, counted %d", p, st, s.BadRead)
	}
}

func TestBadTargets(t *testing.T) {
	w := &Workspace{Low: spatial.V(-0.5, -0.5, -0.5), High: spatial.V(0.5, 0.5, 0.5)}
	s := newServo(t, ServoConfig{Limits: DefaultLimits(), Workspace: w})
	s.Reset(at(0.1, 0, 0))
	if _, st := s.Next(Input{}); st != Stopping {
		t.Fatalf("without a target: %v", st)
	}
	for _, p := range []spatial.Pose{at(math.NaN(), 0, 0), at(0, math.Inf(1), 0), at(1e308, 0, 0), {P: spatial.V(0, 0, 0)}, {P: spatial.V(0, 0, 0), R: spatial.Rot{2}}} {
		if s.Target(Sighting{Pose: p}) {
			t.Errorf("target %v was used", p)
		}
	}
	if s.Target(Sighting{Pose: at(0, 0, 0), Age: -1}) || s.Target(Sighting{Pose: at(0, 0, 0), Moves: true, Vel: spatial.V(math.NaN(), 0, 0)}) {
		t.Error("a target from the future or with velocity NaN was used")
	}
	if n := s.Tracker().Refused; n != 7 {
		t.Errorf("%d refused, want 7", n)
	}
	p, st := spatial.Pose{}, Stopping
	for range 600 { // a target on the arm itself, then outside the workspace
		s.Target(Sighting{Pose: at(0.9, 0.2, 0)})
		p, st = s.Next(Input{})
	}
	if want := at(0.5, 0.2, 0); st != Projected || p.P.Dist(want.P) > 1e-9 {
		t.Errorf("target outside: %v at %v", st, p.P)
	}
}

// A target that is seen no more: led on for 0.1 s, then approached where last expected, then no motion.
func TestTargetAgesOut(t *testing.T) {
	s := newServo(t, ServoConfig{Limits: DefaultLimits()})
	s.Reset(at(0, 0, 0))
	s.Target(Sighting{Pose: at(1, 0, 0), Moves: true, Vel: spatial.V(0, 0.2, 0)})
	var seen []Status
	stopped := 0.0
	for i := range 400 {
		_, st := s.Next(Input{})
		if len(seen) == 0 || seen[len(seen)-1] != st {
			seen = append(seen, st)
		}
		if st == Stopping && stopped == 0 {
			stopped = float64(i) * s.c.T
		}
	}
	if len(seen) != 3 || seen[0] != Following || seen[1] != Holding || seen[2] != Stopping || math.Abs(stopped-0.5) > 0.009 {
		t.Fatalf("went through %v, stopping at %g s", seen, stopped)
	}
	if s.Command().Moving() {
		t.Fatal("still moving")
	}
}

// Turning alone: exact arrival along the geodesic within the angular limits, from any attitude.
func TestServoTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := NewServo(ServoConfig{Limits: DefaultLimits()})
		goal := spatial.Pose{R: spatial.Exp(drawVec(t, "turn", 3.1))}
		angle := goal.R.Log().Norm()
		best := 1.0
		if angle > 1.5*1.5/8 {
			best = angle/1.5 + 1.5/8
		} else {
			best = 2 * math.Sqrt(angle/8)
		}
		r, w := spatial.IdentityRot(), spatial.Vec3{}
		for n := 1; ; n++ {
			s.Target(Sighting{Pose: goal})
			p, st := s.Next(Input{})
			w1 := p.R.Mul(r.T()).Log().Scale(1 / s.c.T)
			if w1.Norm() > 1.5*(1+1e-6) || w1.Sub(w).Norm()/s.c.T > 8*(1+1e-6) {
				t.Fatalf("angular speed %g, acceleration %g", w1.Norm(), w1.Sub(w).Norm()/s.c.T)
			}
			r, w = p.R, w1
			if off := goal.R.Mul(r.T()).Log().Norm(); st == Arrived {
				if off > 1e-9 || float64(n) > best/s.c.T*1.01+4 {
					t.Fatalf("after %d cycles (optimum %.1f) %g rad off", n, best/s.c.T, off)
				}
				break
			}
			if n > 2000 {
				t.Fatal("never arrives")
			}
		}
	})
}

func TestServoSpeedCap(t *testing.T) {
	s := newServo(t, ServoConfig{Limits: DefaultLimits()})
	s.Reset(at(0, 0, 0))
	for i := range 300 {
		s.Target(Sighting{Pose: at(1, 0, 0)})
		speed := 0.0
		if i > 100 {
			speed = 0.1
		}
		s.Next(Input{Speed: speed})
		if v := s.Command().V.Norm(); i == 100 && v < 0.3 || i > 200 && math.Abs(v-0.1) > 1e-9 {
			t.Fatalf("cycle %d at %g m/s", i, v)
		}
	}
}

func TestServoConfigReportsAllFaults(t *testing.T) {
	_, err := NewServo(ServoConfig{T: 2, Diverge: -1, Workspace: &Workspace{}, Tracker: TrackerConfig{Fresh: 2, PosGain: 3}})
	for _, want := range []string{"limit V", "period", "diverges", "box is empty", "tracker ages", "gains"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %q in: %v", want, err)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	s := newServo(t, ServoConfig{Limits: DefaultLimits(), Workspace: &Workspace{Low: spatial.V(-1, -1, -1), High: spatial.V(1, 1, 1)}})
	m, err := NewModerator(ModeratorConfig{})
	if err != nil {
		t.Fatal(err)
	}
	th := DefaultThesis()
	i := 0.0
	last := at(0, 0, 0)
	if n := testing.AllocsPerRun(2000, func() {
		i++
		goal := at(0.3*math.Sin(i/100), 0.2*math.Cos(i/70), 0)
		s.Target(Sighting{Pose: goal})
		p, _ := s.Next(Input{Reading: last, Read: true})
		m.Step(last, p)
		th.Next(last, p, goal, 0.5)
		last = p
	}); n != 0 {
		t.Fatalf("%g allocations a cycle", n)
	}
}

func BenchmarkServoNext(b *testing.B) {
	s := newServo(b, ServoConfig{Limits: DefaultLimits()})
	i := 0.0
	for b.Loop() {
		i++
		s.Target(Sighting{Pose: at(0.1*math.Sin(math.Pi*i*s.c.T), 0.1*math.Cos(i*s.c.T), 0)})
		s.Next(Input{})
	}
}

func FuzzServo(f *testing.F) {
	f.Add(0.3, 0.0, 0.1, 1.0, 0.004)
	f.Add(math.NaN(), math.Inf(1), -1e308, 0.0, -1.0)
	f.Add(5e-324, math.Copysign(0, -1), 1e-300, 3.15, 1e-9)
	fuzz.Run(f, func(t *testing.T, x, y, z, turn, age float64) {
		s := newServo(t, ServoConfig{Limits: DefaultLimits()})
		d := differ{l: s.c.Limits, T: s.c.T, fail: t.Fatalf}
		for i := range 40 {
			s.Target(Sighting{Pose: spatial.Pose{P: spatial.V(x, y, z), R: spatial.RotZ(turn)}, Age: age, Moves: i%7 == 3, Vel: spatial.V(y, z, x)})
			p, _ := s.Next(Input{Reading: at(z, y, x), Read: i%3 == 0, Speed: age})
			if !p.Finite() {
				t.Fatalf("let out %v", p)
			}
			d.see(p.P)
			x, y, z = y, z, x
		}
	})
}
