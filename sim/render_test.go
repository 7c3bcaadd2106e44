package sim

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

// above looks straight down from p with image x along base −y.
func above(p spatial.Vec3) spatial.Pose {
	return spatial.Pose{P: p, R: spatial.Rot{0, -1, 0, -1, 0, 0, 0, 0, -1}}
}

func newRenderer(t testing.TB, n Noise) *Renderer {
	t.Helper()
	r, err := NewRenderer(DefaultScene(), perception.D435iColor(), n)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func pictures(r *Renderer) (*perception.Image, *perception.Depth) {
	in := r.Intrinsics()
	img, depth := perception.NewImage(in.W, in.H), perception.NewDepth(in.W, in.H)
	return &img, &depth
}

func render(t testing.TB, r *Renderer, s Shot) (*perception.Image, *perception.Depth) {
	t.Helper()
	img, depth := pictures(r)
	if err := r.Render(&s, img, depth); err != nil {
		t.Fatal(err)
	}
	return img, depth
}

// typical is a shot from 0.27 m above the lemon.
func typical(seed uint64) Shot {
	return Shot{Camera: above(spatial.V(0.45, 0.01, 0.35)), Lemon: at(0.45, 0, 0.08, 0.4), Visible: true, Seed: seed}
}

// yellow is a plain test for the lemon's colour: red and green far above blue.
func yellow(r, g, b byte) bool { return int(r) > int(b)+50 && int(g) > int(b)+40 }

func TestRenderIsAFunctionOfTheShot(t *testing.T) {
	a, b := newRenderer(t, D435iNoise()), newRenderer(t, D435iNoise())
	img1, depth1 := render(t, a, typical(1))
	other, otherDepth := render(t, a, typical(2)) // in between, so that left-over scratch would show
	img2, depth2 := render(t, b, typical(1))
	img3, depth3 := render(t, a, typical(1))
	if !bytes.Equal(img1.Pix, img2.Pix) || !bytes.Equal(img1.Pix, img3.Pix) || !slices.Equal(depth1.Pix, depth2.Pix) || !slices.Equal(depth1.Pix, depth3.Pix) {
		t.Error("equal shots give different pictures")
	}
	if bytes.Equal(img1.Pix, other.Pix) || slices.Equal(depth1.Pix, otherDepth.Pix) {
		t.Error("different seeds give equal pictures")
	}
}

// cast is a ray caster of its own, without any of the renderer's shortcuts: it returns the depth along the
// optical axis and what was hit, by bisection-free formulas in each body's own frame.
func cast(sc *Scene, s *Shot, in perception.Intrinsics, u, v int) (z float64, what string) {
	d := s.Camera.R.Apply(in.Deproject(float64(u), float64(v), 1))
	z, what = math.Inf(1), "wall"
	hit := func(t float64, name string) {
		if t > 0 && t < z {
			z, what = t, name
		}
	}
	plane := func(h float64) (float64, spatial.Vec3) {
		t := (h - s.Camera.P.Z) / d.Z
		return t, s.Camera.P.Add(d.Scale(t))
	}
	if t, p := plane(sc.Table.Z); p.X >= sc.Table.X0 && p.X < sc.Table.X1 && p.Y >= sc.Table.Y0 && p.Y < sc.Table.Y1 {
		hit(t, "table")
	}
	t, _ := plane(sc.Table.Floor)
	hit(t, "floor")
	for _, p := range sc.Primitives(nil, s.Lemon, s.Visible)[1:] {
		o, e := p.Pose.Inv().Apply(s.Camera.P), p.Pose.R.ApplyT(d)
		scale := func(v spatial.Vec3) spatial.Vec3 { return spatial.V(v.X/p.Size.X, v.Y/p.Size.Y, v.Z/p.Size.Z) }
		o, e = scale(o), scale(e)
		if p.Shape == Ellipsoid {
			a, b, c := e.Dot(e), o.Dot(e), o.Dot(o)-1
			if disc := b*b - a*c; disc >= 0 {
				hit((-b-math.Sqrt(disc))/a, p.Name)
			}
			continue
		}
		near, far := math.Inf(-1), math.Inf(1)
		for _, c := range [3][2]float64{{o.X, e.X}, {o.Y, e.Y}, {o.Z, e.Z}} {
			t0, t1 := (-1-c[0])/c[1], (1-c[0])/c[1]
			near, far = math.Max(near, math.Min(t0, t1)), math.Min(far, math.Max(t0, t1))
		}
		if near <= far {
			hit(near, p.Name)
		}
	}
	return z, what
}

// From anywhere above the table the renderer without noise sees what a plain ray caster sees: depth to one
// step of disparity, and yellow exactly where the lemon is.
func TestRenderAgreesWithPlainRayCaster(t *testing.T) {
	r := newRenderer(t, Noise{})
	in, sc := r.Intrinsics(), DefaultScene()
	img, depth := pictures(r)
	rapid.Check(t, func(t *rapid.T) {
		f := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		cam := above(spatial.V(f(0.2, 0.7, "x"), f(-0.3, 0.3, "y"), f(0.25, 0.9, "z")))
		cam.R = spatial.Exp(spatial.V(f(-0.7, 0.7, "rx"), f(-0.7, 0.7, "ry"), f(-3, 3, "rz"))).Mul(cam.R)
		s := Shot{Camera: cam, Lemon: spatial.Pose{P: spatial.V(f(0.3, 0.6, "lx"), f(-0.2, 0.2, "ly"), 0.08), R: spatial.Exp(spatial.V(f(-1, 1, "la"), f(-1, 1, "lb"), 0))}, Visible: true}
		if err := r.Render(&s, img, depth); err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for v := 3; v < in.H; v += 17 {
			for u := 2; u < in.W; u += 13 {
				z, what := cast(&sc, &s, in, u, v)
				got := depth.Metres(u, v)
				step := z*z/dispScale + 0.0011
				depthOK := math.Abs(got-z) <= step || (got == 0 && (z < zMin+step || z > zMax-1))
				if !depthOK || yellow(img.At(u, v)) != (what == "lemon") {
					wrong++
				}
			}
		}
		if wrong > 4 { // rays that graze an outline may go either way
			t.Fatalf("%d pixels differ", wrong)
		}
	})
}

func spread(xs []float64) (mean, sigma float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		sigma += (x - mean) * (x - mean) / float64(len(xs))
	}
	return mean, math.Sqrt(sigma)
}

