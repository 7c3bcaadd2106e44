package perception

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// slowStereo is the matcher written plainly, one sum of absolute differences at a time.
type slowStereo struct {
	c           StereoConfig
	left, right [][]int // gradients
}

func slowGradient(m *Image) [][]int {
	gray := make([]byte, m.W*m.H)
	luma(m, gray)
	at := func(x, y int) int {
		return int(gray[min(max(y, 0), m.H-1)*m.W+min(max(x, 0), m.W-1)])
	}
	g := make([][]int, m.H)
	for y := range g {
		g[y] = make([]int, m.W)
		for x := range g[y] {
			d := 0
			for k, weight := range [3]int{1, 2, 1} {
				d += weight * (at(x+1, y+k-1) - at(x-1, y+k-1))
			}
			g[y][x] = min(max(d, -31), 31)
		}
	}
	return g
}

func (s *slowStereo) cost(x, y, d int) (sum int) {
	r := s.c.Window / 2
	for j := y - r; j <= y+r; j++ {
		for i := x - r; i <= x+r; i++ {
			other := 96 // outside the right picture
			if i >= d {
				other = s.right[j][i-d]
			}
			sum += int(math.Abs(float64(s.left[j][i] - other)))
		}
	}
	return sum
}

func (s *slowStereo) match(x, y int) (disp float32, best, cost int) {
	r, texture := s.c.Window/2, 0
	for j := y - r; j <= y+r; j++ {
		for i := x - r; i <= x+r; i++ {
			texture += int(math.Abs(float64(s.left[j][i])))
		}
	}
	costs := make([]int, s.c.Disparities)
	for d := range costs {
		costs[d] = s.cost(x, y, d)
	}
	cost = slices.Min(costs)
	best = slices.Index(costs, cost)
	if texture < s.c.Texture || best > x {
		return NoDisparity, -1, 0
	}
	for d, v := range costs {
		if s.c.Unique > 0 && v <= cost*(100+s.c.Unique)/100 && (d < best-1 || d > best+1) {
			return NoDisparity, best, cost
		}
	}
	if best == 0 || best == len(costs)-1 {
		return float32(best), best, cost
	}
	a, b := costs[best-1], costs[best+1]
	if steep := max(a, b) - cost; steep > 0 {
		return float32(best) + float32(a-b)/float32(2*steep), best, cost
	}
	return float32(best), best, cost
}

func (s *slowStereo) all(w, h int) []float32 {
	out := slices.Repeat([]float32{NoDisparity}, w*h)
	r := s.c.Window / 2
	for y := r; y < h-r; y++ {
		owner, price := make([]int, w), slices.Repeat([]int{math.MaxInt}, w)
		for x := r; x < w-r; x++ {
			d, best, cost := s.match(x, y)
			out[y*w+x] = d
			if best >= 0 && cost < price[x-best] {
				owner[x-best], price[x-best] = best, cost
			}
		}
		for x := r; x < w-r; x++ {
			d := out[y*w+x]
			if i := x - int(d+0.5); d >= 0 && i >= 0 && math.Abs(float64(owner[i]-int(d+0.5))) > 1 {
				out[y*w+x] = NoDisparity
			}
		}
	}
	return out
}

func noiseImage(w, h int, rnd *rand.Rand) *Image {
	m := NewImage(w, h)
	for i := range m.Pix {
		m.Pix[i] = byte(rnd.Uint32())
	}
	return &m
}

// shifted shows m as seen from the right: pixel x comes from x + disp(x, y), noise where nothing is there.
func shifted(m *Image, rnd *rand.Rand, disp func(x, y int) int) *Image {
	out := noiseImage(m.W, m.H, rnd)
	for y := range m.H {
		for x := range m.W {
			if from := x + disp(x, y); from >= 0 && from < m.W {
				out.Set(x, y, m.Pix[y*m.Stride+3*from], m.Pix[y*m.Stride+3*from+1], m.Pix[y*m.Stride+3*from+2])
			}
		}
	}
	return out
}

func TestStereoEqualsPlainMatcher(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := StereoConfig{
			W: rapid.IntRange(15, 44).Draw(t, "w"), H: rapid.IntRange(15, 20).Draw(t, "h"),
			Disparities: 8 * rapid.IntRange(1, 4).Draw(t, "n/8"),
			Window:      5 + 2*rapid.IntRange(0, 5).Draw(t, "window"),
			Texture:     rapid.IntRange(-1, 1500).Draw(t, "texture"),
			Unique:      rapid.IntRange(-1, 30).Draw(t, "unique"),
		}
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		left := noiseImage(c.W, c.H, rnd)
		d := rapid.IntRange(0, 12).Draw(t, "disparity")
		right := shifted(left, rnd, func(x, y int) int { return d + y/8 })
		for range rapid.IntRange(0, 200).Draw(t, "flipped") {
			right.Pix[rnd.IntN(len(right.Pix))] ^= 0x40
		}
		s, err := NewStereo(c)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "used before") {
			s.Match(right, left)
		}
		got, st := s.Match(left, right)
		if st != OK {
			t.Fatal(st)
		}
		slow := &slowStereo{c: s.cfg, left: slowGradient(left), right: slowGradient(right)}
		want := slow.all(c.W, c.H)
		for i := range want {
			if got.Pix[i] != want[i] {
				t.Fatalf("%+v: (%d, %d) is %v, want %v", s.cfg, i%c.W, i/c.W, got.Pix[i], want[i])
			}
		}
	})
}

