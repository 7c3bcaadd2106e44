package safety

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
)

const ms = 1e-3

// drawRate draws limits from those of a heavy arm to FCI's; J·dt may be below or above A.
func drawRate(t *rapid.T) Rate {
	r := Rate{V: rapid.Float64Range(0.1, 5).Draw(t, "V"), A: rapid.Float64Range(0.5, 30).Draw(t, "A")}
	r.J = r.A * rapid.Float64Range(5, 3000).Draw(t, "J/A")
	return r
}

// wild draws what a broken program may propose around x.
func wild(t *rapid.T, x, scale float64) float64 {
	switch rapid.IntRange(0, 12).Draw(t, "kind") {
	case 0:
		return math.NaN()
	case 1:
		return math.Inf(1)
	case 2:
		return math.Inf(-1)
	case 3:
		return 1e300
	case 4:
		return x
	case 5:
		return 0
	}
	return x + scale*rapid.Float64Range(-2, 2).Draw(t, "step")
}

// follow is a robot that differentiates its commands.
type follow struct{ x, v, a, j float64 }

func (f *follow) tell(x float64) {
	v := (x - f.x) / ms
	a := (v - f.v) / ms
	f.j = (a - f.a) / ms
	f.x, f.v, f.a = x, v, a
}

func (f *follow) miss() { f.v += f.a * ms; f.x += f.v * ms }

func TestRatePosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := drawRate(t)
		lost := rapid.IntRange(0, 5).Draw(t, "lost")
		r := full.Tolerant(1e-6, lost, ms)
		if r.V < 0.02 {
			t.Skip("nothing left of the velocity")
		}
		k := min(r.J/r.A, 1/ms)
		f := follow{x: rapid.Float64Range(-3, 3).Draw(t, "x")}
		for range 120 {
			before := f.v - f.a*ms
			inside := math.Abs(before+f.a/k) <= r.V*(1+1e-9)
			if lost > 0 && inside && rapid.IntRange(0, 9).Draw(t, "loss") == 0 {
				for range rapid.IntRange(1, lost).Draw(t, "burst") {
					f.miss()
				}
			}
			x := wild(t, f.x, full.V*ms*3)
			got, verdict := r.Position(ms, x, f.x, f.v, f.a)
			if verdict == Pass && got != x || verdict < Rejected && !finite(x) {
				t.Fatalf("%v of %v gives %v", verdict, x, got)
			}
			f.tell(got)
			if math.Abs(f.v) > full.V*(1+slack) || math.Abs(f.a) > full.A*(1+slack) || math.Abs(f.j) > full.J*(1+slack) {
				t.Fatalf("limits %+v broken: %+v", full, f)
			}
		}
	})
}

// The limiter must let a motion within the limits pass, and follow a velocity to the bound.
func TestRateLets(t *testing.T) {
	r := Rate{V: 2.175, A: 15, J: 7500}
	f := follow{}
	for i := range 1000 {
		x := 0.2 * (1 - math.Cos(math.Pi*float64(i)/500))
		got, verdict := r.Position(ms, x, f.x, f.v, f.a)
		if verdict != Pass || got != x {
			t.Fatalf("cycle %d: %v changed to %v", i, x, got)
		}
		f.tell(got)
	}
	v, a := 0.0, 0.0
	for i := range 400 {
		next, _ := r.Velocity(ms, 10, v, a)
		v, a = next, (next-v)/ms
		if v > r.V {
			t.Fatalf("cycle %d: velocity %v", i, v)
		}
	}
	if v < r.V-1e-9 {
		t.Errorf("the bound is not reached: %v", v)
	}
	if q, verdict := r.PositionBetween(ms, 1, 0, 0, 0, -1, 0); q != 0 || verdict != Limited {
		t.Errorf("upper bound 0 lets %v out: %v", q, verdict)
	}
}

func drawVec(t *rapid.T, name string, size float64) spatial.Vec3 {
	g := rapid.Float64Range(-size, size)
	return spatial.V(g.Draw(t, name+".x"), g.Draw(t, name+".y"), g.Draw(t, name+".z"))
}

type follow3 struct {
	p       spatial.Pose
	v, a, j spatial.Twist
}

func diff(a, b spatial.Twist) spatial.Twist { return a.Add(b.Scale(-1)).Scale(1 / ms) }

func (f *follow3) tell(p spatial.Pose) {
	v := spatial.Twist{Lin: p.P.Sub(f.p.P).Scale(1 / ms), Ang: p.R.Mul(f.p.R.T()).Log().Scale(1 / ms)}
	a := diff(v, f.v)
	f.j = diff(a, f.a)
	f.p, f.v, f.a = p, v, a
}

func (f *follow3) miss() {
	f.v = f.v.Add(f.a.Scale(ms))
	f.p.P = f.p.P.Add(f.v.Lin.Scale(ms))
	f.p.R = spatial.Exp(f.v.Ang.Scale(ms)).Mul(f.p.R)
}

