package perception

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
)

func TestProjectDeproject(t *testing.T) {
	c := D435iColor()
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.Float64Range(-0.5, 639.4).Draw(t, "u")
		v := rapid.Float64Range(-0.5, 479.4).Draw(t, "v")
		z := rapid.Float64Range(0.05, 20).Draw(t, "z")
		u2, v2, ok := c.Project(c.Deproject(u, v, z))
		if !ok && u > -0.49 && v > -0.49 || math.Hypot(u-u2, v-v2) > 1e-9 {
			t.Fatalf("(%v, %v) at %v m comes back as (%v, %v), %v", u, v, z, u2, v2, ok)
		}
	})
	if p := c.Deproject(c.Cx+c.Fx, c.Cy, 2); p.Dist(spatial.V(2, 0, 2)) > 1e-12 {
		t.Errorf("a focal length to the right at 2 m is %v, want (2, 0, 2)", p)
	}
	for _, p := range []spatial.Vec3{{Z: -1}, {}, {X: 9, Z: 1}, {X: math.NaN(), Z: 1}, {Z: math.Inf(1)}} {
		if _, _, ok := c.Project(p); ok {
			t.Errorf("%v projects into the picture", p)
		}
	}
}

func TestD435iViews(t *testing.T) {
	c := D435iColor()
	deg := func(half, f float64) float64 { return 2 * math.Atan(half/f) * 180 / math.Pi }
	if v := deg(240, c.Fy); math.Abs(v-42) > 1e-9 {
		t.Errorf("vertical view %v°, want 42°", v)
	}
	if h := deg(320*(16.0/9)/(4.0/3), c.Fx); math.Abs(h-69) > 1 {
		t.Errorf("the uncut 16:9 picture sees %v°, want about 69°", h)
	}
}

func TestOpticalInLink(t *testing.T) {
	want := spatial.RPY{Roll: -math.Pi / 2, Yaw: -math.Pi / 2}.Rot()
	for i, x := range OpticalInLink() {
		if math.Abs(x-want[i]) > 1e-15 {
			t.Fatalf("got %v, want %v", OpticalInLink(), want)
		}
	}
}

// TestPoseChain follows equations 16 and 17 of the thesis: the rotation written out element by element.
func TestPoseChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		angle := rapid.Float64Range(-math.Pi, math.Pi)
		yaw, pitch, roll := angle.Draw(t, "yaw"), angle.Draw(t, "pitch"), angle.Draw(t, "roll")
		sa, ca := math.Sincos(yaw)
		sb, cb := math.Sincos(pitch)
		sc, cc := math.Sincos(roll)
		r := spatial.Rot{
			ca * cb, ca*sb*sc - sa*cc, ca*sb*cc + sa*sc,
			sa * cb, sa*sb*sc + ca*cc, sa*sb*cc - ca*sc,
			-sb, cb * sc, cb * cc,
		}
		base_camera := spatial.Pose{P: spatial.V(0.3, -0.1, 0.5), R: spatial.RPY{Roll: roll, Pitch: pitch, Yaw: yaw}.Rot()}
		p := D435iColor().Deproject(rapid.Float64Range(0, 639).Draw(t, "u"), rapid.Float64Range(0, 479).Draw(t, "v"), 0.6)
		if d := base_camera.Apply(p).Dist(r.Apply(p).Add(base_camera.P)); d > 1e-14 {
			t.Fatalf("chain is off by %g m", d)
		}
	})
}

