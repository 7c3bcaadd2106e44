package otg_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/math/motion/otg"
)

// Two joints of a robot are in motion when they are sent somewhere else; both arrive together.
func Example() {
	in := &otg.Input{
		P0: []float64{0, 1}, V0: []float64{0.5, 0}, A0: []float64{0, 0},
		PF: []float64{1, 0}, VF: []float64{0, 0}, AF: []float64{0, 0},
		VMax: []float64{2, 2}, AMax: []float64{10, 10}, JMax: []float64{100, 100},
	}
	planner := otg.NewPlanner(2)
	var tr otg.Trajectory
	status := planner.Plan(in, &tr)
	fmt.Printf("%v, %.4f s\n", status, tr.Duration())
	p, v := make([]float64, 2), make([]float64, 2)
	for t := 0.0; t < tr.Duration()+0.2; t += 0.2 {
		tr.At(t, p, v, nil)
		fmt.Printf("%.1f  %+.4f %+.4f  %+.4f %+.4f\n", t, p[0], p[1], v[0], v[1])
	}
	// Output:
	// ok, 0.8000 s
	// 0.0  +0.0000 +1.0000  +0.5000 +0.0000
	// 0.2  +0.2082 +0.8833  +1.6829 -1.5000
	// 0.4  +0.5488 +0.5000  +1.7037 -2.0000
	// 0.6  +0.8838 +0.1167  +1.4561 -1.5000
	// 0.8  +1.0000 +0.0000  +0.0000 +0.0000
}
