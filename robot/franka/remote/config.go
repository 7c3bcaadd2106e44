package remote

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// DefaultShare is the greatest share of the robot's limits that commands use if a Config does not set one.
const DefaultShare = 0.5

// Config is the agreement between both ends of a link. Samples, packets and gaps concern Smooth only.
type Config struct {
	Scheme    Scheme                 `json:"-"` // nil: Smooth; not recorded
	Version   franka.Version         // of the robot's protocol; 0: 5
	Generator franka.MotionGenerator // 0: Cartesian poses
	// Controller is the robot's controller for the motion: joint impedance (the zero value) or Cartesian impedance.
	Controller franka.Controller
	// Path and Goal are the greatest deviations of the arm from the commanded motion, on the way and at its end, before the
	// robot ends the motion. Zero: libfranka's default, which is practically no bound.
	Path, Goal franka.Deviation
	Limits     *franka.Limits // nil: limits of the arm that speaks Version

	// Unlimited sends the commands of schemes other than Smooth to the robot unchanged, for measurements; the robot ends
	// motions that break its limits. The zero value passes them through the limiter that Smooth always has.
	Unlimited bool
	// Local is the motion that an interface computes itself, in schemes that need it. nil: Cartesian.
	Local Motion `json:"-"`

	// Subscribe names the members of the state that the application reads besides the time and the generator's initial
	// values, in schemes that carry them. The names are those of franka.Layout.
	Subscribe                  []string
	Compression                link.Compression // the zero value compresses nothing
	NoCRC                      bool             // omit the CRC-32 of Smooth's packets: damage on the line goes unnoticed
	StateQuanta, CommandQuanta link.Quanta      // for link.Delta; nil: the layouts' own
	Secrets                    Secrets          // of the session
	// First is the robot's state when the session was opened; those of the motion have greater numbers. The interface sends
	// it when it accepts. 0: unknown; then the first state that arrives is believed.
	First uint64
	// Redundancy is the number of last commands that each packet of Smooth carries, at most MaxRedundancy. 0: 3.
	Redundancy int
	// Depth is the number of commands that Smooth holds back against jitter. 0: as many as the observed jitter requires.
	Depth int
	// StopAfter is the number of cycles that Smooth bridges without a packet; then the arm stops until the application
	// acknowledges it. 0: 20, as many as the robot itself tolerates.
	StopAfter int
	// Share is the greatest share of the robot's velocity, acceleration and jerk that the application's commands may use;
	// the rest is for catching up after gaps. Commands that use more are limited. 0: 0.5.
	Share float64
	// Margin is the number of consecutive cycles that may be lost between the interface and the robot while the arm, which
	// continues with its acceleration, must keep its velocity limits. 0: 3. It narrows the velocities that Smooth commands.
	Margin int
	// Linger is the number of cycles that a stopped arm waits for the application's acknowledgement, and a new motion for
	// its first commands. Then the motion ends. 0: 2000.
	Linger int
	// Resume makes the application acknowledge a stop automatically once the arm is at rest.
	Resume bool

	reads bool // the application only asks for states

	// Samples is how many of T1 and T2 are stored individually. The histograms are always complete.
	Samples int
}

// Limits of Config.
const (
	MaxRedundancy = 8
	MaxDepth      = 200
)

