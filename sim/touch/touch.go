// Package touch makes the tip of a simulated arm touch a wall: a plane that yields like a spring and a damper, without
// friction. Commands and readings may be late by whole cycles, as on a robot.
//
// Lengths are m, forces N; the wall is given in the arm's base frame.
package touch

import (
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/sim"
)

// Wall is a plane through At. Normal is a unit vector out of the wall.
type Wall struct {
	At, Normal spatial.Vec3
	Stiffness  float64 // N/m
	Damping    float64 // N·s/m
}

// Push returns the force on a point at p with velocity v: along the normal, never toward the wall.
func (w *Wall) Push(p, v spatial.Vec3) spatial.Vec3 {
	depth := w.At.Sub(p).Dot(w.Normal)
	if depth <= 0 {
		return spatial.Vec3{}
	}
	return w.Normal.Scale(max(0, float64(w.Stiffness*depth)-float64(w.Damping*v.Dot(w.Normal))))
}

// Config describes a Bench.
type Config struct {
	Wall     Wall
	Period   float64 // s, of the controller
	Substeps int     // of a period, in each of which the wall's force is recomputed; 0: 10
	Commands int     // cycles by which commands are late
	Readings int     // cycles by which readings are late
}

// Bench is an arm at a wall.
type Bench struct {
	arm      *sim.Arm
	cfg      Config
	data     *kinematics.Data
	jac      []float64
	q, dq, t []float64
	commands [][]float64
	readings []reading
	k        int
	force    spatial.Vec3
}

// reading is the measurement at the end of a cycle.
type reading struct {
	q, dq []float64
	force spatial.Wrench
}

// New returns a bench whose arm begins at its present position.
func New(arm *sim.Arm, c Config) *Bench {
	if c.Substeps == 0 {
		c.Substeps = 10
	}
	n := arm.N()
	b := &Bench{arm: arm, cfg: c, data: kinematics.NewData(arm.Chain()), jac: make([]float64, 6*n),
		q: make([]float64, n), dq: make([]float64, n), t: make([]float64, n)}
	arm.State(b.q, b.dq, b.t)
	for range c.Commands + 1 {
		b.commands = append(b.commands, make([]float64, n))
	}
	for range c.Readings + 1 {
		b.readings = append(b.readings, reading{q: append([]float64(nil), b.q...), dq: append([]float64(nil), b.dq...)})
	}
	return b
}

// Rest sets the commands that are still on their way.
func (b *Bench) Rest(command []float64) {
	for _, c := range b.commands {
		copy(c, command)
	}
}

// Read returns the readings of Config.Readings cycles ago: positions, velocities and, as a sensor at the tip measures it,
// the wrench that the wall exerts, along the tip's axes. The slices belong to the bench.
func (b *Bench) Read() (q, dq []float64, force spatial.Wrench) {
	r := &b.readings[(b.k+1)%len(b.readings)]
	return r.q, r.dq, r.force
}

// Force returns the wall's true present force, in the base frame.
func (b *Bench) Force() spatial.Vec3 { return b.force }

// Step advances by one period with a command: joint positions for the arm's servos, or the motors' torques.
func (b *Bench) Step(command []float64, torque bool) {
	copy(b.commands[b.k%len(b.commands)], command)
	use := b.commands[(b.k+1)%len(b.commands)]
	h := b.cfg.Period / float64(b.cfg.Substeps)
	for range b.cfg.Substeps {
		b.touch()
		if torque {
			b.arm.StepTorque(h, use)
		} else {
			b.arm.Step(h, use)
		}
	}
	pose := b.touch()
	b.k++
	r := &b.readings[b.k%len(b.readings)]
	copy(r.q, b.q)
	copy(r.dq, b.dq)
	r.force = spatial.Wrench{Force: pose.R.ApplyT(b.force)}
}

// touch applies the wall's present force to the tip.
func (b *Bench) touch() spatial.Pose {
	b.arm.State(b.q, b.dq, b.t)
	pose := b.arm.Chain().Jacobian(b.data, b.q, b.jac)
	b.force = b.cfg.Wall.Push(pose.P, kinematics.Velocity(b.jac, b.dq).Lin)
	b.arm.SetWrench(spatial.Wrench{Force: b.force})
	return pose
}
