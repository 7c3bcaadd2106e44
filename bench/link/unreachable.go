package link

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/robot/franka/remote/virtual"
)

// Unreachable searches for commands that break a limit of the robot: random paths that cannot be followed, by all four
// generators on both arms, over a link without faults, until the robots have been in motion for o.N cycles (0: 10⁵).
// Run k has seed o.Seed + k. It is an error if a robot finds anything wrong.
func Unreachable(o bench.Options, emit bench.Emit) error {
	most := o.N
	if most == 0 {
		most = 100_000
	}
	var (
		cycles, runs, bad int
		limited, held     uint64
		first             error
	)
	for seed := o.Seed; cycles < most; seed++ {
		r, err := virtual.Run(virtual.UnreachableSetup(seed, 5*time.Second))
		if err != nil {
			return err
		}
		runs++
		cycles, limited, held = cycles+r.Cycles, limited+r.Interface.Limited, held+r.Interface.Held
		if r.Errors != 0 {
			if bad++; bad == 1 {
				first = fmt.Errorf("seed %d: %v", seed, r)
			}
			fmt.Fprintf(o.Log, "seed %d: %v\n", seed, r)
		}
		if runs%100 == 0 {
			fmt.Fprintf(o.Log, "%d runs, %d cycles, %d limited, %d violations\n", runs, cycles, limited, bad)
		}
	}
	emit(bench.Result{Name: "unreachable_cycles", Value: float64(cycles), Unit: "cycles", Note: fmt.Sprintf("%d runs from seed %d", runs, o.Seed)})
	emit(bench.Result{Name: "unreachable_limited", Value: float64(limited), Unit: "commands", Note: fmt.Sprintf("%d of them left no way to stop", held)})
	emit(bench.Result{Name: "unreachable_violations", Value: float64(bad), Unit: "motions", Note: "that the robot aborted"})
	if bad > 0 {
		return fmt.Errorf("%d of %d motions were aborted, the first: %w", bad, runs, first)
	}
	return nil
}
