package lib

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/model/atom"
	"pgregory.net/rapid"
)

func TestDynamicAngleControl(t *testing.T) {
	use(t, new(DynamicAngleControl)).set("e", 0.3, "de", -0.2, "k1", 10, "k2", 20, "acc_des", 0.5).run(0).want("acc", 0.5-2+6, near)
}

func TestEulerRates(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e, omega := angles(rt, "attitude"), point(rt, "omega")
		r := use(t, new(EulerRates)).set("p", omega.X, "q", omega.Y, "r", omega.Z, "phi", e.Roll, "theta", e.Pitch).run(0)
		b := use(t, new(BodyRates)).set("phi_dot", r.get("phi_dot"), "theta_dot", r.get("theta_dot"), "psi_dot", r.get("psi_dot"),
			"phi", e.Roll, "theta", e.Pitch).run(0)
		b.want("p", omega.X, 1e-9)
		b.want("q", omega.Y, 1e-9)
		b.want("r", omega.Z, 1e-9)
	})
	// A small turn of the attitude by ω changes the angles by their rates.
	e, omega, h := spatial.RPY{Roll: 0.4, Pitch: -0.6, Yaw: 1.2}, spatial.V(0.3, -0.7, 0.9), 1e-7
	after := e.Rot().Mul(spatial.Exp(omega.Scale(h))).RPY()
	r := use(t, new(EulerRates)).set("p", omega.X, "q", omega.Y, "r", omega.Z, "phi", e.Roll, "theta", e.Pitch).run(0)
	r.want("phi_dot", (after.Roll-e.Roll)/h, 1e-6)
	r.want("theta_dot", (after.Pitch-e.Pitch)/h, 1e-6)
	r.want("psi_dot", (after.Yaw-e.Yaw)/h, 1e-6)
}

// boat is a model with numbers of its own and all degrees of freedom controlled.
func boat(t *testing.T) *rig {
	r := use(t, new(DynamicModel)).set("mass", 11, "inertia_p", .3, "inertia_q", .4, "inertia_r", .5,
		"weight", 110, "buoyancy", 112, "buoyant_x", .01, "buoyant_y", -.02, "buoyant_z", -.03)
	for i, a := range "uvwpqr" {
		x := float64(i + 1)
		r.set("control_"+string(a), 1, "added_"+string(a), x, "linear_"+string(a), 2*x, "quadratic_"+string(a), 3*x)
	}
	return r
}

// The law against Fossen's matrices: M·acc + C(ν)ν + D(ν)ν + g, with C of M's two halves by eq. 3.46.
func TestDynamicModelAgainstMatrices(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := boat(t)
		v, w, a, b, e := point(rt, "v"), point(rt, "omega"), point(rt, "acc"), point(rt, "turn"), angles(rt, "attitude")
		r.set("u", v.X, "v", v.Y, "w", v.Z, "p", w.X, "q", w.Y, "r", w.Z, "phi", e.Roll, "theta", e.Pitch,
			"acc_u", a.X, "acc_v", a.Y, "acc_w", a.Z, "acc_p", b.X, "acc_q", b.Y, "acc_r", b.Z).run(0)
		nu := [6]float64{v.X, v.Y, v.Z, w.X, w.Y, w.Z}
		acc := [6]float64{a.X, a.Y, a.Z, b.X, b.Y, b.Z}
		m := [6]float64{11 + 1, 11 + 2, 11 + 3, .3 + 4, .4 + 5, .5 + 6}
		pl, pa := spatial.V(m[0]*nu[0], m[1]*nu[1], m[2]*nu[2]), spatial.V(m[3]*nu[3], m[4]*nu[4], m[5]*nu[5])
		force, moment := pl.Cross(w).Neg(), pl.Cross(v).Neg().Add(pa.Cross(w).Neg()) // −S(M11v)ω, −S(M11v)v − S(M22ω)ω
		down := e.Rot().T().Apply(spatial.V(0, 0, 1))
		force = force.Sub(down.Scale(110 - 112))
		moment = moment.Sub(spatial.V(.01, -.02, -.03).Cross(down.Scale(-112)))
		want := [6]float64{force.X, force.Y, force.Z, moment.X, moment.Y, moment.Z}
		for i, name := range []string{"x", "y", "z", "k", "m", "n"} {
			x := float64(i + 1)
			want[i] += m[i]*acc[i] + (2*x+3*x*math.Abs(nu[i]))*nu[i]
			r.want(name, want[i], 1e-9)
		}
	})
}

