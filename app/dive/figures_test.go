package dive

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/tool/view/plot"
)

// stepTo is a step at 1 s from a heading of from that follows shape, sampled every 25 ms for 20 s.
func stepTo(from, to float64, known bool, noise float64, shape func(t float64) float64) (points []Point) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 800 {
		t := float64(i) * 0.025
		p := Point{T: t, Truth: math.NaN(), SetPoint: math.NaN()}
		y := from
		if t >= 1 {
			p.SetPoint = to
			y = from + (to-from)*(1-shape(t-1))
		}
		p.Measured = math.Remainder(y+noise*(2*r.Float64()-1), 2*math.Pi)
		if known {
			p.Truth = math.Remainder(y, 2*math.Pi)
		}
		points = append(points, p)
	}
	return points
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %g, want %g ± %g", what, got, want, tolerance)
	}
}

func TestFiguresOfTheIdealStep(t *testing.T) {
	shape := func(t float64) float64 { return ideal(t, 10, 10) }
	to := 75 * math.Pi / 180
	s, ok := Figures(stepTo(0, to, true, 0.1, shape), 0, 10, 10)
	if !ok {
		t.Fatal("no step")
	}
	near(t, "settling", s.Settling, s.Ideal, 0.03)
	near(t, "ideal settling", s.Ideal, 3.61, 0.05) // ln(50·1.146)/1.127
	near(t, "overshoot", s.Overshoot, 0, 1e-9)
	near(t, "steady error", s.Steady, 0, 1e-3)
	near(t, "noise", s.Noise, 5.73, 0.2)
	near(t, "from", s.From, 0, 1e-9)
	near(t, "to", s.To, 75, 1e-9)
	if s.Basis != truth {
		t.Errorf("taken from %s", s.Basis)
	}
	s, _ = Figures(stepTo(0, to, false, 0.1, shape), 0.1, 10, 10)
	near(t, "settling of the measured heading", s.Settling, s.Ideal, 0.3)
	near(t, "overshoot of the measured heading", s.Overshoot, 0, 3)
	if s.Basis != smoothed {
		t.Errorf("taken from %s", s.Basis)
	}
}

func TestFiguresOfAnOvershoot(t *testing.T) {
	const k1, k2 = 1.0, 4.0 // damping 0.25: exp(-π·0.25/√(1-0.25²)) beyond
	s, ok := Figures(stepTo(0, 1, true, 0, func(t float64) float64 { return ideal(t, k1, k2) }), 0, k1, k2)
	if !ok {
		t.Fatal("no step")
	}
	near(t, "overshoot", s.Overshoot, 100*math.Exp(-math.Pi*0.25/math.Sqrt(1-0.0625)), 0.3)
	near(t, "settling", s.Settling, s.Ideal, 0.03)
}

func TestFiguresAcrossTheBackOfTheCompass(t *testing.T) {
	deg := math.Pi / 180
	s, ok := Figures(stepTo(170*deg, 200*deg, true, 0, func(t float64) float64 { return ideal(t, 10, 10) }), 0, 10, 10)
	if !ok {
		t.Fatal("no step")
	}
	near(t, "to", s.To, 200, 1e-6)
	near(t, "steady error", s.Steady, 0, 1e-3)
}

// TestNoWayIsNoRise: an order of the heading that the vehicle has takes no time to rise.
func TestNoWayIsNoRise(t *testing.T) {
	s, ok := Figures(stepTo(1, 1, true, 0.1, func(t float64) float64 { return 1 }), 0, 10, 10)
	if !ok || s.Rise != -1 || s.Overshoot != 0 || s.Ideal != -1 {
		t.Errorf("%v, %+v", ok, s)
	}
	points := stepTo(1, 1, true, 0.1, func(t float64) float64 { return 1 })
	for i := range points[400:] {
		points[400+i].Truth += 0.01
	}
	if s, _ := Figures(points, 0, 10, 10); s.Rise != -1 {
		t.Errorf("a rise of %v s", s.Rise)
	}
}

func TestFiguresOfWhatDoesNotSettle(t *testing.T) {
	s, ok := Figures(stepTo(0, 1, true, 0, func(t float64) float64 { return math.Cos(t) }), 0, 10, 10)
	if !ok || s.Settling != -1 {
		t.Errorf("an oscillation settles in %g s", s.Settling)
	}
	if _, ok := Figures(nil, 0, 10, 10); ok {
		t.Error("nothing has a step")
	}
	still := stepTo(0, 1, true, 0, func(float64) float64 { return 1 })
	for i := range still {
		still[i].SetPoint = math.NaN()
	}
	if _, ok := Figures(still, 0, 10, 10); ok {
		t.Error("no set-point is no step")
	}
}

