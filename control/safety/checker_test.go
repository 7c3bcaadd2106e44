package safety

import (
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

var (
	seed  = flag.Uint64("seed", 1, "seed of the random inputs")
	cases = flag.Int("cases", 1_000_000, "adversarial inputs")
)

func area() motion.Workspace {
	return motion.Workspace{
		Low: spatial.V(0.1, -0.4, 0.05), High: spatial.V(0.65, 0.4, 0.7),
		Shells: []motion.Shell{{Center: spatial.V(0, 0, 0.267), Min: 0.25, Max: 0.7}},
	}
}

func config(j float64) Config {
	l := motion.DefaultLimits()
	l.J = j
	return Config{Limits: Limits{Limits: l, Workspace: area(), Floor: 0.1}}
}

func newChecker(t testing.TB, j float64) *Checker {
	t.Helper()
	k, err := NewChecker(config(j))
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Reset(home()); err != nil {
		t.Fatal(err)
	}
	return k
}

func home() spatial.Pose { return spatial.Pose{P: spatial.V(0.4, 0, 0.3), R: spatial.RotX(math.Pi)} }

// audit differentiates the commands that were passed, and nothing else.
type audit struct {
	l    Limits
	t    float64
	p    [4]spatial.Vec3
	r    [4]spatial.Rot
	n    int
	fail func(format string, args ...any)
}

func (a *audit) see(p spatial.Pose) {
	if !p.Finite() {
		a.fail("let out %v", p)
	}
	copy(a.p[1:], a.p[:3])
	copy(a.r[1:], a.r[:3])
	a.p[0], a.r[0] = p.P, p.R
	if a.n == 0 {
		a.p[1], a.p[2], a.p[3], a.r[1], a.r[2], a.r[3] = p.P, p.P, p.P, p.R, p.R, p.R
	}
	a.n++
	d := func(i int) spatial.Vec3 { return a.p[i].Sub(a.p[i+1]).Scale(1 / a.t) }
	v, v1, v2 := d(0), d(1), d(2)
	acc, acc1 := v.Sub(v1).Scale(1/a.t), v1.Sub(v2).Scale(1/a.t)
	a.bound("speed", v.Norm(), a.l.V)
	a.bound("acceleration", acc.Norm(), a.l.A)
	if a.l.J > 0 {
		a.bound("jerk", acc.Sub(acc1).Norm()/a.t, a.l.J)
	}
	turn := func(i int) spatial.Vec3 { return a.r[i].Mul(a.r[i+1].T()).Log().Scale(1 / a.t) }
	w, w1, w2 := turn(0), turn(1), turn(2)
	a.bound("angular speed", w.Norm(), a.l.AngV)
	a.bound("angular acceleration", w.Sub(w1).Norm()/a.t, a.l.AngA)
	if a.l.AngJ > 0 {
		a.bound("angular jerk", w.Sub(w1).Sub(w1.Sub(w2)).Norm()/(a.t*a.t), a.l.AngJ)
	}
	w0 := a.l.Space()
	if c := w0.Clearance(p.P); c < -1e-8 {
		a.fail("left the workspace by %g m at %v", -c, p.P)
	}
}

func (a *audit) bound(what string, x, max float64) {
	if !(x <= max*(1+3e-6)+1e-6) {
		a.fail("%s is %.9g, the limit is %g (cycle %d)", what, x, max, a.n)
	}
}

// adversary proposes poses meant to break the checker.
type adversary struct {
	r    *rand.Rand
	mode int
	left int
	dir  spatial.Vec3
	goal spatial.Vec3
}

func (a *adversary) vec() spatial.Vec3 {
	u, _ := spatial.V(a.r.NormFloat64(), a.r.NormFloat64(), a.r.NormFloat64()).Unit()
	return u
}

func (a *adversary) propose(c motion.Command, t float64) spatial.Pose {
	if a.left--; a.left < 0 {
		a.mode, a.left = a.r.IntN(10), a.r.IntN(120)
		a.dir, a.goal = a.vec(), spatial.V(0.4, 0, 0.35).Add(a.vec().Scale(0.6*a.r.Float64()))
	}
	p, nan := c.Pose(), math.NaN()
	switch a.mode {
	case 0: // push outward as hard as allowed
		p.P = c.P.Add(c.V.Add(c.A.Scale(t)).Add(a.dir.Scale(0.4 * t)).Scale(t))
	case 1: // too fast
		p.P = c.P.Add(a.dir.Scale(0.09 * a.r.Float64()))
	case 2: // jitter
		p.P = c.P.Add(a.vec().Scale(0.004 * a.r.Float64()))
	case 3: // to a place, maybe outside, at constant speed
		d, _ := a.goal.Sub(c.P).Unit()
		p.P = c.P.Add(d.Scale(0.5 * t))
		p.R = spatial.Exp(a.dir).Mul(c.R)
	case 4: // stand still at once
	case 5: // reverse
		p.P = c.P.Sub(c.V.Scale(t))
	case 6: // occasional garbage
		p.P = c.P.Add(c.V.Scale(t))
		switch a.r.IntN(8) {
		case 0:
			p.P.Y = nan
		case 1:
			p.P.X = math.Inf(-1)
		case 2:
			p.P.Z = 1e308
		case 3:
			p.R[4] = nan
		case 4:
			p.R = spatial.Rot{}
		}
	case 7: // bang-bang across the motion
		u, _ := c.V.Cross(a.dir).Unit()
		p.P = c.P.Add(c.V.Add(u.Scale(math.Copysign(2*t, a.r.Float64()-0.5))).Scale(t))
	case 8: // just over each limit
		p.P = c.P.Add(c.V.Add(c.A.Add(a.vec().Scale(0.4001)).Scale(t)).Scale(t))
		p.R = spatial.Exp(a.vec().Scale(0.007)).Mul(c.R)
	default: // denormal moves
		p.P = c.P.Add(a.dir.Scale(5e-324))
	}
	return p
}

func TestNoInputBreaksALimit(t *testing.T) {
	t.Logf("seed %d", *seed)
	for i, j := range []float64{100, 0, 20, 1000} {
		k := newChecker(t, j)
		k.c.AngJ = []float64{0, 0, 400, 4000}[i]
		adv := adversary{r: rand.New(rand.NewPCG(*seed, uint64(i)))}
		a := audit{l: k.c.Limits, t: k.c.T, fail: func(f string, args ...any) { t.Helper(); t.Fatalf(f, args...) }}
		a.see(k.Command().Pose())
		n := *cases / 4
		if j == 1000 {
			n = *cases - 3*n
		}
		for c := range n {
			var p spatial.Pose
			switch {
			case k.Stopped() && !k.Command().Moving() && k.Command().W == spatial.Vec3{}:
				if err := k.Reset(k.Command().Pose()); err != nil {
					t.Fatal(err)
				}
				continue
			case adv.r.IntN(50) == 0:
				p, _ = k.Missing()
			default:
				p, _ = k.Check(adv.propose(k.Command(), k.c.T))
			}
			a.see(p)
			if c%997 == 0 {
				stopsFromHere(t, *k, a)
			}
		}
		t.Logf("jerk %g: %d pass, %d limited, %d coasting, %d rejected, %d stopping", j, k.Count[Pass], k.Count[Limited], k.Count[Coasting], k.Count[Rejected], k.Count[EStop])
	}
}

// stopsFromHere brakes a copy of the checker and audits the whole stop and its length.
func stopsFromHere(t *testing.T, k Checker, a audit) {
	t.Helper()
	s := k.Command()
	v, acc := s.V.Norm(), s.A.Norm()
	bound := k.c.T * v
	if j := k.c.J; j > 0 { // release what acceleration there is, then a stop with ramps
		bound += v*acc/j + acc*acc*acc/(j*j)
		v += acc * acc / (2 * j)
		bound += v*k.c.A/(2*j) + 2*v*k.c.T
	}
	bound += v * v / (2 * k.c.A)
	k.Stop()
	for range 4000 {
		p, verdict := k.Check(home())
		a.see(p)
		if verdict != EStop {
			t.Fatal("an emergency stop was undone")
		}
		if !k.Command().Moving() {
			if d := k.Command().P.Dist(s.P); d > bound+1e-9 {
				t.Fatalf("stopped after %g m, bound %g, from %+v", d, bound, s)
			}
			return
		}
	}
	t.Fatal("never came to rest")
}

func TestEmergencyStopDistance(t *testing.T) {
	for _, c := range []struct{ j, mm float64 }{{0, 62.5}, {20, 87.5}, {100, 67.5}} {
		k := newChecker(t, c.j)
		s, _ := motion.NewServo(motion.ServoConfig{Limits: k.c.Limits.Limits})
		from := home()
		from.P = spatial.V(0.35, -0.35, 0.3)
		if err := k.Reset(from); err != nil {
			t.Fatal(err)
		}
		s.Reset(from)
		to := from
		to.P = spatial.V(0.35, 0.4, 0.3)
		for k.Command().V.Norm() < 0.5-1e-9 || k.Command().A.Norm() > 1e-9 {
			s.Target(motion.Sighting{Pose: to})
			p, _ := s.Next(motion.Input{})
			if _, v := k.Check(p); v != Pass {
				t.Fatalf("jerk %g: the servo's own command was %v", c.j, v)
			}
		}
		at := k.Command()
		k.Stop()
		for k.Command().Moving() {
			k.Check(home())
		}
		d := k.Command().P.Sub(at.P)
		if mm := d.Norm() * 1000; mm > c.mm+2 {
			t.Errorf("jerk %g: %.3f mm to stop, bound %g + 2", c.j, mm, c.mm)
		}
		if d.Cross(at.V).Norm() > 1e-12 {
			t.Errorf("jerk %g: the stop leaves the direction of motion", c.j)
		}
	}
}

func TestGoodMotionPassesBitForBit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		j := rapid.SampledFrom([]float64{0, 20, 100}).Draw(rt, "jerk")
		k := newChecker(t, j)
		space := k.c.Limits.Space()
		s, _ := motion.NewServo(motion.ServoConfig{Limits: k.c.Limits.Limits, Workspace: &space})
		s.Reset(home())
		for range 4 {
			f := func(lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(rt, "goal") }
			to := spatial.Pose{P: spatial.V(f(0.36, 0.5), f(-0.3, 0.3), f(0.2, 0.45)), R: spatial.RotX(f(2, 4)).Mul(spatial.RotZ(f(-1, 1)))}
			moves, vel := rapid.Bool().Draw(rt, "moves"), spatial.V(f(-0.1, 0.1), f(-0.6, 0.6), f(-0.1, 0.1))
			for range rapid.IntRange(1, 300).Draw(rt, "cycles") {
				s.Target(motion.Sighting{Pose: to, Moves: moves, Vel: vel})
				if moves {
					to.P = to.P.Add(vel.Scale(k.c.T))
				}
				p, _ := s.Next(motion.Input{})
				if q, v := k.Check(p); v != Pass || q != p {
					rt.Fatalf("a command of the servo was %v: clearance %g, %+v", v, k.gate.space.Clearance(p.P), k.Command())
				}
			}
		}
	})
}

