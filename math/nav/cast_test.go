package nav

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// box is a grid of free cells, drawn on by walls.
func box(t testing.TB, width, height int, walls func(x, y int) bool) *Grid {
	t.Helper()
	g, err := NewGrid(width, height, 0.05, Point{-3, 1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Cells {
		g.Cells[i] = Free
		if walls(i%width, i/width) {
			g.Cells[i] = Occupied
		}
	}
	return g
}

// A beam ends where the nearest square that it crosses begins, found by cutting it with every wall's square.
func TestCastIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 30).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height")
		g, err := NewGrid(w, h, 0.05, Point{-0.3, 0.2})
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Cells {
			g.Cells[i] = Free
		}
		for range rapid.IntRange(0, 12).Draw(t, "walls") {
			g.Set(rapid.IntRange(0, w-1).Draw(t, "x"), rapid.IntRange(0, h-1).Draw(t, "y"), rapid.SampledFrom([]int8{Unknown, Occupied}).Draw(t, "cell"))
		}
		unknown := rapid.Bool().Draw(t, "unknown")
		from := Point{rapid.Float64Range(-1, 2).Draw(t, "px"), rapid.Float64Range(-1, 2).Draw(t, "py")}
		yaw := rapid.OneOf(rapid.Float64Range(-4, 4), rapid.SampledFrom([]float64{0, math.Pi / 2, math.Pi, -math.Pi / 2, math.Pi / 4})).Draw(t, "yaw")
		most := rapid.Float64Range(0.1, 4).Draw(t, "most")
		got := NewCaster(g, unknown).Cast(from, yaw, most)
		// The walls a little smaller and a little larger bound what is right, so that beams along borders may go either way.
		least, largest := math.Inf(1), math.Inf(1)
		dy, dx := math.Sincos(yaw)
		const eps = 1e-9
		for i, v := range g.Cells {
			if v < Wall && !(unknown && v == Unknown) {
				continue
			}
			c := g.Centre(i%w, i/w)
			least = min(least, cut(from, dx, dy, c, g.Cell/2+eps))
			largest = min(largest, cut(from, dx, dy, c, g.Cell/2-eps))
		}
		if least > most {
			least = math.Inf(1)
		}
		if largest > most-eps {
			largest = math.Inf(1)
		}
		if got < least-1e-6 || got > largest+1e-6 {
			t.Fatalf("the beam ends at %g, not within %g and %g", got, least, largest)
		}
	})
}

// cut returns at which length a beam enters a square of half the size s.
func cut(p Point, dx, dy float64, c Point, s float64) float64 {
	in, out := 0.0, math.Inf(1)
	for _, a := range [][3]float64{{p.X, dx, c.X}, {p.Y, dy, c.Y}} {
		if a[1] == 0 {
			if math.Abs(a[0]-a[2]) > s {
				return math.Inf(1)
			}
			continue
		}
		u, v := (a[2]-s-a[0])/a[1], (a[2]+s-a[0])/a[1]
		in, out = max(in, min(u, v)), min(out, max(u, v))
	}
	if in > out {
		return math.Inf(1)
	}
	return in
}

// Casting a whole scan takes no memory.
func TestScanTakesNoMemory(t *testing.T) {
	g := box(t, 200, 100, func(x, y int) bool { return x == 0 || y == 0 || x == 199 || y == 99 })
	c := NewCaster(g, false)
	s := Scan{First: -math.Pi * 3 / 4, Step: math.Pi * 1.5 / 810, Min: 0.05, Max: 10, Ranges: make([]float64, 811)}
	if n := testing.AllocsPerRun(10, func() { c.Scan(Pose{0, 3, 0.4}, &s) }); n != 0 {
		t.Errorf("%g allocations a scan", n)
	}
	if r := s.Ranges[405]; !(r > 1 && r < 10) {
		t.Errorf("the middle beam ends at %g m", r)
	}
}

// 811 beams of up to 10 m in a hall of 40 by 30 m with pillars.
func BenchmarkScan(b *testing.B) {
	g := box(b, 800, 600, func(x, y int) bool {
		return x < 2 || y < 2 || x > 797 || y > 597 || x%90 < 5 && y%90 < 5 || x == 300 && y%200 > 30
	})
	c := NewCaster(g, false)
	s := Scan{First: -math.Pi * 3 / 4, Step: math.Pi * 1.5 / 810, Min: 0.05, Max: 10, Ranges: make([]float64, 811)}
	for i := 0; b.Loop(); i++ {
		c.Scan(Pose{5 + 0.01*float64(i%300), 15, 0.1 * float64(i%60)}, &s)
	}
}