// The error of depth grows with z², there is no depth nearer than 0.17 m, and holes come at their rate.
func TestRenderDepthNoise(t *testing.T) {
	r := newRenderer(t, D435iNoise())
	sigmas := map[float64]float64{}
	for _, z := range []float64{0.4, 0.8} {
		s := Shot{Camera: above(spatial.V(0.45, 0, z)), Seed: 4}
		s.Camera.P.X = -0.1 // away from the things
		_, depth := render(t, r, s)
		var xs []float64
		holes := 0
		for v := 100; v < 380; v++ {
			for u := 200; u < 440; u++ {
				if m := depth.Metres(u, v); m > 0 {
					xs = append(xs, m)
				} else {
					holes++
				}
			}
		}
		mean, sigma := spread(xs)
		sigmas[z] = sigma
		want := 0.08 * z * z / (stereoFocal * stereoBase)
		if math.Abs(mean-z) > 0.3e-3 || sigma < 0.8*want || sigma > 1.4*want+0.3e-3 {
			t.Errorf("at %g m: mean %.4f m, sigma %.2f mm, the model says %.2f", z, mean, sigma*1e3, want*1e3)
		}
		if share := float64(holes) / float64(holes+len(xs)); share < 0.0015 || share > 0.006 {
			t.Errorf("at %g m %.2f %% of the pixels are holes", z, share*100)
		}
	}
	if q := sigmas[0.8] / sigmas[0.4]; q < 3 || q > 5 {
		t.Errorf("twice the distance gives %.2f times the error", q)
	}
	_, depth := render(t, r, Shot{Camera: above(spatial.V(-0.1, 0, 0.16)), Seed: 4})
	if n := slices.IndexFunc(depth.Pix, func(x uint16) bool { return x != 0 && x < 165 }); n >= 0 {
		t.Errorf("depth %d mm is nearer than the camera can see", depth.Pix[n])
	}
}

// The second imager sits to the right, so the strip without depth is at the lemon's left.
func TestRenderOcclusionIsAtTheLeft(t *testing.T) {
	n := D435iNoise()
	n.Holes = 0
	r := newRenderer(t, n)
	s := typical(3)
	s.Lemon = at(0.45, 0, 0.12, 0)
	img, depth := render(t, r, s)
	const v = 239
	first, last := -1, -1
	for u := range img.W {
		if yellow(img.At(u, v)) {
			if first < 0 {
				first = u
			}
			last = u
		}
	}
	if first < 40 || last > 600 {
		t.Fatalf("the lemon is at columns %d to %d", first, last)
	}
	// Columns hidden: baseline times focal length times the difference of the inverse depths; the limb that
	// hides the table is no nearer than the lemon's top.
	gap := 0
	for u := first - 1; u > 0 && depth.At(u, v) == 0; u-- {
		gap++
	}
	zl, zt := 0.35-0.12-0.028, 0.35
	want := r.in.Fx * stereoBase * (1/zl - 1/zt)
	if float64(gap) < 0.5*want || float64(gap) > want {
		t.Errorf("%d columns left of the lemon are without depth, geometry gives at most %.0f", gap, want)
	}
	if depth.At(last+2, v) == 0 || depth.At((first+last)/2, v) == 0 {
		t.Error("no depth at the lemon or to its right")
	}
}

