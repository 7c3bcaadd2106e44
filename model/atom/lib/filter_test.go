package lib

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/math/unit"
)

func TestArithmetic(t *testing.T) {
	use(t, new(Subtractor[unit.Speed])).set("a", 3, "b", 5).run(0).want("out", -2, 0)
	use(t, new(Subtractor[unit.Angle])).set("a", 3, "b", -3).run(0).want("out", 6-2*math.Pi, near)
	use(t, new(AngleSubtractor)).set("a", 3, "b", -3).run(0).want("out", 6-2*math.Pi, near)
	use(t, new(Sum[unit.Speed])).set("a", 3, "b", 5).run(0).want("out", 8, 0)
	use(t, new(Gain[unit.Speed])).set("in", 3, "gain", -2).run(0).want("out", -6, 0)
	use(t, new(Proportional[unit.Angle, unit.Torque])).set("e", 3, "k", 4).run(0).want("u", 12, 0)
	use(t, new(AngleWrap)).set("in", 4).run(0).want("out", 4-2*math.Pi, near)
	use(t, new(Separator[unit.Angle])).set("in", 4).run(0).want("out", 4, 0)
	for _, c := range [][2]float64{{-9, -2}, {0.5, 0.5}, {9, 3}} {
		use(t, new(Saturation[unit.Force])).set("in", c[0], "min", -2, "max", 3).run(0).want("out", c[1], 0)
	}
	if out := use(t, new(Saturation[unit.Force])).set("in", math.NaN(), "min", -2, "max", 3).run(0).get("out"); !math.IsNaN(out) {
		t.Errorf("a saturation made %g of what is not a number", out)
	}
	for _, c := range [][2]float64{{-3, -2}, {0.5, 0}, {-1, 0}, {4, 3}} {
		use(t, new(DeadZone[unit.Force])).set("in", c[0], "width", 1).run(0).want("out", c[1], 0)
	}
	d := use(t, new(UnitDelay[unit.Force])).set("in", 1).run(0)
	d.want("out", 0, 0)
	d.set("in", 2).run(0).want("out", 1, 0)
}

func TestRateLimiter(t *testing.T) {
	r := use(t, new(RateLimiter[unit.Force])).set("in", 5, "rate", 10).run(0.1)
	r.want("out", 5, 0)
	r.set("in", 7).run(0.1).want("out", 6, near)
	r.run(0.1).want("out", 7, near)
	r.set("in", -7).run(0.1).want("out", 6, near)
}

func TestConditions(t *testing.T) {
	use(t, new(Threshold[unit.Angle])).set("in", -2, "limit", 1).run(0).want("above", 1, 0)
	use(t, new(Threshold[unit.Angle])).set("in", 1, "limit", 1).run(0).want("above", 0, 0)
	c := use(t, new(Changed[unit.Angle])).set("delta", 0.5)
	for _, x := range [][2]float64{{0, 1}, {0.4, 0}, {0.6, 1}, {0.2, 0}, {0.09, 1}} {
		c.set("in", x[0]).run(0).want("changed", x[1], 0)
	}
	h := use(t, new(Hysteresis[unit.Length])).set("low", 1, "high", 2)
	for _, x := range [][2]float64{{1.5, 0}, {2.5, 1}, {1.5, 1}, {0.5, 0}, {1.5, 0}} {
		h.set("in", x[0]).run(0).want("on", x[1], 0)
	}
}

// The integral of a parabola by trapezia is off by h²/12·(f'(b) − f'(a)).
func TestIntegrator(t *testing.T) {
	const h = 0.01
	r := use(t, new(Integrator[unit.Speed, unit.Length]))
	for k := range 101 {
		x := h * float64(k)
		r.set("in", x*x).run(h)
	}
	r.want("out", 1.0/3+h*h/12*2, 1e-12)
	r.set("out", 9.0)
	r.body.(*Integrator[unit.Speed, unit.Length]).Track(h)
	r.set("in", 1.0).run(h).want("out", 9+h, 1e-12)
}

// The step response of the exact filter is 1 − e^(−t/T) at every run, for any period.
func TestLowPass(t *testing.T) {
	for _, h := range []float64{0.001, 0.1, 3} {
		r := use(t, new(LowPass[unit.Speed])).set("in", 0.0, "time", 0.5).run(h)
		for k := 1; k <= 20; k++ {
			r.set("in", 1.0).run(h).want("out", 1-math.Exp(-h*float64(k)/0.5), 1e-12)
		}
	}
	use(t, new(LowPass[unit.Speed])).set("in", 3.0, "time", 0.0).run(1).set("in", 4.0).run(1).want("out", 4, 0)
}

func TestDerivative(t *testing.T) {
	r := use(t, new(Derivative[unit.Length, unit.Speed])).set("filter", 0.1)
	r.run(0.01).want("out", 0, 0)
	for k := 1; k <= 2000; k++ { // of a ramp: its slope, once the filter has settled
		r.set("in", 3*0.01*float64(k)).run(0.01)
		want := 3 * (1 - math.Pow(0.1/0.11, float64(k)))
		r.want("out", want, 1e-9)
	}
	plain := use(t, new(Derivative[unit.Length, unit.Speed])).run(0.01)
	plain.set("in", 0.02).run(0.01).want("out", 2, near)
	plain.run(0).want("out", 2, near) // no time, no news
}

