package spatial

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func vec(t *rapid.T, r float64) Vec3 {
	f := rapid.Float64Range(-r, r)
	return Vec3{f.Draw(t, "x"), f.Draw(t, "y"), f.Draw(t, "z")}
}

func rotDist(a, b Rot) (d float64) {
	for i := range a {
		d = math.Max(d, math.Abs(a[i]-b[i]))
	}
	return d
}

func TestExpLogQuatRPYAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := vec(t, 3)
		r := Exp(w)
		if d := rotDist(r.Mul(r.T()), IdentityRot()); d > 1e-12 {
			t.Fatalf("Exp(%v) is not orthonormal: %g", w, d)
		}
		if d := rotDist(Exp(r.Log()), r); d > 1e-9 {
			t.Fatalf("Exp(Log) of %v is off by %g", w, d)
		}
		if d := rotDist(r.Quat().Rot(), r); d > 1e-12 {
			t.Fatalf("quaternion of %v is off by %g", w, d)
		}
		if d := rotDist(r.RPY().Rot(), r); d > 1e-9 {
			t.Fatalf("RPY of %v is off by %g", w, d)
		}
	})
}

func TestLogNearPi(t *testing.T) {
	for _, axis := range []Vec3{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0.6, 0, -0.8}} {
		for _, th := range []float64{math.Pi, math.Pi - 1e-9, math.Pi - 1e-5, 1e-9, 0} {
			r := Exp(axis.Scale(th))
			if d := rotDist(Exp(r.Log()), r); d > 1e-9 {
				t.Errorf("axis %v angle %g: off by %g", axis, th, d)
			}
			if n := r.Log().Norm(); math.Abs(n-th) > 1e-7 {
				t.Errorf("axis %v angle %g: Log has length %g", axis, th, n)
			}
		}
	}
}

func TestRPYOrderIsRollFirst(t *testing.T) {
	e := RPY{0.3, -0.4, 1.2}
	if d := rotDist(e.Rot(), RotZ(1.2).Mul(RotY(-0.4)).Mul(RotX(0.3))); d > 1e-15 {
		t.Fatalf("RPY.Rot is not Rz·Ry·Rx: off by %g", d)
	}
	if got := (RPY{0, math.Pi / 2, 0.5}).Rot().RPY().Rot(); rotDist(got, (RPY{0, math.Pi / 2, 0.5}).Rot()) > 1e-9 {
		t.Fatal("RPY at the pole does not give the rotation back")
	}
}

func TestPoseInverseAndDelta(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Pose{vec(t, 2), Exp(vec(t, 1.5))}
		b := Pose{vec(t, 2), Exp(vec(t, 1.5))}
		p := vec(t, 5)
		if d := a.Mul(a.Inv()).Apply(p).Dist(p); d > 1e-12 {
			t.Fatalf("A·A⁻¹ moves a point by %g", d)
		}
		dl := Delta(a, b)
		got := Pose{a.P.Add(dl.Lin), Exp(dl.Ang).Mul(a.R)}
		if d := got.P.Dist(b.P) + rotDist(got.R, b.R); d > 1e-8 {
			t.Fatalf("a + Delta(a, b) misses b by %g", d)
		}
	})
}

// TestToward: between two poses the way is straight and the turn even, and both ends are the poses themselves.
func TestDeltaIsTheLogarithmOfTheProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, axis := Pose{R: Exp(vec(t, 1.5))}, vec(t, 1)
		b := Pose{R: Exp(vec(t, 1.5))}
		if n := axis.Norm(); n > 0.1 && rapid.Bool().Draw(t, "half a turn apart") {
			b.R = Exp(axis.Scale((math.Pi - rapid.Float64Range(0, 2e-4).Draw(t, "short of it")) / n)).Mul(a.R)
		}
		if got, want := Delta(a, b).Ang, b.R.Mul(a.R.T()).Log(); got.Dist(want) > 1e-9 {
			t.Fatalf("Delta turns by %v, the logarithm is %v", got, want)
		}
	})
}

