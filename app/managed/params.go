package managed

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/admittance"
	"github.com/sinew-robotics/sinew/control/broadcast"
	"github.com/sinew-robotics/sinew/control/cartesian"
	"github.com/sinew-robotics/sinew/control/forward"
	"github.com/sinew-robotics/sinew/control/gravity"
	"github.com/sinew-robotics/sinew/control/gripper"
	"github.com/sinew-robotics/sinew/control/impedance"
	"github.com/sinew-robotics/sinew/control/latency"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/urdf"
	"github.com/sinew-robotics/sinew/control/mobile"
	"github.com/sinew-robotics/sinew/control/pid"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/control/servo"
	"github.com/sinew-robotics/sinew/control/torque"
	"github.com/sinew-robotics/sinew/control/trajectory"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Types are the controllers that can be loaded.
func Types() []manager.Type {
	return []manager.Type{
		{Name: "joint_trajectory", Help: "trajectories of joints", New: func() manager.Controller { return trajectory.New() }},
		{Name: "forward", Help: "commands passed on", New: func() manager.Controller { return forward.New() }},
		{Name: "position_group", Help: "positions passed on", New: func() manager.Controller { return forward.Position() }},
		{Name: "velocity_group", Help: "velocities passed on, until a timeout", New: func() manager.Controller { return forward.Velocity() }},
		{Name: "effort_group", Help: "efforts passed on, until a timeout", New: func() manager.Controller { return forward.Effort() }},
		{Name: "pid", Help: "one loop an axis", New: func() manager.Controller { return pid.New() }},
		{Name: "gravity", Help: "efforts against gravity", New: func() manager.Controller { return gravity.New() }},
		{Name: "torque", Help: "computed torque", New: func() manager.Controller { return torque.New() }},
		{Name: "impedance", Help: "impedance of joints or tip", New: func() manager.Controller { return impedance.New() }},
		{Name: "admittance", Help: "a tip that gives way to forces", New: func() manager.Controller { return admittance.New() }},
		{Name: "cartesian", Help: "motion and force of a tip", New: func() manager.Controller { return cartesian.New() }},
		{Name: "servo", Help: "twists of a tip", New: func() manager.Controller { return servo.New() }},
		{Name: "gripper", Help: "a gripper of one joint", New: func() manager.Controller { return gripper.New() }},
		{Name: "calibration", Help: "as latency, without its port: it can be loaded at any time", New: latency.NewLoose},
		{Name: "latency", Help: "how long commands take to show in readings", New: func() manager.Controller { return latency.New() }},
		{Name: "diff_drive", Help: "a base with wheels at its sides", New: func() manager.Controller { return mobile.Differential() }},
		{Name: "tricycle", Help: "a base with one steered wheel", New: func() manager.Controller { return mobile.Tricycle() }},
		{Name: "ackermann", Help: "a base that steers as a car", New: func() manager.Controller { return mobile.Ackermann() }},
		{Name: "mecanum", Help: "a base with mecanum wheels", New: func() manager.Controller { return mobile.Mecanum() }},
		{Name: "joint_states", Help: "states of joints, told", New: func() manager.Controller { return broadcast.Joints() }},
		{Name: "imu", Help: "an inertial unit, told", New: func() manager.Controller { return broadcast.IMU() }},
		{Name: "force_torque", Help: "a force-torque sensor, told", New: func() manager.Controller { return broadcast.ForceTorque() }},
		{Name: "pose", Help: "a measured pose, told", New: func() manager.Controller { return broadcast.Pose() }},
		{Name: "range", Help: "a range sensor, told", New: func() manager.Controller { return broadcast.Range() }},
		{Name: "gpio", Help: "inputs and outputs, told", New: func() manager.Controller { return broadcast.GPIO() }},
		{Name: "dynamic", Help: "any states, told", New: func() manager.Controller { return broadcast.Dynamic() }},
	}
}

// Params are the program's: the texts of both files, so that a recording has them.
type Params struct {
	URDF string `yaml:"urdf"` // the description
	File string `yaml:"file"` // the description's file name
	Text string `yaml:"text"` // the YAML file
	Name string `yaml:"name"` // its file name
}

// Find reads a folder with one description, *.urdf, and controllers.yaml.
func Find(dir string) (p Params, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.urdf"))
	if err == nil && len(files) != 1 {
		err = fmt.Errorf("%s has %d files *.urdf: put one there", dir, len(files))
	}
	if err != nil {
		return p, err
	}
	p.File, p.Name = filepath.ToSlash(files[0]), filepath.ToSlash(filepath.Join(dir, "controllers.yaml"))
	urdf, err1 := os.ReadFile(p.File)
	text, err2 := os.ReadFile(p.Name)
	p.URDF, p.Text = string(urdf), string(text)
	return p, errors.Join(err1, err2)
}

// file is the YAML file.
type file struct {
	Period      time.Duration    `yaml:"period"`
	Emergency   time.Duration    `yaml:"emergency"` // after which a hanging cycle halts the hardware, on the real clock; see usualEmergency
	Jitter      time.Duration    `yaml:"jitter"`    // of the times of the mock's position readings, to either side
	Scatter     float64          `yaml:"scatter"`   // of the mock's initial joint positions, rad or m, to either side
	Limits      map[string]limit `yaml:"joint_limits"`
	Controllers []entry          `yaml:"controllers"`
	Script      []step           `yaml:"script"`
}

