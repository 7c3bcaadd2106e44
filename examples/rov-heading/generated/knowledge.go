// Made by sinew gen from heading.atoms.yaml and yours to edit: it is not written again once edited; seal b9760cb8ad32f876.

package rovheading

import (
	"github.com/sinew-robotics/sinew/math/unit"
)

// Knowledge is what does not change while the law runs: what constant External Knowledge Atoms say, and what is
// computed of that.
type Knowledge struct {
	// ExpertiseIMU is ExpertiseIMU, a Mounting with robot ROBOT.
	ExpertiseIMU struct {
		MountRoll  unit.Angle  // Angle (rad), frame ROBOT, axis x
		MountPitch unit.Angle  // Angle (rad), frame ROBOT, axis y
		MountYaw   unit.Angle  // Angle (rad), frame ROBOT, axis z
		MountX     unit.Length // Length (m), frame ROBOT, axis x
		MountY     unit.Length // Length (m), frame ROBOT, axis y
		MountZ     unit.Length // Length (m), frame ROBOT, axis z
	}
	// ExpertiseLoch is ExpertiseLoch, a Mounting with robot ROBOT.
	ExpertiseLoch struct {
		MountRoll  unit.Angle  // Angle (rad), frame ROBOT, axis x
		MountPitch unit.Angle  // Angle (rad), frame ROBOT, axis y
		MountYaw   unit.Angle  // Angle (rad), frame ROBOT, axis z
		MountX     unit.Length // Length (m), frame ROBOT, axis x
		MountY     unit.Length // Length (m), frame ROBOT, axis y
		MountZ     unit.Length // Length (m), frame ROBOT, axis z
	}
	// ExpertiseYawControl is ExpertiseYawControl.
	ExpertiseYawControl struct {
		K1     unit.Frequency           // Frequency (Hz)
		K2     unit.FrequencySquared    // FrequencySquared (Hz²)
		AccDes unit.AngularAcceleration // AngularAcceleration (rad/s²), frame WORLD, axis z
		RDes   unit.AngularSpeed        // AngularSpeed (rad/s), frame WORLD, axis z
		AccX   unit.AngularAcceleration // AngularAcceleration (rad/s²), frame WORLD, axis x
		AccY   unit.AngularAcceleration // AngularAcceleration (rad/s²), frame WORLD, axis y
		AccU   unit.Acceleration        // Acceleration (m/s²), frame ROBOT, axis x
		AccV   unit.Acceleration        // Acceleration (m/s²), frame ROBOT, axis y
		AccW   unit.Acceleration        // Acceleration (m/s²), frame ROBOT, axis z
	}
	// ExpertiseDynamics is ExpertiseDynamics, a Dynamics.
	ExpertiseDynamics struct {
		ControlU   unit.Boolean // Boolean, frame ROBOT, axis x
		ControlV   unit.Boolean // Boolean, frame ROBOT, axis y
		ControlW   unit.Boolean // Boolean, frame ROBOT, axis z
		ControlP   unit.Boolean // Boolean, frame ROBOT, axis x
		ControlQ   unit.Boolean // Boolean, frame ROBOT, axis y
		ControlR   unit.Boolean // Boolean, frame ROBOT, axis z
		Mass       unit.Mass    // Mass (kg), frame ROBOT
		InertiaP   unit.Inertia // Inertia (kg·m²), frame ROBOT, axis x
		InertiaQ   unit.Inertia // Inertia (kg·m²), frame ROBOT, axis y
		InertiaR   unit.Inertia // Inertia (kg·m²), frame ROBOT, axis z
		AddedU     unit.Mass    // Mass (kg), frame ROBOT, axis x
		AddedV     unit.Mass    // Mass (kg), frame ROBOT, axis y
		AddedW     unit.Mass    // Mass (kg), frame ROBOT, axis z
		AddedP     unit.Inertia // Inertia (kg·m²), frame ROBOT, axis x
		AddedQ     unit.Inertia // Inertia (kg·m²), frame ROBOT, axis y
		AddedR     unit.Inertia // Inertia (kg·m²), frame ROBOT, axis z
		LinearU    unit.Force   // Force (N), frame ROBOT, axis x
		LinearV    unit.Force   // Force (N), frame ROBOT, axis y
		LinearW    unit.Force   // Force (N), frame ROBOT, axis z
		LinearP    unit.Torque  // Torque (N·m), frame ROBOT, axis x
		LinearQ    unit.Torque  // Torque (N·m), frame ROBOT, axis y
		LinearR    unit.Torque  // Torque (N·m), frame ROBOT, axis z
		QuadraticU unit.Force   // Force (N), frame ROBOT, axis x
		QuadraticV unit.Force   // Force (N), frame ROBOT, axis y
		QuadraticW unit.Force   // Force (N), frame ROBOT, axis z
		QuadraticP unit.Torque  // Torque (N·m), frame ROBOT, axis x
		QuadraticQ unit.Torque  // Torque (N·m), frame ROBOT, axis y
		QuadraticR unit.Torque  // Torque (N·m), frame ROBOT, axis z
		Weight     unit.Force   // Force (N), frame WORLD, axis z
		Buoyancy   unit.Force   // Force (N), frame WORLD, axis z
		BuoyantX   unit.Length  // Length (m), frame ROBOT, axis x
		BuoyantY   unit.Length  // Length (m), frame ROBOT, axis y
		BuoyantZ   unit.Length  // Length (m), frame ROBOT, axis z
	}
	// ExpertiseThrusters is ExpertiseThrusters, a Thrusters with n 6.
	ExpertiseThrusters struct {
		PositionX  [6]unit.Length // Length (m), frame ROBOT, axis x
		PositionY  [6]unit.Length // Length (m), frame ROBOT, axis y
		PositionZ  [6]unit.Length // Length (m), frame ROBOT, axis z
		DirectionX [6]unit.Ratio  // Ratio, frame ROBOT, axis x
		DirectionY [6]unit.Ratio  // Ratio, frame ROBOT, axis y
		DirectionZ [6]unit.Ratio  // Ratio, frame ROBOT, axis z
		Forward    [6]unit.Force  // Force (N), frame THRUSTERS
		Backward   [6]unit.Force  // Force (N), frame THRUSTERS
		DeadZone   [6]unit.Force  // Force (N), frame THRUSTERS
	}
}

