// Package drive makes a Franka arm a hw.Driver: joint positions and velocities for programs that do not speak FCI and
// cannot keep to the millisecond.
//
// While the driver is Active a loop of its own answers the robot every millisecond from an otg.Sampler, which plans
// from the robot's own last command to the one written last: commands may jump, come late or be missing, and the robot
// still sees a motion within its limits of velocity, acceleration and jerk. Package guard comes last: it also keeps the
// links apart, and passes no command after which the arm could not stop. Positions are rad, velocities rad/s, torques
// Nm, lengths m.
package drive
