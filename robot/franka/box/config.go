package box

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
)

const joints = franka.Joints

// Arm is a model of robot.
type Arm uint8

// The arms.
const (
	ByVersion Arm = iota // Panda up to version 5, FR3 from version 6 on
	Panda
	FR3
)

// String names the arm.
func (a Arm) String() string {
	names := [...]string{"by version", "Panda", "FR3"}
	if int(a) < len(names) {
		return names[a]
	}
	return fmt.Sprintf("arm %d", uint8(a))
}

// Noise are standard deviations of the sensors' readings; the zero value means perfect sensors. Desired values have no
// noise.
type Noise struct {
	Position float64 // rad
	Velocity float64 // rad/s
	Torque   float64 // Nm
}

// DefaultNoise is the noise of a good arm at rest: 14 µrad, 0.4 mrad/s and 0.05 Nm.
func DefaultNoise() Noise { return Noise{Position: 14e-6, Velocity: 4e-4, Torque: 0.05} }

// Scale returns n times f.
func (n Noise) Scale(f float64) Noise { return Noise{n.Position * f, n.Velocity * f, n.Torque * f} }

// Config describes a Robot; the zero value is a Panda of protocol 5 with its hand, in the ready pose, with perfect sensors.
type Config struct {
	Version franka.Version         // 0 for 5
	Arm     Arm                    // selects limits and masses
	Q0      [franka.Joints]float64 // joint angles at power-on, rad; all zero for 0, −π/4, 0, −3π/4, 0, π/2, π/4
	Bare    bool                   // no hand: the flange's frame is the end effector's
	Noise   Noise
	Seed    uint64 // of the noise
	// Friction is the joints' dry friction: 1 for as much as was identified on a Panda (Gaz et al., "Dynamic Identification
	// of the Franka Emika Panda Robot", RA-L 2019), which includes sticking; 0 for a little friction that never holds the
	// arm.
	Friction float64
	// Mismatch is the standard deviation, as a share, of the links' true masses from those that the controller assumes,
	// drawn from Seed. The arm sags and senses forces that do not exist.
	Mismatch float64
	// Load is what the arm really carries in addition to its end effector, to try out a wrong SetLoad. If nil, it is what
	// SetLoad says.
	Load *franka.Load
	// Wall is a box that the end effector's origin must stay in; GetCartesianLimit shows it as limit 0.
	Wall franka.CartesianLimit
	// Table is the height of a surface that the end effector can stand on, m (Robot.Table). nil: none.
	Table *float64
	// Start is the first message_id; 0 for 1.
	Start uint64
}

// dryOf is a joint's identified dry friction, Nm: half of φ1 in the paper (FI_11 to FI_17 in the authors' franka_model.h),
// which is the difference between the two directions of motion. Its slope φ2 and offset φ3 are not modelled: the joint
// sticks instead.
func dryOf(i int) float64 {
	return [joints]float64{0.54615, 0.87224, 0.64068, 1.2794, 0.83904, 0.30301, 0.56489}[i] / 2
}

// ready is the pose in which libfranka's examples begin.
func ready() [joints]float64 {
	return [joints]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
}

// filled returns c with its defaults, or everything that is wrong with it.
func (c Config) filled() (Config, error) {
	if c.Version == 0 {
		c.Version = franka.Version5
	}
	if c.Arm == ByVersion {
		c.Arm = Panda
		if c.Version.FR3() {
			c.Arm = FR3
		}
	}
	if c.Q0 == ([joints]float64{}) {
		c.Q0 = ready()
	}
	if c.Start == 0 {
		c.Start = 1
	}
	var faults []error
	if err := c.Version.Check(); err != nil {
		faults = append(faults, fmt.Errorf("box: Config.Version: %w", err))
	}
	if c.Arm > FR3 {
		faults = append(faults, fmt.Errorf("box: Config.Arm is %v: take Panda or FR3", c.Arm))
	}
	l := limitsOf(c.Arm)
	for i, q := range c.Q0 {
		if j := l.Joints[i]; !(q >= j.Lower && q <= j.Upper) {
			faults = append(faults, fmt.Errorf("box: Config.Q0[%d] is %g rad: joint %d of the %v goes from %g to %g", i, q, i+1, c.Arm, j.Lower, j.Upper))
		}
	}
	for _, x := range [...]struct {
		name    string
		x, most float64
	}{{"Position", c.Noise.Position, 0.1}, {"Velocity", c.Noise.Velocity, 10}, {"Torque", c.Noise.Torque, 1000}} {
		if !(x.x >= 0 && x.x <= x.most) {
			faults = append(faults, fmt.Errorf("box: Config.Noise.%s is %g: give 0 to %g", x.name, x.x, x.most))
		}
	}
	if !(c.Friction >= 0 && c.Friction <= 10) || !(c.Mismatch >= 0 && c.Mismatch <= 0.2) {
		faults = append(faults, fmt.Errorf("box: Config.Friction is %g, Mismatch %g: give 0 to 10 and 0 to 0.2", c.Friction, c.Mismatch))
	}
	if c.Load != nil && !validLoad(c.Load) {
		faults = append(faults, fmt.Errorf("box: Config.Load: no body of 0 to 20 kg within 2 m of the flange, with an inertia that a body can have: %+v", *c.Load))
	}
	if c.Wall.Active && !validWall(&c.Wall) {
		faults = append(faults, errors.New("box: Config.Wall: it needs three positive sizes, of at most 20 m, and a transform as Frame"))
	}
	if c.Table != nil && !(math.Abs(*c.Table) <= mostHeight) {
		faults = append(faults, fmt.Errorf("box: Config.Table is %g m: give −%d to %d", *c.Table, mostHeight, mostHeight))
	}
	return c, errors.Join(faults...)
}

func limitsOf(a Arm) franka.Limits {
	if a == FR3 {
		return franka.FR3Limits()
	}
	return franka.PandaLimits()
}
