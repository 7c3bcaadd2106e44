package franka

import (
	"fmt"
	"strings"
)

// Version is the number of FCI's research interface. Both ends of a connection must have the same.
type Version uint16

// The versions with their releases of libfranka and their arms.
const (
	Version3  Version = iota + 3 // libfranka 0.4 to 0.7, Panda
	Version4                     // libfranka 0.8, Panda
	Version5                     // libfranka 0.9, Panda's last
	Version6                     // libfranka 0.10 to 0.13.2, FR3
	Version7                     // libfranka 0.13.3 to 0.13.6, FR3
	Version8                     // libfranka 0.14, FR3
	Version9                     // libfranka 0.15 to 0.17, FR3
	Version10                    // libfranka 0.18 on, FR3
)

// Supported reports whether this package speaks v.
func (v Version) Supported() bool { return v >= Version3 && v <= Version10 }

// Check is Supported as an error.
func (v Version) Check() error {
	if v.Supported() {
		return nil
	}
	return fmt.Errorf("franka: protocol version %d is not spoken here: take 3 to 5 (Panda) or 6 to 10 (FR3)", v)
}

// FR3 reports whether robots that speak v are FR3s rather than Pandas.
func (v Version) FR3() bool { return v >= Version6 }

// Errors is the number of error flags in a state.
func (v Version) Errors() int {
	if v < Version5 {
		return 37
	}
	return 41
}

// hasNE, hasBaseAcceleration and hasNone report what v added to the previous version.
func (v Version) hasNE() bool               { return v >= Version4 }
func (v Version) hasBaseAcceleration() bool { return v >= Version5 }
func (v Version) hasNone() bool             { return v >= Version7 }
func (v Version) hasModel() bool            { return v >= Version8 }
func (v Version) hasAccelerometers() bool   { return v >= Version10 }
func (v Version) hasAsync() bool            { return v >= Version10 }

// single reports whether a state's floats have 24 bits.
func (v Version) single() bool { return v >= Version10 }

// VersionError says that the robot speaks another version. Its text is libfranka's.
type VersionError struct{ Server, Library Version }

// Error states both versions.
func (e VersionError) Error() string {
	return fmt.Sprintf("libfranka: Incompatible library version (server version: %d, library version: %d)",
		e.Server, e.Library)
}

// String names e as FCI does.
func (e Error) String() string {
	if e >= errorCount {
		return fmt.Sprintf("error_%d", uint8(e))
	}
	return errorNames[e]
}

// Names returns the names of the errors that are set, in the order of their bits.
func (s Errors) Names() []string {
	var names []string
	for e := range errorCount {
		if s.Has(e) {
			names = append(names, e.String())
		}
	}
	return names
}

// String lists the names in brackets as libfranka prints them: ["joint_reflex", "cartesian_reflex"].
func (s Errors) String() string {
	names := s.Names()
	if len(names) == 0 {
		return "[]"
	}
	return `["` + strings.Join(names, `", "`) + `"]`
}

