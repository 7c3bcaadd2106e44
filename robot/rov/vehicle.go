package rov

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Gravity is the value used with the published parameters, in m/s².
const Gravity = 9.82

// FreshWater and SeaWater are densities in kg/m³.
const (
	FreshWater = 1000.0
	SeaWater   = 1025.0
)

// Vehicle is everything that the simulation knows of a robot. Vectors of six are along and about x, y, z of ROBOT; masses
// and damping are positive numbers.
type Vehicle struct {
	Name       string       // "jack-like"
	Title      string       // for display
	Source     string       // source of the numbers
	Size       spatial.Vec3 // m, length, width, height; for drawings
	Mass       float64      // kg
	Inertia    spatial.Vec3 // kg·m², about the principal axes, which are those of ROBOT
	Volume     float64      // m³ of displaced water
	Buoyant    spatial.Vec3 // m, the centre of buoyancy in ROBOT: z below 0 is above the centre of gravity
	Added      [6]float64   // kg, kg·m²: added mass, the diagonal
	Linear     [6]float64   // N·s/m, N·m·s: damping proportional to speed
	Quadratic  [6]float64   // N·s²/m², N·m·s²: damping proportional to speed times its size
	Thrusters  []Thruster
	IMU        IMU
	Loch       Loch
	Depth      DepthSensor
	Proximeter Proximeter
	Sonar      Sonar
}

// Thruster is a propeller with its motor; its command is a force.
type Thruster struct {
	Name      string
	Position  spatial.Vec3 // m, in ROBOT
	Direction spatial.Vec3 // unit vector in ROBOT along which a positive force pushes the robot
	Forward   float64      // N, the greatest force along Direction
	Backward  float64      // N, the greatest force against it, a positive number
	DeadZone  float64      // N: a smaller command has no effect, because the propeller does not start
	Lag       time.Duration
	Rate      float64 // N/s, greatest rate of change of the force; 0: limited by the lag only
	Gain      float64 // ratio of the true to the commanded force, also at the limits, unknown to the controller; 0 means 1
}

// Mounting is a sensor's position and orientation: its frame in ROBOT.
type Mounting struct {
	Position spatial.Vec3 // m
	Angles   spatial.RPY  // rad
}

// Noise is the random error of a reading. If Sigma is 0, it is uniform in ±Max; otherwise it is normal and drawn again while
// it lies outside ±Max (Max 0: unbounded). The zero value is no noise.
type Noise struct {
	Sigma, Max float64
}

// Bias is an error that changes slowly: it starts at a normal value and performs a random walk within ±Max.
type Bias struct {
	Sigma float64 // of its initial value
	Walk  float64 // standard deviation after one second, per √s
	Max   float64 // 0: three times Sigma, or unbounded if that is 0
}

// Dropouts are random times in which a sensor gives no readings.
type Dropouts struct {
	Share float64       // share of the time, 0 to 0.9
	Mean  time.Duration // mean length; 0 means one second
}

// IMU is an inertial measurement unit: attitude of its frame in WORLD, rates and specific force in its frame.
type IMU struct {
	Every     time.Duration // time between readings
	Mounting  Mounting
	Attitude  [3]Noise // rad: roll, pitch, yaw
	Rate      [3]Noise // rad/s: p, q, r
	Force     [3]Noise // m/s²
	RateBias  Bias     // rad/s, of each axis
	ForceBias Bias     // m/s², of each axis
	YawBias   Bias     // rad: error of the compass
	Dropouts  Dropouts
}

// Loch is a Doppler log: its speed over the ground, in its frame.
type Loch struct {
	Every    time.Duration
	Mounting Mounting
	Speed    [3]Noise // m/s: u, v, w; not used with Beams
	Beams    bool     // four beams, each BeamTilt off the vertical, ahead, starboard, astern, port
	BeamTilt float64  // rad
	Beam     Noise    // m/s, of the speed along each beam
	Bias     Bias     // m/s, of each axis
	Dropouts Dropouts
}

