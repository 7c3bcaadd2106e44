package franka

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/kinematics"
	"github.com/sinew-robotics/sinew/spatial"
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
