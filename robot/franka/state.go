package franka

// Joints is the number of joints of every arm in this package.
const Joints = 7

// Pose is a homogeneous transform in FCI's form: 4×4, column-major, translation in metres at 12, 13, 14.
type Pose = [16]float64

// State is the robot's message in every millisecond: franka::RobotState with FCI's names in Go's spelling (O_T_EE_c is
// OTEEc). SI units and radians; twists and wrenches have the linear part first. Members that a protocol version does
// not have are zero. MTotal, ITotal and FxCtotal are not on the wire: the receiver computes them (State.Total).
type State struct {
	ID uint64 // message_id, milliseconds since the robot's start; franka::RobotState calls it time

	OTEE  Pose // measured end effector in base
	OTEEd Pose // desired, after inverse kinematics
	FTEE  Pose // end effector in flange, FTNE·NETEE
	EETK  Pose // stiffness frame in end effector
	FTNE  Pose // nominal end effector in flange, from protocol 4 on
	NETEE Pose // end effector in nominal end effector, from protocol 4 on

	MEE      float64    // mass of the end effector, kg
	IEE      [9]float64 // its inertia about its centre of mass, kg·m², column-major
	FxCee    [3]float64 // its centre of mass in the flange's frame, m
	MLoad    float64    // the same for the user's load
	ILoad    [9]float64
	FxCload  [3]float64
	MTotal   float64 // and for both together
	ITotal   [9]float64
	FxCtotal [3]float64

	Elbow    [2]float64 // position of joint 3, sign of joint 4 relative to the flip at −0.467 rad: measured
	ElbowD   [2]float64 // desired
	ElbowC   [2]float64 // last commanded
	DelbowC  [2]float64 // its first derivative
	DDelbowC [2]float64 // its second derivative

	TauJ  [7]float64 // measured on the link side, including gravity, Nm
	TauJd [7]float64 // desired, without gravity
	DTauJ [7]float64 // derivative of TauJ, Nm/s
	Q     [7]float64 // measured
	Qd    [7]float64 // last desired (after inverse kinematics in Cartesian motions)
	DQ    [7]float64
	DQd   [7]float64
	DDQd  [7]float64

	JointContact       [7]float64 // level of contact now
	CartesianContact   [6]float64
	JointCollision     [7]float64 // latched until recovery
	CartesianCollision [6]float64
	TauExtHatFiltered  [7]float64 // estimated external torque, Nm
	OFExtHatK          [6]float64 // estimated external wrench at K, in base
	KFExtHatK          [6]float64 // the same in K

	ODPEEd  [6]float64 // desired twist of the end effector
	ODDPO   [3]float64 // acceleration of the base, from protocol 5 on: {0, 0, −9.81}
	OTEEc   Pose       // last commanded pose, after the robot's filter and extrapolation
	ODPEEc  [6]float64 // its twist
	ODDPEEc [6]float64 // its acceleration

	Theta  [7]float64 // motor side
	DTheta [7]float64

	// Specific forces, m/s², at the boards of joints 1 to 6, above and below, from protocol 10 on.
	AccelerometerTop    [6][3]float64
	AccelerometerBottom [6][3]float64

	MotionGenerator MotionGenerator // hidden by franka::RobotState
	Controller      Controller      // hidden by franka::RobotState
	CurrentErrors   Errors
	LastErrors      Errors // reflex_reason: what ended the last motion
	Mode            Mode
	SuccessRate     float64 // of the last 100 commands, 0 when no motion runs

	// Only for a state that came over a link, which carries the subscribed members: those that never came, whose
	// numbers are NaN, and those from an earlier snapshot. A robot's own states have none.
	Absent, Kept Members
}

// Command is the answer to a state.
type Command struct {
	ID             uint64 // of the state it answers
	QC             [7]float64
	DQC            [7]float64
	OTEEc          Pose
	ODPEEc         [6]float64
	ElbowC         [2]float64
	ValidElbow     bool
	Finished       bool // of the motion generator
	TauJd          [7]float64
	TorqueFinished bool // from protocol 7 on
}

// MotionGenerator is the generator of a motion, numbered as in states; in a Move request the number is one less.
type MotionGenerator uint8

// The motion generators. From protocol 7 on there is also none, for torque control alone.
const (
	GenerateIdle MotionGenerator = iota
	GenerateJointPosition
	GenerateJointVelocity
	GenerateCartesianPose
	GenerateCartesianVelocity
	GenerateNone
)

// Controller is the controller that follows the motion.
type Controller uint8

// The controllers, with the same numbers in states and Move requests.
const (
	JointImpedance Controller = iota
	CartesianImpedance
	ExternalController
	OtherController
)

// Mode is the robot's mode.
type Mode uint8

// The robot's modes.
const (
	ModeOther Mode = iota
	ModeIdle
	ModeMove
	ModeGuiding
	ModeReflex
	ModeUserStopped
	ModeRecovery
)

// Error is an index into Errors.
type Error uint8

// The errors of FCI by their bit.
const (
	JointPositionLimitsViolation Error = iota
	CartesianPositionLimitsViolation
	SelfCollisionAvoidanceViolation
	JointVelocityViolation
	CartesianVelocityViolation
	ForceControlSafetyViolation
	JointReflex
	CartesianReflex
	MaxGoalPoseDeviationViolation
	MaxPathPoseDeviationViolation
	CartesianVelocityProfileSafetyViolation
	JointPositionMotionGeneratorStartPoseInvalid
	JointMotionGeneratorPositionLimitsViolation
	JointMotionGeneratorVelocityLimitsViolation
	JointMotionGeneratorVelocityDiscontinuity
	JointMotionGeneratorAccelerationDiscontinuity
	CartesianPositionMotionGeneratorStartPoseInvalid
	CartesianMotionGeneratorElbowLimitViolation
	CartesianMotionGeneratorVelocityLimitsViolation
	CartesianMotionGeneratorVelocityDiscontinuity
	CartesianMotionGeneratorAccelerationDiscontinuity
	CartesianMotionGeneratorElbowSignInconsistent
	CartesianMotionGeneratorStartElbowInvalid
	ForceControllerDesiredForceToleranceViolation
	StartElbowSignInconsistent
	CommunicationConstraintsViolation
	PowerLimitViolation
	CartesianMotionGeneratorJointPositionLimitsViolation
	CartesianMotionGeneratorJointVelocityLimitsViolation
	CartesianMotionGeneratorJointVelocityDiscontinuity
	CartesianMotionGeneratorJointAccelerationDiscontinuity
	CartesianPositionMotionGeneratorInvalidFrameFlag
	ControllerTorqueDiscontinuity
	JointP2PInsufficientTorqueForPlanning
	TauJRangeViolation
	InstabilityDetected
	JointMoveInWrongDirection
	CartesianSplineMotionGeneratorViolation
	JointViaMotionGeneratorPlanningJointLimitViolation
	BaseAccelerationInitializationTimeout
	BaseAccelerationInvalidReading
	errorCount
)

// Errors are the error flags of a state, one bit for each Error.
type Errors uint64

// Has reports whether e is set.
func (s Errors) Has(e Error) bool { return s&(1<<e) != 0 }

// With returns s with e set.
func (s Errors) With(e Error) Errors { return s | 1<<e }