// Without the lemon nothing is yellow, from anywhere, noise and all.
func TestRenderNothingElseIsYellow(t *testing.T) {
	r := newRenderer(t, D435iNoise())
	img, depth := pictures(r)
	rapid.Check(t, func(t *rapid.T) {
		f := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		cam := above(spatial.V(f(0, 0.9, "x"), f(-0.6, 0.6, "y"), f(0.05, 0.9, "z")))
		cam.R = spatial.Exp(spatial.V(f(-2, 2, "rx"), f(-2, 2, "ry"), f(-3, 3, "rz"))).Mul(cam.R)
		s := Shot{Camera: cam, Seed: rapid.Uint64().Draw(t, "seed")}
		if err := r.Render(&s, img, depth); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(img.Pix); i += 3 {
			if yellow(img.Pix[i], img.Pix[i+1], img.Pix[i+2]) {
				t.Fatalf("pixel %d is %v", i/3, img.Pix[i:i+3])
			}
		}
	})
}

// Cameras in bodies, in the table's plane, below it and far away are drawn without complaint.
func FuzzRenderAnyPose(f *testing.F) {
	f.Add(0.45, 0.0, 0.08, 0.0, 0.0, 0.0)
	f.Add(0.45, 0.0, 0.0, 3.1, 0.0, 0.0)
	f.Add(0.45, 0.0, -0.3, 0.0, 1.5, 0.0)
	f.Add(1e6, -1e6, 1e6, 0.1, 0.2, 0.3)
	f.Add(0.56, 0.27, 0.071, 3.1, 0.0, 0.0)
	r, err := NewRenderer(DefaultScene(), perception.FromFOV(64, 48, 0.7), D435iNoise())
	if err != nil {
		f.Fatal(err)
	}
	fuzz.Run(f, func(t *testing.T, x, y, z, a, b, c float64) {
		img, depth := pictures(r)
		s := Shot{Camera: spatial.Pose{P: spatial.V(x, y, z), R: spatial.RPY{Roll: a, Pitch: b, Yaw: c}.Rot()}, Lemon: at(0.45, 0, 0.08, 0), Visible: true}
		if err := r.Render(&s, img, depth); (err == nil) != s.Camera.Finite() {
			t.Errorf("pose %v: %v", s.Camera, err)
		}
	})
}

func TestRenderFaults(t *testing.T) {
	r := newRenderer(t, D435iNoise())
	good, goodDepth := render(t, r, typical(1))
	shot := func(f Failure) (*perception.Image, *perception.Depth) {
		s := typical(1)
		s.Fault = f
		return render(t, r, s)
	}
	if img, depth := shot(Frozen); !bytes.Equal(img.Pix, good.Pix) || !slices.Equal(depth.Pix, goodDepth.Pix) {
		t.Error("a frozen shot differs from the one it repeats")
	}
	if img, depth := shot(Black); slices.Max(img.Pix) != 0 || slices.Max(depth.Pix) != 0 {
		t.Error("black is not black")
	}
	if img, depth := shot(NoDepth); !bytes.Equal(img.Pix, good.Pix) || slices.Max(depth.Pix) != 0 {
		t.Error("no-depth touches the colour or leaves depth")
	}
	img1, depth1 := shot(Garbage)
	img2, depth2 := shot(Garbage)
	if !bytes.Equal(img1.Pix, img2.Pix) || !slices.Equal(depth1.Pix, depth2.Pix) || bytes.Equal(img1.Pix, good.Pix) {
		t.Error("garbage does not repeat, or is none")
	}
}

func TestRenderRefusesWhatDoesNotFit(t *testing.T) {
	r := newRenderer(t, Noise{})
	img, depth := pictures(r)
	small := perception.NewImage(320, 240)
	s := typical(0)
	if err := r.Render(&s, &small, depth); err == nil || !strings.Contains(err.Error(), "640×480") {
		t.Errorf("a small picture: %v", err)
	}
	if err := r.Render(&s, nil, depth); err == nil {
		t.Error("accepted no picture")
	}
	s.Camera.P.X = math.NaN()
	if err := r.Render(&s, img, depth); err == nil || slices.Max(img.Pix) != 0 {
		t.Errorf("a camera nowhere: %v", err)
	}
	sc := DefaultScene()
	sc.Things[0].Size.X = 0
	if _, err := NewRenderer(sc, perception.Intrinsics{}, Noise{Holes: -1}); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("three faults: %v", err)
	}
}

func TestRenderDoesNotAllocate(t *testing.T) {
	r := newRenderer(t, D435iNoise())
	img, depth := pictures(r)
	s := typical(0)
	if n := testing.AllocsPerRun(5, func() { s.Seed++; _ = r.Render(&s, img, depth) }); n != 0 {
		t.Errorf("%g allocations a frame", n)
	}
}

func BenchmarkRender(b *testing.B) {
	r := newRenderer(b, D435iNoise())
	img, depth := pictures(r)
	near := typical(0)
	near.Camera.P.Z = 0.19
	for name, s := range map[string]Shot{"typical": typical(0), "close-up": near} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Seed++
				if err := r.Render(&s, img, depth); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