// What is not controlled gets nothing, and does not change what the others get.
func TestDynamicModelMasks(t *testing.T) {
	all := boat(t)
	all.set("u", 1, "v", -2, "w", .5, "p", .1, "q", .2, "r", .3, "phi", .2, "theta", -.1, "acc_r", 1).run(0)
	for i, a := range "uvwpqr" {
		r := boat(t)
		for _, b := range "uvwpqr" {
			r.set("control_"+string(b), 0)
		}
		r.set("control_"+string(a), 1)
		r.set("u", 1, "v", -2, "w", .5, "p", .1, "q", .2, "r", .3, "phi", .2, "theta", -.1, "acc_r", 1).run(0)
		for j, name := range []string{"x", "y", "z", "k", "m", "n"} {
			want := 0.0
			if i == j {
				want = all.get(name)
			}
			r.want(name, want, 0)
		}
	}
}

// geometry gives an allocation thrusters: four vectored ones, and two that push down.
func geometry(r *rig) (columns [][6]float64) {
	const h = math.Sqrt2 / 2
	for i, c := range [][6]float64{{.16, -.12, 0, h, h, 0}, {.16, .12, 0, h, -h, 0}, {-.16, -.12, 0, h, -h, 0}, {-.16, .12, 0, h, h, 0},
		{0, -.13, 0, 0, 0, 1}, {0, .13, 0, 0, 0, 1}} {
		r.thruster(i, c, 40, 32, 1)
		p, d := spatial.V(c[0], c[1], c[2]), spatial.V(c[3], c[4], c[5])
		k := p.Cross(d)
		columns = append(columns, [6]float64{d.X, d.Y, d.Z, k.X, k.Y, k.Z})
	}
	return columns
}

func (r *rig) thruster(i int, c [6]float64, forward, backward, dead float64) {
	for k, n := range []string{"position_x", "position_y", "position_z", "direction_x", "direction_y", "direction_z"} {
		r.set(fmt.Sprintf("%s[%d]", n, i), c[k])
	}
	r.set(fmt.Sprintf("forward[%d]", i), forward, fmt.Sprintf("backward[%d]", i), backward, fmt.Sprintf("dead_zone[%d]", i), dead)
}

func (r *rig) forces(n int) (f []float64) {
	for i := range n {
		f = append(f, r.get(fmt.Sprintf("f[%d]", i)))
	}
	return f
}

// What can be given is given to the rounding, whatever is done about dead zones; no thruster stands in its dead zone and
// none is beyond its limits.
func TestThrusterAllocationGivesTheWrench(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := use(t, atom.Sized[ThrusterAllocation](6))
		b := geometry(r)
		draw := rapid.Float64Range(-8, 8)
		x, y, n := draw.Draw(rt, "x"), draw.Draw(rt, "y"), rapid.Float64Range(-1, 1).Draw(rt, "n")
		f := r.set("x", x, "y", y, "n", n).run(0).forces(6)
		var got [6]float64
		for i, c := range b {
			for k := range c {
				got[k] += f[i] * c[k]
			}
			if i < 4 && (x != 0 || y != 0 || n != 0) && math.Abs(f[i]) < 1 {
				rt.Fatalf("thruster %d gets %g N in its dead zone of 1 N", i, f[i])
			}
			if f[i] > 40+near || f[i] < -32-near {
				rt.Fatalf("thruster %d gets %g N", i, f[i])
			}
		}
		for k, want := range [6]float64{x, y, 0, 0, 0, n} {
			if math.Abs(got[k]-want) > 1e-9 {
				rt.Fatalf("the forces %v give %v", f, got)
			}
		}
	})
}

// While a demand changes sign the thrusters do not.
func TestThrusterAllocationCrossesNoDeadZone(t *testing.T) {
	r := use(t, atom.Sized[ThrusterAllocation](6))
	geometry(r)
	var first []float64
	for k := -100; k <= 100; k++ {
		f := r.set("n", float64(k)/50+1e-3).run(0).forces(4)
		if first == nil {
			first = f
		}
		for i := range f {
			if f[i]*first[i] < 0 {
				t.Fatalf("thruster %d turns round at a torque of %g", i, float64(k)/50)
			}
		}
	}
	for i, f := range r.set("n", 0).run(0).forces(6) {
		if f != 0 {
			t.Errorf("nothing is asked, thruster %d gets %g", i, f)
		}
	}
}

