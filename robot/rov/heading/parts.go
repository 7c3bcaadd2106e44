package heading

import (
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
)

// IMU is the inertial measurement unit: attitude of its frame in WORLD, rates in its frame.
type IMU struct {
	Roll  atom.Product[unit.Angle]        `frame:"IMU" axis:"x" valid:"-200 deg .. 200 deg"`
	Pitch atom.Product[unit.Angle]        `frame:"IMU" axis:"y" valid:"-100 deg .. 100 deg"`
	Yaw   atom.Product[unit.Angle]        `frame:"IMU" axis:"z" valid:"-200 deg .. 200 deg" frozen:"2 s"`
	WX    atom.Product[unit.AngularSpeed] `frame:"IMU" axis:"x" valid:"-20 rad/s .. 20 rad/s"`
	WY    atom.Product[unit.AngularSpeed] `frame:"IMU" axis:"y" valid:"-20 rad/s .. 20 rad/s"`
	WZ    atom.Product[unit.AngularSpeed] `frame:"IMU" axis:"z" valid:"-20 rad/s .. 20 rad/s" frozen:"2 s"`
}

// Loch is the Doppler log: its speed over the ground, in its frame.
type Loch struct {
	VX atom.Product[unit.Speed] `frame:"LOCH" axis:"x" valid:"-10 m/s .. 10 m/s"`
	VY atom.Product[unit.Speed] `frame:"LOCH" axis:"y" valid:"-10 m/s .. 10 m/s"`
	VZ atom.Product[unit.Speed] `frame:"LOCH" axis:"z" valid:"-10 m/s .. 10 m/s"`
}

// Depth is the depth sensor: its own depth, as in Figure 7. A law that needs the depth of the robot's origin puts a
// lib.FrameShiftDepth after it.
type Depth struct {
	Z atom.Product[unit.Length] `frame:"WORLD" axis:"z" valid:"-5 m .. 200 m"`
}

// Operator is the network link on which the operator sets the desired heading.
type Operator struct {
	PsiDes atom.Product[unit.Angle] `frame:"WORLD" axis:"z" valid:"-360 deg .. 360 deg"`
}

// ExpertiseYawControl is the control engineer's knowledge: the gains, and that the reference is constant. Nothing is
// requested about and along the other axes.
type ExpertiseYawControl struct {
	K1     atom.Product[unit.Frequency]
	K2     atom.Product[unit.FrequencySquared]
	AccDes atom.Product[unit.AngularAcceleration] `frame:"WORLD" axis:"z"`
	RDes   atom.Product[unit.AngularSpeed]        `frame:"WORLD" axis:"z"`
	AccX   atom.Product[unit.AngularAcceleration] `frame:"WORLD" axis:"x"`
	AccY   atom.Product[unit.AngularAcceleration] `frame:"WORLD" axis:"y"`
	AccU   atom.Product[unit.Acceleration]        `frame:"ROBOT" axis:"x"`
	AccV   atom.Product[unit.Acceleration]        `frame:"ROBOT" axis:"y"`
	AccW   atom.Product[unit.Acceleration]        `frame:"ROBOT" axis:"z"`
}

// RobotSpeeds is the interface of a Molecule: the speeds of the robot, in one frame. Other Atoms read them here, however
// they are computed.
type RobotSpeeds lib.SpeedsBuffer

// RobotPose is the interface of a Molecule: the robot's position and attitude. North and east are integrated from the
// speeds, from 0; down comes from the depth sensor.
type RobotPose struct {
	UIn     atom.Need[unit.Speed]     `frame:"WORLD" axis:"x"`
	VIn     atom.Need[unit.Speed]     `frame:"WORLD" axis:"y"`
	ZIn     atom.Need[unit.Length]    `frame:"WORLD" axis:"z"`
	PhiIn   atom.Need[unit.Angle]     `frame:"WORLD" axis:"x"`
	ThetaIn atom.Need[unit.Angle]     `frame:"WORLD" axis:"y"`
	PsiIn   atom.Need[unit.Angle]     `frame:"WORLD" axis:"z"`
	X       atom.Product[unit.Length] `frame:"WORLD" axis:"x"`
	Y       atom.Product[unit.Length] `frame:"WORLD" axis:"y"`
	Z       atom.Product[unit.Length] `frame:"WORLD" axis:"z"`
	Phi     atom.Product[unit.Angle]  `frame:"WORLD" axis:"x"`
	Theta   atom.Product[unit.Angle]  `frame:"WORLD" axis:"y"`
	Psi     atom.Product[unit.Angle]  `frame:"WORLD" axis:"z"`
}
