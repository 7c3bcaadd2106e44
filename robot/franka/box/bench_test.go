package box

import (
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// BenchmarkStep is a millisecond of the robot, in the dearest motion: Cartesian poses under Cartesian impedance with
// noisy sensors, and at rest; with the datagrams of both ways.
func BenchmarkStep(b *testing.B) {
	for name, g := range map[string]int{"idle": -1, "joints": 0, "pose": 2} {
		b.Run(name, func(b *testing.B) {
			r, err := New(Config{Noise: DefaultNoise()})
			if err != nil {
				b.Fatal(err)
			}
			var c franka.Command
			var f func(int, *franka.State, *franka.Command) bool
			k := 0
			wire := make([]byte, 0, 4096)
			for range b.N {
				r.Outcome()
				switch {
				case g >= 0 && !r.Moving():
					r.Move(franka.MoveRequest{Generator: franka.MotionGenerator(g + 1), Controller: franka.CartesianImpedance, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation})
					f, k = exampleMotions()[g](), 0
					r.Step(nil)
				case g >= 0 && r.phase == moving:
					c.Finished = f(k, r.State(), &c)
					c.ID = r.State().ID
					k++
					r.Step(&c)
				default:
					r.Step(nil)
				}
				wire = franka.AppendState(wire[:0], franka.Version5, r.State())
			}
		})
	}
}