// Known gives the model's values.
func Known() *Knowledge {
	k := &Knowledge{}
	k.knowExpertiseIMU()
	k.knowExpertiseLoch()
	k.knowExpertiseYawControl()
	k.knowExpertiseDynamics()
	k.knowExpertiseThrusters()
	return k
}

func (k *Knowledge) knowExpertiseIMU() {
	k.ExpertiseIMU.MountRoll = unit.Radians(0.05)
	k.ExpertiseIMU.MountPitch = unit.Radians(-0.03)
	k.ExpertiseIMU.MountYaw = unit.Radians(0.4)
	k.ExpertiseIMU.MountX = unit.Metres(0.05)
	k.ExpertiseIMU.MountY = unit.Metres(0.02)
	k.ExpertiseIMU.MountZ = unit.Metres(-0.03)
}

func (k *Knowledge) knowExpertiseLoch() {
	k.ExpertiseLoch.MountRoll = unit.Radians(0.02)
	k.ExpertiseLoch.MountPitch = unit.Radians(0.04)
	k.ExpertiseLoch.MountYaw = unit.Radians(-0.785)
	k.ExpertiseLoch.MountX = unit.Metres(-0.1)
	k.ExpertiseLoch.MountY = unit.Metres(0)
	k.ExpertiseLoch.MountZ = unit.Metres(0.15)
}

func (k *Knowledge) knowExpertiseYawControl() {
	k.ExpertiseYawControl.K1 = unit.Hertz(10)
	k.ExpertiseYawControl.K2 = unit.HertzSquared(10)
	k.ExpertiseYawControl.AccDes = unit.RadiansPerSecondSquared(0)
	k.ExpertiseYawControl.RDes = unit.RadiansPerSecond(0)
	k.ExpertiseYawControl.AccX = unit.RadiansPerSecondSquared(0)
	k.ExpertiseYawControl.AccY = unit.RadiansPerSecondSquared(0)
	k.ExpertiseYawControl.AccU = unit.MetresPerSecondSquared(0)
	k.ExpertiseYawControl.AccV = unit.MetresPerSecondSquared(0)
	k.ExpertiseYawControl.AccW = unit.MetresPerSecondSquared(0)
}