// DepthSensor measures its own depth by pressure.
type DepthSensor struct {
	Every    time.Duration
	Position spatial.Vec3 // m, in ROBOT
	Noise    Noise        // m
	Bias     Bias         // m
	Dropouts Dropouts
}

// Proximeter measures the distance along its beam, x of its frame, to the first echo; Max without an echo. It is not fitted
// if Every is 0.
type Proximeter struct {
	Every    time.Duration
	Mounting Mounting
	Max      float64 // m
	Noise    Noise   // m
	Bias     Bias    // m
	Dropouts Dropouts
}

// Sonar does the same along a fan of beams in the plane x, y of its frame, around x. It is not fitted if Every is 0.
type Sonar struct {
	Every    time.Duration
	Mounting Mounting
	Beams    int     // 1 to MaxBeams
	Span     float64 // rad, from the first beam to the last
	Max      float64 // m
	Noise    Noise   // m, of each beam
	Dropouts Dropouts
}

// JackLike returns a small cubic robot with four vectored horizontal and two vertical thrusters, like the Jack of the LIRMM
// (Ciscrea). The real parameters are not public: size, mass and thrusters are typical of the class; added mass and damping
// lie between two published sets for the BlueROV2 Heavy, which has the same mass.
func JackLike() Vehicle {
	return Vehicle{
		Name:  "jack-like",
		Title: "Jack-like (not the real Jack, whose parameters are not public)",
		Source: "a stand-in: box of 0.53 m × 0.41 m × 0.40 m; added mass and damping between von Benzon et al. 2022 " +
			"and Wu 2018 for a vehicle of like mass",
		Size: spatial.V(0.53, 0.41, 0.40),
		Mass: 15.6, Inertia: spatial.V(0.42, 0.56, 0.57),
		Volume: 0.01565, Buoyant: spatial.V(0, 0, -0.02),
		Added:     [6]float64{6, 10, 16.5, 0.15, 0.13, 0.17},
		Linear:    [6]float64{9, 4, 19, 0.05, 0.4, 0.05},
		Quadratic: [6]float64{80, 120, 115, 1.4, 1.0, 1.5},
		Thrusters: append(vectored(0.16, 0.12, 0, small),
			small("vertical_port", spatial.V(0, -0.13, 0), down),
			small("vertical_starboard", spatial.V(0, 0.13, 0), down)),
		IMU:   typicalIMU(Mounting{Position: spatial.V(0.05, 0.02, -0.03), Angles: spatial.RPY{Roll: 0.05, Pitch: -0.03, Yaw: 0.4}}),
		Loch:  typicalLoch(Mounting{Position: spatial.V(-0.10, 0, 0.15), Angles: spatial.RPY{Roll: 0.02, Pitch: 0.04, Yaw: -0.785}}),
		Depth: typicalDepth(spatial.V(0.1, 0, -0.1)),
		// Down and ahead; and ahead, a little to the side.
		Proximeter: typicalProximeter(Mounting{Position: spatial.V(0.2, 0, 0.18), Angles: spatial.RPY{Pitch: -1.2}}),
		Sonar:      typicalSonar(Mounting{Position: spatial.V(0.26, 0, -0.05), Angles: spatial.RPY{Yaw: 0.15}}),
	}
}

