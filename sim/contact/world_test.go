package contact

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// cube is a body of 0.3 kg on the floor, or above it.
func cube(height float64) Config {
	half := spatial.V(0.02, 0.02, 0.03)
	return Config{Floor: 0.5, Body: Body{Shape: Shape{Box, half}, Mass: 0.3, Grip: 0.6, Pose: spatial.Pose{P: spatial.V(0, 0, half.Z+height), R: spatial.IdentityRot()}}}
}

func world(t testing.TB, c Config) *World {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run lets time pass, s.
func run(w *World, seconds float64) {
	for range int(math.Round(seconds * 1000)) {
		w.Step(1e-3)
	}
}

// TestDrop drops bodies: they come to rest on the floor, however they turn, and no contact gives energy.
func TestDrop(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := cube(rapid.Float64Range(0, 0.1).Draw(r, "height"))
		if rapid.Bool().Draw(r, "round") {
			c.Body.Kind = Cylinder
		}
		axis := spatial.V(rapid.Float64Range(-1, 1).Draw(r, "x"), rapid.Float64Range(-1, 1).Draw(r, "y"), 0)
		c.Body.Pose.R, c.Body.Pose.P.Z = spatial.Exp(axis), c.Body.Pose.P.Z+0.02
		w := world(t, c)
		most := w.Energy()
		for range 3000 {
			w.Step(1e-3)
			// A spring that is pressed holds energy too, so that the sum may only be less.
			if e := w.Energy(); e > most+1e-6 {
				r.Fatalf("energy %g J, it began with %g", e, most)
			}
		}
		v := w.Body.Twist
		rolls := c.Body.Kind == Cylinder && math.Abs(w.Body.Pose.R.Col(2).Z) < 0.1
		if (v.Lin.Norm() > 2e-3 || v.Ang.Norm() > 0.1) && !rolls {
			r.Fatalf("after 3 s it moves at %v", v)
		}
		if z := w.Body.Pose.P.Z; z < 0.0185 || z > 0.0365 {
			r.Fatalf("it rests at a height of %g m", z)
		}
	})
}

// TestSlope tilts gravity: a body stays within the cone of friction, and slides outside at the acceleration that it leaves.
func TestSlope(t *testing.T) {
	for _, tilt := range []float64{0.3, 0.45, 0.49, 0.6, 0.8} { // tan, the friction is 0.5
		c := cube(0)
		c.Body.Half.Z = 0.01 // flat, so that it does not tip over
		c.Body.Pose.P.Z = 0.01
		angle := math.Atan(tilt)
		c.Gravity = spatial.V(9.81*math.Sin(angle), 0, -9.81*math.Cos(angle))
		w := world(t, c)
		run(w, 0.2)
		from := w.Body.Twist.Lin.X
		run(w, 0.5)
		got, want := (w.Body.Twist.Lin.X-from)/0.5, 0.0
		if tilt > 0.5 {
			want = 9.81 * (math.Sin(angle) - 0.5*math.Cos(angle))
		}
		if math.Abs(got-want) > 0.02+0.02*want {
			t.Errorf("slope %g: it accelerates by %g m/s², want %g", tilt, got, want)
		}
	}
}

// fingers are two plates that press a body from both sides along y, and lift it.
func fingers(t testing.TB, press float64) *World {
	c := cube(0)
	half := spatial.V(0.011, 0.004, 0.02)
	for _, side := range [2]float64{-1, 1} {
		c.Solids = append(c.Solids, Solid{Shape: Shape{Box, half}, Pose: spatial.Pose{P: spatial.V(0, side*(0.02+half.Y+1e-4), 0.03), R: spatial.IdentityRot()}})
	}
	w := world(t, c)
	felt := 0.0
	for range 3000 { // each moves until it presses with the force
		felt = 0
		for i, side := range [2]float64{-1, 1} {
			push := w.Solids[i].Felt.Force.Y * side
			felt += push / 2
			w.Solids[i].Twist.Lin.Y = -side * 1e-3 * max(-5, min(5, press-push))
		}
		w.Step(1e-3)
	}
	if math.Abs(felt-press) > 0.05*press {
		t.Fatalf("the fingers press with %g N, want %g", felt, press)
	}
	for i := range w.Solids {
		w.Solids[i].Twist.Lin = spatial.V(0, 0, 0.1)
	}
	return w
}

// TestHold lifts a body between two fingers: friction 0.6 at both holds 0.3 kg from 2.45 N on. Below that it slips and falls.
func TestHold(t *testing.T) {
	for _, x := range []struct {
		press float64
		holds bool
	}{{1.5, false}, {2.2, false}, {2.8, true}, {6, true}, {20, true}} {
		w := fingers(t, x.press)
		run(w, 1)
		up := w.Body.Pose.P.Z - 0.03
		if x.holds != (math.Abs(up-0.1) < 0.003) || !x.holds && up > 0.05 {
			t.Errorf("pressed with %g N it is %g m up, the fingers 0.1", x.press, up)
		}
		weight := -w.Solids[0].Felt.Force.Z - w.Solids[1].Felt.Force.Z
		if x.holds && math.Abs(weight-0.3*9.81) > 0.1 {
			t.Errorf("pressed with %g N the fingers carry %g N, want %g", x.press, weight, 0.3*9.81)
		}
	}
}

// TestRest has a body that rests for long stay where it is, and cost nothing.
func TestRest(t *testing.T) {
	w := world(t, cube(0))
	run(w, 1)
	at := w.Body.Pose
	run(w, 60)
	if d := at.P.Dist(w.Body.Pose.P); d > 1e-6 {
		t.Errorf("it has crept by %g m", d)
	}
	if w.quiet < asleep {
		t.Error("its steps are not left out")
	}
}

// TestAllocs steps in contact.
func TestAllocs(t *testing.T) {
	w := fingers(t, 6)
	if n := testing.AllocsPerRun(100, func() { w.Step(1e-3) }); n > 0 {
		t.Errorf("a step allocates %g times", n)
	}
}

// TestConfig has all faults told.
func TestConfig(t *testing.T) {
	_, err := New(Config{Floor: math.NaN(), Solids: make([]Solid, 1)})
	for _, want := range []string{"the body is a shape", "solid 0 is a shape", "the mass is 0", "friction", "pose"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the faults do not tell of %q: %v", want, err)
		}
	}
}

// BenchmarkStep is a millisecond of a body between two fingers.
func BenchmarkStep(b *testing.B) {
	w := fingers(b, 6)
	for i := range w.Solids {
		w.Solids[i].Twist = spatial.Twist{}
	}
	for b.Loop() {
		w.Step(1e-3)
	}
}
