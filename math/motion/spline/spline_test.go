package spline_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/motion/spline"
)

func Example() {
	path := spline.NewPath(1, 2)
	path.Begin(spline.Given, []float64{0}, []float64{0}, []float64{0})
	path.Add(spline.Point{T: 1, P: []float64{1}, V: []float64{0.5}, A: []float64{0}})
	path.Add(spline.Point{T: 2, P: []float64{1.5}, V: []float64{0}, A: []float64{0}})
	p, v, a := make([]float64, 1), make([]float64, 1), make([]float64, 1)
	for _, t := range []float64{0, 0.5, 1, 2.5} {
		path.At(t, p, v, a)
		fmt.Printf("%.1f  %.4f %.4f %+.4f\n", t, p[0], v[0], a[0])
	}
	// Output:
	// 0.0  0.0000 0.0000 +0.0000
	// 0.5  0.4219 1.6562 +0.7500
	// 1.0  1.0000 0.5000 +0.0000
	// 2.5  1.5000 0.0000 +0.0000
}

// hermite solves the conditions at both ends in rational numbers by Gaussian elimination, with time not scaled, which
// shares nothing with the package's closed form, and evaluates the polynomial in rationals too.
func hermite(from, to []float64, t, at float64) (p, v, a float64) {
	m := len(from) // 2: positions and velocities, 3: and accelerations
	n := 2 * m
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	row := func(s *big.Rat, d int) []*big.Rat { // coefficients of the d-th derivative at s
		r := make([]*big.Rat, n+1)
		for i := range r {
			r[i] = new(big.Rat)
			if i >= d && i < n {
				r[i].SetInt64(1)
				for k := range d {
					r[i].Mul(r[i], big.NewRat(int64(i-k), 1))
				}
				for range i - d {
					r[i].Mul(r[i], s)
				}
			}
		}
		return r
	}
	var rows [][]*big.Rat
	for d := range m {
		for _, e := range []struct {
			s *big.Rat
			x float64
		}{{rat(0), from[d]}, {rat(t), to[d]}} {
			r := row(e.s, d)
			r[n] = rat(e.x)
			rows = append(rows, r)
		}
	}
	for c := range n {
		for r := c; r < n; r++ {
			if rows[r][c].Sign() != 0 {
				rows[c], rows[r] = rows[r], rows[c]
				break
			}
		}
		for r := range n {
			if r == c || rows[r][c].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Quo(rows[r][c], rows[c][c])
			for k := range rows[r] {
				rows[r][k].Sub(rows[r][k], new(big.Rat).Mul(f, rows[c][k]))
			}
		}
	}
	value := func(d int) float64 {
		sum := new(big.Rat)
		for i, x := range row(rat(at), d)[:n] {
			c := new(big.Rat).Quo(rows[i][n], rows[i][i])
			sum.Add(sum, c.Mul(c, x))
		}
		f, _ := sum.Float64()
		return f
	}
	return value(0), value(1), value(2)
}

// TestClosedForms holds values against rational arithmetic: positions, and velocities and accelerations in units of the
// motion's own size, within 1e-12.
func TestClosedForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		num := func(name string, most float64) float64 { return rapid.Float64Range(-most, most).Draw(t, name) }
		from := []float64{num("p0", 3), num("v0", 2), num("a0", 10)}
		to := []float64{num("p1", 3), num("v1", 2), num("a1", 10)}
		dur := rapid.Float64Range(0.01, 10).Draw(t, "T")
		at := dur * rapid.Float64Range(0, 1).Draw(t, "s")
		e0, e1 := spline.End{P: from[0], V: from[1], A: from[2]}, spline.End{P: to[0], V: to[1], A: to[2]}
		for m, poly := range map[int]spline.Poly{2: spline.Cubic(e0, e1, dur), 3: spline.Quintic(e0, e1, dur)} {
			p, v, a, _ := poly.At(at)
			wp, wv, wa := hermite(from[:m], to[:m], dur, at)
			size := 1 + math.Abs(from[0]) + math.Abs(to[0]) + 2*dur + 10*dur*dur
			if math.Abs(p-wp) > 1e-12*size || math.Abs(v-wv) > 1e-12*size/dur || math.Abs(a-wa) > 1e-12*size/dur/dur {
				t.Fatalf("degree %d: %g %g %g, want %g %g %g", 2*m-1, p, v, a, wp, wv, wa)
			}
		}
	})
}

func TestPeaksAreExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		num := func() float64 { return rapid.Float64Range(-3, 3).Draw(t, "x") }
		k := spline.Quintic(spline.End{P: num(), V: num(), A: num()}, spline.End{P: num(), V: num(), A: num()},
			rapid.Float64Range(0.1, 5).Draw(t, "T"))
		got := k.Peaks()
		want := spline.Peaks{Low: math.Inf(1), High: math.Inf(-1)}
		for i := range 2001 {
			p, v, a, j := k.At(k.T * float64(i) / 2000)
			want.Low, want.High = min(want.Low, p), max(want.High, p)
			want.V, want.A, want.J = max(want.V, math.Abs(v)), max(want.A, math.Abs(a)), max(want.J, math.Abs(j))
		}
		for _, c := range [][2]float64{{got.High, want.High}, {-got.Low, -want.Low}, {got.V, want.V}, {got.A, want.A}, {got.J, want.J}} {
			if d := c[0] - c[1]; d < -1e-9*(1+math.Abs(c[1])) || d > 1e-4*(1+math.Abs(c[1])) {
				t.Fatalf("%+v, sampled %+v", got, want)
			}
		}
	})
}

func TestDegreeIsWhatBothEndsGive(t *testing.T) {
	one := func(x float64) []float64 { return []float64{x} }
	p, v, a := one(0), one(0), one(0)
	path := spline.NewPath(1, 4)
	path.Begin(spline.Given, one(0), one(0), one(0))
	for _, w := range []spline.Point{{T: 1, P: one(1)}, {T: 2, P: one(3), V: one(1), A: one(0)}, {T: 3, P: one(4), V: one(1)}, {T: 4, P: one(5)}} {
		if !path.Add(w) {
			t.Fatalf("%v not added", w)
		}
	}
	path.At(0.25, p, v, a)
	if p[0] != 0.25 || v[0] != 1 || a[0] != 0 {
		t.Errorf("line: %v %v %v", p, v, a)
	}
	path.At(2.5, p, v, a) // cubic with equal velocities along the line: the line
	if math.Abs(p[0]-3.5) > 1e-15 || math.Abs(v[0]-1) > 1e-15 {
		t.Errorf("cubic: %v %v %v", p, v, a)
	}
	if path.Add(spline.Point{T: 5, P: one(1)}) {
		t.Error("more waypoints than there is room for")
	}
	path.Begin(spline.Step, one(0), one(0), one(0))
	path.Add(spline.Point{T: 1, P: one(1)})
	if path.At(0, p, v, a); p[0] != 1 || v[0] != 0 {
		t.Errorf("step: %v %v", p, v)
	}
	for _, w := range []spline.Point{{T: 1, P: one(2)}, {T: 2, P: one(math.NaN())}, {T: math.Inf(1), P: one(1)}, {T: 2, P: one(1), A: one(1)},
		{T: 2}, {T: 2, P: one(1), V: []float64{1, 2}}} {
		if path.Add(w) {
			t.Errorf("%v was added", w)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	path := spline.NewPath(7, 10)
	p, v, a := make([]float64, 7), make([]float64, 7), make([]float64, 7)
	n := testing.AllocsPerRun(100, func() {
		path.Begin(spline.Given, p, v, a)
		for i := range 10 {
			path.Add(spline.Point{T: float64(i + 1), P: p, V: v, A: a})
		}
		path.At(3.5, p, v, a)
		path.Joint(2, 3).Peaks()
	})
	if n != 0 {
		t.Errorf("%g allocations", n)
	}
}
