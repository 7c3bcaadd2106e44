package lemon

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
)

// Params are the program's parameters. DefaultParams returns the demo's; a YAML file overrides individual
// ones.
type Params struct {
	Period     time.Duration `yaml:"period" json:"period"`           // of the control cycle, 4 ms
	StartAfter time.Duration `yaml:"start_after" json:"start_after"` // first cycle
	Deadline   time.Duration `yaml:"deadline" json:"deadline"`       // of the servo command, after its cycle's tag
	Planner    string        `yaml:"planner" json:"planner"`         // servo, thesis (constant speed) or thesis-proportional
	Path       string        `yaml:"path" json:"path"`               // cartesian (inverse kinematics by the box) or joint (by this program)
	Moderator  bool          `yaml:"moderator" json:"moderator"`     // off shows the thesis' bug: a register read twice
	Distance   float64       `yaml:"distance" json:"distance"`       // m, from camera to lemon
	Workers    int           `yaml:"workers" json:"workers"`         // of each enclave
	AutoResume bool          `yaml:"auto_resume" json:"auto_resume"` // go on automatically after a lost link or an error of the box

	Speed    float64 `yaml:"speed" json:"speed"`                               // m/s
	Acc      float64 `yaml:"acceleration" json:"acceleration"`                 // m/s²
	Jerk     float64 `yaml:"jerk" json:"jerk"`                                 // m/s³
	AngSpeed float64 `yaml:"angular_speed" json:"angular_speed"`               // rad/s
	AngAcc   float64 `yaml:"angular_acceleration" json:"angular_acceleration"` // rad/s²

	Low  [3]float64 `yaml:"workspace_low" json:"workspace_low"`   // m, corner of the box the tool may visit
	High [3]float64 `yaml:"workspace_high" json:"workspace_high"` // m

	FrameRate     float64       `yaml:"frame_rate" json:"frame_rate"`         // 1/s
	CameraLatency time.Duration `yaml:"camera_latency" json:"camera_latency"` // from exposure to the picture's arrival
	Lemon         string        `yaml:"lemon" json:"lemon"`                   // path: see sim.PathNames
	StalePeriod   time.Duration `yaml:"stale_period" json:"stale_period"`     // simulated box: refresh of the pose registers
	Registers     string        `yaml:"registers" json:"registers"`           // of the simulated box: show the arm as measured, or as commanded (as in the thesis)
	Plant         string        `yaml:"plant" json:"plant"`                   // sinew or mujoco (built with -tags mujoco)
	ImageJob      time.Duration `yaml:"image_job" json:"image_job"`           // extra work on every frame, to load the perception enclave
}

// DefaultParams returns the demo's parameters.
func DefaultParams() Params {
	return Params{
		Period: 4 * time.Millisecond, StartAfter: 200 * time.Millisecond, Deadline: 2 * time.Millisecond,
		Planner: "servo", Path: "cartesian", Moderator: true, Distance: 0.30, Workers: 1,
		Speed: 0.5, Acc: 2, Jerk: 100, AngSpeed: 1, AngAcc: 4,
		Low: [3]float64{0.15, -0.42, 0.02}, High: [3]float64{0.6, 0.42, 0.6},
		FrameRate: 30, CameraLatency: 20 * time.Millisecond, Lemon: "wander", StalePeriod: 10 * time.Millisecond, Registers: "measured", Plant: "sinew",
	}
}

// Limits returns the limits of every command.
func (p *Params) Limits() safety.Limits {
	return safety.Limits{
		Limits: motion.Limits{V: p.Speed, A: p.Acc, J: p.Jerk, AngV: p.AngSpeed, AngA: p.AngAcc},
		Workspace: motion.Workspace{
			Low:    spatial.V(p.Low[0], p.Low[1], p.Low[2]),
			High:   spatial.V(p.High[0], p.High[1], p.High[2]),
			Shells: []motion.Shell{{Center: spatial.V(0, 0, 0.267), Max: 0.66}, {Center: spatial.V(0, 0, 0), Min: 0.15}},
		},
		Floor: p.Low[2],
	}
}

// mostJob is the greatest ImageJob.
const mostJob = 10 * time.Second

// Validate reports all faults at once, joined into one error.
func (p *Params) Validate() error {
	var errs []error
	check := func(key string, ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, errors.New("parameters: "+key+" is "+fmt.Sprintf(format, args...)))
		}
	}
	check("period", p.Period >= time.Millisecond && p.Period <= 100*time.Millisecond, "%v: give 1ms to 100ms", p.Period)
	check("start_after", p.StartAfter >= 0 && p.StartAfter <= time.Minute, "%v: give 0s to 1m", p.StartAfter)
	check("deadline", p.Deadline > 0, "%v: give more than 0s", p.Deadline)
	check("planner", p.Planner == "servo" || p.Planner == "thesis" || p.Planner == "thesis-proportional",
		"%q: give servo, thesis or thesis-proportional", p.Planner)
	check("path", p.Path == "cartesian" || p.Path == "joint", "%q: give cartesian or joint", p.Path)
	check("plant", p.Plant == "sinew" || p.Plant == "mujoco", "%q: give sinew or mujoco", p.Plant)
	check("registers", p.Registers == "measured" || p.Registers == "commanded", "%q: give measured or commanded", p.Registers)
	check("distance", p.Distance >= leastDistance && p.Distance <= mostDistance, "%g m: give %g to %g", p.Distance, leastDistance, mostDistance)
	check("workers", p.Workers >= 1 && p.Workers <= 64, "%d: give 1 to 64", p.Workers)
	check("frame_rate", p.FrameRate >= 0.1 && p.FrameRate <= 120, "%g/s: give 0.1 to 120", p.FrameRate)
	check("camera_latency", p.CameraLatency >= 0 && p.CameraLatency < time.Second, "%v: give less than 1s", p.CameraLatency)
	check("stale_period", p.StalePeriod >= 0 && p.StalePeriod <= time.Second, "%v: give up to 1s", p.StalePeriod)
	check("image_job", p.ImageJob >= 0 && p.ImageJob <= mostJob, "%v: give up to %v", p.ImageJob, mostJob)
	p.checkMotion(check)
	if _, err := sim.NamedPath(p.Lemon, 0); err != nil {
		check("lemon", false, "%q: %v", p.Lemon, err)
	}
	if l := p.Limits(); len(errs) == 0 {
		if err := l.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("parameters: %w", err))
		}
	}
	return errors.Join(errs...)
}

// checkMotion checks what the arm may do; the maxima are those of the data sheet.
func (p *Params) checkMotion(check func(key string, ok bool, format string, args ...any)) {
	for _, x := range []struct {
		key, unit string
		v, most   float64
	}{
		{"speed", "m/s", p.Speed, xarm.TCPSpeed}, {"acceleration", "m/s²", p.Acc, xarm.TCPAcc}, {"jerk", "m/s³", p.Jerk, 1e5},
		{"angular_speed", "rad/s", p.AngSpeed, math.Pi}, {"angular_acceleration", "rad/s²", p.AngAcc, 100},
	} {
		check(x.key, x.v > 0 && x.v <= x.most, "%g %s: give more than 0, up to %.4g", x.v, x.unit, x.most)
	}
	ok := true
	for i := range p.Low {
		ok = ok && p.Low[i] >= -2 && p.High[i] <= 2 && p.Low[i] < p.High[i]
	}
	check("workspace_low", ok, "%v with workspace_high %v: give corners within ±2 m, each number of low less than that of high", p.Low, p.High)
}