// BlueROV2Heavy returns the BlueROV2 with the heavy configuration's eight thrusters, after M. von Benzon et al., "An
// Open-Source Benchmark Simulator: Control of a BlueROV2 Underwater Robot", J. Mar. Sci. Eng. 10 (2022) 1898, whose
// parameters were identified in a tank.
func BlueROV2Heavy() Vehicle {
	v := Vehicle{
		Name: "bluerov2-heavy", Title: "BlueROV2 Heavy",
		Source: "von Benzon et al., J. Mar. Sci. Eng. 10 (2022) 1898",
		Size:   spatial.V(0.457, 0.575, 0.254),
		Mass:   13.5, Inertia: spatial.V(0.26, 0.23, 0.37),
		Volume: 0.0134, Buoyant: spatial.V(0, 0, -0.01),
		Added:      [6]float64{6.36, 7.12, 18.68, 0.189, 0.135, 0.222},
		Linear:     [6]float64{13.7, 0, 33, 0, 0.8, 0},
		Quadratic:  [6]float64{141, 217, 190, 1.19, 0.47, 1.5},
		Thrusters:  vectored(0.156, 0.111, 0.085, t200),
		IMU:        typicalIMU(Mounting{}),
		Loch:       typicalLoch(Mounting{Position: spatial.V(-0.05, 0, 0.1)}),
		Depth:      typicalDepth(spatial.V(-0.1, 0, 0)),
		Proximeter: typicalProximeter(Mounting{Position: spatial.V(0, 0, 0.12), Angles: spatial.RPY{Pitch: -math.Pi / 2}}),
		Sonar:      typicalSonar(Mounting{Position: spatial.V(0.22, 0, 0)}),
	}
	for _, c := range []struct {
		name string
		x, y float64
	}{{"vertical_front_port", 1, -1}, {"vertical_front_starboard", 1, 1}, {"vertical_rear_port", -1, -1}, {"vertical_rear_starboard", -1, 1}} {
		v.Thrusters = append(v.Thrusters, t200(c.name, spatial.V(c.x*0.12, c.y*0.218, 0), up))
	}
	return v
}

// Vehicles returns all vehicles of this package.
func Vehicles() []Vehicle { return []Vehicle{JackLike(), BlueROV2Heavy()} }

// Named returns the vehicle called name; "jack" is short for "jack-like".
func Named(name string) (Vehicle, error) {
	var names []string
	for _, v := range Vehicles() {
		if v.Name == name || v.Name == name+"-like" {
			return v, nil
		}
		names = append(names, v.Name)
	}
	hint := ""
	near := spelling.Nearest(name, names)
	for _, n := range names {
		if name != "" && strings.HasPrefix(n, name) {
			near = n
		}
	}
	if near != "" {
		hint = fmt.Sprintf(": did you mean %q?", near)
	}
	return Vehicle{}, fmt.Errorf("rov: no vehicle is called %q%s: give one of %s", name, hint, strings.Join(names, ", "))
}

var (
	up   = spatial.Vec3{Z: -1}
	down = spatial.Vec3{Z: 1}
)

// vectored returns four horizontal thrusters at (±x, ±y, z), turned by 45° so that together they push in every direction.
func vectored(x, y, z float64, kind func(string, spatial.Vec3, spatial.Vec3) Thruster) []Thruster {
	const h = 0.7071067811865476
	return []Thruster{
		kind("front_port", spatial.V(x, -y, z), spatial.V(h, h, 0)),
		kind("front_starboard", spatial.V(x, y, z), spatial.V(h, -h, 0)),
		kind("rear_port", spatial.V(-x, -y, z), spatial.V(h, -h, 0)),
		kind("rear_starboard", spatial.V(-x, y, z), spatial.V(h, h, 0)),
	}
}

// small returns a thruster of the Jack's class.
func small(name string, at, along spatial.Vec3) Thruster {
	return Thruster{Name: name, Position: at, Direction: along, Forward: 40, Backward: 32, DeadZone: 1,
		Lag: 30 * time.Millisecond, Rate: 400}
}

// t200 returns Blue Robotics' thruster at 16 V. The lag is that of von Benzon's third-order transfer function, (6136 s +
// 108700)/(s³ + 89 s² + 9258 s + 108700), whose delay at low frequencies is (9258 − 6136)/108700 s. Dead zone and forces are
// those of published simulators of the BlueROV2 (1 N; +50 N, −40 N). The rate is an estimate: full thrust in an eighth of a
// second, slower than with the lag alone; the simulators use 120 N/s, with a lag of 0.15 s.
func t200(name string, at, along spatial.Vec3) Thruster {
	return Thruster{Name: name, Position: at, Direction: along, Forward: 50, Backward: 40, DeadZone: 1,
		Lag: 30 * time.Millisecond, Rate: 400}
}
