package heading

import (
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/period"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// The periods and gains of the paper's experiment, and its desired heading.
const (
	T1         = 25 * time.Millisecond
	T2         = 50 * time.Millisecond
	K1         = 10.0 // Hz
	K2         = 10.0 // Hz²
	PsiDesired = 1.3089969389957472
)

// Names of the drivers to which the Externals are bound.
const (
	DriverIMU       = "rov.imu"
	DriverLoch      = "rov.loch"
	DriverDepth     = "rov.depth"
	DriverThrusters = "rov.thrusters"
	DriverOperator  = "operator"
)

// Worst-case computation times until they are measured: of an Atom, and of an exchange with a driver.
const (
	worst    = 100 * time.Microsecond
	exchange = time.Millisecond
)

// Stable are the periods at which heading control is stable with a margin, at the paper's gains and with C1 at 25 ms:
// T_phy of DynamicAngleControl.
func Stable() period.Set { return period.Between(10*time.Millisecond, 60*time.Millisecond) }

// navigation are the periods at which state reconstruction makes sense for robots of this size.
func navigation() period.Set { return period.Between(5*time.Millisecond, 100*time.Millisecond) }

// example is the model under construction with the parts to which others are linked.
type example struct {
	model   *atom.Model
	root    *atom.Instance
	vehicle rov.Vehicle
	depth   Depth
	body    RobotSpeeds
	world   RobotSpeeds
	pose    RobotPose
	shift   lib.FrameShiftBack[unit.AngularAcceleration] // FrameShiftControl
	control ExpertiseYawControl

	imu, loch, speedsBody, robotPose, expertise *atom.Instance // of the last three: body, pose and control
}

// Model returns the example for a vehicle with any number of thrusters; with none, Check reports a fault. The desired
// heading comes from the operator; until then it is the initial value of its product, 0.
func Model(v rov.Vehicle) *atom.Model {
	m := atom.New("rov_heading")
	m.Loop("Sensors", "C1")
	m.Loop("Navigation", "C1")
	m.Loop("MDynamic", "C1")
	m.Loop("Actuators", "C1")
	m.Loop("Control", "C2")
	m.Loop("Frameshift", "C2")
	m.Timed("C1", T1)
	m.Timed("C2", T2)
	e := &example{model: m, root: m.Root, vehicle: v}
	e.sensors()
	e.navigate()
	e.decide()
	e.act()
	return m
}

// sensors adds the sensors: Figure 7, left.
func (e *example) sensors() {
	read := func(name string, body any, driver string, longest time.Duration) *atom.Instance {
		return atom.Add(e.root, name, body, atom.By(driver), atom.In("Sensors"),
			atom.Every(exchange, period.Between(5*time.Millisecond, longest)))
	}
	e.imu = read("IMU", new(IMU), DriverIMU, 50*time.Millisecond)
	e.loch = read("Loch", new(Loch), DriverLoch, 200*time.Millisecond)
	read("Depth", &e.depth, DriverDepth, 100*time.Millisecond)
}

// mounting gives the mounting of a sensor.
func (e *example) mounting(name string, m rov.Mounting) *atom.Instance {
	return atom.Add(e.root, name, new(lib.Mounting), atom.With("robot", "ROBOT"), atom.Once(),
		atom.Valued("mount_roll", m.Angles.Roll), atom.Valued("mount_pitch", m.Angles.Pitch), atom.Valued("mount_yaw", m.Angles.Yaw),
		atom.Valued("mount_x", m.Position.X), atom.Valued("mount_y", m.Position.Y), atom.Valued("mount_z", m.Position.Z))
}

// navigate reconstructs the state of the robot: Figure 7.
func (e *example) navigate() {
	imuAt, lochAt := e.mounting("ExpertiseIMU", e.vehicle.IMU.Mounting), e.mounting("ExpertiseLoch", e.vehicle.Loch.Mounting)
	every := []atom.Option{atom.Every(worst, navigation()), atom.In("Navigation")}
	with := func(more ...atom.Option) []atom.Option { return append(more, every...) }

	var attitude lib.FrameShiftIMU
	shift := atom.Add(e.root, "FrameShiftIMU", &attitude, with(atom.With("from", "IMU", "to", "ROBOT", "world", "WORLD"))...)
	atom.ConnectAll(e.imu, shift)
	atom.ConnectAll(imuAt, shift)

	var speed lib.FrameShiftLoch
	loch := atom.Add(e.root, "FrameShiftLoch", &speed, with(atom.With("from", "LOCH", "to", "ROBOT"))...)
	atom.ConnectAll(e.loch, loch)
	atom.ConnectAll(shift, loch)
	atom.ConnectAll(lochAt, loch)

	e.speedsBody = e.speeds("RobotSpeedsBody", &e.body, "ROBOT", every)
	atom.Connect(&speed.U, &e.body.UIn)
	atom.Connect(&speed.V, &e.body.VIn)
	atom.Connect(&speed.W, &e.body.WIn)
	atom.Connect(&attitude.P, &e.body.PIn)
	atom.Connect(&attitude.Q, &e.body.QIn)
	atom.Connect(&attitude.R, &e.body.RIn)
	e.reckon(&attitude, every)
}

// speeds adds the Molecule of the robot's speeds in a frame.
func (e *example) speeds(name string, m *RobotSpeeds, frame string, every []atom.Option) *atom.Instance {
	molecule := atom.AddMolecule(e.root, name, m, atom.With("frame", frame))
	buffer := atom.Add(molecule, "speeds", new(lib.SpeedsBuffer), append([]atom.Option{atom.With("frame", "$frame")}, every...)...)
	atom.ConnectAll(molecule, buffer)
	atom.ConnectAll(buffer, molecule)
	return molecule
}

// reckon computes the speeds in WORLD and the pose.
func (e *example) reckon(attitude *lib.FrameShiftIMU, every []atom.Option) {
	var turn lib.FrameShiftSpeeds
	world := atom.Add(e.root, "FrameShiftWorld", &turn, append([]atom.Option{atom.With("from", "ROBOT", "to", "WORLD")}, every...)...)
	e.speeds("RobotSpeedsWorld", &e.world, "WORLD", every)
	pose := atom.AddMolecule(e.root, "RobotPose", &e.pose)
	e.robotPose = pose
	var x, y lib.Integrator[unit.Speed, unit.Length]
	var z lib.Buffer[unit.Length]
	in := func(name string, body any, parameters ...string) *atom.Instance {
		return atom.Add(pose, name, body, append([]atom.Option{atom.With(parameters...)}, every...)...)
	}
	angles := in("attitude", new(lib.AttitudeBuffer), "frame", "WORLD")
	in("x", &x, "frame", "WORLD", "axis", "x")
	in("y", &y, "frame", "WORLD", "axis", "y")
	in("z", &z, "frame", "WORLD", "axis", "z")
	atom.ConnectAll(pose, angles)
	atom.Feed(&e.pose.UIn, &x.In)
	atom.Feed(&e.pose.VIn, &y.In)
	atom.Feed(&e.pose.ZIn, &z.In)
	atom.ConnectAll(angles, pose)
	atom.Expose(&x.Out, &e.pose.X)
	atom.Expose(&y.Out, &e.pose.Y)
	atom.Expose(&z.Out, &e.pose.Z)

	atom.Connect(&attitude.Phi, &e.pose.PhiIn)
	atom.Connect(&attitude.Theta, &e.pose.ThetaIn)
	atom.Connect(&attitude.Psi, &e.pose.PsiIn)
	atom.ConnectAll(e.speedsBody, world)
	atom.Connect(&e.pose.Phi, &turn.Roll)
	atom.Connect(&e.pose.Theta, &turn.Pitch)
	atom.Connect(&e.pose.Psi, &turn.Yaw)
	atom.Connect(&turn.UOut, &e.world.UIn)
	atom.Connect(&turn.VOut, &e.world.VIn)
	atom.Connect(&turn.WOut, &e.world.WIn)
	atom.Connect(&turn.POut, &e.world.PIn)
	atom.Connect(&turn.QOut, &e.world.QIn)
	atom.Connect(&turn.ROut, &e.world.RIn)
	atom.Connect(&e.world.U, &e.pose.UIn)
	atom.Connect(&e.world.V, &e.pose.VIn)
	atom.Connect(&e.depth.Z, &e.pose.ZIn)
}
