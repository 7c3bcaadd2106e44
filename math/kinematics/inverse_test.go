package kinematics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// TestInverse checks in random postures that the inverse gives back the twist, that the null motion moves nothing, and that
// no twist of unit length needs joints faster than 1/Sigma.
func TestInverse(t *testing.T) {
	c, err := franka.Model()
	if err != nil {
		t.Fatal(err)
	}
	n := c.N()
	d, inv := kinematics.NewData(c), kinematics.NewInverse(c)
	jac, q, dq := make([]float64, 6*n), make([]float64, n), make([]float64, n)
	rnd := rand.New(rand.NewPCG(1, 2))
	times := func(v []float64) (x [6]float64) {
		for r := range x {
			for i, j := range jac[r*n : (r+1)*n] {
				x[r] += j * v[i]
			}
		}
		return x
	}
	for range 100 {
		for i := range q {
			l := c.Limit(i)
			q[i] = l.Lower + (l.Upper-l.Lower)*rnd.Float64()
		}
		c.Jacobian(d, q, jac)
		inv.Set(jac, 1e-12)
		sigma := inv.Sigma()
		if sigma < 0.01 {
			continue
		}
		var x [6]float64
		size := 0.0
		for r := range x {
			x[r] = rnd.NormFloat64()
			size += x[r] * x[r]
		}
		inv.Joints(x, dq)
		speed := 0.0
		for _, v := range dq {
			speed += v * v
		}
		if speed > size/(sigma*sigma)*(1+1e-3) {
			t.Fatalf("joints need %g, at σ %g no more than %g", math.Sqrt(speed), sigma, math.Sqrt(size)/sigma)
		}
		got := times(dq)
		for i := range dq {
			dq[i] = rnd.NormFloat64()
		}
		inv.Null(dq)
		for r, y := range times(dq) {
			if math.Abs(got[r]-x[r]) > 1e-6 || math.Abs(y) > 1e-6 {
				t.Fatalf("row %d: %g for %g, and %g of a null motion", r, got[r], x[r], y)
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() { inv.Set(jac, 1e-9); inv.Joints([6]float64{}, dq); inv.Null(dq); inv.Sigma() }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