func TestToward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Pose{vec(t, 2), Exp(vec(t, 1))}
		turn := vec(t, 1)
		b := Pose{vec(t, 2), a.R.Mul(Exp(turn))}
		part := rapid.Float64Range(0, 1).Draw(t, "part")
		got, want := a.Toward(b, part), Pose{a.P.Scale(1 - part).Add(b.P.Scale(part)), a.R.Mul(Exp(turn.Scale(part)))}
		if d := got.P.Dist(want.P) + rotDist(got.R, want.R); d > 1e-9 {
			t.Fatalf("%g of the way: off by %g", part, d)
		}
		if d := a.Toward(b, 1).P.Dist(b.P) + rotDist(a.Toward(b, 1).R, b.R) + a.Toward(b, 0).P.Dist(a.P) + rotDist(a.Toward(b, 0).R, a.R); d > 1e-9 {
			t.Fatalf("the ends are off by %g", d)
		}
	})
}

// TestUnitOfAnyLength: a direction is one however short or long the vector that has it.
func TestUnitOfAnyLength(t *testing.T) {
	for _, scale := range []float64{5e-324, 1e-300, 1.8e-158, 1e-10, 1, 1e160, 1e308} {
		u, ok := Vec3{X: scale, Y: -scale}.Unit()
		if want := (Vec3{X: math.Sqrt2 / 2, Y: -math.Sqrt2 / 2}); !ok || u.Dist(want) > 1e-15 {
			t.Errorf("of length %g: %v, %v, want %v", scale, u, ok, want)
		}
	}
	for _, a := range []Vec3{{}, {X: math.NaN()}, {X: math.NaN(), Y: 1}, {Y: math.Inf(-1)}, {X: 1, Y: math.NaN(), Z: math.Inf(1)}} {
		if u, ok := a.Unit(); ok || u != (Vec3{}) {
			t.Errorf("%v has the direction %v", a, u)
		}
	}
}

func TestZToTurnsZToAnyDirection(t *testing.T) {
	check := func(a Vec3) string {
		r := ZTo(a)
		if d := r.Apply(V(0, 0, 1)).Dist(a) + rotDist(r.Mul(r.T()), IdentityRot()); !(d < 1e-9) {
			return fmt.Sprintf("z is turned to %v by %v: off by %g", a, r, d)
		}
		return ""
	}
	for _, a := range []Vec3{{Z: 1}, {Z: -1}, {X: 1}, {Y: -1}, {X: 1.5e-8, Y: 7e-9, Z: 1}} {
		if s := check(a); s != "" {
			t.Error(s)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if a, ok := vec(t, 1).Unit(); ok && a.Z > -1+1e-6 {
			if s := check(a); s != "" {
				t.Fatal(s)
			}
		}
	})
}

func TestUnitRefusesWhatHasNoDirection(t *testing.T) {
	for _, v := range []Vec3{{}, {math.NaN(), 0, 0}, {math.Inf(1), 0, 0}} {
		if u, ok := v.Unit(); ok || u != (Vec3{}) {
			t.Errorf("Unit(%v) = %v, %v", v, u, ok)
		}
	}
	if V(math.Inf(1), 0, 0).Finite() || V(0, math.NaN(), 0).Finite() || !V(1, 2, 3).Finite() {
		t.Error("Finite is wrong")
	}
}

func TestNothingAllocates(t *testing.T) {
	a, b := Exp(V(1, 2, 3)), Exp(V(-1, 0.2, 3))
	var sink Vec3
	if n := testing.AllocsPerRun(100, func() { sink = a.Mul(b).Log().Add(sink) }); n != 0 {
		t.Fatalf("%g allocations", n)
	}
}

// TestAngleIsAtan2: the angle of a rotation has the bits that package math gives it.
func TestAngleIsAtan2(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, c := math.Abs(rapid.Float64().Draw(t, "s")), rapid.Float64().Draw(t, "c")
		if rapid.Bool().Draw(t, "unit") {
			s, c = math.Sincos(rapid.Float64Range(0, math.Pi).Draw(t, "θ"))
		}
		if got, want := angle(s, c), math.Atan2(s, c); math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("angle(%v, %v) = %v, not %v", s, c, got, want)
		}
	})
	inf, minus := math.Inf(1), math.Copysign(0, -1)
	for _, c := range [][2]float64{{0, 0}, {0, minus}, {0, 1}, {0, -1}, {1, 0}, {1, minus}, {inf, 1}, {inf, inf}, {1, -inf}, {inf, -inf}, {1, inf}, {math.NaN(), 1}} {
		if got, want := angle(c[0], c[1]), math.Atan2(c[0], c[1]); math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("angle(%v, %v) = %v, not %v", c[0], c[1], got, want)
		}
	}
}
