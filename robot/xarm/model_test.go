package xarm

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

func model(t *testing.T) (*kinematics.Chain, *kinematics.Data) {
	t.Helper()
	c, err := Model()
	if err != nil {
		t.Fatal(err)
	}
	return c, kinematics.NewData(c)
}

// The vendor's developer manual: the flange's place at two joint positions, the limits and the masses.
func TestModelHasTheVendorsNumbers(t *testing.T) {
	c, d := model(t)
	zero := c.FK(d, make([]float64, Joints))
	if zero.P.Dist(spatial.V(0.206, 0, 0.1205)) > 1e-12 || math.Abs(math.Abs(zero.R.RPY().Roll)-math.Pi) > 1e-12 {
		t.Errorf("zero: %v %v", zero.P, zero.R.RPY())
	}
	if p := c.FK(d, []float64{.1, .2, .3, .8, .5, .6, .7}).P; p.Dist(spatial.V(0.408937, 0.169615, 0.210989)) > 6e-7 {
		t.Errorf("second pose: %v", p)
	}
	var sum float64
	for i := range c.N() {
		m, _, _ := c.Body(i)
		sum += m
		l := c.Limit(i)
		if l.Velocity > JointSpeed || l.Lower >= l.Upper {
			t.Errorf("joint %d: %+v", i+1, l)
		}
		for _, serial := range []string{"XI1305", "XI1300", ""} { // the description is of the arm that turns least
			if lower, upper := SerialLimits(serial, i); l.Lower < lower-1e-3 || l.Upper > upper+1e-3 {
				t.Errorf("joint %d turns from %g to %g, one of %q from %g to %g", i+1, l.Lower, l.Upper, serial, lower, upper)
			}
		}
	}
	if math.Abs(sum-10.4315) > 1e-9 {
		t.Errorf("the moving links weigh %g kg", sum)
	}
}

// The camera looks along the tool, its image upright when the arm's y axis points left.
func TestCameraLooksAlongTheTool(t *testing.T) {
	p, err := CameraPose()
	if err != nil {
		t.Fatal(err)
	}
	if z := p.R.Col(2); z.Dist(spatial.V(0, 0, 1)) > 1e-12 {
		t.Errorf("the optical axis is %v in link_eef", z)
	}
	if p.P.Dist(spatial.V(0.06746, -0.0325, 0.0237)) > 1e-12 {
		t.Errorf("the colour sensor is at %v in link_eef", p.P)
	}
}

func TestArmIsFreeWhereItWorks(t *testing.T) {
	c, d := model(t)
	k := Collider(c)
	home := Home()
	for name, q := range map[string][]float64{"zero": make([]float64, Joints), "home": home[:], "candle": {0, 0, 0, math.Pi, 0, 0, 0}} {
		if dist, i, j := k.Closest(d, q); dist < 0.01 {
			t.Errorf("%s: links %d and %d are %g m apart", name, i, j, dist)
		}
	}
	least := math.Inf(1)
	down := c.FK(d, home[:]).R
	q := append([]float64(nil), home[:]...)
	for x := 0.25; x < 0.56; x += 0.05 {
		for z := 0.05; z < 0.46; z += 0.05 {
			for y := -0.3; y < 0.31; y += 0.05 {
				r := c.IK(d, spatial.Pose{P: spatial.V(x, y, z), R: down}, home[:], q, kinematics.IKOptions{Seed: 1, Restarts: -1})
				if r.Status != kinematics.IKSolved {
					t.Fatalf("no way to %g %g %g: %+v", x, y, z, r)
				}
				dist, i, j := k.Closest(d, q)
				if least = math.Min(least, dist); dist < 0.015 {
					t.Fatalf("at %g %g %g (joints %.2f) links %d and %d are %g m apart", x, y, z, q, i, j, dist)
				}
			}
		}
	}
	t.Logf("nearest in the work area: %.3f m", least)
}

func TestFoldedArmIsSeen(t *testing.T) {
	c, d := model(t)
	k := Collider(c)
	for name, q := range map[string][]float64{
		"forearm against the column":    {0, 0, 0, -0.19, 0, 0, 0},
		"wrist folded into the forearm": {0, 0, 0, 1.5, 0, -1.69, math.Pi},
	} {
		if dist, i, j := k.Closest(d, q); dist > 0 {
			t.Errorf("%s is not seen: links %d and %d, %g m apart", name, i, j, dist)
		}
	}
	home := Home()
	for _, inside := range []spatial.Vec3{{Z: 0.08}, {Z: 0.15}, {Z: 0.26}} { // base, column, shoulder
		q := append([]float64(nil), home[:]...)
		target := c.FK(d, q)
		from := target.P
		least := math.Inf(1)
		for step := 0.0; step <= 1; step += 0.005 { // the tool goes there, tip down, without a collider
			target.P = from.Add(inside.Sub(from).Scale(step))
			c.ServoIK(d, target, q, 0.02, q, kinematics.ServoOptions{})
			dist, _, _ := k.Closest(d, q)
			least = math.Min(least, dist)
		}
		if least > 0 {
			t.Errorf("the tool goes to %v unseen: never nearer than %g m", inside, least)
		}
	}
}

// The description's shapes, which a page draws, are the capsules that keep the links apart.
func TestShapesAreTheCapsules(t *testing.T) {
	u, err := Description()
	if err != nil {
		t.Fatal(err)
	}
	c, _ := model(t)
	for _, k := range Capsules() {
		name := BaseLink
		if k.Link >= 0 {
			name = c.LinkName(k.Link)
		}
		if k.Radius == 0.018 {
			continue // the camera's housing, a box of its own link
		}
		balls, rod := 0, false
		for _, s := range u.Link(name).Collision {
			if s.Radius != k.Radius {
				continue
			}
			half := s.Origin.R.Col(2).Scale(s.Length / 2)
			a, b := s.Origin.P.Add(half), s.Origin.P.Sub(half)
			switch {
			case s.Kind == kinematics.Sphere && (a.Dist(k.A) < 1e-9 || a.Dist(k.B) < 1e-9):
				balls++
			case s.Kind == kinematics.Cylinder && (a.Dist(k.A)+b.Dist(k.B) < 1e-6 || a.Dist(k.B)+b.Dist(k.A) < 1e-6):
				rod = true
			}
		}
		if balls < 2 || !rod {
			t.Errorf("%s does not draw the capsule %v: %d balls, rod %v", name, k, balls, rod)
		}
	}
}
