// Package drive makes a Franka arm a hw.Driver: joint positions and velocities for programs that do not speak FCI and
// cannot meet its 1 ms cycle.
//
// While the driver is Active, a separate loop answers the robot every millisecond from an otg.Sampler, which plans from
// the robot's own last command to the last one written: commands may jump, come late or be missing; the robot still
// sees a motion within its limits of velocity, acceleration and jerk. Package guard comes last: it also keeps the links
// apart, and rejects commands after which the arm could not stop. Positions are rad, velocities rad/s, torques Nm,
// lengths m.
package drive
