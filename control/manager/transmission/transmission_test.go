package transmission

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func draw(t *rapid.T) Transmission {
	ratio := rapid.OneOf(rapid.Float64Range(0.1, 200), rapid.Float64Range(-200, -0.1))
	two := func(name string, g *rapid.Generator[float64]) [2]float64 {
		return [2]float64{g.Draw(t, name+"1"), g.Draw(t, name+"2")}
	}
	return Transmission{Kind: Kind(rapid.IntRange(0, 2).Draw(t, "kind")), Joint: two("joint", ratio), Actuator: two("actuator", ratio),
		Offset: two("offset", rapid.Float64Range(-3, 3))}
}

// Whatever goes to the actuators and back is what it was, and no work is lost on the way.
func TestRoundTripsAndPower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := draw(t)
		if err := tr.Validate(); err != nil {
			t.Fatal(err)
		}
		x := [2]float64{rapid.Float64Range(-10, 10).Draw(t, "x1"), rapid.Float64Range(-10, 10).Draw(t, "x2")}
		near := func(what string, got, want [2]float64) {
			n := 2
			if tr.Kind == Simple {
				n = 1
			}
			for i := range n {
				if math.Abs(got[i]-want[i]) > 1e-9*(1+math.Abs(want[i])) {
					t.Fatalf("%s %d: %g, want %g", what, i, got[i], want[i])
				}
			}
		}
		near("positions", tr.Positions(tr.ActuatorPositions(x)), x)
		near("velocities", tr.Velocities(tr.ActuatorVelocities(x)), x)
		near("efforts", tr.Efforts(tr.ActuatorEfforts(x)), x)
		tau := [2]float64{rapid.Float64Range(-10, 10).Draw(t, "τ1"), rapid.Float64Range(-10, 10).Draw(t, "τ2")}
		v, a := tr.ActuatorVelocities(x), tr.ActuatorEfforts(tau)
		joints, actuators := x[0]*tau[0], v[0]*a[0]
		if tr.Kind != Simple {
			joints += x[1] * tau[1]
			actuators += v[1] * a[1]
		}
		size := 1 + math.Abs(v[0]*a[0]) + math.Abs(v[1]*a[1])
		if math.Abs(joints-actuators) > 1e-9*size {
			t.Fatalf("%v: the joints do %g W, the actuators %g W", tr, joints, actuators)
		}
	})
}

func TestReductionsOfZeroAreRefused(t *testing.T) {
	for k := Simple; k <= FourBar; k++ {
		tr := Transmission{Kind: k, Joint: [2]float64{1, 1}, Actuator: [2]float64{0, 1}}
		if tr.Validate() == nil {
			t.Errorf("kind %d takes a reduction of 0", k)
		}
	}
}