var errorNames = [errorCount]string{
	JointPositionLimitsViolation:                           "joint_position_limits_violation",
	CartesianPositionLimitsViolation:                       "cartesian_position_limits_violation",
	SelfCollisionAvoidanceViolation:                        "self_collision_avoidance_violation",
	JointVelocityViolation:                                 "joint_velocity_violation",
	CartesianVelocityViolation:                             "cartesian_velocity_violation",
	ForceControlSafetyViolation:                            "force_control_safety_violation",
	JointReflex:                                            "joint_reflex",
	CartesianReflex:                                        "cartesian_reflex",
	MaxGoalPoseDeviationViolation:                          "max_goal_pose_deviation_violation",
	MaxPathPoseDeviationViolation:                          "max_path_pose_deviation_violation",
	CartesianVelocityProfileSafetyViolation:                "cartesian_velocity_profile_safety_violation",
	JointPositionMotionGeneratorStartPoseInvalid:           "joint_position_motion_generator_start_pose_invalid",
	JointMotionGeneratorPositionLimitsViolation:            "joint_motion_generator_position_limits_violation",
	JointMotionGeneratorVelocityLimitsViolation:            "joint_motion_generator_velocity_limits_violation",
	JointMotionGeneratorVelocityDiscontinuity:              "joint_motion_generator_velocity_discontinuity",
	JointMotionGeneratorAccelerationDiscontinuity:          "joint_motion_generator_acceleration_discontinuity",
	CartesianPositionMotionGeneratorStartPoseInvalid:       "cartesian_position_motion_generator_start_pose_invalid",
	CartesianMotionGeneratorElbowLimitViolation:            "cartesian_motion_generator_elbow_limit_violation",
	CartesianMotionGeneratorVelocityLimitsViolation:        "cartesian_motion_generator_velocity_limits_violation",
	CartesianMotionGeneratorVelocityDiscontinuity:          "cartesian_motion_generator_velocity_discontinuity",
	CartesianMotionGeneratorAccelerationDiscontinuity:      "cartesian_motion_generator_acceleration_discontinuity",
	CartesianMotionGeneratorElbowSignInconsistent:          "cartesian_motion_generator_elbow_sign_inconsistent",
	CartesianMotionGeneratorStartElbowInvalid:              "cartesian_motion_generator_start_elbow_invalid",
	ForceControllerDesiredForceToleranceViolation:          "force_controller_desired_force_tolerance_violation",
	StartElbowSignInconsistent:                             "start_elbow_sign_inconsistent",
	CommunicationConstraintsViolation:                      "communication_constraints_violation",
	PowerLimitViolation:                                    "power_limit_violation",
	CartesianMotionGeneratorJointPositionLimitsViolation:   "cartesian_motion_generator_joint_position_limits_violation",
	CartesianMotionGeneratorJointVelocityLimitsViolation:   "cartesian_motion_generator_joint_velocity_limits_violation",
	CartesianMotionGeneratorJointVelocityDiscontinuity:     "cartesian_motion_generator_joint_velocity_discontinuity",
	CartesianMotionGeneratorJointAccelerationDiscontinuity: "cartesian_motion_generator_joint_acceleration_discontinuity",
	CartesianPositionMotionGeneratorInvalidFrameFlag:       "cartesian_position_motion_generator_invalid_frame",
	ControllerTorqueDiscontinuity:                          "controller_torque_discontinuity",
	JointP2PInsufficientTorqueForPlanning:                  "joint_p2p_insufficient_torque_for_planning",
	TauJRangeViolation:                                     "tau_j_range_violation",
	InstabilityDetected:                                    "instability_detected",
	JointMoveInWrongDirection:                              "joint_move_in_wrong_direction",
	CartesianSplineMotionGeneratorViolation:                "cartesian_spline_motion_generator_violation",
	JointViaMotionGeneratorPlanningJointLimitViolation:     "joint_via_motion_generator_planning_joint_limit_violation",
	BaseAccelerationInitializationTimeout:                  "base_acceleration_initialization_timeout",
	BaseAccelerationInvalidReading:                         "base_acceleration_invalid_reading",
}

// String describes the mode, as libfranka prints it.
func (m Mode) String() string {
	names := [...]string{"Other", "Idle", "Move", "Guiding", "Reflex", "User stopped", "Automatic error recovery"}
	if int(m) < len(names) {
		return names[m]
	}
	return fmt.Sprintf("mode %d", uint8(m))
}

// String names the motion generator.
func (g MotionGenerator) String() string {
	names := [...]string{"idle", "joint position", "joint velocity", "Cartesian pose", "Cartesian velocity", "none"}
	if int(g) < len(names) {
		return names[g]
	}
	return fmt.Sprintf("motion generator %d", uint8(g))
}

// String names the controller.
func (c Controller) String() string {
	names := [...]string{"joint impedance", "Cartesian impedance", "external torques", "other"}
	if int(c) < len(names) {
		return names[c]
	}
	return fmt.Sprintf("controller %d", uint8(c))
}
