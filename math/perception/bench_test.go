package perception

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		newColorTable(Yellow())
	}
}

func BenchmarkSegment(b *testing.B) {
	for name, share := range map[string]float64{"blob1": 0.01, "blob20": 0.2, "blob80": 0.8} {
		b.Run(name, func(b *testing.B) {
			s, m := lemonSegmenter(b, 640, 480), ellipse(share, 1)
			b.ReportAllocs()
			for b.Loop() {
				s.Segment(m)
			}
		})
	}
}

func BenchmarkStereo(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 7))
	left := noiseImage(640, 480, rnd)
	right := shifted(left, rnd, func(x, y int) int { return 10 + y/16 })
	s, err := NewStereo(StereoConfig{W: 640, H: 480})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Match(left, right)
	}
}

func BenchmarkLocate(b *testing.B) {
	l, m, d := lemonLocator(b), ellipse(0.02, 1), flat(500)
	for b.Loop() {
		l.Locate(m, d)
	}
}

func BenchmarkFrameGuard(b *testing.B) {
	m, d := ellipse(0.02, 1), flat(500)
	var g FrameGuard
	for b.Loop() {
		g.Repeats(m, d)
	}
}
