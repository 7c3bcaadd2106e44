// Package mujoco simulates an arm with MuJoCo 2.2.2, Debian's libmujoco-dev, behind the methods of sim.Arm.
// The model is written as MJCF from the same kinematic chain and the same sim.ArmConfig, so the two simulators differ
// only in their physics engines: MuJoCo's composite-rigid-body dynamics, its constraint solver for friction and joint
// limits, and its implicit integrator.
//
// Logical time drives it in lock-step: Step runs mj_step as often as the given time requires and returns; MuJoCo runs
// no threads in between, so equal calls give equal bits.
//
// The simulator is behind the build tag mujoco because it needs cgo and the Debian package. Without the tag the package
// still builds, and New says what to do. MJCF works with and without the tag.
package mujoco