func TestStereoFindsSteps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 7))
	left := noiseImage(320, 120, rnd)
	disp := func(x, y int) int { return 10 + 20*(y/60) }
	right := shifted(left, rnd, disp)
	s, err := NewStereo(StereoConfig{W: 320, H: 120})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := s.Match(left, right)
	good, bad := 0, 0
	for y := 4; y < 116; y++ {
		for x := 40; x < 316; x++ {
			if y > 54 && y < 65 {
				continue // windows over the step
			}
			if d := got.Pix[y*320+x]; d == NoDisparity || math.Abs(float64(d)-float64(disp(x, y))) > 0.5 {
				bad++
			} else {
				good++
			}
		}
	}
	if bad*1000 > good {
		t.Errorf("%d pixels right, %d wrong or missing", good, bad)
	}
}

func TestStereoDepth(t *testing.T) {
	c := StereoCamera{F: 600, Baseline: 0.05, Offset: 2}
	in := &Disparity{W: 4, H: 1, Pix: []float32{NoDisparity, 0, 28, 0.000001}}
	out := NewDepth(4, 1)
	if st := c.Fill(&out, in); st != OK || !slices.Equal(out.Pix, []uint16{0, 15000, 1000, 15000}) {
		t.Errorf("%v: %v", st, out.Pix)
	}
	c.Offset = 0
	if c.Fill(&out, in); !slices.Equal(out.Pix, []uint16{0, 0, 1071, 0}) {
		t.Errorf("without offset: %v", out.Pix)
	}
	small := NewDepth(3, 1)
	if c.Fill(&small, in) != BadDepth || c.Fill(nil, in) != BadDepth || c.Fill(&out, nil) != BadDepth {
		t.Error("mismatched sizes are taken")
	}
}

func TestStereoRejects(t *testing.T) {
	s, err := NewStereo(StereoConfig{W: 64, H: 48})
	if err != nil {
		t.Fatal(err)
	}
	good, other := NewImage(64, 48), NewImage(48, 64)
	for _, pair := range [][2]*Image{{nil, &good}, {&good, nil}, {&good, &other}, {&Image{W: 64, H: 48, Stride: 192}, &good}} {
		if d, st := s.Match(pair[0], pair[1]); d != nil || st != BadImage {
			t.Errorf("%v, %v; want bad image", d, st)
		}
	}
	d, st := s.Match(&good, &good)
	if st != OK || slices.ContainsFunc(d.Pix, func(v float32) bool { return v != NoDisparity }) {
		t.Errorf("black pictures match somewhere (%v)", st)
	}
	_, err = NewStereo(StereoConfig{W: 3, H: 4, Disparities: 12, Window: 4, Unique: 200})
	for _, word := range []string{"sides", "disparities", "window 4", "uniqueness"} {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("error %q does not name %s", err, word)
		}
	}
}

func TestStereoAllocatesNothing(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 7))
	left := noiseImage(160, 60, rnd)
	s, err := NewStereo(StereoConfig{W: 160, H: 60})
	if err != nil {
		t.Fatal(err)
	}
	out := NewDepth(160, 60)
	if n := testing.AllocsPerRun(3, func() {
		d, _ := s.Match(left, left)
		StereoCamera{F: 600, Baseline: 0.05}.Fill(&out, d)
	}); n != 0 {
		t.Errorf("stereo allocates %v times", n)
	}
}

func FuzzStereo(f *testing.F) {
	f.Add(16, 16, 48, make([]byte, 48*16), []byte("x"))
	f.Add(-1, 0, 1<<60, []byte{}, []byte{})
	f.Add(16, 16, 48, []byte(strings.Repeat("stereo", 128)), []byte(strings.Repeat("oerets", 128)))
	s, err := NewStereo(StereoConfig{W: 16, H: 16, Disparities: 8, Window: 5, Texture: -1})
	if err != nil {
		f.Fatal(err)
	}
	fuzz.Run(f, func(t *testing.T, w, h, stride int, l, r []byte) {
		d, st := s.Match(&Image{W: w, H: h, Stride: stride, Pix: l}, &Image{W: w, H: h, Stride: stride, Pix: r})
		if (d == nil) == (st == OK) {
			t.Fatalf("%v with %v", d, st)
		}
		if d == nil {
			return
		}
		for i, v := range d.Pix {
			if v != NoDisparity && (v < -0.5 || v > 7.5 || v > float32(i%16)+0.5) {
				t.Fatalf("pixel %d has disparity %v", i, v)
			}
		}
	})
}
