package exec

import (
	"flag"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var (
	graphs = flag.Int("graphs", 60, "how many random programs to compare")
	seed   = flag.Uint64("seed", 1, "seed of the first random program")
)

// TestOneProgramOneHistory runs random programs with 1, 2 and 8 workers on the fast and the real clock.
func TestOneProgramOneHistory(t *testing.T) {
	sets, modal, enclaves, reactions := 0, 0, 0, uint64(0)
	for s := *seed; s < *seed+uint64(*graphs); s++ {
		want := ""
		for _, clock := range []Clock{Fast, Real} {
			for _, workers := range []int{1, 2, 8} {
				p := build(t, randomProgram(s), workers)
				h := observe(p, false)
				res := mustRun(t, p, Options{Clock: clock, Timeout: 10 * tick, Grace: time.Minute, split: true})
				if want == "" {
					want = h.digest()
					sets += h.sets
					reactions += res.Counters.Reactions
					if len(p.Enclaves) > 1 {
						enclaves++
					}
					if len(p.Graph().Modes) > 0 {
						modal++
					}
				}
				if got := h.digest(); got != want {
					explain(t, s, clock, workers)
				}
			}
		}
	}
	t.Logf("seeds %d to %d: %d reactions, %d port values, %d programs with enclaves", *seed, *seed+uint64(*graphs)-1,
		reactions, sets, enclaves)
	if sets < 50**graphs || enclaves < *graphs/8 || modal < *graphs/2 {
		t.Errorf("the programs show little: %d values, %d with enclaves, %d with modes", sets, enclaves, modal)
	}
}

// explain runs the pair again and shows the difference.
func explain(t *testing.T, seed uint64, clock Clock, workers int) {
	t.Helper()
	var logs [2]map[int][]string
	for i, o := range []Options{{Clock: Fast, Timeout: 10 * tick}, {Clock: clock, Timeout: 10 * tick, Grace: time.Minute, split: true}} {
		n := 1
		if i == 1 {
			n = workers
		}
		p := build(t, randomProgram(seed), n)
		h := observe(p, true)
		mustRun(t, p, o)
		logs[i] = h.log
	}
	t.Fatalf("-seed=%d: %v clock with %d workers differs from fast with 1 (-fast +this):\n%s", seed, clock, workers,
		cmp.Diff(logs[0], logs[1]))
}