func TestLatchesAndCounts(t *testing.T) {
	k := newChecker(t, 100)
	bad := home()
	bad.P.X = math.NaN()
	for i := range 5 {
		want := Rejected
		if i == 4 {
			want = EStop
		}
		if _, v := k.Check(bad); v != want {
			t.Fatalf("bad proposal %d is %v, want %v", i+1, v, want)
		}
	}
	if _, v := k.Check(home()); v != EStop || !k.Stopped() {
		t.Fatal("the stop is not latched")
	}
	if err := k.Reset(bad); err == nil {
		t.Fatal("started from NaN")
	}
	out := home()
	out.P.Z = 0
	if err := k.Reset(out); err == nil || !strings.Contains(err.Error(), "outside the workspace") {
		t.Fatalf("started below the floor: %v", err)
	}
	if !k.Stopped() {
		t.Fatal("a refused Reset released the stop")
	}
	if err := k.Reset(home()); err != nil {
		t.Fatal(err)
	}
	if _, v := k.Check(home()); v != Pass {
		t.Fatalf("after Reset: %v", v)
	}
}

// After N cycles without a command the stop begins, and takes no longer than v²/2a + v·N·T and the ramps.
func TestLossOfCommands(t *testing.T) {
	k := newChecker(t, 100)
	for range 60 {
		c := k.Command()
		p := c.Pose()
		p.P.Y += (c.V.Norm() + 0.008) * k.c.T
		k.Check(p)
	}
	at := k.Command()
	n := 0
	for ; ; n++ {
		if _, v := k.Missing(); v == EStop {
			break
		}
	}
	if n != 20 {
		t.Fatalf("the stop began after %d lost cycles, want 20", n)
	}
	for k.Command().Moving() {
		k.Missing()
	}
	v := at.V.Norm()
	if d, bound := k.Command().P.Dist(at.P), v*v/4+v*20*k.c.T+v*2/200+at.A.Norm()*v/100+v*k.c.T; d > bound {
		t.Fatalf("stopped %g m after the last command, bound %g (v %g)", d, bound, v)
	}
}

