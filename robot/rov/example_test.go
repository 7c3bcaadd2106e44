package rov_test

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// A vehicle is a struct: parameters, thrusters and sensors. Here is a small one with two thrusters side by side, which
// can go ahead and turn.
func ExampleNewWorld() {
	push := rov.Thruster{Direction: spatial.V(1, 0, 0), Forward: 10, Backward: 10, DeadZone: 0.2, Lag: 50 * time.Millisecond}
	port, starboard := push, push
	port.Name, port.Position = "port", spatial.V(0, -0.2, 0)
	starboard.Name, starboard.Position = "starboard", spatial.V(0, 0.2, 0)
	v := rov.Vehicle{
		Name: "glider", Title: "a small glider", Source: "made up", Size: spatial.V(0.6, 0.2, 0.2),
		Mass: 10, Inertia: spatial.V(0.1, 0.3, 0.3), Volume: 0.010, Buoyant: spatial.V(0, 0, -0.02),
		Added:     [6]float64{2, 8, 8, 0.01, 0.2, 0.2},
		Linear:    [6]float64{2, 8, 8, 0.1, 0.3, 0.5},
		Quadratic: [6]float64{10, 60, 60, 0.2, 0.8, 1},
		Thrusters: []rov.Thruster{port, starboard},
		IMU:       rov.IMU{Every: 10 * time.Millisecond},
		Loch:      rov.Loch{Every: 100 * time.Millisecond},
		Depth:     rov.DepthSensor{Every: 100 * time.Millisecond},
	}
	w, err := rov.NewWorld(rov.WorldConfig{Vehicle: v, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	w.Command([]float64{5, 3})
	if err := w.AdvanceTo(reactor.Time(30 * time.Second)); err != nil {
		fmt.Println(err)
		return
	}
	r := w.Readings()
	fmt.Printf("after %v: %.2f m/s ahead, turns at %.1f °/s\n", r.Time, r.Loch.U, r.IMU.R*180/math.Pi)

	v.Mass, v.Thrusters[0].Lag = -1, -1
	_, err = rov.NewWorld(rov.WorldConfig{Vehicle: v})
	fmt.Println(err)
	// Output:
	// after 30s: 0.54 m/s ahead, turns at 50.4 °/s
	// rov: Vehicle.Mass is -1 kg: give 0.1 to 1e+06 kg
	// rov: Vehicle.Thrusters[0] (port).Lag is -1e-09 s: give 0 to 60 s
}
