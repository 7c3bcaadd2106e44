package sim

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// cameraMount returns the wrist camera's optical frame in the flange, as the arm's description gives it.
func cameraMount(t testing.TB) spatial.Pose {
	t.Helper()
	p, err := described(t).Pose("link_eef", "camera_color_optical_frame")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The whole way of a frame: arm at home, camera on its wrist, lemon on every path, picture with noise,
// perception. The point perception gives must lie on the lemon's near side, and the ray to it must
// pass its middle.
func TestPerceptionFindsTheLemon(t *testing.T) {
	mount := cameraMount(t)
	r := newRenderer(t, D435iNoise())
	img, depth := pictures(r)
	loc, err := perception.NewLocator(perception.LocatorConfig{
		Segment: perception.SegmenterConfig{W: 640, H: 480, Color: perception.Yellow(), MinArea: 200}, Camera: r.Intrinsics(),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range PathNames() {
		path, err := NamedPath(name, 3)
		if err != nil {
			t.Fatal(err)
		}
		a := newArm(t, ArmConfig{})
		w, err := NewWorld(WorldConfig{Plant: a, Chain: a.Chain(), Start: home(), Mount: mount, Lemon: Lemon{Path: path}, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for k := range 20 {
			w.AdvanceTo(time.Duration(k) * 500 * time.Millisecond)
			s := w.Shot(uint64(k))
			if err := r.Render(&s, img, depth); err != nil {
				t.Fatal(err)
			}
			in := s.Camera.Inv().Apply(s.Lemon.P)
			if u, v, ok := r.in.Project(in); !ok || u < 90 || u > 550 || v < 90 || v > 390 {
				continue // partly out of the picture
			}
			seen++
			target, st := loc.Locate(img, depth)
			if st != perception.OK {
				t.Fatalf("%s, frame %d: %v with the lemon at %v before the camera", name, k, st, in)
			}
			ray, _ := target.Point.Unit()
			aside, behind := in.Cross(ray).Norm(), in.Sub(target.Point).Dot(ray)
			if aside > 0.003 || behind < 0.012 || behind > 0.032 {
				t.Errorf("%s, frame %d: found at %v, the lemon's middle is at %v", name, k, target.Point, in)
			}
		}
		t.Logf("%s: %d of 20 frames show the whole lemon", name, seen)
	}
}
