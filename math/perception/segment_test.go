package perception

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// flood is the reference: connected components by flood fill, in reading order.
func flood(in func(x, y int) bool, w, h int, eight bool, minArea int) (best Blob, found bool) {
	seen := make([]bool, w*h)
	for i := range seen {
		if seen[i] || !in(i%w, i/w) {
			continue
		}
		b := fill(in, seen, w, h, i, eight)
		if b.Area >= minArea && b.Area > best.Area {
			best, found = b, true
		}
	}
	return best, found
}

func fill(in func(x, y int) bool, seen []bool, w, h, from int, eight bool) Blob {
	b := Blob{X0: w, Y0: h}
	stack := []int{from}
	seen[from] = true
	var sx, sy int
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		x, y := i%w, i/w
		b.Area++
		sx, sy = sx+x, sy+y
		b.X0, b.Y0, b.X1, b.Y1 = min(b.X0, x), min(b.Y0, y), max(b.X1, x+1), max(b.Y1, y+1)
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				nx, ny := x+dx, y+dy
				if (dx != 0 && dy != 0 && !eight) || nx < 0 || ny < 0 || nx >= w || ny >= h {
					continue
				}
				if j := ny*w + nx; !seen[j] && in(nx, ny) {
					seen[j] = true
					stack = append(stack, j)
				}
			}
		}
	}
	b.U, b.V = float64(sx)/float64(b.Area), float64(sy)/float64(b.Area)
	return b
}

// maskImage paints yellow where in says so, blue elsewhere, with a stride wider than a row.
func maskImage(w, h, pad int, in func(x, y int) bool) *Image {
	m := &Image{W: w, H: h, Stride: 3*w + pad}
	m.Pix = make([]byte, (h-1)*m.Stride+3*w)
	for y := range h {
		for x := range w {
			if in(x, y) {
				m.Set(x, y, 220, 200, 30)
			} else {
				m.Set(x, y, 30, 40, 200)
			}
		}
	}
	return m
}

func TestSegmentEqualsFloodFill(t *testing.T) {
	table := newColorTable(Yellow())
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 140).Draw(t, "w"), rapid.IntRange(1, 40).Draw(t, "h")
		density := rapid.Float64Range(0, 1).Draw(t, "density")
		eight := rapid.Bool().Draw(t, "eight")
		least := rapid.IntRange(0, 6).Draw(t, "least")
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		mask := make([]bool, w*h)
		for i := range mask {
			mask[i] = rnd.Float64() < density
		}
		in := func(x, y int) bool { return mask[y*w+x] }
		s := newSegmenter(SegmenterConfig{W: w, H: h, Color: Yellow(), FourWay: !eight, MinArea: least}, table)
		got, st := s.Segment(maskImage(w, h, rapid.IntRange(0, 5).Draw(t, "pad"), in))
		want, found := flood(in, w, h, eight, max(least, 1))
		if (st == OK) != found || got != want {
			t.Fatalf("%d×%d eight=%v: got %+v (%v), flood fill says %+v (%v)", w, h, eight, got, st, want, found)
		}
	})
}

// ellipse paints one blob of about share of a 640×480 picture on a noisy, textured ground.
func ellipse(share float64, seed uint64) *Image {
	m := NewImage(640, 480)
	rnd := rand.New(rand.NewPCG(seed, 2))
	k := math.Sqrt(share * 640 * 480 / (math.Pi * 4 * 3))
	for y := range m.H {
		for x := range m.W {
			t := 90 + 30*math.Sin(float64(x)/17) + 30*math.Cos(float64(y)/23)
			c := [3]float64{t, 0.9 * t, 0.8 * t}
			dx, dy := (float64(x)-320)/(4*k), (float64(y)-240)/(3*k)
			if d := dx*dx + dy*dy; d < 1 {
				c = [3]float64{230 - 40*d, 205 - 40*d, 40}
			}
			var p [3]byte
			for i, v := range c {
				p[i] = byte(min(255, max(0, v+6*rnd.NormFloat64())))
			}
			m.Set(x, y, p[0], p[1], p[2])
		}
	}
	return &m
}