func TestConfigReportsAllFaults(t *testing.T) {
	_, err := NewChecker(Config{Limits: Limits{Floor: 9, AngJ: -1}, T: -1, Absurd: -1})
	for _, want := range []string{"limit V", "limit A", "box is empty in x", "floor", "limit AngJ", "period", "absurd"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %q in: %v", want, err)
		}
	}
}

func TestEasyIsSound(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 9))
	adv := adversary{r: r}
	w := area()
	easy := 0
	for range 200_000 {
		l := motion.NewLaw(motion.Limits{V: 0.5, A: 2, J: []float64{0, 10, 100, 1000}[r.IntN(4)]}, 0.004)
		s := motion.State{P: spatial.V(0.4, 0, 0.35).Add(adv.vec().Scale(0.3 * r.Float64())), V: adv.vec().Scale(0.5 * r.Float64()), A: adv.vec().Scale(2 * r.Float64())}
		if !l.Easy(s, &w) {
			continue
		}
		easy++
		if h, ok := l.Halt(s, spatial.Vec3{}, &w); !ok || !h.Inside || h.Peak > 0.5 {
			t.Fatalf("%+v was called easy, but %+v", s, h)
		}
	}
	if easy < 10_000 {
		t.Fatalf("only %d states are easy", easy)
	}
}

