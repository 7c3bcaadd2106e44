package rov

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Typical figures: ADIS16448 as in uuv_simulator's imu_snippets (densities times the square root of the rate), a Doppler
// log with four beams at 30° and 0.01 m/s each as in its dvl_snippets, a pressure sensor's 1.5 cm. Normal noise is cut at
// three deviations, so that it has a bound.

func typicalIMU(m Mounting) IMU {
	return IMU{
		Every: 5 * time.Millisecond, Mounting: m,
		Attitude:  three(Noise{Sigma: 0.01, Max: 0.03}),
		Rate:      three(Noise{Sigma: 0.0048, Max: 0.0144}),
		Force:     three(Noise{Sigma: 0.057, Max: 0.171}),
		RateBias:  Bias{Sigma: 0.0087, Walk: 3.9e-5, Max: 0.02},
		ForceBias: Bias{Sigma: 0.196, Walk: 6e-3, Max: 0.6},
	}
}

func typicalLoch(m Mounting) Loch {
	return Loch{Every: 200 * time.Millisecond, Mounting: m, Beams: true, BeamTilt: math.Pi / 6,
		Beam: Noise{Sigma: 0.01, Max: 0.03}, Bias: Bias{Sigma: 5e-4}}
}

func typicalDepth(at spatial.Vec3) DepthSensor {
	return DepthSensor{Every: 100 * time.Millisecond, Position: at, Noise: Noise{Sigma: 0.015, Max: 0.045}}
}

// Ranges are those of small echo sounders and imaging sonars of such vehicles, specified to some per cent of a few
// metres.

func typicalProximeter(m Mounting) Proximeter {
	return Proximeter{Every: 100 * time.Millisecond, Mounting: m, Max: 30, Noise: Noise{Sigma: 0.02, Max: 0.06}}
}

func typicalSonar(m Mounting) Sonar {
	return Sonar{Every: 200 * time.Millisecond, Mounting: m, Beams: 8, Span: 100 * math.Pi / 180, Max: 20,
		Noise: Noise{Sigma: 0.05, Max: 0.15}}
}

func three(n Noise) [3]Noise { return [3]Noise{n, n, n} }

// NoiseLevels are the names for WithNoise.
func NoiseLevels() []string { return []string{"none", "typical", "paper"} }

// WithNoise returns the vehicle with sensor errors other than those it states. Rates, places, beams and drop-outs do not
// change:
//
//   - none: every reading is exact;
//   - typical: as the vehicle states them, for this package's vehicles from data sheets, with random-walk biases;
//   - paper: typical, but the heading is off by at most 0.1 rad and the yaw rate by at most 0.05 rad/s, uniformly, and
//     neither has a bias: the noise of the experiment of "Atoms based control of mobile robots", section V-D.
func (v Vehicle) WithNoise(level string) (Vehicle, error) {
	switch level {
	case "none":
		v.IMU = IMU{Every: v.IMU.Every, Mounting: v.IMU.Mounting, Dropouts: v.IMU.Dropouts}
		v.Loch = Loch{Every: v.Loch.Every, Mounting: v.Loch.Mounting, Beams: v.Loch.Beams, BeamTilt: v.Loch.BeamTilt, Dropouts: v.Loch.Dropouts}
		v.Depth = DepthSensor{Every: v.Depth.Every, Position: v.Depth.Position, Dropouts: v.Depth.Dropouts}
		v.Proximeter.Noise, v.Proximeter.Bias, v.Sonar.Noise = Noise{}, Bias{}, Noise{}
	case "typical":
	case "paper":
		v.IMU.Attitude[2], v.IMU.Rate[2] = Noise{Max: 0.1}, Noise{Max: 0.05}
		v.IMU.RateBias, v.IMU.YawBias = Bias{}, Bias{}
	default:
		return v, fmt.Errorf("rov: no noise level is called %q: give one of %q", level, NoiseLevels())
	}
	return v, nil
}

// WithDropouts returns the vehicle with drop-outs of all its sensors, independent of each other.
func (v Vehicle) WithDropouts(d Dropouts) Vehicle {
	v.IMU.Dropouts, v.Loch.Dropouts, v.Depth.Dropouts, v.Proximeter.Dropouts, v.Sonar.Dropouts = d, d, d, d, d
	return v
}
