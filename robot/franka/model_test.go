package franka

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

func TestModelHasTheMakersNumbers(t *testing.T) {
	c, err := Model()
	if err != nil {
		t.Fatal(err)
	}
	d := kinematics.NewData(c)
	q, zero, tau := []float64{0, 0, 0, -1.57079, 0, 1.57079, -0.7853}, make([]float64, 7), make([]float64, 7)
	if p := c.FK(d, q).P; p.Dist(spatial.V(0.5545, 0, 0.6245)) > 1e-5 {
		t.Errorf("flange at %v", p)
	}
	c.RNEA(d, q, zero, zero, tau)
	if math.Abs(tau[1]+21.59) > 0.005 || math.Abs(tau[3]-15.42) > 0.005 {
		t.Errorf("gravity torques %.4g", tau)
	}
	if !c.Inside(q) || c.Inside(zero) {
		t.Error("the limits are not the Panda's: joint 4 cannot be at zero")
	}
}

func TestFR3IsItself(t *testing.T) {
	c, err := FR3Model()
	if err != nil {
		t.Fatal(err)
	}
	l, links := FR3Limits(), fr3Links()
	for i := range Joints {
		mass, com, inertia := c.Body(i)
		// The last body has the flange, without mass, on it.
		if n := links[i]; math.Abs(mass-n[0]) > 1e-9 || math.Abs(com.Z-n[3]) > 1e-9 || math.Abs(inertia.ZZ-n[9]) > 1e-9 {
			t.Errorf("link %d: %g kg, centre %v, Izz %g", i+1, mass, com, inertia.ZZ)
		}
		if j := c.Limit(i); j.Lower != l.Joints[i].Lower || j.Upper != l.Joints[i].Upper || j.Velocity != l.Joints[i].V || j.Effort != l.Torque[i] {
			t.Errorf("joint %d: %v", i+1, j)
		}
	}
}