func TestNothingAllocates(t *testing.T) {
	k := newChecker(t, 100)
	adv := adversary{r: rand.New(rand.NewPCG(1, 1))}
	js := newJoints(t)
	q := make([]float64, 7)
	if n := testing.AllocsPerRun(5000, func() {
		k.Check(adv.propose(k.Command(), k.c.T))
		k.Missing()
		q[3] += 0.01
		js.Check(q, q)
		js.Missing(q)
	}); n != 0 {
		t.Fatalf("%g allocations a cycle", n)
	}
}

func BenchmarkCheck(b *testing.B) {
	k := newChecker(b, 100)
	adv := adversary{r: rand.New(rand.NewPCG(1, 1))}
	for b.Loop() {
		if k.Stopped() && !k.Command().Moving() {
			_ = k.Reset(k.Command().Pose())
		}
		k.Check(adv.propose(k.Command(), k.c.T))
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(0.4, 0.0, 0.3, 1.0, 0.0)
	f.Add(math.NaN(), math.Inf(1), 1e308, math.Copysign(0, -1), 5e-324)
	f.Add(0.4001, 0.0, 0.3, 0.9, math.Pi)
	fuzz.Run(f, func(t *testing.T, x, y, z, r, w float64) {
		k := newChecker(t, 100)
		a := audit{l: k.c.Limits, t: k.c.T, fail: t.Fatalf}
		a.see(home())
		for i := range 30 {
			p := spatial.Pose{P: spatial.V(x, y, z), R: spatial.RotX(w)}
			p.R[i%9] *= r
			q, _ := k.Check(p)
			a.see(q)
			x += w
		}
	})
}