func lemonSegmenter(t testing.TB, w, h int) *Segmenter {
	s, err := NewSegmenter(SegmenterConfig{W: w, H: h, Color: Yellow(), MinArea: 30})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEllipse(t *testing.T) {
	s := lemonSegmenter(t, 640, 480)
	for _, share := range []float64{0.01, 0.2, 0.6} {
		b, st := s.Segment(ellipse(share, 1))
		want := share * 640 * 480
		if st != OK || math.Abs(float64(b.Area)-want) > 0.02*want || math.Hypot(b.U-320, b.V-240) > 0.2 {
			t.Errorf("share %v: %+v, %v; want area near %.0f and centroid near (320, 240)", share, b, st, want)
		}
	}
}

func TestSegmentAllocatesNothing(t *testing.T) {
	s, m := lemonSegmenter(t, 640, 480), ellipse(0.2, 1)
	if n := testing.AllocsPerRun(5, func() { s.Segment(m) }); n != 0 {
		t.Errorf("Segment allocates %v times", n)
	}
}

func TestSegmentRejects(t *testing.T) {
	s := lemonSegmenter(t, 64, 48)
	good := NewImage(64, 48)
	for name, m := range map[string]*Image{
		"nil":        nil,
		"empty":      {},
		"other size": {W: 48, H: 64, Stride: 144, Pix: make([]byte, 144*64)},
		"short":      {W: 64, H: 48, Stride: 192, Pix: make([]byte, 192*48-1)},
		"no pixels":  {W: 64, H: 48, Stride: 192},
		"narrow":     {W: 64, H: 48, Stride: 191, Pix: good.Pix},
		"negative":   {W: 64, H: 48, Stride: -192, Pix: good.Pix},
		"huge":       {W: 64, H: 48, Stride: math.MaxInt, Pix: good.Pix},
	} {
		if b, st := s.Segment(m); st != BadImage || b != (Blob{}) {
			t.Errorf("%s: %+v, %v; want bad image", name, b, st)
		}
		if m.Check() == nil && name != "other size" {
			t.Errorf("%s: Check finds nothing", name)
		}
	}
	if _, st := s.Segment(&good); st != NoTarget {
		t.Errorf("black picture: %v, want no target", st)
	}
	if Status(99).String() != "status 99" || NoDepth.String() != "no depth" {
		t.Error("statuses are named wrongly")
	}
}

func TestSegmenterConfigReportsAllFaults(t *testing.T) {
	_, err := NewSegmenter(SegmenterConfig{W: 0, H: 9000, MinArea: -1, Color: HSVRange{HLo: 180, SLo: 9, SHi: 8, VLo: 9, VHi: 8}})
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 3 {
		t.Errorf("want size, area and colour refused at once, got %v", err)
	}
}

func FuzzSegment(f *testing.F) {
	f.Add(4, 3, 12, []byte("abcdefghijklmnopqrstuvwxyzabcdefghij"))
	f.Add(16, 12, 48, make([]byte, 16*12*3))
	f.Add(16, 12, -1, []byte{1})
	f.Add(-5, 1<<40, 1<<62, []byte{})
	f.Add(0, 0, 0, []byte(nil))
	s := lemonSegmenter(f, 16, 12)
	l, err := NewLocator(LocatorConfig{Segment: s.cfg, Camera: FromFOV(16, 12, 1)})
	if err != nil {
		f.Fatal(err)
	}
	fuzz.Run(f, func(t *testing.T, w, h, stride int, pix []byte) {
		m := &Image{W: w, H: h, Stride: stride, Pix: pix}
		b, st := s.Segment(m)
		if st == OK && (b.Area < 30 || b.U < float64(b.X0) || b.U > float64(b.X1-1) || b.V < float64(b.Y0) || b.V > float64(b.Y1-1)) {
			t.Errorf("impossible blob %+v", b)
		}
		if (m.Check() == nil) != m.OK() {
			t.Error("Check and OK disagree")
		}
		d := &Depth{W: w, H: h, Stride: stride, Pix: make([]uint16, len(pix))}
		if tg, st := l.Locate(m, d); st == OK && !tg.Point.Finite() {
			t.Errorf("point %v", tg.Point)
		}
		var g FrameGuard
		g.Repeats(m, d)
	})
}
