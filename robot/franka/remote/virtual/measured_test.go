package virtual

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

const us = time.Microsecond

// skewed draws times like those that the student project measured: least, mean, greatest.
func skewed(least, mean, most time.Duration) Delay {
	return func(r *rand.Rand) time.Duration {
		return min(most, least+time.Duration(r.ExpFloat64()*float64(mean-least)))
	}
}

// asMeasured has the delays of the project's machines, about (section 2.8.3: T2 48, 1079, 30).
func asMeasured() Setup {
	return Setup{Config: remote.Config{Compression: link.Delta}, Motion: &remote.Cartesian{}, Seed: 1,
		Answer: skewed(30*us, 120*us, 8854*us), Wake: skewed(30*us, 48*us, 1079*us)}
}

func run(t *testing.T, s Setup) Result {
	t.Helper()
	r, err := Run(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAsMeasured: with the delays under which the project's five schemes failed the motion completes.
func TestAsMeasured(t *testing.T) {
	if r := run(t, asMeasured()); !r.Completed || r.Errors != 0 {
		t.Error(r)
	}
}

// TestSameSetupSameResult: a run repeats to the bit.
func TestSameSetupSameResult(t *testing.T) {
	one := func() (r Result, states []franka.State) {
		u := asMeasured()
		u.Up = impair.Config{Delay: time.Millisecond, Jitter: 500 * us, Loss: 0.05, Seed: 7}
		u.Down, u.Cycles = u.Up, 600
		u.Watch = func(s *franka.State, _ *franka.Command) { states = append(states, *s) }
		u.Config.Samples = 100
		return run(t, u), states
	}
	r1, s1 := one()
	r2, s2 := one()
	if d := cmp.Diff(r1, r2, cmp.Comparer(func(a, b error) bool { return a == b })); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(s1, s2); d != "" {
		t.Error(d)
	}
}