func (k *Knowledge) knowExpertiseDynamics() {
	k.ExpertiseDynamics.ControlU = unit.Bool(false)
	k.ExpertiseDynamics.ControlV = unit.Bool(false)
	k.ExpertiseDynamics.ControlW = unit.Bool(false)
	k.ExpertiseDynamics.ControlP = unit.Bool(false)
	k.ExpertiseDynamics.ControlQ = unit.Bool(false)
	k.ExpertiseDynamics.ControlR = unit.Bool(true)
	k.ExpertiseDynamics.Mass = unit.Kilograms(15.6)
	k.ExpertiseDynamics.InertiaP = unit.KilogramSquareMetres(0.42)
	k.ExpertiseDynamics.InertiaQ = unit.KilogramSquareMetres(0.56)
	k.ExpertiseDynamics.InertiaR = unit.KilogramSquareMetres(0.57)
	k.ExpertiseDynamics.AddedU = unit.Kilograms(6)
	k.ExpertiseDynamics.AddedV = unit.Kilograms(10)
	k.ExpertiseDynamics.AddedW = unit.Kilograms(16.5)
	k.ExpertiseDynamics.AddedP = unit.KilogramSquareMetres(0.15)
	k.ExpertiseDynamics.AddedQ = unit.KilogramSquareMetres(0.13)
	k.ExpertiseDynamics.AddedR = unit.KilogramSquareMetres(0.17)
	k.ExpertiseDynamics.LinearU = unit.Newtons(9)
	k.ExpertiseDynamics.LinearV = unit.Newtons(4)
	k.ExpertiseDynamics.LinearW = unit.Newtons(19)
	k.ExpertiseDynamics.LinearP = unit.NewtonMetres(0.05)
	k.ExpertiseDynamics.LinearQ = unit.NewtonMetres(0.4)
	k.ExpertiseDynamics.LinearR = unit.NewtonMetres(0.05)
	k.ExpertiseDynamics.QuadraticU = unit.Newtons(80)
	k.ExpertiseDynamics.QuadraticV = unit.Newtons(120)
	k.ExpertiseDynamics.QuadraticW = unit.Newtons(115)
	k.ExpertiseDynamics.QuadraticP = unit.NewtonMetres(1.4)
	k.ExpertiseDynamics.QuadraticQ = unit.NewtonMetres(1)
	k.ExpertiseDynamics.QuadraticR = unit.NewtonMetres(1.5)
	k.ExpertiseDynamics.Weight = unit.Newtons(153.192)
	k.ExpertiseDynamics.Buoyancy = unit.Newtons(153.683)
	k.ExpertiseDynamics.BuoyantX = unit.Metres(0)
	k.ExpertiseDynamics.BuoyantY = unit.Metres(0)
	k.ExpertiseDynamics.BuoyantZ = unit.Metres(-0.02)
}

func (k *Knowledge) knowExpertiseThrusters() {
	k.ExpertiseThrusters.PositionX = [6]unit.Length{unit.Metres(0.16), unit.Metres(0.16), unit.Metres(-0.16), unit.Metres(-0.16), unit.Metres(0),
		unit.Metres(0)}
	k.ExpertiseThrusters.PositionY = [6]unit.Length{unit.Metres(-0.12), unit.Metres(0.12), unit.Metres(-0.12), unit.Metres(0.12), unit.Metres(-0.13),
		unit.Metres(0.13)}
	k.ExpertiseThrusters.PositionZ = [6]unit.Length{unit.Metres(0), unit.Metres(0), unit.Metres(0), unit.Metres(0), unit.Metres(0), unit.Metres(0)}
	k.ExpertiseThrusters.DirectionX = [6]unit.Ratio{unit.Ratio(0.7071067811865476), unit.Ratio(0.7071067811865476), unit.Ratio(0.7071067811865476),
		unit.Ratio(0.7071067811865476), unit.Ratio(0), unit.Ratio(0)}
	k.ExpertiseThrusters.DirectionY = [6]unit.Ratio{unit.Ratio(0.7071067811865476), unit.Ratio(-0.7071067811865476), unit.Ratio(-0.7071067811865476),
		unit.Ratio(0.7071067811865476), unit.Ratio(0), unit.Ratio(0)}
	k.ExpertiseThrusters.DirectionZ = [6]unit.Ratio{unit.Ratio(0), unit.Ratio(0), unit.Ratio(0), unit.Ratio(0), unit.Ratio(1), unit.Ratio(1)}
	k.ExpertiseThrusters.Forward = [6]unit.Force{unit.Newtons(40), unit.Newtons(40), unit.Newtons(40), unit.Newtons(40), unit.Newtons(40),
		unit.Newtons(40)}
	k.ExpertiseThrusters.Backward = [6]unit.Force{unit.Newtons(32), unit.Newtons(32), unit.Newtons(32), unit.Newtons(32), unit.Newtons(32),
		unit.Newtons(32)}
	k.ExpertiseThrusters.DeadZone = [6]unit.Force{unit.Newtons(1), unit.Newtons(1), unit.Newtons(1), unit.Newtons(1), unit.Newtons(1),
		unit.Newtons(1)}
}