func TestComplementaryFilter(t *testing.T) {
	r := use(t, new(ComplementaryFilter)).set("time", 1.0, "angle", 3.0)
	for k := range 3000 { // the gyro has a bias of 0.1: it shifts the estimate by bias·time, across the wrap
		r.set("angle", Wrap(3+0.5*0.01*float64(k)), "rate", 0.5+0.1).run(0.01)
	}
	err := Wrap(r.get("out") - Wrap(3+0.5*0.01*2999))
	if math.Abs(err-0.1) > 1e-3 {
		t.Errorf("off by %g, want bias·time = 0.1", err)
	}
}

// The filter finds the bias, its covariance converges to that of Riccati's equation, and stays symmetric and positive.
func TestKalmanHeading(t *testing.T) {
	const h, sigma, drift, walk, bias = 0.01, 0.05, 0.02, 0.001, 0.03
	r := use(t, new(KalmanHeading)).set("sigma_angle", sigma, "sigma_bias", 0.1, "drift_angle", drift, "drift_bias", walk)
	x := rand.New(rand.NewPCG(5, 6))
	psi, sum, n := 2.0, 0.0, 0
	for k := range 60000 {
		psi = Wrap(psi + 0.4*h)
		r.set("angle", Wrap(psi+sigma*x.NormFloat64()), "rate", 0.4+bias+drift/math.Sqrt(h)*x.NormFloat64()).run(h)
		p, c, v := r.get("p_angle"), r.get("p_cross"), r.get("p_bias")
		if p <= 0 || v <= 0 || p*v <= c*c {
			t.Fatalf("covariance [%g %g; %g %g] is not positive", p, c, c, v)
		}
		if k > 30000 {
			sum, n = sum+square(Wrap(r.get("angle_out")-psi)), n+1
		}
	}
	if b := r.get("bias"); math.Abs(b-bias) > 0.01 {
		t.Errorf("bias %g, want %g", b, bias)
	}
	said, is := math.Sqrt(r.get("p_angle")), math.Sqrt(sum/float64(n))
	if is > 1.3*said || is < said/1.3 {
		t.Errorf("the heading is off by %g, and the filter says %g", is, said)
	}
	p, c, v := riccati(h, sigma, drift, walk)
	for _, f := range [][2]float64{{r.get("p_angle"), p}, {r.get("p_cross"), c}, {r.get("p_bias"), v}} {
		if math.Abs(f[0]-f[1]) > 1e-6*math.Abs(f[1]) {
			t.Errorf("covariance %g, want %g", f[0], f[1])
		}
	}
}

// riccati iterates the covariance in matrices, by the plain formula.
func riccati(h, sigma, drift, walk float64) (p, c, v float64) {
	p, v = 1, 1
	for range 200000 {
		p, c, v = p-2*h*c+h*h*v+h*drift*drift, c-h*v, v+h*walk*walk
		s := p + sigma*sigma
		p, c, v = p-p*p/s, c-p*c/s, v-c*c/s
	}
	return p, c, v
}

func TestPIDAgainstParallelForm(t *testing.T) {
	const k, ti, td, n, h = 2.0, 0.7, 0.2, 8.0, 0.01
	r := use(t, new(PID[unit.Angle, unit.Torque])).set("k", k, "ti", ti, "td", td, "n", n)
	integral, slope, last := 0.0, 0.0, 0.0
	for i := range 500 {
		e := math.Sin(0.02 * float64(i))
		if i > 0 {
			slope = td/(td+n*h)*slope + k*td*n/(td+n*h)*(e-last)
		}
		r.set("e", e).run(h).want("u", k*e+integral+slope, 1e-10)
		integral += k * h / ti * e
		last = e
	}
}

// A saturated controller that has been wound up would overshoot for as long as it wound; back-calculation does not.
func TestPIDAntiWindup(t *testing.T) {
	r := use(t, new(PID[unit.Speed, unit.Force])).set("k", 1, "ti", 1, "min", -1, "max", 1, "e", 5)
	for range 1000 {
		r.run(0.01).want("u", 1, 0)
	}
	r.want("i", 1, 1e-3) // u − k·e + the 5 that back-calculation leaves: not the 50 of the wound-up one
	if u := r.set("e", -0.5).run(0.01).get("u"); u >= 1 {
		t.Errorf("the output stays at its limit")
	}
}

// A PID that has tracked another law goes on from its output.
func TestPIDTracks(t *testing.T) {
	p := new(PID[unit.Angle, unit.Torque])
	r := use(t, p).set("k", 3, "ti", 2, "td", 0.1)
	for i := range 100 {
		r.set("e", 0.3*math.Cos(0.01*float64(i)), "u", 7.5) // what the law in command gives
		p.Track(0.01)
	}
	r.set("e", 0.3*math.Cos(1)).run(0.01)
	if u := r.get("u"); math.Abs(u-7.5) > 0.01 {
		t.Errorf("the output jumps from 7.5 to %g", u)
	}
}