// limit has the names of ros2_control's joint_limits.
type limit struct {
	MinPosition  *float64 `yaml:"min_position"`
	MaxPosition  *float64 `yaml:"max_position"`
	SoftLower    *float64 `yaml:"soft_lower_limit"`
	SoftUpper    *float64 `yaml:"soft_upper_limit"`
	Velocity     *float64 `yaml:"max_velocity"`
	Acceleration *float64 `yaml:"max_acceleration"`
	Deceleration *float64 `yaml:"max_deceleration"`
	Jerk         *float64 `yaml:"max_jerk"`
	Effort       *float64 `yaml:"max_effort"`
}

func (l *limit) axis() safety.AxisLimit {
	a := safety.Unlimited()
	for _, x := range []struct {
		from *float64
		to   *float64
	}{{l.MinPosition, &a.Lower}, {l.MaxPosition, &a.Upper}, {l.SoftLower, &a.Soft[0]}, {l.SoftUpper, &a.Soft[1]}, {l.Velocity, &a.V},
		{l.Acceleration, &a.A}, {l.Deceleration, &a.D}, {l.Jerk, &a.J}, {l.Effort, &a.Effort}} {
		if x.from != nil {
			*x.to = *x.from
		}
	}
	return a
}

// entry is a controller.
type entry struct {
	Name       string         `yaml:"name"`
	Type       string         `yaml:"type"`
	Start      string         `yaml:"start"` // unconfigured, inactive or active
	Rate       float64        `yaml:"update_rate"`
	Fallbacks  []string       `yaml:"fallback_controllers"`
	Budget     time.Duration  `yaml:"budget"`
	Group      string         `yaml:"group"`
	Parameters map[string]any `yaml:"parameters"`
}

// step is something that happens at a time.
type step struct {
	At     time.Duration `yaml:"at"`
	Switch *struct {
		Activate   []string      `yaml:"activate"`
		Deactivate []string      `yaml:"deactivate"`
		Strict     bool          `yaml:"strict"`
		Timeout    time.Duration `yaml:"timeout"`
	} `yaml:"switch"`
	Goal *struct {
		Controller string  `yaml:"controller"`
		Points     []point `yaml:"points"`
	} `yaml:"goal"`
	Twist *struct {
		Controller string        `yaml:"controller"`
		Linear     [3]float64    `yaml:"linear"`
		Angular    [3]float64    `yaml:"angular"`
		For        time.Duration `yaml:"for"`
	} `yaml:"twist"`
}

// point is a waypoint.
type point struct {
	Time     time.Duration `yaml:"time"`
	Position []float64     `yaml:"position"`
	Velocity []float64     `yaml:"velocity"`
}

// read reads the YAML file.
func (p *Params) read() (f file, err error) {
	if err := run.Decode([]byte(p.Text), &f); err != nil {
		return f, run.YAMLFaults(p.Name, err)
	}
	if f.Period == 0 {
		f.Period = time.Millisecond
	}
	if f.Emergency != 0 && (f.Emergency < f.Period || f.Emergency > time.Minute) {
		return f, fmt.Errorf("%s: emergency is %v: give a period at least, and at most a minute", p.Name, f.Emergency)
	}
	if f.Jitter < 0 || f.Jitter >= f.Period {
		return f, fmt.Errorf("%s: jitter is %v: give less than a period", p.Name, f.Jitter)
	}
	if !(f.Scatter >= 0 && f.Scatter <= 1) {
		return f, fmt.Errorf("%s: scatter is %g: give 0 to 1", p.Name, f.Scatter)
	}
	for _, s := range f.Script {
		if s.At <= 0 || (s.Switch == nil) == (s.Goal == nil && s.Twist == nil) {
			return f, fmt.Errorf("%s: script at %v: give a time above 0, and a switch, a goal or a twist", p.Name, s.At)
		}
	}
	return f, nil
}

// entries returns the controllers of the file.
func (f *file) entries() (list []manager.Entry, err error) {
	var errs []error
	for _, e := range f.Controllers {
		m := manager.Entry{Name: e.Name, Type: e.Type, Fallbacks: e.Fallbacks, Budget: e.Budget, Group: e.Group, Parameters: map[string]string{}}
		switch e.Start {
		case "", "unconfigured":
			m.Start = manager.Unconfigured
		case "inactive":
			m.Start = manager.Inactive
		case "active":
			m.Start = manager.Active
		default:
			errs = append(errs, fmt.Errorf("controller %s: start is %q: give unconfigured, inactive or active", e.Name, e.Start))
		}
		m.Period = urdf.Period(e.Rate)
		flatten("", e.Parameters, m.Parameters)
		list = append(list, m)
	}
	return list, errors.Join(errs...)
}

// flatten converts parameters to texts, those of groups under group/name.
func flatten(prefix string, from map[string]any, to map[string]string) {
	for name, v := range from { // order: each has its own place
		switch v := v.(type) {
		case map[string]any:
			flatten(prefix+name+"/", v, to)
		case []any:
			var words []string
			for _, x := range v {
				words = append(words, fmt.Sprint(x))
			}
			to[prefix+name] = strings.Join(words, ", ")
		default:
			to[prefix+name] = fmt.Sprint(v)
		}
	}
}

// joints returns the names of a description's movable joints.
func joints(u *kinematics.URDF) (list []string) {
	for i := range u.Joints {
		if u.Joints[i].Type != kinematics.Fixed {
			list = append(list, u.Joints[i].Name)
		}
	}
	return list
}
