// Package sim is the embedded simulator: a joint-servoed rigid-body arm (Arm), a lemon that moves on
// scripted or random paths (Lemon), a wrist RGB-D camera (Renderer), and a common time for all three
// (World).
//
// Nothing here reads a clock, starts a goroutine or draws from a shared random source: every number is a
// function of the configuration, the seeds and the calls made, so that a run repeats to the bit on one
// machine architecture. Lengths are metres, angles radians, torques newton metres, times of a step seconds
// and points in time time.Duration since the start of the run. Positions are in the arm's base frame: z up,
// the table's top at z = 0.
//
// For every camera frame a recording has a Shot of about two hundred bytes instead of one and a half
// megabytes of pixels: Renderer.Render turns a Shot into the same picture every time.
//
// Subpackage sim/mujoco simulates the same arm with MuJoCo behind the same methods (build tag mujoco).
package sim