func keeps(r Rate, v, a, j spatial.Vec3) bool {
	return v.Norm() <= r.V*(1+slack) && a.Norm() <= r.A*(1+slack) && j.Norm() <= r.J*(1+slack)
}

func TestPoseRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := PoseRate{Translation: drawRate(t), Rotation: drawRate(t), Elbow: Rate{1, 1, 1}}
		full.Rotation.V = min(full.Rotation.V, 3)
		lost := rapid.IntRange(0, 3).Draw(t, "lost")
		r := full.Tolerant(1e-6, lost, ms)
		if r.Translation.V < 0.02 || r.Rotation.V < 0.02 {
			t.Skip("nothing left of the velocity")
		}
		inside := func(r Rate, share float64, v, a spatial.Vec3) bool {
			return v.Add(a.Scale(1/min(r.J/r.A, 1/ms)-ms)).Norm() <= share*r.V*(1+1e-9)
		}
		f := follow3{p: spatial.Identity()}
		wish, bias := f.p, drawVec(t, "bias", 6)
		for range 80 {
			if lost > 0 && inside(r.Translation, 1, f.v.Lin, f.a.Lin) && inside(r.Rotation, turnShare, f.v.Ang, f.a.Ang) &&
				rapid.IntRange(0, 9).Draw(t, "loss") == 0 {
				for range rapid.IntRange(1, lost).Draw(t, "burst") {
					f.miss()
				}
			}
			switch rapid.IntRange(0, 20).Draw(t, "kind") {
			case 0:
				bias = drawVec(t, "bias", 6)
			case 1:
				wish = spatial.Pose{P: drawVec(t, "p", 1e3), R: spatial.Exp(drawVec(t, "w", 3))}
			case 2:
				wish.P.X = math.NaN()
			case 3:
				wish.R = spatial.Rot{}
			default:
				wish = spatial.Pose{P: f.p.P.Add(bias.Scale(ms)), R: spatial.Exp(bias.Scale(ms)).Mul(f.p.R)}
			}
			got, verdict := r.Pose(ms, wish, f.p, f.v, f.a)
			if verdict == Pass && got != wish || verdict < Rejected && !(wish.Finite() && upright(wish.R)) {
				t.Fatalf("%v of %v gives %v", verdict, wish, got)
			}
			f.tell(got)
			if !keeps(full.Translation, f.v.Lin, f.a.Lin, f.j.Lin) || !keeps(full.Rotation, f.v.Ang, f.a.Ang, f.j.Ang) {
				t.Fatalf("limits %+v broken: %+v", full, f)
			}
		}
	})
}

// A vector reaches the requested velocity, turns at the bound, and comes to rest.
func TestRateVec(t *testing.T) {
	r := Rate{V: 1.7, A: 13, J: 6500}
	v, a := spatial.Vec3{}, spatial.Vec3{}
	for _, goal := range []spatial.Vec3{{X: 1.6}, {X: 30}, {Y: -1.7}, {X: 1, Y: 1, Z: 0.5}, {}} {
		want := goal.Limit(r.V)
		for range 700 {
			next, _ := r.VelocityVec(ms, goal, v, a)
			now := next.Sub(v).Scale(1 / ms)
			if !keeps(r, next, now, now.Sub(a).Scale(1/ms)) {
				t.Fatalf("toward %v: v %v a %v", goal, next, now)
			}
			v, a = next, now
		}
		if v.Dist(want) > 1e-6 {
			t.Errorf("toward %v: velocity %v", goal, v)
		}
	}
}

func TestSlew(t *testing.T) {
	for _, c := range []struct {
		x, x0, want float64
		verdict     Verdict
	}{{5, 4.5, 5, Pass}, {5, 3, 4, Limited}, {-5, 3, 2, Limited}, {math.NaN(), 3, 3, Rejected}, {math.Inf(1), 3, 3, Rejected}} {
		if got, v := Slew(ms, 1000, c.x, c.x0); got != c.want || v != c.verdict {
			t.Errorf("%v from %v: %v, %v", c.x, c.x0, got, v)
		}
	}
}

func TestRateFaults(t *testing.T) {
	if err := (Rate{V: 1, A: 2, J: 3}).Validate(); err != nil {
		t.Error(err)
	}
	err := PoseRate{Translation: Rate{V: -1, A: 1, J: math.NaN()}}.Validate()
	if err == nil || len(err.(interface{ Unwrap() []error }).Unwrap()) != 3 {
		t.Errorf("faults: %v", err)
	}
}

func TestRateAllocs(t *testing.T) {
	r := Rate{V: 1.7, A: 13, J: 6500}
	pr := PoseRate{r, r, r}
	q := 0.0
	p := spatial.Pose{P: spatial.V(1, 0, 0), R: spatial.RotX(0.1)}
	if n := testing.AllocsPerRun(100, func() {
		q += 0.1
		r.Position(ms, q, 0, 0, 0)
		r.Velocity(ms, q, 0, 0)
		pr.Pose(ms, p, spatial.Identity(), spatial.Twist{}, spatial.Twist{})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
