// Package drive makes a Franka arm a hw.Driver: joint positions and velocities for programs that know no FCI and keep
// no millisecond.
//
// While the driver is Active a loop of its own answers the robot every millisecond from an otg.Sampler, which plans
// from the robot's own last command to the one written last: commands may jump, come late or stay away, and the robot
// still sees a motion within its limits of velocity, acceleration and jerk. Package guard has the last word: it also keeps
// the links apart, and lets nothing out after which the arm could not stop. Positions are rad, velocities rad/s,
// torques Nm, lengths m.
package drive