func TestRows(t *testing.T) {
	l := Track{Name: "Sensors", Composition: "C1", Period: 0.025}
	for i := range 1000 {
		l.Start = append(l.Start, float64(i)*0.025)
		l.Delay = append(l.Delay, -float64(i%100)*1e-6)
		l.Duration = append(l.Duration, 1e-3)
	}
	r := l.row()
	near(t, "average delay", r.Delay, -0.0495, 1e-9)
	near(t, "error", r.Error, 0.198, 1e-9)
	near(t, "p50", r.P50, 0.049, 1e-9)
	near(t, "p99", r.P99, 0.098, 1e-9)
	near(t, "max", r.Max, 0.099, 1e-9)
	near(t, "duration", r.Duration, 1, 1e-9)
	if empty := (&Track{Name: "none"}).row(); empty.Cycles != 0 || empty.Delay != 0 {
		t.Errorf("a loop that did not run: %+v", empty)
	}
}

func TestAFlightOfAnyLengthIsKept(t *testing.T) {
	f := newFlight(0, 0, 6)
	n := 5*keepPoints + 3
	for i := range n {
		f.now.Measured, f.forces[2] = float64(i), float64(i)
		f.cycle(float64(i))
	}
	if len(f.points) > keepPoints || len(f.points) < keepPoints/2 {
		t.Fatalf("%d points", len(f.points))
	}
	for i, p := range f.points {
		if p.T != float64(uint64(i)*f.stride) || p.Measured != p.T || f.thrusts[i*6+2] != p.T {
			t.Fatalf("point %d is of %g s, stride %d", i, p.T, f.stride)
		}
	}
	if n := testing.AllocsPerRun(1000, func() { f.cycle(1) }); n != 0 {
		t.Errorf("%g allocations a cycle", n)
	}
}

func contains(s, part string) bool { return strings.Contains(s, part) }

// TestFiguresOfAboutHalfATurn: the vehicle may go either way, and where it stays is where it was told to be.
func TestFiguresOfAboutHalfATurn(t *testing.T) {
	deg := math.Pi / 180
	shape := func(t float64) float64 { return ideal(t, 10, 10) }
	for _, c := range []struct{ from, order, goes float64 }{
		{0, 181, 181}, {0, 181, -179}, {0, 179, 179}, {0, 179, -181}, {0, -180, 180}, {5, 181, 181}, {-170, 15, -345}, {-170, 15, 15},
		{0, 540, 180}, {0, 541, -179}, {0, 435, 75}, {350, 5, 365}, {0, -285, 75},
	} {
		points := stepTo(c.from*deg, c.goes*deg, true, 0.02, shape)
		for i := range points {
			if !math.IsNaN(points[i].SetPoint) {
				points[i].SetPoint = c.order * deg
			}
		}
		s, ok := Figures(points, 0.02, 10, 10)
		if !ok {
			t.Fatal("no step")
		}
		what := fmt.Sprintf("%g° from %g° by way of %g°: ", c.order, c.from, c.goes)
		near(t, what+"step", s.To-s.From, c.goes-c.from, 1e-6)
		near(t, what+"steady error", s.Steady, 0, 1e-3)
		near(t, what+"rms", s.RMS, 0, 1e-3)
		near(t, what+"overshoot", s.Overshoot, 0, 1e-6)
		near(t, what+"settling", s.Settling, s.Ideal, 0.03)
		near(t, what+"noise", s.Noise, 0.02/deg, 0.1)
		if s.Rise < 0 {
			t.Errorf("%s does not rise", what)
		}
		y, _ := course(points)
		if wanted := orders(points, y); math.Abs(wanted[len(wanted)-1]-y[len(y)-1]) > 1e-3 || !math.IsNaN(wanted[0]) {
			t.Errorf("%s the plot shows the set-point at %g° and the heading at %g°", what, wanted[len(wanted)-1]/deg, y[len(y)-1]/deg)
		}
	}
}

// TestCompareAcrossTheBack: two headings that differ by a degree do so on either side of ±180°, and between samples.
func TestCompareAcrossTheBack(t *testing.T) {
	var a, b plot.Series
	for i := range 100 {
		x := float64(i) * 0.1
		a.X, a.Y = append(a.X, x), append(a.Y, 400+170+20*x/10)
		b.X, b.Y = append(b.X, x), append(b.Y, math.Remainder(400+171+20*x/10, 360))
	}
	shown, most := compare(a, b)
	near(t, "greatest difference", most, 1, 1e-6)
	for i := range a.Y {
		near(t, "shown", shown.Y[i], a.Y[i]+1, 1e-6)
	}
}

// TestDial: what a page shows does not jump.
func TestDial(t *testing.T) {
	deg := math.Pi / 180
	var d dial
	h, w := d.turn(170*deg, math.NaN())
	near(t, "heading", h/deg, 170, 1e-9)
	for x := 171.0; x < 420; x++ {
		h, w = d.turn(math.Remainder(x*deg, 2*math.Pi), -160*deg)
		near(t, "heading", h/deg, x, 1e-9)
		if x < 390 {
			near(t, "set-point", w/deg, 200, 1e-9)
		}
	}
	near(t, "set-point, when the heading has gone round", w/deg, 560, 1e-9)
}
