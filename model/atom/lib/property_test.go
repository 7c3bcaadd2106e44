package lib

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"pgregory.net/rapid"
)

// Whatever the error does, the output keeps its limits, also where they are exchanged, and the integral does not wind up:
// it stays within what back-calculation leaves of the greatest error, however long the output is at its limit.
func TestPIDNeverWindsUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k, ti := rapid.Float64Range(-20, 20).Draw(rt, "k"), rapid.Float64Range(0.01, 10).Draw(rt, "ti")
		td, h := rapid.SampledFrom([]float64{0, 0.001, 0.1, 5}).Draw(rt, "td"), rapid.Float64Range(0.001, 1).Draw(rt, "dt")
		low, high := rapid.Float64Range(-5, 0).Draw(rt, "min"), rapid.Float64Range(0.1, 5).Draw(rt, "max")
		r := use(t, new(PID[unit.Length, unit.Force])).set("k", k, "ti", ti, "td", td, "min", low, "max", high)
		if rapid.Bool().Draw(rt, "exchanged") {
			r.set("min", high, "max", low)
		}
		reset := ti
		if td > 0 {
			reset = math.Sqrt(ti * td)
		}
		errors := rapid.SliceOfN(rapid.Float64Range(-100, 100), 1, 8).Draw(rt, "errors")
		p, d := 0.0, 0.0
		for n := range 400 {
			e := errors[n*len(errors)/400]
			r.set("e", e).run(h)
			p, d = max(p, math.Abs(k*e)), max(d, math.Abs(r.get("d")))
			if u := r.get("u"); !(u >= low && u <= high) {
				rt.Fatalf("run %d: the output is %g, its limits %g and %g", n, u, low, high)
			}
			bound := max(-low, high) + p + d + p*max(reset, h)/ti + p*h/ti
			if i := math.Abs(r.get("i")); i > bound*(1+1e-9) {
				rt.Fatalf("run %d: the integral is %g, more than %g", n, i, bound)
			}
		}
	})
}

// At constant error and unlimited, a PI law is k·e·(1 + t/ti); where dt is 0 nothing moves, and nothing is lost.
func TestPIDWithoutTime(t *testing.T) {
	r := use(t, new(PID[unit.Length, unit.Force])).set("k", 2, "ti", 0.5, "td", 0.1, "e", 1).run(0)
	r.want("u", 2, 0)
	r.set("e", 3).run(0).want("u", 6, 0)
	r.want("d", 0, 0)
	r.run(0.01)
	r.want("d", 2*0.1*10/(0.1+10*0.01)*2, near) // the step from 1 to 3
}

func TestDerivativeWithoutTime(t *testing.T) {
	for _, filter := range []float64{0, 0.1} {
		r := use(t, new(Derivative[unit.Length, unit.Speed])).set("filter", filter, "in", 1).run(0)
		r.set("in", 3).run(0).want("out", 0, 0)
		r.run(0.1).want("out", 2/(filter+0.1), near)
	}
}

// A heading passes ±180° without a jump.
func TestAnglesGoTheShortWay(t *testing.T) {
	const h, rate = 0.01, 2.0
	d := use(t, new(Derivative[unit.Angle, unit.AngularSpeed]))
	c := use(t, new(PID[unit.Angle, unit.AngularSpeed])).set("k", 1, "td", 0.1)
	f := use(t, new(LowPass[unit.Angle])).set("time", 0.1)
	l := use(t, new(RateLimiter[unit.Angle])).set("rate", 3)
	for n := range 1000 { // three times round
		psi := Wrap(rate * h * float64(n))
		d.set("in", psi).run(h)
		c.set("e", psi).run(h)
		f.set("in", psi).run(h)
		l.set("in", psi).run(h).want("out", psi, 1e-9)
		if n == 0 {
			continue
		}
		d.want("out", rate, 1e-9)
		c.want("d", 0.1*rate*(1-math.Pow(0.1/0.2, float64(n))), 1e-9)
		lag := math.Remainder(psi-f.get("out"), 2*math.Pi)
		if want := rate * h / math.Expm1(h/0.1) * (1 - math.Exp(-h*float64(n)/0.1)); math.Abs(lag-want) > 1e-9 || math.Abs(f.get("out")) > math.Pi+lag {
			t.Fatalf("run %d: the filtered heading %g lags %g behind %g, want %g", n, f.get("out"), lag, psi, want)
		}
	}
	l = use(t, new(RateLimiter[unit.Angle])).set("rate", 1, "in", 3).run(h)
	l.set("in", -3).run(0.1).want("out", 3.1-2*math.Pi, near) // as 3.1, but beside −3
	e := use(t, new(Changed[unit.Angle])).set("delta", 0.1, "in", math.Pi).run(0)
	e.set("in", -math.Pi+0.01).run(0).want("changed", 0, 0)
	e.set("in", -math.Pi+0.11).run(0).want("changed", 1, 0)
}

