// Package mujoco simulates an arm with MuJoCo 2.2.2, Debian's libmujoco-dev, behind the methods of sim.Arm.
// The model is written as MJCF from the same kinematic chain and the same sim.ArmConfig, so the two
// simulators differ in their physics engines alone: MuJoCo's composite-rigid-body dynamics, its constraint
// solver for friction and joint limits, and its implicit integrator.
//
// Logical time drives it in lock-step: Step runs mj_step as often as the time given demands and returns; no
// thread of MuJoCo's runs in between, and equal calls give equal bits.
//
// The simulator is behind the build tag mujoco, since it needs cgo and the Debian package. Without the tag
// the package builds too and New says what to do. MJCF works either way.
package mujoco