// Beyond the limits all shrink together; vertical thrusters round to the nearest force that there is.
func TestThrusterAllocationLimits(t *testing.T) {
	r := use(t, atom.Sized[ThrusterAllocation](6))
	geometry(r)
	f := r.set("x", 1000.0).run(0).forces(6)
	for i := range 4 {
		if math.Abs(f[i]-40) > 1e-9 {
			t.Errorf("thruster %d gets %g N, want its limit", i, f[i])
		}
	}
	r.set("x", 0.0)
	for _, c := range [][2]float64{{0.6, 0}, {1.5, 1.05}, {-1.5, -1.05}, {8, 4}} {
		f := r.set("z", c[0]).run(0).forces(6)
		if math.Abs(f[4]-c[1]) > 1e-9 {
			t.Errorf("%g N down: a vertical thruster gets %g, want %g", c[0], f[4], c[1])
		}
	}
	f = r.set("n", math.NaN()).run(0).forces(6)
	if !math.IsNaN(f[0]) {
		t.Errorf("a torque that is not a number gives %g N", f[0])
	}
}

// B⁺ fulfils Penrose's conditions for random thrusters, also where they are dependent.
func TestSharesIsThePseudoInverse(t *testing.T) {
	x := rand.New(rand.NewPCG(3, 4))
	for round := range 200 {
		n := 1 + round%14
		at, along := make([][3]float64, n), make([][3]float64, n)
		for i := range n {
			at[i] = [3]float64{x.NormFloat64(), x.NormFloat64(), 0}
			along[i] = [3]float64{x.NormFloat64(), x.NormFloat64(), float64(round%3) * x.NormFloat64()}
			if i > 0 && i == n-1 && round%2 == 0 {
				at[i], along[i] = at[0], along[0] // dependent
			}
		}
		inverse, groups := Shares(at, along)
		b := make([][6]float64, n)
		for i := range n {
			p, d := spatial.V(at[i][0], at[i][1], at[i][2]), spatial.V(along[i][0], along[i][1], along[i][2])
			k := p.Cross(d)
			b[i] = [6]float64{d.X, d.Y, d.Z, k.X, k.Y, k.Z}
		}
		penrose(t, b, inverse)
		for _, g := range groups {
			for k := range 6 {
				sum := 0.0
				for i := range g {
					sum += g[i] * b[i][k]
				}
				if math.Abs(sum) > 1e-8 {
					t.Fatalf("round %d: the forces %v do not cancel: %g", round, g, sum)
				}
			}
		}
	}
}

// penrose checks B·B⁺·B = B, and that B·B⁺ and B⁺·B are symmetric.
func penrose(t *testing.T, b, p [][6]float64) {
	t.Helper()
	n := len(b)
	var bp [6][6]float64
	for i := range 6 {
		for j := range 6 {
			for k := range n {
				bp[i][j] += b[k][i] * p[k][j]
			}
		}
	}
	for i := range 6 {
		for j := range 6 {
			if math.Abs(bp[i][j]-bp[j][i]) > 1e-7 {
				t.Fatalf("B·B⁺ is not symmetric: %v", bp)
			}
		}
		for k := range n {
			sum := 0.0
			for j := range 6 {
				sum += bp[i][j] * b[k][j]
			}
			if math.Abs(sum-b[k][i]) > 1e-7 {
				t.Fatalf("B·B⁺·B is not B: %g, want %g", sum, b[k][i])
			}
		}
	}
	for i := range n {
		for j := range n {
			x, y := 0.0, 0.0
			for k := range 6 {
				x += p[i][k] * b[j][k]
				y += p[j][k] * b[i][k]
			}
			if math.Abs(x-y) > 1e-7 {
				t.Fatal("B⁺·B is not symmetric")
			}
		}
	}
}

// A law with types costs what it costs without: both are timed by `sinew bench atoms`; here, that they agree to the bit.
func TestTypesChangeNoBits(t *testing.T) {
	x := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		e, de, k1, k2, acc := x.NormFloat64(), x.NormFloat64(), x.NormFloat64(), x.NormFloat64(), x.NormFloat64()
		r := use(t, new(DynamicAngleControl)).set("e", e, "de", de, "k1", k1, "k2", k2, "acc_des", acc).run(0)
		if want := acc + float64(k1*de) + float64(k2*e); math.Float64bits(r.get("acc")) != math.Float64bits(want) {
			t.Fatalf("%g, want %g", r.get("acc"), want)
		}
	}
}
