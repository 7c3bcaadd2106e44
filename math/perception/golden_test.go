package perception

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/golden"
)

// TestGolden holds the results on a few pictures made from integers alone, so that they are the same on
// every machine, to what they were.
func TestGolden(t *testing.T) {
	seg := SegmenterConfig{W: 96, H: 64, Color: Yellow()}
	locator, err := NewLocator(LocatorConfig{Segment: seg, Camera: Intrinsics{W: 96, H: 64, Fx: 100, Fy: 100, Cx: 47.5, Cy: 31.5}})
	if err != nil {
		t.Fatal(err)
	}
	stereo, err := NewStereo(StereoConfig{W: 96, H: 64, Disparities: 32, Window: 7})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for seed := range uint64(6) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		m := noiseImage(96, 64, rnd)
		d := NewDepth(96, 64)
		for range 5 {
			x0, y0, side, z := rnd.IntN(80), rnd.IntN(50), rnd.IntN(14), uint16(rnd.IntN(2000))
			for y := y0; y < y0+side; y++ {
				for x := x0; x < x0+2*side; x++ {
					m.Set(x, y, 200+byte(rnd.IntN(40)), 180+byte(rnd.IntN(40)), byte(rnd.IntN(90)))
					d.Set(x, y, z+uint16(rnd.IntN(20)))
				}
			}
		}
		tg, st := locator.Locate(m, &d)
		fmt.Fprintf(&out, "seed %d: %v %+v\n", seed, st, tg)
		shift := 3 + rnd.IntN(20)
		disp, _ := stereo.Match(m, shifted(m, rnd, func(x, y int) int { return shift + y/32 }))
		n, sum := 0, float64(0)
		for _, v := range disp.Pix {
			if v != NoDisparity {
				n++
				sum += float64(v)
			}
		}
		fmt.Fprintf(&out, "stereo at %d: %d matched, sum %.9g\n", shift, n, sum)
	}
	golden.Check(t, "testdata/scenes.golden", []byte(out.String()))
}