func lemonLocator(t testing.TB) *Locator {
	l, err := NewLocator(LocatorConfig{
		Segment: SegmenterConfig{W: 640, H: 480, Color: Yellow(), MinArea: 30},
		Camera:  D435iColor(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func flat(mm uint16) *Depth {
	d := NewDepth(640, 480)
	for i := range d.Pix {
		d.Pix[i] = mm
	}
	return &d
}

func TestLocate(t *testing.T) {
	l := lemonLocator(t)
	m := ellipse(0.02, 1)
	blob, _ := l.seg.Segment(m)
	inside := func(x, y int) bool { return math.Hypot((float64(x)-blob.U)/4, (float64(y)-blob.V)/3) < 18 }
	for name, c := range map[string]struct {
		at   func(x, y int) uint16 // depth on the blob; the ground is at 900 mm
		want float64
		st   Status
	}{
		"plane":          {func(x, y int) uint16 { return 450 }, 0.45, OK},
		"40 % holes":     {func(x, y int) uint16 { return 450 * min(1, uint16(x+3*y)%5/2) }, 0.45, OK},
		"30 % behind":    {func(x, y int) uint16 { return 450 + 450*uint16(max(0, 1-(7*x+3*y)%10/3)) }, 0.45, OK},
		"ramp":           {func(x, y int) uint16 { return uint16(x) + 200 }, 0.520, OK},
		"all holes":      {func(x, y int) uint16 { return 0 }, 0, NoDepth},
		"too near":       {func(x, y int) uint16 { return 99 }, 0, NoDepth},
		"too far":        {func(x, y int) uint16 { return 10001 }, 0, NoDepth},
		"one in ten has": {func(x, y int) uint16 { return uint16(max(0, 1-(x+3*y)%10)) * 450 }, 0, NoDepth},
	} {
		d := flat(900)
		for y := range 480 {
			for x := range 640 {
				if inside(x, y) {
					d.Set(x, y, c.at(x, y))
				}
			}
		}
		got, st := l.Locate(m, d)
		if st != c.st || math.Abs(got.Depth-c.want) > 0.003 || got.Blob != blob {
			t.Errorf("%s: %+v, %v; want depth %v, %v", name, got, st, c.want, c.st)
		}
		if st == OK {
			if p := D435iColor().Deproject(blob.U, blob.V, got.Depth); p != got.Point {
				t.Errorf("%s: point %v, want %v", name, got.Point, p)
			}
		}
		if got.Samples > depthSamples || got.Samples < depthSamples/2 {
			t.Errorf("%s: %d samples", name, got.Samples)
		}
	}
}

// TestSamplesAreEven checks that the samples of a cluster are every n-th pixel, whatever its runs.
func TestSamplesAreEven(t *testing.T) {
	l := lemonLocator(t)
	for _, share := range []float64{0.001, 0.003, 0.01, 0.2, 0.8} {
		m := ellipse(share, 3)
		tg, st := l.Locate(m, flat(500))
		step := (tg.Blob.Area + depthSamples - 1) / depthSamples
		if want := (tg.Blob.Area - step/2 + step - 1) / step; st != OK || tg.Samples != want || tg.Valid != want {
			t.Errorf("share %v: %+v, %v; want %d samples", share, tg, st, want)
		}
	}
}

func TestLocateRejects(t *testing.T) {
	l, m := lemonLocator(t), ellipse(0.02, 1)
	small, bad := NewDepth(320, 240), flat(500)
	bad.Scale = math.NaN()
	for name, d := range map[string]*Depth{"nil": nil, "small": &small, "scale": bad, "short": {W: 640, H: 480, Stride: 640, Pix: bad.Pix[:99]}} {
		if tg, st := l.Locate(m, d); st != BadDepth || tg != (Target{}) {
			t.Errorf("%s: %+v, %v; want bad depth", name, tg, st)
		}
		if name != "small" && d.Check() == nil {
			t.Errorf("%s: Check finds nothing", name)
		}
	}
	if _, st := l.Locate(nil, flat(500)); st != BadImage {
		t.Errorf("nil picture: %v", st)
	}
	_, err := NewLocator(LocatorConfig{MinDepth: 2, MaxDepth: 1, MinValid: math.NaN()})
	for _, word := range []string{"segmenter", "intrinsics", "depth range", "MinValid"} {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("error %q does not name %s", err, word)
		}
	}
}

func TestLocateAllocatesNothing(t *testing.T) {
	l, m, d := lemonLocator(t), ellipse(0.2, 1), flat(500)
	var g FrameGuard
	if n := testing.AllocsPerRun(5, func() { l.Locate(m, d); g.Repeats(m, d) }); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

func TestFrameGuard(t *testing.T) {
	var g FrameGuard
	m, d := ellipse(0.01, 1), flat(500)
	step := func(want int, what string) {
		t.Helper()
		if n := g.Repeats(m, d); n != want {
			t.Errorf("%s: repeats %d, want %d", what, n, want)
		}
	}
	step(0, "first")
	step(1, "same")
	step(2, "same again")
	m.Pix[len(m.Pix)-1] ^= 1
	step(0, "one bit of colour differs")
	step(1, "same")
	d.Pix[len(d.Pix)-1] ^= 1
	step(0, "one bit of depth differs")
	whole := m.Pix
	m.Pix = m.Pix[:7]
	step(0, "short picture")
	step(0, "short picture again")
	m.Pix = whole
	step(0, "whole again")
	step(1, "same")
	g.Reset()
	step(0, "after reset")
	for range 2 {
		if g.Repeats(nil, nil) != 0 {
			t.Error("nothing repeats itself")
		}
	}
}

func TestAnnotateAndEncode(t *testing.T) {
	m := ellipse(0.01, 1)
	b, _ := lemonSegmenter(t, 640, 480).Segment(m)
	c := m.Clone()
	Annotate(&c, b)
	for _, p := range [][2]int{{int(b.U + 0.5), int(b.V + 0.5)}, {b.X0 - 1, b.Y0}, {b.X1, b.Y1}} {
		if r, g, bl := c.At(p[0], p[1]); r != 255 || g != 0 || bl != 255 {
			t.Errorf("pixel %v is not marked", p)
		}
	}
	Annotate(&c, Blob{Area: 1, U: -50, V: 1e6, X0: -9, Y0: -9, X1: 9999, Y1: 9999})
	var buf bytes.Buffer
	if err := c.EncodePNG(&buf); err != nil {
		t.Fatal(err)
	}
	back, err := DecodeImage(bytes.NewReader(buf.Bytes()))
	if err != nil || !bytes.Equal(back.Pix, c.Pix) {
		t.Errorf("PNG does not bring the picture back: %v", err)
	}
	buf.Reset()
	if err := c.EncodeJPEG(&buf, 90); err != nil {
		t.Fatal(err)
	}
	if back, err = DecodeImage(&buf); err != nil || back.W != 640 || back.H != 480 {
		t.Errorf("JPEG: %d×%d, %v", back.W, back.H, err)
	}
	if (&Image{}).EncodeJPEG(&buf, 90) == nil || (*Image)(nil).EncodePNG(&buf) == nil {
		t.Error("an empty picture is encoded")
	}
}

func TestDecodeImageRefuses(t *testing.T) {
	if _, err := DecodeImage(strings.NewReader("not a picture")); err == nil {
		t.Error("text is decoded")
	}
	var wide bytes.Buffer
	if err := png.Encode(&wide, image.NewGray(image.Rect(0, 0, MaxSide+1, 1))); err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeImage(bytes.NewReader(wide.Bytes())); err == nil || !strings.Contains(err.Error(), "8193×1") {
		t.Errorf("too wide a picture: %v", err)
	}
	if _, err := DecodeImage(bytes.NewReader(wide.Bytes()[:60])); err == nil {
		t.Error("half a picture is decoded")
	}
}

func ExampleLocator() {
	camera := D435iColor()
	l, err := NewLocator(LocatorConfig{
		Segment: SegmenterConfig{W: camera.W, H: camera.H, Color: Yellow(), MinArea: 50},
		Camera:  camera,
	})
	if err != nil {
		panic(err)
	}
	color, depth := NewImage(640, 480), NewDepth(640, 480)
	for y := 100; y < 120; y++ {
		for x := 400; x < 440; x++ {
			color.Set(x, y, 230, 200, 40)
			depth.Set(x, y, 500)
		}
	}
	target, status := l.Locate(&color, &depth)
	// The camera hangs half a metre above the table and looks straight down.
	base_camera := spatial.Pose{P: spatial.V(0.4, 0, 0.5), R: spatial.RPY{Roll: math.Pi}.Rot()}
	p := base_camera.Apply(target.Point)
	fmt.Println(status, target.Blob.Area)
	fmt.Printf("%.3f %.3f %.3f\n", p.X, p.Y, math.Abs(p.Z))
	// Output:
	// ok 800
	// 0.480 0.104 0.000
}
