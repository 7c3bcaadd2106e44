package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/nav"
)

// A matrix and its inverse give the identity; one of lower rank has none.
func TestInv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a Matrix // a product with its transpose, and something on the diagonal
		var b [3][3]float64
		for i := range 3 {
			for j := range 3 {
				b[i][j] = rapid.Float64Range(-2, 2).Draw(t, "b")
			}
		}
		for i := range 3 {
			for j := range 3 {
				for k := range 3 {
					a[i][j] += b[i][k] * b[j][k]
				}
			}
			a[i][i] += 0.1
		}
		inv, ok := a.Inv()
		if !ok {
			t.Fatal("no inverse")
		}
		for i := range 3 {
			for j := range 3 {
				sum := 0.0
				for k := range 3 {
					sum += a[i][k] * inv[k][j]
				}
				if i == j {
					sum--
				}
				if math.Abs(sum) > 1e-8 {
					t.Fatalf("%v and %v are not inverse", a, inv)
				}
			}
		}
	})
	if _, ok := (&Matrix{}).Inv(); ok {
		t.Error("nothing has an inverse")
	}
}

// The covariance after a motion is that of poses drawn before it and moved along.
func TestMoved(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	from, step := nav.Pose{X: 2, Y: 1, Yaw: 0.7}, nav.Pose{X: 1.5, Y: 0.2, Yaw: 0.4}
	to := from.Mul(step)
	c := Matrix{{0.01, 0.002, 0}, {0.002, 0.02, 0.001}, {0, 0.001, 0.005}}
	got := Drift{}.Moved(c, from, to)
	// Cholesky's factor of c.
	a := math.Sqrt(c[0][0])
	b := c[1][0] / a
	d := math.Sqrt(c[1][1] - b*b)
	e := c[2][1] / d
	f := math.Sqrt(c[2][2] - e*e)
	var want Matrix
	const n = 40_000
	for range n {
		u, v, w := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		p := nav.Pose{X: from.X + a*u, Y: from.Y + b*u + d*v, Yaw: from.Yaw + e*v + f*w}.Mul(step)
		x := [3]float64{p.X - to.X, p.Y - to.Y, p.Yaw - to.Yaw}
		for i := range 3 {
			for j := range 3 {
				want[i][j] += x[i] * x[j] / n
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			if math.Abs(got[i][j]-want[i][j]) > 0.001 {
				t.Errorf("%d, %d: %g, by drawing %g", i, j, got[i][j], want[i][j])
			}
		}
	}
}

// Between samples the pose is on the straight line; before the first and long after the last there is none; what is refused
// changes nothing.
func TestTrack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := NewTrack(8)
		n := rapid.IntRange(2, 30).Draw(t, "n")
		v := rapid.Float64Range(-2, 2).Draw(t, "v")
		for i := range n {
			if err := k.Add(float64(i)*0.1, nav.Pose{X: v * float64(i) * 0.1, Yaw: 0.1 * float64(i)}); err != nil {
				t.Fatal(err)
			}
		}
		end := float64(n-1) * 0.1
		if k.Add(end, nav.Pose{}) == nil || k.Add(end+0.1, nav.Pose{X: math.Inf(1)}) == nil || k.Add(math.NaN(), nav.Pose{}) == nil {
			t.Fatal("what is wrong was taken")
		}
		at := rapid.Float64Range(-1, end+1).Draw(t, "at")
		p, ok := k.At(at)
		first := float64(max(n-8, 0)) * 0.1
		if want := at >= first && at <= end+ahead; ok != want && math.Abs(at-first) > 1e-9 && math.Abs(at-end-ahead) > 1e-9 {
			t.Fatalf("at %g of %g to %g: %v", at, first, end, ok)
		}
		if ok && (math.Abs(p.X-v*at) > 1e-9 || math.Abs(nav.Angle(p.Yaw-at)) > 1e-9) {
			t.Fatalf("at %g it is %v", at, p)
		}
	})
}

// A scan taken while the vehicle drives and turns lies, compensated, where one taken at once lies; and a cloud fitted from
// beside its place finds it as closely as it says.
func TestCloudAndAlign(t *testing.T) {
	g, err := nav.NewGrid(160, 120, 0.05, nav.Point{X: -3, Y: -2})
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Cells {
		x, y := i%160, i/160
		g.Cells[i] = nav.Free
		if x < 2 || y < 2 || x > 157 || y > 117 || x > 130 && y > 80 || x < 20 && y < 40 && y > 30 {
			g.Cells[i] = nav.Occupied
		}
	}
	caster, field := nav.NewCaster(g, false), nav.NewField(g, 2, false)
	rapid.Check(t, func(t *rapid.T) {
		at := nav.Pose{X: rapid.Float64Range(-1, 2.5).Draw(t, "x"), Y: rapid.Float64Range(0.5, 1.5).Draw(t, "y"), Yaw: rapid.Float64Range(-3, 3).Draw(t, "yaw")}
		twist := nav.Twist{V: rapid.Float64Range(-1, 1).Draw(t, "v"), W: rapid.Float64Range(-1, 1).Draw(t, "w")}
		track := NewTrack(16)
		for i := range 10 {
			if err := track.Add(float64(i)*0.02, twist.Over(float64(i-9)*0.02)); err != nil {
				t.Fatal(err)
			}
		}
		s := nav.Scan{Mount: nav.Pose{X: 0.4, Y: -0.2, Yaw: 0.5}, First: -2, Step: 0.01, Min: 0.05, Max: 10, Turn: 0.06, Time: 0.18, Ranges: make([]float64, 401)}
		for i := range s.Ranges {
			then := at.Mul(twist.Over(-s.Turn * (1 - float64(i)/400))).Mul(s.Mount)
			s.Ranges[i] = caster.Cast(then.Point(), then.Yaw+s.First+float64(i)*s.Step, 10)
		}
		c := NewCloud(1000)
		c.Take(track, []nav.Scan{s})
		if c.Verdicts[0] != Used || len(c.Beams) != 401 {
			t.Fatal(c.Verdicts, len(c.Beams))
		}
		for _, b := range c.Beams {
			if d := field.At(at.Apply(b.End)); math.Abs(d) > 0.02 {
				t.Fatalf("a beam ends %g m off the wall", d)
			}
		}
		off := nav.Pose{X: at.X + rapid.Float64Range(-0.1, 0.1).Draw(t, "dx"), Y: at.Y + rapid.Float64Range(-0.1, 0.1).Draw(t, "dy"), Yaw: at.Yaw + rapid.Float64Range(-0.05, 0.05).Draw(t, "da")}
		fit := Align(field, c.Beams, off, nil, 0.4)
		sd := math.Sqrt(max(fit.Cov[0][0], fit.Cov[1][1])) // large where one wall is all that is seen
		if fit.Pose.Dist(at) > 0.02+3*sd || math.Abs(nav.Angle(fit.Pose.Yaw-at.Yaw)) > 0.01+3*math.Sqrt(fit.Cov[2][2]) || fit.On < 0.98 {
			t.Fatalf("%v was found at %+v", at, fit)
		}
	})
}