// What is not a number is a change, and so is what comes after it.
func TestChangedByWhatIsNoNumber(t *testing.T) {
	c := use(t, new(Changed[unit.Length])).set("delta", 1, "in", math.NaN()).run(0)
	c.want("changed", 1, 0)
	c.set("in", 2).run(0).want("changed", 1, 0)
	c.set("in", 2.5).run(0).want("changed", 0, 0)
	c.set("in", math.NaN()).run(0).want("changed", 1, 0)
}

func TestExchangedLimits(t *testing.T) {
	use(t, new(Saturation[unit.Force])).set("in", 9, "min", 3, "max", -2).run(0).want("out", 3, 0)
	use(t, new(Saturation[unit.Force])).set("in", 1, "min", 3, "max", -2).run(0).want("out", 1, 0)
	use(t, new(RateLimiter[unit.Force])).set("in", 0, "rate", -10).run(0.1).set("in", 5).run(0.1).want("out", 1, near)
}

// For any noise and periods, irregular ones too, the covariance is that of the plain formula, symmetric and positive, and
// no run makes the filter less sure of the heading than one measurement does.
func TestKalmanCovariance(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string, low, high float64) float64 {
			return math.Exp(rapid.Float64Range(math.Log(low), math.Log(high)).Draw(rt, name))
		}
		sigma, bias, drift, walk := draw("sigma", 1e-3, 1), draw("bias", 1e-3, 1), draw("drift", 1e-3, 1), draw("walk", 1e-5, 0.1)
		r := use(t, new(KalmanHeading)).set("sigma_angle", sigma, "sigma_bias", bias, "drift_angle", drift, "drift_bias", walk).run(0)
		p, c, v := sigma*sigma, 0.0, bias*bias
		for n := range 200 {
			h := rapid.SampledFrom([]float64{0, 0.001, 0.01, 0.1, 2}).Draw(rt, "dt")
			r.set("angle", Wrap(float64(n)), "rate", 0.3).run(h)
			p, c, v = p-2*h*c+h*h*v+h*drift*drift, c-h*v, v+h*walk*walk
			s := p + sigma*sigma
			p, c, v = p-p*p/s, c-p*c/s, v-c*c/s
			gotP, gotC, gotV := r.get("p_angle"), r.get("p_cross"), r.get("p_bias")
			if math.Abs(gotP-p) > 1e-6*p || math.Abs(gotC-c) > 1e-6*math.Sqrt(p*v) || math.Abs(gotV-v) > 1e-6*v {
				rt.Fatalf("run %d: covariance [%g %g %g], want [%g %g %g]", n, gotP, gotC, gotV, p, c, v)
			}
			if !(gotP > 0 && gotV > 0 && gotP*gotV > gotC*gotC && gotP <= sigma*sigma*(1+1e-12)) {
				rt.Fatalf("run %d: covariance [%g %g %g] of a heading measured to %g", n, gotP, gotC, gotV, sigma)
			}
		}
	})
}

// Near and beyond the limits, for any thrusters, also such whose dead zone is greater than their limit: no force is beyond
// a limit, and the wrench that four vectored thrusters give keeps its direction.
func TestThrusterAllocationNearItsLimits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := use(t, atom.Sized[ThrusterAllocation](6))
		b := geometry(r)
		var forward, backward, dead [6]float64
		for i := range 6 {
			limit := rapid.Float64Range(0.5, 40)
			forward[i], backward[i], dead[i] = limit.Draw(rt, "forward"), limit.Draw(rt, "backward"), rapid.Float64Range(0, 2).Draw(rt, "dead")
			r.set(fmt.Sprintf("forward[%d]", i), forward[i], fmt.Sprintf("backward[%d]", i), backward[i], fmt.Sprintf("dead_zone[%d]", i), dead[i])
		}
		for range 20 {
			force := rapid.Float64Range(-100, 100)
			want := [6]float64{force.Draw(rt, "x"), force.Draw(rt, "y"), force.Draw(rt, "z"), 0, 0, force.Draw(rt, "n") / 10}
			f := r.set("x", want[0], "y", want[1], "z", want[2], "n", want[5]).run(0).forces(6)
			var got [6]float64
			for i, c := range b {
				if !(f[i] <= forward[i]*(1+1e-9) && f[i] >= -backward[i]*(1+1e-9)) {
					rt.Fatalf("thruster %d gets %g N, its limits are %g and %g", i, f[i], forward[i], backward[i])
				}
				if size := math.Abs(f[i]); i >= 4 && size > 1e-12 && size < dead[i]*(1-1e-9) {
					rt.Fatalf("thruster %d gets %g N in its dead zone of %g", i, f[i], dead[i])
				}
				for k := range c {
					got[k] += f[i] * c[k]
				}
			}
			dot, whole := 0.0, 0.0
			for _, k := range []int{0, 1, 5} {
				dot, whole = dot+got[k]*want[k], whole+want[k]*want[k]
			}
			if whole == 0 {
				continue
			}
			if slack := 1e-9 + 1e-12/math.Sqrt(whole); dot/whole < -slack || dot/whole > 1+slack {
				rt.Fatalf("the forces give %g of the wrench", dot/whole)
			}
			for _, k := range []int{0, 1, 5} {
				if math.Abs(got[k]-dot/whole*want[k]) > 1e-8*(1+math.Sqrt(whole)) {
					rt.Fatalf("asked %v, given %v: another direction", want, got)
				}
			}
		}
	})
}