// Validate reports every fault.
func (c Config) Validate() error {
	var errs []error
	bad := func(is bool, format string, args ...any) {
		if is {
			errs = append(errs, fmt.Errorf("remote: "+format, args...))
		}
	}
	bad(c.Version != 0 && !c.Version.Supported(), "protocol %d: use 3 to 10", c.Version)
	switch c.Generator {
	case franka.GenerateIdle, franka.GenerateCartesianPose:
	case franka.GenerateJointPosition, franka.GenerateJointVelocity, franka.GenerateCartesianVelocity:
		bad(!isSmooth(c.Scheme), "scheme %v carries Cartesian poses only: use smooth for other motions", c.Scheme)
	default:
		errs = append(errs, ErrTorque)
	}
	switch c.Controller {
	case franka.JointImpedance, franka.CartesianImpedance:
	case franka.ExternalController:
		errs = append(errs, ErrTorque)
	default:
		bad(true, "controller %d: use joint or Cartesian impedance", c.Controller)
	}
	bad(!c.Path.Possible() || !c.Goal.Possible(), "deviations %v, %v: they must not be negative, and finite", c.Path, c.Goal)
	bad(c.Redundancy < 0 || c.Redundancy > MaxRedundancy, "redundancy %d: it must be 0 to %d commands a packet", c.Redundancy, MaxRedundancy)
	bad(c.Depth < 0 || c.Depth > MaxDepth, "depth %d: it must be 0 to %d cycles", c.Depth, MaxDepth)
	bad(c.StopAfter < 0 || c.StopAfter > 1000, "stop after %d: it must be 0 to 1000 cycles", c.StopAfter)
	bad(!(c.Share >= 0 && c.Share <= 0.9), "share %v: it must be 0 to 0.9 of the limits", c.Share)
	bad(c.Margin < 0 || c.Margin > 19, "margin %d: it must be 0 to 19 cycles", c.Margin)
	bad(c.Linger < 0, "linger %d: it must not be negative", c.Linger)
	bad(c.Samples < 0, "samples %d: it must not be negative", c.Samples)
	return errors.Join(errs...)
}

// ErrTorque says why torques cannot be sent over a link.
var ErrTorque = errors.New("remote: torque control is not possible over a link: torques that come late make the arm " +
	"unstable, and a gap cannot be bridged as the robot only repeats the last ones; command positions or velocities, " +
	"or run the torque controller beside the robot")

// filled returns c with its defaults.
func (c Config) filled() Config {
	or := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	if c.Scheme == nil {
		c.Scheme = Smooth{}
	}
	if c.Version == 0 {
		c.Version = franka.Version5
	}
	if c.Generator == franka.GenerateIdle {
		c.Generator = franka.GenerateCartesianPose
	}
	if c.Limits == nil {
		l := franka.LimitsOf(c.Version)
		c.Limits = &l
	}
	if c.Local == nil {
		c.Local = &Cartesian{}
	}
	if c.Share == 0 {
		c.Share = DefaultShare
	}
	or(&c.Redundancy, 3)
	or(&c.StopAfter, 20)
	or(&c.Margin, 3)
	or(&c.Linger, 2000)
	return c
}

// Subscribed returns the transmitted members of the state: those that c asks for, and the generator's initial values.
func (c *Config) Subscribed() []string {
	start := "O_T_EE_c"
	switch c.Generator {
	case franka.GenerateJointPosition:
		start = "q_d"
	case franka.GenerateJointVelocity:
		start = "dq_d"
	case franka.GenerateCartesianVelocity:
		start = "O_dP_EE_c"
	}
	names := slices.Clone(c.Subscribe)
	need := []string{start, "time"}
	if c.reads {
		need = need[1:]
	}
	for _, n := range need {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// Commanded returns the members of the command that c's generator needs.
func (c *Config) Commanded() []string {
	if c.reads {
		return []string{"motion_generation_finished"} // so that something acknowledges states
	}
	switch c.Generator {
	case franka.GenerateJointPosition:
		return []string{"q_c", "motion_generation_finished"}
	case franka.GenerateJointVelocity:
		return []string{"dq_c", "motion_generation_finished"}
	case franka.GenerateCartesianVelocity:
		return []string{"O_dP_EE_c", "elbow_c", "valid_elbow", "motion_generation_finished"}
	}
	return []string{"O_T_EE_c", "elbow_c", "valid_elbow", "motion_generation_finished"}
}

// rawSizes are the sizes of FCI's own datagrams, for comparison of the traffic.
func rawSizes(v franka.Version) (state, command int) {
	return franka.StateSize(v), franka.CommandSize(v)
}