// Thrusters that have no part in what is asked stand still: a group is brought out of its dead zone when it is needed.
func TestThrusterAllocationLeavesOthersAlone(t *testing.T) {
	r := use(t, atom.Sized[ThrusterAllocation](8))
	const h = math.Sqrt2 / 2
	for i, c := range [][6]float64{{.16, -.11, 0, h, h, 0}, {.16, .11, 0, h, -h, 0}, {-.16, -.11, 0, h, -h, 0}, {-.16, .11, 0, h, h, 0},
		{.12, -.22, 0, 0, 0, 1}, {.12, .22, 0, 0, 0, 1}, {-.12, -.22, 0, 0, 0, 1}, {-.12, .22, 0, 0, 0, 1}} {
		r.thruster(i, c, 40, 40, 1)
	}
	f := r.set("n", 0.5).run(0).forces(8)
	for i, x := range f {
		if i < 4 && math.Abs(x) < 1 || i >= 4 && (x != 0 || math.Signbit(x)) {
			t.Errorf("a torque about z: thruster %d gets %g N", i, x)
		}
	}
	for i, x := range r.set("z", 0.5).run(0).forces(8) {
		if math.Abs(x) < 1 {
			t.Errorf("a force down as well: thruster %d gets %g N", i, x)
		}
	}
}

// Needs that the library declares Constant are read once; an instance that has them renewed gets what they are at each run.
func TestConstantNeedsThatAreRenewed(t *testing.T) {
	renewed := func(body atom.Physics, needs ...string) *rig {
		m := atom.New("test")
		var options []atom.Option
		for _, n := range needs {
			options = append(options, atom.Renewed(n, atom.Constraint{Update: atom.Coupled}))
		}
		return &rig{t, body, atom.Add(m.Root, "it", body, options...)}
	}
	for _, r := range []*rig{use(t, new(FrameShiftLoch)), renewed(new(FrameShiftLoch), "mount_yaw")} {
		once := r.i.Renewed == nil
		r.set("vx", 1).run(0).want("u", 1, near)
		r.set("mount_yaw", math.Pi/2).run(0)
		if once {
			r.want("u", 1, near)
		} else {
			r.want("v", 1, near)
		}
	}
	r := renewed(new(FrameShiftIMU), "mount_roll")
	r.run(0)
	r.set("mount_roll", 0.3).run(0).want("phi", -0.3, near)

	r = renewed(atom.Sized[ThrusterAllocation](6), "direction_x[0]", "forward[2]")
	geometry(r)
	r.set("x", 8).run(0)
	geometry(r)
	r.set("forward[2]", 1.5).run(0)
	if f := r.get("f[2]"); f > 1.5+near {
		t.Errorf("thruster 2 gets %g N, its limit is 1.5 now", f)
	}
	r.set("forward[2]", 40)
	for i := range 4 { // turned round
		x, y := r.get(fmt.Sprintf("direction_x[%d]", i)), r.get(fmt.Sprintf("direction_y[%d]", i))
		r.set(fmt.Sprintf("direction_x[%d]", i), -x, fmt.Sprintf("direction_y[%d]", i), -y)
	}
	sum := spatial.Vec3{}
	for i, f := range r.run(0).forces(6) {
		d := spatial.V(r.get(fmt.Sprintf("direction_x[%d]", i)), r.get(fmt.Sprintf("direction_y[%d]", i)), 0)
		sum = sum.Add(d.Scale(f))
	}
	if math.Abs(sum.X-8) > 1e-9 || math.Abs(sum.Y) > 1e-9 {
		t.Errorf("thrusters that were turned round give %v, want 8 N forward", sum)
	}
	if n := testing.AllocsPerRun(10, func() { r.run(0) }); n != 0 {
		t.Errorf("%g allocations where the geometry is computed anew", n)
	}
}
